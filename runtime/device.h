/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * A device: how commands reach it, its capabilities, its keys and queues by number.
 */
#ifndef MLX5SIG_RUNTIME_DEVICE_H
#define MLX5SIG_RUNTIME_DEVICE_H

#include <errno.h>
#include <pthread.h>

#include <mlx5sig/mlx5sig.h>

#include "lock.h"
#include "table.h"

/*
 * A CQ or SRQ that is attached to a device. A number that is used again has other memory, unless the
 * queue was not detached before its end; then its object is another one.
 */
struct mlx5sig_attached {
	const void *buf, *ibv;
	uint32_t number;
	struct mlx5sig_attached *next;
};

/*
 * A queue pair by its number. Pollers of all CQs read it without a lock, for completions of a number that
 * may be of another CQ meanwhile, so it is memory of the device's and lives on when the QP is detached. It
 * is used again only after the table has forgotten it, and joins a CQ under its lock: a poller that holds
 * the lock, and finds its CQ here, has the QP of that number.
 */
struct mlx5sig_qp_ref {
	_Atomic(struct mlx5sig_cq *) send_cq, recv_cq;	/* set under their locks; NULL: not on it */
	struct mlx5sig_queue_pair *qp;	/* valid for who holds the lock of one of the two CQs */
	struct mlx5sig_qp_ref *next;	/* of those that are free */
};

struct mlx5sig_device {
	struct mlx5sig_devx_ops ops;
	void *cookie;
	unsigned int users;	/* objects on it, calls under way; under a lock of device.c */

	/* Reference to a context; NULL: opened by mlx5sig_device_open(). See device.c. */
	struct ibv_context *ctx;
	int watch;
	struct mlx5sig_device *next;

	/* Asked once (query.c). */
	struct mlx5sig_context caps;
	struct mlx5sig_sig_limits limits;
	uint32_t max_klm_entries;	/* of a key; 0: not reported */
	uint32_t max_wqe_size;		/* bytes of a send WQE */
	bool has_dek;			/* objects with data encryption keys */
	bool has_several_units;		/* data units of encryption in a key */
	bool has_big_endian_tweak;
	bool has_relaxed_write, has_relaxed_read;	/* relaxed ordering of keys */
	bool has_sqd_to_rts;		/* of the kernel; found out when needed (qp.c) */

	struct mlx5sig_lock mmio_lock;	/* doorbell registers on 32-bit machines (mmio.h) */
	struct mlx5sig_lock error_lock;	/* signature errors of all keys (check.c) */

	pthread_mutex_t lock;		/* writers of the tables, and what follows */
	struct mlx5sig_table *keys, *qps;	/* struct mlx5sig_key, struct mlx5sig_qp_ref */
	struct mlx5sig_qp_ref *free_refs;
	struct mlx5sig_attached *attached;	/* CQs and SRQs */
	struct mlx5sig_mkey_pool *pools;
};

/* For functions that return a pointer. */
static inline void *mlx5sig_null(int err)
{
	errno = err;
	return NULL;
}

/* The device of a context, opened if need be; NULL with errno. Each call needs a put, which keeps errno. */
struct mlx5sig_device *mlx5sig_device_get(struct ibv_context *ctx);
void mlx5sig_device_put(struct mlx5sig_device *device);
/* Adds a user to a device that has one; returns the device. */
struct mlx5sig_device *mlx5sig_device_use(struct mlx5sig_device *device);

/* EBUSY: the queue is attached already. */
int mlx5sig_attached_add(struct mlx5sig_device *device, struct mlx5sig_attached *queue);
void mlx5sig_attached_remove(struct mlx5sig_device *device, struct mlx5sig_attached *queue);

/* Fills in capabilities and limits; an errno value. */
int mlx5sig_device_query_caps(struct mlx5sig_device *device);

/*
 * The result of a command: 0 or an errno value. @err is what the function returned that carried it.
 * If the device refused it, the status in @out decides.
 */
int mlx5sig_cmd_errno(int err, const void *out);
/* Creates an object on the device; NULL with errno as mlx5sig_cmd_errno(). */
void *mlx5sig_obj_create(struct mlx5sig_device *device, const void *in, size_t inlen, void *out,
			 size_t outlen);
/* Destroys *@obj, unless it is NULL, and sets it to NULL. */
int mlx5sig_obj_destroy(struct mlx5sig_device *device, void **obj);

/* Returns whether tags of keys can be changed; the first creation of such a key determines it. */
static inline bool mlx5sig_has_update_tag(const struct mlx5sig_device *device)
{
	return __atomic_load_n(&device->ops.has_update_tag, __ATOMIC_RELAXED);
}

#endif
