// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* The application's memory, most of it registered with the device. */
#include <sys/mman.h>

#include "hostile.h"

#define LONG_SIZE 0xa0000

const size_t region_size[REGIONS] = {
	[REGION_CQ] = 0x5000,	[REGION_QUEUE] = 0x8000, [REGION_DATA] = 0x4000,
	[REGION_READ] = 0x2000, [REGION_GONE] = 0x2000,	 [REGION_OTHER] = 0x2000,
	[REGION_FREE] = 0x2000, [REGION_LONG] = LONG_SIZE,
};

/* Expected contents of regions that the device does not write. */
static uint8_t shadow[REGIONS][LONG_SIZE];
static bool is_mapped[REGIONS];

uint8_t *region(enum region which)
{
	return (uint8_t *)(uintptr_t)ARENA + (which + 1) * 0x100000;
}

static void map(enum region which)
{
	if (mmap(region(which), region_size[which], PROT_READ | PROT_WRITE,
		 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED)
		broken("mmap");
	is_mapped[which] = true;
}

void arena_init(void)
{
	if (mmap((void *)(uintptr_t)ARENA, ARENA_SIZE, PROT_NONE,
		 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE | MAP_NORESERVE, -1, 0) ==
	    MAP_FAILED)
		broken("the address space at 0x%x is taken", ARENA);
}

void arena_reset(void)
{
	enum region i;

	for (i = 0; i < REGIONS; i++) {
		const int fill = i == REGION_QUEUE ? 0 : i == REGION_CQ ? 0xf0 : 0x50 + (int)i;

		if (!is_mapped[i])
			map(i);
		memset(region(i), fill, region_size[i]);
		if (i != REGION_LONG)	/* the region LONG is not compared */
			memset(shadow[i], fill, region_size[i]);
	}
	/* The counters of doorbell records start at 0. */
	memset(region(REGION_CQ) + 0x4000, 0, 0x1000);
}

static void unmap(enum region which, size_t kept)
{
	/*
	 * Every access to the rest fails as after munmap(), but nothing else can be mapped there.
	 */
	if (mmap(region(which) + kept, region_size[which] - kept, PROT_NONE,
		 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE, -1, 0) == MAP_FAILED)
		broken("mmap");
	is_mapped[which] = false;
}

void arena_unmap(enum region which)
{
	unmap(which, 0);
}

void arena_unmap_end(size_t kept)
{
	unmap(REGION_LONG, kept & ~(size_t)(SM_PAGE_SIZE - 1));
}

bool arena_is_mapped(enum region which)
{
	return is_mapped[which];
}

void arena_write(void *to, const void *from, size_t len)
{
	enum region i;

	if (!len)
		return;
	for (i = 0; i < REGIONS; i++) {
		const size_t offset = (size_t)((uint8_t *)to - region(i));

		if ((uint8_t *)to < region(i) || offset >= region_size[i])
			continue;
		if (len > region_size[i] - offset)
			broken("the fuzzer writes beyond a region");
		if (!is_mapped[i])
			return;
		memcpy(to, from, len);
		memcpy(shadow[i] + offset, from, len);
		return;
	}
	broken("the fuzzer writes to an address outside all regions");
}

void arena_check(bool is_read_only_writable)
{
	static const enum region checked[] = {
		REGION_OTHER, REGION_FREE, REGION_READ, REGION_QUEUE,
	};
	size_t i;

	for (i = 0; i < (is_read_only_writable ? 2 : SM_ARRAY_SIZE(checked)); i++)
		if (is_mapped[checked[i]] &&
		    memcmp(region(checked[i]), shadow[checked[i]], region_size[checked[i]]))
			broken("memory was written without permission of a key: region %d",
			       (int)checked[i]);
}

uint64_t any_address(struct source *src)
{
	const enum region which = below(src, REGIONS);

	switch (below(src, 8)) {
	case 0:
		return (uintptr_t)region(which) + region_size[which] - below(src, 64);
	case 1:
		return (uintptr_t)region(which) - below(src, 64);
	case 2:
		return (odd_value(src) & 0xffffff) | NOWHERE;
	case 3:
		return below(src, 4096);
	default:
		return (uintptr_t)region(which) + below(src, (uint32_t)region_size[which]);
	}
}

void tame_addresses(struct source *src, void *data, size_t len)
{
	size_t at;

	for (at = 0; at + 8 <= len; at += 8) {
		uint64_t value;

		memcpy(&value, (char *)data + at, sizeof(value));
		/*
		 * Addresses of program, libraries, stack, heap and the sanitizer's shadow; the rest
		 * is unmapped.
		 */
		if ((value < UINT64_C(1) << 41 && (value < 0x7fff8000 || value > 0x8fffffff)) ||
		    value >> 47)
			continue;
		value = any_address(src);
		memcpy((char *)data + at, &value, sizeof(value));
	}
}
