// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * SPDK's environment for one thread on one core, instead of DPDK. All memory for the device is one
 * arena at a fixed address, so that two runs have the same addresses in their requests; freed memory
 * is not used again.
 */
#include "spdk/stdinc.h"

#include <sys/mman.h>

#include "spdk/env.h"
#include "spdk/util.h"
#include "spdk/uuid.h"

#define ARENA ((uint8_t *)0x200000000000)
#define ARENA_BYTES (96u << 20)
#define ALIGN 64u

struct spdk_mempool {
	size_t num_free;
	void *free[];
};

struct spdk_ring {
	size_t size, head, num;
	void *objects[];
};

struct spdk_mem_map {
	const struct spdk_mem_map_ops *ops;
	void *context;
	uint64_t translation;	/* of the arena */
	uint64_t otherwise;
};

static size_t used;

/*
 * Memory.
 */

void *spdk_malloc(size_t size, size_t align, uint64_t *unused, int numa_id, uint32_t flags)
{
	const size_t at = SPDK_ALIGN_CEIL(used, align > ALIGN ? align : ALIGN);

	if (!used && mmap(ARENA, ARENA_BYTES, PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0) != ARENA)
		return NULL;
	if (size > ARENA_BYTES || at > ARENA_BYTES - size)
		return NULL;
	used = at + size;
	return ARENA + at;
}

void *spdk_zmalloc(size_t size, size_t align, uint64_t *unused, int numa_id, uint32_t flags)
{
	return spdk_malloc(size, align, unused, numa_id, flags);
}

void *spdk_realloc(void *memory, size_t size, size_t align)
{
	return NULL;
}

void spdk_free(void *memory)
{
}

void *spdk_dma_malloc(size_t size, size_t align, uint64_t *unused)
{
	return spdk_malloc(size, align, unused, 0, 0);
}

void spdk_dma_free(void *memory)
{
}

/* Registers the arena at once, and nothing else. */
struct spdk_mem_map *spdk_mem_map_alloc(uint64_t otherwise, const struct spdk_mem_map_ops *ops, void *context)
{
	struct spdk_mem_map *map = calloc(1, sizeof(*map));

	if (!map)
		return NULL;
	*map = (struct spdk_mem_map) { .ops = ops, .context = context, .otherwise = otherwise };
	if (!ops->notify_cb(context, map, SPDK_MEM_MAP_NOTIFY_REGISTER, ARENA, ARENA_BYTES))
		return map;
	free(map);
	return NULL;
}

void spdk_mem_map_free(struct spdk_mem_map **map)
{
	(*map)->ops->notify_cb((*map)->context, *map, SPDK_MEM_MAP_NOTIFY_UNREGISTER, ARENA, ARENA_BYTES);
	free(*map);
	*map = NULL;
}

int spdk_mem_map_set_translation(struct spdk_mem_map *map, uint64_t address, uint64_t size,
				 uint64_t translation)
{
	map->translation = translation;
	return 0;
}

int spdk_mem_map_clear_translation(struct spdk_mem_map *map, uint64_t address, uint64_t size)
{
	return spdk_mem_map_set_translation(map, address, size, map->otherwise);
}

uint64_t spdk_mem_map_translate(const struct spdk_mem_map *map, uint64_t address, uint64_t *size)
{
	const uint64_t at = address - (uintptr_t)ARENA;

	if (at >= ARENA_BYTES || (size && *size > ARENA_BYTES - at))
		return map->otherwise;
	return map->translation;
}

/*
 * Pools.
 */

struct spdk_mempool *spdk_mempool_create_ctor(const char *name, size_t num, size_t size, size_t cache_size,
					      int numa_id, spdk_mempool_obj_cb_t *init, void *context)
{
	const size_t stride = SPDK_ALIGN_CEIL(size, ALIGN);
	struct spdk_mempool *pool = malloc(sizeof(*pool) + num * sizeof(pool->free[0]));
	uint8_t *elements = spdk_malloc(num * stride, ALIGN, NULL, numa_id, 0);
	size_t i;

	if (!pool || !elements) {
		free(pool);
		return NULL;
	}
	for (i = 0; i < num; i++) {
		if (init)
			init(pool, context, elements + i * stride, (unsigned int)i);
		pool->free[i] = elements + i * stride;
	}
	pool->num_free = num;
	return pool;
}

struct spdk_mempool *spdk_mempool_create(const char *name, size_t num, size_t size, size_t cache_size, int numa_id)
{
	return spdk_mempool_create_ctor(name, num, size, cache_size, numa_id, NULL, NULL);
}

void spdk_mempool_free(struct spdk_mempool *pool)
{
	free(pool);
}

size_t spdk_mempool_count(const struct spdk_mempool *pool)
{
	return pool->num_free;
}

int spdk_mempool_get_bulk(struct spdk_mempool *pool, void **elements, size_t num)
{
	if (num > pool->num_free)
		return -ENOMEM;
	pool->num_free -= num;
	memcpy(elements, &pool->free[pool->num_free], num * sizeof(*elements));
	return 0;
}

void *spdk_mempool_get(struct spdk_mempool *pool)
{
	void *element;

	return spdk_mempool_get_bulk(pool, &element, 1) ? NULL : element;
}

void spdk_mempool_put_bulk(struct spdk_mempool *pool, void **elements, size_t num)
{
	memcpy(&pool->free[pool->num_free], elements, num * sizeof(*elements));
	pool->num_free += num;
}

void spdk_mempool_put(struct spdk_mempool *pool, void *element)
{
	spdk_mempool_put_bulk(pool, &element, 1);
}

/*
 * Rings.
 */

struct spdk_ring *spdk_ring_create(enum spdk_ring_type type, size_t size, int numa_id)
{
	struct spdk_ring *ring = calloc(1, sizeof(*ring) + size * sizeof(ring->objects[0]));

	if (ring)
		ring->size = size;
	return ring;
}

void spdk_ring_free(struct spdk_ring *ring)
{
	free(ring);
}

size_t spdk_ring_count(struct spdk_ring *ring)
{
	return ring->num;
}

/* All or none. */
size_t spdk_ring_enqueue(struct spdk_ring *ring, void **objects, size_t num, size_t *room)
{
	size_t i;

	if (num > ring->size - ring->num)
		return 0;
	for (i = 0; i < num; i++)
		ring->objects[(ring->head + ring->num++) % ring->size] = objects[i];
	if (room)
		*room = ring->size - ring->num;
	return num;
}

size_t spdk_ring_dequeue(struct spdk_ring *ring, void **objects, size_t num)
{
	size_t i;

	num = spdk_min(num, ring->num);
	for (i = 0; i < num; i++) {
		objects[i] = ring->objects[ring->head];
		ring->head = (ring->head + 1) % ring->size;
	}
	ring->num -= num;
	return num;
}

/*
 * The machine.
 */

uint64_t spdk_get_ticks(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

uint64_t spdk_get_ticks_hz(void)
{
	return 1000000000;
}

uint32_t spdk_env_get_core_count(void)
{
	return 1;
}

uint32_t spdk_env_get_first_core(void)
{
	return 0;
}

uint32_t spdk_env_get_next_core(uint32_t core)
{
	return UINT32_MAX;
}

uint32_t spdk_env_get_current_core(void)
{
	return 0;
}

int32_t spdk_env_get_first_numa_id(void)
{
	return 0;
}

int32_t spdk_env_get_last_numa_id(void)
{
	return 0;
}

int32_t spdk_env_get_next_numa_id(int32_t numa_id)
{
	return INT32_MAX;
}

int32_t spdk_mem_get_numa_id(const void *memory, uint64_t *size)
{
	return 0;
}

/* Of lib/util/uuid.c, which needs libuuid. */
int spdk_uuid_fmt_lower(char *text, size_t size, const struct spdk_uuid *uuid)
{
	return -ENOTSUP;
}
