// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Ethernet queues: creation, states, and what they send and receive.
 */
#include <net/ethernet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>

#include "base/caps.h"
#include "base/observer.h"
#include "base/reason.h"
#include "base/rules.h"
#include "nic/memory/payload.h"
#include "nic/queue/delivery.h"
#include "nic/queue/eq.h"
#include "nic/queue/ethernet.h"
#include "nic/queue/qp_stream.h"
#include "nic/queue/requester.h"
#include "nic/queue/responder.h"
#include "nic/queue/sq.h"
#include "nic/wire/packet.h"
#include "nic/wire/wire.h"
#include "prm_cap_ethernet.h"

#define SM_LOG_WQEBB 6u
#define SM_WQEBB 64u

/*
 * Creation.
 */

static void sm_waiting_look(struct sm_timer *timer);

static struct sm_qp *sm_eth_new(struct sm_dev *dev, uint16_t uid, bool is_rq)
{
	struct sm_qp *qp = sm_qp_new();

	if (!qp)
		return NULL;
	qp->eth = calloc(1, sizeof(*qp->eth));
	if (!qp->eth) {
		sm_qp_free(qp);
		return NULL;
	}
	prm_qpc_fields_init(&qp->ctx);
	qp->ctx.st = PRM_QP_SERVICE_TYPE_RAW_ETHERTYPE;
	qp->eth->is_rq = is_rq;
	qp->eth->qp = qp;
	qp->eth->last = &qp->eth->first;
	qp->eth->timer.run = sm_waiting_look;
	qp->obj.dev = dev;
	qp->obj.uid = uid;
	qp->state = PRM_QP_STATE_RST;
	return qp;
}

/* The queue has its objects and memory, and gets its number. If that fails, it is freed. */
static uint8_t sm_eth_begin(struct sm_qp *qp, uint8_t status, struct sm_qp **result)
{
	if (!status)
		status = sm_qp_number(qp->obj.dev, qp);
	if (status) {
		sm_qp_free(qp);
		return status;
	}
	sm_qp_refer(qp, 1);
	if (qp->eth->tis)
		qp->eth->tis->obj.users++;
	if (qp->obj.dev->bus)
		sm_eq_listen_qp(qp);
	sm_wire_attach(qp->obj.dev, sm_deliver);
	*result = qp;
	return PRM_CMD_STATUS_OK;
}

void sm_eth_end(struct sm_qp *qp)
{
	sm_eth_drop(qp);
	if (qp->eth->tis)
		qp->eth->tis->obj.users--;
}

/*
 * Linux finds out by an SQ whether writes to the BAR are combined. It has no TIS and no PD, also on
 * a port of InfiniBand, and gets NOPs (mlx5/core/wc.c mlx5_core_test_wc()).
 */
static bool sm_eth_needs_pd(const struct sm_qp *qp, const struct prm_wq_fields *wq)
{
	return wq->pd || qp->obj.uid || qp->eth->is_rq || qp->eth->sqc.tis_lst_sz;
}

/* A ring of @len bytes, and the record of both queues. */
static uint8_t sm_eth_place(struct sm_qp *qp, const struct prm_wq_fields *wq,
			    const struct sm_place *place, uint64_t len)
{
	const uint32_t most = prm_cmd_hca_cap_get_log_max_qp_sz(qp->obj.dev->caps->general);

	if (wq->wq_type != PRM_WQ_TYPE_CYCLIC)
		return sm_because(PRM_CMD_STATUS_BAD_PARAM, "wq_type is %u; CYCLIC (%u) is possible",
				  wq->wq_type, PRM_WQ_TYPE_CYCLIC);
	if (wq->log_wq_sz > most)
		return sm_because(PRM_CMD_STATUS_LIM,
				  "log_wq_sz is %u; at most %u is allowed, log_max_qp_sz",
				  wq->log_wq_sz, most);
	qp->pd = sm_eth_needs_pd(qp, wq) ? sm_table_get(&qp->obj.dev->pds, wq->pd) : &sm_no_pd;
	qp->umem = place->umem;
	qp->dbr_umem = place->dbr_umem;
	if (!qp->pd || !qp->umem || !qp->dbr_umem)
		return sm_because(PRM_CMD_STATUS_BAD_RES,
				  "one of pd 0x%x, the ring and the record does not exist", wq->pd);
	if (!sm_umem_has(qp->umem, place->offset, len) ||
	    !sm_umem_has(qp->dbr_umem, place->dbr_offset, PRM_QP_DOORBELL_RECORD_SIZE))
		return sm_because(PRM_CMD_STATUS_BAD_PARAM,
				  "the queue has %llu bytes from offset %llu on, its memory %llu, "
				  "or the record is outside of its own",
				  (unsigned long long)len, (unsigned long long)place->offset,
				  (unsigned long long)qp->umem->len);
	qp->dbr = (void *)(qp->dbr_umem->addr + place->dbr_offset);
	return PRM_CMD_STATUS_OK;
}

static uint8_t sm_eth_possible(const struct sm_dev *dev, uint32_t log_max, bool has_frames)
{
	if (!sm_dev_is_ethernet(dev) && has_frames)
		return sm_because(PRM_CMD_STATUS_BAD_OP, "the port is one of InfiniBand");
	if (log_max)
		return PRM_CMD_STATUS_OK;
	return sm_because(PRM_CMD_STATUS_BAD_OP, "the device has no such queues");
}

static uint8_t sm_sq_check(const struct sm_dev *dev, const struct prm_sqc_fields *ctx)
{
	const uint8_t status =
		sm_eth_possible(dev, prm_cmd_hca_cap_get_log_max_sq(dev->caps->general),
				ctx->tis_lst_sz);

	if (status)
		return status;
	if (ctx->hairpin || ctx->non_wire || ctx->static_sq_wq || ctx->reg_umr || ctx->cd_master ||
	    ctx->allow_swp || ctx->allow_multi_pkt_send_wqe || ctx->ts_cqe_to_dest_cqn ||
	    ctx->packet_pacing_rate_limit_index)
		return sm_because(PRM_CMD_STATUS_BAD_PARAM,
				  "a field asks for what the device's capabilities do not have: "
				  "hairpin, non_wire, static_sq_wq, reg_umr, cd_master, allow_swp, "
				  "allow_multi_pkt_send_wqe, ts_cqe_to_dest_cqn, "
				  "packet_pacing_rate_limit_index");
	if (ctx->wq.log_wq_stride != SM_LOG_WQEBB)
		return sm_because(PRM_CMD_STATUS_BAD_PARAM, "log_wq_stride is %u; %u is possible",
				  ctx->wq.log_wq_stride, SM_LOG_WQEBB);
	return PRM_CMD_STATUS_OK;
}

static uint8_t sm_sq_find(struct sm_qp *qp, const struct prm_sqc_fields *ctx)
{
	struct sm_dev *dev = qp->obj.dev;

	qp->send_cq = qp->recv_cq = sm_table_get(&dev->cqs, ctx->cqn);
	qp->uar = sm_table_get(&dev->uars, ctx->wq.uar_page);
	qp->eth->tis = ctx->tis_lst_sz ? sm_table_get(&dev->tises, ctx->tis_num_0) : NULL;
	if (qp->send_cq && qp->uar && (qp->eth->tis || !ctx->tis_lst_sz) && ctx->tis_lst_sz <= 1)
		return PRM_CMD_STATUS_OK;
	return sm_because(PRM_CMD_STATUS_BAD_RES,
			  "one of cqn 0x%x, uar_page 0x%x and tis_num_0 0x%x does not exist, or "
			  "tis_lst_sz, which is %u, is more than 1",
			  ctx->cqn, ctx->wq.uar_page, ctx->tis_num_0, ctx->tis_lst_sz);
}

uint8_t sm_sq_create(struct sm_dev *dev, uint16_t uid, const struct prm_sqc_fields *ctx,
		     const struct sm_place *place, struct sm_qp **sq)
{
	uint8_t status = sm_sq_check(dev, ctx);
	struct sm_qp *qp = status ? NULL : sm_eth_new(dev, uid, false);

	if (!qp)
		return status ? status : PRM_CMD_STATUS_NO_RES;
	qp->eth->sqc = *ctx;
	qp->eth->is_quiet = !ctx->flush_in_error_en;
	qp->ctx.user_index = ctx->user_index;
	qp->sq_size = UINT32_C(1) << ctx->wq.log_wq_sz;
	status = sm_sq_find(qp, ctx);
	if (!status)
		status = sm_eth_place(qp, &ctx->wq, place, (uint64_t)qp->sq_size * SM_WQEBB);
	if (!status)
		qp->sq = (uint8_t *)qp->umem->addr + place->offset;
	return sm_eth_begin(qp, status, sq);
}

static uint8_t sm_rq_check(const struct sm_dev *dev, const struct prm_rqc_fields *ctx)
{
	const uint8_t status =
		sm_eth_possible(dev, prm_cmd_hca_cap_get_log_max_rq(dev->caps->general), true);

	if (status)
		return status;
	if (ctx->hairpin || ctx->delay_drop_en || ctx->scatter_fcs || ctx->wq.shampo_enable)
		return sm_because(PRM_CMD_STATUS_BAD_PARAM,
				  "a field asks for what the device's capabilities do not have: "
				  "hairpin, delay_drop_en, scatter_fcs, shampo_enable");
	if (ctx->mem_rq_type > PRM_MEM_RQ_TYPE_MEMORY_RQ_RMP)
		return sm_because(PRM_CMD_STATUS_BAD_PARAM, "mem_rq_type is %u, which is unknown",
				  ctx->mem_rq_type);
	return PRM_CMD_STATUS_OK;
}

/* The RQ takes its WQEs from a receive memory pool. */
static uint8_t sm_rq_use_pool(struct sm_qp *qp, uint32_t rmpn)
{
	qp->srq = sm_table_get(&qp->obj.dev->srqs, rmpn);
	if (!qp->srq || qp->srq->xrcd)
		return sm_because(PRM_CMD_STATUS_BAD_RES, "there is no RMP 0x%x", rmpn);
	qp->pd = qp->srq->pd;
	return PRM_CMD_STATUS_OK;
}

static uint8_t sm_rq_use_ring(struct sm_qp *qp, const struct prm_wq_fields *wq,
			      const struct sm_place *place)
{
	uint8_t status;

	qp->rq_size = UINT32_C(1) << wq->log_wq_sz;
	qp->rq_stride = UINT32_C(1) << wq->log_wq_stride;
	qp->ctx.wq_signature = wq->wq_signature;
	status = sm_eth_place(qp, wq, place, (uint64_t)qp->rq_size * qp->rq_stride);
	if (!status)
		qp->rq = (uint8_t *)qp->umem->addr + place->offset;
	return status;
}

uint8_t sm_rq_create(struct sm_dev *dev, uint16_t uid, const struct prm_rqc_fields *ctx,
		     const struct sm_place *place, struct sm_qp **rq)
{
	uint8_t status = sm_rq_check(dev, ctx);
	struct sm_qp *qp = status ? NULL : sm_eth_new(dev, uid, true);

	if (!qp)
		return status ? status : PRM_CMD_STATUS_NO_RES;
	qp->eth->rqc = *ctx;
	qp->eth->is_quiet = !ctx->flush_in_error_en;
	qp->ctx.user_index = ctx->user_index;
	qp->send_cq = qp->recv_cq = sm_table_get(&dev->cqs, ctx->cqn);
	if (!qp->recv_cq)
		status = sm_because(PRM_CMD_STATUS_BAD_RES, "there is no CQ 0x%x", ctx->cqn);
	else if (place)
		status = sm_rq_use_ring(qp, &ctx->wq, place);
	else
		status = sm_rq_use_pool(qp, ctx->rmpn);
	qp->resp.to = (struct sm_receiver){
		.pd = qp->pd, .srq = qp->srq, .cq = qp->recv_cq,
		.user_index = sm_cqe_user_index(ctx->user_index, qp->srq),
	};
	return sm_eth_begin(qp, status, rq);
}

/*
 * States.
 */

uint8_t sm_eth_state(const struct sm_qp *qp)
{
	switch (qp->state) {
	case PRM_QP_STATE_RST:
		return PRM_SQ_STATE_RST;
	case PRM_QP_STATE_ERR:
		return PRM_SQ_STATE_ERR;
	default:
		return PRM_SQ_STATE_RDY;
	}
}

static void sm_eth_start(struct sm_qp *qp)
{
	qp->state = qp->eth->is_rq ? PRM_QP_STATE_RTR : PRM_QP_STATE_RTS;
	sm_sq_run(qp);	/* doorbells that were rung before */
	sm_nic_run();
}

PRM_STATIC_ASSERT((int)PRM_SQ_STATE_RST == (int)PRM_RQ_STATE_RST &&
		  (int)PRM_SQ_STATE_RDY == (int)PRM_RQ_STATE_RDY &&
		  (int)PRM_SQ_STATE_ERR == (int)PRM_RQ_STATE_ERR, "states of both are alike");

uint8_t sm_eth_modify(struct sm_qp *qp, uint8_t from, uint8_t to)
{
	const uint8_t now = sm_eth_state(qp);

	if (from != now)
		return sm_because(PRM_CMD_STATUS_BAD_RES_STATE,
				  "the queue is in state %s, and not in that of the command, %u",
				  prm_sq_state_str(now), from);
	if (!prm_sq_state_str(to) || (now == PRM_SQ_STATE_ERR && to == PRM_SQ_STATE_RDY))
		return sm_because(PRM_CMD_STATUS_BAD_PARAM,
				  "state is %u, which is unknown, or cannot follow %s", to,
				  prm_sq_state_str(now));
	if (to == PRM_SQ_STATE_RST)
		sm_qp_reset(qp);
	else if (to == PRM_SQ_STATE_ERR)
		sm_qp_error(qp, -1);
	else if (now != to)
		sm_eth_start(qp);
	return PRM_CMD_STATUS_OK;
}

/*
 * Sending.
 */

/*
 * Collects the frame: the headers in the WQE, then the data. Its length, or 0 if the request has
 * failed. A VLAN tag may be inserted afterwards.
 */
static uint32_t sm_frame_gather(struct sm_qp *sq, uint8_t *frame)
{
	const struct sm_wqe *wqe = &sq->req.wqe;
	struct sm_payload *payload = sq->req.payload;
	struct sm_stream *stream = &sq->req.stream;
	uint32_t at = wqe->eth_inline_len;
	enum sm_fault fault = sm_qp_stream_open(sq, false, stream, SM_LOCAL_READ, wqe->sge,
						wqe->n_sge);

	sq->req.has_stream = !fault;
	if (!fault && at + stream->total > SM_FRAME_MAX - SM_VLAN_TAG_SIZE) {
		sm_sq_fail(sq, SM_ERROR_FRAME_LONG, SM_OK);
		return 0;
	}
	if (wqe->eth_inline)
		memcpy(frame, wqe->eth_inline, wqe->eth_inline_len);
	while (!fault && stream->moved < stream->total) {
		fault = sm_stream_gather(stream, SM_FRAME_MAX, payload);
		if (!fault && !sm_payload_read(payload, frame + at))
			fault = SM_FAULT_MEMORY;
		at += (uint32_t)payload->len;
	}
	if (!fault && at < SM_ETH_HEAD_SIZE)
		sm_sq_fail(sq, SM_ERROR_FRAME_SHORT, SM_OK);
	else if (fault)
		sm_sq_fail_local(sq, SM_ERROR_GATHER, fault);
	return sq->req.is_busy ? at : 0;
}

static uint32_t sm_frame_insert_vlan(const struct prm_eth_seg *eth, uint8_t *frame, uint32_t len)
{
	uint8_t *tag = frame + 2 * SM_MAC_SIZE;
	const uint16_t tpid = prm_eth_seg_get_insert_svlan(eth) ? SM_ETHERTYPE_SVLAN : ETHERTYPE_VLAN;

	memmove(tag + SM_VLAN_TAG_SIZE, tag, len - 2 * SM_MAC_SIZE);
	sm_frame_set_be16(frame, 2 * SM_MAC_SIZE, tpid);
	sm_frame_set_be16(frame, 2 * SM_MAC_SIZE + 2, (uint16_t)prm_eth_seg_get_insert_vlan_tci(eth));
	return len + SM_VLAN_TAG_SIZE;
}

/* Checksums of the frame in a tunnel come first: those of the outer headers are over them, too. */
static void sm_frame_offload_inner(const struct prm_eth_seg *eth, const struct sm_eth_head *head,
				   uint8_t *frame)
{
	const bool has_l3 = prm_eth_seg_get_l3_inner_csum(eth);
	const bool has_l4 = prm_eth_seg_get_l4_inner_csum(eth);
	struct sm_eth_head inner;

	if ((!has_l3 && !has_l4) || !sm_eth_head_read_inner(&inner, head))
		return;
	frame += inner.frame - head->frame;
	if (has_l3)
		sm_eth_head_set_ip(&inner, frame);
	if (has_l4)
		sm_eth_head_set_l4(&inner, frame);
}

/* What the Ethernet segment asks for. Returns the length of the frame. */
static uint32_t sm_frame_offload(const struct prm_eth_seg *eth, uint8_t *frame, uint32_t len)
{
	struct sm_eth_head head;

	if (prm_eth_seg_get_insert_vlan(eth))
		len = sm_frame_insert_vlan(eth, frame, len);
	sm_eth_head_read(&head, frame, len);
	sm_frame_offload_inner(eth, &head, frame);
	if (prm_eth_seg_get_l3_csum(eth))
		sm_eth_head_set_ip(&head, frame);
	if (prm_eth_seg_get_l4_csum(eth))
		sm_eth_head_set_l4(&head, frame);
	if (len >= SM_FRAME_MIN)
		return len;
	memset(frame + len, 0, SM_FRAME_MIN - len);
	return SM_FRAME_MIN;
}

static void sm_frame_packet(const struct sm_qp *sq, struct sm_packet *packet)
{
	memset(packet, 0, sizeof(*packet));
	packet->kind = SM_PACKET_FRAME;
	packet->service_type = PRM_QP_SERVICE_TYPE_RAW_ETHERTYPE;
	packet->src_lid = sq->obj.dev->lid;
	packet->src_qpn = sq->obj.id;
	packet->dst_qpn = SM_GROUP_QPN;
	packet->mtu = SM_MTU_MAX;
	packet->is_first = packet->is_last = true;
	packet->is_group = true;
	sm_gid_of_ethernet(packet->group);
	packet->dst_lid = sm_group_lid(packet->group);
}

/* Without these capabilities the device needs no headers in the WQE. */
static bool sm_is_inline_needed(const struct sm_dev *dev)
{
	const void *caps = dev->caps->image[PRM_HCA_CAP_TYPE_ETHERNET_OFFLOADS];

	return caps && prm_cmd_hca_cap_get_eth_net_offloads(dev->caps->general) &&
	       prm_per_protocol_networking_offload_caps_get_wqe_inline_mode(caps) ==
		       PRM_WQE_INLINE_MODE_L2;
}

/* false: the request has failed. */
static bool sm_may_send_frame(struct sm_qp *sq)
{
	if (!sq->eth->tis) {
		sm_sq_fail(sq, SM_ERROR_NO_TIS, SM_OK);
	} else if (!sq->req.wqe.eth_inline_len && sm_is_inline_needed(sq->obj.dev)) {
		sm_refused(sq, &sq->req.wqe, SM_RULE_INLINE_HEADER, SM_TEXT_NO_INLINE_HEADER);
		sm_sq_fail(sq, SM_ERROR_FRAME_NOT_INLINE, SM_OK);
	}
	return sq->req.is_busy;
}

void sm_eth_send(struct sm_qp *sq)
{
	static uint8_t frame[SM_FRAME_MAX];
	struct sm_payload *payload = sq->req.payload;
	struct sm_packet packet;
	uint32_t len;

	if (!sm_may_send_frame(sq))
		return;
	sm_frame_packet(sq, &packet);
	if (!sm_wire_room(&packet)) {
		sm_req_wait_for_room(sq);
		return;
	}
	len = sm_frame_gather(sq, frame);
	if (!len)
		return;
	sq->req.length = len;
	len = sm_frame_offload(sq->req.wqe.eth, frame, len);
	sm_payload_begin(payload);
	sm_payload_add(payload, frame, len);
	packet.payload = payload;
	packet.length = len;
	sm_wire_send(&packet);
	sm_sq_complete(sq, (uint32_t)sq->req.length);
}

/*
 * Receiving.
 */

/*
 * Does the TIR not receive what its own transport domain has sent? The bits of self_lb_block allow it to:
 * Linux sets them for MLX5_QP_FLAG_TIR_ALLOW_SELF_LB_* and mlx5e's loopback, and DPDK for lpbk_mode.
 */
static bool sm_tir_blocks(const struct sm_tir *tir, const struct sm_packet *packet,
			  const struct sm_eth_head *head)
{
	const struct sm_dev *dev = tir->obj.dev;
	const struct sm_qp *sq = packet->src_lid == dev->lid ?
		sm_table_get(&dev->qps, packet->src_qpn) : NULL;

	if (!sq || !sq->eth || !sq->eth->tis || sq->eth->tis->td != tir->td)
		return false;
	return !(tir->ctx.self_lb_block & (sm_frame_is_multicast(head->frame) ?
		 PRM_SELF_LB_BLOCK_BLOCK_MULTICAST : PRM_SELF_LB_BLOCK_BLOCK_UNICAST));
}

/* The frame without its VLAN tag, in two pieces. */
static void sm_frame_strip(struct sm_payload *payload, const struct sm_eth_head *head)
{
	const uint32_t at = 2 * SM_MAC_SIZE, next = at + SM_VLAN_TAG_SIZE;

	sm_payload_add(payload, (void *)(uintptr_t)head->frame, at);
	sm_payload_add(payload, (void *)(uintptr_t)(head->frame + next), head->len - next);
}

static void sm_rq_receive(struct sm_qp *rq, const struct sm_packet *packet,
			  const struct sm_eth_head *head, const struct sm_arrival *arrival)
{
	struct sm_packet frame = *packet;
	struct sm_payload *payload = rq->resp.payload;

	rq->eth->head = *head;
	rq->eth->arrival = *arrival;
	rq->eth->is_stripped = !rq->eth->rqc.vsd && head->tags && !head->is_svlan;
	sm_payload_begin(payload);
	if (rq->eth->is_stripped)
		sm_frame_strip(payload, head);
	else
		sm_payload_add(payload, (void *)(uintptr_t)head->frame, head->len);
	frame.payload = payload;
	sm_responder_receive(rq, &frame);
}

/*
 * Frames that come before their WQE. A card has a buffer for them and asks the sender to pause; a receiver
 * that is software may get no processor for longer than that buffer lasts, so that this one is larger.
 */

#define SM_WAITING_MAX (16u << 20)	/* bytes, of a queue */
#define SM_LOOK_NS 20000u		/* posting a receive rings no doorbell */
#define SM_WAIT_NS UINT64_C(2000000000)	/* then a frame is dropped */

/* Takes the first of them out of the list. */
static struct sm_waiting *sm_waiting_take(struct sm_eth *eth)
{
	struct sm_waiting *frame = eth->first;

	eth->first = frame->next;
	if (!eth->first)
		eth->last = &eth->first;
	eth->waiting -= frame->len;
	return frame;
}

void sm_eth_drop(struct sm_qp *qp)
{
	sm_timer_cancel(&qp->eth->timer);
	while (qp->eth->first)
		free(sm_waiting_take(qp->eth));
}

static void sm_waiting_receive(struct sm_qp *rq)
{
	struct sm_waiting *frame = sm_waiting_take(rq->eth);
	struct sm_eth_head head;

	sm_eth_head_read(&head, frame->bytes, frame->len);
	sm_rq_receive(rq, &frame->packet, &head, &frame->arrival);
	free(frame);
}

static void sm_waiting_look(struct sm_timer *timer)
{
	struct sm_eth *eth = sm_container_of(timer, struct sm_eth, timer);
	struct sm_qp *rq = eth->qp;

	while (eth->first && sm_resp_has_receive(rq))
		sm_waiting_receive(rq);
	while (eth->first && sm_device_time() - eth->first->since > SM_WAIT_NS)
		free(sm_waiting_take(eth));
	if (eth->first)
		sm_timer_arm(timer, SM_LOOK_NS);
	sm_nic_run();
}

static void sm_waiting_add(struct sm_qp *rq, const struct sm_packet *packet,
			   const struct sm_eth_head *head, const struct sm_arrival *arrival)
{
	struct sm_eth *eth = rq->eth;
	struct sm_waiting *frame = eth->waiting + head->len <= SM_WAITING_MAX ?
		malloc(sizeof(*frame) + head->len) : NULL;

	if (!frame) {
		sm_note(rq->obj.dev, "RQ 0x%06x drops a frame: no receive is posted, and %zu bytes "
				     "wait already", rq->obj.id, eth->waiting);
		return;
	}
	*frame = (struct sm_waiting){ .packet = *packet, .arrival = *arrival, .len = head->len,
				      .since = sm_device_time() };
	frame->packet.payload = NULL;
	memcpy(frame->bytes, head->frame, head->len);
	*eth->last = frame;
	eth->last = &frame->next;
	eth->waiting += frame->len;
	if (!eth->timer.is_armed)
		sm_timer_arm(&eth->timer, SM_LOOK_NS);
}

void sm_tir_receive(struct sm_tir *tir, const struct sm_packet *packet,
		    const struct sm_eth_head *head, uint32_t flow_tag)
{
	struct sm_arrival arrival = {
		.flow_tag = flow_tag, .has_tunnel_offload = tir->ctx.tunneled_offload_en,
	};
	struct sm_qp *rq;

	sm_rss_hash(&tir->ctx, head, &arrival.rss);
	rq = tir->rqt ? sm_rqt_select(tir->rqt, tir->ctx.rx_hash_fn, arrival.rss.result) : tir->rq;
	if (rq->state != PRM_QP_STATE_RTR || sm_tir_blocks(tir, packet, head))
		return;
	if (rq->eth->first || !sm_resp_has_receive(rq))
		sm_waiting_add(rq, packet, head, &arrival);
	else
		sm_rq_receive(rq, packet, head, &arrival);
}

static uint8_t sm_eth_l4_type(const struct sm_eth_head *head)
{
	struct tcphdr tcp;
	uint32_t len;

	if (!head->l4)
		return PRM_CQE_L4_HDR_TYPE_NONE;
	if (head->protocol == IPPROTO_UDP)
		return PRM_CQE_L4_HDR_TYPE_UDP;
	memcpy(&tcp, head->frame + head->l4, sizeof(tcp));
	if (!tcp.ack)
		return PRM_CQE_L4_HDR_TYPE_TCP_NO_ACK;
	len = head->l4 + tcp.doff * 4u;
	return len < head->ip_end ? PRM_CQE_L4_HDR_TYPE_TCP_ACK_AND_DATA :
				    PRM_CQE_L4_HDR_TYPE_TCP_ACK_NO_DATA;
}

/* The headers that a CQE is about: with tunnel offloads, those of the frame in the tunnel. */
static void sm_eth_complete_heads(const struct sm_eth_head *head, struct prm_cqe_receive_info_fields *info)
{
	info->l2_ok = true;
	info->l3_ok = sm_eth_head_ip_is_right(head);
	info->l4_ok = sm_eth_head_l4_is_right(head);
	if (head->version)
		info->l3_hdr_type = head->version == 4 ? PRM_CQE_L3_HDR_TYPE_IPV4 :
							 PRM_CQE_L3_HDR_TYPE_IPV6;
	info->l4_hdr_type = sm_eth_l4_type(head);
	info->ip_frag = head->is_fragment;
	info->ip_ext_opts = head->has_options;
}

static void sm_eth_complete_rss(const struct sm_rss *rss, struct prm_cqe_receive_info_fields *info)
{
	info->rss_hash_result = rss->result;
	info->rss_hash_src_l3 = rss->src_l3;
	info->rss_hash_dst_l3 = rss->dst_l3;
	info->rss_hash_src_l4 = rss->src_l4;
	info->rss_hash_dst_l4 = rss->dst_l4;
}

void sm_eth_complete(const struct sm_qp *rq, struct prm_cqe64_fields *cqe)
{
	const struct sm_arrival *arrival = &rq->eth->arrival;
	const struct sm_eth_head *head = &rq->eth->head;
	struct prm_cqe_receive_info_fields *info = &cqe->receive;
	struct sm_eth_head inner;

	cqe->qpn = arrival->flow_tag;
	info->tunneled = arrival->has_tunnel_offload && sm_eth_head_read_inner(&inner, head);
	info->outer_l3 = info->tunneled && head->version == 6;
	sm_eth_complete_heads(info->tunneled ? &inner : head, info);
	sm_eth_complete_rss(&arrival->rss, info);
	info->check_sum = sm_eth_head_sum(head);
	info->cv = rq->eth->is_stripped;
	info->vlan_info = rq->eth->is_stripped ? head->tci : 0;
}
