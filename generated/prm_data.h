/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Pointers to data, inline data, and the entries of the translation lists of memory keys.
 * Made by prmc 1 from spec/wqe/data.yaml, spec digest e6b478cbac5a. Do not edit: `ninja regen`.
 */
#ifndef PRM_DATA_H
#define PRM_DATA_H

#include "prm_base.h"

/**
 * struct prm_data_seg - pointer to data that a send queue gathers, or to where the answer of a read
 * or atomic goes
 *
 * 16 bytes, written by the driver.
 * Note: Drivers leave out elements of length 0.
 * Sources: rdma-core providers/mlx5/mlx5dv.h struct mlx5_wqe_data_seg; linux
 * include/linux/mlx5/qp.h struct mlx5_wqe_data_seg.
 */
struct prm_data_seg {
	/*
	 * 0x00 [31]   inline_seg: Tells the segment from inline data. (always 0x0)
	 *      [30:0] byte_count: (in bytes)
	 */
	prm_be32 dw_00;
	prm_be32 lkey;			/* 0x04 [31:0]: Key of the memory, index << 8 | key. */
	prm_be64 addr;			/* 0x08 [63:0]: Virtual address under the key. */
} __attribute__((packed, aligned(4)));

#define PRM_DATA_SEG_SIZE 16

PRM_ASSERT_SIZE(prm_data_seg, 16);
PRM_ASSERT_OFFSET(prm_data_seg, dw_00, 0x00);
PRM_ASSERT_OFFSET(prm_data_seg, lkey, 0x04);
PRM_ASSERT_OFFSET(prm_data_seg, addr, 0x08);

static inline void prm_data_seg_set_inline_seg(struct prm_data_seg *p, bool v)
{
	p->dw_00 = prm_be32_replace(p->dw_00, 0x80000000u, (uint32_t)v << 31);
}

static inline bool prm_data_seg_get_inline_seg(const struct prm_data_seg *p)
{
	return (bool)(prm_be32_to_cpu(p->dw_00) >> 31);
}

static inline void prm_data_seg_set_byte_count(struct prm_data_seg *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 31);
	p->dw_00 = prm_be32_replace(p->dw_00, 0x7fffffffu, v);
}

static inline uint32_t prm_data_seg_get_byte_count(const struct prm_data_seg *p)
{
	return prm_be32_to_cpu(p->dw_00) & 0x7fffffff;
}

static inline void prm_data_seg_set_lkey(struct prm_data_seg *p, uint32_t v)
{
	p->lkey = prm_cpu_to_be32(v);
}

static inline uint32_t prm_data_seg_get_lkey(const struct prm_data_seg *p)
{
	return prm_be32_to_cpu(p->lkey);
}

static inline void prm_data_seg_set_addr(struct prm_data_seg *p, uint64_t v)
{
	p->addr = prm_cpu_to_be64(v);
}

static inline uint64_t prm_data_seg_get_addr(const struct prm_data_seg *p)
{
	return prm_be64_to_cpu(p->addr);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_data_seg_fields {
	uint32_t byte_count;		/* 31 bits */
	uint32_t lkey;
	uint64_t addr;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_data_seg_fields_init(struct prm_data_seg_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_data_seg_pack(struct prm_data_seg *p,
		const struct prm_data_seg_fields *v)
{
	PRM_CHECK_WIDTH(v->byte_count, 31);
	prm_store32(p, 0x00, v->byte_count & 0x7fffffff);
	prm_store32(p, 0x04, v->lkey);
	prm_store64(p, 0x08, v->addr);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_data_seg_check(const struct prm_data_seg *p, struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_fixed(r, "inline_seg", 0, 1, prm_data_seg_get_inline_seg(p), 0x0);
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_data_seg_unpack(struct prm_data_seg_fields *v,
		const struct prm_data_seg *p, struct prm_report *r)
{

	v->byte_count = prm_load32(p, 0x00) & 0x7fffffff;
	v->lkey = prm_load32(p, 0x04);
	v->addr = prm_load64(p, 0x08);
	return r ? prm_data_seg_check(p, r) : 0;
}

/**
 * struct prm_inline_data_seg - head of data in the WQE itself. The data follow at once and wrap at
 * the end of the ring
 *
 * 4 bytes, written by the driver.
 * Note: Linux defines the width of byte_count (MLX5_WQE_INLINE_SEG_BYTE_COUNT_MASK).
 * Sources: rdma-core providers/mlx5/mlx5dv.h struct mlx5_wqe_inl_data_seg, MLX5_INLINE_SEG; linux
 * include/linux/mlx5/qp.h struct mlx5_wqe_inline_seg.
 */
struct prm_inline_data_seg {
	/* 0x00 [31] inline_seg: Tells inline data from a pointer. (always 0x1) */
	uint8_t b_00;
	uint8_t reserved_01[1];
	prm_be16 w_02;			/* 0x00 [9:0] byte_count: Without this head. (in bytes) */
} __attribute__((packed, aligned(4)));

#define PRM_INLINE_DATA_SEG_SIZE 4

PRM_ASSERT_SIZE(prm_inline_data_seg, 4);
PRM_ASSERT_OFFSET(prm_inline_data_seg, b_00, 0x00);
PRM_ASSERT_OFFSET(prm_inline_data_seg, reserved_01, 0x01);
PRM_ASSERT_OFFSET(prm_inline_data_seg, w_02, 0x02);

static inline void prm_inline_data_seg_set_inline_seg(struct prm_inline_data_seg *p, bool v)
{
	p->b_00 = prm_u8_replace(p->b_00, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_inline_data_seg_get_inline_seg(const struct prm_inline_data_seg *p)
{
	return (bool)(p->b_00 >> 7);
}

static inline void prm_inline_data_seg_set_byte_count(struct prm_inline_data_seg *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 10);
	p->w_02 = prm_be16_replace(p->w_02, 0x3ff, (uint16_t)v);
}

static inline uint32_t prm_inline_data_seg_get_byte_count(const struct prm_inline_data_seg *p)
{
	return prm_be16_to_cpu(p->w_02) & 0x3ff;
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_inline_data_seg_fields {
	uint16_t byte_count;		/* 10 bits */
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_inline_data_seg_fields_init(struct prm_inline_data_seg_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 4 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_inline_data_seg_pack(struct prm_inline_data_seg *p,
		const struct prm_inline_data_seg_fields *v)
{
	PRM_CHECK_WIDTH(v->byte_count, 10);
	prm_store32(p, 0x00, UINT32_C(0x1) << 31 | ((uint32_t)v->byte_count & 0x3ff));
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_inline_data_seg_check(const struct prm_inline_data_seg *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_fixed(r, "inline_seg", 0, 1, prm_inline_data_seg_get_inline_seg(p), 0x1);
	n += prm_check_reserved(r, p, 1, 21);	/* 0x00 [30:10] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_inline_data_seg_unpack(
		struct prm_inline_data_seg_fields *v, const struct prm_inline_data_seg *p,
		struct prm_report *r)
{

	v->byte_count = (uint16_t)(prm_load16(p, 0x02) & 0x3ff);
	return r ? prm_inline_data_seg_check(p, r) : 0;
}

/**
 * struct prm_klm - entry of a translation list, a piece of any length under another key
 *
 * 16 bytes, written by the driver.
 * Note: Lists are padded to 64 bytes with entries of zeros.
 * Sources: rdma-core providers/mlx5/mlx5dv.h struct mlx5_wqe_umr_klm_seg; linux
 * include/linux/mlx5/qp.h struct mlx5_klm.
 */
struct prm_klm {
	prm_be32 byte_count;		/* 0x00 [31:0]: At most 2 GiB. (in bytes) */
	prm_be32 mkey;			/* 0x04 [31:0]: Key of the memory, index << 8 | key. */
	prm_be64 address;		/* 0x08 [63:0]: Virtual address under that key. */
} __attribute__((packed, aligned(4)));

#define PRM_KLM_SIZE 16

PRM_ASSERT_SIZE(prm_klm, 16);
PRM_ASSERT_OFFSET(prm_klm, byte_count, 0x00);
PRM_ASSERT_OFFSET(prm_klm, mkey, 0x04);
PRM_ASSERT_OFFSET(prm_klm, address, 0x08);

static inline void prm_klm_set_byte_count(struct prm_klm *p, uint32_t v)
{
	p->byte_count = prm_cpu_to_be32(v);
}

static inline uint32_t prm_klm_get_byte_count(const struct prm_klm *p)
{
	return prm_be32_to_cpu(p->byte_count);
}

static inline void prm_klm_set_mkey(struct prm_klm *p, uint32_t v)
{
	p->mkey = prm_cpu_to_be32(v);
}

static inline uint32_t prm_klm_get_mkey(const struct prm_klm *p)
{
	return prm_be32_to_cpu(p->mkey);
}

static inline void prm_klm_set_address(struct prm_klm *p, uint64_t v)
{
	p->address = prm_cpu_to_be64(v);
}

static inline uint64_t prm_klm_get_address(const struct prm_klm *p)
{
	return prm_be64_to_cpu(p->address);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_klm_fields {
	uint32_t byte_count;
	uint32_t mkey;
	uint64_t address;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_klm_fields_init(struct prm_klm_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_klm_pack(struct prm_klm *p, const struct prm_klm_fields *v)
{
	prm_store32(p, 0x00, v->byte_count);
	prm_store32(p, 0x04, v->mkey);
	prm_store64(p, 0x08, v->address);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_klm_check(const struct prm_klm *p, struct prm_report *r)
{
	(void)p;
	(void)r;
	return 0;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_klm_unpack(struct prm_klm_fields *v,
		const struct prm_klm *p, struct prm_report *r)
{

	v->byte_count = prm_load32(p, 0x00);
	v->mkey = prm_load32(p, 0x04);
	v->address = prm_load64(p, 0x08);
	return r ? prm_klm_check(p, r) : 0;
}

/**
 * struct prm_ksm - entry of a translation list whose pieces all have the size 2^log_page_size of
 * the key. Also called KLMFBS (KLM with fixed block size)
 *
 * 16 bytes, written by the driver.
 * Sources: linux include/linux/mlx5/qp.h struct mlx5_ksm.
 */
struct prm_ksm {
	uint8_t reserved_00[4];
	prm_be32 mkey;			/* 0x04 [31:0]: Key of the memory, index << 8 | key. */
	prm_be64 address;		/* 0x08 [63:0]: Virtual address under that key. */
} __attribute__((packed, aligned(4)));

#define PRM_KSM_SIZE 16

PRM_ASSERT_SIZE(prm_ksm, 16);
PRM_ASSERT_OFFSET(prm_ksm, reserved_00, 0x00);
PRM_ASSERT_OFFSET(prm_ksm, mkey, 0x04);
PRM_ASSERT_OFFSET(prm_ksm, address, 0x08);

static inline void prm_ksm_set_mkey(struct prm_ksm *p, uint32_t v)
{
	p->mkey = prm_cpu_to_be32(v);
}

static inline uint32_t prm_ksm_get_mkey(const struct prm_ksm *p)
{
	return prm_be32_to_cpu(p->mkey);
}

static inline void prm_ksm_set_address(struct prm_ksm *p, uint64_t v)
{
	p->address = prm_cpu_to_be64(v);
}

static inline uint64_t prm_ksm_get_address(const struct prm_ksm *p)
{
	return prm_be64_to_cpu(p->address);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_ksm_fields {
	uint32_t mkey;
	uint64_t address;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_ksm_fields_init(struct prm_ksm_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_ksm_pack(struct prm_ksm *p, const struct prm_ksm_fields *v)
{
	prm_store32(p, 0x00, 0);
	prm_store32(p, 0x04, v->mkey);
	prm_store64(p, 0x08, v->address);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_ksm_check(const struct prm_ksm *p, struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_reserved(r, p, 0, 32);	/* 0x00 [31:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_ksm_unpack(struct prm_ksm_fields *v,
		const struct prm_ksm *p, struct prm_report *r)
{

	v->mkey = prm_load32(p, 0x04);
	v->address = prm_load64(p, 0x08);
	return r ? prm_ksm_check(p, r) : 0;
}

/**
 * struct prm_mtt - entry of a translation list of pages. Two entries make an octoword
 *
 * 8 bytes, written by the driver.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_mtt_bits; linux
 * include/linux/mlx5/device.h MLX5_EN_RD, MLX5_EN_WR.
 */
struct prm_mtt {
	prm_be32 ptag_63_32;		/* 0x00 [31:0]: Bits 63 to 32 of the page's bus address. */
	/*
	 * 0x04 [31:8] ptag_31_8: Bits 31 to 8.
	 *      [1]    wr_en: The device may write the page.
	 *      [0]    rd_en: The device may read the page.
	 */
	prm_be32 dw_04;
} __attribute__((packed, aligned(4)));

#define PRM_MTT_SIZE 8

PRM_ASSERT_SIZE(prm_mtt, 8);
PRM_ASSERT_OFFSET(prm_mtt, ptag_63_32, 0x00);
PRM_ASSERT_OFFSET(prm_mtt, dw_04, 0x04);

static inline void prm_mtt_set_ptag_63_32(struct prm_mtt *p, uint32_t v)
{
	p->ptag_63_32 = prm_cpu_to_be32(v);
}

static inline uint32_t prm_mtt_get_ptag_63_32(const struct prm_mtt *p)
{
	return prm_be32_to_cpu(p->ptag_63_32);
}

static inline void prm_mtt_set_ptag_31_8(struct prm_mtt *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_04 = prm_be32_replace(p->dw_04, 0xffffff00u, (uint32_t)v << 8);
}

static inline uint32_t prm_mtt_get_ptag_31_8(const struct prm_mtt *p)
{
	return prm_be32_to_cpu(p->dw_04) >> 8;
}

static inline void prm_mtt_set_wr_en(struct prm_mtt *p, bool v)
{
	p->dw_04 = prm_be32_replace(p->dw_04, 0x2u, (uint32_t)v << 1);
}

static inline bool prm_mtt_get_wr_en(const struct prm_mtt *p)
{
	return (bool)((prm_be32_to_cpu(p->dw_04) >> 1) & 0x1);
}

static inline void prm_mtt_set_rd_en(struct prm_mtt *p, bool v)
{
	p->dw_04 = prm_be32_replace(p->dw_04, 0x1u, v);
}

static inline bool prm_mtt_get_rd_en(const struct prm_mtt *p)
{
	return (bool)(prm_be32_to_cpu(p->dw_04) & 0x1);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_mtt_fields {
	uint32_t ptag_63_32;
	uint32_t ptag_31_8;		/* 24 bits */
	bool wr_en;
	bool rd_en;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_mtt_fields_init(struct prm_mtt_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 8 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_mtt_pack(struct prm_mtt *p, const struct prm_mtt_fields *v)
{
	prm_store32(p, 0x00, v->ptag_63_32);
	PRM_CHECK_WIDTH(v->ptag_31_8, 24);
	prm_store32(p, 0x04, v->ptag_31_8 << 8 | (uint32_t)v->wr_en << 1 | (uint32_t)v->rd_en);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_mtt_check(const struct prm_mtt *p, struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_reserved(r, p, 56, 6);	/* 0x04 [7:2] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_mtt_unpack(struct prm_mtt_fields *v,
		const struct prm_mtt *p, struct prm_report *r)
{
	uint32_t word;

	v->ptag_63_32 = prm_load32(p, 0x00);
	v->ptag_31_8 = prm_load32(p, 0x04) >> 8;
	word = prm_load8(p, 0x07);
	v->wr_en = (word >> 1) & 0x1;
	v->rd_en = word & 0x1;
	return r ? prm_mtt_check(p, r) : 0;
}

/**
 * struct prm_repeat_block_seg - head of an interleaved layout. num_ent entries follow, all padded
 * to 64 bytes with zeros
 *
 * 16 bytes, written by the driver.
 * Sources: rdma-core providers/mlx5/mlx5dv.h struct mlx5_wqe_umr_repeat_block_seg; linux
 * include/linux/mlx5/qp.h struct mlx5_stride_block_ctrl_seg, MLX5_STRIDE_BLOCK_OP.
 */
struct prm_repeat_block_seg {
	/* 0x00 [31:0]: Bytes of a cycle, the sum of the byte_count of the entries. (in bytes) */
	prm_be32 byte_count;
	/* 0x04 [31:0]: Stands where a KLM has its key. (always 0x400) */
	prm_be32 op;
	prm_be32 repeat_count;		/* 0x08 [31:0]: Number of cycles. */
	uint8_t reserved_0c[2];
	prm_be16 num_ent;		/* 0x0c [15:0]: Number of entries. */
} __attribute__((packed, aligned(4)));

#define PRM_REPEAT_BLOCK_SEG_SIZE 16

PRM_ASSERT_SIZE(prm_repeat_block_seg, 16);
PRM_ASSERT_OFFSET(prm_repeat_block_seg, byte_count, 0x00);
PRM_ASSERT_OFFSET(prm_repeat_block_seg, op, 0x04);
PRM_ASSERT_OFFSET(prm_repeat_block_seg, repeat_count, 0x08);
PRM_ASSERT_OFFSET(prm_repeat_block_seg, reserved_0c, 0x0c);
PRM_ASSERT_OFFSET(prm_repeat_block_seg, num_ent, 0x0e);

static inline void prm_repeat_block_seg_set_byte_count(struct prm_repeat_block_seg *p, uint32_t v)
{
	p->byte_count = prm_cpu_to_be32(v);
}

static inline uint32_t prm_repeat_block_seg_get_byte_count(const struct prm_repeat_block_seg *p)
{
	return prm_be32_to_cpu(p->byte_count);
}

static inline void prm_repeat_block_seg_set_op(struct prm_repeat_block_seg *p, uint32_t v)
{
	p->op = prm_cpu_to_be32(v);
}

static inline uint32_t prm_repeat_block_seg_get_op(const struct prm_repeat_block_seg *p)
{
	return prm_be32_to_cpu(p->op);
}

static inline void prm_repeat_block_seg_set_repeat_count(struct prm_repeat_block_seg *p, uint32_t v)
{
	p->repeat_count = prm_cpu_to_be32(v);
}

static inline uint32_t prm_repeat_block_seg_get_repeat_count(const struct prm_repeat_block_seg *p)
{
	return prm_be32_to_cpu(p->repeat_count);
}

static inline void prm_repeat_block_seg_set_num_ent(struct prm_repeat_block_seg *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->num_ent = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_repeat_block_seg_get_num_ent(const struct prm_repeat_block_seg *p)
{
	return prm_be16_to_cpu(p->num_ent);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_repeat_block_seg_fields {
	uint32_t byte_count;
	uint32_t repeat_count;
	uint16_t num_ent;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_repeat_block_seg_fields_init(
		struct prm_repeat_block_seg_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_repeat_block_seg_pack(struct prm_repeat_block_seg *p,
		const struct prm_repeat_block_seg_fields *v)
{
	prm_store32(p, 0x00, v->byte_count);
	prm_store32(p, 0x04, UINT32_C(0x400));
	prm_store32(p, 0x08, v->repeat_count);
	prm_store32(p, 0x0c, (uint32_t)v->num_ent);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_repeat_block_seg_check(const struct prm_repeat_block_seg *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_fixed(r, "op", 32, 32, prm_repeat_block_seg_get_op(p), 0x400);
	n += prm_check_reserved(r, p, 96, 16);	/* 0x0c [31:16] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_repeat_block_seg_unpack(
		struct prm_repeat_block_seg_fields *v, const struct prm_repeat_block_seg *p,
		struct prm_report *r)
{

	v->byte_count = prm_load32(p, 0x00);
	v->repeat_count = prm_load32(p, 0x08);
	v->num_ent = prm_load16(p, 0x0e);
	return r ? prm_repeat_block_seg_check(p, r) : 0;
}

/**
 * struct prm_repeat_block_ent - one stream of an interleaved layout. Each cycle takes byte_count
 * bytes and moves by stride
 *
 * 16 bytes, written by the driver.
 * Note: Both sizes have 16 bits. Drivers that take them as 32 bits and cut them set up a wrong
 * layout without an error.
 * Sources: rdma-core providers/mlx5/mlx5dv.h struct mlx5_wqe_umr_repeat_ent_seg; linux
 * include/linux/mlx5/qp.h struct mlx5_stride_block_entry.
 */
struct prm_repeat_block_ent {
	/*
	 * 0x00 [31:16]: From the start of a piece to the start of the next one, so byte_count plus
	 * what is skipped. (in bytes)
	 */
	prm_be16 stride;
	prm_be16 byte_count;		/* 0x00 [15:0]: Of one piece. (in bytes) */
	prm_be32 memkey;		/* 0x04 [31:0]: Key of the memory, index << 8 | key. */
	prm_be64 va;			/* 0x08 [63:0]: Virtual address of the first piece. */
} __attribute__((packed, aligned(4)));

#define PRM_REPEAT_BLOCK_ENT_SIZE 16

PRM_ASSERT_SIZE(prm_repeat_block_ent, 16);
PRM_ASSERT_OFFSET(prm_repeat_block_ent, stride, 0x00);
PRM_ASSERT_OFFSET(prm_repeat_block_ent, byte_count, 0x02);
PRM_ASSERT_OFFSET(prm_repeat_block_ent, memkey, 0x04);
PRM_ASSERT_OFFSET(prm_repeat_block_ent, va, 0x08);

static inline void prm_repeat_block_ent_set_stride(struct prm_repeat_block_ent *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->stride = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_repeat_block_ent_get_stride(const struct prm_repeat_block_ent *p)
{
	return prm_be16_to_cpu(p->stride);
}

static inline void prm_repeat_block_ent_set_byte_count(struct prm_repeat_block_ent *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->byte_count = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_repeat_block_ent_get_byte_count(const struct prm_repeat_block_ent *p)
{
	return prm_be16_to_cpu(p->byte_count);
}

static inline void prm_repeat_block_ent_set_memkey(struct prm_repeat_block_ent *p, uint32_t v)
{
	p->memkey = prm_cpu_to_be32(v);
}

static inline uint32_t prm_repeat_block_ent_get_memkey(const struct prm_repeat_block_ent *p)
{
	return prm_be32_to_cpu(p->memkey);
}

static inline void prm_repeat_block_ent_set_va(struct prm_repeat_block_ent *p, uint64_t v)
{
	p->va = prm_cpu_to_be64(v);
}

static inline uint64_t prm_repeat_block_ent_get_va(const struct prm_repeat_block_ent *p)
{
	return prm_be64_to_cpu(p->va);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_repeat_block_ent_fields {
	uint16_t stride;
	uint16_t byte_count;
	uint32_t memkey;
	uint64_t va;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_repeat_block_ent_fields_init(
		struct prm_repeat_block_ent_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_repeat_block_ent_pack(struct prm_repeat_block_ent *p,
		const struct prm_repeat_block_ent_fields *v)
{
	prm_store32(p, 0x00, (uint32_t)v->stride << 16 | (uint32_t)v->byte_count);
	prm_store32(p, 0x04, v->memkey);
	prm_store64(p, 0x08, v->va);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_repeat_block_ent_check(const struct prm_repeat_block_ent *p,
		struct prm_report *r)
{
	(void)p;
	(void)r;
	return 0;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_repeat_block_ent_unpack(
		struct prm_repeat_block_ent_fields *v, const struct prm_repeat_block_ent *p,
		struct prm_report *r)
{

	v->stride = prm_load16(p, 0x00);
	v->byte_count = prm_load16(p, 0x02);
	v->memkey = prm_load32(p, 0x04);
	v->va = prm_load64(p, 0x08);
	return r ? prm_repeat_block_ent_check(p, r) : 0;
}

#endif /* PRM_DATA_H */
