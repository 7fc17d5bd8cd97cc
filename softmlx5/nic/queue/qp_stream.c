// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Streams of a queue pair, and their signature errors: decides whether one is reported, posts its CQE,
 * and drains the queue.
 */
#include "base/observer.h"
#include "nic/data/stream.h"
#include "nic/memory/mem.h"
#include "nic/queue/cq.h"
#include "nic/queue/qp.h"
#include "nic/queue/qp_stream.h"
#include "nic/signature/sig.h"

static void sm_sig_cqe(struct sm_qp *qp, bool is_responder, const struct sm_sig_error *error)
{
	struct prm_sig_err_cqe_fields fields;
	struct prm_sig_err_cqe cqe;

	prm_sig_err_cqe_fields_init(&fields);
	fields.expected_trans_sig = error->expected_trans_sig;
	fields.actual_trans_sig = error->actual_trans_sig;
	fields.expected_ref_tag = error->expected_ref_tag;
	fields.actual_ref_tag = error->actual_ref_tag;
	fields.syndrome = error->syndrome;
	fields.sig_type = error->is_transaction ? PRM_SIGERR_SIG_TYPE_TRANSACTION :
		PRM_SIGERR_SIG_TYPE_BLOCK;
	fields.domain = (uint8_t)error->domain;
	fields.mkey = error->mkey;
	fields.sig_err_offset = error->offset;
	fields.qpn = qp->obj.id;
	prm_sig_err_cqe_pack(&cqe, &fields);
	if (is_responder || qp->req.wqe.ctrl.opcode == PRM_WQE_OPCODE_RDMA_READ)
		sm_cq_post(is_responder ? qp->resp.to.cq : qp->send_cq, (void *)&cqe, true);
	else	/* the data are checked when they leave, before earlier requests are answered */
		sm_cq_post_early(qp->send_cq, (void *)&cqe, true);
}

SM_COLD static void sm_sig_report(const struct sm_accessor *by, struct sm_mkey *mkey,
				  struct sm_psv *psv, const struct sm_sig_error *error)
{
	struct sm_qp *qp = by->qp;

	if (psv && psv->syndrome)
		return;	/* a PSV in error reports no mismatch until SET_PSV */
	if (mkey->ctx.expected_sigerr_count == mkey->sigerr_count)
		return;	/* not armed */
	if (psv)
		psv->syndrome = error->syndrome;
	mkey->sigerr_count = mkey->ctx.expected_sigerr_count;
	qp->sig_errors++;
	sm_sig_cqe(qp, by->is_responder, error);
	if (!by->is_responder && qp->ctx.drain_sigerr)
		qp->req.drain_after = true;
}

enum sm_fault sm_qp_stream_open(struct sm_qp *qp, bool is_responder, struct sm_stream *stream,
				unsigned int access, const struct sm_sge *sge, unsigned int n)
{
	const struct sm_accessor by = {
		.dev = qp->obj.dev,
		.pd = is_responder ? qp->resp.to.pd->obj.id : qp->pd->obj.id,
		.qpn = qp->obj.id,
		.access = access,
		.mismatch = sm_sig_report,
		.qp = qp,
		.is_responder = is_responder,
	};

	if (sm_is_observed)
		sm_observer.memory(&by, sge, n);
	return sm_stream_open(stream, &by, sge, n);
}
