/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * The commands for QPs. Create, destroy and query, and the transitions between states.
 * Made by prmc 1 from spec/cmd/qp.yaml, spec digest 4cc3fb58837b. Do not edit: `ninja regen`.
 */
#ifndef PRM_QP_H
#define PRM_QP_H

#include "prm_base.h"
#include "prm_cmd.h"
#include "prm_qpc.h"

/**
 * struct prm_create_qp_in - creates a QP in the state RST
 *
 * 272 bytes, written by the driver.
 * Note: What follows is in create_qp_cmd.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_create_qp_in_bits; rdma-core
 * providers/mlx5/mlx5_ifc.h struct mlx5_ifc_create_qp_in_bits; DPDK drivers/common/mlx5/mlx5_prm.h
 * struct mlx5_ifc_create_qp_in_bits.
 */
struct prm_create_qp_in {
	prm_be16 opcode;		/* 0x00 [31:16]: (enum prm_cmd_opcode; always 0x500) */
	prm_be16 uid;			/* 0x00 [15:0] */
	uint8_t reserved_04[2];
	prm_be16 op_mod;		/* 0x04 [15:0] */
	/*
	 * 0x08 [31]   qpc_ext: The extension of the context stands before pas. (needs
	 *               cmd_hca_cap.qpc_extension)
	 *      [23:0] input_qpn: Number that the QP is to have; 0 leaves it to the device. Note:
	 *               In Linux, reserved in rdma-core and DPDK.
	 */
	prm_be32 dw_08;
	uint8_t reserved_0c[4];
	prm_be32 opt_param_mask;	/* 0x10 [31:0]: (flags PRM_QP_OPT_PARAM_*) */
	/*
	 * 0x14 [31:0]: Options of enhanced connection establishment. Note: In Linux, reserved in
	 * rdma-core and DPDK. (needs cmd_hca_cap.ece_support)
	 */
	prm_be32 ece;
	struct prm_qpc qpc;		/* 0x18..0xff */
	/* 0x100 [63:0]: Note: In Linux 6.12 and DPDK, reserved in rdma-core. (in bytes) */
	prm_be64 wq_umem_offset;
	/* 0x108 [31:0]: Umem that the queues stand in, the receive queue first. */
	prm_be32 wq_umem_id;
	/* 0x10c [31] wq_umem_valid: The queues stand in wq_umem_id, and pas is empty. */
	uint8_t b_10c;
	uint8_t reserved_10d[3];
} __attribute__((packed, aligned(4)));

#define PRM_CREATE_QP_IN_SIZE 272

PRM_ASSERT_SIZE(prm_create_qp_in, 272);
PRM_ASSERT_OFFSET(prm_create_qp_in, opcode, 0x00);
PRM_ASSERT_OFFSET(prm_create_qp_in, uid, 0x02);
PRM_ASSERT_OFFSET(prm_create_qp_in, reserved_04, 0x04);
PRM_ASSERT_OFFSET(prm_create_qp_in, op_mod, 0x06);
PRM_ASSERT_OFFSET(prm_create_qp_in, dw_08, 0x08);
PRM_ASSERT_OFFSET(prm_create_qp_in, reserved_0c, 0x0c);
PRM_ASSERT_OFFSET(prm_create_qp_in, opt_param_mask, 0x10);
PRM_ASSERT_OFFSET(prm_create_qp_in, ece, 0x14);
PRM_ASSERT_OFFSET(prm_create_qp_in, qpc, 0x18);
PRM_ASSERT_OFFSET(prm_create_qp_in, wq_umem_offset, 0x100);
PRM_ASSERT_OFFSET(prm_create_qp_in, wq_umem_id, 0x108);
PRM_ASSERT_OFFSET(prm_create_qp_in, b_10c, 0x10c);
PRM_ASSERT_OFFSET(prm_create_qp_in, reserved_10d, 0x10d);

static inline void prm_create_qp_in_set_opcode(struct prm_create_qp_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->opcode = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_create_qp_in_get_opcode(const struct prm_create_qp_in *p)
{
	return prm_be16_to_cpu(p->opcode);
}

static inline void prm_create_qp_in_set_uid(struct prm_create_qp_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->uid = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_create_qp_in_get_uid(const struct prm_create_qp_in *p)
{
	return prm_be16_to_cpu(p->uid);
}

static inline void prm_create_qp_in_set_op_mod(struct prm_create_qp_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->op_mod = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_create_qp_in_get_op_mod(const struct prm_create_qp_in *p)
{
	return prm_be16_to_cpu(p->op_mod);
}

static inline void prm_create_qp_in_set_qpc_ext(struct prm_create_qp_in *p, bool v)
{
	p->dw_08 = prm_be32_replace(p->dw_08, 0x80000000u, (uint32_t)v << 31);
}

static inline bool prm_create_qp_in_get_qpc_ext(const struct prm_create_qp_in *p)
{
	return (bool)(prm_be32_to_cpu(p->dw_08) >> 31);
}

static inline void prm_create_qp_in_set_input_qpn(struct prm_create_qp_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_08 = prm_be32_replace(p->dw_08, 0xffffffu, v);
}

static inline uint32_t prm_create_qp_in_get_input_qpn(const struct prm_create_qp_in *p)
{
	return prm_be32_to_cpu(p->dw_08) & 0xffffff;
}

static inline void prm_create_qp_in_set_opt_param_mask(struct prm_create_qp_in *p, uint32_t v)
{
	p->opt_param_mask = prm_cpu_to_be32(v);
}

static inline uint32_t prm_create_qp_in_get_opt_param_mask(const struct prm_create_qp_in *p)
{
	return prm_be32_to_cpu(p->opt_param_mask);
}

static inline void prm_create_qp_in_set_ece(struct prm_create_qp_in *p, uint32_t v)
{
	p->ece = prm_cpu_to_be32(v);
}

static inline uint32_t prm_create_qp_in_get_ece(const struct prm_create_qp_in *p)
{
	return prm_be32_to_cpu(p->ece);
}

static inline void prm_create_qp_in_set_wq_umem_offset(struct prm_create_qp_in *p, uint64_t v)
{
	p->wq_umem_offset = prm_cpu_to_be64(v);
}

static inline uint64_t prm_create_qp_in_get_wq_umem_offset(const struct prm_create_qp_in *p)
{
	return prm_be64_to_cpu(p->wq_umem_offset);
}

static inline void prm_create_qp_in_set_wq_umem_id(struct prm_create_qp_in *p, uint32_t v)
{
	p->wq_umem_id = prm_cpu_to_be32(v);
}

static inline uint32_t prm_create_qp_in_get_wq_umem_id(const struct prm_create_qp_in *p)
{
	return prm_be32_to_cpu(p->wq_umem_id);
}

static inline void prm_create_qp_in_set_wq_umem_valid(struct prm_create_qp_in *p, bool v)
{
	p->b_10c = prm_u8_replace(p->b_10c, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_create_qp_in_get_wq_umem_valid(const struct prm_create_qp_in *p)
{
	return (bool)(p->b_10c >> 7);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_create_qp_in_fields {
	uint16_t uid;
	uint16_t op_mod;
	bool qpc_ext;
	uint32_t input_qpn;		/* 24 bits */
	uint32_t opt_param_mask;	/* PRM_QP_OPT_PARAM_* */
	uint32_t ece;
	struct prm_qpc_fields qpc;
	uint64_t wq_umem_offset;
	uint32_t wq_umem_id;
	bool wq_umem_valid;
};

/* Zero, and the defaults of the fields that have one. */
static inline void prm_create_qp_in_fields_init(struct prm_create_qp_in_fields *v)
{
	memset(v, 0, sizeof(*v));
	prm_qpc_fields_init(&v->qpc);
}

/* Writes all 272 bytes of @p; what stood there does not matter. */
static inline void prm_create_qp_in_pack(struct prm_create_qp_in *p,
		const struct prm_create_qp_in_fields *v)
{
	prm_store32(p, 0x00, UINT32_C(0x500) << 16 | (uint32_t)v->uid);
	prm_store32(p, 0x04, (uint32_t)v->op_mod);
	PRM_CHECK_WIDTH(v->input_qpn, 24);
	prm_store32(p, 0x08, (uint32_t)v->qpc_ext << 31 | (v->input_qpn & 0xffffff));
	prm_store32(p, 0x0c, 0);
	prm_store32(p, 0x10, v->opt_param_mask);
	prm_store32(p, 0x14, v->ece);
	prm_qpc_pack(&p->qpc, &v->qpc);
	prm_store64(p, 0x100, v->wq_umem_offset);
	prm_store32(p, 0x108, v->wq_umem_id);
	prm_store32(p, 0x10c, (uint32_t)v->wq_umem_valid << 31);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_create_qp_in_check(const struct prm_create_qp_in *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_fixed(r, "opcode", 0, 16, prm_create_qp_in_get_opcode(p), 0x500);
	n += prm_check_reserved(r, p, 32, 16);	/* 0x04 [31:16] */
	n += prm_check_reserved(r, p, 65, 7);	/* 0x08 [30:24] */
	n += prm_check_reserved(r, p, 96, 32);	/* 0x0c [31:0] */
	n += prm_check_flags(r, "opt_param_mask", 128, 32, prm_create_qp_in_get_opt_param_mask(p),
		PRM_QP_OPT_PARAM_ALL);
	r->base += 192;
	n += prm_qpc_check(&p->qpc, r);
	r->base -= 192;
	n += prm_check_reserved(r, p, 2145, 31);	/* 0x10c [30:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static inline unsigned int prm_create_qp_in_unpack(struct prm_create_qp_in_fields *v,
		const struct prm_create_qp_in *p, struct prm_report *r)
{

	v->uid = prm_load16(p, 0x02);
	v->op_mod = prm_load16(p, 0x06);
	v->qpc_ext = prm_load8(p, 0x08) >> 7;
	v->input_qpn = prm_load32(p, 0x08) & 0xffffff;
	v->opt_param_mask = prm_load32(p, 0x10);
	v->ece = prm_load32(p, 0x14);
	prm_qpc_unpack(&v->qpc, &p->qpc, NULL);
	v->wq_umem_offset = prm_load64(p, 0x100);
	v->wq_umem_id = prm_load32(p, 0x108);
	v->wq_umem_valid = prm_load8(p, 0x10c) >> 7;
	return r ? prm_create_qp_in_check(p, r) : 0;
}

/**
 * struct prm_create_qp_out - the answer to CREATE_QP
 *
 * 16 bytes, written by the device.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_create_qp_out_bits; rdma-core
 * providers/mlx5/mlx5_ifc.h struct mlx5_ifc_create_qp_out_bits; DPDK drivers/common/mlx5/mlx5_prm.h
 * struct mlx5_ifc_create_qp_out_bits.
 */
struct prm_create_qp_out {
	uint8_t status;			/* 0x00 [31:24]: (enum prm_cmd_status) */
	uint8_t reserved_01[3];
	prm_be32 syndrome;		/* 0x04 [31:0] */
	prm_be32 dw_08;			/* 0x08 [23:0] qpn */
	/*
	 * 0x0c [31:0]: Options of enhanced connection establishment. Note: In Linux, reserved in
	 * rdma-core and DPDK. (needs cmd_hca_cap.ece_support)
	 */
	prm_be32 ece;
} __attribute__((packed, aligned(4)));

#define PRM_CREATE_QP_OUT_SIZE 16

PRM_ASSERT_SIZE(prm_create_qp_out, 16);
PRM_ASSERT_OFFSET(prm_create_qp_out, status, 0x00);
PRM_ASSERT_OFFSET(prm_create_qp_out, reserved_01, 0x01);
PRM_ASSERT_OFFSET(prm_create_qp_out, syndrome, 0x04);
PRM_ASSERT_OFFSET(prm_create_qp_out, dw_08, 0x08);
PRM_ASSERT_OFFSET(prm_create_qp_out, ece, 0x0c);

static inline void prm_create_qp_out_set_status(struct prm_create_qp_out *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->status = (uint8_t)v;
}

static inline uint32_t prm_create_qp_out_get_status(const struct prm_create_qp_out *p)
{
	return p->status;
}

static inline void prm_create_qp_out_set_syndrome(struct prm_create_qp_out *p, uint32_t v)
{
	p->syndrome = prm_cpu_to_be32(v);
}

static inline uint32_t prm_create_qp_out_get_syndrome(const struct prm_create_qp_out *p)
{
	return prm_be32_to_cpu(p->syndrome);
}

static inline void prm_create_qp_out_set_qpn(struct prm_create_qp_out *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_08 = prm_be32_replace(p->dw_08, 0xffffffu, v);
}

static inline uint32_t prm_create_qp_out_get_qpn(const struct prm_create_qp_out *p)
{
	return prm_be32_to_cpu(p->dw_08) & 0xffffff;
}

static inline void prm_create_qp_out_set_ece(struct prm_create_qp_out *p, uint32_t v)
{
	p->ece = prm_cpu_to_be32(v);
}

static inline uint32_t prm_create_qp_out_get_ece(const struct prm_create_qp_out *p)
{
	return prm_be32_to_cpu(p->ece);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_create_qp_out_fields {
	uint8_t status;			/* enum prm_cmd_status */
	uint32_t syndrome;
	uint32_t qpn;			/* 24 bits */
	uint32_t ece;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_create_qp_out_fields_init(struct prm_create_qp_out_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_create_qp_out_pack(struct prm_create_qp_out *p,
		const struct prm_create_qp_out_fields *v)
{
	prm_store32(p, 0x00, (uint32_t)v->status << 24);
	prm_store32(p, 0x04, v->syndrome);
	PRM_CHECK_WIDTH(v->qpn, 24);
	prm_store32(p, 0x08, v->qpn & 0xffffff);
	prm_store32(p, 0x0c, v->ece);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_create_qp_out_check(const struct prm_create_qp_out *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_enum(r, "status", 0, 8, prm_create_qp_out_get_status(p),
		prm_cmd_status_str(prm_create_qp_out_get_status(p)));
	n += prm_check_reserved(r, p, 8, 24);	/* 0x00 [23:0] */
	n += prm_check_reserved(r, p, 64, 8);	/* 0x08 [31:24] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_create_qp_out_unpack(struct prm_create_qp_out_fields *v,
		const struct prm_create_qp_out *p, struct prm_report *r)
{

	v->status = prm_load8(p, 0x00);
	v->syndrome = prm_load32(p, 0x04);
	v->qpn = prm_load32(p, 0x08) & 0xffffff;
	v->ece = prm_load32(p, 0x0c);
	return r ? prm_create_qp_out_check(p, r) : 0;
}

/**
 * struct prm_destroy_qp_in - destroys a QP
 *
 * 16 bytes, written by the driver.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_destroy_qp_in_bits; rdma-core
 * providers/mlx5/mlx5_ifc.h struct mlx5_ifc_destroy_qp_in_bits.
 */
struct prm_destroy_qp_in {
	prm_be16 opcode;		/* 0x00 [31:16]: (enum prm_cmd_opcode; always 0x501) */
	prm_be16 uid;			/* 0x00 [15:0] */
	uint8_t reserved_04[2];
	prm_be16 op_mod;		/* 0x04 [15:0] */
	prm_be32 dw_08;			/* 0x08 [23:0] qpn */
	uint8_t reserved_0c[4];
} __attribute__((packed, aligned(4)));

#define PRM_DESTROY_QP_IN_SIZE 16

PRM_ASSERT_SIZE(prm_destroy_qp_in, 16);
PRM_ASSERT_OFFSET(prm_destroy_qp_in, opcode, 0x00);
PRM_ASSERT_OFFSET(prm_destroy_qp_in, uid, 0x02);
PRM_ASSERT_OFFSET(prm_destroy_qp_in, reserved_04, 0x04);
PRM_ASSERT_OFFSET(prm_destroy_qp_in, op_mod, 0x06);
PRM_ASSERT_OFFSET(prm_destroy_qp_in, dw_08, 0x08);
PRM_ASSERT_OFFSET(prm_destroy_qp_in, reserved_0c, 0x0c);

static inline void prm_destroy_qp_in_set_opcode(struct prm_destroy_qp_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->opcode = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_destroy_qp_in_get_opcode(const struct prm_destroy_qp_in *p)
{
	return prm_be16_to_cpu(p->opcode);
}

static inline void prm_destroy_qp_in_set_uid(struct prm_destroy_qp_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->uid = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_destroy_qp_in_get_uid(const struct prm_destroy_qp_in *p)
{
	return prm_be16_to_cpu(p->uid);
}

static inline void prm_destroy_qp_in_set_op_mod(struct prm_destroy_qp_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->op_mod = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_destroy_qp_in_get_op_mod(const struct prm_destroy_qp_in *p)
{
	return prm_be16_to_cpu(p->op_mod);
}

static inline void prm_destroy_qp_in_set_qpn(struct prm_destroy_qp_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_08 = prm_be32_replace(p->dw_08, 0xffffffu, v);
}

static inline uint32_t prm_destroy_qp_in_get_qpn(const struct prm_destroy_qp_in *p)
{
	return prm_be32_to_cpu(p->dw_08) & 0xffffff;
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_destroy_qp_in_fields {
	uint16_t uid;
	uint16_t op_mod;
	uint32_t qpn;			/* 24 bits */
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_destroy_qp_in_fields_init(struct prm_destroy_qp_in_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_destroy_qp_in_pack(struct prm_destroy_qp_in *p,
		const struct prm_destroy_qp_in_fields *v)
{
	prm_store32(p, 0x00, UINT32_C(0x501) << 16 | (uint32_t)v->uid);
	prm_store32(p, 0x04, (uint32_t)v->op_mod);
	PRM_CHECK_WIDTH(v->qpn, 24);
	prm_store32(p, 0x08, v->qpn & 0xffffff);
	prm_store32(p, 0x0c, 0);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_destroy_qp_in_check(const struct prm_destroy_qp_in *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_fixed(r, "opcode", 0, 16, prm_destroy_qp_in_get_opcode(p), 0x501);
	n += prm_check_reserved(r, p, 32, 16);	/* 0x04 [31:16] */
	n += prm_check_reserved(r, p, 64, 8);	/* 0x08 [31:24] */
	n += prm_check_reserved(r, p, 96, 32);	/* 0x0c [31:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_destroy_qp_in_unpack(struct prm_destroy_qp_in_fields *v,
		const struct prm_destroy_qp_in *p, struct prm_report *r)
{

	v->uid = prm_load16(p, 0x02);
	v->op_mod = prm_load16(p, 0x06);
	v->qpn = prm_load32(p, 0x08) & 0xffffff;
	return r ? prm_destroy_qp_in_check(p, r) : 0;
}

/**
 * struct prm_destroy_qp_out - the answer to DESTROY_QP
 *
 * 16 bytes, written by the device.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_destroy_qp_out_bits.
 */
struct prm_destroy_qp_out {
	uint8_t status;			/* 0x00 [31:24]: (enum prm_cmd_status) */
	uint8_t reserved_01[3];
	prm_be32 syndrome;		/* 0x04 [31:0] */
	uint8_t reserved_08[8];
} __attribute__((packed, aligned(4)));

#define PRM_DESTROY_QP_OUT_SIZE 16

PRM_ASSERT_SIZE(prm_destroy_qp_out, 16);
PRM_ASSERT_OFFSET(prm_destroy_qp_out, status, 0x00);
PRM_ASSERT_OFFSET(prm_destroy_qp_out, reserved_01, 0x01);
PRM_ASSERT_OFFSET(prm_destroy_qp_out, syndrome, 0x04);
PRM_ASSERT_OFFSET(prm_destroy_qp_out, reserved_08, 0x08);

static inline void prm_destroy_qp_out_set_status(struct prm_destroy_qp_out *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->status = (uint8_t)v;
}

static inline uint32_t prm_destroy_qp_out_get_status(const struct prm_destroy_qp_out *p)
{
	return p->status;
}

static inline void prm_destroy_qp_out_set_syndrome(struct prm_destroy_qp_out *p, uint32_t v)
{
	p->syndrome = prm_cpu_to_be32(v);
}

static inline uint32_t prm_destroy_qp_out_get_syndrome(const struct prm_destroy_qp_out *p)
{
	return prm_be32_to_cpu(p->syndrome);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_destroy_qp_out_fields {
	uint8_t status;			/* enum prm_cmd_status */
	uint32_t syndrome;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_destroy_qp_out_fields_init(struct prm_destroy_qp_out_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_destroy_qp_out_pack(struct prm_destroy_qp_out *p,
		const struct prm_destroy_qp_out_fields *v)
{
	prm_store32(p, 0x00, (uint32_t)v->status << 24);
	prm_store32(p, 0x04, v->syndrome);
	prm_store32(p, 0x08, 0);
	prm_store32(p, 0x0c, 0);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_destroy_qp_out_check(const struct prm_destroy_qp_out *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_enum(r, "status", 0, 8, prm_destroy_qp_out_get_status(p),
		prm_cmd_status_str(prm_destroy_qp_out_get_status(p)));
	n += prm_check_reserved(r, p, 8, 24);	/* 0x00 [23:0] */
	n += prm_check_reserved(r, p, 64, 64);	/* 0x08 [63:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_destroy_qp_out_unpack(struct prm_destroy_qp_out_fields *v,
		const struct prm_destroy_qp_out *p, struct prm_report *r)
{

	v->status = prm_load8(p, 0x00);
	v->syndrome = prm_load32(p, 0x04);
	return r ? prm_destroy_qp_out_check(p, r) : 0;
}

/**
 * struct prm_query_qp_in - asks for the context of a QP
 *
 * 16 bytes, written by the driver.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_query_qp_in_bits; rdma-core
 * providers/mlx5/mlx5_ifc.h struct mlx5_ifc_query_qp_in_bits; DPDK drivers/common/mlx5/mlx5_prm.h
 * struct mlx5_ifc_query_qp_in_bits.
 */
struct prm_query_qp_in {
	prm_be16 opcode;		/* 0x00 [31:16]: (enum prm_cmd_opcode; always 0x50b) */
	prm_be16 uid;			/* 0x00 [15:0] */
	uint8_t reserved_04[2];
	prm_be16 op_mod;		/* 0x04 [15:0] */
	/*
	 * 0x08 [31]   qpc_ext: Asks for the extension too. Note: In Linux 6.12, reserved in the
	 *               other sources. (needs cmd_hca_cap.qpc_extension)
	 *      [23:0] qpn
	 */
	prm_be32 dw_08;
	uint8_t reserved_0c[4];
} __attribute__((packed, aligned(4)));

#define PRM_QUERY_QP_IN_SIZE 16

PRM_ASSERT_SIZE(prm_query_qp_in, 16);
PRM_ASSERT_OFFSET(prm_query_qp_in, opcode, 0x00);
PRM_ASSERT_OFFSET(prm_query_qp_in, uid, 0x02);
PRM_ASSERT_OFFSET(prm_query_qp_in, reserved_04, 0x04);
PRM_ASSERT_OFFSET(prm_query_qp_in, op_mod, 0x06);
PRM_ASSERT_OFFSET(prm_query_qp_in, dw_08, 0x08);
PRM_ASSERT_OFFSET(prm_query_qp_in, reserved_0c, 0x0c);

static inline void prm_query_qp_in_set_opcode(struct prm_query_qp_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->opcode = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_query_qp_in_get_opcode(const struct prm_query_qp_in *p)
{
	return prm_be16_to_cpu(p->opcode);
}

static inline void prm_query_qp_in_set_uid(struct prm_query_qp_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->uid = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_query_qp_in_get_uid(const struct prm_query_qp_in *p)
{
	return prm_be16_to_cpu(p->uid);
}

static inline void prm_query_qp_in_set_op_mod(struct prm_query_qp_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->op_mod = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_query_qp_in_get_op_mod(const struct prm_query_qp_in *p)
{
	return prm_be16_to_cpu(p->op_mod);
}

static inline void prm_query_qp_in_set_qpc_ext(struct prm_query_qp_in *p, bool v)
{
	p->dw_08 = prm_be32_replace(p->dw_08, 0x80000000u, (uint32_t)v << 31);
}

static inline bool prm_query_qp_in_get_qpc_ext(const struct prm_query_qp_in *p)
{
	return (bool)(prm_be32_to_cpu(p->dw_08) >> 31);
}

static inline void prm_query_qp_in_set_qpn(struct prm_query_qp_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_08 = prm_be32_replace(p->dw_08, 0xffffffu, v);
}

static inline uint32_t prm_query_qp_in_get_qpn(const struct prm_query_qp_in *p)
{
	return prm_be32_to_cpu(p->dw_08) & 0xffffff;
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_query_qp_in_fields {
	uint16_t uid;
	uint16_t op_mod;
	bool qpc_ext;
	uint32_t qpn;			/* 24 bits */
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_query_qp_in_fields_init(struct prm_query_qp_in_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_query_qp_in_pack(struct prm_query_qp_in *p,
		const struct prm_query_qp_in_fields *v)
{
	prm_store32(p, 0x00, UINT32_C(0x50b) << 16 | (uint32_t)v->uid);
	prm_store32(p, 0x04, (uint32_t)v->op_mod);
	PRM_CHECK_WIDTH(v->qpn, 24);
	prm_store32(p, 0x08, (uint32_t)v->qpc_ext << 31 | (v->qpn & 0xffffff));
	prm_store32(p, 0x0c, 0);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_query_qp_in_check(const struct prm_query_qp_in *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_fixed(r, "opcode", 0, 16, prm_query_qp_in_get_opcode(p), 0x50b);
	n += prm_check_reserved(r, p, 32, 16);	/* 0x04 [31:16] */
	n += prm_check_reserved(r, p, 65, 7);	/* 0x08 [30:24] */
	n += prm_check_reserved(r, p, 96, 32);	/* 0x0c [31:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_query_qp_in_unpack(struct prm_query_qp_in_fields *v,
		const struct prm_query_qp_in *p, struct prm_report *r)
{

	v->uid = prm_load16(p, 0x02);
	v->op_mod = prm_load16(p, 0x06);
	v->qpc_ext = prm_load8(p, 0x08) >> 7;
	v->qpn = prm_load32(p, 0x08) & 0xffffff;
	return r ? prm_query_qp_in_check(p, r) : 0;
}

/**
 * struct prm_query_qp_out - the answer to QUERY_QP
 *
 * 272 bytes, written by the device.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_query_qp_out_bits; rdma-core
 * providers/mlx5/mlx5_ifc.h struct mlx5_ifc_query_qp_out_bits; DPDK drivers/common/mlx5/mlx5_prm.h
 * struct mlx5_ifc_query_qp_out_bits.
 */
struct prm_query_qp_out {
	uint8_t status;			/* 0x00 [31:24]: (enum prm_cmd_status) */
	uint8_t reserved_01[3];
	prm_be32 syndrome;		/* 0x04 [31:0] */
	uint8_t reserved_08[8];
	prm_be32 opt_param_mask;	/* 0x10 [31:0]: (flags PRM_QP_OPT_PARAM_*) */
	/*
	 * 0x14 [31:0]: Options of enhanced connection establishment. Note: In Linux, reserved in
	 * rdma-core and DPDK. (needs cmd_hca_cap.ece_support)
	 */
	prm_be32 ece;
	struct prm_qpc qpc;		/* 0x18..0xff */
	uint8_t reserved_100[16];
} __attribute__((packed, aligned(4)));

#define PRM_QUERY_QP_OUT_SIZE 272

PRM_ASSERT_SIZE(prm_query_qp_out, 272);
PRM_ASSERT_OFFSET(prm_query_qp_out, status, 0x00);
PRM_ASSERT_OFFSET(prm_query_qp_out, reserved_01, 0x01);
PRM_ASSERT_OFFSET(prm_query_qp_out, syndrome, 0x04);
PRM_ASSERT_OFFSET(prm_query_qp_out, reserved_08, 0x08);
PRM_ASSERT_OFFSET(prm_query_qp_out, opt_param_mask, 0x10);
PRM_ASSERT_OFFSET(prm_query_qp_out, ece, 0x14);
PRM_ASSERT_OFFSET(prm_query_qp_out, qpc, 0x18);
PRM_ASSERT_OFFSET(prm_query_qp_out, reserved_100, 0x100);

static inline void prm_query_qp_out_set_status(struct prm_query_qp_out *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->status = (uint8_t)v;
}

static inline uint32_t prm_query_qp_out_get_status(const struct prm_query_qp_out *p)
{
	return p->status;
}

static inline void prm_query_qp_out_set_syndrome(struct prm_query_qp_out *p, uint32_t v)
{
	p->syndrome = prm_cpu_to_be32(v);
}

static inline uint32_t prm_query_qp_out_get_syndrome(const struct prm_query_qp_out *p)
{
	return prm_be32_to_cpu(p->syndrome);
}

static inline void prm_query_qp_out_set_opt_param_mask(struct prm_query_qp_out *p, uint32_t v)
{
	p->opt_param_mask = prm_cpu_to_be32(v);
}

static inline uint32_t prm_query_qp_out_get_opt_param_mask(const struct prm_query_qp_out *p)
{
	return prm_be32_to_cpu(p->opt_param_mask);
}

static inline void prm_query_qp_out_set_ece(struct prm_query_qp_out *p, uint32_t v)
{
	p->ece = prm_cpu_to_be32(v);
}

static inline uint32_t prm_query_qp_out_get_ece(const struct prm_query_qp_out *p)
{
	return prm_be32_to_cpu(p->ece);
}

/* The pas behind the 272 bytes of @p; how many there are the caller knows. */
static inline prm_be64 *prm_query_qp_out_pas(struct prm_query_qp_out *p)
{
	return (prm_be64 *)(void *)(p + 1);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_query_qp_out_fields {
	uint8_t status;			/* enum prm_cmd_status */
	uint32_t syndrome;
	uint32_t opt_param_mask;	/* PRM_QP_OPT_PARAM_* */
	uint32_t ece;
	struct prm_qpc_fields qpc;
};

/* Zero, and the defaults of the fields that have one. */
static inline void prm_query_qp_out_fields_init(struct prm_query_qp_out_fields *v)
{
	memset(v, 0, sizeof(*v));
	prm_qpc_fields_init(&v->qpc);
}

/* Writes all 272 bytes of @p; what stood there does not matter. */
static inline void prm_query_qp_out_pack(struct prm_query_qp_out *p,
		const struct prm_query_qp_out_fields *v)
{
	prm_store32(p, 0x00, (uint32_t)v->status << 24);
	prm_store32(p, 0x04, v->syndrome);
	prm_store32(p, 0x08, 0);
	prm_store32(p, 0x0c, 0);
	prm_store32(p, 0x10, v->opt_param_mask);
	prm_store32(p, 0x14, v->ece);
	prm_qpc_pack(&p->qpc, &v->qpc);
	memset((uint8_t *)p + 0x100, 0, 16);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_query_qp_out_check(const struct prm_query_qp_out *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_enum(r, "status", 0, 8, prm_query_qp_out_get_status(p),
		prm_cmd_status_str(prm_query_qp_out_get_status(p)));
	n += prm_check_reserved(r, p, 8, 24);	/* 0x00 [23:0] */
	n += prm_check_reserved(r, p, 64, 64);	/* 0x08 [63:0] */
	n += prm_check_flags(r, "opt_param_mask", 128, 32, prm_query_qp_out_get_opt_param_mask(p),
		PRM_QP_OPT_PARAM_ALL);
	r->base += 192;
	n += prm_qpc_check(&p->qpc, r);
	r->base -= 192;
	n += prm_check_reserved(r, p, 2048, 128);	/* 0x100..0x10f */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static inline unsigned int prm_query_qp_out_unpack(struct prm_query_qp_out_fields *v,
		const struct prm_query_qp_out *p, struct prm_report *r)
{

	v->status = prm_load8(p, 0x00);
	v->syndrome = prm_load32(p, 0x04);
	v->opt_param_mask = prm_load32(p, 0x10);
	v->ece = prm_load32(p, 0x14);
	prm_qpc_unpack(&v->qpc, &p->qpc, NULL);
	return r ? prm_query_qp_out_check(p, r) : 0;
}

/**
 * struct prm_rst2init_qp_in - takes a QP from RST to INIT
 *
 * 272 bytes, written by the driver.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_rst2init_qp_in_bits; rdma-core
 * providers/mlx5/mlx5_ifc.h struct mlx5_ifc_rst2init_qp_in_bits; DPDK
 * drivers/common/mlx5/mlx5_prm.h struct mlx5_ifc_rst2init_qp_in_bits.
 */
struct prm_rst2init_qp_in {
	prm_be16 opcode;		/* 0x00 [31:16]: (enum prm_cmd_opcode; always 0x502) */
	prm_be16 uid;			/* 0x00 [15:0] */
	uint8_t reserved_04[2];
	prm_be16 op_mod;		/* 0x04 [15:0] */
	prm_be32 dw_08;			/* 0x08 [23:0] qpn */
	uint8_t reserved_0c[4];
	prm_be32 opt_param_mask;	/* 0x10 [31:0]: (flags PRM_QP_OPT_PARAM_*) */
	/*
	 * 0x14 [31:0]: Options of enhanced connection establishment. Note: In Linux, reserved in
	 * rdma-core and DPDK. (needs cmd_hca_cap.ece_support)
	 */
	prm_be32 ece;
	struct prm_qpc qpc;		/* 0x18..0xff */
	uint8_t reserved_100[16];
} __attribute__((packed, aligned(4)));

#define PRM_RST2INIT_QP_IN_SIZE 272

PRM_ASSERT_SIZE(prm_rst2init_qp_in, 272);
PRM_ASSERT_OFFSET(prm_rst2init_qp_in, opcode, 0x00);
PRM_ASSERT_OFFSET(prm_rst2init_qp_in, uid, 0x02);
PRM_ASSERT_OFFSET(prm_rst2init_qp_in, reserved_04, 0x04);
PRM_ASSERT_OFFSET(prm_rst2init_qp_in, op_mod, 0x06);
PRM_ASSERT_OFFSET(prm_rst2init_qp_in, dw_08, 0x08);
PRM_ASSERT_OFFSET(prm_rst2init_qp_in, reserved_0c, 0x0c);
PRM_ASSERT_OFFSET(prm_rst2init_qp_in, opt_param_mask, 0x10);
PRM_ASSERT_OFFSET(prm_rst2init_qp_in, ece, 0x14);
PRM_ASSERT_OFFSET(prm_rst2init_qp_in, qpc, 0x18);
PRM_ASSERT_OFFSET(prm_rst2init_qp_in, reserved_100, 0x100);

static inline void prm_rst2init_qp_in_set_opcode(struct prm_rst2init_qp_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->opcode = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_rst2init_qp_in_get_opcode(const struct prm_rst2init_qp_in *p)
{
	return prm_be16_to_cpu(p->opcode);
}

static inline void prm_rst2init_qp_in_set_uid(struct prm_rst2init_qp_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->uid = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_rst2init_qp_in_get_uid(const struct prm_rst2init_qp_in *p)
{
	return prm_be16_to_cpu(p->uid);
}

static inline void prm_rst2init_qp_in_set_op_mod(struct prm_rst2init_qp_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->op_mod = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_rst2init_qp_in_get_op_mod(const struct prm_rst2init_qp_in *p)
{
	return prm_be16_to_cpu(p->op_mod);
}

static inline void prm_rst2init_qp_in_set_qpn(struct prm_rst2init_qp_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_08 = prm_be32_replace(p->dw_08, 0xffffffu, v);
}

static inline uint32_t prm_rst2init_qp_in_get_qpn(const struct prm_rst2init_qp_in *p)
{
	return prm_be32_to_cpu(p->dw_08) & 0xffffff;
}

static inline void prm_rst2init_qp_in_set_opt_param_mask(struct prm_rst2init_qp_in *p, uint32_t v)
{
	p->opt_param_mask = prm_cpu_to_be32(v);
}

static inline uint32_t prm_rst2init_qp_in_get_opt_param_mask(const struct prm_rst2init_qp_in *p)
{
	return prm_be32_to_cpu(p->opt_param_mask);
}

static inline void prm_rst2init_qp_in_set_ece(struct prm_rst2init_qp_in *p, uint32_t v)
{
	p->ece = prm_cpu_to_be32(v);
}

static inline uint32_t prm_rst2init_qp_in_get_ece(const struct prm_rst2init_qp_in *p)
{
	return prm_be32_to_cpu(p->ece);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_rst2init_qp_in_fields {
	uint16_t uid;
	uint16_t op_mod;
	uint32_t qpn;			/* 24 bits */
	uint32_t opt_param_mask;	/* PRM_QP_OPT_PARAM_* */
	uint32_t ece;
	struct prm_qpc_fields qpc;
};

/* Zero, and the defaults of the fields that have one. */
static inline void prm_rst2init_qp_in_fields_init(struct prm_rst2init_qp_in_fields *v)
{
	memset(v, 0, sizeof(*v));
	prm_qpc_fields_init(&v->qpc);
}

/* Writes all 272 bytes of @p; what stood there does not matter. */
static inline void prm_rst2init_qp_in_pack(struct prm_rst2init_qp_in *p,
		const struct prm_rst2init_qp_in_fields *v)
{
	prm_store32(p, 0x00, UINT32_C(0x502) << 16 | (uint32_t)v->uid);
	prm_store32(p, 0x04, (uint32_t)v->op_mod);
	PRM_CHECK_WIDTH(v->qpn, 24);
	prm_store32(p, 0x08, v->qpn & 0xffffff);
	prm_store32(p, 0x0c, 0);
	prm_store32(p, 0x10, v->opt_param_mask);
	prm_store32(p, 0x14, v->ece);
	prm_qpc_pack(&p->qpc, &v->qpc);
	memset((uint8_t *)p + 0x100, 0, 16);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_rst2init_qp_in_check(const struct prm_rst2init_qp_in *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_fixed(r, "opcode", 0, 16, prm_rst2init_qp_in_get_opcode(p), 0x502);
	n += prm_check_reserved(r, p, 32, 16);	/* 0x04 [31:16] */
	n += prm_check_reserved(r, p, 64, 8);	/* 0x08 [31:24] */
	n += prm_check_reserved(r, p, 96, 32);	/* 0x0c [31:0] */
	n += prm_check_flags(r, "opt_param_mask", 128, 32, prm_rst2init_qp_in_get_opt_param_mask(p),
		PRM_QP_OPT_PARAM_ALL);
	r->base += 192;
	n += prm_qpc_check(&p->qpc, r);
	r->base -= 192;
	n += prm_check_reserved(r, p, 2048, 128);	/* 0x100..0x10f */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static inline unsigned int prm_rst2init_qp_in_unpack(struct prm_rst2init_qp_in_fields *v,
		const struct prm_rst2init_qp_in *p, struct prm_report *r)
{

	v->uid = prm_load16(p, 0x02);
	v->op_mod = prm_load16(p, 0x06);
	v->qpn = prm_load32(p, 0x08) & 0xffffff;
	v->opt_param_mask = prm_load32(p, 0x10);
	v->ece = prm_load32(p, 0x14);
	prm_qpc_unpack(&v->qpc, &p->qpc, NULL);
	return r ? prm_rst2init_qp_in_check(p, r) : 0;
}

/**
 * struct prm_rst2init_qp_out - the answer to RST2INIT_QP
 *
 * 16 bytes, written by the device.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_rst2init_qp_out_bits; rdma-core
 * providers/mlx5/mlx5_ifc.h struct mlx5_ifc_rst2init_qp_out_bits; DPDK
 * drivers/common/mlx5/mlx5_prm.h struct mlx5_ifc_rst2init_qp_out_bits.
 */
struct prm_rst2init_qp_out {
	uint8_t status;			/* 0x00 [31:24]: (enum prm_cmd_status) */
	uint8_t reserved_01[3];
	prm_be32 syndrome;		/* 0x04 [31:0] */
	uint8_t reserved_08[4];
	/*
	 * 0x0c [31:0]: Options of enhanced connection establishment. Note: In Linux, reserved in
	 * rdma-core and DPDK. (needs cmd_hca_cap.ece_support)
	 */
	prm_be32 ece;
} __attribute__((packed, aligned(4)));

#define PRM_RST2INIT_QP_OUT_SIZE 16

PRM_ASSERT_SIZE(prm_rst2init_qp_out, 16);
PRM_ASSERT_OFFSET(prm_rst2init_qp_out, status, 0x00);
PRM_ASSERT_OFFSET(prm_rst2init_qp_out, reserved_01, 0x01);
PRM_ASSERT_OFFSET(prm_rst2init_qp_out, syndrome, 0x04);
PRM_ASSERT_OFFSET(prm_rst2init_qp_out, reserved_08, 0x08);
PRM_ASSERT_OFFSET(prm_rst2init_qp_out, ece, 0x0c);

static inline void prm_rst2init_qp_out_set_status(struct prm_rst2init_qp_out *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->status = (uint8_t)v;
}

static inline uint32_t prm_rst2init_qp_out_get_status(const struct prm_rst2init_qp_out *p)
{
	return p->status;
}

static inline void prm_rst2init_qp_out_set_syndrome(struct prm_rst2init_qp_out *p, uint32_t v)
{
	p->syndrome = prm_cpu_to_be32(v);
}

static inline uint32_t prm_rst2init_qp_out_get_syndrome(const struct prm_rst2init_qp_out *p)
{
	return prm_be32_to_cpu(p->syndrome);
}

static inline void prm_rst2init_qp_out_set_ece(struct prm_rst2init_qp_out *p, uint32_t v)
{
	p->ece = prm_cpu_to_be32(v);
}

static inline uint32_t prm_rst2init_qp_out_get_ece(const struct prm_rst2init_qp_out *p)
{
	return prm_be32_to_cpu(p->ece);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_rst2init_qp_out_fields {
	uint8_t status;			/* enum prm_cmd_status */
	uint32_t syndrome;
	uint32_t ece;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_rst2init_qp_out_fields_init(struct prm_rst2init_qp_out_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_rst2init_qp_out_pack(struct prm_rst2init_qp_out *p,
		const struct prm_rst2init_qp_out_fields *v)
{
	prm_store32(p, 0x00, (uint32_t)v->status << 24);
	prm_store32(p, 0x04, v->syndrome);
	prm_store32(p, 0x08, 0);
	prm_store32(p, 0x0c, v->ece);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_rst2init_qp_out_check(const struct prm_rst2init_qp_out *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_enum(r, "status", 0, 8, prm_rst2init_qp_out_get_status(p),
		prm_cmd_status_str(prm_rst2init_qp_out_get_status(p)));
	n += prm_check_reserved(r, p, 8, 24);	/* 0x00 [23:0] */
	n += prm_check_reserved(r, p, 64, 32);	/* 0x08 [31:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_rst2init_qp_out_unpack(
		struct prm_rst2init_qp_out_fields *v, const struct prm_rst2init_qp_out *p,
		struct prm_report *r)
{

	v->status = prm_load8(p, 0x00);
	v->syndrome = prm_load32(p, 0x04);
	v->ece = prm_load32(p, 0x0c);
	return r ? prm_rst2init_qp_out_check(p, r) : 0;
}

/**
 * struct prm_init2init_qp_in - changes a QP in INIT. drain_sigerr is set here
 *
 * 272 bytes, written by the driver.
 * Sources disagree: In rdma-core the structure goes on with the extension, 464 bytes in all; Linux
 * and DPDK end before it. Taken as the shorter one, with the extension behind it, because qpc_ext
 * says whether it counts.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_init2init_qp_in_bits; rdma-core
 * providers/mlx5/mlx5_ifc.h struct mlx5_ifc_init2init_qp_in_bits; DPDK
 * drivers/common/mlx5/mlx5_prm.h struct mlx5_ifc_init2init_qp_in_bits.
 */
struct prm_init2init_qp_in {
	prm_be16 opcode;		/* 0x00 [31:16]: (enum prm_cmd_opcode; always 0x50e) */
	prm_be16 uid;			/* 0x00 [15:0] */
	uint8_t reserved_04[2];
	prm_be16 op_mod;		/* 0x04 [15:0] */
	/*
	 * 0x08 [31]   qpc_ext: The extension of the context follows. Note: In rdma-core, reserved
	 *               in Linux and DPDK. (needs cmd_hca_cap.qpc_extension)
	 *      [23:0] qpn
	 */
	prm_be32 dw_08;
	uint8_t reserved_0c[4];
	prm_be32 opt_param_mask;	/* 0x10 [31:0]: (flags PRM_QP_OPT_PARAM_*) */
	/*
	 * 0x14 [31:0]: Options of enhanced connection establishment. Note: In Linux, reserved in
	 * rdma-core and DPDK. (needs cmd_hca_cap.ece_support)
	 */
	prm_be32 ece;
	struct prm_qpc qpc;		/* 0x18..0xff */
	uint8_t reserved_100[8];
	/*
	 * 0x108 [63:0]: Note: In rdma-core, reserved in Linux and DPDK. (flags
	 * PRM_QP_OPT_PARAM_32_*)
	 */
	prm_be64 opt_param_mask_95_32;
} __attribute__((packed, aligned(4)));

#define PRM_INIT2INIT_QP_IN_SIZE 272

PRM_ASSERT_SIZE(prm_init2init_qp_in, 272);
PRM_ASSERT_OFFSET(prm_init2init_qp_in, opcode, 0x00);
PRM_ASSERT_OFFSET(prm_init2init_qp_in, uid, 0x02);
PRM_ASSERT_OFFSET(prm_init2init_qp_in, reserved_04, 0x04);
PRM_ASSERT_OFFSET(prm_init2init_qp_in, op_mod, 0x06);
PRM_ASSERT_OFFSET(prm_init2init_qp_in, dw_08, 0x08);
PRM_ASSERT_OFFSET(prm_init2init_qp_in, reserved_0c, 0x0c);
PRM_ASSERT_OFFSET(prm_init2init_qp_in, opt_param_mask, 0x10);
PRM_ASSERT_OFFSET(prm_init2init_qp_in, ece, 0x14);
PRM_ASSERT_OFFSET(prm_init2init_qp_in, qpc, 0x18);
PRM_ASSERT_OFFSET(prm_init2init_qp_in, reserved_100, 0x100);
PRM_ASSERT_OFFSET(prm_init2init_qp_in, opt_param_mask_95_32, 0x108);

static inline void prm_init2init_qp_in_set_opcode(struct prm_init2init_qp_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->opcode = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_init2init_qp_in_get_opcode(const struct prm_init2init_qp_in *p)
{
	return prm_be16_to_cpu(p->opcode);
}

static inline void prm_init2init_qp_in_set_uid(struct prm_init2init_qp_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->uid = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_init2init_qp_in_get_uid(const struct prm_init2init_qp_in *p)
{
	return prm_be16_to_cpu(p->uid);
}

static inline void prm_init2init_qp_in_set_op_mod(struct prm_init2init_qp_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->op_mod = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_init2init_qp_in_get_op_mod(const struct prm_init2init_qp_in *p)
{
	return prm_be16_to_cpu(p->op_mod);
}

static inline void prm_init2init_qp_in_set_qpc_ext(struct prm_init2init_qp_in *p, bool v)
{
	p->dw_08 = prm_be32_replace(p->dw_08, 0x80000000u, (uint32_t)v << 31);
}

static inline bool prm_init2init_qp_in_get_qpc_ext(const struct prm_init2init_qp_in *p)
{
	return (bool)(prm_be32_to_cpu(p->dw_08) >> 31);
}

static inline void prm_init2init_qp_in_set_qpn(struct prm_init2init_qp_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_08 = prm_be32_replace(p->dw_08, 0xffffffu, v);
}

static inline uint32_t prm_init2init_qp_in_get_qpn(const struct prm_init2init_qp_in *p)
{
	return prm_be32_to_cpu(p->dw_08) & 0xffffff;
}

static inline void prm_init2init_qp_in_set_opt_param_mask(struct prm_init2init_qp_in *p, uint32_t v)
{
	p->opt_param_mask = prm_cpu_to_be32(v);
}

static inline uint32_t prm_init2init_qp_in_get_opt_param_mask(const struct prm_init2init_qp_in *p)
{
	return prm_be32_to_cpu(p->opt_param_mask);
}

static inline void prm_init2init_qp_in_set_ece(struct prm_init2init_qp_in *p, uint32_t v)
{
	p->ece = prm_cpu_to_be32(v);
}

static inline uint32_t prm_init2init_qp_in_get_ece(const struct prm_init2init_qp_in *p)
{
	return prm_be32_to_cpu(p->ece);
}

static inline void prm_init2init_qp_in_set_opt_param_mask_95_32(struct prm_init2init_qp_in *p,
		uint64_t v)
{
	p->opt_param_mask_95_32 = prm_cpu_to_be64(v);
}

static inline uint64_t prm_init2init_qp_in_get_opt_param_mask_95_32(
		const struct prm_init2init_qp_in *p)
{
	return prm_be64_to_cpu(p->opt_param_mask_95_32);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_init2init_qp_in_fields {
	uint16_t uid;
	uint16_t op_mod;
	bool qpc_ext;
	uint32_t qpn;			/* 24 bits */
	uint32_t opt_param_mask;	/* PRM_QP_OPT_PARAM_* */
	uint32_t ece;
	struct prm_qpc_fields qpc;
	uint64_t opt_param_mask_95_32;	/* PRM_QP_OPT_PARAM_32_* */
};

/* Zero, and the defaults of the fields that have one. */
static inline void prm_init2init_qp_in_fields_init(struct prm_init2init_qp_in_fields *v)
{
	memset(v, 0, sizeof(*v));
	prm_qpc_fields_init(&v->qpc);
}

/* Writes all 272 bytes of @p; what stood there does not matter. */
static inline void prm_init2init_qp_in_pack(struct prm_init2init_qp_in *p,
		const struct prm_init2init_qp_in_fields *v)
{
	prm_store32(p, 0x00, UINT32_C(0x50e) << 16 | (uint32_t)v->uid);
	prm_store32(p, 0x04, (uint32_t)v->op_mod);
	PRM_CHECK_WIDTH(v->qpn, 24);
	prm_store32(p, 0x08, (uint32_t)v->qpc_ext << 31 | (v->qpn & 0xffffff));
	prm_store32(p, 0x0c, 0);
	prm_store32(p, 0x10, v->opt_param_mask);
	prm_store32(p, 0x14, v->ece);
	prm_qpc_pack(&p->qpc, &v->qpc);
	prm_store32(p, 0x100, 0);
	prm_store32(p, 0x104, 0);
	prm_store64(p, 0x108, v->opt_param_mask_95_32);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_init2init_qp_in_check(const struct prm_init2init_qp_in *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_fixed(r, "opcode", 0, 16, prm_init2init_qp_in_get_opcode(p), 0x50e);
	n += prm_check_reserved(r, p, 32, 16);	/* 0x04 [31:16] */
	n += prm_check_reserved(r, p, 65, 7);	/* 0x08 [30:24] */
	n += prm_check_reserved(r, p, 96, 32);	/* 0x0c [31:0] */
	n += prm_check_flags(r, "opt_param_mask", 128, 32,
		prm_init2init_qp_in_get_opt_param_mask(p),
		PRM_QP_OPT_PARAM_ALL);
	r->base += 192;
	n += prm_qpc_check(&p->qpc, r);
	r->base -= 192;
	n += prm_check_reserved(r, p, 2048, 64);	/* 0x100 [63:0] */
	n += prm_check_flags(r, "opt_param_mask_95_32", 2112, 64,
		prm_init2init_qp_in_get_opt_param_mask_95_32(p),
		PRM_QP_OPT_PARAM_32_ALL);
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static inline unsigned int prm_init2init_qp_in_unpack(struct prm_init2init_qp_in_fields *v,
		const struct prm_init2init_qp_in *p, struct prm_report *r)
{

	v->uid = prm_load16(p, 0x02);
	v->op_mod = prm_load16(p, 0x06);
	v->qpc_ext = prm_load8(p, 0x08) >> 7;
	v->qpn = prm_load32(p, 0x08) & 0xffffff;
	v->opt_param_mask = prm_load32(p, 0x10);
	v->ece = prm_load32(p, 0x14);
	prm_qpc_unpack(&v->qpc, &p->qpc, NULL);
	v->opt_param_mask_95_32 = prm_load64(p, 0x108);
	return r ? prm_init2init_qp_in_check(p, r) : 0;
}

/**
 * struct prm_init2init_qp_out - the answer to INIT2INIT_QP
 *
 * 16 bytes, written by the device.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_init2init_qp_out_bits; rdma-core
 * providers/mlx5/mlx5_ifc.h struct mlx5_ifc_init2init_qp_out_bits; DPDK
 * drivers/common/mlx5/mlx5_prm.h struct mlx5_ifc_init2init_qp_out_bits.
 */
struct prm_init2init_qp_out {
	uint8_t status;			/* 0x00 [31:24]: (enum prm_cmd_status) */
	uint8_t reserved_01[3];
	prm_be32 syndrome;		/* 0x04 [31:0] */
	uint8_t reserved_08[4];
	/*
	 * 0x0c [31:0]: Options of enhanced connection establishment. Note: In Linux, reserved in
	 * rdma-core and DPDK. (needs cmd_hca_cap.ece_support)
	 */
	prm_be32 ece;
} __attribute__((packed, aligned(4)));

#define PRM_INIT2INIT_QP_OUT_SIZE 16

PRM_ASSERT_SIZE(prm_init2init_qp_out, 16);
PRM_ASSERT_OFFSET(prm_init2init_qp_out, status, 0x00);
PRM_ASSERT_OFFSET(prm_init2init_qp_out, reserved_01, 0x01);
PRM_ASSERT_OFFSET(prm_init2init_qp_out, syndrome, 0x04);
PRM_ASSERT_OFFSET(prm_init2init_qp_out, reserved_08, 0x08);
PRM_ASSERT_OFFSET(prm_init2init_qp_out, ece, 0x0c);

static inline void prm_init2init_qp_out_set_status(struct prm_init2init_qp_out *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->status = (uint8_t)v;
}

static inline uint32_t prm_init2init_qp_out_get_status(const struct prm_init2init_qp_out *p)
{
	return p->status;
}

static inline void prm_init2init_qp_out_set_syndrome(struct prm_init2init_qp_out *p, uint32_t v)
{
	p->syndrome = prm_cpu_to_be32(v);
}

static inline uint32_t prm_init2init_qp_out_get_syndrome(const struct prm_init2init_qp_out *p)
{
	return prm_be32_to_cpu(p->syndrome);
}

static inline void prm_init2init_qp_out_set_ece(struct prm_init2init_qp_out *p, uint32_t v)
{
	p->ece = prm_cpu_to_be32(v);
}

static inline uint32_t prm_init2init_qp_out_get_ece(const struct prm_init2init_qp_out *p)
{
	return prm_be32_to_cpu(p->ece);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_init2init_qp_out_fields {
	uint8_t status;			/* enum prm_cmd_status */
	uint32_t syndrome;
	uint32_t ece;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_init2init_qp_out_fields_init(
		struct prm_init2init_qp_out_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_init2init_qp_out_pack(struct prm_init2init_qp_out *p,
		const struct prm_init2init_qp_out_fields *v)
{
	prm_store32(p, 0x00, (uint32_t)v->status << 24);
	prm_store32(p, 0x04, v->syndrome);
	prm_store32(p, 0x08, 0);
	prm_store32(p, 0x0c, v->ece);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_init2init_qp_out_check(const struct prm_init2init_qp_out *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_enum(r, "status", 0, 8, prm_init2init_qp_out_get_status(p),
		prm_cmd_status_str(prm_init2init_qp_out_get_status(p)));
	n += prm_check_reserved(r, p, 8, 24);	/* 0x00 [23:0] */
	n += prm_check_reserved(r, p, 64, 32);	/* 0x08 [31:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_init2init_qp_out_unpack(
		struct prm_init2init_qp_out_fields *v, const struct prm_init2init_qp_out *p,
		struct prm_report *r)
{

	v->status = prm_load8(p, 0x00);
	v->syndrome = prm_load32(p, 0x04);
	v->ece = prm_load32(p, 0x0c);
	return r ? prm_init2init_qp_out_check(p, r) : 0;
}

/**
 * struct prm_init2rtr_qp_in - takes a QP from INIT to RTR. The peer and the path to it are set here
 *
 * 272 bytes, written by the driver.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_init2rtr_qp_in_bits; rdma-core
 * providers/mlx5/mlx5_ifc.h struct mlx5_ifc_init2rtr_qp_in_bits; DPDK
 * drivers/common/mlx5/mlx5_prm.h struct mlx5_ifc_init2rtr_qp_in_bits.
 */
struct prm_init2rtr_qp_in {
	prm_be16 opcode;		/* 0x00 [31:16]: (enum prm_cmd_opcode; always 0x503) */
	prm_be16 uid;			/* 0x00 [15:0] */
	uint8_t reserved_04[2];
	prm_be16 op_mod;		/* 0x04 [15:0] */
	prm_be32 dw_08;			/* 0x08 [23:0] qpn */
	uint8_t reserved_0c[4];
	prm_be32 opt_param_mask;	/* 0x10 [31:0]: (flags PRM_QP_OPT_PARAM_*) */
	/*
	 * 0x14 [31:0]: Options of enhanced connection establishment. Note: In Linux, reserved in
	 * rdma-core and DPDK. (needs cmd_hca_cap.ece_support)
	 */
	prm_be32 ece;
	struct prm_qpc qpc;		/* 0x18..0xff */
	uint8_t reserved_100[16];
} __attribute__((packed, aligned(4)));

#define PRM_INIT2RTR_QP_IN_SIZE 272

PRM_ASSERT_SIZE(prm_init2rtr_qp_in, 272);
PRM_ASSERT_OFFSET(prm_init2rtr_qp_in, opcode, 0x00);
PRM_ASSERT_OFFSET(prm_init2rtr_qp_in, uid, 0x02);
PRM_ASSERT_OFFSET(prm_init2rtr_qp_in, reserved_04, 0x04);
PRM_ASSERT_OFFSET(prm_init2rtr_qp_in, op_mod, 0x06);
PRM_ASSERT_OFFSET(prm_init2rtr_qp_in, dw_08, 0x08);
PRM_ASSERT_OFFSET(prm_init2rtr_qp_in, reserved_0c, 0x0c);
PRM_ASSERT_OFFSET(prm_init2rtr_qp_in, opt_param_mask, 0x10);
PRM_ASSERT_OFFSET(prm_init2rtr_qp_in, ece, 0x14);
PRM_ASSERT_OFFSET(prm_init2rtr_qp_in, qpc, 0x18);
PRM_ASSERT_OFFSET(prm_init2rtr_qp_in, reserved_100, 0x100);

static inline void prm_init2rtr_qp_in_set_opcode(struct prm_init2rtr_qp_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->opcode = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_init2rtr_qp_in_get_opcode(const struct prm_init2rtr_qp_in *p)
{
	return prm_be16_to_cpu(p->opcode);
}

static inline void prm_init2rtr_qp_in_set_uid(struct prm_init2rtr_qp_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->uid = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_init2rtr_qp_in_get_uid(const struct prm_init2rtr_qp_in *p)
{
	return prm_be16_to_cpu(p->uid);
}

static inline void prm_init2rtr_qp_in_set_op_mod(struct prm_init2rtr_qp_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->op_mod = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_init2rtr_qp_in_get_op_mod(const struct prm_init2rtr_qp_in *p)
{
	return prm_be16_to_cpu(p->op_mod);
}

static inline void prm_init2rtr_qp_in_set_qpn(struct prm_init2rtr_qp_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_08 = prm_be32_replace(p->dw_08, 0xffffffu, v);
}

static inline uint32_t prm_init2rtr_qp_in_get_qpn(const struct prm_init2rtr_qp_in *p)
{
	return prm_be32_to_cpu(p->dw_08) & 0xffffff;
}

static inline void prm_init2rtr_qp_in_set_opt_param_mask(struct prm_init2rtr_qp_in *p, uint32_t v)
{
	p->opt_param_mask = prm_cpu_to_be32(v);
}

static inline uint32_t prm_init2rtr_qp_in_get_opt_param_mask(const struct prm_init2rtr_qp_in *p)
{
	return prm_be32_to_cpu(p->opt_param_mask);
}

static inline void prm_init2rtr_qp_in_set_ece(struct prm_init2rtr_qp_in *p, uint32_t v)
{
	p->ece = prm_cpu_to_be32(v);
}

static inline uint32_t prm_init2rtr_qp_in_get_ece(const struct prm_init2rtr_qp_in *p)
{
	return prm_be32_to_cpu(p->ece);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_init2rtr_qp_in_fields {
	uint16_t uid;
	uint16_t op_mod;
	uint32_t qpn;			/* 24 bits */
	uint32_t opt_param_mask;	/* PRM_QP_OPT_PARAM_* */
	uint32_t ece;
	struct prm_qpc_fields qpc;
};

/* Zero, and the defaults of the fields that have one. */
static inline void prm_init2rtr_qp_in_fields_init(struct prm_init2rtr_qp_in_fields *v)
{
	memset(v, 0, sizeof(*v));
	prm_qpc_fields_init(&v->qpc);
}

/* Writes all 272 bytes of @p; what stood there does not matter. */
static inline void prm_init2rtr_qp_in_pack(struct prm_init2rtr_qp_in *p,
		const struct prm_init2rtr_qp_in_fields *v)
{
	prm_store32(p, 0x00, UINT32_C(0x503) << 16 | (uint32_t)v->uid);
	prm_store32(p, 0x04, (uint32_t)v->op_mod);
	PRM_CHECK_WIDTH(v->qpn, 24);
	prm_store32(p, 0x08, v->qpn & 0xffffff);
	prm_store32(p, 0x0c, 0);
	prm_store32(p, 0x10, v->opt_param_mask);
	prm_store32(p, 0x14, v->ece);
	prm_qpc_pack(&p->qpc, &v->qpc);
	memset((uint8_t *)p + 0x100, 0, 16);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_init2rtr_qp_in_check(const struct prm_init2rtr_qp_in *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_fixed(r, "opcode", 0, 16, prm_init2rtr_qp_in_get_opcode(p), 0x503);
	n += prm_check_reserved(r, p, 32, 16);	/* 0x04 [31:16] */
	n += prm_check_reserved(r, p, 64, 8);	/* 0x08 [31:24] */
	n += prm_check_reserved(r, p, 96, 32);	/* 0x0c [31:0] */
	n += prm_check_flags(r, "opt_param_mask", 128, 32, prm_init2rtr_qp_in_get_opt_param_mask(p),
		PRM_QP_OPT_PARAM_ALL);
	r->base += 192;
	n += prm_qpc_check(&p->qpc, r);
	r->base -= 192;
	n += prm_check_reserved(r, p, 2048, 128);	/* 0x100..0x10f */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static inline unsigned int prm_init2rtr_qp_in_unpack(struct prm_init2rtr_qp_in_fields *v,
		const struct prm_init2rtr_qp_in *p, struct prm_report *r)
{

	v->uid = prm_load16(p, 0x02);
	v->op_mod = prm_load16(p, 0x06);
	v->qpn = prm_load32(p, 0x08) & 0xffffff;
	v->opt_param_mask = prm_load32(p, 0x10);
	v->ece = prm_load32(p, 0x14);
	prm_qpc_unpack(&v->qpc, &p->qpc, NULL);
	return r ? prm_init2rtr_qp_in_check(p, r) : 0;
}

/**
 * struct prm_init2rtr_qp_out - the answer to INIT2RTR_QP
 *
 * 16 bytes, written by the device.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_init2rtr_qp_out_bits; rdma-core
 * providers/mlx5/mlx5_ifc.h struct mlx5_ifc_init2rtr_qp_out_bits; DPDK
 * drivers/common/mlx5/mlx5_prm.h struct mlx5_ifc_init2rtr_qp_out_bits.
 */
struct prm_init2rtr_qp_out {
	uint8_t status;			/* 0x00 [31:24]: (enum prm_cmd_status) */
	uint8_t reserved_01[3];
	prm_be32 syndrome;		/* 0x04 [31:0] */
	uint8_t reserved_08[4];
	/*
	 * 0x0c [31:0]: Options of enhanced connection establishment. Note: In Linux, reserved in
	 * rdma-core and DPDK. (needs cmd_hca_cap.ece_support)
	 */
	prm_be32 ece;
} __attribute__((packed, aligned(4)));

#define PRM_INIT2RTR_QP_OUT_SIZE 16

PRM_ASSERT_SIZE(prm_init2rtr_qp_out, 16);
PRM_ASSERT_OFFSET(prm_init2rtr_qp_out, status, 0x00);
PRM_ASSERT_OFFSET(prm_init2rtr_qp_out, reserved_01, 0x01);
PRM_ASSERT_OFFSET(prm_init2rtr_qp_out, syndrome, 0x04);
PRM_ASSERT_OFFSET(prm_init2rtr_qp_out, reserved_08, 0x08);
PRM_ASSERT_OFFSET(prm_init2rtr_qp_out, ece, 0x0c);

static inline void prm_init2rtr_qp_out_set_status(struct prm_init2rtr_qp_out *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->status = (uint8_t)v;
}

static inline uint32_t prm_init2rtr_qp_out_get_status(const struct prm_init2rtr_qp_out *p)
{
	return p->status;
}

static inline void prm_init2rtr_qp_out_set_syndrome(struct prm_init2rtr_qp_out *p, uint32_t v)
{
	p->syndrome = prm_cpu_to_be32(v);
}

static inline uint32_t prm_init2rtr_qp_out_get_syndrome(const struct prm_init2rtr_qp_out *p)
{
	return prm_be32_to_cpu(p->syndrome);
}

static inline void prm_init2rtr_qp_out_set_ece(struct prm_init2rtr_qp_out *p, uint32_t v)
{
	p->ece = prm_cpu_to_be32(v);
}

static inline uint32_t prm_init2rtr_qp_out_get_ece(const struct prm_init2rtr_qp_out *p)
{
	return prm_be32_to_cpu(p->ece);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_init2rtr_qp_out_fields {
	uint8_t status;			/* enum prm_cmd_status */
	uint32_t syndrome;
	uint32_t ece;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_init2rtr_qp_out_fields_init(struct prm_init2rtr_qp_out_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_init2rtr_qp_out_pack(struct prm_init2rtr_qp_out *p,
		const struct prm_init2rtr_qp_out_fields *v)
{
	prm_store32(p, 0x00, (uint32_t)v->status << 24);
	prm_store32(p, 0x04, v->syndrome);
	prm_store32(p, 0x08, 0);
	prm_store32(p, 0x0c, v->ece);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_init2rtr_qp_out_check(const struct prm_init2rtr_qp_out *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_enum(r, "status", 0, 8, prm_init2rtr_qp_out_get_status(p),
		prm_cmd_status_str(prm_init2rtr_qp_out_get_status(p)));
	n += prm_check_reserved(r, p, 8, 24);	/* 0x00 [23:0] */
	n += prm_check_reserved(r, p, 64, 32);	/* 0x08 [31:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_init2rtr_qp_out_unpack(
		struct prm_init2rtr_qp_out_fields *v, const struct prm_init2rtr_qp_out *p,
		struct prm_report *r)
{

	v->status = prm_load8(p, 0x00);
	v->syndrome = prm_load32(p, 0x04);
	v->ece = prm_load32(p, 0x0c);
	return r ? prm_init2rtr_qp_out_check(p, r) : 0;
}

/**
 * struct prm_rtr2rts_qp_in - takes a QP from RTR to RTS
 *
 * 272 bytes, written by the driver.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_rtr2rts_qp_in_bits; rdma-core
 * providers/mlx5/mlx5_ifc.h struct mlx5_ifc_rtr2rts_qp_in_bits; DPDK drivers/common/mlx5/mlx5_prm.h
 * struct mlx5_ifc_rtr2rts_qp_in_bits.
 */
struct prm_rtr2rts_qp_in {
	prm_be16 opcode;		/* 0x00 [31:16]: (enum prm_cmd_opcode; always 0x504) */
	prm_be16 uid;			/* 0x00 [15:0] */
	uint8_t reserved_04[2];
	prm_be16 op_mod;		/* 0x04 [15:0] */
	prm_be32 dw_08;			/* 0x08 [23:0] qpn */
	uint8_t reserved_0c[4];
	prm_be32 opt_param_mask;	/* 0x10 [31:0]: (flags PRM_QP_OPT_PARAM_*) */
	/*
	 * 0x14 [31:0]: Options of enhanced connection establishment. Note: In Linux, reserved in
	 * rdma-core and DPDK. (needs cmd_hca_cap.ece_support)
	 */
	prm_be32 ece;
	struct prm_qpc qpc;		/* 0x18..0xff */
	uint8_t reserved_100[16];
} __attribute__((packed, aligned(4)));

#define PRM_RTR2RTS_QP_IN_SIZE 272

PRM_ASSERT_SIZE(prm_rtr2rts_qp_in, 272);
PRM_ASSERT_OFFSET(prm_rtr2rts_qp_in, opcode, 0x00);
PRM_ASSERT_OFFSET(prm_rtr2rts_qp_in, uid, 0x02);
PRM_ASSERT_OFFSET(prm_rtr2rts_qp_in, reserved_04, 0x04);
PRM_ASSERT_OFFSET(prm_rtr2rts_qp_in, op_mod, 0x06);
PRM_ASSERT_OFFSET(prm_rtr2rts_qp_in, dw_08, 0x08);
PRM_ASSERT_OFFSET(prm_rtr2rts_qp_in, reserved_0c, 0x0c);
PRM_ASSERT_OFFSET(prm_rtr2rts_qp_in, opt_param_mask, 0x10);
PRM_ASSERT_OFFSET(prm_rtr2rts_qp_in, ece, 0x14);
PRM_ASSERT_OFFSET(prm_rtr2rts_qp_in, qpc, 0x18);
PRM_ASSERT_OFFSET(prm_rtr2rts_qp_in, reserved_100, 0x100);

static inline void prm_rtr2rts_qp_in_set_opcode(struct prm_rtr2rts_qp_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->opcode = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_rtr2rts_qp_in_get_opcode(const struct prm_rtr2rts_qp_in *p)
{
	return prm_be16_to_cpu(p->opcode);
}

static inline void prm_rtr2rts_qp_in_set_uid(struct prm_rtr2rts_qp_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->uid = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_rtr2rts_qp_in_get_uid(const struct prm_rtr2rts_qp_in *p)
{
	return prm_be16_to_cpu(p->uid);
}

static inline void prm_rtr2rts_qp_in_set_op_mod(struct prm_rtr2rts_qp_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->op_mod = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_rtr2rts_qp_in_get_op_mod(const struct prm_rtr2rts_qp_in *p)
{
	return prm_be16_to_cpu(p->op_mod);
}

static inline void prm_rtr2rts_qp_in_set_qpn(struct prm_rtr2rts_qp_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_08 = prm_be32_replace(p->dw_08, 0xffffffu, v);
}

static inline uint32_t prm_rtr2rts_qp_in_get_qpn(const struct prm_rtr2rts_qp_in *p)
{
	return prm_be32_to_cpu(p->dw_08) & 0xffffff;
}

static inline void prm_rtr2rts_qp_in_set_opt_param_mask(struct prm_rtr2rts_qp_in *p, uint32_t v)
{
	p->opt_param_mask = prm_cpu_to_be32(v);
}

static inline uint32_t prm_rtr2rts_qp_in_get_opt_param_mask(const struct prm_rtr2rts_qp_in *p)
{
	return prm_be32_to_cpu(p->opt_param_mask);
}

static inline void prm_rtr2rts_qp_in_set_ece(struct prm_rtr2rts_qp_in *p, uint32_t v)
{
	p->ece = prm_cpu_to_be32(v);
}

static inline uint32_t prm_rtr2rts_qp_in_get_ece(const struct prm_rtr2rts_qp_in *p)
{
	return prm_be32_to_cpu(p->ece);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_rtr2rts_qp_in_fields {
	uint16_t uid;
	uint16_t op_mod;
	uint32_t qpn;			/* 24 bits */
	uint32_t opt_param_mask;	/* PRM_QP_OPT_PARAM_* */
	uint32_t ece;
	struct prm_qpc_fields qpc;
};

/* Zero, and the defaults of the fields that have one. */
static inline void prm_rtr2rts_qp_in_fields_init(struct prm_rtr2rts_qp_in_fields *v)
{
	memset(v, 0, sizeof(*v));
	prm_qpc_fields_init(&v->qpc);
}

/* Writes all 272 bytes of @p; what stood there does not matter. */
static inline void prm_rtr2rts_qp_in_pack(struct prm_rtr2rts_qp_in *p,
		const struct prm_rtr2rts_qp_in_fields *v)
{
	prm_store32(p, 0x00, UINT32_C(0x504) << 16 | (uint32_t)v->uid);
	prm_store32(p, 0x04, (uint32_t)v->op_mod);
	PRM_CHECK_WIDTH(v->qpn, 24);
	prm_store32(p, 0x08, v->qpn & 0xffffff);
	prm_store32(p, 0x0c, 0);
	prm_store32(p, 0x10, v->opt_param_mask);
	prm_store32(p, 0x14, v->ece);
	prm_qpc_pack(&p->qpc, &v->qpc);
	memset((uint8_t *)p + 0x100, 0, 16);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_rtr2rts_qp_in_check(const struct prm_rtr2rts_qp_in *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_fixed(r, "opcode", 0, 16, prm_rtr2rts_qp_in_get_opcode(p), 0x504);
	n += prm_check_reserved(r, p, 32, 16);	/* 0x04 [31:16] */
	n += prm_check_reserved(r, p, 64, 8);	/* 0x08 [31:24] */
	n += prm_check_reserved(r, p, 96, 32);	/* 0x0c [31:0] */
	n += prm_check_flags(r, "opt_param_mask", 128, 32, prm_rtr2rts_qp_in_get_opt_param_mask(p),
		PRM_QP_OPT_PARAM_ALL);
	r->base += 192;
	n += prm_qpc_check(&p->qpc, r);
	r->base -= 192;
	n += prm_check_reserved(r, p, 2048, 128);	/* 0x100..0x10f */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static inline unsigned int prm_rtr2rts_qp_in_unpack(struct prm_rtr2rts_qp_in_fields *v,
		const struct prm_rtr2rts_qp_in *p, struct prm_report *r)
{

	v->uid = prm_load16(p, 0x02);
	v->op_mod = prm_load16(p, 0x06);
	v->qpn = prm_load32(p, 0x08) & 0xffffff;
	v->opt_param_mask = prm_load32(p, 0x10);
	v->ece = prm_load32(p, 0x14);
	prm_qpc_unpack(&v->qpc, &p->qpc, NULL);
	return r ? prm_rtr2rts_qp_in_check(p, r) : 0;
}

/**
 * struct prm_rtr2rts_qp_out - the answer to RTR2RTS_QP
 *
 * 16 bytes, written by the device.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_rtr2rts_qp_out_bits; rdma-core
 * providers/mlx5/mlx5_ifc.h struct mlx5_ifc_rtr2rts_qp_out_bits; DPDK
 * drivers/common/mlx5/mlx5_prm.h struct mlx5_ifc_rtr2rts_qp_out_bits.
 */
struct prm_rtr2rts_qp_out {
	uint8_t status;			/* 0x00 [31:24]: (enum prm_cmd_status) */
	uint8_t reserved_01[3];
	prm_be32 syndrome;		/* 0x04 [31:0] */
	uint8_t reserved_08[4];
	/*
	 * 0x0c [31:0]: Options of enhanced connection establishment. Note: In Linux, reserved in
	 * rdma-core and DPDK. (needs cmd_hca_cap.ece_support)
	 */
	prm_be32 ece;
} __attribute__((packed, aligned(4)));

#define PRM_RTR2RTS_QP_OUT_SIZE 16

PRM_ASSERT_SIZE(prm_rtr2rts_qp_out, 16);
PRM_ASSERT_OFFSET(prm_rtr2rts_qp_out, status, 0x00);
PRM_ASSERT_OFFSET(prm_rtr2rts_qp_out, reserved_01, 0x01);
PRM_ASSERT_OFFSET(prm_rtr2rts_qp_out, syndrome, 0x04);
PRM_ASSERT_OFFSET(prm_rtr2rts_qp_out, reserved_08, 0x08);
PRM_ASSERT_OFFSET(prm_rtr2rts_qp_out, ece, 0x0c);

static inline void prm_rtr2rts_qp_out_set_status(struct prm_rtr2rts_qp_out *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->status = (uint8_t)v;
}

static inline uint32_t prm_rtr2rts_qp_out_get_status(const struct prm_rtr2rts_qp_out *p)
{
	return p->status;
}

static inline void prm_rtr2rts_qp_out_set_syndrome(struct prm_rtr2rts_qp_out *p, uint32_t v)
{
	p->syndrome = prm_cpu_to_be32(v);
}

static inline uint32_t prm_rtr2rts_qp_out_get_syndrome(const struct prm_rtr2rts_qp_out *p)
{
	return prm_be32_to_cpu(p->syndrome);
}

static inline void prm_rtr2rts_qp_out_set_ece(struct prm_rtr2rts_qp_out *p, uint32_t v)
{
	p->ece = prm_cpu_to_be32(v);
}

static inline uint32_t prm_rtr2rts_qp_out_get_ece(const struct prm_rtr2rts_qp_out *p)
{
	return prm_be32_to_cpu(p->ece);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_rtr2rts_qp_out_fields {
	uint8_t status;			/* enum prm_cmd_status */
	uint32_t syndrome;
	uint32_t ece;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_rtr2rts_qp_out_fields_init(struct prm_rtr2rts_qp_out_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_rtr2rts_qp_out_pack(struct prm_rtr2rts_qp_out *p,
		const struct prm_rtr2rts_qp_out_fields *v)
{
	prm_store32(p, 0x00, (uint32_t)v->status << 24);
	prm_store32(p, 0x04, v->syndrome);
	prm_store32(p, 0x08, 0);
	prm_store32(p, 0x0c, v->ece);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_rtr2rts_qp_out_check(const struct prm_rtr2rts_qp_out *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_enum(r, "status", 0, 8, prm_rtr2rts_qp_out_get_status(p),
		prm_cmd_status_str(prm_rtr2rts_qp_out_get_status(p)));
	n += prm_check_reserved(r, p, 8, 24);	/* 0x00 [23:0] */
	n += prm_check_reserved(r, p, 64, 32);	/* 0x08 [31:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_rtr2rts_qp_out_unpack(struct prm_rtr2rts_qp_out_fields *v,
		const struct prm_rtr2rts_qp_out *p, struct prm_report *r)
{

	v->status = prm_load8(p, 0x00);
	v->syndrome = prm_load32(p, 0x04);
	v->ece = prm_load32(p, 0x0c);
	return r ? prm_rtr2rts_qp_out_check(p, r) : 0;
}

/**
 * struct prm_rts2rts_qp_in - changes a QP in RTS
 *
 * 272 bytes, written by the driver.
 * Sources disagree: In rdma-core the structure goes on with the extension, 464 bytes in all; Linux
 * and DPDK end before it. Taken as the shorter one, with the extension behind it, because qpc_ext
 * says whether it counts.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_rts2rts_qp_in_bits; rdma-core
 * providers/mlx5/mlx5_ifc.h struct mlx5_ifc_rts2rts_qp_in_bits; DPDK drivers/common/mlx5/mlx5_prm.h
 * struct mlx5_ifc_rts2rts_qp_in_bits.
 */
struct prm_rts2rts_qp_in {
	prm_be16 opcode;		/* 0x00 [31:16]: (enum prm_cmd_opcode; always 0x505) */
	prm_be16 uid;			/* 0x00 [15:0] */
	uint8_t reserved_04[2];
	prm_be16 op_mod;		/* 0x04 [15:0] */
	/*
	 * 0x08 [31]   qpc_ext: The extension of the context follows. Note: In rdma-core, reserved
	 *               in Linux and DPDK. (needs cmd_hca_cap.qpc_extension)
	 *      [23:0] qpn
	 */
	prm_be32 dw_08;
	uint8_t reserved_0c[4];
	prm_be32 opt_param_mask;	/* 0x10 [31:0]: (flags PRM_QP_OPT_PARAM_*) */
	/*
	 * 0x14 [31:0]: Options of enhanced connection establishment. Note: In Linux, reserved in
	 * rdma-core and DPDK. (needs cmd_hca_cap.ece_support)
	 */
	prm_be32 ece;
	struct prm_qpc qpc;		/* 0x18..0xff */
	uint8_t reserved_100[8];
	/*
	 * 0x108 [63:0]: Note: In rdma-core, reserved in Linux and DPDK. (flags
	 * PRM_QP_OPT_PARAM_32_*)
	 */
	prm_be64 opt_param_mask_95_32;
} __attribute__((packed, aligned(4)));

#define PRM_RTS2RTS_QP_IN_SIZE 272

PRM_ASSERT_SIZE(prm_rts2rts_qp_in, 272);
PRM_ASSERT_OFFSET(prm_rts2rts_qp_in, opcode, 0x00);
PRM_ASSERT_OFFSET(prm_rts2rts_qp_in, uid, 0x02);
PRM_ASSERT_OFFSET(prm_rts2rts_qp_in, reserved_04, 0x04);
PRM_ASSERT_OFFSET(prm_rts2rts_qp_in, op_mod, 0x06);
PRM_ASSERT_OFFSET(prm_rts2rts_qp_in, dw_08, 0x08);
PRM_ASSERT_OFFSET(prm_rts2rts_qp_in, reserved_0c, 0x0c);
PRM_ASSERT_OFFSET(prm_rts2rts_qp_in, opt_param_mask, 0x10);
PRM_ASSERT_OFFSET(prm_rts2rts_qp_in, ece, 0x14);
PRM_ASSERT_OFFSET(prm_rts2rts_qp_in, qpc, 0x18);
PRM_ASSERT_OFFSET(prm_rts2rts_qp_in, reserved_100, 0x100);
PRM_ASSERT_OFFSET(prm_rts2rts_qp_in, opt_param_mask_95_32, 0x108);

static inline void prm_rts2rts_qp_in_set_opcode(struct prm_rts2rts_qp_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->opcode = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_rts2rts_qp_in_get_opcode(const struct prm_rts2rts_qp_in *p)
{
	return prm_be16_to_cpu(p->opcode);
}

static inline void prm_rts2rts_qp_in_set_uid(struct prm_rts2rts_qp_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->uid = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_rts2rts_qp_in_get_uid(const struct prm_rts2rts_qp_in *p)
{
	return prm_be16_to_cpu(p->uid);
}

static inline void prm_rts2rts_qp_in_set_op_mod(struct prm_rts2rts_qp_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->op_mod = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_rts2rts_qp_in_get_op_mod(const struct prm_rts2rts_qp_in *p)
{
	return prm_be16_to_cpu(p->op_mod);
}

static inline void prm_rts2rts_qp_in_set_qpc_ext(struct prm_rts2rts_qp_in *p, bool v)
{
	p->dw_08 = prm_be32_replace(p->dw_08, 0x80000000u, (uint32_t)v << 31);
}

static inline bool prm_rts2rts_qp_in_get_qpc_ext(const struct prm_rts2rts_qp_in *p)
{
	return (bool)(prm_be32_to_cpu(p->dw_08) >> 31);
}

static inline void prm_rts2rts_qp_in_set_qpn(struct prm_rts2rts_qp_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_08 = prm_be32_replace(p->dw_08, 0xffffffu, v);
}

static inline uint32_t prm_rts2rts_qp_in_get_qpn(const struct prm_rts2rts_qp_in *p)
{
	return prm_be32_to_cpu(p->dw_08) & 0xffffff;
}

static inline void prm_rts2rts_qp_in_set_opt_param_mask(struct prm_rts2rts_qp_in *p, uint32_t v)
{
	p->opt_param_mask = prm_cpu_to_be32(v);
}

static inline uint32_t prm_rts2rts_qp_in_get_opt_param_mask(const struct prm_rts2rts_qp_in *p)
{
	return prm_be32_to_cpu(p->opt_param_mask);
}

static inline void prm_rts2rts_qp_in_set_ece(struct prm_rts2rts_qp_in *p, uint32_t v)
{
	p->ece = prm_cpu_to_be32(v);
}

static inline uint32_t prm_rts2rts_qp_in_get_ece(const struct prm_rts2rts_qp_in *p)
{
	return prm_be32_to_cpu(p->ece);
}

static inline void prm_rts2rts_qp_in_set_opt_param_mask_95_32(struct prm_rts2rts_qp_in *p,
		uint64_t v)
{
	p->opt_param_mask_95_32 = prm_cpu_to_be64(v);
}

static inline uint64_t prm_rts2rts_qp_in_get_opt_param_mask_95_32(const struct prm_rts2rts_qp_in *p)
{
	return prm_be64_to_cpu(p->opt_param_mask_95_32);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_rts2rts_qp_in_fields {
	uint16_t uid;
	uint16_t op_mod;
	bool qpc_ext;
	uint32_t qpn;			/* 24 bits */
	uint32_t opt_param_mask;	/* PRM_QP_OPT_PARAM_* */
	uint32_t ece;
	struct prm_qpc_fields qpc;
	uint64_t opt_param_mask_95_32;	/* PRM_QP_OPT_PARAM_32_* */
};

/* Zero, and the defaults of the fields that have one. */
static inline void prm_rts2rts_qp_in_fields_init(struct prm_rts2rts_qp_in_fields *v)
{
	memset(v, 0, sizeof(*v));
	prm_qpc_fields_init(&v->qpc);
}

/* Writes all 272 bytes of @p; what stood there does not matter. */
static inline void prm_rts2rts_qp_in_pack(struct prm_rts2rts_qp_in *p,
		const struct prm_rts2rts_qp_in_fields *v)
{
	prm_store32(p, 0x00, UINT32_C(0x505) << 16 | (uint32_t)v->uid);
	prm_store32(p, 0x04, (uint32_t)v->op_mod);
	PRM_CHECK_WIDTH(v->qpn, 24);
	prm_store32(p, 0x08, (uint32_t)v->qpc_ext << 31 | (v->qpn & 0xffffff));
	prm_store32(p, 0x0c, 0);
	prm_store32(p, 0x10, v->opt_param_mask);
	prm_store32(p, 0x14, v->ece);
	prm_qpc_pack(&p->qpc, &v->qpc);
	prm_store32(p, 0x100, 0);
	prm_store32(p, 0x104, 0);
	prm_store64(p, 0x108, v->opt_param_mask_95_32);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_rts2rts_qp_in_check(const struct prm_rts2rts_qp_in *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_fixed(r, "opcode", 0, 16, prm_rts2rts_qp_in_get_opcode(p), 0x505);
	n += prm_check_reserved(r, p, 32, 16);	/* 0x04 [31:16] */
	n += prm_check_reserved(r, p, 65, 7);	/* 0x08 [30:24] */
	n += prm_check_reserved(r, p, 96, 32);	/* 0x0c [31:0] */
	n += prm_check_flags(r, "opt_param_mask", 128, 32, prm_rts2rts_qp_in_get_opt_param_mask(p),
		PRM_QP_OPT_PARAM_ALL);
	r->base += 192;
	n += prm_qpc_check(&p->qpc, r);
	r->base -= 192;
	n += prm_check_reserved(r, p, 2048, 64);	/* 0x100 [63:0] */
	n += prm_check_flags(r, "opt_param_mask_95_32", 2112, 64,
		prm_rts2rts_qp_in_get_opt_param_mask_95_32(p),
		PRM_QP_OPT_PARAM_32_ALL);
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static inline unsigned int prm_rts2rts_qp_in_unpack(struct prm_rts2rts_qp_in_fields *v,
		const struct prm_rts2rts_qp_in *p, struct prm_report *r)
{

	v->uid = prm_load16(p, 0x02);
	v->op_mod = prm_load16(p, 0x06);
	v->qpc_ext = prm_load8(p, 0x08) >> 7;
	v->qpn = prm_load32(p, 0x08) & 0xffffff;
	v->opt_param_mask = prm_load32(p, 0x10);
	v->ece = prm_load32(p, 0x14);
	prm_qpc_unpack(&v->qpc, &p->qpc, NULL);
	v->opt_param_mask_95_32 = prm_load64(p, 0x108);
	return r ? prm_rts2rts_qp_in_check(p, r) : 0;
}

/**
 * struct prm_rts2rts_qp_out - the answer to RTS2RTS_QP
 *
 * 16 bytes, written by the device.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_rts2rts_qp_out_bits; rdma-core
 * providers/mlx5/mlx5_ifc.h struct mlx5_ifc_rts2rts_qp_out_bits; DPDK
 * drivers/common/mlx5/mlx5_prm.h struct mlx5_ifc_rts2rts_qp_out_bits.
 */
struct prm_rts2rts_qp_out {
	uint8_t status;			/* 0x00 [31:24]: (enum prm_cmd_status) */
	uint8_t reserved_01[3];
	prm_be32 syndrome;		/* 0x04 [31:0] */
	uint8_t reserved_08[4];
	/*
	 * 0x0c [31:0]: Options of enhanced connection establishment. Note: In Linux, reserved in
	 * rdma-core and DPDK. (needs cmd_hca_cap.ece_support)
	 */
	prm_be32 ece;
} __attribute__((packed, aligned(4)));

#define PRM_RTS2RTS_QP_OUT_SIZE 16

PRM_ASSERT_SIZE(prm_rts2rts_qp_out, 16);
PRM_ASSERT_OFFSET(prm_rts2rts_qp_out, status, 0x00);
PRM_ASSERT_OFFSET(prm_rts2rts_qp_out, reserved_01, 0x01);
PRM_ASSERT_OFFSET(prm_rts2rts_qp_out, syndrome, 0x04);
PRM_ASSERT_OFFSET(prm_rts2rts_qp_out, reserved_08, 0x08);
PRM_ASSERT_OFFSET(prm_rts2rts_qp_out, ece, 0x0c);

static inline void prm_rts2rts_qp_out_set_status(struct prm_rts2rts_qp_out *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->status = (uint8_t)v;
}

static inline uint32_t prm_rts2rts_qp_out_get_status(const struct prm_rts2rts_qp_out *p)
{
	return p->status;
}

static inline void prm_rts2rts_qp_out_set_syndrome(struct prm_rts2rts_qp_out *p, uint32_t v)
{
	p->syndrome = prm_cpu_to_be32(v);
}

static inline uint32_t prm_rts2rts_qp_out_get_syndrome(const struct prm_rts2rts_qp_out *p)
{
	return prm_be32_to_cpu(p->syndrome);
}

static inline void prm_rts2rts_qp_out_set_ece(struct prm_rts2rts_qp_out *p, uint32_t v)
{
	p->ece = prm_cpu_to_be32(v);
}

static inline uint32_t prm_rts2rts_qp_out_get_ece(const struct prm_rts2rts_qp_out *p)
{
	return prm_be32_to_cpu(p->ece);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_rts2rts_qp_out_fields {
	uint8_t status;			/* enum prm_cmd_status */
	uint32_t syndrome;
	uint32_t ece;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_rts2rts_qp_out_fields_init(struct prm_rts2rts_qp_out_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_rts2rts_qp_out_pack(struct prm_rts2rts_qp_out *p,
		const struct prm_rts2rts_qp_out_fields *v)
{
	prm_store32(p, 0x00, (uint32_t)v->status << 24);
	prm_store32(p, 0x04, v->syndrome);
	prm_store32(p, 0x08, 0);
	prm_store32(p, 0x0c, v->ece);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_rts2rts_qp_out_check(const struct prm_rts2rts_qp_out *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_enum(r, "status", 0, 8, prm_rts2rts_qp_out_get_status(p),
		prm_cmd_status_str(prm_rts2rts_qp_out_get_status(p)));
	n += prm_check_reserved(r, p, 8, 24);	/* 0x00 [23:0] */
	n += prm_check_reserved(r, p, 64, 32);	/* 0x08 [31:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_rts2rts_qp_out_unpack(struct prm_rts2rts_qp_out_fields *v,
		const struct prm_rts2rts_qp_out *p, struct prm_report *r)
{

	v->status = prm_load8(p, 0x00);
	v->syndrome = prm_load32(p, 0x04);
	v->ece = prm_load32(p, 0x0c);
	return r ? prm_rts2rts_qp_out_check(p, r) : 0;
}

/**
 * struct prm_sqerr2rts_qp_in - takes a QP from SQER back to RTS
 *
 * 272 bytes, written by the driver.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_sqerr2rts_qp_in_bits; DPDK
 * drivers/common/mlx5/mlx5_prm.h struct mlx5_ifc_sqerr2rts_qp_in_bits.
 */
struct prm_sqerr2rts_qp_in {
	prm_be16 opcode;		/* 0x00 [31:16]: (enum prm_cmd_opcode; always 0x506) */
	prm_be16 uid;			/* 0x00 [15:0] */
	uint8_t reserved_04[2];
	prm_be16 op_mod;		/* 0x04 [15:0] */
	prm_be32 dw_08;			/* 0x08 [23:0] qpn */
	uint8_t reserved_0c[4];
	prm_be32 opt_param_mask;	/* 0x10 [31:0]: (flags PRM_QP_OPT_PARAM_*) */
	uint8_t reserved_14[4];
	struct prm_qpc qpc;		/* 0x18..0xff */
	uint8_t reserved_100[16];
} __attribute__((packed, aligned(4)));

#define PRM_SQERR2RTS_QP_IN_SIZE 272

PRM_ASSERT_SIZE(prm_sqerr2rts_qp_in, 272);
PRM_ASSERT_OFFSET(prm_sqerr2rts_qp_in, opcode, 0x00);
PRM_ASSERT_OFFSET(prm_sqerr2rts_qp_in, uid, 0x02);
PRM_ASSERT_OFFSET(prm_sqerr2rts_qp_in, reserved_04, 0x04);
PRM_ASSERT_OFFSET(prm_sqerr2rts_qp_in, op_mod, 0x06);
PRM_ASSERT_OFFSET(prm_sqerr2rts_qp_in, dw_08, 0x08);
PRM_ASSERT_OFFSET(prm_sqerr2rts_qp_in, reserved_0c, 0x0c);
PRM_ASSERT_OFFSET(prm_sqerr2rts_qp_in, opt_param_mask, 0x10);
PRM_ASSERT_OFFSET(prm_sqerr2rts_qp_in, reserved_14, 0x14);
PRM_ASSERT_OFFSET(prm_sqerr2rts_qp_in, qpc, 0x18);
PRM_ASSERT_OFFSET(prm_sqerr2rts_qp_in, reserved_100, 0x100);

static inline void prm_sqerr2rts_qp_in_set_opcode(struct prm_sqerr2rts_qp_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->opcode = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_sqerr2rts_qp_in_get_opcode(const struct prm_sqerr2rts_qp_in *p)
{
	return prm_be16_to_cpu(p->opcode);
}

static inline void prm_sqerr2rts_qp_in_set_uid(struct prm_sqerr2rts_qp_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->uid = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_sqerr2rts_qp_in_get_uid(const struct prm_sqerr2rts_qp_in *p)
{
	return prm_be16_to_cpu(p->uid);
}

static inline void prm_sqerr2rts_qp_in_set_op_mod(struct prm_sqerr2rts_qp_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->op_mod = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_sqerr2rts_qp_in_get_op_mod(const struct prm_sqerr2rts_qp_in *p)
{
	return prm_be16_to_cpu(p->op_mod);
}

static inline void prm_sqerr2rts_qp_in_set_qpn(struct prm_sqerr2rts_qp_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_08 = prm_be32_replace(p->dw_08, 0xffffffu, v);
}

static inline uint32_t prm_sqerr2rts_qp_in_get_qpn(const struct prm_sqerr2rts_qp_in *p)
{
	return prm_be32_to_cpu(p->dw_08) & 0xffffff;
}

static inline void prm_sqerr2rts_qp_in_set_opt_param_mask(struct prm_sqerr2rts_qp_in *p, uint32_t v)
{
	p->opt_param_mask = prm_cpu_to_be32(v);
}

static inline uint32_t prm_sqerr2rts_qp_in_get_opt_param_mask(const struct prm_sqerr2rts_qp_in *p)
{
	return prm_be32_to_cpu(p->opt_param_mask);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_sqerr2rts_qp_in_fields {
	uint16_t uid;
	uint16_t op_mod;
	uint32_t qpn;			/* 24 bits */
	uint32_t opt_param_mask;	/* PRM_QP_OPT_PARAM_* */
	struct prm_qpc_fields qpc;
};

/* Zero, and the defaults of the fields that have one. */
static inline void prm_sqerr2rts_qp_in_fields_init(struct prm_sqerr2rts_qp_in_fields *v)
{
	memset(v, 0, sizeof(*v));
	prm_qpc_fields_init(&v->qpc);
}

/* Writes all 272 bytes of @p; what stood there does not matter. */
static inline void prm_sqerr2rts_qp_in_pack(struct prm_sqerr2rts_qp_in *p,
		const struct prm_sqerr2rts_qp_in_fields *v)
{
	prm_store32(p, 0x00, UINT32_C(0x506) << 16 | (uint32_t)v->uid);
	prm_store32(p, 0x04, (uint32_t)v->op_mod);
	PRM_CHECK_WIDTH(v->qpn, 24);
	prm_store32(p, 0x08, v->qpn & 0xffffff);
	prm_store32(p, 0x0c, 0);
	prm_store32(p, 0x10, v->opt_param_mask);
	prm_store32(p, 0x14, 0);
	prm_qpc_pack(&p->qpc, &v->qpc);
	memset((uint8_t *)p + 0x100, 0, 16);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_sqerr2rts_qp_in_check(const struct prm_sqerr2rts_qp_in *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_fixed(r, "opcode", 0, 16, prm_sqerr2rts_qp_in_get_opcode(p), 0x506);
	n += prm_check_reserved(r, p, 32, 16);	/* 0x04 [31:16] */
	n += prm_check_reserved(r, p, 64, 8);	/* 0x08 [31:24] */
	n += prm_check_reserved(r, p, 96, 32);	/* 0x0c [31:0] */
	n += prm_check_flags(r, "opt_param_mask", 128, 32,
		prm_sqerr2rts_qp_in_get_opt_param_mask(p),
		PRM_QP_OPT_PARAM_ALL);
	n += prm_check_reserved(r, p, 160, 32);	/* 0x14 [31:0] */
	r->base += 192;
	n += prm_qpc_check(&p->qpc, r);
	r->base -= 192;
	n += prm_check_reserved(r, p, 2048, 128);	/* 0x100..0x10f */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static inline unsigned int prm_sqerr2rts_qp_in_unpack(struct prm_sqerr2rts_qp_in_fields *v,
		const struct prm_sqerr2rts_qp_in *p, struct prm_report *r)
{

	v->uid = prm_load16(p, 0x02);
	v->op_mod = prm_load16(p, 0x06);
	v->qpn = prm_load32(p, 0x08) & 0xffffff;
	v->opt_param_mask = prm_load32(p, 0x10);
	prm_qpc_unpack(&v->qpc, &p->qpc, NULL);
	return r ? prm_sqerr2rts_qp_in_check(p, r) : 0;
}

/**
 * struct prm_sqerr2rts_qp_out - the answer to SQERR2RTS_QP
 *
 * 16 bytes, written by the device.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_sqerr2rts_qp_out_bits; DPDK
 * drivers/common/mlx5/mlx5_prm.h struct mlx5_ifc_sqerr2rts_qp_out_bits.
 */
struct prm_sqerr2rts_qp_out {
	uint8_t status;			/* 0x00 [31:24]: (enum prm_cmd_status) */
	uint8_t reserved_01[3];
	prm_be32 syndrome;		/* 0x04 [31:0] */
	uint8_t reserved_08[8];
} __attribute__((packed, aligned(4)));

#define PRM_SQERR2RTS_QP_OUT_SIZE 16

PRM_ASSERT_SIZE(prm_sqerr2rts_qp_out, 16);
PRM_ASSERT_OFFSET(prm_sqerr2rts_qp_out, status, 0x00);
PRM_ASSERT_OFFSET(prm_sqerr2rts_qp_out, reserved_01, 0x01);
PRM_ASSERT_OFFSET(prm_sqerr2rts_qp_out, syndrome, 0x04);
PRM_ASSERT_OFFSET(prm_sqerr2rts_qp_out, reserved_08, 0x08);

static inline void prm_sqerr2rts_qp_out_set_status(struct prm_sqerr2rts_qp_out *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->status = (uint8_t)v;
}

static inline uint32_t prm_sqerr2rts_qp_out_get_status(const struct prm_sqerr2rts_qp_out *p)
{
	return p->status;
}

static inline void prm_sqerr2rts_qp_out_set_syndrome(struct prm_sqerr2rts_qp_out *p, uint32_t v)
{
	p->syndrome = prm_cpu_to_be32(v);
}

static inline uint32_t prm_sqerr2rts_qp_out_get_syndrome(const struct prm_sqerr2rts_qp_out *p)
{
	return prm_be32_to_cpu(p->syndrome);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_sqerr2rts_qp_out_fields {
	uint8_t status;			/* enum prm_cmd_status */
	uint32_t syndrome;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_sqerr2rts_qp_out_fields_init(
		struct prm_sqerr2rts_qp_out_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_sqerr2rts_qp_out_pack(struct prm_sqerr2rts_qp_out *p,
		const struct prm_sqerr2rts_qp_out_fields *v)
{
	prm_store32(p, 0x00, (uint32_t)v->status << 24);
	prm_store32(p, 0x04, v->syndrome);
	prm_store32(p, 0x08, 0);
	prm_store32(p, 0x0c, 0);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_sqerr2rts_qp_out_check(const struct prm_sqerr2rts_qp_out *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_enum(r, "status", 0, 8, prm_sqerr2rts_qp_out_get_status(p),
		prm_cmd_status_str(prm_sqerr2rts_qp_out_get_status(p)));
	n += prm_check_reserved(r, p, 8, 24);	/* 0x00 [23:0] */
	n += prm_check_reserved(r, p, 64, 64);	/* 0x08 [63:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_sqerr2rts_qp_out_unpack(
		struct prm_sqerr2rts_qp_out_fields *v, const struct prm_sqerr2rts_qp_out *p,
		struct prm_report *r)
{

	v->status = prm_load8(p, 0x00);
	v->syndrome = prm_load32(p, 0x04);
	return r ? prm_sqerr2rts_qp_out_check(p, r) : 0;
}

/**
 * struct prm_sqd2rts_qp_in - takes a QP from SQD back to RTS, as after a drain by a signature error
 *
 * 272 bytes, written by the driver.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_sqd2rts_qp_in_bits; DPDK
 * drivers/common/mlx5/mlx5_prm.h struct mlx5_ifc_sqd2rts_qp_in_bits.
 */
struct prm_sqd2rts_qp_in {
	prm_be16 opcode;		/* 0x00 [31:16]: (enum prm_cmd_opcode; always 0x50c) */
	prm_be16 uid;			/* 0x00 [15:0] */
	uint8_t reserved_04[2];
	prm_be16 op_mod;		/* 0x04 [15:0] */
	prm_be32 dw_08;			/* 0x08 [23:0] qpn */
	uint8_t reserved_0c[4];
	prm_be32 opt_param_mask;	/* 0x10 [31:0]: (flags PRM_QP_OPT_PARAM_*) */
	uint8_t reserved_14[4];
	struct prm_qpc qpc;		/* 0x18..0xff */
	uint8_t reserved_100[16];
} __attribute__((packed, aligned(4)));

#define PRM_SQD2RTS_QP_IN_SIZE 272

PRM_ASSERT_SIZE(prm_sqd2rts_qp_in, 272);
PRM_ASSERT_OFFSET(prm_sqd2rts_qp_in, opcode, 0x00);
PRM_ASSERT_OFFSET(prm_sqd2rts_qp_in, uid, 0x02);
PRM_ASSERT_OFFSET(prm_sqd2rts_qp_in, reserved_04, 0x04);
PRM_ASSERT_OFFSET(prm_sqd2rts_qp_in, op_mod, 0x06);
PRM_ASSERT_OFFSET(prm_sqd2rts_qp_in, dw_08, 0x08);
PRM_ASSERT_OFFSET(prm_sqd2rts_qp_in, reserved_0c, 0x0c);
PRM_ASSERT_OFFSET(prm_sqd2rts_qp_in, opt_param_mask, 0x10);
PRM_ASSERT_OFFSET(prm_sqd2rts_qp_in, reserved_14, 0x14);
PRM_ASSERT_OFFSET(prm_sqd2rts_qp_in, qpc, 0x18);
PRM_ASSERT_OFFSET(prm_sqd2rts_qp_in, reserved_100, 0x100);

static inline void prm_sqd2rts_qp_in_set_opcode(struct prm_sqd2rts_qp_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->opcode = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_sqd2rts_qp_in_get_opcode(const struct prm_sqd2rts_qp_in *p)
{
	return prm_be16_to_cpu(p->opcode);
}

static inline void prm_sqd2rts_qp_in_set_uid(struct prm_sqd2rts_qp_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->uid = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_sqd2rts_qp_in_get_uid(const struct prm_sqd2rts_qp_in *p)
{
	return prm_be16_to_cpu(p->uid);
}

static inline void prm_sqd2rts_qp_in_set_op_mod(struct prm_sqd2rts_qp_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->op_mod = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_sqd2rts_qp_in_get_op_mod(const struct prm_sqd2rts_qp_in *p)
{
	return prm_be16_to_cpu(p->op_mod);
}

static inline void prm_sqd2rts_qp_in_set_qpn(struct prm_sqd2rts_qp_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_08 = prm_be32_replace(p->dw_08, 0xffffffu, v);
}

static inline uint32_t prm_sqd2rts_qp_in_get_qpn(const struct prm_sqd2rts_qp_in *p)
{
	return prm_be32_to_cpu(p->dw_08) & 0xffffff;
}

static inline void prm_sqd2rts_qp_in_set_opt_param_mask(struct prm_sqd2rts_qp_in *p, uint32_t v)
{
	p->opt_param_mask = prm_cpu_to_be32(v);
}

static inline uint32_t prm_sqd2rts_qp_in_get_opt_param_mask(const struct prm_sqd2rts_qp_in *p)
{
	return prm_be32_to_cpu(p->opt_param_mask);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_sqd2rts_qp_in_fields {
	uint16_t uid;
	uint16_t op_mod;
	uint32_t qpn;			/* 24 bits */
	uint32_t opt_param_mask;	/* PRM_QP_OPT_PARAM_* */
	struct prm_qpc_fields qpc;
};

/* Zero, and the defaults of the fields that have one. */
static inline void prm_sqd2rts_qp_in_fields_init(struct prm_sqd2rts_qp_in_fields *v)
{
	memset(v, 0, sizeof(*v));
	prm_qpc_fields_init(&v->qpc);
}

/* Writes all 272 bytes of @p; what stood there does not matter. */
static inline void prm_sqd2rts_qp_in_pack(struct prm_sqd2rts_qp_in *p,
		const struct prm_sqd2rts_qp_in_fields *v)
{
	prm_store32(p, 0x00, UINT32_C(0x50c) << 16 | (uint32_t)v->uid);
	prm_store32(p, 0x04, (uint32_t)v->op_mod);
	PRM_CHECK_WIDTH(v->qpn, 24);
	prm_store32(p, 0x08, v->qpn & 0xffffff);
	prm_store32(p, 0x0c, 0);
	prm_store32(p, 0x10, v->opt_param_mask);
	prm_store32(p, 0x14, 0);
	prm_qpc_pack(&p->qpc, &v->qpc);
	memset((uint8_t *)p + 0x100, 0, 16);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_sqd2rts_qp_in_check(const struct prm_sqd2rts_qp_in *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_fixed(r, "opcode", 0, 16, prm_sqd2rts_qp_in_get_opcode(p), 0x50c);
	n += prm_check_reserved(r, p, 32, 16);	/* 0x04 [31:16] */
	n += prm_check_reserved(r, p, 64, 8);	/* 0x08 [31:24] */
	n += prm_check_reserved(r, p, 96, 32);	/* 0x0c [31:0] */
	n += prm_check_flags(r, "opt_param_mask", 128, 32, prm_sqd2rts_qp_in_get_opt_param_mask(p),
		PRM_QP_OPT_PARAM_ALL);
	n += prm_check_reserved(r, p, 160, 32);	/* 0x14 [31:0] */
	r->base += 192;
	n += prm_qpc_check(&p->qpc, r);
	r->base -= 192;
	n += prm_check_reserved(r, p, 2048, 128);	/* 0x100..0x10f */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static inline unsigned int prm_sqd2rts_qp_in_unpack(struct prm_sqd2rts_qp_in_fields *v,
		const struct prm_sqd2rts_qp_in *p, struct prm_report *r)
{

	v->uid = prm_load16(p, 0x02);
	v->op_mod = prm_load16(p, 0x06);
	v->qpn = prm_load32(p, 0x08) & 0xffffff;
	v->opt_param_mask = prm_load32(p, 0x10);
	prm_qpc_unpack(&v->qpc, &p->qpc, NULL);
	return r ? prm_sqd2rts_qp_in_check(p, r) : 0;
}

/**
 * struct prm_sqd2rts_qp_out - the answer to SQD2RTS_QP
 *
 * 16 bytes, written by the device.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_sqd2rts_qp_out_bits; DPDK
 * drivers/common/mlx5/mlx5_prm.h struct mlx5_ifc_sqd2rts_qp_out_bits.
 */
struct prm_sqd2rts_qp_out {
	uint8_t status;			/* 0x00 [31:24]: (enum prm_cmd_status) */
	uint8_t reserved_01[3];
	prm_be32 syndrome;		/* 0x04 [31:0] */
	uint8_t reserved_08[8];
} __attribute__((packed, aligned(4)));

#define PRM_SQD2RTS_QP_OUT_SIZE 16

PRM_ASSERT_SIZE(prm_sqd2rts_qp_out, 16);
PRM_ASSERT_OFFSET(prm_sqd2rts_qp_out, status, 0x00);
PRM_ASSERT_OFFSET(prm_sqd2rts_qp_out, reserved_01, 0x01);
PRM_ASSERT_OFFSET(prm_sqd2rts_qp_out, syndrome, 0x04);
PRM_ASSERT_OFFSET(prm_sqd2rts_qp_out, reserved_08, 0x08);

static inline void prm_sqd2rts_qp_out_set_status(struct prm_sqd2rts_qp_out *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->status = (uint8_t)v;
}

static inline uint32_t prm_sqd2rts_qp_out_get_status(const struct prm_sqd2rts_qp_out *p)
{
	return p->status;
}

static inline void prm_sqd2rts_qp_out_set_syndrome(struct prm_sqd2rts_qp_out *p, uint32_t v)
{
	p->syndrome = prm_cpu_to_be32(v);
}

static inline uint32_t prm_sqd2rts_qp_out_get_syndrome(const struct prm_sqd2rts_qp_out *p)
{
	return prm_be32_to_cpu(p->syndrome);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_sqd2rts_qp_out_fields {
	uint8_t status;			/* enum prm_cmd_status */
	uint32_t syndrome;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_sqd2rts_qp_out_fields_init(struct prm_sqd2rts_qp_out_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_sqd2rts_qp_out_pack(struct prm_sqd2rts_qp_out *p,
		const struct prm_sqd2rts_qp_out_fields *v)
{
	prm_store32(p, 0x00, (uint32_t)v->status << 24);
	prm_store32(p, 0x04, v->syndrome);
	prm_store32(p, 0x08, 0);
	prm_store32(p, 0x0c, 0);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_sqd2rts_qp_out_check(const struct prm_sqd2rts_qp_out *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_enum(r, "status", 0, 8, prm_sqd2rts_qp_out_get_status(p),
		prm_cmd_status_str(prm_sqd2rts_qp_out_get_status(p)));
	n += prm_check_reserved(r, p, 8, 24);	/* 0x00 [23:0] */
	n += prm_check_reserved(r, p, 64, 64);	/* 0x08 [63:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_sqd2rts_qp_out_unpack(struct prm_sqd2rts_qp_out_fields *v,
		const struct prm_sqd2rts_qp_out *p, struct prm_report *r)
{

	v->status = prm_load8(p, 0x00);
	v->syndrome = prm_load32(p, 0x04);
	return r ? prm_sqd2rts_qp_out_check(p, r) : 0;
}

/**
 * struct prm_qp_2err_in - takes a QP from any state to ERR
 *
 * 16 bytes, written by the driver.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_qp_2err_in_bits.
 */
struct prm_qp_2err_in {
	prm_be16 opcode;		/* 0x00 [31:16]: (enum prm_cmd_opcode; always 0x507) */
	prm_be16 uid;			/* 0x00 [15:0] */
	uint8_t reserved_04[2];
	prm_be16 op_mod;		/* 0x04 [15:0] */
	prm_be32 dw_08;			/* 0x08 [23:0] qpn */
	uint8_t reserved_0c[4];
} __attribute__((packed, aligned(4)));

#define PRM_QP_2ERR_IN_SIZE 16

PRM_ASSERT_SIZE(prm_qp_2err_in, 16);
PRM_ASSERT_OFFSET(prm_qp_2err_in, opcode, 0x00);
PRM_ASSERT_OFFSET(prm_qp_2err_in, uid, 0x02);
PRM_ASSERT_OFFSET(prm_qp_2err_in, reserved_04, 0x04);
PRM_ASSERT_OFFSET(prm_qp_2err_in, op_mod, 0x06);
PRM_ASSERT_OFFSET(prm_qp_2err_in, dw_08, 0x08);
PRM_ASSERT_OFFSET(prm_qp_2err_in, reserved_0c, 0x0c);

static inline void prm_qp_2err_in_set_opcode(struct prm_qp_2err_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->opcode = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_qp_2err_in_get_opcode(const struct prm_qp_2err_in *p)
{
	return prm_be16_to_cpu(p->opcode);
}

static inline void prm_qp_2err_in_set_uid(struct prm_qp_2err_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->uid = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_qp_2err_in_get_uid(const struct prm_qp_2err_in *p)
{
	return prm_be16_to_cpu(p->uid);
}

static inline void prm_qp_2err_in_set_op_mod(struct prm_qp_2err_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->op_mod = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_qp_2err_in_get_op_mod(const struct prm_qp_2err_in *p)
{
	return prm_be16_to_cpu(p->op_mod);
}

static inline void prm_qp_2err_in_set_qpn(struct prm_qp_2err_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_08 = prm_be32_replace(p->dw_08, 0xffffffu, v);
}

static inline uint32_t prm_qp_2err_in_get_qpn(const struct prm_qp_2err_in *p)
{
	return prm_be32_to_cpu(p->dw_08) & 0xffffff;
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_qp_2err_in_fields {
	uint16_t uid;
	uint16_t op_mod;
	uint32_t qpn;			/* 24 bits */
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_qp_2err_in_fields_init(struct prm_qp_2err_in_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_qp_2err_in_pack(struct prm_qp_2err_in *p,
		const struct prm_qp_2err_in_fields *v)
{
	prm_store32(p, 0x00, UINT32_C(0x507) << 16 | (uint32_t)v->uid);
	prm_store32(p, 0x04, (uint32_t)v->op_mod);
	PRM_CHECK_WIDTH(v->qpn, 24);
	prm_store32(p, 0x08, v->qpn & 0xffffff);
	prm_store32(p, 0x0c, 0);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_qp_2err_in_check(const struct prm_qp_2err_in *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_fixed(r, "opcode", 0, 16, prm_qp_2err_in_get_opcode(p), 0x507);
	n += prm_check_reserved(r, p, 32, 16);	/* 0x04 [31:16] */
	n += prm_check_reserved(r, p, 64, 8);	/* 0x08 [31:24] */
	n += prm_check_reserved(r, p, 96, 32);	/* 0x0c [31:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_qp_2err_in_unpack(struct prm_qp_2err_in_fields *v,
		const struct prm_qp_2err_in *p, struct prm_report *r)
{

	v->uid = prm_load16(p, 0x02);
	v->op_mod = prm_load16(p, 0x06);
	v->qpn = prm_load32(p, 0x08) & 0xffffff;
	return r ? prm_qp_2err_in_check(p, r) : 0;
}

/**
 * struct prm_qp_2err_out - the answer to 2ERR_QP
 *
 * 16 bytes, written by the device.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_qp_2err_out_bits.
 */
struct prm_qp_2err_out {
	uint8_t status;			/* 0x00 [31:24]: (enum prm_cmd_status) */
	uint8_t reserved_01[3];
	prm_be32 syndrome;		/* 0x04 [31:0] */
	uint8_t reserved_08[8];
} __attribute__((packed, aligned(4)));

#define PRM_QP_2ERR_OUT_SIZE 16

PRM_ASSERT_SIZE(prm_qp_2err_out, 16);
PRM_ASSERT_OFFSET(prm_qp_2err_out, status, 0x00);
PRM_ASSERT_OFFSET(prm_qp_2err_out, reserved_01, 0x01);
PRM_ASSERT_OFFSET(prm_qp_2err_out, syndrome, 0x04);
PRM_ASSERT_OFFSET(prm_qp_2err_out, reserved_08, 0x08);

static inline void prm_qp_2err_out_set_status(struct prm_qp_2err_out *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->status = (uint8_t)v;
}

static inline uint32_t prm_qp_2err_out_get_status(const struct prm_qp_2err_out *p)
{
	return p->status;
}

static inline void prm_qp_2err_out_set_syndrome(struct prm_qp_2err_out *p, uint32_t v)
{
	p->syndrome = prm_cpu_to_be32(v);
}

static inline uint32_t prm_qp_2err_out_get_syndrome(const struct prm_qp_2err_out *p)
{
	return prm_be32_to_cpu(p->syndrome);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_qp_2err_out_fields {
	uint8_t status;			/* enum prm_cmd_status */
	uint32_t syndrome;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_qp_2err_out_fields_init(struct prm_qp_2err_out_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_qp_2err_out_pack(struct prm_qp_2err_out *p,
		const struct prm_qp_2err_out_fields *v)
{
	prm_store32(p, 0x00, (uint32_t)v->status << 24);
	prm_store32(p, 0x04, v->syndrome);
	prm_store32(p, 0x08, 0);
	prm_store32(p, 0x0c, 0);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_qp_2err_out_check(const struct prm_qp_2err_out *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_enum(r, "status", 0, 8, prm_qp_2err_out_get_status(p),
		prm_cmd_status_str(prm_qp_2err_out_get_status(p)));
	n += prm_check_reserved(r, p, 8, 24);	/* 0x00 [23:0] */
	n += prm_check_reserved(r, p, 64, 64);	/* 0x08 [63:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_qp_2err_out_unpack(struct prm_qp_2err_out_fields *v,
		const struct prm_qp_2err_out *p, struct prm_report *r)
{

	v->status = prm_load8(p, 0x00);
	v->syndrome = prm_load32(p, 0x04);
	return r ? prm_qp_2err_out_check(p, r) : 0;
}

/**
 * struct prm_qp_2rst_in - takes a QP from any state to RST
 *
 * 16 bytes, written by the driver.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_qp_2rst_in_bits; DPDK
 * drivers/common/mlx5/mlx5_prm.h struct mlx5_ifc_2rst_qp_in_bits.
 */
struct prm_qp_2rst_in {
	prm_be16 opcode;		/* 0x00 [31:16]: (enum prm_cmd_opcode; always 0x50a) */
	prm_be16 uid;			/* 0x00 [15:0] */
	prm_be16 vhca_tunnel_id;	/* 0x04 [31:16]: Note: In DPDK, reserved in Linux. */
	prm_be16 op_mod;		/* 0x04 [15:0] */
	prm_be32 dw_08;			/* 0x08 [23:0] qpn */
	uint8_t reserved_0c[4];
} __attribute__((packed, aligned(4)));

#define PRM_QP_2RST_IN_SIZE 16

PRM_ASSERT_SIZE(prm_qp_2rst_in, 16);
PRM_ASSERT_OFFSET(prm_qp_2rst_in, opcode, 0x00);
PRM_ASSERT_OFFSET(prm_qp_2rst_in, uid, 0x02);
PRM_ASSERT_OFFSET(prm_qp_2rst_in, vhca_tunnel_id, 0x04);
PRM_ASSERT_OFFSET(prm_qp_2rst_in, op_mod, 0x06);
PRM_ASSERT_OFFSET(prm_qp_2rst_in, dw_08, 0x08);
PRM_ASSERT_OFFSET(prm_qp_2rst_in, reserved_0c, 0x0c);

static inline void prm_qp_2rst_in_set_opcode(struct prm_qp_2rst_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->opcode = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_qp_2rst_in_get_opcode(const struct prm_qp_2rst_in *p)
{
	return prm_be16_to_cpu(p->opcode);
}

static inline void prm_qp_2rst_in_set_uid(struct prm_qp_2rst_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->uid = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_qp_2rst_in_get_uid(const struct prm_qp_2rst_in *p)
{
	return prm_be16_to_cpu(p->uid);
}

static inline void prm_qp_2rst_in_set_vhca_tunnel_id(struct prm_qp_2rst_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->vhca_tunnel_id = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_qp_2rst_in_get_vhca_tunnel_id(const struct prm_qp_2rst_in *p)
{
	return prm_be16_to_cpu(p->vhca_tunnel_id);
}

static inline void prm_qp_2rst_in_set_op_mod(struct prm_qp_2rst_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->op_mod = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_qp_2rst_in_get_op_mod(const struct prm_qp_2rst_in *p)
{
	return prm_be16_to_cpu(p->op_mod);
}

static inline void prm_qp_2rst_in_set_qpn(struct prm_qp_2rst_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_08 = prm_be32_replace(p->dw_08, 0xffffffu, v);
}

static inline uint32_t prm_qp_2rst_in_get_qpn(const struct prm_qp_2rst_in *p)
{
	return prm_be32_to_cpu(p->dw_08) & 0xffffff;
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_qp_2rst_in_fields {
	uint16_t uid;
	uint16_t vhca_tunnel_id;
	uint16_t op_mod;
	uint32_t qpn;			/* 24 bits */
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_qp_2rst_in_fields_init(struct prm_qp_2rst_in_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_qp_2rst_in_pack(struct prm_qp_2rst_in *p,
		const struct prm_qp_2rst_in_fields *v)
{
	prm_store32(p, 0x00, UINT32_C(0x50a) << 16 | (uint32_t)v->uid);
	prm_store32(p, 0x04, (uint32_t)v->vhca_tunnel_id << 16 | (uint32_t)v->op_mod);
	PRM_CHECK_WIDTH(v->qpn, 24);
	prm_store32(p, 0x08, v->qpn & 0xffffff);
	prm_store32(p, 0x0c, 0);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_qp_2rst_in_check(const struct prm_qp_2rst_in *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_fixed(r, "opcode", 0, 16, prm_qp_2rst_in_get_opcode(p), 0x50a);
	n += prm_check_reserved(r, p, 64, 8);	/* 0x08 [31:24] */
	n += prm_check_reserved(r, p, 96, 32);	/* 0x0c [31:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_qp_2rst_in_unpack(struct prm_qp_2rst_in_fields *v,
		const struct prm_qp_2rst_in *p, struct prm_report *r)
{

	v->uid = prm_load16(p, 0x02);
	v->vhca_tunnel_id = prm_load16(p, 0x04);
	v->op_mod = prm_load16(p, 0x06);
	v->qpn = prm_load32(p, 0x08) & 0xffffff;
	return r ? prm_qp_2rst_in_check(p, r) : 0;
}

/**
 * struct prm_qp_2rst_out - the answer to 2RST_QP
 *
 * 16 bytes, written by the device.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_qp_2rst_out_bits; DPDK
 * drivers/common/mlx5/mlx5_prm.h struct mlx5_ifc_2rst_qp_out_bits.
 */
struct prm_qp_2rst_out {
	uint8_t status;			/* 0x00 [31:24]: (enum prm_cmd_status) */
	uint8_t reserved_01[3];
	prm_be32 syndrome;		/* 0x04 [31:0] */
	uint8_t reserved_08[8];
} __attribute__((packed, aligned(4)));

#define PRM_QP_2RST_OUT_SIZE 16

PRM_ASSERT_SIZE(prm_qp_2rst_out, 16);
PRM_ASSERT_OFFSET(prm_qp_2rst_out, status, 0x00);
PRM_ASSERT_OFFSET(prm_qp_2rst_out, reserved_01, 0x01);
PRM_ASSERT_OFFSET(prm_qp_2rst_out, syndrome, 0x04);
PRM_ASSERT_OFFSET(prm_qp_2rst_out, reserved_08, 0x08);

static inline void prm_qp_2rst_out_set_status(struct prm_qp_2rst_out *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->status = (uint8_t)v;
}

static inline uint32_t prm_qp_2rst_out_get_status(const struct prm_qp_2rst_out *p)
{
	return p->status;
}

static inline void prm_qp_2rst_out_set_syndrome(struct prm_qp_2rst_out *p, uint32_t v)
{
	p->syndrome = prm_cpu_to_be32(v);
}

static inline uint32_t prm_qp_2rst_out_get_syndrome(const struct prm_qp_2rst_out *p)
{
	return prm_be32_to_cpu(p->syndrome);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_qp_2rst_out_fields {
	uint8_t status;			/* enum prm_cmd_status */
	uint32_t syndrome;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_qp_2rst_out_fields_init(struct prm_qp_2rst_out_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_qp_2rst_out_pack(struct prm_qp_2rst_out *p,
		const struct prm_qp_2rst_out_fields *v)
{
	prm_store32(p, 0x00, (uint32_t)v->status << 24);
	prm_store32(p, 0x04, v->syndrome);
	prm_store32(p, 0x08, 0);
	prm_store32(p, 0x0c, 0);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_qp_2rst_out_check(const struct prm_qp_2rst_out *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_enum(r, "status", 0, 8, prm_qp_2rst_out_get_status(p),
		prm_cmd_status_str(prm_qp_2rst_out_get_status(p)));
	n += prm_check_reserved(r, p, 8, 24);	/* 0x00 [23:0] */
	n += prm_check_reserved(r, p, 64, 64);	/* 0x08 [63:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_qp_2rst_out_unpack(struct prm_qp_2rst_out_fields *v,
		const struct prm_qp_2rst_out *p, struct prm_report *r)
{

	v->status = prm_load8(p, 0x00);
	v->syndrome = prm_load32(p, 0x04);
	return r ? prm_qp_2rst_out_check(p, r) : 0;
}

#endif /* PRM_QP_H */
