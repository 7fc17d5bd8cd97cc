/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * The send queue: executes its work requests in order.
 */
#ifndef SOFTMLX5_SQ_H
#define SOFTMLX5_SQ_H

#include "nic/queue/qp.h"

/* The doorbell of a send queue was rung: reads its record and runs the queue (sq.c). */
void sm_sq_doorbell(struct sm_qp *qp);
/* Runs the queue as far as possible; also after a change of state, and when a delay is over. */
void sm_sq_run(struct sm_qp *qp);

/* Parts of state changes: drop everything, or complete it with errors. */
void sm_sq_reset(struct sm_qp *qp);
void sm_sq_abort(struct sm_qp *qp);

/* The rest concerns the current request of the queue. */

/* Will the request have a CQE if it succeeds? */
bool sm_sq_is_signaled(const struct sm_wqe *wqe);
/* Closes the request's stream: it is complete, or starts again. */
void sm_sq_end_stream(struct sm_qp *qp);
/* Completes the request. */
void sm_sq_complete(struct sm_qp *qp, uint32_t byte_count);
/* Fails the request: the QP enters the error state, and all later requests are flushed. */
SM_COLD void sm_sq_fail(struct sm_qp *qp, enum sm_error error, enum sm_fault fault);
/* The same, for a fault of this side's memory: @error is SM_ERROR_GATHER or SM_ERROR_SCATTER. */
SM_COLD void sm_sq_fail_local(struct sm_qp *qp, enum sm_error error, enum sm_fault fault);

#endif
