// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Commands of Ethernet queues (SQ, RQ), and of the interfaces by which they send (TIS).
 */
#include <stdlib.h>
#include <string.h>

#include "base/caps.h"
#include "firmware/fw.h"
#include "nic/queue/ethernet.h"

/*
 * Send and receive queues.
 */

static uint8_t sm_eth_cmd_place(const struct sm_cmd *cmd, const struct prm_wq_fields *wq,
				size_t pages, struct sm_place *place)
{
	return sm_cmd_place(cmd, &(struct sm_queue_memory){
			.has_umem = wq->wq_umem_valid, .has_dbr_umem = wq->dbr_umem_valid,
			.umem = wq->wq_umem_id, .dbr_umem = wq->dbr_umem_id,
			.offset = wq->wq_umem_offset, .pages = pages,
			.log_page_size = wq->log_wq_pg_sz, .page_offset = wq->page_offset,
			.dbr = wq->dbr_addr, .dbr_len = PRM_QP_DOORBELL_RECORD_SIZE }, place);
}

/* May the command use the objects? Missing ones are detected when the queue is made. */
static uint8_t sm_eth_may_name(const struct sm_cmd *cmd, const struct sm_obj *const *objs, size_t n)
{
	if (sm_cmd_may_name_all(cmd, objs, n))
		return PRM_CMD_STATUS_OK;
	return sm_because(PRM_CMD_STATUS_BAD_RES,
			  "an object that the context names belongs to another user");
}

static uint8_t sm_create_sq(struct sm_cmd *cmd)
{
	struct prm_create_sq_in_fields in;
	const struct prm_sqc_fields *ctx = &in.ctx;
	struct sm_dev *dev = cmd->dev;
	struct sm_place place;
	struct sm_qp *sq;
	uint8_t status;

	prm_create_sq_in_unpack(&in, cmd->in, NULL);
	status = sm_eth_may_name(cmd, (const struct sm_obj *[]){
			sm_table_get(&dev->pds, ctx->wq.pd), sm_table_get(&dev->cqs, ctx->cqn),
			sm_table_get(&dev->uars, ctx->wq.uar_page),
			sm_table_get(&dev->tises, ctx->tis_num_0) }, 4);
	if (!status)
		status = sm_eth_cmd_place(cmd, &ctx->wq, PRM_CREATE_SQ_IN_SIZE, &place);
	if (status)
		return status;
	status = sm_sq_create(dev, cmd->hdr.uid, ctx, &place, &sq);
	if (status)
		sm_place_drop(&place);
	else
		prm_create_sq_out_set_sqn(cmd->out, sq->obj.id);
	return status;
}

static uint8_t sm_create_rq(struct sm_cmd *cmd)
{
	struct prm_create_rq_in_fields in;
	const struct prm_rqc_fields *ctx = &in.ctx;
	struct sm_dev *dev = cmd->dev;
	struct sm_place place;
	struct sm_qp *rq;
	bool has_ring;
	uint8_t status;

	prm_create_rq_in_unpack(&in, cmd->in, NULL);
	has_ring = ctx->mem_rq_type != PRM_MEM_RQ_TYPE_MEMORY_RQ_RMP;
	status = sm_eth_may_name(cmd, (const struct sm_obj *[]){
			has_ring ? sm_table_get(&dev->pds, ctx->wq.pd) :
				   sm_table_get(&dev->srqs, ctx->rmpn),
			sm_table_get(&dev->cqs, ctx->cqn) }, 2);
	if (!status && has_ring)
		status = sm_eth_cmd_place(cmd, &ctx->wq, PRM_CREATE_RQ_IN_SIZE, &place);
	if (status)
		return status;
	status = sm_rq_create(dev, cmd->hdr.uid, ctx, has_ring ? &place : NULL, &rq);
	if (status && has_ring)
		sm_place_drop(&place);
	else if (!status)
		prm_create_rq_out_set_rqn(cmd->out, rq->obj.id);
	return status;
}

static struct sm_qp *sm_own_queue(struct sm_cmd *cmd, uint32_t number, bool is_rq)
{
	struct sm_qp *qp = sm_table_get(&cmd->dev->qps, number);

	if (qp && qp->eth && qp->eth->is_rq == is_rq && sm_cmd_owns(cmd, &qp->obj))
		return qp;
	sm_cmd_no_object(is_rq ? "rqn" : "sqn", number);
	return NULL;
}

static uint8_t sm_modify_sq(struct sm_cmd *cmd)
{
	struct prm_modify_sq_in_fields in;
	struct sm_qp *sq;

	prm_modify_sq_in_unpack(&in, cmd->in, NULL);
	sq = sm_own_queue(cmd, in.sqn, false);
	if (!sq)
		return PRM_CMD_STATUS_BAD_RES;
	if (in.modify_bitmask)
		return sm_because(PRM_CMD_STATUS_BAD_PARAM,
				  "modify_bitmask is 0x%llx; the device can change the state only",
				  (unsigned long long)in.modify_bitmask);
	return sm_eth_modify(sq, in.sq_state, in.ctx.state);
}

/* VLAN tags are stripped from now on, or no more. */
static uint8_t sm_modify_rq(struct sm_cmd *cmd)
{
	struct prm_modify_rq_in_fields in;
	struct sm_qp *rq;
	uint8_t status;

	prm_modify_rq_in_unpack(&in, cmd->in, NULL);
	rq = sm_own_queue(cmd, in.rqn, true);
	if (!rq)
		return PRM_CMD_STATUS_BAD_RES;
	if (in.modify_bitmask & ~(uint64_t)PRM_MODIFY_RQ_FIELD_VSD)
		return sm_because(PRM_CMD_STATUS_BAD_PARAM,
				  "modify_bitmask is 0x%llx; the device can change the state and vsd",
				  (unsigned long long)in.modify_bitmask);
	status = sm_eth_modify(rq, in.rq_state, in.ctx.state);
	if (!status && in.modify_bitmask & PRM_MODIFY_RQ_FIELD_VSD)
		rq->eth->rqc.vsd = in.ctx.vsd;
	return status;
}

static uint8_t sm_query_sq(struct sm_cmd *cmd)
{
	const struct sm_qp *sq = sm_own_queue(cmd, prm_query_sq_in_get_sqn(cmd->in), false);
	struct prm_query_sq_out_fields out = {0};

	if (!sq)
		return PRM_CMD_STATUS_BAD_RES;
	out.sq_context = sq->eth->sqc;
	out.sq_context.state = sm_eth_state(sq);
	out.sq_context.wq.hw_counter = sq->req.done;
	out.sq_context.wq.sw_counter = sq->req.pi;
	prm_query_sq_out_pack(cmd->out, &out);
	return PRM_CMD_STATUS_OK;
}

static uint8_t sm_query_rq(struct sm_cmd *cmd)
{
	const struct sm_qp *rq = sm_own_queue(cmd, prm_query_rq_in_get_rqn(cmd->in), true);
	struct prm_query_rq_out_fields out = {0};

	if (!rq)
		return PRM_CMD_STATUS_BAD_RES;
	out.rq_context = rq->eth->rqc;
	out.rq_context.state = sm_eth_state(rq);
	out.rq_context.wq.hw_counter = rq->resp.rq_ci;
	prm_query_rq_out_pack(cmd->out, &out);
	return PRM_CMD_STATUS_OK;
}

static uint8_t sm_destroy_queue(struct sm_qp *qp)
{
	if (!qp)
		return PRM_CMD_STATUS_BAD_RES;
	if (qp->obj.users)
		return sm_because(PRM_CMD_STATUS_BAD_RES_STATE, "%u TIRs and entries of RQTs use the RQ 0x%x",
				  qp->obj.users, qp->obj.id);
	return sm_qp_destroy(qp);
}

static uint8_t sm_destroy_sq(struct sm_cmd *cmd)
{
	return sm_destroy_queue(sm_own_queue(cmd, prm_destroy_sq_in_get_sqn(cmd->in), false));
}

static uint8_t sm_destroy_rq(struct sm_cmd *cmd)
{
	return sm_destroy_queue(sm_own_queue(cmd, prm_destroy_rq_in_get_rqn(cmd->in), true));
}

/*
 * Interfaces.
 */

void sm_tis_release(struct sm_obj *obj)
{
	struct sm_tis *tis = sm_container_of(obj, struct sm_tis, obj);

	sm_table_remove(&obj->dev->tises, obj->id);
	tis->td->obj.users--;
	free(tis);
}

static uint8_t sm_create_tis(struct sm_cmd *cmd)
{
	struct prm_create_tis_in_fields in;
	struct sm_tis *tis;
	struct sm_td *td;

	prm_create_tis_in_unpack(&in, cmd->in, NULL);
	if (!sm_dev_is_ethernet(cmd->dev) || in.ctx.underlay_qpn || in.ctx.tls_en)
		return sm_because(PRM_CMD_STATUS_BAD_PARAM,
				  "the port is one of InfiniBand, or underlay_qpn or tls_en is set");
	td = sm_cmd_td(cmd, in.ctx.transport_domain);
	if (!td)
		return PRM_CMD_STATUS_BAD_RES;
	tis = sm_obj_new(cmd, &cmd->dev->tises, sizeof(*tis));
	if (!tis)
		return PRM_CMD_STATUS_NO_RES;
	tis->ctx = in.ctx;
	tis->td = td;
	td->obj.users++;
	prm_create_tis_out_set_tisn(cmd->out, tis->obj.id);
	return PRM_CMD_STATUS_OK;
}

static struct sm_tis *sm_own_tis(struct sm_cmd *cmd, uint32_t number)
{
	struct sm_tis *tis = sm_table_get(&cmd->dev->tises, number);

	if (tis && sm_cmd_owns(cmd, &tis->obj))
		return tis;
	sm_cmd_no_object("tisn", number);
	return NULL;
}

/* Frames have no priority here, and a device has one port: the fields are kept. */
static uint8_t sm_modify_tis(struct sm_cmd *cmd)
{
	struct prm_modify_tis_in_fields in;
	struct sm_tis *tis;

	prm_modify_tis_in_unpack(&in, cmd->in, NULL);
	tis = sm_own_tis(cmd, in.tisn);
	if (!tis)
		return PRM_CMD_STATUS_BAD_RES;
	if (in.bitmask.prio)
		tis->ctx.prio = in.ctx.prio;
	if (in.bitmask.lag_tx_port_affinity)
		tis->ctx.lag_tx_port_affinity = in.ctx.lag_tx_port_affinity;
	if (in.bitmask.strict_lag_tx_port_affinity)
		tis->ctx.strict_lag_tx_port_affinity = in.ctx.strict_lag_tx_port_affinity;
	return PRM_CMD_STATUS_OK;
}

static uint8_t sm_query_tis(struct sm_cmd *cmd)
{
	const struct sm_tis *tis = sm_own_tis(cmd, prm_query_tis_in_get_tisn(cmd->in));
	struct prm_query_tis_out_fields out = {0};

	if (!tis)
		return PRM_CMD_STATUS_BAD_RES;
	out.tis_context = tis->ctx;
	prm_query_tis_out_pack(cmd->out, &out);
	return PRM_CMD_STATUS_OK;
}

static uint8_t sm_destroy_tis(struct sm_cmd *cmd)
{
	uint8_t status;
	struct sm_obj *obj = sm_obj_to_destroy(cmd, &cmd->dev->tises,
					       prm_destroy_tis_in_get_tisn(cmd->in), &status);

	if (obj)
		sm_tis_release(obj);
	return status;
}

const struct sm_cmd_type sm_fw_ethernet[] = {
	SM_CMD(CREATE_SQ, create_sq_in, create_sq_out, sm_create_sq),
	SM_CMD(MODIFY_SQ, modify_sq_in, modify_sq_out, sm_modify_sq),
	SM_CMD(QUERY_SQ, query_sq_in, query_sq_out, sm_query_sq),
	SM_CMD(DESTROY_SQ, destroy_sq_in, destroy_sq_out, sm_destroy_sq),
	SM_CMD(CREATE_RQ, create_rq_in, create_rq_out, sm_create_rq),
	SM_CMD(MODIFY_RQ, modify_rq_in, modify_rq_out, sm_modify_rq),
	SM_CMD(QUERY_RQ, query_rq_in, query_rq_out, sm_query_rq),
	SM_CMD(DESTROY_RQ, destroy_rq_in, destroy_rq_out, sm_destroy_rq),
	SM_CMD(CREATE_TIS, create_tis_in, create_tis_out, sm_create_tis),
	SM_CMD(MODIFY_TIS, modify_tis_in, modify_tis_out, sm_modify_tis),
	SM_CMD(QUERY_TIS, query_tis_in, query_tis_out, sm_query_tis),
	SM_CMD(DESTROY_TIS, destroy_tis_in, destroy_tis_out, sm_destroy_tis),
	{0},
};
