// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Extended reliable connections: a request names a shared receive queue of the receiving QP's
 * domain, with the PD for its memory and the CQ for its completion (InfiniBand Architecture
 * Specification, annex A14).
 */
#include "nic/queue/qp.h"
#include "nic/queue/responder.h"
#include "nic/queue/srq.h"
#include "nic/queue/xrc.h"

bool sm_xrc_select(struct sm_qp *qp, uint32_t srqn)
{
	struct sm_srq *srq = sm_table_get(&qp->obj.dev->srqs, srqn);

	if (!srq || !srq->xrcd || srq->xrcd != qp->xrcd)
		return false;
	qp->resp.to = (struct sm_receiver){
		.pd = srq->pd, .srq = srq, .cq = srq->cq,
		.user_index = sm_cqe_user_index(srq->user_index, srq),
	};
	return true;
}

void sm_xrc_forget(struct sm_srq *srq)
{
	struct sm_table *qps = &srq->obj.dev->qps;
	uint32_t number = qps->first;
	struct sm_qp *qp;

	for (; (qp = sm_table_next(qps, &number)) != NULL; number++)
		if (qp->xrcd && qp->resp.to.srq == srq)
			sm_resp_drop(qp);
}
