// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Commands of targets of dynamic connections.
 */
#include "base/caps.h"
#include "firmware/fw.h"
#include "nic/queue/dc.h"
#include "nic/queue/qp.h"
#include "prm_dct.h"

static uint8_t sm_create_dct(struct sm_cmd *cmd)
{
	struct prm_create_dct_in_fields in;
	struct sm_dev *dev = cmd->dev;
	struct sm_qp *dct;
	uint8_t status;

	prm_create_dct_in_unpack(&in, cmd->in, NULL);
	if (!prm_cmd_hca_cap_get_dct(dev->caps->general))
		return sm_because(PRM_CMD_STATUS_BAD_OP, "the device lacks the capability dct");
	if (!sm_cmd_may_name_all(cmd, (const struct sm_obj *[]){
			sm_table_get(&dev->pds, in.dct_context_entry.pd),
			sm_table_get(&dev->cqs, in.dct_context_entry.cqn),
			sm_table_get(&dev->srqs, in.dct_context_entry.srqn_xrqn) }, 3))
		return sm_because(PRM_CMD_STATUS_BAD_RES,
				  "pd 0x%x, cqn 0x%x or srqn_xrqn 0x%x belongs to "
				  "another user",
				  in.dct_context_entry.pd, in.dct_context_entry.cqn,
				  in.dct_context_entry.srqn_xrqn);
	status = sm_dct_create(dev, cmd->hdr.uid, &in.dct_context_entry, &dct);
	if (!status)
		prm_create_dct_out_set_dctn(cmd->out, dct->obj.id);
	return status;
}

static struct sm_qp *sm_own_dct(struct sm_cmd *cmd, uint32_t dctn)
{
	struct sm_qp *dct = sm_table_get(&cmd->dev->qps, dctn);

	if (dct && dct->dct && sm_cmd_owns(cmd, &dct->obj))
		return dct;
	sm_cmd_no_object("dctn", dctn);
	return NULL;
}

static uint8_t sm_destroy_dct(struct sm_cmd *cmd)
{
	struct sm_qp *dct = sm_own_dct(cmd, prm_destroy_dct_in_get_dctn(cmd->in));

	if (!dct)
		return PRM_CMD_STATUS_BAD_RES;
	sm_dct_destroy(dct);
	return PRM_CMD_STATUS_OK;
}

static uint8_t sm_drain_dct(struct sm_cmd *cmd)
{
	struct sm_qp *dct = sm_own_dct(cmd, prm_drain_dct_in_get_dctn(cmd->in));

	if (!dct)
		return PRM_CMD_STATUS_BAD_RES;
	sm_dct_drain(dct);
	if (dct->listener.event)
		dct->listener.event(dct->listener.owner, PRM_EVENT_TYPE_DCT_DRAINED);
	return PRM_CMD_STATUS_OK;
}

static uint8_t sm_arm_dct(struct sm_cmd *cmd)
{
	struct sm_qp *dct = sm_own_dct(cmd, prm_arm_dct_in_get_dct_number(cmd->in));

	if (!dct)
		return PRM_CMD_STATUS_BAD_RES;
	sm_dct_arm(dct);
	return PRM_CMD_STATUS_OK;
}

static uint8_t sm_query_dct(struct sm_cmd *cmd)
{
	const struct sm_qp *dct = sm_own_dct(cmd, prm_query_dct_in_get_dctn(cmd->in));
	struct prm_query_dct_out_fields out = {0};

	if (!dct)
		return PRM_CMD_STATUS_BAD_RES;
	sm_dct_query(dct, &out.dct_context_entry);
	prm_query_dct_out_pack(cmd->out, &out);
	return PRM_CMD_STATUS_OK;
}

const struct sm_cmd_type sm_fw_dct[] = {
	SM_CMD(CREATE_DCT, create_dct_in, create_dct_out, sm_create_dct),
	SM_CMD(DESTROY_DCT, destroy_dct_in, destroy_dct_out, sm_destroy_dct),
	SM_CMD(DRAIN_DCT, drain_dct_in, drain_dct_out, sm_drain_dct),
	SM_CMD(QUERY_DCT, query_dct_in, query_dct_out, sm_query_dct),
	SM_CMD(ARM_DCT_FOR_KEY_VIOLATION, arm_dct_in, arm_dct_out, sm_arm_dct),
	{0},
};
