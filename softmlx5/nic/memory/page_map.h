/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Addresses of the application's pages whose accesses are trapped: a hash table, which signal
 * handlers read. Zero-initialised, it is empty.
 */
#ifndef SOFTMLX5_PAGE_MAP_H
#define SOFTMLX5_PAGE_MAP_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct sm_page_table;

struct sm_page_map {
	_Atomic(struct sm_page_table *) table;
};

/* What was added for the page that has this address; NULL: nothing. For signal handlers. */
void *sm_page_map_get(const struct sm_page_map *map, const void *addr);
/*
 * Adds a page at this address, instead of an earlier one. @page is never freed, since a handler may
 * still use it. false: no memory. With the lock held.
 */
bool sm_page_map_add(struct sm_page_map *map, uintptr_t addr, void *page);
/* Removes all addresses of the page. With the lock held. */
void sm_page_map_remove(struct sm_page_map *map, const void *page);

#endif
