/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * QUERY_HCA_CAP, which asks a device for its capabilities of one type.
 * Made by prmc 1 from spec/cmd/query_hca_cap.yaml, spec digest 7ae79c9a9984. Do not edit: `ninja
 * regen`.
 */
#ifndef PRM_QUERY_HCA_CAP_H
#define PRM_QUERY_HCA_CAP_H

#include "prm_base.h"
#include "prm_cap_crypto.h"
#include "prm_cap_ethernet.h"
#include "prm_cap_memory.h"
#include "prm_cmd.h"
#include "prm_hca_cap.h"
#include "prm_hca_cap_2.h"

/**
 * enum prm_hca_cap_type - Capability type, bits 15 to 1 of op_mod of QUERY_HCA_CAP
 *
 * Note: Some headers shift the types by one, as they stand in op_mod (rdma-core
 * MLX5_SET_HCA_CAP_OP_MOD_*, DPDK MLX5_GET_HCA_CAP_OP_MOD_*), Linux does not.
 * Other values are legal too.
 * Sources: linux include/linux/mlx5/device.h enum mlx5_cap_type (6.12 and 6.1); rdma-core
 * providers/mlx5/mlx5_ifc.h MLX5_SET_HCA_CAP_OP_MOD_*; DPDK drivers/common/mlx5/mlx5_prm.h
 * MLX5_GET_HCA_CAP_OP_MOD_*.
 */
enum prm_hca_cap_type {
	PRM_HCA_CAP_TYPE_GENERAL                 = 0x00, /* Layout cmd_hca_cap. */
	/* Layout per_protocol_networking_offload_caps. */
	PRM_HCA_CAP_TYPE_ETHERNET_OFFLOADS       = 0x01,
	PRM_HCA_CAP_TYPE_ODP                     = 0x02, /* Layout odp_cap. */
	PRM_HCA_CAP_TYPE_ATOMIC                  = 0x03, /* Layout atomic_caps. */
	PRM_HCA_CAP_TYPE_ROCE                    = 0x04, /* Layout roce_cap. */
	/* Layout per_protocol_networking_offload_caps. */
	PRM_HCA_CAP_TYPE_IPOIB_OFFLOADS          = 0x05,
	/* Layout per_protocol_networking_offload_caps. */
	PRM_HCA_CAP_TYPE_IPOIB_ENHANCED_OFFLOADS = 0x06,
	PRM_HCA_CAP_TYPE_NIC_FLOW_TABLE          = 0x07,
	PRM_HCA_CAP_TYPE_ESWITCH_FLOW_TABLE      = 0x08,
	PRM_HCA_CAP_TYPE_ESWITCH                 = 0x09,
	PRM_HCA_CAP_TYPE_VECTOR_CALC             = 0x0b, /* Note: Linux 6.12 no longer has it. */
	PRM_HCA_CAP_TYPE_QOS                     = 0x0c, /* Layout qos_cap. */
	PRM_HCA_CAP_TYPE_DEBUG                   = 0x0d,
	PRM_HCA_CAP_TYPE_DEVICE_MEMORY           = 0x0f, /* Layout device_mem_cap. */
	PRM_HCA_CAP_TYPE_TLS                     = 0x11,
	PRM_HCA_CAP_TYPE_VDPA_EMULATION          = 0x13,
	PRM_HCA_CAP_TYPE_DEV_EVENT               = 0x14,
	PRM_HCA_CAP_TYPE_IPSEC                   = 0x15,
	PRM_HCA_CAP_TYPE_CRYPTO                  = 0x1a, /* Layout crypto_caps. */
	PRM_HCA_CAP_TYPE_WQE_BASED_FLOW_TABLE    = 0x1b,
	PRM_HCA_CAP_TYPE_PARSE_GRAPH_NODE        = 0x1c,
	PRM_HCA_CAP_TYPE_SHAMPO                  = 0x1d, /* Note: Linux 6.12 no longer has it. */
	PRM_HCA_CAP_TYPE_MACSEC                  = 0x1f,
	PRM_HCA_CAP_TYPE_GENERAL_2               = 0x20, /* Layout cmd_hca_cap_2. */
	PRM_HCA_CAP_TYPE_PORT_SELECTION          = 0x25,
	PRM_HCA_CAP_TYPE_ADV_VIRTUALIZATION      = 0x26,
	PRM_HCA_CAP_TYPE_ADV_RDMA                = 0x28,
};

/* The name of a value of enum prm_hca_cap_type, or NULL. */
static inline const char *prm_hca_cap_type_str(uint64_t value)
{
	switch (value) {
	case PRM_HCA_CAP_TYPE_GENERAL:
		return "GENERAL";
	case PRM_HCA_CAP_TYPE_ETHERNET_OFFLOADS:
		return "ETHERNET_OFFLOADS";
	case PRM_HCA_CAP_TYPE_ODP:
		return "ODP";
	case PRM_HCA_CAP_TYPE_ATOMIC:
		return "ATOMIC";
	case PRM_HCA_CAP_TYPE_ROCE:
		return "ROCE";
	case PRM_HCA_CAP_TYPE_IPOIB_OFFLOADS:
		return "IPOIB_OFFLOADS";
	case PRM_HCA_CAP_TYPE_IPOIB_ENHANCED_OFFLOADS:
		return "IPOIB_ENHANCED_OFFLOADS";
	case PRM_HCA_CAP_TYPE_NIC_FLOW_TABLE:
		return "NIC_FLOW_TABLE";
	case PRM_HCA_CAP_TYPE_ESWITCH_FLOW_TABLE:
		return "ESWITCH_FLOW_TABLE";
	case PRM_HCA_CAP_TYPE_ESWITCH:
		return "ESWITCH";
	case PRM_HCA_CAP_TYPE_VECTOR_CALC:
		return "VECTOR_CALC";
	case PRM_HCA_CAP_TYPE_QOS:
		return "QOS";
	case PRM_HCA_CAP_TYPE_DEBUG:
		return "DEBUG";
	case PRM_HCA_CAP_TYPE_DEVICE_MEMORY:
		return "DEVICE_MEMORY";
	case PRM_HCA_CAP_TYPE_TLS:
		return "TLS";
	case PRM_HCA_CAP_TYPE_VDPA_EMULATION:
		return "VDPA_EMULATION";
	case PRM_HCA_CAP_TYPE_DEV_EVENT:
		return "DEV_EVENT";
	case PRM_HCA_CAP_TYPE_IPSEC:
		return "IPSEC";
	case PRM_HCA_CAP_TYPE_CRYPTO:
		return "CRYPTO";
	case PRM_HCA_CAP_TYPE_WQE_BASED_FLOW_TABLE:
		return "WQE_BASED_FLOW_TABLE";
	case PRM_HCA_CAP_TYPE_PARSE_GRAPH_NODE:
		return "PARSE_GRAPH_NODE";
	case PRM_HCA_CAP_TYPE_SHAMPO:
		return "SHAMPO";
	case PRM_HCA_CAP_TYPE_MACSEC:
		return "MACSEC";
	case PRM_HCA_CAP_TYPE_GENERAL_2:
		return "GENERAL_2";
	case PRM_HCA_CAP_TYPE_PORT_SELECTION:
		return "PORT_SELECTION";
	case PRM_HCA_CAP_TYPE_ADV_VIRTUALIZATION:
		return "ADV_VIRTUALIZATION";
	case PRM_HCA_CAP_TYPE_ADV_RDMA:
		return "ADV_RDMA";
	default:
		return NULL;
	}
}

/**
 * struct prm_query_hca_cap_in - asks for the capabilities of one type
 *
 * 16 bytes, written by the driver.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_query_hca_cap_in_bits; rdma-core
 * tests/mlx5_prm_structs.py class QueryHcaCapIn.
 */
struct prm_query_hca_cap_in {
	prm_be16 opcode;		/* 0x00 [31:16]: (enum prm_cmd_opcode; always 0x100) */
	/* 0x00 [15:0]: User context of the caller, 0 for the kernel. */
	prm_be16 uid;
	uint8_t reserved_04[2];
	/*
	 * 0x04 [15:1] cap_type: Upper bits of op_mod. (enum prm_hca_cap_type)
	 *      [0]    current: Lowest bit of op_mod. 1: the values in force, 0: the largest that
	 *               SET_HCA_CAP can put in force.
	 */
	prm_be16 w_06;
	/*
	 * 0x08 [31] other_function: Asks for function_id instead of the caller's own function.
	 *      [30] ec_vf_function: function_id is a VF of the embedded CPU. Since Linux 6.12.
	 */
	uint8_t b_08;
	uint8_t reserved_09[1];
	prm_be16 function_id;		/* 0x08 [15:0] */
	uint8_t reserved_0c[4];
} __attribute__((packed, aligned(4)));

#define PRM_QUERY_HCA_CAP_IN_SIZE 16

PRM_ASSERT_SIZE(prm_query_hca_cap_in, 16);
PRM_ASSERT_OFFSET(prm_query_hca_cap_in, opcode, 0x00);
PRM_ASSERT_OFFSET(prm_query_hca_cap_in, uid, 0x02);
PRM_ASSERT_OFFSET(prm_query_hca_cap_in, reserved_04, 0x04);
PRM_ASSERT_OFFSET(prm_query_hca_cap_in, w_06, 0x06);
PRM_ASSERT_OFFSET(prm_query_hca_cap_in, b_08, 0x08);
PRM_ASSERT_OFFSET(prm_query_hca_cap_in, reserved_09, 0x09);
PRM_ASSERT_OFFSET(prm_query_hca_cap_in, function_id, 0x0a);
PRM_ASSERT_OFFSET(prm_query_hca_cap_in, reserved_0c, 0x0c);

static inline void prm_query_hca_cap_in_set_opcode(struct prm_query_hca_cap_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->opcode = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_query_hca_cap_in_get_opcode(const struct prm_query_hca_cap_in *p)
{
	return prm_be16_to_cpu(p->opcode);
}

static inline void prm_query_hca_cap_in_set_uid(struct prm_query_hca_cap_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->uid = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_query_hca_cap_in_get_uid(const struct prm_query_hca_cap_in *p)
{
	return prm_be16_to_cpu(p->uid);
}

static inline void prm_query_hca_cap_in_set_cap_type(struct prm_query_hca_cap_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 15);
	p->w_06 = prm_be16_replace(p->w_06, 0xfffe, (uint16_t)((uint32_t)v << 1));
}

static inline uint32_t prm_query_hca_cap_in_get_cap_type(const struct prm_query_hca_cap_in *p)
{
	return prm_be16_to_cpu(p->w_06) >> 1;
}

static inline void prm_query_hca_cap_in_set_current(struct prm_query_hca_cap_in *p, bool v)
{
	p->w_06 = prm_be16_replace(p->w_06, 0x1, (uint16_t)v);
}

static inline bool prm_query_hca_cap_in_get_current(const struct prm_query_hca_cap_in *p)
{
	return (bool)(prm_be16_to_cpu(p->w_06) & 0x1);
}

static inline void prm_query_hca_cap_in_set_other_function(struct prm_query_hca_cap_in *p, bool v)
{
	p->b_08 = prm_u8_replace(p->b_08, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_query_hca_cap_in_get_other_function(const struct prm_query_hca_cap_in *p)
{
	return (bool)(p->b_08 >> 7);
}

static inline void prm_query_hca_cap_in_set_ec_vf_function(struct prm_query_hca_cap_in *p, bool v)
{
	p->b_08 = prm_u8_replace(p->b_08, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_query_hca_cap_in_get_ec_vf_function(const struct prm_query_hca_cap_in *p)
{
	return (bool)((p->b_08 >> 6) & 0x1);
}

static inline void prm_query_hca_cap_in_set_function_id(struct prm_query_hca_cap_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->function_id = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_query_hca_cap_in_get_function_id(const struct prm_query_hca_cap_in *p)
{
	return prm_be16_to_cpu(p->function_id);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_query_hca_cap_in_fields {
	uint16_t uid;
	uint16_t cap_type;		/* 15 bits, enum prm_hca_cap_type */
	bool current;
	bool other_function;
	bool ec_vf_function;
	uint16_t function_id;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_query_hca_cap_in_fields_init(
		struct prm_query_hca_cap_in_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_query_hca_cap_in_pack(struct prm_query_hca_cap_in *p,
		const struct prm_query_hca_cap_in_fields *v)
{
	prm_store32(p, 0x00, UINT32_C(0x100) << 16 | (uint32_t)v->uid);
	PRM_CHECK_WIDTH(v->cap_type, 15);
	prm_store32(p, 0x04, ((uint32_t)v->cap_type & 0x7fff) << 1 | (uint32_t)v->current);
	prm_store32(p, 0x08, (uint32_t)v->other_function << 31 | (uint32_t)v->ec_vf_function << 30 |
			(uint32_t)v->function_id);
	prm_store32(p, 0x0c, 0);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_query_hca_cap_in_check(const struct prm_query_hca_cap_in *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_fixed(r, "opcode", 0, 16, prm_query_hca_cap_in_get_opcode(p), 0x100);
	n += prm_check_reserved(r, p, 32, 16);	/* 0x04 [31:16] */
	n += prm_check_reserved(r, p, 66, 14);	/* 0x08 [29:16] */
	n += prm_check_reserved(r, p, 96, 32);	/* 0x0c [31:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_query_hca_cap_in_unpack(
		struct prm_query_hca_cap_in_fields *v, const struct prm_query_hca_cap_in *p,
		struct prm_report *r)
{
	uint32_t word;

	v->uid = prm_load16(p, 0x02);
	v->cap_type = (uint16_t)(prm_load16(p, 0x06) >> 1);
	v->current = prm_load8(p, 0x07) & 0x1;
	word = prm_load8(p, 0x08);
	v->other_function = word >> 7;
	v->ec_vf_function = (word >> 6) & 0x1;
	v->function_id = prm_load16(p, 0x0a);
	return r ? prm_query_hca_cap_in_check(p, r) : 0;
}

/**
 * struct prm_query_hca_cap_out - the answer to QUERY_HCA_CAP, with the capabilities of the type
 * asked for
 *
 * 272 bytes, written by the device.
 * Note: The whole answer has 4112 bytes. A shorter one can be asked for: libmlx5 asks for 4112 and
 * for 2064. No capability described here is longer than 256 bytes.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_query_hca_cap_out_bits; linux
 * include/linux/mlx5/mlx5_ifc.h union mlx5_ifc_hca_cap_union_bits; mstflint
 * tools_layouts/adb/prm/hca/ext/hca_cap_table.adb node query_hca_cap_out.
 */
struct prm_query_hca_cap_out {
	uint8_t status;			/* 0x00 [31:24]: (enum prm_cmd_status) */
	uint8_t reserved_01[3];
	prm_be32 syndrome;		/* 0x04 [31:0]: For the vendor's support. */
	uint8_t reserved_08[8];
	/* 0x10..0x10f capability: decided by cap_type of the command that asked */
	__extension__ union {
		struct prm_cmd_hca_cap cmd_hca_cap; /* 0x10..0x10f */
		struct prm_cmd_hca_cap_2 cmd_hca_cap_2; /* 0x10..0x10f */
		/* 0x10..0x10f */
		struct prm_per_protocol_networking_offload_caps networking_offload_caps;
		struct prm_odp_cap odp_cap; /* 0x10..0x10f */
		struct prm_atomic_caps atomic_caps; /* 0x10..0x10f */
		struct prm_roce_cap roce_cap; /* 0x10..0x10f */
		struct prm_qos_cap qos_cap; /* 0x10..0x10f */
		struct prm_device_mem_cap device_mem_cap; /* 0x10..0x10f */
		struct prm_crypto_caps crypto_caps; /* 0x10..0x10f */
		uint8_t capability[256];
	};
} __attribute__((packed, aligned(4)));

#define PRM_QUERY_HCA_CAP_OUT_SIZE 272

PRM_ASSERT_SIZE(prm_query_hca_cap_out, 272);
PRM_ASSERT_OFFSET(prm_query_hca_cap_out, status, 0x00);
PRM_ASSERT_OFFSET(prm_query_hca_cap_out, reserved_01, 0x01);
PRM_ASSERT_OFFSET(prm_query_hca_cap_out, syndrome, 0x04);
PRM_ASSERT_OFFSET(prm_query_hca_cap_out, reserved_08, 0x08);
PRM_ASSERT_OFFSET(prm_query_hca_cap_out, cmd_hca_cap, 0x10);
PRM_ASSERT_OFFSET(prm_query_hca_cap_out, cmd_hca_cap_2, 0x10);
PRM_ASSERT_OFFSET(prm_query_hca_cap_out, networking_offload_caps, 0x10);
PRM_ASSERT_OFFSET(prm_query_hca_cap_out, odp_cap, 0x10);
PRM_ASSERT_OFFSET(prm_query_hca_cap_out, atomic_caps, 0x10);
PRM_ASSERT_OFFSET(prm_query_hca_cap_out, roce_cap, 0x10);
PRM_ASSERT_OFFSET(prm_query_hca_cap_out, qos_cap, 0x10);
PRM_ASSERT_OFFSET(prm_query_hca_cap_out, device_mem_cap, 0x10);
PRM_ASSERT_OFFSET(prm_query_hca_cap_out, crypto_caps, 0x10);
PRM_ASSERT_OFFSET(prm_query_hca_cap_out, capability, 0x10);

static inline void prm_query_hca_cap_out_set_status(struct prm_query_hca_cap_out *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->status = (uint8_t)v;
}

static inline uint32_t prm_query_hca_cap_out_get_status(const struct prm_query_hca_cap_out *p)
{
	return p->status;
}

static inline void prm_query_hca_cap_out_set_syndrome(struct prm_query_hca_cap_out *p, uint32_t v)
{
	p->syndrome = prm_cpu_to_be32(v);
}

static inline uint32_t prm_query_hca_cap_out_get_syndrome(const struct prm_query_hca_cap_out *p)
{
	return prm_be32_to_cpu(p->syndrome);
}

/* The rest behind the 272 bytes of @p; how many there are the caller knows. */
static inline uint8_t *prm_query_hca_cap_out_rest(struct prm_query_hca_cap_out *p)
{
	return (uint8_t *)(void *)(p + 1);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_query_hca_cap_out_fields {
	uint8_t status;			/* enum prm_cmd_status */
	uint32_t syndrome;
	uint8_t capability[256];	/* decided by cap_type of the command that asked */
};

/* Zero, and the defaults of the fields that have one. */
static inline void prm_query_hca_cap_out_fields_init(struct prm_query_hca_cap_out_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 272 bytes of @p; what stood there does not matter. */
static inline void prm_query_hca_cap_out_pack(struct prm_query_hca_cap_out *p,
		const struct prm_query_hca_cap_out_fields *v)
{
	prm_store32(p, 0x00, (uint32_t)v->status << 24);
	prm_store32(p, 0x04, v->syndrome);
	prm_store32(p, 0x08, 0);
	prm_store32(p, 0x0c, 0);
	memcpy((uint8_t *)p + 0x10, v->capability, 256);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_query_hca_cap_out_check(const struct prm_query_hca_cap_out *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_enum(r, "status", 0, 8, prm_query_hca_cap_out_get_status(p),
		prm_cmd_status_str(prm_query_hca_cap_out_get_status(p)));
	n += prm_check_reserved(r, p, 8, 24);	/* 0x00 [23:0] */
	n += prm_check_reserved(r, p, 64, 64);	/* 0x08 [63:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static inline unsigned int prm_query_hca_cap_out_unpack(struct prm_query_hca_cap_out_fields *v,
		const struct prm_query_hca_cap_out *p, struct prm_report *r)
{

	v->status = prm_load8(p, 0x00);
	v->syndrome = prm_load32(p, 0x04);
	memcpy(v->capability, (const uint8_t *)p + 0x10, 256);
	return r ? prm_query_hca_cap_out_check(p, r) : 0;
}

#endif /* PRM_QUERY_HCA_CAP_H */
