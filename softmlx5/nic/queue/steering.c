// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Steering of received frames. A frame goes from table to table, beginning at the root: in each, the
 * first entry that matches it decides, and the miss action if there is none. Tables only lead to tables
 * of higher levels, so that this ends.
 */
#include <stdlib.h>
#include <string.h>

#include "base/reason.h"
#include "fabric/members.h"
#include "nic/memory/payload.h"
#include "nic/queue/flow_match.h"
#include "nic/queue/steering.h"
#include "nic/wire/packet.h"

/*
 * Tables.
 */

static uint8_t sm_flow_check_next(const struct sm_flow_table *from, const struct sm_flow_table *to)
{
	if (to->ctx.level > from->ctx.level)
		return PRM_CMD_STATUS_OK;
	return sm_because(PRM_CMD_STATUS_BAD_PARAM,
			  "the table 0x%x has level %u, and has to be above %u, that of table 0x%x",
			  to->obj.id, to->ctx.level, from->ctx.level, from->obj.id);
}

uint8_t sm_flow_table_set_miss(struct sm_flow_table *table, struct sm_flow_table *next)
{
	const uint8_t status = next ? sm_flow_check_next(table, next) : PRM_CMD_STATUS_OK;

	if (status)
		return status;
	if (next)
		next->obj.users++;
	if (table->miss)
		table->miss->obj.users--;
	table->miss = next;
	return PRM_CMD_STATUS_OK;
}

void sm_flow_set_root(struct sm_dev *dev, struct sm_flow_table *table)
{
	struct sm_flow_table *before = dev->flow_root;
	uint8_t gid[SM_GID_SIZE];

	sm_gid_of_ethernet(gid);
	dev->flow_root = table;
	if (table && !before)
		sm_fabric_join(dev, gid);
	else if (before && !table)
		sm_fabric_leave(dev, gid);
}

void sm_flow_table_clear(struct sm_flow_table *table)
{
	struct sm_dev *dev = table->obj.dev;

	if (dev->flow_root == table)
		sm_flow_set_root(dev, NULL);
	sm_flow_table_set_miss(table, NULL);
	while (table->groups)
		sm_flow_group_free(table->groups);
}

/*
 * Groups.
 */

static struct sm_flow_group **sm_flow_group_at(struct sm_flow_table *table, uint32_t first)
{
	struct sm_flow_group **at = &table->groups;

	while (*at && (*at)->first < first)
		at = &(*at)->next;
	return at;
}

struct sm_flow_group *sm_flow_group_of(const struct sm_flow_table *table, uint32_t index)
{
	struct sm_flow_group *group = table->groups;

	while (group && (index < group->first || index > group->last))
		group = group->next;
	return group;
}

static bool sm_flow_groups_overlap(const struct sm_flow_group *group)
{
	const struct sm_flow_group *other = group->table->groups;

	while (other && (other->last < group->first || other->first > group->last))
		other = other->next;
	return other;
}

uint8_t sm_flow_group_add(struct sm_flow_group *group)
{
	const uint64_t size = UINT64_C(1) << group->table->ctx.log_size;
	struct sm_flow_group **at;

	if (group->first > group->last || group->last >= size || sm_flow_groups_overlap(group))
		return sm_because(PRM_CMD_STATUS_BAD_PARAM,
				  "start_flow_index is %u and end_flow_index %u: they have to be below "
				  "%llu, in order, and of no other group",
				  group->first, group->last, (unsigned long long)size);
	if (!sm_match_is_known(&group->mask))
		return sm_because(PRM_CMD_STATUS_BAD_PARAM,
				  "match_criteria has bits of fields that the device does not compare");
	at = sm_flow_group_at(group->table, group->first);
	group->next = *at;
	*at = group;
	group->table->obj.users++;
	return PRM_CMD_STATUS_OK;
}

void sm_flow_group_free(struct sm_flow_group *group)
{
	struct sm_flow_group **at = sm_flow_group_at(group->table, group->first);

	while (group->entries)
		sm_flow_entry_remove(group, group->entries->index);
	*at = group->next;
	group->table->obj.users--;
	sm_table_remove(&group->obj.dev->flow_groups, group->obj.id);
	free(group);
}

/*
 * Entries.
 */

static struct sm_flow_entry **sm_flow_entry_at(struct sm_flow_group *group, uint32_t index)
{
	struct sm_flow_entry **at = &group->entries;

	while (*at && (*at)->index < index)
		at = &(*at)->next;
	return at;
}

struct sm_flow_entry *sm_flow_entry_get(const struct sm_flow_group *group, uint32_t index)
{
	struct sm_flow_entry *entry = group->entries;

	while (entry && entry->index != index)
		entry = entry->next;
	return entry;
}

static void sm_flow_refer(const struct sm_flow_entry *entry, int change)
{
	for (uint32_t i = 0; i < entry->n; i++) {
		struct sm_obj *to = entry->to[i].tir ? &entry->to[i].tir->obj :
						       &entry->to[i].table->obj;

		to->users += (uint32_t)change;
	}
	for (uint32_t i = 0; i < entry->n_counters; i++)
		entry->counters[i]->obj.users += (uint32_t)change;
}

static uint8_t sm_flow_entry_check(const struct sm_flow_group *group,
				   const struct sm_flow_entry *entry)
{
	const uint16_t verdict = entry->action & (uint16_t)~(PRM_FLOW_CONTEXT_ACTION_ALLOW |
							     PRM_FLOW_CONTEXT_ACTION_COUNT);
	uint8_t status = PRM_CMD_STATUS_OK;

	if (verdict != PRM_FLOW_CONTEXT_ACTION_DROP && verdict != PRM_FLOW_CONTEXT_ACTION_FWD_DEST)
		return sm_because(PRM_CMD_STATUS_BAD_PARAM,
				  "action is 0x%x; DROP (0x%x) or FWD_DEST (0x%x) is possible",
				  entry->action, PRM_FLOW_CONTEXT_ACTION_DROP,
				  PRM_FLOW_CONTEXT_ACTION_FWD_DEST);
	if (!entry->n != (verdict == PRM_FLOW_CONTEXT_ACTION_DROP))
		return sm_because(PRM_CMD_STATUS_BAD_PARAM,
				  "destination_list_size is %u, and action is 0x%x", entry->n,
				  entry->action);
	if (!entry->n_counters != !(entry->action & PRM_FLOW_CONTEXT_ACTION_COUNT))
		return sm_because(PRM_CMD_STATUS_BAD_PARAM,
				  "flow_counter_list_size is %u, and action is 0x%x",
				  entry->n_counters, entry->action);
	if (sm_match_exceeds(&entry->value, &group->mask))
		return sm_because(PRM_CMD_STATUS_BAD_PARAM,
				  "match_value has bits that the mask of the group does not have");
	for (uint32_t i = 0; i < entry->n && !status; i++)
		if (entry->to[i].table)
			status = sm_flow_check_next(group->table, entry->to[i].table);
	return status;
}

uint8_t sm_flow_entry_put(struct sm_flow_group *group, struct sm_flow_entry *entry)
{
	const uint8_t status = sm_flow_entry_check(group, entry);
	struct sm_flow_entry **at;

	if (status)
		return status;
	sm_flow_refer(entry, 1);
	if (sm_flow_entry_get(group, entry->index))
		sm_flow_entry_remove(group, entry->index);
	at = sm_flow_entry_at(group, entry->index);
	entry->next = *at;
	*at = entry;
	return PRM_CMD_STATUS_OK;
}

void sm_flow_entry_free(struct sm_flow_entry *entry)
{
	free(entry->counters);
	free(entry->to);
	free(entry);
}

void sm_flow_entry_remove(struct sm_flow_group *group, uint32_t index)
{
	struct sm_flow_entry **at = sm_flow_entry_at(group, index), *entry = *at;

	*at = entry->next;
	sm_flow_refer(entry, -1);
	sm_flow_entry_free(entry);
}

/*
 * Frames.
 */

static const struct sm_flow_entry *sm_flow_find(const struct sm_flow_table *table,
						const struct prm_fte_match_param *match)
{
	for (const struct sm_flow_group *group = table->groups; group; group = group->next)
		for (const struct sm_flow_entry *entry = group->entries; entry; entry = entry->next)
			if (sm_match_is_equal(match, &group->mask, &entry->value, group->criteria))
				return entry;
	return NULL;
}

struct sm_steered {
	const struct sm_packet *packet;
	struct sm_eth_head head;
	struct prm_fte_match_param match;
};

static void sm_flow_walk(const struct sm_flow_table *table, const struct sm_steered *frame)
{
	const struct sm_flow_entry *entry = NULL;

	while (table && !(entry = sm_flow_find(table, &frame->match)))
		table = table->miss;
	if (!entry)
		return;
	for (uint32_t i = 0; i < entry->n_counters; i++) {
		entry->counters[i]->packets++;
		entry->counters[i]->octets += sm_packet_len(frame->packet);
	}
	for (uint32_t i = 0; i < entry->n; i++) {
		if (entry->to[i].tir)
			sm_tir_receive(entry->to[i].tir, frame->packet, &frame->head,
				       entry->flow_tag);
		else
			sm_flow_walk(entry->to[i].table, frame);
	}
}

/* The frame is copied once, so that its sender cannot change it between the match and its receiver. */
void sm_steer(struct sm_dev *dev, const struct sm_packet *packet)
{
	static uint8_t bytes[SM_FRAME_MAX];
	struct sm_steered frame = { .packet = packet };
	const uint32_t len = sm_packet_len(packet);

	if (!dev->flow_root || len < SM_ETH_HEAD_SIZE || len > sizeof(bytes))
		return;
	if (!sm_payload_read(packet->payload, bytes)) {
		packet->payload->is_gone = true;
		return;
	}
	sm_eth_head_read(&frame.head, bytes, len);
	sm_match_read(&frame.match, &frame.head);
	sm_flow_walk(dev->flow_root, &frame);
}
