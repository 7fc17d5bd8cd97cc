// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Commands of completion queues and queue pairs, and of these in multicast groups.
 */
#include <stdlib.h>
#include <string.h>

#include "base/caps.h"
#include "firmware/fw.h"
#include "nic/queue/cq.h"
#include "nic/queue/group.h"
#include "nic/queue/qp.h"
#include "prm_qp.h"

static uint8_t sm_create_cq(struct sm_cmd *cmd)
{
	struct prm_create_cq_in_fields in;
	const struct prm_cqc_fields *ctx = &in.cq_context;
	const struct sm_uar *uar;
	struct sm_place place;
	struct sm_cq *cq;
	uint8_t status;

	prm_create_cq_in_unpack(&in, cmd->in, NULL);
	uar = sm_table_get(&cmd->dev->uars, ctx->uar_page);
	if (uar && !sm_cmd_may_name(cmd, &uar->obj))
		return sm_cmd_no_object("uar_page", ctx->uar_page);
	status = sm_cmd_place(cmd, &(struct sm_queue_memory){
			.has_umem = in.cq_umem_valid, .has_dbr_umem = ctx->dbr_umem_valid,
			.umem = in.cq_umem_id, .dbr_umem = ctx->dbr_umem_id,
			.offset = in.cq_umem_offset, .pages = PRM_CREATE_CQ_IN_SIZE,
			.log_page_size = ctx->log_page_size, .page_offset = ctx->page_offset,
			.dbr = ctx->dbr_addr, .dbr_len = PRM_CQ_DOORBELL_RECORD_SIZE }, &place);
	if (status)
		return status;
	status = sm_cq_create(cmd->dev, cmd->hdr.uid, ctx, &place, &cq);
	if (status)
		sm_place_drop(&place);
	else
		prm_create_cq_out_set_cqn(cmd->out, cq->obj.id);
	return status;
}

static struct sm_cq *sm_own_cq(struct sm_cmd *cmd, uint32_t cqn)
{
	struct sm_cq *cq = sm_table_get(&cmd->dev->cqs, cqn);

	if (cq && sm_cmd_owns(cmd, &cq->obj))
		return cq;
	sm_cmd_no_object("cqn", cqn);
	return NULL;
}

static uint8_t sm_destroy_cq(struct sm_cmd *cmd)
{
	struct sm_cq *cq = sm_own_cq(cmd, prm_destroy_cq_in_get_cqn(cmd->in));

	return cq ? sm_cq_destroy(cq) : PRM_CMD_STATUS_BAD_RES;
}

static uint8_t sm_query_cq(struct sm_cmd *cmd)
{
	struct sm_cq *cq = sm_own_cq(cmd, prm_query_cq_in_get_cqn(cmd->in));
	struct prm_query_cq_out_fields out = {0};

	if (!cq)
		return PRM_CMD_STATUS_BAD_RES;
	sm_cq_query(cq, &out.cq_context);
	prm_query_cq_out_pack(cmd->out, &out);
	return PRM_CMD_STATUS_OK;
}

/*
 * The new ring is a list of pages. The kernel sets cq_umem_valid in commands of users, which may not
 * give addresses; the place of a umem's number is not public.
 */
static uint8_t sm_resize_cq(struct sm_cmd *cmd, struct sm_cq *cq,
			    const struct prm_modify_cq_in_fields *in)
{
	const uint32_t needed = PRM_CQ_RESIZE_FIELD_LOG_SIZE | PRM_CQ_RESIZE_FIELD_PG_SIZE;
	struct sm_umem *ring;
	uint8_t status;

	if (!prm_cmd_hca_cap_get_cq_resize(cmd->dev->caps->general))
		return sm_because(PRM_CMD_STATUS_BAD_OP,
				  "the device lacks the capability cq_resize");
	if (in->cq_umem_valid || (in->resize_field_select & needed) != needed)
		return sm_because(PRM_CMD_STATUS_BAD_PARAM,
				  "resize_field_select is 0x%x, 0x%x are needed; "
				  "cq_umem_valid is %u, 0 is possible",
				  in->resize_field_select, needed, in->cq_umem_valid);
	ring = sm_cmd_pages(cmd, PRM_MODIFY_CQ_IN_SIZE, in->cq_context.log_page_size,
			    in->cq_context.page_offset);
	if (!ring)
		return sm_because(PRM_CMD_STATUS_BAD_PARAM,
				  "the pages of the new ring are no memory");
	status = sm_cq_resize(cq, &in->cq_context, ring);
	if (status)
		sm_memory_drop(ring);
	return status;
}

/* Moderation and overrun, or another ring. */
static uint8_t sm_modify_cq(struct sm_cmd *cmd)
{
	struct prm_modify_cq_in_fields in;
	struct sm_cq *cq;

	prm_modify_cq_in_unpack(&in, cmd->in, NULL);
	cq = sm_own_cq(cmd, in.cqn);
	if (!cq)
		return PRM_CMD_STATUS_BAD_RES;
	if (in.op_mod == PRM_MODIFY_CQ_OP_MOD_RESIZE_CQ)
		return sm_resize_cq(cmd, cq, &in);
	if (in.op_mod != PRM_MODIFY_CQ_OP_MOD_MODIFY_CQ)
		return sm_because(PRM_CMD_STATUS_BAD_PARAM,
				  "op_mod is %u; MODIFY_CQ (%u) and RESIZE_CQ (%u) "
				  "are possible",
				  in.op_mod, PRM_MODIFY_CQ_OP_MOD_MODIFY_CQ,
				  PRM_MODIFY_CQ_OP_MOD_RESIZE_CQ);
	if (in.modify_field_select & PRM_CQ_MODIFY_FIELD_PERIOD)
		cq->ctx.cq_period = in.cq_context.cq_period;
	if (in.modify_field_select & PRM_CQ_MODIFY_FIELD_COUNT)
		cq->ctx.cq_max_count = in.cq_context.cq_max_count;
	if (in.modify_field_select & PRM_CQ_MODIFY_FIELD_OVERRUN)
		cq->ctx.oi = in.cq_context.oi;
	if (in.modify_field_select & PRM_CQ_MODIFY_FIELD_PERIOD_MODE)
		cq->ctx.cq_period_mode = in.cq_context.cq_period_mode;
	sm_cq_moderate(cq);
	return PRM_CMD_STATUS_OK;
}

/* May the command use all objects that the context names? sm_qp_create() detects missing ones. */
static bool sm_may_name_all(struct sm_cmd *cmd, const struct prm_create_qp_in_fields *in)
{
	struct sm_dev *dev = cmd->dev;
	const struct sm_obj *const named[] = {
		sm_table_get(&dev->pds, in->qpc.pd),
		sm_table_get(&dev->cqs, in->qpc.cqn_snd),
		sm_table_get(&dev->cqs, in->qpc.cqn_rcv),
		sm_table_get(&dev->uars, in->qpc.uar_page),
		sm_table_get(&dev->srqs, in->qpc.srqn_rmpn_xrqn),
		sm_table_get(&dev->xrcds, in->qpc.xrcd),
	};

	return sm_cmd_may_name_all(cmd, named, SM_ARRAY_SIZE(named));
}

static uint8_t sm_create_qp(struct sm_cmd *cmd)
{
	struct prm_create_qp_in_fields in;
	const struct prm_qpc_fields *ctx = &in.qpc;
	struct sm_place place = {0};
	uint8_t status = PRM_CMD_STATUS_OK;
	struct sm_qp *qp;

	prm_create_qp_in_unpack(&in, cmd->in, NULL);
	if (in.input_qpn)
		return sm_because(PRM_CMD_STATUS_BAD_PARAM, "input_qpn is 0x%x; 0 is possible",
				  in.input_qpn);
	if (!sm_may_name_all(cmd, &in))
		return sm_because(
			PRM_CMD_STATUS_BAD_RES,
			"one of pd 0x%x, cqn_snd 0x%x, cqn_rcv 0x%x, "
			"uar_page 0x%x, srqn_rmpn_xrqn 0x%x and xrcd 0x%x belongs to another "
			"user",
			ctx->pd, ctx->cqn_snd, ctx->cqn_rcv, ctx->uar_page, ctx->srqn_rmpn_xrqn,
			ctx->xrcd);
	/* A QP that only receives for XRC SRQs has no queue. */
	if (ctx->st != PRM_QP_SERVICE_TYPE_XRC || !ctx->no_sq)
		status = sm_cmd_place(cmd, &(struct sm_queue_memory){
			.has_umem = in.wq_umem_valid, .has_dbr_umem = ctx->dbr_umem_valid,
			.umem = in.wq_umem_id, .dbr_umem = ctx->dbr_umem_id,
			.offset = in.wq_umem_offset, .pages = PRM_CREATE_QP_IN_SIZE,
			.log_page_size = ctx->log_page_size, .page_offset = ctx->page_offset,
			.dbr = ctx->dbr_addr, .dbr_len = PRM_QP_DOORBELL_RECORD_SIZE }, &place);
	if (status)
		return status;
	status = sm_qp_create(cmd->dev, cmd->hdr.uid, ctx, &place, &qp);
	if (status)
		sm_place_drop(&place);
	else
		prm_create_qp_out_set_qpn(cmd->out, qp->obj.id);
	return status;
}

static struct sm_qp *sm_own_qp(struct sm_cmd *cmd, uint32_t qpn)
{
	struct sm_qp *qp = sm_table_get(&cmd->dev->qps, qpn);

	if (qp && !qp->dct && !qp->eth && sm_cmd_owns(cmd, &qp->obj))
		return qp;
	sm_cmd_no_object("qpn", qpn);
	return NULL;
}

static uint8_t sm_destroy_qp(struct sm_cmd *cmd)
{
	struct sm_qp *qp = sm_own_qp(cmd, prm_destroy_qp_in_get_qpn(cmd->in));

	return qp ? sm_qp_destroy(qp) : PRM_CMD_STATUS_BAD_RES;
}

static uint8_t sm_query_qp(struct sm_cmd *cmd)
{
	struct sm_qp *qp = sm_own_qp(cmd, prm_query_qp_in_get_qpn(cmd->in));
	struct prm_query_qp_out_fields out = {0};

	if (!qp)
		return PRM_CMD_STATUS_BAD_RES;
	sm_qp_query(qp, &out.qpc);
	prm_query_qp_out_pack(cmd->out, &out);
	return PRM_CMD_STATUS_OK;
}

/* All commands that change the state start with the same fields. */
static uint8_t sm_modify_qp(struct sm_cmd *cmd)
{
	const struct prm_rst2init_qp_in *in = cmd->in;
	struct sm_qp *qp = sm_own_qp(cmd, prm_rst2init_qp_in_get_qpn(in));
	struct prm_qpc_fields ctx;

	if (!qp)
		return PRM_CMD_STATUS_BAD_RES;
	prm_qpc_unpack(&ctx, &in->qpc, NULL);
	return sm_qp_modify(qp, cmd->hdr.opcode, prm_rst2init_qp_in_get_opt_param_mask(in), &ctx);
}

/* The extension of the context is there, if the command says so: only mmo is changed by it. */
static uint8_t sm_init2init_qp(struct sm_cmd *cmd)
{
	const struct prm_cmd_hca_cap *cap = cmd->dev->caps->general;
	struct prm_init2init_qp_in_fields in;
	struct sm_qp *qp;
	bool is_mmo;
	uint8_t status;

	prm_init2init_qp_in_unpack(&in, cmd->in, NULL);
	if (!in.qpc_ext)
		return sm_modify_qp(cmd);
	if (cmd->in_len < sizeof(struct prm_init2init_qp_in) + sizeof(struct prm_qpc_ext))
		return sm_because(PRM_CMD_STATUS_BAD_INP_LEN,
				  "qpc_ext is set, and the command has %zu "
				  "bytes, without it",
				  cmd->in_len);
	is_mmo = in.opt_param_mask_95_32 & PRM_QP_OPT_PARAM_32_MMO;
	if (!prm_cmd_hca_cap_get_qpc_extension(cap) ||
	    (is_mmo && !prm_cmd_hca_cap_get_dma_mmo_qp(cap)))
		return sm_because(PRM_CMD_STATUS_BAD_PARAM,
				  "qpc_ext needs the capability qpc_extension, and "
				  "its mmo dma_mmo_qp");
	status = sm_modify_qp(cmd);
	qp = sm_own_qp(cmd, in.qpn);
	if (!status && is_mmo && qp)
		qp->has_mmo = prm_qpc_ext_get_mmo(
			(const void *)((const char *)cmd->in + sizeof(struct prm_init2init_qp_in)));
	return status;
}

static uint8_t sm_end_qp(struct sm_cmd *cmd)
{
	struct sm_qp *qp = sm_own_qp(cmd, prm_qp_2rst_in_get_qpn(cmd->in));

	return qp ? sm_qp_modify(qp, cmd->hdr.opcode, 0, NULL) : PRM_CMD_STATUS_BAD_RES;
}

static uint8_t sm_attach_to_mcg(struct sm_cmd *cmd)
{
	struct prm_attach_to_mcg_in_fields in;
	struct sm_qp *qp;

	prm_attach_to_mcg_in_unpack(&in, cmd->in, NULL);
	qp = sm_own_qp(cmd, in.qpn);
	return qp ? sm_group_attach(qp, in.multicast_gid) : PRM_CMD_STATUS_BAD_RES;
}

static uint8_t sm_detach_from_mcg(struct sm_cmd *cmd)
{
	struct prm_detach_from_mcg_in_fields in;
	struct sm_qp *qp;

	prm_detach_from_mcg_in_unpack(&in, cmd->in, NULL);
	qp = sm_own_qp(cmd, in.qpn);
	return qp ? sm_group_detach(qp, in.multicast_gid) : PRM_CMD_STATUS_BAD_RES;
}

PRM_STATIC_ASSERT(offsetof(struct prm_rst2init_qp_in, qpc) ==
		  offsetof(struct prm_sqd2rts_qp_in, qpc), "commands of states are alike");
PRM_STATIC_ASSERT(sizeof(struct prm_qp_2rst_in) == sizeof(struct prm_qp_2err_in),
		  "commands that end a QP are alike");

const struct sm_cmd_type sm_fw_queue[] = {
	SM_CMD(CREATE_CQ, create_cq_in, create_cq_out, sm_create_cq),
	SM_CMD(DESTROY_CQ, destroy_cq_in, destroy_cq_out, sm_destroy_cq),
	SM_CMD(QUERY_CQ, query_cq_in, query_cq_out, sm_query_cq),
	SM_CMD(MODIFY_CQ, modify_cq_in, modify_cq_out, sm_modify_cq),
	SM_CMD(CREATE_QP, create_qp_in, create_qp_out, sm_create_qp),
	SM_CMD(DESTROY_QP, destroy_qp_in, destroy_qp_out, sm_destroy_qp),
	SM_CMD(QUERY_QP, query_qp_in, query_qp_out, sm_query_qp),
	SM_CMD(RST2INIT_QP, rst2init_qp_in, rst2init_qp_out, sm_modify_qp),
	SM_CMD(INIT2INIT_QP, init2init_qp_in, init2init_qp_out, sm_init2init_qp),
	SM_CMD(INIT2RTR_QP, init2rtr_qp_in, init2rtr_qp_out, sm_modify_qp),
	SM_CMD(RTR2RTS_QP, rtr2rts_qp_in, rtr2rts_qp_out, sm_modify_qp),
	SM_CMD(RTS2RTS_QP, rts2rts_qp_in, rts2rts_qp_out, sm_modify_qp),
	SM_CMD(SQD2RTS_QP, sqd2rts_qp_in, sqd2rts_qp_out, sm_modify_qp),
	SM_CMD(2ERR_QP, qp_2err_in, qp_2err_out, sm_end_qp),
	SM_CMD(2RST_QP, qp_2rst_in, qp_2rst_out, sm_end_qp),
	SM_CMD(ATTACH_TO_MCG, attach_to_mcg_in, attach_to_mcg_out, sm_attach_to_mcg),
	SM_CMD(DETACH_FROM_MCG, detach_from_mcg_in, detach_from_mcg_out, sm_detach_from_mcg),
	{0},
};
