/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
#include <errno.h>
#include <stdlib.h>

#include "table.h"

struct mlx5sig_table *mlx5sig_table_new(void)
{
	struct mlx5sig_table *table = calloc(1, sizeof(*table));
	uint32_t i;

	for (i = 0; table && i < MLX5SIG_TABLE_PAGES; i++)
		atomic_init(&table->pages[i], &table->empty);
	return table;
}

void mlx5sig_table_free(struct mlx5sig_table *table)
{
	struct mlx5sig_table_page *page;
	uint32_t i;

	for (i = 0; table && i < MLX5SIG_TABLE_PAGES; i++) {
		page = atomic_load_explicit(&table->pages[i], memory_order_relaxed);
		if (page != &table->empty)
			free(page);
	}
	free(table);
}

int mlx5sig_table_set(struct mlx5sig_table *table, uint32_t number, void *object)
{
	_Atomic(struct mlx5sig_table_page *) *slot = &table->pages[number / MLX5SIG_TABLE_PAGE];
	struct mlx5sig_table_page *page = atomic_load_explicit(slot, memory_order_relaxed);

	if (page == &table->empty) {
		page = calloc(1, sizeof(*page));
		if (!page)
			return ENOMEM;
		atomic_store_explicit(slot, page, memory_order_release);
	}
	atomic_store_explicit(&page->objects[number % MLX5SIG_TABLE_PAGE], object,
			      memory_order_release);
	return 0;
}

void mlx5sig_table_remove(struct mlx5sig_table *table, uint32_t number, void *object)
{
	struct mlx5sig_table_page *page;

	page = atomic_load_explicit(&table->pages[number / MLX5SIG_TABLE_PAGE],
				    memory_order_acquire);
	atomic_compare_exchange_strong(&page->objects[number % MLX5SIG_TABLE_PAGE], &object, NULL);
}
