/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * The memory key context, as commands and the UMR carry it, and the commands for memory keys.
 * Made by prmc 1 from spec/cmd/mkey.yaml, spec digest 4370e9e0bc6b. Do not edit: `ninja regen`.
 */
#ifndef PRM_MKEY_H
#define PRM_MKEY_H

#include "prm_base.h"
#include "prm_cmd.h"

/**
 * enum prm_mkc_access_mode - How a key translates addresses; low two bits of the access mode
 *
 * Note: The upper three bits, access_mode_4_2, are 0 for these. They are 1 for the modes that Linux
 * names SW_ICM 4, MEMIC 5 and CROSSING 6.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h MLX5_MKC_ACCESS_MODE_*; rdma-core
 * providers/mlx5/mlx5_ifc.h MLX5_MKC_ACCESS_MODE_*.
 */
enum prm_mkc_access_mode {
	PRM_MKC_ACCESS_MODE_PA   = 0x00, /* Physical addresses. */
	PRM_MKC_ACCESS_MODE_MTT  = 0x01, /* Pages of one size. */
	PRM_MKC_ACCESS_MODE_KLMS = 0x02, /* Entries with key, length and address. */
	/*
	 * Entries of one size, with key and address. Sources disagree: Linux says KSM, rdma-core
	 * KLMFBS, DPDK KLM_FBS. KSM is the name that the entries have too.
	 */
	PRM_MKC_ACCESS_MODE_KSM  = 0x03,
};

/* The name of a value of enum prm_mkc_access_mode, or NULL. */
static inline const char *prm_mkc_access_mode_str(uint64_t value)
{
	switch (value) {
	case PRM_MKC_ACCESS_MODE_PA:
		return "PA";
	case PRM_MKC_ACCESS_MODE_MTT:
		return "MTT";
	case PRM_MKC_ACCESS_MODE_KLMS:
		return "KLMS";
	case PRM_MKC_ACCESS_MODE_KSM:
		return "KSM";
	default:
		return NULL;
	}
}

/**
 * enum prm_mkc_raw_ordering - How a read is ordered behind the writes before it. Meanings read off
 * the names
 *
 * Other values are legal too.
 * Sources: DPDK drivers/common/mlx5/mlx5_prm.h enum mlx5_mkc_raw_ordering.
 */
enum prm_mkc_raw_ordering {
	PRM_MKC_RAW_ORDERING_SO  = 0x00, /* Strongly ordered. */
	PRM_MKC_RAW_ORDERING_SAO = 0x01,
	PRM_MKC_RAW_ORDERING_RO  = 0x02, /* Relaxed. */
};

/* The name of a value of enum prm_mkc_raw_ordering, or NULL. */
static inline const char *prm_mkc_raw_ordering_str(uint64_t value)
{
	switch (value) {
	case PRM_MKC_RAW_ORDERING_SO:
		return "SO";
	case PRM_MKC_RAW_ORDERING_SAO:
		return "SAO";
	case PRM_MKC_RAW_ORDERING_RO:
		return "RO";
	default:
		return NULL;
	}
}

/**
 * enum prm_mkc_crypto_en - Whether a key encrypts
 *
 * Other values are legal too.
 * Sources: DPDK drivers/common/mlx5/mlx5_prm.h MLX5_MKEY_CRYPTO_*.
 */
enum prm_mkc_crypto_en {
	PRM_MKC_CRYPTO_EN_DISABLED = 0x00, /* No encryption. */
	PRM_MKC_CRYPTO_EN_ENABLED  = 0x01, /* The key has a BSF that encrypts; bsf_en is set too. */
};

/* The name of a value of enum prm_mkc_crypto_en, or NULL. */
static inline const char *prm_mkc_crypto_en_str(uint64_t value)
{
	switch (value) {
	case PRM_MKC_CRYPTO_EN_DISABLED:
		return "DISABLED";
	case PRM_MKC_CRYPTO_EN_ENABLED:
		return "ENABLED";
	default:
		return NULL;
	}
}

/**
 * struct prm_mkey_value - A key as segments, list entries and verbs carry it (lkey and rkey)
 *
 * 4 bytes, written by driver and device.
 * Sources: linux include/linux/mlx5/driver.h mlx5_mkey_to_idx(), mlx5_idx_to_mkey(); rdma-core
 * providers/mlx5/verbs.c _mlx5dv_create_mkey().
 */
struct prm_mkey_value {
	/*
	 * 0x00 [31:8] mkey_index: As CREATE_MKEY gives it.
	 *      [7:0]  mkey_7_0: Tag, chosen by software; must be that of the key's context.
	 */
	prm_be32 dw_00;
} __attribute__((packed, aligned(4)));

#define PRM_MKEY_VALUE_SIZE 4

PRM_ASSERT_SIZE(prm_mkey_value, 4);
PRM_ASSERT_OFFSET(prm_mkey_value, dw_00, 0x00);

static inline void prm_mkey_value_set_mkey_index(struct prm_mkey_value *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_00 = prm_be32_replace(p->dw_00, 0xffffff00u, (uint32_t)v << 8);
}

static inline uint32_t prm_mkey_value_get_mkey_index(const struct prm_mkey_value *p)
{
	return prm_be32_to_cpu(p->dw_00) >> 8;
}

static inline void prm_mkey_value_set_mkey_7_0(struct prm_mkey_value *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->dw_00 = prm_be32_replace(p->dw_00, 0xffu, v);
}

static inline uint32_t prm_mkey_value_get_mkey_7_0(const struct prm_mkey_value *p)
{
	return prm_be32_to_cpu(p->dw_00) & 0xff;
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_mkey_value_fields {
	uint32_t mkey_index;		/* 24 bits */
	uint8_t mkey_7_0;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_mkey_value_fields_init(struct prm_mkey_value_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 4 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_mkey_value_pack(struct prm_mkey_value *p,
		const struct prm_mkey_value_fields *v)
{
	PRM_CHECK_WIDTH(v->mkey_index, 24);
	prm_store32(p, 0x00, v->mkey_index << 8 | (uint32_t)v->mkey_7_0);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_mkey_value_check(const struct prm_mkey_value *p,
		struct prm_report *r)
{
	(void)p;
	(void)r;
	return 0;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_mkey_value_unpack(struct prm_mkey_value_fields *v,
		const struct prm_mkey_value *p, struct prm_report *r)
{

	v->mkey_index = prm_load32(p, 0x00) >> 8;
	v->mkey_7_0 = prm_load8(p, 0x03);
	return r ? prm_mkey_value_check(p, r) : 0;
}

/**
 * struct prm_mkc - memory key context. A UMR carries the same 64 bytes as its mkey context segment
 *
 * 64 bytes, written by driver and device.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_mkc_bits; rdma-core
 * providers/mlx5/mlx5_ifc.h struct mlx5_ifc_mkc_bits; linux include/linux/mlx5/qp.h struct
 * mlx5_mkey_seg; DPDK drivers/common/mlx5/mlx5_prm.h struct mlx5_ifc_mkc_bits.
 */
struct prm_mkc {
	/*
	 * 0x00 [30]    free: The key is free; an access to it is an error.
	 *      [28:26] access_mode_4_2: Upper bits of the access mode.
	 */
	uint8_t b_00;
	/*
	 * 0x00 [18] relaxed_ordering_write
	 *      [16] small_fence_on_rdma_read_response
	 */
	uint8_t b_01;
	/*
	 * 0x00 [15]  umr_en: A UMR may change the key.
	 *      [14]  a: Remote atomic access.
	 *      [13]  rw: Remote write access.
	 *      [12]  rr: Remote read access.
	 *      [11]  lw: Local write access.
	 *      [10]  lr: Local read access.
	 *      [9:8] access_mode_1_0: Lower bits of the mode. (enum prm_mkc_access_mode)
	 */
	uint8_t b_02;
	/* 0x00 [5:4] ma_translation_mode: Note: In Linux, reserved in rdma-core and DPDK. */
	uint8_t b_03;
	/*
	 * 0x04 [31:8] qpn: The QP that alone may use the key; 0xffffff: any.
	 *      [7:0]  mkey_7_0: Low byte of the key, chosen by software.
	 */
	prm_be32 dw_04;
	uint8_t reserved_08[4];
	/*
	 * 0x0c [31]   length64: The key covers the whole address space; len is not used.
	 *      [30]   bsf_en: The key has a BSF.
	 *      [29]   sync_umr
	 *      [26]   expected_sigerr_count: A toggle. The device reports a signature error of
	 *               the key only while its own count differs from this bit; a UMR that changes
	 *               it arms the key again.
	 *      [24]   en_rinval: The peer may invalidate the key.
	 *      [23:0] pd: Number of the protection domain.
	 */
	prm_be32 dw_0c;
	prm_be64 start_addr;		/* 0x10 [63:0] */
	prm_be64 len;			/* 0x18 [63:0]: (in bytes) */
	/* 0x20 [31:0]: Room for the BSF. (octowords: value * 16 bytes) */
	prm_be32 bsf_octword_size;
	uint8_t reserved_24[12];
	/*
	 * 0x30 [31:16]: Function that the key reaches into, in the access mode CROSSING. Note: In
	 * Linux 6.12, reserved in the other sources.
	 */
	prm_be16 crossing_target_vhca_id;
	uint8_t reserved_32[2];
	/* 0x34 [31:0]: Room for the translation entries. (octowords: value * 16 bytes) */
	prm_be32 translations_octword_size;
	uint8_t reserved_38[2];
	/*
	 * 0x38 [9:8] order_read_after_write: Note: In DPDK, reserved in the other sources. (enum
	 * prm_mkc_raw_ordering; needs cmd_hca_cap.mkc_order_read_after_write)
	 */
	uint8_t b_3a;
	/*
	 * 0x38 [6]   relaxed_ordering_read
	 *      [5:0] log_page_size: Sources disagree: Five bits in Linux 6.1, rdma-core, SPDK and
	 *              DPDK, six in Linux 6.12. The newest manual holds; a driver that writes five
	 *              bits writes 0 into the new one. (log2: 2^value; in bytes)
	 */
	uint8_t b_3b;
	/*
	 * 0x3c [28:27] crypto_en: Note: Reserved in Linux. (enum prm_mkc_crypto_en; needs
	 * cmd_hca_cap.crypto)
	 */
	uint8_t b_3c;
	uint8_t reserved_3d[3];
} __attribute__((packed, aligned(4)));

#define PRM_MKC_SIZE 64

PRM_ASSERT_SIZE(prm_mkc, 64);
PRM_ASSERT_OFFSET(prm_mkc, b_00, 0x00);
PRM_ASSERT_OFFSET(prm_mkc, b_01, 0x01);
PRM_ASSERT_OFFSET(prm_mkc, b_02, 0x02);
PRM_ASSERT_OFFSET(prm_mkc, b_03, 0x03);
PRM_ASSERT_OFFSET(prm_mkc, dw_04, 0x04);
PRM_ASSERT_OFFSET(prm_mkc, reserved_08, 0x08);
PRM_ASSERT_OFFSET(prm_mkc, dw_0c, 0x0c);
PRM_ASSERT_OFFSET(prm_mkc, start_addr, 0x10);
PRM_ASSERT_OFFSET(prm_mkc, len, 0x18);
PRM_ASSERT_OFFSET(prm_mkc, bsf_octword_size, 0x20);
PRM_ASSERT_OFFSET(prm_mkc, reserved_24, 0x24);
PRM_ASSERT_OFFSET(prm_mkc, crossing_target_vhca_id, 0x30);
PRM_ASSERT_OFFSET(prm_mkc, reserved_32, 0x32);
PRM_ASSERT_OFFSET(prm_mkc, translations_octword_size, 0x34);
PRM_ASSERT_OFFSET(prm_mkc, reserved_38, 0x38);
PRM_ASSERT_OFFSET(prm_mkc, b_3a, 0x3a);
PRM_ASSERT_OFFSET(prm_mkc, b_3b, 0x3b);
PRM_ASSERT_OFFSET(prm_mkc, b_3c, 0x3c);
PRM_ASSERT_OFFSET(prm_mkc, reserved_3d, 0x3d);

static inline void prm_mkc_set_free(struct prm_mkc *p, bool v)
{
	p->b_00 = prm_u8_replace(p->b_00, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_mkc_get_free(const struct prm_mkc *p)
{
	return (bool)((p->b_00 >> 6) & 0x1);
}

static inline void prm_mkc_set_access_mode_4_2(struct prm_mkc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 3);
	p->b_00 = prm_u8_replace(p->b_00, 0x1c, (uint8_t)((uint32_t)v << 2));
}

static inline uint32_t prm_mkc_get_access_mode_4_2(const struct prm_mkc *p)
{
	return (p->b_00 >> 2) & 0x7;
}

static inline void prm_mkc_set_relaxed_ordering_write(struct prm_mkc *p, bool v)
{
	p->b_01 = prm_u8_replace(p->b_01, 0x4, (uint8_t)((uint32_t)v << 2));
}

static inline bool prm_mkc_get_relaxed_ordering_write(const struct prm_mkc *p)
{
	return (bool)((p->b_01 >> 2) & 0x1);
}

static inline void prm_mkc_set_small_fence_on_rdma_read_response(struct prm_mkc *p, bool v)
{
	p->b_01 = prm_u8_replace(p->b_01, 0x1, (uint8_t)v);
}

static inline bool prm_mkc_get_small_fence_on_rdma_read_response(const struct prm_mkc *p)
{
	return (bool)(p->b_01 & 0x1);
}

static inline void prm_mkc_set_umr_en(struct prm_mkc *p, bool v)
{
	p->b_02 = prm_u8_replace(p->b_02, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_mkc_get_umr_en(const struct prm_mkc *p)
{
	return (bool)(p->b_02 >> 7);
}

static inline void prm_mkc_set_a(struct prm_mkc *p, bool v)
{
	p->b_02 = prm_u8_replace(p->b_02, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_mkc_get_a(const struct prm_mkc *p)
{
	return (bool)((p->b_02 >> 6) & 0x1);
}

static inline void prm_mkc_set_rw(struct prm_mkc *p, bool v)
{
	p->b_02 = prm_u8_replace(p->b_02, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_mkc_get_rw(const struct prm_mkc *p)
{
	return (bool)((p->b_02 >> 5) & 0x1);
}

static inline void prm_mkc_set_rr(struct prm_mkc *p, bool v)
{
	p->b_02 = prm_u8_replace(p->b_02, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_mkc_get_rr(const struct prm_mkc *p)
{
	return (bool)((p->b_02 >> 4) & 0x1);
}

static inline void prm_mkc_set_lw(struct prm_mkc *p, bool v)
{
	p->b_02 = prm_u8_replace(p->b_02, 0x8, (uint8_t)((uint32_t)v << 3));
}

static inline bool prm_mkc_get_lw(const struct prm_mkc *p)
{
	return (bool)((p->b_02 >> 3) & 0x1);
}

static inline void prm_mkc_set_lr(struct prm_mkc *p, bool v)
{
	p->b_02 = prm_u8_replace(p->b_02, 0x4, (uint8_t)((uint32_t)v << 2));
}

static inline bool prm_mkc_get_lr(const struct prm_mkc *p)
{
	return (bool)((p->b_02 >> 2) & 0x1);
}

static inline void prm_mkc_set_access_mode_1_0(struct prm_mkc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 2);
	p->b_02 = prm_u8_replace(p->b_02, 0x3, (uint8_t)v);
}

static inline uint32_t prm_mkc_get_access_mode_1_0(const struct prm_mkc *p)
{
	return p->b_02 & 0x3;
}

static inline void prm_mkc_set_ma_translation_mode(struct prm_mkc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 2);
	p->b_03 = prm_u8_replace(p->b_03, 0x30, (uint8_t)((uint32_t)v << 4));
}

static inline uint32_t prm_mkc_get_ma_translation_mode(const struct prm_mkc *p)
{
	return (p->b_03 >> 4) & 0x3;
}

static inline void prm_mkc_set_qpn(struct prm_mkc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_04 = prm_be32_replace(p->dw_04, 0xffffff00u, (uint32_t)v << 8);
}

static inline uint32_t prm_mkc_get_qpn(const struct prm_mkc *p)
{
	return prm_be32_to_cpu(p->dw_04) >> 8;
}

static inline void prm_mkc_set_mkey_7_0(struct prm_mkc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->dw_04 = prm_be32_replace(p->dw_04, 0xffu, v);
}

static inline uint32_t prm_mkc_get_mkey_7_0(const struct prm_mkc *p)
{
	return prm_be32_to_cpu(p->dw_04) & 0xff;
}

static inline void prm_mkc_set_length64(struct prm_mkc *p, bool v)
{
	p->dw_0c = prm_be32_replace(p->dw_0c, 0x80000000u, (uint32_t)v << 31);
}

static inline bool prm_mkc_get_length64(const struct prm_mkc *p)
{
	return (bool)(prm_be32_to_cpu(p->dw_0c) >> 31);
}

static inline void prm_mkc_set_bsf_en(struct prm_mkc *p, bool v)
{
	p->dw_0c = prm_be32_replace(p->dw_0c, 0x40000000u, (uint32_t)v << 30);
}

static inline bool prm_mkc_get_bsf_en(const struct prm_mkc *p)
{
	return (bool)((prm_be32_to_cpu(p->dw_0c) >> 30) & 0x1);
}

static inline void prm_mkc_set_sync_umr(struct prm_mkc *p, bool v)
{
	p->dw_0c = prm_be32_replace(p->dw_0c, 0x20000000u, (uint32_t)v << 29);
}

static inline bool prm_mkc_get_sync_umr(const struct prm_mkc *p)
{
	return (bool)((prm_be32_to_cpu(p->dw_0c) >> 29) & 0x1);
}

static inline void prm_mkc_set_expected_sigerr_count(struct prm_mkc *p, bool v)
{
	p->dw_0c = prm_be32_replace(p->dw_0c, 0x4000000u, (uint32_t)v << 26);
}

static inline bool prm_mkc_get_expected_sigerr_count(const struct prm_mkc *p)
{
	return (bool)((prm_be32_to_cpu(p->dw_0c) >> 26) & 0x1);
}

static inline void prm_mkc_set_en_rinval(struct prm_mkc *p, bool v)
{
	p->dw_0c = prm_be32_replace(p->dw_0c, 0x1000000u, (uint32_t)v << 24);
}

static inline bool prm_mkc_get_en_rinval(const struct prm_mkc *p)
{
	return (bool)((prm_be32_to_cpu(p->dw_0c) >> 24) & 0x1);
}

static inline void prm_mkc_set_pd(struct prm_mkc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_0c = prm_be32_replace(p->dw_0c, 0xffffffu, v);
}

static inline uint32_t prm_mkc_get_pd(const struct prm_mkc *p)
{
	return prm_be32_to_cpu(p->dw_0c) & 0xffffff;
}

static inline void prm_mkc_set_start_addr(struct prm_mkc *p, uint64_t v)
{
	p->start_addr = prm_cpu_to_be64(v);
}

static inline uint64_t prm_mkc_get_start_addr(const struct prm_mkc *p)
{
	return prm_be64_to_cpu(p->start_addr);
}

static inline void prm_mkc_set_len(struct prm_mkc *p, uint64_t v)
{
	p->len = prm_cpu_to_be64(v);
}

static inline uint64_t prm_mkc_get_len(const struct prm_mkc *p)
{
	return prm_be64_to_cpu(p->len);
}

static inline void prm_mkc_set_bsf_octword_size(struct prm_mkc *p, uint32_t v)
{
	p->bsf_octword_size = prm_cpu_to_be32(v);
}

static inline uint32_t prm_mkc_get_bsf_octword_size(const struct prm_mkc *p)
{
	return prm_be32_to_cpu(p->bsf_octword_size);
}

static inline void prm_mkc_set_crossing_target_vhca_id(struct prm_mkc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->crossing_target_vhca_id = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_mkc_get_crossing_target_vhca_id(const struct prm_mkc *p)
{
	return prm_be16_to_cpu(p->crossing_target_vhca_id);
}

static inline void prm_mkc_set_translations_octword_size(struct prm_mkc *p, uint32_t v)
{
	p->translations_octword_size = prm_cpu_to_be32(v);
}

static inline uint32_t prm_mkc_get_translations_octword_size(const struct prm_mkc *p)
{
	return prm_be32_to_cpu(p->translations_octword_size);
}

static inline void prm_mkc_set_order_read_after_write(struct prm_mkc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 2);
	p->b_3a = prm_u8_replace(p->b_3a, 0x3, (uint8_t)v);
}

static inline uint32_t prm_mkc_get_order_read_after_write(const struct prm_mkc *p)
{
	return p->b_3a & 0x3;
}

static inline void prm_mkc_set_relaxed_ordering_read(struct prm_mkc *p, bool v)
{
	p->b_3b = prm_u8_replace(p->b_3b, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_mkc_get_relaxed_ordering_read(const struct prm_mkc *p)
{
	return (bool)((p->b_3b >> 6) & 0x1);
}

static inline void prm_mkc_set_log_page_size(struct prm_mkc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 6);
	p->b_3b = prm_u8_replace(p->b_3b, 0x3f, (uint8_t)v);
}

static inline uint32_t prm_mkc_get_log_page_size(const struct prm_mkc *p)
{
	return p->b_3b & 0x3f;
}

static inline void prm_mkc_set_crypto_en(struct prm_mkc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 2);
	p->b_3c = prm_u8_replace(p->b_3c, 0x18, (uint8_t)((uint32_t)v << 3));
}

static inline uint32_t prm_mkc_get_crypto_en(const struct prm_mkc *p)
{
	return (p->b_3c >> 3) & 0x3;
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_mkc_fields {
	bool free;
	uint8_t access_mode_4_2;	/* 3 bits */
	bool relaxed_ordering_write;
	bool small_fence_on_rdma_read_response;
	bool umr_en;
	bool a;
	bool rw;
	bool rr;
	bool lw;
	bool lr;
	uint8_t access_mode_1_0;	/* 2 bits, enum prm_mkc_access_mode */
	uint8_t ma_translation_mode;	/* 2 bits */
	uint32_t qpn;			/* 24 bits */
	uint8_t mkey_7_0;
	bool length64;
	bool bsf_en;
	bool sync_umr;
	bool expected_sigerr_count;
	bool en_rinval;
	uint32_t pd;			/* 24 bits */
	uint64_t start_addr;
	uint64_t len;
	uint32_t bsf_octword_size;	/* octowords */
	uint16_t crossing_target_vhca_id;
	uint32_t translations_octword_size; /* octowords */
	uint8_t order_read_after_write;	/* 2 bits, enum prm_mkc_raw_ordering */
	bool relaxed_ordering_read;
	uint8_t log_page_size;		/* 6 bits, log2 */
	uint8_t crypto_en;		/* 2 bits, enum prm_mkc_crypto_en */
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_mkc_fields_init(struct prm_mkc_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 64 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_mkc_pack(struct prm_mkc *p, const struct prm_mkc_fields *v)
{
	PRM_CHECK_WIDTH(v->access_mode_4_2, 3);
	PRM_CHECK_WIDTH(v->access_mode_1_0, 2);
	PRM_CHECK_WIDTH(v->ma_translation_mode, 2);
	prm_store32(p, 0x00, (uint32_t)v->free << 30 | ((uint32_t)v->access_mode_4_2 & 0x7) << 26 |
			(uint32_t)v->relaxed_ordering_write << 18 |
			(uint32_t)v->small_fence_on_rdma_read_response << 16 |
			(uint32_t)v->umr_en << 15 | (uint32_t)v->a << 14 | (uint32_t)v->rw << 13 |
			(uint32_t)v->rr << 12 | (uint32_t)v->lw << 11 | (uint32_t)v->lr << 10 |
			((uint32_t)v->access_mode_1_0 & 0x3) << 8 |
			((uint32_t)v->ma_translation_mode & 0x3) << 4);
	PRM_CHECK_WIDTH(v->qpn, 24);
	prm_store32(p, 0x04, v->qpn << 8 | (uint32_t)v->mkey_7_0);
	prm_store32(p, 0x08, 0);
	PRM_CHECK_WIDTH(v->pd, 24);
	prm_store32(p, 0x0c, (uint32_t)v->length64 << 31 | (uint32_t)v->bsf_en << 30 |
			(uint32_t)v->sync_umr << 29 | (uint32_t)v->expected_sigerr_count << 26 |
			(uint32_t)v->en_rinval << 24 | (v->pd & 0xffffff));
	prm_store64(p, 0x10, v->start_addr);
	prm_store64(p, 0x18, v->len);
	prm_store32(p, 0x20, v->bsf_octword_size);
	memset((uint8_t *)p + 0x24, 0, 12);
	prm_store32(p, 0x30, (uint32_t)v->crossing_target_vhca_id << 16);
	prm_store32(p, 0x34, v->translations_octword_size);
	PRM_CHECK_WIDTH(v->order_read_after_write, 2);
	PRM_CHECK_WIDTH(v->log_page_size, 6);
	prm_store32(p, 0x38, ((uint32_t)v->order_read_after_write & 0x3) << 8 |
			(uint32_t)v->relaxed_ordering_read << 6 |
			((uint32_t)v->log_page_size & 0x3f));
	PRM_CHECK_WIDTH(v->crypto_en, 2);
	prm_store32(p, 0x3c, ((uint32_t)v->crypto_en & 0x3) << 27);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_mkc_check(const struct prm_mkc *p, struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_reserved(r, p, 0, 1);	/* 0x00 [31] */
	n += prm_check_reserved(r, p, 2, 1);	/* 0x00 [29] */
	n += prm_check_reserved(r, p, 6, 7);	/* 0x00 [25:19] */
	n += prm_check_reserved(r, p, 14, 1);	/* 0x00 [17] */
	n += prm_check_enum(r, "access_mode_1_0", 22, 2, prm_mkc_get_access_mode_1_0(p),
		prm_mkc_access_mode_str(prm_mkc_get_access_mode_1_0(p)));
	n += prm_check_reserved(r, p, 24, 2);	/* 0x00 [7:6] */
	n += prm_check_reserved(r, p, 28, 4);	/* 0x00 [3:0] */
	n += prm_check_reserved(r, p, 64, 32);	/* 0x08 [31:0] */
	n += prm_check_reserved(r, p, 99, 2);	/* 0x0c [28:27] */
	n += prm_check_reserved(r, p, 102, 1);	/* 0x0c [25] */
	n += prm_check_reserved(r, p, 288, 96);	/* 0x24..0x2f */
	n += prm_check_reserved(r, p, 400, 16);	/* 0x30 [15:0] */
	n += prm_check_reserved(r, p, 448, 22);	/* 0x38 [31:10] */
	n += prm_check_reserved(r, p, 472, 1);	/* 0x38 [7] */
	n += prm_check_reserved(r, p, 480, 3);	/* 0x3c [31:29] */
	n += prm_check_reserved(r, p, 485, 27);	/* 0x3c [26:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_mkc_unpack(struct prm_mkc_fields *v,
		const struct prm_mkc *p, struct prm_report *r)
{
	uint32_t word;

	word = prm_load8(p, 0x00);
	v->free = (word >> 6) & 0x1;
	v->access_mode_4_2 = (uint8_t)((word >> 2) & 0x7);
	word = prm_load8(p, 0x01);
	v->relaxed_ordering_write = (word >> 2) & 0x1;
	v->small_fence_on_rdma_read_response = word & 0x1;
	word = prm_load8(p, 0x02);
	v->umr_en = word >> 7;
	v->a = (word >> 6) & 0x1;
	v->rw = (word >> 5) & 0x1;
	v->rr = (word >> 4) & 0x1;
	v->lw = (word >> 3) & 0x1;
	v->lr = (word >> 2) & 0x1;
	v->access_mode_1_0 = (uint8_t)(word & 0x3);
	v->ma_translation_mode = (uint8_t)((prm_load8(p, 0x03) >> 4) & 0x3);
	v->qpn = prm_load32(p, 0x04) >> 8;
	v->mkey_7_0 = prm_load8(p, 0x07);
	word = prm_load8(p, 0x0c);
	v->length64 = word >> 7;
	v->bsf_en = (word >> 6) & 0x1;
	v->sync_umr = (word >> 5) & 0x1;
	v->expected_sigerr_count = (word >> 2) & 0x1;
	v->en_rinval = word & 0x1;
	v->pd = prm_load32(p, 0x0c) & 0xffffff;
	v->start_addr = prm_load64(p, 0x10);
	v->len = prm_load64(p, 0x18);
	v->bsf_octword_size = prm_load32(p, 0x20);
	v->crossing_target_vhca_id = prm_load16(p, 0x30);
	v->translations_octword_size = prm_load32(p, 0x34);
	v->order_read_after_write = (uint8_t)(prm_load8(p, 0x3a) & 0x3);
	word = prm_load8(p, 0x3b);
	v->relaxed_ordering_read = (word >> 6) & 0x1;
	v->log_page_size = (uint8_t)(word & 0x3f);
	v->crypto_en = (uint8_t)((prm_load8(p, 0x3c) >> 3) & 0x3);
	return r ? prm_mkc_check(p, r) : 0;
}

/**
 * struct prm_create_mkey_in - creates a memory key. Translation entries follow
 *
 * 272 bytes, written by the driver.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_create_mkey_in_bits.
 */
struct prm_create_mkey_in {
	prm_be16 opcode;		/* 0x00 [31:16]: (enum prm_cmd_opcode; always 0x200) */
	prm_be16 uid;			/* 0x00 [15:0] */
	uint8_t reserved_04[2];
	prm_be16 op_mod;		/* 0x04 [15:0] */
	uint8_t reserved_08[4];
	/*
	 * 0x0c [31] pg_access: The device may fault pages in.
	 *      [30] mkey_umem_valid: The key covers the pages of the umem in mkey_umem_id.
	 *      [29] data_direct: Since Linux 6.12. (needs cmd_hca_cap.data_direct)
	 */
	uint8_t b_0c;
	uint8_t reserved_0d[3];
	struct prm_mkc memory_key_mkey_entry; /* 0x10..0x4f */
	uint8_t reserved_50[16];
	/*
	 * 0x60 [31:0]: Size of the translation entries that follow. (octowords: value * 16 bytes)
	 */
	prm_be32 translations_octword_actual_size;
	/*
	 * 0x64 [31:0]: Sources disagree: DPDK has this field and no mkey_umem_valid, Linux and
	 * rdma-core have mkey_umem_valid and no such field. Both are taken; each is of use only
	 * with the other. UNVERIFIED: Whether the field holds without mkey_umem_valid, as DPDK uses
	 * it.
	 */
	prm_be32 mkey_umem_id;
	/* 0x68 [63:0]: Sources disagree: As mkey_umem_id. (in bytes) */
	prm_be64 mkey_umem_offset;
	uint8_t reserved_70[160];
} __attribute__((packed, aligned(4)));

#define PRM_CREATE_MKEY_IN_SIZE 272

PRM_ASSERT_SIZE(prm_create_mkey_in, 272);
PRM_ASSERT_OFFSET(prm_create_mkey_in, opcode, 0x00);
PRM_ASSERT_OFFSET(prm_create_mkey_in, uid, 0x02);
PRM_ASSERT_OFFSET(prm_create_mkey_in, reserved_04, 0x04);
PRM_ASSERT_OFFSET(prm_create_mkey_in, op_mod, 0x06);
PRM_ASSERT_OFFSET(prm_create_mkey_in, reserved_08, 0x08);
PRM_ASSERT_OFFSET(prm_create_mkey_in, b_0c, 0x0c);
PRM_ASSERT_OFFSET(prm_create_mkey_in, reserved_0d, 0x0d);
PRM_ASSERT_OFFSET(prm_create_mkey_in, memory_key_mkey_entry, 0x10);
PRM_ASSERT_OFFSET(prm_create_mkey_in, reserved_50, 0x50);
PRM_ASSERT_OFFSET(prm_create_mkey_in, translations_octword_actual_size, 0x60);
PRM_ASSERT_OFFSET(prm_create_mkey_in, mkey_umem_id, 0x64);
PRM_ASSERT_OFFSET(prm_create_mkey_in, mkey_umem_offset, 0x68);
PRM_ASSERT_OFFSET(prm_create_mkey_in, reserved_70, 0x70);

static inline void prm_create_mkey_in_set_opcode(struct prm_create_mkey_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->opcode = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_create_mkey_in_get_opcode(const struct prm_create_mkey_in *p)
{
	return prm_be16_to_cpu(p->opcode);
}

static inline void prm_create_mkey_in_set_uid(struct prm_create_mkey_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->uid = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_create_mkey_in_get_uid(const struct prm_create_mkey_in *p)
{
	return prm_be16_to_cpu(p->uid);
}

static inline void prm_create_mkey_in_set_op_mod(struct prm_create_mkey_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->op_mod = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_create_mkey_in_get_op_mod(const struct prm_create_mkey_in *p)
{
	return prm_be16_to_cpu(p->op_mod);
}

static inline void prm_create_mkey_in_set_pg_access(struct prm_create_mkey_in *p, bool v)
{
	p->b_0c = prm_u8_replace(p->b_0c, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_create_mkey_in_get_pg_access(const struct prm_create_mkey_in *p)
{
	return (bool)(p->b_0c >> 7);
}

static inline void prm_create_mkey_in_set_mkey_umem_valid(struct prm_create_mkey_in *p, bool v)
{
	p->b_0c = prm_u8_replace(p->b_0c, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_create_mkey_in_get_mkey_umem_valid(const struct prm_create_mkey_in *p)
{
	return (bool)((p->b_0c >> 6) & 0x1);
}

static inline void prm_create_mkey_in_set_data_direct(struct prm_create_mkey_in *p, bool v)
{
	p->b_0c = prm_u8_replace(p->b_0c, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_create_mkey_in_get_data_direct(const struct prm_create_mkey_in *p)
{
	return (bool)((p->b_0c >> 5) & 0x1);
}

static inline void prm_create_mkey_in_set_translations_octword_actual_size(
		struct prm_create_mkey_in *p, uint32_t v)
{
	p->translations_octword_actual_size = prm_cpu_to_be32(v);
}

static inline uint32_t prm_create_mkey_in_get_translations_octword_actual_size(
		const struct prm_create_mkey_in *p)
{
	return prm_be32_to_cpu(p->translations_octword_actual_size);
}

static inline void prm_create_mkey_in_set_mkey_umem_id(struct prm_create_mkey_in *p, uint32_t v)
{
	p->mkey_umem_id = prm_cpu_to_be32(v);
}

static inline uint32_t prm_create_mkey_in_get_mkey_umem_id(const struct prm_create_mkey_in *p)
{
	return prm_be32_to_cpu(p->mkey_umem_id);
}

static inline void prm_create_mkey_in_set_mkey_umem_offset(struct prm_create_mkey_in *p, uint64_t v)
{
	p->mkey_umem_offset = prm_cpu_to_be64(v);
}

static inline uint64_t prm_create_mkey_in_get_mkey_umem_offset(const struct prm_create_mkey_in *p)
{
	return prm_be64_to_cpu(p->mkey_umem_offset);
}

/* The klm_pas_mtt behind the 272 bytes of @p; how many there are the caller knows. */
static inline uint8_t *prm_create_mkey_in_klm_pas_mtt(struct prm_create_mkey_in *p)
{
	return (uint8_t *)(void *)(p + 1);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_create_mkey_in_fields {
	uint16_t uid;
	uint16_t op_mod;
	bool pg_access;
	bool mkey_umem_valid;
	bool data_direct;
	struct prm_mkc_fields memory_key_mkey_entry;
	uint32_t translations_octword_actual_size; /* octowords */
	uint32_t mkey_umem_id;
	uint64_t mkey_umem_offset;
};

/* Zero, and the defaults of the fields that have one. */
static inline void prm_create_mkey_in_fields_init(struct prm_create_mkey_in_fields *v)
{
	memset(v, 0, sizeof(*v));
	prm_mkc_fields_init(&v->memory_key_mkey_entry);
}

/* Writes all 272 bytes of @p; what stood there does not matter. */
static inline void prm_create_mkey_in_pack(struct prm_create_mkey_in *p,
		const struct prm_create_mkey_in_fields *v)
{
	prm_store32(p, 0x00, UINT32_C(0x200) << 16 | (uint32_t)v->uid);
	prm_store32(p, 0x04, (uint32_t)v->op_mod);
	prm_store32(p, 0x08, 0);
	prm_store32(p, 0x0c, (uint32_t)v->pg_access << 31 | (uint32_t)v->mkey_umem_valid << 30 |
			(uint32_t)v->data_direct << 29);
	prm_mkc_pack(&p->memory_key_mkey_entry, &v->memory_key_mkey_entry);
	memset((uint8_t *)p + 0x50, 0, 16);
	prm_store32(p, 0x60, v->translations_octword_actual_size);
	prm_store32(p, 0x64, v->mkey_umem_id);
	prm_store64(p, 0x68, v->mkey_umem_offset);
	memset((uint8_t *)p + 0x70, 0, 160);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_create_mkey_in_check(const struct prm_create_mkey_in *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_fixed(r, "opcode", 0, 16, prm_create_mkey_in_get_opcode(p), 0x200);
	n += prm_check_reserved(r, p, 32, 16);	/* 0x04 [31:16] */
	n += prm_check_reserved(r, p, 64, 32);	/* 0x08 [31:0] */
	n += prm_check_reserved(r, p, 99, 29);	/* 0x0c [28:0] */
	r->base += 128;
	n += prm_mkc_check(&p->memory_key_mkey_entry, r);
	r->base -= 128;
	n += prm_check_reserved(r, p, 640, 128);	/* 0x50..0x5f */
	n += prm_check_reserved(r, p, 896, 1280);	/* 0x70..0x10f */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static inline unsigned int prm_create_mkey_in_unpack(struct prm_create_mkey_in_fields *v,
		const struct prm_create_mkey_in *p, struct prm_report *r)
{
	uint32_t word;

	v->uid = prm_load16(p, 0x02);
	v->op_mod = prm_load16(p, 0x06);
	word = prm_load8(p, 0x0c);
	v->pg_access = word >> 7;
	v->mkey_umem_valid = (word >> 6) & 0x1;
	v->data_direct = (word >> 5) & 0x1;
	prm_mkc_unpack(&v->memory_key_mkey_entry, &p->memory_key_mkey_entry, NULL);
	v->translations_octword_actual_size = prm_load32(p, 0x60);
	v->mkey_umem_id = prm_load32(p, 0x64);
	v->mkey_umem_offset = prm_load64(p, 0x68);
	return r ? prm_create_mkey_in_check(p, r) : 0;
}

/**
 * struct prm_create_mkey_out - the answer to CREATE_MKEY
 *
 * 16 bytes, written by the device.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_create_mkey_out_bits.
 */
struct prm_create_mkey_out {
	uint8_t status;			/* 0x00 [31:24]: (enum prm_cmd_status) */
	uint8_t reserved_01[3];
	prm_be32 syndrome;		/* 0x04 [31:0] */
	/* 0x08 [23:0] mkey_index: Upper 24 bits of the key; mkey_7_0 are the others. */
	prm_be32 dw_08;
	uint8_t reserved_0c[4];
} __attribute__((packed, aligned(4)));

#define PRM_CREATE_MKEY_OUT_SIZE 16

PRM_ASSERT_SIZE(prm_create_mkey_out, 16);
PRM_ASSERT_OFFSET(prm_create_mkey_out, status, 0x00);
PRM_ASSERT_OFFSET(prm_create_mkey_out, reserved_01, 0x01);
PRM_ASSERT_OFFSET(prm_create_mkey_out, syndrome, 0x04);
PRM_ASSERT_OFFSET(prm_create_mkey_out, dw_08, 0x08);
PRM_ASSERT_OFFSET(prm_create_mkey_out, reserved_0c, 0x0c);

static inline void prm_create_mkey_out_set_status(struct prm_create_mkey_out *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->status = (uint8_t)v;
}

static inline uint32_t prm_create_mkey_out_get_status(const struct prm_create_mkey_out *p)
{
	return p->status;
}

static inline void prm_create_mkey_out_set_syndrome(struct prm_create_mkey_out *p, uint32_t v)
{
	p->syndrome = prm_cpu_to_be32(v);
}

static inline uint32_t prm_create_mkey_out_get_syndrome(const struct prm_create_mkey_out *p)
{
	return prm_be32_to_cpu(p->syndrome);
}

static inline void prm_create_mkey_out_set_mkey_index(struct prm_create_mkey_out *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_08 = prm_be32_replace(p->dw_08, 0xffffffu, v);
}

static inline uint32_t prm_create_mkey_out_get_mkey_index(const struct prm_create_mkey_out *p)
{
	return prm_be32_to_cpu(p->dw_08) & 0xffffff;
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_create_mkey_out_fields {
	uint8_t status;			/* enum prm_cmd_status */
	uint32_t syndrome;
	uint32_t mkey_index;		/* 24 bits */
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_create_mkey_out_fields_init(struct prm_create_mkey_out_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_create_mkey_out_pack(struct prm_create_mkey_out *p,
		const struct prm_create_mkey_out_fields *v)
{
	prm_store32(p, 0x00, (uint32_t)v->status << 24);
	prm_store32(p, 0x04, v->syndrome);
	PRM_CHECK_WIDTH(v->mkey_index, 24);
	prm_store32(p, 0x08, v->mkey_index & 0xffffff);
	prm_store32(p, 0x0c, 0);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_create_mkey_out_check(const struct prm_create_mkey_out *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_enum(r, "status", 0, 8, prm_create_mkey_out_get_status(p),
		prm_cmd_status_str(prm_create_mkey_out_get_status(p)));
	n += prm_check_reserved(r, p, 8, 24);	/* 0x00 [23:0] */
	n += prm_check_reserved(r, p, 64, 8);	/* 0x08 [31:24] */
	n += prm_check_reserved(r, p, 96, 32);	/* 0x0c [31:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_create_mkey_out_unpack(
		struct prm_create_mkey_out_fields *v, const struct prm_create_mkey_out *p,
		struct prm_report *r)
{

	v->status = prm_load8(p, 0x00);
	v->syndrome = prm_load32(p, 0x04);
	v->mkey_index = prm_load32(p, 0x08) & 0xffffff;
	return r ? prm_create_mkey_out_check(p, r) : 0;
}

/**
 * struct prm_destroy_mkey_in - destroys a memory key
 *
 * 16 bytes, written by the driver.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_destroy_mkey_in_bits.
 */
struct prm_destroy_mkey_in {
	prm_be16 opcode;		/* 0x00 [31:16]: (enum prm_cmd_opcode; always 0x202) */
	prm_be16 uid;			/* 0x00 [15:0] */
	uint8_t reserved_04[2];
	prm_be16 op_mod;		/* 0x04 [15:0] */
	prm_be32 dw_08;			/* 0x08 [23:0] mkey_index: Upper 24 bits of the key. */
	uint8_t reserved_0c[4];
} __attribute__((packed, aligned(4)));

#define PRM_DESTROY_MKEY_IN_SIZE 16

PRM_ASSERT_SIZE(prm_destroy_mkey_in, 16);
PRM_ASSERT_OFFSET(prm_destroy_mkey_in, opcode, 0x00);
PRM_ASSERT_OFFSET(prm_destroy_mkey_in, uid, 0x02);
PRM_ASSERT_OFFSET(prm_destroy_mkey_in, reserved_04, 0x04);
PRM_ASSERT_OFFSET(prm_destroy_mkey_in, op_mod, 0x06);
PRM_ASSERT_OFFSET(prm_destroy_mkey_in, dw_08, 0x08);
PRM_ASSERT_OFFSET(prm_destroy_mkey_in, reserved_0c, 0x0c);

static inline void prm_destroy_mkey_in_set_opcode(struct prm_destroy_mkey_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->opcode = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_destroy_mkey_in_get_opcode(const struct prm_destroy_mkey_in *p)
{
	return prm_be16_to_cpu(p->opcode);
}

static inline void prm_destroy_mkey_in_set_uid(struct prm_destroy_mkey_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->uid = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_destroy_mkey_in_get_uid(const struct prm_destroy_mkey_in *p)
{
	return prm_be16_to_cpu(p->uid);
}

static inline void prm_destroy_mkey_in_set_op_mod(struct prm_destroy_mkey_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->op_mod = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_destroy_mkey_in_get_op_mod(const struct prm_destroy_mkey_in *p)
{
	return prm_be16_to_cpu(p->op_mod);
}

static inline void prm_destroy_mkey_in_set_mkey_index(struct prm_destroy_mkey_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_08 = prm_be32_replace(p->dw_08, 0xffffffu, v);
}

static inline uint32_t prm_destroy_mkey_in_get_mkey_index(const struct prm_destroy_mkey_in *p)
{
	return prm_be32_to_cpu(p->dw_08) & 0xffffff;
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_destroy_mkey_in_fields {
	uint16_t uid;
	uint16_t op_mod;
	uint32_t mkey_index;		/* 24 bits */
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_destroy_mkey_in_fields_init(struct prm_destroy_mkey_in_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_destroy_mkey_in_pack(struct prm_destroy_mkey_in *p,
		const struct prm_destroy_mkey_in_fields *v)
{
	prm_store32(p, 0x00, UINT32_C(0x202) << 16 | (uint32_t)v->uid);
	prm_store32(p, 0x04, (uint32_t)v->op_mod);
	PRM_CHECK_WIDTH(v->mkey_index, 24);
	prm_store32(p, 0x08, v->mkey_index & 0xffffff);
	prm_store32(p, 0x0c, 0);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_destroy_mkey_in_check(const struct prm_destroy_mkey_in *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_fixed(r, "opcode", 0, 16, prm_destroy_mkey_in_get_opcode(p), 0x202);
	n += prm_check_reserved(r, p, 32, 16);	/* 0x04 [31:16] */
	n += prm_check_reserved(r, p, 64, 8);	/* 0x08 [31:24] */
	n += prm_check_reserved(r, p, 96, 32);	/* 0x0c [31:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_destroy_mkey_in_unpack(
		struct prm_destroy_mkey_in_fields *v, const struct prm_destroy_mkey_in *p,
		struct prm_report *r)
{

	v->uid = prm_load16(p, 0x02);
	v->op_mod = prm_load16(p, 0x06);
	v->mkey_index = prm_load32(p, 0x08) & 0xffffff;
	return r ? prm_destroy_mkey_in_check(p, r) : 0;
}

/**
 * struct prm_destroy_mkey_out - the answer to DESTROY_MKEY
 *
 * 16 bytes, written by the device.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_destroy_mkey_out_bits.
 */
struct prm_destroy_mkey_out {
	uint8_t status;			/* 0x00 [31:24]: (enum prm_cmd_status) */
	uint8_t reserved_01[3];
	prm_be32 syndrome;		/* 0x04 [31:0] */
	uint8_t reserved_08[8];
} __attribute__((packed, aligned(4)));

#define PRM_DESTROY_MKEY_OUT_SIZE 16

PRM_ASSERT_SIZE(prm_destroy_mkey_out, 16);
PRM_ASSERT_OFFSET(prm_destroy_mkey_out, status, 0x00);
PRM_ASSERT_OFFSET(prm_destroy_mkey_out, reserved_01, 0x01);
PRM_ASSERT_OFFSET(prm_destroy_mkey_out, syndrome, 0x04);
PRM_ASSERT_OFFSET(prm_destroy_mkey_out, reserved_08, 0x08);

static inline void prm_destroy_mkey_out_set_status(struct prm_destroy_mkey_out *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->status = (uint8_t)v;
}

static inline uint32_t prm_destroy_mkey_out_get_status(const struct prm_destroy_mkey_out *p)
{
	return p->status;
}

static inline void prm_destroy_mkey_out_set_syndrome(struct prm_destroy_mkey_out *p, uint32_t v)
{
	p->syndrome = prm_cpu_to_be32(v);
}

static inline uint32_t prm_destroy_mkey_out_get_syndrome(const struct prm_destroy_mkey_out *p)
{
	return prm_be32_to_cpu(p->syndrome);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_destroy_mkey_out_fields {
	uint8_t status;			/* enum prm_cmd_status */
	uint32_t syndrome;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_destroy_mkey_out_fields_init(
		struct prm_destroy_mkey_out_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_destroy_mkey_out_pack(struct prm_destroy_mkey_out *p,
		const struct prm_destroy_mkey_out_fields *v)
{
	prm_store32(p, 0x00, (uint32_t)v->status << 24);
	prm_store32(p, 0x04, v->syndrome);
	prm_store32(p, 0x08, 0);
	prm_store32(p, 0x0c, 0);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_destroy_mkey_out_check(const struct prm_destroy_mkey_out *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_enum(r, "status", 0, 8, prm_destroy_mkey_out_get_status(p),
		prm_cmd_status_str(prm_destroy_mkey_out_get_status(p)));
	n += prm_check_reserved(r, p, 8, 24);	/* 0x00 [23:0] */
	n += prm_check_reserved(r, p, 64, 64);	/* 0x08 [63:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_destroy_mkey_out_unpack(
		struct prm_destroy_mkey_out_fields *v, const struct prm_destroy_mkey_out *p,
		struct prm_report *r)
{

	v->status = prm_load8(p, 0x00);
	v->syndrome = prm_load32(p, 0x04);
	return r ? prm_destroy_mkey_out_check(p, r) : 0;
}

/**
 * struct prm_query_mkey_in - asks for the context of a memory key
 *
 * 16 bytes, written by the driver.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_query_mkey_in_bits.
 */
struct prm_query_mkey_in {
	prm_be16 opcode;		/* 0x00 [31:16]: (enum prm_cmd_opcode; always 0x201) */
	prm_be16 uid;			/* 0x00 [15:0] */
	uint8_t reserved_04[2];
	prm_be16 op_mod;		/* 0x04 [15:0] */
	prm_be32 dw_08;			/* 0x08 [23:0] mkey_index: Upper 24 bits of the key. */
	uint8_t b_0c;			/* 0x0c [31] pg_access: As in CREATE_MKEY. */
	uint8_t reserved_0d[3];
} __attribute__((packed, aligned(4)));

#define PRM_QUERY_MKEY_IN_SIZE 16

PRM_ASSERT_SIZE(prm_query_mkey_in, 16);
PRM_ASSERT_OFFSET(prm_query_mkey_in, opcode, 0x00);
PRM_ASSERT_OFFSET(prm_query_mkey_in, uid, 0x02);
PRM_ASSERT_OFFSET(prm_query_mkey_in, reserved_04, 0x04);
PRM_ASSERT_OFFSET(prm_query_mkey_in, op_mod, 0x06);
PRM_ASSERT_OFFSET(prm_query_mkey_in, dw_08, 0x08);
PRM_ASSERT_OFFSET(prm_query_mkey_in, b_0c, 0x0c);
PRM_ASSERT_OFFSET(prm_query_mkey_in, reserved_0d, 0x0d);

static inline void prm_query_mkey_in_set_opcode(struct prm_query_mkey_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->opcode = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_query_mkey_in_get_opcode(const struct prm_query_mkey_in *p)
{
	return prm_be16_to_cpu(p->opcode);
}

static inline void prm_query_mkey_in_set_uid(struct prm_query_mkey_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->uid = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_query_mkey_in_get_uid(const struct prm_query_mkey_in *p)
{
	return prm_be16_to_cpu(p->uid);
}

static inline void prm_query_mkey_in_set_op_mod(struct prm_query_mkey_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->op_mod = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_query_mkey_in_get_op_mod(const struct prm_query_mkey_in *p)
{
	return prm_be16_to_cpu(p->op_mod);
}

static inline void prm_query_mkey_in_set_mkey_index(struct prm_query_mkey_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_08 = prm_be32_replace(p->dw_08, 0xffffffu, v);
}

static inline uint32_t prm_query_mkey_in_get_mkey_index(const struct prm_query_mkey_in *p)
{
	return prm_be32_to_cpu(p->dw_08) & 0xffffff;
}

static inline void prm_query_mkey_in_set_pg_access(struct prm_query_mkey_in *p, bool v)
{
	p->b_0c = prm_u8_replace(p->b_0c, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_query_mkey_in_get_pg_access(const struct prm_query_mkey_in *p)
{
	return (bool)(p->b_0c >> 7);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_query_mkey_in_fields {
	uint16_t uid;
	uint16_t op_mod;
	uint32_t mkey_index;		/* 24 bits */
	bool pg_access;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_query_mkey_in_fields_init(struct prm_query_mkey_in_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_query_mkey_in_pack(struct prm_query_mkey_in *p,
		const struct prm_query_mkey_in_fields *v)
{
	prm_store32(p, 0x00, UINT32_C(0x201) << 16 | (uint32_t)v->uid);
	prm_store32(p, 0x04, (uint32_t)v->op_mod);
	PRM_CHECK_WIDTH(v->mkey_index, 24);
	prm_store32(p, 0x08, v->mkey_index & 0xffffff);
	prm_store32(p, 0x0c, (uint32_t)v->pg_access << 31);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_query_mkey_in_check(const struct prm_query_mkey_in *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_fixed(r, "opcode", 0, 16, prm_query_mkey_in_get_opcode(p), 0x201);
	n += prm_check_reserved(r, p, 32, 16);	/* 0x04 [31:16] */
	n += prm_check_reserved(r, p, 64, 8);	/* 0x08 [31:24] */
	n += prm_check_reserved(r, p, 97, 31);	/* 0x0c [30:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_query_mkey_in_unpack(struct prm_query_mkey_in_fields *v,
		const struct prm_query_mkey_in *p, struct prm_report *r)
{

	v->uid = prm_load16(p, 0x02);
	v->op_mod = prm_load16(p, 0x06);
	v->mkey_index = prm_load32(p, 0x08) & 0xffffff;
	v->pg_access = prm_load8(p, 0x0c) >> 7;
	return r ? prm_query_mkey_in_check(p, r) : 0;
}

/**
 * struct prm_query_mkey_out - the answer to QUERY_MKEY. The context, and the first of the
 * translation entries or BSF
 *
 * 304 bytes, written by the device.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_query_mkey_out_bits.
 */
struct prm_query_mkey_out {
	uint8_t status;			/* 0x00 [31:24]: (enum prm_cmd_status) */
	uint8_t reserved_01[3];
	prm_be32 syndrome;		/* 0x04 [31:0] */
	uint8_t reserved_08[8];
	struct prm_mkc memory_key_mkey_entry; /* 0x10..0x4f */
	uint8_t reserved_50[192];
	/*
	 * 0x110..0x11f: A KLM, or two MTTs, or 16 bytes of the BSF. UNVERIFIED: Which of the three,
	 * and how op_mod chooses.
	 */
	uint8_t bsf0_klm0_pas_mtt0_1[16];
	uint8_t bsf1_klm1_pas_mtt2_3[16]; /* 0x120..0x12f: The 16 bytes behind. */
} __attribute__((packed, aligned(4)));

#define PRM_QUERY_MKEY_OUT_SIZE 304

PRM_ASSERT_SIZE(prm_query_mkey_out, 304);
PRM_ASSERT_OFFSET(prm_query_mkey_out, status, 0x00);
PRM_ASSERT_OFFSET(prm_query_mkey_out, reserved_01, 0x01);
PRM_ASSERT_OFFSET(prm_query_mkey_out, syndrome, 0x04);
PRM_ASSERT_OFFSET(prm_query_mkey_out, reserved_08, 0x08);
PRM_ASSERT_OFFSET(prm_query_mkey_out, memory_key_mkey_entry, 0x10);
PRM_ASSERT_OFFSET(prm_query_mkey_out, reserved_50, 0x50);
PRM_ASSERT_OFFSET(prm_query_mkey_out, bsf0_klm0_pas_mtt0_1, 0x110);
PRM_ASSERT_OFFSET(prm_query_mkey_out, bsf1_klm1_pas_mtt2_3, 0x120);

static inline void prm_query_mkey_out_set_status(struct prm_query_mkey_out *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->status = (uint8_t)v;
}

static inline uint32_t prm_query_mkey_out_get_status(const struct prm_query_mkey_out *p)
{
	return p->status;
}

static inline void prm_query_mkey_out_set_syndrome(struct prm_query_mkey_out *p, uint32_t v)
{
	p->syndrome = prm_cpu_to_be32(v);
}

static inline uint32_t prm_query_mkey_out_get_syndrome(const struct prm_query_mkey_out *p)
{
	return prm_be32_to_cpu(p->syndrome);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_query_mkey_out_fields {
	uint8_t status;			/* enum prm_cmd_status */
	uint32_t syndrome;
	struct prm_mkc_fields memory_key_mkey_entry;
	uint8_t bsf0_klm0_pas_mtt0_1[16];
	uint8_t bsf1_klm1_pas_mtt2_3[16];
};

/* Zero, and the defaults of the fields that have one. */
static inline void prm_query_mkey_out_fields_init(struct prm_query_mkey_out_fields *v)
{
	memset(v, 0, sizeof(*v));
	prm_mkc_fields_init(&v->memory_key_mkey_entry);
}

/* Writes all 304 bytes of @p; what stood there does not matter. */
static inline void prm_query_mkey_out_pack(struct prm_query_mkey_out *p,
		const struct prm_query_mkey_out_fields *v)
{
	prm_store32(p, 0x00, (uint32_t)v->status << 24);
	prm_store32(p, 0x04, v->syndrome);
	prm_store32(p, 0x08, 0);
	prm_store32(p, 0x0c, 0);
	prm_mkc_pack(&p->memory_key_mkey_entry, &v->memory_key_mkey_entry);
	memset((uint8_t *)p + 0x50, 0, 192);
	memcpy((uint8_t *)p + 0x110, v->bsf0_klm0_pas_mtt0_1, 16);
	memcpy((uint8_t *)p + 0x120, v->bsf1_klm1_pas_mtt2_3, 16);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_query_mkey_out_check(const struct prm_query_mkey_out *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_enum(r, "status", 0, 8, prm_query_mkey_out_get_status(p),
		prm_cmd_status_str(prm_query_mkey_out_get_status(p)));
	n += prm_check_reserved(r, p, 8, 24);	/* 0x00 [23:0] */
	n += prm_check_reserved(r, p, 64, 64);	/* 0x08 [63:0] */
	r->base += 128;
	n += prm_mkc_check(&p->memory_key_mkey_entry, r);
	r->base -= 128;
	n += prm_check_reserved(r, p, 640, 1536);	/* 0x50..0x10f */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static inline unsigned int prm_query_mkey_out_unpack(struct prm_query_mkey_out_fields *v,
		const struct prm_query_mkey_out *p, struct prm_report *r)
{

	v->status = prm_load8(p, 0x00);
	v->syndrome = prm_load32(p, 0x04);
	prm_mkc_unpack(&v->memory_key_mkey_entry, &p->memory_key_mkey_entry, NULL);
	memcpy(v->bsf0_klm0_pas_mtt0_1, (const uint8_t *)p + 0x110, 16);
	memcpy(v->bsf1_klm1_pas_mtt2_3, (const uint8_t *)p + 0x120, 16);
	return r ? prm_query_mkey_out_check(p, r) : 0;
}

#endif /* PRM_MKEY_H */
