/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Printers of the layouts of prm_query_hca_cap.h.
 * Made by prmc 1 from spec/cmd/query_hca_cap.yaml, spec digest 7ae79c9a9984. Do not edit: `ninja
 * regen`.
 */
#ifndef PRM_QUERY_HCA_CAP_PRINT_H
#define PRM_QUERY_HCA_CAP_PRINT_H

#include "prm_print.h"
#include "prm_query_hca_cap.h"
#include "prm_cap_crypto_print.h"
#include "prm_cap_ethernet_print.h"
#include "prm_cap_memory_print.h"
#include "prm_cmd_print.h"
#include "prm_hca_cap_print.h"
#include "prm_hca_cap_2_print.h"

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_query_hca_cap_in_print(FILE *f, const struct prm_query_hca_cap_in *p,
		int indent)
{
	prm_print_enum(f, indent, "opcode", 0, 16,
		prm_query_hca_cap_in_get_opcode(p),
			prm_cmd_opcode_str(prm_query_hca_cap_in_get_opcode(p)));
	prm_print_uint(f, indent, "uid", 16, 16, prm_query_hca_cap_in_get_uid(p));
	prm_print_reserved(f, indent, p, 32, 16);
	prm_print_enum(f, indent, "cap_type", 48, 15,
		prm_query_hca_cap_in_get_cap_type(p),
			prm_hca_cap_type_str(prm_query_hca_cap_in_get_cap_type(p)));
	prm_print_uint(f, indent, "current", 63, 1, prm_query_hca_cap_in_get_current(p));
	prm_print_uint(f, indent, "other_function", 64, 1,
		prm_query_hca_cap_in_get_other_function(p));
	prm_print_uint(f, indent, "ec_vf_function", 65, 1,
		prm_query_hca_cap_in_get_ec_vf_function(p));
	prm_print_reserved(f, indent, p, 66, 14);
	prm_print_uint(f, indent, "function_id", 80, 16, prm_query_hca_cap_in_get_function_id(p));
	prm_print_reserved(f, indent, p, 96, 32);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_query_hca_cap_out_print(FILE *f, const struct prm_query_hca_cap_out *p,
		int indent)
{
	prm_print_enum(f, indent, "status", 0, 8,
		prm_query_hca_cap_out_get_status(p),
			prm_cmd_status_str(prm_query_hca_cap_out_get_status(p)));
	prm_print_reserved(f, indent, p, 8, 24);
	prm_print_uint(f, indent, "syndrome", 32, 32, prm_query_hca_cap_out_get_syndrome(p));
	prm_print_reserved(f, indent, p, 64, 64);
	prm_print_bytes(f, indent, "capability", p, 128, 2048);
}

#endif /* PRM_QUERY_HCA_CAP_PRINT_H */
