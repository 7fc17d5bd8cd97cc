/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Printers of the layouts of prm_psv.h.
 * Made by prmc 1 from spec/wqe/psv.yaml, spec digest d1214242754a. Do not edit: `ninja regen`.
 */
#ifndef PRM_PSV_PRINT_H
#define PRM_PSV_PRINT_H

#include "prm_print.h"
#include "prm_psv.h"

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_set_psv_seg_print(FILE *f, const struct prm_set_psv_seg *p, int indent)
{
	prm_print_reserved(f, indent, p, 0, 8);
	prm_print_uint(f, indent, "psv_index", 8, 24, prm_set_psv_seg_get_psv_index(p));
	prm_print_uint(f, indent, "syndrome", 32, 16, prm_set_psv_seg_get_syndrome(p));
	prm_print_uint(f, indent, "status", 48, 16, prm_set_psv_seg_get_status(p));
	prm_print_bytes(f, indent, "transient_signature", p, 64, 64);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_get_psv_seg_print(FILE *f, const struct prm_get_psv_seg *p, int indent)
{
	prm_print_reserved(f, indent, p, 0, 128);
	prm_print_reserved(f, indent, p, 128, 24);
	prm_print_uint(f, indent, "num_psv", 152, 8, prm_get_psv_seg_get_num_psv(p));
	prm_print_uint(f, indent, "l_key", 160, 32, prm_get_psv_seg_get_l_key(p));
	prm_print_uint(f, indent, "va", 192, 64, prm_get_psv_seg_get_va(p));
	prm_print_bytes(f, indent, "psv_index", p, 256, 128);
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_check_psv_seg_print(FILE *f, const struct prm_check_psv_seg *p, int indent)
{
	prm_print_reserved(f, indent, p, 0, 16);
	prm_print_uint(f, indent, "err_coalescing_op", 16, 16,
		prm_check_psv_seg_get_err_coalescing_op(p));
	prm_print_reserved(f, indent, p, 32, 16);
	prm_print_uint(f, indent, "xport_err_op", 48, 16, prm_check_psv_seg_get_xport_err_op(p));
	prm_print_reserved(f, indent, p, 64, 16);
	prm_print_uint(f, indent, "xport_err_mask", 80, 16,
		prm_check_psv_seg_get_xport_err_mask(p));
	prm_print_reserved(f, indent, p, 96, 32);
	prm_print_reserved(f, indent, p, 128, 24);
	prm_print_uint(f, indent, "num_psv", 152, 8, prm_check_psv_seg_get_num_psv(p));
	prm_print_uint(f, indent, "l_key", 160, 32, prm_check_psv_seg_get_l_key(p));
	prm_print_uint(f, indent, "va", 192, 64, prm_check_psv_seg_get_va(p));
	prm_print_bytes(f, indent, "psv_index", p, 256, 128);
}

#endif /* PRM_PSV_PRINT_H */
