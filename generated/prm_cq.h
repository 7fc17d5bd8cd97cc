/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * The CQ context and the commands for CQs.
 * Made by prmc 1 from spec/cmd/cq.yaml, spec digest ec64dc76ac4a. Do not edit: `ninja regen`.
 */
#ifndef PRM_CQ_H
#define PRM_CQ_H

#include "prm_base.h"
#include "prm_cmd.h"
#include "prm_qpc.h"

/**
 * enum prm_cq_status - Status of a CQ
 *
 * Sources: linux include/linux/mlx5/mlx5_ifc.h MLX5_CQC_STATUS_*.
 */
enum prm_cq_status {
	PRM_CQ_STATUS_OK            = 0x00,
	PRM_CQ_STATUS_CQ_OVERFLOW   = 0x09, /* There was no room for a CQE. */
	PRM_CQ_STATUS_CQ_WRITE_FAIL = 0x0a, /* The device could not write a CQE to memory. */
};

/* The name of a value of enum prm_cq_status, or NULL. */
static inline const char *prm_cq_status_str(uint64_t value)
{
	switch (value) {
	case PRM_CQ_STATUS_OK:
		return "OK";
	case PRM_CQ_STATUS_CQ_OVERFLOW:
		return "CQ_OVERFLOW";
	case PRM_CQ_STATUS_CQ_WRITE_FAIL:
		return "CQ_WRITE_FAIL";
	default:
		return NULL;
	}
}

/**
 * enum prm_cqe_size - Size of a CQE
 *
 * Sources: linux include/linux/mlx5/mlx5_ifc.h MLX5_CQC_CQE_SZ_*; linux include/linux/mlx5/cq.h
 * CQE_STRIDE_*.
 */
enum prm_cqe_size {
	PRM_CQE_SIZE_64_BYTES  = 0x00,
	PRM_CQE_SIZE_128_BYTES = 0x01,	/* 64 bytes of received data, then the cqe64. */
	/*
	 * 64 bytes as with 64_BYTES, in a slot of 128. Note: CQE_STRIDE_128_PAD in cq.h, missing in
	 * mlx5_ifc.h.
	 */
	PRM_CQE_SIZE_128_PAD   = 0x02,
};

/* The name of a value of enum prm_cqe_size, or NULL. */
static inline const char *prm_cqe_size_str(uint64_t value)
{
	switch (value) {
	case PRM_CQE_SIZE_64_BYTES:
		return "64_BYTES";
	case PRM_CQE_SIZE_128_BYTES:
		return "128_BYTES";
	case PRM_CQE_SIZE_128_PAD:
		return "128_PAD";
	default:
		return NULL;
	}
}

/**
 * enum prm_cq_arm_state - What the CQ will send an event for
 *
 * Other values are legal too.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h MLX5_CQC_ST_*.
 */
enum prm_cq_arm_state {
	/* As in a command. Note: No name in the sources. */
	PRM_CQ_ARM_STATE_NONE                                 = 0x00,
	/* For the next solicited completion. */
	PRM_CQ_ARM_STATE_SOLICITED_NOTIFICATION_REQUEST_ARMED = 0x06,
	PRM_CQ_ARM_STATE_NOTIFICATION_REQUEST_ARMED           = 0x09, /* For the next completion. */
	/* For nothing; the event has been sent. */
	PRM_CQ_ARM_STATE_FIRED                                = 0x0a,
};

/* The name of a value of enum prm_cq_arm_state, or NULL. */
static inline const char *prm_cq_arm_state_str(uint64_t value)
{
	switch (value) {
	case PRM_CQ_ARM_STATE_NONE:
		return "NONE";
	case PRM_CQ_ARM_STATE_SOLICITED_NOTIFICATION_REQUEST_ARMED:
		return "SOLICITED_NOTIFICATION_REQUEST_ARMED";
	case PRM_CQ_ARM_STATE_NOTIFICATION_REQUEST_ARMED:
		return "NOTIFICATION_REQUEST_ARMED";
	case PRM_CQ_ARM_STATE_FIRED:
		return "FIRED";
	default:
		return NULL;
	}
}

/**
 * enum prm_cq_period_mode - When the time of event moderation starts
 *
 * Other values are legal too.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h MLX5_CQ_PERIOD_MODE_*.
 */
enum prm_cq_period_mode {
	PRM_CQ_PERIOD_MODE_START_FROM_EQE = 0x00, /* With the event before. */
	PRM_CQ_PERIOD_MODE_START_FROM_CQE = 0x01, /* With the first CQE after the event before. */
};

/* The name of a value of enum prm_cq_period_mode, or NULL. */
static inline const char *prm_cq_period_mode_str(uint64_t value)
{
	switch (value) {
	case PRM_CQ_PERIOD_MODE_START_FROM_EQE:
		return "START_FROM_EQE";
	case PRM_CQ_PERIOD_MODE_START_FROM_CQE:
		return "START_FROM_CQE";
	default:
		return NULL;
	}
}

/**
 * enum prm_mini_cqe_res_format - What a compressed CQE of a responder keeps. The values go on in
 * mini_cqe_res_format_ext
 *
 * Note: DPDK goes on with L34H_STRIDX 4, that is 0 here and 1 in mini_cqe_res_format_ext.
 * Sources: DPDK drivers/common/mlx5/mlx5_prm.h MLX5_CQE_RESP_FORMAT_*; rdma-core
 * providers/mlx5/mlx5dv.h enum mlx5dv_cqe_comp_res_format.
 */
enum prm_mini_cqe_res_format {
	PRM_MINI_CQE_RES_FORMAT_HASH        = 0x00, /* The RSS hash. */
	PRM_MINI_CQE_RES_FORMAT_CSUM        = 0x01, /* The checksum. */
	PRM_MINI_CQE_RES_FORMAT_FTAG_STRIDX = 0x02, /* The flow tag and the number of the stride. */
	PRM_MINI_CQE_RES_FORMAT_CSUM_STRIDX = 0x03, /* The checksum and the number of the stride. */
};

/* The name of a value of enum prm_mini_cqe_res_format, or NULL. */
static inline const char *prm_mini_cqe_res_format_str(uint64_t value)
{
	switch (value) {
	case PRM_MINI_CQE_RES_FORMAT_HASH:
		return "HASH";
	case PRM_MINI_CQE_RES_FORMAT_CSUM:
		return "CSUM";
	case PRM_MINI_CQE_RES_FORMAT_FTAG_STRIDX:
		return "FTAG_STRIDX";
	case PRM_MINI_CQE_RES_FORMAT_CSUM_STRIDX:
		return "CSUM_STRIDX";
	default:
		return NULL;
	}
}

/**
 * enum prm_cqe_compression_layout - How compressed CQEs stand in the CQ
 *
 * Other values are legal too.
 * Sources: linux include/linux/mlx5/device.h MLX5_CQE_COMPRESS_LAYOUT_*.
 */
enum prm_cqe_compression_layout {
	PRM_CQE_COMPRESSION_LAYOUT_BASIC    = 0x00,
	PRM_CQE_COMPRESSION_LAYOUT_ENHANCED = 0x01,
};

/* The name of a value of enum prm_cqe_compression_layout, or NULL. */
static inline const char *prm_cqe_compression_layout_str(uint64_t value)
{
	switch (value) {
	case PRM_CQE_COMPRESSION_LAYOUT_BASIC:
		return "BASIC";
	case PRM_CQE_COMPRESSION_LAYOUT_ENHANCED:
		return "ENHANCED";
	default:
		return NULL;
	}
}

/**
 * enum prm_modify_cq_op_mod - What MODIFY_CQ does, its op_mod
 *
 * Sources: linux include/linux/mlx5/mlx5_ifc.h MLX5_MODIFY_CQ_IN_OP_MOD_*.
 */
enum prm_modify_cq_op_mod {
	PRM_MODIFY_CQ_OP_MOD_MODIFY_CQ = 0x00, /* Changes the fields in modify_field_select. */
	PRM_MODIFY_CQ_OP_MOD_RESIZE_CQ = 0x01, /* Gives the CQ another buffer. */
};

/* The name of a value of enum prm_modify_cq_op_mod, or NULL. */
static inline const char *prm_modify_cq_op_mod_str(uint64_t value)
{
	switch (value) {
	case PRM_MODIFY_CQ_OP_MOD_MODIFY_CQ:
		return "MODIFY_CQ";
	case PRM_MODIFY_CQ_OP_MOD_RESIZE_CQ:
		return "RESIZE_CQ";
	default:
		return NULL;
	}
}

/**
 * flags PRM_CQ_MODIFY_FIELD_* - Fields of the CQ context that MODIFY_CQ changes
 *
 * Note: Linux has no name for bit 3.
 * Sources: linux include/linux/mlx5/cq.h MLX5_CQ_MODIFY_*.
 */
#define PRM_CQ_MODIFY_FIELD_PERIOD      (UINT32_C(1) << 0) /* cq_period. */
#define PRM_CQ_MODIFY_FIELD_COUNT       (UINT32_C(1) << 1) /* cq_max_count. */
#define PRM_CQ_MODIFY_FIELD_OVERRUN     (UINT32_C(1) << 2) /* oi. */
#define PRM_CQ_MODIFY_FIELD_PERIOD_MODE (UINT32_C(1) << 4) /* cq_period_mode. */
#define PRM_CQ_MODIFY_FIELD_ALL UINT32_C(0x17)

/* The name of bit @bit of PRM_CQ_MODIFY_FIELD_*, 0 the lowest one, or NULL. */
static inline const char *prm_cq_modify_field_flag_str(unsigned int bit)
{
	switch (bit) {
	case 0:
		return "PERIOD";
	case 1:
		return "COUNT";
	case 2:
		return "OVERRUN";
	case 4:
		return "PERIOD_MODE";
	default:
		return NULL;
	}
}

/**
 * flags PRM_CQ_RESIZE_FIELD_* - Fields of the CQ context that MODIFY_CQ changes when it resizes
 *
 * Sources: linux include/linux/mlx5/cq.h MLX5_MODIFY_CQ_MASK_*.
 */
#define PRM_CQ_RESIZE_FIELD_LOG_SIZE  (UINT32_C(1) << 0) /* log_cq_size. */
#define PRM_CQ_RESIZE_FIELD_PG_OFFSET (UINT32_C(1) << 1) /* page_offset. */
#define PRM_CQ_RESIZE_FIELD_PG_SIZE   (UINT32_C(1) << 2) /* log_page_size. */
#define PRM_CQ_RESIZE_FIELD_ALL UINT32_C(0x7)

/* The name of bit @bit of PRM_CQ_RESIZE_FIELD_*, 0 the lowest one, or NULL. */
static inline const char *prm_cq_resize_field_flag_str(unsigned int bit)
{
	switch (bit) {
	case 0:
		return "LOG_SIZE";
	case 1:
		return "PG_OFFSET";
	case 2:
		return "PG_SIZE";
	default:
		return NULL;
	}
}

/**
 * struct prm_cqc - CQ context
 *
 * 64 bytes, written by driver and device.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_cqc_bits; DPDK
 * drivers/common/mlx5/mlx5_prm.h struct mlx5_ifc_cqc_bits.
 */
struct prm_cqc {
	/*
	 * 0x00 [31:28] status: (enum prm_cq_status; written by the device)
	 *      [27]    as_notify: Note: In DPDK, reserved in Linux.
	 *      [26]    initiator_src_dct: Note: In DPDK, reserved in Linux. (needs
	 *                cmd_hca_cap.initiator_src_dct)
	 *      [25]    dbr_umem_valid: The doorbell record stands in the umem dbr_umem_id.
	 *      [24]    apu_cq: apu_element holds, not c_eqn. Sources disagree: ext_element in
	 *                DPDK, with ext_element_type beside it. Both say that 0x14 is not an EQ;
	 *                the name is taken from Linux.
	 *      [23:21] cqe_sz: (enum prm_cqe_size)
	 *      [20]    cc: Collapsed. Each CQE is written into the first slot.
	 *      [18]    scqe_break_moderation_en: A solicited CQE sends its event at once.
	 *      [17]    oi: Overrun is ignored. The CQ does not fail when it is full.
	 *      [16:15] cq_period_mode: (enum prm_cq_period_mode)
	 *      [14]    cqe_comp_en: CQEs may be compressed. (needs cmd_hca_cap.cqe_compression)
	 *      [13:12] mini_cqe_res_format: (enum prm_mini_cqe_res_format)
	 *      [11:8]  st: (enum prm_cq_arm_state; written by the device)
	 *      [7]     always_armed_cq: Each completion sends an event. Note: In DPDK, reserved
	 *                in Linux.
	 *      [6:4]   ext_element_type: Note: In DPDK, reserved in Linux.
	 *      [1:0]   cqe_compression_layout: Note: cqe_comp_layout in DPDK. (enum
	 *                prm_cqe_compression_layout; needs cmd_hca_cap.enhanced_cqe_compression)
	 */
	prm_be32 dw_00;
	/* 0x04 [31:0]: Note: In DPDK, reserved in Linux, which has dbr_umem_valid too. */
	prm_be32 dbr_umem_id;
	uint8_t reserved_08[2];
	/*
	 * 0x08 [11:6] page_offset: Where the CQ starts in its first page. (in 1/64 of a page)
	 *      [3:2]  mini_cqe_res_format_ext: Upper bits of mini_cqe_res_format. Note: In DPDK,
	 *               reserved in Linux.
	 *      [1:0]  cq_timestamp_format: Note: In DPDK, reserved in Linux. (enum
	 *               prm_timestamp_format)
	 */
	prm_be16 w_0a;
	/*
	 * 0x0c [28:24] log_cq_size: (log2: 2^value; in CQEs)
	 *      [23:0]  uar_page: Number of the UAR page that the CQ is armed through.
	 */
	prm_be32 dw_0c;
	/*
	 * 0x10 [27:16] cq_period: An event is sent at the latest after this time; 0 for at once.
	 * (in microseconds)
	 */
	prm_be16 w_10;
	/*
	 * 0x10 [15:0]: An event is sent at the latest after as many CQEs; 0 for no moderation by
	 * number. (in CQEs)
	 */
	prm_be16 cq_max_count;
	/*
	 * 0x14 [31:0] c_eqn_or_apu_element: decided by apu_cq. Sources disagree: 32 bits in Linux
	 * 6.1 and later. DPDK has c_eqn in the lowest 8 bits and the others reserved. The wider one
	 * holds every number of the other.
	 */
	__extension__ union {
		prm_be32 c_eqn;		/* 0x14 [31:0]: EQ that the events of the CQ go to. */
		prm_be32 apu_element;	/* 0x14 [31:0]: Note: In Linux, reserved in DPDK. */
	};
	/*
	 * 0x18 [28:24] log_page_size: Size of the pages in pas, or of those that the umem is taken
	 * to have. (log2: 2^value; in 4096 bytes)
	 */
	uint8_t b_18;
	uint8_t reserved_19[7];
	/*
	 * 0x20 [23:0] last_notified_index: Consumer counter of the last event. (written by the
	 * device)
	 */
	prm_be32 dw_20;
	/*
	 * 0x24 [23:0] last_solicit_index: Counter of the last solicited CQE. (written by the
	 * device)
	 */
	prm_be32 dw_24;
	/*
	 * 0x28 [23:0] consumer_counter: CQEs that software has taken, as the doorbell record says.
	 * (written by the device)
	 */
	prm_be32 dw_28;
	/*
	 * 0x2c [23:0] producer_counter: CQEs that the device has written. (written by the device)
	 */
	prm_be32 dw_2c;
	/*
	 * 0x30 [31:20] local_partition_id: Note: In DPDK, reserved in Linux.
	 *      [19:0]  process_id: Note: In DPDK, reserved in Linux.
	 */
	prm_be32 dw_30;
	uint8_t reserved_34[4];
	/*
	 * 0x38 [63:0]: Address of the doorbell record; with dbr_umem_valid, the offset in that
	 * umem.
	 */
	prm_be64 dbr_addr;
} __attribute__((packed, aligned(4)));

#define PRM_CQC_SIZE 64

PRM_ASSERT_SIZE(prm_cqc, 64);
PRM_ASSERT_OFFSET(prm_cqc, dw_00, 0x00);
PRM_ASSERT_OFFSET(prm_cqc, dbr_umem_id, 0x04);
PRM_ASSERT_OFFSET(prm_cqc, reserved_08, 0x08);
PRM_ASSERT_OFFSET(prm_cqc, w_0a, 0x0a);
PRM_ASSERT_OFFSET(prm_cqc, dw_0c, 0x0c);
PRM_ASSERT_OFFSET(prm_cqc, w_10, 0x10);
PRM_ASSERT_OFFSET(prm_cqc, cq_max_count, 0x12);
PRM_ASSERT_OFFSET(prm_cqc, c_eqn, 0x14);
PRM_ASSERT_OFFSET(prm_cqc, apu_element, 0x14);
PRM_ASSERT_OFFSET(prm_cqc, b_18, 0x18);
PRM_ASSERT_OFFSET(prm_cqc, reserved_19, 0x19);
PRM_ASSERT_OFFSET(prm_cqc, dw_20, 0x20);
PRM_ASSERT_OFFSET(prm_cqc, dw_24, 0x24);
PRM_ASSERT_OFFSET(prm_cqc, dw_28, 0x28);
PRM_ASSERT_OFFSET(prm_cqc, dw_2c, 0x2c);
PRM_ASSERT_OFFSET(prm_cqc, dw_30, 0x30);
PRM_ASSERT_OFFSET(prm_cqc, reserved_34, 0x34);
PRM_ASSERT_OFFSET(prm_cqc, dbr_addr, 0x38);

static inline void prm_cqc_set_status(struct prm_cqc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->dw_00 = prm_be32_replace(p->dw_00, 0xf0000000u, (uint32_t)v << 28);
}

static inline uint32_t prm_cqc_get_status(const struct prm_cqc *p)
{
	return prm_be32_to_cpu(p->dw_00) >> 28;
}

static inline void prm_cqc_set_as_notify(struct prm_cqc *p, bool v)
{
	p->dw_00 = prm_be32_replace(p->dw_00, 0x8000000u, (uint32_t)v << 27);
}

static inline bool prm_cqc_get_as_notify(const struct prm_cqc *p)
{
	return (bool)((prm_be32_to_cpu(p->dw_00) >> 27) & 0x1);
}

static inline void prm_cqc_set_initiator_src_dct(struct prm_cqc *p, bool v)
{
	p->dw_00 = prm_be32_replace(p->dw_00, 0x4000000u, (uint32_t)v << 26);
}

static inline bool prm_cqc_get_initiator_src_dct(const struct prm_cqc *p)
{
	return (bool)((prm_be32_to_cpu(p->dw_00) >> 26) & 0x1);
}

static inline void prm_cqc_set_dbr_umem_valid(struct prm_cqc *p, bool v)
{
	p->dw_00 = prm_be32_replace(p->dw_00, 0x2000000u, (uint32_t)v << 25);
}

static inline bool prm_cqc_get_dbr_umem_valid(const struct prm_cqc *p)
{
	return (bool)((prm_be32_to_cpu(p->dw_00) >> 25) & 0x1);
}

static inline void prm_cqc_set_apu_cq(struct prm_cqc *p, bool v)
{
	p->dw_00 = prm_be32_replace(p->dw_00, 0x1000000u, (uint32_t)v << 24);
}

static inline bool prm_cqc_get_apu_cq(const struct prm_cqc *p)
{
	return (bool)((prm_be32_to_cpu(p->dw_00) >> 24) & 0x1);
}

static inline void prm_cqc_set_cqe_sz(struct prm_cqc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 3);
	p->dw_00 = prm_be32_replace(p->dw_00, 0xe00000u, (uint32_t)v << 21);
}

static inline uint32_t prm_cqc_get_cqe_sz(const struct prm_cqc *p)
{
	return (prm_be32_to_cpu(p->dw_00) >> 21) & 0x7;
}

static inline void prm_cqc_set_cc(struct prm_cqc *p, bool v)
{
	p->dw_00 = prm_be32_replace(p->dw_00, 0x100000u, (uint32_t)v << 20);
}

static inline bool prm_cqc_get_cc(const struct prm_cqc *p)
{
	return (bool)((prm_be32_to_cpu(p->dw_00) >> 20) & 0x1);
}

static inline void prm_cqc_set_scqe_break_moderation_en(struct prm_cqc *p, bool v)
{
	p->dw_00 = prm_be32_replace(p->dw_00, 0x40000u, (uint32_t)v << 18);
}

static inline bool prm_cqc_get_scqe_break_moderation_en(const struct prm_cqc *p)
{
	return (bool)((prm_be32_to_cpu(p->dw_00) >> 18) & 0x1);
}

static inline void prm_cqc_set_oi(struct prm_cqc *p, bool v)
{
	p->dw_00 = prm_be32_replace(p->dw_00, 0x20000u, (uint32_t)v << 17);
}

static inline bool prm_cqc_get_oi(const struct prm_cqc *p)
{
	return (bool)((prm_be32_to_cpu(p->dw_00) >> 17) & 0x1);
}

static inline void prm_cqc_set_cq_period_mode(struct prm_cqc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 2);
	p->dw_00 = prm_be32_replace(p->dw_00, 0x18000u, (uint32_t)v << 15);
}

static inline uint32_t prm_cqc_get_cq_period_mode(const struct prm_cqc *p)
{
	return (prm_be32_to_cpu(p->dw_00) >> 15) & 0x3;
}

static inline void prm_cqc_set_cqe_comp_en(struct prm_cqc *p, bool v)
{
	p->dw_00 = prm_be32_replace(p->dw_00, 0x4000u, (uint32_t)v << 14);
}

static inline bool prm_cqc_get_cqe_comp_en(const struct prm_cqc *p)
{
	return (bool)((prm_be32_to_cpu(p->dw_00) >> 14) & 0x1);
}

static inline void prm_cqc_set_mini_cqe_res_format(struct prm_cqc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 2);
	p->dw_00 = prm_be32_replace(p->dw_00, 0x3000u, (uint32_t)v << 12);
}

static inline uint32_t prm_cqc_get_mini_cqe_res_format(const struct prm_cqc *p)
{
	return (prm_be32_to_cpu(p->dw_00) >> 12) & 0x3;
}

static inline void prm_cqc_set_st(struct prm_cqc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->dw_00 = prm_be32_replace(p->dw_00, 0xf00u, (uint32_t)v << 8);
}

static inline uint32_t prm_cqc_get_st(const struct prm_cqc *p)
{
	return (prm_be32_to_cpu(p->dw_00) >> 8) & 0xf;
}

static inline void prm_cqc_set_always_armed_cq(struct prm_cqc *p, bool v)
{
	p->dw_00 = prm_be32_replace(p->dw_00, 0x80u, (uint32_t)v << 7);
}

static inline bool prm_cqc_get_always_armed_cq(const struct prm_cqc *p)
{
	return (bool)((prm_be32_to_cpu(p->dw_00) >> 7) & 0x1);
}

static inline void prm_cqc_set_ext_element_type(struct prm_cqc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 3);
	p->dw_00 = prm_be32_replace(p->dw_00, 0x70u, (uint32_t)v << 4);
}

static inline uint32_t prm_cqc_get_ext_element_type(const struct prm_cqc *p)
{
	return (prm_be32_to_cpu(p->dw_00) >> 4) & 0x7;
}

static inline void prm_cqc_set_cqe_compression_layout(struct prm_cqc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 2);
	p->dw_00 = prm_be32_replace(p->dw_00, 0x3u, v);
}

static inline uint32_t prm_cqc_get_cqe_compression_layout(const struct prm_cqc *p)
{
	return prm_be32_to_cpu(p->dw_00) & 0x3;
}

static inline void prm_cqc_set_dbr_umem_id(struct prm_cqc *p, uint32_t v)
{
	p->dbr_umem_id = prm_cpu_to_be32(v);
}

static inline uint32_t prm_cqc_get_dbr_umem_id(const struct prm_cqc *p)
{
	return prm_be32_to_cpu(p->dbr_umem_id);
}

static inline void prm_cqc_set_page_offset(struct prm_cqc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 6);
	p->w_0a = prm_be16_replace(p->w_0a, 0xfc0, (uint16_t)((uint32_t)v << 6));
}

static inline uint32_t prm_cqc_get_page_offset(const struct prm_cqc *p)
{
	return (prm_be16_to_cpu(p->w_0a) >> 6) & 0x3f;
}

static inline void prm_cqc_set_mini_cqe_res_format_ext(struct prm_cqc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 2);
	p->w_0a = prm_be16_replace(p->w_0a, 0xc, (uint16_t)((uint32_t)v << 2));
}

static inline uint32_t prm_cqc_get_mini_cqe_res_format_ext(const struct prm_cqc *p)
{
	return (prm_be16_to_cpu(p->w_0a) >> 2) & 0x3;
}

static inline void prm_cqc_set_cq_timestamp_format(struct prm_cqc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 2);
	p->w_0a = prm_be16_replace(p->w_0a, 0x3, (uint16_t)v);
}

static inline uint32_t prm_cqc_get_cq_timestamp_format(const struct prm_cqc *p)
{
	return prm_be16_to_cpu(p->w_0a) & 0x3;
}

static inline void prm_cqc_set_log_cq_size(struct prm_cqc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->dw_0c = prm_be32_replace(p->dw_0c, 0x1f000000u, (uint32_t)v << 24);
}

static inline uint32_t prm_cqc_get_log_cq_size(const struct prm_cqc *p)
{
	return (prm_be32_to_cpu(p->dw_0c) >> 24) & 0x1f;
}

static inline void prm_cqc_set_uar_page(struct prm_cqc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_0c = prm_be32_replace(p->dw_0c, 0xffffffu, v);
}

static inline uint32_t prm_cqc_get_uar_page(const struct prm_cqc *p)
{
	return prm_be32_to_cpu(p->dw_0c) & 0xffffff;
}

static inline void prm_cqc_set_cq_period(struct prm_cqc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 12);
	p->w_10 = prm_be16_replace(p->w_10, 0xfff, (uint16_t)v);
}

static inline uint32_t prm_cqc_get_cq_period(const struct prm_cqc *p)
{
	return prm_be16_to_cpu(p->w_10) & 0xfff;
}

static inline void prm_cqc_set_cq_max_count(struct prm_cqc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->cq_max_count = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_cqc_get_cq_max_count(const struct prm_cqc *p)
{
	return prm_be16_to_cpu(p->cq_max_count);
}

static inline void prm_cqc_set_c_eqn(struct prm_cqc *p, uint32_t v)
{
	p->c_eqn = prm_cpu_to_be32(v);
}

static inline uint32_t prm_cqc_get_c_eqn(const struct prm_cqc *p)
{
	return prm_be32_to_cpu(p->c_eqn);
}

static inline void prm_cqc_set_apu_element(struct prm_cqc *p, uint32_t v)
{
	p->apu_element = prm_cpu_to_be32(v);
}

static inline uint32_t prm_cqc_get_apu_element(const struct prm_cqc *p)
{
	return prm_be32_to_cpu(p->apu_element);
}

static inline void prm_cqc_set_log_page_size(struct prm_cqc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_18 = prm_u8_replace(p->b_18, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cqc_get_log_page_size(const struct prm_cqc *p)
{
	return p->b_18 & 0x1f;
}

static inline void prm_cqc_set_last_notified_index(struct prm_cqc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_20 = prm_be32_replace(p->dw_20, 0xffffffu, v);
}

static inline uint32_t prm_cqc_get_last_notified_index(const struct prm_cqc *p)
{
	return prm_be32_to_cpu(p->dw_20) & 0xffffff;
}

static inline void prm_cqc_set_last_solicit_index(struct prm_cqc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_24 = prm_be32_replace(p->dw_24, 0xffffffu, v);
}

static inline uint32_t prm_cqc_get_last_solicit_index(const struct prm_cqc *p)
{
	return prm_be32_to_cpu(p->dw_24) & 0xffffff;
}

static inline void prm_cqc_set_consumer_counter(struct prm_cqc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_28 = prm_be32_replace(p->dw_28, 0xffffffu, v);
}

static inline uint32_t prm_cqc_get_consumer_counter(const struct prm_cqc *p)
{
	return prm_be32_to_cpu(p->dw_28) & 0xffffff;
}

static inline void prm_cqc_set_producer_counter(struct prm_cqc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_2c = prm_be32_replace(p->dw_2c, 0xffffffu, v);
}

static inline uint32_t prm_cqc_get_producer_counter(const struct prm_cqc *p)
{
	return prm_be32_to_cpu(p->dw_2c) & 0xffffff;
}

static inline void prm_cqc_set_local_partition_id(struct prm_cqc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 12);
	p->dw_30 = prm_be32_replace(p->dw_30, 0xfff00000u, (uint32_t)v << 20);
}

static inline uint32_t prm_cqc_get_local_partition_id(const struct prm_cqc *p)
{
	return prm_be32_to_cpu(p->dw_30) >> 20;
}

static inline void prm_cqc_set_process_id(struct prm_cqc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 20);
	p->dw_30 = prm_be32_replace(p->dw_30, 0xfffffu, v);
}

static inline uint32_t prm_cqc_get_process_id(const struct prm_cqc *p)
{
	return prm_be32_to_cpu(p->dw_30) & 0xfffff;
}

static inline void prm_cqc_set_dbr_addr(struct prm_cqc *p, uint64_t v)
{
	p->dbr_addr = prm_cpu_to_be64(v);
}

static inline uint64_t prm_cqc_get_dbr_addr(const struct prm_cqc *p)
{
	return prm_be64_to_cpu(p->dbr_addr);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_cqc_fields {
	uint8_t status;			/* 4 bits, enum prm_cq_status */
	bool as_notify;
	bool initiator_src_dct;
	bool dbr_umem_valid;
	bool apu_cq;
	uint8_t cqe_sz;			/* 3 bits, enum prm_cqe_size */
	bool cc;
	bool scqe_break_moderation_en;
	bool oi;
	uint8_t cq_period_mode;		/* 2 bits, enum prm_cq_period_mode */
	bool cqe_comp_en;
	uint8_t mini_cqe_res_format;	/* 2 bits, enum prm_mini_cqe_res_format */
	uint8_t st;			/* 4 bits, enum prm_cq_arm_state */
	bool always_armed_cq;
	uint8_t ext_element_type;	/* 3 bits */
	uint8_t cqe_compression_layout;	/* 2 bits, enum prm_cqe_compression_layout */
	uint32_t dbr_umem_id;
	uint8_t page_offset;		/* 6 bits */
	uint8_t mini_cqe_res_format_ext; /* 2 bits */
	uint8_t cq_timestamp_format;	/* 2 bits, enum prm_timestamp_format */
	uint8_t log_cq_size;		/* 5 bits, log2 */
	uint32_t uar_page;		/* 24 bits */
	uint16_t cq_period;		/* 12 bits */
	uint16_t cq_max_count;
	__extension__ union {	/* decided by apu_cq */
		uint32_t c_eqn;
		uint32_t apu_element;
	};
	uint8_t log_page_size;		/* 5 bits, log2 */
	uint32_t last_notified_index;	/* 24 bits */
	uint32_t last_solicit_index;	/* 24 bits */
	uint32_t consumer_counter;	/* 24 bits */
	uint32_t producer_counter;	/* 24 bits */
	uint16_t local_partition_id;	/* 12 bits */
	uint32_t process_id;		/* 20 bits */
	uint64_t dbr_addr;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_cqc_fields_init(struct prm_cqc_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 64 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_cqc_pack(struct prm_cqc *p, const struct prm_cqc_fields *v)
{
	PRM_CHECK_WIDTH(v->status, 4);
	PRM_CHECK_WIDTH(v->cqe_sz, 3);
	PRM_CHECK_WIDTH(v->cq_period_mode, 2);
	PRM_CHECK_WIDTH(v->mini_cqe_res_format, 2);
	PRM_CHECK_WIDTH(v->st, 4);
	PRM_CHECK_WIDTH(v->ext_element_type, 3);
	PRM_CHECK_WIDTH(v->cqe_compression_layout, 2);
	prm_store32(p, 0x00, (uint32_t)v->status << 28 | (uint32_t)v->as_notify << 27 |
			(uint32_t)v->initiator_src_dct << 26 | (uint32_t)v->dbr_umem_valid << 25 |
			(uint32_t)v->apu_cq << 24 | ((uint32_t)v->cqe_sz & 0x7) << 21 |
			(uint32_t)v->cc << 20 | (uint32_t)v->scqe_break_moderation_en << 18 |
			(uint32_t)v->oi << 17 | ((uint32_t)v->cq_period_mode & 0x3) << 15 |
			(uint32_t)v->cqe_comp_en << 14 |
			((uint32_t)v->mini_cqe_res_format & 0x3) << 12 |
			((uint32_t)v->st & 0xf) << 8 | (uint32_t)v->always_armed_cq << 7 |
			((uint32_t)v->ext_element_type & 0x7) << 4 |
			((uint32_t)v->cqe_compression_layout & 0x3));
	prm_store32(p, 0x04, v->dbr_umem_id);
	PRM_CHECK_WIDTH(v->page_offset, 6);
	PRM_CHECK_WIDTH(v->mini_cqe_res_format_ext, 2);
	PRM_CHECK_WIDTH(v->cq_timestamp_format, 2);
	prm_store32(p, 0x08, ((uint32_t)v->page_offset & 0x3f) << 6 |
			((uint32_t)v->mini_cqe_res_format_ext & 0x3) << 2 |
			((uint32_t)v->cq_timestamp_format & 0x3));
	PRM_CHECK_WIDTH(v->log_cq_size, 5);
	PRM_CHECK_WIDTH(v->uar_page, 24);
	prm_store32(p, 0x0c, ((uint32_t)v->log_cq_size & 0x1f) << 24 | (v->uar_page & 0xffffff));
	PRM_CHECK_WIDTH(v->cq_period, 12);
	prm_store32(p, 0x10, ((uint32_t)v->cq_period & 0xfff) << 16 | (uint32_t)v->cq_max_count);
	prm_store32(p, 0x14, v->c_eqn);
	PRM_CHECK_WIDTH(v->log_page_size, 5);
	prm_store32(p, 0x18, ((uint32_t)v->log_page_size & 0x1f) << 24);
	prm_store32(p, 0x1c, 0);
	PRM_CHECK_WIDTH(v->last_notified_index, 24);
	prm_store32(p, 0x20, v->last_notified_index & 0xffffff);
	PRM_CHECK_WIDTH(v->last_solicit_index, 24);
	prm_store32(p, 0x24, v->last_solicit_index & 0xffffff);
	PRM_CHECK_WIDTH(v->consumer_counter, 24);
	prm_store32(p, 0x28, v->consumer_counter & 0xffffff);
	PRM_CHECK_WIDTH(v->producer_counter, 24);
	prm_store32(p, 0x2c, v->producer_counter & 0xffffff);
	PRM_CHECK_WIDTH(v->local_partition_id, 12);
	PRM_CHECK_WIDTH(v->process_id, 20);
	prm_store32(p, 0x30, (uint32_t)v->local_partition_id << 20 | (v->process_id & 0xfffff));
	prm_store32(p, 0x34, 0);
	prm_store64(p, 0x38, v->dbr_addr);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_cqc_check(const struct prm_cqc *p, struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_enum(r, "status", 0, 4, prm_cqc_get_status(p),
		prm_cq_status_str(prm_cqc_get_status(p)));
	n += prm_check_enum(r, "cqe_sz", 8, 3, prm_cqc_get_cqe_sz(p),
		prm_cqe_size_str(prm_cqc_get_cqe_sz(p)));
	n += prm_check_reserved(r, p, 12, 1);	/* 0x00 [19] */
	n += prm_check_enum(r, "mini_cqe_res_format", 18, 2, prm_cqc_get_mini_cqe_res_format(p),
		prm_mini_cqe_res_format_str(prm_cqc_get_mini_cqe_res_format(p)));
	n += prm_check_reserved(r, p, 28, 2);	/* 0x00 [3:2] */
	n += prm_check_reserved(r, p, 64, 20);	/* 0x08 [31:12] */
	n += prm_check_reserved(r, p, 90, 2);	/* 0x08 [5:4] */
	n += prm_check_enum(r, "cq_timestamp_format", 94, 2, prm_cqc_get_cq_timestamp_format(p),
		prm_timestamp_format_str(prm_cqc_get_cq_timestamp_format(p)));
	n += prm_check_reserved(r, p, 96, 3);	/* 0x0c [31:29] */
	n += prm_check_reserved(r, p, 128, 4);	/* 0x10 [31:28] */
	n += prm_check_reserved(r, p, 192, 3);	/* 0x18 [31:29] */
	n += prm_check_reserved(r, p, 200, 24);	/* 0x18 [23:0] */
	n += prm_check_reserved(r, p, 224, 32);	/* 0x1c [31:0] */
	n += prm_check_reserved(r, p, 256, 8);	/* 0x20 [31:24] */
	n += prm_check_reserved(r, p, 288, 8);	/* 0x24 [31:24] */
	n += prm_check_reserved(r, p, 320, 8);	/* 0x28 [31:24] */
	n += prm_check_reserved(r, p, 352, 8);	/* 0x2c [31:24] */
	n += prm_check_reserved(r, p, 416, 32);	/* 0x34 [31:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_cqc_unpack(struct prm_cqc_fields *v,
		const struct prm_cqc *p, struct prm_report *r)
{
	uint32_t word;

	word = prm_load8(p, 0x00);
	v->status = (uint8_t)(word >> 4);
	v->as_notify = (word >> 3) & 0x1;
	v->initiator_src_dct = (word >> 2) & 0x1;
	v->dbr_umem_valid = (word >> 1) & 0x1;
	v->apu_cq = word & 0x1;
	word = prm_load8(p, 0x01);
	v->cqe_sz = (uint8_t)(word >> 5);
	v->cc = (word >> 4) & 0x1;
	v->scqe_break_moderation_en = (word >> 2) & 0x1;
	v->oi = (word >> 1) & 0x1;
	v->cq_period_mode = (uint8_t)((prm_load32(p, 0x00) >> 15) & 0x3);
	word = prm_load8(p, 0x02);
	v->cqe_comp_en = (word >> 6) & 0x1;
	v->mini_cqe_res_format = (uint8_t)((word >> 4) & 0x3);
	v->st = (uint8_t)(word & 0xf);
	word = prm_load8(p, 0x03);
	v->always_armed_cq = word >> 7;
	v->ext_element_type = (uint8_t)((word >> 4) & 0x7);
	v->cqe_compression_layout = (uint8_t)(word & 0x3);
	v->dbr_umem_id = prm_load32(p, 0x04);
	v->page_offset = (uint8_t)((prm_load16(p, 0x0a) >> 6) & 0x3f);
	word = prm_load8(p, 0x0b);
	v->mini_cqe_res_format_ext = (uint8_t)((word >> 2) & 0x3);
	v->cq_timestamp_format = (uint8_t)(word & 0x3);
	v->log_cq_size = (uint8_t)(prm_load8(p, 0x0c) & 0x1f);
	v->uar_page = prm_load32(p, 0x0c) & 0xffffff;
	v->cq_period = (uint16_t)(prm_load16(p, 0x10) & 0xfff);
	v->cq_max_count = prm_load16(p, 0x12);
	v->c_eqn = prm_load32(p, 0x14);
	v->log_page_size = (uint8_t)(prm_load8(p, 0x18) & 0x1f);
	v->last_notified_index = prm_load32(p, 0x20) & 0xffffff;
	v->last_solicit_index = prm_load32(p, 0x24) & 0xffffff;
	v->consumer_counter = prm_load32(p, 0x28) & 0xffffff;
	v->producer_counter = prm_load32(p, 0x2c) & 0xffffff;
	v->local_partition_id = (uint16_t)(prm_load16(p, 0x30) >> 4);
	v->process_id = prm_load32(p, 0x30) & 0xfffff;
	v->dbr_addr = prm_load64(p, 0x38);
	return r ? prm_cqc_check(p, r) : 0;
}

/**
 * struct prm_create_cq_in - creates a CQ
 *
 * 272 bytes, written by the driver.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_create_cq_in_bits; DPDK
 * drivers/common/mlx5/mlx5_prm.h struct mlx5_ifc_create_cq_in_bits.
 */
struct prm_create_cq_in {
	prm_be16 opcode;		/* 0x00 [31:16]: (enum prm_cmd_opcode; always 0x400) */
	prm_be16 uid;			/* 0x00 [15:0] */
	uint8_t reserved_04[2];
	prm_be16 op_mod;		/* 0x04 [15:0] */
	uint8_t reserved_08[8];
	struct prm_cqc cq_context;	/* 0x10..0x4f */
	/* 0x50 [63:0]: Note: In DPDK, reserved in Linux, as cq_umem_id. (in bytes) */
	prm_be64 cq_umem_offset;
	prm_be32 cq_umem_id;		/* 0x58 [31:0]: Umem that the CQ stands in. */
	/* 0x5c [31] cq_umem_valid: The CQ stands in cq_umem_id, and pas is empty. */
	uint8_t b_5c;
	uint8_t reserved_5d[179];
} __attribute__((packed, aligned(4)));

#define PRM_CREATE_CQ_IN_SIZE 272

PRM_ASSERT_SIZE(prm_create_cq_in, 272);
PRM_ASSERT_OFFSET(prm_create_cq_in, opcode, 0x00);
PRM_ASSERT_OFFSET(prm_create_cq_in, uid, 0x02);
PRM_ASSERT_OFFSET(prm_create_cq_in, reserved_04, 0x04);
PRM_ASSERT_OFFSET(prm_create_cq_in, op_mod, 0x06);
PRM_ASSERT_OFFSET(prm_create_cq_in, reserved_08, 0x08);
PRM_ASSERT_OFFSET(prm_create_cq_in, cq_context, 0x10);
PRM_ASSERT_OFFSET(prm_create_cq_in, cq_umem_offset, 0x50);
PRM_ASSERT_OFFSET(prm_create_cq_in, cq_umem_id, 0x58);
PRM_ASSERT_OFFSET(prm_create_cq_in, b_5c, 0x5c);
PRM_ASSERT_OFFSET(prm_create_cq_in, reserved_5d, 0x5d);

static inline void prm_create_cq_in_set_opcode(struct prm_create_cq_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->opcode = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_create_cq_in_get_opcode(const struct prm_create_cq_in *p)
{
	return prm_be16_to_cpu(p->opcode);
}

static inline void prm_create_cq_in_set_uid(struct prm_create_cq_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->uid = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_create_cq_in_get_uid(const struct prm_create_cq_in *p)
{
	return prm_be16_to_cpu(p->uid);
}

static inline void prm_create_cq_in_set_op_mod(struct prm_create_cq_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->op_mod = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_create_cq_in_get_op_mod(const struct prm_create_cq_in *p)
{
	return prm_be16_to_cpu(p->op_mod);
}

static inline void prm_create_cq_in_set_cq_umem_offset(struct prm_create_cq_in *p, uint64_t v)
{
	p->cq_umem_offset = prm_cpu_to_be64(v);
}

static inline uint64_t prm_create_cq_in_get_cq_umem_offset(const struct prm_create_cq_in *p)
{
	return prm_be64_to_cpu(p->cq_umem_offset);
}

static inline void prm_create_cq_in_set_cq_umem_id(struct prm_create_cq_in *p, uint32_t v)
{
	p->cq_umem_id = prm_cpu_to_be32(v);
}

static inline uint32_t prm_create_cq_in_get_cq_umem_id(const struct prm_create_cq_in *p)
{
	return prm_be32_to_cpu(p->cq_umem_id);
}

static inline void prm_create_cq_in_set_cq_umem_valid(struct prm_create_cq_in *p, bool v)
{
	p->b_5c = prm_u8_replace(p->b_5c, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_create_cq_in_get_cq_umem_valid(const struct prm_create_cq_in *p)
{
	return (bool)(p->b_5c >> 7);
}

/* The pas behind the 272 bytes of @p; how many there are the caller knows. */
static inline prm_be64 *prm_create_cq_in_pas(struct prm_create_cq_in *p)
{
	return (prm_be64 *)(void *)(p + 1);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_create_cq_in_fields {
	uint16_t uid;
	uint16_t op_mod;
	struct prm_cqc_fields cq_context;
	uint64_t cq_umem_offset;
	uint32_t cq_umem_id;
	bool cq_umem_valid;
};

/* Zero, and the defaults of the fields that have one. */
static inline void prm_create_cq_in_fields_init(struct prm_create_cq_in_fields *v)
{
	memset(v, 0, sizeof(*v));
	prm_cqc_fields_init(&v->cq_context);
}

/* Writes all 272 bytes of @p; what stood there does not matter. */
static inline void prm_create_cq_in_pack(struct prm_create_cq_in *p,
		const struct prm_create_cq_in_fields *v)
{
	prm_store32(p, 0x00, UINT32_C(0x400) << 16 | (uint32_t)v->uid);
	prm_store32(p, 0x04, (uint32_t)v->op_mod);
	prm_store32(p, 0x08, 0);
	prm_store32(p, 0x0c, 0);
	prm_cqc_pack(&p->cq_context, &v->cq_context);
	prm_store64(p, 0x50, v->cq_umem_offset);
	prm_store32(p, 0x58, v->cq_umem_id);
	prm_store32(p, 0x5c, (uint32_t)v->cq_umem_valid << 31);
	memset((uint8_t *)p + 0x60, 0, 176);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_create_cq_in_check(const struct prm_create_cq_in *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_fixed(r, "opcode", 0, 16, prm_create_cq_in_get_opcode(p), 0x400);
	n += prm_check_reserved(r, p, 32, 16);	/* 0x04 [31:16] */
	n += prm_check_reserved(r, p, 64, 64);	/* 0x08 [63:0] */
	r->base += 128;
	n += prm_cqc_check(&p->cq_context, r);
	r->base -= 128;
	n += prm_check_reserved(r, p, 737, 31);	/* 0x5c [30:0] */
	n += prm_check_reserved(r, p, 768, 1408);	/* 0x60..0x10f */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static inline unsigned int prm_create_cq_in_unpack(struct prm_create_cq_in_fields *v,
		const struct prm_create_cq_in *p, struct prm_report *r)
{

	v->uid = prm_load16(p, 0x02);
	v->op_mod = prm_load16(p, 0x06);
	prm_cqc_unpack(&v->cq_context, &p->cq_context, NULL);
	v->cq_umem_offset = prm_load64(p, 0x50);
	v->cq_umem_id = prm_load32(p, 0x58);
	v->cq_umem_valid = prm_load8(p, 0x5c) >> 7;
	return r ? prm_create_cq_in_check(p, r) : 0;
}

/**
 * struct prm_create_cq_out - the answer to CREATE_CQ
 *
 * 16 bytes, written by the device.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_create_cq_out_bits; rdma-core
 * providers/mlx5/mlx5_ifc.h struct mlx5_ifc_create_cq_out_bits; DPDK drivers/common/mlx5/mlx5_prm.h
 * struct mlx5_ifc_create_cq_out_bits.
 */
struct prm_create_cq_out {
	uint8_t status;			/* 0x00 [31:24]: (enum prm_cmd_status) */
	uint8_t reserved_01[3];
	prm_be32 syndrome;		/* 0x04 [31:0] */
	prm_be32 dw_08;			/* 0x08 [23:0] cqn */
	uint8_t reserved_0c[4];
} __attribute__((packed, aligned(4)));

#define PRM_CREATE_CQ_OUT_SIZE 16

PRM_ASSERT_SIZE(prm_create_cq_out, 16);
PRM_ASSERT_OFFSET(prm_create_cq_out, status, 0x00);
PRM_ASSERT_OFFSET(prm_create_cq_out, reserved_01, 0x01);
PRM_ASSERT_OFFSET(prm_create_cq_out, syndrome, 0x04);
PRM_ASSERT_OFFSET(prm_create_cq_out, dw_08, 0x08);
PRM_ASSERT_OFFSET(prm_create_cq_out, reserved_0c, 0x0c);

static inline void prm_create_cq_out_set_status(struct prm_create_cq_out *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->status = (uint8_t)v;
}

static inline uint32_t prm_create_cq_out_get_status(const struct prm_create_cq_out *p)
{
	return p->status;
}

static inline void prm_create_cq_out_set_syndrome(struct prm_create_cq_out *p, uint32_t v)
{
	p->syndrome = prm_cpu_to_be32(v);
}

static inline uint32_t prm_create_cq_out_get_syndrome(const struct prm_create_cq_out *p)
{
	return prm_be32_to_cpu(p->syndrome);
}

static inline void prm_create_cq_out_set_cqn(struct prm_create_cq_out *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_08 = prm_be32_replace(p->dw_08, 0xffffffu, v);
}

static inline uint32_t prm_create_cq_out_get_cqn(const struct prm_create_cq_out *p)
{
	return prm_be32_to_cpu(p->dw_08) & 0xffffff;
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_create_cq_out_fields {
	uint8_t status;			/* enum prm_cmd_status */
	uint32_t syndrome;
	uint32_t cqn;			/* 24 bits */
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_create_cq_out_fields_init(struct prm_create_cq_out_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_create_cq_out_pack(struct prm_create_cq_out *p,
		const struct prm_create_cq_out_fields *v)
{
	prm_store32(p, 0x00, (uint32_t)v->status << 24);
	prm_store32(p, 0x04, v->syndrome);
	PRM_CHECK_WIDTH(v->cqn, 24);
	prm_store32(p, 0x08, v->cqn & 0xffffff);
	prm_store32(p, 0x0c, 0);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_create_cq_out_check(const struct prm_create_cq_out *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_enum(r, "status", 0, 8, prm_create_cq_out_get_status(p),
		prm_cmd_status_str(prm_create_cq_out_get_status(p)));
	n += prm_check_reserved(r, p, 8, 24);	/* 0x00 [23:0] */
	n += prm_check_reserved(r, p, 64, 8);	/* 0x08 [31:24] */
	n += prm_check_reserved(r, p, 96, 32);	/* 0x0c [31:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_create_cq_out_unpack(struct prm_create_cq_out_fields *v,
		const struct prm_create_cq_out *p, struct prm_report *r)
{

	v->status = prm_load8(p, 0x00);
	v->syndrome = prm_load32(p, 0x04);
	v->cqn = prm_load32(p, 0x08) & 0xffffff;
	return r ? prm_create_cq_out_check(p, r) : 0;
}

/**
 * struct prm_destroy_cq_in - destroys a CQ
 *
 * 16 bytes, written by the driver.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_destroy_cq_in_bits; rdma-core
 * providers/mlx5/mlx5_ifc.h struct mlx5_ifc_destroy_cq_in_bits.
 */
struct prm_destroy_cq_in {
	prm_be16 opcode;		/* 0x00 [31:16]: (enum prm_cmd_opcode; always 0x401) */
	prm_be16 uid;			/* 0x00 [15:0] */
	uint8_t reserved_04[2];
	prm_be16 op_mod;		/* 0x04 [15:0] */
	prm_be32 dw_08;			/* 0x08 [23:0] cqn */
	uint8_t reserved_0c[4];
} __attribute__((packed, aligned(4)));

#define PRM_DESTROY_CQ_IN_SIZE 16

PRM_ASSERT_SIZE(prm_destroy_cq_in, 16);
PRM_ASSERT_OFFSET(prm_destroy_cq_in, opcode, 0x00);
PRM_ASSERT_OFFSET(prm_destroy_cq_in, uid, 0x02);
PRM_ASSERT_OFFSET(prm_destroy_cq_in, reserved_04, 0x04);
PRM_ASSERT_OFFSET(prm_destroy_cq_in, op_mod, 0x06);
PRM_ASSERT_OFFSET(prm_destroy_cq_in, dw_08, 0x08);
PRM_ASSERT_OFFSET(prm_destroy_cq_in, reserved_0c, 0x0c);

static inline void prm_destroy_cq_in_set_opcode(struct prm_destroy_cq_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->opcode = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_destroy_cq_in_get_opcode(const struct prm_destroy_cq_in *p)
{
	return prm_be16_to_cpu(p->opcode);
}

static inline void prm_destroy_cq_in_set_uid(struct prm_destroy_cq_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->uid = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_destroy_cq_in_get_uid(const struct prm_destroy_cq_in *p)
{
	return prm_be16_to_cpu(p->uid);
}

static inline void prm_destroy_cq_in_set_op_mod(struct prm_destroy_cq_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->op_mod = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_destroy_cq_in_get_op_mod(const struct prm_destroy_cq_in *p)
{
	return prm_be16_to_cpu(p->op_mod);
}

static inline void prm_destroy_cq_in_set_cqn(struct prm_destroy_cq_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_08 = prm_be32_replace(p->dw_08, 0xffffffu, v);
}

static inline uint32_t prm_destroy_cq_in_get_cqn(const struct prm_destroy_cq_in *p)
{
	return prm_be32_to_cpu(p->dw_08) & 0xffffff;
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_destroy_cq_in_fields {
	uint16_t uid;
	uint16_t op_mod;
	uint32_t cqn;			/* 24 bits */
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_destroy_cq_in_fields_init(struct prm_destroy_cq_in_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_destroy_cq_in_pack(struct prm_destroy_cq_in *p,
		const struct prm_destroy_cq_in_fields *v)
{
	prm_store32(p, 0x00, UINT32_C(0x401) << 16 | (uint32_t)v->uid);
	prm_store32(p, 0x04, (uint32_t)v->op_mod);
	PRM_CHECK_WIDTH(v->cqn, 24);
	prm_store32(p, 0x08, v->cqn & 0xffffff);
	prm_store32(p, 0x0c, 0);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_destroy_cq_in_check(const struct prm_destroy_cq_in *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_fixed(r, "opcode", 0, 16, prm_destroy_cq_in_get_opcode(p), 0x401);
	n += prm_check_reserved(r, p, 32, 16);	/* 0x04 [31:16] */
	n += prm_check_reserved(r, p, 64, 8);	/* 0x08 [31:24] */
	n += prm_check_reserved(r, p, 96, 32);	/* 0x0c [31:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_destroy_cq_in_unpack(struct prm_destroy_cq_in_fields *v,
		const struct prm_destroy_cq_in *p, struct prm_report *r)
{

	v->uid = prm_load16(p, 0x02);
	v->op_mod = prm_load16(p, 0x06);
	v->cqn = prm_load32(p, 0x08) & 0xffffff;
	return r ? prm_destroy_cq_in_check(p, r) : 0;
}

/**
 * struct prm_destroy_cq_out - the answer to DESTROY_CQ
 *
 * 16 bytes, written by the device.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_destroy_cq_out_bits.
 */
struct prm_destroy_cq_out {
	uint8_t status;			/* 0x00 [31:24]: (enum prm_cmd_status) */
	uint8_t reserved_01[3];
	prm_be32 syndrome;		/* 0x04 [31:0] */
	uint8_t reserved_08[8];
} __attribute__((packed, aligned(4)));

#define PRM_DESTROY_CQ_OUT_SIZE 16

PRM_ASSERT_SIZE(prm_destroy_cq_out, 16);
PRM_ASSERT_OFFSET(prm_destroy_cq_out, status, 0x00);
PRM_ASSERT_OFFSET(prm_destroy_cq_out, reserved_01, 0x01);
PRM_ASSERT_OFFSET(prm_destroy_cq_out, syndrome, 0x04);
PRM_ASSERT_OFFSET(prm_destroy_cq_out, reserved_08, 0x08);

static inline void prm_destroy_cq_out_set_status(struct prm_destroy_cq_out *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->status = (uint8_t)v;
}

static inline uint32_t prm_destroy_cq_out_get_status(const struct prm_destroy_cq_out *p)
{
	return p->status;
}

static inline void prm_destroy_cq_out_set_syndrome(struct prm_destroy_cq_out *p, uint32_t v)
{
	p->syndrome = prm_cpu_to_be32(v);
}

static inline uint32_t prm_destroy_cq_out_get_syndrome(const struct prm_destroy_cq_out *p)
{
	return prm_be32_to_cpu(p->syndrome);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_destroy_cq_out_fields {
	uint8_t status;			/* enum prm_cmd_status */
	uint32_t syndrome;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_destroy_cq_out_fields_init(struct prm_destroy_cq_out_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_destroy_cq_out_pack(struct prm_destroy_cq_out *p,
		const struct prm_destroy_cq_out_fields *v)
{
	prm_store32(p, 0x00, (uint32_t)v->status << 24);
	prm_store32(p, 0x04, v->syndrome);
	prm_store32(p, 0x08, 0);
	prm_store32(p, 0x0c, 0);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_destroy_cq_out_check(const struct prm_destroy_cq_out *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_enum(r, "status", 0, 8, prm_destroy_cq_out_get_status(p),
		prm_cmd_status_str(prm_destroy_cq_out_get_status(p)));
	n += prm_check_reserved(r, p, 8, 24);	/* 0x00 [23:0] */
	n += prm_check_reserved(r, p, 64, 64);	/* 0x08 [63:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_destroy_cq_out_unpack(struct prm_destroy_cq_out_fields *v,
		const struct prm_destroy_cq_out *p, struct prm_report *r)
{

	v->status = prm_load8(p, 0x00);
	v->syndrome = prm_load32(p, 0x04);
	return r ? prm_destroy_cq_out_check(p, r) : 0;
}

/**
 * struct prm_query_cq_in - asks for the context of a CQ
 *
 * 16 bytes, written by the driver.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_query_cq_in_bits; DPDK
 * drivers/common/mlx5/mlx5_prm.h struct mlx5_ifc_query_cq_in_bits.
 */
struct prm_query_cq_in {
	prm_be16 opcode;		/* 0x00 [31:16]: (enum prm_cmd_opcode; always 0x402) */
	prm_be16 uid;			/* 0x00 [15:0] */
	uint8_t reserved_04[2];
	prm_be16 op_mod;		/* 0x04 [15:0] */
	prm_be32 dw_08;			/* 0x08 [23:0] cqn */
	uint8_t reserved_0c[4];
} __attribute__((packed, aligned(4)));

#define PRM_QUERY_CQ_IN_SIZE 16

PRM_ASSERT_SIZE(prm_query_cq_in, 16);
PRM_ASSERT_OFFSET(prm_query_cq_in, opcode, 0x00);
PRM_ASSERT_OFFSET(prm_query_cq_in, uid, 0x02);
PRM_ASSERT_OFFSET(prm_query_cq_in, reserved_04, 0x04);
PRM_ASSERT_OFFSET(prm_query_cq_in, op_mod, 0x06);
PRM_ASSERT_OFFSET(prm_query_cq_in, dw_08, 0x08);
PRM_ASSERT_OFFSET(prm_query_cq_in, reserved_0c, 0x0c);

static inline void prm_query_cq_in_set_opcode(struct prm_query_cq_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->opcode = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_query_cq_in_get_opcode(const struct prm_query_cq_in *p)
{
	return prm_be16_to_cpu(p->opcode);
}

static inline void prm_query_cq_in_set_uid(struct prm_query_cq_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->uid = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_query_cq_in_get_uid(const struct prm_query_cq_in *p)
{
	return prm_be16_to_cpu(p->uid);
}

static inline void prm_query_cq_in_set_op_mod(struct prm_query_cq_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->op_mod = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_query_cq_in_get_op_mod(const struct prm_query_cq_in *p)
{
	return prm_be16_to_cpu(p->op_mod);
}

static inline void prm_query_cq_in_set_cqn(struct prm_query_cq_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_08 = prm_be32_replace(p->dw_08, 0xffffffu, v);
}

static inline uint32_t prm_query_cq_in_get_cqn(const struct prm_query_cq_in *p)
{
	return prm_be32_to_cpu(p->dw_08) & 0xffffff;
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_query_cq_in_fields {
	uint16_t uid;
	uint16_t op_mod;
	uint32_t cqn;			/* 24 bits */
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_query_cq_in_fields_init(struct prm_query_cq_in_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_query_cq_in_pack(struct prm_query_cq_in *p,
		const struct prm_query_cq_in_fields *v)
{
	prm_store32(p, 0x00, UINT32_C(0x402) << 16 | (uint32_t)v->uid);
	prm_store32(p, 0x04, (uint32_t)v->op_mod);
	PRM_CHECK_WIDTH(v->cqn, 24);
	prm_store32(p, 0x08, v->cqn & 0xffffff);
	prm_store32(p, 0x0c, 0);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_query_cq_in_check(const struct prm_query_cq_in *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_fixed(r, "opcode", 0, 16, prm_query_cq_in_get_opcode(p), 0x402);
	n += prm_check_reserved(r, p, 32, 16);	/* 0x04 [31:16] */
	n += prm_check_reserved(r, p, 64, 8);	/* 0x08 [31:24] */
	n += prm_check_reserved(r, p, 96, 32);	/* 0x0c [31:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_query_cq_in_unpack(struct prm_query_cq_in_fields *v,
		const struct prm_query_cq_in *p, struct prm_report *r)
{

	v->uid = prm_load16(p, 0x02);
	v->op_mod = prm_load16(p, 0x06);
	v->cqn = prm_load32(p, 0x08) & 0xffffff;
	return r ? prm_query_cq_in_check(p, r) : 0;
}

/**
 * struct prm_query_cq_out - the answer to QUERY_CQ
 *
 * 272 bytes, written by the device.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_query_cq_out_bits; DPDK
 * drivers/common/mlx5/mlx5_prm.h struct mlx5_ifc_query_cq_out_bits.
 */
struct prm_query_cq_out {
	uint8_t status;			/* 0x00 [31:24]: (enum prm_cmd_status) */
	uint8_t reserved_01[3];
	prm_be32 syndrome;		/* 0x04 [31:0] */
	uint8_t reserved_08[8];
	struct prm_cqc cq_context;	/* 0x10..0x4f */
	uint8_t reserved_50[192];
} __attribute__((packed, aligned(4)));

#define PRM_QUERY_CQ_OUT_SIZE 272

PRM_ASSERT_SIZE(prm_query_cq_out, 272);
PRM_ASSERT_OFFSET(prm_query_cq_out, status, 0x00);
PRM_ASSERT_OFFSET(prm_query_cq_out, reserved_01, 0x01);
PRM_ASSERT_OFFSET(prm_query_cq_out, syndrome, 0x04);
PRM_ASSERT_OFFSET(prm_query_cq_out, reserved_08, 0x08);
PRM_ASSERT_OFFSET(prm_query_cq_out, cq_context, 0x10);
PRM_ASSERT_OFFSET(prm_query_cq_out, reserved_50, 0x50);

static inline void prm_query_cq_out_set_status(struct prm_query_cq_out *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->status = (uint8_t)v;
}

static inline uint32_t prm_query_cq_out_get_status(const struct prm_query_cq_out *p)
{
	return p->status;
}

static inline void prm_query_cq_out_set_syndrome(struct prm_query_cq_out *p, uint32_t v)
{
	p->syndrome = prm_cpu_to_be32(v);
}

static inline uint32_t prm_query_cq_out_get_syndrome(const struct prm_query_cq_out *p)
{
	return prm_be32_to_cpu(p->syndrome);
}

/* The pas behind the 272 bytes of @p; how many there are the caller knows. */
static inline prm_be64 *prm_query_cq_out_pas(struct prm_query_cq_out *p)
{
	return (prm_be64 *)(void *)(p + 1);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_query_cq_out_fields {
	uint8_t status;			/* enum prm_cmd_status */
	uint32_t syndrome;
	struct prm_cqc_fields cq_context;
};

/* Zero, and the defaults of the fields that have one. */
static inline void prm_query_cq_out_fields_init(struct prm_query_cq_out_fields *v)
{
	memset(v, 0, sizeof(*v));
	prm_cqc_fields_init(&v->cq_context);
}

/* Writes all 272 bytes of @p; what stood there does not matter. */
static inline void prm_query_cq_out_pack(struct prm_query_cq_out *p,
		const struct prm_query_cq_out_fields *v)
{
	prm_store32(p, 0x00, (uint32_t)v->status << 24);
	prm_store32(p, 0x04, v->syndrome);
	prm_store32(p, 0x08, 0);
	prm_store32(p, 0x0c, 0);
	prm_cqc_pack(&p->cq_context, &v->cq_context);
	memset((uint8_t *)p + 0x50, 0, 192);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_query_cq_out_check(const struct prm_query_cq_out *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_enum(r, "status", 0, 8, prm_query_cq_out_get_status(p),
		prm_cmd_status_str(prm_query_cq_out_get_status(p)));
	n += prm_check_reserved(r, p, 8, 24);	/* 0x00 [23:0] */
	n += prm_check_reserved(r, p, 64, 64);	/* 0x08 [63:0] */
	r->base += 128;
	n += prm_cqc_check(&p->cq_context, r);
	r->base -= 128;
	n += prm_check_reserved(r, p, 640, 1536);	/* 0x50..0x10f */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static inline unsigned int prm_query_cq_out_unpack(struct prm_query_cq_out_fields *v,
		const struct prm_query_cq_out *p, struct prm_report *r)
{

	v->status = prm_load8(p, 0x00);
	v->syndrome = prm_load32(p, 0x04);
	prm_cqc_unpack(&v->cq_context, &p->cq_context, NULL);
	return r ? prm_query_cq_out_check(p, r) : 0;
}

/**
 * struct prm_modify_cq_in - changes the moderation of a CQ, or its buffer. A CQ is armed through
 * its doorbell, not by a command
 *
 * 272 bytes, written by the driver.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_modify_cq_in_bits.
 */
struct prm_modify_cq_in {
	prm_be16 opcode;		/* 0x00 [31:16]: (enum prm_cmd_opcode; always 0x403) */
	prm_be16 uid;			/* 0x00 [15:0] */
	uint8_t reserved_04[2];
	prm_be16 op_mod;		/* 0x04 [15:0]: (enum prm_modify_cq_op_mod) */
	prm_be32 dw_08;			/* 0x08 [23:0] cqn */
	/* 0x0c [31:0] field_select: decided by op_mod */
	__extension__ union {
		prm_be32 modify_field_select; /* 0x0c [31:0]: (flags PRM_CQ_MODIFY_FIELD_*) */
		prm_be32 resize_field_select; /* 0x0c [31:0]: (flags PRM_CQ_RESIZE_FIELD_*) */
	};
	struct prm_cqc cq_context;	/* 0x10..0x4f */
	uint8_t reserved_50[12];
	uint8_t b_5c;			/* 0x5c [31] cq_umem_valid: The new buffer is a umem. */
	uint8_t reserved_5d[179];
} __attribute__((packed, aligned(4)));

#define PRM_MODIFY_CQ_IN_SIZE 272

PRM_ASSERT_SIZE(prm_modify_cq_in, 272);
PRM_ASSERT_OFFSET(prm_modify_cq_in, opcode, 0x00);
PRM_ASSERT_OFFSET(prm_modify_cq_in, uid, 0x02);
PRM_ASSERT_OFFSET(prm_modify_cq_in, reserved_04, 0x04);
PRM_ASSERT_OFFSET(prm_modify_cq_in, op_mod, 0x06);
PRM_ASSERT_OFFSET(prm_modify_cq_in, dw_08, 0x08);
PRM_ASSERT_OFFSET(prm_modify_cq_in, modify_field_select, 0x0c);
PRM_ASSERT_OFFSET(prm_modify_cq_in, resize_field_select, 0x0c);
PRM_ASSERT_OFFSET(prm_modify_cq_in, cq_context, 0x10);
PRM_ASSERT_OFFSET(prm_modify_cq_in, reserved_50, 0x50);
PRM_ASSERT_OFFSET(prm_modify_cq_in, b_5c, 0x5c);
PRM_ASSERT_OFFSET(prm_modify_cq_in, reserved_5d, 0x5d);

static inline void prm_modify_cq_in_set_opcode(struct prm_modify_cq_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->opcode = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_modify_cq_in_get_opcode(const struct prm_modify_cq_in *p)
{
	return prm_be16_to_cpu(p->opcode);
}

static inline void prm_modify_cq_in_set_uid(struct prm_modify_cq_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->uid = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_modify_cq_in_get_uid(const struct prm_modify_cq_in *p)
{
	return prm_be16_to_cpu(p->uid);
}

static inline void prm_modify_cq_in_set_op_mod(struct prm_modify_cq_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->op_mod = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_modify_cq_in_get_op_mod(const struct prm_modify_cq_in *p)
{
	return prm_be16_to_cpu(p->op_mod);
}

static inline void prm_modify_cq_in_set_cqn(struct prm_modify_cq_in *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_08 = prm_be32_replace(p->dw_08, 0xffffffu, v);
}

static inline uint32_t prm_modify_cq_in_get_cqn(const struct prm_modify_cq_in *p)
{
	return prm_be32_to_cpu(p->dw_08) & 0xffffff;
}

static inline void prm_modify_cq_in_set_modify_field_select(struct prm_modify_cq_in *p, uint32_t v)
{
	p->modify_field_select = prm_cpu_to_be32(v);
}

static inline uint32_t prm_modify_cq_in_get_modify_field_select(const struct prm_modify_cq_in *p)
{
	return prm_be32_to_cpu(p->modify_field_select);
}

static inline void prm_modify_cq_in_set_resize_field_select(struct prm_modify_cq_in *p, uint32_t v)
{
	p->resize_field_select = prm_cpu_to_be32(v);
}

static inline uint32_t prm_modify_cq_in_get_resize_field_select(const struct prm_modify_cq_in *p)
{
	return prm_be32_to_cpu(p->resize_field_select);
}

static inline void prm_modify_cq_in_set_cq_umem_valid(struct prm_modify_cq_in *p, bool v)
{
	p->b_5c = prm_u8_replace(p->b_5c, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_modify_cq_in_get_cq_umem_valid(const struct prm_modify_cq_in *p)
{
	return (bool)(p->b_5c >> 7);
}

/* The pas behind the 272 bytes of @p; how many there are the caller knows. */
static inline prm_be64 *prm_modify_cq_in_pas(struct prm_modify_cq_in *p)
{
	return (prm_be64 *)(void *)(p + 1);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_modify_cq_in_fields {
	uint16_t uid;
	uint16_t op_mod;		/* enum prm_modify_cq_op_mod */
	uint32_t cqn;			/* 24 bits */
	__extension__ union {	/* decided by op_mod */
		uint32_t modify_field_select; /* PRM_CQ_MODIFY_FIELD_* */
		uint32_t resize_field_select; /* PRM_CQ_RESIZE_FIELD_* */
	};
	struct prm_cqc_fields cq_context;
	bool cq_umem_valid;
};

/* Zero, and the defaults of the fields that have one. */
static inline void prm_modify_cq_in_fields_init(struct prm_modify_cq_in_fields *v)
{
	memset(v, 0, sizeof(*v));
	prm_cqc_fields_init(&v->cq_context);
}

/* Writes all 272 bytes of @p; what stood there does not matter. */
static inline void prm_modify_cq_in_pack(struct prm_modify_cq_in *p,
		const struct prm_modify_cq_in_fields *v)
{
	prm_store32(p, 0x00, UINT32_C(0x403) << 16 | (uint32_t)v->uid);
	prm_store32(p, 0x04, (uint32_t)v->op_mod);
	PRM_CHECK_WIDTH(v->cqn, 24);
	prm_store32(p, 0x08, v->cqn & 0xffffff);
	prm_store32(p, 0x0c, v->modify_field_select);
	prm_cqc_pack(&p->cq_context, &v->cq_context);
	memset((uint8_t *)p + 0x50, 0, 12);
	prm_store32(p, 0x5c, (uint32_t)v->cq_umem_valid << 31);
	memset((uint8_t *)p + 0x60, 0, 176);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_modify_cq_in_check(const struct prm_modify_cq_in *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_fixed(r, "opcode", 0, 16, prm_modify_cq_in_get_opcode(p), 0x403);
	n += prm_check_reserved(r, p, 32, 16);	/* 0x04 [31:16] */
	n += prm_check_enum(r, "op_mod", 48, 16, prm_modify_cq_in_get_op_mod(p),
		prm_modify_cq_op_mod_str(prm_modify_cq_in_get_op_mod(p)));
	n += prm_check_reserved(r, p, 64, 8);	/* 0x08 [31:24] */
	switch (prm_modify_cq_in_get_op_mod(p)) {
	case 0x0:
		n += prm_check_flags(r, "modify_field_select", 96, 32,
			prm_modify_cq_in_get_modify_field_select(p),
			PRM_CQ_MODIFY_FIELD_ALL);
		break;
	case 0x1:
		n += prm_check_flags(r, "resize_field_select", 96, 32,
			prm_modify_cq_in_get_resize_field_select(p),
			PRM_CQ_RESIZE_FIELD_ALL);
		break;
	default:
		break;
	}
	r->base += 128;
	n += prm_cqc_check(&p->cq_context, r);
	r->base -= 128;
	n += prm_check_reserved(r, p, 640, 96);	/* 0x50..0x5b */
	n += prm_check_reserved(r, p, 737, 31);	/* 0x5c [30:0] */
	n += prm_check_reserved(r, p, 768, 1408);	/* 0x60..0x10f */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static inline unsigned int prm_modify_cq_in_unpack(struct prm_modify_cq_in_fields *v,
		const struct prm_modify_cq_in *p, struct prm_report *r)
{

	v->uid = prm_load16(p, 0x02);
	v->op_mod = prm_load16(p, 0x06);
	v->cqn = prm_load32(p, 0x08) & 0xffffff;
	v->modify_field_select = prm_load32(p, 0x0c);
	prm_cqc_unpack(&v->cq_context, &p->cq_context, NULL);
	v->cq_umem_valid = prm_load8(p, 0x5c) >> 7;
	return r ? prm_modify_cq_in_check(p, r) : 0;
}

/**
 * struct prm_modify_cq_out - the answer to MODIFY_CQ
 *
 * 16 bytes, written by the device.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_modify_cq_out_bits.
 */
struct prm_modify_cq_out {
	uint8_t status;			/* 0x00 [31:24]: (enum prm_cmd_status) */
	uint8_t reserved_01[3];
	prm_be32 syndrome;		/* 0x04 [31:0] */
	uint8_t reserved_08[8];
} __attribute__((packed, aligned(4)));

#define PRM_MODIFY_CQ_OUT_SIZE 16

PRM_ASSERT_SIZE(prm_modify_cq_out, 16);
PRM_ASSERT_OFFSET(prm_modify_cq_out, status, 0x00);
PRM_ASSERT_OFFSET(prm_modify_cq_out, reserved_01, 0x01);
PRM_ASSERT_OFFSET(prm_modify_cq_out, syndrome, 0x04);
PRM_ASSERT_OFFSET(prm_modify_cq_out, reserved_08, 0x08);

static inline void prm_modify_cq_out_set_status(struct prm_modify_cq_out *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->status = (uint8_t)v;
}

static inline uint32_t prm_modify_cq_out_get_status(const struct prm_modify_cq_out *p)
{
	return p->status;
}

static inline void prm_modify_cq_out_set_syndrome(struct prm_modify_cq_out *p, uint32_t v)
{
	p->syndrome = prm_cpu_to_be32(v);
}

static inline uint32_t prm_modify_cq_out_get_syndrome(const struct prm_modify_cq_out *p)
{
	return prm_be32_to_cpu(p->syndrome);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_modify_cq_out_fields {
	uint8_t status;			/* enum prm_cmd_status */
	uint32_t syndrome;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_modify_cq_out_fields_init(struct prm_modify_cq_out_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 16 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_modify_cq_out_pack(struct prm_modify_cq_out *p,
		const struct prm_modify_cq_out_fields *v)
{
	prm_store32(p, 0x00, (uint32_t)v->status << 24);
	prm_store32(p, 0x04, v->syndrome);
	prm_store32(p, 0x08, 0);
	prm_store32(p, 0x0c, 0);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_modify_cq_out_check(const struct prm_modify_cq_out *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_enum(r, "status", 0, 8, prm_modify_cq_out_get_status(p),
		prm_cmd_status_str(prm_modify_cq_out_get_status(p)));
	n += prm_check_reserved(r, p, 8, 24);	/* 0x00 [23:0] */
	n += prm_check_reserved(r, p, 64, 64);	/* 0x08 [63:0] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_modify_cq_out_unpack(struct prm_modify_cq_out_fields *v,
		const struct prm_modify_cq_out *p, struct prm_report *r)
{

	v->status = prm_load8(p, 0x00);
	v->syndrome = prm_load32(p, 0x04);
	return r ? prm_modify_cq_out_check(p, r) : 0;
}

#endif /* PRM_CQ_H */
