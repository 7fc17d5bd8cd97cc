// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Commands of device memory.
 */
#include "firmware/fw.h"
#include "nic/memory/memic.h"
#include "prm_memic.h"

static uint8_t sm_alloc_memic(struct sm_cmd *cmd)
{
	struct prm_alloc_memic_in_fields in;
	uint64_t start = 0;
	uint8_t status;

	prm_alloc_memic_in_unpack(&in, cmd->in, NULL);
	status = sm_memic_alloc(cmd->dev, in.range_start_addr, in.range_size,
				in.log_memic_addr_alignment, in.memic_size, &start);
	prm_alloc_memic_out_set_memic_start_addr(cmd->out, start);
	return status;
}

static uint8_t sm_dealloc_memic(struct sm_cmd *cmd)
{
	return sm_memic_free(cmd->dev, prm_dealloc_memic_in_get_memic_start_addr(cmd->in),
			     prm_dealloc_memic_in_get_memic_size(cmd->in));
}

static uint8_t sm_modify_memic(struct sm_cmd *cmd)
{
	struct prm_modify_memic_in_fields in;
	uint64_t addr = 0;
	uint8_t status;

	prm_modify_memic_in_unpack(&in, cmd->in, NULL);
	if (in.op_mod == PRM_MODIFY_MEMIC_OP_MOD_DEALLOC)
		return sm_memic_operation_free(cmd->dev, in.memic_start_addr,
					       in.memic_operation_type);
	if (in.op_mod != PRM_MODIFY_MEMIC_OP_MOD_ALLOC)
		return sm_because(PRM_CMD_STATUS_BAD_PARAM,
				  "op_mod is %u; ALLOC (%u) and DEALLOC (%u) are possible",
				  in.op_mod, PRM_MODIFY_MEMIC_OP_MOD_ALLOC,
				  PRM_MODIFY_MEMIC_OP_MOD_DEALLOC);
	status = sm_memic_operation(cmd->dev, in.memic_start_addr, in.memic_operation_type, &addr);
	prm_modify_memic_out_set_memic_operation_addr(cmd->out, addr);
	return status;
}

const struct sm_cmd_type sm_fw_memic[] = {
	SM_CMD(ALLOC_MEMIC, alloc_memic_in, alloc_memic_out, sm_alloc_memic),
	SM_CMD(DEALLOC_MEMIC, dealloc_memic_in, dealloc_memic_out, sm_dealloc_memic),
	SM_CMD(MODIFY_MEMIC, modify_memic_in, modify_memic_out, sm_modify_memic),
	{0},
};
