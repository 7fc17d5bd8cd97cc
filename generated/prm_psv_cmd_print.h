/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Printers of the layouts of prm_psv_cmd.h.
 * Made by prmc 1 from spec/cmd/psv_cmd.yaml, spec digest d3ccc398dd36. Do not edit: `ninja regen`.
 */
#ifndef PRM_PSV_CMD_PRINT_H
#define PRM_PSV_CMD_PRINT_H

#include "prm_print.h"
#include "prm_psv_cmd.h"
#include "prm_cmd_print.h"

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_create_psv_in_print(FILE *f, const struct prm_create_psv_in *p, int indent)
{
	prm_print_enum(f, indent, "opcode", 0, 16,
		prm_create_psv_in_get_opcode(p),
			prm_cmd_opcode_str(prm_create_psv_in_get_opcode(p)));
	prm_print_uint(f, indent, "uid", 16, 16, prm_create_psv_in_get_uid(p));
	prm_print_reserved(f, indent, p, 32, 16);
	prm_print_uint(f, indent, "op_mod", 48, 16, prm_create_psv_in_get_op_mod(p));
	prm_print_uint(f, indent, "num_psv", 64, 4, prm_create_psv_in_get_num_psv(p));
	prm_print_reserved(f, indent, p, 68, 4);
	prm_print_uint(f, indent, "pd", 72, 24, prm_create_psv_in_get_pd(p));
	prm_print_reserved(f, indent, p, 96, 32);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_create_psv_out_print(FILE *f, const struct prm_create_psv_out *p, int indent)
{
	prm_print_enum(f, indent, "status", 0, 8,
		prm_create_psv_out_get_status(p),
			prm_cmd_status_str(prm_create_psv_out_get_status(p)));
	prm_print_reserved(f, indent, p, 8, 24);
	prm_print_uint(f, indent, "syndrome", 32, 32, prm_create_psv_out_get_syndrome(p));
	prm_print_reserved(f, indent, p, 64, 64);
	prm_print_reserved(f, indent, p, 128, 8);
	prm_print_uint(f, indent, "psv0_index", 136, 24, prm_create_psv_out_get_psv0_index(p));
	prm_print_reserved(f, indent, p, 160, 8);
	prm_print_uint(f, indent, "psv1_index", 168, 24, prm_create_psv_out_get_psv1_index(p));
	prm_print_reserved(f, indent, p, 192, 8);
	prm_print_uint(f, indent, "psv2_index", 200, 24, prm_create_psv_out_get_psv2_index(p));
	prm_print_reserved(f, indent, p, 224, 8);
	prm_print_uint(f, indent, "psv3_index", 232, 24, prm_create_psv_out_get_psv3_index(p));
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_destroy_psv_in_print(FILE *f, const struct prm_destroy_psv_in *p, int indent)
{
	prm_print_enum(f, indent, "opcode", 0, 16,
		prm_destroy_psv_in_get_opcode(p),
			prm_cmd_opcode_str(prm_destroy_psv_in_get_opcode(p)));
	prm_print_uint(f, indent, "uid", 16, 16, prm_destroy_psv_in_get_uid(p));
	prm_print_reserved(f, indent, p, 32, 16);
	prm_print_uint(f, indent, "op_mod", 48, 16, prm_destroy_psv_in_get_op_mod(p));
	prm_print_reserved(f, indent, p, 64, 8);
	prm_print_uint(f, indent, "psvn", 72, 24, prm_destroy_psv_in_get_psvn(p));
	prm_print_reserved(f, indent, p, 96, 32);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_destroy_psv_out_print(FILE *f, const struct prm_destroy_psv_out *p,
		int indent)
{
	prm_print_enum(f, indent, "status", 0, 8,
		prm_destroy_psv_out_get_status(p),
			prm_cmd_status_str(prm_destroy_psv_out_get_status(p)));
	prm_print_reserved(f, indent, p, 8, 24);
	prm_print_uint(f, indent, "syndrome", 32, 32, prm_destroy_psv_out_get_syndrome(p));
	prm_print_reserved(f, indent, p, 64, 64);
}

#endif /* PRM_PSV_CMD_PRINT_H */
