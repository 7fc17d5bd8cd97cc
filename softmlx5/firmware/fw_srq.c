// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Commands of shared receive queues. An SRQ of verbs is a receive memory pool (RMP) here, as in
 * mlx5_core, or an SRQ of an XRC domain.
 */
#include <stdlib.h>
#include <string.h>

#include "base/caps.h"
#include "firmware/fw.h"
#include "nic/queue/srq.h"
#include "prm_rmp.h"
#include "prm_srq.h"

static uint8_t sm_create_rmp(struct sm_cmd *cmd)
{
	struct prm_create_rmp_in_fields in;
	const struct prm_wq_fields *wq = &in.ctx.wq;
	struct sm_srq_place place;
	const struct sm_pd *pd;
	struct sm_srq *srq;
	uint8_t status;

	prm_create_rmp_in_unpack(&in, cmd->in, NULL);
	if (wq->wq_type != PRM_WQ_TYPE_LINKED_LIST && wq->wq_type != PRM_WQ_TYPE_CYCLIC)
		return sm_because(PRM_CMD_STATUS_BAD_PARAM,
				  "wq_type is %u; LINKED_LIST and CYCLIC are "
				  "possible",
				  wq->wq_type);
	pd = sm_table_get(&cmd->dev->pds, wq->pd);
	if (pd && !sm_cmd_may_name(cmd, &pd->obj))
		return sm_cmd_no_object("pd", wq->pd);
	place = (struct sm_srq_place){
		.pd = wq->pd, .log_size = wq->log_wq_sz, .log_stride = wq->log_wq_stride,
	};
	status = sm_cmd_place(cmd, &(struct sm_queue_memory){
			.has_umem = wq->wq_umem_valid, .has_dbr_umem = wq->dbr_umem_valid,
			.umem = wq->wq_umem_id, .dbr_umem = wq->dbr_umem_id,
			.offset = wq->wq_umem_offset, .pages = PRM_CREATE_RMP_IN_SIZE,
			.log_page_size = wq->log_wq_pg_sz, .page_offset = wq->page_offset,
			.dbr = wq->dbr_addr, .dbr_len = sizeof(prm_be32) }, &place.memory);
	if (status)
		return status;
	status = sm_srq_create(cmd->dev, cmd->hdr.uid, &place, &srq);
	if (status) {
		sm_place_drop(&place.memory);
		return status;
	}
	srq->rmpc = in.ctx;
	srq->is_cyclic = wq->wq_type == PRM_WQ_TYPE_CYCLIC;
	srq->limit = wq->lwm;
	prm_create_rmp_out_set_rmpn(cmd->out, srq->obj.id);
	return PRM_CMD_STATUS_OK;
}

static struct sm_srq *sm_own_srq(struct sm_cmd *cmd, uint32_t number, bool is_xrc)
{
	struct sm_srq *srq = sm_table_get(&cmd->dev->srqs, number);

	if (srq && sm_cmd_owns(cmd, &srq->obj) && !srq->xrcd == !is_xrc)
		return srq;
	sm_cmd_no_object(is_xrc ? "xrc_srqn" : "rmpn", number);
	return NULL;
}

static uint8_t sm_destroy_rmp(struct sm_cmd *cmd)
{
	struct sm_srq *srq = sm_own_srq(cmd, prm_destroy_rmp_in_get_rmpn(cmd->in), false);

	return srq ? sm_srq_destroy(srq) : PRM_CMD_STATUS_BAD_RES;
}

static uint8_t sm_query_rmp(struct sm_cmd *cmd)
{
	const struct sm_srq *srq = sm_own_srq(cmd, prm_query_rmp_in_get_rmpn(cmd->in), false);
	struct prm_query_rmp_out_fields out = {0};

	if (!srq)
		return PRM_CMD_STATUS_BAD_RES;
	out.rmp_context = srq->rmpc;
	out.rmp_context.state = PRM_RMP_STATE_RDY;
	out.rmp_context.wq.lwm = srq->limit;
	out.rmp_context.wq.hw_counter = srq->ci;
	prm_query_rmp_out_pack(cmd->out, &out);
	return PRM_CMD_STATUS_OK;
}

/* Only the limit can change. */
static uint8_t sm_modify_rmp(struct sm_cmd *cmd)
{
	struct prm_modify_rmp_in_fields in;
	struct sm_srq *srq;

	prm_modify_rmp_in_unpack(&in, cmd->in, NULL);
	srq = sm_own_srq(cmd, in.rmpn, false);
	if (!srq)
		return PRM_CMD_STATUS_BAD_RES;
	return in.bitmask.lwm ? sm_srq_arm(srq, in.ctx.wq.lwm) : PRM_CMD_STATUS_OK;
}

/*
 * XRC SRQs. Their memory is a list of pages, and the doorbell record an address. The kernel sets the
 * bits for umems in commands of users, which may not give addresses; the place of a umem's number is
 * not public.
 */

static uint8_t sm_xrc_srq_make(struct sm_cmd *cmd, const struct prm_xrc_srqc_fields *srqc,
			       const struct sm_place *memory)
{
	const struct sm_srq_place place = {
		.memory = *memory, .pd = srqc->pd,
		.xrcd = srqc->xrcd, .cqn = srqc->cqn, .user_index = srqc->user_index,
		.log_size = srqc->log_xrc_srq_size, .log_stride = srqc->log_rq_stride + 4,
	};
	struct sm_srq *srq;
	uint8_t status = sm_srq_create(cmd->dev, cmd->hdr.uid, &place, &srq);

	if (status)
		return status;
	srq->xrc_srqc = *srqc;
	srq->limit = srqc->lwm;
	srq->is_cyclic = srqc->basic_cyclic_rcv_wqe;
	if (srqc->user_index_equal_xrc_srqn)
		srq->user_index = srq->obj.id;
	prm_create_xrc_srq_out_set_xrc_srqn(cmd->out, srq->obj.id);
	return PRM_CMD_STATUS_OK;
}

static uint8_t sm_create_xrc_srq(struct sm_cmd *cmd)
{
	struct prm_create_xrc_srq_in_fields in;
	const struct prm_xrc_srqc_fields *srqc = &in.xrc_srq_context_entry;
	struct sm_place memory;
	uint8_t status;

	prm_create_xrc_srq_in_unpack(&in, cmd->in, NULL);
	if (!prm_cmd_hca_cap_get_xrc(cmd->dev->caps->general))
		return sm_because(PRM_CMD_STATUS_BAD_OP, "the device lacks the capability xrc");
	if (in.xrc_srq_umem_valid || srqc->dbr_umem_valid || !srqc->xrcd)
		return sm_because(PRM_CMD_STATUS_BAD_PARAM,
				  "xrcd is 0x%x, which has to be above 0, or the "
				  "memory is a umem, whose place in this command is not public",
				  srqc->xrcd);
	status = sm_cmd_place(cmd, &(struct sm_queue_memory){
			.pages = PRM_CREATE_XRC_SRQ_IN_SIZE,
			.log_page_size = srqc->log_page_size, .page_offset = srqc->page_offset,
			.dbr = (uint64_t)srqc->db_record_addr_h << 32 |
			       (uint64_t)srqc->db_record_addr_l * 4,
			.dbr_len = sizeof(prm_be32) }, &memory);
	if (status)
		return status;
	status = sm_xrc_srq_make(cmd, srqc, &memory);
	if (status)
		sm_place_drop(&memory);
	return status;
}

static uint8_t sm_destroy_xrc_srq(struct sm_cmd *cmd)
{
	struct sm_srq *srq = sm_own_srq(cmd, prm_destroy_xrc_srq_in_get_xrc_srqn(cmd->in), true);

	return srq ? sm_srq_destroy(srq) : PRM_CMD_STATUS_BAD_RES;
}

static uint8_t sm_query_xrc_srq(struct sm_cmd *cmd)
{
	const struct sm_srq *srq = sm_own_srq(cmd, prm_query_xrc_srq_in_get_xrc_srqn(cmd->in), true);
	struct prm_query_xrc_srq_out_fields out = {0};

	if (!srq)
		return PRM_CMD_STATUS_BAD_RES;
	out.xrc_srq_context_entry = srq->xrc_srqc;
	out.xrc_srq_context_entry.state = PRM_SRQ_STATE_GOOD;
	out.xrc_srq_context_entry.lwm = srq->limit;
	prm_query_xrc_srq_out_pack(cmd->out, &out);
	return PRM_CMD_STATUS_OK;
}

static uint8_t sm_arm_xrc_srq(struct sm_cmd *cmd)
{
	struct prm_arm_xrc_srq_in_fields in;
	struct sm_srq *srq;

	prm_arm_xrc_srq_in_unpack(&in, cmd->in, NULL);
	srq = sm_own_srq(cmd, in.xrc_srqn, true);
	if (!srq)
		return PRM_CMD_STATUS_BAD_RES;
	if (in.op_mod == PRM_ARM_XRC_SRQ_OP_MOD_XRC_SRQ)
		return sm_srq_arm(srq, in.lwm);
	return sm_because(PRM_CMD_STATUS_BAD_PARAM, "op_mod is %u; XRC_SRQ (%u) is possible",
			  in.op_mod, PRM_ARM_XRC_SRQ_OP_MOD_XRC_SRQ);
}

const struct sm_cmd_type sm_fw_srq[] = {
	SM_CMD(CREATE_RMP, create_rmp_in, create_rmp_out, sm_create_rmp),
	SM_CMD(MODIFY_RMP, modify_rmp_in, modify_rmp_out, sm_modify_rmp),
	SM_CMD(QUERY_RMP, query_rmp_in, query_rmp_out, sm_query_rmp),
	SM_CMD(DESTROY_RMP, destroy_rmp_in, destroy_rmp_out, sm_destroy_rmp),
	SM_CMD(CREATE_XRC_SRQ, create_xrc_srq_in, create_xrc_srq_out, sm_create_xrc_srq),
	SM_CMD(DESTROY_XRC_SRQ, destroy_xrc_srq_in, destroy_xrc_srq_out, sm_destroy_xrc_srq),
	SM_CMD(QUERY_XRC_SRQ, query_xrc_srq_in, query_xrc_srq_out, sm_query_xrc_srq),
	SM_CMD(ARM_XRC_SRQ, arm_xrc_srq_in, arm_xrc_srq_out, sm_arm_xrc_srq),
	{0},
};
