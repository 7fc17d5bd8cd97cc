// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The send queue: executes its work requests in order. The requester (requester.c) handles those
 * that involve the peer; local ones are executed here.
 */
#include <string.h>

#include "base/caps.h"
#include "base/observer.h"
#include "base/rules.h"
#include "nic/data/stream.h"
#include "nic/memory/mem.h"
#include "nic/memory/payload.h"
#include "nic/queue/cq.h"
#include "nic/queue/error.h"
#include "nic/queue/ethernet.h"
#include "nic/queue/qp.h"
#include "nic/queue/qp_stream.h"
#include "nic/queue/requester.h"
#include "nic/queue/scatter.h"
#include "nic/queue/sq.h"
#include "nic/queue/srq.h"
#include "nic/queue/transport.h"
#include "nic/queue/umr.h"
#include "nic/queue/wqe.h"
#include "nic/wire/wire.h"
#include "prm_psv.h"

#define SM_WQEBB 64u

bool sm_sq_is_signaled(const struct sm_wqe *wqe)
{
	return wqe->ctrl.ce == PRM_COMPLETION_MODE_ALWAYS ||
	       wqe->ctrl.ce == PRM_COMPLETION_MODE_ALWAYS_AND_EQE;
}

static uint16_t sm_wqebbs(const struct sm_wqe *wqe)
{
	return (uint16_t)((wqe->len + SM_WQEBB - 1) / SM_WQEBB);
}

static void sm_sq_cqe(struct sm_qp *qp, uint32_t byte_count)
{
	const struct sm_wqe *wqe = &qp->req.wqe;
	struct prm_cqe64_fields fields;

	prm_cqe64_fields_init(&fields);
	fields.opcode = PRM_CQE_OPCODE_REQ;
	fields.srqn_user_index = sm_cqe_user_index(qp->ctx.user_index, NULL);
	fields.byte_count = byte_count;
	fields.timestamp = sm_dev_ticks(qp->obj.dev, sm_now());
	fields.opcode_or_sop = wqe->ctrl.opcode;
	fields.qpn = qp->obj.id;
	fields.wqe_counter = qp->req.ci;
	sm_inline_post(qp->send_cq, &fields, &qp->req.answer, false);
}

static void sm_sq_error_cqe(struct sm_qp *qp, uint8_t opcode, uint16_t wqe_counter,
			    enum sm_error error, enum sm_fault fault)
{
	struct prm_err_cqe_fields fields;

	prm_err_cqe_fields_init(&fields);
	fields.opcode = PRM_CQE_OPCODE_REQ_ERR;
	fields.srqn_user_index = sm_cqe_user_index(qp->ctx.user_index, NULL);
	fields.wqe_opcode = opcode;
	fields.qpn = qp->obj.id;
	fields.wqe_counter = wqe_counter;
	sm_error_post(qp->send_cq, &fields, error, fault);
}

void sm_sq_end_stream(struct sm_qp *qp)
{
	if (qp->req.has_stream)
		sm_stream_close(&qp->req.stream);
	qp->req.has_stream = false;
	qp->req.answer.room = 0;
	sm_wire_unwait(&qp->req.waiter);
	sm_transport_forget(qp);
}

/* Index after the WQE at req.ci; not beyond the announced WQEs, whatever length the WQE has. */
static void sm_sq_step(struct sm_qp *qp)
{
	const uint16_t announced = (uint16_t)(qp->req.pi - qp->req.ci);
	const uint16_t step = sm_wqebbs(&qp->req.wqe);

	qp->req.ci = (uint16_t)(qp->req.ci + (step < announced ? step : announced));
	qp->req.done = qp->req.ci;
}

static void sm_sq_leave(struct sm_qp *qp)
{
	sm_sq_end_stream(qp);
	sm_timer_cancel(&qp->req.timer);
	qp->req.is_busy = qp->req.is_waiting = false;
	sm_sq_step(qp);
}

void sm_qp_drained(struct sm_qp *qp)
{
	qp->state = PRM_QP_STATE_SQD;
	qp->req.drain_after = false;
	qp->req.is_drain_late = false;
	sm_note(qp->obj.dev, "QP 0x%06x: send queue drained at 0x%04x", qp->obj.id,
		      qp->req.done);
	sm_cq_release(qp->send_cq);	/* the listener finds all errors by polling once */
	if (qp->listener.event)
		qp->listener.event(qp->listener.owner, PRM_EVENT_TYPE_SQ_DRAINED);
}

/* Does the queue stop after the request that has just completed? */
static bool sm_sq_stops(struct sm_qp *qp)
{
	if (qp->state == PRM_QP_STATE_SQ_DRAINING)
		return true;
	return qp->req.drain_after && !(sm_is_observed && sm_observer.drains_late(qp));
}

void sm_sq_complete(struct sm_qp *qp, uint32_t byte_count)
{
	if (sm_sq_is_signaled(&qp->req.wqe))
		sm_sq_cqe(qp, byte_count);
	sm_sq_leave(qp);
	if (sm_sq_stops(qp))
		sm_qp_drained(qp);
}

void sm_sq_fail(struct sm_qp *qp, enum sm_error error, enum sm_fault fault)
{
	const uint8_t opcode = qp->req.wqe.ctrl.opcode;
	const uint16_t counter = qp->req.ci;

	if (sm_is_observed)
		sm_observer.request_fails(qp, error, fault);
	sm_sq_leave(qp);
	sm_sq_error_cqe(qp, opcode, counter, error, fault);
	sm_qp_error(qp, -1);
}

void sm_sq_fail_local(struct sm_qp *qp, enum sm_error error, enum sm_fault fault)
{
	if (fault == SM_FAULT_SIG)
		error = SM_ERROR_BSF;
	sm_sq_fail(qp, error, fault);
}

/* Requests that are executed locally. */

/* The PSV with this number, if the queue may use it; else the request fails, with the reason. */
static struct sm_psv *sm_sq_psv(struct sm_qp *qp, uint32_t number)
{
	struct sm_psv *psv = sm_table_get(&qp->obj.dev->psvs, number);
	const uint32_t pd = qp->pd->obj.id;

	if (psv && psv->pd == qp->pd)
		return psv;
	if (!psv)
		sm_refused(qp, &qp->req.wqe, SM_RULE_PSV, "there is no PSV 0x%06x", number);
	else
		sm_refused(qp, &qp->req.wqe, SM_RULE_PSV,
			   "PSV 0x%06x belongs to PD 0x%06x, the QP to 0x%06x", number,
			   psv->pd->obj.id, pd);
	sm_sq_fail(qp, SM_ERROR_PSV, SM_OK);
	return NULL;
}

static void sm_sq_set_psv(struct sm_qp *qp)
{
	struct prm_set_psv_seg_fields set;
	struct sm_psv *psv;

	prm_set_psv_seg_unpack(&set, qp->req.wqe.set_psv, NULL);
	psv = sm_sq_psv(qp, set.psv_index);
	if (!psv)
		return;
	psv->syndrome = set.syndrome;
	psv->transient_signature = set.transient_signature;
	sm_sq_complete(qp, 0);
}

/*
 * The PSVs in the format of SET_PSV, one after the other. That GET_PSV uses this format is a guess.
 */
static void sm_sq_get_psv(struct sm_qp *qp)
{
	struct prm_set_psv_seg image[4];
	struct prm_get_psv_seg_fields get;
	struct sm_payload *payload = qp->req.payload;
	struct sm_sge sge;
	enum sm_fault fault;
	unsigned int i;

	prm_get_psv_seg_unpack(&get, qp->req.wqe.get_psv, NULL);
	if (!get.num_psv || get.num_psv > SM_ARRAY_SIZE(image)) {
		sm_sq_fail(qp, SM_ERROR_GET_PSV_COUNT, SM_OK);
		return;
	}
	for (i = 0; i < get.num_psv; i++) {
		const struct sm_psv *psv = sm_sq_psv(qp, get.psv_index[i]);
		struct prm_set_psv_seg_fields fields = { .psv_index = get.psv_index[i] };

		if (!psv)
			return;
		fields.syndrome = psv->syndrome;
		fields.transient_signature = psv->transient_signature;
		prm_set_psv_seg_pack(&image[i], &fields);
	}
	sge = (struct sm_sge){ .key = get.l_key, .addr = get.va,
			       .len = get.num_psv * sizeof(image[0]) };
	sm_payload_begin(payload);
	sm_payload_add(payload, image, sge.len);
	fault = sm_qp_stream_open(qp, false, &qp->req.stream, SM_LOCAL_WRITE, &sge, 1);
	qp->req.has_stream = !fault;
	if (!fault)
		fault = sm_stream_scatter(&qp->req.stream, payload);
	if (fault)
		sm_sq_fail_local(qp, SM_ERROR_SCATTER, fault);
	else
		sm_sq_complete(qp, 0);
}

static void sm_sq_umr(struct sm_qp *qp)
{
	enum sm_fault fault;
	const enum sm_error error = sm_umr(qp, &qp->req.wqe, &fault);

	if (error)
		sm_sq_fail(qp, error, fault);
	else
		sm_sq_complete(qp, 0);
}

static void sm_sq_invalidate(struct sm_qp *qp)
{
	enum sm_fault fault = sm_mkey_invalidate(qp->obj.dev, qp->pd,
						 qp->req.wqe.ctrl.invalidate_key, false);

	if (fault) {
		sm_refused(qp, &qp->req.wqe, SM_RULE_INVALIDATE, "key 0x%08x: %s",
			   qp->req.wqe.ctrl.invalidate_key, sm_fault_str(fault));
		sm_sq_fail(qp, SM_ERROR_INVALIDATE, fault);
		return;
	}
	sm_sq_complete(qp, 0);
}

/* May the queue copy so much? */
static const char *sm_mmo_check(const struct sm_qp *qp)
{
	const struct prm_cmd_hca_cap *cap = qp->obj.dev->caps->general;
	const uint32_t log_max = prm_cmd_hca_cap_get_log_dma_mmo_max_size(cap);

	if (!prm_cmd_hca_cap_get_dma_mmo_sq(cap) && !prm_cmd_hca_cap_get_dma_mmo_qp(cap))
		return "the device copies no memory";
	if (!prm_cmd_hca_cap_get_dma_mmo_sq(cap) && !qp->has_mmo)
		return "the QP has no memory to memory work, see qpc_ext.mmo";
	if (log_max && qp->req.wqe.sge[0].len > UINT64_C(1) << log_max)
		return "the copy is longer than log_dma_mmo_max_size";
	return NULL;
}

/* A copy of the whole memory: 0, or the reason why it ends, and the side that has it. */
static enum sm_fault sm_mmo_copy(struct sm_qp *qp, struct sm_stream *source, enum sm_error *error)
{
	enum sm_fault fault = SM_OK;

	while (!fault && source->moved < source->total) {
		fault = sm_stream_gather(source, SM_PAYLOAD_MAX, qp->req.payload);
		*error = fault ? SM_ERROR_GATHER : SM_ERROR_SCATTER;
		if (!fault)
			fault = sm_stream_scatter(&qp->req.stream, qp->req.payload);
		if (fault == SM_FAULT_SOURCE)
			*error = SM_ERROR_GATHER;
	}
	return fault;
}

#define SM_MMO_REPORT 64u	/* bytes, as libmlx5 has them */

/*
 * The device's report is checked and not written: what a card writes after a copy is not public.
 */
static enum sm_fault sm_mmo_report(struct sm_qp *qp)
{
	const struct sm_mkey *mkey =
		sm_mkey_find(qp->obj.dev, prm_mmo_metadata_seg_get_local_key(qp->req.wqe.mmo));

	return mkey ? sm_mkey_check(mkey, qp->pd->obj.id, qp->obj.id,
				    prm_mmo_metadata_seg_get_local_address(qp->req.wqe.mmo),
				    SM_MMO_REPORT, SM_LOCAL_WRITE) : SM_FAULT_KEY;
}

static void sm_sq_mmo(struct sm_qp *qp)
{
	const struct sm_sge *sge = qp->req.wqe.sge;
	const char *why = sm_mmo_check(qp);
	enum sm_error error = SM_ERROR_SCATTER;
	enum sm_fault fault;
	struct sm_stream source;

	if (why) {
		sm_note(qp->obj.dev, "QP 0x%06x WQE 0x%04x: %s", qp->obj.id, qp->req.ci, why);
		sm_refused(qp, &qp->req.wqe, SM_RULE_MMO, "%s", why);
		sm_sq_fail(qp, SM_ERROR_MMO_REFUSED, SM_OK);
		return;
	}
	fault = sm_mmo_report(qp);
	if (!fault) {
		fault = sm_qp_stream_open(qp, false, &source, SM_LOCAL_READ, &sge[0], 1);
		error = SM_ERROR_GATHER;
	}
	if (fault) {
		sm_sq_fail_local(qp, error, fault);
		return;
	}
	error = SM_ERROR_SCATTER;
	fault = sm_qp_stream_open(qp, false, &qp->req.stream, SM_LOCAL_WRITE, &sge[1], 1);
	qp->req.has_stream = !fault;
	if (!fault)
		fault = sm_mmo_copy(qp, &source, &error);
	sm_stream_close(&source);
	if (fault)
		sm_sq_fail_local(qp, error, fault);
	else
		sm_sq_complete(qp, 0);
}

static void sm_sq_start(struct sm_qp *qp)
{
	switch (qp->req.wqe.ctrl.opcode) {
	case PRM_WQE_OPCODE_NOP:
		sm_sq_complete(qp, 0);
		break;
	case PRM_WQE_OPCODE_UMR:
		sm_sq_umr(qp);
		break;
	case PRM_WQE_OPCODE_SET_PSV:
		sm_sq_set_psv(qp);
		break;
	case PRM_WQE_OPCODE_GET_PSV:
		sm_sq_get_psv(qp);
		break;
	case PRM_WQE_OPCODE_MMO:
		sm_sq_mmo(qp);
		break;
	case PRM_WQE_OPCODE_LOCAL_INVAL:
		sm_sq_invalidate(qp);
		break;
	default:
		if (qp->eth)
			sm_eth_send(qp);
		else
			sm_req_start_remote(qp);
	}
}

/*
 * The ring.
 */

/* Copies @len bytes from WQEBB @index on, across the end of the ring. */
static bool sm_sq_read(const struct sm_qp *qp, uint16_t index, void *to, size_t len)
{
	const size_t ring = (size_t)qp->sq_size * SM_WQEBB;
	const size_t start = (size_t)(index & (qp->sq_size - 1)) * SM_WQEBB;
	const size_t first = len < ring - start ? len : ring - start;

	return len <= ring && sm_copy(to, qp->sq + start, first) &&
	       sm_copy((char *)to + first, qp->sq, len - first);
}

/*
 * Reads the request at req.ci. SM_ERROR_NONE, or what is wrong with it; if its length is unknown, it
 * counts as one WQEBB.
 */
static enum sm_error sm_sq_fetch(struct sm_qp *qp)
{
	struct sm_wqe *wqe = &qp->req.wqe;
	enum sm_error error;

	memset(&wqe->ctrl, 0, sizeof(wqe->ctrl));
	wqe->n_sge = wqe->n_parts = 0;
	wqe->len = SM_WQEBB;
	if (!sm_sq_read(qp, qp->req.ci, wqe->bytes, SM_WQEBB))
		return SM_ERROR_SQ_GONE;
	prm_ctrl_seg_unpack(&wqe->ctrl, (const void *)wqe->bytes, NULL);
	wqe->service_type = sm_qp_transport(qp);
	if (wqe->ctrl.ds * 16u > SM_WQEBB &&
	    !sm_sq_read(qp, qp->req.ci, wqe->bytes, wqe->ctrl.ds * 16u))
		return SM_ERROR_WQE_LONG;
	error = sm_wqe_parse(wqe);
	if (!wqe->len)
		wqe->len = SM_WQEBB;
	return error;
}

static enum sm_error sm_sq_order(struct sm_qp *qp)
{
	const struct prm_ctrl_seg_fields *ctrl = &qp->req.wqe.ctrl;

	if (ctrl->qpn != qp->obj.id)
		return SM_ERROR_WQE_QPN;
	if (ctrl->wqe_index != qp->req.ci)
		return SM_ERROR_WQE_INDEX;
	if (sm_wqebbs(&qp->req.wqe) > (uint16_t)(qp->req.pi - qp->req.ci))
		return SM_ERROR_WQE_BEYOND;
	return SM_ERROR_NONE;
}

/*
 * A queue that is to stop does so, at the latest, before a request that waits for all earlier ones.
 */
static bool sm_is_fenced(const struct sm_wqe *wqe)
{
	return wqe->ctrl.fm >= PRM_FENCE_MODE_READ_ATOMIC;
}

static void sm_sq_next(struct sm_qp *qp)
{
	enum sm_error error = sm_sq_fetch(qp);

	if (!error && qp->req.drain_after && sm_is_fenced(&qp->req.wqe)) {
		sm_qp_drained(qp);
		return;
	}
	qp->req.is_busy = true;
	if (!error)
		error = sm_sq_order(qp);
	if (sm_is_observed && !sm_observer.wqe(qp, error))
		error = SM_ERROR_STRICT;
	if (error) {
		sm_sq_fail(qp, error, SM_OK);
		return;
	}
	sm_sq_start(qp);
}

/*
 * In error state every posted request completes with a flush error, unless its mode suppresses
 * that.
 */
static void sm_sq_flush(struct sm_qp *qp)
{
	while (qp->req.ci != qp->req.pi) {
		struct sm_wqe *wqe = &qp->req.wqe;

		sm_sq_fetch(qp);	/* an invalid request is flushed, too */
		if (wqe->ctrl.ce != PRM_COMPLETION_MODE_ON_FIRST_ERROR && !sm_eth_is_quiet(qp))
			sm_sq_error_cqe(qp, wqe->ctrl.opcode, qp->req.ci,
					SM_ERROR_FLUSHED, SM_OK);
		sm_sq_step(qp);
	}
}

void sm_sq_run(struct sm_qp *qp)
{
	if (qp->req.is_running || !qp->sq_size)
		return;
	qp->req.is_running = true;
	for (;;) {
		if (qp->state == PRM_QP_STATE_ERR)
			sm_sq_flush(qp);
		if (qp->state != PRM_QP_STATE_RTS || qp->req.is_busy || qp->req.ci == qp->req.pi)
			break;
		if (sm_is_observed && sm_observer.request_starts(qp))
			break;
		if (qp->state == PRM_QP_STATE_RTS)
			sm_sq_next(qp);
	}
	qp->req.is_running = false;
}

void sm_sq_doorbell(struct sm_qp *qp)
{
	struct prm_qp_doorbell_record record;
	uint16_t pi;

	if (qp->state == PRM_QP_STATE_RST || !qp->sq_size)
		return;
	if (!sm_read_record(&record, qp->dbr, sizeof(record))) {
		sm_qp_error(qp, PRM_EVENT_TYPE_WQ_CATAS_ERROR);
		return;
	}
	pi = (uint16_t)prm_qp_doorbell_record_get_send_counter(&record);
	if ((uint16_t)(pi - qp->req.done) > qp->sq_size) {
		sm_strict(qp, NULL, SM_RULE_DOORBELL_RECORD,
			  "send_counter 0x%04x is more than the ring ahead of 0x%04x", pi,
			  qp->req.done);
		sm_qp_error(qp, PRM_EVENT_TYPE_WQ_CATAS_ERROR);
		return;	/* requests that earlier doorbells have announced are flushed */
	}
	qp->req.pi = pi;
	sm_sq_run(qp);
}

void sm_sq_reset(struct sm_qp *qp)
{
	if (qp->req.late)
		sm_observer.qp_reset(qp);
	sm_sq_end_stream(qp);
	sm_timer_cancel(&qp->req.timer);
	qp->req.pi = qp->req.ci = qp->req.done = 0;
	qp->req.dc.lid = 0;	/* the next request is on another connection */
	qp->req.is_busy = qp->req.is_waiting = qp->req.drain_after = false;
	qp->req.attempt++;
}

void sm_sq_abort(struct sm_qp *qp)
{
	sm_sq_end_stream(qp);
	sm_timer_cancel(&qp->req.timer);
	qp->req.is_busy = qp->req.is_waiting = qp->req.drain_after = false;
	qp->req.attempt++;
	sm_sq_flush(qp);
}
