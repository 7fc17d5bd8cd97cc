/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * The control segment, first 16 bytes of every send work request, and its enumerations.
 * Made by prmc 1 from spec/wqe/ctrl.yaml, spec digest 43ac808c979a. Do not edit: `ninja regen`.
 */
#ifndef PRM_CTRL_H
#define PRM_CTRL_H

#include "prm_base.h"

/**
 * enum prm_wqe_opcode - What a send work request does. A requester CQE gives the opcode back in
 * s_wqe_opcode
 *
 * Note: Local invalidation of a key is posted as a UMR that sets the key's free bit (rdma-core
 * providers/mlx5/qp.c, linux drivers/infiniband/hw/mlx5/wr.c), not as LOCAL_INVAL.
 * Sources: linux include/linux/mlx5/device.h MLX5_OPCODE_*; rdma-core providers/mlx5/mlx5dv.h
 * MLX5_OPCODE_*; DPDK drivers/common/mlx5/mlx5_prm.h MLX5_OPCODE_WAIT, MLX5_OPCODE_SEND_EN,
 * MLX5_OPCODE_MMO.
 */
enum prm_wqe_opcode {
	/* Does nothing. The WQE may be longer than its ctrl_seg. */
	PRM_WQE_OPCODE_NOP              = 0x00,
	PRM_WQE_OPCODE_SEND_INVAL       = 0x01, /* Send; the receiver invalidates its key. */
	PRM_WQE_OPCODE_RDMA_WRITE       = 0x08,
	PRM_WQE_OPCODE_RDMA_WRITE_IMM   = 0x09,
	PRM_WQE_OPCODE_SEND             = 0x0a,
	PRM_WQE_OPCODE_SEND_IMM         = 0x0b,
	PRM_WQE_OPCODE_TSO              = 0x0e, /* Send of a segmented Ethernet packet. */
	PRM_WQE_OPCODE_LSO              = 0x0e, /* Note: The name in Linux. */
	/* Holds the queue back until something has happened. */
	PRM_WQE_OPCODE_WAIT             = 0x0f,
	PRM_WQE_OPCODE_RDMA_READ        = 0x10,
	PRM_WQE_OPCODE_ATOMIC_CS        = 0x11, /* Compare and swap of 8 bytes. */
	PRM_WQE_OPCODE_ATOMIC_FA        = 0x12, /* Fetch and add of 8 bytes. */
	/* Extended compare and swap. opmod gives the size. */
	PRM_WQE_OPCODE_ATOMIC_MASKED_CS = 0x14,
	PRM_WQE_OPCODE_ATOMIC_MASKED_FA = 0x15, /* Extended fetch and add. opmod gives the size. */
	PRM_WQE_OPCODE_SEND_EN          = 0x17, /* Releases work requests of another send queue. */
	PRM_WQE_OPCODE_BIND_MW          = 0x18,
	/* Note: Connect-IB registration. UMR took its place. */
	PRM_WQE_OPCODE_FMR              = 0x19,
	PRM_WQE_OPCODE_LOCAL_INVAL      = 0x1b, /* Note: Not posted by any public driver. */
	PRM_WQE_OPCODE_CONFIG_CMD       = 0x1f,
	PRM_WQE_OPCODE_SET_PSV          = 0x20, /* Loads a PSV. */
	PRM_WQE_OPCODE_GET_PSV          = 0x21, /* Reads PSVs. */
	PRM_WQE_OPCODE_CHECK_PSV        = 0x22, /* Checks PSVs. */
	PRM_WQE_OPCODE_DUMP             = 0x23, /* Sends data without a key of its own, for TLS. */
	/* Changes a memory key: attributes, translations, BSF. */
	PRM_WQE_OPCODE_UMR              = 0x25,
	PRM_WQE_OPCODE_RGET_PSV         = 0x26,
	PRM_WQE_OPCODE_RCHECK_PSV       = 0x27,
	PRM_WQE_OPCODE_TAG_MATCHING     = 0x28,
	PRM_WQE_OPCODE_ENHANCED_MPSW    = 0x29,
	PRM_WQE_OPCODE_FLOW_TBL_ACCESS  = 0x2c,
	PRM_WQE_OPCODE_ACCESS_ASO       = 0x2d,
	/* DMA, compression and other memory to memory work. */
	PRM_WQE_OPCODE_MMO              = 0x2f,
};

/* The name of a value of enum prm_wqe_opcode, or NULL. */
static inline const char *prm_wqe_opcode_str(uint64_t value)
{
	switch (value) {
	case PRM_WQE_OPCODE_NOP:
		return "NOP";
	case PRM_WQE_OPCODE_SEND_INVAL:
		return "SEND_INVAL";
	case PRM_WQE_OPCODE_RDMA_WRITE:
		return "RDMA_WRITE";
	case PRM_WQE_OPCODE_RDMA_WRITE_IMM:
		return "RDMA_WRITE_IMM";
	case PRM_WQE_OPCODE_SEND:
		return "SEND";
	case PRM_WQE_OPCODE_SEND_IMM:
		return "SEND_IMM";
	case PRM_WQE_OPCODE_TSO:
		return "TSO";
	case PRM_WQE_OPCODE_WAIT:
		return "WAIT";
	case PRM_WQE_OPCODE_RDMA_READ:
		return "RDMA_READ";
	case PRM_WQE_OPCODE_ATOMIC_CS:
		return "ATOMIC_CS";
	case PRM_WQE_OPCODE_ATOMIC_FA:
		return "ATOMIC_FA";
	case PRM_WQE_OPCODE_ATOMIC_MASKED_CS:
		return "ATOMIC_MASKED_CS";
	case PRM_WQE_OPCODE_ATOMIC_MASKED_FA:
		return "ATOMIC_MASKED_FA";
	case PRM_WQE_OPCODE_SEND_EN:
		return "SEND_EN";
	case PRM_WQE_OPCODE_BIND_MW:
		return "BIND_MW";
	case PRM_WQE_OPCODE_FMR:
		return "FMR";
	case PRM_WQE_OPCODE_LOCAL_INVAL:
		return "LOCAL_INVAL";
	case PRM_WQE_OPCODE_CONFIG_CMD:
		return "CONFIG_CMD";
	case PRM_WQE_OPCODE_SET_PSV:
		return "SET_PSV";
	case PRM_WQE_OPCODE_GET_PSV:
		return "GET_PSV";
	case PRM_WQE_OPCODE_CHECK_PSV:
		return "CHECK_PSV";
	case PRM_WQE_OPCODE_DUMP:
		return "DUMP";
	case PRM_WQE_OPCODE_UMR:
		return "UMR";
	case PRM_WQE_OPCODE_RGET_PSV:
		return "RGET_PSV";
	case PRM_WQE_OPCODE_RCHECK_PSV:
		return "RCHECK_PSV";
	case PRM_WQE_OPCODE_TAG_MATCHING:
		return "TAG_MATCHING";
	case PRM_WQE_OPCODE_ENHANCED_MPSW:
		return "ENHANCED_MPSW";
	case PRM_WQE_OPCODE_FLOW_TBL_ACCESS:
		return "FLOW_TBL_ACCESS";
	case PRM_WQE_OPCODE_ACCESS_ASO:
		return "ACCESS_ASO";
	case PRM_WQE_OPCODE_MMO:
		return "MMO";
	default:
		return NULL;
	}
}

/**
 * enum prm_fence_mode - What must be finished before the device starts the work request. Named by
 * effect
 *
 * Note: Which of these a UMR needs whose key may be in use, cmd_hca_cap.umr_fence tells.
 * Sources disagree: FENCE is 2 in Linux (MLX5_FENCE_MODE_FENCE) and 4 in rdma-core
 * (MLX5_WQE_CTRL_FENCE). No value is called FENCE here, so that neither can be taken for the other.
 * For a request with the fence flag of verbs rdma-core posts 4, and Linux 2, or 4 behind a UMR.
 * Sources: linux include/linux/mlx5/qp.h MLX5_FENCE_MODE_*; rdma-core providers/mlx5/mlx5dv.h
 * MLX5_WQE_CTRL_FENCE, MLX5_WQE_CTRL_INITIATOR_SMALL_FENCE; SPDK include/spdk_internal/mlx5.h
 * SPDK_MLX5_WQE_CTRL_*.
 */
enum prm_fence_mode {
	PRM_FENCE_MODE_NONE                  = 0x00,
	/*
	 * Waits for local work, that is for changes of memory keys and for gathering. What the
	 * first request behind a UMR or SET_PSV needs.
	 */
	PRM_FENCE_MODE_INITIATOR_SMALL       = 0x01,
	/* Waits for all earlier RDMA reads and atomics. */
	PRM_FENCE_MODE_READ_ATOMIC           = 0x02,
	PRM_FENCE_MODE_STRONG_ORDERING       = 0x03, /* Waits for all earlier requests. */
	PRM_FENCE_MODE_SMALL_AND_READ_ATOMIC = 0x04, /* INITIATOR_SMALL and READ_ATOMIC. */
};

/* The name of a value of enum prm_fence_mode, or NULL. */
static inline const char *prm_fence_mode_str(uint64_t value)
{
	switch (value) {
	case PRM_FENCE_MODE_NONE:
		return "NONE";
	case PRM_FENCE_MODE_INITIATOR_SMALL:
		return "INITIATOR_SMALL";
	case PRM_FENCE_MODE_READ_ATOMIC:
		return "READ_ATOMIC";
	case PRM_FENCE_MODE_STRONG_ORDERING:
		return "STRONG_ORDERING";
	case PRM_FENCE_MODE_SMALL_AND_READ_ATOMIC:
		return "SMALL_AND_READ_ATOMIC";
	default:
		return NULL;
	}
}

/**
 * enum prm_completion_mode - When a work request makes a CQE
 *
 * Sources disagree: SPDK describes 3 as a CQE on error only; Linux and DPDK call it a CQE with an
 * event. Taken as Linux and DPDK have it, two independent witnesses.
 * Sources: DPDK drivers/common/mlx5/mlx5_prm.h enum mlx5_completion_mode; linux
 * include/linux/mlx5/qp.h MLX5_WQE_CTRL_CQ_UPDATE, MLX5_WQE_CTRL_CQ_UPDATE_AND_EQE; SPDK
 * include/spdk_internal/mlx5.h SPDK_MLX5_WQE_CTRL_CE_*.
 */
enum prm_completion_mode {
	PRM_COMPLETION_MODE_ON_ERROR       = 0x00, /* Only if the request fails or is flushed. */
	/* Only if the request is the first that fails. Not if flushed. */
	PRM_COMPLETION_MODE_ON_FIRST_ERROR = 0x01,
	PRM_COMPLETION_MODE_ALWAYS         = 0x02, /* The request is signaled. */
	PRM_COMPLETION_MODE_ALWAYS_AND_EQE = 0x03, /* As ALWAYS, and an event is made. */
};

/* The name of a value of enum prm_completion_mode, or NULL. */
static inline const char *prm_completion_mode_str(uint64_t value)
{
	switch (value) {
	case PRM_COMPLETION_MODE_ON_ERROR:
		return "ON_ERROR";
	case PRM_COMPLETION_MODE_ON_FIRST_ERROR:
		return "ON_FIRST_ERROR";
	case PRM_COMPLETION_MODE_ALWAYS:
		return "ALWAYS";
	case PRM_COMPLETION_MODE_ALWAYS_AND_EQE:
		return "ALWAYS_AND_EQE";
	default:
		return NULL;
	}
}

/**
 * struct prm_ctrl_seg - control segment of a send work request. A WQE starts on a WQEBB (64 bytes)
 * of the ring
 *
 * 16 bytes, written by the driver.
 * Sources: rdma-core providers/mlx5/mlx5dv.h struct mlx5_wqe_ctrl_seg, mlx5dv_set_ctrl_seg(); linux
 * include/linux/mlx5/qp.h struct mlx5_wqe_ctrl_seg; DPDK drivers/common/mlx5/mlx5_prm.h struct
 * mlx5_wqe_cseg.
 */
struct prm_ctrl_seg {
	/*
	 * 0x00 [31:24] opmod: Opcode modifier. 0, except for extended atomics, 8 | (log2(bytes of
	 *                the operand) - 2), and for the requests of Ethernet queues.
	 *      [23:8]  wqe_index: Counter of the WQE's first WQEBB, modulo 2^16, not modulo the
	 *                size of the ring.
	 *      [7:0]   opcode: (enum prm_wqe_opcode)
	 */
	prm_be32 dw_00;
	/*
	 * 0x04 [31:8] qpn: Number of the QP or SQ that the request is posted to.
	 *      [5:0]  ds: Size of the WQE, this segment included, without the unused rest of the
	 *               last WQEBB. (octowords: value * 16 bytes; in bytes)
	 */
	prm_be32 dw_04;
	/*
	 * 0x08 [31:24] signature: Inverted XOR of all bytes of the WQE, with this byte as 0. Only
	 *                if the QP was created with WQE signatures; otherwise 0.
	 *      [23:8]  dci_stream_channel_id: Stream of a DCI; 0 on other transports. Sources
	 *                disagree: rdma-core has the name, Linux qp.h has rsvd. Taken from
	 *                rdma-core, which uses it.
	 *      [7:5]   fm: Fence mode. (enum prm_fence_mode)
	 *      [3:2]   ce: Completion and event mode. (enum prm_completion_mode)
	 *      [1]     se: Solicited event. The peer's completion, or an error of this request,
	 *                triggers a CQ that is armed for solicited events.
	 */
	prm_be32 dw_08;
	/* 0x0c [31:0] imm: decided by opcode */
	__extension__ union {
		/*
		 * 0x0c [31:0]: Immediate data as a number. imm_data of verbs is big-endian already.
		 */
		prm_be32 immediate;
		prm_be32 invalidate_key; /* 0x0c [31:0]: The key, index << 8 | key. */
		prm_be32 umr_mkey;	/* 0x0c [31:0]: The key that changes, index << 8 | key. */
		struct {
			prm_be32 dw_0c;	/* 0x0c [31:8] tisn */
		} __attribute__((packed)) dump;
		/*
		 * 0x0c [31:0]: Object id of some Ethernet requests. The device does not look at it
		 * for the others, and drivers leave stale bytes here.
		 */
		prm_be32 general_id;
		prm_be32 imm;
	};
} __attribute__((packed, aligned(4)));

#define PRM_CTRL_SEG_SIZE 16

PRM_ASSERT_SIZE(prm_ctrl_seg, 16);
PRM_ASSERT_OFFSET(prm_ctrl_seg, dw_00, 0x00);
PRM_ASSERT_OFFSET(prm_ctrl_seg, dw_04, 0x04);
PRM_ASSERT_OFFSET(prm_ctrl_seg, dw_08, 0x08);
PRM_ASSERT_OFFSET(prm_ctrl_seg, immediate, 0x0c);
PRM_ASSERT_OFFSET(prm_ctrl_seg, invalidate_key, 0x0c);
PRM_ASSERT_OFFSET(prm_ctrl_seg, umr_mkey, 0x0c);
PRM_ASSERT_OFFSET(prm_ctrl_seg, dump.dw_0c, 0x0c);
PRM_ASSERT_OFFSET(prm_ctrl_seg, general_id, 0x0c);
PRM_ASSERT_OFFSET(prm_ctrl_seg, imm, 0x0c);

static inline void prm_ctrl_seg_set_opmod(struct prm_ctrl_seg *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->dw_00 = prm_be32_replace(p->dw_00, 0xff000000u, (uint32_t)v << 24);
}

static inline uint32_t prm_ctrl_seg_get_opmod(const struct prm_ctrl_seg *p)
{
	return prm_be32_to_cpu(p->dw_00) >> 24;
}

static inline void prm_ctrl_seg_set_wqe_index(struct prm_ctrl_seg *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->dw_00 = prm_be32_replace(p->dw_00, 0xffff00u, (uint32_t)v << 8);
}

static inline uint32_t prm_ctrl_seg_get_wqe_index(const struct prm_ctrl_seg *p)
{
	return (prm_be32_to_cpu(p->dw_00) >> 8) & 0xffff;
}

static inline void prm_ctrl_seg_set_opcode(struct prm_ctrl_seg *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->dw_00 = prm_be32_replace(p->dw_00, 0xffu, v);
}

static inline uint32_t prm_ctrl_seg_get_opcode(const struct prm_ctrl_seg *p)
{
	return prm_be32_to_cpu(p->dw_00) & 0xff;
}

static inline void prm_ctrl_seg_set_qpn(struct prm_ctrl_seg *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_04 = prm_be32_replace(p->dw_04, 0xffffff00u, (uint32_t)v << 8);
}

static inline uint32_t prm_ctrl_seg_get_qpn(const struct prm_ctrl_seg *p)
{
	return prm_be32_to_cpu(p->dw_04) >> 8;
}

static inline void prm_ctrl_seg_set_ds(struct prm_ctrl_seg *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 6);
	p->dw_04 = prm_be32_replace(p->dw_04, 0x3fu, v);
}

static inline uint32_t prm_ctrl_seg_get_ds(const struct prm_ctrl_seg *p)
{
	return prm_be32_to_cpu(p->dw_04) & 0x3f;
}

static inline void prm_ctrl_seg_set_signature(struct prm_ctrl_seg *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->dw_08 = prm_be32_replace(p->dw_08, 0xff000000u, (uint32_t)v << 24);
}

static inline uint32_t prm_ctrl_seg_get_signature(const struct prm_ctrl_seg *p)
{
	return prm_be32_to_cpu(p->dw_08) >> 24;
}

static inline void prm_ctrl_seg_set_dci_stream_channel_id(struct prm_ctrl_seg *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->dw_08 = prm_be32_replace(p->dw_08, 0xffff00u, (uint32_t)v << 8);
}

static inline uint32_t prm_ctrl_seg_get_dci_stream_channel_id(const struct prm_ctrl_seg *p)
{
	return (prm_be32_to_cpu(p->dw_08) >> 8) & 0xffff;
}

static inline void prm_ctrl_seg_set_fm(struct prm_ctrl_seg *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 3);
	p->dw_08 = prm_be32_replace(p->dw_08, 0xe0u, (uint32_t)v << 5);
}

static inline uint32_t prm_ctrl_seg_get_fm(const struct prm_ctrl_seg *p)
{
	return (prm_be32_to_cpu(p->dw_08) >> 5) & 0x7;
}

static inline void prm_ctrl_seg_set_ce(struct prm_ctrl_seg *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 2);
	p->dw_08 = prm_be32_replace(p->dw_08, 0xcu, (uint32_t)v << 2);
}

static inline uint32_t prm_ctrl_seg_get_ce(const struct prm_ctrl_seg *p)
{
	return (prm_be32_to_cpu(p->dw_08) >> 2) & 0x3;
}

static inline void prm_ctrl_seg_set_se(struct prm_ctrl_seg *p, bool v)
{
	p->dw_08 = prm_be32_replace(p->dw_08, 0x2u, (uint32_t)v << 1);
}

static inline bool prm_ctrl_seg_get_se(const struct prm_ctrl_seg *p)
{
	return (bool)((prm_be32_to_cpu(p->dw_08) >> 1) & 0x1);
}

static inline void prm_ctrl_seg_set_immediate(struct prm_ctrl_seg *p, uint32_t v)
{
	p->immediate = prm_cpu_to_be32(v);
}

static inline uint32_t prm_ctrl_seg_get_immediate(const struct prm_ctrl_seg *p)
{
	return prm_be32_to_cpu(p->immediate);
}

static inline void prm_ctrl_seg_set_invalidate_key(struct prm_ctrl_seg *p, uint32_t v)
{
	p->invalidate_key = prm_cpu_to_be32(v);
}

static inline uint32_t prm_ctrl_seg_get_invalidate_key(const struct prm_ctrl_seg *p)
{
	return prm_be32_to_cpu(p->invalidate_key);
}

static inline void prm_ctrl_seg_set_umr_mkey(struct prm_ctrl_seg *p, uint32_t v)
{
	p->umr_mkey = prm_cpu_to_be32(v);
}

static inline uint32_t prm_ctrl_seg_get_umr_mkey(const struct prm_ctrl_seg *p)
{
	return prm_be32_to_cpu(p->umr_mkey);
}

static inline void prm_ctrl_seg_set_dump_tisn(struct prm_ctrl_seg *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dump.dw_0c = prm_be32_replace(p->dump.dw_0c, 0xffffff00u, (uint32_t)v << 8);
}

static inline uint32_t prm_ctrl_seg_get_dump_tisn(const struct prm_ctrl_seg *p)
{
	return prm_be32_to_cpu(p->dump.dw_0c) >> 8;
}

static inline void prm_ctrl_seg_set_general_id(struct prm_ctrl_seg *p, uint32_t v)
{
	p->general_id = prm_cpu_to_be32(v);
}

static inline uint32_t prm_ctrl_seg_get_general_id(const struct prm_ctrl_seg *p)
{
	return prm_be32_to_cpu(p->general_id);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_ctrl_seg_fields {
	uint8_t opmod;
	uint16_t wqe_index;
	uint8_t opcode;			/* enum prm_wqe_opcode */
	uint32_t qpn;			/* 24 bits */
	uint8_t ds;			/* 6 bits, octowords */
	uint8_t signature;
	uint16_t dci_stream_channel_id;
	uint8_t fm;			/* 3 bits, enum prm_fence_mode */
	uint8_t ce;			/* 2 bits, enum prm_completion_mode */
	bool se;
	__extension__ union {	/* decided by opcode */
		uint32_t immediate;
		uint32_t invalidate_key;
		uint32_t umr_mkey;
		struct {
			uint32_t tisn;	/* 24 bits */
		} dump;
		uint32_t general_id;
		uint32_t imm;		/* any other */
	};
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_ctrl_seg_fields_init(struct prm_ctrl_seg_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_ctrl_seg_pack(struct prm_ctrl_seg *p,
		const struct prm_ctrl_seg_fields *v)
{
	prm_store32(p, 0x00, (uint32_t)v->opmod << 24 | (uint32_t)v->wqe_index << 8 |
			(uint32_t)v->opcode);
	PRM_CHECK_WIDTH(v->qpn, 24);
	PRM_CHECK_WIDTH(v->ds, 6);
	prm_store32(p, 0x04, v->qpn << 8 | ((uint32_t)v->ds & 0x3f));
	PRM_CHECK_WIDTH(v->fm, 3);
	PRM_CHECK_WIDTH(v->ce, 2);
	prm_store32(p, 0x08, (uint32_t)v->signature << 24 |
			(uint32_t)v->dci_stream_channel_id << 8 | ((uint32_t)v->fm & 0x7) << 5 |
			((uint32_t)v->ce & 0x3) << 2 | (uint32_t)v->se << 1);
	switch (v->opcode) {
	case 0xb:
	case 0x9:
		prm_store32(p, 0x0c, v->immediate);
		break;
	case 0x1:
	case 0x1b:
		prm_store32(p, 0x0c, v->invalidate_key);
		break;
	case 0x25:
		prm_store32(p, 0x0c, v->umr_mkey);
		break;
	case 0x23:
		PRM_CHECK_WIDTH(v->dump.tisn, 24);
		prm_store32(p, 0x0c, v->dump.tisn << 8);
		break;
	default:
		prm_store32(p, 0x0c, v->general_id);
		break;
	}
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_ctrl_seg_check(const struct prm_ctrl_seg *p, struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_enum(r, "opcode", 24, 8, prm_ctrl_seg_get_opcode(p),
		prm_wqe_opcode_str(prm_ctrl_seg_get_opcode(p)));
	n += prm_check_reserved(r, p, 56, 2);	/* 0x04 [7:6] */
	n += prm_check_enum(r, "fm", 88, 3, prm_ctrl_seg_get_fm(p),
		prm_fence_mode_str(prm_ctrl_seg_get_fm(p)));
	n += prm_check_reserved(r, p, 91, 1);	/* 0x08 [4] */
	n += prm_check_enum(r, "ce", 92, 2, prm_ctrl_seg_get_ce(p),
		prm_completion_mode_str(prm_ctrl_seg_get_ce(p)));
	n += prm_check_reserved(r, p, 95, 1);	/* 0x08 [0] */
	switch (prm_ctrl_seg_get_opcode(p)) {
	case 0xb:
	case 0x9:
		break;
	case 0x1:
	case 0x1b:
		break;
	case 0x25:
		break;
	case 0x23:
		n += prm_check_reserved(r, p, 120, 8);	/* 0x0c [7:0] */
		break;
	default:
		break;
	}
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_ctrl_seg_unpack(struct prm_ctrl_seg_fields *v,
		const struct prm_ctrl_seg *p, struct prm_report *r)
{
	uint32_t word;

	v->opmod = prm_load8(p, 0x00);
	v->wqe_index = (uint16_t)((prm_load32(p, 0x00) >> 8) & 0xffff);
	v->opcode = prm_load8(p, 0x03);
	v->qpn = prm_load32(p, 0x04) >> 8;
	v->ds = (uint8_t)(prm_load8(p, 0x07) & 0x3f);
	v->signature = prm_load8(p, 0x08);
	v->dci_stream_channel_id = (uint16_t)((prm_load32(p, 0x08) >> 8) & 0xffff);
	word = prm_load8(p, 0x0b);
	v->fm = (uint8_t)(word >> 5);
	v->ce = (uint8_t)((word >> 2) & 0x3);
	v->se = (word >> 1) & 0x1;
	switch (v->opcode) {
	case 0xb:
	case 0x9:
		v->immediate = prm_load32(p, 0x0c);
		break;
	case 0x1:
	case 0x1b:
		v->invalidate_key = prm_load32(p, 0x0c);
		break;
	case 0x25:
		v->umr_mkey = prm_load32(p, 0x0c);
		break;
	case 0x23:
		v->dump.tisn = prm_load32(p, 0x0c) >> 8;
		break;
	default:
		v->general_id = prm_load32(p, 0x0c);
		break;
	}
	return r ? prm_ctrl_seg_check(p, r) : 0;
}

#endif /* PRM_CTRL_H */
