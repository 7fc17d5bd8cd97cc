/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Printers of the layouts of prm_cqe.h.
 * Made by prmc 1 from spec/cqe/cqe.yaml, spec digest bfb3e4d38d69. Do not edit: `ninja regen`.
 */
#ifndef PRM_CQE_PRINT_H
#define PRM_CQE_PRINT_H

#include "prm_print.h"
#include "prm_cqe.h"
#include "prm_ctrl_print.h"
#include "prm_psv_print.h"

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_cqe_receive_info_print(FILE *f, const struct prm_cqe_receive_info *p,
		int indent)
{
	prm_print_ignored(f, indent, p, 0, 3);
	prm_print_uint(f, indent, "tls_offload", 3, 2, prm_cqe_receive_info_get_tls_offload(p));
	prm_print_ignored(f, indent, p, 5, 1);
	prm_print_uint(f, indent, "outer_l3", 6, 1, prm_cqe_receive_info_get_outer_l3(p));
	prm_print_uint(f, indent, "tunneled", 7, 1, prm_cqe_receive_info_get_tunneled(p));
	prm_print_ignored(f, indent, p, 8, 8);
	prm_print_uint(f, indent, "wqe_id", 16, 16, prm_cqe_receive_info_get_wqe_id(p));
	prm_print_ignored(f, indent, p, 32, 64);
	prm_print_uint(f, indent, "rss_hash_result", 96, 32,
		prm_cqe_receive_info_get_rss_hash_result(p));
	prm_print_uint(f, indent, "rss_hash_type", 128, 8,
		prm_cqe_receive_info_get_rss_hash_type(p));
	prm_print_ignored(f, indent, p, 136, 1);
	prm_print_uint(f, indent, "ml_path", 137, 7, prm_cqe_receive_info_get_ml_path(p));
	prm_print_ignored(f, indent, p, 144, 16);
	prm_print_uint(f, indent, "check_sum", 160, 16, prm_cqe_receive_info_get_check_sum(p));
	prm_print_uint(f, indent, "slid", 176, 16, prm_cqe_receive_info_get_slid(p));
	prm_print_ignored(f, indent, p, 192, 2);
	prm_print_uint(f, indent, "grh", 194, 2, prm_cqe_receive_info_get_grh(p));
	prm_print_uint(f, indent, "sl", 196, 4, prm_cqe_receive_info_get_sl(p));
	prm_print_uint(f, indent, "rqpn", 200, 24, prm_cqe_receive_info_get_rqpn(p));
	prm_print_uint(f, indent, "hds_ip_ext", 224, 8, prm_cqe_receive_info_get_hds_ip_ext(p));
	prm_print_ignored(f, indent, p, 232, 1);
	prm_print_uint(f, indent, "l4_hdr_type", 233, 3, prm_cqe_receive_info_get_l4_hdr_type(p));
	prm_print_uint(f, indent, "l3_hdr_type", 236, 2, prm_cqe_receive_info_get_l3_hdr_type(p));
	prm_print_ignored(f, indent, p, 238, 1);
	prm_print_uint(f, indent, "cv", 239, 1, prm_cqe_receive_info_get_cv(p));
	prm_print_uint(f, indent, "vlan_info", 240, 16, prm_cqe_receive_info_get_vlan_info(p));
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_cqe64_print(FILE *f, const struct prm_cqe64 *p, int indent)
{
	switch (prm_cqe64_get_format(p)) {
	case 0x1:
		prm_print_bytes(f, indent, "inline_data", p, 0, 256);
		break;
	default:
		prm_print_head(f, indent, "receive", -1, 0, 256);
		prm_cqe_receive_info_print(f, &p->receive, indent + 2);
		break;
	}
	prm_print_uint(f, indent, "lro_num_seg", 256, 8, prm_cqe64_get_lro_num_seg(p));
	prm_print_uint(f, indent, "srqn_user_index", 264, 24, prm_cqe64_get_srqn_user_index(p));
	switch (prm_cqe64_get_opcode(p)) {
	case 0x1:
	case 0x3:
		prm_print_uint(f, indent, "immediate", 288, 32, prm_cqe64_get_immediate(p));
		break;
	case 0x4:
		prm_print_uint(f, indent, "inval_rkey", 288, 32, prm_cqe64_get_inval_rkey(p));
		break;
	default:
		prm_print_uint(f, indent, "pkey", 288, 32, prm_cqe64_get_pkey(p));
		break;
	}
	prm_print_uint(f, indent, "app", 320, 8, prm_cqe64_get_app(p));
	prm_print_uint(f, indent, "app_op", 328, 8, prm_cqe64_get_app_op(p));
	prm_print_uint(f, indent, "app_info", 336, 16, prm_cqe64_get_app_info(p));
	prm_print_uint(f, indent, "byte_count", 352, 32, prm_cqe64_get_byte_count(p));
	prm_print_uint(f, indent, "timestamp", 384, 64, prm_cqe64_get_timestamp(p));
	switch (prm_cqe64_get_opcode(p)) {
	case 0x0:
		prm_print_enum(f, indent, "s_wqe_opcode", 448, 8,
			prm_cqe64_get_s_wqe_opcode(p),
				prm_wqe_opcode_str(prm_cqe64_get_s_wqe_opcode(p)));
		break;
	default:
		prm_print_uint(f, indent, "sop_drop", 448, 8, prm_cqe64_get_sop_drop(p));
		break;
	}
	prm_print_uint(f, indent, "qpn", 456, 24, prm_cqe64_get_qpn(p));
	prm_print_uint(f, indent, "wqe_counter", 480, 16, prm_cqe64_get_wqe_counter(p));
	prm_print_uint(f, indent, "signature", 496, 8, prm_cqe64_get_signature(p));
	prm_print_enum(f, indent, "opcode", 504, 4,
		prm_cqe64_get_opcode(p), prm_cqe_opcode_str(prm_cqe64_get_opcode(p)));
	prm_print_enum(f, indent, "format", 508, 2,
		prm_cqe64_get_format(p), prm_cqe_format_str(prm_cqe64_get_format(p)));
	prm_print_uint(f, indent, "se", 510, 1, prm_cqe64_get_se(p));
	prm_print_uint(f, indent, "owner", 511, 1, prm_cqe64_get_owner(p));
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_err_cqe_print(FILE *f, const struct prm_err_cqe *p, int indent)
{
	prm_print_ignored(f, indent, p, 0, 16);
	prm_print_uint(f, indent, "eth_wqe_id", 16, 16, prm_err_cqe_get_eth_wqe_id(p));
	prm_print_ignored(f, indent, p, 32, 128);
	prm_print_uint(f, indent, "ib_stride_index", 160, 16, prm_err_cqe_get_ib_stride_index(p));
	prm_print_ignored(f, indent, p, 176, 16);
	prm_print_ignored(f, indent, p, 192, 64);
	prm_print_ignored(f, indent, p, 256, 8);
	prm_print_uint(f, indent, "srqn_user_index", 264, 24, prm_err_cqe_get_srqn_user_index(p));
	prm_print_ignored(f, indent, p, 288, 64);
	prm_print_uint(f, indent, "byte_count", 352, 32, prm_err_cqe_get_byte_count(p));
	prm_print_ignored(f, indent, p, 384, 32);
	prm_print_uint(f, indent, "hw_err_synd", 416, 8, prm_err_cqe_get_hw_err_synd(p));
	prm_print_uint(f, indent, "hw_synd_type", 424, 8, prm_err_cqe_get_hw_synd_type(p));
	prm_print_uint(f, indent, "vendor_err_synd", 432, 8, prm_err_cqe_get_vendor_err_synd(p));
	prm_print_enum(f, indent, "syndrome", 440, 8,
		prm_err_cqe_get_syndrome(p), prm_cqe_syndrome_str(prm_err_cqe_get_syndrome(p)));
	switch (prm_err_cqe_get_opcode(p)) {
	case 0xd:
		prm_print_enum(f, indent, "s_wqe_opcode", 448, 8,
			prm_err_cqe_get_s_wqe_opcode(p),
				prm_wqe_opcode_str(prm_err_cqe_get_s_wqe_opcode(p)));
		break;
	default:
		prm_print_uint(f, indent, "rx_opcode", 448, 8, prm_err_cqe_get_rx_opcode(p));
		break;
	}
	prm_print_uint(f, indent, "qpn", 456, 24, prm_err_cqe_get_qpn(p));
	prm_print_uint(f, indent, "wqe_counter", 480, 16, prm_err_cqe_get_wqe_counter(p));
	prm_print_uint(f, indent, "signature", 496, 8, prm_err_cqe_get_signature(p));
	prm_print_enum(f, indent, "opcode", 504, 4,
		prm_err_cqe_get_opcode(p), prm_cqe_opcode_str(prm_err_cqe_get_opcode(p)));
	prm_print_ignored(f, indent, p, 508, 3);
	prm_print_uint(f, indent, "owner", 511, 1, prm_err_cqe_get_owner(p));
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_sig_err_cqe_print(FILE *f, const struct prm_sig_err_cqe *p, int indent)
{
	prm_print_ignored(f, indent, p, 0, 128);
	prm_print_uint(f, indent, "expected_trans_sig", 128, 32,
		prm_sig_err_cqe_get_expected_trans_sig(p));
	prm_print_uint(f, indent, "actual_trans_sig", 160, 32,
		prm_sig_err_cqe_get_actual_trans_sig(p));
	prm_print_uint(f, indent, "expected_ref_tag", 192, 32,
		prm_sig_err_cqe_get_expected_ref_tag(p));
	prm_print_uint(f, indent, "actual_ref_tag", 224, 32, prm_sig_err_cqe_get_actual_ref_tag(p));
	prm_print_flags(f, indent, "syndrome", 256, 16,
		prm_sig_err_cqe_get_syndrome(p), prm_sig_syndrome_flag_str);
	prm_print_ignored(f, indent, p, 272, 5);
	prm_print_enum(f, indent, "sig_type", 277, 3,
		prm_sig_err_cqe_get_sig_type(p),
			prm_sigerr_sig_type_str(prm_sig_err_cqe_get_sig_type(p)));
	prm_print_ignored(f, indent, p, 280, 5);
	prm_print_enum(f, indent, "domain", 285, 3,
		prm_sig_err_cqe_get_domain(p),
			prm_sigerr_domain_str(prm_sig_err_cqe_get_domain(p)));
	prm_print_uint(f, indent, "mkey", 288, 32, prm_sig_err_cqe_get_mkey(p));
	prm_print_uint(f, indent, "sig_err_offset", 320, 64, prm_sig_err_cqe_get_sig_err_offset(p));
	prm_print_ignored(f, indent, p, 384, 64);
	prm_print_ignored(f, indent, p, 448, 8);
	prm_print_uint(f, indent, "qpn", 456, 24, prm_sig_err_cqe_get_qpn(p));
	prm_print_ignored(f, indent, p, 480, 16);
	prm_print_uint(f, indent, "signature", 496, 8, prm_sig_err_cqe_get_signature(p));
	prm_print_enum(f, indent, "opcode", 504, 4,
		prm_sig_err_cqe_get_opcode(p), prm_cqe_opcode_str(prm_sig_err_cqe_get_opcode(p)));
	prm_print_ignored(f, indent, p, 508, 3);
	prm_print_uint(f, indent, "owner", 511, 1, prm_sig_err_cqe_get_owner(p));
}

#endif /* PRM_CQE_PRINT_H */
