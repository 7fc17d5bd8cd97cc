/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Printers of the layouts of prm_srq.h.
 * Made by prmc 1 from spec/cmd/srq.yaml, spec digest f0c5ec04b134. Do not edit: `ninja regen`.
 */
#ifndef PRM_SRQ_PRINT_H
#define PRM_SRQ_PRINT_H

#include "prm_print.h"
#include "prm_srq.h"
#include "prm_cmd_print.h"

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_srqc_print(FILE *f, const struct prm_srqc *p, int indent)
{
	prm_print_enum(f, indent, "state", 0, 4,
		prm_srqc_get_state(p), prm_srq_state_str(prm_srqc_get_state(p)));
	prm_print_uint(f, indent, "log_srq_size", 4, 4, prm_srqc_get_log_srq_size(p));
	prm_print_reserved(f, indent, p, 8, 24);
	prm_print_uint(f, indent, "wq_signature", 32, 1, prm_srqc_get_wq_signature(p));
	prm_print_uint(f, indent, "cont_srq", 33, 1, prm_srqc_get_cont_srq(p));
	prm_print_reserved(f, indent, p, 34, 1);
	prm_print_uint(f, indent, "rlky", 35, 1, prm_srqc_get_rlky(p));
	prm_print_reserved(f, indent, p, 36, 1);
	prm_print_uint(f, indent, "log_rq_stride", 37, 3, prm_srqc_get_log_rq_stride(p));
	prm_print_uint(f, indent, "xrcd", 40, 24, prm_srqc_get_xrcd(p));
	prm_print_uint(f, indent, "page_offset", 64, 6, prm_srqc_get_page_offset(p));
	prm_print_reserved(f, indent, p, 70, 2);
	prm_print_uint(f, indent, "cqn", 72, 24, prm_srqc_get_cqn(p));
	prm_print_reserved(f, indent, p, 96, 32);
	prm_print_reserved(f, indent, p, 128, 2);
	prm_print_uint(f, indent, "log_page_size", 130, 6, prm_srqc_get_log_page_size(p));
	prm_print_reserved(f, indent, p, 136, 24);
	prm_print_reserved(f, indent, p, 160, 32);
	prm_print_reserved(f, indent, p, 192, 8);
	prm_print_uint(f, indent, "pd", 200, 24, prm_srqc_get_pd(p));
	prm_print_uint(f, indent, "lwm", 224, 16, prm_srqc_get_lwm(p));
	prm_print_uint(f, indent, "wqe_cnt", 240, 16, prm_srqc_get_wqe_cnt(p));
	prm_print_reserved(f, indent, p, 256, 64);
	prm_print_uint(f, indent, "dbr_addr", 320, 64, prm_srqc_get_dbr_addr(p));
	prm_print_reserved(f, indent, p, 384, 128);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_create_srq_in_print(FILE *f, const struct prm_create_srq_in *p, int indent)
{
	prm_print_enum(f, indent, "opcode", 0, 16,
		prm_create_srq_in_get_opcode(p),
			prm_cmd_opcode_str(prm_create_srq_in_get_opcode(p)));
	prm_print_uint(f, indent, "uid", 16, 16, prm_create_srq_in_get_uid(p));
	prm_print_reserved(f, indent, p, 32, 16);
	prm_print_uint(f, indent, "op_mod", 48, 16, prm_create_srq_in_get_op_mod(p));
	prm_print_reserved(f, indent, p, 64, 64);
	prm_print_head(f, indent, "srq_context_entry", -1, 128, 512);
	prm_srqc_print(f, &p->srq_context_entry, indent + 2);
	prm_print_reserved(f, indent, p, 640, 1536);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_create_srq_out_print(FILE *f, const struct prm_create_srq_out *p, int indent)
{
	prm_print_enum(f, indent, "status", 0, 8,
		prm_create_srq_out_get_status(p),
			prm_cmd_status_str(prm_create_srq_out_get_status(p)));
	prm_print_reserved(f, indent, p, 8, 24);
	prm_print_uint(f, indent, "syndrome", 32, 32, prm_create_srq_out_get_syndrome(p));
	prm_print_reserved(f, indent, p, 64, 8);
	prm_print_uint(f, indent, "srqn", 72, 24, prm_create_srq_out_get_srqn(p));
	prm_print_reserved(f, indent, p, 96, 32);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_destroy_srq_in_print(FILE *f, const struct prm_destroy_srq_in *p, int indent)
{
	prm_print_enum(f, indent, "opcode", 0, 16,
		prm_destroy_srq_in_get_opcode(p),
			prm_cmd_opcode_str(prm_destroy_srq_in_get_opcode(p)));
	prm_print_uint(f, indent, "uid", 16, 16, prm_destroy_srq_in_get_uid(p));
	prm_print_reserved(f, indent, p, 32, 16);
	prm_print_uint(f, indent, "op_mod", 48, 16, prm_destroy_srq_in_get_op_mod(p));
	prm_print_reserved(f, indent, p, 64, 8);
	prm_print_uint(f, indent, "srqn", 72, 24, prm_destroy_srq_in_get_srqn(p));
	prm_print_reserved(f, indent, p, 96, 32);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_destroy_srq_out_print(FILE *f, const struct prm_destroy_srq_out *p,
		int indent)
{
	prm_print_enum(f, indent, "status", 0, 8,
		prm_destroy_srq_out_get_status(p),
			prm_cmd_status_str(prm_destroy_srq_out_get_status(p)));
	prm_print_reserved(f, indent, p, 8, 24);
	prm_print_uint(f, indent, "syndrome", 32, 32, prm_destroy_srq_out_get_syndrome(p));
	prm_print_reserved(f, indent, p, 64, 64);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_query_srq_in_print(FILE *f, const struct prm_query_srq_in *p, int indent)
{
	prm_print_enum(f, indent, "opcode", 0, 16,
		prm_query_srq_in_get_opcode(p), prm_cmd_opcode_str(prm_query_srq_in_get_opcode(p)));
	prm_print_uint(f, indent, "uid", 16, 16, prm_query_srq_in_get_uid(p));
	prm_print_reserved(f, indent, p, 32, 16);
	prm_print_uint(f, indent, "op_mod", 48, 16, prm_query_srq_in_get_op_mod(p));
	prm_print_reserved(f, indent, p, 64, 8);
	prm_print_uint(f, indent, "srqn", 72, 24, prm_query_srq_in_get_srqn(p));
	prm_print_reserved(f, indent, p, 96, 32);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_query_srq_out_print(FILE *f, const struct prm_query_srq_out *p, int indent)
{
	prm_print_enum(f, indent, "status", 0, 8,
		prm_query_srq_out_get_status(p),
			prm_cmd_status_str(prm_query_srq_out_get_status(p)));
	prm_print_reserved(f, indent, p, 8, 24);
	prm_print_uint(f, indent, "syndrome", 32, 32, prm_query_srq_out_get_syndrome(p));
	prm_print_reserved(f, indent, p, 64, 64);
	prm_print_head(f, indent, "srq_context_entry", -1, 128, 512);
	prm_srqc_print(f, &p->srq_context_entry, indent + 2);
	prm_print_reserved(f, indent, p, 640, 1536);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_arm_rq_in_print(FILE *f, const struct prm_arm_rq_in *p, int indent)
{
	prm_print_enum(f, indent, "opcode", 0, 16,
		prm_arm_rq_in_get_opcode(p), prm_cmd_opcode_str(prm_arm_rq_in_get_opcode(p)));
	prm_print_uint(f, indent, "uid", 16, 16, prm_arm_rq_in_get_uid(p));
	prm_print_reserved(f, indent, p, 32, 16);
	prm_print_enum(f, indent, "op_mod", 48, 16,
		prm_arm_rq_in_get_op_mod(p), prm_arm_rq_op_mod_str(prm_arm_rq_in_get_op_mod(p)));
	prm_print_reserved(f, indent, p, 64, 8);
	prm_print_uint(f, indent, "srq_number", 72, 24, prm_arm_rq_in_get_srq_number(p));
	prm_print_reserved(f, indent, p, 96, 16);
	prm_print_uint(f, indent, "lwm", 112, 16, prm_arm_rq_in_get_lwm(p));
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_arm_rq_out_print(FILE *f, const struct prm_arm_rq_out *p, int indent)
{
	prm_print_enum(f, indent, "status", 0, 8,
		prm_arm_rq_out_get_status(p), prm_cmd_status_str(prm_arm_rq_out_get_status(p)));
	prm_print_reserved(f, indent, p, 8, 24);
	prm_print_uint(f, indent, "syndrome", 32, 32, prm_arm_rq_out_get_syndrome(p));
	prm_print_reserved(f, indent, p, 64, 64);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_xrc_srqc_print(FILE *f, const struct prm_xrc_srqc *p, int indent)
{
	prm_print_enum(f, indent, "state", 0, 4,
		prm_xrc_srqc_get_state(p), prm_srq_state_str(prm_xrc_srqc_get_state(p)));
	prm_print_uint(f, indent, "log_xrc_srq_size", 4, 4, prm_xrc_srqc_get_log_xrc_srq_size(p));
	prm_print_reserved(f, indent, p, 8, 24);
	prm_print_uint(f, indent, "wq_signature", 32, 1, prm_xrc_srqc_get_wq_signature(p));
	prm_print_uint(f, indent, "cont_srq", 33, 1, prm_xrc_srqc_get_cont_srq(p));
	prm_print_reserved(f, indent, p, 34, 1);
	prm_print_uint(f, indent, "rlky", 35, 1, prm_xrc_srqc_get_rlky(p));
	prm_print_uint(f, indent, "basic_cyclic_rcv_wqe", 36, 1,
		prm_xrc_srqc_get_basic_cyclic_rcv_wqe(p));
	prm_print_uint(f, indent, "log_rq_stride", 37, 3, prm_xrc_srqc_get_log_rq_stride(p));
	prm_print_uint(f, indent, "xrcd", 40, 24, prm_xrc_srqc_get_xrcd(p));
	prm_print_uint(f, indent, "page_offset", 64, 6, prm_xrc_srqc_get_page_offset(p));
	prm_print_reserved(f, indent, p, 70, 1);
	prm_print_uint(f, indent, "dbr_umem_valid", 71, 1, prm_xrc_srqc_get_dbr_umem_valid(p));
	prm_print_uint(f, indent, "cqn", 72, 24, prm_xrc_srqc_get_cqn(p));
	prm_print_reserved(f, indent, p, 96, 32);
	prm_print_uint(f, indent, "user_index_equal_xrc_srqn", 128, 1,
		prm_xrc_srqc_get_user_index_equal_xrc_srqn(p));
	prm_print_reserved(f, indent, p, 129, 1);
	prm_print_uint(f, indent, "log_page_size", 130, 6, prm_xrc_srqc_get_log_page_size(p));
	prm_print_uint(f, indent, "user_index", 136, 24, prm_xrc_srqc_get_user_index(p));
	prm_print_reserved(f, indent, p, 160, 32);
	prm_print_reserved(f, indent, p, 192, 8);
	prm_print_uint(f, indent, "pd", 200, 24, prm_xrc_srqc_get_pd(p));
	prm_print_uint(f, indent, "lwm", 224, 16, prm_xrc_srqc_get_lwm(p));
	prm_print_uint(f, indent, "wqe_cnt", 240, 16, prm_xrc_srqc_get_wqe_cnt(p));
	prm_print_reserved(f, indent, p, 256, 64);
	prm_print_uint(f, indent, "db_record_addr_h", 320, 32,
		prm_xrc_srqc_get_db_record_addr_h(p));
	prm_print_uint(f, indent, "db_record_addr_l", 352, 30,
		prm_xrc_srqc_get_db_record_addr_l(p));
	prm_print_reserved(f, indent, p, 382, 2);
	prm_print_reserved(f, indent, p, 384, 128);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_create_xrc_srq_in_print(FILE *f, const struct prm_create_xrc_srq_in *p,
		int indent)
{
	prm_print_enum(f, indent, "opcode", 0, 16,
		prm_create_xrc_srq_in_get_opcode(p),
			prm_cmd_opcode_str(prm_create_xrc_srq_in_get_opcode(p)));
	prm_print_uint(f, indent, "uid", 16, 16, prm_create_xrc_srq_in_get_uid(p));
	prm_print_reserved(f, indent, p, 32, 16);
	prm_print_uint(f, indent, "op_mod", 48, 16, prm_create_xrc_srq_in_get_op_mod(p));
	prm_print_reserved(f, indent, p, 64, 64);
	prm_print_head(f, indent, "xrc_srq_context_entry", -1, 128, 512);
	prm_xrc_srqc_print(f, &p->xrc_srq_context_entry, indent + 2);
	prm_print_reserved(f, indent, p, 640, 96);
	prm_print_uint(f, indent, "xrc_srq_umem_valid", 736, 1,
		prm_create_xrc_srq_in_get_xrc_srq_umem_valid(p));
	prm_print_reserved(f, indent, p, 737, 31);
	prm_print_reserved(f, indent, p, 768, 1408);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_create_xrc_srq_out_print(FILE *f, const struct prm_create_xrc_srq_out *p,
		int indent)
{
	prm_print_enum(f, indent, "status", 0, 8,
		prm_create_xrc_srq_out_get_status(p),
			prm_cmd_status_str(prm_create_xrc_srq_out_get_status(p)));
	prm_print_reserved(f, indent, p, 8, 24);
	prm_print_uint(f, indent, "syndrome", 32, 32, prm_create_xrc_srq_out_get_syndrome(p));
	prm_print_reserved(f, indent, p, 64, 8);
	prm_print_uint(f, indent, "xrc_srqn", 72, 24, prm_create_xrc_srq_out_get_xrc_srqn(p));
	prm_print_reserved(f, indent, p, 96, 32);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_destroy_xrc_srq_in_print(FILE *f, const struct prm_destroy_xrc_srq_in *p,
		int indent)
{
	prm_print_enum(f, indent, "opcode", 0, 16,
		prm_destroy_xrc_srq_in_get_opcode(p),
			prm_cmd_opcode_str(prm_destroy_xrc_srq_in_get_opcode(p)));
	prm_print_uint(f, indent, "uid", 16, 16, prm_destroy_xrc_srq_in_get_uid(p));
	prm_print_reserved(f, indent, p, 32, 16);
	prm_print_uint(f, indent, "op_mod", 48, 16, prm_destroy_xrc_srq_in_get_op_mod(p));
	prm_print_reserved(f, indent, p, 64, 8);
	prm_print_uint(f, indent, "xrc_srqn", 72, 24, prm_destroy_xrc_srq_in_get_xrc_srqn(p));
	prm_print_reserved(f, indent, p, 96, 32);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_destroy_xrc_srq_out_print(FILE *f, const struct prm_destroy_xrc_srq_out *p,
		int indent)
{
	prm_print_enum(f, indent, "status", 0, 8,
		prm_destroy_xrc_srq_out_get_status(p),
			prm_cmd_status_str(prm_destroy_xrc_srq_out_get_status(p)));
	prm_print_reserved(f, indent, p, 8, 24);
	prm_print_uint(f, indent, "syndrome", 32, 32, prm_destroy_xrc_srq_out_get_syndrome(p));
	prm_print_reserved(f, indent, p, 64, 64);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_query_xrc_srq_in_print(FILE *f, const struct prm_query_xrc_srq_in *p,
		int indent)
{
	prm_print_enum(f, indent, "opcode", 0, 16,
		prm_query_xrc_srq_in_get_opcode(p),
			prm_cmd_opcode_str(prm_query_xrc_srq_in_get_opcode(p)));
	prm_print_uint(f, indent, "uid", 16, 16, prm_query_xrc_srq_in_get_uid(p));
	prm_print_reserved(f, indent, p, 32, 16);
	prm_print_uint(f, indent, "op_mod", 48, 16, prm_query_xrc_srq_in_get_op_mod(p));
	prm_print_reserved(f, indent, p, 64, 8);
	prm_print_uint(f, indent, "xrc_srqn", 72, 24, prm_query_xrc_srq_in_get_xrc_srqn(p));
	prm_print_reserved(f, indent, p, 96, 32);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_query_xrc_srq_out_print(FILE *f, const struct prm_query_xrc_srq_out *p,
		int indent)
{
	prm_print_enum(f, indent, "status", 0, 8,
		prm_query_xrc_srq_out_get_status(p),
			prm_cmd_status_str(prm_query_xrc_srq_out_get_status(p)));
	prm_print_reserved(f, indent, p, 8, 24);
	prm_print_uint(f, indent, "syndrome", 32, 32, prm_query_xrc_srq_out_get_syndrome(p));
	prm_print_reserved(f, indent, p, 64, 64);
	prm_print_head(f, indent, "xrc_srq_context_entry", -1, 128, 512);
	prm_xrc_srqc_print(f, &p->xrc_srq_context_entry, indent + 2);
	prm_print_reserved(f, indent, p, 640, 1536);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_arm_xrc_srq_in_print(FILE *f, const struct prm_arm_xrc_srq_in *p, int indent)
{
	prm_print_enum(f, indent, "opcode", 0, 16,
		prm_arm_xrc_srq_in_get_opcode(p),
			prm_cmd_opcode_str(prm_arm_xrc_srq_in_get_opcode(p)));
	prm_print_uint(f, indent, "uid", 16, 16, prm_arm_xrc_srq_in_get_uid(p));
	prm_print_reserved(f, indent, p, 32, 16);
	prm_print_enum(f, indent, "op_mod", 48, 16,
		prm_arm_xrc_srq_in_get_op_mod(p),
			prm_arm_xrc_srq_op_mod_str(prm_arm_xrc_srq_in_get_op_mod(p)));
	prm_print_reserved(f, indent, p, 64, 8);
	prm_print_uint(f, indent, "xrc_srqn", 72, 24, prm_arm_xrc_srq_in_get_xrc_srqn(p));
	prm_print_reserved(f, indent, p, 96, 16);
	prm_print_uint(f, indent, "lwm", 112, 16, prm_arm_xrc_srq_in_get_lwm(p));
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_arm_xrc_srq_out_print(FILE *f, const struct prm_arm_xrc_srq_out *p,
		int indent)
{
	prm_print_enum(f, indent, "status", 0, 8,
		prm_arm_xrc_srq_out_get_status(p),
			prm_cmd_status_str(prm_arm_xrc_srq_out_get_status(p)));
	prm_print_reserved(f, indent, p, 8, 24);
	prm_print_uint(f, indent, "syndrome", 32, 32, prm_arm_xrc_srq_out_get_syndrome(p));
	prm_print_reserved(f, indent, p, 64, 64);
}

#endif /* PRM_SRQ_PRINT_H */
