/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Signature and encryption attributes, checked and turned into what the device reads. No
 * libibverbs.
 */
#include <errno.h>

#include "build.h"

/* Bits of a T10-DIF transient signature stand where they do in a CQE. */
MLX5SIG_INLINE uint64_t t10dif_transient(uint16_t seed, uint16_t app_tag, uint32_t ref_tag)
{
	struct prm_set_psv_seg seg;

	prm_set_psv_seg_set_t10dif_guard(&seg, seed);
	prm_set_psv_seg_set_t10dif_app_tag(&seg, app_tag);
	prm_set_psv_seg_set_t10dif_ref_tag(&seg, ref_tag);
	return prm_be64_to_cpu(seg.transient_signature);
}

MLX5SIG_INLINE uint64_t crc_transient(const struct mlx5sig_sig_crc *crc)
{
	struct prm_set_psv_seg seg = {0};

	if (crc->type == MLX5SIG_SIG_CRC_TYPE_CRC64_XP10)
		return crc->seed;
	prm_set_psv_seg_set_crc32_seed(&seg, (uint32_t)crc->seed);
	return prm_be64_to_cpu(seg.transient_signature);
}

MLX5SIG_INLINE uint8_t block_selector(enum mlx5sig_block_size size)
{
	static const uint8_t selectors[] = {
		[MLX5SIG_BLOCK_SIZE_512] = PRM_BLOCK_SIZE_SELECTOR_SIZE_512,
		[MLX5SIG_BLOCK_SIZE_520] = PRM_BLOCK_SIZE_SELECTOR_SIZE_520,
		[MLX5SIG_BLOCK_SIZE_4048] = PRM_BLOCK_SIZE_SELECTOR_SIZE_4048,
		[MLX5SIG_BLOCK_SIZE_4096] = PRM_BLOCK_SIZE_SELECTOR_SIZE_4096,
		[MLX5SIG_BLOCK_SIZE_4160] = PRM_BLOCK_SIZE_SELECTOR_SIZE_4160,
	};

	return selectors[size];
}

uint32_t mlx5sig_block_bytes(enum mlx5sig_block_size size)
{
	switch (size) {
	case MLX5SIG_BLOCK_SIZE_512:
		return 512;
	case MLX5SIG_BLOCK_SIZE_520:
		return 520;
	case MLX5SIG_BLOCK_SIZE_4048:
		return 4048;
	case MLX5SIG_BLOCK_SIZE_4096:
		return 4096;
	case MLX5SIG_BLOCK_SIZE_4160:
		return 4160;
	}
	return 0;
}

/* Ones in the width of the CRC; 0: unknown type. */
MLX5SIG_INLINE uint64_t crc_ones(enum mlx5sig_sig_crc_type type)
{
	switch (type) {
	case MLX5SIG_SIG_CRC_TYPE_CRC32:
	case MLX5SIG_SIG_CRC_TYPE_CRC32C:
		return UINT32_MAX;
	case MLX5SIG_SIG_CRC_TYPE_CRC64_XP10:
		return UINT64_MAX;
	}
	return 0;
}

MLX5SIG_INLINE bool t10dif_is_legal(const struct mlx5sig_sig_t10dif *dif)
{
	const unsigned int known = MLX5SIG_SIG_T10DIF_FLAG_REF_REMAP |
				   MLX5SIG_SIG_T10DIF_FLAG_APP_ESCAPE |
				   MLX5SIG_SIG_T10DIF_FLAG_APP_REF_ESCAPE;

	return (dif->bg == 0 || dif->bg == UINT16_MAX) &&
	       (dif->bg_type == MLX5SIG_SIG_T10DIF_CRC ||
		dif->bg_type == MLX5SIG_SIG_T10DIF_CSUM) && !(dif->flags & ~known);
}

/* Bits of the seed beyond the width of the CRC do not count. */
MLX5SIG_INLINE bool crc_is_legal(const struct mlx5sig_sig_crc *crc)
{
	uint64_t ones = crc_ones(crc->type);

	return ones && ((crc->seed & ones) == 0 || (crc->seed & ones) == ones);
}

MLX5SIG_INLINE int check_domain(const struct mlx5sig_sig_block_domain *domain,
			const struct mlx5sig_sig_limits *limits)
{
	bool can;

	if (!domain)
		return 0;
	if ((unsigned int)domain->block_size > MLX5SIG_BLOCK_SIZE_4160 || domain->comp_mask)
		return EINVAL;
	switch (domain->sig_type) {
	case MLX5SIG_SIG_TYPE_T10DIF:
		if (!domain->sig.dif || !t10dif_is_legal(domain->sig.dif))
			return EINVAL;
		can = !limits || limits->t10dif_bg >> domain->sig.dif->bg_type & 1;
		break;
	case MLX5SIG_SIG_TYPE_CRC:
		if (!domain->sig.crc || !crc_is_legal(domain->sig.crc))
			return EINVAL;
		can = !limits || limits->crc_type >> domain->sig.crc->type & 1;
		break;
	default:
		return EINVAL;
	}
	if (limits)
		can = can && limits->block_prot >> domain->sig_type & 1 &&
		      limits->block_size >> domain->block_size & 1;
	return can ? 0 : EOPNOTSUPP;
}

MLX5SIG_INLINE void fill_inline(struct prm_bsf_inline *to, const struct mlx5sig_sig_t10dif *dif)
{
	uint8_t escape = dif->flags & MLX5SIG_SIG_T10DIF_FLAG_APP_REF_ESCAPE ?
				 PRM_T10DIF_ESCAPE_APP_REF :
			 dif->flags & MLX5SIG_SIG_T10DIF_FLAG_APP_ESCAPE ?
				 PRM_T10DIF_ESCAPE_APP : PRM_T10DIF_ESCAPE_NONE;

	prm_bsf_inline_pack(to, &(struct prm_bsf_inline_fields) {
		.vld = true, .refresh = true, .app_tag = dif->app_tag, .ref_tag = dif->ref_tag,
		.sig_type = dif->bg_type == MLX5SIG_SIG_T10DIF_CRC ? PRM_T10DIF_GUARD_CRC :
								     PRM_T10DIF_GUARD_IPCS,
		.repeat_block = true,
		.seed = dif->bg ? PRM_T10DIF_SEED_ONES : PRM_T10DIF_SEED_ZERO,
		.inc_ref_tag = dif->flags & MLX5SIG_SIG_T10DIF_FLAG_REF_REMAP, .escape = escape,
		.app_bitmask_check = UINT16_MAX });
}

MLX5SIG_INLINE uint8_t crc_bfs(enum mlx5sig_sig_crc_type type)
{
	static const uint8_t bfs[] = {
		[MLX5SIG_SIG_CRC_TYPE_CRC32] = PRM_BFS_CRC32,
		[MLX5SIG_SIG_CRC_TYPE_CRC32C] = PRM_BFS_CRC32C,
		[MLX5SIG_SIG_CRC_TYPE_CRC64_XP10] = PRM_BFS_CRC64_XP10,
	};

	return bfs[type];
}

MLX5SIG_INLINE uint8_t crc_seed(const struct mlx5sig_sig_crc *crc)
{
	return crc->seed & crc_ones(crc->type) ? PRM_BFS_SEED_ONES : PRM_BFS_SEED_ZERO;
}

/*
 * A domain as the image has it: the signature of the BSF's basic part, state and transient
 * signature.
 */
struct domain_image {
	uint8_t block, bfs, seed;
	bool is_crc;
	struct mlx5sig_domain_state state;
	uint64_t transient;
};

MLX5SIG_INLINE struct domain_image make_domain(const struct mlx5sig_sig_block_domain *domain,
				       struct prm_bsf_inline *section)
{
	struct domain_image image = {0};

	if (!domain)
		return image;
	image.block = block_selector(domain->block_size);
	image.state.is_on = true;
	if (domain->sig_type == MLX5SIG_SIG_TYPE_T10DIF) {
		const struct mlx5sig_sig_t10dif *dif = domain->sig.dif;

		fill_inline(section, dif);
		image.bfs = PRM_BFS_T10DIF;
		image.state.is_t10dif = true;
		image.transient = t10dif_transient(dif->bg, dif->app_tag, dif->ref_tag);
	} else {
		const struct mlx5sig_sig_crc *crc = domain->sig.crc;

		image.is_crc = true;
		image.bfs = crc_bfs(crc->type);
		image.seed = crc_seed(crc);
		image.state.is_64 = crc->type == MLX5SIG_SIG_CRC_TYPE_CRC64_XP10;
		image.transient = crc_transient(crc);
	}
	return image;
}

MLX5SIG_INLINE bool have_same_structure(const struct mlx5sig_sig_block_attr *attr)
{
	const struct mlx5sig_sig_block_domain *mem = attr->mem, *wire = attr->wire;

	return mem && wire && mem->sig_type == wire->sig_type &&
	       mem->block_size == wire->block_size &&
	       (mem->sig_type == MLX5SIG_SIG_TYPE_T10DIF ||
		mem->sig.crc->type == wire->sig.crc->type);
}

/*
 * Bytes that are the same in both signatures and need not be computed anew. Application and
 * reference tags only if they are equal, which the image remembers in case that the tags change.
 */
MLX5SIG_INLINE uint8_t copied_bytes(struct mlx5sig_sig_image *image,
			    const struct mlx5sig_sig_block_attr *attr)
{
	const struct mlx5sig_sig_t10dif *mem, *wire;
	uint8_t mask = 0;

	if (attr->mem->sig_type == MLX5SIG_SIG_TYPE_CRC) {
		const struct mlx5sig_sig_crc *crc = attr->mem->sig.crc;

		if (crc_seed(crc) != crc_seed(attr->wire->sig.crc))
			return 0;
		return crc->type == MLX5SIG_SIG_CRC_TYPE_CRC64_XP10 ?
		       MLX5SIG_SIG_MASK_CRC64_XP10 : MLX5SIG_SIG_MASK_CRC32;
	}
	mem = attr->mem->sig.dif;
	wire = attr->wire->sig.dif;
	if (mem->bg_type == wire->bg_type && mem->bg == wire->bg)
		mask |= MLX5SIG_SIG_MASK_T10DIF_GUARD;
	image->copy_if_app_equal = MLX5SIG_SIG_MASK_T10DIF_APPTAG;
	if (!((mem->flags ^ wire->flags) & MLX5SIG_SIG_T10DIF_FLAG_REF_REMAP))
		image->copy_if_ref_equal = MLX5SIG_SIG_MASK_T10DIF_REFTAG;
	if (mem->app_tag == wire->app_tag)
		mask |= image->copy_if_app_equal;
	if (mem->ref_tag == wire->ref_tag)
		mask |= image->copy_if_ref_equal;
	return mask;
}

MLX5SIG_INLINE int check_attr(const struct mlx5sig_sig_block_attr *attr,
		      const struct mlx5sig_sig_limits *limits)
{
	int err;

	if ((!attr->mem && !attr->wire) || attr->comp_mask ||
	    attr->flags & ~(uint32_t)MLX5SIG_SIG_BLOCK_ATTR_FLAG_COPY_MASK)
		return EINVAL;
	err = check_domain(attr->mem, limits);
	if (!err)
		err = check_domain(attr->wire, limits);
	if (!err && attr->flags & MLX5SIG_SIG_BLOCK_ATTR_FLAG_COPY_MASK &&
	    !have_same_structure(attr))
		err = EINVAL;
	return err;
}

int mlx5sig_sig_image_make(struct mlx5sig_sig_image *image,
			   const struct mlx5sig_sig_block_attr *attr,
			   const struct mlx5sig_sig_limits *limits)
{
	struct prm_bsf_basic_fields basic;
	struct domain_image wire, mem;
	int err = check_attr(attr, limits);

	if (err)
		return err;
	memset(image, 0, sizeof(*image));
	wire = make_domain(attr->wire, &image->bsf.wire_inline);
	mem = make_domain(attr->mem, &image->bsf.memory_inline);
	image->state.wire = wire.state;
	image->state.mem = mem.state;
	image->state.wire_transient = wire.transient;
	image->state.mem_transient = mem.transient;
	if (wire.state.is_t10dif)
		image->wire_guard_seed = attr->wire->sig.dif->bg;
	if (mem.state.is_t10dif)
		image->mem_guard_seed = attr->mem->sig.dif->bg;

	prm_bsf_basic_fields_init(&basic);
	basic.check_byte_mask = attr->check_mask;
	basic.sbs = have_same_structure(attr);
	if (!basic.sbs)
		basic.wire_block = wire.block;
	else if (attr->flags & MLX5SIG_SIG_BLOCK_ATTR_FLAG_COPY_MASK)
		basic.copy_byte_mask = attr->copy_mask;
	else
		basic.copy_byte_mask = copied_bytes(image, attr);
	basic.memory_block = mem.block;
	basic.wire_bfs = wire.bfs;
	basic.wire_bfs_repeat = wire.is_crc;
	basic.wire_bfs_seed = wire.seed;
	basic.memory_bfs = mem.bfs;
	basic.memory_bfs_repeat = mem.is_crc;
	basic.memory_bfs_seed = mem.seed;
	prm_bsf_basic_pack(&image->bsf.basic, &basic);
	return 0;
}

void mlx5sig_sig_image_none(struct mlx5sig_sig_image *image)
{
	struct prm_bsf_basic_fields basic;

	memset(image, 0, sizeof(*image));
	prm_bsf_basic_fields_init(&basic);
	prm_bsf_basic_pack(&image->bsf.basic, &basic);
}

void mlx5sig_sig_image_set_tags(struct mlx5sig_sig_image *image, uint16_t wire_app,
				uint32_t wire_ref,
				uint16_t mem_app, uint32_t mem_ref)
{
	struct prm_bsf_64 *bsf = &image->bsf;
	uint8_t by_tags = image->copy_if_app_equal | image->copy_if_ref_equal;
	uint8_t mask;

	if (image->state.wire.is_t10dif) {
		prm_bsf_inline_set_app_tag(&bsf->wire_inline, wire_app);
		prm_bsf_inline_set_ref_tag(&bsf->wire_inline, wire_ref);
		image->state.wire_transient = t10dif_transient(image->wire_guard_seed, wire_app,
							       wire_ref);
	}
	if (image->state.mem.is_t10dif) {
		prm_bsf_inline_set_app_tag(&bsf->memory_inline, mem_app);
		prm_bsf_inline_set_ref_tag(&bsf->memory_inline, mem_ref);
		image->state.mem_transient = t10dif_transient(image->mem_guard_seed, mem_app,
							      mem_ref);
	}
	if (!by_tags)
		return;
	mask = (uint8_t)(prm_bsf_basic_get_copy_byte_mask(&bsf->basic) & ~by_tags);
	if (wire_app == mem_app)
		mask |= image->copy_if_app_equal;
	if (wire_ref == mem_ref)
		mask |= image->copy_if_ref_equal;
	prm_bsf_basic_set_copy_byte_mask(&bsf->basic, mask);
}

static uint8_t encryption_order(const struct mlx5sig_crypto_attr *attr)
{
	bool is_after = attr->signature_crypto_order ==
			MLX5SIG_SIGNATURE_CRYPTO_ORDER_SIGNATURE_AFTER_CRYPTO_ON_TX;

	if (attr->encrypt_on_tx)
		return is_after ? PRM_ENCRYPTION_ORDER_ENCRYPTED_RAW_WIRE :
				  PRM_ENCRYPTION_ORDER_ENCRYPTED_WIRE_SIGNATURE;
	return is_after ? PRM_ENCRYPTION_ORDER_ENCRYPTED_MEMORY_SIGNATURE :
			  PRM_ENCRYPTION_ORDER_ENCRYPTED_RAW_MEMORY;
}

int mlx5sig_crypto_image_make(struct prm_bsf_crypto *image, const struct mlx5sig_crypto_attr *attr,
			      bool big_endian_tweak)
{
	struct prm_bsf_crypto_fields fields;
	unsigned int i;

	if (attr->comp_mask || attr->crypto_standard != MLX5SIG_CRYPTO_STANDARD_AES_XTS ||
	    (unsigned int)attr->signature_crypto_order >
		    MLX5SIG_SIGNATURE_CRYPTO_ORDER_SIGNATURE_BEFORE_CRYPTO_ON_TX ||
	    (unsigned int)attr->data_unit_size > MLX5SIG_BLOCK_SIZE_4160 || !attr->dek)
		return EINVAL;
	prm_bsf_crypto_fields_init(&fields);
	fields.encryption_order = encryption_order(attr);
	fields.encryption_standard = PRM_ENCRYPTION_STANDARD_AES_XTS;
	fields.crypto_block_size_pointer = block_selector(attr->data_unit_size);
	fields.dek_pointer = attr->dek->dekn & MLX5SIG_DEKN_MASK;
	memcpy(fields.keytag, attr->keytag, sizeof(fields.keytag));
	for (i = 0; i < sizeof(fields.xts_initial_tweak); i++)
		fields.xts_initial_tweak[i] = (uint8_t)attr->initial_tweak[
			big_endian_tweak ? sizeof(fields.xts_initial_tweak) - 1 - i : i];
	prm_bsf_crypto_pack(image, &fields);
	return 0;
}

int mlx5sig_crypto_image_check(const struct prm_bsf_crypto *image,
			       const struct mlx5sig_sig_image *sig)
{
	uint32_t order = prm_bsf_crypto_get_encryption_order(image);

	return sig->state.wire.is_on && sig->state.mem.is_on &&
	       (order == PRM_ENCRYPTION_ORDER_ENCRYPTED_RAW_WIRE ||
		order == PRM_ENCRYPTION_ORDER_ENCRYPTED_RAW_MEMORY) ? EINVAL : 0;
}
