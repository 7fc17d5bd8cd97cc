/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Printers of the layouts of prm_qpc.h.
 * Made by prmc 1 from spec/cmd/qpc.yaml, spec digest 12d38e32ca8d. Do not edit: `ninja regen`.
 */
#ifndef PRM_QPC_PRINT_H
#define PRM_QPC_PRINT_H

#include "prm_print.h"
#include "prm_qpc.h"

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_ads_print(FILE *f, const struct prm_ads *p, int indent)
{
	prm_print_uint(f, indent, "fl", 0, 1, prm_ads_get_fl(p));
	prm_print_uint(f, indent, "free_ar", 1, 1, prm_ads_get_free_ar(p));
	prm_print_reserved(f, indent, p, 2, 14);
	prm_print_uint(f, indent, "pkey_index", 16, 16, prm_ads_get_pkey_index(p));
	prm_print_uint(f, indent, "plane_index", 32, 8, prm_ads_get_plane_index(p));
	prm_print_uint(f, indent, "grh", 40, 1, prm_ads_get_grh(p));
	prm_print_uint(f, indent, "mlid", 41, 7, prm_ads_get_mlid(p));
	prm_print_uint(f, indent, "rlid", 48, 16, prm_ads_get_rlid(p));
	prm_print_uint(f, indent, "ack_timeout", 64, 5, prm_ads_get_ack_timeout(p));
	prm_print_reserved(f, indent, p, 69, 3);
	prm_print_uint(f, indent, "src_addr_index", 72, 8, prm_ads_get_src_addr_index(p));
	prm_print_reserved(f, indent, p, 80, 4);
	prm_print_enum(f, indent, "stat_rate", 84, 4,
		prm_ads_get_stat_rate(p), prm_ads_stat_rate_str(prm_ads_get_stat_rate(p)));
	prm_print_uint(f, indent, "hop_limit", 88, 8, prm_ads_get_hop_limit(p));
	prm_print_reserved(f, indent, p, 96, 4);
	prm_print_uint(f, indent, "tclass", 100, 8, prm_ads_get_tclass(p));
	prm_print_uint(f, indent, "flow_label", 108, 20, prm_ads_get_flow_label(p));
	prm_print_bytes(f, indent, "rgid_rip", p, 128, 128);
	prm_print_reserved(f, indent, p, 256, 4);
	prm_print_uint(f, indent, "f_dscp", 260, 1, prm_ads_get_f_dscp(p));
	prm_print_uint(f, indent, "f_ecn", 261, 1, prm_ads_get_f_ecn(p));
	prm_print_reserved(f, indent, p, 262, 1);
	prm_print_uint(f, indent, "f_eth_prio", 263, 1, prm_ads_get_f_eth_prio(p));
	prm_print_uint(f, indent, "ecn", 264, 2, prm_ads_get_ecn(p));
	prm_print_uint(f, indent, "dscp", 266, 6, prm_ads_get_dscp(p));
	prm_print_uint(f, indent, "udp_sport", 272, 16, prm_ads_get_udp_sport(p));
	prm_print_uint(f, indent, "dei_cfi", 288, 1, prm_ads_get_dei_cfi(p));
	prm_print_uint(f, indent, "eth_prio", 289, 3, prm_ads_get_eth_prio(p));
	prm_print_uint(f, indent, "sl", 292, 4, prm_ads_get_sl(p));
	prm_print_uint(f, indent, "vhca_port_num", 296, 8, prm_ads_get_vhca_port_num(p));
	prm_print_uint(f, indent, "rmac_47_32", 304, 16, prm_ads_get_rmac_47_32(p));
	prm_print_uint(f, indent, "rmac_31_0", 320, 32, prm_ads_get_rmac_31_0(p));
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_qpc_print(FILE *f, const struct prm_qpc *p, int indent)
{
	prm_print_enum(f, indent, "state", 0, 4,
		prm_qpc_get_state(p), prm_qp_state_str(prm_qpc_get_state(p)));
	prm_print_uint(f, indent, "lag_tx_port_affinity", 4, 4,
		prm_qpc_get_lag_tx_port_affinity(p));
	prm_print_enum(f, indent, "st", 8, 8,
		prm_qpc_get_st(p), prm_qp_service_type_str(prm_qpc_get_st(p)));
	prm_print_reserved(f, indent, p, 16, 2);
	prm_print_uint(f, indent, "isolate_vl_tc", 18, 1, prm_qpc_get_isolate_vl_tc(p));
	prm_print_enum(f, indent, "pm_state", 19, 2,
		prm_qpc_get_pm_state(p), prm_qp_pm_state_str(prm_qpc_get_pm_state(p)));
	prm_print_reserved(f, indent, p, 21, 1);
	prm_print_uint(f, indent, "req_e2e_credit_mode", 22, 2, prm_qpc_get_req_e2e_credit_mode(p));
	prm_print_enum(f, indent, "offload_type", 24, 4,
		prm_qpc_get_offload_type(p), prm_qp_offload_type_str(prm_qpc_get_offload_type(p)));
	prm_print_enum(f, indent, "end_padding_mode", 28, 2,
		prm_qpc_get_end_padding_mode(p),
			prm_qp_end_padding_mode_str(prm_qpc_get_end_padding_mode(p)));
	prm_print_reserved(f, indent, p, 30, 2);
	prm_print_uint(f, indent, "wq_signature", 32, 1, prm_qpc_get_wq_signature(p));
	prm_print_uint(f, indent, "block_lb_mc", 33, 1, prm_qpc_get_block_lb_mc(p));
	prm_print_uint(f, indent, "atomic_like_write_en", 34, 1,
		prm_qpc_get_atomic_like_write_en(p));
	prm_print_uint(f, indent, "latency_sensitive", 35, 1, prm_qpc_get_latency_sensitive(p));
	prm_print_reserved(f, indent, p, 36, 1);
	prm_print_uint(f, indent, "drain_sigerr", 37, 1, prm_qpc_get_drain_sigerr(p));
	prm_print_reserved(f, indent, p, 38, 2);
	prm_print_uint(f, indent, "pd", 40, 24, prm_qpc_get_pd(p));
	prm_print_enum(f, indent, "mtu", 64, 3,
		prm_qpc_get_mtu(p), prm_qp_mtu_str(prm_qpc_get_mtu(p)));
	prm_print_uint(f, indent, "log_msg_max", 67, 5, prm_qpc_get_log_msg_max(p));
	prm_print_reserved(f, indent, p, 72, 1);
	prm_print_uint(f, indent, "log_rq_size", 73, 4, prm_qpc_get_log_rq_size(p));
	prm_print_uint(f, indent, "log_rq_stride", 77, 3, prm_qpc_get_log_rq_stride(p));
	prm_print_uint(f, indent, "no_sq", 80, 1, prm_qpc_get_no_sq(p));
	prm_print_uint(f, indent, "log_sq_size", 81, 4, prm_qpc_get_log_sq_size(p));
	prm_print_reserved(f, indent, p, 85, 1);
	prm_print_uint(f, indent, "retry_mode", 86, 2, prm_qpc_get_retry_mode(p));
	prm_print_enum(f, indent, "ts_format", 88, 2,
		prm_qpc_get_ts_format(p), prm_timestamp_format_str(prm_qpc_get_ts_format(p)));
	prm_print_uint(f, indent, "data_in_order", 90, 1, prm_qpc_get_data_in_order(p));
	prm_print_uint(f, indent, "rlky", 91, 1, prm_qpc_get_rlky(p));
	prm_print_uint(f, indent, "ulp_stateless_offload_mode", 92, 4,
		prm_qpc_get_ulp_stateless_offload_mode(p));
	prm_print_uint(f, indent, "counter_set_id", 96, 8, prm_qpc_get_counter_set_id(p));
	prm_print_uint(f, indent, "uar_page", 104, 24, prm_qpc_get_uar_page(p));
	prm_print_reserved(f, indent, p, 128, 8);
	prm_print_uint(f, indent, "user_index", 136, 24, prm_qpc_get_user_index(p));
	prm_print_reserved(f, indent, p, 160, 3);
	prm_print_uint(f, indent, "log_page_size", 163, 5, prm_qpc_get_log_page_size(p));
	prm_print_uint(f, indent, "remote_qpn", 168, 24, prm_qpc_get_remote_qpn(p));
	prm_print_head(f, indent, "primary_address_path", -1, 192, 352);
	prm_ads_print(f, &p->primary_address_path, indent + 2);
	prm_print_head(f, indent, "secondary_address_path", -1, 544, 352);
	prm_ads_print(f, &p->secondary_address_path, indent + 2);
	prm_print_uint(f, indent, "log_ack_req_freq", 896, 4, prm_qpc_get_log_ack_req_freq(p));
	prm_print_reserved(f, indent, p, 900, 4);
	prm_print_uint(f, indent, "log_sra_max", 904, 3, prm_qpc_get_log_sra_max(p));
	prm_print_reserved(f, indent, p, 907, 2);
	prm_print_uint(f, indent, "retry_count", 909, 3, prm_qpc_get_retry_count(p));
	prm_print_uint(f, indent, "rnr_retry", 912, 3, prm_qpc_get_rnr_retry(p));
	prm_print_reserved(f, indent, p, 915, 1);
	prm_print_uint(f, indent, "fre", 916, 1, prm_qpc_get_fre(p));
	prm_print_uint(f, indent, "cur_rnr_retry", 917, 3, prm_qpc_get_cur_rnr_retry(p));
	prm_print_uint(f, indent, "cur_retry_count", 920, 3, prm_qpc_get_cur_retry_count(p));
	prm_print_reserved(f, indent, p, 923, 5);
	prm_print_reserved(f, indent, p, 928, 32);
	prm_print_reserved(f, indent, p, 960, 8);
	prm_print_uint(f, indent, "next_send_psn", 968, 24, prm_qpc_get_next_send_psn(p));
	prm_print_reserved(f, indent, p, 992, 3);
	prm_print_uint(f, indent, "log_num_dci_stream_channels", 995, 5,
		prm_qpc_get_log_num_dci_stream_channels(p));
	prm_print_uint(f, indent, "cqn_snd", 1000, 24, prm_qpc_get_cqn_snd(p));
	prm_print_reserved(f, indent, p, 1024, 3);
	prm_print_uint(f, indent, "log_num_dci_errored_streams", 1027, 5,
		prm_qpc_get_log_num_dci_errored_streams(p));
	prm_print_uint(f, indent, "deth_sqpn", 1032, 24, prm_qpc_get_deth_sqpn(p));
	prm_print_reserved(f, indent, p, 1056, 32);
	prm_print_reserved(f, indent, p, 1088, 8);
	prm_print_uint(f, indent, "last_acked_psn", 1096, 24, prm_qpc_get_last_acked_psn(p));
	prm_print_reserved(f, indent, p, 1120, 8);
	prm_print_uint(f, indent, "ssn", 1128, 24, prm_qpc_get_ssn(p));
	prm_print_reserved(f, indent, p, 1152, 8);
	prm_print_uint(f, indent, "log_rra_max", 1160, 3, prm_qpc_get_log_rra_max(p));
	prm_print_reserved(f, indent, p, 1163, 1);
	prm_print_enum(f, indent, "atomic_mode", 1164, 4,
		prm_qpc_get_atomic_mode(p), prm_qp_atomic_mode_str(prm_qpc_get_atomic_mode(p)));
	prm_print_uint(f, indent, "rre", 1168, 1, prm_qpc_get_rre(p));
	prm_print_uint(f, indent, "rwe", 1169, 1, prm_qpc_get_rwe(p));
	prm_print_uint(f, indent, "rae", 1170, 1, prm_qpc_get_rae(p));
	prm_print_reserved(f, indent, p, 1171, 1);
	prm_print_uint(f, indent, "page_offset", 1172, 6, prm_qpc_get_page_offset(p));
	prm_print_reserved(f, indent, p, 1178, 3);
	prm_print_uint(f, indent, "cd_slave_receive", 1181, 1, prm_qpc_get_cd_slave_receive(p));
	prm_print_uint(f, indent, "cd_slave_send", 1182, 1, prm_qpc_get_cd_slave_send(p));
	prm_print_uint(f, indent, "cd_master", 1183, 1, prm_qpc_get_cd_master(p));
	prm_print_reserved(f, indent, p, 1184, 3);
	prm_print_uint(f, indent, "min_rnr_nak", 1187, 5, prm_qpc_get_min_rnr_nak(p));
	prm_print_uint(f, indent, "next_rcv_psn", 1192, 24, prm_qpc_get_next_rcv_psn(p));
	prm_print_reserved(f, indent, p, 1216, 8);
	prm_print_uint(f, indent, "xrcd", 1224, 24, prm_qpc_get_xrcd(p));
	prm_print_reserved(f, indent, p, 1248, 8);
	prm_print_uint(f, indent, "cqn_rcv", 1256, 24, prm_qpc_get_cqn_rcv(p));
	prm_print_uint(f, indent, "dbr_addr", 1280, 64, prm_qpc_get_dbr_addr(p));
	prm_print_uint(f, indent, "q_key", 1344, 32, prm_qpc_get_q_key(p));
	prm_print_reserved(f, indent, p, 1376, 5);
	prm_print_enum(f, indent, "rq_type", 1381, 3,
		prm_qpc_get_rq_type(p), prm_qp_rq_type_str(prm_qpc_get_rq_type(p)));
	prm_print_uint(f, indent, "srqn_rmpn_xrqn", 1384, 24, prm_qpc_get_srqn_rmpn_xrqn(p));
	prm_print_reserved(f, indent, p, 1408, 8);
	prm_print_uint(f, indent, "rmsn", 1416, 24, prm_qpc_get_rmsn(p));
	prm_print_uint(f, indent, "hw_sq_wqebb_counter", 1440, 16,
		prm_qpc_get_hw_sq_wqebb_counter(p));
	prm_print_uint(f, indent, "sw_sq_wqebb_counter", 1456, 16,
		prm_qpc_get_sw_sq_wqebb_counter(p));
	prm_print_uint(f, indent, "hw_rq_counter", 1472, 32, prm_qpc_get_hw_rq_counter(p));
	prm_print_uint(f, indent, "sw_rq_counter", 1504, 32, prm_qpc_get_sw_rq_counter(p));
	prm_print_reserved(f, indent, p, 1536, 32);
	prm_print_reserved(f, indent, p, 1568, 15);
	prm_print_uint(f, indent, "cgs", 1583, 1, prm_qpc_get_cgs(p));
	prm_print_enum(f, indent, "cs_req", 1584, 8,
		prm_qpc_get_cs_req(p), prm_qp_cs_req_str(prm_qpc_get_cs_req(p)));
	prm_print_enum(f, indent, "cs_res", 1592, 8,
		prm_qpc_get_cs_res(p), prm_qp_cs_res_str(prm_qpc_get_cs_res(p)));
	prm_print_uint(f, indent, "dc_access_key", 1600, 64, prm_qpc_get_dc_access_key(p));
	prm_print_reserved(f, indent, p, 1664, 3);
	prm_print_uint(f, indent, "dbr_umem_valid", 1667, 1, prm_qpc_get_dbr_umem_valid(p));
	prm_print_reserved(f, indent, p, 1668, 28);
	prm_print_reserved(f, indent, p, 1696, 128);
	prm_print_uint(f, indent, "dbr_umem_id", 1824, 32, prm_qpc_get_dbr_umem_id(p));
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_cqe_error_syndrome_print(FILE *f, const struct prm_cqe_error_syndrome *p,
		int indent)
{
	prm_print_uint(f, indent, "hw_error_syndrome", 0, 8,
		prm_cqe_error_syndrome_get_hw_error_syndrome(p));
	prm_print_uint(f, indent, "hw_syndrome_type", 8, 4,
		prm_cqe_error_syndrome_get_hw_syndrome_type(p));
	prm_print_reserved(f, indent, p, 12, 4);
	prm_print_uint(f, indent, "vendor_error_syndrome", 16, 8,
		prm_cqe_error_syndrome_get_vendor_error_syndrome(p));
	prm_print_uint(f, indent, "syndrome", 24, 8, prm_cqe_error_syndrome_get_syndrome(p));
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_qpc_ext_print(FILE *f, const struct prm_qpc_ext *p, int indent)
{
	prm_print_reserved(f, indent, p, 0, 2);
	prm_print_uint(f, indent, "mmo", 2, 1, prm_qpc_ext_get_mmo(p));
	prm_print_reserved(f, indent, p, 3, 13);
	prm_print_uint(f, indent, "dci_stream_channel_id", 16, 16,
		prm_qpc_ext_get_dci_stream_channel_id(p));
	prm_print_uint(f, indent, "qos_queue_group_id_requester", 32, 32,
		prm_qpc_ext_get_qos_queue_group_id_requester(p));
	prm_print_uint(f, indent, "qos_queue_group_id_responder", 64, 32,
		prm_qpc_ext_get_qos_queue_group_id_responder(p));
	prm_print_head(f, indent, "error_syndrome", -1, 96, 32);
	prm_cqe_error_syndrome_print(f, &p->error_syndrome, indent + 2);
	prm_print_reserved(f, indent, p, 128, 1408);
}

#endif /* PRM_QPC_PRINT_H */
