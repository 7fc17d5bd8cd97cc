/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Shared receive queues, with and without XRC.
 * Made by prmc 1 from spec/cmd/srq.yaml, spec digest f0c5ec04b134. Do not edit: `ninja regen`.
 */
#ifndef PRM_SRQ_H
#define PRM_SRQ_H

#include "prm_base.h"
#include "prm_cmd.h"

/**
 * enum prm_srq_state - State of an SRQ
 *
 * Sources: linux include/linux/mlx5/mlx5_ifc.h MLX5_SRQC_STATE_*; linux
 * include/linux/mlx5/mlx5_ifc.h MLX5_XRC_SRQC_STATE_*.
 */
enum prm_srq_state {
	PRM_SRQ_STATE_GOOD  = 0x00,
	PRM_SRQ_STATE_ERROR = 0x01,
};

/* The name of a value of enum prm_srq_state, or NULL. */
static inline const char *prm_srq_state_str(uint64_t value)
{
	switch (value) {
	case PRM_SRQ_STATE_GOOD:
		return "GOOD";
	case PRM_SRQ_STATE_ERROR:
		return "ERROR";
	default:
		return NULL;
	}
}

/**
 * enum prm_arm_rq_op_mod - What ARM_RQ arms, its op_mod
 *
 * Sources: linux include/linux/mlx5/mlx5_ifc.h MLX5_ARM_RQ_IN_OP_MOD_*.
 */
enum prm_arm_rq_op_mod {
	PRM_ARM_RQ_OP_MOD_SRQ = 0x01,
	PRM_ARM_RQ_OP_MOD_XRQ = 0x02,
};

/* The name of a value of enum prm_arm_rq_op_mod, or NULL. */
static inline const char *prm_arm_rq_op_mod_str(uint64_t value)
{
	switch (value) {
	case PRM_ARM_RQ_OP_MOD_SRQ:
		return "SRQ";
	case PRM_ARM_RQ_OP_MOD_XRQ:
		return "XRQ";
	default:
		return NULL;
	}
}

/**
 * enum prm_arm_xrc_srq_op_mod - op_mod of ARM_XRC_SRQ
 *
 * Sources: linux include/linux/mlx5/mlx5_ifc.h MLX5_ARM_XRC_SRQ_IN_OP_MOD_*.
 */
enum prm_arm_xrc_srq_op_mod {
	PRM_ARM_XRC_SRQ_OP_MOD_XRC_SRQ = 0x01,
};

/* The name of a value of enum prm_arm_xrc_srq_op_mod, or NULL. */
static inline const char *prm_arm_xrc_srq_op_mod_str(uint64_t value)
{
	switch (value) {
	case PRM_ARM_XRC_SRQ_OP_MOD_XRC_SRQ:
		return "XRC_SRQ";
	default:
		return NULL;
	}
}

/**
 * struct prm_srqc - SRQ context. Its WQEs are a linked list
 *
 * 64 bytes, written by driver and device.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_srqc_bits.
 */
struct prm_srqc {
	/*
	 * 0x00 [31:28] state: (enum prm_srq_state; written by the device)
	 *      [27:24] log_srq_size: (log2: 2^value; in receive WQEs)
	 */
	uint8_t b_00;
	uint8_t reserved_01[3];
	/*
	 * 0x04 [31]    wq_signature: WQEs carry a checksum.
	 *      [30]    cont_srq
	 *      [28]    rlky: The reserved lkey can be used.
	 *      [26:24] log_rq_stride: Size of a receive WQE. (log2: 2^value; in 16 bytes)
	 *      [23:0]  xrcd: Number of the XRC domain.
	 */
	prm_be32 dw_04;
	/*
	 * 0x08 [31:26] page_offset: Where the queue starts in its first page. (in 1/64 of a page)
	 *      [23:0]  cqn: CQ of an XRC SRQ.
	 */
	prm_be32 dw_08;
	uint8_t reserved_0c[4];
	/* 0x10 [29:24] log_page_size: Size of the pages in pas. (log2: 2^value; in 4096 bytes) */
	uint8_t b_10;
	uint8_t reserved_11[7];
	prm_be32 dw_18;			/* 0x18 [23:0] pd: Number of the protection domain. */
	/*
	 * 0x1c [31:16]: Limit, below which the event SRQ_RQ_LIMIT is sent; 0 for none. (in receive
	 * WQEs)
	 */
	prm_be16 lwm;
	/* 0x1c [15:0]: WQEs that are posted and free. (in receive WQEs; written by the device) */
	prm_be16 wqe_cnt;
	uint8_t reserved_20[8];
	prm_be64 dbr_addr;		/* 0x28 [63:0]: Address of the doorbell record. */
	uint8_t reserved_30[16];
} __attribute__((packed, aligned(4)));

#define PRM_SRQC_SIZE 64

PRM_ASSERT_SIZE(prm_srqc, 64);
PRM_ASSERT_OFFSET(prm_srqc, b_00, 0x00);
PRM_ASSERT_OFFSET(prm_srqc, reserved_01, 0x01);
PRM_ASSERT_OFFSET(prm_srqc, dw_04, 0x04);
PRM_ASSERT_OFFSET(prm_srqc, dw_08, 0x08);
PRM_ASSERT_OFFSET(prm_srqc, reserved_0c, 0x0c);
PRM_ASSERT_OFFSET(prm_srqc, b_10, 0x10);
PRM_ASSERT_OFFSET(prm_srqc, reserved_11, 0x11);
PRM_ASSERT_OFFSET(prm_srqc, dw_18, 0x18);
PRM_ASSERT_OFFSET(prm_srqc, lwm, 0x1c);
PRM_ASSERT_OFFSET(prm_srqc, wqe_cnt, 0x1e);
PRM_ASSERT_OFFSET(prm_srqc, reserved_20, 0x20);
PRM_ASSERT_OFFSET(prm_srqc, dbr_addr, 0x28);
PRM_ASSERT_OFFSET(prm_srqc, reserved_30, 0x30);

static inline void prm_srqc_set_state(struct prm_srqc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_00 = prm_u8_replace(p->b_00, 0xf0, (uint8_t)((uint32_t)v << 4));
}

static inline uint32_t prm_srqc_get_state(const struct prm_srqc *p)
{
	return p->b_00 >> 4;
}

static inline void prm_srqc_set_log_srq_size(struct prm_srqc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_00 = prm_u8_replace(p->b_00, 0xf, (uint8_t)v);
}

static inline uint32_t prm_srqc_get_log_srq_size(const struct prm_srqc *p)
{
	return p->b_00 & 0xf;
}

static inline void prm_srqc_set_wq_signature(struct prm_srqc *p, bool v)
{
	p->dw_04 = prm_be32_replace(p->dw_04, 0x80000000u, (uint32_t)v << 31);
}

static inline bool prm_srqc_get_wq_signature(const struct prm_srqc *p)
{
	return (bool)(prm_be32_to_cpu(p->dw_04) >> 31);
}

static inline void prm_srqc_set_cont_srq(struct prm_srqc *p, bool v)
{
	p->dw_04 = prm_be32_replace(p->dw_04, 0x40000000u, (uint32_t)v << 30);
}

static inline bool prm_srqc_get_cont_srq(const struct prm_srqc *p)
{
	return (bool)((prm_be32_to_cpu(p->dw_04) >> 30) & 0x1);
}

static inline void prm_srqc_set_rlky(struct prm_srqc *p, bool v)
{
	p->dw_04 = prm_be32_replace(p->dw_04, 0x10000000u, (uint32_t)v << 28);
}

static inline bool prm_srqc_get_rlky(const struct prm_srqc *p)
{
	return (bool)((prm_be32_to_cpu(p->dw_04) >> 28) & 0x1);
}

static inline void prm_srqc_set_log_rq_stride(struct prm_srqc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 3);
	p->dw_04 = prm_be32_replace(p->dw_04, 0x7000000u, (uint32_t)v << 24);
}

static inline uint32_t prm_srqc_get_log_rq_stride(const struct prm_srqc *p)
{
	return (prm_be32_to_cpu(p->dw_04) >> 24) & 0x7;
}

static inline void prm_srqc_set_xrcd(struct prm_srqc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_04 = prm_be32_replace(p->dw_04, 0xffffffu, v);
}

static inline uint32_t prm_srqc_get_xrcd(const struct prm_srqc *p)
{
	return prm_be32_to_cpu(p->dw_04) & 0xffffff;
}

static inline void prm_srqc_set_page_offset(struct prm_srqc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 6);
	p->dw_08 = prm_be32_replace(p->dw_08, 0xfc000000u, (uint32_t)v << 26);
}

static inline uint32_t prm_srqc_get_page_offset(const struct prm_srqc *p)
{
	return prm_be32_to_cpu(p->dw_08) >> 26;
}

static inline void prm_srqc_set_cqn(struct prm_srqc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_08 = prm_be32_replace(p->dw_08, 0xffffffu, v);
}

static inline uint32_t prm_srqc_get_cqn(const struct prm_srqc *p)
{
	return prm_be32_to_cpu(p->dw_08) & 0xffffff;
}

static inline void prm_srqc_set_log_page_size(struct prm_srqc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 6);
	p->b_10 = prm_u8_replace(p->b_10, 0x3f, (uint8_t)v);
}

static inline uint32_t prm_srqc_get_log_page_size(const struct prm_srqc *p)
{
	return p->b_10 & 0x3f;
}

static inline void prm_srqc_set_pd(struct prm_srqc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_18 = prm_be32_replace(p->dw_18, 0xffffffu, v);
}

static inline uint32_t prm_srqc_get_pd(const struct prm_srqc *p)
{
	return prm_be32_to_cpu(p->dw_18) & 0xffffff;
}

static inline void prm_srqc_set_lwm(struct prm_srqc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->lwm = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_srqc_get_lwm(const struct prm_srqc *p)
{
	return prm_be16_to_cpu(p->lwm);
}

static inline void prm_srqc_set_wqe_cnt(struct prm_srqc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->wqe_cnt = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_srqc_get_wqe_cnt(const struct prm_srqc *p)
{
	return prm_be16_to_cpu(p->wqe_cnt);
}

static inline void prm_srqc_set_dbr_addr(struct prm_srqc *p, uint64_t v)
{
	p->dbr_addr = prm_cpu_to_be64(v);
}

static inline uint64_t prm_srqc_get_dbr_addr(const struct prm_srqc *p)
{
	return prm_be64_to_cpu(p->dbr_addr);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_srqc_fields {
	uint8_t state;			/* 4 bits, enum prm_srq_state */
	uint8_t log_srq_size;		/* 4 bits, log2 */
	bool wq_signature;
	bool cont_srq;
	bool rlky;
	uint8_t log_rq_stride;		/* 3 bits, log2 */
	uint32_t xrcd;			/* 24 bits */
	uint8_t page_offset;		/* 6 bits */
	uint32_t cqn;			/* 24 bits */
	uint8_t log_page_size;		/* 6 bits, log2 */
	uint32_t pd;			/* 24 bits */
	uint16_t lwm;
	uint16_t wqe_cnt;
	uint64_t dbr_addr;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_srqc_fields_init(struct prm_srqc_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 64 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_srqc_pack(struct prm_srqc *p, const struct prm_srqc_fields *v)
{
	PRM_CHECK_WIDTH(v->state, 4);
	PRM_CHECK_WIDTH(v->log_srq_size, 4);
	prm_store32(p, 0x00, (uint32_t)v->state << 28 | ((uint32_t)v->log_srq_size & 0xf) << 24);
	PRM_CHECK_WIDTH(v->log_rq_stride, 3);
	PRM_CHECK_WIDTH(v->xrcd, 24);
	prm_store32(p, 0x04, (uint32_t)v->wq_signature << 31 | (uint32_t)v->cont_srq << 30 |
			(uint32_t)v->rlky << 28 | ((uint32_t)v->log_rq_stride & 0x7) << 24 |
			(v->xrcd & 0xffffff));
	PRM_CHECK_WIDTH(v->page_offset, 6);
	PRM_CHECK_WIDTH(v->cqn, 24);
	prm_store32(p, 0x08, (uint32_t)v->page_offset << 26 | (v->cqn & 0xffffff));
	prm_store32(p, 0x0c, 0);
	PRM_CHECK_WIDTH(v->log_page_size, 6);
	prm_store32(p, 0x10, ((uint32_t)v->log_page_size & 0x3f) << 24);
	prm_store32(p, 0x14, 0);
	PRM_CHECK_WIDTH(v->pd, 24);
	prm_store32(p, 0x18, v->pd & 0xffffff);
	prm_store32(p, 0x1c, (uint32_t)v->lwm << 16 | (uint32_t)v->wqe_cnt);
	prm_store32(p, 0x20, 0);
	prm_store32(p, 0x24, 0);
	prm_store64(p, 0x28, v->dbr_addr);
	memset((uint8_t *)p + 0x30, 0, 16);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_srqc_check(const struct prm_srqc *p, struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_enum(r, "state", 0, 4, prm_srqc_get_state(p),
		prm_srq_state_str(prm_srqc_get_state(p)));
	n += prm_check_reserved(r, p, 8, 24);	/* 0x00 [23:0] */
	n += prm_check_reserved(r, p, 34, 1);	/* 0x04 [29] */
	n += prm_check_reserved(r, p, 36, 1);	/* 0x04 [27] */
	n += prm_check_reserved(r, p, 70, 2);	/* 0x08 [25:24] */
	n += prm_check_reserved(r, p, 96, 32);	/* 0x0c [31:0] */
	n += prm_check_reserved(r, p, 128, 2);	/* 0x10 [31:30] */
	n += prm_check_reserved(r, p, 136, 24);	/* 0x10 [23:0] */
	n += prm_check_reserved(r, p, 160, 32);	/* 0x14 [31:0] */
	n += prm_check_reserved(r, p, 192, 8);	/* 0x18 [31:24] */
	n += prm_check_reserved(r, p, 256, 64);	/* 0x20 [63:0] */
	n += prm_check_reserved(r, p, 384, 128);	/* 0x30..0x3f */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_srqc_unpack(struct prm_srqc_fields *v,
		const struct prm_srqc *p, struct prm_report *r)
{
	uint32_t word;

	word = prm_load8(p, 0x00);
	v->state = (uint8_t)(word >> 4);
	v->log_srq_size = (uint8_t)(word & 0xf);
	word = prm_load8(p, 0x04);
	v->wq_signature = word >> 7;
	v->cont_srq = (word >> 6) & 0x1;
	v->rlky = (word >> 4) & 0x1;
	v->log_rq_stride = (uint8_t)(word & 0x7);
	v->xrcd = prm_load32(p, 0x04) & 0xffffff;
	v->page_offset = (uint8_t)(prm_load8(p, 0x08) >> 2);
	v->cqn = prm_load32(p, 0x08) & 0xffffff;
	v->log_page_size = (uint8_t)(prm_load8(p, 0x10) & 0x3f);
	v->pd = prm_load32(p, 0x18) & 0xffffff;
	v->lwm = prm_load16(p, 0x1c);
	v->wqe_cnt = prm_load16(p, 0x1e);
	v->dbr_addr = prm_load64(p, 0x28);
	return r ? prm_srqc_check(p, r) : 0;
}

/**
 * struct prm_create_srq_in - creates a shared receive queue (SRQ)
 *
 * 272 bytes, written by the driver.
 * Note: Linux uses it on devices with ISSI 0 only. On others it creates an RMP, or an XRC SRQ.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_create_srq_in_bits.
 */
struct prm_create_srq_in {
	prm_be16 opcode;		/* 0x00 [31:16]: (enum prm_cmd_opcode; always 0x700) */
	prm_be16 uid;			/* 0x00 [15:0] */
	uint8_t reserved_04[2];
	prm_be16 op_mod;		/* 0x04 [15:0] */
	uint8_t reserved_08[8];
	struct prm_srqc srq_context_entry; /* 0x10..0x4f */
	uint8_t reserved_50[192];
} __attribute__((packed, aligned(4)));

#define PRM_CREATE_SRQ_IN_SIZE 272

PRM_ASSERT_SIZE(prm_create_srq_in, 272);
PRM_ASSERT_OFFSET(prm_create_srq_in, opcode, 0x00);
PRM_ASSERT_OFFSET(prm_create_srq_in, uid, 0x02);
PRM_ASSERT_OFFSET(prm_create_srq_in, reserved_04, 0x04);
PRM_ASSERT_OFFSET(prm_create_srq_in, op_mod, 0x06);
PRM_ASSERT_OFFSET(prm_create_srq_in, reserved_08, 0x08);
PRM_ASSERT_OFFSET(prm_create_srq_in, srq_context_entry, 0x10);
PRM_ASSERT_OFFSET(prm_create_srq_in, reserved_50, 0x50);

static inline void prm_create_srq_in_set_opcode(struct prm_create_srq_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->opcode = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_create_srq_in_get_opcode(const struct prm_create_srq_in *p)
{
	return prm_be16_to_cpu(p->opcode);
}

static inline void prm_create_srq_in_set_uid(struct prm_create_srq_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->uid = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_create_srq_in_get_uid(const struct prm_create_srq_in *p)
{
	return prm_be16_to_cpu(p->uid);
}

static inline void prm_create_srq_in_set_op_mod(struct prm_create_srq_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->op_mod = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_create_srq_in_get_op_mod(const struct prm_create_srq_in *p)
{
	return prm_be16_to_cpu(p->op_mod);
}

/* The pas behind the 272 bytes of @p; how many there are the caller knows. */
static inline prm_be64 *prm_create_srq_in_pas(struct prm_create_srq_in *p)
{
	return (prm_be64 *)(void *)(p + 1);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_create_srq_in_fields {
	uint16_t uid;
	uint16_t op_mod;
	struct prm_srqc_fields srq_context_entry;
};

/* Zero, and the defaults of the fields that have one. */
static inline void prm_create_srq_in_fields_init(struct prm_create_srq_in_fields *v)
{
	memset(v, 0, sizeof(*v));
	prm_srqc_fields_init(&v->srq_context_entry);
}

/* Writes all 272 bytes of @p; what stood there does not matter. */
static inline void prm_create_srq_in_pack(struct prm_create_srq_in *p,
		const struct prm_create_srq_in_fields *v)
{
	prm_store32(p, 0x00, UINT32_C(0x700) << 16 | (uint32_t)v->uid);
	prm_store32(p, 0x04, (uint32_t)v->op_mod);
	prm_store32(p, 0x08, 0);
	prm_store32(p, 0x0c, 0);
	prm_srqc_pack(&p->srq_context_entry, &v->srq_context_entry);
	memset((uint8_t *)p + 0x50, 0, 192);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_create_srq_in_check(const struct prm_create_srq_in *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_fixed(r, "opcode", 0, 16, prm_create_srq_in_get_opcode(p), 0x700);
	n += prm_check_reserved(r, p, 32, 16);	/* 0x04 [31:16] */
	n += prm_check_reserved(r, p, 64, 64);	/* 0x08 [63:0] */
	r->base += 128;
	n += prm_srqc_check(&p->srq_context_entry, r);
	r->base -= 128;
	n += prm_check_reserved(r, p, 640, 1536);	/* 0x50..0x10f */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static inline unsigned int prm_create_srq_in_unpack(struct prm_create_srq_in_fields *v,
		const struct prm_create_srq_in *p, struct prm_report *r)
{

	v->uid = prm_load16(p, 0x02);
	v->op_mod = prm_load16(p, 0x06);
	prm_srqc_unpack(&v->srq_context_entry, &p->srq_context_entry, NULL);
	return r ? prm_create_srq_in_check(p, r) : 0;
}

/**
 * struct prm_create_srq_out - the answer to CREATE_SRQ
 *
 * 16 bytes, written by the device.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_create_srq_out_bits; rdma-core
 * providers/mlx5/mlx5_ifc.h struct mlx5_ifc_create_srq_out_bits.
 */
struct prm_create_srq_out {
	uint8_t status;			/* 0x00 [31:24]: (enum prm_cmd_status) */
	uint8_t reserved_01[3];
	prm_be32 syndrome;		/* 0x04 [31:0] */
	prm_be32 dw_08;			/* 0x08 [23:0] srqn */
	uint8_t reserved_0c[4];
} __attribute__((packed, aligned(4)));

#define PRM_CREATE_SRQ_OUT_SIZE 16

PRM_ASSERT_SIZE(prm_create_srq_out, 16);
PRM_ASSERT_OFFSET(prm_create_srq_out, status, 0x00);
PRM_ASSERT_OFFSET(prm_create_srq_out, reserved_01, 0x01);
PRM_ASSERT_OFFSET(prm_create_srq_out, syndrome, 0x04);
PRM_ASSERT_OFFSET(prm_create_srq_out, dw_08, 0x08);
PRM_ASSERT_OFFSET(prm_create_srq_out, reserved_0c, 0x0c);

static inline void prm_create_srq_out_set_status(struct prm_create_srq_out *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->status = (uint8_t)v;
}

static inline uint32_t prm_create_srq_out_get_status(const struct prm_create_srq_out *p)
{
	return p->status;
}

static inline void prm_create_srq_out_set_syndrome(struct prm_create_srq_out *p, uint32_t v)
{
	p->syndrome = prm_cpu_to_be32(v);
}

static inline uint32_t prm_create_srq_out_get_syndrome(const struct prm_create_srq_out *p)
{
	return prm_be32_to_cpu(p->syndrome);
}

static inline void prm_create_srq_out_set_srqn(struct prm_create_srq_out *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_08 = prm_be32_replace(p->dw_08, 0xffffffu, v);
}

static inline uint32_t prm_create_srq_out_get_srqn(const struct prm_create_srq_out *p)
{
	return prm_be32_to_cpu(p->dw_08) & 0xffffff;
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_create_srq_out_fields {
	uint8_t status;			/* enum prm_cmd_status */
	uint32_t syndrome;
	uint32_t srqn;			/* 24 bits */
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_create_srq_out_fields_init(struct prm_create_srq_out_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_create_srq_out_pack(struct prm_create_srq_out *p,
		const struct prm_create_srq_out_fields *v)
{
	prm_store32(p, 0x00, (uint32_t)v->status << 24);
	prm_store32(p, 0x04, v->syndrome);
	PRM_CHECK_WIDTH(v->srqn, 24);
	prm_store32(p, 0x08, v->srqn & 0xffffff);
	prm_store32(p, 0x0c, 0);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_create_srq_out_check(const struct prm_create_srq_out *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_enum(r, "status", 0, 8, prm_create_srq_out_get_status(p),
		prm_cmd_status_str(prm_create_srq_out_get_status(p)));
	n += prm_check_reserved(r, p, 8, 24);	/* 0x00 [23:0] */
	n += prm_check_reserved(r, p, 64, 8);	/* 0x08 [31:24] */
	n += prm_check_reserved(r, p, 96, 32);	/* 0x0c [31:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_create_srq_out_unpack(struct prm_create_srq_out_fields *v,
		const struct prm_create_srq_out *p, struct prm_report *r)
{

	v->status = prm_load8(p, 0x00);
	v->syndrome = prm_load32(p, 0x04);
	v->srqn = prm_load32(p, 0x08) & 0xffffff;
	return r ? prm_create_srq_out_check(p, r) : 0;
}

/**
 * struct prm_destroy_srq_in - destroys an SRQ
 *
 * 16 bytes, written by the driver.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_destroy_srq_in_bits; rdma-core
 * providers/mlx5/mlx5_ifc.h struct mlx5_ifc_destroy_srq_in_bits.
 */
struct prm_destroy_srq_in {
	prm_be16 opcode;		/* 0x00 [31:16]: (enum prm_cmd_opcode; always 0x701) */
	prm_be16 uid;			/* 0x00 [15:0] */
	uint8_t reserved_04[2];
	prm_be16 op_mod;		/* 0x04 [15:0] */
	prm_be32 dw_08;			/* 0x08 [23:0] srqn */
	uint8_t reserved_0c[4];
} __attribute__((packed, aligned(4)));

#define PRM_DESTROY_SRQ_IN_SIZE 16

PRM_ASSERT_SIZE(prm_destroy_srq_in, 16);
PRM_ASSERT_OFFSET(prm_destroy_srq_in, opcode, 0x00);
PRM_ASSERT_OFFSET(prm_destroy_srq_in, uid, 0x02);
PRM_ASSERT_OFFSET(prm_destroy_srq_in, reserved_04, 0x04);
PRM_ASSERT_OFFSET(prm_destroy_srq_in, op_mod, 0x06);
PRM_ASSERT_OFFSET(prm_destroy_srq_in, dw_08, 0x08);
PRM_ASSERT_OFFSET(prm_destroy_srq_in, reserved_0c, 0x0c);

static inline void prm_destroy_srq_in_set_opcode(struct prm_destroy_srq_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->opcode = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_destroy_srq_in_get_opcode(const struct prm_destroy_srq_in *p)
{
	return prm_be16_to_cpu(p->opcode);
}

static inline void prm_destroy_srq_in_set_uid(struct prm_destroy_srq_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->uid = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_destroy_srq_in_get_uid(const struct prm_destroy_srq_in *p)
{
	return prm_be16_to_cpu(p->uid);
}

static inline void prm_destroy_srq_in_set_op_mod(struct prm_destroy_srq_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->op_mod = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_destroy_srq_in_get_op_mod(const struct prm_destroy_srq_in *p)
{
	return prm_be16_to_cpu(p->op_mod);
}

static inline void prm_destroy_srq_in_set_srqn(struct prm_destroy_srq_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_08 = prm_be32_replace(p->dw_08, 0xffffffu, v);
}

static inline uint32_t prm_destroy_srq_in_get_srqn(const struct prm_destroy_srq_in *p)
{
	return prm_be32_to_cpu(p->dw_08) & 0xffffff;
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_destroy_srq_in_fields {
	uint16_t uid;
	uint16_t op_mod;
	uint32_t srqn;			/* 24 bits */
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_destroy_srq_in_fields_init(struct prm_destroy_srq_in_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_destroy_srq_in_pack(struct prm_destroy_srq_in *p,
		const struct prm_destroy_srq_in_fields *v)
{
	prm_store32(p, 0x00, UINT32_C(0x701) << 16 | (uint32_t)v->uid);
	prm_store32(p, 0x04, (uint32_t)v->op_mod);
	PRM_CHECK_WIDTH(v->srqn, 24);
	prm_store32(p, 0x08, v->srqn & 0xffffff);
	prm_store32(p, 0x0c, 0);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_destroy_srq_in_check(const struct prm_destroy_srq_in *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_fixed(r, "opcode", 0, 16, prm_destroy_srq_in_get_opcode(p), 0x701);
	n += prm_check_reserved(r, p, 32, 16);	/* 0x04 [31:16] */
	n += prm_check_reserved(r, p, 64, 8);	/* 0x08 [31:24] */
	n += prm_check_reserved(r, p, 96, 32);	/* 0x0c [31:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_destroy_srq_in_unpack(struct prm_destroy_srq_in_fields *v,
		const struct prm_destroy_srq_in *p, struct prm_report *r)
{

	v->uid = prm_load16(p, 0x02);
	v->op_mod = prm_load16(p, 0x06);
	v->srqn = prm_load32(p, 0x08) & 0xffffff;
	return r ? prm_destroy_srq_in_check(p, r) : 0;
}

/**
 * struct prm_destroy_srq_out - the answer to DESTROY_SRQ
 *
 * 16 bytes, written by the device.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_destroy_srq_out_bits.
 */
struct prm_destroy_srq_out {
	uint8_t status;			/* 0x00 [31:24]: (enum prm_cmd_status) */
	uint8_t reserved_01[3];
	prm_be32 syndrome;		/* 0x04 [31:0] */
	uint8_t reserved_08[8];
} __attribute__((packed, aligned(4)));

#define PRM_DESTROY_SRQ_OUT_SIZE 16

PRM_ASSERT_SIZE(prm_destroy_srq_out, 16);
PRM_ASSERT_OFFSET(prm_destroy_srq_out, status, 0x00);
PRM_ASSERT_OFFSET(prm_destroy_srq_out, reserved_01, 0x01);
PRM_ASSERT_OFFSET(prm_destroy_srq_out, syndrome, 0x04);
PRM_ASSERT_OFFSET(prm_destroy_srq_out, reserved_08, 0x08);

static inline void prm_destroy_srq_out_set_status(struct prm_destroy_srq_out *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->status = (uint8_t)v;
}

static inline uint32_t prm_destroy_srq_out_get_status(const struct prm_destroy_srq_out *p)
{
	return p->status;
}

static inline void prm_destroy_srq_out_set_syndrome(struct prm_destroy_srq_out *p, uint32_t v)
{
	p->syndrome = prm_cpu_to_be32(v);
}

static inline uint32_t prm_destroy_srq_out_get_syndrome(const struct prm_destroy_srq_out *p)
{
	return prm_be32_to_cpu(p->syndrome);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_destroy_srq_out_fields {
	uint8_t status;			/* enum prm_cmd_status */
	uint32_t syndrome;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_destroy_srq_out_fields_init(struct prm_destroy_srq_out_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_destroy_srq_out_pack(struct prm_destroy_srq_out *p,
		const struct prm_destroy_srq_out_fields *v)
{
	prm_store32(p, 0x00, (uint32_t)v->status << 24);
	prm_store32(p, 0x04, v->syndrome);
	prm_store32(p, 0x08, 0);
	prm_store32(p, 0x0c, 0);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_destroy_srq_out_check(const struct prm_destroy_srq_out *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_enum(r, "status", 0, 8, prm_destroy_srq_out_get_status(p),
		prm_cmd_status_str(prm_destroy_srq_out_get_status(p)));
	n += prm_check_reserved(r, p, 8, 24);	/* 0x00 [23:0] */
	n += prm_check_reserved(r, p, 64, 64);	/* 0x08 [63:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_destroy_srq_out_unpack(
		struct prm_destroy_srq_out_fields *v, const struct prm_destroy_srq_out *p,
		struct prm_report *r)
{

	v->status = prm_load8(p, 0x00);
	v->syndrome = prm_load32(p, 0x04);
	return r ? prm_destroy_srq_out_check(p, r) : 0;
}

/**
 * struct prm_query_srq_in - asks for the context of an SRQ
 *
 * 16 bytes, written by the driver.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_query_srq_in_bits.
 */
struct prm_query_srq_in {
	prm_be16 opcode;		/* 0x00 [31:16]: (enum prm_cmd_opcode; always 0x702) */
	prm_be16 uid;			/* 0x00 [15:0] */
	uint8_t reserved_04[2];
	prm_be16 op_mod;		/* 0x04 [15:0] */
	prm_be32 dw_08;			/* 0x08 [23:0] srqn */
	uint8_t reserved_0c[4];
} __attribute__((packed, aligned(4)));

#define PRM_QUERY_SRQ_IN_SIZE 16

PRM_ASSERT_SIZE(prm_query_srq_in, 16);
PRM_ASSERT_OFFSET(prm_query_srq_in, opcode, 0x00);
PRM_ASSERT_OFFSET(prm_query_srq_in, uid, 0x02);
PRM_ASSERT_OFFSET(prm_query_srq_in, reserved_04, 0x04);
PRM_ASSERT_OFFSET(prm_query_srq_in, op_mod, 0x06);
PRM_ASSERT_OFFSET(prm_query_srq_in, dw_08, 0x08);
PRM_ASSERT_OFFSET(prm_query_srq_in, reserved_0c, 0x0c);

static inline void prm_query_srq_in_set_opcode(struct prm_query_srq_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->opcode = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_query_srq_in_get_opcode(const struct prm_query_srq_in *p)
{
	return prm_be16_to_cpu(p->opcode);
}

static inline void prm_query_srq_in_set_uid(struct prm_query_srq_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->uid = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_query_srq_in_get_uid(const struct prm_query_srq_in *p)
{
	return prm_be16_to_cpu(p->uid);
}

static inline void prm_query_srq_in_set_op_mod(struct prm_query_srq_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->op_mod = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_query_srq_in_get_op_mod(const struct prm_query_srq_in *p)
{
	return prm_be16_to_cpu(p->op_mod);
}

static inline void prm_query_srq_in_set_srqn(struct prm_query_srq_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_08 = prm_be32_replace(p->dw_08, 0xffffffu, v);
}

static inline uint32_t prm_query_srq_in_get_srqn(const struct prm_query_srq_in *p)
{
	return prm_be32_to_cpu(p->dw_08) & 0xffffff;
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_query_srq_in_fields {
	uint16_t uid;
	uint16_t op_mod;
	uint32_t srqn;			/* 24 bits */
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_query_srq_in_fields_init(struct prm_query_srq_in_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_query_srq_in_pack(struct prm_query_srq_in *p,
		const struct prm_query_srq_in_fields *v)
{
	prm_store32(p, 0x00, UINT32_C(0x702) << 16 | (uint32_t)v->uid);
	prm_store32(p, 0x04, (uint32_t)v->op_mod);
	PRM_CHECK_WIDTH(v->srqn, 24);
	prm_store32(p, 0x08, v->srqn & 0xffffff);
	prm_store32(p, 0x0c, 0);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_query_srq_in_check(const struct prm_query_srq_in *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_fixed(r, "opcode", 0, 16, prm_query_srq_in_get_opcode(p), 0x702);
	n += prm_check_reserved(r, p, 32, 16);	/* 0x04 [31:16] */
	n += prm_check_reserved(r, p, 64, 8);	/* 0x08 [31:24] */
	n += prm_check_reserved(r, p, 96, 32);	/* 0x0c [31:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_query_srq_in_unpack(struct prm_query_srq_in_fields *v,
		const struct prm_query_srq_in *p, struct prm_report *r)
{

	v->uid = prm_load16(p, 0x02);
	v->op_mod = prm_load16(p, 0x06);
	v->srqn = prm_load32(p, 0x08) & 0xffffff;
	return r ? prm_query_srq_in_check(p, r) : 0;
}

/**
 * struct prm_query_srq_out - the answer to QUERY_SRQ
 *
 * 272 bytes, written by the device.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_query_srq_out_bits.
 */
struct prm_query_srq_out {
	uint8_t status;			/* 0x00 [31:24]: (enum prm_cmd_status) */
	uint8_t reserved_01[3];
	prm_be32 syndrome;		/* 0x04 [31:0] */
	uint8_t reserved_08[8];
	struct prm_srqc srq_context_entry; /* 0x10..0x4f */
	uint8_t reserved_50[192];
} __attribute__((packed, aligned(4)));

#define PRM_QUERY_SRQ_OUT_SIZE 272

PRM_ASSERT_SIZE(prm_query_srq_out, 272);
PRM_ASSERT_OFFSET(prm_query_srq_out, status, 0x00);
PRM_ASSERT_OFFSET(prm_query_srq_out, reserved_01, 0x01);
PRM_ASSERT_OFFSET(prm_query_srq_out, syndrome, 0x04);
PRM_ASSERT_OFFSET(prm_query_srq_out, reserved_08, 0x08);
PRM_ASSERT_OFFSET(prm_query_srq_out, srq_context_entry, 0x10);
PRM_ASSERT_OFFSET(prm_query_srq_out, reserved_50, 0x50);

static inline void prm_query_srq_out_set_status(struct prm_query_srq_out *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->status = (uint8_t)v;
}

static inline uint32_t prm_query_srq_out_get_status(const struct prm_query_srq_out *p)
{
	return p->status;
}

static inline void prm_query_srq_out_set_syndrome(struct prm_query_srq_out *p, uint32_t v)
{
	p->syndrome = prm_cpu_to_be32(v);
}

static inline uint32_t prm_query_srq_out_get_syndrome(const struct prm_query_srq_out *p)
{
	return prm_be32_to_cpu(p->syndrome);
}

/* The pas behind the 272 bytes of @p; how many there are the caller knows. */
static inline prm_be64 *prm_query_srq_out_pas(struct prm_query_srq_out *p)
{
	return (prm_be64 *)(void *)(p + 1);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_query_srq_out_fields {
	uint8_t status;			/* enum prm_cmd_status */
	uint32_t syndrome;
	struct prm_srqc_fields srq_context_entry;
};

/* Zero, and the defaults of the fields that have one. */
static inline void prm_query_srq_out_fields_init(struct prm_query_srq_out_fields *v)
{
	memset(v, 0, sizeof(*v));
	prm_srqc_fields_init(&v->srq_context_entry);
}

/* Writes all 272 bytes of @p; what stood there does not matter. */
static inline void prm_query_srq_out_pack(struct prm_query_srq_out *p,
		const struct prm_query_srq_out_fields *v)
{
	prm_store32(p, 0x00, (uint32_t)v->status << 24);
	prm_store32(p, 0x04, v->syndrome);
	prm_store32(p, 0x08, 0);
	prm_store32(p, 0x0c, 0);
	prm_srqc_pack(&p->srq_context_entry, &v->srq_context_entry);
	memset((uint8_t *)p + 0x50, 0, 192);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_query_srq_out_check(const struct prm_query_srq_out *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_enum(r, "status", 0, 8, prm_query_srq_out_get_status(p),
		prm_cmd_status_str(prm_query_srq_out_get_status(p)));
	n += prm_check_reserved(r, p, 8, 24);	/* 0x00 [23:0] */
	n += prm_check_reserved(r, p, 64, 64);	/* 0x08 [63:0] */
	r->base += 128;
	n += prm_srqc_check(&p->srq_context_entry, r);
	r->base -= 128;
	n += prm_check_reserved(r, p, 640, 1536);	/* 0x50..0x10f */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static inline unsigned int prm_query_srq_out_unpack(struct prm_query_srq_out_fields *v,
		const struct prm_query_srq_out *p, struct prm_report *r)
{

	v->status = prm_load8(p, 0x00);
	v->syndrome = prm_load32(p, 0x04);
	prm_srqc_unpack(&v->srq_context_entry, &p->srq_context_entry, NULL);
	return r ? prm_query_srq_out_check(p, r) : 0;
}

/**
 * struct prm_arm_rq_in - sets the limit of an SRQ
 *
 * 16 bytes, written by the driver.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_arm_rq_in_bits.
 */
struct prm_arm_rq_in {
	prm_be16 opcode;		/* 0x00 [31:16]: (enum prm_cmd_opcode; always 0x703) */
	prm_be16 uid;			/* 0x00 [15:0] */
	uint8_t reserved_04[2];
	prm_be16 op_mod;		/* 0x04 [15:0]: (enum prm_arm_rq_op_mod; default 0x1) */
	prm_be32 dw_08;			/* 0x08 [23:0] srq_number */
	uint8_t reserved_0c[2];
	/*
	 * 0x0c [15:0]: Limit; the event SRQ_RQ_LIMIT is sent once when fewer are left. (in receive
	 * WQEs)
	 */
	prm_be16 lwm;
} __attribute__((packed, aligned(4)));

#define PRM_ARM_RQ_IN_SIZE 16

PRM_ASSERT_SIZE(prm_arm_rq_in, 16);
PRM_ASSERT_OFFSET(prm_arm_rq_in, opcode, 0x00);
PRM_ASSERT_OFFSET(prm_arm_rq_in, uid, 0x02);
PRM_ASSERT_OFFSET(prm_arm_rq_in, reserved_04, 0x04);
PRM_ASSERT_OFFSET(prm_arm_rq_in, op_mod, 0x06);
PRM_ASSERT_OFFSET(prm_arm_rq_in, dw_08, 0x08);
PRM_ASSERT_OFFSET(prm_arm_rq_in, reserved_0c, 0x0c);
PRM_ASSERT_OFFSET(prm_arm_rq_in, lwm, 0x0e);

static inline void prm_arm_rq_in_set_opcode(struct prm_arm_rq_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->opcode = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_arm_rq_in_get_opcode(const struct prm_arm_rq_in *p)
{
	return prm_be16_to_cpu(p->opcode);
}

static inline void prm_arm_rq_in_set_uid(struct prm_arm_rq_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->uid = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_arm_rq_in_get_uid(const struct prm_arm_rq_in *p)
{
	return prm_be16_to_cpu(p->uid);
}

static inline void prm_arm_rq_in_set_op_mod(struct prm_arm_rq_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->op_mod = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_arm_rq_in_get_op_mod(const struct prm_arm_rq_in *p)
{
	return prm_be16_to_cpu(p->op_mod);
}

static inline void prm_arm_rq_in_set_srq_number(struct prm_arm_rq_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_08 = prm_be32_replace(p->dw_08, 0xffffffu, v);
}

static inline uint32_t prm_arm_rq_in_get_srq_number(const struct prm_arm_rq_in *p)
{
	return prm_be32_to_cpu(p->dw_08) & 0xffffff;
}

static inline void prm_arm_rq_in_set_lwm(struct prm_arm_rq_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->lwm = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_arm_rq_in_get_lwm(const struct prm_arm_rq_in *p)
{
	return prm_be16_to_cpu(p->lwm);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_arm_rq_in_fields {
	uint16_t uid;
	uint16_t op_mod;		/* enum prm_arm_rq_op_mod */
	uint32_t srq_number;		/* 24 bits */
	uint16_t lwm;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_arm_rq_in_fields_init(struct prm_arm_rq_in_fields *v)
{
	memset(v, 0, sizeof(*v));
	v->op_mod = 0x1;
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_arm_rq_in_pack(struct prm_arm_rq_in *p,
		const struct prm_arm_rq_in_fields *v)
{
	prm_store32(p, 0x00, UINT32_C(0x703) << 16 | (uint32_t)v->uid);
	prm_store32(p, 0x04, (uint32_t)v->op_mod);
	PRM_CHECK_WIDTH(v->srq_number, 24);
	prm_store32(p, 0x08, v->srq_number & 0xffffff);
	prm_store32(p, 0x0c, (uint32_t)v->lwm);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_arm_rq_in_check(const struct prm_arm_rq_in *p, struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_fixed(r, "opcode", 0, 16, prm_arm_rq_in_get_opcode(p), 0x703);
	n += prm_check_reserved(r, p, 32, 16);	/* 0x04 [31:16] */
	n += prm_check_enum(r, "op_mod", 48, 16, prm_arm_rq_in_get_op_mod(p),
		prm_arm_rq_op_mod_str(prm_arm_rq_in_get_op_mod(p)));
	n += prm_check_reserved(r, p, 64, 8);	/* 0x08 [31:24] */
	n += prm_check_reserved(r, p, 96, 16);	/* 0x0c [31:16] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_arm_rq_in_unpack(struct prm_arm_rq_in_fields *v,
		const struct prm_arm_rq_in *p, struct prm_report *r)
{

	v->uid = prm_load16(p, 0x02);
	v->op_mod = prm_load16(p, 0x06);
	v->srq_number = prm_load32(p, 0x08) & 0xffffff;
	v->lwm = prm_load16(p, 0x0e);
	return r ? prm_arm_rq_in_check(p, r) : 0;
}

/**
 * struct prm_arm_rq_out - the answer to ARM_RQ
 *
 * 16 bytes, written by the device.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_arm_rq_out_bits.
 */
struct prm_arm_rq_out {
	uint8_t status;			/* 0x00 [31:24]: (enum prm_cmd_status) */
	uint8_t reserved_01[3];
	prm_be32 syndrome;		/* 0x04 [31:0] */
	uint8_t reserved_08[8];
} __attribute__((packed, aligned(4)));

#define PRM_ARM_RQ_OUT_SIZE 16

PRM_ASSERT_SIZE(prm_arm_rq_out, 16);
PRM_ASSERT_OFFSET(prm_arm_rq_out, status, 0x00);
PRM_ASSERT_OFFSET(prm_arm_rq_out, reserved_01, 0x01);
PRM_ASSERT_OFFSET(prm_arm_rq_out, syndrome, 0x04);
PRM_ASSERT_OFFSET(prm_arm_rq_out, reserved_08, 0x08);

static inline void prm_arm_rq_out_set_status(struct prm_arm_rq_out *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->status = (uint8_t)v;
}

static inline uint32_t prm_arm_rq_out_get_status(const struct prm_arm_rq_out *p)
{
	return p->status;
}

static inline void prm_arm_rq_out_set_syndrome(struct prm_arm_rq_out *p, uint32_t v)
{
	p->syndrome = prm_cpu_to_be32(v);
}

static inline uint32_t prm_arm_rq_out_get_syndrome(const struct prm_arm_rq_out *p)
{
	return prm_be32_to_cpu(p->syndrome);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_arm_rq_out_fields {
	uint8_t status;			/* enum prm_cmd_status */
	uint32_t syndrome;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_arm_rq_out_fields_init(struct prm_arm_rq_out_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_arm_rq_out_pack(struct prm_arm_rq_out *p,
		const struct prm_arm_rq_out_fields *v)
{
	prm_store32(p, 0x00, (uint32_t)v->status << 24);
	prm_store32(p, 0x04, v->syndrome);
	prm_store32(p, 0x08, 0);
	prm_store32(p, 0x0c, 0);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_arm_rq_out_check(const struct prm_arm_rq_out *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_enum(r, "status", 0, 8, prm_arm_rq_out_get_status(p),
		prm_cmd_status_str(prm_arm_rq_out_get_status(p)));
	n += prm_check_reserved(r, p, 8, 24);	/* 0x00 [23:0] */
	n += prm_check_reserved(r, p, 64, 64);	/* 0x08 [63:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_arm_rq_out_unpack(struct prm_arm_rq_out_fields *v,
		const struct prm_arm_rq_out *p, struct prm_report *r)
{

	v->status = prm_load8(p, 0x00);
	v->syndrome = prm_load32(p, 0x04);
	return r ? prm_arm_rq_out_check(p, r) : 0;
}

/**
 * struct prm_xrc_srqc - XRC SRQ context
 *
 * 64 bytes, written by driver and device.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_xrc_srqc_bits.
 */
struct prm_xrc_srqc {
	/*
	 * 0x00 [31:28] state: (enum prm_srq_state; written by the device)
	 *      [27:24] log_xrc_srq_size: (log2: 2^value; in receive WQEs)
	 */
	uint8_t b_00;
	uint8_t reserved_01[3];
	/*
	 * 0x04 [31]    wq_signature: WQEs carry a checksum.
	 *      [30]    cont_srq
	 *      [28]    rlky: The reserved lkey can be used.
	 *      [27]    basic_cyclic_rcv_wqe: The queue is a ring, and not a linked list.
	 *      [26:24] log_rq_stride: Size of a receive WQE. (log2: 2^value; in 16 bytes)
	 *      [23:0]  xrcd: Number of the XRC domain.
	 */
	prm_be32 dw_04;
	/*
	 * 0x08 [31:26] page_offset: Where the queue starts in its first page. (in 1/64 of a page)
	 *      [24]    dbr_umem_valid: The doorbell record stands in a umem.
	 *      [23:0]  cqn: CQ of an XRC SRQ.
	 */
	prm_be32 dw_08;
	uint8_t reserved_0c[4];
	/*
	 * 0x10 [31]    user_index_equal_xrc_srqn: CQEs name the SRQ by its number, not by
	 *                user_index.
	 *      [29:24] log_page_size: Size of the pages in pas. (log2: 2^value; in 4096 bytes)
	 *      [23:0]  user_index: What CQEs of version 1 name instead of the SRQ.
	 */
	prm_be32 dw_10;
	uint8_t reserved_14[4];
	prm_be32 dw_18;			/* 0x18 [23:0] pd: Number of the protection domain. */
	/*
	 * 0x1c [31:16]: Limit, below which the event SRQ_RQ_LIMIT is sent; 0 for none. (in receive
	 * WQEs)
	 */
	prm_be16 lwm;
	/* 0x1c [15:0]: WQEs that are posted and free. (in receive WQEs; written by the device) */
	prm_be16 wqe_cnt;
	uint8_t reserved_20[8];
	/* 0x28 [31:0]: Address of the doorbell record, upper half. */
	prm_be32 db_record_addr_h;
	/* 0x2c [31:2] db_record_addr_l: Lower half without its last two bits. (in 4 bytes) */
	prm_be32 dw_2c;
	uint8_t reserved_30[16];
} __attribute__((packed, aligned(4)));

#define PRM_XRC_SRQC_SIZE 64

PRM_ASSERT_SIZE(prm_xrc_srqc, 64);
PRM_ASSERT_OFFSET(prm_xrc_srqc, b_00, 0x00);
PRM_ASSERT_OFFSET(prm_xrc_srqc, reserved_01, 0x01);
PRM_ASSERT_OFFSET(prm_xrc_srqc, dw_04, 0x04);
PRM_ASSERT_OFFSET(prm_xrc_srqc, dw_08, 0x08);
PRM_ASSERT_OFFSET(prm_xrc_srqc, reserved_0c, 0x0c);
PRM_ASSERT_OFFSET(prm_xrc_srqc, dw_10, 0x10);
PRM_ASSERT_OFFSET(prm_xrc_srqc, reserved_14, 0x14);
PRM_ASSERT_OFFSET(prm_xrc_srqc, dw_18, 0x18);
PRM_ASSERT_OFFSET(prm_xrc_srqc, lwm, 0x1c);
PRM_ASSERT_OFFSET(prm_xrc_srqc, wqe_cnt, 0x1e);
PRM_ASSERT_OFFSET(prm_xrc_srqc, reserved_20, 0x20);
PRM_ASSERT_OFFSET(prm_xrc_srqc, db_record_addr_h, 0x28);
PRM_ASSERT_OFFSET(prm_xrc_srqc, dw_2c, 0x2c);
PRM_ASSERT_OFFSET(prm_xrc_srqc, reserved_30, 0x30);

static inline void prm_xrc_srqc_set_state(struct prm_xrc_srqc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_00 = prm_u8_replace(p->b_00, 0xf0, (uint8_t)((uint32_t)v << 4));
}

static inline uint32_t prm_xrc_srqc_get_state(const struct prm_xrc_srqc *p)
{
	return p->b_00 >> 4;
}

static inline void prm_xrc_srqc_set_log_xrc_srq_size(struct prm_xrc_srqc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_00 = prm_u8_replace(p->b_00, 0xf, (uint8_t)v);
}

static inline uint32_t prm_xrc_srqc_get_log_xrc_srq_size(const struct prm_xrc_srqc *p)
{
	return p->b_00 & 0xf;
}

static inline void prm_xrc_srqc_set_wq_signature(struct prm_xrc_srqc *p, bool v)
{
	p->dw_04 = prm_be32_replace(p->dw_04, 0x80000000u, (uint32_t)v << 31);
}

static inline bool prm_xrc_srqc_get_wq_signature(const struct prm_xrc_srqc *p)
{
	return (bool)(prm_be32_to_cpu(p->dw_04) >> 31);
}

static inline void prm_xrc_srqc_set_cont_srq(struct prm_xrc_srqc *p, bool v)
{
	p->dw_04 = prm_be32_replace(p->dw_04, 0x40000000u, (uint32_t)v << 30);
}

static inline bool prm_xrc_srqc_get_cont_srq(const struct prm_xrc_srqc *p)
{
	return (bool)((prm_be32_to_cpu(p->dw_04) >> 30) & 0x1);
}

static inline void prm_xrc_srqc_set_rlky(struct prm_xrc_srqc *p, bool v)
{
	p->dw_04 = prm_be32_replace(p->dw_04, 0x10000000u, (uint32_t)v << 28);
}

static inline bool prm_xrc_srqc_get_rlky(const struct prm_xrc_srqc *p)
{
	return (bool)((prm_be32_to_cpu(p->dw_04) >> 28) & 0x1);
}

static inline void prm_xrc_srqc_set_basic_cyclic_rcv_wqe(struct prm_xrc_srqc *p, bool v)
{
	p->dw_04 = prm_be32_replace(p->dw_04, 0x8000000u, (uint32_t)v << 27);
}

static inline bool prm_xrc_srqc_get_basic_cyclic_rcv_wqe(const struct prm_xrc_srqc *p)
{
	return (bool)((prm_be32_to_cpu(p->dw_04) >> 27) & 0x1);
}

static inline void prm_xrc_srqc_set_log_rq_stride(struct prm_xrc_srqc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 3);
	p->dw_04 = prm_be32_replace(p->dw_04, 0x7000000u, (uint32_t)v << 24);
}

static inline uint32_t prm_xrc_srqc_get_log_rq_stride(const struct prm_xrc_srqc *p)
{
	return (prm_be32_to_cpu(p->dw_04) >> 24) & 0x7;
}

static inline void prm_xrc_srqc_set_xrcd(struct prm_xrc_srqc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_04 = prm_be32_replace(p->dw_04, 0xffffffu, v);
}

static inline uint32_t prm_xrc_srqc_get_xrcd(const struct prm_xrc_srqc *p)
{
	return prm_be32_to_cpu(p->dw_04) & 0xffffff;
}

static inline void prm_xrc_srqc_set_page_offset(struct prm_xrc_srqc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 6);
	p->dw_08 = prm_be32_replace(p->dw_08, 0xfc000000u, (uint32_t)v << 26);
}

static inline uint32_t prm_xrc_srqc_get_page_offset(const struct prm_xrc_srqc *p)
{
	return prm_be32_to_cpu(p->dw_08) >> 26;
}

static inline void prm_xrc_srqc_set_dbr_umem_valid(struct prm_xrc_srqc *p, bool v)
{
	p->dw_08 = prm_be32_replace(p->dw_08, 0x1000000u, (uint32_t)v << 24);
}

static inline bool prm_xrc_srqc_get_dbr_umem_valid(const struct prm_xrc_srqc *p)
{
	return (bool)((prm_be32_to_cpu(p->dw_08) >> 24) & 0x1);
}

static inline void prm_xrc_srqc_set_cqn(struct prm_xrc_srqc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_08 = prm_be32_replace(p->dw_08, 0xffffffu, v);
}

static inline uint32_t prm_xrc_srqc_get_cqn(const struct prm_xrc_srqc *p)
{
	return prm_be32_to_cpu(p->dw_08) & 0xffffff;
}

static inline void prm_xrc_srqc_set_user_index_equal_xrc_srqn(struct prm_xrc_srqc *p, bool v)
{
	p->dw_10 = prm_be32_replace(p->dw_10, 0x80000000u, (uint32_t)v << 31);
}

static inline bool prm_xrc_srqc_get_user_index_equal_xrc_srqn(const struct prm_xrc_srqc *p)
{
	return (bool)(prm_be32_to_cpu(p->dw_10) >> 31);
}

static inline void prm_xrc_srqc_set_log_page_size(struct prm_xrc_srqc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 6);
	p->dw_10 = prm_be32_replace(p->dw_10, 0x3f000000u, (uint32_t)v << 24);
}

static inline uint32_t prm_xrc_srqc_get_log_page_size(const struct prm_xrc_srqc *p)
{
	return (prm_be32_to_cpu(p->dw_10) >> 24) & 0x3f;
}

static inline void prm_xrc_srqc_set_user_index(struct prm_xrc_srqc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_10 = prm_be32_replace(p->dw_10, 0xffffffu, v);
}

static inline uint32_t prm_xrc_srqc_get_user_index(const struct prm_xrc_srqc *p)
{
	return prm_be32_to_cpu(p->dw_10) & 0xffffff;
}

static inline void prm_xrc_srqc_set_pd(struct prm_xrc_srqc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_18 = prm_be32_replace(p->dw_18, 0xffffffu, v);
}

static inline uint32_t prm_xrc_srqc_get_pd(const struct prm_xrc_srqc *p)
{
	return prm_be32_to_cpu(p->dw_18) & 0xffffff;
}

static inline void prm_xrc_srqc_set_lwm(struct prm_xrc_srqc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->lwm = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_xrc_srqc_get_lwm(const struct prm_xrc_srqc *p)
{
	return prm_be16_to_cpu(p->lwm);
}

static inline void prm_xrc_srqc_set_wqe_cnt(struct prm_xrc_srqc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->wqe_cnt = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_xrc_srqc_get_wqe_cnt(const struct prm_xrc_srqc *p)
{
	return prm_be16_to_cpu(p->wqe_cnt);
}

static inline void prm_xrc_srqc_set_db_record_addr_h(struct prm_xrc_srqc *p, uint32_t v)
{
	p->db_record_addr_h = prm_cpu_to_be32(v);
}

static inline uint32_t prm_xrc_srqc_get_db_record_addr_h(const struct prm_xrc_srqc *p)
{
	return prm_be32_to_cpu(p->db_record_addr_h);
}

static inline void prm_xrc_srqc_set_db_record_addr_l(struct prm_xrc_srqc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 30);
	p->dw_2c = prm_be32_replace(p->dw_2c, 0xfffffffcu, (uint32_t)v << 2);
}

static inline uint32_t prm_xrc_srqc_get_db_record_addr_l(const struct prm_xrc_srqc *p)
{
	return prm_be32_to_cpu(p->dw_2c) >> 2;
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_xrc_srqc_fields {
	uint8_t state;			/* 4 bits, enum prm_srq_state */
	uint8_t log_xrc_srq_size;	/* 4 bits, log2 */
	bool wq_signature;
	bool cont_srq;
	bool rlky;
	bool basic_cyclic_rcv_wqe;
	uint8_t log_rq_stride;		/* 3 bits, log2 */
	uint32_t xrcd;			/* 24 bits */
	uint8_t page_offset;		/* 6 bits */
	bool dbr_umem_valid;
	uint32_t cqn;			/* 24 bits */
	bool user_index_equal_xrc_srqn;
	uint8_t log_page_size;		/* 6 bits, log2 */
	uint32_t user_index;		/* 24 bits */
	uint32_t pd;			/* 24 bits */
	uint16_t lwm;
	uint16_t wqe_cnt;
	uint32_t db_record_addr_h;
	uint32_t db_record_addr_l;	/* 30 bits */
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_xrc_srqc_fields_init(struct prm_xrc_srqc_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 64 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_xrc_srqc_pack(struct prm_xrc_srqc *p,
		const struct prm_xrc_srqc_fields *v)
{
	PRM_CHECK_WIDTH(v->state, 4);
	PRM_CHECK_WIDTH(v->log_xrc_srq_size, 4);
	prm_store32(p, 0x00, (uint32_t)v->state << 28 |
			((uint32_t)v->log_xrc_srq_size & 0xf) << 24);
	PRM_CHECK_WIDTH(v->log_rq_stride, 3);
	PRM_CHECK_WIDTH(v->xrcd, 24);
	prm_store32(p, 0x04, (uint32_t)v->wq_signature << 31 | (uint32_t)v->cont_srq << 30 |
			(uint32_t)v->rlky << 28 | (uint32_t)v->basic_cyclic_rcv_wqe << 27 |
			((uint32_t)v->log_rq_stride & 0x7) << 24 | (v->xrcd & 0xffffff));
	PRM_CHECK_WIDTH(v->page_offset, 6);
	PRM_CHECK_WIDTH(v->cqn, 24);
	prm_store32(p, 0x08, (uint32_t)v->page_offset << 26 | (uint32_t)v->dbr_umem_valid << 24 |
			(v->cqn & 0xffffff));
	prm_store32(p, 0x0c, 0);
	PRM_CHECK_WIDTH(v->log_page_size, 6);
	PRM_CHECK_WIDTH(v->user_index, 24);
	prm_store32(p, 0x10, (uint32_t)v->user_index_equal_xrc_srqn << 31 |
			((uint32_t)v->log_page_size & 0x3f) << 24 | (v->user_index & 0xffffff));
	prm_store32(p, 0x14, 0);
	PRM_CHECK_WIDTH(v->pd, 24);
	prm_store32(p, 0x18, v->pd & 0xffffff);
	prm_store32(p, 0x1c, (uint32_t)v->lwm << 16 | (uint32_t)v->wqe_cnt);
	prm_store32(p, 0x20, 0);
	prm_store32(p, 0x24, 0);
	prm_store32(p, 0x28, v->db_record_addr_h);
	PRM_CHECK_WIDTH(v->db_record_addr_l, 30);
	prm_store32(p, 0x2c, v->db_record_addr_l << 2);
	memset((uint8_t *)p + 0x30, 0, 16);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_xrc_srqc_check(const struct prm_xrc_srqc *p, struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_enum(r, "state", 0, 4, prm_xrc_srqc_get_state(p),
		prm_srq_state_str(prm_xrc_srqc_get_state(p)));
	n += prm_check_reserved(r, p, 8, 24);	/* 0x00 [23:0] */
	n += prm_check_reserved(r, p, 34, 1);	/* 0x04 [29] */
	n += prm_check_reserved(r, p, 70, 1);	/* 0x08 [25] */
	n += prm_check_reserved(r, p, 96, 32);	/* 0x0c [31:0] */
	n += prm_check_reserved(r, p, 129, 1);	/* 0x10 [30] */
	n += prm_check_reserved(r, p, 160, 32);	/* 0x14 [31:0] */
	n += prm_check_reserved(r, p, 192, 8);	/* 0x18 [31:24] */
	n += prm_check_reserved(r, p, 256, 64);	/* 0x20 [63:0] */
	n += prm_check_reserved(r, p, 382, 2);	/* 0x2c [1:0] */
	n += prm_check_reserved(r, p, 384, 128);	/* 0x30..0x3f */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_xrc_srqc_unpack(struct prm_xrc_srqc_fields *v,
		const struct prm_xrc_srqc *p, struct prm_report *r)
{
	uint32_t word;

	word = prm_load8(p, 0x00);
	v->state = (uint8_t)(word >> 4);
	v->log_xrc_srq_size = (uint8_t)(word & 0xf);
	word = prm_load8(p, 0x04);
	v->wq_signature = word >> 7;
	v->cont_srq = (word >> 6) & 0x1;
	v->rlky = (word >> 4) & 0x1;
	v->basic_cyclic_rcv_wqe = (word >> 3) & 0x1;
	v->log_rq_stride = (uint8_t)(word & 0x7);
	v->xrcd = prm_load32(p, 0x04) & 0xffffff;
	word = prm_load8(p, 0x08);
	v->page_offset = (uint8_t)(word >> 2);
	v->dbr_umem_valid = word & 0x1;
	v->cqn = prm_load32(p, 0x08) & 0xffffff;
	word = prm_load8(p, 0x10);
	v->user_index_equal_xrc_srqn = word >> 7;
	v->log_page_size = (uint8_t)(word & 0x3f);
	v->user_index = prm_load32(p, 0x10) & 0xffffff;
	v->pd = prm_load32(p, 0x18) & 0xffffff;
	v->lwm = prm_load16(p, 0x1c);
	v->wqe_cnt = prm_load16(p, 0x1e);
	v->db_record_addr_h = prm_load32(p, 0x28);
	v->db_record_addr_l = prm_load32(p, 0x2c) >> 2;
	return r ? prm_xrc_srqc_check(p, r) : 0;
}

/**
 * struct prm_create_xrc_srq_in - creates an SRQ that QPs reach by its number, of an XRC domain
 *
 * 272 bytes, written by the driver.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_create_xrc_srq_in_bits.
 */
struct prm_create_xrc_srq_in {
	prm_be16 opcode;		/* 0x00 [31:16]: (enum prm_cmd_opcode; always 0x705) */
	prm_be16 uid;			/* 0x00 [15:0] */
	uint8_t reserved_04[2];
	prm_be16 op_mod;		/* 0x04 [15:0] */
	uint8_t reserved_08[8];
	struct prm_xrc_srqc xrc_srq_context_entry; /* 0x10..0x4f */
	uint8_t reserved_50[12];
	/* 0x5c [31] xrc_srq_umem_valid: The queue stands in a umem. */
	uint8_t b_5c;
	uint8_t reserved_5d[179];
} __attribute__((packed, aligned(4)));

#define PRM_CREATE_XRC_SRQ_IN_SIZE 272

PRM_ASSERT_SIZE(prm_create_xrc_srq_in, 272);
PRM_ASSERT_OFFSET(prm_create_xrc_srq_in, opcode, 0x00);
PRM_ASSERT_OFFSET(prm_create_xrc_srq_in, uid, 0x02);
PRM_ASSERT_OFFSET(prm_create_xrc_srq_in, reserved_04, 0x04);
PRM_ASSERT_OFFSET(prm_create_xrc_srq_in, op_mod, 0x06);
PRM_ASSERT_OFFSET(prm_create_xrc_srq_in, reserved_08, 0x08);
PRM_ASSERT_OFFSET(prm_create_xrc_srq_in, xrc_srq_context_entry, 0x10);
PRM_ASSERT_OFFSET(prm_create_xrc_srq_in, reserved_50, 0x50);
PRM_ASSERT_OFFSET(prm_create_xrc_srq_in, b_5c, 0x5c);
PRM_ASSERT_OFFSET(prm_create_xrc_srq_in, reserved_5d, 0x5d);

static inline void prm_create_xrc_srq_in_set_opcode(struct prm_create_xrc_srq_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->opcode = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_create_xrc_srq_in_get_opcode(const struct prm_create_xrc_srq_in *p)
{
	return prm_be16_to_cpu(p->opcode);
}

static inline void prm_create_xrc_srq_in_set_uid(struct prm_create_xrc_srq_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->uid = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_create_xrc_srq_in_get_uid(const struct prm_create_xrc_srq_in *p)
{
	return prm_be16_to_cpu(p->uid);
}

static inline void prm_create_xrc_srq_in_set_op_mod(struct prm_create_xrc_srq_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->op_mod = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_create_xrc_srq_in_get_op_mod(const struct prm_create_xrc_srq_in *p)
{
	return prm_be16_to_cpu(p->op_mod);
}

static inline void prm_create_xrc_srq_in_set_xrc_srq_umem_valid(struct prm_create_xrc_srq_in *p,
		bool v)
{
	p->b_5c = prm_u8_replace(p->b_5c, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_create_xrc_srq_in_get_xrc_srq_umem_valid(
		const struct prm_create_xrc_srq_in *p)
{
	return (bool)(p->b_5c >> 7);
}

/* The pas behind the 272 bytes of @p; how many there are the caller knows. */
static inline prm_be64 *prm_create_xrc_srq_in_pas(struct prm_create_xrc_srq_in *p)
{
	return (prm_be64 *)(void *)(p + 1);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_create_xrc_srq_in_fields {
	uint16_t uid;
	uint16_t op_mod;
	struct prm_xrc_srqc_fields xrc_srq_context_entry;
	bool xrc_srq_umem_valid;
};

/* Zero, and the defaults of the fields that have one. */
static inline void prm_create_xrc_srq_in_fields_init(struct prm_create_xrc_srq_in_fields *v)
{
	memset(v, 0, sizeof(*v));
	prm_xrc_srqc_fields_init(&v->xrc_srq_context_entry);
}

/* Writes all 272 bytes of @p; what stood there does not matter. */
static inline void prm_create_xrc_srq_in_pack(struct prm_create_xrc_srq_in *p,
		const struct prm_create_xrc_srq_in_fields *v)
{
	prm_store32(p, 0x00, UINT32_C(0x705) << 16 | (uint32_t)v->uid);
	prm_store32(p, 0x04, (uint32_t)v->op_mod);
	prm_store32(p, 0x08, 0);
	prm_store32(p, 0x0c, 0);
	prm_xrc_srqc_pack(&p->xrc_srq_context_entry, &v->xrc_srq_context_entry);
	memset((uint8_t *)p + 0x50, 0, 12);
	prm_store32(p, 0x5c, (uint32_t)v->xrc_srq_umem_valid << 31);
	memset((uint8_t *)p + 0x60, 0, 176);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_create_xrc_srq_in_check(const struct prm_create_xrc_srq_in *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_fixed(r, "opcode", 0, 16, prm_create_xrc_srq_in_get_opcode(p), 0x705);
	n += prm_check_reserved(r, p, 32, 16);	/* 0x04 [31:16] */
	n += prm_check_reserved(r, p, 64, 64);	/* 0x08 [63:0] */
	r->base += 128;
	n += prm_xrc_srqc_check(&p->xrc_srq_context_entry, r);
	r->base -= 128;
	n += prm_check_reserved(r, p, 640, 96);	/* 0x50..0x5b */
	n += prm_check_reserved(r, p, 737, 31);	/* 0x5c [30:0] */
	n += prm_check_reserved(r, p, 768, 1408);	/* 0x60..0x10f */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static inline unsigned int prm_create_xrc_srq_in_unpack(struct prm_create_xrc_srq_in_fields *v,
		const struct prm_create_xrc_srq_in *p, struct prm_report *r)
{

	v->uid = prm_load16(p, 0x02);
	v->op_mod = prm_load16(p, 0x06);
	prm_xrc_srqc_unpack(&v->xrc_srq_context_entry, &p->xrc_srq_context_entry, NULL);
	v->xrc_srq_umem_valid = prm_load8(p, 0x5c) >> 7;
	return r ? prm_create_xrc_srq_in_check(p, r) : 0;
}

/**
 * struct prm_create_xrc_srq_out - the answer to CREATE_XRC_SRQ
 *
 * 16 bytes, written by the device.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_create_xrc_srq_out_bits; rdma-core
 * providers/mlx5/mlx5_ifc.h struct mlx5_ifc_create_xrc_srq_out_bits.
 */
struct prm_create_xrc_srq_out {
	uint8_t status;			/* 0x00 [31:24]: (enum prm_cmd_status) */
	uint8_t reserved_01[3];
	prm_be32 syndrome;		/* 0x04 [31:0] */
	prm_be32 dw_08;			/* 0x08 [23:0] xrc_srqn */
	uint8_t reserved_0c[4];
} __attribute__((packed, aligned(4)));

#define PRM_CREATE_XRC_SRQ_OUT_SIZE 16

PRM_ASSERT_SIZE(prm_create_xrc_srq_out, 16);
PRM_ASSERT_OFFSET(prm_create_xrc_srq_out, status, 0x00);
PRM_ASSERT_OFFSET(prm_create_xrc_srq_out, reserved_01, 0x01);
PRM_ASSERT_OFFSET(prm_create_xrc_srq_out, syndrome, 0x04);
PRM_ASSERT_OFFSET(prm_create_xrc_srq_out, dw_08, 0x08);
PRM_ASSERT_OFFSET(prm_create_xrc_srq_out, reserved_0c, 0x0c);

static inline void prm_create_xrc_srq_out_set_status(struct prm_create_xrc_srq_out *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->status = (uint8_t)v;
}

static inline uint32_t prm_create_xrc_srq_out_get_status(const struct prm_create_xrc_srq_out *p)
{
	return p->status;
}

static inline void prm_create_xrc_srq_out_set_syndrome(struct prm_create_xrc_srq_out *p, uint32_t v)
{
	p->syndrome = prm_cpu_to_be32(v);
}

static inline uint32_t prm_create_xrc_srq_out_get_syndrome(const struct prm_create_xrc_srq_out *p)
{
	return prm_be32_to_cpu(p->syndrome);
}

static inline void prm_create_xrc_srq_out_set_xrc_srqn(struct prm_create_xrc_srq_out *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_08 = prm_be32_replace(p->dw_08, 0xffffffu, v);
}

static inline uint32_t prm_create_xrc_srq_out_get_xrc_srqn(const struct prm_create_xrc_srq_out *p)
{
	return prm_be32_to_cpu(p->dw_08) & 0xffffff;
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_create_xrc_srq_out_fields {
	uint8_t status;			/* enum prm_cmd_status */
	uint32_t syndrome;
	uint32_t xrc_srqn;		/* 24 bits */
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_create_xrc_srq_out_fields_init(
		struct prm_create_xrc_srq_out_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_create_xrc_srq_out_pack(struct prm_create_xrc_srq_out *p,
		const struct prm_create_xrc_srq_out_fields *v)
{
	prm_store32(p, 0x00, (uint32_t)v->status << 24);
	prm_store32(p, 0x04, v->syndrome);
	PRM_CHECK_WIDTH(v->xrc_srqn, 24);
	prm_store32(p, 0x08, v->xrc_srqn & 0xffffff);
	prm_store32(p, 0x0c, 0);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_create_xrc_srq_out_check(const struct prm_create_xrc_srq_out *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_enum(r, "status", 0, 8, prm_create_xrc_srq_out_get_status(p),
		prm_cmd_status_str(prm_create_xrc_srq_out_get_status(p)));
	n += prm_check_reserved(r, p, 8, 24);	/* 0x00 [23:0] */
	n += prm_check_reserved(r, p, 64, 8);	/* 0x08 [31:24] */
	n += prm_check_reserved(r, p, 96, 32);	/* 0x0c [31:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_create_xrc_srq_out_unpack(
		struct prm_create_xrc_srq_out_fields *v, const struct prm_create_xrc_srq_out *p,
		struct prm_report *r)
{

	v->status = prm_load8(p, 0x00);
	v->syndrome = prm_load32(p, 0x04);
	v->xrc_srqn = prm_load32(p, 0x08) & 0xffffff;
	return r ? prm_create_xrc_srq_out_check(p, r) : 0;
}

/**
 * struct prm_destroy_xrc_srq_in - destroys an XRC SRQ
 *
 * 16 bytes, written by the driver.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_destroy_xrc_srq_in_bits; rdma-core
 * providers/mlx5/mlx5_ifc.h struct mlx5_ifc_destroy_xrc_srq_in_bits.
 */
struct prm_destroy_xrc_srq_in {
	prm_be16 opcode;		/* 0x00 [31:16]: (enum prm_cmd_opcode; always 0x706) */
	prm_be16 uid;			/* 0x00 [15:0] */
	uint8_t reserved_04[2];
	prm_be16 op_mod;		/* 0x04 [15:0] */
	prm_be32 dw_08;			/* 0x08 [23:0] xrc_srqn */
	uint8_t reserved_0c[4];
} __attribute__((packed, aligned(4)));

#define PRM_DESTROY_XRC_SRQ_IN_SIZE 16

PRM_ASSERT_SIZE(prm_destroy_xrc_srq_in, 16);
PRM_ASSERT_OFFSET(prm_destroy_xrc_srq_in, opcode, 0x00);
PRM_ASSERT_OFFSET(prm_destroy_xrc_srq_in, uid, 0x02);
PRM_ASSERT_OFFSET(prm_destroy_xrc_srq_in, reserved_04, 0x04);
PRM_ASSERT_OFFSET(prm_destroy_xrc_srq_in, op_mod, 0x06);
PRM_ASSERT_OFFSET(prm_destroy_xrc_srq_in, dw_08, 0x08);
PRM_ASSERT_OFFSET(prm_destroy_xrc_srq_in, reserved_0c, 0x0c);

static inline void prm_destroy_xrc_srq_in_set_opcode(struct prm_destroy_xrc_srq_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->opcode = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_destroy_xrc_srq_in_get_opcode(const struct prm_destroy_xrc_srq_in *p)
{
	return prm_be16_to_cpu(p->opcode);
}

static inline void prm_destroy_xrc_srq_in_set_uid(struct prm_destroy_xrc_srq_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->uid = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_destroy_xrc_srq_in_get_uid(const struct prm_destroy_xrc_srq_in *p)
{
	return prm_be16_to_cpu(p->uid);
}

static inline void prm_destroy_xrc_srq_in_set_op_mod(struct prm_destroy_xrc_srq_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->op_mod = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_destroy_xrc_srq_in_get_op_mod(const struct prm_destroy_xrc_srq_in *p)
{
	return prm_be16_to_cpu(p->op_mod);
}

static inline void prm_destroy_xrc_srq_in_set_xrc_srqn(struct prm_destroy_xrc_srq_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_08 = prm_be32_replace(p->dw_08, 0xffffffu, v);
}

static inline uint32_t prm_destroy_xrc_srq_in_get_xrc_srqn(const struct prm_destroy_xrc_srq_in *p)
{
	return prm_be32_to_cpu(p->dw_08) & 0xffffff;
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_destroy_xrc_srq_in_fields {
	uint16_t uid;
	uint16_t op_mod;
	uint32_t xrc_srqn;		/* 24 bits */
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_destroy_xrc_srq_in_fields_init(
		struct prm_destroy_xrc_srq_in_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_destroy_xrc_srq_in_pack(struct prm_destroy_xrc_srq_in *p,
		const struct prm_destroy_xrc_srq_in_fields *v)
{
	prm_store32(p, 0x00, UINT32_C(0x706) << 16 | (uint32_t)v->uid);
	prm_store32(p, 0x04, (uint32_t)v->op_mod);
	PRM_CHECK_WIDTH(v->xrc_srqn, 24);
	prm_store32(p, 0x08, v->xrc_srqn & 0xffffff);
	prm_store32(p, 0x0c, 0);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_destroy_xrc_srq_in_check(const struct prm_destroy_xrc_srq_in *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_fixed(r, "opcode", 0, 16, prm_destroy_xrc_srq_in_get_opcode(p), 0x706);
	n += prm_check_reserved(r, p, 32, 16);	/* 0x04 [31:16] */
	n += prm_check_reserved(r, p, 64, 8);	/* 0x08 [31:24] */
	n += prm_check_reserved(r, p, 96, 32);	/* 0x0c [31:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_destroy_xrc_srq_in_unpack(
		struct prm_destroy_xrc_srq_in_fields *v, const struct prm_destroy_xrc_srq_in *p,
		struct prm_report *r)
{

	v->uid = prm_load16(p, 0x02);
	v->op_mod = prm_load16(p, 0x06);
	v->xrc_srqn = prm_load32(p, 0x08) & 0xffffff;
	return r ? prm_destroy_xrc_srq_in_check(p, r) : 0;
}

/**
 * struct prm_destroy_xrc_srq_out - the answer to DESTROY_XRC_SRQ
 *
 * 16 bytes, written by the device.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_destroy_xrc_srq_out_bits.
 */
struct prm_destroy_xrc_srq_out {
	uint8_t status;			/* 0x00 [31:24]: (enum prm_cmd_status) */
	uint8_t reserved_01[3];
	prm_be32 syndrome;		/* 0x04 [31:0] */
	uint8_t reserved_08[8];
} __attribute__((packed, aligned(4)));

#define PRM_DESTROY_XRC_SRQ_OUT_SIZE 16

PRM_ASSERT_SIZE(prm_destroy_xrc_srq_out, 16);
PRM_ASSERT_OFFSET(prm_destroy_xrc_srq_out, status, 0x00);
PRM_ASSERT_OFFSET(prm_destroy_xrc_srq_out, reserved_01, 0x01);
PRM_ASSERT_OFFSET(prm_destroy_xrc_srq_out, syndrome, 0x04);
PRM_ASSERT_OFFSET(prm_destroy_xrc_srq_out, reserved_08, 0x08);

static inline void prm_destroy_xrc_srq_out_set_status(struct prm_destroy_xrc_srq_out *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->status = (uint8_t)v;
}

static inline uint32_t prm_destroy_xrc_srq_out_get_status(const struct prm_destroy_xrc_srq_out *p)
{
	return p->status;
}

static inline void prm_destroy_xrc_srq_out_set_syndrome(struct prm_destroy_xrc_srq_out *p,
		uint32_t v)
{
	p->syndrome = prm_cpu_to_be32(v);
}

static inline uint32_t prm_destroy_xrc_srq_out_get_syndrome(const struct prm_destroy_xrc_srq_out *p)
{
	return prm_be32_to_cpu(p->syndrome);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_destroy_xrc_srq_out_fields {
	uint8_t status;			/* enum prm_cmd_status */
	uint32_t syndrome;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_destroy_xrc_srq_out_fields_init(
		struct prm_destroy_xrc_srq_out_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_destroy_xrc_srq_out_pack(struct prm_destroy_xrc_srq_out *p,
		const struct prm_destroy_xrc_srq_out_fields *v)
{
	prm_store32(p, 0x00, (uint32_t)v->status << 24);
	prm_store32(p, 0x04, v->syndrome);
	prm_store32(p, 0x08, 0);
	prm_store32(p, 0x0c, 0);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_destroy_xrc_srq_out_check(const struct prm_destroy_xrc_srq_out *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_enum(r, "status", 0, 8, prm_destroy_xrc_srq_out_get_status(p),
		prm_cmd_status_str(prm_destroy_xrc_srq_out_get_status(p)));
	n += prm_check_reserved(r, p, 8, 24);	/* 0x00 [23:0] */
	n += prm_check_reserved(r, p, 64, 64);	/* 0x08 [63:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_destroy_xrc_srq_out_unpack(
		struct prm_destroy_xrc_srq_out_fields *v, const struct prm_destroy_xrc_srq_out *p,
		struct prm_report *r)
{

	v->status = prm_load8(p, 0x00);
	v->syndrome = prm_load32(p, 0x04);
	return r ? prm_destroy_xrc_srq_out_check(p, r) : 0;
}

/**
 * struct prm_query_xrc_srq_in - asks for the context of an XRC SRQ
 *
 * 16 bytes, written by the driver.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_query_xrc_srq_in_bits.
 */
struct prm_query_xrc_srq_in {
	prm_be16 opcode;		/* 0x00 [31:16]: (enum prm_cmd_opcode; always 0x707) */
	prm_be16 uid;			/* 0x00 [15:0] */
	uint8_t reserved_04[2];
	prm_be16 op_mod;		/* 0x04 [15:0] */
	prm_be32 dw_08;			/* 0x08 [23:0] xrc_srqn */
	uint8_t reserved_0c[4];
} __attribute__((packed, aligned(4)));

#define PRM_QUERY_XRC_SRQ_IN_SIZE 16

PRM_ASSERT_SIZE(prm_query_xrc_srq_in, 16);
PRM_ASSERT_OFFSET(prm_query_xrc_srq_in, opcode, 0x00);
PRM_ASSERT_OFFSET(prm_query_xrc_srq_in, uid, 0x02);
PRM_ASSERT_OFFSET(prm_query_xrc_srq_in, reserved_04, 0x04);
PRM_ASSERT_OFFSET(prm_query_xrc_srq_in, op_mod, 0x06);
PRM_ASSERT_OFFSET(prm_query_xrc_srq_in, dw_08, 0x08);
PRM_ASSERT_OFFSET(prm_query_xrc_srq_in, reserved_0c, 0x0c);

static inline void prm_query_xrc_srq_in_set_opcode(struct prm_query_xrc_srq_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->opcode = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_query_xrc_srq_in_get_opcode(const struct prm_query_xrc_srq_in *p)
{
	return prm_be16_to_cpu(p->opcode);
}

static inline void prm_query_xrc_srq_in_set_uid(struct prm_query_xrc_srq_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->uid = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_query_xrc_srq_in_get_uid(const struct prm_query_xrc_srq_in *p)
{
	return prm_be16_to_cpu(p->uid);
}

static inline void prm_query_xrc_srq_in_set_op_mod(struct prm_query_xrc_srq_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->op_mod = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_query_xrc_srq_in_get_op_mod(const struct prm_query_xrc_srq_in *p)
{
	return prm_be16_to_cpu(p->op_mod);
}

static inline void prm_query_xrc_srq_in_set_xrc_srqn(struct prm_query_xrc_srq_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_08 = prm_be32_replace(p->dw_08, 0xffffffu, v);
}

static inline uint32_t prm_query_xrc_srq_in_get_xrc_srqn(const struct prm_query_xrc_srq_in *p)
{
	return prm_be32_to_cpu(p->dw_08) & 0xffffff;
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_query_xrc_srq_in_fields {
	uint16_t uid;
	uint16_t op_mod;
	uint32_t xrc_srqn;		/* 24 bits */
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_query_xrc_srq_in_fields_init(
		struct prm_query_xrc_srq_in_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_query_xrc_srq_in_pack(struct prm_query_xrc_srq_in *p,
		const struct prm_query_xrc_srq_in_fields *v)
{
	prm_store32(p, 0x00, UINT32_C(0x707) << 16 | (uint32_t)v->uid);
	prm_store32(p, 0x04, (uint32_t)v->op_mod);
	PRM_CHECK_WIDTH(v->xrc_srqn, 24);
	prm_store32(p, 0x08, v->xrc_srqn & 0xffffff);
	prm_store32(p, 0x0c, 0);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_query_xrc_srq_in_check(const struct prm_query_xrc_srq_in *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_fixed(r, "opcode", 0, 16, prm_query_xrc_srq_in_get_opcode(p), 0x707);
	n += prm_check_reserved(r, p, 32, 16);	/* 0x04 [31:16] */
	n += prm_check_reserved(r, p, 64, 8);	/* 0x08 [31:24] */
	n += prm_check_reserved(r, p, 96, 32);	/* 0x0c [31:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_query_xrc_srq_in_unpack(
		struct prm_query_xrc_srq_in_fields *v, const struct prm_query_xrc_srq_in *p,
		struct prm_report *r)
{

	v->uid = prm_load16(p, 0x02);
	v->op_mod = prm_load16(p, 0x06);
	v->xrc_srqn = prm_load32(p, 0x08) & 0xffffff;
	return r ? prm_query_xrc_srq_in_check(p, r) : 0;
}

/**
 * struct prm_query_xrc_srq_out - the answer to QUERY_XRC_SRQ
 *
 * 272 bytes, written by the device.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_query_xrc_srq_out_bits.
 */
struct prm_query_xrc_srq_out {
	uint8_t status;			/* 0x00 [31:24]: (enum prm_cmd_status) */
	uint8_t reserved_01[3];
	prm_be32 syndrome;		/* 0x04 [31:0] */
	uint8_t reserved_08[8];
	struct prm_xrc_srqc xrc_srq_context_entry; /* 0x10..0x4f */
	uint8_t reserved_50[192];
} __attribute__((packed, aligned(4)));

#define PRM_QUERY_XRC_SRQ_OUT_SIZE 272

PRM_ASSERT_SIZE(prm_query_xrc_srq_out, 272);
PRM_ASSERT_OFFSET(prm_query_xrc_srq_out, status, 0x00);
PRM_ASSERT_OFFSET(prm_query_xrc_srq_out, reserved_01, 0x01);
PRM_ASSERT_OFFSET(prm_query_xrc_srq_out, syndrome, 0x04);
PRM_ASSERT_OFFSET(prm_query_xrc_srq_out, reserved_08, 0x08);
PRM_ASSERT_OFFSET(prm_query_xrc_srq_out, xrc_srq_context_entry, 0x10);
PRM_ASSERT_OFFSET(prm_query_xrc_srq_out, reserved_50, 0x50);

static inline void prm_query_xrc_srq_out_set_status(struct prm_query_xrc_srq_out *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->status = (uint8_t)v;
}

static inline uint32_t prm_query_xrc_srq_out_get_status(const struct prm_query_xrc_srq_out *p)
{
	return p->status;
}

static inline void prm_query_xrc_srq_out_set_syndrome(struct prm_query_xrc_srq_out *p, uint32_t v)
{
	p->syndrome = prm_cpu_to_be32(v);
}

static inline uint32_t prm_query_xrc_srq_out_get_syndrome(const struct prm_query_xrc_srq_out *p)
{
	return prm_be32_to_cpu(p->syndrome);
}

/* The pas behind the 272 bytes of @p; how many there are the caller knows. */
static inline prm_be64 *prm_query_xrc_srq_out_pas(struct prm_query_xrc_srq_out *p)
{
	return (prm_be64 *)(void *)(p + 1);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_query_xrc_srq_out_fields {
	uint8_t status;			/* enum prm_cmd_status */
	uint32_t syndrome;
	struct prm_xrc_srqc_fields xrc_srq_context_entry;
};

/* Zero, and the defaults of the fields that have one. */
static inline void prm_query_xrc_srq_out_fields_init(struct prm_query_xrc_srq_out_fields *v)
{
	memset(v, 0, sizeof(*v));
	prm_xrc_srqc_fields_init(&v->xrc_srq_context_entry);
}

/* Writes all 272 bytes of @p; what stood there does not matter. */
static inline void prm_query_xrc_srq_out_pack(struct prm_query_xrc_srq_out *p,
		const struct prm_query_xrc_srq_out_fields *v)
{
	prm_store32(p, 0x00, (uint32_t)v->status << 24);
	prm_store32(p, 0x04, v->syndrome);
	prm_store32(p, 0x08, 0);
	prm_store32(p, 0x0c, 0);
	prm_xrc_srqc_pack(&p->xrc_srq_context_entry, &v->xrc_srq_context_entry);
	memset((uint8_t *)p + 0x50, 0, 192);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_query_xrc_srq_out_check(const struct prm_query_xrc_srq_out *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_enum(r, "status", 0, 8, prm_query_xrc_srq_out_get_status(p),
		prm_cmd_status_str(prm_query_xrc_srq_out_get_status(p)));
	n += prm_check_reserved(r, p, 8, 24);	/* 0x00 [23:0] */
	n += prm_check_reserved(r, p, 64, 64);	/* 0x08 [63:0] */
	r->base += 128;
	n += prm_xrc_srqc_check(&p->xrc_srq_context_entry, r);
	r->base -= 128;
	n += prm_check_reserved(r, p, 640, 1536);	/* 0x50..0x10f */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static inline unsigned int prm_query_xrc_srq_out_unpack(struct prm_query_xrc_srq_out_fields *v,
		const struct prm_query_xrc_srq_out *p, struct prm_report *r)
{

	v->status = prm_load8(p, 0x00);
	v->syndrome = prm_load32(p, 0x04);
	prm_xrc_srqc_unpack(&v->xrc_srq_context_entry, &p->xrc_srq_context_entry, NULL);
	return r ? prm_query_xrc_srq_out_check(p, r) : 0;
}

/**
 * struct prm_arm_xrc_srq_in - sets the limit of an XRC SRQ
 *
 * 16 bytes, written by the driver.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_arm_xrc_srq_in_bits.
 */
struct prm_arm_xrc_srq_in {
	prm_be16 opcode;		/* 0x00 [31:16]: (enum prm_cmd_opcode; always 0x708) */
	prm_be16 uid;			/* 0x00 [15:0] */
	uint8_t reserved_04[2];
	/* 0x04 [15:0]: (enum prm_arm_xrc_srq_op_mod; default 0x1) */
	prm_be16 op_mod;
	prm_be32 dw_08;			/* 0x08 [23:0] xrc_srqn */
	uint8_t reserved_0c[2];
	prm_be16 lwm;			/* 0x0c [15:0]: As in ARM_RQ. (in receive WQEs) */
} __attribute__((packed, aligned(4)));

#define PRM_ARM_XRC_SRQ_IN_SIZE 16

PRM_ASSERT_SIZE(prm_arm_xrc_srq_in, 16);
PRM_ASSERT_OFFSET(prm_arm_xrc_srq_in, opcode, 0x00);
PRM_ASSERT_OFFSET(prm_arm_xrc_srq_in, uid, 0x02);
PRM_ASSERT_OFFSET(prm_arm_xrc_srq_in, reserved_04, 0x04);
PRM_ASSERT_OFFSET(prm_arm_xrc_srq_in, op_mod, 0x06);
PRM_ASSERT_OFFSET(prm_arm_xrc_srq_in, dw_08, 0x08);
PRM_ASSERT_OFFSET(prm_arm_xrc_srq_in, reserved_0c, 0x0c);
PRM_ASSERT_OFFSET(prm_arm_xrc_srq_in, lwm, 0x0e);

static inline void prm_arm_xrc_srq_in_set_opcode(struct prm_arm_xrc_srq_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->opcode = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_arm_xrc_srq_in_get_opcode(const struct prm_arm_xrc_srq_in *p)
{
	return prm_be16_to_cpu(p->opcode);
}

static inline void prm_arm_xrc_srq_in_set_uid(struct prm_arm_xrc_srq_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->uid = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_arm_xrc_srq_in_get_uid(const struct prm_arm_xrc_srq_in *p)
{
	return prm_be16_to_cpu(p->uid);
}

static inline void prm_arm_xrc_srq_in_set_op_mod(struct prm_arm_xrc_srq_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->op_mod = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_arm_xrc_srq_in_get_op_mod(const struct prm_arm_xrc_srq_in *p)
{
	return prm_be16_to_cpu(p->op_mod);
}

static inline void prm_arm_xrc_srq_in_set_xrc_srqn(struct prm_arm_xrc_srq_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_08 = prm_be32_replace(p->dw_08, 0xffffffu, v);
}

static inline uint32_t prm_arm_xrc_srq_in_get_xrc_srqn(const struct prm_arm_xrc_srq_in *p)
{
	return prm_be32_to_cpu(p->dw_08) & 0xffffff;
}

static inline void prm_arm_xrc_srq_in_set_lwm(struct prm_arm_xrc_srq_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->lwm = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_arm_xrc_srq_in_get_lwm(const struct prm_arm_xrc_srq_in *p)
{
	return prm_be16_to_cpu(p->lwm);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_arm_xrc_srq_in_fields {
	uint16_t uid;
	uint16_t op_mod;		/* enum prm_arm_xrc_srq_op_mod */
	uint32_t xrc_srqn;		/* 24 bits */
	uint16_t lwm;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_arm_xrc_srq_in_fields_init(struct prm_arm_xrc_srq_in_fields *v)
{
	memset(v, 0, sizeof(*v));
	v->op_mod = 0x1;
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_arm_xrc_srq_in_pack(struct prm_arm_xrc_srq_in *p,
		const struct prm_arm_xrc_srq_in_fields *v)
{
	prm_store32(p, 0x00, UINT32_C(0x708) << 16 | (uint32_t)v->uid);
	prm_store32(p, 0x04, (uint32_t)v->op_mod);
	PRM_CHECK_WIDTH(v->xrc_srqn, 24);
	prm_store32(p, 0x08, v->xrc_srqn & 0xffffff);
	prm_store32(p, 0x0c, (uint32_t)v->lwm);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_arm_xrc_srq_in_check(const struct prm_arm_xrc_srq_in *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_fixed(r, "opcode", 0, 16, prm_arm_xrc_srq_in_get_opcode(p), 0x708);
	n += prm_check_reserved(r, p, 32, 16);	/* 0x04 [31:16] */
	n += prm_check_enum(r, "op_mod", 48, 16, prm_arm_xrc_srq_in_get_op_mod(p),
		prm_arm_xrc_srq_op_mod_str(prm_arm_xrc_srq_in_get_op_mod(p)));
	n += prm_check_reserved(r, p, 64, 8);	/* 0x08 [31:24] */
	n += prm_check_reserved(r, p, 96, 16);	/* 0x0c [31:16] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_arm_xrc_srq_in_unpack(struct prm_arm_xrc_srq_in_fields *v,
		const struct prm_arm_xrc_srq_in *p, struct prm_report *r)
{

	v->uid = prm_load16(p, 0x02);
	v->op_mod = prm_load16(p, 0x06);
	v->xrc_srqn = prm_load32(p, 0x08) & 0xffffff;
	v->lwm = prm_load16(p, 0x0e);
	return r ? prm_arm_xrc_srq_in_check(p, r) : 0;
}

/**
 * struct prm_arm_xrc_srq_out - the answer to ARM_XRC_SRQ
 *
 * 16 bytes, written by the device.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_arm_xrc_srq_out_bits.
 */
struct prm_arm_xrc_srq_out {
	uint8_t status;			/* 0x00 [31:24]: (enum prm_cmd_status) */
	uint8_t reserved_01[3];
	prm_be32 syndrome;		/* 0x04 [31:0] */
	uint8_t reserved_08[8];
} __attribute__((packed, aligned(4)));

#define PRM_ARM_XRC_SRQ_OUT_SIZE 16

PRM_ASSERT_SIZE(prm_arm_xrc_srq_out, 16);
PRM_ASSERT_OFFSET(prm_arm_xrc_srq_out, status, 0x00);
PRM_ASSERT_OFFSET(prm_arm_xrc_srq_out, reserved_01, 0x01);
PRM_ASSERT_OFFSET(prm_arm_xrc_srq_out, syndrome, 0x04);
PRM_ASSERT_OFFSET(prm_arm_xrc_srq_out, reserved_08, 0x08);

static inline void prm_arm_xrc_srq_out_set_status(struct prm_arm_xrc_srq_out *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->status = (uint8_t)v;
}

static inline uint32_t prm_arm_xrc_srq_out_get_status(const struct prm_arm_xrc_srq_out *p)
{
	return p->status;
}

static inline void prm_arm_xrc_srq_out_set_syndrome(struct prm_arm_xrc_srq_out *p, uint32_t v)
{
	p->syndrome = prm_cpu_to_be32(v);
}

static inline uint32_t prm_arm_xrc_srq_out_get_syndrome(const struct prm_arm_xrc_srq_out *p)
{
	return prm_be32_to_cpu(p->syndrome);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_arm_xrc_srq_out_fields {
	uint8_t status;			/* enum prm_cmd_status */
	uint32_t syndrome;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_arm_xrc_srq_out_fields_init(struct prm_arm_xrc_srq_out_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_arm_xrc_srq_out_pack(struct prm_arm_xrc_srq_out *p,
		const struct prm_arm_xrc_srq_out_fields *v)
{
	prm_store32(p, 0x00, (uint32_t)v->status << 24);
	prm_store32(p, 0x04, v->syndrome);
	prm_store32(p, 0x08, 0);
	prm_store32(p, 0x0c, 0);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_arm_xrc_srq_out_check(const struct prm_arm_xrc_srq_out *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_enum(r, "status", 0, 8, prm_arm_xrc_srq_out_get_status(p),
		prm_cmd_status_str(prm_arm_xrc_srq_out_get_status(p)));
	n += prm_check_reserved(r, p, 8, 24);	/* 0x00 [23:0] */
	n += prm_check_reserved(r, p, 64, 64);	/* 0x08 [63:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_arm_xrc_srq_out_unpack(
		struct prm_arm_xrc_srq_out_fields *v, const struct prm_arm_xrc_srq_out *p,
		struct prm_report *r)
{

	v->status = prm_load8(p, 0x00);
	v->syndrome = prm_load32(p, 0x04);
	return r ? prm_arm_xrc_srq_out_check(p, r) : 0;
}

#endif /* PRM_SRQ_H */
