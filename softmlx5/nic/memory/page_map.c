// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Addresses of trapped pages, see page_map.h.
 */
#include <stdlib.h>

#include "base/softmlx5.h"
#include "nic/memory/page_map.h"

struct sm_page_table {
	size_t size, used;	/* places, a power of two; places with an address */
	struct sm_page_place {
		_Atomic(uintptr_t) addr;
		_Atomic(void *) page;	/* NULL: unmapped */
	} places[];
};

static size_t sm_page_hash(const struct sm_page_table *table, uintptr_t addr)
{
	return (size_t)((uint64_t)(addr / SM_PAGE_SIZE) * 0x9e3779b97f4a7c15u >> 32) &
	       (table->size - 1);
}

void *sm_page_map_get(const struct sm_page_map *map, const void *pointer)
{
	struct sm_page_table *table = atomic_load(&map->table);
	uintptr_t addr = (uintptr_t)pointer & ~(uintptr_t)(SM_PAGE_SIZE - 1);

	for (size_t n = 0, i = table ? sm_page_hash(table, addr) : 0; table && n < table->size;
	     n++) {
		struct sm_page_place *place = &table->places[(i + n) & (table->size - 1)];
		uintptr_t there = atomic_load(&place->addr);

		if (there == addr)
			return atomic_load(&place->page);
		if (!there)
			return NULL;
	}
	return NULL;
}

/* The table always has a free place: it is at most half full. */
static void sm_page_table_put(struct sm_page_table *table, uintptr_t addr, void *page)
{
	size_t i = sm_page_hash(table, addr);

	for (;; i = (i + 1) & (table->size - 1)) {
		struct sm_page_place *place = &table->places[i];
		uintptr_t there = atomic_load(&place->addr);

		if (there && there != addr)
			continue;
		atomic_store(&place->page, page);
		atomic_store(&place->addr, addr);
		table->used += !there;
		return;
	}
}

/*
 * Mostly the same addresses are added again. A table that is replaced may still be read, so it is
 * not freed.
 */
bool sm_page_map_add(struct sm_page_map *map, uintptr_t addr, void *page)
{
	struct sm_page_table *old = atomic_load(&map->table), *table = old;

	if (!old || old->used >= old->size / 2) {
		size_t size = old ? old->size * 2 : 256;

		table = calloc(1, sizeof(*table) + size * sizeof(table->places[0]));
		if (!table)
			return false;
		table->size = size;
		for (size_t i = 0; old && i < old->size; i++) {
			void *live = atomic_load(&old->places[i].page);

			if (live)
				sm_page_table_put(table, atomic_load(&old->places[i].addr), live);
		}
	}
	sm_page_table_put(table, addr, page);
	atomic_store(&map->table, table);
	return true;
}

void sm_page_map_remove(struct sm_page_map *map, const void *page)
{
	struct sm_page_table *table = atomic_load(&map->table);

	for (size_t i = 0; table && i < table->size; i++)
		if (atomic_load(&table->places[i].page) == page)
			atomic_store(&table->places[i].page, NULL);
}
