// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Queue pairs and shared receive queues: creation, states, contexts.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/caps.h"
#include "base/observer.h"
#include "base/reason.h"
#include "nic/queue/cq.h"
#include "nic/queue/dc.h"
#include "nic/queue/delivery.h"
#include "nic/queue/eq.h"
#include "nic/queue/ethernet.h"
#include "nic/queue/group.h"
#include "nic/queue/qp.h"
#include "nic/queue/responder.h"
#include "nic/queue/scatter.h"
#include "nic/queue/sq.h"
#include "nic/queue/srq.h"
#include "nic/queue/xrc.h"
#include "nic/wire/packet.h"
#include "nic/wire/wire.h"

#define SM_WQEBB 64u

struct sm_pd sm_no_pd;

void sm_qp_free(struct sm_qp *qp)
{
	free(qp->req.payload);
	free(qp->resp.payload);
	free(qp->eth);
	free(qp);
}

struct sm_qp *sm_qp_new(void)
{
	struct sm_qp *qp = calloc(1, sizeof(*qp));

	if (!qp)
		return NULL;
	qp->req.payload = calloc(1, sizeof(*qp->req.payload));
	qp->resp.payload = calloc(1, sizeof(*qp->resp.payload));
	if (qp->req.payload && qp->resp.payload)
		return qp;
	sm_qp_free(qp);
	return NULL;
}

/* An XRC QP has a send queue, or receives for the SRQs of a domain, and has no queue at all. */
static bool sm_is_xrc_target(const struct prm_qpc_fields *ctx)
{
	return ctx->st == PRM_QP_SERVICE_TYPE_XRC && ctx->no_sq;
}

/* Drivers also name CQs, an SRQ and a PD of their own, which are not used. */
static uint8_t sm_qp_find_domain(struct sm_dev *dev, struct sm_qp *qp)
{
	qp->xrcd = sm_table_get(&dev->xrcds, qp->ctx.xrcd);
	qp->send_cq = qp->recv_cq = NULL;
	qp->uar = NULL;
	qp->umem = qp->dbr_umem = NULL;
	if (qp->pd && qp->xrcd)
		return PRM_CMD_STATUS_OK;
	return sm_because(PRM_CMD_STATUS_BAD_RES, "there is no PD 0x%x, or no XRC domain 0x%x",
			  qp->ctx.pd, qp->ctx.xrcd);
}

/* The objects that the context names. */
static uint8_t sm_qp_find(struct sm_dev *dev, struct sm_qp *qp, const struct sm_place *place)
{
	const struct prm_qpc_fields *ctx = &qp->ctx;

	qp->pd = sm_is_umr_qp(qp) ? &sm_no_pd : sm_table_get(&dev->pds, ctx->pd);
	qp->send_cq = sm_table_get(&dev->cqs, ctx->cqn_snd);
	qp->recv_cq = sm_table_get(&dev->cqs, ctx->cqn_rcv);
	qp->uar = sm_table_get(&dev->uars, ctx->uar_page);
	qp->umem = place->umem;
	qp->dbr_umem = place->dbr_umem;
	if (!ctx->no_sq && !qp->send_cq)
		return sm_because(PRM_CMD_STATUS_BAD_RES, "there is no CQ 0x%x (cqn_snd)",
				  ctx->cqn_snd);
	if (sm_is_xrc_target(ctx))
		return sm_qp_find_domain(dev, qp);
	/* Drivers name an SRQ of their own for QPs that only send. */
	if (ctx->rq_type == PRM_QP_RQ_TYPE_SRQ_RQ && ctx->st != PRM_QP_SERVICE_TYPE_XRC &&
	    ctx->st != PRM_QP_SERVICE_TYPE_DCI) {
		qp->srq = sm_table_get(&dev->srqs, ctx->srqn_rmpn_xrqn);
		if (!qp->srq || qp->srq->xrcd)
			return sm_because(PRM_CMD_STATUS_BAD_RES,
					  "there is no SRQ 0x%x for this transport",
					  ctx->srqn_rmpn_xrqn);
	}
	if (!qp->send_cq)
		qp->send_cq = qp->recv_cq;
	if (!qp->recv_cq)
		qp->recv_cq = qp->send_cq;
	if (!qp->pd || !qp->recv_cq || !qp->uar || !qp->umem || !qp->dbr_umem)
		return sm_because(PRM_CMD_STATUS_BAD_RES,
				  "one of pd 0x%x, cqn_rcv 0x%x, uar_page 0x%x, the "
				  "ring and the record does not exist",
				  ctx->pd, ctx->cqn_rcv, ctx->uar_page);
	if (sm_inline_is_possible(qp))
		return PRM_CMD_STATUS_OK;
	return sm_because(PRM_CMD_STATUS_BAD_PARAM,
			  "cs_req is %u and cs_res %u, for which the CQEs are too "
			  "short, or the capability sctr_data_cqe is missing",
			  ctx->cs_req, ctx->cs_res);
}

/* Both rings are in the umem, the receive queue first. */
static uint8_t sm_qp_place(struct sm_qp *qp, const struct sm_place *place)
{
	const struct prm_qpc_fields *ctx = &qp->ctx;
	uint64_t rq_len = 0;

	if (qp->xrcd)
		return PRM_CMD_STATUS_OK;
	if (ctx->rq_type == PRM_QP_RQ_TYPE_NON_ZERO_RQ) {
		qp->rq_size = UINT32_C(1) << ctx->log_rq_size;
		qp->rq_stride = 16u << ctx->log_rq_stride;
		rq_len = (uint64_t)qp->rq_size * qp->rq_stride;
	}
	if (!ctx->no_sq)
		qp->sq_size = UINT32_C(1) << ctx->log_sq_size;
	if (!sm_umem_has(qp->umem, place->offset, rq_len + (uint64_t)qp->sq_size * SM_WQEBB) ||
	    !sm_umem_has(qp->dbr_umem, place->dbr_offset, PRM_QP_DOORBELL_RECORD_SIZE))
		return sm_because(PRM_CMD_STATUS_BAD_PARAM,
				  "the queues have %llu bytes from offset %llu on, "
				  "their memory %llu, or the record is outside of its own",
				  (unsigned long long)(rq_len + (uint64_t)qp->sq_size * SM_WQEBB),
				  (unsigned long long)place->offset,
				  (unsigned long long)qp->umem->len);
	qp->rq = (uint8_t *)qp->umem->addr + place->offset;
	qp->sq = qp->rq + rq_len;
	qp->dbr = (void *)(qp->dbr_umem->addr + place->dbr_offset);
	return PRM_CMD_STATUS_OK;
}

void sm_qp_refer(struct sm_qp *qp, int change)
{
	/* All of these structures start with their struct sm_obj. */
	struct sm_obj *const used[] = {
		(void *)qp->pd, (void *)qp->send_cq, (void *)qp->recv_cq, (void *)qp->uar,
		(void *)qp->srq, (void *)qp->xrcd,
	};
	size_t i;

	for (i = 0; i < SM_ARRAY_SIZE(used); i++)
		if (used[i])
			used[i]->users += (uint32_t)change;
	if (!qp->umem)
		return;
	sm_umem_use(qp->umem, change);
	sm_umem_use(qp->dbr_umem, change);
}

static bool sm_has_transport(const struct sm_dev *dev, uint16_t uid, uint8_t service_type)
{
	const struct prm_cmd_hca_cap *cap = dev->caps->general;

	switch (service_type) {
	case PRM_QP_SERVICE_TYPE_RC:
		return prm_cmd_hca_cap_get_rc(cap);
	case PRM_QP_SERVICE_TYPE_UC:
		return prm_cmd_hca_cap_get_uc(cap);
	case PRM_QP_SERVICE_TYPE_UD:
		return prm_cmd_hca_cap_get_ud(cap);
	case PRM_QP_SERVICE_TYPE_QP0:
	case PRM_QP_SERVICE_TYPE_QP1:
	case PRM_QP_SERVICE_TYPE_REG_UMR:
		return !uid;
	case PRM_QP_SERVICE_TYPE_XRC:
		return prm_cmd_hca_cap_get_xrc(cap);
	case PRM_QP_SERVICE_TYPE_DCI:
		return prm_cmd_hca_cap_get_dct(cap);
	default:
		return false;
	}
}

/* A card has no number left: BAD_RES. Of other objects it is NO_RES. */
uint8_t sm_qp_number(struct sm_dev *dev, struct sm_qp *qp)
{
	const int err = sm_table_add(&dev->qps, qp, &qp->obj.id);

	if (err == ENOSPC)
		return sm_because(PRM_CMD_STATUS_BAD_RES,
				  "the device has %u queue pairs, as many as "
				  "log_max_qp allows",
				  dev->qps.count);
	return err ? PRM_CMD_STATUS_NO_RES : PRM_CMD_STATUS_OK;
}

uint8_t sm_qp_create(struct sm_dev *dev, uint16_t uid, const struct prm_qpc_fields *ctx,
		     const struct sm_place *place, struct sm_qp **result)
{
	struct sm_qp *qp;
	uint8_t status;

	if (!sm_has_transport(dev, uid, ctx->st))
		return sm_because(PRM_CMD_STATUS_BAD_PARAM,
				  "st is %u, which the device's capabilities do "
				  "not have, or users may not have",
				  ctx->st);
	if (ctx->log_sq_size > prm_cmd_hca_cap_get_log_max_qp_sz(dev->caps->general) ||
	    ctx->log_rq_size > prm_cmd_hca_cap_get_log_max_qp_sz(dev->caps->general))
		return sm_because(PRM_CMD_STATUS_LIM,
				  "log_sq_size is %u and log_rq_size %u; at most %u is "
				  "allowed, log_max_qp_sz",
				  ctx->log_sq_size, ctx->log_rq_size,
				  prm_cmd_hca_cap_get_log_max_qp_sz(dev->caps->general));
	qp = sm_qp_new();
	if (!qp)
		return PRM_CMD_STATUS_NO_RES;
	qp->ctx = *ctx;
	qp->obj.dev = dev;
	qp->obj.uid = uid;
	qp->state = PRM_QP_STATE_RST;
	status = sm_qp_find(dev, qp, place);
	if (!status)
		status = sm_qp_place(qp, place);
	if (!status)
		status = sm_qp_number(dev, qp);
	if (status) {
		sm_qp_free(qp);
		return status;
	}
	sm_qp_refer(qp, 1);
	if (ctx->st == PRM_QP_SERVICE_TYPE_QP1)
		dev->general_qpn = qp->obj.id;
	if (dev->bus)
		sm_eq_listen_qp(qp);
	if (!qp->xrcd)
		qp->resp.to = (struct sm_receiver){
			.pd = qp->pd, .srq = qp->srq, .cq = qp->recv_cq,
			.user_index = sm_cqe_user_index(ctx->user_index, qp->srq),
		};
	sm_wire_attach(dev, sm_deliver);
	*result = qp;
	return PRM_CMD_STATUS_OK;
}

/* Drivers clean the CQs of a QP after its reset or end, and expect no more CQEs of it. */
static void sm_qp_release_cqes(struct sm_qp *qp)
{
	if (qp->send_cq)
		sm_cq_release(qp->send_cq);
	if (qp->recv_cq)
		sm_cq_release(qp->recv_cq);
}

uint8_t sm_qp_destroy(struct sm_qp *qp)
{
	if (qp->dct) {
		sm_dct_destroy(qp);
		return PRM_CMD_STATUS_OK;
	}
	sm_group_forget(qp);
	qp->state = PRM_QP_STATE_RST;
	sm_sq_reset(qp);
	sm_resp_reset(qp);
	sm_qp_release_cqes(qp);
	sm_qp_refer(qp, -1);
	if (qp->eth)
		sm_eth_end(qp);
	if (qp->obj.dev->general_qpn == qp->obj.id)
		qp->obj.dev->general_qpn = 0;
	sm_table_remove(&qp->obj.dev->qps, qp->obj.id);
	sm_qp_free(qp);
	return PRM_CMD_STATUS_OK;
}

void sm_qp_reset(struct sm_qp *qp)
{
	qp->state = PRM_QP_STATE_RST;
	qp->has_mmo = false;
	qp->strict_umr.n = 0;	/* they are done, or never will be */
	if (qp->eth)
		sm_eth_drop(qp);
	sm_sq_reset(qp);
	sm_resp_reset(qp);
	sm_qp_release_cqes(qp);
	if (qp->xrcd)
		qp->resp.to = (struct sm_receiver){0};
}

void sm_qp_error(struct sm_qp *qp, int event)
{
	if (qp->state == PRM_QP_STATE_ERR)
		return;
	qp->state = PRM_QP_STATE_ERR;
	sm_note(qp->obj.dev, "QP 0x%06x is in error", qp->obj.id);
	sm_sq_abort(qp);
	sm_resp_abort(qp);
	if (qp->eth)
		sm_eth_drop(qp);
	if (event >= 0 && qp->listener.event)
		qp->listener.event(qp->listener.owner, (uint8_t)event);
}

/*
 * Changes of state. A command is allowed in some states, leads to one state, and copies some fields
 * of the context always and others by bits of the mask.
 */

static void sm_take_path(struct prm_qpc_fields *to, const struct prm_qpc_fields *from)
{
	to->primary_address_path = from->primary_address_path;
}

static void sm_take_optional(struct prm_qpc_fields *to, const struct prm_qpc_fields *from,
			     uint32_t mask)
{
	if (mask & PRM_QP_OPT_PARAM_ALT_ADDR_PATH)
		to->secondary_address_path = from->secondary_address_path;
	if (mask & PRM_QP_OPT_PARAM_RRE)
		to->rre = from->rre;
	if (mask & PRM_QP_OPT_PARAM_RAE) {
		to->rae = from->rae;
		to->atomic_mode = from->atomic_mode;
	}
	if (mask & PRM_QP_OPT_PARAM_RWE)
		to->rwe = from->rwe;
	if (mask & PRM_QP_OPT_PARAM_PKEY_INDEX)
		to->primary_address_path.pkey_index = from->primary_address_path.pkey_index;
	if (mask & PRM_QP_OPT_PARAM_Q_KEY)
		to->q_key = from->q_key;
	if (mask & PRM_QP_OPT_PARAM_RNR_TIMEOUT)
		to->min_rnr_nak = from->min_rnr_nak;
	if (mask & PRM_QP_OPT_PARAM_PRIMARY_ADDR_PATH)
		sm_take_path(to, from);
	if (mask & PRM_QP_OPT_PARAM_SRA_MAX)
		to->log_sra_max = from->log_sra_max;
	if (mask & PRM_QP_OPT_PARAM_RRA_MAX)
		to->log_rra_max = from->log_rra_max;
	if (mask & PRM_QP_OPT_PARAM_PM_STATE)
		to->pm_state = from->pm_state;
	if (mask & PRM_QP_OPT_PARAM_DRAIN_SIGERR)
		to->drain_sigerr = from->drain_sigerr;
	if (mask & PRM_QP_OPT_PARAM_RETRY_COUNT)
		to->retry_count = from->retry_count;
	if (mask & PRM_QP_OPT_PARAM_RNR_RETRY)
		to->rnr_retry = from->rnr_retry;
	if (mask & PRM_QP_OPT_PARAM_ACK_TIMEOUT)
		to->primary_address_path.ack_timeout = from->primary_address_path.ack_timeout;
	if (mask & PRM_QP_OPT_PARAM_COUNTER_SET_ID)
		to->counter_set_id = from->counter_set_id;
}

static void sm_take_init(struct sm_qp *qp, const struct prm_qpc_fields *from)
{
	struct prm_qpc_fields *to = &qp->ctx;

	to->pm_state = from->pm_state;
	to->rre = from->rre;
	to->rwe = from->rwe;
	to->rae = from->rae;
	to->atomic_mode = from->atomic_mode;
	to->q_key = from->q_key;
	to->drain_sigerr = from->drain_sigerr;
	to->primary_address_path.pkey_index = from->primary_address_path.pkey_index;
	to->primary_address_path.vhca_port_num = from->primary_address_path.vhca_port_num;
}

static void sm_take_rtr(struct sm_qp *qp, const struct prm_qpc_fields *from)
{
	struct prm_qpc_fields *to = &qp->ctx;

	to->mtu = from->mtu;
	to->log_msg_max = from->log_msg_max;
	to->remote_qpn = from->remote_qpn;
	to->log_rra_max = from->log_rra_max;
	to->min_rnr_nak = from->min_rnr_nak;
	to->next_rcv_psn = from->next_rcv_psn;
	sm_take_path(to, from);
	qp->resp.psn = from->next_rcv_psn;
	qp->resp.offset = 0;
}

static void sm_take_rts(struct sm_qp *qp, const struct prm_qpc_fields *from)
{
	struct prm_qpc_fields *to = &qp->ctx;

	to->log_ack_req_freq = from->log_ack_req_freq;
	to->log_sra_max = from->log_sra_max;
	to->retry_count = from->retry_count;
	to->rnr_retry = from->rnr_retry;
	to->next_send_psn = from->next_send_psn;
	to->primary_address_path.ack_timeout = from->primary_address_path.ack_timeout;
	qp->req.psn = from->next_send_psn;
}

static const struct sm_transition {
	uint16_t opcode;
	uint8_t from, to;	/* enum prm_qp_state */
	void (*take)(struct sm_qp *qp, const struct prm_qpc_fields *from);
} sm_transitions[] = {
	{ PRM_CMD_OPCODE_RST2INIT_QP, PRM_QP_STATE_RST, PRM_QP_STATE_INIT, sm_take_init },
	{ PRM_CMD_OPCODE_INIT2INIT_QP, PRM_QP_STATE_INIT, PRM_QP_STATE_INIT, NULL },
	{ PRM_CMD_OPCODE_INIT2RTR_QP, PRM_QP_STATE_INIT, PRM_QP_STATE_RTR, sm_take_rtr },
	{ PRM_CMD_OPCODE_RTR2RTS_QP, PRM_QP_STATE_RTR, PRM_QP_STATE_RTS, sm_take_rts },
	{ PRM_CMD_OPCODE_RTS2RTS_QP, PRM_QP_STATE_RTS, PRM_QP_STATE_RTS, NULL },
	{ PRM_CMD_OPCODE_SQD2RTS_QP, PRM_QP_STATE_SQD, PRM_QP_STATE_RTS, NULL },
};

uint8_t sm_qp_modify(struct sm_qp *qp, uint16_t opcode, uint32_t opt_param_mask,
		     const struct prm_qpc_fields *ctx)
{
	size_t i;

	if (opcode == PRM_CMD_OPCODE_2RST_QP) {
		sm_qp_reset(qp);
		return PRM_CMD_STATUS_OK;
	}
	if (opcode == PRM_CMD_OPCODE_2ERR_QP) {
		sm_qp_error(qp, -1);
		return PRM_CMD_STATUS_OK;
	}
	for (i = 0; i < SM_ARRAY_SIZE(sm_transitions); i++) {
		const struct sm_transition *transition = &sm_transitions[i];

		if (transition->opcode != opcode)
			continue;
		if (transition->from != qp->state)
			return sm_because(
				PRM_CMD_STATUS_BAD_QP_STATE, "the QP is in state %s, and not in %s",
				prm_qp_state_str(qp->state), prm_qp_state_str(transition->from));
		if (transition->take)
			transition->take(qp, ctx);
		sm_take_optional(&qp->ctx, ctx, opt_param_mask);
		qp->state = transition->to;
		sm_sq_run(qp);	/* doorbells that were rung before */
		sm_nic_run();
		return PRM_CMD_STATUS_OK;
	}
	return PRM_CMD_STATUS_BAD_OP;
}

void sm_qp_query(struct sm_qp *qp, struct prm_qpc_fields *ctx)
{
	*ctx = qp->ctx;
	ctx->state = (uint8_t)qp->state;
	ctx->next_send_psn = qp->req.psn % SM_PSN_LIMIT;
	ctx->next_rcv_psn = qp->resp.psn % SM_PSN_LIMIT;
	ctx->hw_sq_wqebb_counter = qp->req.done;
	ctx->sw_sq_wqebb_counter = qp->req.pi;
	ctx->hw_rq_counter = qp->resp.rq_ci;
}

/*
 * Shared receive queues.
 */

static void sm_srq_refer(struct sm_srq *srq, int change)
{
	srq->pd->obj.users += (uint32_t)change;
	sm_umem_use(srq->umem, change);
	sm_umem_use(srq->dbr_umem, change);
	if (!srq->xrcd)
		return;
	srq->xrcd->obj.users += (uint32_t)change;
	srq->cq->obj.users += (uint32_t)change;
}

uint8_t sm_srq_create(struct sm_dev *dev, uint16_t uid, const struct sm_srq_place *place,
		      struct sm_srq **result)
{
	struct sm_srq *srq;
	struct sm_pd *pd = sm_table_get(&dev->pds, place->pd);
	struct sm_umem *umem = place->memory.umem, *dbr_umem = place->memory.dbr_umem;
	struct sm_xrcd *xrcd = sm_table_get(&dev->xrcds, place->xrcd);
	struct sm_cq *cq = sm_table_get(&dev->cqs, place->cqn);
	const uint64_t size = UINT64_C(1) << place->log_size, stride = UINT64_C(1)
								       << place->log_stride;

	if (!pd || !umem || !dbr_umem || (place->xrcd && (!xrcd || !cq)))
		return sm_because(PRM_CMD_STATUS_BAD_RES,
				  "one of pd 0x%x, xrcd 0x%x, cqn 0x%x, the ring and "
				  "the record does not exist",
				  place->pd, place->xrcd, place->cqn);
	if (place->log_size > prm_cmd_hca_cap_get_log_max_srq_sz(dev->caps->general))
		return sm_because(PRM_CMD_STATUS_LIM,
				  "the log of its size is %u; at most %u is allowed, "
				  "log_max_srq_sz",
				  place->log_size,
				  prm_cmd_hca_cap_get_log_max_srq_sz(dev->caps->general));
	if (stride <= 16 || !sm_umem_has(umem, place->memory.offset, size * stride) ||
	    !sm_umem_has(dbr_umem, place->memory.dbr_offset, sizeof(prm_be32)))
		return sm_because(
			PRM_CMD_STATUS_BAD_PARAM,
			"%llu WQEs of %llu bytes, which have to be above "
			"16, from offset %llu on; the memory has %llu bytes, or the record is "
			"outside of its own",
			(unsigned long long)size, (unsigned long long)stride,
			(unsigned long long)place->memory.offset, (unsigned long long)umem->len);
	srq = calloc(1, sizeof(*srq));
	if (!srq || sm_table_add(&dev->srqs, srq, &srq->obj.id)) {
		free(srq);
		return PRM_CMD_STATUS_NO_RES;
	}
	srq->obj.dev = dev;
	srq->obj.uid = uid;
	srq->pd = pd;
	srq->umem = umem;
	srq->dbr_umem = dbr_umem;
	srq->ring = (uint8_t *)umem->addr + place->memory.offset;
	srq->dbr = (void *)(dbr_umem->addr + place->memory.dbr_offset);
	srq->size = (uint32_t)size;
	srq->stride = (uint32_t)stride;
	srq->user_index = place->user_index;
	srq->xrcd = xrcd;
	srq->cq = xrcd ? cq : NULL;
	sm_srq_refer(srq, 1);
	if (dev->bus)
		sm_eq_listen_srq(srq);
	*result = srq;
	return PRM_CMD_STATUS_OK;
}

uint8_t sm_srq_destroy(struct sm_srq *srq)
{
	if (srq->obj.users)
		return sm_because(PRM_CMD_STATUS_BAD_RES_STATE, "%u queue pairs use the SRQ",
				  srq->obj.users);
	if (srq->xrcd)
		sm_xrc_forget(srq);
	sm_srq_refer(srq, -1);
	sm_table_remove(&srq->obj.dev->srqs, srq->obj.id);
	free(srq);
	return PRM_CMD_STATUS_OK;
}

uint8_t sm_srq_arm(struct sm_srq *srq, uint16_t limit)
{
	struct prm_qp_doorbell_record record;

	if (limit >= srq->size)
		return sm_because(PRM_CMD_STATUS_BAD_PARAM,
				  "lwm is %u; below %u, the SRQ's size, is allowed", limit,
				  srq->size);
	if (!sm_read_record(&record, srq->dbr, sizeof(prm_be32)))
		return sm_because(PRM_CMD_STATUS_BAD_RES_STATE,
				  "the doorbell record is not mapped");
	srq->limit = limit;
	sm_srq_check_limit(srq, (uint16_t)(prm_qp_doorbell_record_get_recv_counter(&record) -
					   srq->ci));
	return PRM_CMD_STATUS_OK;
}
