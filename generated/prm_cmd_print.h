/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Printers of the layouts of prm_cmd.h.
 * Made by prmc 1 from spec/cmd/cmd.yaml, spec digest 39159770f2f4. Do not edit: `ninja regen`.
 */
#ifndef PRM_CMD_PRINT_H
#define PRM_CMD_PRINT_H

#include "prm_print.h"
#include "prm_cmd.h"

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_cmd_in_hdr_print(FILE *f, const struct prm_cmd_in_hdr *p, int indent)
{
	prm_print_enum(f, indent, "opcode", 0, 16,
		prm_cmd_in_hdr_get_opcode(p), prm_cmd_opcode_str(prm_cmd_in_hdr_get_opcode(p)));
	prm_print_uint(f, indent, "uid", 16, 16, prm_cmd_in_hdr_get_uid(p));
	prm_print_reserved(f, indent, p, 32, 16);
	prm_print_uint(f, indent, "op_mod", 48, 16, prm_cmd_in_hdr_get_op_mod(p));
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_cmd_out_hdr_print(FILE *f, const struct prm_cmd_out_hdr *p, int indent)
{
	prm_print_enum(f, indent, "status", 0, 8,
		prm_cmd_out_hdr_get_status(p), prm_cmd_status_str(prm_cmd_out_hdr_get_status(p)));
	prm_print_reserved(f, indent, p, 8, 24);
	prm_print_uint(f, indent, "syndrome", 32, 32, prm_cmd_out_hdr_get_syndrome(p));
}

#endif /* PRM_CMD_PRINT_H */
