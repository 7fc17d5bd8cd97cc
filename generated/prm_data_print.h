/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Printers of the layouts of prm_data.h.
 * Made by prmc 1 from spec/wqe/data.yaml, spec digest e6b478cbac5a. Do not edit: `ninja regen`.
 */
#ifndef PRM_DATA_PRINT_H
#define PRM_DATA_PRINT_H

#include "prm_print.h"
#include "prm_data.h"

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_data_seg_print(FILE *f, const struct prm_data_seg *p, int indent)
{
	prm_print_uint(f, indent, "inline_seg", 0, 1, prm_data_seg_get_inline_seg(p));
	prm_print_uint(f, indent, "byte_count", 1, 31, prm_data_seg_get_byte_count(p));
	prm_print_uint(f, indent, "lkey", 32, 32, prm_data_seg_get_lkey(p));
	prm_print_uint(f, indent, "addr", 64, 64, prm_data_seg_get_addr(p));
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_inline_data_seg_print(FILE *f, const struct prm_inline_data_seg *p,
		int indent)
{
	prm_print_uint(f, indent, "inline_seg", 0, 1, prm_inline_data_seg_get_inline_seg(p));
	prm_print_reserved(f, indent, p, 1, 21);
	prm_print_uint(f, indent, "byte_count", 22, 10, prm_inline_data_seg_get_byte_count(p));
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_klm_print(FILE *f, const struct prm_klm *p, int indent)
{
	prm_print_uint(f, indent, "byte_count", 0, 32, prm_klm_get_byte_count(p));
	prm_print_uint(f, indent, "mkey", 32, 32, prm_klm_get_mkey(p));
	prm_print_uint(f, indent, "address", 64, 64, prm_klm_get_address(p));
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_ksm_print(FILE *f, const struct prm_ksm *p, int indent)
{
	prm_print_reserved(f, indent, p, 0, 32);
	prm_print_uint(f, indent, "mkey", 32, 32, prm_ksm_get_mkey(p));
	prm_print_uint(f, indent, "address", 64, 64, prm_ksm_get_address(p));
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_mtt_print(FILE *f, const struct prm_mtt *p, int indent)
{
	prm_print_uint(f, indent, "ptag_63_32", 0, 32, prm_mtt_get_ptag_63_32(p));
	prm_print_uint(f, indent, "ptag_31_8", 32, 24, prm_mtt_get_ptag_31_8(p));
	prm_print_reserved(f, indent, p, 56, 6);
	prm_print_uint(f, indent, "wr_en", 62, 1, prm_mtt_get_wr_en(p));
	prm_print_uint(f, indent, "rd_en", 63, 1, prm_mtt_get_rd_en(p));
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_repeat_block_seg_print(FILE *f, const struct prm_repeat_block_seg *p,
		int indent)
{
	prm_print_uint(f, indent, "byte_count", 0, 32, prm_repeat_block_seg_get_byte_count(p));
	prm_print_uint(f, indent, "op", 32, 32, prm_repeat_block_seg_get_op(p));
	prm_print_uint(f, indent, "repeat_count", 64, 32, prm_repeat_block_seg_get_repeat_count(p));
	prm_print_reserved(f, indent, p, 96, 16);
	prm_print_uint(f, indent, "num_ent", 112, 16, prm_repeat_block_seg_get_num_ent(p));
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_repeat_block_ent_print(FILE *f, const struct prm_repeat_block_ent *p,
		int indent)
{
	prm_print_uint(f, indent, "stride", 0, 16, prm_repeat_block_ent_get_stride(p));
	prm_print_uint(f, indent, "byte_count", 16, 16, prm_repeat_block_ent_get_byte_count(p));
	prm_print_uint(f, indent, "memkey", 32, 32, prm_repeat_block_ent_get_memkey(p));
	prm_print_uint(f, indent, "va", 64, 64, prm_repeat_block_ent_get_va(p));
}

#endif /* PRM_DATA_PRINT_H */
