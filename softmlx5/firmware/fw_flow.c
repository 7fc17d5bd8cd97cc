// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Commands of flow tables, their groups and entries. The device steers the frames that its own vport
 * receives, so that there is one type of table, NIC_RX.
 */
#include <stdlib.h>
#include <string.h>

#include "base/caps.h"
#include "firmware/fw.h"
#include "nic/queue/steering.h"
#include "prm_cap_flow_table.h"

/* What tables of received frames can do; NULL: there are none. */
static const struct prm_flow_table_prop_layout *sm_flow_caps(const struct sm_dev *dev)
{
	const struct prm_flow_table_nic_cap *cap =
		(const void *)dev->caps->image[PRM_HCA_CAP_TYPE_NIC_FLOW_TABLE];

	if (!cap || !prm_cmd_hca_cap_get_nic_flow_table(dev->caps->general) ||
	    !prm_flow_table_prop_layout_get_ft_support(&cap->flow_table_properties_nic_receive))
		return NULL;
	return &cap->flow_table_properties_nic_receive;
}

static uint8_t sm_flow_check_place(const struct sm_cmd *cmd, bool other_vport, uint16_t vport,
				   uint8_t type)
{
	if (!sm_dev_is_ethernet(cmd->dev))
		return sm_because(PRM_CMD_STATUS_BAD_OP, "the port is one of InfiniBand");
	if (!sm_flow_caps(cmd->dev))
		return sm_because(PRM_CMD_STATUS_BAD_OP, "nic_flow_table or ft_support is 0");
	if (other_vport || vport || type != PRM_FLOW_TABLE_TYPE_NIC_RX)
		return sm_because(PRM_CMD_STATUS_BAD_PARAM,
				  "table_type is %u, NIC_RX (%u) is possible; or the vport, %u, is "
				  "another one",
				  type, PRM_FLOW_TABLE_TYPE_NIC_RX, vport);
	return PRM_CMD_STATUS_OK;
}

/* A table that the command may use; NULL, with the reason. */
static struct sm_flow_table *sm_cmd_table(struct sm_cmd *cmd, const char *field, uint32_t number)
{
	struct sm_flow_table *table = sm_table_get(&cmd->dev->flow_tables, number);

	if (table && sm_cmd_owns(cmd, &table->obj))
		return table;
	sm_cmd_no_object(field, number);
	return NULL;
}

/*
 * Tables.
 */

/* Sets the miss action of a context. */
static uint8_t sm_flow_set_miss(struct sm_cmd *cmd, struct sm_flow_table *table,
				const struct prm_flow_table_context_fields *ctx)
{
	struct sm_flow_table *next = NULL;
	uint8_t status;

	if (ctx->table_miss_action > PRM_FLOW_TABLE_MISS_ACTION_FWD)
		return sm_because(PRM_CMD_STATUS_BAD_PARAM,
				  "table_miss_action is %u; DEF (%u) and FWD (%u) are possible",
				  ctx->table_miss_action, PRM_FLOW_TABLE_MISS_ACTION_DEF,
				  PRM_FLOW_TABLE_MISS_ACTION_FWD);
	if (ctx->table_miss_action == PRM_FLOW_TABLE_MISS_ACTION_FWD) {
		next = sm_cmd_table(cmd, "table_miss_id", ctx->table_miss_id);
		if (!next)
			return PRM_CMD_STATUS_BAD_RES;
	}
	status = sm_flow_table_set_miss(table, next);
	if (status)
		return status;
	table->ctx.table_miss_action = ctx->table_miss_action;
	table->ctx.table_miss_id = ctx->table_miss_id;
	return PRM_CMD_STATUS_OK;
}

static void sm_flow_table_free(struct sm_flow_table *table)
{
	sm_table_remove(&table->obj.dev->flow_tables, table->obj.id);
	free(table);
}

static uint8_t sm_flow_table_check_limits(const struct sm_dev *dev,
					  const struct prm_flow_table_context_fields *ctx)
{
	const struct prm_flow_table_prop_layout *cap = sm_flow_caps(dev);
	const uint32_t log_max = prm_flow_table_prop_layout_get_log_max_ft_size(cap);
	const uint32_t level = prm_flow_table_prop_layout_get_max_ft_level(cap);

	if (ctx->log_size > log_max)
		return sm_because(PRM_CMD_STATUS_LIM, "log_size is %u; at most %u is allowed",
				  ctx->log_size, log_max);
	if (ctx->level > level)
		return sm_because(PRM_CMD_STATUS_LIM, "level is %u; at most %u is allowed",
				  ctx->level, level);
	return PRM_CMD_STATUS_OK;
}

static uint8_t sm_flow_table_check(const struct sm_dev *dev,
				   const struct prm_create_flow_table_in_fields *in)
{
	const struct prm_flow_table_context_fields *ctx = &in->flow_table_context;

	if (in->op_mod != PRM_FLOW_TABLE_OP_MOD_NORMAL || ctx->reformat_en || ctx->decap_en ||
	    ctx->sw_owner || ctx->termination_table || ctx->rtc_valid)
		return sm_because(PRM_CMD_STATUS_BAD_PARAM,
				  "op_mod is %u, NORMAL (%u) is possible; or the context asks for "
				  "what the device does not have: reformat_en, decap_en, sw_owner, "
				  "termination_table, rtc_valid",
				  in->op_mod, PRM_FLOW_TABLE_OP_MOD_NORMAL);
	return sm_flow_table_check_limits(dev, ctx);
}

static uint8_t sm_create_flow_table(struct sm_cmd *cmd)
{
	struct prm_create_flow_table_in_fields in;
	struct sm_flow_table *table;
	uint8_t status;

	prm_create_flow_table_in_unpack(&in, cmd->in, NULL);
	status = sm_flow_check_place(cmd, in.other_vport, in.vport_number, in.table_type);
	if (!status)
		status = sm_flow_table_check(cmd->dev, &in);
	if (status)
		return status;
	table = sm_obj_new(cmd, &cmd->dev->flow_tables, sizeof(*table));
	if (!table)
		return PRM_CMD_STATUS_NO_RES;
	table->ctx = in.flow_table_context;
	status = sm_flow_set_miss(cmd, table, &in.flow_table_context);
	if (status) {
		sm_flow_table_free(table);
		return status;
	}
	prm_create_flow_table_out_set_table_id(cmd->out, table->obj.id);
	return PRM_CMD_STATUS_OK;
}

static uint8_t sm_modify_flow_table(struct sm_cmd *cmd)
{
	struct prm_modify_flow_table_in_fields in;
	struct sm_flow_table *table;
	uint8_t status;

	prm_modify_flow_table_in_unpack(&in, cmd->in, NULL);
	status = sm_flow_check_place(cmd, in.other_vport, in.vport_number, in.table_type);
	if (status)
		return status;
	if (in.modify_field_select & ~PRM_MODIFY_FLOW_TABLE_FIELD_MISS_TABLE_ID)
		return sm_because(PRM_CMD_STATUS_BAD_PARAM,
				  "modify_field_select is 0x%x; MISS_TABLE_ID (0x%x) is possible",
				  in.modify_field_select,
				  PRM_MODIFY_FLOW_TABLE_FIELD_MISS_TABLE_ID);
	table = sm_cmd_table(cmd, "table_id", in.table_id);
	if (!table)
		return PRM_CMD_STATUS_BAD_RES;
	return in.modify_field_select ? sm_flow_set_miss(cmd, table, &in.flow_table_context) :
					PRM_CMD_STATUS_OK;
}

static uint8_t sm_query_flow_table(struct sm_cmd *cmd)
{
	const struct sm_flow_table *table =
		sm_cmd_table(cmd, "table_id", prm_query_flow_table_in_get_table_id(cmd->in));
	struct prm_query_flow_table_out_fields out = {0};

	if (!table)
		return PRM_CMD_STATUS_BAD_RES;
	out.flow_table_context = table->ctx;
	prm_query_flow_table_out_pack(cmd->out, &out);
	return PRM_CMD_STATUS_OK;
}

/*
 * The root is destroyed as it is if no table leads to it: Linux does not disconnect the last one
 * (mlx5/core/fs_core.c update_root_ft_destroy()).
 */
static void sm_flow_end_root(const struct sm_cmd *cmd, uint32_t table_id)
{
	const struct sm_flow_table *root = cmd->dev->flow_root;

	if (root && root->obj.id == table_id && root->obj.users == 1 && sm_cmd_owns(cmd, &root->obj))
		sm_flow_set_root(cmd->dev, NULL);
}

static uint8_t sm_destroy_flow_table(struct sm_cmd *cmd)
{
	struct prm_destroy_flow_table_in_fields in;
	struct sm_flow_table *table;
	uint8_t status;

	prm_destroy_flow_table_in_unpack(&in, cmd->in, NULL);
	sm_flow_end_root(cmd, in.table_id);
	table = sm_obj_to_destroy(cmd, &cmd->dev->flow_tables, in.table_id, &status);
	if (!table)
		return status;
	sm_flow_table_clear(table);
	sm_flow_table_free(table);
	return PRM_CMD_STATUS_OK;
}

static uint8_t sm_set_flow_table_root(struct sm_cmd *cmd)
{
	struct prm_set_flow_table_root_in_fields in;
	struct sm_flow_table *table;
	uint8_t status;

	prm_set_flow_table_root_in_unpack(&in, cmd->in, NULL);
	status = sm_flow_check_place(cmd, in.other_vport || in.table_of_other_vport,
				     in.vport_number, in.table_type);
	if (status)
		return status;
	if (in.op_mod == PRM_FLOW_TABLE_ROOT_OP_MOD_DISCONNECT) {
		if (cmd->dev->flow_root && !sm_cmd_owns(cmd, &cmd->dev->flow_root->obj))
			return sm_because(PRM_CMD_STATUS_BAD_RES, "the root is another user's");
		sm_flow_set_root(cmd->dev, NULL);
		return PRM_CMD_STATUS_OK;
	}
	table = sm_cmd_table(cmd, "table_id", in.table_id);
	if (!table)
		return PRM_CMD_STATUS_BAD_RES;
	sm_flow_set_root(cmd->dev, table);
	return PRM_CMD_STATUS_OK;
}

/*
 * Groups.
 */

static uint8_t sm_create_flow_group(struct sm_cmd *cmd)
{
	const struct prm_create_flow_group_in *image = cmd->in;
	struct prm_create_flow_group_in_fields in;
	struct sm_flow_table *table;
	struct sm_flow_group *group;
	uint8_t status;

	prm_create_flow_group_in_unpack(&in, cmd->in, NULL);
	status = sm_flow_check_place(cmd, in.other_vport, in.vport_number, in.table_type);
	if (status)
		return status;
	if (in.group_type != PRM_FLOW_GROUP_TYPE_TCAM_SUBTABLE)
		return sm_because(PRM_CMD_STATUS_BAD_PARAM,
				  "group_type is %u; TCAM_SUBTABLE (%u) is possible", in.group_type,
				  PRM_FLOW_GROUP_TYPE_TCAM_SUBTABLE);
	table = sm_cmd_table(cmd, "table_id", in.table_id);
	if (!table)
		return PRM_CMD_STATUS_BAD_RES;
	group = sm_obj_new(cmd, &cmd->dev->flow_groups, sizeof(*group));
	if (!group)
		return PRM_CMD_STATUS_NO_RES;
	group->table = table;
	group->first = in.start_flow_index;
	group->last = in.end_flow_index;
	group->criteria = in.match_criteria_enable;
	group->mask = image->match_criteria;
	status = sm_flow_group_add(group);
	if (status) {
		sm_table_remove(&cmd->dev->flow_groups, group->obj.id);
		free(group);
		return status;
	}
	prm_create_flow_group_out_set_group_id(cmd->out, group->obj.id);
	return PRM_CMD_STATUS_OK;
}

static struct sm_flow_group *sm_cmd_group(struct sm_cmd *cmd, uint32_t table, uint32_t number)
{
	struct sm_flow_group *group = sm_table_get(&cmd->dev->flow_groups, number);

	if (group && group->table->obj.id == table && sm_cmd_owns(cmd, &group->obj))
		return group;
	sm_cmd_no_object("group_id of the table", number);
	return NULL;
}

static uint8_t sm_destroy_flow_group(struct sm_cmd *cmd)
{
	struct prm_destroy_flow_group_in_fields in;
	struct sm_flow_group *group;

	prm_destroy_flow_group_in_unpack(&in, cmd->in, NULL);
	group = sm_cmd_group(cmd, in.table_id, in.group_id);
	if (!group)
		return PRM_CMD_STATUS_BAD_RES;
	if (group->entries)
		return sm_because(PRM_CMD_STATUS_BAD_RES_STATE, "the group has entries");
	sm_flow_group_free(group);
	return PRM_CMD_STATUS_OK;
}

static uint8_t sm_query_flow_group(struct sm_cmd *cmd)
{
	const struct sm_flow_group *group =
		sm_cmd_group(cmd, prm_query_flow_group_in_get_table_id(cmd->in),
			     prm_query_flow_group_in_get_group_id(cmd->in));
	struct prm_query_flow_group_out *out = cmd->out;

	if (!group)
		return PRM_CMD_STATUS_BAD_RES;
	prm_query_flow_group_out_set_start_flow_index(out, group->first);
	prm_query_flow_group_out_set_end_flow_index(out, group->last);
	prm_query_flow_group_out_set_match_criteria_enable(out, group->criteria);
	out->match_criteria = group->mask;
	return PRM_CMD_STATUS_OK;
}

/*
 * Entries.
 */

/* An object that an entry may send frames to. */
static uint8_t sm_flow_destination(struct sm_cmd *cmd, const struct prm_dest_format_struct *from,
				   struct sm_flow_destination *to)
{
	struct prm_dest_format_struct_fields fields;

	prm_dest_format_struct_unpack(&fields, from, NULL);
	switch (fields.destination_type) {
	case PRM_FLOW_DESTINATION_TYPE_TIR:
		to->tir = sm_table_get(&cmd->dev->tirs, fields.destination_id);
		if (to->tir && sm_cmd_may_name(cmd, &to->tir->obj))
			return PRM_CMD_STATUS_OK;
		break;
	case PRM_FLOW_DESTINATION_TYPE_FLOW_TABLE:
		to->table = sm_cmd_table(cmd, "destination_id", fields.destination_id);
		if (to->table)
			return PRM_CMD_STATUS_OK;
		break;
	default:
		return sm_because(PRM_CMD_STATUS_BAD_PARAM,
				  "destination_type is %u; TIR (%u) and FLOW_TABLE (%u) are possible",
				  fields.destination_type, PRM_FLOW_DESTINATION_TYPE_TIR,
				  PRM_FLOW_DESTINATION_TYPE_FLOW_TABLE);
	}
	return sm_cmd_no_object("destination_id", fields.destination_id);
}

/* The destinations follow the fixed part of the command. */
static uint8_t sm_flow_destinations(struct sm_cmd *cmd, uint32_t n, struct sm_flow_entry *entry)
{
	const struct prm_set_fte_in *in = cmd->in;
	const struct prm_dest_format_struct *from = (const void *)(in + 1);
	const uint32_t log_max =
		prm_flow_table_prop_layout_get_log_max_destination(sm_flow_caps(cmd->dev));
	uint8_t status = PRM_CMD_STATUS_OK;

	if (n > UINT64_C(1) << log_max)
		return sm_because(PRM_CMD_STATUS_LIM,
				  "destination_list_size is %u; at most 1 << %u are allowed", n,
				  log_max);
	if (n > (cmd->in_len - sizeof(*in)) / sizeof(*from))
		return sm_because(PRM_CMD_STATUS_BAD_INP_LEN,
				  "destination_list_size is %u, and the command has %zu bytes", n,
				  cmd->in_len);
	entry->to = calloc(n + 1, sizeof(*entry->to));
	if (!entry->to)
		return PRM_CMD_STATUS_NO_RES;
	entry->n = n;
	for (uint32_t i = 0; i < n && !status; i++)
		status = sm_flow_destination(cmd, &from[i], &entry->to[i]);
	return status;
}

static uint8_t sm_flow_copy_destinations(const struct sm_flow_entry *from, struct sm_flow_entry *entry)
{
	entry->to = calloc(from->n + 1, sizeof(*entry->to));
	if (!entry->to)
		return PRM_CMD_STATUS_NO_RES;
	entry->n = from->n;
	memcpy(entry->to, from->to, from->n * sizeof(*entry->to));
	return PRM_CMD_STATUS_OK;
}

/* The counters follow the destinations of the command. */
static uint8_t sm_flow_counters(struct sm_cmd *cmd, const struct prm_flow_context_fields *ctx,
				struct sm_flow_entry *entry)
{
	const struct prm_set_fte_in *in = cmd->in;
	const struct prm_flow_counter_list *from = (const void *)(in + 1);
	const uint32_t n = ctx->flow_counter_list_size, skipped = ctx->destination_list_size;
	const uint32_t log_max =
		prm_flow_table_prop_layout_get_log_max_flow_counter(sm_flow_caps(cmd->dev));

	if (n > UINT64_C(1) << log_max)
		return sm_because(PRM_CMD_STATUS_LIM,
				  "flow_counter_list_size is %u; at most 1 << %u are allowed", n,
				  log_max);
	if ((uint64_t)n + skipped > (cmd->in_len - sizeof(*in)) / sizeof(*from))
		return sm_because(PRM_CMD_STATUS_BAD_INP_LEN,
				  "destination_list_size is %u, flow_counter_list_size %u, and the "
				  "command has %zu bytes", skipped, n, cmd->in_len);
	entry->counters = calloc(n + 1, sizeof(*entry->counters));
	if (!entry->counters)
		return PRM_CMD_STATUS_NO_RES;
	for (uint32_t i = 0; i < n; i++) {
		const uint32_t id = prm_flow_counter_list_get_flow_counter_id(&from[skipped + i]);
		struct sm_flow_counter *counter = sm_table_get(&cmd->dev->flow_counters, id);

		if (!counter || !sm_cmd_may_name(cmd, &counter->obj))
			return sm_cmd_no_object("flow_counter_id", id);
		entry->counters[entry->n_counters++] = counter;
	}
	return PRM_CMD_STATUS_OK;
}

static uint8_t sm_flow_copy_counters(const struct sm_flow_entry *from, struct sm_flow_entry *entry)
{
	entry->counters = calloc(from->n_counters + 1, sizeof(*entry->counters));
	if (!entry->counters)
		return PRM_CMD_STATUS_NO_RES;
	entry->n_counters = from->n_counters;
	if (from->n_counters)
		memcpy(entry->counters, from->counters,
		       from->n_counters * sizeof(*entry->counters));
	return PRM_CMD_STATUS_OK;
}

/*
 * The entry that the command describes. @before is what it changes; NULL: it sets all of the entry. What
 * it does not change it keeps.
 */
static uint8_t sm_flow_entry_read(struct sm_cmd *cmd, const struct prm_set_fte_in_fields *in,
				  const struct sm_flow_entry *before, struct sm_flow_entry *entry)
{
	const struct prm_set_fte_in *image = cmd->in;
	const struct prm_flow_context_fields *ctx = &in->flow_context;
	const uint32_t changed = before ? in->modify_enable_mask : PRM_SET_FTE_MODIFY_ENABLE_ALL;
	uint8_t status;

	entry->index = in->flow_index;
	entry->value = before ? before->value : image->flow_context.match_value;
	entry->action = changed & PRM_SET_FTE_MODIFY_ENABLE_ACTION ? ctx->action : before->action;
	entry->flow_tag = changed & PRM_SET_FTE_MODIFY_ENABLE_FLOW_TAG ? ctx->flow_tag :
									 before->flow_tag;
	status = changed & PRM_SET_FTE_MODIFY_ENABLE_DESTINATION_LIST ?
			 sm_flow_destinations(cmd, ctx->destination_list_size, entry) :
			 sm_flow_copy_destinations(before, entry);
	if (status)
		return status;
	return changed & PRM_SET_FTE_MODIFY_ENABLE_FLOW_COUNTERS ?
		       sm_flow_counters(cmd, ctx, entry) : sm_flow_copy_counters(before, entry);
}

static uint8_t sm_flow_put(struct sm_cmd *cmd, const struct prm_set_fte_in_fields *in,
			   struct sm_flow_group *group)
{
	const struct sm_flow_entry *before = in->op_mod == PRM_SET_FTE_OP_MOD_MODIFY ?
		sm_flow_entry_get(group, in->flow_index) : NULL;
	struct sm_flow_entry *entry;
	uint8_t status;

	if (!before && in->op_mod == PRM_SET_FTE_OP_MOD_MODIFY)
		return sm_cmd_no_object("flow_index", in->flow_index);
	entry = calloc(1, sizeof(*entry));
	if (!entry)
		return PRM_CMD_STATUS_NO_RES;
	status = sm_flow_entry_read(cmd, in, before, entry);
	if (!status)
		status = sm_flow_entry_put(group, entry);
	if (status)
		sm_flow_entry_free(entry);
	return status;
}

static uint8_t sm_set_fte(struct sm_cmd *cmd)
{
	struct prm_set_fte_in_fields in;
	struct sm_flow_table *table;
	struct sm_flow_group *group;
	uint8_t status;

	prm_set_fte_in_unpack(&in, cmd->in, NULL);
	status = sm_flow_check_place(cmd, in.other_vport, in.vport_number, in.table_type);
	if (status)
		return status;
	if (in.op_mod > PRM_SET_FTE_OP_MOD_MODIFY || in.flow_context.extended_destination ||
	    in.ignore_flow_level)
		return sm_because(PRM_CMD_STATUS_BAD_PARAM,
				  "op_mod is %u, SET and MODIFY are possible; or the entry asks for "
				  "what the device does not have: extended_destination, "
				  "ignore_flow_level",
				  in.op_mod);
	table = sm_cmd_table(cmd, "table_id", in.table_id);
	if (!table)
		return PRM_CMD_STATUS_BAD_RES;
	group = sm_flow_group_of(table, in.flow_index);
	if (!group || group->obj.id != in.flow_context.group_id)
		return sm_because(PRM_CMD_STATUS_BAD_RES,
				  "flow_index is %u, which is not in group_id 0x%x of the table",
				  in.flow_index, in.flow_context.group_id);
	return sm_flow_put(cmd, &in, group);
}

/* The entry's group; NULL, with the reason, if the table has no such entry. */
static struct sm_flow_group *sm_cmd_entry(struct sm_cmd *cmd, uint32_t table_id, uint32_t index)
{
	const struct sm_flow_table *table = sm_cmd_table(cmd, "table_id", table_id);
	struct sm_flow_group *group = table ? sm_flow_group_of(table, index) : NULL;

	if (!table || (group && sm_flow_entry_get(group, index)))
		return group;
	sm_cmd_no_object("flow_index", index);
	return NULL;
}

static uint8_t sm_query_fte(struct sm_cmd *cmd)
{
	const uint32_t index = prm_query_fte_in_get_flow_index(cmd->in);
	const struct sm_flow_group *group =
		sm_cmd_entry(cmd, prm_query_fte_in_get_table_id(cmd->in), index);
	struct prm_query_fte_out *out = cmd->out;
	struct prm_dest_format_struct *to = (void *)(out + 1);
	struct prm_flow_counter_list *counter;
	const struct sm_flow_entry *entry;

	if (!group)
		return PRM_CMD_STATUS_BAD_RES;
	entry = sm_flow_entry_get(group, index);
	if (cmd->out_len < sizeof(*out) + (entry->n + entry->n_counters) * sizeof(*to))
		return sm_because(PRM_CMD_STATUS_BAD_OUTP_LEN,
				  "the entry has %u destinations and %u counters, and the answer "
				  "%zu bytes",
				  entry->n, entry->n_counters, cmd->out_len);
	prm_flow_context_set_group_id(&out->flow_context, group->obj.id);
	prm_flow_context_set_flow_tag(&out->flow_context, entry->flow_tag);
	prm_flow_context_set_action(&out->flow_context, entry->action);
	prm_flow_context_set_destination_list_size(&out->flow_context, entry->n);
	out->flow_context.match_value = entry->value;
	for (uint32_t i = 0; i < entry->n; i++) {
		const struct sm_flow_destination *from = &entry->to[i];

		prm_dest_format_struct_set_destination_type(&to[i], from->tir ?
			PRM_FLOW_DESTINATION_TYPE_TIR : PRM_FLOW_DESTINATION_TYPE_FLOW_TABLE);
		prm_dest_format_struct_set_destination_id(&to[i], from->tir ? from->tir->obj.id :
									       from->table->obj.id);
	}
	prm_flow_context_set_flow_counter_list_size(&out->flow_context, entry->n_counters);
	counter = (void *)(to + entry->n);
	for (uint32_t i = 0; i < entry->n_counters; i++)
		prm_flow_counter_list_set_flow_counter_id(&counter[i], entry->counters[i]->obj.id);
	return PRM_CMD_STATUS_OK;
}

static uint8_t sm_delete_fte(struct sm_cmd *cmd)
{
	struct prm_delete_fte_in_fields in;
	struct sm_flow_group *group;

	prm_delete_fte_in_unpack(&in, cmd->in, NULL);
	group = sm_cmd_entry(cmd, in.table_id, in.flow_index);
	if (!group)
		return PRM_CMD_STATUS_BAD_RES;
	sm_flow_entry_remove(group, in.flow_index);
	return PRM_CMD_STATUS_OK;
}

/*
 * All tables of a user are cleared before the first one is freed, since they refer to each other.
 */

void sm_flow_table_leave(struct sm_obj *obj)
{
	sm_flow_table_clear(sm_container_of(obj, struct sm_flow_table, obj));
}

void sm_flow_table_release(struct sm_obj *obj)
{
	sm_flow_table_free(sm_container_of(obj, struct sm_flow_table, obj));
}

const struct sm_cmd_type sm_fw_flow[] = {
	SM_CMD(CREATE_FLOW_TABLE, create_flow_table_in, create_flow_table_out, sm_create_flow_table),
	SM_CMD(MODIFY_FLOW_TABLE, modify_flow_table_in, modify_flow_table_out, sm_modify_flow_table),
	SM_CMD(QUERY_FLOW_TABLE, query_flow_table_in, query_flow_table_out, sm_query_flow_table),
	SM_CMD(DESTROY_FLOW_TABLE, destroy_flow_table_in, destroy_flow_table_out,
	       sm_destroy_flow_table),
	SM_CMD(SET_FLOW_TABLE_ROOT, set_flow_table_root_in, set_flow_table_root_out,
	       sm_set_flow_table_root),
	SM_CMD(CREATE_FLOW_GROUP, create_flow_group_in, create_flow_group_out, sm_create_flow_group),
	SM_CMD(QUERY_FLOW_GROUP, query_flow_group_in, query_flow_group_out, sm_query_flow_group),
	SM_CMD(DESTROY_FLOW_GROUP, destroy_flow_group_in, destroy_flow_group_out,
	       sm_destroy_flow_group),
	SM_CMD(SET_FLOW_TABLE_ENTRY, set_fte_in, set_fte_out, sm_set_fte),
	SM_CMD(QUERY_FLOW_TABLE_ENTRY, query_fte_in, query_fte_out, sm_query_fte),
	SM_CMD(DELETE_FLOW_TABLE_ENTRY, delete_fte_in, delete_fte_out, sm_delete_fte),
	{0},
};
