/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * The second part of the general capabilities of a device.
 * Made by prmc 1 from spec/cmd/hca_cap_2.yaml, spec digest d8c37bc0a019. Do not edit: `ninja
 * regen`.
 */
#ifndef PRM_HCA_CAP_2_H
#define PRM_HCA_CAP_2_H

#include "prm_base.h"

/**
 * enum prm_sf_eq_usage - How many EQs a subfunction should use
 *
 * Sources: mstflint tools_layouts/adb/prm/hca/ext/hca_cap_table.adb node hca_caps_2.
 */
enum prm_sf_eq_usage {
	PRM_SF_EQ_USAGE_MINIMAL_USE = 0x00, /* As few as it can. */
	PRM_SF_EQ_USAGE_UNLIMITED   = 0x01, /* All there are. */
};

/* The name of a value of enum prm_sf_eq_usage, or NULL. */
static inline const char *prm_sf_eq_usage_str(uint64_t value)
{
	switch (value) {
	case PRM_SF_EQ_USAGE_MINIMAL_USE:
		return "MINIMAL_USE";
	case PRM_SF_EQ_USAGE_UNLIMITED:
		return "UNLIMITED";
	default:
		return NULL;
	}
}

/**
 * enum prm_encap_entropy_hash_type - How encapsulation gets its entropy
 *
 * Other values are legal too.
 * Sources: mstflint tools_layouts/adb/prm/hca/ext/hca_cap_table.adb node hca_caps_2.
 */
enum prm_encap_entropy_hash_type {
	PRM_ENCAP_ENTROPY_HASH_TYPE_INNER_CRC = 0x00,
};

/* The name of a value of enum prm_encap_entropy_hash_type, or NULL. */
static inline const char *prm_encap_entropy_hash_type_str(uint64_t value)
{
	switch (value) {
	case PRM_ENCAP_ENTROPY_HASH_TYPE_INNER_CRC:
		return "INNER_CRC";
	default:
		return NULL;
	}
}

/**
 * enum prm_flow_table_hash_type - Hash of flow tables
 *
 * Other values are legal too.
 * Sources: mstflint tools_layouts/adb/prm/hca/ext/hca_cap_table.adb node hca_caps_2.
 */
enum prm_flow_table_hash_type {
	PRM_FLOW_TABLE_HASH_TYPE_CRC32 = 0x00,
};

/* The name of a value of enum prm_flow_table_hash_type, or NULL. */
static inline const char *prm_flow_table_hash_type_str(uint64_t value)
{
	switch (value) {
	case PRM_FLOW_TABLE_HASH_TYPE_CRC32:
		return "CRC32";
	default:
		return NULL;
	}
}

/**
 * flags PRM_CROSS_VHCA_OBJECT_TO_OBJECT_* - The object named first may refer to the one named
 * second, of another vHCA
 *
 * Other values are legal too.
 * Sources: mstflint tools_layouts/adb/prm/hca/ext/hca_cap_table.adb node hca_caps_2.
 */
#define PRM_CROSS_VHCA_OBJECT_TO_OBJECT_CQ_TO_DPA_UMEM                        (UINT32_C(1) << 0)
#define PRM_CROSS_VHCA_OBJECT_TO_OBJECT_SQ_TO_DPA_UMEM                        (UINT32_C(1) << 1)
#define PRM_CROSS_VHCA_OBJECT_TO_OBJECT_RQ_TO_DPA_UMEM                        (UINT32_C(1) << 2)
#define PRM_CROSS_VHCA_OBJECT_TO_OBJECT_QP_TO_DPA_UMEM                        (UINT32_C(1) << 3)
#define PRM_CROSS_VHCA_OBJECT_TO_OBJECT_CQ_TO_DPA_THREAD                      (UINT32_C(1) << 4)
#define PRM_CROSS_VHCA_OBJECT_TO_OBJECT_NVME_SQ_BE_TO_NVME_SQ                 (UINT32_C(1) << 5)
#define PRM_CROSS_VHCA_OBJECT_TO_OBJECT_DPA_WINDOW_TO_PD                      (UINT32_C(1) << 6)
#define PRM_CROSS_VHCA_OBJECT_TO_OBJECT_DPA_OUTBOX_TO_UAR                     (UINT32_C(1) << 7)
#define PRM_CROSS_VHCA_OBJECT_TO_OBJECT_MKEY_TO_MKEY                          (UINT32_C(1) << 8)
#define PRM_CROSS_VHCA_OBJECT_TO_OBJECT_CQ_TO_EMULATED_DEV_EQ                 (UINT32_C(1) << 9)
#define PRM_CROSS_VHCA_OBJECT_TO_OBJECT_STC_TO_TIR                            (UINT32_C(1) << 10)
#define PRM_CROSS_VHCA_OBJECT_TO_OBJECT_STC_TO_FLOW_TABLE                     (UINT32_C(1) << 11)
#define PRM_CROSS_VHCA_OBJECT_TO_OBJECT_RTC_TO_FLOW_TABLE                     (UINT32_C(1) << 12)
#define PRM_CROSS_VHCA_OBJECT_TO_OBJECT_FLOW_TABLE_TO_RTC                     (UINT32_C(1) << 13)
#define PRM_CROSS_VHCA_OBJECT_TO_OBJECT_FLOW_TABLE_RTC_VLD_TO_FLOW_TABLE_MISS (UINT32_C(1) << 14)
#define PRM_CROSS_VHCA_OBJECT_TO_OBJECT_CQ_TO_DPA_UAR                         (UINT32_C(1) << 15)
#define PRM_CROSS_VHCA_OBJECT_TO_OBJECT_SQ_TO_DPA_UAR                         (UINT32_C(1) << 16)
#define PRM_CROSS_VHCA_OBJECT_TO_OBJECT_RQ_TO_DPA_UAR                         (UINT32_C(1) << 17)
#define PRM_CROSS_VHCA_OBJECT_TO_OBJECT_QP_TO_DPA_UAR                         (UINT32_C(1) << 18)
#define PRM_CROSS_VHCA_OBJECT_TO_OBJECT_FLOW_TABLE_TO_FLOW_TABLE_MISS         (UINT32_C(1) << 19)
#define PRM_CROSS_VHCA_OBJECT_TO_OBJECT_FLOW_TABLE_ROOT_TO_FLOW_TABLE         (UINT32_C(1) << 20)
#define PRM_CROSS_VHCA_OBJECT_TO_OBJECT_DECRYPT_ACTION_TO_PROG_MASTER_KEY     (UINT32_C(1) << 21)
#define PRM_CROSS_VHCA_OBJECT_TO_OBJECT_ALL UINT32_C(0x3fffff)

/* The name of bit @bit of PRM_CROSS_VHCA_OBJECT_TO_OBJECT_*, 0 the lowest one, or NULL. */
static inline const char *prm_cross_vhca_object_to_object_flag_str(unsigned int bit)
{
	switch (bit) {
	case 0:
		return "CQ_TO_DPA_UMEM";
	case 1:
		return "SQ_TO_DPA_UMEM";
	case 2:
		return "RQ_TO_DPA_UMEM";
	case 3:
		return "QP_TO_DPA_UMEM";
	case 4:
		return "CQ_TO_DPA_THREAD";
	case 5:
		return "NVME_SQ_BE_TO_NVME_SQ";
	case 6:
		return "DPA_WINDOW_TO_PD";
	case 7:
		return "DPA_OUTBOX_TO_UAR";
	case 8:
		return "MKEY_TO_MKEY";
	case 9:
		return "CQ_TO_EMULATED_DEV_EQ";
	case 10:
		return "STC_TO_TIR";
	case 11:
		return "STC_TO_FLOW_TABLE";
	case 12:
		return "RTC_TO_FLOW_TABLE";
	case 13:
		return "FLOW_TABLE_TO_RTC";
	case 14:
		return "FLOW_TABLE_RTC_VLD_TO_FLOW_TABLE_MISS";
	case 15:
		return "CQ_TO_DPA_UAR";
	case 16:
		return "SQ_TO_DPA_UAR";
	case 17:
		return "RQ_TO_DPA_UAR";
	case 18:
		return "QP_TO_DPA_UAR";
	case 19:
		return "FLOW_TABLE_TO_FLOW_TABLE_MISS";
	case 20:
		return "FLOW_TABLE_ROOT_TO_FLOW_TABLE";
	case 21:
		return "DECRYPT_ACTION_TO_PROG_MASTER_KEY";
	default:
		return NULL;
	}
}

/**
 * flags PRM_ALLOWED_OBJECT_FOR_OTHER_VHCA_ACCESS_* - Objects that another vHCA may use
 *
 * Other values are legal too.
 * Sources: mstflint tools_layouts/adb/prm/hca/ext/hca_cap_table.adb node hca_caps_2.
 */
#define PRM_ALLOWED_OBJECT_FOR_OTHER_VHCA_ACCESS_PD              (UINT64_C(1) << 0)
#define PRM_ALLOWED_OBJECT_FOR_OTHER_VHCA_ACCESS_UAR             (UINT64_C(1) << 1)
#define PRM_ALLOWED_OBJECT_FOR_OTHER_VHCA_ACCESS_MKEY            (UINT64_C(1) << 2)
#define PRM_ALLOWED_OBJECT_FOR_OTHER_VHCA_ACCESS_UMEM            (UINT64_C(1) << 3)
#define PRM_ALLOWED_OBJECT_FOR_OTHER_VHCA_ACCESS_EQ              (UINT64_C(1) << 4)
#define PRM_ALLOWED_OBJECT_FOR_OTHER_VHCA_ACCESS_NVME_SQ         (UINT64_C(1) << 7)
#define PRM_ALLOWED_OBJECT_FOR_OTHER_VHCA_ACCESS_TIR             (UINT64_C(1) << 8)
#define PRM_ALLOWED_OBJECT_FOR_OTHER_VHCA_ACCESS_FLOW_TABLE      (UINT64_C(1) << 9)
#define PRM_ALLOWED_OBJECT_FOR_OTHER_VHCA_ACCESS_RTC             (UINT64_C(1) << 10)
#define PRM_ALLOWED_OBJECT_FOR_OTHER_VHCA_ACCESS_EMULATED_DEV_EQ (UINT64_C(1) << 11)
#define PRM_ALLOWED_OBJECT_FOR_OTHER_VHCA_ACCESS_PROG_MASTER_KEY (UINT64_C(1) << 12)
#define PRM_ALLOWED_OBJECT_FOR_OTHER_VHCA_ACCESS_DPA_THREAD      (UINT64_C(1) << 43)
#define PRM_ALLOWED_OBJECT_FOR_OTHER_VHCA_ACCESS_DPA_UAR         (UINT64_C(1) << 44)
#define PRM_ALLOWED_OBJECT_FOR_OTHER_VHCA_ACCESS_ALL UINT64_C(0x180000001f9f)

/* The name of bit @bit of PRM_ALLOWED_OBJECT_FOR_OTHER_VHCA_ACCESS_*, 0 the lowest one, or NULL. */
static inline const char *prm_allowed_object_for_other_vhca_access_flag_str(unsigned int bit)
{
	switch (bit) {
	case 0:
		return "PD";
	case 1:
		return "UAR";
	case 2:
		return "MKEY";
	case 3:
		return "UMEM";
	case 4:
		return "EQ";
	case 7:
		return "NVME_SQ";
	case 8:
		return "TIR";
	case 9:
		return "FLOW_TABLE";
	case 10:
		return "RTC";
	case 11:
		return "EMULATED_DEV_EQ";
	case 12:
		return "PROG_MASTER_KEY";
	case 43:
		return "DPA_THREAD";
	case 44:
		return "DPA_UAR";
	default:
		return NULL;
	}
}

/**
 * flags PRM_ASO_TYPE_* - Kinds of advanced steering operations
 *
 * Other values are legal too.
 * Sources: mstflint tools_layouts/adb/prm/hca/ext/hca_cap_table.adb node hca_caps_2.
 */
#define PRM_ASO_TYPE_IPSEC        (UINT32_C(1) << 0)
#define PRM_ASO_TYPE_CONN_TRACK   (UINT32_C(1) << 1)
#define PRM_ASO_TYPE_FLOW_METER   (UINT32_C(1) << 2)
#define PRM_ASO_TYPE_FLOW_HIT     (UINT32_C(1) << 4)
#define PRM_ASO_TYPE_FLOW_ENTROPY (UINT32_C(1) << 7)
#define PRM_ASO_TYPE_QUEUE_MNG    (UINT32_C(1) << 8)
#define PRM_ASO_TYPE_URISC_MEM    (UINT32_C(1) << 9)
#define PRM_ASO_TYPE_PASO_STATE   (UINT32_C(1) << 12)
#define PRM_ASO_TYPE_FIFO_ASO     (UINT32_C(1) << 13)
#define PRM_ASO_TYPE_ALL UINT32_C(0x3397)

/* The name of bit @bit of PRM_ASO_TYPE_*, 0 the lowest one, or NULL. */
static inline const char *prm_aso_type_flag_str(unsigned int bit)
{
	switch (bit) {
	case 0:
		return "IPSEC";
	case 1:
		return "CONN_TRACK";
	case 2:
		return "FLOW_METER";
	case 4:
		return "FLOW_HIT";
	case 7:
		return "FLOW_ENTROPY";
	case 8:
		return "QUEUE_MNG";
	case 9:
		return "URISC_MEM";
	case 12:
		return "PASO_STATE";
	case 13:
		return "FIFO_ASO";
	default:
		return NULL;
	}
}

/**
 * struct prm_cmd_hca_cap_2 - general capabilities, second part. There if cmd_hca_cap.hca_cap_2 is
 * set
 *
 * 256 bytes, written by the device.
 * Note: For source and since see cmd_hca_cap.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_cmd_hca_cap_2_bits (6.12 and 6.1);
 * rdma-core providers/mlx5/mlx5_ifc.h struct mlx5_ifc_cmd_hca_cap_2_bits; DPDK
 * drivers/common/mlx5/mlx5_prm.h struct mlx5_ifc_cmd_hca_cap_2_bits; rdma-core
 * tests/mlx5_prm_structs.py class CmdHcaCap2; mstflint
 * tools_layouts/adb/prm/hca/ext/hca_cap_table.adb node hca_caps_2.
 */
struct prm_cmd_hca_cap_2 {
	uint8_t reserved_00[12];
	/*
	 * 0x0c [24:16] packet_window_offset_min: Smallest packet window offset, as a signed number.
	 */
	prm_be16 w_0c;
	/* 0x0c [8:0] packet_window_offset_max: Largest packet window offset, as a signed number. */
	prm_be16 w_0e;
	/*
	 * 0x10 [31]    migratable: The VF can be migrated. Since Linux 6.12.
	 *      [30]    force_multi_prio_sq: The device is made for SQs that send with several
	 *                priorities, without multi_prio_sq of the NIC vport context.
	 *      [29]    cq_with_emulated_dev_eq: A CQ may use the EQ of an emulated device.
	 *      [28:24] max_num_prog_sample_field: Largest number of programmable sample fields of
	 *                a match, 0 for 4.
	 */
	uint8_t b_10;
	/*
	 * 0x10 [23]    dp_ordering_force: QPC and DCTC have dp_ordering_force. Note: rdma-core
	 *                tests/mlx5_prm_structs.py calls it multi_path_force.
	 *      [22]    fw_cpu_monitoring: The firmware's CPU can be monitored, see NIC_CAP_REG.
	 *      [21]    enh_eth_striding_wq: Enhanced striding WQs are supported for Ethernet and
	 *                IPoIB.
	 *      [20:16] log_max_num_reserved_qpn: Largest number of RESERVED_QPN objects. (log2:
	 *                2^value)
	 */
	uint8_t b_11;
	/*
	 * 0x10 [14]   introspection_mkey_access_allowed: The vHCA may read introspection_mkey of
	 *               others on its e-switch, and reach it through a crossing key.
	 *      [13]   query_vuid: The command QUERY_VUID is supported. Since Linux 6.12.
	 *      [12:8] log_reserved_qpn_granularity: Smallest number of reserved QP numbers in an
	 *               object. (log2: 2^value)
	 */
	uint8_t b_12;
	/*
	 * 0x10 [7]   umr_log_entity_size_5: A UMR may change bit 5 of log_page_size of a key.
	 *              Since Linux 6.12.
	 *      [6]   local_eswitch: The function has an e-switch of its own with one vport and
	 *              one uplink.
	 *      [5]   local_mng_port: The network port is connected to a local BMC. (needs
	 *              cmd_hca_cap_2.local_mng_port_valid)
	 *      [4:0] log_reserved_qpn_max_alloc: Largest number of reserved QP numbers in an
	 *              object. (log2: 2^value)
	 */
	uint8_t b_13;
	/* 0x14 [31:24]: Largest header that packet reformat inserts. (in bytes) */
	uint8_t max_reformat_insert_size;
	/* 0x14 [23:16]: Largest offset of a header that packet reformat inserts. (in bytes) */
	uint8_t max_reformat_insert_offset;
	/* 0x14 [15:8]: Largest header that packet reformat removes. (in bytes) */
	uint8_t max_reformat_remove_size;
	/* 0x14 [7:0]: Largest offset of a header that packet reformat removes. (in bytes) */
	uint8_t max_reformat_remove_offset;
	/*
	 * 0x18 [31]    multi_sl_qp: Software can tell that a QP sends with several SLs.
	 *      [30]    non_tunnel_reformat: Inserting and removing headers does not need
	 *                reformat_en of the flow table.
	 *      [29]    bsf_v2: BSFs of version 2 are supported.
	 *      [28:24] log_min_stride_wqe_sz: Smallest WQE of a striding RQ, 0 for 16 KiB. (log2:
	 *                2^value; in bytes)
	 */
	uint8_t b_18;
	/*
	 * 0x18 [23]    migration_multi_load: LOAD_VHCA_STATE may come several times before
	 *                RESUME_VHCA. Since Linux 6.12.
	 *      [22]    migration_tracking_state: The state of a VF can be saved in steps while it
	 *                runs. Since Linux 6.12.
	 *      [21]    multiplane_qp_ud: The address path of a UD QP may choose a plane. Since
	 *                Linux 6.12.
	 *      [20:16] log_conn_track_granularity: Smallest allocation of CONN_TRACK objects.
	 *                (log2: 2^value)
	 */
	uint8_t b_19;
	/*
	 * 0x18 [15]   migration_in_chunks: State can be migrated in chunks. Since Linux 6.12.
	 *      [14]   multiplane_sq: SQ contexts may choose a plane.
	 *      [13]   sf_eq_usage: How many EQs a subfunction should use. Since Linux 6.12. (enum
	 *               prm_sf_eq_usage)
	 *      [12:8] log_conn_track_max_alloc: Largest allocation of CONN_TRACK objects. (log2:
	 *               2^value)
	 */
	uint8_t b_1a;
	/*
	 * 0x18 [7]   multiplane: Ports with several planes are supported. Since Linux 6.12.
	 *      [6]   migration_state: QUERY_VHCA_MIGRATION_STATE tells migration_state.
	 *      [4:0] log_max_conn_track_offload: Largest number of CONN_TRACK objects. (log2:
	 *              2^value)
	 */
	uint8_t b_1b;
	/*
	 * 0x1c [31:0]: Which objects may refer to which objects of another vHCA. Since Linux 6.12.
	 * (flags PRM_CROSS_VHCA_OBJECT_TO_OBJECT_*)
	 */
	prm_be32 cross_vhca_object_to_object_supported;
	/*
	 * 0x20 [63:0]: Which objects other vHCAs may be allowed to use. Sources disagree: DPDK has
	 * two words, allowed_object_for_other_vhca_access_high and
	 * allowed_object_for_other_vhca_access. Linux and the manual's table have one number, which
	 * is taken. Since Linux 6.12. (flags PRM_ALLOWED_OBJECT_FOR_OTHER_VHCA_ACCESS_*)
	 */
	prm_be64 allowed_object_for_other_vhca_access;
	/*
	 * 0x28 [31:0]: Key over the whole memory of the host, for a vHCA with
	 * introspection_mkey_access_allowed; 0 if not valid.
	 */
	prm_be32 introspection_mkey;
	/*
	 * 0x2c [31]    ec_mmo_qp: RC and DC QPs may post erasure coding work requests.
	 *      [30]    sync_driver_version: The command SYNC_DRIVER_VERSION is supported.
	 *      [29]    driver_version_change_event: Changes of the driver's version are told by
	 *                events.
	 *      [28:24] hairpin_sq_wqe_bb_size: Size of the WQEs of a hairpin SQ. (in 64 bytes)
	 */
	uint8_t b_2c;
	/*
	 * 0x2c [23]    hairpin_sq_wq_in_host_mem: A hairpin SQ may lie in memory of the host.
	 *      [22]    hairpin_data_buffer_locked: The data buffer of a hairpin queue may be
	 *                locked in the device.
	 *      [21]    local_mng_port_valid: local_mng_port is valid.
	 *      [20:16] log_ec_mmo_max_size: Largest block of erasure coding. (log2: 2^value; in
	 *                bytes; needs cmd_hca_cap_2.ec_mmo_qp)
	 */
	uint8_t b_2d;
	/*
	 * 0x2c [15]   pcc_ccmad_probe_prio_set: PCC_CONFIG can set the priority of probes.
	 *      [12:8] log_ec_mmo_max_src: Largest number of sources of erasure coding. (log2:
	 *               2^value; needs cmd_hca_cap_2.ec_mmo_qp)
	 */
	uint8_t b_2e;
	/*
	 * 0x2c [4:0] log_ec_mmo_max_dst: Largest number of destinations of erasure coding. (log2:
	 * 2^value; needs cmd_hca_cap_2.ec_mmo_qp)
	 */
	uint8_t b_2f;
	/*
	 * 0x30 [31:0]: Bit mask of the actions of SYNC_DRIVER_VERSION; bit 0: ignore LRO. (needs
	 * cmd_hca_cap_2.sync_driver_version)
	 */
	prm_be32 sync_driver_actions;
	/*
	 * 0x34 [31:24]: Bit mask of the steps between types of flow tables; bit 0: NIC RX to RDMA
	 * RX, bit 1: RDMA TX to NIC TX, bit 2: NIC TX to FDB. Since Linux 6.12.
	 */
	uint8_t flow_table_type_2_type;
	/*
	 * 0x34 [23]    memory_slow_release: The command MEMORY_SLOW_RELEASE is supported.
	 *      [22]    provider_id_ex_valid: Communication channels have provider_id_ex.
	 *      [21]    format_select_dw_8_6_ext: format_select_dw6 to 8 take offsets above 0x3f.
	 *                Since Linux 6.12.
	 *      [20:16] min_mkey_log_entity_size: Smallest log_page_size of a key, 0 for 12.
	 *                Sources disagree: Linux and rdma-core tests/mlx5_prm_structs.py name it
	 *                log_min_mkey_entity_size, the latter with the lower four bits. The name of
	 *                the manual's table and the width of Linux and the table are taken. (log2:
	 *                2^value; in bytes)
	 */
	uint8_t b_35;
	/* 0x34 [15:0]: Types that the action execute ASO takes. (flags PRM_ASO_TYPE_*) */
	prm_be16 execute_aso_type;
	/* 0x38 [63:0]: Bit n tells that general objects of type 64 + n can be created. */
	prm_be64 general_obj_types_127_64;
	/* 0x40 [31:0]: Key that stands in a repeat block header of version 2, 0 without it. */
	prm_be32 repeated_mkey_v2;
	/*
	 * 0x44 [31]    reserved_gid_index_valid: reserved_gid_index is valid.
	 *      [30]    sw_vhca_id_valid: INIT_HCA must tell sw_vhca_id.
	 *      [29:16] sw_vhca_id: Number of the vHCA that software chose; valid behind INIT_HCA.
	 *                (needs cmd_hca_cap_2.sw_vhca_id_valid)
	 */
	prm_be16 w_44;
	/*
	 * 0x44 [15:0]: Reserved index of the GID table. (needs
	 * cmd_hca_cap_2.reserved_gid_index_valid)
	 */
	prm_be16 reserved_gid_index;
	/*
	 * 0x48 [28:24] log_max_channel_service_connection: Largest number of clients of a channel
	 * service, 0 for no limit. (log2: 2^value)
	 */
	uint8_t b_48;
	/*
	 * 0x48 [20:16] ts_cqe_metadata_size2wqe_counter: Bits of flow_table_metadata of a WQE that
	 * reach wqe_counter of the CQE. (in bits)
	 */
	uint8_t b_49;
	/*
	 * 0x48 [12:8] flow_counter_bulk_log_max_alloc: Largest bulk of flow counters. (log2:
	 * 2^value)
	 */
	uint8_t b_4a;
	/*
	 * 0x48 [4:0] flow_counter_bulk_log_granularity: Granularity of a bulk of flow counters.
	 * (log2: 2^value)
	 */
	uint8_t b_4b;
	/* 0x4c [31:24]: Code for format_select_dw: control word behind MPLS over GRE or UDP. */
	uint8_t format_select_dw_mpls_over_x_cw;
	/* 0x4c [23:16]: Code for format_select_dw: Geneve option. */
	uint8_t format_select_dw_geneve_tlv_option_0;
	/* 0x4c [15:8]: Code for format_select_dw: first MPLS label over GRE. */
	uint8_t format_select_dw_outer_first_mpls_over_gre;
	/* 0x4c [7:0]: Code for format_select_dw: first MPLS label over UDP. */
	uint8_t format_select_dw_outer_first_mpls_over_udp;
	/* 0x50 [31:24]: Code for format_select_dw: dword 0 of GTP-U. Since Linux 6.12. */
	uint8_t format_select_dw_gtpu_dw_0;
	/* 0x50 [23:16]: Code for format_select_dw: dword 1 of GTP-U (TEID). Since Linux 6.12. */
	uint8_t format_select_dw_gtpu_dw_1;
	/* 0x50 [15:8]: Code for format_select_dw: dword 2 of GTP-U. Since Linux 6.12. */
	uint8_t format_select_dw_gtpu_dw_2;
	/* 0x50 [7:0]: Code for format_select_dw: first extension of GTP-U. Since Linux 6.12. */
	uint8_t format_select_dw_gtpu_first_ext_dw_0;
	/*
	 * 0x54 [31:0]: Bit mask of the WQEs of GENERATE_WQE; bit 1: flow update. Since Linux 6.12.
	 */
	prm_be32 generate_wqe_type;
	/* 0x58 [31:16]: Largest number of profiles of enhanced striding WQs. */
	prm_be16 max_enh_strwq_supported_profile;
	/*
	 * 0x58 [12:8] log_max_total_hairpin_data_buffer_locked_size: Largest sum of the locked
	 * hairpin buffers of all vHCAs. (log2: 2^value; in bytes)
	 */
	uint8_t b_5a;
	/*
	 * 0x58 [4:0] log_max_rq_hairpin_data_buffer_locked_size: Largest locked buffer of a hairpin
	 * RQ. (log2: 2^value; in bytes)
	 */
	uint8_t b_5b;
	/*
	 * 0x5c [31]    send_dbr_mode_no_dbr_int: QPs and SQs with a doorbell record in the device
	 *                may do without its updates.
	 *      [30]    send_dbr_mode_no_dbr_ext: QPs and SQs with a doorbell record in memory may
	 *                do without its updates.
	 *      [28:24] log_max_send_dbr_less_qp_sq: Largest number of QPs and SQs that send
	 *                without doorbell records. (log2: 2^value)
	 */
	uint8_t b_5c;
	/*
	 * 0x5c [23:22] match_select_ib_l4_ver: Version of ib_l4 in a match.
	 *      [21]    pcc_np_config_handover_en: PCC_NP_CONFIG can be handed over.
	 *      [20:16] enh_strwq_max_log_page_size: Largest page of an enhanced striding WQ.
	 *                (log2: 2^value; in 4096 bytes)
	 */
	uint8_t b_5d;
	/* 0x5c [15:8]: Largest headroom of an enhanced striding WQ. (in strides) */
	uint8_t enh_strwq_max_headroom;
	/* 0x5c [7:0]: Largest tailroom of an enhanced striding WQ. (in strides) */
	uint8_t enh_strwq_max_tailroom;
	/* 0x60..0x6f: Tag that must be equal for a migration. */
	prm_be32 migration_tag_version_0_eq[4];
	/*
	 * 0x70 [28:24] log_max_hairpin_wqe_num: Largest number of WQEs of a hairpin queue. (log2:
	 * 2^value)
	 */
	uint8_t b_70;
	/*
	 * 0x70 [20:16] min_mkey_log_entity_size_fixed_buffer: Smallest log_page_size of a key with
	 * access mode KSM. Since Linux 6.12. (log2: 2^value; in bytes; needs
	 * cmd_hca_cap_2.min_mkey_log_entity_size_fixed_buffer_valid)
	 */
	uint8_t b_71;
	/*
	 * 0x70 [15:0]: First vport of the VFs of the embedded CPU, 0 if not valid. Sources
	 * disagree: ec_vf_vport_base in Linux. The name of the manual's table is taken. Since Linux
	 * 6.12.
	 */
	prm_be16 ec_vf_base_vport_number;
	/*
	 * 0x74 [29:24] max_mkey_log_entity_size_fixed_buffer: Largest log_page_size of a key with
	 * access mode KSM, 0 for 31. (log2: 2^value; in bytes)
	 */
	uint8_t b_74;
	/*
	 * 0x74 [21:16] max_mkey_log_entity_size_mtt: Largest log_page_size of a key with access
	 * mode MTT, 0 for 31. Since Linux 6.12. (log2: 2^value; in bytes)
	 */
	uint8_t b_75;
	/* 0x74 [15:0]: Largest number of vHCAs whose RQs are in all RQTs. Since Linux 6.12. */
	prm_be16 max_rqt_vhca_id;
	/*
	 * 0x78 [31]    mkey_by_name_reserve: Keys created by number lie in a range of their own.
	 *      [29:24] mkey_by_name_reserve_log_size: Size of that range. (log2: 2^value; needs
	 *                cmd_hca_cap_2.mkey_by_name_reserve)
	 *      [23:0]  mkey_by_name_reserve_base: First key index of that range. (needs
	 *                cmd_hca_cap_2.mkey_by_name_reserve)
	 */
	prm_be32 dw_78;
	/*
	 * 0x7c [31:28] log_min_emu_stride_size: Smallest stride of a doorbell of an emulated
	 *                device. (log2: 2^value; in bytes)
	 *      [27:24] log_max_emu_stride_size: Largest stride of a doorbell of an emulated
	 *                device. (log2: 2^value; in bytes)
	 */
	uint8_t b_7c;
	/*
	 * 0x7c [22:20] log_min_emu_db_size: Smallest doorbell of an emulated device. (log2:
	 *                2^value; in bytes)
	 *      [18:16] log_max_emu_db_size: Largest doorbell of an emulated device. (log2:
	 *                2^value; in bytes)
	 */
	uint8_t b_7d;
	/*
	 * 0x7c [15]   pcc_ifa2: Probes of type IFA2 are supported. Since Linux 6.12.
	 *      [14]   pcc_probe_packet: PCC_CONFIG and PCC_NP_CONFIG set parameters of probes.
	 *      [13]   pcc_ccmad_custom: PCC_CONFIG sets a header of probes.
	 *      [12]   pcc_np_multi_probe_type: PCC_NP_CONFIG may have a probe type for each slot.
	 *      [11:8] num_pcc_backup_process: Backup processes of PCC beside the active one.
	 */
	uint8_t b_7e;
	uint8_t max_pcc_cq_table_size;	/* 0x7c [7:0]: Largest number of CQs of a PCC_CONFIG. */
	/*
	 * 0x80 [31]    cqc_create_armed: CREATE_CQ may arm the CQ.
	 *      [30]    min_mkey_log_entity_size_fixed_buffer_valid:
	 *                min_mkey_log_entity_size_fixed_buffer is valid; if not,
	 *                min_mkey_log_entity_size holds. Since Linux 6.12.
	 *      [29]    postpone_connected_qp_timeout: The command POSTPONE_CONNECTED_QP_TIMEOUT
	 *                is supported.
	 *      [28]    aux_task_service_handover_en: AUX_TASK_SERVICE can be handed over.
	 *      [27]    rdma_telemetry: Notifications of RDMA telemetry are supported.
	 *      [26:24] pcc_num_probe_slot: PCC probe types at a time.
	 */
	uint8_t b_80;
	/* 0x80 [23:16]: Largest number of queues of a PCC_NP_CONFIG. */
	uint8_t max_pcc_np_queues;
	/*
	 * 0x80 [15:0]: Bit n tells that metadata register C n can return a value, of an ASO for
	 * instance. Since Linux 6.12.
	 */
	prm_be16 return_reg_id;
	/*
	 * 0x84 [29:24] gen_cqe_start_reg: First metadata register C that GEN_CQE can copy into a
	 * CQE.
	 */
	uint8_t b_84;
	/* 0x84 [21:16] gen_cqe_reg_count: Number of metadata registers C that GEN_CQE can copy. */
	uint8_t b_85;
	/*
	 * 0x84 [15:8]: Largest number of addresses of POSTPONE_CONNECTED_QP_TIMEOUT. (needs
	 * cmd_hca_cap_2.postpone_connected_qp_timeout)
	 */
	uint8_t postpone_connected_qp_timeout_max_num_address;
	/*
	 * 0x84 [7:4] encap_entropy_hash_type: How encapsulation gets its entropy. (enum
	 *              prm_encap_entropy_hash_type)
	 *      [3:0] flow_table_hash_type: Hash of flow tables. Since Linux 6.12. (enum
	 *              prm_flow_table_hash_type)
	 */
	uint8_t b_87;
	/*
	 * 0x88 [28:24] dpu_cache_invalidate_mmo_log_max_size: Largest cache invalidation. (log2:
	 *                2^value; in bytes; needs cmd_hca_cap.dpu_cache_invalidate_mmo_qp)
	 *      [23:0]  max_num_eqs_24b: Largest number of EQs; 0 leaves it to
	 *                cmd_hca_cap.max_num_eqs. Since Linux 6.12.
	 */
	prm_be32 dw_88;
	/*
	 * 0x8c [31]    pcc_steering_ext: Congestion control by steering is enabled.
	 *      [30:28] pcc_steering_log_update_wq_size: Size of the WQ for flow updates of
	 *                congestion control. (log2: 2^value; in 64 bytes)
	 *      [27:24] rdma_telemetry_max_num_vport_range: Largest number of ranges of vports of
	 *                RDMA telemetry.
	 */
	uint8_t b_8c;
	uint8_t pcc_ccmad_custom_max_size; /* 0x8c [23:16]: Largest header of probes. (in dwords) */
	uint8_t reserved_8e[1];
	/* 0x8c [0] destination_nop: NOP can be the destination of a flow table entry. */
	uint8_t b_8f;
	/* 0x90..0x9f: Tag that must be at least as large for a migration. */
	prm_be32 migration_tag_version_0_geq[4];
	/* 0xa0 [63:0]: Bit mask of the notifications of RDMA telemetry. */
	prm_be64 rdma_telemetry_notification_type;
	prm_be32 tool_partial_cap;	/* 0xa8 [31:0]: Bit mask of capabilities for tools. */
	/* 0xac [31:16]: Largest number of AUX_TASK_SERVICE objects. */
	prm_be16 aux_task_service_max_num;
	/*
	 * 0xac [15:0]: Types of 32-bit ASO that may take parameters from a register. (flags
	 * PRM_ASO_TYPE_*)
	 */
	prm_be16 aso32_take_from_reg;
	/* 0xb0 [31:16]: Bit mask of the profiles of AUX_TASK_SERVICE. */
	prm_be16 aux_task_service_profile;
	/* 0xb0 [15:8]: Largest RBS of AUX_TASK_SERVICE. (log2: 2^value; in bytes) */
	uint8_t aux_task_service_log_max_rbs;
	/*
	 * 0xb0 [7:0]: Smallest number of messages at a time of the request QP of AUX_TASK_SERVICE.
	 */
	uint8_t aux_task_service_min_resp_wq;
	/* 0xb4 [27:24] load_balance_id: Number of the device's load balancer, 0 without one. */
	uint8_t b_b4;
	/*
	 * 0xb4 [21:16] conn_track_aso_32_num_log_max: Largest number of CONN_TRACK objects, with
	 * 32-bit ASO. (log2: 2^value)
	 */
	uint8_t b_b5;
	/* 0xb4 [15:8]: Bit mask of the profiles of PROXY_CMD_TUNNEL; bit 0: RETX_1. */
	uint8_t proxy_cmd_tunnel_profile;
	/*
	 * 0xb4 [4:0] flow_entropy_aso_granularity: Smallest allocation of FLOW_ENTROPY_ASO objects.
	 * (log2: 2^value)
	 */
	uint8_t b_b7;
	/*
	 * 0xb8 [31] query_adjacent_functions_id: The command QUERY_ADJACENT_FUNCTIONS_ID is
	 *             supported.
	 *      [30] ingress_egress_esw_vport_connect: The vport state commands have
	 *             ingress_connect and egress_connect.
	 *      [29] function_id_type_vhca_id: Commands on other functions, QUERY_HCA_CAP too, may
	 *             name them by vhca_id.
	 *      [28] aso32_take_from_reg_pair_id_valid: aso32_take_from_reg_pair_id is valid.
	 *      [27] lag_per_mp_group: A LAG can be created for each group of planes.
	 *      [26] timer_take_from_reg: TIMER may take parameters from a metadata register C.
	 *      [25] flow_semaphore_take_from_reg: FLOW_SEMAPHORE may take parameters from a
	 *             metadata register C.
	 */
	uint8_t b_b8;
	uint8_t reserved_b9[1];
	/* 0xb8 [15:0]: Bit mask of the profiles of DELEGATE_VHCA_MANAGEMENT. */
	prm_be16 delegate_vhca_management_profiles;
	/* 0xbc [31:16]: Largest number of vHCAs that are delegated. */
	prm_be16 delegated_vhca_max;
	/* 0xbc [15:0]: Largest number of vHCAs that a driver can delegate to one vHCA. */
	prm_be16 delegate_vhca_max;
	/*
	 * 0xc0 [29:24] flow_hit_aso_32_alloc_log_max: Largest allocation of FLOW_HIT_ASO objects,
	 * with 32-bit ASO. (log2: 2^value)
	 */
	uint8_t b_c0;
	/*
	 * 0xc0 [21:16] conn_track_aso_32_alloc_log_max: Largest allocation of CONN_TRACK objects,
	 * with 32-bit ASO. (log2: 2^value)
	 */
	uint8_t b_c1;
	/*
	 * 0xc0 [13:8] flow_entropy_aso_32_alloc_log_max: Largest allocation of FLOW_ENTROPY_ASO
	 * objects, with 32-bit ASO. (log2: 2^value)
	 */
	uint8_t b_c2;
	/* 0xc0 [7:0]: Bit mask of the types of functions that can be delegated. */
	uint8_t delegate_function_type;
	/*
	 * 0xc4 [29:24] flow_hit_aso_32_num_log_max: Largest number of FLOW_HIT_ASO objects, with
	 * 32-bit ASO. (log2: 2^value)
	 */
	uint8_t b_c4;
	/*
	 * 0xc4 [21:16] flow_entropy_aso_32_num_log_max: Largest number of FLOW_ENTROPY_ASO objects,
	 * with 32-bit ASO. (log2: 2^value)
	 */
	uint8_t b_c5;
	/* 0xc4 [15:0]: Types that the action execute 32-bit ASO takes. (flags PRM_ASO_TYPE_*) */
	prm_be16 execute_aso_32_type;
	/*
	 * 0xc8 [29:24] urisc_mem_aso_32_num_log_max: Largest number of URISC_MEM_ASO objects, with
	 * 32-bit ASO. (log2: 2^value)
	 */
	uint8_t b_c8;
	/*
	 * 0xc8 [21:16] urisc_mem_aso_32_alloc_log_max: Largest allocation of URISC_MEM_ASO objects,
	 * with 32-bit ASO. (log2: 2^value)
	 */
	uint8_t b_c9;
	/*
	 * 0xc8 [12:8] urisc_mem_aso_granularity: Smallest allocation of URISC_MEM_ASO objects.
	 * (log2: 2^value)
	 */
	uint8_t b_ca;
	/* 0xc8 [7:0]: Opmod of an ACCESS_ASO WQE that works on a FIFO_ASO. */
	uint8_t fifo_access_aso_opc_mod;
	prm_be32 urisc_mem_aso_instruction; /* 0xcc [31:0]: Bit mask of the URISC instructions. */
	/*
	 * 0xd0 [29:24] fifo_aso_32_num_log_max: Largest number of FIFO_ASO objects, with 32-bit
	 * ASO. (log2: 2^value)
	 */
	uint8_t b_d0;
	/*
	 * 0xd0 [21:16] fifo_aso_32_alloc_log_max: Largest allocation of FIFO_ASO objects, with
	 * 32-bit ASO. (log2: 2^value)
	 */
	uint8_t b_d1;
	/*
	 * 0xd0 [12:8] fifo_aso_granularity: Smallest allocation of FIFO_ASO objects. (log2:
	 * 2^value)
	 */
	uint8_t b_d2;
	/*
	 * 0xd0 [4:0] aso32_take_from_reg_pair_id: The pair of metadata registers C that can give
	 * parameters of an ASO. (needs cmd_hca_cap_2.aso32_take_from_reg_pair_id_valid)
	 */
	uint8_t b_d3;
	/*
	 * 0xd4 [28:24] fifo_aso_ctrl_head_offset: Place of the head in fifo_ctrl, from its lowest
	 * bit. (in bits)
	 */
	uint8_t b_d4;
	/* 0xd4 [20:16] fifo_aso_ctrl_head_size: Width of the head in fifo_ctrl. (in bits) */
	uint8_t b_d5;
	/*
	 * 0xd4 [12:8] fifo_aso_ctrl_tail_offset: Place of the tail in fifo_ctrl, from its lowest
	 * bit. (in bits)
	 */
	uint8_t b_d6;
	/* 0xd4 [4:0] fifo_aso_ctrl_tail_size: Width of the tail in fifo_ctrl. (in bits) */
	uint8_t b_d7;
	/* 0xd8 [31:0]: Bit n tells that metadata register C 16 + n can return a value. */
	prm_be32 return_reg_id_47_16;
	/*
	 * 0xdc [31:28] rtt_timestamp_format: Bit mask of the RTT probes with real time; bit 0:
	 * request sent, 1: request received, 2: response sent, 3: response received.
	 */
	uint8_t b_dc;
	/*
	 * 0xdc [21:16] queue_mng_aso_32_num_log_max: Largest number of QUEUE_MNG_ASO objects, with
	 * 32-bit ASO. (log2: 2^value)
	 */
	uint8_t b_dd;
	/*
	 * 0xdc [13:8] queue_mng_aso_32_alloc_log_max: Largest allocation of QUEUE_MNG_ASO objects,
	 * with 32-bit ASO. (log2: 2^value)
	 */
	uint8_t b_de;
	/*
	 * 0xdc [4:0] queue_mng_aso_granularity: Smallest allocation of QUEUE_MNG_ASO objects.
	 * (log2: 2^value)
	 */
	uint8_t b_df;
	uint8_t ria_tag_size_max;	/* 0xe0 [31:24]: Largest tag of a RIA object. (in bytes) */
	/* 0xe0 [21:16] timer_num_log_max: Largest number of TIMER objects. (log2: 2^value) */
	uint8_t b_e1;
	/* 0xe0 [13:8] timer_alloc_log_max: Largest allocation of TIMER objects. (log2: 2^value) */
	uint8_t b_e2;
	/* 0xe0 [4:0] timer_granularity: Smallest allocation of TIMER objects. (log2: 2^value) */
	uint8_t b_e3;
	/* 0xe4 [29:24] ria_num_log_max: Largest number of RIA objects. (log2: 2^value) */
	uint8_t b_e4;
	/* 0xe4 [23:16]: Largest number of pairs of metadata registers C for FLOW_WQE_POST. */
	uint8_t flow_wqe_post_reg_pair_num_max;
	/* 0xe4 [15:0]: Bit mask of the values of probe_metadata of PCC_CONFIG. */
	prm_be16 pcc_probe_metadata;
	/* 0xe8 [31:0]: Bit mask of the pairs of metadata registers C for RIA objects. */
	prm_be32 ria_reg_id_pair;
	uint8_t reserved_ec[1];
	/*
	 * 0xec [21:16] flow_semaphore_num_log_max: Largest number of FLOW_SEMAPHORE objects. (log2:
	 * 2^value)
	 */
	uint8_t b_ed;
	/*
	 * 0xec [13:8] flow_semaphore_alloc_log_max: Largest allocation of FLOW_SEMAPHORE objects.
	 * (log2: 2^value)
	 */
	uint8_t b_ee;
	/*
	 * 0xec [4:0] flow_semaphore_granularity: Smallest allocation of FLOW_SEMAPHORE objects.
	 * (log2: 2^value)
	 */
	uint8_t b_ef;
	/* 0xf0 [31:0]: Largest resource_id_range of a RIA object. */
	prm_be32 ria_resource_id_range_max;
	/* 0xf4 [31:0]: Bit mask of the pairs of metadata registers C for FLOW_WQE_POST. */
	prm_be32 flow_wqe_post_reg_id_pair;
	/* 0xf8 [63:0]: Bit mask of the anchors of a packet window. */
	prm_be64 packet_window_anchor;
} __attribute__((packed, aligned(4)));

#define PRM_CMD_HCA_CAP_2_SIZE 256

PRM_ASSERT_SIZE(prm_cmd_hca_cap_2, 256);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, reserved_00, 0x00);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, w_0c, 0x0c);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, w_0e, 0x0e);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, b_10, 0x10);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, b_11, 0x11);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, b_12, 0x12);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, b_13, 0x13);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, max_reformat_insert_size, 0x14);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, max_reformat_insert_offset, 0x15);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, max_reformat_remove_size, 0x16);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, max_reformat_remove_offset, 0x17);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, b_18, 0x18);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, b_19, 0x19);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, b_1a, 0x1a);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, b_1b, 0x1b);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, cross_vhca_object_to_object_supported, 0x1c);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, allowed_object_for_other_vhca_access, 0x20);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, introspection_mkey, 0x28);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, b_2c, 0x2c);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, b_2d, 0x2d);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, b_2e, 0x2e);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, b_2f, 0x2f);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, sync_driver_actions, 0x30);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, flow_table_type_2_type, 0x34);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, b_35, 0x35);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, execute_aso_type, 0x36);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, general_obj_types_127_64, 0x38);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, repeated_mkey_v2, 0x40);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, w_44, 0x44);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, reserved_gid_index, 0x46);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, b_48, 0x48);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, b_49, 0x49);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, b_4a, 0x4a);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, b_4b, 0x4b);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, format_select_dw_mpls_over_x_cw, 0x4c);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, format_select_dw_geneve_tlv_option_0, 0x4d);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, format_select_dw_outer_first_mpls_over_gre, 0x4e);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, format_select_dw_outer_first_mpls_over_udp, 0x4f);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, format_select_dw_gtpu_dw_0, 0x50);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, format_select_dw_gtpu_dw_1, 0x51);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, format_select_dw_gtpu_dw_2, 0x52);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, format_select_dw_gtpu_first_ext_dw_0, 0x53);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, generate_wqe_type, 0x54);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, max_enh_strwq_supported_profile, 0x58);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, b_5a, 0x5a);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, b_5b, 0x5b);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, b_5c, 0x5c);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, b_5d, 0x5d);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, enh_strwq_max_headroom, 0x5e);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, enh_strwq_max_tailroom, 0x5f);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, migration_tag_version_0_eq, 0x60);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, b_70, 0x70);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, b_71, 0x71);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, ec_vf_base_vport_number, 0x72);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, b_74, 0x74);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, b_75, 0x75);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, max_rqt_vhca_id, 0x76);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, dw_78, 0x78);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, b_7c, 0x7c);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, b_7d, 0x7d);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, b_7e, 0x7e);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, max_pcc_cq_table_size, 0x7f);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, b_80, 0x80);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, max_pcc_np_queues, 0x81);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, return_reg_id, 0x82);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, b_84, 0x84);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, b_85, 0x85);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, postpone_connected_qp_timeout_max_num_address, 0x86);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, b_87, 0x87);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, dw_88, 0x88);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, b_8c, 0x8c);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, pcc_ccmad_custom_max_size, 0x8d);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, reserved_8e, 0x8e);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, b_8f, 0x8f);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, migration_tag_version_0_geq, 0x90);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, rdma_telemetry_notification_type, 0xa0);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, tool_partial_cap, 0xa8);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, aux_task_service_max_num, 0xac);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, aso32_take_from_reg, 0xae);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, aux_task_service_profile, 0xb0);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, aux_task_service_log_max_rbs, 0xb2);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, aux_task_service_min_resp_wq, 0xb3);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, b_b4, 0xb4);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, b_b5, 0xb5);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, proxy_cmd_tunnel_profile, 0xb6);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, b_b7, 0xb7);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, b_b8, 0xb8);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, reserved_b9, 0xb9);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, delegate_vhca_management_profiles, 0xba);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, delegated_vhca_max, 0xbc);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, delegate_vhca_max, 0xbe);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, b_c0, 0xc0);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, b_c1, 0xc1);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, b_c2, 0xc2);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, delegate_function_type, 0xc3);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, b_c4, 0xc4);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, b_c5, 0xc5);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, execute_aso_32_type, 0xc6);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, b_c8, 0xc8);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, b_c9, 0xc9);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, b_ca, 0xca);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, fifo_access_aso_opc_mod, 0xcb);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, urisc_mem_aso_instruction, 0xcc);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, b_d0, 0xd0);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, b_d1, 0xd1);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, b_d2, 0xd2);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, b_d3, 0xd3);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, b_d4, 0xd4);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, b_d5, 0xd5);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, b_d6, 0xd6);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, b_d7, 0xd7);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, return_reg_id_47_16, 0xd8);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, b_dc, 0xdc);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, b_dd, 0xdd);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, b_de, 0xde);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, b_df, 0xdf);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, ria_tag_size_max, 0xe0);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, b_e1, 0xe1);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, b_e2, 0xe2);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, b_e3, 0xe3);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, b_e4, 0xe4);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, flow_wqe_post_reg_pair_num_max, 0xe5);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, pcc_probe_metadata, 0xe6);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, ria_reg_id_pair, 0xe8);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, reserved_ec, 0xec);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, b_ed, 0xed);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, b_ee, 0xee);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, b_ef, 0xef);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, ria_resource_id_range_max, 0xf0);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, flow_wqe_post_reg_id_pair, 0xf4);
PRM_ASSERT_OFFSET(prm_cmd_hca_cap_2, packet_window_anchor, 0xf8);

static inline void prm_cmd_hca_cap_2_set_packet_window_offset_min(struct prm_cmd_hca_cap_2 *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 9);
	p->w_0c = prm_be16_replace(p->w_0c, 0x1ff, (uint16_t)v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_packet_window_offset_min(
		const struct prm_cmd_hca_cap_2 *p)
{
	return prm_be16_to_cpu(p->w_0c) & 0x1ff;
}

static inline void prm_cmd_hca_cap_2_set_packet_window_offset_max(struct prm_cmd_hca_cap_2 *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 9);
	p->w_0e = prm_be16_replace(p->w_0e, 0x1ff, (uint16_t)v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_packet_window_offset_max(
		const struct prm_cmd_hca_cap_2 *p)
{
	return prm_be16_to_cpu(p->w_0e) & 0x1ff;
}

static inline void prm_cmd_hca_cap_2_set_migratable(struct prm_cmd_hca_cap_2 *p, bool v)
{
	p->b_10 = prm_u8_replace(p->b_10, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_2_get_migratable(const struct prm_cmd_hca_cap_2 *p)
{
	return (bool)(p->b_10 >> 7);
}

static inline void prm_cmd_hca_cap_2_set_force_multi_prio_sq(struct prm_cmd_hca_cap_2 *p, bool v)
{
	p->b_10 = prm_u8_replace(p->b_10, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_2_get_force_multi_prio_sq(const struct prm_cmd_hca_cap_2 *p)
{
	return (bool)((p->b_10 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_2_set_cq_with_emulated_dev_eq(struct prm_cmd_hca_cap_2 *p,
		bool v)
{
	p->b_10 = prm_u8_replace(p->b_10, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_2_get_cq_with_emulated_dev_eq(const struct prm_cmd_hca_cap_2 *p)
{
	return (bool)((p->b_10 >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_2_set_max_num_prog_sample_field(struct prm_cmd_hca_cap_2 *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_10 = prm_u8_replace(p->b_10, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_max_num_prog_sample_field(
		const struct prm_cmd_hca_cap_2 *p)
{
	return p->b_10 & 0x1f;
}

static inline void prm_cmd_hca_cap_2_set_dp_ordering_force(struct prm_cmd_hca_cap_2 *p, bool v)
{
	p->b_11 = prm_u8_replace(p->b_11, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_2_get_dp_ordering_force(const struct prm_cmd_hca_cap_2 *p)
{
	return (bool)(p->b_11 >> 7);
}

static inline void prm_cmd_hca_cap_2_set_fw_cpu_monitoring(struct prm_cmd_hca_cap_2 *p, bool v)
{
	p->b_11 = prm_u8_replace(p->b_11, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_2_get_fw_cpu_monitoring(const struct prm_cmd_hca_cap_2 *p)
{
	return (bool)((p->b_11 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_2_set_enh_eth_striding_wq(struct prm_cmd_hca_cap_2 *p, bool v)
{
	p->b_11 = prm_u8_replace(p->b_11, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_2_get_enh_eth_striding_wq(const struct prm_cmd_hca_cap_2 *p)
{
	return (bool)((p->b_11 >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_2_set_log_max_num_reserved_qpn(struct prm_cmd_hca_cap_2 *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_11 = prm_u8_replace(p->b_11, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_log_max_num_reserved_qpn(
		const struct prm_cmd_hca_cap_2 *p)
{
	return p->b_11 & 0x1f;
}

static inline void prm_cmd_hca_cap_2_set_introspection_mkey_access_allowed(
		struct prm_cmd_hca_cap_2 *p, bool v)
{
	p->b_12 = prm_u8_replace(p->b_12, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_2_get_introspection_mkey_access_allowed(
		const struct prm_cmd_hca_cap_2 *p)
{
	return (bool)((p->b_12 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_2_set_query_vuid(struct prm_cmd_hca_cap_2 *p, bool v)
{
	p->b_12 = prm_u8_replace(p->b_12, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_2_get_query_vuid(const struct prm_cmd_hca_cap_2 *p)
{
	return (bool)((p->b_12 >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_2_set_log_reserved_qpn_granularity(struct prm_cmd_hca_cap_2 *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_12 = prm_u8_replace(p->b_12, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_log_reserved_qpn_granularity(
		const struct prm_cmd_hca_cap_2 *p)
{
	return p->b_12 & 0x1f;
}

static inline void prm_cmd_hca_cap_2_set_umr_log_entity_size_5(struct prm_cmd_hca_cap_2 *p, bool v)
{
	p->b_13 = prm_u8_replace(p->b_13, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_2_get_umr_log_entity_size_5(const struct prm_cmd_hca_cap_2 *p)
{
	return (bool)(p->b_13 >> 7);
}

static inline void prm_cmd_hca_cap_2_set_local_eswitch(struct prm_cmd_hca_cap_2 *p, bool v)
{
	p->b_13 = prm_u8_replace(p->b_13, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_2_get_local_eswitch(const struct prm_cmd_hca_cap_2 *p)
{
	return (bool)((p->b_13 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_2_set_local_mng_port(struct prm_cmd_hca_cap_2 *p, bool v)
{
	p->b_13 = prm_u8_replace(p->b_13, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_2_get_local_mng_port(const struct prm_cmd_hca_cap_2 *p)
{
	return (bool)((p->b_13 >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_2_set_log_reserved_qpn_max_alloc(struct prm_cmd_hca_cap_2 *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_13 = prm_u8_replace(p->b_13, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_log_reserved_qpn_max_alloc(
		const struct prm_cmd_hca_cap_2 *p)
{
	return p->b_13 & 0x1f;
}

static inline void prm_cmd_hca_cap_2_set_max_reformat_insert_size(struct prm_cmd_hca_cap_2 *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->max_reformat_insert_size = (uint8_t)v;
}

static inline uint32_t prm_cmd_hca_cap_2_get_max_reformat_insert_size(
		const struct prm_cmd_hca_cap_2 *p)
{
	return p->max_reformat_insert_size;
}

static inline void prm_cmd_hca_cap_2_set_max_reformat_insert_offset(struct prm_cmd_hca_cap_2 *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->max_reformat_insert_offset = (uint8_t)v;
}

static inline uint32_t prm_cmd_hca_cap_2_get_max_reformat_insert_offset(
		const struct prm_cmd_hca_cap_2 *p)
{
	return p->max_reformat_insert_offset;
}

static inline void prm_cmd_hca_cap_2_set_max_reformat_remove_size(struct prm_cmd_hca_cap_2 *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->max_reformat_remove_size = (uint8_t)v;
}

static inline uint32_t prm_cmd_hca_cap_2_get_max_reformat_remove_size(
		const struct prm_cmd_hca_cap_2 *p)
{
	return p->max_reformat_remove_size;
}

static inline void prm_cmd_hca_cap_2_set_max_reformat_remove_offset(struct prm_cmd_hca_cap_2 *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->max_reformat_remove_offset = (uint8_t)v;
}

static inline uint32_t prm_cmd_hca_cap_2_get_max_reformat_remove_offset(
		const struct prm_cmd_hca_cap_2 *p)
{
	return p->max_reformat_remove_offset;
}

static inline void prm_cmd_hca_cap_2_set_multi_sl_qp(struct prm_cmd_hca_cap_2 *p, bool v)
{
	p->b_18 = prm_u8_replace(p->b_18, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_2_get_multi_sl_qp(const struct prm_cmd_hca_cap_2 *p)
{
	return (bool)(p->b_18 >> 7);
}

static inline void prm_cmd_hca_cap_2_set_non_tunnel_reformat(struct prm_cmd_hca_cap_2 *p, bool v)
{
	p->b_18 = prm_u8_replace(p->b_18, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_2_get_non_tunnel_reformat(const struct prm_cmd_hca_cap_2 *p)
{
	return (bool)((p->b_18 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_2_set_bsf_v2(struct prm_cmd_hca_cap_2 *p, bool v)
{
	p->b_18 = prm_u8_replace(p->b_18, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_2_get_bsf_v2(const struct prm_cmd_hca_cap_2 *p)
{
	return (bool)((p->b_18 >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_2_set_log_min_stride_wqe_sz(struct prm_cmd_hca_cap_2 *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_18 = prm_u8_replace(p->b_18, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_log_min_stride_wqe_sz(
		const struct prm_cmd_hca_cap_2 *p)
{
	return p->b_18 & 0x1f;
}

static inline void prm_cmd_hca_cap_2_set_migration_multi_load(struct prm_cmd_hca_cap_2 *p, bool v)
{
	p->b_19 = prm_u8_replace(p->b_19, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_2_get_migration_multi_load(const struct prm_cmd_hca_cap_2 *p)
{
	return (bool)(p->b_19 >> 7);
}

static inline void prm_cmd_hca_cap_2_set_migration_tracking_state(struct prm_cmd_hca_cap_2 *p,
		bool v)
{
	p->b_19 = prm_u8_replace(p->b_19, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_2_get_migration_tracking_state(const struct prm_cmd_hca_cap_2 *p)
{
	return (bool)((p->b_19 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_2_set_multiplane_qp_ud(struct prm_cmd_hca_cap_2 *p, bool v)
{
	p->b_19 = prm_u8_replace(p->b_19, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_2_get_multiplane_qp_ud(const struct prm_cmd_hca_cap_2 *p)
{
	return (bool)((p->b_19 >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_2_set_log_conn_track_granularity(struct prm_cmd_hca_cap_2 *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_19 = prm_u8_replace(p->b_19, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_log_conn_track_granularity(
		const struct prm_cmd_hca_cap_2 *p)
{
	return p->b_19 & 0x1f;
}

static inline void prm_cmd_hca_cap_2_set_migration_in_chunks(struct prm_cmd_hca_cap_2 *p, bool v)
{
	p->b_1a = prm_u8_replace(p->b_1a, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_2_get_migration_in_chunks(const struct prm_cmd_hca_cap_2 *p)
{
	return (bool)(p->b_1a >> 7);
}

static inline void prm_cmd_hca_cap_2_set_multiplane_sq(struct prm_cmd_hca_cap_2 *p, bool v)
{
	p->b_1a = prm_u8_replace(p->b_1a, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_2_get_multiplane_sq(const struct prm_cmd_hca_cap_2 *p)
{
	return (bool)((p->b_1a >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_2_set_sf_eq_usage(struct prm_cmd_hca_cap_2 *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 1);
	p->b_1a = prm_u8_replace(p->b_1a, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline uint32_t prm_cmd_hca_cap_2_get_sf_eq_usage(const struct prm_cmd_hca_cap_2 *p)
{
	return (p->b_1a >> 5) & 0x1;
}

static inline void prm_cmd_hca_cap_2_set_log_conn_track_max_alloc(struct prm_cmd_hca_cap_2 *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_1a = prm_u8_replace(p->b_1a, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_log_conn_track_max_alloc(
		const struct prm_cmd_hca_cap_2 *p)
{
	return p->b_1a & 0x1f;
}

static inline void prm_cmd_hca_cap_2_set_multiplane(struct prm_cmd_hca_cap_2 *p, bool v)
{
	p->b_1b = prm_u8_replace(p->b_1b, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_2_get_multiplane(const struct prm_cmd_hca_cap_2 *p)
{
	return (bool)(p->b_1b >> 7);
}

static inline void prm_cmd_hca_cap_2_set_migration_state(struct prm_cmd_hca_cap_2 *p, bool v)
{
	p->b_1b = prm_u8_replace(p->b_1b, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_2_get_migration_state(const struct prm_cmd_hca_cap_2 *p)
{
	return (bool)((p->b_1b >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_2_set_log_max_conn_track_offload(struct prm_cmd_hca_cap_2 *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_1b = prm_u8_replace(p->b_1b, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_log_max_conn_track_offload(
		const struct prm_cmd_hca_cap_2 *p)
{
	return p->b_1b & 0x1f;
}

static inline void prm_cmd_hca_cap_2_set_cross_vhca_object_to_object_supported(
		struct prm_cmd_hca_cap_2 *p, uint32_t v)
{
	p->cross_vhca_object_to_object_supported = prm_cpu_to_be32(v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_cross_vhca_object_to_object_supported(
		const struct prm_cmd_hca_cap_2 *p)
{
	return prm_be32_to_cpu(p->cross_vhca_object_to_object_supported);
}

static inline void prm_cmd_hca_cap_2_set_allowed_object_for_other_vhca_access(
		struct prm_cmd_hca_cap_2 *p, uint64_t v)
{
	p->allowed_object_for_other_vhca_access = prm_cpu_to_be64(v);
}

static inline uint64_t prm_cmd_hca_cap_2_get_allowed_object_for_other_vhca_access(
		const struct prm_cmd_hca_cap_2 *p)
{
	return prm_be64_to_cpu(p->allowed_object_for_other_vhca_access);
}

static inline void prm_cmd_hca_cap_2_set_introspection_mkey(struct prm_cmd_hca_cap_2 *p, uint32_t v)
{
	p->introspection_mkey = prm_cpu_to_be32(v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_introspection_mkey(const struct prm_cmd_hca_cap_2 *p)
{
	return prm_be32_to_cpu(p->introspection_mkey);
}

static inline void prm_cmd_hca_cap_2_set_ec_mmo_qp(struct prm_cmd_hca_cap_2 *p, bool v)
{
	p->b_2c = prm_u8_replace(p->b_2c, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_2_get_ec_mmo_qp(const struct prm_cmd_hca_cap_2 *p)
{
	return (bool)(p->b_2c >> 7);
}

static inline void prm_cmd_hca_cap_2_set_sync_driver_version(struct prm_cmd_hca_cap_2 *p, bool v)
{
	p->b_2c = prm_u8_replace(p->b_2c, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_2_get_sync_driver_version(const struct prm_cmd_hca_cap_2 *p)
{
	return (bool)((p->b_2c >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_2_set_driver_version_change_event(struct prm_cmd_hca_cap_2 *p,
		bool v)
{
	p->b_2c = prm_u8_replace(p->b_2c, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_2_get_driver_version_change_event(
		const struct prm_cmd_hca_cap_2 *p)
{
	return (bool)((p->b_2c >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_2_set_hairpin_sq_wqe_bb_size(struct prm_cmd_hca_cap_2 *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_2c = prm_u8_replace(p->b_2c, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_hairpin_sq_wqe_bb_size(
		const struct prm_cmd_hca_cap_2 *p)
{
	return p->b_2c & 0x1f;
}

static inline void prm_cmd_hca_cap_2_set_hairpin_sq_wq_in_host_mem(struct prm_cmd_hca_cap_2 *p,
		bool v)
{
	p->b_2d = prm_u8_replace(p->b_2d, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_2_get_hairpin_sq_wq_in_host_mem(
		const struct prm_cmd_hca_cap_2 *p)
{
	return (bool)(p->b_2d >> 7);
}

static inline void prm_cmd_hca_cap_2_set_hairpin_data_buffer_locked(struct prm_cmd_hca_cap_2 *p,
		bool v)
{
	p->b_2d = prm_u8_replace(p->b_2d, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_2_get_hairpin_data_buffer_locked(
		const struct prm_cmd_hca_cap_2 *p)
{
	return (bool)((p->b_2d >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_2_set_local_mng_port_valid(struct prm_cmd_hca_cap_2 *p, bool v)
{
	p->b_2d = prm_u8_replace(p->b_2d, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_2_get_local_mng_port_valid(const struct prm_cmd_hca_cap_2 *p)
{
	return (bool)((p->b_2d >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_2_set_log_ec_mmo_max_size(struct prm_cmd_hca_cap_2 *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_2d = prm_u8_replace(p->b_2d, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_log_ec_mmo_max_size(const struct prm_cmd_hca_cap_2 *p)
{
	return p->b_2d & 0x1f;
}

static inline void prm_cmd_hca_cap_2_set_pcc_ccmad_probe_prio_set(struct prm_cmd_hca_cap_2 *p,
		bool v)
{
	p->b_2e = prm_u8_replace(p->b_2e, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_2_get_pcc_ccmad_probe_prio_set(const struct prm_cmd_hca_cap_2 *p)
{
	return (bool)(p->b_2e >> 7);
}

static inline void prm_cmd_hca_cap_2_set_log_ec_mmo_max_src(struct prm_cmd_hca_cap_2 *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_2e = prm_u8_replace(p->b_2e, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_log_ec_mmo_max_src(const struct prm_cmd_hca_cap_2 *p)
{
	return p->b_2e & 0x1f;
}

static inline void prm_cmd_hca_cap_2_set_log_ec_mmo_max_dst(struct prm_cmd_hca_cap_2 *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_2f = prm_u8_replace(p->b_2f, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_log_ec_mmo_max_dst(const struct prm_cmd_hca_cap_2 *p)
{
	return p->b_2f & 0x1f;
}

static inline void prm_cmd_hca_cap_2_set_sync_driver_actions(struct prm_cmd_hca_cap_2 *p,
		uint32_t v)
{
	p->sync_driver_actions = prm_cpu_to_be32(v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_sync_driver_actions(const struct prm_cmd_hca_cap_2 *p)
{
	return prm_be32_to_cpu(p->sync_driver_actions);
}

static inline void prm_cmd_hca_cap_2_set_flow_table_type_2_type(struct prm_cmd_hca_cap_2 *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->flow_table_type_2_type = (uint8_t)v;
}

static inline uint32_t prm_cmd_hca_cap_2_get_flow_table_type_2_type(
		const struct prm_cmd_hca_cap_2 *p)
{
	return p->flow_table_type_2_type;
}

static inline void prm_cmd_hca_cap_2_set_memory_slow_release(struct prm_cmd_hca_cap_2 *p, bool v)
{
	p->b_35 = prm_u8_replace(p->b_35, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_2_get_memory_slow_release(const struct prm_cmd_hca_cap_2 *p)
{
	return (bool)(p->b_35 >> 7);
}

static inline void prm_cmd_hca_cap_2_set_provider_id_ex_valid(struct prm_cmd_hca_cap_2 *p, bool v)
{
	p->b_35 = prm_u8_replace(p->b_35, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_2_get_provider_id_ex_valid(const struct prm_cmd_hca_cap_2 *p)
{
	return (bool)((p->b_35 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_2_set_format_select_dw_8_6_ext(struct prm_cmd_hca_cap_2 *p,
		bool v)
{
	p->b_35 = prm_u8_replace(p->b_35, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_2_get_format_select_dw_8_6_ext(const struct prm_cmd_hca_cap_2 *p)
{
	return (bool)((p->b_35 >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_2_set_min_mkey_log_entity_size(struct prm_cmd_hca_cap_2 *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_35 = prm_u8_replace(p->b_35, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_min_mkey_log_entity_size(
		const struct prm_cmd_hca_cap_2 *p)
{
	return p->b_35 & 0x1f;
}

static inline void prm_cmd_hca_cap_2_set_execute_aso_type(struct prm_cmd_hca_cap_2 *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->execute_aso_type = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_execute_aso_type(const struct prm_cmd_hca_cap_2 *p)
{
	return prm_be16_to_cpu(p->execute_aso_type);
}

static inline void prm_cmd_hca_cap_2_set_general_obj_types_127_64(struct prm_cmd_hca_cap_2 *p,
		uint64_t v)
{
	p->general_obj_types_127_64 = prm_cpu_to_be64(v);
}

static inline uint64_t prm_cmd_hca_cap_2_get_general_obj_types_127_64(
		const struct prm_cmd_hca_cap_2 *p)
{
	return prm_be64_to_cpu(p->general_obj_types_127_64);
}

static inline void prm_cmd_hca_cap_2_set_repeated_mkey_v2(struct prm_cmd_hca_cap_2 *p, uint32_t v)
{
	p->repeated_mkey_v2 = prm_cpu_to_be32(v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_repeated_mkey_v2(const struct prm_cmd_hca_cap_2 *p)
{
	return prm_be32_to_cpu(p->repeated_mkey_v2);
}

static inline void prm_cmd_hca_cap_2_set_reserved_gid_index_valid(struct prm_cmd_hca_cap_2 *p,
		bool v)
{
	p->w_44 = prm_be16_replace(p->w_44, 0x8000, (uint16_t)((uint32_t)v << 15));
}

static inline bool prm_cmd_hca_cap_2_get_reserved_gid_index_valid(const struct prm_cmd_hca_cap_2 *p)
{
	return (bool)(prm_be16_to_cpu(p->w_44) >> 15);
}

static inline void prm_cmd_hca_cap_2_set_sw_vhca_id_valid(struct prm_cmd_hca_cap_2 *p, bool v)
{
	p->w_44 = prm_be16_replace(p->w_44, 0x4000, (uint16_t)((uint32_t)v << 14));
}

static inline bool prm_cmd_hca_cap_2_get_sw_vhca_id_valid(const struct prm_cmd_hca_cap_2 *p)
{
	return (bool)((prm_be16_to_cpu(p->w_44) >> 14) & 0x1);
}

static inline void prm_cmd_hca_cap_2_set_sw_vhca_id(struct prm_cmd_hca_cap_2 *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 14);
	p->w_44 = prm_be16_replace(p->w_44, 0x3fff, (uint16_t)v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_sw_vhca_id(const struct prm_cmd_hca_cap_2 *p)
{
	return prm_be16_to_cpu(p->w_44) & 0x3fff;
}

static inline void prm_cmd_hca_cap_2_set_reserved_gid_index(struct prm_cmd_hca_cap_2 *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->reserved_gid_index = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_reserved_gid_index(const struct prm_cmd_hca_cap_2 *p)
{
	return prm_be16_to_cpu(p->reserved_gid_index);
}

static inline void prm_cmd_hca_cap_2_set_log_max_channel_service_connection(
		struct prm_cmd_hca_cap_2 *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_48 = prm_u8_replace(p->b_48, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_log_max_channel_service_connection(
		const struct prm_cmd_hca_cap_2 *p)
{
	return p->b_48 & 0x1f;
}

static inline void prm_cmd_hca_cap_2_set_ts_cqe_metadata_size2wqe_counter(
		struct prm_cmd_hca_cap_2 *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_49 = prm_u8_replace(p->b_49, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_ts_cqe_metadata_size2wqe_counter(
		const struct prm_cmd_hca_cap_2 *p)
{
	return p->b_49 & 0x1f;
}

static inline void prm_cmd_hca_cap_2_set_flow_counter_bulk_log_max_alloc(
		struct prm_cmd_hca_cap_2 *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_4a = prm_u8_replace(p->b_4a, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_flow_counter_bulk_log_max_alloc(
		const struct prm_cmd_hca_cap_2 *p)
{
	return p->b_4a & 0x1f;
}

static inline void prm_cmd_hca_cap_2_set_flow_counter_bulk_log_granularity(
		struct prm_cmd_hca_cap_2 *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_4b = prm_u8_replace(p->b_4b, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_flow_counter_bulk_log_granularity(
		const struct prm_cmd_hca_cap_2 *p)
{
	return p->b_4b & 0x1f;
}

static inline void prm_cmd_hca_cap_2_set_format_select_dw_mpls_over_x_cw(
		struct prm_cmd_hca_cap_2 *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->format_select_dw_mpls_over_x_cw = (uint8_t)v;
}

static inline uint32_t prm_cmd_hca_cap_2_get_format_select_dw_mpls_over_x_cw(
		const struct prm_cmd_hca_cap_2 *p)
{
	return p->format_select_dw_mpls_over_x_cw;
}

static inline void prm_cmd_hca_cap_2_set_format_select_dw_geneve_tlv_option_0(
		struct prm_cmd_hca_cap_2 *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->format_select_dw_geneve_tlv_option_0 = (uint8_t)v;
}

static inline uint32_t prm_cmd_hca_cap_2_get_format_select_dw_geneve_tlv_option_0(
		const struct prm_cmd_hca_cap_2 *p)
{
	return p->format_select_dw_geneve_tlv_option_0;
}

static inline void prm_cmd_hca_cap_2_set_format_select_dw_outer_first_mpls_over_gre(
		struct prm_cmd_hca_cap_2 *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->format_select_dw_outer_first_mpls_over_gre = (uint8_t)v;
}

static inline uint32_t prm_cmd_hca_cap_2_get_format_select_dw_outer_first_mpls_over_gre(
		const struct prm_cmd_hca_cap_2 *p)
{
	return p->format_select_dw_outer_first_mpls_over_gre;
}

static inline void prm_cmd_hca_cap_2_set_format_select_dw_outer_first_mpls_over_udp(
		struct prm_cmd_hca_cap_2 *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->format_select_dw_outer_first_mpls_over_udp = (uint8_t)v;
}

static inline uint32_t prm_cmd_hca_cap_2_get_format_select_dw_outer_first_mpls_over_udp(
		const struct prm_cmd_hca_cap_2 *p)
{
	return p->format_select_dw_outer_first_mpls_over_udp;
}

static inline void prm_cmd_hca_cap_2_set_format_select_dw_gtpu_dw_0(struct prm_cmd_hca_cap_2 *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->format_select_dw_gtpu_dw_0 = (uint8_t)v;
}

static inline uint32_t prm_cmd_hca_cap_2_get_format_select_dw_gtpu_dw_0(
		const struct prm_cmd_hca_cap_2 *p)
{
	return p->format_select_dw_gtpu_dw_0;
}

static inline void prm_cmd_hca_cap_2_set_format_select_dw_gtpu_dw_1(struct prm_cmd_hca_cap_2 *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->format_select_dw_gtpu_dw_1 = (uint8_t)v;
}

static inline uint32_t prm_cmd_hca_cap_2_get_format_select_dw_gtpu_dw_1(
		const struct prm_cmd_hca_cap_2 *p)
{
	return p->format_select_dw_gtpu_dw_1;
}

static inline void prm_cmd_hca_cap_2_set_format_select_dw_gtpu_dw_2(struct prm_cmd_hca_cap_2 *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->format_select_dw_gtpu_dw_2 = (uint8_t)v;
}

static inline uint32_t prm_cmd_hca_cap_2_get_format_select_dw_gtpu_dw_2(
		const struct prm_cmd_hca_cap_2 *p)
{
	return p->format_select_dw_gtpu_dw_2;
}

static inline void prm_cmd_hca_cap_2_set_format_select_dw_gtpu_first_ext_dw_0(
		struct prm_cmd_hca_cap_2 *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->format_select_dw_gtpu_first_ext_dw_0 = (uint8_t)v;
}

static inline uint32_t prm_cmd_hca_cap_2_get_format_select_dw_gtpu_first_ext_dw_0(
		const struct prm_cmd_hca_cap_2 *p)
{
	return p->format_select_dw_gtpu_first_ext_dw_0;
}

static inline void prm_cmd_hca_cap_2_set_generate_wqe_type(struct prm_cmd_hca_cap_2 *p, uint32_t v)
{
	p->generate_wqe_type = prm_cpu_to_be32(v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_generate_wqe_type(const struct prm_cmd_hca_cap_2 *p)
{
	return prm_be32_to_cpu(p->generate_wqe_type);
}

static inline void prm_cmd_hca_cap_2_set_max_enh_strwq_supported_profile(
		struct prm_cmd_hca_cap_2 *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->max_enh_strwq_supported_profile = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_max_enh_strwq_supported_profile(
		const struct prm_cmd_hca_cap_2 *p)
{
	return prm_be16_to_cpu(p->max_enh_strwq_supported_profile);
}

static inline void prm_cmd_hca_cap_2_set_log_max_total_hairpin_data_buffer_locked_size(
		struct prm_cmd_hca_cap_2 *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_5a = prm_u8_replace(p->b_5a, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_log_max_total_hairpin_data_buffer_locked_size(
		const struct prm_cmd_hca_cap_2 *p)
{
	return p->b_5a & 0x1f;
}

static inline void prm_cmd_hca_cap_2_set_log_max_rq_hairpin_data_buffer_locked_size(
		struct prm_cmd_hca_cap_2 *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_5b = prm_u8_replace(p->b_5b, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_log_max_rq_hairpin_data_buffer_locked_size(
		const struct prm_cmd_hca_cap_2 *p)
{
	return p->b_5b & 0x1f;
}

static inline void prm_cmd_hca_cap_2_set_send_dbr_mode_no_dbr_int(struct prm_cmd_hca_cap_2 *p,
		bool v)
{
	p->b_5c = prm_u8_replace(p->b_5c, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_2_get_send_dbr_mode_no_dbr_int(const struct prm_cmd_hca_cap_2 *p)
{
	return (bool)(p->b_5c >> 7);
}

static inline void prm_cmd_hca_cap_2_set_send_dbr_mode_no_dbr_ext(struct prm_cmd_hca_cap_2 *p,
		bool v)
{
	p->b_5c = prm_u8_replace(p->b_5c, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_2_get_send_dbr_mode_no_dbr_ext(const struct prm_cmd_hca_cap_2 *p)
{
	return (bool)((p->b_5c >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_2_set_log_max_send_dbr_less_qp_sq(struct prm_cmd_hca_cap_2 *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_5c = prm_u8_replace(p->b_5c, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_log_max_send_dbr_less_qp_sq(
		const struct prm_cmd_hca_cap_2 *p)
{
	return p->b_5c & 0x1f;
}

static inline void prm_cmd_hca_cap_2_set_match_select_ib_l4_ver(struct prm_cmd_hca_cap_2 *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 2);
	p->b_5d = prm_u8_replace(p->b_5d, 0xc0, (uint8_t)((uint32_t)v << 6));
}

static inline uint32_t prm_cmd_hca_cap_2_get_match_select_ib_l4_ver(
		const struct prm_cmd_hca_cap_2 *p)
{
	return p->b_5d >> 6;
}

static inline void prm_cmd_hca_cap_2_set_pcc_np_config_handover_en(struct prm_cmd_hca_cap_2 *p,
		bool v)
{
	p->b_5d = prm_u8_replace(p->b_5d, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_2_get_pcc_np_config_handover_en(
		const struct prm_cmd_hca_cap_2 *p)
{
	return (bool)((p->b_5d >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_2_set_enh_strwq_max_log_page_size(struct prm_cmd_hca_cap_2 *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_5d = prm_u8_replace(p->b_5d, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_enh_strwq_max_log_page_size(
		const struct prm_cmd_hca_cap_2 *p)
{
	return p->b_5d & 0x1f;
}

static inline void prm_cmd_hca_cap_2_set_enh_strwq_max_headroom(struct prm_cmd_hca_cap_2 *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->enh_strwq_max_headroom = (uint8_t)v;
}

static inline uint32_t prm_cmd_hca_cap_2_get_enh_strwq_max_headroom(
		const struct prm_cmd_hca_cap_2 *p)
{
	return p->enh_strwq_max_headroom;
}

static inline void prm_cmd_hca_cap_2_set_enh_strwq_max_tailroom(struct prm_cmd_hca_cap_2 *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->enh_strwq_max_tailroom = (uint8_t)v;
}

static inline uint32_t prm_cmd_hca_cap_2_get_enh_strwq_max_tailroom(
		const struct prm_cmd_hca_cap_2 *p)
{
	return p->enh_strwq_max_tailroom;
}

static inline void prm_cmd_hca_cap_2_set_log_max_hairpin_wqe_num(struct prm_cmd_hca_cap_2 *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_70 = prm_u8_replace(p->b_70, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_log_max_hairpin_wqe_num(
		const struct prm_cmd_hca_cap_2 *p)
{
	return p->b_70 & 0x1f;
}

static inline void prm_cmd_hca_cap_2_set_min_mkey_log_entity_size_fixed_buffer(
		struct prm_cmd_hca_cap_2 *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_71 = prm_u8_replace(p->b_71, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_min_mkey_log_entity_size_fixed_buffer(
		const struct prm_cmd_hca_cap_2 *p)
{
	return p->b_71 & 0x1f;
}

static inline void prm_cmd_hca_cap_2_set_ec_vf_base_vport_number(struct prm_cmd_hca_cap_2 *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->ec_vf_base_vport_number = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_ec_vf_base_vport_number(
		const struct prm_cmd_hca_cap_2 *p)
{
	return prm_be16_to_cpu(p->ec_vf_base_vport_number);
}

static inline void prm_cmd_hca_cap_2_set_max_mkey_log_entity_size_fixed_buffer(
		struct prm_cmd_hca_cap_2 *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 6);
	p->b_74 = prm_u8_replace(p->b_74, 0x3f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_max_mkey_log_entity_size_fixed_buffer(
		const struct prm_cmd_hca_cap_2 *p)
{
	return p->b_74 & 0x3f;
}

static inline void prm_cmd_hca_cap_2_set_max_mkey_log_entity_size_mtt(struct prm_cmd_hca_cap_2 *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 6);
	p->b_75 = prm_u8_replace(p->b_75, 0x3f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_max_mkey_log_entity_size_mtt(
		const struct prm_cmd_hca_cap_2 *p)
{
	return p->b_75 & 0x3f;
}

static inline void prm_cmd_hca_cap_2_set_max_rqt_vhca_id(struct prm_cmd_hca_cap_2 *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->max_rqt_vhca_id = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_max_rqt_vhca_id(const struct prm_cmd_hca_cap_2 *p)
{
	return prm_be16_to_cpu(p->max_rqt_vhca_id);
}

static inline void prm_cmd_hca_cap_2_set_mkey_by_name_reserve(struct prm_cmd_hca_cap_2 *p, bool v)
{
	p->dw_78 = prm_be32_replace(p->dw_78, 0x80000000u, (uint32_t)v << 31);
}

static inline bool prm_cmd_hca_cap_2_get_mkey_by_name_reserve(const struct prm_cmd_hca_cap_2 *p)
{
	return (bool)(prm_be32_to_cpu(p->dw_78) >> 31);
}

static inline void prm_cmd_hca_cap_2_set_mkey_by_name_reserve_log_size(struct prm_cmd_hca_cap_2 *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 6);
	p->dw_78 = prm_be32_replace(p->dw_78, 0x3f000000u, (uint32_t)v << 24);
}

static inline uint32_t prm_cmd_hca_cap_2_get_mkey_by_name_reserve_log_size(
		const struct prm_cmd_hca_cap_2 *p)
{
	return (prm_be32_to_cpu(p->dw_78) >> 24) & 0x3f;
}

static inline void prm_cmd_hca_cap_2_set_mkey_by_name_reserve_base(struct prm_cmd_hca_cap_2 *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_78 = prm_be32_replace(p->dw_78, 0xffffffu, v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_mkey_by_name_reserve_base(
		const struct prm_cmd_hca_cap_2 *p)
{
	return prm_be32_to_cpu(p->dw_78) & 0xffffff;
}

static inline void prm_cmd_hca_cap_2_set_log_min_emu_stride_size(struct prm_cmd_hca_cap_2 *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_7c = prm_u8_replace(p->b_7c, 0xf0, (uint8_t)((uint32_t)v << 4));
}

static inline uint32_t prm_cmd_hca_cap_2_get_log_min_emu_stride_size(
		const struct prm_cmd_hca_cap_2 *p)
{
	return p->b_7c >> 4;
}

static inline void prm_cmd_hca_cap_2_set_log_max_emu_stride_size(struct prm_cmd_hca_cap_2 *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_7c = prm_u8_replace(p->b_7c, 0xf, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_log_max_emu_stride_size(
		const struct prm_cmd_hca_cap_2 *p)
{
	return p->b_7c & 0xf;
}

static inline void prm_cmd_hca_cap_2_set_log_min_emu_db_size(struct prm_cmd_hca_cap_2 *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 3);
	p->b_7d = prm_u8_replace(p->b_7d, 0x70, (uint8_t)((uint32_t)v << 4));
}

static inline uint32_t prm_cmd_hca_cap_2_get_log_min_emu_db_size(const struct prm_cmd_hca_cap_2 *p)
{
	return (p->b_7d >> 4) & 0x7;
}

static inline void prm_cmd_hca_cap_2_set_log_max_emu_db_size(struct prm_cmd_hca_cap_2 *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 3);
	p->b_7d = prm_u8_replace(p->b_7d, 0x7, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_log_max_emu_db_size(const struct prm_cmd_hca_cap_2 *p)
{
	return p->b_7d & 0x7;
}

static inline void prm_cmd_hca_cap_2_set_pcc_ifa2(struct prm_cmd_hca_cap_2 *p, bool v)
{
	p->b_7e = prm_u8_replace(p->b_7e, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_2_get_pcc_ifa2(const struct prm_cmd_hca_cap_2 *p)
{
	return (bool)(p->b_7e >> 7);
}

static inline void prm_cmd_hca_cap_2_set_pcc_probe_packet(struct prm_cmd_hca_cap_2 *p, bool v)
{
	p->b_7e = prm_u8_replace(p->b_7e, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_2_get_pcc_probe_packet(const struct prm_cmd_hca_cap_2 *p)
{
	return (bool)((p->b_7e >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_2_set_pcc_ccmad_custom(struct prm_cmd_hca_cap_2 *p, bool v)
{
	p->b_7e = prm_u8_replace(p->b_7e, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_2_get_pcc_ccmad_custom(const struct prm_cmd_hca_cap_2 *p)
{
	return (bool)((p->b_7e >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_2_set_pcc_np_multi_probe_type(struct prm_cmd_hca_cap_2 *p,
		bool v)
{
	p->b_7e = prm_u8_replace(p->b_7e, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_cmd_hca_cap_2_get_pcc_np_multi_probe_type(const struct prm_cmd_hca_cap_2 *p)
{
	return (bool)((p->b_7e >> 4) & 0x1);
}

static inline void prm_cmd_hca_cap_2_set_num_pcc_backup_process(struct prm_cmd_hca_cap_2 *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_7e = prm_u8_replace(p->b_7e, 0xf, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_num_pcc_backup_process(
		const struct prm_cmd_hca_cap_2 *p)
{
	return p->b_7e & 0xf;
}

static inline void prm_cmd_hca_cap_2_set_max_pcc_cq_table_size(struct prm_cmd_hca_cap_2 *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->max_pcc_cq_table_size = (uint8_t)v;
}

static inline uint32_t prm_cmd_hca_cap_2_get_max_pcc_cq_table_size(
		const struct prm_cmd_hca_cap_2 *p)
{
	return p->max_pcc_cq_table_size;
}

static inline void prm_cmd_hca_cap_2_set_cqc_create_armed(struct prm_cmd_hca_cap_2 *p, bool v)
{
	p->b_80 = prm_u8_replace(p->b_80, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_2_get_cqc_create_armed(const struct prm_cmd_hca_cap_2 *p)
{
	return (bool)(p->b_80 >> 7);
}

static inline void prm_cmd_hca_cap_2_set_min_mkey_log_entity_size_fixed_buffer_valid(
		struct prm_cmd_hca_cap_2 *p, bool v)
{
	p->b_80 = prm_u8_replace(p->b_80, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_2_get_min_mkey_log_entity_size_fixed_buffer_valid(
		const struct prm_cmd_hca_cap_2 *p)
{
	return (bool)((p->b_80 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_2_set_postpone_connected_qp_timeout(struct prm_cmd_hca_cap_2 *p,
		bool v)
{
	p->b_80 = prm_u8_replace(p->b_80, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_2_get_postpone_connected_qp_timeout(
		const struct prm_cmd_hca_cap_2 *p)
{
	return (bool)((p->b_80 >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_2_set_aux_task_service_handover_en(struct prm_cmd_hca_cap_2 *p,
		bool v)
{
	p->b_80 = prm_u8_replace(p->b_80, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_cmd_hca_cap_2_get_aux_task_service_handover_en(
		const struct prm_cmd_hca_cap_2 *p)
{
	return (bool)((p->b_80 >> 4) & 0x1);
}

static inline void prm_cmd_hca_cap_2_set_rdma_telemetry(struct prm_cmd_hca_cap_2 *p, bool v)
{
	p->b_80 = prm_u8_replace(p->b_80, 0x8, (uint8_t)((uint32_t)v << 3));
}

static inline bool prm_cmd_hca_cap_2_get_rdma_telemetry(const struct prm_cmd_hca_cap_2 *p)
{
	return (bool)((p->b_80 >> 3) & 0x1);
}

static inline void prm_cmd_hca_cap_2_set_pcc_num_probe_slot(struct prm_cmd_hca_cap_2 *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 3);
	p->b_80 = prm_u8_replace(p->b_80, 0x7, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_pcc_num_probe_slot(const struct prm_cmd_hca_cap_2 *p)
{
	return p->b_80 & 0x7;
}

static inline void prm_cmd_hca_cap_2_set_max_pcc_np_queues(struct prm_cmd_hca_cap_2 *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->max_pcc_np_queues = (uint8_t)v;
}

static inline uint32_t prm_cmd_hca_cap_2_get_max_pcc_np_queues(const struct prm_cmd_hca_cap_2 *p)
{
	return p->max_pcc_np_queues;
}

static inline void prm_cmd_hca_cap_2_set_return_reg_id(struct prm_cmd_hca_cap_2 *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->return_reg_id = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_return_reg_id(const struct prm_cmd_hca_cap_2 *p)
{
	return prm_be16_to_cpu(p->return_reg_id);
}

static inline void prm_cmd_hca_cap_2_set_gen_cqe_start_reg(struct prm_cmd_hca_cap_2 *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 6);
	p->b_84 = prm_u8_replace(p->b_84, 0x3f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_gen_cqe_start_reg(const struct prm_cmd_hca_cap_2 *p)
{
	return p->b_84 & 0x3f;
}

static inline void prm_cmd_hca_cap_2_set_gen_cqe_reg_count(struct prm_cmd_hca_cap_2 *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 6);
	p->b_85 = prm_u8_replace(p->b_85, 0x3f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_gen_cqe_reg_count(const struct prm_cmd_hca_cap_2 *p)
{
	return p->b_85 & 0x3f;
}

static inline void prm_cmd_hca_cap_2_set_postpone_connected_qp_timeout_max_num_address(
		struct prm_cmd_hca_cap_2 *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->postpone_connected_qp_timeout_max_num_address = (uint8_t)v;
}

static inline uint32_t prm_cmd_hca_cap_2_get_postpone_connected_qp_timeout_max_num_address(
		const struct prm_cmd_hca_cap_2 *p)
{
	return p->postpone_connected_qp_timeout_max_num_address;
}

static inline void prm_cmd_hca_cap_2_set_encap_entropy_hash_type(struct prm_cmd_hca_cap_2 *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_87 = prm_u8_replace(p->b_87, 0xf0, (uint8_t)((uint32_t)v << 4));
}

static inline uint32_t prm_cmd_hca_cap_2_get_encap_entropy_hash_type(
		const struct prm_cmd_hca_cap_2 *p)
{
	return p->b_87 >> 4;
}

static inline void prm_cmd_hca_cap_2_set_flow_table_hash_type(struct prm_cmd_hca_cap_2 *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_87 = prm_u8_replace(p->b_87, 0xf, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_flow_table_hash_type(const struct prm_cmd_hca_cap_2 *p)
{
	return p->b_87 & 0xf;
}

static inline void prm_cmd_hca_cap_2_set_dpu_cache_invalidate_mmo_log_max_size(
		struct prm_cmd_hca_cap_2 *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->dw_88 = prm_be32_replace(p->dw_88, 0x1f000000u, (uint32_t)v << 24);
}

static inline uint32_t prm_cmd_hca_cap_2_get_dpu_cache_invalidate_mmo_log_max_size(
		const struct prm_cmd_hca_cap_2 *p)
{
	return (prm_be32_to_cpu(p->dw_88) >> 24) & 0x1f;
}

static inline void prm_cmd_hca_cap_2_set_max_num_eqs_24b(struct prm_cmd_hca_cap_2 *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 24);
	p->dw_88 = prm_be32_replace(p->dw_88, 0xffffffu, v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_max_num_eqs_24b(const struct prm_cmd_hca_cap_2 *p)
{
	return prm_be32_to_cpu(p->dw_88) & 0xffffff;
}

static inline void prm_cmd_hca_cap_2_set_pcc_steering_ext(struct prm_cmd_hca_cap_2 *p, bool v)
{
	p->b_8c = prm_u8_replace(p->b_8c, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_2_get_pcc_steering_ext(const struct prm_cmd_hca_cap_2 *p)
{
	return (bool)(p->b_8c >> 7);
}

static inline void prm_cmd_hca_cap_2_set_pcc_steering_log_update_wq_size(
		struct prm_cmd_hca_cap_2 *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 3);
	p->b_8c = prm_u8_replace(p->b_8c, 0x70, (uint8_t)((uint32_t)v << 4));
}

static inline uint32_t prm_cmd_hca_cap_2_get_pcc_steering_log_update_wq_size(
		const struct prm_cmd_hca_cap_2 *p)
{
	return (p->b_8c >> 4) & 0x7;
}

static inline void prm_cmd_hca_cap_2_set_rdma_telemetry_max_num_vport_range(
		struct prm_cmd_hca_cap_2 *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_8c = prm_u8_replace(p->b_8c, 0xf, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_rdma_telemetry_max_num_vport_range(
		const struct prm_cmd_hca_cap_2 *p)
{
	return p->b_8c & 0xf;
}

static inline void prm_cmd_hca_cap_2_set_pcc_ccmad_custom_max_size(struct prm_cmd_hca_cap_2 *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->pcc_ccmad_custom_max_size = (uint8_t)v;
}

static inline uint32_t prm_cmd_hca_cap_2_get_pcc_ccmad_custom_max_size(
		const struct prm_cmd_hca_cap_2 *p)
{
	return p->pcc_ccmad_custom_max_size;
}

static inline void prm_cmd_hca_cap_2_set_destination_nop(struct prm_cmd_hca_cap_2 *p, bool v)
{
	p->b_8f = prm_u8_replace(p->b_8f, 0x1, (uint8_t)v);
}

static inline bool prm_cmd_hca_cap_2_get_destination_nop(const struct prm_cmd_hca_cap_2 *p)
{
	return (bool)(p->b_8f & 0x1);
}

static inline void prm_cmd_hca_cap_2_set_rdma_telemetry_notification_type(
		struct prm_cmd_hca_cap_2 *p, uint64_t v)
{
	p->rdma_telemetry_notification_type = prm_cpu_to_be64(v);
}

static inline uint64_t prm_cmd_hca_cap_2_get_rdma_telemetry_notification_type(
		const struct prm_cmd_hca_cap_2 *p)
{
	return prm_be64_to_cpu(p->rdma_telemetry_notification_type);
}

static inline void prm_cmd_hca_cap_2_set_tool_partial_cap(struct prm_cmd_hca_cap_2 *p, uint32_t v)
{
	p->tool_partial_cap = prm_cpu_to_be32(v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_tool_partial_cap(const struct prm_cmd_hca_cap_2 *p)
{
	return prm_be32_to_cpu(p->tool_partial_cap);
}

static inline void prm_cmd_hca_cap_2_set_aux_task_service_max_num(struct prm_cmd_hca_cap_2 *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->aux_task_service_max_num = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_aux_task_service_max_num(
		const struct prm_cmd_hca_cap_2 *p)
{
	return prm_be16_to_cpu(p->aux_task_service_max_num);
}

static inline void prm_cmd_hca_cap_2_set_aso32_take_from_reg(struct prm_cmd_hca_cap_2 *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->aso32_take_from_reg = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_aso32_take_from_reg(const struct prm_cmd_hca_cap_2 *p)
{
	return prm_be16_to_cpu(p->aso32_take_from_reg);
}

static inline void prm_cmd_hca_cap_2_set_aux_task_service_profile(struct prm_cmd_hca_cap_2 *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->aux_task_service_profile = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_aux_task_service_profile(
		const struct prm_cmd_hca_cap_2 *p)
{
	return prm_be16_to_cpu(p->aux_task_service_profile);
}

static inline void prm_cmd_hca_cap_2_set_aux_task_service_log_max_rbs(struct prm_cmd_hca_cap_2 *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->aux_task_service_log_max_rbs = (uint8_t)v;
}

static inline uint32_t prm_cmd_hca_cap_2_get_aux_task_service_log_max_rbs(
		const struct prm_cmd_hca_cap_2 *p)
{
	return p->aux_task_service_log_max_rbs;
}

static inline void prm_cmd_hca_cap_2_set_aux_task_service_min_resp_wq(struct prm_cmd_hca_cap_2 *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->aux_task_service_min_resp_wq = (uint8_t)v;
}

static inline uint32_t prm_cmd_hca_cap_2_get_aux_task_service_min_resp_wq(
		const struct prm_cmd_hca_cap_2 *p)
{
	return p->aux_task_service_min_resp_wq;
}

static inline void prm_cmd_hca_cap_2_set_load_balance_id(struct prm_cmd_hca_cap_2 *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_b4 = prm_u8_replace(p->b_b4, 0xf, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_load_balance_id(const struct prm_cmd_hca_cap_2 *p)
{
	return p->b_b4 & 0xf;
}

static inline void prm_cmd_hca_cap_2_set_conn_track_aso_32_num_log_max(struct prm_cmd_hca_cap_2 *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 6);
	p->b_b5 = prm_u8_replace(p->b_b5, 0x3f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_conn_track_aso_32_num_log_max(
		const struct prm_cmd_hca_cap_2 *p)
{
	return p->b_b5 & 0x3f;
}

static inline void prm_cmd_hca_cap_2_set_proxy_cmd_tunnel_profile(struct prm_cmd_hca_cap_2 *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->proxy_cmd_tunnel_profile = (uint8_t)v;
}

static inline uint32_t prm_cmd_hca_cap_2_get_proxy_cmd_tunnel_profile(
		const struct prm_cmd_hca_cap_2 *p)
{
	return p->proxy_cmd_tunnel_profile;
}

static inline void prm_cmd_hca_cap_2_set_flow_entropy_aso_granularity(struct prm_cmd_hca_cap_2 *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_b7 = prm_u8_replace(p->b_b7, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_flow_entropy_aso_granularity(
		const struct prm_cmd_hca_cap_2 *p)
{
	return p->b_b7 & 0x1f;
}

static inline void prm_cmd_hca_cap_2_set_query_adjacent_functions_id(struct prm_cmd_hca_cap_2 *p,
		bool v)
{
	p->b_b8 = prm_u8_replace(p->b_b8, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_cmd_hca_cap_2_get_query_adjacent_functions_id(
		const struct prm_cmd_hca_cap_2 *p)
{
	return (bool)(p->b_b8 >> 7);
}

static inline void prm_cmd_hca_cap_2_set_ingress_egress_esw_vport_connect(
		struct prm_cmd_hca_cap_2 *p, bool v)
{
	p->b_b8 = prm_u8_replace(p->b_b8, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_cmd_hca_cap_2_get_ingress_egress_esw_vport_connect(
		const struct prm_cmd_hca_cap_2 *p)
{
	return (bool)((p->b_b8 >> 6) & 0x1);
}

static inline void prm_cmd_hca_cap_2_set_function_id_type_vhca_id(struct prm_cmd_hca_cap_2 *p,
		bool v)
{
	p->b_b8 = prm_u8_replace(p->b_b8, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_cmd_hca_cap_2_get_function_id_type_vhca_id(const struct prm_cmd_hca_cap_2 *p)
{
	return (bool)((p->b_b8 >> 5) & 0x1);
}

static inline void prm_cmd_hca_cap_2_set_aso32_take_from_reg_pair_id_valid(
		struct prm_cmd_hca_cap_2 *p, bool v)
{
	p->b_b8 = prm_u8_replace(p->b_b8, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_cmd_hca_cap_2_get_aso32_take_from_reg_pair_id_valid(
		const struct prm_cmd_hca_cap_2 *p)
{
	return (bool)((p->b_b8 >> 4) & 0x1);
}

static inline void prm_cmd_hca_cap_2_set_lag_per_mp_group(struct prm_cmd_hca_cap_2 *p, bool v)
{
	p->b_b8 = prm_u8_replace(p->b_b8, 0x8, (uint8_t)((uint32_t)v << 3));
}

static inline bool prm_cmd_hca_cap_2_get_lag_per_mp_group(const struct prm_cmd_hca_cap_2 *p)
{
	return (bool)((p->b_b8 >> 3) & 0x1);
}

static inline void prm_cmd_hca_cap_2_set_timer_take_from_reg(struct prm_cmd_hca_cap_2 *p, bool v)
{
	p->b_b8 = prm_u8_replace(p->b_b8, 0x4, (uint8_t)((uint32_t)v << 2));
}

static inline bool prm_cmd_hca_cap_2_get_timer_take_from_reg(const struct prm_cmd_hca_cap_2 *p)
{
	return (bool)((p->b_b8 >> 2) & 0x1);
}

static inline void prm_cmd_hca_cap_2_set_flow_semaphore_take_from_reg(struct prm_cmd_hca_cap_2 *p,
		bool v)
{
	p->b_b8 = prm_u8_replace(p->b_b8, 0x2, (uint8_t)((uint32_t)v << 1));
}

static inline bool prm_cmd_hca_cap_2_get_flow_semaphore_take_from_reg(
		const struct prm_cmd_hca_cap_2 *p)
{
	return (bool)((p->b_b8 >> 1) & 0x1);
}

static inline void prm_cmd_hca_cap_2_set_delegate_vhca_management_profiles(
		struct prm_cmd_hca_cap_2 *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->delegate_vhca_management_profiles = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_delegate_vhca_management_profiles(
		const struct prm_cmd_hca_cap_2 *p)
{
	return prm_be16_to_cpu(p->delegate_vhca_management_profiles);
}

static inline void prm_cmd_hca_cap_2_set_delegated_vhca_max(struct prm_cmd_hca_cap_2 *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->delegated_vhca_max = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_delegated_vhca_max(const struct prm_cmd_hca_cap_2 *p)
{
	return prm_be16_to_cpu(p->delegated_vhca_max);
}

static inline void prm_cmd_hca_cap_2_set_delegate_vhca_max(struct prm_cmd_hca_cap_2 *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->delegate_vhca_max = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_delegate_vhca_max(const struct prm_cmd_hca_cap_2 *p)
{
	return prm_be16_to_cpu(p->delegate_vhca_max);
}

static inline void prm_cmd_hca_cap_2_set_flow_hit_aso_32_alloc_log_max(struct prm_cmd_hca_cap_2 *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 6);
	p->b_c0 = prm_u8_replace(p->b_c0, 0x3f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_flow_hit_aso_32_alloc_log_max(
		const struct prm_cmd_hca_cap_2 *p)
{
	return p->b_c0 & 0x3f;
}

static inline void prm_cmd_hca_cap_2_set_conn_track_aso_32_alloc_log_max(
		struct prm_cmd_hca_cap_2 *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 6);
	p->b_c1 = prm_u8_replace(p->b_c1, 0x3f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_conn_track_aso_32_alloc_log_max(
		const struct prm_cmd_hca_cap_2 *p)
{
	return p->b_c1 & 0x3f;
}

static inline void prm_cmd_hca_cap_2_set_flow_entropy_aso_32_alloc_log_max(
		struct prm_cmd_hca_cap_2 *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 6);
	p->b_c2 = prm_u8_replace(p->b_c2, 0x3f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_flow_entropy_aso_32_alloc_log_max(
		const struct prm_cmd_hca_cap_2 *p)
{
	return p->b_c2 & 0x3f;
}

static inline void prm_cmd_hca_cap_2_set_delegate_function_type(struct prm_cmd_hca_cap_2 *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->delegate_function_type = (uint8_t)v;
}

static inline uint32_t prm_cmd_hca_cap_2_get_delegate_function_type(
		const struct prm_cmd_hca_cap_2 *p)
{
	return p->delegate_function_type;
}

static inline void prm_cmd_hca_cap_2_set_flow_hit_aso_32_num_log_max(struct prm_cmd_hca_cap_2 *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 6);
	p->b_c4 = prm_u8_replace(p->b_c4, 0x3f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_flow_hit_aso_32_num_log_max(
		const struct prm_cmd_hca_cap_2 *p)
{
	return p->b_c4 & 0x3f;
}

static inline void prm_cmd_hca_cap_2_set_flow_entropy_aso_32_num_log_max(
		struct prm_cmd_hca_cap_2 *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 6);
	p->b_c5 = prm_u8_replace(p->b_c5, 0x3f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_flow_entropy_aso_32_num_log_max(
		const struct prm_cmd_hca_cap_2 *p)
{
	return p->b_c5 & 0x3f;
}

static inline void prm_cmd_hca_cap_2_set_execute_aso_32_type(struct prm_cmd_hca_cap_2 *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->execute_aso_32_type = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_execute_aso_32_type(const struct prm_cmd_hca_cap_2 *p)
{
	return prm_be16_to_cpu(p->execute_aso_32_type);
}

static inline void prm_cmd_hca_cap_2_set_urisc_mem_aso_32_num_log_max(struct prm_cmd_hca_cap_2 *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 6);
	p->b_c8 = prm_u8_replace(p->b_c8, 0x3f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_urisc_mem_aso_32_num_log_max(
		const struct prm_cmd_hca_cap_2 *p)
{
	return p->b_c8 & 0x3f;
}

static inline void prm_cmd_hca_cap_2_set_urisc_mem_aso_32_alloc_log_max(struct prm_cmd_hca_cap_2 *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 6);
	p->b_c9 = prm_u8_replace(p->b_c9, 0x3f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_urisc_mem_aso_32_alloc_log_max(
		const struct prm_cmd_hca_cap_2 *p)
{
	return p->b_c9 & 0x3f;
}

static inline void prm_cmd_hca_cap_2_set_urisc_mem_aso_granularity(struct prm_cmd_hca_cap_2 *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_ca = prm_u8_replace(p->b_ca, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_urisc_mem_aso_granularity(
		const struct prm_cmd_hca_cap_2 *p)
{
	return p->b_ca & 0x1f;
}

static inline void prm_cmd_hca_cap_2_set_fifo_access_aso_opc_mod(struct prm_cmd_hca_cap_2 *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->fifo_access_aso_opc_mod = (uint8_t)v;
}

static inline uint32_t prm_cmd_hca_cap_2_get_fifo_access_aso_opc_mod(
		const struct prm_cmd_hca_cap_2 *p)
{
	return p->fifo_access_aso_opc_mod;
}

static inline void prm_cmd_hca_cap_2_set_urisc_mem_aso_instruction(struct prm_cmd_hca_cap_2 *p,
		uint32_t v)
{
	p->urisc_mem_aso_instruction = prm_cpu_to_be32(v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_urisc_mem_aso_instruction(
		const struct prm_cmd_hca_cap_2 *p)
{
	return prm_be32_to_cpu(p->urisc_mem_aso_instruction);
}

static inline void prm_cmd_hca_cap_2_set_fifo_aso_32_num_log_max(struct prm_cmd_hca_cap_2 *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 6);
	p->b_d0 = prm_u8_replace(p->b_d0, 0x3f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_fifo_aso_32_num_log_max(
		const struct prm_cmd_hca_cap_2 *p)
{
	return p->b_d0 & 0x3f;
}

static inline void prm_cmd_hca_cap_2_set_fifo_aso_32_alloc_log_max(struct prm_cmd_hca_cap_2 *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 6);
	p->b_d1 = prm_u8_replace(p->b_d1, 0x3f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_fifo_aso_32_alloc_log_max(
		const struct prm_cmd_hca_cap_2 *p)
{
	return p->b_d1 & 0x3f;
}

static inline void prm_cmd_hca_cap_2_set_fifo_aso_granularity(struct prm_cmd_hca_cap_2 *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_d2 = prm_u8_replace(p->b_d2, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_fifo_aso_granularity(const struct prm_cmd_hca_cap_2 *p)
{
	return p->b_d2 & 0x1f;
}

static inline void prm_cmd_hca_cap_2_set_aso32_take_from_reg_pair_id(struct prm_cmd_hca_cap_2 *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_d3 = prm_u8_replace(p->b_d3, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_aso32_take_from_reg_pair_id(
		const struct prm_cmd_hca_cap_2 *p)
{
	return p->b_d3 & 0x1f;
}

static inline void prm_cmd_hca_cap_2_set_fifo_aso_ctrl_head_offset(struct prm_cmd_hca_cap_2 *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_d4 = prm_u8_replace(p->b_d4, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_fifo_aso_ctrl_head_offset(
		const struct prm_cmd_hca_cap_2 *p)
{
	return p->b_d4 & 0x1f;
}

static inline void prm_cmd_hca_cap_2_set_fifo_aso_ctrl_head_size(struct prm_cmd_hca_cap_2 *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_d5 = prm_u8_replace(p->b_d5, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_fifo_aso_ctrl_head_size(
		const struct prm_cmd_hca_cap_2 *p)
{
	return p->b_d5 & 0x1f;
}

static inline void prm_cmd_hca_cap_2_set_fifo_aso_ctrl_tail_offset(struct prm_cmd_hca_cap_2 *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_d6 = prm_u8_replace(p->b_d6, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_fifo_aso_ctrl_tail_offset(
		const struct prm_cmd_hca_cap_2 *p)
{
	return p->b_d6 & 0x1f;
}

static inline void prm_cmd_hca_cap_2_set_fifo_aso_ctrl_tail_size(struct prm_cmd_hca_cap_2 *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_d7 = prm_u8_replace(p->b_d7, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_fifo_aso_ctrl_tail_size(
		const struct prm_cmd_hca_cap_2 *p)
{
	return p->b_d7 & 0x1f;
}

static inline void prm_cmd_hca_cap_2_set_return_reg_id_47_16(struct prm_cmd_hca_cap_2 *p,
		uint32_t v)
{
	p->return_reg_id_47_16 = prm_cpu_to_be32(v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_return_reg_id_47_16(const struct prm_cmd_hca_cap_2 *p)
{
	return prm_be32_to_cpu(p->return_reg_id_47_16);
}

static inline void prm_cmd_hca_cap_2_set_rtt_timestamp_format(struct prm_cmd_hca_cap_2 *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_dc = prm_u8_replace(p->b_dc, 0xf0, (uint8_t)((uint32_t)v << 4));
}

static inline uint32_t prm_cmd_hca_cap_2_get_rtt_timestamp_format(const struct prm_cmd_hca_cap_2 *p)
{
	return p->b_dc >> 4;
}

static inline void prm_cmd_hca_cap_2_set_queue_mng_aso_32_num_log_max(struct prm_cmd_hca_cap_2 *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 6);
	p->b_dd = prm_u8_replace(p->b_dd, 0x3f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_queue_mng_aso_32_num_log_max(
		const struct prm_cmd_hca_cap_2 *p)
{
	return p->b_dd & 0x3f;
}

static inline void prm_cmd_hca_cap_2_set_queue_mng_aso_32_alloc_log_max(struct prm_cmd_hca_cap_2 *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 6);
	p->b_de = prm_u8_replace(p->b_de, 0x3f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_queue_mng_aso_32_alloc_log_max(
		const struct prm_cmd_hca_cap_2 *p)
{
	return p->b_de & 0x3f;
}

static inline void prm_cmd_hca_cap_2_set_queue_mng_aso_granularity(struct prm_cmd_hca_cap_2 *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_df = prm_u8_replace(p->b_df, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_queue_mng_aso_granularity(
		const struct prm_cmd_hca_cap_2 *p)
{
	return p->b_df & 0x1f;
}

static inline void prm_cmd_hca_cap_2_set_ria_tag_size_max(struct prm_cmd_hca_cap_2 *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->ria_tag_size_max = (uint8_t)v;
}

static inline uint32_t prm_cmd_hca_cap_2_get_ria_tag_size_max(const struct prm_cmd_hca_cap_2 *p)
{
	return p->ria_tag_size_max;
}

static inline void prm_cmd_hca_cap_2_set_timer_num_log_max(struct prm_cmd_hca_cap_2 *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 6);
	p->b_e1 = prm_u8_replace(p->b_e1, 0x3f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_timer_num_log_max(const struct prm_cmd_hca_cap_2 *p)
{
	return p->b_e1 & 0x3f;
}

static inline void prm_cmd_hca_cap_2_set_timer_alloc_log_max(struct prm_cmd_hca_cap_2 *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 6);
	p->b_e2 = prm_u8_replace(p->b_e2, 0x3f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_timer_alloc_log_max(const struct prm_cmd_hca_cap_2 *p)
{
	return p->b_e2 & 0x3f;
}

static inline void prm_cmd_hca_cap_2_set_timer_granularity(struct prm_cmd_hca_cap_2 *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_e3 = prm_u8_replace(p->b_e3, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_timer_granularity(const struct prm_cmd_hca_cap_2 *p)
{
	return p->b_e3 & 0x1f;
}

static inline void prm_cmd_hca_cap_2_set_ria_num_log_max(struct prm_cmd_hca_cap_2 *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 6);
	p->b_e4 = prm_u8_replace(p->b_e4, 0x3f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_ria_num_log_max(const struct prm_cmd_hca_cap_2 *p)
{
	return p->b_e4 & 0x3f;
}

static inline void prm_cmd_hca_cap_2_set_flow_wqe_post_reg_pair_num_max(struct prm_cmd_hca_cap_2 *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->flow_wqe_post_reg_pair_num_max = (uint8_t)v;
}

static inline uint32_t prm_cmd_hca_cap_2_get_flow_wqe_post_reg_pair_num_max(
		const struct prm_cmd_hca_cap_2 *p)
{
	return p->flow_wqe_post_reg_pair_num_max;
}

static inline void prm_cmd_hca_cap_2_set_pcc_probe_metadata(struct prm_cmd_hca_cap_2 *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->pcc_probe_metadata = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_pcc_probe_metadata(const struct prm_cmd_hca_cap_2 *p)
{
	return prm_be16_to_cpu(p->pcc_probe_metadata);
}

static inline void prm_cmd_hca_cap_2_set_ria_reg_id_pair(struct prm_cmd_hca_cap_2 *p, uint32_t v)
{
	p->ria_reg_id_pair = prm_cpu_to_be32(v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_ria_reg_id_pair(const struct prm_cmd_hca_cap_2 *p)
{
	return prm_be32_to_cpu(p->ria_reg_id_pair);
}

static inline void prm_cmd_hca_cap_2_set_flow_semaphore_num_log_max(struct prm_cmd_hca_cap_2 *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 6);
	p->b_ed = prm_u8_replace(p->b_ed, 0x3f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_flow_semaphore_num_log_max(
		const struct prm_cmd_hca_cap_2 *p)
{
	return p->b_ed & 0x3f;
}

static inline void prm_cmd_hca_cap_2_set_flow_semaphore_alloc_log_max(struct prm_cmd_hca_cap_2 *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 6);
	p->b_ee = prm_u8_replace(p->b_ee, 0x3f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_flow_semaphore_alloc_log_max(
		const struct prm_cmd_hca_cap_2 *p)
{
	return p->b_ee & 0x3f;
}

static inline void prm_cmd_hca_cap_2_set_flow_semaphore_granularity(struct prm_cmd_hca_cap_2 *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_ef = prm_u8_replace(p->b_ef, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_flow_semaphore_granularity(
		const struct prm_cmd_hca_cap_2 *p)
{
	return p->b_ef & 0x1f;
}

static inline void prm_cmd_hca_cap_2_set_ria_resource_id_range_max(struct prm_cmd_hca_cap_2 *p,
		uint32_t v)
{
	p->ria_resource_id_range_max = prm_cpu_to_be32(v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_ria_resource_id_range_max(
		const struct prm_cmd_hca_cap_2 *p)
{
	return prm_be32_to_cpu(p->ria_resource_id_range_max);
}

static inline void prm_cmd_hca_cap_2_set_flow_wqe_post_reg_id_pair(struct prm_cmd_hca_cap_2 *p,
		uint32_t v)
{
	p->flow_wqe_post_reg_id_pair = prm_cpu_to_be32(v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_flow_wqe_post_reg_id_pair(
		const struct prm_cmd_hca_cap_2 *p)
{
	return prm_be32_to_cpu(p->flow_wqe_post_reg_id_pair);
}

static inline void prm_cmd_hca_cap_2_set_packet_window_anchor(struct prm_cmd_hca_cap_2 *p,
		uint64_t v)
{
	p->packet_window_anchor = prm_cpu_to_be64(v);
}

static inline uint64_t prm_cmd_hca_cap_2_get_packet_window_anchor(const struct prm_cmd_hca_cap_2 *p)
{
	return prm_be64_to_cpu(p->packet_window_anchor);
}

/* @i is less than 4. */
static inline void prm_cmd_hca_cap_2_set_migration_tag_version_0_eq(struct prm_cmd_hca_cap_2 *p,
		unsigned int i, uint32_t v)
{
	PRM_ASSERT(i < 4);
	p->migration_tag_version_0_eq[i] = prm_cpu_to_be32(v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_migration_tag_version_0_eq(
		const struct prm_cmd_hca_cap_2 *p, unsigned int i)
{
	PRM_ASSERT(i < 4);
	return prm_be32_to_cpu(p->migration_tag_version_0_eq[i]);
}

/* @i is less than 4. */
static inline void prm_cmd_hca_cap_2_set_migration_tag_version_0_geq(struct prm_cmd_hca_cap_2 *p,
		unsigned int i, uint32_t v)
{
	PRM_ASSERT(i < 4);
	p->migration_tag_version_0_geq[i] = prm_cpu_to_be32(v);
}

static inline uint32_t prm_cmd_hca_cap_2_get_migration_tag_version_0_geq(
		const struct prm_cmd_hca_cap_2 *p, unsigned int i)
{
	PRM_ASSERT(i < 4);
	return prm_be32_to_cpu(p->migration_tag_version_0_geq[i]);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_cmd_hca_cap_2_fields {
	uint16_t packet_window_offset_min; /* 9 bits */
	uint16_t packet_window_offset_max; /* 9 bits */
	bool migratable;
	bool force_multi_prio_sq;
	bool cq_with_emulated_dev_eq;
	uint8_t max_num_prog_sample_field; /* 5 bits */
	bool dp_ordering_force;
	bool fw_cpu_monitoring;
	bool enh_eth_striding_wq;
	uint8_t log_max_num_reserved_qpn; /* 5 bits, log2 */
	bool introspection_mkey_access_allowed;
	bool query_vuid;
	uint8_t log_reserved_qpn_granularity; /* 5 bits, log2 */
	bool umr_log_entity_size_5;
	bool local_eswitch;
	bool local_mng_port;
	uint8_t log_reserved_qpn_max_alloc; /* 5 bits, log2 */
	uint8_t max_reformat_insert_size;
	uint8_t max_reformat_insert_offset;
	uint8_t max_reformat_remove_size;
	uint8_t max_reformat_remove_offset;
	bool multi_sl_qp;
	bool non_tunnel_reformat;
	bool bsf_v2;
	uint8_t log_min_stride_wqe_sz;	/* 5 bits, log2 */
	bool migration_multi_load;
	bool migration_tracking_state;
	bool multiplane_qp_ud;
	uint8_t log_conn_track_granularity; /* 5 bits, log2 */
	bool migration_in_chunks;
	bool multiplane_sq;
	uint8_t sf_eq_usage;		/* enum prm_sf_eq_usage */
	uint8_t log_conn_track_max_alloc; /* 5 bits, log2 */
	bool multiplane;
	bool migration_state;
	uint8_t log_max_conn_track_offload; /* 5 bits, log2 */
	uint32_t cross_vhca_object_to_object_supported; /* PRM_CROSS_VHCA_OBJECT_TO_OBJECT_* */
	/* PRM_ALLOWED_OBJECT_FOR_OTHER_VHCA_ACCESS_* */
	uint64_t allowed_object_for_other_vhca_access;
	uint32_t introspection_mkey;
	bool ec_mmo_qp;
	bool sync_driver_version;
	bool driver_version_change_event;
	uint8_t hairpin_sq_wqe_bb_size;	/* 5 bits */
	bool hairpin_sq_wq_in_host_mem;
	bool hairpin_data_buffer_locked;
	bool local_mng_port_valid;
	uint8_t log_ec_mmo_max_size;	/* 5 bits, log2 */
	bool pcc_ccmad_probe_prio_set;
	uint8_t log_ec_mmo_max_src;	/* 5 bits, log2 */
	uint8_t log_ec_mmo_max_dst;	/* 5 bits, log2 */
	uint32_t sync_driver_actions;
	uint8_t flow_table_type_2_type;
	bool memory_slow_release;
	bool provider_id_ex_valid;
	bool format_select_dw_8_6_ext;
	uint8_t min_mkey_log_entity_size; /* 5 bits, log2 */
	uint16_t execute_aso_type;	/* PRM_ASO_TYPE_* */
	uint64_t general_obj_types_127_64;
	uint32_t repeated_mkey_v2;
	bool reserved_gid_index_valid;
	bool sw_vhca_id_valid;
	uint16_t sw_vhca_id;		/* 14 bits */
	uint16_t reserved_gid_index;
	uint8_t log_max_channel_service_connection; /* 5 bits, log2 */
	uint8_t ts_cqe_metadata_size2wqe_counter; /* 5 bits */
	uint8_t flow_counter_bulk_log_max_alloc; /* 5 bits, log2 */
	uint8_t flow_counter_bulk_log_granularity; /* 5 bits, log2 */
	uint8_t format_select_dw_mpls_over_x_cw;
	uint8_t format_select_dw_geneve_tlv_option_0;
	uint8_t format_select_dw_outer_first_mpls_over_gre;
	uint8_t format_select_dw_outer_first_mpls_over_udp;
	uint8_t format_select_dw_gtpu_dw_0;
	uint8_t format_select_dw_gtpu_dw_1;
	uint8_t format_select_dw_gtpu_dw_2;
	uint8_t format_select_dw_gtpu_first_ext_dw_0;
	uint32_t generate_wqe_type;
	uint16_t max_enh_strwq_supported_profile;
	uint8_t log_max_total_hairpin_data_buffer_locked_size; /* 5 bits, log2 */
	uint8_t log_max_rq_hairpin_data_buffer_locked_size; /* 5 bits, log2 */
	bool send_dbr_mode_no_dbr_int;
	bool send_dbr_mode_no_dbr_ext;
	uint8_t log_max_send_dbr_less_qp_sq; /* 5 bits, log2 */
	uint8_t match_select_ib_l4_ver;	/* 2 bits */
	bool pcc_np_config_handover_en;
	uint8_t enh_strwq_max_log_page_size; /* 5 bits, log2 */
	uint8_t enh_strwq_max_headroom;
	uint8_t enh_strwq_max_tailroom;
	uint32_t migration_tag_version_0_eq[4];
	uint8_t log_max_hairpin_wqe_num; /* 5 bits, log2 */
	uint8_t min_mkey_log_entity_size_fixed_buffer; /* 5 bits, log2 */
	uint16_t ec_vf_base_vport_number;
	uint8_t max_mkey_log_entity_size_fixed_buffer; /* 6 bits, log2 */
	uint8_t max_mkey_log_entity_size_mtt; /* 6 bits, log2 */
	uint16_t max_rqt_vhca_id;
	bool mkey_by_name_reserve;
	uint8_t mkey_by_name_reserve_log_size; /* 6 bits, log2 */
	uint32_t mkey_by_name_reserve_base; /* 24 bits */
	uint8_t log_min_emu_stride_size; /* 4 bits, log2 */
	uint8_t log_max_emu_stride_size; /* 4 bits, log2 */
	uint8_t log_min_emu_db_size;	/* 3 bits, log2 */
	uint8_t log_max_emu_db_size;	/* 3 bits, log2 */
	bool pcc_ifa2;
	bool pcc_probe_packet;
	bool pcc_ccmad_custom;
	bool pcc_np_multi_probe_type;
	uint8_t num_pcc_backup_process;	/* 4 bits */
	uint8_t max_pcc_cq_table_size;
	bool cqc_create_armed;
	bool min_mkey_log_entity_size_fixed_buffer_valid;
	bool postpone_connected_qp_timeout;
	bool aux_task_service_handover_en;
	bool rdma_telemetry;
	uint8_t pcc_num_probe_slot;	/* 3 bits */
	uint8_t max_pcc_np_queues;
	uint16_t return_reg_id;
	uint8_t gen_cqe_start_reg;	/* 6 bits */
	uint8_t gen_cqe_reg_count;	/* 6 bits */
	uint8_t postpone_connected_qp_timeout_max_num_address;
	uint8_t encap_entropy_hash_type; /* 4 bits, enum prm_encap_entropy_hash_type */
	uint8_t flow_table_hash_type;	/* 4 bits, enum prm_flow_table_hash_type */
	uint8_t dpu_cache_invalidate_mmo_log_max_size; /* 5 bits, log2 */
	uint32_t max_num_eqs_24b;	/* 24 bits */
	bool pcc_steering_ext;
	uint8_t pcc_steering_log_update_wq_size; /* 3 bits, log2 */
	uint8_t rdma_telemetry_max_num_vport_range; /* 4 bits */
	uint8_t pcc_ccmad_custom_max_size;
	bool destination_nop;
	uint32_t migration_tag_version_0_geq[4];
	uint64_t rdma_telemetry_notification_type;
	uint32_t tool_partial_cap;
	uint16_t aux_task_service_max_num;
	uint16_t aso32_take_from_reg;	/* PRM_ASO_TYPE_* */
	uint16_t aux_task_service_profile;
	uint8_t aux_task_service_log_max_rbs; /* log2 */
	uint8_t aux_task_service_min_resp_wq;
	uint8_t load_balance_id;	/* 4 bits */
	uint8_t conn_track_aso_32_num_log_max; /* 6 bits, log2 */
	uint8_t proxy_cmd_tunnel_profile;
	uint8_t flow_entropy_aso_granularity; /* 5 bits, log2 */
	bool query_adjacent_functions_id;
	bool ingress_egress_esw_vport_connect;
	bool function_id_type_vhca_id;
	bool aso32_take_from_reg_pair_id_valid;
	bool lag_per_mp_group;
	bool timer_take_from_reg;
	bool flow_semaphore_take_from_reg;
	uint16_t delegate_vhca_management_profiles;
	uint16_t delegated_vhca_max;
	uint16_t delegate_vhca_max;
	uint8_t flow_hit_aso_32_alloc_log_max; /* 6 bits, log2 */
	uint8_t conn_track_aso_32_alloc_log_max; /* 6 bits, log2 */
	uint8_t flow_entropy_aso_32_alloc_log_max; /* 6 bits, log2 */
	uint8_t delegate_function_type;
	uint8_t flow_hit_aso_32_num_log_max; /* 6 bits, log2 */
	uint8_t flow_entropy_aso_32_num_log_max; /* 6 bits, log2 */
	uint16_t execute_aso_32_type;	/* PRM_ASO_TYPE_* */
	uint8_t urisc_mem_aso_32_num_log_max; /* 6 bits, log2 */
	uint8_t urisc_mem_aso_32_alloc_log_max; /* 6 bits, log2 */
	uint8_t urisc_mem_aso_granularity; /* 5 bits, log2 */
	uint8_t fifo_access_aso_opc_mod;
	uint32_t urisc_mem_aso_instruction;
	uint8_t fifo_aso_32_num_log_max; /* 6 bits, log2 */
	uint8_t fifo_aso_32_alloc_log_max; /* 6 bits, log2 */
	uint8_t fifo_aso_granularity;	/* 5 bits, log2 */
	uint8_t aso32_take_from_reg_pair_id; /* 5 bits */
	uint8_t fifo_aso_ctrl_head_offset; /* 5 bits */
	uint8_t fifo_aso_ctrl_head_size; /* 5 bits */
	uint8_t fifo_aso_ctrl_tail_offset; /* 5 bits */
	uint8_t fifo_aso_ctrl_tail_size; /* 5 bits */
	uint32_t return_reg_id_47_16;
	uint8_t rtt_timestamp_format;	/* 4 bits */
	uint8_t queue_mng_aso_32_num_log_max; /* 6 bits, log2 */
	uint8_t queue_mng_aso_32_alloc_log_max; /* 6 bits, log2 */
	uint8_t queue_mng_aso_granularity; /* 5 bits, log2 */
	uint8_t ria_tag_size_max;
	uint8_t timer_num_log_max;	/* 6 bits, log2 */
	uint8_t timer_alloc_log_max;	/* 6 bits, log2 */
	uint8_t timer_granularity;	/* 5 bits, log2 */
	uint8_t ria_num_log_max;	/* 6 bits, log2 */
	uint8_t flow_wqe_post_reg_pair_num_max;
	uint16_t pcc_probe_metadata;
	uint32_t ria_reg_id_pair;
	uint8_t flow_semaphore_num_log_max; /* 6 bits, log2 */
	uint8_t flow_semaphore_alloc_log_max; /* 6 bits, log2 */
	uint8_t flow_semaphore_granularity; /* 5 bits, log2 */
	uint32_t ria_resource_id_range_max;
	uint32_t flow_wqe_post_reg_id_pair;
	uint64_t packet_window_anchor;
};

/* Zero, and the defaults of the fields that have one. */
static inline void prm_cmd_hca_cap_2_fields_init(struct prm_cmd_hca_cap_2_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 256 bytes of @p; what stood there does not matter. */
static inline void prm_cmd_hca_cap_2_pack(struct prm_cmd_hca_cap_2 *p,
		const struct prm_cmd_hca_cap_2_fields *v)
{
	unsigned int i;

	memset(p, 0, 12);
	PRM_CHECK_WIDTH(v->packet_window_offset_min, 9);
	PRM_CHECK_WIDTH(v->packet_window_offset_max, 9);
	prm_store32(p, 0x0c, ((uint32_t)v->packet_window_offset_min & 0x1ff) << 16 |
			((uint32_t)v->packet_window_offset_max & 0x1ff));
	PRM_CHECK_WIDTH(v->max_num_prog_sample_field, 5);
	PRM_CHECK_WIDTH(v->log_max_num_reserved_qpn, 5);
	PRM_CHECK_WIDTH(v->log_reserved_qpn_granularity, 5);
	PRM_CHECK_WIDTH(v->log_reserved_qpn_max_alloc, 5);
	prm_store32(p, 0x10, (uint32_t)v->migratable << 31 |
			(uint32_t)v->force_multi_prio_sq << 30 |
			(uint32_t)v->cq_with_emulated_dev_eq << 29 |
			((uint32_t)v->max_num_prog_sample_field & 0x1f) << 24 |
			(uint32_t)v->dp_ordering_force << 23 |
			(uint32_t)v->fw_cpu_monitoring << 22 |
			(uint32_t)v->enh_eth_striding_wq << 21 |
			((uint32_t)v->log_max_num_reserved_qpn & 0x1f) << 16 |
			(uint32_t)v->introspection_mkey_access_allowed << 14 |
			(uint32_t)v->query_vuid << 13 |
			((uint32_t)v->log_reserved_qpn_granularity & 0x1f) << 8 |
			(uint32_t)v->umr_log_entity_size_5 << 7 | (uint32_t)v->local_eswitch << 6 |
			(uint32_t)v->local_mng_port << 5 |
			((uint32_t)v->log_reserved_qpn_max_alloc & 0x1f));
	prm_store32(p, 0x14, (uint32_t)v->max_reformat_insert_size << 24 |
			(uint32_t)v->max_reformat_insert_offset << 16 |
			(uint32_t)v->max_reformat_remove_size << 8 |
			(uint32_t)v->max_reformat_remove_offset);
	PRM_CHECK_WIDTH(v->log_min_stride_wqe_sz, 5);
	PRM_CHECK_WIDTH(v->log_conn_track_granularity, 5);
	PRM_CHECK_WIDTH(v->sf_eq_usage, 1);
	PRM_CHECK_WIDTH(v->log_conn_track_max_alloc, 5);
	PRM_CHECK_WIDTH(v->log_max_conn_track_offload, 5);
	prm_store32(p, 0x18, (uint32_t)v->multi_sl_qp << 31 |
			(uint32_t)v->non_tunnel_reformat << 30 | (uint32_t)v->bsf_v2 << 29 |
			((uint32_t)v->log_min_stride_wqe_sz & 0x1f) << 24 |
			(uint32_t)v->migration_multi_load << 23 |
			(uint32_t)v->migration_tracking_state << 22 |
			(uint32_t)v->multiplane_qp_ud << 21 |
			((uint32_t)v->log_conn_track_granularity & 0x1f) << 16 |
			(uint32_t)v->migration_in_chunks << 15 | (uint32_t)v->multiplane_sq << 14 |
			((uint32_t)v->sf_eq_usage & 0x1) << 13 |
			((uint32_t)v->log_conn_track_max_alloc & 0x1f) << 8 |
			(uint32_t)v->multiplane << 7 | (uint32_t)v->migration_state << 6 |
			((uint32_t)v->log_max_conn_track_offload & 0x1f));
	prm_store32(p, 0x1c, v->cross_vhca_object_to_object_supported);
	prm_store64(p, 0x20, v->allowed_object_for_other_vhca_access);
	prm_store32(p, 0x28, v->introspection_mkey);
	PRM_CHECK_WIDTH(v->hairpin_sq_wqe_bb_size, 5);
	PRM_CHECK_WIDTH(v->log_ec_mmo_max_size, 5);
	PRM_CHECK_WIDTH(v->log_ec_mmo_max_src, 5);
	PRM_CHECK_WIDTH(v->log_ec_mmo_max_dst, 5);
	prm_store32(p, 0x2c, (uint32_t)v->ec_mmo_qp << 31 | (uint32_t)v->sync_driver_version << 30 |
			(uint32_t)v->driver_version_change_event << 29 |
			((uint32_t)v->hairpin_sq_wqe_bb_size & 0x1f) << 24 |
			(uint32_t)v->hairpin_sq_wq_in_host_mem << 23 |
			(uint32_t)v->hairpin_data_buffer_locked << 22 |
			(uint32_t)v->local_mng_port_valid << 21 |
			((uint32_t)v->log_ec_mmo_max_size & 0x1f) << 16 |
			(uint32_t)v->pcc_ccmad_probe_prio_set << 15 |
			((uint32_t)v->log_ec_mmo_max_src & 0x1f) << 8 |
			((uint32_t)v->log_ec_mmo_max_dst & 0x1f));
	prm_store32(p, 0x30, v->sync_driver_actions);
	PRM_CHECK_WIDTH(v->min_mkey_log_entity_size, 5);
	prm_store32(p, 0x34, (uint32_t)v->flow_table_type_2_type << 24 |
			(uint32_t)v->memory_slow_release << 23 |
			(uint32_t)v->provider_id_ex_valid << 22 |
			(uint32_t)v->format_select_dw_8_6_ext << 21 |
			((uint32_t)v->min_mkey_log_entity_size & 0x1f) << 16 |
			(uint32_t)v->execute_aso_type);
	prm_store64(p, 0x38, v->general_obj_types_127_64);
	prm_store32(p, 0x40, v->repeated_mkey_v2);
	PRM_CHECK_WIDTH(v->sw_vhca_id, 14);
	prm_store32(p, 0x44, (uint32_t)v->reserved_gid_index_valid << 31 |
			(uint32_t)v->sw_vhca_id_valid << 30 |
			((uint32_t)v->sw_vhca_id & 0x3fff) << 16 | (uint32_t)v->reserved_gid_index);
	PRM_CHECK_WIDTH(v->log_max_channel_service_connection, 5);
	PRM_CHECK_WIDTH(v->ts_cqe_metadata_size2wqe_counter, 5);
	PRM_CHECK_WIDTH(v->flow_counter_bulk_log_max_alloc, 5);
	PRM_CHECK_WIDTH(v->flow_counter_bulk_log_granularity, 5);
	prm_store32(p, 0x48, ((uint32_t)v->log_max_channel_service_connection & 0x1f) << 24 |
			((uint32_t)v->ts_cqe_metadata_size2wqe_counter & 0x1f) << 16 |
			((uint32_t)v->flow_counter_bulk_log_max_alloc & 0x1f) << 8 |
			((uint32_t)v->flow_counter_bulk_log_granularity & 0x1f));
	prm_store32(p, 0x4c, (uint32_t)v->format_select_dw_mpls_over_x_cw << 24 |
			(uint32_t)v->format_select_dw_geneve_tlv_option_0 << 16 |
			(uint32_t)v->format_select_dw_outer_first_mpls_over_gre << 8 |
			(uint32_t)v->format_select_dw_outer_first_mpls_over_udp);
	prm_store32(p, 0x50, (uint32_t)v->format_select_dw_gtpu_dw_0 << 24 |
			(uint32_t)v->format_select_dw_gtpu_dw_1 << 16 |
			(uint32_t)v->format_select_dw_gtpu_dw_2 << 8 |
			(uint32_t)v->format_select_dw_gtpu_first_ext_dw_0);
	prm_store32(p, 0x54, v->generate_wqe_type);
	PRM_CHECK_WIDTH(v->log_max_total_hairpin_data_buffer_locked_size, 5);
	PRM_CHECK_WIDTH(v->log_max_rq_hairpin_data_buffer_locked_size, 5);
	prm_store32(p, 0x58, (uint32_t)v->max_enh_strwq_supported_profile << 16 |
			((uint32_t)v->log_max_total_hairpin_data_buffer_locked_size & 0x1f) << 8 |
			((uint32_t)v->log_max_rq_hairpin_data_buffer_locked_size & 0x1f));
	PRM_CHECK_WIDTH(v->log_max_send_dbr_less_qp_sq, 5);
	PRM_CHECK_WIDTH(v->match_select_ib_l4_ver, 2);
	PRM_CHECK_WIDTH(v->enh_strwq_max_log_page_size, 5);
	prm_store32(p, 0x5c, (uint32_t)v->send_dbr_mode_no_dbr_int << 31 |
			(uint32_t)v->send_dbr_mode_no_dbr_ext << 30 |
			((uint32_t)v->log_max_send_dbr_less_qp_sq & 0x1f) << 24 |
			((uint32_t)v->match_select_ib_l4_ver & 0x3) << 22 |
			(uint32_t)v->pcc_np_config_handover_en << 21 |
			((uint32_t)v->enh_strwq_max_log_page_size & 0x1f) << 16 |
			(uint32_t)v->enh_strwq_max_headroom << 8 |
			(uint32_t)v->enh_strwq_max_tailroom);
	for (i = 0; i < 4; i++)
		p->migration_tag_version_0_eq[i] =
			prm_cpu_to_be32(v->migration_tag_version_0_eq[i]);
	PRM_CHECK_WIDTH(v->log_max_hairpin_wqe_num, 5);
	PRM_CHECK_WIDTH(v->min_mkey_log_entity_size_fixed_buffer, 5);
	prm_store32(p, 0x70, ((uint32_t)v->log_max_hairpin_wqe_num & 0x1f) << 24 |
			((uint32_t)v->min_mkey_log_entity_size_fixed_buffer & 0x1f) << 16 |
			(uint32_t)v->ec_vf_base_vport_number);
	PRM_CHECK_WIDTH(v->max_mkey_log_entity_size_fixed_buffer, 6);
	PRM_CHECK_WIDTH(v->max_mkey_log_entity_size_mtt, 6);
	prm_store32(p, 0x74, ((uint32_t)v->max_mkey_log_entity_size_fixed_buffer & 0x3f) << 24 |
			((uint32_t)v->max_mkey_log_entity_size_mtt & 0x3f) << 16 |
			(uint32_t)v->max_rqt_vhca_id);
	PRM_CHECK_WIDTH(v->mkey_by_name_reserve_log_size, 6);
	PRM_CHECK_WIDTH(v->mkey_by_name_reserve_base, 24);
	prm_store32(p, 0x78, (uint32_t)v->mkey_by_name_reserve << 31 |
			((uint32_t)v->mkey_by_name_reserve_log_size & 0x3f) << 24 |
			(v->mkey_by_name_reserve_base & 0xffffff));
	PRM_CHECK_WIDTH(v->log_min_emu_stride_size, 4);
	PRM_CHECK_WIDTH(v->log_max_emu_stride_size, 4);
	PRM_CHECK_WIDTH(v->log_min_emu_db_size, 3);
	PRM_CHECK_WIDTH(v->log_max_emu_db_size, 3);
	PRM_CHECK_WIDTH(v->num_pcc_backup_process, 4);
	prm_store32(p, 0x7c, (uint32_t)v->log_min_emu_stride_size << 28 |
			((uint32_t)v->log_max_emu_stride_size & 0xf) << 24 |
			((uint32_t)v->log_min_emu_db_size & 0x7) << 20 |
			((uint32_t)v->log_max_emu_db_size & 0x7) << 16 |
			(uint32_t)v->pcc_ifa2 << 15 | (uint32_t)v->pcc_probe_packet << 14 |
			(uint32_t)v->pcc_ccmad_custom << 13 |
			(uint32_t)v->pcc_np_multi_probe_type << 12 |
			((uint32_t)v->num_pcc_backup_process & 0xf) << 8 |
			(uint32_t)v->max_pcc_cq_table_size);
	PRM_CHECK_WIDTH(v->pcc_num_probe_slot, 3);
	prm_store32(p, 0x80, (uint32_t)v->cqc_create_armed << 31 |
			(uint32_t)v->min_mkey_log_entity_size_fixed_buffer_valid << 30 |
			(uint32_t)v->postpone_connected_qp_timeout << 29 |
			(uint32_t)v->aux_task_service_handover_en << 28 |
			(uint32_t)v->rdma_telemetry << 27 |
			((uint32_t)v->pcc_num_probe_slot & 0x7) << 24 |
			(uint32_t)v->max_pcc_np_queues << 16 | (uint32_t)v->return_reg_id);
	PRM_CHECK_WIDTH(v->gen_cqe_start_reg, 6);
	PRM_CHECK_WIDTH(v->gen_cqe_reg_count, 6);
	PRM_CHECK_WIDTH(v->encap_entropy_hash_type, 4);
	PRM_CHECK_WIDTH(v->flow_table_hash_type, 4);
	prm_store32(p, 0x84, ((uint32_t)v->gen_cqe_start_reg & 0x3f) << 24 |
			((uint32_t)v->gen_cqe_reg_count & 0x3f) << 16 |
			(uint32_t)v->postpone_connected_qp_timeout_max_num_address << 8 |
			((uint32_t)v->encap_entropy_hash_type & 0xf) << 4 |
			((uint32_t)v->flow_table_hash_type & 0xf));
	PRM_CHECK_WIDTH(v->dpu_cache_invalidate_mmo_log_max_size, 5);
	PRM_CHECK_WIDTH(v->max_num_eqs_24b, 24);
	prm_store32(p, 0x88, ((uint32_t)v->dpu_cache_invalidate_mmo_log_max_size & 0x1f) << 24 |
			(v->max_num_eqs_24b & 0xffffff));
	PRM_CHECK_WIDTH(v->pcc_steering_log_update_wq_size, 3);
	PRM_CHECK_WIDTH(v->rdma_telemetry_max_num_vport_range, 4);
	prm_store32(p, 0x8c, (uint32_t)v->pcc_steering_ext << 31 |
			((uint32_t)v->pcc_steering_log_update_wq_size & 0x7) << 28 |
			((uint32_t)v->rdma_telemetry_max_num_vport_range & 0xf) << 24 |
			(uint32_t)v->pcc_ccmad_custom_max_size << 16 |
			(uint32_t)v->destination_nop);
	for (i = 0; i < 4; i++)
		p->migration_tag_version_0_geq[i] =
			prm_cpu_to_be32(v->migration_tag_version_0_geq[i]);
	prm_store64(p, 0xa0, v->rdma_telemetry_notification_type);
	prm_store32(p, 0xa8, v->tool_partial_cap);
	prm_store32(p, 0xac, (uint32_t)v->aux_task_service_max_num << 16 |
			(uint32_t)v->aso32_take_from_reg);
	prm_store32(p, 0xb0, (uint32_t)v->aux_task_service_profile << 16 |
			(uint32_t)v->aux_task_service_log_max_rbs << 8 |
			(uint32_t)v->aux_task_service_min_resp_wq);
	PRM_CHECK_WIDTH(v->load_balance_id, 4);
	PRM_CHECK_WIDTH(v->conn_track_aso_32_num_log_max, 6);
	PRM_CHECK_WIDTH(v->flow_entropy_aso_granularity, 5);
	prm_store32(p, 0xb4, ((uint32_t)v->load_balance_id & 0xf) << 24 |
			((uint32_t)v->conn_track_aso_32_num_log_max & 0x3f) << 16 |
			(uint32_t)v->proxy_cmd_tunnel_profile << 8 |
			((uint32_t)v->flow_entropy_aso_granularity & 0x1f));
	prm_store32(p, 0xb8, (uint32_t)v->query_adjacent_functions_id << 31 |
			(uint32_t)v->ingress_egress_esw_vport_connect << 30 |
			(uint32_t)v->function_id_type_vhca_id << 29 |
			(uint32_t)v->aso32_take_from_reg_pair_id_valid << 28 |
			(uint32_t)v->lag_per_mp_group << 27 |
			(uint32_t)v->timer_take_from_reg << 26 |
			(uint32_t)v->flow_semaphore_take_from_reg << 25 |
			(uint32_t)v->delegate_vhca_management_profiles);
	prm_store32(p, 0xbc, (uint32_t)v->delegated_vhca_max << 16 |
			(uint32_t)v->delegate_vhca_max);
	PRM_CHECK_WIDTH(v->flow_hit_aso_32_alloc_log_max, 6);
	PRM_CHECK_WIDTH(v->conn_track_aso_32_alloc_log_max, 6);
	PRM_CHECK_WIDTH(v->flow_entropy_aso_32_alloc_log_max, 6);
	prm_store32(p, 0xc0, ((uint32_t)v->flow_hit_aso_32_alloc_log_max & 0x3f) << 24 |
			((uint32_t)v->conn_track_aso_32_alloc_log_max & 0x3f) << 16 |
			((uint32_t)v->flow_entropy_aso_32_alloc_log_max & 0x3f) << 8 |
			(uint32_t)v->delegate_function_type);
	PRM_CHECK_WIDTH(v->flow_hit_aso_32_num_log_max, 6);
	PRM_CHECK_WIDTH(v->flow_entropy_aso_32_num_log_max, 6);
	prm_store32(p, 0xc4, ((uint32_t)v->flow_hit_aso_32_num_log_max & 0x3f) << 24 |
			((uint32_t)v->flow_entropy_aso_32_num_log_max & 0x3f) << 16 |
			(uint32_t)v->execute_aso_32_type);
	PRM_CHECK_WIDTH(v->urisc_mem_aso_32_num_log_max, 6);
	PRM_CHECK_WIDTH(v->urisc_mem_aso_32_alloc_log_max, 6);
	PRM_CHECK_WIDTH(v->urisc_mem_aso_granularity, 5);
	prm_store32(p, 0xc8, ((uint32_t)v->urisc_mem_aso_32_num_log_max & 0x3f) << 24 |
			((uint32_t)v->urisc_mem_aso_32_alloc_log_max & 0x3f) << 16 |
			((uint32_t)v->urisc_mem_aso_granularity & 0x1f) << 8 |
			(uint32_t)v->fifo_access_aso_opc_mod);
	prm_store32(p, 0xcc, v->urisc_mem_aso_instruction);
	PRM_CHECK_WIDTH(v->fifo_aso_32_num_log_max, 6);
	PRM_CHECK_WIDTH(v->fifo_aso_32_alloc_log_max, 6);
	PRM_CHECK_WIDTH(v->fifo_aso_granularity, 5);
	PRM_CHECK_WIDTH(v->aso32_take_from_reg_pair_id, 5);
	prm_store32(p, 0xd0, ((uint32_t)v->fifo_aso_32_num_log_max & 0x3f) << 24 |
			((uint32_t)v->fifo_aso_32_alloc_log_max & 0x3f) << 16 |
			((uint32_t)v->fifo_aso_granularity & 0x1f) << 8 |
			((uint32_t)v->aso32_take_from_reg_pair_id & 0x1f));
	PRM_CHECK_WIDTH(v->fifo_aso_ctrl_head_offset, 5);
	PRM_CHECK_WIDTH(v->fifo_aso_ctrl_head_size, 5);
	PRM_CHECK_WIDTH(v->fifo_aso_ctrl_tail_offset, 5);
	PRM_CHECK_WIDTH(v->fifo_aso_ctrl_tail_size, 5);
	prm_store32(p, 0xd4, ((uint32_t)v->fifo_aso_ctrl_head_offset & 0x1f) << 24 |
			((uint32_t)v->fifo_aso_ctrl_head_size & 0x1f) << 16 |
			((uint32_t)v->fifo_aso_ctrl_tail_offset & 0x1f) << 8 |
			((uint32_t)v->fifo_aso_ctrl_tail_size & 0x1f));
	prm_store32(p, 0xd8, v->return_reg_id_47_16);
	PRM_CHECK_WIDTH(v->rtt_timestamp_format, 4);
	PRM_CHECK_WIDTH(v->queue_mng_aso_32_num_log_max, 6);
	PRM_CHECK_WIDTH(v->queue_mng_aso_32_alloc_log_max, 6);
	PRM_CHECK_WIDTH(v->queue_mng_aso_granularity, 5);
	prm_store32(p, 0xdc, (uint32_t)v->rtt_timestamp_format << 28 |
			((uint32_t)v->queue_mng_aso_32_num_log_max & 0x3f) << 16 |
			((uint32_t)v->queue_mng_aso_32_alloc_log_max & 0x3f) << 8 |
			((uint32_t)v->queue_mng_aso_granularity & 0x1f));
	PRM_CHECK_WIDTH(v->timer_num_log_max, 6);
	PRM_CHECK_WIDTH(v->timer_alloc_log_max, 6);
	PRM_CHECK_WIDTH(v->timer_granularity, 5);
	prm_store32(p, 0xe0, (uint32_t)v->ria_tag_size_max << 24 |
			((uint32_t)v->timer_num_log_max & 0x3f) << 16 |
			((uint32_t)v->timer_alloc_log_max & 0x3f) << 8 |
			((uint32_t)v->timer_granularity & 0x1f));
	PRM_CHECK_WIDTH(v->ria_num_log_max, 6);
	prm_store32(p, 0xe4, ((uint32_t)v->ria_num_log_max & 0x3f) << 24 |
			(uint32_t)v->flow_wqe_post_reg_pair_num_max << 16 |
			(uint32_t)v->pcc_probe_metadata);
	prm_store32(p, 0xe8, v->ria_reg_id_pair);
	PRM_CHECK_WIDTH(v->flow_semaphore_num_log_max, 6);
	PRM_CHECK_WIDTH(v->flow_semaphore_alloc_log_max, 6);
	PRM_CHECK_WIDTH(v->flow_semaphore_granularity, 5);
	prm_store32(p, 0xec, ((uint32_t)v->flow_semaphore_num_log_max & 0x3f) << 16 |
			((uint32_t)v->flow_semaphore_alloc_log_max & 0x3f) << 8 |
			((uint32_t)v->flow_semaphore_granularity & 0x1f));
	prm_store32(p, 0xf0, v->ria_resource_id_range_max);
	prm_store32(p, 0xf4, v->flow_wqe_post_reg_id_pair);
	prm_store64(p, 0xf8, v->packet_window_anchor);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_cmd_hca_cap_2_check(const struct prm_cmd_hca_cap_2 *p,
		struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_reserved(r, p, 0, 96);	/* 0x00..0x0b */
	n += prm_check_reserved(r, p, 96, 7);	/* 0x0c [31:25] */
	n += prm_check_reserved(r, p, 112, 7);	/* 0x0c [15:9] */
	n += prm_check_reserved(r, p, 144, 1);	/* 0x10 [15] */
	n += prm_check_enum(r, "sf_eq_usage", 210, 1, prm_cmd_hca_cap_2_get_sf_eq_usage(p),
		prm_sf_eq_usage_str(prm_cmd_hca_cap_2_get_sf_eq_usage(p)));
	n += prm_check_reserved(r, p, 218, 1);	/* 0x18 [5] */
	n += prm_check_reserved(r, p, 369, 2);	/* 0x2c [14:13] */
	n += prm_check_reserved(r, p, 376, 3);	/* 0x2c [7:5] */
	n += prm_check_reserved(r, p, 576, 3);	/* 0x48 [31:29] */
	n += prm_check_reserved(r, p, 584, 3);	/* 0x48 [23:21] */
	n += prm_check_reserved(r, p, 592, 3);	/* 0x48 [15:13] */
	n += prm_check_reserved(r, p, 600, 3);	/* 0x48 [7:5] */
	n += prm_check_reserved(r, p, 720, 3);	/* 0x58 [15:13] */
	n += prm_check_reserved(r, p, 728, 3);	/* 0x58 [7:5] */
	n += prm_check_reserved(r, p, 738, 1);	/* 0x5c [29] */
	n += prm_check_reserved(r, p, 896, 3);	/* 0x70 [31:29] */
	n += prm_check_reserved(r, p, 904, 3);	/* 0x70 [23:21] */
	n += prm_check_reserved(r, p, 928, 2);	/* 0x74 [31:30] */
	n += prm_check_reserved(r, p, 936, 2);	/* 0x74 [23:22] */
	n += prm_check_reserved(r, p, 961, 1);	/* 0x78 [30] */
	n += prm_check_reserved(r, p, 1000, 1);	/* 0x7c [23] */
	n += prm_check_reserved(r, p, 1004, 1);	/* 0x7c [19] */
	n += prm_check_reserved(r, p, 1056, 2);	/* 0x84 [31:30] */
	n += prm_check_reserved(r, p, 1064, 2);	/* 0x84 [23:22] */
	n += prm_check_reserved(r, p, 1088, 3);	/* 0x88 [31:29] */
	n += prm_check_reserved(r, p, 1136, 15);	/* 0x8c [15:1] */
	n += prm_check_reserved(r, p, 1440, 4);	/* 0xb4 [31:28] */
	n += prm_check_reserved(r, p, 1448, 2);	/* 0xb4 [23:22] */
	n += prm_check_reserved(r, p, 1464, 3);	/* 0xb4 [7:5] */
	n += prm_check_reserved(r, p, 1479, 9);	/* 0xb8 [24:16] */
	n += prm_check_reserved(r, p, 1536, 2);	/* 0xc0 [31:30] */
	n += prm_check_reserved(r, p, 1544, 2);	/* 0xc0 [23:22] */
	n += prm_check_reserved(r, p, 1552, 2);	/* 0xc0 [15:14] */
	n += prm_check_reserved(r, p, 1568, 2);	/* 0xc4 [31:30] */
	n += prm_check_reserved(r, p, 1576, 2);	/* 0xc4 [23:22] */
	n += prm_check_reserved(r, p, 1600, 2);	/* 0xc8 [31:30] */
	n += prm_check_reserved(r, p, 1608, 2);	/* 0xc8 [23:22] */
	n += prm_check_reserved(r, p, 1616, 3);	/* 0xc8 [15:13] */
	n += prm_check_reserved(r, p, 1664, 2);	/* 0xd0 [31:30] */
	n += prm_check_reserved(r, p, 1672, 2);	/* 0xd0 [23:22] */
	n += prm_check_reserved(r, p, 1680, 3);	/* 0xd0 [15:13] */
	n += prm_check_reserved(r, p, 1688, 3);	/* 0xd0 [7:5] */
	n += prm_check_reserved(r, p, 1696, 3);	/* 0xd4 [31:29] */
	n += prm_check_reserved(r, p, 1704, 3);	/* 0xd4 [23:21] */
	n += prm_check_reserved(r, p, 1712, 3);	/* 0xd4 [15:13] */
	n += prm_check_reserved(r, p, 1720, 3);	/* 0xd4 [7:5] */
	n += prm_check_reserved(r, p, 1764, 6);	/* 0xdc [27:22] */
	n += prm_check_reserved(r, p, 1776, 2);	/* 0xdc [15:14] */
	n += prm_check_reserved(r, p, 1784, 3);	/* 0xdc [7:5] */
	n += prm_check_reserved(r, p, 1800, 2);	/* 0xe0 [23:22] */
	n += prm_check_reserved(r, p, 1808, 2);	/* 0xe0 [15:14] */
	n += prm_check_reserved(r, p, 1816, 3);	/* 0xe0 [7:5] */
	n += prm_check_reserved(r, p, 1824, 2);	/* 0xe4 [31:30] */
	n += prm_check_reserved(r, p, 1888, 10);	/* 0xec [31:22] */
	n += prm_check_reserved(r, p, 1904, 2);	/* 0xec [15:14] */
	n += prm_check_reserved(r, p, 1912, 3);	/* 0xec [7:5] */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static inline unsigned int prm_cmd_hca_cap_2_unpack(struct prm_cmd_hca_cap_2_fields *v,
		const struct prm_cmd_hca_cap_2 *p, struct prm_report *r)
{
	uint32_t word;
	unsigned int i;

	v->packet_window_offset_min = (uint16_t)(prm_load16(p, 0x0c) & 0x1ff);
	v->packet_window_offset_max = (uint16_t)(prm_load16(p, 0x0e) & 0x1ff);
	word = prm_load8(p, 0x10);
	v->migratable = word >> 7;
	v->force_multi_prio_sq = (word >> 6) & 0x1;
	v->cq_with_emulated_dev_eq = (word >> 5) & 0x1;
	v->max_num_prog_sample_field = (uint8_t)(word & 0x1f);
	word = prm_load8(p, 0x11);
	v->dp_ordering_force = word >> 7;
	v->fw_cpu_monitoring = (word >> 6) & 0x1;
	v->enh_eth_striding_wq = (word >> 5) & 0x1;
	v->log_max_num_reserved_qpn = (uint8_t)(word & 0x1f);
	word = prm_load8(p, 0x12);
	v->introspection_mkey_access_allowed = (word >> 6) & 0x1;
	v->query_vuid = (word >> 5) & 0x1;
	v->log_reserved_qpn_granularity = (uint8_t)(word & 0x1f);
	word = prm_load8(p, 0x13);
	v->umr_log_entity_size_5 = word >> 7;
	v->local_eswitch = (word >> 6) & 0x1;
	v->local_mng_port = (word >> 5) & 0x1;
	v->log_reserved_qpn_max_alloc = (uint8_t)(word & 0x1f);
	v->max_reformat_insert_size = prm_load8(p, 0x14);
	v->max_reformat_insert_offset = prm_load8(p, 0x15);
	v->max_reformat_remove_size = prm_load8(p, 0x16);
	v->max_reformat_remove_offset = prm_load8(p, 0x17);
	word = prm_load8(p, 0x18);
	v->multi_sl_qp = word >> 7;
	v->non_tunnel_reformat = (word >> 6) & 0x1;
	v->bsf_v2 = (word >> 5) & 0x1;
	v->log_min_stride_wqe_sz = (uint8_t)(word & 0x1f);
	word = prm_load8(p, 0x19);
	v->migration_multi_load = word >> 7;
	v->migration_tracking_state = (word >> 6) & 0x1;
	v->multiplane_qp_ud = (word >> 5) & 0x1;
	v->log_conn_track_granularity = (uint8_t)(word & 0x1f);
	word = prm_load8(p, 0x1a);
	v->migration_in_chunks = word >> 7;
	v->multiplane_sq = (word >> 6) & 0x1;
	v->sf_eq_usage = (uint8_t)((word >> 5) & 0x1);
	v->log_conn_track_max_alloc = (uint8_t)(word & 0x1f);
	word = prm_load8(p, 0x1b);
	v->multiplane = word >> 7;
	v->migration_state = (word >> 6) & 0x1;
	v->log_max_conn_track_offload = (uint8_t)(word & 0x1f);
	v->cross_vhca_object_to_object_supported = prm_load32(p, 0x1c);
	v->allowed_object_for_other_vhca_access = prm_load64(p, 0x20);
	v->introspection_mkey = prm_load32(p, 0x28);
	word = prm_load8(p, 0x2c);
	v->ec_mmo_qp = word >> 7;
	v->sync_driver_version = (word >> 6) & 0x1;
	v->driver_version_change_event = (word >> 5) & 0x1;
	v->hairpin_sq_wqe_bb_size = (uint8_t)(word & 0x1f);
	word = prm_load8(p, 0x2d);
	v->hairpin_sq_wq_in_host_mem = word >> 7;
	v->hairpin_data_buffer_locked = (word >> 6) & 0x1;
	v->local_mng_port_valid = (word >> 5) & 0x1;
	v->log_ec_mmo_max_size = (uint8_t)(word & 0x1f);
	word = prm_load8(p, 0x2e);
	v->pcc_ccmad_probe_prio_set = word >> 7;
	v->log_ec_mmo_max_src = (uint8_t)(word & 0x1f);
	v->log_ec_mmo_max_dst = (uint8_t)(prm_load8(p, 0x2f) & 0x1f);
	v->sync_driver_actions = prm_load32(p, 0x30);
	v->flow_table_type_2_type = prm_load8(p, 0x34);
	word = prm_load8(p, 0x35);
	v->memory_slow_release = word >> 7;
	v->provider_id_ex_valid = (word >> 6) & 0x1;
	v->format_select_dw_8_6_ext = (word >> 5) & 0x1;
	v->min_mkey_log_entity_size = (uint8_t)(word & 0x1f);
	v->execute_aso_type = prm_load16(p, 0x36);
	v->general_obj_types_127_64 = prm_load64(p, 0x38);
	v->repeated_mkey_v2 = prm_load32(p, 0x40);
	word = prm_load8(p, 0x44);
	v->reserved_gid_index_valid = word >> 7;
	v->sw_vhca_id_valid = (word >> 6) & 0x1;
	v->sw_vhca_id = (uint16_t)(prm_load16(p, 0x44) & 0x3fff);
	v->reserved_gid_index = prm_load16(p, 0x46);
	v->log_max_channel_service_connection = (uint8_t)(prm_load8(p, 0x48) & 0x1f);
	v->ts_cqe_metadata_size2wqe_counter = (uint8_t)(prm_load8(p, 0x49) & 0x1f);
	v->flow_counter_bulk_log_max_alloc = (uint8_t)(prm_load8(p, 0x4a) & 0x1f);
	v->flow_counter_bulk_log_granularity = (uint8_t)(prm_load8(p, 0x4b) & 0x1f);
	v->format_select_dw_mpls_over_x_cw = prm_load8(p, 0x4c);
	v->format_select_dw_geneve_tlv_option_0 = prm_load8(p, 0x4d);
	v->format_select_dw_outer_first_mpls_over_gre = prm_load8(p, 0x4e);
	v->format_select_dw_outer_first_mpls_over_udp = prm_load8(p, 0x4f);
	v->format_select_dw_gtpu_dw_0 = prm_load8(p, 0x50);
	v->format_select_dw_gtpu_dw_1 = prm_load8(p, 0x51);
	v->format_select_dw_gtpu_dw_2 = prm_load8(p, 0x52);
	v->format_select_dw_gtpu_first_ext_dw_0 = prm_load8(p, 0x53);
	v->generate_wqe_type = prm_load32(p, 0x54);
	v->max_enh_strwq_supported_profile = prm_load16(p, 0x58);
	v->log_max_total_hairpin_data_buffer_locked_size = (uint8_t)(prm_load8(p, 0x5a) & 0x1f);
	v->log_max_rq_hairpin_data_buffer_locked_size = (uint8_t)(prm_load8(p, 0x5b) & 0x1f);
	word = prm_load8(p, 0x5c);
	v->send_dbr_mode_no_dbr_int = word >> 7;
	v->send_dbr_mode_no_dbr_ext = (word >> 6) & 0x1;
	v->log_max_send_dbr_less_qp_sq = (uint8_t)(word & 0x1f);
	word = prm_load8(p, 0x5d);
	v->match_select_ib_l4_ver = (uint8_t)(word >> 6);
	v->pcc_np_config_handover_en = (word >> 5) & 0x1;
	v->enh_strwq_max_log_page_size = (uint8_t)(word & 0x1f);
	v->enh_strwq_max_headroom = prm_load8(p, 0x5e);
	v->enh_strwq_max_tailroom = prm_load8(p, 0x5f);
	for (i = 0; i < 4; i++)
		v->migration_tag_version_0_eq[i] =
			prm_be32_to_cpu(p->migration_tag_version_0_eq[i]);
	v->log_max_hairpin_wqe_num = (uint8_t)(prm_load8(p, 0x70) & 0x1f);
	v->min_mkey_log_entity_size_fixed_buffer = (uint8_t)(prm_load8(p, 0x71) & 0x1f);
	v->ec_vf_base_vport_number = prm_load16(p, 0x72);
	v->max_mkey_log_entity_size_fixed_buffer = (uint8_t)(prm_load8(p, 0x74) & 0x3f);
	v->max_mkey_log_entity_size_mtt = (uint8_t)(prm_load8(p, 0x75) & 0x3f);
	v->max_rqt_vhca_id = prm_load16(p, 0x76);
	word = prm_load8(p, 0x78);
	v->mkey_by_name_reserve = word >> 7;
	v->mkey_by_name_reserve_log_size = (uint8_t)(word & 0x3f);
	v->mkey_by_name_reserve_base = prm_load32(p, 0x78) & 0xffffff;
	word = prm_load8(p, 0x7c);
	v->log_min_emu_stride_size = (uint8_t)(word >> 4);
	v->log_max_emu_stride_size = (uint8_t)(word & 0xf);
	word = prm_load8(p, 0x7d);
	v->log_min_emu_db_size = (uint8_t)((word >> 4) & 0x7);
	v->log_max_emu_db_size = (uint8_t)(word & 0x7);
	word = prm_load8(p, 0x7e);
	v->pcc_ifa2 = word >> 7;
	v->pcc_probe_packet = (word >> 6) & 0x1;
	v->pcc_ccmad_custom = (word >> 5) & 0x1;
	v->pcc_np_multi_probe_type = (word >> 4) & 0x1;
	v->num_pcc_backup_process = (uint8_t)(word & 0xf);
	v->max_pcc_cq_table_size = prm_load8(p, 0x7f);
	word = prm_load8(p, 0x80);
	v->cqc_create_armed = word >> 7;
	v->min_mkey_log_entity_size_fixed_buffer_valid = (word >> 6) & 0x1;
	v->postpone_connected_qp_timeout = (word >> 5) & 0x1;
	v->aux_task_service_handover_en = (word >> 4) & 0x1;
	v->rdma_telemetry = (word >> 3) & 0x1;
	v->pcc_num_probe_slot = (uint8_t)(word & 0x7);
	v->max_pcc_np_queues = prm_load8(p, 0x81);
	v->return_reg_id = prm_load16(p, 0x82);
	v->gen_cqe_start_reg = (uint8_t)(prm_load8(p, 0x84) & 0x3f);
	v->gen_cqe_reg_count = (uint8_t)(prm_load8(p, 0x85) & 0x3f);
	v->postpone_connected_qp_timeout_max_num_address = prm_load8(p, 0x86);
	word = prm_load8(p, 0x87);
	v->encap_entropy_hash_type = (uint8_t)(word >> 4);
	v->flow_table_hash_type = (uint8_t)(word & 0xf);
	v->dpu_cache_invalidate_mmo_log_max_size = (uint8_t)(prm_load8(p, 0x88) & 0x1f);
	v->max_num_eqs_24b = prm_load32(p, 0x88) & 0xffffff;
	word = prm_load8(p, 0x8c);
	v->pcc_steering_ext = word >> 7;
	v->pcc_steering_log_update_wq_size = (uint8_t)((word >> 4) & 0x7);
	v->rdma_telemetry_max_num_vport_range = (uint8_t)(word & 0xf);
	v->pcc_ccmad_custom_max_size = prm_load8(p, 0x8d);
	v->destination_nop = prm_load8(p, 0x8f) & 0x1;
	for (i = 0; i < 4; i++)
		v->migration_tag_version_0_geq[i] =
			prm_be32_to_cpu(p->migration_tag_version_0_geq[i]);
	v->rdma_telemetry_notification_type = prm_load64(p, 0xa0);
	v->tool_partial_cap = prm_load32(p, 0xa8);
	v->aux_task_service_max_num = prm_load16(p, 0xac);
	v->aso32_take_from_reg = prm_load16(p, 0xae);
	v->aux_task_service_profile = prm_load16(p, 0xb0);
	v->aux_task_service_log_max_rbs = prm_load8(p, 0xb2);
	v->aux_task_service_min_resp_wq = prm_load8(p, 0xb3);
	v->load_balance_id = (uint8_t)(prm_load8(p, 0xb4) & 0xf);
	v->conn_track_aso_32_num_log_max = (uint8_t)(prm_load8(p, 0xb5) & 0x3f);
	v->proxy_cmd_tunnel_profile = prm_load8(p, 0xb6);
	v->flow_entropy_aso_granularity = (uint8_t)(prm_load8(p, 0xb7) & 0x1f);
	word = prm_load8(p, 0xb8);
	v->query_adjacent_functions_id = word >> 7;
	v->ingress_egress_esw_vport_connect = (word >> 6) & 0x1;
	v->function_id_type_vhca_id = (word >> 5) & 0x1;
	v->aso32_take_from_reg_pair_id_valid = (word >> 4) & 0x1;
	v->lag_per_mp_group = (word >> 3) & 0x1;
	v->timer_take_from_reg = (word >> 2) & 0x1;
	v->flow_semaphore_take_from_reg = (word >> 1) & 0x1;
	v->delegate_vhca_management_profiles = prm_load16(p, 0xba);
	v->delegated_vhca_max = prm_load16(p, 0xbc);
	v->delegate_vhca_max = prm_load16(p, 0xbe);
	v->flow_hit_aso_32_alloc_log_max = (uint8_t)(prm_load8(p, 0xc0) & 0x3f);
	v->conn_track_aso_32_alloc_log_max = (uint8_t)(prm_load8(p, 0xc1) & 0x3f);
	v->flow_entropy_aso_32_alloc_log_max = (uint8_t)(prm_load8(p, 0xc2) & 0x3f);
	v->delegate_function_type = prm_load8(p, 0xc3);
	v->flow_hit_aso_32_num_log_max = (uint8_t)(prm_load8(p, 0xc4) & 0x3f);
	v->flow_entropy_aso_32_num_log_max = (uint8_t)(prm_load8(p, 0xc5) & 0x3f);
	v->execute_aso_32_type = prm_load16(p, 0xc6);
	v->urisc_mem_aso_32_num_log_max = (uint8_t)(prm_load8(p, 0xc8) & 0x3f);
	v->urisc_mem_aso_32_alloc_log_max = (uint8_t)(prm_load8(p, 0xc9) & 0x3f);
	v->urisc_mem_aso_granularity = (uint8_t)(prm_load8(p, 0xca) & 0x1f);
	v->fifo_access_aso_opc_mod = prm_load8(p, 0xcb);
	v->urisc_mem_aso_instruction = prm_load32(p, 0xcc);
	v->fifo_aso_32_num_log_max = (uint8_t)(prm_load8(p, 0xd0) & 0x3f);
	v->fifo_aso_32_alloc_log_max = (uint8_t)(prm_load8(p, 0xd1) & 0x3f);
	v->fifo_aso_granularity = (uint8_t)(prm_load8(p, 0xd2) & 0x1f);
	v->aso32_take_from_reg_pair_id = (uint8_t)(prm_load8(p, 0xd3) & 0x1f);
	v->fifo_aso_ctrl_head_offset = (uint8_t)(prm_load8(p, 0xd4) & 0x1f);
	v->fifo_aso_ctrl_head_size = (uint8_t)(prm_load8(p, 0xd5) & 0x1f);
	v->fifo_aso_ctrl_tail_offset = (uint8_t)(prm_load8(p, 0xd6) & 0x1f);
	v->fifo_aso_ctrl_tail_size = (uint8_t)(prm_load8(p, 0xd7) & 0x1f);
	v->return_reg_id_47_16 = prm_load32(p, 0xd8);
	v->rtt_timestamp_format = (uint8_t)(prm_load8(p, 0xdc) >> 4);
	v->queue_mng_aso_32_num_log_max = (uint8_t)(prm_load8(p, 0xdd) & 0x3f);
	v->queue_mng_aso_32_alloc_log_max = (uint8_t)(prm_load8(p, 0xde) & 0x3f);
	v->queue_mng_aso_granularity = (uint8_t)(prm_load8(p, 0xdf) & 0x1f);
	v->ria_tag_size_max = prm_load8(p, 0xe0);
	v->timer_num_log_max = (uint8_t)(prm_load8(p, 0xe1) & 0x3f);
	v->timer_alloc_log_max = (uint8_t)(prm_load8(p, 0xe2) & 0x3f);
	v->timer_granularity = (uint8_t)(prm_load8(p, 0xe3) & 0x1f);
	v->ria_num_log_max = (uint8_t)(prm_load8(p, 0xe4) & 0x3f);
	v->flow_wqe_post_reg_pair_num_max = prm_load8(p, 0xe5);
	v->pcc_probe_metadata = prm_load16(p, 0xe6);
	v->ria_reg_id_pair = prm_load32(p, 0xe8);
	v->flow_semaphore_num_log_max = (uint8_t)(prm_load8(p, 0xed) & 0x3f);
	v->flow_semaphore_alloc_log_max = (uint8_t)(prm_load8(p, 0xee) & 0x3f);
	v->flow_semaphore_granularity = (uint8_t)(prm_load8(p, 0xef) & 0x1f);
	v->ria_resource_id_range_max = prm_load32(p, 0xf0);
	v->flow_wqe_post_reg_id_pair = prm_load32(p, 0xf4);
	v->packet_window_anchor = prm_load64(p, 0xf8);
	return r ? prm_cmd_hca_cap_2_check(p, r) : 0;
}

#endif /* PRM_HCA_CAP_2_H */
