// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The requester: sends a request to the peer, and repeats it if necessary.
 *
 * A request is in progress (req.is_busy) from its start until its answer arrives. The answer may
 * arrive while the last packet is being sent, or later; so the state of a request is in the QP.
 */
#include <endian.h>
#include <infiniband/verbs.h>
#include <netinet/in.h>
#include <netinet/ip.h>
#include <string.h>

#include "base/caps.h"
#include "base/observer.h"
#include "fabric/udp.h"
#include "nic/data/stream.h"
#include "nic/memory/mem.h"
#include "nic/memory/payload.h"
#include "nic/queue/dc.h"
#include "nic/queue/delivery.h"
#include "nic/queue/error.h"
#include "nic/queue/ethernet.h"
#include "nic/queue/qp.h"
#include "nic/queue/qp_stream.h"
#include "nic/queue/requester.h"
#include "nic/queue/scatter.h"
#include "nic/queue/sq.h"
#include "nic/queue/transport.h"
#include "nic/queue/wqe.h"
#include "nic/wire/packet.h"
#include "nic/wire/wire.h"

#define SM_RNR_FOREVER 7u
#define SM_QKEY_OF_QP (UINT32_C(1) << 31)
#define SM_NEXT_HEADER_BTH 0x1b	/* in the GRH: InfiniBand's transport */

/* Delays: for a receiver that is not ready, or for an answer that is missing. */

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

/* Repeats the message from its first packet, after @delay_ns. */
static void sm_req_wait(struct sm_qp *qp, uint64_t delay_ns)
{
	sm_sq_end_stream(qp);
	qp->req.is_waiting = true;
	qp->req.timer.run = sm_req_wait_over;
	sm_timer_arm(&qp->req.timer, delay_ns);
}

static void sm_req_not_ready(struct sm_qp *qp, uint8_t rnr_timer)
{
	if (!qp->req.rnr_left) {
		sm_sq_fail(qp, SM_ERROR_RNR, SM_OK);
		return;
	}
	if (qp->ctx.rnr_retry != SM_RNR_FOREVER)
		qp->req.rnr_left--;
	sm_req_wait(qp, (uint64_t)sm_rnr_delay[rnr_timer % 32] * 10000);
}

static bool sm_is_answered(const struct sm_qp *qp)
{
	return sm_is_reliable(qp->ctx.st);
}

static bool sm_is_read(const struct sm_wqe *wqe)
{
	return wqe->ctrl.opcode == PRM_WQE_OPCODE_RDMA_READ;
}

static void sm_req_send_read(struct sm_qp *qp);
static void sm_req_expect_answer(struct sm_qp *qp);

/* A read that can go on after what has arrived. */
static bool sm_req_is_read_begun(const struct sm_qp *qp)
{
	return sm_is_read(&qp->req.wqe) && qp->req.has_stream && qp->req.arrived &&
	       qp->req.arrived == qp->req.stream.moved && !(qp->req.arrived % sm_qp_mtu(qp));
}

/* Repeats the request from its first packet, or from the first that may be missing. */
static void sm_req_again(struct sm_qp *qp)
{
	sm_transport_of(qp)->lost(qp);
	if (sm_req_is_read_begun(qp)) {
		sm_req_send_read(qp);
		if (qp->req.is_busy && !qp->req.is_waiting)
			sm_req_expect_answer(qp);
		return;
	}
	sm_sq_end_stream(qp);
	sm_req_send(qp);
}

/* The same, as often as the QP allows. @error is why it is repeated. */
static void sm_req_repeat(struct sm_qp *qp, enum sm_error error)
{
	if (!qp->req.retry_left) {
		sm_sq_fail(qp, error, SM_OK);
		return;
	}
	qp->req.retry_left--;
	sm_note(qp->obj.dev, "QP 0x%06x WQE 0x%04x: sent again, %u retries are left",
		      qp->obj.id, qp->req.ci, qp->req.retry_left);
	sm_transport_of(qp)->begin(qp);
	sm_req_again(qp);
}

/* The timer for the answer is over. */
static void sm_req_timeout(struct sm_timer *timer)
{
	struct sm_qp *qp = sm_container_of(timer, struct sm_qp, req.timer);
	const enum sm_timeout what = qp->req.is_busy ? sm_transport_of(qp)->timeout(qp) :
						       SM_TIMEOUT_WAIT;

	if (what != SM_TIMEOUT_WAIT)
		qp->req.is_waiting = false;
	if (what == SM_TIMEOUT_RETRY) {
		sm_req_repeat(qp, SM_ERROR_TIMEOUT);
	} else if (what == SM_TIMEOUT_PROBE) {
		sm_req_again(qp);
	} else if (what == SM_TIMEOUT_RESUME) {
		sm_wire_unwait(&qp->req.waiter);
		qp->req.waiter.resume(&qp->req.waiter);
	}
	sm_sq_run(qp);
	sm_nic_run();
}

/* Starts the time for an answer. */
static void sm_req_expect_answer(struct sm_qp *qp)
{
	qp->req.timer.run = sm_req_timeout;
	sm_transport_of(qp)->expect(qp);
}

/* The peer does not exist. */
SM_COLD static void sm_req_no_answer(struct sm_qp *qp)
{
	sm_sq_end_stream(qp);
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
	packet->src_qpn = sm_qpn_on_wire(qp);
	packet->dst_qpn = qp->ctx.remote_qpn;
	packet->service_type = sm_qp_transport(qp);
	packet->srqn = qp->req.wqe.xrc ? prm_xrc_seg_get_xrc_srqn(qp->req.wqe.xrc) : 0;
	packet->mtu = sm_qp_mtu(qp);
	sm_packet_route(qp, packet);
}

static uint16_t sm_ipv4_checksum(const struct iphdr *head)
{
	uint16_t words[sizeof(*head) / 2];
	uint32_t sum = 0;

	memcpy(words, head, sizeof(words));
	for (unsigned int i = 0; i < SM_ARRAY_SIZE(words); i++)
		sum += words[i];
	sum = sum % 0x10000 + sum / 0x10000;
	return (uint16_t)~(sum % 0x10000 + sum / 0x10000);
}

/* RoCE v2 over IPv4: the place of the GRH ends with the IPv4 header. */
static void sm_datagram_ipv4(const struct prm_grh_av_fields *av, const uint8_t *sgid,
			     struct sm_packet *packet)
{
	struct iphdr head = {
		.version = 4, .ihl = sizeof(head) / 4, .tos = av->tclass, .ttl = av->hop_limit,
		.protocol = IPPROTO_UDP,
		.tot_len = htobe16((uint16_t)packet->length),
		.frag_off = htobe16(IP_DF),
	};

	memcpy(&head.saddr, sgid + SM_GID_SIZE - 4, 4);
	memcpy(&head.daddr, av->rgid + SM_GID_SIZE - 4, 4);
	head.check = sm_ipv4_checksum(&head);
	memset(packet->grh, 0, sizeof(packet->grh));
	memcpy(packet->grh + sizeof(packet->grh) - sizeof(head), &head, sizeof(head));
}

/*
 * The global route header of a datagram; a packet that does not leave the device has no length in
 * it.
 */
static void sm_datagram_grh(const struct sm_dev *dev, const struct prm_grh_av_fields *av,
			    struct sm_packet *packet)
{
	struct ibv_grh grh = { .next_hdr = SM_NEXT_HEADER_BTH, .hop_limit = av->hop_limit };
	enum sm_gid_type type;

	grh.version_tclass_flow = htobe32(UINT32_C(6) << 28 | (uint32_t)av->tclass << 20 |
					  av->flow_label);
	grh.paylen = htobe16((uint16_t)packet->length);
	type = sm_dev_gid(dev, av->src_addr_index, grh.sgid.raw);
	memcpy(grh.dgid.raw, av->rgid, sizeof(grh.dgid.raw));
	packet->has_grh = true;
	packet->gid_index = av->src_addr_index;
	packet->tclass = av->tclass;
	packet->hop_limit = av->hop_limit;
	packet->flow_label = av->flow_label;
	if (type == SM_GID_ROCE_V1)
		packet->sl = PRM_CQE_ROCE_PACKET_TYPE_GRH;
	else if (type == SM_GID_ROCE_V2)
		packet->sl = sm_gid_is_ipv4(grh.sgid.raw) ? PRM_CQE_ROCE_PACKET_TYPE_IPV4 :
							    PRM_CQE_ROCE_PACKET_TYPE_IPV6;
	if (type == SM_GID_ROCE_V2 && sm_gid_is_ipv4(grh.sgid.raw))
		sm_datagram_ipv4(av, grh.sgid.raw, packet);
	else
		memcpy(packet->grh, &grh, sizeof(packet->grh));
}

/*
 * The address of a datagram is in its WQE. A Q_Key with the highest bit set selects the QP's own.
 */
static void sm_datagram_address(const struct sm_qp *qp, struct sm_packet *packet)
{
	struct prm_base_av_fields av;
	struct prm_grh_av_fields grh;

	prm_base_av_unpack(&av, qp->req.wqe.av, NULL);
	prm_grh_av_unpack(&grh, qp->req.wqe.grh, NULL);
	packet->dst_lid = av.rlid;
	packet->dst_qpn = av.dqp_dct;
	packet->sl = av.sl;
	packet->qkey = prm_base_av_get_ud_qkey(qp->req.wqe.av);
	if (packet->qkey & SM_QKEY_OF_QP)
		packet->qkey = qp->ctx.q_key;
	if (grh.grh || sm_dev_is_ethernet(qp->obj.dev)) {
		packet->is_group = sm_gid_is_group(grh.rgid);
		memcpy(packet->group, grh.rgid, sizeof(packet->group));
		packet->dst_lid = packet->is_group ? sm_group_lid(grh.rgid) : sm_gid_lid(grh.rgid);
		sm_datagram_grh(qp->obj.dev, &grh, packet);
	}
}

/* Fields that all packets of the request have. */
static void sm_req_packet(const struct sm_qp *qp, struct sm_packet *packet)
{
	const struct sm_wqe *wqe = &qp->req.wqe;
	struct prm_raddr_seg_fields remote;

	memset(packet, 0, sizeof(*packet));
	sm_packet_address(qp, packet);
	packet->psn = qp->req.psn;
	packet->length = (uint32_t)qp->req.length;
	packet->is_solicited = wqe->ctrl.se;
	if (qp->ctx.st == PRM_QP_SERVICE_TYPE_DCI)
		sm_dci_address(qp, packet);
	else if (wqe->av)
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

/* The last bytes of the message take a PSN, also if they are none. */
static uint32_t sm_req_psn_behind(const struct sm_qp *qp, uint64_t len)
{
	const uint32_t mtu = sm_qp_mtu(qp);

	return qp->req.first_psn + (len ? (uint32_t)((len + mtu - 1) / mtu) : 1);
}

static void sm_req_send_message(struct sm_qp *qp);

/* The link has room again: the message continues where it was. */
static void sm_req_resume(struct sm_waiter *waiter)
{
	struct sm_qp *qp = sm_container_of(waiter, struct sm_qp, req.waiter);

	if (qp->eth)
		sm_eth_send(qp);
	else if (sm_is_read(&qp->req.wqe))
		sm_req_send_read(qp);
	else
		sm_req_send_message(qp);
	if (qp->req.is_busy && !qp->req.is_waiting && sm_is_answered(qp))
		sm_req_expect_answer(qp);
	sm_sq_run(qp);
}

/*
 * Packets that are not acknowledged wait this long for room at a receiver in this machine: the longest
 * finite HOQLife of a switch, 4.096 us * 2^19.
 */
#define SM_HEAD_OF_QUEUE_NS (UINT64_C(4096) << 19)

/* The link had no room for so long that a switch would have dropped the packet. */
static void sm_req_drop(struct sm_timer *timer)
{
	struct sm_qp *qp = sm_container_of(timer, struct sm_qp, req.timer);

	sm_note(qp->obj.dev, "QP 0x%06x WQE 0x%04x: the link has no room, the packet is lost",
		      qp->obj.id, qp->req.ci);
	sm_sq_complete(qp, (uint32_t)qp->req.length);
	sm_sq_run(qp);
	sm_nic_run();
}

/* A connection that is answered waits for the receiver; others must not wait forever. */
void sm_req_wait_for_room(struct sm_qp *qp)
{
	qp->req.waiter.resume = sm_req_resume;
	sm_wire_wait(&qp->req.waiter);
	if (!sm_is_answered(qp) && !qp->req.timer.is_armed) {
		qp->req.timer.run = sm_req_drop;
		sm_timer_arm(&qp->req.timer, SM_HEAD_OF_QUEUE_NS);
	}
}

/* Returns the length of the next part of the message. Data that have arrived are skipped. */
static size_t sm_req_room(const struct sm_qp *qp, const struct sm_packet *packet)
{
	const uint64_t moved = qp->req.stream.moved;

	return moved < qp->req.arrived ? (size_t)(qp->req.arrived - moved) : sm_wire_room(packet);
}

/* Sends a request with payload, until it is complete or an answer has arrived. */
static void sm_req_send_message(struct sm_qp *qp)
{
	const uint64_t attempt = ++qp->req.attempt;
	struct sm_packet packet;

	sm_req_packet(qp, &packet);
	packet.kind = sm_is_write(&qp->req.wqe) ? SM_PACKET_WRITE : SM_PACKET_SEND;
	packet.asks_ack = sm_transport_of(qp)->is_lossy;
	do {
		const size_t room = sm_req_room(qp, &packet);
		enum sm_fault fault;

		if (!room) {
			sm_req_wait_for_room(qp);
			return;
		}
		packet.offset = (uint32_t)qp->req.stream.moved;
		packet.psn = qp->req.first_psn + packet.offset / packet.mtu;
		packet.is_first = !packet.offset;
		fault = sm_stream_gather(&qp->req.stream, room, qp->req.payload);
		if (fault) {
			sm_sq_fail_local(qp, SM_ERROR_GATHER, fault);
			return;
		}
		packet.payload = qp->req.payload->len ? qp->req.payload : NULL;
		packet.is_last = qp->req.stream.moved == qp->req.stream.total;
		if (!packet.payload &&
		    !packet.is_last) { /* a key that gives no data would loop forever */
			sm_sq_fail_local(qp, SM_ERROR_GATHER, SM_FAULT_RANGE);
			return;
		}
		qp->req.psn = sm_req_psn_behind(qp, qp->req.stream.moved);
		if (packet.offset < qp->req.arrived)
			continue;
		sm_transport_of(qp)->sent(qp, qp->req.stream.moved);
		if (!sm_wire_send(&packet) && sm_is_answered(qp)) {
			sm_req_no_answer(qp);
			return;
		}
		if (attempt != qp->req.attempt || !qp->req.is_busy || qp->req.is_waiting)
			return;	/* an answer has ended this attempt */
		if (qp->req.payload->is_gone) {
			sm_sq_fail_local(qp, SM_ERROR_GATHER, SM_FAULT_MEMORY);
			return;
		}
	} while (!packet.is_last);
	if (!sm_is_answered(qp))	/* it is complete when it is sent */
		sm_sq_complete(qp, (uint32_t)qp->req.length);
}

/*
 * Across a network a read asks for one window after the other. What it has asked for before, it asks
 * for again within the same bounds: the peer's sequence of PSNs ends there. false: there is no room
 * now.
 */
static bool sm_req_shorten(struct sm_qp *qp, struct sm_packet *packet)
{
	uint64_t most = qp->req.most_sent > qp->req.arrived ?
		qp->req.most_sent - qp->req.arrived : 0;

	sm_transport_forget(qp);
	if (!most)
		most = sm_wire_room(packet);
	if (!most) {
		sm_req_wait_for_room(qp);
		return false;
	}
	if (packet->length > most)
		packet->length = (uint32_t)most;
	sm_transport_of(qp)->sent(qp, qp->req.arrived + packet->length);
	return true;
}

static void sm_req_send_read(struct sm_qp *qp)
{
	struct sm_packet packet;

	qp->req.attempt++;
	sm_req_packet(qp, &packet);
	packet.kind = SM_PACKET_READ;
	packet.is_first = packet.is_last = true;
	packet.psn = qp->req.first_psn + (uint32_t)(qp->req.arrived / packet.mtu);
	packet.raddr += qp->req.arrived;
	packet.length -= (uint32_t)qp->req.arrived;
	if (sm_transport_of(qp)->is_lossy && !sm_req_shorten(qp, &packet))
		return;
	qp->req.psn = sm_req_psn_behind(qp, qp->req.arrived + packet.length);
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

static bool sm_is_atomic(const struct sm_wqe *wqe)
{
	return wqe->atomic || wqe->masked;
}

/* Is the answer written to the memory that the request names? */
static bool sm_reads_back(const struct sm_wqe *wqe)
{
	return sm_is_read(wqe) || sm_is_atomic(wqe);
}

static uint64_t sm_req_max_length(const struct sm_qp *qp)
{
	if (sm_qp_transport(qp) == PRM_QP_SERVICE_TYPE_UD)
		return sm_udp_mtu();	/* one packet */
	return UINT64_C(1) << prm_cmd_hca_cap_get_log_max_msg(qp->obj.dev->caps->general);
}

static uint64_t sm_req_list_length(const struct sm_wqe *wqe)
{
	uint64_t len = 0;
	unsigned int i;

	for (i = 0; i < wqe->n_sge; i++)
		len += wqe->sge[i].len;
	return len;
}

/* Drivers do not copy the answers of masked atomics out of CQEs, and cannot without a CQE. */
static bool sm_may_be_inline(const struct sm_wqe *wqe)
{
	return (sm_is_read(wqe) || wqe->atomic) && sm_sq_is_signaled(wqe);
}

/* Memory from which the data of the request come, or to which they are written. */
static enum sm_fault sm_req_open(struct sm_qp *qp)
{
	const struct sm_wqe *wqe = &qp->req.wqe;
	enum sm_fault fault;

	qp->req.length = sm_req_list_length(wqe);
	if (sm_may_be_inline(wqe))
		sm_inline_begin(&qp->req.answer, sm_inline_answer_room(qp), qp->req.length);
	if (qp->req.answer.room) {
		if (sm_is_observed)
			sm_observer.inlined(qp, wqe, wqe->sge, wqe->n_sge);
		return SM_OK;
	}
	fault = sm_qp_stream_open(qp, false, &qp->req.stream,
				  sm_reads_back(wqe) ? SM_LOCAL_WRITE : SM_LOCAL_READ, wqe->sge,
				  wqe->n_sge);
	qp->req.has_stream = !fault;
	return fault;
}

/* Sends the request in req.wqe: a read from its start, a message from what has not arrived. */
static void sm_req_send(struct sm_qp *qp)
{
	const struct sm_wqe *wqe = &qp->req.wqe;
	enum sm_fault fault;

	qp->req.psn = qp->req.first_psn;
	if (sm_is_read(wqe))
		qp->req.arrived = 0;
	fault = sm_req_open(qp);
	qp->req.read_fault = sm_is_read(wqe) ? fault : SM_OK;
	if (fault && !qp->req.read_fault) {
		sm_sq_fail_local(qp, sm_reads_back(wqe) ? SM_ERROR_SCATTER : SM_ERROR_GATHER,
				 fault);
		return;
	}
	if (qp->req.length > sm_req_max_length(qp)) {
		sm_sq_fail(qp,
			   sm_qp_transport(qp) == PRM_QP_SERVICE_TYPE_UD ? SM_ERROR_DATAGRAM_LONG :
									   SM_ERROR_MESSAGE_LONG,
			   SM_OK);
		return;
	}
	if (sm_is_read(wqe))
		sm_req_send_read(qp);
	else if (sm_is_atomic(wqe))
		sm_req_send_atomic(qp);
	else
		sm_req_send_message(qp);
	if (qp->req.is_busy && !qp->req.is_waiting && sm_is_answered(qp))
		sm_req_expect_answer(qp);
}

void sm_req_start_remote(struct sm_qp *qp)
{
	if (qp->ctx.st == PRM_QP_SERVICE_TYPE_DCI)
		sm_dci_connect(qp);
	qp->req.first_psn = qp->req.psn;
	qp->req.rnr_left = qp->ctx.rnr_retry;
	qp->req.retry_left = qp->ctx.retry_count;
	qp->req.sent = qp->req.most_sent = qp->req.arrived = 0;
	qp->req.has_asked = false;
	sm_transport_of(qp)->begin(qp);
	if (sm_is_answered(qp) && sm_is_observed && sm_observer.is_unanswered(qp))
		sm_sq_fail(qp, SM_ERROR_TIMEOUT, SM_OK);
	else
		sm_req_send(qp);
}

/*
 * Answers.
 */

static void sm_req_nak(struct sm_qp *qp, enum sm_nak nak)
{
	switch (nak) {
	case SM_NAK_SEQUENCE:
		sm_req_repeat(qp, SM_ERROR_SEQUENCE_NAK);
		break;
	case SM_NAK_INVALID_REQUEST:
		sm_sq_fail(qp, SM_ERROR_NAK_REQUEST, SM_OK);
		break;
	case SM_NAK_REMOTE_ACCESS:
		sm_sq_fail(qp, SM_ERROR_NAK_ACCESS, SM_OK);
		break;
	default:
		sm_sq_fail(qp, SM_ERROR_NAK_OPERATION, SM_OK);
	}
}

/* A packet of the response is missing. It is asked for once; then the timeout decides. */
static void sm_req_gap(struct sm_qp *qp)
{
	if (qp->req.has_asked)
		return;
	qp->req.has_asked = true;
	sm_req_repeat(qp, SM_ERROR_RESPONSE_GAP);
}

/* The next packet of the response to a read has come, across a network. */
static void sm_req_read_on(struct sm_qp *qp, const struct sm_packet *packet)
{
	sm_transport_arrived(qp, qp->req.stream.moved);
	if (packet->is_last)
		sm_req_send_read(qp);
	sm_req_expect_answer(qp);
}

/* The same, within this machine: more of the response follows. */
static void sm_req_got_on(struct sm_qp *qp)
{
	if (qp->req.has_stream)
		qp->req.arrived = qp->req.stream.moved;
	sm_req_expect_answer(qp);
}

/*
 * Where the data of a response are in the message. A READ that went on where it stopped has a response
 * of its own, which starts with a later PSN.
 */
static uint64_t sm_response_offset(const struct sm_qp *qp, const struct sm_packet *packet)
{
	const uint32_t psn = packet->psn - packet->offset / packet->mtu;

	if (packet->is_bare)
		return packet->offset;
	return packet->offset + (uint64_t)(psn - qp->req.first_psn) * packet->mtu;
}

/* A packet of a READ response, or the old value of an atomic. */
static void sm_req_response(struct sm_qp *qp, const struct sm_packet *packet)
{
	struct sm_payload *payload = packet->payload;
	const bool is_inline = qp->req.answer.room;
	enum sm_fault fault = SM_OK;
	uint64_t moved;

	if (qp->req.read_fault) {
		sm_sq_fail_local(qp, SM_ERROR_SCATTER, qp->req.read_fault);
		return;
	}
	if (!qp->req.has_stream && !is_inline)
		return;	/* of an attempt that has ended */
	moved = is_inline ? qp->req.answer.len : qp->req.stream.moved;
	if (sm_response_offset(qp, packet) != moved) {	/* one before it is lost, or it comes again */
		if (packet->is_bare && packet->offset > moved)
			sm_req_gap(qp);
		return;
	}
	if (payload && is_inline)
		fault = sm_inline_add(&qp->req.answer, payload);
	else if (payload)
		fault = sm_stream_scatter(&qp->req.stream, payload);
	if (fault == SM_FAULT_SOURCE)
		return;	/* the responder's own memory is not mapped */
	if (fault == SM_FAULT_RANGE &&
	    (is_inline || qp->req.stream.moved == qp->req.stream.total))
		sm_sq_fail(qp, SM_ERROR_RESPONSE_LONG, SM_OK);
	else if (fault)
		sm_sq_fail_local(qp, SM_ERROR_SCATTER, fault);
	else if (packet->is_bare && !is_inline && qp->req.stream.moved < qp->req.length)
		sm_req_read_on(qp, packet);
	else if (packet->is_last)
		sm_sq_complete(qp, is_inline ? qp->req.answer.len :
				       (uint32_t)qp->req.stream.moved);
	else
		sm_req_got_on(qp);
}

/*
 * Across a network: the peer has all packets before this PSN.
 */
static void sm_req_has_arrived(struct sm_qp *qp, uint32_t psn)
{
	const uint64_t arrived = (uint64_t)(psn - qp->req.first_psn) * sm_qp_mtu(qp);

	if (!qp->req.has_stream || sm_is_read(&qp->req.wqe) || arrived <= qp->req.arrived ||
	    arrived > qp->req.most_sent)
		return;
	sm_transport_arrived(qp, arrived);
	sm_req_expect_answer(qp);
}

/* Does the acknowledgement cover the whole message? */
static bool sm_req_is_done(const struct sm_qp *qp, const struct sm_packet *packet)
{
	const bool is_sent = packet->is_bare ? qp->req.most_sent == qp->req.length :
			     !qp->req.has_stream ||
				     qp->req.stream.moved == qp->req.stream.total;

	return is_sent && packet->psn + 1 == sm_req_psn_behind(qp, qp->req.length);
}

static void sm_req_ack(struct sm_qp *qp, const struct sm_packet *packet)
{
	if (sm_req_is_done(qp, packet)) {
		if (packet->is_bare)
			sm_transport_arrived(qp, qp->req.length);
		qp->req.psn = packet->psn + 1;
		sm_sq_complete(qp, (uint32_t)qp->req.length);
	} else if (packet->is_bare) {
		sm_req_has_arrived(qp, packet->psn + 1);
	}
}

/*
 * The PSN after what the peer may answer. Across a network it may have more than the present attempt
 * has sent so far.
 */
static uint32_t sm_req_answered_end(const struct sm_qp *qp, const struct sm_packet *packet)
{
	return packet->is_bare && qp->req.most_sent ? sm_req_psn_behind(qp, qp->req.most_sent) :
						      qp->req.psn;
}

/* Does the packet answer the request in progress? */
static bool sm_is_answer_to(const struct sm_qp *qp, const struct sm_packet *packet)
{
	if (!qp->req.is_busy || qp->req.is_waiting ||
	    packet->psn - qp->req.first_psn >=
		    sm_req_answered_end(qp, packet) - qp->req.first_psn)
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
	if (packet->is_bare && (packet->kind == SM_PACKET_NAK || packet->kind == SM_PACKET_RNR))
		sm_req_has_arrived(qp, packet->psn);
	switch (packet->kind) {
	case SM_PACKET_ACK:
		sm_req_ack(qp, packet);
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
	if (packet->is_bare)
		sm_wire_resume();
}
