/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Printers of the layouts of prm_umem.h.
 * Made by prmc 1 from spec/cmd/umem.yaml, spec digest fe807d4ea012. Do not edit: `ninja regen`.
 */
#ifndef PRM_UMEM_PRINT_H
#define PRM_UMEM_PRINT_H

#include "prm_print.h"
#include "prm_umem.h"
#include "prm_cmd_print.h"
#include "prm_data_print.h"

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_umem_print(FILE *f, const struct prm_umem *p, int indent)
{
	prm_print_reserved(f, indent, p, 0, 128);
	prm_print_uint(f, indent, "ats", 128, 1, prm_umem_get_ats(p));
	prm_print_reserved(f, indent, p, 129, 26);
	prm_print_uint(f, indent, "log_page_size", 155, 5, prm_umem_get_log_page_size(p));
	prm_print_uint(f, indent, "page_offset", 160, 32, prm_umem_get_page_offset(p));
	prm_print_uint(f, indent, "num_of_mtt", 192, 64, prm_umem_get_num_of_mtt(p));
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_create_umem_in_print(FILE *f, const struct prm_create_umem_in *p, int indent)
{
	prm_print_enum(f, indent, "opcode", 0, 16,
		prm_create_umem_in_get_opcode(p),
			prm_cmd_opcode_str(prm_create_umem_in_get_opcode(p)));
	prm_print_uint(f, indent, "uid", 16, 16, prm_create_umem_in_get_uid(p));
	prm_print_reserved(f, indent, p, 32, 16);
	prm_print_uint(f, indent, "op_mod", 48, 16, prm_create_umem_in_get_op_mod(p));
	prm_print_reserved(f, indent, p, 64, 64);
	prm_print_head(f, indent, "umem", -1, 128, 256);
	prm_umem_print(f, &p->umem, indent + 2);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_create_umem_out_print(FILE *f, const struct prm_create_umem_out *p,
		int indent)
{
	prm_print_enum(f, indent, "status", 0, 8,
		prm_create_umem_out_get_status(p),
			prm_cmd_status_str(prm_create_umem_out_get_status(p)));
	prm_print_reserved(f, indent, p, 8, 24);
	prm_print_uint(f, indent, "syndrome", 32, 32, prm_create_umem_out_get_syndrome(p));
	prm_print_reserved(f, indent, p, 64, 8);
	prm_print_uint(f, indent, "umem_id", 72, 24, prm_create_umem_out_get_umem_id(p));
	prm_print_reserved(f, indent, p, 96, 32);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_destroy_umem_in_print(FILE *f, const struct prm_destroy_umem_in *p,
		int indent)
{
	prm_print_enum(f, indent, "opcode", 0, 16,
		prm_destroy_umem_in_get_opcode(p),
			prm_cmd_opcode_str(prm_destroy_umem_in_get_opcode(p)));
	prm_print_uint(f, indent, "uid", 16, 16, prm_destroy_umem_in_get_uid(p));
	prm_print_reserved(f, indent, p, 32, 16);
	prm_print_uint(f, indent, "op_mod", 48, 16, prm_destroy_umem_in_get_op_mod(p));
	prm_print_reserved(f, indent, p, 64, 8);
	prm_print_uint(f, indent, "umem_id", 72, 24, prm_destroy_umem_in_get_umem_id(p));
	prm_print_reserved(f, indent, p, 96, 32);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_destroy_umem_out_print(FILE *f, const struct prm_destroy_umem_out *p,
		int indent)
{
	prm_print_enum(f, indent, "status", 0, 8,
		prm_destroy_umem_out_get_status(p),
			prm_cmd_status_str(prm_destroy_umem_out_get_status(p)));
	prm_print_reserved(f, indent, p, 8, 24);
	prm_print_uint(f, indent, "syndrome", 32, 32, prm_destroy_umem_out_get_syndrome(p));
	prm_print_reserved(f, indent, p, 64, 64);
}

#endif /* PRM_UMEM_PRINT_H */
