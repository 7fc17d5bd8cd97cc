/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Random numbers, xorshift64*: the seed, which is not 0, decides them all. A program has one
 * generator, or defines RIG_OWN_RANDOM and has several.
 */
#ifndef RIG_RANDOM_H
#define RIG_RANDOM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static inline uint64_t random_bits(uint64_t *state)
{
	*state ^= *state >> 12;
	*state ^= *state << 25;
	*state ^= *state >> 27;
	return *state * UINT64_C(0x2545f4914f6cdd1d);
}

/* 0 ... @n - 1 */
static inline uint32_t random_below(uint64_t *state, uint32_t n)
{
	return (uint32_t)((random_bits(state) >> 32) % n);
}

/* The state for the @n-th of many runs. */
static inline uint64_t random_seed(uint64_t n)
{
	return (n + 1) * UINT64_C(0x9e3779b97f4a7c15);
}

static inline void random_fill(uint64_t *state, void *to, size_t size)
{
	uint8_t *byte = to;

	while (size--)
		*byte++ = (uint8_t)(random_bits(state) >> 56);
}

#ifndef RIG_OWN_RANDOM
__attribute__((weak)) uint64_t rng = 1;

static inline uint32_t below(uint32_t n)
{
	return random_below(&rng, n);
}

static inline bool chance(uint32_t percent)
{
	return below(100) < percent;
}
#endif

#endif
