/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * The port of an InfiniBand device as the function sees it.
 * Made by prmc 1 from spec/cmd/vport.yaml, spec digest 47a8d1430281. Do not edit: `ninja regen`.
 */
#ifndef PRM_VPORT_H
#define PRM_VPORT_H

#include "prm_base.h"
#include "prm_cmd.h"

/**
 * struct prm_hca_vport_context - addresses and state of a virtual port
 *
 * 512 bytes, written by the device.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_hca_vport_context_bits; rdma-core
 * providers/mlx5/mlx5_ifc.h struct mlx5_ifc_hca_vport_context_bits.
 */
struct prm_hca_vport_context {
	prm_be32 field_select;		/* 0x00 [31:0]: What MODIFY_HCA_VPORT_CONTEXT changes. */
	uint8_t reserved_04[28];
	/*
	 * 0x20 [31] sm_virt_aware
	 *      [30] has_smi: There is a QP0.
	 *      [29] has_raw
	 *      [28] grh_required: All packets need a GRH.
	 */
	uint8_t b_20;
	uint8_t num_port_plane;		/* 0x20 [23:16]: Since Linux 6.12. */
	/*
	 * 0x20 [15:12] port_physical_state: As in InfiniBand, PortInfo.
	 *      [11:8]  vport_state_policy
	 */
	uint8_t b_22;
	/*
	 * 0x20 [7:4] port_state: As in InfiniBand, PortInfo; 4 is active.
	 *      [3:0] vport_state
	 */
	uint8_t b_23;
	uint8_t reserved_24[4];
	prm_be64 system_image_guid;	/* 0x28 [63:0] */
	prm_be64 port_guid;		/* 0x30 [63:0] */
	prm_be64 node_guid;		/* 0x38 [63:0] */
	/* 0x40 [31:0]: As in InfiniBand, PortInfo CapabilityMask. */
	prm_be32 cap_mask1;
	prm_be32 cap_mask1_field_select; /* 0x44 [31:0] */
	prm_be32 cap_mask2;		/* 0x48 [31:0] */
	prm_be32 cap_mask2_field_select; /* 0x4c [31:0] */
	uint8_t reserved_50[16];
	prm_be16 lid;			/* 0x60 [31:16] */
	uint8_t b_62;			/* 0x60 [11:8] init_type_reply */
	/*
	 * 0x60 [7:5] lmc
	 *      [4:0] subnet_timeout
	 */
	uint8_t b_63;
	prm_be16 sm_lid;		/* 0x64 [31:16]: LID of the subnet manager. */
	uint8_t b_66;			/* 0x64 [15:12] sm_sl */
	uint8_t reserved_67[1];
	prm_be16 qkey_violation_counter; /* 0x68 [31:16] */
	prm_be16 pkey_violation_counter; /* 0x68 [15:0] */
	uint8_t reserved_6c[404];
} __attribute__((packed, aligned(4)));

#define PRM_HCA_VPORT_CONTEXT_SIZE 512

PRM_ASSERT_SIZE(prm_hca_vport_context, 512);
PRM_ASSERT_OFFSET(prm_hca_vport_context, field_select, 0x00);
PRM_ASSERT_OFFSET(prm_hca_vport_context, reserved_04, 0x04);
PRM_ASSERT_OFFSET(prm_hca_vport_context, b_20, 0x20);
PRM_ASSERT_OFFSET(prm_hca_vport_context, num_port_plane, 0x21);
PRM_ASSERT_OFFSET(prm_hca_vport_context, b_22, 0x22);
PRM_ASSERT_OFFSET(prm_hca_vport_context, b_23, 0x23);
PRM_ASSERT_OFFSET(prm_hca_vport_context, reserved_24, 0x24);
PRM_ASSERT_OFFSET(prm_hca_vport_context, system_image_guid, 0x28);
PRM_ASSERT_OFFSET(prm_hca_vport_context, port_guid, 0x30);
PRM_ASSERT_OFFSET(prm_hca_vport_context, node_guid, 0x38);
PRM_ASSERT_OFFSET(prm_hca_vport_context, cap_mask1, 0x40);
PRM_ASSERT_OFFSET(prm_hca_vport_context, cap_mask1_field_select, 0x44);
PRM_ASSERT_OFFSET(prm_hca_vport_context, cap_mask2, 0x48);
PRM_ASSERT_OFFSET(prm_hca_vport_context, cap_mask2_field_select, 0x4c);
PRM_ASSERT_OFFSET(prm_hca_vport_context, reserved_50, 0x50);
PRM_ASSERT_OFFSET(prm_hca_vport_context, lid, 0x60);
PRM_ASSERT_OFFSET(prm_hca_vport_context, b_62, 0x62);
PRM_ASSERT_OFFSET(prm_hca_vport_context, b_63, 0x63);
PRM_ASSERT_OFFSET(prm_hca_vport_context, sm_lid, 0x64);
PRM_ASSERT_OFFSET(prm_hca_vport_context, b_66, 0x66);
PRM_ASSERT_OFFSET(prm_hca_vport_context, reserved_67, 0x67);
PRM_ASSERT_OFFSET(prm_hca_vport_context, qkey_violation_counter, 0x68);
PRM_ASSERT_OFFSET(prm_hca_vport_context, pkey_violation_counter, 0x6a);
PRM_ASSERT_OFFSET(prm_hca_vport_context, reserved_6c, 0x6c);

static inline void prm_hca_vport_context_set_field_select(struct prm_hca_vport_context *p,
		uint32_t v)
{
	p->field_select = prm_cpu_to_be32(v);
}

static inline uint32_t prm_hca_vport_context_get_field_select(const struct prm_hca_vport_context *p)
{
	return prm_be32_to_cpu(p->field_select);
}

static inline void prm_hca_vport_context_set_sm_virt_aware(struct prm_hca_vport_context *p, bool v)
{
	p->b_20 = prm_u8_replace(p->b_20, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_hca_vport_context_get_sm_virt_aware(const struct prm_hca_vport_context *p)
{
	return (bool)(p->b_20 >> 7);
}

static inline void prm_hca_vport_context_set_has_smi(struct prm_hca_vport_context *p, bool v)
{
	p->b_20 = prm_u8_replace(p->b_20, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_hca_vport_context_get_has_smi(const struct prm_hca_vport_context *p)
{
	return (bool)((p->b_20 >> 6) & 0x1);
}

static inline void prm_hca_vport_context_set_has_raw(struct prm_hca_vport_context *p, bool v)
{
	p->b_20 = prm_u8_replace(p->b_20, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_hca_vport_context_get_has_raw(const struct prm_hca_vport_context *p)
{
	return (bool)((p->b_20 >> 5) & 0x1);
}

static inline void prm_hca_vport_context_set_grh_required(struct prm_hca_vport_context *p, bool v)
{
	p->b_20 = prm_u8_replace(p->b_20, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_hca_vport_context_get_grh_required(const struct prm_hca_vport_context *p)
{
	return (bool)((p->b_20 >> 4) & 0x1);
}

static inline void prm_hca_vport_context_set_num_port_plane(struct prm_hca_vport_context *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->num_port_plane = (uint8_t)v;
}

static inline uint32_t prm_hca_vport_context_get_num_port_plane(
		const struct prm_hca_vport_context *p)
{
	return p->num_port_plane;
}

static inline void prm_hca_vport_context_set_port_physical_state(struct prm_hca_vport_context *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_22 = prm_u8_replace(p->b_22, 0xf0, (uint8_t)((uint32_t)v << 4));
}

static inline uint32_t prm_hca_vport_context_get_port_physical_state(
		const struct prm_hca_vport_context *p)
{
	return p->b_22 >> 4;
}

static inline void prm_hca_vport_context_set_vport_state_policy(struct prm_hca_vport_context *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_22 = prm_u8_replace(p->b_22, 0xf, (uint8_t)v);
}

static inline uint32_t prm_hca_vport_context_get_vport_state_policy(
		const struct prm_hca_vport_context *p)
{
	return p->b_22 & 0xf;
}

static inline void prm_hca_vport_context_set_port_state(struct prm_hca_vport_context *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_23 = prm_u8_replace(p->b_23, 0xf0, (uint8_t)((uint32_t)v << 4));
}

static inline uint32_t prm_hca_vport_context_get_port_state(const struct prm_hca_vport_context *p)
{
	return p->b_23 >> 4;
}

static inline void prm_hca_vport_context_set_vport_state(struct prm_hca_vport_context *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_23 = prm_u8_replace(p->b_23, 0xf, (uint8_t)v);
}

static inline uint32_t prm_hca_vport_context_get_vport_state(const struct prm_hca_vport_context *p)
{
	return p->b_23 & 0xf;
}

static inline void prm_hca_vport_context_set_system_image_guid(struct prm_hca_vport_context *p,
		uint64_t v)
{
	p->system_image_guid = prm_cpu_to_be64(v);
}

static inline uint64_t prm_hca_vport_context_get_system_image_guid(
		const struct prm_hca_vport_context *p)
{
	return prm_be64_to_cpu(p->system_image_guid);
}

static inline void prm_hca_vport_context_set_port_guid(struct prm_hca_vport_context *p, uint64_t v)
{
	p->port_guid = prm_cpu_to_be64(v);
}

static inline uint64_t prm_hca_vport_context_get_port_guid(const struct prm_hca_vport_context *p)
{
	return prm_be64_to_cpu(p->port_guid);
}

static inline void prm_hca_vport_context_set_node_guid(struct prm_hca_vport_context *p, uint64_t v)
{
	p->node_guid = prm_cpu_to_be64(v);
}

static inline uint64_t prm_hca_vport_context_get_node_guid(const struct prm_hca_vport_context *p)
{
	return prm_be64_to_cpu(p->node_guid);
}

static inline void prm_hca_vport_context_set_cap_mask1(struct prm_hca_vport_context *p, uint32_t v)
{
	p->cap_mask1 = prm_cpu_to_be32(v);
}

static inline uint32_t prm_hca_vport_context_get_cap_mask1(const struct prm_hca_vport_context *p)
{
	return prm_be32_to_cpu(p->cap_mask1);
}

static inline void prm_hca_vport_context_set_cap_mask1_field_select(struct prm_hca_vport_context *p,
		uint32_t v)
{
	p->cap_mask1_field_select = prm_cpu_to_be32(v);
}

static inline uint32_t prm_hca_vport_context_get_cap_mask1_field_select(
		const struct prm_hca_vport_context *p)
{
	return prm_be32_to_cpu(p->cap_mask1_field_select);
}

static inline void prm_hca_vport_context_set_cap_mask2(struct prm_hca_vport_context *p, uint32_t v)
{
	p->cap_mask2 = prm_cpu_to_be32(v);
}

static inline uint32_t prm_hca_vport_context_get_cap_mask2(const struct prm_hca_vport_context *p)
{
	return prm_be32_to_cpu(p->cap_mask2);
}

static inline void prm_hca_vport_context_set_cap_mask2_field_select(struct prm_hca_vport_context *p,
		uint32_t v)
{
	p->cap_mask2_field_select = prm_cpu_to_be32(v);
}

static inline uint32_t prm_hca_vport_context_get_cap_mask2_field_select(
		const struct prm_hca_vport_context *p)
{
	return prm_be32_to_cpu(p->cap_mask2_field_select);
}

static inline void prm_hca_vport_context_set_lid(struct prm_hca_vport_context *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->lid = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_hca_vport_context_get_lid(const struct prm_hca_vport_context *p)
{
	return prm_be16_to_cpu(p->lid);
}

static inline void prm_hca_vport_context_set_init_type_reply(struct prm_hca_vport_context *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_62 = prm_u8_replace(p->b_62, 0xf, (uint8_t)v);
}

static inline uint32_t prm_hca_vport_context_get_init_type_reply(
		const struct prm_hca_vport_context *p)
{
	return p->b_62 & 0xf;
}

static inline void prm_hca_vport_context_set_lmc(struct prm_hca_vport_context *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 3);
	p->b_63 = prm_u8_replace(p->b_63, 0xe0, (uint8_t)((uint32_t)v << 5));
}

static inline uint32_t prm_hca_vport_context_get_lmc(const struct prm_hca_vport_context *p)
{
	return p->b_63 >> 5;
}

static inline void prm_hca_vport_context_set_subnet_timeout(struct prm_hca_vport_context *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_63 = prm_u8_replace(p->b_63, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_hca_vport_context_get_subnet_timeout(
		const struct prm_hca_vport_context *p)
{
	return p->b_63 & 0x1f;
}

static inline void prm_hca_vport_context_set_sm_lid(struct prm_hca_vport_context *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->sm_lid = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_hca_vport_context_get_sm_lid(const struct prm_hca_vport_context *p)
{
	return prm_be16_to_cpu(p->sm_lid);
}

static inline void prm_hca_vport_context_set_sm_sl(struct prm_hca_vport_context *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_66 = prm_u8_replace(p->b_66, 0xf0, (uint8_t)((uint32_t)v << 4));
}

static inline uint32_t prm_hca_vport_context_get_sm_sl(const struct prm_hca_vport_context *p)
{
	return p->b_66 >> 4;
}

static inline void prm_hca_vport_context_set_qkey_violation_counter(struct prm_hca_vport_context *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->qkey_violation_counter = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_hca_vport_context_get_qkey_violation_counter(
		const struct prm_hca_vport_context *p)
{
	return prm_be16_to_cpu(p->qkey_violation_counter);
}

static inline void prm_hca_vport_context_set_pkey_violation_counter(struct prm_hca_vport_context *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->pkey_violation_counter = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_hca_vport_context_get_pkey_violation_counter(
		const struct prm_hca_vport_context *p)
{
	return prm_be16_to_cpu(p->pkey_violation_counter);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_hca_vport_context_fields {
	uint32_t field_select;
	bool sm_virt_aware;
	bool has_smi;
	bool has_raw;
	bool grh_required;
	uint8_t num_port_plane;
	uint8_t port_physical_state;	/* 4 bits */
	uint8_t vport_state_policy;	/* 4 bits */
	uint8_t port_state;		/* 4 bits */
	uint8_t vport_state;		/* 4 bits */
	uint64_t system_image_guid;
	uint64_t port_guid;
	uint64_t node_guid;
	uint32_t cap_mask1;
	uint32_t cap_mask1_field_select;
	uint32_t cap_mask2;
	uint32_t cap_mask2_field_select;
	uint16_t lid;
	uint8_t init_type_reply;	/* 4 bits */
	uint8_t lmc;			/* 3 bits */
	uint8_t subnet_timeout;		/* 5 bits */
	uint16_t sm_lid;
	uint8_t sm_sl;			/* 4 bits */
	uint16_t qkey_violation_counter;
	uint16_t pkey_violation_counter;
};

/* Zero, and the defaults of the fields that have one. */
static inline void prm_hca_vport_context_fields_init(struct prm_hca_vport_context_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 512 bytes of @p; what stood there does not matter. */
static inline void prm_hca_vport_context_pack(struct prm_hca_vport_context *p,
		const struct prm_hca_vport_context_fields *v)
{
	prm_store32(p, 0x00, v->field_select);
	memset((uint8_t *)p + 0x04, 0, 28);
	PRM_CHECK_WIDTH(v->port_physical_state, 4);
	PRM_CHECK_WIDTH(v->vport_state_policy, 4);
	PRM_CHECK_WIDTH(v->port_state, 4);
	PRM_CHECK_WIDTH(v->vport_state, 4);
	prm_store32(p, 0x20, (uint32_t)v->sm_virt_aware << 31 | (uint32_t)v->has_smi << 30 |
			(uint32_t)v->has_raw << 29 | (uint32_t)v->grh_required << 28 |
			(uint32_t)v->num_port_plane << 16 |
			((uint32_t)v->port_physical_state & 0xf) << 12 |
			((uint32_t)v->vport_state_policy & 0xf) << 8 |
			((uint32_t)v->port_state & 0xf) << 4 | ((uint32_t)v->vport_state & 0xf));
	prm_store32(p, 0x24, 0);
	prm_store64(p, 0x28, v->system_image_guid);
	prm_store64(p, 0x30, v->port_guid);
	prm_store64(p, 0x38, v->node_guid);
	prm_store32(p, 0x40, v->cap_mask1);
	prm_store32(p, 0x44, v->cap_mask1_field_select);
	prm_store32(p, 0x48, v->cap_mask2);
	prm_store32(p, 0x4c, v->cap_mask2_field_select);
	memset((uint8_t *)p + 0x50, 0, 16);
	PRM_CHECK_WIDTH(v->init_type_reply, 4);
	PRM_CHECK_WIDTH(v->lmc, 3);
	PRM_CHECK_WIDTH(v->subnet_timeout, 5);
	prm_store32(p, 0x60, (uint32_t)v->lid << 16 | ((uint32_t)v->init_type_reply & 0xf) << 8 |
			((uint32_t)v->lmc & 0x7) << 5 | ((uint32_t)v->subnet_timeout & 0x1f));
	PRM_CHECK_WIDTH(v->sm_sl, 4);
	prm_store32(p, 0x64, (uint32_t)v->sm_lid << 16 | ((uint32_t)v->sm_sl & 0xf) << 12);
	prm_store32(p, 0x68, (uint32_t)v->qkey_violation_counter << 16 |
			(uint32_t)v->pkey_violation_counter);
	memset((uint8_t *)p + 0x6c, 0, 404);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_hca_vport_context_check(const struct prm_hca_vport_context *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_reserved(r, p, 32, 224);	/* 0x04..0x1f */
	n += prm_check_reserved(r, p, 260, 4);	/* 0x20 [27:24] */
	n += prm_check_reserved(r, p, 288, 32);	/* 0x24 [31:0] */
	n += prm_check_reserved(r, p, 640, 128);	/* 0x50..0x5f */
	n += prm_check_reserved(r, p, 784, 4);	/* 0x60 [15:12] */
	n += prm_check_reserved(r, p, 820, 12);	/* 0x64 [11:0] */
	n += prm_check_reserved(r, p, 864, 3232);	/* 0x6c..0x1ff */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static inline unsigned int prm_hca_vport_context_unpack(struct prm_hca_vport_context_fields *v,
		const struct prm_hca_vport_context *p, struct prm_report *r)
{
	uint32_t word;

	v->field_select = prm_load32(p, 0x00);
	word = prm_load8(p, 0x20);
	v->sm_virt_aware = word >> 7;
	v->has_smi = (word >> 6) & 0x1;
	v->has_raw = (word >> 5) & 0x1;
	v->grh_required = (word >> 4) & 0x1;
	v->num_port_plane = prm_load8(p, 0x21);
	word = prm_load8(p, 0x22);
	v->port_physical_state = (uint8_t)(word >> 4);
	v->vport_state_policy = (uint8_t)(word & 0xf);
	word = prm_load8(p, 0x23);
	v->port_state = (uint8_t)(word >> 4);
	v->vport_state = (uint8_t)(word & 0xf);
	v->system_image_guid = prm_load64(p, 0x28);
	v->port_guid = prm_load64(p, 0x30);
	v->node_guid = prm_load64(p, 0x38);
	v->cap_mask1 = prm_load32(p, 0x40);
	v->cap_mask1_field_select = prm_load32(p, 0x44);
	v->cap_mask2 = prm_load32(p, 0x48);
	v->cap_mask2_field_select = prm_load32(p, 0x4c);
	v->lid = prm_load16(p, 0x60);
	v->init_type_reply = (uint8_t)(prm_load8(p, 0x62) & 0xf);
	word = prm_load8(p, 0x63);
	v->lmc = (uint8_t)(word >> 5);
	v->subnet_timeout = (uint8_t)(word & 0x1f);
	v->sm_lid = prm_load16(p, 0x64);
	v->sm_sl = (uint8_t)(prm_load8(p, 0x66) >> 4);
	v->qkey_violation_counter = prm_load16(p, 0x68);
	v->pkey_violation_counter = prm_load16(p, 0x6a);
	return r ? prm_hca_vport_context_check(p, r) : 0;
}

/**
 * struct prm_query_hca_vport_context_in - asks for the context of a virtual port
 *
 * 16 bytes, written by the driver.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_query_hca_vport_context_in_bits;
 * rdma-core tests/mlx5_prm_structs.py QueryHcaVportContextIn.
 */
struct prm_query_hca_vport_context_in {
	prm_be16 opcode;		/* 0x00 [31:16]: (enum prm_cmd_opcode; always 0x762) */
	prm_be16 uid;			/* 0x00 [15:0] */
	uint8_t reserved_04[2];
	prm_be16 op_mod;		/* 0x04 [15:0] */
	/* 0x08 [31] other_vport: Not the caller's own but that of vport_number. */
	uint8_t b_08;
	uint8_t b_09;			/* 0x08 [19:16] port_num: 0 on devices with one port. */
	prm_be16 vport_number;		/* 0x08 [15:0] */
	uint8_t reserved_0c[4];
} __attribute__((packed, aligned(4)));

#define PRM_QUERY_HCA_VPORT_CONTEXT_IN_SIZE 16

PRM_ASSERT_SIZE(prm_query_hca_vport_context_in, 16);
PRM_ASSERT_OFFSET(prm_query_hca_vport_context_in, opcode, 0x00);
PRM_ASSERT_OFFSET(prm_query_hca_vport_context_in, uid, 0x02);
PRM_ASSERT_OFFSET(prm_query_hca_vport_context_in, reserved_04, 0x04);
PRM_ASSERT_OFFSET(prm_query_hca_vport_context_in, op_mod, 0x06);
PRM_ASSERT_OFFSET(prm_query_hca_vport_context_in, b_08, 0x08);
PRM_ASSERT_OFFSET(prm_query_hca_vport_context_in, b_09, 0x09);
PRM_ASSERT_OFFSET(prm_query_hca_vport_context_in, vport_number, 0x0a);
PRM_ASSERT_OFFSET(prm_query_hca_vport_context_in, reserved_0c, 0x0c);

static inline void prm_query_hca_vport_context_in_set_opcode(
		struct prm_query_hca_vport_context_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->opcode = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_query_hca_vport_context_in_get_opcode(
		const struct prm_query_hca_vport_context_in *p)
{
	return prm_be16_to_cpu(p->opcode);
}

static inline void prm_query_hca_vport_context_in_set_uid(struct prm_query_hca_vport_context_in *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->uid = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_query_hca_vport_context_in_get_uid(
		const struct prm_query_hca_vport_context_in *p)
{
	return prm_be16_to_cpu(p->uid);
}

static inline void prm_query_hca_vport_context_in_set_op_mod(
		struct prm_query_hca_vport_context_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->op_mod = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_query_hca_vport_context_in_get_op_mod(
		const struct prm_query_hca_vport_context_in *p)
{
	return prm_be16_to_cpu(p->op_mod);
}

static inline void prm_query_hca_vport_context_in_set_other_vport(
		struct prm_query_hca_vport_context_in *p, bool v)
{
	p->b_08 = prm_u8_replace(p->b_08, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_query_hca_vport_context_in_get_other_vport(
		const struct prm_query_hca_vport_context_in *p)
{
	return (bool)(p->b_08 >> 7);
}

static inline void prm_query_hca_vport_context_in_set_port_num(
		struct prm_query_hca_vport_context_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_09 = prm_u8_replace(p->b_09, 0xf, (uint8_t)v);
}

static inline uint32_t prm_query_hca_vport_context_in_get_port_num(
		const struct prm_query_hca_vport_context_in *p)
{
	return p->b_09 & 0xf;
}

static inline void prm_query_hca_vport_context_in_set_vport_number(
		struct prm_query_hca_vport_context_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->vport_number = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_query_hca_vport_context_in_get_vport_number(
		const struct prm_query_hca_vport_context_in *p)
{
	return prm_be16_to_cpu(p->vport_number);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_query_hca_vport_context_in_fields {
	uint16_t uid;
	uint16_t op_mod;
	bool other_vport;
	uint8_t port_num;		/* 4 bits */
	uint16_t vport_number;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_query_hca_vport_context_in_fields_init(
		struct prm_query_hca_vport_context_in_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_query_hca_vport_context_in_pack(
		struct prm_query_hca_vport_context_in *p,
		const struct prm_query_hca_vport_context_in_fields *v)
{
	prm_store32(p, 0x00, UINT32_C(0x762) << 16 | (uint32_t)v->uid);
	prm_store32(p, 0x04, (uint32_t)v->op_mod);
	PRM_CHECK_WIDTH(v->port_num, 4);
	prm_store32(p, 0x08, (uint32_t)v->other_vport << 31 | ((uint32_t)v->port_num & 0xf) << 16 |
			(uint32_t)v->vport_number);
	prm_store32(p, 0x0c, 0);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_query_hca_vport_context_in_check(
		const struct prm_query_hca_vport_context_in *p, struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_fixed(r, "opcode", 0, 16, prm_query_hca_vport_context_in_get_opcode(p),
		0x762);
	n += prm_check_reserved(r, p, 32, 16);	/* 0x04 [31:16] */
	n += prm_check_reserved(r, p, 65, 11);	/* 0x08 [30:20] */
	n += prm_check_reserved(r, p, 96, 32);	/* 0x0c [31:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_query_hca_vport_context_in_unpack(
		struct prm_query_hca_vport_context_in_fields *v,
		const struct prm_query_hca_vport_context_in *p, struct prm_report *r)
{

	v->uid = prm_load16(p, 0x02);
	v->op_mod = prm_load16(p, 0x06);
	v->other_vport = prm_load8(p, 0x08) >> 7;
	v->port_num = (uint8_t)(prm_load8(p, 0x09) & 0xf);
	v->vport_number = prm_load16(p, 0x0a);
	return r ? prm_query_hca_vport_context_in_check(p, r) : 0;
}

/**
 * struct prm_query_hca_vport_context_out - the answer to QUERY_HCA_VPORT_CONTEXT
 *
 * 528 bytes, written by the device.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_query_hca_vport_context_out_bits;
 * rdma-core tests/mlx5_prm_structs.py QueryHcaVportContextOut.
 */
struct prm_query_hca_vport_context_out {
	uint8_t status;			/* 0x00 [31:24]: (enum prm_cmd_status) */
	uint8_t reserved_01[3];
	prm_be32 syndrome;		/* 0x04 [31:0] */
	uint8_t reserved_08[8];
	struct prm_hca_vport_context hca_vport_context; /* 0x10..0x20f */
} __attribute__((packed, aligned(4)));

#define PRM_QUERY_HCA_VPORT_CONTEXT_OUT_SIZE 528

PRM_ASSERT_SIZE(prm_query_hca_vport_context_out, 528);
PRM_ASSERT_OFFSET(prm_query_hca_vport_context_out, status, 0x00);
PRM_ASSERT_OFFSET(prm_query_hca_vport_context_out, reserved_01, 0x01);
PRM_ASSERT_OFFSET(prm_query_hca_vport_context_out, syndrome, 0x04);
PRM_ASSERT_OFFSET(prm_query_hca_vport_context_out, reserved_08, 0x08);
PRM_ASSERT_OFFSET(prm_query_hca_vport_context_out, hca_vport_context, 0x10);

static inline void prm_query_hca_vport_context_out_set_status(
		struct prm_query_hca_vport_context_out *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->status = (uint8_t)v;
}

static inline uint32_t prm_query_hca_vport_context_out_get_status(
		const struct prm_query_hca_vport_context_out *p)
{
	return p->status;
}

static inline void prm_query_hca_vport_context_out_set_syndrome(
		struct prm_query_hca_vport_context_out *p, uint32_t v)
{
	p->syndrome = prm_cpu_to_be32(v);
}

static inline uint32_t prm_query_hca_vport_context_out_get_syndrome(
		const struct prm_query_hca_vport_context_out *p)
{
	return prm_be32_to_cpu(p->syndrome);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_query_hca_vport_context_out_fields {
	uint8_t status;			/* enum prm_cmd_status */
	uint32_t syndrome;
	struct prm_hca_vport_context_fields hca_vport_context;
};

/* Zero, and the defaults of the fields that have one. */
static inline void prm_query_hca_vport_context_out_fields_init(
		struct prm_query_hca_vport_context_out_fields *v)
{
	memset(v, 0, sizeof(*v));
	prm_hca_vport_context_fields_init(&v->hca_vport_context);
}

/* Writes all 528 bytes of @p; what stood there does not matter. */
static inline void prm_query_hca_vport_context_out_pack(struct prm_query_hca_vport_context_out *p,
		const struct prm_query_hca_vport_context_out_fields *v)
{
	prm_store32(p, 0x00, (uint32_t)v->status << 24);
	prm_store32(p, 0x04, v->syndrome);
	prm_store32(p, 0x08, 0);
	prm_store32(p, 0x0c, 0);
	prm_hca_vport_context_pack(&p->hca_vport_context, &v->hca_vport_context);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_query_hca_vport_context_out_check(
		const struct prm_query_hca_vport_context_out *p, struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_enum(r, "status", 0, 8, prm_query_hca_vport_context_out_get_status(p),
		prm_cmd_status_str(prm_query_hca_vport_context_out_get_status(p)));
	n += prm_check_reserved(r, p, 8, 24);	/* 0x00 [23:0] */
	n += prm_check_reserved(r, p, 64, 64);	/* 0x08 [63:0] */
	r->base += 128;
	n += prm_hca_vport_context_check(&p->hca_vport_context, r);
	r->base -= 128;
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static inline unsigned int prm_query_hca_vport_context_out_unpack(
		struct prm_query_hca_vport_context_out_fields *v,
		const struct prm_query_hca_vport_context_out *p, struct prm_report *r)
{

	v->status = prm_load8(p, 0x00);
	v->syndrome = prm_load32(p, 0x04);
	prm_hca_vport_context_unpack(&v->hca_vport_context, &p->hca_vport_context, NULL);
	return r ? prm_query_hca_vport_context_out_check(p, r) : 0;
}

#endif /* PRM_VPORT_H */
