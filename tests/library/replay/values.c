/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
#include <stdlib.h>
#include <string.h>

#include "replay.h"

uint64_t number_of(const json_t *value)
{
	if (json_is(value, JSON_STRING))
		return strtoull(json_string_value(value), NULL, 0);
	return json_is(value, JSON_INTEGER) ? value->number : 0;
}

uint64_t get_number(const json_t *object, const char *key)
{
	return number_of(json_object_get(object, key));
}

const char *get_string(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return text ? text : "";
}

static unsigned int digit(char c)
{
	return (unsigned int)(c <= '9' ? c - '0' : c - 'a' + 10) & 0xf;
}

size_t get_bytes(const char *hex, void *bytes, size_t max)
{
	uint8_t *out = bytes;
	size_t i;

	for (i = 0; i < max && hex[2 * i] && hex[2 * i + 1]; i++)
		out[i] = (uint8_t)(digit(hex[2 * i]) << 4 | digit(hex[2 * i + 1]));
	return i;
}

bool is_hex(const char *hex, const void *bytes, size_t len)
{
	const uint8_t *in = bytes;
	size_t i;

	if (strlen(hex) != 2 * len)
		return false;
	for (i = 0; i < len; i++)
		if (in[i] != (digit(hex[2 * i]) << 4 | digit(hex[2 * i + 1])))
			return false;
	return true;
}
