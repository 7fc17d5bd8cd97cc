// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The kernel's side: flow tables of the devices, which all files share. This is what mlx5_core
 * does for mlx5_ib: a table for each priority that has rules, chained in their order, the first one
 * connected to the port; groups as rules need them; rules with the same value in one entry.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/uverbs_flow.h"
#include "prm_cap_flow_table.h"
#include "prm_flow_table.h"

/* Sizes as in mlx5_ib: a table for up to six masks, and two entries for what is left over. */
#define SM_LOG_FLOWS 16
#define SM_FLOW_MASKS 6u
#define SM_LOG_LEFTOVERS 1

static struct sm_rule_table *sm_rule_tables;

/*
 * Tables.
 */

/* Where the table of this priority is, or would be; *@previous: the device's table before it, or NULL. */
static struct sm_rule_table **sm_rule_table_at(const struct sm_dev *dev, uint8_t priority,
					       struct sm_rule_table **previous)
{
	struct sm_rule_table **at = &sm_rule_tables;

	*previous = NULL;
	for (; *at && (*at)->priority <= priority; at = &(*at)->next) {
		if ((*at)->dev != dev)
			continue;
		if ((*at)->priority == priority)
			break;
		*previous = *at;
	}
	return at;
}

static struct sm_rule_table *sm_rule_table_next(const struct sm_dev *dev,
						struct sm_rule_table *table)
{
	while (table && table->dev != dev)
		table = table->next;
	return table;
}

/* Entries that let packets go on have the next table as a destination. */
static int sm_rule_table_redirect(const struct sm_rule_table *table)
{
	int err = 0;

	if (!table->goes_on)
		return 0;
	for (const struct sm_rule_group *group = table->groups; group; group = group->next)
		for (const struct sm_rule_entry *entry = group->entries; entry && !err;
		     entry = entry->next)
			if (entry->action & PRM_FLOW_CONTEXT_ACTION_FWD_DEST)
				err = sm_rule_entry_exec_set(
					entry, PRM_SET_FTE_MODIFY_ENABLE_DESTINATION_LIST);
	return err;
}

/* Packets come to @table, or nowhere, from the one before, or from the port. */
static int sm_rule_table_enter(struct sm_dev *dev, struct sm_rule_table *previous,
			       const struct sm_rule_table *table)
{
	const struct sm_rule_table *before;
	int err;

	if (!previous)
		return sm_rule_table_exec_root(dev, table);
	before = previous->miss;
	previous->miss = table;
	err = sm_rule_table_exec_connect(previous);
	if (!err)
		err = sm_rule_table_redirect(previous);
	if (!err)
		return 0;
	previous->miss = before;
	sm_rule_table_exec_connect(previous);
	sm_rule_table_redirect(previous);
	return err;
}

/* As in mlx5_ib, unless the device has smaller tables only. */
static uint8_t sm_rule_table_log_size(const struct sm_dev *dev, uint8_t priority)
{
	const struct prm_flow_table_nic_cap *cap =
		(const void *)dev->caps->image[PRM_HCA_CAP_TYPE_NIC_FLOW_TABLE];
	const uint32_t most = prm_flow_table_prop_layout_get_log_max_ft_size(
		&cap->flow_table_properties_nic_receive);
	const uint8_t log = priority == SM_FLOW_LEFTOVERS ? SM_LOG_LEFTOVERS :
			    priority == SM_FLOW_KERNEL    ? 0 : SM_LOG_FLOWS;

	return most < log ? (uint8_t)most : log;
}

static int sm_rule_table_new(struct sm_dev *dev, uint8_t priority, struct sm_rule_table **result)
{
	struct sm_rule_table *previous, **at = sm_rule_table_at(dev, priority, &previous);
	struct sm_rule_table *table;
	int err;

	table = calloc(1, sizeof(*table));
	if (!table)
		return -ENOMEM;
	table->dev = dev;
	table->priority = priority;
	table->log_size = sm_rule_table_log_size(dev, priority);
	table->group_size = (1u << table->log_size) / (SM_FLOW_MASKS + 1);
	table->goes_on = priority < SM_FLOW_MULTICAST && priority == SM_FLOW_PRIORITY(priority / 2, true);
	table->miss = sm_rule_table_next(dev, *at);
	err = sm_rule_table_exec_create(table);
	if (!err) {
		err = sm_rule_table_enter(dev, previous, table);
		if (err)
			sm_rule_table_exec_destroy(table);
	}
	if (err) {
		free(table);
		return err;
	}
	table->next = *at;
	*at = table;
	*result = table;
	return 0;
}

static int sm_rule_table_get(struct sm_dev *dev, uint8_t priority, struct sm_rule_table **result)
{
	struct sm_rule_table *previous, **at = sm_rule_table_at(dev, priority, &previous);

	*result = *at;
	if (*at && (*at)->dev == dev && (*at)->priority == priority)
		return 0;
	return sm_rule_table_new(dev, priority, result);
}

/*
 * Destroys a table without groups and users. If it cannot be taken out of the chain, it stays there, empty; the
 * next rule of its priority finds it.
 */
static void sm_rule_table_put(struct sm_rule_table *table)
{
	struct sm_rule_table *previous, *next = sm_rule_table_next(table->dev, table->next);
	struct sm_rule_table **at;

	if (table->groups || table->users)
		return;
	at = sm_rule_table_at(table->dev, table->priority, &previous);
	if (sm_rule_table_enter(table->dev, previous, next))
		return;
	*at = table->next;
	sm_rule_table_exec_destroy(table);
	free(table);
}

/*
 * Groups.
 */

/* The first entries that are free are for a new group. ENOSPC. */
static int sm_rule_group_place(struct sm_rule_group *group, struct sm_rule_group ***at)
{
	struct sm_rule_table *table = group->table;
	struct sm_rule_group **link = &table->groups;

	group->size = table->size_groups < SM_FLOW_MASKS && table->group_size ? table->group_size : 1;
	for (; *link && group->start + group->size > (*link)->start; link = &(*link)->next)
		group->start = (*link)->start + (*link)->size;
	*at = link;
	return group->start + group->size <= 1u << table->log_size ?
		       0 :
		       sm_because(-ENOSPC, "the flow table of priority %u has no free entries",
				  table->priority);
}

static int sm_rule_group_new(struct sm_rule_table *table, const struct sm_flow_rule *rule,
			     struct sm_rule_group **result)
{
	struct sm_rule_group *group = calloc(1, sizeof(*group)), **at;
	int err;

	if (!group)
		return -ENOMEM;
	group->table = table;
	group->criteria = rule->criteria;
	group->mask = rule->mask;
	err = sm_rule_group_place(group, &at);
	if (!err)
		err = sm_rule_group_exec_create(group);
	if (err) {
		free(group);
		return err;
	}
	table->size_groups += group->size == table->group_size;
	group->next = *at;
	*at = group;
	*result = group;
	return 0;
}

/* A group without entries is destroyed; if the firmware refuses, the next rule with its mask takes it. */
static void sm_rule_group_put(struct sm_rule_group *group, bool by_force)
{
	struct sm_rule_table *table = group->table;
	struct sm_rule_group **at = &table->groups;

	if (group->entries || (sm_rule_group_exec_destroy(group) && !by_force))
		return;
	while (*at != group)
		at = &(*at)->next;
	*at = group->next;
	table->size_groups -= group->size == table->group_size;
	free(group);
	sm_rule_table_put(table);
}

static bool sm_flow_is_same(const struct prm_fte_match_param *a, const struct prm_fte_match_param *b)
{
	return !memcmp(a, b, sizeof(*a));
}

/*
 * Entries.
 */

/* Where a new entry goes, with the first free index; NULL: the group is full. */
static struct sm_rule_entry **sm_rule_entry_place(struct sm_rule_group *group, uint32_t *index)
{
	struct sm_rule_entry **at = &group->entries;

	for (*index = group->start; *at && (*at)->index == *index; at = &(*at)->next)
		++*index;
	return *index < group->start + group->size ? at : NULL;
}

static int sm_rule_entry_new(struct sm_rule_group *group, const struct sm_flow_rule *rule,
			     struct sm_rule_hold *hold)
{
	struct sm_rule_entry *entry = calloc(1, sizeof(*entry)), **at;
	int err;

	if (!entry)
		return -ENOMEM;
	at = sm_rule_entry_place(group, &entry->index);
	entry->group = group;
	entry->value = rule->value;
	entry->action = rule->action;
	entry->tag = rule->tag;
	entry->holds = hold;
	hold->entry = entry;
	err = sm_rule_entry_exec_set(entry, 0);
	if (err) {
		free(entry);
		return err;
	}
	entry->next = *at;
	*at = entry;
	return 0;
}

/* The checks of check_conflicting_ftes() in mlx5_core. */
static int sm_rule_entry_check(const struct sm_rule_entry *entry, const struct sm_flow_rule *rule)
{
	const bool does_drop = entry->action & PRM_FLOW_CONTEXT_ACTION_DROP;

	if (does_drop != !!(rule->action & PRM_FLOW_CONTEXT_ACTION_DROP))
		return sm_because(-EEXIST,
				  "another flow of this priority has the same packets, and %s them",
				  does_drop ? "drops" : "receives");
	if (rule->has_tag && entry->tag != rule->tag)
		return sm_because(-EEXIST,
				  "another flow of this priority has the same packets, and tag_id %u",
				  entry->tag);
	return 0;
}

bool sm_rule_has_destination(const struct sm_rule_hold *hold, const struct sm_rule_hold *end,
			     const struct sm_rule_hold *same)
{
	for (; hold != end; hold = hold->next)
		if (hold->action & PRM_FLOW_CONTEXT_ACTION_FWD_DEST && hold->to_type == same->to_type &&
		    hold->to == same->to)
			return true;
	return false;
}

/* What an entry changes, PRM_SET_FTE_MODIFY_ENABLE_*, when @hold joins or leaves @others. */
static uint8_t sm_rule_changes(const struct sm_rule_hold *others, const struct sm_rule_hold *hold)
{
	uint8_t changes = 0;

	if (hold->action & PRM_FLOW_CONTEXT_ACTION_FWD_DEST &&
	    !sm_rule_has_destination(others, NULL, hold))
		changes |= PRM_SET_FTE_MODIFY_ENABLE_DESTINATION_LIST;
	if (hold->action & PRM_FLOW_CONTEXT_ACTION_COUNT)
		changes |= PRM_SET_FTE_MODIFY_ENABLE_FLOW_COUNTERS;
	return changes;
}

/* All that the rules of an entry do, which may be less or more than before. */
static uint8_t sm_rule_entry_act(struct sm_rule_entry *entry)
{
	const uint16_t before = entry->action;

	entry->action = 0;
	for (const struct sm_rule_hold *hold = entry->holds; hold; hold = hold->next)
		entry->action |= hold->action;
	return entry->action == before ? 0 : (uint8_t)PRM_SET_FTE_MODIFY_ENABLE_ACTION;
}

static void sm_rule_hold_unlink(struct sm_rule_hold *hold)
{
	struct sm_rule_hold **at = &hold->entry->holds;

	while (*at != hold)
		at = &(*at)->next;
	*at = hold->next;
}

/* One rule more for an entry; only another destination, counter or action changes it. */
static int sm_rule_entry_join(struct sm_rule_entry *entry, struct sm_rule_hold *hold)
{
	uint8_t changes = sm_rule_changes(entry->holds, hold);
	struct sm_rule_hold **at = &entry->holds;
	int err;

	while (*at)
		at = &(*at)->next;
	hold->entry = entry;
	*at = hold;
	changes |= sm_rule_entry_act(entry);
	if (!changes)
		return 0;
	err = sm_rule_entry_exec_set(entry, changes);
	if (err) {
		sm_rule_hold_unlink(hold);
		sm_rule_entry_act(entry);
	}
	return err;
}

static void sm_rule_entry_free(struct sm_rule_entry *entry, bool by_force)
{
	struct sm_rule_group *group = entry->group;
	struct sm_rule_entry **at = &group->entries;

	while (*at != entry)
		at = &(*at)->next;
	*at = entry->next;
	free(entry);
	sm_rule_group_put(group, by_force);
}

/*
 * Rules.
 */

/*
 * The entry with this mask, criteria and value, or NULL and a group with the mask that has room; *@group NULL:
 * none.
 */
static struct sm_rule_entry *sm_rule_entry_find(const struct sm_rule_table *table,
						const struct sm_flow_rule *rule,
						struct sm_rule_group **group)
{
	uint32_t index;

	*group = NULL;
	for (struct sm_rule_group *each = table->groups; each; each = each->next) {
		if (each->criteria != rule->criteria || !sm_flow_is_same(&each->mask, &rule->mask))
			continue;
		for (struct sm_rule_entry *entry = each->entries; entry; entry = entry->next)
			if (sm_flow_is_same(&entry->value, &rule->value))
				return entry;
		if (!*group && sm_rule_entry_place(each, &index))
			*group = each;
	}
	return NULL;
}

static int sm_rule_check(const struct sm_rule_table *table, const struct sm_flow_rule *rule)
{
	struct sm_rule_group *group;
	const struct sm_rule_entry *entry = sm_rule_entry_find(table, rule, &group);

	return entry ? sm_rule_entry_check(entry, rule) : 0;
}

static int sm_flow_add_to(struct sm_rule_table *table, const struct sm_flow_rule *rule,
			  struct sm_rule_hold *hold)
{
	struct sm_rule_group *group;
	struct sm_rule_entry *entry = sm_rule_entry_find(table, rule, &group);
	int err = 0;

	if (entry)
		return sm_rule_entry_join(entry, hold);
	if (!group)
		err = sm_rule_group_new(table, rule, &group);
	if (err) {
		sm_rule_table_put(table);
		return err;
	}
	err = sm_rule_entry_new(group, rule, hold);
	if (err)
		sm_rule_group_put(group, false);
	return err;
}

/* mlx5_core refuses a value that has bits without mask, which no packet could have. */
static int sm_flow_check_value(const struct sm_flow_rule *rule)
{
	const uint8_t *mask = (const void *)&rule->mask, *value = (const void *)&rule->value;

	for (size_t i = 0; i < sizeof(rule->mask); i++)
		if (value[i] & ~mask[i])
			return sm_because(-EINVAL,
					  "the flow has values with bits that their masks do not have");
	return 0;
}

/* A rule that leaves the tables of flows keeps the table where its packets go. */
static int sm_rule_hold_lead(struct sm_dev *dev, struct sm_rule_hold *hold)
{
	int err = sm_rule_table_get(dev, SM_FLOW_KERNEL, &hold->leaves_to);

	if (err)
		return err;
	hold->leaves_to->users++;
	hold->to_type = PRM_FLOW_DESTINATION_TYPE_FLOW_TABLE;
	hold->to = hold->leaves_to->id;
	return 0;
}

static void sm_rule_hold_free(struct sm_rule_hold *hold)
{
	if (hold->leaves_to) {
		hold->leaves_to->users--;
		sm_rule_table_put(hold->leaves_to);
	}
	free(hold);
}

int sm_flow_add(struct sm_dev *dev, uint8_t priority, const struct sm_flow_rule *rule,
		struct sm_rule_hold **result)
{
	struct sm_rule_hold *hold;
	struct sm_rule_table *table;
	int err = sm_flow_check_value(rule);

	if (err)
		return err;
	hold = calloc(1, sizeof(*hold));
	if (!hold)
		return -ENOMEM;
	hold->action = rule->action;
	hold->to_type = rule->to_type;
	hold->to = rule->to;
	hold->counter = rule->counter;
	err = sm_rule_table_get(dev, priority, &table);
	if (!err)
		err = sm_rule_check(table, rule);
	if (!err && rule->leaves) {
		err = sm_rule_hold_lead(dev, hold);
		if (err)
			sm_rule_table_put(table);
	}
	if (!err)
		err = sm_flow_add_to(table, rule, hold);
	if (err)
		sm_rule_hold_free(hold);
	else
		*result = hold;
	return err;
}

/*
 * The entry loses this rule, and keeps others. If these do nothing, mlx5_core leaves it as it is
 * (mlx5/core/fs_core.c mlx5_del_flow_rules()).
 */
static int sm_rule_entry_leave(struct sm_rule_hold *hold)
{
	struct sm_rule_entry *entry = hold->entry;
	struct sm_rule_hold *next = hold->next;
	uint8_t changes;
	int err = 0;

	sm_rule_hold_unlink(hold);
	changes = sm_rule_changes(entry->holds, hold) | sm_rule_entry_act(entry);
	if (changes && entry->action)
		err = sm_rule_entry_exec_set(entry, changes);
	if (err) {
		struct sm_rule_hold **at = &entry->holds;

		while (*at != next)
			at = &(*at)->next;
		*at = hold;
		sm_rule_entry_act(entry);
	}
	return err;
}

int sm_flow_remove(struct sm_rule_hold *hold, bool by_force)
{
	struct sm_rule_entry *entry = hold->entry;
	const bool is_last = entry->holds == hold && !hold->next;
	int err = is_last ? sm_rule_entry_exec_delete(entry) : sm_rule_entry_leave(hold);

	if (err && !by_force)
		return err;
	if (is_last)
		sm_rule_entry_free(entry, by_force);
	else if (err)
		sm_rule_hold_unlink(hold);
	sm_rule_hold_free(hold);
	return 0;
}
