/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Printers of the layouts of prm_hca_cap.h.
 * Made by prmc 1 from spec/cmd/hca_cap.yaml, spec digest 7a0ac48199bb. Do not edit: `ninja regen`.
 */
#ifndef PRM_HCA_CAP_PRINT_H
#define PRM_HCA_CAP_PRINT_H

#include "prm_print.h"
#include "prm_hca_cap.h"

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_cmd_hca_cap_print(FILE *f, const struct prm_cmd_hca_cap *p, int indent)
{
	prm_print_uint(f, indent, "access_other_hca_roce", 0, 1,
		prm_cmd_hca_cap_get_access_other_hca_roce(p));
	prm_print_uint(f, indent, "alloc_flow_counter_pd", 1, 1,
		prm_cmd_hca_cap_get_alloc_flow_counter_pd(p));
	prm_print_uint(f, indent, "flow_counter_access_aso", 2, 1,
		prm_cmd_hca_cap_get_flow_counter_access_aso(p));
	prm_print_uint(f, indent, "query_match_sample_info", 3, 1,
		prm_cmd_hca_cap_get_query_match_sample_info(p));
	prm_print_uint(f, indent, "lightweight_eq", 4, 1, prm_cmd_hca_cap_get_lightweight_eq(p));
	prm_print_uint(f, indent, "eq_dbr", 5, 1, prm_cmd_hca_cap_get_eq_dbr(p));
	prm_print_uint(f, indent, "page_request_disable", 6, 1,
		prm_cmd_hca_cap_get_page_request_disable(p));
	prm_print_uint(f, indent, "abs_native_port_num", 7, 1,
		prm_cmd_hca_cap_get_abs_native_port_num(p));
	prm_print_uint(f, indent, "flow_counter_access_aso_opc_mod", 8, 8,
		prm_cmd_hca_cap_get_flow_counter_access_aso_opc_mod(p));
	prm_print_uint(f, indent, "shared_object_to_user_object_allowed", 16, 1,
		prm_cmd_hca_cap_get_shared_object_to_user_object_allowed(p));
	prm_print_uint(f, indent, "emulated_dev_mkey_crossing_access_disabled", 17, 1,
		prm_cmd_hca_cap_get_emulated_dev_mkey_crossing_access_disabled(p));
	prm_print_uint(f, indent, "lag_queue_affinity_active_port", 18, 1,
		prm_cmd_hca_cap_get_lag_queue_affinity_active_port(p));
	prm_print_uint(f, indent, "log_sha_mmo_max_size", 19, 5,
		prm_cmd_hca_cap_get_log_sha_mmo_max_size(p));
	prm_print_reserved(f, indent, p, 24, 7);
	prm_print_uint(f, indent, "vhca_resource_manager", 31, 1,
		prm_cmd_hca_cap_get_vhca_resource_manager(p));
	prm_print_uint(f, indent, "hca_cap_2", 32, 1, prm_cmd_hca_cap_get_hca_cap_2(p));
	prm_print_uint(f, indent, "create_lag_when_not_master_up", 33, 1,
		prm_cmd_hca_cap_get_create_lag_when_not_master_up(p));
	prm_print_uint(f, indent, "dtor", 34, 1, prm_cmd_hca_cap_get_dtor(p));
	prm_print_uint(f, indent, "event_on_vhca_state_teardown_request", 35, 1,
		prm_cmd_hca_cap_get_event_on_vhca_state_teardown_request(p));
	prm_print_uint(f, indent, "event_on_vhca_state_in_use", 36, 1,
		prm_cmd_hca_cap_get_event_on_vhca_state_in_use(p));
	prm_print_uint(f, indent, "event_on_vhca_state_active", 37, 1,
		prm_cmd_hca_cap_get_event_on_vhca_state_active(p));
	prm_print_uint(f, indent, "event_on_vhca_state_allocated", 38, 1,
		prm_cmd_hca_cap_get_event_on_vhca_state_allocated(p));
	prm_print_uint(f, indent, "event_on_vhca_state_invalid", 39, 1,
		prm_cmd_hca_cap_get_event_on_vhca_state_invalid(p));
	prm_print_uint(f, indent, "transpose_max_element_size", 40, 8,
		prm_cmd_hca_cap_get_transpose_max_element_size(p));
	prm_print_uint(f, indent, "vhca_id", 48, 16, prm_cmd_hca_cap_get_vhca_id(p));
	prm_print_uint(f, indent, "transpose_max_cols", 64, 8,
		prm_cmd_hca_cap_get_transpose_max_cols(p));
	prm_print_uint(f, indent, "transpose_max_rows", 72, 8,
		prm_cmd_hca_cap_get_transpose_max_rows(p));
	prm_print_uint(f, indent, "transpose_max_size", 80, 16,
		prm_cmd_hca_cap_get_transpose_max_size(p));
	prm_print_uint(f, indent, "resources_on_virtio_fs_emulation_manager", 96, 1,
		prm_cmd_hca_cap_get_resources_on_virtio_fs_emulation_manager(p));
	prm_print_uint(f, indent, "sw_steering_icm_large_scale_steering", 97, 1,
		prm_cmd_hca_cap_get_sw_steering_icm_large_scale_steering(p));
	prm_print_uint(f, indent, "qp_data_in_order", 98, 1,
		prm_cmd_hca_cap_get_qp_data_in_order(p));
	prm_print_uint(f, indent, "log_regexp_scatter_gather_size", 99, 5,
		prm_cmd_hca_cap_get_log_regexp_scatter_gather_size(p));
	prm_print_uint(f, indent, "ibl2_delay_drop", 104, 1,
		prm_cmd_hca_cap_get_ibl2_delay_drop(p));
	prm_print_uint(f, indent, "ibl2_qp", 105, 1, prm_cmd_hca_cap_get_ibl2_qp(p));
	prm_print_uint(f, indent, "init2init_qp_drain_sigerr", 106, 1,
		prm_cmd_hca_cap_get_init2init_qp_drain_sigerr(p));
	prm_print_uint(f, indent, "log_dma_mmo_max_size", 107, 5,
		prm_cmd_hca_cap_get_log_dma_mmo_max_size(p));
	prm_print_uint(f, indent, "relaxed_ordering_write_pci_enabled", 112, 1,
		prm_cmd_hca_cap_get_relaxed_ordering_write_pci_enabled(p));
	prm_print_uint(f, indent, "ibl2_tx_vl15", 113, 1, prm_cmd_hca_cap_get_ibl2_tx_vl15(p));
	prm_print_uint(f, indent, "decompress_snappy_v2", 114, 1,
		prm_cmd_hca_cap_get_decompress_snappy_v2(p));
	prm_print_uint(f, indent, "log_compress_mmo_max_size", 115, 5,
		prm_cmd_hca_cap_get_log_compress_mmo_max_size(p));
	prm_print_uint(f, indent, "decompress_lz4_data_only_v2", 120, 1,
		prm_cmd_hca_cap_get_decompress_lz4_data_only_v2(p));
	prm_print_uint(f, indent, "decompress_lz4_no_checksum_v2", 121, 1,
		prm_cmd_hca_cap_get_decompress_lz4_no_checksum_v2(p));
	prm_print_uint(f, indent, "decompress_lz4_checksum_v2", 122, 1,
		prm_cmd_hca_cap_get_decompress_lz4_checksum_v2(p));
	prm_print_uint(f, indent, "log_decompress_mmo_max_size", 123, 5,
		prm_cmd_hca_cap_get_log_decompress_mmo_max_size(p));
	prm_print_uint(f, indent, "log_max_srq_sz", 128, 8, prm_cmd_hca_cap_get_log_max_srq_sz(p));
	prm_print_uint(f, indent, "log_max_qp_sz", 136, 8, prm_cmd_hca_cap_get_log_max_qp_sz(p));
	prm_print_uint(f, indent, "event_cap", 144, 1, prm_cmd_hca_cap_get_event_cap(p));
	prm_print_uint(f, indent, "rc_qp_init2rts", 145, 1, prm_cmd_hca_cap_get_rc_qp_init2rts(p));
	prm_print_uint(f, indent, "rc_qp_create_on_init", 146, 1,
		prm_cmd_hca_cap_get_rc_qp_create_on_init(p));
	prm_print_uint(f, indent, "isolate_vl_tc_new", 147, 1,
		prm_cmd_hca_cap_get_isolate_vl_tc_new(p));
	prm_print_uint(f, indent, "comm_channel_dc", 148, 1,
		prm_cmd_hca_cap_get_comm_channel_dc(p));
	prm_print_uint(f, indent, "comm_channel_cross_esw", 149, 1,
		prm_cmd_hca_cap_get_comm_channel_cross_esw(p));
	prm_print_uint(f, indent, "nvmeotcp", 150, 1, prm_cmd_hca_cap_get_nvmeotcp(p));
	prm_print_uint(f, indent, "pcie_hanged", 151, 1, prm_cmd_hca_cap_get_pcie_hanged(p));
	prm_print_uint(f, indent, "prio_tag_required", 152, 1,
		prm_cmd_hca_cap_get_prio_tag_required(p));
	prm_print_uint(f, indent, "wqe_index_ignore_cap", 153, 1,
		prm_cmd_hca_cap_get_wqe_index_ignore_cap(p));
	prm_print_uint(f, indent, "dynamic_qp_allocation", 154, 1,
		prm_cmd_hca_cap_get_dynamic_qp_allocation(p));
	prm_print_uint(f, indent, "log_max_qp", 155, 5, prm_cmd_hca_cap_get_log_max_qp(p));
	prm_print_uint(f, indent, "regexp", 160, 1, prm_cmd_hca_cap_get_regexp(p));
	prm_print_uint(f, indent, "regexp_params_old", 161, 1,
		prm_cmd_hca_cap_get_regexp_params_old(p));
	prm_print_uint(f, indent, "regexp_alloc_onbehalf_umem", 162, 1,
		prm_cmd_hca_cap_get_regexp_alloc_onbehalf_umem(p));
	prm_print_uint(f, indent, "ece_support", 163, 1, prm_cmd_hca_cap_get_ece_support(p));
	prm_print_uint(f, indent, "regexp_num_of_engines", 164, 4,
		prm_cmd_hca_cap_get_regexp_num_of_engines(p));
	prm_print_uint(f, indent, "allow_pause_tx", 168, 1, prm_cmd_hca_cap_get_allow_pause_tx(p));
	prm_print_uint(f, indent, "reg_c_preserve", 169, 1, prm_cmd_hca_cap_get_reg_c_preserve(p));
	prm_print_uint(f, indent, "isolate_vl_tc", 170, 1, prm_cmd_hca_cap_get_isolate_vl_tc(p));
	prm_print_uint(f, indent, "log_max_srq", 171, 5, prm_cmd_hca_cap_get_log_max_srq(p));
	prm_print_uint(f, indent, "psp_old", 176, 1, prm_cmd_hca_cap_get_psp_old(p));
	prm_print_uint(f, indent, "uplink_follow", 177, 1, prm_cmd_hca_cap_get_uplink_follow(p));
	prm_print_uint(f, indent, "ts_cqe_to_dest_cqn", 178, 1,
		prm_cmd_hca_cap_get_ts_cqe_to_dest_cqn(p));
	prm_print_uint(f, indent, "regexp_log_crspace_size", 179, 5,
		prm_cmd_hca_cap_get_regexp_log_crspace_size(p));
	prm_print_uint(f, indent, "selective_repeat", 184, 1,
		prm_cmd_hca_cap_get_selective_repeat(p));
	prm_print_uint(f, indent, "go_back_n", 185, 1, prm_cmd_hca_cap_get_go_back_n(p));
	prm_print_uint(f, indent, "shampo_old", 186, 1, prm_cmd_hca_cap_get_shampo_old(p));
	prm_print_uint(f, indent, "scatter_fcs_w_decap_disable", 187, 1,
		prm_cmd_hca_cap_get_scatter_fcs_w_decap_disable(p));
	prm_print_reserved(f, indent, p, 188, 4);
	prm_print_uint(f, indent, "max_sgl_for_optimized_performance", 192, 8,
		prm_cmd_hca_cap_get_max_sgl_for_optimized_performance(p));
	prm_print_uint(f, indent, "log_max_cq_sz", 200, 8, prm_cmd_hca_cap_get_log_max_cq_sz(p));
	prm_print_uint(f, indent, "relaxed_ordering_write_umr", 208, 1,
		prm_cmd_hca_cap_get_relaxed_ordering_write_umr(p));
	prm_print_uint(f, indent, "relaxed_ordering_read_umr", 209, 1,
		prm_cmd_hca_cap_get_relaxed_ordering_read_umr(p));
	prm_print_uint(f, indent, "access_register_user", 210, 1,
		prm_cmd_hca_cap_get_access_register_user(p));
	prm_print_uint(f, indent, "max_num_of_fixed_buffers_per_mkey", 211, 5,
		prm_cmd_hca_cap_get_max_num_of_fixed_buffers_per_mkey(p));
	prm_print_uint(f, indent, "upt_device_emulation_manager", 216, 1,
		prm_cmd_hca_cap_get_upt_device_emulation_manager(p));
	prm_print_uint(f, indent, "virtio_net_device_emulation_manager", 217, 1,
		prm_cmd_hca_cap_get_virtio_net_device_emulation_manager(p));
	prm_print_uint(f, indent, "virtio_blk_device_emulation_manager", 218, 1,
		prm_cmd_hca_cap_get_virtio_blk_device_emulation_manager(p));
	prm_print_uint(f, indent, "log_max_cq", 219, 5, prm_cmd_hca_cap_get_log_max_cq(p));
	prm_print_uint(f, indent, "log_max_eq_sz", 224, 8, prm_cmd_hca_cap_get_log_max_eq_sz(p));
	prm_print_uint(f, indent, "relaxed_ordering_write", 232, 1,
		prm_cmd_hca_cap_get_relaxed_ordering_write(p));
	prm_print_uint(f, indent, "relaxed_ordering_read_pci_enabled", 233, 1,
		prm_cmd_hca_cap_get_relaxed_ordering_read_pci_enabled(p));
	prm_print_uint(f, indent, "log_max_mkey", 234, 6, prm_cmd_hca_cap_get_log_max_mkey(p));
	prm_print_uint(f, indent, "tunneled_atomic", 240, 1,
		prm_cmd_hca_cap_get_tunneled_atomic(p));
	prm_print_uint(f, indent, "as_notify", 241, 1, prm_cmd_hca_cap_get_as_notify(p));
	prm_print_uint(f, indent, "m_pci_port", 242, 1, prm_cmd_hca_cap_get_m_pci_port(p));
	prm_print_uint(f, indent, "m_vhca_mk", 243, 1, prm_cmd_hca_cap_get_m_vhca_mk(p));
	prm_print_uint(f, indent, "hotplug_manager", 244, 1,
		prm_cmd_hca_cap_get_hotplug_manager(p));
	prm_print_uint(f, indent, "nvme_device_emulation_manager", 245, 1,
		prm_cmd_hca_cap_get_nvme_device_emulation_manager(p));
	prm_print_uint(f, indent, "terminate_scatter_list_mkey", 246, 1,
		prm_cmd_hca_cap_get_terminate_scatter_list_mkey(p));
	prm_print_uint(f, indent, "repeated_mkey", 247, 1, prm_cmd_hca_cap_get_repeated_mkey(p));
	prm_print_uint(f, indent, "dump_fill_mkey", 248, 1, prm_cmd_hca_cap_get_dump_fill_mkey(p));
	prm_print_uint(f, indent, "dpp", 249, 1, prm_cmd_hca_cap_get_dpp(p));
	prm_print_uint(f, indent, "resources_on_nvme_emulation_manager", 250, 1,
		prm_cmd_hca_cap_get_resources_on_nvme_emulation_manager(p));
	prm_print_uint(f, indent, "fast_teardown", 251, 1, prm_cmd_hca_cap_get_fast_teardown(p));
	prm_print_uint(f, indent, "log_max_eq", 252, 4, prm_cmd_hca_cap_get_log_max_eq(p));
	prm_print_uint(f, indent, "max_indirection", 256, 8,
		prm_cmd_hca_cap_get_max_indirection(p));
	prm_print_uint(f, indent, "fixed_buffer_size", 264, 1,
		prm_cmd_hca_cap_get_fixed_buffer_size(p));
	prm_print_uint(f, indent, "log_max_mrw_sz", 265, 7, prm_cmd_hca_cap_get_log_max_mrw_sz(p));
	prm_print_uint(f, indent, "force_teardown", 272, 1, prm_cmd_hca_cap_get_force_teardown(p));
	prm_print_uint(f, indent, "hard_coded_1", 273, 1, prm_cmd_hca_cap_get_hard_coded_1(p));
	prm_print_uint(f, indent, "log_max_bsf_list_size", 274, 6,
		prm_cmd_hca_cap_get_log_max_bsf_list_size(p));
	prm_print_uint(f, indent, "umr_extended_translation_offset", 280, 1,
		prm_cmd_hca_cap_get_umr_extended_translation_offset(p));
	prm_print_uint(f, indent, "null_mkey", 281, 1, prm_cmd_hca_cap_get_null_mkey(p));
	prm_print_uint(f, indent, "log_max_klm_list_size", 282, 6,
		prm_cmd_hca_cap_get_log_max_klm_list_size(p));
	prm_print_uint(f, indent, "non_wire_sq", 288, 1, prm_cmd_hca_cap_get_non_wire_sq(p));
	prm_print_uint(f, indent, "ats_ro_dependence", 289, 1,
		prm_cmd_hca_cap_get_ats_ro_dependence(p));
	prm_print_uint(f, indent, "qpc_extension", 290, 1, prm_cmd_hca_cap_get_qpc_extension(p));
	prm_print_uint(f, indent, "log_max_static_sq_wq_size", 291, 5,
		prm_cmd_hca_cap_get_log_max_static_sq_wq_size(p));
	prm_print_uint(f, indent, "resources_on_virtio_net_emulation_manager", 296, 1,
		prm_cmd_hca_cap_get_resources_on_virtio_net_emulation_manager(p));
	prm_print_uint(f, indent, "resources_on_virtio_blk_emulation_manager", 297, 1,
		prm_cmd_hca_cap_get_resources_on_virtio_blk_emulation_manager(p));
	prm_print_uint(f, indent, "log_max_ra_req_dc", 298, 6,
		prm_cmd_hca_cap_get_log_max_ra_req_dc(p));
	prm_print_uint(f, indent, "vhca_trust_level_reg", 304, 1,
		prm_cmd_hca_cap_get_vhca_trust_level_reg(p));
	prm_print_uint(f, indent, "eth_wqe_too_small_mode", 305, 1,
		prm_cmd_hca_cap_get_eth_wqe_too_small_mode(p));
	prm_print_uint(f, indent, "vnic_env_eth_wqe_too_small", 306, 1,
		prm_cmd_hca_cap_get_vnic_env_eth_wqe_too_small(p));
	prm_print_uint(f, indent, "log_max_static_sq_wq", 307, 5,
		prm_cmd_hca_cap_get_log_max_static_sq_wq(p));
	prm_print_uint(f, indent, "ooo_sl_mask", 312, 1, prm_cmd_hca_cap_get_ooo_sl_mask(p));
	prm_print_uint(f, indent, "vnic_env_cq_overrun", 313, 1,
		prm_cmd_hca_cap_get_vnic_env_cq_overrun(p));
	prm_print_uint(f, indent, "log_max_ra_res_dc", 314, 6,
		prm_cmd_hca_cap_get_log_max_ra_res_dc(p));
	prm_print_uint(f, indent, "cc_roce_ecn_rp_classify_mode", 320, 1,
		prm_cmd_hca_cap_get_cc_roce_ecn_rp_classify_mode(p));
	prm_print_uint(f, indent, "cc_roce_ecn_rp_dynamic_rtt", 321, 1,
		prm_cmd_hca_cap_get_cc_roce_ecn_rp_dynamic_rtt(p));
	prm_print_uint(f, indent, "cc_roce_ecn_rp_dynamic_ai", 322, 1,
		prm_cmd_hca_cap_get_cc_roce_ecn_rp_dynamic_ai(p));
	prm_print_uint(f, indent, "cc_roce_ecn_rp_dynamic_g", 323, 1,
		prm_cmd_hca_cap_get_cc_roce_ecn_rp_dynamic_g(p));
	prm_print_uint(f, indent, "cc_roce_ecn_rp_burst_decouple", 324, 1,
		prm_cmd_hca_cap_get_cc_roce_ecn_rp_burst_decouple(p));
	prm_print_uint(f, indent, "release_all_pages", 325, 1,
		prm_cmd_hca_cap_get_release_all_pages(p));
	prm_print_uint(f, indent, "must_not_use", 326, 1, prm_cmd_hca_cap_get_must_not_use(p));
	prm_print_uint(f, indent, "sig_crc64_xp10", 327, 1, prm_cmd_hca_cap_get_sig_crc64_xp10(p));
	prm_print_uint(f, indent, "sig_crc32c", 328, 1, prm_cmd_hca_cap_get_sig_crc32c(p));
	prm_print_uint(f, indent, "roce_accl", 329, 1, prm_cmd_hca_cap_get_roce_accl(p));
	prm_print_uint(f, indent, "log_max_ra_req_qp", 330, 6,
		prm_cmd_hca_cap_get_log_max_ra_req_qp(p));
	prm_print_uint(f, indent, "rtr2rts_qp_counters_set_id", 336, 1,
		prm_cmd_hca_cap_get_rtr2rts_qp_counters_set_id(p));
	prm_print_uint(f, indent, "rts2rts_udp_sport", 337, 1,
		prm_cmd_hca_cap_get_rts2rts_udp_sport(p));
	prm_print_uint(f, indent, "rts2rts_lag_tx_port_affinity", 338, 1,
		prm_cmd_hca_cap_get_rts2rts_lag_tx_port_affinity(p));
	prm_print_uint(f, indent, "dma_mmo_sq", 339, 1, prm_cmd_hca_cap_get_dma_mmo_sq(p));
	prm_print_uint(f, indent, "compress_min_block_size", 340, 4,
		prm_cmd_hca_cap_get_compress_min_block_size(p));
	prm_print_uint(f, indent, "compress_mmo_sq", 344, 1,
		prm_cmd_hca_cap_get_compress_mmo_sq(p));
	prm_print_uint(f, indent, "decompress_mmo_sq", 345, 1,
		prm_cmd_hca_cap_get_decompress_mmo_sq(p));
	prm_print_uint(f, indent, "log_max_ra_res_qp", 346, 6,
		prm_cmd_hca_cap_get_log_max_ra_res_qp(p));
	prm_print_uint(f, indent, "end_pad", 352, 1, prm_cmd_hca_cap_get_end_pad(p));
	prm_print_uint(f, indent, "cc_query_allowed", 353, 1,
		prm_cmd_hca_cap_get_cc_query_allowed(p));
	prm_print_uint(f, indent, "cc_modify_allowed", 354, 1,
		prm_cmd_hca_cap_get_cc_modify_allowed(p));
	prm_print_uint(f, indent, "start_pad", 355, 1, prm_cmd_hca_cap_get_start_pad(p));
	prm_print_uint(f, indent, "cache_line_128byte", 356, 1,
		prm_cmd_hca_cap_get_cache_line_128byte(p));
	prm_print_uint(f, indent, "gid_table_size_ro", 357, 1,
		prm_cmd_hca_cap_get_gid_table_size_ro(p));
	prm_print_uint(f, indent, "pkey_table_size_ro", 358, 1,
		prm_cmd_hca_cap_get_pkey_table_size_ro(p));
	prm_print_uint(f, indent, "rts2rts_qp_rmp", 359, 1, prm_cmd_hca_cap_get_rts2rts_qp_rmp(p));
	prm_print_uint(f, indent, "rnr_nak_q_counters", 360, 1,
		prm_cmd_hca_cap_get_rnr_nak_q_counters(p));
	prm_print_uint(f, indent, "rts2rts_qp_counters_set_id", 361, 1,
		prm_cmd_hca_cap_get_rts2rts_qp_counters_set_id(p));
	prm_print_uint(f, indent, "rts2rts_qp_dscp", 362, 1,
		prm_cmd_hca_cap_get_rts2rts_qp_dscp(p));
	prm_print_uint(f, indent, "gen3_cc_negotiation", 363, 1,
		prm_cmd_hca_cap_get_gen3_cc_negotiation(p));
	prm_print_uint(f, indent, "vnic_env_int_rq_oob", 364, 1,
		prm_cmd_hca_cap_get_vnic_env_int_rq_oob(p));
	prm_print_uint(f, indent, "sbcam_reg", 365, 1, prm_cmd_hca_cap_get_sbcam_reg(p));
	prm_print_uint(f, indent, "cwcam_reg", 366, 1, prm_cmd_hca_cap_get_cwcam_reg(p));
	prm_print_uint(f, indent, "qcam_reg", 367, 1, prm_cmd_hca_cap_get_qcam_reg(p));
	prm_print_enum(f, indent, "gid_table_size", 368, 16,
		prm_cmd_hca_cap_get_gid_table_size(p),
			prm_gid_table_size_str(prm_cmd_hca_cap_get_gid_table_size(p)));
	prm_print_uint(f, indent, "out_of_seq_cnt", 384, 1, prm_cmd_hca_cap_get_out_of_seq_cnt(p));
	prm_print_uint(f, indent, "vport_counters", 385, 1, prm_cmd_hca_cap_get_vport_counters(p));
	prm_print_uint(f, indent, "retransmission_q_counters", 386, 1,
		prm_cmd_hca_cap_get_retransmission_q_counters(p));
	prm_print_uint(f, indent, "debug", 387, 1, prm_cmd_hca_cap_get_debug(p));
	prm_print_uint(f, indent, "modify_rq_counters_set_id", 388, 1,
		prm_cmd_hca_cap_get_modify_rq_counters_set_id(p));
	prm_print_uint(f, indent, "rq_delay_drop", 389, 1, prm_cmd_hca_cap_get_rq_delay_drop(p));
	prm_print_uint(f, indent, "max_qp_cnt", 390, 10, prm_cmd_hca_cap_get_max_qp_cnt(p));
	prm_print_enum(f, indent, "pkey_table_size", 400, 16,
		prm_cmd_hca_cap_get_pkey_table_size(p),
			prm_pkey_table_size_str(prm_cmd_hca_cap_get_pkey_table_size(p)));
	prm_print_uint(f, indent, "vport_group_manager", 416, 1,
		prm_cmd_hca_cap_get_vport_group_manager(p));
	prm_print_uint(f, indent, "vhca_group_manager", 417, 1,
		prm_cmd_hca_cap_get_vhca_group_manager(p));
	prm_print_uint(f, indent, "ib_virt", 418, 1, prm_cmd_hca_cap_get_ib_virt(p));
	prm_print_uint(f, indent, "eth_virt", 419, 1, prm_cmd_hca_cap_get_eth_virt(p));
	prm_print_uint(f, indent, "vnic_env_queue_counters", 420, 1,
		prm_cmd_hca_cap_get_vnic_env_queue_counters(p));
	prm_print_uint(f, indent, "ets", 421, 1, prm_cmd_hca_cap_get_ets(p));
	prm_print_uint(f, indent, "nic_flow_table", 422, 1, prm_cmd_hca_cap_get_nic_flow_table(p));
	prm_print_uint(f, indent, "eswitch_manager", 423, 1,
		prm_cmd_hca_cap_get_eswitch_manager(p));
	prm_print_uint(f, indent, "device_memory", 424, 1, prm_cmd_hca_cap_get_device_memory(p));
	prm_print_uint(f, indent, "mcam_reg", 425, 1, prm_cmd_hca_cap_get_mcam_reg(p));
	prm_print_uint(f, indent, "pcam_reg", 426, 1, prm_cmd_hca_cap_get_pcam_reg(p));
	prm_print_uint(f, indent, "local_ca_ack_delay", 427, 5,
		prm_cmd_hca_cap_get_local_ca_ack_delay(p));
	prm_print_uint(f, indent, "port_module_event", 432, 1,
		prm_cmd_hca_cap_get_port_module_event(p));
	prm_print_uint(f, indent, "enhanced_retransmission_q_counters", 433, 1,
		prm_cmd_hca_cap_get_enhanced_retransmission_q_counters(p));
	prm_print_uint(f, indent, "port_checks", 434, 1, prm_cmd_hca_cap_get_port_checks(p));
	prm_print_uint(f, indent, "pulse_gen_control", 435, 1,
		prm_cmd_hca_cap_get_pulse_gen_control(p));
	prm_print_uint(f, indent, "disable_link_up_by_init_hca", 436, 1,
		prm_cmd_hca_cap_get_disable_link_up_by_init_hca(p));
	prm_print_uint(f, indent, "beacon_led", 437, 1, prm_cmd_hca_cap_get_beacon_led(p));
	prm_print_enum(f, indent, "port_type", 438, 2,
		prm_cmd_hca_cap_get_port_type(p),
			prm_cap_port_type_str(prm_cmd_hca_cap_get_port_type(p)));
	prm_print_uint(f, indent, "num_ports", 440, 8, prm_cmd_hca_cap_get_num_ports(p));
	prm_print_uint(f, indent, "snapshot", 448, 1, prm_cmd_hca_cap_get_snapshot(p));
	prm_print_uint(f, indent, "pps", 449, 1, prm_cmd_hca_cap_get_pps(p));
	prm_print_uint(f, indent, "pps_modify", 450, 1, prm_cmd_hca_cap_get_pps_modify(p));
	prm_print_uint(f, indent, "log_max_msg", 451, 5, prm_cmd_hca_cap_get_log_max_msg(p));
	prm_print_uint(f, indent, "multi_path_xrc_rdma", 456, 1,
		prm_cmd_hca_cap_get_multi_path_xrc_rdma(p));
	prm_print_uint(f, indent, "multi_path_dc_rdma", 457, 1,
		prm_cmd_hca_cap_get_multi_path_dc_rdma(p));
	prm_print_uint(f, indent, "multi_path_rc_rdma", 458, 1,
		prm_cmd_hca_cap_get_multi_path_rc_rdma(p));
	prm_print_uint(f, indent, "traffic_fast_control", 459, 1,
		prm_cmd_hca_cap_get_traffic_fast_control(p));
	prm_print_uint(f, indent, "max_tc", 460, 4, prm_cmd_hca_cap_get_max_tc(p));
	prm_print_uint(f, indent, "temp_warn_event", 464, 1,
		prm_cmd_hca_cap_get_temp_warn_event(p));
	prm_print_uint(f, indent, "dcbx", 465, 1, prm_cmd_hca_cap_get_dcbx(p));
	prm_print_uint(f, indent, "general_notification_event", 466, 1,
		prm_cmd_hca_cap_get_general_notification_event(p));
	prm_print_uint(f, indent, "multi_prio_sq", 467, 1, prm_cmd_hca_cap_get_multi_prio_sq(p));
	prm_print_uint(f, indent, "afu_owner", 468, 1, prm_cmd_hca_cap_get_afu_owner(p));
	prm_print_uint(f, indent, "fpga", 469, 1, prm_cmd_hca_cap_get_fpga(p));
	prm_print_uint(f, indent, "rol_s", 470, 1, prm_cmd_hca_cap_get_rol_s(p));
	prm_print_uint(f, indent, "rol_g", 471, 1, prm_cmd_hca_cap_get_rol_g(p));
	prm_print_uint(f, indent, "ib_port_sniffer", 472, 1,
		prm_cmd_hca_cap_get_ib_port_sniffer(p));
	prm_print_uint(f, indent, "wol_s", 473, 1, prm_cmd_hca_cap_get_wol_s(p));
	prm_print_uint(f, indent, "wol_g", 474, 1, prm_cmd_hca_cap_get_wol_g(p));
	prm_print_uint(f, indent, "wol_a", 475, 1, prm_cmd_hca_cap_get_wol_a(p));
	prm_print_uint(f, indent, "wol_b", 476, 1, prm_cmd_hca_cap_get_wol_b(p));
	prm_print_uint(f, indent, "wol_m", 477, 1, prm_cmd_hca_cap_get_wol_m(p));
	prm_print_uint(f, indent, "wol_u", 478, 1, prm_cmd_hca_cap_get_wol_u(p));
	prm_print_uint(f, indent, "wol_p", 479, 1, prm_cmd_hca_cap_get_wol_p(p));
	prm_print_uint(f, indent, "stat_rate_support", 480, 16,
		prm_cmd_hca_cap_get_stat_rate_support(p));
	prm_print_uint(f, indent, "sig_block_4048", 496, 1, prm_cmd_hca_cap_get_sig_block_4048(p));
	prm_print_uint(f, indent, "pci_sync_for_fw_update_event", 497, 1,
		prm_cmd_hca_cap_get_pci_sync_for_fw_update_event(p));
	prm_print_uint(f, indent, "init2rtr_drain_sigerr", 498, 1,
		prm_cmd_hca_cap_get_init2rtr_drain_sigerr(p));
	prm_print_uint(f, indent, "log_max_extended_rnr_retry", 499, 5,
		prm_cmd_hca_cap_get_log_max_extended_rnr_retry(p));
	prm_print_uint(f, indent, "init2_lag_tx_port_affinity", 504, 1,
		prm_cmd_hca_cap_get_init2_lag_tx_port_affinity(p));
	prm_print_uint(f, indent, "flow_group_type_hash_split", 505, 1,
		prm_cmd_hca_cap_get_flow_group_type_hash_split(p));
	prm_print_uint(f, indent, "stat_rate_200", 506, 1, prm_cmd_hca_cap_get_stat_rate_200(p));
	prm_print_uint(f, indent, "wqe_based_flow_table_update_cap", 507, 1,
		prm_cmd_hca_cap_get_wqe_based_flow_table_update_cap(p));
	prm_print_uint(f, indent, "cqe_version", 508, 4, prm_cmd_hca_cap_get_cqe_version(p));
	prm_print_uint(f, indent, "compact_address_vector", 512, 1,
		prm_cmd_hca_cap_get_compact_address_vector(p));
	prm_print_uint(f, indent, "eth_striding_wq", 513, 1,
		prm_cmd_hca_cap_get_eth_striding_wq(p));
	prm_print_reserved(f, indent, p, 514, 1);
	prm_print_uint(f, indent, "ipoib_enhanced_offloads", 515, 1,
		prm_cmd_hca_cap_get_ipoib_enhanced_offloads(p));
	prm_print_uint(f, indent, "ipoib_basic_offloads", 516, 1,
		prm_cmd_hca_cap_get_ipoib_basic_offloads(p));
	prm_print_uint(f, indent, "ib_link_list_striding_wq", 517, 1,
		prm_cmd_hca_cap_get_ib_link_list_striding_wq(p));
	prm_print_uint(f, indent, "repeated_block_disabled", 518, 1,
		prm_cmd_hca_cap_get_repeated_block_disabled(p));
	prm_print_uint(f, indent, "umr_modify_entity_size_disabled", 519, 1,
		prm_cmd_hca_cap_get_umr_modify_entity_size_disabled(p));
	prm_print_uint(f, indent, "umr_modify_atomic_disabled", 520, 1,
		prm_cmd_hca_cap_get_umr_modify_atomic_disabled(p));
	prm_print_uint(f, indent, "umr_indirect_mkey_disabled", 521, 1,
		prm_cmd_hca_cap_get_umr_indirect_mkey_disabled(p));
	prm_print_enum(f, indent, "umr_fence", 522, 2,
		prm_cmd_hca_cap_get_umr_fence(p),
			prm_umr_fence_str(prm_cmd_hca_cap_get_umr_fence(p)));
	prm_print_uint(f, indent, "dc_req_sctr_data_cqe", 524, 1,
		prm_cmd_hca_cap_get_dc_req_sctr_data_cqe(p));
	prm_print_uint(f, indent, "dc_connect_qp", 525, 1, prm_cmd_hca_cap_get_dc_connect_qp(p));
	prm_print_uint(f, indent, "dc_cnak_trace", 526, 1, prm_cmd_hca_cap_get_dc_cnak_trace(p));
	prm_print_uint(f, indent, "drain_sigerr", 527, 1, prm_cmd_hca_cap_get_drain_sigerr(p));
	prm_print_enum(f, indent, "cmdif_checksum", 528, 2,
		prm_cmd_hca_cap_get_cmdif_checksum(p),
			prm_cmdif_checksum_str(prm_cmd_hca_cap_get_cmdif_checksum(p)));
	prm_print_uint(f, indent, "sigerr_cqe", 530, 1, prm_cmd_hca_cap_get_sigerr_cqe(p));
	prm_print_uint(f, indent, "e_psv", 531, 1, prm_cmd_hca_cap_get_e_psv(p));
	prm_print_uint(f, indent, "wq_signature", 532, 1, prm_cmd_hca_cap_get_wq_signature(p));
	prm_print_uint(f, indent, "sctr_data_cqe", 533, 1, prm_cmd_hca_cap_get_sctr_data_cqe(p));
	prm_print_uint(f, indent, "bsf_in_create_mkey", 534, 1,
		prm_cmd_hca_cap_get_bsf_in_create_mkey(p));
	prm_print_uint(f, indent, "sho", 535, 1, prm_cmd_hca_cap_get_sho(p));
	prm_print_uint(f, indent, "tph", 536, 1, prm_cmd_hca_cap_get_tph(p));
	prm_print_uint(f, indent, "rf", 537, 1, prm_cmd_hca_cap_get_rf(p));
	prm_print_uint(f, indent, "dct", 538, 1, prm_cmd_hca_cap_get_dct(p));
	prm_print_uint(f, indent, "qos", 539, 1, prm_cmd_hca_cap_get_qos(p));
	prm_print_uint(f, indent, "eth_net_offloads", 540, 1,
		prm_cmd_hca_cap_get_eth_net_offloads(p));
	prm_print_uint(f, indent, "roce", 541, 1, prm_cmd_hca_cap_get_roce(p));
	prm_print_uint(f, indent, "atomic", 542, 1, prm_cmd_hca_cap_get_atomic(p));
	prm_print_uint(f, indent, "extended_retry_count", 543, 1,
		prm_cmd_hca_cap_get_extended_retry_count(p));
	prm_print_uint(f, indent, "cq_oi", 544, 1, prm_cmd_hca_cap_get_cq_oi(p));
	prm_print_uint(f, indent, "cq_resize", 545, 1, prm_cmd_hca_cap_get_cq_resize(p));
	prm_print_uint(f, indent, "cq_moderation", 546, 1, prm_cmd_hca_cap_get_cq_moderation(p));
	prm_print_uint(f, indent, "cq_period_mode_modify", 547, 1,
		prm_cmd_hca_cap_get_cq_period_mode_modify(p));
	prm_print_uint(f, indent, "cq_invalidate", 548, 1, prm_cmd_hca_cap_get_cq_invalidate(p));
	prm_print_uint(f, indent, "ib_striding_wq_cq_first_indication", 549, 1,
		prm_cmd_hca_cap_get_ib_striding_wq_cq_first_indication(p));
	prm_print_uint(f, indent, "cq_eq_remap", 550, 1, prm_cmd_hca_cap_get_cq_eq_remap(p));
	prm_print_uint(f, indent, "pg", 551, 1, prm_cmd_hca_cap_get_pg(p));
	prm_print_uint(f, indent, "block_lb_mc", 552, 1, prm_cmd_hca_cap_get_block_lb_mc(p));
	prm_print_uint(f, indent, "exponential_backoff", 553, 1,
		prm_cmd_hca_cap_get_exponential_backoff(p));
	prm_print_uint(f, indent, "scqe_break_moderation", 554, 1,
		prm_cmd_hca_cap_get_scqe_break_moderation(p));
	prm_print_uint(f, indent, "cq_period_start_from_cqe", 555, 1,
		prm_cmd_hca_cap_get_cq_period_start_from_cqe(p));
	prm_print_uint(f, indent, "cd", 556, 1, prm_cmd_hca_cap_get_cd(p));
	prm_print_uint(f, indent, "atm", 557, 1, prm_cmd_hca_cap_get_atm(p));
	prm_print_uint(f, indent, "apm", 558, 1, prm_cmd_hca_cap_get_apm(p));
	prm_print_uint(f, indent, "vector_calc", 559, 1, prm_cmd_hca_cap_get_vector_calc(p));
	prm_print_uint(f, indent, "umr_ptr_rlkey", 560, 1, prm_cmd_hca_cap_get_umr_ptr_rlkey(p));
	prm_print_uint(f, indent, "imaicl", 561, 1, prm_cmd_hca_cap_get_imaicl(p));
	prm_print_uint(f, indent, "qp_packet_based", 562, 1,
		prm_cmd_hca_cap_get_qp_packet_based(p));
	prm_print_uint(f, indent, "ib_cyclic_striding_wq", 563, 1,
		prm_cmd_hca_cap_get_ib_cyclic_striding_wq(p));
	prm_print_uint(f, indent, "ipoib_enhanced_pkey_change", 564, 1,
		prm_cmd_hca_cap_get_ipoib_enhanced_pkey_change(p));
	prm_print_uint(f, indent, "initiator_src_dct_in_cqe", 565, 1,
		prm_cmd_hca_cap_get_initiator_src_dct_in_cqe(p));
	prm_print_uint(f, indent, "qkv", 566, 1, prm_cmd_hca_cap_get_qkv(p));
	prm_print_uint(f, indent, "pkv", 567, 1, prm_cmd_hca_cap_get_pkv(p));
	prm_print_uint(f, indent, "set_deth_sqpn", 568, 1, prm_cmd_hca_cap_get_set_deth_sqpn(p));
	prm_print_uint(f, indent, "rts2rts_primary_sl", 569, 1,
		prm_cmd_hca_cap_get_rts2rts_primary_sl(p));
	prm_print_uint(f, indent, "initiator_src_dct", 570, 1,
		prm_cmd_hca_cap_get_initiator_src_dct(p));
	prm_print_uint(f, indent, "dc_v2", 571, 1, prm_cmd_hca_cap_get_dc_v2(p));
	prm_print_uint(f, indent, "xrc", 572, 1, prm_cmd_hca_cap_get_xrc(p));
	prm_print_uint(f, indent, "ud", 573, 1, prm_cmd_hca_cap_get_ud(p));
	prm_print_uint(f, indent, "uc", 574, 1, prm_cmd_hca_cap_get_uc(p));
	prm_print_uint(f, indent, "rc", 575, 1, prm_cmd_hca_cap_get_rc(p));
	prm_print_uint(f, indent, "uar_4k", 576, 1, prm_cmd_hca_cap_get_uar_4k(p));
	prm_print_uint(f, indent, "dci_no_rdma_wr_optimized_performance", 577, 1,
		prm_cmd_hca_cap_get_dci_no_rdma_wr_optimized_performance(p));
	prm_print_uint(f, indent, "local_dma", 578, 1, prm_cmd_hca_cap_get_local_dma(p));
	prm_print_uint(f, indent, "log_max_local_dma_size", 579, 5,
		prm_cmd_hca_cap_get_log_max_local_dma_size(p));
	prm_print_uint(f, indent, "fl_rc_qp_when_roce_disabled", 584, 1,
		prm_cmd_hca_cap_get_fl_rc_qp_when_roce_disabled(p));
	prm_print_uint(f, indent, "regexp_params", 585, 1, prm_cmd_hca_cap_get_regexp_params(p));
	prm_print_uint(f, indent, "uar_sz", 586, 6, prm_cmd_hca_cap_get_uar_sz(p));
	prm_print_uint(f, indent, "port_selection_cap", 592, 1,
		prm_cmd_hca_cap_get_port_selection_cap(p));
	prm_print_uint(f, indent, "nic_cap_reg", 593, 1, prm_cmd_hca_cap_get_nic_cap_reg(p));
	prm_print_uint(f, indent, "umem_uid_0", 594, 1, prm_cmd_hca_cap_get_umem_uid_0(p));
	prm_print_uint(f, indent, "log_max_dc_cnak_qps", 595, 5,
		prm_cmd_hca_cap_get_log_max_dc_cnak_qps(p));
	prm_print_uint(f, indent, "log_pg_sz", 600, 8, prm_cmd_hca_cap_get_log_pg_sz(p));
	prm_print_uint(f, indent, "bf", 608, 1, prm_cmd_hca_cap_get_bf(p));
	prm_print_uint(f, indent, "driver_version", 609, 1, prm_cmd_hca_cap_get_driver_version(p));
	prm_print_uint(f, indent, "pad_tx_eth_packet", 610, 1,
		prm_cmd_hca_cap_get_pad_tx_eth_packet(p));
	prm_print_uint(f, indent, "query_driver_version", 611, 1,
		prm_cmd_hca_cap_get_query_driver_version(p));
	prm_print_uint(f, indent, "max_qp_retry_freq", 612, 1,
		prm_cmd_hca_cap_get_max_qp_retry_freq(p));
	prm_print_uint(f, indent, "qp_by_name", 613, 1, prm_cmd_hca_cap_get_qp_by_name(p));
	prm_print_uint(f, indent, "mkey_by_name", 614, 1, prm_cmd_hca_cap_get_mkey_by_name(p));
	prm_print_uint(f, indent, "virtio_fs_device_emulation_manager", 615, 1,
		prm_cmd_hca_cap_get_virtio_fs_device_emulation_manager(p));
	prm_print_uint(f, indent, "suspend_qp_uc", 616, 1, prm_cmd_hca_cap_get_suspend_qp_uc(p));
	prm_print_uint(f, indent, "suspend_qp_ud", 617, 1, prm_cmd_hca_cap_get_suspend_qp_ud(p));
	prm_print_uint(f, indent, "suspend_qp_rc", 618, 1, prm_cmd_hca_cap_get_suspend_qp_rc(p));
	prm_print_uint(f, indent, "log_bf_reg_size", 619, 5,
		prm_cmd_hca_cap_get_log_bf_reg_size(p));
	prm_print_uint(f, indent, "disciplined_fr_counter", 624, 1,
		prm_cmd_hca_cap_get_disciplined_fr_counter(p));
	prm_print_uint(f, indent, "ec_offload_engine_disabled", 625, 1,
		prm_cmd_hca_cap_get_ec_offload_engine_disabled(p));
	prm_print_uint(f, indent, "qp_8k_mtu", 626, 1, prm_cmd_hca_cap_get_qp_8k_mtu(p));
	prm_print_uint(f, indent, "qp_error_syndrome", 627, 1,
		prm_cmd_hca_cap_get_qp_error_syndrome(p));
	prm_print_uint(f, indent, "qp_handling_when_roce_disabled", 628, 1,
		prm_cmd_hca_cap_get_qp_handling_when_roce_disabled(p));
	prm_print_uint(f, indent, "atomic_rate_pa", 629, 1, prm_cmd_hca_cap_get_atomic_rate_pa(p));
	prm_print_uint(f, indent, "lag_dct", 630, 2, prm_cmd_hca_cap_get_lag_dct(p));
	prm_print_uint(f, indent, "lag_tx_port_affinity", 632, 1,
		prm_cmd_hca_cap_get_lag_tx_port_affinity(p));
	prm_print_uint(f, indent, "lag_native_fdb_selection", 633, 1,
		prm_cmd_hca_cap_get_lag_native_fdb_selection(p));
	prm_print_reserved(f, indent, p, 634, 1);
	prm_print_uint(f, indent, "lag_master", 635, 1, prm_cmd_hca_cap_get_lag_master(p));
	prm_print_uint(f, indent, "num_lag_ports", 636, 4, prm_cmd_hca_cap_get_num_lag_ports(p));
	prm_print_uint(f, indent, "num_of_diagnostic_counters", 640, 16,
		prm_cmd_hca_cap_get_num_of_diagnostic_counters(p));
	prm_print_uint(f, indent, "max_wqe_sz_sq", 656, 16, prm_cmd_hca_cap_get_max_wqe_sz_sq(p));
	prm_print_enum(f, indent, "icm_mng_function_id_mode", 672, 1,
		prm_cmd_hca_cap_get_icm_mng_function_id_mode(p),
			prm_function_id_mode_str(prm_cmd_hca_cap_get_icm_mng_function_id_mode(p)));
	prm_print_enum(f, indent, "vhca_state_change_event_id_mode", 673, 1,
		prm_cmd_hca_cap_get_vhca_state_change_event_id_mode(p),
			prm_function_id_mode_str(
				prm_cmd_hca_cap_get_vhca_state_change_event_id_mode(p)));
	prm_print_enum(f, indent, "driver_ver_change_event_id_mode", 674, 1,
		prm_cmd_hca_cap_get_driver_ver_change_event_id_mode(p),
			prm_function_id_mode_str(
				prm_cmd_hca_cap_get_driver_ver_change_event_id_mode(p)));
	prm_print_uint(f, indent, "embedded_program", 675, 1,
		prm_cmd_hca_cap_get_embedded_program(p));
	prm_print_uint(f, indent, "pcc_np_resp_ts_insert", 676, 1,
		prm_cmd_hca_cap_get_pcc_np_resp_ts_insert(p));
	prm_print_uint(f, indent, "pcc_np_gns_select_full_bit_mask", 677, 1,
		prm_cmd_hca_cap_get_pcc_np_gns_select_full_bit_mask(p));
	prm_print_uint(f, indent, "pcc_np_multiplane_probe", 678, 1,
		prm_cmd_hca_cap_get_pcc_np_multiplane_probe(p));
	prm_print_uint(f, indent, "mkey_pcie_tph", 679, 1, prm_cmd_hca_cap_get_mkey_pcie_tph(p));
	prm_print_uint(f, indent, "mkey_error_isolate", 680, 1,
		prm_cmd_hca_cap_get_mkey_error_isolate(p));
	prm_print_uint(f, indent, "tis_tir_td_order", 681, 1,
		prm_cmd_hca_cap_get_tis_tir_td_order(p));
	prm_print_uint(f, indent, "psp", 682, 1, prm_cmd_hca_cap_get_psp(p));
	prm_print_uint(f, indent, "shampo", 683, 1, prm_cmd_hca_cap_get_shampo(p));
	prm_print_uint(f, indent, "regexp_mmo_sq", 684, 1, prm_cmd_hca_cap_get_regexp_mmo_sq(p));
	prm_print_uint(f, indent, "regexp_version", 685, 3, prm_cmd_hca_cap_get_regexp_version(p));
	prm_print_uint(f, indent, "max_wqe_sz_rq", 688, 16, prm_cmd_hca_cap_get_max_wqe_sz_rq(p));
	prm_print_uint(f, indent, "max_flow_counter_31_16", 704, 16,
		prm_cmd_hca_cap_get_max_flow_counter_31_16(p));
	prm_print_uint(f, indent, "max_wqe_sz_sq_dc", 720, 16,
		prm_cmd_hca_cap_get_max_wqe_sz_sq_dc(p));
	prm_print_uint(f, indent, "query_host_net_function_num_max", 736, 5,
		prm_cmd_hca_cap_get_query_host_net_function_num_max(p));
	prm_print_reserved(f, indent, p, 741, 2);
	prm_print_uint(f, indent, "max_qp_mcg", 743, 25, prm_cmd_hca_cap_get_max_qp_mcg(p));
	prm_print_uint(f, indent, "mlnx_tag_ethertype", 768, 16,
		prm_cmd_hca_cap_get_mlnx_tag_ethertype(p));
	prm_print_uint(f, indent, "flow_counter_bulk_alloc", 784, 8,
		prm_cmd_hca_cap_get_flow_counter_bulk_alloc(p));
	prm_print_uint(f, indent, "log_max_mcg", 792, 8, prm_cmd_hca_cap_get_log_max_mcg(p));
	prm_print_uint(f, indent, "emulated_vf_exist", 800, 1,
		prm_cmd_hca_cap_get_emulated_vf_exist(p));
	prm_print_uint(f, indent, "uncorrectable_notification_dpu_reset_en", 801, 1,
		prm_cmd_hca_cap_get_uncorrectable_notification_dpu_reset_en(p));
	prm_print_uint(f, indent, "always_fire_port_state_change_event", 802, 1,
		prm_cmd_hca_cap_get_always_fire_port_state_change_event(p));
	prm_print_uint(f, indent, "log_max_transport_domain", 803, 5,
		prm_cmd_hca_cap_get_log_max_transport_domain(p));
	prm_print_uint(f, indent, "tir_esw_lb_filter_disable", 808, 1,
		prm_cmd_hca_cap_get_tir_esw_lb_filter_disable(p));
	prm_print_uint(f, indent, "flow_table_freeze", 809, 1,
		prm_cmd_hca_cap_get_flow_table_freeze(p));
	prm_print_uint(f, indent, "relaxed_ordering_read", 810, 1,
		prm_cmd_hca_cap_get_relaxed_ordering_read(p));
	prm_print_uint(f, indent, "log_max_pd", 811, 5, prm_cmd_hca_cap_get_log_max_pd(p));
	prm_print_uint(f, indent, "dp_ordering_ooo_all_ud", 816, 1,
		prm_cmd_hca_cap_get_dp_ordering_ooo_all_ud(p));
	prm_print_uint(f, indent, "dp_ordering_ooo_all_uc", 817, 1,
		prm_cmd_hca_cap_get_dp_ordering_ooo_all_uc(p));
	prm_print_uint(f, indent, "dp_ordering_ooo_all_xrc", 818, 1,
		prm_cmd_hca_cap_get_dp_ordering_ooo_all_xrc(p));
	prm_print_uint(f, indent, "dp_ordering_ooo_all_dc", 819, 1,
		prm_cmd_hca_cap_get_dp_ordering_ooo_all_dc(p));
	prm_print_uint(f, indent, "dp_ordering_ooo_all_rc", 820, 1,
		prm_cmd_hca_cap_get_dp_ordering_ooo_all_rc(p));
	prm_print_uint(f, indent, "pcie_reset_using_hotreset_method", 821, 1,
		prm_cmd_hca_cap_get_pcie_reset_using_hotreset_method(p));
	prm_print_uint(f, indent, "pci_sync_for_fw_update_with_driver_unload", 822, 1,
		prm_cmd_hca_cap_get_pci_sync_for_fw_update_with_driver_unload(p));
	prm_print_uint(f, indent, "vnic_env_cnt_steering_fail", 823, 1,
		prm_cmd_hca_cap_get_vnic_env_cnt_steering_fail(p));
	prm_print_uint(f, indent, "vport_counter_local_loopback", 824, 1,
		prm_cmd_hca_cap_get_vport_counter_local_loopback(p));
	prm_print_uint(f, indent, "q_counter_aggregation", 825, 1,
		prm_cmd_hca_cap_get_q_counter_aggregation(p));
	prm_print_uint(f, indent, "q_counter_other_vport", 826, 1,
		prm_cmd_hca_cap_get_q_counter_other_vport(p));
	prm_print_uint(f, indent, "log_max_xrcd", 827, 5, prm_cmd_hca_cap_get_log_max_xrcd(p));
	prm_print_uint(f, indent, "nic_receive_steering_discard", 832, 1,
		prm_cmd_hca_cap_get_nic_receive_steering_discard(p));
	prm_print_uint(f, indent, "receive_discard_vport_down", 833, 1,
		prm_cmd_hca_cap_get_receive_discard_vport_down(p));
	prm_print_uint(f, indent, "transmit_discard_vport_down", 834, 1,
		prm_cmd_hca_cap_get_transmit_discard_vport_down(p));
	prm_print_uint(f, indent, "eq_overrun_count", 835, 1,
		prm_cmd_hca_cap_get_eq_overrun_count(p));
	prm_print_uint(f, indent, "nic_receive_steering_depth", 836, 1,
		prm_cmd_hca_cap_get_nic_receive_steering_depth(p));
	prm_print_uint(f, indent, "invalid_command_count", 837, 1,
		prm_cmd_hca_cap_get_invalid_command_count(p));
	prm_print_uint(f, indent, "quota_exceeded_count", 838, 1,
		prm_cmd_hca_cap_get_quota_exceeded_count(p));
	prm_print_uint(f, indent, "flow_counter_by_name", 839, 1,
		prm_cmd_hca_cap_get_flow_counter_by_name(p));
	prm_print_uint(f, indent, "log_max_flow_counter_bulk", 840, 8,
		prm_cmd_hca_cap_get_log_max_flow_counter_bulk(p));
	prm_print_uint(f, indent, "max_flow_counter_15_0", 848, 16,
		prm_cmd_hca_cap_get_max_flow_counter_15_0(p));
	prm_print_uint(f, indent, "modify_tis", 864, 1, prm_cmd_hca_cap_get_modify_tis(p));
	prm_print_uint(f, indent, "flow_counters_dump", 865, 1,
		prm_cmd_hca_cap_get_flow_counters_dump(p));
	prm_print_uint(f, indent, "pad_tls_encrypt_sig", 866, 1,
		prm_cmd_hca_cap_get_pad_tls_encrypt_sig(p));
	prm_print_uint(f, indent, "log_max_rq", 867, 5, prm_cmd_hca_cap_get_log_max_rq(p));
	prm_print_uint(f, indent, "ft_alias_sw_vhca_id", 872, 1,
		prm_cmd_hca_cap_get_ft_alias_sw_vhca_id(p));
	prm_print_uint(f, indent, "cq_null_eq", 873, 1, prm_cmd_hca_cap_get_cq_null_eq(p));
	prm_print_reserved(f, indent, p, 874, 1);
	prm_print_uint(f, indent, "log_max_sq", 875, 5, prm_cmd_hca_cap_get_log_max_sq(p));
	prm_print_enum(f, indent, "mp_load_balance_mode", 880, 3,
		prm_cmd_hca_cap_get_mp_load_balance_mode(p),
			prm_mp_load_balance_mode_str(prm_cmd_hca_cap_get_mp_load_balance_mode(p)));
	prm_print_uint(f, indent, "log_max_tir", 883, 5, prm_cmd_hca_cap_get_log_max_tir(p));
	prm_print_reserved(f, indent, p, 888, 3);
	prm_print_uint(f, indent, "log_max_tis", 891, 5, prm_cmd_hca_cap_get_log_max_tis(p));
	prm_print_uint(f, indent, "basic_cyclic_rcv_wqe", 896, 1,
		prm_cmd_hca_cap_get_basic_cyclic_rcv_wqe(p));
	prm_print_uint(f, indent, "eth_wqe_too_small_discard_no_cqe", 897, 1,
		prm_cmd_hca_cap_get_eth_wqe_too_small_discard_no_cqe(p));
	prm_print_uint(f, indent, "mem_rq_rmp", 898, 1, prm_cmd_hca_cap_get_mem_rq_rmp(p));
	prm_print_uint(f, indent, "log_max_rmp", 899, 5, prm_cmd_hca_cap_get_log_max_rmp(p));
	prm_print_uint(f, indent, "sd_group_size", 904, 1, prm_cmd_hca_cap_get_sd_group_size(p));
	prm_print_uint(f, indent, "pci_sync_for_fw_update_tool_reset", 905, 1,
		prm_cmd_hca_cap_get_pci_sync_for_fw_update_tool_reset(p));
	prm_print_uint(f, indent, "vport_metadata_clr", 906, 1,
		prm_cmd_hca_cap_get_vport_metadata_clr(p));
	prm_print_uint(f, indent, "log_max_rqt", 907, 5, prm_cmd_hca_cap_get_log_max_rqt(p));
	prm_print_uint(f, indent, "delegate_vhca_management", 912, 1,
		prm_cmd_hca_cap_get_delegate_vhca_management(p));
	prm_print_uint(f, indent, "query_delegated_vhca", 913, 1,
		prm_cmd_hca_cap_get_query_delegated_vhca(p));
	prm_print_uint(f, indent, "qp_e2e_credit_disable", 914, 1,
		prm_cmd_hca_cap_get_qp_e2e_credit_disable(p));
	prm_print_uint(f, indent, "log_max_rqt_size", 915, 5,
		prm_cmd_hca_cap_get_log_max_rqt_size(p));
	prm_print_uint(f, indent, "tlp_device_emulation_manager", 920, 1,
		prm_cmd_hca_cap_get_tlp_device_emulation_manager(p));
	prm_print_uint(f, indent, "vnic_env_cnt_bar_uar_access", 921, 1,
		prm_cmd_hca_cap_get_vnic_env_cnt_bar_uar_access(p));
	prm_print_uint(f, indent, "vnic_env_cnt_odp_page_fault", 922, 1,
		prm_cmd_hca_cap_get_vnic_env_cnt_odp_page_fault(p));
	prm_print_uint(f, indent, "log_max_tis_per_sq", 923, 5,
		prm_cmd_hca_cap_get_log_max_tis_per_sq(p));
	prm_print_uint(f, indent, "ext_stride_num_range", 928, 1,
		prm_cmd_hca_cap_get_ext_stride_num_range(p));
	prm_print_uint(f, indent, "roce_rw_supported", 929, 1,
		prm_cmd_hca_cap_get_roce_rw_supported(p));
	prm_print_uint(f, indent, "log_max_current_uc_list_wr_supported", 930, 1,
		prm_cmd_hca_cap_get_log_max_current_uc_list_wr_supported(p));
	prm_print_uint(f, indent, "log_max_stride_sz_rq", 931, 5,
		prm_cmd_hca_cap_get_log_max_stride_sz_rq(p));
	prm_print_uint(f, indent, "mkc_order_read_after_write", 936, 1,
		prm_cmd_hca_cap_get_mkc_order_read_after_write(p));
	prm_print_uint(f, indent, "mkc_order_write_after_write_ro_only", 937, 1,
		prm_cmd_hca_cap_get_mkc_order_write_after_write_ro_only(p));
	prm_print_uint(f, indent, "sq_ft_wqe_post", 938, 1, prm_cmd_hca_cap_get_sq_ft_wqe_post(p));
	prm_print_uint(f, indent, "log_min_stride_sz_rq", 939, 5,
		prm_cmd_hca_cap_get_log_min_stride_sz_rq(p));
	prm_print_uint(f, indent, "queue_mng_aso_queue_op_consumer", 944, 1,
		prm_cmd_hca_cap_get_queue_mng_aso_queue_op_consumer(p));
	prm_print_uint(f, indent, "queue_mng_aso_credit_ctrl", 945, 1,
		prm_cmd_hca_cap_get_queue_mng_aso_credit_ctrl(p));
	prm_print_uint(f, indent, "qp_latency_sensitive_disable", 946, 1,
		prm_cmd_hca_cap_get_qp_latency_sensitive_disable(p));
	prm_print_uint(f, indent, "log_max_stride_sz_sq", 947, 5,
		prm_cmd_hca_cap_get_log_max_stride_sz_sq(p));
	prm_print_uint(f, indent, "aes_xts_transaction_sig", 952, 1,
		prm_cmd_hca_cap_get_aes_xts_transaction_sig(p));
	prm_print_reserved(f, indent, p, 953, 2);
	prm_print_uint(f, indent, "log_min_stride_sz_sq", 955, 5,
		prm_cmd_hca_cap_get_log_min_stride_sz_sq(p));
	prm_print_uint(f, indent, "hairpin", 960, 1, prm_cmd_hca_cap_get_hairpin(p));
	prm_print_uint(f, indent, "hairpin_trim", 961, 1, prm_cmd_hca_cap_get_hairpin_trim(p));
	prm_print_reserved(f, indent, p, 962, 1);
	prm_print_uint(f, indent, "log_max_hairpin_queues", 963, 5,
		prm_cmd_hca_cap_get_log_max_hairpin_queues(p));
	prm_print_uint(f, indent, "hairpin_ib_raw", 968, 1, prm_cmd_hca_cap_get_hairpin_ib_raw(p));
	prm_print_uint(f, indent, "hairpin_eth2ipoib", 969, 1,
		prm_cmd_hca_cap_get_hairpin_eth2ipoib(p));
	prm_print_uint(f, indent, "hairpin_ipoib2eth", 970, 1,
		prm_cmd_hca_cap_get_hairpin_ipoib2eth(p));
	prm_print_uint(f, indent, "log_max_hairpin_wq_data_sz", 971, 5,
		prm_cmd_hca_cap_get_log_max_hairpin_wq_data_sz(p));
	prm_print_reserved(f, indent, p, 976, 3);
	prm_print_uint(f, indent, "log_max_hairpin_num_packets", 979, 5,
		prm_cmd_hca_cap_get_log_max_hairpin_num_packets(p));
	prm_print_reserved(f, indent, p, 984, 3);
	prm_print_uint(f, indent, "log_max_wq_sz", 987, 5, prm_cmd_hca_cap_get_log_max_wq_sz(p));
	prm_print_uint(f, indent, "nic_vport_change_event", 992, 1,
		prm_cmd_hca_cap_get_nic_vport_change_event(p));
	prm_print_uint(f, indent, "disable_local_lb_uc", 993, 1,
		prm_cmd_hca_cap_get_disable_local_lb_uc(p));
	prm_print_uint(f, indent, "disable_local_lb_mc", 994, 1,
		prm_cmd_hca_cap_get_disable_local_lb_mc(p));
	prm_print_uint(f, indent, "log_min_hairpin_wq_data_sz", 995, 5,
		prm_cmd_hca_cap_get_log_min_hairpin_wq_data_sz(p));
	prm_print_uint(f, indent, "system_image_guid_modifiable", 1000, 1,
		prm_cmd_hca_cap_get_system_image_guid_modifiable(p));
	prm_print_uint(f, indent, "silent_mode_set", 1001, 1,
		prm_cmd_hca_cap_get_silent_mode_set(p));
	prm_print_uint(f, indent, "vhca_state", 1002, 1, prm_cmd_hca_cap_get_vhca_state(p));
	prm_print_uint(f, indent, "log_max_vlan_list", 1003, 5,
		prm_cmd_hca_cap_get_log_max_vlan_list(p));
	prm_print_uint(f, indent, "aes_xts_tweak_inc_64", 1008, 1,
		prm_cmd_hca_cap_get_aes_xts_tweak_inc_64(p));
	prm_print_uint(f, indent, "aes_xts_single_block_le_tweak", 1009, 1,
		prm_cmd_hca_cap_get_aes_xts_single_block_le_tweak(p));
	prm_print_uint(f, indent, "aes_xts_multi_block_be_tweak", 1010, 1,
		prm_cmd_hca_cap_get_aes_xts_multi_block_be_tweak(p));
	prm_print_uint(f, indent, "log_max_current_mc_list", 1011, 5,
		prm_cmd_hca_cap_get_log_max_current_mc_list(p));
	prm_print_uint(f, indent, "aes_xts_tweak_inc_shift", 1016, 1,
		prm_cmd_hca_cap_get_aes_xts_tweak_inc_shift(p));
	prm_print_uint(f, indent, "silent_mode_query", 1017, 1,
		prm_cmd_hca_cap_get_silent_mode_query(p));
	prm_print_uint(f, indent, "query_host_net_function_v1", 1018, 1,
		prm_cmd_hca_cap_get_query_host_net_function_v1(p));
	prm_print_uint(f, indent, "log_max_current_uc_list", 1019, 5,
		prm_cmd_hca_cap_get_log_max_current_uc_list(p));
	prm_print_uint(f, indent, "general_obj_types", 1024, 64,
		prm_cmd_hca_cap_get_general_obj_types(p));
	prm_print_enum(f, indent, "sq_ts_format", 1088, 2,
		prm_cmd_hca_cap_get_sq_ts_format(p),
			prm_cap_ts_format_str(prm_cmd_hca_cap_get_sq_ts_format(p)));
	prm_print_enum(f, indent, "rq_ts_format", 1090, 2,
		prm_cmd_hca_cap_get_rq_ts_format(p),
			prm_cap_ts_format_str(prm_cmd_hca_cap_get_rq_ts_format(p)));
	prm_print_enum(f, indent, "steering_format_version", 1092, 4,
		prm_cmd_hca_cap_get_steering_format_version(p),
			prm_steering_format_version_str(prm_cmd_hca_cap_get_steering_format_version(
				p)));
	prm_print_uint(f, indent, "create_qp_start_hint", 1096, 24,
		prm_cmd_hca_cap_get_create_qp_start_hint(p));
	prm_print_uint(f, indent, "tls", 1120, 1, prm_cmd_hca_cap_get_tls(p));
	prm_print_uint(f, indent, "ats", 1121, 1, prm_cmd_hca_cap_get_ats(p));
	prm_print_uint(f, indent, "cross_vhca_rqt", 1122, 1, prm_cmd_hca_cap_get_cross_vhca_rqt(p));
	prm_print_uint(f, indent, "log_max_uctx", 1123, 5, prm_cmd_hca_cap_get_log_max_uctx(p));
	prm_print_uint(f, indent, "aes_xts_multi_block_le_tweak", 1128, 1,
		prm_cmd_hca_cap_get_aes_xts_multi_block_le_tweak(p));
	prm_print_uint(f, indent, "crypto", 1129, 1, prm_cmd_hca_cap_get_crypto(p));
	prm_print_uint(f, indent, "ipsec_offload", 1130, 1, prm_cmd_hca_cap_get_ipsec_offload(p));
	prm_print_uint(f, indent, "log_max_umem", 1131, 5, prm_cmd_hca_cap_get_log_max_umem(p));
	prm_print_uint(f, indent, "max_num_eqs", 1136, 16, prm_cmd_hca_cap_get_max_num_eqs(p));
	prm_print_uint(f, indent, "sigerr_domain_and_sig_type", 1152, 1,
		prm_cmd_hca_cap_get_sigerr_domain_and_sig_type(p));
	prm_print_uint(f, indent, "tls_tx", 1153, 1, prm_cmd_hca_cap_get_tls_tx(p));
	prm_print_uint(f, indent, "tls_rx", 1154, 1, prm_cmd_hca_cap_get_tls_rx(p));
	prm_print_uint(f, indent, "log_max_l2_table", 1155, 5,
		prm_cmd_hca_cap_get_log_max_l2_table(p));
	prm_print_reserved(f, indent, p, 1160, 8);
	prm_print_uint(f, indent, "log_uar_page_sz", 1168, 16,
		prm_cmd_hca_cap_get_log_uar_page_sz(p));
	prm_print_uint(f, indent, "e", 1184, 1, prm_cmd_hca_cap_get_e(p));
	prm_print_reserved(f, indent, p, 1185, 15);
	prm_print_uint(f, indent, "hairpin_trim_size_max", 1200, 16,
		prm_cmd_hca_cap_get_hairpin_trim_size_max(p));
	prm_print_uint(f, indent, "device_frequency_mhz", 1216, 32,
		prm_cmd_hca_cap_get_device_frequency_mhz(p));
	prm_print_uint(f, indent, "device_frequency_khz", 1248, 32,
		prm_cmd_hca_cap_get_device_frequency_khz(p));
	prm_print_uint(f, indent, "capi", 1280, 1, prm_cmd_hca_cap_get_capi(p));
	prm_print_uint(f, indent, "create_pec", 1281, 1, prm_cmd_hca_cap_get_create_pec(p));
	prm_print_uint(f, indent, "nvmf_target_offload", 1282, 1,
		prm_cmd_hca_cap_get_nvmf_target_offload(p));
	prm_print_uint(f, indent, "capi_invalidate", 1283, 1,
		prm_cmd_hca_cap_get_capi_invalidate(p));
	prm_print_reserved(f, indent, p, 1284, 23);
	prm_print_uint(f, indent, "log_max_pasid", 1307, 5, prm_cmd_hca_cap_get_log_max_pasid(p));
	prm_print_uint(f, indent, "num_of_uars_per_page", 1312, 32,
		prm_cmd_hca_cap_get_num_of_uars_per_page(p));
	prm_print_flags(f, indent, "flex_parser_protocols", 1344, 32,
		prm_cmd_hca_cap_get_flex_parser_protocols(p), prm_flex_parser_protocols_flag_str);
	prm_print_uint(f, indent, "max_geneve_tlv_options", 1376, 8,
		prm_cmd_hca_cap_get_max_geneve_tlv_options(p));
	prm_print_uint(f, indent, "geneve_tlv_sample", 1384, 1,
		prm_cmd_hca_cap_get_geneve_tlv_sample(p));
	prm_print_uint(f, indent, "geneve_tlv_option_offset", 1385, 1,
		prm_cmd_hca_cap_get_geneve_tlv_option_offset(p));
	prm_print_reserved(f, indent, p, 1386, 1);
	prm_print_uint(f, indent, "max_geneve_tlv_option_data_len", 1387, 5,
		prm_cmd_hca_cap_get_max_geneve_tlv_option_data_len(p));
	prm_print_uint(f, indent, "flex_parser_header_modify", 1392, 1,
		prm_cmd_hca_cap_get_flex_parser_header_modify(p));
	prm_print_uint(f, indent, "adv_rdma_cap", 1393, 1, prm_cmd_hca_cap_get_adv_rdma_cap(p));
	prm_print_uint(f, indent, "ts_prov_cap", 1394, 1, prm_cmd_hca_cap_get_ts_prov_cap(p));
	prm_print_uint(f, indent, "log_max_guaranteed_connections", 1395, 5,
		prm_cmd_hca_cap_get_log_max_guaranteed_connections(p));
	prm_print_uint(f, indent, "driver_version_before_init_hca", 1400, 1,
		prm_cmd_hca_cap_get_driver_version_before_init_hca(p));
	prm_print_uint(f, indent, "adv_virtualization", 1401, 1,
		prm_cmd_hca_cap_get_adv_virtualization(p));
	prm_print_uint(f, indent, "driver_metadata_ptr", 1402, 1,
		prm_cmd_hca_cap_get_driver_metadata_ptr(p));
	prm_print_uint(f, indent, "log_max_dct_connections", 1403, 5,
		prm_cmd_hca_cap_get_log_max_dct_connections(p));
	prm_print_uint(f, indent, "log_max_atomic_size_qp", 1408, 8,
		prm_cmd_hca_cap_get_log_max_atomic_size_qp(p));
	prm_print_reserved(f, indent, p, 1416, 3);
	prm_print_uint(f, indent, "log_max_dci_stream_channels", 1419, 5,
		prm_cmd_hca_cap_get_log_max_dci_stream_channels(p));
	prm_print_reserved(f, indent, p, 1424, 3);
	prm_print_uint(f, indent, "log_max_dci_errored_streams", 1427, 5,
		prm_cmd_hca_cap_get_log_max_dci_errored_streams(p));
	prm_print_uint(f, indent, "log_max_atomic_size_dc", 1432, 8,
		prm_cmd_hca_cap_get_log_max_atomic_size_dc(p));
	prm_print_uint(f, indent, "max_multi_user_group_size", 1440, 16,
		prm_cmd_hca_cap_get_max_multi_user_group_size(p));
	prm_print_uint(f, indent, "enhanced_cqe_compression", 1456, 1,
		prm_cmd_hca_cap_get_enhanced_cqe_compression(p));
	prm_print_uint(f, indent, "generic_device_emulation_manager", 1457, 1,
		prm_cmd_hca_cap_get_generic_device_emulation_manager(p));
	prm_print_uint(f, indent, "crossing_vhca_mkey", 1458, 1,
		prm_cmd_hca_cap_get_crossing_vhca_mkey(p));
	prm_print_uint(f, indent, "log_max_dek", 1459, 5, prm_cmd_hca_cap_get_log_max_dek(p));
	prm_print_reserved(f, indent, p, 1464, 1);
	prm_print_uint(f, indent, "mini_cqe_resp_l3_l4_tag", 1465, 1,
		prm_cmd_hca_cap_get_mini_cqe_resp_l3_l4_tag(p));
	prm_print_uint(f, indent, "mini_cqe_resp_flow_tag", 1466, 1,
		prm_cmd_hca_cap_get_mini_cqe_resp_flow_tag(p));
	prm_print_reserved(f, indent, p, 1467, 1);
	prm_print_uint(f, indent, "mini_cqe_resp_stride_index", 1468, 1,
		prm_cmd_hca_cap_get_mini_cqe_resp_stride_index(p));
	prm_print_uint(f, indent, "cqe_128_always", 1469, 1, prm_cmd_hca_cap_get_cqe_128_always(p));
	prm_print_uint(f, indent, "cqe_compression_128b", 1470, 1,
		prm_cmd_hca_cap_get_cqe_compression_128b(p));
	prm_print_uint(f, indent, "cqe_compression", 1471, 1,
		prm_cmd_hca_cap_get_cqe_compression(p));
	prm_print_uint(f, indent, "cqe_compression_timeout", 1472, 16,
		prm_cmd_hca_cap_get_cqe_compression_timeout(p));
	prm_print_uint(f, indent, "cqe_compression_max_num", 1488, 16,
		prm_cmd_hca_cap_get_cqe_compression_max_num(p));
	prm_print_ignored(f, indent, p, 1504, 3);
	prm_print_uint(f, indent, "wqe_based_flow_table_update_dest_type_offset", 1507, 5,
		prm_cmd_hca_cap_get_wqe_based_flow_table_update_dest_type_offset(p));
	prm_print_uint(f, indent, "flex_parser_id_gtpu_dw_0", 1512, 4,
		prm_cmd_hca_cap_get_flex_parser_id_gtpu_dw_0(p));
	prm_print_uint(f, indent, "log_max_tm_offloaded_op_size", 1516, 4,
		prm_cmd_hca_cap_get_log_max_tm_offloaded_op_size(p));
	prm_print_uint(f, indent, "tag_matching", 1520, 1, prm_cmd_hca_cap_get_tag_matching(p));
	prm_print_uint(f, indent, "rndv_offload_rc", 1521, 1,
		prm_cmd_hca_cap_get_rndv_offload_rc(p));
	prm_print_uint(f, indent, "rndv_offload_dc", 1522, 1,
		prm_cmd_hca_cap_get_rndv_offload_dc(p));
	prm_print_uint(f, indent, "log_tag_matching_list_sz", 1523, 5,
		prm_cmd_hca_cap_get_log_tag_matching_list_sz(p));
	prm_print_uint(f, indent, "modify_xrq", 1528, 1, prm_cmd_hca_cap_get_modify_xrq(p));
	prm_print_uint(f, indent, "sync_steering_cache_inv", 1529, 1,
		prm_cmd_hca_cap_get_sync_steering_cache_inv(p));
	prm_print_reserved(f, indent, p, 1530, 1);
	prm_print_uint(f, indent, "log_max_xrq", 1531, 5, prm_cmd_hca_cap_get_log_max_xrq(p));
	prm_print_uint(f, indent, "affiliate_nic_vport_criteria", 1536, 8,
		prm_cmd_hca_cap_get_affiliate_nic_vport_criteria(p));
	prm_print_uint(f, indent, "native_port_num", 1544, 8,
		prm_cmd_hca_cap_get_native_port_num(p));
	prm_print_uint(f, indent, "num_vhca_ports", 1552, 8, prm_cmd_hca_cap_get_num_vhca_ports(p));
	prm_print_uint(f, indent, "flex_parser_id_gtpu_teid", 1560, 4,
		prm_cmd_hca_cap_get_flex_parser_id_gtpu_teid(p));
	prm_print_reserved(f, indent, p, 1564, 1);
	prm_print_uint(f, indent, "trusted_vnic_vhca", 1565, 1,
		prm_cmd_hca_cap_get_trusted_vnic_vhca(p));
	prm_print_uint(f, indent, "sw_owner_id", 1566, 1, prm_cmd_hca_cap_get_sw_owner_id(p));
	prm_print_uint(f, indent, "reserve_not_to_use", 1567, 1,
		prm_cmd_hca_cap_get_reserve_not_to_use(p));
	prm_print_uint(f, indent, "max_num_of_monitor_counters", 1568, 16,
		prm_cmd_hca_cap_get_max_num_of_monitor_counters(p));
	prm_print_uint(f, indent, "num_ppcnt_monitor_counters", 1584, 16,
		prm_cmd_hca_cap_get_num_ppcnt_monitor_counters(p));
	prm_print_uint(f, indent, "max_num_sf", 1600, 16, prm_cmd_hca_cap_get_max_num_sf(p));
	prm_print_uint(f, indent, "num_q_monitor_counters", 1616, 16,
		prm_cmd_hca_cap_get_num_q_monitor_counters(p));
	prm_print_reserved(f, indent, p, 1632, 32);
	prm_print_uint(f, indent, "sf", 1664, 1, prm_cmd_hca_cap_get_sf(p));
	prm_print_uint(f, indent, "sf_set_partition", 1665, 1,
		prm_cmd_hca_cap_get_sf_set_partition(p));
	prm_print_reserved(f, indent, p, 1666, 1);
	prm_print_uint(f, indent, "log_max_sf", 1667, 5, prm_cmd_hca_cap_get_log_max_sf(p));
	prm_print_uint(f, indent, "dpa", 1672, 1, prm_cmd_hca_cap_get_dpa(p));
	prm_print_uint(f, indent, "uc_qp_mc", 1673, 1, prm_cmd_hca_cap_get_uc_qp_mc(p));
	prm_print_uint(f, indent, "wait_on_data", 1674, 1, prm_cmd_hca_cap_get_wait_on_data(p));
	prm_print_uint(f, indent, "wait_on_data_big_endian", 1675, 1,
		prm_cmd_hca_cap_get_wait_on_data_big_endian(p));
	prm_print_uint(f, indent, "wait_on_time", 1676, 1, prm_cmd_hca_cap_get_wait_on_time(p));
	prm_print_uint(f, indent, "migration", 1677, 1, prm_cmd_hca_cap_get_migration(p));
	prm_print_uint(f, indent, "cq_time_stamp_real_time_mode", 1678, 2,
		prm_cmd_hca_cap_get_cq_time_stamp_real_time_mode(p));
	prm_print_uint(f, indent, "log_min_sf_size", 1680, 8,
		prm_cmd_hca_cap_get_log_min_sf_size(p));
	prm_print_uint(f, indent, "max_num_sf_partitions", 1688, 8,
		prm_cmd_hca_cap_get_max_num_sf_partitions(p));
	prm_print_flags(f, indent, "uctx_permission", 1696, 32,
		prm_cmd_hca_cap_get_uctx_permission(p), prm_uctx_permission_flag_str);
	prm_print_uint(f, indent, "flex_parser_id_mpls_over_x_cw", 1728, 4,
		prm_cmd_hca_cap_get_flex_parser_id_mpls_over_x_cw(p));
	prm_print_uint(f, indent, "flex_parser_id_geneve_tlv_option_0", 1732, 4,
		prm_cmd_hca_cap_get_flex_parser_id_geneve_tlv_option_0(p));
	prm_print_uint(f, indent, "flex_parser_id_icmp_dw1", 1736, 4,
		prm_cmd_hca_cap_get_flex_parser_id_icmp_dw1(p));
	prm_print_uint(f, indent, "flex_parser_id_icmp_dw0", 1740, 4,
		prm_cmd_hca_cap_get_flex_parser_id_icmp_dw0(p));
	prm_print_uint(f, indent, "flex_parser_id_icmpv6_dw1", 1744, 4,
		prm_cmd_hca_cap_get_flex_parser_id_icmpv6_dw1(p));
	prm_print_uint(f, indent, "flex_parser_id_icmpv6_dw0", 1748, 4,
		prm_cmd_hca_cap_get_flex_parser_id_icmpv6_dw0(p));
	prm_print_uint(f, indent, "flex_parser_id_outer_first_mpls_over_gre", 1752, 4,
		prm_cmd_hca_cap_get_flex_parser_id_outer_first_mpls_over_gre(p));
	prm_print_uint(f, indent, "flex_parser_id_outer_first_mpls_over_udp_label", 1756, 4,
		prm_cmd_hca_cap_get_flex_parser_id_outer_first_mpls_over_udp_label(p));
	prm_print_uint(f, indent, "max_num_match_definer", 1760, 16,
		prm_cmd_hca_cap_get_max_num_match_definer(p));
	prm_print_uint(f, indent, "sf_base_id", 1776, 16, prm_cmd_hca_cap_get_sf_base_id(p));
	prm_print_uint(f, indent, "flex_parser_id_gtpu_dw_2", 1792, 4,
		prm_cmd_hca_cap_get_flex_parser_id_gtpu_dw_2(p));
	prm_print_uint(f, indent, "flex_parser_id_gtpu_first_ext_dw_0", 1796, 4,
		prm_cmd_hca_cap_get_flex_parser_id_gtpu_first_ext_dw_0(p));
	prm_print_uint(f, indent, "num_total_dynamic_vf_msix", 1800, 24,
		prm_cmd_hca_cap_get_num_total_dynamic_vf_msix(p));
	prm_print_reserved(f, indent, p, 1824, 3);
	prm_print_uint(f, indent, "log_flow_hit_aso_granularity", 1827, 5,
		prm_cmd_hca_cap_get_log_flow_hit_aso_granularity(p));
	prm_print_reserved(f, indent, p, 1832, 3);
	prm_print_uint(f, indent, "log_flow_hit_aso_max_alloc", 1835, 5,
		prm_cmd_hca_cap_get_log_flow_hit_aso_max_alloc(p));
	prm_print_reserved(f, indent, p, 1840, 4);
	prm_print_uint(f, indent, "dynamic_msix_table_size", 1844, 12,
		prm_cmd_hca_cap_get_dynamic_msix_table_size(p));
	prm_print_uint(f, indent, "sha_mmo_qp", 1856, 1, prm_cmd_hca_cap_get_sha_mmo_qp(p));
	prm_print_uint(f, indent, "qp_mmo_type", 1857, 1, prm_cmd_hca_cap_get_qp_mmo_type(p));
	prm_print_uint(f, indent, "dpu_cache_invalidate_mmo_qp", 1858, 1,
		prm_cmd_hca_cap_get_dpu_cache_invalidate_mmo_qp(p));
	prm_print_uint(f, indent, "log_max_num_flow_hit_aso", 1859, 5,
		prm_cmd_hca_cap_get_log_max_num_flow_hit_aso(p));
	prm_print_uint(f, indent, "dma_mmo_qp", 1864, 1, prm_cmd_hca_cap_get_dma_mmo_qp(p));
	prm_print_uint(f, indent, "regexp_mmo_qp", 1865, 1, prm_cmd_hca_cap_get_regexp_mmo_qp(p));
	prm_print_uint(f, indent, "compress_mmo_qp", 1866, 1,
		prm_cmd_hca_cap_get_compress_mmo_qp(p));
	prm_print_uint(f, indent, "decompress_deflate_v1", 1867, 1,
		prm_cmd_hca_cap_get_decompress_deflate_v1(p));
	prm_print_uint(f, indent, "min_dynamic_vf_msix_table_size", 1868, 4,
		prm_cmd_hca_cap_get_min_dynamic_vf_msix_table_size(p));
	prm_print_uint(f, indent, "decompress_deflate_v2", 1872, 1,
		prm_cmd_hca_cap_get_decompress_deflate_v2(p));
	prm_print_uint(f, indent, "host_net_functions_changed", 1873, 1,
		prm_cmd_hca_cap_get_host_net_functions_changed(p));
	prm_print_uint(f, indent, "data_direct", 1874, 1, prm_cmd_hca_cap_get_data_direct(p));
	prm_print_reserved(f, indent, p, 1875, 1);
	prm_print_uint(f, indent, "max_dynamic_vf_msix_table_size", 1876, 12,
		prm_cmd_hca_cap_get_max_dynamic_vf_msix_table_size(p));
	prm_print_reserved(f, indent, p, 1888, 3);
	prm_print_uint(f, indent, "log_max_num_header_modify_argument", 1891, 5,
		prm_cmd_hca_cap_get_log_max_num_header_modify_argument(p));
	prm_print_uint(f, indent, "log_header_modify_argument_granularity_offset", 1896, 4,
		prm_cmd_hca_cap_get_log_header_modify_argument_granularity_offset(p));
	prm_print_uint(f, indent, "log_header_modify_argument_granularity", 1900, 4,
		prm_cmd_hca_cap_get_log_header_modify_argument_granularity(p));
	prm_print_reserved(f, indent, p, 1904, 3);
	prm_print_uint(f, indent, "log_header_modify_argument_max_alloc", 1907, 5,
		prm_cmd_hca_cap_get_log_header_modify_argument_max_alloc(p));
	prm_print_reserved(f, indent, p, 1912, 3);
	prm_print_uint(f, indent, "max_flow_execute_aso", 1915, 5,
		prm_cmd_hca_cap_get_max_flow_execute_aso(p));
	prm_print_flags(f, indent, "vhca_tunnel_commands", 1920, 64,
		prm_cmd_hca_cap_get_vhca_tunnel_commands(p), prm_vhca_tunnel_commands_flag_str);
	prm_print_uint(f, indent, "match_definer_format_supported", 1984, 64,
		prm_cmd_hca_cap_get_match_definer_format_supported(p));
}

#endif /* PRM_HCA_CAP_PRINT_H */
