/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * A device: how commands reach it, what it can do, and its keys by number.
 */
#ifndef MLX5SIG_RUNTIME_DEVICE_H
#define MLX5SIG_RUNTIME_DEVICE_H

#include "mkey.h"

struct mlx5sig_device {
	struct mlx5sig_devx_ops ops;
	void *cookie;
	struct ibv_context *ctx;	/* NULL: opened by mlx5sig_device_open() */
	unsigned int users;		/* keys and queues on it; of @ctx also its entry in the list */

	struct mlx5sig_context caps;	/* all that can be asked, asked once */
	uint32_t max_klm_entries;	/* of a key */
	uint32_t max_wqe_size;		/* bytes of a send WQE */
	bool has_update_tag;

	/* Keys by index. Readers (poll) take no lock: slots are published with release order. */
	pthread_mutex_t lock;
	struct mlx5sig_key_table *keys;
};

/* The device of a context, opened if need be; NULL with errno. Each needs a put. */
struct mlx5sig_device *mlx5sig_device_get(struct ibv_context *ctx);
void mlx5sig_device_put(struct mlx5sig_device *device);

/*
 * The key with this index (upper 24 bits of lkey and of the number in a SIG_ERR CQE); NULL. Any thread. The key stays
 * valid as long as the program does not destroy it, which it may not do while it polls for its completions.
 */
struct mlx5sig_key *mlx5sig_key_find(struct mlx5sig_device *device, uint32_t key);

/* A SIG_ERR CQE (64 bytes) of this key has been polled (check.c). Any thread. */
void mlx5sig_key_note_error(struct mlx5sig_key *key, const void *cqe);

#endif
