// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Fault specifications: KIND[:KEY=VALUE,...], as softmlx5(1) describes them.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "observe/fault.h"
#include "prm_cmd.h"
#include "prm_cmdif.h"
#include "prm_eqe.h"

#define SM_KEYS(own) "this kind takes " own ", nth, every, count and chance"
#define SM_PAGES_BEYOND (UINT64_C(1) << 27)	/* half a TB, which no guest has */

/* What restricts a kind. */
enum sm_filter { SM_BY_QP, SM_BY_CQ, SM_BY_OPCODE, SM_BY_EVENT };

/* The kinds, and the key of each kind's value. */
static const struct {
	const char *name;
	enum sm_fault_point point;
	enum sm_filter filter;
	const char *value;	/* NULL: no value */
	uint64_t initial;	/* value unless the user gives one */
	const char *wrong_key;	/* message for any other key */
	bool needs_function;
} sm_kinds[] = {
	{ "command", SM_INJECT_COMMAND, SM_BY_OPCODE, "status", PRM_CMD_STATUS_INT_ERR,
	  SM_KEYS("status, opcode"), false },
	{ "wire", SM_INJECT_WIRE, SM_BY_QP, "byte", 0, SM_KEYS("byte, qpn"), false },
	{ "loss", SM_INJECT_LOSS, SM_BY_QP, NULL, 0, SM_KEYS("qpn"), false },
	{ "duplicate", SM_INJECT_DUPLICATE, SM_BY_QP, NULL, 0, SM_KEYS("qpn"), false },
	{ "reorder", SM_INJECT_REORDER, SM_BY_QP, NULL, 0, SM_KEYS("qpn"), false },
	{ "packet-delay", SM_INJECT_PACKET_DELAY, SM_BY_QP, "ns", 1000000, SM_KEYS("ns, qpn"),
	  false },
	{ "cqe-delay", SM_INJECT_CQE_DELAY, SM_BY_CQ, "ns", 1000000, SM_KEYS("ns, cqn"), false },
	{ "cqe-batch", SM_INJECT_CQE_BATCH, SM_BY_CQ, "cqes", 4, SM_KEYS("cqes, ns, cqn"), false },
	{ "event-delay", SM_INJECT_EVENT_DELAY, SM_BY_CQ, "ns", 1000000, SM_KEYS("ns, cqn"),
	  false },
	{ "event-batch", SM_INJECT_EVENT_BATCH, SM_BY_CQ, "cqes", 4, SM_KEYS("cqes, ns, cqn"),
	  false },
	{ "late-drain", SM_INJECT_LATE_DRAIN, SM_BY_QP, "wqes", 1, SM_KEYS("wqes, qpn"), false },
	{ "rnr", SM_INJECT_RNR, SM_BY_QP, NULL, 0, SM_KEYS("qpn"), false },
	{ "page-fault", SM_INJECT_PAGE_FAULT, SM_BY_QP, NULL, 0, SM_KEYS("qpn"), false },
	{ "qp-error", SM_INJECT_QP_ERROR, SM_BY_QP, NULL, 0, SM_KEYS("qpn"), false },
	{ "event", SM_INJECT_EVENT, SM_BY_QP, "type", PRM_EVENT_TYPE_PATH_MIG,
	  SM_KEYS("type, qpn"), false },
	{ "unplug", SM_INJECT_UNPLUG, SM_BY_QP, "ns", 0, SM_KEYS("ns, qpn"), false },
	{ "command-lost", SM_INJECT_COMMAND_LOST, SM_BY_OPCODE, NULL, 0, SM_KEYS("opcode"), true },
	{ "command-delay", SM_INJECT_COMMAND_DELAY, SM_BY_OPCODE, "ns", 1000000000,
	  SM_KEYS("ns, opcode"), true },
	{ "page-request", SM_INJECT_PAGE_REQUEST, SM_BY_OPCODE, "pages", SM_PAGES_BEYOND,
	  SM_KEYS("pages, opcode"), true },
	{ "eqe-lost", SM_INJECT_EQE_LOST, SM_BY_EVENT, NULL, 0, SM_KEYS("type"), true },
	{ "interrupt-lost", SM_INJECT_INTERRUPT_LOST, SM_BY_EVENT, NULL, 0, SM_KEYS("type"), true },
	{ "stall", SM_INJECT_STALL, SM_BY_QP, "ns", UINT64_C(10000000000), SM_KEYS("ns, qpn"), true },
	{ "health", SM_INJECT_HEALTH, SM_BY_QP, "syndrome", PRM_HEALTH_SYNDROME_HIGH_TEMP_ERR,
	  SM_KEYS("syndrome, qpn"), true },
	{ "fatal", SM_INJECT_FATAL, SM_BY_QP, "syndrome", PRM_HEALTH_SYNDROME_FW_INTERNAL_ERR,
	  SM_KEYS("syndrome, qpn"), true },
};

static bool sm_parse_number(const char *text, uint64_t *number)
{
	char *end;

	errno = 0;
	*number = strtoull(text, &end, 0);
	return end != text && !*end && !errno && *text != '-';
}

/* A value by its name in the spec; the numbers end with @last. */
static bool sm_parse_name(const char *text, const char *(*name_of)(uint64_t), uint64_t last,
			  uint64_t *number)
{
	for (*number = 0; *number <= last; ++*number) {
		const char *name = name_of(*number);

		if (name && !strcmp(name, text))
			return true;
	}
	return sm_parse_number(text, number);
}

static const char *sm_parse_chance(const char *text, struct sm_fault_spec *spec)
{
	char *end;
	double chance = strtod(text, &end);

	if (end == text || *end || !(chance >= 0 && chance <= 1))
		return "chance must be a number from 0 to 1";
	spec->chance = chance;
	spec->has_chance = true;
	return NULL;
}

/* Other events have no QP, and no object would report them. */
static bool sm_is_of_qp(uint64_t event)
{
	switch (event) {
	case PRM_EVENT_TYPE_PATH_MIG:
	case PRM_EVENT_TYPE_COMM_EST:
	case PRM_EVENT_TYPE_SQ_DRAINED:
	case PRM_EVENT_TYPE_SRQ_LAST_WQE:
	case PRM_EVENT_TYPE_WQ_CATAS_ERROR:
	case PRM_EVENT_TYPE_PATH_MIG_FAILED:
	case PRM_EVENT_TYPE_WQ_INVAL_REQ_ERROR:
	case PRM_EVENT_TYPE_WQ_ACCESS_ERROR:
		return true;
	}
	return false;
}

static const char *sm_parse_value(const char *text, struct sm_fault_spec *spec)
{
	switch (spec->point) {
	case SM_INJECT_COMMAND:
		if (!sm_parse_name(text, prm_cmd_status_str, 0xff, &spec->value) || !spec->value ||
		    spec->value > 0xff)
			return "status must be a name such as NO_RES, or a number from 1 to 255";
		return NULL;
	case SM_INJECT_EVENT:
		if (!sm_parse_name(text, prm_event_type_str, 0xff, &spec->value) ||
		    !sm_is_of_qp(spec->value))
			return "type must be an event of a QP: PATH_MIG, COMM_EST, SQ_DRAINED, "
			       "SRQ_LAST_WQE, WQ_CATAS_ERROR, PATH_MIG_FAILED, "
			       "WQ_INVAL_REQ_ERROR or WQ_ACCESS_ERROR";
		return NULL;
	case SM_INJECT_HEALTH:
	case SM_INJECT_FATAL:
		if (!sm_parse_name(text, prm_health_syndrome_str, 0xff, &spec->value) ||
		    !spec->value || spec->value > 0xff)
			return "syndrome must be a name such as FW_INTERNAL_ERR, or a number from "
			       "1 to 255";
		return NULL;
	case SM_INJECT_PAGE_REQUEST:
		if (!sm_parse_number(text, &spec->value) || !spec->value ||
		    spec->value > INT32_MAX)
			return "pages must be a number from 1 to 2147483647";
		return NULL;
	case SM_INJECT_CQE_BATCH:
	case SM_INJECT_EVENT_BATCH:
	case SM_INJECT_LATE_DRAIN:
		if (!sm_parse_number(text, &spec->value) || !spec->value ||
		    spec->value > UINT32_MAX)
			return "the value must be a number from 1 to 4294967295";
		return NULL;
	default:
		return sm_parse_number(text, &spec->value) ? NULL : "the value is not a number";
	}
}

static bool sm_is_batch(enum sm_fault_point point)
{
	return point == SM_INJECT_CQE_BATCH || point == SM_INJECT_EVENT_BATCH;
}

/* By enum sm_filter: its key, numbers by name if they have any, the last number, what is wrong with others. */
static const struct {
	const char *key;
	const char *(*name_of)(uint64_t);
	uint64_t last;
	const char *wrong;
} sm_filters[] = {
	[SM_BY_QP] = { "qpn", NULL, 0xffffff, "qpn must be a number of up to 24 bits" },
	[SM_BY_CQ] = { "cqn", NULL, 0xffffff, "cqn must be a number of up to 24 bits" },
	[SM_BY_OPCODE] = { "opcode", prm_cmd_opcode_str, 0xffff,
			   "opcode must be a name such as CREATE_MKEY, or a number below 65536" },
	[SM_BY_EVENT] = { "type", prm_event_type_str, 0xff,
			  "type must be the name of an event such as CMD, or a number below 256" },
};

static const char *sm_parse_filter(const char *text, enum sm_filter filter,
				   struct sm_fault_spec *spec)
{
	const uint64_t last = sm_filters[filter].last;

	spec->has_detail = (sm_filters[filter].name_of ?
			    sm_parse_name(text, sm_filters[filter].name_of, last, &spec->detail) :
			    sm_parse_number(text, &spec->detail)) && spec->detail <= last;
	return spec->has_detail ? NULL : sm_filters[filter].wrong;
}

static const char *sm_parse_key(const char *key, const char *text, size_t kind,
				struct sm_fault_spec *spec)
{
	if (!strcmp(key, "nth"))
		return sm_parse_number(text, &spec->nth) && spec->nth ? NULL :
			"nth must be a number from 1 up";
	if (!strcmp(key, "every"))
		return sm_parse_number(text, &spec->every) && spec->every ? NULL :
			"every must be a number from 1 up";
	if (!strcmp(key, "count"))
		return sm_parse_number(text, &spec->count) && spec->count ? NULL :
			"count must be a number from 1 up";
	if (!strcmp(key, "chance"))
		return sm_parse_chance(text, spec);
	if (!strcmp(key, sm_filters[sm_kinds[kind].filter].key))
		return sm_parse_filter(text, sm_kinds[kind].filter, spec);
	if (sm_is_batch(spec->point) && !strcmp(key, "ns"))
		return sm_parse_number(text, &spec->ns) ? NULL : "the value is not a number";
	if (sm_kinds[kind].value && !strcmp(key, sm_kinds[kind].value))
		return sm_parse_value(text, spec);
	return sm_kinds[kind].wrong_key;
}

const char *sm_fault_spec_parse(const char *text, struct sm_fault_spec *spec)
{
	char copy[256], *rest = copy, *kind, *part;
	size_t i;

	memset(spec, 0, sizeof(*spec));
	if (strlen(text) >= sizeof(copy))
		return "the specification is too long";
	strcpy(copy, text);
	kind = strsep(&rest, ":");
	for (i = 0; i < SM_ARRAY_SIZE(sm_kinds) && strcmp(kind, sm_kinds[i].name); i++)
		;
	if (i == SM_ARRAY_SIZE(sm_kinds))
		return "the kind must be one of command, wire, loss, duplicate, reorder, "
		       "packet-delay, cqe-delay, cqe-batch, event-delay, event-batch, late-drain, "
		       "rnr, page-fault, qp-error, event, unplug, command-lost, command-delay, "
		       "page-request, eqe-lost, interrupt-lost, stall, health, fatal";
	spec->point = sm_kinds[i].point;
	spec->value = sm_kinds[i].initial;
	spec->needs_function = sm_kinds[i].needs_function;
	spec->ns = SM_BATCH_NS;
	while ((part = strsep(&rest, ",")) != NULL) {
		char *text_of = strchr(part, '=');
		const char *why;

		if (!text_of)
			return "after the kind there must be KEY=VALUE, separated by commas";
		*text_of++ = '\0';
		why = sm_parse_key(part, text_of, i, spec);
		if (why)
			return why;
	}
	return NULL;
}
