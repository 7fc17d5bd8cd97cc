/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Remote address and operands of RDMA and atomic work requests, address vector of datagrams.
 * Made by prmc 1 from spec/wqe/rdma.yaml, spec digest f5519af3c360. Do not edit: `ninja regen`.
 */
#ifndef PRM_RDMA_H
#define PRM_RDMA_H

#include "prm_base.h"

/**
 * enum prm_extended_atomic_opmod - ctrl_seg.opmod of ATOMIC_MASKED_CS and ATOMIC_MASKED_FA, the
 * size of the operands
 *
 * Other values are legal too.
 * Sources: UCX src/uct/ib/rc/accel/rc_mlx5.inl uct_rc_mlx5_txqp_dptr_post().
 */
enum prm_extended_atomic_opmod {
	PRM_EXTENDED_ATOMIC_OPMOD_BYTES_4 = 0x08,
	PRM_EXTENDED_ATOMIC_OPMOD_BYTES_8 = 0x09,
};

/* The name of a value of enum prm_extended_atomic_opmod, or NULL. */
static inline const char *prm_extended_atomic_opmod_str(uint64_t value)
{
	switch (value) {
	case PRM_EXTENDED_ATOMIC_OPMOD_BYTES_4:
		return "BYTES_4";
	case PRM_EXTENDED_ATOMIC_OPMOD_BYTES_8:
		return "BYTES_8";
	default:
		return NULL;
	}
}

/**
 * struct prm_av - address vector, behind the control segment of each work request of a UD queue.
 * The last 32 bytes are there only with ext
 *
 * 48 bytes, written by the driver.
 * Sources: rdma-core providers/mlx5/mlx5dv.h struct mlx5_wqe_av; linux include/linux/mlx5/qp.h
 * struct mlx5_av; rdma-core providers/mlx5/verbs.c mlx5_create_ah() for what stands in the bytes.
 */
struct prm_av {
	/* 0x00 [63:0] key: decided by Service type of the QP */
	__extension__ union {
		prm_be64 dc_key;	/* 0x00 [63:0]: DC, access key of the target. */
		struct {
			prm_be32 qkey;	/* 0x00 [31:0]: UD. */
			uint8_t reserved_04[4];
		} __attribute__((packed)) ud;
		prm_be64 key;
	};
	/*
	 * 0x08 [31]   ext: The vector has 48 bytes, not 16.
	 *      [23:0] dqp_dct: Number of the destination.
	 */
	prm_be32 dw_08;
	/*
	 * 0x0c [31:28] stat_rate
	 *      [27:24] sl
	 */
	uint8_t b_0c;
	/*
	 * 0x0c [23]    fl: Force loopback.
	 *      [22:16] mlid: Low bits of the source LID.
	 */
	uint8_t b_0d;
	/* 0x0c [15:0]: Destination LID; on Ethernet, UDP source port. */
	prm_be16 rlid;
	uint8_t reserved_10[4];
	uint8_t rmac[6];		/* 0x14..0x19: Ethernet, destination. */
	uint8_t tclass;			/* 0x18 [15:8] */
	uint8_t hop_limit;		/* 0x18 [7:0] */
	/*
	 * 0x1c [30]    grh: There is a GRH. Not set on Ethernet.
	 *      [27:20] src_addr_index: Index of the source GID.
	 *      [19:0]  flow_label
	 */
	prm_be32 dw_1c;
	uint8_t rgid[16];		/* 0x20..0x2f: Destination GID. */
} __attribute__((packed, aligned(4)));

#define PRM_AV_SIZE 48

PRM_ASSERT_SIZE(prm_av, 48);
PRM_ASSERT_OFFSET(prm_av, dc_key, 0x00);
PRM_ASSERT_OFFSET(prm_av, ud.qkey, 0x00);
PRM_ASSERT_OFFSET(prm_av, ud.reserved_04, 0x04);
PRM_ASSERT_OFFSET(prm_av, key, 0x00);
PRM_ASSERT_OFFSET(prm_av, dw_08, 0x08);
PRM_ASSERT_OFFSET(prm_av, b_0c, 0x0c);
PRM_ASSERT_OFFSET(prm_av, b_0d, 0x0d);
PRM_ASSERT_OFFSET(prm_av, rlid, 0x0e);
PRM_ASSERT_OFFSET(prm_av, reserved_10, 0x10);
PRM_ASSERT_OFFSET(prm_av, rmac, 0x14);
PRM_ASSERT_OFFSET(prm_av, tclass, 0x1a);
PRM_ASSERT_OFFSET(prm_av, hop_limit, 0x1b);
PRM_ASSERT_OFFSET(prm_av, dw_1c, 0x1c);
PRM_ASSERT_OFFSET(prm_av, rgid, 0x20);

static inline void prm_av_set_dc_key(struct prm_av *p, uint64_t v)
{
	p->dc_key = prm_cpu_to_be64(v);
}

static inline uint64_t prm_av_get_dc_key(const struct prm_av *p)
{
	return prm_be64_to_cpu(p->dc_key);
}

static inline void prm_av_set_ud_qkey(struct prm_av *p, uint32_t v)
{
	p->ud.qkey = prm_cpu_to_be32(v);
}

static inline uint32_t prm_av_get_ud_qkey(const struct prm_av *p)
{
	return prm_be32_to_cpu(p->ud.qkey);
}

static inline void prm_av_set_ext(struct prm_av *p, bool v)
{
	p->dw_08 = prm_be32_replace(p->dw_08, 0x80000000u, (uint32_t)v << 31);
}

static inline bool prm_av_get_ext(const struct prm_av *p)
{
	return (bool)(prm_be32_to_cpu(p->dw_08) >> 31);
}

static inline void prm_av_set_dqp_dct(struct prm_av *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_08 = prm_be32_replace(p->dw_08, 0xffffffu, v);
}

static inline uint32_t prm_av_get_dqp_dct(const struct prm_av *p)
{
	return prm_be32_to_cpu(p->dw_08) & 0xffffff;
}

static inline void prm_av_set_stat_rate(struct prm_av *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_0c = prm_u8_replace(p->b_0c, 0xf0, (uint8_t)((uint32_t)v << 4));
}

static inline uint32_t prm_av_get_stat_rate(const struct prm_av *p)
{
	return p->b_0c >> 4;
}

static inline void prm_av_set_sl(struct prm_av *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_0c = prm_u8_replace(p->b_0c, 0xf, (uint8_t)v);
}

static inline uint32_t prm_av_get_sl(const struct prm_av *p)
{
	return p->b_0c & 0xf;
}

static inline void prm_av_set_fl(struct prm_av *p, bool v)
{
	p->b_0d = prm_u8_replace(p->b_0d, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_av_get_fl(const struct prm_av *p)
{
	return (bool)(p->b_0d >> 7);
}

static inline void prm_av_set_mlid(struct prm_av *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 7);
	p->b_0d = prm_u8_replace(p->b_0d, 0x7f, (uint8_t)v);
}

static inline uint32_t prm_av_get_mlid(const struct prm_av *p)
{
	return p->b_0d & 0x7f;
}

static inline void prm_av_set_rlid(struct prm_av *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->rlid = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_av_get_rlid(const struct prm_av *p)
{
	return prm_be16_to_cpu(p->rlid);
}

static inline void prm_av_set_tclass(struct prm_av *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->tclass = (uint8_t)v;
}

static inline uint32_t prm_av_get_tclass(const struct prm_av *p)
{
	return p->tclass;
}

static inline void prm_av_set_hop_limit(struct prm_av *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->hop_limit = (uint8_t)v;
}

static inline uint32_t prm_av_get_hop_limit(const struct prm_av *p)
{
	return p->hop_limit;
}

static inline void prm_av_set_grh(struct prm_av *p, bool v)
{
	p->dw_1c = prm_be32_replace(p->dw_1c, 0x40000000u, (uint32_t)v << 30);
}

static inline bool prm_av_get_grh(const struct prm_av *p)
{
	return (bool)((prm_be32_to_cpu(p->dw_1c) >> 30) & 0x1);
}

static inline void prm_av_set_src_addr_index(struct prm_av *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->dw_1c = prm_be32_replace(p->dw_1c, 0xff00000u, (uint32_t)v << 20);
}

static inline uint32_t prm_av_get_src_addr_index(const struct prm_av *p)
{
	return (prm_be32_to_cpu(p->dw_1c) >> 20) & 0xff;
}

static inline void prm_av_set_flow_label(struct prm_av *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 20);
	p->dw_1c = prm_be32_replace(p->dw_1c, 0xfffffu, v);
}

static inline uint32_t prm_av_get_flow_label(const struct prm_av *p)
{
	return prm_be32_to_cpu(p->dw_1c) & 0xfffff;
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_av_fields {
	uint64_t key;			/* decided by Service type of the QP */
	bool ext;
	uint32_t dqp_dct;		/* 24 bits */
	uint8_t stat_rate;		/* 4 bits */
	uint8_t sl;			/* 4 bits */
	bool fl;
	uint8_t mlid;			/* 7 bits */
	uint16_t rlid;
	uint8_t rmac[6];
	uint8_t tclass;
	uint8_t hop_limit;
	bool grh;
	uint8_t src_addr_index;
	uint32_t flow_label;		/* 20 bits */
	uint8_t rgid[16];
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_av_fields_init(struct prm_av_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 48 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_av_pack(struct prm_av *p, const struct prm_av_fields *v)
{
	prm_store64(p, 0x00, v->key);
	PRM_CHECK_WIDTH(v->dqp_dct, 24);
	prm_store32(p, 0x08, (uint32_t)v->ext << 31 | (v->dqp_dct & 0xffffff));
	PRM_CHECK_WIDTH(v->stat_rate, 4);
	PRM_CHECK_WIDTH(v->sl, 4);
	PRM_CHECK_WIDTH(v->mlid, 7);
	prm_store32(p, 0x0c, (uint32_t)v->stat_rate << 28 | ((uint32_t)v->sl & 0xf) << 24 |
			(uint32_t)v->fl << 23 | ((uint32_t)v->mlid & 0x7f) << 16 |
			(uint32_t)v->rlid);
	prm_store32(p, 0x10, 0);
	memcpy((uint8_t *)p + 0x14, v->rmac, 6);
	prm_store8(p, 0x1a, (uint8_t)((uint32_t)v->tclass));
	prm_store8(p, 0x1b, (uint8_t)((uint32_t)v->hop_limit));
	PRM_CHECK_WIDTH(v->flow_label, 20);
	prm_store32(p, 0x1c, (uint32_t)v->grh << 30 | (uint32_t)v->src_addr_index << 20 |
			(v->flow_label & 0xfffff));
	memcpy((uint8_t *)p + 0x20, v->rgid, 16);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_av_check(const struct prm_av *p, struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_reserved(r, p, 65, 7);	/* 0x08 [30:24] */
	n += prm_check_reserved(r, p, 128, 32);	/* 0x10 [31:0] */
	n += prm_check_reserved(r, p, 224, 1);	/* 0x1c [31] */
	n += prm_check_reserved(r, p, 226, 2);	/* 0x1c [29:28] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_av_unpack(struct prm_av_fields *v, const struct prm_av *p,
		struct prm_report *r)
{
	uint32_t word;

	v->key = prm_load64(p, 0x00);
	v->ext = prm_load8(p, 0x08) >> 7;
	v->dqp_dct = prm_load32(p, 0x08) & 0xffffff;
	word = prm_load8(p, 0x0c);
	v->stat_rate = (uint8_t)(word >> 4);
	v->sl = (uint8_t)(word & 0xf);
	word = prm_load8(p, 0x0d);
	v->fl = word >> 7;
	v->mlid = (uint8_t)(word & 0x7f);
	v->rlid = prm_load16(p, 0x0e);
	memcpy(v->rmac, (const uint8_t *)p + 0x14, 6);
	v->tclass = prm_load8(p, 0x1a);
	v->hop_limit = prm_load8(p, 0x1b);
	v->grh = (prm_load8(p, 0x1c) >> 6) & 0x1;
	v->src_addr_index = (uint8_t)((prm_load16(p, 0x1c) >> 4) & 0xff);
	v->flow_label = prm_load32(p, 0x1c) & 0xfffff;
	memcpy(v->rgid, (const uint8_t *)p + 0x20, 16);
	return r ? prm_av_check(p, r) : 0;
}

/**
 * struct prm_raddr_seg - remote memory of an RDMA write, RDMA read or atomic
 *
 * 16 bytes, written by the driver.
 * Sources: rdma-core providers/mlx5/mlx5dv.h struct mlx5_wqe_raddr_seg; linux
 * include/linux/mlx5/qp.h struct mlx5_wqe_raddr_seg.
 */
struct prm_raddr_seg {
	prm_be64 raddr;			/* 0x00 [63:0]: Virtual address at the peer. */
	prm_be32 rkey;			/* 0x08 [31:0]: Key of the peer, index << 8 | key. */
	uint8_t reserved_0c[4];
} __attribute__((packed, aligned(4)));

#define PRM_RADDR_SEG_SIZE 16

PRM_ASSERT_SIZE(prm_raddr_seg, 16);
PRM_ASSERT_OFFSET(prm_raddr_seg, raddr, 0x00);
PRM_ASSERT_OFFSET(prm_raddr_seg, rkey, 0x08);
PRM_ASSERT_OFFSET(prm_raddr_seg, reserved_0c, 0x0c);

static inline void prm_raddr_seg_set_raddr(struct prm_raddr_seg *p, uint64_t v)
{
	p->raddr = prm_cpu_to_be64(v);
}

static inline uint64_t prm_raddr_seg_get_raddr(const struct prm_raddr_seg *p)
{
	return prm_be64_to_cpu(p->raddr);
}

static inline void prm_raddr_seg_set_rkey(struct prm_raddr_seg *p, uint32_t v)
{
	p->rkey = prm_cpu_to_be32(v);
}

static inline uint32_t prm_raddr_seg_get_rkey(const struct prm_raddr_seg *p)
{
	return prm_be32_to_cpu(p->rkey);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_raddr_seg_fields {
	uint64_t raddr;
	uint32_t rkey;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_raddr_seg_fields_init(struct prm_raddr_seg_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_raddr_seg_pack(struct prm_raddr_seg *p,
		const struct prm_raddr_seg_fields *v)
{
	prm_store64(p, 0x00, v->raddr);
	prm_store32(p, 0x08, v->rkey);
	prm_store32(p, 0x0c, 0);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_raddr_seg_check(const struct prm_raddr_seg *p, struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_reserved(r, p, 96, 32);	/* 0x0c [31:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_raddr_seg_unpack(struct prm_raddr_seg_fields *v,
		const struct prm_raddr_seg *p, struct prm_report *r)
{

	v->raddr = prm_load64(p, 0x00);
	v->rkey = prm_load32(p, 0x08);
	return r ? prm_raddr_seg_check(p, r) : 0;
}

/**
 * struct prm_atomic_seg - operands of an atomic of 8 bytes
 *
 * 16 bytes, written by the driver.
 * Sources: rdma-core providers/mlx5/mlx5dv.h struct mlx5_wqe_atomic_seg; linux
 * include/linux/mlx5/qp.h struct mlx5_wqe_atomic_seg.
 */
struct prm_atomic_seg {
	/* 0x00 [63:0]: Value to write (ATOMIC_CS) or to add (ATOMIC_FA). */
	prm_be64 swap_add;
	/*
	 * 0x08 [63:0]: Value to expect (ATOMIC_CS). The device does not look at it for ATOMIC_FA,
	 * and drivers leave stale bytes here.
	 */
	prm_be64 compare;
} __attribute__((packed, aligned(4)));

#define PRM_ATOMIC_SEG_SIZE 16

PRM_ASSERT_SIZE(prm_atomic_seg, 16);
PRM_ASSERT_OFFSET(prm_atomic_seg, swap_add, 0x00);
PRM_ASSERT_OFFSET(prm_atomic_seg, compare, 0x08);

static inline void prm_atomic_seg_set_swap_add(struct prm_atomic_seg *p, uint64_t v)
{
	p->swap_add = prm_cpu_to_be64(v);
}

static inline uint64_t prm_atomic_seg_get_swap_add(const struct prm_atomic_seg *p)
{
	return prm_be64_to_cpu(p->swap_add);
}

static inline void prm_atomic_seg_set_compare(struct prm_atomic_seg *p, uint64_t v)
{
	p->compare = prm_cpu_to_be64(v);
}

static inline uint64_t prm_atomic_seg_get_compare(const struct prm_atomic_seg *p)
{
	return prm_be64_to_cpu(p->compare);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_atomic_seg_fields {
	uint64_t swap_add;
	uint64_t compare;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_atomic_seg_fields_init(struct prm_atomic_seg_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_atomic_seg_pack(struct prm_atomic_seg *p,
		const struct prm_atomic_seg_fields *v)
{
	prm_store64(p, 0x00, v->swap_add);
	prm_store64(p, 0x08, v->compare);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_atomic_seg_check(const struct prm_atomic_seg *p,
		struct prm_report *r)
{
	(void)p;
	(void)r;
	return 0;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_atomic_seg_unpack(struct prm_atomic_seg_fields *v,
		const struct prm_atomic_seg *p, struct prm_report *r)
{

	v->swap_add = prm_load64(p, 0x00);
	v->compare = prm_load64(p, 0x08);
	return r ? prm_atomic_seg_check(p, r) : 0;
}

/**
 * struct prm_masked_atomic_cs32_seg - operands of ATOMIC_MASKED_CS with 4 bytes (opmod 8)
 *
 * 16 bytes, written by the driver.
 * Sources: UCX src/uct/ib/mlx5/ib_mlx5.h struct uct_ib_mlx5_atomic_masked_cswap32_seg.
 */
struct prm_masked_atomic_cs32_seg {
	prm_be32 swap;			/* 0x00 [31:0]: Value to write. */
	prm_be32 compare;		/* 0x04 [31:0]: Value to expect. */
	prm_be32 swap_mask;		/* 0x08 [31:0]: Bits that are written. */
	prm_be32 compare_mask;		/* 0x0c [31:0]: Bits that are compared. */
} __attribute__((packed, aligned(4)));

#define PRM_MASKED_ATOMIC_CS32_SEG_SIZE 16

PRM_ASSERT_SIZE(prm_masked_atomic_cs32_seg, 16);
PRM_ASSERT_OFFSET(prm_masked_atomic_cs32_seg, swap, 0x00);
PRM_ASSERT_OFFSET(prm_masked_atomic_cs32_seg, compare, 0x04);
PRM_ASSERT_OFFSET(prm_masked_atomic_cs32_seg, swap_mask, 0x08);
PRM_ASSERT_OFFSET(prm_masked_atomic_cs32_seg, compare_mask, 0x0c);

static inline void prm_masked_atomic_cs32_seg_set_swap(struct prm_masked_atomic_cs32_seg *p,
		uint32_t v)
{
	p->swap = prm_cpu_to_be32(v);
}

static inline uint32_t prm_masked_atomic_cs32_seg_get_swap(
		const struct prm_masked_atomic_cs32_seg *p)
{
	return prm_be32_to_cpu(p->swap);
}

static inline void prm_masked_atomic_cs32_seg_set_compare(struct prm_masked_atomic_cs32_seg *p,
		uint32_t v)
{
	p->compare = prm_cpu_to_be32(v);
}

static inline uint32_t prm_masked_atomic_cs32_seg_get_compare(
		const struct prm_masked_atomic_cs32_seg *p)
{
	return prm_be32_to_cpu(p->compare);
}

static inline void prm_masked_atomic_cs32_seg_set_swap_mask(struct prm_masked_atomic_cs32_seg *p,
		uint32_t v)
{
	p->swap_mask = prm_cpu_to_be32(v);
}

static inline uint32_t prm_masked_atomic_cs32_seg_get_swap_mask(
		const struct prm_masked_atomic_cs32_seg *p)
{
	return prm_be32_to_cpu(p->swap_mask);
}

static inline void prm_masked_atomic_cs32_seg_set_compare_mask(struct prm_masked_atomic_cs32_seg *p,
		uint32_t v)
{
	p->compare_mask = prm_cpu_to_be32(v);
}

static inline uint32_t prm_masked_atomic_cs32_seg_get_compare_mask(
		const struct prm_masked_atomic_cs32_seg *p)
{
	return prm_be32_to_cpu(p->compare_mask);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_masked_atomic_cs32_seg_fields {
	uint32_t swap;
	uint32_t compare;
	uint32_t swap_mask;
	uint32_t compare_mask;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_masked_atomic_cs32_seg_fields_init(
		struct prm_masked_atomic_cs32_seg_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_masked_atomic_cs32_seg_pack(struct prm_masked_atomic_cs32_seg *p,
		const struct prm_masked_atomic_cs32_seg_fields *v)
{
	prm_store32(p, 0x00, v->swap);
	prm_store32(p, 0x04, v->compare);
	prm_store32(p, 0x08, v->swap_mask);
	prm_store32(p, 0x0c, v->compare_mask);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_masked_atomic_cs32_seg_check(
		const struct prm_masked_atomic_cs32_seg *p, struct prm_report *r)
{
	(void)p;
	(void)r;
	return 0;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_masked_atomic_cs32_seg_unpack(
		struct prm_masked_atomic_cs32_seg_fields *v,
		const struct prm_masked_atomic_cs32_seg *p, struct prm_report *r)
{

	v->swap = prm_load32(p, 0x00);
	v->compare = prm_load32(p, 0x04);
	v->swap_mask = prm_load32(p, 0x08);
	v->compare_mask = prm_load32(p, 0x0c);
	return r ? prm_masked_atomic_cs32_seg_check(p, r) : 0;
}

/**
 * struct prm_masked_atomic_cs64_seg - operands of ATOMIC_MASKED_CS with 8 bytes (opmod 9)
 *
 * 32 bytes, written by the driver.
 * Sources: linux include/linux/mlx5/qp.h struct mlx5_wqe_masked_atomic_seg; rdma-core
 * providers/mlx5/wqe.h struct mlx5_wqe_masked_atomic_seg; UCX src/uct/ib/mlx5/ib_mlx5.h struct
 * uct_ib_mlx5_atomic_masked_cswap64_seg.
 */
struct prm_masked_atomic_cs64_seg {
	prm_be64 swap;			/* 0x00 [63:0]: Value to write. */
	prm_be64 compare;		/* 0x08 [63:0]: Value to expect. */
	prm_be64 swap_mask;		/* 0x10 [63:0]: Bits that are written. */
	prm_be64 compare_mask;		/* 0x18 [63:0]: Bits that are compared. */
} __attribute__((packed, aligned(4)));

#define PRM_MASKED_ATOMIC_CS64_SEG_SIZE 32

PRM_ASSERT_SIZE(prm_masked_atomic_cs64_seg, 32);
PRM_ASSERT_OFFSET(prm_masked_atomic_cs64_seg, swap, 0x00);
PRM_ASSERT_OFFSET(prm_masked_atomic_cs64_seg, compare, 0x08);
PRM_ASSERT_OFFSET(prm_masked_atomic_cs64_seg, swap_mask, 0x10);
PRM_ASSERT_OFFSET(prm_masked_atomic_cs64_seg, compare_mask, 0x18);

static inline void prm_masked_atomic_cs64_seg_set_swap(struct prm_masked_atomic_cs64_seg *p,
		uint64_t v)
{
	p->swap = prm_cpu_to_be64(v);
}

static inline uint64_t prm_masked_atomic_cs64_seg_get_swap(
		const struct prm_masked_atomic_cs64_seg *p)
{
	return prm_be64_to_cpu(p->swap);
}

static inline void prm_masked_atomic_cs64_seg_set_compare(struct prm_masked_atomic_cs64_seg *p,
		uint64_t v)
{
	p->compare = prm_cpu_to_be64(v);
}

static inline uint64_t prm_masked_atomic_cs64_seg_get_compare(
		const struct prm_masked_atomic_cs64_seg *p)
{
	return prm_be64_to_cpu(p->compare);
}

static inline void prm_masked_atomic_cs64_seg_set_swap_mask(struct prm_masked_atomic_cs64_seg *p,
		uint64_t v)
{
	p->swap_mask = prm_cpu_to_be64(v);
}

static inline uint64_t prm_masked_atomic_cs64_seg_get_swap_mask(
		const struct prm_masked_atomic_cs64_seg *p)
{
	return prm_be64_to_cpu(p->swap_mask);
}

static inline void prm_masked_atomic_cs64_seg_set_compare_mask(struct prm_masked_atomic_cs64_seg *p,
		uint64_t v)
{
	p->compare_mask = prm_cpu_to_be64(v);
}

static inline uint64_t prm_masked_atomic_cs64_seg_get_compare_mask(
		const struct prm_masked_atomic_cs64_seg *p)
{
	return prm_be64_to_cpu(p->compare_mask);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_masked_atomic_cs64_seg_fields {
	uint64_t swap;
	uint64_t compare;
	uint64_t swap_mask;
	uint64_t compare_mask;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_masked_atomic_cs64_seg_fields_init(
		struct prm_masked_atomic_cs64_seg_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 32 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_masked_atomic_cs64_seg_pack(struct prm_masked_atomic_cs64_seg *p,
		const struct prm_masked_atomic_cs64_seg_fields *v)
{
	prm_store64(p, 0x00, v->swap);
	prm_store64(p, 0x08, v->compare);
	prm_store64(p, 0x10, v->swap_mask);
	prm_store64(p, 0x18, v->compare_mask);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_masked_atomic_cs64_seg_check(
		const struct prm_masked_atomic_cs64_seg *p, struct prm_report *r)
{
	(void)p;
	(void)r;
	return 0;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_masked_atomic_cs64_seg_unpack(
		struct prm_masked_atomic_cs64_seg_fields *v,
		const struct prm_masked_atomic_cs64_seg *p, struct prm_report *r)
{

	v->swap = prm_load64(p, 0x00);
	v->compare = prm_load64(p, 0x08);
	v->swap_mask = prm_load64(p, 0x10);
	v->compare_mask = prm_load64(p, 0x18);
	return r ? prm_masked_atomic_cs64_seg_check(p, r) : 0;
}

/**
 * struct prm_masked_atomic_fa32_seg - operands of ATOMIC_MASKED_FA with 4 bytes (opmod 8)
 *
 * 16 bytes, written by the driver.
 * Sources: UCX src/uct/ib/mlx5/ib_mlx5.h struct uct_ib_mlx5_atomic_masked_fadd32_seg.
 */
struct prm_masked_atomic_fa32_seg {
	prm_be32 add;			/* 0x00 [31:0]: Value to add. */
	/* 0x04 [31:0]: A bit that is set ends a field; no carry goes out of it. */
	prm_be32 field_boundary;
	uint8_t reserved_08[8];
} __attribute__((packed, aligned(4)));

#define PRM_MASKED_ATOMIC_FA32_SEG_SIZE 16

PRM_ASSERT_SIZE(prm_masked_atomic_fa32_seg, 16);
PRM_ASSERT_OFFSET(prm_masked_atomic_fa32_seg, add, 0x00);
PRM_ASSERT_OFFSET(prm_masked_atomic_fa32_seg, field_boundary, 0x04);
PRM_ASSERT_OFFSET(prm_masked_atomic_fa32_seg, reserved_08, 0x08);

static inline void prm_masked_atomic_fa32_seg_set_add(struct prm_masked_atomic_fa32_seg *p,
		uint32_t v)
{
	p->add = prm_cpu_to_be32(v);
}

static inline uint32_t prm_masked_atomic_fa32_seg_get_add(
		const struct prm_masked_atomic_fa32_seg *p)
{
	return prm_be32_to_cpu(p->add);
}

static inline void prm_masked_atomic_fa32_seg_set_field_boundary(
		struct prm_masked_atomic_fa32_seg *p, uint32_t v)
{
	p->field_boundary = prm_cpu_to_be32(v);
}

static inline uint32_t prm_masked_atomic_fa32_seg_get_field_boundary(
		const struct prm_masked_atomic_fa32_seg *p)
{
	return prm_be32_to_cpu(p->field_boundary);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_masked_atomic_fa32_seg_fields {
	uint32_t add;
	uint32_t field_boundary;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_masked_atomic_fa32_seg_fields_init(
		struct prm_masked_atomic_fa32_seg_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_masked_atomic_fa32_seg_pack(struct prm_masked_atomic_fa32_seg *p,
		const struct prm_masked_atomic_fa32_seg_fields *v)
{
	prm_store32(p, 0x00, v->add);
	prm_store32(p, 0x04, v->field_boundary);
	prm_store32(p, 0x08, 0);
	prm_store32(p, 0x0c, 0);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_masked_atomic_fa32_seg_check(
		const struct prm_masked_atomic_fa32_seg *p, struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_reserved(r, p, 64, 64);	/* 0x08 [63:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_masked_atomic_fa32_seg_unpack(
		struct prm_masked_atomic_fa32_seg_fields *v,
		const struct prm_masked_atomic_fa32_seg *p, struct prm_report *r)
{

	v->add = prm_load32(p, 0x00);
	v->field_boundary = prm_load32(p, 0x04);
	return r ? prm_masked_atomic_fa32_seg_check(p, r) : 0;
}

/**
 * struct prm_masked_atomic_fa64_seg - operands of ATOMIC_MASKED_FA with 8 bytes (opmod 9)
 *
 * 16 bytes, written by the driver.
 * Sources disagree: Linux and rdma-core have one struct mlx5_wqe_masked_atomic_seg of 32 bytes for
 * both masked operations, but post neither. Taken from UCX, which posts this one.
 * Sources: UCX src/uct/ib/mlx5/ib_mlx5.h struct uct_ib_mlx5_atomic_masked_fadd64_seg.
 */
struct prm_masked_atomic_fa64_seg {
	prm_be64 add;			/* 0x00 [63:0]: Value to add. */
	/* 0x08 [63:0]: A bit that is set ends a field; no carry goes out of it. */
	prm_be64 field_boundary;
} __attribute__((packed, aligned(4)));

#define PRM_MASKED_ATOMIC_FA64_SEG_SIZE 16

PRM_ASSERT_SIZE(prm_masked_atomic_fa64_seg, 16);
PRM_ASSERT_OFFSET(prm_masked_atomic_fa64_seg, add, 0x00);
PRM_ASSERT_OFFSET(prm_masked_atomic_fa64_seg, field_boundary, 0x08);

static inline void prm_masked_atomic_fa64_seg_set_add(struct prm_masked_atomic_fa64_seg *p,
		uint64_t v)
{
	p->add = prm_cpu_to_be64(v);
}

static inline uint64_t prm_masked_atomic_fa64_seg_get_add(
		const struct prm_masked_atomic_fa64_seg *p)
{
	return prm_be64_to_cpu(p->add);
}

static inline void prm_masked_atomic_fa64_seg_set_field_boundary(
		struct prm_masked_atomic_fa64_seg *p, uint64_t v)
{
	p->field_boundary = prm_cpu_to_be64(v);
}

static inline uint64_t prm_masked_atomic_fa64_seg_get_field_boundary(
		const struct prm_masked_atomic_fa64_seg *p)
{
	return prm_be64_to_cpu(p->field_boundary);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_masked_atomic_fa64_seg_fields {
	uint64_t add;
	uint64_t field_boundary;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_masked_atomic_fa64_seg_fields_init(
		struct prm_masked_atomic_fa64_seg_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_masked_atomic_fa64_seg_pack(struct prm_masked_atomic_fa64_seg *p,
		const struct prm_masked_atomic_fa64_seg_fields *v)
{
	prm_store64(p, 0x00, v->add);
	prm_store64(p, 0x08, v->field_boundary);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_masked_atomic_fa64_seg_check(
		const struct prm_masked_atomic_fa64_seg *p, struct prm_report *r)
{
	(void)p;
	(void)r;
	return 0;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_masked_atomic_fa64_seg_unpack(
		struct prm_masked_atomic_fa64_seg_fields *v,
		const struct prm_masked_atomic_fa64_seg *p, struct prm_report *r)
{

	v->add = prm_load64(p, 0x00);
	v->field_boundary = prm_load64(p, 0x08);
	return r ? prm_masked_atomic_fa64_seg_check(p, r) : 0;
}

#endif /* PRM_RDMA_H */
