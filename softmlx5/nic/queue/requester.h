/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Declarations that the send queue (sq.c) and its requester (requester.c) share. All of them
 * concern the current request of the queue.
 */
#ifndef SOFTMLX5_REQUESTER_H
#define SOFTMLX5_REQUESTER_H

#include "nic/queue/nic.h"

/* Starts a request to the peer (requester.c). */
void sm_req_start_remote(struct sm_qp *qp);

/* Will the request have a CQE if it succeeds? */
bool sm_req_is_signaled(const struct sm_wqe *wqe);
/* Closes the request's stream: it is complete, or starts again. */
void sm_req_end_stream(struct sm_qp *qp);
/* Completes the request. */
void sm_req_complete(struct sm_qp *qp, uint32_t byte_count);
/* Fails the request: the QP enters the error state, and all later requests are flushed. */
SM_COLD void sm_req_fail(struct sm_qp *qp, enum sm_error error, enum sm_fault fault);
/* The same, for a fault of this side's memory: @error is SM_ERROR_GATHER or SM_ERROR_SCATTER. */
SM_COLD void sm_req_fail_local(struct sm_qp *qp, enum sm_error error, enum sm_fault fault);

#endif
