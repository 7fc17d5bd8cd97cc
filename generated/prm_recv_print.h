/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Printers of the layouts of prm_recv.h.
 * Made by prmc 1 from spec/wqe/recv.yaml, spec digest 091b5626e5ca. Do not edit: `ninja regen`.
 */
#ifndef PRM_RECV_PRINT_H
#define PRM_RECV_PRINT_H

#include "prm_print.h"
#include "prm_recv.h"

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_recv_data_seg_print(FILE *f, const struct prm_recv_data_seg *p, int indent)
{
	prm_print_uint(f, indent, "start_padding", 0, 1, prm_recv_data_seg_get_start_padding(p));
	prm_print_uint(f, indent, "byte_count", 1, 31, prm_recv_data_seg_get_byte_count(p));
	prm_print_enum(f, indent, "lkey", 32, 32,
		prm_recv_data_seg_get_lkey(p), prm_special_lkey_str(prm_recv_data_seg_get_lkey(p)));
	prm_print_uint(f, indent, "addr", 64, 64, prm_recv_data_seg_get_addr(p));
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_srq_next_seg_print(FILE *f, const struct prm_srq_next_seg *p, int indent)
{
	prm_print_reserved(f, indent, p, 0, 16);
	prm_print_uint(f, indent, "next_wqe_index", 16, 16, prm_srq_next_seg_get_next_wqe_index(p));
	prm_print_uint(f, indent, "signature", 32, 8, prm_srq_next_seg_get_signature(p));
	prm_print_reserved(f, indent, p, 40, 24);
	prm_print_reserved(f, indent, p, 64, 64);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_wqe_signature_seg_print(FILE *f, const struct prm_wqe_signature_seg *p,
		int indent)
{
	prm_print_reserved(f, indent, p, 0, 32);
	prm_print_uint(f, indent, "signature", 32, 8, prm_wqe_signature_seg_get_signature(p));
	prm_print_reserved(f, indent, p, 40, 24);
	prm_print_reserved(f, indent, p, 64, 64);
}

#endif /* PRM_RECV_PRINT_H */
