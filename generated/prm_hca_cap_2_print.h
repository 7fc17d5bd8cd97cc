/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Printers of the layouts of prm_hca_cap_2.h.
 * Made by prmc 1 from spec/cmd/hca_cap_2.yaml, spec digest d8c37bc0a019. Do not edit: `ninja
 * regen`.
 */
#ifndef PRM_HCA_CAP_2_PRINT_H
#define PRM_HCA_CAP_2_PRINT_H

#include "prm_print.h"
#include "prm_hca_cap_2.h"

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_cmd_hca_cap_2_print(FILE *f, const struct prm_cmd_hca_cap_2 *p, int indent)
{
	prm_print_reserved(f, indent, p, 0, 96);
	prm_print_reserved(f, indent, p, 96, 7);
	prm_print_uint(f, indent, "packet_window_offset_min", 103, 9,
		prm_cmd_hca_cap_2_get_packet_window_offset_min(p));
	prm_print_reserved(f, indent, p, 112, 7);
	prm_print_uint(f, indent, "packet_window_offset_max", 119, 9,
		prm_cmd_hca_cap_2_get_packet_window_offset_max(p));
	prm_print_uint(f, indent, "migratable", 128, 1, prm_cmd_hca_cap_2_get_migratable(p));
	prm_print_uint(f, indent, "force_multi_prio_sq", 129, 1,
		prm_cmd_hca_cap_2_get_force_multi_prio_sq(p));
	prm_print_uint(f, indent, "cq_with_emulated_dev_eq", 130, 1,
		prm_cmd_hca_cap_2_get_cq_with_emulated_dev_eq(p));
	prm_print_uint(f, indent, "max_num_prog_sample_field", 131, 5,
		prm_cmd_hca_cap_2_get_max_num_prog_sample_field(p));
	prm_print_uint(f, indent, "dp_ordering_force", 136, 1,
		prm_cmd_hca_cap_2_get_dp_ordering_force(p));
	prm_print_uint(f, indent, "fw_cpu_monitoring", 137, 1,
		prm_cmd_hca_cap_2_get_fw_cpu_monitoring(p));
	prm_print_uint(f, indent, "enh_eth_striding_wq", 138, 1,
		prm_cmd_hca_cap_2_get_enh_eth_striding_wq(p));
	prm_print_uint(f, indent, "log_max_num_reserved_qpn", 139, 5,
		prm_cmd_hca_cap_2_get_log_max_num_reserved_qpn(p));
	prm_print_reserved(f, indent, p, 144, 1);
	prm_print_uint(f, indent, "introspection_mkey_access_allowed", 145, 1,
		prm_cmd_hca_cap_2_get_introspection_mkey_access_allowed(p));
	prm_print_uint(f, indent, "query_vuid", 146, 1, prm_cmd_hca_cap_2_get_query_vuid(p));
	prm_print_uint(f, indent, "log_reserved_qpn_granularity", 147, 5,
		prm_cmd_hca_cap_2_get_log_reserved_qpn_granularity(p));
	prm_print_uint(f, indent, "umr_log_entity_size_5", 152, 1,
		prm_cmd_hca_cap_2_get_umr_log_entity_size_5(p));
	prm_print_uint(f, indent, "local_eswitch", 153, 1, prm_cmd_hca_cap_2_get_local_eswitch(p));
	prm_print_uint(f, indent, "local_mng_port", 154, 1,
		prm_cmd_hca_cap_2_get_local_mng_port(p));
	prm_print_uint(f, indent, "log_reserved_qpn_max_alloc", 155, 5,
		prm_cmd_hca_cap_2_get_log_reserved_qpn_max_alloc(p));
	prm_print_uint(f, indent, "max_reformat_insert_size", 160, 8,
		prm_cmd_hca_cap_2_get_max_reformat_insert_size(p));
	prm_print_uint(f, indent, "max_reformat_insert_offset", 168, 8,
		prm_cmd_hca_cap_2_get_max_reformat_insert_offset(p));
	prm_print_uint(f, indent, "max_reformat_remove_size", 176, 8,
		prm_cmd_hca_cap_2_get_max_reformat_remove_size(p));
	prm_print_uint(f, indent, "max_reformat_remove_offset", 184, 8,
		prm_cmd_hca_cap_2_get_max_reformat_remove_offset(p));
	prm_print_uint(f, indent, "multi_sl_qp", 192, 1, prm_cmd_hca_cap_2_get_multi_sl_qp(p));
	prm_print_uint(f, indent, "non_tunnel_reformat", 193, 1,
		prm_cmd_hca_cap_2_get_non_tunnel_reformat(p));
	prm_print_uint(f, indent, "bsf_v2", 194, 1, prm_cmd_hca_cap_2_get_bsf_v2(p));
	prm_print_uint(f, indent, "log_min_stride_wqe_sz", 195, 5,
		prm_cmd_hca_cap_2_get_log_min_stride_wqe_sz(p));
	prm_print_uint(f, indent, "migration_multi_load", 200, 1,
		prm_cmd_hca_cap_2_get_migration_multi_load(p));
	prm_print_uint(f, indent, "migration_tracking_state", 201, 1,
		prm_cmd_hca_cap_2_get_migration_tracking_state(p));
	prm_print_uint(f, indent, "multiplane_qp_ud", 202, 1,
		prm_cmd_hca_cap_2_get_multiplane_qp_ud(p));
	prm_print_uint(f, indent, "log_conn_track_granularity", 203, 5,
		prm_cmd_hca_cap_2_get_log_conn_track_granularity(p));
	prm_print_uint(f, indent, "migration_in_chunks", 208, 1,
		prm_cmd_hca_cap_2_get_migration_in_chunks(p));
	prm_print_uint(f, indent, "multiplane_sq", 209, 1, prm_cmd_hca_cap_2_get_multiplane_sq(p));
	prm_print_enum(f, indent, "sf_eq_usage", 210, 1,
		prm_cmd_hca_cap_2_get_sf_eq_usage(p),
			prm_sf_eq_usage_str(prm_cmd_hca_cap_2_get_sf_eq_usage(p)));
	prm_print_uint(f, indent, "log_conn_track_max_alloc", 211, 5,
		prm_cmd_hca_cap_2_get_log_conn_track_max_alloc(p));
	prm_print_uint(f, indent, "multiplane", 216, 1, prm_cmd_hca_cap_2_get_multiplane(p));
	prm_print_uint(f, indent, "migration_state", 217, 1,
		prm_cmd_hca_cap_2_get_migration_state(p));
	prm_print_reserved(f, indent, p, 218, 1);
	prm_print_uint(f, indent, "log_max_conn_track_offload", 219, 5,
		prm_cmd_hca_cap_2_get_log_max_conn_track_offload(p));
	prm_print_flags(f, indent, "cross_vhca_object_to_object_supported", 224, 32,
		prm_cmd_hca_cap_2_get_cross_vhca_object_to_object_supported(p),
			prm_cross_vhca_object_to_object_flag_str);
	prm_print_flags(f, indent, "allowed_object_for_other_vhca_access", 256, 64,
		prm_cmd_hca_cap_2_get_allowed_object_for_other_vhca_access(p),
			prm_allowed_object_for_other_vhca_access_flag_str);
	prm_print_uint(f, indent, "introspection_mkey", 320, 32,
		prm_cmd_hca_cap_2_get_introspection_mkey(p));
	prm_print_uint(f, indent, "ec_mmo_qp", 352, 1, prm_cmd_hca_cap_2_get_ec_mmo_qp(p));
	prm_print_uint(f, indent, "sync_driver_version", 353, 1,
		prm_cmd_hca_cap_2_get_sync_driver_version(p));
	prm_print_uint(f, indent, "driver_version_change_event", 354, 1,
		prm_cmd_hca_cap_2_get_driver_version_change_event(p));
	prm_print_uint(f, indent, "hairpin_sq_wqe_bb_size", 355, 5,
		prm_cmd_hca_cap_2_get_hairpin_sq_wqe_bb_size(p));
	prm_print_uint(f, indent, "hairpin_sq_wq_in_host_mem", 360, 1,
		prm_cmd_hca_cap_2_get_hairpin_sq_wq_in_host_mem(p));
	prm_print_uint(f, indent, "hairpin_data_buffer_locked", 361, 1,
		prm_cmd_hca_cap_2_get_hairpin_data_buffer_locked(p));
	prm_print_uint(f, indent, "local_mng_port_valid", 362, 1,
		prm_cmd_hca_cap_2_get_local_mng_port_valid(p));
	prm_print_uint(f, indent, "log_ec_mmo_max_size", 363, 5,
		prm_cmd_hca_cap_2_get_log_ec_mmo_max_size(p));
	prm_print_uint(f, indent, "pcc_ccmad_probe_prio_set", 368, 1,
		prm_cmd_hca_cap_2_get_pcc_ccmad_probe_prio_set(p));
	prm_print_reserved(f, indent, p, 369, 2);
	prm_print_uint(f, indent, "log_ec_mmo_max_src", 371, 5,
		prm_cmd_hca_cap_2_get_log_ec_mmo_max_src(p));
	prm_print_reserved(f, indent, p, 376, 3);
	prm_print_uint(f, indent, "log_ec_mmo_max_dst", 379, 5,
		prm_cmd_hca_cap_2_get_log_ec_mmo_max_dst(p));
	prm_print_uint(f, indent, "sync_driver_actions", 384, 32,
		prm_cmd_hca_cap_2_get_sync_driver_actions(p));
	prm_print_uint(f, indent, "flow_table_type_2_type", 416, 8,
		prm_cmd_hca_cap_2_get_flow_table_type_2_type(p));
	prm_print_uint(f, indent, "memory_slow_release", 424, 1,
		prm_cmd_hca_cap_2_get_memory_slow_release(p));
	prm_print_uint(f, indent, "provider_id_ex_valid", 425, 1,
		prm_cmd_hca_cap_2_get_provider_id_ex_valid(p));
	prm_print_uint(f, indent, "format_select_dw_8_6_ext", 426, 1,
		prm_cmd_hca_cap_2_get_format_select_dw_8_6_ext(p));
	prm_print_uint(f, indent, "min_mkey_log_entity_size", 427, 5,
		prm_cmd_hca_cap_2_get_min_mkey_log_entity_size(p));
	prm_print_flags(f, indent, "execute_aso_type", 432, 16,
		prm_cmd_hca_cap_2_get_execute_aso_type(p), prm_aso_type_flag_str);
	prm_print_uint(f, indent, "general_obj_types_127_64", 448, 64,
		prm_cmd_hca_cap_2_get_general_obj_types_127_64(p));
	prm_print_uint(f, indent, "repeated_mkey_v2", 512, 32,
		prm_cmd_hca_cap_2_get_repeated_mkey_v2(p));
	prm_print_uint(f, indent, "reserved_gid_index_valid", 544, 1,
		prm_cmd_hca_cap_2_get_reserved_gid_index_valid(p));
	prm_print_uint(f, indent, "sw_vhca_id_valid", 545, 1,
		prm_cmd_hca_cap_2_get_sw_vhca_id_valid(p));
	prm_print_uint(f, indent, "sw_vhca_id", 546, 14, prm_cmd_hca_cap_2_get_sw_vhca_id(p));
	prm_print_uint(f, indent, "reserved_gid_index", 560, 16,
		prm_cmd_hca_cap_2_get_reserved_gid_index(p));
	prm_print_reserved(f, indent, p, 576, 3);
	prm_print_uint(f, indent, "log_max_channel_service_connection", 579, 5,
		prm_cmd_hca_cap_2_get_log_max_channel_service_connection(p));
	prm_print_reserved(f, indent, p, 584, 3);
	prm_print_uint(f, indent, "ts_cqe_metadata_size2wqe_counter", 587, 5,
		prm_cmd_hca_cap_2_get_ts_cqe_metadata_size2wqe_counter(p));
	prm_print_reserved(f, indent, p, 592, 3);
	prm_print_uint(f, indent, "flow_counter_bulk_log_max_alloc", 595, 5,
		prm_cmd_hca_cap_2_get_flow_counter_bulk_log_max_alloc(p));
	prm_print_reserved(f, indent, p, 600, 3);
	prm_print_uint(f, indent, "flow_counter_bulk_log_granularity", 603, 5,
		prm_cmd_hca_cap_2_get_flow_counter_bulk_log_granularity(p));
	prm_print_uint(f, indent, "format_select_dw_mpls_over_x_cw", 608, 8,
		prm_cmd_hca_cap_2_get_format_select_dw_mpls_over_x_cw(p));
	prm_print_uint(f, indent, "format_select_dw_geneve_tlv_option_0", 616, 8,
		prm_cmd_hca_cap_2_get_format_select_dw_geneve_tlv_option_0(p));
	prm_print_uint(f, indent, "format_select_dw_outer_first_mpls_over_gre", 624, 8,
		prm_cmd_hca_cap_2_get_format_select_dw_outer_first_mpls_over_gre(p));
	prm_print_uint(f, indent, "format_select_dw_outer_first_mpls_over_udp", 632, 8,
		prm_cmd_hca_cap_2_get_format_select_dw_outer_first_mpls_over_udp(p));
	prm_print_uint(f, indent, "format_select_dw_gtpu_dw_0", 640, 8,
		prm_cmd_hca_cap_2_get_format_select_dw_gtpu_dw_0(p));
	prm_print_uint(f, indent, "format_select_dw_gtpu_dw_1", 648, 8,
		prm_cmd_hca_cap_2_get_format_select_dw_gtpu_dw_1(p));
	prm_print_uint(f, indent, "format_select_dw_gtpu_dw_2", 656, 8,
		prm_cmd_hca_cap_2_get_format_select_dw_gtpu_dw_2(p));
	prm_print_uint(f, indent, "format_select_dw_gtpu_first_ext_dw_0", 664, 8,
		prm_cmd_hca_cap_2_get_format_select_dw_gtpu_first_ext_dw_0(p));
	prm_print_uint(f, indent, "generate_wqe_type", 672, 32,
		prm_cmd_hca_cap_2_get_generate_wqe_type(p));
	prm_print_uint(f, indent, "max_enh_strwq_supported_profile", 704, 16,
		prm_cmd_hca_cap_2_get_max_enh_strwq_supported_profile(p));
	prm_print_reserved(f, indent, p, 720, 3);
	prm_print_uint(f, indent, "log_max_total_hairpin_data_buffer_locked_size", 723, 5,
		prm_cmd_hca_cap_2_get_log_max_total_hairpin_data_buffer_locked_size(p));
	prm_print_reserved(f, indent, p, 728, 3);
	prm_print_uint(f, indent, "log_max_rq_hairpin_data_buffer_locked_size", 731, 5,
		prm_cmd_hca_cap_2_get_log_max_rq_hairpin_data_buffer_locked_size(p));
	prm_print_uint(f, indent, "send_dbr_mode_no_dbr_int", 736, 1,
		prm_cmd_hca_cap_2_get_send_dbr_mode_no_dbr_int(p));
	prm_print_uint(f, indent, "send_dbr_mode_no_dbr_ext", 737, 1,
		prm_cmd_hca_cap_2_get_send_dbr_mode_no_dbr_ext(p));
	prm_print_reserved(f, indent, p, 738, 1);
	prm_print_uint(f, indent, "log_max_send_dbr_less_qp_sq", 739, 5,
		prm_cmd_hca_cap_2_get_log_max_send_dbr_less_qp_sq(p));
	prm_print_uint(f, indent, "match_select_ib_l4_ver", 744, 2,
		prm_cmd_hca_cap_2_get_match_select_ib_l4_ver(p));
	prm_print_uint(f, indent, "pcc_np_config_handover_en", 746, 1,
		prm_cmd_hca_cap_2_get_pcc_np_config_handover_en(p));
	prm_print_uint(f, indent, "enh_strwq_max_log_page_size", 747, 5,
		prm_cmd_hca_cap_2_get_enh_strwq_max_log_page_size(p));
	prm_print_uint(f, indent, "enh_strwq_max_headroom", 752, 8,
		prm_cmd_hca_cap_2_get_enh_strwq_max_headroom(p));
	prm_print_uint(f, indent, "enh_strwq_max_tailroom", 760, 8,
		prm_cmd_hca_cap_2_get_enh_strwq_max_tailroom(p));
	prm_print_bytes(f, indent, "migration_tag_version_0_eq", p, 768, 128);
	prm_print_reserved(f, indent, p, 896, 3);
	prm_print_uint(f, indent, "log_max_hairpin_wqe_num", 899, 5,
		prm_cmd_hca_cap_2_get_log_max_hairpin_wqe_num(p));
	prm_print_reserved(f, indent, p, 904, 3);
	prm_print_uint(f, indent, "min_mkey_log_entity_size_fixed_buffer", 907, 5,
		prm_cmd_hca_cap_2_get_min_mkey_log_entity_size_fixed_buffer(p));
	prm_print_uint(f, indent, "ec_vf_base_vport_number", 912, 16,
		prm_cmd_hca_cap_2_get_ec_vf_base_vport_number(p));
	prm_print_reserved(f, indent, p, 928, 2);
	prm_print_uint(f, indent, "max_mkey_log_entity_size_fixed_buffer", 930, 6,
		prm_cmd_hca_cap_2_get_max_mkey_log_entity_size_fixed_buffer(p));
	prm_print_reserved(f, indent, p, 936, 2);
	prm_print_uint(f, indent, "max_mkey_log_entity_size_mtt", 938, 6,
		prm_cmd_hca_cap_2_get_max_mkey_log_entity_size_mtt(p));
	prm_print_uint(f, indent, "max_rqt_vhca_id", 944, 16,
		prm_cmd_hca_cap_2_get_max_rqt_vhca_id(p));
	prm_print_uint(f, indent, "mkey_by_name_reserve", 960, 1,
		prm_cmd_hca_cap_2_get_mkey_by_name_reserve(p));
	prm_print_reserved(f, indent, p, 961, 1);
	prm_print_uint(f, indent, "mkey_by_name_reserve_log_size", 962, 6,
		prm_cmd_hca_cap_2_get_mkey_by_name_reserve_log_size(p));
	prm_print_uint(f, indent, "mkey_by_name_reserve_base", 968, 24,
		prm_cmd_hca_cap_2_get_mkey_by_name_reserve_base(p));
	prm_print_uint(f, indent, "log_min_emu_stride_size", 992, 4,
		prm_cmd_hca_cap_2_get_log_min_emu_stride_size(p));
	prm_print_uint(f, indent, "log_max_emu_stride_size", 996, 4,
		prm_cmd_hca_cap_2_get_log_max_emu_stride_size(p));
	prm_print_reserved(f, indent, p, 1000, 1);
	prm_print_uint(f, indent, "log_min_emu_db_size", 1001, 3,
		prm_cmd_hca_cap_2_get_log_min_emu_db_size(p));
	prm_print_reserved(f, indent, p, 1004, 1);
	prm_print_uint(f, indent, "log_max_emu_db_size", 1005, 3,
		prm_cmd_hca_cap_2_get_log_max_emu_db_size(p));
	prm_print_uint(f, indent, "pcc_ifa2", 1008, 1, prm_cmd_hca_cap_2_get_pcc_ifa2(p));
	prm_print_uint(f, indent, "pcc_probe_packet", 1009, 1,
		prm_cmd_hca_cap_2_get_pcc_probe_packet(p));
	prm_print_uint(f, indent, "pcc_ccmad_custom", 1010, 1,
		prm_cmd_hca_cap_2_get_pcc_ccmad_custom(p));
	prm_print_uint(f, indent, "pcc_np_multi_probe_type", 1011, 1,
		prm_cmd_hca_cap_2_get_pcc_np_multi_probe_type(p));
	prm_print_uint(f, indent, "num_pcc_backup_process", 1012, 4,
		prm_cmd_hca_cap_2_get_num_pcc_backup_process(p));
	prm_print_uint(f, indent, "max_pcc_cq_table_size", 1016, 8,
		prm_cmd_hca_cap_2_get_max_pcc_cq_table_size(p));
	prm_print_uint(f, indent, "cqc_create_armed", 1024, 1,
		prm_cmd_hca_cap_2_get_cqc_create_armed(p));
	prm_print_uint(f, indent, "min_mkey_log_entity_size_fixed_buffer_valid", 1025, 1,
		prm_cmd_hca_cap_2_get_min_mkey_log_entity_size_fixed_buffer_valid(p));
	prm_print_uint(f, indent, "postpone_connected_qp_timeout", 1026, 1,
		prm_cmd_hca_cap_2_get_postpone_connected_qp_timeout(p));
	prm_print_uint(f, indent, "aux_task_service_handover_en", 1027, 1,
		prm_cmd_hca_cap_2_get_aux_task_service_handover_en(p));
	prm_print_uint(f, indent, "rdma_telemetry", 1028, 1,
		prm_cmd_hca_cap_2_get_rdma_telemetry(p));
	prm_print_uint(f, indent, "pcc_num_probe_slot", 1029, 3,
		prm_cmd_hca_cap_2_get_pcc_num_probe_slot(p));
	prm_print_uint(f, indent, "max_pcc_np_queues", 1032, 8,
		prm_cmd_hca_cap_2_get_max_pcc_np_queues(p));
	prm_print_uint(f, indent, "return_reg_id", 1040, 16,
		prm_cmd_hca_cap_2_get_return_reg_id(p));
	prm_print_reserved(f, indent, p, 1056, 2);
	prm_print_uint(f, indent, "gen_cqe_start_reg", 1058, 6,
		prm_cmd_hca_cap_2_get_gen_cqe_start_reg(p));
	prm_print_reserved(f, indent, p, 1064, 2);
	prm_print_uint(f, indent, "gen_cqe_reg_count", 1066, 6,
		prm_cmd_hca_cap_2_get_gen_cqe_reg_count(p));
	prm_print_uint(f, indent, "postpone_connected_qp_timeout_max_num_address", 1072, 8,
		prm_cmd_hca_cap_2_get_postpone_connected_qp_timeout_max_num_address(p));
	prm_print_enum(f, indent, "encap_entropy_hash_type", 1080, 4,
		prm_cmd_hca_cap_2_get_encap_entropy_hash_type(p),
			prm_encap_entropy_hash_type_str(
				prm_cmd_hca_cap_2_get_encap_entropy_hash_type(p)));
	prm_print_enum(f, indent, "flow_table_hash_type", 1084, 4,
		prm_cmd_hca_cap_2_get_flow_table_hash_type(p),
			prm_flow_table_hash_type_str(prm_cmd_hca_cap_2_get_flow_table_hash_type(
				p)));
	prm_print_reserved(f, indent, p, 1088, 3);
	prm_print_uint(f, indent, "dpu_cache_invalidate_mmo_log_max_size", 1091, 5,
		prm_cmd_hca_cap_2_get_dpu_cache_invalidate_mmo_log_max_size(p));
	prm_print_uint(f, indent, "max_num_eqs_24b", 1096, 24,
		prm_cmd_hca_cap_2_get_max_num_eqs_24b(p));
	prm_print_uint(f, indent, "pcc_steering_ext", 1120, 1,
		prm_cmd_hca_cap_2_get_pcc_steering_ext(p));
	prm_print_uint(f, indent, "pcc_steering_log_update_wq_size", 1121, 3,
		prm_cmd_hca_cap_2_get_pcc_steering_log_update_wq_size(p));
	prm_print_uint(f, indent, "rdma_telemetry_max_num_vport_range", 1124, 4,
		prm_cmd_hca_cap_2_get_rdma_telemetry_max_num_vport_range(p));
	prm_print_uint(f, indent, "pcc_ccmad_custom_max_size", 1128, 8,
		prm_cmd_hca_cap_2_get_pcc_ccmad_custom_max_size(p));
	prm_print_reserved(f, indent, p, 1136, 15);
	prm_print_uint(f, indent, "destination_nop", 1151, 1,
		prm_cmd_hca_cap_2_get_destination_nop(p));
	prm_print_bytes(f, indent, "migration_tag_version_0_geq", p, 1152, 128);
	prm_print_uint(f, indent, "rdma_telemetry_notification_type", 1280, 64,
		prm_cmd_hca_cap_2_get_rdma_telemetry_notification_type(p));
	prm_print_uint(f, indent, "tool_partial_cap", 1344, 32,
		prm_cmd_hca_cap_2_get_tool_partial_cap(p));
	prm_print_uint(f, indent, "aux_task_service_max_num", 1376, 16,
		prm_cmd_hca_cap_2_get_aux_task_service_max_num(p));
	prm_print_flags(f, indent, "aso32_take_from_reg", 1392, 16,
		prm_cmd_hca_cap_2_get_aso32_take_from_reg(p), prm_aso_type_flag_str);
	prm_print_uint(f, indent, "aux_task_service_profile", 1408, 16,
		prm_cmd_hca_cap_2_get_aux_task_service_profile(p));
	prm_print_uint(f, indent, "aux_task_service_log_max_rbs", 1424, 8,
		prm_cmd_hca_cap_2_get_aux_task_service_log_max_rbs(p));
	prm_print_uint(f, indent, "aux_task_service_min_resp_wq", 1432, 8,
		prm_cmd_hca_cap_2_get_aux_task_service_min_resp_wq(p));
	prm_print_reserved(f, indent, p, 1440, 4);
	prm_print_uint(f, indent, "load_balance_id", 1444, 4,
		prm_cmd_hca_cap_2_get_load_balance_id(p));
	prm_print_reserved(f, indent, p, 1448, 2);
	prm_print_uint(f, indent, "conn_track_aso_32_num_log_max", 1450, 6,
		prm_cmd_hca_cap_2_get_conn_track_aso_32_num_log_max(p));
	prm_print_uint(f, indent, "proxy_cmd_tunnel_profile", 1456, 8,
		prm_cmd_hca_cap_2_get_proxy_cmd_tunnel_profile(p));
	prm_print_reserved(f, indent, p, 1464, 3);
	prm_print_uint(f, indent, "flow_entropy_aso_granularity", 1467, 5,
		prm_cmd_hca_cap_2_get_flow_entropy_aso_granularity(p));
	prm_print_uint(f, indent, "query_adjacent_functions_id", 1472, 1,
		prm_cmd_hca_cap_2_get_query_adjacent_functions_id(p));
	prm_print_uint(f, indent, "ingress_egress_esw_vport_connect", 1473, 1,
		prm_cmd_hca_cap_2_get_ingress_egress_esw_vport_connect(p));
	prm_print_uint(f, indent, "function_id_type_vhca_id", 1474, 1,
		prm_cmd_hca_cap_2_get_function_id_type_vhca_id(p));
	prm_print_uint(f, indent, "aso32_take_from_reg_pair_id_valid", 1475, 1,
		prm_cmd_hca_cap_2_get_aso32_take_from_reg_pair_id_valid(p));
	prm_print_uint(f, indent, "lag_per_mp_group", 1476, 1,
		prm_cmd_hca_cap_2_get_lag_per_mp_group(p));
	prm_print_uint(f, indent, "timer_take_from_reg", 1477, 1,
		prm_cmd_hca_cap_2_get_timer_take_from_reg(p));
	prm_print_uint(f, indent, "flow_semaphore_take_from_reg", 1478, 1,
		prm_cmd_hca_cap_2_get_flow_semaphore_take_from_reg(p));
	prm_print_reserved(f, indent, p, 1479, 9);
	prm_print_uint(f, indent, "delegate_vhca_management_profiles", 1488, 16,
		prm_cmd_hca_cap_2_get_delegate_vhca_management_profiles(p));
	prm_print_uint(f, indent, "delegated_vhca_max", 1504, 16,
		prm_cmd_hca_cap_2_get_delegated_vhca_max(p));
	prm_print_uint(f, indent, "delegate_vhca_max", 1520, 16,
		prm_cmd_hca_cap_2_get_delegate_vhca_max(p));
	prm_print_reserved(f, indent, p, 1536, 2);
	prm_print_uint(f, indent, "flow_hit_aso_32_alloc_log_max", 1538, 6,
		prm_cmd_hca_cap_2_get_flow_hit_aso_32_alloc_log_max(p));
	prm_print_reserved(f, indent, p, 1544, 2);
	prm_print_uint(f, indent, "conn_track_aso_32_alloc_log_max", 1546, 6,
		prm_cmd_hca_cap_2_get_conn_track_aso_32_alloc_log_max(p));
	prm_print_reserved(f, indent, p, 1552, 2);
	prm_print_uint(f, indent, "flow_entropy_aso_32_alloc_log_max", 1554, 6,
		prm_cmd_hca_cap_2_get_flow_entropy_aso_32_alloc_log_max(p));
	prm_print_uint(f, indent, "delegate_function_type", 1560, 8,
		prm_cmd_hca_cap_2_get_delegate_function_type(p));
	prm_print_reserved(f, indent, p, 1568, 2);
	prm_print_uint(f, indent, "flow_hit_aso_32_num_log_max", 1570, 6,
		prm_cmd_hca_cap_2_get_flow_hit_aso_32_num_log_max(p));
	prm_print_reserved(f, indent, p, 1576, 2);
	prm_print_uint(f, indent, "flow_entropy_aso_32_num_log_max", 1578, 6,
		prm_cmd_hca_cap_2_get_flow_entropy_aso_32_num_log_max(p));
	prm_print_flags(f, indent, "execute_aso_32_type", 1584, 16,
		prm_cmd_hca_cap_2_get_execute_aso_32_type(p), prm_aso_type_flag_str);
	prm_print_reserved(f, indent, p, 1600, 2);
	prm_print_uint(f, indent, "urisc_mem_aso_32_num_log_max", 1602, 6,
		prm_cmd_hca_cap_2_get_urisc_mem_aso_32_num_log_max(p));
	prm_print_reserved(f, indent, p, 1608, 2);
	prm_print_uint(f, indent, "urisc_mem_aso_32_alloc_log_max", 1610, 6,
		prm_cmd_hca_cap_2_get_urisc_mem_aso_32_alloc_log_max(p));
	prm_print_reserved(f, indent, p, 1616, 3);
	prm_print_uint(f, indent, "urisc_mem_aso_granularity", 1619, 5,
		prm_cmd_hca_cap_2_get_urisc_mem_aso_granularity(p));
	prm_print_uint(f, indent, "fifo_access_aso_opc_mod", 1624, 8,
		prm_cmd_hca_cap_2_get_fifo_access_aso_opc_mod(p));
	prm_print_uint(f, indent, "urisc_mem_aso_instruction", 1632, 32,
		prm_cmd_hca_cap_2_get_urisc_mem_aso_instruction(p));
	prm_print_reserved(f, indent, p, 1664, 2);
	prm_print_uint(f, indent, "fifo_aso_32_num_log_max", 1666, 6,
		prm_cmd_hca_cap_2_get_fifo_aso_32_num_log_max(p));
	prm_print_reserved(f, indent, p, 1672, 2);
	prm_print_uint(f, indent, "fifo_aso_32_alloc_log_max", 1674, 6,
		prm_cmd_hca_cap_2_get_fifo_aso_32_alloc_log_max(p));
	prm_print_reserved(f, indent, p, 1680, 3);
	prm_print_uint(f, indent, "fifo_aso_granularity", 1683, 5,
		prm_cmd_hca_cap_2_get_fifo_aso_granularity(p));
	prm_print_reserved(f, indent, p, 1688, 3);
	prm_print_uint(f, indent, "aso32_take_from_reg_pair_id", 1691, 5,
		prm_cmd_hca_cap_2_get_aso32_take_from_reg_pair_id(p));
	prm_print_reserved(f, indent, p, 1696, 3);
	prm_print_uint(f, indent, "fifo_aso_ctrl_head_offset", 1699, 5,
		prm_cmd_hca_cap_2_get_fifo_aso_ctrl_head_offset(p));
	prm_print_reserved(f, indent, p, 1704, 3);
	prm_print_uint(f, indent, "fifo_aso_ctrl_head_size", 1707, 5,
		prm_cmd_hca_cap_2_get_fifo_aso_ctrl_head_size(p));
	prm_print_reserved(f, indent, p, 1712, 3);
	prm_print_uint(f, indent, "fifo_aso_ctrl_tail_offset", 1715, 5,
		prm_cmd_hca_cap_2_get_fifo_aso_ctrl_tail_offset(p));
	prm_print_reserved(f, indent, p, 1720, 3);
	prm_print_uint(f, indent, "fifo_aso_ctrl_tail_size", 1723, 5,
		prm_cmd_hca_cap_2_get_fifo_aso_ctrl_tail_size(p));
	prm_print_uint(f, indent, "return_reg_id_47_16", 1728, 32,
		prm_cmd_hca_cap_2_get_return_reg_id_47_16(p));
	prm_print_uint(f, indent, "rtt_timestamp_format", 1760, 4,
		prm_cmd_hca_cap_2_get_rtt_timestamp_format(p));
	prm_print_reserved(f, indent, p, 1764, 6);
	prm_print_uint(f, indent, "queue_mng_aso_32_num_log_max", 1770, 6,
		prm_cmd_hca_cap_2_get_queue_mng_aso_32_num_log_max(p));
	prm_print_reserved(f, indent, p, 1776, 2);
	prm_print_uint(f, indent, "queue_mng_aso_32_alloc_log_max", 1778, 6,
		prm_cmd_hca_cap_2_get_queue_mng_aso_32_alloc_log_max(p));
	prm_print_reserved(f, indent, p, 1784, 3);
	prm_print_uint(f, indent, "queue_mng_aso_granularity", 1787, 5,
		prm_cmd_hca_cap_2_get_queue_mng_aso_granularity(p));
	prm_print_uint(f, indent, "ria_tag_size_max", 1792, 8,
		prm_cmd_hca_cap_2_get_ria_tag_size_max(p));
	prm_print_reserved(f, indent, p, 1800, 2);
	prm_print_uint(f, indent, "timer_num_log_max", 1802, 6,
		prm_cmd_hca_cap_2_get_timer_num_log_max(p));
	prm_print_reserved(f, indent, p, 1808, 2);
	prm_print_uint(f, indent, "timer_alloc_log_max", 1810, 6,
		prm_cmd_hca_cap_2_get_timer_alloc_log_max(p));
	prm_print_reserved(f, indent, p, 1816, 3);
	prm_print_uint(f, indent, "timer_granularity", 1819, 5,
		prm_cmd_hca_cap_2_get_timer_granularity(p));
	prm_print_reserved(f, indent, p, 1824, 2);
	prm_print_uint(f, indent, "ria_num_log_max", 1826, 6,
		prm_cmd_hca_cap_2_get_ria_num_log_max(p));
	prm_print_uint(f, indent, "flow_wqe_post_reg_pair_num_max", 1832, 8,
		prm_cmd_hca_cap_2_get_flow_wqe_post_reg_pair_num_max(p));
	prm_print_uint(f, indent, "pcc_probe_metadata", 1840, 16,
		prm_cmd_hca_cap_2_get_pcc_probe_metadata(p));
	prm_print_uint(f, indent, "ria_reg_id_pair", 1856, 32,
		prm_cmd_hca_cap_2_get_ria_reg_id_pair(p));
	prm_print_reserved(f, indent, p, 1888, 10);
	prm_print_uint(f, indent, "flow_semaphore_num_log_max", 1898, 6,
		prm_cmd_hca_cap_2_get_flow_semaphore_num_log_max(p));
	prm_print_reserved(f, indent, p, 1904, 2);
	prm_print_uint(f, indent, "flow_semaphore_alloc_log_max", 1906, 6,
		prm_cmd_hca_cap_2_get_flow_semaphore_alloc_log_max(p));
	prm_print_reserved(f, indent, p, 1912, 3);
	prm_print_uint(f, indent, "flow_semaphore_granularity", 1915, 5,
		prm_cmd_hca_cap_2_get_flow_semaphore_granularity(p));
	prm_print_uint(f, indent, "ria_resource_id_range_max", 1920, 32,
		prm_cmd_hca_cap_2_get_ria_resource_id_range_max(p));
	prm_print_uint(f, indent, "flow_wqe_post_reg_id_pair", 1952, 32,
		prm_cmd_hca_cap_2_get_flow_wqe_post_reg_id_pair(p));
	prm_print_uint(f, indent, "packet_window_anchor", 1984, 64,
		prm_cmd_hca_cap_2_get_packet_window_anchor(p));
}

#endif /* PRM_HCA_CAP_2_PRINT_H */
