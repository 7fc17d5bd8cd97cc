/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * For developers: the trace of all that passes (trace.c), what a card would reject or misread
 * (strict.c), and faults on request (fault.c). All of them are cheap when they are off.
 */
#ifndef SOFTMLX5_TRACE_H
#define SOFTMLX5_TRACE_H

#include "fault_spec.h"
#include "nic.h"

/* One line or block each, decoded by the generated printers; nothing without --trace. */
void sm_trace_command(struct sm_dev *dev, const void *in, size_t in_len, const void *out,
		      size_t out_len);
void sm_trace_wqe(struct sm_qp *qp, const struct sm_wqe *wqe);
void sm_trace_recv_wqe(struct sm_qp *qp, const void *bytes, size_t len);
void sm_trace_cqe(struct sm_cq *cq, const struct prm_cqe64 *cqe);
__attribute__((format(printf, 2, 3)))
void sm_trace_note(struct sm_dev *dev, const char *format, ...);

/*
 * Strict mode. sm_strict_wqe() checks what can be told from the WQE and the state; it and others report
 * through sm_strict(). false: a rule is broken and strict mode is on, so the WQE fails as on a card.
 */
bool sm_strict_wqe(struct sm_qp *qp, const struct sm_wqe *wqe);
__attribute__((format(printf, 4, 5)))
bool sm_strict(struct sm_qp *qp, const struct sm_wqe *wqe, const char *rule, const char *format, ...);

/*
 * Fault injection: does a fault of the configuration strike here and now? @detail is an opcode or
 * number of a QP or CQ; see enum sm_fault_point.
 */
bool sm_inject(struct sm_dev *dev, enum sm_fault_point point, uint32_t detail, uint64_t *value);
#endif
