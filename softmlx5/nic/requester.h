/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * What the send queue (sq.c) and its requester (requester.c) have of each other. All of it is about
 * the request that the queue is at.
 */
#ifndef SOFTMLX5_REQUESTER_H
#define SOFTMLX5_REQUESTER_H

#include "nic/nic.h"

/* Starts a request that goes to the other side (requester.c). */
void sm_req_start_remote(struct sm_qp *qp);

/* Will the request have a CQE if it succeeds? */
bool sm_req_is_signaled(const struct sm_wqe *wqe);
/* The request's memory is not needed any more, or from the start again. */
void sm_req_end_stream(struct sm_qp *qp);
/* The request is done. */
void sm_req_complete(struct sm_qp *qp, uint32_t byte_count);
/* The request has failed: the QP goes to the error state, and everything behind is flushed. */
SM_COLD void sm_req_fail(struct sm_qp *qp, uint8_t syndrome, uint8_t vendor);
/* The same, for a fault on this side. */
SM_COLD void sm_req_fail_local(struct sm_qp *qp, enum sm_fault fault);

#endif
