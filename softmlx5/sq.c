// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The requester: runs the work requests of a send queue, one after the other.
 *
 * A request is on its way (req.is_busy) from its start until its answer is there. The answer may
 * come while the last packet is being sent, or later; so everything that a request needs stands in
 * the QP.
 */
#include <endian.h>
#include <infiniband/verbs.h>
#include <stdlib.h>
#include <string.h>

#include "nic.h"
#include "prm_psv.h"
#include "sig.h"
#include "trace.h"

#define SM_WQEBB 64u
#define SM_RNR_FOREVER 7u
#define SM_MTU_MAX 4096u	/* of the port */
#define SM_QKEY_OF_QP (UINT32_C(1) << 31)
#define SM_NEXT_HEADER_BTH 0x1b	/* in the GRH: InfiniBand's transport */

static bool sm_is_signaled(const struct sm_wqe *wqe)
{
	return wqe->ctrl.ce == PRM_COMPLETION_MODE_ALWAYS ||
	       wqe->ctrl.ce == PRM_COMPLETION_MODE_ALWAYS_AND_EQE;
}

static uint16_t sm_wqebbs(const struct sm_wqe *wqe)
{
	return (uint16_t)((wqe->len + SM_WQEBB - 1) / SM_WQEBB);
}

static struct prm_cqe64 *sm_as_cqe(void *cqe)
{
	return cqe;
}

static void sm_req_cqe(struct sm_qp *qp, uint32_t byte_count)
{
	const struct sm_wqe *wqe = &qp->req.wqe;
	struct prm_cqe64_fields fields;
	struct prm_cqe64 cqe;

	prm_cqe64_fields_init(&fields);
	fields.opcode = PRM_CQE_OPCODE_REQ;
	fields.srqn_user_index = qp->ctx.user_index;
	fields.byte_count = byte_count;
	fields.timestamp = sm_dev_ticks(qp->obj.dev, sm_now());
	fields.opcode_or_sop = wqe->ctrl.opcode;
	fields.qpn = qp->obj.id;
	fields.wqe_counter = qp->req.ci;
	prm_cqe64_pack(&cqe, &fields);
	sm_cq_post(qp->send_cq, &cqe, false);
}

static void sm_req_error_cqe(struct sm_qp *qp, uint8_t opcode, uint16_t wqe_counter,
			     uint8_t syndrome, uint8_t vendor)
{
	struct prm_err_cqe_fields fields;
	struct prm_err_cqe cqe;

	prm_err_cqe_fields_init(&fields);
	fields.opcode = PRM_CQE_OPCODE_REQ_ERR;
	fields.srqn_user_index = qp->ctx.user_index;
	fields.vendor_err_synd = vendor;
	fields.syndrome = syndrome;
	fields.wqe_opcode = opcode;
	fields.qpn = qp->obj.id;
	fields.wqe_counter = wqe_counter;
	prm_err_cqe_pack(&cqe, &fields);
	sm_cq_post(qp->send_cq, sm_as_cqe(&cqe), true);
}

static void sm_req_end_stream(struct sm_qp *qp)
{
	if (qp->req.has_stream)
		sm_stream_close(&qp->req.stream);
	qp->req.has_stream = false;
}

/* Behind the WQE at req.ci; not beyond what was announced, whatever the WQE says of its length. */
static void sm_req_step(struct sm_qp *qp)
{
	const uint16_t announced = (uint16_t)(qp->req.pi - qp->req.ci);
	const uint16_t step = sm_wqebbs(&qp->req.wqe);

	qp->req.ci = (uint16_t)(qp->req.ci + (step < announced ? step : announced));
	qp->req.done = qp->req.ci;
}

static void sm_req_leave(struct sm_qp *qp)
{
	sm_req_end_stream(qp);
	sm_timer_cancel(&qp->req.timer);
	qp->req.is_busy = qp->req.is_waiting = false;
	sm_req_step(qp);
}

void sm_qp_drained(struct sm_qp *qp)
{
	qp->state = PRM_QP_STATE_SQD;
	qp->req.drain_after = false;
	qp->req.is_drain_late = false;
	sm_trace_note(qp->obj.dev, "QP 0x%06x: send queue drained at 0x%04x", qp->obj.id,
		      qp->req.done);
	sm_cq_release(qp->send_cq);	/* who hears of it finds all errors by polling once */
	if (qp->listener.event)
		qp->listener.event(qp->listener.owner, PRM_EVENT_TYPE_SQ_DRAINED);
}

/*
 * Does the queue stop behind the request that has just ended? A fault may let it run on for a
 * while.
 */
static bool sm_req_stops(struct sm_qp *qp)
{
	uint64_t late = 0;

	if (qp->state == PRM_QP_STATE_SQ_DRAINING)
		return true;
	if (!qp->req.drain_after)
		return false;
	if (!qp->req.is_drain_late &&
	    sm_inject(qp->obj.dev, SM_INJECT_LATE_DRAIN, qp->obj.id, &late)) {
		qp->req.is_drain_late = true;
		qp->req.drain_left = (uint32_t)late;
	}
	return !qp->req.is_drain_late || !qp->req.drain_left--;
}

/* The request is done. */
static void sm_req_complete(struct sm_qp *qp, uint32_t byte_count)
{
	if (sm_is_signaled(&qp->req.wqe))
		sm_req_cqe(qp, byte_count);
	sm_req_leave(qp);
	if (sm_req_stops(qp))
		sm_qp_drained(qp);
}

/* The request has failed: the QP goes to the error state, and everything behind is flushed. */
static void sm_req_fail(struct sm_qp *qp, uint8_t syndrome, uint8_t vendor)
{
	const uint8_t opcode = qp->req.wqe.ctrl.opcode;
	const uint16_t counter = qp->req.ci;

	sm_req_leave(qp);
	sm_req_error_cqe(qp, opcode, counter, syndrome, vendor);
	sm_qp_error(qp, -1);
}

static uint8_t sm_local_syndrome(enum sm_fault fault)
{
	switch (fault) {
	case SM_FAULT_RANGE:
	case SM_FAULT_KEY:
	case SM_FAULT_ACCESS:
	case SM_FAULT_MEMORY:
	case SM_FAULT_DEPTH:
	case SM_FAULT_SOURCE:
		return PRM_CQE_SYNDROME_LOCAL_PROT_ERR;
	default:
		return PRM_CQE_SYNDROME_LOCAL_QP_OP_ERR;
	}
}

static void sm_req_fail_local(struct sm_qp *qp, enum sm_fault fault)
{
	sm_trace_note(qp->obj.dev, "QP 0x%06x WQE 0x%04x: %s", qp->obj.id, qp->req.ci,
		      sm_fault_str(fault));
	sm_strict_local(qp, fault);
	sm_req_fail(qp, sm_local_syndrome(fault), (uint8_t)fault);
}

/*
 * Waiting: for a receiver that is not ready, or for an answer that does not come.
 */

/* Encoded as qpc.min_rnr_nak, in units of 10 microseconds (InfiniBand, RNR NAK timer field). */
static const uint32_t sm_rnr_delay[32] = {
	65536, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024,
	1536, 2048, 3072, 4096, 6144, 8192, 12288, 16384, 24576, 32768, 49152,
};

static void sm_req_send(struct sm_qp *qp);

static void sm_req_wait_over(struct sm_timer *timer)
{
	struct sm_qp *qp = sm_container_of(timer, struct sm_qp, req.timer);

	qp->req.is_waiting = false;
	if (qp->req.is_busy)
		sm_req_send(qp);
	sm_sq_run(qp);
	sm_nic_run();
}

/* The message goes again from its first packet on, after @delay_ns. */
static void sm_req_wait(struct sm_qp *qp, uint64_t delay_ns)
{
	sm_req_end_stream(qp);
	qp->req.is_waiting = true;
	qp->req.timer.run = sm_req_wait_over;
	sm_timer_arm(&qp->req.timer, delay_ns);
}

static void sm_req_not_ready(struct sm_qp *qp, uint8_t rnr_timer)
{
	if (!qp->req.rnr_left) {
		sm_req_fail(qp, PRM_CQE_SYNDROME_RNR_RETRY_EXC_ERR, 0);
		return;
	}
	if (qp->ctx.rnr_retry != SM_RNR_FOREVER)
		qp->req.rnr_left--;
	sm_req_wait(qp, (uint64_t)sm_rnr_delay[rnr_timer % 32] * 10000);
}

/* The time for an answer is over: again, or the end. */
static void sm_req_timeout(struct sm_timer *timer)
{
	struct sm_qp *qp = sm_container_of(timer, struct sm_qp, req.timer);

	qp->req.is_waiting = false;
	if (qp->req.is_busy && !qp->req.retry_left) {
		sm_req_fail(qp, PRM_CQE_SYNDROME_TRANSPORT_RETRY_EXC_ERR, 0);
	} else if (qp->req.is_busy) {
		qp->req.retry_left--;
		sm_req_end_stream(qp);
		sm_req_send(qp);
	}
	sm_sq_run(qp);
	sm_nic_run();
}

/* From now on an answer may take so long. A timeout of 0 waits without end. */
static void sm_req_expect_answer(struct sm_qp *qp)
{
	const uint8_t timeout = qp->ctx.primary_address_path.ack_timeout;

	if (!timeout)
		return;
	qp->req.timer.run = sm_req_timeout;
	sm_timer_arm(&qp->req.timer, UINT64_C(4096) << timeout);
}

/* There is no one to answer. */
static void sm_req_no_answer(struct sm_qp *qp)
{
	sm_req_end_stream(qp);
	qp->req.is_waiting = true;
	sm_req_expect_answer(qp);
}

/*
 * Sending.
 */

static void sm_packet_address(const struct sm_qp *qp, struct sm_packet *packet)
{
	packet->src_lid = qp->obj.dev->lid;
	packet->dst_lid = sm_qp_peer_lid(qp);
	packet->src_qpn = qp->obj.id;
	packet->dst_qpn = qp->ctx.remote_qpn;
	packet->service_type = qp->ctx.st;
}

/*
 * The global route header of a datagram; a packet that does not leave the device has no length in
 * it.
 */
static void sm_datagram_grh(const struct sm_dev *dev, const struct prm_av_fields *av,
			    struct sm_packet *packet)
{
	struct ibv_grh grh = { .next_hdr = SM_NEXT_HEADER_BTH, .hop_limit = av->hop_limit };

	grh.version_tclass_flow = htobe32(UINT32_C(6) << 28 | (uint32_t)av->tclass << 20 |
					  av->flow_label);
	grh.paylen = htobe16((uint16_t)packet->length);
	sm_dev_gid(dev, grh.sgid.raw);
	memcpy(grh.dgid.raw, av->rgid, sizeof(grh.dgid.raw));
	packet->has_grh = true;
	memcpy(packet->grh, &grh, sizeof(packet->grh));
}

/* A datagram's address stands in its WQE. A Q_Key with the highest bit set means the QP's own. */
static void sm_datagram_address(const struct sm_qp *qp, struct sm_packet *packet)
{
	struct prm_av_fields av;

	prm_av_unpack(&av, qp->req.wqe.av, NULL);
	packet->dst_lid = av.rlid;
	packet->dst_qpn = av.dqp_dct;
	packet->sl = av.sl;
	packet->qkey = prm_av_get_ud_qkey(qp->req.wqe.av);
	if (packet->qkey & SM_QKEY_OF_QP)
		packet->qkey = qp->ctx.q_key;
	if (av.grh) {
		struct sm_dev *peer = sm_dev_by_gid(av.rgid);

		packet->dst_lid = peer ? peer->lid : 0;
		sm_datagram_grh(qp->obj.dev, &av, packet);
	}
}

/* What every packet of the request carries. */
static void sm_req_packet(const struct sm_qp *qp, struct sm_packet *packet)
{
	const struct sm_wqe *wqe = &qp->req.wqe;
	struct prm_raddr_seg_fields remote;

	memset(packet, 0, sizeof(*packet));
	sm_packet_address(qp, packet);
	packet->psn = qp->req.psn;
	packet->length = (uint32_t)qp->req.length;
	packet->is_solicited = wqe->ctrl.se;
	if (wqe->av)
		sm_datagram_address(qp, packet);
	if (wqe->raddr) {
		prm_raddr_seg_unpack(&remote, wqe->raddr, NULL);
		packet->raddr = remote.raddr;
		packet->rkey = remote.rkey;
	}
	switch (wqe->ctrl.opcode) {
	case PRM_WQE_OPCODE_SEND_IMM:
	case PRM_WQE_OPCODE_RDMA_WRITE_IMM:
		packet->has_imm = true;
		packet->imm = wqe->ctrl.immediate;
		break;
	case PRM_WQE_OPCODE_SEND_INVAL:
		packet->has_inv = true;
		packet->imm = wqe->ctrl.invalidate_key;
		break;
	default:
		break;
	}
}

static bool sm_is_write(const struct sm_wqe *wqe)
{
	return wqe->ctrl.opcode == PRM_WQE_OPCODE_RDMA_WRITE ||
	       wqe->ctrl.opcode == PRM_WQE_OPCODE_RDMA_WRITE_IMM;
}

static bool sm_is_answered(const struct sm_qp *qp)
{
	return qp->ctx.st == PRM_QP_SERVICE_TYPE_RC;
}

/* A request with payload; packets until it is sent or something has come back. */
static void sm_req_send_message(struct sm_qp *qp)
{
	const uint64_t attempt = ++qp->req.attempt;
	struct sm_packet packet;

	sm_req_packet(qp, &packet);
	packet.kind = sm_is_write(&qp->req.wqe) ? SM_PACKET_WRITE : SM_PACKET_SEND;
	packet.is_first = true;
	do {
		enum sm_fault fault = sm_stream_gather(&qp->req.stream, SM_PAYLOAD_MAX,
						       qp->req.payload);

		if (fault) {
			sm_req_fail_local(qp, fault);
			return;
		}
		packet.payload = qp->req.payload->len ? qp->req.payload : NULL;
		packet.is_last = qp->req.stream.moved == qp->req.stream.total;
		if (!packet.payload &&
		    !packet.is_last) { /* a key that gives nothing would never end */
			sm_req_fail_local(qp, SM_FAULT_RANGE);
			return;
		}
		packet.psn = qp->req.psn++;
		if (!sm_wire_send(&packet) && sm_is_answered(qp)) {
			sm_req_no_answer(qp);
			return;
		}
		if (attempt != qp->req.attempt || !qp->req.is_busy || qp->req.is_waiting)
			return;	/* an answer has ended this attempt */
		if (qp->req.payload->is_gone) {
			sm_req_fail_local(qp, SM_FAULT_MEMORY);
			return;
		}
		packet.is_first = false;
	} while (!packet.is_last);
	if (!sm_is_answered(qp))	/* it is sent, and that is all */
		sm_req_complete(qp, (uint32_t)qp->req.length);
}

static void sm_req_send_read(struct sm_qp *qp)
{
	struct sm_packet packet;

	qp->req.attempt++;
	sm_req_packet(qp, &packet);
	packet.kind = SM_PACKET_READ;
	packet.is_first = packet.is_last = true;
	packet.psn = qp->req.psn++;
	if (!sm_wire_send(&packet))
		sm_req_no_answer(qp);
}

static void sm_req_send_atomic(struct sm_qp *qp)
{
	const struct sm_wqe *wqe = &qp->req.wqe;
	struct sm_packet packet;

	qp->req.attempt++;
	sm_req_packet(qp, &packet);
	packet.kind = SM_PACKET_ATOMIC;
	packet.is_first = packet.is_last = true;
	packet.psn = qp->req.psn++;
	packet.atomic_opcode = wqe->ctrl.opcode;
	packet.atomic_opmod = wqe->ctrl.opmod;
	packet.operands_len = wqe->masked ? (uint8_t)wqe->masked_len : PRM_ATOMIC_SEG_SIZE;
	memcpy(packet.operands, wqe->masked ? wqe->masked : wqe->atomic, packet.operands_len);
	if (!sm_wire_send(&packet))
		sm_req_no_answer(qp);
}

static bool sm_is_read(const struct sm_wqe *wqe)
{
	return wqe->ctrl.opcode == PRM_WQE_OPCODE_RDMA_READ;
}

static bool sm_is_atomic(const struct sm_wqe *wqe)
{
	return wqe->atomic || wqe->masked;
}

static uint64_t sm_req_max_length(const struct sm_qp *qp)
{
	if (qp->ctx.st == PRM_QP_SERVICE_TYPE_UD)
		return SM_MTU_MAX;	/* one packet */
	return UINT64_C(1) << prm_cmd_hca_cap_get_log_max_msg(qp->obj.dev->caps->general);
}

/* Sends the request in req.wqe, from its start. */
static void sm_req_send(struct sm_qp *qp)
{
	const struct sm_wqe *wqe = &qp->req.wqe;
	const bool reads_back = sm_is_read(wqe) || sm_is_atomic(wqe);
	enum sm_fault fault;

	qp->req.psn = qp->req.first_psn;
	fault = sm_stream_open(&qp->req.stream, qp, false,
			       reads_back ? SM_LOCAL_WRITE : SM_LOCAL_READ, wqe->sge, wqe->n_sge);
	if (fault) {
		sm_req_fail_local(qp, fault);
		return;
	}
	qp->req.has_stream = true;
	qp->req.length = qp->req.stream.total;
	if (qp->req.length > sm_req_max_length(qp)) {
		sm_req_fail(qp, PRM_CQE_SYNDROME_LOCAL_LENGTH_ERR, 0);
		return;
	}
	if (sm_is_read(wqe))
		sm_req_send_read(qp);
	else if (sm_is_atomic(wqe))
		sm_req_send_atomic(qp);
	else
		sm_req_send_message(qp);
	if (qp->req.is_busy && !qp->req.is_waiting)
		sm_req_expect_answer(qp);
}

static void sm_req_start_remote(struct sm_qp *qp)
{
	qp->req.first_psn = qp->req.psn;
	qp->req.rnr_left = qp->ctx.rnr_retry;
	qp->req.retry_left = qp->ctx.retry_count;
	sm_req_send(qp);
}

/*
 * Requests that stay in the device.
 */

static void sm_req_set_psv(struct sm_qp *qp)
{
	struct prm_set_psv_seg_fields set;
	struct sm_psv *psv;

	prm_set_psv_seg_unpack(&set, qp->req.wqe.set_psv, NULL);
	psv = sm_table_get(&qp->obj.dev->psvs, set.psv_index);
	if (!psv || psv->pd != qp->pd) {
		sm_trace_note(qp->obj.dev, "SET_PSV: PSV 0x%06x is not one of the QP's PD",
			      set.psv_index);
		sm_req_fail(qp, PRM_CQE_SYNDROME_MW_BIND_ERR, 0);
		return;
	}
	psv->syndrome = set.syndrome;
	psv->transient_signature = set.transient_signature;
	sm_req_complete(qp, 0);
}

/* The PSVs as SET_PSV has them, one after the other. That GET_PSV uses this form is a guess. */
static void sm_req_get_psv(struct sm_qp *qp)
{
	struct prm_set_psv_seg image[4];
	struct prm_get_psv_seg_fields get;
	struct sm_payload *payload = qp->req.payload;
	struct sm_sge sge;
	enum sm_fault fault;
	unsigned int i;

	prm_get_psv_seg_unpack(&get, qp->req.wqe.get_psv, NULL);
	if (!get.num_psv || get.num_psv > SM_ARRAY_SIZE(image)) {
		sm_req_fail(qp, PRM_CQE_SYNDROME_LOCAL_QP_OP_ERR, 0);
		return;
	}
	for (i = 0; i < get.num_psv; i++) {
		const struct sm_psv *psv = sm_table_get(&qp->obj.dev->psvs, get.psv_index[i]);
		struct prm_set_psv_seg_fields fields = { .psv_index = get.psv_index[i] };

		if (!psv || psv->pd != qp->pd) {
			sm_req_fail(qp, PRM_CQE_SYNDROME_MW_BIND_ERR, 0);
			return;
		}
		fields.syndrome = psv->syndrome;
		fields.transient_signature = psv->transient_signature;
		prm_set_psv_seg_pack(&image[i], &fields);
	}
	sge = (struct sm_sge){ .key = get.l_key, .addr = get.va,
			       .len = get.num_psv * sizeof(image[0]) };
	sm_payload_begin(payload);
	sm_payload_add(payload, image, sge.len);
	fault = sm_stream_open(&qp->req.stream, qp, false, SM_LOCAL_WRITE, &sge, 1);
	qp->req.has_stream = !fault;
	if (!fault)
		fault = sm_stream_scatter(&qp->req.stream, payload);
	if (fault)
		sm_req_fail_local(qp, fault);
	else
		sm_req_complete(qp, 0);
}

static void sm_req_umr(struct sm_qp *qp)
{
	uint8_t syndrome = PRM_CQE_SYNDROME_MW_BIND_ERR;
	enum sm_fault fault = sm_umr(qp, &qp->req.wqe, &syndrome);

	if (fault)
		sm_req_fail(qp, syndrome, (uint8_t)fault);
	else
		sm_req_complete(qp, 0);
}

static void sm_req_invalidate(struct sm_qp *qp)
{
	enum sm_fault fault = sm_mkey_invalidate(qp, qp->req.wqe.ctrl.invalidate_key, false);

	if (fault)
		sm_req_fail(qp, PRM_CQE_SYNDROME_MW_BIND_ERR, (uint8_t)fault);
	else
		sm_req_complete(qp, 0);
}

static void sm_req_start(struct sm_qp *qp)
{
	switch (qp->req.wqe.ctrl.opcode) {
	case PRM_WQE_OPCODE_NOP:
		sm_req_complete(qp, 0);
		break;
	case PRM_WQE_OPCODE_UMR:
		sm_req_umr(qp);
		break;
	case PRM_WQE_OPCODE_SET_PSV:
		sm_req_set_psv(qp);
		break;
	case PRM_WQE_OPCODE_GET_PSV:
		sm_req_get_psv(qp);
		break;
	case PRM_WQE_OPCODE_LOCAL_INVAL:
		sm_req_invalidate(qp);
		break;
	default:
		sm_req_start_remote(qp);
	}
}

/*
 * The ring.
 */

/* Copies WQEBB @index of the ring on, @len bytes, across the end of the ring. */
static bool sm_sq_read(const struct sm_qp *qp, uint16_t index, void *to, size_t len)
{
	const size_t ring = (size_t)qp->sq_size * SM_WQEBB;
	const size_t start = (size_t)(index & (qp->sq_size - 1)) * SM_WQEBB;
	const size_t first = len < ring - start ? len : ring - start;

	return len <= ring && sm_copy(to, qp->sq + start, first) &&
	       sm_copy((char *)to + first, qp->sq, len - first);
}

/*
 * The request at req.ci. NULL, or why there is none; its place in the ring is one WQEBB then, if
 * nothing else can be told.
 */
static const char *sm_sq_fetch(struct sm_qp *qp)
{
	struct sm_wqe *wqe = &qp->req.wqe;
	const char *why;

	memset(&wqe->ctrl, 0, sizeof(wqe->ctrl));
	wqe->n_sge = wqe->n_parts = 0;
	wqe->len = SM_WQEBB;
	if (!sm_sq_read(qp, qp->req.ci, wqe->bytes, SM_WQEBB))
		return "the send queue is not mapped";
	prm_ctrl_seg_unpack(&wqe->ctrl, (const void *)wqe->bytes, NULL);
	wqe->service_type = qp->ctx.st;
	if (wqe->ctrl.ds * 16u > SM_WQEBB &&
	    !sm_sq_read(qp, qp->req.ci, wqe->bytes, wqe->ctrl.ds * 16u))
		return "the WQE is longer than the ring, or not mapped";
	why = sm_wqe_parse(wqe);
	if (!wqe->len)
		wqe->len = SM_WQEBB;
	return why;
}

static const char *sm_sq_order(struct sm_qp *qp)
{
	const struct prm_ctrl_seg_fields *ctrl = &qp->req.wqe.ctrl;

	if (ctrl->qpn != qp->obj.id)
		return "ctrl.qpn is not the queue's";
	if (ctrl->wqe_index != qp->req.ci)
		return "ctrl.wqe_index is not the place where the WQE stands";
	if (sm_wqebbs(&qp->req.wqe) > (uint16_t)(qp->req.pi - qp->req.ci))
		return "the WQE reaches beyond send_counter of the doorbell record";
	return NULL;
}

/*
 * A queue that is to stop does so before a request that waits for all earlier ones, at the latest.
 */
static bool sm_is_fenced(const struct sm_wqe *wqe)
{
	return wqe->ctrl.fm >= PRM_FENCE_MODE_READ_ATOMIC;
}

static void sm_sq_next(struct sm_qp *qp)
{
	const char *why = sm_sq_fetch(qp);

	if (!why && qp->req.drain_after && sm_is_fenced(&qp->req.wqe)) {
		sm_qp_drained(qp);
		return;
	}
	qp->req.is_busy = true;
	sm_trace_wqe(qp, &qp->req.wqe);
	if (!why)
		why = sm_sq_order(qp);
	if (why) {
		sm_trace_note(qp->obj.dev, "QP 0x%06x WQE 0x%04x: %s", qp->obj.id, qp->req.ci,
			      why);
		sm_strict(qp, &qp->req.wqe, "wqe", "%s", why);
		sm_req_fail(qp, PRM_CQE_SYNDROME_LOCAL_QP_OP_ERR, 0);
		return;
	}
	qp->obj.dev->wqes++;
	if (!sm_strict_wqe(qp, &qp->req.wqe)) {
		sm_req_fail(qp, PRM_CQE_SYNDROME_LOCAL_QP_OP_ERR, 0);
		return;
	}
	sm_req_start(qp);
}

/*
 * In error state every request that was posted ends with a flush error, unless its mode says
 * otherwise.
 */
static void sm_sq_flush(struct sm_qp *qp)
{
	while (qp->req.ci != qp->req.pi) {
		struct sm_wqe *wqe = &qp->req.wqe;

		sm_sq_fetch(qp);	/* whatever is wrong with it, it is flushed */
		if (wqe->ctrl.ce != PRM_COMPLETION_MODE_ON_FIRST_ERROR)
			sm_req_error_cqe(qp, wqe->ctrl.opcode, qp->req.ci,
					 PRM_CQE_SYNDROME_WR_FLUSH_ERR, 0);
		sm_req_step(qp);
	}
}

void sm_sq_run(struct sm_qp *qp)
{
	uint64_t value;

	if (qp->req.is_running || !qp->sq_size)
		return;
	qp->req.is_running = true;
	for (;;) {
		if (qp->state == PRM_QP_STATE_ERR)
			sm_sq_flush(qp);
		if (qp->state != PRM_QP_STATE_RTS || qp->req.is_busy || qp->req.ci == qp->req.pi)
			break;
		if (sm_inject(qp->obj.dev, SM_INJECT_EVENT, qp->obj.id, &value) &&
		    qp->listener.event)
			qp->listener.event(qp->listener.owner, (uint8_t)value);
		if (sm_inject(qp->obj.dev, SM_INJECT_QP_ERROR, qp->obj.id, &value))
			sm_qp_error(qp, PRM_EVENT_TYPE_WQ_CATAS_ERROR);
		else
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
		sm_strict(qp, NULL, "doorbell record",
			  "send_counter 0x%04x is more than the ring ahead of 0x%04x", pi,
			  qp->req.done);
		sm_qp_error(qp, PRM_EVENT_TYPE_WQ_CATAS_ERROR);
		return;	/* what earlier doorbells have announced is flushed */
	}
	qp->req.pi = pi;
	sm_sq_run(qp);
}

void sm_req_reset(struct sm_qp *qp)
{
	sm_req_end_stream(qp);
	sm_timer_cancel(&qp->req.timer);
	qp->req.pi = qp->req.ci = qp->req.done = 0;
	qp->req.is_busy = qp->req.is_waiting = qp->req.drain_after = false;
	qp->req.attempt++;
}

void sm_req_abort(struct sm_qp *qp)
{
	sm_req_end_stream(qp);
	sm_timer_cancel(&qp->req.timer);
	qp->req.is_busy = qp->req.is_waiting = qp->req.drain_after = false;
	qp->req.attempt++;
	sm_sq_flush(qp);
}

/*
 * Answers.
 */

static void sm_req_nak(struct sm_qp *qp, enum sm_nak nak)
{
	switch (nak) {
	case SM_NAK_INVALID_REQUEST:
		sm_req_fail(qp, PRM_CQE_SYNDROME_REMOTE_INVAL_REQ_ERR, 0);
		break;
	case SM_NAK_REMOTE_ACCESS:
		sm_req_fail(qp, PRM_CQE_SYNDROME_REMOTE_ACCESS_ERR, 0);
		break;
	default:
		sm_req_fail(qp, PRM_CQE_SYNDROME_REMOTE_OP_ERR, 0);
	}
}

/* A part of what was read, or the old value of an atomic. */
static void sm_req_response(struct sm_qp *qp, const struct sm_packet *packet)
{
	struct sm_payload *payload = packet->payload;
	enum sm_fault fault = SM_OK;

	if (!qp->req.has_stream)
		return;	/* of an attempt that has ended */
	if (payload)
		fault = sm_stream_scatter(&qp->req.stream, payload);
	if (fault == SM_FAULT_SOURCE)
		return;	/* the responder finds its own memory gone, and says so */
	if (fault == SM_FAULT_RANGE && qp->req.stream.moved == qp->req.stream.total)
		sm_req_fail(qp, PRM_CQE_SYNDROME_LOCAL_LENGTH_ERR, 0);
	else if (fault)
		sm_req_fail_local(qp, fault);
	else if (packet->is_last)
		sm_req_complete(qp, (uint32_t)qp->req.stream.moved);
}

/* Does the packet answer the request that is on its way? */
static bool sm_is_answer_to(const struct sm_qp *qp, const struct sm_packet *packet)
{
	if (!qp->req.is_busy || qp->req.is_waiting ||
	    packet->psn - qp->req.first_psn >= qp->req.psn - qp->req.first_psn)
		return false;
	switch (packet->kind) {
	case SM_PACKET_READ_RESPONSE:
		return sm_is_read(&qp->req.wqe);
	case SM_PACKET_ATOMIC_RESPONSE:
		return sm_is_atomic(&qp->req.wqe);
	case SM_PACKET_ACK:
		return !sm_is_read(&qp->req.wqe) && !sm_is_atomic(&qp->req.wqe);
	default:
		return true;
	}
}

void sm_requester_receive(struct sm_qp *qp, const struct sm_packet *packet)
{
	if (!sm_is_answer_to(qp, packet))
		return;	/* to one that has ended */
	switch (packet->kind) {
	case SM_PACKET_ACK:
		if (packet->psn + 1 == qp->req.psn)
			sm_req_complete(qp, (uint32_t)qp->req.length);
		break;
	case SM_PACKET_NAK:
		sm_req_nak(qp, packet->nak);
		break;
	case SM_PACKET_RNR:
		sm_req_not_ready(qp, packet->rnr_timer);
		break;
	default:
		sm_req_response(qp, packet);
	}
	sm_sq_run(qp);
}

/*
 * Signature errors.
 */

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
	fields.sig_type = PRM_SIGERR_SIG_TYPE_BLOCK;
	fields.domain = (uint8_t)error->domain;
	fields.mkey = error->mkey;
	fields.sig_err_offset = error->offset;
	fields.qpn = qp->obj.id;
	prm_sig_err_cqe_pack(&cqe, &fields);
	sm_cq_post(is_responder ? qp->recv_cq : qp->send_cq, sm_as_cqe(&cqe), true);
}

void sm_sig_report(struct sm_qp *qp, bool is_responder, struct sm_mkey *mkey, struct sm_psv *psv,
		   const struct sm_sig_error *error)
{
	if (psv && psv->syndrome)
		return;	/* in its error state a PSV reports nothing, until SET_PSV */
	if (mkey->ctx.expected_sigerr_count == mkey->sigerr_count)
		return;	/* not armed */
	if (psv)
		psv->syndrome = error->syndrome;
	mkey->sigerr_count = mkey->ctx.expected_sigerr_count;
	qp->sig_errors++;
	sm_sig_cqe(qp, is_responder, error);
	if (!is_responder && qp->ctx.drain_sigerr)
		qp->req.drain_after = true;
}
