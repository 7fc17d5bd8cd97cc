/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Printers of the layouts of prm_qp.h.
 * Made by prmc 1 from spec/cmd/qp.yaml, spec digest 4cc3fb58837b. Do not edit: `ninja regen`.
 */
#ifndef PRM_QP_PRINT_H
#define PRM_QP_PRINT_H

#include "prm_print.h"
#include "prm_qp.h"
#include "prm_cmd_print.h"
#include "prm_qpc_print.h"

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_create_qp_in_print(FILE *f, const struct prm_create_qp_in *p, int indent)
{
	prm_print_enum(f, indent, "opcode", 0, 16,
		prm_create_qp_in_get_opcode(p), prm_cmd_opcode_str(prm_create_qp_in_get_opcode(p)));
	prm_print_uint(f, indent, "uid", 16, 16, prm_create_qp_in_get_uid(p));
	prm_print_reserved(f, indent, p, 32, 16);
	prm_print_uint(f, indent, "op_mod", 48, 16, prm_create_qp_in_get_op_mod(p));
	prm_print_uint(f, indent, "qpc_ext", 64, 1, prm_create_qp_in_get_qpc_ext(p));
	prm_print_reserved(f, indent, p, 65, 7);
	prm_print_uint(f, indent, "input_qpn", 72, 24, prm_create_qp_in_get_input_qpn(p));
	prm_print_reserved(f, indent, p, 96, 32);
	prm_print_flags(f, indent, "opt_param_mask", 128, 32,
		prm_create_qp_in_get_opt_param_mask(p), prm_qp_opt_param_flag_str);
	prm_print_uint(f, indent, "ece", 160, 32, prm_create_qp_in_get_ece(p));
	prm_print_head(f, indent, "qpc", -1, 192, 1856);
	prm_qpc_print(f, &p->qpc, indent + 2);
	prm_print_uint(f, indent, "wq_umem_offset", 2048, 64,
		prm_create_qp_in_get_wq_umem_offset(p));
	prm_print_uint(f, indent, "wq_umem_id", 2112, 32, prm_create_qp_in_get_wq_umem_id(p));
	prm_print_uint(f, indent, "wq_umem_valid", 2144, 1, prm_create_qp_in_get_wq_umem_valid(p));
	prm_print_reserved(f, indent, p, 2145, 31);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_create_qp_out_print(FILE *f, const struct prm_create_qp_out *p, int indent)
{
	prm_print_enum(f, indent, "status", 0, 8,
		prm_create_qp_out_get_status(p),
			prm_cmd_status_str(prm_create_qp_out_get_status(p)));
	prm_print_reserved(f, indent, p, 8, 24);
	prm_print_uint(f, indent, "syndrome", 32, 32, prm_create_qp_out_get_syndrome(p));
	prm_print_reserved(f, indent, p, 64, 8);
	prm_print_uint(f, indent, "qpn", 72, 24, prm_create_qp_out_get_qpn(p));
	prm_print_uint(f, indent, "ece", 96, 32, prm_create_qp_out_get_ece(p));
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_destroy_qp_in_print(FILE *f, const struct prm_destroy_qp_in *p, int indent)
{
	prm_print_enum(f, indent, "opcode", 0, 16,
		prm_destroy_qp_in_get_opcode(p),
			prm_cmd_opcode_str(prm_destroy_qp_in_get_opcode(p)));
	prm_print_uint(f, indent, "uid", 16, 16, prm_destroy_qp_in_get_uid(p));
	prm_print_reserved(f, indent, p, 32, 16);
	prm_print_uint(f, indent, "op_mod", 48, 16, prm_destroy_qp_in_get_op_mod(p));
	prm_print_reserved(f, indent, p, 64, 8);
	prm_print_uint(f, indent, "qpn", 72, 24, prm_destroy_qp_in_get_qpn(p));
	prm_print_reserved(f, indent, p, 96, 32);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_destroy_qp_out_print(FILE *f, const struct prm_destroy_qp_out *p, int indent)
{
	prm_print_enum(f, indent, "status", 0, 8,
		prm_destroy_qp_out_get_status(p),
			prm_cmd_status_str(prm_destroy_qp_out_get_status(p)));
	prm_print_reserved(f, indent, p, 8, 24);
	prm_print_uint(f, indent, "syndrome", 32, 32, prm_destroy_qp_out_get_syndrome(p));
	prm_print_reserved(f, indent, p, 64, 64);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_query_qp_in_print(FILE *f, const struct prm_query_qp_in *p, int indent)
{
	prm_print_enum(f, indent, "opcode", 0, 16,
		prm_query_qp_in_get_opcode(p), prm_cmd_opcode_str(prm_query_qp_in_get_opcode(p)));
	prm_print_uint(f, indent, "uid", 16, 16, prm_query_qp_in_get_uid(p));
	prm_print_reserved(f, indent, p, 32, 16);
	prm_print_uint(f, indent, "op_mod", 48, 16, prm_query_qp_in_get_op_mod(p));
	prm_print_uint(f, indent, "qpc_ext", 64, 1, prm_query_qp_in_get_qpc_ext(p));
	prm_print_reserved(f, indent, p, 65, 7);
	prm_print_uint(f, indent, "qpn", 72, 24, prm_query_qp_in_get_qpn(p));
	prm_print_reserved(f, indent, p, 96, 32);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_query_qp_out_print(FILE *f, const struct prm_query_qp_out *p, int indent)
{
	prm_print_enum(f, indent, "status", 0, 8,
		prm_query_qp_out_get_status(p), prm_cmd_status_str(prm_query_qp_out_get_status(p)));
	prm_print_reserved(f, indent, p, 8, 24);
	prm_print_uint(f, indent, "syndrome", 32, 32, prm_query_qp_out_get_syndrome(p));
	prm_print_reserved(f, indent, p, 64, 64);
	prm_print_flags(f, indent, "opt_param_mask", 128, 32,
		prm_query_qp_out_get_opt_param_mask(p), prm_qp_opt_param_flag_str);
	prm_print_uint(f, indent, "ece", 160, 32, prm_query_qp_out_get_ece(p));
	prm_print_head(f, indent, "qpc", -1, 192, 1856);
	prm_qpc_print(f, &p->qpc, indent + 2);
	prm_print_reserved(f, indent, p, 2048, 128);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_rst2init_qp_in_print(FILE *f, const struct prm_rst2init_qp_in *p, int indent)
{
	prm_print_enum(f, indent, "opcode", 0, 16,
		prm_rst2init_qp_in_get_opcode(p),
			prm_cmd_opcode_str(prm_rst2init_qp_in_get_opcode(p)));
	prm_print_uint(f, indent, "uid", 16, 16, prm_rst2init_qp_in_get_uid(p));
	prm_print_reserved(f, indent, p, 32, 16);
	prm_print_uint(f, indent, "op_mod", 48, 16, prm_rst2init_qp_in_get_op_mod(p));
	prm_print_reserved(f, indent, p, 64, 8);
	prm_print_uint(f, indent, "qpn", 72, 24, prm_rst2init_qp_in_get_qpn(p));
	prm_print_reserved(f, indent, p, 96, 32);
	prm_print_flags(f, indent, "opt_param_mask", 128, 32,
		prm_rst2init_qp_in_get_opt_param_mask(p), prm_qp_opt_param_flag_str);
	prm_print_uint(f, indent, "ece", 160, 32, prm_rst2init_qp_in_get_ece(p));
	prm_print_head(f, indent, "qpc", -1, 192, 1856);
	prm_qpc_print(f, &p->qpc, indent + 2);
	prm_print_reserved(f, indent, p, 2048, 128);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_rst2init_qp_out_print(FILE *f, const struct prm_rst2init_qp_out *p,
		int indent)
{
	prm_print_enum(f, indent, "status", 0, 8,
		prm_rst2init_qp_out_get_status(p),
			prm_cmd_status_str(prm_rst2init_qp_out_get_status(p)));
	prm_print_reserved(f, indent, p, 8, 24);
	prm_print_uint(f, indent, "syndrome", 32, 32, prm_rst2init_qp_out_get_syndrome(p));
	prm_print_reserved(f, indent, p, 64, 32);
	prm_print_uint(f, indent, "ece", 96, 32, prm_rst2init_qp_out_get_ece(p));
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_init2init_qp_in_print(FILE *f, const struct prm_init2init_qp_in *p,
		int indent)
{
	prm_print_enum(f, indent, "opcode", 0, 16,
		prm_init2init_qp_in_get_opcode(p),
			prm_cmd_opcode_str(prm_init2init_qp_in_get_opcode(p)));
	prm_print_uint(f, indent, "uid", 16, 16, prm_init2init_qp_in_get_uid(p));
	prm_print_reserved(f, indent, p, 32, 16);
	prm_print_uint(f, indent, "op_mod", 48, 16, prm_init2init_qp_in_get_op_mod(p));
	prm_print_uint(f, indent, "qpc_ext", 64, 1, prm_init2init_qp_in_get_qpc_ext(p));
	prm_print_reserved(f, indent, p, 65, 7);
	prm_print_uint(f, indent, "qpn", 72, 24, prm_init2init_qp_in_get_qpn(p));
	prm_print_reserved(f, indent, p, 96, 32);
	prm_print_flags(f, indent, "opt_param_mask", 128, 32,
		prm_init2init_qp_in_get_opt_param_mask(p), prm_qp_opt_param_flag_str);
	prm_print_uint(f, indent, "ece", 160, 32, prm_init2init_qp_in_get_ece(p));
	prm_print_head(f, indent, "qpc", -1, 192, 1856);
	prm_qpc_print(f, &p->qpc, indent + 2);
	prm_print_reserved(f, indent, p, 2048, 64);
	prm_print_flags(f, indent, "opt_param_mask_95_32", 2112, 64,
		prm_init2init_qp_in_get_opt_param_mask_95_32(p), prm_qp_opt_param_32_flag_str);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_init2init_qp_out_print(FILE *f, const struct prm_init2init_qp_out *p,
		int indent)
{
	prm_print_enum(f, indent, "status", 0, 8,
		prm_init2init_qp_out_get_status(p),
			prm_cmd_status_str(prm_init2init_qp_out_get_status(p)));
	prm_print_reserved(f, indent, p, 8, 24);
	prm_print_uint(f, indent, "syndrome", 32, 32, prm_init2init_qp_out_get_syndrome(p));
	prm_print_reserved(f, indent, p, 64, 32);
	prm_print_uint(f, indent, "ece", 96, 32, prm_init2init_qp_out_get_ece(p));
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_init2rtr_qp_in_print(FILE *f, const struct prm_init2rtr_qp_in *p, int indent)
{
	prm_print_enum(f, indent, "opcode", 0, 16,
		prm_init2rtr_qp_in_get_opcode(p),
			prm_cmd_opcode_str(prm_init2rtr_qp_in_get_opcode(p)));
	prm_print_uint(f, indent, "uid", 16, 16, prm_init2rtr_qp_in_get_uid(p));
	prm_print_reserved(f, indent, p, 32, 16);
	prm_print_uint(f, indent, "op_mod", 48, 16, prm_init2rtr_qp_in_get_op_mod(p));
	prm_print_reserved(f, indent, p, 64, 8);
	prm_print_uint(f, indent, "qpn", 72, 24, prm_init2rtr_qp_in_get_qpn(p));
	prm_print_reserved(f, indent, p, 96, 32);
	prm_print_flags(f, indent, "opt_param_mask", 128, 32,
		prm_init2rtr_qp_in_get_opt_param_mask(p), prm_qp_opt_param_flag_str);
	prm_print_uint(f, indent, "ece", 160, 32, prm_init2rtr_qp_in_get_ece(p));
	prm_print_head(f, indent, "qpc", -1, 192, 1856);
	prm_qpc_print(f, &p->qpc, indent + 2);
	prm_print_reserved(f, indent, p, 2048, 128);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_init2rtr_qp_out_print(FILE *f, const struct prm_init2rtr_qp_out *p,
		int indent)
{
	prm_print_enum(f, indent, "status", 0, 8,
		prm_init2rtr_qp_out_get_status(p),
			prm_cmd_status_str(prm_init2rtr_qp_out_get_status(p)));
	prm_print_reserved(f, indent, p, 8, 24);
	prm_print_uint(f, indent, "syndrome", 32, 32, prm_init2rtr_qp_out_get_syndrome(p));
	prm_print_reserved(f, indent, p, 64, 32);
	prm_print_uint(f, indent, "ece", 96, 32, prm_init2rtr_qp_out_get_ece(p));
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_rtr2rts_qp_in_print(FILE *f, const struct prm_rtr2rts_qp_in *p, int indent)
{
	prm_print_enum(f, indent, "opcode", 0, 16,
		prm_rtr2rts_qp_in_get_opcode(p),
			prm_cmd_opcode_str(prm_rtr2rts_qp_in_get_opcode(p)));
	prm_print_uint(f, indent, "uid", 16, 16, prm_rtr2rts_qp_in_get_uid(p));
	prm_print_reserved(f, indent, p, 32, 16);
	prm_print_uint(f, indent, "op_mod", 48, 16, prm_rtr2rts_qp_in_get_op_mod(p));
	prm_print_reserved(f, indent, p, 64, 8);
	prm_print_uint(f, indent, "qpn", 72, 24, prm_rtr2rts_qp_in_get_qpn(p));
	prm_print_reserved(f, indent, p, 96, 32);
	prm_print_flags(f, indent, "opt_param_mask", 128, 32,
		prm_rtr2rts_qp_in_get_opt_param_mask(p), prm_qp_opt_param_flag_str);
	prm_print_uint(f, indent, "ece", 160, 32, prm_rtr2rts_qp_in_get_ece(p));
	prm_print_head(f, indent, "qpc", -1, 192, 1856);
	prm_qpc_print(f, &p->qpc, indent + 2);
	prm_print_reserved(f, indent, p, 2048, 128);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_rtr2rts_qp_out_print(FILE *f, const struct prm_rtr2rts_qp_out *p, int indent)
{
	prm_print_enum(f, indent, "status", 0, 8,
		prm_rtr2rts_qp_out_get_status(p),
			prm_cmd_status_str(prm_rtr2rts_qp_out_get_status(p)));
	prm_print_reserved(f, indent, p, 8, 24);
	prm_print_uint(f, indent, "syndrome", 32, 32, prm_rtr2rts_qp_out_get_syndrome(p));
	prm_print_reserved(f, indent, p, 64, 32);
	prm_print_uint(f, indent, "ece", 96, 32, prm_rtr2rts_qp_out_get_ece(p));
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_rts2rts_qp_in_print(FILE *f, const struct prm_rts2rts_qp_in *p, int indent)
{
	prm_print_enum(f, indent, "opcode", 0, 16,
		prm_rts2rts_qp_in_get_opcode(p),
			prm_cmd_opcode_str(prm_rts2rts_qp_in_get_opcode(p)));
	prm_print_uint(f, indent, "uid", 16, 16, prm_rts2rts_qp_in_get_uid(p));
	prm_print_reserved(f, indent, p, 32, 16);
	prm_print_uint(f, indent, "op_mod", 48, 16, prm_rts2rts_qp_in_get_op_mod(p));
	prm_print_uint(f, indent, "qpc_ext", 64, 1, prm_rts2rts_qp_in_get_qpc_ext(p));
	prm_print_reserved(f, indent, p, 65, 7);
	prm_print_uint(f, indent, "qpn", 72, 24, prm_rts2rts_qp_in_get_qpn(p));
	prm_print_reserved(f, indent, p, 96, 32);
	prm_print_flags(f, indent, "opt_param_mask", 128, 32,
		prm_rts2rts_qp_in_get_opt_param_mask(p), prm_qp_opt_param_flag_str);
	prm_print_uint(f, indent, "ece", 160, 32, prm_rts2rts_qp_in_get_ece(p));
	prm_print_head(f, indent, "qpc", -1, 192, 1856);
	prm_qpc_print(f, &p->qpc, indent + 2);
	prm_print_reserved(f, indent, p, 2048, 64);
	prm_print_flags(f, indent, "opt_param_mask_95_32", 2112, 64,
		prm_rts2rts_qp_in_get_opt_param_mask_95_32(p), prm_qp_opt_param_32_flag_str);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_rts2rts_qp_out_print(FILE *f, const struct prm_rts2rts_qp_out *p, int indent)
{
	prm_print_enum(f, indent, "status", 0, 8,
		prm_rts2rts_qp_out_get_status(p),
			prm_cmd_status_str(prm_rts2rts_qp_out_get_status(p)));
	prm_print_reserved(f, indent, p, 8, 24);
	prm_print_uint(f, indent, "syndrome", 32, 32, prm_rts2rts_qp_out_get_syndrome(p));
	prm_print_reserved(f, indent, p, 64, 32);
	prm_print_uint(f, indent, "ece", 96, 32, prm_rts2rts_qp_out_get_ece(p));
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_sqerr2rts_qp_in_print(FILE *f, const struct prm_sqerr2rts_qp_in *p,
		int indent)
{
	prm_print_enum(f, indent, "opcode", 0, 16,
		prm_sqerr2rts_qp_in_get_opcode(p),
			prm_cmd_opcode_str(prm_sqerr2rts_qp_in_get_opcode(p)));
	prm_print_uint(f, indent, "uid", 16, 16, prm_sqerr2rts_qp_in_get_uid(p));
	prm_print_reserved(f, indent, p, 32, 16);
	prm_print_uint(f, indent, "op_mod", 48, 16, prm_sqerr2rts_qp_in_get_op_mod(p));
	prm_print_reserved(f, indent, p, 64, 8);
	prm_print_uint(f, indent, "qpn", 72, 24, prm_sqerr2rts_qp_in_get_qpn(p));
	prm_print_reserved(f, indent, p, 96, 32);
	prm_print_flags(f, indent, "opt_param_mask", 128, 32,
		prm_sqerr2rts_qp_in_get_opt_param_mask(p), prm_qp_opt_param_flag_str);
	prm_print_reserved(f, indent, p, 160, 32);
	prm_print_head(f, indent, "qpc", -1, 192, 1856);
	prm_qpc_print(f, &p->qpc, indent + 2);
	prm_print_reserved(f, indent, p, 2048, 128);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_sqerr2rts_qp_out_print(FILE *f, const struct prm_sqerr2rts_qp_out *p,
		int indent)
{
	prm_print_enum(f, indent, "status", 0, 8,
		prm_sqerr2rts_qp_out_get_status(p),
			prm_cmd_status_str(prm_sqerr2rts_qp_out_get_status(p)));
	prm_print_reserved(f, indent, p, 8, 24);
	prm_print_uint(f, indent, "syndrome", 32, 32, prm_sqerr2rts_qp_out_get_syndrome(p));
	prm_print_reserved(f, indent, p, 64, 64);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_sqd2rts_qp_in_print(FILE *f, const struct prm_sqd2rts_qp_in *p, int indent)
{
	prm_print_enum(f, indent, "opcode", 0, 16,
		prm_sqd2rts_qp_in_get_opcode(p),
			prm_cmd_opcode_str(prm_sqd2rts_qp_in_get_opcode(p)));
	prm_print_uint(f, indent, "uid", 16, 16, prm_sqd2rts_qp_in_get_uid(p));
	prm_print_reserved(f, indent, p, 32, 16);
	prm_print_uint(f, indent, "op_mod", 48, 16, prm_sqd2rts_qp_in_get_op_mod(p));
	prm_print_reserved(f, indent, p, 64, 8);
	prm_print_uint(f, indent, "qpn", 72, 24, prm_sqd2rts_qp_in_get_qpn(p));
	prm_print_reserved(f, indent, p, 96, 32);
	prm_print_flags(f, indent, "opt_param_mask", 128, 32,
		prm_sqd2rts_qp_in_get_opt_param_mask(p), prm_qp_opt_param_flag_str);
	prm_print_reserved(f, indent, p, 160, 32);
	prm_print_head(f, indent, "qpc", -1, 192, 1856);
	prm_qpc_print(f, &p->qpc, indent + 2);
	prm_print_reserved(f, indent, p, 2048, 128);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_sqd2rts_qp_out_print(FILE *f, const struct prm_sqd2rts_qp_out *p, int indent)
{
	prm_print_enum(f, indent, "status", 0, 8,
		prm_sqd2rts_qp_out_get_status(p),
			prm_cmd_status_str(prm_sqd2rts_qp_out_get_status(p)));
	prm_print_reserved(f, indent, p, 8, 24);
	prm_print_uint(f, indent, "syndrome", 32, 32, prm_sqd2rts_qp_out_get_syndrome(p));
	prm_print_reserved(f, indent, p, 64, 64);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_qp_2err_in_print(FILE *f, const struct prm_qp_2err_in *p, int indent)
{
	prm_print_enum(f, indent, "opcode", 0, 16,
		prm_qp_2err_in_get_opcode(p), prm_cmd_opcode_str(prm_qp_2err_in_get_opcode(p)));
	prm_print_uint(f, indent, "uid", 16, 16, prm_qp_2err_in_get_uid(p));
	prm_print_reserved(f, indent, p, 32, 16);
	prm_print_uint(f, indent, "op_mod", 48, 16, prm_qp_2err_in_get_op_mod(p));
	prm_print_reserved(f, indent, p, 64, 8);
	prm_print_uint(f, indent, "qpn", 72, 24, prm_qp_2err_in_get_qpn(p));
	prm_print_reserved(f, indent, p, 96, 32);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_qp_2err_out_print(FILE *f, const struct prm_qp_2err_out *p, int indent)
{
	prm_print_enum(f, indent, "status", 0, 8,
		prm_qp_2err_out_get_status(p), prm_cmd_status_str(prm_qp_2err_out_get_status(p)));
	prm_print_reserved(f, indent, p, 8, 24);
	prm_print_uint(f, indent, "syndrome", 32, 32, prm_qp_2err_out_get_syndrome(p));
	prm_print_reserved(f, indent, p, 64, 64);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_qp_2rst_in_print(FILE *f, const struct prm_qp_2rst_in *p, int indent)
{
	prm_print_enum(f, indent, "opcode", 0, 16,
		prm_qp_2rst_in_get_opcode(p), prm_cmd_opcode_str(prm_qp_2rst_in_get_opcode(p)));
	prm_print_uint(f, indent, "uid", 16, 16, prm_qp_2rst_in_get_uid(p));
	prm_print_uint(f, indent, "vhca_tunnel_id", 32, 16, prm_qp_2rst_in_get_vhca_tunnel_id(p));
	prm_print_uint(f, indent, "op_mod", 48, 16, prm_qp_2rst_in_get_op_mod(p));
	prm_print_reserved(f, indent, p, 64, 8);
	prm_print_uint(f, indent, "qpn", 72, 24, prm_qp_2rst_in_get_qpn(p));
	prm_print_reserved(f, indent, p, 96, 32);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_qp_2rst_out_print(FILE *f, const struct prm_qp_2rst_out *p, int indent)
{
	prm_print_enum(f, indent, "status", 0, 8,
		prm_qp_2rst_out_get_status(p), prm_cmd_status_str(prm_qp_2rst_out_get_status(p)));
	prm_print_reserved(f, indent, p, 8, 24);
	prm_print_uint(f, indent, "syndrome", 32, 32, prm_qp_2rst_out_get_syndrome(p));
	prm_print_reserved(f, indent, p, 64, 64);
}

#endif /* PRM_QP_PRINT_H */
