/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * The commands that make what queues and keys stand on, and give it back.
 * Made by prmc 1 from spec/cmd/alloc.yaml, spec digest 57d468c84d68. Do not edit: `ninja regen`.
 */
#ifndef PRM_ALLOC_H
#define PRM_ALLOC_H

#include "prm_base.h"
#include "prm_cmd.h"

/**
 * struct prm_alloc_pd_in - makes a protection domain
 *
 * 16 bytes, written by the driver.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_alloc_pd_in_bits; rdma-core
 * providers/mlx5/mlx5_ifc.h struct mlx5_ifc_alloc_pd_in_bits; DPDK drivers/common/mlx5/mlx5_prm.h
 * struct mlx5_ifc_alloc_pd_in_bits.
 */
struct prm_alloc_pd_in {
	prm_be16 opcode;		/* 0x00 [31:16]: (enum prm_cmd_opcode; always 0x800) */
	prm_be16 uid;			/* 0x00 [15:0] */
	uint8_t reserved_04[2];
	prm_be16 op_mod;		/* 0x04 [15:0] */
	uint8_t reserved_08[8];
} __attribute__((packed, aligned(4)));

#define PRM_ALLOC_PD_IN_SIZE 16

PRM_ASSERT_SIZE(prm_alloc_pd_in, 16);
PRM_ASSERT_OFFSET(prm_alloc_pd_in, opcode, 0x00);
PRM_ASSERT_OFFSET(prm_alloc_pd_in, uid, 0x02);
PRM_ASSERT_OFFSET(prm_alloc_pd_in, reserved_04, 0x04);
PRM_ASSERT_OFFSET(prm_alloc_pd_in, op_mod, 0x06);
PRM_ASSERT_OFFSET(prm_alloc_pd_in, reserved_08, 0x08);

static inline void prm_alloc_pd_in_set_opcode(struct prm_alloc_pd_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->opcode = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_alloc_pd_in_get_opcode(const struct prm_alloc_pd_in *p)
{
	return prm_be16_to_cpu(p->opcode);
}

static inline void prm_alloc_pd_in_set_uid(struct prm_alloc_pd_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->uid = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_alloc_pd_in_get_uid(const struct prm_alloc_pd_in *p)
{
	return prm_be16_to_cpu(p->uid);
}

static inline void prm_alloc_pd_in_set_op_mod(struct prm_alloc_pd_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->op_mod = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_alloc_pd_in_get_op_mod(const struct prm_alloc_pd_in *p)
{
	return prm_be16_to_cpu(p->op_mod);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_alloc_pd_in_fields {
	uint16_t uid;
	uint16_t op_mod;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_alloc_pd_in_fields_init(struct prm_alloc_pd_in_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_alloc_pd_in_pack(struct prm_alloc_pd_in *p,
		const struct prm_alloc_pd_in_fields *v)
{
	prm_store32(p, 0x00, UINT32_C(0x800) << 16 | (uint32_t)v->uid);
	prm_store32(p, 0x04, (uint32_t)v->op_mod);
	prm_store32(p, 0x08, 0);
	prm_store32(p, 0x0c, 0);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_alloc_pd_in_check(const struct prm_alloc_pd_in *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_fixed(r, "opcode", 0, 16, prm_alloc_pd_in_get_opcode(p), 0x800);
	n += prm_check_reserved(r, p, 32, 16);	/* 0x04 [31:16] */
	n += prm_check_reserved(r, p, 64, 64);	/* 0x08 [63:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_alloc_pd_in_unpack(struct prm_alloc_pd_in_fields *v,
		const struct prm_alloc_pd_in *p, struct prm_report *r)
{

	v->uid = prm_load16(p, 0x02);
	v->op_mod = prm_load16(p, 0x06);
	return r ? prm_alloc_pd_in_check(p, r) : 0;
}

/**
 * struct prm_alloc_pd_out - the answer to ALLOC_PD
 *
 * 16 bytes, written by the device.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_alloc_pd_out_bits; rdma-core
 * providers/mlx5/mlx5_ifc.h struct mlx5_ifc_alloc_pd_out_bits; DPDK drivers/common/mlx5/mlx5_prm.h
 * struct mlx5_ifc_alloc_pd_out_bits.
 */
struct prm_alloc_pd_out {
	uint8_t status;			/* 0x00 [31:24]: (enum prm_cmd_status) */
	uint8_t reserved_01[3];
	prm_be32 syndrome;		/* 0x04 [31:0] */
	prm_be32 dw_08;			/* 0x08 [23:0] pd: Number of the protection domain. */
	uint8_t reserved_0c[4];
} __attribute__((packed, aligned(4)));

#define PRM_ALLOC_PD_OUT_SIZE 16

PRM_ASSERT_SIZE(prm_alloc_pd_out, 16);
PRM_ASSERT_OFFSET(prm_alloc_pd_out, status, 0x00);
PRM_ASSERT_OFFSET(prm_alloc_pd_out, reserved_01, 0x01);
PRM_ASSERT_OFFSET(prm_alloc_pd_out, syndrome, 0x04);
PRM_ASSERT_OFFSET(prm_alloc_pd_out, dw_08, 0x08);
PRM_ASSERT_OFFSET(prm_alloc_pd_out, reserved_0c, 0x0c);

static inline void prm_alloc_pd_out_set_status(struct prm_alloc_pd_out *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->status = (uint8_t)v;
}

static inline uint32_t prm_alloc_pd_out_get_status(const struct prm_alloc_pd_out *p)
{
	return p->status;
}

static inline void prm_alloc_pd_out_set_syndrome(struct prm_alloc_pd_out *p, uint32_t v)
{
	p->syndrome = prm_cpu_to_be32(v);
}

static inline uint32_t prm_alloc_pd_out_get_syndrome(const struct prm_alloc_pd_out *p)
{
	return prm_be32_to_cpu(p->syndrome);
}

static inline void prm_alloc_pd_out_set_pd(struct prm_alloc_pd_out *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_08 = prm_be32_replace(p->dw_08, 0xffffffu, v);
}

static inline uint32_t prm_alloc_pd_out_get_pd(const struct prm_alloc_pd_out *p)
{
	return prm_be32_to_cpu(p->dw_08) & 0xffffff;
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_alloc_pd_out_fields {
	uint8_t status;			/* enum prm_cmd_status */
	uint32_t syndrome;
	uint32_t pd;			/* 24 bits */
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_alloc_pd_out_fields_init(struct prm_alloc_pd_out_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_alloc_pd_out_pack(struct prm_alloc_pd_out *p,
		const struct prm_alloc_pd_out_fields *v)
{
	prm_store32(p, 0x00, (uint32_t)v->status << 24);
	prm_store32(p, 0x04, v->syndrome);
	PRM_CHECK_WIDTH(v->pd, 24);
	prm_store32(p, 0x08, v->pd & 0xffffff);
	prm_store32(p, 0x0c, 0);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_alloc_pd_out_check(const struct prm_alloc_pd_out *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_enum(r, "status", 0, 8, prm_alloc_pd_out_get_status(p),
		prm_cmd_status_str(prm_alloc_pd_out_get_status(p)));
	n += prm_check_reserved(r, p, 8, 24);	/* 0x00 [23:0] */
	n += prm_check_reserved(r, p, 64, 8);	/* 0x08 [31:24] */
	n += prm_check_reserved(r, p, 96, 32);	/* 0x0c [31:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_alloc_pd_out_unpack(struct prm_alloc_pd_out_fields *v,
		const struct prm_alloc_pd_out *p, struct prm_report *r)
{

	v->status = prm_load8(p, 0x00);
	v->syndrome = prm_load32(p, 0x04);
	v->pd = prm_load32(p, 0x08) & 0xffffff;
	return r ? prm_alloc_pd_out_check(p, r) : 0;
}

/**
 * struct prm_dealloc_pd_in - gives a protection domain back
 *
 * 16 bytes, written by the driver.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_dealloc_pd_in_bits; rdma-core
 * providers/mlx5/mlx5_ifc.h struct mlx5_ifc_dealloc_pd_in_bits; DPDK drivers/common/mlx5/mlx5_prm.h
 * struct mlx5_ifc_dealloc_pd_in_bits.
 */
struct prm_dealloc_pd_in {
	prm_be16 opcode;		/* 0x00 [31:16]: (enum prm_cmd_opcode; always 0x801) */
	prm_be16 uid;			/* 0x00 [15:0] */
	uint8_t reserved_04[2];
	prm_be16 op_mod;		/* 0x04 [15:0] */
	prm_be32 dw_08;			/* 0x08 [23:0] pd: Number of the protection domain. */
	uint8_t reserved_0c[4];
} __attribute__((packed, aligned(4)));

#define PRM_DEALLOC_PD_IN_SIZE 16

PRM_ASSERT_SIZE(prm_dealloc_pd_in, 16);
PRM_ASSERT_OFFSET(prm_dealloc_pd_in, opcode, 0x00);
PRM_ASSERT_OFFSET(prm_dealloc_pd_in, uid, 0x02);
PRM_ASSERT_OFFSET(prm_dealloc_pd_in, reserved_04, 0x04);
PRM_ASSERT_OFFSET(prm_dealloc_pd_in, op_mod, 0x06);
PRM_ASSERT_OFFSET(prm_dealloc_pd_in, dw_08, 0x08);
PRM_ASSERT_OFFSET(prm_dealloc_pd_in, reserved_0c, 0x0c);

static inline void prm_dealloc_pd_in_set_opcode(struct prm_dealloc_pd_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->opcode = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_dealloc_pd_in_get_opcode(const struct prm_dealloc_pd_in *p)
{
	return prm_be16_to_cpu(p->opcode);
}

static inline void prm_dealloc_pd_in_set_uid(struct prm_dealloc_pd_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->uid = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_dealloc_pd_in_get_uid(const struct prm_dealloc_pd_in *p)
{
	return prm_be16_to_cpu(p->uid);
}

static inline void prm_dealloc_pd_in_set_op_mod(struct prm_dealloc_pd_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->op_mod = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_dealloc_pd_in_get_op_mod(const struct prm_dealloc_pd_in *p)
{
	return prm_be16_to_cpu(p->op_mod);
}

static inline void prm_dealloc_pd_in_set_pd(struct prm_dealloc_pd_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_08 = prm_be32_replace(p->dw_08, 0xffffffu, v);
}

static inline uint32_t prm_dealloc_pd_in_get_pd(const struct prm_dealloc_pd_in *p)
{
	return prm_be32_to_cpu(p->dw_08) & 0xffffff;
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_dealloc_pd_in_fields {
	uint16_t uid;
	uint16_t op_mod;
	uint32_t pd;			/* 24 bits */
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_dealloc_pd_in_fields_init(struct prm_dealloc_pd_in_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_dealloc_pd_in_pack(struct prm_dealloc_pd_in *p,
		const struct prm_dealloc_pd_in_fields *v)
{
	prm_store32(p, 0x00, UINT32_C(0x801) << 16 | (uint32_t)v->uid);
	prm_store32(p, 0x04, (uint32_t)v->op_mod);
	PRM_CHECK_WIDTH(v->pd, 24);
	prm_store32(p, 0x08, v->pd & 0xffffff);
	prm_store32(p, 0x0c, 0);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_dealloc_pd_in_check(const struct prm_dealloc_pd_in *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_fixed(r, "opcode", 0, 16, prm_dealloc_pd_in_get_opcode(p), 0x801);
	n += prm_check_reserved(r, p, 32, 16);	/* 0x04 [31:16] */
	n += prm_check_reserved(r, p, 64, 8);	/* 0x08 [31:24] */
	n += prm_check_reserved(r, p, 96, 32);	/* 0x0c [31:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_dealloc_pd_in_unpack(struct prm_dealloc_pd_in_fields *v,
		const struct prm_dealloc_pd_in *p, struct prm_report *r)
{

	v->uid = prm_load16(p, 0x02);
	v->op_mod = prm_load16(p, 0x06);
	v->pd = prm_load32(p, 0x08) & 0xffffff;
	return r ? prm_dealloc_pd_in_check(p, r) : 0;
}

/**
 * struct prm_dealloc_pd_out - the answer to DEALLOC_PD
 *
 * 16 bytes, written by the device.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_dealloc_pd_out_bits; rdma-core
 * providers/mlx5/mlx5_ifc.h struct mlx5_ifc_dealloc_pd_out_bits; DPDK
 * drivers/common/mlx5/mlx5_prm.h struct mlx5_ifc_dealloc_pd_out_bits.
 */
struct prm_dealloc_pd_out {
	uint8_t status;			/* 0x00 [31:24]: (enum prm_cmd_status) */
	uint8_t reserved_01[3];
	prm_be32 syndrome;		/* 0x04 [31:0] */
	uint8_t reserved_08[8];
} __attribute__((packed, aligned(4)));

#define PRM_DEALLOC_PD_OUT_SIZE 16

PRM_ASSERT_SIZE(prm_dealloc_pd_out, 16);
PRM_ASSERT_OFFSET(prm_dealloc_pd_out, status, 0x00);
PRM_ASSERT_OFFSET(prm_dealloc_pd_out, reserved_01, 0x01);
PRM_ASSERT_OFFSET(prm_dealloc_pd_out, syndrome, 0x04);
PRM_ASSERT_OFFSET(prm_dealloc_pd_out, reserved_08, 0x08);

static inline void prm_dealloc_pd_out_set_status(struct prm_dealloc_pd_out *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->status = (uint8_t)v;
}

static inline uint32_t prm_dealloc_pd_out_get_status(const struct prm_dealloc_pd_out *p)
{
	return p->status;
}

static inline void prm_dealloc_pd_out_set_syndrome(struct prm_dealloc_pd_out *p, uint32_t v)
{
	p->syndrome = prm_cpu_to_be32(v);
}

static inline uint32_t prm_dealloc_pd_out_get_syndrome(const struct prm_dealloc_pd_out *p)
{
	return prm_be32_to_cpu(p->syndrome);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_dealloc_pd_out_fields {
	uint8_t status;			/* enum prm_cmd_status */
	uint32_t syndrome;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_dealloc_pd_out_fields_init(struct prm_dealloc_pd_out_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_dealloc_pd_out_pack(struct prm_dealloc_pd_out *p,
		const struct prm_dealloc_pd_out_fields *v)
{
	prm_store32(p, 0x00, (uint32_t)v->status << 24);
	prm_store32(p, 0x04, v->syndrome);
	prm_store32(p, 0x08, 0);
	prm_store32(p, 0x0c, 0);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_dealloc_pd_out_check(const struct prm_dealloc_pd_out *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_enum(r, "status", 0, 8, prm_dealloc_pd_out_get_status(p),
		prm_cmd_status_str(prm_dealloc_pd_out_get_status(p)));
	n += prm_check_reserved(r, p, 8, 24);	/* 0x00 [23:0] */
	n += prm_check_reserved(r, p, 64, 64);	/* 0x08 [63:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_dealloc_pd_out_unpack(struct prm_dealloc_pd_out_fields *v,
		const struct prm_dealloc_pd_out *p, struct prm_report *r)
{

	v->status = prm_load8(p, 0x00);
	v->syndrome = prm_load32(p, 0x04);
	return r ? prm_dealloc_pd_out_check(p, r) : 0;
}

/**
 * struct prm_alloc_uar_in - makes a UAR, 4096 bytes of doorbell registers
 *
 * 16 bytes, written by the driver.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_alloc_uar_in_bits; rdma-core
 * providers/mlx5/mlx5_ifc.h struct mlx5_ifc_alloc_uar_in_bits.
 */
struct prm_alloc_uar_in {
	prm_be16 opcode;		/* 0x00 [31:16]: (enum prm_cmd_opcode; always 0x802) */
	prm_be16 uid;			/* 0x00 [15:0] */
	uint8_t reserved_04[2];
	prm_be16 op_mod;		/* 0x04 [15:0] */
	uint8_t reserved_08[8];
} __attribute__((packed, aligned(4)));

#define PRM_ALLOC_UAR_IN_SIZE 16

PRM_ASSERT_SIZE(prm_alloc_uar_in, 16);
PRM_ASSERT_OFFSET(prm_alloc_uar_in, opcode, 0x00);
PRM_ASSERT_OFFSET(prm_alloc_uar_in, uid, 0x02);
PRM_ASSERT_OFFSET(prm_alloc_uar_in, reserved_04, 0x04);
PRM_ASSERT_OFFSET(prm_alloc_uar_in, op_mod, 0x06);
PRM_ASSERT_OFFSET(prm_alloc_uar_in, reserved_08, 0x08);

static inline void prm_alloc_uar_in_set_opcode(struct prm_alloc_uar_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->opcode = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_alloc_uar_in_get_opcode(const struct prm_alloc_uar_in *p)
{
	return prm_be16_to_cpu(p->opcode);
}

static inline void prm_alloc_uar_in_set_uid(struct prm_alloc_uar_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->uid = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_alloc_uar_in_get_uid(const struct prm_alloc_uar_in *p)
{
	return prm_be16_to_cpu(p->uid);
}

static inline void prm_alloc_uar_in_set_op_mod(struct prm_alloc_uar_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->op_mod = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_alloc_uar_in_get_op_mod(const struct prm_alloc_uar_in *p)
{
	return prm_be16_to_cpu(p->op_mod);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_alloc_uar_in_fields {
	uint16_t uid;
	uint16_t op_mod;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_alloc_uar_in_fields_init(struct prm_alloc_uar_in_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_alloc_uar_in_pack(struct prm_alloc_uar_in *p,
		const struct prm_alloc_uar_in_fields *v)
{
	prm_store32(p, 0x00, UINT32_C(0x802) << 16 | (uint32_t)v->uid);
	prm_store32(p, 0x04, (uint32_t)v->op_mod);
	prm_store32(p, 0x08, 0);
	prm_store32(p, 0x0c, 0);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_alloc_uar_in_check(const struct prm_alloc_uar_in *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_fixed(r, "opcode", 0, 16, prm_alloc_uar_in_get_opcode(p), 0x802);
	n += prm_check_reserved(r, p, 32, 16);	/* 0x04 [31:16] */
	n += prm_check_reserved(r, p, 64, 64);	/* 0x08 [63:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_alloc_uar_in_unpack(struct prm_alloc_uar_in_fields *v,
		const struct prm_alloc_uar_in *p, struct prm_report *r)
{

	v->uid = prm_load16(p, 0x02);
	v->op_mod = prm_load16(p, 0x06);
	return r ? prm_alloc_uar_in_check(p, r) : 0;
}

/**
 * struct prm_alloc_uar_out - the answer to ALLOC_UAR
 *
 * 16 bytes, written by the device.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_alloc_uar_out_bits; rdma-core
 * providers/mlx5/mlx5_ifc.h struct mlx5_ifc_alloc_uar_out_bits.
 */
struct prm_alloc_uar_out {
	uint8_t status;			/* 0x00 [31:24]: (enum prm_cmd_status) */
	uint8_t reserved_01[3];
	prm_be32 syndrome;		/* 0x04 [31:0] */
	prm_be32 dw_08;			/* 0x08 [23:0] uar: Number of the page. */
	uint8_t reserved_0c[4];
} __attribute__((packed, aligned(4)));

#define PRM_ALLOC_UAR_OUT_SIZE 16

PRM_ASSERT_SIZE(prm_alloc_uar_out, 16);
PRM_ASSERT_OFFSET(prm_alloc_uar_out, status, 0x00);
PRM_ASSERT_OFFSET(prm_alloc_uar_out, reserved_01, 0x01);
PRM_ASSERT_OFFSET(prm_alloc_uar_out, syndrome, 0x04);
PRM_ASSERT_OFFSET(prm_alloc_uar_out, dw_08, 0x08);
PRM_ASSERT_OFFSET(prm_alloc_uar_out, reserved_0c, 0x0c);

static inline void prm_alloc_uar_out_set_status(struct prm_alloc_uar_out *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->status = (uint8_t)v;
}

static inline uint32_t prm_alloc_uar_out_get_status(const struct prm_alloc_uar_out *p)
{
	return p->status;
}

static inline void prm_alloc_uar_out_set_syndrome(struct prm_alloc_uar_out *p, uint32_t v)
{
	p->syndrome = prm_cpu_to_be32(v);
}

static inline uint32_t prm_alloc_uar_out_get_syndrome(const struct prm_alloc_uar_out *p)
{
	return prm_be32_to_cpu(p->syndrome);
}

static inline void prm_alloc_uar_out_set_uar(struct prm_alloc_uar_out *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_08 = prm_be32_replace(p->dw_08, 0xffffffu, v);
}

static inline uint32_t prm_alloc_uar_out_get_uar(const struct prm_alloc_uar_out *p)
{
	return prm_be32_to_cpu(p->dw_08) & 0xffffff;
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_alloc_uar_out_fields {
	uint8_t status;			/* enum prm_cmd_status */
	uint32_t syndrome;
	uint32_t uar;			/* 24 bits */
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_alloc_uar_out_fields_init(struct prm_alloc_uar_out_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_alloc_uar_out_pack(struct prm_alloc_uar_out *p,
		const struct prm_alloc_uar_out_fields *v)
{
	prm_store32(p, 0x00, (uint32_t)v->status << 24);
	prm_store32(p, 0x04, v->syndrome);
	PRM_CHECK_WIDTH(v->uar, 24);
	prm_store32(p, 0x08, v->uar & 0xffffff);
	prm_store32(p, 0x0c, 0);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_alloc_uar_out_check(const struct prm_alloc_uar_out *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_enum(r, "status", 0, 8, prm_alloc_uar_out_get_status(p),
		prm_cmd_status_str(prm_alloc_uar_out_get_status(p)));
	n += prm_check_reserved(r, p, 8, 24);	/* 0x00 [23:0] */
	n += prm_check_reserved(r, p, 64, 8);	/* 0x08 [31:24] */
	n += prm_check_reserved(r, p, 96, 32);	/* 0x0c [31:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_alloc_uar_out_unpack(struct prm_alloc_uar_out_fields *v,
		const struct prm_alloc_uar_out *p, struct prm_report *r)
{

	v->status = prm_load8(p, 0x00);
	v->syndrome = prm_load32(p, 0x04);
	v->uar = prm_load32(p, 0x08) & 0xffffff;
	return r ? prm_alloc_uar_out_check(p, r) : 0;
}

/**
 * struct prm_dealloc_uar_in - gives a UAR back
 *
 * 16 bytes, written by the driver.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_dealloc_uar_in_bits; rdma-core
 * providers/mlx5/mlx5_ifc.h struct mlx5_ifc_dealloc_uar_in_bits.
 */
struct prm_dealloc_uar_in {
	prm_be16 opcode;		/* 0x00 [31:16]: (enum prm_cmd_opcode; always 0x803) */
	prm_be16 uid;			/* 0x00 [15:0] */
	uint8_t reserved_04[2];
	prm_be16 op_mod;		/* 0x04 [15:0] */
	prm_be32 dw_08;			/* 0x08 [23:0] uar: Number of the page. */
	uint8_t reserved_0c[4];
} __attribute__((packed, aligned(4)));

#define PRM_DEALLOC_UAR_IN_SIZE 16

PRM_ASSERT_SIZE(prm_dealloc_uar_in, 16);
PRM_ASSERT_OFFSET(prm_dealloc_uar_in, opcode, 0x00);
PRM_ASSERT_OFFSET(prm_dealloc_uar_in, uid, 0x02);
PRM_ASSERT_OFFSET(prm_dealloc_uar_in, reserved_04, 0x04);
PRM_ASSERT_OFFSET(prm_dealloc_uar_in, op_mod, 0x06);
PRM_ASSERT_OFFSET(prm_dealloc_uar_in, dw_08, 0x08);
PRM_ASSERT_OFFSET(prm_dealloc_uar_in, reserved_0c, 0x0c);

static inline void prm_dealloc_uar_in_set_opcode(struct prm_dealloc_uar_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->opcode = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_dealloc_uar_in_get_opcode(const struct prm_dealloc_uar_in *p)
{
	return prm_be16_to_cpu(p->opcode);
}

static inline void prm_dealloc_uar_in_set_uid(struct prm_dealloc_uar_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->uid = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_dealloc_uar_in_get_uid(const struct prm_dealloc_uar_in *p)
{
	return prm_be16_to_cpu(p->uid);
}

static inline void prm_dealloc_uar_in_set_op_mod(struct prm_dealloc_uar_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->op_mod = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_dealloc_uar_in_get_op_mod(const struct prm_dealloc_uar_in *p)
{
	return prm_be16_to_cpu(p->op_mod);
}

static inline void prm_dealloc_uar_in_set_uar(struct prm_dealloc_uar_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_08 = prm_be32_replace(p->dw_08, 0xffffffu, v);
}

static inline uint32_t prm_dealloc_uar_in_get_uar(const struct prm_dealloc_uar_in *p)
{
	return prm_be32_to_cpu(p->dw_08) & 0xffffff;
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_dealloc_uar_in_fields {
	uint16_t uid;
	uint16_t op_mod;
	uint32_t uar;			/* 24 bits */
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_dealloc_uar_in_fields_init(struct prm_dealloc_uar_in_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_dealloc_uar_in_pack(struct prm_dealloc_uar_in *p,
		const struct prm_dealloc_uar_in_fields *v)
{
	prm_store32(p, 0x00, UINT32_C(0x803) << 16 | (uint32_t)v->uid);
	prm_store32(p, 0x04, (uint32_t)v->op_mod);
	PRM_CHECK_WIDTH(v->uar, 24);
	prm_store32(p, 0x08, v->uar & 0xffffff);
	prm_store32(p, 0x0c, 0);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_dealloc_uar_in_check(const struct prm_dealloc_uar_in *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_fixed(r, "opcode", 0, 16, prm_dealloc_uar_in_get_opcode(p), 0x803);
	n += prm_check_reserved(r, p, 32, 16);	/* 0x04 [31:16] */
	n += prm_check_reserved(r, p, 64, 8);	/* 0x08 [31:24] */
	n += prm_check_reserved(r, p, 96, 32);	/* 0x0c [31:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_dealloc_uar_in_unpack(struct prm_dealloc_uar_in_fields *v,
		const struct prm_dealloc_uar_in *p, struct prm_report *r)
{

	v->uid = prm_load16(p, 0x02);
	v->op_mod = prm_load16(p, 0x06);
	v->uar = prm_load32(p, 0x08) & 0xffffff;
	return r ? prm_dealloc_uar_in_check(p, r) : 0;
}

/**
 * struct prm_dealloc_uar_out - the answer to DEALLOC_UAR
 *
 * 16 bytes, written by the device.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_dealloc_uar_out_bits; rdma-core
 * providers/mlx5/mlx5_ifc.h struct mlx5_ifc_dealloc_uar_out_bits.
 */
struct prm_dealloc_uar_out {
	uint8_t status;			/* 0x00 [31:24]: (enum prm_cmd_status) */
	uint8_t reserved_01[3];
	prm_be32 syndrome;		/* 0x04 [31:0] */
	uint8_t reserved_08[8];
} __attribute__((packed, aligned(4)));

#define PRM_DEALLOC_UAR_OUT_SIZE 16

PRM_ASSERT_SIZE(prm_dealloc_uar_out, 16);
PRM_ASSERT_OFFSET(prm_dealloc_uar_out, status, 0x00);
PRM_ASSERT_OFFSET(prm_dealloc_uar_out, reserved_01, 0x01);
PRM_ASSERT_OFFSET(prm_dealloc_uar_out, syndrome, 0x04);
PRM_ASSERT_OFFSET(prm_dealloc_uar_out, reserved_08, 0x08);

static inline void prm_dealloc_uar_out_set_status(struct prm_dealloc_uar_out *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->status = (uint8_t)v;
}

static inline uint32_t prm_dealloc_uar_out_get_status(const struct prm_dealloc_uar_out *p)
{
	return p->status;
}

static inline void prm_dealloc_uar_out_set_syndrome(struct prm_dealloc_uar_out *p, uint32_t v)
{
	p->syndrome = prm_cpu_to_be32(v);
}

static inline uint32_t prm_dealloc_uar_out_get_syndrome(const struct prm_dealloc_uar_out *p)
{
	return prm_be32_to_cpu(p->syndrome);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_dealloc_uar_out_fields {
	uint8_t status;			/* enum prm_cmd_status */
	uint32_t syndrome;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_dealloc_uar_out_fields_init(struct prm_dealloc_uar_out_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_dealloc_uar_out_pack(struct prm_dealloc_uar_out *p,
		const struct prm_dealloc_uar_out_fields *v)
{
	prm_store32(p, 0x00, (uint32_t)v->status << 24);
	prm_store32(p, 0x04, v->syndrome);
	prm_store32(p, 0x08, 0);
	prm_store32(p, 0x0c, 0);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_dealloc_uar_out_check(const struct prm_dealloc_uar_out *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_enum(r, "status", 0, 8, prm_dealloc_uar_out_get_status(p),
		prm_cmd_status_str(prm_dealloc_uar_out_get_status(p)));
	n += prm_check_reserved(r, p, 8, 24);	/* 0x00 [23:0] */
	n += prm_check_reserved(r, p, 64, 64);	/* 0x08 [63:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_dealloc_uar_out_unpack(
		struct prm_dealloc_uar_out_fields *v, const struct prm_dealloc_uar_out *p,
		struct prm_report *r)
{

	v->status = prm_load8(p, 0x00);
	v->syndrome = prm_load32(p, 0x04);
	return r ? prm_dealloc_uar_out_check(p, r) : 0;
}

/**
 * struct prm_alloc_transport_domain_in - makes a transport domain. Queues of raw packets belong to
 * one
 *
 * 16 bytes, written by the driver.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_alloc_transport_domain_in_bits; DPDK
 * drivers/common/mlx5/mlx5_prm.h struct mlx5_ifc_alloc_transport_domain_in_bits.
 */
struct prm_alloc_transport_domain_in {
	prm_be16 opcode;		/* 0x00 [31:16]: (enum prm_cmd_opcode; always 0x816) */
	prm_be16 uid;			/* 0x00 [15:0] */
	uint8_t reserved_04[2];
	prm_be16 op_mod;		/* 0x04 [15:0] */
	uint8_t reserved_08[8];
} __attribute__((packed, aligned(4)));

#define PRM_ALLOC_TRANSPORT_DOMAIN_IN_SIZE 16

PRM_ASSERT_SIZE(prm_alloc_transport_domain_in, 16);
PRM_ASSERT_OFFSET(prm_alloc_transport_domain_in, opcode, 0x00);
PRM_ASSERT_OFFSET(prm_alloc_transport_domain_in, uid, 0x02);
PRM_ASSERT_OFFSET(prm_alloc_transport_domain_in, reserved_04, 0x04);
PRM_ASSERT_OFFSET(prm_alloc_transport_domain_in, op_mod, 0x06);
PRM_ASSERT_OFFSET(prm_alloc_transport_domain_in, reserved_08, 0x08);

static inline void prm_alloc_transport_domain_in_set_opcode(struct prm_alloc_transport_domain_in *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->opcode = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_alloc_transport_domain_in_get_opcode(
		const struct prm_alloc_transport_domain_in *p)
{
	return prm_be16_to_cpu(p->opcode);
}

static inline void prm_alloc_transport_domain_in_set_uid(struct prm_alloc_transport_domain_in *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->uid = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_alloc_transport_domain_in_get_uid(
		const struct prm_alloc_transport_domain_in *p)
{
	return prm_be16_to_cpu(p->uid);
}

static inline void prm_alloc_transport_domain_in_set_op_mod(struct prm_alloc_transport_domain_in *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->op_mod = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_alloc_transport_domain_in_get_op_mod(
		const struct prm_alloc_transport_domain_in *p)
{
	return prm_be16_to_cpu(p->op_mod);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_alloc_transport_domain_in_fields {
	uint16_t uid;
	uint16_t op_mod;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_alloc_transport_domain_in_fields_init(
		struct prm_alloc_transport_domain_in_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_alloc_transport_domain_in_pack(
		struct prm_alloc_transport_domain_in *p,
		const struct prm_alloc_transport_domain_in_fields *v)
{
	prm_store32(p, 0x00, UINT32_C(0x816) << 16 | (uint32_t)v->uid);
	prm_store32(p, 0x04, (uint32_t)v->op_mod);
	prm_store32(p, 0x08, 0);
	prm_store32(p, 0x0c, 0);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_alloc_transport_domain_in_check(
		const struct prm_alloc_transport_domain_in *p, struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_fixed(r, "opcode", 0, 16, prm_alloc_transport_domain_in_get_opcode(p),
		0x816);
	n += prm_check_reserved(r, p, 32, 16);	/* 0x04 [31:16] */
	n += prm_check_reserved(r, p, 64, 64);	/* 0x08 [63:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_alloc_transport_domain_in_unpack(
		struct prm_alloc_transport_domain_in_fields *v,
		const struct prm_alloc_transport_domain_in *p, struct prm_report *r)
{

	v->uid = prm_load16(p, 0x02);
	v->op_mod = prm_load16(p, 0x06);
	return r ? prm_alloc_transport_domain_in_check(p, r) : 0;
}

/**
 * struct prm_alloc_transport_domain_out - the answer to ALLOC_TRANSPORT_DOMAIN
 *
 * 16 bytes, written by the device.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_alloc_transport_domain_out_bits;
 * rdma-core providers/mlx5/mlx5_ifc.h struct mlx5_ifc_alloc_transport_domain_out_bits; DPDK
 * drivers/common/mlx5/mlx5_prm.h struct mlx5_ifc_alloc_transport_domain_out_bits.
 */
struct prm_alloc_transport_domain_out {
	uint8_t status;			/* 0x00 [31:24]: (enum prm_cmd_status) */
	uint8_t reserved_01[3];
	prm_be32 syndrome;		/* 0x04 [31:0] */
	prm_be32 dw_08;			/* 0x08 [23:0] transport_domain */
	uint8_t reserved_0c[4];
} __attribute__((packed, aligned(4)));

#define PRM_ALLOC_TRANSPORT_DOMAIN_OUT_SIZE 16

PRM_ASSERT_SIZE(prm_alloc_transport_domain_out, 16);
PRM_ASSERT_OFFSET(prm_alloc_transport_domain_out, status, 0x00);
PRM_ASSERT_OFFSET(prm_alloc_transport_domain_out, reserved_01, 0x01);
PRM_ASSERT_OFFSET(prm_alloc_transport_domain_out, syndrome, 0x04);
PRM_ASSERT_OFFSET(prm_alloc_transport_domain_out, dw_08, 0x08);
PRM_ASSERT_OFFSET(prm_alloc_transport_domain_out, reserved_0c, 0x0c);

static inline void prm_alloc_transport_domain_out_set_status(
		struct prm_alloc_transport_domain_out *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->status = (uint8_t)v;
}

static inline uint32_t prm_alloc_transport_domain_out_get_status(
		const struct prm_alloc_transport_domain_out *p)
{
	return p->status;
}

static inline void prm_alloc_transport_domain_out_set_syndrome(
		struct prm_alloc_transport_domain_out *p, uint32_t v)
{
	p->syndrome = prm_cpu_to_be32(v);
}

static inline uint32_t prm_alloc_transport_domain_out_get_syndrome(
		const struct prm_alloc_transport_domain_out *p)
{
	return prm_be32_to_cpu(p->syndrome);
}

static inline void prm_alloc_transport_domain_out_set_transport_domain(
		struct prm_alloc_transport_domain_out *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_08 = prm_be32_replace(p->dw_08, 0xffffffu, v);
}

static inline uint32_t prm_alloc_transport_domain_out_get_transport_domain(
		const struct prm_alloc_transport_domain_out *p)
{
	return prm_be32_to_cpu(p->dw_08) & 0xffffff;
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_alloc_transport_domain_out_fields {
	uint8_t status;			/* enum prm_cmd_status */
	uint32_t syndrome;
	uint32_t transport_domain;	/* 24 bits */
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_alloc_transport_domain_out_fields_init(
		struct prm_alloc_transport_domain_out_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_alloc_transport_domain_out_pack(
		struct prm_alloc_transport_domain_out *p,
		const struct prm_alloc_transport_domain_out_fields *v)
{
	prm_store32(p, 0x00, (uint32_t)v->status << 24);
	prm_store32(p, 0x04, v->syndrome);
	PRM_CHECK_WIDTH(v->transport_domain, 24);
	prm_store32(p, 0x08, v->transport_domain & 0xffffff);
	prm_store32(p, 0x0c, 0);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_alloc_transport_domain_out_check(
		const struct prm_alloc_transport_domain_out *p, struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_enum(r, "status", 0, 8, prm_alloc_transport_domain_out_get_status(p),
		prm_cmd_status_str(prm_alloc_transport_domain_out_get_status(p)));
	n += prm_check_reserved(r, p, 8, 24);	/* 0x00 [23:0] */
	n += prm_check_reserved(r, p, 64, 8);	/* 0x08 [31:24] */
	n += prm_check_reserved(r, p, 96, 32);	/* 0x0c [31:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_alloc_transport_domain_out_unpack(
		struct prm_alloc_transport_domain_out_fields *v,
		const struct prm_alloc_transport_domain_out *p, struct prm_report *r)
{

	v->status = prm_load8(p, 0x00);
	v->syndrome = prm_load32(p, 0x04);
	v->transport_domain = prm_load32(p, 0x08) & 0xffffff;
	return r ? prm_alloc_transport_domain_out_check(p, r) : 0;
}

/**
 * struct prm_dealloc_transport_domain_in - gives a transport domain back
 *
 * 16 bytes, written by the driver.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_dealloc_transport_domain_in_bits;
 * rdma-core providers/mlx5/mlx5_ifc.h struct mlx5_ifc_dealloc_transport_domain_in_bits.
 */
struct prm_dealloc_transport_domain_in {
	prm_be16 opcode;		/* 0x00 [31:16]: (enum prm_cmd_opcode; always 0x817) */
	prm_be16 uid;			/* 0x00 [15:0] */
	uint8_t reserved_04[2];
	prm_be16 op_mod;		/* 0x04 [15:0] */
	prm_be32 dw_08;			/* 0x08 [23:0] transport_domain */
	uint8_t reserved_0c[4];
} __attribute__((packed, aligned(4)));

#define PRM_DEALLOC_TRANSPORT_DOMAIN_IN_SIZE 16

PRM_ASSERT_SIZE(prm_dealloc_transport_domain_in, 16);
PRM_ASSERT_OFFSET(prm_dealloc_transport_domain_in, opcode, 0x00);
PRM_ASSERT_OFFSET(prm_dealloc_transport_domain_in, uid, 0x02);
PRM_ASSERT_OFFSET(prm_dealloc_transport_domain_in, reserved_04, 0x04);
PRM_ASSERT_OFFSET(prm_dealloc_transport_domain_in, op_mod, 0x06);
PRM_ASSERT_OFFSET(prm_dealloc_transport_domain_in, dw_08, 0x08);
PRM_ASSERT_OFFSET(prm_dealloc_transport_domain_in, reserved_0c, 0x0c);

static inline void prm_dealloc_transport_domain_in_set_opcode(
		struct prm_dealloc_transport_domain_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->opcode = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_dealloc_transport_domain_in_get_opcode(
		const struct prm_dealloc_transport_domain_in *p)
{
	return prm_be16_to_cpu(p->opcode);
}

static inline void prm_dealloc_transport_domain_in_set_uid(
		struct prm_dealloc_transport_domain_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->uid = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_dealloc_transport_domain_in_get_uid(
		const struct prm_dealloc_transport_domain_in *p)
{
	return prm_be16_to_cpu(p->uid);
}

static inline void prm_dealloc_transport_domain_in_set_op_mod(
		struct prm_dealloc_transport_domain_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->op_mod = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_dealloc_transport_domain_in_get_op_mod(
		const struct prm_dealloc_transport_domain_in *p)
{
	return prm_be16_to_cpu(p->op_mod);
}

static inline void prm_dealloc_transport_domain_in_set_transport_domain(
		struct prm_dealloc_transport_domain_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_08 = prm_be32_replace(p->dw_08, 0xffffffu, v);
}

static inline uint32_t prm_dealloc_transport_domain_in_get_transport_domain(
		const struct prm_dealloc_transport_domain_in *p)
{
	return prm_be32_to_cpu(p->dw_08) & 0xffffff;
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_dealloc_transport_domain_in_fields {
	uint16_t uid;
	uint16_t op_mod;
	uint32_t transport_domain;	/* 24 bits */
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_dealloc_transport_domain_in_fields_init(
		struct prm_dealloc_transport_domain_in_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_dealloc_transport_domain_in_pack(
		struct prm_dealloc_transport_domain_in *p,
		const struct prm_dealloc_transport_domain_in_fields *v)
{
	prm_store32(p, 0x00, UINT32_C(0x817) << 16 | (uint32_t)v->uid);
	prm_store32(p, 0x04, (uint32_t)v->op_mod);
	PRM_CHECK_WIDTH(v->transport_domain, 24);
	prm_store32(p, 0x08, v->transport_domain & 0xffffff);
	prm_store32(p, 0x0c, 0);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_dealloc_transport_domain_in_check(
		const struct prm_dealloc_transport_domain_in *p, struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_fixed(r, "opcode", 0, 16, prm_dealloc_transport_domain_in_get_opcode(p),
		0x817);
	n += prm_check_reserved(r, p, 32, 16);	/* 0x04 [31:16] */
	n += prm_check_reserved(r, p, 64, 8);	/* 0x08 [31:24] */
	n += prm_check_reserved(r, p, 96, 32);	/* 0x0c [31:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_dealloc_transport_domain_in_unpack(
		struct prm_dealloc_transport_domain_in_fields *v,
		const struct prm_dealloc_transport_domain_in *p, struct prm_report *r)
{

	v->uid = prm_load16(p, 0x02);
	v->op_mod = prm_load16(p, 0x06);
	v->transport_domain = prm_load32(p, 0x08) & 0xffffff;
	return r ? prm_dealloc_transport_domain_in_check(p, r) : 0;
}

/**
 * struct prm_dealloc_transport_domain_out - the answer to DEALLOC_TRANSPORT_DOMAIN
 *
 * 16 bytes, written by the device.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_dealloc_transport_domain_out_bits.
 */
struct prm_dealloc_transport_domain_out {
	uint8_t status;			/* 0x00 [31:24]: (enum prm_cmd_status) */
	uint8_t reserved_01[3];
	prm_be32 syndrome;		/* 0x04 [31:0] */
	uint8_t reserved_08[8];
} __attribute__((packed, aligned(4)));

#define PRM_DEALLOC_TRANSPORT_DOMAIN_OUT_SIZE 16

PRM_ASSERT_SIZE(prm_dealloc_transport_domain_out, 16);
PRM_ASSERT_OFFSET(prm_dealloc_transport_domain_out, status, 0x00);
PRM_ASSERT_OFFSET(prm_dealloc_transport_domain_out, reserved_01, 0x01);
PRM_ASSERT_OFFSET(prm_dealloc_transport_domain_out, syndrome, 0x04);
PRM_ASSERT_OFFSET(prm_dealloc_transport_domain_out, reserved_08, 0x08);

static inline void prm_dealloc_transport_domain_out_set_status(
		struct prm_dealloc_transport_domain_out *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->status = (uint8_t)v;
}

static inline uint32_t prm_dealloc_transport_domain_out_get_status(
		const struct prm_dealloc_transport_domain_out *p)
{
	return p->status;
}

static inline void prm_dealloc_transport_domain_out_set_syndrome(
		struct prm_dealloc_transport_domain_out *p, uint32_t v)
{
	p->syndrome = prm_cpu_to_be32(v);
}

static inline uint32_t prm_dealloc_transport_domain_out_get_syndrome(
		const struct prm_dealloc_transport_domain_out *p)
{
	return prm_be32_to_cpu(p->syndrome);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_dealloc_transport_domain_out_fields {
	uint8_t status;			/* enum prm_cmd_status */
	uint32_t syndrome;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_dealloc_transport_domain_out_fields_init(
		struct prm_dealloc_transport_domain_out_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_dealloc_transport_domain_out_pack(
		struct prm_dealloc_transport_domain_out *p,
		const struct prm_dealloc_transport_domain_out_fields *v)
{
	prm_store32(p, 0x00, (uint32_t)v->status << 24);
	prm_store32(p, 0x04, v->syndrome);
	prm_store32(p, 0x08, 0);
	prm_store32(p, 0x0c, 0);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_dealloc_transport_domain_out_check(
		const struct prm_dealloc_transport_domain_out *p, struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_enum(r, "status", 0, 8, prm_dealloc_transport_domain_out_get_status(p),
		prm_cmd_status_str(prm_dealloc_transport_domain_out_get_status(p)));
	n += prm_check_reserved(r, p, 8, 24);	/* 0x00 [23:0] */
	n += prm_check_reserved(r, p, 64, 64);	/* 0x08 [63:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_dealloc_transport_domain_out_unpack(
		struct prm_dealloc_transport_domain_out_fields *v,
		const struct prm_dealloc_transport_domain_out *p, struct prm_report *r)
{

	v->status = prm_load8(p, 0x00);
	v->syndrome = prm_load32(p, 0x04);
	return r ? prm_dealloc_transport_domain_out_check(p, r) : 0;
}

/**
 * struct prm_alloc_xrcd_in - makes an XRC domain
 *
 * 16 bytes, written by the driver.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_alloc_xrcd_in_bits.
 */
struct prm_alloc_xrcd_in {
	prm_be16 opcode;		/* 0x00 [31:16]: (enum prm_cmd_opcode; always 0x80e) */
	prm_be16 uid;			/* 0x00 [15:0] */
	uint8_t reserved_04[2];
	prm_be16 op_mod;		/* 0x04 [15:0] */
	uint8_t reserved_08[8];
} __attribute__((packed, aligned(4)));

#define PRM_ALLOC_XRCD_IN_SIZE 16

PRM_ASSERT_SIZE(prm_alloc_xrcd_in, 16);
PRM_ASSERT_OFFSET(prm_alloc_xrcd_in, opcode, 0x00);
PRM_ASSERT_OFFSET(prm_alloc_xrcd_in, uid, 0x02);
PRM_ASSERT_OFFSET(prm_alloc_xrcd_in, reserved_04, 0x04);
PRM_ASSERT_OFFSET(prm_alloc_xrcd_in, op_mod, 0x06);
PRM_ASSERT_OFFSET(prm_alloc_xrcd_in, reserved_08, 0x08);

static inline void prm_alloc_xrcd_in_set_opcode(struct prm_alloc_xrcd_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->opcode = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_alloc_xrcd_in_get_opcode(const struct prm_alloc_xrcd_in *p)
{
	return prm_be16_to_cpu(p->opcode);
}

static inline void prm_alloc_xrcd_in_set_uid(struct prm_alloc_xrcd_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->uid = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_alloc_xrcd_in_get_uid(const struct prm_alloc_xrcd_in *p)
{
	return prm_be16_to_cpu(p->uid);
}

static inline void prm_alloc_xrcd_in_set_op_mod(struct prm_alloc_xrcd_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->op_mod = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_alloc_xrcd_in_get_op_mod(const struct prm_alloc_xrcd_in *p)
{
	return prm_be16_to_cpu(p->op_mod);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_alloc_xrcd_in_fields {
	uint16_t uid;
	uint16_t op_mod;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_alloc_xrcd_in_fields_init(struct prm_alloc_xrcd_in_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_alloc_xrcd_in_pack(struct prm_alloc_xrcd_in *p,
		const struct prm_alloc_xrcd_in_fields *v)
{
	prm_store32(p, 0x00, UINT32_C(0x80e) << 16 | (uint32_t)v->uid);
	prm_store32(p, 0x04, (uint32_t)v->op_mod);
	prm_store32(p, 0x08, 0);
	prm_store32(p, 0x0c, 0);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_alloc_xrcd_in_check(const struct prm_alloc_xrcd_in *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_fixed(r, "opcode", 0, 16, prm_alloc_xrcd_in_get_opcode(p), 0x80e);
	n += prm_check_reserved(r, p, 32, 16);	/* 0x04 [31:16] */
	n += prm_check_reserved(r, p, 64, 64);	/* 0x08 [63:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_alloc_xrcd_in_unpack(struct prm_alloc_xrcd_in_fields *v,
		const struct prm_alloc_xrcd_in *p, struct prm_report *r)
{

	v->uid = prm_load16(p, 0x02);
	v->op_mod = prm_load16(p, 0x06);
	return r ? prm_alloc_xrcd_in_check(p, r) : 0;
}

/**
 * struct prm_alloc_xrcd_out - the answer to ALLOC_XRCD
 *
 * 16 bytes, written by the device.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_alloc_xrcd_out_bits; rdma-core
 * providers/mlx5/mlx5_ifc.h struct mlx5_ifc_alloc_xrcd_out_bits.
 */
struct prm_alloc_xrcd_out {
	uint8_t status;			/* 0x00 [31:24]: (enum prm_cmd_status) */
	uint8_t reserved_01[3];
	prm_be32 syndrome;		/* 0x04 [31:0] */
	prm_be32 dw_08;			/* 0x08 [23:0] xrcd: Number of the domain. */
	uint8_t reserved_0c[4];
} __attribute__((packed, aligned(4)));

#define PRM_ALLOC_XRCD_OUT_SIZE 16

PRM_ASSERT_SIZE(prm_alloc_xrcd_out, 16);
PRM_ASSERT_OFFSET(prm_alloc_xrcd_out, status, 0x00);
PRM_ASSERT_OFFSET(prm_alloc_xrcd_out, reserved_01, 0x01);
PRM_ASSERT_OFFSET(prm_alloc_xrcd_out, syndrome, 0x04);
PRM_ASSERT_OFFSET(prm_alloc_xrcd_out, dw_08, 0x08);
PRM_ASSERT_OFFSET(prm_alloc_xrcd_out, reserved_0c, 0x0c);

static inline void prm_alloc_xrcd_out_set_status(struct prm_alloc_xrcd_out *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->status = (uint8_t)v;
}

static inline uint32_t prm_alloc_xrcd_out_get_status(const struct prm_alloc_xrcd_out *p)
{
	return p->status;
}

static inline void prm_alloc_xrcd_out_set_syndrome(struct prm_alloc_xrcd_out *p, uint32_t v)
{
	p->syndrome = prm_cpu_to_be32(v);
}

static inline uint32_t prm_alloc_xrcd_out_get_syndrome(const struct prm_alloc_xrcd_out *p)
{
	return prm_be32_to_cpu(p->syndrome);
}

static inline void prm_alloc_xrcd_out_set_xrcd(struct prm_alloc_xrcd_out *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_08 = prm_be32_replace(p->dw_08, 0xffffffu, v);
}

static inline uint32_t prm_alloc_xrcd_out_get_xrcd(const struct prm_alloc_xrcd_out *p)
{
	return prm_be32_to_cpu(p->dw_08) & 0xffffff;
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_alloc_xrcd_out_fields {
	uint8_t status;			/* enum prm_cmd_status */
	uint32_t syndrome;
	uint32_t xrcd;			/* 24 bits */
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_alloc_xrcd_out_fields_init(struct prm_alloc_xrcd_out_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_alloc_xrcd_out_pack(struct prm_alloc_xrcd_out *p,
		const struct prm_alloc_xrcd_out_fields *v)
{
	prm_store32(p, 0x00, (uint32_t)v->status << 24);
	prm_store32(p, 0x04, v->syndrome);
	PRM_CHECK_WIDTH(v->xrcd, 24);
	prm_store32(p, 0x08, v->xrcd & 0xffffff);
	prm_store32(p, 0x0c, 0);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_alloc_xrcd_out_check(const struct prm_alloc_xrcd_out *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_enum(r, "status", 0, 8, prm_alloc_xrcd_out_get_status(p),
		prm_cmd_status_str(prm_alloc_xrcd_out_get_status(p)));
	n += prm_check_reserved(r, p, 8, 24);	/* 0x00 [23:0] */
	n += prm_check_reserved(r, p, 64, 8);	/* 0x08 [31:24] */
	n += prm_check_reserved(r, p, 96, 32);	/* 0x0c [31:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_alloc_xrcd_out_unpack(struct prm_alloc_xrcd_out_fields *v,
		const struct prm_alloc_xrcd_out *p, struct prm_report *r)
{

	v->status = prm_load8(p, 0x00);
	v->syndrome = prm_load32(p, 0x04);
	v->xrcd = prm_load32(p, 0x08) & 0xffffff;
	return r ? prm_alloc_xrcd_out_check(p, r) : 0;
}

/**
 * struct prm_dealloc_xrcd_in - gives an XRC domain back
 *
 * 16 bytes, written by the driver.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_dealloc_xrcd_in_bits; rdma-core
 * providers/mlx5/mlx5_ifc.h struct mlx5_ifc_dealloc_xrcd_in_bits.
 */
struct prm_dealloc_xrcd_in {
	prm_be16 opcode;		/* 0x00 [31:16]: (enum prm_cmd_opcode; always 0x80f) */
	prm_be16 uid;			/* 0x00 [15:0] */
	uint8_t reserved_04[2];
	prm_be16 op_mod;		/* 0x04 [15:0] */
	prm_be32 dw_08;			/* 0x08 [23:0] xrcd: Number of the domain. */
	uint8_t reserved_0c[4];
} __attribute__((packed, aligned(4)));

#define PRM_DEALLOC_XRCD_IN_SIZE 16

PRM_ASSERT_SIZE(prm_dealloc_xrcd_in, 16);
PRM_ASSERT_OFFSET(prm_dealloc_xrcd_in, opcode, 0x00);
PRM_ASSERT_OFFSET(prm_dealloc_xrcd_in, uid, 0x02);
PRM_ASSERT_OFFSET(prm_dealloc_xrcd_in, reserved_04, 0x04);
PRM_ASSERT_OFFSET(prm_dealloc_xrcd_in, op_mod, 0x06);
PRM_ASSERT_OFFSET(prm_dealloc_xrcd_in, dw_08, 0x08);
PRM_ASSERT_OFFSET(prm_dealloc_xrcd_in, reserved_0c, 0x0c);

static inline void prm_dealloc_xrcd_in_set_opcode(struct prm_dealloc_xrcd_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->opcode = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_dealloc_xrcd_in_get_opcode(const struct prm_dealloc_xrcd_in *p)
{
	return prm_be16_to_cpu(p->opcode);
}

static inline void prm_dealloc_xrcd_in_set_uid(struct prm_dealloc_xrcd_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->uid = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_dealloc_xrcd_in_get_uid(const struct prm_dealloc_xrcd_in *p)
{
	return prm_be16_to_cpu(p->uid);
}

static inline void prm_dealloc_xrcd_in_set_op_mod(struct prm_dealloc_xrcd_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->op_mod = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_dealloc_xrcd_in_get_op_mod(const struct prm_dealloc_xrcd_in *p)
{
	return prm_be16_to_cpu(p->op_mod);
}

static inline void prm_dealloc_xrcd_in_set_xrcd(struct prm_dealloc_xrcd_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_08 = prm_be32_replace(p->dw_08, 0xffffffu, v);
}

static inline uint32_t prm_dealloc_xrcd_in_get_xrcd(const struct prm_dealloc_xrcd_in *p)
{
	return prm_be32_to_cpu(p->dw_08) & 0xffffff;
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_dealloc_xrcd_in_fields {
	uint16_t uid;
	uint16_t op_mod;
	uint32_t xrcd;			/* 24 bits */
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_dealloc_xrcd_in_fields_init(struct prm_dealloc_xrcd_in_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_dealloc_xrcd_in_pack(struct prm_dealloc_xrcd_in *p,
		const struct prm_dealloc_xrcd_in_fields *v)
{
	prm_store32(p, 0x00, UINT32_C(0x80f) << 16 | (uint32_t)v->uid);
	prm_store32(p, 0x04, (uint32_t)v->op_mod);
	PRM_CHECK_WIDTH(v->xrcd, 24);
	prm_store32(p, 0x08, v->xrcd & 0xffffff);
	prm_store32(p, 0x0c, 0);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_dealloc_xrcd_in_check(const struct prm_dealloc_xrcd_in *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_fixed(r, "opcode", 0, 16, prm_dealloc_xrcd_in_get_opcode(p), 0x80f);
	n += prm_check_reserved(r, p, 32, 16);	/* 0x04 [31:16] */
	n += prm_check_reserved(r, p, 64, 8);	/* 0x08 [31:24] */
	n += prm_check_reserved(r, p, 96, 32);	/* 0x0c [31:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_dealloc_xrcd_in_unpack(
		struct prm_dealloc_xrcd_in_fields *v, const struct prm_dealloc_xrcd_in *p,
		struct prm_report *r)
{

	v->uid = prm_load16(p, 0x02);
	v->op_mod = prm_load16(p, 0x06);
	v->xrcd = prm_load32(p, 0x08) & 0xffffff;
	return r ? prm_dealloc_xrcd_in_check(p, r) : 0;
}

/**
 * struct prm_dealloc_xrcd_out - the answer to DEALLOC_XRCD
 *
 * 16 bytes, written by the device.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_dealloc_xrcd_out_bits.
 */
struct prm_dealloc_xrcd_out {
	uint8_t status;			/* 0x00 [31:24]: (enum prm_cmd_status) */
	uint8_t reserved_01[3];
	prm_be32 syndrome;		/* 0x04 [31:0] */
	uint8_t reserved_08[8];
} __attribute__((packed, aligned(4)));

#define PRM_DEALLOC_XRCD_OUT_SIZE 16

PRM_ASSERT_SIZE(prm_dealloc_xrcd_out, 16);
PRM_ASSERT_OFFSET(prm_dealloc_xrcd_out, status, 0x00);
PRM_ASSERT_OFFSET(prm_dealloc_xrcd_out, reserved_01, 0x01);
PRM_ASSERT_OFFSET(prm_dealloc_xrcd_out, syndrome, 0x04);
PRM_ASSERT_OFFSET(prm_dealloc_xrcd_out, reserved_08, 0x08);

static inline void prm_dealloc_xrcd_out_set_status(struct prm_dealloc_xrcd_out *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->status = (uint8_t)v;
}

static inline uint32_t prm_dealloc_xrcd_out_get_status(const struct prm_dealloc_xrcd_out *p)
{
	return p->status;
}

static inline void prm_dealloc_xrcd_out_set_syndrome(struct prm_dealloc_xrcd_out *p, uint32_t v)
{
	p->syndrome = prm_cpu_to_be32(v);
}

static inline uint32_t prm_dealloc_xrcd_out_get_syndrome(const struct prm_dealloc_xrcd_out *p)
{
	return prm_be32_to_cpu(p->syndrome);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_dealloc_xrcd_out_fields {
	uint8_t status;			/* enum prm_cmd_status */
	uint32_t syndrome;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_dealloc_xrcd_out_fields_init(
		struct prm_dealloc_xrcd_out_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_dealloc_xrcd_out_pack(struct prm_dealloc_xrcd_out *p,
		const struct prm_dealloc_xrcd_out_fields *v)
{
	prm_store32(p, 0x00, (uint32_t)v->status << 24);
	prm_store32(p, 0x04, v->syndrome);
	prm_store32(p, 0x08, 0);
	prm_store32(p, 0x0c, 0);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_dealloc_xrcd_out_check(const struct prm_dealloc_xrcd_out *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_enum(r, "status", 0, 8, prm_dealloc_xrcd_out_get_status(p),
		prm_cmd_status_str(prm_dealloc_xrcd_out_get_status(p)));
	n += prm_check_reserved(r, p, 8, 24);	/* 0x00 [23:0] */
	n += prm_check_reserved(r, p, 64, 64);	/* 0x08 [63:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_dealloc_xrcd_out_unpack(
		struct prm_dealloc_xrcd_out_fields *v, const struct prm_dealloc_xrcd_out *p,
		struct prm_report *r)
{

	v->status = prm_load8(p, 0x00);
	v->syndrome = prm_load32(p, 0x04);
	return r ? prm_dealloc_xrcd_out_check(p, r) : 0;
}

#endif /* PRM_ALLOC_H */
