/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * The trace: records of commands, work requests, completions and notes, decoded. Costs next to
 * nothing without --trace.
 */
#ifndef SOFTMLX5_TRACE_H
#define SOFTMLX5_TRACE_H

#include <stdio.h>

#include "base/device.h"
#include "prm_table.h"

/* A command and its answer, decoded by the generated printers; nothing without --trace. */
void sm_trace_command(struct sm_dev *dev, const void *in, size_t in_len, const void *out,
		      size_t out_len);
/* The layout with this name in the spec; NULL if there is none. */
const struct prm_layout *sm_layout(const char *name);
/* Layouts of a command or its answer, and of the capabilities in the answer to the query @in. */
void sm_command_layout(char *name, size_t size, uint16_t opcode, bool is_answer);
const char *sm_cap_layout(const void *in);

/* One line; nothing without --trace. */
SM_COLD void sm_trace_note(struct sm_dev *dev, const char *text);

/*
 * For records of other kinds: is there a trace? Then sm_record_open() starts a record, its caller
 * prints the head to @file, as members of a JSON object or as a line of text, sm_record_part() adds
 * segments, and sm_record_close() writes the record.
 */
extern bool sm_trace_is_off;	/* known to be off */
SM_COLD bool sm_trace_open(void);

static inline bool sm_is_traced(void)
{
	return !sm_trace_is_off && sm_trace_open();
}

struct sm_record {
	FILE *file;
	char *text;
	size_t len;
	bool is_json;
	bool has_part;
};

/* false: out of memory. */
bool sm_record_open(struct sm_record *record, struct sm_dev *dev, const char *kind);
/* Bytes that the layout with this name decodes; they are shown in hexadecimal if it is unknown. */
void sm_record_part(struct sm_record *record, const char *name, size_t offset, const void *bytes,
		    size_t len);
void sm_record_close(struct sm_record *record);
/* The same, to stderr instead of the trace. */
void sm_record_close_stderr(struct sm_record *record);

/* "unknown" for NULL, as the generated functions give for an unknown value. */
static inline const char *sm_or_unknown(const char *name)
{
	return name ? name : "unknown";
}

#endif
