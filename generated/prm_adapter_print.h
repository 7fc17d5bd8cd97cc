/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Printers of the layouts of prm_adapter.h.
 * Made by prmc 1 from spec/cmd/adapter.yaml, spec digest 4e555fb92bfa. Do not edit: `ninja regen`.
 */
#ifndef PRM_ADAPTER_PRINT_H
#define PRM_ADAPTER_PRINT_H

#include "prm_print.h"
#include "prm_adapter.h"
#include "prm_cmd_print.h"

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_query_special_contexts_in_print(FILE *f,
		const struct prm_query_special_contexts_in *p, int indent)
{
	prm_print_enum(f, indent, "opcode", 0, 16,
		prm_query_special_contexts_in_get_opcode(p),
			prm_cmd_opcode_str(prm_query_special_contexts_in_get_opcode(p)));
	prm_print_uint(f, indent, "uid", 16, 16, prm_query_special_contexts_in_get_uid(p));
	prm_print_reserved(f, indent, p, 32, 16);
	prm_print_uint(f, indent, "op_mod", 48, 16, prm_query_special_contexts_in_get_op_mod(p));
	prm_print_reserved(f, indent, p, 64, 64);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_query_special_contexts_out_print(FILE *f,
		const struct prm_query_special_contexts_out *p, int indent)
{
	prm_print_enum(f, indent, "status", 0, 8,
		prm_query_special_contexts_out_get_status(p),
			prm_cmd_status_str(prm_query_special_contexts_out_get_status(p)));
	prm_print_reserved(f, indent, p, 8, 24);
	prm_print_uint(f, indent, "syndrome", 32, 32,
		prm_query_special_contexts_out_get_syndrome(p));
	prm_print_uint(f, indent, "dump_fill_mkey", 64, 32,
		prm_query_special_contexts_out_get_dump_fill_mkey(p));
	prm_print_uint(f, indent, "resd_lkey", 96, 32,
		prm_query_special_contexts_out_get_resd_lkey(p));
	prm_print_uint(f, indent, "null_mkey", 128, 32,
		prm_query_special_contexts_out_get_null_mkey(p));
	prm_print_uint(f, indent, "terminate_scatter_list_mkey", 160, 32,
		prm_query_special_contexts_out_get_terminate_scatter_list_mkey(p));
	prm_print_uint(f, indent, "repeated_mkey", 192, 32,
		prm_query_special_contexts_out_get_repeated_mkey(p));
	prm_print_reserved(f, indent, p, 224, 32);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_query_adapter_in_print(FILE *f, const struct prm_query_adapter_in *p,
		int indent)
{
	prm_print_enum(f, indent, "opcode", 0, 16,
		prm_query_adapter_in_get_opcode(p),
			prm_cmd_opcode_str(prm_query_adapter_in_get_opcode(p)));
	prm_print_uint(f, indent, "uid", 16, 16, prm_query_adapter_in_get_uid(p));
	prm_print_reserved(f, indent, p, 32, 16);
	prm_print_uint(f, indent, "op_mod", 48, 16, prm_query_adapter_in_get_op_mod(p));
	prm_print_reserved(f, indent, p, 64, 64);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_query_adapter_param_block_print(FILE *f,
		const struct prm_query_adapter_param_block *p, int indent)
{
	prm_print_reserved(f, indent, p, 0, 192);
	prm_print_reserved(f, indent, p, 192, 8);
	prm_print_uint(f, indent, "ieee_vendor_id", 200, 24,
		prm_query_adapter_param_block_get_ieee_vendor_id(p));
	prm_print_reserved(f, indent, p, 224, 16);
	prm_print_uint(f, indent, "vsd_vendor_id", 240, 16,
		prm_query_adapter_param_block_get_vsd_vendor_id(p));
	prm_print_bytes(f, indent, "vsd", p, 256, 1664);
	prm_print_bytes(f, indent, "vsd_contd_psid", p, 1920, 128);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_query_adapter_out_print(FILE *f, const struct prm_query_adapter_out *p,
		int indent)
{
	prm_print_enum(f, indent, "status", 0, 8,
		prm_query_adapter_out_get_status(p),
			prm_cmd_status_str(prm_query_adapter_out_get_status(p)));
	prm_print_reserved(f, indent, p, 8, 24);
	prm_print_uint(f, indent, "syndrome", 32, 32, prm_query_adapter_out_get_syndrome(p));
	prm_print_reserved(f, indent, p, 64, 64);
	prm_print_head(f, indent, "query_adapter_struct", -1, 128, 2048);
	prm_query_adapter_param_block_print(f, &p->query_adapter_struct, indent + 2);
}

#endif /* PRM_ADAPTER_PRINT_H */
