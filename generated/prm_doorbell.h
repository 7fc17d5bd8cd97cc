/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Doorbell records in host memory and doorbell registers in the UAR page. The record is written
 * first, then, behind a write barrier, the register.
 * Made by prmc 1 from spec/wqe/doorbell.yaml, spec digest a51aeae66d24. Do not edit: `ninja regen`.
 */
#ifndef PRM_DOORBELL_H
#define PRM_DOORBELL_H

#include "prm_base.h"
#include "prm_ctrl.h"

/**
 * enum prm_cq_arm_cmd - Which completion makes an armed CQ raise an event
 *
 * Sources: linux include/linux/mlx5/cq.h MLX5_CQ_DB_REQ_NOT, MLX5_CQ_DB_REQ_NOT_SOL; rdma-core
 * providers/mlx5/mlx5dv.h MLX5_CQ_DB_REQ_NOT, MLX5_CQ_DB_REQ_NOT_SOL.
 */
enum prm_cq_arm_cmd {
	PRM_CQ_ARM_CMD_NEXT      = 0x00, /* Any. */
	PRM_CQ_ARM_CMD_SOLICITED = 0x01, /* A solicited one, or an error. */
};

/* The name of a value of enum prm_cq_arm_cmd, or NULL. */
static inline const char *prm_cq_arm_cmd_str(uint64_t value)
{
	switch (value) {
	case PRM_CQ_ARM_CMD_NEXT:
		return "NEXT";
	case PRM_CQ_ARM_CMD_SOLICITED:
		return "SOLICITED";
	default:
		return NULL;
	}
}

/**
 * enum prm_uar_register - Byte offsets of the doorbell registers in a UAR page of 4096 bytes. The
 * send registers form two pairs. With BlueFlame the registers of a pair are used in turn, else the
 * first one
 *
 * Sources: rdma-core providers/mlx5/mlx5.h MLX5_BF_OFFSET, providers/mlx5/mlx5dv.h
 * MLX5_CQ_DOORBELL, providers/mlx5/mlx5.c bf_reg_size; linux include/linux/mlx5/doorbell.h
 * MLX5_BF_OFFSET, MLX5_CQ_DOORBELL.
 */
enum prm_uar_register {
	PRM_UAR_REGISTER_CQ_ARM = 0x0020, /* cq_arm_doorbell. */
	PRM_UAR_REGISTER_SEND_0 = 0x0800, /* send_doorbell; the first one of the first pair. */
	PRM_UAR_REGISTER_SEND_1 = 0x0900, /* The other one of the first pair. */
	PRM_UAR_REGISTER_SEND_2 = 0x0a00, /* The first one of the second pair. */
	PRM_UAR_REGISTER_SEND_3 = 0x0b00, /* The other one of the second pair. */
};

/* The name of a value of enum prm_uar_register, or NULL. */
static inline const char *prm_uar_register_str(uint64_t value)
{
	switch (value) {
	case PRM_UAR_REGISTER_CQ_ARM:
		return "CQ_ARM";
	case PRM_UAR_REGISTER_SEND_0:
		return "SEND_0";
	case PRM_UAR_REGISTER_SEND_1:
		return "SEND_1";
	case PRM_UAR_REGISTER_SEND_2:
		return "SEND_2";
	case PRM_UAR_REGISTER_SEND_3:
		return "SEND_3";
	default:
		return NULL;
	}
}

/**
 * struct prm_qp_doorbell_record - doorbell record of a QP, at the address that its context gives.
 * An SRQ has the first dword only
 *
 * 8 bytes, written by the driver.
 * Sources: rdma-core providers/mlx5/mlx5dv.h MLX5_RCV_DBR, MLX5_SND_DBR; linux
 * include/linux/mlx5/qp.h MLX5_RCV_DBR, MLX5_SND_DBR.
 */
struct prm_qp_doorbell_record {
	uint8_t reserved_00[2];
	prm_be16 recv_counter;		/* 0x00 [15:0]: Receive WQEs posted so far, modulo 2^16. */
	uint8_t reserved_04[2];
	/* 0x04 [15:0]: WQEBBs posted so far, modulo 2^16, that is the wqe_index of the next WQE. */
	prm_be16 send_counter;
} __attribute__((packed, aligned(4)));

#define PRM_QP_DOORBELL_RECORD_SIZE 8

PRM_ASSERT_SIZE(prm_qp_doorbell_record, 8);
PRM_ASSERT_OFFSET(prm_qp_doorbell_record, reserved_00, 0x00);
PRM_ASSERT_OFFSET(prm_qp_doorbell_record, recv_counter, 0x02);
PRM_ASSERT_OFFSET(prm_qp_doorbell_record, reserved_04, 0x04);
PRM_ASSERT_OFFSET(prm_qp_doorbell_record, send_counter, 0x06);

static inline void prm_qp_doorbell_record_set_recv_counter(struct prm_qp_doorbell_record *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->recv_counter = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_qp_doorbell_record_get_recv_counter(
		const struct prm_qp_doorbell_record *p)
{
	return prm_be16_to_cpu(p->recv_counter);
}

static inline void prm_qp_doorbell_record_set_send_counter(struct prm_qp_doorbell_record *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->send_counter = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_qp_doorbell_record_get_send_counter(
		const struct prm_qp_doorbell_record *p)
{
	return prm_be16_to_cpu(p->send_counter);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_qp_doorbell_record_fields {
	uint16_t recv_counter;
	uint16_t send_counter;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_qp_doorbell_record_fields_init(
		struct prm_qp_doorbell_record_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 8 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_qp_doorbell_record_pack(struct prm_qp_doorbell_record *p,
		const struct prm_qp_doorbell_record_fields *v)
{
	prm_store32(p, 0x00, (uint32_t)v->recv_counter);
	prm_store32(p, 0x04, (uint32_t)v->send_counter);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_qp_doorbell_record_check(const struct prm_qp_doorbell_record *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_reserved(r, p, 0, 16);	/* 0x00 [31:16] */
	n += prm_check_reserved(r, p, 32, 16);	/* 0x04 [31:16] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_qp_doorbell_record_unpack(
		struct prm_qp_doorbell_record_fields *v, const struct prm_qp_doorbell_record *p,
		struct prm_report *r)
{

	v->recv_counter = prm_load16(p, 0x02);
	v->send_counter = prm_load16(p, 0x06);
	return r ? prm_qp_doorbell_record_check(p, r) : 0;
}

/**
 * struct prm_send_doorbell - send doorbell register, at 0x800 of the UAR page (and 0x900
 * alternately, if BlueFlame is used). The first 8 bytes of the last posted WQE, in one 64-bit write
 *
 * 8 bytes, written by the driver.
 * Sources: rdma-core providers/mlx5/qp.c post_send_db(); SPDK lib/mlx5/mlx5_priv.h
 * mlx5_ring_tx_db().
 */
struct prm_send_doorbell {
	/*
	 * 0x00 [31:24] opmod
	 *      [23:8]  wqe_index: Of the last posted WQE.
	 *      [7:0]   opcode: (enum prm_wqe_opcode)
	 */
	prm_be32 dw_00;
	/*
	 * 0x04 [31:8] qpn
	 *      [5:0]  ds: (octowords: value * 16 bytes; in bytes)
	 */
	prm_be32 dw_04;
} __attribute__((packed, aligned(4)));

#define PRM_SEND_DOORBELL_SIZE 8

PRM_ASSERT_SIZE(prm_send_doorbell, 8);
PRM_ASSERT_OFFSET(prm_send_doorbell, dw_00, 0x00);
PRM_ASSERT_OFFSET(prm_send_doorbell, dw_04, 0x04);

static inline void prm_send_doorbell_set_opmod(struct prm_send_doorbell *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->dw_00 = prm_be32_replace(p->dw_00, 0xff000000u, (uint32_t)v << 24);
}

static inline uint32_t prm_send_doorbell_get_opmod(const struct prm_send_doorbell *p)
{
	return prm_be32_to_cpu(p->dw_00) >> 24;
}

static inline void prm_send_doorbell_set_wqe_index(struct prm_send_doorbell *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->dw_00 = prm_be32_replace(p->dw_00, 0xffff00u, (uint32_t)v << 8);
}

static inline uint32_t prm_send_doorbell_get_wqe_index(const struct prm_send_doorbell *p)
{
	return (prm_be32_to_cpu(p->dw_00) >> 8) & 0xffff;
}

static inline void prm_send_doorbell_set_opcode(struct prm_send_doorbell *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->dw_00 = prm_be32_replace(p->dw_00, 0xffu, v);
}

static inline uint32_t prm_send_doorbell_get_opcode(const struct prm_send_doorbell *p)
{
	return prm_be32_to_cpu(p->dw_00) & 0xff;
}

static inline void prm_send_doorbell_set_qpn(struct prm_send_doorbell *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_04 = prm_be32_replace(p->dw_04, 0xffffff00u, (uint32_t)v << 8);
}

static inline uint32_t prm_send_doorbell_get_qpn(const struct prm_send_doorbell *p)
{
	return prm_be32_to_cpu(p->dw_04) >> 8;
}

static inline void prm_send_doorbell_set_ds(struct prm_send_doorbell *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 6);
	p->dw_04 = prm_be32_replace(p->dw_04, 0x3fu, v);
}

static inline uint32_t prm_send_doorbell_get_ds(const struct prm_send_doorbell *p)
{
	return prm_be32_to_cpu(p->dw_04) & 0x3f;
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_send_doorbell_fields {
	uint8_t opmod;
	uint16_t wqe_index;
	uint8_t opcode;			/* enum prm_wqe_opcode */
	uint32_t qpn;			/* 24 bits */
	uint8_t ds;			/* 6 bits, octowords */
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_send_doorbell_fields_init(struct prm_send_doorbell_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 8 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_send_doorbell_pack(struct prm_send_doorbell *p,
		const struct prm_send_doorbell_fields *v)
{
	prm_store32(p, 0x00, (uint32_t)v->opmod << 24 | (uint32_t)v->wqe_index << 8 |
			(uint32_t)v->opcode);
	PRM_CHECK_WIDTH(v->qpn, 24);
	PRM_CHECK_WIDTH(v->ds, 6);
	prm_store32(p, 0x04, v->qpn << 8 | ((uint32_t)v->ds & 0x3f));
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_send_doorbell_check(const struct prm_send_doorbell *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_enum(r, "opcode", 24, 8, prm_send_doorbell_get_opcode(p),
		prm_wqe_opcode_str(prm_send_doorbell_get_opcode(p)));
	n += prm_check_reserved(r, p, 56, 2);	/* 0x04 [7:6] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_send_doorbell_unpack(struct prm_send_doorbell_fields *v,
		const struct prm_send_doorbell *p, struct prm_report *r)
{

	v->opmod = prm_load8(p, 0x00);
	v->wqe_index = (uint16_t)((prm_load32(p, 0x00) >> 8) & 0xffff);
	v->opcode = prm_load8(p, 0x03);
	v->qpn = prm_load32(p, 0x04) >> 8;
	v->ds = (uint8_t)(prm_load8(p, 0x07) & 0x3f);
	return r ? prm_send_doorbell_check(p, r) : 0;
}

/**
 * struct prm_cq_doorbell_record - doorbell record of a CQ, at the address that its context gives
 *
 * 8 bytes, written by the driver.
 * Sources: rdma-core providers/mlx5/mlx5.h MLX5_CQ_SET_CI, MLX5_CQ_ARM_DB; linux
 * include/linux/mlx5/cq.h mlx5_cq_set_ci(), mlx5_cq_arm().
 */
struct prm_cq_doorbell_record {
	prm_be32 dw_00;			/* 0x00 [23:0] ci: CQEs consumed so far, modulo 2^24. */
	/*
	 * 0x04 [29:28] arm_sn: Sequence number of arming. Grows by one with each event.
	 *      [24]    arm_cmd: (enum prm_cq_arm_cmd)
	 *      [23:0]  arm_ci: ci when the CQ was armed.
	 */
	prm_be32 dw_04;
} __attribute__((packed, aligned(4)));

#define PRM_CQ_DOORBELL_RECORD_SIZE 8

PRM_ASSERT_SIZE(prm_cq_doorbell_record, 8);
PRM_ASSERT_OFFSET(prm_cq_doorbell_record, dw_00, 0x00);
PRM_ASSERT_OFFSET(prm_cq_doorbell_record, dw_04, 0x04);

static inline void prm_cq_doorbell_record_set_ci(struct prm_cq_doorbell_record *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_00 = prm_be32_replace(p->dw_00, 0xffffffu, v);
}

static inline uint32_t prm_cq_doorbell_record_get_ci(const struct prm_cq_doorbell_record *p)
{
	return prm_be32_to_cpu(p->dw_00) & 0xffffff;
}

static inline void prm_cq_doorbell_record_set_arm_sn(struct prm_cq_doorbell_record *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 2);
	p->dw_04 = prm_be32_replace(p->dw_04, 0x30000000u, (uint32_t)v << 28);
}

static inline uint32_t prm_cq_doorbell_record_get_arm_sn(const struct prm_cq_doorbell_record *p)
{
	return (prm_be32_to_cpu(p->dw_04) >> 28) & 0x3;
}

static inline void prm_cq_doorbell_record_set_arm_cmd(struct prm_cq_doorbell_record *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 1);
	p->dw_04 = prm_be32_replace(p->dw_04, 0x1000000u, (uint32_t)v << 24);
}

static inline uint32_t prm_cq_doorbell_record_get_arm_cmd(const struct prm_cq_doorbell_record *p)
{
	return (prm_be32_to_cpu(p->dw_04) >> 24) & 0x1;
}

static inline void prm_cq_doorbell_record_set_arm_ci(struct prm_cq_doorbell_record *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_04 = prm_be32_replace(p->dw_04, 0xffffffu, v);
}

static inline uint32_t prm_cq_doorbell_record_get_arm_ci(const struct prm_cq_doorbell_record *p)
{
	return prm_be32_to_cpu(p->dw_04) & 0xffffff;
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_cq_doorbell_record_fields {
	uint32_t ci;			/* 24 bits */
	uint8_t arm_sn;			/* 2 bits */
	uint8_t arm_cmd;		/* enum prm_cq_arm_cmd */
	uint32_t arm_ci;		/* 24 bits */
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_cq_doorbell_record_fields_init(
		struct prm_cq_doorbell_record_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 8 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_cq_doorbell_record_pack(struct prm_cq_doorbell_record *p,
		const struct prm_cq_doorbell_record_fields *v)
{
	PRM_CHECK_WIDTH(v->ci, 24);
	prm_store32(p, 0x00, v->ci & 0xffffff);
	PRM_CHECK_WIDTH(v->arm_sn, 2);
	PRM_CHECK_WIDTH(v->arm_cmd, 1);
	PRM_CHECK_WIDTH(v->arm_ci, 24);
	prm_store32(p, 0x04, ((uint32_t)v->arm_sn & 0x3) << 28 |
			((uint32_t)v->arm_cmd & 0x1) << 24 | (v->arm_ci & 0xffffff));
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_cq_doorbell_record_check(const struct prm_cq_doorbell_record *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_reserved(r, p, 0, 8);	/* 0x00 [31:24] */
	n += prm_check_reserved(r, p, 32, 2);	/* 0x04 [31:30] */
	n += prm_check_reserved(r, p, 36, 3);	/* 0x04 [27:25] */
	n += prm_check_enum(r, "arm_cmd", 39, 1, prm_cq_doorbell_record_get_arm_cmd(p),
		prm_cq_arm_cmd_str(prm_cq_doorbell_record_get_arm_cmd(p)));
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_cq_doorbell_record_unpack(
		struct prm_cq_doorbell_record_fields *v, const struct prm_cq_doorbell_record *p,
		struct prm_report *r)
{
	uint32_t word;

	v->ci = prm_load32(p, 0x00) & 0xffffff;
	word = prm_load8(p, 0x04);
	v->arm_sn = (uint8_t)((word >> 4) & 0x3);
	v->arm_cmd = (uint8_t)(word & 0x1);
	v->arm_ci = prm_load32(p, 0x04) & 0xffffff;
	return r ? prm_cq_doorbell_record_check(p, r) : 0;
}

/**
 * struct prm_cq_arm_doorbell - CQ doorbell register, at 0x20 of the UAR page. Arms a CQ, in one
 * 64-bit write behind that of its record
 *
 * 8 bytes, written by the driver.
 * Sources: rdma-core providers/mlx5/cq.c mlx5_arm_cq(); linux include/linux/mlx5/cq.h
 * mlx5_cq_arm().
 */
struct prm_cq_arm_doorbell {
	/*
	 * 0x00 [29:28] arm_sn: As in the record.
	 *      [24]    arm_cmd: (enum prm_cq_arm_cmd)
	 *      [23:0]  ci: As arm_ci in the record.
	 */
	prm_be32 dw_00;
	prm_be32 dw_04;			/* 0x04 [23:0] cqn */
} __attribute__((packed, aligned(4)));

#define PRM_CQ_ARM_DOORBELL_SIZE 8

PRM_ASSERT_SIZE(prm_cq_arm_doorbell, 8);
PRM_ASSERT_OFFSET(prm_cq_arm_doorbell, dw_00, 0x00);
PRM_ASSERT_OFFSET(prm_cq_arm_doorbell, dw_04, 0x04);

static inline void prm_cq_arm_doorbell_set_arm_sn(struct prm_cq_arm_doorbell *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 2);
	p->dw_00 = prm_be32_replace(p->dw_00, 0x30000000u, (uint32_t)v << 28);
}

static inline uint32_t prm_cq_arm_doorbell_get_arm_sn(const struct prm_cq_arm_doorbell *p)
{
	return (prm_be32_to_cpu(p->dw_00) >> 28) & 0x3;
}

static inline void prm_cq_arm_doorbell_set_arm_cmd(struct prm_cq_arm_doorbell *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 1);
	p->dw_00 = prm_be32_replace(p->dw_00, 0x1000000u, (uint32_t)v << 24);
}

static inline uint32_t prm_cq_arm_doorbell_get_arm_cmd(const struct prm_cq_arm_doorbell *p)
{
	return (prm_be32_to_cpu(p->dw_00) >> 24) & 0x1;
}

static inline void prm_cq_arm_doorbell_set_ci(struct prm_cq_arm_doorbell *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_00 = prm_be32_replace(p->dw_00, 0xffffffu, v);
}

static inline uint32_t prm_cq_arm_doorbell_get_ci(const struct prm_cq_arm_doorbell *p)
{
	return prm_be32_to_cpu(p->dw_00) & 0xffffff;
}

static inline void prm_cq_arm_doorbell_set_cqn(struct prm_cq_arm_doorbell *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_04 = prm_be32_replace(p->dw_04, 0xffffffu, v);
}

static inline uint32_t prm_cq_arm_doorbell_get_cqn(const struct prm_cq_arm_doorbell *p)
{
	return prm_be32_to_cpu(p->dw_04) & 0xffffff;
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_cq_arm_doorbell_fields {
	uint8_t arm_sn;			/* 2 bits */
	uint8_t arm_cmd;		/* enum prm_cq_arm_cmd */
	uint32_t ci;			/* 24 bits */
	uint32_t cqn;			/* 24 bits */
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_cq_arm_doorbell_fields_init(struct prm_cq_arm_doorbell_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 8 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_cq_arm_doorbell_pack(struct prm_cq_arm_doorbell *p,
		const struct prm_cq_arm_doorbell_fields *v)
{
	PRM_CHECK_WIDTH(v->arm_sn, 2);
	PRM_CHECK_WIDTH(v->arm_cmd, 1);
	PRM_CHECK_WIDTH(v->ci, 24);
	prm_store32(p, 0x00, ((uint32_t)v->arm_sn & 0x3) << 28 |
			((uint32_t)v->arm_cmd & 0x1) << 24 | (v->ci & 0xffffff));
	PRM_CHECK_WIDTH(v->cqn, 24);
	prm_store32(p, 0x04, v->cqn & 0xffffff);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_cq_arm_doorbell_check(const struct prm_cq_arm_doorbell *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_reserved(r, p, 0, 2);	/* 0x00 [31:30] */
	n += prm_check_reserved(r, p, 4, 3);	/* 0x00 [27:25] */
	n += prm_check_enum(r, "arm_cmd", 7, 1, prm_cq_arm_doorbell_get_arm_cmd(p),
		prm_cq_arm_cmd_str(prm_cq_arm_doorbell_get_arm_cmd(p)));
	n += prm_check_reserved(r, p, 32, 8);	/* 0x04 [31:24] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_cq_arm_doorbell_unpack(
		struct prm_cq_arm_doorbell_fields *v, const struct prm_cq_arm_doorbell *p,
		struct prm_report *r)
{
	uint32_t word;

	word = prm_load8(p, 0x00);
	v->arm_sn = (uint8_t)((word >> 4) & 0x3);
	v->arm_cmd = (uint8_t)(word & 0x1);
	v->ci = prm_load32(p, 0x00) & 0xffffff;
	v->cqn = prm_load32(p, 0x04) & 0xffffff;
	return r ? prm_cq_arm_doorbell_check(p, r) : 0;
}

#endif /* PRM_DOORBELL_H */
