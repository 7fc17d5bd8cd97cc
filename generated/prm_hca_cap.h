/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * The general capabilities of a device.
 * Made by prmc 1 from spec/cmd/hca_cap.yaml, spec digest 7a0ac48199bb. Do not edit: `ninja regen`.
 */
#ifndef PRM_HCA_CAP_H
#define PRM_HCA_CAP_H

#include "prm_base.h"

/**
 * enum prm_umr_fence - Fence that a UMR needs itself, when requests before it may still use its key
 *
 * Note: What comes behind a UMR has fence_mode INITIATOR_SMALL, whatever this says, in Linux and in
 * rdma-core, which does not read it.
 * Sources: linux include/linux/mlx5/device.h MLX5_CAP_UMR_FENCE_*; linux
 * drivers/infiniband/hw/mlx5/main.c mlx5_get_umr_fence(), wr.c mlx5_ib_post_send().
 */
enum prm_umr_fence {
	PRM_UMR_FENCE_STRONG = 0x00,	/* Strong ordering. */
	PRM_UMR_FENCE_SMALL  = 0x01,	/* Small fence. */
	PRM_UMR_FENCE_NONE   = 0x02,	/* No fence. */
};

/* The name of a value of enum prm_umr_fence, or NULL. */
static inline const char *prm_umr_fence_str(uint64_t value)
{
	switch (value) {
	case PRM_UMR_FENCE_STRONG:
		return "STRONG";
	case PRM_UMR_FENCE_SMALL:
		return "SMALL";
	case PRM_UMR_FENCE_NONE:
		return "NONE";
	default:
		return NULL;
	}
}

/**
 * enum prm_cap_port_type - Kind of the ports
 *
 * Sources: linux include/linux/mlx5/mlx5_ifc.h MLX5_CAP_PORT_TYPE_*.
 */
enum prm_cap_port_type {
	PRM_CAP_PORT_TYPE_IB       = 0x00,
	PRM_CAP_PORT_TYPE_ETHERNET = 0x01,
};

/* The name of a value of enum prm_cap_port_type, or NULL. */
static inline const char *prm_cap_port_type_str(uint64_t value)
{
	switch (value) {
	case PRM_CAP_PORT_TYPE_IB:
		return "IB";
	case PRM_CAP_PORT_TYPE_ETHERNET:
		return "ETHERNET";
	default:
		return NULL;
	}
}

/**
 * enum prm_cmdif_checksum - Signatures of commands
 *
 * Sources: linux include/linux/mlx5/mlx5_ifc.h MLX5_CMD_HCA_CAP_CMDIF_CHECKSUM_*.
 */
enum prm_cmdif_checksum {
	PRM_CMDIF_CHECKSUM_DISABLED      = 0x00, /* Neither generated nor checked. */
	/* Generated in answers, not checked in commands. */
	PRM_CMDIF_CHECKSUM_INITIAL_STATE = 0x01,
	PRM_CMDIF_CHECKSUM_ENABLED       = 0x03, /* Generated in answers and checked in commands. */
};

/* The name of a value of enum prm_cmdif_checksum, or NULL. */
static inline const char *prm_cmdif_checksum_str(uint64_t value)
{
	switch (value) {
	case PRM_CMDIF_CHECKSUM_DISABLED:
		return "DISABLED";
	case PRM_CMDIF_CHECKSUM_INITIAL_STATE:
		return "INITIAL_STATE";
	case PRM_CMDIF_CHECKSUM_ENABLED:
		return "ENABLED";
	default:
		return NULL;
	}
}

/**
 * enum prm_gid_table_size - Number of GIDs
 *
 * Sources: mstflint tools_layouts/adb/prm/hca/ext/hca_cap_table.adb node cmd_hca_cap; linux
 * include/linux/mlx5/driver.h mlx5_get_gid_table_len.
 */
enum prm_gid_table_size {
	PRM_GID_TABLE_SIZE_GIDS_8   = 0x00,
	PRM_GID_TABLE_SIZE_GIDS_16  = 0x01,
	PRM_GID_TABLE_SIZE_GIDS_32  = 0x02,
	PRM_GID_TABLE_SIZE_GIDS_64  = 0x03,
	PRM_GID_TABLE_SIZE_GIDS_128 = 0x04,
};

/* The name of a value of enum prm_gid_table_size, or NULL. */
static inline const char *prm_gid_table_size_str(uint64_t value)
{
	switch (value) {
	case PRM_GID_TABLE_SIZE_GIDS_8:
		return "GIDS_8";
	case PRM_GID_TABLE_SIZE_GIDS_16:
		return "GIDS_16";
	case PRM_GID_TABLE_SIZE_GIDS_32:
		return "GIDS_32";
	case PRM_GID_TABLE_SIZE_GIDS_64:
		return "GIDS_64";
	case PRM_GID_TABLE_SIZE_GIDS_128:
		return "GIDS_128";
	default:
		return NULL;
	}
}

/**
 * enum prm_pkey_table_size - Number of P_Keys
 *
 * Sources: mstflint tools_layouts/adb/prm/hca/ext/hca_cap_table.adb node cmd_hca_cap; linux
 * include/linux/mlx5/device.h mlx5_to_sw_pkey_sz.
 */
enum prm_pkey_table_size {
	PRM_PKEY_TABLE_SIZE_PKEYS_128  = 0x00,
	PRM_PKEY_TABLE_SIZE_PKEYS_256  = 0x01,
	PRM_PKEY_TABLE_SIZE_PKEYS_512  = 0x02,
	PRM_PKEY_TABLE_SIZE_PKEYS_1024 = 0x03,
	PRM_PKEY_TABLE_SIZE_PKEYS_2048 = 0x04,
	PRM_PKEY_TABLE_SIZE_PKEYS_4096 = 0x05,
};

/* The name of a value of enum prm_pkey_table_size, or NULL. */
static inline const char *prm_pkey_table_size_str(uint64_t value)
{
	switch (value) {
	case PRM_PKEY_TABLE_SIZE_PKEYS_128:
		return "PKEYS_128";
	case PRM_PKEY_TABLE_SIZE_PKEYS_256:
		return "PKEYS_256";
	case PRM_PKEY_TABLE_SIZE_PKEYS_512:
		return "PKEYS_512";
	case PRM_PKEY_TABLE_SIZE_PKEYS_1024:
		return "PKEYS_1024";
	case PRM_PKEY_TABLE_SIZE_PKEYS_2048:
		return "PKEYS_2048";
	case PRM_PKEY_TABLE_SIZE_PKEYS_4096:
		return "PKEYS_4096";
	default:
		return NULL;
	}
}

/**
 * enum prm_cap_ts_format - Formats of timestamps that a queue can have
 *
 * Sources: linux include/linux/mlx5/mlx5_ifc.h MLX5_TIMESTAMP_FORMAT_CAP_*.
 */
enum prm_cap_ts_format {
	PRM_CAP_TS_FORMAT_FREE_RUNNING               = 0x00,
	PRM_CAP_TS_FORMAT_REAL_TIME                  = 0x01,
	PRM_CAP_TS_FORMAT_FREE_RUNNING_AND_REAL_TIME = 0x02, /* Both, as the queue chooses. */
};

/* The name of a value of enum prm_cap_ts_format, or NULL. */
static inline const char *prm_cap_ts_format_str(uint64_t value)
{
	switch (value) {
	case PRM_CAP_TS_FORMAT_FREE_RUNNING:
		return "FREE_RUNNING";
	case PRM_CAP_TS_FORMAT_REAL_TIME:
		return "REAL_TIME";
	case PRM_CAP_TS_FORMAT_FREE_RUNNING_AND_REAL_TIME:
		return "FREE_RUNNING_AND_REAL_TIME";
	default:
		return NULL;
	}
}

/**
 * enum prm_steering_format_version - Format of steering tables
 *
 * Note: Software that does not know the format must not own tables.
 * Other values are legal too.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h MLX5_STEERING_FORMAT_*; mstflint
 * tools_layouts/adb/prm/hca/ext/hca_cap_table.adb node cmd_hca_cap.
 */
enum prm_steering_format_version {
	PRM_STEERING_FORMAT_VERSION_CONNECTX_5   = 0x00,
	PRM_STEERING_FORMAT_VERSION_CONNECTX_6DX = 0x01,
	PRM_STEERING_FORMAT_VERSION_CONNECTX_7   = 0x02,
	PRM_STEERING_FORMAT_VERSION_CONNECTX_8   = 0x03,
};

/* The name of a value of enum prm_steering_format_version, or NULL. */
static inline const char *prm_steering_format_version_str(uint64_t value)
{
	switch (value) {
	case PRM_STEERING_FORMAT_VERSION_CONNECTX_5:
		return "CONNECTX_5";
	case PRM_STEERING_FORMAT_VERSION_CONNECTX_6DX:
		return "CONNECTX_6DX";
	case PRM_STEERING_FORMAT_VERSION_CONNECTX_7:
		return "CONNECTX_7";
	case PRM_STEERING_FORMAT_VERSION_CONNECTX_8:
		return "CONNECTX_8";
	default:
		return NULL;
	}
}

/**
 * enum prm_function_id_mode - How a function is identified
 *
 * Sources: mstflint tools_layouts/adb/prm/hca/ext/hca_cap_table.adb node cmd_hca_cap.
 */
enum prm_function_id_mode {
	PRM_FUNCTION_ID_MODE_FUNCTION_INDEX   = 0x00,
	PRM_FUNCTION_ID_MODE_FUNCTION_VHCA_ID = 0x01,
};

/* The name of a value of enum prm_function_id_mode, or NULL. */
static inline const char *prm_function_id_mode_str(uint64_t value)
{
	switch (value) {
	case PRM_FUNCTION_ID_MODE_FUNCTION_INDEX:
		return "FUNCTION_INDEX";
	case PRM_FUNCTION_ID_MODE_FUNCTION_VHCA_ID:
		return "FUNCTION_VHCA_ID";
	default:
		return NULL;
	}
}

/**
 * enum prm_mp_load_balance_mode - Who balances RDMA over the planes of a port
 *
 * Other values are legal too.
 * Sources: mstflint tools_layouts/adb/prm/hca/ext/hca_cap_table.adb node cmd_hca_cap.
 */
enum prm_mp_load_balance_mode {
	/* Not the device. Values without a name mean the same. */
	PRM_MP_LOAD_BALANCE_MODE_NO_BALANCING    = 0x01,
	PRM_MP_LOAD_BALANCE_MODE_TRANSPORT       = 0x02, /* The transport layer of the device. */
	PRM_MP_LOAD_BALANCE_MODE_PACKET_STEERING = 0x03, /* Actions of flow tables. */
};

/* The name of a value of enum prm_mp_load_balance_mode, or NULL. */
static inline const char *prm_mp_load_balance_mode_str(uint64_t value)
{
	switch (value) {
	case PRM_MP_LOAD_BALANCE_MODE_NO_BALANCING:
		return "NO_BALANCING";
	case PRM_MP_LOAD_BALANCE_MODE_TRANSPORT:
		return "TRANSPORT";
	case PRM_MP_LOAD_BALANCE_MODE_PACKET_STEERING:
		return "PACKET_STEERING";
	default:
		return NULL;
	}
}

/**
 * flags PRM_UCTX_PERMISSION_* - What a user context may be allowed
 *
 * Other values are legal too.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h MLX5_UCTX_CAP_*.
 */
#define PRM_UCTX_PERMISSION_RAW_TX           (UINT32_C(1) << 0) /* Sending raw packets. */
/* Internal resources of the device. */
#define PRM_UCTX_PERMISSION_INTERNAL_DEV_RES (UINT32_C(1) << 1)
#define PRM_UCTX_PERMISSION_ALL UINT32_C(0x3)

/* The name of bit @bit of PRM_UCTX_PERMISSION_*, 0 the lowest one, or NULL. */
static inline const char *prm_uctx_permission_flag_str(unsigned int bit)
{
	switch (bit) {
	case 0:
		return "RAW_TX";
	case 1:
		return "INTERNAL_DEV_RES";
	default:
		return NULL;
	}
}

/**
 * flags PRM_FLEX_PARSER_PROTOCOLS_* - Protocols of the flex parser
 *
 * Other values are legal too.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h MLX5_FLEX_PARSER_*; mstflint
 * tools_layouts/adb/prm/hca/ext/hca_cap_table.adb node cmd_hca_cap.
 */
#define PRM_FLEX_PARSER_PROTOCOLS_IPV4_OVER_VXLAN     (UINT32_C(1) << 0)
#define PRM_FLEX_PARSER_PROTOCOLS_IPV4_OVER_IP        (UINT32_C(1) << 1)
#define PRM_FLEX_PARSER_PROTOCOLS_IPV6_OVER_IP        (UINT32_C(1) << 2)
#define PRM_FLEX_PARSER_PROTOCOLS_GENEVE              (UINT32_C(1) << 3)
#define PRM_FLEX_PARSER_PROTOCOLS_MPLS_OVER_GRE       (UINT32_C(1) << 4)
#define PRM_FLEX_PARSER_PROTOCOLS_MPLS_OVER_UDP       (UINT32_C(1) << 5)
#define PRM_FLEX_PARSER_PROTOCOLS_VXLAN_GPE           (UINT32_C(1) << 7)
#define PRM_FLEX_PARSER_PROTOCOLS_ICMP_V4             (UINT32_C(1) << 8)
#define PRM_FLEX_PARSER_PROTOCOLS_ICMP_V6             (UINT32_C(1) << 9)
#define PRM_FLEX_PARSER_PROTOCOLS_GENEVE_TLV_OPTION_0 (UINT32_C(1) << 10)
#define PRM_FLEX_PARSER_PROTOCOLS_GTPU                (UINT32_C(1) << 11)
#define PRM_FLEX_PARSER_PROTOCOLS_IPOIB_UD_QP         (UINT32_C(1) << 12)
#define PRM_FLEX_PARSER_PROTOCOLS_VXLAN_PAD           (UINT32_C(1) << 13)
#define PRM_FLEX_PARSER_PROTOCOLS_CW_MPLS_OVER_GRE    (UINT32_C(1) << 14)
#define PRM_FLEX_PARSER_PROTOCOLS_CW_MPLS_OVER_UDP    (UINT32_C(1) << 15)
#define PRM_FLEX_PARSER_PROTOCOLS_GTPU_DW_2           (UINT32_C(1) << 16)
#define PRM_FLEX_PARSER_PROTOCOLS_GTPU_FIRST_EXT_DW_0 (UINT32_C(1) << 17)
#define PRM_FLEX_PARSER_PROTOCOLS_GTPU_DW_0           (UINT32_C(1) << 18)
#define PRM_FLEX_PARSER_PROTOCOLS_GTPU_TEID           (UINT32_C(1) << 19)
#define PRM_FLEX_PARSER_PROTOCOLS_VXLAN_GPE_NSH       (UINT32_C(1) << 20)
#define PRM_FLEX_PARSER_PROTOCOLS_ALL UINT32_C(0x1fffbf)

/* The name of bit @bit of PRM_FLEX_PARSER_PROTOCOLS_*, 0 the lowest one, or NULL. */
static inline const char *prm_flex_parser_protocols_flag_str(unsigned int bit)
{
	switch (bit) {
	case 0:
		return "IPV4_OVER_VXLAN";
	case 1:
		return "IPV4_OVER_IP";
	case 2:
		return "IPV6_OVER_IP";
	case 3:
		return "GENEVE";
	case 4:
		return "MPLS_OVER_GRE";
	case 5:
		return "MPLS_OVER_UDP";
	case 7:
		return "VXLAN_GPE";
	case 8:
		return "ICMP_V4";
	case 9:
		return "ICMP_V6";
	case 10:
		return "GENEVE_TLV_OPTION_0";
	case 11:
		return "GTPU";
	case 12:
		return "IPOIB_UD_QP";
	case 13:
		return "VXLAN_PAD";
	case 14:
		return "CW_MPLS_OVER_GRE";
	case 15:
		return "CW_MPLS_OVER_UDP";
	case 16:
		return "GTPU_DW_2";
	case 17:
		return "GTPU_FIRST_EXT_DW_0";
	case 18:
		return "GTPU_DW_0";
	case 19:
		return "GTPU_TEID";
	case 20:
		return "VXLAN_GPE_NSH";
	default:
		return NULL;
	}
}

/**
 * flags PRM_VHCA_TUNNEL_COMMANDS_* - Commands that can be tunneled
 *
 * Other values are legal too.
 * Sources: mstflint tools_layouts/adb/prm/hca/ext/hca_cap_table.adb node cmd_hca_cap.
 */
#define PRM_VHCA_TUNNEL_COMMANDS_INIT_HCA                     (UINT32_C(1) << 0)
#define PRM_VHCA_TUNNEL_COMMANDS_TEARDOWN_HCA                 (UINT32_C(1) << 1)
#define PRM_VHCA_TUNNEL_COMMANDS_ENABLE_HCA                   (UINT32_C(1) << 2)
#define PRM_VHCA_TUNNEL_COMMANDS_DISABLE_HCA                  (UINT32_C(1) << 3)
#define PRM_VHCA_TUNNEL_COMMANDS_QUERY_SPECIAL_CONTEXTS       (UINT32_C(1) << 4)
#define PRM_VHCA_TUNNEL_COMMANDS_FLOW_TABLE_COMMANDS          (UINT32_C(1) << 5)
#define PRM_VHCA_TUNNEL_COMMANDS_QP_COMMANDS                  (UINT32_C(1) << 6)
#define PRM_VHCA_TUNNEL_COMMANDS_SET_ROCE_ADDRESS             (UINT32_C(1) << 9)
#define PRM_VHCA_TUNNEL_COMMANDS_QUERY_ROCE_ADDRESS           (UINT32_C(1) << 10)
#define PRM_VHCA_TUNNEL_COMMANDS_GEN_OBJ_CMD_NVME_SQ          (UINT32_C(1) << 11)
#define PRM_VHCA_TUNNEL_COMMANDS_GEN_OBJ_CMD_NVME_CQ          (UINT32_C(1) << 12)
#define PRM_VHCA_TUNNEL_COMMANDS_GEN_OBJ_CMD_DEVICE_EMULATION (UINT32_C(1) << 13)
#define PRM_VHCA_TUNNEL_COMMANDS_NVME_NAMESPACE               (UINT32_C(1) << 14)
#define PRM_VHCA_TUNNEL_COMMANDS_PD                           (UINT32_C(1) << 15)
#define PRM_VHCA_TUNNEL_COMMANDS_ALL UINT32_C(0xfe7f)

/* The name of bit @bit of PRM_VHCA_TUNNEL_COMMANDS_*, 0 the lowest one, or NULL. */
static inline const char *prm_vhca_tunnel_commands_flag_str(unsigned int bit)
{
	switch (bit) {
	case 0:
		return "INIT_HCA";
	case 1:
		return "TEARDOWN_HCA";
	case 2:
		return "ENABLE_HCA";
	case 3:
		return "DISABLE_HCA";
	case 4:
		return "QUERY_SPECIAL_CONTEXTS";
	case 5:
		return "FLOW_TABLE_COMMANDS";
	case 6:
		return "QP_COMMANDS";
	case 9:
		return "SET_ROCE_ADDRESS";
	case 10:
		return "QUERY_ROCE_ADDRESS";
	case 11:
		return "GEN_OBJ_CMD_NVME_SQ";
	case 12:
		return "GEN_OBJ_CMD_NVME_CQ";
	case 13:
		return "GEN_OBJ_CMD_DEVICE_EMULATION";
	case 14:
		return "NVME_NAMESPACE";
	case 15:
		return "PD";
	default:
		return NULL;
	}
}

/**
 * struct prm_cmd_hca_cap - general capabilities
 *
 * 256 bytes, written by the device.
 * Note: ADB is the manual's table in mstflint (revision 0.64, commit 1ed852fb89c2). A field without
 * a source of its own stands in Linux; of the others source names one project that has them,
 * rdma-core before DPDK, SPDK, the tests of rdma-core and ADB. All sources that name a field have
 * it at the same place unless conflict says otherwise. since: Linux 6.12 says that Linux 6.1 lacks
 * the field. Of names that differ the one in ADB is taken, unless the drivers agree on an older
 * one.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_cmd_hca_cap_bits (6.12 and 6.1);
 * rdma-core providers/mlx5/mlx5_ifc.h struct mlx5_ifc_cmd_hca_cap_bits; DPDK
 * drivers/common/mlx5/mlx5_prm.h struct mlx5_ifc_cmd_hca_cap_bits; SPDK lib/mlx5/mlx5_ifc.h struct
 * mlx5_ifc_cmd_hca_cap_bits; rdma-core tests/mlx5_prm_structs.py class CmdHcaCap; mstflint
 * tools_layouts/adb/prm/hca/ext/hca_cap_table.adb node cmd_hca_cap.
 */
struct prm_cmd_hca_cap {
	/*
	 * 0x00 [31] access_other_hca_roce: A vHCA group manager may change roce of the vHCAs it
	 *             is responsible for.
	 *      [30] alloc_flow_counter_pd: ALLOC_FLOW_COUNTER may bind flow counters to a
	 *             protection domain.
	 *      [29] flow_counter_access_aso: An ACCESS_ASO WQE may work on flow counters.
	 *      [28] query_match_sample_info: The command QUERY_MATCH_SAMPLE_INFO is supported.
	 *      [27] lightweight_eq: Lightweight EQs are supported.
	 *      [26] eq_dbr: EQs may have doorbell records.
	 *      [25] page_request_disable: The device issues no page request events. Since Linux
	 *             6.12.
	 *      [24] abs_native_port_num: native_port_num may be larger than num_lag_ports.
	 */
	uint8_t b_00;
	/*
	 * 0x00 [23:16]: Opmod of an ACCESS_ASO WQE that works on flow counters. Sources disagree:
	 * flow_access_aso_opc_mod in DPDK. The name of the manual's table is taken.
	 */
	uint8_t flow_counter_access_aso_opc_mod;
	/*
	 * 0x00 [15]   shared_object_to_user_object_allowed: A shared object (uid 0xfff) may refer
	 *               to objects of any uid.
	 *      [14]   emulated_dev_mkey_crossing_access_disabled: Keys that cross to the vHCA of
	 *               an emulated device are not supported.
	 *      [13]   lag_queue_affinity_active_port: LAG with queue affinity may remap ports by
	 *               active_port.
	 *      [12:8] log_sha_mmo_max_size: Largest SHA operation by memory to memory offload, 0
	 *               for no limit. (log2: 2^value; in bytes; needs cmd_hca_cap.sha_mmo_qp)
	 */
	uint8_t b_02;
	/* 0x00 [0] vhca_resource_manager: The function manages the capabilities of other vHCAs. */
	uint8_t b_03;
	/*
	 * 0x04 [31] hca_cap_2: QUERY_HCA_CAP answers capability type GENERAL_2.
	 *      [30] create_lag_when_not_master_up: CREATE_LAG does not need the LAG master to
	 *             come up first.
	 *      [29] dtor: The register DTOR (default timeouts) is supported.
	 *      [28] event_on_vhca_state_teardown_request: An event tells that a vHCA is asked to
	 *             tear down.
	 *      [27] event_on_vhca_state_in_use: An event tells that a vHCA is in use.
	 *      [26] event_on_vhca_state_active: An event tells that a vHCA is active.
	 *      [25] event_on_vhca_state_allocated: An event tells that a vHCA is allocated.
	 *      [24] event_on_vhca_state_invalid: An event tells that a vHCA is invalid.
	 */
	uint8_t b_04;
	/* 0x04 [23:16]: Largest element of a matrix to transpose. (in bytes) */
	uint8_t transpose_max_element_size;
	prm_be16 vhca_id;		/* 0x04 [15:0]: Number of the vHCA. */
	/* 0x08 [31:24]: Largest number of columns of a matrix to transpose. */
	uint8_t transpose_max_cols;
	/* 0x08 [23:16]: Largest number of rows of a matrix to transpose. */
	uint8_t transpose_max_rows;
	/*
	 * 0x08 [15:0]: Largest matrix to transpose, rows and columns rounded up to powers of 2. (in
	 * bytes)
	 */
	prm_be16 transpose_max_size;
	/*
	 * 0x0c [31]    resources_on_virtio_fs_emulation_manager: Resources of an emulated
	 *                virtio-fs device may live on its manager.
	 *      [30]    sw_steering_icm_large_scale_steering: Software steering should make a flow
	 *                table for the anchors of a matcher.
	 *      [29]    qp_data_in_order: QPC has data_in_order.
	 *      [28:24] log_regexp_scatter_gather_size: Largest scatter or gather list of a
	 *                regular expression operation, 0 without the operation. Sources disagree:
	 *                log_regexp_mmo_max_size in the manual's table. The name of DPDK is taken.
	 *                (log2: 2^value; in bytes)
	 */
	uint8_t b_0c;
	/*
	 * 0x0c [23]    ibl2_delay_drop: IBL2 QPs may hold packets while receive WQEs are missing.
	 *      [22]    ibl2_qp: QPs of service type IBL2 are supported.
	 *      [21]    init2init_qp_drain_sigerr: INIT2INIT_QP may change drain_sigerr of a QP.
	 *      [20:16] log_dma_mmo_max_size: Largest DMA by memory to memory offload, 0 for no
	 *                limit. Sources disagree: log_dma_mmo_size in DPDK. The name of rdma-core
	 *                and the manual's table is taken. (log2: 2^value; in bytes)
	 */
	uint8_t b_0d;
	/*
	 * 0x0c [15]   relaxed_ordering_write_pci_enabled: Keys may set relaxed_ordering_write, as
	 *               PCI is configured. Counts while relaxed_ordering_write is 0.
	 *      [14]   ibl2_tx_vl15: IBL2 QPs may send on VL 15.
	 *      [13]   decompress_snappy_v2: Snappy can be decompressed.
	 *      [12:8] log_compress_mmo_max_size: Largest compression by memory to memory offload,
	 *               0 for no limit. Sources disagree: log_compress_mmo_size in DPDK,
	 *               log_compress_max_size in rdma-core's tests. The name of the manual's table
	 *               is taken. (log2: 2^value; in bytes)
	 */
	uint8_t b_0e;
	/*
	 * 0x0c [7]   decompress_lz4_data_only_v2: LZ4 of sub type data only can be decompressed.
	 *      [6]   decompress_lz4_no_checksum_v2: LZ4 without checksum can be decompressed.
	 *      [5]   decompress_lz4_checksum_v2: LZ4 with checksum can be decompressed.
	 *      [4:0] log_decompress_mmo_max_size: Largest decompression by memory to memory
	 *              offload, 0 for no limit. Sources disagree: log_decompress_mmo_size in DPDK,
	 *              log_decompress_max_size in rdma-core's tests. The name of the manual's table
	 *              is taken. (log2: 2^value; in bytes)
	 */
	uint8_t b_0f;
	/* 0x10 [31:24]: Largest number of WQEs in an SRQ. (log2: 2^value) */
	uint8_t log_max_srq_sz;
	/*
	 * 0x10 [23:16]: Largest number of WQEs in the send queue, and in the receive queue, of a
	 * QP. (log2: 2^value)
	 */
	uint8_t log_max_qp_sz;
	/*
	 * 0x10 [15] event_cap: QUERY_HCA_CAP answers capability type DEV_EVENT.
	 *      [14] rc_qp_init2rts: INIT2RTR_QP may take an RC QP to RTS at once.
	 *      [13] rc_qp_create_on_init: CREATE_QP may take an RC QP to INIT at once.
	 *      [12] isolate_vl_tc_new: QPs with forced loopback may use a VL or TC of their own.
	 *      [11] comm_channel_dc: Communication channels may use DC.
	 *      [10] comm_channel_cross_esw: Communication channels may reach vHCAs of another
	 *             e-switch of the host.
	 *      [9]  nvmeotcp: NVMe over TCP offload is supported.
	 *      [8]  pcie_hanged: A hanging PCIe link is reported.
	 */
	uint8_t b_12;
	/*
	 * 0x10 [7]   prio_tag_required: All packets must carry a priority tag; software has to
	 *              set flow rules that see to it.
	 *      [6]   wqe_index_ignore_cap: wqe_index of the control segment is not checked,
	 *              except by BlueFlame.
	 *      [5]   dynamic_qp_allocation: Resources of QPs are allocated on demand.
	 *      [4:0] log_max_qp: Largest number of QPs. (log2: 2^value)
	 */
	uint8_t b_13;
	/*
	 * 0x14 [31]    regexp: Regular expression offload.
	 *      [30]    regexp_params_old: Sources disagree: rdma-core tests/mlx5_prm_structs.py
	 *                names it regexp_params. Linux and DPDK have regexp_params at 0x48[22], and
	 *                so has the manual's table, which leaves this bit unnamed. Taken as an
	 *                older place of the same capability.
	 *      [29]    regexp_alloc_onbehalf_umem: The embedded CPU has to allocate the umem of
	 *                the host's regular expressions.
	 *      [28]    ece_support: QP commands carry the options of enhanced connection
	 *                establishment. Sources disagree: ece in the manual's table. The name of
	 *                Linux is taken.
	 *      [27:24] regexp_num_of_engines: Number of regular expression engines.
	 */
	uint8_t b_14;
	/*
	 * 0x14 [23]    allow_pause_tx: Pause frames (EtherType 0x8808) may be sent.
	 *      [22]    reg_c_preserve: Metadata registers C keep their values across steering
	 *                domains.
	 *      [21]    isolate_vl_tc: Note: Replaced by isolate_vl_tc_new.
	 *      [20:16] log_max_srq: Largest number of SRQs and XRC SRQs. Note: log_max_srqs in
	 *                rdma-core's tests. (log2: 2^value)
	 */
	uint8_t b_15;
	/*
	 * 0x14 [15]   psp_old: Note: Replaced by psp. rdma-core tests/mlx5_prm_structs.py calls
	 *               it psp.
	 *      [14]   uplink_follow: The uplink's vport may follow the state of the port.
	 *      [13]   ts_cqe_to_dest_cqn: SQ contexts have ts_cqe_to_dest_cqn.
	 *      [12:8] regexp_log_crspace_size: (log2: 2^value)
	 */
	uint8_t b_16;
	/*
	 * 0x14 [7] selective_repeat: QPs and DCTs may use retry mode selective repeat.
	 *      [6] go_back_n: QPs and DCTs may use retry mode go-back-N. Since Linux 6.12.
	 *      [5] shampo_old: Sources disagree: Linux 6.1 has shampo here, Linux 6.12 at
	 *            0x54[20]. The manual's table has both, this one as shampo_old, which is taken.
	 *      [4] scatter_fcs_w_decap_disable: Decapsulated packets must not reach RQs that
	 *            scatter the FCS.
	 */
	uint8_t b_17;
	/*
	 * 0x18 [31:24]: Longest scatter-gather list at full speed; 0 if the device recommends none.
	 */
	uint8_t max_sgl_for_optimized_performance;
	/* 0x18 [23:16]: Largest number of CQEs in a CQ. (log2: 2^value) */
	uint8_t log_max_cq_sz;
	/*
	 * 0x18 [15]   relaxed_ordering_write_umr: A UMR may change relaxed_ordering_write of a
	 *               key.
	 *      [14]   relaxed_ordering_read_umr: A UMR may change relaxed_ordering_read of a key.
	 *      [13]   access_register_user: The command ACCESS_REGISTER_USER is supported.
	 *      [12:8] max_num_of_fixed_buffers_per_mkey: Largest number of fixed buffers of a
	 *               key: 16384 << value.
	 */
	uint8_t b_1a;
	/*
	 * 0x18 [7]   upt_device_emulation_manager: The function may manage emulated UPT devices.
	 *      [6]   virtio_net_device_emulation_manager: The function may manage emulated
	 *              virtio-net devices. Sources disagree: virtio_net_device_emualtion_manager in
	 *              Linux. The name of rdma-core's tests and the manual's table is taken.
	 *      [5]   virtio_blk_device_emulation_manager: The function may manage emulated
	 *              virtio-blk devices. Sources disagree: virtio_blk_device_emualtion_manager in
	 *              Linux. The name of rdma-core's tests and the manual's table is taken.
	 *      [4:0] log_max_cq: Largest number of CQs. (log2: 2^value)
	 */
	uint8_t b_1b;
	/* 0x1c [31:24]: Largest number of EQEs in an EQ. (log2: 2^value) */
	uint8_t log_max_eq_sz;
	/*
	 * 0x1c [23]    relaxed_ordering_write: Keys may set relaxed_ordering_write. Sources
	 *                disagree: mkc_order_write_after_write_ro in the manual's table. The name
	 *                of Linux, DPDK and rdma-core is taken.
	 *      [22]    relaxed_ordering_read_pci_enabled: Keys may set relaxed_ordering_read, as
	 *                PCI is configured. Counts while relaxed_ordering_read is 0. Sources
	 *                disagree: Linux 6.1, DPDK and SPDK name it relaxed_ordering_read, which
	 *                Linux 6.12 uses for 0x64[21]. Linux 6.12 and the manual's table agree and
	 *                are taken.
	 *      [21:16] log_max_mkey: Largest number of memory keys. (log2: 2^value)
	 */
	uint8_t b_1d;
	/*
	 * 0x1c [15] tunneled_atomic: Keys may have tunneled atomics.
	 *      [14] as_notify: AS_NOTIFY (CAPI) is supported.
	 *      [13] m_pci_port: Several PCI ports are supported.
	 *      [12] m_vhca_mk: Keys across several vHCAs are supported.
	 *      [11] hotplug_manager: The function may plug and unplug emulated devices. Sources
	 *             disagree: rdma-core has cmd_on_behalf. The manual's table and the tests of
	 *             rdma-core have hotplug_manager, which is taken.
	 *      [10] nvme_device_emulation_manager: The function may manage emulated NVMe devices.
	 *             Sources disagree: rdma-core has device_emulation_manager. The manual's table
	 *             and the tests of rdma-core have nvme_device_emulation_manager, which is
	 *             taken.
	 *      [9]  terminate_scatter_list_mkey: QUERY_SPECIAL_CONTEXTS tells
	 *             terminate_scatter_list_mkey. Since Linux 6.12.
	 *      [8]  repeated_mkey: QUERY_SPECIAL_CONTEXTS tells repeated_mkey. Since Linux 6.12.
	 */
	uint8_t b_1e;
	/*
	 * 0x1c [7]   dump_fill_mkey: QUERY_SPECIAL_CONTEXTS tells dump_fill_mkey.
	 *      [6]   dpp: Direct packet placement is supported.
	 *      [5]   resources_on_nvme_emulation_manager: Resources of an emulated NVMe device
	 *              may live on its manager.
	 *      [4]   fast_teardown: TEARDOWN_HCA has a fast mode. Sources disagree: rdma-core has
	 *              it at 0x20[14]. Linux, whose driver uses it, and the manual's table agree
	 *              and are taken.
	 *      [3:0] log_max_eq: Largest number of EQs, if max_num_eqs is 0. (log2: 2^value)
	 */
	uint8_t b_1f;
	/* 0x20 [31:24]: Largest number of levels of keys that refer to keys. */
	uint8_t max_indirection;
	/*
	 * 0x20 [23]    fixed_buffer_size: Keys may have access mode KSM (fixed buffer size).
	 *      [22:16] log_max_mrw_sz: Largest memory region or window. (log2: 2^value; in bytes)
	 */
	uint8_t b_21;
	/*
	 * 0x20 [15]   force_teardown: TEARDOWN_HCA has a forced mode.
	 *      [14]   hard_coded_1: Always 1. Sources disagree: rdma-core has fast_teardown here,
	 *               rdma-core tests/mlx5_prm_structs.py prepare_fast_teardown_allways_1, and
	 *               Linux nothing. The manual's table says that fast_teardown replaced it and
	 *               has this name, which is taken.
	 *      [13:8] log_max_bsf_list_size: Longest list of BSFs of a key. (log2: 2^value)
	 */
	uint8_t b_22;
	/*
	 * 0x20 [7]   umr_extended_translation_offset: The translation offset of a UMR has all its
	 *              bits.
	 *      [6]   null_mkey: QUERY_SPECIAL_CONTEXTS tells the null key.
	 *      [5:0] log_max_klm_list_size: Longest list of KLMs of a key. Sources disagree:
	 *              log_maxklm_list_size in DPDK. The name of Linux, rdma-core and the manual's
	 *              table is taken. (log2: 2^value)
	 */
	uint8_t b_23;
	/*
	 * 0x24 [31]    non_wire_sq: SQs that do not reach the wire are supported.
	 *      [30]    ats_ro_dependence: A key must set ATS and relaxed ordering alike.
	 *      [29]    qpc_extension: QP commands carry a QP context extension. Note:
	 *                qp_context_extension in rdma-core's tests. Since Linux 6.12.
	 *      [28:24] log_max_static_sq_wq_size: Largest static WQ. (log2: 2^value; in 64 bytes)
	 */
	uint8_t b_24;
	/*
	 * 0x24 [23]    resources_on_virtio_net_emulation_manager: Resources of an emulated
	 *                virtio-net device may live on its manager.
	 *      [22]    resources_on_virtio_blk_emulation_manager: Resources of an emulated
	 *                virtio-blk device may live on its manager.
	 *      [21:16] log_max_ra_req_dc: Largest number of RDMA reads and atomics in flight from
	 *                a DC QP. (log2: 2^value)
	 */
	uint8_t b_25;
	/*
	 * 0x24 [15]   vhca_trust_level_reg: The register VHCA_TRUST_LEVEL is supported.
	 *      [14]   eth_wqe_too_small_mode: The NIC vport context tells what happens to a
	 *               packet that its WQE cannot hold.
	 *      [13]   vnic_env_eth_wqe_too_small: QUERY_VNIC_ENV counts packets that their WQE
	 *               could not hold. Sources disagree: eth_wqe_too_small in Linux. The name of
	 *               rdma-core's tests and the manual's table is taken.
	 *      [12:8] log_max_static_sq_wq: Largest number of SQs with a static WQ. (log2:
	 *               2^value)
	 */
	uint8_t b_26;
	/*
	 * 0x24 [7]   ooo_sl_mask: The HCA vport context has ooo_sl_mask.
	 *      [6]   vnic_env_cq_overrun: QUERY_VNIC_ENV counts CQ overruns.
	 *      [5:0] log_max_ra_res_dc: Largest number of RDMA reads and atomics in flight to a
	 *              DC target. (log2: 2^value)
	 */
	uint8_t b_27;
	/*
	 * 0x28 [31] cc_roce_ecn_rp_classify_mode: Congestion control can tell flows apart by QP
	 *             or by destination IP.
	 *      [30] cc_roce_ecn_rp_dynamic_rtt: Congestion control can adapt dce_tcp_rtt to the
	 *             number of flows.
	 *      [29] cc_roce_ecn_rp_dynamic_ai: Congestion control can adapt rpg_ai_rate to the
	 *             time since the last CNP.
	 *      [28] cc_roce_ecn_rp_dynamic_g: Congestion control can adapt dce_tcp_g to the rate
	 *             of CNPs.
	 *      [27] cc_roce_ecn_rp_burst_decouple: Congestion control can decouple the bursts of
	 *             QPs with one destination IP.
	 *      [26] release_all_pages: The device gives back all pages of another function at
	 *             once. Reported as 1 among the largest values and 0 among those in force;
	 *             software that can handle it sets it.
	 *      [25] must_not_use: Note: depracated_do_not_use in rdma-core's tests.
	 *      [24] sig_crc64_xp10: CRC64_XP10 can be checked and generated.
	 */
	uint8_t b_28;
	/*
	 * 0x28 [23]    sig_crc32c: CRC32C can be checked and generated.
	 *      [22]    roce_accl: The register ROCE_ACCL is supported.
	 *      [21:16] log_max_ra_req_qp: Largest number of RDMA reads and atomics in flight from
	 *                a QP. (log2: 2^value)
	 */
	uint8_t b_29;
	/*
	 * 0x28 [15]   rtr2rts_qp_counters_set_id: RTR2RTS_QP may change counter_set_id.
	 *      [14]   rts2rts_udp_sport: RTS2RTS_QP may change the UDP source port. Needs
	 *               roce_cap.sw_r_roce_src_udp_port too. Sources disagree: rts2rts_qp_udp_sport
	 *               in rdma-core. The name of DPDK and the manual's table is taken.
	 *      [13]   rts2rts_lag_tx_port_affinity: RTS2RTS_QP may change lag_tx_port_affinity.
	 *      [12]   dma_mmo_sq: SQs may post DMA memory to memory work requests. Note: dma_mmo
	 *               in rdma-core's tests.
	 *      [11:8] compress_min_block_size: Smallest block size of a compression.
	 */
	uint8_t b_2a;
	/*
	 * 0x28 [7]   compress_mmo_sq: SQs may post compressions. Note: compress in rdma-core's
	 *              tests.
	 *      [6]   decompress_mmo_sq: SQs may post decompressions. Sources disagree: decompress
	 *              in rdma-core's tests, decompress_mmo_sq_v1 in the manual's table. The name
	 *              of DPDK is taken.
	 *      [5:0] log_max_ra_res_qp: Largest number of RDMA reads and atomics in flight to a
	 *              QP. (log2: 2^value)
	 */
	uint8_t b_2b;
	/*
	 * 0x2c [31] end_pad: Received packets can be padded at their end.
	 *      [30] cc_query_allowed: Congestion control may be queried.
	 *      [29] cc_modify_allowed: Congestion control may be changed.
	 *      [28] start_pad: Received packets can be padded at their start.
	 *      [27] cache_line_128byte: Cache lines of 128 bytes are supported, not only of 64.
	 *      [26] gid_table_size_ro: A written gid_table_size is ignored.
	 *      [25] pkey_table_size_ro: A written pkey_table_size is ignored.
	 *      [24] rts2rts_qp_rmp: RTS2RTS_QP may change the RMP or XRQ of a QP, if the QP is
	 *             not within a message.
	 */
	uint8_t b_2c;
	/*
	 * 0x2c [23] rnr_nak_q_counters: Q counters count RNR NAKs sent and RNR retries exceeded.
	 *      [22] rts2rts_qp_counters_set_id: RTS2RTS_QP may change counter_set_id.
	 *      [21] rts2rts_qp_dscp: RTS2RTS_QP may change the DSCP.
	 *      [20] gen3_cc_negotiation: The congestion commands have gen3_cc_negotiation_en.
	 *      [19] vnic_env_int_rq_oob: QUERY_VNIC_ENV counts internal RQs that ran out of
	 *             buffers.
	 *      [18] sbcam_reg: The register SBCAM is supported.
	 *      [17] cwcam_reg: The register CWCAM is supported.
	 *      [16] qcam_reg: The register QCAM is supported.
	 */
	uint8_t b_2d;
	/* 0x2c [15:0]: Number of GIDs, as a code. (enum prm_gid_table_size) */
	prm_be16 gid_table_size;
	/*
	 * 0x30 [31]    out_of_seq_cnt: Q counters count packets out of sequence.
	 *      [30]    vport_counters: Vport counters are supported.
	 *      [29]    retransmission_q_counters: Q counters count retransmissions.
	 *      [28]    debug: QUERY_HCA_CAP answers capability type DEBUG.
	 *      [27]    modify_rq_counters_set_id: MODIFY_RQ may change counter_set_id. Sources
	 *                disagree: modify_rq_counter_set_id in Linux and DPDK. The name of
	 *                rdma-core and the manual's table is taken.
	 *      [26]    rq_delay_drop: RQs may hold packets while receive WQEs are missing.
	 *      [25:16] max_qp_cnt: Largest number of sets of QP counters.
	 */
	prm_be16 w_30;
	/* 0x30 [15:0]: Number of P_Keys, as a code. (enum prm_pkey_table_size) */
	prm_be16 pkey_table_size;
	/*
	 * 0x34 [31] vport_group_manager: The function enables other vports.
	 *      [30] vhca_group_manager: The function enables other vHCAs of its group.
	 *      [29] ib_virt: InfiniBand virtualization is supported.
	 *      [28] eth_virt: Ethernet virtualization is supported.
	 *      [27] vnic_env_queue_counters: QUERY_VNIC_ENV counts queues in error and priority
	 *             updates of send queues.
	 *      [26] ets: Enhanced transmission selection is supported.
	 *      [25] nic_flow_table: NIC flow tables are supported; their capabilities are of type
	 *             NIC_FLOW_TABLE.
	 *      [24] eswitch_manager: The function manages the e-switch.
	 */
	uint8_t b_34;
	/*
	 * 0x34 [23]    device_memory: QUERY_HCA_CAP answers capability type DEVICE_MEMORY.
	 *      [22]    mcam_reg: The register MCAM is supported.
	 *      [21]    pcam_reg: The register PCAM is supported.
	 *      [20:16] local_ca_ack_delay: Local CA ACK delay: 4.096 us << value.
	 */
	uint8_t b_35;
	/*
	 * 0x34 [15]  port_module_event: Port module events are supported.
	 *      [14]  enhanced_retransmission_q_counters: Q counters count errors and
	 *              retransmissions in more detail. Sources disagree: enhanced_error_q_counters
	 *              in Linux and DPDK. The name of rdma-core and the manual's table is taken.
	 *      [13]  port_checks: The register PCMR can disable checks of the port. Sources
	 *              disagree: ports_check in Linux and DPDK. The name of rdma-core and the
	 *              manual's table is taken.
	 *      [12]  pulse_gen_control: The driver may make pulses on a GPIO pin.
	 *      [11]  disable_link_up_by_init_hca: INIT_HCA does not bring the link up. Sources
	 *              disagree: disable_link_up in Linux and DPDK. The name of rdma-core and the
	 *              manual's table is taken.
	 *      [10]  beacon_led: The beacon LED can be controlled.
	 *      [9:8] port_type: (enum prm_cap_port_type)
	 */
	uint8_t b_36;
	uint8_t num_ports;		/* 0x34 [7:0]: Number of network ports. */
	/*
	 * 0x38 [31]    snapshot
	 *      [30]    pps: Pulse-per-second signals can be queried.
	 *      [29]    pps_modify: Pulse-per-second signals can be changed.
	 *      [28:24] log_max_msg: Largest message. (log2: 2^value; in bytes)
	 */
	uint8_t b_38;
	/*
	 * 0x38 [23]    multi_path_xrc_rdma: XRC QPs may have ordering OOO_RW. Sources disagree:
	 *                dp_ordering_ooo_rw_xrc in the manual's table. The name of rdma-core is
	 *                taken.
	 *      [22]    multi_path_dc_rdma: DC QPs may have ordering OOO_RW. Sources disagree:
	 *                dp_ordering_ooo_rw_dc in the manual's table. The name of rdma-core is
	 *                taken.
	 *      [21]    multi_path_rc_rdma: RC QPs may have ordering OOO_RW. Sources disagree:
	 *                dp_ordering_ooo_rw_rc in the manual's table. The name of rdma-core is
	 *                taken.
	 *      [20]    traffic_fast_control: The initialization segment has traffic_state.
	 *      [19:16] max_tc: Number of traffic classes, 0 for 8.
	 */
	uint8_t b_39;
	/*
	 * 0x38 [15] temp_warn_event: Temperature warning events are supported.
	 *      [14] dcbx: The register DCBX_PARAM tells of DCBX.
	 *      [13] general_notification_event: General notification events are supported.
	 *      [12] multi_prio_sq: The NIC vport context can tell that an SQ sends with several
	 *             priorities.
	 *      [11] afu_owner: The commands of acceleration function units are supported.
	 *      [10] fpga: The device has an FPGA.
	 *      [9]  rol_s: Reset on a secured magic packet.
	 *      [8]  rol_g: Reset on a magic packet.
	 */
	uint8_t b_3a;
	/*
	 * 0x38 [7] ib_port_sniffer: An InfiniBand port can be sniffed.
	 *      [6] wol_s: Wake on a secured magic packet.
	 *      [5] wol_g: Wake on a magic packet.
	 *      [4] wol_a: Wake on ARP.
	 *      [3] wol_b: Wake on broadcast.
	 *      [2] wol_m: Wake on multicast.
	 *      [1] wol_u: Wake on unicast.
	 *      [0] wol_p: Wake on activity of the PHY.
	 */
	uint8_t b_3b;
	/*
	 * 0x3c [31:16]: Bit n tells that value n of the static rate of an address vector is
	 * supported.
	 */
	prm_be16 stat_rate_support;
	/*
	 * 0x3c [15]   sig_block_4048: Signatures may be over blocks of 4048 bytes.
	 *      [14]   pci_sync_for_fw_update_event: A general notification tells to synchronize a
	 *               PCI reset for a firmware update.
	 *      [13]   init2rtr_drain_sigerr: INIT2RTR_QP may change drain_sigerr of a QP.
	 *      [12:8] log_max_extended_rnr_retry: Largest extended_rnr_retry of a QP, 0 if a QP
	 *               has none. (log2: 2^value)
	 */
	uint8_t b_3e;
	/*
	 * 0x3c [7]   init2_lag_tx_port_affinity: INIT2INIT_QP and INIT2RTR_QP may change
	 *              lag_tx_port_affinity.
	 *      [6]   flow_group_type_hash_split: Flow groups may split traffic by a hash.
	 *      [5]   stat_rate_200: Static rates of 25, 50, 56, 100 and 200 Gb/s are supported.
	 *      [4]   wqe_based_flow_table_update_cap: QUERY_HCA_CAP answers capability type
	 *              WQE_BASED_FLOW_TABLE. Note: wqe_based_flow_table_update in rdma-core's
	 *              tests. Since Linux 6.12.
	 *      [3:0] cqe_version: Newest version of CQEs: 0 identifies a QP by number, 1 by user
	 *              index.
	 */
	uint8_t b_3f;
	/*
	 * 0x40 [31] compact_address_vector: WQEs may carry a compact address vector.
	 *      [30] eth_striding_wq: Striding receive queues for Ethernet are supported. Sources
	 *             disagree: striding_rq in Linux and DPDK. The name of rdma-core and the
	 *             manual's table is taken.
	 *      [28] ipoib_enhanced_offloads: QUERY_HCA_CAP answers capability type
	 *             IPOIB_ENHANCED_OFFLOADS.
	 *      [27] ipoib_basic_offloads: QUERY_HCA_CAP answers capability type IPOIB_OFFLOADS.
	 *      [26] ib_link_list_striding_wq: Striding WQs of the linked list kind are supported
	 *             for InfiniBand. Sources disagree: ib_striding_wq in rdma-core. The name of
	 *             rdma-core's tests and the manual's table is taken.
	 *      [25] repeated_block_disabled: Interleaved (repeat block) layouts of a UMR are not
	 *             supported.
	 *      [24] umr_modify_entity_size_disabled: A UMR must not change the page size of a
	 *             key.
	 */
	uint8_t b_40;
	/*
	 * 0x40 [23]    umr_modify_atomic_disabled: A UMR must not change the atomic access right
	 *                of a key.
	 *      [22]    umr_indirect_mkey_disabled: Indirect keys cannot be enabled for UMR.
	 *      [21:20] umr_fence: The fence that a UMR needs itself. (enum prm_umr_fence)
	 *      [19]    dc_req_sctr_data_cqe: A DC requester may scatter data into the CQE.
	 *                Sources disagree: dc_req_scat_data_cqe in Linux. The name of rdma-core and
	 *                the manual's table is taken.
	 *      [18]    dc_connect_qp: DC connect QPs are supported.
	 *      [17]    dc_cnak_trace: DC CNAKs can be traced.
	 *      [16]    drain_sigerr: A QP can be told to drain its send queue at a signature
	 *                error.
	 */
	uint8_t b_41;
	/*
	 * 0x40 [15:14] cmdif_checksum: Who generates and checks signatures of commands. (enum
	 *                prm_cmdif_checksum)
	 *      [13]    sigerr_cqe: A signature error is reported by a CQE with opcode SIG_ERR.
	 *      [12]    e_psv: Extended PSVs: the device collects more about signature errors, and
	 *                QUERY_PSV reports it.
	 *      [11]    wq_signature: WQEs may carry a signature that the device checks.
	 *      [10]    sctr_data_cqe: Data may be scattered into the CQE.
	 *      [9]     bsf_in_create_mkey: CREATE_MKEY takes a list of BSFs.
	 *      [8]     sho: Signature handover: signature keys, PSVs and BSFs can be used. Note:
	 *                No bit tells which signatures and block sizes there are beyond sig_crc32c,
	 *                sig_crc64_xp10 and sig_block_4048. With this bit and
	 *                sigerr_domain_and_sig_type rdma-core takes T10-DIF with both kinds of
	 *                guard, CRC32 and blocks of 512, 520, 4096 and 4160 bytes for granted.
	 *                Linux takes T10-DIF for granted with this bit alone.
	 */
	uint8_t b_42;
	/*
	 * 0x40 [7] tph
	 *      [6] rf: RDMA reads can be fenced at the remote side.
	 *      [5] dct: Dynamically connected transport is supported.
	 *      [4] qos: QUERY_HCA_CAP answers capability type QOS.
	 *      [3] eth_net_offloads: QUERY_HCA_CAP answers capability type ETHERNET_OFFLOADS.
	 *      [2] roce: QUERY_HCA_CAP answers capability type ROCE.
	 *      [1] atomic: QUERY_HCA_CAP answers capability type ATOMIC.
	 *      [0] extended_retry_count: QPC has extended retry counts.
	 */
	uint8_t b_43;
	/*
	 * 0x44 [31] cq_oi: MODIFY_CQ may change oi (overrun ignore).
	 *      [30] cq_resize: A CQ can be resized.
	 *      [29] cq_moderation: MODIFY_CQ may set the moderation of events.
	 *      [28] cq_period_mode_modify: MODIFY_CQ may change cq_period_mode. Since Linux 6.12.
	 *      [27] cq_invalidate: MODIFY_CQ may invalidate a CQ.
	 *      [26] ib_striding_wq_cq_first_indication: Bit 29 of a CQE's byte_cnt marks the
	 *             start of an InfiniBand message on a striding WQ.
	 *      [25] cq_eq_remap: MODIFY_CQ may change the EQ of a CQ.
	 *      [24] pg: On-demand paging is supported; QUERY_HCA_CAP answers capability type ODP.
	 */
	uint8_t b_44;
	/*
	 * 0x44 [23] block_lb_mc: A QP can block loopback of its multicast.
	 *      [22] exponential_backoff: Timeouts of retries may grow exponentially.
	 *      [21] scqe_break_moderation: A solicited CQE can break the moderation of events.
	 *      [20] cq_period_start_from_cqe: The moderation period may start with the CQE
	 *             (cq_period_mode 1).
	 *      [19] cd: CORE-Direct (cross-channel) is supported.
	 *      [18] atm: Note: Replaced by atomic.
	 *      [17] apm: Automatic path migration is supported.
	 *      [16] vector_calc: QUERY_HCA_CAP answers capability type VECTOR_CALC.
	 */
	uint8_t b_45;
	/*
	 * 0x44 [15] umr_ptr_rlkey: The reserved lkey may stand in the pointer segment of a UMR.
	 *             Sources disagree: umr_ptr_rlky in Linux and DPDK. The name of rdma-core and
	 *             the manual's table is taken.
	 *      [14] imaicl: Access through the pointer of an indirect key counts as local; remote
	 *             rights of the inner key are not checked.
	 *      [13] qp_packet_based: A QP may count end-to-end credits by packets. Sources
	 *             disagree: qp_e2e_packet_based in the manual's table. The name of Linux and
	 *             rdma-core is taken.
	 *      [12] ib_cyclic_striding_wq: Striding cyclic WQs of an XRQ are supported for
	 *             InfiniBand.
	 *      [11] ipoib_enhanced_pkey_change: A change of the P_Key leaves the underlay QPs of
	 *             IPoIB valid.
	 *      [10] initiator_src_dct_in_cqe: CQEs can hold initiator_src_dct.
	 *      [9]  qkv: The Q_Key violation counter is supported.
	 *      [8]  pkv: The P_Key violation counter is supported.
	 */
	uint8_t b_46;
	/*
	 * 0x44 [7] set_deth_sqpn: Software may set the source QP number of the DETH of a UD QP.
	 *      [6] rts2rts_primary_sl: RTS2RTS_QP may change the SL of the primary path.
	 *      [5] initiator_src_dct: QPC has initiator_src_dct.
	 *      [4] dc_v2: Version 2 of the DC transport is supported.
	 *      [3] xrc: XRC transport is supported.
	 *      [2] ud: UD transport is supported.
	 *      [1] uc: UC transport is supported.
	 *      [0] rc: RC transport is supported.
	 */
	uint8_t b_47;
	/*
	 * 0x48 [31]    uar_4k: UARs have 4096 bytes; ALLOC_UAR allocates num_of_uars_per_page at
	 *                once.
	 *      [30]    dci_no_rdma_wr_optimized_performance: DC QPs are faster with QPC
	 *                rdma_wr_disabled.
	 *      [29]    local_dma: Local DMA WQEs are supported.
	 *      [28:24] log_max_local_dma_size: Largest local DMA: 2^value - 1. (in bytes)
	 */
	uint8_t b_48;
	/*
	 * 0x48 [23]    fl_rc_qp_when_roce_disabled: RC QPs with forced loopback can be created
	 *                while RoCE is disabled.
	 *      [22]    regexp_params: The commands QUERY_REGEXP_PARAMS and SET_REGEXP_PARAMS are
	 *                supported.
	 *      [21:16] uar_sz: Size of the UAR area: 1 MiB << value.
	 */
	uint8_t b_49;
	/*
	 * 0x48 [15]   port_selection_cap: QUERY_HCA_CAP answers capability type PORT_SELECTION.
	 *      [14]   nic_cap_reg: The register NIC_CAP_REG is supported.
	 *      [13]   umem_uid_0: Commands of uid 0 may give umems instead of page lists.
	 *      [12:8] log_max_dc_cnak_qps: Largest number of DC CNAK QPs. (log2: 2^value)
	 */
	uint8_t b_4a;
	/* 0x48 [7:0]: Smallest page size of the system. (log2: 2^value; in bytes) */
	uint8_t log_pg_sz;
	/*
	 * 0x4c [31] bf: BlueFlame may be used.
	 *      [30] driver_version: The command SET_DRIVER_VERSION is supported and should be
	 *             used.
	 *      [29] pad_tx_eth_packet: The device pads Ethernet packets to 64 bytes.
	 *      [28] query_driver_version: The command QUERY_DRIVER_VERSION is supported.
	 *      [27] max_qp_retry_freq: The frequency of retries of QPs can be limited.
	 *      [26] qp_by_name: CREATE_QP can ask for a QP number.
	 *      [25] mkey_by_name: CREATE_MKEY can ask for a key number.
	 *      [24] virtio_fs_device_emulation_manager: The function may manage emulated
	 *             virtio-fs devices.
	 */
	uint8_t b_4c;
	/*
	 * 0x4c [23]    suspend_qp_uc: UC QPs can be suspended and resumed.
	 *      [22]    suspend_qp_ud: UD QPs can be suspended and resumed.
	 *      [21]    suspend_qp_rc: RC QPs can be suspended and resumed.
	 *      [20:16] log_bf_reg_size: Size of a BlueFlame register. (log2: 2^value; in bytes)
	 */
	uint8_t b_4d;
	/*
	 * 0x4c [15]  disciplined_fr_counter: Adjusting the real-time clock moves the free-running
	 *              counter too.
	 *      [14]  ec_offload_engine_disabled: The engine of the embedded CPU is disabled.
	 *      [13]  qp_8k_mtu: QPs may have an MTU of 8192 bytes.
	 *      [12]  qp_error_syndrome: QUERY_QP tells the error syndrome of a QP. Since Linux
	 *              6.12.
	 *      [11]  qp_handling_when_roce_disabled: QPs and DCTs can be created, modified and
	 *              destroyed while RoCE is disabled.
	 *      [10]  atomic_rate_pa: 1: atomics lock by physical address, 0: by virtual address.
	 *      [9:8] lag_dct: DCTs work while a LAG is active. Sources disagree: Two bits in
	 *              Linux and rdma-core, only the lower one in the manual's table. The wider
	 *              field is taken. What its upper bit means is not known.
	 */
	uint8_t b_4e;
	/*
	 * 0x4c [7]   lag_tx_port_affinity: QPs and TISs have lag_tx_port_affinity, with or
	 *              without CREATE_LAG.
	 *      [6]   lag_native_fdb_selection: CREATE_LAG has mode NATIVE_FDB.
	 *      [4]   lag_master: The function may create LAGs.
	 *      [3:0] num_lag_ports: Number of ports that a LAG can have; above 1, LAG is
	 *              supported.
	 */
	uint8_t b_4f;
	prm_be16 num_of_diagnostic_counters; /* 0x50 [31:16]: Number of diagnostic counters. */
	/*
	 * 0x50 [15:0]: Largest WQE of a send queue. The scatter list of an RDMA read must not
	 * exceed 512 bytes. (in bytes)
	 */
	prm_be16 max_wqe_sz_sq;
	/*
	 * 0x54 [31] icm_mng_function_id_mode: How the page commands and events identify a
	 *             function. (enum prm_function_id_mode)
	 *      [30] vhca_state_change_event_id_mode: How an event of a changed vHCA state
	 *             identifies a function. (enum prm_function_id_mode)
	 *      [29] driver_ver_change_event_id_mode: How an event of a changed driver version
	 *             identifies a function. (enum prm_function_id_mode)
	 *      [28] embedded_program: QUERY_HCA_CAP answers capability type EMBEDDED_PROGRAM.
	 *      [27] pcc_np_resp_ts_insert: The notification point of PCC can put a timestamp into
	 *             a probe response.
	 *      [26] pcc_np_gns_select_full_bit_mask: PCC_NP_CONFIG has the full bit mask mode.
	 *      [25] pcc_np_multiplane_probe: The notification point of PCC answers a probe on its
	 *             plane.
	 *      [24] mkey_pcie_tph: Keys may have TPH.
	 */
	uint8_t b_54;
	/*
	 * 0x54 [23]    mkey_error_isolate: An access error of a key can be kept from taking the
	 *                QP to error.
	 *      [22]    tis_tir_td_order: TIRs, TISs and SQs of a transport domain may be created
	 *                in any order.
	 *      [21]    psp: QUERY_HCA_CAP answers capability type PSP.
	 *      [20]    shampo: QUERY_HCA_CAP answers capability type SHAMPO. Since Linux 6.12.
	 *      [19]    regexp_mmo_sq: SQs may post regular expression operations.
	 *      [18:16] regexp_version: Version of the regular expression engine. (needs
	 *                cmd_hca_cap.regexp_params)
	 */
	uint8_t b_55;
	/* 0x54 [15:0]: Largest WQE of a receive queue or SRQ. (in bytes) */
	prm_be16 max_wqe_sz_rq;
	/* 0x58 [31:16]: Upper half of the largest number of flow counters. */
	prm_be16 max_flow_counter_31_16;
	/* 0x58 [15:0]: Largest WQE of the send queue of a DC QP. (in bytes) */
	prm_be16 max_wqe_sz_sq_dc;
	/*
	 * 0x5c [31:27] query_host_net_function_num_max: Largest number of entries of an answer to
	 *                QUERY_HOST_NET_FUNCTIONS, 0 for one.
	 *      [24:0]  max_qp_mcg: Largest number of QPs of a multicast group.
	 */
	prm_be32 dw_5c;
	/* 0x60 [31:16]: EtherType of the device's own tags, 0 without them. */
	prm_be16 mlnx_tag_ethertype;
	/* 0x60 [15:8]: Bit n tells that ALLOC_FLOW_COUNTER takes bulks of 128 << n counters. */
	uint8_t flow_counter_bulk_alloc;
	/* 0x60 [7:0]: Largest number of multicast groups. (log2: 2^value) */
	uint8_t log_max_mcg;
	/*
	 * 0x64 [31]    emulated_vf_exist: EMULATED_FUNCTION_INFO has vf_exist.
	 *      [30]    uncorrectable_notification_dpu_reset_en: The hosts get an uncorrectable
	 *                PCIe error when the DPU fails or resets.
	 *      [29]    always_fire_port_state_change_event: The event of a changed port state
	 *                comes whatever the state of the vport.
	 *      [28:24] log_max_transport_domain: Largest number of transport domains. (log2:
	 *                2^value)
	 */
	uint8_t b_64;
	/*
	 * 0x64 [23]    tir_esw_lb_filter_disable: TIRs do not filter packets that the e-switch
	 *                turned around.
	 *      [22]    flow_table_freeze: Flow tables can be frozen.
	 *      [21]    relaxed_ordering_read: Keys may set relaxed_ordering_read. Sources
	 *                disagree: pci_relaxed_ordered_read in DPDK and the manual's table. The
	 *                name of Linux is taken. Since Linux 6.12.
	 *      [20:16] log_max_pd: Largest number of protection domains. (log2: 2^value)
	 */
	uint8_t b_65;
	/*
	 * 0x64 [15] dp_ordering_ooo_all_ud: UD QPs may have ordering OOO_ALL.
	 *      [14] dp_ordering_ooo_all_uc: UC QPs may have ordering OOO_ALL.
	 *      [13] dp_ordering_ooo_all_xrc: XRC QPs may have ordering OOO_ALL.
	 *      [12] dp_ordering_ooo_all_dc: DC QPs may have ordering OOO_ALL.
	 *      [11] dp_ordering_ooo_all_rc: RC QPs may have ordering OOO_ALL.
	 *      [10] pcie_reset_using_hotreset_method: The device can be reset by a PCIe hot
	 *             reset. Sources disagree: pcie_reset_using_hotreset in the manual's table. The
	 *             name of Linux is taken. Since Linux 6.12.
	 *      [9]  pci_sync_for_fw_update_with_driver_unload: The synchronized PCI reset has a
	 *             stage in which drivers unload. Since Linux 6.12.
	 *      [8]  vnic_env_cnt_steering_fail: QUERY_VNIC_ENV counts failures of steering. Since
	 *             Linux 6.12.
	 */
	uint8_t b_66;
	/*
	 * 0x64 [7]   vport_counter_local_loopback: QUERY_VPORT_COUNTER counts local loopback.
	 *              Since Linux 6.12.
	 *      [6]   q_counter_aggregation: QUERY_Q_COUNTER can sum up all sets. Since Linux
	 *              6.12.
	 *      [5]   q_counter_other_vport: QUERY_Q_COUNTER can ask for other vHCAs. Since Linux
	 *              6.12.
	 *      [4:0] log_max_xrcd: Largest number of XRC domains. (log2: 2^value)
	 */
	uint8_t b_67;
	/*
	 * 0x68 [31] nic_receive_steering_discard: QUERY_VNIC_ENV counts packets dropped by
	 *             receive steering.
	 *      [30] receive_discard_vport_down: QUERY_VNIC_ENV counts packets received while the
	 *             vport was down.
	 *      [29] transmit_discard_vport_down: QUERY_VNIC_ENV counts packets sent while the
	 *             vport was down.
	 *      [28] eq_overrun_count: QUERY_VNIC_ENV counts EQ overruns.
	 *      [27] nic_receive_steering_depth: QUERY_VNIC_ENV tells the depth of receive
	 *             steering.
	 *      [26] invalid_command_count: QUERY_VNIC_ENV counts invalid commands.
	 *      [25] quota_exceeded_count: QUERY_VNIC_ENV counts exceeded quotas.
	 *      [24] flow_counter_by_name
	 */
	uint8_t b_68;
	/*
	 * 0x68 [23:16]: Largest number of flow counters that QUERY_FLOW_COUNTER reads at once.
	 * (log2: 2^value)
	 */
	uint8_t log_max_flow_counter_bulk;
	/* 0x68 [15:0]: Lower half of the largest number of flow counters. */
	prm_be16 max_flow_counter_15_0;
	/*
	 * 0x6c [31]    modify_tis: The command MODIFY_TIS is supported.
	 *      [30]    flow_counters_dump: QUERY_FLOW_COUNTER can write counters to memory.
	 *      [29]    pad_tls_encrypt_sig: Packets with TLS, encryption or signatures can be
	 *                padded.
	 *      [28:24] log_max_rq: Largest number of RQs, 0 without them. (log2: 2^value)
	 */
	uint8_t b_6c;
	/*
	 * 0x6c [23]    ft_alias_sw_vhca_id: Flow table aliases may identify a vHCA by its
	 *                software number.
	 *      [22]    cq_null_eq: CQs may have no EQ.
	 *      [20:16] log_max_sq: Largest number of SQs, 0 without them. (log2: 2^value)
	 */
	uint8_t b_6d;
	/*
	 * 0x6c [15:13] mp_load_balance_mode: Who balances RDMA over the planes of a port. (enum
	 *                prm_mp_load_balance_mode)
	 *      [12:8]  log_max_tir: Largest number of TIRs, 0 without them. (log2: 2^value)
	 */
	uint8_t b_6e;
	/* 0x6c [4:0] log_max_tis: Largest number of TISs, 0 without them. (log2: 2^value) */
	uint8_t b_6f;
	/*
	 * 0x70 [31]    basic_cyclic_rcv_wqe: Receive WQEs of cyclic queues have a control segment
	 *                only if the queue asks for it, not always.
	 *      [30]    eth_wqe_too_small_discard_no_cqe: Packets that their WQE cannot hold may
	 *                be dropped without a CQE.
	 *      [29]    mem_rq_rmp: RQs may have memory of type MEMORY_RQ_RMP.
	 *      [28:24] log_max_rmp: Largest number of RMPs, 0 without them. (log2: 2^value)
	 */
	uint8_t b_70;
	/*
	 * 0x70 [23]    sd_group_size: The NIC vport context has sd_group_size.
	 *      [22]    pci_sync_for_fw_update_tool_reset: A tool may reset the device.
	 *      [21]    vport_metadata_clr: Metadata of packets can be cleared where they cross a
	 *                vport.
	 *      [20:16] log_max_rqt: Largest number of RQTs, 0 without them. (log2: 2^value)
	 */
	uint8_t b_71;
	/*
	 * 0x70 [15]   delegate_vhca_management: The command DELEGATE_VHCA_MANAGEMENT is
	 *               supported.
	 *      [14]   query_delegated_vhca: The command QUERY_DELEGATED_VHCA is supported.
	 *      [13]   qp_e2e_credit_disable: A QP may work without end-to-end credits.
	 *      [12:8] log_max_rqt_size: Largest number of entries of an RQT. (log2: 2^value)
	 */
	uint8_t b_72;
	/*
	 * 0x70 [7]   tlp_device_emulation_manager: The function may emulate devices at the level
	 *              of TLPs.
	 *      [6]   vnic_env_cnt_bar_uar_access: QUERY_VNIC_ENV counts accesses to UARs.
	 *      [5]   vnic_env_cnt_odp_page_fault: QUERY_VNIC_ENV counts page faults.
	 *      [4:0] log_max_tis_per_sq: Largest number of TISs of an SQ. (log2: 2^value)
	 */
	uint8_t b_73;
	/*
	 * 0x74 [31]    ext_stride_num_range: A WQE of a striding WQ may have as few as 8 strides.
	 *      [30]    roce_rw_supported: A vHCA may change roce of its own.
	 *      [29]    log_max_current_uc_list_wr_supported: A vHCA may change
	 *                log_max_current_uc_list of its own.
	 *      [28:24] log_max_stride_sz_rq: Largest stride of an RQ. (log2: 2^value; in bytes)
	 */
	uint8_t b_74;
	/*
	 * 0x74 [23]    mkc_order_read_after_write: Keys may relax the order of reads behind
	 *                writes.
	 *      [22]    mkc_order_write_after_write_ro_only: Keys must set relaxed_ordering_write.
	 *      [21]    sq_ft_wqe_post: SQs may set ft_wqe_post.
	 *      [20:16] log_min_stride_sz_rq: Smallest stride of an RQ. (log2: 2^value; in bytes)
	 */
	uint8_t b_75;
	/*
	 * 0x74 [15]   queue_mng_aso_queue_op_consumer: QUEUE_MNG_ASO can advance the consumer.
	 *      [14]   queue_mng_aso_credit_ctrl: QUEUE_MNG_ASO has a credit control other than 0.
	 *      [13]   qp_latency_sensitive_disable: QPs have no latency_sensitive.
	 *      [12:8] log_max_stride_sz_sq: Largest stride of an SQ. (log2: 2^value; in bytes)
	 */
	uint8_t b_76;
	/*
	 * 0x74 [7]   aes_xts_transaction_sig: A BSF of 128 bytes may hold AES-XTS and a
	 *              transaction signature.
	 *      [4:0] log_min_stride_sz_sq: Smallest stride of an SQ. (log2: 2^value; in bytes)
	 */
	uint8_t b_77;
	/*
	 * 0x78 [31]    hairpin: Hairpin queues are supported. Note: hairpin_eth_raw in
	 *                rdma-core's tests.
	 *      [30]    hairpin_trim: Hairpin RQs may trim packets.
	 *      [28:24] log_max_hairpin_queues: Largest number of hairpin queues. (log2: 2^value)
	 */
	uint8_t b_78;
	/*
	 * 0x78 [23]    hairpin_ib_raw: Hairpin queues work for native InfiniBand.
	 *      [22]    hairpin_eth2ipoib: Hairpin queues work from Ethernet to IPoIB.
	 *      [21]    hairpin_ipoib2eth: Hairpin queues work from IPoIB to Ethernet.
	 *      [20:16] log_max_hairpin_wq_data_sz: Largest data buffer of a hairpin WQ. (log2:
	 *                2^value; in bytes)
	 */
	uint8_t b_79;
	/*
	 * 0x78 [12:8] log_max_hairpin_num_packets: Largest number of packets in a hairpin WQ.
	 * (log2: 2^value)
	 */
	uint8_t b_7a;
	/* 0x78 [4:0] log_max_wq_sz: Largest number of WQEs of a WQ. (log2: 2^value) */
	uint8_t b_7b;
	/*
	 * 0x7c [31]    nic_vport_change_event: Changes of a NIC vport are told by events.
	 *      [30]    disable_local_lb_uc: Local loopback of unicast can be disabled.
	 *      [29]    disable_local_lb_mc: Local loopback of multicast can be disabled.
	 *      [28:24] log_min_hairpin_wq_data_sz: Smallest data buffer of a hairpin WQ. (log2:
	 *                2^value; in bytes)
	 */
	uint8_t b_7c;
	/*
	 * 0x7c [23]    system_image_guid_modifiable: The NIC vport context may change
	 *                system_image_guid.
	 *      [22]    silent_mode_set: Silent mode can be set. Sources disagree: silent_mode in
	 *                Linux. The name of the manual's table is taken. Since Linux 6.12.
	 *      [21]    vhca_state: The commands QUERY_VHCA_STATE and MODIFY_VHCA_STATE are
	 *                supported.
	 *      [20:16] log_max_vlan_list: Largest number of VLANs of a NIC vport. (log2: 2^value)
	 */
	uint8_t b_7d;
	/*
	 * 0x7c [15]   aes_xts_tweak_inc_64: The tweak of AES-XTS may grow by 2^64 with each
	 *               block.
	 *      [14]   aes_xts_single_block_le_tweak: AES-XTS works on one block of each key, with
	 *               a little-endian tweak.
	 *      [13]   aes_xts_multi_block_be_tweak: AES-XTS works on several blocks of each key,
	 *               with a big-endian tweak.
	 *      [12:8] log_max_current_mc_list: Largest number of multicast addresses of a NIC
	 *               vport. (log2: 2^value)
	 */
	uint8_t b_7e;
	/*
	 * 0x7c [7]   aes_xts_tweak_inc_shift: The tweak of AES-XTS may grow by any power of 2
	 *              with each block.
	 *      [6]   silent_mode_query: Silent mode can be queried.
	 *      [5]   query_host_net_function_v1: QUERY_HOST_NET_FUNCTIONS answers with layout
	 *              version 1.
	 *      [4:0] log_max_current_uc_list: Largest number of unicast addresses of a NIC vport.
	 *              (log2: 2^value)
	 */
	uint8_t b_7f;
	/*
	 * 0x80 [63:0]: Bit n tells that general objects of type n can be created. Types 64 to 127
	 * are in cmd_hca_cap_2. Sources disagree: general_obj_types_63_0 in the manual's table. The
	 * name of Linux, DPDK and rdma-core is taken.
	 */
	prm_be64 general_obj_types;
	/*
	 * 0x88 [31:30] sq_ts_format: Formats of timestamps that an SQ can have. (enum
	 *                prm_cap_ts_format)
	 *      [29:28] rq_ts_format: Formats of timestamps that an RQ can have. (enum
	 *                prm_cap_ts_format)
	 *      [27:24] steering_format_version: Format of steering tables that software owns.
	 *                (enum prm_steering_format_version)
	 *      [23:0]  create_qp_start_hint: QP number from which the device should try to create
	 *                QPs; 0 for its own choice.
	 */
	prm_be32 dw_88;
	/*
	 * 0x8c [31]    tls: Note: Linux and the manual's table have tls_tx and tls_rx instead.
	 *      [30]    ats: ATS is supported and enabled in PCIe; only then keys and umems may
	 *                use it.
	 *      [29]    cross_vhca_rqt: An RQT may hold RQs of several vHCAs. Since Linux 6.12.
	 *      [28:24] log_max_uctx: Largest number of user contexts (DEVX), 0 without them.
	 *                (log2: 2^value)
	 */
	uint8_t b_8c;
	/*
	 * 0x8c [23]    aes_xts_multi_block_le_tweak: AES-XTS works on several blocks of each key,
	 *                with a little-endian tweak. Sources disagree: DPDK has aes_xts, SPDK and
	 *                the manual's table have aes_xts_multi_block_le_tweak, which says what the
	 *                bit means and is taken.
	 *      [22]    crypto: Keys can encrypt; QUERY_HCA_CAP answers capability type CRYPTO.
	 *                Since Linux 6.12.
	 *      [21]    ipsec_offload: QUERY_HCA_CAP answers capability type IPSEC.
	 *      [20:16] log_max_umem: Largest number of umems, 0 without them. (log2: 2^value)
	 */
	uint8_t b_8d;
	/* 0x8c [15:0]: Largest number of EQs; 0 leaves it to log_max_eq. */
	prm_be16 max_num_eqs;
	/*
	 * 0x90 [31]    sigerr_domain_and_sig_type: domain and sig_type of a SIG_ERR CQE are
	 *                valid.
	 *      [30]    tls_tx: TLS offload of sent packets; QUERY_HCA_CAP answers capability type
	 *                TLS.
	 *      [29]    tls_rx: TLS offload of received packets; QUERY_HCA_CAP answers capability
	 *                type TLS.
	 *      [28:24] log_max_l2_table: Largest number of entries of the L2 table. (log2:
	 *                2^value)
	 */
	uint8_t b_90;
	uint8_t reserved_91[1];
	/* 0x90 [15:0]: Size of a UAR page. (log2: 2^value; in 4096 bytes) */
	prm_be16 log_uar_page_sz;
	uint8_t b_94;			/* 0x94 [31] e */
	uint8_t reserved_95[1];
	/*
	 * 0x94 [15:0]: Largest size to which a hairpin RQ trims packets. (in bytes; needs
	 * cmd_hca_cap.hairpin_trim)
	 */
	prm_be16 hairpin_trim_size_max;
	/*
	 * 0x98 [31:0]: Frequency of the device, 0 if not told. Note: Replaced by
	 * device_frequency_khz. (in MHz)
	 */
	prm_be32 device_frequency_mhz;
	/*
	 * 0x9c [31:0]: Frequency of the device, which drives the timestamps; 0 if not told. (in
	 * kHz)
	 */
	prm_be32 device_frequency_khz;
	/*
	 * 0xa0 [31] capi: CAPI is supported.
	 *      [30] create_pec: The command CREATE_CAPI_PEC is supported.
	 *      [29] nvmf_target_offload: NVMe over fabrics target offload is supported.
	 *      [28] capi_invalidate: The initialization segment has capi_invalidate.
	 */
	uint8_t b_a0;
	uint8_t reserved_a1[2];
	/* 0xa0 [4:0] log_max_pasid: Largest number of PASIDs. (log2: 2^value) */
	uint8_t b_a3;
	/*
	 * 0xa4 [31:0]: Number of UARs of 4096 bytes in a page of the system. (needs
	 * cmd_hca_cap.uar_4k)
	 */
	prm_be32 num_of_uars_per_page;
	/*
	 * 0xa8 [31:0]: Protocols that the flex parser is configured for. (flags
	 * PRM_FLEX_PARSER_PROTOCOLS_*)
	 */
	prm_be32 flex_parser_protocols;
	/* 0xac [31:24]: Largest number of Geneve options that can be matched. */
	uint8_t max_geneve_tlv_options;
	/*
	 * 0xac [23]    geneve_tlv_sample: Geneve options can be sampled.
	 *      [22]    geneve_tlv_option_offset: The offset of a sample of a Geneve option can be
	 *                set.
	 *      [20:16] max_geneve_tlv_option_data_len: Largest data length of a Geneve option
	 *                object.
	 */
	uint8_t b_ad;
	/*
	 * 0xac [15]   flex_parser_header_modify: Headers of the flex parser can be modified.
	 *      [14]   adv_rdma_cap: QUERY_HCA_CAP answers capability type ADV_RDMA.
	 *      [13]   ts_prov_cap: QUERY_HCA_CAP answers the capability type of transport service
	 *               providers.
	 *      [12:8] log_max_guaranteed_connections: Largest number of connections that are
	 *               guaranteed to all DCTs together. (log2: 2^value)
	 */
	uint8_t b_ae;
	/*
	 * 0xac [7]   driver_version_before_init_hca: SET_DRIVER_VERSION may come before INIT_HCA.
	 *      [6]   adv_virtualization: QUERY_HCA_CAP answers capability type
	 *              ADV_VIRTUALIZATION.
	 *      [5]   driver_metadata_ptr: SET_DRIVER_VERSION has driver_metadata_ptr.
	 *      [4:0] log_max_dct_connections: Largest number of connections of a DCT. (log2:
	 *              2^value)
	 */
	uint8_t b_af;
	/*
	 * 0xb0 [31:24]: Largest operand of an atomic of a QP. Note: The manual's table marks it as
	 * removed, see atomic_caps. (log2: 2^value; in bytes)
	 */
	uint8_t log_max_atomic_size_qp;
	/*
	 * 0xb0 [20:16] log_max_dci_stream_channels: Largest number of stream channels of a DC
	 * initiator. (log2: 2^value)
	 */
	uint8_t b_b1;
	/*
	 * 0xb0 [12:8] log_max_dci_errored_streams: Largest number of streams in error before a DC
	 * initiator goes to error. (log2: 2^value)
	 */
	uint8_t b_b2;
	/*
	 * 0xb0 [7:0]: Largest operand of an atomic of a DC QP. Note: The manual's table marks it as
	 * removed, see atomic_caps. Sources disagree: log_max_atomic_dize_dc in DPDK. The name of
	 * rdma-core and the manual's table is taken. (log2: 2^value; in bytes)
	 */
	uint8_t log_max_atomic_size_dc;
	/*
	 * 0xb4 [31:16]: Largest number of slaves of a multi user QP, 0 without them. Sources
	 * disagree: max_multi_user_ggroup_size in DPDK. The name of rdma-core's tests and the
	 * manual's table is taken.
	 */
	prm_be16 max_multi_user_group_size;
	/*
	 * 0xb4 [15]   enhanced_cqe_compression: A CQ may use the enhanced format of compressed
	 *               CQEs. Sources disagree: rdma-core tests/mlx5_prm_structs.py has it at
	 *               0xb4[4]. Linux, DPDK and the manual's table agree and are taken.
	 *      [14]   generic_device_emulation_manager: The function may emulate generic PCI
	 *               devices.
	 *      [13]   crossing_vhca_mkey: Keys may have access mode CROSSING_VHCA_MKEY. Since
	 *               Linux 6.12.
	 *      [12:8] log_max_dek: Largest number of data encryption keys, 0 without them. (log2:
	 *               2^value)
	 */
	uint8_t b_b6;
	/*
	 * 0xb4 [6] mini_cqe_resp_l3_l4_tag: Compressed CQEs can have format L3/L4 tag. Note:
	 *            mini_cqe_resp_l3l4header in rdma-core's tests.
	 *      [5] mini_cqe_resp_flow_tag: Compressed CQEs can have format flow tag.
	 *      [3] mini_cqe_resp_stride_index: Compressed CQEs can have format byte count,
	 *            checksum, stride index.
	 *      [2] cqe_128_always: CQEs may have 128 bytes whatever the cache line.
	 *      [1] cqe_compression_128b: CQEs of 128 bytes can be compressed. Sources disagree:
	 *            cqe_compression_128 in Linux and DPDK. The name of rdma-core and the manual's
	 *            table is taken.
	 *      [0] cqe_compression: CQEs can be compressed.
	 */
	uint8_t b_b7;
	/*
	 * 0xb8 [31:16]: Time after which a session of compression ends. (in microseconds; needs
	 * cmd_hca_cap.cqe_compression)
	 */
	prm_be16 cqe_compression_timeout;
	/*
	 * 0xb8 [15:0]: Largest number of CQEs in a session of compression. (needs
	 * cmd_hca_cap.cqe_compression)
	 */
	prm_be16 cqe_compression_max_num;
	/*
	 * 0xbc [28:24] wqe_based_flow_table_update_dest_type_offset: Note: Named by rdma-core
	 * tests/mlx5_prm_structs.py only. The manual's table marks 0xbc[31:24] as not to be used.
	 */
	uint8_t b_bc;
	/*
	 * 0xbc [23:20] flex_parser_id_gtpu_dw_0: Flex parser of dword 0 of a GTP-U header.
	 *      [19:16] log_max_tm_offloaded_op_size: Largest message that tag matching offloads,
	 *                with its header. (log2: 2^value; in bytes)
	 */
	uint8_t b_bd;
	/*
	 * 0xbc [15]   tag_matching: Tag matching is supported.
	 *      [14]   rndv_offload_rc: Rendezvous offload works over RC.
	 *      [13]   rndv_offload_dc: Rendezvous offload works over DC.
	 *      [12:8] log_tag_matching_list_sz: Largest number of tags of a list. (log2: 2^value)
	 */
	uint8_t b_be;
	/*
	 * 0xbc [7]   modify_xrq: The command MODIFY_XRQ is supported.
	 *      [6]   sync_steering_cache_inv: SYNC_STEERING can manage the invalidation of
	 *              caches.
	 *      [4:0] log_max_xrq: Largest number of XRQs. (log2: 2^value)
	 */
	uint8_t b_bf;
	/* 0xc0 [31:24]: Bit mask of ways to affiliate vports; bit 0: RDMA. */
	uint8_t affiliate_nic_vport_criteria;
	/* 0xc0 [23:16]: Physical port of the vHCA, 0 if not told. */
	uint8_t native_port_num;
	/* 0xc0 [15:8]: Ports of the vHCA; 0 and 1 are the same. For num_ports 1 only. */
	uint8_t num_vhca_ports;
	/*
	 * 0xc0 [7:4] flex_parser_id_gtpu_teid: Flex parser of the TEID of a GTP-U header.
	 *      [2]   trusted_vnic_vhca: The vHCA is trusted as a vHCA group manager is.
	 *      [1]   sw_owner_id: INIT_HCA takes sw_owner_id.
	 *      [0]   reserve_not_to_use
	 */
	uint8_t b_c3;
	/* 0xc4 [31:16]: Largest number of counters that can be monitored. */
	prm_be16 max_num_of_monitor_counters;
	/* 0xc4 [15:0]: Number of PPCNT counters that can be monitored. */
	prm_be16 num_ppcnt_monitor_counters;
	/* 0xc8 [31:16]: Largest number of subfunctions; 0 leaves it to log_max_sf. */
	prm_be16 max_num_sf;
	/* 0xc8 [15:0]: Number of Q counters that can be monitored. */
	prm_be16 num_q_monitor_counters;
	uint8_t reserved_cc[4];
	/*
	 * 0xd0 [31]    sf: Subfunctions are supported.
	 *      [30]    sf_set_partition: SET_SF_PARTITIONS may change the partitions. (needs
	 *                cmd_hca_cap.sf)
	 *      [28:24] log_max_sf: Largest number of subfunctions, if max_num_sf is 0. (log2:
	 *                2^value; needs cmd_hca_cap.sf)
	 */
	uint8_t b_d0;
	/*
	 * 0xd0 [23]    dpa: The data path accelerator is supported. Sources disagree: apu in
	 *                Linux. The name of the manual's table is taken.
	 *      [22]    uc_qp_mc: UC QPs may take part in multicast.
	 *      [21]    wait_on_data: WQEs can wait for a value in memory. Sources disagree: DPDK
	 *                has wait_on_data at 0xd0[20]. The manual's table has both bits, this one
	 *                for the host's byte order and 0xd0[20] for big-endian memory, and is
	 *                taken.
	 *      [20]    wait_on_data_big_endian: WQEs can wait for a big-endian value in memory.
	 *                Note: Replaced by wait_on_data. Sources disagree: DPDK calls it
	 *                wait_on_data, see there.
	 *      [19]    wait_on_time: WQEs can wait for a time.
	 *      [18]    migration: The commands of migration are supported.
	 *      [17:16] cq_time_stamp_real_time_mode: Bit mask of the kinds of real time in CQEs;
	 *                bit 0: real time alone, bit 1: with the internal timer.
	 */
	uint8_t b_d1;
	/*
	 * 0xd0 [15:8]: Smallest BAR of a subfunction. (log2: 2^value; in 4096 bytes; needs
	 * cmd_hca_cap.sf)
	 */
	uint8_t log_min_sf_size;
	/*
	 * 0xd0 [7:0]: Largest number of partitions of subfunctions. (needs
	 * cmd_hca_cap.sf_set_partition)
	 */
	uint8_t max_num_sf_partitions;
	/*
	 * 0xd4 [31:0]: What cap of a user context may hold. Sources disagree: uctx_cap in Linux.
	 * The name of rdma-core's tests and the manual's table is taken. (flags
	 * PRM_UCTX_PERMISSION_*)
	 */
	prm_be32 uctx_permission;
	/*
	 * 0xd8 [31:28] flex_parser_id_mpls_over_x_cw: Flex parser of the control word behind MPLS
	 *                over GRE or UDP, 0 if not valid.
	 *      [27:24] flex_parser_id_geneve_tlv_option_0: Flex parser of a Geneve option.
	 *                Sources disagree: flex_parser_id_geneve_opt_0 in DPDK and rdma-core. The
	 *                name of Linux and the manual's table is taken.
	 */
	uint8_t b_d8;
	/*
	 * 0xd8 [23:20] flex_parser_id_icmp_dw1: Flex parser of dword 1 of an ICMP header.
	 *      [19:16] flex_parser_id_icmp_dw0: Flex parser of dword 0 of an ICMP header.
	 */
	uint8_t b_d9;
	/*
	 * 0xd8 [15:12] flex_parser_id_icmpv6_dw1: Flex parser of dword 1 of an ICMPv6 header.
	 *      [11:8]  flex_parser_id_icmpv6_dw0: Flex parser of dword 0 of an ICMPv6 header.
	 */
	uint8_t b_da;
	/*
	 * 0xd8 [7:4] flex_parser_id_outer_first_mpls_over_gre: Flex parser of the first MPLS
	 *              label over GRE.
	 *      [3:0] flex_parser_id_outer_first_mpls_over_udp_label: Flex parser of the first
	 *              MPLS label over UDP.
	 */
	uint8_t b_db;
	prm_be16 max_num_match_definer;	/* 0xdc [31:16]: Largest number of match definers. */
	/*
	 * 0xdc [15:0]: First subfunction, and its vport number on the e-switch. (needs
	 * cmd_hca_cap.sf)
	 */
	prm_be16 sf_base_id;
	/*
	 * 0xe0 [31:28] flex_parser_id_gtpu_dw_2: Flex parser of dword 2 of a GTP-U header.
	 *      [27:24] flex_parser_id_gtpu_first_ext_dw_0: Flex parser of the first extension of
	 *                a GTP-U header.
	 *      [23:0]  num_total_dynamic_vf_msix: MSI-X vectors that can be given to VFs; 0 if
	 *                the device does it.
	 */
	prm_be32 dw_e0;
	/*
	 * 0xe4 [28:24] log_flow_hit_aso_granularity: Smallest allocation of FLOW_HIT_ASO objects.
	 * (log2: 2^value)
	 */
	uint8_t b_e4;
	/*
	 * 0xe4 [20:16] log_flow_hit_aso_max_alloc: Largest allocation of FLOW_HIT_ASO objects.
	 * (log2: 2^value)
	 */
	uint8_t b_e5;
	/*
	 * 0xe4 [11:0] dynamic_msix_table_size: MSI-X vectors of another function; its own a driver
	 * finds in PCI.
	 */
	prm_be16 w_e6;
	/*
	 * 0xe8 [31]    sha_mmo_qp: QPs may post SHA operations.
	 *      [30]    qp_mmo_type: A QP should tell its type of memory to memory operations.
	 *      [29]    dpu_cache_invalidate_mmo_qp: QPs may post cache invalidations.
	 *      [28:24] log_max_num_flow_hit_aso: Largest number of FLOW_HIT_ASO objects. (log2:
	 *                2^value)
	 */
	uint8_t b_e8;
	/*
	 * 0xe8 [23]    dma_mmo_qp: QPs may post DMA memory to memory work requests.
	 *      [22]    regexp_mmo_qp: QPs may post regular expression operations.
	 *      [21]    compress_mmo_qp: QPs may post compressions.
	 *      [20]    decompress_deflate_v1: QPs may post decompressions of deflate.
	 *      [19:16] min_dynamic_vf_msix_table_size: Smallest number of MSI-X vectors that
	 *                dynamic_msix_table_size may hold.
	 */
	uint8_t b_e9;
	/*
	 * 0xe8 [15]   decompress_deflate_v2: QPs may post decompressions of deflate.
	 *      [14]   host_net_functions_changed: Software can ask for the network functions of
	 *               the host and gets events of changes.
	 *      [13]   data_direct: The data direct function is supported. Since Linux 6.12.
	 *      [11:0] max_dynamic_vf_msix_table_size: Largest number of MSI-X vectors that
	 *               dynamic_msix_table_size may hold.
	 */
	prm_be16 w_ea;
	/*
	 * 0xec [28:24] log_max_num_header_modify_argument: Largest number of HEADER_MODIFY_ARGUMENT
	 * objects. Since Linux 6.12. (log2: 2^value)
	 */
	uint8_t b_ec;
	/*
	 * 0xec [23:20] log_header_modify_argument_granularity_offset: Subtracted from
	 *                log_header_modify_argument_granularity. Since Linux 6.12.
	 *      [19:16] log_header_modify_argument_granularity: Smallest allocation of
	 *                HEADER_MODIFY_ARGUMENT objects, less the offset in 4 bits. Since Linux
	 *                6.12. (log2: 2^value)
	 */
	uint8_t b_ed;
	/*
	 * 0xec [12:8] log_header_modify_argument_max_alloc: Largest allocation of
	 * HEADER_MODIFY_ARGUMENT objects. Since Linux 6.12. (log2: 2^value; in 64 bytes)
	 */
	uint8_t b_ee;
	/* 0xec [4:0] max_flow_execute_aso: Largest number of ASO actions of a flow table entry. */
	uint8_t b_ef;
	/*
	 * 0xf0 [63:0]: Commands that can be tunneled to another vHCA. (flags
	 * PRM_VHCA_TUNNEL_COMMANDS_*)
	 */
	prm_be64 vhca_tunnel_commands;
	/* 0xf8 [63:0]: Bit n tells that match definers of format n are supported. */
	prm_be64 match_definer_format_supported;
} __attribute__((packed, aligned(4)));

#define PRM_CMD_HCA_CAP_SIZE 256

PRM_ASSERT_SIZE(prm_cmd_hca_cap, 256);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_00, 0x00);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, flow_counter_access_aso_opc_mod, 0x01);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_02, 0x02);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_03, 0x03);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_04, 0x04);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, transpose_max_element_size, 0x05);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, vhca_id, 0x06);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, transpose_max_cols, 0x08);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, transpose_max_rows, 0x09);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, transpose_max_size, 0x0a);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_0c, 0x0c);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_0d, 0x0d);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_0e, 0x0e);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_0f, 0x0f);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, log_max_srq_sz, 0x10);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, log_max_qp_sz, 0x11);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_12, 0x12);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_13, 0x13);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_14, 0x14);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_15, 0x15);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_16, 0x16);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_17, 0x17);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, max_sgl_for_optimized_performance, 0x18);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, log_max_cq_sz, 0x19);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_1a, 0x1a);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_1b, 0x1b);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, log_max_eq_sz, 0x1c);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_1d, 0x1d);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_1e, 0x1e);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_1f, 0x1f);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, max_indirection, 0x20);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_21, 0x21);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_22, 0x22);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_23, 0x23);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_24, 0x24);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_25, 0x25);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_26, 0x26);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_27, 0x27);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_28, 0x28);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_29, 0x29);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_2a, 0x2a);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_2b, 0x2b);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_2c, 0x2c);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_2d, 0x2d);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, gid_table_size, 0x2e);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, w_30, 0x30);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, pkey_table_size, 0x32);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_34, 0x34);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_35, 0x35);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_36, 0x36);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, num_ports, 0x37);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_38, 0x38);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_39, 0x39);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_3a, 0x3a);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_3b, 0x3b);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, stat_rate_support, 0x3c);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_3e, 0x3e);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_3f, 0x3f);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_40, 0x40);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_41, 0x41);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_42, 0x42);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_43, 0x43);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_44, 0x44);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_45, 0x45);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_46, 0x46);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_47, 0x47);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_48, 0x48);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_49, 0x49);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_4a, 0x4a);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, log_pg_sz, 0x4b);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_4c, 0x4c);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_4d, 0x4d);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_4e, 0x4e);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_4f, 0x4f);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, num_of_diagnostic_counters, 0x50);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, max_wqe_sz_sq, 0x52);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_54, 0x54);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_55, 0x55);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, max_wqe_sz_rq, 0x56);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, max_flow_counter_31_16, 0x58);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, max_wqe_sz_sq_dc, 0x5a);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, dw_5c, 0x5c);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, mlnx_tag_ethertype, 0x60);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, flow_counter_bulk_alloc, 0x62);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, log_max_mcg, 0x63);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_64, 0x64);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_65, 0x65);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_66, 0x66);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_67, 0x67);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_68, 0x68);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, log_max_flow_counter_bulk, 0x69);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, max_flow_counter_15_0, 0x6a);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_6c, 0x6c);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_6d, 0x6d);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_6e, 0x6e);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_6f, 0x6f);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_70, 0x70);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_71, 0x71);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_72, 0x72);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_73, 0x73);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_74, 0x74);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_75, 0x75);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_76, 0x76);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_77, 0x77);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_78, 0x78);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_79, 0x79);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_7a, 0x7a);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_7b, 0x7b);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_7c, 0x7c);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_7d, 0x7d);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_7e, 0x7e);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_7f, 0x7f);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, general_obj_types, 0x80);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, dw_88, 0x88);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_8c, 0x8c);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_8d, 0x8d);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, max_num_eqs, 0x8e);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_90, 0x90);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, reserved_91, 0x91);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, log_uar_page_sz, 0x92);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_94, 0x94);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, reserved_95, 0x95);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, hairpin_trim_size_max, 0x96);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, device_frequency_mhz, 0x98);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, device_frequency_khz, 0x9c);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_a0, 0xa0);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, reserved_a1, 0xa1);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_a3, 0xa3);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, num_of_uars_per_page, 0xa4);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, flex_parser_protocols, 0xa8);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, max_geneve_tlv_options, 0xac);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_ad, 0xad);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_ae, 0xae);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_af, 0xaf);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, log_max_atomic_size_qp, 0xb0);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_b1, 0xb1);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_b2, 0xb2);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, log_max_atomic_size_dc, 0xb3);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, max_multi_user_group_size, 0xb4);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_b6, 0xb6);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_b7, 0xb7);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, cqe_compression_timeout, 0xb8);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, cqe_compression_max_num, 0xba);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_bc, 0xbc);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_bd, 0xbd);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_be, 0xbe);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_bf, 0xbf);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, affiliate_nic_vport_criteria, 0xc0);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, native_port_num, 0xc1);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, num_vhca_ports, 0xc2);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_c3, 0xc3);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, max_num_of_monitor_counters, 0xc4);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, num_ppcnt_monitor_counters, 0xc6);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, max_num_sf, 0xc8);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, num_q_monitor_counters, 0xca);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, reserved_cc, 0xcc);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_d0, 0xd0);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_d1, 0xd1);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, log_min_sf_size, 0xd2);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, max_num_sf_partitions, 0xd3);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, uctx_permission, 0xd4);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_d8, 0xd8);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_d9, 0xd9);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_da, 0xda);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_db, 0xdb);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, max_num_match_definer, 0xdc);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, sf_base_id, 0xde);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, dw_e0, 0xe0);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_e4, 0xe4);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_e5, 0xe5);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, w_e6, 0xe6);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_e8, 0xe8);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_e9, 0xe9);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, w_ea, 0xea);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_ec, 0xec);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_ed, 0xed);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_ee, 0xee);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, b_ef, 0xef);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, vhca_tunnel_commands, 0xf0);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap, match_definer_format_supported, 0xf8);

static inline void prm_cmd_hca_cap_set_access_other_hca_roce(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_00 = prm_u8_replace(p->b_00, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_access_other_hca_roce(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_00 >> 7);
}

static inline void prm_cmd_hca_cap_set_alloc_flow_counter_pd(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_00 = prm_u8_replace(p->b_00, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_alloc_flow_counter_pd(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_00 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_flow_counter_access_aso(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_00 = prm_u8_replace(p->b_00, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_flow_counter_access_aso(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_00 >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_query_match_sample_info(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_00 = prm_u8_replace(p->b_00, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_cmd_hca_cap_get_query_match_sample_info(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_00 >> 4) & 0x1);
}

static inline void prm_cmd_hca_cap_set_lightweight_eq(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_00 = prm_u8_replace(p->b_00, 0x8, (uint8_t)((uint32_t)v << 3));
}

static inline bool prm_cmd_hca_cap_get_lightweight_eq(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_00 >> 3) & 0x1);
}

static inline void prm_cmd_hca_cap_set_eq_dbr(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_00 = prm_u8_replace(p->b_00, 0x4, (uint8_t)((uint32_t)v << 2));
}

static inline bool prm_cmd_hca_cap_get_eq_dbr(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_00 >> 2) & 0x1);
}

static inline void prm_cmd_hca_cap_set_page_request_disable(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_00 = prm_u8_replace(p->b_00, 0x2, (uint8_t)((uint32_t)v << 1));
}

static inline bool prm_cmd_hca_cap_get_page_request_disable(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_00 >> 1) & 0x1);
}

static inline void prm_cmd_hca_cap_set_abs_native_port_num(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_00 = prm_u8_replace(p->b_00, 0x1, (uint8_t)v);
}

static inline bool prm_cmd_hca_cap_get_abs_native_port_num(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_00 & 0x1);
}

static inline void prm_cmd_hca_cap_set_flow_counter_access_aso_opc_mod(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->flow_counter_access_aso_opc_mod = (uint8_t)v;
}

static inline uint32_t prm_cmd_hca_cap_get_flow_counter_access_aso_opc_mod(
		const struct prm_cmd_hca_cap *p)
{
	return p->flow_counter_access_aso_opc_mod;
}

static inline void prm_cmd_hca_cap_set_shared_object_to_user_object_allowed(
		struct prm_cmd_hca_cap *p, bool v)
{
	p->b_02 = prm_u8_replace(p->b_02, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_shared_object_to_user_object_allowed(
		const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_02 >> 7);
}

static inline void prm_cmd_hca_cap_set_emulated_dev_mkey_crossing_access_disabled(
		struct prm_cmd_hca_cap *p, bool v)
{
	p->b_02 = prm_u8_replace(p->b_02, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_emulated_dev_mkey_crossing_access_disabled(
		const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_02 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_lag_queue_affinity_active_port(struct prm_cmd_hca_cap *p,
		bool v)
{
	p->b_02 = prm_u8_replace(p->b_02, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_lag_queue_affinity_active_port(
		const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_02 >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_sha_mmo_max_size(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_02 = prm_u8_replace(p->b_02, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_sha_mmo_max_size(const struct prm_cmd_hca_cap *p)
{
	return p->b_02 & 0x1f;
}

static inline void prm_cmd_hca_cap_set_vhca_resource_manager(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_03 = prm_u8_replace(p->b_03, 0x1, (uint8_t)v);
}

static inline bool prm_cmd_hca_cap_get_vhca_resource_manager(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_03 & 0x1);
}

static inline void prm_cmd_hca_cap_set_hca_cap_2(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_04 = prm_u8_replace(p->b_04, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_hca_cap_2(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_04 >> 7);
}

static inline void prm_cmd_hca_cap_set_create_lag_when_not_master_up(struct prm_cmd_hca_cap *p,
		bool v)
{
	p->b_04 = prm_u8_replace(p->b_04, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_create_lag_when_not_master_up(
		const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_04 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_dtor(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_04 = prm_u8_replace(p->b_04, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_dtor(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_04 >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_event_on_vhca_state_teardown_request(
		struct prm_cmd_hca_cap *p, bool v)
{
	p->b_04 = prm_u8_replace(p->b_04, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_cmd_hca_cap_get_event_on_vhca_state_teardown_request(
		const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_04 >> 4) & 0x1);
}

static inline void prm_cmd_hca_cap_set_event_on_vhca_state_in_use(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_04 = prm_u8_replace(p->b_04, 0x8, (uint8_t)((uint32_t)v << 3));
}

static inline bool prm_cmd_hca_cap_get_event_on_vhca_state_in_use(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_04 >> 3) & 0x1);
}

static inline void prm_cmd_hca_cap_set_event_on_vhca_state_active(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_04 = prm_u8_replace(p->b_04, 0x4, (uint8_t)((uint32_t)v << 2));
}

static inline bool prm_cmd_hca_cap_get_event_on_vhca_state_active(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_04 >> 2) & 0x1);
}

static inline void prm_cmd_hca_cap_set_event_on_vhca_state_allocated(struct prm_cmd_hca_cap *p,
		bool v)
{
	p->b_04 = prm_u8_replace(p->b_04, 0x2, (uint8_t)((uint32_t)v << 1));
}

static inline bool prm_cmd_hca_cap_get_event_on_vhca_state_allocated(
		const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_04 >> 1) & 0x1);
}

static inline void prm_cmd_hca_cap_set_event_on_vhca_state_invalid(struct prm_cmd_hca_cap *p,
		bool v)
{
	p->b_04 = prm_u8_replace(p->b_04, 0x1, (uint8_t)v);
}

static inline bool prm_cmd_hca_cap_get_event_on_vhca_state_invalid(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_04 & 0x1);
}

static inline void prm_cmd_hca_cap_set_transpose_max_element_size(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->transpose_max_element_size = (uint8_t)v;
}

static inline uint32_t prm_cmd_hca_cap_get_transpose_max_element_size(
		const struct prm_cmd_hca_cap *p)
{
	return p->transpose_max_element_size;
}

static inline void prm_cmd_hca_cap_set_vhca_id(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->vhca_id = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_vhca_id(const struct prm_cmd_hca_cap *p)
{
	return prm_be16_to_cpu(p->vhca_id);
}

static inline void prm_cmd_hca_cap_set_transpose_max_cols(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->transpose_max_cols = (uint8_t)v;
}

static inline uint32_t prm_cmd_hca_cap_get_transpose_max_cols(const struct prm_cmd_hca_cap *p)
{
	return p->transpose_max_cols;
}

static inline void prm_cmd_hca_cap_set_transpose_max_rows(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->transpose_max_rows = (uint8_t)v;
}

static inline uint32_t prm_cmd_hca_cap_get_transpose_max_rows(const struct prm_cmd_hca_cap *p)
{
	return p->transpose_max_rows;
}

static inline void prm_cmd_hca_cap_set_transpose_max_size(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->transpose_max_size = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_transpose_max_size(const struct prm_cmd_hca_cap *p)
{
	return prm_be16_to_cpu(p->transpose_max_size);
}

static inline void prm_cmd_hca_cap_set_resources_on_virtio_fs_emulation_manager(
		struct prm_cmd_hca_cap *p, bool v)
{
	p->b_0c = prm_u8_replace(p->b_0c, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_resources_on_virtio_fs_emulation_manager(
		const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_0c >> 7);
}

static inline void prm_cmd_hca_cap_set_sw_steering_icm_large_scale_steering(
		struct prm_cmd_hca_cap *p, bool v)
{
	p->b_0c = prm_u8_replace(p->b_0c, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_sw_steering_icm_large_scale_steering(
		const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_0c >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_qp_data_in_order(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_0c = prm_u8_replace(p->b_0c, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_qp_data_in_order(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_0c >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_regexp_scatter_gather_size(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_0c = prm_u8_replace(p->b_0c, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_regexp_scatter_gather_size(
		const struct prm_cmd_hca_cap *p)
{
	return p->b_0c & 0x1f;
}

static inline void prm_cmd_hca_cap_set_ibl2_delay_drop(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_0d = prm_u8_replace(p->b_0d, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_ibl2_delay_drop(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_0d >> 7);
}

static inline void prm_cmd_hca_cap_set_ibl2_qp(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_0d = prm_u8_replace(p->b_0d, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_ibl2_qp(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_0d >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_init2init_qp_drain_sigerr(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_0d = prm_u8_replace(p->b_0d, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_init2init_qp_drain_sigerr(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_0d >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_dma_mmo_max_size(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_0d = prm_u8_replace(p->b_0d, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_dma_mmo_max_size(const struct prm_cmd_hca_cap *p)
{
	return p->b_0d & 0x1f;
}

static inline void prm_cmd_hca_cap_set_relaxed_ordering_write_pci_enabled(struct prm_cmd_hca_cap *p,
		bool v)
{
	p->b_0e = prm_u8_replace(p->b_0e, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_relaxed_ordering_write_pci_enabled(
		const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_0e >> 7);
}

static inline void prm_cmd_hca_cap_set_ibl2_tx_vl15(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_0e = prm_u8_replace(p->b_0e, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_ibl2_tx_vl15(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_0e >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_decompress_snappy_v2(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_0e = prm_u8_replace(p->b_0e, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_decompress_snappy_v2(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_0e >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_compress_mmo_max_size(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_0e = prm_u8_replace(p->b_0e, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_compress_mmo_max_size(
		const struct prm_cmd_hca_cap *p)
{
	return p->b_0e & 0x1f;
}

static inline void prm_cmd_hca_cap_set_decompress_lz4_data_only_v2(struct prm_cmd_hca_cap *p,
		bool v)
{
	p->b_0f = prm_u8_replace(p->b_0f, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_decompress_lz4_data_only_v2(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_0f >> 7);
}

static inline void prm_cmd_hca_cap_set_decompress_lz4_no_checksum_v2(struct prm_cmd_hca_cap *p,
		bool v)
{
	p->b_0f = prm_u8_replace(p->b_0f, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_decompress_lz4_no_checksum_v2(
		const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_0f >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_decompress_lz4_checksum_v2(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_0f = prm_u8_replace(p->b_0f, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_decompress_lz4_checksum_v2(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_0f >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_decompress_mmo_max_size(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_0f = prm_u8_replace(p->b_0f, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_decompress_mmo_max_size(
		const struct prm_cmd_hca_cap *p)
{
	return p->b_0f & 0x1f;
}

static inline void prm_cmd_hca_cap_set_log_max_srq_sz(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->log_max_srq_sz = (uint8_t)v;
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_srq_sz(const struct prm_cmd_hca_cap *p)
{
	return p->log_max_srq_sz;
}

static inline void prm_cmd_hca_cap_set_log_max_qp_sz(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->log_max_qp_sz = (uint8_t)v;
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_qp_sz(const struct prm_cmd_hca_cap *p)
{
	return p->log_max_qp_sz;
}

static inline void prm_cmd_hca_cap_set_event_cap(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_12 = prm_u8_replace(p->b_12, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_event_cap(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_12 >> 7);
}

static inline void prm_cmd_hca_cap_set_rc_qp_init2rts(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_12 = prm_u8_replace(p->b_12, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_rc_qp_init2rts(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_12 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_rc_qp_create_on_init(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_12 = prm_u8_replace(p->b_12, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_rc_qp_create_on_init(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_12 >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_isolate_vl_tc_new(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_12 = prm_u8_replace(p->b_12, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_cmd_hca_cap_get_isolate_vl_tc_new(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_12 >> 4) & 0x1);
}

static inline void prm_cmd_hca_cap_set_comm_channel_dc(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_12 = prm_u8_replace(p->b_12, 0x8, (uint8_t)((uint32_t)v << 3));
}

static inline bool prm_cmd_hca_cap_get_comm_channel_dc(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_12 >> 3) & 0x1);
}

static inline void prm_cmd_hca_cap_set_comm_channel_cross_esw(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_12 = prm_u8_replace(p->b_12, 0x4, (uint8_t)((uint32_t)v << 2));
}

static inline bool prm_cmd_hca_cap_get_comm_channel_cross_esw(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_12 >> 2) & 0x1);
}

static inline void prm_cmd_hca_cap_set_nvmeotcp(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_12 = prm_u8_replace(p->b_12, 0x2, (uint8_t)((uint32_t)v << 1));
}

static inline bool prm_cmd_hca_cap_get_nvmeotcp(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_12 >> 1) & 0x1);
}

static inline void prm_cmd_hca_cap_set_pcie_hanged(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_12 = prm_u8_replace(p->b_12, 0x1, (uint8_t)v);
}

static inline bool prm_cmd_hca_cap_get_pcie_hanged(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_12 & 0x1);
}

static inline void prm_cmd_hca_cap_set_prio_tag_required(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_13 = prm_u8_replace(p->b_13, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_prio_tag_required(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_13 >> 7);
}

static inline void prm_cmd_hca_cap_set_wqe_index_ignore_cap(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_13 = prm_u8_replace(p->b_13, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_wqe_index_ignore_cap(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_13 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_dynamic_qp_allocation(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_13 = prm_u8_replace(p->b_13, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_dynamic_qp_allocation(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_13 >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_max_qp(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_13 = prm_u8_replace(p->b_13, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_qp(const struct prm_cmd_hca_cap *p)
{
	return p->b_13 & 0x1f;
}

static inline void prm_cmd_hca_cap_set_regexp(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_14 = prm_u8_replace(p->b_14, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_regexp(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_14 >> 7);
}

static inline void prm_cmd_hca_cap_set_regexp_params_old(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_14 = prm_u8_replace(p->b_14, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_regexp_params_old(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_14 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_regexp_alloc_onbehalf_umem(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_14 = prm_u8_replace(p->b_14, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_regexp_alloc_onbehalf_umem(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_14 >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_ece_support(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_14 = prm_u8_replace(p->b_14, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_cmd_hca_cap_get_ece_support(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_14 >> 4) & 0x1);
}

static inline void prm_cmd_hca_cap_set_regexp_num_of_engines(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_14 = prm_u8_replace(p->b_14, 0xf, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_regexp_num_of_engines(const struct prm_cmd_hca_cap *p)
{
	return p->b_14 & 0xf;
}

static inline void prm_cmd_hca_cap_set_allow_pause_tx(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_15 = prm_u8_replace(p->b_15, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_allow_pause_tx(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_15 >> 7);
}

static inline void prm_cmd_hca_cap_set_reg_c_preserve(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_15 = prm_u8_replace(p->b_15, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_reg_c_preserve(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_15 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_isolate_vl_tc(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_15 = prm_u8_replace(p->b_15, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_isolate_vl_tc(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_15 >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_max_srq(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_15 = prm_u8_replace(p->b_15, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_srq(const struct prm_cmd_hca_cap *p)
{
	return p->b_15 & 0x1f;
}

static inline void prm_cmd_hca_cap_set_psp_old(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_16 = prm_u8_replace(p->b_16, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_psp_old(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_16 >> 7);
}

static inline void prm_cmd_hca_cap_set_uplink_follow(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_16 = prm_u8_replace(p->b_16, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_uplink_follow(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_16 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_ts_cqe_to_dest_cqn(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_16 = prm_u8_replace(p->b_16, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_ts_cqe_to_dest_cqn(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_16 >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_regexp_log_crspace_size(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_16 = prm_u8_replace(p->b_16, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_regexp_log_crspace_size(const struct prm_cmd_hca_cap *p)
{
	return p->b_16 & 0x1f;
}

static inline void prm_cmd_hca_cap_set_selective_repeat(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_17 = prm_u8_replace(p->b_17, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_selective_repeat(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_17 >> 7);
}

static inline void prm_cmd_hca_cap_set_go_back_n(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_17 = prm_u8_replace(p->b_17, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_go_back_n(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_17 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_shampo_old(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_17 = prm_u8_replace(p->b_17, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_shampo_old(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_17 >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_scatter_fcs_w_decap_disable(struct prm_cmd_hca_cap *p,
		bool v)
{
	p->b_17 = prm_u8_replace(p->b_17, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_cmd_hca_cap_get_scatter_fcs_w_decap_disable(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_17 >> 4) & 0x1);
}

static inline void prm_cmd_hca_cap_set_max_sgl_for_optimized_performance(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->max_sgl_for_optimized_performance = (uint8_t)v;
}

static inline uint32_t prm_cmd_hca_cap_get_max_sgl_for_optimized_performance(
		const struct prm_cmd_hca_cap *p)
{
	return p->max_sgl_for_optimized_performance;
}

static inline void prm_cmd_hca_cap_set_log_max_cq_sz(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->log_max_cq_sz = (uint8_t)v;
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_cq_sz(const struct prm_cmd_hca_cap *p)
{
	return p->log_max_cq_sz;
}

static inline void prm_cmd_hca_cap_set_relaxed_ordering_write_umr(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_1a = prm_u8_replace(p->b_1a, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_relaxed_ordering_write_umr(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_1a >> 7);
}

static inline void prm_cmd_hca_cap_set_relaxed_ordering_read_umr(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_1a = prm_u8_replace(p->b_1a, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_relaxed_ordering_read_umr(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_1a >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_access_register_user(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_1a = prm_u8_replace(p->b_1a, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_access_register_user(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_1a >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_max_num_of_fixed_buffers_per_mkey(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_1a = prm_u8_replace(p->b_1a, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_max_num_of_fixed_buffers_per_mkey(
		const struct prm_cmd_hca_cap *p)
{
	return p->b_1a & 0x1f;
}

static inline void prm_cmd_hca_cap_set_upt_device_emulation_manager(struct prm_cmd_hca_cap *p,
		bool v)
{
	p->b_1b = prm_u8_replace(p->b_1b, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_upt_device_emulation_manager(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_1b >> 7);
}

static inline void prm_cmd_hca_cap_set_virtio_net_device_emulation_manager(
		struct prm_cmd_hca_cap *p, bool v)
{
	p->b_1b = prm_u8_replace(p->b_1b, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_virtio_net_device_emulation_manager(
		const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_1b >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_virtio_blk_device_emulation_manager(
		struct prm_cmd_hca_cap *p, bool v)
{
	p->b_1b = prm_u8_replace(p->b_1b, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_virtio_blk_device_emulation_manager(
		const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_1b >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_max_cq(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_1b = prm_u8_replace(p->b_1b, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_cq(const struct prm_cmd_hca_cap *p)
{
	return p->b_1b & 0x1f;
}

static inline void prm_cmd_hca_cap_set_log_max_eq_sz(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->log_max_eq_sz = (uint8_t)v;
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_eq_sz(const struct prm_cmd_hca_cap *p)
{
	return p->log_max_eq_sz;
}

static inline void prm_cmd_hca_cap_set_relaxed_ordering_write(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_1d = prm_u8_replace(p->b_1d, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_relaxed_ordering_write(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_1d >> 7);
}

static inline void prm_cmd_hca_cap_set_relaxed_ordering_read_pci_enabled(struct prm_cmd_hca_cap *p,
		bool v)
{
	p->b_1d = prm_u8_replace(p->b_1d, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_relaxed_ordering_read_pci_enabled(
		const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_1d >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_max_mkey(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 6);
	p->b_1d = prm_u8_replace(p->b_1d, 0x3f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_mkey(const struct prm_cmd_hca_cap *p)
{
	return p->b_1d & 0x3f;
}

static inline void prm_cmd_hca_cap_set_tunneled_atomic(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_1e = prm_u8_replace(p->b_1e, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_tunneled_atomic(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_1e >> 7);
}

static inline void prm_cmd_hca_cap_set_as_notify(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_1e = prm_u8_replace(p->b_1e, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_as_notify(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_1e >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_m_pci_port(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_1e = prm_u8_replace(p->b_1e, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_m_pci_port(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_1e >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_m_vhca_mk(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_1e = prm_u8_replace(p->b_1e, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_cmd_hca_cap_get_m_vhca_mk(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_1e >> 4) & 0x1);
}

static inline void prm_cmd_hca_cap_set_hotplug_manager(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_1e = prm_u8_replace(p->b_1e, 0x8, (uint8_t)((uint32_t)v << 3));
}

static inline bool prm_cmd_hca_cap_get_hotplug_manager(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_1e >> 3) & 0x1);
}

static inline void prm_cmd_hca_cap_set_nvme_device_emulation_manager(struct prm_cmd_hca_cap *p,
		bool v)
{
	p->b_1e = prm_u8_replace(p->b_1e, 0x4, (uint8_t)((uint32_t)v << 2));
}

static inline bool prm_cmd_hca_cap_get_nvme_device_emulation_manager(
		const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_1e >> 2) & 0x1);
}

static inline void prm_cmd_hca_cap_set_terminate_scatter_list_mkey(struct prm_cmd_hca_cap *p,
		bool v)
{
	p->b_1e = prm_u8_replace(p->b_1e, 0x2, (uint8_t)((uint32_t)v << 1));
}

static inline bool prm_cmd_hca_cap_get_terminate_scatter_list_mkey(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_1e >> 1) & 0x1);
}

static inline void prm_cmd_hca_cap_set_repeated_mkey(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_1e = prm_u8_replace(p->b_1e, 0x1, (uint8_t)v);
}

static inline bool prm_cmd_hca_cap_get_repeated_mkey(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_1e & 0x1);
}

static inline void prm_cmd_hca_cap_set_dump_fill_mkey(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_1f = prm_u8_replace(p->b_1f, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_dump_fill_mkey(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_1f >> 7);
}

static inline void prm_cmd_hca_cap_set_dpp(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_1f = prm_u8_replace(p->b_1f, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_dpp(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_1f >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_resources_on_nvme_emulation_manager(
		struct prm_cmd_hca_cap *p, bool v)
{
	p->b_1f = prm_u8_replace(p->b_1f, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_resources_on_nvme_emulation_manager(
		const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_1f >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_fast_teardown(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_1f = prm_u8_replace(p->b_1f, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_cmd_hca_cap_get_fast_teardown(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_1f >> 4) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_max_eq(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_1f = prm_u8_replace(p->b_1f, 0xf, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_eq(const struct prm_cmd_hca_cap *p)
{
	return p->b_1f & 0xf;
}

static inline void prm_cmd_hca_cap_set_max_indirection(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->max_indirection = (uint8_t)v;
}

static inline uint32_t prm_cmd_hca_cap_get_max_indirection(const struct prm_cmd_hca_cap *p)
{
	return p->max_indirection;
}

static inline void prm_cmd_hca_cap_set_fixed_buffer_size(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_21 = prm_u8_replace(p->b_21, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_fixed_buffer_size(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_21 >> 7);
}

static inline void prm_cmd_hca_cap_set_log_max_mrw_sz(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 7);
	p->b_21 = prm_u8_replace(p->b_21, 0x7f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_mrw_sz(const struct prm_cmd_hca_cap *p)
{
	return p->b_21 & 0x7f;
}

static inline void prm_cmd_hca_cap_set_force_teardown(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_22 = prm_u8_replace(p->b_22, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_force_teardown(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_22 >> 7);
}

static inline void prm_cmd_hca_cap_set_hard_coded_1(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_22 = prm_u8_replace(p->b_22, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_hard_coded_1(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_22 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_max_bsf_list_size(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 6);
	p->b_22 = prm_u8_replace(p->b_22, 0x3f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_bsf_list_size(const struct prm_cmd_hca_cap *p)
{
	return p->b_22 & 0x3f;
}

static inline void prm_cmd_hca_cap_set_umr_extended_translation_offset(struct prm_cmd_hca_cap *p,
		bool v)
{
	p->b_23 = prm_u8_replace(p->b_23, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_umr_extended_translation_offset(
		const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_23 >> 7);
}

static inline void prm_cmd_hca_cap_set_null_mkey(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_23 = prm_u8_replace(p->b_23, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_null_mkey(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_23 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_max_klm_list_size(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 6);
	p->b_23 = prm_u8_replace(p->b_23, 0x3f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_klm_list_size(const struct prm_cmd_hca_cap *p)
{
	return p->b_23 & 0x3f;
}

static inline void prm_cmd_hca_cap_set_non_wire_sq(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_24 = prm_u8_replace(p->b_24, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_non_wire_sq(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_24 >> 7);
}

static inline void prm_cmd_hca_cap_set_ats_ro_dependence(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_24 = prm_u8_replace(p->b_24, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_ats_ro_dependence(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_24 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_qpc_extension(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_24 = prm_u8_replace(p->b_24, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_qpc_extension(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_24 >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_max_static_sq_wq_size(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_24 = prm_u8_replace(p->b_24, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_static_sq_wq_size(
		const struct prm_cmd_hca_cap *p)
{
	return p->b_24 & 0x1f;
}

static inline void prm_cmd_hca_cap_set_resources_on_virtio_net_emulation_manager(
		struct prm_cmd_hca_cap *p, bool v)
{
	p->b_25 = prm_u8_replace(p->b_25, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_resources_on_virtio_net_emulation_manager(
		const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_25 >> 7);
}

static inline void prm_cmd_hca_cap_set_resources_on_virtio_blk_emulation_manager(
		struct prm_cmd_hca_cap *p, bool v)
{
	p->b_25 = prm_u8_replace(p->b_25, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_resources_on_virtio_blk_emulation_manager(
		const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_25 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_max_ra_req_dc(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 6);
	p->b_25 = prm_u8_replace(p->b_25, 0x3f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_ra_req_dc(const struct prm_cmd_hca_cap *p)
{
	return p->b_25 & 0x3f;
}

static inline void prm_cmd_hca_cap_set_vhca_trust_level_reg(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_26 = prm_u8_replace(p->b_26, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_vhca_trust_level_reg(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_26 >> 7);
}

static inline void prm_cmd_hca_cap_set_eth_wqe_too_small_mode(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_26 = prm_u8_replace(p->b_26, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_eth_wqe_too_small_mode(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_26 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_vnic_env_eth_wqe_too_small(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_26 = prm_u8_replace(p->b_26, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_vnic_env_eth_wqe_too_small(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_26 >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_max_static_sq_wq(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_26 = prm_u8_replace(p->b_26, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_static_sq_wq(const struct prm_cmd_hca_cap *p)
{
	return p->b_26 & 0x1f;
}

static inline void prm_cmd_hca_cap_set_ooo_sl_mask(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_27 = prm_u8_replace(p->b_27, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_ooo_sl_mask(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_27 >> 7);
}

static inline void prm_cmd_hca_cap_set_vnic_env_cq_overrun(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_27 = prm_u8_replace(p->b_27, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_vnic_env_cq_overrun(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_27 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_max_ra_res_dc(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 6);
	p->b_27 = prm_u8_replace(p->b_27, 0x3f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_ra_res_dc(const struct prm_cmd_hca_cap *p)
{
	return p->b_27 & 0x3f;
}

static inline void prm_cmd_hca_cap_set_cc_roce_ecn_rp_classify_mode(struct prm_cmd_hca_cap *p,
		bool v)
{
	p->b_28 = prm_u8_replace(p->b_28, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_cc_roce_ecn_rp_classify_mode(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_28 >> 7);
}

static inline void prm_cmd_hca_cap_set_cc_roce_ecn_rp_dynamic_rtt(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_28 = prm_u8_replace(p->b_28, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_cc_roce_ecn_rp_dynamic_rtt(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_28 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_cc_roce_ecn_rp_dynamic_ai(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_28 = prm_u8_replace(p->b_28, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_cc_roce_ecn_rp_dynamic_ai(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_28 >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_cc_roce_ecn_rp_dynamic_g(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_28 = prm_u8_replace(p->b_28, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_cmd_hca_cap_get_cc_roce_ecn_rp_dynamic_g(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_28 >> 4) & 0x1);
}

static inline void prm_cmd_hca_cap_set_cc_roce_ecn_rp_burst_decouple(struct prm_cmd_hca_cap *p,
		bool v)
{
	p->b_28 = prm_u8_replace(p->b_28, 0x8, (uint8_t)((uint32_t)v << 3));
}

static inline bool prm_cmd_hca_cap_get_cc_roce_ecn_rp_burst_decouple(
		const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_28 >> 3) & 0x1);
}

static inline void prm_cmd_hca_cap_set_release_all_pages(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_28 = prm_u8_replace(p->b_28, 0x4, (uint8_t)((uint32_t)v << 2));
}

static inline bool prm_cmd_hca_cap_get_release_all_pages(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_28 >> 2) & 0x1);
}

static inline void prm_cmd_hca_cap_set_must_not_use(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_28 = prm_u8_replace(p->b_28, 0x2, (uint8_t)((uint32_t)v << 1));
}

static inline bool prm_cmd_hca_cap_get_must_not_use(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_28 >> 1) & 0x1);
}

static inline void prm_cmd_hca_cap_set_sig_crc64_xp10(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_28 = prm_u8_replace(p->b_28, 0x1, (uint8_t)v);
}

static inline bool prm_cmd_hca_cap_get_sig_crc64_xp10(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_28 & 0x1);
}

static inline void prm_cmd_hca_cap_set_sig_crc32c(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_29 = prm_u8_replace(p->b_29, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_sig_crc32c(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_29 >> 7);
}

static inline void prm_cmd_hca_cap_set_roce_accl(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_29 = prm_u8_replace(p->b_29, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_roce_accl(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_29 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_max_ra_req_qp(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 6);
	p->b_29 = prm_u8_replace(p->b_29, 0x3f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_ra_req_qp(const struct prm_cmd_hca_cap *p)
{
	return p->b_29 & 0x3f;
}

static inline void prm_cmd_hca_cap_set_rtr2rts_qp_counters_set_id(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_2a = prm_u8_replace(p->b_2a, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_rtr2rts_qp_counters_set_id(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_2a >> 7);
}

static inline void prm_cmd_hca_cap_set_rts2rts_udp_sport(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_2a = prm_u8_replace(p->b_2a, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_rts2rts_udp_sport(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_2a >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_rts2rts_lag_tx_port_affinity(struct prm_cmd_hca_cap *p,
		bool v)
{
	p->b_2a = prm_u8_replace(p->b_2a, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_rts2rts_lag_tx_port_affinity(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_2a >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_dma_mmo_sq(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_2a = prm_u8_replace(p->b_2a, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_cmd_hca_cap_get_dma_mmo_sq(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_2a >> 4) & 0x1);
}

static inline void prm_cmd_hca_cap_set_compress_min_block_size(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_2a = prm_u8_replace(p->b_2a, 0xf, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_compress_min_block_size(const struct prm_cmd_hca_cap *p)
{
	return p->b_2a & 0xf;
}

static inline void prm_cmd_hca_cap_set_compress_mmo_sq(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_2b = prm_u8_replace(p->b_2b, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_compress_mmo_sq(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_2b >> 7);
}

static inline void prm_cmd_hca_cap_set_decompress_mmo_sq(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_2b = prm_u8_replace(p->b_2b, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_decompress_mmo_sq(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_2b >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_max_ra_res_qp(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 6);
	p->b_2b = prm_u8_replace(p->b_2b, 0x3f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_ra_res_qp(const struct prm_cmd_hca_cap *p)
{
	return p->b_2b & 0x3f;
}

static inline void prm_cmd_hca_cap_set_end_pad(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_2c = prm_u8_replace(p->b_2c, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_end_pad(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_2c >> 7);
}

static inline void prm_cmd_hca_cap_set_cc_query_allowed(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_2c = prm_u8_replace(p->b_2c, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_cc_query_allowed(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_2c >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_cc_modify_allowed(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_2c = prm_u8_replace(p->b_2c, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_cc_modify_allowed(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_2c >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_start_pad(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_2c = prm_u8_replace(p->b_2c, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_cmd_hca_cap_get_start_pad(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_2c >> 4) & 0x1);
}

static inline void prm_cmd_hca_cap_set_cache_line_128byte(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_2c = prm_u8_replace(p->b_2c, 0x8, (uint8_t)((uint32_t)v << 3));
}

static inline bool prm_cmd_hca_cap_get_cache_line_128byte(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_2c >> 3) & 0x1);
}

static inline void prm_cmd_hca_cap_set_gid_table_size_ro(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_2c = prm_u8_replace(p->b_2c, 0x4, (uint8_t)((uint32_t)v << 2));
}

static inline bool prm_cmd_hca_cap_get_gid_table_size_ro(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_2c >> 2) & 0x1);
}

static inline void prm_cmd_hca_cap_set_pkey_table_size_ro(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_2c = prm_u8_replace(p->b_2c, 0x2, (uint8_t)((uint32_t)v << 1));
}

static inline bool prm_cmd_hca_cap_get_pkey_table_size_ro(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_2c >> 1) & 0x1);
}

static inline void prm_cmd_hca_cap_set_rts2rts_qp_rmp(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_2c = prm_u8_replace(p->b_2c, 0x1, (uint8_t)v);
}

static inline bool prm_cmd_hca_cap_get_rts2rts_qp_rmp(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_2c & 0x1);
}

static inline void prm_cmd_hca_cap_set_rnr_nak_q_counters(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_2d = prm_u8_replace(p->b_2d, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_rnr_nak_q_counters(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_2d >> 7);
}

static inline void prm_cmd_hca_cap_set_rts2rts_qp_counters_set_id(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_2d = prm_u8_replace(p->b_2d, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_rts2rts_qp_counters_set_id(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_2d >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_rts2rts_qp_dscp(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_2d = prm_u8_replace(p->b_2d, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_rts2rts_qp_dscp(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_2d >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_gen3_cc_negotiation(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_2d = prm_u8_replace(p->b_2d, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_cmd_hca_cap_get_gen3_cc_negotiation(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_2d >> 4) & 0x1);
}

static inline void prm_cmd_hca_cap_set_vnic_env_int_rq_oob(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_2d = prm_u8_replace(p->b_2d, 0x8, (uint8_t)((uint32_t)v << 3));
}

static inline bool prm_cmd_hca_cap_get_vnic_env_int_rq_oob(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_2d >> 3) & 0x1);
}

static inline void prm_cmd_hca_cap_set_sbcam_reg(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_2d = prm_u8_replace(p->b_2d, 0x4, (uint8_t)((uint32_t)v << 2));
}

static inline bool prm_cmd_hca_cap_get_sbcam_reg(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_2d >> 2) & 0x1);
}

static inline void prm_cmd_hca_cap_set_cwcam_reg(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_2d = prm_u8_replace(p->b_2d, 0x2, (uint8_t)((uint32_t)v << 1));
}

static inline bool prm_cmd_hca_cap_get_cwcam_reg(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_2d >> 1) & 0x1);
}

static inline void prm_cmd_hca_cap_set_qcam_reg(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_2d = prm_u8_replace(p->b_2d, 0x1, (uint8_t)v);
}

static inline bool prm_cmd_hca_cap_get_qcam_reg(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_2d & 0x1);
}

static inline void prm_cmd_hca_cap_set_gid_table_size(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->gid_table_size = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_gid_table_size(const struct prm_cmd_hca_cap *p)
{
	return prm_be16_to_cpu(p->gid_table_size);
}

static inline void prm_cmd_hca_cap_set_out_of_seq_cnt(struct prm_cmd_hca_cap *p, bool v)
{
	p->w_30 = prm_be16_replace(p->w_30, 0x8000, (uint16_t)((uint32_t)v << 15));
}

static inline bool prm_cmd_hca_cap_get_out_of_seq_cnt(const struct prm_cmd_hca_cap *p)
{
	return (bool)(prm_be16_to_cpu(p->w_30) >> 15);
}

static inline void prm_cmd_hca_cap_set_vport_counters(struct prm_cmd_hca_cap *p, bool v)
{
	p->w_30 = prm_be16_replace(p->w_30, 0x4000, (uint16_t)((uint32_t)v << 14));
}

static inline bool prm_cmd_hca_cap_get_vport_counters(const struct prm_cmd_hca_cap *p)
{
	return (bool)((prm_be16_to_cpu(p->w_30) >> 14) & 0x1);
}

static inline void prm_cmd_hca_cap_set_retransmission_q_counters(struct prm_cmd_hca_cap *p, bool v)
{
	p->w_30 = prm_be16_replace(p->w_30, 0x2000, (uint16_t)((uint32_t)v << 13));
}

static inline bool prm_cmd_hca_cap_get_retransmission_q_counters(const struct prm_cmd_hca_cap *p)
{
	return (bool)((prm_be16_to_cpu(p->w_30) >> 13) & 0x1);
}

static inline void prm_cmd_hca_cap_set_debug(struct prm_cmd_hca_cap *p, bool v)
{
	p->w_30 = prm_be16_replace(p->w_30, 0x1000, (uint16_t)((uint32_t)v << 12));
}

static inline bool prm_cmd_hca_cap_get_debug(const struct prm_cmd_hca_cap *p)
{
	return (bool)((prm_be16_to_cpu(p->w_30) >> 12) & 0x1);
}

static inline void prm_cmd_hca_cap_set_modify_rq_counters_set_id(struct prm_cmd_hca_cap *p, bool v)
{
	p->w_30 = prm_be16_replace(p->w_30, 0x800, (uint16_t)((uint32_t)v << 11));
}

static inline bool prm_cmd_hca_cap_get_modify_rq_counters_set_id(const struct prm_cmd_hca_cap *p)
{
	return (bool)((prm_be16_to_cpu(p->w_30) >> 11) & 0x1);
}

static inline void prm_cmd_hca_cap_set_rq_delay_drop(struct prm_cmd_hca_cap *p, bool v)
{
	p->w_30 = prm_be16_replace(p->w_30, 0x400, (uint16_t)((uint32_t)v << 10));
}

static inline bool prm_cmd_hca_cap_get_rq_delay_drop(const struct prm_cmd_hca_cap *p)
{
	return (bool)((prm_be16_to_cpu(p->w_30) >> 10) & 0x1);
}

static inline void prm_cmd_hca_cap_set_max_qp_cnt(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 10);
	p->w_30 = prm_be16_replace(p->w_30, 0x3ff, (uint16_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_max_qp_cnt(const struct prm_cmd_hca_cap *p)
{
	return prm_be16_to_cpu(p->w_30) & 0x3ff;
}

static inline void prm_cmd_hca_cap_set_pkey_table_size(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->pkey_table_size = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_pkey_table_size(const struct prm_cmd_hca_cap *p)
{
	return prm_be16_to_cpu(p->pkey_table_size);
}

static inline void prm_cmd_hca_cap_set_vport_group_manager(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_34 = prm_u8_replace(p->b_34, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_vport_group_manager(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_34 >> 7);
}

static inline void prm_cmd_hca_cap_set_vhca_group_manager(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_34 = prm_u8_replace(p->b_34, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_vhca_group_manager(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_34 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_ib_virt(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_34 = prm_u8_replace(p->b_34, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_ib_virt(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_34 >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_eth_virt(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_34 = prm_u8_replace(p->b_34, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_cmd_hca_cap_get_eth_virt(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_34 >> 4) & 0x1);
}

static inline void prm_cmd_hca_cap_set_vnic_env_queue_counters(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_34 = prm_u8_replace(p->b_34, 0x8, (uint8_t)((uint32_t)v << 3));
}

static inline bool prm_cmd_hca_cap_get_vnic_env_queue_counters(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_34 >> 3) & 0x1);
}

static inline void prm_cmd_hca_cap_set_ets(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_34 = prm_u8_replace(p->b_34, 0x4, (uint8_t)((uint32_t)v << 2));
}

static inline bool prm_cmd_hca_cap_get_ets(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_34 >> 2) & 0x1);
}

static inline void prm_cmd_hca_cap_set_nic_flow_table(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_34 = prm_u8_replace(p->b_34, 0x2, (uint8_t)((uint32_t)v << 1));
}

static inline bool prm_cmd_hca_cap_get_nic_flow_table(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_34 >> 1) & 0x1);
}

static inline void prm_cmd_hca_cap_set_eswitch_manager(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_34 = prm_u8_replace(p->b_34, 0x1, (uint8_t)v);
}

static inline bool prm_cmd_hca_cap_get_eswitch_manager(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_34 & 0x1);
}

static inline void prm_cmd_hca_cap_set_device_memory(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_35 = prm_u8_replace(p->b_35, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_device_memory(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_35 >> 7);
}

static inline void prm_cmd_hca_cap_set_mcam_reg(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_35 = prm_u8_replace(p->b_35, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_mcam_reg(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_35 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_pcam_reg(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_35 = prm_u8_replace(p->b_35, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_pcam_reg(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_35 >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_local_ca_ack_delay(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_35 = prm_u8_replace(p->b_35, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_local_ca_ack_delay(const struct prm_cmd_hca_cap *p)
{
	return p->b_35 & 0x1f;
}

static inline void prm_cmd_hca_cap_set_port_module_event(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_36 = prm_u8_replace(p->b_36, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_port_module_event(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_36 >> 7);
}

static inline void prm_cmd_hca_cap_set_enhanced_retransmission_q_counters(struct prm_cmd_hca_cap *p,
		bool v)
{
	p->b_36 = prm_u8_replace(p->b_36, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_enhanced_retransmission_q_counters(
		const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_36 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_port_checks(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_36 = prm_u8_replace(p->b_36, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_port_checks(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_36 >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_pulse_gen_control(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_36 = prm_u8_replace(p->b_36, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_cmd_hca_cap_get_pulse_gen_control(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_36 >> 4) & 0x1);
}

static inline void prm_cmd_hca_cap_set_disable_link_up_by_init_hca(struct prm_cmd_hca_cap *p,
		bool v)
{
	p->b_36 = prm_u8_replace(p->b_36, 0x8, (uint8_t)((uint32_t)v << 3));
}

static inline bool prm_cmd_hca_cap_get_disable_link_up_by_init_hca(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_36 >> 3) & 0x1);
}

static inline void prm_cmd_hca_cap_set_beacon_led(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_36 = prm_u8_replace(p->b_36, 0x4, (uint8_t)((uint32_t)v << 2));
}

static inline bool prm_cmd_hca_cap_get_beacon_led(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_36 >> 2) & 0x1);
}

static inline void prm_cmd_hca_cap_set_port_type(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 2);
	p->b_36 = prm_u8_replace(p->b_36, 0x3, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_port_type(const struct prm_cmd_hca_cap *p)
{
	return p->b_36 & 0x3;
}

static inline void prm_cmd_hca_cap_set_num_ports(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->num_ports = (uint8_t)v;
}

static inline uint32_t prm_cmd_hca_cap_get_num_ports(const struct prm_cmd_hca_cap *p)
{
	return p->num_ports;
}

static inline void prm_cmd_hca_cap_set_snapshot(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_38 = prm_u8_replace(p->b_38, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_snapshot(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_38 >> 7);
}

static inline void prm_cmd_hca_cap_set_pps(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_38 = prm_u8_replace(p->b_38, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_pps(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_38 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_pps_modify(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_38 = prm_u8_replace(p->b_38, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_pps_modify(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_38 >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_max_msg(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_38 = prm_u8_replace(p->b_38, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_msg(const struct prm_cmd_hca_cap *p)
{
	return p->b_38 & 0x1f;
}

static inline void prm_cmd_hca_cap_set_multi_path_xrc_rdma(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_39 = prm_u8_replace(p->b_39, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_multi_path_xrc_rdma(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_39 >> 7);
}

static inline void prm_cmd_hca_cap_set_multi_path_dc_rdma(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_39 = prm_u8_replace(p->b_39, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_multi_path_dc_rdma(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_39 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_multi_path_rc_rdma(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_39 = prm_u8_replace(p->b_39, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_multi_path_rc_rdma(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_39 >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_traffic_fast_control(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_39 = prm_u8_replace(p->b_39, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_cmd_hca_cap_get_traffic_fast_control(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_39 >> 4) & 0x1);
}

static inline void prm_cmd_hca_cap_set_max_tc(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_39 = prm_u8_replace(p->b_39, 0xf, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_max_tc(const struct prm_cmd_hca_cap *p)
{
	return p->b_39 & 0xf;
}

static inline void prm_cmd_hca_cap_set_temp_warn_event(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_3a = prm_u8_replace(p->b_3a, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_temp_warn_event(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_3a >> 7);
}

static inline void prm_cmd_hca_cap_set_dcbx(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_3a = prm_u8_replace(p->b_3a, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_dcbx(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_3a >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_general_notification_event(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_3a = prm_u8_replace(p->b_3a, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_general_notification_event(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_3a >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_multi_prio_sq(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_3a = prm_u8_replace(p->b_3a, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_cmd_hca_cap_get_multi_prio_sq(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_3a >> 4) & 0x1);
}

static inline void prm_cmd_hca_cap_set_afu_owner(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_3a = prm_u8_replace(p->b_3a, 0x8, (uint8_t)((uint32_t)v << 3));
}

static inline bool prm_cmd_hca_cap_get_afu_owner(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_3a >> 3) & 0x1);
}

static inline void prm_cmd_hca_cap_set_fpga(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_3a = prm_u8_replace(p->b_3a, 0x4, (uint8_t)((uint32_t)v << 2));
}

static inline bool prm_cmd_hca_cap_get_fpga(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_3a >> 2) & 0x1);
}

static inline void prm_cmd_hca_cap_set_rol_s(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_3a = prm_u8_replace(p->b_3a, 0x2, (uint8_t)((uint32_t)v << 1));
}

static inline bool prm_cmd_hca_cap_get_rol_s(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_3a >> 1) & 0x1);
}

static inline void prm_cmd_hca_cap_set_rol_g(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_3a = prm_u8_replace(p->b_3a, 0x1, (uint8_t)v);
}

static inline bool prm_cmd_hca_cap_get_rol_g(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_3a & 0x1);
}

static inline void prm_cmd_hca_cap_set_ib_port_sniffer(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_3b = prm_u8_replace(p->b_3b, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_ib_port_sniffer(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_3b >> 7);
}

static inline void prm_cmd_hca_cap_set_wol_s(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_3b = prm_u8_replace(p->b_3b, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_wol_s(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_3b >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_wol_g(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_3b = prm_u8_replace(p->b_3b, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_wol_g(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_3b >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_wol_a(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_3b = prm_u8_replace(p->b_3b, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_cmd_hca_cap_get_wol_a(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_3b >> 4) & 0x1);
}

static inline void prm_cmd_hca_cap_set_wol_b(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_3b = prm_u8_replace(p->b_3b, 0x8, (uint8_t)((uint32_t)v << 3));
}

static inline bool prm_cmd_hca_cap_get_wol_b(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_3b >> 3) & 0x1);
}

static inline void prm_cmd_hca_cap_set_wol_m(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_3b = prm_u8_replace(p->b_3b, 0x4, (uint8_t)((uint32_t)v << 2));
}

static inline bool prm_cmd_hca_cap_get_wol_m(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_3b >> 2) & 0x1);
}

static inline void prm_cmd_hca_cap_set_wol_u(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_3b = prm_u8_replace(p->b_3b, 0x2, (uint8_t)((uint32_t)v << 1));
}

static inline bool prm_cmd_hca_cap_get_wol_u(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_3b >> 1) & 0x1);
}

static inline void prm_cmd_hca_cap_set_wol_p(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_3b = prm_u8_replace(p->b_3b, 0x1, (uint8_t)v);
}

static inline bool prm_cmd_hca_cap_get_wol_p(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_3b & 0x1);
}

static inline void prm_cmd_hca_cap_set_stat_rate_support(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->stat_rate_support = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_stat_rate_support(const struct prm_cmd_hca_cap *p)
{
	return prm_be16_to_cpu(p->stat_rate_support);
}

static inline void prm_cmd_hca_cap_set_sig_block_4048(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_3e = prm_u8_replace(p->b_3e, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_sig_block_4048(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_3e >> 7);
}

static inline void prm_cmd_hca_cap_set_pci_sync_for_fw_update_event(struct prm_cmd_hca_cap *p,
		bool v)
{
	p->b_3e = prm_u8_replace(p->b_3e, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_pci_sync_for_fw_update_event(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_3e >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_init2rtr_drain_sigerr(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_3e = prm_u8_replace(p->b_3e, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_init2rtr_drain_sigerr(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_3e >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_max_extended_rnr_retry(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_3e = prm_u8_replace(p->b_3e, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_extended_rnr_retry(
		const struct prm_cmd_hca_cap *p)
{
	return p->b_3e & 0x1f;
}

static inline void prm_cmd_hca_cap_set_init2_lag_tx_port_affinity(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_3f = prm_u8_replace(p->b_3f, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_init2_lag_tx_port_affinity(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_3f >> 7);
}

static inline void prm_cmd_hca_cap_set_flow_group_type_hash_split(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_3f = prm_u8_replace(p->b_3f, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_flow_group_type_hash_split(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_3f >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_stat_rate_200(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_3f = prm_u8_replace(p->b_3f, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_stat_rate_200(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_3f >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_wqe_based_flow_table_update_cap(struct prm_cmd_hca_cap *p,
		bool v)
{
	p->b_3f = prm_u8_replace(p->b_3f, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_cmd_hca_cap_get_wqe_based_flow_table_update_cap(
		const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_3f >> 4) & 0x1);
}

static inline void prm_cmd_hca_cap_set_cqe_version(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_3f = prm_u8_replace(p->b_3f, 0xf, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_cqe_version(const struct prm_cmd_hca_cap *p)
{
	return p->b_3f & 0xf;
}

static inline void prm_cmd_hca_cap_set_compact_address_vector(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_40 = prm_u8_replace(p->b_40, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_compact_address_vector(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_40 >> 7);
}

static inline void prm_cmd_hca_cap_set_eth_striding_wq(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_40 = prm_u8_replace(p->b_40, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_eth_striding_wq(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_40 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_ipoib_enhanced_offloads(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_40 = prm_u8_replace(p->b_40, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_cmd_hca_cap_get_ipoib_enhanced_offloads(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_40 >> 4) & 0x1);
}

static inline void prm_cmd_hca_cap_set_ipoib_basic_offloads(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_40 = prm_u8_replace(p->b_40, 0x8, (uint8_t)((uint32_t)v << 3));
}

static inline bool prm_cmd_hca_cap_get_ipoib_basic_offloads(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_40 >> 3) & 0x1);
}

static inline void prm_cmd_hca_cap_set_ib_link_list_striding_wq(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_40 = prm_u8_replace(p->b_40, 0x4, (uint8_t)((uint32_t)v << 2));
}

static inline bool prm_cmd_hca_cap_get_ib_link_list_striding_wq(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_40 >> 2) & 0x1);
}

static inline void prm_cmd_hca_cap_set_repeated_block_disabled(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_40 = prm_u8_replace(p->b_40, 0x2, (uint8_t)((uint32_t)v << 1));
}

static inline bool prm_cmd_hca_cap_get_repeated_block_disabled(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_40 >> 1) & 0x1);
}

static inline void prm_cmd_hca_cap_set_umr_modify_entity_size_disabled(struct prm_cmd_hca_cap *p,
		bool v)
{
	p->b_40 = prm_u8_replace(p->b_40, 0x1, (uint8_t)v);
}

static inline bool prm_cmd_hca_cap_get_umr_modify_entity_size_disabled(
		const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_40 & 0x1);
}

static inline void prm_cmd_hca_cap_set_umr_modify_atomic_disabled(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_41 = prm_u8_replace(p->b_41, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_umr_modify_atomic_disabled(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_41 >> 7);
}

static inline void prm_cmd_hca_cap_set_umr_indirect_mkey_disabled(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_41 = prm_u8_replace(p->b_41, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_umr_indirect_mkey_disabled(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_41 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_umr_fence(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 2);
	p->b_41 = prm_u8_replace(p->b_41, 0x30, (uint8_t)((uint32_t)v << 4));
}

static inline uint32_t prm_cmd_hca_cap_get_umr_fence(const struct prm_cmd_hca_cap *p)
{
	return (p->b_41 >> 4) & 0x3;
}

static inline void prm_cmd_hca_cap_set_dc_req_sctr_data_cqe(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_41 = prm_u8_replace(p->b_41, 0x8, (uint8_t)((uint32_t)v << 3));
}

static inline bool prm_cmd_hca_cap_get_dc_req_sctr_data_cqe(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_41 >> 3) & 0x1);
}

static inline void prm_cmd_hca_cap_set_dc_connect_qp(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_41 = prm_u8_replace(p->b_41, 0x4, (uint8_t)((uint32_t)v << 2));
}

static inline bool prm_cmd_hca_cap_get_dc_connect_qp(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_41 >> 2) & 0x1);
}

static inline void prm_cmd_hca_cap_set_dc_cnak_trace(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_41 = prm_u8_replace(p->b_41, 0x2, (uint8_t)((uint32_t)v << 1));
}

static inline bool prm_cmd_hca_cap_get_dc_cnak_trace(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_41 >> 1) & 0x1);
}

static inline void prm_cmd_hca_cap_set_drain_sigerr(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_41 = prm_u8_replace(p->b_41, 0x1, (uint8_t)v);
}

static inline bool prm_cmd_hca_cap_get_drain_sigerr(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_41 & 0x1);
}

static inline void prm_cmd_hca_cap_set_cmdif_checksum(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 2);
	p->b_42 = prm_u8_replace(p->b_42, 0xc0, (uint8_t)((uint32_t)v << 6));
}

static inline uint32_t prm_cmd_hca_cap_get_cmdif_checksum(const struct prm_cmd_hca_cap *p)
{
	return p->b_42 >> 6;
}

static inline void prm_cmd_hca_cap_set_sigerr_cqe(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_42 = prm_u8_replace(p->b_42, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_sigerr_cqe(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_42 >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_e_psv(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_42 = prm_u8_replace(p->b_42, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_cmd_hca_cap_get_e_psv(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_42 >> 4) & 0x1);
}

static inline void prm_cmd_hca_cap_set_wq_signature(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_42 = prm_u8_replace(p->b_42, 0x8, (uint8_t)((uint32_t)v << 3));
}

static inline bool prm_cmd_hca_cap_get_wq_signature(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_42 >> 3) & 0x1);
}

static inline void prm_cmd_hca_cap_set_sctr_data_cqe(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_42 = prm_u8_replace(p->b_42, 0x4, (uint8_t)((uint32_t)v << 2));
}

static inline bool prm_cmd_hca_cap_get_sctr_data_cqe(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_42 >> 2) & 0x1);
}

static inline void prm_cmd_hca_cap_set_bsf_in_create_mkey(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_42 = prm_u8_replace(p->b_42, 0x2, (uint8_t)((uint32_t)v << 1));
}

static inline bool prm_cmd_hca_cap_get_bsf_in_create_mkey(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_42 >> 1) & 0x1);
}

static inline void prm_cmd_hca_cap_set_sho(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_42 = prm_u8_replace(p->b_42, 0x1, (uint8_t)v);
}

static inline bool prm_cmd_hca_cap_get_sho(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_42 & 0x1);
}

static inline void prm_cmd_hca_cap_set_tph(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_43 = prm_u8_replace(p->b_43, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_tph(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_43 >> 7);
}

static inline void prm_cmd_hca_cap_set_rf(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_43 = prm_u8_replace(p->b_43, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_rf(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_43 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_dct(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_43 = prm_u8_replace(p->b_43, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_dct(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_43 >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_qos(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_43 = prm_u8_replace(p->b_43, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_cmd_hca_cap_get_qos(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_43 >> 4) & 0x1);
}

static inline void prm_cmd_hca_cap_set_eth_net_offloads(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_43 = prm_u8_replace(p->b_43, 0x8, (uint8_t)((uint32_t)v << 3));
}

static inline bool prm_cmd_hca_cap_get_eth_net_offloads(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_43 >> 3) & 0x1);
}

static inline void prm_cmd_hca_cap_set_roce(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_43 = prm_u8_replace(p->b_43, 0x4, (uint8_t)((uint32_t)v << 2));
}

static inline bool prm_cmd_hca_cap_get_roce(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_43 >> 2) & 0x1);
}

static inline void prm_cmd_hca_cap_set_atomic(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_43 = prm_u8_replace(p->b_43, 0x2, (uint8_t)((uint32_t)v << 1));
}

static inline bool prm_cmd_hca_cap_get_atomic(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_43 >> 1) & 0x1);
}

static inline void prm_cmd_hca_cap_set_extended_retry_count(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_43 = prm_u8_replace(p->b_43, 0x1, (uint8_t)v);
}

static inline bool prm_cmd_hca_cap_get_extended_retry_count(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_43 & 0x1);
}

static inline void prm_cmd_hca_cap_set_cq_oi(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_44 = prm_u8_replace(p->b_44, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_cq_oi(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_44 >> 7);
}

static inline void prm_cmd_hca_cap_set_cq_resize(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_44 = prm_u8_replace(p->b_44, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_cq_resize(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_44 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_cq_moderation(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_44 = prm_u8_replace(p->b_44, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_cq_moderation(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_44 >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_cq_period_mode_modify(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_44 = prm_u8_replace(p->b_44, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_cmd_hca_cap_get_cq_period_mode_modify(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_44 >> 4) & 0x1);
}

static inline void prm_cmd_hca_cap_set_cq_invalidate(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_44 = prm_u8_replace(p->b_44, 0x8, (uint8_t)((uint32_t)v << 3));
}

static inline bool prm_cmd_hca_cap_get_cq_invalidate(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_44 >> 3) & 0x1);
}

static inline void prm_cmd_hca_cap_set_ib_striding_wq_cq_first_indication(struct prm_cmd_hca_cap *p,
		bool v)
{
	p->b_44 = prm_u8_replace(p->b_44, 0x4, (uint8_t)((uint32_t)v << 2));
}

static inline bool prm_cmd_hca_cap_get_ib_striding_wq_cq_first_indication(
		const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_44 >> 2) & 0x1);
}

static inline void prm_cmd_hca_cap_set_cq_eq_remap(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_44 = prm_u8_replace(p->b_44, 0x2, (uint8_t)((uint32_t)v << 1));
}

static inline bool prm_cmd_hca_cap_get_cq_eq_remap(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_44 >> 1) & 0x1);
}

static inline void prm_cmd_hca_cap_set_pg(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_44 = prm_u8_replace(p->b_44, 0x1, (uint8_t)v);
}

static inline bool prm_cmd_hca_cap_get_pg(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_44 & 0x1);
}

static inline void prm_cmd_hca_cap_set_block_lb_mc(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_45 = prm_u8_replace(p->b_45, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_block_lb_mc(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_45 >> 7);
}

static inline void prm_cmd_hca_cap_set_exponential_backoff(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_45 = prm_u8_replace(p->b_45, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_exponential_backoff(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_45 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_scqe_break_moderation(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_45 = prm_u8_replace(p->b_45, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_scqe_break_moderation(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_45 >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_cq_period_start_from_cqe(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_45 = prm_u8_replace(p->b_45, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_cmd_hca_cap_get_cq_period_start_from_cqe(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_45 >> 4) & 0x1);
}

static inline void prm_cmd_hca_cap_set_cd(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_45 = prm_u8_replace(p->b_45, 0x8, (uint8_t)((uint32_t)v << 3));
}

static inline bool prm_cmd_hca_cap_get_cd(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_45 >> 3) & 0x1);
}

static inline void prm_cmd_hca_cap_set_atm(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_45 = prm_u8_replace(p->b_45, 0x4, (uint8_t)((uint32_t)v << 2));
}

static inline bool prm_cmd_hca_cap_get_atm(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_45 >> 2) & 0x1);
}

static inline void prm_cmd_hca_cap_set_apm(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_45 = prm_u8_replace(p->b_45, 0x2, (uint8_t)((uint32_t)v << 1));
}

static inline bool prm_cmd_hca_cap_get_apm(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_45 >> 1) & 0x1);
}

static inline void prm_cmd_hca_cap_set_vector_calc(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_45 = prm_u8_replace(p->b_45, 0x1, (uint8_t)v);
}

static inline bool prm_cmd_hca_cap_get_vector_calc(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_45 & 0x1);
}

static inline void prm_cmd_hca_cap_set_umr_ptr_rlkey(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_46 = prm_u8_replace(p->b_46, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_umr_ptr_rlkey(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_46 >> 7);
}

static inline void prm_cmd_hca_cap_set_imaicl(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_46 = prm_u8_replace(p->b_46, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_imaicl(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_46 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_qp_packet_based(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_46 = prm_u8_replace(p->b_46, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_qp_packet_based(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_46 >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_ib_cyclic_striding_wq(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_46 = prm_u8_replace(p->b_46, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_cmd_hca_cap_get_ib_cyclic_striding_wq(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_46 >> 4) & 0x1);
}

static inline void prm_cmd_hca_cap_set_ipoib_enhanced_pkey_change(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_46 = prm_u8_replace(p->b_46, 0x8, (uint8_t)((uint32_t)v << 3));
}

static inline bool prm_cmd_hca_cap_get_ipoib_enhanced_pkey_change(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_46 >> 3) & 0x1);
}

static inline void prm_cmd_hca_cap_set_initiator_src_dct_in_cqe(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_46 = prm_u8_replace(p->b_46, 0x4, (uint8_t)((uint32_t)v << 2));
}

static inline bool prm_cmd_hca_cap_get_initiator_src_dct_in_cqe(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_46 >> 2) & 0x1);
}

static inline void prm_cmd_hca_cap_set_qkv(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_46 = prm_u8_replace(p->b_46, 0x2, (uint8_t)((uint32_t)v << 1));
}

static inline bool prm_cmd_hca_cap_get_qkv(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_46 >> 1) & 0x1);
}

static inline void prm_cmd_hca_cap_set_pkv(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_46 = prm_u8_replace(p->b_46, 0x1, (uint8_t)v);
}

static inline bool prm_cmd_hca_cap_get_pkv(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_46 & 0x1);
}

static inline void prm_cmd_hca_cap_set_set_deth_sqpn(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_47 = prm_u8_replace(p->b_47, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_set_deth_sqpn(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_47 >> 7);
}

static inline void prm_cmd_hca_cap_set_rts2rts_primary_sl(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_47 = prm_u8_replace(p->b_47, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_rts2rts_primary_sl(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_47 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_initiator_src_dct(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_47 = prm_u8_replace(p->b_47, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_initiator_src_dct(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_47 >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_dc_v2(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_47 = prm_u8_replace(p->b_47, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_cmd_hca_cap_get_dc_v2(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_47 >> 4) & 0x1);
}

static inline void prm_cmd_hca_cap_set_xrc(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_47 = prm_u8_replace(p->b_47, 0x8, (uint8_t)((uint32_t)v << 3));
}

static inline bool prm_cmd_hca_cap_get_xrc(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_47 >> 3) & 0x1);
}

static inline void prm_cmd_hca_cap_set_ud(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_47 = prm_u8_replace(p->b_47, 0x4, (uint8_t)((uint32_t)v << 2));
}

static inline bool prm_cmd_hca_cap_get_ud(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_47 >> 2) & 0x1);
}

static inline void prm_cmd_hca_cap_set_uc(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_47 = prm_u8_replace(p->b_47, 0x2, (uint8_t)((uint32_t)v << 1));
}

static inline bool prm_cmd_hca_cap_get_uc(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_47 >> 1) & 0x1);
}

static inline void prm_cmd_hca_cap_set_rc(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_47 = prm_u8_replace(p->b_47, 0x1, (uint8_t)v);
}

static inline bool prm_cmd_hca_cap_get_rc(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_47 & 0x1);
}

static inline void prm_cmd_hca_cap_set_uar_4k(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_48 = prm_u8_replace(p->b_48, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_uar_4k(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_48 >> 7);
}

static inline void prm_cmd_hca_cap_set_dci_no_rdma_wr_optimized_performance(
		struct prm_cmd_hca_cap *p, bool v)
{
	p->b_48 = prm_u8_replace(p->b_48, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_dci_no_rdma_wr_optimized_performance(
		const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_48 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_local_dma(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_48 = prm_u8_replace(p->b_48, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_local_dma(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_48 >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_max_local_dma_size(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_48 = prm_u8_replace(p->b_48, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_local_dma_size(const struct prm_cmd_hca_cap *p)
{
	return p->b_48 & 0x1f;
}

static inline void prm_cmd_hca_cap_set_fl_rc_qp_when_roce_disabled(struct prm_cmd_hca_cap *p,
		bool v)
{
	p->b_49 = prm_u8_replace(p->b_49, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_fl_rc_qp_when_roce_disabled(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_49 >> 7);
}

static inline void prm_cmd_hca_cap_set_regexp_params(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_49 = prm_u8_replace(p->b_49, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_regexp_params(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_49 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_uar_sz(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 6);
	p->b_49 = prm_u8_replace(p->b_49, 0x3f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_uar_sz(const struct prm_cmd_hca_cap *p)
{
	return p->b_49 & 0x3f;
}

static inline void prm_cmd_hca_cap_set_port_selection_cap(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_4a = prm_u8_replace(p->b_4a, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_port_selection_cap(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_4a >> 7);
}

static inline void prm_cmd_hca_cap_set_nic_cap_reg(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_4a = prm_u8_replace(p->b_4a, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_nic_cap_reg(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_4a >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_umem_uid_0(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_4a = prm_u8_replace(p->b_4a, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_umem_uid_0(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_4a >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_max_dc_cnak_qps(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_4a = prm_u8_replace(p->b_4a, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_dc_cnak_qps(const struct prm_cmd_hca_cap *p)
{
	return p->b_4a & 0x1f;
}

static inline void prm_cmd_hca_cap_set_log_pg_sz(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->log_pg_sz = (uint8_t)v;
}

static inline uint32_t prm_cmd_hca_cap_get_log_pg_sz(const struct prm_cmd_hca_cap *p)
{
	return p->log_pg_sz;
}

static inline void prm_cmd_hca_cap_set_bf(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_4c = prm_u8_replace(p->b_4c, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_bf(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_4c >> 7);
}

static inline void prm_cmd_hca_cap_set_driver_version(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_4c = prm_u8_replace(p->b_4c, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_driver_version(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_4c >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_pad_tx_eth_packet(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_4c = prm_u8_replace(p->b_4c, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_pad_tx_eth_packet(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_4c >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_query_driver_version(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_4c = prm_u8_replace(p->b_4c, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_cmd_hca_cap_get_query_driver_version(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_4c >> 4) & 0x1);
}

static inline void prm_cmd_hca_cap_set_max_qp_retry_freq(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_4c = prm_u8_replace(p->b_4c, 0x8, (uint8_t)((uint32_t)v << 3));
}

static inline bool prm_cmd_hca_cap_get_max_qp_retry_freq(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_4c >> 3) & 0x1);
}

static inline void prm_cmd_hca_cap_set_qp_by_name(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_4c = prm_u8_replace(p->b_4c, 0x4, (uint8_t)((uint32_t)v << 2));
}

static inline bool prm_cmd_hca_cap_get_qp_by_name(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_4c >> 2) & 0x1);
}

static inline void prm_cmd_hca_cap_set_mkey_by_name(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_4c = prm_u8_replace(p->b_4c, 0x2, (uint8_t)((uint32_t)v << 1));
}

static inline bool prm_cmd_hca_cap_get_mkey_by_name(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_4c >> 1) & 0x1);
}

static inline void prm_cmd_hca_cap_set_virtio_fs_device_emulation_manager(struct prm_cmd_hca_cap *p,
		bool v)
{
	p->b_4c = prm_u8_replace(p->b_4c, 0x1, (uint8_t)v);
}

static inline bool prm_cmd_hca_cap_get_virtio_fs_device_emulation_manager(
		const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_4c & 0x1);
}

static inline void prm_cmd_hca_cap_set_suspend_qp_uc(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_4d = prm_u8_replace(p->b_4d, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_suspend_qp_uc(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_4d >> 7);
}

static inline void prm_cmd_hca_cap_set_suspend_qp_ud(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_4d = prm_u8_replace(p->b_4d, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_suspend_qp_ud(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_4d >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_suspend_qp_rc(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_4d = prm_u8_replace(p->b_4d, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_suspend_qp_rc(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_4d >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_bf_reg_size(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_4d = prm_u8_replace(p->b_4d, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_bf_reg_size(const struct prm_cmd_hca_cap *p)
{
	return p->b_4d & 0x1f;
}

static inline void prm_cmd_hca_cap_set_disciplined_fr_counter(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_4e = prm_u8_replace(p->b_4e, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_disciplined_fr_counter(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_4e >> 7);
}

static inline void prm_cmd_hca_cap_set_ec_offload_engine_disabled(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_4e = prm_u8_replace(p->b_4e, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_ec_offload_engine_disabled(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_4e >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_qp_8k_mtu(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_4e = prm_u8_replace(p->b_4e, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_qp_8k_mtu(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_4e >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_qp_error_syndrome(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_4e = prm_u8_replace(p->b_4e, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_cmd_hca_cap_get_qp_error_syndrome(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_4e >> 4) & 0x1);
}

static inline void prm_cmd_hca_cap_set_qp_handling_when_roce_disabled(struct prm_cmd_hca_cap *p,
		bool v)
{
	p->b_4e = prm_u8_replace(p->b_4e, 0x8, (uint8_t)((uint32_t)v << 3));
}

static inline bool prm_cmd_hca_cap_get_qp_handling_when_roce_disabled(
		const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_4e >> 3) & 0x1);
}

static inline void prm_cmd_hca_cap_set_atomic_rate_pa(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_4e = prm_u8_replace(p->b_4e, 0x4, (uint8_t)((uint32_t)v << 2));
}

static inline bool prm_cmd_hca_cap_get_atomic_rate_pa(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_4e >> 2) & 0x1);
}

static inline void prm_cmd_hca_cap_set_lag_dct(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 2);
	p->b_4e = prm_u8_replace(p->b_4e, 0x3, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_lag_dct(const struct prm_cmd_hca_cap *p)
{
	return p->b_4e & 0x3;
}

static inline void prm_cmd_hca_cap_set_lag_tx_port_affinity(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_4f = prm_u8_replace(p->b_4f, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_lag_tx_port_affinity(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_4f >> 7);
}

static inline void prm_cmd_hca_cap_set_lag_native_fdb_selection(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_4f = prm_u8_replace(p->b_4f, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_lag_native_fdb_selection(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_4f >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_lag_master(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_4f = prm_u8_replace(p->b_4f, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_cmd_hca_cap_get_lag_master(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_4f >> 4) & 0x1);
}

static inline void prm_cmd_hca_cap_set_num_lag_ports(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_4f = prm_u8_replace(p->b_4f, 0xf, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_num_lag_ports(const struct prm_cmd_hca_cap *p)
{
	return p->b_4f & 0xf;
}

static inline void prm_cmd_hca_cap_set_num_of_diagnostic_counters(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->num_of_diagnostic_counters = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_num_of_diagnostic_counters(
		const struct prm_cmd_hca_cap *p)
{
	return prm_be16_to_cpu(p->num_of_diagnostic_counters);
}

static inline void prm_cmd_hca_cap_set_max_wqe_sz_sq(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->max_wqe_sz_sq = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_max_wqe_sz_sq(const struct prm_cmd_hca_cap *p)
{
	return prm_be16_to_cpu(p->max_wqe_sz_sq);
}

static inline void prm_cmd_hca_cap_set_icm_mng_function_id_mode(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 1);
	p->b_54 = prm_u8_replace(p->b_54, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline uint32_t prm_cmd_hca_cap_get_icm_mng_function_id_mode(const struct prm_cmd_hca_cap *p)
{
	return p->b_54 >> 7;
}

static inline void prm_cmd_hca_cap_set_vhca_state_change_event_id_mode(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 1);
	p->b_54 = prm_u8_replace(p->b_54, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline uint32_t prm_cmd_hca_cap_get_vhca_state_change_event_id_mode(
		const struct prm_cmd_hca_cap *p)
{
	return (p->b_54 >> 6) & 0x1;
}

static inline void prm_cmd_hca_cap_set_driver_ver_change_event_id_mode(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 1);
	p->b_54 = prm_u8_replace(p->b_54, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline uint32_t prm_cmd_hca_cap_get_driver_ver_change_event_id_mode(
		const struct prm_cmd_hca_cap *p)
{
	return (p->b_54 >> 5) & 0x1;
}

static inline void prm_cmd_hca_cap_set_embedded_program(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_54 = prm_u8_replace(p->b_54, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_cmd_hca_cap_get_embedded_program(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_54 >> 4) & 0x1);
}

static inline void prm_cmd_hca_cap_set_pcc_np_resp_ts_insert(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_54 = prm_u8_replace(p->b_54, 0x8, (uint8_t)((uint32_t)v << 3));
}

static inline bool prm_cmd_hca_cap_get_pcc_np_resp_ts_insert(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_54 >> 3) & 0x1);
}

static inline void prm_cmd_hca_cap_set_pcc_np_gns_select_full_bit_mask(struct prm_cmd_hca_cap *p,
		bool v)
{
	p->b_54 = prm_u8_replace(p->b_54, 0x4, (uint8_t)((uint32_t)v << 2));
}

static inline bool prm_cmd_hca_cap_get_pcc_np_gns_select_full_bit_mask(
		const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_54 >> 2) & 0x1);
}

static inline void prm_cmd_hca_cap_set_pcc_np_multiplane_probe(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_54 = prm_u8_replace(p->b_54, 0x2, (uint8_t)((uint32_t)v << 1));
}

static inline bool prm_cmd_hca_cap_get_pcc_np_multiplane_probe(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_54 >> 1) & 0x1);
}

static inline void prm_cmd_hca_cap_set_mkey_pcie_tph(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_54 = prm_u8_replace(p->b_54, 0x1, (uint8_t)v);
}

static inline bool prm_cmd_hca_cap_get_mkey_pcie_tph(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_54 & 0x1);
}

static inline void prm_cmd_hca_cap_set_mkey_error_isolate(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_55 = prm_u8_replace(p->b_55, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_mkey_error_isolate(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_55 >> 7);
}

static inline void prm_cmd_hca_cap_set_tis_tir_td_order(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_55 = prm_u8_replace(p->b_55, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_tis_tir_td_order(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_55 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_psp(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_55 = prm_u8_replace(p->b_55, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_psp(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_55 >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_shampo(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_55 = prm_u8_replace(p->b_55, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_cmd_hca_cap_get_shampo(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_55 >> 4) & 0x1);
}

static inline void prm_cmd_hca_cap_set_regexp_mmo_sq(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_55 = prm_u8_replace(p->b_55, 0x8, (uint8_t)((uint32_t)v << 3));
}

static inline bool prm_cmd_hca_cap_get_regexp_mmo_sq(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_55 >> 3) & 0x1);
}

static inline void prm_cmd_hca_cap_set_regexp_version(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 3);
	p->b_55 = prm_u8_replace(p->b_55, 0x7, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_regexp_version(const struct prm_cmd_hca_cap *p)
{
	return p->b_55 & 0x7;
}

static inline void prm_cmd_hca_cap_set_max_wqe_sz_rq(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->max_wqe_sz_rq = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_max_wqe_sz_rq(const struct prm_cmd_hca_cap *p)
{
	return prm_be16_to_cpu(p->max_wqe_sz_rq);
}

static inline void prm_cmd_hca_cap_set_max_flow_counter_31_16(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->max_flow_counter_31_16 = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_max_flow_counter_31_16(const struct prm_cmd_hca_cap *p)
{
	return prm_be16_to_cpu(p->max_flow_counter_31_16);
}

static inline void prm_cmd_hca_cap_set_max_wqe_sz_sq_dc(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->max_wqe_sz_sq_dc = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_max_wqe_sz_sq_dc(const struct prm_cmd_hca_cap *p)
{
	return prm_be16_to_cpu(p->max_wqe_sz_sq_dc);
}

static inline void prm_cmd_hca_cap_set_query_host_net_function_num_max(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->dw_5c = prm_be32_replace(p->dw_5c, 0xf8000000u, (uint32_t)v << 27);
}

static inline uint32_t prm_cmd_hca_cap_get_query_host_net_function_num_max(
		const struct prm_cmd_hca_cap *p)
{
	return prm_be32_to_cpu(p->dw_5c) >> 27;
}

static inline void prm_cmd_hca_cap_set_max_qp_mcg(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 25);
	p->dw_5c = prm_be32_replace(p->dw_5c, 0x1ffffffu, v);
}

static inline uint32_t prm_cmd_hca_cap_get_max_qp_mcg(const struct prm_cmd_hca_cap *p)
{
	return prm_be32_to_cpu(p->dw_5c) & 0x1ffffff;
}

static inline void prm_cmd_hca_cap_set_mlnx_tag_ethertype(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->mlnx_tag_ethertype = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_mlnx_tag_ethertype(const struct prm_cmd_hca_cap *p)
{
	return prm_be16_to_cpu(p->mlnx_tag_ethertype);
}

static inline void prm_cmd_hca_cap_set_flow_counter_bulk_alloc(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->flow_counter_bulk_alloc = (uint8_t)v;
}

static inline uint32_t prm_cmd_hca_cap_get_flow_counter_bulk_alloc(const struct prm_cmd_hca_cap *p)
{
	return p->flow_counter_bulk_alloc;
}

static inline void prm_cmd_hca_cap_set_log_max_mcg(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->log_max_mcg = (uint8_t)v;
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_mcg(const struct prm_cmd_hca_cap *p)
{
	return p->log_max_mcg;
}

static inline void prm_cmd_hca_cap_set_emulated_vf_exist(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_64 = prm_u8_replace(p->b_64, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_emulated_vf_exist(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_64 >> 7);
}

static inline void prm_cmd_hca_cap_set_uncorrectable_notification_dpu_reset_en(
		struct prm_cmd_hca_cap *p, bool v)
{
	p->b_64 = prm_u8_replace(p->b_64, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_uncorrectable_notification_dpu_reset_en(
		const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_64 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_always_fire_port_state_change_event(
		struct prm_cmd_hca_cap *p, bool v)
{
	p->b_64 = prm_u8_replace(p->b_64, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_always_fire_port_state_change_event(
		const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_64 >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_max_transport_domain(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_64 = prm_u8_replace(p->b_64, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_transport_domain(const struct prm_cmd_hca_cap *p)
{
	return p->b_64 & 0x1f;
}

static inline void prm_cmd_hca_cap_set_tir_esw_lb_filter_disable(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_65 = prm_u8_replace(p->b_65, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_tir_esw_lb_filter_disable(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_65 >> 7);
}

static inline void prm_cmd_hca_cap_set_flow_table_freeze(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_65 = prm_u8_replace(p->b_65, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_flow_table_freeze(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_65 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_relaxed_ordering_read(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_65 = prm_u8_replace(p->b_65, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_relaxed_ordering_read(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_65 >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_max_pd(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_65 = prm_u8_replace(p->b_65, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_pd(const struct prm_cmd_hca_cap *p)
{
	return p->b_65 & 0x1f;
}

static inline void prm_cmd_hca_cap_set_dp_ordering_ooo_all_ud(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_66 = prm_u8_replace(p->b_66, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_dp_ordering_ooo_all_ud(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_66 >> 7);
}

static inline void prm_cmd_hca_cap_set_dp_ordering_ooo_all_uc(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_66 = prm_u8_replace(p->b_66, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_dp_ordering_ooo_all_uc(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_66 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_dp_ordering_ooo_all_xrc(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_66 = prm_u8_replace(p->b_66, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_dp_ordering_ooo_all_xrc(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_66 >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_dp_ordering_ooo_all_dc(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_66 = prm_u8_replace(p->b_66, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_cmd_hca_cap_get_dp_ordering_ooo_all_dc(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_66 >> 4) & 0x1);
}

static inline void prm_cmd_hca_cap_set_dp_ordering_ooo_all_rc(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_66 = prm_u8_replace(p->b_66, 0x8, (uint8_t)((uint32_t)v << 3));
}

static inline bool prm_cmd_hca_cap_get_dp_ordering_ooo_all_rc(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_66 >> 3) & 0x1);
}

static inline void prm_cmd_hca_cap_set_pcie_reset_using_hotreset_method(struct prm_cmd_hca_cap *p,
		bool v)
{
	p->b_66 = prm_u8_replace(p->b_66, 0x4, (uint8_t)((uint32_t)v << 2));
}

static inline bool prm_cmd_hca_cap_get_pcie_reset_using_hotreset_method(
		const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_66 >> 2) & 0x1);
}

static inline void prm_cmd_hca_cap_set_pci_sync_for_fw_update_with_driver_unload(
		struct prm_cmd_hca_cap *p, bool v)
{
	p->b_66 = prm_u8_replace(p->b_66, 0x2, (uint8_t)((uint32_t)v << 1));
}

static inline bool prm_cmd_hca_cap_get_pci_sync_for_fw_update_with_driver_unload(
		const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_66 >> 1) & 0x1);
}

static inline void prm_cmd_hca_cap_set_vnic_env_cnt_steering_fail(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_66 = prm_u8_replace(p->b_66, 0x1, (uint8_t)v);
}

static inline bool prm_cmd_hca_cap_get_vnic_env_cnt_steering_fail(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_66 & 0x1);
}

static inline void prm_cmd_hca_cap_set_vport_counter_local_loopback(struct prm_cmd_hca_cap *p,
		bool v)
{
	p->b_67 = prm_u8_replace(p->b_67, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_vport_counter_local_loopback(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_67 >> 7);
}

static inline void prm_cmd_hca_cap_set_q_counter_aggregation(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_67 = prm_u8_replace(p->b_67, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_q_counter_aggregation(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_67 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_q_counter_other_vport(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_67 = prm_u8_replace(p->b_67, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_q_counter_other_vport(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_67 >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_max_xrcd(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_67 = prm_u8_replace(p->b_67, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_xrcd(const struct prm_cmd_hca_cap *p)
{
	return p->b_67 & 0x1f;
}

static inline void prm_cmd_hca_cap_set_nic_receive_steering_discard(struct prm_cmd_hca_cap *p,
		bool v)
{
	p->b_68 = prm_u8_replace(p->b_68, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_nic_receive_steering_discard(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_68 >> 7);
}

static inline void prm_cmd_hca_cap_set_receive_discard_vport_down(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_68 = prm_u8_replace(p->b_68, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_receive_discard_vport_down(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_68 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_transmit_discard_vport_down(struct prm_cmd_hca_cap *p,
		bool v)
{
	p->b_68 = prm_u8_replace(p->b_68, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_transmit_discard_vport_down(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_68 >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_eq_overrun_count(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_68 = prm_u8_replace(p->b_68, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_cmd_hca_cap_get_eq_overrun_count(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_68 >> 4) & 0x1);
}

static inline void prm_cmd_hca_cap_set_nic_receive_steering_depth(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_68 = prm_u8_replace(p->b_68, 0x8, (uint8_t)((uint32_t)v << 3));
}

static inline bool prm_cmd_hca_cap_get_nic_receive_steering_depth(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_68 >> 3) & 0x1);
}

static inline void prm_cmd_hca_cap_set_invalid_command_count(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_68 = prm_u8_replace(p->b_68, 0x4, (uint8_t)((uint32_t)v << 2));
}

static inline bool prm_cmd_hca_cap_get_invalid_command_count(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_68 >> 2) & 0x1);
}

static inline void prm_cmd_hca_cap_set_quota_exceeded_count(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_68 = prm_u8_replace(p->b_68, 0x2, (uint8_t)((uint32_t)v << 1));
}

static inline bool prm_cmd_hca_cap_get_quota_exceeded_count(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_68 >> 1) & 0x1);
}

static inline void prm_cmd_hca_cap_set_flow_counter_by_name(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_68 = prm_u8_replace(p->b_68, 0x1, (uint8_t)v);
}

static inline bool prm_cmd_hca_cap_get_flow_counter_by_name(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_68 & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_max_flow_counter_bulk(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->log_max_flow_counter_bulk = (uint8_t)v;
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_flow_counter_bulk(
		const struct prm_cmd_hca_cap *p)
{
	return p->log_max_flow_counter_bulk;
}

static inline void prm_cmd_hca_cap_set_max_flow_counter_15_0(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->max_flow_counter_15_0 = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_max_flow_counter_15_0(const struct prm_cmd_hca_cap *p)
{
	return prm_be16_to_cpu(p->max_flow_counter_15_0);
}

static inline void prm_cmd_hca_cap_set_modify_tis(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_6c = prm_u8_replace(p->b_6c, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_modify_tis(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_6c >> 7);
}

static inline void prm_cmd_hca_cap_set_flow_counters_dump(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_6c = prm_u8_replace(p->b_6c, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_flow_counters_dump(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_6c >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_pad_tls_encrypt_sig(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_6c = prm_u8_replace(p->b_6c, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_pad_tls_encrypt_sig(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_6c >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_max_rq(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_6c = prm_u8_replace(p->b_6c, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_rq(const struct prm_cmd_hca_cap *p)
{
	return p->b_6c & 0x1f;
}

static inline void prm_cmd_hca_cap_set_ft_alias_sw_vhca_id(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_6d = prm_u8_replace(p->b_6d, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_ft_alias_sw_vhca_id(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_6d >> 7);
}

static inline void prm_cmd_hca_cap_set_cq_null_eq(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_6d = prm_u8_replace(p->b_6d, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_cq_null_eq(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_6d >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_max_sq(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_6d = prm_u8_replace(p->b_6d, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_sq(const struct prm_cmd_hca_cap *p)
{
	return p->b_6d & 0x1f;
}

static inline void prm_cmd_hca_cap_set_mp_load_balance_mode(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 3);
	p->b_6e = prm_u8_replace(p->b_6e, 0xe0, (uint8_t)((uint32_t)v << 5));
}

static inline uint32_t prm_cmd_hca_cap_get_mp_load_balance_mode(const struct prm_cmd_hca_cap *p)
{
	return p->b_6e >> 5;
}

static inline void prm_cmd_hca_cap_set_log_max_tir(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_6e = prm_u8_replace(p->b_6e, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_tir(const struct prm_cmd_hca_cap *p)
{
	return p->b_6e & 0x1f;
}

static inline void prm_cmd_hca_cap_set_log_max_tis(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_6f = prm_u8_replace(p->b_6f, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_tis(const struct prm_cmd_hca_cap *p)
{
	return p->b_6f & 0x1f;
}

static inline void prm_cmd_hca_cap_set_basic_cyclic_rcv_wqe(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_70 = prm_u8_replace(p->b_70, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_basic_cyclic_rcv_wqe(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_70 >> 7);
}

static inline void prm_cmd_hca_cap_set_eth_wqe_too_small_discard_no_cqe(struct prm_cmd_hca_cap *p,
		bool v)
{
	p->b_70 = prm_u8_replace(p->b_70, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_eth_wqe_too_small_discard_no_cqe(
		const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_70 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_mem_rq_rmp(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_70 = prm_u8_replace(p->b_70, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_mem_rq_rmp(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_70 >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_max_rmp(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_70 = prm_u8_replace(p->b_70, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_rmp(const struct prm_cmd_hca_cap *p)
{
	return p->b_70 & 0x1f;
}

static inline void prm_cmd_hca_cap_set_sd_group_size(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_71 = prm_u8_replace(p->b_71, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_sd_group_size(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_71 >> 7);
}

static inline void prm_cmd_hca_cap_set_pci_sync_for_fw_update_tool_reset(struct prm_cmd_hca_cap *p,
		bool v)
{
	p->b_71 = prm_u8_replace(p->b_71, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_pci_sync_for_fw_update_tool_reset(
		const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_71 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_vport_metadata_clr(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_71 = prm_u8_replace(p->b_71, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_vport_metadata_clr(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_71 >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_max_rqt(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_71 = prm_u8_replace(p->b_71, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_rqt(const struct prm_cmd_hca_cap *p)
{
	return p->b_71 & 0x1f;
}

static inline void prm_cmd_hca_cap_set_delegate_vhca_management(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_72 = prm_u8_replace(p->b_72, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_delegate_vhca_management(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_72 >> 7);
}

static inline void prm_cmd_hca_cap_set_query_delegated_vhca(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_72 = prm_u8_replace(p->b_72, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_query_delegated_vhca(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_72 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_qp_e2e_credit_disable(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_72 = prm_u8_replace(p->b_72, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_qp_e2e_credit_disable(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_72 >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_max_rqt_size(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_72 = prm_u8_replace(p->b_72, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_rqt_size(const struct prm_cmd_hca_cap *p)
{
	return p->b_72 & 0x1f;
}

static inline void prm_cmd_hca_cap_set_tlp_device_emulation_manager(struct prm_cmd_hca_cap *p,
		bool v)
{
	p->b_73 = prm_u8_replace(p->b_73, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_tlp_device_emulation_manager(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_73 >> 7);
}

static inline void prm_cmd_hca_cap_set_vnic_env_cnt_bar_uar_access(struct prm_cmd_hca_cap *p,
		bool v)
{
	p->b_73 = prm_u8_replace(p->b_73, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_vnic_env_cnt_bar_uar_access(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_73 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_vnic_env_cnt_odp_page_fault(struct prm_cmd_hca_cap *p,
		bool v)
{
	p->b_73 = prm_u8_replace(p->b_73, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_vnic_env_cnt_odp_page_fault(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_73 >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_max_tis_per_sq(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_73 = prm_u8_replace(p->b_73, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_tis_per_sq(const struct prm_cmd_hca_cap *p)
{
	return p->b_73 & 0x1f;
}

static inline void prm_cmd_hca_cap_set_ext_stride_num_range(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_74 = prm_u8_replace(p->b_74, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_ext_stride_num_range(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_74 >> 7);
}

static inline void prm_cmd_hca_cap_set_roce_rw_supported(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_74 = prm_u8_replace(p->b_74, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_roce_rw_supported(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_74 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_max_current_uc_list_wr_supported(
		struct prm_cmd_hca_cap *p, bool v)
{
	p->b_74 = prm_u8_replace(p->b_74, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_log_max_current_uc_list_wr_supported(
		const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_74 >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_max_stride_sz_rq(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_74 = prm_u8_replace(p->b_74, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_stride_sz_rq(const struct prm_cmd_hca_cap *p)
{
	return p->b_74 & 0x1f;
}

static inline void prm_cmd_hca_cap_set_mkc_order_read_after_write(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_75 = prm_u8_replace(p->b_75, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_mkc_order_read_after_write(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_75 >> 7);
}

static inline void prm_cmd_hca_cap_set_mkc_order_write_after_write_ro_only(
		struct prm_cmd_hca_cap *p, bool v)
{
	p->b_75 = prm_u8_replace(p->b_75, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_mkc_order_write_after_write_ro_only(
		const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_75 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_sq_ft_wqe_post(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_75 = prm_u8_replace(p->b_75, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_sq_ft_wqe_post(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_75 >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_min_stride_sz_rq(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_75 = prm_u8_replace(p->b_75, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_min_stride_sz_rq(const struct prm_cmd_hca_cap *p)
{
	return p->b_75 & 0x1f;
}

static inline void prm_cmd_hca_cap_set_queue_mng_aso_queue_op_consumer(struct prm_cmd_hca_cap *p,
		bool v)
{
	p->b_76 = prm_u8_replace(p->b_76, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_queue_mng_aso_queue_op_consumer(
		const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_76 >> 7);
}

static inline void prm_cmd_hca_cap_set_queue_mng_aso_credit_ctrl(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_76 = prm_u8_replace(p->b_76, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_queue_mng_aso_credit_ctrl(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_76 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_qp_latency_sensitive_disable(struct prm_cmd_hca_cap *p,
		bool v)
{
	p->b_76 = prm_u8_replace(p->b_76, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_qp_latency_sensitive_disable(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_76 >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_max_stride_sz_sq(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_76 = prm_u8_replace(p->b_76, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_stride_sz_sq(const struct prm_cmd_hca_cap *p)
{
	return p->b_76 & 0x1f;
}

static inline void prm_cmd_hca_cap_set_aes_xts_transaction_sig(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_77 = prm_u8_replace(p->b_77, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_aes_xts_transaction_sig(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_77 >> 7);
}

static inline void prm_cmd_hca_cap_set_log_min_stride_sz_sq(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_77 = prm_u8_replace(p->b_77, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_min_stride_sz_sq(const struct prm_cmd_hca_cap *p)
{
	return p->b_77 & 0x1f;
}

static inline void prm_cmd_hca_cap_set_hairpin(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_78 = prm_u8_replace(p->b_78, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_hairpin(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_78 >> 7);
}

static inline void prm_cmd_hca_cap_set_hairpin_trim(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_78 = prm_u8_replace(p->b_78, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_hairpin_trim(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_78 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_max_hairpin_queues(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_78 = prm_u8_replace(p->b_78, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_hairpin_queues(const struct prm_cmd_hca_cap *p)
{
	return p->b_78 & 0x1f;
}

static inline void prm_cmd_hca_cap_set_hairpin_ib_raw(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_79 = prm_u8_replace(p->b_79, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_hairpin_ib_raw(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_79 >> 7);
}

static inline void prm_cmd_hca_cap_set_hairpin_eth2ipoib(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_79 = prm_u8_replace(p->b_79, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_hairpin_eth2ipoib(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_79 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_hairpin_ipoib2eth(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_79 = prm_u8_replace(p->b_79, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_hairpin_ipoib2eth(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_79 >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_max_hairpin_wq_data_sz(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_79 = prm_u8_replace(p->b_79, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_hairpin_wq_data_sz(
		const struct prm_cmd_hca_cap *p)
{
	return p->b_79 & 0x1f;
}

static inline void prm_cmd_hca_cap_set_log_max_hairpin_num_packets(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_7a = prm_u8_replace(p->b_7a, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_hairpin_num_packets(
		const struct prm_cmd_hca_cap *p)
{
	return p->b_7a & 0x1f;
}

static inline void prm_cmd_hca_cap_set_log_max_wq_sz(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_7b = prm_u8_replace(p->b_7b, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_wq_sz(const struct prm_cmd_hca_cap *p)
{
	return p->b_7b & 0x1f;
}

static inline void prm_cmd_hca_cap_set_nic_vport_change_event(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_7c = prm_u8_replace(p->b_7c, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_nic_vport_change_event(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_7c >> 7);
}

static inline void prm_cmd_hca_cap_set_disable_local_lb_uc(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_7c = prm_u8_replace(p->b_7c, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_disable_local_lb_uc(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_7c >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_disable_local_lb_mc(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_7c = prm_u8_replace(p->b_7c, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_disable_local_lb_mc(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_7c >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_min_hairpin_wq_data_sz(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_7c = prm_u8_replace(p->b_7c, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_min_hairpin_wq_data_sz(
		const struct prm_cmd_hca_cap *p)
{
	return p->b_7c & 0x1f;
}

static inline void prm_cmd_hca_cap_set_system_image_guid_modifiable(struct prm_cmd_hca_cap *p,
		bool v)
{
	p->b_7d = prm_u8_replace(p->b_7d, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_system_image_guid_modifiable(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_7d >> 7);
}

static inline void prm_cmd_hca_cap_set_silent_mode_set(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_7d = prm_u8_replace(p->b_7d, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_silent_mode_set(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_7d >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_vhca_state(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_7d = prm_u8_replace(p->b_7d, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_vhca_state(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_7d >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_max_vlan_list(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_7d = prm_u8_replace(p->b_7d, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_vlan_list(const struct prm_cmd_hca_cap *p)
{
	return p->b_7d & 0x1f;
}

static inline void prm_cmd_hca_cap_set_aes_xts_tweak_inc_64(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_7e = prm_u8_replace(p->b_7e, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_aes_xts_tweak_inc_64(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_7e >> 7);
}

static inline void prm_cmd_hca_cap_set_aes_xts_single_block_le_tweak(struct prm_cmd_hca_cap *p,
		bool v)
{
	p->b_7e = prm_u8_replace(p->b_7e, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_aes_xts_single_block_le_tweak(
		const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_7e >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_aes_xts_multi_block_be_tweak(struct prm_cmd_hca_cap *p,
		bool v)
{
	p->b_7e = prm_u8_replace(p->b_7e, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_aes_xts_multi_block_be_tweak(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_7e >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_max_current_mc_list(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_7e = prm_u8_replace(p->b_7e, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_current_mc_list(const struct prm_cmd_hca_cap *p)
{
	return p->b_7e & 0x1f;
}

static inline void prm_cmd_hca_cap_set_aes_xts_tweak_inc_shift(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_7f = prm_u8_replace(p->b_7f, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_aes_xts_tweak_inc_shift(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_7f >> 7);
}

static inline void prm_cmd_hca_cap_set_silent_mode_query(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_7f = prm_u8_replace(p->b_7f, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_silent_mode_query(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_7f >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_query_host_net_function_v1(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_7f = prm_u8_replace(p->b_7f, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_query_host_net_function_v1(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_7f >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_max_current_uc_list(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_7f = prm_u8_replace(p->b_7f, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_current_uc_list(const struct prm_cmd_hca_cap *p)
{
	return p->b_7f & 0x1f;
}

static inline void prm_cmd_hca_cap_set_general_obj_types(struct prm_cmd_hca_cap *p, uint64_t v)
{
	p->general_obj_types = prm_cpu_to_be64(v);
}

static inline uint64_t prm_cmd_hca_cap_get_general_obj_types(const struct prm_cmd_hca_cap *p)
{
	return prm_be64_to_cpu(p->general_obj_types);
}

static inline void prm_cmd_hca_cap_set_sq_ts_format(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 2);
	p->dw_88 = prm_be32_replace(p->dw_88, 0xc0000000u, (uint32_t)v << 30);
}

static inline uint32_t prm_cmd_hca_cap_get_sq_ts_format(const struct prm_cmd_hca_cap *p)
{
	return prm_be32_to_cpu(p->dw_88) >> 30;
}

static inline void prm_cmd_hca_cap_set_rq_ts_format(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 2);
	p->dw_88 = prm_be32_replace(p->dw_88, 0x30000000u, (uint32_t)v << 28);
}

static inline uint32_t prm_cmd_hca_cap_get_rq_ts_format(const struct prm_cmd_hca_cap *p)
{
	return (prm_be32_to_cpu(p->dw_88) >> 28) & 0x3;
}

static inline void prm_cmd_hca_cap_set_steering_format_version(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->dw_88 = prm_be32_replace(p->dw_88, 0xf000000u, (uint32_t)v << 24);
}

static inline uint32_t prm_cmd_hca_cap_get_steering_format_version(const struct prm_cmd_hca_cap *p)
{
	return (prm_be32_to_cpu(p->dw_88) >> 24) & 0xf;
}

static inline void prm_cmd_hca_cap_set_create_qp_start_hint(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_88 = prm_be32_replace(p->dw_88, 0xffffffu, v);
}

static inline uint32_t prm_cmd_hca_cap_get_create_qp_start_hint(const struct prm_cmd_hca_cap *p)
{
	return prm_be32_to_cpu(p->dw_88) & 0xffffff;
}

static inline void prm_cmd_hca_cap_set_tls(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_8c = prm_u8_replace(p->b_8c, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_tls(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_8c >> 7);
}

static inline void prm_cmd_hca_cap_set_ats(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_8c = prm_u8_replace(p->b_8c, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_ats(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_8c >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_cross_vhca_rqt(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_8c = prm_u8_replace(p->b_8c, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_cross_vhca_rqt(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_8c >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_max_uctx(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_8c = prm_u8_replace(p->b_8c, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_uctx(const struct prm_cmd_hca_cap *p)
{
	return p->b_8c & 0x1f;
}

static inline void prm_cmd_hca_cap_set_aes_xts_multi_block_le_tweak(struct prm_cmd_hca_cap *p,
		bool v)
{
	p->b_8d = prm_u8_replace(p->b_8d, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_aes_xts_multi_block_le_tweak(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_8d >> 7);
}

static inline void prm_cmd_hca_cap_set_crypto(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_8d = prm_u8_replace(p->b_8d, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_crypto(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_8d >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_ipsec_offload(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_8d = prm_u8_replace(p->b_8d, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_ipsec_offload(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_8d >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_max_umem(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_8d = prm_u8_replace(p->b_8d, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_umem(const struct prm_cmd_hca_cap *p)
{
	return p->b_8d & 0x1f;
}

static inline void prm_cmd_hca_cap_set_max_num_eqs(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->max_num_eqs = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_max_num_eqs(const struct prm_cmd_hca_cap *p)
{
	return prm_be16_to_cpu(p->max_num_eqs);
}

static inline void prm_cmd_hca_cap_set_sigerr_domain_and_sig_type(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_90 = prm_u8_replace(p->b_90, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_sigerr_domain_and_sig_type(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_90 >> 7);
}

static inline void prm_cmd_hca_cap_set_tls_tx(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_90 = prm_u8_replace(p->b_90, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_tls_tx(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_90 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_tls_rx(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_90 = prm_u8_replace(p->b_90, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_tls_rx(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_90 >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_max_l2_table(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_90 = prm_u8_replace(p->b_90, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_l2_table(const struct prm_cmd_hca_cap *p)
{
	return p->b_90 & 0x1f;
}

static inline void prm_cmd_hca_cap_set_log_uar_page_sz(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->log_uar_page_sz = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_uar_page_sz(const struct prm_cmd_hca_cap *p)
{
	return prm_be16_to_cpu(p->log_uar_page_sz);
}

static inline void prm_cmd_hca_cap_set_e(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_94 = prm_u8_replace(p->b_94, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_e(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_94 >> 7);
}

static inline void prm_cmd_hca_cap_set_hairpin_trim_size_max(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->hairpin_trim_size_max = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_hairpin_trim_size_max(const struct prm_cmd_hca_cap *p)
{
	return prm_be16_to_cpu(p->hairpin_trim_size_max);
}

static inline void prm_cmd_hca_cap_set_device_frequency_mhz(struct prm_cmd_hca_cap *p, uint32_t v)
{
	p->device_frequency_mhz = prm_cpu_to_be32(v);
}

static inline uint32_t prm_cmd_hca_cap_get_device_frequency_mhz(const struct prm_cmd_hca_cap *p)
{
	return prm_be32_to_cpu(p->device_frequency_mhz);
}

static inline void prm_cmd_hca_cap_set_device_frequency_khz(struct prm_cmd_hca_cap *p, uint32_t v)
{
	p->device_frequency_khz = prm_cpu_to_be32(v);
}

static inline uint32_t prm_cmd_hca_cap_get_device_frequency_khz(const struct prm_cmd_hca_cap *p)
{
	return prm_be32_to_cpu(p->device_frequency_khz);
}

static inline void prm_cmd_hca_cap_set_capi(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_a0 = prm_u8_replace(p->b_a0, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_capi(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_a0 >> 7);
}

static inline void prm_cmd_hca_cap_set_create_pec(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_a0 = prm_u8_replace(p->b_a0, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_create_pec(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_a0 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_nvmf_target_offload(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_a0 = prm_u8_replace(p->b_a0, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_nvmf_target_offload(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_a0 >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_capi_invalidate(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_a0 = prm_u8_replace(p->b_a0, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_cmd_hca_cap_get_capi_invalidate(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_a0 >> 4) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_max_pasid(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_a3 = prm_u8_replace(p->b_a3, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_pasid(const struct prm_cmd_hca_cap *p)
{
	return p->b_a3 & 0x1f;
}

static inline void prm_cmd_hca_cap_set_num_of_uars_per_page(struct prm_cmd_hca_cap *p, uint32_t v)
{
	p->num_of_uars_per_page = prm_cpu_to_be32(v);
}

static inline uint32_t prm_cmd_hca_cap_get_num_of_uars_per_page(const struct prm_cmd_hca_cap *p)
{
	return prm_be32_to_cpu(p->num_of_uars_per_page);
}

static inline void prm_cmd_hca_cap_set_flex_parser_protocols(struct prm_cmd_hca_cap *p, uint32_t v)
{
	p->flex_parser_protocols = prm_cpu_to_be32(v);
}

static inline uint32_t prm_cmd_hca_cap_get_flex_parser_protocols(const struct prm_cmd_hca_cap *p)
{
	return prm_be32_to_cpu(p->flex_parser_protocols);
}

static inline void prm_cmd_hca_cap_set_max_geneve_tlv_options(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->max_geneve_tlv_options = (uint8_t)v;
}

static inline uint32_t prm_cmd_hca_cap_get_max_geneve_tlv_options(const struct prm_cmd_hca_cap *p)
{
	return p->max_geneve_tlv_options;
}

static inline void prm_cmd_hca_cap_set_geneve_tlv_sample(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_ad = prm_u8_replace(p->b_ad, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_geneve_tlv_sample(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_ad >> 7);
}

static inline void prm_cmd_hca_cap_set_geneve_tlv_option_offset(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_ad = prm_u8_replace(p->b_ad, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_geneve_tlv_option_offset(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_ad >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_max_geneve_tlv_option_data_len(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_ad = prm_u8_replace(p->b_ad, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_max_geneve_tlv_option_data_len(
		const struct prm_cmd_hca_cap *p)
{
	return p->b_ad & 0x1f;
}

static inline void prm_cmd_hca_cap_set_flex_parser_header_modify(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_ae = prm_u8_replace(p->b_ae, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_flex_parser_header_modify(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_ae >> 7);
}

static inline void prm_cmd_hca_cap_set_adv_rdma_cap(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_ae = prm_u8_replace(p->b_ae, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_adv_rdma_cap(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_ae >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_ts_prov_cap(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_ae = prm_u8_replace(p->b_ae, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_ts_prov_cap(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_ae >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_max_guaranteed_connections(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_ae = prm_u8_replace(p->b_ae, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_guaranteed_connections(
		const struct prm_cmd_hca_cap *p)
{
	return p->b_ae & 0x1f;
}

static inline void prm_cmd_hca_cap_set_driver_version_before_init_hca(struct prm_cmd_hca_cap *p,
		bool v)
{
	p->b_af = prm_u8_replace(p->b_af, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_driver_version_before_init_hca(
		const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_af >> 7);
}

static inline void prm_cmd_hca_cap_set_adv_virtualization(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_af = prm_u8_replace(p->b_af, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_adv_virtualization(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_af >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_driver_metadata_ptr(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_af = prm_u8_replace(p->b_af, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_driver_metadata_ptr(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_af >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_max_dct_connections(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_af = prm_u8_replace(p->b_af, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_dct_connections(const struct prm_cmd_hca_cap *p)
{
	return p->b_af & 0x1f;
}

static inline void prm_cmd_hca_cap_set_log_max_atomic_size_qp(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->log_max_atomic_size_qp = (uint8_t)v;
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_atomic_size_qp(const struct prm_cmd_hca_cap *p)
{
	return p->log_max_atomic_size_qp;
}

static inline void prm_cmd_hca_cap_set_log_max_dci_stream_channels(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_b1 = prm_u8_replace(p->b_b1, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_dci_stream_channels(
		const struct prm_cmd_hca_cap *p)
{
	return p->b_b1 & 0x1f;
}

static inline void prm_cmd_hca_cap_set_log_max_dci_errored_streams(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_b2 = prm_u8_replace(p->b_b2, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_dci_errored_streams(
		const struct prm_cmd_hca_cap *p)
{
	return p->b_b2 & 0x1f;
}

static inline void prm_cmd_hca_cap_set_log_max_atomic_size_dc(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->log_max_atomic_size_dc = (uint8_t)v;
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_atomic_size_dc(const struct prm_cmd_hca_cap *p)
{
	return p->log_max_atomic_size_dc;
}

static inline void prm_cmd_hca_cap_set_max_multi_user_group_size(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->max_multi_user_group_size = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_max_multi_user_group_size(
		const struct prm_cmd_hca_cap *p)
{
	return prm_be16_to_cpu(p->max_multi_user_group_size);
}

static inline void prm_cmd_hca_cap_set_enhanced_cqe_compression(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_b6 = prm_u8_replace(p->b_b6, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_enhanced_cqe_compression(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_b6 >> 7);
}

static inline void prm_cmd_hca_cap_set_generic_device_emulation_manager(struct prm_cmd_hca_cap *p,
		bool v)
{
	p->b_b6 = prm_u8_replace(p->b_b6, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_generic_device_emulation_manager(
		const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_b6 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_crossing_vhca_mkey(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_b6 = prm_u8_replace(p->b_b6, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_crossing_vhca_mkey(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_b6 >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_max_dek(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_b6 = prm_u8_replace(p->b_b6, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_dek(const struct prm_cmd_hca_cap *p)
{
	return p->b_b6 & 0x1f;
}

static inline void prm_cmd_hca_cap_set_mini_cqe_resp_l3_l4_tag(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_b7 = prm_u8_replace(p->b_b7, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_mini_cqe_resp_l3_l4_tag(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_b7 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_mini_cqe_resp_flow_tag(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_b7 = prm_u8_replace(p->b_b7, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_mini_cqe_resp_flow_tag(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_b7 >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_mini_cqe_resp_stride_index(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_b7 = prm_u8_replace(p->b_b7, 0x8, (uint8_t)((uint32_t)v << 3));
}

static inline bool prm_cmd_hca_cap_get_mini_cqe_resp_stride_index(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_b7 >> 3) & 0x1);
}

static inline void prm_cmd_hca_cap_set_cqe_128_always(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_b7 = prm_u8_replace(p->b_b7, 0x4, (uint8_t)((uint32_t)v << 2));
}

static inline bool prm_cmd_hca_cap_get_cqe_128_always(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_b7 >> 2) & 0x1);
}

static inline void prm_cmd_hca_cap_set_cqe_compression_128b(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_b7 = prm_u8_replace(p->b_b7, 0x2, (uint8_t)((uint32_t)v << 1));
}

static inline bool prm_cmd_hca_cap_get_cqe_compression_128b(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_b7 >> 1) & 0x1);
}

static inline void prm_cmd_hca_cap_set_cqe_compression(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_b7 = prm_u8_replace(p->b_b7, 0x1, (uint8_t)v);
}

static inline bool prm_cmd_hca_cap_get_cqe_compression(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_b7 & 0x1);
}

static inline void prm_cmd_hca_cap_set_cqe_compression_timeout(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->cqe_compression_timeout = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_cqe_compression_timeout(const struct prm_cmd_hca_cap *p)
{
	return prm_be16_to_cpu(p->cqe_compression_timeout);
}

static inline void prm_cmd_hca_cap_set_cqe_compression_max_num(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->cqe_compression_max_num = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_cqe_compression_max_num(const struct prm_cmd_hca_cap *p)
{
	return prm_be16_to_cpu(p->cqe_compression_max_num);
}

static inline void prm_cmd_hca_cap_set_wqe_based_flow_table_update_dest_type_offset(
		struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_bc = prm_u8_replace(p->b_bc, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_wqe_based_flow_table_update_dest_type_offset(
		const struct prm_cmd_hca_cap *p)
{
	return p->b_bc & 0x1f;
}

static inline void prm_cmd_hca_cap_set_flex_parser_id_gtpu_dw_0(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_bd = prm_u8_replace(p->b_bd, 0xf0, (uint8_t)((uint32_t)v << 4));
}

static inline uint32_t prm_cmd_hca_cap_get_flex_parser_id_gtpu_dw_0(const struct prm_cmd_hca_cap *p)
{
	return p->b_bd >> 4;
}

static inline void prm_cmd_hca_cap_set_log_max_tm_offloaded_op_size(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_bd = prm_u8_replace(p->b_bd, 0xf, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_tm_offloaded_op_size(
		const struct prm_cmd_hca_cap *p)
{
	return p->b_bd & 0xf;
}

static inline void prm_cmd_hca_cap_set_tag_matching(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_be = prm_u8_replace(p->b_be, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_tag_matching(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_be >> 7);
}

static inline void prm_cmd_hca_cap_set_rndv_offload_rc(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_be = prm_u8_replace(p->b_be, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_rndv_offload_rc(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_be >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_rndv_offload_dc(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_be = prm_u8_replace(p->b_be, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_rndv_offload_dc(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_be >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_tag_matching_list_sz(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_be = prm_u8_replace(p->b_be, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_tag_matching_list_sz(const struct prm_cmd_hca_cap *p)
{
	return p->b_be & 0x1f;
}

static inline void prm_cmd_hca_cap_set_modify_xrq(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_bf = prm_u8_replace(p->b_bf, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_modify_xrq(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_bf >> 7);
}

static inline void prm_cmd_hca_cap_set_sync_steering_cache_inv(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_bf = prm_u8_replace(p->b_bf, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_sync_steering_cache_inv(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_bf >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_max_xrq(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_bf = prm_u8_replace(p->b_bf, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_xrq(const struct prm_cmd_hca_cap *p)
{
	return p->b_bf & 0x1f;
}

static inline void prm_cmd_hca_cap_set_affiliate_nic_vport_criteria(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->affiliate_nic_vport_criteria = (uint8_t)v;
}

static inline uint32_t prm_cmd_hca_cap_get_affiliate_nic_vport_criteria(
		const struct prm_cmd_hca_cap *p)
{
	return p->affiliate_nic_vport_criteria;
}

static inline void prm_cmd_hca_cap_set_native_port_num(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->native_port_num = (uint8_t)v;
}

static inline uint32_t prm_cmd_hca_cap_get_native_port_num(const struct prm_cmd_hca_cap *p)
{
	return p->native_port_num;
}

static inline void prm_cmd_hca_cap_set_num_vhca_ports(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->num_vhca_ports = (uint8_t)v;
}

static inline uint32_t prm_cmd_hca_cap_get_num_vhca_ports(const struct prm_cmd_hca_cap *p)
{
	return p->num_vhca_ports;
}

static inline void prm_cmd_hca_cap_set_flex_parser_id_gtpu_teid(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_c3 = prm_u8_replace(p->b_c3, 0xf0, (uint8_t)((uint32_t)v << 4));
}

static inline uint32_t prm_cmd_hca_cap_get_flex_parser_id_gtpu_teid(const struct prm_cmd_hca_cap *p)
{
	return p->b_c3 >> 4;
}

static inline void prm_cmd_hca_cap_set_trusted_vnic_vhca(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_c3 = prm_u8_replace(p->b_c3, 0x4, (uint8_t)((uint32_t)v << 2));
}

static inline bool prm_cmd_hca_cap_get_trusted_vnic_vhca(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_c3 >> 2) & 0x1);
}

static inline void prm_cmd_hca_cap_set_sw_owner_id(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_c3 = prm_u8_replace(p->b_c3, 0x2, (uint8_t)((uint32_t)v << 1));
}

static inline bool prm_cmd_hca_cap_get_sw_owner_id(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_c3 >> 1) & 0x1);
}

static inline void prm_cmd_hca_cap_set_reserve_not_to_use(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_c3 = prm_u8_replace(p->b_c3, 0x1, (uint8_t)v);
}

static inline bool prm_cmd_hca_cap_get_reserve_not_to_use(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_c3 & 0x1);
}

static inline void prm_cmd_hca_cap_set_max_num_of_monitor_counters(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->max_num_of_monitor_counters = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_max_num_of_monitor_counters(
		const struct prm_cmd_hca_cap *p)
{
	return prm_be16_to_cpu(p->max_num_of_monitor_counters);
}

static inline void prm_cmd_hca_cap_set_num_ppcnt_monitor_counters(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->num_ppcnt_monitor_counters = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_num_ppcnt_monitor_counters(
		const struct prm_cmd_hca_cap *p)
{
	return prm_be16_to_cpu(p->num_ppcnt_monitor_counters);
}

static inline void prm_cmd_hca_cap_set_max_num_sf(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->max_num_sf = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_max_num_sf(const struct prm_cmd_hca_cap *p)
{
	return prm_be16_to_cpu(p->max_num_sf);
}

static inline void prm_cmd_hca_cap_set_num_q_monitor_counters(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->num_q_monitor_counters = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_num_q_monitor_counters(const struct prm_cmd_hca_cap *p)
{
	return prm_be16_to_cpu(p->num_q_monitor_counters);
}

static inline void prm_cmd_hca_cap_set_sf(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_d0 = prm_u8_replace(p->b_d0, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_sf(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_d0 >> 7);
}

static inline void prm_cmd_hca_cap_set_sf_set_partition(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_d0 = prm_u8_replace(p->b_d0, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_sf_set_partition(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_d0 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_max_sf(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_d0 = prm_u8_replace(p->b_d0, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_sf(const struct prm_cmd_hca_cap *p)
{
	return p->b_d0 & 0x1f;
}

static inline void prm_cmd_hca_cap_set_dpa(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_d1 = prm_u8_replace(p->b_d1, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_dpa(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_d1 >> 7);
}

static inline void prm_cmd_hca_cap_set_uc_qp_mc(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_d1 = prm_u8_replace(p->b_d1, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_uc_qp_mc(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_d1 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_wait_on_data(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_d1 = prm_u8_replace(p->b_d1, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_wait_on_data(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_d1 >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_wait_on_data_big_endian(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_d1 = prm_u8_replace(p->b_d1, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_cmd_hca_cap_get_wait_on_data_big_endian(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_d1 >> 4) & 0x1);
}

static inline void prm_cmd_hca_cap_set_wait_on_time(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_d1 = prm_u8_replace(p->b_d1, 0x8, (uint8_t)((uint32_t)v << 3));
}

static inline bool prm_cmd_hca_cap_get_wait_on_time(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_d1 >> 3) & 0x1);
}

static inline void prm_cmd_hca_cap_set_migration(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_d1 = prm_u8_replace(p->b_d1, 0x4, (uint8_t)((uint32_t)v << 2));
}

static inline bool prm_cmd_hca_cap_get_migration(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_d1 >> 2) & 0x1);
}

static inline void prm_cmd_hca_cap_set_cq_time_stamp_real_time_mode(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 2);
	p->b_d1 = prm_u8_replace(p->b_d1, 0x3, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_cq_time_stamp_real_time_mode(
		const struct prm_cmd_hca_cap *p)
{
	return p->b_d1 & 0x3;
}

static inline void prm_cmd_hca_cap_set_log_min_sf_size(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->log_min_sf_size = (uint8_t)v;
}

static inline uint32_t prm_cmd_hca_cap_get_log_min_sf_size(const struct prm_cmd_hca_cap *p)
{
	return p->log_min_sf_size;
}

static inline void prm_cmd_hca_cap_set_max_num_sf_partitions(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->max_num_sf_partitions = (uint8_t)v;
}

static inline uint32_t prm_cmd_hca_cap_get_max_num_sf_partitions(const struct prm_cmd_hca_cap *p)
{
	return p->max_num_sf_partitions;
}

static inline void prm_cmd_hca_cap_set_uctx_permission(struct prm_cmd_hca_cap *p, uint32_t v)
{
	p->uctx_permission = prm_cpu_to_be32(v);
}

static inline uint32_t prm_cmd_hca_cap_get_uctx_permission(const struct prm_cmd_hca_cap *p)
{
	return prm_be32_to_cpu(p->uctx_permission);
}

static inline void prm_cmd_hca_cap_set_flex_parser_id_mpls_over_x_cw(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_d8 = prm_u8_replace(p->b_d8, 0xf0, (uint8_t)((uint32_t)v << 4));
}

static inline uint32_t prm_cmd_hca_cap_get_flex_parser_id_mpls_over_x_cw(
		const struct prm_cmd_hca_cap *p)
{
	return p->b_d8 >> 4;
}

static inline void prm_cmd_hca_cap_set_flex_parser_id_geneve_tlv_option_0(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_d8 = prm_u8_replace(p->b_d8, 0xf, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_flex_parser_id_geneve_tlv_option_0(
		const struct prm_cmd_hca_cap *p)
{
	return p->b_d8 & 0xf;
}

static inline void prm_cmd_hca_cap_set_flex_parser_id_icmp_dw1(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_d9 = prm_u8_replace(p->b_d9, 0xf0, (uint8_t)((uint32_t)v << 4));
}

static inline uint32_t prm_cmd_hca_cap_get_flex_parser_id_icmp_dw1(const struct prm_cmd_hca_cap *p)
{
	return p->b_d9 >> 4;
}

static inline void prm_cmd_hca_cap_set_flex_parser_id_icmp_dw0(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_d9 = prm_u8_replace(p->b_d9, 0xf, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_flex_parser_id_icmp_dw0(const struct prm_cmd_hca_cap *p)
{
	return p->b_d9 & 0xf;
}

static inline void prm_cmd_hca_cap_set_flex_parser_id_icmpv6_dw1(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_da = prm_u8_replace(p->b_da, 0xf0, (uint8_t)((uint32_t)v << 4));
}

static inline uint32_t prm_cmd_hca_cap_get_flex_parser_id_icmpv6_dw1(
		const struct prm_cmd_hca_cap *p)
{
	return p->b_da >> 4;
}

static inline void prm_cmd_hca_cap_set_flex_parser_id_icmpv6_dw0(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_da = prm_u8_replace(p->b_da, 0xf, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_flex_parser_id_icmpv6_dw0(
		const struct prm_cmd_hca_cap *p)
{
	return p->b_da & 0xf;
}

static inline void prm_cmd_hca_cap_set_flex_parser_id_outer_first_mpls_over_gre(
		struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_db = prm_u8_replace(p->b_db, 0xf0, (uint8_t)((uint32_t)v << 4));
}

static inline uint32_t prm_cmd_hca_cap_get_flex_parser_id_outer_first_mpls_over_gre(
		const struct prm_cmd_hca_cap *p)
{
	return p->b_db >> 4;
}

static inline void prm_cmd_hca_cap_set_flex_parser_id_outer_first_mpls_over_udp_label(
		struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_db = prm_u8_replace(p->b_db, 0xf, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_flex_parser_id_outer_first_mpls_over_udp_label(
		const struct prm_cmd_hca_cap *p)
{
	return p->b_db & 0xf;
}

static inline void prm_cmd_hca_cap_set_max_num_match_definer(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->max_num_match_definer = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_max_num_match_definer(const struct prm_cmd_hca_cap *p)
{
	return prm_be16_to_cpu(p->max_num_match_definer);
}

static inline void prm_cmd_hca_cap_set_sf_base_id(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->sf_base_id = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_sf_base_id(const struct prm_cmd_hca_cap *p)
{
	return prm_be16_to_cpu(p->sf_base_id);
}

static inline void prm_cmd_hca_cap_set_flex_parser_id_gtpu_dw_2(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->dw_e0 = prm_be32_replace(p->dw_e0, 0xf0000000u, (uint32_t)v << 28);
}

static inline uint32_t prm_cmd_hca_cap_get_flex_parser_id_gtpu_dw_2(const struct prm_cmd_hca_cap *p)
{
	return prm_be32_to_cpu(p->dw_e0) >> 28;
}

static inline void prm_cmd_hca_cap_set_flex_parser_id_gtpu_first_ext_dw_0(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->dw_e0 = prm_be32_replace(p->dw_e0, 0xf000000u, (uint32_t)v << 24);
}

static inline uint32_t prm_cmd_hca_cap_get_flex_parser_id_gtpu_first_ext_dw_0(
		const struct prm_cmd_hca_cap *p)
{
	return (prm_be32_to_cpu(p->dw_e0) >> 24) & 0xf;
}

static inline void prm_cmd_hca_cap_set_num_total_dynamic_vf_msix(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_e0 = prm_be32_replace(p->dw_e0, 0xffffffu, v);
}

static inline uint32_t prm_cmd_hca_cap_get_num_total_dynamic_vf_msix(
		const struct prm_cmd_hca_cap *p)
{
	return prm_be32_to_cpu(p->dw_e0) & 0xffffff;
}

static inline void prm_cmd_hca_cap_set_log_flow_hit_aso_granularity(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_e4 = prm_u8_replace(p->b_e4, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_flow_hit_aso_granularity(
		const struct prm_cmd_hca_cap *p)
{
	return p->b_e4 & 0x1f;
}

static inline void prm_cmd_hca_cap_set_log_flow_hit_aso_max_alloc(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_e5 = prm_u8_replace(p->b_e5, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_flow_hit_aso_max_alloc(
		const struct prm_cmd_hca_cap *p)
{
	return p->b_e5 & 0x1f;
}

static inline void prm_cmd_hca_cap_set_dynamic_msix_table_size(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 12);
	p->w_e6 = prm_be16_replace(p->w_e6, 0xfff, (uint16_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_dynamic_msix_table_size(const struct prm_cmd_hca_cap *p)
{
	return prm_be16_to_cpu(p->w_e6) & 0xfff;
}

static inline void prm_cmd_hca_cap_set_sha_mmo_qp(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_e8 = prm_u8_replace(p->b_e8, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_sha_mmo_qp(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_e8 >> 7);
}

static inline void prm_cmd_hca_cap_set_qp_mmo_type(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_e8 = prm_u8_replace(p->b_e8, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_qp_mmo_type(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_e8 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_dpu_cache_invalidate_mmo_qp(struct prm_cmd_hca_cap *p,
		bool v)
{
	p->b_e8 = prm_u8_replace(p->b_e8, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_dpu_cache_invalidate_mmo_qp(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_e8 >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_log_max_num_flow_hit_aso(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_e8 = prm_u8_replace(p->b_e8, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_num_flow_hit_aso(const struct prm_cmd_hca_cap *p)
{
	return p->b_e8 & 0x1f;
}

static inline void prm_cmd_hca_cap_set_dma_mmo_qp(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_e9 = prm_u8_replace(p->b_e9, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_get_dma_mmo_qp(const struct prm_cmd_hca_cap *p)
{
	return (bool)(p->b_e9 >> 7);
}

static inline void prm_cmd_hca_cap_set_regexp_mmo_qp(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_e9 = prm_u8_replace(p->b_e9, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_get_regexp_mmo_qp(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_e9 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_set_compress_mmo_qp(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_e9 = prm_u8_replace(p->b_e9, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_get_compress_mmo_qp(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_e9 >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_set_decompress_deflate_v1(struct prm_cmd_hca_cap *p, bool v)
{
	p->b_e9 = prm_u8_replace(p->b_e9, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_cmd_hca_cap_get_decompress_deflate_v1(const struct prm_cmd_hca_cap *p)
{
	return (bool)((p->b_e9 >> 4) & 0x1);
}

static inline void prm_cmd_hca_cap_set_min_dynamic_vf_msix_table_size(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_e9 = prm_u8_replace(p->b_e9, 0xf, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_min_dynamic_vf_msix_table_size(
		const struct prm_cmd_hca_cap *p)
{
	return p->b_e9 & 0xf;
}

static inline void prm_cmd_hca_cap_set_decompress_deflate_v2(struct prm_cmd_hca_cap *p, bool v)
{
	p->w_ea = prm_be16_replace(p->w_ea, 0x8000, (uint16_t)((uint32_t)v << 15));
}

static inline bool prm_cmd_hca_cap_get_decompress_deflate_v2(const struct prm_cmd_hca_cap *p)
{
	return (bool)(prm_be16_to_cpu(p->w_ea) >> 15);
}

static inline void prm_cmd_hca_cap_set_host_net_functions_changed(struct prm_cmd_hca_cap *p, bool v)
{
	p->w_ea = prm_be16_replace(p->w_ea, 0x4000, (uint16_t)((uint32_t)v << 14));
}

static inline bool prm_cmd_hca_cap_get_host_net_functions_changed(const struct prm_cmd_hca_cap *p)
{
	return (bool)((prm_be16_to_cpu(p->w_ea) >> 14) & 0x1);
}

static inline void prm_cmd_hca_cap_set_data_direct(struct prm_cmd_hca_cap *p, bool v)
{
	p->w_ea = prm_be16_replace(p->w_ea, 0x2000, (uint16_t)((uint32_t)v << 13));
}

static inline bool prm_cmd_hca_cap_get_data_direct(const struct prm_cmd_hca_cap *p)
{
	return (bool)((prm_be16_to_cpu(p->w_ea) >> 13) & 0x1);
}

static inline void prm_cmd_hca_cap_set_max_dynamic_vf_msix_table_size(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 12);
	p->w_ea = prm_be16_replace(p->w_ea, 0xfff, (uint16_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_max_dynamic_vf_msix_table_size(
		const struct prm_cmd_hca_cap *p)
{
	return prm_be16_to_cpu(p->w_ea) & 0xfff;
}

static inline void prm_cmd_hca_cap_set_log_max_num_header_modify_argument(struct prm_cmd_hca_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_ec = prm_u8_replace(p->b_ec, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_max_num_header_modify_argument(
		const struct prm_cmd_hca_cap *p)
{
	return p->b_ec & 0x1f;
}

static inline void prm_cmd_hca_cap_set_log_header_modify_argument_granularity_offset(
		struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_ed = prm_u8_replace(p->b_ed, 0xf0, (uint8_t)((uint32_t)v << 4));
}

static inline uint32_t prm_cmd_hca_cap_get_log_header_modify_argument_granularity_offset(
		const struct prm_cmd_hca_cap *p)
{
	return p->b_ed >> 4;
}

static inline void prm_cmd_hca_cap_set_log_header_modify_argument_granularity(
		struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_ed = prm_u8_replace(p->b_ed, 0xf, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_header_modify_argument_granularity(
		const struct prm_cmd_hca_cap *p)
{
	return p->b_ed & 0xf;
}

static inline void prm_cmd_hca_cap_set_log_header_modify_argument_max_alloc(
		struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_ee = prm_u8_replace(p->b_ee, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_log_header_modify_argument_max_alloc(
		const struct prm_cmd_hca_cap *p)
{
	return p->b_ee & 0x1f;
}

static inline void prm_cmd_hca_cap_set_max_flow_execute_aso(struct prm_cmd_hca_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_ef = prm_u8_replace(p->b_ef, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_get_max_flow_execute_aso(const struct prm_cmd_hca_cap *p)
{
	return p->b_ef & 0x1f;
}

static inline void prm_cmd_hca_cap_set_vhca_tunnel_commands(struct prm_cmd_hca_cap *p, uint64_t v)
{
	p->vhca_tunnel_commands = prm_cpu_to_be64(v);
}

static inline uint64_t prm_cmd_hca_cap_get_vhca_tunnel_commands(const struct prm_cmd_hca_cap *p)
{
	return prm_be64_to_cpu(p->vhca_tunnel_commands);
}

static inline void prm_cmd_hca_cap_set_match_definer_format_supported(struct prm_cmd_hca_cap *p,
		uint64_t v)
{
	p->match_definer_format_supported = prm_cpu_to_be64(v);
}

static inline uint64_t prm_cmd_hca_cap_get_match_definer_format_supported(
		const struct prm_cmd_hca_cap *p)
{
	return prm_be64_to_cpu(p->match_definer_format_supported);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_cmd_hca_cap_fields {
	bool access_other_hca_roce;
	bool alloc_flow_counter_pd;
	bool flow_counter_access_aso;
	bool query_match_sample_info;
	bool lightweight_eq;
	bool eq_dbr;
	bool page_request_disable;
	bool abs_native_port_num;
	uint8_t flow_counter_access_aso_opc_mod;
	bool shared_object_to_user_object_allowed;
	bool emulated_dev_mkey_crossing_access_disabled;
	bool lag_queue_affinity_active_port;
	uint8_t log_sha_mmo_max_size;	/* 5 bits, log2 */
	bool vhca_resource_manager;
	bool hca_cap_2;
	bool create_lag_when_not_master_up;
	bool dtor;
	bool event_on_vhca_state_teardown_request;
	bool event_on_vhca_state_in_use;
	bool event_on_vhca_state_active;
	bool event_on_vhca_state_allocated;
	bool event_on_vhca_state_invalid;
	uint8_t transpose_max_element_size;
	uint16_t vhca_id;
	uint8_t transpose_max_cols;
	uint8_t transpose_max_rows;
	uint16_t transpose_max_size;
	bool resources_on_virtio_fs_emulation_manager;
	bool sw_steering_icm_large_scale_steering;
	bool qp_data_in_order;
	uint8_t log_regexp_scatter_gather_size; /* 5 bits, log2 */
	bool ibl2_delay_drop;
	bool ibl2_qp;
	bool init2init_qp_drain_sigerr;
	uint8_t log_dma_mmo_max_size;	/* 5 bits, log2 */
	bool relaxed_ordering_write_pci_enabled;
	bool ibl2_tx_vl15;
	bool decompress_snappy_v2;
	uint8_t log_compress_mmo_max_size; /* 5 bits, log2 */
	bool decompress_lz4_data_only_v2;
	bool decompress_lz4_no_checksum_v2;
	bool decompress_lz4_checksum_v2;
	uint8_t log_decompress_mmo_max_size; /* 5 bits, log2 */
	uint8_t log_max_srq_sz;		/* log2 */
	uint8_t log_max_qp_sz;		/* log2 */
	bool event_cap;
	bool rc_qp_init2rts;
	bool rc_qp_create_on_init;
	bool isolate_vl_tc_new;
	bool comm_channel_dc;
	bool comm_channel_cross_esw;
	bool nvmeotcp;
	bool pcie_hanged;
	bool prio_tag_required;
	bool wqe_index_ignore_cap;
	bool dynamic_qp_allocation;
	uint8_t log_max_qp;		/* 5 bits, log2 */
	bool regexp;
	bool regexp_params_old;
	bool regexp_alloc_onbehalf_umem;
	bool ece_support;
	uint8_t regexp_num_of_engines;	/* 4 bits */
	bool allow_pause_tx;
	bool reg_c_preserve;
	bool isolate_vl_tc;
	uint8_t log_max_srq;		/* 5 bits, log2 */
	bool psp_old;
	bool uplink_follow;
	bool ts_cqe_to_dest_cqn;
	uint8_t regexp_log_crspace_size; /* 5 bits, log2 */
	bool selective_repeat;
	bool go_back_n;
	bool shampo_old;
	bool scatter_fcs_w_decap_disable;
	uint8_t max_sgl_for_optimized_performance;
	uint8_t log_max_cq_sz;		/* log2 */
	bool relaxed_ordering_write_umr;
	bool relaxed_ordering_read_umr;
	bool access_register_user;
	uint8_t max_num_of_fixed_buffers_per_mkey; /* 5 bits */
	bool upt_device_emulation_manager;
	bool virtio_net_device_emulation_manager;
	bool virtio_blk_device_emulation_manager;
	uint8_t log_max_cq;		/* 5 bits, log2 */
	uint8_t log_max_eq_sz;		/* log2 */
	bool relaxed_ordering_write;
	bool relaxed_ordering_read_pci_enabled;
	uint8_t log_max_mkey;		/* 6 bits, log2 */
	bool tunneled_atomic;
	bool as_notify;
	bool m_pci_port;
	bool m_vhca_mk;
	bool hotplug_manager;
	bool nvme_device_emulation_manager;
	bool terminate_scatter_list_mkey;
	bool repeated_mkey;
	bool dump_fill_mkey;
	bool dpp;
	bool resources_on_nvme_emulation_manager;
	bool fast_teardown;
	uint8_t log_max_eq;		/* 4 bits, log2 */
	uint8_t max_indirection;
	bool fixed_buffer_size;
	uint8_t log_max_mrw_sz;		/* 7 bits, log2 */
	bool force_teardown;
	bool hard_coded_1;
	uint8_t log_max_bsf_list_size;	/* 6 bits, log2 */
	bool umr_extended_translation_offset;
	bool null_mkey;
	uint8_t log_max_klm_list_size;	/* 6 bits, log2 */
	bool non_wire_sq;
	bool ats_ro_dependence;
	bool qpc_extension;
	uint8_t log_max_static_sq_wq_size; /* 5 bits, log2 */
	bool resources_on_virtio_net_emulation_manager;
	bool resources_on_virtio_blk_emulation_manager;
	uint8_t log_max_ra_req_dc;	/* 6 bits, log2 */
	bool vhca_trust_level_reg;
	bool eth_wqe_too_small_mode;
	bool vnic_env_eth_wqe_too_small;
	uint8_t log_max_static_sq_wq;	/* 5 bits, log2 */
	bool ooo_sl_mask;
	bool vnic_env_cq_overrun;
	uint8_t log_max_ra_res_dc;	/* 6 bits, log2 */
	bool cc_roce_ecn_rp_classify_mode;
	bool cc_roce_ecn_rp_dynamic_rtt;
	bool cc_roce_ecn_rp_dynamic_ai;
	bool cc_roce_ecn_rp_dynamic_g;
	bool cc_roce_ecn_rp_burst_decouple;
	bool release_all_pages;
	bool must_not_use;
	bool sig_crc64_xp10;
	bool sig_crc32c;
	bool roce_accl;
	uint8_t log_max_ra_req_qp;	/* 6 bits, log2 */
	bool rtr2rts_qp_counters_set_id;
	bool rts2rts_udp_sport;
	bool rts2rts_lag_tx_port_affinity;
	bool dma_mmo_sq;
	uint8_t compress_min_block_size; /* 4 bits */
	bool compress_mmo_sq;
	bool decompress_mmo_sq;
	uint8_t log_max_ra_res_qp;	/* 6 bits, log2 */
	bool end_pad;
	bool cc_query_allowed;
	bool cc_modify_allowed;
	bool start_pad;
	bool cache_line_128byte;
	bool gid_table_size_ro;
	bool pkey_table_size_ro;
	bool rts2rts_qp_rmp;
	bool rnr_nak_q_counters;
	bool rts2rts_qp_counters_set_id;
	bool rts2rts_qp_dscp;
	bool gen3_cc_negotiation;
	bool vnic_env_int_rq_oob;
	bool sbcam_reg;
	bool cwcam_reg;
	bool qcam_reg;
	uint16_t gid_table_size;	/* enum prm_gid_table_size */
	bool out_of_seq_cnt;
	bool vport_counters;
	bool retransmission_q_counters;
	bool debug;
	bool modify_rq_counters_set_id;
	bool rq_delay_drop;
	uint16_t max_qp_cnt;		/* 10 bits */
	uint16_t pkey_table_size;	/* enum prm_pkey_table_size */
	bool vport_group_manager;
	bool vhca_group_manager;
	bool ib_virt;
	bool eth_virt;
	bool vnic_env_queue_counters;
	bool ets;
	bool nic_flow_table;
	bool eswitch_manager;
	bool device_memory;
	bool mcam_reg;
	bool pcam_reg;
	uint8_t local_ca_ack_delay;	/* 5 bits */
	bool port_module_event;
	bool enhanced_retransmission_q_counters;
	bool port_checks;
	bool pulse_gen_control;
	bool disable_link_up_by_init_hca;
	bool beacon_led;
	uint8_t port_type;		/* 2 bits, enum prm_cap_port_type */
	uint8_t num_ports;
	bool snapshot;
	bool pps;
	bool pps_modify;
	uint8_t log_max_msg;		/* 5 bits, log2 */
	bool multi_path_xrc_rdma;
	bool multi_path_dc_rdma;
	bool multi_path_rc_rdma;
	bool traffic_fast_control;
	uint8_t max_tc;			/* 4 bits */
	bool temp_warn_event;
	bool dcbx;
	bool general_notification_event;
	bool multi_prio_sq;
	bool afu_owner;
	bool fpga;
	bool rol_s;
	bool rol_g;
	bool ib_port_sniffer;
	bool wol_s;
	bool wol_g;
	bool wol_a;
	bool wol_b;
	bool wol_m;
	bool wol_u;
	bool wol_p;
	uint16_t stat_rate_support;
	bool sig_block_4048;
	bool pci_sync_for_fw_update_event;
	bool init2rtr_drain_sigerr;
	uint8_t log_max_extended_rnr_retry; /* 5 bits, log2 */
	bool init2_lag_tx_port_affinity;
	bool flow_group_type_hash_split;
	bool stat_rate_200;
	bool wqe_based_flow_table_update_cap;
	uint8_t cqe_version;		/* 4 bits */
	bool compact_address_vector;
	bool eth_striding_wq;
	bool ipoib_enhanced_offloads;
	bool ipoib_basic_offloads;
	bool ib_link_list_striding_wq;
	bool repeated_block_disabled;
	bool umr_modify_entity_size_disabled;
	bool umr_modify_atomic_disabled;
	bool umr_indirect_mkey_disabled;
	uint8_t umr_fence;		/* 2 bits, enum prm_umr_fence */
	bool dc_req_sctr_data_cqe;
	bool dc_connect_qp;
	bool dc_cnak_trace;
	bool drain_sigerr;
	uint8_t cmdif_checksum;		/* 2 bits, enum prm_cmdif_checksum */
	bool sigerr_cqe;
	bool e_psv;
	bool wq_signature;
	bool sctr_data_cqe;
	bool bsf_in_create_mkey;
	bool sho;
	bool tph;
	bool rf;
	bool dct;
	bool qos;
	bool eth_net_offloads;
	bool roce;
	bool atomic;
	bool extended_retry_count;
	bool cq_oi;
	bool cq_resize;
	bool cq_moderation;
	bool cq_period_mode_modify;
	bool cq_invalidate;
	bool ib_striding_wq_cq_first_indication;
	bool cq_eq_remap;
	bool pg;
	bool block_lb_mc;
	bool exponential_backoff;
	bool scqe_break_moderation;
	bool cq_period_start_from_cqe;
	bool cd;
	bool atm;
	bool apm;
	bool vector_calc;
	bool umr_ptr_rlkey;
	bool imaicl;
	bool qp_packet_based;
	bool ib_cyclic_striding_wq;
	bool ipoib_enhanced_pkey_change;
	bool initiator_src_dct_in_cqe;
	bool qkv;
	bool pkv;
	bool set_deth_sqpn;
	bool rts2rts_primary_sl;
	bool initiator_src_dct;
	bool dc_v2;
	bool xrc;
	bool ud;
	bool uc;
	bool rc;
	bool uar_4k;
	bool dci_no_rdma_wr_optimized_performance;
	bool local_dma;
	uint8_t log_max_local_dma_size;	/* 5 bits */
	bool fl_rc_qp_when_roce_disabled;
	bool regexp_params;
	uint8_t uar_sz;			/* 6 bits */
	bool port_selection_cap;
	bool nic_cap_reg;
	bool umem_uid_0;
	uint8_t log_max_dc_cnak_qps;	/* 5 bits, log2 */
	uint8_t log_pg_sz;		/* log2 */
	bool bf;
	bool driver_version;
	bool pad_tx_eth_packet;
	bool query_driver_version;
	bool max_qp_retry_freq;
	bool qp_by_name;
	bool mkey_by_name;
	bool virtio_fs_device_emulation_manager;
	bool suspend_qp_uc;
	bool suspend_qp_ud;
	bool suspend_qp_rc;
	uint8_t log_bf_reg_size;	/* 5 bits, log2 */
	bool disciplined_fr_counter;
	bool ec_offload_engine_disabled;
	bool qp_8k_mtu;
	bool qp_error_syndrome;
	bool qp_handling_when_roce_disabled;
	bool atomic_rate_pa;
	uint8_t lag_dct;		/* 2 bits */
	bool lag_tx_port_affinity;
	bool lag_native_fdb_selection;
	bool lag_master;
	uint8_t num_lag_ports;		/* 4 bits */
	uint16_t num_of_diagnostic_counters;
	uint16_t max_wqe_sz_sq;
	uint8_t icm_mng_function_id_mode; /* enum prm_function_id_mode */
	uint8_t vhca_state_change_event_id_mode; /* enum prm_function_id_mode */
	uint8_t driver_ver_change_event_id_mode; /* enum prm_function_id_mode */
	bool embedded_program;
	bool pcc_np_resp_ts_insert;
	bool pcc_np_gns_select_full_bit_mask;
	bool pcc_np_multiplane_probe;
	bool mkey_pcie_tph;
	bool mkey_error_isolate;
	bool tis_tir_td_order;
	bool psp;
	bool shampo;
	bool regexp_mmo_sq;
	uint8_t regexp_version;		/* 3 bits */
	uint16_t max_wqe_sz_rq;
	uint16_t max_flow_counter_31_16;
	uint16_t max_wqe_sz_sq_dc;
	uint8_t query_host_net_function_num_max; /* 5 bits */
	uint32_t max_qp_mcg;		/* 25 bits */
	uint16_t mlnx_tag_ethertype;
	uint8_t flow_counter_bulk_alloc;
	uint8_t log_max_mcg;		/* log2 */
	bool emulated_vf_exist;
	bool uncorrectable_notification_dpu_reset_en;
	bool always_fire_port_state_change_event;
	uint8_t log_max_transport_domain; /* 5 bits, log2 */
	bool tir_esw_lb_filter_disable;
	bool flow_table_freeze;
	bool relaxed_ordering_read;
	uint8_t log_max_pd;		/* 5 bits, log2 */
	bool dp_ordering_ooo_all_ud;
	bool dp_ordering_ooo_all_uc;
	bool dp_ordering_ooo_all_xrc;
	bool dp_ordering_ooo_all_dc;
	bool dp_ordering_ooo_all_rc;
	bool pcie_reset_using_hotreset_method;
	bool pci_sync_for_fw_update_with_driver_unload;
	bool vnic_env_cnt_steering_fail;
	bool vport_counter_local_loopback;
	bool q_counter_aggregation;
	bool q_counter_other_vport;
	uint8_t log_max_xrcd;		/* 5 bits, log2 */
	bool nic_receive_steering_discard;
	bool receive_discard_vport_down;
	bool transmit_discard_vport_down;
	bool eq_overrun_count;
	bool nic_receive_steering_depth;
	bool invalid_command_count;
	bool quota_exceeded_count;
	bool flow_counter_by_name;
	uint8_t log_max_flow_counter_bulk; /* log2 */
	uint16_t max_flow_counter_15_0;
	bool modify_tis;
	bool flow_counters_dump;
	bool pad_tls_encrypt_sig;
	uint8_t log_max_rq;		/* 5 bits, log2 */
	bool ft_alias_sw_vhca_id;
	bool cq_null_eq;
	uint8_t log_max_sq;		/* 5 bits, log2 */
	uint8_t mp_load_balance_mode;	/* 3 bits, enum prm_mp_load_balance_mode */
	uint8_t log_max_tir;		/* 5 bits, log2 */
	uint8_t log_max_tis;		/* 5 bits, log2 */
	bool basic_cyclic_rcv_wqe;
	bool eth_wqe_too_small_discard_no_cqe;
	bool mem_rq_rmp;
	uint8_t log_max_rmp;		/* 5 bits, log2 */
	bool sd_group_size;
	bool pci_sync_for_fw_update_tool_reset;
	bool vport_metadata_clr;
	uint8_t log_max_rqt;		/* 5 bits, log2 */
	bool delegate_vhca_management;
	bool query_delegated_vhca;
	bool qp_e2e_credit_disable;
	uint8_t log_max_rqt_size;	/* 5 bits, log2 */
	bool tlp_device_emulation_manager;
	bool vnic_env_cnt_bar_uar_access;
	bool vnic_env_cnt_odp_page_fault;
	uint8_t log_max_tis_per_sq;	/* 5 bits, log2 */
	bool ext_stride_num_range;
	bool roce_rw_supported;
	bool log_max_current_uc_list_wr_supported;
	uint8_t log_max_stride_sz_rq;	/* 5 bits, log2 */
	bool mkc_order_read_after_write;
	bool mkc_order_write_after_write_ro_only;
	bool sq_ft_wqe_post;
	uint8_t log_min_stride_sz_rq;	/* 5 bits, log2 */
	bool queue_mng_aso_queue_op_consumer;
	bool queue_mng_aso_credit_ctrl;
	bool qp_latency_sensitive_disable;
	uint8_t log_max_stride_sz_sq;	/* 5 bits, log2 */
	bool aes_xts_transaction_sig;
	uint8_t log_min_stride_sz_sq;	/* 5 bits, log2 */
	bool hairpin;
	bool hairpin_trim;
	uint8_t log_max_hairpin_queues;	/* 5 bits, log2 */
	bool hairpin_ib_raw;
	bool hairpin_eth2ipoib;
	bool hairpin_ipoib2eth;
	uint8_t log_max_hairpin_wq_data_sz; /* 5 bits, log2 */
	uint8_t log_max_hairpin_num_packets; /* 5 bits, log2 */
	uint8_t log_max_wq_sz;		/* 5 bits, log2 */
	bool nic_vport_change_event;
	bool disable_local_lb_uc;
	bool disable_local_lb_mc;
	uint8_t log_min_hairpin_wq_data_sz; /* 5 bits, log2 */
	bool system_image_guid_modifiable;
	bool silent_mode_set;
	bool vhca_state;
	uint8_t log_max_vlan_list;	/* 5 bits, log2 */
	bool aes_xts_tweak_inc_64;
	bool aes_xts_single_block_le_tweak;
	bool aes_xts_multi_block_be_tweak;
	uint8_t log_max_current_mc_list; /* 5 bits, log2 */
	bool aes_xts_tweak_inc_shift;
	bool silent_mode_query;
	bool query_host_net_function_v1;
	uint8_t log_max_current_uc_list; /* 5 bits, log2 */
	uint64_t general_obj_types;
	uint8_t sq_ts_format;		/* 2 bits, enum prm_cap_ts_format */
	uint8_t rq_ts_format;		/* 2 bits, enum prm_cap_ts_format */
	uint8_t steering_format_version; /* 4 bits, enum prm_steering_format_version */
	uint32_t create_qp_start_hint;	/* 24 bits */
	bool tls;
	bool ats;
	bool cross_vhca_rqt;
	uint8_t log_max_uctx;		/* 5 bits, log2 */
	bool aes_xts_multi_block_le_tweak;
	bool crypto;
	bool ipsec_offload;
	uint8_t log_max_umem;		/* 5 bits, log2 */
	uint16_t max_num_eqs;
	bool sigerr_domain_and_sig_type;
	bool tls_tx;
	bool tls_rx;
	uint8_t log_max_l2_table;	/* 5 bits, log2 */
	uint16_t log_uar_page_sz;	/* log2 */
	bool e;
	uint16_t hairpin_trim_size_max;
	uint32_t device_frequency_mhz;
	uint32_t device_frequency_khz;
	bool capi;
	bool create_pec;
	bool nvmf_target_offload;
	bool capi_invalidate;
	uint8_t log_max_pasid;		/* 5 bits, log2 */
	uint32_t num_of_uars_per_page;
	uint32_t flex_parser_protocols;	/* PRM_FLEX_PARSER_PROTOCOLS_* */
	uint8_t max_geneve_tlv_options;
	bool geneve_tlv_sample;
	bool geneve_tlv_option_offset;
	uint8_t max_geneve_tlv_option_data_len; /* 5 bits */
	bool flex_parser_header_modify;
	bool adv_rdma_cap;
	bool ts_prov_cap;
	uint8_t log_max_guaranteed_connections; /* 5 bits, log2 */
	bool driver_version_before_init_hca;
	bool adv_virtualization;
	bool driver_metadata_ptr;
	uint8_t log_max_dct_connections; /* 5 bits, log2 */
	uint8_t log_max_atomic_size_qp;	/* log2 */
	uint8_t log_max_dci_stream_channels; /* 5 bits, log2 */
	uint8_t log_max_dci_errored_streams; /* 5 bits, log2 */
	uint8_t log_max_atomic_size_dc;	/* log2 */
	uint16_t max_multi_user_group_size;
	bool enhanced_cqe_compression;
	bool generic_device_emulation_manager;
	bool crossing_vhca_mkey;
	uint8_t log_max_dek;		/* 5 bits, log2 */
	bool mini_cqe_resp_l3_l4_tag;
	bool mini_cqe_resp_flow_tag;
	bool mini_cqe_resp_stride_index;
	bool cqe_128_always;
	bool cqe_compression_128b;
	bool cqe_compression;
	uint16_t cqe_compression_timeout;
	uint16_t cqe_compression_max_num;
	uint8_t ignored_bc_31_29;
	uint8_t wqe_based_flow_table_update_dest_type_offset; /* 5 bits */
	uint8_t flex_parser_id_gtpu_dw_0; /* 4 bits */
	uint8_t log_max_tm_offloaded_op_size; /* 4 bits, log2 */
	bool tag_matching;
	bool rndv_offload_rc;
	bool rndv_offload_dc;
	uint8_t log_tag_matching_list_sz; /* 5 bits, log2 */
	bool modify_xrq;
	bool sync_steering_cache_inv;
	uint8_t log_max_xrq;		/* 5 bits, log2 */
	uint8_t affiliate_nic_vport_criteria;
	uint8_t native_port_num;
	uint8_t num_vhca_ports;
	uint8_t flex_parser_id_gtpu_teid; /* 4 bits */
	bool trusted_vnic_vhca;
	bool sw_owner_id;
	bool reserve_not_to_use;
	uint16_t max_num_of_monitor_counters;
	uint16_t num_ppcnt_monitor_counters;
	uint16_t max_num_sf;
	uint16_t num_q_monitor_counters;
	bool sf;
	bool sf_set_partition;
	uint8_t log_max_sf;		/* 5 bits, log2 */
	bool dpa;
	bool uc_qp_mc;
	bool wait_on_data;
	bool wait_on_data_big_endian;
	bool wait_on_time;
	bool migration;
	uint8_t cq_time_stamp_real_time_mode; /* 2 bits */
	uint8_t log_min_sf_size;	/* log2 */
	uint8_t max_num_sf_partitions;
	uint32_t uctx_permission;	/* PRM_UCTX_PERMISSION_* */
	uint8_t flex_parser_id_mpls_over_x_cw; /* 4 bits */
	uint8_t flex_parser_id_geneve_tlv_option_0; /* 4 bits */
	uint8_t flex_parser_id_icmp_dw1; /* 4 bits */
	uint8_t flex_parser_id_icmp_dw0; /* 4 bits */
	uint8_t flex_parser_id_icmpv6_dw1; /* 4 bits */
	uint8_t flex_parser_id_icmpv6_dw0; /* 4 bits */
	uint8_t flex_parser_id_outer_first_mpls_over_gre; /* 4 bits */
	uint8_t flex_parser_id_outer_first_mpls_over_udp_label; /* 4 bits */
	uint16_t max_num_match_definer;
	uint16_t sf_base_id;
	uint8_t flex_parser_id_gtpu_dw_2; /* 4 bits */
	uint8_t flex_parser_id_gtpu_first_ext_dw_0; /* 4 bits */
	uint32_t num_total_dynamic_vf_msix; /* 24 bits */
	uint8_t log_flow_hit_aso_granularity; /* 5 bits, log2 */
	uint8_t log_flow_hit_aso_max_alloc; /* 5 bits, log2 */
	uint16_t dynamic_msix_table_size; /* 12 bits */
	bool sha_mmo_qp;
	bool qp_mmo_type;
	bool dpu_cache_invalidate_mmo_qp;
	uint8_t log_max_num_flow_hit_aso; /* 5 bits, log2 */
	bool dma_mmo_qp;
	bool regexp_mmo_qp;
	bool compress_mmo_qp;
	bool decompress_deflate_v1;
	uint8_t min_dynamic_vf_msix_table_size; /* 4 bits */
	bool decompress_deflate_v2;
	bool host_net_functions_changed;
	bool data_direct;
	uint16_t max_dynamic_vf_msix_table_size; /* 12 bits */
	uint8_t log_max_num_header_modify_argument; /* 5 bits, log2 */
	uint8_t log_header_modify_argument_granularity_offset; /* 4 bits */
	uint8_t log_header_modify_argument_granularity; /* 4 bits, log2 */
	uint8_t log_header_modify_argument_max_alloc; /* 5 bits, log2 */
	uint8_t max_flow_execute_aso;	/* 5 bits */
	uint64_t vhca_tunnel_commands;	/* PRM_VHCA_TUNNEL_COMMANDS_* */
	uint64_t match_definer_format_supported;
};

/* Zero, and the defaults of the fields that have one. */
static inline void prm_cmd_hca_cap_fields_init(struct prm_cmd_hca_cap_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 256 bytes of @p; what stood there does not matter. */
static inline void prm_cmd_hca_cap_pack(struct prm_cmd_hca_cap *p,
		const struct prm_cmd_hca_cap_fields *v)
{
	PRM_CHECK_WIDTH(v->log_sha_mmo_max_size, 5);
	prm_store32(p, 0x00, (uint32_t)v->access_other_hca_roce << 31 |
			(uint32_t)v->alloc_flow_counter_pd << 30 |
			(uint32_t)v->flow_counter_access_aso << 29 |
			(uint32_t)v->query_match_sample_info << 28 |
			(uint32_t)v->lightweight_eq << 27 | (uint32_t)v->eq_dbr << 26 |
			(uint32_t)v->page_request_disable << 25 |
			(uint32_t)v->abs_native_port_num << 24 |
			(uint32_t)v->flow_counter_access_aso_opc_mod << 16 |
			(uint32_t)v->shared_object_to_user_object_allowed << 15 |
			(uint32_t)v->emulated_dev_mkey_crossing_access_disabled << 14 |
			(uint32_t)v->lag_queue_affinity_active_port << 13 |
			((uint32_t)v->log_sha_mmo_max_size & 0x1f) << 8 |
			(uint32_t)v->vhca_resource_manager);
	prm_store32(p, 0x04, (uint32_t)v->hca_cap_2 << 31 |
			(uint32_t)v->create_lag_when_not_master_up << 30 | (uint32_t)v->dtor << 29 |
			(uint32_t)v->event_on_vhca_state_teardown_request << 28 |
			(uint32_t)v->event_on_vhca_state_in_use << 27 |
			(uint32_t)v->event_on_vhca_state_active << 26 |
			(uint32_t)v->event_on_vhca_state_allocated << 25 |
			(uint32_t)v->event_on_vhca_state_invalid << 24 |
			(uint32_t)v->transpose_max_element_size << 16 | (uint32_t)v->vhca_id);
	prm_store32(p, 0x08, (uint32_t)v->transpose_max_cols << 24 |
			(uint32_t)v->transpose_max_rows << 16 | (uint32_t)v->transpose_max_size);
	PRM_CHECK_WIDTH(v->log_regexp_scatter_gather_size, 5);
	PRM_CHECK_WIDTH(v->log_dma_mmo_max_size, 5);
	PRM_CHECK_WIDTH(v->log_compress_mmo_max_size, 5);
	PRM_CHECK_WIDTH(v->log_decompress_mmo_max_size, 5);
	prm_store32(p, 0x0c, (uint32_t)v->resources_on_virtio_fs_emulation_manager << 31 |
			(uint32_t)v->sw_steering_icm_large_scale_steering << 30 |
			(uint32_t)v->qp_data_in_order << 29 |
			((uint32_t)v->log_regexp_scatter_gather_size & 0x1f) << 24 |
			(uint32_t)v->ibl2_delay_drop << 23 | (uint32_t)v->ibl2_qp << 22 |
			(uint32_t)v->init2init_qp_drain_sigerr << 21 |
			((uint32_t)v->log_dma_mmo_max_size & 0x1f) << 16 |
			(uint32_t)v->relaxed_ordering_write_pci_enabled << 15 |
			(uint32_t)v->ibl2_tx_vl15 << 14 | (uint32_t)v->decompress_snappy_v2 << 13 |
			((uint32_t)v->log_compress_mmo_max_size & 0x1f) << 8 |
			(uint32_t)v->decompress_lz4_data_only_v2 << 7 |
			(uint32_t)v->decompress_lz4_no_checksum_v2 << 6 |
			(uint32_t)v->decompress_lz4_checksum_v2 << 5 |
			((uint32_t)v->log_decompress_mmo_max_size & 0x1f));
	PRM_CHECK_WIDTH(v->log_max_qp, 5);
	prm_store32(p, 0x10, (uint32_t)v->log_max_srq_sz << 24 | (uint32_t)v->log_max_qp_sz << 16 |
			(uint32_t)v->event_cap << 15 | (uint32_t)v->rc_qp_init2rts << 14 |
			(uint32_t)v->rc_qp_create_on_init << 13 |
			(uint32_t)v->isolate_vl_tc_new << 12 | (uint32_t)v->comm_channel_dc << 11 |
			(uint32_t)v->comm_channel_cross_esw << 10 | (uint32_t)v->nvmeotcp << 9 |
			(uint32_t)v->pcie_hanged << 8 | (uint32_t)v->prio_tag_required << 7 |
			(uint32_t)v->wqe_index_ignore_cap << 6 |
			(uint32_t)v->dynamic_qp_allocation << 5 | ((uint32_t)v->log_max_qp & 0x1f));
	PRM_CHECK_WIDTH(v->regexp_num_of_engines, 4);
	PRM_CHECK_WIDTH(v->log_max_srq, 5);
	PRM_CHECK_WIDTH(v->regexp_log_crspace_size, 5);
	prm_store32(p, 0x14, (uint32_t)v->regexp << 31 | (uint32_t)v->regexp_params_old << 30 |
			(uint32_t)v->regexp_alloc_onbehalf_umem << 29 |
			(uint32_t)v->ece_support << 28 |
			((uint32_t)v->regexp_num_of_engines & 0xf) << 24 |
			(uint32_t)v->allow_pause_tx << 23 | (uint32_t)v->reg_c_preserve << 22 |
			(uint32_t)v->isolate_vl_tc << 21 | ((uint32_t)v->log_max_srq & 0x1f) << 16 |
			(uint32_t)v->psp_old << 15 | (uint32_t)v->uplink_follow << 14 |
			(uint32_t)v->ts_cqe_to_dest_cqn << 13 |
			((uint32_t)v->regexp_log_crspace_size & 0x1f) << 8 |
			(uint32_t)v->selective_repeat << 7 | (uint32_t)v->go_back_n << 6 |
			(uint32_t)v->shampo_old << 5 |
			(uint32_t)v->scatter_fcs_w_decap_disable << 4);
	PRM_CHECK_WIDTH(v->max_num_of_fixed_buffers_per_mkey, 5);
	PRM_CHECK_WIDTH(v->log_max_cq, 5);
	prm_store32(p, 0x18, (uint32_t)v->max_sgl_for_optimized_performance << 24 |
			(uint32_t)v->log_max_cq_sz << 16 |
			(uint32_t)v->relaxed_ordering_write_umr << 15 |
			(uint32_t)v->relaxed_ordering_read_umr << 14 |
			(uint32_t)v->access_register_user << 13 |
			((uint32_t)v->max_num_of_fixed_buffers_per_mkey & 0x1f) << 8 |
			(uint32_t)v->upt_device_emulation_manager << 7 |
			(uint32_t)v->virtio_net_device_emulation_manager << 6 |
			(uint32_t)v->virtio_blk_device_emulation_manager << 5 |
			((uint32_t)v->log_max_cq & 0x1f));
	PRM_CHECK_WIDTH(v->log_max_mkey, 6);
	PRM_CHECK_WIDTH(v->log_max_eq, 4);
	prm_store32(p, 0x1c, (uint32_t)v->log_max_eq_sz << 24 |
			(uint32_t)v->relaxed_ordering_write << 23 |
			(uint32_t)v->relaxed_ordering_read_pci_enabled << 22 |
			((uint32_t)v->log_max_mkey & 0x3f) << 16 |
			(uint32_t)v->tunneled_atomic << 15 | (uint32_t)v->as_notify << 14 |
			(uint32_t)v->m_pci_port << 13 | (uint32_t)v->m_vhca_mk << 12 |
			(uint32_t)v->hotplug_manager << 11 |
			(uint32_t)v->nvme_device_emulation_manager << 10 |
			(uint32_t)v->terminate_scatter_list_mkey << 9 |
			(uint32_t)v->repeated_mkey << 8 | (uint32_t)v->dump_fill_mkey << 7 |
			(uint32_t)v->dpp << 6 |
			(uint32_t)v->resources_on_nvme_emulation_manager << 5 |
			(uint32_t)v->fast_teardown << 4 | ((uint32_t)v->log_max_eq & 0xf));
	PRM_CHECK_WIDTH(v->log_max_mrw_sz, 7);
	PRM_CHECK_WIDTH(v->log_max_bsf_list_size, 6);
	PRM_CHECK_WIDTH(v->log_max_klm_list_size, 6);
	prm_store32(p, 0x20, (uint32_t)v->max_indirection << 24 |
			(uint32_t)v->fixed_buffer_size << 23 |
			((uint32_t)v->log_max_mrw_sz & 0x7f) << 16 |
			(uint32_t)v->force_teardown << 15 | (uint32_t)v->hard_coded_1 << 14 |
			((uint32_t)v->log_max_bsf_list_size & 0x3f) << 8 |
			(uint32_t)v->umr_extended_translation_offset << 7 |
			(uint32_t)v->null_mkey << 6 | ((uint32_t)v->log_max_klm_list_size & 0x3f));
	PRM_CHECK_WIDTH(v->log_max_static_sq_wq_size, 5);
	PRM_CHECK_WIDTH(v->log_max_ra_req_dc, 6);
	PRM_CHECK_WIDTH(v->log_max_static_sq_wq, 5);
	PRM_CHECK_WIDTH(v->log_max_ra_res_dc, 6);
	prm_store32(p, 0x24, (uint32_t)v->non_wire_sq << 31 | (uint32_t)v->ats_ro_dependence << 30 |
			(uint32_t)v->qpc_extension << 29 |
			((uint32_t)v->log_max_static_sq_wq_size & 0x1f) << 24 |
			(uint32_t)v->resources_on_virtio_net_emulation_manager << 23 |
			(uint32_t)v->resources_on_virtio_blk_emulation_manager << 22 |
			((uint32_t)v->log_max_ra_req_dc & 0x3f) << 16 |
			(uint32_t)v->vhca_trust_level_reg << 15 |
			(uint32_t)v->eth_wqe_too_small_mode << 14 |
			(uint32_t)v->vnic_env_eth_wqe_too_small << 13 |
			((uint32_t)v->log_max_static_sq_wq & 0x1f) << 8 |
			(uint32_t)v->ooo_sl_mask << 7 | (uint32_t)v->vnic_env_cq_overrun << 6 |
			((uint32_t)v->log_max_ra_res_dc & 0x3f));
	PRM_CHECK_WIDTH(v->log_max_ra_req_qp, 6);
	PRM_CHECK_WIDTH(v->compress_min_block_size, 4);
	PRM_CHECK_WIDTH(v->log_max_ra_res_qp, 6);
	prm_store32(p, 0x28, (uint32_t)v->cc_roce_ecn_rp_classify_mode << 31 |
			(uint32_t)v->cc_roce_ecn_rp_dynamic_rtt << 30 |
			(uint32_t)v->cc_roce_ecn_rp_dynamic_ai << 29 |
			(uint32_t)v->cc_roce_ecn_rp_dynamic_g << 28 |
			(uint32_t)v->cc_roce_ecn_rp_burst_decouple << 27 |
			(uint32_t)v->release_all_pages << 26 | (uint32_t)v->must_not_use << 25 |
			(uint32_t)v->sig_crc64_xp10 << 24 | (uint32_t)v->sig_crc32c << 23 |
			(uint32_t)v->roce_accl << 22 |
			((uint32_t)v->log_max_ra_req_qp & 0x3f) << 16 |
			(uint32_t)v->rtr2rts_qp_counters_set_id << 15 |
			(uint32_t)v->rts2rts_udp_sport << 14 |
			(uint32_t)v->rts2rts_lag_tx_port_affinity << 13 |
			(uint32_t)v->dma_mmo_sq << 12 |
			((uint32_t)v->compress_min_block_size & 0xf) << 8 |
			(uint32_t)v->compress_mmo_sq << 7 | (uint32_t)v->decompress_mmo_sq << 6 |
			((uint32_t)v->log_max_ra_res_qp & 0x3f));
	prm_store32(p, 0x2c, (uint32_t)v->end_pad << 31 | (uint32_t)v->cc_query_allowed << 30 |
			(uint32_t)v->cc_modify_allowed << 29 | (uint32_t)v->start_pad << 28 |
			(uint32_t)v->cache_line_128byte << 27 |
			(uint32_t)v->gid_table_size_ro << 26 |
			(uint32_t)v->pkey_table_size_ro << 25 | (uint32_t)v->rts2rts_qp_rmp << 24 |
			(uint32_t)v->rnr_nak_q_counters << 23 |
			(uint32_t)v->rts2rts_qp_counters_set_id << 22 |
			(uint32_t)v->rts2rts_qp_dscp << 21 |
			(uint32_t)v->gen3_cc_negotiation << 20 |
			(uint32_t)v->vnic_env_int_rq_oob << 19 | (uint32_t)v->sbcam_reg << 18 |
			(uint32_t)v->cwcam_reg << 17 | (uint32_t)v->qcam_reg << 16 |
			(uint32_t)v->gid_table_size);
	PRM_CHECK_WIDTH(v->max_qp_cnt, 10);
	prm_store32(p, 0x30, (uint32_t)v->out_of_seq_cnt << 31 | (uint32_t)v->vport_counters << 30 |
			(uint32_t)v->retransmission_q_counters << 29 | (uint32_t)v->debug << 28 |
			(uint32_t)v->modify_rq_counters_set_id << 27 |
			(uint32_t)v->rq_delay_drop << 26 | ((uint32_t)v->max_qp_cnt & 0x3ff) << 16 |
			(uint32_t)v->pkey_table_size);
	PRM_CHECK_WIDTH(v->local_ca_ack_delay, 5);
	PRM_CHECK_WIDTH(v->port_type, 2);
	prm_store32(p, 0x34, (uint32_t)v->vport_group_manager << 31 |
			(uint32_t)v->vhca_group_manager << 30 | (uint32_t)v->ib_virt << 29 |
			(uint32_t)v->eth_virt << 28 | (uint32_t)v->vnic_env_queue_counters << 27 |
			(uint32_t)v->ets << 26 | (uint32_t)v->nic_flow_table << 25 |
			(uint32_t)v->eswitch_manager << 24 | (uint32_t)v->device_memory << 23 |
			(uint32_t)v->mcam_reg << 22 | (uint32_t)v->pcam_reg << 21 |
			((uint32_t)v->local_ca_ack_delay & 0x1f) << 16 |
			(uint32_t)v->port_module_event << 15 |
			(uint32_t)v->enhanced_retransmission_q_counters << 14 |
			(uint32_t)v->port_checks << 13 | (uint32_t)v->pulse_gen_control << 12 |
			(uint32_t)v->disable_link_up_by_init_hca << 11 |
			(uint32_t)v->beacon_led << 10 | ((uint32_t)v->port_type & 0x3) << 8 |
			(uint32_t)v->num_ports);
	PRM_CHECK_WIDTH(v->log_max_msg, 5);
	PRM_CHECK_WIDTH(v->max_tc, 4);
	prm_store32(p, 0x38, (uint32_t)v->snapshot << 31 | (uint32_t)v->pps << 30 |
			(uint32_t)v->pps_modify << 29 | ((uint32_t)v->log_max_msg & 0x1f) << 24 |
			(uint32_t)v->multi_path_xrc_rdma << 23 |
			(uint32_t)v->multi_path_dc_rdma << 22 |
			(uint32_t)v->multi_path_rc_rdma << 21 |
			(uint32_t)v->traffic_fast_control << 20 |
			((uint32_t)v->max_tc & 0xf) << 16 | (uint32_t)v->temp_warn_event << 15 |
			(uint32_t)v->dcbx << 14 | (uint32_t)v->general_notification_event << 13 |
			(uint32_t)v->multi_prio_sq << 12 | (uint32_t)v->afu_owner << 11 |
			(uint32_t)v->fpga << 10 | (uint32_t)v->rol_s << 9 |
			(uint32_t)v->rol_g << 8 | (uint32_t)v->ib_port_sniffer << 7 |
			(uint32_t)v->wol_s << 6 | (uint32_t)v->wol_g << 5 |
			(uint32_t)v->wol_a << 4 | (uint32_t)v->wol_b << 3 |
			(uint32_t)v->wol_m << 2 | (uint32_t)v->wol_u << 1 | (uint32_t)v->wol_p);
	PRM_CHECK_WIDTH(v->log_max_extended_rnr_retry, 5);
	PRM_CHECK_WIDTH(v->cqe_version, 4);
	prm_store32(p, 0x3c, (uint32_t)v->stat_rate_support << 16 |
			(uint32_t)v->sig_block_4048 << 15 |
			(uint32_t)v->pci_sync_for_fw_update_event << 14 |
			(uint32_t)v->init2rtr_drain_sigerr << 13 |
			((uint32_t)v->log_max_extended_rnr_retry & 0x1f) << 8 |
			(uint32_t)v->init2_lag_tx_port_affinity << 7 |
			(uint32_t)v->flow_group_type_hash_split << 6 |
			(uint32_t)v->stat_rate_200 << 5 |
			(uint32_t)v->wqe_based_flow_table_update_cap << 4 |
			((uint32_t)v->cqe_version & 0xf));
	PRM_CHECK_WIDTH(v->umr_fence, 2);
	PRM_CHECK_WIDTH(v->cmdif_checksum, 2);
	prm_store32(p, 0x40, (uint32_t)v->compact_address_vector << 31 |
			(uint32_t)v->eth_striding_wq << 30 |
			(uint32_t)v->ipoib_enhanced_offloads << 28 |
			(uint32_t)v->ipoib_basic_offloads << 27 |
			(uint32_t)v->ib_link_list_striding_wq << 26 |
			(uint32_t)v->repeated_block_disabled << 25 |
			(uint32_t)v->umr_modify_entity_size_disabled << 24 |
			(uint32_t)v->umr_modify_atomic_disabled << 23 |
			(uint32_t)v->umr_indirect_mkey_disabled << 22 |
			((uint32_t)v->umr_fence & 0x3) << 20 |
			(uint32_t)v->dc_req_sctr_data_cqe << 19 | (uint32_t)v->dc_connect_qp << 18 |
			(uint32_t)v->dc_cnak_trace << 17 | (uint32_t)v->drain_sigerr << 16 |
			((uint32_t)v->cmdif_checksum & 0x3) << 14 | (uint32_t)v->sigerr_cqe << 13 |
			(uint32_t)v->e_psv << 12 | (uint32_t)v->wq_signature << 11 |
			(uint32_t)v->sctr_data_cqe << 10 | (uint32_t)v->bsf_in_create_mkey << 9 |
			(uint32_t)v->sho << 8 | (uint32_t)v->tph << 7 | (uint32_t)v->rf << 6 |
			(uint32_t)v->dct << 5 | (uint32_t)v->qos << 4 |
			(uint32_t)v->eth_net_offloads << 3 | (uint32_t)v->roce << 2 |
			(uint32_t)v->atomic << 1 | (uint32_t)v->extended_retry_count);
	prm_store32(p, 0x44, (uint32_t)v->cq_oi << 31 | (uint32_t)v->cq_resize << 30 |
			(uint32_t)v->cq_moderation << 29 |
			(uint32_t)v->cq_period_mode_modify << 28 |
			(uint32_t)v->cq_invalidate << 27 |
			(uint32_t)v->ib_striding_wq_cq_first_indication << 26 |
			(uint32_t)v->cq_eq_remap << 25 | (uint32_t)v->pg << 24 |
			(uint32_t)v->block_lb_mc << 23 | (uint32_t)v->exponential_backoff << 22 |
			(uint32_t)v->scqe_break_moderation << 21 |
			(uint32_t)v->cq_period_start_from_cqe << 20 | (uint32_t)v->cd << 19 |
			(uint32_t)v->atm << 18 | (uint32_t)v->apm << 17 |
			(uint32_t)v->vector_calc << 16 | (uint32_t)v->umr_ptr_rlkey << 15 |
			(uint32_t)v->imaicl << 14 | (uint32_t)v->qp_packet_based << 13 |
			(uint32_t)v->ib_cyclic_striding_wq << 12 |
			(uint32_t)v->ipoib_enhanced_pkey_change << 11 |
			(uint32_t)v->initiator_src_dct_in_cqe << 10 | (uint32_t)v->qkv << 9 |
			(uint32_t)v->pkv << 8 | (uint32_t)v->set_deth_sqpn << 7 |
			(uint32_t)v->rts2rts_primary_sl << 6 | (uint32_t)v->initiator_src_dct << 5 |
			(uint32_t)v->dc_v2 << 4 | (uint32_t)v->xrc << 3 | (uint32_t)v->ud << 2 |
			(uint32_t)v->uc << 1 | (uint32_t)v->rc);
	PRM_CHECK_WIDTH(v->log_max_local_dma_size, 5);
	PRM_CHECK_WIDTH(v->uar_sz, 6);
	PRM_CHECK_WIDTH(v->log_max_dc_cnak_qps, 5);
	prm_store32(p, 0x48, (uint32_t)v->uar_4k << 31 |
			(uint32_t)v->dci_no_rdma_wr_optimized_performance << 30 |
			(uint32_t)v->local_dma << 29 |
			((uint32_t)v->log_max_local_dma_size & 0x1f) << 24 |
			(uint32_t)v->fl_rc_qp_when_roce_disabled << 23 |
			(uint32_t)v->regexp_params << 22 | ((uint32_t)v->uar_sz & 0x3f) << 16 |
			(uint32_t)v->port_selection_cap << 15 | (uint32_t)v->nic_cap_reg << 14 |
			(uint32_t)v->umem_uid_0 << 13 |
			((uint32_t)v->log_max_dc_cnak_qps & 0x1f) << 8 | (uint32_t)v->log_pg_sz);
	PRM_CHECK_WIDTH(v->log_bf_reg_size, 5);
	PRM_CHECK_WIDTH(v->lag_dct, 2);
	PRM_CHECK_WIDTH(v->num_lag_ports, 4);
	prm_store32(p, 0x4c, (uint32_t)v->bf << 31 | (uint32_t)v->driver_version << 30 |
			(uint32_t)v->pad_tx_eth_packet << 29 |
			(uint32_t)v->query_driver_version << 28 |
			(uint32_t)v->max_qp_retry_freq << 27 | (uint32_t)v->qp_by_name << 26 |
			(uint32_t)v->mkey_by_name << 25 |
			(uint32_t)v->virtio_fs_device_emulation_manager << 24 |
			(uint32_t)v->suspend_qp_uc << 23 | (uint32_t)v->suspend_qp_ud << 22 |
			(uint32_t)v->suspend_qp_rc << 21 |
			((uint32_t)v->log_bf_reg_size & 0x1f) << 16 |
			(uint32_t)v->disciplined_fr_counter << 15 |
			(uint32_t)v->ec_offload_engine_disabled << 14 |
			(uint32_t)v->qp_8k_mtu << 13 | (uint32_t)v->qp_error_syndrome << 12 |
			(uint32_t)v->qp_handling_when_roce_disabled << 11 |
			(uint32_t)v->atomic_rate_pa << 10 | ((uint32_t)v->lag_dct & 0x3) << 8 |
			(uint32_t)v->lag_tx_port_affinity << 7 |
			(uint32_t)v->lag_native_fdb_selection << 6 | (uint32_t)v->lag_master << 4 |
			((uint32_t)v->num_lag_ports & 0xf));
	prm_store32(p, 0x50, (uint32_t)v->num_of_diagnostic_counters << 16 |
			(uint32_t)v->max_wqe_sz_sq);
	PRM_CHECK_WIDTH(v->icm_mng_function_id_mode, 1);
	PRM_CHECK_WIDTH(v->vhca_state_change_event_id_mode, 1);
	PRM_CHECK_WIDTH(v->driver_ver_change_event_id_mode, 1);
	PRM_CHECK_WIDTH(v->regexp_version, 3);
	prm_store32(p, 0x54, (uint32_t)v->icm_mng_function_id_mode << 31 |
			((uint32_t)v->vhca_state_change_event_id_mode & 0x1) << 30 |
			((uint32_t)v->driver_ver_change_event_id_mode & 0x1) << 29 |
			(uint32_t)v->embedded_program << 28 |
			(uint32_t)v->pcc_np_resp_ts_insert << 27 |
			(uint32_t)v->pcc_np_gns_select_full_bit_mask << 26 |
			(uint32_t)v->pcc_np_multiplane_probe << 25 |
			(uint32_t)v->mkey_pcie_tph << 24 | (uint32_t)v->mkey_error_isolate << 23 |
			(uint32_t)v->tis_tir_td_order << 22 | (uint32_t)v->psp << 21 |
			(uint32_t)v->shampo << 20 | (uint32_t)v->regexp_mmo_sq << 19 |
			((uint32_t)v->regexp_version & 0x7) << 16 | (uint32_t)v->max_wqe_sz_rq);
	prm_store32(p, 0x58, (uint32_t)v->max_flow_counter_31_16 << 16 |
			(uint32_t)v->max_wqe_sz_sq_dc);
	PRM_CHECK_WIDTH(v->query_host_net_function_num_max, 5);
	PRM_CHECK_WIDTH(v->max_qp_mcg, 25);
	prm_store32(p, 0x5c, (uint32_t)v->query_host_net_function_num_max << 27 |
			(v->max_qp_mcg & 0x1ffffff));
	prm_store32(p, 0x60, (uint32_t)v->mlnx_tag_ethertype << 16 |
			(uint32_t)v->flow_counter_bulk_alloc << 8 | (uint32_t)v->log_max_mcg);
	PRM_CHECK_WIDTH(v->log_max_transport_domain, 5);
	PRM_CHECK_WIDTH(v->log_max_pd, 5);
	PRM_CHECK_WIDTH(v->log_max_xrcd, 5);
	prm_store32(p, 0x64, (uint32_t)v->emulated_vf_exist << 31 |
			(uint32_t)v->uncorrectable_notification_dpu_reset_en << 30 |
			(uint32_t)v->always_fire_port_state_change_event << 29 |
			((uint32_t)v->log_max_transport_domain & 0x1f) << 24 |
			(uint32_t)v->tir_esw_lb_filter_disable << 23 |
			(uint32_t)v->flow_table_freeze << 22 |
			(uint32_t)v->relaxed_ordering_read << 21 |
			((uint32_t)v->log_max_pd & 0x1f) << 16 |
			(uint32_t)v->dp_ordering_ooo_all_ud << 15 |
			(uint32_t)v->dp_ordering_ooo_all_uc << 14 |
			(uint32_t)v->dp_ordering_ooo_all_xrc << 13 |
			(uint32_t)v->dp_ordering_ooo_all_dc << 12 |
			(uint32_t)v->dp_ordering_ooo_all_rc << 11 |
			(uint32_t)v->pcie_reset_using_hotreset_method << 10 |
			(uint32_t)v->pci_sync_for_fw_update_with_driver_unload << 9 |
			(uint32_t)v->vnic_env_cnt_steering_fail << 8 |
			(uint32_t)v->vport_counter_local_loopback << 7 |
			(uint32_t)v->q_counter_aggregation << 6 |
			(uint32_t)v->q_counter_other_vport << 5 |
			((uint32_t)v->log_max_xrcd & 0x1f));
	prm_store32(p, 0x68, (uint32_t)v->nic_receive_steering_discard << 31 |
			(uint32_t)v->receive_discard_vport_down << 30 |
			(uint32_t)v->transmit_discard_vport_down << 29 |
			(uint32_t)v->eq_overrun_count << 28 |
			(uint32_t)v->nic_receive_steering_depth << 27 |
			(uint32_t)v->invalid_command_count << 26 |
			(uint32_t)v->quota_exceeded_count << 25 |
			(uint32_t)v->flow_counter_by_name << 24 |
			(uint32_t)v->log_max_flow_counter_bulk << 16 |
			(uint32_t)v->max_flow_counter_15_0);
	PRM_CHECK_WIDTH(v->log_max_rq, 5);
	PRM_CHECK_WIDTH(v->log_max_sq, 5);
	PRM_CHECK_WIDTH(v->mp_load_balance_mode, 3);
	PRM_CHECK_WIDTH(v->log_max_tir, 5);
	PRM_CHECK_WIDTH(v->log_max_tis, 5);
	prm_store32(p, 0x6c, (uint32_t)v->modify_tis << 31 | (uint32_t)v->flow_counters_dump << 30 |
			(uint32_t)v->pad_tls_encrypt_sig << 29 |
			((uint32_t)v->log_max_rq & 0x1f) << 24 |
			(uint32_t)v->ft_alias_sw_vhca_id << 23 | (uint32_t)v->cq_null_eq << 22 |
			((uint32_t)v->log_max_sq & 0x1f) << 16 |
			((uint32_t)v->mp_load_balance_mode & 0x7) << 13 |
			((uint32_t)v->log_max_tir & 0x1f) << 8 | ((uint32_t)v->log_max_tis & 0x1f));
	PRM_CHECK_WIDTH(v->log_max_rmp, 5);
	PRM_CHECK_WIDTH(v->log_max_rqt, 5);
	PRM_CHECK_WIDTH(v->log_max_rqt_size, 5);
	PRM_CHECK_WIDTH(v->log_max_tis_per_sq, 5);
	prm_store32(p, 0x70, (uint32_t)v->basic_cyclic_rcv_wqe << 31 |
			(uint32_t)v->eth_wqe_too_small_discard_no_cqe << 30 |
			(uint32_t)v->mem_rq_rmp << 29 | ((uint32_t)v->log_max_rmp & 0x1f) << 24 |
			(uint32_t)v->sd_group_size << 23 |
			(uint32_t)v->pci_sync_for_fw_update_tool_reset << 22 |
			(uint32_t)v->vport_metadata_clr << 21 |
			((uint32_t)v->log_max_rqt & 0x1f) << 16 |
			(uint32_t)v->delegate_vhca_management << 15 |
			(uint32_t)v->query_delegated_vhca << 14 |
			(uint32_t)v->qp_e2e_credit_disable << 13 |
			((uint32_t)v->log_max_rqt_size & 0x1f) << 8 |
			(uint32_t)v->tlp_device_emulation_manager << 7 |
			(uint32_t)v->vnic_env_cnt_bar_uar_access << 6 |
			(uint32_t)v->vnic_env_cnt_odp_page_fault << 5 |
			((uint32_t)v->log_max_tis_per_sq & 0x1f));
	PRM_CHECK_WIDTH(v->log_max_stride_sz_rq, 5);
	PRM_CHECK_WIDTH(v->log_min_stride_sz_rq, 5);
	PRM_CHECK_WIDTH(v->log_max_stride_sz_sq, 5);
	PRM_CHECK_WIDTH(v->log_min_stride_sz_sq, 5);
	prm_store32(p, 0x74, (uint32_t)v->ext_stride_num_range << 31 |
			(uint32_t)v->roce_rw_supported << 30 |
			(uint32_t)v->log_max_current_uc_list_wr_supported << 29 |
			((uint32_t)v->log_max_stride_sz_rq & 0x1f) << 24 |
			(uint32_t)v->mkc_order_read_after_write << 23 |
			(uint32_t)v->mkc_order_write_after_write_ro_only << 22 |
			(uint32_t)v->sq_ft_wqe_post << 21 |
			((uint32_t)v->log_min_stride_sz_rq & 0x1f) << 16 |
			(uint32_t)v->queue_mng_aso_queue_op_consumer << 15 |
			(uint32_t)v->queue_mng_aso_credit_ctrl << 14 |
			(uint32_t)v->qp_latency_sensitive_disable << 13 |
			((uint32_t)v->log_max_stride_sz_sq & 0x1f) << 8 |
			(uint32_t)v->aes_xts_transaction_sig << 7 |
			((uint32_t)v->log_min_stride_sz_sq & 0x1f));
	PRM_CHECK_WIDTH(v->log_max_hairpin_queues, 5);
	PRM_CHECK_WIDTH(v->log_max_hairpin_wq_data_sz, 5);
	PRM_CHECK_WIDTH(v->log_max_hairpin_num_packets, 5);
	PRM_CHECK_WIDTH(v->log_max_wq_sz, 5);
	prm_store32(p, 0x78, (uint32_t)v->hairpin << 31 | (uint32_t)v->hairpin_trim << 30 |
			((uint32_t)v->log_max_hairpin_queues & 0x1f) << 24 |
			(uint32_t)v->hairpin_ib_raw << 23 | (uint32_t)v->hairpin_eth2ipoib << 22 |
			(uint32_t)v->hairpin_ipoib2eth << 21 |
			((uint32_t)v->log_max_hairpin_wq_data_sz & 0x1f) << 16 |
			((uint32_t)v->log_max_hairpin_num_packets & 0x1f) << 8 |
			((uint32_t)v->log_max_wq_sz & 0x1f));
	PRM_CHECK_WIDTH(v->log_min_hairpin_wq_data_sz, 5);
	PRM_CHECK_WIDTH(v->log_max_vlan_list, 5);
	PRM_CHECK_WIDTH(v->log_max_current_mc_list, 5);
	PRM_CHECK_WIDTH(v->log_max_current_uc_list, 5);
	prm_store32(p, 0x7c, (uint32_t)v->nic_vport_change_event << 31 |
			(uint32_t)v->disable_local_lb_uc << 30 |
			(uint32_t)v->disable_local_lb_mc << 29 |
			((uint32_t)v->log_min_hairpin_wq_data_sz & 0x1f) << 24 |
			(uint32_t)v->system_image_guid_modifiable << 23 |
			(uint32_t)v->silent_mode_set << 22 | (uint32_t)v->vhca_state << 21 |
			((uint32_t)v->log_max_vlan_list & 0x1f) << 16 |
			(uint32_t)v->aes_xts_tweak_inc_64 << 15 |
			(uint32_t)v->aes_xts_single_block_le_tweak << 14 |
			(uint32_t)v->aes_xts_multi_block_be_tweak << 13 |
			((uint32_t)v->log_max_current_mc_list & 0x1f) << 8 |
			(uint32_t)v->aes_xts_tweak_inc_shift << 7 |
			(uint32_t)v->silent_mode_query << 6 |
			(uint32_t)v->query_host_net_function_v1 << 5 |
			((uint32_t)v->log_max_current_uc_list & 0x1f));
	prm_store64(p, 0x80, v->general_obj_types);
	PRM_CHECK_WIDTH(v->sq_ts_format, 2);
	PRM_CHECK_WIDTH(v->rq_ts_format, 2);
	PRM_CHECK_WIDTH(v->steering_format_version, 4);
	PRM_CHECK_WIDTH(v->create_qp_start_hint, 24);
	prm_store32(p, 0x88, (uint32_t)v->sq_ts_format << 30 |
			((uint32_t)v->rq_ts_format & 0x3) << 28 |
			((uint32_t)v->steering_format_version & 0xf) << 24 |
			(v->create_qp_start_hint & 0xffffff));
	PRM_CHECK_WIDTH(v->log_max_uctx, 5);
	PRM_CHECK_WIDTH(v->log_max_umem, 5);
	prm_store32(p, 0x8c, (uint32_t)v->tls << 31 | (uint32_t)v->ats << 30 |
			(uint32_t)v->cross_vhca_rqt << 29 |
			((uint32_t)v->log_max_uctx & 0x1f) << 24 |
			(uint32_t)v->aes_xts_multi_block_le_tweak << 23 |
			(uint32_t)v->crypto << 22 | (uint32_t)v->ipsec_offload << 21 |
			((uint32_t)v->log_max_umem & 0x1f) << 16 | (uint32_t)v->max_num_eqs);
	PRM_CHECK_WIDTH(v->log_max_l2_table, 5);
	prm_store32(p, 0x90, (uint32_t)v->sigerr_domain_and_sig_type << 31 |
			(uint32_t)v->tls_tx << 30 | (uint32_t)v->tls_rx << 29 |
			((uint32_t)v->log_max_l2_table & 0x1f) << 24 |
			(uint32_t)v->log_uar_page_sz);
	prm_store32(p, 0x94, (uint32_t)v->e << 31 | (uint32_t)v->hairpin_trim_size_max);
	prm_store32(p, 0x98, v->device_frequency_mhz);
	prm_store32(p, 0x9c, v->device_frequency_khz);
	PRM_CHECK_WIDTH(v->log_max_pasid, 5);
	prm_store32(p, 0xa0, (uint32_t)v->capi << 31 | (uint32_t)v->create_pec << 30 |
			(uint32_t)v->nvmf_target_offload << 29 |
			(uint32_t)v->capi_invalidate << 28 | ((uint32_t)v->log_max_pasid & 0x1f));
	prm_store32(p, 0xa4, v->num_of_uars_per_page);
	prm_store32(p, 0xa8, v->flex_parser_protocols);
	PRM_CHECK_WIDTH(v->max_geneve_tlv_option_data_len, 5);
	PRM_CHECK_WIDTH(v->log_max_guaranteed_connections, 5);
	PRM_CHECK_WIDTH(v->log_max_dct_connections, 5);
	prm_store32(p, 0xac, (uint32_t)v->max_geneve_tlv_options << 24 |
			(uint32_t)v->geneve_tlv_sample << 23 |
			(uint32_t)v->geneve_tlv_option_offset << 22 |
			((uint32_t)v->max_geneve_tlv_option_data_len & 0x1f) << 16 |
			(uint32_t)v->flex_parser_header_modify << 15 |
			(uint32_t)v->adv_rdma_cap << 14 | (uint32_t)v->ts_prov_cap << 13 |
			((uint32_t)v->log_max_guaranteed_connections & 0x1f) << 8 |
			(uint32_t)v->driver_version_before_init_hca << 7 |
			(uint32_t)v->adv_virtualization << 6 |
			(uint32_t)v->driver_metadata_ptr << 5 |
			((uint32_t)v->log_max_dct_connections & 0x1f));
	PRM_CHECK_WIDTH(v->log_max_dci_stream_channels, 5);
	PRM_CHECK_WIDTH(v->log_max_dci_errored_streams, 5);
	prm_store32(p, 0xb0, (uint32_t)v->log_max_atomic_size_qp << 24 |
			((uint32_t)v->log_max_dci_stream_channels & 0x1f) << 16 |
			((uint32_t)v->log_max_dci_errored_streams & 0x1f) << 8 |
			(uint32_t)v->log_max_atomic_size_dc);
	PRM_CHECK_WIDTH(v->log_max_dek, 5);
	prm_store32(p, 0xb4, (uint32_t)v->max_multi_user_group_size << 16 |
			(uint32_t)v->enhanced_cqe_compression << 15 |
			(uint32_t)v->generic_device_emulation_manager << 14 |
			(uint32_t)v->crossing_vhca_mkey << 13 |
			((uint32_t)v->log_max_dek & 0x1f) << 8 |
			(uint32_t)v->mini_cqe_resp_l3_l4_tag << 6 |
			(uint32_t)v->mini_cqe_resp_flow_tag << 5 |
			(uint32_t)v->mini_cqe_resp_stride_index << 3 |
			(uint32_t)v->cqe_128_always << 2 | (uint32_t)v->cqe_compression_128b << 1 |
			(uint32_t)v->cqe_compression);
	prm_store32(p, 0xb8, (uint32_t)v->cqe_compression_timeout << 16 |
			(uint32_t)v->cqe_compression_max_num);
	PRM_CHECK_WIDTH(v->wqe_based_flow_table_update_dest_type_offset, 5);
	PRM_CHECK_WIDTH(v->flex_parser_id_gtpu_dw_0, 4);
	PRM_CHECK_WIDTH(v->log_max_tm_offloaded_op_size, 4);
	PRM_CHECK_WIDTH(v->log_tag_matching_list_sz, 5);
	PRM_CHECK_WIDTH(v->log_max_xrq, 5);
	prm_store32(p, 0xbc, ((uint32_t)v->wqe_based_flow_table_update_dest_type_offset &
		0x1f) << 24 |
			((uint32_t)v->flex_parser_id_gtpu_dw_0 & 0xf) << 20 |
			((uint32_t)v->log_max_tm_offloaded_op_size & 0xf) << 16 |
			(uint32_t)v->tag_matching << 15 | (uint32_t)v->rndv_offload_rc << 14 |
			(uint32_t)v->rndv_offload_dc << 13 |
			((uint32_t)v->log_tag_matching_list_sz & 0x1f) << 8 |
			(uint32_t)v->modify_xrq << 7 | (uint32_t)v->sync_steering_cache_inv << 6 |
			((uint32_t)v->log_max_xrq & 0x1f) |
			((uint32_t)v->ignored_bc_31_29 & 0x7) << 29);
	PRM_CHECK_WIDTH(v->flex_parser_id_gtpu_teid, 4);
	prm_store32(p, 0xc0, (uint32_t)v->affiliate_nic_vport_criteria << 24 |
			(uint32_t)v->native_port_num << 16 | (uint32_t)v->num_vhca_ports << 8 |
			((uint32_t)v->flex_parser_id_gtpu_teid & 0xf) << 4 |
			(uint32_t)v->trusted_vnic_vhca << 2 | (uint32_t)v->sw_owner_id << 1 |
			(uint32_t)v->reserve_not_to_use);
	prm_store32(p, 0xc4, (uint32_t)v->max_num_of_monitor_counters << 16 |
			(uint32_t)v->num_ppcnt_monitor_counters);
	prm_store32(p, 0xc8, (uint32_t)v->max_num_sf << 16 | (uint32_t)v->num_q_monitor_counters);
	prm_store32(p, 0xcc, 0);
	PRM_CHECK_WIDTH(v->log_max_sf, 5);
	PRM_CHECK_WIDTH(v->cq_time_stamp_real_time_mode, 2);
	prm_store32(p, 0xd0, (uint32_t)v->sf << 31 | (uint32_t)v->sf_set_partition << 30 |
			((uint32_t)v->log_max_sf & 0x1f) << 24 | (uint32_t)v->dpa << 23 |
			(uint32_t)v->uc_qp_mc << 22 | (uint32_t)v->wait_on_data << 21 |
			(uint32_t)v->wait_on_data_big_endian << 20 |
			(uint32_t)v->wait_on_time << 19 | (uint32_t)v->migration << 18 |
			((uint32_t)v->cq_time_stamp_real_time_mode & 0x3) << 16 |
			(uint32_t)v->log_min_sf_size << 8 | (uint32_t)v->max_num_sf_partitions);
	prm_store32(p, 0xd4, v->uctx_permission);
	PRM_CHECK_WIDTH(v->flex_parser_id_mpls_over_x_cw, 4);
	PRM_CHECK_WIDTH(v->flex_parser_id_geneve_tlv_option_0, 4);
	PRM_CHECK_WIDTH(v->flex_parser_id_icmp_dw1, 4);
	PRM_CHECK_WIDTH(v->flex_parser_id_icmp_dw0, 4);
	PRM_CHECK_WIDTH(v->flex_parser_id_icmpv6_dw1, 4);
	PRM_CHECK_WIDTH(v->flex_parser_id_icmpv6_dw0, 4);
	PRM_CHECK_WIDTH(v->flex_parser_id_outer_first_mpls_over_gre, 4);
	PRM_CHECK_WIDTH(v->flex_parser_id_outer_first_mpls_over_udp_label, 4);
	prm_store32(p, 0xd8, (uint32_t)v->flex_parser_id_mpls_over_x_cw << 28 |
			((uint32_t)v->flex_parser_id_geneve_tlv_option_0 & 0xf) << 24 |
			((uint32_t)v->flex_parser_id_icmp_dw1 & 0xf) << 20 |
			((uint32_t)v->flex_parser_id_icmp_dw0 & 0xf) << 16 |
			((uint32_t)v->flex_parser_id_icmpv6_dw1 & 0xf) << 12 |
			((uint32_t)v->flex_parser_id_icmpv6_dw0 & 0xf) << 8 |
			((uint32_t)v->flex_parser_id_outer_first_mpls_over_gre & 0xf) << 4 |
			((uint32_t)v->flex_parser_id_outer_first_mpls_over_udp_label & 0xf));
	prm_store32(p, 0xdc, (uint32_t)v->max_num_match_definer << 16 | (uint32_t)v->sf_base_id);
	PRM_CHECK_WIDTH(v->flex_parser_id_gtpu_dw_2, 4);
	PRM_CHECK_WIDTH(v->flex_parser_id_gtpu_first_ext_dw_0, 4);
	PRM_CHECK_WIDTH(v->num_total_dynamic_vf_msix, 24);
	prm_store32(p, 0xe0, (uint32_t)v->flex_parser_id_gtpu_dw_2 << 28 |
			((uint32_t)v->flex_parser_id_gtpu_first_ext_dw_0 & 0xf) << 24 |
			(v->num_total_dynamic_vf_msix & 0xffffff));
	PRM_CHECK_WIDTH(v->log_flow_hit_aso_granularity, 5);
	PRM_CHECK_WIDTH(v->log_flow_hit_aso_max_alloc, 5);
	PRM_CHECK_WIDTH(v->dynamic_msix_table_size, 12);
	prm_store32(p, 0xe4, ((uint32_t)v->log_flow_hit_aso_granularity & 0x1f) << 24 |
			((uint32_t)v->log_flow_hit_aso_max_alloc & 0x1f) << 16 |
			((uint32_t)v->dynamic_msix_table_size & 0xfff));
	PRM_CHECK_WIDTH(v->log_max_num_flow_hit_aso, 5);
	PRM_CHECK_WIDTH(v->min_dynamic_vf_msix_table_size, 4);
	PRM_CHECK_WIDTH(v->max_dynamic_vf_msix_table_size, 12);
	prm_store32(p, 0xe8, (uint32_t)v->sha_mmo_qp << 31 | (uint32_t)v->qp_mmo_type << 30 |
			(uint32_t)v->dpu_cache_invalidate_mmo_qp << 29 |
			((uint32_t)v->log_max_num_flow_hit_aso & 0x1f) << 24 |
			(uint32_t)v->dma_mmo_qp << 23 | (uint32_t)v->regexp_mmo_qp << 22 |
			(uint32_t)v->compress_mmo_qp << 21 |
			(uint32_t)v->decompress_deflate_v1 << 20 |
			((uint32_t)v->min_dynamic_vf_msix_table_size & 0xf) << 16 |
			(uint32_t)v->decompress_deflate_v2 << 15 |
			(uint32_t)v->host_net_functions_changed << 14 |
			(uint32_t)v->data_direct << 13 |
			((uint32_t)v->max_dynamic_vf_msix_table_size & 0xfff));
	PRM_CHECK_WIDTH(v->log_max_num_header_modify_argument, 5);
	PRM_CHECK_WIDTH(v->log_header_modify_argument_granularity_offset, 4);
	PRM_CHECK_WIDTH(v->log_header_modify_argument_granularity, 4);
	PRM_CHECK_WIDTH(v->log_header_modify_argument_max_alloc, 5);
	PRM_CHECK_WIDTH(v->max_flow_execute_aso, 5);
	prm_store32(p, 0xec, ((uint32_t)v->log_max_num_header_modify_argument & 0x1f) << 24 |
			((uint32_t)v->log_header_modify_argument_granularity_offset & 0xf) << 20 |
			((uint32_t)v->log_header_modify_argument_granularity & 0xf) << 16 |
			((uint32_t)v->log_header_modify_argument_max_alloc & 0x1f) << 8 |
			((uint32_t)v->max_flow_execute_aso & 0x1f));
	prm_store64(p, 0xf0, v->vhca_tunnel_commands);
	prm_store64(p, 0xf8, v->match_definer_format_supported);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_cmd_hca_cap_check(const struct prm_cmd_hca_cap *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_reserved(r, p, 24, 7);	/* 0x00 [7:1] */
	n += prm_check_reserved(r, p, 188, 4);	/* 0x14 [3:0] */
	n += prm_check_enum(r, "gid_table_size", 368, 16, prm_cmd_hca_cap_get_gid_table_size(p),
		prm_gid_table_size_str(prm_cmd_hca_cap_get_gid_table_size(p)));
	n += prm_check_enum(r, "pkey_table_size", 400, 16, prm_cmd_hca_cap_get_pkey_table_size(p),
		prm_pkey_table_size_str(prm_cmd_hca_cap_get_pkey_table_size(p)));
	n += prm_check_enum(r, "port_type", 438, 2, prm_cmd_hca_cap_get_port_type(p),
		prm_cap_port_type_str(prm_cmd_hca_cap_get_port_type(p)));
	n += prm_check_reserved(r, p, 514, 1);	/* 0x40 [29] */
	n += prm_check_enum(r, "umr_fence", 522, 2, prm_cmd_hca_cap_get_umr_fence(p),
		prm_umr_fence_str(prm_cmd_hca_cap_get_umr_fence(p)));
	n += prm_check_enum(r, "cmdif_checksum", 528, 2, prm_cmd_hca_cap_get_cmdif_checksum(p),
		prm_cmdif_checksum_str(prm_cmd_hca_cap_get_cmdif_checksum(p)));
	n += prm_check_reserved(r, p, 634, 1);	/* 0x4c [5] */
	n += prm_check_enum(r, "icm_mng_function_id_mode", 672, 1,
		prm_cmd_hca_cap_get_icm_mng_function_id_mode(p),
		prm_function_id_mode_str(prm_cmd_hca_cap_get_icm_mng_function_id_mode(p)));
	n += prm_check_enum(r, "vhca_state_change_event_id_mode", 673, 1,
		prm_cmd_hca_cap_get_vhca_state_change_event_id_mode(p),
		prm_function_id_mode_str(prm_cmd_hca_cap_get_vhca_state_change_event_id_mode(p)));
	n += prm_check_enum(r, "driver_ver_change_event_id_mode", 674, 1,
		prm_cmd_hca_cap_get_driver_ver_change_event_id_mode(p),
		prm_function_id_mode_str(prm_cmd_hca_cap_get_driver_ver_change_event_id_mode(p)));
	n += prm_check_reserved(r, p, 741, 2);	/* 0x5c [26:25] */
	n += prm_check_reserved(r, p, 874, 1);	/* 0x6c [21] */
	n += prm_check_reserved(r, p, 888, 3);	/* 0x6c [7:5] */
	n += prm_check_reserved(r, p, 953, 2);	/* 0x74 [6:5] */
	n += prm_check_reserved(r, p, 962, 1);	/* 0x78 [29] */
	n += prm_check_reserved(r, p, 976, 3);	/* 0x78 [15:13] */
	n += prm_check_reserved(r, p, 984, 3);	/* 0x78 [7:5] */
	n += prm_check_enum(r, "sq_ts_format", 1088, 2, prm_cmd_hca_cap_get_sq_ts_format(p),
		prm_cap_ts_format_str(prm_cmd_hca_cap_get_sq_ts_format(p)));
	n += prm_check_enum(r, "rq_ts_format", 1090, 2, prm_cmd_hca_cap_get_rq_ts_format(p),
		prm_cap_ts_format_str(prm_cmd_hca_cap_get_rq_ts_format(p)));
	n += prm_check_reserved(r, p, 1160, 8);	/* 0x90 [23:16] */
	n += prm_check_reserved(r, p, 1185, 15);	/* 0x94 [30:16] */
	n += prm_check_reserved(r, p, 1284, 23);	/* 0xa0 [27:5] */
	n += prm_check_reserved(r, p, 1386, 1);	/* 0xac [21] */
	n += prm_check_reserved(r, p, 1416, 3);	/* 0xb0 [23:21] */
	n += prm_check_reserved(r, p, 1424, 3);	/* 0xb0 [15:13] */
	n += prm_check_reserved(r, p, 1464, 1);	/* 0xb4 [7] */
	n += prm_check_reserved(r, p, 1467, 1);	/* 0xb4 [4] */
	n += prm_check_reserved(r, p, 1530, 1);	/* 0xbc [5] */
	n += prm_check_reserved(r, p, 1564, 1);	/* 0xc0 [3] */
	n += prm_check_reserved(r, p, 1632, 32);	/* 0xcc [31:0] */
	n += prm_check_reserved(r, p, 1666, 1);	/* 0xd0 [29] */
	n += prm_check_reserved(r, p, 1824, 3);	/* 0xe4 [31:29] */
	n += prm_check_reserved(r, p, 1832, 3);	/* 0xe4 [23:21] */
	n += prm_check_reserved(r, p, 1840, 4);	/* 0xe4 [15:12] */
	n += prm_check_reserved(r, p, 1875, 1);	/* 0xe8 [12] */
	n += prm_check_reserved(r, p, 1888, 3);	/* 0xec [31:29] */
	n += prm_check_reserved(r, p, 1904, 3);	/* 0xec [15:13] */
	n += prm_check_reserved(r, p, 1912, 3);	/* 0xec [7:5] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static inline unsigned int prm_cmd_hca_cap_unpack(struct prm_cmd_hca_cap_fields *v,
		const struct prm_cmd_hca_cap *p, struct prm_report *r)
{
	uint32_t word;

	word = prm_load8(p, 0x00);
	v->access_other_hca_roce = word >> 7;
	v->alloc_flow_counter_pd = (word >> 6) & 0x1;
	v->flow_counter_access_aso = (word >> 5) & 0x1;
	v->query_match_sample_info = (word >> 4) & 0x1;
	v->lightweight_eq = (word >> 3) & 0x1;
	v->eq_dbr = (word >> 2) & 0x1;
	v->page_request_disable = (word >> 1) & 0x1;
	v->abs_native_port_num = word & 0x1;
	v->flow_counter_access_aso_opc_mod = prm_load8(p, 0x01);
	word = prm_load8(p, 0x02);
	v->shared_object_to_user_object_allowed = word >> 7;
	v->emulated_dev_mkey_crossing_access_disabled = (word >> 6) & 0x1;
	v->lag_queue_affinity_active_port = (word >> 5) & 0x1;
	v->log_sha_mmo_max_size = (uint8_t)(word & 0x1f);
	v->vhca_resource_manager = prm_load8(p, 0x03) & 0x1;
	word = prm_load8(p, 0x04);
	v->hca_cap_2 = word >> 7;
	v->create_lag_when_not_master_up = (word >> 6) & 0x1;
	v->dtor = (word >> 5) & 0x1;
	v->event_on_vhca_state_teardown_request = (word >> 4) & 0x1;
	v->event_on_vhca_state_in_use = (word >> 3) & 0x1;
	v->event_on_vhca_state_active = (word >> 2) & 0x1;
	v->event_on_vhca_state_allocated = (word >> 1) & 0x1;
	v->event_on_vhca_state_invalid = word & 0x1;
	v->transpose_max_element_size = prm_load8(p, 0x05);
	v->vhca_id = prm_load16(p, 0x06);
	v->transpose_max_cols = prm_load8(p, 0x08);
	v->transpose_max_rows = prm_load8(p, 0x09);
	v->transpose_max_size = prm_load16(p, 0x0a);
	word = prm_load8(p, 0x0c);
	v->resources_on_virtio_fs_emulation_manager = word >> 7;
	v->sw_steering_icm_large_scale_steering = (word >> 6) & 0x1;
	v->qp_data_in_order = (word >> 5) & 0x1;
	v->log_regexp_scatter_gather_size = (uint8_t)(word & 0x1f);
	word = prm_load8(p, 0x0d);
	v->ibl2_delay_drop = word >> 7;
	v->ibl2_qp = (word >> 6) & 0x1;
	v->init2init_qp_drain_sigerr = (word >> 5) & 0x1;
	v->log_dma_mmo_max_size = (uint8_t)(word & 0x1f);
	word = prm_load8(p, 0x0e);
	v->relaxed_ordering_write_pci_enabled = word >> 7;
	v->ibl2_tx_vl15 = (word >> 6) & 0x1;
	v->decompress_snappy_v2 = (word >> 5) & 0x1;
	v->log_compress_mmo_max_size = (uint8_t)(word & 0x1f);
	word = prm_load8(p, 0x0f);
	v->decompress_lz4_data_only_v2 = word >> 7;
	v->decompress_lz4_no_checksum_v2 = (word >> 6) & 0x1;
	v->decompress_lz4_checksum_v2 = (word >> 5) & 0x1;
	v->log_decompress_mmo_max_size = (uint8_t)(word & 0x1f);
	v->log_max_srq_sz = prm_load8(p, 0x10);
	v->log_max_qp_sz = prm_load8(p, 0x11);
	word = prm_load8(p, 0x12);
	v->event_cap = word >> 7;
	v->rc_qp_init2rts = (word >> 6) & 0x1;
	v->rc_qp_create_on_init = (word >> 5) & 0x1;
	v->isolate_vl_tc_new = (word >> 4) & 0x1;
	v->comm_channel_dc = (word >> 3) & 0x1;
	v->comm_channel_cross_esw = (word >> 2) & 0x1;
	v->nvmeotcp = (word >> 1) & 0x1;
	v->pcie_hanged = word & 0x1;
	word = prm_load8(p, 0x13);
	v->prio_tag_required = word >> 7;
	v->wqe_index_ignore_cap = (word >> 6) & 0x1;
	v->dynamic_qp_allocation = (word >> 5) & 0x1;
	v->log_max_qp = (uint8_t)(word & 0x1f);
	word = prm_load8(p, 0x14);
	v->regexp = word >> 7;
	v->regexp_params_old = (word >> 6) & 0x1;
	v->regexp_alloc_onbehalf_umem = (word >> 5) & 0x1;
	v->ece_support = (word >> 4) & 0x1;
	v->regexp_num_of_engines = (uint8_t)(word & 0xf);
	word = prm_load8(p, 0x15);
	v->allow_pause_tx = word >> 7;
	v->reg_c_preserve = (word >> 6) & 0x1;
	v->isolate_vl_tc = (word >> 5) & 0x1;
	v->log_max_srq = (uint8_t)(word & 0x1f);
	word = prm_load8(p, 0x16);
	v->psp_old = word >> 7;
	v->uplink_follow = (word >> 6) & 0x1;
	v->ts_cqe_to_dest_cqn = (word >> 5) & 0x1;
	v->regexp_log_crspace_size = (uint8_t)(word & 0x1f);
	word = prm_load8(p, 0x17);
	v->selective_repeat = word >> 7;
	v->go_back_n = (word >> 6) & 0x1;
	v->shampo_old = (word >> 5) & 0x1;
	v->scatter_fcs_w_decap_disable = (word >> 4) & 0x1;
	v->max_sgl_for_optimized_performance = prm_load8(p, 0x18);
	v->log_max_cq_sz = prm_load8(p, 0x19);
	word = prm_load8(p, 0x1a);
	v->relaxed_ordering_write_umr = word >> 7;
	v->relaxed_ordering_read_umr = (word >> 6) & 0x1;
	v->access_register_user = (word >> 5) & 0x1;
	v->max_num_of_fixed_buffers_per_mkey = (uint8_t)(word & 0x1f);
	word = prm_load8(p, 0x1b);
	v->upt_device_emulation_manager = word >> 7;
	v->virtio_net_device_emulation_manager = (word >> 6) & 0x1;
	v->virtio_blk_device_emulation_manager = (word >> 5) & 0x1;
	v->log_max_cq = (uint8_t)(word & 0x1f);
	v->log_max_eq_sz = prm_load8(p, 0x1c);
	word = prm_load8(p, 0x1d);
	v->relaxed_ordering_write = word >> 7;
	v->relaxed_ordering_read_pci_enabled = (word >> 6) & 0x1;
	v->log_max_mkey = (uint8_t)(word & 0x3f);
	word = prm_load8(p, 0x1e);
	v->tunneled_atomic = word >> 7;
	v->as_notify = (word >> 6) & 0x1;
	v->m_pci_port = (word >> 5) & 0x1;
	v->m_vhca_mk = (word >> 4) & 0x1;
	v->hotplug_manager = (word >> 3) & 0x1;
	v->nvme_device_emulation_manager = (word >> 2) & 0x1;
	v->terminate_scatter_list_mkey = (word >> 1) & 0x1;
	v->repeated_mkey = word & 0x1;
	word = prm_load8(p, 0x1f);
	v->dump_fill_mkey = word >> 7;
	v->dpp = (word >> 6) & 0x1;
	v->resources_on_nvme_emulation_manager = (word >> 5) & 0x1;
	v->fast_teardown = (word >> 4) & 0x1;
	v->log_max_eq = (uint8_t)(word & 0xf);
	v->max_indirection = prm_load8(p, 0x20);
	word = prm_load8(p, 0x21);
	v->fixed_buffer_size = word >> 7;
	v->log_max_mrw_sz = (uint8_t)(word & 0x7f);
	word = prm_load8(p, 0x22);
	v->force_teardown = word >> 7;
	v->hard_coded_1 = (word >> 6) & 0x1;
	v->log_max_bsf_list_size = (uint8_t)(word & 0x3f);
	word = prm_load8(p, 0x23);
	v->umr_extended_translation_offset = word >> 7;
	v->null_mkey = (word >> 6) & 0x1;
	v->log_max_klm_list_size = (uint8_t)(word & 0x3f);
	word = prm_load8(p, 0x24);
	v->non_wire_sq = word >> 7;
	v->ats_ro_dependence = (word >> 6) & 0x1;
	v->qpc_extension = (word >> 5) & 0x1;
	v->log_max_static_sq_wq_size = (uint8_t)(word & 0x1f);
	word = prm_load8(p, 0x25);
	v->resources_on_virtio_net_emulation_manager = word >> 7;
	v->resources_on_virtio_blk_emulation_manager = (word >> 6) & 0x1;
	v->log_max_ra_req_dc = (uint8_t)(word & 0x3f);
	word = prm_load8(p, 0x26);
	v->vhca_trust_level_reg = word >> 7;
	v->eth_wqe_too_small_mode = (word >> 6) & 0x1;
	v->vnic_env_eth_wqe_too_small = (word >> 5) & 0x1;
	v->log_max_static_sq_wq = (uint8_t)(word & 0x1f);
	word = prm_load8(p, 0x27);
	v->ooo_sl_mask = word >> 7;
	v->vnic_env_cq_overrun = (word >> 6) & 0x1;
	v->log_max_ra_res_dc = (uint8_t)(word & 0x3f);
	word = prm_load8(p, 0x28);
	v->cc_roce_ecn_rp_classify_mode = word >> 7;
	v->cc_roce_ecn_rp_dynamic_rtt = (word >> 6) & 0x1;
	v->cc_roce_ecn_rp_dynamic_ai = (word >> 5) & 0x1;
	v->cc_roce_ecn_rp_dynamic_g = (word >> 4) & 0x1;
	v->cc_roce_ecn_rp_burst_decouple = (word >> 3) & 0x1;
	v->release_all_pages = (word >> 2) & 0x1;
	v->must_not_use = (word >> 1) & 0x1;
	v->sig_crc64_xp10 = word & 0x1;
	word = prm_load8(p, 0x29);
	v->sig_crc32c = word >> 7;
	v->roce_accl = (word >> 6) & 0x1;
	v->log_max_ra_req_qp = (uint8_t)(word & 0x3f);
	word = prm_load8(p, 0x2a);
	v->rtr2rts_qp_counters_set_id = word >> 7;
	v->rts2rts_udp_sport = (word >> 6) & 0x1;
	v->rts2rts_lag_tx_port_affinity = (word >> 5) & 0x1;
	v->dma_mmo_sq = (word >> 4) & 0x1;
	v->compress_min_block_size = (uint8_t)(word & 0xf);
	word = prm_load8(p, 0x2b);
	v->compress_mmo_sq = word >> 7;
	v->decompress_mmo_sq = (word >> 6) & 0x1;
	v->log_max_ra_res_qp = (uint8_t)(word & 0x3f);
	word = prm_load8(p, 0x2c);
	v->end_pad = word >> 7;
	v->cc_query_allowed = (word >> 6) & 0x1;
	v->cc_modify_allowed = (word >> 5) & 0x1;
	v->start_pad = (word >> 4) & 0x1;
	v->cache_line_128byte = (word >> 3) & 0x1;
	v->gid_table_size_ro = (word >> 2) & 0x1;
	v->pkey_table_size_ro = (word >> 1) & 0x1;
	v->rts2rts_qp_rmp = word & 0x1;
	word = prm_load8(p, 0x2d);
	v->rnr_nak_q_counters = word >> 7;
	v->rts2rts_qp_counters_set_id = (word >> 6) & 0x1;
	v->rts2rts_qp_dscp = (word >> 5) & 0x1;
	v->gen3_cc_negotiation = (word >> 4) & 0x1;
	v->vnic_env_int_rq_oob = (word >> 3) & 0x1;
	v->sbcam_reg = (word >> 2) & 0x1;
	v->cwcam_reg = (word >> 1) & 0x1;
	v->qcam_reg = word & 0x1;
	v->gid_table_size = prm_load16(p, 0x2e);
	word = prm_load8(p, 0x30);
	v->out_of_seq_cnt = word >> 7;
	v->vport_counters = (word >> 6) & 0x1;
	v->retransmission_q_counters = (word >> 5) & 0x1;
	v->debug = (word >> 4) & 0x1;
	v->modify_rq_counters_set_id = (word >> 3) & 0x1;
	v->rq_delay_drop = (word >> 2) & 0x1;
	v->max_qp_cnt = (uint16_t)(prm_load16(p, 0x30) & 0x3ff);
	v->pkey_table_size = prm_load16(p, 0x32);
	word = prm_load8(p, 0x34);
	v->vport_group_manager = word >> 7;
	v->vhca_group_manager = (word >> 6) & 0x1;
	v->ib_virt = (word >> 5) & 0x1;
	v->eth_virt = (word >> 4) & 0x1;
	v->vnic_env_queue_counters = (word >> 3) & 0x1;
	v->ets = (word >> 2) & 0x1;
	v->nic_flow_table = (word >> 1) & 0x1;
	v->eswitch_manager = word & 0x1;
	word = prm_load8(p, 0x35);
	v->device_memory = word >> 7;
	v->mcam_reg = (word >> 6) & 0x1;
	v->pcam_reg = (word >> 5) & 0x1;
	v->local_ca_ack_delay = (uint8_t)(word & 0x1f);
	word = prm_load8(p, 0x36);
	v->port_module_event = word >> 7;
	v->enhanced_retransmission_q_counters = (word >> 6) & 0x1;
	v->port_checks = (word >> 5) & 0x1;
	v->pulse_gen_control = (word >> 4) & 0x1;
	v->disable_link_up_by_init_hca = (word >> 3) & 0x1;
	v->beacon_led = (word >> 2) & 0x1;
	v->port_type = (uint8_t)(word & 0x3);
	v->num_ports = prm_load8(p, 0x37);
	word = prm_load8(p, 0x38);
	v->snapshot = word >> 7;
	v->pps = (word >> 6) & 0x1;
	v->pps_modify = (word >> 5) & 0x1;
	v->log_max_msg = (uint8_t)(word & 0x1f);
	word = prm_load8(p, 0x39);
	v->multi_path_xrc_rdma = word >> 7;
	v->multi_path_dc_rdma = (word >> 6) & 0x1;
	v->multi_path_rc_rdma = (word >> 5) & 0x1;
	v->traffic_fast_control = (word >> 4) & 0x1;
	v->max_tc = (uint8_t)(word & 0xf);
	word = prm_load8(p, 0x3a);
	v->temp_warn_event = word >> 7;
	v->dcbx = (word >> 6) & 0x1;
	v->general_notification_event = (word >> 5) & 0x1;
	v->multi_prio_sq = (word >> 4) & 0x1;
	v->afu_owner = (word >> 3) & 0x1;
	v->fpga = (word >> 2) & 0x1;
	v->rol_s = (word >> 1) & 0x1;
	v->rol_g = word & 0x1;
	word = prm_load8(p, 0x3b);
	v->ib_port_sniffer = word >> 7;
	v->wol_s = (word >> 6) & 0x1;
	v->wol_g = (word >> 5) & 0x1;
	v->wol_a = (word >> 4) & 0x1;
	v->wol_b = (word >> 3) & 0x1;
	v->wol_m = (word >> 2) & 0x1;
	v->wol_u = (word >> 1) & 0x1;
	v->wol_p = word & 0x1;
	v->stat_rate_support = prm_load16(p, 0x3c);
	word = prm_load8(p, 0x3e);
	v->sig_block_4048 = word >> 7;
	v->pci_sync_for_fw_update_event = (word >> 6) & 0x1;
	v->init2rtr_drain_sigerr = (word >> 5) & 0x1;
	v->log_max_extended_rnr_retry = (uint8_t)(word & 0x1f);
	word = prm_load8(p, 0x3f);
	v->init2_lag_tx_port_affinity = word >> 7;
	v->flow_group_type_hash_split = (word >> 6) & 0x1;
	v->stat_rate_200 = (word >> 5) & 0x1;
	v->wqe_based_flow_table_update_cap = (word >> 4) & 0x1;
	v->cqe_version = (uint8_t)(word & 0xf);
	word = prm_load8(p, 0x40);
	v->compact_address_vector = word >> 7;
	v->eth_striding_wq = (word >> 6) & 0x1;
	v->ipoib_enhanced_offloads = (word >> 4) & 0x1;
	v->ipoib_basic_offloads = (word >> 3) & 0x1;
	v->ib_link_list_striding_wq = (word >> 2) & 0x1;
	v->repeated_block_disabled = (word >> 1) & 0x1;
	v->umr_modify_entity_size_disabled = word & 0x1;
	word = prm_load8(p, 0x41);
	v->umr_modify_atomic_disabled = word >> 7;
	v->umr_indirect_mkey_disabled = (word >> 6) & 0x1;
	v->umr_fence = (uint8_t)((word >> 4) & 0x3);
	v->dc_req_sctr_data_cqe = (word >> 3) & 0x1;
	v->dc_connect_qp = (word >> 2) & 0x1;
	v->dc_cnak_trace = (word >> 1) & 0x1;
	v->drain_sigerr = word & 0x1;
	word = prm_load8(p, 0x42);
	v->cmdif_checksum = (uint8_t)(word >> 6);
	v->sigerr_cqe = (word >> 5) & 0x1;
	v->e_psv = (word >> 4) & 0x1;
	v->wq_signature = (word >> 3) & 0x1;
	v->sctr_data_cqe = (word >> 2) & 0x1;
	v->bsf_in_create_mkey = (word >> 1) & 0x1;
	v->sho = word & 0x1;
	word = prm_load8(p, 0x43);
	v->tph = word >> 7;
	v->rf = (word >> 6) & 0x1;
	v->dct = (word >> 5) & 0x1;
	v->qos = (word >> 4) & 0x1;
	v->eth_net_offloads = (word >> 3) & 0x1;
	v->roce = (word >> 2) & 0x1;
	v->atomic = (word >> 1) & 0x1;
	v->extended_retry_count = word & 0x1;
	word = prm_load8(p, 0x44);
	v->cq_oi = word >> 7;
	v->cq_resize = (word >> 6) & 0x1;
	v->cq_moderation = (word >> 5) & 0x1;
	v->cq_period_mode_modify = (word >> 4) & 0x1;
	v->cq_invalidate = (word >> 3) & 0x1;
	v->ib_striding_wq_cq_first_indication = (word >> 2) & 0x1;
	v->cq_eq_remap = (word >> 1) & 0x1;
	v->pg = word & 0x1;
	word = prm_load8(p, 0x45);
	v->block_lb_mc = word >> 7;
	v->exponential_backoff = (word >> 6) & 0x1;
	v->scqe_break_moderation = (word >> 5) & 0x1;
	v->cq_period_start_from_cqe = (word >> 4) & 0x1;
	v->cd = (word >> 3) & 0x1;
	v->atm = (word >> 2) & 0x1;
	v->apm = (word >> 1) & 0x1;
	v->vector_calc = word & 0x1;
	word = prm_load8(p, 0x46);
	v->umr_ptr_rlkey = word >> 7;
	v->imaicl = (word >> 6) & 0x1;
	v->qp_packet_based = (word >> 5) & 0x1;
	v->ib_cyclic_striding_wq = (word >> 4) & 0x1;
	v->ipoib_enhanced_pkey_change = (word >> 3) & 0x1;
	v->initiator_src_dct_in_cqe = (word >> 2) & 0x1;
	v->qkv = (word >> 1) & 0x1;
	v->pkv = word & 0x1;
	word = prm_load8(p, 0x47);
	v->set_deth_sqpn = word >> 7;
	v->rts2rts_primary_sl = (word >> 6) & 0x1;
	v->initiator_src_dct = (word >> 5) & 0x1;
	v->dc_v2 = (word >> 4) & 0x1;
	v->xrc = (word >> 3) & 0x1;
	v->ud = (word >> 2) & 0x1;
	v->uc = (word >> 1) & 0x1;
	v->rc = word & 0x1;
	word = prm_load8(p, 0x48);
	v->uar_4k = word >> 7;
	v->dci_no_rdma_wr_optimized_performance = (word >> 6) & 0x1;
	v->local_dma = (word >> 5) & 0x1;
	v->log_max_local_dma_size = (uint8_t)(word & 0x1f);
	word = prm_load8(p, 0x49);
	v->fl_rc_qp_when_roce_disabled = word >> 7;
	v->regexp_params = (word >> 6) & 0x1;
	v->uar_sz = (uint8_t)(word & 0x3f);
	word = prm_load8(p, 0x4a);
	v->port_selection_cap = word >> 7;
	v->nic_cap_reg = (word >> 6) & 0x1;
	v->umem_uid_0 = (word >> 5) & 0x1;
	v->log_max_dc_cnak_qps = (uint8_t)(word & 0x1f);
	v->log_pg_sz = prm_load8(p, 0x4b);
	word = prm_load8(p, 0x4c);
	v->bf = word >> 7;
	v->driver_version = (word >> 6) & 0x1;
	v->pad_tx_eth_packet = (word >> 5) & 0x1;
	v->query_driver_version = (word >> 4) & 0x1;
	v->max_qp_retry_freq = (word >> 3) & 0x1;
	v->qp_by_name = (word >> 2) & 0x1;
	v->mkey_by_name = (word >> 1) & 0x1;
	v->virtio_fs_device_emulation_manager = word & 0x1;
	word = prm_load8(p, 0x4d);
	v->suspend_qp_uc = word >> 7;
	v->suspend_qp_ud = (word >> 6) & 0x1;
	v->suspend_qp_rc = (word >> 5) & 0x1;
	v->log_bf_reg_size = (uint8_t)(word & 0x1f);
	word = prm_load8(p, 0x4e);
	v->disciplined_fr_counter = word >> 7;
	v->ec_offload_engine_disabled = (word >> 6) & 0x1;
	v->qp_8k_mtu = (word >> 5) & 0x1;
	v->qp_error_syndrome = (word >> 4) & 0x1;
	v->qp_handling_when_roce_disabled = (word >> 3) & 0x1;
	v->atomic_rate_pa = (word >> 2) & 0x1;
	v->lag_dct = (uint8_t)(word & 0x3);
	word = prm_load8(p, 0x4f);
	v->lag_tx_port_affinity = word >> 7;
	v->lag_native_fdb_selection = (word >> 6) & 0x1;
	v->lag_master = (word >> 4) & 0x1;
	v->num_lag_ports = (uint8_t)(word & 0xf);
	v->num_of_diagnostic_counters = prm_load16(p, 0x50);
	v->max_wqe_sz_sq = prm_load16(p, 0x52);
	word = prm_load8(p, 0x54);
	v->icm_mng_function_id_mode = (uint8_t)(word >> 7);
	v->vhca_state_change_event_id_mode = (uint8_t)((word >> 6) & 0x1);
	v->driver_ver_change_event_id_mode = (uint8_t)((word >> 5) & 0x1);
	v->embedded_program = (word >> 4) & 0x1;
	v->pcc_np_resp_ts_insert = (word >> 3) & 0x1;
	v->pcc_np_gns_select_full_bit_mask = (word >> 2) & 0x1;
	v->pcc_np_multiplane_probe = (word >> 1) & 0x1;
	v->mkey_pcie_tph = word & 0x1;
	word = prm_load8(p, 0x55);
	v->mkey_error_isolate = word >> 7;
	v->tis_tir_td_order = (word >> 6) & 0x1;
	v->psp = (word >> 5) & 0x1;
	v->shampo = (word >> 4) & 0x1;
	v->regexp_mmo_sq = (word >> 3) & 0x1;
	v->regexp_version = (uint8_t)(word & 0x7);
	v->max_wqe_sz_rq = prm_load16(p, 0x56);
	v->max_flow_counter_31_16 = prm_load16(p, 0x58);
	v->max_wqe_sz_sq_dc = prm_load16(p, 0x5a);
	v->query_host_net_function_num_max = (uint8_t)(prm_load8(p, 0x5c) >> 3);
	v->max_qp_mcg = prm_load32(p, 0x5c) & 0x1ffffff;
	v->mlnx_tag_ethertype = prm_load16(p, 0x60);
	v->flow_counter_bulk_alloc = prm_load8(p, 0x62);
	v->log_max_mcg = prm_load8(p, 0x63);
	word = prm_load8(p, 0x64);
	v->emulated_vf_exist = word >> 7;
	v->uncorrectable_notification_dpu_reset_en = (word >> 6) & 0x1;
	v->always_fire_port_state_change_event = (word >> 5) & 0x1;
	v->log_max_transport_domain = (uint8_t)(word & 0x1f);
	word = prm_load8(p, 0x65);
	v->tir_esw_lb_filter_disable = word >> 7;
	v->flow_table_freeze = (word >> 6) & 0x1;
	v->relaxed_ordering_read = (word >> 5) & 0x1;
	v->log_max_pd = (uint8_t)(word & 0x1f);
	word = prm_load8(p, 0x66);
	v->dp_ordering_ooo_all_ud = word >> 7;
	v->dp_ordering_ooo_all_uc = (word >> 6) & 0x1;
	v->dp_ordering_ooo_all_xrc = (word >> 5) & 0x1;
	v->dp_ordering_ooo_all_dc = (word >> 4) & 0x1;
	v->dp_ordering_ooo_all_rc = (word >> 3) & 0x1;
	v->pcie_reset_using_hotreset_method = (word >> 2) & 0x1;
	v->pci_sync_for_fw_update_with_driver_unload = (word >> 1) & 0x1;
	v->vnic_env_cnt_steering_fail = word & 0x1;
	word = prm_load8(p, 0x67);
	v->vport_counter_local_loopback = word >> 7;
	v->q_counter_aggregation = (word >> 6) & 0x1;
	v->q_counter_other_vport = (word >> 5) & 0x1;
	v->log_max_xrcd = (uint8_t)(word & 0x1f);
	word = prm_load8(p, 0x68);
	v->nic_receive_steering_discard = word >> 7;
	v->receive_discard_vport_down = (word >> 6) & 0x1;
	v->transmit_discard_vport_down = (word >> 5) & 0x1;
	v->eq_overrun_count = (word >> 4) & 0x1;
	v->nic_receive_steering_depth = (word >> 3) & 0x1;
	v->invalid_command_count = (word >> 2) & 0x1;
	v->quota_exceeded_count = (word >> 1) & 0x1;
	v->flow_counter_by_name = word & 0x1;
	v->log_max_flow_counter_bulk = prm_load8(p, 0x69);
	v->max_flow_counter_15_0 = prm_load16(p, 0x6a);
	word = prm_load8(p, 0x6c);
	v->modify_tis = word >> 7;
	v->flow_counters_dump = (word >> 6) & 0x1;
	v->pad_tls_encrypt_sig = (word >> 5) & 0x1;
	v->log_max_rq = (uint8_t)(word & 0x1f);
	word = prm_load8(p, 0x6d);
	v->ft_alias_sw_vhca_id = word >> 7;
	v->cq_null_eq = (word >> 6) & 0x1;
	v->log_max_sq = (uint8_t)(word & 0x1f);
	word = prm_load8(p, 0x6e);
	v->mp_load_balance_mode = (uint8_t)(word >> 5);
	v->log_max_tir = (uint8_t)(word & 0x1f);
	v->log_max_tis = (uint8_t)(prm_load8(p, 0x6f) & 0x1f);
	word = prm_load8(p, 0x70);
	v->basic_cyclic_rcv_wqe = word >> 7;
	v->eth_wqe_too_small_discard_no_cqe = (word >> 6) & 0x1;
	v->mem_rq_rmp = (word >> 5) & 0x1;
	v->log_max_rmp = (uint8_t)(word & 0x1f);
	word = prm_load8(p, 0x71);
	v->sd_group_size = word >> 7;
	v->pci_sync_for_fw_update_tool_reset = (word >> 6) & 0x1;
	v->vport_metadata_clr = (word >> 5) & 0x1;
	v->log_max_rqt = (uint8_t)(word & 0x1f);
	word = prm_load8(p, 0x72);
	v->delegate_vhca_management = word >> 7;
	v->query_delegated_vhca = (word >> 6) & 0x1;
	v->qp_e2e_credit_disable = (word >> 5) & 0x1;
	v->log_max_rqt_size = (uint8_t)(word & 0x1f);
	word = prm_load8(p, 0x73);
	v->tlp_device_emulation_manager = word >> 7;
	v->vnic_env_cnt_bar_uar_access = (word >> 6) & 0x1;
	v->vnic_env_cnt_odp_page_fault = (word >> 5) & 0x1;
	v->log_max_tis_per_sq = (uint8_t)(word & 0x1f);
	word = prm_load8(p, 0x74);
	v->ext_stride_num_range = word >> 7;
	v->roce_rw_supported = (word >> 6) & 0x1;
	v->log_max_current_uc_list_wr_supported = (word >> 5) & 0x1;
	v->log_max_stride_sz_rq = (uint8_t)(word & 0x1f);
	word = prm_load8(p, 0x75);
	v->mkc_order_read_after_write = word >> 7;
	v->mkc_order_write_after_write_ro_only = (word >> 6) & 0x1;
	v->sq_ft_wqe_post = (word >> 5) & 0x1;
	v->log_min_stride_sz_rq = (uint8_t)(word & 0x1f);
	word = prm_load8(p, 0x76);
	v->queue_mng_aso_queue_op_consumer = word >> 7;
	v->queue_mng_aso_credit_ctrl = (word >> 6) & 0x1;
	v->qp_latency_sensitive_disable = (word >> 5) & 0x1;
	v->log_max_stride_sz_sq = (uint8_t)(word & 0x1f);
	word = prm_load8(p, 0x77);
	v->aes_xts_transaction_sig = word >> 7;
	v->log_min_stride_sz_sq = (uint8_t)(word & 0x1f);
	word = prm_load8(p, 0x78);
	v->hairpin = word >> 7;
	v->hairpin_trim = (word >> 6) & 0x1;
	v->log_max_hairpin_queues = (uint8_t)(word & 0x1f);
	word = prm_load8(p, 0x79);
	v->hairpin_ib_raw = word >> 7;
	v->hairpin_eth2ipoib = (word >> 6) & 0x1;
	v->hairpin_ipoib2eth = (word >> 5) & 0x1;
	v->log_max_hairpin_wq_data_sz = (uint8_t)(word & 0x1f);
	v->log_max_hairpin_num_packets = (uint8_t)(prm_load8(p, 0x7a) & 0x1f);
	v->log_max_wq_sz = (uint8_t)(prm_load8(p, 0x7b) & 0x1f);
	word = prm_load8(p, 0x7c);
	v->nic_vport_change_event = word >> 7;
	v->disable_local_lb_uc = (word >> 6) & 0x1;
	v->disable_local_lb_mc = (word >> 5) & 0x1;
	v->log_min_hairpin_wq_data_sz = (uint8_t)(word & 0x1f);
	word = prm_load8(p, 0x7d);
	v->system_image_guid_modifiable = word >> 7;
	v->silent_mode_set = (word >> 6) & 0x1;
	v->vhca_state = (word >> 5) & 0x1;
	v->log_max_vlan_list = (uint8_t)(word & 0x1f);
	word = prm_load8(p, 0x7e);
	v->aes_xts_tweak_inc_64 = word >> 7;
	v->aes_xts_single_block_le_tweak = (word >> 6) & 0x1;
	v->aes_xts_multi_block_be_tweak = (word >> 5) & 0x1;
	v->log_max_current_mc_list = (uint8_t)(word & 0x1f);
	word = prm_load8(p, 0x7f);
	v->aes_xts_tweak_inc_shift = word >> 7;
	v->silent_mode_query = (word >> 6) & 0x1;
	v->query_host_net_function_v1 = (word >> 5) & 0x1;
	v->log_max_current_uc_list = (uint8_t)(word & 0x1f);
	v->general_obj_types = prm_load64(p, 0x80);
	word = prm_load8(p, 0x88);
	v->sq_ts_format = (uint8_t)(word >> 6);
	v->rq_ts_format = (uint8_t)((word >> 4) & 0x3);
	v->steering_format_version = (uint8_t)(word & 0xf);
	v->create_qp_start_hint = prm_load32(p, 0x88) & 0xffffff;
	word = prm_load8(p, 0x8c);
	v->tls = word >> 7;
	v->ats = (word >> 6) & 0x1;
	v->cross_vhca_rqt = (word >> 5) & 0x1;
	v->log_max_uctx = (uint8_t)(word & 0x1f);
	word = prm_load8(p, 0x8d);
	v->aes_xts_multi_block_le_tweak = word >> 7;
	v->crypto = (word >> 6) & 0x1;
	v->ipsec_offload = (word >> 5) & 0x1;
	v->log_max_umem = (uint8_t)(word & 0x1f);
	v->max_num_eqs = prm_load16(p, 0x8e);
	word = prm_load8(p, 0x90);
	v->sigerr_domain_and_sig_type = word >> 7;
	v->tls_tx = (word >> 6) & 0x1;
	v->tls_rx = (word >> 5) & 0x1;
	v->log_max_l2_table = (uint8_t)(word & 0x1f);
	v->log_uar_page_sz = prm_load16(p, 0x92);
	v->e = prm_load8(p, 0x94) >> 7;
	v->hairpin_trim_size_max = prm_load16(p, 0x96);
	v->device_frequency_mhz = prm_load32(p, 0x98);
	v->device_frequency_khz = prm_load32(p, 0x9c);
	word = prm_load8(p, 0xa0);
	v->capi = word >> 7;
	v->create_pec = (word >> 6) & 0x1;
	v->nvmf_target_offload = (word >> 5) & 0x1;
	v->capi_invalidate = (word >> 4) & 0x1;
	v->log_max_pasid = (uint8_t)(prm_load8(p, 0xa3) & 0x1f);
	v->num_of_uars_per_page = prm_load32(p, 0xa4);
	v->flex_parser_protocols = prm_load32(p, 0xa8);
	v->max_geneve_tlv_options = prm_load8(p, 0xac);
	word = prm_load8(p, 0xad);
	v->geneve_tlv_sample = word >> 7;
	v->geneve_tlv_option_offset = (word >> 6) & 0x1;
	v->max_geneve_tlv_option_data_len = (uint8_t)(word & 0x1f);
	word = prm_load8(p, 0xae);
	v->flex_parser_header_modify = word >> 7;
	v->adv_rdma_cap = (word >> 6) & 0x1;
	v->ts_prov_cap = (word >> 5) & 0x1;
	v->log_max_guaranteed_connections = (uint8_t)(word & 0x1f);
	word = prm_load8(p, 0xaf);
	v->driver_version_before_init_hca = word >> 7;
	v->adv_virtualization = (word >> 6) & 0x1;
	v->driver_metadata_ptr = (word >> 5) & 0x1;
	v->log_max_dct_connections = (uint8_t)(word & 0x1f);
	v->log_max_atomic_size_qp = prm_load8(p, 0xb0);
	v->log_max_dci_stream_channels = (uint8_t)(prm_load8(p, 0xb1) & 0x1f);
	v->log_max_dci_errored_streams = (uint8_t)(prm_load8(p, 0xb2) & 0x1f);
	v->log_max_atomic_size_dc = prm_load8(p, 0xb3);
	v->max_multi_user_group_size = prm_load16(p, 0xb4);
	word = prm_load8(p, 0xb6);
	v->enhanced_cqe_compression = word >> 7;
	v->generic_device_emulation_manager = (word >> 6) & 0x1;
	v->crossing_vhca_mkey = (word >> 5) & 0x1;
	v->log_max_dek = (uint8_t)(word & 0x1f);
	word = prm_load8(p, 0xb7);
	v->mini_cqe_resp_l3_l4_tag = (word >> 6) & 0x1;
	v->mini_cqe_resp_flow_tag = (word >> 5) & 0x1;
	v->mini_cqe_resp_stride_index = (word >> 3) & 0x1;
	v->cqe_128_always = (word >> 2) & 0x1;
	v->cqe_compression_128b = (word >> 1) & 0x1;
	v->cqe_compression = word & 0x1;
	v->cqe_compression_timeout = prm_load16(p, 0xb8);
	v->cqe_compression_max_num = prm_load16(p, 0xba);
	word = prm_load8(p, 0xbc);
	v->wqe_based_flow_table_update_dest_type_offset = (uint8_t)(word & 0x1f);
	v->ignored_bc_31_29 = (uint8_t)(word >> 5);
	word = prm_load8(p, 0xbd);
	v->flex_parser_id_gtpu_dw_0 = (uint8_t)(word >> 4);
	v->log_max_tm_offloaded_op_size = (uint8_t)(word & 0xf);
	word = prm_load8(p, 0xbe);
	v->tag_matching = word >> 7;
	v->rndv_offload_rc = (word >> 6) & 0x1;
	v->rndv_offload_dc = (word >> 5) & 0x1;
	v->log_tag_matching_list_sz = (uint8_t)(word & 0x1f);
	word = prm_load8(p, 0xbf);
	v->modify_xrq = word >> 7;
	v->sync_steering_cache_inv = (word >> 6) & 0x1;
	v->log_max_xrq = (uint8_t)(word & 0x1f);
	v->affiliate_nic_vport_criteria = prm_load8(p, 0xc0);
	v->native_port_num = prm_load8(p, 0xc1);
	v->num_vhca_ports = prm_load8(p, 0xc2);
	word = prm_load8(p, 0xc3);
	v->flex_parser_id_gtpu_teid = (uint8_t)(word >> 4);
	v->trusted_vnic_vhca = (word >> 2) & 0x1;
	v->sw_owner_id = (word >> 1) & 0x1;
	v->reserve_not_to_use = word & 0x1;
	v->max_num_of_monitor_counters = prm_load16(p, 0xc4);
	v->num_ppcnt_monitor_counters = prm_load16(p, 0xc6);
	v->max_num_sf = prm_load16(p, 0xc8);
	v->num_q_monitor_counters = prm_load16(p, 0xca);
	word = prm_load8(p, 0xd0);
	v->sf = word >> 7;
	v->sf_set_partition = (word >> 6) & 0x1;
	v->log_max_sf = (uint8_t)(word & 0x1f);
	word = prm_load8(p, 0xd1);
	v->dpa = word >> 7;
	v->uc_qp_mc = (word >> 6) & 0x1;
	v->wait_on_data = (word >> 5) & 0x1;
	v->wait_on_data_big_endian = (word >> 4) & 0x1;
	v->wait_on_time = (word >> 3) & 0x1;
	v->migration = (word >> 2) & 0x1;
	v->cq_time_stamp_real_time_mode = (uint8_t)(word & 0x3);
	v->log_min_sf_size = prm_load8(p, 0xd2);
	v->max_num_sf_partitions = prm_load8(p, 0xd3);
	v->uctx_permission = prm_load32(p, 0xd4);
	word = prm_load8(p, 0xd8);
	v->flex_parser_id_mpls_over_x_cw = (uint8_t)(word >> 4);
	v->flex_parser_id_geneve_tlv_option_0 = (uint8_t)(word & 0xf);
	word = prm_load8(p, 0xd9);
	v->flex_parser_id_icmp_dw1 = (uint8_t)(word >> 4);
	v->flex_parser_id_icmp_dw0 = (uint8_t)(word & 0xf);
	word = prm_load8(p, 0xda);
	v->flex_parser_id_icmpv6_dw1 = (uint8_t)(word >> 4);
	v->flex_parser_id_icmpv6_dw0 = (uint8_t)(word & 0xf);
	word = prm_load8(p, 0xdb);
	v->flex_parser_id_outer_first_mpls_over_gre = (uint8_t)(word >> 4);
	v->flex_parser_id_outer_first_mpls_over_udp_label = (uint8_t)(word & 0xf);
	v->max_num_match_definer = prm_load16(p, 0xdc);
	v->sf_base_id = prm_load16(p, 0xde);
	word = prm_load8(p, 0xe0);
	v->flex_parser_id_gtpu_dw_2 = (uint8_t)(word >> 4);
	v->flex_parser_id_gtpu_first_ext_dw_0 = (uint8_t)(word & 0xf);
	v->num_total_dynamic_vf_msix = prm_load32(p, 0xe0) & 0xffffff;
	v->log_flow_hit_aso_granularity = (uint8_t)(prm_load8(p, 0xe4) & 0x1f);
	v->log_flow_hit_aso_max_alloc = (uint8_t)(prm_load8(p, 0xe5) & 0x1f);
	v->dynamic_msix_table_size = (uint16_t)(prm_load16(p, 0xe6) & 0xfff);
	word = prm_load8(p, 0xe8);
	v->sha_mmo_qp = word >> 7;
	v->qp_mmo_type = (word >> 6) & 0x1;
	v->dpu_cache_invalidate_mmo_qp = (word >> 5) & 0x1;
	v->log_max_num_flow_hit_aso = (uint8_t)(word & 0x1f);
	word = prm_load8(p, 0xe9);
	v->dma_mmo_qp = word >> 7;
	v->regexp_mmo_qp = (word >> 6) & 0x1;
	v->compress_mmo_qp = (word >> 5) & 0x1;
	v->decompress_deflate_v1 = (word >> 4) & 0x1;
	v->min_dynamic_vf_msix_table_size = (uint8_t)(word & 0xf);
	word = prm_load8(p, 0xea);
	v->decompress_deflate_v2 = word >> 7;
	v->host_net_functions_changed = (word >> 6) & 0x1;
	v->data_direct = (word >> 5) & 0x1;
	v->max_dynamic_vf_msix_table_size = (uint16_t)(prm_load16(p, 0xea) & 0xfff);
	v->log_max_num_header_modify_argument = (uint8_t)(prm_load8(p, 0xec) & 0x1f);
	word = prm_load8(p, 0xed);
	v->log_header_modify_argument_granularity_offset = (uint8_t)(word >> 4);
	v->log_header_modify_argument_granularity = (uint8_t)(word & 0xf);
	v->log_header_modify_argument_max_alloc = (uint8_t)(prm_load8(p, 0xee) & 0x1f);
	v->max_flow_execute_aso = (uint8_t)(prm_load8(p, 0xef) & 0x1f);
	v->vhca_tunnel_commands = prm_load64(p, 0xf0);
	v->match_definer_format_supported = prm_load64(p, 0xf8);
	return r ? prm_cmd_hca_cap_check(p, r) : 0;
}

#endif /* PRM_HCA_CAP_H */
