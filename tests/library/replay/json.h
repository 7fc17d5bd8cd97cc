/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * JSON as golden vectors have it: integers, strings, lists and objects. Written out, since replay
 * also runs on machines for which no library is at hand (test_portable.py).
 *
 * Functions return NULL, 0 or an empty list for a value that is NULL or of another type.
 */
#ifndef JSON_H
#define JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum json_type { JSON_NULL, JSON_BOOL, JSON_INTEGER, JSON_STRING, JSON_ARRAY, JSON_OBJECT };

typedef struct json {
	enum json_type type;
	uint64_t number;	/* or boolean; negative ones as two's complement */
	char *text;		/* of a string */
	char *key;		/* in an object */
	struct json *items;	/* of a list or object */
	size_t num;
} json_t;

/*
 * Returns NULL if the text is not JSON or has a number that is not an integer; *@at is the place.
 */
json_t *json_parse(const char *text, size_t *at);
void json_free(json_t *value);	/* frees a result of json_parse() or json_copy(), or NULL */
json_t *json_copy(const json_t *value);

json_t *json_object_get(const json_t *object, const char *key);
/* Replaces the value. */
void json_object_set_number(json_t *object, const char *key, uint64_t number);
const char *json_string_value(const json_t *value);

static inline bool json_is(const json_t *value, enum json_type type)
{
	return value && value->type == type;
}

static inline size_t json_size(const json_t *value)
{
	return value ? value->num : 0;
}

static inline json_t *json_array_get(const json_t *list, size_t i)
{
	return json_is(list, JSON_ARRAY) && i < list->num ? &list->items[i] : NULL;
}

#define json_array_foreach(list, i, item) \
	for ((i) = 0; ((item) = json_array_get(list, i)) != NULL; (i)++)

#endif
