/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Flows: what a rule is, the device's flow tables that it is in, and their commands.
 */
#ifndef SOFTMLX5_UVERBS_FLOW_H
#define SOFTMLX5_UVERBS_FLOW_H

#include "kernel/uverbs_private.h"
#include "prm_flow_match.h"

/*
 * A device's tables, by priority: twice those of the application, then multicast, then the kernel's own one,
 * which has no entries here, then leftovers.
 */
#define SM_FLOW_PRIORITIES 16u
#define SM_FLOW_MULTICAST (2 * SM_FLOW_PRIORITIES)
#define SM_FLOW_KERNEL (SM_FLOW_MULTICAST + 1)
#define SM_FLOW_LEFTOVERS (SM_FLOW_KERNEL + 1)
#define SM_FLOW_PRIORITY(number, dont_trap) ((number) * 2u + !(dont_trap))

#define SM_FLOW_SPECS 10	/* of a flow; IB_FLOW_SPEC_SUPPORT_LAYERS in Linux */
#define SM_FLOW_TAGS (1u << 24)

/* What a rule does with which packets. */
struct sm_flow_rule {
	struct prm_fte_match_param mask, value;
	uint8_t criteria;	/* PRM_MATCH_CRITERIA_ENABLE_* */
	uint16_t action;	/* PRM_FLOW_CONTEXT_ACTION_DROP, _FWD_DEST and _COUNT */
	bool has_tag;
	uint32_t tag;
	bool leaves;		/* FWD_DEST: to the kernel's table; else to the following */
	uint8_t to_type;	/* PRM_FLOW_DESTINATION_TYPE_TIR, _FLOW_TABLE */
	uint32_t to;
	uint32_t counter;	/* COUNT */
};

/*
 * Specifications (uverbs_flow_spec.c).
 */
/* A part of a flow: a header, or an action. Of a header, parts that the application left out are 0. */
struct sm_flow_spec {
	uint32_t type;		/* enum ibv_flow_spec_type */
	union sm_flow_filter {
		struct ib_uverbs_flow_eth_filter eth;
		struct ib_uverbs_flow_ipv4_filter ipv4;
		struct ib_uverbs_flow_ipv6_filter ipv6;
		struct ib_uverbs_flow_tcp_udp_filter ports;
		struct ib_uverbs_flow_tunnel_filter tunnel;
		struct ib_uverbs_flow_spec_esp_filter esp;
		struct ib_uverbs_flow_gre_filter gre;
		struct ib_uverbs_flow_mpls_filter mpls;
	} value, mask;
	uint32_t tag;
	uint32_t counters;	/* their handle */
};

/* Reads a specification of @size bytes, with its head: the checks of ib_uverbs. */
int sm_flow_spec_read(const void *from, size_t size, struct sm_flow_spec *spec);
/* Adds specifications to a rule, with its action and criteria: the checks of mlx5_ib. */
int sm_flow_specs_apply(const struct sm_flow_spec *specs, unsigned int n, struct sm_flow_rule *rule);
/* Do they match packets to multicast addresses only? */
bool sm_flow_is_multicast(const struct sm_flow_spec *specs, unsigned int n);

/*
 * Tables of a device (uverbs_flow_table.c). A table has groups of one mask each, a group has entries of
 * one value each, and an entry has the rules with this value: those of several flows have all their
 * destinations.
 */
struct sm_rule_hold;

struct sm_rule_table {
	struct sm_rule_table *next;	/* of all devices, by priority */
	const struct sm_rule_table *miss;	/* where packets go on that no entry matches; NULL: nowhere */
	struct sm_dev *dev;
	uint8_t priority;
	bool goes_on;			/* those that an entry matches, too: rules with DONT_TRAP */
	uint32_t id;
	uint8_t log_size;
	uint32_t users;			/* rules that lead to it, of the kernel's table */
	uint32_t group_size, size_groups;	/* entries of a group; groups of this size */
	struct sm_rule_group *groups;		/* by their first entry */
};

struct sm_rule_group {
	struct sm_rule_group *next;
	struct sm_rule_table *table;
	uint32_t id, start, size;
	uint8_t criteria;
	struct prm_fte_match_param mask;
	struct sm_rule_entry *entries;	/* by index */
};

struct sm_rule_entry {
	struct sm_rule_entry *next;
	struct sm_rule_group *group;
	uint32_t index;			/* in the table */
	struct prm_fte_match_param value;
	uint16_t action;		/* those of all its rules */
	uint32_t tag;
	struct sm_rule_hold *holds;	/* oldest first */
};

/* A rule in an entry. */
struct sm_rule_hold {
	struct sm_rule_hold *next;
	struct sm_rule_entry *entry;
	uint16_t action;
	uint8_t to_type;
	uint32_t to, counter;
	struct sm_rule_table *leaves_to;	/* the kernel's table; NULL: elsewhere */
};

/* Does one of the rules from @hold on, up to @end, have this destination? */
bool sm_rule_has_destination(const struct sm_rule_hold *hold, const struct sm_rule_hold *end,
			     const struct sm_rule_hold *same);

/* Adds a rule to the table of a priority. EEXIST: it contradicts another one. ENOSPC: no entry is free. */
int sm_flow_add(struct sm_dev *dev, uint8_t priority, const struct sm_flow_rule *rule,
		struct sm_rule_hold **hold);
/* Removes it; if the firmware refuses, it stays, unless it is removed by force. */
int sm_flow_remove(struct sm_rule_hold *hold, bool by_force);

/*
 * Flows (uverbs_flow.c).
 */
/* Linux has tables for flows only if the device can chain them. EOPNOTSUPP. */
int sm_flow_check_tables(const struct sm_dev *dev);
/* Do packets go to several places? */
bool sm_flow_has_multi_path(const struct sm_dev *dev);
/* Creates a flow of one rule, which keeps the objects in use, NULL or not. */
int sm_flow_new(struct sm_request *req, uint8_t priority, const struct sm_flow_rule *rule,
		struct sm_uobj *const uses[2], uint32_t *handle);

/*
 * Counters (uverbs_counters.c).
 */
/*
 * A flow gets them. @data: what is read where; NULL: another flow has said so. *@counter is the device's.
 */
int sm_counters_bind(struct sm_uobj *uobj, const struct mlx5_ib_flow_counters_data *data,
		     uint32_t *counter);
/* The last flow has gone. */
void sm_counters_unbind(struct sm_uobj *uobj);

/*
 * Commands (uverbs_flow_command.c).
 */
int sm_rule_table_exec_create(struct sm_rule_table *table);
/* Packets go on to table->miss from now on. */
int sm_rule_table_exec_connect(const struct sm_rule_table *table);
/* NULL: the port leads to no table. */
int sm_rule_table_exec_root(struct sm_dev *dev, const struct sm_rule_table *table);
int sm_rule_table_exec_destroy(const struct sm_rule_table *table);
int sm_rule_group_exec_create(struct sm_rule_group *group);
int sm_rule_group_exec_destroy(const struct sm_rule_group *group);
/* Writes an entry with the destinations and counters of its holds. @changes: PRM_SET_FTE_MODIFY_ENABLE_*; 0: it is new. */
int sm_rule_entry_exec_set(const struct sm_rule_entry *entry, uint8_t changes);
int sm_rule_entry_exec_delete(const struct sm_rule_entry *entry);

#endif
