// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The source of an execution's decisions, and mutations.
 */
#include "hostile.h"

void source_random(struct source *src, uint64_t seed)
{
	memset(src, 0, sizeof(*src));
	src->state = (seed + 1) * UINT64_C(0x9e3779b97f4a7c15);
	if (!src->state)
		src->state = 1;
	any64(src);
	src->budget = 8 + below(src, 120);
}

void source_bytes(struct source *src, const uint8_t *data, size_t len)
{
	memset(src, 0, sizeof(*src));
	src->at = data;
	src->end = data + len;
}

bool source_ended(const struct source *src)
{
	return src->end ? src->at == src->end : !src->budget;
}

static uint64_t from_input(struct source *src, unsigned int bytes)
{
	uint64_t value = 0;

	while (bytes-- && src->at < src->end)
		value = value << 8 | *src->at++;
	return value;
}

/* xorshift64* */
static uint64_t from_state(struct source *src)
{
	if (src->budget)
		src->budget -= (src->state & 7) == 0;
	src->state ^= src->state >> 12;
	src->state ^= src->state << 25;
	src->state ^= src->state >> 27;
	return src->state * UINT64_C(0x2545f4914f6cdd1d);
}

uint64_t any64(struct source *src)
{
	return src->end ? from_input(src, 8) : from_state(src);
}

uint32_t below(struct source *src, uint32_t n)
{
	if (src->end)
		return (uint32_t)(from_input(src, n <= 256 ? 1 : 4) % n);
	return (uint32_t)((from_state(src) >> 32) * n >> 32);
}

uint64_t odd_value(struct source *src)
{
	static const uint64_t values[] = {
		0,
		1,
		2,
		7,
		8,
		15,
		16,
		31,
		63,
		64,
		127,
		128,
		255,
		256,
		511,
		512,
		520,
		4095,
		4096,
		4097,
		0x7fff,
		0x8000,
		0xffff,
		0x10000,
		0xffffff,
		0x7fffffff,
		0x80000000,
		0xffffffff,
		0x100000000,
		INT64_MAX,
		(uint64_t)INT64_MAX + 1,
		UINT64_MAX,
		UINT64_MAX - 4095,
	};

	return one_in(src, 4) ? any64(src) : values[below(src, SM_ARRAY_SIZE(values))];
}

void mutate(struct source *src, void *data, size_t len)
{
	uint8_t *bytes = data;
	unsigned int n = 1 + below(src, 4);

	while (len && n--) {
		uint32_t at = below(src, (uint32_t)len);
		uint64_t value;

		switch (below(src, 4)) {
		case 0:
			bytes[at] ^= (uint8_t)(1u << below(src, 8));
			break;
		case 1:
			bytes[at] = (uint8_t)any64(src);
			break;
		case 2:	/* a big-endian word */
			value = __builtin_bswap64(odd_value(src));
			at &= ~3u;
			memcpy(bytes + at, (char *)&value + 4, len - at < 4 ? len - at : 4);
			break;
		default:
			value = one_in(src, 2) ? odd_value(src) : __builtin_bswap64(odd_value(src));
			at &= ~7u;
			memcpy(bytes + at, &value, len - at < 8 ? len - at : 8);
		}
	}
}
