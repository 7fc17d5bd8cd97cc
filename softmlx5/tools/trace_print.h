/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Replaces generated/prm_print.h: defines the functions that the generated printers call for each
 * field. The printers, which know layouts, enumerations and the arms of overlays, then write short
 * text or JSON.
 */
#ifndef SOFTMLX5_TRACE_PRINT_H
#define SOFTMLX5_TRACE_PRINT_H
#define PRM_PRINT_H		/* not that one */

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "prm_base.h"

enum sm_print_what {
	SM_PRINT_TEXT,		/* name=value of each field that is not zero */
	SM_PRINT_FIELDS,	/* members of a JSON object: each field */
	SM_PRINT_NAMES,		/* names of the values that have one */
	SM_PRINT_RESERVED,	/* bits that must be zero and are not */
};

#define SM_PRINT_COLUMNS 100u
#define SM_PRINT_DEPTH 8
#define SM_PRINT_BYTES 512u	/* of a byte string; the rest is left out */

/* State of the printer. Nested layouts give paths such as qpc.primary_address_path.rlid. */
static struct {
	enum sm_print_what what;
	unsigned int column;	/* text */
	unsigned int n;		/* items so far */
	char path[128];
	struct {
		int indent;
		size_t len;	/* of the path before it */
	} outer[SM_PRINT_DEPTH];
	unsigned int depth;
} sm_print;

static void sm_print_start(enum sm_print_what what, unsigned int column)
{
	memset(&sm_print, 0, sizeof(sm_print));
	sm_print.what = what;
	sm_print.column = column;
}

/* Leaves the layouts that do not contain the field at this indent. */
static void sm_print_leave(int indent)
{
	while (sm_print.depth && sm_print.outer[sm_print.depth - 1].indent >= indent)
		sm_print.path[sm_print.outer[--sm_print.depth].len] = '\0';
}

static void sm_print_text(FILE *f, const char *item)
{
	const unsigned int len = (unsigned int)strlen(item);

	if (sm_print.column + 1 + len > SM_PRINT_COLUMNS) {
		fputs("\n         ", f);
		sm_print.column = 9;
	}
	fprintf(f, " %s", item);
	sm_print.column += 1 + len;
	sm_print.n++;
}

static void sm_print_member(FILE *f, const char *name, const char *value)
{
	fprintf(f, "%s\"%s%s\":%s", sm_print.n++ ? "," : "", sm_print.path, name, value);
}

/* A number, which may have a name. */
static void sm_print_number(FILE *f, int indent, const char *name, uint32_t width, uint64_t value,
			    const char *meaning)
{
	char text[512];

	sm_print_leave(indent);
	switch (sm_print.what) {
	case SM_PRINT_TEXT:
		if (!value)
			return;
		if (meaning)
			snprintf(text, sizeof(text), "%s%s=%s", sm_print.path, name, meaning);
		else if (width == 1)
			snprintf(text, sizeof(text), "%s%s", sm_print.path, name);
		else if (width < 24)
			snprintf(text, sizeof(text), "%s%s=%s%" PRIx64, sm_print.path, name,
				 value < 10 ? "" : "0x", value);
		else
			snprintf(text, sizeof(text), "%s%s=0x%0*" PRIx64, sm_print.path, name,
				 (int)(width > 32 ? 12 : (width + 3) / 4), value);
		sm_print_text(f, text);
		break;
	case SM_PRINT_FIELDS:
		snprintf(text, sizeof(text), "%" PRIu64, value);
		sm_print_member(f, name, text);
		break;
	case SM_PRINT_NAMES:
		if (!meaning)
			return;
		snprintf(text, sizeof(text), "\"%s\"", meaning);
		sm_print_member(f, name, text);
		break;
	case SM_PRINT_RESERVED:
		break;
	}
}

static inline void prm_print_uint(FILE *f, int indent, const char *name, uint32_t offset,
				  uint32_t width, uint64_t value)
{
	(void)offset;
	sm_print_number(f, indent, name, width, value, NULL);
}

static inline void prm_print_enum(FILE *f, int indent, const char *name, uint32_t offset,
				  uint32_t width, uint64_t value, const char *meaning)
{
	(void)offset;
	sm_print_number(f, indent, name, width, value, meaning);
}

static inline void prm_print_flags(FILE *f, int indent, const char *name, uint32_t offset,
				   uint32_t width, uint64_t value,
				   const char *(*flag)(unsigned int bit))
{
	char text[480];
	unsigned int bit;
	int used = 0;

	(void)offset;
	for (bit = 0; bit < width; bit++) {
		const size_t room = sizeof(text) - (size_t)used;
		const char *separator = used ? "|" : "";

		if (!(value >> bit & 1))
			continue;
		if (flag(bit))
			used += snprintf(text + used, room, "%s%s", separator, flag(bit));
		else
			used += snprintf(text + used, room, "%sbit%u?", separator, bit);
		if ((size_t)used >= sizeof(text)) { /* more flags than any set of the spec has */
			used = sizeof(text) - 1;
			break;
		}
	}
	sm_print_number(f, indent, name, width, value, used ? text : NULL);
}

static inline void prm_print_bytes(FILE *f, int indent, const char *name, const void *p,
				   uint32_t offset, uint32_t width)
{
	char text[2 * SM_PRINT_BYTES + 256];
	const uint32_t end = (offset + width) / 8;
	int used;
	uint32_t i;

	sm_print_leave(indent);
	if (sm_print.what > SM_PRINT_FIELDS ||
	    (sm_print.what == SM_PRINT_TEXT && !prm_any_bit(p, offset, width)))
		return;
	used = snprintf(text, sizeof(text),
			sm_print.what == SM_PRINT_TEXT ? "%s%s=" : "\"%s%s\":\"", sm_print.path,
			name);
	for (i = offset / 8; i < end && i < offset / 8 + SM_PRINT_BYTES; i++)
		used += snprintf(text + used, sizeof(text) - (size_t)used, "%02x",
				 ((const uint8_t *)p)[i]);
	if (sm_print.what == SM_PRINT_TEXT)
		sm_print_text(f, text);
	else
		fprintf(f, "%s%s\"", sm_print.n++ ? "," : "", text);
}

static inline void prm_print_head(FILE *f, int indent, const char *name, int index,
				  uint32_t offset, uint32_t width)
{
	size_t len;

	(void)f;
	(void)offset;
	(void)width;
	sm_print_leave(indent);
	if (sm_print.depth == SM_PRINT_DEPTH)
		return;
	len = strlen(sm_print.path);
	sm_print.outer[sm_print.depth].indent = indent;
	sm_print.outer[sm_print.depth++].len = len;
	if (index < 0)
		snprintf(sm_print.path + len, sizeof(sm_print.path) - len, "%s.", name);
	else
		snprintf(sm_print.path + len, sizeof(sm_print.path) - len, "%s[%d].", name, index);
}

static inline void prm_print_reserved(FILE *f, int indent, const void *p, uint32_t offset,
				      uint32_t width)
{
	char name[64], value[32];

	sm_print_leave(indent);
	if (!prm_any_bit(p, offset, width))
		return;
	snprintf(name, sizeof(name), "reserved_at_%x", (unsigned int)offset);
	if (sm_print.what == SM_PRINT_TEXT) {
		snprintf(value, sizeof(value), "0x%" PRIx64 "!", prm_bits(p, offset, width));
		sm_print_number(f, indent, name, width, 1, value);
	} else if (sm_print.what == SM_PRINT_RESERVED) {
		snprintf(value, sizeof(value), "%" PRIu64, prm_bits(p, offset, width));
		sm_print_member(f, name, value);
	}
}

static inline void prm_print_ignored(FILE *f, int indent, const void *p, uint32_t offset,
				     uint32_t width)
{
	(void)f;
	(void)p;
	(void)offset;
	(void)width;
	sm_print_leave(indent);
}

#endif
