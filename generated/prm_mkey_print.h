/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Printers of the layouts of prm_mkey.h.
 * Made by prmc 1 from spec/cmd/mkey.yaml, spec digest 4370e9e0bc6b. Do not edit: `ninja regen`.
 */
#ifndef PRM_MKEY_PRINT_H
#define PRM_MKEY_PRINT_H

#include "prm_print.h"
#include "prm_mkey.h"
#include "prm_cmd_print.h"

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_mkey_value_print(FILE *f, const struct prm_mkey_value *p, int indent)
{
	prm_print_uint(f, indent, "mkey_index", 0, 24, prm_mkey_value_get_mkey_index(p));
	prm_print_uint(f, indent, "mkey_7_0", 24, 8, prm_mkey_value_get_mkey_7_0(p));
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_mkc_print(FILE *f, const struct prm_mkc *p, int indent)
{
	prm_print_reserved(f, indent, p, 0, 1);
	prm_print_uint(f, indent, "free", 1, 1, prm_mkc_get_free(p));
	prm_print_reserved(f, indent, p, 2, 1);
	prm_print_uint(f, indent, "access_mode_4_2", 3, 3, prm_mkc_get_access_mode_4_2(p));
	prm_print_reserved(f, indent, p, 6, 7);
	prm_print_uint(f, indent, "relaxed_ordering_write", 13, 1,
		prm_mkc_get_relaxed_ordering_write(p));
	prm_print_reserved(f, indent, p, 14, 1);
	prm_print_uint(f, indent, "small_fence_on_rdma_read_response", 15, 1,
		prm_mkc_get_small_fence_on_rdma_read_response(p));
	prm_print_uint(f, indent, "umr_en", 16, 1, prm_mkc_get_umr_en(p));
	prm_print_uint(f, indent, "a", 17, 1, prm_mkc_get_a(p));
	prm_print_uint(f, indent, "rw", 18, 1, prm_mkc_get_rw(p));
	prm_print_uint(f, indent, "rr", 19, 1, prm_mkc_get_rr(p));
	prm_print_uint(f, indent, "lw", 20, 1, prm_mkc_get_lw(p));
	prm_print_uint(f, indent, "lr", 21, 1, prm_mkc_get_lr(p));
	prm_print_enum(f, indent, "access_mode_1_0", 22, 2,
		prm_mkc_get_access_mode_1_0(p),
			prm_mkc_access_mode_str(prm_mkc_get_access_mode_1_0(p)));
	prm_print_reserved(f, indent, p, 24, 2);
	prm_print_uint(f, indent, "ma_translation_mode", 26, 2, prm_mkc_get_ma_translation_mode(p));
	prm_print_reserved(f, indent, p, 28, 4);
	prm_print_uint(f, indent, "qpn", 32, 24, prm_mkc_get_qpn(p));
	prm_print_uint(f, indent, "mkey_7_0", 56, 8, prm_mkc_get_mkey_7_0(p));
	prm_print_reserved(f, indent, p, 64, 32);
	prm_print_uint(f, indent, "length64", 96, 1, prm_mkc_get_length64(p));
	prm_print_uint(f, indent, "bsf_en", 97, 1, prm_mkc_get_bsf_en(p));
	prm_print_uint(f, indent, "sync_umr", 98, 1, prm_mkc_get_sync_umr(p));
	prm_print_reserved(f, indent, p, 99, 2);
	prm_print_uint(f, indent, "expected_sigerr_count", 101, 1,
		prm_mkc_get_expected_sigerr_count(p));
	prm_print_reserved(f, indent, p, 102, 1);
	prm_print_uint(f, indent, "en_rinval", 103, 1, prm_mkc_get_en_rinval(p));
	prm_print_uint(f, indent, "pd", 104, 24, prm_mkc_get_pd(p));
	prm_print_uint(f, indent, "start_addr", 128, 64, prm_mkc_get_start_addr(p));
	prm_print_uint(f, indent, "len", 192, 64, prm_mkc_get_len(p));
	prm_print_uint(f, indent, "bsf_octword_size", 256, 32, prm_mkc_get_bsf_octword_size(p));
	prm_print_reserved(f, indent, p, 288, 96);
	prm_print_uint(f, indent, "crossing_target_vhca_id", 384, 16,
		prm_mkc_get_crossing_target_vhca_id(p));
	prm_print_reserved(f, indent, p, 400, 16);
	prm_print_uint(f, indent, "translations_octword_size", 416, 32,
		prm_mkc_get_translations_octword_size(p));
	prm_print_reserved(f, indent, p, 448, 22);
	prm_print_enum(f, indent, "order_read_after_write", 470, 2,
		prm_mkc_get_order_read_after_write(p),
			prm_mkc_raw_ordering_str(prm_mkc_get_order_read_after_write(p)));
	prm_print_reserved(f, indent, p, 472, 1);
	prm_print_uint(f, indent, "relaxed_ordering_read", 473, 1,
		prm_mkc_get_relaxed_ordering_read(p));
	prm_print_uint(f, indent, "log_page_size", 474, 6, prm_mkc_get_log_page_size(p));
	prm_print_reserved(f, indent, p, 480, 3);
	prm_print_enum(f, indent, "crypto_en", 483, 2,
		prm_mkc_get_crypto_en(p), prm_mkc_crypto_en_str(prm_mkc_get_crypto_en(p)));
	prm_print_reserved(f, indent, p, 485, 27);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_create_mkey_in_print(FILE *f, const struct prm_create_mkey_in *p, int indent)
{
	prm_print_enum(f, indent, "opcode", 0, 16,
		prm_create_mkey_in_get_opcode(p),
			prm_cmd_opcode_str(prm_create_mkey_in_get_opcode(p)));
	prm_print_uint(f, indent, "uid", 16, 16, prm_create_mkey_in_get_uid(p));
	prm_print_reserved(f, indent, p, 32, 16);
	prm_print_uint(f, indent, "op_mod", 48, 16, prm_create_mkey_in_get_op_mod(p));
	prm_print_reserved(f, indent, p, 64, 32);
	prm_print_uint(f, indent, "pg_access", 96, 1, prm_create_mkey_in_get_pg_access(p));
	prm_print_uint(f, indent, "mkey_umem_valid", 97, 1,
		prm_create_mkey_in_get_mkey_umem_valid(p));
	prm_print_uint(f, indent, "data_direct", 98, 1, prm_create_mkey_in_get_data_direct(p));
	prm_print_reserved(f, indent, p, 99, 29);
	prm_print_head(f, indent, "memory_key_mkey_entry", -1, 128, 512);
	prm_mkc_print(f, &p->memory_key_mkey_entry, indent + 2);
	prm_print_reserved(f, indent, p, 640, 128);
	prm_print_uint(f, indent, "translations_octword_actual_size", 768, 32,
		prm_create_mkey_in_get_translations_octword_actual_size(p));
	prm_print_uint(f, indent, "mkey_umem_id", 800, 32, prm_create_mkey_in_get_mkey_umem_id(p));
	prm_print_uint(f, indent, "mkey_umem_offset", 832, 64,
		prm_create_mkey_in_get_mkey_umem_offset(p));
	prm_print_reserved(f, indent, p, 896, 1280);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_create_mkey_out_print(FILE *f, const struct prm_create_mkey_out *p,
		int indent)
{
	prm_print_enum(f, indent, "status", 0, 8,
		prm_create_mkey_out_get_status(p),
			prm_cmd_status_str(prm_create_mkey_out_get_status(p)));
	prm_print_reserved(f, indent, p, 8, 24);
	prm_print_uint(f, indent, "syndrome", 32, 32, prm_create_mkey_out_get_syndrome(p));
	prm_print_reserved(f, indent, p, 64, 8);
	prm_print_uint(f, indent, "mkey_index", 72, 24, prm_create_mkey_out_get_mkey_index(p));
	prm_print_reserved(f, indent, p, 96, 32);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_destroy_mkey_in_print(FILE *f, const struct prm_destroy_mkey_in *p,
		int indent)
{
	prm_print_enum(f, indent, "opcode", 0, 16,
		prm_destroy_mkey_in_get_opcode(p),
			prm_cmd_opcode_str(prm_destroy_mkey_in_get_opcode(p)));
	prm_print_uint(f, indent, "uid", 16, 16, prm_destroy_mkey_in_get_uid(p));
	prm_print_reserved(f, indent, p, 32, 16);
	prm_print_uint(f, indent, "op_mod", 48, 16, prm_destroy_mkey_in_get_op_mod(p));
	prm_print_reserved(f, indent, p, 64, 8);
	prm_print_uint(f, indent, "mkey_index", 72, 24, prm_destroy_mkey_in_get_mkey_index(p));
	prm_print_reserved(f, indent, p, 96, 32);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_destroy_mkey_out_print(FILE *f, const struct prm_destroy_mkey_out *p,
		int indent)
{
	prm_print_enum(f, indent, "status", 0, 8,
		prm_destroy_mkey_out_get_status(p),
			prm_cmd_status_str(prm_destroy_mkey_out_get_status(p)));
	prm_print_reserved(f, indent, p, 8, 24);
	prm_print_uint(f, indent, "syndrome", 32, 32, prm_destroy_mkey_out_get_syndrome(p));
	prm_print_reserved(f, indent, p, 64, 64);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_query_mkey_in_print(FILE *f, const struct prm_query_mkey_in *p, int indent)
{
	prm_print_enum(f, indent, "opcode", 0, 16,
		prm_query_mkey_in_get_opcode(p),
			prm_cmd_opcode_str(prm_query_mkey_in_get_opcode(p)));
	prm_print_uint(f, indent, "uid", 16, 16, prm_query_mkey_in_get_uid(p));
	prm_print_reserved(f, indent, p, 32, 16);
	prm_print_uint(f, indent, "op_mod", 48, 16, prm_query_mkey_in_get_op_mod(p));
	prm_print_reserved(f, indent, p, 64, 8);
	prm_print_uint(f, indent, "mkey_index", 72, 24, prm_query_mkey_in_get_mkey_index(p));
	prm_print_uint(f, indent, "pg_access", 96, 1, prm_query_mkey_in_get_pg_access(p));
	prm_print_reserved(f, indent, p, 97, 31);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_query_mkey_out_print(FILE *f, const struct prm_query_mkey_out *p, int indent)
{
	prm_print_enum(f, indent, "status", 0, 8,
		prm_query_mkey_out_get_status(p),
			prm_cmd_status_str(prm_query_mkey_out_get_status(p)));
	prm_print_reserved(f, indent, p, 8, 24);
	prm_print_uint(f, indent, "syndrome", 32, 32, prm_query_mkey_out_get_syndrome(p));
	prm_print_reserved(f, indent, p, 64, 64);
	prm_print_head(f, indent, "memory_key_mkey_entry", -1, 128, 512);
	prm_mkc_print(f, &p->memory_key_mkey_entry, indent + 2);
	prm_print_reserved(f, indent, p, 640, 1536);
	prm_print_bytes(f, indent, "bsf0_klm0_pas_mtt0_1", p, 2176, 128);
	prm_print_bytes(f, indent, "bsf1_klm1_pas_mtt2_3", p, 2304, 128);
}

#endif /* PRM_MKEY_PRINT_H */
