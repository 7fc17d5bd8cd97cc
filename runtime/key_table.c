/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
#include <errno.h>
#include <stdlib.h>

#include "device.h"

struct mlx5sig_key_table *mlx5sig_key_table_new(void)
{
	struct mlx5sig_key_table *table = calloc(1, sizeof(*table));
	unsigned int i;

	for (i = 0; table && i < MLX5SIG_KEY_PAGES; i++)
		atomic_init(&table->pages[i], &table->empty);
	return table;
}

void mlx5sig_key_table_free(struct mlx5sig_key_table *table)
{
	struct mlx5sig_key_page *page;
	unsigned int i;

	for (i = 0; table && i < MLX5SIG_KEY_PAGES; i++) {
		page = atomic_load_explicit(&table->pages[i], memory_order_relaxed);
		if (page != &table->empty)
			free(page);
	}
	free(table);
}

/* The index of a key in host order, as verbs carry it. */
static uint32_t key_index(const struct mlx5sig_key *key)
{
	const struct prm_mkey_value value = { .dw_00 = prm_cpu_to_be32(key->pub.lkey) };

	return prm_mkey_value_get_mkey_index(&value);
}

int mlx5sig_key_add(struct mlx5sig_device *device, struct mlx5sig_key *key)
{
	uint32_t index = key_index(key);
	_Atomic(struct mlx5sig_key_page *) *slot = &device->keys->pages[index / MLX5SIG_KEY_PAGE];
	struct mlx5sig_key_page *page;

	pthread_mutex_lock(&device->lock);
	page = atomic_load_explicit(slot, memory_order_relaxed);
	if (page == &device->keys->empty) {
		page = calloc(1, sizeof(*page));
		if (page)
			atomic_store_explicit(slot, page, memory_order_release);
	}
	if (page)
		atomic_store_explicit(&page->keys[index % MLX5SIG_KEY_PAGE], key,
				      memory_order_release);
	pthread_mutex_unlock(&device->lock);
	return page ? 0 : ENOMEM;
}

/* The index may have been given to another key since the device destroyed this one. */
void mlx5sig_key_remove(struct mlx5sig_device *device, struct mlx5sig_key *key)
{
	uint32_t index = key_index(key);
	struct mlx5sig_key *expected = key;
	struct mlx5sig_key_page *page;

	page = atomic_load_explicit(&device->keys->pages[index / MLX5SIG_KEY_PAGE],
				    memory_order_acquire);
	atomic_compare_exchange_strong(&page->keys[index % MLX5SIG_KEY_PAGE], &expected, NULL);
}
