/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Printers of the layouts of prm_rmp.h.
 * Made by prmc 1 from spec/cmd/rmp.yaml, spec digest b88e7adfad9e. Do not edit: `ninja regen`.
 */
#ifndef PRM_RMP_PRINT_H
#define PRM_RMP_PRINT_H

#include "prm_print.h"
#include "prm_rmp.h"
#include "prm_cmd_print.h"

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_wq_print(FILE *f, const struct prm_wq *p, int indent)
{
	prm_print_enum(f, indent, "wq_type", 0, 4,
		prm_wq_get_wq_type(p), prm_wq_type_str(prm_wq_get_wq_type(p)));
	prm_print_uint(f, indent, "wq_signature", 4, 1, prm_wq_get_wq_signature(p));
	prm_print_enum(f, indent, "end_padding_mode", 5, 2,
		prm_wq_get_end_padding_mode(p),
			prm_wq_end_padding_mode_str(prm_wq_get_end_padding_mode(p)));
	prm_print_uint(f, indent, "cd_slave", 7, 1, prm_wq_get_cd_slave(p));
	prm_print_reserved(f, indent, p, 8, 24);
	prm_print_uint(f, indent, "hds_skip_first_sge", 32, 1, prm_wq_get_hds_skip_first_sge(p));
	prm_print_uint(f, indent, "log2_hds_buf_size", 33, 3, prm_wq_get_log2_hds_buf_size(p));
	prm_print_reserved(f, indent, p, 36, 7);
	prm_print_uint(f, indent, "page_offset", 43, 5, prm_wq_get_page_offset(p));
	prm_print_uint(f, indent, "lwm", 48, 16, prm_wq_get_lwm(p));
	prm_print_reserved(f, indent, p, 64, 8);
	prm_print_uint(f, indent, "pd", 72, 24, prm_wq_get_pd(p));
	prm_print_reserved(f, indent, p, 96, 8);
	prm_print_uint(f, indent, "uar_page", 104, 24, prm_wq_get_uar_page(p));
	prm_print_uint(f, indent, "dbr_addr", 128, 64, prm_wq_get_dbr_addr(p));
	prm_print_uint(f, indent, "hw_counter", 192, 32, prm_wq_get_hw_counter(p));
	prm_print_uint(f, indent, "sw_counter", 224, 32, prm_wq_get_sw_counter(p));
	prm_print_reserved(f, indent, p, 256, 12);
	prm_print_uint(f, indent, "log_wq_stride", 268, 4, prm_wq_get_log_wq_stride(p));
	prm_print_reserved(f, indent, p, 272, 3);
	prm_print_uint(f, indent, "log_wq_pg_sz", 275, 5, prm_wq_get_log_wq_pg_sz(p));
	prm_print_reserved(f, indent, p, 280, 3);
	prm_print_uint(f, indent, "log_wq_sz", 283, 5, prm_wq_get_log_wq_sz(p));
	prm_print_uint(f, indent, "dbr_umem_valid", 288, 1, prm_wq_get_dbr_umem_valid(p));
	prm_print_uint(f, indent, "wq_umem_valid", 289, 1, prm_wq_get_wq_umem_valid(p));
	prm_print_reserved(f, indent, p, 290, 1);
	prm_print_uint(f, indent, "log_hairpin_num_packets", 291, 5,
		prm_wq_get_log_hairpin_num_packets(p));
	prm_print_reserved(f, indent, p, 296, 3);
	prm_print_uint(f, indent, "log_hairpin_data_sz", 299, 5, prm_wq_get_log_hairpin_data_sz(p));
	prm_print_reserved(f, indent, p, 304, 4);
	prm_print_uint(f, indent, "log_wqe_num_of_strides", 308, 4,
		prm_wq_get_log_wqe_num_of_strides(p));
	prm_print_uint(f, indent, "two_byte_shift_en", 312, 1, prm_wq_get_two_byte_shift_en(p));
	prm_print_reserved(f, indent, p, 313, 4);
	prm_print_uint(f, indent, "log_wqe_stride_size", 317, 3, prm_wq_get_log_wqe_stride_size(p));
	prm_print_uint(f, indent, "dbr_umem_id", 320, 32, prm_wq_get_dbr_umem_id(p));
	prm_print_uint(f, indent, "wq_umem_id", 352, 32, prm_wq_get_wq_umem_id(p));
	prm_print_uint(f, indent, "wq_umem_offset", 384, 64, prm_wq_get_wq_umem_offset(p));
	prm_print_uint(f, indent, "headers_mkey", 448, 32, prm_wq_get_headers_mkey(p));
	prm_print_uint(f, indent, "shampo_enable", 480, 1, prm_wq_get_shampo_enable(p));
	prm_print_reserved(f, indent, p, 481, 4);
	prm_print_uint(f, indent, "log_reservation_size", 485, 3,
		prm_wq_get_log_reservation_size(p));
	prm_print_reserved(f, indent, p, 488, 5);
	prm_print_uint(f, indent, "log_max_num_of_packets_per_reservation", 493, 3,
		prm_wq_get_log_max_num_of_packets_per_reservation(p));
	prm_print_reserved(f, indent, p, 496, 6);
	prm_print_uint(f, indent, "log_headers_entry_size", 502, 2,
		prm_wq_get_log_headers_entry_size(p));
	prm_print_reserved(f, indent, p, 504, 4);
	prm_print_uint(f, indent, "log_headers_buffer_entry_num", 508, 4,
		prm_wq_get_log_headers_buffer_entry_num(p));
	prm_print_reserved(f, indent, p, 512, 1024);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_rmpc_print(FILE *f, const struct prm_rmpc *p, int indent)
{
	prm_print_reserved(f, indent, p, 0, 8);
	prm_print_enum(f, indent, "state", 8, 4,
		prm_rmpc_get_state(p), prm_rmp_state_str(prm_rmpc_get_state(p)));
	prm_print_reserved(f, indent, p, 12, 20);
	prm_print_uint(f, indent, "basic_cyclic_rcv_wqe", 32, 1,
		prm_rmpc_get_basic_cyclic_rcv_wqe(p));
	prm_print_reserved(f, indent, p, 33, 31);
	prm_print_reserved(f, indent, p, 64, 320);
	prm_print_head(f, indent, "wq", -1, 384, 1536);
	prm_wq_print(f, &p->wq, indent + 2);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_rmp_bitmask_print(FILE *f, const struct prm_rmp_bitmask *p, int indent)
{
	prm_print_reserved(f, indent, p, 0, 32);
	prm_print_reserved(f, indent, p, 32, 31);
	prm_print_uint(f, indent, "lwm", 63, 1, prm_rmp_bitmask_get_lwm(p));
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_create_rmp_in_print(FILE *f, const struct prm_create_rmp_in *p, int indent)
{
	prm_print_enum(f, indent, "opcode", 0, 16,
		prm_create_rmp_in_get_opcode(p),
			prm_cmd_opcode_str(prm_create_rmp_in_get_opcode(p)));
	prm_print_uint(f, indent, "uid", 16, 16, prm_create_rmp_in_get_uid(p));
	prm_print_reserved(f, indent, p, 32, 16);
	prm_print_uint(f, indent, "op_mod", 48, 16, prm_create_rmp_in_get_op_mod(p));
	prm_print_reserved(f, indent, p, 64, 192);
	prm_print_head(f, indent, "ctx", -1, 256, 1920);
	prm_rmpc_print(f, &p->ctx, indent + 2);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_create_rmp_out_print(FILE *f, const struct prm_create_rmp_out *p, int indent)
{
	prm_print_enum(f, indent, "status", 0, 8,
		prm_create_rmp_out_get_status(p),
			prm_cmd_status_str(prm_create_rmp_out_get_status(p)));
	prm_print_reserved(f, indent, p, 8, 24);
	prm_print_uint(f, indent, "syndrome", 32, 32, prm_create_rmp_out_get_syndrome(p));
	prm_print_reserved(f, indent, p, 64, 8);
	prm_print_uint(f, indent, "rmpn", 72, 24, prm_create_rmp_out_get_rmpn(p));
	prm_print_reserved(f, indent, p, 96, 32);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_modify_rmp_in_print(FILE *f, const struct prm_modify_rmp_in *p, int indent)
{
	prm_print_enum(f, indent, "opcode", 0, 16,
		prm_modify_rmp_in_get_opcode(p),
			prm_cmd_opcode_str(prm_modify_rmp_in_get_opcode(p)));
	prm_print_uint(f, indent, "uid", 16, 16, prm_modify_rmp_in_get_uid(p));
	prm_print_reserved(f, indent, p, 32, 16);
	prm_print_uint(f, indent, "op_mod", 48, 16, prm_modify_rmp_in_get_op_mod(p));
	prm_print_enum(f, indent, "rmp_state", 64, 4,
		prm_modify_rmp_in_get_rmp_state(p),
			prm_rmp_state_str(prm_modify_rmp_in_get_rmp_state(p)));
	prm_print_reserved(f, indent, p, 68, 4);
	prm_print_uint(f, indent, "rmpn", 72, 24, prm_modify_rmp_in_get_rmpn(p));
	prm_print_reserved(f, indent, p, 96, 32);
	prm_print_head(f, indent, "bitmask", -1, 128, 64);
	prm_rmp_bitmask_print(f, &p->bitmask, indent + 2);
	prm_print_reserved(f, indent, p, 192, 64);
	prm_print_head(f, indent, "ctx", -1, 256, 1920);
	prm_rmpc_print(f, &p->ctx, indent + 2);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_modify_rmp_out_print(FILE *f, const struct prm_modify_rmp_out *p, int indent)
{
	prm_print_enum(f, indent, "status", 0, 8,
		prm_modify_rmp_out_get_status(p),
			prm_cmd_status_str(prm_modify_rmp_out_get_status(p)));
	prm_print_reserved(f, indent, p, 8, 24);
	prm_print_uint(f, indent, "syndrome", 32, 32, prm_modify_rmp_out_get_syndrome(p));
	prm_print_reserved(f, indent, p, 64, 64);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_destroy_rmp_in_print(FILE *f, const struct prm_destroy_rmp_in *p, int indent)
{
	prm_print_enum(f, indent, "opcode", 0, 16,
		prm_destroy_rmp_in_get_opcode(p),
			prm_cmd_opcode_str(prm_destroy_rmp_in_get_opcode(p)));
	prm_print_uint(f, indent, "uid", 16, 16, prm_destroy_rmp_in_get_uid(p));
	prm_print_reserved(f, indent, p, 32, 16);
	prm_print_uint(f, indent, "op_mod", 48, 16, prm_destroy_rmp_in_get_op_mod(p));
	prm_print_reserved(f, indent, p, 64, 8);
	prm_print_uint(f, indent, "rmpn", 72, 24, prm_destroy_rmp_in_get_rmpn(p));
	prm_print_reserved(f, indent, p, 96, 32);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_destroy_rmp_out_print(FILE *f, const struct prm_destroy_rmp_out *p,
		int indent)
{
	prm_print_enum(f, indent, "status", 0, 8,
		prm_destroy_rmp_out_get_status(p),
			prm_cmd_status_str(prm_destroy_rmp_out_get_status(p)));
	prm_print_reserved(f, indent, p, 8, 24);
	prm_print_uint(f, indent, "syndrome", 32, 32, prm_destroy_rmp_out_get_syndrome(p));
	prm_print_reserved(f, indent, p, 64, 64);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_query_rmp_in_print(FILE *f, const struct prm_query_rmp_in *p, int indent)
{
	prm_print_enum(f, indent, "opcode", 0, 16,
		prm_query_rmp_in_get_opcode(p), prm_cmd_opcode_str(prm_query_rmp_in_get_opcode(p)));
	prm_print_uint(f, indent, "uid", 16, 16, prm_query_rmp_in_get_uid(p));
	prm_print_reserved(f, indent, p, 32, 16);
	prm_print_uint(f, indent, "op_mod", 48, 16, prm_query_rmp_in_get_op_mod(p));
	prm_print_reserved(f, indent, p, 64, 8);
	prm_print_uint(f, indent, "rmpn", 72, 24, prm_query_rmp_in_get_rmpn(p));
	prm_print_reserved(f, indent, p, 96, 32);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_query_rmp_out_print(FILE *f, const struct prm_query_rmp_out *p, int indent)
{
	prm_print_enum(f, indent, "status", 0, 8,
		prm_query_rmp_out_get_status(p),
			prm_cmd_status_str(prm_query_rmp_out_get_status(p)));
	prm_print_reserved(f, indent, p, 8, 24);
	prm_print_uint(f, indent, "syndrome", 32, 32, prm_query_rmp_out_get_syndrome(p));
	prm_print_reserved(f, indent, p, 64, 192);
	prm_print_head(f, indent, "rmp_context", -1, 256, 1920);
	prm_rmpc_print(f, &p->rmp_context, indent + 2);
}

#endif /* PRM_RMP_PRINT_H */
