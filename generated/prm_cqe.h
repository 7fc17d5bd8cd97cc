/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Completion queue entries of 64 bytes. Of an entry of 128 bytes they are the second half.
 * Made by prmc 1 from spec/cqe/cqe.yaml, spec digest bfb3e4d38d69. Do not edit: `ninja regen`.
 */
#ifndef PRM_CQE_H
#define PRM_CQE_H

#include "prm_base.h"
#include "prm_ctrl.h"
#include "prm_psv.h"

/**
 * enum prm_cqe_opcode - What a CQE tells of
 *
 * Sources: linux include/linux/mlx5/cq.h MLX5_CQE_*; rdma-core providers/mlx5/mlx5dv.h MLX5_CQE_*.
 */
enum prm_cqe_opcode {
	PRM_CQE_OPCODE_REQ           = 0x00, /* A send work request is done. */
	PRM_CQE_OPCODE_RESP_WR_IMM   = 0x01, /* RDMA write with immediate data was received. */
	PRM_CQE_OPCODE_RESP_SEND     = 0x02, /* Send was received. */
	PRM_CQE_OPCODE_RESP_SEND_IMM = 0x03, /* Send with immediate data was received. */
	/* Send was received and the receiver's key invalidated. */
	PRM_CQE_OPCODE_RESP_SEND_INV = 0x04,
	/* The rest of the completions stands in the new buffer. */
	PRM_CQE_OPCODE_RESIZE_CQ     = 0x05,
	PRM_CQE_OPCODE_NO_PACKET     = 0x06, /* Tag matching without a packet. */
	/* A signature did not match. Belongs to no work request. */
	PRM_CQE_OPCODE_SIG_ERR       = 0x0c,
	PRM_CQE_OPCODE_REQ_ERR       = 0x0d, /* A send work request failed. */
	PRM_CQE_OPCODE_RESP_ERR      = 0x0e, /* A receive work request failed. */
	/* Not written yet. Drivers fill a new buffer with it. */
	PRM_CQE_OPCODE_INVALID       = 0x0f,
};

/* The name of a value of enum prm_cqe_opcode, or NULL. */
static inline const char *prm_cqe_opcode_str(uint64_t value)
{
	switch (value) {
	case PRM_CQE_OPCODE_REQ:
		return "REQ";
	case PRM_CQE_OPCODE_RESP_WR_IMM:
		return "RESP_WR_IMM";
	case PRM_CQE_OPCODE_RESP_SEND:
		return "RESP_SEND";
	case PRM_CQE_OPCODE_RESP_SEND_IMM:
		return "RESP_SEND_IMM";
	case PRM_CQE_OPCODE_RESP_SEND_INV:
		return "RESP_SEND_INV";
	case PRM_CQE_OPCODE_RESIZE_CQ:
		return "RESIZE_CQ";
	case PRM_CQE_OPCODE_NO_PACKET:
		return "NO_PACKET";
	case PRM_CQE_OPCODE_SIG_ERR:
		return "SIG_ERR";
	case PRM_CQE_OPCODE_REQ_ERR:
		return "REQ_ERR";
	case PRM_CQE_OPCODE_RESP_ERR:
		return "RESP_ERR";
	case PRM_CQE_OPCODE_INVALID:
		return "INVALID";
	default:
		return NULL;
	}
}

/**
 * enum prm_cqe_format - Where data of the answer or message stand
 *
 * Note: Scatter to CQE (INLINE_32, INLINE_64) must be off for QPs that use signature keys.
 * Sources: linux include/linux/mlx5/device.h MLX5_NO_INLINE_DATA and the following; rdma-core
 * providers/mlx5/mlx5dv.h MLX5_INLINE_SCATTER_32, MLX5_INLINE_SCATTER_64.
 */
enum prm_cqe_format {
	PRM_CQE_FORMAT_NO_INLINE  = 0x00, /* In memory. */
	PRM_CQE_FORMAT_INLINE_32  = 0x01, /* In the first 32 bytes of this CQE. */
	PRM_CQE_FORMAT_INLINE_64  = 0x02, /* In the first half of a CQE of 128 bytes. */
	PRM_CQE_FORMAT_COMPRESSED = 0x03, /* The CQE starts a block of compressed ones. */
};

/* The name of a value of enum prm_cqe_format, or NULL. */
static inline const char *prm_cqe_format_str(uint64_t value)
{
	switch (value) {
	case PRM_CQE_FORMAT_NO_INLINE:
		return "NO_INLINE";
	case PRM_CQE_FORMAT_INLINE_32:
		return "INLINE_32";
	case PRM_CQE_FORMAT_INLINE_64:
		return "INLINE_64";
	case PRM_CQE_FORMAT_COMPRESSED:
		return "COMPRESSED";
	default:
		return NULL;
	}
}

/**
 * enum prm_cqe_syndrome - Why a work request failed
 *
 * Sources: linux include/linux/mlx5/cq.h MLX5_CQE_SYNDROME_*; rdma-core providers/mlx5/mlx5dv.h
 * MLX5_CQE_SYNDROME_*.
 */
enum prm_cqe_syndrome {
	PRM_CQE_SYNDROME_LOCAL_LENGTH_ERR        = 0x01,
	PRM_CQE_SYNDROME_LOCAL_QP_OP_ERR         = 0x02, /* The WQE is wrong in itself. */
	/* Key or range of a data segment is wrong. */
	PRM_CQE_SYNDROME_LOCAL_PROT_ERR          = 0x04,
	PRM_CQE_SYNDROME_WR_FLUSH_ERR            = 0x05, /* Not executed; the QP is in error. */
	/* Error of a memory management operation. */
	PRM_CQE_SYNDROME_MW_BIND_ERR             = 0x06,
	PRM_CQE_SYNDROME_BAD_RESP_ERR            = 0x10,
	PRM_CQE_SYNDROME_LOCAL_ACCESS_ERR        = 0x11,
	PRM_CQE_SYNDROME_REMOTE_INVAL_REQ_ERR    = 0x12,
	PRM_CQE_SYNDROME_REMOTE_ACCESS_ERR       = 0x13,
	PRM_CQE_SYNDROME_REMOTE_OP_ERR           = 0x14,
	PRM_CQE_SYNDROME_TRANSPORT_RETRY_EXC_ERR = 0x15,
	PRM_CQE_SYNDROME_RNR_RETRY_EXC_ERR       = 0x16,
	PRM_CQE_SYNDROME_REMOTE_ABORTED_ERR      = 0x22,
};

/* The name of a value of enum prm_cqe_syndrome, or NULL. */
static inline const char *prm_cqe_syndrome_str(uint64_t value)
{
	switch (value) {
	case PRM_CQE_SYNDROME_LOCAL_LENGTH_ERR:
		return "LOCAL_LENGTH_ERR";
	case PRM_CQE_SYNDROME_LOCAL_QP_OP_ERR:
		return "LOCAL_QP_OP_ERR";
	case PRM_CQE_SYNDROME_LOCAL_PROT_ERR:
		return "LOCAL_PROT_ERR";
	case PRM_CQE_SYNDROME_WR_FLUSH_ERR:
		return "WR_FLUSH_ERR";
	case PRM_CQE_SYNDROME_MW_BIND_ERR:
		return "MW_BIND_ERR";
	case PRM_CQE_SYNDROME_BAD_RESP_ERR:
		return "BAD_RESP_ERR";
	case PRM_CQE_SYNDROME_LOCAL_ACCESS_ERR:
		return "LOCAL_ACCESS_ERR";
	case PRM_CQE_SYNDROME_REMOTE_INVAL_REQ_ERR:
		return "REMOTE_INVAL_REQ_ERR";
	case PRM_CQE_SYNDROME_REMOTE_ACCESS_ERR:
		return "REMOTE_ACCESS_ERR";
	case PRM_CQE_SYNDROME_REMOTE_OP_ERR:
		return "REMOTE_OP_ERR";
	case PRM_CQE_SYNDROME_TRANSPORT_RETRY_EXC_ERR:
		return "TRANSPORT_RETRY_EXC_ERR";
	case PRM_CQE_SYNDROME_RNR_RETRY_EXC_ERR:
		return "RNR_RETRY_EXC_ERR";
	case PRM_CQE_SYNDROME_REMOTE_ABORTED_ERR:
		return "REMOTE_ABORTED_ERR";
	default:
		return NULL;
	}
}

/**
 * enum prm_sigerr_sig_type - Kind of the signature that did not match
 *
 * Other values are legal too.
 * Sources: rdma-core providers/mlx5/verbs.c MLX5_SIGERR_CQE_SIG_TYPE_*.
 */
enum prm_sigerr_sig_type {
	PRM_SIGERR_SIG_TYPE_BLOCK       = 0x00,
	PRM_SIGERR_SIG_TYPE_TRANSACTION = 0x01,
};

/* The name of a value of enum prm_sigerr_sig_type, or NULL. */
static inline const char *prm_sigerr_sig_type_str(uint64_t value)
{
	switch (value) {
	case PRM_SIGERR_SIG_TYPE_BLOCK:
		return "BLOCK";
	case PRM_SIGERR_SIG_TYPE_TRANSACTION:
		return "TRANSACTION";
	default:
		return NULL;
	}
}

/**
 * enum prm_sigerr_domain - Domain of the signature that did not match
 *
 * Other values are legal too.
 * Sources: rdma-core providers/mlx5/verbs.c MLX5_SIGERR_CQE_DOMAIN_*.
 */
enum prm_sigerr_domain {
	PRM_SIGERR_DOMAIN_WIRE   = 0x00,
	PRM_SIGERR_DOMAIN_MEMORY = 0x01,
};

/* The name of a value of enum prm_sigerr_domain, or NULL. */
static inline const char *prm_sigerr_domain_str(uint64_t value)
{
	switch (value) {
	case PRM_SIGERR_DOMAIN_WIRE:
		return "WIRE";
	case PRM_SIGERR_DOMAIN_MEMORY:
		return "MEMORY";
	default:
		return NULL;
	}
}

/**
 * struct prm_cqe_receive_info - what a responder CQE tells of the packet. Of no meaning in a
 * requester CQE
 *
 * 32 bytes, written by the device.
 * Sources: linux include/linux/mlx5/device.h struct mlx5_cqe64; rdma-core providers/mlx5/mlx5dv.h
 * struct mlx5_cqe64; DPDK drivers/common/mlx5/mlx5_prm.h struct mlx5_cqe.
 */
struct prm_cqe_receive_info {
	/*
	 * 0x00 [28:27] tls_offload: Ethernet, result of TLS decryption.
	 *      [25]    outer_l3: Ethernet, DPDK MLX5_CQE_RX_OUTER_PACKET.
	 *      [24]    tunneled: Ethernet, the packet is in a tunnel.
	 */
	uint8_t b_00;
	uint8_t ignored_01[1];
	/* 0x00 [15:0]: Ethernet, WQE of a striding receive queue. */
	prm_be16 wqe_id;
	uint8_t ignored_04[8];
	prm_be32 rss_hash_result;	/* 0x0c [31:0] */
	uint8_t rss_hash_type;		/* 0x10 [31:24] */
	/*
	 * 0x10 [22:16] ml_path: Path bits of the destination LID. Sources disagree: rdma-core
	 * (cq.c) masks the byte with 0x7f, Linux (mlx5_ib cq.c) takes all of it for dlid_path_bits.
	 * 7 bits, since an LMC, and with it the path bits, has at most 7.
	 */
	uint8_t b_11;
	uint8_t ignored_12[2];
	prm_be16 check_sum;		/* 0x14 [31:16] */
	prm_be16 slid;			/* 0x14 [15:0]: Source LID of a UD packet. */
	/*
	 * 0x18 [29:28] grh: Not 0 if the packet has a GRH.
	 *      [27:24] sl: Service level.
	 *      [23:0]  rqpn: Source QP of a UD packet.
	 */
	prm_be32 dw_18;
	uint8_t hds_ip_ext;		/* 0x1c [31:24] */
	/*
	 * 0x1c [22:20] l4_hdr_type
	 *      [19:18] l3_hdr_type
	 *      [16]    cv: vlan_info is valid.
	 */
	uint8_t b_1d;
	prm_be16 vlan_info;		/* 0x1c [15:0] */
} __attribute__((packed, aligned(4)));

#define PRM_CQE_RECEIVE_INFO_SIZE 32

PRM_ASSERT_SIZE(prm_cqe_receive_info, 32);
PRM_ASSERT_OFFSET(prm_cqe_receive_info, b_00, 0x00);
PRM_ASSERT_OFFSET(prm_cqe_receive_info, ignored_01, 0x01);
PRM_ASSERT_OFFSET(prm_cqe_receive_info, wqe_id, 0x02);
PRM_ASSERT_OFFSET(prm_cqe_receive_info, ignored_04, 0x04);
PRM_ASSERT_OFFSET(prm_cqe_receive_info, rss_hash_result, 0x0c);
PRM_ASSERT_OFFSET(prm_cqe_receive_info, rss_hash_type, 0x10);
PRM_ASSERT_OFFSET(prm_cqe_receive_info, b_11, 0x11);
PRM_ASSERT_OFFSET(prm_cqe_receive_info, ignored_12, 0x12);
PRM_ASSERT_OFFSET(prm_cqe_receive_info, check_sum, 0x14);
PRM_ASSERT_OFFSET(prm_cqe_receive_info, slid, 0x16);
PRM_ASSERT_OFFSET(prm_cqe_receive_info, dw_18, 0x18);
PRM_ASSERT_OFFSET(prm_cqe_receive_info, hds_ip_ext, 0x1c);
PRM_ASSERT_OFFSET(prm_cqe_receive_info, b_1d, 0x1d);
PRM_ASSERT_OFFSET(prm_cqe_receive_info, vlan_info, 0x1e);

static inline void prm_cqe_receive_info_set_tls_offload(struct prm_cqe_receive_info *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 2);
	p->b_00 = prm_u8_replace(p->b_00, 0x18, (uint8_t)((uint32_t)v << 3));
}

static inline uint32_t prm_cqe_receive_info_get_tls_offload(const struct prm_cqe_receive_info *p)
{
	return (p->b_00 >> 3) & 0x3;
}

static inline void prm_cqe_receive_info_set_outer_l3(struct prm_cqe_receive_info *p, bool v)
{
	p->b_00 = prm_u8_replace(p->b_00, 0x2, (uint8_t)((uint32_t)v << 1));
}

static inline bool prm_cqe_receive_info_get_outer_l3(const struct prm_cqe_receive_info *p)
{
	return (bool)((p->b_00 >> 1) & 0x1);
}

static inline void prm_cqe_receive_info_set_tunneled(struct prm_cqe_receive_info *p, bool v)
{
	p->b_00 = prm_u8_replace(p->b_00, 0x1, (uint8_t)v);
}

static inline bool prm_cqe_receive_info_get_tunneled(const struct prm_cqe_receive_info *p)
{
	return (bool)(p->b_00 & 0x1);
}

static inline void prm_cqe_receive_info_set_wqe_id(struct prm_cqe_receive_info *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->wqe_id = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_cqe_receive_info_get_wqe_id(const struct prm_cqe_receive_info *p)
{
	return prm_be16_to_cpu(p->wqe_id);
}

static inline void prm_cqe_receive_info_set_rss_hash_result(struct prm_cqe_receive_info *p,
		uint32_t v)
{
	p->rss_hash_result = prm_cpu_to_be32(v);
}

static inline uint32_t prm_cqe_receive_info_get_rss_hash_result(
		const struct prm_cqe_receive_info *p)
{
	return prm_be32_to_cpu(p->rss_hash_result);
}

static inline void prm_cqe_receive_info_set_rss_hash_type(struct prm_cqe_receive_info *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->rss_hash_type = (uint8_t)v;
}

static inline uint32_t prm_cqe_receive_info_get_rss_hash_type(const struct prm_cqe_receive_info *p)
{
	return p->rss_hash_type;
}

static inline void prm_cqe_receive_info_set_ml_path(struct prm_cqe_receive_info *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 7);
	p->b_11 = prm_u8_replace(p->b_11, 0x7f, (uint8_t)v);
}

static inline uint32_t prm_cqe_receive_info_get_ml_path(const struct prm_cqe_receive_info *p)
{
	return p->b_11 & 0x7f;
}

static inline void prm_cqe_receive_info_set_check_sum(struct prm_cqe_receive_info *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->check_sum = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_cqe_receive_info_get_check_sum(const struct prm_cqe_receive_info *p)
{
	return prm_be16_to_cpu(p->check_sum);
}

static inline void prm_cqe_receive_info_set_slid(struct prm_cqe_receive_info *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->slid = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_cqe_receive_info_get_slid(const struct prm_cqe_receive_info *p)
{
	return prm_be16_to_cpu(p->slid);
}

static inline void prm_cqe_receive_info_set_grh(struct prm_cqe_receive_info *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 2);
	p->dw_18 = prm_be32_replace(p->dw_18, 0x30000000u, (uint32_t)v << 28);
}

static inline uint32_t prm_cqe_receive_info_get_grh(const struct prm_cqe_receive_info *p)
{
	return (prm_be32_to_cpu(p->dw_18) >> 28) & 0x3;
}

static inline void prm_cqe_receive_info_set_sl(struct prm_cqe_receive_info *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->dw_18 = prm_be32_replace(p->dw_18, 0xf000000u, (uint32_t)v << 24);
}

static inline uint32_t prm_cqe_receive_info_get_sl(const struct prm_cqe_receive_info *p)
{
	return (prm_be32_to_cpu(p->dw_18) >> 24) & 0xf;
}

static inline void prm_cqe_receive_info_set_rqpn(struct prm_cqe_receive_info *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_18 = prm_be32_replace(p->dw_18, 0xffffffu, v);
}

static inline uint32_t prm_cqe_receive_info_get_rqpn(const struct prm_cqe_receive_info *p)
{
	return prm_be32_to_cpu(p->dw_18) & 0xffffff;
}

static inline void prm_cqe_receive_info_set_hds_ip_ext(struct prm_cqe_receive_info *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->hds_ip_ext = (uint8_t)v;
}

static inline uint32_t prm_cqe_receive_info_get_hds_ip_ext(const struct prm_cqe_receive_info *p)
{
	return p->hds_ip_ext;
}

static inline void prm_cqe_receive_info_set_l4_hdr_type(struct prm_cqe_receive_info *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 3);
	p->b_1d = prm_u8_replace(p->b_1d, 0x70, (uint8_t)((uint32_t)v << 4));
}

static inline uint32_t prm_cqe_receive_info_get_l4_hdr_type(const struct prm_cqe_receive_info *p)
{
	return (p->b_1d >> 4) & 0x7;
}

static inline void prm_cqe_receive_info_set_l3_hdr_type(struct prm_cqe_receive_info *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 2);
	p->b_1d = prm_u8_replace(p->b_1d, 0xc, (uint8_t)((uint32_t)v << 2));
}

static inline uint32_t prm_cqe_receive_info_get_l3_hdr_type(const struct prm_cqe_receive_info *p)
{
	return (p->b_1d >> 2) & 0x3;
}

static inline void prm_cqe_receive_info_set_cv(struct prm_cqe_receive_info *p, bool v)
{
	p->b_1d = prm_u8_replace(p->b_1d, 0x1, (uint8_t)v);
}

static inline bool prm_cqe_receive_info_get_cv(const struct prm_cqe_receive_info *p)
{
	return (bool)(p->b_1d & 0x1);
}

static inline void prm_cqe_receive_info_set_vlan_info(struct prm_cqe_receive_info *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->vlan_info = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_cqe_receive_info_get_vlan_info(const struct prm_cqe_receive_info *p)
{
	return prm_be16_to_cpu(p->vlan_info);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_cqe_receive_info_fields {
	uint8_t ignored_00_31_29;
	uint8_t tls_offload;		/* 2 bits */
	uint8_t ignored_00_26_26;
	bool outer_l3;
	bool tunneled;
	uint8_t ignored_01;
	uint16_t wqe_id;
	uint8_t ignored_04[8];
	uint32_t rss_hash_result;
	uint8_t rss_hash_type;
	uint8_t ignored_10_23_23;
	uint8_t ml_path;		/* 7 bits */
	uint16_t ignored_12;
	uint16_t check_sum;
	uint16_t slid;
	uint8_t ignored_18_31_30;
	uint8_t grh;			/* 2 bits */
	uint8_t sl;			/* 4 bits */
	uint32_t rqpn;			/* 24 bits */
	uint8_t hds_ip_ext;
	uint8_t ignored_1c_23_23;
	uint8_t l4_hdr_type;		/* 3 bits */
	uint8_t l3_hdr_type;		/* 2 bits */
	uint8_t ignored_1c_17_17;
	bool cv;
	uint16_t vlan_info;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_cqe_receive_info_fields_init(
		struct prm_cqe_receive_info_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 32 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_cqe_receive_info_pack(struct prm_cqe_receive_info *p,
		const struct prm_cqe_receive_info_fields *v)
{
	PRM_CHECK_WIDTH(v->tls_offload, 2);
	prm_store32(p, 0x00, ((uint32_t)v->tls_offload & 0x3) << 27 | (uint32_t)v->outer_l3 << 25 |
			(uint32_t)v->tunneled << 24 | (uint32_t)v->wqe_id |
			((uint32_t)v->ignored_00_31_29 & 0x7) << 29 |
			((uint32_t)v->ignored_00_26_26 & 0x1) << 26 |
			(uint32_t)v->ignored_01 << 16);
	memcpy((uint8_t *)p + 0x04, v->ignored_04, 8);
	prm_store32(p, 0x0c, v->rss_hash_result);
	PRM_CHECK_WIDTH(v->ml_path, 7);
	prm_store32(p, 0x10, (uint32_t)v->rss_hash_type << 24 |
			((uint32_t)v->ml_path & 0x7f) << 16 |
			((uint32_t)v->ignored_10_23_23 & 0x1) << 23 | (uint32_t)v->ignored_12);
	prm_store32(p, 0x14, (uint32_t)v->check_sum << 16 | (uint32_t)v->slid);
	PRM_CHECK_WIDTH(v->grh, 2);
	PRM_CHECK_WIDTH(v->sl, 4);
	PRM_CHECK_WIDTH(v->rqpn, 24);
	prm_store32(p, 0x18, ((uint32_t)v->grh & 0x3) << 28 | ((uint32_t)v->sl & 0xf) << 24 |
			(v->rqpn & 0xffffff) | ((uint32_t)v->ignored_18_31_30 & 0x3) << 30);
	PRM_CHECK_WIDTH(v->l4_hdr_type, 3);
	PRM_CHECK_WIDTH(v->l3_hdr_type, 2);
	prm_store32(p, 0x1c, (uint32_t)v->hds_ip_ext << 24 |
			((uint32_t)v->l4_hdr_type & 0x7) << 20 |
			((uint32_t)v->l3_hdr_type & 0x3) << 18 | (uint32_t)v->cv << 16 |
			(uint32_t)v->vlan_info | ((uint32_t)v->ignored_1c_23_23 & 0x1) << 23 |
			((uint32_t)v->ignored_1c_17_17 & 0x1) << 17);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_cqe_receive_info_check(const struct prm_cqe_receive_info *p,
		struct prm_report *r)
{
	(void)p;
	(void)r;
	return 0;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_cqe_receive_info_unpack(
		struct prm_cqe_receive_info_fields *v, const struct prm_cqe_receive_info *p,
		struct prm_report *r)
{
	uint32_t word;

	word = prm_load8(p, 0x00);
	v->tls_offload = (uint8_t)((word >> 3) & 0x3);
	v->outer_l3 = (word >> 1) & 0x1;
	v->tunneled = word & 0x1;
	v->ignored_00_31_29 = (uint8_t)(word >> 5);
	v->ignored_00_26_26 = (uint8_t)((word >> 2) & 0x1);
	v->wqe_id = prm_load16(p, 0x02);
	v->ignored_01 = prm_load8(p, 0x01);
	memcpy(v->ignored_04, (const uint8_t *)p + 0x04, 8);
	v->rss_hash_result = prm_load32(p, 0x0c);
	v->rss_hash_type = prm_load8(p, 0x10);
	word = prm_load8(p, 0x11);
	v->ml_path = (uint8_t)(word & 0x7f);
	v->ignored_10_23_23 = (uint8_t)(word >> 7);
	v->ignored_12 = prm_load16(p, 0x12);
	v->check_sum = prm_load16(p, 0x14);
	v->slid = prm_load16(p, 0x16);
	word = prm_load8(p, 0x18);
	v->grh = (uint8_t)((word >> 4) & 0x3);
	v->sl = (uint8_t)(word & 0xf);
	v->ignored_18_31_30 = (uint8_t)(word >> 6);
	v->rqpn = prm_load32(p, 0x18) & 0xffffff;
	v->hds_ip_ext = prm_load8(p, 0x1c);
	word = prm_load8(p, 0x1d);
	v->l4_hdr_type = (uint8_t)((word >> 4) & 0x7);
	v->l3_hdr_type = (uint8_t)((word >> 2) & 0x3);
	v->cv = word & 0x1;
	v->ignored_1c_23_23 = (uint8_t)(word >> 7);
	v->ignored_1c_17_17 = (uint8_t)((word >> 1) & 0x1);
	v->vlan_info = prm_load16(p, 0x1e);
	return r ? prm_cqe_receive_info_check(p, r) : 0;
}

/**
 * struct prm_cqe64 - completion of a request or receive without error
 *
 * 64 bytes, written by the device.
 * Sources: rdma-core providers/mlx5/mlx5dv.h struct mlx5_cqe64, mlx5dv_get_cqe_*(); linux
 * include/linux/mlx5/device.h struct mlx5_cqe64; DPDK drivers/common/mlx5/mlx5_prm.h struct
 * mlx5_cqe.
 */
struct prm_cqe64 {
	/* 0x00..0x1f head: decided by format */
	__extension__ union {
		uint8_t inline_data[32]; /* 0x00..0x1f: The first byte_count bytes hold data. */
		struct prm_cqe_receive_info receive; /* 0x00..0x1f */
		uint8_t head[32];
	};
	/*
	 * 0x20 [31:24] lro_num_seg: Ethernet, packets of an LRO session.
	 *      [23:0]  srqn_user_index: CQE version 1, user index of the QP, RQ or SRQ. Version
	 *                0, number of the SRQ, or 0.
	 */
	prm_be32 dw_20;
	/* 0x24 [31:0] imm_inval_pkey: decided by opcode */
	__extension__ union {
		prm_be32 immediate;	/* 0x24 [31:0]: Immediate data. */
		/* 0x24 [31:0]: The key that was invalidated, index << 8 | key. */
		prm_be32 inval_rkey;
		/*
		 * 0x24 [31:0]: P_Key of a UD packet in the lower half; flow metadata of an Ethernet
		 * packet.
		 */
		prm_be32 pkey;
	};
	uint8_t app;			/* 0x28 [31:24]: Application; 1 is tag matching. */
	uint8_t app_op;			/* 0x28 [23:16] */
	prm_be16 app_info;		/* 0x28 [15:0] */
	/*
	 * 0x2c [31:0]: Of the message, or of the answer to an RDMA read. Note: byte_cnt in
	 * rdma-core and Linux. (in bytes)
	 */
	prm_be32 byte_count;
	/* 0x30 [63:0]: Clock of the device when the CQE was made. */
	prm_be64 timestamp;
	/*
	 * 0x38 [31:24] opcode_or_sop
	 *      [31:24] s_wqe_opcode: Opcode of the request. (enum prm_wqe_opcode)
	 *      [31:24] sop_drop: Ethernet, start of packet and drop counter.
	 *      [23:0]  qpn: QP of the request or receive; flow tag on an Ethernet queue.
	 */
	prm_be32 dw_38;
	/*
	 * 0x3c [31:16]: Requester, wqe_index of the request, of which all earlier ones are done
	 * too. Responder, counter or SRQ index of the receive WQE.
	 */
	prm_be16 wqe_counter;
	/* 0x3c [15:8]: Checksum of the CQE; validity_iteration_count with enhanced compression. */
	uint8_t signature;
	/*
	 * 0x3c [7:4] opcode: (enum prm_cqe_opcode; default 0xf)
	 *      [3:2] format: (enum prm_cqe_format)
	 *      [1]   se: Solicited event.
	 *      [0]   owner: Lap of the ring modulo 2, 0 in the first. The entry is new if this is
	 *              the consumer's lap and opcode is not INVALID.
	 */
	uint8_t b_3f;
} __attribute__((packed, aligned(4)));

#define PRM_CQE64_SIZE 64

PRM_ASSERT_SIZE(prm_cqe64, 64);
PRM_ASSERT_OFFSET(prm_cqe64, inline_data, 0x00);
PRM_ASSERT_OFFSET(prm_cqe64, receive, 0x00);
PRM_ASSERT_OFFSET(prm_cqe64, head, 0x00);
PRM_ASSERT_OFFSET(prm_cqe64, dw_20, 0x20);
PRM_ASSERT_OFFSET(prm_cqe64, immediate, 0x24);
PRM_ASSERT_OFFSET(prm_cqe64, inval_rkey, 0x24);
PRM_ASSERT_OFFSET(prm_cqe64, pkey, 0x24);
PRM_ASSERT_OFFSET(prm_cqe64, app, 0x28);
PRM_ASSERT_OFFSET(prm_cqe64, app_op, 0x29);
PRM_ASSERT_OFFSET(prm_cqe64, app_info, 0x2a);
PRM_ASSERT_OFFSET(prm_cqe64, byte_count, 0x2c);
PRM_ASSERT_OFFSET(prm_cqe64, timestamp, 0x30);
PRM_ASSERT_OFFSET(prm_cqe64, dw_38, 0x38);
PRM_ASSERT_OFFSET(prm_cqe64, wqe_counter, 0x3c);
PRM_ASSERT_OFFSET(prm_cqe64, signature, 0x3e);
PRM_ASSERT_OFFSET(prm_cqe64, b_3f, 0x3f);

static inline void prm_cqe64_set_lro_num_seg(struct prm_cqe64 *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->dw_20 = prm_be32_replace(p->dw_20, 0xff000000u, (uint32_t)v << 24);
}

static inline uint32_t prm_cqe64_get_lro_num_seg(const struct prm_cqe64 *p)
{
	return prm_be32_to_cpu(p->dw_20) >> 24;
}

static inline void prm_cqe64_set_srqn_user_index(struct prm_cqe64 *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_20 = prm_be32_replace(p->dw_20, 0xffffffu, v);
}

static inline uint32_t prm_cqe64_get_srqn_user_index(const struct prm_cqe64 *p)
{
	return prm_be32_to_cpu(p->dw_20) & 0xffffff;
}

static inline void prm_cqe64_set_immediate(struct prm_cqe64 *p, uint32_t v)
{
	p->immediate = prm_cpu_to_be32(v);
}

static inline uint32_t prm_cqe64_get_immediate(const struct prm_cqe64 *p)
{
	return prm_be32_to_cpu(p->immediate);
}

static inline void prm_cqe64_set_inval_rkey(struct prm_cqe64 *p, uint32_t v)
{
	p->inval_rkey = prm_cpu_to_be32(v);
}

static inline uint32_t prm_cqe64_get_inval_rkey(const struct prm_cqe64 *p)
{
	return prm_be32_to_cpu(p->inval_rkey);
}

static inline void prm_cqe64_set_pkey(struct prm_cqe64 *p, uint32_t v)
{
	p->pkey = prm_cpu_to_be32(v);
}

static inline uint32_t prm_cqe64_get_pkey(const struct prm_cqe64 *p)
{
	return prm_be32_to_cpu(p->pkey);
}

static inline void prm_cqe64_set_app(struct prm_cqe64 *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->app = (uint8_t)v;
}

static inline uint32_t prm_cqe64_get_app(const struct prm_cqe64 *p)
{
	return p->app;
}

static inline void prm_cqe64_set_app_op(struct prm_cqe64 *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->app_op = (uint8_t)v;
}

static inline uint32_t prm_cqe64_get_app_op(const struct prm_cqe64 *p)
{
	return p->app_op;
}

static inline void prm_cqe64_set_app_info(struct prm_cqe64 *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->app_info = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_cqe64_get_app_info(const struct prm_cqe64 *p)
{
	return prm_be16_to_cpu(p->app_info);
}

static inline void prm_cqe64_set_byte_count(struct prm_cqe64 *p, uint32_t v)
{
	p->byte_count = prm_cpu_to_be32(v);
}

static inline uint32_t prm_cqe64_get_byte_count(const struct prm_cqe64 *p)
{
	return prm_be32_to_cpu(p->byte_count);
}

static inline void prm_cqe64_set_timestamp(struct prm_cqe64 *p, uint64_t v)
{
	p->timestamp = prm_cpu_to_be64(v);
}

static inline uint64_t prm_cqe64_get_timestamp(const struct prm_cqe64 *p)
{
	return prm_be64_to_cpu(p->timestamp);
}

static inline void prm_cqe64_set_opcode_or_sop(struct prm_cqe64 *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->dw_38 = prm_be32_replace(p->dw_38, 0xff000000u, (uint32_t)v << 24);
}

static inline uint32_t prm_cqe64_get_opcode_or_sop(const struct prm_cqe64 *p)
{
	return prm_be32_to_cpu(p->dw_38) >> 24;
}

static inline void prm_cqe64_set_s_wqe_opcode(struct prm_cqe64 *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->dw_38 = prm_be32_replace(p->dw_38, 0xff000000u, (uint32_t)v << 24);
}

static inline uint32_t prm_cqe64_get_s_wqe_opcode(const struct prm_cqe64 *p)
{
	return prm_be32_to_cpu(p->dw_38) >> 24;
}

static inline void prm_cqe64_set_sop_drop(struct prm_cqe64 *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->dw_38 = prm_be32_replace(p->dw_38, 0xff000000u, (uint32_t)v << 24);
}

static inline uint32_t prm_cqe64_get_sop_drop(const struct prm_cqe64 *p)
{
	return prm_be32_to_cpu(p->dw_38) >> 24;
}

static inline void prm_cqe64_set_qpn(struct prm_cqe64 *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_38 = prm_be32_replace(p->dw_38, 0xffffffu, v);
}

static inline uint32_t prm_cqe64_get_qpn(const struct prm_cqe64 *p)
{
	return prm_be32_to_cpu(p->dw_38) & 0xffffff;
}

static inline void prm_cqe64_set_wqe_counter(struct prm_cqe64 *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->wqe_counter = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_cqe64_get_wqe_counter(const struct prm_cqe64 *p)
{
	return prm_be16_to_cpu(p->wqe_counter);
}

static inline void prm_cqe64_set_signature(struct prm_cqe64 *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->signature = (uint8_t)v;
}

static inline uint32_t prm_cqe64_get_signature(const struct prm_cqe64 *p)
{
	return p->signature;
}

static inline void prm_cqe64_set_opcode(struct prm_cqe64 *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_3f = prm_u8_replace(p->b_3f, 0xf0, (uint8_t)((uint32_t)v << 4));
}

static inline uint32_t prm_cqe64_get_opcode(const struct prm_cqe64 *p)
{
	return p->b_3f >> 4;
}

static inline void prm_cqe64_set_format(struct prm_cqe64 *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 2);
	p->b_3f = prm_u8_replace(p->b_3f, 0xc, (uint8_t)((uint32_t)v << 2));
}

static inline uint32_t prm_cqe64_get_format(const struct prm_cqe64 *p)
{
	return (p->b_3f >> 2) & 0x3;
}

static inline void prm_cqe64_set_se(struct prm_cqe64 *p, bool v)
{
	p->b_3f = prm_u8_replace(p->b_3f, 0x2, (uint8_t)((uint32_t)v << 1));
}

static inline bool prm_cqe64_get_se(const struct prm_cqe64 *p)
{
	return (bool)((p->b_3f >> 1) & 0x1);
}

static inline void prm_cqe64_set_owner(struct prm_cqe64 *p, bool v)
{
	p->b_3f = prm_u8_replace(p->b_3f, 0x1, (uint8_t)v);
}

static inline bool prm_cqe64_get_owner(const struct prm_cqe64 *p)
{
	return (bool)(p->b_3f & 0x1);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_cqe64_fields {
	__extension__ union {	/* decided by format */
		uint8_t inline_data[32];
		struct prm_cqe_receive_info_fields receive;
		uint8_t head[32];	/* any other */
	};
	uint8_t lro_num_seg;
	uint32_t srqn_user_index;	/* 24 bits */
	__extension__ union {	/* decided by opcode */
		uint32_t immediate;
		uint32_t inval_rkey;
		uint32_t pkey;
	};
	uint8_t app;
	uint8_t app_op;
	uint16_t app_info;
	uint32_t byte_count;
	uint64_t timestamp;
	uint8_t opcode_or_sop;
	uint32_t qpn;			/* 24 bits */
	uint16_t wqe_counter;
	uint8_t signature;
	uint8_t opcode;			/* 4 bits, enum prm_cqe_opcode */
	uint8_t format;			/* 2 bits, enum prm_cqe_format */
	bool se;
	bool owner;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_cqe64_fields_init(struct prm_cqe64_fields *v)
{
	memset(v, 0, sizeof(*v));
	v->opcode = 0xf;
}

/* Writes all 64 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_cqe64_pack(struct prm_cqe64 *p, const struct prm_cqe64_fields *v)
{
	switch (v->format) {
	case 0x1:
		memcpy((uint8_t *)p + 0x00, v->inline_data, 32);
		break;
	default:
		prm_cqe_receive_info_pack(&p->receive, &v->receive);
		break;
	}
	PRM_CHECK_WIDTH(v->srqn_user_index, 24);
	prm_store32(p, 0x20, (uint32_t)v->lro_num_seg << 24 | (v->srqn_user_index & 0xffffff));
	prm_store32(p, 0x24, v->immediate);
	prm_store32(p, 0x28, (uint32_t)v->app << 24 | (uint32_t)v->app_op << 16 |
			(uint32_t)v->app_info);
	prm_store32(p, 0x2c, v->byte_count);
	prm_store64(p, 0x30, v->timestamp);
	PRM_CHECK_WIDTH(v->qpn, 24);
	prm_store32(p, 0x38, (uint32_t)v->opcode_or_sop << 24 | (v->qpn & 0xffffff));
	PRM_CHECK_WIDTH(v->opcode, 4);
	PRM_CHECK_WIDTH(v->format, 2);
	prm_store32(p, 0x3c, (uint32_t)v->wqe_counter << 16 | (uint32_t)v->signature << 8 |
			((uint32_t)v->opcode & 0xf) << 4 | ((uint32_t)v->format & 0x3) << 2 |
			(uint32_t)v->se << 1 | (uint32_t)v->owner);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_cqe64_check(const struct prm_cqe64 *p, struct prm_report *r)
{
	unsigned int n = 0;

	switch (prm_cqe64_get_format(p)) {
	case 0x1:
		break;
	default:
		r->base += 0;
		n += prm_cqe_receive_info_check(&p->receive, r);
		r->base -= 0;
		break;
	}
	switch (prm_cqe64_get_opcode(p)) {
	case 0x0:
		n += prm_check_enum(r, "s_wqe_opcode", 448, 8, prm_cqe64_get_s_wqe_opcode(p),
			prm_wqe_opcode_str(prm_cqe64_get_s_wqe_opcode(p)));
		break;
	default:
		break;
	}
	n += prm_check_enum(r, "opcode", 504, 4, prm_cqe64_get_opcode(p),
		prm_cqe_opcode_str(prm_cqe64_get_opcode(p)));
	n += prm_check_enum(r, "format", 508, 2, prm_cqe64_get_format(p),
		prm_cqe_format_str(prm_cqe64_get_format(p)));
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_cqe64_unpack(struct prm_cqe64_fields *v,
		const struct prm_cqe64 *p, struct prm_report *r)
{
	uint32_t word;

	v->lro_num_seg = prm_load8(p, 0x20);
	v->srqn_user_index = prm_load32(p, 0x20) & 0xffffff;
	v->immediate = prm_load32(p, 0x24);
	v->app = prm_load8(p, 0x28);
	v->app_op = prm_load8(p, 0x29);
	v->app_info = prm_load16(p, 0x2a);
	v->byte_count = prm_load32(p, 0x2c);
	v->timestamp = prm_load64(p, 0x30);
	v->opcode_or_sop = prm_load8(p, 0x38);
	v->qpn = prm_load32(p, 0x38) & 0xffffff;
	v->wqe_counter = prm_load16(p, 0x3c);
	v->signature = prm_load8(p, 0x3e);
	word = prm_load8(p, 0x3f);
	v->opcode = (uint8_t)(word >> 4);
	v->format = (uint8_t)((word >> 2) & 0x3);
	v->se = (word >> 1) & 0x1;
	v->owner = word & 0x1;
	switch (v->format) {
	case 0x1:
		memcpy(v->inline_data, (const uint8_t *)p + 0x00, 32);
		break;
	default:
		prm_cqe_receive_info_unpack(&v->receive, &p->receive, NULL);
		break;
	}
	return r ? prm_cqe64_check(p, r) : 0;
}

/**
 * struct prm_err_cqe - completion of a request or receive with an error. The QP is in error state
 * now
 *
 * 64 bytes, written by the device.
 * Sources disagree: DPDK has eth_wqe_id, ib_stride_index, byte_cnt, hw_err_synd and hw_synd_type
 * where Linux and rdma-core have reserved bytes. Taken, since dumps of error CQEs in bug reports
 * have more than zeros there.
 * Sources: linux include/linux/mlx5/device.h struct mlx5_err_cqe; rdma-core providers/mlx5/mlx5dv.h
 * struct mlx5_err_cqe; DPDK drivers/common/mlx5/mlx5_prm.h struct mlx5_error_cqe.
 */
struct prm_err_cqe {
	uint8_t ignored_00[2];
	/* 0x00 [15:0]: Ethernet, WQE of a striding receive queue. */
	prm_be16 eth_wqe_id;
	uint8_t ignored_04[16];
	prm_be16 ib_stride_index;	/* 0x14 [31:16]: Stride of a striding receive queue. */
	uint8_t ignored_16[10];
	prm_be32 dw_20;			/* 0x20 [23:0] srqn_user_index: As in cqe64. */
	uint8_t ignored_24[8];
	prm_be32 byte_count;		/* 0x2c [31:0]: (in bytes) */
	uint8_t ignored_30[4];
	uint8_t hw_err_synd;		/* 0x34 [31:24]: Error of the hardware, for the vendor. */
	uint8_t hw_synd_type;		/* 0x34 [23:16]: Which kind of hw_err_synd it is. */
	/*
	 * 0x34 [15:8]: Details for the vendor. 0x93 with REMOTE_ABORTED_ERR is a page fault of ODP.
	 */
	uint8_t vendor_err_synd;
	uint8_t syndrome;		/* 0x34 [7:0]: (enum prm_cqe_syndrome) */
	/*
	 * 0x38 [31:24] wqe_opcode
	 *      [31:24] s_wqe_opcode: Opcode of the request. (enum prm_wqe_opcode)
	 *      [31:24] rx_opcode: Of no known meaning.
	 *      [23:0]  qpn: QP of the request or receive.
	 */
	prm_be32 dw_38;
	prm_be16 wqe_counter;		/* 0x3c [31:16]: As in cqe64. */
	uint8_t signature;		/* 0x3c [15:8]: As in cqe64. */
	/*
	 * 0x3c [7:4] opcode: (enum prm_cqe_opcode; default 0xd)
	 *      [0]   owner: As in cqe64.
	 */
	uint8_t b_3f;
} __attribute__((packed, aligned(4)));

#define PRM_ERR_CQE_SIZE 64

PRM_ASSERT_SIZE(prm_err_cqe, 64);
PRM_ASSERT_OFFSET(prm_err_cqe, ignored_00, 0x00);
PRM_ASSERT_OFFSET(prm_err_cqe, eth_wqe_id, 0x02);
PRM_ASSERT_OFFSET(prm_err_cqe, ignored_04, 0x04);
PRM_ASSERT_OFFSET(prm_err_cqe, ib_stride_index, 0x14);
PRM_ASSERT_OFFSET(prm_err_cqe, ignored_16, 0x16);
PRM_ASSERT_OFFSET(prm_err_cqe, dw_20, 0x20);
PRM_ASSERT_OFFSET(prm_err_cqe, ignored_24, 0x24);
PRM_ASSERT_OFFSET(prm_err_cqe, byte_count, 0x2c);
PRM_ASSERT_OFFSET(prm_err_cqe, ignored_30, 0x30);
PRM_ASSERT_OFFSET(prm_err_cqe, hw_err_synd, 0x34);
PRM_ASSERT_OFFSET(prm_err_cqe, hw_synd_type, 0x35);
PRM_ASSERT_OFFSET(prm_err_cqe, vendor_err_synd, 0x36);
PRM_ASSERT_OFFSET(prm_err_cqe, syndrome, 0x37);
PRM_ASSERT_OFFSET(prm_err_cqe, dw_38, 0x38);
PRM_ASSERT_OFFSET(prm_err_cqe, wqe_counter, 0x3c);
PRM_ASSERT_OFFSET(prm_err_cqe, signature, 0x3e);
PRM_ASSERT_OFFSET(prm_err_cqe, b_3f, 0x3f);

static inline void prm_err_cqe_set_eth_wqe_id(struct prm_err_cqe *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->eth_wqe_id = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_err_cqe_get_eth_wqe_id(const struct prm_err_cqe *p)
{
	return prm_be16_to_cpu(p->eth_wqe_id);
}

static inline void prm_err_cqe_set_ib_stride_index(struct prm_err_cqe *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->ib_stride_index = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_err_cqe_get_ib_stride_index(const struct prm_err_cqe *p)
{
	return prm_be16_to_cpu(p->ib_stride_index);
}

static inline void prm_err_cqe_set_srqn_user_index(struct prm_err_cqe *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_20 = prm_be32_replace(p->dw_20, 0xffffffu, v);
}

static inline uint32_t prm_err_cqe_get_srqn_user_index(const struct prm_err_cqe *p)
{
	return prm_be32_to_cpu(p->dw_20) & 0xffffff;
}

static inline void prm_err_cqe_set_byte_count(struct prm_err_cqe *p, uint32_t v)
{
	p->byte_count = prm_cpu_to_be32(v);
}

static inline uint32_t prm_err_cqe_get_byte_count(const struct prm_err_cqe *p)
{
	return prm_be32_to_cpu(p->byte_count);
}

static inline void prm_err_cqe_set_hw_err_synd(struct prm_err_cqe *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->hw_err_synd = (uint8_t)v;
}

static inline uint32_t prm_err_cqe_get_hw_err_synd(const struct prm_err_cqe *p)
{
	return p->hw_err_synd;
}

static inline void prm_err_cqe_set_hw_synd_type(struct prm_err_cqe *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->hw_synd_type = (uint8_t)v;
}

static inline uint32_t prm_err_cqe_get_hw_synd_type(const struct prm_err_cqe *p)
{
	return p->hw_synd_type;
}

static inline void prm_err_cqe_set_vendor_err_synd(struct prm_err_cqe *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->vendor_err_synd = (uint8_t)v;
}

static inline uint32_t prm_err_cqe_get_vendor_err_synd(const struct prm_err_cqe *p)
{
	return p->vendor_err_synd;
}

static inline void prm_err_cqe_set_syndrome(struct prm_err_cqe *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->syndrome = (uint8_t)v;
}

static inline uint32_t prm_err_cqe_get_syndrome(const struct prm_err_cqe *p)
{
	return p->syndrome;
}

static inline void prm_err_cqe_set_wqe_opcode(struct prm_err_cqe *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->dw_38 = prm_be32_replace(p->dw_38, 0xff000000u, (uint32_t)v << 24);
}

static inline uint32_t prm_err_cqe_get_wqe_opcode(const struct prm_err_cqe *p)
{
	return prm_be32_to_cpu(p->dw_38) >> 24;
}

static inline void prm_err_cqe_set_s_wqe_opcode(struct prm_err_cqe *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->dw_38 = prm_be32_replace(p->dw_38, 0xff000000u, (uint32_t)v << 24);
}

static inline uint32_t prm_err_cqe_get_s_wqe_opcode(const struct prm_err_cqe *p)
{
	return prm_be32_to_cpu(p->dw_38) >> 24;
}

static inline void prm_err_cqe_set_rx_opcode(struct prm_err_cqe *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->dw_38 = prm_be32_replace(p->dw_38, 0xff000000u, (uint32_t)v << 24);
}

static inline uint32_t prm_err_cqe_get_rx_opcode(const struct prm_err_cqe *p)
{
	return prm_be32_to_cpu(p->dw_38) >> 24;
}

static inline void prm_err_cqe_set_qpn(struct prm_err_cqe *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_38 = prm_be32_replace(p->dw_38, 0xffffffu, v);
}

static inline uint32_t prm_err_cqe_get_qpn(const struct prm_err_cqe *p)
{
	return prm_be32_to_cpu(p->dw_38) & 0xffffff;
}

static inline void prm_err_cqe_set_wqe_counter(struct prm_err_cqe *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->wqe_counter = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_err_cqe_get_wqe_counter(const struct prm_err_cqe *p)
{
	return prm_be16_to_cpu(p->wqe_counter);
}

static inline void prm_err_cqe_set_signature(struct prm_err_cqe *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->signature = (uint8_t)v;
}

static inline uint32_t prm_err_cqe_get_signature(const struct prm_err_cqe *p)
{
	return p->signature;
}

static inline void prm_err_cqe_set_opcode(struct prm_err_cqe *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_3f = prm_u8_replace(p->b_3f, 0xf0, (uint8_t)((uint32_t)v << 4));
}

static inline uint32_t prm_err_cqe_get_opcode(const struct prm_err_cqe *p)
{
	return p->b_3f >> 4;
}

static inline void prm_err_cqe_set_owner(struct prm_err_cqe *p, bool v)
{
	p->b_3f = prm_u8_replace(p->b_3f, 0x1, (uint8_t)v);
}

static inline bool prm_err_cqe_get_owner(const struct prm_err_cqe *p)
{
	return (bool)(p->b_3f & 0x1);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_err_cqe_fields {
	uint16_t ignored_00;
	uint16_t eth_wqe_id;
	uint8_t ignored_04[16];
	uint16_t ib_stride_index;
	uint16_t ignored_16;
	uint8_t ignored_18[8];
	uint8_t ignored_20;
	uint32_t srqn_user_index;	/* 24 bits */
	uint8_t ignored_24[8];
	uint32_t byte_count;
	uint8_t ignored_30[4];
	uint8_t hw_err_synd;
	uint8_t hw_synd_type;
	uint8_t vendor_err_synd;
	uint8_t syndrome;		/* enum prm_cqe_syndrome */
	uint8_t wqe_opcode;
	uint32_t qpn;			/* 24 bits */
	uint16_t wqe_counter;
	uint8_t signature;
	uint8_t opcode;			/* 4 bits, enum prm_cqe_opcode */
	uint8_t ignored_3c_3_1;
	bool owner;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_err_cqe_fields_init(struct prm_err_cqe_fields *v)
{
	memset(v, 0, sizeof(*v));
	v->opcode = 0xd;
}

/* Writes all 64 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_err_cqe_pack(struct prm_err_cqe *p,
		const struct prm_err_cqe_fields *v)
{
	prm_store32(p, 0x00, (uint32_t)v->eth_wqe_id | (uint32_t)v->ignored_00 << 16);
	memcpy((uint8_t *)p + 0x04, v->ignored_04, 16);
	prm_store32(p, 0x14, (uint32_t)v->ib_stride_index << 16 | (uint32_t)v->ignored_16);
	memcpy((uint8_t *)p + 0x18, v->ignored_18, 8);
	PRM_CHECK_WIDTH(v->srqn_user_index, 24);
	prm_store32(p, 0x20, (v->srqn_user_index & 0xffffff) | (uint32_t)v->ignored_20 << 24);
	memcpy((uint8_t *)p + 0x24, v->ignored_24, 8);
	prm_store32(p, 0x2c, v->byte_count);
	memcpy((uint8_t *)p + 0x30, v->ignored_30, 4);
	prm_store32(p, 0x34, (uint32_t)v->hw_err_synd << 24 | (uint32_t)v->hw_synd_type << 16 |
			(uint32_t)v->vendor_err_synd << 8 | (uint32_t)v->syndrome);
	PRM_CHECK_WIDTH(v->qpn, 24);
	prm_store32(p, 0x38, (uint32_t)v->wqe_opcode << 24 | (v->qpn & 0xffffff));
	PRM_CHECK_WIDTH(v->opcode, 4);
	prm_store32(p, 0x3c, (uint32_t)v->wqe_counter << 16 | (uint32_t)v->signature << 8 |
			((uint32_t)v->opcode & 0xf) << 4 | (uint32_t)v->owner |
			((uint32_t)v->ignored_3c_3_1 & 0x7) << 1);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_err_cqe_check(const struct prm_err_cqe *p, struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_enum(r, "syndrome", 440, 8, prm_err_cqe_get_syndrome(p),
		prm_cqe_syndrome_str(prm_err_cqe_get_syndrome(p)));
	switch (prm_err_cqe_get_opcode(p)) {
	case 0xd:
		n += prm_check_enum(r, "s_wqe_opcode", 448, 8, prm_err_cqe_get_s_wqe_opcode(p),
			prm_wqe_opcode_str(prm_err_cqe_get_s_wqe_opcode(p)));
		break;
	default:
		break;
	}
	n += prm_check_enum(r, "opcode", 504, 4, prm_err_cqe_get_opcode(p),
		prm_cqe_opcode_str(prm_err_cqe_get_opcode(p)));
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_err_cqe_unpack(struct prm_err_cqe_fields *v,
		const struct prm_err_cqe *p, struct prm_report *r)
{
	uint32_t word;

	v->eth_wqe_id = prm_load16(p, 0x02);
	v->ignored_00 = prm_load16(p, 0x00);
	memcpy(v->ignored_04, (const uint8_t *)p + 0x04, 16);
	v->ib_stride_index = prm_load16(p, 0x14);
	v->ignored_16 = prm_load16(p, 0x16);
	memcpy(v->ignored_18, (const uint8_t *)p + 0x18, 8);
	v->srqn_user_index = prm_load32(p, 0x20) & 0xffffff;
	v->ignored_20 = prm_load8(p, 0x20);
	memcpy(v->ignored_24, (const uint8_t *)p + 0x24, 8);
	v->byte_count = prm_load32(p, 0x2c);
	memcpy(v->ignored_30, (const uint8_t *)p + 0x30, 4);
	v->hw_err_synd = prm_load8(p, 0x34);
	v->hw_synd_type = prm_load8(p, 0x35);
	v->vendor_err_synd = prm_load8(p, 0x36);
	v->syndrome = prm_load8(p, 0x37);
	v->wqe_opcode = prm_load8(p, 0x38);
	v->qpn = prm_load32(p, 0x38) & 0xffffff;
	v->wqe_counter = prm_load16(p, 0x3c);
	v->signature = prm_load8(p, 0x3e);
	word = prm_load8(p, 0x3f);
	v->opcode = (uint8_t)(word >> 4);
	v->owner = word & 0x1;
	v->ignored_3c_3_1 = (uint8_t)((word >> 1) & 0x7);
	return r ? prm_err_cqe_check(p, r) : 0;
}

/**
 * struct prm_sig_err_cqe - A signature did not match, on the CQ of the QP that used the key. It
 * comes before the completion of the request, which itself may succeed
 *
 * 64 bytes, written by the device.
 * Note: libmlx5 fails ibv_poll_cq() when the key is not one of its own. A library that creates
 * signature keys itself has to poll the CQ itself. The values are 64 bits in two halves (trans_sig,
 * ref_tag), aligned as transient_signature of set_psv_seg is.
 * Sources: rdma-core providers/mlx5/cq.c struct mlx5_sigerr_cqe; linux include/linux/mlx5/device.h
 * struct mlx5_sig_err_cqe.
 */
struct prm_sig_err_cqe {
	uint8_t ignored_00[16];
	/*
	 * 0x10 [31:0]: Expected, from the signature in the data. T10-DIF, guard << 16 | app_tag;
	 * CRC32 and CRC32C, the CRC; CRC64, its upper half.
	 */
	prm_be32 expected_trans_sig;
	/* 0x14 [31:0]: Calculated from the data, in the same form. */
	prm_be32 actual_trans_sig;
	/* 0x18 [31:0]: Expected. T10-DIF, the reference tag; CRC64, the lower half. */
	prm_be32 expected_ref_tag;
	/* 0x1c [31:0]: Calculated from the data, in the same form. */
	prm_be32 actual_ref_tag;
	prm_be16 syndrome;		/* 0x20 [31:16]: (flags PRM_SIG_SYNDROME_*) */
	/*
	 * 0x20 [10:8] sig_type: Sources disagree: In rdma-core, rsvd22 in Linux. Taken; the
	 * capability tells who is right. (enum prm_sigerr_sig_type; needs
	 * cmd_hca_cap.sigerr_domain_and_sig_type)
	 */
	uint8_t b_22;
	/*
	 * 0x20 [2:0] domain: Sources disagree: In rdma-core, rsvd22 in Linux. Taken; the capability
	 * tells who is right. (enum prm_sigerr_domain; needs
	 * cmd_hca_cap.sigerr_domain_and_sig_type)
	 */
	uint8_t b_23;
	prm_be32 mkey;			/* 0x24 [31:0]: The signature key, index << 8 | key. */
	/*
	 * 0x28 [63:0]: Offset in the transfer of the block that failed, on a block boundary. Note:
	 * err_offset in Linux. UNVERIFIED: Whether the signatures between the blocks count. Linux
	 * (drivers/infiniband/ulp/iser) divides by the size of block and signature. (in bytes)
	 */
	prm_be64 sig_err_offset;
	uint8_t ignored_30[8];
	/*
	 * 0x38 [23:0] qpn: QP that used the key. Sources disagree: In Linux, part of rsvd30 in
	 * rdma-core. Taken, but nobody reads it.
	 */
	prm_be32 dw_38;
	uint8_t ignored_3c[2];
	uint8_t signature;		/* 0x3c [15:8]: As in cqe64. */
	/*
	 * 0x3c [7:4] opcode: (enum prm_cqe_opcode; always 0xc)
	 *      [0]   owner: As in cqe64.
	 */
	uint8_t b_3f;
} __attribute__((packed, aligned(4)));

#define PRM_SIG_ERR_CQE_SIZE 64

PRM_ASSERT_SIZE(prm_sig_err_cqe, 64);
PRM_ASSERT_OFFSET(prm_sig_err_cqe, ignored_00, 0x00);
PRM_ASSERT_OFFSET(prm_sig_err_cqe, expected_trans_sig, 0x10);
PRM_ASSERT_OFFSET(prm_sig_err_cqe, actual_trans_sig, 0x14);
PRM_ASSERT_OFFSET(prm_sig_err_cqe, expected_ref_tag, 0x18);
PRM_ASSERT_OFFSET(prm_sig_err_cqe, actual_ref_tag, 0x1c);
PRM_ASSERT_OFFSET(prm_sig_err_cqe, syndrome, 0x20);
PRM_ASSERT_OFFSET(prm_sig_err_cqe, b_22, 0x22);
PRM_ASSERT_OFFSET(prm_sig_err_cqe, b_23, 0x23);
PRM_ASSERT_OFFSET(prm_sig_err_cqe, mkey, 0x24);
PRM_ASSERT_OFFSET(prm_sig_err_cqe, sig_err_offset, 0x28);
PRM_ASSERT_OFFSET(prm_sig_err_cqe, ignored_30, 0x30);
PRM_ASSERT_OFFSET(prm_sig_err_cqe, dw_38, 0x38);
PRM_ASSERT_OFFSET(prm_sig_err_cqe, ignored_3c, 0x3c);
PRM_ASSERT_OFFSET(prm_sig_err_cqe, signature, 0x3e);
PRM_ASSERT_OFFSET(prm_sig_err_cqe, b_3f, 0x3f);

static inline void prm_sig_err_cqe_set_expected_trans_sig(struct prm_sig_err_cqe *p, uint32_t v)
{
	p->expected_trans_sig = prm_cpu_to_be32(v);
}

static inline uint32_t prm_sig_err_cqe_get_expected_trans_sig(const struct prm_sig_err_cqe *p)
{
	return prm_be32_to_cpu(p->expected_trans_sig);
}

static inline void prm_sig_err_cqe_set_actual_trans_sig(struct prm_sig_err_cqe *p, uint32_t v)
{
	p->actual_trans_sig = prm_cpu_to_be32(v);
}

static inline uint32_t prm_sig_err_cqe_get_actual_trans_sig(const struct prm_sig_err_cqe *p)
{
	return prm_be32_to_cpu(p->actual_trans_sig);
}

static inline void prm_sig_err_cqe_set_expected_ref_tag(struct prm_sig_err_cqe *p, uint32_t v)
{
	p->expected_ref_tag = prm_cpu_to_be32(v);
}

static inline uint32_t prm_sig_err_cqe_get_expected_ref_tag(const struct prm_sig_err_cqe *p)
{
	return prm_be32_to_cpu(p->expected_ref_tag);
}

static inline void prm_sig_err_cqe_set_actual_ref_tag(struct prm_sig_err_cqe *p, uint32_t v)
{
	p->actual_ref_tag = prm_cpu_to_be32(v);
}

static inline uint32_t prm_sig_err_cqe_get_actual_ref_tag(const struct prm_sig_err_cqe *p)
{
	return prm_be32_to_cpu(p->actual_ref_tag);
}

static inline void prm_sig_err_cqe_set_syndrome(struct prm_sig_err_cqe *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->syndrome = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_sig_err_cqe_get_syndrome(const struct prm_sig_err_cqe *p)
{
	return prm_be16_to_cpu(p->syndrome);
}

static inline void prm_sig_err_cqe_set_sig_type(struct prm_sig_err_cqe *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 3);
	p->b_22 = prm_u8_replace(p->b_22, 0x7, (uint8_t)v);
}

static inline uint32_t prm_sig_err_cqe_get_sig_type(const struct prm_sig_err_cqe *p)
{
	return p->b_22 & 0x7;
}

static inline void prm_sig_err_cqe_set_domain(struct prm_sig_err_cqe *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 3);
	p->b_23 = prm_u8_replace(p->b_23, 0x7, (uint8_t)v);
}

static inline uint32_t prm_sig_err_cqe_get_domain(const struct prm_sig_err_cqe *p)
{
	return p->b_23 & 0x7;
}

static inline void prm_sig_err_cqe_set_mkey(struct prm_sig_err_cqe *p, uint32_t v)
{
	p->mkey = prm_cpu_to_be32(v);
}

static inline uint32_t prm_sig_err_cqe_get_mkey(const struct prm_sig_err_cqe *p)
{
	return prm_be32_to_cpu(p->mkey);
}

static inline void prm_sig_err_cqe_set_sig_err_offset(struct prm_sig_err_cqe *p, uint64_t v)
{
	p->sig_err_offset = prm_cpu_to_be64(v);
}

static inline uint64_t prm_sig_err_cqe_get_sig_err_offset(const struct prm_sig_err_cqe *p)
{
	return prm_be64_to_cpu(p->sig_err_offset);
}

static inline void prm_sig_err_cqe_set_qpn(struct prm_sig_err_cqe *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_38 = prm_be32_replace(p->dw_38, 0xffffffu, v);
}

static inline uint32_t prm_sig_err_cqe_get_qpn(const struct prm_sig_err_cqe *p)
{
	return prm_be32_to_cpu(p->dw_38) & 0xffffff;
}

static inline void prm_sig_err_cqe_set_signature(struct prm_sig_err_cqe *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->signature = (uint8_t)v;
}

static inline uint32_t prm_sig_err_cqe_get_signature(const struct prm_sig_err_cqe *p)
{
	return p->signature;
}

static inline void prm_sig_err_cqe_set_opcode(struct prm_sig_err_cqe *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_3f = prm_u8_replace(p->b_3f, 0xf0, (uint8_t)((uint32_t)v << 4));
}

static inline uint32_t prm_sig_err_cqe_get_opcode(const struct prm_sig_err_cqe *p)
{
	return p->b_3f >> 4;
}

static inline void prm_sig_err_cqe_set_owner(struct prm_sig_err_cqe *p, bool v)
{
	p->b_3f = prm_u8_replace(p->b_3f, 0x1, (uint8_t)v);
}

static inline bool prm_sig_err_cqe_get_owner(const struct prm_sig_err_cqe *p)
{
	return (bool)(p->b_3f & 0x1);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_sig_err_cqe_fields {
	uint8_t ignored_00[16];
	uint32_t expected_trans_sig;
	uint32_t actual_trans_sig;
	uint32_t expected_ref_tag;
	uint32_t actual_ref_tag;
	uint16_t syndrome;		/* PRM_SIG_SYNDROME_* */
	uint8_t ignored_20_15_11;
	uint8_t sig_type;		/* 3 bits, enum prm_sigerr_sig_type */
	uint8_t ignored_20_7_3;
	uint8_t domain;			/* 3 bits, enum prm_sigerr_domain */
	uint32_t mkey;
	uint64_t sig_err_offset;
	uint8_t ignored_30[8];
	uint8_t ignored_38;
	uint32_t qpn;			/* 24 bits */
	uint16_t ignored_3c;
	uint8_t signature;
	uint8_t ignored_3c_3_1;
	bool owner;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_sig_err_cqe_fields_init(struct prm_sig_err_cqe_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 64 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_sig_err_cqe_pack(struct prm_sig_err_cqe *p,
		const struct prm_sig_err_cqe_fields *v)
{
	memcpy((uint8_t *)p + 0x00, v->ignored_00, 16);
	prm_store32(p, 0x10, v->expected_trans_sig);
	prm_store32(p, 0x14, v->actual_trans_sig);
	prm_store32(p, 0x18, v->expected_ref_tag);
	prm_store32(p, 0x1c, v->actual_ref_tag);
	PRM_CHECK_WIDTH(v->sig_type, 3);
	PRM_CHECK_WIDTH(v->domain, 3);
	prm_store32(p, 0x20, (uint32_t)v->syndrome << 16 | ((uint32_t)v->sig_type & 0x7) << 8 |
			((uint32_t)v->domain & 0x7) | ((uint32_t)v->ignored_20_15_11 & 0x1f) << 11 |
			((uint32_t)v->ignored_20_7_3 & 0x1f) << 3);
	prm_store32(p, 0x24, v->mkey);
	prm_store64(p, 0x28, v->sig_err_offset);
	memcpy((uint8_t *)p + 0x30, v->ignored_30, 8);
	PRM_CHECK_WIDTH(v->qpn, 24);
	prm_store32(p, 0x38, (v->qpn & 0xffffff) | (uint32_t)v->ignored_38 << 24);
	prm_store32(p, 0x3c, (uint32_t)v->signature << 8 | UINT32_C(0xc) << 4 | (uint32_t)v->owner |
			(uint32_t)v->ignored_3c << 16 | ((uint32_t)v->ignored_3c_3_1 & 0x7) << 1);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_sig_err_cqe_check(const struct prm_sig_err_cqe *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_fixed(r, "opcode", 504, 4, prm_sig_err_cqe_get_opcode(p), 0xc);
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_sig_err_cqe_unpack(struct prm_sig_err_cqe_fields *v,
		const struct prm_sig_err_cqe *p, struct prm_report *r)
{
	uint32_t word;

	memcpy(v->ignored_00, (const uint8_t *)p + 0x00, 16);
	v->expected_trans_sig = prm_load32(p, 0x10);
	v->actual_trans_sig = prm_load32(p, 0x14);
	v->expected_ref_tag = prm_load32(p, 0x18);
	v->actual_ref_tag = prm_load32(p, 0x1c);
	v->syndrome = prm_load16(p, 0x20);
	word = prm_load8(p, 0x22);
	v->sig_type = (uint8_t)(word & 0x7);
	v->ignored_20_15_11 = (uint8_t)(word >> 3);
	word = prm_load8(p, 0x23);
	v->domain = (uint8_t)(word & 0x7);
	v->ignored_20_7_3 = (uint8_t)(word >> 3);
	v->mkey = prm_load32(p, 0x24);
	v->sig_err_offset = prm_load64(p, 0x28);
	memcpy(v->ignored_30, (const uint8_t *)p + 0x30, 8);
	v->qpn = prm_load32(p, 0x38) & 0xffffff;
	v->ignored_38 = prm_load8(p, 0x38);
	v->signature = prm_load8(p, 0x3e);
	word = prm_load8(p, 0x3f);
	v->owner = word & 0x1;
	v->ignored_3c_3_1 = (uint8_t)((word >> 1) & 0x7);
	v->ignored_3c = prm_load16(p, 0x3c);
	return r ? prm_sig_err_cqe_check(p, r) : 0;
}

#endif /* PRM_CQE_H */
