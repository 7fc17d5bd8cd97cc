/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Printers of the layouts of prm_vport.h.
 * Made by prmc 1 from spec/cmd/vport.yaml, spec digest 47a8d1430281. Do not edit: `ninja regen`.
 */
#ifndef PRM_VPORT_PRINT_H
#define PRM_VPORT_PRINT_H

#include "prm_print.h"
#include "prm_vport.h"
#include "prm_cmd_print.h"

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_hca_vport_context_print(FILE *f, const struct prm_hca_vport_context *p,
		int indent)
{
	prm_print_uint(f, indent, "field_select", 0, 32, prm_hca_vport_context_get_field_select(p));
	prm_print_reserved(f, indent, p, 32, 224);
	prm_print_uint(f, indent, "sm_virt_aware", 256, 1,
		prm_hca_vport_context_get_sm_virt_aware(p));
	prm_print_uint(f, indent, "has_smi", 257, 1, prm_hca_vport_context_get_has_smi(p));
	prm_print_uint(f, indent, "has_raw", 258, 1, prm_hca_vport_context_get_has_raw(p));
	prm_print_uint(f, indent, "grh_required", 259, 1,
		prm_hca_vport_context_get_grh_required(p));
	prm_print_reserved(f, indent, p, 260, 4);
	prm_print_uint(f, indent, "num_port_plane", 264, 8,
		prm_hca_vport_context_get_num_port_plane(p));
	prm_print_uint(f, indent, "port_physical_state", 272, 4,
		prm_hca_vport_context_get_port_physical_state(p));
	prm_print_uint(f, indent, "vport_state_policy", 276, 4,
		prm_hca_vport_context_get_vport_state_policy(p));
	prm_print_uint(f, indent, "port_state", 280, 4, prm_hca_vport_context_get_port_state(p));
	prm_print_uint(f, indent, "vport_state", 284, 4, prm_hca_vport_context_get_vport_state(p));
	prm_print_reserved(f, indent, p, 288, 32);
	prm_print_uint(f, indent, "system_image_guid", 320, 64,
		prm_hca_vport_context_get_system_image_guid(p));
	prm_print_uint(f, indent, "port_guid", 384, 64, prm_hca_vport_context_get_port_guid(p));
	prm_print_uint(f, indent, "node_guid", 448, 64, prm_hca_vport_context_get_node_guid(p));
	prm_print_uint(f, indent, "cap_mask1", 512, 32, prm_hca_vport_context_get_cap_mask1(p));
	prm_print_uint(f, indent, "cap_mask1_field_select", 544, 32,
		prm_hca_vport_context_get_cap_mask1_field_select(p));
	prm_print_uint(f, indent, "cap_mask2", 576, 32, prm_hca_vport_context_get_cap_mask2(p));
	prm_print_uint(f, indent, "cap_mask2_field_select", 608, 32,
		prm_hca_vport_context_get_cap_mask2_field_select(p));
	prm_print_reserved(f, indent, p, 640, 128);
	prm_print_uint(f, indent, "lid", 768, 16, prm_hca_vport_context_get_lid(p));
	prm_print_reserved(f, indent, p, 784, 4);
	prm_print_uint(f, indent, "init_type_reply", 788, 4,
		prm_hca_vport_context_get_init_type_reply(p));
	prm_print_uint(f, indent, "lmc", 792, 3, prm_hca_vport_context_get_lmc(p));
	prm_print_uint(f, indent, "subnet_timeout", 795, 5,
		prm_hca_vport_context_get_subnet_timeout(p));
	prm_print_uint(f, indent, "sm_lid", 800, 16, prm_hca_vport_context_get_sm_lid(p));
	prm_print_uint(f, indent, "sm_sl", 816, 4, prm_hca_vport_context_get_sm_sl(p));
	prm_print_reserved(f, indent, p, 820, 12);
	prm_print_uint(f, indent, "qkey_violation_counter", 832, 16,
		prm_hca_vport_context_get_qkey_violation_counter(p));
	prm_print_uint(f, indent, "pkey_violation_counter", 848, 16,
		prm_hca_vport_context_get_pkey_violation_counter(p));
	prm_print_reserved(f, indent, p, 864, 3232);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_query_hca_vport_context_in_print(FILE *f,
		const struct prm_query_hca_vport_context_in *p, int indent)
{
	prm_print_enum(f, indent, "opcode", 0, 16,
		prm_query_hca_vport_context_in_get_opcode(p),
			prm_cmd_opcode_str(prm_query_hca_vport_context_in_get_opcode(p)));
	prm_print_uint(f, indent, "uid", 16, 16, prm_query_hca_vport_context_in_get_uid(p));
	prm_print_reserved(f, indent, p, 32, 16);
	prm_print_uint(f, indent, "op_mod", 48, 16, prm_query_hca_vport_context_in_get_op_mod(p));
	prm_print_uint(f, indent, "other_vport", 64, 1,
		prm_query_hca_vport_context_in_get_other_vport(p));
	prm_print_reserved(f, indent, p, 65, 11);
	prm_print_uint(f, indent, "port_num", 76, 4,
		prm_query_hca_vport_context_in_get_port_num(p));
	prm_print_uint(f, indent, "vport_number", 80, 16,
		prm_query_hca_vport_context_in_get_vport_number(p));
	prm_print_reserved(f, indent, p, 96, 32);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_query_hca_vport_context_out_print(FILE *f,
		const struct prm_query_hca_vport_context_out *p, int indent)
{
	prm_print_enum(f, indent, "status", 0, 8,
		prm_query_hca_vport_context_out_get_status(p),
			prm_cmd_status_str(prm_query_hca_vport_context_out_get_status(p)));
	prm_print_reserved(f, indent, p, 8, 24);
	prm_print_uint(f, indent, "syndrome", 32, 32,
		prm_query_hca_vport_context_out_get_syndrome(p));
	prm_print_reserved(f, indent, p, 64, 64);
	prm_print_head(f, indent, "hca_vport_context", -1, 128, 4096);
	prm_hca_vport_context_print(f, &p->hca_vport_context, indent + 2);
}

#endif /* PRM_VPORT_PRINT_H */
