/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Records of the trace: work requests and completions. Each function does nothing without --trace.
 */
#ifndef SOFTMLX5_WORK_TRACE_H
#define SOFTMLX5_WORK_TRACE_H

#include "nic/queue/qp.h"
#include "observe/trace.h"

void sm_trace_wqe(struct sm_qp *qp, const struct sm_wqe *wqe);
void sm_trace_recv_wqe(struct sm_qp *qp, const void *bytes, size_t len);
/* @data: the first half of a CQE of 128 bytes, or NULL. */
void sm_trace_cqe(struct sm_cq *cq, const struct prm_cqe64 *cqe,
		  const struct prm_cqe_inline_64 *data);

/* Head and segments of a WQE, for a record of another kind. */
void sm_record_wqe(struct sm_record *record, const struct sm_qp *qp, const struct sm_wqe *wqe);

#endif
