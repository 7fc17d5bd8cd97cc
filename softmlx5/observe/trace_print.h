/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Prints layouts by their tables, as short text or as members of JSON objects, for the trace.
 */
#ifndef SOFTMLX5_TRACE_PRINT_H
#define SOFTMLX5_TRACE_PRINT_H

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "prm_table.h"

enum sm_print_what {
	SM_PRINT_TEXT,		/* name=value of each field that is not zero */
	SM_PRINT_FIELDS,	/* members of a JSON object: each field */
	SM_PRINT_NAMES,		/* names of the values that have one */
	SM_PRINT_RESERVED,	/* bits that must be zero and are not */
};

#define SM_PRINT_COLUMNS 100u
#define SM_PRINT_BYTES 512u	/* of a byte string; the rest is left out */
#define SM_PRINT_PATH 128u

struct sm_print {
	FILE *file;
	enum sm_print_what what;
	unsigned int column;	/* text */
	unsigned int n;		/* items so far */
};

static void sm_print_text(struct sm_print *print, const char *item)
{
	const unsigned int len = (unsigned int)strlen(item);

	if (print->column + 1 + len > SM_PRINT_COLUMNS) {
		fputs("\n         ", print->file);
		print->column = 9;
	}
	fprintf(print->file, " %s", item);
	print->column += 1 + len;
	print->n++;
}

static void sm_print_member(struct sm_print *print, const char *path, const char *value)
{
	fprintf(print->file, "%s\"%s\":%s", print->n++ ? "," : "", path, value);
}

/* The names of the flags that are set: "FENCE|bit5?". */
static void sm_print_flags(char *text, size_t size, const struct prm_row *row, uint64_t value)
{
	size_t used = 0;
	unsigned int bit;

	for (bit = 0; bit < row->width && used < size; bit++) {
		const char *name = prm_name_of(row->names, bit), *separator = used ? "|" : "";

		if (!(value >> bit & 1))
			continue;
		used += (size_t)(name ? snprintf(text + used, size - used, "%s%s", separator, name) :
				 snprintf(text + used, size - used, "%sbit%u?", separator, bit));
	}
}

/* Returns the meaning of the value, or an empty text. */
static void sm_print_meaning(char *text, size_t size, const struct prm_row *row, uint64_t value)
{
	const char *name;

	text[0] = '\0';
	if (!row->names)
		return;
	if (row->names->is_flags) {
		sm_print_flags(text, size, row, value);
		return;
	}
	name = prm_name_of(row->names, value);
	if (name)
		snprintf(text, size, "%s", name);
}

static void sm_print_uint(struct sm_print *print, const struct prm_row *row, const char *path,
			  const void *p)
{
	const uint64_t value = prm_bits(p, row->offset, row->width);
	char meaning[480], text[640];

	sm_print_meaning(meaning, sizeof(meaning), row, value);
	switch (print->what) {
	case SM_PRINT_TEXT:
		if (!value)
			return;
		if (meaning[0])
			snprintf(text, sizeof(text), "%s=%s", path, meaning);
		else if (row->width == 1)
			snprintf(text, sizeof(text), "%s", path);
		else if (row->width < 24)
			snprintf(text, sizeof(text), "%s=%s%" PRIx64, path, value < 10 ? "" : "0x",
				 value);
		else if (row->width == 24)
			snprintf(text, sizeof(text), "%s=0x%06" PRIx64, path, value);
		else if (row->width <= 32)
			snprintf(text, sizeof(text), "%s=0x%08" PRIx64, path, value);
		else
			snprintf(text, sizeof(text), "%s=0x%012" PRIx64, path, value);
		sm_print_text(print, text);
		break;
	case SM_PRINT_FIELDS:
		snprintf(text, sizeof(text), "%" PRIu64, value);
		sm_print_member(print, path, text);
		break;
	case SM_PRINT_NAMES:
		if (!meaning[0])
			return;
		snprintf(text, sizeof(text), "\"%s\"", meaning);
		sm_print_member(print, path, text);
		break;
	case SM_PRINT_RESERVED:
		break;
	}
}

static void sm_print_bytes(struct sm_print *print, const struct prm_row *row, const char *path,
			   const void *p)
{
	const bool is_text = print->what == SM_PRINT_TEXT;
	const uint32_t width = row->width * (row->count ? row->count : 1);
	const uint32_t end = (row->offset + width) / 8;
	char text[SM_PRINT_PATH + 2 * SM_PRINT_BYTES + 4];
	int used;
	uint32_t i;

	if (print->what > SM_PRINT_FIELDS ||
	    (is_text && !prm_any_bit(p, row->offset, width)))
		return;
	used = snprintf(text, sizeof(text), is_text ? "%s=" : "\"%s\":\"", path);
	for (i = row->offset / 8; i < end && i < row->offset / 8 + SM_PRINT_BYTES; i++)
		used += snprintf(text + used, sizeof(text) - (size_t)used, "%02x",
				 ((const uint8_t *)p)[i]);
	if (is_text)
		sm_print_text(print, text);
	else
		fprintf(print->file, "%s%s\"", print->n++ ? "," : "", text);
}

static void sm_print_reserved(struct sm_print *print, const struct prm_row *row, const char *path,
			      const void *p)
{
	const uint64_t value = prm_bits(p, row->offset, row->width);
	char name[SM_PRINT_PATH + 32], text[sizeof(name) + 32];

	if (!prm_any_bit(p, row->offset, row->width))
		return;
	snprintf(name, sizeof(name), "%sreserved_at_%x", path, (unsigned int)row->offset);
	if (print->what == SM_PRINT_TEXT) {
		snprintf(text, sizeof(text), "%s=0x%" PRIx64 "!", name, value);
		sm_print_text(print, text);
	} else if (print->what == SM_PRINT_RESERVED) {
		snprintf(text, sizeof(text), "%" PRIu64, value);
		sm_print_member(print, name, text);
	}
}

/* Nested layouts give paths such as qpc.primary_address_path.rlid; @lead is what precedes the names. */
static void sm_print_layout(struct sm_print *print, const struct prm_layout *layout,
			    const char *lead, const void *p)
{
	const struct prm_row *row = layout->rows, *end = row + layout->count;
	struct prm_arm arm = PRM_ARM_INIT;
	char path[SM_PRINT_PATH];
	uint32_t i;

	for (; row < end; row++) {
		if (!prm_row_holds(&arm, row, p))
			continue;
		snprintf(path, sizeof(path), "%s%s", lead, row->name ? row->name : "");
		switch (row->kind) {
		case PRM_KIND_UINT:
		case PRM_KIND_FIXED:
			sm_print_uint(print, row, path, p);
			break;
		case PRM_KIND_UINTS:
		case PRM_KIND_BYTES:
			sm_print_bytes(print, row, path, p);
			break;
		case PRM_KIND_RESERVED:
			sm_print_reserved(print, row, lead, p);
			break;
		case PRM_KIND_LAYOUT:
			for (i = 0; i < (row->count ? row->count : 1); i++) {
				if (row->count)
					snprintf(path, sizeof(path), "%s%s[%u].", lead, row->name, i);
				else
					snprintf(path, sizeof(path), "%s%s.", lead, row->name);
				sm_print_layout(print, row->layout, path,
						(const uint8_t *)p + (row->offset + i * row->width) / 8);
			}
			break;
		default:
			break;
		}
	}
}

#endif
