/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * What all commands share. Opcode in, status out.
 * Made by prmc 1 from spec/cmd/cmd.yaml, spec digest df8514bf75b0. Do not edit: `ninja regen`.
 */
#ifndef PRM_CMD_H
#define PRM_CMD_H

#include "prm_base.h"

/**
 * enum prm_cmd_opcode - Opcode of a command
 *
 * Other values are legal too.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h MLX5_CMD_OP_*.
 */
enum prm_cmd_opcode {
	PRM_CMD_OPCODE_QUERY_HCA_CAP = 0x0100,
	PRM_CMD_OPCODE_CREATE_MKEY   = 0x0200,
	PRM_CMD_OPCODE_QUERY_MKEY    = 0x0201,
	PRM_CMD_OPCODE_DESTROY_MKEY  = 0x0202,
	PRM_CMD_OPCODE_CREATE_QP     = 0x0500,
	PRM_CMD_OPCODE_DESTROY_QP    = 0x0501,
	PRM_CMD_OPCODE_RST2INIT_QP   = 0x0502,
	PRM_CMD_OPCODE_INIT2RTR_QP   = 0x0503,
	PRM_CMD_OPCODE_RTR2RTS_QP    = 0x0504,
	PRM_CMD_OPCODE_RTS2RTS_QP    = 0x0505,
	PRM_CMD_OPCODE_TO_ERR_QP     = 0x0507, /* Named 2ERR_QP in the manual. */
	PRM_CMD_OPCODE_TO_RST_QP     = 0x050a, /* Named 2RST_QP in the manual. */
	PRM_CMD_OPCODE_QUERY_QP      = 0x050b,
	PRM_CMD_OPCODE_INIT2INIT_QP  = 0x050e,
	PRM_CMD_OPCODE_CREATE_PSV    = 0x0600,
	PRM_CMD_OPCODE_DESTROY_PSV   = 0x0601,
};

/* The name of a value of enum prm_cmd_opcode, or NULL. */
static inline const char *prm_cmd_opcode_str(uint64_t value)
{
	switch (value) {
	case PRM_CMD_OPCODE_QUERY_HCA_CAP:
		return "QUERY_HCA_CAP";
	case PRM_CMD_OPCODE_CREATE_MKEY:
		return "CREATE_MKEY";
	case PRM_CMD_OPCODE_QUERY_MKEY:
		return "QUERY_MKEY";
	case PRM_CMD_OPCODE_DESTROY_MKEY:
		return "DESTROY_MKEY";
	case PRM_CMD_OPCODE_CREATE_QP:
		return "CREATE_QP";
	case PRM_CMD_OPCODE_DESTROY_QP:
		return "DESTROY_QP";
	case PRM_CMD_OPCODE_RST2INIT_QP:
		return "RST2INIT_QP";
	case PRM_CMD_OPCODE_INIT2RTR_QP:
		return "INIT2RTR_QP";
	case PRM_CMD_OPCODE_RTR2RTS_QP:
		return "RTR2RTS_QP";
	case PRM_CMD_OPCODE_RTS2RTS_QP:
		return "RTS2RTS_QP";
	case PRM_CMD_OPCODE_TO_ERR_QP:
		return "TO_ERR_QP";
	case PRM_CMD_OPCODE_TO_RST_QP:
		return "TO_RST_QP";
	case PRM_CMD_OPCODE_QUERY_QP:
		return "QUERY_QP";
	case PRM_CMD_OPCODE_INIT2INIT_QP:
		return "INIT2INIT_QP";
	case PRM_CMD_OPCODE_CREATE_PSV:
		return "CREATE_PSV";
	case PRM_CMD_OPCODE_DESTROY_PSV:
		return "DESTROY_PSV";
	default:
		return NULL;
	}
}

/**
 * enum prm_cmd_status - Status of a command. The syndrome beside it is for the vendor's support
 *
 * Sources: linux include/linux/mlx5/device.h MLX5_CMD_STAT_*.
 */
enum prm_cmd_status {
	PRM_CMD_STATUS_OK                 = 0x00,
	PRM_CMD_STATUS_INT_ERR            = 0x01, /* Internal error; Linux returns EIO. */
	PRM_CMD_STATUS_BAD_OP             = 0x02, /* Unknown opcode; EINVAL. */
	PRM_CMD_STATUS_BAD_PARAM          = 0x03, /* Bad parameter; EINVAL. */
	PRM_CMD_STATUS_BAD_SYS_STATE      = 0x04, /* Wrong state of the device; EIO. */
	PRM_CMD_STATUS_BAD_RES            = 0x05, /* No such resource; EINVAL. */
	PRM_CMD_STATUS_RES_BUSY           = 0x06, /* The resource is in use; EBUSY. */
	PRM_CMD_STATUS_NOT_READY          = 0x07, /* EAGAIN. */
	PRM_CMD_STATUS_LIM                = 0x08, /* A limit of the device is exceeded; ENOMEM. */
	PRM_CMD_STATUS_BAD_RES_STATE      = 0x09, /* Wrong state of the resource; EINVAL. */
	PRM_CMD_STATUS_IX_ERR             = 0x0a, /* Bad index; EINVAL. */
	PRM_CMD_STATUS_NO_RES             = 0x0f, /* No resources left; EAGAIN. */
	PRM_CMD_STATUS_BAD_INP_LEN        = 0x50, /* Input too short; EIO. */
	PRM_CMD_STATUS_BAD_OUTP_LEN       = 0x51, /* Output too short; EIO. */
	PRM_CMD_STATUS_BAD_QP_STATE       = 0x10, /* Wrong state of the QP; EINVAL. */
	PRM_CMD_STATUS_BAD_PKT            = 0x30, /* Bad management packet; EINVAL. */
	PRM_CMD_STATUS_BAD_SIZE_OUTS_CQES = 0x40, /* More CQEs than the CQ is to hold; EINVAL. */
};

/* The name of a value of enum prm_cmd_status, or NULL. */
static inline const char *prm_cmd_status_str(uint64_t value)
{
	switch (value) {
	case PRM_CMD_STATUS_OK:
		return "OK";
	case PRM_CMD_STATUS_INT_ERR:
		return "INT_ERR";
	case PRM_CMD_STATUS_BAD_OP:
		return "BAD_OP";
	case PRM_CMD_STATUS_BAD_PARAM:
		return "BAD_PARAM";
	case PRM_CMD_STATUS_BAD_SYS_STATE:
		return "BAD_SYS_STATE";
	case PRM_CMD_STATUS_BAD_RES:
		return "BAD_RES";
	case PRM_CMD_STATUS_RES_BUSY:
		return "RES_BUSY";
	case PRM_CMD_STATUS_NOT_READY:
		return "NOT_READY";
	case PRM_CMD_STATUS_LIM:
		return "LIM";
	case PRM_CMD_STATUS_BAD_RES_STATE:
		return "BAD_RES_STATE";
	case PRM_CMD_STATUS_IX_ERR:
		return "IX_ERR";
	case PRM_CMD_STATUS_NO_RES:
		return "NO_RES";
	case PRM_CMD_STATUS_BAD_INP_LEN:
		return "BAD_INP_LEN";
	case PRM_CMD_STATUS_BAD_OUTP_LEN:
		return "BAD_OUTP_LEN";
	case PRM_CMD_STATUS_BAD_QP_STATE:
		return "BAD_QP_STATE";
	case PRM_CMD_STATUS_BAD_PKT:
		return "BAD_PKT";
	case PRM_CMD_STATUS_BAD_SIZE_OUTS_CQES:
		return "BAD_SIZE_OUTS_CQES";
	default:
		return NULL;
	}
}

/**
 * struct prm_cmd_in_hdr - head of every command
 *
 * 8 bytes, written by the driver.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_mbox_in_bits.
 */
struct prm_cmd_in_hdr {
	prm_be16 opcode;		/* 0x00 [31:16]: (enum prm_cmd_opcode) */
	/* 0x00 [15:0]: User context that owns the object, 0 for the kernel. */
	prm_be16 uid;
	uint8_t reserved_04[2];
	prm_be16 op_mod;		/* 0x04 [15:0] */
} __attribute__((packed, aligned(4)));

#define PRM_CMD_IN_HDR_SIZE 8

PRM_ASSERT_SIZE(prm_cmd_in_hdr, 8);
PRM_ASSERT_OFFSET(prm_cmd_in_hdr, opcode, 0x00);
PRM_ASSERT_OFFSET(prm_cmd_in_hdr, uid, 0x02);
PRM_ASSERT_OFFSET(prm_cmd_in_hdr, reserved_04, 0x04);
PRM_ASSERT_OFFSET(prm_cmd_in_hdr, op_mod, 0x06);

static inline void prm_cmd_in_hdr_set_opcode(struct prm_cmd_in_hdr *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->opcode = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_cmd_in_hdr_get_opcode(const struct prm_cmd_in_hdr *p)
{
	return prm_be16_to_cpu(p->opcode);
}

static inline void prm_cmd_in_hdr_set_uid(struct prm_cmd_in_hdr *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->uid = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_cmd_in_hdr_get_uid(const struct prm_cmd_in_hdr *p)
{
	return prm_be16_to_cpu(p->uid);
}

static inline void prm_cmd_in_hdr_set_op_mod(struct prm_cmd_in_hdr *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->op_mod = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_cmd_in_hdr_get_op_mod(const struct prm_cmd_in_hdr *p)
{
	return prm_be16_to_cpu(p->op_mod);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_cmd_in_hdr_fields {
	uint16_t opcode;		/* enum prm_cmd_opcode */
	uint16_t uid;
	uint16_t op_mod;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_cmd_in_hdr_fields_init(struct prm_cmd_in_hdr_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 8 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_cmd_in_hdr_pack(struct prm_cmd_in_hdr *p,
		const struct prm_cmd_in_hdr_fields *v)
{
	prm_store32(p, 0x00, (uint32_t)v->opcode << 16 | (uint32_t)v->uid);
	prm_store32(p, 0x04, (uint32_t)v->op_mod);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_cmd_in_hdr_check(const struct prm_cmd_in_hdr *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_reserved(r, p, 32, 16);	/* 0x04 [31:16] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_cmd_in_hdr_unpack(struct prm_cmd_in_hdr_fields *v,
		const struct prm_cmd_in_hdr *p, struct prm_report *r)
{

	v->opcode = prm_load16(p, 0x00);
	v->uid = prm_load16(p, 0x02);
	v->op_mod = prm_load16(p, 0x06);
	return r ? prm_cmd_in_hdr_check(p, r) : 0;
}

/**
 * struct prm_cmd_out_hdr - head of every answer
 *
 * 8 bytes, written by the device.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_mbox_out_bits.
 */
struct prm_cmd_out_hdr {
	uint8_t status;			/* 0x00 [31:24]: (enum prm_cmd_status) */
	uint8_t reserved_01[3];
	prm_be32 syndrome;		/* 0x04 [31:0] */
} __attribute__((packed, aligned(4)));

#define PRM_CMD_OUT_HDR_SIZE 8

PRM_ASSERT_SIZE(prm_cmd_out_hdr, 8);
PRM_ASSERT_OFFSET(prm_cmd_out_hdr, status, 0x00);
PRM_ASSERT_OFFSET(prm_cmd_out_hdr, reserved_01, 0x01);
PRM_ASSERT_OFFSET(prm_cmd_out_hdr, syndrome, 0x04);

static inline void prm_cmd_out_hdr_set_status(struct prm_cmd_out_hdr *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->status = (uint8_t)v;
}

static inline uint32_t prm_cmd_out_hdr_get_status(const struct prm_cmd_out_hdr *p)
{
	return p->status;
}

static inline void prm_cmd_out_hdr_set_syndrome(struct prm_cmd_out_hdr *p, uint32_t v)
{
	p->syndrome = prm_cpu_to_be32(v);
}

static inline uint32_t prm_cmd_out_hdr_get_syndrome(const struct prm_cmd_out_hdr *p)
{
	return prm_be32_to_cpu(p->syndrome);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_cmd_out_hdr_fields {
	uint8_t status;			/* enum prm_cmd_status */
	uint32_t syndrome;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_cmd_out_hdr_fields_init(struct prm_cmd_out_hdr_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 8 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_cmd_out_hdr_pack(struct prm_cmd_out_hdr *p,
		const struct prm_cmd_out_hdr_fields *v)
{
	prm_store32(p, 0x00, (uint32_t)v->status << 24);
	prm_store32(p, 0x04, v->syndrome);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_cmd_out_hdr_check(const struct prm_cmd_out_hdr *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_enum(r, "status", 0, 8, prm_cmd_out_hdr_get_status(p),
		prm_cmd_status_str(prm_cmd_out_hdr_get_status(p)));
	n += prm_check_reserved(r, p, 8, 24);	/* 0x00 [23:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_cmd_out_hdr_unpack(struct prm_cmd_out_hdr_fields *v,
		const struct prm_cmd_out_hdr *p, struct prm_report *r)
{

	v->status = prm_load8(p, 0x00);
	v->syndrome = prm_load32(p, 0x04);
	return r ? prm_cmd_out_hdr_check(p, r) : 0;
}

#endif /* PRM_CMD_H */
