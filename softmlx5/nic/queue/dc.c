// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Dynamic connections: initiators (DCI) have the address of the target (DCT) in each request. A DCT
 * keeps a responder for each initiator. Their packets on a wire are not public, so that they are only
 * exchanged between processes of a machine. A connection has the time of its start as its number, so
 * that packets of older ones are recognised, also of a QP or process before with the same number.
 */
#include <stdlib.h>

#include "base/caps.h"
#include "base/gid.h"
#include "base/observer.h"
#include "base/reason.h"
#include "base/rules.h"
#include "nic/queue/dc.h"
#include "nic/queue/delivery.h"
#include "nic/queue/eq.h"
#include "nic/queue/qp.h"
#include "nic/queue/responder.h"
#include "nic/queue/scatter.h"
#include "nic/queue/srq.h"
#include "nic/wire/packet.h"
#include "nic/wire/wire.h"

/* What a struct sm_qp has besides, if it is a DCT or one of its responders. */
struct sm_dct {
	/* A DCT: */
	struct prm_dctc_fields ctx;
	struct sm_qp *first;	/* responders, the latest used first */
	uint32_t n;		/* of them */
	bool is_armed, is_drained;

	/* A responder: */
	struct sm_qp *next;
	uint16_t lid;		/* of the initiator */
	uint64_t connection;
	unsigned int depth;	/* it is receiving: not freed */
};

/*
 * Targets.
 */

static struct sm_qp *sm_dc_qp_new(struct sm_dev *dev)
{
	struct sm_qp *qp = sm_qp_new();

	if (!qp)
		return NULL;
	qp->obj.dev = dev;
	qp->dct = calloc(1, sizeof(*qp->dct));
	if (qp->dct)
		return qp;
	sm_qp_free(qp);
	return NULL;
}

static void sm_dc_qp_free(struct sm_qp *qp)
{
	free(qp->dct);
	sm_qp_free(qp);
}

static void sm_dct_context(const struct prm_dctc_fields *ctx, struct prm_qpc_fields *qpc)
{
	prm_qpc_fields_init(qpc);
	qpc->st = PRM_QP_SERVICE_TYPE_DCT;
	qpc->mtu = ctx->mtu;
	qpc->rre = ctx->rre;
	qpc->rwe = ctx->rwe;
	qpc->rae = ctx->rae;
	qpc->atomic_mode = ctx->atomic_mode;
	qpc->min_rnr_nak = ctx->min_rnr_nak;
	qpc->cs_res = ctx->cs_res == PRM_DCT_CS_RES_UP_TO_64B ? PRM_QP_CS_RES_UP_TO_64B :
								PRM_QP_CS_RES_DISABLE;
	qpc->primary_address_path.src_addr_index = ctx->my_addr_index;
	qpc->primary_address_path.tclass = ctx->tclass;
	qpc->primary_address_path.hop_limit = ctx->hop_limit;
	qpc->primary_address_path.flow_label = ctx->flow_label;
}

static void sm_dct_refer(struct sm_qp *dct, int change)
{
	dct->pd->obj.users += (uint32_t)change;
	dct->recv_cq->obj.users += (uint32_t)change;
	dct->srq->obj.users += (uint32_t)change;
}

uint8_t sm_dct_create(struct sm_dev *dev, uint16_t uid, const struct prm_dctc_fields *ctx,
		      struct sm_qp **result)
{
	struct sm_qp *dct = sm_dc_qp_new(dev);
	uint8_t status;

	if (!dct)
		return PRM_CMD_STATUS_NO_RES;
	sm_dct_context(ctx, &dct->ctx);
	dct->obj.uid = uid;
	dct->dct->ctx = *ctx;
	dct->pd = sm_table_get(&dev->pds, ctx->pd);
	dct->srq = sm_table_get(&dev->srqs, ctx->srqn_xrqn);
	dct->send_cq = dct->recv_cq = sm_table_get(&dev->cqs, ctx->cqn);
	if (!dct->pd || !dct->srq || dct->srq->xrcd || !dct->recv_cq ||
	    !sm_inline_is_possible(dct)) {
		sm_dc_qp_free(dct);
		return sm_because(PRM_CMD_STATUS_BAD_RES,
				  "one of pd 0x%x, srqn_xrqn 0x%x and cqn 0x%x does "
				  "not exist, or the CQEs are too short for cs_res %u",
				  ctx->pd, ctx->srqn_xrqn, ctx->cqn, ctx->cs_res);
	}
	status = sm_qp_number(dev, dct);
	if (status) {
		sm_dc_qp_free(dct);
		return status;
	}
	dct->state = PRM_QP_STATE_RTR;
	dct->resp.to = (struct sm_receiver){
		.pd = dct->pd, .srq = dct->srq, .cq = dct->recv_cq, .user_index = sm_cqe_user_index(ctx->user_index, dct->srq),
	};
	sm_dct_refer(dct, 1);
	if (dev->bus)
		sm_eq_listen_qp(dct);
	sm_wire_attach(dev, sm_deliver);
	*result = dct;
	return PRM_CMD_STATUS_OK;
}

/* Ends a responder, which is in no list any more. A message that it was receiving is flushed. */
static void sm_dct_end(struct sm_qp *responder)
{
	sm_resp_abort(responder);
	sm_resp_reset(responder);
	sm_dc_qp_free(responder);
}

void sm_dct_drain(struct sm_qp *dct)
{
	struct sm_qp *responder;

	dct->state = PRM_QP_STATE_ERR;
	dct->dct->is_drained = true;
	while ((responder = dct->dct->first) != NULL) {
		dct->dct->first = responder->dct->next;
		sm_dct_end(responder);
	}
	dct->dct->n = 0;
}

void sm_dct_destroy(struct sm_qp *dct)
{
	sm_dct_drain(dct);
	sm_dct_refer(dct, -1);
	sm_table_remove(&dct->obj.dev->qps, dct->obj.id);
	sm_dc_qp_free(dct);
}

void sm_dct_query(const struct sm_qp *dct, struct prm_dctc_fields *ctx)
{
	*ctx = dct->dct->ctx;
	ctx->state = dct->dct->is_drained ? PRM_DCT_STATE_DRAINED : PRM_DCT_STATE_ACTIVE;
}

void sm_dct_arm(struct sm_qp *dct)
{
	dct->dct->is_armed = true;
}

/* Takes a responder out of the list; NULL: there is none for this initiator. */
static struct sm_qp *sm_dct_take(struct sm_qp *dct, uint16_t lid, uint32_t qpn)
{
	struct sm_qp **at = &dct->dct->first, *responder;

	while (*at && ((*at)->dct->lid != lid || (*at)->ctx.remote_qpn != qpn))
		at = &(*at)->dct->next;
	responder = *at;
	if (!responder)
		return NULL;
	*at = responder->dct->next;
	dct->dct->n--;
	return responder;
}

static void sm_dct_put(struct sm_qp *dct, struct sm_qp *responder)
{
	responder->dct->next = dct->dct->first;
	dct->dct->first = responder;
	dct->dct->n++;
}

/* Ends the responder that was used longest ago, if there are too many. */
static void sm_dct_make_room(struct sm_qp *dct)
{
	const uint32_t log = prm_cmd_hca_cap_get_log_max_dct_connections(dct->obj.dev->caps->general);
	struct sm_qp *last = dct->dct->first, *responder;

	if (dct->dct->n < UINT64_C(1) << log)
		return;
	while (last->dct->next)
		last = last->dct->next;
	if (last->dct->depth)
		return;
	responder = sm_dct_take(dct, last->dct->lid, last->ctx.remote_qpn);
	sm_dct_end(responder);
}

static struct sm_qp *sm_dct_responder_new(struct sm_qp *dct, const struct sm_packet *packet)
{
	struct sm_qp *responder = sm_dc_qp_new(dct->obj.dev);

	if (!responder)
		return NULL;
	responder->obj.id = dct->obj.id;
	responder->ctx = dct->ctx;
	responder->ctx.remote_qpn = packet->src_qpn;
	responder->pd = dct->pd;
	responder->srq = dct->srq;
	responder->send_cq = responder->recv_cq = dct->recv_cq;
	responder->dct->lid = packet->src_lid;
	return responder;
}

/* Begins a connection with its first packet. */
static void sm_dct_begin(const struct sm_qp *dct, struct sm_qp *responder,
			 const struct sm_packet *packet)
{
	sm_resp_abort(responder);
	sm_resp_reset(responder);
	responder->state = PRM_QP_STATE_RTR;
	responder->resp.to = dct->resp.to;
	responder->resp.psn = packet->psn;
	responder->resp.offset = 0;
	responder->dct->connection = packet->dc_connection;
}

/* The responder for a packet, which becomes the first of the list; NULL: the packet is dropped. */
static struct sm_qp *sm_dct_responder(struct sm_qp *dct, const struct sm_packet *packet)
{
	struct sm_qp *responder = sm_dct_take(dct, packet->src_lid, packet->src_qpn);
	const bool is_known = responder && responder->dct->connection == packet->dc_connection;
	const bool is_old = responder && responder->dct->connection > packet->dc_connection;

	if (!is_known && !is_old && packet->is_first) {
		if (!responder) {
			sm_dct_make_room(dct);
			responder = sm_dct_responder_new(dct, packet);
		}
		if (responder)
			sm_dct_begin(dct, responder, packet);
	} else if (!is_known) {
		sm_note(dct->obj.dev, "DCT 0x%06x drops a packet of QP 0x%06x: %s",
			      dct->obj.id, packet->src_qpn,
			      is_old ? "its connection has ended" : "its connection has not begun");
		if (responder)
			sm_dct_put(dct, responder);
		return NULL;
	}
	if (responder)
		sm_dct_put(dct, responder);
	return responder;
}

SM_COLD static void sm_dct_wrong_key(struct sm_qp *dct, const struct sm_packet *packet)
{
	sm_refused(dct, NULL, SM_RULE_REMOTE_REQUEST, "QP 0x%06x does not have the DC access key",
		   packet->src_qpn);
	dct->dct->ctx.dc_access_key_violation_count++;
	if (dct->dct->is_armed && dct->listener.event)
		dct->listener.event(dct->listener.owner, PRM_EVENT_TYPE_DCT_KEY_VIOLATION);
	dct->dct->is_armed = false;
	sm_resp_nak(dct, packet, SM_NAK_REMOTE_ACCESS);
}

void sm_dct_receive(struct sm_qp *dct, const struct sm_packet *packet)
{
	const uint16_t lid = packet->src_lid;
	const uint32_t qpn = packet->src_qpn;
	struct sm_qp *responder;

	if (packet->dc_key != dct->dct->ctx.dc_access_key) {
		sm_dct_wrong_key(dct, packet);
		return;
	}
	responder = sm_dct_responder(dct, packet);
	if (!responder)
		return;
	/* The answer may bring the initiator's next request, before this one has returned. */
	responder->dct->depth++;
	sm_responder_receive(responder, packet);
	responder->dct->depth--;
	if (responder->state == PRM_QP_STATE_ERR && !responder->dct->depth) {
		sm_dct_take(dct, lid, qpn);
		sm_dct_end(responder);
	}
}

/*
 * Initiators.
 */

static uint16_t sm_dci_lid(const struct sm_qp *dci, const struct prm_base_av_fields *av)
{
	const struct prm_grh_av *grh = dci->req.wqe.grh;
	struct prm_grh_av_fields fields;

	if (av->fl)
		return dci->obj.dev->lid;
	if (!grh)
		return av->rlid;
	prm_grh_av_unpack(&fields, grh, NULL);
	return fields.grh || sm_dev_is_ethernet(dci->obj.dev) ? sm_gid_lid(fields.rgid) : av->rlid;
}

void sm_dci_connect(struct sm_qp *dci)
{
	struct prm_base_av_fields av;
	uint16_t lid;

	prm_base_av_unpack(&av, dci->req.wqe.av, NULL);
	lid = sm_dci_lid(dci, &av);
	if (dci->req.dc.lid == lid && dci->req.dc.dctn == av.dqp_dct)
		return;
	dci->req.dc.lid = lid;
	dci->req.dc.dctn = av.dqp_dct;
	dci->req.dc.connection = sm_now();
}

void sm_dci_address(const struct sm_qp *dci, struct sm_packet *packet)
{
	packet->dst_lid = dci->req.dc.lid;
	packet->dst_qpn = dci->req.dc.dctn;
	packet->dc_connection = dci->req.dc.connection;
	packet->dc_key = prm_base_av_get_dc_key(dci->req.wqe.av);
	packet->sl = (uint8_t)prm_base_av_get_sl(dci->req.wqe.av);
}
