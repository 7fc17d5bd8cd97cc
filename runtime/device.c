/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Devices: commands and their results, and the devices of libibverbs' contexts.
 */
#include <errno.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <unistd.h>

#include <infiniband/mlx5dv.h>

#include "device.h"

#include <prm_cmd.h>
#include <prm_query_hca_cap.h>

uint32_t mlx5sig_version(void)
{
	return MLX5SIG_VERSION;
}

/*
 * Commands.
 */

static int status_errno(uint32_t status)
{
	switch (status) {
	case PRM_CMD_STATUS_OK:
		return 0;
	case PRM_CMD_STATUS_BAD_OP:
	case PRM_CMD_STATUS_BAD_PARAM:
	case PRM_CMD_STATUS_BAD_RES:
	case PRM_CMD_STATUS_BAD_RES_STATE:
	case PRM_CMD_STATUS_IX_ERR:
	case PRM_CMD_STATUS_BAD_QP_STATE:
	case PRM_CMD_STATUS_BAD_PKT:
	case PRM_CMD_STATUS_BAD_SIZE_OUTS_CQES:
		return EINVAL;
	case PRM_CMD_STATUS_RES_BUSY:
		return EBUSY;
	case PRM_CMD_STATUS_LIM:
		return ENOMEM;
	case PRM_CMD_STATUS_NO_RES:
		return EAGAIN;
	default:
		return EIO;
	}
}

int mlx5sig_cmd_errno(int err, const void *out)
{
	int refused;

	if (err && err != EREMOTEIO)
		return err;
	refused = status_errno(prm_cmd_out_hdr_get_status(out));
	return refused ? refused : err;
}

void *mlx5sig_obj_create(struct mlx5sig_device *device, const void *in, size_t inlen, void *out,
			 size_t outlen)
{
	void *obj = device->ops.obj_create(device->cookie, in, inlen, out, outlen);

	if (!obj)
		errno = mlx5sig_cmd_errno(errno ? errno : EIO, out);
	return obj;
}

int mlx5sig_obj_destroy(struct mlx5sig_device *device, void **obj)
{
	int err;

	if (!*obj)
		return 0;
	err = device->ops.obj_destroy(device->cookie, *obj);
	if (!err)
		*obj = NULL;
	return err;
}

/*
 * Devices.
 */

static void device_free(struct mlx5sig_device *device)
{
	struct mlx5sig_qp_ref *ref;

	if (!device)
		return;
	if (device->ctx)
		close(device->watch);
	while ((ref = device->free_refs)) {
		device->free_refs = ref->next;
		free(ref);
	}
	mlx5sig_table_free(device->keys);
	mlx5sig_table_free(device->qps);
	pthread_mutex_destroy(&device->lock);
	free(device);
}

static struct mlx5sig_device *device_new(const struct mlx5sig_devx_ops *ops, void *cookie)
{
	struct mlx5sig_device *device = calloc(1, sizeof(*device));
	int err = ENOMEM;

	if (!device)
		goto fail;
	pthread_mutex_init(&device->lock, NULL);
	mlx5sig_lock_init(&device->mmio_lock, true);
	mlx5sig_lock_init(&device->error_lock, true);
	device->ops = *ops;
	device->cookie = cookie;
	device->keys = mlx5sig_table_new();
	device->qps = mlx5sig_table_new();
	if (!device->keys || !device->qps)
		goto fail;
	err = mlx5sig_device_query_caps(device);
	if (err)
		goto fail;
	return device;
fail:
	device_free(device);
	return mlx5sig_null(err);
}

struct mlx5sig_device *mlx5sig_device_open(const struct mlx5sig_devx_ops *ops, void *cookie)
{
	if (ops->comp_mask || !ops->obj_create || !ops->obj_destroy || !ops->general_cmd)
		return mlx5sig_null(EINVAL);
	return device_new(ops, cookie);
}

/*
 * Devices of contexts, found by the context, since keys and queues of libibverbs know no more. The
 * lock also protects the number of users of every device.
 */
static struct {
	pthread_mutex_t lock;
	struct mlx5sig_device *first;
} devices = { .lock = PTHREAD_MUTEX_INITIALIZER };

int mlx5sig_device_close(struct mlx5sig_device *device)
{
	bool is_used;

	pthread_mutex_lock(&devices.lock);
	is_used = device->users;
	pthread_mutex_unlock(&devices.lock);
	if (is_used)
		return EBUSY;
	device_free(device);
	return 0;
}

struct mlx5sig_device *mlx5sig_device_use(struct mlx5sig_device *device)
{
	pthread_mutex_lock(&devices.lock);
	device->users++;
	pthread_mutex_unlock(&devices.lock);
	return device;
}

/*
 * The kernel refuses most commands of a context without DEVX before they reach the device, and all
 * of a device without DEVX.
 */
static int devx_errno(int err, const void *out)
{
	const bool is_refused = err == EINVAL && !prm_cmd_out_hdr_get_status(out);

	return is_refused || err == EPROTONOSUPPORT ? EOPNOTSUPP : err;
}

static void *devx_obj_create(void *cookie, const void *in, size_t inlen, void *out, size_t outlen)
{
	void *obj = mlx5dv_devx_obj_create(cookie, in, inlen, out, outlen);

	if (!obj)
		errno = devx_errno(errno, out);
	return obj;
}

static int devx_general_cmd(void *cookie, const void *in, size_t inlen, void *out, size_t outlen)
{
	return devx_errno(mlx5dv_devx_general_cmd(cookie, in, inlen, out, outlen), out);
}

/* The kernel has disassociated the context (hot unplug): even a query gives EIO. */
static bool is_gone(struct ibv_context *ctx)
{
	struct prm_query_hca_cap_in_fields v;
	struct prm_query_hca_cap_out out = {0};
	struct prm_query_hca_cap_in in;

	prm_query_hca_cap_in_fields_init(&v);
	v.current = true;
	prm_query_hca_cap_in_pack(&in, &v);
	return mlx5dv_devx_general_cmd(ctx, &in, sizeof(in), &out, sizeof(out)) == EIO &&
	       !prm_query_hca_cap_out_get_status(&out);
}

/* Objects of a device that is gone are destroyed by the kernel; only libmlx5's memory leaks. */
static int devx_obj_destroy(void *cookie, void *obj)
{
	int err = mlx5dv_devx_obj_destroy(obj);

	return err == EIO && is_gone(cookie) ? 0 : err;
}

static int devx_qp_query(void *cookie, void *handle, const void *in, size_t inlen, void *out,
			 size_t outlen)
{
	(void)cookie;
	return mlx5dv_devx_qp_query(handle, in, inlen, out, outlen);
}

static int devx_qp_modify(void *cookie, void *handle, const void *in, size_t inlen, void *out,
			  size_t outlen)
{
	(void)cookie;
	return devx_errno(mlx5dv_devx_qp_modify(handle, in, inlen, out, outlen), out);
}

static const struct mlx5sig_devx_ops devx_ops = {
	.obj_create = devx_obj_create,
	.obj_destroy = devx_obj_destroy,
	.general_cmd = devx_general_cmd,
	.qp_query = devx_qp_query,
	.qp_modify = devx_qp_modify,
};

/*
 * A context may be closed although keys or queues are left, and another one be opened at the same
 * address with the same file descriptors. So the device watches the open file of asynchronous
 * events: the kernel ends the watch when that file is closed.
 */
static int watch_open(struct ibv_context *ctx)
{
	struct epoll_event event = {0};
	int watch = epoll_create1(EPOLL_CLOEXEC), err;

	if (watch < 0 || !epoll_ctl(watch, EPOLL_CTL_ADD, ctx->async_fd, &event))
		return watch;
	err = errno;
	close(watch);
	errno = err;
	return -1;
}

static bool is_same_context(const struct mlx5sig_device *device)
{
	struct epoll_event event = {0};

	return !epoll_ctl(device->watch, EPOLL_CTL_MOD, device->ctx->async_fd, &event);
}

static struct mlx5sig_device *context_device_new(struct ibv_context *ctx)
{
	struct mlx5sig_device *device;
	int watch, err;

	if (!mlx5dv_is_supported(ctx->device))
		return mlx5sig_null(EOPNOTSUPP);
	watch = watch_open(ctx);
	if (watch < 0)
		return NULL;
	device = device_new(&devx_ops, ctx);
	if (!device) {
		err = errno;
		close(watch);
		return mlx5sig_null(err);
	}
	device->ctx = ctx;
	device->watch = watch;
	return device;
}

/* Takes @device out of the list, if it is there. Its objects may still be destroyed. */
static void unlist(const struct mlx5sig_device *device)
{
	struct mlx5sig_device **link;

	for (link = &devices.first; *link; link = &(*link)->next) {
		if (*link == device) {
			*link = device->next;
			return;
		}
	}
}

static struct mlx5sig_device *find(struct ibv_context *ctx)
{
	struct mlx5sig_device *device = devices.first;

	while (device && device->ctx != ctx)
		device = device->next;
	if (device && !is_same_context(device)) {
		unlist(device);
		device = NULL;
	}
	return device;
}

struct mlx5sig_device *mlx5sig_device_get(struct ibv_context *ctx)
{
	struct mlx5sig_device *device;

	pthread_mutex_lock(&devices.lock);
	device = find(ctx);
	if (!device) {
		device = context_device_new(ctx);
		if (device) {
			device->next = devices.first;
			devices.first = device;
		}
	}
	if (device)
		device->users++;
	pthread_mutex_unlock(&devices.lock);
	return device;
}

void mlx5sig_device_put(struct mlx5sig_device *device)
{
	int err = errno;
	bool is_last;

	pthread_mutex_lock(&devices.lock);
	is_last = !--device->users && device->ctx;
	if (is_last)
		unlist(device);
	pthread_mutex_unlock(&devices.lock);
	if (is_last)
		device_free(device);
	errno = err;
}

/*
 * CQs and SRQs.
 */

int mlx5sig_attached_add(struct mlx5sig_device *device, struct mlx5sig_attached *queue)
{
	struct mlx5sig_attached *other;
	int err = 0;

	pthread_mutex_lock(&device->lock);
	for (other = device->attached; other; other = other->next)
		if (other->buf == queue->buf && other->number == queue->number &&
		    other->ibv == queue->ibv)
			err = EBUSY;
	if (!err) {
		queue->next = device->attached;
		device->attached = queue;
	}
	pthread_mutex_unlock(&device->lock);
	return err;
}

void mlx5sig_attached_remove(struct mlx5sig_device *device, struct mlx5sig_attached *queue)
{
	struct mlx5sig_attached **link;

	pthread_mutex_lock(&device->lock);
	for (link = &device->attached; *link != queue; link = &(*link)->next)
		;
	*link = queue->next;
	pthread_mutex_unlock(&device->lock);
}

int mlx5sig_query_device(struct ibv_context *ctx, struct mlx5sig_context *attrs_out)
{
	struct mlx5sig_device *device = mlx5sig_device_get(ctx);
	int err;

	if (!device)
		return errno;
	err = mlx5sig_device_query(device, attrs_out);
	mlx5sig_device_put(device);
	return err;
}
