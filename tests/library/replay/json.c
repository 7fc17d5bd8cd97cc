/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "json.h"

enum { MAX_DEPTH = 64 };

static void clear(json_t *value)
{
	size_t i;

	for (i = 0; i < value->num; i++)
		clear(&value->items[i]);
	free(value->items);
	free(value->text);
	free(value->key);
}

void json_free(json_t *value)
{
	if (value)
		clear(value);
	free(value);
}

static void *checked(void *made)
{
	if (!made)
		abort();
	return made;
}

/*
 * Parsing. Each function parses its construct at *@at; if it returns false, *@at is the place of
 * the error.
 */

static void skip_space(const char **at)
{
	*at += strspn(*at, " \t\r\n");
}

static bool take(const char **at, char c)
{
	skip_space(at);
	if (**at != c)
		return false;
	(*at)++;
	return true;
}

static bool take_word(const char **at, const char *word)
{
	size_t size = strlen(word);

	if (strncmp(*at, word, size))
		return false;
	*at += size;
	return true;
}

/* Only the escapes of one character that mean themselves. */
static bool take_string(const char **at, char **text)
{
	size_t len = 0;

	if (!take(at, '"'))
		return false;
	*text = checked(malloc(strlen(*at) + 1));
	for (; **at != '"'; (*at)++) {
		if (**at == '\\' && strchr("\"\\/", (*at)[1]) && (*at)[1])
			(*at)++;
		else if (**at == '\\' || (unsigned char)**at < ' ')
			break;
		(*text)[len++] = **at;
	}
	(*text)[len] = '\0';
	*text = checked(realloc(*text, len + 1));
	return take(at, '"');
}

static bool take_integer(const char **at, uint64_t *number)
{
	bool is_negative = **at == '-';
	char *end;

	if (!isdigit((unsigned char)(*at)[is_negative]))
		return false;
	errno = 0;
	*number = is_negative ? (uint64_t)strtoll(*at, &end, 10) : strtoull(*at, &end, 10);
	if (errno || strchr(".eE", *end ? *end : ' '))
		return false;
	*at = end;
	return true;
}

static bool take_value(const char **at, json_t *value, unsigned int depth);

/* After the bracket. */
static bool take_items(const char **at, json_t *value, unsigned int depth)
{
	const char end = value->type == JSON_OBJECT ? '}' : ']';
	json_t *item;

	if (depth == MAX_DEPTH)
		return false;
	if (take(at, end))
		return true;
	do {
		/* Room for the next power of two. */
		if (!(value->num & (value->num - 1)))
			value->items = checked(realloc(value->items, (value->num ? 2 * value->num : 1) *
							sizeof(*item)));
		item = &value->items[value->num++];
		memset(item, 0, sizeof(*item));
		if (value->type == JSON_OBJECT && (!take_string(at, &item->key) || !take(at, ':')))
			return false;
		if (!take_value(at, item, depth + 1))
			return false;
	} while (take(at, ','));
	return take(at, end);
}

static bool take_value(const char **at, json_t *value, unsigned int depth)
{
	skip_space(at);
	switch (**at) {
	case '{':
		value->type = JSON_OBJECT;
		(*at)++;
		return take_items(at, value, depth);
	case '[':
		value->type = JSON_ARRAY;
		(*at)++;
		return take_items(at, value, depth);
	case '"':
		value->type = JSON_STRING;
		return take_string(at, &value->text);
	case 'n':
		return take_word(at, "null");
	case 't':
	case 'f':
		value->type = JSON_BOOL;
		value->number = **at == 't';
		return take_word(at, value->number ? "true" : "false");
	}
	value->type = JSON_INTEGER;
	return take_integer(at, &value->number);
}

json_t *json_parse(const char *text, size_t *at)
{
	json_t *value = checked(calloc(1, sizeof(*value)));
	const char *end = text;
	bool is_read = take_value(&end, value, 0);

	skip_space(&end);
	if (is_read && !*end)
		return value;
	*at = (size_t)(end - text);
	json_free(value);
	return NULL;
}

/*
 * Values.
 */

static char *copy_text(const char *text)
{
	return text ? checked(strdup(text)) : NULL;
}

static void copy(json_t *to, const json_t *from)
{
	size_t i;

	*to = *from;
	to->text = copy_text(from->text);
	to->key = copy_text(from->key);
	to->items = from->num ? checked(calloc(from->num, sizeof(*to->items))) : NULL;
	for (i = 0; i < from->num; i++)
		copy(&to->items[i], &from->items[i]);
}

json_t *json_copy(const json_t *value)
{
	json_t *made = checked(calloc(1, sizeof(*made)));

	copy(made, value);
	return made;
}

json_t *json_object_get(const json_t *object, const char *key)
{
	size_t i;

	if (json_is(object, JSON_OBJECT))
		for (i = 0; i < object->num; i++)
			if (!strcmp(object->items[i].key, key))
				return &object->items[i];
	return NULL;
}

void json_object_set_number(json_t *object, const char *key, uint64_t number)
{
	json_t *value = json_object_get(object, key), old;

	if (!value)
		abort();
	old = *value;
	*value = (json_t) { .type = JSON_INTEGER, .number = number, .key = old.key };
	old.key = NULL;
	clear(&old);
}

const char *json_string_value(const json_t *value)
{
	return value ? value->text : NULL;
}
