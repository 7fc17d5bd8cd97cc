/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Printers of the layouts of prm_umr.h.
 * Made by prmc 1 from spec/wqe/umr.yaml, spec digest 2d97bbd55115. Do not edit: `ninja regen`.
 */
#ifndef PRM_UMR_PRINT_H
#define PRM_UMR_PRINT_H

#include "prm_print.h"
#include "prm_umr.h"

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_umr_ctrl_seg_print(FILE *f, const struct prm_umr_ctrl_seg *p, int indent)
{
	prm_print_uint(f, indent, "inline_flag", 0, 1, prm_umr_ctrl_seg_get_inline_flag(p));
	prm_print_enum(f, indent, "check_free", 1, 2,
		prm_umr_ctrl_seg_get_check_free(p),
			prm_umr_check_free_str(prm_umr_ctrl_seg_get_check_free(p)));
	prm_print_uint(f, indent, "translation_offset_en", 3, 1,
		prm_umr_ctrl_seg_get_translation_offset_en(p));
	prm_print_uint(f, indent, "check_qpn", 4, 1, prm_umr_ctrl_seg_get_check_qpn(p));
	prm_print_reserved(f, indent, p, 5, 27);
	prm_print_uint(f, indent, "klm_octowords", 32, 16, prm_umr_ctrl_seg_get_klm_octowords(p));
	switch ((unsigned int)prm_umr_ctrl_seg_get_translation_offset_en(p)) {
	case 0x0:
		prm_print_uint(f, indent, "bsf_octowords", 48, 16,
			prm_umr_ctrl_seg_get_bsf_octowords(p));
		break;
	case 0x1:
		prm_print_uint(f, indent, "translation_offset", 48, 16,
			prm_umr_ctrl_seg_get_translation_offset(p));
		break;
	default:
		prm_print_bytes(f, indent, "bsf_size_or_translation_offset", p, 48, 16);
		break;
	}
	prm_print_flags(f, indent, "mkey_mask", 64, 64,
		prm_umr_ctrl_seg_get_mkey_mask(p), prm_umr_mkey_mask_flag_str);
	prm_print_uint(f, indent, "translation_offset_47_16", 128, 32,
		prm_umr_ctrl_seg_get_translation_offset_47_16(p));
	prm_print_reserved(f, indent, p, 160, 224);
}

#endif /* PRM_UMR_PRINT_H */
