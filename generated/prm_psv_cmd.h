/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * The commands for PSVs. A signature key needs one PSV for each domain.
 * Made by prmc 1 from spec/cmd/psv_cmd.yaml, spec digest d3ccc398dd36. Do not edit: `ninja regen`.
 */
#ifndef PRM_PSV_CMD_H
#define PRM_PSV_CMD_H

#include "prm_base.h"
#include "prm_cmd.h"

/**
 * struct prm_create_psv_in - creates one to four PSVs
 *
 * 16 bytes, written by the driver.
 * Note: The kernel lets a DEVX user create only one at a time.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_create_psv_in_bits.
 */
struct prm_create_psv_in {
	prm_be16 opcode;		/* 0x00 [31:16]: (enum prm_cmd_opcode; always 0x600) */
	prm_be16 uid;			/* 0x00 [15:0] */
	uint8_t reserved_04[2];
	prm_be16 op_mod;		/* 0x04 [15:0] */
	/*
	 * 0x08 [31:28] num_psv: 1 to 4.
	 *      [23:0]  pd: Number of the protection domain.
	 */
	prm_be32 dw_08;
	uint8_t reserved_0c[4];
} __attribute__((packed, aligned(4)));

#define PRM_CREATE_PSV_IN_SIZE 16

PRM_ASSERT_SIZE(prm_create_psv_in, 16);
PRM_ASSERT_OFFSET(prm_create_psv_in, opcode, 0x00);
PRM_ASSERT_OFFSET(prm_create_psv_in, uid, 0x02);
PRM_ASSERT_OFFSET(prm_create_psv_in, reserved_04, 0x04);
PRM_ASSERT_OFFSET(prm_create_psv_in, op_mod, 0x06);
PRM_ASSERT_OFFSET(prm_create_psv_in, dw_08, 0x08);
PRM_ASSERT_OFFSET(prm_create_psv_in, reserved_0c, 0x0c);

static inline void prm_create_psv_in_set_opcode(struct prm_create_psv_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->opcode = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_create_psv_in_get_opcode(const struct prm_create_psv_in *p)
{
	return prm_be16_to_cpu(p->opcode);
}

static inline void prm_create_psv_in_set_uid(struct prm_create_psv_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->uid = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_create_psv_in_get_uid(const struct prm_create_psv_in *p)
{
	return prm_be16_to_cpu(p->uid);
}

static inline void prm_create_psv_in_set_op_mod(struct prm_create_psv_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->op_mod = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_create_psv_in_get_op_mod(const struct prm_create_psv_in *p)
{
	return prm_be16_to_cpu(p->op_mod);
}

static inline void prm_create_psv_in_set_num_psv(struct prm_create_psv_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->dw_08 = prm_be32_replace(p->dw_08, 0xf0000000u, (uint32_t)v << 28);
}

static inline uint32_t prm_create_psv_in_get_num_psv(const struct prm_create_psv_in *p)
{
	return prm_be32_to_cpu(p->dw_08) >> 28;
}

static inline void prm_create_psv_in_set_pd(struct prm_create_psv_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_08 = prm_be32_replace(p->dw_08, 0xffffffu, v);
}

static inline uint32_t prm_create_psv_in_get_pd(const struct prm_create_psv_in *p)
{
	return prm_be32_to_cpu(p->dw_08) & 0xffffff;
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_create_psv_in_fields {
	uint16_t uid;
	uint16_t op_mod;
	uint8_t num_psv;		/* 4 bits */
	uint32_t pd;			/* 24 bits */
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_create_psv_in_fields_init(struct prm_create_psv_in_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_create_psv_in_pack(struct prm_create_psv_in *p,
		const struct prm_create_psv_in_fields *v)
{
	prm_store32(p, 0x00, UINT32_C(0x600) << 16 | (uint32_t)v->uid);
	prm_store32(p, 0x04, (uint32_t)v->op_mod);
	PRM_CHECK_WIDTH(v->num_psv, 4);
	PRM_CHECK_WIDTH(v->pd, 24);
	prm_store32(p, 0x08, (uint32_t)v->num_psv << 28 | (v->pd & 0xffffff));
	prm_store32(p, 0x0c, 0);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_create_psv_in_check(const struct prm_create_psv_in *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_fixed(r, "opcode", 0, 16, prm_create_psv_in_get_opcode(p), 0x600);
	n += prm_check_reserved(r, p, 32, 16);	/* 0x04 [31:16] */
	n += prm_check_reserved(r, p, 68, 4);	/* 0x08 [27:24] */
	n += prm_check_reserved(r, p, 96, 32);	/* 0x0c [31:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_create_psv_in_unpack(struct prm_create_psv_in_fields *v,
		const struct prm_create_psv_in *p, struct prm_report *r)
{

	v->uid = prm_load16(p, 0x02);
	v->op_mod = prm_load16(p, 0x06);
	v->num_psv = (uint8_t)(prm_load8(p, 0x08) >> 4);
	v->pd = prm_load32(p, 0x08) & 0xffffff;
	return r ? prm_create_psv_in_check(p, r) : 0;
}

/**
 * struct prm_create_psv_out - the answer to CREATE_PSV
 *
 * 32 bytes, written by the device.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_create_psv_out_bits.
 */
struct prm_create_psv_out {
	uint8_t status;			/* 0x00 [31:24]: (enum prm_cmd_status) */
	uint8_t reserved_01[3];
	prm_be32 syndrome;		/* 0x04 [31:0] */
	uint8_t reserved_08[8];
	prm_be32 dw_10;			/* 0x10 [23:0] psv0_index */
	prm_be32 dw_14;			/* 0x14 [23:0] psv1_index */
	prm_be32 dw_18;			/* 0x18 [23:0] psv2_index */
	prm_be32 dw_1c;			/* 0x1c [23:0] psv3_index */
} __attribute__((packed, aligned(4)));

#define PRM_CREATE_PSV_OUT_SIZE 32

PRM_ASSERT_SIZE(prm_create_psv_out, 32);
PRM_ASSERT_OFFSET(prm_create_psv_out, status, 0x00);
PRM_ASSERT_OFFSET(prm_create_psv_out, reserved_01, 0x01);
PRM_ASSERT_OFFSET(prm_create_psv_out, syndrome, 0x04);
PRM_ASSERT_OFFSET(prm_create_psv_out, reserved_08, 0x08);
PRM_ASSERT_OFFSET(prm_create_psv_out, dw_10, 0x10);
PRM_ASSERT_OFFSET(prm_create_psv_out, dw_14, 0x14);
PRM_ASSERT_OFFSET(prm_create_psv_out, dw_18, 0x18);
PRM_ASSERT_OFFSET(prm_create_psv_out, dw_1c, 0x1c);

static inline void prm_create_psv_out_set_status(struct prm_create_psv_out *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->status = (uint8_t)v;
}

static inline uint32_t prm_create_psv_out_get_status(const struct prm_create_psv_out *p)
{
	return p->status;
}

static inline void prm_create_psv_out_set_syndrome(struct prm_create_psv_out *p, uint32_t v)
{
	p->syndrome = prm_cpu_to_be32(v);
}

static inline uint32_t prm_create_psv_out_get_syndrome(const struct prm_create_psv_out *p)
{
	return prm_be32_to_cpu(p->syndrome);
}

static inline void prm_create_psv_out_set_psv0_index(struct prm_create_psv_out *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_10 = prm_be32_replace(p->dw_10, 0xffffffu, v);
}

static inline uint32_t prm_create_psv_out_get_psv0_index(const struct prm_create_psv_out *p)
{
	return prm_be32_to_cpu(p->dw_10) & 0xffffff;
}

static inline void prm_create_psv_out_set_psv1_index(struct prm_create_psv_out *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_14 = prm_be32_replace(p->dw_14, 0xffffffu, v);
}

static inline uint32_t prm_create_psv_out_get_psv1_index(const struct prm_create_psv_out *p)
{
	return prm_be32_to_cpu(p->dw_14) & 0xffffff;
}

static inline void prm_create_psv_out_set_psv2_index(struct prm_create_psv_out *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_18 = prm_be32_replace(p->dw_18, 0xffffffu, v);
}

static inline uint32_t prm_create_psv_out_get_psv2_index(const struct prm_create_psv_out *p)
{
	return prm_be32_to_cpu(p->dw_18) & 0xffffff;
}

static inline void prm_create_psv_out_set_psv3_index(struct prm_create_psv_out *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_1c = prm_be32_replace(p->dw_1c, 0xffffffu, v);
}

static inline uint32_t prm_create_psv_out_get_psv3_index(const struct prm_create_psv_out *p)
{
	return prm_be32_to_cpu(p->dw_1c) & 0xffffff;
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_create_psv_out_fields {
	uint8_t status;			/* enum prm_cmd_status */
	uint32_t syndrome;
	uint32_t psv0_index;		/* 24 bits */
	uint32_t psv1_index;		/* 24 bits */
	uint32_t psv2_index;		/* 24 bits */
	uint32_t psv3_index;		/* 24 bits */
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_create_psv_out_fields_init(struct prm_create_psv_out_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 32 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_create_psv_out_pack(struct prm_create_psv_out *p,
		const struct prm_create_psv_out_fields *v)
{
	prm_store32(p, 0x00, (uint32_t)v->status << 24);
	prm_store32(p, 0x04, v->syndrome);
	prm_store32(p, 0x08, 0);
	prm_store32(p, 0x0c, 0);
	PRM_CHECK_WIDTH(v->psv0_index, 24);
	prm_store32(p, 0x10, v->psv0_index & 0xffffff);
	PRM_CHECK_WIDTH(v->psv1_index, 24);
	prm_store32(p, 0x14, v->psv1_index & 0xffffff);
	PRM_CHECK_WIDTH(v->psv2_index, 24);
	prm_store32(p, 0x18, v->psv2_index & 0xffffff);
	PRM_CHECK_WIDTH(v->psv3_index, 24);
	prm_store32(p, 0x1c, v->psv3_index & 0xffffff);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_create_psv_out_check(const struct prm_create_psv_out *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_enum(r, "status", 0, 8, prm_create_psv_out_get_status(p),
		prm_cmd_status_str(prm_create_psv_out_get_status(p)));
	n += prm_check_reserved(r, p, 8, 24);	/* 0x00 [23:0] */
	n += prm_check_reserved(r, p, 64, 64);	/* 0x08 [63:0] */
	n += prm_check_reserved(r, p, 128, 8);	/* 0x10 [31:24] */
	n += prm_check_reserved(r, p, 160, 8);	/* 0x14 [31:24] */
	n += prm_check_reserved(r, p, 192, 8);	/* 0x18 [31:24] */
	n += prm_check_reserved(r, p, 224, 8);	/* 0x1c [31:24] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_create_psv_out_unpack(struct prm_create_psv_out_fields *v,
		const struct prm_create_psv_out *p, struct prm_report *r)
{

	v->status = prm_load8(p, 0x00);
	v->syndrome = prm_load32(p, 0x04);
	v->psv0_index = prm_load32(p, 0x10) & 0xffffff;
	v->psv1_index = prm_load32(p, 0x14) & 0xffffff;
	v->psv2_index = prm_load32(p, 0x18) & 0xffffff;
	v->psv3_index = prm_load32(p, 0x1c) & 0xffffff;
	return r ? prm_create_psv_out_check(p, r) : 0;
}

/**
 * struct prm_destroy_psv_in - destroys a PSV
 *
 * 16 bytes, written by the driver.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_destroy_psv_in_bits.
 */
struct prm_destroy_psv_in {
	prm_be16 opcode;		/* 0x00 [31:16]: (enum prm_cmd_opcode; always 0x601) */
	prm_be16 uid;			/* 0x00 [15:0] */
	uint8_t reserved_04[2];
	prm_be16 op_mod;		/* 0x04 [15:0] */
	prm_be32 dw_08;			/* 0x08 [23:0] psvn */
	uint8_t reserved_0c[4];
} __attribute__((packed, aligned(4)));

#define PRM_DESTROY_PSV_IN_SIZE 16

PRM_ASSERT_SIZE(prm_destroy_psv_in, 16);
PRM_ASSERT_OFFSET(prm_destroy_psv_in, opcode, 0x00);
PRM_ASSERT_OFFSET(prm_destroy_psv_in, uid, 0x02);
PRM_ASSERT_OFFSET(prm_destroy_psv_in, reserved_04, 0x04);
PRM_ASSERT_OFFSET(prm_destroy_psv_in, op_mod, 0x06);
PRM_ASSERT_OFFSET(prm_destroy_psv_in, dw_08, 0x08);
PRM_ASSERT_OFFSET(prm_destroy_psv_in, reserved_0c, 0x0c);

static inline void prm_destroy_psv_in_set_opcode(struct prm_destroy_psv_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->opcode = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_destroy_psv_in_get_opcode(const struct prm_destroy_psv_in *p)
{
	return prm_be16_to_cpu(p->opcode);
}

static inline void prm_destroy_psv_in_set_uid(struct prm_destroy_psv_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->uid = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_destroy_psv_in_get_uid(const struct prm_destroy_psv_in *p)
{
	return prm_be16_to_cpu(p->uid);
}

static inline void prm_destroy_psv_in_set_op_mod(struct prm_destroy_psv_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->op_mod = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_destroy_psv_in_get_op_mod(const struct prm_destroy_psv_in *p)
{
	return prm_be16_to_cpu(p->op_mod);
}

static inline void prm_destroy_psv_in_set_psvn(struct prm_destroy_psv_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_08 = prm_be32_replace(p->dw_08, 0xffffffu, v);
}

static inline uint32_t prm_destroy_psv_in_get_psvn(const struct prm_destroy_psv_in *p)
{
	return prm_be32_to_cpu(p->dw_08) & 0xffffff;
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_destroy_psv_in_fields {
	uint16_t uid;
	uint16_t op_mod;
	uint32_t psvn;			/* 24 bits */
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_destroy_psv_in_fields_init(struct prm_destroy_psv_in_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_destroy_psv_in_pack(struct prm_destroy_psv_in *p,
		const struct prm_destroy_psv_in_fields *v)
{
	prm_store32(p, 0x00, UINT32_C(0x601) << 16 | (uint32_t)v->uid);
	prm_store32(p, 0x04, (uint32_t)v->op_mod);
	PRM_CHECK_WIDTH(v->psvn, 24);
	prm_store32(p, 0x08, v->psvn & 0xffffff);
	prm_store32(p, 0x0c, 0);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_destroy_psv_in_check(const struct prm_destroy_psv_in *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_fixed(r, "opcode", 0, 16, prm_destroy_psv_in_get_opcode(p), 0x601);
	n += prm_check_reserved(r, p, 32, 16);	/* 0x04 [31:16] */
	n += prm_check_reserved(r, p, 64, 8);	/* 0x08 [31:24] */
	n += prm_check_reserved(r, p, 96, 32);	/* 0x0c [31:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_destroy_psv_in_unpack(struct prm_destroy_psv_in_fields *v,
		const struct prm_destroy_psv_in *p, struct prm_report *r)
{

	v->uid = prm_load16(p, 0x02);
	v->op_mod = prm_load16(p, 0x06);
	v->psvn = prm_load32(p, 0x08) & 0xffffff;
	return r ? prm_destroy_psv_in_check(p, r) : 0;
}

/**
 * struct prm_destroy_psv_out - the answer to DESTROY_PSV
 *
 * 16 bytes, written by the device.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_destroy_psv_out_bits.
 */
struct prm_destroy_psv_out {
	uint8_t status;			/* 0x00 [31:24]: (enum prm_cmd_status) */
	uint8_t reserved_01[3];
	prm_be32 syndrome;		/* 0x04 [31:0] */
	uint8_t reserved_08[8];
} __attribute__((packed, aligned(4)));

#define PRM_DESTROY_PSV_OUT_SIZE 16

PRM_ASSERT_SIZE(prm_destroy_psv_out, 16);
PRM_ASSERT_OFFSET(prm_destroy_psv_out, status, 0x00);
PRM_ASSERT_OFFSET(prm_destroy_psv_out, reserved_01, 0x01);
PRM_ASSERT_OFFSET(prm_destroy_psv_out, syndrome, 0x04);
PRM_ASSERT_OFFSET(prm_destroy_psv_out, reserved_08, 0x08);

static inline void prm_destroy_psv_out_set_status(struct prm_destroy_psv_out *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->status = (uint8_t)v;
}

static inline uint32_t prm_destroy_psv_out_get_status(const struct prm_destroy_psv_out *p)
{
	return p->status;
}

static inline void prm_destroy_psv_out_set_syndrome(struct prm_destroy_psv_out *p, uint32_t v)
{
	p->syndrome = prm_cpu_to_be32(v);
}

static inline uint32_t prm_destroy_psv_out_get_syndrome(const struct prm_destroy_psv_out *p)
{
	return prm_be32_to_cpu(p->syndrome);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_destroy_psv_out_fields {
	uint8_t status;			/* enum prm_cmd_status */
	uint32_t syndrome;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_destroy_psv_out_fields_init(struct prm_destroy_psv_out_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_destroy_psv_out_pack(struct prm_destroy_psv_out *p,
		const struct prm_destroy_psv_out_fields *v)
{
	prm_store32(p, 0x00, (uint32_t)v->status << 24);
	prm_store32(p, 0x04, v->syndrome);
	prm_store32(p, 0x08, 0);
	prm_store32(p, 0x0c, 0);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_destroy_psv_out_check(const struct prm_destroy_psv_out *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_enum(r, "status", 0, 8, prm_destroy_psv_out_get_status(p),
		prm_cmd_status_str(prm_destroy_psv_out_get_status(p)));
	n += prm_check_reserved(r, p, 8, 24);	/* 0x00 [23:0] */
	n += prm_check_reserved(r, p, 64, 64);	/* 0x08 [63:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_destroy_psv_out_unpack(
		struct prm_destroy_psv_out_fields *v, const struct prm_destroy_psv_out *p,
		struct prm_report *r)
{

	v->status = prm_load8(p, 0x00);
	v->syndrome = prm_load32(p, 0x04);
	return r ? prm_destroy_psv_out_check(p, r) : 0;
}

#endif /* PRM_PSV_CMD_H */
