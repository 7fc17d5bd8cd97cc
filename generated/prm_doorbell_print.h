/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Printers of the layouts of prm_doorbell.h.
 * Made by prmc 1 from spec/wqe/doorbell.yaml, spec digest a51aeae66d24. Do not edit: `ninja regen`.
 */
#ifndef PRM_DOORBELL_PRINT_H
#define PRM_DOORBELL_PRINT_H

#include "prm_print.h"
#include "prm_doorbell.h"
#include "prm_ctrl_print.h"

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_qp_doorbell_record_print(FILE *f, const struct prm_qp_doorbell_record *p,
		int indent)
{
	prm_print_reserved(f, indent, p, 0, 16);
	prm_print_uint(f, indent, "recv_counter", 16, 16,
		prm_qp_doorbell_record_get_recv_counter(p));
	prm_print_reserved(f, indent, p, 32, 16);
	prm_print_uint(f, indent, "send_counter", 48, 16,
		prm_qp_doorbell_record_get_send_counter(p));
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_send_doorbell_print(FILE *f, const struct prm_send_doorbell *p, int indent)
{
	prm_print_uint(f, indent, "opmod", 0, 8, prm_send_doorbell_get_opmod(p));
	prm_print_uint(f, indent, "wqe_index", 8, 16, prm_send_doorbell_get_wqe_index(p));
	prm_print_enum(f, indent, "opcode", 24, 8,
		prm_send_doorbell_get_opcode(p),
			prm_wqe_opcode_str(prm_send_doorbell_get_opcode(p)));
	prm_print_uint(f, indent, "qpn", 32, 24, prm_send_doorbell_get_qpn(p));
	prm_print_reserved(f, indent, p, 56, 2);
	prm_print_uint(f, indent, "ds", 58, 6, prm_send_doorbell_get_ds(p));
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_cq_doorbell_record_print(FILE *f, const struct prm_cq_doorbell_record *p,
		int indent)
{
	prm_print_reserved(f, indent, p, 0, 8);
	prm_print_uint(f, indent, "ci", 8, 24, prm_cq_doorbell_record_get_ci(p));
	prm_print_reserved(f, indent, p, 32, 2);
	prm_print_uint(f, indent, "arm_sn", 34, 2, prm_cq_doorbell_record_get_arm_sn(p));
	prm_print_reserved(f, indent, p, 36, 3);
	prm_print_enum(f, indent, "arm_cmd", 39, 1,
		prm_cq_doorbell_record_get_arm_cmd(p),
			prm_cq_arm_cmd_str(prm_cq_doorbell_record_get_arm_cmd(p)));
	prm_print_uint(f, indent, "arm_ci", 40, 24, prm_cq_doorbell_record_get_arm_ci(p));
}

/* Prints @p to @f, every line behind @indent spaces. */
static inline void prm_cq_arm_doorbell_print(FILE *f, const struct prm_cq_arm_doorbell *p,
		int indent)
{
	prm_print_reserved(f, indent, p, 0, 2);
	prm_print_uint(f, indent, "arm_sn", 2, 2, prm_cq_arm_doorbell_get_arm_sn(p));
	prm_print_reserved(f, indent, p, 4, 3);
	prm_print_enum(f, indent, "arm_cmd", 7, 1,
		prm_cq_arm_doorbell_get_arm_cmd(p),
			prm_cq_arm_cmd_str(prm_cq_arm_doorbell_get_arm_cmd(p)));
	prm_print_uint(f, indent, "ci", 8, 24, prm_cq_arm_doorbell_get_ci(p));
	prm_print_reserved(f, indent, p, 32, 8);
	prm_print_uint(f, indent, "cqn", 40, 24, prm_cq_arm_doorbell_get_cqn(p));
}

#endif /* PRM_DOORBELL_PRINT_H */
