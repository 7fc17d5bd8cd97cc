/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Printers of the layouts of prm_eqe.h.
 * Made by prmc 1 from spec/cqe/eqe.yaml, spec digest bfce837d1c05. Do not edit: `ninja regen`.
 */
#ifndef PRM_EQE_PRINT_H
#define PRM_EQE_PRINT_H

#include "prm_print.h"
#include "prm_eqe.h"

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_eqe_print(FILE *f, const struct prm_eqe *p, int indent)
{
	prm_print_reserved(f, indent, p, 0, 8);
	prm_print_enum(f, indent, "event_type", 8, 8,
		prm_eqe_get_event_type(p), prm_event_type_str(prm_eqe_get_event_type(p)));
	prm_print_reserved(f, indent, p, 16, 8);
	prm_print_uint(f, indent, "event_sub_type", 24, 8, prm_eqe_get_event_sub_type(p));
	prm_print_reserved(f, indent, p, 32, 224);
	switch (prm_eqe_get_event_type(p)) {
	case 0x0:
		prm_print_reserved(f, indent, p, 256, 192);
		prm_print_reserved(f, indent, p, 448, 8);
		prm_print_uint(f, indent, "completion.cqn", 456, 24, prm_eqe_get_completion_cqn(p));
		break;
	case 0x1:
	case 0x2:
	case 0x3:
	case 0x5:
	case 0x7:
	case 0x10:
	case 0x11:
	case 0x12:
	case 0x13:
	case 0x14:
		prm_print_reserved(f, indent, p, 256, 160);
		prm_print_enum(f, indent, "queue.queue_type", 416, 8,
			prm_eqe_get_queue_queue_type(p),
				prm_event_queue_type_str(prm_eqe_get_queue_queue_type(p)));
		prm_print_reserved(f, indent, p, 424, 24);
		prm_print_reserved(f, indent, p, 448, 8);
		prm_print_uint(f, indent, "queue.qp_srq_n", 456, 24, prm_eqe_get_queue_qp_srq_n(p));
		break;
	case 0x4:
		prm_print_reserved(f, indent, p, 256, 8);
		prm_print_uint(f, indent, "cq_error.cqn", 264, 24, prm_eqe_get_cq_error_cqn(p));
		prm_print_reserved(f, indent, p, 288, 32);
		prm_print_reserved(f, indent, p, 320, 24);
		prm_print_uint(f, indent, "cq_error.syndrome", 344, 8,
			prm_eqe_get_cq_error_syndrome(p));
		prm_print_reserved(f, indent, p, 352, 128);
		break;
	default:
		prm_print_bytes(f, indent, "other", p, 256, 224);
		break;
	}
	prm_print_reserved(f, indent, p, 480, 16);
	prm_print_uint(f, indent, "signature", 496, 8, prm_eqe_get_signature(p));
	prm_print_reserved(f, indent, p, 504, 7);
	prm_print_uint(f, indent, "owner", 511, 1, prm_eqe_get_owner(p));
}

#endif /* PRM_EQE_PRINT_H */
