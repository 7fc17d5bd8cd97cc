/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Attributes of memory keys: signatures, encryption, layouts. The names after mlx5sig_ and all
 * values are those of mlx5dv. Needs only the C standard library, so that the builders (build.h) can
 * be vendored.
 */
#ifndef MLX5SIG_ATTR_H
#define MLX5SIG_ATTR_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Features of a key, fixed at its creation. */
enum mlx5sig_mkey_init_attr_flags {
	MLX5SIG_MKEY_INIT_ATTR_FLAGS_INDIRECT = 1 << 0,
	MLX5SIG_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE = 1 << 1,
	MLX5SIG_MKEY_INIT_ATTR_FLAGS_CRYPTO = 1 << 2,
	MLX5SIG_MKEY_INIT_ATTR_FLAGS_UPDATE_TAG = 1 << 3,
	MLX5SIG_MKEY_INIT_ATTR_FLAGS_REMOTE_INVALIDATE = 1 << 4,
	/* What follows is not in mlx5dv. */
	/* One signature after all data, see struct mlx5sig_sig_transaction_attr. */
	MLX5SIG_MKEY_INIT_ATTR_FLAGS_TRANSACTION_SIGNATURE = 1 << 24,
	/* Access rights from the start, so that configurations need not set them. */
	MLX5SIG_MKEY_INIT_ATTR_FLAGS_ACCESS = 1 << 25,
	/* PCIe may reorder reads and writes; without effect if the device does not support it. */
	MLX5SIG_MKEY_INIT_ATTR_FLAGS_RELAXED_ORDERING = 1 << 26,
};

enum mlx5sig_mkey_conf_flags {
	/* Without a signature setter: the key has no signature any more. */
	MLX5SIG_MKEY_CONF_FLAG_RESET_SIG_ATTR = 1 << 0,
};

struct mlx5sig_mkey_conf_attr {
	uint32_t conf_flags;	/* enum mlx5sig_mkey_conf_flags */
	uint64_t comp_mask;	/* 0 */
};

/* A piece of memory under a key. The same as struct ibv_sge. */
struct mlx5sig_sge {
	uint64_t addr;
	uint32_t length;	/* bytes */
	uint32_t lkey;
};

/*
 * One stream of an interleaved layout: @bytes_count bytes are used, then @bytes_skip are skipped,
 * and so on.
 */
struct mlx5sig_mr_interleaved {
	uint64_t addr;
	uint32_t bytes_count;	/* 1 to 65535 */
	uint32_t bytes_skip;	/* bytes_count + bytes_skip is at most 65535 */
	uint32_t lkey;
};

enum mlx5sig_sig_type {
	MLX5SIG_SIG_TYPE_T10DIF,
	MLX5SIG_SIG_TYPE_CRC,
};

enum mlx5sig_sig_t10dif_bg_type {
	MLX5SIG_SIG_T10DIF_CRC,		/* guard is the CRC of T10 */
	MLX5SIG_SIG_T10DIF_CSUM,	/* guard is the IP checksum */
};

enum mlx5sig_sig_t10dif_flags {
	MLX5SIG_SIG_T10DIF_FLAG_REF_REMAP = 1 << 0,  /* the reference tag increments per block */
	MLX5SIG_SIG_T10DIF_FLAG_APP_ESCAPE = 1 << 1, /* no check of blocks with app tag 0xffff */
	/* no check of blocks with app tag 0xffff and ref tag 0xffffffff */
	MLX5SIG_SIG_T10DIF_FLAG_APP_REF_ESCAPE = 1 << 2,
};

struct mlx5sig_sig_t10dif {
	enum mlx5sig_sig_t10dif_bg_type bg_type;
	uint16_t bg;		/* seed of the guard: 0 or 0xffff */
	uint16_t app_tag;
	uint32_t ref_tag;	/* of the first block */
	uint16_t flags;		/* enum mlx5sig_sig_t10dif_flags */
};

enum mlx5sig_sig_crc_type {
	MLX5SIG_SIG_CRC_TYPE_CRC32,
	MLX5SIG_SIG_CRC_TYPE_CRC32C,
	MLX5SIG_SIG_CRC_TYPE_CRC64_XP10,
};

struct mlx5sig_sig_crc {
	enum mlx5sig_sig_crc_type type;
	uint64_t seed;		/* 0 or all ones, in the width of the CRC; upper bits are ignored */
};

enum mlx5sig_block_size {
	MLX5SIG_BLOCK_SIZE_512,
	MLX5SIG_BLOCK_SIZE_520,
	MLX5SIG_BLOCK_SIZE_4048,
	MLX5SIG_BLOCK_SIZE_4096,
	MLX5SIG_BLOCK_SIZE_4160,
};

/* The signature of the data in memory, or on the wire. */
struct mlx5sig_sig_block_domain {
	enum mlx5sig_sig_type sig_type;
	union {
		const struct mlx5sig_sig_t10dif *dif;
		const struct mlx5sig_sig_crc *crc;
	} sig;
	enum mlx5sig_block_size block_size;	/* data bytes, without the signature */
	uint64_t comp_mask;			/* 0 */
};

/* Bytes of the signature field, bit 7 the first one. */
enum mlx5sig_sig_mask {
	MLX5SIG_SIG_MASK_T10DIF_GUARD = 0xc0,
	MLX5SIG_SIG_MASK_T10DIF_APPTAG = 0x30,
	MLX5SIG_SIG_MASK_T10DIF_REFTAG = 0x0f,
	MLX5SIG_SIG_MASK_CRC32 = 0xf0,
	MLX5SIG_SIG_MASK_CRC32C = MLX5SIG_SIG_MASK_CRC32,
	MLX5SIG_SIG_MASK_CRC64_XP10 = 0xff,
};

enum mlx5sig_sig_block_attr_flags {
	MLX5SIG_SIG_BLOCK_ATTR_FLAG_COPY_MASK = 1 << 0,	/* copy_mask counts */
};

struct mlx5sig_sig_block_attr {
	const struct mlx5sig_sig_block_domain *mem;	/* NULL: no signature */
	const struct mlx5sig_sig_block_domain *wire;	/* NULL: no signature */
	uint32_t flags;		/* enum mlx5sig_sig_block_attr_flags */
	uint8_t check_mask;	/* bytes of the incoming signature that are checked */
	uint8_t copy_mask; /* bytes that are copied; needs the same structure in both domains */
	uint64_t comp_mask;	/* 0 */
};

enum mlx5sig_sig_domain {
	MLX5SIG_SIG_DOMAIN_WIRE,
	MLX5SIG_SIG_DOMAIN_MEM,
};

/*
 * A PSV on the device: the signature of the data so far, and whether it was wrong; see
 * mlx5sig_psv_create().
 */
struct mlx5sig_psv {
	uint32_t index;		/* number of the PSV */
};

/* The start of a signature, for mlx5sig_wr_set_psv(). */
struct mlx5sig_psv_attr {
	enum mlx5sig_sig_type sig_type;
	union {
		const struct mlx5sig_sig_t10dif *dif;	/* seed of the guard, and tags */
		const struct mlx5sig_sig_crc *crc;
	} sig;
	uint64_t comp_mask;	/* 0 */
};

enum mlx5sig_sig_transaction_flags {
	/* The first key of the transaction: the CRC starts with the seed. */
	MLX5SIG_SIG_TRANSACTION_FLAG_INIT = 1 << 0,
	/* The last key: the CRC follows the data, and is checked or generated. */
	MLX5SIG_SIG_TRANSACTION_FLAG_CHECK_GEN = 1 << 1,
};

/* One CRC after all data of a key, or of several keys that have the same PSV. */
struct mlx5sig_sig_transaction_attr {
	enum mlx5sig_sig_domain domain;	/* where the CRC is; the other domain has data alone */
	const struct mlx5sig_sig_crc *crc;
	const struct mlx5sig_psv *psv;
	uint32_t flags;		/* enum mlx5sig_sig_transaction_flags */
	uint64_t comp_mask;	/* 0 */
};

/* T10-DIF tags, which change from request to request. Those of domains without T10-DIF are ignored. */
struct mlx5sig_sig_tags {
	uint16_t mem_app_tag, wire_app_tag;
	uint32_t mem_ref_tag, wire_ref_tag;	/* of the first block */
	uint32_t comp_mask;			/* 0 */
};

enum mlx5sig_crypto_standard {
	MLX5SIG_CRYPTO_STANDARD_AES_XTS,
};

enum mlx5sig_signature_crypto_order {
	MLX5SIG_SIGNATURE_CRYPTO_ORDER_SIGNATURE_AFTER_CRYPTO_ON_TX,
	MLX5SIG_SIGNATURE_CRYPTO_ORDER_SIGNATURE_BEFORE_CRYPTO_ON_TX,
};

/* A data encryption key on the device; see mlx5sig_dek_create(). */
struct mlx5sig_dek {
	uint32_t dekn;		/* number of the object */
};

struct mlx5sig_crypto_attr {
	enum mlx5sig_crypto_standard crypto_standard;
	bool encrypt_on_tx;	/* otherwise: decrypt on TX */
	enum mlx5sig_signature_crypto_order signature_crypto_order;	/* with a signature only */
	enum mlx5sig_block_size data_unit_size;	/* after which the tweak increments */
	char initial_tweak[16];	/* little-endian */
	struct mlx5sig_dek *dek;
	char keytag[8];		/* that of the key, if it has one */
	uint64_t comp_mask;	/* 0 */
};

enum mlx5sig_mkey_err_type {
	MLX5SIG_MKEY_NO_ERR,
	MLX5SIG_MKEY_SIG_BLOCK_BAD_GUARD,
	MLX5SIG_MKEY_SIG_BLOCK_BAD_REFTAG,
	MLX5SIG_MKEY_SIG_BLOCK_BAD_APPTAG,
};

struct mlx5sig_sig_err {
	uint64_t actual_value;		/* computed from the data */
	uint64_t expected_value;	/* found in the signature */
	uint64_t offset;		/* in the block; signatures before it count */
};

struct mlx5sig_mkey_err {
	enum mlx5sig_mkey_err_type err_type;
	union {
		struct mlx5sig_sig_err sig;
	} err;
};

#ifdef __cplusplus
}
#endif

#endif
