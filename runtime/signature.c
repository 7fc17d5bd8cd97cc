/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Signature and encryption attributes, checked and encoded as the device reads them. No libibverbs.
 */
#include <errno.h>

#include "build.h"

/* Numbers of values; of flags, the first unused bit. */
enum {
	NUM_BLOCK_SIZES = MLX5SIG_BLOCK_SIZE_4160 + 1,
	NUM_T10DIF_GUARDS = MLX5SIG_SIG_T10DIF_CSUM + 1,
	T10DIF_FLAGS_END = MLX5SIG_SIG_T10DIF_FLAG_APP_REF_ESCAPE << 1,
	NUM_CRCS = MLX5SIG_SIG_CRC_TYPE_CRC64_XP10 + 1,
	NUM_DOMAINS = MLX5SIG_SIG_DOMAIN_MEM + 1,
	TRANSACTION_FLAGS_END = MLX5SIG_SIG_TRANSACTION_FLAG_CHECK_GEN << 1,
	NUM_ORDERS = MLX5SIG_SIGNATURE_CRYPTO_ORDER_SIGNATURE_BEFORE_CRYPTO_ON_TX + 1,
};

static const struct {
	uint8_t selector;	/* enum prm_block_size_selector */
	uint16_t bytes;
} blocks[NUM_BLOCK_SIZES] = {
	[MLX5SIG_BLOCK_SIZE_512] = { PRM_BLOCK_SIZE_SELECTOR_SIZE_512, 512 },
	[MLX5SIG_BLOCK_SIZE_520] = { PRM_BLOCK_SIZE_SELECTOR_SIZE_520, 520 },
	[MLX5SIG_BLOCK_SIZE_4048] = { PRM_BLOCK_SIZE_SELECTOR_SIZE_4048, 4048 },
	[MLX5SIG_BLOCK_SIZE_4096] = { PRM_BLOCK_SIZE_SELECTOR_SIZE_4096, 4096 },
	[MLX5SIG_BLOCK_SIZE_4160] = { PRM_BLOCK_SIZE_SELECTOR_SIZE_4160, 4160 },
};

static const struct {
	uint8_t bfs;		/* enum prm_bfs */
	uint8_t format;		/* enum mlx5sig_sig_format */
	uint8_t mask;		/* enum mlx5sig_sig_mask */
	uint8_t bytes;
	uint64_t ones;		/* in the width of the CRC */
} crcs[NUM_CRCS] = {
	[MLX5SIG_SIG_CRC_TYPE_CRC32] = { PRM_BFS_CRC32, MLX5SIG_SIG_FORMAT_CRC32,
					 MLX5SIG_SIG_MASK_CRC32, 4, UINT32_MAX },
	[MLX5SIG_SIG_CRC_TYPE_CRC32C] = { PRM_BFS_CRC32C, MLX5SIG_SIG_FORMAT_CRC32,
					  MLX5SIG_SIG_MASK_CRC32C, 4, UINT32_MAX },
	[MLX5SIG_SIG_CRC_TYPE_CRC64_XP10] = { PRM_BFS_CRC64_XP10, MLX5SIG_SIG_FORMAT_CRC64,
					      MLX5SIG_SIG_MASK_CRC64_XP10, 8, UINT64_MAX },
};

MLX5SIG_INLINE int fail(int err, const char **reason, const char *text)
{
	*reason = text;
	return err;
}

/*
 * Checks.
 */

MLX5SIG_INLINE int check_t10dif(const struct mlx5sig_sig_t10dif *dif,
			const struct mlx5sig_sig_limits *limits, const char **reason)
{
	if (!dif || (uint32_t)dif->bg_type >= NUM_T10DIF_GUARDS)
		return fail(EINVAL, reason, "T10-DIF: no attributes, or unknown kind of guard");
	if (dif->bg != 0 && dif->bg != UINT16_MAX)
		return fail(EINVAL, reason, "T10-DIF: seed of the guard is neither 0 nor 0xffff");
	if (dif->flags >= T10DIF_FLAGS_END)
		return fail(EINVAL, reason, "T10-DIF: unknown flag");
	if (limits && !(limits->block_prot >> MLX5SIG_SIG_TYPE_T10DIF & 1 &&
			limits->t10dif_bg >> dif->bg_type & 1))
		return fail(EOPNOTSUPP, reason, "device lacks T10-DIF, or this kind of guard");
	return 0;
}

static int check_crc(const struct mlx5sig_sig_crc *crc, const struct mlx5sig_sig_limits *limits,
		     const char **reason)
{
	uint64_t seed;

	if (!crc || (uint32_t)crc->type >= NUM_CRCS)
		return fail(EINVAL, reason, "CRC: no attributes, or unknown type");
	seed = crc->seed & crcs[crc->type].ones;
	if (seed != 0 && seed != crcs[crc->type].ones)
		return fail(EINVAL, reason, "CRC: seed is neither 0 nor all ones");
	if (limits && !(limits->block_prot >> MLX5SIG_SIG_TYPE_CRC & 1 &&
			limits->crc_type >> crc->type & 1))
		return fail(EOPNOTSUPP, reason, "device lacks this CRC");
	return 0;
}

MLX5SIG_INLINE int check_domain(const struct mlx5sig_sig_block_domain *domain,
			const struct mlx5sig_sig_limits *limits, const char **reason)
{
	int err;

	if (domain->comp_mask)
		return fail(EINVAL, reason, "signature domain: comp_mask is not 0");
	if ((uint32_t)domain->block_size >= NUM_BLOCK_SIZES)
		return fail(EINVAL, reason, "signature domain: unknown block size");
	if (domain->sig_type == MLX5SIG_SIG_TYPE_T10DIF)
		err = check_t10dif(domain->sig.dif, limits, reason);
	else if (domain->sig_type == MLX5SIG_SIG_TYPE_CRC)
		err = check_crc(domain->sig.crc, limits, reason);
	else
		err = fail(EINVAL, reason, "signature domain: unknown type");
	if (!err && limits && !(limits->block_size >> domain->block_size & 1))
		err = fail(EOPNOTSUPP, reason, "device lacks this block size");
	return err;
}

static bool have_same_structure(const struct mlx5sig_sig_block_domain *mem,
				const struct mlx5sig_sig_block_domain *wire)
{
	return mem && wire && mem->sig_type == wire->sig_type &&
	       mem->block_size == wire->block_size &&
	       (mem->sig_type == MLX5SIG_SIG_TYPE_T10DIF ||
		mem->sig.crc->type == wire->sig.crc->type);
}

MLX5SIG_INLINE int check_attr(const struct mlx5sig_sig_block_attr *attr,
		      const struct mlx5sig_sig_limits *limits, const char **reason)
{
	int err = 0;

	if (!attr->mem && !attr->wire)
		return fail(EINVAL, reason, "block signature: no domain");
	if (attr->comp_mask || attr->flags & ~(uint32_t)MLX5SIG_SIG_BLOCK_ATTR_FLAG_COPY_MASK)
		return fail(EINVAL, reason, "block signature: unknown flag, or comp_mask is not 0");
	if (attr->mem)
		err = check_domain(attr->mem, limits, reason);
	if (!err && attr->wire)
		err = check_domain(attr->wire, limits, reason);
	if (!err && attr->flags && !have_same_structure(attr->mem, attr->wire))
		err = fail(EINVAL, reason,
			   "block signature: a copy mask needs the same structure in both domains");
	return err;
}

/*
 * Encoding.
 */

MLX5SIG_INLINE void load_t10dif(struct prm_set_psv_seg *psv, const struct mlx5sig_sig_t10dif *dif)
{
	prm_set_psv_seg_set_t10dif_guard(psv, dif->bg);
	prm_set_psv_seg_set_t10dif_app_tag(psv, dif->app_tag);
	prm_set_psv_seg_set_t10dif_ref_tag(psv, dif->ref_tag);
}

MLX5SIG_INLINE void load_crc(struct prm_set_psv_seg *psv, const struct mlx5sig_sig_crc *crc)
{
	if (crcs[crc->type].format == MLX5SIG_SIG_FORMAT_CRC64)
		prm_set_psv_seg_set_crc64(psv, crc->seed);
	else
		prm_set_psv_seg_set_crc32_seed(psv, (uint32_t)crc->seed);
}

MLX5SIG_INLINE void encode_t10dif(const struct mlx5sig_sig_t10dif *dif, struct prm_bsf_inline *section,
			  struct prm_set_psv_seg *psv)
{
	prm_bsf_inline_pack(section, &(struct prm_bsf_inline_fields) {
		.vld = true, .refresh = true, .app_tag = dif->app_tag, .ref_tag = dif->ref_tag,
		.sig_type = dif->bg_type == MLX5SIG_SIG_T10DIF_CRC ? PRM_T10DIF_GUARD_CRC :
								     PRM_T10DIF_GUARD_IPCS,
		.repeat_block = true,
		.seed = dif->bg ? PRM_T10DIF_SEED_ONES : PRM_T10DIF_SEED_ZERO,
		.inc_ref_tag = dif->flags & MLX5SIG_SIG_T10DIF_FLAG_REF_REMAP,
		.escape = dif->flags & MLX5SIG_SIG_T10DIF_FLAG_APP_REF_ESCAPE ?
				  PRM_T10DIF_ESCAPE_APP_REF :
			  dif->flags & MLX5SIG_SIG_T10DIF_FLAG_APP_ESCAPE ?
				  PRM_T10DIF_ESCAPE_APP : PRM_T10DIF_ESCAPE_NONE,
		.app_bitmask_check = UINT16_MAX });
	load_t10dif(psv, dif);
}

/* A domain as the basic part of the BSF has it. */
struct basic {
	uint8_t block, bfs, bfs_seed, format;
	bool bfs_repeat;
};

MLX5SIG_INLINE struct basic encode_domain(const struct mlx5sig_sig_block_domain *domain,
				  struct prm_bsf_inline *section, struct prm_set_psv_seg *psv)
{
	const struct mlx5sig_sig_crc *crc;

	if (!domain)
		return (struct basic) { .format = MLX5SIG_SIG_FORMAT_NONE };
	if (domain->sig_type == MLX5SIG_SIG_TYPE_T10DIF) {
		encode_t10dif(domain->sig.dif, section, psv);
		return (struct basic) { .block = blocks[domain->block_size].selector,
					.bfs = PRM_BFS_T10DIF,
					.format = MLX5SIG_SIG_FORMAT_T10DIF };
	}
	crc = domain->sig.crc;
	load_crc(psv, crc);
	return (struct basic) {
		.block = blocks[domain->block_size].selector, .bfs = crcs[crc->type].bfs,
		.bfs_repeat = true, .format = crcs[crc->type].format,
		.bfs_seed = crc->seed & 1 ? PRM_BFS_SEED_ONES : PRM_BFS_SEED_ZERO };
}

/*
 * Bytes that are the same in both signatures need not be recomputed. Application and reference tags
 * are the same only if they are equal, and that changes with the tags of a request.
 */
static void encode_copied(struct mlx5sig_signature *sig,
			  const struct mlx5sig_sig_block_domain *mem,
			  const struct mlx5sig_sig_block_domain *wire)
{
	if (mem->sig_type == MLX5SIG_SIG_TYPE_CRC) {
		/* Seeds are all zeroes or all ones. */
		if (!((mem->sig.crc->seed ^ wire->sig.crc->seed) & 1))
			sig->copy_always = crcs[mem->sig.crc->type].mask;
		return;
	}
	if (mem->sig.dif->bg_type == wire->sig.dif->bg_type &&
	    mem->sig.dif->bg == wire->sig.dif->bg)
		sig->copy_always = MLX5SIG_SIG_MASK_T10DIF_GUARD;
	sig->copy_if_app_equal = MLX5SIG_SIG_MASK_T10DIF_APPTAG;
	if (!((mem->sig.dif->flags ^ wire->sig.dif->flags) & MLX5SIG_SIG_T10DIF_FLAG_REF_REMAP))
		sig->copy_if_ref_equal = MLX5SIG_SIG_MASK_T10DIF_REFTAG;
}

MLX5SIG_INLINE struct mlx5sig_sig_tags tags_of(const struct mlx5sig_sig_block_attr *attr)
{
	struct mlx5sig_sig_tags tags = {0};

	if (attr->wire && attr->wire->sig_type == MLX5SIG_SIG_TYPE_T10DIF) {
		tags.wire_app_tag = attr->wire->sig.dif->app_tag;
		tags.wire_ref_tag = attr->wire->sig.dif->ref_tag;
	}
	if (attr->mem && attr->mem->sig_type == MLX5SIG_SIG_TYPE_T10DIF) {
		tags.mem_app_tag = attr->mem->sig.dif->app_tag;
		tags.mem_ref_tag = attr->mem->sig.dif->ref_tag;
	}
	return tags;
}

int mlx5sig_signature_encode(struct mlx5sig_signature *sig,
			     const struct mlx5sig_sig_block_attr *attr,
			     const struct mlx5sig_sig_limits *limits, const char **reason)
{
	struct prm_bsf_basic_fields basic;
	struct mlx5sig_sig_tags tags;
	struct basic wire, mem;
	bool sbs;
	int err = check_attr(attr, limits, reason);

	if (err)
		return err;
	memset(&sig->bsf, 0, sizeof(sig->bsf));
	memset(&sig->wire_psv, 0, sizeof(sig->wire_psv));
	memset(&sig->mem_psv, 0, sizeof(sig->mem_psv));
	sig->copy_if_app_equal = sig->copy_if_ref_equal = sig->copy_always = 0;
	sig->is_transaction = false;
	wire = encode_domain(attr->wire, &sig->bsf.wire_inline, &sig->wire_psv);
	mem = encode_domain(attr->mem, &sig->bsf.memory_inline, &sig->mem_psv);
	sig->wire_format = wire.format;
	sig->mem_format = mem.format;
	sbs = have_same_structure(attr->mem, attr->wire);
	if (!sbs)
		sig->copy_always = wire.block;	/* the byte has another meaning then */
	else if (attr->flags & MLX5SIG_SIG_BLOCK_ATTR_FLAG_COPY_MASK)
		sig->copy_always = attr->copy_mask;
	else
		encode_copied(sig, attr->mem, attr->wire);
	prm_bsf_basic_fields_init(&basic);
	basic.sbs = sbs;
	basic.check_byte_mask = attr->check_mask;
	basic.memory_block = mem.block;
	basic.wire_bfs = wire.bfs;
	basic.wire_bfs_repeat = wire.bfs_repeat;
	basic.wire_bfs_seed = wire.bfs_seed;
	basic.memory_bfs = mem.bfs;
	basic.memory_bfs_repeat = mem.bfs_repeat;
	basic.memory_bfs_seed = mem.bfs_seed;
	prm_bsf_basic_pack(&sig->bsf.basic, &basic);
	tags = tags_of(attr);
	mlx5sig_signature_set_copied(sig, &tags);
	return 0;
}

/*
 * Transactions.
 */

static int check_transaction(const struct mlx5sig_sig_transaction_attr *attr,
			     const struct mlx5sig_sig_limits *limits, const char **reason)
{
	if (attr->comp_mask || attr->flags >= TRANSACTION_FLAGS_END)
		return fail(EINVAL, reason, "transaction: unknown flag, or comp_mask is not 0");
	if ((uint32_t)attr->domain >= NUM_DOMAINS || !attr->psv)
		return fail(EINVAL, reason, "transaction: unknown domain, or no PSV");
	return check_crc(attr->crc, limits, reason);
}

/*
 * The sections are those that SPDK posts (lib/mlx5/mlx5_umr.c mlx5_set_umr_sig_bsf_seg()): basic and
 * extended, with all bytes checked.
 */
int mlx5sig_transaction_encode(struct mlx5sig_signature *sig,
			       const struct mlx5sig_sig_transaction_attr *attr,
			       const struct mlx5sig_sig_limits *limits, const char **reason)
{
	const bool is_wire = attr->domain == MLX5SIG_SIG_DOMAIN_WIRE;
	const bool is_first = attr->flags & MLX5SIG_SIG_TRANSACTION_FLAG_INIT;
	const bool is_last = attr->flags & MLX5SIG_SIG_TRANSACTION_FLAG_CHECK_GEN;
	struct prm_bsf_extended_fields extended;
	struct prm_bsf_basic_fields basic;
	uint8_t tfs, seed;
	int err = check_transaction(attr, limits, reason);

	if (err)
		return err;
	memset(sig, 0, sizeof(*sig));
	sig->is_transaction = true;
	prm_bsf_basic_fields_init(&basic);
	basic.bsf_size = PRM_BSF_SIZE_SIZE_32;
	basic.check_byte_mask = UINT8_MAX;
	prm_bsf_basic_pack(&sig->bsf.basic, &basic);
	tfs = crcs[attr->crc->type].bfs;
	seed = attr->crc->seed & 1 ? PRM_BFS_SEED_ONES : PRM_BFS_SEED_ZERO;
	prm_bsf_extended_fields_init(&extended);
	if (is_wire) {
		sig->wire_format = crcs[attr->crc->type].format;
		extended.wire_t_init = is_first;
		extended.wire_t_check_gen = is_last;
		extended.wire_tfs = tfs;
		extended.wire_tfs_seed = seed;
		extended.wire_t_psv = attr->psv->index;
	} else {
		sig->mem_format = crcs[attr->crc->type].format;
		sig->bytes_in_memory = is_last ? crcs[attr->crc->type].bytes : 0;
		extended.memory_t_init = is_first;
		extended.memory_t_check_gen = is_last;
		extended.memory_tfs = tfs;
		extended.memory_tfs_seed = seed;
		extended.memory_t_psv = attr->psv->index;
	}
	prm_bsf_extended_pack(&sig->bsf.extended, &extended);
	return 0;
}

int mlx5sig_psv_encode(struct prm_set_psv_seg *seg, const struct mlx5sig_psv *psv,
		       const struct mlx5sig_psv_attr *attr, const struct mlx5sig_sig_limits *limits,
		       const char **reason)
{
	int err;

	if (attr->comp_mask)
		return fail(EINVAL, reason, "PSV: comp_mask is not 0");
	if (attr->sig_type == MLX5SIG_SIG_TYPE_T10DIF)
		err = check_t10dif(attr->sig.dif, limits, reason);
	else if (attr->sig_type == MLX5SIG_SIG_TYPE_CRC)
		err = check_crc(attr->sig.crc, limits, reason);
	else
		err = fail(EINVAL, reason, "PSV: unknown type of signature");
	if (err)
		return err;
	memset(seg, 0, sizeof(*seg));
	prm_set_psv_seg_set_psv_index(seg, psv->index);
	if (attr->sig_type == MLX5SIG_SIG_TYPE_T10DIF)
		load_t10dif(seg, attr->sig.dif);
	else
		load_crc(seg, attr->sig.crc);
	return 0;
}

/*
 * Encryption.
 */

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

int mlx5sig_crypto_encode(struct mlx5sig_encryption *crypto, const struct mlx5sig_crypto_attr *attr,
			  bool big_endian_tweak, const char **reason)
{
	struct prm_bsf_crypto_fields fields;

	if (attr->comp_mask || attr->crypto_standard != MLX5SIG_CRYPTO_STANDARD_AES_XTS)
		return fail(EINVAL, reason, "encryption: unknown standard, or comp_mask is not 0");
	if ((uint32_t)attr->signature_crypto_order >= NUM_ORDERS)
		return fail(EINVAL, reason, "encryption: unknown order of signature and encryption");
	if ((uint32_t)attr->data_unit_size >= NUM_BLOCK_SIZES || !attr->dek)
		return fail(EINVAL, reason, "encryption: unknown size of the data unit, or no DEK");
	prm_bsf_crypto_fields_init(&fields);
	fields.encryption_order = encryption_order(attr);
	fields.encryption_standard = PRM_ENCRYPTION_STANDARD_AES_XTS;
	fields.crypto_block_size_pointer = blocks[attr->data_unit_size].selector;
	fields.dek_pointer = attr->dek->dekn & MLX5SIG_MAX_NUMBER;
	memcpy(fields.keytag, attr->keytag, sizeof(fields.keytag));
	prm_bsf_crypto_pack(&crypto->bsf, &fields);
	mlx5sig_crypto_set_tweak(crypto, attr->initial_tweak, big_endian_tweak);
	crypto->data_unit = blocks[attr->data_unit_size].bytes;
	return 0;
}

const char *mlx5sig_crypto_misfit(const struct mlx5sig_encryption *crypto,
				  const struct mlx5sig_signature *sig)
{
	uint32_t order = prm_bsf_crypto_get_encryption_order(&crypto->bsf);

	if (sig->is_transaction)	/* devices have no other orders, see encryption_order in spec/ */
		return order == (sig->wire_format ? PRM_ENCRYPTION_ORDER_ENCRYPTED_RAW_WIRE :
						    PRM_ENCRYPTION_ORDER_ENCRYPTED_RAW_MEMORY) ?
			NULL : "transaction signature is not that of encrypted data: it needs "
			       "encrypt_on_tx and AFTER_CRYPTO_ON_TX with WIRE, neither with MEM";
	return !sig->wire_format || !sig->mem_format ||
	       (order != PRM_ENCRYPTION_ORDER_ENCRYPTED_RAW_WIRE &&
		order != PRM_ENCRYPTION_ORDER_ENCRYPTED_RAW_MEMORY) ?
		NULL : "order of signature and encryption is impossible with two signatures";
}
