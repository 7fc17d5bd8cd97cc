/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Printers of the layouts of prm_alloc.h.
 * Made by prmc 1 from spec/cmd/alloc.yaml, spec digest 57d468c84d68. Do not edit: `ninja regen`.
 */
#ifndef PRM_ALLOC_PRINT_H
#define PRM_ALLOC_PRINT_H

#include "prm_print.h"
#include "prm_alloc.h"
#include "prm_cmd_print.h"

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_alloc_pd_in_print(FILE *f, const struct prm_alloc_pd_in *p, int indent)
{
	prm_print_enum(f, indent, "opcode", 0, 16,
		prm_alloc_pd_in_get_opcode(p), prm_cmd_opcode_str(prm_alloc_pd_in_get_opcode(p)));
	prm_print_uint(f, indent, "uid", 16, 16, prm_alloc_pd_in_get_uid(p));
	prm_print_reserved(f, indent, p, 32, 16);
	prm_print_uint(f, indent, "op_mod", 48, 16, prm_alloc_pd_in_get_op_mod(p));
	prm_print_reserved(f, indent, p, 64, 64);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_alloc_pd_out_print(FILE *f, const struct prm_alloc_pd_out *p, int indent)
{
	prm_print_enum(f, indent, "status", 0, 8,
		prm_alloc_pd_out_get_status(p), prm_cmd_status_str(prm_alloc_pd_out_get_status(p)));
	prm_print_reserved(f, indent, p, 8, 24);
	prm_print_uint(f, indent, "syndrome", 32, 32, prm_alloc_pd_out_get_syndrome(p));
	prm_print_reserved(f, indent, p, 64, 8);
	prm_print_uint(f, indent, "pd", 72, 24, prm_alloc_pd_out_get_pd(p));
	prm_print_reserved(f, indent, p, 96, 32);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_dealloc_pd_in_print(FILE *f, const struct prm_dealloc_pd_in *p, int indent)
{
	prm_print_enum(f, indent, "opcode", 0, 16,
		prm_dealloc_pd_in_get_opcode(p),
			prm_cmd_opcode_str(prm_dealloc_pd_in_get_opcode(p)));
	prm_print_uint(f, indent, "uid", 16, 16, prm_dealloc_pd_in_get_uid(p));
	prm_print_reserved(f, indent, p, 32, 16);
	prm_print_uint(f, indent, "op_mod", 48, 16, prm_dealloc_pd_in_get_op_mod(p));
	prm_print_reserved(f, indent, p, 64, 8);
	prm_print_uint(f, indent, "pd", 72, 24, prm_dealloc_pd_in_get_pd(p));
	prm_print_reserved(f, indent, p, 96, 32);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_dealloc_pd_out_print(FILE *f, const struct prm_dealloc_pd_out *p, int indent)
{
	prm_print_enum(f, indent, "status", 0, 8,
		prm_dealloc_pd_out_get_status(p),
			prm_cmd_status_str(prm_dealloc_pd_out_get_status(p)));
	prm_print_reserved(f, indent, p, 8, 24);
	prm_print_uint(f, indent, "syndrome", 32, 32, prm_dealloc_pd_out_get_syndrome(p));
	prm_print_reserved(f, indent, p, 64, 64);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_alloc_uar_in_print(FILE *f, const struct prm_alloc_uar_in *p, int indent)
{
	prm_print_enum(f, indent, "opcode", 0, 16,
		prm_alloc_uar_in_get_opcode(p), prm_cmd_opcode_str(prm_alloc_uar_in_get_opcode(p)));
	prm_print_uint(f, indent, "uid", 16, 16, prm_alloc_uar_in_get_uid(p));
	prm_print_reserved(f, indent, p, 32, 16);
	prm_print_uint(f, indent, "op_mod", 48, 16, prm_alloc_uar_in_get_op_mod(p));
	prm_print_reserved(f, indent, p, 64, 64);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_alloc_uar_out_print(FILE *f, const struct prm_alloc_uar_out *p, int indent)
{
	prm_print_enum(f, indent, "status", 0, 8,
		prm_alloc_uar_out_get_status(p),
			prm_cmd_status_str(prm_alloc_uar_out_get_status(p)));
	prm_print_reserved(f, indent, p, 8, 24);
	prm_print_uint(f, indent, "syndrome", 32, 32, prm_alloc_uar_out_get_syndrome(p));
	prm_print_reserved(f, indent, p, 64, 8);
	prm_print_uint(f, indent, "uar", 72, 24, prm_alloc_uar_out_get_uar(p));
	prm_print_reserved(f, indent, p, 96, 32);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_dealloc_uar_in_print(FILE *f, const struct prm_dealloc_uar_in *p, int indent)
{
	prm_print_enum(f, indent, "opcode", 0, 16,
		prm_dealloc_uar_in_get_opcode(p),
			prm_cmd_opcode_str(prm_dealloc_uar_in_get_opcode(p)));
	prm_print_uint(f, indent, "uid", 16, 16, prm_dealloc_uar_in_get_uid(p));
	prm_print_reserved(f, indent, p, 32, 16);
	prm_print_uint(f, indent, "op_mod", 48, 16, prm_dealloc_uar_in_get_op_mod(p));
	prm_print_reserved(f, indent, p, 64, 8);
	prm_print_uint(f, indent, "uar", 72, 24, prm_dealloc_uar_in_get_uar(p));
	prm_print_reserved(f, indent, p, 96, 32);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_dealloc_uar_out_print(FILE *f, const struct prm_dealloc_uar_out *p,
		int indent)
{
	prm_print_enum(f, indent, "status", 0, 8,
		prm_dealloc_uar_out_get_status(p),
			prm_cmd_status_str(prm_dealloc_uar_out_get_status(p)));
	prm_print_reserved(f, indent, p, 8, 24);
	prm_print_uint(f, indent, "syndrome", 32, 32, prm_dealloc_uar_out_get_syndrome(p));
	prm_print_reserved(f, indent, p, 64, 64);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_alloc_transport_domain_in_print(FILE *f,
		const struct prm_alloc_transport_domain_in *p, int indent)
{
	prm_print_enum(f, indent, "opcode", 0, 16,
		prm_alloc_transport_domain_in_get_opcode(p),
			prm_cmd_opcode_str(prm_alloc_transport_domain_in_get_opcode(p)));
	prm_print_uint(f, indent, "uid", 16, 16, prm_alloc_transport_domain_in_get_uid(p));
	prm_print_reserved(f, indent, p, 32, 16);
	prm_print_uint(f, indent, "op_mod", 48, 16, prm_alloc_transport_domain_in_get_op_mod(p));
	prm_print_reserved(f, indent, p, 64, 64);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_alloc_transport_domain_out_print(FILE *f,
		const struct prm_alloc_transport_domain_out *p, int indent)
{
	prm_print_enum(f, indent, "status", 0, 8,
		prm_alloc_transport_domain_out_get_status(p),
			prm_cmd_status_str(prm_alloc_transport_domain_out_get_status(p)));
	prm_print_reserved(f, indent, p, 8, 24);
	prm_print_uint(f, indent, "syndrome", 32, 32,
		prm_alloc_transport_domain_out_get_syndrome(p));
	prm_print_reserved(f, indent, p, 64, 8);
	prm_print_uint(f, indent, "transport_domain", 72, 24,
		prm_alloc_transport_domain_out_get_transport_domain(p));
	prm_print_reserved(f, indent, p, 96, 32);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_dealloc_transport_domain_in_print(FILE *f,
		const struct prm_dealloc_transport_domain_in *p, int indent)
{
	prm_print_enum(f, indent, "opcode", 0, 16,
		prm_dealloc_transport_domain_in_get_opcode(p),
			prm_cmd_opcode_str(prm_dealloc_transport_domain_in_get_opcode(p)));
	prm_print_uint(f, indent, "uid", 16, 16, prm_dealloc_transport_domain_in_get_uid(p));
	prm_print_reserved(f, indent, p, 32, 16);
	prm_print_uint(f, indent, "op_mod", 48, 16, prm_dealloc_transport_domain_in_get_op_mod(p));
	prm_print_reserved(f, indent, p, 64, 8);
	prm_print_uint(f, indent, "transport_domain", 72, 24,
		prm_dealloc_transport_domain_in_get_transport_domain(p));
	prm_print_reserved(f, indent, p, 96, 32);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_dealloc_transport_domain_out_print(FILE *f,
		const struct prm_dealloc_transport_domain_out *p, int indent)
{
	prm_print_enum(f, indent, "status", 0, 8,
		prm_dealloc_transport_domain_out_get_status(p),
			prm_cmd_status_str(prm_dealloc_transport_domain_out_get_status(p)));
	prm_print_reserved(f, indent, p, 8, 24);
	prm_print_uint(f, indent, "syndrome", 32, 32,
		prm_dealloc_transport_domain_out_get_syndrome(p));
	prm_print_reserved(f, indent, p, 64, 64);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_alloc_xrcd_in_print(FILE *f, const struct prm_alloc_xrcd_in *p, int indent)
{
	prm_print_enum(f, indent, "opcode", 0, 16,
		prm_alloc_xrcd_in_get_opcode(p),
			prm_cmd_opcode_str(prm_alloc_xrcd_in_get_opcode(p)));
	prm_print_uint(f, indent, "uid", 16, 16, prm_alloc_xrcd_in_get_uid(p));
	prm_print_reserved(f, indent, p, 32, 16);
	prm_print_uint(f, indent, "op_mod", 48, 16, prm_alloc_xrcd_in_get_op_mod(p));
	prm_print_reserved(f, indent, p, 64, 64);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_alloc_xrcd_out_print(FILE *f, const struct prm_alloc_xrcd_out *p, int indent)
{
	prm_print_enum(f, indent, "status", 0, 8,
		prm_alloc_xrcd_out_get_status(p),
			prm_cmd_status_str(prm_alloc_xrcd_out_get_status(p)));
	prm_print_reserved(f, indent, p, 8, 24);
	prm_print_uint(f, indent, "syndrome", 32, 32, prm_alloc_xrcd_out_get_syndrome(p));
	prm_print_reserved(f, indent, p, 64, 8);
	prm_print_uint(f, indent, "xrcd", 72, 24, prm_alloc_xrcd_out_get_xrcd(p));
	prm_print_reserved(f, indent, p, 96, 32);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_dealloc_xrcd_in_print(FILE *f, const struct prm_dealloc_xrcd_in *p,
		int indent)
{
	prm_print_enum(f, indent, "opcode", 0, 16,
		prm_dealloc_xrcd_in_get_opcode(p),
			prm_cmd_opcode_str(prm_dealloc_xrcd_in_get_opcode(p)));
	prm_print_uint(f, indent, "uid", 16, 16, prm_dealloc_xrcd_in_get_uid(p));
	prm_print_reserved(f, indent, p, 32, 16);
	prm_print_uint(f, indent, "op_mod", 48, 16, prm_dealloc_xrcd_in_get_op_mod(p));
	prm_print_reserved(f, indent, p, 64, 8);
	prm_print_uint(f, indent, "xrcd", 72, 24, prm_dealloc_xrcd_in_get_xrcd(p));
	prm_print_reserved(f, indent, p, 96, 32);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_dealloc_xrcd_out_print(FILE *f, const struct prm_dealloc_xrcd_out *p,
		int indent)
{
	prm_print_enum(f, indent, "status", 0, 8,
		prm_dealloc_xrcd_out_get_status(p),
			prm_cmd_status_str(prm_dealloc_xrcd_out_get_status(p)));
	prm_print_reserved(f, indent, p, 8, 24);
	prm_print_uint(f, indent, "syndrome", 32, 32, prm_dealloc_xrcd_out_get_syndrome(p));
	prm_print_reserved(f, indent, p, 64, 64);
}

#endif /* PRM_ALLOC_PRINT_H */
