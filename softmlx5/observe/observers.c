// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* The table of observers: which functions see or disturb an event of the device, and in which order. */
#include "base/observer.h"
#include "nic/queue/qp.h"
#include "observe/capture.h"
#include "observe/disturb.h"
#include "observe/held.h"
#include "observe/late.h"
#include "observe/pcap.h"
#include "observe/sent.h"
#include "observe/strict.h"
#include "observe/trace.h"
#include "observe/work_trace.h"

static bool sm_see_wqe(struct sm_qp *qp, unsigned int error)
{
	sm_trace_wqe(qp, &qp->req.wqe);
	return error || sm_strict_wqe(qp, &qp->req.wqe);
}

static void sm_see_receive_wqe(struct sm_qp *qp, const void *wqe, size_t len,
			       const uint16_t *posted)
{
	if (posted)
		sm_strict_receive(qp, *posted, qp->resp.rq_ci, qp->rq_size);
	sm_trace_recv_wqe(qp, wqe, len);
}

static bool sm_see_again(struct sm_cq *cq)
{
	return sm_odd(cq->obj.dev, SM_ODD_AGAIN_EVENT);
}

static void sm_see_datagram(const struct sm_datagram *datagram)
{
	if (sm_is_captured())
		sm_capture_datagram(datagram);
}

static void sm_see_fork(void)
{
	sm_late_forked();
	sm_sent_forked();
}

const struct sm_observer sm_observer = {
	.note = sm_trace_note,
	.rule = sm_strict_report,
	.request_starts = sm_disturb_request,
	.wqe = sm_see_wqe,
	.memory = sm_strict_paged,
	.inlined = sm_strict_inline,
	.request_fails = sm_strict_failure,
	.is_unanswered = sm_disturb_answer,
	.drains_late = sm_disturb_drain,
	.is_not_ready = sm_disturb_receive,
	.receive_wqe = sm_see_receive_wqe,
	.is_paged_out = sm_disturb_received,
	.cqe_posted = sm_hold_cqe,
	.cqe = sm_trace_cqe,
	.cqe_written = sm_held_written,
	.event_due = sm_hold_event,
	.event_comes_again = sm_see_again,
	.cq_released = sm_held_release,
	.cq_destroyed = sm_held_forget,
	.eqe_due = sm_disturb_eqe,
	.send_doorbell = sm_strict_doorbell,
	.is_rung_late = sm_disturb_doorbell,
	.armed = sm_strict_arm,
	.consumed = sm_strict_consumer,
	.turn = sm_late_turn,
	.qp_reset = sm_disturb_reset,
	.packet_sent = sm_send_observed,
	.is_corrupted = sm_corrupts,
	.packet_received = sm_received,
	.datagram_received = sm_see_datagram,
	.forked = sm_see_fork,
};
