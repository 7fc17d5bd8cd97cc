// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The responder: how a queue pair handles the packets of its peer.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/caps.h"
#include "base/observer.h"
#include "base/rules.h"
#include "nic/data/atomic.h"
#include "nic/data/stream.h"
#include "nic/memory/mem.h"
#include "nic/memory/payload.h"
#include "nic/queue/cq_session.h"
#include "nic/queue/delivery.h"
#include "nic/queue/error.h"
#include "nic/queue/ethernet.h"
#include "nic/queue/qp.h"
#include "nic/queue/qp_stream.h"
#include "nic/queue/responder.h"
#include "nic/queue/scatter.h"
#include "nic/queue/srq.h"
#include "nic/queue/xrc.h"
#include "nic/wire/packet.h"
#include "nic/wire/wire.h"
#include "prm_recv.h"

/* How the peer and this side hear of an error: event is enum prm_event_type of this QP, or -1. */
struct sm_refusal {
	enum sm_nak nak;
	int event;
};

static struct sm_refusal sm_refusal_of(enum sm_error error)
{
	switch (error) {
	case SM_ERROR_RECEIVE:
		return (struct sm_refusal){ SM_NAK_REMOTE_OPERATION, -1 };
	case SM_ERROR_RECEIVE_SHORT:
	case SM_ERROR_WRITE_LONG:
		return (struct sm_refusal){ SM_NAK_INVALID_REQUEST, -1 };
	case SM_ERROR_REMOTE_READ:
	case SM_ERROR_REMOTE_WRITE:
	case SM_ERROR_REMOTE_WRITE_IMM:
	case SM_ERROR_REMOTE_ATOMIC:
	case SM_ERROR_REMOTE_INVALIDATE:
		return (struct sm_refusal){ SM_NAK_REMOTE_ACCESS, PRM_EVENT_TYPE_WQ_ACCESS_ERROR };
	default:
		return (struct sm_refusal){ SM_NAK_INVALID_REQUEST,
					    PRM_EVENT_TYPE_WQ_INVAL_REQ_ERROR };
	}
}

/*
 * Answers.
 */

static void sm_answer(const struct sm_qp *qp, const struct sm_packet *request,
		      struct sm_packet *answer, enum sm_packet_kind kind)
{
	memset(answer, 0, sizeof(*answer));
	answer->kind = kind;
	answer->src_lid = request->dst_lid;
	answer->dst_lid = request->src_lid;
	answer->src_qpn = request->dst_qpn;
	answer->dst_qpn = request->src_qpn;
	answer->psn = request->psn;
	answer->mtu = request->mtu;
	answer->msn = qp->resp.msn;
	answer->service_type = request->service_type;
	answer->is_first = answer->is_last = true;
	sm_packet_route(qp, answer);
}

/* Only reliable connections answer. */
static void sm_send_answer(const struct sm_packet *answer)
{
	if (sm_is_reliable(answer->service_type))
		sm_wire_send(answer);
}

/* Acknowledges a message, of which this is the last packet. */
static void sm_ack(const struct sm_qp *qp, const struct sm_packet *request)
{
	struct sm_packet answer;

	sm_answer(qp, request, &answer, SM_PACKET_ACK);
	answer.psn += sm_packet_psns(request) - 1;
	sm_send_answer(&answer);
}

/* Acknowledges all that has come, in answer to a repeated packet. */
static void sm_ack_all(const struct sm_qp *qp, const struct sm_packet *request)
{
	struct sm_packet answer;

	sm_answer(qp, request, &answer, SM_PACKET_ACK);
	answer.psn = qp->resp.psn - 1;
	sm_send_answer(&answer);
}

static void sm_resp_end_stream(struct sm_qp *qp)
{
	if (qp->resp.has_stream)
		sm_stream_close(&qp->resp.stream);
	qp->resp.has_stream = false;
	qp->resp.message.room = 0;
	sm_wire_unwait(&qp->resp.waiter);
}

static void sm_resp_error_cqe(struct sm_qp *qp, uint16_t wqe_counter, enum sm_error error,
			      enum sm_fault fault)
{
	struct prm_err_cqe_fields fields;

	prm_err_cqe_fields_init(&fields);
	fields.opcode = PRM_CQE_OPCODE_RESP_ERR;
	fields.srqn_user_index = qp->resp.to.user_index;
	fields.qpn = qp->obj.id;
	fields.wqe_counter = wqe_counter;
	sm_error_post(qp->resp.to.cq, &fields, error, fault);
}

static const char *sm_packet_str(enum sm_packet_kind kind)
{
	static const char *const names[] = {
		[SM_PACKET_SEND] = "SEND", [SM_PACKET_WRITE] = "RDMA_WRITE",
		[SM_PACKET_READ] = "RDMA_READ", [SM_PACKET_ATOMIC] = "atomic",
		[SM_PACKET_FRAME] = "frame",
	};

	return kind < SM_ARRAY_SIZE(names) ? names[kind] : "answer";
}

/* Memory of this side, which its receives name otherwise. */
static bool sm_names_memory(enum sm_packet_kind kind)
{
	return kind != SM_PACKET_SEND && kind != SM_PACKET_FRAME;
}

/* @why: in one sentence. This side enters the error state first, then the peer is notified. */
SM_COLD static void sm_refuse_because(struct sm_qp *qp, const struct sm_packet *request,
				      enum sm_error error, enum sm_fault fault, const char *why)
{
	const struct sm_refusal refusal = sm_refusal_of(error);
	const bool has_wqe = qp->resp.has_wqe;
	struct sm_packet answer;
	char where[64] = "";

	if (sm_names_memory(request->kind))
		snprintf(where, sizeof(where), ", rkey 0x%08x, address 0x%llx", request->rkey,
			 (unsigned long long)request->raddr);
	sm_note(qp->obj.dev, "QP 0x%06x refuses a request: %s", qp->obj.id, why);
	sm_refused(qp, NULL, SM_RULE_REMOTE_REQUEST, "%s of QP 0x%06x%s: %s",
		   sm_packet_str(request->kind), request->src_qpn, where, why);
	sm_resp_end_stream(qp);
	if (has_wqe)
		sm_resp_error_cqe(qp, qp->resp.wqe_counter, error, fault);
	qp->resp.has_wqe = false;
	sm_answer(qp, request, &answer, SM_PACKET_NAK);
	answer.nak = refusal.nak;
	sm_qp_error(qp, has_wqe ? -1 : refusal.event);
	sm_send_answer(&answer);
}

SM_COLD static void sm_refuse(struct sm_qp *qp, const struct sm_packet *request,
			      enum sm_error error, enum sm_fault fault)
{
	sm_refuse_because(qp, request, error, fault,
			  fault ? sm_fault_str(fault) : sm_error_str(error));
}

/* The message has at least @len bytes, and its receive @room. */
SM_COLD static void sm_refuse_length(struct sm_qp *qp, const struct sm_packet *request,
				     uint64_t len, uint64_t room)
{
	char why[128];

	snprintf(why, sizeof(why),
		 "a message of %s%llu bytes is longer than its receive, WQE 0x%04x of "
		 "%llu bytes",
		 request->is_last ? "" : "at least ", (unsigned long long)len, qp->resp.wqe_counter,
		 (unsigned long long)room);
	sm_refuse_because(qp, request, SM_ERROR_RECEIVE_SHORT, SM_OK, why);
}

void sm_resp_nak(const struct sm_qp *qp, const struct sm_packet *request, enum sm_nak nak)
{
	struct sm_packet answer;

	sm_answer(qp, request, &answer, SM_PACKET_NAK);
	answer.nak = nak;
	sm_send_answer(&answer);
}

/*
 * Receive queues.
 */

/*
 * Opens the stream of the message over the scatter list of a receive WQE of @len bytes. That of an
 * RDMA write with immediate data is not used.
 */
static enum sm_fault sm_recv_open(struct sm_qp *qp, const uint8_t *wqe, size_t len)
{
	struct sm_sge sge[SM_MAX_SGE];
	struct prm_recv_data_seg_fields data;
	unsigned int n = 0;
	enum sm_fault fault;
	size_t at;

	if (qp->resp.kind == SM_PACKET_WRITE)
		return SM_OK;
	for (at = 0; at + PRM_RECV_DATA_SEG_SIZE <= len && n < SM_MAX_SGE;
	     at += PRM_RECV_DATA_SEG_SIZE) {
		prm_recv_data_seg_unpack(&data, (const void *)(wqe + at), NULL);
		if (data.lkey == PRM_SPECIAL_LKEY_TERMINATE_SCATTER_LIST && !data.byte_count)
			break;
		sge[n++] = (struct sm_sge){ .key = data.lkey, .addr = data.addr,
					    .len = data.byte_count };
	}
	if (qp->resp.message.room) {
		if (sm_is_observed)
			sm_observer.inlined(qp, NULL, sge, n);
		return SM_OK;
	}
	sm_resp_end_stream(qp);
	fault = sm_qp_stream_open(qp, true, &qp->resp.stream, SM_LOCAL_WRITE, sge, n);
	qp->resp.has_stream = !fault;
	return fault;
}

enum sm_taken { SM_TAKEN, SM_NONE_POSTED, SM_TAKE_FAULT };

static size_t sm_recv_head(const struct sm_qp *qp)
{
	return qp->ctx.wq_signature ? PRM_WQE_SIGNATURE_SEG_SIZE : 0;
}

static enum sm_taken sm_rq_take(struct sm_qp *qp, enum sm_fault *fault)
{
	uint8_t wqe[SM_MAX_SGE * PRM_RECV_DATA_SEG_SIZE];
	const size_t head = sm_recv_head(qp);
	const size_t len = qp->rq_stride < sizeof(wqe) ? qp->rq_stride : sizeof(wqe);
	const uint8_t *from = qp->rq +
		(size_t)(qp->resp.rq_ci & (qp->rq_size - 1)) * qp->rq_stride;
	struct prm_qp_doorbell_record record;
	uint16_t posted;

	if (!qp->rq_size)
		return SM_NONE_POSTED;
	if (!sm_read_record(&record, qp->dbr, sizeof(record))) {
		*fault = SM_FAULT_MEMORY;
		return SM_TAKE_FAULT;
	}
	posted = (uint16_t)prm_qp_doorbell_record_get_recv_counter(&record);
	if (posted == qp->resp.rq_ci)
		return SM_NONE_POSTED;
	if (!sm_copy(wqe, from, len)) {
		*fault = SM_FAULT_MEMORY;
		return SM_TAKE_FAULT;
	}
	if (sm_is_observed)
		sm_observer.receive_wqe(qp, wqe, len, &posted);
	qp->resp.wqe_counter = qp->resp.rq_ci++;
	qp->resp.has_wqe = true;
	*fault = len > head ? sm_recv_open(qp, wqe + head, len - head) : SM_FAULT_RANGE;
	return *fault ? SM_TAKE_FAULT : SM_TAKEN;
}

/*
 * The next WQE of a shared receive queue: a linked list through the ring, or one after the other.
 * Both kinds begin with the segment for the list, as UCX has them.
 */
static enum sm_taken sm_srq_take(struct sm_qp *qp, enum sm_fault *fault)
{
	struct sm_srq *srq = qp->resp.to.srq;
	uint8_t wqe[SM_MAX_SGE * PRM_RECV_DATA_SEG_SIZE];
	const size_t len = srq->stride < sizeof(wqe) ? srq->stride : sizeof(wqe);
	const uint8_t *from = srq->ring + (size_t)(srq->head & (srq->size - 1)) * srq->stride;
	struct prm_srq_next_seg_fields next;
	struct prm_qp_doorbell_record record;
	uint16_t posted;

	if (!sm_read_record(&record, srq->dbr, sizeof(prm_be32))) {
		*fault = SM_FAULT_MEMORY;
		return SM_TAKE_FAULT;
	}
	posted = (uint16_t)prm_qp_doorbell_record_get_recv_counter(&record);
	if (posted == srq->ci)
		return SM_NONE_POSTED;
	if (!sm_copy(wqe, from, len)) {
		*fault = SM_FAULT_MEMORY;
		return SM_TAKE_FAULT;
	}
	if (sm_is_observed)
		sm_observer.receive_wqe(qp, wqe, len, NULL);
	prm_srq_next_seg_unpack(&next, (const void *)wqe, NULL);
	qp->resp.wqe_counter = srq->head;
	qp->resp.has_wqe = true;
	srq->head = srq->is_cyclic ? srq->head + 1 : next.next_wqe_index;
	srq->ci++;
	sm_srq_check_limit(srq, (uint16_t)(posted - srq->ci));
	*fault = sm_recv_open(qp, wqe + PRM_SRQ_NEXT_SEG_SIZE, len - PRM_SRQ_NEXT_SEG_SIZE);
	return *fault ? SM_TAKE_FAULT : SM_TAKEN;
}

bool sm_resp_has_receive(const struct sm_qp *qp)
{
	const struct sm_srq *srq = qp->resp.to.srq;
	const void *dbr = srq ? (const void *)srq->dbr : (const void *)qp->dbr;
	struct prm_qp_doorbell_record record;

	/* A record that is not mapped is reported when a WQE is taken. */
	return !sm_read_record(&record, dbr, sizeof(prm_be32)) ||
	       (uint16_t)prm_qp_doorbell_record_get_recv_counter(&record) !=
		       (srq ? srq->ci : qp->resp.rq_ci);
}

/* Sends an event when fewer WQEs are left than the limit, once per arming. */
void sm_srq_check_limit(struct sm_srq *srq, uint16_t left)
{
	if (!srq->limit || left >= srq->limit)
		return;
	srq->limit = 0;
	if (srq->listener.event)
		srq->listener.event(srq->listener.owner, PRM_EVENT_TYPE_SRQ_RQ_LIMIT);
}

static void sm_not_ready(struct sm_qp *qp, const struct sm_packet *request)
{
	struct sm_packet answer;

	qp->resp.psn = request->psn;	/* the same packet comes again */
	qp->resp.offset = request->offset;
	sm_answer(qp, request, &answer, SM_PACKET_RNR);
	answer.rnr_timer = qp->ctx.min_rnr_nak;
	sm_send_answer(&answer);
}

/*
 * The memory of a WQE of a shared receive queue is not present. The WQE is
 * consumed, the driver posts it again, and the peer repeats the message, which takes the next one.
 */
SM_COLD static void sm_page_fault(struct sm_qp *qp, const struct sm_packet *request)
{
	if (request->kind == SM_PACKET_SEND)
		sm_resp_end_stream(qp);
	qp->resp.has_wqe = false;
	sm_resp_error_cqe(qp, qp->resp.wqe_counter, SM_ERROR_PAGE_FAULT, SM_OK);
	sm_not_ready(qp, request);
}

/* Takes a receive WQE for the message. false: there is none, and the peer was notified. */
static bool sm_take_wqe(struct sm_qp *qp, const struct sm_packet *request)
{
	enum sm_fault fault = SM_OK;
	enum sm_taken taken = SM_NONE_POSTED;

	/* Only a message of one packet is known to be short. */
	if (request->kind == SM_PACKET_SEND && request->is_last && request->payload)
		sm_inline_begin(&qp->resp.message, sm_inline_message_room(qp),
				request->payload->len);
	if (!sm_is_observed || !sm_observer.is_not_ready(qp))
		taken = qp->resp.to.srq ? sm_srq_take(qp, &fault) : sm_rq_take(qp, &fault);
	if (taken == SM_NONE_POSTED)
		sm_not_ready(qp, request);
	else if (taken == SM_TAKE_FAULT)
		sm_refuse(qp, request, SM_ERROR_RECEIVE, fault);
	if (taken != SM_TAKEN)
		return false;
	if (qp->resp.to.srq && sm_is_observed && sm_observer.is_paged_out(qp)) {
		sm_page_fault(qp, request);
		return false;
	}
	return true;
}

/*
 * The message of this receive WQE was never completed. A connection that does not repeat it sends
 * no more of it, so the next message takes the WQE. One of a shared receive queue may no longer be
 * the last that was taken.
 */
static void sm_put_back(struct sm_qp *qp)
{
	sm_resp_end_stream(qp);
	if (qp->resp.to.srq)
		sm_resp_error_cqe(qp, qp->resp.wqe_counter, SM_ERROR_FLUSHED, SM_OK);
	else
		qp->resp.rq_ci--;
	qp->resp.has_wqe = false;
}

/* The initiator of a message to a DC target, which UCX answers to its LID. */
static void sm_cqe_set_initiator(const struct sm_dev *dev, struct prm_cqe_receive_info_fields *info,
				 const struct sm_packet *packet)
{
	info->slid = sm_dev_is_ethernet(dev) ? 0 : packet->src_lid;
	info->rqpn = packet->src_qpn;
}

/* The source address of a datagram. */
static void sm_cqe_set_source(const struct sm_dev *dev, struct prm_cqe_receive_info_fields *info,
			      const struct sm_packet *packet)
{
	sm_cqe_set_initiator(dev, info, packet);
	info->sl = packet->sl;
	info->grh = packet->has_grh;
}

/* The message is complete: posts its completion, if it has a receive WQE. */
static void sm_recv_complete(struct sm_qp *qp, const struct sm_packet *packet, uint32_t byte_count)
{
	struct prm_cqe64_fields fields;

	prm_cqe64_fields_init(&fields);
	if (packet->kind == SM_PACKET_WRITE)
		fields.opcode = PRM_CQE_OPCODE_RESP_WR_IMM;
	else if (packet->has_inv)
		fields.opcode = PRM_CQE_OPCODE_RESP_SEND_INV;
	else
		fields.opcode = packet->has_imm ? PRM_CQE_OPCODE_RESP_SEND_IMM :
			PRM_CQE_OPCODE_RESP_SEND;
	if (packet->has_inv)
		fields.inval_rkey = packet->imm;
	else if (packet->has_imm)
		fields.immediate = packet->imm;
	else if (packet->service_type == PRM_QP_SERVICE_TYPE_UD)
		fields.pkey = SM_PORT_PKEY;
	fields.srqn_user_index = qp->resp.to.user_index;
	fields.byte_count = byte_count;
	fields.timestamp = sm_dev_ticks(qp->obj.dev, sm_now());
	fields.qpn = qp->obj.id;
	fields.wqe_counter = qp->resp.wqe_counter;
	fields.se = packet->is_solicited;
	if (packet->service_type == PRM_QP_SERVICE_TYPE_UD)
		sm_cqe_set_source(qp->obj.dev, &fields.receive, packet);
	else if (packet->service_type == PRM_QP_SERVICE_TYPE_DCI)
		sm_cqe_set_initiator(qp->obj.dev, &fields.receive, packet);
	else if (qp->eth)
		sm_eth_complete(qp, &fields);
	qp->resp.has_wqe = false;
	if (qp->eth)
		sm_cq_post_frame(qp->resp.to.cq, &fields);
	else
		sm_inline_post(qp->resp.to.cq, &fields, &qp->resp.message, packet->is_solicited);
	qp->resp.message.room = 0;
}

/*
 * Requests.
 */

/* Writes the payload of a message; false if that has failed, and the peer was notified. */
static bool sm_resp_scatter(struct sm_qp *qp, const struct sm_packet *packet, enum sm_error error)
{
	const struct sm_stream *stream = &qp->resp.stream;
	uint64_t needed, room;
	enum sm_fault fault;

	if (!packet->payload)
		return true;
	/* Longer than the list, unlike a key in the list whose own entries exceed another key. */
	room = qp->resp.has_stream ? stream->total : 0;
	needed = packet->payload->len + (qp->resp.has_stream ? stream->moved : packet->offset);
	fault = qp->resp.has_stream ? sm_stream_scatter(&qp->resp.stream, packet->payload) :
		SM_FAULT_RANGE;
	if (!fault)
		return true;
	if (fault == SM_FAULT_SOURCE) {	/* the sender's memory is not mapped: the packet is lost */
		sm_resp_end_stream(qp);
		return false;
	}
	if (fault == SM_FAULT_RANGE && needed > room && !sm_names_memory(packet->kind))
		sm_refuse_length(qp, packet, needed, room);
	else if (fault == SM_FAULT_RANGE && needed > room)
		sm_refuse(qp, packet, SM_ERROR_WRITE_LONG, SM_OK);
	else
		sm_refuse(qp, packet, error, fault);
	return false;
}

static void sm_receive_send(struct sm_qp *qp, const struct sm_packet *packet)
{
	enum sm_fault fault;
	uint32_t byte_count;

	if (packet->is_first) {
		sm_resp_end_stream(qp);
		if (!sm_take_wqe(qp, packet))
			return;
	}
	if (qp->resp.message.room) {
		if (sm_inline_add(&qp->resp.message, packet->payload))
			return;	/* the sender's memory is not mapped: the packet is lost */
		byte_count = qp->resp.message.len;
	} else {
		if (!sm_resp_scatter(qp, packet, SM_ERROR_RECEIVE) || !packet->is_last)
			return;
		byte_count = (uint32_t)qp->resp.stream.moved;
		sm_resp_end_stream(qp);
	}
	fault = packet->has_inv ?
		sm_mkey_invalidate(qp->obj.dev, qp->resp.to.pd, packet->imm, true) : SM_OK;
	if (fault) {
		sm_refuse(qp, packet, SM_ERROR_REMOTE_INVALIDATE, fault);
		return;
	}
	sm_recv_complete(qp, packet, byte_count);
	qp->resp.msn++;
	sm_ack(qp, packet);
}

static enum sm_error sm_remote_error(const struct sm_packet *packet)
{
	if (packet->kind == SM_PACKET_READ)
		return SM_ERROR_REMOTE_READ;
	return packet->has_imm ? SM_ERROR_REMOTE_WRITE_IMM : SM_ERROR_REMOTE_WRITE;
}

/* Opens remote memory for a message of @len bytes; false if that has failed. */
static bool sm_open_remote(struct sm_qp *qp, const struct sm_packet *packet, unsigned int access,
			   uint64_t len)
{
	const struct sm_sge sge = { .key = packet->rkey, .addr = packet->raddr, .len = len };
	enum sm_fault fault;

	sm_resp_end_stream(qp);
	fault = sm_qp_stream_open(qp, true, &qp->resp.stream, access, &sge, 1);
	qp->resp.has_stream = !fault;
	if (fault)
		sm_refuse(qp, packet, sm_remote_error(packet), fault);
	return !fault;
}

/* RDMA write with immediate data takes a receive WQE. */
static bool sm_take_for_imm(struct sm_qp *qp, const struct sm_packet *packet)
{
	return !packet->is_last || !packet->has_imm || sm_take_wqe(qp, packet);
}

static void sm_receive_write(struct sm_qp *qp, const struct sm_packet *packet)
{
	if (packet->is_first && !qp->ctx.rwe) {
		sm_refuse(qp, packet, SM_ERROR_NO_WRITES, SM_OK);
		return;
	}
	if ((packet->is_first && !sm_open_remote(qp, packet, SM_REMOTE_WRITE, packet->length)) ||
	    !sm_take_for_imm(qp, packet) || !sm_resp_scatter(qp, packet, sm_remote_error(packet)) ||
	    !packet->is_last)
		return;
	sm_resp_end_stream(qp);
	if (packet->has_imm)
		sm_recv_complete(qp, packet, packet->length);
	qp->resp.msn++;
	sm_ack(qp, packet);
}

/* Sends the rest of the answer to the read in resp.read, as far as the wire has room. */
static void sm_read_continue(struct sm_qp *qp)
{
	struct sm_packet answer;

	sm_answer(qp, &qp->resp.read, &answer, SM_PACKET_READ_RESPONSE);
	do {
		const size_t room = sm_wire_room(&answer);
		enum sm_fault fault;

		if (!room) {
			sm_wire_wait(&qp->resp.waiter);
			return;
		}
		answer.is_first = !qp->resp.stream.moved;
		answer.offset = (uint32_t)qp->resp.stream.moved;
		answer.psn = qp->resp.read.psn + answer.offset / answer.mtu;
		fault = sm_stream_gather(&qp->resp.stream, room, qp->resp.payload);
		answer.payload = qp->resp.payload->len ? qp->resp.payload : NULL;
		answer.is_last = qp->resp.stream.moved == qp->resp.stream.total;
		if (!fault && !answer.payload && !answer.is_last)
			fault = SM_FAULT_RANGE;	/* a key that gives no data would loop forever */
		if (!fault && answer.is_last)
			sm_resp_end_stream(qp);
		if (!fault && !sm_wire_send(&answer))
			return;
		if (!fault && answer.payload && answer.payload->is_gone)
			fault = SM_FAULT_MEMORY;
		if (fault) {
			sm_refuse(qp, &qp->resp.read, SM_ERROR_REMOTE_READ, fault);
			return;
		}
	} while (!answer.is_last && qp->resp.has_stream);
}

static void sm_read_resume(struct sm_waiter *waiter)
{
	sm_read_continue(sm_container_of(waiter, struct sm_qp, resp.waiter));
}

static void sm_receive_read(struct sm_qp *qp, const struct sm_packet *packet, bool is_repeated)
{
	if (!qp->ctx.rre) {
		sm_refuse(qp, packet, SM_ERROR_NO_READS, SM_OK);
		return;
	}
	if (!sm_open_remote(qp, packet, SM_REMOTE_READ, packet->length))
		return;
	qp->resp.msn += !is_repeated;
	qp->resp.read = *packet;
	qp->resp.read.payload = NULL;
	qp->resp.waiter.resume = sm_read_resume;
	sm_read_continue(qp);
}

static bool sm_is_atomic_allowed(const struct sm_qp *qp, size_t len)
{
	return qp->ctx.rae && qp->ctx.atomic_mode != PRM_QP_ATOMIC_MODE_NONE &&
	       (len == 8 || qp->ctx.atomic_mode >= PRM_QP_ATOMIC_MODE_UP_TO_8B);
}

static void sm_answer_atomic(struct sm_qp *qp, const struct sm_packet *packet)
{
	struct sm_payload *payload = qp->resp.payload;
	struct sm_packet answer;

	sm_answer(qp, packet, &answer, SM_PACKET_ATOMIC_RESPONSE);
	sm_payload_begin(payload);
	sm_payload_add(payload, &qp->resp.atomic.old, qp->resp.atomic.len);
	answer.payload = payload;
	sm_wire_send(&answer);
}

static void sm_receive_atomic(struct sm_qp *qp, const struct sm_packet *packet)
{
	const size_t len = sm_atomic_len(packet->atomic_opcode, packet->atomic_opmod);
	struct sm_dev *dev = qp->obj.dev;
	struct iovec piece = {0};
	const struct sm_mkey *mkey;
	enum sm_fault fault;
	uint64_t old;

	if (!sm_is_atomic_allowed(qp, len)) {
		sm_refuse(qp, packet, SM_ERROR_NO_ATOMICS, SM_OK);
		return;
	}
	if (packet->raddr % len) {
		sm_refuse(qp, packet, SM_ERROR_UNALIGNED, SM_OK);
		return;
	}
	mkey = sm_mkey_find(dev, packet->rkey);
	fault = mkey ? sm_mkey_check(mkey, qp->resp.to.pd->obj.id, qp->obj.id, packet->raddr, len,
				     SM_REMOTE_ATOMIC) : SM_FAULT_KEY;
	if (!fault && mkey->ctx.bsf_en)
		fault = SM_FAULT_SIG;
	if (!fault)
		fault = sm_mkey_translate(dev, mkey, qp->resp.to.pd->obj.id, packet->raddr, len,
					  SM_REMOTE_ATOMIC, &piece);
	if (!fault && (piece.iov_len < len || (uintptr_t)piece.iov_base % len))
		fault = SM_FAULT_RANGE;
	if (!fault && !sm_atomic(packet->atomic_opcode, packet->atomic_opmod, packet->operands,
				 piece.iov_base, &old))
		fault = SM_FAULT_MEMORY;
	if (fault) {
		sm_refuse(qp, packet, SM_ERROR_REMOTE_ATOMIC, fault);
		return;
	}
	qp->resp.msn++;
	qp->resp.atomic.is_valid = true;
	qp->resp.atomic.psn = packet->psn;
	qp->resp.atomic.old = old;
	qp->resp.atomic.len = len;
	sm_answer_atomic(qp, packet);
}

/* Writes a message of one packet, after @first if that is not NULL, if there is a receive WQE. */
static void sm_receive_whole(struct sm_qp *qp, const struct sm_packet *first,
			     const struct sm_packet *packet)
{
	sm_resp_end_stream(qp);
	if (!sm_take_wqe(qp, packet))
		return;
	if ((!first || sm_resp_scatter(qp, first, SM_ERROR_RECEIVE)) &&
	    sm_resp_scatter(qp, packet, SM_ERROR_RECEIVE)) {
		const uint32_t byte_count = (uint32_t)qp->resp.stream.moved;

		sm_resp_end_stream(qp);
		sm_recv_complete(qp, packet, byte_count);
	} else if (qp->resp.has_wqe) {
		sm_put_back(qp);
	}
}

/* A datagram: 40 bytes for the GRH first, then the message. */
static void sm_receive_datagram(struct sm_qp *qp, const struct sm_packet *packet)
{
	uint8_t grh[SM_GRH_SIZE];
	struct sm_payload *head = qp->resp.payload;
	struct sm_packet first = *packet;

	if (packet->qkey != qp->ctx.q_key) {
		sm_note(qp->obj.dev, "QP 0x%06x drops a datagram: its Q_Key is 0x%08x",
			      qp->obj.id, packet->qkey);
		return;
	}
	memcpy(grh, packet->grh, sizeof(grh));
	sm_payload_begin(head);
	sm_payload_add(head, grh, sizeof(grh));
	first.payload = head;
	sm_receive_whole(qp, &first, packet);
}

/* A packet is missing: reported once, until it is there. */
static void sm_nak_sequence(struct sm_qp *qp, const struct sm_packet *packet)
{
	struct sm_packet answer;

	if (qp->resp.has_nakked)
		return;
	qp->resp.has_nakked = true;
	sm_answer(qp, packet, &answer, SM_PACKET_NAK);
	answer.nak = SM_NAK_SEQUENCE;
	answer.psn = qp->resp.psn;
	sm_send_answer(&answer);
}

/* The SRQ of an XRC request receives it, with all packets of the message. false: it was refused. */
static bool sm_resp_select(struct sm_qp *qp, const struct sm_packet *packet)
{
	const struct sm_srq *srq = qp->resp.to.srq;

	if (packet->service_type != PRM_QP_SERVICE_TYPE_XRC)
		return true;
	if (packet->is_first && !qp->resp.has_wqe) {
		if (sm_xrc_select(qp, packet->srqn))
			return true;
		sm_refuse(qp, packet, SM_ERROR_NO_SRQ, SM_OK);
		return false;
	}
	if (srq && srq->obj.id == packet->srqn)
		return true;
	sm_refuse(qp, packet, SM_ERROR_NO_SRQ, SM_OK);
	return false;
}

/* Is the repeated request the last one that has come, and nothing after it has begun? */
static bool sm_is_last_request(const struct sm_qp *qp, const struct sm_packet *packet)
{
	const uint32_t next = packet->psn + sm_packet_psns(packet);

	return !qp->resp.offset && !((next - qp->resp.psn) % SM_PSN_LIMIT);
}

/*
 * A repeated packet: its message is acknowledged, read, or answered by the old value, once more. A
 * requester that has gone on has its data: a READ of before is late, and its key may have been
 * changed. A packet that is too early is dropped.
 */
static void sm_receive_out_of_sequence(struct sm_qp *qp, const struct sm_packet *packet)
{
	const uint32_t distance = (packet->psn - qp->resp.psn) & (SM_PSN_LIMIT - 1);
	const bool is_early = distance ? distance < SM_PSN_LIMIT / 2 :
					 packet->offset > qp->resp.offset;

	sm_note(qp->obj.dev, "QP 0x%06x: packet 0x%06x %s, 0x%06x is expected", qp->obj.id,
		      packet->psn, is_early ? "comes too early" : "was there before", qp->resp.psn);
	if (packet->service_type == PRM_QP_SERVICE_TYPE_UC)
		return;
	if (is_early) {
		sm_nak_sequence(qp, packet);
	} else if (packet->kind == SM_PACKET_READ) {
		if (sm_is_last_request(qp, packet) && sm_resp_select(qp, packet))
			sm_receive_read(qp, packet, true);
	} else if (packet->kind != SM_PACKET_ATOMIC && packet->is_bare && packet->asks_ack) {
		sm_ack_all(qp, packet);
	} else if (packet->kind != SM_PACKET_ATOMIC && packet->is_last) {
		sm_ack(qp, packet);
	} else if (packet->kind == SM_PACKET_ATOMIC && qp->resp.atomic.is_valid &&
		   packet->psn == qp->resp.atomic.psn) {
		sm_answer_atomic(qp, packet);
	}
}

/*
 * Does the packet not fit its place? It begins a message inside of another one, or goes on with one
 * that has not begun. On a lossy wire that is a mistake, or all that is left of a message of UC.
 */
static bool sm_is_misplaced(const struct sm_qp *qp, const struct sm_packet *packet)
{
	if (packet->psn != qp->resp.psn || (packet->is_first && !packet->is_bare))
		return false;
	if (packet->is_first)
		return qp->resp.offset;
	return packet->offset == qp->resp.offset &&
	       (!packet->offset || packet->kind != qp->resp.kind);
}

static void sm_receive_request(struct sm_qp *qp, const struct sm_packet *packet)
{
	switch (packet->kind) {
	case SM_PACKET_SEND:
		sm_receive_send(qp, packet);
		break;
	case SM_PACKET_WRITE:
		sm_receive_write(qp, packet);
		break;
	case SM_PACKET_READ:
		sm_receive_read(qp, packet, false);
		break;
	case SM_PACKET_ATOMIC:
		sm_receive_atomic(qp, packet);
		break;
	default:
		break;
	}
}

void sm_responder_receive(struct sm_qp *qp, const struct sm_packet *packet)
{
	if (packet->service_type == PRM_QP_SERVICE_TYPE_UD) {
		sm_receive_datagram(qp, packet);
		return;
	}
	if (packet->kind == SM_PACKET_FRAME) {
		sm_receive_whole(qp, NULL, packet);
		return;
	}
	if (!qp->resp.has_heard) {
		qp->resp.has_heard = true;
		if (qp->state == PRM_QP_STATE_RTR && qp->listener.event)
			qp->listener.event(qp->listener.owner, PRM_EVENT_TYPE_COMM_EST);
	}
	if (sm_is_misplaced(qp, packet)) {
		if (sm_is_reliable(packet->service_type)) {
			sm_refuse(qp, packet, SM_ERROR_SEQUENCE, SM_OK);
			return;
		}
		if (!packet->is_first)
			return;
	}
	/* UC does not repeat lost packets; it continues with the next message. */
	if ((packet->psn != qp->resp.psn || packet->offset != qp->resp.offset) &&
	    !(packet->service_type == PRM_QP_SERVICE_TYPE_UC && packet->is_first)) {
		sm_receive_out_of_sequence(qp, packet);
		return;
	}
	qp->resp.psn = packet->psn + sm_packet_psns(packet);
	qp->resp.offset = packet->is_last ? 0 : packet->offset + sm_packet_len(packet);
	qp->resp.has_nakked = false;
	if (qp->resp.has_wqe && packet->is_first) {
		if (sm_is_reliable(packet->service_type)) {
			sm_refuse(qp, packet, SM_ERROR_SEQUENCE, SM_OK);
			return;
		}
		sm_put_back(qp);
	}
	if (!sm_resp_select(qp, packet))
		return;
	if (packet->is_first)
		qp->resp.kind = packet->kind;
	sm_receive_request(qp, packet);
	if (packet->asks_ack && !packet->is_last && qp->resp.has_stream)
		sm_ack(qp, packet);
}

/*
 * Error state and reset.
 */

#define SM_FLUSH_INTERVAL_NS 1000000u

/* Posting to a receive queue rings no doorbell, so in error state a timer polls it. */
static void sm_rq_flush(struct sm_qp *qp)
{
	struct prm_qp_doorbell_record record;
	uint16_t posted, ahead;

	if (!sm_read_record(&record, qp->dbr, sizeof(record)))
		return;
	posted = (uint16_t)prm_qp_doorbell_record_get_recv_counter(&record);
	ahead = (uint16_t)(posted - qp->resp.rq_ci);
	for (; ahead && qp->resp.rq_ci != posted; ahead--) {
		if (ahead > qp->rq_size || sm_eth_is_quiet(qp))	/* the ring holds no more */
			qp->resp.rq_ci++;
		else
			sm_resp_error_cqe(qp, qp->resp.rq_ci++, SM_ERROR_FLUSHED, SM_OK);
	}
	sm_timer_arm(&qp->resp.flush_timer, SM_FLUSH_INTERVAL_NS);
}

static void sm_rq_flush_again(struct sm_timer *timer)
{
	struct sm_qp *qp = sm_container_of(timer, struct sm_qp, resp.flush_timer);

	if (qp->state == PRM_QP_STATE_ERR)
		sm_rq_flush(qp);
}

void sm_resp_drop(struct sm_qp *qp)
{
	sm_resp_end_stream(qp);
	qp->resp.has_wqe = false;
	qp->resp.to = (struct sm_receiver){0};
}

void sm_resp_abort(struct sm_qp *qp)
{
	sm_resp_end_stream(qp);
	if (qp->resp.has_wqe)
		sm_resp_error_cqe(qp, qp->resp.wqe_counter, SM_ERROR_FLUSHED, SM_OK);
	qp->resp.has_wqe = false;
	qp->resp.flush_timer.run = sm_rq_flush_again;
	if (qp->srq) {
		if (qp->listener.event)
			qp->listener.event(qp->listener.owner, PRM_EVENT_TYPE_SRQ_LAST_WQE);
	} else if (qp->rq_size) {
		sm_rq_flush(qp);
	}
}

void sm_resp_reset(struct sm_qp *qp)
{
	sm_resp_end_stream(qp);
	sm_timer_cancel(&qp->resp.flush_timer);
	qp->resp.rq_ci = 0;
	qp->resp.msn = 0;
	qp->resp.has_wqe = qp->resp.has_heard = qp->resp.has_nakked = false;
	qp->resp.atomic.is_valid = false;
}
