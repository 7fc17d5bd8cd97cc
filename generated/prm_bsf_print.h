/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Printers of the layouts of prm_bsf.h.
 * Made by prmc 1 from spec/wqe/bsf.yaml, spec digest 446884b371ff. Do not edit: `ninja regen`.
 */
#ifndef PRM_BSF_PRINT_H
#define PRM_BSF_PRINT_H

#include "prm_print.h"
#include "prm_bsf.h"

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_bsf_basic_print(FILE *f, const struct prm_bsf_basic *p, int indent)
{
	prm_print_enum(f, indent, "bsf_size", 0, 2,
		prm_bsf_basic_get_bsf_size(p), prm_bsf_size_str(prm_bsf_basic_get_bsf_size(p)));
	prm_print_reserved(f, indent, p, 2, 1);
	prm_print_uint(f, indent, "sbs", 3, 1, prm_bsf_basic_get_sbs(p));
	prm_print_reserved(f, indent, p, 4, 2);
	prm_print_enum(f, indent, "p_type", 6, 2,
		prm_bsf_basic_get_p_type(p), prm_bsf_p_type_str(prm_bsf_basic_get_p_type(p)));
	prm_print_flags(f, indent, "check_byte_mask", 8, 8,
		prm_bsf_basic_get_check_byte_mask(p), prm_sig_byte_mask_flag_str);
	switch ((unsigned int)prm_bsf_basic_get_sbs(p)) {
	case 0x0:
		prm_print_enum(f, indent, "wire_block", 16, 8,
			prm_bsf_basic_get_wire_block(p),
				prm_block_size_selector_str(prm_bsf_basic_get_wire_block(p)));
		break;
	case 0x1:
		prm_print_flags(f, indent, "copy_byte_mask", 16, 8,
			prm_bsf_basic_get_copy_byte_mask(p), prm_sig_byte_mask_flag_str);
		break;
	default:
		prm_print_bytes(f, indent, "wire_format", p, 16, 8);
		break;
	}
	prm_print_enum(f, indent, "memory_block", 24, 8,
		prm_bsf_basic_get_memory_block(p),
			prm_block_size_selector_str(prm_bsf_basic_get_memory_block(p)));
	prm_print_uint(f, indent, "raw_data_size", 32, 32, prm_bsf_basic_get_raw_data_size(p));
	prm_print_enum(f, indent, "wire_bfs", 64, 4,
		prm_bsf_basic_get_wire_bfs(p), prm_bfs_str(prm_bsf_basic_get_wire_bfs(p)));
	prm_print_reserved(f, indent, p, 68, 2);
	prm_print_uint(f, indent, "wire_bfs_repeat", 70, 1, prm_bsf_basic_get_wire_bfs_repeat(p));
	prm_print_enum(f, indent, "wire_bfs_seed", 71, 1,
		prm_bsf_basic_get_wire_bfs_seed(p),
			prm_bfs_seed_str(prm_bsf_basic_get_wire_bfs_seed(p)));
	prm_print_uint(f, indent, "wire_psv", 72, 24, prm_bsf_basic_get_wire_psv(p));
	prm_print_enum(f, indent, "memory_bfs", 96, 4,
		prm_bsf_basic_get_memory_bfs(p), prm_bfs_str(prm_bsf_basic_get_memory_bfs(p)));
	prm_print_reserved(f, indent, p, 100, 2);
	prm_print_uint(f, indent, "memory_bfs_repeat", 102, 1,
		prm_bsf_basic_get_memory_bfs_repeat(p));
	prm_print_enum(f, indent, "memory_bfs_seed", 103, 1,
		prm_bsf_basic_get_memory_bfs_seed(p),
			prm_bfs_seed_str(prm_bsf_basic_get_memory_bfs_seed(p)));
	prm_print_uint(f, indent, "memory_psv", 104, 24, prm_bsf_basic_get_memory_psv(p));
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_bsf_extended_print(FILE *f, const struct prm_bsf_extended *p, int indent)
{
	prm_print_reserved(f, indent, p, 0, 2);
	prm_print_uint(f, indent, "wire_t_init", 2, 1, prm_bsf_extended_get_wire_t_init(p));
	prm_print_uint(f, indent, "wire_t_check_gen", 3, 1,
		prm_bsf_extended_get_wire_t_check_gen(p));
	prm_print_reserved(f, indent, p, 4, 2);
	prm_print_uint(f, indent, "memory_t_init", 6, 1, prm_bsf_extended_get_memory_t_init(p));
	prm_print_uint(f, indent, "memory_t_check_gen", 7, 1,
		prm_bsf_extended_get_memory_t_check_gen(p));
	prm_print_uint(f, indent, "prologue_size", 8, 24, prm_bsf_extended_get_prologue_size(p));
	prm_print_reserved(f, indent, p, 32, 8);
	prm_print_uint(f, indent, "epilogue_size", 40, 24, prm_bsf_extended_get_epilogue_size(p));
	prm_print_enum(f, indent, "wire_tfs", 64, 4,
		prm_bsf_extended_get_wire_tfs(p), prm_bfs_str(prm_bsf_extended_get_wire_tfs(p)));
	prm_print_reserved(f, indent, p, 68, 2);
	prm_print_uint(f, indent, "wire_tfs_block_sigs_cov", 70, 1,
		prm_bsf_extended_get_wire_tfs_block_sigs_cov(p));
	prm_print_enum(f, indent, "wire_tfs_seed", 71, 1,
		prm_bsf_extended_get_wire_tfs_seed(p),
			prm_bfs_seed_str(prm_bsf_extended_get_wire_tfs_seed(p)));
	prm_print_uint(f, indent, "wire_t_psv", 72, 24, prm_bsf_extended_get_wire_t_psv(p));
	prm_print_enum(f, indent, "memory_tfs", 96, 4,
		prm_bsf_extended_get_memory_tfs(p),
			prm_bfs_str(prm_bsf_extended_get_memory_tfs(p)));
	prm_print_reserved(f, indent, p, 100, 2);
	prm_print_uint(f, indent, "memory_tfs_block_sigs_cov", 102, 1,
		prm_bsf_extended_get_memory_tfs_block_sigs_cov(p));
	prm_print_enum(f, indent, "memory_tfs_seed", 103, 1,
		prm_bsf_extended_get_memory_tfs_seed(p),
			prm_bfs_seed_str(prm_bsf_extended_get_memory_tfs_seed(p)));
	prm_print_uint(f, indent, "memory_t_psv", 104, 24, prm_bsf_extended_get_memory_t_psv(p));
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_bsf_inline_print(FILE *f, const struct prm_bsf_inline *p, int indent)
{
	prm_print_uint(f, indent, "vld", 0, 1, prm_bsf_inline_get_vld(p));
	prm_print_uint(f, indent, "refresh", 1, 1, prm_bsf_inline_get_refresh(p));
	prm_print_reserved(f, indent, p, 2, 14);
	prm_print_uint(f, indent, "app_tag", 16, 16, prm_bsf_inline_get_app_tag(p));
	prm_print_uint(f, indent, "ref_tag", 32, 32, prm_bsf_inline_get_ref_tag(p));
	prm_print_enum(f, indent, "sig_type", 64, 8,
		prm_bsf_inline_get_sig_type(p),
			prm_t10dif_guard_str(prm_bsf_inline_get_sig_type(p)));
	prm_print_uint(f, indent, "repeat_block", 72, 1, prm_bsf_inline_get_repeat_block(p));
	prm_print_reserved(f, indent, p, 73, 3);
	prm_print_enum(f, indent, "seed", 76, 1,
		prm_bsf_inline_get_seed(p), prm_t10dif_seed_str(prm_bsf_inline_get_seed(p)));
	prm_print_reserved(f, indent, p, 77, 19);
	prm_print_reserved(f, indent, p, 96, 9);
	prm_print_uint(f, indent, "inc_ref_tag", 105, 1, prm_bsf_inline_get_inc_ref_tag(p));
	prm_print_reserved(f, indent, p, 106, 4);
	prm_print_enum(f, indent, "escape", 110, 2,
		prm_bsf_inline_get_escape(p), prm_t10dif_escape_str(prm_bsf_inline_get_escape(p)));
	prm_print_uint(f, indent, "app_bitmask_check", 112, 16,
		prm_bsf_inline_get_app_bitmask_check(p));
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_bsf_crypto_print(FILE *f, const struct prm_bsf_crypto *p, int indent)
{
	prm_print_enum(f, indent, "bsf_size", 0, 2,
		prm_bsf_crypto_get_bsf_size(p), prm_bsf_size_str(prm_bsf_crypto_get_bsf_size(p)));
	prm_print_reserved(f, indent, p, 2, 4);
	prm_print_enum(f, indent, "p_type", 6, 2,
		prm_bsf_crypto_get_p_type(p), prm_bsf_p_type_str(prm_bsf_crypto_get_p_type(p)));
	prm_print_reserved(f, indent, p, 8, 4);
	prm_print_enum(f, indent, "encryption_order", 12, 4,
		prm_bsf_crypto_get_encryption_order(p),
			prm_encryption_order_str(prm_bsf_crypto_get_encryption_order(p)));
	prm_print_reserved(f, indent, p, 16, 12);
	prm_print_enum(f, indent, "encryption_standard", 28, 4,
		prm_bsf_crypto_get_encryption_standard(p),
			prm_encryption_standard_str(prm_bsf_crypto_get_encryption_standard(p)));
	prm_print_uint(f, indent, "raw_data_size", 32, 32, prm_bsf_crypto_get_raw_data_size(p));
	prm_print_enum(f, indent, "crypto_block_size_pointer", 64, 8,
		prm_bsf_crypto_get_crypto_block_size_pointer(p),
			prm_block_size_selector_str(prm_bsf_crypto_get_crypto_block_size_pointer(
				p)));
	prm_print_reserved(f, indent, p, 72, 24);
	prm_print_reserved(f, indent, p, 96, 32);
	prm_print_bytes(f, indent, "xts_initial_tweak", p, 128, 128);
	prm_print_reserved(f, indent, p, 256, 8);
	prm_print_uint(f, indent, "dek_pointer", 264, 24, prm_bsf_crypto_get_dek_pointer(p));
	prm_print_reserved(f, indent, p, 288, 32);
	prm_print_bytes(f, indent, "keytag", p, 320, 64);
	prm_print_reserved(f, indent, p, 384, 128);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_bsf_16_print(FILE *f, const struct prm_bsf_16 *p, int indent)
{
	prm_print_head(f, indent, "basic", -1, 0, 128);
	prm_bsf_basic_print(f, &p->basic, indent + 2);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_bsf_32_print(FILE *f, const struct prm_bsf_32 *p, int indent)
{
	prm_print_head(f, indent, "basic", -1, 0, 128);
	prm_bsf_basic_print(f, &p->basic, indent + 2);
	prm_print_head(f, indent, "extended", -1, 128, 128);
	prm_bsf_extended_print(f, &p->extended, indent + 2);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_bsf_64_print(FILE *f, const struct prm_bsf_64 *p, int indent)
{
	prm_print_head(f, indent, "basic", -1, 0, 128);
	prm_bsf_basic_print(f, &p->basic, indent + 2);
	prm_print_head(f, indent, "extended", -1, 128, 128);
	prm_bsf_extended_print(f, &p->extended, indent + 2);
	prm_print_head(f, indent, "wire_inline", -1, 256, 128);
	prm_bsf_inline_print(f, &p->wire_inline, indent + 2);
	prm_print_head(f, indent, "memory_inline", -1, 384, 128);
	prm_bsf_inline_print(f, &p->memory_inline, indent + 2);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_bsf_128_print(FILE *f, const struct prm_bsf_128 *p, int indent)
{
	prm_print_head(f, indent, "signature", -1, 0, 512);
	prm_bsf_64_print(f, &p->signature, indent + 2);
	prm_print_head(f, indent, "crypto", -1, 512, 512);
	prm_bsf_crypto_print(f, &p->crypto, indent + 2);
}

#endif /* PRM_BSF_PRINT_H */
