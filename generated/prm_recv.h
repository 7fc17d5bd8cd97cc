/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Receive work requests, which have no control segment. The queue's context gives their size.
 * Made by prmc 1 from spec/wqe/recv.yaml, spec digest 091b5626e5ca. Do not edit: `ninja regen`.
 */
#ifndef PRM_RECV_H
#define PRM_RECV_H

#include "prm_base.h"

/**
 * enum prm_special_lkey - Keys that do not name memory
 *
 * Other values are legal too.
 * Sources: linux include/linux/mlx5/qp.h MLX5_TERMINATE_SCATTER_LIST_LKEY; rdma-core
 * providers/mlx5/mlx5dv.h MLX5_INVALID_LKEY.
 */
enum prm_special_lkey {
	/*
	 * Ends the list before the end of the WQE. byte_count and addr are 0. Note: Devices with
	 * cmd_hca_cap.terminate_scatter_list_mkey have a value of their own, which
	 * QUERY_SPECIAL_CONTEXTS gives.
	 */
	PRM_SPECIAL_LKEY_TERMINATE_SCATTER_LIST = 0x0100,
};

/* The name of a value of enum prm_special_lkey, or NULL. */
static inline const char *prm_special_lkey_str(uint64_t value)
{
	switch (value) {
	case PRM_SPECIAL_LKEY_TERMINATE_SCATTER_LIST:
		return "TERMINATE_SCATTER_LIST";
	default:
		return NULL;
	}
}

/**
 * struct prm_recv_data_seg - pointer to memory that a receive queue scatters to
 *
 * 16 bytes, written by the driver.
 * Sources: rdma-core providers/mlx5/mlx5dv.h struct mlx5_wqe_data_seg; linux
 * include/linux/mlx5/qp.h struct mlx5_wqe_data_seg.
 */
struct prm_recv_data_seg {
	/*
	 * 0x00 [31]   start_padding: Padding before the data, for Ethernet queues. Note: The same
	 *               bit means inline data in a send WQE.
	 *      [30:0] byte_count: (in bytes)
	 */
	prm_be32 dw_00;
	/* 0x04 [31:0]: Key of the memory, index << 8 | key. (enum prm_special_lkey) */
	prm_be32 lkey;
	prm_be64 addr;			/* 0x08 [63:0]: Virtual address under the key. */
} __attribute__((packed, aligned(4)));

#define PRM_RECV_DATA_SEG_SIZE 16

PRM_ASSERT_SIZE(prm_recv_data_seg, 16);
PRM_ASSERT_OFFSET(prm_recv_data_seg, dw_00, 0x00);
PRM_ASSERT_OFFSET(prm_recv_data_seg, lkey, 0x04);
PRM_ASSERT_OFFSET(prm_recv_data_seg, addr, 0x08);

static inline void prm_recv_data_seg_set_start_padding(struct prm_recv_data_seg *p, bool v)
{
	p->dw_00 = prm_be32_replace(p->dw_00, 0x80000000u, (uint32_t)v << 31);
}

static inline bool prm_recv_data_seg_get_start_padding(const struct prm_recv_data_seg *p)
{
	return (bool)(prm_be32_to_cpu(p->dw_00) >> 31);
}

static inline void prm_recv_data_seg_set_byte_count(struct prm_recv_data_seg *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 31);
	p->dw_00 = prm_be32_replace(p->dw_00, 0x7fffffffu, v);
}

static inline uint32_t prm_recv_data_seg_get_byte_count(const struct prm_recv_data_seg *p)
{
	return prm_be32_to_cpu(p->dw_00) & 0x7fffffff;
}

static inline void prm_recv_data_seg_set_lkey(struct prm_recv_data_seg *p, uint32_t v)
{
	p->lkey = prm_cpu_to_be32(v);
}

static inline uint32_t prm_recv_data_seg_get_lkey(const struct prm_recv_data_seg *p)
{
	return prm_be32_to_cpu(p->lkey);
}

static inline void prm_recv_data_seg_set_addr(struct prm_recv_data_seg *p, uint64_t v)
{
	p->addr = prm_cpu_to_be64(v);
}

static inline uint64_t prm_recv_data_seg_get_addr(const struct prm_recv_data_seg *p)
{
	return prm_be64_to_cpu(p->addr);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_recv_data_seg_fields {
	bool start_padding;
	uint32_t byte_count;		/* 31 bits */
	uint32_t lkey;			/* enum prm_special_lkey */
	uint64_t addr;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_recv_data_seg_fields_init(struct prm_recv_data_seg_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_recv_data_seg_pack(struct prm_recv_data_seg *p,
		const struct prm_recv_data_seg_fields *v)
{
	PRM_CHECK_WIDTH(v->byte_count, 31);
	prm_store32(p, 0x00, (uint32_t)v->start_padding << 31 | (v->byte_count & 0x7fffffff));
	prm_store32(p, 0x04, v->lkey);
	prm_store64(p, 0x08, v->addr);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_recv_data_seg_check(const struct prm_recv_data_seg *p,
		struct prm_report *r)
{
	(void)p;
	(void)r;
	return 0;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_recv_data_seg_unpack(struct prm_recv_data_seg_fields *v,
		const struct prm_recv_data_seg *p, struct prm_report *r)
{

	v->start_padding = prm_load8(p, 0x00) >> 7;
	v->byte_count = prm_load32(p, 0x00) & 0x7fffffff;
	v->lkey = prm_load32(p, 0x04);
	v->addr = prm_load64(p, 0x08);
	return r ? prm_recv_data_seg_check(p, r) : 0;
}

/**
 * struct prm_srq_next_seg - first segment of a WQE of a shared receive queue
 *
 * 16 bytes, written by the driver.
 * Sources: rdma-core providers/mlx5/mlx5dv.h struct mlx5_wqe_srq_next_seg; linux
 * include/linux/mlx5/device.h struct mlx5_wqe_srq_next_seg.
 */
struct prm_srq_next_seg {
	uint8_t reserved_00[2];
	/* 0x00 [15:0]: Index of the WQE that follows in the list. */
	prm_be16 next_wqe_index;
	/* 0x04 [31:24]: As in wqe_signature_seg; 0 without WQE signatures. */
	uint8_t signature;
	uint8_t reserved_05[11];
} __attribute__((packed, aligned(4)));

#define PRM_SRQ_NEXT_SEG_SIZE 16

PRM_ASSERT_SIZE(prm_srq_next_seg, 16);
PRM_ASSERT_OFFSET(prm_srq_next_seg, reserved_00, 0x00);
PRM_ASSERT_OFFSET(prm_srq_next_seg, next_wqe_index, 0x02);
PRM_ASSERT_OFFSET(prm_srq_next_seg, signature, 0x04);
PRM_ASSERT_OFFSET(prm_srq_next_seg, reserved_05, 0x05);

static inline void prm_srq_next_seg_set_next_wqe_index(struct prm_srq_next_seg *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->next_wqe_index = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_srq_next_seg_get_next_wqe_index(const struct prm_srq_next_seg *p)
{
	return prm_be16_to_cpu(p->next_wqe_index);
}

static inline void prm_srq_next_seg_set_signature(struct prm_srq_next_seg *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->signature = (uint8_t)v;
}

static inline uint32_t prm_srq_next_seg_get_signature(const struct prm_srq_next_seg *p)
{
	return p->signature;
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_srq_next_seg_fields {
	uint16_t next_wqe_index;
	uint8_t signature;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_srq_next_seg_fields_init(struct prm_srq_next_seg_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_srq_next_seg_pack(struct prm_srq_next_seg *p,
		const struct prm_srq_next_seg_fields *v)
{
	prm_store32(p, 0x00, (uint32_t)v->next_wqe_index);
	prm_store32(p, 0x04, (uint32_t)v->signature << 24);
	prm_store32(p, 0x08, 0);
	prm_store32(p, 0x0c, 0);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_srq_next_seg_check(const struct prm_srq_next_seg *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_reserved(r, p, 0, 16);	/* 0x00 [31:16] */
	n += prm_check_reserved(r, p, 40, 24);	/* 0x04 [23:0] */
	n += prm_check_reserved(r, p, 64, 64);	/* 0x08 [63:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_srq_next_seg_unpack(struct prm_srq_next_seg_fields *v,
		const struct prm_srq_next_seg *p, struct prm_report *r)
{

	v->next_wqe_index = prm_load16(p, 0x02);
	v->signature = prm_load8(p, 0x04);
	return r ? prm_srq_next_seg_check(p, r) : 0;
}

/**
 * struct prm_wqe_signature_seg - first segment of a receive WQE of a QP with WQE signatures
 *
 * 16 bytes, written by the driver.
 * Sources: rdma-core providers/mlx5/wqe.h struct mlx5_rwqe_sig; linux include/linux/mlx5/qp.h
 * struct mlx5_rwqe_sig.
 */
struct prm_wqe_signature_seg {
	uint8_t reserved_00[4];
	/*
	 * 0x04 [31:24]: XOR of the inverted XORs of the WQE's bytes (this one as 0), of the queue's
	 * number and of the 16-bit index.
	 */
	uint8_t signature;
	uint8_t reserved_05[11];
} __attribute__((packed, aligned(4)));

#define PRM_WQE_SIGNATURE_SEG_SIZE 16

PRM_ASSERT_SIZE(prm_wqe_signature_seg, 16);
PRM_ASSERT_OFFSET(prm_wqe_signature_seg, reserved_00, 0x00);
PRM_ASSERT_OFFSET(prm_wqe_signature_seg, signature, 0x04);
PRM_ASSERT_OFFSET(prm_wqe_signature_seg, reserved_05, 0x05);

static inline void prm_wqe_signature_seg_set_signature(struct prm_wqe_signature_seg *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->signature = (uint8_t)v;
}

static inline uint32_t prm_wqe_signature_seg_get_signature(const struct prm_wqe_signature_seg *p)
{
	return p->signature;
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_wqe_signature_seg_fields {
	uint8_t signature;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_wqe_signature_seg_fields_init(
		struct prm_wqe_signature_seg_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_wqe_signature_seg_pack(struct prm_wqe_signature_seg *p,
		const struct prm_wqe_signature_seg_fields *v)
{
	prm_store32(p, 0x00, 0);
	prm_store32(p, 0x04, (uint32_t)v->signature << 24);
	prm_store32(p, 0x08, 0);
	prm_store32(p, 0x0c, 0);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_wqe_signature_seg_check(const struct prm_wqe_signature_seg *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_reserved(r, p, 0, 32);	/* 0x00 [31:0] */
	n += prm_check_reserved(r, p, 40, 24);	/* 0x04 [23:0] */
	n += prm_check_reserved(r, p, 64, 64);	/* 0x08 [63:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_wqe_signature_seg_unpack(
		struct prm_wqe_signature_seg_fields *v, const struct prm_wqe_signature_seg *p,
		struct prm_report *r)
{

	v->signature = prm_load8(p, 0x04);
	return r ? prm_wqe_signature_seg_check(p, r) : 0;
}

#endif /* PRM_RECV_H */
