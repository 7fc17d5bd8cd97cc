/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Questions about the device that have one answer for everybody.
 * Made by prmc 1 from spec/cmd/adapter.yaml, spec digest 4e555fb92bfa. Do not edit: `ninja regen`.
 */
#ifndef PRM_ADAPTER_H
#define PRM_ADAPTER_H

#include "prm_base.h"
#include "prm_cmd.h"

/**
 * struct prm_query_special_contexts_in - asks for the memory keys with a fixed meaning
 *
 * 16 bytes, written by the driver.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_query_special_contexts_in_bits.
 */
struct prm_query_special_contexts_in {
	prm_be16 opcode;		/* 0x00 [31:16]: (enum prm_cmd_opcode; always 0x203) */
	prm_be16 uid;			/* 0x00 [15:0] */
	uint8_t reserved_04[2];
	prm_be16 op_mod;		/* 0x04 [15:0] */
	uint8_t reserved_08[8];
} __attribute__((packed, aligned(4)));

#define PRM_QUERY_SPECIAL_CONTEXTS_IN_SIZE 16

PRM_ASSERT_SIZE(prm_query_special_contexts_in, 16);
PRM_ASSERT_OFFSET(prm_query_special_contexts_in, opcode, 0x00);
PRM_ASSERT_OFFSET(prm_query_special_contexts_in, uid, 0x02);
PRM_ASSERT_OFFSET(prm_query_special_contexts_in, reserved_04, 0x04);
PRM_ASSERT_OFFSET(prm_query_special_contexts_in, op_mod, 0x06);
PRM_ASSERT_OFFSET(prm_query_special_contexts_in, reserved_08, 0x08);

static inline void prm_query_special_contexts_in_set_opcode(struct prm_query_special_contexts_in *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->opcode = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_query_special_contexts_in_get_opcode(
		const struct prm_query_special_contexts_in *p)
{
	return prm_be16_to_cpu(p->opcode);
}

static inline void prm_query_special_contexts_in_set_uid(struct prm_query_special_contexts_in *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->uid = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_query_special_contexts_in_get_uid(
		const struct prm_query_special_contexts_in *p)
{
	return prm_be16_to_cpu(p->uid);
}

static inline void prm_query_special_contexts_in_set_op_mod(struct prm_query_special_contexts_in *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->op_mod = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_query_special_contexts_in_get_op_mod(
		const struct prm_query_special_contexts_in *p)
{
	return prm_be16_to_cpu(p->op_mod);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_query_special_contexts_in_fields {
	uint16_t uid;
	uint16_t op_mod;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_query_special_contexts_in_fields_init(
		struct prm_query_special_contexts_in_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_query_special_contexts_in_pack(
		struct prm_query_special_contexts_in *p,
		const struct prm_query_special_contexts_in_fields *v)
{
	prm_store32(p, 0x00, UINT32_C(0x203) << 16 | (uint32_t)v->uid);
	prm_store32(p, 0x04, (uint32_t)v->op_mod);
	prm_store32(p, 0x08, 0);
	prm_store32(p, 0x0c, 0);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_query_special_contexts_in_check(
		const struct prm_query_special_contexts_in *p, struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_fixed(r, "opcode", 0, 16, prm_query_special_contexts_in_get_opcode(p),
		0x203);
	n += prm_check_reserved(r, p, 32, 16);	/* 0x04 [31:16] */
	n += prm_check_reserved(r, p, 64, 64);	/* 0x08 [63:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_query_special_contexts_in_unpack(
		struct prm_query_special_contexts_in_fields *v,
		const struct prm_query_special_contexts_in *p, struct prm_report *r)
{

	v->uid = prm_load16(p, 0x02);
	v->op_mod = prm_load16(p, 0x06);
	return r ? prm_query_special_contexts_in_check(p, r) : 0;
}

/**
 * struct prm_query_special_contexts_out - the answer to QUERY_SPECIAL_CONTEXTS
 *
 * 32 bytes, written by the device.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_query_special_contexts_out_bits.
 */
struct prm_query_special_contexts_out {
	uint8_t status;			/* 0x00 [31:24]: (enum prm_cmd_status) */
	uint8_t reserved_01[3];
	prm_be32 syndrome;		/* 0x04 [31:0] */
	/*
	 * 0x08 [31:0]: Reads through it give zeros, writes are dropped. What ibv_alloc_null_mr()
	 * gives. (needs cmd_hca_cap.dump_fill_mkey)
	 */
	prm_be32 dump_fill_mkey;
	/* 0x0c [31:0]: The reserved lkey, which takes physical addresses; of the kernel. */
	prm_be32 resd_lkey;
	/*
	 * 0x10 [31:0]: Stands in a key of keys for one that is missing; an access is an error or
	 * page fault. (needs cmd_hca_cap.null_mkey)
	 */
	prm_be32 null_mkey;
	/*
	 * 0x14 [31:0]: Ends the list of a receive WQE. Note: In Linux 6.12, reserved in 6.1, which
	 * always takes 0x100. (needs cmd_hca_cap.terminate_scatter_list_mkey)
	 */
	prm_be32 terminate_scatter_list_mkey;
	/* 0x18 [31:0]: Note: In Linux 6.12, reserved in 6.1. (needs cmd_hca_cap.repeated_mkey) */
	prm_be32 repeated_mkey;
	uint8_t reserved_1c[4];
} __attribute__((packed, aligned(4)));

#define PRM_QUERY_SPECIAL_CONTEXTS_OUT_SIZE 32

PRM_ASSERT_SIZE(prm_query_special_contexts_out, 32);
PRM_ASSERT_OFFSET(prm_query_special_contexts_out, status, 0x00);
PRM_ASSERT_OFFSET(prm_query_special_contexts_out, reserved_01, 0x01);
PRM_ASSERT_OFFSET(prm_query_special_contexts_out, syndrome, 0x04);
PRM_ASSERT_OFFSET(prm_query_special_contexts_out, dump_fill_mkey, 0x08);
PRM_ASSERT_OFFSET(prm_query_special_contexts_out, resd_lkey, 0x0c);
PRM_ASSERT_OFFSET(prm_query_special_contexts_out, null_mkey, 0x10);
PRM_ASSERT_OFFSET(prm_query_special_contexts_out, terminate_scatter_list_mkey, 0x14);
PRM_ASSERT_OFFSET(prm_query_special_contexts_out, repeated_mkey, 0x18);
PRM_ASSERT_OFFSET(prm_query_special_contexts_out, reserved_1c, 0x1c);

static inline void prm_query_special_contexts_out_set_status(
		struct prm_query_special_contexts_out *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->status = (uint8_t)v;
}

static inline uint32_t prm_query_special_contexts_out_get_status(
		const struct prm_query_special_contexts_out *p)
{
	return p->status;
}

static inline void prm_query_special_contexts_out_set_syndrome(
		struct prm_query_special_contexts_out *p, uint32_t v)
{
	p->syndrome = prm_cpu_to_be32(v);
}

static inline uint32_t prm_query_special_contexts_out_get_syndrome(
		const struct prm_query_special_contexts_out *p)
{
	return prm_be32_to_cpu(p->syndrome);
}

static inline void prm_query_special_contexts_out_set_dump_fill_mkey(
		struct prm_query_special_contexts_out *p, uint32_t v)
{
	p->dump_fill_mkey = prm_cpu_to_be32(v);
}

static inline uint32_t prm_query_special_contexts_out_get_dump_fill_mkey(
		const struct prm_query_special_contexts_out *p)
{
	return prm_be32_to_cpu(p->dump_fill_mkey);
}

static inline void prm_query_special_contexts_out_set_resd_lkey(
		struct prm_query_special_contexts_out *p, uint32_t v)
{
	p->resd_lkey = prm_cpu_to_be32(v);
}

static inline uint32_t prm_query_special_contexts_out_get_resd_lkey(
		const struct prm_query_special_contexts_out *p)
{
	return prm_be32_to_cpu(p->resd_lkey);
}

static inline void prm_query_special_contexts_out_set_null_mkey(
		struct prm_query_special_contexts_out *p, uint32_t v)
{
	p->null_mkey = prm_cpu_to_be32(v);
}

static inline uint32_t prm_query_special_contexts_out_get_null_mkey(
		const struct prm_query_special_contexts_out *p)
{
	return prm_be32_to_cpu(p->null_mkey);
}

static inline void prm_query_special_contexts_out_set_terminate_scatter_list_mkey(
		struct prm_query_special_contexts_out *p, uint32_t v)
{
	p->terminate_scatter_list_mkey = prm_cpu_to_be32(v);
}

static inline uint32_t prm_query_special_contexts_out_get_terminate_scatter_list_mkey(
		const struct prm_query_special_contexts_out *p)
{
	return prm_be32_to_cpu(p->terminate_scatter_list_mkey);
}

static inline void prm_query_special_contexts_out_set_repeated_mkey(
		struct prm_query_special_contexts_out *p, uint32_t v)
{
	p->repeated_mkey = prm_cpu_to_be32(v);
}

static inline uint32_t prm_query_special_contexts_out_get_repeated_mkey(
		const struct prm_query_special_contexts_out *p)
{
	return prm_be32_to_cpu(p->repeated_mkey);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_query_special_contexts_out_fields {
	uint8_t status;			/* enum prm_cmd_status */
	uint32_t syndrome;
	uint32_t dump_fill_mkey;
	uint32_t resd_lkey;
	uint32_t null_mkey;
	uint32_t terminate_scatter_list_mkey;
	uint32_t repeated_mkey;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_query_special_contexts_out_fields_init(
		struct prm_query_special_contexts_out_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 32 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_query_special_contexts_out_pack(
		struct prm_query_special_contexts_out *p,
		const struct prm_query_special_contexts_out_fields *v)
{
	prm_store32(p, 0x00, (uint32_t)v->status << 24);
	prm_store32(p, 0x04, v->syndrome);
	prm_store32(p, 0x08, v->dump_fill_mkey);
	prm_store32(p, 0x0c, v->resd_lkey);
	prm_store32(p, 0x10, v->null_mkey);
	prm_store32(p, 0x14, v->terminate_scatter_list_mkey);
	prm_store32(p, 0x18, v->repeated_mkey);
	prm_store32(p, 0x1c, 0);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_query_special_contexts_out_check(
		const struct prm_query_special_contexts_out *p, struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_enum(r, "status", 0, 8, prm_query_special_contexts_out_get_status(p),
		prm_cmd_status_str(prm_query_special_contexts_out_get_status(p)));
	n += prm_check_reserved(r, p, 8, 24);	/* 0x00 [23:0] */
	n += prm_check_reserved(r, p, 224, 32);	/* 0x1c [31:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_query_special_contexts_out_unpack(
		struct prm_query_special_contexts_out_fields *v,
		const struct prm_query_special_contexts_out *p, struct prm_report *r)
{

	v->status = prm_load8(p, 0x00);
	v->syndrome = prm_load32(p, 0x04);
	v->dump_fill_mkey = prm_load32(p, 0x08);
	v->resd_lkey = prm_load32(p, 0x0c);
	v->null_mkey = prm_load32(p, 0x10);
	v->terminate_scatter_list_mkey = prm_load32(p, 0x14);
	v->repeated_mkey = prm_load32(p, 0x18);
	return r ? prm_query_special_contexts_out_check(p, r) : 0;
}

/**
 * struct prm_query_adapter_in - asks what board the device is on
 *
 * 16 bytes, written by the driver.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_query_adapter_in_bits.
 */
struct prm_query_adapter_in {
	prm_be16 opcode;		/* 0x00 [31:16]: (enum prm_cmd_opcode; always 0x101) */
	prm_be16 uid;			/* 0x00 [15:0] */
	uint8_t reserved_04[2];
	prm_be16 op_mod;		/* 0x04 [15:0] */
	uint8_t reserved_08[8];
} __attribute__((packed, aligned(4)));

#define PRM_QUERY_ADAPTER_IN_SIZE 16

PRM_ASSERT_SIZE(prm_query_adapter_in, 16);
PRM_ASSERT_OFFSET(prm_query_adapter_in, opcode, 0x00);
PRM_ASSERT_OFFSET(prm_query_adapter_in, uid, 0x02);
PRM_ASSERT_OFFSET(prm_query_adapter_in, reserved_04, 0x04);
PRM_ASSERT_OFFSET(prm_query_adapter_in, op_mod, 0x06);
PRM_ASSERT_OFFSET(prm_query_adapter_in, reserved_08, 0x08);

static inline void prm_query_adapter_in_set_opcode(struct prm_query_adapter_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->opcode = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_query_adapter_in_get_opcode(const struct prm_query_adapter_in *p)
{
	return prm_be16_to_cpu(p->opcode);
}

static inline void prm_query_adapter_in_set_uid(struct prm_query_adapter_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->uid = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_query_adapter_in_get_uid(const struct prm_query_adapter_in *p)
{
	return prm_be16_to_cpu(p->uid);
}

static inline void prm_query_adapter_in_set_op_mod(struct prm_query_adapter_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->op_mod = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_query_adapter_in_get_op_mod(const struct prm_query_adapter_in *p)
{
	return prm_be16_to_cpu(p->op_mod);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_query_adapter_in_fields {
	uint16_t uid;
	uint16_t op_mod;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_query_adapter_in_fields_init(
		struct prm_query_adapter_in_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_query_adapter_in_pack(struct prm_query_adapter_in *p,
		const struct prm_query_adapter_in_fields *v)
{
	prm_store32(p, 0x00, UINT32_C(0x101) << 16 | (uint32_t)v->uid);
	prm_store32(p, 0x04, (uint32_t)v->op_mod);
	prm_store32(p, 0x08, 0);
	prm_store32(p, 0x0c, 0);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_query_adapter_in_check(const struct prm_query_adapter_in *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_fixed(r, "opcode", 0, 16, prm_query_adapter_in_get_opcode(p), 0x101);
	n += prm_check_reserved(r, p, 32, 16);	/* 0x04 [31:16] */
	n += prm_check_reserved(r, p, 64, 64);	/* 0x08 [63:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_query_adapter_in_unpack(
		struct prm_query_adapter_in_fields *v, const struct prm_query_adapter_in *p,
		struct prm_report *r)
{

	v->uid = prm_load16(p, 0x02);
	v->op_mod = prm_load16(p, 0x06);
	return r ? prm_query_adapter_in_check(p, r) : 0;
}

/**
 * struct prm_query_adapter_param_block - what board the device is on
 *
 * 256 bytes, written by the device.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_query_adapter_param_block_bits.
 */
struct prm_query_adapter_param_block {
	uint8_t reserved_00[24];
	prm_be32 dw_18;			/* 0x18 [23:0] ieee_vendor_id: Vendor, from the IEEE. */
	uint8_t reserved_1c[2];
	prm_be16 vsd_vendor_id;		/* 0x1c [15:0]: Vendor of vsd, from the PCI SIG. */
	uint8_t vsd[208];		/* 0x20..0xef: Data of the vendor. */
	/* 0xf0..0xff: Goes on with vsd, or has the board id (PSID) as text. */
	uint8_t vsd_contd_psid[16];
} __attribute__((packed, aligned(4)));

#define PRM_QUERY_ADAPTER_PARAM_BLOCK_SIZE 256

PRM_ASSERT_SIZE(prm_query_adapter_param_block, 256);
PRM_ASSERT_OFFSET(prm_query_adapter_param_block, reserved_00, 0x00);
PRM_ASSERT_OFFSET(prm_query_adapter_param_block, dw_18, 0x18);
PRM_ASSERT_OFFSET(prm_query_adapter_param_block, reserved_1c, 0x1c);
PRM_ASSERT_OFFSET(prm_query_adapter_param_block, vsd_vendor_id, 0x1e);
PRM_ASSERT_OFFSET(prm_query_adapter_param_block, vsd, 0x20);
PRM_ASSERT_OFFSET(prm_query_adapter_param_block, vsd_contd_psid, 0xf0);

static inline void prm_query_adapter_param_block_set_ieee_vendor_id(
		struct prm_query_adapter_param_block *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_18 = prm_be32_replace(p->dw_18, 0xffffffu, v);
}

static inline uint32_t prm_query_adapter_param_block_get_ieee_vendor_id(
		const struct prm_query_adapter_param_block *p)
{
	return prm_be32_to_cpu(p->dw_18) & 0xffffff;
}

static inline void prm_query_adapter_param_block_set_vsd_vendor_id(
		struct prm_query_adapter_param_block *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->vsd_vendor_id = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_query_adapter_param_block_get_vsd_vendor_id(
		const struct prm_query_adapter_param_block *p)
{
	return prm_be16_to_cpu(p->vsd_vendor_id);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_query_adapter_param_block_fields {
	uint32_t ieee_vendor_id;	/* 24 bits */
	uint16_t vsd_vendor_id;
	uint8_t vsd[208];
	uint8_t vsd_contd_psid[16];
};

/* Zero, and the defaults of the fields that have one. */
static inline void prm_query_adapter_param_block_fields_init(
		struct prm_query_adapter_param_block_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 256 bytes of @p; what stood there does not matter. */
static inline void prm_query_adapter_param_block_pack(struct prm_query_adapter_param_block *p,
		const struct prm_query_adapter_param_block_fields *v)
{
	memset(p, 0, 24);
	PRM_CHECK_WIDTH(v->ieee_vendor_id, 24);
	prm_store32(p, 0x18, v->ieee_vendor_id & 0xffffff);
	prm_store32(p, 0x1c, (uint32_t)v->vsd_vendor_id);
	memcpy((uint8_t *)p + 0x20, v->vsd, 208);
	memcpy((uint8_t *)p + 0xf0, v->vsd_contd_psid, 16);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_query_adapter_param_block_check(
		const struct prm_query_adapter_param_block *p, struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_reserved(r, p, 0, 192);	/* 0x00..0x17 */
	n += prm_check_reserved(r, p, 192, 8);	/* 0x18 [31:24] */
	n += prm_check_reserved(r, p, 224, 16);	/* 0x1c [31:16] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static inline unsigned int prm_query_adapter_param_block_unpack(
		struct prm_query_adapter_param_block_fields *v,
		const struct prm_query_adapter_param_block *p, struct prm_report *r)
{

	v->ieee_vendor_id = prm_load32(p, 0x18) & 0xffffff;
	v->vsd_vendor_id = prm_load16(p, 0x1e);
	memcpy(v->vsd, (const uint8_t *)p + 0x20, 208);
	memcpy(v->vsd_contd_psid, (const uint8_t *)p + 0xf0, 16);
	return r ? prm_query_adapter_param_block_check(p, r) : 0;
}

/**
 * struct prm_query_adapter_out - the answer to QUERY_ADAPTER
 *
 * 272 bytes, written by the device.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_query_adapter_out_bits.
 */
struct prm_query_adapter_out {
	uint8_t status;			/* 0x00 [31:24]: (enum prm_cmd_status) */
	uint8_t reserved_01[3];
	prm_be32 syndrome;		/* 0x04 [31:0] */
	uint8_t reserved_08[8];
	struct prm_query_adapter_param_block query_adapter_struct; /* 0x10..0x10f */
} __attribute__((packed, aligned(4)));

#define PRM_QUERY_ADAPTER_OUT_SIZE 272

PRM_ASSERT_SIZE(prm_query_adapter_out, 272);
PRM_ASSERT_OFFSET(prm_query_adapter_out, status, 0x00);
PRM_ASSERT_OFFSET(prm_query_adapter_out, reserved_01, 0x01);
PRM_ASSERT_OFFSET(prm_query_adapter_out, syndrome, 0x04);
PRM_ASSERT_OFFSET(prm_query_adapter_out, reserved_08, 0x08);
PRM_ASSERT_OFFSET(prm_query_adapter_out, query_adapter_struct, 0x10);

static inline void prm_query_adapter_out_set_status(struct prm_query_adapter_out *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->status = (uint8_t)v;
}

static inline uint32_t prm_query_adapter_out_get_status(const struct prm_query_adapter_out *p)
{
	return p->status;
}

static inline void prm_query_adapter_out_set_syndrome(struct prm_query_adapter_out *p, uint32_t v)
{
	p->syndrome = prm_cpu_to_be32(v);
}

static inline uint32_t prm_query_adapter_out_get_syndrome(const struct prm_query_adapter_out *p)
{
	return prm_be32_to_cpu(p->syndrome);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_query_adapter_out_fields {
	uint8_t status;			/* enum prm_cmd_status */
	uint32_t syndrome;
	struct prm_query_adapter_param_block_fields query_adapter_struct;
};

/* Zero, and the defaults of the fields that have one. */
static inline void prm_query_adapter_out_fields_init(struct prm_query_adapter_out_fields *v)
{
	memset(v, 0, sizeof(*v));
	prm_query_adapter_param_block_fields_init(&v->query_adapter_struct);
}

/* Writes all 272 bytes of @p; what stood there does not matter. */
static inline void prm_query_adapter_out_pack(struct prm_query_adapter_out *p,
		const struct prm_query_adapter_out_fields *v)
{
	prm_store32(p, 0x00, (uint32_t)v->status << 24);
	prm_store32(p, 0x04, v->syndrome);
	prm_store32(p, 0x08, 0);
	prm_store32(p, 0x0c, 0);
	prm_query_adapter_param_block_pack(&p->query_adapter_struct, &v->query_adapter_struct);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_query_adapter_out_check(const struct prm_query_adapter_out *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_enum(r, "status", 0, 8, prm_query_adapter_out_get_status(p),
		prm_cmd_status_str(prm_query_adapter_out_get_status(p)));
	n += prm_check_reserved(r, p, 8, 24);	/* 0x00 [23:0] */
	n += prm_check_reserved(r, p, 64, 64);	/* 0x08 [63:0] */
	r->base += 128;
	n += prm_query_adapter_param_block_check(&p->query_adapter_struct, r);
	r->base -= 128;
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static inline unsigned int prm_query_adapter_out_unpack(struct prm_query_adapter_out_fields *v,
		const struct prm_query_adapter_out *p, struct prm_report *r)
{

	v->status = prm_load8(p, 0x00);
	v->syndrome = prm_load32(p, 0x04);
	prm_query_adapter_param_block_unpack(&v->query_adapter_struct, &p->query_adapter_struct,
		NULL);
	return r ? prm_query_adapter_out_check(p, r) : 0;
}

#endif /* PRM_ADAPTER_H */
