/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * The QP context with its address paths, and what names parts of it.
 * Made by prmc 1 from spec/cmd/qpc.yaml, spec digest 12d38e32ca8d. Do not edit: `ninja regen`.
 */
#ifndef PRM_QPC_H
#define PRM_QPC_H

#include "prm_base.h"

/**
 * enum prm_qp_state - State of a QP
 *
 * Sources disagree: mlx5_ifc.h of Linux names 7 SQD and has no 5. qp.h of Linux names 5 SQD and 7
 * SQ_DRAINING, and rdma-core reads 5 when a QP is drained (SQDRAINED), so that holds.
 * Sources: linux include/linux/mlx5/qp.h enum mlx5_qp_state; linux include/linux/mlx5/mlx5_ifc.h
 * MLX5_QPC_STATE_*; rdma-core providers/mlx5/mlx5_ifc.h MLX5_QPC_STATE_SQDRAINED.
 */
enum prm_qp_state {
	PRM_QP_STATE_RST         = 0x00, /* Reset. Nothing is posted or received. */
	PRM_QP_STATE_INIT        = 0x01, /* Receive requests can be posted. */
	PRM_QP_STATE_RTR         = 0x02, /* Ready to receive. */
	PRM_QP_STATE_RTS         = 0x03, /* Ready to send. */
	/* Error of the send queue. The receive queue goes on; not on RC. */
	PRM_QP_STATE_SQER        = 0x04,
	PRM_QP_STATE_SQD         = 0x05, /* The send queue is drained and stands still. */
	PRM_QP_STATE_ERR         = 0x06, /* Error. All requests are flushed. */
	/* The send queue finishes what it has begun. SQD follows. */
	PRM_QP_STATE_SQ_DRAINING = 0x07,
	PRM_QP_STATE_SUSPENDED   = 0x09, /* Stopped, with all state kept. */
};

/* The name of a value of enum prm_qp_state, or NULL. */
static inline const char *prm_qp_state_str(uint64_t value)
{
	switch (value) {
	case PRM_QP_STATE_RST:
		return "RST";
	case PRM_QP_STATE_INIT:
		return "INIT";
	case PRM_QP_STATE_RTR:
		return "RTR";
	case PRM_QP_STATE_RTS:
		return "RTS";
	case PRM_QP_STATE_SQER:
		return "SQER";
	case PRM_QP_STATE_SQD:
		return "SQD";
	case PRM_QP_STATE_ERR:
		return "ERR";
	case PRM_QP_STATE_SQ_DRAINING:
		return "SQ_DRAINING";
	case PRM_QP_STATE_SUSPENDED:
		return "SUSPENDED";
	default:
		return NULL;
	}
}

/**
 * enum prm_qp_service_type - Transport of a QP, or its special purpose
 *
 * Sources: linux include/linux/mlx5/qp.h MLX5_QP_ST_*; linux include/linux/mlx5/mlx5_ifc.h
 * MLX5_QPC_ST_*.
 */
enum prm_qp_service_type {
	PRM_QP_SERVICE_TYPE_RC            = 0x00, /* Reliable connection. */
	PRM_QP_SERVICE_TYPE_UC            = 0x01, /* Unreliable connection. */
	PRM_QP_SERVICE_TYPE_UD            = 0x02, /* Unreliable datagram. */
	PRM_QP_SERVICE_TYPE_XRC           = 0x03, /* Extended reliable connection. */
	PRM_QP_SERVICE_TYPE_MLX           = 0x04, /* Raw InfiniBand packets. */
	PRM_QP_SERVICE_TYPE_DCI           = 0x05, /* Initiator of dynamic connections. */
	/* Target of dynamic connections. A DCT has a context of its own. */
	PRM_QP_SERVICE_TYPE_DCT           = 0x06,
	PRM_QP_SERVICE_TYPE_QP0           = 0x07, /* Subnet management. */
	PRM_QP_SERVICE_TYPE_QP1           = 0x08, /* General services. */
	/*
	 * Raw Ethernet packets. Sources disagree: RAW_DATAGRAM in mlx5_ifc.h; qp.h's name is the
	 * one that drivers use.
	 */
	PRM_QP_SERVICE_TYPE_RAW_ETHERTYPE = 0x09,
	PRM_QP_SERVICE_TYPE_RAW_IPV6      = 0x0a,
	PRM_QP_SERVICE_TYPE_SNIFFER       = 0x0b,
	PRM_QP_SERVICE_TYPE_REG_UMR       = 0x0c, /* For a kernel's UMRs only. */
	PRM_QP_SERVICE_TYPE_PTP_1588      = 0x0d,
	PRM_QP_SERVICE_TYPE_SYNC_UMR      = 0x0e,
};

/* The name of a value of enum prm_qp_service_type, or NULL. */
static inline const char *prm_qp_service_type_str(uint64_t value)
{
	switch (value) {
	case PRM_QP_SERVICE_TYPE_RC:
		return "RC";
	case PRM_QP_SERVICE_TYPE_UC:
		return "UC";
	case PRM_QP_SERVICE_TYPE_UD:
		return "UD";
	case PRM_QP_SERVICE_TYPE_XRC:
		return "XRC";
	case PRM_QP_SERVICE_TYPE_MLX:
		return "MLX";
	case PRM_QP_SERVICE_TYPE_DCI:
		return "DCI";
	case PRM_QP_SERVICE_TYPE_DCT:
		return "DCT";
	case PRM_QP_SERVICE_TYPE_QP0:
		return "QP0";
	case PRM_QP_SERVICE_TYPE_QP1:
		return "QP1";
	case PRM_QP_SERVICE_TYPE_RAW_ETHERTYPE:
		return "RAW_ETHERTYPE";
	case PRM_QP_SERVICE_TYPE_RAW_IPV6:
		return "RAW_IPV6";
	case PRM_QP_SERVICE_TYPE_SNIFFER:
		return "SNIFFER";
	case PRM_QP_SERVICE_TYPE_REG_UMR:
		return "REG_UMR";
	case PRM_QP_SERVICE_TYPE_PTP_1588:
		return "PTP_1588";
	case PRM_QP_SERVICE_TYPE_SYNC_UMR:
		return "SYNC_UMR";
	default:
		return NULL;
	}
}

/**
 * enum prm_qp_pm_state - State of path migration. MIGRATED is what drivers set when there is no
 * alternate path
 *
 * Sources: linux include/linux/mlx5/mlx5_ifc.h MLX5_QPC_PM_STATE_*; linux include/linux/mlx5/qp.h
 * MLX5_QP_PM_*.
 */
enum prm_qp_pm_state {
	PRM_QP_PM_STATE_ARMED    = 0x00,
	PRM_QP_PM_STATE_REARM    = 0x01,
	PRM_QP_PM_STATE_RESERVED = 0x02,
	PRM_QP_PM_STATE_MIGRATED = 0x03,
};

/* The name of a value of enum prm_qp_pm_state, or NULL. */
static inline const char *prm_qp_pm_state_str(uint64_t value)
{
	switch (value) {
	case PRM_QP_PM_STATE_ARMED:
		return "ARMED";
	case PRM_QP_PM_STATE_REARM:
		return "REARM";
	case PRM_QP_PM_STATE_RESERVED:
		return "RESERVED";
	case PRM_QP_PM_STATE_MIGRATED:
		return "MIGRATED";
	default:
		return NULL;
	}
}

/**
 * enum prm_qp_offload_type - Protocol that the device runs on a QP
 *
 * Other values are legal too.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h MLX5_QPC_OFFLOAD_TYPE_*.
 */
enum prm_qp_offload_type {
	PRM_QP_OFFLOAD_TYPE_NONE = 0x00, /* Note: No name in the sources. */
	PRM_QP_OFFLOAD_TYPE_RNDV = 0x01, /* Rendezvous. */
};

/* The name of a value of enum prm_qp_offload_type, or NULL. */
static inline const char *prm_qp_offload_type_str(uint64_t value)
{
	switch (value) {
	case PRM_QP_OFFLOAD_TYPE_NONE:
		return "NONE";
	case PRM_QP_OFFLOAD_TYPE_RNDV:
		return "RNDV";
	default:
		return NULL;
	}
}

/**
 * enum prm_qp_end_padding_mode - Whether received data are padded to a cache line
 *
 * Sources: linux include/linux/mlx5/mlx5_ifc.h MLX5_QPC_END_PADDING_MODE_*.
 */
enum prm_qp_end_padding_mode {
	PRM_QP_END_PADDING_MODE_SCATTER_AS_IS               = 0x00,
	PRM_QP_END_PADDING_MODE_PAD_TO_CACHE_LINE_ALIGNMENT = 0x01,
};

/* The name of a value of enum prm_qp_end_padding_mode, or NULL. */
static inline const char *prm_qp_end_padding_mode_str(uint64_t value)
{
	switch (value) {
	case PRM_QP_END_PADDING_MODE_SCATTER_AS_IS:
		return "SCATTER_AS_IS";
	case PRM_QP_END_PADDING_MODE_PAD_TO_CACHE_LINE_ALIGNMENT:
		return "PAD_TO_CACHE_LINE_ALIGNMENT";
	default:
		return NULL;
	}
}

/**
 * enum prm_qp_mtu - Largest payload of a packet
 *
 * Sources: linux include/linux/mlx5/mlx5_ifc.h MLX5_QPC_MTU_*.
 */
enum prm_qp_mtu {
	/* As in a command that does not set it. Note: No name in the sources. */
	PRM_QP_MTU_UNSET           = 0x00,
	PRM_QP_MTU_256_BYTES       = 0x01,
	PRM_QP_MTU_512_BYTES       = 0x02,
	PRM_QP_MTU_1K_BYTES        = 0x03,
	PRM_QP_MTU_2K_BYTES        = 0x04,
	PRM_QP_MTU_4K_BYTES        = 0x05,
	PRM_QP_MTU_RAW_ETHERNET_QP = 0x07,
};

/* The name of a value of enum prm_qp_mtu, or NULL. */
static inline const char *prm_qp_mtu_str(uint64_t value)
{
	switch (value) {
	case PRM_QP_MTU_UNSET:
		return "UNSET";
	case PRM_QP_MTU_256_BYTES:
		return "256_BYTES";
	case PRM_QP_MTU_512_BYTES:
		return "512_BYTES";
	case PRM_QP_MTU_1K_BYTES:
		return "1K_BYTES";
	case PRM_QP_MTU_2K_BYTES:
		return "2K_BYTES";
	case PRM_QP_MTU_4K_BYTES:
		return "4K_BYTES";
	case PRM_QP_MTU_RAW_ETHERNET_QP:
		return "RAW_ETHERNET_QP";
	default:
		return NULL;
	}
}

/**
 * enum prm_qp_atomic_mode - Largest atomic operation that the responder takes
 *
 * Sources: linux include/linux/mlx5/mlx5_ifc.h MLX5_QPC_ATOMIC_MODE_*.
 */
enum prm_qp_atomic_mode {
	PRM_QP_ATOMIC_MODE_NONE       = 0x00, /* No atomics. Note: No name in the sources. */
	PRM_QP_ATOMIC_MODE_IB_SPEC    = 0x01, /* 8 bytes, as InfiniBand has it. */
	PRM_QP_ATOMIC_MODE_ONLY_8B    = 0x02,
	PRM_QP_ATOMIC_MODE_UP_TO_8B   = 0x03,
	PRM_QP_ATOMIC_MODE_UP_TO_16B  = 0x04,
	PRM_QP_ATOMIC_MODE_UP_TO_32B  = 0x05,
	PRM_QP_ATOMIC_MODE_UP_TO_64B  = 0x06,
	PRM_QP_ATOMIC_MODE_UP_TO_128B = 0x07,
	PRM_QP_ATOMIC_MODE_UP_TO_256B = 0x08,
};

/* The name of a value of enum prm_qp_atomic_mode, or NULL. */
static inline const char *prm_qp_atomic_mode_str(uint64_t value)
{
	switch (value) {
	case PRM_QP_ATOMIC_MODE_NONE:
		return "NONE";
	case PRM_QP_ATOMIC_MODE_IB_SPEC:
		return "IB_SPEC";
	case PRM_QP_ATOMIC_MODE_ONLY_8B:
		return "ONLY_8B";
	case PRM_QP_ATOMIC_MODE_UP_TO_8B:
		return "UP_TO_8B";
	case PRM_QP_ATOMIC_MODE_UP_TO_16B:
		return "UP_TO_16B";
	case PRM_QP_ATOMIC_MODE_UP_TO_32B:
		return "UP_TO_32B";
	case PRM_QP_ATOMIC_MODE_UP_TO_64B:
		return "UP_TO_64B";
	case PRM_QP_ATOMIC_MODE_UP_TO_128B:
		return "UP_TO_128B";
	case PRM_QP_ATOMIC_MODE_UP_TO_256B:
		return "UP_TO_256B";
	default:
		return NULL;
	}
}

/**
 * enum prm_qp_cs_req - Whether small answers go into the CQE of the requester, instead of memory
 *
 * Sources: linux include/linux/mlx5/mlx5_ifc.h MLX5_QPC_CS_REQ_*.
 */
enum prm_qp_cs_req {
	PRM_QP_CS_REQ_DISABLE   = 0x00,
	PRM_QP_CS_REQ_UP_TO_32B = 0x11,
	PRM_QP_CS_REQ_UP_TO_64B = 0x22,
};

/* The name of a value of enum prm_qp_cs_req, or NULL. */
static inline const char *prm_qp_cs_req_str(uint64_t value)
{
	switch (value) {
	case PRM_QP_CS_REQ_DISABLE:
		return "DISABLE";
	case PRM_QP_CS_REQ_UP_TO_32B:
		return "UP_TO_32B";
	case PRM_QP_CS_REQ_UP_TO_64B:
		return "UP_TO_64B";
	default:
		return NULL;
	}
}

/**
 * enum prm_qp_cs_res - Whether small messages go into the CQE of the responder, instead of memory
 *
 * Sources: linux include/linux/mlx5/mlx5_ifc.h MLX5_QPC_CS_RES_*.
 */
enum prm_qp_cs_res {
	PRM_QP_CS_RES_DISABLE   = 0x00,
	PRM_QP_CS_RES_UP_TO_32B = 0x01,
	PRM_QP_CS_RES_UP_TO_64B = 0x02,
};

/* The name of a value of enum prm_qp_cs_res, or NULL. */
static inline const char *prm_qp_cs_res_str(uint64_t value)
{
	switch (value) {
	case PRM_QP_CS_RES_DISABLE:
		return "DISABLE";
	case PRM_QP_CS_RES_UP_TO_32B:
		return "UP_TO_32B";
	case PRM_QP_CS_RES_UP_TO_64B:
		return "UP_TO_64B";
	default:
		return NULL;
	}
}

/**
 * enum prm_timestamp_format - Clock of the timestamps in the CQEs of a queue
 *
 * Sources: linux include/linux/mlx5/mlx5_ifc.h MLX5_TIMESTAMP_FORMAT_*; rdma-core
 * providers/mlx5/mlx5_ifc.h MLX5_QPC_TIMESTAMP_FORMAT_*.
 */
enum prm_timestamp_format {
	PRM_TIMESTAMP_FORMAT_FREE_RUNNING = 0x00, /* Counts the device's clock. */
	PRM_TIMESTAMP_FORMAT_DEFAULT      = 0x01, /* What the device is configured to. */
	PRM_TIMESTAMP_FORMAT_REAL_TIME    = 0x02, /* Seconds and nanoseconds. */
};

/* The name of a value of enum prm_timestamp_format, or NULL. */
static inline const char *prm_timestamp_format_str(uint64_t value)
{
	switch (value) {
	case PRM_TIMESTAMP_FORMAT_FREE_RUNNING:
		return "FREE_RUNNING";
	case PRM_TIMESTAMP_FORMAT_DEFAULT:
		return "DEFAULT";
	case PRM_TIMESTAMP_FORMAT_REAL_TIME:
		return "REAL_TIME";
	default:
		return NULL;
	}
}

/**
 * enum prm_qp_rq_type - What receives
 *
 * Sources: linux include/linux/mlx5/qp.h MLX5_NON_ZERO_RQ and what follows; DPDK
 * drivers/common/mlx5/mlx5_prm.h MLX5_NON_ZERO_RQ, MLX5_SRQ_RQ, MLX5_CRQ_RQ, MLX5_ZERO_LEN_RQ.
 */
enum prm_qp_rq_type {
	PRM_QP_RQ_TYPE_NON_ZERO_RQ = 0x00, /* A receive queue of its own. */
	PRM_QP_RQ_TYPE_SRQ_RQ      = 0x01, /* The SRQ, RMP or XRQ in srqn_rmpn_xrqn. */
	PRM_QP_RQ_TYPE_CRQ_RQ      = 0x02,
	PRM_QP_RQ_TYPE_ZERO_LEN_RQ = 0x03, /* Nothing. The QP has no receive queue. */
};

/* The name of a value of enum prm_qp_rq_type, or NULL. */
static inline const char *prm_qp_rq_type_str(uint64_t value)
{
	switch (value) {
	case PRM_QP_RQ_TYPE_NON_ZERO_RQ:
		return "NON_ZERO_RQ";
	case PRM_QP_RQ_TYPE_SRQ_RQ:
		return "SRQ_RQ";
	case PRM_QP_RQ_TYPE_CRQ_RQ:
		return "CRQ_RQ";
	case PRM_QP_RQ_TYPE_ZERO_LEN_RQ:
		return "ZERO_LEN_RQ";
	default:
		return NULL;
	}
}

/**
 * enum prm_ads_stat_rate - Rate that the QP is limited to
 *
 * Other values are legal too.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h MLX5_ADS_STAT_RATE_*.
 */
enum prm_ads_stat_rate {
	PRM_ADS_STAT_RATE_NO_LIMIT = 0x00,
	PRM_ADS_STAT_RATE_2_5GBPS  = 0x07,
	PRM_ADS_STAT_RATE_10GBPS   = 0x08,
	PRM_ADS_STAT_RATE_30GBPS   = 0x09,
	PRM_ADS_STAT_RATE_5GBPS    = 0x0a,
	PRM_ADS_STAT_RATE_20GBPS   = 0x0b,
	PRM_ADS_STAT_RATE_40GBPS   = 0x0c,
	PRM_ADS_STAT_RATE_60GBPS   = 0x0d,
	PRM_ADS_STAT_RATE_80GBPS   = 0x0e,
	PRM_ADS_STAT_RATE_120GBPS  = 0x0f,
};

/* The name of a value of enum prm_ads_stat_rate, or NULL. */
static inline const char *prm_ads_stat_rate_str(uint64_t value)
{
	switch (value) {
	case PRM_ADS_STAT_RATE_NO_LIMIT:
		return "NO_LIMIT";
	case PRM_ADS_STAT_RATE_2_5GBPS:
		return "2_5GBPS";
	case PRM_ADS_STAT_RATE_10GBPS:
		return "10GBPS";
	case PRM_ADS_STAT_RATE_30GBPS:
		return "30GBPS";
	case PRM_ADS_STAT_RATE_5GBPS:
		return "5GBPS";
	case PRM_ADS_STAT_RATE_20GBPS:
		return "20GBPS";
	case PRM_ADS_STAT_RATE_40GBPS:
		return "40GBPS";
	case PRM_ADS_STAT_RATE_60GBPS:
		return "60GBPS";
	case PRM_ADS_STAT_RATE_80GBPS:
		return "80GBPS";
	case PRM_ADS_STAT_RATE_120GBPS:
		return "120GBPS";
	default:
		return NULL;
	}
}

/**
 * flags PRM_QP_OPT_PARAM_* - Fields of the QP context that a command changes besides those that it
 * has to. Which bits a command takes depends on its opcode and on the transport
 *
 * Sources: linux include/linux/mlx5/qp.h enum mlx5_qp_optpar; rdma-core providers/mlx5/mlx5_ifc.h
 * enum mlx5_qpc_opt_mask.
 */
#define PRM_QP_OPT_PARAM_ALT_ADDR_PATH     (UINT32_C(1) << 0) /* secondary_address_path. */
#define PRM_QP_OPT_PARAM_RRE               (UINT32_C(1) << 1) /* rre. */
#define PRM_QP_OPT_PARAM_RAE               (UINT32_C(1) << 2) /* rae. */
#define PRM_QP_OPT_PARAM_RWE               (UINT32_C(1) << 3) /* rwe. */
#define PRM_QP_OPT_PARAM_PKEY_INDEX        (UINT32_C(1) << 4) /* pkey_index of the primary path. */
#define PRM_QP_OPT_PARAM_Q_KEY             (UINT32_C(1) << 5) /* q_key. */
#define PRM_QP_OPT_PARAM_RNR_TIMEOUT       (UINT32_C(1) << 6) /* min_rnr_nak. */
#define PRM_QP_OPT_PARAM_PRIMARY_ADDR_PATH (UINT32_C(1) << 7) /* primary_address_path. */
#define PRM_QP_OPT_PARAM_SRA_MAX           (UINT32_C(1) << 8) /* log_sra_max. */
#define PRM_QP_OPT_PARAM_RRA_MAX           (UINT32_C(1) << 9) /* log_rra_max. */
#define PRM_QP_OPT_PARAM_PM_STATE          (UINT32_C(1) << 10) /* pm_state. */
/* drain_sigerr, with INIT2INIT_QP. Note: In rdma-core, no name in Linux. */
#define PRM_QP_OPT_PARAM_DRAIN_SIGERR      (UINT32_C(1) << 11)
#define PRM_QP_OPT_PARAM_RETRY_COUNT       (UINT32_C(1) << 12) /* retry_count. */
#define PRM_QP_OPT_PARAM_RNR_RETRY         (UINT32_C(1) << 13) /* rnr_retry. */
/* ack_timeout of the primary path. */
#define PRM_QP_OPT_PARAM_ACK_TIMEOUT       (UINT32_C(1) << 14)
/* lag_tx_port_affinity. Note: LAG_TX_PORT_AFFINITY in rdma-core. */
#define PRM_QP_OPT_PARAM_LAG_TX_AFF        (UINT32_C(1) << 15)
/* vhca_port_num of the primary path. */
#define PRM_QP_OPT_PARAM_PRI_PORT          (UINT32_C(1) << 16)
#define PRM_QP_OPT_PARAM_SRQN              (UINT32_C(1) << 18) /* srqn_rmpn_xrqn. */
#define PRM_QP_OPT_PARAM_CQN_RCV           (UINT32_C(1) << 19) /* cqn_rcv. */
#define PRM_QP_OPT_PARAM_DC_HS             (UINT32_C(1) << 20)
#define PRM_QP_OPT_PARAM_DC_KEY            (UINT32_C(1) << 21) /* dc_access_key. */
#define PRM_QP_OPT_PARAM_COUNTER_SET_ID    (UINT32_C(1) << 25) /* counter_set_id. */
#define PRM_QP_OPT_PARAM_ALL UINT32_C(0x23dffff)

/* The name of bit @bit of PRM_QP_OPT_PARAM_*, 0 the lowest one, or NULL. */
static inline const char *prm_qp_opt_param_flag_str(unsigned int bit)
{
	switch (bit) {
	case 0:
		return "ALT_ADDR_PATH";
	case 1:
		return "RRE";
	case 2:
		return "RAE";
	case 3:
		return "RWE";
	case 4:
		return "PKEY_INDEX";
	case 5:
		return "Q_KEY";
	case 6:
		return "RNR_TIMEOUT";
	case 7:
		return "PRIMARY_ADDR_PATH";
	case 8:
		return "SRA_MAX";
	case 9:
		return "RRA_MAX";
	case 10:
		return "PM_STATE";
	case 11:
		return "DRAIN_SIGERR";
	case 12:
		return "RETRY_COUNT";
	case 13:
		return "RNR_RETRY";
	case 14:
		return "ACK_TIMEOUT";
	case 15:
		return "LAG_TX_AFF";
	case 16:
		return "PRI_PORT";
	case 18:
		return "SRQN";
	case 19:
		return "CQN_RCV";
	case 20:
		return "DC_HS";
	case 21:
		return "DC_KEY";
	case 25:
		return "COUNTER_SET_ID";
	default:
		return NULL;
	}
}

/**
 * flags PRM_QP_OPT_PARAM_32_* - Continues qp_opt_param, from its bit 32 on
 *
 * Sources: rdma-core providers/mlx5/mlx5_ifc.h enum mlx5_qpc_opt_mask_32.
 */
/* dci_stream_channel_id of the extension. */
#define PRM_QP_OPT_PARAM_32_DCI_STREAM_CHANNEL_ID (UINT32_C(1) << 0)
/* Both qos_queue_group_id of the extension. */
#define PRM_QP_OPT_PARAM_32_QOS_QUEUE_GROUP_ID    (UINT32_C(1) << 1)
/* udp_sport of the primary path. */
#define PRM_QP_OPT_PARAM_32_UDP_SPORT             (UINT32_C(1) << 2)
/* mmo of the extension, with INIT2INIT_QP. Note: INIT2INIT_MMO in rdma-core. */
#define PRM_QP_OPT_PARAM_32_MMO                   (UINT32_C(1) << 3)
#define PRM_QP_OPT_PARAM_32_ALL UINT32_C(0xf)

/* The name of bit @bit of PRM_QP_OPT_PARAM_32_*, 0 the lowest one, or NULL. */
static inline const char *prm_qp_opt_param_32_flag_str(unsigned int bit)
{
	switch (bit) {
	case 0:
		return "DCI_STREAM_CHANNEL_ID";
	case 1:
		return "QOS_QUEUE_GROUP_ID";
	case 2:
		return "UDP_SPORT";
	case 3:
		return "MMO";
	default:
		return NULL;
	}
}

/**
 * struct prm_ads - address path. Where packets go and how
 *
 * 44 bytes, written by driver and device.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_ads_bits; rdma-core
 * providers/mlx5/mlx5_ifc.h struct mlx5_ifc_ads_bits; DPDK drivers/common/mlx5/mlx5_prm.h struct
 * mlx5_ifc_ads_bits.
 */
struct prm_ads {
	/*
	 * 0x00 [31] fl: Packets are looped back to this port.
	 *      [30] free_ar: Adaptive routing.
	 */
	uint8_t b_00;
	uint8_t reserved_01[1];
	prm_be16 pkey_index;		/* 0x00 [15:0]: Index into the P_Key table. */
	/*
	 * 0x04 [31:24]: Plane of a port with several. Note: In Linux 6.12, reserved in the other
	 * sources.
	 */
	uint8_t plane_index;
	/*
	 * 0x04 [23]    grh: Packets have a global route header. InfiniBand.
	 *      [22:16] mlid: Low bits of the own LID, for path bits. InfiniBand.
	 */
	uint8_t b_05;
	prm_be16 rlid;			/* 0x04 [15:0]: LID of the peer. InfiniBand. */
	/* 0x08 [31:27] ack_timeout: 4.096 microseconds times 2 to this; 0 waits for ever. */
	uint8_t b_08;
	/* 0x08 [23:16]: Index of the own address in the table of GIDs. */
	uint8_t src_addr_index;
	uint8_t b_0a;			/* 0x08 [11:8] stat_rate: (enum prm_ads_stat_rate) */
	uint8_t hop_limit;		/* 0x08 [7:0] */
	/*
	 * 0x0c [27:20] tclass: Traffic class.
	 *      [19:0]  flow_label
	 */
	prm_be32 dw_0c;
	uint8_t rgid_rip[16];		/* 0x10..0x1f: GID or IP address of the peer. */
	/*
	 * 0x20 [27] f_dscp: UNVERIFIED: The sources do not use it; by its name dscp holds instead
	 *             of the default.
	 *      [26] f_ecn: UNVERIFIED: As f_dscp.
	 *      [24] f_eth_prio: UNVERIFIED: As f_dscp.
	 */
	uint8_t b_20;
	/*
	 * 0x20 [23:22] ecn
	 *      [21:16] dscp
	 */
	uint8_t b_21;
	prm_be16 udp_sport;		/* 0x20 [15:0]: Source port of RoCE version 2. */
	/*
	 * 0x24 [31]    dei_cfi
	 *      [30:28] eth_prio: Priority of the VLAN tag.
	 *      [27:24] sl: Service level. InfiniBand.
	 */
	uint8_t b_24;
	uint8_t vhca_port_num;		/* 0x24 [23:16]: Port, from 1. */
	prm_be16 rmac_47_32;		/* 0x24 [15:0]: Ethernet address of the peer, RoCE. */
	prm_be32 rmac_31_0;		/* 0x28 [31:0] */
} __attribute__((packed, aligned(4)));

#define PRM_ADS_SIZE 44

PRM_ASSERT_SIZE(prm_ads, 44);
PRM_ASSERT_OFFSET(prm_ads, b_00, 0x00);
PRM_ASSERT_OFFSET(prm_ads, reserved_01, 0x01);
PRM_ASSERT_OFFSET(prm_ads, pkey_index, 0x02);
PRM_ASSERT_OFFSET(prm_ads, plane_index, 0x04);
PRM_ASSERT_OFFSET(prm_ads, b_05, 0x05);
PRM_ASSERT_OFFSET(prm_ads, rlid, 0x06);
PRM_ASSERT_OFFSET(prm_ads, b_08, 0x08);
PRM_ASSERT_OFFSET(prm_ads, src_addr_index, 0x09);
PRM_ASSERT_OFFSET(prm_ads, b_0a, 0x0a);
PRM_ASSERT_OFFSET(prm_ads, hop_limit, 0x0b);
PRM_ASSERT_OFFSET(prm_ads, dw_0c, 0x0c);
PRM_ASSERT_OFFSET(prm_ads, rgid_rip, 0x10);
PRM_ASSERT_OFFSET(prm_ads, b_20, 0x20);
PRM_ASSERT_OFFSET(prm_ads, b_21, 0x21);
PRM_ASSERT_OFFSET(prm_ads, udp_sport, 0x22);
PRM_ASSERT_OFFSET(prm_ads, b_24, 0x24);
PRM_ASSERT_OFFSET(prm_ads, vhca_port_num, 0x25);
PRM_ASSERT_OFFSET(prm_ads, rmac_47_32, 0x26);
PRM_ASSERT_OFFSET(prm_ads, rmac_31_0, 0x28);

static inline void prm_ads_set_fl(struct prm_ads *p, bool v)
{
	p->b_00 = prm_u8_replace(p->b_00, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_ads_get_fl(const struct prm_ads *p)
{
	return (bool)(p->b_00 >> 7);
}

static inline void prm_ads_set_free_ar(struct prm_ads *p, bool v)
{
	p->b_00 = prm_u8_replace(p->b_00, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_ads_get_free_ar(const struct prm_ads *p)
{
	return (bool)((p->b_00 >> 6) & 0x1);
}

static inline void prm_ads_set_pkey_index(struct prm_ads *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->pkey_index = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_ads_get_pkey_index(const struct prm_ads *p)
{
	return prm_be16_to_cpu(p->pkey_index);
}

static inline void prm_ads_set_plane_index(struct prm_ads *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->plane_index = (uint8_t)v;
}

static inline uint32_t prm_ads_get_plane_index(const struct prm_ads *p)
{
	return p->plane_index;
}

static inline void prm_ads_set_grh(struct prm_ads *p, bool v)
{
	p->b_05 = prm_u8_replace(p->b_05, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_ads_get_grh(const struct prm_ads *p)
{
	return (bool)(p->b_05 >> 7);
}

static inline void prm_ads_set_mlid(struct prm_ads *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 7);
	p->b_05 = prm_u8_replace(p->b_05, 0x7f, (uint8_t)v);
}

static inline uint32_t prm_ads_get_mlid(const struct prm_ads *p)
{
	return p->b_05 & 0x7f;
}

static inline void prm_ads_set_rlid(struct prm_ads *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->rlid = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_ads_get_rlid(const struct prm_ads *p)
{
	return prm_be16_to_cpu(p->rlid);
}

static inline void prm_ads_set_ack_timeout(struct prm_ads *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_08 = prm_u8_replace(p->b_08, 0xf8, (uint8_t)((uint32_t)v << 3));
}

static inline uint32_t prm_ads_get_ack_timeout(const struct prm_ads *p)
{
	return p->b_08 >> 3;
}

static inline void prm_ads_set_src_addr_index(struct prm_ads *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->src_addr_index = (uint8_t)v;
}

static inline uint32_t prm_ads_get_src_addr_index(const struct prm_ads *p)
{
	return p->src_addr_index;
}

static inline void prm_ads_set_stat_rate(struct prm_ads *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_0a = prm_u8_replace(p->b_0a, 0xf, (uint8_t)v);
}

static inline uint32_t prm_ads_get_stat_rate(const struct prm_ads *p)
{
	return p->b_0a & 0xf;
}

static inline void prm_ads_set_hop_limit(struct prm_ads *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->hop_limit = (uint8_t)v;
}

static inline uint32_t prm_ads_get_hop_limit(const struct prm_ads *p)
{
	return p->hop_limit;
}

static inline void prm_ads_set_tclass(struct prm_ads *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->dw_0c = prm_be32_replace(p->dw_0c, 0xff00000u, (uint32_t)v << 20);
}

static inline uint32_t prm_ads_get_tclass(const struct prm_ads *p)
{
	return (prm_be32_to_cpu(p->dw_0c) >> 20) & 0xff;
}

static inline void prm_ads_set_flow_label(struct prm_ads *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 20);
	p->dw_0c = prm_be32_replace(p->dw_0c, 0xfffffu, v);
}

static inline uint32_t prm_ads_get_flow_label(const struct prm_ads *p)
{
	return prm_be32_to_cpu(p->dw_0c) & 0xfffff;
}

static inline void prm_ads_set_f_dscp(struct prm_ads *p, bool v)
{
	p->b_20 = prm_u8_replace(p->b_20, 0x8, (uint8_t)((uint32_t)v << 3));
}

static inline bool prm_ads_get_f_dscp(const struct prm_ads *p)
{
	return (bool)((p->b_20 >> 3) & 0x1);
}

static inline void prm_ads_set_f_ecn(struct prm_ads *p, bool v)
{
	p->b_20 = prm_u8_replace(p->b_20, 0x4, (uint8_t)((uint32_t)v << 2));
}

static inline bool prm_ads_get_f_ecn(const struct prm_ads *p)
{
	return (bool)((p->b_20 >> 2) & 0x1);
}

static inline void prm_ads_set_f_eth_prio(struct prm_ads *p, bool v)
{
	p->b_20 = prm_u8_replace(p->b_20, 0x1, (uint8_t)v);
}

static inline bool prm_ads_get_f_eth_prio(const struct prm_ads *p)
{
	return (bool)(p->b_20 & 0x1);
}

static inline void prm_ads_set_ecn(struct prm_ads *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 2);
	p->b_21 = prm_u8_replace(p->b_21, 0xc0, (uint8_t)((uint32_t)v << 6));
}

static inline uint32_t prm_ads_get_ecn(const struct prm_ads *p)
{
	return p->b_21 >> 6;
}

static inline void prm_ads_set_dscp(struct prm_ads *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 6);
	p->b_21 = prm_u8_replace(p->b_21, 0x3f, (uint8_t)v);
}

static inline uint32_t prm_ads_get_dscp(const struct prm_ads *p)
{
	return p->b_21 & 0x3f;
}

static inline void prm_ads_set_udp_sport(struct prm_ads *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->udp_sport = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_ads_get_udp_sport(const struct prm_ads *p)
{
	return prm_be16_to_cpu(p->udp_sport);
}

static inline void prm_ads_set_dei_cfi(struct prm_ads *p, bool v)
{
	p->b_24 = prm_u8_replace(p->b_24, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_ads_get_dei_cfi(const struct prm_ads *p)
{
	return (bool)(p->b_24 >> 7);
}

static inline void prm_ads_set_eth_prio(struct prm_ads *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 3);
	p->b_24 = prm_u8_replace(p->b_24, 0x70, (uint8_t)((uint32_t)v << 4));
}

static inline uint32_t prm_ads_get_eth_prio(const struct prm_ads *p)
{
	return (p->b_24 >> 4) & 0x7;
}

static inline void prm_ads_set_sl(struct prm_ads *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_24 = prm_u8_replace(p->b_24, 0xf, (uint8_t)v);
}

static inline uint32_t prm_ads_get_sl(const struct prm_ads *p)
{
	return p->b_24 & 0xf;
}

static inline void prm_ads_set_vhca_port_num(struct prm_ads *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->vhca_port_num = (uint8_t)v;
}

static inline uint32_t prm_ads_get_vhca_port_num(const struct prm_ads *p)
{
	return p->vhca_port_num;
}

static inline void prm_ads_set_rmac_47_32(struct prm_ads *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->rmac_47_32 = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_ads_get_rmac_47_32(const struct prm_ads *p)
{
	return prm_be16_to_cpu(p->rmac_47_32);
}

static inline void prm_ads_set_rmac_31_0(struct prm_ads *p, uint32_t v)
{
	p->rmac_31_0 = prm_cpu_to_be32(v);
}

static inline uint32_t prm_ads_get_rmac_31_0(const struct prm_ads *p)
{
	return prm_be32_to_cpu(p->rmac_31_0);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_ads_fields {
	bool fl;
	bool free_ar;
	uint16_t pkey_index;
	uint8_t plane_index;
	bool grh;
	uint8_t mlid;			/* 7 bits */
	uint16_t rlid;
	uint8_t ack_timeout;		/* 5 bits */
	uint8_t src_addr_index;
	uint8_t stat_rate;		/* 4 bits, enum prm_ads_stat_rate */
	uint8_t hop_limit;
	uint8_t tclass;
	uint32_t flow_label;		/* 20 bits */
	uint8_t rgid_rip[16];
	bool f_dscp;
	bool f_ecn;
	bool f_eth_prio;
	uint8_t ecn;			/* 2 bits */
	uint8_t dscp;			/* 6 bits */
	uint16_t udp_sport;
	bool dei_cfi;
	uint8_t eth_prio;		/* 3 bits */
	uint8_t sl;			/* 4 bits */
	uint8_t vhca_port_num;
	uint16_t rmac_47_32;
	uint32_t rmac_31_0;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_ads_fields_init(struct prm_ads_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 44 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_ads_pack(struct prm_ads *p, const struct prm_ads_fields *v)
{
	prm_store32(p, 0x00, (uint32_t)v->fl << 31 | (uint32_t)v->free_ar << 30 |
			(uint32_t)v->pkey_index);
	PRM_CHECK_WIDTH(v->mlid, 7);
	prm_store32(p, 0x04, (uint32_t)v->plane_index << 24 | (uint32_t)v->grh << 23 |
			((uint32_t)v->mlid & 0x7f) << 16 | (uint32_t)v->rlid);
	PRM_CHECK_WIDTH(v->ack_timeout, 5);
	PRM_CHECK_WIDTH(v->stat_rate, 4);
	prm_store32(p, 0x08, (uint32_t)v->ack_timeout << 27 | (uint32_t)v->src_addr_index << 16 |
			((uint32_t)v->stat_rate & 0xf) << 8 | (uint32_t)v->hop_limit);
	PRM_CHECK_WIDTH(v->flow_label, 20);
	prm_store32(p, 0x0c, (uint32_t)v->tclass << 20 | (v->flow_label & 0xfffff));
	memcpy((uint8_t *)p + 0x10, v->rgid_rip, 16);
	PRM_CHECK_WIDTH(v->ecn, 2);
	PRM_CHECK_WIDTH(v->dscp, 6);
	prm_store32(p, 0x20, (uint32_t)v->f_dscp << 27 | (uint32_t)v->f_ecn << 26 |
			(uint32_t)v->f_eth_prio << 24 | ((uint32_t)v->ecn & 0x3) << 22 |
			((uint32_t)v->dscp & 0x3f) << 16 | (uint32_t)v->udp_sport);
	PRM_CHECK_WIDTH(v->eth_prio, 3);
	PRM_CHECK_WIDTH(v->sl, 4);
	prm_store32(p, 0x24, (uint32_t)v->dei_cfi << 31 | ((uint32_t)v->eth_prio & 0x7) << 28 |
			((uint32_t)v->sl & 0xf) << 24 | (uint32_t)v->vhca_port_num << 16 |
			(uint32_t)v->rmac_47_32);
	prm_store32(p, 0x28, v->rmac_31_0);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_ads_check(const struct prm_ads *p, struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_reserved(r, p, 2, 14);	/* 0x00 [29:16] */
	n += prm_check_reserved(r, p, 69, 3);	/* 0x08 [26:24] */
	n += prm_check_reserved(r, p, 80, 4);	/* 0x08 [15:12] */
	n += prm_check_reserved(r, p, 96, 4);	/* 0x0c [31:28] */
	n += prm_check_reserved(r, p, 256, 4);	/* 0x20 [31:28] */
	n += prm_check_reserved(r, p, 262, 1);	/* 0x20 [25] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_ads_unpack(struct prm_ads_fields *v,
		const struct prm_ads *p, struct prm_report *r)
{
	uint32_t word;

	word = prm_load8(p, 0x00);
	v->fl = word >> 7;
	v->free_ar = (word >> 6) & 0x1;
	v->pkey_index = prm_load16(p, 0x02);
	v->plane_index = prm_load8(p, 0x04);
	word = prm_load8(p, 0x05);
	v->grh = word >> 7;
	v->mlid = (uint8_t)(word & 0x7f);
	v->rlid = prm_load16(p, 0x06);
	v->ack_timeout = (uint8_t)(prm_load8(p, 0x08) >> 3);
	v->src_addr_index = prm_load8(p, 0x09);
	v->stat_rate = (uint8_t)(prm_load8(p, 0x0a) & 0xf);
	v->hop_limit = prm_load8(p, 0x0b);
	v->tclass = (uint8_t)((prm_load16(p, 0x0c) >> 4) & 0xff);
	v->flow_label = prm_load32(p, 0x0c) & 0xfffff;
	memcpy(v->rgid_rip, (const uint8_t *)p + 0x10, 16);
	word = prm_load8(p, 0x20);
	v->f_dscp = (word >> 3) & 0x1;
	v->f_ecn = (word >> 2) & 0x1;
	v->f_eth_prio = word & 0x1;
	word = prm_load8(p, 0x21);
	v->ecn = (uint8_t)(word >> 6);
	v->dscp = (uint8_t)(word & 0x3f);
	v->udp_sport = prm_load16(p, 0x22);
	word = prm_load8(p, 0x24);
	v->dei_cfi = word >> 7;
	v->eth_prio = (uint8_t)((word >> 4) & 0x7);
	v->sl = (uint8_t)(word & 0xf);
	v->vhca_port_num = prm_load8(p, 0x25);
	v->rmac_47_32 = prm_load16(p, 0x26);
	v->rmac_31_0 = prm_load32(p, 0x28);
	return r ? prm_ads_check(p, r) : 0;
}

/**
 * struct prm_qpc - QP context, all that the device knows of a QP
 *
 * 232 bytes, written by driver and device.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_qpc_bits; rdma-core
 * providers/mlx5/mlx5_ifc.h struct mlx5_ifc_qpc_bits; DPDK drivers/common/mlx5/mlx5_prm.h struct
 * mlx5_ifc_qpc_bits.
 */
struct prm_qpc {
	/*
	 * 0x00 [31:28] state: Commands change it by their opcode. (enum prm_qp_state; written by
	 *                the device)
	 *      [27:24] lag_tx_port_affinity: Port of a bond to send on, from 1; 0 leaves it to
	 *                the device. (needs cmd_hca_cap.lag_tx_port_affinity)
	 */
	uint8_t b_00;
	uint8_t st;			/* 0x00 [23:16]: Transport. (enum prm_qp_service_type) */
	/*
	 * 0x00 [13]    isolate_vl_tc: Note: In Linux and rdma-core, reserved in DPDK.
	 *      [12:11] pm_state: (enum prm_qp_pm_state)
	 *      [9:8]   req_e2e_credit_mode
	 */
	uint8_t b_02;
	/*
	 * 0x00 [7:4] offload_type: (enum prm_qp_offload_type)
	 *      [3:2] end_padding_mode: (enum prm_qp_end_padding_mode; needs cmd_hca_cap.end_pad)
	 */
	uint8_t b_03;
	/*
	 * 0x04 [31]   wq_signature: WQEs carry a checksum.
	 *      [30]   block_lb_mc: Does not receive its own multicasts. (needs
	 *               cmd_hca_cap.block_lb_mc)
	 *      [29]   atomic_like_write_en: Small writes are atomic.
	 *      [28]   latency_sensitive: A hint for the device.
	 *      [26]   drain_sigerr: A signature error drains the send queue. The device stops
	 *               behind it, reports SQ_DRAINED and goes on after SQD2RTS_QP. (needs
	 *               cmd_hca_cap.drain_sigerr)
	 *      [23:0] pd: Number of the protection domain.
	 */
	prm_be32 dw_04;
	/*
	 * 0x08 [31:29] mtu: (enum prm_qp_mtu)
	 *      [28:24] log_msg_max: Largest message. (log2: 2^value; in bytes)
	 */
	uint8_t b_08;
	/*
	 * 0x08 [22:19] log_rq_size: Room of the receive queue. (log2: 2^value; in receive WQEs)
	 *      [18:16] log_rq_stride: Size of a receive WQE. (log2: 2^value; in 16 bytes)
	 */
	uint8_t b_09;
	/*
	 * 0x08 [15]    no_sq: The QP has no send queue.
	 *      [14:11] log_sq_size: Room of the send queue. (log2: 2^value; in WQEBBs)
	 *      [9:8]   retry_mode: Note: In Linux 6.12, reserved in the other sources.
	 */
	uint8_t b_0a;
	/*
	 * 0x08 [7:6] ts_format: (enum prm_timestamp_format)
	 *      [5]   data_in_order: Received data are written in order, so that memory can be
	 *              polled. Note: In rdma-core, reserved in the other sources. (needs
	 *              cmd_hca_cap.qp_data_in_order)
	 *      [4]   rlky: The reserved lkey can be used.
	 *      [3:0] ulp_stateless_offload_mode
	 */
	uint8_t b_0b;
	/*
	 * 0x0c [31:24] counter_set_id: Q counter that counts the QP's errors.
	 *      [23:0]  uar_page: Number of the UAR page of the doorbell.
	 */
	prm_be32 dw_0c;
	/* 0x10 [23:0] user_index: What CQEs of version 1 name instead of the QP. */
	prm_be32 dw_10;
	/*
	 * 0x14 [28:24] log_page_size: Size of the pages in pas, or of those that the umem is
	 *                taken to have. (log2: 2^value; in 4096 bytes)
	 *      [23:0]  remote_qpn: QP of the peer.
	 */
	prm_be32 dw_14;
	struct prm_ads primary_address_path; /* 0x18..0x43 */
	struct prm_ads secondary_address_path; /* 0x44..0x6f: The alternate path. */
	/*
	 * 0x70 [31:28] log_ack_req_freq: How often an acknowledge is asked for. (log2: 2^value; in
	 * packets)
	 */
	uint8_t b_70;
	/*
	 * 0x70 [23:21] log_sra_max: RDMA reads and atomics that the requester has outstanding.
	 *                (log2: 2^value)
	 *      [18:16] retry_count: Retries after a timeout.
	 */
	uint8_t b_71;
	/*
	 * 0x70 [15:13] rnr_retry: Retries while the peer is not ready to receive. 7 has no end.
	 *      [11]    fre: Fast registration (UMR) can be posted.
	 *      [10:8]  cur_rnr_retry: Retries left. (written by the device)
	 */
	uint8_t b_72;
	/* 0x70 [7:5] cur_retry_count: Retries left. (written by the device) */
	uint8_t b_73;
	uint8_t reserved_74[4];
	/* 0x78 [23:0] next_send_psn: Packet sequence number that is sent next. */
	prm_be32 dw_78;
	/*
	 * 0x7c [28:24] log_num_dci_stream_channels: Note: In Linux, reserved in rdma-core and
	 *                DPDK. (log2: 2^value)
	 *      [23:0]  cqn_snd: CQ of the send queue.
	 */
	prm_be32 dw_7c;
	/*
	 * 0x80 [28:24] log_num_dci_errored_streams: Note: In Linux, reserved in rdma-core and
	 *                DPDK. (log2: 2^value)
	 *      [23:0]  deth_sqpn: QP number that datagrams name as their source.
	 */
	prm_be32 dw_80;
	uint8_t reserved_84[4];
	prm_be32 dw_88;			/* 0x88 [23:0] last_acked_psn */
	prm_be32 dw_8c;			/* 0x8c [23:0] ssn: Send sequence number. */
	uint8_t reserved_90[1];
	/*
	 * 0x90 [23:21] log_rra_max: RDMA reads and atomics that the responder takes at a time.
	 *                (log2: 2^value)
	 *      [19:16] atomic_mode: (enum prm_qp_atomic_mode)
	 */
	uint8_t b_91;
	/*
	 * 0x90 [15]   rre: The peer may read.
	 *      [14]   rwe: The peer may write.
	 *      [13]   rae: The peer may do atomics.
	 *      [11:6] page_offset: Where the queue starts in its first page. (in 1/64 of a page)
	 *      [2]    cd_slave_receive: Cross channel. The receive queue waits for another QP.
	 *      [1]    cd_slave_send: Cross channel. The send queue waits for another QP.
	 *      [0]    cd_master: Cross channel. WQEs of the send queue let other queues go on.
	 */
	prm_be16 w_92;
	/*
	 * 0x94 [28:24] min_rnr_nak: InfiniBand's code of the time that a peer has to wait when
	 *                there is no receive WQE.
	 *      [23:0]  next_rcv_psn: Packet sequence number that is expected next.
	 */
	prm_be32 dw_94;
	prm_be32 dw_98;			/* 0x98 [23:0] xrcd: Number of the XRC domain. */
	prm_be32 dw_9c;			/* 0x9c [23:0] cqn_rcv: CQ of the receive queue. */
	/*
	 * 0xa0 [63:0]: Address of the doorbell record; with dbr_umem_valid, the offset in that
	 * umem.
	 */
	prm_be64 dbr_addr;
	prm_be32 q_key;			/* 0xa8 [31:0] */
	/*
	 * 0xac [26:24] rq_type: (enum prm_qp_rq_type)
	 *      [23:0]  srqn_rmpn_xrqn: SRQ, RMP or XRQ that the QP receives from.
	 */
	prm_be32 dw_ac;
	/* 0xb0 [23:0] rmsn: Message sequence number of the responder. */
	prm_be32 dw_b0;
	/*
	 * 0xb4 [31:16]: How far the device has come in the send queue. In SQD, the first WQEBB that
	 * it has not executed. (in WQEBBs; written by the device)
	 */
	prm_be16 hw_sq_wqebb_counter;
	/*
	 * 0xb4 [15:0]: How far software has posted, as the device knows it. (in WQEBBs; written by
	 * the device)
	 */
	prm_be16 sw_sq_wqebb_counter;
	/* 0xb8 [31:0]: As hw_sq_wqebb_counter. (in receive WQEs; written by the device) */
	prm_be32 hw_rq_counter;
	/* 0xbc [31:0]: As sw_sq_wqebb_counter. (in receive WQEs; written by the device) */
	prm_be32 sw_rq_counter;
	uint8_t reserved_c0[5];
	uint8_t b_c5;			/* 0xc4 [16] cgs */
	uint8_t cs_req;			/* 0xc4 [15:8]: (enum prm_qp_cs_req) */
	uint8_t cs_res;			/* 0xc4 [7:0]: (enum prm_qp_cs_res) */
	/* 0xc8 [63:0]: Key that a target of dynamic connections asks for. */
	prm_be64 dc_access_key;
	/* 0xd0 [28] dbr_umem_valid: The doorbell record stands in the umem dbr_umem_id. */
	uint8_t b_d0;
	uint8_t reserved_d1[19];
	/*
	 * 0xe4 [31:0]: Note: In rdma-core and DPDK, reserved in Linux, which has dbr_umem_valid
	 * too.
	 */
	prm_be32 dbr_umem_id;
} __attribute__((packed, aligned(4)));

#define PRM_QPC_SIZE 232

PRM_ASSERT_SIZE(prm_qpc, 232);
PRM_ASSERT_OFFSET(prm_qpc, b_00, 0x00);
PRM_ASSERT_OFFSET(prm_qpc, st, 0x01);
PRM_ASSERT_OFFSET(prm_qpc, b_02, 0x02);
PRM_ASSERT_OFFSET(prm_qpc, b_03, 0x03);
PRM_ASSERT_OFFSET(prm_qpc, dw_04, 0x04);
PRM_ASSERT_OFFSET(prm_qpc, b_08, 0x08);
PRM_ASSERT_OFFSET(prm_qpc, b_09, 0x09);
PRM_ASSERT_OFFSET(prm_qpc, b_0a, 0x0a);
PRM_ASSERT_OFFSET(prm_qpc, b_0b, 0x0b);
PRM_ASSERT_OFFSET(prm_qpc, dw_0c, 0x0c);
PRM_ASSERT_OFFSET(prm_qpc, dw_10, 0x10);
PRM_ASSERT_OFFSET(prm_qpc, dw_14, 0x14);
PRM_ASSERT_OFFSET(prm_qpc, primary_address_path, 0x18);
PRM_ASSERT_OFFSET(prm_qpc, secondary_address_path, 0x44);
PRM_ASSERT_OFFSET(prm_qpc, b_70, 0x70);
PRM_ASSERT_OFFSET(prm_qpc, b_71, 0x71);
PRM_ASSERT_OFFSET(prm_qpc, b_72, 0x72);
PRM_ASSERT_OFFSET(prm_qpc, b_73, 0x73);
PRM_ASSERT_OFFSET(prm_qpc, reserved_74, 0x74);
PRM_ASSERT_OFFSET(prm_qpc, dw_78, 0x78);
PRM_ASSERT_OFFSET(prm_qpc, dw_7c, 0x7c);
PRM_ASSERT_OFFSET(prm_qpc, dw_80, 0x80);
PRM_ASSERT_OFFSET(prm_qpc, reserved_84, 0x84);
PRM_ASSERT_OFFSET(prm_qpc, dw_88, 0x88);
PRM_ASSERT_OFFSET(prm_qpc, dw_8c, 0x8c);
PRM_ASSERT_OFFSET(prm_qpc, reserved_90, 0x90);
PRM_ASSERT_OFFSET(prm_qpc, b_91, 0x91);
PRM_ASSERT_OFFSET(prm_qpc, w_92, 0x92);
PRM_ASSERT_OFFSET(prm_qpc, dw_94, 0x94);
PRM_ASSERT_OFFSET(prm_qpc, dw_98, 0x98);
PRM_ASSERT_OFFSET(prm_qpc, dw_9c, 0x9c);
PRM_ASSERT_OFFSET(prm_qpc, dbr_addr, 0xa0);
PRM_ASSERT_OFFSET(prm_qpc, q_key, 0xa8);
PRM_ASSERT_OFFSET(prm_qpc, dw_ac, 0xac);
PRM_ASSERT_OFFSET(prm_qpc, dw_b0, 0xb0);
PRM_ASSERT_OFFSET(prm_qpc, hw_sq_wqebb_counter, 0xb4);
PRM_ASSERT_OFFSET(prm_qpc, sw_sq_wqebb_counter, 0xb6);
PRM_ASSERT_OFFSET(prm_qpc, hw_rq_counter, 0xb8);
PRM_ASSERT_OFFSET(prm_qpc, sw_rq_counter, 0xbc);
PRM_ASSERT_OFFSET(prm_qpc, reserved_c0, 0xc0);
PRM_ASSERT_OFFSET(prm_qpc, b_c5, 0xc5);
PRM_ASSERT_OFFSET(prm_qpc, cs_req, 0xc6);
PRM_ASSERT_OFFSET(prm_qpc, cs_res, 0xc7);
PRM_ASSERT_OFFSET(prm_qpc, dc_access_key, 0xc8);
PRM_ASSERT_OFFSET(prm_qpc, b_d0, 0xd0);
PRM_ASSERT_OFFSET(prm_qpc, reserved_d1, 0xd1);
PRM_ASSERT_OFFSET(prm_qpc, dbr_umem_id, 0xe4);

static inline void prm_qpc_set_state(struct prm_qpc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_00 = prm_u8_replace(p->b_00, 0xf0, (uint8_t)((uint32_t)v << 4));
}

static inline uint32_t prm_qpc_get_state(const struct prm_qpc *p)
{
	return p->b_00 >> 4;
}

static inline void prm_qpc_set_lag_tx_port_affinity(struct prm_qpc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_00 = prm_u8_replace(p->b_00, 0xf, (uint8_t)v);
}

static inline uint32_t prm_qpc_get_lag_tx_port_affinity(const struct prm_qpc *p)
{
	return p->b_00 & 0xf;
}

static inline void prm_qpc_set_st(struct prm_qpc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->st = (uint8_t)v;
}

static inline uint32_t prm_qpc_get_st(const struct prm_qpc *p)
{
	return p->st;
}

static inline void prm_qpc_set_isolate_vl_tc(struct prm_qpc *p, bool v)
{
	p->b_02 = prm_u8_replace(p->b_02, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_qpc_get_isolate_vl_tc(const struct prm_qpc *p)
{
	return (bool)((p->b_02 >> 5) & 0x1);
}

static inline void prm_qpc_set_pm_state(struct prm_qpc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 2);
	p->b_02 = prm_u8_replace(p->b_02, 0x18, (uint8_t)((uint32_t)v << 3));
}

static inline uint32_t prm_qpc_get_pm_state(const struct prm_qpc *p)
{
	return (p->b_02 >> 3) & 0x3;
}

static inline void prm_qpc_set_req_e2e_credit_mode(struct prm_qpc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 2);
	p->b_02 = prm_u8_replace(p->b_02, 0x3, (uint8_t)v);
}

static inline uint32_t prm_qpc_get_req_e2e_credit_mode(const struct prm_qpc *p)
{
	return p->b_02 & 0x3;
}

static inline void prm_qpc_set_offload_type(struct prm_qpc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_03 = prm_u8_replace(p->b_03, 0xf0, (uint8_t)((uint32_t)v << 4));
}

static inline uint32_t prm_qpc_get_offload_type(const struct prm_qpc *p)
{
	return p->b_03 >> 4;
}

static inline void prm_qpc_set_end_padding_mode(struct prm_qpc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 2);
	p->b_03 = prm_u8_replace(p->b_03, 0xc, (uint8_t)((uint32_t)v << 2));
}

static inline uint32_t prm_qpc_get_end_padding_mode(const struct prm_qpc *p)
{
	return (p->b_03 >> 2) & 0x3;
}

static inline void prm_qpc_set_wq_signature(struct prm_qpc *p, bool v)
{
	p->dw_04 = prm_be32_replace(p->dw_04, 0x80000000u, (uint32_t)v << 31);
}

static inline bool prm_qpc_get_wq_signature(const struct prm_qpc *p)
{
	return (bool)(prm_be32_to_cpu(p->dw_04) >> 31);
}

static inline void prm_qpc_set_block_lb_mc(struct prm_qpc *p, bool v)
{
	p->dw_04 = prm_be32_replace(p->dw_04, 0x40000000u, (uint32_t)v << 30);
}

static inline bool prm_qpc_get_block_lb_mc(const struct prm_qpc *p)
{
	return (bool)((prm_be32_to_cpu(p->dw_04) >> 30) & 0x1);
}

static inline void prm_qpc_set_atomic_like_write_en(struct prm_qpc *p, bool v)
{
	p->dw_04 = prm_be32_replace(p->dw_04, 0x20000000u, (uint32_t)v << 29);
}

static inline bool prm_qpc_get_atomic_like_write_en(const struct prm_qpc *p)
{
	return (bool)((prm_be32_to_cpu(p->dw_04) >> 29) & 0x1);
}

static inline void prm_qpc_set_latency_sensitive(struct prm_qpc *p, bool v)
{
	p->dw_04 = prm_be32_replace(p->dw_04, 0x10000000u, (uint32_t)v << 28);
}

static inline bool prm_qpc_get_latency_sensitive(const struct prm_qpc *p)
{
	return (bool)((prm_be32_to_cpu(p->dw_04) >> 28) & 0x1);
}

static inline void prm_qpc_set_drain_sigerr(struct prm_qpc *p, bool v)
{
	p->dw_04 = prm_be32_replace(p->dw_04, 0x4000000u, (uint32_t)v << 26);
}

static inline bool prm_qpc_get_drain_sigerr(const struct prm_qpc *p)
{
	return (bool)((prm_be32_to_cpu(p->dw_04) >> 26) & 0x1);
}

static inline void prm_qpc_set_pd(struct prm_qpc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_04 = prm_be32_replace(p->dw_04, 0xffffffu, v);
}

static inline uint32_t prm_qpc_get_pd(const struct prm_qpc *p)
{
	return prm_be32_to_cpu(p->dw_04) & 0xffffff;
}

static inline void prm_qpc_set_mtu(struct prm_qpc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 3);
	p->b_08 = prm_u8_replace(p->b_08, 0xe0, (uint8_t)((uint32_t)v << 5));
}

static inline uint32_t prm_qpc_get_mtu(const struct prm_qpc *p)
{
	return p->b_08 >> 5;
}

static inline void prm_qpc_set_log_msg_max(struct prm_qpc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_08 = prm_u8_replace(p->b_08, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_qpc_get_log_msg_max(const struct prm_qpc *p)
{
	return p->b_08 & 0x1f;
}

static inline void prm_qpc_set_log_rq_size(struct prm_qpc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_09 = prm_u8_replace(p->b_09, 0x78, (uint8_t)((uint32_t)v << 3));
}

static inline uint32_t prm_qpc_get_log_rq_size(const struct prm_qpc *p)
{
	return (p->b_09 >> 3) & 0xf;
}

static inline void prm_qpc_set_log_rq_stride(struct prm_qpc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 3);
	p->b_09 = prm_u8_replace(p->b_09, 0x7, (uint8_t)v);
}

static inline uint32_t prm_qpc_get_log_rq_stride(const struct prm_qpc *p)
{
	return p->b_09 & 0x7;
}

static inline void prm_qpc_set_no_sq(struct prm_qpc *p, bool v)
{
	p->b_0a = prm_u8_replace(p->b_0a, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_qpc_get_no_sq(const struct prm_qpc *p)
{
	return (bool)(p->b_0a >> 7);
}

static inline void prm_qpc_set_log_sq_size(struct prm_qpc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_0a = prm_u8_replace(p->b_0a, 0x78, (uint8_t)((uint32_t)v << 3));
}

static inline uint32_t prm_qpc_get_log_sq_size(const struct prm_qpc *p)
{
	return (p->b_0a >> 3) & 0xf;
}

static inline void prm_qpc_set_retry_mode(struct prm_qpc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 2);
	p->b_0a = prm_u8_replace(p->b_0a, 0x3, (uint8_t)v);
}

static inline uint32_t prm_qpc_get_retry_mode(const struct prm_qpc *p)
{
	return p->b_0a & 0x3;
}

static inline void prm_qpc_set_ts_format(struct prm_qpc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 2);
	p->b_0b = prm_u8_replace(p->b_0b, 0xc0, (uint8_t)((uint32_t)v << 6));
}

static inline uint32_t prm_qpc_get_ts_format(const struct prm_qpc *p)
{
	return p->b_0b >> 6;
}

static inline void prm_qpc_set_data_in_order(struct prm_qpc *p, bool v)
{
	p->b_0b = prm_u8_replace(p->b_0b, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_qpc_get_data_in_order(const struct prm_qpc *p)
{
	return (bool)((p->b_0b >> 5) & 0x1);
}

static inline void prm_qpc_set_rlky(struct prm_qpc *p, bool v)
{
	p->b_0b = prm_u8_replace(p->b_0b, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_qpc_get_rlky(const struct prm_qpc *p)
{
	return (bool)((p->b_0b >> 4) & 0x1);
}

static inline void prm_qpc_set_ulp_stateless_offload_mode(struct prm_qpc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_0b = prm_u8_replace(p->b_0b, 0xf, (uint8_t)v);
}

static inline uint32_t prm_qpc_get_ulp_stateless_offload_mode(const struct prm_qpc *p)
{
	return p->b_0b & 0xf;
}

static inline void prm_qpc_set_counter_set_id(struct prm_qpc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->dw_0c = prm_be32_replace(p->dw_0c, 0xff000000u, (uint32_t)v << 24);
}

static inline uint32_t prm_qpc_get_counter_set_id(const struct prm_qpc *p)
{
	return prm_be32_to_cpu(p->dw_0c) >> 24;
}

static inline void prm_qpc_set_uar_page(struct prm_qpc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_0c = prm_be32_replace(p->dw_0c, 0xffffffu, v);
}

static inline uint32_t prm_qpc_get_uar_page(const struct prm_qpc *p)
{
	return prm_be32_to_cpu(p->dw_0c) & 0xffffff;
}

static inline void prm_qpc_set_user_index(struct prm_qpc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_10 = prm_be32_replace(p->dw_10, 0xffffffu, v);
}

static inline uint32_t prm_qpc_get_user_index(const struct prm_qpc *p)
{
	return prm_be32_to_cpu(p->dw_10) & 0xffffff;
}

static inline void prm_qpc_set_log_page_size(struct prm_qpc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->dw_14 = prm_be32_replace(p->dw_14, 0x1f000000u, (uint32_t)v << 24);
}

static inline uint32_t prm_qpc_get_log_page_size(const struct prm_qpc *p)
{
	return (prm_be32_to_cpu(p->dw_14) >> 24) & 0x1f;
}

static inline void prm_qpc_set_remote_qpn(struct prm_qpc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_14 = prm_be32_replace(p->dw_14, 0xffffffu, v);
}

static inline uint32_t prm_qpc_get_remote_qpn(const struct prm_qpc *p)
{
	return prm_be32_to_cpu(p->dw_14) & 0xffffff;
}

static inline void prm_qpc_set_log_ack_req_freq(struct prm_qpc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_70 = prm_u8_replace(p->b_70, 0xf0, (uint8_t)((uint32_t)v << 4));
}

static inline uint32_t prm_qpc_get_log_ack_req_freq(const struct prm_qpc *p)
{
	return p->b_70 >> 4;
}

static inline void prm_qpc_set_log_sra_max(struct prm_qpc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 3);
	p->b_71 = prm_u8_replace(p->b_71, 0xe0, (uint8_t)((uint32_t)v << 5));
}

static inline uint32_t prm_qpc_get_log_sra_max(const struct prm_qpc *p)
{
	return p->b_71 >> 5;
}

static inline void prm_qpc_set_retry_count(struct prm_qpc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 3);
	p->b_71 = prm_u8_replace(p->b_71, 0x7, (uint8_t)v);
}

static inline uint32_t prm_qpc_get_retry_count(const struct prm_qpc *p)
{
	return p->b_71 & 0x7;
}

static inline void prm_qpc_set_rnr_retry(struct prm_qpc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 3);
	p->b_72 = prm_u8_replace(p->b_72, 0xe0, (uint8_t)((uint32_t)v << 5));
}

static inline uint32_t prm_qpc_get_rnr_retry(const struct prm_qpc *p)
{
	return p->b_72 >> 5;
}

static inline void prm_qpc_set_fre(struct prm_qpc *p, bool v)
{
	p->b_72 = prm_u8_replace(p->b_72, 0x8, (uint8_t)((uint32_t)v << 3));
}

static inline bool prm_qpc_get_fre(const struct prm_qpc *p)
{
	return (bool)((p->b_72 >> 3) & 0x1);
}

static inline void prm_qpc_set_cur_rnr_retry(struct prm_qpc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 3);
	p->b_72 = prm_u8_replace(p->b_72, 0x7, (uint8_t)v);
}

static inline uint32_t prm_qpc_get_cur_rnr_retry(const struct prm_qpc *p)
{
	return p->b_72 & 0x7;
}

static inline void prm_qpc_set_cur_retry_count(struct prm_qpc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 3);
	p->b_73 = prm_u8_replace(p->b_73, 0xe0, (uint8_t)((uint32_t)v << 5));
}

static inline uint32_t prm_qpc_get_cur_retry_count(const struct prm_qpc *p)
{
	return p->b_73 >> 5;
}

static inline void prm_qpc_set_next_send_psn(struct prm_qpc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_78 = prm_be32_replace(p->dw_78, 0xffffffu, v);
}

static inline uint32_t prm_qpc_get_next_send_psn(const struct prm_qpc *p)
{
	return prm_be32_to_cpu(p->dw_78) & 0xffffff;
}

static inline void prm_qpc_set_log_num_dci_stream_channels(struct prm_qpc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->dw_7c = prm_be32_replace(p->dw_7c, 0x1f000000u, (uint32_t)v << 24);
}

static inline uint32_t prm_qpc_get_log_num_dci_stream_channels(const struct prm_qpc *p)
{
	return (prm_be32_to_cpu(p->dw_7c) >> 24) & 0x1f;
}

static inline void prm_qpc_set_cqn_snd(struct prm_qpc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_7c = prm_be32_replace(p->dw_7c, 0xffffffu, v);
}

static inline uint32_t prm_qpc_get_cqn_snd(const struct prm_qpc *p)
{
	return prm_be32_to_cpu(p->dw_7c) & 0xffffff;
}

static inline void prm_qpc_set_log_num_dci_errored_streams(struct prm_qpc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->dw_80 = prm_be32_replace(p->dw_80, 0x1f000000u, (uint32_t)v << 24);
}

static inline uint32_t prm_qpc_get_log_num_dci_errored_streams(const struct prm_qpc *p)
{
	return (prm_be32_to_cpu(p->dw_80) >> 24) & 0x1f;
}

static inline void prm_qpc_set_deth_sqpn(struct prm_qpc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_80 = prm_be32_replace(p->dw_80, 0xffffffu, v);
}

static inline uint32_t prm_qpc_get_deth_sqpn(const struct prm_qpc *p)
{
	return prm_be32_to_cpu(p->dw_80) & 0xffffff;
}

static inline void prm_qpc_set_last_acked_psn(struct prm_qpc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_88 = prm_be32_replace(p->dw_88, 0xffffffu, v);
}

static inline uint32_t prm_qpc_get_last_acked_psn(const struct prm_qpc *p)
{
	return prm_be32_to_cpu(p->dw_88) & 0xffffff;
}

static inline void prm_qpc_set_ssn(struct prm_qpc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_8c = prm_be32_replace(p->dw_8c, 0xffffffu, v);
}

static inline uint32_t prm_qpc_get_ssn(const struct prm_qpc *p)
{
	return prm_be32_to_cpu(p->dw_8c) & 0xffffff;
}

static inline void prm_qpc_set_log_rra_max(struct prm_qpc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 3);
	p->b_91 = prm_u8_replace(p->b_91, 0xe0, (uint8_t)((uint32_t)v << 5));
}

static inline uint32_t prm_qpc_get_log_rra_max(const struct prm_qpc *p)
{
	return p->b_91 >> 5;
}

static inline void prm_qpc_set_atomic_mode(struct prm_qpc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_91 = prm_u8_replace(p->b_91, 0xf, (uint8_t)v);
}

static inline uint32_t prm_qpc_get_atomic_mode(const struct prm_qpc *p)
{
	return p->b_91 & 0xf;
}

static inline void prm_qpc_set_rre(struct prm_qpc *p, bool v)
{
	p->w_92 = prm_be16_replace(p->w_92, 0x8000, (uint16_t)((uint32_t)v << 15));
}

static inline bool prm_qpc_get_rre(const struct prm_qpc *p)
{
	return (bool)(prm_be16_to_cpu(p->w_92) >> 15);
}

static inline void prm_qpc_set_rwe(struct prm_qpc *p, bool v)
{
	p->w_92 = prm_be16_replace(p->w_92, 0x4000, (uint16_t)((uint32_t)v << 14));
}

static inline bool prm_qpc_get_rwe(const struct prm_qpc *p)
{
	return (bool)((prm_be16_to_cpu(p->w_92) >> 14) & 0x1);
}

static inline void prm_qpc_set_rae(struct prm_qpc *p, bool v)
{
	p->w_92 = prm_be16_replace(p->w_92, 0x2000, (uint16_t)((uint32_t)v << 13));
}

static inline bool prm_qpc_get_rae(const struct prm_qpc *p)
{
	return (bool)((prm_be16_to_cpu(p->w_92) >> 13) & 0x1);
}

static inline void prm_qpc_set_page_offset(struct prm_qpc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 6);
	p->w_92 = prm_be16_replace(p->w_92, 0xfc0, (uint16_t)((uint32_t)v << 6));
}

static inline uint32_t prm_qpc_get_page_offset(const struct prm_qpc *p)
{
	return (prm_be16_to_cpu(p->w_92) >> 6) & 0x3f;
}

static inline void prm_qpc_set_cd_slave_receive(struct prm_qpc *p, bool v)
{
	p->w_92 = prm_be16_replace(p->w_92, 0x4, (uint16_t)((uint32_t)v << 2));
}

static inline bool prm_qpc_get_cd_slave_receive(const struct prm_qpc *p)
{
	return (bool)((prm_be16_to_cpu(p->w_92) >> 2) & 0x1);
}

static inline void prm_qpc_set_cd_slave_send(struct prm_qpc *p, bool v)
{
	p->w_92 = prm_be16_replace(p->w_92, 0x2, (uint16_t)((uint32_t)v << 1));
}

static inline bool prm_qpc_get_cd_slave_send(const struct prm_qpc *p)
{
	return (bool)((prm_be16_to_cpu(p->w_92) >> 1) & 0x1);
}

static inline void prm_qpc_set_cd_master(struct prm_qpc *p, bool v)
{
	p->w_92 = prm_be16_replace(p->w_92, 0x1, (uint16_t)v);
}

static inline bool prm_qpc_get_cd_master(const struct prm_qpc *p)
{
	return (bool)(prm_be16_to_cpu(p->w_92) & 0x1);
}

static inline void prm_qpc_set_min_rnr_nak(struct prm_qpc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->dw_94 = prm_be32_replace(p->dw_94, 0x1f000000u, (uint32_t)v << 24);
}

static inline uint32_t prm_qpc_get_min_rnr_nak(const struct prm_qpc *p)
{
	return (prm_be32_to_cpu(p->dw_94) >> 24) & 0x1f;
}

static inline void prm_qpc_set_next_rcv_psn(struct prm_qpc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_94 = prm_be32_replace(p->dw_94, 0xffffffu, v);
}

static inline uint32_t prm_qpc_get_next_rcv_psn(const struct prm_qpc *p)
{
	return prm_be32_to_cpu(p->dw_94) & 0xffffff;
}

static inline void prm_qpc_set_xrcd(struct prm_qpc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_98 = prm_be32_replace(p->dw_98, 0xffffffu, v);
}

static inline uint32_t prm_qpc_get_xrcd(const struct prm_qpc *p)
{
	return prm_be32_to_cpu(p->dw_98) & 0xffffff;
}

static inline void prm_qpc_set_cqn_rcv(struct prm_qpc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_9c = prm_be32_replace(p->dw_9c, 0xffffffu, v);
}

static inline uint32_t prm_qpc_get_cqn_rcv(const struct prm_qpc *p)
{
	return prm_be32_to_cpu(p->dw_9c) & 0xffffff;
}

static inline void prm_qpc_set_dbr_addr(struct prm_qpc *p, uint64_t v)
{
	p->dbr_addr = prm_cpu_to_be64(v);
}

static inline uint64_t prm_qpc_get_dbr_addr(const struct prm_qpc *p)
{
	return prm_be64_to_cpu(p->dbr_addr);
}

static inline void prm_qpc_set_q_key(struct prm_qpc *p, uint32_t v)
{
	p->q_key = prm_cpu_to_be32(v);
}

static inline uint32_t prm_qpc_get_q_key(const struct prm_qpc *p)
{
	return prm_be32_to_cpu(p->q_key);
}

static inline void prm_qpc_set_rq_type(struct prm_qpc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 3);
	p->dw_ac = prm_be32_replace(p->dw_ac, 0x7000000u, (uint32_t)v << 24);
}

static inline uint32_t prm_qpc_get_rq_type(const struct prm_qpc *p)
{
	return (prm_be32_to_cpu(p->dw_ac) >> 24) & 0x7;
}

static inline void prm_qpc_set_srqn_rmpn_xrqn(struct prm_qpc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_ac = prm_be32_replace(p->dw_ac, 0xffffffu, v);
}

static inline uint32_t prm_qpc_get_srqn_rmpn_xrqn(const struct prm_qpc *p)
{
	return prm_be32_to_cpu(p->dw_ac) & 0xffffff;
}

static inline void prm_qpc_set_rmsn(struct prm_qpc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_b0 = prm_be32_replace(p->dw_b0, 0xffffffu, v);
}

static inline uint32_t prm_qpc_get_rmsn(const struct prm_qpc *p)
{
	return prm_be32_to_cpu(p->dw_b0) & 0xffffff;
}

static inline void prm_qpc_set_hw_sq_wqebb_counter(struct prm_qpc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->hw_sq_wqebb_counter = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_qpc_get_hw_sq_wqebb_counter(const struct prm_qpc *p)
{
	return prm_be16_to_cpu(p->hw_sq_wqebb_counter);
}

static inline void prm_qpc_set_sw_sq_wqebb_counter(struct prm_qpc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->sw_sq_wqebb_counter = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_qpc_get_sw_sq_wqebb_counter(const struct prm_qpc *p)
{
	return prm_be16_to_cpu(p->sw_sq_wqebb_counter);
}

static inline void prm_qpc_set_hw_rq_counter(struct prm_qpc *p, uint32_t v)
{
	p->hw_rq_counter = prm_cpu_to_be32(v);
}

static inline uint32_t prm_qpc_get_hw_rq_counter(const struct prm_qpc *p)
{
	return prm_be32_to_cpu(p->hw_rq_counter);
}

static inline void prm_qpc_set_sw_rq_counter(struct prm_qpc *p, uint32_t v)
{
	p->sw_rq_counter = prm_cpu_to_be32(v);
}

static inline uint32_t prm_qpc_get_sw_rq_counter(const struct prm_qpc *p)
{
	return prm_be32_to_cpu(p->sw_rq_counter);
}

static inline void prm_qpc_set_cgs(struct prm_qpc *p, bool v)
{
	p->b_c5 = prm_u8_replace(p->b_c5, 0x1, (uint8_t)v);
}

static inline bool prm_qpc_get_cgs(const struct prm_qpc *p)
{
	return (bool)(p->b_c5 & 0x1);
}

static inline void prm_qpc_set_cs_req(struct prm_qpc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->cs_req = (uint8_t)v;
}

static inline uint32_t prm_qpc_get_cs_req(const struct prm_qpc *p)
{
	return p->cs_req;
}

static inline void prm_qpc_set_cs_res(struct prm_qpc *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->cs_res = (uint8_t)v;
}

static inline uint32_t prm_qpc_get_cs_res(const struct prm_qpc *p)
{
	return p->cs_res;
}

static inline void prm_qpc_set_dc_access_key(struct prm_qpc *p, uint64_t v)
{
	p->dc_access_key = prm_cpu_to_be64(v);
}

static inline uint64_t prm_qpc_get_dc_access_key(const struct prm_qpc *p)
{
	return prm_be64_to_cpu(p->dc_access_key);
}

static inline void prm_qpc_set_dbr_umem_valid(struct prm_qpc *p, bool v)
{
	p->b_d0 = prm_u8_replace(p->b_d0, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_qpc_get_dbr_umem_valid(const struct prm_qpc *p)
{
	return (bool)((p->b_d0 >> 4) & 0x1);
}

static inline void prm_qpc_set_dbr_umem_id(struct prm_qpc *p, uint32_t v)
{
	p->dbr_umem_id = prm_cpu_to_be32(v);
}

static inline uint32_t prm_qpc_get_dbr_umem_id(const struct prm_qpc *p)
{
	return prm_be32_to_cpu(p->dbr_umem_id);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_qpc_fields {
	uint8_t state;			/* 4 bits, enum prm_qp_state */
	uint8_t lag_tx_port_affinity;	/* 4 bits */
	uint8_t st;			/* enum prm_qp_service_type */
	bool isolate_vl_tc;
	uint8_t pm_state;		/* 2 bits, enum prm_qp_pm_state */
	uint8_t req_e2e_credit_mode;	/* 2 bits */
	uint8_t offload_type;		/* 4 bits, enum prm_qp_offload_type */
	uint8_t end_padding_mode;	/* 2 bits, enum prm_qp_end_padding_mode */
	bool wq_signature;
	bool block_lb_mc;
	bool atomic_like_write_en;
	bool latency_sensitive;
	bool drain_sigerr;
	uint32_t pd;			/* 24 bits */
	uint8_t mtu;			/* 3 bits, enum prm_qp_mtu */
	uint8_t log_msg_max;		/* 5 bits, log2 */
	uint8_t log_rq_size;		/* 4 bits, log2 */
	uint8_t log_rq_stride;		/* 3 bits, log2 */
	bool no_sq;
	uint8_t log_sq_size;		/* 4 bits, log2 */
	uint8_t retry_mode;		/* 2 bits */
	uint8_t ts_format;		/* 2 bits, enum prm_timestamp_format */
	bool data_in_order;
	bool rlky;
	uint8_t ulp_stateless_offload_mode; /* 4 bits */
	uint8_t counter_set_id;
	uint32_t uar_page;		/* 24 bits */
	uint32_t user_index;		/* 24 bits */
	uint8_t log_page_size;		/* 5 bits, log2 */
	uint32_t remote_qpn;		/* 24 bits */
	struct prm_ads_fields primary_address_path;
	struct prm_ads_fields secondary_address_path;
	uint8_t log_ack_req_freq;	/* 4 bits, log2 */
	uint8_t log_sra_max;		/* 3 bits, log2 */
	uint8_t retry_count;		/* 3 bits */
	uint8_t rnr_retry;		/* 3 bits */
	bool fre;
	uint8_t cur_rnr_retry;		/* 3 bits */
	uint8_t cur_retry_count;	/* 3 bits */
	uint32_t next_send_psn;		/* 24 bits */
	uint8_t log_num_dci_stream_channels; /* 5 bits, log2 */
	uint32_t cqn_snd;		/* 24 bits */
	uint8_t log_num_dci_errored_streams; /* 5 bits, log2 */
	uint32_t deth_sqpn;		/* 24 bits */
	uint32_t last_acked_psn;	/* 24 bits */
	uint32_t ssn;			/* 24 bits */
	uint8_t log_rra_max;		/* 3 bits, log2 */
	uint8_t atomic_mode;		/* 4 bits, enum prm_qp_atomic_mode */
	bool rre;
	bool rwe;
	bool rae;
	uint8_t page_offset;		/* 6 bits */
	bool cd_slave_receive;
	bool cd_slave_send;
	bool cd_master;
	uint8_t min_rnr_nak;		/* 5 bits */
	uint32_t next_rcv_psn;		/* 24 bits */
	uint32_t xrcd;			/* 24 bits */
	uint32_t cqn_rcv;		/* 24 bits */
	uint64_t dbr_addr;
	uint32_t q_key;
	uint8_t rq_type;		/* 3 bits, enum prm_qp_rq_type */
	uint32_t srqn_rmpn_xrqn;	/* 24 bits */
	uint32_t rmsn;			/* 24 bits */
	uint16_t hw_sq_wqebb_counter;
	uint16_t sw_sq_wqebb_counter;
	uint32_t hw_rq_counter;
	uint32_t sw_rq_counter;
	bool cgs;
	uint8_t cs_req;			/* enum prm_qp_cs_req */
	uint8_t cs_res;			/* enum prm_qp_cs_res */
	uint64_t dc_access_key;
	bool dbr_umem_valid;
	uint32_t dbr_umem_id;
};

/* Zero, and the defaults of the fields that have one. */
static inline void prm_qpc_fields_init(struct prm_qpc_fields *v)
{
	memset(v, 0, sizeof(*v));
	prm_ads_fields_init(&v->primary_address_path);
	prm_ads_fields_init(&v->secondary_address_path);
}

/* Writes all 232 bytes of @p; what stood there does not matter. */
static inline void prm_qpc_pack(struct prm_qpc *p, const struct prm_qpc_fields *v)
{
	PRM_CHECK_WIDTH(v->state, 4);
	PRM_CHECK_WIDTH(v->lag_tx_port_affinity, 4);
	PRM_CHECK_WIDTH(v->pm_state, 2);
	PRM_CHECK_WIDTH(v->req_e2e_credit_mode, 2);
	PRM_CHECK_WIDTH(v->offload_type, 4);
	PRM_CHECK_WIDTH(v->end_padding_mode, 2);
	prm_store32(p, 0x00, (uint32_t)v->state << 28 |
			((uint32_t)v->lag_tx_port_affinity & 0xf) << 24 | (uint32_t)v->st << 16 |
			(uint32_t)v->isolate_vl_tc << 13 | ((uint32_t)v->pm_state & 0x3) << 11 |
			((uint32_t)v->req_e2e_credit_mode & 0x3) << 8 |
			((uint32_t)v->offload_type & 0xf) << 4 |
			((uint32_t)v->end_padding_mode & 0x3) << 2);
	PRM_CHECK_WIDTH(v->pd, 24);
	prm_store32(p, 0x04, (uint32_t)v->wq_signature << 31 | (uint32_t)v->block_lb_mc << 30 |
			(uint32_t)v->atomic_like_write_en << 29 |
			(uint32_t)v->latency_sensitive << 28 | (uint32_t)v->drain_sigerr << 26 |
			(v->pd & 0xffffff));
	PRM_CHECK_WIDTH(v->mtu, 3);
	PRM_CHECK_WIDTH(v->log_msg_max, 5);
	PRM_CHECK_WIDTH(v->log_rq_size, 4);
	PRM_CHECK_WIDTH(v->log_rq_stride, 3);
	PRM_CHECK_WIDTH(v->log_sq_size, 4);
	PRM_CHECK_WIDTH(v->retry_mode, 2);
	PRM_CHECK_WIDTH(v->ts_format, 2);
	PRM_CHECK_WIDTH(v->ulp_stateless_offload_mode, 4);
	prm_store32(p, 0x08, (uint32_t)v->mtu << 29 | ((uint32_t)v->log_msg_max & 0x1f) << 24 |
			((uint32_t)v->log_rq_size & 0xf) << 19 |
			((uint32_t)v->log_rq_stride & 0x7) << 16 | (uint32_t)v->no_sq << 15 |
			((uint32_t)v->log_sq_size & 0xf) << 11 |
			((uint32_t)v->retry_mode & 0x3) << 8 | ((uint32_t)v->ts_format & 0x3) << 6 |
			(uint32_t)v->data_in_order << 5 | (uint32_t)v->rlky << 4 |
			((uint32_t)v->ulp_stateless_offload_mode & 0xf));
	PRM_CHECK_WIDTH(v->uar_page, 24);
	prm_store32(p, 0x0c, (uint32_t)v->counter_set_id << 24 | (v->uar_page & 0xffffff));
	PRM_CHECK_WIDTH(v->user_index, 24);
	prm_store32(p, 0x10, v->user_index & 0xffffff);
	PRM_CHECK_WIDTH(v->log_page_size, 5);
	PRM_CHECK_WIDTH(v->remote_qpn, 24);
	prm_store32(p, 0x14, ((uint32_t)v->log_page_size & 0x1f) << 24 |
			(v->remote_qpn & 0xffffff));
	prm_ads_pack(&p->primary_address_path, &v->primary_address_path);
	prm_ads_pack(&p->secondary_address_path, &v->secondary_address_path);
	PRM_CHECK_WIDTH(v->log_ack_req_freq, 4);
	PRM_CHECK_WIDTH(v->log_sra_max, 3);
	PRM_CHECK_WIDTH(v->retry_count, 3);
	PRM_CHECK_WIDTH(v->rnr_retry, 3);
	PRM_CHECK_WIDTH(v->cur_rnr_retry, 3);
	PRM_CHECK_WIDTH(v->cur_retry_count, 3);
	prm_store32(p, 0x70, (uint32_t)v->log_ack_req_freq << 28 |
			((uint32_t)v->log_sra_max & 0x7) << 21 |
			((uint32_t)v->retry_count & 0x7) << 16 |
			((uint32_t)v->rnr_retry & 0x7) << 13 | (uint32_t)v->fre << 11 |
			((uint32_t)v->cur_rnr_retry & 0x7) << 8 |
			((uint32_t)v->cur_retry_count & 0x7) << 5);
	prm_store32(p, 0x74, 0);
	PRM_CHECK_WIDTH(v->next_send_psn, 24);
	prm_store32(p, 0x78, v->next_send_psn & 0xffffff);
	PRM_CHECK_WIDTH(v->log_num_dci_stream_channels, 5);
	PRM_CHECK_WIDTH(v->cqn_snd, 24);
	prm_store32(p, 0x7c, ((uint32_t)v->log_num_dci_stream_channels & 0x1f) << 24 |
			(v->cqn_snd & 0xffffff));
	PRM_CHECK_WIDTH(v->log_num_dci_errored_streams, 5);
	PRM_CHECK_WIDTH(v->deth_sqpn, 24);
	prm_store32(p, 0x80, ((uint32_t)v->log_num_dci_errored_streams & 0x1f) << 24 |
			(v->deth_sqpn & 0xffffff));
	prm_store32(p, 0x84, 0);
	PRM_CHECK_WIDTH(v->last_acked_psn, 24);
	prm_store32(p, 0x88, v->last_acked_psn & 0xffffff);
	PRM_CHECK_WIDTH(v->ssn, 24);
	prm_store32(p, 0x8c, v->ssn & 0xffffff);
	PRM_CHECK_WIDTH(v->log_rra_max, 3);
	PRM_CHECK_WIDTH(v->atomic_mode, 4);
	PRM_CHECK_WIDTH(v->page_offset, 6);
	prm_store32(p, 0x90, ((uint32_t)v->log_rra_max & 0x7) << 21 |
			((uint32_t)v->atomic_mode & 0xf) << 16 | (uint32_t)v->rre << 15 |
			(uint32_t)v->rwe << 14 | (uint32_t)v->rae << 13 |
			((uint32_t)v->page_offset & 0x3f) << 6 |
			(uint32_t)v->cd_slave_receive << 2 | (uint32_t)v->cd_slave_send << 1 |
			(uint32_t)v->cd_master);
	PRM_CHECK_WIDTH(v->min_rnr_nak, 5);
	PRM_CHECK_WIDTH(v->next_rcv_psn, 24);
	prm_store32(p, 0x94, ((uint32_t)v->min_rnr_nak & 0x1f) << 24 |
			(v->next_rcv_psn & 0xffffff));
	PRM_CHECK_WIDTH(v->xrcd, 24);
	prm_store32(p, 0x98, v->xrcd & 0xffffff);
	PRM_CHECK_WIDTH(v->cqn_rcv, 24);
	prm_store32(p, 0x9c, v->cqn_rcv & 0xffffff);
	prm_store64(p, 0xa0, v->dbr_addr);
	prm_store32(p, 0xa8, v->q_key);
	PRM_CHECK_WIDTH(v->rq_type, 3);
	PRM_CHECK_WIDTH(v->srqn_rmpn_xrqn, 24);
	prm_store32(p, 0xac, ((uint32_t)v->rq_type & 0x7) << 24 | (v->srqn_rmpn_xrqn & 0xffffff));
	PRM_CHECK_WIDTH(v->rmsn, 24);
	prm_store32(p, 0xb0, v->rmsn & 0xffffff);
	prm_store32(p, 0xb4, (uint32_t)v->hw_sq_wqebb_counter << 16 |
			(uint32_t)v->sw_sq_wqebb_counter);
	prm_store32(p, 0xb8, v->hw_rq_counter);
	prm_store32(p, 0xbc, v->sw_rq_counter);
	prm_store32(p, 0xc0, 0);
	prm_store32(p, 0xc4, (uint32_t)v->cgs << 16 | (uint32_t)v->cs_req << 8 |
			(uint32_t)v->cs_res);
	prm_store64(p, 0xc8, v->dc_access_key);
	prm_store32(p, 0xd0, (uint32_t)v->dbr_umem_valid << 28);
	memset((uint8_t *)p + 0xd4, 0, 16);
	prm_store32(p, 0xe4, v->dbr_umem_id);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_qpc_check(const struct prm_qpc *p, struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_enum(r, "state", 0, 4, prm_qpc_get_state(p),
		prm_qp_state_str(prm_qpc_get_state(p)));
	n += prm_check_enum(r, "st", 8, 8, prm_qpc_get_st(p),
		prm_qp_service_type_str(prm_qpc_get_st(p)));
	n += prm_check_reserved(r, p, 16, 2);	/* 0x00 [15:14] */
	n += prm_check_enum(r, "pm_state", 19, 2, prm_qpc_get_pm_state(p),
		prm_qp_pm_state_str(prm_qpc_get_pm_state(p)));
	n += prm_check_reserved(r, p, 21, 1);	/* 0x00 [10] */
	n += prm_check_enum(r, "end_padding_mode", 28, 2, prm_qpc_get_end_padding_mode(p),
		prm_qp_end_padding_mode_str(prm_qpc_get_end_padding_mode(p)));
	n += prm_check_reserved(r, p, 30, 2);	/* 0x00 [1:0] */
	n += prm_check_reserved(r, p, 36, 1);	/* 0x04 [27] */
	n += prm_check_reserved(r, p, 38, 2);	/* 0x04 [25:24] */
	n += prm_check_enum(r, "mtu", 64, 3, prm_qpc_get_mtu(p),
		prm_qp_mtu_str(prm_qpc_get_mtu(p)));
	n += prm_check_reserved(r, p, 72, 1);	/* 0x08 [23] */
	n += prm_check_reserved(r, p, 85, 1);	/* 0x08 [10] */
	n += prm_check_enum(r, "ts_format", 88, 2, prm_qpc_get_ts_format(p),
		prm_timestamp_format_str(prm_qpc_get_ts_format(p)));
	n += prm_check_reserved(r, p, 128, 8);	/* 0x10 [31:24] */
	n += prm_check_reserved(r, p, 160, 3);	/* 0x14 [31:29] */
	r->base += 192;
	n += prm_ads_check(&p->primary_address_path, r);
	r->base -= 192;
	r->base += 544;
	n += prm_ads_check(&p->secondary_address_path, r);
	r->base -= 544;
	n += prm_check_reserved(r, p, 900, 4);	/* 0x70 [27:24] */
	n += prm_check_reserved(r, p, 907, 2);	/* 0x70 [20:19] */
	n += prm_check_reserved(r, p, 915, 1);	/* 0x70 [12] */
	n += prm_check_reserved(r, p, 923, 5);	/* 0x70 [4:0] */
	n += prm_check_reserved(r, p, 928, 32);	/* 0x74 [31:0] */
	n += prm_check_reserved(r, p, 960, 8);	/* 0x78 [31:24] */
	n += prm_check_reserved(r, p, 992, 3);	/* 0x7c [31:29] */
	n += prm_check_reserved(r, p, 1024, 3);	/* 0x80 [31:29] */
	n += prm_check_reserved(r, p, 1056, 32);	/* 0x84 [31:0] */
	n += prm_check_reserved(r, p, 1088, 8);	/* 0x88 [31:24] */
	n += prm_check_reserved(r, p, 1120, 8);	/* 0x8c [31:24] */
	n += prm_check_reserved(r, p, 1152, 8);	/* 0x90 [31:24] */
	n += prm_check_reserved(r, p, 1163, 1);	/* 0x90 [20] */
	n += prm_check_enum(r, "atomic_mode", 1164, 4, prm_qpc_get_atomic_mode(p),
		prm_qp_atomic_mode_str(prm_qpc_get_atomic_mode(p)));
	n += prm_check_reserved(r, p, 1171, 1);	/* 0x90 [12] */
	n += prm_check_reserved(r, p, 1178, 3);	/* 0x90 [5:3] */
	n += prm_check_reserved(r, p, 1184, 3);	/* 0x94 [31:29] */
	n += prm_check_reserved(r, p, 1216, 8);	/* 0x98 [31:24] */
	n += prm_check_reserved(r, p, 1248, 8);	/* 0x9c [31:24] */
	n += prm_check_reserved(r, p, 1376, 5);	/* 0xac [31:27] */
	n += prm_check_enum(r, "rq_type", 1381, 3, prm_qpc_get_rq_type(p),
		prm_qp_rq_type_str(prm_qpc_get_rq_type(p)));
	n += prm_check_reserved(r, p, 1408, 8);	/* 0xb0 [31:24] */
	n += prm_check_reserved(r, p, 1536, 32);	/* 0xc0 [31:0] */
	n += prm_check_reserved(r, p, 1568, 15);	/* 0xc4 [31:17] */
	n += prm_check_enum(r, "cs_req", 1584, 8, prm_qpc_get_cs_req(p),
		prm_qp_cs_req_str(prm_qpc_get_cs_req(p)));
	n += prm_check_enum(r, "cs_res", 1592, 8, prm_qpc_get_cs_res(p),
		prm_qp_cs_res_str(prm_qpc_get_cs_res(p)));
	n += prm_check_reserved(r, p, 1664, 3);	/* 0xd0 [31:29] */
	n += prm_check_reserved(r, p, 1668, 28);	/* 0xd0 [27:0] */
	n += prm_check_reserved(r, p, 1696, 128);	/* 0xd4..0xe3 */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static inline unsigned int prm_qpc_unpack(struct prm_qpc_fields *v, const struct prm_qpc *p,
		struct prm_report *r)
{
	uint32_t word;

	word = prm_load8(p, 0x00);
	v->state = (uint8_t)(word >> 4);
	v->lag_tx_port_affinity = (uint8_t)(word & 0xf);
	v->st = prm_load8(p, 0x01);
	word = prm_load8(p, 0x02);
	v->isolate_vl_tc = (word >> 5) & 0x1;
	v->pm_state = (uint8_t)((word >> 3) & 0x3);
	v->req_e2e_credit_mode = (uint8_t)(word & 0x3);
	word = prm_load8(p, 0x03);
	v->offload_type = (uint8_t)(word >> 4);
	v->end_padding_mode = (uint8_t)((word >> 2) & 0x3);
	word = prm_load8(p, 0x04);
	v->wq_signature = word >> 7;
	v->block_lb_mc = (word >> 6) & 0x1;
	v->atomic_like_write_en = (word >> 5) & 0x1;
	v->latency_sensitive = (word >> 4) & 0x1;
	v->drain_sigerr = (word >> 2) & 0x1;
	v->pd = prm_load32(p, 0x04) & 0xffffff;
	word = prm_load8(p, 0x08);
	v->mtu = (uint8_t)(word >> 5);
	v->log_msg_max = (uint8_t)(word & 0x1f);
	word = prm_load8(p, 0x09);
	v->log_rq_size = (uint8_t)((word >> 3) & 0xf);
	v->log_rq_stride = (uint8_t)(word & 0x7);
	word = prm_load8(p, 0x0a);
	v->no_sq = word >> 7;
	v->log_sq_size = (uint8_t)((word >> 3) & 0xf);
	v->retry_mode = (uint8_t)(word & 0x3);
	word = prm_load8(p, 0x0b);
	v->ts_format = (uint8_t)(word >> 6);
	v->data_in_order = (word >> 5) & 0x1;
	v->rlky = (word >> 4) & 0x1;
	v->ulp_stateless_offload_mode = (uint8_t)(word & 0xf);
	v->counter_set_id = prm_load8(p, 0x0c);
	v->uar_page = prm_load32(p, 0x0c) & 0xffffff;
	v->user_index = prm_load32(p, 0x10) & 0xffffff;
	v->log_page_size = (uint8_t)(prm_load8(p, 0x14) & 0x1f);
	v->remote_qpn = prm_load32(p, 0x14) & 0xffffff;
	prm_ads_unpack(&v->primary_address_path, &p->primary_address_path, NULL);
	prm_ads_unpack(&v->secondary_address_path, &p->secondary_address_path, NULL);
	v->log_ack_req_freq = (uint8_t)(prm_load8(p, 0x70) >> 4);
	word = prm_load8(p, 0x71);
	v->log_sra_max = (uint8_t)(word >> 5);
	v->retry_count = (uint8_t)(word & 0x7);
	word = prm_load8(p, 0x72);
	v->rnr_retry = (uint8_t)(word >> 5);
	v->fre = (word >> 3) & 0x1;
	v->cur_rnr_retry = (uint8_t)(word & 0x7);
	v->cur_retry_count = (uint8_t)(prm_load8(p, 0x73) >> 5);
	v->next_send_psn = prm_load32(p, 0x78) & 0xffffff;
	v->log_num_dci_stream_channels = (uint8_t)(prm_load8(p, 0x7c) & 0x1f);
	v->cqn_snd = prm_load32(p, 0x7c) & 0xffffff;
	v->log_num_dci_errored_streams = (uint8_t)(prm_load8(p, 0x80) & 0x1f);
	v->deth_sqpn = prm_load32(p, 0x80) & 0xffffff;
	v->last_acked_psn = prm_load32(p, 0x88) & 0xffffff;
	v->ssn = prm_load32(p, 0x8c) & 0xffffff;
	word = prm_load8(p, 0x91);
	v->log_rra_max = (uint8_t)(word >> 5);
	v->atomic_mode = (uint8_t)(word & 0xf);
	word = prm_load8(p, 0x92);
	v->rre = word >> 7;
	v->rwe = (word >> 6) & 0x1;
	v->rae = (word >> 5) & 0x1;
	v->page_offset = (uint8_t)((prm_load16(p, 0x92) >> 6) & 0x3f);
	word = prm_load8(p, 0x93);
	v->cd_slave_receive = (word >> 2) & 0x1;
	v->cd_slave_send = (word >> 1) & 0x1;
	v->cd_master = word & 0x1;
	v->min_rnr_nak = (uint8_t)(prm_load8(p, 0x94) & 0x1f);
	v->next_rcv_psn = prm_load32(p, 0x94) & 0xffffff;
	v->xrcd = prm_load32(p, 0x98) & 0xffffff;
	v->cqn_rcv = prm_load32(p, 0x9c) & 0xffffff;
	v->dbr_addr = prm_load64(p, 0xa0);
	v->q_key = prm_load32(p, 0xa8);
	v->rq_type = (uint8_t)(prm_load8(p, 0xac) & 0x7);
	v->srqn_rmpn_xrqn = prm_load32(p, 0xac) & 0xffffff;
	v->rmsn = prm_load32(p, 0xb0) & 0xffffff;
	v->hw_sq_wqebb_counter = prm_load16(p, 0xb4);
	v->sw_sq_wqebb_counter = prm_load16(p, 0xb6);
	v->hw_rq_counter = prm_load32(p, 0xb8);
	v->sw_rq_counter = prm_load32(p, 0xbc);
	v->cgs = prm_load8(p, 0xc5) & 0x1;
	v->cs_req = prm_load8(p, 0xc6);
	v->cs_res = prm_load8(p, 0xc7);
	v->dc_access_key = prm_load64(p, 0xc8);
	v->dbr_umem_valid = (prm_load8(p, 0xd0) >> 4) & 0x1;
	v->dbr_umem_id = prm_load32(p, 0xe4);
	return r ? prm_qpc_check(p, r) : 0;
}

/**
 * struct prm_cqe_error_syndrome - why a QP went into the error state, as its error CQE has it
 *
 * 4 bytes, written by the device.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_cqe_error_syndrome_bits.
 */
struct prm_cqe_error_syndrome {
	uint8_t hw_error_syndrome;	/* 0x00 [31:24] */
	uint8_t b_01;			/* 0x00 [23:20] hw_syndrome_type */
	uint8_t vendor_error_syndrome;	/* 0x00 [15:8] */
	uint8_t syndrome;		/* 0x00 [7:0]: See cqe_syndrome; 0 without an error. */
} __attribute__((packed, aligned(4)));

#define PRM_CQE_ERROR_SYNDROME_SIZE 4

PRM_ASSERT_SIZE(prm_cqe_error_syndrome, 4);
PRM_ASSERT_OFFSET(prm_cqe_error_syndrome, hw_error_syndrome, 0x00);
PRM_ASSERT_OFFSET(prm_cqe_error_syndrome, b_01, 0x01);
PRM_ASSERT_OFFSET(prm_cqe_error_syndrome, vendor_error_syndrome, 0x02);
PRM_ASSERT_OFFSET(prm_cqe_error_syndrome, syndrome, 0x03);

static inline void prm_cqe_error_syndrome_set_hw_error_syndrome(struct prm_cqe_error_syndrome *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->hw_error_syndrome = (uint8_t)v;
}

static inline uint32_t prm_cqe_error_syndrome_get_hw_error_syndrome(
		const struct prm_cqe_error_syndrome *p)
{
	return p->hw_error_syndrome;
}

static inline void prm_cqe_error_syndrome_set_hw_syndrome_type(struct prm_cqe_error_syndrome *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_01 = prm_u8_replace(p->b_01, 0xf0, (uint8_t)((uint32_t)v << 4));
}

static inline uint32_t prm_cqe_error_syndrome_get_hw_syndrome_type(
		const struct prm_cqe_error_syndrome *p)
{
	return p->b_01 >> 4;
}

static inline void prm_cqe_error_syndrome_set_vendor_error_syndrome(
		struct prm_cqe_error_syndrome *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->vendor_error_syndrome = (uint8_t)v;
}

static inline uint32_t prm_cqe_error_syndrome_get_vendor_error_syndrome(
		const struct prm_cqe_error_syndrome *p)
{
	return p->vendor_error_syndrome;
}

static inline void prm_cqe_error_syndrome_set_syndrome(struct prm_cqe_error_syndrome *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->syndrome = (uint8_t)v;
}

static inline uint32_t prm_cqe_error_syndrome_get_syndrome(const struct prm_cqe_error_syndrome *p)
{
	return p->syndrome;
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_cqe_error_syndrome_fields {
	uint8_t hw_error_syndrome;
	uint8_t hw_syndrome_type;	/* 4 bits */
	uint8_t vendor_error_syndrome;
	uint8_t syndrome;
};

/* Zero, and the defaults of the fields that have one. */
static PRM_ALWAYS_INLINE void prm_cqe_error_syndrome_fields_init(
		struct prm_cqe_error_syndrome_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 4 bytes of @p; what stood there does not matter. */
static PRM_ALWAYS_INLINE void prm_cqe_error_syndrome_pack(struct prm_cqe_error_syndrome *p,
		const struct prm_cqe_error_syndrome_fields *v)
{
	PRM_CHECK_WIDTH(v->hw_syndrome_type, 4);
	prm_store32(p, 0x00, (uint32_t)v->hw_error_syndrome << 24 |
			((uint32_t)v->hw_syndrome_type & 0xf) << 20 |
			(uint32_t)v->vendor_error_syndrome << 8 | (uint32_t)v->syndrome);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_cqe_error_syndrome_check(const struct prm_cqe_error_syndrome *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_reserved(r, p, 12, 4);	/* 0x00 [19:16] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static PRM_ALWAYS_INLINE unsigned int prm_cqe_error_syndrome_unpack(
		struct prm_cqe_error_syndrome_fields *v, const struct prm_cqe_error_syndrome *p,
		struct prm_report *r)
{

	v->hw_error_syndrome = prm_load8(p, 0x00);
	v->hw_syndrome_type = (uint8_t)(prm_load8(p, 0x01) >> 4);
	v->vendor_error_syndrome = prm_load8(p, 0x02);
	v->syndrome = prm_load8(p, 0x03);
	return r ? prm_cqe_error_syndrome_check(p, r) : 0;
}

/**
 * struct prm_qpc_ext - extension of the QP context
 *
 * 192 bytes, written by driver and device.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_qp_context_extension_bits; rdma-core
 * providers/mlx5/mlx5_ifc.h struct mlx5_ifc_qpc_ext_bits; DPDK drivers/common/mlx5/mlx5_prm.h
 * struct mlx5_ifc_qpc_extension_bits.
 */
struct prm_qpc_ext {
	/*
	 * 0x00 [29] mmo: WQEs that work on memory (DMA, compression, regular expressions) can be
	 * posted. Note: In rdma-core and DPDK, reserved in Linux.
	 */
	uint8_t b_00;
	uint8_t reserved_01[1];
	/* 0x00 [15:0]: Stream of a DCI to reset. Note: In rdma-core only, as the next two. */
	prm_be16 dci_stream_channel_id;
	prm_be32 qos_queue_group_id_requester; /* 0x04 [31:0] */
	prm_be32 qos_queue_group_id_responder; /* 0x08 [31:0] */
	/*
	 * 0x0c..0x0f: Note: In Linux 6.12, reserved in the other sources. (written by the device)
	 */
	struct prm_cqe_error_syndrome error_syndrome;
	uint8_t reserved_10[176];
} __attribute__((packed, aligned(4)));

#define PRM_QPC_EXT_SIZE 192

PRM_ASSERT_SIZE(prm_qpc_ext, 192);
PRM_ASSERT_OFFSET(prm_qpc_ext, b_00, 0x00);
PRM_ASSERT_OFFSET(prm_qpc_ext, reserved_01, 0x01);
PRM_ASSERT_OFFSET(prm_qpc_ext, dci_stream_channel_id, 0x02);
PRM_ASSERT_OFFSET(prm_qpc_ext, qos_queue_group_id_requester, 0x04);
PRM_ASSERT_OFFSET(prm_qpc_ext, qos_queue_group_id_responder, 0x08);
PRM_ASSERT_OFFSET(prm_qpc_ext, error_syndrome, 0x0c);
PRM_ASSERT_OFFSET(prm_qpc_ext, reserved_10, 0x10);

static inline void prm_qpc_ext_set_mmo(struct prm_qpc_ext *p, bool v)
{
	p->b_00 = prm_u8_replace(p->b_00, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_qpc_ext_get_mmo(const struct prm_qpc_ext *p)
{
	return (bool)((p->b_00 >> 5) & 0x1);
}

static inline void prm_qpc_ext_set_dci_stream_channel_id(struct prm_qpc_ext *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->dci_stream_channel_id = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_qpc_ext_get_dci_stream_channel_id(const struct prm_qpc_ext *p)
{
	return prm_be16_to_cpu(p->dci_stream_channel_id);
}

static inline void prm_qpc_ext_set_qos_queue_group_id_requester(struct prm_qpc_ext *p, uint32_t v)
{
	p->qos_queue_group_id_requester = prm_cpu_to_be32(v);
}

static inline uint32_t prm_qpc_ext_get_qos_queue_group_id_requester(const struct prm_qpc_ext *p)
{
	return prm_be32_to_cpu(p->qos_queue_group_id_requester);
}

static inline void prm_qpc_ext_set_qos_queue_group_id_responder(struct prm_qpc_ext *p, uint32_t v)
{
	p->qos_queue_group_id_responder = prm_cpu_to_be32(v);
}

static inline uint32_t prm_qpc_ext_get_qos_queue_group_id_responder(const struct prm_qpc_ext *p)
{
	return prm_be32_to_cpu(p->qos_queue_group_id_responder);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_qpc_ext_fields {
	bool mmo;
	uint16_t dci_stream_channel_id;
	uint32_t qos_queue_group_id_requester;
	uint32_t qos_queue_group_id_responder;
	struct prm_cqe_error_syndrome_fields error_syndrome;
};

/* Zero, and the defaults of the fields that have one. */
static inline void prm_qpc_ext_fields_init(struct prm_qpc_ext_fields *v)
{
	memset(v, 0, sizeof(*v));
	prm_cqe_error_syndrome_fields_init(&v->error_syndrome);
}

/* Writes all 192 bytes of @p; what stood there does not matter. */
static inline void prm_qpc_ext_pack(struct prm_qpc_ext *p, const struct prm_qpc_ext_fields *v)
{
	prm_store32(p, 0x00, (uint32_t)v->mmo << 29 | (uint32_t)v->dci_stream_channel_id);
	prm_store32(p, 0x04, v->qos_queue_group_id_requester);
	prm_store32(p, 0x08, v->qos_queue_group_id_responder);
	prm_cqe_error_syndrome_pack(&p->error_syndrome, &v->error_syndrome);
	memset((uint8_t *)p + 0x10, 0, 176);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_qpc_ext_check(const struct prm_qpc_ext *p, struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_reserved(r, p, 0, 2);	/* 0x00 [31:30] */
	n += prm_check_reserved(r, p, 3, 13);	/* 0x00 [28:16] */
	r->base += 96;
	n += prm_cqe_error_syndrome_check(&p->error_syndrome, r);
	r->base -= 96;
	n += prm_check_reserved(r, p, 128, 1408);	/* 0x10..0xbf */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static inline unsigned int prm_qpc_ext_unpack(struct prm_qpc_ext_fields *v,
		const struct prm_qpc_ext *p, struct prm_report *r)
{

	v->mmo = (prm_load8(p, 0x00) >> 5) & 0x1;
	v->dci_stream_channel_id = prm_load16(p, 0x02);
	v->qos_queue_group_id_requester = prm_load32(p, 0x04);
	v->qos_queue_group_id_responder = prm_load32(p, 0x08);
	prm_cqe_error_syndrome_unpack(&v->error_syndrome, &p->error_syndrome, NULL);
	return r ? prm_qpc_ext_check(p, r) : 0;
}

#endif /* PRM_QPC_H */
