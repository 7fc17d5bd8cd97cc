/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * General objects, and the one that AES-XTS needs, the data encryption key (DEK).
 * Made by prmc 1 from spec/cmd/general_obj.yaml, spec digest b4a132638bcd. Do not edit: `ninja
 * regen`.
 */
#ifndef PRM_GENERAL_OBJ_H
#define PRM_GENERAL_OBJ_H

#include "prm_base.h"
#include "prm_cmd.h"

/**
 * enum prm_general_obj_type - Type of a general object. From 0xff00 on, objects that have commands
 * of their own
 *
 * Note: Of names that differ Linux's is taken.
 * Other values are legal too.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h MLX5_GENERAL_OBJECT_TYPES_*, MLX5_OBJ_TYPE_*;
 * rdma-core providers/mlx5/mlx5_ifc.h MLX5_OBJ_TYPE_*; DPDK drivers/common/mlx5/mlx5_prm.h
 * MLX5_GENERAL_OBJ_TYPE_*.
 */
enum prm_general_obj_type {
	PRM_GENERAL_OBJ_TYPE_SW_ICM                 = 0x0008,
	PRM_GENERAL_OBJ_TYPE_FLOW_METER             = 0x000a,
	PRM_GENERAL_OBJ_TYPE_GENEVE_TLV_OPT         = 0x000b,
	/* Data encryption key (DEK), see encryption_key_obj. Note: DEK in rdma-core and DPDK. */
	PRM_GENERAL_OBJ_TYPE_ENCRYPTION_KEY         = 0x000c,
	PRM_GENERAL_OBJ_TYPE_VIRTIO_NET_Q           = 0x000d, /* Note: VIRTQ in DPDK. */
	PRM_GENERAL_OBJ_TYPE_IPSEC                  = 0x0013,
	PRM_GENERAL_OBJ_TYPE_MATCH_DEFINER          = 0x0018, /* Note: DEFINER in DPDK. */
	PRM_GENERAL_OBJ_TYPE_VIRTIO_Q_COUNTERS      = 0x001c,
	PRM_GENERAL_OBJ_TYPE_IMPORT_KEK             = 0x001d,
	PRM_GENERAL_OBJ_TYPE_CREDENTIAL             = 0x001e,
	PRM_GENERAL_OBJ_TYPE_CRYPTO_LOGIN           = 0x001f,
	PRM_GENERAL_OBJ_TYPE_SAMPLER                = 0x0020, /* Note: FLOW_SAMPLER in rdma-core. */
	PRM_GENERAL_OBJ_TYPE_FLEX_PARSE_GRAPH       = 0x0022,
	PRM_GENERAL_OBJ_TYPE_HEADER_MODIFY_ARGUMENT = 0x0023, /* Note: ARG in DPDK. */
	/* Note: ASO_FLOW_METER in rdma-core. */
	PRM_GENERAL_OBJ_TYPE_FLOW_METER_ASO         = 0x0024,
	PRM_GENERAL_OBJ_TYPE_ASO_FIRST_HIT          = 0x0025, /* Note: FLOW_HIT_ASO in DPDK. */
	PRM_GENERAL_OBJ_TYPE_SCHEDULING_ELEMENT     = 0x0026,
	PRM_GENERAL_OBJ_TYPE_MACSEC                 = 0x0027,
	PRM_GENERAL_OBJ_TYPE_RESERVED_QPN           = 0x002c,
	/* Note: CONN_TRACK_OFFLOAD in DPDK. */
	PRM_GENERAL_OBJ_TYPE_ASO_CT                 = 0x0031,
	PRM_GENERAL_OBJ_TYPE_AV_QP_MAPPING          = 0x003a,
	PRM_GENERAL_OBJ_TYPE_STC                    = 0x0040,
	PRM_GENERAL_OBJ_TYPE_RTC                    = 0x0041,
	PRM_GENERAL_OBJ_TYPE_STE                    = 0x0042,
	/* Note: MODIFY_HEADER_PATTERN in DPDK. */
	PRM_GENERAL_OBJ_TYPE_MODIFY_HDR_PATTERN     = 0x0043,
	PRM_GENERAL_OBJ_TYPE_PAGE_TRACK             = 0x0046,
	PRM_GENERAL_OBJ_TYPE_INT_KEK                = 0x0047,
	PRM_GENERAL_OBJ_TYPE_MKEY                   = 0xff01,
	PRM_GENERAL_OBJ_TYPE_QP                     = 0xff02,
	PRM_GENERAL_OBJ_TYPE_PSV                    = 0xff03,
	PRM_GENERAL_OBJ_TYPE_RMP                    = 0xff04,
	PRM_GENERAL_OBJ_TYPE_XRC_SRQ                = 0xff05,
	PRM_GENERAL_OBJ_TYPE_RQ                     = 0xff06,
	PRM_GENERAL_OBJ_TYPE_SQ                     = 0xff07,
	PRM_GENERAL_OBJ_TYPE_TIR                    = 0xff08,
	PRM_GENERAL_OBJ_TYPE_TIS                    = 0xff09,
	PRM_GENERAL_OBJ_TYPE_DCT                    = 0xff0a,
	PRM_GENERAL_OBJ_TYPE_XRQ                    = 0xff0b,
	PRM_GENERAL_OBJ_TYPE_RQT                    = 0xff0e,
	PRM_GENERAL_OBJ_TYPE_FLOW_COUNTER           = 0xff0f,
	PRM_GENERAL_OBJ_TYPE_CQ                     = 0xff10,
	/* Note: FT_ALIAS in Linux and DPDK. */
	PRM_GENERAL_OBJ_TYPE_FLOW_TABLE_ALIAS       = 0xff15,
	PRM_GENERAL_OBJ_TYPE_TIR_ALIAS              = 0xff16,
};

/* The name of a value of enum prm_general_obj_type, or NULL. */
static inline const char *prm_general_obj_type_str(uint64_t value)
{
	switch (value) {
	case PRM_GENERAL_OBJ_TYPE_SW_ICM:
		return "SW_ICM";
	case PRM_GENERAL_OBJ_TYPE_FLOW_METER:
		return "FLOW_METER";
	case PRM_GENERAL_OBJ_TYPE_GENEVE_TLV_OPT:
		return "GENEVE_TLV_OPT";
	case PRM_GENERAL_OBJ_TYPE_ENCRYPTION_KEY:
		return "ENCRYPTION_KEY";
	case PRM_GENERAL_OBJ_TYPE_VIRTIO_NET_Q:
		return "VIRTIO_NET_Q";
	case PRM_GENERAL_OBJ_TYPE_IPSEC:
		return "IPSEC";
	case PRM_GENERAL_OBJ_TYPE_MATCH_DEFINER:
		return "MATCH_DEFINER";
	case PRM_GENERAL_OBJ_TYPE_VIRTIO_Q_COUNTERS:
		return "VIRTIO_Q_COUNTERS";
	case PRM_GENERAL_OBJ_TYPE_IMPORT_KEK:
		return "IMPORT_KEK";
	case PRM_GENERAL_OBJ_TYPE_CREDENTIAL:
		return "CREDENTIAL";
	case PRM_GENERAL_OBJ_TYPE_CRYPTO_LOGIN:
		return "CRYPTO_LOGIN";
	case PRM_GENERAL_OBJ_TYPE_SAMPLER:
		return "SAMPLER";
	case PRM_GENERAL_OBJ_TYPE_FLEX_PARSE_GRAPH:
		return "FLEX_PARSE_GRAPH";
	case PRM_GENERAL_OBJ_TYPE_HEADER_MODIFY_ARGUMENT:
		return "HEADER_MODIFY_ARGUMENT";
	case PRM_GENERAL_OBJ_TYPE_FLOW_METER_ASO:
		return "FLOW_METER_ASO";
	case PRM_GENERAL_OBJ_TYPE_ASO_FIRST_HIT:
		return "ASO_FIRST_HIT";
	case PRM_GENERAL_OBJ_TYPE_SCHEDULING_ELEMENT:
		return "SCHEDULING_ELEMENT";
	case PRM_GENERAL_OBJ_TYPE_MACSEC:
		return "MACSEC";
	case PRM_GENERAL_OBJ_TYPE_RESERVED_QPN:
		return "RESERVED_QPN";
	case PRM_GENERAL_OBJ_TYPE_ASO_CT:
		return "ASO_CT";
	case PRM_GENERAL_OBJ_TYPE_AV_QP_MAPPING:
		return "AV_QP_MAPPING";
	case PRM_GENERAL_OBJ_TYPE_STC:
		return "STC";
	case PRM_GENERAL_OBJ_TYPE_RTC:
		return "RTC";
	case PRM_GENERAL_OBJ_TYPE_STE:
		return "STE";
	case PRM_GENERAL_OBJ_TYPE_MODIFY_HDR_PATTERN:
		return "MODIFY_HDR_PATTERN";
	case PRM_GENERAL_OBJ_TYPE_PAGE_TRACK:
		return "PAGE_TRACK";
	case PRM_GENERAL_OBJ_TYPE_INT_KEK:
		return "INT_KEK";
	case PRM_GENERAL_OBJ_TYPE_MKEY:
		return "MKEY";
	case PRM_GENERAL_OBJ_TYPE_QP:
		return "QP";
	case PRM_GENERAL_OBJ_TYPE_PSV:
		return "PSV";
	case PRM_GENERAL_OBJ_TYPE_RMP:
		return "RMP";
	case PRM_GENERAL_OBJ_TYPE_XRC_SRQ:
		return "XRC_SRQ";
	case PRM_GENERAL_OBJ_TYPE_RQ:
		return "RQ";
	case PRM_GENERAL_OBJ_TYPE_SQ:
		return "SQ";
	case PRM_GENERAL_OBJ_TYPE_TIR:
		return "TIR";
	case PRM_GENERAL_OBJ_TYPE_TIS:
		return "TIS";
	case PRM_GENERAL_OBJ_TYPE_DCT:
		return "DCT";
	case PRM_GENERAL_OBJ_TYPE_XRQ:
		return "XRQ";
	case PRM_GENERAL_OBJ_TYPE_RQT:
		return "RQT";
	case PRM_GENERAL_OBJ_TYPE_FLOW_COUNTER:
		return "FLOW_COUNTER";
	case PRM_GENERAL_OBJ_TYPE_CQ:
		return "CQ";
	case PRM_GENERAL_OBJ_TYPE_FLOW_TABLE_ALIAS:
		return "FLOW_TABLE_ALIAS";
	case PRM_GENERAL_OBJ_TYPE_TIR_ALIAS:
		return "TIR_ALIAS";
	default:
		return NULL;
	}
}

/**
 * enum prm_encryption_key_state - State of a DEK
 *
 * Sources: rdma-core providers/mlx5/mlx5_ifc.h MLX5_ENCRYPTION_KEY_OBJ_STATE_*.
 */
enum prm_encryption_key_state {
	PRM_ENCRYPTION_KEY_STATE_READY = 0x00,
	PRM_ENCRYPTION_KEY_STATE_ERROR = 0x01, /* The key cannot be used. */
};

/* The name of a value of enum prm_encryption_key_state, or NULL. */
static inline const char *prm_encryption_key_state_str(uint64_t value)
{
	switch (value) {
	case PRM_ENCRYPTION_KEY_STATE_READY:
		return "READY";
	case PRM_ENCRYPTION_KEY_STATE_ERROR:
		return "ERROR";
	default:
		return NULL;
	}
}

/**
 * enum prm_encryption_key_size - Size of one key. AES-XTS has two of this size, one behind the
 * other
 *
 * Sources: linux include/linux/mlx5/mlx5_ifc.h MLX5_GENERAL_OBJECT_TYPE_ENCRYPTION_KEY_KEY_SIZE_*;
 * rdma-core providers/mlx5/mlx5_ifc.h MLX5_ENCRYPTION_KEY_OBJ_KEY_SIZE_*; DPDK
 * drivers/common/mlx5/mlx5_prm.h MLX5_CRYPTO_KEY_SIZE_*.
 */
enum prm_encryption_key_size {
	PRM_ENCRYPTION_KEY_SIZE_SIZE_128 = 0x00, /* 128 bits. */
	PRM_ENCRYPTION_KEY_SIZE_SIZE_256 = 0x01, /* 256 bits. */
};

/* The name of a value of enum prm_encryption_key_size, or NULL. */
static inline const char *prm_encryption_key_size_str(uint64_t value)
{
	switch (value) {
	case PRM_ENCRYPTION_KEY_SIZE_SIZE_128:
		return "SIZE_128";
	case PRM_ENCRYPTION_KEY_SIZE_SIZE_256:
		return "SIZE_256";
	default:
		return NULL;
	}
}

/**
 * enum prm_encryption_key_purpose - What a DEK is for
 *
 * Sources: linux include/linux/mlx5/mlx5_ifc.h MLX5_GENERAL_OBJECT_TYPE_ENCRYPTION_KEY_PURPOSE_*;
 * rdma-core providers/mlx5/mlx5_ifc.h MLX5_ENCRYPTION_KEY_OBJ_KEY_PURPOSE_*; DPDK
 * drivers/common/mlx5/mlx5_prm.h MLX5_CRYPTO_KEY_PURPOSE_*.
 */
enum prm_encryption_key_purpose {
	/* As in an answer to CREATE. Note: No name in the sources. */
	PRM_ENCRYPTION_KEY_PURPOSE_NONE    = 0x00,
	PRM_ENCRYPTION_KEY_PURPOSE_TLS     = 0x01,
	PRM_ENCRYPTION_KEY_PURPOSE_IPSEC   = 0x02,
	PRM_ENCRYPTION_KEY_PURPOSE_AES_XTS = 0x03, /* Storage, see bsf_crypto. */
	PRM_ENCRYPTION_KEY_PURPOSE_MACSEC  = 0x04,
	PRM_ENCRYPTION_KEY_PURPOSE_GCM     = 0x05,
	PRM_ENCRYPTION_KEY_PURPOSE_PSP     = 0x06,
};

/* The name of a value of enum prm_encryption_key_purpose, or NULL. */
static inline const char *prm_encryption_key_purpose_str(uint64_t value)
{
	switch (value) {
	case PRM_ENCRYPTION_KEY_PURPOSE_NONE:
		return "NONE";
	case PRM_ENCRYPTION_KEY_PURPOSE_TLS:
		return "TLS";
	case PRM_ENCRYPTION_KEY_PURPOSE_IPSEC:
		return "IPSEC";
	case PRM_ENCRYPTION_KEY_PURPOSE_AES_XTS:
		return "AES_XTS";
	case PRM_ENCRYPTION_KEY_PURPOSE_MACSEC:
		return "MACSEC";
	case PRM_ENCRYPTION_KEY_PURPOSE_GCM:
		return "GCM";
	case PRM_ENCRYPTION_KEY_PURPOSE_PSP:
		return "PSP";
	default:
		return NULL;
	}
}

/**
 * struct prm_general_obj_in_cmd_hdr - head of the commands for general objects. The object stands
 * behind it, in CREATE and MODIFY
 *
 * 16 bytes, written by the driver.
 * Sources disagree: Linux 6.12 has the fields of the last dword by command, DPDK in a union without
 * saying which holds when, Linux 6.1 and rdma-core log_obj_range alone. Taken from Linux 6.12.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_general_obj_in_cmd_hdr_bits;
 * rdma-core providers/mlx5/mlx5_ifc.h struct mlx5_ifc_general_obj_in_cmd_hdr_bits; DPDK
 * drivers/common/mlx5/mlx5_prm.h struct mlx5_ifc_general_obj_in_cmd_hdr_bits.
 */
struct prm_general_obj_in_cmd_hdr {
	/* 0x00 [31:16]: One of the GENERAL_OBJECT commands. (enum prm_cmd_opcode) */
	prm_be16 opcode;
	prm_be16 uid;			/* 0x00 [15:0] */
	/*
	 * 0x04 [31:16]: Function that the command is for. Note: In Linux, reserved in rdma-core and
	 * DPDK.
	 */
	prm_be16 vhca_tunnel_id;
	/* 0x04 [15:0]: Stands where other commands have op_mod. (enum prm_general_obj_type) */
	prm_be16 obj_type;
	prm_be32 obj_id;		/* 0x08 [31:0]: Number of the object; 0 in CREATE. */
	/* 0x0c [31:0] op_param: decided by opcode */
	__extension__ union {
		struct {
			/*
			 * 0x0c [31]    alias_object: An alias of an object of another function.
			 *      [28:24] log_obj_range: How many objects to create. (log2: 2^value)
			 */
			uint8_t b_0c;
			uint8_t reserved_0d[3];
		} __attribute__((packed)) create;
		struct {
			/*
			 * 0x0c [31]   alias_object: The object is an alias.
			 *      [30:0] obj_offset: Which object of a range.
			 */
			prm_be32 dw_0c;
		} __attribute__((packed)) query;
		struct {
			uint8_t reserved_0c[4];
		} __attribute__((packed)) other;
		prm_be32 op_param;
	};
} __attribute__((packed, aligned(4)));

#define PRM_GENERAL_OBJ_IN_CMD_HDR_SIZE 16

PRM_ASSERT_SIZE(prm_general_obj_in_cmd_hdr, 16);
PRM_ASSERT_OFFSET(prm_general_obj_in_cmd_hdr, opcode, 0x00);
PRM_ASSERT_OFFSET(prm_general_obj_in_cmd_hdr, uid, 0x02);
PRM_ASSERT_OFFSET(prm_general_obj_in_cmd_hdr, vhca_tunnel_id, 0x04);
PRM_ASSERT_OFFSET(prm_general_obj_in_cmd_hdr, obj_type, 0x06);
PRM_ASSERT_OFFSET(prm_general_obj_in_cmd_hdr, obj_id, 0x08);
PRM_ASSERT_OFFSET(prm_general_obj_in_cmd_hdr, create.b_0c, 0x0c);
PRM_ASSERT_OFFSET(prm_general_obj_in_cmd_hdr, create.reserved_0d, 0x0d);
PRM_ASSERT_OFFSET(prm_general_obj_in_cmd_hdr, query.dw_0c, 0x0c);
PRM_ASSERT_OFFSET(prm_general_obj_in_cmd_hdr, other.reserved_0c, 0x0c);
PRM_ASSERT_OFFSET(prm_general_obj_in_cmd_hdr, op_param, 0x0c);

static inline void prm_general_obj_in_cmd_hdr_set_opcode(struct prm_general_obj_in_cmd_hdr *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->opcode = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_general_obj_in_cmd_hdr_get_opcode(
		const struct prm_general_obj_in_cmd_hdr *p)
{
	return prm_be16_to_cpu(p->opcode);
}

static inline void prm_general_obj_in_cmd_hdr_set_uid(struct prm_general_obj_in_cmd_hdr *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->uid = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_general_obj_in_cmd_hdr_get_uid(
		const struct prm_general_obj_in_cmd_hdr *p)
{
	return prm_be16_to_cpu(p->uid);
}

static inline void prm_general_obj_in_cmd_hdr_set_vhca_tunnel_id(
		struct prm_general_obj_in_cmd_hdr *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->vhca_tunnel_id = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_general_obj_in_cmd_hdr_get_vhca_tunnel_id(
		const struct prm_general_obj_in_cmd_hdr *p)
{
	return prm_be16_to_cpu(p->vhca_tunnel_id);
}

static inline void prm_general_obj_in_cmd_hdr_set_obj_type(struct prm_general_obj_in_cmd_hdr *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->obj_type = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_general_obj_in_cmd_hdr_get_obj_type(
		const struct prm_general_obj_in_cmd_hdr *p)
{
	return prm_be16_to_cpu(p->obj_type);
}

static inline void prm_general_obj_in_cmd_hdr_set_obj_id(struct prm_general_obj_in_cmd_hdr *p,
		uint32_t v)
{
	p->obj_id = prm_cpu_to_be32(v);
}

static inline uint32_t prm_general_obj_in_cmd_hdr_get_obj_id(
		const struct prm_general_obj_in_cmd_hdr *p)
{
	return prm_be32_to_cpu(p->obj_id);
}

static inline void prm_general_obj_in_cmd_hdr_set_create_alias_object(
		struct prm_general_obj_in_cmd_hdr *p, bool v)
{
	p->create.b_0c = prm_u8_replace(p->create.b_0c, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_general_obj_in_cmd_hdr_get_create_alias_object(
		const struct prm_general_obj_in_cmd_hdr *p)
{
	return (bool)(p->create.b_0c >> 7);
}

static inline void prm_general_obj_in_cmd_hdr_set_query_alias_object(
		struct prm_general_obj_in_cmd_hdr *p, bool v)
{
	p->query.dw_0c = prm_be32_replace(p->query.dw_0c, 0x80000000u, (uint32_t)v << 31);
}

static inline bool prm_general_obj_in_cmd_hdr_get_query_alias_object(
		const struct prm_general_obj_in_cmd_hdr *p)
{
	return (bool)(prm_be32_to_cpu(p->query.dw_0c) >> 31);
}

static inline void prm_general_obj_in_cmd_hdr_set_query_obj_offset(
		struct prm_general_obj_in_cmd_hdr *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 31);
	p->query.dw_0c = prm_be32_replace(p->query.dw_0c, 0x7fffffffu, v);
}

static inline uint32_t prm_general_obj_in_cmd_hdr_get_query_obj_offset(
		const struct prm_general_obj_in_cmd_hdr *p)
{
	return prm_be32_to_cpu(p->query.dw_0c) & 0x7fffffff;
}

static inline void prm_general_obj_in_cmd_hdr_set_create_log_obj_range(
		struct prm_general_obj_in_cmd_hdr *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->create.b_0c = prm_u8_replace(p->create.b_0c, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_general_obj_in_cmd_hdr_get_create_log_obj_range(
		const struct prm_general_obj_in_cmd_hdr *p)
{
	return p->create.b_0c & 0x1f;
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_general_obj_in_cmd_hdr_fields {
	uint16_t opcode;		/* enum prm_cmd_opcode */
	uint16_t uid;
	uint16_t vhca_tunnel_id;
	uint16_t obj_type;		/* enum prm_general_obj_type */
	uint32_t obj_id;
	__extension__ union {	/* decided by opcode */
		struct {
			bool alias_object;
			uint8_t log_obj_range; /* 5 bits, log2 */
		} create;
		struct {
			bool alias_object;
			uint32_t obj_offset; /* 31 bits */
		} query;
		struct {
		} other;
		uint32_t op_param;	/* any other */
	};
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_general_obj_in_cmd_hdr_fields_init(
		struct prm_general_obj_in_cmd_hdr_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_general_obj_in_cmd_hdr_pack(struct prm_general_obj_in_cmd_hdr *p,
		const struct prm_general_obj_in_cmd_hdr_fields *v)
{
	prm_store32(p, 0x00, (uint32_t)v->opcode << 16 | (uint32_t)v->uid);
	prm_store32(p, 0x04, (uint32_t)v->vhca_tunnel_id << 16 | (uint32_t)v->obj_type);
	prm_store32(p, 0x08, v->obj_id);
	switch (v->opcode) {
	case 0xa00:
		PRM_CHECK_WIDTH(v->create.log_obj_range, 5);
		prm_store32(p, 0x0c, (uint32_t)v->create.alias_object << 31 |
				((uint32_t)v->create.log_obj_range & 0x1f) << 24);
		break;
	case 0xa02:
		PRM_CHECK_WIDTH(v->query.obj_offset, 31);
		prm_store32(p, 0x0c, (uint32_t)v->query.alias_object << 31 |
				(v->query.obj_offset & 0x7fffffff));
		break;
	default:
		prm_store32(p, 0x0c, 0);
		break;
	}
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_general_obj_in_cmd_hdr_check(
		const struct prm_general_obj_in_cmd_hdr *p, struct prm_report *r)
{
	unsigned int n = 0;

	switch (prm_general_obj_in_cmd_hdr_get_opcode(p)) {
	case 0xa00:
		n += prm_check_reserved(r, p, 97, 2);	/* 0x0c [30:29] */
		n += prm_check_reserved(r, p, 104, 24);	/* 0x0c [23:0] */
		break;
	case 0xa02:
		break;
	default:
		n += prm_check_reserved(r, p, 96, 32);	/* 0x0c [31:0] */
		break;
	}
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_general_obj_in_cmd_hdr_unpack(
		struct prm_general_obj_in_cmd_hdr_fields *v,
		const struct prm_general_obj_in_cmd_hdr *p, struct prm_report *r)
{
	uint32_t word;

	v->opcode = prm_load16(p, 0x00);
	v->uid = prm_load16(p, 0x02);
	v->vhca_tunnel_id = prm_load16(p, 0x04);
	v->obj_type = prm_load16(p, 0x06);
	v->obj_id = prm_load32(p, 0x08);
	switch (v->opcode) {
	case 0xa00:
		word = prm_load8(p, 0x0c);
		v->create.alias_object = word >> 7;
		v->create.log_obj_range = (uint8_t)(word & 0x1f);
		break;
	case 0xa02:
		v->query.alias_object = prm_load8(p, 0x0c) >> 7;
		v->query.obj_offset = prm_load32(p, 0x0c) & 0x7fffffff;
		break;
	default:
		break;
	}
	return r ? prm_general_obj_in_cmd_hdr_check(p, r) : 0;
}

/**
 * struct prm_general_obj_out_cmd_hdr - head of the answers. The object stands behind it, in the
 * answer to QUERY
 *
 * 16 bytes, written by the device.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_general_obj_out_cmd_hdr_bits;
 * rdma-core providers/mlx5/mlx5_ifc.h struct mlx5_ifc_general_obj_out_cmd_hdr_bits; DPDK
 * drivers/common/mlx5/mlx5_prm.h struct mlx5_ifc_general_obj_out_cmd_hdr_bits.
 */
struct prm_general_obj_out_cmd_hdr {
	uint8_t status;			/* 0x00 [31:24]: (enum prm_cmd_status) */
	uint8_t reserved_01[3];
	prm_be32 syndrome;		/* 0x04 [31:0] */
	prm_be32 obj_id;		/* 0x08 [31:0]: Number of the new object. */
	uint8_t reserved_0c[4];
} __attribute__((packed, aligned(4)));

#define PRM_GENERAL_OBJ_OUT_CMD_HDR_SIZE 16

PRM_ASSERT_SIZE(prm_general_obj_out_cmd_hdr, 16);
PRM_ASSERT_OFFSET(prm_general_obj_out_cmd_hdr, status, 0x00);
PRM_ASSERT_OFFSET(prm_general_obj_out_cmd_hdr, reserved_01, 0x01);
PRM_ASSERT_OFFSET(prm_general_obj_out_cmd_hdr, syndrome, 0x04);
PRM_ASSERT_OFFSET(prm_general_obj_out_cmd_hdr, obj_id, 0x08);
PRM_ASSERT_OFFSET(prm_general_obj_out_cmd_hdr, reserved_0c, 0x0c);

static inline void prm_general_obj_out_cmd_hdr_set_status(struct prm_general_obj_out_cmd_hdr *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->status = (uint8_t)v;
}

static inline uint32_t prm_general_obj_out_cmd_hdr_get_status(
		const struct prm_general_obj_out_cmd_hdr *p)
{
	return p->status;
}

static inline void prm_general_obj_out_cmd_hdr_set_syndrome(struct prm_general_obj_out_cmd_hdr *p,
		uint32_t v)
{
	p->syndrome = prm_cpu_to_be32(v);
}

static inline uint32_t prm_general_obj_out_cmd_hdr_get_syndrome(
		const struct prm_general_obj_out_cmd_hdr *p)
{
	return prm_be32_to_cpu(p->syndrome);
}

static inline void prm_general_obj_out_cmd_hdr_set_obj_id(struct prm_general_obj_out_cmd_hdr *p,
		uint32_t v)
{
	p->obj_id = prm_cpu_to_be32(v);
}

static inline uint32_t prm_general_obj_out_cmd_hdr_get_obj_id(
		const struct prm_general_obj_out_cmd_hdr *p)
{
	return prm_be32_to_cpu(p->obj_id);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_general_obj_out_cmd_hdr_fields {
	uint8_t status;			/* enum prm_cmd_status */
	uint32_t syndrome;
	uint32_t obj_id;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_general_obj_out_cmd_hdr_fields_init(
		struct prm_general_obj_out_cmd_hdr_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_general_obj_out_cmd_hdr_pack(
		struct prm_general_obj_out_cmd_hdr *p,
		const struct prm_general_obj_out_cmd_hdr_fields *v)
{
	prm_store32(p, 0x00, (uint32_t)v->status << 24);
	prm_store32(p, 0x04, v->syndrome);
	prm_store32(p, 0x08, v->obj_id);
	prm_store32(p, 0x0c, 0);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_general_obj_out_cmd_hdr_check(
		const struct prm_general_obj_out_cmd_hdr *p, struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_enum(r, "status", 0, 8, prm_general_obj_out_cmd_hdr_get_status(p),
		prm_cmd_status_str(prm_general_obj_out_cmd_hdr_get_status(p)));
	n += prm_check_reserved(r, p, 8, 24);	/* 0x00 [23:0] */
	n += prm_check_reserved(r, p, 96, 32);	/* 0x0c [31:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_general_obj_out_cmd_hdr_unpack(
		struct prm_general_obj_out_cmd_hdr_fields *v,
		const struct prm_general_obj_out_cmd_hdr *p, struct prm_report *r)
{

	v->status = prm_load8(p, 0x00);
	v->syndrome = prm_load32(p, 0x04);
	v->obj_id = prm_load32(p, 0x08);
	return r ? prm_general_obj_out_cmd_hdr_check(p, r) : 0;
}

/**
 * struct prm_encryption_key_obj - data encryption key (DEK). A BSF names it by its obj_id
 *
 * 512 bytes, written by driver and device.
 * Sources disagree: 256 bytes in Linux 6.1, rdma-core and DPDK, 512 in Linux 6.12, where
 * sw_wrapped_dek goes over the end of the shorter ones. The newest manual holds.
 * UNVERIFIED: That a device takes the shorter object as if the rest were zero, so that both kinds
 * of driver work. It is what they do.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_encryption_key_obj_bits; rdma-core
 * providers/mlx5/mlx5_ifc.h struct mlx5_ifc_encryption_key_obj_bits; DPDK
 * drivers/common/mlx5/mlx5_prm.h struct mlx5_ifc_dek_bits.
 */
struct prm_encryption_key_obj {
	/*
	 * 0x00 [63:0]: Fields that MODIFY_GENERAL_OBJECT changes. UNVERIFIED: The bits; no source
	 * names one.
	 */
	prm_be64 modify_field_select;
	/*
	 * 0x08 [31:24]: Note: In rdma-core, DPDK and Linux 6.12, reserved in Linux 6.1. (enum
	 * prm_encryption_key_state; written by the device)
	 */
	uint8_t state;
	/*
	 * 0x08 [23] sw_wrapped: The key is wrapped by software. Note: In Linux 6.12, reserved in
	 * the other sources.
	 */
	uint8_t b_09;
	uint8_t b_0a;			/* 0x08 [11:8] key_size: (enum prm_encryption_key_size) */
	/*
	 * 0x08 [7]   has_keytag: 8 bytes of key tag stand behind the keys. A BSF has to give the
	 *              same. Note: In rdma-core and DPDK, reserved in Linux.
	 *      [3:0] key_purpose: Note: key_type in Linux 6.1. (enum prm_encryption_key_purpose)
	 */
	uint8_t b_0b;
	prm_be32 dw_0c;			/* 0x0c [23:0] pd: Number of the protection domain. */
	uint8_t reserved_10[32];
	/* 0x30..0x37: Whatever the owner wants to find again in the answer to QUERY. */
	uint8_t opaque[8];
	uint8_t reserved_38[8];
	/*
	 * 0x40..0xbf: For AES-XTS both keys, and the key tag if there is one. Plain, or wrapped
	 * (NIST SP 800-38F) by the key that the crypto login names.
	 */
	uint8_t key[128];
	uint8_t sw_wrapped_dek[128];	/* 0xc0..0x13f: Note: In Linux 6.12 only. */
	uint8_t reserved_140[192];
} __attribute__((packed, aligned(4)));

#define PRM_ENCRYPTION_KEY_OBJ_SIZE 512

PRM_ASSERT_SIZE(prm_encryption_key_obj, 512);
PRM_ASSERT_OFFSET(prm_encryption_key_obj, modify_field_select, 0x00);
PRM_ASSERT_OFFSET(prm_encryption_key_obj, state, 0x08);
PRM_ASSERT_OFFSET(prm_encryption_key_obj, b_09, 0x09);
PRM_ASSERT_OFFSET(prm_encryption_key_obj, b_0a, 0x0a);
PRM_ASSERT_OFFSET(prm_encryption_key_obj, b_0b, 0x0b);
PRM_ASSERT_OFFSET(prm_encryption_key_obj, dw_0c, 0x0c);
PRM_ASSERT_OFFSET(prm_encryption_key_obj, reserved_10, 0x10);
PRM_ASSERT_OFFSET(prm_encryption_key_obj, opaque, 0x30);
PRM_ASSERT_OFFSET(prm_encryption_key_obj, reserved_38, 0x38);
PRM_ASSERT_OFFSET(prm_encryption_key_obj, key, 0x40);
PRM_ASSERT_OFFSET(prm_encryption_key_obj, sw_wrapped_dek, 0xc0);
PRM_ASSERT_OFFSET(prm_encryption_key_obj, reserved_140, 0x140);

static inline void prm_encryption_key_obj_set_modify_field_select(struct prm_encryption_key_obj *p,
		uint64_t v)
{
	p->modify_field_select = prm_cpu_to_be64(v);
}

static inline uint64_t prm_encryption_key_obj_get_modify_field_select(
		const struct prm_encryption_key_obj *p)
{
	return prm_be64_to_cpu(p->modify_field_select);
}

static inline void prm_encryption_key_obj_set_state(struct prm_encryption_key_obj *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->state = (uint8_t)v;
}

static inline uint32_t prm_encryption_key_obj_get_state(const struct prm_encryption_key_obj *p)
{
	return p->state;
}

static inline void prm_encryption_key_obj_set_sw_wrapped(struct prm_encryption_key_obj *p, bool v)
{
	p->b_09 = prm_u8_replace(p->b_09, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_encryption_key_obj_get_sw_wrapped(const struct prm_encryption_key_obj *p)
{
	return (bool)(p->b_09 >> 7);
}

static inline void prm_encryption_key_obj_set_key_size(struct prm_encryption_key_obj *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_0a = prm_u8_replace(p->b_0a, 0xf, (uint8_t)v);
}

static inline uint32_t prm_encryption_key_obj_get_key_size(const struct prm_encryption_key_obj *p)
{
	return p->b_0a & 0xf;
}

static inline void prm_encryption_key_obj_set_has_keytag(struct prm_encryption_key_obj *p, bool v)
{
	p->b_0b = prm_u8_replace(p->b_0b, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_encryption_key_obj_get_has_keytag(const struct prm_encryption_key_obj *p)
{
	return (bool)(p->b_0b >> 7);
}

static inline void prm_encryption_key_obj_set_key_purpose(struct prm_encryption_key_obj *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_0b = prm_u8_replace(p->b_0b, 0xf, (uint8_t)v);
}

static inline uint32_t prm_encryption_key_obj_get_key_purpose(
		const struct prm_encryption_key_obj *p)
{
	return p->b_0b & 0xf;
}

static inline void prm_encryption_key_obj_set_pd(struct prm_encryption_key_obj *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_0c = prm_be32_replace(p->dw_0c, 0xffffffu, v);
}

static inline uint32_t prm_encryption_key_obj_get_pd(const struct prm_encryption_key_obj *p)
{
	return prm_be32_to_cpu(p->dw_0c) & 0xffffff;
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_encryption_key_obj_fields {
	uint64_t modify_field_select;
	uint8_t state;			/* enum prm_encryption_key_state */
	bool sw_wrapped;
	uint8_t key_size;		/* 4 bits, enum prm_encryption_key_size */
	bool has_keytag;
	uint8_t key_purpose;		/* 4 bits, enum prm_encryption_key_purpose */
	uint32_t pd;			/* 24 bits */
	uint8_t opaque[8];
	uint8_t key[128];
	uint8_t sw_wrapped_dek[128];
};

/* Zero, and the defaults of the fields that have one. */
static inline void prm_encryption_key_obj_fields_init(struct prm_encryption_key_obj_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 512 bytes of @p; what stood there does not matter. */
static inline void prm_encryption_key_obj_pack(struct prm_encryption_key_obj *p,
		const struct prm_encryption_key_obj_fields *v)
{
	prm_store64(p, 0x00, v->modify_field_select);
	PRM_CHECK_WIDTH(v->key_size, 4);
	PRM_CHECK_WIDTH(v->key_purpose, 4);
	prm_store32(p, 0x08, (uint32_t)v->state << 24 | (uint32_t)v->sw_wrapped << 23 |
			((uint32_t)v->key_size & 0xf) << 8 | (uint32_t)v->has_keytag << 7 |
			((uint32_t)v->key_purpose & 0xf));
	PRM_CHECK_WIDTH(v->pd, 24);
	prm_store32(p, 0x0c, v->pd & 0xffffff);
	memset((uint8_t *)p + 0x10, 0, 32);
	memcpy((uint8_t *)p + 0x30, v->opaque, 8);
	prm_store32(p, 0x38, 0);
	prm_store32(p, 0x3c, 0);
	memcpy((uint8_t *)p + 0x40, v->key, 128);
	memcpy((uint8_t *)p + 0xc0, v->sw_wrapped_dek, 128);
	memset((uint8_t *)p + 0x140, 0, 192);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_encryption_key_obj_check(const struct prm_encryption_key_obj *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_enum(r, "state", 64, 8, prm_encryption_key_obj_get_state(p),
		prm_encryption_key_state_str(prm_encryption_key_obj_get_state(p)));
	n += prm_check_reserved(r, p, 73, 11);	/* 0x08 [22:12] */
	n += prm_check_enum(r, "key_size", 84, 4, prm_encryption_key_obj_get_key_size(p),
		prm_encryption_key_size_str(prm_encryption_key_obj_get_key_size(p)));
	n += prm_check_reserved(r, p, 89, 3);	/* 0x08 [6:4] */
	n += prm_check_enum(r, "key_purpose", 92, 4, prm_encryption_key_obj_get_key_purpose(p),
		prm_encryption_key_purpose_str(prm_encryption_key_obj_get_key_purpose(p)));
	n += prm_check_reserved(r, p, 96, 8);	/* 0x0c [31:24] */
	n += prm_check_reserved(r, p, 128, 256);	/* 0x10..0x2f */
	n += prm_check_reserved(r, p, 448, 64);	/* 0x38 [63:0] */
	n += prm_check_reserved(r, p, 2560, 1536);	/* 0x140..0x1ff */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static inline unsigned int prm_encryption_key_obj_unpack(struct prm_encryption_key_obj_fields *v,
		const struct prm_encryption_key_obj *p, struct prm_report *r)
{
	uint32_t word;

	v->modify_field_select = prm_load64(p, 0x00);
	v->state = prm_load8(p, 0x08);
	v->sw_wrapped = prm_load8(p, 0x09) >> 7;
	v->key_size = (uint8_t)(prm_load8(p, 0x0a) & 0xf);
	word = prm_load8(p, 0x0b);
	v->has_keytag = word >> 7;
	v->key_purpose = (uint8_t)(word & 0xf);
	v->pd = prm_load32(p, 0x0c) & 0xffffff;
	memcpy(v->opaque, (const uint8_t *)p + 0x30, 8);
	memcpy(v->key, (const uint8_t *)p + 0x40, 128);
	memcpy(v->sw_wrapped_dek, (const uint8_t *)p + 0xc0, 128);
	return r ? prm_encryption_key_obj_check(p, r) : 0;
}

/**
 * struct prm_create_encryption_key_in - creates a DEK. The head needs the opcode
 * CREATE_GENERAL_OBJECT and the type ENCRYPTION_KEY
 *
 * 528 bytes, written by the driver.
 * Note: MODIFY_GENERAL_OBJECT looks the same. The answer is general_obj_out_cmd_hdr.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_create_encryption_key_in_bits;
 * rdma-core providers/mlx5/mlx5_ifc.h struct mlx5_ifc_create_encryption_key_obj_in_bits; DPDK
 * drivers/common/mlx5/mlx5_prm.h struct mlx5_ifc_create_dek_in_bits.
 */
struct prm_create_encryption_key_in {
	struct prm_general_obj_in_cmd_hdr general_obj_in_cmd_hdr; /* 0x00..0x0f */
	struct prm_encryption_key_obj encryption_key_object; /* 0x10..0x20f */
} __attribute__((packed, aligned(4)));

#define PRM_CREATE_ENCRYPTION_KEY_IN_SIZE 528

PRM_ASSERT_SIZE(prm_create_encryption_key_in, 528);
PRM_ASSERT_OFFSET(prm_create_encryption_key_in, general_obj_in_cmd_hdr, 0x00);
PRM_ASSERT_OFFSET(prm_create_encryption_key_in, encryption_key_object, 0x10);

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_create_encryption_key_in_fields {
	struct prm_general_obj_in_cmd_hdr_fields general_obj_in_cmd_hdr;
	struct prm_encryption_key_obj_fields encryption_key_object;
};

/* Zero, and the defaults of the fields that have one. */
static inline void prm_create_encryption_key_in_fields_init(
		struct prm_create_encryption_key_in_fields *v)
{
	memset(v, 0, sizeof(*v));
	prm_general_obj_in_cmd_hdr_fields_init(&v->general_obj_in_cmd_hdr);
	prm_encryption_key_obj_fields_init(&v->encryption_key_object);
}

/* Writes all 528 bytes of @p; what stood there does not matter. */
static inline void prm_create_encryption_key_in_pack(struct prm_create_encryption_key_in *p,
		const struct prm_create_encryption_key_in_fields *v)
{
	prm_general_obj_in_cmd_hdr_pack(&p->general_obj_in_cmd_hdr, &v->general_obj_in_cmd_hdr);
	prm_encryption_key_obj_pack(&p->encryption_key_object, &v->encryption_key_object);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_create_encryption_key_in_check(
		const struct prm_create_encryption_key_in *p, struct prm_report *r)
{
	unsigned int n = 0;

	r->base += 0;
	n += prm_general_obj_in_cmd_hdr_check(&p->general_obj_in_cmd_hdr, r);
	r->base -= 0;
	r->base += 128;
	n += prm_encryption_key_obj_check(&p->encryption_key_object, r);
	r->base -= 128;
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static inline unsigned int prm_create_encryption_key_in_unpack(
		struct prm_create_encryption_key_in_fields *v,
		const struct prm_create_encryption_key_in *p, struct prm_report *r)
{

	prm_general_obj_in_cmd_hdr_unpack(&v->general_obj_in_cmd_hdr, &p->general_obj_in_cmd_hdr,
		NULL);
	prm_encryption_key_obj_unpack(&v->encryption_key_object, &p->encryption_key_object, NULL);
	return r ? prm_create_encryption_key_in_check(p, r) : 0;
}

/**
 * struct prm_query_encryption_key_out - the answer to QUERY_GENERAL_OBJECT of a DEK. The question
 * is general_obj_in_cmd_hdr
 *
 * 528 bytes, written by the device.
 * Sources: rdma-core providers/mlx5/mlx5_ifc.h struct mlx5_ifc_query_encryption_key_obj_out_bits.
 */
struct prm_query_encryption_key_out {
	struct prm_general_obj_out_cmd_hdr hdr; /* 0x00..0x0f */
	struct prm_encryption_key_obj obj; /* 0x10..0x20f */
} __attribute__((packed, aligned(4)));

#define PRM_QUERY_ENCRYPTION_KEY_OUT_SIZE 528

PRM_ASSERT_SIZE(prm_query_encryption_key_out, 528);
PRM_ASSERT_OFFSET(prm_query_encryption_key_out, hdr, 0x00);
PRM_ASSERT_OFFSET(prm_query_encryption_key_out, obj, 0x10);

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_query_encryption_key_out_fields {
	struct prm_general_obj_out_cmd_hdr_fields hdr;
	struct prm_encryption_key_obj_fields obj;
};

/* Zero, and the defaults of the fields that have one. */
static inline void prm_query_encryption_key_out_fields_init(
		struct prm_query_encryption_key_out_fields *v)
{
	memset(v, 0, sizeof(*v));
	prm_general_obj_out_cmd_hdr_fields_init(&v->hdr);
	prm_encryption_key_obj_fields_init(&v->obj);
}

/* Writes all 528 bytes of @p; what stood there does not matter. */
static inline void prm_query_encryption_key_out_pack(struct prm_query_encryption_key_out *p,
		const struct prm_query_encryption_key_out_fields *v)
{
	prm_general_obj_out_cmd_hdr_pack(&p->hdr, &v->hdr);
	prm_encryption_key_obj_pack(&p->obj, &v->obj);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_query_encryption_key_out_check(
		const struct prm_query_encryption_key_out *p, struct prm_report *r)
{
	unsigned int n = 0;

	r->base += 0;
	n += prm_general_obj_out_cmd_hdr_check(&p->hdr, r);
	r->base -= 0;
	r->base += 128;
	n += prm_encryption_key_obj_check(&p->obj, r);
	r->base -= 128;
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static inline unsigned int prm_query_encryption_key_out_unpack(
		struct prm_query_encryption_key_out_fields *v,
		const struct prm_query_encryption_key_out *p, struct prm_report *r)
{

	prm_general_obj_out_cmd_hdr_unpack(&v->hdr, &p->hdr, NULL);
	prm_encryption_key_obj_unpack(&v->obj, &p->obj, NULL);
	return r ? prm_query_encryption_key_out_check(p, r) : 0;
}

#endif /* PRM_GENERAL_OBJ_H */
