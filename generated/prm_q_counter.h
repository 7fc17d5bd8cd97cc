/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * The commands for Q counters, which count what goes wrong on queues.
 * Made by prmc 1 from spec/cmd/q_counter.yaml, spec digest aadccfd2dac2. Do not edit: `ninja
 * regen`.
 */
#ifndef PRM_Q_COUNTER_H
#define PRM_Q_COUNTER_H

#include "prm_base.h"
#include "prm_cmd.h"

/**
 * struct prm_alloc_q_counter_in - makes a Q counter, a set of counters for QPs and other queues
 *
 * 16 bytes, written by the driver.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_alloc_q_counter_in_bits; DPDK
 * drivers/common/mlx5/mlx5_prm.h struct mlx5_ifc_alloc_q_counter_in_bits.
 */
struct prm_alloc_q_counter_in {
	prm_be16 opcode;		/* 0x00 [31:16]: (enum prm_cmd_opcode; always 0x771) */
	prm_be16 uid;			/* 0x00 [15:0] */
	uint8_t reserved_04[2];
	prm_be16 op_mod;		/* 0x04 [15:0] */
	uint8_t reserved_08[8];
} __attribute__((packed, aligned(4)));

#define PRM_ALLOC_Q_COUNTER_IN_SIZE 16

PRM_ASSERT_SIZE(prm_alloc_q_counter_in, 16);
PRM_ASSERT_OFFSET(prm_alloc_q_counter_in, opcode, 0x00);
PRM_ASSERT_OFFSET(prm_alloc_q_counter_in, uid, 0x02);
PRM_ASSERT_OFFSET(prm_alloc_q_counter_in, reserved_04, 0x04);
PRM_ASSERT_OFFSET(prm_alloc_q_counter_in, op_mod, 0x06);
PRM_ASSERT_OFFSET(prm_alloc_q_counter_in, reserved_08, 0x08);

static inline void prm_alloc_q_counter_in_set_opcode(struct prm_alloc_q_counter_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->opcode = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_alloc_q_counter_in_get_opcode(const struct prm_alloc_q_counter_in *p)
{
	return prm_be16_to_cpu(p->opcode);
}

static inline void prm_alloc_q_counter_in_set_uid(struct prm_alloc_q_counter_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->uid = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_alloc_q_counter_in_get_uid(const struct prm_alloc_q_counter_in *p)
{
	return prm_be16_to_cpu(p->uid);
}

static inline void prm_alloc_q_counter_in_set_op_mod(struct prm_alloc_q_counter_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->op_mod = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_alloc_q_counter_in_get_op_mod(const struct prm_alloc_q_counter_in *p)
{
	return prm_be16_to_cpu(p->op_mod);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_alloc_q_counter_in_fields {
	uint16_t uid;
	uint16_t op_mod;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_alloc_q_counter_in_fields_init(
		struct prm_alloc_q_counter_in_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_alloc_q_counter_in_pack(struct prm_alloc_q_counter_in *p,
		const struct prm_alloc_q_counter_in_fields *v)
{
	prm_store32(p, 0x00, UINT32_C(0x771) << 16 | (uint32_t)v->uid);
	prm_store32(p, 0x04, (uint32_t)v->op_mod);
	prm_store32(p, 0x08, 0);
	prm_store32(p, 0x0c, 0);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_alloc_q_counter_in_check(const struct prm_alloc_q_counter_in *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_fixed(r, "opcode", 0, 16, prm_alloc_q_counter_in_get_opcode(p), 0x771);
	n += prm_check_reserved(r, p, 32, 16);	/* 0x04 [31:16] */
	n += prm_check_reserved(r, p, 64, 64);	/* 0x08 [63:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_alloc_q_counter_in_unpack(
		struct prm_alloc_q_counter_in_fields *v, const struct prm_alloc_q_counter_in *p,
		struct prm_report *r)
{

	v->uid = prm_load16(p, 0x02);
	v->op_mod = prm_load16(p, 0x06);
	return r ? prm_alloc_q_counter_in_check(p, r) : 0;
}

/**
 * struct prm_alloc_q_counter_out - the answer to ALLOC_Q_COUNTER
 *
 * 16 bytes, written by the device.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_alloc_q_counter_out_bits; rdma-core
 * providers/mlx5/mlx5_ifc.h struct mlx5_ifc_alloc_q_counter_out_bits; DPDK
 * drivers/common/mlx5/mlx5_prm.h struct mlx5_ifc_alloc_q_counter_out_bits.
 */
struct prm_alloc_q_counter_out {
	uint8_t status;			/* 0x00 [31:24]: (enum prm_cmd_status) */
	uint8_t reserved_01[3];
	prm_be32 syndrome;		/* 0x04 [31:0] */
	uint8_t reserved_08[3];
	uint8_t counter_set_id;		/* 0x08 [7:0]: Number of the set. */
	uint8_t reserved_0c[4];
} __attribute__((packed, aligned(4)));

#define PRM_ALLOC_Q_COUNTER_OUT_SIZE 16

PRM_ASSERT_SIZE(prm_alloc_q_counter_out, 16);
PRM_ASSERT_OFFSET(prm_alloc_q_counter_out, status, 0x00);
PRM_ASSERT_OFFSET(prm_alloc_q_counter_out, reserved_01, 0x01);
PRM_ASSERT_OFFSET(prm_alloc_q_counter_out, syndrome, 0x04);
PRM_ASSERT_OFFSET(prm_alloc_q_counter_out, reserved_08, 0x08);
PRM_ASSERT_OFFSET(prm_alloc_q_counter_out, counter_set_id, 0x0b);
PRM_ASSERT_OFFSET(prm_alloc_q_counter_out, reserved_0c, 0x0c);

static inline void prm_alloc_q_counter_out_set_status(struct prm_alloc_q_counter_out *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->status = (uint8_t)v;
}

static inline uint32_t prm_alloc_q_counter_out_get_status(const struct prm_alloc_q_counter_out *p)
{
	return p->status;
}

static inline void prm_alloc_q_counter_out_set_syndrome(struct prm_alloc_q_counter_out *p,
		uint32_t v)
{
	p->syndrome = prm_cpu_to_be32(v);
}

static inline uint32_t prm_alloc_q_counter_out_get_syndrome(const struct prm_alloc_q_counter_out *p)
{
	return prm_be32_to_cpu(p->syndrome);
}

static inline void prm_alloc_q_counter_out_set_counter_set_id(struct prm_alloc_q_counter_out *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->counter_set_id = (uint8_t)v;
}

static inline uint32_t prm_alloc_q_counter_out_get_counter_set_id(
		const struct prm_alloc_q_counter_out *p)
{
	return p->counter_set_id;
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_alloc_q_counter_out_fields {
	uint8_t status;			/* enum prm_cmd_status */
	uint32_t syndrome;
	uint8_t counter_set_id;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_alloc_q_counter_out_fields_init(
		struct prm_alloc_q_counter_out_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_alloc_q_counter_out_pack(struct prm_alloc_q_counter_out *p,
		const struct prm_alloc_q_counter_out_fields *v)
{
	prm_store32(p, 0x00, (uint32_t)v->status << 24);
	prm_store32(p, 0x04, v->syndrome);
	prm_store32(p, 0x08, (uint32_t)v->counter_set_id);
	prm_store32(p, 0x0c, 0);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_alloc_q_counter_out_check(const struct prm_alloc_q_counter_out *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_enum(r, "status", 0, 8, prm_alloc_q_counter_out_get_status(p),
		prm_cmd_status_str(prm_alloc_q_counter_out_get_status(p)));
	n += prm_check_reserved(r, p, 8, 24);	/* 0x00 [23:0] */
	n += prm_check_reserved(r, p, 64, 24);	/* 0x08 [31:8] */
	n += prm_check_reserved(r, p, 96, 32);	/* 0x0c [31:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_alloc_q_counter_out_unpack(
		struct prm_alloc_q_counter_out_fields *v, const struct prm_alloc_q_counter_out *p,
		struct prm_report *r)
{

	v->status = prm_load8(p, 0x00);
	v->syndrome = prm_load32(p, 0x04);
	v->counter_set_id = prm_load8(p, 0x0b);
	return r ? prm_alloc_q_counter_out_check(p, r) : 0;
}

/**
 * struct prm_dealloc_q_counter_in - gives a Q counter back
 *
 * 16 bytes, written by the driver.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_dealloc_q_counter_in_bits; rdma-core
 * providers/mlx5/mlx5_ifc.h struct mlx5_ifc_dealloc_q_counter_in_bits.
 */
struct prm_dealloc_q_counter_in {
	prm_be16 opcode;		/* 0x00 [31:16]: (enum prm_cmd_opcode; always 0x772) */
	prm_be16 uid;			/* 0x00 [15:0] */
	uint8_t reserved_04[2];
	prm_be16 op_mod;		/* 0x04 [15:0] */
	uint8_t reserved_08[3];
	uint8_t counter_set_id;		/* 0x08 [7:0]: Number of the set. */
	uint8_t reserved_0c[4];
} __attribute__((packed, aligned(4)));

#define PRM_DEALLOC_Q_COUNTER_IN_SIZE 16

PRM_ASSERT_SIZE(prm_dealloc_q_counter_in, 16);
PRM_ASSERT_OFFSET(prm_dealloc_q_counter_in, opcode, 0x00);
PRM_ASSERT_OFFSET(prm_dealloc_q_counter_in, uid, 0x02);
PRM_ASSERT_OFFSET(prm_dealloc_q_counter_in, reserved_04, 0x04);
PRM_ASSERT_OFFSET(prm_dealloc_q_counter_in, op_mod, 0x06);
PRM_ASSERT_OFFSET(prm_dealloc_q_counter_in, reserved_08, 0x08);
PRM_ASSERT_OFFSET(prm_dealloc_q_counter_in, counter_set_id, 0x0b);
PRM_ASSERT_OFFSET(prm_dealloc_q_counter_in, reserved_0c, 0x0c);

static inline void prm_dealloc_q_counter_in_set_opcode(struct prm_dealloc_q_counter_in *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->opcode = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_dealloc_q_counter_in_get_opcode(const struct prm_dealloc_q_counter_in *p)
{
	return prm_be16_to_cpu(p->opcode);
}

static inline void prm_dealloc_q_counter_in_set_uid(struct prm_dealloc_q_counter_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->uid = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_dealloc_q_counter_in_get_uid(const struct prm_dealloc_q_counter_in *p)
{
	return prm_be16_to_cpu(p->uid);
}

static inline void prm_dealloc_q_counter_in_set_op_mod(struct prm_dealloc_q_counter_in *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->op_mod = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_dealloc_q_counter_in_get_op_mod(const struct prm_dealloc_q_counter_in *p)
{
	return prm_be16_to_cpu(p->op_mod);
}

static inline void prm_dealloc_q_counter_in_set_counter_set_id(struct prm_dealloc_q_counter_in *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->counter_set_id = (uint8_t)v;
}

static inline uint32_t prm_dealloc_q_counter_in_get_counter_set_id(
		const struct prm_dealloc_q_counter_in *p)
{
	return p->counter_set_id;
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_dealloc_q_counter_in_fields {
	uint16_t uid;
	uint16_t op_mod;
	uint8_t counter_set_id;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_dealloc_q_counter_in_fields_init(
		struct prm_dealloc_q_counter_in_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_dealloc_q_counter_in_pack(struct prm_dealloc_q_counter_in *p,
		const struct prm_dealloc_q_counter_in_fields *v)
{
	prm_store32(p, 0x00, UINT32_C(0x772) << 16 | (uint32_t)v->uid);
	prm_store32(p, 0x04, (uint32_t)v->op_mod);
	prm_store32(p, 0x08, (uint32_t)v->counter_set_id);
	prm_store32(p, 0x0c, 0);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_dealloc_q_counter_in_check(const struct prm_dealloc_q_counter_in *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_fixed(r, "opcode", 0, 16, prm_dealloc_q_counter_in_get_opcode(p), 0x772);
	n += prm_check_reserved(r, p, 32, 16);	/* 0x04 [31:16] */
	n += prm_check_reserved(r, p, 64, 24);	/* 0x08 [31:8] */
	n += prm_check_reserved(r, p, 96, 32);	/* 0x0c [31:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_dealloc_q_counter_in_unpack(
		struct prm_dealloc_q_counter_in_fields *v, const struct prm_dealloc_q_counter_in *p,
		struct prm_report *r)
{

	v->uid = prm_load16(p, 0x02);
	v->op_mod = prm_load16(p, 0x06);
	v->counter_set_id = prm_load8(p, 0x0b);
	return r ? prm_dealloc_q_counter_in_check(p, r) : 0;
}

/**
 * struct prm_dealloc_q_counter_out - the answer to DEALLOC_Q_COUNTER
 *
 * 16 bytes, written by the device.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_dealloc_q_counter_out_bits.
 */
struct prm_dealloc_q_counter_out {
	uint8_t status;			/* 0x00 [31:24]: (enum prm_cmd_status) */
	uint8_t reserved_01[3];
	prm_be32 syndrome;		/* 0x04 [31:0] */
	uint8_t reserved_08[8];
} __attribute__((packed, aligned(4)));

#define PRM_DEALLOC_Q_COUNTER_OUT_SIZE 16

PRM_ASSERT_SIZE(prm_dealloc_q_counter_out, 16);
PRM_ASSERT_OFFSET(prm_dealloc_q_counter_out, status, 0x00);
PRM_ASSERT_OFFSET(prm_dealloc_q_counter_out, reserved_01, 0x01);
PRM_ASSERT_OFFSET(prm_dealloc_q_counter_out, syndrome, 0x04);
PRM_ASSERT_OFFSET(prm_dealloc_q_counter_out, reserved_08, 0x08);

static inline void prm_dealloc_q_counter_out_set_status(struct prm_dealloc_q_counter_out *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->status = (uint8_t)v;
}

static inline uint32_t prm_dealloc_q_counter_out_get_status(
		const struct prm_dealloc_q_counter_out *p)
{
	return p->status;
}

static inline void prm_dealloc_q_counter_out_set_syndrome(struct prm_dealloc_q_counter_out *p,
		uint32_t v)
{
	p->syndrome = prm_cpu_to_be32(v);
}

static inline uint32_t prm_dealloc_q_counter_out_get_syndrome(
		const struct prm_dealloc_q_counter_out *p)
{
	return prm_be32_to_cpu(p->syndrome);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_dealloc_q_counter_out_fields {
	uint8_t status;			/* enum prm_cmd_status */
	uint32_t syndrome;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_dealloc_q_counter_out_fields_init(
		struct prm_dealloc_q_counter_out_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_dealloc_q_counter_out_pack(struct prm_dealloc_q_counter_out *p,
		const struct prm_dealloc_q_counter_out_fields *v)
{
	prm_store32(p, 0x00, (uint32_t)v->status << 24);
	prm_store32(p, 0x04, v->syndrome);
	prm_store32(p, 0x08, 0);
	prm_store32(p, 0x0c, 0);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_dealloc_q_counter_out_check(
		const struct prm_dealloc_q_counter_out *p, struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_enum(r, "status", 0, 8, prm_dealloc_q_counter_out_get_status(p),
		prm_cmd_status_str(prm_dealloc_q_counter_out_get_status(p)));
	n += prm_check_reserved(r, p, 8, 24);	/* 0x00 [23:0] */
	n += prm_check_reserved(r, p, 64, 64);	/* 0x08 [63:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_dealloc_q_counter_out_unpack(
		struct prm_dealloc_q_counter_out_fields *v,
		const struct prm_dealloc_q_counter_out *p, struct prm_report *r)
{

	v->status = prm_load8(p, 0x00);
	v->syndrome = prm_load32(p, 0x04);
	return r ? prm_dealloc_q_counter_out_check(p, r) : 0;
}

/**
 * struct prm_query_q_counter_in - asks for the values of a Q counter
 *
 * 32 bytes, written by the driver.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_query_q_counter_in_bits; DPDK
 * drivers/common/mlx5/mlx5_prm.h struct mlx5_ifc_query_q_counter_in_bits.
 */
struct prm_query_q_counter_in {
	prm_be16 opcode;		/* 0x00 [31:16]: (enum prm_cmd_opcode; always 0x773) */
	prm_be16 uid;			/* 0x00 [15:0] */
	uint8_t reserved_04[2];
	prm_be16 op_mod;		/* 0x04 [15:0] */
	/*
	 * 0x08 [31] other_vport: vport_number holds. Note: In Linux 6.12, reserved in the other
	 * sources. (needs cmd_hca_cap.q_counter_other_vport)
	 */
	uint8_t b_08;
	uint8_t reserved_09[1];
	prm_be16 vport_number;		/* 0x08 [15:0]: Note: As other_vport. */
	uint8_t reserved_0c[12];
	/*
	 * 0x18 [31] clear: Sets the counters to 0.
	 *      [30] aggregate: Sums over all sets. Note: In Linux 6.12, reserved in the other
	 *             sources. (needs cmd_hca_cap.q_counter_aggregation)
	 */
	uint8_t b_18;
	uint8_t reserved_19[6];
	uint8_t counter_set_id;		/* 0x1c [7:0]: Number of the set. */
} __attribute__((packed, aligned(4)));

#define PRM_QUERY_Q_COUNTER_IN_SIZE 32

PRM_ASSERT_SIZE(prm_query_q_counter_in, 32);
PRM_ASSERT_OFFSET(prm_query_q_counter_in, opcode, 0x00);
PRM_ASSERT_OFFSET(prm_query_q_counter_in, uid, 0x02);
PRM_ASSERT_OFFSET(prm_query_q_counter_in, reserved_04, 0x04);
PRM_ASSERT_OFFSET(prm_query_q_counter_in, op_mod, 0x06);
PRM_ASSERT_OFFSET(prm_query_q_counter_in, b_08, 0x08);
PRM_ASSERT_OFFSET(prm_query_q_counter_in, reserved_09, 0x09);
PRM_ASSERT_OFFSET(prm_query_q_counter_in, vport_number, 0x0a);
PRM_ASSERT_OFFSET(prm_query_q_counter_in, reserved_0c, 0x0c);
PRM_ASSERT_OFFSET(prm_query_q_counter_in, b_18, 0x18);
PRM_ASSERT_OFFSET(prm_query_q_counter_in, reserved_19, 0x19);
PRM_ASSERT_OFFSET(prm_query_q_counter_in, counter_set_id, 0x1f);

static inline void prm_query_q_counter_in_set_opcode(struct prm_query_q_counter_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->opcode = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_query_q_counter_in_get_opcode(const struct prm_query_q_counter_in *p)
{
	return prm_be16_to_cpu(p->opcode);
}

static inline void prm_query_q_counter_in_set_uid(struct prm_query_q_counter_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->uid = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_query_q_counter_in_get_uid(const struct prm_query_q_counter_in *p)
{
	return prm_be16_to_cpu(p->uid);
}

static inline void prm_query_q_counter_in_set_op_mod(struct prm_query_q_counter_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->op_mod = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_query_q_counter_in_get_op_mod(const struct prm_query_q_counter_in *p)
{
	return prm_be16_to_cpu(p->op_mod);
}

static inline void prm_query_q_counter_in_set_other_vport(struct prm_query_q_counter_in *p, bool v)
{
	p->b_08 = prm_u8_replace(p->b_08, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_query_q_counter_in_get_other_vport(const struct prm_query_q_counter_in *p)
{
	return (bool)(p->b_08 >> 7);
}

static inline void prm_query_q_counter_in_set_vport_number(struct prm_query_q_counter_in *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->vport_number = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_query_q_counter_in_get_vport_number(
		const struct prm_query_q_counter_in *p)
{
	return prm_be16_to_cpu(p->vport_number);
}

static inline void prm_query_q_counter_in_set_clear(struct prm_query_q_counter_in *p, bool v)
{
	p->b_18 = prm_u8_replace(p->b_18, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_query_q_counter_in_get_clear(const struct prm_query_q_counter_in *p)
{
	return (bool)(p->b_18 >> 7);
}

static inline void prm_query_q_counter_in_set_aggregate(struct prm_query_q_counter_in *p, bool v)
{
	p->b_18 = prm_u8_replace(p->b_18, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_query_q_counter_in_get_aggregate(const struct prm_query_q_counter_in *p)
{
	return (bool)((p->b_18 >> 6) & 0x1);
}

static inline void prm_query_q_counter_in_set_counter_set_id(struct prm_query_q_counter_in *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->counter_set_id = (uint8_t)v;
}

static inline uint32_t prm_query_q_counter_in_get_counter_set_id(
		const struct prm_query_q_counter_in *p)
{
	return p->counter_set_id;
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_query_q_counter_in_fields {
	uint16_t uid;
	uint16_t op_mod;
	bool other_vport;
	uint16_t vport_number;
	bool clear;
	bool aggregate;
	uint8_t counter_set_id;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_query_q_counter_in_fields_init(
		struct prm_query_q_counter_in_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 32 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_query_q_counter_in_pack(struct prm_query_q_counter_in *p,
		const struct prm_query_q_counter_in_fields *v)
{
	prm_store32(p, 0x00, UINT32_C(0x773) << 16 | (uint32_t)v->uid);
	prm_store32(p, 0x04, (uint32_t)v->op_mod);
	prm_store32(p, 0x08, (uint32_t)v->other_vport << 31 | (uint32_t)v->vport_number);
	memset((uint8_t *)p + 0x0c, 0, 12);
	prm_store32(p, 0x18, (uint32_t)v->clear << 31 | (uint32_t)v->aggregate << 30);
	prm_store32(p, 0x1c, (uint32_t)v->counter_set_id);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_query_q_counter_in_check(const struct prm_query_q_counter_in *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_fixed(r, "opcode", 0, 16, prm_query_q_counter_in_get_opcode(p), 0x773);
	n += prm_check_reserved(r, p, 32, 16);	/* 0x04 [31:16] */
	n += prm_check_reserved(r, p, 65, 15);	/* 0x08 [30:16] */
	n += prm_check_reserved(r, p, 96, 96);	/* 0x0c..0x17 */
	n += prm_check_reserved(r, p, 194, 30);	/* 0x18 [29:0] */
	n += prm_check_reserved(r, p, 224, 24);	/* 0x1c [31:8] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_query_q_counter_in_unpack(
		struct prm_query_q_counter_in_fields *v, const struct prm_query_q_counter_in *p,
		struct prm_report *r)
{
	uint32_t word;

	v->uid = prm_load16(p, 0x02);
	v->op_mod = prm_load16(p, 0x06);
	v->other_vport = prm_load8(p, 0x08) >> 7;
	v->vport_number = prm_load16(p, 0x0a);
	word = prm_load8(p, 0x18);
	v->clear = word >> 7;
	v->aggregate = (word >> 6) & 0x1;
	v->counter_set_id = prm_load8(p, 0x1f);
	return r ? prm_query_q_counter_in_check(p, r) : 0;
}

/**
 * struct prm_query_q_counter_out - the answer to QUERY_Q_COUNTER
 *
 * 256 bytes, written by the device.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_query_q_counter_out_bits; DPDK
 * drivers/common/mlx5/mlx5_prm.h struct mlx5_ifc_query_q_counter_out_bits.
 */
struct prm_query_q_counter_out {
	uint8_t status;			/* 0x00 [31:24]: (enum prm_cmd_status) */
	uint8_t reserved_01[3];
	prm_be32 syndrome;		/* 0x04 [31:0] */
	uint8_t reserved_08[8];
	prm_be32 rx_write_requests;	/* 0x10 [31:0] */
	uint8_t reserved_14[4];
	prm_be32 rx_read_requests;	/* 0x18 [31:0] */
	uint8_t reserved_1c[4];
	prm_be32 rx_atomic_requests;	/* 0x20 [31:0] */
	uint8_t reserved_24[4];
	prm_be32 rx_dct_connect;	/* 0x28 [31:0] */
	uint8_t reserved_2c[4];
	/* 0x30 [31:0]: Messages dropped because there was no receive WQE. */
	prm_be32 out_of_buffer;
	uint8_t reserved_34[4];
	/* 0x38 [31:0]: Packets that did not have the expected sequence number. */
	prm_be32 out_of_sequence;
	uint8_t reserved_3c[4];
	prm_be32 duplicate_request;	/* 0x40 [31:0]: Requests that came again. */
	uint8_t reserved_44[4];
	/* 0x48 [31:0]: Refusals because the peer had no receive WQE. */
	prm_be32 rnr_nak_retry_err;
	uint8_t reserved_4c[4];
	/* 0x50 [31:0]: Refusals because the peer missed a packet. */
	prm_be32 packet_seq_err;
	uint8_t reserved_54[4];
	prm_be32 implied_nak_seq_err;	/* 0x58 [31:0]: Acknowledges that skipped an answer. */
	uint8_t reserved_5c[4];
	prm_be32 local_ack_timeout_err;	/* 0x60 [31:0]: Acknowledges that did not come in time. */
	uint8_t reserved_64[12];
	/* 0x70 [31:0]: Note: In Linux 6.12, reserved in the other sources. */
	prm_be32 req_rnr_retries_exceeded;
	uint8_t reserved_74[4];
	prm_be32 resp_local_length_error; /* 0x78 [31:0] */
	prm_be32 req_local_length_error; /* 0x7c [31:0] */
	prm_be32 resp_local_qp_error;	/* 0x80 [31:0] */
	prm_be32 local_operation_error;	/* 0x84 [31:0] */
	prm_be32 resp_local_protection;	/* 0x88 [31:0] */
	prm_be32 req_local_protection;	/* 0x8c [31:0] */
	prm_be32 resp_cqe_error;	/* 0x90 [31:0] */
	prm_be32 req_cqe_error;		/* 0x94 [31:0] */
	prm_be32 req_mw_binding;	/* 0x98 [31:0] */
	prm_be32 req_bad_response;	/* 0x9c [31:0] */
	prm_be32 req_remote_invalid_request; /* 0xa0 [31:0] */
	prm_be32 resp_remote_invalid_request; /* 0xa4 [31:0] */
	prm_be32 req_remote_access_errors; /* 0xa8 [31:0] */
	prm_be32 resp_remote_access_errors; /* 0xac [31:0] */
	prm_be32 req_remote_operation_errors; /* 0xb0 [31:0] */
	prm_be32 req_transport_retries_exceeded; /* 0xb4 [31:0] */
	prm_be32 cq_overflow;		/* 0xb8 [31:0] */
	prm_be32 resp_cqe_flush_error;	/* 0xbc [31:0] */
	prm_be32 req_cqe_flush_error;	/* 0xc0 [31:0] */
	uint8_t reserved_c4[4];
	prm_be32 roce_adp_retrans;	/* 0xc8 [31:0]: Note: In Linux, reserved in DPDK. */
	prm_be32 roce_adp_retrans_to;	/* 0xcc [31:0]: Note: In Linux, reserved in DPDK. */
	prm_be32 roce_slow_restart;	/* 0xd0 [31:0]: Note: In Linux, reserved in DPDK. */
	prm_be32 roce_slow_restart_cnps; /* 0xd4 [31:0]: Note: In Linux, reserved in DPDK. */
	prm_be32 roce_slow_restart_trans; /* 0xd8 [31:0]: Note: In Linux, reserved in DPDK. */
	uint8_t reserved_dc[36];
} __attribute__((packed, aligned(4)));

#define PRM_QUERY_Q_COUNTER_OUT_SIZE 256

PRM_ASSERT_SIZE(prm_query_q_counter_out, 256);
PRM_ASSERT_OFFSET(prm_query_q_counter_out, status, 0x00);
PRM_ASSERT_OFFSET(prm_query_q_counter_out, reserved_01, 0x01);
PRM_ASSERT_OFFSET(prm_query_q_counter_out, syndrome, 0x04);
PRM_ASSERT_OFFSET(prm_query_q_counter_out, reserved_08, 0x08);
PRM_ASSERT_OFFSET(prm_query_q_counter_out, rx_write_requests, 0x10);
PRM_ASSERT_OFFSET(prm_query_q_counter_out, reserved_14, 0x14);
PRM_ASSERT_OFFSET(prm_query_q_counter_out, rx_read_requests, 0x18);
PRM_ASSERT_OFFSET(prm_query_q_counter_out, reserved_1c, 0x1c);
PRM_ASSERT_OFFSET(prm_query_q_counter_out, rx_atomic_requests, 0x20);
PRM_ASSERT_OFFSET(prm_query_q_counter_out, reserved_24, 0x24);
PRM_ASSERT_OFFSET(prm_query_q_counter_out, rx_dct_connect, 0x28);
PRM_ASSERT_OFFSET(prm_query_q_counter_out, reserved_2c, 0x2c);
PRM_ASSERT_OFFSET(prm_query_q_counter_out, out_of_buffer, 0x30);
PRM_ASSERT_OFFSET(prm_query_q_counter_out, reserved_34, 0x34);
PRM_ASSERT_OFFSET(prm_query_q_counter_out, out_of_sequence, 0x38);
PRM_ASSERT_OFFSET(prm_query_q_counter_out, reserved_3c, 0x3c);
PRM_ASSERT_OFFSET(prm_query_q_counter_out, duplicate_request, 0x40);
PRM_ASSERT_OFFSET(prm_query_q_counter_out, reserved_44, 0x44);
PRM_ASSERT_OFFSET(prm_query_q_counter_out, rnr_nak_retry_err, 0x48);
PRM_ASSERT_OFFSET(prm_query_q_counter_out, reserved_4c, 0x4c);
PRM_ASSERT_OFFSET(prm_query_q_counter_out, packet_seq_err, 0x50);
PRM_ASSERT_OFFSET(prm_query_q_counter_out, reserved_54, 0x54);
PRM_ASSERT_OFFSET(prm_query_q_counter_out, implied_nak_seq_err, 0x58);
PRM_ASSERT_OFFSET(prm_query_q_counter_out, reserved_5c, 0x5c);
PRM_ASSERT_OFFSET(prm_query_q_counter_out, local_ack_timeout_err, 0x60);
PRM_ASSERT_OFFSET(prm_query_q_counter_out, reserved_64, 0x64);
PRM_ASSERT_OFFSET(prm_query_q_counter_out, req_rnr_retries_exceeded, 0x70);
PRM_ASSERT_OFFSET(prm_query_q_counter_out, reserved_74, 0x74);
PRM_ASSERT_OFFSET(prm_query_q_counter_out, resp_local_length_error, 0x78);
PRM_ASSERT_OFFSET(prm_query_q_counter_out, req_local_length_error, 0x7c);
PRM_ASSERT_OFFSET(prm_query_q_counter_out, resp_local_qp_error, 0x80);
PRM_ASSERT_OFFSET(prm_query_q_counter_out, local_operation_error, 0x84);
PRM_ASSERT_OFFSET(prm_query_q_counter_out, resp_local_protection, 0x88);
PRM_ASSERT_OFFSET(prm_query_q_counter_out, req_local_protection, 0x8c);
PRM_ASSERT_OFFSET(prm_query_q_counter_out, resp_cqe_error, 0x90);
PRM_ASSERT_OFFSET(prm_query_q_counter_out, req_cqe_error, 0x94);
PRM_ASSERT_OFFSET(prm_query_q_counter_out, req_mw_binding, 0x98);
PRM_ASSERT_OFFSET(prm_query_q_counter_out, req_bad_response, 0x9c);
PRM_ASSERT_OFFSET(prm_query_q_counter_out, req_remote_invalid_request, 0xa0);
PRM_ASSERT_OFFSET(prm_query_q_counter_out, resp_remote_invalid_request, 0xa4);
PRM_ASSERT_OFFSET(prm_query_q_counter_out, req_remote_access_errors, 0xa8);
PRM_ASSERT_OFFSET(prm_query_q_counter_out, resp_remote_access_errors, 0xac);
PRM_ASSERT_OFFSET(prm_query_q_counter_out, req_remote_operation_errors, 0xb0);
PRM_ASSERT_OFFSET(prm_query_q_counter_out, req_transport_retries_exceeded, 0xb4);
PRM_ASSERT_OFFSET(prm_query_q_counter_out, cq_overflow, 0xb8);
PRM_ASSERT_OFFSET(prm_query_q_counter_out, resp_cqe_flush_error, 0xbc);
PRM_ASSERT_OFFSET(prm_query_q_counter_out, req_cqe_flush_error, 0xc0);
PRM_ASSERT_OFFSET(prm_query_q_counter_out, reserved_c4, 0xc4);
PRM_ASSERT_OFFSET(prm_query_q_counter_out, roce_adp_retrans, 0xc8);
PRM_ASSERT_OFFSET(prm_query_q_counter_out, roce_adp_retrans_to, 0xcc);
PRM_ASSERT_OFFSET(prm_query_q_counter_out, roce_slow_restart, 0xd0);
PRM_ASSERT_OFFSET(prm_query_q_counter_out, roce_slow_restart_cnps, 0xd4);
PRM_ASSERT_OFFSET(prm_query_q_counter_out, roce_slow_restart_trans, 0xd8);
PRM_ASSERT_OFFSET(prm_query_q_counter_out, reserved_dc, 0xdc);

static inline void prm_query_q_counter_out_set_status(struct prm_query_q_counter_out *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->status = (uint8_t)v;
}

static inline uint32_t prm_query_q_counter_out_get_status(const struct prm_query_q_counter_out *p)
{
	return p->status;
}

static inline void prm_query_q_counter_out_set_syndrome(struct prm_query_q_counter_out *p,
		uint32_t v)
{
	p->syndrome = prm_cpu_to_be32(v);
}

static inline uint32_t prm_query_q_counter_out_get_syndrome(const struct prm_query_q_counter_out *p)
{
	return prm_be32_to_cpu(p->syndrome);
}

static inline void prm_query_q_counter_out_set_rx_write_requests(struct prm_query_q_counter_out *p,
		uint32_t v)
{
	p->rx_write_requests = prm_cpu_to_be32(v);
}

static inline uint32_t prm_query_q_counter_out_get_rx_write_requests(
		const struct prm_query_q_counter_out *p)
{
	return prm_be32_to_cpu(p->rx_write_requests);
}

static inline void prm_query_q_counter_out_set_rx_read_requests(struct prm_query_q_counter_out *p,
		uint32_t v)
{
	p->rx_read_requests = prm_cpu_to_be32(v);
}

static inline uint32_t prm_query_q_counter_out_get_rx_read_requests(
		const struct prm_query_q_counter_out *p)
{
	return prm_be32_to_cpu(p->rx_read_requests);
}

static inline void prm_query_q_counter_out_set_rx_atomic_requests(struct prm_query_q_counter_out *p,
		uint32_t v)
{
	p->rx_atomic_requests = prm_cpu_to_be32(v);
}

static inline uint32_t prm_query_q_counter_out_get_rx_atomic_requests(
		const struct prm_query_q_counter_out *p)
{
	return prm_be32_to_cpu(p->rx_atomic_requests);
}

static inline void prm_query_q_counter_out_set_rx_dct_connect(struct prm_query_q_counter_out *p,
		uint32_t v)
{
	p->rx_dct_connect = prm_cpu_to_be32(v);
}

static inline uint32_t prm_query_q_counter_out_get_rx_dct_connect(
		const struct prm_query_q_counter_out *p)
{
	return prm_be32_to_cpu(p->rx_dct_connect);
}

static inline void prm_query_q_counter_out_set_out_of_buffer(struct prm_query_q_counter_out *p,
		uint32_t v)
{
	p->out_of_buffer = prm_cpu_to_be32(v);
}

static inline uint32_t prm_query_q_counter_out_get_out_of_buffer(
		const struct prm_query_q_counter_out *p)
{
	return prm_be32_to_cpu(p->out_of_buffer);
}

static inline void prm_query_q_counter_out_set_out_of_sequence(struct prm_query_q_counter_out *p,
		uint32_t v)
{
	p->out_of_sequence = prm_cpu_to_be32(v);
}

static inline uint32_t prm_query_q_counter_out_get_out_of_sequence(
		const struct prm_query_q_counter_out *p)
{
	return prm_be32_to_cpu(p->out_of_sequence);
}

static inline void prm_query_q_counter_out_set_duplicate_request(struct prm_query_q_counter_out *p,
		uint32_t v)
{
	p->duplicate_request = prm_cpu_to_be32(v);
}

static inline uint32_t prm_query_q_counter_out_get_duplicate_request(
		const struct prm_query_q_counter_out *p)
{
	return prm_be32_to_cpu(p->duplicate_request);
}

static inline void prm_query_q_counter_out_set_rnr_nak_retry_err(struct prm_query_q_counter_out *p,
		uint32_t v)
{
	p->rnr_nak_retry_err = prm_cpu_to_be32(v);
}

static inline uint32_t prm_query_q_counter_out_get_rnr_nak_retry_err(
		const struct prm_query_q_counter_out *p)
{
	return prm_be32_to_cpu(p->rnr_nak_retry_err);
}

static inline void prm_query_q_counter_out_set_packet_seq_err(struct prm_query_q_counter_out *p,
		uint32_t v)
{
	p->packet_seq_err = prm_cpu_to_be32(v);
}

static inline uint32_t prm_query_q_counter_out_get_packet_seq_err(
		const struct prm_query_q_counter_out *p)
{
	return prm_be32_to_cpu(p->packet_seq_err);
}

static inline void prm_query_q_counter_out_set_implied_nak_seq_err(
		struct prm_query_q_counter_out *p, uint32_t v)
{
	p->implied_nak_seq_err = prm_cpu_to_be32(v);
}

static inline uint32_t prm_query_q_counter_out_get_implied_nak_seq_err(
		const struct prm_query_q_counter_out *p)
{
	return prm_be32_to_cpu(p->implied_nak_seq_err);
}

static inline void prm_query_q_counter_out_set_local_ack_timeout_err(
		struct prm_query_q_counter_out *p, uint32_t v)
{
	p->local_ack_timeout_err = prm_cpu_to_be32(v);
}

static inline uint32_t prm_query_q_counter_out_get_local_ack_timeout_err(
		const struct prm_query_q_counter_out *p)
{
	return prm_be32_to_cpu(p->local_ack_timeout_err);
}

static inline void prm_query_q_counter_out_set_req_rnr_retries_exceeded(
		struct prm_query_q_counter_out *p, uint32_t v)
{
	p->req_rnr_retries_exceeded = prm_cpu_to_be32(v);
}

static inline uint32_t prm_query_q_counter_out_get_req_rnr_retries_exceeded(
		const struct prm_query_q_counter_out *p)
{
	return prm_be32_to_cpu(p->req_rnr_retries_exceeded);
}

static inline void prm_query_q_counter_out_set_resp_local_length_error(
		struct prm_query_q_counter_out *p, uint32_t v)
{
	p->resp_local_length_error = prm_cpu_to_be32(v);
}

static inline uint32_t prm_query_q_counter_out_get_resp_local_length_error(
		const struct prm_query_q_counter_out *p)
{
	return prm_be32_to_cpu(p->resp_local_length_error);
}

static inline void prm_query_q_counter_out_set_req_local_length_error(
		struct prm_query_q_counter_out *p, uint32_t v)
{
	p->req_local_length_error = prm_cpu_to_be32(v);
}

static inline uint32_t prm_query_q_counter_out_get_req_local_length_error(
		const struct prm_query_q_counter_out *p)
{
	return prm_be32_to_cpu(p->req_local_length_error);
}

static inline void prm_query_q_counter_out_set_resp_local_qp_error(
		struct prm_query_q_counter_out *p, uint32_t v)
{
	p->resp_local_qp_error = prm_cpu_to_be32(v);
}

static inline uint32_t prm_query_q_counter_out_get_resp_local_qp_error(
		const struct prm_query_q_counter_out *p)
{
	return prm_be32_to_cpu(p->resp_local_qp_error);
}

static inline void prm_query_q_counter_out_set_local_operation_error(
		struct prm_query_q_counter_out *p, uint32_t v)
{
	p->local_operation_error = prm_cpu_to_be32(v);
}

static inline uint32_t prm_query_q_counter_out_get_local_operation_error(
		const struct prm_query_q_counter_out *p)
{
	return prm_be32_to_cpu(p->local_operation_error);
}

static inline void prm_query_q_counter_out_set_resp_local_protection(
		struct prm_query_q_counter_out *p, uint32_t v)
{
	p->resp_local_protection = prm_cpu_to_be32(v);
}

static inline uint32_t prm_query_q_counter_out_get_resp_local_protection(
		const struct prm_query_q_counter_out *p)
{
	return prm_be32_to_cpu(p->resp_local_protection);
}

static inline void prm_query_q_counter_out_set_req_local_protection(
		struct prm_query_q_counter_out *p, uint32_t v)
{
	p->req_local_protection = prm_cpu_to_be32(v);
}

static inline uint32_t prm_query_q_counter_out_get_req_local_protection(
		const struct prm_query_q_counter_out *p)
{
	return prm_be32_to_cpu(p->req_local_protection);
}

static inline void prm_query_q_counter_out_set_resp_cqe_error(struct prm_query_q_counter_out *p,
		uint32_t v)
{
	p->resp_cqe_error = prm_cpu_to_be32(v);
}

static inline uint32_t prm_query_q_counter_out_get_resp_cqe_error(
		const struct prm_query_q_counter_out *p)
{
	return prm_be32_to_cpu(p->resp_cqe_error);
}

static inline void prm_query_q_counter_out_set_req_cqe_error(struct prm_query_q_counter_out *p,
		uint32_t v)
{
	p->req_cqe_error = prm_cpu_to_be32(v);
}

static inline uint32_t prm_query_q_counter_out_get_req_cqe_error(
		const struct prm_query_q_counter_out *p)
{
	return prm_be32_to_cpu(p->req_cqe_error);
}

static inline void prm_query_q_counter_out_set_req_mw_binding(struct prm_query_q_counter_out *p,
		uint32_t v)
{
	p->req_mw_binding = prm_cpu_to_be32(v);
}

static inline uint32_t prm_query_q_counter_out_get_req_mw_binding(
		const struct prm_query_q_counter_out *p)
{
	return prm_be32_to_cpu(p->req_mw_binding);
}

static inline void prm_query_q_counter_out_set_req_bad_response(struct prm_query_q_counter_out *p,
		uint32_t v)
{
	p->req_bad_response = prm_cpu_to_be32(v);
}

static inline uint32_t prm_query_q_counter_out_get_req_bad_response(
		const struct prm_query_q_counter_out *p)
{
	return prm_be32_to_cpu(p->req_bad_response);
}

static inline void prm_query_q_counter_out_set_req_remote_invalid_request(
		struct prm_query_q_counter_out *p, uint32_t v)
{
	p->req_remote_invalid_request = prm_cpu_to_be32(v);
}

static inline uint32_t prm_query_q_counter_out_get_req_remote_invalid_request(
		const struct prm_query_q_counter_out *p)
{
	return prm_be32_to_cpu(p->req_remote_invalid_request);
}

static inline void prm_query_q_counter_out_set_resp_remote_invalid_request(
		struct prm_query_q_counter_out *p, uint32_t v)
{
	p->resp_remote_invalid_request = prm_cpu_to_be32(v);
}

static inline uint32_t prm_query_q_counter_out_get_resp_remote_invalid_request(
		const struct prm_query_q_counter_out *p)
{
	return prm_be32_to_cpu(p->resp_remote_invalid_request);
}

static inline void prm_query_q_counter_out_set_req_remote_access_errors(
		struct prm_query_q_counter_out *p, uint32_t v)
{
	p->req_remote_access_errors = prm_cpu_to_be32(v);
}

static inline uint32_t prm_query_q_counter_out_get_req_remote_access_errors(
		const struct prm_query_q_counter_out *p)
{
	return prm_be32_to_cpu(p->req_remote_access_errors);
}

static inline void prm_query_q_counter_out_set_resp_remote_access_errors(
		struct prm_query_q_counter_out *p, uint32_t v)
{
	p->resp_remote_access_errors = prm_cpu_to_be32(v);
}

static inline uint32_t prm_query_q_counter_out_get_resp_remote_access_errors(
		const struct prm_query_q_counter_out *p)
{
	return prm_be32_to_cpu(p->resp_remote_access_errors);
}

static inline void prm_query_q_counter_out_set_req_remote_operation_errors(
		struct prm_query_q_counter_out *p, uint32_t v)
{
	p->req_remote_operation_errors = prm_cpu_to_be32(v);
}

static inline uint32_t prm_query_q_counter_out_get_req_remote_operation_errors(
		const struct prm_query_q_counter_out *p)
{
	return prm_be32_to_cpu(p->req_remote_operation_errors);
}

static inline void prm_query_q_counter_out_set_req_transport_retries_exceeded(
		struct prm_query_q_counter_out *p, uint32_t v)
{
	p->req_transport_retries_exceeded = prm_cpu_to_be32(v);
}

static inline uint32_t prm_query_q_counter_out_get_req_transport_retries_exceeded(
		const struct prm_query_q_counter_out *p)
{
	return prm_be32_to_cpu(p->req_transport_retries_exceeded);
}

static inline void prm_query_q_counter_out_set_cq_overflow(struct prm_query_q_counter_out *p,
		uint32_t v)
{
	p->cq_overflow = prm_cpu_to_be32(v);
}

static inline uint32_t prm_query_q_counter_out_get_cq_overflow(
		const struct prm_query_q_counter_out *p)
{
	return prm_be32_to_cpu(p->cq_overflow);
}

static inline void prm_query_q_counter_out_set_resp_cqe_flush_error(
		struct prm_query_q_counter_out *p, uint32_t v)
{
	p->resp_cqe_flush_error = prm_cpu_to_be32(v);
}

static inline uint32_t prm_query_q_counter_out_get_resp_cqe_flush_error(
		const struct prm_query_q_counter_out *p)
{
	return prm_be32_to_cpu(p->resp_cqe_flush_error);
}

static inline void prm_query_q_counter_out_set_req_cqe_flush_error(
		struct prm_query_q_counter_out *p, uint32_t v)
{
	p->req_cqe_flush_error = prm_cpu_to_be32(v);
}

static inline uint32_t prm_query_q_counter_out_get_req_cqe_flush_error(
		const struct prm_query_q_counter_out *p)
{
	return prm_be32_to_cpu(p->req_cqe_flush_error);
}

static inline void prm_query_q_counter_out_set_roce_adp_retrans(struct prm_query_q_counter_out *p,
		uint32_t v)
{
	p->roce_adp_retrans = prm_cpu_to_be32(v);
}

static inline uint32_t prm_query_q_counter_out_get_roce_adp_retrans(
		const struct prm_query_q_counter_out *p)
{
	return prm_be32_to_cpu(p->roce_adp_retrans);
}

static inline void prm_query_q_counter_out_set_roce_adp_retrans_to(
		struct prm_query_q_counter_out *p, uint32_t v)
{
	p->roce_adp_retrans_to = prm_cpu_to_be32(v);
}

static inline uint32_t prm_query_q_counter_out_get_roce_adp_retrans_to(
		const struct prm_query_q_counter_out *p)
{
	return prm_be32_to_cpu(p->roce_adp_retrans_to);
}

static inline void prm_query_q_counter_out_set_roce_slow_restart(struct prm_query_q_counter_out *p,
		uint32_t v)
{
	p->roce_slow_restart = prm_cpu_to_be32(v);
}

static inline uint32_t prm_query_q_counter_out_get_roce_slow_restart(
		const struct prm_query_q_counter_out *p)
{
	return prm_be32_to_cpu(p->roce_slow_restart);
}

static inline void prm_query_q_counter_out_set_roce_slow_restart_cnps(
		struct prm_query_q_counter_out *p, uint32_t v)
{
	p->roce_slow_restart_cnps = prm_cpu_to_be32(v);
}

static inline uint32_t prm_query_q_counter_out_get_roce_slow_restart_cnps(
		const struct prm_query_q_counter_out *p)
{
	return prm_be32_to_cpu(p->roce_slow_restart_cnps);
}

static inline void prm_query_q_counter_out_set_roce_slow_restart_trans(
		struct prm_query_q_counter_out *p, uint32_t v)
{
	p->roce_slow_restart_trans = prm_cpu_to_be32(v);
}

static inline uint32_t prm_query_q_counter_out_get_roce_slow_restart_trans(
		const struct prm_query_q_counter_out *p)
{
	return prm_be32_to_cpu(p->roce_slow_restart_trans);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_query_q_counter_out_fields {
	uint8_t status;			/* enum prm_cmd_status */
	uint32_t syndrome;
	uint32_t rx_write_requests;
	uint32_t rx_read_requests;
	uint32_t rx_atomic_requests;
	uint32_t rx_dct_connect;
	uint32_t out_of_buffer;
	uint32_t out_of_sequence;
	uint32_t duplicate_request;
	uint32_t rnr_nak_retry_err;
	uint32_t packet_seq_err;
	uint32_t implied_nak_seq_err;
	uint32_t local_ack_timeout_err;
	uint32_t req_rnr_retries_exceeded;
	uint32_t resp_local_length_error;
	uint32_t req_local_length_error;
	uint32_t resp_local_qp_error;
	uint32_t local_operation_error;
	uint32_t resp_local_protection;
	uint32_t req_local_protection;
	uint32_t resp_cqe_error;
	uint32_t req_cqe_error;
	uint32_t req_mw_binding;
	uint32_t req_bad_response;
	uint32_t req_remote_invalid_request;
	uint32_t resp_remote_invalid_request;
	uint32_t req_remote_access_errors;
	uint32_t resp_remote_access_errors;
	uint32_t req_remote_operation_errors;
	uint32_t req_transport_retries_exceeded;
	uint32_t cq_overflow;
	uint32_t resp_cqe_flush_error;
	uint32_t req_cqe_flush_error;
	uint32_t roce_adp_retrans;
	uint32_t roce_adp_retrans_to;
	uint32_t roce_slow_restart;
	uint32_t roce_slow_restart_cnps;
	uint32_t roce_slow_restart_trans;
};

/* Zero, and the defaults of the fields that have one. */
static inline void prm_query_q_counter_out_fields_init(struct prm_query_q_counter_out_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 256 bytes of @p; what stood there does not matter. */
static inline void prm_query_q_counter_out_pack(struct prm_query_q_counter_out *p,
		const struct prm_query_q_counter_out_fields *v)
{
	prm_store32(p, 0x00, (uint32_t)v->status << 24);
	prm_store32(p, 0x04, v->syndrome);
	prm_store32(p, 0x08, 0);
	prm_store32(p, 0x0c, 0);
	prm_store32(p, 0x10, v->rx_write_requests);
	prm_store32(p, 0x14, 0);
	prm_store32(p, 0x18, v->rx_read_requests);
	prm_store32(p, 0x1c, 0);
	prm_store32(p, 0x20, v->rx_atomic_requests);
	prm_store32(p, 0x24, 0);
	prm_store32(p, 0x28, v->rx_dct_connect);
	prm_store32(p, 0x2c, 0);
	prm_store32(p, 0x30, v->out_of_buffer);
	prm_store32(p, 0x34, 0);
	prm_store32(p, 0x38, v->out_of_sequence);
	prm_store32(p, 0x3c, 0);
	prm_store32(p, 0x40, v->duplicate_request);
	prm_store32(p, 0x44, 0);
	prm_store32(p, 0x48, v->rnr_nak_retry_err);
	prm_store32(p, 0x4c, 0);
	prm_store32(p, 0x50, v->packet_seq_err);
	prm_store32(p, 0x54, 0);
	prm_store32(p, 0x58, v->implied_nak_seq_err);
	prm_store32(p, 0x5c, 0);
	prm_store32(p, 0x60, v->local_ack_timeout_err);
	memset((uint8_t *)p + 0x64, 0, 12);
	prm_store32(p, 0x70, v->req_rnr_retries_exceeded);
	prm_store32(p, 0x74, 0);
	prm_store32(p, 0x78, v->resp_local_length_error);
	prm_store32(p, 0x7c, v->req_local_length_error);
	prm_store32(p, 0x80, v->resp_local_qp_error);
	prm_store32(p, 0x84, v->local_operation_error);
	prm_store32(p, 0x88, v->resp_local_protection);
	prm_store32(p, 0x8c, v->req_local_protection);
	prm_store32(p, 0x90, v->resp_cqe_error);
	prm_store32(p, 0x94, v->req_cqe_error);
	prm_store32(p, 0x98, v->req_mw_binding);
	prm_store32(p, 0x9c, v->req_bad_response);
	prm_store32(p, 0xa0, v->req_remote_invalid_request);
	prm_store32(p, 0xa4, v->resp_remote_invalid_request);
	prm_store32(p, 0xa8, v->req_remote_access_errors);
	prm_store32(p, 0xac, v->resp_remote_access_errors);
	prm_store32(p, 0xb0, v->req_remote_operation_errors);
	prm_store32(p, 0xb4, v->req_transport_retries_exceeded);
	prm_store32(p, 0xb8, v->cq_overflow);
	prm_store32(p, 0xbc, v->resp_cqe_flush_error);
	prm_store32(p, 0xc0, v->req_cqe_flush_error);
	prm_store32(p, 0xc4, 0);
	prm_store32(p, 0xc8, v->roce_adp_retrans);
	prm_store32(p, 0xcc, v->roce_adp_retrans_to);
	prm_store32(p, 0xd0, v->roce_slow_restart);
	prm_store32(p, 0xd4, v->roce_slow_restart_cnps);
	prm_store32(p, 0xd8, v->roce_slow_restart_trans);
	memset((uint8_t *)p + 0xdc, 0, 36);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_query_q_counter_out_check(const struct prm_query_q_counter_out *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_enum(r, "status", 0, 8, prm_query_q_counter_out_get_status(p),
		prm_cmd_status_str(prm_query_q_counter_out_get_status(p)));
	n += prm_check_reserved(r, p, 8, 24);	/* 0x00 [23:0] */
	n += prm_check_reserved(r, p, 64, 64);	/* 0x08 [63:0] */
	n += prm_check_reserved(r, p, 160, 32);	/* 0x14 [31:0] */
	n += prm_check_reserved(r, p, 224, 32);	/* 0x1c [31:0] */
	n += prm_check_reserved(r, p, 288, 32);	/* 0x24 [31:0] */
	n += prm_check_reserved(r, p, 352, 32);	/* 0x2c [31:0] */
	n += prm_check_reserved(r, p, 416, 32);	/* 0x34 [31:0] */
	n += prm_check_reserved(r, p, 480, 32);	/* 0x3c [31:0] */
	n += prm_check_reserved(r, p, 544, 32);	/* 0x44 [31:0] */
	n += prm_check_reserved(r, p, 608, 32);	/* 0x4c [31:0] */
	n += prm_check_reserved(r, p, 672, 32);	/* 0x54 [31:0] */
	n += prm_check_reserved(r, p, 736, 32);	/* 0x5c [31:0] */
	n += prm_check_reserved(r, p, 800, 96);	/* 0x64..0x6f */
	n += prm_check_reserved(r, p, 928, 32);	/* 0x74 [31:0] */
	n += prm_check_reserved(r, p, 1568, 32);	/* 0xc4 [31:0] */
	n += prm_check_reserved(r, p, 1760, 288);	/* 0xdc..0xff */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static inline unsigned int prm_query_q_counter_out_unpack(struct prm_query_q_counter_out_fields *v,
		const struct prm_query_q_counter_out *p, struct prm_report *r)
{

	v->status = prm_load8(p, 0x00);
	v->syndrome = prm_load32(p, 0x04);
	v->rx_write_requests = prm_load32(p, 0x10);
	v->rx_read_requests = prm_load32(p, 0x18);
	v->rx_atomic_requests = prm_load32(p, 0x20);
	v->rx_dct_connect = prm_load32(p, 0x28);
	v->out_of_buffer = prm_load32(p, 0x30);
	v->out_of_sequence = prm_load32(p, 0x38);
	v->duplicate_request = prm_load32(p, 0x40);
	v->rnr_nak_retry_err = prm_load32(p, 0x48);
	v->packet_seq_err = prm_load32(p, 0x50);
	v->implied_nak_seq_err = prm_load32(p, 0x58);
	v->local_ack_timeout_err = prm_load32(p, 0x60);
	v->req_rnr_retries_exceeded = prm_load32(p, 0x70);
	v->resp_local_length_error = prm_load32(p, 0x78);
	v->req_local_length_error = prm_load32(p, 0x7c);
	v->resp_local_qp_error = prm_load32(p, 0x80);
	v->local_operation_error = prm_load32(p, 0x84);
	v->resp_local_protection = prm_load32(p, 0x88);
	v->req_local_protection = prm_load32(p, 0x8c);
	v->resp_cqe_error = prm_load32(p, 0x90);
	v->req_cqe_error = prm_load32(p, 0x94);
	v->req_mw_binding = prm_load32(p, 0x98);
	v->req_bad_response = prm_load32(p, 0x9c);
	v->req_remote_invalid_request = prm_load32(p, 0xa0);
	v->resp_remote_invalid_request = prm_load32(p, 0xa4);
	v->req_remote_access_errors = prm_load32(p, 0xa8);
	v->resp_remote_access_errors = prm_load32(p, 0xac);
	v->req_remote_operation_errors = prm_load32(p, 0xb0);
	v->req_transport_retries_exceeded = prm_load32(p, 0xb4);
	v->cq_overflow = prm_load32(p, 0xb8);
	v->resp_cqe_flush_error = prm_load32(p, 0xbc);
	v->req_cqe_flush_error = prm_load32(p, 0xc0);
	v->roce_adp_retrans = prm_load32(p, 0xc8);
	v->roce_adp_retrans_to = prm_load32(p, 0xcc);
	v->roce_slow_restart = prm_load32(p, 0xd0);
	v->roce_slow_restart_cnps = prm_load32(p, 0xd4);
	v->roce_slow_restart_trans = prm_load32(p, 0xd8);
	return r ? prm_query_q_counter_out_check(p, r) : 0;
}

#endif /* PRM_Q_COUNTER_H */
