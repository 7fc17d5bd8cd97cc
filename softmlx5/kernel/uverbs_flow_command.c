// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The kernel's side: commands for flow tables, their groups and entries, as mlx5_core has them. They are
 * the kernel's own objects, which no user owns.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/uverbs_flow.h"
#include "prm_flow_table.h"

static void sm_flow_miss(struct prm_flow_table_context_fields *context,
			 const struct sm_rule_table *next)
{
	context->table_miss_action = next ? PRM_FLOW_TABLE_MISS_ACTION_FWD :
					    PRM_FLOW_TABLE_MISS_ACTION_DEF;
	context->table_miss_id = next ? next->id : 0;
}

/* The level follows from the priority, so that packets always go on to a higher one. */
int sm_rule_table_exec_create(struct sm_rule_table *table)
{
	struct prm_create_flow_table_in_fields fields;
	struct prm_create_flow_table_out out;
	struct prm_create_flow_table_in in;
	int err;

	prm_create_flow_table_in_fields_init(&fields);
	fields.table_type = PRM_FLOW_TABLE_TYPE_NIC_RX;
	fields.flow_table_context.level = table->priority;
	fields.flow_table_context.log_size = table->log_size;
	sm_flow_miss(&fields.flow_table_context, table->miss);
	prm_create_flow_table_in_pack(&in, &fields);
	err = sm_kernel_exec(table->dev, &in, sizeof(in), &out, sizeof(out));
	if (!err)
		table->id = prm_create_flow_table_out_get_table_id(&out);
	return err;
}

int sm_rule_table_exec_connect(const struct sm_rule_table *table)
{
	struct prm_modify_flow_table_in_fields fields;
	struct prm_modify_flow_table_out out;
	struct prm_modify_flow_table_in in;

	prm_modify_flow_table_in_fields_init(&fields);
	fields.table_type = PRM_FLOW_TABLE_TYPE_NIC_RX;
	fields.table_id = table->id;
	fields.modify_field_select = PRM_MODIFY_FLOW_TABLE_FIELD_MISS_TABLE_ID;
	sm_flow_miss(&fields.flow_table_context, table->miss);
	prm_modify_flow_table_in_pack(&in, &fields);
	return sm_kernel_exec(table->dev, &in, sizeof(in), &out, sizeof(out));
}

int sm_rule_table_exec_root(struct sm_dev *dev, const struct sm_rule_table *table)
{
	struct prm_set_flow_table_root_in_fields fields;
	struct prm_set_flow_table_root_out out;
	struct prm_set_flow_table_root_in in;

	prm_set_flow_table_root_in_fields_init(&fields);
	fields.op_mod = table ? PRM_FLOW_TABLE_ROOT_OP_MOD_CONNECT :
				PRM_FLOW_TABLE_ROOT_OP_MOD_DISCONNECT;
	fields.table_type = PRM_FLOW_TABLE_TYPE_NIC_RX;
	fields.table_id = table ? table->id : 0;
	prm_set_flow_table_root_in_pack(&in, &fields);
	return sm_kernel_exec(dev, &in, sizeof(in), &out, sizeof(out));
}

int sm_rule_table_exec_destroy(const struct sm_rule_table *table)
{
	struct prm_destroy_flow_table_in_fields fields;
	struct prm_destroy_flow_table_out out;
	struct prm_destroy_flow_table_in in;

	prm_destroy_flow_table_in_fields_init(&fields);
	fields.table_type = PRM_FLOW_TABLE_TYPE_NIC_RX;
	fields.table_id = table->id;
	prm_destroy_flow_table_in_pack(&in, &fields);
	return sm_kernel_exec(table->dev, &in, sizeof(in), &out, sizeof(out));
}

int sm_rule_group_exec_create(struct sm_rule_group *group)
{
	struct prm_create_flow_group_in_fields fields;
	struct prm_create_flow_group_out out;
	struct prm_create_flow_group_in in;
	int err;

	prm_create_flow_group_in_fields_init(&fields);
	fields.table_type = PRM_FLOW_TABLE_TYPE_NIC_RX;
	fields.table_id = group->table->id;
	fields.start_flow_index = group->start;
	fields.end_flow_index = group->start + group->size - 1;
	fields.match_criteria_enable = group->criteria;
	prm_create_flow_group_in_pack(&in, &fields);
	in.match_criteria = group->mask;
	err = sm_kernel_exec(group->table->dev, &in, sizeof(in), &out, sizeof(out));
	if (!err)
		group->id = prm_create_flow_group_out_get_group_id(&out);
	return err;
}

int sm_rule_group_exec_destroy(const struct sm_rule_group *group)
{
	struct prm_destroy_flow_group_in_fields fields;
	struct prm_destroy_flow_group_out out;
	struct prm_destroy_flow_group_in in;

	prm_destroy_flow_group_in_fields_init(&fields);
	fields.table_type = PRM_FLOW_TABLE_TYPE_NIC_RX;
	fields.table_id = group->table->id;
	fields.group_id = group->id;
	prm_destroy_flow_group_in_pack(&in, &fields);
	return sm_kernel_exec(group->table->dev, &in, sizeof(in), &out, sizeof(out));
}

/* One part of a command that follows its fixed part: all have the same size. */
union sm_fte_part {
	struct prm_dest_format_struct to;
	struct prm_flow_counter_list counter;
};

static void sm_flow_destination_put(union sm_fte_part *list, uint32_t *n, uint8_t type, uint32_t id)
{
	struct prm_dest_format_struct_fields fields;

	prm_dest_format_struct_fields_init(&fields);
	fields.destination_type = type;
	fields.destination_id = id;
	if (list)
		prm_dest_format_struct_pack(&list[*n].to, &fields);
	++*n;
}

/* Writes the destinations to @list, unless it is NULL; their number. Each gets a packet once. */
static uint32_t sm_flow_destinations(const struct sm_rule_entry *entry, union sm_fte_part *list)
{
	const struct sm_rule_table *table = entry->group->table;
	uint32_t n = 0;

	if (!(entry->action & PRM_FLOW_CONTEXT_ACTION_FWD_DEST))
		return 0;
	for (const struct sm_rule_hold *hold = entry->holds; hold; hold = hold->next)
		if (hold->action & PRM_FLOW_CONTEXT_ACTION_FWD_DEST &&
		    !sm_rule_has_destination(entry->holds, hold, hold))
			sm_flow_destination_put(list, &n, hold->to_type, hold->to);
	if (table->goes_on && table->miss)
		sm_flow_destination_put(list, &n, PRM_FLOW_DESTINATION_TYPE_FLOW_TABLE,
					table->miss->id);
	return n;
}

/* As in mlx5_core, a counter is there once for each rule, and counts a packet as often. */
static uint32_t sm_flow_counters(const struct sm_rule_entry *entry, union sm_fte_part *list)
{
	uint32_t n = 0;

	for (const struct sm_rule_hold *hold = entry->holds; hold; hold = hold->next) {
		const struct prm_flow_counter_list_fields fields = { .flow_counter_id = hold->counter };

		if (!(hold->action & PRM_FLOW_CONTEXT_ACTION_COUNT))
			continue;
		if (list)
			prm_flow_counter_list_pack(&list[n].counter, &fields);
		n++;
	}
	return n;
}

int sm_rule_entry_exec_set(const struct sm_rule_entry *entry, uint8_t changes)
{
	const struct sm_rule_table *table = entry->group->table;
	const uint32_t n = sm_flow_destinations(entry, NULL), counters = sm_flow_counters(entry, NULL);
	const size_t len = PRM_SET_FTE_IN_SIZE + (n + counters) * sizeof(union sm_fte_part);
	struct prm_set_fte_in *in = malloc(len);
	struct prm_set_fte_in_fields fields;
	struct prm_set_fte_out out;
	union sm_fte_part *parts;
	int err;

	if (!in)
		return -ENOMEM;
	prm_set_fte_in_fields_init(&fields);
	fields.op_mod = changes ? PRM_SET_FTE_OP_MOD_MODIFY : PRM_SET_FTE_OP_MOD_SET;
	fields.modify_enable_mask = changes;
	fields.table_type = PRM_FLOW_TABLE_TYPE_NIC_RX;
	fields.table_id = table->id;
	fields.flow_index = entry->index;
	fields.flow_context.group_id = entry->group->id;
	fields.flow_context.flow_tag = entry->tag;
	fields.flow_context.action = entry->action;
	fields.flow_context.destination_list_size = n;
	fields.flow_context.flow_counter_list_size = counters;
	prm_set_fte_in_pack(in, &fields);
	in->flow_context.match_value = entry->value;
	parts = (union sm_fte_part *)(void *)(in + 1);
	sm_flow_destinations(entry, parts);
	sm_flow_counters(entry, parts + n);
	err = sm_kernel_exec(table->dev, in, len, &out, sizeof(out));
	free(in);
	return err;
}

int sm_rule_entry_exec_delete(const struct sm_rule_entry *entry)
{
	const struct sm_rule_table *table = entry->group->table;
	struct prm_delete_fte_in_fields fields;
	struct prm_delete_fte_out out;
	struct prm_delete_fte_in in;

	prm_delete_fte_in_fields_init(&fields);
	fields.table_type = PRM_FLOW_TABLE_TYPE_NIC_RX;
	fields.table_id = table->id;
	fields.flow_index = entry->index;
	prm_delete_fte_in_pack(&in, &fields);
	return sm_kernel_exec(table->dev, &in, sizeof(in), &out, sizeof(out));
}
