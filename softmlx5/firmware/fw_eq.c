// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Commands of event queues.
 */
#include "firmware/fw.h"
#include "nic/queue/eq.h"
#include "prm_eq.h"

static uint8_t sm_create_eq(struct sm_cmd *cmd)
{
	struct prm_create_eq_in_fields in;
	const struct prm_eqc_fields *ctx = &in.eq_context_entry;
	struct sm_umem *ring;
	struct sm_eq *eq;
	uint8_t status;

	prm_create_eq_in_unpack(&in, cmd->in, NULL);
	if (!cmd->dev->bus)
		return sm_because(PRM_CMD_STATUS_BAD_OP, "the device is no PCI function");
	ring = sm_cmd_pages(cmd, PRM_CREATE_EQ_IN_SIZE, ctx->log_page_size, ctx->page_offset);
	if (!ring)
		return sm_because(
			PRM_CMD_STATUS_BAD_PARAM,
			"the pages of the ring (log_page_size %u, page_offset %u) are no memory",
			ctx->log_page_size, ctx->page_offset);
	status = sm_eq_create(cmd->dev, cmd->hdr.uid, ctx, ring, in.event_bitmask, &eq);
	if (status)
		sm_memory_drop(ring);
	else
		prm_create_eq_out_set_eq_number(cmd->out, eq->obj.id);
	return status;
}

static struct sm_eq *sm_own_eq(struct sm_cmd *cmd, uint32_t number)
{
	struct sm_eq *eq = sm_table_get(&cmd->dev->eqs, number);

	return eq && sm_cmd_owns(cmd, &eq->obj) ? eq : NULL;
}

static uint8_t sm_destroy_eq(struct sm_cmd *cmd)
{
	struct sm_eq *eq = sm_own_eq(cmd, prm_destroy_eq_in_get_eq_number(cmd->in));

	return eq ? sm_eq_destroy(eq) : PRM_CMD_STATUS_BAD_RES;
}

static uint8_t sm_query_eq(struct sm_cmd *cmd)
{
	const struct sm_eq *eq = sm_own_eq(cmd, prm_query_eq_in_get_eq_number(cmd->in));
	struct prm_query_eq_out_fields out = {0};

	if (!eq)
		return PRM_CMD_STATUS_BAD_RES;
	sm_eq_query(eq, &out.eq_context_entry);
	out.event_bitmask = eq->events[0];
	prm_query_eq_out_pack(cmd->out, &out);
	return PRM_CMD_STATUS_OK;
}

const struct sm_cmd_type sm_fw_eq[] = {
	SM_CMD(CREATE_EQ, create_eq_in, create_eq_out, sm_create_eq),
	SM_CMD(DESTROY_EQ, destroy_eq_in, destroy_eq_out, sm_destroy_eq),
	SM_CMD(QUERY_EQ, query_eq_in, query_eq_out, sm_query_eq),
	{0},
};
