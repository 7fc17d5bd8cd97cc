/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Printers of the layouts of prm_cap_ethernet.h.
 * Made by prmc 1 from spec/cmd/cap_ethernet.yaml, spec digest a22ce9b6d0b9. Do not edit: `ninja
 * regen`.
 */
#ifndef PRM_CAP_ETHERNET_PRINT_H
#define PRM_CAP_ETHERNET_PRINT_H

#include "prm_print.h"
#include "prm_cap_ethernet.h"
#include "prm_hca_cap_print.h"

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_per_protocol_networking_offload_caps_print(FILE *f,
		const struct prm_per_protocol_networking_offload_caps *p, int indent)
{
	prm_print_uint(f, indent, "csum_cap", 0, 1,
		prm_per_protocol_networking_offload_caps_get_csum_cap(p));
	prm_print_uint(f, indent, "vlan_cap", 1, 1,
		prm_per_protocol_networking_offload_caps_get_vlan_cap(p));
	prm_print_uint(f, indent, "lro_cap", 2, 1,
		prm_per_protocol_networking_offload_caps_get_lro_cap(p));
	prm_print_uint(f, indent, "lro_psh_flag", 3, 1,
		prm_per_protocol_networking_offload_caps_get_lro_psh_flag(p));
	prm_print_uint(f, indent, "lro_time_stamp", 4, 1,
		prm_per_protocol_networking_offload_caps_get_lro_time_stamp(p));
	prm_print_enum(f, indent, "lro_max_msg_sz_mode", 5, 2,
		prm_per_protocol_networking_offload_caps_get_lro_max_msg_sz_mode(p),
			prm_lro_max_msg_sz_mode_str(
				prm_per_protocol_networking_offload_caps_get_lro_max_msg_sz_mode(
					p)));
	prm_print_uint(f, indent, "wqe_vlan_insert", 7, 1,
		prm_per_protocol_networking_offload_caps_get_wqe_vlan_insert(p));
	prm_print_uint(f, indent, "self_lb_en_modifiable", 8, 1,
		prm_per_protocol_networking_offload_caps_get_self_lb_en_modifiable(p));
	prm_print_uint(f, indent, "self_lb_mc", 9, 1,
		prm_per_protocol_networking_offload_caps_get_self_lb_mc(p));
	prm_print_uint(f, indent, "self_lb_uc", 10, 1,
		prm_per_protocol_networking_offload_caps_get_self_lb_uc(p));
	prm_print_uint(f, indent, "max_lso_cap", 11, 5,
		prm_per_protocol_networking_offload_caps_get_max_lso_cap(p));
	prm_print_enum(f, indent, "multi_pkt_send_wqe", 16, 2,
		prm_per_protocol_networking_offload_caps_get_multi_pkt_send_wqe(p),
			prm_multi_pkt_send_wqe_str(
				prm_per_protocol_networking_offload_caps_get_multi_pkt_send_wqe(
					p)));
	prm_print_enum(f, indent, "wqe_inline_mode", 18, 2,
		prm_per_protocol_networking_offload_caps_get_wqe_inline_mode(p),
			prm_wqe_inline_mode_str(
				prm_per_protocol_networking_offload_caps_get_wqe_inline_mode(p)));
	prm_print_uint(f, indent, "rss_ind_tbl_cap", 20, 4,
		prm_per_protocol_networking_offload_caps_get_rss_ind_tbl_cap(p));
	prm_print_uint(f, indent, "reg_umr_sq", 24, 1,
		prm_per_protocol_networking_offload_caps_get_reg_umr_sq(p));
	prm_print_uint(f, indent, "scatter_fcs", 25, 1,
		prm_per_protocol_networking_offload_caps_get_scatter_fcs(p));
	prm_print_uint(f, indent, "enhanced_multi_pkt_send_wqe", 26, 1,
		prm_per_protocol_networking_offload_caps_get_enhanced_multi_pkt_send_wqe(p));
	prm_print_uint(f, indent, "tunnel_lso_const_out_ip_id", 27, 1,
		prm_per_protocol_networking_offload_caps_get_tunnel_lso_const_out_ip_id(p));
	prm_print_uint(f, indent, "tunnel_lro_gre_old", 28, 1,
		prm_per_protocol_networking_offload_caps_get_tunnel_lro_gre_old(p));
	prm_print_uint(f, indent, "tunnel_lro_vxlan_old", 29, 1,
		prm_per_protocol_networking_offload_caps_get_tunnel_lro_vxlan_old(p));
	prm_print_uint(f, indent, "tunnel_stateless_gre", 30, 1,
		prm_per_protocol_networking_offload_caps_get_tunnel_stateless_gre(p));
	prm_print_uint(f, indent, "tunnel_stateless_vxlan", 31, 1,
		prm_per_protocol_networking_offload_caps_get_tunnel_stateless_vxlan(p));
	prm_print_uint(f, indent, "swp", 32, 1,
		prm_per_protocol_networking_offload_caps_get_swp(p));
	prm_print_uint(f, indent, "swp_csum", 33, 1,
		prm_per_protocol_networking_offload_caps_get_swp_csum(p));
	prm_print_uint(f, indent, "swp_lso", 34, 1,
		prm_per_protocol_networking_offload_caps_get_swp_lso(p));
	prm_print_uint(f, indent, "cqe_checksum_full", 35, 1,
		prm_per_protocol_networking_offload_caps_get_cqe_checksum_full(p));
	prm_print_uint(f, indent, "tunnel_stateless_geneve_tx", 36, 1,
		prm_per_protocol_networking_offload_caps_get_tunnel_stateless_geneve_tx(p));
	prm_print_uint(f, indent, "tunnel_stateless_mpls_over_udp", 37, 1,
		prm_per_protocol_networking_offload_caps_get_tunnel_stateless_mpls_over_udp(p));
	prm_print_uint(f, indent, "tunnel_stateless_mpls_over_gre", 38, 1,
		prm_per_protocol_networking_offload_caps_get_tunnel_stateless_mpls_over_gre(p));
	prm_print_uint(f, indent, "tunnel_stateless_vxlan_gpe", 39, 1,
		prm_per_protocol_networking_offload_caps_get_tunnel_stateless_vxlan_gpe(p));
	prm_print_uint(f, indent, "tunnel_stateless_ipv4_over_vxlan", 40, 1,
		prm_per_protocol_networking_offload_caps_get_tunnel_stateless_ipv4_over_vxlan(p));
	prm_print_uint(f, indent, "tunnel_stateless_ip_over_ip", 41, 1,
		prm_per_protocol_networking_offload_caps_get_tunnel_stateless_ip_over_ip(p));
	prm_print_uint(f, indent, "insert_trailer", 42, 1,
		prm_per_protocol_networking_offload_caps_get_insert_trailer(p));
	prm_print_uint(f, indent, "tunnel_stateless_gtp", 43, 1,
		prm_per_protocol_networking_offload_caps_get_tunnel_stateless_gtp(p));
	prm_print_uint(f, indent, "tunnel_stateless_ip_over_ip_rx", 44, 1,
		prm_per_protocol_networking_offload_caps_get_tunnel_stateless_ip_over_ip_rx(p));
	prm_print_uint(f, indent, "tunnel_stateless_ip_over_ip_tx", 45, 1,
		prm_per_protocol_networking_offload_caps_get_tunnel_stateless_ip_over_ip_tx(p));
	prm_print_uint(f, indent, "tunnel_stateless_vxlan_gpe_nsh", 46, 1,
		prm_per_protocol_networking_offload_caps_get_tunnel_stateless_vxlan_gpe_nsh(p));
	prm_print_reserved(f, indent, p, 47, 1);
	prm_print_uint(f, indent, "max_vxlan_udp_ports", 48, 8,
		prm_per_protocol_networking_offload_caps_get_max_vxlan_udp_ports(p));
	prm_print_uint(f, indent, "swp_csum_l4_partial", 56, 1,
		prm_per_protocol_networking_offload_caps_get_swp_csum_l4_partial(p));
	prm_print_reserved(f, indent, p, 57, 3);
	prm_print_uint(f, indent, "tunnel_lro_gre", 60, 1,
		prm_per_protocol_networking_offload_caps_get_tunnel_lro_gre(p));
	prm_print_uint(f, indent, "tunnel_lro_vxlan", 61, 1,
		prm_per_protocol_networking_offload_caps_get_tunnel_lro_vxlan(p));
	prm_print_uint(f, indent, "max_geneve_opt_len", 62, 1,
		prm_per_protocol_networking_offload_caps_get_max_geneve_opt_len(p));
	prm_print_uint(f, indent, "tunnel_stateless_geneve_rx", 63, 1,
		prm_per_protocol_networking_offload_caps_get_tunnel_stateless_geneve_rx(p));
	prm_print_reserved(f, indent, p, 64, 16);
	prm_print_uint(f, indent, "lro_min_mss_size", 80, 16,
		prm_per_protocol_networking_offload_caps_get_lro_min_mss_size(p));
	prm_print_reserved(f, indent, p, 96, 288);
	prm_print_bytes(f, indent, "lro_timer_supported_periods", p, 384, 128);
	prm_print_reserved(f, indent, p, 512, 1536);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_roce_cap_print(FILE *f, const struct prm_roce_cap *p, int indent)
{
	prm_print_uint(f, indent, "roce_apm", 0, 1, prm_roce_cap_get_roce_apm(p));
	prm_print_uint(f, indent, "rts2rts_primary_eth_prio", 1, 1,
		prm_roce_cap_get_rts2rts_primary_eth_prio(p));
	prm_print_uint(f, indent, "roce_rx_allow_untagged", 2, 1,
		prm_roce_cap_get_roce_rx_allow_untagged(p));
	prm_print_uint(f, indent, "rts2rts_src_addr_index_for_vlan_valid_vlan_id", 3, 1,
		prm_roce_cap_get_rts2rts_src_addr_index_for_vlan_valid_vlan_id(p));
	prm_print_uint(f, indent, "sw_r_roce_src_udp_port", 4, 1,
		prm_roce_cap_get_sw_r_roce_src_udp_port(p));
	prm_print_uint(f, indent, "fl_rc_qp_when_roce_disabled", 5, 1,
		prm_roce_cap_get_fl_rc_qp_when_roce_disabled(p));
	prm_print_uint(f, indent, "fl_rc_qp_when_roce_enabled", 6, 1,
		prm_roce_cap_get_fl_rc_qp_when_roce_enabled(p));
	prm_print_uint(f, indent, "roce_cc_general", 7, 1, prm_roce_cap_get_roce_cc_general(p));
	prm_print_uint(f, indent, "qp_ooo_transmit_default", 8, 1,
		prm_roce_cap_get_qp_ooo_transmit_default(p));
	prm_print_uint(f, indent, "query_roce_address_other_vport", 9, 1,
		prm_roce_cap_get_query_roce_address_other_vport(p));
	prm_print_uint(f, indent, "query_roce_address_table", 10, 1,
		prm_roce_cap_get_query_roce_address_table(p));
	prm_print_reserved(f, indent, p, 11, 19);
	prm_print_enum(f, indent, "qp_ts_format", 30, 2,
		prm_roce_cap_get_qp_ts_format(p),
			prm_cap_ts_format_str(prm_roce_cap_get_qp_ts_format(p)));
	prm_print_reserved(f, indent, p, 32, 96);
	prm_print_reserved(f, indent, p, 128, 12);
	prm_print_flags(f, indent, "l3_type", 140, 4,
		prm_roce_cap_get_l3_type(p), prm_roce_l3_type_flag_str);
	prm_print_reserved(f, indent, p, 144, 8);
	prm_print_flags(f, indent, "roce_version", 152, 8,
		prm_roce_cap_get_roce_version(p), prm_roce_version_flag_str);
	prm_print_reserved(f, indent, p, 160, 16);
	prm_print_uint(f, indent, "r_roce_dest_udp_port", 176, 16,
		prm_roce_cap_get_r_roce_dest_udp_port(p));
	prm_print_uint(f, indent, "r_roce_max_src_udp_port", 192, 16,
		prm_roce_cap_get_r_roce_max_src_udp_port(p));
	prm_print_uint(f, indent, "r_roce_min_src_udp_port", 208, 16,
		prm_roce_cap_get_r_roce_min_src_udp_port(p));
	prm_print_reserved(f, indent, p, 224, 16);
	prm_print_uint(f, indent, "roce_address_table_size", 240, 16,
		prm_roce_cap_get_roce_address_table_size(p));
	prm_print_reserved(f, indent, p, 256, 1792);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_qos_cap_print(FILE *f, const struct prm_qos_cap *p, int indent)
{
	prm_print_uint(f, indent, "packet_pacing", 0, 1, prm_qos_cap_get_packet_pacing(p));
	prm_print_uint(f, indent, "esw_scheduling", 1, 1, prm_qos_cap_get_esw_scheduling(p));
	prm_print_uint(f, indent, "esw_bw_share", 2, 1, prm_qos_cap_get_esw_bw_share(p));
	prm_print_uint(f, indent, "esw_rate_limit", 3, 1, prm_qos_cap_get_esw_rate_limit(p));
	prm_print_uint(f, indent, "hll", 4, 1, prm_qos_cap_get_hll(p));
	prm_print_uint(f, indent, "packet_pacing_burst_bound", 5, 1,
		prm_qos_cap_get_packet_pacing_burst_bound(p));
	prm_print_uint(f, indent, "packet_pacing_typical_size", 6, 1,
		prm_qos_cap_get_packet_pacing_typical_size(p));
	prm_print_uint(f, indent, "flow_meter_old", 7, 1, prm_qos_cap_get_flow_meter_old(p));
	prm_print_uint(f, indent, "nic_sq_scheduling", 8, 1, prm_qos_cap_get_nic_sq_scheduling(p));
	prm_print_uint(f, indent, "nic_bw_share", 9, 1, prm_qos_cap_get_nic_bw_share(p));
	prm_print_uint(f, indent, "nic_rate_limit", 10, 1, prm_qos_cap_get_nic_rate_limit(p));
	prm_print_uint(f, indent, "packet_pacing_uid", 11, 1, prm_qos_cap_get_packet_pacing_uid(p));
	prm_print_uint(f, indent, "log_esw_max_sched_depth", 12, 4,
		prm_qos_cap_get_log_esw_max_sched_depth(p));
	prm_print_uint(f, indent, "log_max_flow_meter", 16, 8,
		prm_qos_cap_get_log_max_flow_meter(p));
	prm_print_uint(f, indent, "flow_meter_reg_id", 24, 8, prm_qos_cap_get_flow_meter_reg_id(p));
	prm_print_uint(f, indent, "wqe_rate_pp", 32, 1, prm_qos_cap_get_wqe_rate_pp(p));
	prm_print_uint(f, indent, "nic_qp_scheduling", 33, 1, prm_qos_cap_get_nic_qp_scheduling(p));
	prm_print_uint(f, indent, "packet_pacing_req_ud", 34, 1,
		prm_qos_cap_get_packet_pacing_req_ud(p));
	prm_print_uint(f, indent, "packet_pacing_req_uc", 35, 1,
		prm_qos_cap_get_packet_pacing_req_uc(p));
	prm_print_uint(f, indent, "log_nic_max_sched_depth", 36, 4,
		prm_qos_cap_get_log_nic_max_sched_depth(p));
	prm_print_uint(f, indent, "flow_meter", 40, 1, prm_qos_cap_get_flow_meter(p));
	prm_print_uint(f, indent, "esw_cross_esw_sched", 41, 1,
		prm_qos_cap_get_esw_cross_esw_sched(p));
	prm_print_uint(f, indent, "qos_remap_pp", 42, 1, prm_qos_cap_get_qos_remap_pp(p));
	prm_print_uint(f, indent, "log_max_qos_nic_queue_group", 43, 5,
		prm_qos_cap_get_log_max_qos_nic_queue_group(p));
	prm_print_reserved(f, indent, p, 48, 16);
	prm_print_uint(f, indent, "packet_pacing_max_rate", 64, 32,
		prm_qos_cap_get_packet_pacing_max_rate(p));
	prm_print_uint(f, indent, "packet_pacing_min_rate", 96, 32,
		prm_qos_cap_get_packet_pacing_min_rate(p));
	prm_print_reserved(f, indent, p, 128, 11);
	prm_print_uint(f, indent, "log_esw_max_rate_limit", 139, 5,
		prm_qos_cap_get_log_esw_max_rate_limit(p));
	prm_print_uint(f, indent, "packet_pacing_rate_table_size", 144, 16,
		prm_qos_cap_get_packet_pacing_rate_table_size(p));
	prm_print_flags(f, indent, "esw_element_type", 160, 16,
		prm_qos_cap_get_esw_element_type(p), prm_scheduling_element_type_flag_str);
	prm_print_flags(f, indent, "esw_tsar_type", 176, 16,
		prm_qos_cap_get_esw_tsar_type(p), prm_tsar_type_flag_str);
	prm_print_uint(f, indent, "max_qos_para_vport", 192, 16,
		prm_qos_cap_get_max_qos_para_vport(p));
	prm_print_uint(f, indent, "max_qos_para_vport_old", 208, 16,
		prm_qos_cap_get_max_qos_para_vport_old(p));
	prm_print_uint(f, indent, "max_tsar_bw_share", 224, 32,
		prm_qos_cap_get_max_tsar_bw_share(p));
	prm_print_flags(f, indent, "nic_element_type", 256, 16,
		prm_qos_cap_get_nic_element_type(p), prm_scheduling_element_type_flag_str);
	prm_print_flags(f, indent, "nic_tsar_type", 272, 16,
		prm_qos_cap_get_nic_tsar_type(p), prm_tsar_type_flag_str);
	prm_print_reserved(f, indent, p, 288, 3);
	prm_print_uint(f, indent, "log_meter_aso_granularity", 291, 5,
		prm_qos_cap_get_log_meter_aso_granularity(p));
	prm_print_reserved(f, indent, p, 296, 3);
	prm_print_uint(f, indent, "log_meter_aso_max_alloc", 299, 5,
		prm_qos_cap_get_log_meter_aso_max_alloc(p));
	prm_print_reserved(f, indent, p, 304, 3);
	prm_print_uint(f, indent, "log_max_num_meter_aso", 307, 5,
		prm_qos_cap_get_log_max_num_meter_aso(p));
	prm_print_reserved(f, indent, p, 312, 2);
	prm_print_uint(f, indent, "flow_meter_aso_32_num_log_max", 314, 6,
		prm_qos_cap_get_flow_meter_aso_32_num_log_max(p));
	prm_print_reserved(f, indent, p, 320, 3);
	prm_print_uint(f, indent, "log_max_qos_nic_scheduling_element", 323, 5,
		prm_qos_cap_get_log_max_qos_nic_scheduling_element(p));
	prm_print_reserved(f, indent, p, 328, 3);
	prm_print_uint(f, indent, "log_max_qos_esw_scheduling_element", 331, 5,
		prm_qos_cap_get_log_max_qos_esw_scheduling_element(p));
	prm_print_reserved(f, indent, p, 336, 2);
	prm_print_uint(f, indent, "flow_meter_aso_32_alloc_log_max", 338, 6,
		prm_qos_cap_get_flow_meter_aso_32_alloc_log_max(p));
	prm_print_reserved(f, indent, p, 344, 8);
	prm_print_reserved(f, indent, p, 352, 1696);
}

#endif /* PRM_CAP_ETHERNET_PRINT_H */
