/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Printers of the layouts of prm_ctrl.h.
 * Made by prmc 1 from spec/wqe/ctrl.yaml, spec digest 43ac808c979a. Do not edit: `ninja regen`.
 */
#ifndef PRM_CTRL_PRINT_H
#define PRM_CTRL_PRINT_H

#include "prm_print.h"
#include "prm_ctrl.h"

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_ctrl_seg_print(FILE *f, const struct prm_ctrl_seg *p, int indent)
{
	prm_print_uint(f, indent, "opmod", 0, 8, prm_ctrl_seg_get_opmod(p));
	prm_print_uint(f, indent, "wqe_index", 8, 16, prm_ctrl_seg_get_wqe_index(p));
	prm_print_enum(f, indent, "opcode", 24, 8,
		prm_ctrl_seg_get_opcode(p), prm_wqe_opcode_str(prm_ctrl_seg_get_opcode(p)));
	prm_print_uint(f, indent, "qpn", 32, 24, prm_ctrl_seg_get_qpn(p));
	prm_print_reserved(f, indent, p, 56, 2);
	prm_print_uint(f, indent, "ds", 58, 6, prm_ctrl_seg_get_ds(p));
	prm_print_uint(f, indent, "signature", 64, 8, prm_ctrl_seg_get_signature(p));
	prm_print_uint(f, indent, "dci_stream_channel_id", 72, 16,
		prm_ctrl_seg_get_dci_stream_channel_id(p));
	prm_print_enum(f, indent, "fm", 88, 3,
		prm_ctrl_seg_get_fm(p), prm_fence_mode_str(prm_ctrl_seg_get_fm(p)));
	prm_print_reserved(f, indent, p, 91, 1);
	prm_print_enum(f, indent, "ce", 92, 2,
		prm_ctrl_seg_get_ce(p), prm_completion_mode_str(prm_ctrl_seg_get_ce(p)));
	prm_print_uint(f, indent, "se", 94, 1, prm_ctrl_seg_get_se(p));
	prm_print_reserved(f, indent, p, 95, 1);
	switch (prm_ctrl_seg_get_opcode(p)) {
	case 0xb:
	case 0x9:
		prm_print_uint(f, indent, "immediate", 96, 32, prm_ctrl_seg_get_immediate(p));
		break;
	case 0x1:
	case 0x1b:
		prm_print_uint(f, indent, "invalidate_key", 96, 32,
			prm_ctrl_seg_get_invalidate_key(p));
		break;
	case 0x25:
		prm_print_uint(f, indent, "umr_mkey", 96, 32, prm_ctrl_seg_get_umr_mkey(p));
		break;
	case 0x23:
		prm_print_uint(f, indent, "dump.tisn", 96, 24, prm_ctrl_seg_get_dump_tisn(p));
		prm_print_reserved(f, indent, p, 120, 8);
		break;
	default:
		prm_print_uint(f, indent, "general_id", 96, 32, prm_ctrl_seg_get_general_id(p));
		break;
	}
}

#endif /* PRM_CTRL_PRINT_H */
