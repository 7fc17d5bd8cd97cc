// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Commands of shared receive queues. An SRQ of verbs is a receive memory pool (RMP) here, as in
 * mlx5_core.
 */
#include <string.h>

#include "firmware/fw.h"
#include "nic/nic.h"
#include "prm_rmp.h"

static uint8_t sm_create_rmp(struct sm_cmd *cmd)
{
	struct prm_create_rmp_in_fields in;
	const struct prm_wq_fields *wq = &in.ctx.wq;
	struct sm_dev *dev = cmd->dev;
	struct sm_srq_place place;
	struct sm_srq *srq;
	uint8_t status;

	prm_create_rmp_in_unpack(&in, cmd->in, NULL);
	if ((wq->wq_type != PRM_WQ_TYPE_LINKED_LIST && wq->wq_type != PRM_WQ_TYPE_CYCLIC) ||
	    !wq->wq_umem_valid || !wq->dbr_umem_valid)
		return PRM_CMD_STATUS_BAD_PARAM;
	if (!sm_cmd_may_name_all(cmd, (const struct sm_obj *[]){
			sm_table_get(&dev->pds, wq->pd), sm_table_get(&dev->umems, wq->wq_umem_id),
			sm_table_get(&dev->umems, wq->dbr_umem_id) }, 3))
		return PRM_CMD_STATUS_BAD_RES;
	place = (struct sm_srq_place){
		.pd = wq->pd, .umem = wq->wq_umem_id, .dbr_umem = wq->dbr_umem_id,
		.offset = wq->wq_umem_offset, .dbr_offset = wq->dbr_addr,
		.log_size = wq->log_wq_sz, .log_stride = wq->log_wq_stride,
	};
	status = sm_srq_create(cmd->dev, cmd->hdr.uid, &place, &srq);
	if (status)
		return status;
	srq->rmpc = in.ctx;
	srq->limit = wq->lwm;
	prm_create_rmp_out_set_rmpn(cmd->out, srq->obj.id);
	return PRM_CMD_STATUS_OK;
}

static struct sm_srq *sm_own_srq(struct sm_cmd *cmd, uint32_t number)
{
	struct sm_srq *srq = sm_table_get(&cmd->dev->srqs, number);

	return srq && sm_cmd_owns(cmd, &srq->obj) ? srq : NULL;
}

static uint8_t sm_destroy_rmp(struct sm_cmd *cmd)
{
	struct sm_srq *srq = sm_own_srq(cmd, prm_destroy_rmp_in_get_rmpn(cmd->in));

	return srq ? sm_srq_destroy(srq) : PRM_CMD_STATUS_BAD_RES;
}

static uint8_t sm_query_rmp(struct sm_cmd *cmd)
{
	const struct sm_srq *srq = sm_own_srq(cmd, prm_query_rmp_in_get_rmpn(cmd->in));
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
	srq = sm_own_srq(cmd, in.rmpn);
	if (!srq)
		return PRM_CMD_STATUS_BAD_RES;
	return in.bitmask.lwm ? sm_srq_arm(srq, in.ctx.wq.lwm) : PRM_CMD_STATUS_OK;
}

const struct sm_cmd_type sm_fw_srq[] = {
	SM_CMD(CREATE_RMP, create_rmp_in, create_rmp_out, sm_create_rmp),
	SM_CMD(MODIFY_RMP, modify_rmp_in, modify_rmp_out, sm_modify_rmp),
	SM_CMD(QUERY_RMP, query_rmp_in, query_rmp_out, sm_query_rmp),
	SM_CMD(DESTROY_RMP, destroy_rmp_in, destroy_rmp_out, sm_destroy_rmp),
	{0},
};
