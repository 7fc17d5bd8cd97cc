/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Printers of the layouts of prm_rdma.h.
 * Made by prmc 1 from spec/wqe/rdma.yaml, spec digest f5519af3c360. Do not edit: `ninja regen`.
 */
#ifndef PRM_RDMA_PRINT_H
#define PRM_RDMA_PRINT_H

#include "prm_print.h"
#include "prm_rdma.h"

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_av_print(FILE *f, const struct prm_av *p, int indent)
{
	prm_print_bytes(f, indent, "key", p, 0, 64);
	prm_print_uint(f, indent, "ext", 64, 1, prm_av_get_ext(p));
	prm_print_reserved(f, indent, p, 65, 7);
	prm_print_uint(f, indent, "dqp_dct", 72, 24, prm_av_get_dqp_dct(p));
	prm_print_uint(f, indent, "stat_rate", 96, 4, prm_av_get_stat_rate(p));
	prm_print_uint(f, indent, "sl", 100, 4, prm_av_get_sl(p));
	prm_print_uint(f, indent, "fl", 104, 1, prm_av_get_fl(p));
	prm_print_uint(f, indent, "mlid", 105, 7, prm_av_get_mlid(p));
	prm_print_uint(f, indent, "rlid", 112, 16, prm_av_get_rlid(p));
	prm_print_reserved(f, indent, p, 128, 32);
	prm_print_bytes(f, indent, "rmac", p, 160, 48);
	prm_print_uint(f, indent, "tclass", 208, 8, prm_av_get_tclass(p));
	prm_print_uint(f, indent, "hop_limit", 216, 8, prm_av_get_hop_limit(p));
	prm_print_reserved(f, indent, p, 224, 1);
	prm_print_uint(f, indent, "grh", 225, 1, prm_av_get_grh(p));
	prm_print_reserved(f, indent, p, 226, 2);
	prm_print_uint(f, indent, "src_addr_index", 228, 8, prm_av_get_src_addr_index(p));
	prm_print_uint(f, indent, "flow_label", 236, 20, prm_av_get_flow_label(p));
	prm_print_bytes(f, indent, "rgid", p, 256, 128);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_raddr_seg_print(FILE *f, const struct prm_raddr_seg *p, int indent)
{
	prm_print_uint(f, indent, "raddr", 0, 64, prm_raddr_seg_get_raddr(p));
	prm_print_uint(f, indent, "rkey", 64, 32, prm_raddr_seg_get_rkey(p));
	prm_print_reserved(f, indent, p, 96, 32);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_atomic_seg_print(FILE *f, const struct prm_atomic_seg *p, int indent)
{
	prm_print_uint(f, indent, "swap_add", 0, 64, prm_atomic_seg_get_swap_add(p));
	prm_print_uint(f, indent, "compare", 64, 64, prm_atomic_seg_get_compare(p));
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_masked_atomic_cs32_seg_print(FILE *f,
		const struct prm_masked_atomic_cs32_seg *p, int indent)
{
	prm_print_uint(f, indent, "swap", 0, 32, prm_masked_atomic_cs32_seg_get_swap(p));
	prm_print_uint(f, indent, "compare", 32, 32, prm_masked_atomic_cs32_seg_get_compare(p));
	prm_print_uint(f, indent, "swap_mask", 64, 32, prm_masked_atomic_cs32_seg_get_swap_mask(p));
	prm_print_uint(f, indent, "compare_mask", 96, 32,
		prm_masked_atomic_cs32_seg_get_compare_mask(p));
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_masked_atomic_cs64_seg_print(FILE *f,
		const struct prm_masked_atomic_cs64_seg *p, int indent)
{
	prm_print_uint(f, indent, "swap", 0, 64, prm_masked_atomic_cs64_seg_get_swap(p));
	prm_print_uint(f, indent, "compare", 64, 64, prm_masked_atomic_cs64_seg_get_compare(p));
	prm_print_uint(f, indent, "swap_mask", 128, 64,
		prm_masked_atomic_cs64_seg_get_swap_mask(p));
	prm_print_uint(f, indent, "compare_mask", 192, 64,
		prm_masked_atomic_cs64_seg_get_compare_mask(p));
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_masked_atomic_fa32_seg_print(FILE *f,
		const struct prm_masked_atomic_fa32_seg *p, int indent)
{
	prm_print_uint(f, indent, "add", 0, 32, prm_masked_atomic_fa32_seg_get_add(p));
	prm_print_uint(f, indent, "field_boundary", 32, 32,
		prm_masked_atomic_fa32_seg_get_field_boundary(p));
	prm_print_reserved(f, indent, p, 64, 64);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_masked_atomic_fa64_seg_print(FILE *f,
		const struct prm_masked_atomic_fa64_seg *p, int indent)
{
	prm_print_uint(f, indent, "add", 0, 64, prm_masked_atomic_fa64_seg_get_add(p));
	prm_print_uint(f, indent, "field_boundary", 64, 64,
		prm_masked_atomic_fa64_seg_get_field_boundary(p));
}

#endif /* PRM_RDMA_PRINT_H */
