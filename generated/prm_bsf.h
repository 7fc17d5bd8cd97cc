/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * The byte stream format (BSF) of a memory key. It tells which signature protects which blocks on
 * the wire and in memory, what is checked, copied and generated, and how data are encrypted.
 * Made by prmc 1 from spec/wqe/bsf.yaml, spec digest 446884b371ff. Do not edit: `ninja regen`.
 */
#ifndef PRM_BSF_H
#define PRM_BSF_H

#include "prm_base.h"

/**
 * enum prm_bsf_size - Size of the whole BSF, and so which sections it has. Every section repeats it
 *
 * Note: A crypto section with SIZE_64 behind a signature section, where SIZE_128 is right, worked
 * on ConnectX-6 and fails on ConnectX-6 Dx and later (rdma-core history).
 * Sources: rdma-core providers/mlx5/wqe.h MLX5_BSF_SIZE_*; DPDK drivers/common/mlx5/mlx5_prm.h
 * MLX5_BSF_SIZE_*.
 */
enum prm_bsf_size {
	PRM_BSF_SIZE_SIZE_16  = 0x00,	/* Basic. */
	PRM_BSF_SIZE_SIZE_32  = 0x01,	/* Basic and extended. */
	/* Basic, extended and the two inline sections; or crypto alone. */
	PRM_BSF_SIZE_SIZE_64  = 0x02,
	PRM_BSF_SIZE_SIZE_128 = 0x03,	/* Signature (64 bytes), then crypto (64 bytes). */
};

/* The name of a value of enum prm_bsf_size, or NULL. */
static inline const char *prm_bsf_size_str(uint64_t value)
{
	switch (value) {
	case PRM_BSF_SIZE_SIZE_16:
		return "SIZE_16";
	case PRM_BSF_SIZE_SIZE_32:
		return "SIZE_32";
	case PRM_BSF_SIZE_SIZE_64:
		return "SIZE_64";
	case PRM_BSF_SIZE_SIZE_128:
		return "SIZE_128";
	default:
		return NULL;
	}
}

/**
 * enum prm_bsf_p_type - What a section of the BSF is about
 *
 * Sources: DPDK drivers/common/mlx5/mlx5_prm.h MLX5_BSF_P_TYPE_*; rdma-core providers/mlx5/wqe.h
 * MLX5_BSF_TYPE_CRYPTO.
 */
enum prm_bsf_p_type {
	PRM_BSF_P_TYPE_SIGNATURE = 0x00,
	PRM_BSF_P_TYPE_CRYPTO    = 0x01,
};

/* The name of a value of enum prm_bsf_p_type, or NULL. */
static inline const char *prm_bsf_p_type_str(uint64_t value)
{
	switch (value) {
	case PRM_BSF_P_TYPE_SIGNATURE:
		return "SIGNATURE";
	case PRM_BSF_P_TYPE_CRYPTO:
		return "CRYPTO";
	default:
		return NULL;
	}
}

/**
 * enum prm_block_size_selector - Bytes of data in a block, without the signature that follows each
 * block
 *
 * Sources: linux drivers/infiniband/hw/mlx5/wr.c bs_selector(); rdma-core providers/mlx5/qp.c
 * bs_to_bs_selector(); DPDK drivers/common/mlx5/mlx5_prm.h MLX5_BLOCK_SIZE_*.
 */
enum prm_block_size_selector {
	PRM_BLOCK_SIZE_SELECTOR_NONE       = 0x00, /* The domain has no block signature. */
	PRM_BLOCK_SIZE_SELECTOR_SIZE_512   = 0x01,
	PRM_BLOCK_SIZE_SELECTOR_SIZE_520   = 0x02,
	PRM_BLOCK_SIZE_SELECTOR_SIZE_4096  = 0x03,
	PRM_BLOCK_SIZE_SELECTOR_SIZE_4160  = 0x04,
	/*
	 * Sources disagree: 1 GiB in Linux (bs_selector), 1 MiB in DPDK (MLX5_BLOCK_SIZE_1MB);
	 * rdma-core does not use it. DPDK uses it for encryption, where 1 MiB may be right. Not
	 * decided, so without a size in its name. Refuse it for signatures. UNVERIFIED: The size of
	 * this block.
	 */
	PRM_BLOCK_SIZE_SELECTOR_SELECTOR_5 = 0x05,
	/*
	 * Needs cmd_hca_cap.sig_block_4048. UNVERIFIED: Only rdma-core sets it for a signature.
	 * DPDK knows it for encryption.
	 */
	PRM_BLOCK_SIZE_SELECTOR_SIZE_4048  = 0x06,
};

/* The name of a value of enum prm_block_size_selector, or NULL. */
static inline const char *prm_block_size_selector_str(uint64_t value)
{
	switch (value) {
	case PRM_BLOCK_SIZE_SELECTOR_NONE:
		return "NONE";
	case PRM_BLOCK_SIZE_SELECTOR_SIZE_512:
		return "SIZE_512";
	case PRM_BLOCK_SIZE_SELECTOR_SIZE_520:
		return "SIZE_520";
	case PRM_BLOCK_SIZE_SELECTOR_SIZE_4096:
		return "SIZE_4096";
	case PRM_BLOCK_SIZE_SELECTOR_SIZE_4160:
		return "SIZE_4160";
	case PRM_BLOCK_SIZE_SELECTOR_SELECTOR_5:
		return "SELECTOR_5";
	case PRM_BLOCK_SIZE_SELECTOR_SIZE_4048:
		return "SIZE_4048";
	default:
		return NULL;
	}
}

/**
 * enum prm_bfs - Block or transaction format selector, which signature it is. In the headers of
 * rdma-core and SPDK the selector is the whole byte with the two flags below it, so CRC32 is 0x20
 * there, CRC32C 0x40 and CRC64_XP10 0x50
 *
 * UNVERIFIED: That the signature is chosen by the upper four bits alone is read off the values in
 * use.
 * Sources: rdma-core providers/mlx5/wqe.h MLX5_BFS_*; SPDK lib/mlx5/mlx5_umr.c
 * MLX5_SIG_BSF_TFS_CRC32C.
 */
enum prm_bfs {
	/*
	 * Guard, application tag and reference tag (8 bytes), as the inline section of the domain
	 * tells. Also the value of a domain without signature. Note: The CRC guard has the
	 * polynomial 0x8bb7, not reflected, without final inversion, and stands big-endian before
	 * the tags. UNVERIFIED: Byte order of the checksum guard, and what the seed does to it.
	 */
	PRM_BFS_T10DIF     = 0x00,
	/*
	 * Polynomial 0x04c11db7, not reflected, inverted at the end, most significant byte first.
	 * With seed ONES this is CRC-32/BZIP2, not the CRC of zlib.
	 */
	PRM_BFS_CRC32      = 0x02,
	/*
	 * Polynomial 0x1edc6f41, reflected, inverted at the end, least significant byte first (the
	 * order of iSCSI digests). Needs cmd_hca_cap.sig_crc32c.
	 */
	PRM_BFS_CRC32C     = 0x04,
	/*
	 * Polynomial 0xad93d23594c93659, reflected, all ones at the start, inverted at the end
	 * (CRC-64/NVME). Needs cmd_hca_cap.sig_crc64_xp10. UNVERIFIED: That the device computes
	 * this CRC, and the order of its bytes.
	 */
	PRM_BFS_CRC64_XP10 = 0x05,
};

/* The name of a value of enum prm_bfs, or NULL. */
static inline const char *prm_bfs_str(uint64_t value)
{
	switch (value) {
	case PRM_BFS_T10DIF:
		return "T10DIF";
	case PRM_BFS_CRC32:
		return "CRC32";
	case PRM_BFS_CRC32C:
		return "CRC32C";
	case PRM_BFS_CRC64_XP10:
		return "CRC64_XP10";
	default:
		return NULL;
	}
}

/**
 * enum prm_bfs_seed - Start value of the CRC of a block or transaction format selector
 *
 * Note: The bit set means seed 0. The seed bit of the inline section has the opposite sense (see
 * t10dif_seed). rdma-core had the CRC seed inverted for a while.
 * Sources: rdma-core providers/mlx5/qp.c mlx5_umr_crc_bfs(); SPDK lib/mlx5/mlx5_umr.c
 * mlx5_get_crc32c_tfs().
 */
enum prm_bfs_seed {
	PRM_BFS_SEED_ONES = 0x00,	/* 0xffffffff, or 64 ones. */
	PRM_BFS_SEED_ZERO = 0x01,
};

/* The name of a value of enum prm_bfs_seed, or NULL. */
static inline const char *prm_bfs_seed_str(uint64_t value)
{
	switch (value) {
	case PRM_BFS_SEED_ONES:
		return "ONES";
	case PRM_BFS_SEED_ZERO:
		return "ZERO";
	default:
		return NULL;
	}
}

/**
 * enum prm_t10dif_seed - Start value of the guard of T10-DIF
 *
 * Note: The bit set means seed 0xffff. The seed bits of the format selectors have the opposite
 * sense (see bfs_seed).
 * Sources: rdma-core providers/mlx5/qp.c mlx5_umr_fill_inl_bsf_t10dif().
 */
enum prm_t10dif_seed {
	PRM_T10DIF_SEED_ZERO = 0x00,
	PRM_T10DIF_SEED_ONES = 0x01,	/* 0xffff. */
};

/* The name of a value of enum prm_t10dif_seed, or NULL. */
static inline const char *prm_t10dif_seed_str(uint64_t value)
{
	switch (value) {
	case PRM_T10DIF_SEED_ZERO:
		return "ZERO";
	case PRM_T10DIF_SEED_ONES:
		return "ONES";
	default:
		return NULL;
	}
}

/**
 * enum prm_t10dif_guard - Kind of the guard of T10-DIF
 *
 * Sources: linux include/linux/mlx5/qp.h enum mlx5_sig_type; rdma-core providers/mlx5/wqe.h
 * MLX5_T10DIF_CRC, MLX5_T10DIF_IPCS.
 */
enum prm_t10dif_guard {
	PRM_T10DIF_GUARD_NONE = 0x00,	/* The section is not valid (vld is 0). */
	PRM_T10DIF_GUARD_CRC  = 0x01,
	PRM_T10DIF_GUARD_IPCS = 0x02,	/* Ones' complement IP checksum. */
};

/* The name of a value of enum prm_t10dif_guard, or NULL. */
static inline const char *prm_t10dif_guard_str(uint64_t value)
{
	switch (value) {
	case PRM_T10DIF_GUARD_NONE:
		return "NONE";
	case PRM_T10DIF_GUARD_CRC:
		return "CRC";
	case PRM_T10DIF_GUARD_IPCS:
		return "IPCS";
	default:
		return NULL;
	}
}

/**
 * enum prm_t10dif_escape - Which blocks are not checked, for the sake of their tags
 *
 * Sources: linux include/linux/mlx5/qp.h MLX5_BSF_APPTAG_ESCAPE, MLX5_BSF_APPREF_ESCAPE; rdma-core
 * providers/mlx5/wqe.h MLX5_BSF_APPTAG_ESCAPE, MLX5_BSF_APPREF_ESCAPE.
 */
enum prm_t10dif_escape {
	PRM_T10DIF_ESCAPE_NONE    = 0x00,
	PRM_T10DIF_ESCAPE_APP     = 0x01, /* Those with application tag 0xffff. */
	/* Those with application tag 0xffff and reference tag 0xffffffff. */
	PRM_T10DIF_ESCAPE_APP_REF = 0x02,
};

/* The name of a value of enum prm_t10dif_escape, or NULL. */
static inline const char *prm_t10dif_escape_str(uint64_t value)
{
	switch (value) {
	case PRM_T10DIF_ESCAPE_NONE:
		return "NONE";
	case PRM_T10DIF_ESCAPE_APP:
		return "APP";
	case PRM_T10DIF_ESCAPE_APP_REF:
		return "APP_REF";
	default:
		return NULL;
	}
}

/**
 * enum prm_encryption_order - Where the data are encrypted, and on which side of that the signature
 * is taken
 *
 * Note: The RAW orders take signatures in one domain only (rdma-core get_crypto_order).
 * Sources: DPDK drivers/common/mlx5/mlx5_prm.h MLX5_ENCRYPTION_ORDER_*; rdma-core
 * providers/mlx5/qp.c get_crypto_order().
 */
enum prm_encryption_order {
	/* Encrypted on the wire. Going out, signature first, then encryption. */
	PRM_ENCRYPTION_ORDER_ENCRYPTED_WIRE_SIGNATURE   = 0x00,
	/* Encrypted in memory. Going out, decryption first, then signature. */
	PRM_ENCRYPTION_ORDER_ENCRYPTED_MEMORY_SIGNATURE = 0x01,
	/* Encrypted on the wire. Going out, encryption first, then signature. */
	PRM_ENCRYPTION_ORDER_ENCRYPTED_RAW_WIRE         = 0x02,
	/* Encrypted in memory. Going out, signature first, then decryption. */
	PRM_ENCRYPTION_ORDER_ENCRYPTED_RAW_MEMORY       = 0x03,
};

/* The name of a value of enum prm_encryption_order, or NULL. */
static inline const char *prm_encryption_order_str(uint64_t value)
{
	switch (value) {
	case PRM_ENCRYPTION_ORDER_ENCRYPTED_WIRE_SIGNATURE:
		return "ENCRYPTED_WIRE_SIGNATURE";
	case PRM_ENCRYPTION_ORDER_ENCRYPTED_MEMORY_SIGNATURE:
		return "ENCRYPTED_MEMORY_SIGNATURE";
	case PRM_ENCRYPTION_ORDER_ENCRYPTED_RAW_WIRE:
		return "ENCRYPTED_RAW_WIRE";
	case PRM_ENCRYPTION_ORDER_ENCRYPTED_RAW_MEMORY:
		return "ENCRYPTED_RAW_MEMORY";
	default:
		return NULL;
	}
}

/**
 * enum prm_encryption_standard - Cipher of the data
 *
 * Sources: DPDK drivers/common/mlx5/mlx5_prm.h MLX5_ENCRYPTION_STANDARD_AES_XTS.
 */
enum prm_encryption_standard {
	PRM_ENCRYPTION_STANDARD_AES_XTS = 0x00,
};

/* The name of a value of enum prm_encryption_standard, or NULL. */
static inline const char *prm_encryption_standard_str(uint64_t value)
{
	switch (value) {
	case PRM_ENCRYPTION_STANDARD_AES_XTS:
		return "AES_XTS";
	default:
		return NULL;
	}
}

/**
 * enum prm_sig_byte_mask_value - Values of check_byte_mask and copy_byte_mask for the parts of each
 * signature; join them with bitwise or
 *
 * Sources: linux include/linux/mlx5/qp.h MLX5_CPY_GRD_MASK, MLX5_CPY_APP_MASK, MLX5_CPY_REF_MASK;
 * rdma-core providers/mlx5/mlx5dv.h enum mlx5dv_sig_mask.
 */
enum prm_sig_byte_mask_value {
	PRM_SIG_BYTE_MASK_VALUE_T10DIF_GUARD  = 0xc0,
	PRM_SIG_BYTE_MASK_VALUE_T10DIF_APPTAG = 0x30,
	PRM_SIG_BYTE_MASK_VALUE_T10DIF_REFTAG = 0x0f,
	PRM_SIG_BYTE_MASK_VALUE_CRC32         = 0xf0,
	PRM_SIG_BYTE_MASK_VALUE_CRC32C        = 0xf0,
	PRM_SIG_BYTE_MASK_VALUE_CRC64_XP10    = 0xff,
};

/* The name of a value of enum prm_sig_byte_mask_value, or NULL. */
static inline const char *prm_sig_byte_mask_value_str(uint64_t value)
{
	switch (value) {
	case PRM_SIG_BYTE_MASK_VALUE_T10DIF_GUARD:
		return "T10DIF_GUARD";
	case PRM_SIG_BYTE_MASK_VALUE_T10DIF_APPTAG:
		return "T10DIF_APPTAG";
	case PRM_SIG_BYTE_MASK_VALUE_T10DIF_REFTAG:
		return "T10DIF_REFTAG";
	case PRM_SIG_BYTE_MASK_VALUE_CRC32:
		return "CRC32";
	case PRM_SIG_BYTE_MASK_VALUE_CRC64_XP10:
		return "CRC64_XP10";
	default:
		return NULL;
	}
}

/**
 * flags PRM_SIG_BYTE_MASK_* - Bytes of the signature field, in the order in which they stand behind
 * the block
 *
 * Sources: rdma-core providers/mlx5/man/mlx5dv_wr_set_mkey_sig_block.3.md, check_mask and
 * copy_mask.
 */
/* The first byte, for T10-DIF the upper half of the guard. */
#define PRM_SIG_BYTE_MASK_BYTE_0 (UINT32_C(1) << 7)
#define PRM_SIG_BYTE_MASK_BYTE_1 (UINT32_C(1) << 6)
#define PRM_SIG_BYTE_MASK_BYTE_2 (UINT32_C(1) << 5)
#define PRM_SIG_BYTE_MASK_BYTE_3 (UINT32_C(1) << 4)
#define PRM_SIG_BYTE_MASK_BYTE_4 (UINT32_C(1) << 3)
#define PRM_SIG_BYTE_MASK_BYTE_5 (UINT32_C(1) << 2)
#define PRM_SIG_BYTE_MASK_BYTE_6 (UINT32_C(1) << 1)
#define PRM_SIG_BYTE_MASK_BYTE_7 (UINT32_C(1) << 0)
#define PRM_SIG_BYTE_MASK_ALL UINT32_C(0xff)

/* The name of bit @bit of PRM_SIG_BYTE_MASK_*, 0 the lowest one, or NULL. */
static inline const char *prm_sig_byte_mask_flag_str(unsigned int bit)
{
	switch (bit) {
	case 7:
		return "BYTE_0";
	case 6:
		return "BYTE_1";
	case 5:
		return "BYTE_2";
	case 4:
		return "BYTE_3";
	case 3:
		return "BYTE_4";
	case 2:
		return "BYTE_5";
	case 1:
		return "BYTE_6";
	case 0:
		return "BYTE_7";
	default:
		return NULL;
	}
}

/**
 * struct prm_bsf_basic - first section of a signature BSF, the blocks of both domains and what
 * happens to their signatures
 *
 * 16 bytes, written by the driver.
 * Sources: rdma-core providers/mlx5/wqe.h struct mlx5_bsf (mlx5_bsf_basic); linux
 * include/linux/mlx5/qp.h struct mlx5_bsf (mlx5_bsf_basic).
 */
struct prm_bsf_basic {
	/*
	 * 0x00 [31:30] bsf_size: (enum prm_bsf_size; default 0x2)
	 *      [28]    sbs: Same block structure, that is kind of signature and block size, on
	 *                the wire and in memory. Bytes of the signature can then be copied;
	 *                memory_block holds for both.
	 *      [25:24] p_type: (enum prm_bsf_p_type; always 0x0)
	 */
	uint8_t b_00;
	/*
	 * 0x00 [23:16]: Bytes of the signature that are checked where data come in. (flags
	 * PRM_SIG_BYTE_MASK_*)
	 */
	uint8_t check_byte_mask;
	/* 0x00 [15:8] wire_format: decided by sbs */
	__extension__ union {
		/* 0x00 [15:8]: Block size on the wire. (enum prm_block_size_selector) */
		uint8_t wire_block;
		/*
		 * 0x00 [15:8]: Bytes of the signature that are copied to the other domain; the
		 * others are computed anew. (flags PRM_SIG_BYTE_MASK_*)
		 */
		uint8_t copy_byte_mask;
	};
	/* 0x00 [7:0]: Block size in memory. (enum prm_block_size_selector) */
	uint8_t memory_block;
	/*
	 * 0x04 [31:0]: How much data the BSF covers. 0xffffffff, as much as the key holds. Sources
	 * disagree: rdma-core writes 0xffffffff, Linux the length of the data without signatures,
	 * SPDK the length of the UMR. rdma-core's value does not depend on any length, so it is the
	 * default. UNVERIFIED: Whether the size counts with or without signatures. (in bytes;
	 * default 0xffffffff)
	 */
	prm_be32 raw_data_size;
	/*
	 * 0x08 [31:28] wire_bfs: Signature on the wire. (enum prm_bfs)
	 *      [25]    wire_bfs_repeat: Every block has a signature. rdma-core sets it for each
	 *                CRC; 0 for T10-DIF, which has repeat_block in the inline section.
	 *      [24]    wire_bfs_seed: Of a CRC; 0 for T10-DIF. (enum prm_bfs_seed)
	 *      [23:0]  wire_psv: Number of the PSV of the wire domain.
	 */
	prm_be32 dw_08;
	/*
	 * 0x0c [31:28] memory_bfs: Signature in memory. (enum prm_bfs)
	 *      [25]    memory_bfs_repeat: As wire_bfs_repeat.
	 *      [24]    memory_bfs_seed: Of a CRC; 0 for T10-DIF. (enum prm_bfs_seed)
	 *      [23:0]  memory_psv: Number of the PSV of the memory domain.
	 */
	prm_be32 dw_0c;
} __attribute__((packed, aligned(4)));

#define PRM_BSF_BASIC_SIZE 16

PRM_ASSERT_SIZE(prm_bsf_basic, 16);
PRM_ASSERT_OFFSET(prm_bsf_basic, b_00, 0x00);
PRM_ASSERT_OFFSET(prm_bsf_basic, check_byte_mask, 0x01);
PRM_ASSERT_OFFSET(prm_bsf_basic, wire_block, 0x02);
PRM_ASSERT_OFFSET(prm_bsf_basic, copy_byte_mask, 0x02);
PRM_ASSERT_OFFSET(prm_bsf_basic, memory_block, 0x03);
PRM_ASSERT_OFFSET(prm_bsf_basic, raw_data_size, 0x04);
PRM_ASSERT_OFFSET(prm_bsf_basic, dw_08, 0x08);
PRM_ASSERT_OFFSET(prm_bsf_basic, dw_0c, 0x0c);

static inline void prm_bsf_basic_set_bsf_size(struct prm_bsf_basic *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 2);
	p->b_00 = prm_u8_replace(p->b_00, 0xc0, (uint8_t)((uint32_t)v << 6));
}

static inline uint32_t prm_bsf_basic_get_bsf_size(const struct prm_bsf_basic *p)
{
	return p->b_00 >> 6;
}

static inline void prm_bsf_basic_set_sbs(struct prm_bsf_basic *p, bool v)
{
	p->b_00 = prm_u8_replace(p->b_00, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_bsf_basic_get_sbs(const struct prm_bsf_basic *p)
{
	return (bool)((p->b_00 >> 4) & 0x1);
}

static inline void prm_bsf_basic_set_p_type(struct prm_bsf_basic *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 2);
	p->b_00 = prm_u8_replace(p->b_00, 0x3, (uint8_t)v);
}

static inline uint32_t prm_bsf_basic_get_p_type(const struct prm_bsf_basic *p)
{
	return p->b_00 & 0x3;
}

static inline void prm_bsf_basic_set_check_byte_mask(struct prm_bsf_basic *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->check_byte_mask = (uint8_t)v;
}

static inline uint32_t prm_bsf_basic_get_check_byte_mask(const struct prm_bsf_basic *p)
{
	return p->check_byte_mask;
}

static inline void prm_bsf_basic_set_wire_block(struct prm_bsf_basic *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->wire_block = (uint8_t)v;
}

static inline uint32_t prm_bsf_basic_get_wire_block(const struct prm_bsf_basic *p)
{
	return p->wire_block;
}

static inline void prm_bsf_basic_set_copy_byte_mask(struct prm_bsf_basic *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->copy_byte_mask = (uint8_t)v;
}

static inline uint32_t prm_bsf_basic_get_copy_byte_mask(const struct prm_bsf_basic *p)
{
	return p->copy_byte_mask;
}

static inline void prm_bsf_basic_set_memory_block(struct prm_bsf_basic *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->memory_block = (uint8_t)v;
}

static inline uint32_t prm_bsf_basic_get_memory_block(const struct prm_bsf_basic *p)
{
	return p->memory_block;
}

static inline void prm_bsf_basic_set_raw_data_size(struct prm_bsf_basic *p, uint32_t v)
{
	p->raw_data_size = prm_cpu_to_be32(v);
}

static inline uint32_t prm_bsf_basic_get_raw_data_size(const struct prm_bsf_basic *p)
{
	return prm_be32_to_cpu(p->raw_data_size);
}

static inline void prm_bsf_basic_set_wire_bfs(struct prm_bsf_basic *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->dw_08 = prm_be32_replace(p->dw_08, 0xf0000000u, (uint32_t)v << 28);
}

static inline uint32_t prm_bsf_basic_get_wire_bfs(const struct prm_bsf_basic *p)
{
	return prm_be32_to_cpu(p->dw_08) >> 28;
}

static inline void prm_bsf_basic_set_wire_bfs_repeat(struct prm_bsf_basic *p, bool v)
{
	p->dw_08 = prm_be32_replace(p->dw_08, 0x2000000u, (uint32_t)v << 25);
}

static inline bool prm_bsf_basic_get_wire_bfs_repeat(const struct prm_bsf_basic *p)
{
	return (bool)((prm_be32_to_cpu(p->dw_08) >> 25) & 0x1);
}

static inline void prm_bsf_basic_set_wire_bfs_seed(struct prm_bsf_basic *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 1);
	p->dw_08 = prm_be32_replace(p->dw_08, 0x1000000u, (uint32_t)v << 24);
}

static inline uint32_t prm_bsf_basic_get_wire_bfs_seed(const struct prm_bsf_basic *p)
{
	return (prm_be32_to_cpu(p->dw_08) >> 24) & 0x1;
}

static inline void prm_bsf_basic_set_wire_psv(struct prm_bsf_basic *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_08 = prm_be32_replace(p->dw_08, 0xffffffu, v);
}

static inline uint32_t prm_bsf_basic_get_wire_psv(const struct prm_bsf_basic *p)
{
	return prm_be32_to_cpu(p->dw_08) & 0xffffff;
}

static inline void prm_bsf_basic_set_memory_bfs(struct prm_bsf_basic *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->dw_0c = prm_be32_replace(p->dw_0c, 0xf0000000u, (uint32_t)v << 28);
}

static inline uint32_t prm_bsf_basic_get_memory_bfs(const struct prm_bsf_basic *p)
{
	return prm_be32_to_cpu(p->dw_0c) >> 28;
}

static inline void prm_bsf_basic_set_memory_bfs_repeat(struct prm_bsf_basic *p, bool v)
{
	p->dw_0c = prm_be32_replace(p->dw_0c, 0x2000000u, (uint32_t)v << 25);
}

static inline bool prm_bsf_basic_get_memory_bfs_repeat(const struct prm_bsf_basic *p)
{
	return (bool)((prm_be32_to_cpu(p->dw_0c) >> 25) & 0x1);
}

static inline void prm_bsf_basic_set_memory_bfs_seed(struct prm_bsf_basic *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 1);
	p->dw_0c = prm_be32_replace(p->dw_0c, 0x1000000u, (uint32_t)v << 24);
}

static inline uint32_t prm_bsf_basic_get_memory_bfs_seed(const struct prm_bsf_basic *p)
{
	return (prm_be32_to_cpu(p->dw_0c) >> 24) & 0x1;
}

static inline void prm_bsf_basic_set_memory_psv(struct prm_bsf_basic *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_0c = prm_be32_replace(p->dw_0c, 0xffffffu, v);
}

static inline uint32_t prm_bsf_basic_get_memory_psv(const struct prm_bsf_basic *p)
{
	return prm_be32_to_cpu(p->dw_0c) & 0xffffff;
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_bsf_basic_fields {
	uint8_t bsf_size;		/* 2 bits, enum prm_bsf_size */
	bool sbs;
	uint8_t check_byte_mask;	/* PRM_SIG_BYTE_MASK_* */
	__extension__ union {	/* decided by sbs */
		uint8_t wire_block;	/* enum prm_block_size_selector */
		uint8_t copy_byte_mask;	/* PRM_SIG_BYTE_MASK_* */
	};
	uint8_t memory_block;		/* enum prm_block_size_selector */
	uint32_t raw_data_size;
	uint8_t wire_bfs;		/* 4 bits, enum prm_bfs */
	bool wire_bfs_repeat;
	uint8_t wire_bfs_seed;		/* enum prm_bfs_seed */
	uint32_t wire_psv;		/* 24 bits */
	uint8_t memory_bfs;		/* 4 bits, enum prm_bfs */
	bool memory_bfs_repeat;
	uint8_t memory_bfs_seed;	/* enum prm_bfs_seed */
	uint32_t memory_psv;		/* 24 bits */
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_bsf_basic_fields_init(struct prm_bsf_basic_fields *v)
{
	memset(v, 0, sizeof(*v));
	v->bsf_size = 0x2;
	v->raw_data_size = 0xffffffff;
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_bsf_basic_pack(struct prm_bsf_basic *p,
		const struct prm_bsf_basic_fields *v)
{
	PRM_CHECK_WIDTH(v->bsf_size, 2);
	prm_store8(p, 0x00, (uint8_t)((uint32_t)v->bsf_size << 6 | (uint32_t)v->sbs << 4));
	prm_store8(p, 0x01, (uint8_t)((uint32_t)v->check_byte_mask));
	prm_store8(p, 0x02, v->wire_block);
	prm_store8(p, 0x03, (uint8_t)((uint32_t)v->memory_block));
	prm_store32(p, 0x04, v->raw_data_size);
	PRM_CHECK_WIDTH(v->wire_bfs, 4);
	PRM_CHECK_WIDTH(v->wire_bfs_seed, 1);
	PRM_CHECK_WIDTH(v->wire_psv, 24);
	prm_store32(p, 0x08, (uint32_t)v->wire_bfs << 28 | (uint32_t)v->wire_bfs_repeat << 25 |
			((uint32_t)v->wire_bfs_seed & 0x1) << 24 | (v->wire_psv & 0xffffff));
	PRM_CHECK_WIDTH(v->memory_bfs, 4);
	PRM_CHECK_WIDTH(v->memory_bfs_seed, 1);
	PRM_CHECK_WIDTH(v->memory_psv, 24);
	prm_store32(p, 0x0c, (uint32_t)v->memory_bfs << 28 | (uint32_t)v->memory_bfs_repeat << 25 |
			((uint32_t)v->memory_bfs_seed & 0x1) << 24 | (v->memory_psv & 0xffffff));
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_bsf_basic_check(const struct prm_bsf_basic *p, struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_enum(r, "bsf_size", 0, 2, prm_bsf_basic_get_bsf_size(p),
		prm_bsf_size_str(prm_bsf_basic_get_bsf_size(p)));
	n += prm_check_reserved(r, p, 2, 1);	/* 0x00 [29] */
	n += prm_check_reserved(r, p, 4, 2);	/* 0x00 [27:26] */
	n += prm_check_fixed(r, "p_type", 6, 2, prm_bsf_basic_get_p_type(p), 0x0);
	n += prm_check_flags(r, "check_byte_mask", 8, 8, prm_bsf_basic_get_check_byte_mask(p),
		PRM_SIG_BYTE_MASK_ALL);
	switch ((unsigned int)prm_bsf_basic_get_sbs(p)) {
	case 0x0:
		n += prm_check_enum(r, "wire_block", 16, 8, prm_bsf_basic_get_wire_block(p),
			prm_block_size_selector_str(prm_bsf_basic_get_wire_block(p)));
		break;
	case 0x1:
		n += prm_check_flags(r, "copy_byte_mask", 16, 8,
			prm_bsf_basic_get_copy_byte_mask(p),
			PRM_SIG_BYTE_MASK_ALL);
		break;
	default:
		break;
	}
	n += prm_check_enum(r, "memory_block", 24, 8, prm_bsf_basic_get_memory_block(p),
		prm_block_size_selector_str(prm_bsf_basic_get_memory_block(p)));
	n += prm_check_enum(r, "wire_bfs", 64, 4, prm_bsf_basic_get_wire_bfs(p),
		prm_bfs_str(prm_bsf_basic_get_wire_bfs(p)));
	n += prm_check_reserved(r, p, 68, 2);	/* 0x08 [27:26] */
	n += prm_check_enum(r, "wire_bfs_seed", 71, 1, prm_bsf_basic_get_wire_bfs_seed(p),
		prm_bfs_seed_str(prm_bsf_basic_get_wire_bfs_seed(p)));
	n += prm_check_enum(r, "memory_bfs", 96, 4, prm_bsf_basic_get_memory_bfs(p),
		prm_bfs_str(prm_bsf_basic_get_memory_bfs(p)));
	n += prm_check_reserved(r, p, 100, 2);	/* 0x0c [27:26] */
	n += prm_check_enum(r, "memory_bfs_seed", 103, 1, prm_bsf_basic_get_memory_bfs_seed(p),
		prm_bfs_seed_str(prm_bsf_basic_get_memory_bfs_seed(p)));
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_bsf_basic_unpack(struct prm_bsf_basic_fields *v,
		const struct prm_bsf_basic *p, struct prm_report *r)
{
	uint32_t word;

	word = prm_load8(p, 0x00);
	v->bsf_size = (uint8_t)(word >> 6);
	v->sbs = (word >> 4) & 0x1;
	v->check_byte_mask = prm_load8(p, 0x01);
	v->wire_block = prm_load8(p, 0x02);
	v->memory_block = prm_load8(p, 0x03);
	v->raw_data_size = prm_load32(p, 0x04);
	word = prm_load8(p, 0x08);
	v->wire_bfs = (uint8_t)(word >> 4);
	v->wire_bfs_repeat = (word >> 1) & 0x1;
	v->wire_bfs_seed = (uint8_t)(word & 0x1);
	v->wire_psv = prm_load32(p, 0x08) & 0xffffff;
	word = prm_load8(p, 0x0c);
	v->memory_bfs = (uint8_t)(word >> 4);
	v->memory_bfs_repeat = (word >> 1) & 0x1;
	v->memory_bfs_seed = (uint8_t)(word & 0x1);
	v->memory_psv = prm_load32(p, 0x0c) & 0xffffff;
	return r ? prm_bsf_basic_check(p, r) : 0;
}

/**
 * struct prm_bsf_extended - second section of a signature BSF, signatures of whole transactions.
 * All zero with block signatures only
 *
 * 16 bytes, written by the driver.
 * UNVERIFIED: Only SPDK fills this section, for CRC32C. Nobody sets prologue_size and
 * epilogue_size; their width is read off the names pro_size and rsvd_epi_size.
 * Sources: rdma-core providers/mlx5/wqe.h struct mlx5_bsf (mlx5_bsf_ext); SPDK lib/mlx5/mlx5_umr.c
 * mlx5_set_umr_sig_bsf_seg().
 */
struct prm_bsf_extended {
	/*
	 * 0x00 [29]   wire_t_init: Start the transaction signature on the wire.
	 *      [28]   wire_t_check_gen: Last part, check or generate the signature.
	 *      [25]   memory_t_init: As wire_t_init.
	 *      [24]   memory_t_check_gen: As wire_t_check_gen.
	 *      [23:0] prologue_size: (in bytes)
	 */
	prm_be32 dw_00;
	prm_be32 dw_04;			/* 0x04 [23:0] epilogue_size: (in bytes) */
	/*
	 * 0x08 [31:28] wire_tfs: Transaction signature on the wire. (enum prm_bfs)
	 *      [25]    wire_tfs_block_sigs_cov: The transaction signature covers the block
	 *                signatures too. Sources disagree: rdma-core wqe.h names this bit twice,
	 *                MLX5_BFS_CRC_REPEAT_BIT and MLX5_BFS_CRC_BLOCK_SIGS_COV_BIT. Taken as
	 *                repeat of a block, and as coverage of a transaction.
	 *      [24]    wire_tfs_seed: (enum prm_bfs_seed)
	 *      [23:0]  wire_t_psv: Number of the PSV of the transaction on the wire.
	 */
	prm_be32 dw_08;
	/*
	 * 0x0c [31:28] memory_tfs: Transaction signature in memory. (enum prm_bfs)
	 *      [25]    memory_tfs_block_sigs_cov: As wire_tfs_block_sigs_cov.
	 *      [24]    memory_tfs_seed: (enum prm_bfs_seed)
	 *      [23:0]  memory_t_psv: Number of the PSV of the transaction in memory.
	 */
	prm_be32 dw_0c;
} __attribute__((packed, aligned(4)));

#define PRM_BSF_EXTENDED_SIZE 16

PRM_ASSERT_SIZE(prm_bsf_extended, 16);
PRM_ASSERT_OFFSET(prm_bsf_extended, dw_00, 0x00);
PRM_ASSERT_OFFSET(prm_bsf_extended, dw_04, 0x04);
PRM_ASSERT_OFFSET(prm_bsf_extended, dw_08, 0x08);
PRM_ASSERT_OFFSET(prm_bsf_extended, dw_0c, 0x0c);

static inline void prm_bsf_extended_set_wire_t_init(struct prm_bsf_extended *p, bool v)
{
	p->dw_00 = prm_be32_replace(p->dw_00, 0x20000000u, (uint32_t)v << 29);
}

static inline bool prm_bsf_extended_get_wire_t_init(const struct prm_bsf_extended *p)
{
	return (bool)((prm_be32_to_cpu(p->dw_00) >> 29) & 0x1);
}

static inline void prm_bsf_extended_set_wire_t_check_gen(struct prm_bsf_extended *p, bool v)
{
	p->dw_00 = prm_be32_replace(p->dw_00, 0x10000000u, (uint32_t)v << 28);
}

static inline bool prm_bsf_extended_get_wire_t_check_gen(const struct prm_bsf_extended *p)
{
	return (bool)((prm_be32_to_cpu(p->dw_00) >> 28) & 0x1);
}

static inline void prm_bsf_extended_set_memory_t_init(struct prm_bsf_extended *p, bool v)
{
	p->dw_00 = prm_be32_replace(p->dw_00, 0x2000000u, (uint32_t)v << 25);
}

static inline bool prm_bsf_extended_get_memory_t_init(const struct prm_bsf_extended *p)
{
	return (bool)((prm_be32_to_cpu(p->dw_00) >> 25) & 0x1);
}

static inline void prm_bsf_extended_set_memory_t_check_gen(struct prm_bsf_extended *p, bool v)
{
	p->dw_00 = prm_be32_replace(p->dw_00, 0x1000000u, (uint32_t)v << 24);
}

static inline bool prm_bsf_extended_get_memory_t_check_gen(const struct prm_bsf_extended *p)
{
	return (bool)((prm_be32_to_cpu(p->dw_00) >> 24) & 0x1);
}

static inline void prm_bsf_extended_set_prologue_size(struct prm_bsf_extended *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_00 = prm_be32_replace(p->dw_00, 0xffffffu, v);
}

static inline uint32_t prm_bsf_extended_get_prologue_size(const struct prm_bsf_extended *p)
{
	return prm_be32_to_cpu(p->dw_00) & 0xffffff;
}

static inline void prm_bsf_extended_set_epilogue_size(struct prm_bsf_extended *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_04 = prm_be32_replace(p->dw_04, 0xffffffu, v);
}

static inline uint32_t prm_bsf_extended_get_epilogue_size(const struct prm_bsf_extended *p)
{
	return prm_be32_to_cpu(p->dw_04) & 0xffffff;
}

static inline void prm_bsf_extended_set_wire_tfs(struct prm_bsf_extended *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->dw_08 = prm_be32_replace(p->dw_08, 0xf0000000u, (uint32_t)v << 28);
}

static inline uint32_t prm_bsf_extended_get_wire_tfs(const struct prm_bsf_extended *p)
{
	return prm_be32_to_cpu(p->dw_08) >> 28;
}

static inline void prm_bsf_extended_set_wire_tfs_block_sigs_cov(struct prm_bsf_extended *p, bool v)
{
	p->dw_08 = prm_be32_replace(p->dw_08, 0x2000000u, (uint32_t)v << 25);
}

static inline bool prm_bsf_extended_get_wire_tfs_block_sigs_cov(const struct prm_bsf_extended *p)
{
	return (bool)((prm_be32_to_cpu(p->dw_08) >> 25) & 0x1);
}

static inline void prm_bsf_extended_set_wire_tfs_seed(struct prm_bsf_extended *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 1);
	p->dw_08 = prm_be32_replace(p->dw_08, 0x1000000u, (uint32_t)v << 24);
}

static inline uint32_t prm_bsf_extended_get_wire_tfs_seed(const struct prm_bsf_extended *p)
{
	return (prm_be32_to_cpu(p->dw_08) >> 24) & 0x1;
}

static inline void prm_bsf_extended_set_wire_t_psv(struct prm_bsf_extended *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_08 = prm_be32_replace(p->dw_08, 0xffffffu, v);
}

static inline uint32_t prm_bsf_extended_get_wire_t_psv(const struct prm_bsf_extended *p)
{
	return prm_be32_to_cpu(p->dw_08) & 0xffffff;
}

static inline void prm_bsf_extended_set_memory_tfs(struct prm_bsf_extended *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->dw_0c = prm_be32_replace(p->dw_0c, 0xf0000000u, (uint32_t)v << 28);
}

static inline uint32_t prm_bsf_extended_get_memory_tfs(const struct prm_bsf_extended *p)
{
	return prm_be32_to_cpu(p->dw_0c) >> 28;
}

static inline void prm_bsf_extended_set_memory_tfs_block_sigs_cov(struct prm_bsf_extended *p,
		bool v)
{
	p->dw_0c = prm_be32_replace(p->dw_0c, 0x2000000u, (uint32_t)v << 25);
}

static inline bool prm_bsf_extended_get_memory_tfs_block_sigs_cov(const struct prm_bsf_extended *p)
{
	return (bool)((prm_be32_to_cpu(p->dw_0c) >> 25) & 0x1);
}

static inline void prm_bsf_extended_set_memory_tfs_seed(struct prm_bsf_extended *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 1);
	p->dw_0c = prm_be32_replace(p->dw_0c, 0x1000000u, (uint32_t)v << 24);
}

static inline uint32_t prm_bsf_extended_get_memory_tfs_seed(const struct prm_bsf_extended *p)
{
	return (prm_be32_to_cpu(p->dw_0c) >> 24) & 0x1;
}

static inline void prm_bsf_extended_set_memory_t_psv(struct prm_bsf_extended *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_0c = prm_be32_replace(p->dw_0c, 0xffffffu, v);
}

static inline uint32_t prm_bsf_extended_get_memory_t_psv(const struct prm_bsf_extended *p)
{
	return prm_be32_to_cpu(p->dw_0c) & 0xffffff;
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_bsf_extended_fields {
	bool wire_t_init;
	bool wire_t_check_gen;
	bool memory_t_init;
	bool memory_t_check_gen;
	uint32_t prologue_size;		/* 24 bits */
	uint32_t epilogue_size;		/* 24 bits */
	uint8_t wire_tfs;		/* 4 bits, enum prm_bfs */
	bool wire_tfs_block_sigs_cov;
	uint8_t wire_tfs_seed;		/* enum prm_bfs_seed */
	uint32_t wire_t_psv;		/* 24 bits */
	uint8_t memory_tfs;		/* 4 bits, enum prm_bfs */
	bool memory_tfs_block_sigs_cov;
	uint8_t memory_tfs_seed;	/* enum prm_bfs_seed */
	uint32_t memory_t_psv;		/* 24 bits */
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_bsf_extended_fields_init(struct prm_bsf_extended_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_bsf_extended_pack(struct prm_bsf_extended *p,
		const struct prm_bsf_extended_fields *v)
{
	PRM_CHECK_WIDTH(v->prologue_size, 24);
	prm_store32(p, 0x00, (uint32_t)v->wire_t_init << 29 | (uint32_t)v->wire_t_check_gen << 28 |
			(uint32_t)v->memory_t_init << 25 | (uint32_t)v->memory_t_check_gen << 24 |
			(v->prologue_size & 0xffffff));
	PRM_CHECK_WIDTH(v->epilogue_size, 24);
	prm_store32(p, 0x04, v->epilogue_size & 0xffffff);
	PRM_CHECK_WIDTH(v->wire_tfs, 4);
	PRM_CHECK_WIDTH(v->wire_tfs_seed, 1);
	PRM_CHECK_WIDTH(v->wire_t_psv, 24);
	prm_store32(p, 0x08, (uint32_t)v->wire_tfs << 28 |
			(uint32_t)v->wire_tfs_block_sigs_cov << 25 |
			((uint32_t)v->wire_tfs_seed & 0x1) << 24 | (v->wire_t_psv & 0xffffff));
	PRM_CHECK_WIDTH(v->memory_tfs, 4);
	PRM_CHECK_WIDTH(v->memory_tfs_seed, 1);
	PRM_CHECK_WIDTH(v->memory_t_psv, 24);
	prm_store32(p, 0x0c, (uint32_t)v->memory_tfs << 28 |
			(uint32_t)v->memory_tfs_block_sigs_cov << 25 |
			((uint32_t)v->memory_tfs_seed & 0x1) << 24 | (v->memory_t_psv & 0xffffff));
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_bsf_extended_check(const struct prm_bsf_extended *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_reserved(r, p, 0, 2);	/* 0x00 [31:30] */
	n += prm_check_reserved(r, p, 4, 2);	/* 0x00 [27:26] */
	n += prm_check_reserved(r, p, 32, 8);	/* 0x04 [31:24] */
	n += prm_check_enum(r, "wire_tfs", 64, 4, prm_bsf_extended_get_wire_tfs(p),
		prm_bfs_str(prm_bsf_extended_get_wire_tfs(p)));
	n += prm_check_reserved(r, p, 68, 2);	/* 0x08 [27:26] */
	n += prm_check_enum(r, "wire_tfs_seed", 71, 1, prm_bsf_extended_get_wire_tfs_seed(p),
		prm_bfs_seed_str(prm_bsf_extended_get_wire_tfs_seed(p)));
	n += prm_check_enum(r, "memory_tfs", 96, 4, prm_bsf_extended_get_memory_tfs(p),
		prm_bfs_str(prm_bsf_extended_get_memory_tfs(p)));
	n += prm_check_reserved(r, p, 100, 2);	/* 0x0c [27:26] */
	n += prm_check_enum(r, "memory_tfs_seed", 103, 1, prm_bsf_extended_get_memory_tfs_seed(p),
		prm_bfs_seed_str(prm_bsf_extended_get_memory_tfs_seed(p)));
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_bsf_extended_unpack(struct prm_bsf_extended_fields *v,
		const struct prm_bsf_extended *p, struct prm_report *r)
{
	uint32_t word;

	word = prm_load8(p, 0x00);
	v->wire_t_init = (word >> 5) & 0x1;
	v->wire_t_check_gen = (word >> 4) & 0x1;
	v->memory_t_init = (word >> 1) & 0x1;
	v->memory_t_check_gen = word & 0x1;
	v->prologue_size = prm_load32(p, 0x00) & 0xffffff;
	v->epilogue_size = prm_load32(p, 0x04) & 0xffffff;
	word = prm_load8(p, 0x08);
	v->wire_tfs = (uint8_t)(word >> 4);
	v->wire_tfs_block_sigs_cov = (word >> 1) & 0x1;
	v->wire_tfs_seed = (uint8_t)(word & 0x1);
	v->wire_t_psv = prm_load32(p, 0x08) & 0xffffff;
	word = prm_load8(p, 0x0c);
	v->memory_tfs = (uint8_t)(word >> 4);
	v->memory_tfs_block_sigs_cov = (word >> 1) & 0x1;
	v->memory_tfs_seed = (uint8_t)(word & 0x1);
	v->memory_t_psv = prm_load32(p, 0x0c) & 0xffffff;
	return r ? prm_bsf_extended_check(p, r) : 0;
}

/**
 * struct prm_bsf_inline - T10-DIF of one domain. The third section of a signature BSF is that of
 * the wire, the fourth that of memory. All zero if the domain has no T10-DIF
 *
 * 16 bytes, written by the driver.
 * Sources: rdma-core providers/mlx5/wqe.h struct mlx5_bsf_inl; linux include/linux/mlx5/qp.h struct
 * mlx5_bsf_inl.
 */
struct prm_bsf_inline {
	/*
	 * 0x00 [31] vld: The section is valid.
	 *      [30] refresh: The device may refresh the section. Set by all drivers together with
	 *             vld.
	 */
	uint8_t b_00;
	uint8_t reserved_01[1];
	prm_be16 app_tag;		/* 0x00 [15:0]: Application tag to expect or write. */
	prm_be32 ref_tag;		/* 0x04 [31:0]: Reference tag of the first block. */
	uint8_t sig_type;		/* 0x08 [31:24]: (enum prm_t10dif_guard) */
	/*
	 * 0x08 [23] repeat_block: Every block has a signature. Always set with vld.
	 *      [19] seed: (enum prm_t10dif_seed)
	 */
	uint8_t b_09;
	uint8_t reserved_0a[3];
	/*
	 * 0x0c [22]    inc_ref_tag: The reference tag grows by one from block to block. Otherwise
	 *                it is the same in all.
	 *      [17:16] escape: (enum prm_t10dif_escape)
	 */
	uint8_t b_0d;
	/*
	 * 0x0c [15:0]: Bits of the application tag that are checked. rdma-core always writes
	 * 0xffff.
	 */
	prm_be16 app_bitmask_check;
} __attribute__((packed, aligned(4)));

#define PRM_BSF_INLINE_SIZE 16

PRM_ASSERT_SIZE(prm_bsf_inline, 16);
PRM_ASSERT_OFFSET(prm_bsf_inline, b_00, 0x00);
PRM_ASSERT_OFFSET(prm_bsf_inline, reserved_01, 0x01);
PRM_ASSERT_OFFSET(prm_bsf_inline, app_tag, 0x02);
PRM_ASSERT_OFFSET(prm_bsf_inline, ref_tag, 0x04);
PRM_ASSERT_OFFSET(prm_bsf_inline, sig_type, 0x08);
PRM_ASSERT_OFFSET(prm_bsf_inline, b_09, 0x09);
PRM_ASSERT_OFFSET(prm_bsf_inline, reserved_0a, 0x0a);
PRM_ASSERT_OFFSET(prm_bsf_inline, b_0d, 0x0d);
PRM_ASSERT_OFFSET(prm_bsf_inline, app_bitmask_check, 0x0e);

static inline void prm_bsf_inline_set_vld(struct prm_bsf_inline *p, bool v)
{
	p->b_00 = prm_u8_replace(p->b_00, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_bsf_inline_get_vld(const struct prm_bsf_inline *p)
{
	return (bool)(p->b_00 >> 7);
}

static inline void prm_bsf_inline_set_refresh(struct prm_bsf_inline *p, bool v)
{
	p->b_00 = prm_u8_replace(p->b_00, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_bsf_inline_get_refresh(const struct prm_bsf_inline *p)
{
	return (bool)((p->b_00 >> 6) & 0x1);
}

static inline void prm_bsf_inline_set_app_tag(struct prm_bsf_inline *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->app_tag = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_bsf_inline_get_app_tag(const struct prm_bsf_inline *p)
{
	return prm_be16_to_cpu(p->app_tag);
}

static inline void prm_bsf_inline_set_ref_tag(struct prm_bsf_inline *p, uint32_t v)
{
	p->ref_tag = prm_cpu_to_be32(v);
}

static inline uint32_t prm_bsf_inline_get_ref_tag(const struct prm_bsf_inline *p)
{
	return prm_be32_to_cpu(p->ref_tag);
}

static inline void prm_bsf_inline_set_sig_type(struct prm_bsf_inline *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->sig_type = (uint8_t)v;
}

static inline uint32_t prm_bsf_inline_get_sig_type(const struct prm_bsf_inline *p)
{
	return p->sig_type;
}

static inline void prm_bsf_inline_set_repeat_block(struct prm_bsf_inline *p, bool v)
{
	p->b_09 = prm_u8_replace(p->b_09, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_bsf_inline_get_repeat_block(const struct prm_bsf_inline *p)
{
	return (bool)(p->b_09 >> 7);
}

static inline void prm_bsf_inline_set_seed(struct prm_bsf_inline *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 1);
	p->b_09 = prm_u8_replace(p->b_09, 0x8, (uint8_t)((uint32_t)v << 3));
}

static inline uint32_t prm_bsf_inline_get_seed(const struct prm_bsf_inline *p)
{
	return (p->b_09 >> 3) & 0x1;
}

static inline void prm_bsf_inline_set_inc_ref_tag(struct prm_bsf_inline *p, bool v)
{
	p->b_0d = prm_u8_replace(p->b_0d, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_bsf_inline_get_inc_ref_tag(const struct prm_bsf_inline *p)
{
	return (bool)((p->b_0d >> 6) & 0x1);
}

static inline void prm_bsf_inline_set_escape(struct prm_bsf_inline *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 2);
	p->b_0d = prm_u8_replace(p->b_0d, 0x3, (uint8_t)v);
}

static inline uint32_t prm_bsf_inline_get_escape(const struct prm_bsf_inline *p)
{
	return p->b_0d & 0x3;
}

static inline void prm_bsf_inline_set_app_bitmask_check(struct prm_bsf_inline *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->app_bitmask_check = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_bsf_inline_get_app_bitmask_check(const struct prm_bsf_inline *p)
{
	return prm_be16_to_cpu(p->app_bitmask_check);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_bsf_inline_fields {
	bool vld;
	bool refresh;
	uint16_t app_tag;
	uint32_t ref_tag;
	uint8_t sig_type;		/* enum prm_t10dif_guard */
	bool repeat_block;
	uint8_t seed;			/* enum prm_t10dif_seed */
	bool inc_ref_tag;
	uint8_t escape;			/* 2 bits, enum prm_t10dif_escape */
	uint16_t app_bitmask_check;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_bsf_inline_fields_init(struct prm_bsf_inline_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_bsf_inline_pack(struct prm_bsf_inline *p,
		const struct prm_bsf_inline_fields *v)
{
	prm_store32(p, 0x00, (uint32_t)v->vld << 31 | (uint32_t)v->refresh << 30 |
			(uint32_t)v->app_tag);
	prm_store32(p, 0x04, v->ref_tag);
	PRM_CHECK_WIDTH(v->seed, 1);
	prm_store32(p, 0x08, (uint32_t)v->sig_type << 24 | (uint32_t)v->repeat_block << 23 |
			((uint32_t)v->seed & 0x1) << 19);
	PRM_CHECK_WIDTH(v->escape, 2);
	prm_store32(p, 0x0c, (uint32_t)v->inc_ref_tag << 22 | ((uint32_t)v->escape & 0x3) << 16 |
			(uint32_t)v->app_bitmask_check);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_bsf_inline_check(const struct prm_bsf_inline *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_reserved(r, p, 2, 14);	/* 0x00 [29:16] */
	n += prm_check_enum(r, "sig_type", 64, 8, prm_bsf_inline_get_sig_type(p),
		prm_t10dif_guard_str(prm_bsf_inline_get_sig_type(p)));
	n += prm_check_reserved(r, p, 73, 3);	/* 0x08 [22:20] */
	n += prm_check_enum(r, "seed", 76, 1, prm_bsf_inline_get_seed(p),
		prm_t10dif_seed_str(prm_bsf_inline_get_seed(p)));
	n += prm_check_reserved(r, p, 77, 19);	/* 0x08 [18:0] */
	n += prm_check_reserved(r, p, 96, 9);	/* 0x0c [31:23] */
	n += prm_check_reserved(r, p, 106, 4);	/* 0x0c [21:18] */
	n += prm_check_enum(r, "escape", 110, 2, prm_bsf_inline_get_escape(p),
		prm_t10dif_escape_str(prm_bsf_inline_get_escape(p)));
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_bsf_inline_unpack(struct prm_bsf_inline_fields *v,
		const struct prm_bsf_inline *p, struct prm_report *r)
{
	uint32_t word;

	word = prm_load8(p, 0x00);
	v->vld = word >> 7;
	v->refresh = (word >> 6) & 0x1;
	v->app_tag = prm_load16(p, 0x02);
	v->ref_tag = prm_load32(p, 0x04);
	v->sig_type = prm_load8(p, 0x08);
	word = prm_load8(p, 0x09);
	v->repeat_block = word >> 7;
	v->seed = (uint8_t)((word >> 3) & 0x1);
	word = prm_load8(p, 0x0d);
	v->inc_ref_tag = (word >> 6) & 0x1;
	v->escape = (uint8_t)(word & 0x3);
	v->app_bitmask_check = prm_load16(p, 0x0e);
	return r ? prm_bsf_inline_check(p, r) : 0;
}

/**
 * struct prm_bsf_crypto - encryption of the data, alone or behind a signature BSF of 64 bytes
 *
 * 64 bytes, written by the driver.
 * Sources: rdma-core providers/mlx5/wqe.h struct mlx5_crypto_bsf; DPDK
 * drivers/common/mlx5/mlx5_prm.h struct mlx5_wqe_umr_bsf_seg.
 */
struct prm_bsf_crypto {
	/*
	 * 0x00 [31:30] bsf_size: SIZE_64 alone, SIZE_128 behind a signature. (enum prm_bsf_size;
	 *                default 0x2)
	 *      [25:24] p_type: (enum prm_bsf_p_type; always 0x1)
	 */
	uint8_t b_00;
	/* 0x00 [19:16] encryption_order: (enum prm_encryption_order) */
	uint8_t b_01;
	uint8_t reserved_02[1];
	/* 0x00 [3:0] encryption_standard: (enum prm_encryption_standard) */
	uint8_t b_03;
	/*
	 * 0x04 [31:0]: How much data is encrypted. 0xffffffff, as much as the key holds. Sources
	 * disagree: rdma-core writes 0xffffffff, DPDK and SPDK the length of the data. Taken from
	 * rdma-core, as in bsf_basic. (in bytes; default 0xffffffff)
	 */
	prm_be32 raw_data_size;
	/*
	 * 0x08 [31:24]: Size of a data unit, after which the tweak grows by one. (enum
	 * prm_block_size_selector)
	 */
	uint8_t crypto_block_size_pointer;
	uint8_t reserved_09[7];
	/*
	 * 0x10..0x1f: Tweak of the first data unit. Multi-block engines take it big-endian, so
	 * rdma-core turns it round for them.
	 */
	uint8_t xts_initial_tweak[16];
	/* 0x20 [23:0] dek_pointer: Object id of the data encryption key (DEK). */
	prm_be32 dw_20;
	uint8_t reserved_24[4];
	/* 0x28..0x2f: Key tag that the DEK was created with; zeros without one. */
	uint8_t keytag[8];
	uint8_t reserved_30[16];
} __attribute__((packed, aligned(4)));

#define PRM_BSF_CRYPTO_SIZE 64

PRM_ASSERT_SIZE(prm_bsf_crypto, 64);
PRM_ASSERT_OFFSET(prm_bsf_crypto, b_00, 0x00);
PRM_ASSERT_OFFSET(prm_bsf_crypto, b_01, 0x01);
PRM_ASSERT_OFFSET(prm_bsf_crypto, reserved_02, 0x02);
PRM_ASSERT_OFFSET(prm_bsf_crypto, b_03, 0x03);
PRM_ASSERT_OFFSET(prm_bsf_crypto, raw_data_size, 0x04);
PRM_ASSERT_OFFSET(prm_bsf_crypto, crypto_block_size_pointer, 0x08);
PRM_ASSERT_OFFSET(prm_bsf_crypto, reserved_09, 0x09);
PRM_ASSERT_OFFSET(prm_bsf_crypto, xts_initial_tweak, 0x10);
PRM_ASSERT_OFFSET(prm_bsf_crypto, dw_20, 0x20);
PRM_ASSERT_OFFSET(prm_bsf_crypto, reserved_24, 0x24);
PRM_ASSERT_OFFSET(prm_bsf_crypto, keytag, 0x28);
PRM_ASSERT_OFFSET(prm_bsf_crypto, reserved_30, 0x30);

static inline void prm_bsf_crypto_set_bsf_size(struct prm_bsf_crypto *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 2);
	p->b_00 = prm_u8_replace(p->b_00, 0xc0, (uint8_t)((uint32_t)v << 6));
}

static inline uint32_t prm_bsf_crypto_get_bsf_size(const struct prm_bsf_crypto *p)
{
	return p->b_00 >> 6;
}

static inline void prm_bsf_crypto_set_p_type(struct prm_bsf_crypto *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 2);
	p->b_00 = prm_u8_replace(p->b_00, 0x3, (uint8_t)v);
}

static inline uint32_t prm_bsf_crypto_get_p_type(const struct prm_bsf_crypto *p)
{
	return p->b_00 & 0x3;
}

static inline void prm_bsf_crypto_set_encryption_order(struct prm_bsf_crypto *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_01 = prm_u8_replace(p->b_01, 0xf, (uint8_t)v);
}

static inline uint32_t prm_bsf_crypto_get_encryption_order(const struct prm_bsf_crypto *p)
{
	return p->b_01 & 0xf;
}

static inline void prm_bsf_crypto_set_encryption_standard(struct prm_bsf_crypto *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_03 = prm_u8_replace(p->b_03, 0xf, (uint8_t)v);
}

static inline uint32_t prm_bsf_crypto_get_encryption_standard(const struct prm_bsf_crypto *p)
{
	return p->b_03 & 0xf;
}

static inline void prm_bsf_crypto_set_raw_data_size(struct prm_bsf_crypto *p, uint32_t v)
{
	p->raw_data_size = prm_cpu_to_be32(v);
}

static inline uint32_t prm_bsf_crypto_get_raw_data_size(const struct prm_bsf_crypto *p)
{
	return prm_be32_to_cpu(p->raw_data_size);
}

static inline void prm_bsf_crypto_set_crypto_block_size_pointer(struct prm_bsf_crypto *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->crypto_block_size_pointer = (uint8_t)v;
}

static inline uint32_t prm_bsf_crypto_get_crypto_block_size_pointer(const struct prm_bsf_crypto *p)
{
	return p->crypto_block_size_pointer;
}

static inline void prm_bsf_crypto_set_dek_pointer(struct prm_bsf_crypto *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_20 = prm_be32_replace(p->dw_20, 0xffffffu, v);
}

static inline uint32_t prm_bsf_crypto_get_dek_pointer(const struct prm_bsf_crypto *p)
{
	return prm_be32_to_cpu(p->dw_20) & 0xffffff;
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_bsf_crypto_fields {
	uint8_t bsf_size;		/* 2 bits, enum prm_bsf_size */
	uint8_t encryption_order;	/* 4 bits, enum prm_encryption_order */
	uint8_t encryption_standard;	/* 4 bits, enum prm_encryption_standard */
	uint32_t raw_data_size;
	uint8_t crypto_block_size_pointer; /* enum prm_block_size_selector */
	uint8_t xts_initial_tweak[16];
	uint32_t dek_pointer;		/* 24 bits */
	uint8_t keytag[8];
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_bsf_crypto_fields_init(struct prm_bsf_crypto_fields *v)
{
	memset(v, 0, sizeof(*v));
	v->bsf_size = 0x2;
	v->raw_data_size = 0xffffffff;
}

/* Writes all 64 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_bsf_crypto_pack(struct prm_bsf_crypto *p,
		const struct prm_bsf_crypto_fields *v)
{
	PRM_CHECK_WIDTH(v->bsf_size, 2);
	PRM_CHECK_WIDTH(v->encryption_order, 4);
	PRM_CHECK_WIDTH(v->encryption_standard, 4);
	prm_store32(p, 0x00, (uint32_t)v->bsf_size << 30 | UINT32_C(0x1) << 24 |
			((uint32_t)v->encryption_order & 0xf) << 16 |
			((uint32_t)v->encryption_standard & 0xf));
	prm_store32(p, 0x04, v->raw_data_size);
	prm_store32(p, 0x08, (uint32_t)v->crypto_block_size_pointer << 24);
	prm_store32(p, 0x0c, 0);
	memcpy((uint8_t *)p + 0x10, v->xts_initial_tweak, 16);
	PRM_CHECK_WIDTH(v->dek_pointer, 24);
	prm_store32(p, 0x20, v->dek_pointer & 0xffffff);
	prm_store32(p, 0x24, 0);
	memcpy((uint8_t *)p + 0x28, v->keytag, 8);
	memset((uint8_t *)p + 0x30, 0, 16);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_bsf_crypto_check(const struct prm_bsf_crypto *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_enum(r, "bsf_size", 0, 2, prm_bsf_crypto_get_bsf_size(p),
		prm_bsf_size_str(prm_bsf_crypto_get_bsf_size(p)));
	n += prm_check_reserved(r, p, 2, 4);	/* 0x00 [29:26] */
	n += prm_check_fixed(r, "p_type", 6, 2, prm_bsf_crypto_get_p_type(p), 0x1);
	n += prm_check_reserved(r, p, 8, 4);	/* 0x00 [23:20] */
	n += prm_check_enum(r, "encryption_order", 12, 4, prm_bsf_crypto_get_encryption_order(p),
		prm_encryption_order_str(prm_bsf_crypto_get_encryption_order(p)));
	n += prm_check_reserved(r, p, 16, 12);	/* 0x00 [15:4] */
	n += prm_check_enum(r, "encryption_standard", 28, 4,
		prm_bsf_crypto_get_encryption_standard(p),
		prm_encryption_standard_str(prm_bsf_crypto_get_encryption_standard(p)));
	n += prm_check_enum(r, "crypto_block_size_pointer", 64, 8,
		prm_bsf_crypto_get_crypto_block_size_pointer(p),
		prm_block_size_selector_str(prm_bsf_crypto_get_crypto_block_size_pointer(p)));
	n += prm_check_reserved(r, p, 72, 24);	/* 0x08 [23:0] */
	n += prm_check_reserved(r, p, 96, 32);	/* 0x0c [31:0] */
	n += prm_check_reserved(r, p, 256, 8);	/* 0x20 [31:24] */
	n += prm_check_reserved(r, p, 288, 32);	/* 0x24 [31:0] */
	n += prm_check_reserved(r, p, 384, 128);	/* 0x30..0x3f */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_bsf_crypto_unpack(struct prm_bsf_crypto_fields *v,
		const struct prm_bsf_crypto *p, struct prm_report *r)
{

	v->bsf_size = (uint8_t)(prm_load8(p, 0x00) >> 6);
	v->encryption_order = (uint8_t)(prm_load8(p, 0x01) & 0xf);
	v->encryption_standard = (uint8_t)(prm_load8(p, 0x03) & 0xf);
	v->raw_data_size = prm_load32(p, 0x04);
	v->crypto_block_size_pointer = prm_load8(p, 0x08);
	memcpy(v->xts_initial_tweak, (const uint8_t *)p + 0x10, 16);
	v->dek_pointer = prm_load32(p, 0x20) & 0xffffff;
	memcpy(v->keytag, (const uint8_t *)p + 0x28, 8);
	return r ? prm_bsf_crypto_check(p, r) : 0;
}

/**
 * struct prm_bsf_16 - signature BSF of the basic section alone. Set bsf_size to SIZE_16
 *
 * 16 bytes, written by the driver.
 * Sources: rdma-core providers/mlx5/wqe.h MLX5_BSF_SIZE_BASIC.
 */
struct prm_bsf_16 {
	struct prm_bsf_basic basic;	/* 0x00..0x0f: (needs cmd_hca_cap.sho) */
} __attribute__((packed, aligned(4)));

#define PRM_BSF_16_SIZE 16

PRM_ASSERT_SIZE(prm_bsf_16, 16);
PRM_ASSERT_OFFSET(prm_bsf_16, basic, 0x00);

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_bsf_16_fields {
	struct prm_bsf_basic_fields basic;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_bsf_16_fields_init(struct prm_bsf_16_fields *v)
{
	memset(v, 0, sizeof(*v));
	prm_bsf_basic_fields_init(&v->basic);
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_bsf_16_pack(struct prm_bsf_16 *p,
		const struct prm_bsf_16_fields *v)
{
	prm_bsf_basic_pack(&p->basic, &v->basic);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_bsf_16_check(const struct prm_bsf_16 *p, struct prm_report *r)
{
	unsigned int n = 0;

	r->base += 0;
	n += prm_bsf_basic_check(&p->basic, r);
	r->base -= 0;
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_bsf_16_unpack(struct prm_bsf_16_fields *v,
		const struct prm_bsf_16 *p, struct prm_report *r)
{

	prm_bsf_basic_unpack(&v->basic, &p->basic, NULL);
	return r ? prm_bsf_16_check(p, r) : 0;
}

/**
 * struct prm_bsf_32 - signature BSF without inline sections, for CRCs. Set bsf_size to SIZE_32
 *
 * 32 bytes, written by the driver.
 * Sources: rdma-core providers/mlx5/wqe.h MLX5_BSF_SIZE_EXTENDED; SPDK lib/mlx5/mlx5_umr.c
 * mlx5_set_umr_sig_bsf_seg().
 */
struct prm_bsf_32 {
	struct prm_bsf_basic basic;	/* 0x00..0x0f: (needs cmd_hca_cap.sho) */
	struct prm_bsf_extended extended; /* 0x10..0x1f */
} __attribute__((packed, aligned(4)));

#define PRM_BSF_32_SIZE 32

PRM_ASSERT_SIZE(prm_bsf_32, 32);
PRM_ASSERT_OFFSET(prm_bsf_32, basic, 0x00);
PRM_ASSERT_OFFSET(prm_bsf_32, extended, 0x10);

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_bsf_32_fields {
	struct prm_bsf_basic_fields basic;
	struct prm_bsf_extended_fields extended;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_bsf_32_fields_init(struct prm_bsf_32_fields *v)
{
	memset(v, 0, sizeof(*v));
	prm_bsf_basic_fields_init(&v->basic);
	prm_bsf_extended_fields_init(&v->extended);
}

/* Writes all 32 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_bsf_32_pack(struct prm_bsf_32 *p,
		const struct prm_bsf_32_fields *v)
{
	prm_bsf_basic_pack(&p->basic, &v->basic);
	prm_bsf_extended_pack(&p->extended, &v->extended);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_bsf_32_check(const struct prm_bsf_32 *p, struct prm_report *r)
{
	unsigned int n = 0;

	r->base += 0;
	n += prm_bsf_basic_check(&p->basic, r);
	r->base -= 0;
	r->base += 128;
	n += prm_bsf_extended_check(&p->extended, r);
	r->base -= 128;
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_bsf_32_unpack(struct prm_bsf_32_fields *v,
		const struct prm_bsf_32 *p, struct prm_report *r)
{

	prm_bsf_basic_unpack(&v->basic, &p->basic, NULL);
	prm_bsf_extended_unpack(&v->extended, &p->extended, NULL);
	return r ? prm_bsf_32_check(p, r) : 0;
}

/**
 * struct prm_bsf_64 - signature BSF with all sections
 *
 * 64 bytes, written by the driver.
 * Sources: rdma-core providers/mlx5/wqe.h struct mlx5_bsf, MLX5_BSF_SIZE_WITH_INLINE; linux
 * include/linux/mlx5/qp.h struct mlx5_bsf.
 */
struct prm_bsf_64 {
	struct prm_bsf_basic basic;	/* 0x00..0x0f: (needs cmd_hca_cap.sho) */
	struct prm_bsf_extended extended; /* 0x10..0x1f */
	struct prm_bsf_inline wire_inline; /* 0x20..0x2f */
	struct prm_bsf_inline memory_inline; /* 0x30..0x3f */
} __attribute__((packed, aligned(4)));

#define PRM_BSF_64_SIZE 64

PRM_ASSERT_SIZE(prm_bsf_64, 64);
PRM_ASSERT_OFFSET(prm_bsf_64, basic, 0x00);
PRM_ASSERT_OFFSET(prm_bsf_64, extended, 0x10);
PRM_ASSERT_OFFSET(prm_bsf_64, wire_inline, 0x20);
PRM_ASSERT_OFFSET(prm_bsf_64, memory_inline, 0x30);

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_bsf_64_fields {
	struct prm_bsf_basic_fields basic;
	struct prm_bsf_extended_fields extended;
	struct prm_bsf_inline_fields wire_inline;
	struct prm_bsf_inline_fields memory_inline;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_bsf_64_fields_init(struct prm_bsf_64_fields *v)
{
	memset(v, 0, sizeof(*v));
	prm_bsf_basic_fields_init(&v->basic);
	prm_bsf_extended_fields_init(&v->extended);
	prm_bsf_inline_fields_init(&v->wire_inline);
	prm_bsf_inline_fields_init(&v->memory_inline);
}

/* Writes all 64 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_bsf_64_pack(struct prm_bsf_64 *p,
		const struct prm_bsf_64_fields *v)
{
	prm_bsf_basic_pack(&p->basic, &v->basic);
	prm_bsf_extended_pack(&p->extended, &v->extended);
	prm_bsf_inline_pack(&p->wire_inline, &v->wire_inline);
	prm_bsf_inline_pack(&p->memory_inline, &v->memory_inline);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_bsf_64_check(const struct prm_bsf_64 *p, struct prm_report *r)
{
	unsigned int n = 0;

	r->base += 0;
	n += prm_bsf_basic_check(&p->basic, r);
	r->base -= 0;
	r->base += 128;
	n += prm_bsf_extended_check(&p->extended, r);
	r->base -= 128;
	r->base += 256;
	n += prm_bsf_inline_check(&p->wire_inline, r);
	r->base -= 256;
	r->base += 384;
	n += prm_bsf_inline_check(&p->memory_inline, r);
	r->base -= 384;
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_bsf_64_unpack(struct prm_bsf_64_fields *v,
		const struct prm_bsf_64 *p, struct prm_report *r)
{

	prm_bsf_basic_unpack(&v->basic, &p->basic, NULL);
	prm_bsf_extended_unpack(&v->extended, &p->extended, NULL);
	prm_bsf_inline_unpack(&v->wire_inline, &p->wire_inline, NULL);
	prm_bsf_inline_unpack(&v->memory_inline, &p->memory_inline, NULL);
	return r ? prm_bsf_64_check(p, r) : 0;
}

/**
 * struct prm_bsf_128 - BSF with signature and encryption. Set bsf_size of both to SIZE_128
 *
 * 128 bytes, written by the driver.
 * Sources: rdma-core providers/mlx5/wqe.h MLX5_BSF_SIZE_SIG_AND_CRYPTO.
 */
struct prm_bsf_128 {
	struct prm_bsf_64 signature;	/* 0x00..0x3f */
	struct prm_bsf_crypto crypto;	/* 0x40..0x7f: (needs cmd_hca_cap.crypto) */
} __attribute__((packed, aligned(4)));

#define PRM_BSF_128_SIZE 128

PRM_ASSERT_SIZE(prm_bsf_128, 128);
PRM_ASSERT_OFFSET(prm_bsf_128, signature, 0x00);
PRM_ASSERT_OFFSET(prm_bsf_128, crypto, 0x40);

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_bsf_128_fields {
	struct prm_bsf_64_fields signature;
	struct prm_bsf_crypto_fields crypto;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_bsf_128_fields_init(struct prm_bsf_128_fields *v)
{
	memset(v, 0, sizeof(*v));
	prm_bsf_64_fields_init(&v->signature);
	prm_bsf_crypto_fields_init(&v->crypto);
}

/* Writes all 128 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_bsf_128_pack(struct prm_bsf_128 *p,
		const struct prm_bsf_128_fields *v)
{
	prm_bsf_64_pack(&p->signature, &v->signature);
	prm_bsf_crypto_pack(&p->crypto, &v->crypto);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_bsf_128_check(const struct prm_bsf_128 *p, struct prm_report *r)
{
	unsigned int n = 0;

	r->base += 0;
	n += prm_bsf_64_check(&p->signature, r);
	r->base -= 0;
	r->base += 512;
	n += prm_bsf_crypto_check(&p->crypto, r);
	r->base -= 512;
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_bsf_128_unpack(struct prm_bsf_128_fields *v,
		const struct prm_bsf_128 *p, struct prm_report *r)
{

	prm_bsf_64_unpack(&v->signature, &p->signature, NULL);
	prm_bsf_crypto_unpack(&v->crypto, &p->crypto, NULL);
	return r ? prm_bsf_128_check(p, r) : 0;
}

#endif /* PRM_BSF_H */
