/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * A device: how commands reach it, what it can do, and its keys.
 */
#ifndef MLX5SIG_RUNTIME_DEVICE_H
#define MLX5SIG_RUNTIME_DEVICE_H

#include <pthread.h>
#include <stddef.h>

#include "key_table.h"
#include "lock.h"
#include "mkey.h"

struct mlx5sig_device {
	struct mlx5sig_devx_ops ops;
	void *cookie;
	struct ibv_context *ctx;	/* NULL: opened by mlx5sig_device_open() */
	unsigned int users;		/* keys and queues on it, calls under way; see device.c */
	struct mlx5sig_device *next;	/* in the list of devices of contexts */

	struct mlx5sig_context caps;	/* all that can be asked, asked once */
	struct mlx5sig_sig_tables sig_tables;	/* of its signatures */
	uint32_t max_klm_entries;	/* of a key; 0: the device does not say */
	uint32_t max_wqe_size;		/* bytes of a send WQE */
	bool has_dek;			/* objects with data encryption keys */
	bool has_update_tag;

	struct mlx5sig_lock mmio_lock;	/* of doorbell registers, on machines of 32 bits (mmio.h) */

	pthread_mutex_t lock;
	struct mlx5sig_key_table *keys;	/* with a signature; written under @lock, read without */

	struct mlx5sig_completion_queue *cqs;	/* those that were taken over (cq.c), under @lock */
	struct mlx5sig_srq *srqs;		/* likewise (srq.c) */
};

/* The device of a context, opened if need be; NULL with errno. Each needs a put. */
struct mlx5sig_device *mlx5sig_device_get(struct ibv_context *ctx);
void mlx5sig_device_put(struct mlx5sig_device *device);
/* One more user of a device that has one already; gives the device. */
struct mlx5sig_device *mlx5sig_device_use(struct mlx5sig_device *device);

/*
 * What a command came to: @err is what the function gave that carried it, @out the answer. 0, or a
 * value of errno; if the device has refused, the one for its status.
 */
int mlx5sig_cmd_errno(int err, const void *out);
/* An object on the device; NULL with errno as mlx5sig_cmd_errno() has it. */
void *mlx5sig_obj_create(struct mlx5sig_device *device, const void *in, size_t inlen, void *out,
			 size_t outlen);
/* Destroys *@obj and sets it to NULL. What is NULL has been destroyed. */
int mlx5sig_obj_destroy(struct mlx5sig_device *device, void **obj);

/* Makes a key with a signature known, under the index of its lkey; ENOMEM. */
int mlx5sig_key_add(struct mlx5sig_device *device, struct mlx5sig_key *key);
void mlx5sig_key_remove(struct mlx5sig_device *device, struct mlx5sig_key *key);

#endif
