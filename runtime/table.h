/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Objects by their number on the device, keys and queue pairs: a table of pages that are added when
 * they are needed and freed with the table. Readers (polling) take no lock.
 */
#ifndef MLX5SIG_RUNTIME_TABLE_H
#define MLX5SIG_RUNTIME_TABLE_H

#include <stdatomic.h>

#include "build.h"

#define MLX5SIG_TABLE_PAGE 4096u	/* objects of a page */
#define MLX5SIG_TABLE_PAGES ((MLX5SIG_MAX_NUMBER + 1) / MLX5SIG_TABLE_PAGE)

struct mlx5sig_table_page {
	_Atomic(void *) objects[MLX5SIG_TABLE_PAGE];
};

struct mlx5sig_table {
	_Atomic(struct mlx5sig_table_page *) pages[MLX5SIG_TABLE_PAGES];
	struct mlx5sig_table_page empty;	/* in the place of all pages that do not exist */
};

/* NULL: no memory. */
struct mlx5sig_table *mlx5sig_table_new(void);
void mlx5sig_table_free(struct mlx5sig_table *table);
/* Replaces what has this number. ENOMEM. Callers exclude each other. */
int mlx5sig_table_set(struct mlx5sig_table *table, uint32_t number, void *object);
/* Nothing is changed if the number has been given to another object meanwhile. Any thread. */
void mlx5sig_table_remove(struct mlx5sig_table *table, uint32_t number, void *object);

/*
 * The object with this number, up to MLX5SIG_MAX_NUMBER, or NULL. Any thread. It stays valid until
 * the program destroys it, which it must not do while completions refer to it.
 */
MLX5SIG_INLINE void *mlx5sig_table_find(struct mlx5sig_table *table, uint32_t number)
{
	struct mlx5sig_table_page *page;

	page = atomic_load_explicit(&table->pages[number / MLX5SIG_TABLE_PAGE],
				    memory_order_acquire);
	return atomic_load_explicit(&page->objects[number % MLX5SIG_TABLE_PAGE],
				    memory_order_acquire);
}

#endif
