/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * The UMR control segment, which says what of a memory key a UMR changes.
 * Made by prmc 1 from spec/wqe/umr.yaml, spec digest 2d97bbd55115. Do not edit: `ninja regen`.
 */
#ifndef PRM_UMR_H
#define PRM_UMR_H

#include "prm_base.h"

/**
 * enum prm_umr_check_free - State of the key that a UMR insists on. In any other state it fails.
 * Named by effect
 *
 * Sources disagree: The value 1 is CHECK_FREE in rdma-core and in Linux qp.h, but CHECK_NOT_FREE in
 * Linux device.h, where CHECK_FREE is 2. The comments in linux drivers/infiniband/hw/mlx5/wr.c
 * settle it. There 1 is "fail if not free" and 2 "fail if free", and rdma-core sets 1 when it binds
 * a memory window that has to be free. All mean the same by 1.
 * Sources: linux include/linux/mlx5/device.h MLX5_UMR_CHECK_NOT_FREE, MLX5_UMR_CHECK_FREE; linux
 * include/linux/mlx5/qp.h MLX5_FLAGS_CHECK_FREE; rdma-core providers/mlx5/mlx5dv.h
 * MLX5_WQE_UMR_CTRL_FLAG_CHECK_FREE; DPDK drivers/common/mlx5/mlx5_prm.h struct mlx5_wqe_umr_cseg
 * (if_cf_toe_cq_res).
 */
enum prm_umr_check_free {
	PRM_UMR_CHECK_FREE_ANY          = 0x00,
	PRM_UMR_CHECK_FREE_MUST_BE_FREE = 0x01, /* The UMR fails if the key is in use. */
	PRM_UMR_CHECK_FREE_MUST_BE_USED = 0x02, /* The UMR fails if the key is free. */
};

/* The name of a value of enum prm_umr_check_free, or NULL. */
static inline const char *prm_umr_check_free_str(uint64_t value)
{
	switch (value) {
	case PRM_UMR_CHECK_FREE_ANY:
		return "ANY";
	case PRM_UMR_CHECK_FREE_MUST_BE_FREE:
		return "MUST_BE_FREE";
	case PRM_UMR_CHECK_FREE_MUST_BE_USED:
		return "MUST_BE_USED";
	default:
		return NULL;
	}
}

/**
 * flags PRM_UMR_MKEY_MASK_* - The fields of the mkey context that a UMR changes. Fields whose bit
 * is clear keep their value, whatever the UMR's mkey context holds
 *
 * Sources: linux include/linux/mlx5/device.h MLX5_MKEY_MASK_*; rdma-core providers/mlx5/mlx5dv.h
 * MLX5_WQE_UMR_CTRL_MKEY_MASK_*.
 */
#define PRM_UMR_MKEY_MASK_LEN                    (UINT64_C(1) << 0) /* len and length64. */
/* log_page_size. See umr_modify_entity_size_disabled. */
#define PRM_UMR_MKEY_MASK_PAGE_SIZE              (UINT64_C(1) << 1)
#define PRM_UMR_MKEY_MASK_START_ADDR             (UINT64_C(1) << 6) /* start_addr. */
#define PRM_UMR_MKEY_MASK_PD                     (UINT64_C(1) << 7) /* pd. */
/* en_rinval, remote invalidation. */
#define PRM_UMR_MKEY_MASK_EN_RINVAL              (UINT64_C(1) << 8)
/*
 * expected_sigerr_count, a toggle that is turned over after each SIG_ERR CQE. Note: SIG_ERR in
 * rdma-core.
 */
#define PRM_UMR_MKEY_MASK_EN_SIGERR              (UINT64_C(1) << 9)
/* bsf_en. Note: BSF_ENABLE in rdma-core. */
#define PRM_UMR_MKEY_MASK_BSF_EN                 (UINT64_C(1) << 12)
#define PRM_UMR_MKEY_MASK_KEY                    (UINT64_C(1) << 13) /* mkey_7_0, the key's tag. */
#define PRM_UMR_MKEY_MASK_QPN                    (UINT64_C(1) << 14) /* qpn. */
#define PRM_UMR_MKEY_MASK_LR                     (UINT64_C(1) << 17) /* lr, local read. */
#define PRM_UMR_MKEY_MASK_LW                     (UINT64_C(1) << 18) /* lw, local write. */
#define PRM_UMR_MKEY_MASK_RR                     (UINT64_C(1) << 19) /* rr, remote read. */
#define PRM_UMR_MKEY_MASK_RW                     (UINT64_C(1) << 20) /* rw, remote write. */
/* a, atomics. Not with umr_modify_atomic_disabled. */
#define PRM_UMR_MKEY_MASK_A                      (UINT64_C(1) << 21)
/* small_fence_on_rdma_read_response. */
#define PRM_UMR_MKEY_MASK_SMALL_FENCE            (UINT64_C(1) << 23)
#define PRM_UMR_MKEY_MASK_RELAXED_ORDERING_WRITE (UINT64_C(1) << 25) /* relaxed_ordering_write. */
/* free. A UMR that puts a key to use clears the bit. */
#define PRM_UMR_MKEY_MASK_FREE                   (UINT64_C(1) << 29)
/* Bit 5 of log_page_size, where that has six bits. */
#define PRM_UMR_MKEY_MASK_PAGE_SIZE_5            (UINT64_C(1) << 42)
#define PRM_UMR_MKEY_MASK_RELAXED_ORDERING_READ  (UINT64_C(1) << 47) /* relaxed_ordering_read. */
#define PRM_UMR_MKEY_MASK_ALL UINT64_C(0x840022be73c3)

/* The name of bit @bit of PRM_UMR_MKEY_MASK_*, 0 the lowest one, or NULL. */
static inline const char *prm_umr_mkey_mask_flag_str(unsigned int bit)
{
	switch (bit) {
	case 0:
		return "LEN";
	case 1:
		return "PAGE_SIZE";
	case 6:
		return "START_ADDR";
	case 7:
		return "PD";
	case 8:
		return "EN_RINVAL";
	case 9:
		return "EN_SIGERR";
	case 12:
		return "BSF_EN";
	case 13:
		return "KEY";
	case 14:
		return "QPN";
	case 17:
		return "LR";
	case 18:
		return "LW";
	case 19:
		return "RR";
	case 20:
		return "RW";
	case 21:
		return "A";
	case 23:
		return "SMALL_FENCE";
	case 25:
		return "RELAXED_ORDERING_WRITE";
	case 29:
		return "FREE";
	case 42:
		return "PAGE_SIZE_5";
	case 47:
		return "RELAXED_ORDERING_READ";
	default:
		return NULL;
	}
}

/**
 * struct prm_umr_ctrl_seg - follows the control segment of a UMR. The mkey context comes next, then
 * the translations and the BSF
 *
 * 48 bytes, written by the driver.
 * Note: rdma-core and Linux have bits 31 to 24 of the first dword as one byte, flags. The flags are
 * INLINE 0x80, CHECK_FREE 0x20 and 0x40, TRANSLATION_OFFSET 0x10, CHECK_QPN 0x08.
 * Sources: rdma-core providers/mlx5/mlx5dv.h struct mlx5_wqe_umr_ctrl_seg; linux
 * include/linux/mlx5/qp.h struct mlx5_wqe_umr_ctrl_seg; DPDK drivers/common/mlx5/mlx5_prm.h struct
 * mlx5_wqe_umr_cseg.
 */
struct prm_umr_ctrl_seg {
	/*
	 * 0x00 [31]    inline_flag: The translations stand in the WQE. Otherwise a data_seg in
	 *                the WQE points to them.
	 *      [30:29] check_free: (enum prm_umr_check_free)
	 *      [28]    translation_offset_en: Only a part of the translations changes, from
	 *                translation_offset on. No BSF then.
	 *      [27]    check_qpn: Fails if the key's qpn is not this QP. Set to invalidate type 2
	 *                memory windows. Sources disagree: In rdma-core
	 *                (MLX5_WQE_UMR_CTRL_FLAG_CHECK_QPN) and DPDK (cq), not in Linux, which does
	 *                not use it. Taken.
	 */
	uint8_t b_00;
	uint8_t reserved_01[3];
	/*
	 * 0x04 [31:16]: Size of the translations in this UMR, padding included. A multiple of 64
	 * bytes. One per KLM or KSM, one per two MTTs. Note: xlt_octowords in Linux. (octowords:
	 * value * 16 bytes; in bytes)
	 */
	prm_be16 klm_octowords;
	/* 0x04 [15:0] bsf_size_or_translation_offset: decided by translation_offset_en */
	__extension__ union {
		/*
		 * 0x04 [15:0]: Size of the BSF behind the translations. 0 keeps the BSF of the key,
		 * 4 is signature or crypto, 8 is both. (octowords: value * 16 bytes; in bytes)
		 */
		prm_be16 bsf_octowords;
		/*
		 * 0x04 [15:0]: Low 16 bits of the offset into the key's translations, as
		 * klm_octowords counts. (octowords: value * 16 bytes; in bytes)
		 */
		prm_be16 translation_offset;
	};
	prm_be64 mkey_mask;		/* 0x08 [63:0]: (flags PRM_UMR_MKEY_MASK_*) */
	/*
	 * 0x10 [31:0]: High bits of translation_offset. Sources disagree: In Linux
	 * (xlt_offset_47_16), reserved in rdma-core and DPDK. Taken; it is 0 unless
	 * translation_offset_en is set. (needs cmd_hca_cap.umr_extended_translation_offset)
	 */
	prm_be32 translation_offset_47_16;
	uint8_t reserved_14[28];
} __attribute__((packed, aligned(4)));

#define PRM_UMR_CTRL_SEG_SIZE 48

PRM_ASSERT_SIZE(prm_umr_ctrl_seg, 48);
PRM_ASSERT_OFFSET(prm_umr_ctrl_seg, b_00, 0x00);
PRM_ASSERT_OFFSET(prm_umr_ctrl_seg, reserved_01, 0x01);
PRM_ASSERT_OFFSET(prm_umr_ctrl_seg, klm_octowords, 0x04);
PRM_ASSERT_OFFSET(prm_umr_ctrl_seg, bsf_octowords, 0x06);
PRM_ASSERT_OFFSET(prm_umr_ctrl_seg, translation_offset, 0x06);
PRM_ASSERT_OFFSET(prm_umr_ctrl_seg, mkey_mask, 0x08);
PRM_ASSERT_OFFSET(prm_umr_ctrl_seg, translation_offset_47_16, 0x10);
PRM_ASSERT_OFFSET(prm_umr_ctrl_seg, reserved_14, 0x14);

static inline void prm_umr_ctrl_seg_set_inline_flag(struct prm_umr_ctrl_seg *p, bool v)
{
	p->b_00 = prm_u8_replace(p->b_00, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_umr_ctrl_seg_get_inline_flag(const struct prm_umr_ctrl_seg *p)
{
	return (bool)(p->b_00 >> 7);
}

static inline void prm_umr_ctrl_seg_set_check_free(struct prm_umr_ctrl_seg *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 2);
	p->b_00 = prm_u8_replace(p->b_00, 0x60, (uint8_t)((uint32_t)v << 5));
}

static inline uint32_t prm_umr_ctrl_seg_get_check_free(const struct prm_umr_ctrl_seg *p)
{
	return (p->b_00 >> 5) & 0x3;
}

static inline void prm_umr_ctrl_seg_set_translation_offset_en(struct prm_umr_ctrl_seg *p, bool v)
{
	p->b_00 = prm_u8_replace(p->b_00, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_umr_ctrl_seg_get_translation_offset_en(const struct prm_umr_ctrl_seg *p)
{
	return (bool)((p->b_00 >> 4) & 0x1);
}

static inline void prm_umr_ctrl_seg_set_check_qpn(struct prm_umr_ctrl_seg *p, bool v)
{
	p->b_00 = prm_u8_replace(p->b_00, 0x8, (uint8_t)((uint32_t)v << 3));
}

static inline bool prm_umr_ctrl_seg_get_check_qpn(const struct prm_umr_ctrl_seg *p)
{
	return (bool)((p->b_00 >> 3) & 0x1);
}

static inline void prm_umr_ctrl_seg_set_klm_octowords(struct prm_umr_ctrl_seg *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->klm_octowords = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_umr_ctrl_seg_get_klm_octowords(const struct prm_umr_ctrl_seg *p)
{
	return prm_be16_to_cpu(p->klm_octowords);
}

static inline void prm_umr_ctrl_seg_set_bsf_octowords(struct prm_umr_ctrl_seg *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->bsf_octowords = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_umr_ctrl_seg_get_bsf_octowords(const struct prm_umr_ctrl_seg *p)
{
	return prm_be16_to_cpu(p->bsf_octowords);
}

static inline void prm_umr_ctrl_seg_set_translation_offset(struct prm_umr_ctrl_seg *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->translation_offset = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_umr_ctrl_seg_get_translation_offset(const struct prm_umr_ctrl_seg *p)
{
	return prm_be16_to_cpu(p->translation_offset);
}

static inline void prm_umr_ctrl_seg_set_mkey_mask(struct prm_umr_ctrl_seg *p, uint64_t v)
{
	p->mkey_mask = prm_cpu_to_be64(v);
}

static inline uint64_t prm_umr_ctrl_seg_get_mkey_mask(const struct prm_umr_ctrl_seg *p)
{
	return prm_be64_to_cpu(p->mkey_mask);
}

static inline void prm_umr_ctrl_seg_set_translation_offset_47_16(struct prm_umr_ctrl_seg *p,
		uint32_t v)
{
	p->translation_offset_47_16 = prm_cpu_to_be32(v);
}

static inline uint32_t prm_umr_ctrl_seg_get_translation_offset_47_16(
		const struct prm_umr_ctrl_seg *p)
{
	return prm_be32_to_cpu(p->translation_offset_47_16);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_umr_ctrl_seg_fields {
	bool inline_flag;
	uint8_t check_free;		/* 2 bits, enum prm_umr_check_free */
	bool translation_offset_en;
	bool check_qpn;
	uint16_t klm_octowords;		/* octowords */
	__extension__ union {	/* decided by translation_offset_en */
		uint16_t bsf_octowords;	/* octowords */
		uint16_t translation_offset; /* octowords */
	};
	uint64_t mkey_mask;		/* PRM_UMR_MKEY_MASK_* */
	uint32_t translation_offset_47_16;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_umr_ctrl_seg_fields_init(struct prm_umr_ctrl_seg_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 48 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_umr_ctrl_seg_pack(struct prm_umr_ctrl_seg *p,
		const struct prm_umr_ctrl_seg_fields *v)
{
	PRM_CHECK_WIDTH(v->check_free, 2);
	prm_store32(p, 0x00, (uint32_t)v->inline_flag << 31 |
			((uint32_t)v->check_free & 0x3) << 29 |
			(uint32_t)v->translation_offset_en << 28 | (uint32_t)v->check_qpn << 27);
	prm_store16(p, 0x04, (uint16_t)v->klm_octowords);
	prm_store16(p, 0x06, v->bsf_octowords);
	prm_store64(p, 0x08, v->mkey_mask);
	prm_store32(p, 0x10, v->translation_offset_47_16);
	memset((uint8_t *)p + 0x14, 0, 28);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_umr_ctrl_seg_check(const struct prm_umr_ctrl_seg *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_enum(r, "check_free", 1, 2, prm_umr_ctrl_seg_get_check_free(p),
		prm_umr_check_free_str(prm_umr_ctrl_seg_get_check_free(p)));
	n += prm_check_reserved(r, p, 5, 27);	/* 0x00 [26:0] */
	n += prm_check_flags(r, "mkey_mask", 64, 64, prm_umr_ctrl_seg_get_mkey_mask(p),
		PRM_UMR_MKEY_MASK_ALL);
	n += prm_check_reserved(r, p, 160, 224);	/* 0x14..0x2f */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_umr_ctrl_seg_unpack(struct prm_umr_ctrl_seg_fields *v,
		const struct prm_umr_ctrl_seg *p, struct prm_report *r)
{
	uint32_t word;

	word = prm_load8(p, 0x00);
	v->inline_flag = word >> 7;
	v->check_free = (uint8_t)((word >> 5) & 0x3);
	v->translation_offset_en = (word >> 4) & 0x1;
	v->check_qpn = (word >> 3) & 0x1;
	v->klm_octowords = prm_load16(p, 0x04);
	v->bsf_octowords = prm_load16(p, 0x06);
	v->mkey_mask = prm_load64(p, 0x08);
	v->translation_offset_47_16 = prm_load32(p, 0x10);
	return r ? prm_umr_ctrl_seg_check(p, r) : 0;
}

#endif /* PRM_UMR_H */
