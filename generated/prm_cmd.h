/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * What all commands share. Opcode in, status out.
 * Made by prmc 1 from spec/cmd/cmd.yaml, spec digest 39159770f2f4. Do not edit: `ninja regen`.
 */
#ifndef PRM_CMD_H
#define PRM_CMD_H

#include "prm_base.h"

/**
 * enum prm_cmd_opcode - Opcode of a command. Layouts exist for the commands that memory keys, PSVs,
 * queues and what these stand on need; the others are here for their names
 *
 * Note: No two sources give a value different meanings. Of names that differ Linux's is taken.
 * Other values are legal too.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h MLX5_CMD_OP_*; rdma-core providers/mlx5/mlx5_ifc.h
 * MLX5_CMD_OP_*; DPDK drivers/common/mlx5/mlx5_prm.h MLX5_CMD_OP_*.
 */
enum prm_cmd_opcode {
	PRM_CMD_OPCODE_QUERY_HCA_CAP                   = 0x0100, /* See hca_cap_type. */
	PRM_CMD_OPCODE_QUERY_ADAPTER                   = 0x0101,
	PRM_CMD_OPCODE_INIT_HCA                        = 0x0102,
	PRM_CMD_OPCODE_TEARDOWN_HCA                    = 0x0103,
	PRM_CMD_OPCODE_ENABLE_HCA                      = 0x0104,
	PRM_CMD_OPCODE_DISABLE_HCA                     = 0x0105,
	PRM_CMD_OPCODE_QUERY_PAGES                     = 0x0107,
	PRM_CMD_OPCODE_MANAGE_PAGES                    = 0x0108,
	PRM_CMD_OPCODE_SET_HCA_CAP                     = 0x0109,
	PRM_CMD_OPCODE_QUERY_ISSI                      = 0x010a,
	PRM_CMD_OPCODE_SET_ISSI                        = 0x010b,
	PRM_CMD_OPCODE_SET_DRIVER_VERSION              = 0x010d,
	PRM_CMD_OPCODE_QUERY_SF_PARTITION              = 0x0111,
	PRM_CMD_OPCODE_ALLOC_SF                        = 0x0113,
	PRM_CMD_OPCODE_DEALLOC_SF                      = 0x0114,
	PRM_CMD_OPCODE_SUSPEND_VHCA                    = 0x0115,
	PRM_CMD_OPCODE_RESUME_VHCA                     = 0x0116,
	PRM_CMD_OPCODE_QUERY_VHCA_MIGRATION_STATE      = 0x0117,
	PRM_CMD_OPCODE_SAVE_VHCA_STATE                 = 0x0118,
	PRM_CMD_OPCODE_LOAD_VHCA_STATE                 = 0x0119,
	PRM_CMD_OPCODE_CREATE_MKEY                     = 0x0200,
	PRM_CMD_OPCODE_QUERY_MKEY                      = 0x0201,
	PRM_CMD_OPCODE_DESTROY_MKEY                    = 0x0202,
	/* Memory keys with a fixed meaning. */
	PRM_CMD_OPCODE_QUERY_SPECIAL_CONTEXTS          = 0x0203,
	PRM_CMD_OPCODE_PAGE_FAULT_RESUME               = 0x0204,
	PRM_CMD_OPCODE_ALLOC_MEMIC                     = 0x0205,
	PRM_CMD_OPCODE_DEALLOC_MEMIC                   = 0x0206,
	PRM_CMD_OPCODE_MODIFY_MEMIC                    = 0x0207,
	PRM_CMD_OPCODE_CREATE_EQ                       = 0x0301,
	PRM_CMD_OPCODE_DESTROY_EQ                      = 0x0302,
	PRM_CMD_OPCODE_QUERY_EQ                        = 0x0303,
	PRM_CMD_OPCODE_GEN_EQE                         = 0x0304,
	PRM_CMD_OPCODE_CREATE_CQ                       = 0x0400,
	PRM_CMD_OPCODE_DESTROY_CQ                      = 0x0401,
	PRM_CMD_OPCODE_QUERY_CQ                        = 0x0402,
	PRM_CMD_OPCODE_MODIFY_CQ                       = 0x0403,
	PRM_CMD_OPCODE_CREATE_QP                       = 0x0500,
	PRM_CMD_OPCODE_DESTROY_QP                      = 0x0501,
	PRM_CMD_OPCODE_RST2INIT_QP                     = 0x0502,
	PRM_CMD_OPCODE_INIT2RTR_QP                     = 0x0503,
	PRM_CMD_OPCODE_RTR2RTS_QP                      = 0x0504,
	PRM_CMD_OPCODE_RTS2RTS_QP                      = 0x0505,
	/* Restarts a send queue after an error. */
	PRM_CMD_OPCODE_SQERR2RTS_QP                    = 0x0506,
	/* Puts a QP into the error state. */
	PRM_CMD_OPCODE_2ERR_QP                         = 0x0507,
	/* Puts a QP into the reset state. */
	PRM_CMD_OPCODE_2RST_QP                         = 0x050a,
	PRM_CMD_OPCODE_QUERY_QP                        = 0x050b,
	/* Note: SQD_RTS_QP in Linux and rdma-core. */
	PRM_CMD_OPCODE_SQD2RTS_QP                      = 0x050c,
	PRM_CMD_OPCODE_MAD_IFC                         = 0x050d, /* Sends a management datagram. */
	PRM_CMD_OPCODE_INIT2INIT_QP                    = 0x050e,
	PRM_CMD_OPCODE_SUSPEND_QP                      = 0x050f,
	PRM_CMD_OPCODE_RESUME_QP                       = 0x0510,
	PRM_CMD_OPCODE_CREATE_PSV                      = 0x0600,
	PRM_CMD_OPCODE_DESTROY_PSV                     = 0x0601,
	PRM_CMD_OPCODE_CREATE_SRQ                      = 0x0700,
	PRM_CMD_OPCODE_DESTROY_SRQ                     = 0x0701,
	PRM_CMD_OPCODE_QUERY_SRQ                       = 0x0702,
	/* Sets the limit of an SRQ or RQ. */
	PRM_CMD_OPCODE_ARM_RQ                          = 0x0703,
	PRM_CMD_OPCODE_CREATE_XRC_SRQ                  = 0x0705,
	PRM_CMD_OPCODE_DESTROY_XRC_SRQ                 = 0x0706,
	PRM_CMD_OPCODE_QUERY_XRC_SRQ                   = 0x0707,
	PRM_CMD_OPCODE_ARM_XRC_SRQ                     = 0x0708,
	PRM_CMD_OPCODE_CREATE_DCT                      = 0x0710,
	PRM_CMD_OPCODE_DESTROY_DCT                     = 0x0711,
	PRM_CMD_OPCODE_DRAIN_DCT                       = 0x0712,
	PRM_CMD_OPCODE_QUERY_DCT                       = 0x0713,
	PRM_CMD_OPCODE_ARM_DCT_FOR_KEY_VIOLATION       = 0x0714,
	PRM_CMD_OPCODE_CREATE_XRQ                      = 0x0717,
	PRM_CMD_OPCODE_DESTROY_XRQ                     = 0x0718,
	PRM_CMD_OPCODE_QUERY_XRQ                       = 0x0719,
	PRM_CMD_OPCODE_ARM_XRQ                         = 0x071a,
	PRM_CMD_OPCODE_QUERY_XRQ_DC_PARAMS_ENTRY       = 0x0725,
	PRM_CMD_OPCODE_SET_XRQ_DC_PARAMS_ENTRY         = 0x0726,
	PRM_CMD_OPCODE_QUERY_XRQ_ERROR_PARAMS          = 0x0727,
	PRM_CMD_OPCODE_RELEASE_XRQ_ERROR               = 0x0729,
	PRM_CMD_OPCODE_MODIFY_XRQ                      = 0x072a,
	PRM_CMD_OPCODE_QUERY_ESW_FUNCTIONS             = 0x0740,
	PRM_CMD_OPCODE_QUERY_VPORT_STATE               = 0x0750,
	PRM_CMD_OPCODE_MODIFY_VPORT_STATE              = 0x0751,
	PRM_CMD_OPCODE_QUERY_ESW_VPORT_CONTEXT         = 0x0752,
	PRM_CMD_OPCODE_MODIFY_ESW_VPORT_CONTEXT        = 0x0753,
	PRM_CMD_OPCODE_QUERY_NIC_VPORT_CONTEXT         = 0x0754,
	PRM_CMD_OPCODE_MODIFY_NIC_VPORT_CONTEXT        = 0x0755,
	PRM_CMD_OPCODE_QUERY_ROCE_ADDRESS              = 0x0760,
	PRM_CMD_OPCODE_SET_ROCE_ADDRESS                = 0x0761,
	PRM_CMD_OPCODE_QUERY_HCA_VPORT_CONTEXT         = 0x0762,
	PRM_CMD_OPCODE_MODIFY_HCA_VPORT_CONTEXT        = 0x0763,
	PRM_CMD_OPCODE_QUERY_HCA_VPORT_GID             = 0x0764,
	PRM_CMD_OPCODE_QUERY_HCA_VPORT_PKEY            = 0x0765,
	PRM_CMD_OPCODE_QUERY_VNIC_ENV                  = 0x076f,
	PRM_CMD_OPCODE_QUERY_VPORT_COUNTER             = 0x0770,
	PRM_CMD_OPCODE_ALLOC_Q_COUNTER                 = 0x0771,
	PRM_CMD_OPCODE_DEALLOC_Q_COUNTER               = 0x0772,
	PRM_CMD_OPCODE_QUERY_Q_COUNTER                 = 0x0773,
	PRM_CMD_OPCODE_SET_MONITOR_COUNTER             = 0x0774,
	PRM_CMD_OPCODE_ARM_MONITOR_COUNTER             = 0x0775,
	PRM_CMD_OPCODE_SET_PP_RATE_LIMIT               = 0x0780,
	PRM_CMD_OPCODE_QUERY_RATE_LIMIT                = 0x0781,
	PRM_CMD_OPCODE_CREATE_SCHEDULING_ELEMENT       = 0x0782,
	PRM_CMD_OPCODE_DESTROY_SCHEDULING_ELEMENT      = 0x0783,
	PRM_CMD_OPCODE_QUERY_SCHEDULING_ELEMENT        = 0x0784,
	PRM_CMD_OPCODE_MODIFY_SCHEDULING_ELEMENT       = 0x0785,
	PRM_CMD_OPCODE_CREATE_QOS_PARA_VPORT           = 0x0786,
	PRM_CMD_OPCODE_DESTROY_QOS_PARA_VPORT          = 0x0787,
	PRM_CMD_OPCODE_ALLOC_PD                        = 0x0800,
	PRM_CMD_OPCODE_DEALLOC_PD                      = 0x0801,
	PRM_CMD_OPCODE_ALLOC_UAR                       = 0x0802,
	PRM_CMD_OPCODE_DEALLOC_UAR                     = 0x0803,
	PRM_CMD_OPCODE_CONFIG_INT_MODERATION           = 0x0804,
	/* Note: ACCESS_REGISTER in DPDK. */
	PRM_CMD_OPCODE_ACCESS_REG                      = 0x0805,
	PRM_CMD_OPCODE_ATTACH_TO_MCG                   = 0x0806,
	PRM_CMD_OPCODE_DETACH_FROM_MCG                 = 0x0807,
	PRM_CMD_OPCODE_GET_DROPPED_PACKET_LOG          = 0x080a,
	PRM_CMD_OPCODE_QUERY_MAD_DEMUX                 = 0x080b,
	PRM_CMD_OPCODE_SET_MAD_DEMUX                   = 0x080c,
	PRM_CMD_OPCODE_NOP                             = 0x080d, /* Does nothing. */
	PRM_CMD_OPCODE_ALLOC_XRCD                      = 0x080e,
	PRM_CMD_OPCODE_DEALLOC_XRCD                    = 0x080f,
	PRM_CMD_OPCODE_ALLOC_TRANSPORT_DOMAIN          = 0x0816,
	PRM_CMD_OPCODE_DEALLOC_TRANSPORT_DOMAIN        = 0x0817,
	PRM_CMD_OPCODE_QUERY_CONG_STATUS               = 0x0822,
	PRM_CMD_OPCODE_MODIFY_CONG_STATUS              = 0x0823,
	PRM_CMD_OPCODE_QUERY_CONG_PARAMS               = 0x0824,
	PRM_CMD_OPCODE_MODIFY_CONG_PARAMS              = 0x0825,
	PRM_CMD_OPCODE_QUERY_CONG_STATISTICS           = 0x0826,
	PRM_CMD_OPCODE_ADD_VXLAN_UDP_DPORT             = 0x0827,
	PRM_CMD_OPCODE_DELETE_VXLAN_UDP_DPORT          = 0x0828,
	PRM_CMD_OPCODE_SET_L2_TABLE_ENTRY              = 0x0829,
	PRM_CMD_OPCODE_QUERY_L2_TABLE_ENTRY            = 0x082a,
	PRM_CMD_OPCODE_DELETE_L2_TABLE_ENTRY           = 0x082b,
	PRM_CMD_OPCODE_SET_WOL_ROL                     = 0x0830,
	PRM_CMD_OPCODE_QUERY_WOL_ROL                   = 0x0831,
	PRM_CMD_OPCODE_CREATE_LAG                      = 0x0840,
	PRM_CMD_OPCODE_MODIFY_LAG                      = 0x0841,
	PRM_CMD_OPCODE_QUERY_LAG                       = 0x0842,
	PRM_CMD_OPCODE_DESTROY_LAG                     = 0x0843,
	PRM_CMD_OPCODE_CREATE_VPORT_LAG                = 0x0844,
	PRM_CMD_OPCODE_DESTROY_VPORT_LAG               = 0x0845,
	PRM_CMD_OPCODE_CREATE_TIR                      = 0x0900,
	PRM_CMD_OPCODE_MODIFY_TIR                      = 0x0901,
	PRM_CMD_OPCODE_DESTROY_TIR                     = 0x0902,
	PRM_CMD_OPCODE_QUERY_TIR                       = 0x0903,
	PRM_CMD_OPCODE_CREATE_SQ                       = 0x0904,
	PRM_CMD_OPCODE_MODIFY_SQ                       = 0x0905,
	PRM_CMD_OPCODE_DESTROY_SQ                      = 0x0906,
	PRM_CMD_OPCODE_QUERY_SQ                        = 0x0907,
	PRM_CMD_OPCODE_CREATE_RQ                       = 0x0908,
	PRM_CMD_OPCODE_MODIFY_RQ                       = 0x0909,
	PRM_CMD_OPCODE_DESTROY_RQ                      = 0x090a,
	PRM_CMD_OPCODE_QUERY_RQ                        = 0x090b,
	PRM_CMD_OPCODE_CREATE_RMP                      = 0x090c,
	PRM_CMD_OPCODE_MODIFY_RMP                      = 0x090d,
	PRM_CMD_OPCODE_DESTROY_RMP                     = 0x090e,
	PRM_CMD_OPCODE_QUERY_RMP                       = 0x090f,
	PRM_CMD_OPCODE_SET_DELAY_DROP_PARAMS           = 0x0910,
	PRM_CMD_OPCODE_CREATE_TIS                      = 0x0912,
	PRM_CMD_OPCODE_MODIFY_TIS                      = 0x0913,
	PRM_CMD_OPCODE_DESTROY_TIS                     = 0x0914,
	PRM_CMD_OPCODE_QUERY_TIS                       = 0x0915,
	PRM_CMD_OPCODE_CREATE_RQT                      = 0x0916,
	PRM_CMD_OPCODE_MODIFY_RQT                      = 0x0917,
	PRM_CMD_OPCODE_DESTROY_RQT                     = 0x0918,
	PRM_CMD_OPCODE_QUERY_RQT                       = 0x0919,
	PRM_CMD_OPCODE_SET_FLOW_TABLE_ROOT             = 0x092f,
	PRM_CMD_OPCODE_CREATE_FLOW_TABLE               = 0x0930,
	PRM_CMD_OPCODE_DESTROY_FLOW_TABLE              = 0x0931,
	PRM_CMD_OPCODE_QUERY_FLOW_TABLE                = 0x0932,
	PRM_CMD_OPCODE_CREATE_FLOW_GROUP               = 0x0933,
	PRM_CMD_OPCODE_DESTROY_FLOW_GROUP              = 0x0934,
	PRM_CMD_OPCODE_QUERY_FLOW_GROUP                = 0x0935,
	PRM_CMD_OPCODE_SET_FLOW_TABLE_ENTRY            = 0x0936,
	PRM_CMD_OPCODE_QUERY_FLOW_TABLE_ENTRY          = 0x0937,
	PRM_CMD_OPCODE_DELETE_FLOW_TABLE_ENTRY         = 0x0938,
	/* Note: CREATE_FLOW_COUNTER in rdma-core. */
	PRM_CMD_OPCODE_ALLOC_FLOW_COUNTER              = 0x0939,
	PRM_CMD_OPCODE_DEALLOC_FLOW_COUNTER            = 0x093a,
	PRM_CMD_OPCODE_QUERY_FLOW_COUNTER              = 0x093b,
	PRM_CMD_OPCODE_MODIFY_FLOW_TABLE               = 0x093c,
	PRM_CMD_OPCODE_ALLOC_PACKET_REFORMAT_CONTEXT   = 0x093d,
	PRM_CMD_OPCODE_DEALLOC_PACKET_REFORMAT_CONTEXT = 0x093e,
	PRM_CMD_OPCODE_QUERY_PACKET_REFORMAT_CONTEXT   = 0x093f,
	PRM_CMD_OPCODE_ALLOC_MODIFY_HEADER_CONTEXT     = 0x0940,
	PRM_CMD_OPCODE_DEALLOC_MODIFY_HEADER_CONTEXT   = 0x0941,
	PRM_CMD_OPCODE_QUERY_MODIFY_HEADER_CONTEXT     = 0x0942,
	PRM_CMD_OPCODE_FPGA_CREATE_QP                  = 0x0960,
	PRM_CMD_OPCODE_FPGA_MODIFY_QP                  = 0x0961,
	PRM_CMD_OPCODE_FPGA_QUERY_QP                   = 0x0962,
	PRM_CMD_OPCODE_FPGA_DESTROY_QP                 = 0x0963,
	PRM_CMD_OPCODE_FPGA_QUERY_QP_COUNTERS          = 0x0964,
	PRM_CMD_OPCODE_CREATE_GENERAL_OBJECT           = 0x0a00, /* Of the type in obj_type. */
	PRM_CMD_OPCODE_MODIFY_GENERAL_OBJECT           = 0x0a01,
	PRM_CMD_OPCODE_QUERY_GENERAL_OBJECT            = 0x0a02,
	PRM_CMD_OPCODE_DESTROY_GENERAL_OBJECT          = 0x0a03,
	PRM_CMD_OPCODE_CREATE_UCTX                     = 0x0a04, /* Creates a user context. */
	PRM_CMD_OPCODE_DESTROY_UCTX                    = 0x0a06,
	/* Registers memory of a process. */
	PRM_CMD_OPCODE_CREATE_UMEM                     = 0x0a08,
	PRM_CMD_OPCODE_DESTROY_UMEM                    = 0x0a0a,
	PRM_CMD_OPCODE_SYNC_STEERING                   = 0x0b00,
	PRM_CMD_OPCODE_ACCESS_REGISTER_USER            = 0x0b0c,
	PRM_CMD_OPCODE_QUERY_VHCA_STATE                = 0x0b0d,
	PRM_CMD_OPCODE_MODIFY_VHCA_STATE               = 0x0b0e,
	PRM_CMD_OPCODE_SYNC_CRYPTO                     = 0x0b12, /* Note: Not in Linux 6.1. */
	PRM_CMD_OPCODE_QUERY_MATCH_SAMPLE_INFO         = 0x0b13,
	PRM_CMD_OPCODE_ALLOW_OTHER_VHCA_ACCESS         = 0x0b16, /* Note: Not in Linux 6.1. */
	PRM_CMD_OPCODE_GENERATE_WQE                    = 0x0b17, /* Note: Not in Linux 6.1. */
	/* Note: In Linux 6.12, as OPCODE_QUERY_VUID. */
	PRM_CMD_OPCODE_QUERY_VUID                      = 0x0b22,
};

/* The name of a value of enum prm_cmd_opcode, or NULL. */
static inline const char *prm_cmd_opcode_str(uint64_t value)
{
	switch (value) {
	case PRM_CMD_OPCODE_QUERY_HCA_CAP:
		return "QUERY_HCA_CAP";
	case PRM_CMD_OPCODE_QUERY_ADAPTER:
		return "QUERY_ADAPTER";
	case PRM_CMD_OPCODE_INIT_HCA:
		return "INIT_HCA";
	case PRM_CMD_OPCODE_TEARDOWN_HCA:
		return "TEARDOWN_HCA";
	case PRM_CMD_OPCODE_ENABLE_HCA:
		return "ENABLE_HCA";
	case PRM_CMD_OPCODE_DISABLE_HCA:
		return "DISABLE_HCA";
	case PRM_CMD_OPCODE_QUERY_PAGES:
		return "QUERY_PAGES";
	case PRM_CMD_OPCODE_MANAGE_PAGES:
		return "MANAGE_PAGES";
	case PRM_CMD_OPCODE_SET_HCA_CAP:
		return "SET_HCA_CAP";
	case PRM_CMD_OPCODE_QUERY_ISSI:
		return "QUERY_ISSI";
	case PRM_CMD_OPCODE_SET_ISSI:
		return "SET_ISSI";
	case PRM_CMD_OPCODE_SET_DRIVER_VERSION:
		return "SET_DRIVER_VERSION";
	case PRM_CMD_OPCODE_QUERY_SF_PARTITION:
		return "QUERY_SF_PARTITION";
	case PRM_CMD_OPCODE_ALLOC_SF:
		return "ALLOC_SF";
	case PRM_CMD_OPCODE_DEALLOC_SF:
		return "DEALLOC_SF";
	case PRM_CMD_OPCODE_SUSPEND_VHCA:
		return "SUSPEND_VHCA";
	case PRM_CMD_OPCODE_RESUME_VHCA:
		return "RESUME_VHCA";
	case PRM_CMD_OPCODE_QUERY_VHCA_MIGRATION_STATE:
		return "QUERY_VHCA_MIGRATION_STATE";
	case PRM_CMD_OPCODE_SAVE_VHCA_STATE:
		return "SAVE_VHCA_STATE";
	case PRM_CMD_OPCODE_LOAD_VHCA_STATE:
		return "LOAD_VHCA_STATE";
	case PRM_CMD_OPCODE_CREATE_MKEY:
		return "CREATE_MKEY";
	case PRM_CMD_OPCODE_QUERY_MKEY:
		return "QUERY_MKEY";
	case PRM_CMD_OPCODE_DESTROY_MKEY:
		return "DESTROY_MKEY";
	case PRM_CMD_OPCODE_QUERY_SPECIAL_CONTEXTS:
		return "QUERY_SPECIAL_CONTEXTS";
	case PRM_CMD_OPCODE_PAGE_FAULT_RESUME:
		return "PAGE_FAULT_RESUME";
	case PRM_CMD_OPCODE_ALLOC_MEMIC:
		return "ALLOC_MEMIC";
	case PRM_CMD_OPCODE_DEALLOC_MEMIC:
		return "DEALLOC_MEMIC";
	case PRM_CMD_OPCODE_MODIFY_MEMIC:
		return "MODIFY_MEMIC";
	case PRM_CMD_OPCODE_CREATE_EQ:
		return "CREATE_EQ";
	case PRM_CMD_OPCODE_DESTROY_EQ:
		return "DESTROY_EQ";
	case PRM_CMD_OPCODE_QUERY_EQ:
		return "QUERY_EQ";
	case PRM_CMD_OPCODE_GEN_EQE:
		return "GEN_EQE";
	case PRM_CMD_OPCODE_CREATE_CQ:
		return "CREATE_CQ";
	case PRM_CMD_OPCODE_DESTROY_CQ:
		return "DESTROY_CQ";
	case PRM_CMD_OPCODE_QUERY_CQ:
		return "QUERY_CQ";
	case PRM_CMD_OPCODE_MODIFY_CQ:
		return "MODIFY_CQ";
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
	case PRM_CMD_OPCODE_SQERR2RTS_QP:
		return "SQERR2RTS_QP";
	case PRM_CMD_OPCODE_2ERR_QP:
		return "2ERR_QP";
	case PRM_CMD_OPCODE_2RST_QP:
		return "2RST_QP";
	case PRM_CMD_OPCODE_QUERY_QP:
		return "QUERY_QP";
	case PRM_CMD_OPCODE_SQD2RTS_QP:
		return "SQD2RTS_QP";
	case PRM_CMD_OPCODE_MAD_IFC:
		return "MAD_IFC";
	case PRM_CMD_OPCODE_INIT2INIT_QP:
		return "INIT2INIT_QP";
	case PRM_CMD_OPCODE_SUSPEND_QP:
		return "SUSPEND_QP";
	case PRM_CMD_OPCODE_RESUME_QP:
		return "RESUME_QP";
	case PRM_CMD_OPCODE_CREATE_PSV:
		return "CREATE_PSV";
	case PRM_CMD_OPCODE_DESTROY_PSV:
		return "DESTROY_PSV";
	case PRM_CMD_OPCODE_CREATE_SRQ:
		return "CREATE_SRQ";
	case PRM_CMD_OPCODE_DESTROY_SRQ:
		return "DESTROY_SRQ";
	case PRM_CMD_OPCODE_QUERY_SRQ:
		return "QUERY_SRQ";
	case PRM_CMD_OPCODE_ARM_RQ:
		return "ARM_RQ";
	case PRM_CMD_OPCODE_CREATE_XRC_SRQ:
		return "CREATE_XRC_SRQ";
	case PRM_CMD_OPCODE_DESTROY_XRC_SRQ:
		return "DESTROY_XRC_SRQ";
	case PRM_CMD_OPCODE_QUERY_XRC_SRQ:
		return "QUERY_XRC_SRQ";
	case PRM_CMD_OPCODE_ARM_XRC_SRQ:
		return "ARM_XRC_SRQ";
	case PRM_CMD_OPCODE_CREATE_DCT:
		return "CREATE_DCT";
	case PRM_CMD_OPCODE_DESTROY_DCT:
		return "DESTROY_DCT";
	case PRM_CMD_OPCODE_DRAIN_DCT:
		return "DRAIN_DCT";
	case PRM_CMD_OPCODE_QUERY_DCT:
		return "QUERY_DCT";
	case PRM_CMD_OPCODE_ARM_DCT_FOR_KEY_VIOLATION:
		return "ARM_DCT_FOR_KEY_VIOLATION";
	case PRM_CMD_OPCODE_CREATE_XRQ:
		return "CREATE_XRQ";
	case PRM_CMD_OPCODE_DESTROY_XRQ:
		return "DESTROY_XRQ";
	case PRM_CMD_OPCODE_QUERY_XRQ:
		return "QUERY_XRQ";
	case PRM_CMD_OPCODE_ARM_XRQ:
		return "ARM_XRQ";
	case PRM_CMD_OPCODE_QUERY_XRQ_DC_PARAMS_ENTRY:
		return "QUERY_XRQ_DC_PARAMS_ENTRY";
	case PRM_CMD_OPCODE_SET_XRQ_DC_PARAMS_ENTRY:
		return "SET_XRQ_DC_PARAMS_ENTRY";
	case PRM_CMD_OPCODE_QUERY_XRQ_ERROR_PARAMS:
		return "QUERY_XRQ_ERROR_PARAMS";
	case PRM_CMD_OPCODE_RELEASE_XRQ_ERROR:
		return "RELEASE_XRQ_ERROR";
	case PRM_CMD_OPCODE_MODIFY_XRQ:
		return "MODIFY_XRQ";
	case PRM_CMD_OPCODE_QUERY_ESW_FUNCTIONS:
		return "QUERY_ESW_FUNCTIONS";
	case PRM_CMD_OPCODE_QUERY_VPORT_STATE:
		return "QUERY_VPORT_STATE";
	case PRM_CMD_OPCODE_MODIFY_VPORT_STATE:
		return "MODIFY_VPORT_STATE";
	case PRM_CMD_OPCODE_QUERY_ESW_VPORT_CONTEXT:
		return "QUERY_ESW_VPORT_CONTEXT";
	case PRM_CMD_OPCODE_MODIFY_ESW_VPORT_CONTEXT:
		return "MODIFY_ESW_VPORT_CONTEXT";
	case PRM_CMD_OPCODE_QUERY_NIC_VPORT_CONTEXT:
		return "QUERY_NIC_VPORT_CONTEXT";
	case PRM_CMD_OPCODE_MODIFY_NIC_VPORT_CONTEXT:
		return "MODIFY_NIC_VPORT_CONTEXT";
	case PRM_CMD_OPCODE_QUERY_ROCE_ADDRESS:
		return "QUERY_ROCE_ADDRESS";
	case PRM_CMD_OPCODE_SET_ROCE_ADDRESS:
		return "SET_ROCE_ADDRESS";
	case PRM_CMD_OPCODE_QUERY_HCA_VPORT_CONTEXT:
		return "QUERY_HCA_VPORT_CONTEXT";
	case PRM_CMD_OPCODE_MODIFY_HCA_VPORT_CONTEXT:
		return "MODIFY_HCA_VPORT_CONTEXT";
	case PRM_CMD_OPCODE_QUERY_HCA_VPORT_GID:
		return "QUERY_HCA_VPORT_GID";
	case PRM_CMD_OPCODE_QUERY_HCA_VPORT_PKEY:
		return "QUERY_HCA_VPORT_PKEY";
	case PRM_CMD_OPCODE_QUERY_VNIC_ENV:
		return "QUERY_VNIC_ENV";
	case PRM_CMD_OPCODE_QUERY_VPORT_COUNTER:
		return "QUERY_VPORT_COUNTER";
	case PRM_CMD_OPCODE_ALLOC_Q_COUNTER:
		return "ALLOC_Q_COUNTER";
	case PRM_CMD_OPCODE_DEALLOC_Q_COUNTER:
		return "DEALLOC_Q_COUNTER";
	case PRM_CMD_OPCODE_QUERY_Q_COUNTER:
		return "QUERY_Q_COUNTER";
	case PRM_CMD_OPCODE_SET_MONITOR_COUNTER:
		return "SET_MONITOR_COUNTER";
	case PRM_CMD_OPCODE_ARM_MONITOR_COUNTER:
		return "ARM_MONITOR_COUNTER";
	case PRM_CMD_OPCODE_SET_PP_RATE_LIMIT:
		return "SET_PP_RATE_LIMIT";
	case PRM_CMD_OPCODE_QUERY_RATE_LIMIT:
		return "QUERY_RATE_LIMIT";
	case PRM_CMD_OPCODE_CREATE_SCHEDULING_ELEMENT:
		return "CREATE_SCHEDULING_ELEMENT";
	case PRM_CMD_OPCODE_DESTROY_SCHEDULING_ELEMENT:
		return "DESTROY_SCHEDULING_ELEMENT";
	case PRM_CMD_OPCODE_QUERY_SCHEDULING_ELEMENT:
		return "QUERY_SCHEDULING_ELEMENT";
	case PRM_CMD_OPCODE_MODIFY_SCHEDULING_ELEMENT:
		return "MODIFY_SCHEDULING_ELEMENT";
	case PRM_CMD_OPCODE_CREATE_QOS_PARA_VPORT:
		return "CREATE_QOS_PARA_VPORT";
	case PRM_CMD_OPCODE_DESTROY_QOS_PARA_VPORT:
		return "DESTROY_QOS_PARA_VPORT";
	case PRM_CMD_OPCODE_ALLOC_PD:
		return "ALLOC_PD";
	case PRM_CMD_OPCODE_DEALLOC_PD:
		return "DEALLOC_PD";
	case PRM_CMD_OPCODE_ALLOC_UAR:
		return "ALLOC_UAR";
	case PRM_CMD_OPCODE_DEALLOC_UAR:
		return "DEALLOC_UAR";
	case PRM_CMD_OPCODE_CONFIG_INT_MODERATION:
		return "CONFIG_INT_MODERATION";
	case PRM_CMD_OPCODE_ACCESS_REG:
		return "ACCESS_REG";
	case PRM_CMD_OPCODE_ATTACH_TO_MCG:
		return "ATTACH_TO_MCG";
	case PRM_CMD_OPCODE_DETACH_FROM_MCG:
		return "DETACH_FROM_MCG";
	case PRM_CMD_OPCODE_GET_DROPPED_PACKET_LOG:
		return "GET_DROPPED_PACKET_LOG";
	case PRM_CMD_OPCODE_QUERY_MAD_DEMUX:
		return "QUERY_MAD_DEMUX";
	case PRM_CMD_OPCODE_SET_MAD_DEMUX:
		return "SET_MAD_DEMUX";
	case PRM_CMD_OPCODE_NOP:
		return "NOP";
	case PRM_CMD_OPCODE_ALLOC_XRCD:
		return "ALLOC_XRCD";
	case PRM_CMD_OPCODE_DEALLOC_XRCD:
		return "DEALLOC_XRCD";
	case PRM_CMD_OPCODE_ALLOC_TRANSPORT_DOMAIN:
		return "ALLOC_TRANSPORT_DOMAIN";
	case PRM_CMD_OPCODE_DEALLOC_TRANSPORT_DOMAIN:
		return "DEALLOC_TRANSPORT_DOMAIN";
	case PRM_CMD_OPCODE_QUERY_CONG_STATUS:
		return "QUERY_CONG_STATUS";
	case PRM_CMD_OPCODE_MODIFY_CONG_STATUS:
		return "MODIFY_CONG_STATUS";
	case PRM_CMD_OPCODE_QUERY_CONG_PARAMS:
		return "QUERY_CONG_PARAMS";
	case PRM_CMD_OPCODE_MODIFY_CONG_PARAMS:
		return "MODIFY_CONG_PARAMS";
	case PRM_CMD_OPCODE_QUERY_CONG_STATISTICS:
		return "QUERY_CONG_STATISTICS";
	case PRM_CMD_OPCODE_ADD_VXLAN_UDP_DPORT:
		return "ADD_VXLAN_UDP_DPORT";
	case PRM_CMD_OPCODE_DELETE_VXLAN_UDP_DPORT:
		return "DELETE_VXLAN_UDP_DPORT";
	case PRM_CMD_OPCODE_SET_L2_TABLE_ENTRY:
		return "SET_L2_TABLE_ENTRY";
	case PRM_CMD_OPCODE_QUERY_L2_TABLE_ENTRY:
		return "QUERY_L2_TABLE_ENTRY";
	case PRM_CMD_OPCODE_DELETE_L2_TABLE_ENTRY:
		return "DELETE_L2_TABLE_ENTRY";
	case PRM_CMD_OPCODE_SET_WOL_ROL:
		return "SET_WOL_ROL";
	case PRM_CMD_OPCODE_QUERY_WOL_ROL:
		return "QUERY_WOL_ROL";
	case PRM_CMD_OPCODE_CREATE_LAG:
		return "CREATE_LAG";
	case PRM_CMD_OPCODE_MODIFY_LAG:
		return "MODIFY_LAG";
	case PRM_CMD_OPCODE_QUERY_LAG:
		return "QUERY_LAG";
	case PRM_CMD_OPCODE_DESTROY_LAG:
		return "DESTROY_LAG";
	case PRM_CMD_OPCODE_CREATE_VPORT_LAG:
		return "CREATE_VPORT_LAG";
	case PRM_CMD_OPCODE_DESTROY_VPORT_LAG:
		return "DESTROY_VPORT_LAG";
	case PRM_CMD_OPCODE_CREATE_TIR:
		return "CREATE_TIR";
	case PRM_CMD_OPCODE_MODIFY_TIR:
		return "MODIFY_TIR";
	case PRM_CMD_OPCODE_DESTROY_TIR:
		return "DESTROY_TIR";
	case PRM_CMD_OPCODE_QUERY_TIR:
		return "QUERY_TIR";
	case PRM_CMD_OPCODE_CREATE_SQ:
		return "CREATE_SQ";
	case PRM_CMD_OPCODE_MODIFY_SQ:
		return "MODIFY_SQ";
	case PRM_CMD_OPCODE_DESTROY_SQ:
		return "DESTROY_SQ";
	case PRM_CMD_OPCODE_QUERY_SQ:
		return "QUERY_SQ";
	case PRM_CMD_OPCODE_CREATE_RQ:
		return "CREATE_RQ";
	case PRM_CMD_OPCODE_MODIFY_RQ:
		return "MODIFY_RQ";
	case PRM_CMD_OPCODE_DESTROY_RQ:
		return "DESTROY_RQ";
	case PRM_CMD_OPCODE_QUERY_RQ:
		return "QUERY_RQ";
	case PRM_CMD_OPCODE_CREATE_RMP:
		return "CREATE_RMP";
	case PRM_CMD_OPCODE_MODIFY_RMP:
		return "MODIFY_RMP";
	case PRM_CMD_OPCODE_DESTROY_RMP:
		return "DESTROY_RMP";
	case PRM_CMD_OPCODE_QUERY_RMP:
		return "QUERY_RMP";
	case PRM_CMD_OPCODE_SET_DELAY_DROP_PARAMS:
		return "SET_DELAY_DROP_PARAMS";
	case PRM_CMD_OPCODE_CREATE_TIS:
		return "CREATE_TIS";
	case PRM_CMD_OPCODE_MODIFY_TIS:
		return "MODIFY_TIS";
	case PRM_CMD_OPCODE_DESTROY_TIS:
		return "DESTROY_TIS";
	case PRM_CMD_OPCODE_QUERY_TIS:
		return "QUERY_TIS";
	case PRM_CMD_OPCODE_CREATE_RQT:
		return "CREATE_RQT";
	case PRM_CMD_OPCODE_MODIFY_RQT:
		return "MODIFY_RQT";
	case PRM_CMD_OPCODE_DESTROY_RQT:
		return "DESTROY_RQT";
	case PRM_CMD_OPCODE_QUERY_RQT:
		return "QUERY_RQT";
	case PRM_CMD_OPCODE_SET_FLOW_TABLE_ROOT:
		return "SET_FLOW_TABLE_ROOT";
	case PRM_CMD_OPCODE_CREATE_FLOW_TABLE:
		return "CREATE_FLOW_TABLE";
	case PRM_CMD_OPCODE_DESTROY_FLOW_TABLE:
		return "DESTROY_FLOW_TABLE";
	case PRM_CMD_OPCODE_QUERY_FLOW_TABLE:
		return "QUERY_FLOW_TABLE";
	case PRM_CMD_OPCODE_CREATE_FLOW_GROUP:
		return "CREATE_FLOW_GROUP";
	case PRM_CMD_OPCODE_DESTROY_FLOW_GROUP:
		return "DESTROY_FLOW_GROUP";
	case PRM_CMD_OPCODE_QUERY_FLOW_GROUP:
		return "QUERY_FLOW_GROUP";
	case PRM_CMD_OPCODE_SET_FLOW_TABLE_ENTRY:
		return "SET_FLOW_TABLE_ENTRY";
	case PRM_CMD_OPCODE_QUERY_FLOW_TABLE_ENTRY:
		return "QUERY_FLOW_TABLE_ENTRY";
	case PRM_CMD_OPCODE_DELETE_FLOW_TABLE_ENTRY:
		return "DELETE_FLOW_TABLE_ENTRY";
	case PRM_CMD_OPCODE_ALLOC_FLOW_COUNTER:
		return "ALLOC_FLOW_COUNTER";
	case PRM_CMD_OPCODE_DEALLOC_FLOW_COUNTER:
		return "DEALLOC_FLOW_COUNTER";
	case PRM_CMD_OPCODE_QUERY_FLOW_COUNTER:
		return "QUERY_FLOW_COUNTER";
	case PRM_CMD_OPCODE_MODIFY_FLOW_TABLE:
		return "MODIFY_FLOW_TABLE";
	case PRM_CMD_OPCODE_ALLOC_PACKET_REFORMAT_CONTEXT:
		return "ALLOC_PACKET_REFORMAT_CONTEXT";
	case PRM_CMD_OPCODE_DEALLOC_PACKET_REFORMAT_CONTEXT:
		return "DEALLOC_PACKET_REFORMAT_CONTEXT";
	case PRM_CMD_OPCODE_QUERY_PACKET_REFORMAT_CONTEXT:
		return "QUERY_PACKET_REFORMAT_CONTEXT";
	case PRM_CMD_OPCODE_ALLOC_MODIFY_HEADER_CONTEXT:
		return "ALLOC_MODIFY_HEADER_CONTEXT";
	case PRM_CMD_OPCODE_DEALLOC_MODIFY_HEADER_CONTEXT:
		return "DEALLOC_MODIFY_HEADER_CONTEXT";
	case PRM_CMD_OPCODE_QUERY_MODIFY_HEADER_CONTEXT:
		return "QUERY_MODIFY_HEADER_CONTEXT";
	case PRM_CMD_OPCODE_FPGA_CREATE_QP:
		return "FPGA_CREATE_QP";
	case PRM_CMD_OPCODE_FPGA_MODIFY_QP:
		return "FPGA_MODIFY_QP";
	case PRM_CMD_OPCODE_FPGA_QUERY_QP:
		return "FPGA_QUERY_QP";
	case PRM_CMD_OPCODE_FPGA_DESTROY_QP:
		return "FPGA_DESTROY_QP";
	case PRM_CMD_OPCODE_FPGA_QUERY_QP_COUNTERS:
		return "FPGA_QUERY_QP_COUNTERS";
	case PRM_CMD_OPCODE_CREATE_GENERAL_OBJECT:
		return "CREATE_GENERAL_OBJECT";
	case PRM_CMD_OPCODE_MODIFY_GENERAL_OBJECT:
		return "MODIFY_GENERAL_OBJECT";
	case PRM_CMD_OPCODE_QUERY_GENERAL_OBJECT:
		return "QUERY_GENERAL_OBJECT";
	case PRM_CMD_OPCODE_DESTROY_GENERAL_OBJECT:
		return "DESTROY_GENERAL_OBJECT";
	case PRM_CMD_OPCODE_CREATE_UCTX:
		return "CREATE_UCTX";
	case PRM_CMD_OPCODE_DESTROY_UCTX:
		return "DESTROY_UCTX";
	case PRM_CMD_OPCODE_CREATE_UMEM:
		return "CREATE_UMEM";
	case PRM_CMD_OPCODE_DESTROY_UMEM:
		return "DESTROY_UMEM";
	case PRM_CMD_OPCODE_SYNC_STEERING:
		return "SYNC_STEERING";
	case PRM_CMD_OPCODE_ACCESS_REGISTER_USER:
		return "ACCESS_REGISTER_USER";
	case PRM_CMD_OPCODE_QUERY_VHCA_STATE:
		return "QUERY_VHCA_STATE";
	case PRM_CMD_OPCODE_MODIFY_VHCA_STATE:
		return "MODIFY_VHCA_STATE";
	case PRM_CMD_OPCODE_SYNC_CRYPTO:
		return "SYNC_CRYPTO";
	case PRM_CMD_OPCODE_QUERY_MATCH_SAMPLE_INFO:
		return "QUERY_MATCH_SAMPLE_INFO";
	case PRM_CMD_OPCODE_ALLOW_OTHER_VHCA_ACCESS:
		return "ALLOW_OTHER_VHCA_ACCESS";
	case PRM_CMD_OPCODE_GENERATE_WQE:
		return "GENERATE_WQE";
	case PRM_CMD_OPCODE_QUERY_VUID:
		return "QUERY_VUID";
	default:
		return NULL;
	}
}

/**
 * enum prm_cmd_status - Status of a command. The syndrome beside it tells the vendor's support
 * more. The errno at the end of a line is what Linux makes of it
 *
 * Note: The names of the sources end in _ERR, but for OK, RES_BUSY and NOT_READY.
 * Sources: linux include/linux/mlx5/device.h MLX5_CMD_STAT_*; rdma-core providers/mlx5/mlx5_ifc.h
 * MLX5_CMD_STAT_*; linux drivers/net/ethernet/mellanox/mlx5/core/cmd.c cmd_status_to_err().
 */
enum prm_cmd_status {
	PRM_CMD_STATUS_OK                 = 0x00, /* Done. */
	PRM_CMD_STATUS_INT_ERR            = 0x01, /* Error inside the device, EIO. */
	PRM_CMD_STATUS_BAD_OP             = 0x02, /* The device does not know the opcode, EINVAL. */
	/* A field has a value that it must not have, EINVAL. */
	PRM_CMD_STATUS_BAD_PARAM          = 0x03,
	/* The state of the device does not allow it, EIO. */
	PRM_CMD_STATUS_BAD_SYS_STATE      = 0x04,
	PRM_CMD_STATUS_BAD_RES            = 0x05, /* No object has this number, EINVAL. */
	PRM_CMD_STATUS_RES_BUSY           = 0x06, /* Something else still uses the object, EBUSY. */
	PRM_CMD_STATUS_NOT_READY          = 0x07, /* Not now, but perhaps later, EAGAIN. */
	PRM_CMD_STATUS_LIM                = 0x08, /* A limit of the device is exceeded, ENOMEM. */
	/* The object's state does not allow it, EINVAL. */
	PRM_CMD_STATUS_BAD_RES_STATE      = 0x09,
	PRM_CMD_STATUS_IX_ERR             = 0x0a, /* An index is out of range, EINVAL. */
	PRM_CMD_STATUS_NO_RES             = 0x0f, /* Nothing of the kind is left, EAGAIN. */
	PRM_CMD_STATUS_BAD_QP_STATE       = 0x10, /* The QP's state does not allow it, EINVAL. */
	/* The management datagram is not valid, EINVAL. */
	PRM_CMD_STATUS_BAD_PKT            = 0x30,
	/* More CQEs outstanding than the new size, EINVAL. */
	PRM_CMD_STATUS_BAD_SIZE_OUTS_CQES = 0x40,
	PRM_CMD_STATUS_BAD_INP_LEN        = 0x50, /* The input is too short, EIO. */
	PRM_CMD_STATUS_BAD_OUTP_LEN       = 0x51, /* The room for the output is too short, EIO. */
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
	case PRM_CMD_STATUS_BAD_QP_STATE:
		return "BAD_QP_STATE";
	case PRM_CMD_STATUS_BAD_PKT:
		return "BAD_PKT";
	case PRM_CMD_STATUS_BAD_SIZE_OUTS_CQES:
		return "BAD_SIZE_OUTS_CQES";
	case PRM_CMD_STATUS_BAD_INP_LEN:
		return "BAD_INP_LEN";
	case PRM_CMD_STATUS_BAD_OUTP_LEN:
		return "BAD_OUTP_LEN";
	default:
		return NULL;
	}
}

/**
 * struct prm_cmd_in_hdr - head of every command
 *
 * 8 bytes, written by the driver.
 * Sources: linux drivers/net/ethernet/mellanox/mlx5/core/cmd.c struct mlx5_ifc_mbox_in_bits;
 * rdma-core providers/mlx5/mlx5_ifc.h struct mlx5_ifc_mbox_in_bits.
 */
struct prm_cmd_in_hdr {
	prm_be16 opcode;		/* 0x00 [31:16]: (enum prm_cmd_opcode) */
	/*
	 * 0x00 [15:0]: User context that owns the object, 0 for the kernel. The kernel fills it in
	 * for DEVX. Sources disagree: Some structures of Linux, rdma-core and DPDK have it
	 * reserved, where their own code does not set it. The kernel writes it into every command
	 * of a DEVX user (linux drivers/infiniband/hw/mlx5/devx.c), so the spec has it everywhere.
	 */
	prm_be16 uid;
	uint8_t reserved_04[2];
	prm_be16 op_mod;		/* 0x04 [15:0]: Modifies the opcode; 0 for most. */
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
 * Sources: linux drivers/net/ethernet/mellanox/mlx5/core/cmd.c struct mlx5_ifc_mbox_out_bits;
 * rdma-core providers/mlx5/mlx5_ifc.h struct mlx5_ifc_mbox_out_bits.
 */
struct prm_cmd_out_hdr {
	uint8_t status;			/* 0x00 [31:24]: (enum prm_cmd_status) */
	uint8_t reserved_01[3];
	/* 0x04 [31:0]: Vendor's code for the failure; 0 if status is OK. */
	prm_be32 syndrome;
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
