/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Signature and encryption attributes, checked and turned into what the device reads. No
 * libibverbs.
 */
#include <errno.h>

#include "build.h"

/* By enum mlx5sig_block_size. */
static const uint8_t block_selectors[] = {
	[MLX5SIG_BLOCK_SIZE_512] = PRM_BLOCK_SIZE_SELECTOR_SIZE_512,
	[MLX5SIG_BLOCK_SIZE_520] = PRM_BLOCK_SIZE_SELECTOR_SIZE_520,
	[MLX5SIG_BLOCK_SIZE_4048] = PRM_BLOCK_SIZE_SELECTOR_SIZE_4048,
	[MLX5SIG_BLOCK_SIZE_4096] = PRM_BLOCK_SIZE_SELECTOR_SIZE_4096,
	[MLX5SIG_BLOCK_SIZE_4160] = PRM_BLOCK_SIZE_SELECTOR_SIZE_4160,
};

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

/*
 * Tables: what would be worked out again for each request.
 */

static struct prm_bsf_inline t10dif_section(uint32_t bg_type, bool seed, uint32_t flags)
{
	uint8_t escape = flags & MLX5SIG_SIG_T10DIF_FLAG_APP_REF_ESCAPE ?
				 PRM_T10DIF_ESCAPE_APP_REF :
			 flags & MLX5SIG_SIG_T10DIF_FLAG_APP_ESCAPE ?
				 PRM_T10DIF_ESCAPE_APP : PRM_T10DIF_ESCAPE_NONE;
	struct prm_bsf_inline section;

	prm_bsf_inline_pack(&section, &(struct prm_bsf_inline_fields) {
		.vld = true, .refresh = true,
		.sig_type = bg_type == MLX5SIG_SIG_T10DIF_CRC ? PRM_T10DIF_GUARD_CRC :
								PRM_T10DIF_GUARD_IPCS,
		.repeat_block = true,
		.seed = seed ? PRM_T10DIF_SEED_ONES : PRM_T10DIF_SEED_ZERO,
		.inc_ref_tag = flags & MLX5SIG_SIG_T10DIF_FLAG_REF_REMAP, .escape = escape,
		.app_bitmask_check = UINT16_MAX });
	return section;
}

void mlx5sig_sig_tables_init(struct mlx5sig_sig_tables *tables,
			     const struct mlx5sig_sig_limits *limits)
{
	uint32_t type, seed, flags, all = (1u << MLX5SIG_NUM_BLOCK_SIZES) - 1;
	uint32_t blocks = limits ? (uint32_t)limits->block_size & all : all;

	for (type = 0; type < MLX5SIG_NUM_T10DIF_BGS; type++) {
		bool can = !limits || (limits->block_prot >> MLX5SIG_SIG_TYPE_T10DIF & 1 &&
				       limits->t10dif_bg >> type & 1);

		tables->t10dif_blocks[type] = can ? blocks : 0;
		for (seed = 0; seed < 2; seed++)
			for (flags = 0; flags < MLX5SIG_NUM_T10DIF_FLAGS; flags++)
				tables->t10dif[type][seed][flags] =
					t10dif_section(type, seed, flags);
	}
	for (type = 0; type < MLX5SIG_NUM_CRCS; type++) {
		bool can = !limits || (limits->block_prot >> MLX5SIG_SIG_TYPE_CRC & 1 &&
				       limits->crc_type >> type & 1);

		tables->crc_blocks[type] = can ? blocks : 0;
	}
}

/*
 * Domains.
 */

/* Ones in the width of the CRC. */
static const uint64_t crc_ones[MLX5SIG_NUM_CRCS] = {
	[MLX5SIG_SIG_CRC_TYPE_CRC32] = UINT32_MAX, [MLX5SIG_SIG_CRC_TYPE_CRC32C] = UINT32_MAX,
	[MLX5SIG_SIG_CRC_TYPE_CRC64_XP10] = UINT64_MAX };

/* Attributes that are legal, whether or not the device can do it. */
MLX5SIG_INLINE bool t10dif_is_legal(const struct mlx5sig_sig_t10dif *dif)
{
	return dif && (uint32_t)dif->bg_type < MLX5SIG_NUM_T10DIF_BGS &&
	       (dif->bg == 0 || dif->bg == UINT16_MAX) && dif->flags < MLX5SIG_NUM_T10DIF_FLAGS;
}

/* Bits of the seed beyond the width of the CRC do not count. */
MLX5SIG_INLINE bool crc_is_legal(const struct mlx5sig_sig_crc *crc)
{
	uint64_t seed;

	if (!crc || (uint32_t)crc->type >= MLX5SIG_NUM_CRCS)
		return false;
	seed = crc->seed & crc_ones[crc->type];
	return seed == 0 || seed == crc_ones[crc->type];
}

MLX5SIG_INLINE bool domain_is_legal(const struct mlx5sig_sig_block_domain *domain)
{
	if ((uint32_t)domain->block_size >= MLX5SIG_NUM_BLOCK_SIZES || domain->comp_mask)
		return false;
	return domain->sig_type == MLX5SIG_SIG_TYPE_T10DIF ? t10dif_is_legal(domain->sig.dif) :
	       domain->sig_type == MLX5SIG_SIG_TYPE_CRC && crc_is_legal(domain->sig.crc);
}

/* Of a legal domain: whether the device can sign so. */
MLX5SIG_INLINE bool can_sign(const struct mlx5sig_sig_block_domain *domain,
			     const struct mlx5sig_sig_tables *tables)
{
	uint32_t blocks = domain->sig_type == MLX5SIG_SIG_TYPE_T10DIF ?
		tables->t10dif_blocks[domain->sig.dif->bg_type] :
		tables->crc_blocks[domain->sig.crc->type];

	return blocks >> domain->block_size & 1;
}

/* The signature of a domain as the BSF's basic part has it. */
struct domain_fields {
	uint8_t block, bfs, seed;
	bool is_crc;
};

MLX5SIG_INLINE struct domain_fields put_domain(const struct mlx5sig_sig_block_domain *domain,
					       const struct mlx5sig_sig_tables *tables,
					       struct prm_bsf_inline *section,
					       struct prm_set_psv_seg *psv,
					       struct mlx5sig_domain_state *state)
{
	static const uint8_t bfs[] = {
		[MLX5SIG_SIG_CRC_TYPE_CRC32] = PRM_BFS_CRC32,
		[MLX5SIG_SIG_CRC_TYPE_CRC32C] = PRM_BFS_CRC32C,
		[MLX5SIG_SIG_CRC_TYPE_CRC64_XP10] = PRM_BFS_CRC64_XP10,
	};

	memset(psv, 0, sizeof(*psv));
	if (!domain) {
		memset(section, 0, sizeof(*section));
		*state = (struct mlx5sig_domain_state) { .is_on = false };
		return (struct domain_fields) { .block = 0 };
	}
	if (likely(domain->sig_type == MLX5SIG_SIG_TYPE_T10DIF)) {
		const struct mlx5sig_sig_t10dif *dif = domain->sig.dif;

		*section = tables->t10dif[dif->bg_type][dif->bg & 1][dif->flags];
		prm_bsf_inline_set_app_tag(section, dif->app_tag);
		prm_bsf_inline_set_ref_tag(section, dif->ref_tag);
		prm_set_psv_seg_set_t10dif_guard(psv, dif->bg);
		mlx5sig_psv_set_tags(psv, dif->app_tag, dif->ref_tag);
		*state = (struct mlx5sig_domain_state) { .is_on = true, .is_t10dif = true };
		return (struct domain_fields) { .block = block_selectors[domain->block_size],
						.bfs = PRM_BFS_T10DIF };
	} else {
		const struct mlx5sig_sig_crc *crc = domain->sig.crc;
		bool is_64 = crc->type == MLX5SIG_SIG_CRC_TYPE_CRC64_XP10;

		memset(section, 0, sizeof(*section));
		if (is_64)
			prm_set_psv_seg_set_crc64(psv, crc->seed);
		else
			prm_set_psv_seg_set_crc32_seed(psv, (uint32_t)crc->seed);
		*state = (struct mlx5sig_domain_state) { .is_on = true, .is_64 = is_64 };
		return (struct domain_fields) {
			.block = block_selectors[domain->block_size], .is_crc = true,
			.bfs = bfs[crc->type],
			.seed = crc->seed & 1 ? PRM_BFS_SEED_ONES : PRM_BFS_SEED_ZERO };
	}
}

MLX5SIG_INLINE bool have_same_structure(const struct mlx5sig_sig_block_domain *mem,
					const struct mlx5sig_sig_block_domain *wire)
{
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
				    const struct mlx5sig_sig_block_domain *mem_domain,
				    const struct mlx5sig_sig_block_domain *wire_domain)
{
	const struct mlx5sig_sig_t10dif *mem, *wire;
	uint8_t mask = 0;

	if (mem_domain->sig_type == MLX5SIG_SIG_TYPE_CRC) {
		const struct mlx5sig_sig_crc *crc = mem_domain->sig.crc;

		if ((crc->seed ^ wire_domain->sig.crc->seed) & 1)
			return 0;
		return crc->type == MLX5SIG_SIG_CRC_TYPE_CRC64_XP10 ?
		       MLX5SIG_SIG_MASK_CRC64_XP10 : MLX5SIG_SIG_MASK_CRC32;
	}
	mem = mem_domain->sig.dif;
	wire = wire_domain->sig.dif;
	if (mem->bg_type == wire->bg_type && mem->bg == wire->bg)
		mask |= MLX5SIG_SIG_MASK_T10DIF_GUARD;
	image->copy_if_app_equal = MLX5SIG_SIG_MASK_T10DIF_APPTAG;
	if (mem->app_tag == wire->app_tag)
		mask |= MLX5SIG_SIG_MASK_T10DIF_APPTAG;
	if ((mem->flags ^ wire->flags) & MLX5SIG_SIG_T10DIF_FLAG_REF_REMAP)
		return mask;
	image->copy_if_ref_equal = MLX5SIG_SIG_MASK_T10DIF_REFTAG;
	if (mem->ref_tag == wire->ref_tag)
		mask |= MLX5SIG_SIG_MASK_T10DIF_REFTAG;
	return mask;
}

/* What is wrong with attributes, those of memory first. */
static __attribute__((__noinline__, __cold__)) int what_is_wrong(
	const struct mlx5sig_sig_block_attr *attr, const struct mlx5sig_sig_tables *tables)
{
	const struct mlx5sig_sig_block_domain *domains[] = { attr->mem, attr->wire };
	int i;

	if ((!attr->mem && !attr->wire) || attr->comp_mask ||
	    attr->flags & ~(uint32_t)MLX5SIG_SIG_BLOCK_ATTR_FLAG_COPY_MASK)
		return EINVAL;
	for (i = 0; i < 2; i++) {
		if (!domains[i])
			continue;
		if (!domain_is_legal(domains[i]))
			return EINVAL;
		if (!can_sign(domains[i], tables))
			return EOPNOTSUPP;
	}
	return EINVAL;
}

MLX5SIG_INLINE bool domain_is_good(const struct mlx5sig_sig_block_domain *domain,
				   const struct mlx5sig_sig_tables *tables)
{
	return !domain || (domain_is_legal(domain) && can_sign(domain, tables));
}

/* Without PSV numbers. @second: bytes that are copied, or the size of a block on the wire. */
MLX5SIG_INLINE void put_basic(struct prm_bsf_basic *to, uint8_t check_mask, bool sbs,
			      uint8_t second, const struct domain_fields *wire,
			      const struct domain_fields *mem)
{
	struct prm_bsf_basic_fields v;

	prm_bsf_basic_fields_init(&v);
	v.check_byte_mask = check_mask;
	v.sbs = sbs;
	v.copy_byte_mask = second;
	v.memory_block = mem->block;
	v.wire_bfs = wire->bfs;
	v.wire_bfs_repeat = wire->is_crc;
	v.wire_bfs_seed = wire->seed;
	v.memory_bfs = mem->bfs;
	v.memory_bfs_repeat = mem->is_crc;
	v.memory_bfs_seed = mem->seed;
	prm_bsf_basic_pack(to, &v);
}

MLX5SIG_INLINE uint8_t way_of(const struct mlx5sig_domain_state *wire,
			      const struct mlx5sig_domain_state *mem)
{
	if (wire->is_on && mem->is_on && wire->is_t10dif != mem->is_t10dif)
		return MLX5SIG_WAY_MIXED;
	return (wire->is_on ? MLX5SIG_WAY_WIRE : 0) | (mem->is_on ? MLX5SIG_WAY_MEM : 0) |
	       (wire->is_t10dif || mem->is_t10dif ? MLX5SIG_WAY_TAGS : 0);
}

int mlx5sig_sig_image_make(struct mlx5sig_sig_image *image,
			   const struct mlx5sig_sig_block_attr *attr,
			   const struct mlx5sig_sig_tables *tables)
{
	const struct mlx5sig_sig_block_domain *wire_domain = attr->wire, *mem_domain = attr->mem;
	const uint32_t flags = attr->flags;
	const uint8_t check_mask = attr->check_mask, copy_mask = attr->copy_mask;
	struct domain_fields wire, mem;
	uint8_t second = 0;
	bool sbs;

	if (unlikely((!wire_domain && !mem_domain) || attr->comp_mask ||
		     flags & ~(uint32_t)MLX5SIG_SIG_BLOCK_ATTR_FLAG_COPY_MASK ||
		     !domain_is_good(mem_domain, tables) || !domain_is_good(wire_domain, tables)))
		return what_is_wrong(attr, tables);
	sbs = have_same_structure(mem_domain, wire_domain);
	if (unlikely(flags && !sbs))
		return EINVAL;
	image->copy_if_app_equal = image->copy_if_ref_equal = 0;
	if (flags)
		second = copy_mask;
	else if (sbs)
		second = copied_bytes(image, mem_domain, wire_domain);
	wire = put_domain(wire_domain, tables, &image->bsf.wire_inline, &image->state.wire_psv,
			  &image->state.wire);
	mem = put_domain(mem_domain, tables, &image->bsf.memory_inline, &image->state.mem_psv,
			 &image->state.mem);
	image->state.is_set = true;
	image->way = way_of(&image->state.wire, &image->state.mem);
	memset(&image->bsf.extended, 0, sizeof(image->bsf.extended));
	if (!sbs)
		second = wire.block;
	put_basic(&image->bsf.basic, check_mask, sbs, second, &wire, &mem);
	image->copy_always = (uint8_t)(second & ~(image->copy_if_app_equal |
						  image->copy_if_ref_equal));
	return 0;
}

void mlx5sig_sig_image_none(struct mlx5sig_sig_image *image)
{
	struct prm_bsf_basic_fields basic;

	memset(image, 0, sizeof(*image));
	prm_bsf_basic_fields_init(&basic);
	prm_bsf_basic_pack(&image->bsf.basic, &basic);
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
	fields.crypto_block_size_pointer = block_selectors[attr->data_unit_size];
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
