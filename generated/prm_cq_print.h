/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Printers of the layouts of prm_cq.h.
 * Made by prmc 1 from spec/cmd/cq.yaml, spec digest ec64dc76ac4a. Do not edit: `ninja regen`.
 */
#ifndef PRM_CQ_PRINT_H
#define PRM_CQ_PRINT_H

#include "prm_print.h"
#include "prm_cq.h"
#include "prm_cmd_print.h"
#include "prm_qpc_print.h"

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_cqc_print(FILE *f, const struct prm_cqc *p, int indent)
{
	prm_print_enum(f, indent, "status", 0, 4,
		prm_cqc_get_status(p), prm_cq_status_str(prm_cqc_get_status(p)));
	prm_print_uint(f, indent, "as_notify", 4, 1, prm_cqc_get_as_notify(p));
	prm_print_uint(f, indent, "initiator_src_dct", 5, 1, prm_cqc_get_initiator_src_dct(p));
	prm_print_uint(f, indent, "dbr_umem_valid", 6, 1, prm_cqc_get_dbr_umem_valid(p));
	prm_print_uint(f, indent, "apu_cq", 7, 1, prm_cqc_get_apu_cq(p));
	prm_print_enum(f, indent, "cqe_sz", 8, 3,
		prm_cqc_get_cqe_sz(p), prm_cqe_size_str(prm_cqc_get_cqe_sz(p)));
	prm_print_uint(f, indent, "cc", 11, 1, prm_cqc_get_cc(p));
	prm_print_reserved(f, indent, p, 12, 1);
	prm_print_uint(f, indent, "scqe_break_moderation_en", 13, 1,
		prm_cqc_get_scqe_break_moderation_en(p));
	prm_print_uint(f, indent, "oi", 14, 1, prm_cqc_get_oi(p));
	prm_print_enum(f, indent, "cq_period_mode", 15, 2,
		prm_cqc_get_cq_period_mode(p),
			prm_cq_period_mode_str(prm_cqc_get_cq_period_mode(p)));
	prm_print_uint(f, indent, "cqe_comp_en", 17, 1, prm_cqc_get_cqe_comp_en(p));
	prm_print_enum(f, indent, "mini_cqe_res_format", 18, 2,
		prm_cqc_get_mini_cqe_res_format(p),
			prm_mini_cqe_res_format_str(prm_cqc_get_mini_cqe_res_format(p)));
	prm_print_enum(f, indent, "st", 20, 4,
		prm_cqc_get_st(p), prm_cq_arm_state_str(prm_cqc_get_st(p)));
	prm_print_uint(f, indent, "always_armed_cq", 24, 1, prm_cqc_get_always_armed_cq(p));
	prm_print_uint(f, indent, "ext_element_type", 25, 3, prm_cqc_get_ext_element_type(p));
	prm_print_reserved(f, indent, p, 28, 2);
	prm_print_enum(f, indent, "cqe_compression_layout", 30, 2,
		prm_cqc_get_cqe_compression_layout(p),
			prm_cqe_compression_layout_str(prm_cqc_get_cqe_compression_layout(p)));
	prm_print_uint(f, indent, "dbr_umem_id", 32, 32, prm_cqc_get_dbr_umem_id(p));
	prm_print_reserved(f, indent, p, 64, 20);
	prm_print_uint(f, indent, "page_offset", 84, 6, prm_cqc_get_page_offset(p));
	prm_print_reserved(f, indent, p, 90, 2);
	prm_print_uint(f, indent, "mini_cqe_res_format_ext", 92, 2,
		prm_cqc_get_mini_cqe_res_format_ext(p));
	prm_print_enum(f, indent, "cq_timestamp_format", 94, 2,
		prm_cqc_get_cq_timestamp_format(p),
			prm_timestamp_format_str(prm_cqc_get_cq_timestamp_format(p)));
	prm_print_reserved(f, indent, p, 96, 3);
	prm_print_uint(f, indent, "log_cq_size", 99, 5, prm_cqc_get_log_cq_size(p));
	prm_print_uint(f, indent, "uar_page", 104, 24, prm_cqc_get_uar_page(p));
	prm_print_reserved(f, indent, p, 128, 4);
	prm_print_uint(f, indent, "cq_period", 132, 12, prm_cqc_get_cq_period(p));
	prm_print_uint(f, indent, "cq_max_count", 144, 16, prm_cqc_get_cq_max_count(p));
	switch ((unsigned int)prm_cqc_get_apu_cq(p)) {
	case 0x0:
		prm_print_uint(f, indent, "c_eqn", 160, 32, prm_cqc_get_c_eqn(p));
		break;
	case 0x1:
		prm_print_uint(f, indent, "apu_element", 160, 32, prm_cqc_get_apu_element(p));
		break;
	default:
		prm_print_bytes(f, indent, "c_eqn_or_apu_element", p, 160, 32);
		break;
	}
	prm_print_reserved(f, indent, p, 192, 3);
	prm_print_uint(f, indent, "log_page_size", 195, 5, prm_cqc_get_log_page_size(p));
	prm_print_reserved(f, indent, p, 200, 24);
	prm_print_reserved(f, indent, p, 224, 32);
	prm_print_reserved(f, indent, p, 256, 8);
	prm_print_uint(f, indent, "last_notified_index", 264, 24,
		prm_cqc_get_last_notified_index(p));
	prm_print_reserved(f, indent, p, 288, 8);
	prm_print_uint(f, indent, "last_solicit_index", 296, 24, prm_cqc_get_last_solicit_index(p));
	prm_print_reserved(f, indent, p, 320, 8);
	prm_print_uint(f, indent, "consumer_counter", 328, 24, prm_cqc_get_consumer_counter(p));
	prm_print_reserved(f, indent, p, 352, 8);
	prm_print_uint(f, indent, "producer_counter", 360, 24, prm_cqc_get_producer_counter(p));
	prm_print_uint(f, indent, "local_partition_id", 384, 12, prm_cqc_get_local_partition_id(p));
	prm_print_uint(f, indent, "process_id", 396, 20, prm_cqc_get_process_id(p));
	prm_print_reserved(f, indent, p, 416, 32);
	prm_print_uint(f, indent, "dbr_addr", 448, 64, prm_cqc_get_dbr_addr(p));
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_create_cq_in_print(FILE *f, const struct prm_create_cq_in *p, int indent)
{
	prm_print_enum(f, indent, "opcode", 0, 16,
		prm_create_cq_in_get_opcode(p), prm_cmd_opcode_str(prm_create_cq_in_get_opcode(p)));
	prm_print_uint(f, indent, "uid", 16, 16, prm_create_cq_in_get_uid(p));
	prm_print_reserved(f, indent, p, 32, 16);
	prm_print_uint(f, indent, "op_mod", 48, 16, prm_create_cq_in_get_op_mod(p));
	prm_print_reserved(f, indent, p, 64, 64);
	prm_print_head(f, indent, "cq_context", -1, 128, 512);
	prm_cqc_print(f, &p->cq_context, indent + 2);
	prm_print_uint(f, indent, "cq_umem_offset", 640, 64,
		prm_create_cq_in_get_cq_umem_offset(p));
	prm_print_uint(f, indent, "cq_umem_id", 704, 32, prm_create_cq_in_get_cq_umem_id(p));
	prm_print_uint(f, indent, "cq_umem_valid", 736, 1, prm_create_cq_in_get_cq_umem_valid(p));
	prm_print_reserved(f, indent, p, 737, 31);
	prm_print_reserved(f, indent, p, 768, 1408);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_create_cq_out_print(FILE *f, const struct prm_create_cq_out *p, int indent)
{
	prm_print_enum(f, indent, "status", 0, 8,
		prm_create_cq_out_get_status(p),
			prm_cmd_status_str(prm_create_cq_out_get_status(p)));
	prm_print_reserved(f, indent, p, 8, 24);
	prm_print_uint(f, indent, "syndrome", 32, 32, prm_create_cq_out_get_syndrome(p));
	prm_print_reserved(f, indent, p, 64, 8);
	prm_print_uint(f, indent, "cqn", 72, 24, prm_create_cq_out_get_cqn(p));
	prm_print_reserved(f, indent, p, 96, 32);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_destroy_cq_in_print(FILE *f, const struct prm_destroy_cq_in *p, int indent)
{
	prm_print_enum(f, indent, "opcode", 0, 16,
		prm_destroy_cq_in_get_opcode(p),
			prm_cmd_opcode_str(prm_destroy_cq_in_get_opcode(p)));
	prm_print_uint(f, indent, "uid", 16, 16, prm_destroy_cq_in_get_uid(p));
	prm_print_reserved(f, indent, p, 32, 16);
	prm_print_uint(f, indent, "op_mod", 48, 16, prm_destroy_cq_in_get_op_mod(p));
	prm_print_reserved(f, indent, p, 64, 8);
	prm_print_uint(f, indent, "cqn", 72, 24, prm_destroy_cq_in_get_cqn(p));
	prm_print_reserved(f, indent, p, 96, 32);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_destroy_cq_out_print(FILE *f, const struct prm_destroy_cq_out *p, int indent)
{
	prm_print_enum(f, indent, "status", 0, 8,
		prm_destroy_cq_out_get_status(p),
			prm_cmd_status_str(prm_destroy_cq_out_get_status(p)));
	prm_print_reserved(f, indent, p, 8, 24);
	prm_print_uint(f, indent, "syndrome", 32, 32, prm_destroy_cq_out_get_syndrome(p));
	prm_print_reserved(f, indent, p, 64, 64);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_query_cq_in_print(FILE *f, const struct prm_query_cq_in *p, int indent)
{
	prm_print_enum(f, indent, "opcode", 0, 16,
		prm_query_cq_in_get_opcode(p), prm_cmd_opcode_str(prm_query_cq_in_get_opcode(p)));
	prm_print_uint(f, indent, "uid", 16, 16, prm_query_cq_in_get_uid(p));
	prm_print_reserved(f, indent, p, 32, 16);
	prm_print_uint(f, indent, "op_mod", 48, 16, prm_query_cq_in_get_op_mod(p));
	prm_print_reserved(f, indent, p, 64, 8);
	prm_print_uint(f, indent, "cqn", 72, 24, prm_query_cq_in_get_cqn(p));
	prm_print_reserved(f, indent, p, 96, 32);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_query_cq_out_print(FILE *f, const struct prm_query_cq_out *p, int indent)
{
	prm_print_enum(f, indent, "status", 0, 8,
		prm_query_cq_out_get_status(p), prm_cmd_status_str(prm_query_cq_out_get_status(p)));
	prm_print_reserved(f, indent, p, 8, 24);
	prm_print_uint(f, indent, "syndrome", 32, 32, prm_query_cq_out_get_syndrome(p));
	prm_print_reserved(f, indent, p, 64, 64);
	prm_print_head(f, indent, "cq_context", -1, 128, 512);
	prm_cqc_print(f, &p->cq_context, indent + 2);
	prm_print_reserved(f, indent, p, 640, 1536);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_modify_cq_in_print(FILE *f, const struct prm_modify_cq_in *p, int indent)
{
	prm_print_enum(f, indent, "opcode", 0, 16,
		prm_modify_cq_in_get_opcode(p), prm_cmd_opcode_str(prm_modify_cq_in_get_opcode(p)));
	prm_print_uint(f, indent, "uid", 16, 16, prm_modify_cq_in_get_uid(p));
	prm_print_reserved(f, indent, p, 32, 16);
	prm_print_enum(f, indent, "op_mod", 48, 16,
		prm_modify_cq_in_get_op_mod(p),
			prm_modify_cq_op_mod_str(prm_modify_cq_in_get_op_mod(p)));
	prm_print_reserved(f, indent, p, 64, 8);
	prm_print_uint(f, indent, "cqn", 72, 24, prm_modify_cq_in_get_cqn(p));
	switch (prm_modify_cq_in_get_op_mod(p)) {
	case 0x0:
		prm_print_flags(f, indent, "modify_field_select", 96, 32,
			prm_modify_cq_in_get_modify_field_select(p), prm_cq_modify_field_flag_str);
		break;
	case 0x1:
		prm_print_flags(f, indent, "resize_field_select", 96, 32,
			prm_modify_cq_in_get_resize_field_select(p), prm_cq_resize_field_flag_str);
		break;
	default:
		prm_print_bytes(f, indent, "field_select", p, 96, 32);
		break;
	}
	prm_print_head(f, indent, "cq_context", -1, 128, 512);
	prm_cqc_print(f, &p->cq_context, indent + 2);
	prm_print_reserved(f, indent, p, 640, 96);
	prm_print_uint(f, indent, "cq_umem_valid", 736, 1, prm_modify_cq_in_get_cq_umem_valid(p));
	prm_print_reserved(f, indent, p, 737, 31);
	prm_print_reserved(f, indent, p, 768, 1408);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_modify_cq_out_print(FILE *f, const struct prm_modify_cq_out *p, int indent)
{
	prm_print_enum(f, indent, "status", 0, 8,
		prm_modify_cq_out_get_status(p),
			prm_cmd_status_str(prm_modify_cq_out_get_status(p)));
	prm_print_reserved(f, indent, p, 8, 24);
	prm_print_uint(f, indent, "syndrome", 32, 32, prm_modify_cq_out_get_syndrome(p));
	prm_print_reserved(f, indent, p, 64, 64);
}

#endif /* PRM_CQ_PRINT_H */
