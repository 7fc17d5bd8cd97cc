/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Steering of received frames: flow tables, whose groups have masks, and whose entries have values and
 * say where a frame goes.
 */
#ifndef SOFTMLX5_STEERING_H
#define SOFTMLX5_STEERING_H

#include "nic/queue/ethernet.h"
#include "prm_flow_table.h"

struct sm_flow_group;

struct sm_flow_table {
	struct sm_obj obj;
	struct prm_flow_table_context_fields ctx;
	struct sm_flow_table *miss;	/* where a frame goes that no entry matches; NULL: nowhere */
	struct sm_flow_group *groups;	/* by the number of their first entry */
};

/* Where an entry sends a frame: one of both. */
struct sm_flow_destination {
	struct sm_tir *tir;
	struct sm_flow_table *table;
};

/* What entries that name it have matched. */
struct sm_flow_counter {
	struct sm_obj obj;
	uint64_t packets, octets;
};

struct sm_flow_entry {
	struct sm_flow_entry *next;
	uint32_t index;
	struct prm_fte_match_param value;
	uint16_t action;	/* PRM_FLOW_CONTEXT_ACTION_* */
	uint32_t flow_tag;
	uint32_t n;
	struct sm_flow_destination *to;
	uint32_t n_counters;
	struct sm_flow_counter **counters;
};

struct sm_flow_group {
	struct sm_obj obj;
	struct sm_flow_table *table;
	struct sm_flow_group *next;
	uint32_t first, last;	/* numbers of its entries */
	uint8_t criteria;	/* PRM_MATCH_CRITERIA_ENABLE_* */
	struct prm_fte_match_param mask;
	struct sm_flow_entry *entries;	/* by number */
};

/* Commands (called by firmware/fw_flow.c): enum prm_cmd_status. */

/* Sets where frames go that no entry matches. @next is NULL, or a table of a higher level. */
uint8_t sm_flow_table_set_miss(struct sm_flow_table *table, struct sm_flow_table *next);
/* Frames start at the table, until it is destroyed; NULL: none are received. */
void sm_flow_set_root(struct sm_dev *dev, struct sm_flow_table *table);
/* Adds the group to its table, which then owns it. */
uint8_t sm_flow_group_add(struct sm_flow_group *group);
void sm_flow_group_free(struct sm_flow_group *group);
/* The group of the table that has the entry; NULL: none has. */
struct sm_flow_group *sm_flow_group_of(const struct sm_flow_table *table, uint32_t index);
/* The entry with this number; NULL: there is none. */
struct sm_flow_entry *sm_flow_entry_get(const struct sm_flow_group *group, uint32_t index);
/* Checks the entry, and puts it into the group in place of one with the same number. */
uint8_t sm_flow_entry_put(struct sm_flow_group *group, struct sm_flow_entry *entry);
void sm_flow_entry_remove(struct sm_flow_group *group, uint32_t index);
void sm_flow_entry_free(struct sm_flow_entry *entry);
/* Removes all groups of the table, and what refers to other tables. */
void sm_flow_table_clear(struct sm_flow_table *table);

/* A frame has come. */
void sm_steer(struct sm_dev *dev, const struct sm_packet *packet);

#endif
