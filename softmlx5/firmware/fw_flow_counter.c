// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Commands of flow counters. A command allocates one, and reads one.
 */
#include <stdlib.h>

#include "base/caps.h"
#include "firmware/fw.h"
#include "nic/queue/steering.h"
#include "prm_flow_counter.h"

static uint8_t sm_alloc_flow_counter(struct sm_cmd *cmd)
{
	struct prm_alloc_flow_counter_in_fields in;
	struct sm_flow_counter *counter;

	prm_alloc_flow_counter_in_unpack(&in, cmd->in, NULL);
	if (!sm_dev_is_ethernet(cmd->dev))
		return sm_because(PRM_CMD_STATUS_BAD_OP, "the port is one of InfiniBand");
	if (in.flow_counter_bulk || in.flow_counter_bulk_log_size || in.pd)
		return sm_because(PRM_CMD_STATUS_BAD_PARAM,
				  "the command asks for what the device does not have: "
				  "flow_counter_bulk, flow_counter_bulk_log_size, pd");
	counter = sm_obj_new(cmd, &cmd->dev->flow_counters, sizeof(*counter));
	if (!counter)
		return PRM_CMD_STATUS_NO_RES;
	prm_alloc_flow_counter_out_set_flow_counter_id(cmd->out, counter->obj.id);
	return PRM_CMD_STATUS_OK;
}

void sm_flow_counter_release(struct sm_obj *obj)
{
	sm_table_remove(&obj->dev->flow_counters, obj->id);
	free(obj);
}

static uint8_t sm_dealloc_flow_counter(struct sm_cmd *cmd)
{
	uint8_t status;
	struct sm_obj *obj = sm_obj_to_destroy(
		cmd, &cmd->dev->flow_counters,
		prm_dealloc_flow_counter_in_get_flow_counter_id(cmd->in), &status);

	if (obj)
		sm_flow_counter_release(obj);
	return status;
}

static uint8_t sm_query_flow_counter(struct sm_cmd *cmd)
{
	struct prm_query_flow_counter_out *out = cmd->out;
	struct prm_traffic_counter *to = prm_query_flow_counter_out_flow_statistics(out);
	struct prm_query_flow_counter_in_fields in;
	struct sm_flow_counter *counter;

	prm_query_flow_counter_in_unpack(&in, cmd->in, NULL);
	if (in.num_of_counters > 1 || in.dump_to_memory)
		return sm_because(PRM_CMD_STATUS_BAD_PARAM,
				  "num_of_counters is %u, at most 1 is allowed; or dump_to_memory is "
				  "set, which the device does not have",
				  in.num_of_counters);
	counter = sm_table_get(&cmd->dev->flow_counters, in.flow_counter_id);
	if (!counter || !sm_cmd_owns(cmd, &counter->obj))
		return sm_cmd_no_object("flow_counter_id", in.flow_counter_id);
	if (cmd->out_len < sizeof(*out) + sizeof(*to))
		return sm_because(PRM_CMD_STATUS_BAD_OUTP_LEN,
				  "the answer has %zu bytes, at least %zu are needed", cmd->out_len,
				  sizeof(*out) + sizeof(*to));
	prm_traffic_counter_set_packets(to, counter->packets);
	prm_traffic_counter_set_octets(to, counter->octets);
	if (in.clear)
		counter->packets = counter->octets = 0;
	return PRM_CMD_STATUS_OK;
}

const struct sm_cmd_type sm_fw_flow_counter[] = {
	SM_CMD(ALLOC_FLOW_COUNTER, alloc_flow_counter_in, alloc_flow_counter_out,
	       sm_alloc_flow_counter),
	SM_CMD(DEALLOC_FLOW_COUNTER, dealloc_flow_counter_in, dealloc_flow_counter_out,
	       sm_dealloc_flow_counter),
	SM_CMD(QUERY_FLOW_COUNTER, query_flow_counter_in, query_flow_counter_out,
	       sm_query_flow_counter),
	{0},
};
