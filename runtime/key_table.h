/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Keys with a signature by their index: a table of pages, which are added when they are needed and
 * stay. Readers (polling) take no lock: pages and keys are published with release order.
 */
#ifndef MLX5SIG_RUNTIME_KEY_TABLE_H
#define MLX5SIG_RUNTIME_KEY_TABLE_H

#include <stdatomic.h>

#include "build.h"

#define MLX5SIG_KEY_PAGE 4096		/* keys of a page */
#define MLX5SIG_KEY_PAGES 4096		/* an index has 24 bits */

struct mlx5sig_key;

struct mlx5sig_key_page {
	_Atomic(struct mlx5sig_key *) keys[MLX5SIG_KEY_PAGE];
};

struct mlx5sig_key_table {
	_Atomic(struct mlx5sig_key_page *) pages[MLX5SIG_KEY_PAGES];
	struct mlx5sig_key_page empty;	/* stands for all that were not needed */
};

/* NULL: no memory. */
struct mlx5sig_key_table *mlx5sig_key_table_new(void);
void mlx5sig_key_table_free(struct mlx5sig_key_table *table);

/*
 * The key with the index of @value; NULL. Any thread. The key stays valid as long as the program
 * does not destroy it, which it may not do while it polls for its completions.
 */
MLX5SIG_INLINE struct mlx5sig_key *mlx5sig_key_table_find(struct mlx5sig_key_table *table,
							  const struct prm_mkey_value *value)
{
	uint32_t index = prm_mkey_value_get_mkey_index(value);
	struct mlx5sig_key_page *page;

	page = atomic_load_explicit(&table->pages[index / MLX5SIG_KEY_PAGE], memory_order_acquire);
	return atomic_load_explicit(&page->keys[index % MLX5SIG_KEY_PAGE], memory_order_acquire);
}

#endif
