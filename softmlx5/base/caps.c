// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Capabilities by their names in the spec: presets, files, single fields.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/caps.h"
#include "prm_cap_crypto.h"
#include "prm_cap_ethernet.h"
#include "prm_cap_flow_table.h"
#include "prm_cap_memory.h"
#include "prm_hca_cap_2.h"

/* Capability layouts, and the type that QUERY_HCA_CAP knows each by. */
static const struct sm_cap_layout {
	const struct prm_layout *layout;
	enum prm_hca_cap_type type;
} sm_cap_layouts[] = {
	{ &prm_cmd_hca_cap_layout, PRM_HCA_CAP_TYPE_GENERAL },
	{ &prm_cmd_hca_cap_2_layout, PRM_HCA_CAP_TYPE_GENERAL_2 },
	{ &prm_per_protocol_networking_offload_caps_layout, PRM_HCA_CAP_TYPE_ETHERNET_OFFLOADS },
	{ &prm_odp_cap_layout, PRM_HCA_CAP_TYPE_ODP },
	{ &prm_atomic_caps_layout, PRM_HCA_CAP_TYPE_ATOMIC },
	{ &prm_roce_cap_layout, PRM_HCA_CAP_TYPE_ROCE },
	{ &prm_flow_table_nic_cap_layout, PRM_HCA_CAP_TYPE_NIC_FLOW_TABLE },
	{ &prm_qos_cap_layout, PRM_HCA_CAP_TYPE_QOS },
	{ &prm_device_mem_cap_layout, PRM_HCA_CAP_TYPE_DEVICE_MEMORY },
	{ &prm_crypto_caps_layout, PRM_HCA_CAP_TYPE_CRYPTO },
};

/* A number of a capability layout; those of nested layouts have a path as their name. */
struct sm_cap_field {
	const char *layout;
	char name[128];
	enum prm_hca_cap_type type;
	uint32_t offset, width;	/* bits, from the top bit of the first byte */
};

#define SM_CAP_FIELDS 8192	/* a multiple of what the spec has */

struct sm_cap_fields {
	size_t n;
	struct sm_cap_field list[SM_CAP_FIELDS];
};

struct sm_cap_preset {
	const char *name, *text;
};

#include "cap_presets.h"

#define SM_MAX_INCLUDES 8
#define SM_DEFAULT_LAYOUT "cmd_hca_cap"

/* Position of the text being read, for messages, and the buffer for these. */
struct sm_cap_reader {
	struct sm_caps *caps;
	const struct sm_cap_fields *fields;
	const char *source;
	unsigned int line;	/* 0: a single field */
	unsigned int depth;
	char *error;
	size_t size;
};

__attribute__((format(printf, 2, 3)))
static bool sm_cap_error(struct sm_cap_reader *reader, const char *format, ...)
{
	va_list args;
	int head;

	if (reader->line)
		head = snprintf(reader->error, reader->size, "%s:%u: ", reader->source,
				reader->line);
	else
		head = snprintf(reader->error, reader->size, "%s: ", reader->source);
	if (head < 0 || (size_t)head >= reader->size)
		return false;
	va_start(args, format);
	vsnprintf(reader->error + head, reader->size - (size_t)head, format, args);
	va_end(args);
	return false;
}

/* Writes a number of @width bits at bit @offset; bit 0 is the top bit of the first byte. */
static void sm_bits_write(uint8_t *image, unsigned int offset, unsigned int width, uint64_t value)
{
	unsigned int i;

	for (i = 0; i < width; i++) {
		const unsigned int bit = offset + width - 1 - i;
		const uint8_t mask = (uint8_t)(0x80 >> bit % 8);

		if (value >> i & 1)
			image[bit / 8] |= mask;
		else
			image[bit / 8] &= (uint8_t)~mask;
	}
}

__attribute__((format(printf, 4, 5)))
static void sm_cap_field_add(struct sm_cap_fields *fields, const struct sm_cap_layout *top,
			     const struct sm_cap_field *place, const char *format, ...)
{
	struct sm_cap_field *field = &fields->list[fields->n];
	va_list args;

	if (fields->n == SM_CAP_FIELDS)
		return;
	*field = *place;
	field->layout = top->layout->name;
	field->type = top->type;
	va_start(args, format);
	vsnprintf(field->name, sizeof(field->name), format, args);
	va_end(args);
	fields->n++;
}

/* Adds the numbers of a layout that begins at bit @base; @lead precedes their names. */
static void sm_cap_layout_add(struct sm_cap_fields *fields, const struct sm_cap_layout *top,
			      const struct prm_layout *layout, const char *lead, uint32_t base)
{
	const struct prm_row *row;
	char path[96];
	uint32_t i;

	for (row = layout->rows; row < layout->rows + layout->count; row++) {
		struct sm_cap_field place = { .offset = base + row->offset, .width = row->width };

		if (row->kind == PRM_KIND_UINT)
			sm_cap_field_add(fields, top, &place, "%s%s", lead, row->name);
		for (i = 0; row->kind == PRM_KIND_UINTS && i < row->count; i++) {
			sm_cap_field_add(fields, top, &place, "%s%s[%u]", lead, row->name, i);
			place.offset += row->width;
		}
		if (row->kind == PRM_KIND_LAYOUT && !row->count) {
			snprintf(path, sizeof(path), "%s%s.", lead, row->name);
			sm_cap_layout_add(fields, top, row->layout, path, place.offset);
		}
	}
}

static struct sm_cap_fields *sm_cap_fields(void)
{
	struct sm_cap_fields *fields = calloc(1, sizeof(*fields));
	size_t i;

	for (i = 0; fields && i < SM_ARRAY_SIZE(sm_cap_layouts); i++)
		sm_cap_layout_add(fields, &sm_cap_layouts[i], sm_cap_layouts[i].layout, "", 0);
	return fields;
}

static const struct sm_cap_field *sm_cap_find(const struct sm_cap_fields *fields,
						const char *name)
{
	const char *dot = strchr(name, '.');
	const char *layout = SM_DEFAULT_LAYOUT, *field = name;
	size_t layout_len = strlen(layout), i;

	if (dot) {
		layout = name;
		layout_len = (size_t)(dot - name);
		field = dot + 1;
	}
	for (i = 0; i < fields->n; i++) {
		const struct sm_cap_field *item = &fields->list[i];

		if (strlen(item->layout) == layout_len &&
		    !strncmp(item->layout, layout, layout_len) && !strcmp(item->name, field))
			return item;
	}
	return NULL;
}

/* The layout that has a field of this name, for a hint; NULL if there is none. */
static const struct sm_cap_field *sm_cap_elsewhere(const struct sm_cap_fields *fields,
						     const char *name)
{
	const char *dot = strchr(name, '.');
	size_t i;

	for (i = 0; i < fields->n; i++)
		if (!strcmp(fields->list[i].name, dot ? dot + 1 : name))
			return &fields->list[i];
	return NULL;
}

/*
 * Edit distance of two names: letters inserted, removed or changed; @limit when there are as many.
 */
static unsigned int sm_distance(const char *a, const char *b, unsigned int limit)
{
	unsigned int row[65], i, j;
	const size_t len = strlen(b);

	if (len > 64 || strlen(a) > 64)
		return limit;
	for (j = 0; j <= len; j++)
		row[j] = j;
	for (i = 0; a[i]; i++) {
		unsigned int corner = row[0];

		row[0] = i + 1;
		for (j = 0; j < len; j++) {
			const unsigned int change = corner + (a[i] != b[j]);
			const unsigned int step = (row[j] < row[j + 1] ? row[j] : row[j + 1]) + 1;

			corner = row[j + 1];
			row[j + 1] = change < step ? change : step;
		}
	}
	return row[len] < limit ? row[len] : limit;
}

#define SM_TYPO 3u	/* letters per allowed mistake */

/* The capability with the most similar name, for a hint; NULL if none is similar. */
static const struct sm_cap_field *sm_cap_nearest(const struct sm_cap_fields *fields,
						   const char *name)
{
	const char *dot = strchr(name, '.');
	const struct sm_cap_field *nearest = NULL;
	unsigned int least = (unsigned int)strlen(dot ? dot + 1 : name) / SM_TYPO + 1;
	size_t i;

	for (i = 0; i < fields->n; i++) {
		const unsigned int distance = sm_distance(dot ? dot + 1 : name,
							  fields->list[i].name, least);

		if (distance < least) {
			least = distance;
			nearest = &fields->list[i];
		}
	}
	return nearest;
}

static bool sm_cap_set(struct sm_cap_reader *reader, const char *name, const char *text)
{
	const struct sm_cap_field *field = sm_cap_find(reader->fields, name), *other;
	uint64_t value;
	char *end;

	if (!field) {
		other = sm_cap_elsewhere(reader->fields, name);
		if (!other)
			other = sm_cap_nearest(reader->fields, name);
		if (other && !strcmp(other->layout, SM_DEFAULT_LAYOUT))
			return sm_cap_error(reader, "there is no capability %s; did you mean %s?",
					    name, other->name);
		if (other)
			return sm_cap_error(reader,
					    "there is no capability %s; did you mean %s.%s?", name,
					    other->layout, other->name);
		return sm_cap_error(reader,
				    "there is no capability %s; names are those of the spec, "
				    "see `prmc show " SM_DEFAULT_LAYOUT "`",
				    name);
	}
	errno = 0;
	value = strtoull(text, &end, 0);
	if (end == text || *end || errno || *text == '-')
		return sm_cap_error(reader, "%s = %s: not a number", name, text);
	if (field->width < 64 && value >> field->width)
		return sm_cap_error(reader, "%s = %s: the field has %u bit%s, so at most %llu",
				    name, text, field->width, field->width > 1 ? "s" : "",
				    (1ull << field->width) - 1);
	if (!reader->caps->image[field->type]) {
		reader->caps->image[field->type] = calloc(1, SM_CAP_BYTES);
		if (!reader->caps->image[field->type])
			return sm_cap_error(reader, "out of memory");
	}
	sm_bits_write(reader->caps->image[field->type], field->offset, field->width, value);
	return true;
}

#define SM_TIME_LIMIT_MAX 0xfffffu	/* of the layout default_timeout */

static bool sm_cap_model(struct sm_cap_reader *reader, const char *name, const char *text)
{
	struct sm_caps *caps = reader->caps;
	unsigned int a, b, c;
	char rest;

	if (!strcmp(name, "model.pci_device")) {
		if (sscanf(text, "%i%c", (int *)&a, &rest) != 1 || a > 0xffff)
			return sm_cap_error(reader, "%s = %s: not a PCI device id", name, text);
		caps->pci_device = (uint16_t)a;
	} else if (!strcmp(name, "model.board_id")) {
		if (strlen(text) >= sizeof(caps->board_id))
			return sm_cap_error(reader, "%s = %s: too long", name, text);
		strcpy(caps->board_id, text);
	} else if (!strcmp(name, "model.fw_version")) {
		if (sscanf(text, "%u.%u.%u%c", &a, &b, &c, &rest) != 3 || (a | b | c) > 0xffff)
			return sm_cap_error(reader, "%s = %s: not a version such as 28.36.1010",
					    name, text);
		caps->fw_major = (uint16_t)a;
		caps->fw_minor = (uint16_t)b;
		caps->fw_sub = (uint16_t)c;
	} else if (!strcmp(name, "model.sig_errors")) {
		caps->sig_errors_of_card = !strcmp(text, "card");
		if (!caps->sig_errors_of_card && strcmp(text, "page") != 0)
			return sm_cap_error(reader, "%s = %s: neither page nor card", name, text);
	} else if (!strcmp(name, "model.time_limit")) {
		if (sscanf(text, "%u%c", &a, &rest) != 1 || a > SM_TIME_LIMIT_MAX)
			return sm_cap_error(reader, "%s = %s: not a number of ms below 1048576", name,
					    text);
		caps->time_limit = a;
	} else {
		return sm_cap_error(reader, "there is no %s; there are model.pci_device, model.board_id, "
				    "model.fw_version, model.sig_errors and model.time_limit", name);
	}
	return true;
}

/* Capabilities of the kernel: 1, or 0 for an older kernel. */
static bool sm_cap_kernel(struct sm_cap_reader *reader, const char *name, const char *text)
{
	struct sm_caps *caps = reader->caps;
	bool *lacks;

	if (!strcmp(name, "kernel.mkey_update_tag"))
		lacks = &caps->kernel.no_mkey_update_tag;
	else if (!strcmp(name, "kernel.sqd2rts"))
		lacks = &caps->kernel.no_sqd2rts;
	else if (!strcmp(name, "kernel.destroy_unplugged"))
		lacks = &caps->kernel.no_destroy;
	else
		return sm_cap_error(reader, "there is no %s; there are kernel.mkey_update_tag, "
				    "kernel.sqd2rts and kernel.destroy_unplugged", name);
	if (strcmp(text, "0") && strcmp(text, "1"))
		return sm_cap_error(reader, "%s = %s: neither 0 nor 1", name, text);
	*lacks = *text == '0';
	return true;
}

static bool sm_cap_source(struct sm_cap_reader *reader, const char *name);

/* A preset, or a file: its name is relative to the folder of the file that includes it. */
static bool sm_cap_include(struct sm_cap_reader *reader, const char *name)
{
	const char *source = reader->source, *slash = strrchr(source, '/');
	const unsigned int number = reader->line;
	char path[4096];
	bool is_right;

	if (reader->depth == SM_MAX_INCLUDES)
		return sm_cap_error(reader, "include %s: too deep; does a file include itself?",
				    name);
	if (*name != '/' && slash && !sm_caps_is_preset(name)) {
		if (snprintf(path, sizeof(path), "%.*s%s", (int)(slash + 1 - source), source,
			     name) >= (int)sizeof(path))
			return sm_cap_error(reader, "include %s: the path is too long", name);
		name = path;
	}
	reader->depth++;
	is_right = sm_cap_source(reader, name);
	reader->depth--;
	reader->source = source;
	reader->line = number;
	return is_right;
}

/* Parses one line, which is modified; comment and surrounding spaces have been removed. */
static bool sm_cap_line(struct sm_cap_reader *reader, char *line)
{
	char name[128], value[128], rest;

	if (!*line)
		return true;
	if (sscanf(line, "include %127s %c", value, &rest) == 1)
		return sm_cap_include(reader, value);
	if (sscanf(line, "%127[]a-z0-9_.[] = %127s %c", name, value, &rest) != 2)
		return sm_cap_error(reader, "`%s` is neither `name = value` nor `include NAME`",
				    line);
	if (!strncmp(name, "model.", 6))
		return sm_cap_model(reader, name, value);
	if (!strncmp(name, "kernel.", 7))
		return sm_cap_kernel(reader, name, value);
	return sm_cap_set(reader, name, value);
}

static bool sm_cap_text(struct sm_cap_reader *reader, const char *text)
{
	reader->line = 0;
	while (*text) {
		const size_t len = strcspn(text, "\n");
		char line[256];
		size_t used = len;
		const char *comment = memchr(text, '#', len);

		reader->line++;
		if (comment)
			used = (size_t)(comment - text);
		while (used && strchr(" \t\r", text[used - 1]))
			used--;
		if (used >= sizeof(line))
			return sm_cap_error(reader, "the line is too long");
		memcpy(line, text, used);
		line[used] = '\0';
		if (!sm_cap_line(reader, line + strspn(line, " \t")))
			return false;
		text += len + (text[len] == '\n');
	}
	return true;
}

static char *sm_read_file(const char *path)
{
	FILE *file = fopen(path, "r");
	char *text = NULL;
	size_t used = 0, room = 0;

	while (file && !feof(file) && !ferror(file)) {
		char *more;

		if (room - used < 2) {
			room = room ? room * 2 : 4096;
			more = realloc(text, room);
			if (!more)
				break;
			text = more;
		}
		used += fread(text + used, 1, room - used - 1, file);
		text[used] = '\0';
	}
	if (!file || ferror(file)) {
		free(text);
		text = NULL;
	}
	if (file)
		fclose(file);
	return text;
}

static const struct sm_cap_preset *sm_cap_preset_find(const char *name)
{
	size_t i;

	for (i = 0; i < SM_ARRAY_SIZE(sm_cap_presets); i++)
		if (!strcmp(sm_cap_presets[i].name, name))
			return &sm_cap_presets[i];
	return NULL;
}

bool sm_caps_is_preset(const char *name)
{
	return sm_cap_preset_find(name) != NULL;
}

const char *sm_caps_preset_name(unsigned int i)
{
	return i < SM_ARRAY_SIZE(sm_cap_presets) ? sm_cap_presets[i].name : NULL;
}

static bool sm_cap_source(struct sm_cap_reader *reader, const char *name)
{
	const struct sm_cap_preset *preset = sm_cap_preset_find(name);
	bool is_right;
	char *text;

	if (preset) {
		reader->source = name;
		return sm_cap_text(reader, preset->text);
	}
	text = sm_read_file(name);
	if (!text)
		return sm_cap_error(
			reader,
			"%s is not a preset (base, connectx5, connectx6dx, connectx7, none) "
			"and cannot be read as a file: %s",
			name, strerror(errno));
	reader->source = name;
	is_right = sm_cap_text(reader, text);
	free(text);
	return is_right;
}

static bool sm_cap_fields_set(struct sm_cap_reader *reader, char *const *fields)
{
	for (; fields && *fields; fields++) {
		char line[256];

		reader->source = "--cap";
		reader->line = 0;
		if (strlen(*fields) >= sizeof(line) || !strchr(*fields, '='))
			return sm_cap_error(reader, "`%s` is not of the form name=value", *fields);
		strcpy(line, *fields);
		if (!sm_cap_line(reader, line))
			return false;
	}
	return true;
}

static bool sm_caps_are_complete(struct sm_cap_reader *reader)
{
	reader->line = 0;
	if (!reader->caps->image[PRM_HCA_CAP_TYPE_GENERAL])
		return sm_cap_error(reader,
				    "no general capability is set; start with `include base`");
	if (!reader->caps->pci_device)
		return sm_cap_error(reader, "model.pci_device is not set, by which libmlx5 knows "
				    "its devices; start with `include base`");
	return true;
}

struct sm_caps *sm_caps_load(const char *name, char *const *fields, char *error, size_t size)
{
	struct sm_caps *caps = calloc(1, sizeof(*caps));
	struct sm_cap_fields *known = sm_cap_fields();
	struct sm_cap_reader reader = {
		.caps = caps, .fields = known, .source = "--caps", .error = error, .size = size,
	};
	bool is_right = caps && known;

	if (is_right) {
		strcpy(caps->board_id, "MT_0000000000");
		is_right = sm_cap_source(&reader, name) && sm_cap_fields_set(&reader, fields) &&
			   sm_caps_are_complete(&reader);
	} else {
		snprintf(error, size, "out of memory");
	}
	free(known);
	if (!is_right) {
		sm_caps_free(caps);
		return NULL;
	}
	caps->general = (const void *)caps->image[PRM_HCA_CAP_TYPE_GENERAL];
	caps->pci_subsystem = caps->pci_device;
	return caps;
}

void sm_caps_free(struct sm_caps *caps)
{
	size_t i;

	if (!caps)
		return;
	for (i = 0; i < SM_CAP_TYPES; i++) {
		free(caps->image[i]);
		free(caps->most[i]);
	}
	free(caps);
}
