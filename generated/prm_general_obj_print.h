/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Printers of the layouts of prm_general_obj.h.
 * Made by prmc 1 from spec/cmd/general_obj.yaml, spec digest b4a132638bcd. Do not edit: `ninja
 * regen`.
 */
#ifndef PRM_GENERAL_OBJ_PRINT_H
#define PRM_GENERAL_OBJ_PRINT_H

#include "prm_print.h"
#include "prm_general_obj.h"
#include "prm_cmd_print.h"

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_general_obj_in_cmd_hdr_print(FILE *f,
		const struct prm_general_obj_in_cmd_hdr *p, int indent)
{
	prm_print_enum(f, indent, "opcode", 0, 16,
		prm_general_obj_in_cmd_hdr_get_opcode(p),
			prm_cmd_opcode_str(prm_general_obj_in_cmd_hdr_get_opcode(p)));
	prm_print_uint(f, indent, "uid", 16, 16, prm_general_obj_in_cmd_hdr_get_uid(p));
	prm_print_uint(f, indent, "vhca_tunnel_id", 32, 16,
		prm_general_obj_in_cmd_hdr_get_vhca_tunnel_id(p));
	prm_print_enum(f, indent, "obj_type", 48, 16,
		prm_general_obj_in_cmd_hdr_get_obj_type(p),
			prm_general_obj_type_str(prm_general_obj_in_cmd_hdr_get_obj_type(p)));
	prm_print_uint(f, indent, "obj_id", 64, 32, prm_general_obj_in_cmd_hdr_get_obj_id(p));
	switch (prm_general_obj_in_cmd_hdr_get_opcode(p)) {
	case 0xa00:
		prm_print_uint(f, indent, "create.alias_object", 96, 1,
			prm_general_obj_in_cmd_hdr_get_create_alias_object(p));
		prm_print_reserved(f, indent, p, 97, 2);
		prm_print_uint(f, indent, "create.log_obj_range", 99, 5,
			prm_general_obj_in_cmd_hdr_get_create_log_obj_range(p));
		prm_print_reserved(f, indent, p, 104, 24);
		break;
	case 0xa02:
		prm_print_uint(f, indent, "query.alias_object", 96, 1,
			prm_general_obj_in_cmd_hdr_get_query_alias_object(p));
		prm_print_uint(f, indent, "query.obj_offset", 97, 31,
			prm_general_obj_in_cmd_hdr_get_query_obj_offset(p));
		break;
	default:
		prm_print_reserved(f, indent, p, 96, 32);
		break;
	}
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_general_obj_out_cmd_hdr_print(FILE *f,
		const struct prm_general_obj_out_cmd_hdr *p, int indent)
{
	prm_print_enum(f, indent, "status", 0, 8,
		prm_general_obj_out_cmd_hdr_get_status(p),
			prm_cmd_status_str(prm_general_obj_out_cmd_hdr_get_status(p)));
	prm_print_reserved(f, indent, p, 8, 24);
	prm_print_uint(f, indent, "syndrome", 32, 32, prm_general_obj_out_cmd_hdr_get_syndrome(p));
	prm_print_uint(f, indent, "obj_id", 64, 32, prm_general_obj_out_cmd_hdr_get_obj_id(p));
	prm_print_reserved(f, indent, p, 96, 32);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_encryption_key_obj_print(FILE *f, const struct prm_encryption_key_obj *p,
		int indent)
{
	prm_print_uint(f, indent, "modify_field_select", 0, 64,
		prm_encryption_key_obj_get_modify_field_select(p));
	prm_print_enum(f, indent, "state", 64, 8,
		prm_encryption_key_obj_get_state(p),
			prm_encryption_key_state_str(prm_encryption_key_obj_get_state(p)));
	prm_print_uint(f, indent, "sw_wrapped", 72, 1, prm_encryption_key_obj_get_sw_wrapped(p));
	prm_print_reserved(f, indent, p, 73, 11);
	prm_print_enum(f, indent, "key_size", 84, 4,
		prm_encryption_key_obj_get_key_size(p),
			prm_encryption_key_size_str(prm_encryption_key_obj_get_key_size(p)));
	prm_print_uint(f, indent, "has_keytag", 88, 1, prm_encryption_key_obj_get_has_keytag(p));
	prm_print_reserved(f, indent, p, 89, 3);
	prm_print_enum(f, indent, "key_purpose", 92, 4,
		prm_encryption_key_obj_get_key_purpose(p),
			prm_encryption_key_purpose_str(prm_encryption_key_obj_get_key_purpose(p)));
	prm_print_reserved(f, indent, p, 96, 8);
	prm_print_uint(f, indent, "pd", 104, 24, prm_encryption_key_obj_get_pd(p));
	prm_print_reserved(f, indent, p, 128, 256);
	prm_print_bytes(f, indent, "opaque", p, 384, 64);
	prm_print_reserved(f, indent, p, 448, 64);
	prm_print_bytes(f, indent, "key", p, 512, 1024);
	prm_print_bytes(f, indent, "sw_wrapped_dek", p, 1536, 1024);
	prm_print_reserved(f, indent, p, 2560, 1536);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_create_encryption_key_in_print(FILE *f,
		const struct prm_create_encryption_key_in *p, int indent)
{
	prm_print_head(f, indent, "general_obj_in_cmd_hdr", -1, 0, 128);
	prm_general_obj_in_cmd_hdr_print(f, &p->general_obj_in_cmd_hdr, indent + 2);
	prm_print_head(f, indent, "encryption_key_object", -1, 128, 4096);
	prm_encryption_key_obj_print(f, &p->encryption_key_object, indent + 2);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_query_encryption_key_out_print(FILE *f,
		const struct prm_query_encryption_key_out *p, int indent)
{
	prm_print_head(f, indent, "hdr", -1, 0, 128);
	prm_general_obj_out_cmd_hdr_print(f, &p->hdr, indent + 2);
	prm_print_head(f, indent, "obj", -1, 128, 4096);
	prm_encryption_key_obj_print(f, &p->obj, indent + 2);
}

#endif /* PRM_GENERAL_OBJ_PRINT_H */
