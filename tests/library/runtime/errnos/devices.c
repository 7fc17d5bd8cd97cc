// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Devices: queries, and devices of the caller, which refuse commands. */
#include "errnos.h"

uint8_t status_given;
int err_given;

int refuse(void *cookie, const void *in, size_t inlen, void *out, size_t outlen)
{
	(void)cookie;
	(void)in;
	(void)inlen;
	memset(out, 0, outlen);
	prm_cmd_out_hdr_set_status(out, status_given);
	return err_given;
}

static void *refuse_object(void *cookie, const void *in, size_t inlen, void *out, size_t outlen)
{
	(void)refuse(cookie, in, inlen, out, outlen);
	errno = EREMOTEIO;
	return NULL;
}

static int no_destroy(void *cookie, void *obj)
{
	(void)cookie;
	(void)obj;
	return 0;
}

const struct mlx5sig_devx_ops refusing = {
	.obj_create = refuse_object, .obj_destroy = no_destroy, .general_cmd = refuse };

static struct mlx5sig_device *open_own(void)
{
	return mlx5sig_device_open(&refusing, NULL);
}

static int query_refused(void)
{
	struct mlx5sig_device *device;

	err_given = EREMOTEIO;
	status_given = PRM_CMD_STATUS_INT_ERR;
	device = open_own();
	return told(device);
}

struct mlx5sig_device *must_open_own(void)
{
	status_given = 0;
	err_given = 0;
	return need(open_own(), "mlx5sig_device_open");
}

_Alignas(64) uint64_t ring[64 * 8], cqes[64 * 8];
uint64_t record, cq_record, doorbells[64];

struct mlx5sig_cq *own_cq(struct mlx5sig_device *device)
{
	const struct mlx5sig_raw_cq raw = { .buf = cqes, .dbrec = &cq_record, .cqe_cnt = 64,
					    .cqe_size = 64, .cqn = 1 };

	return mlx5sig_device_cq_attach(device, &raw, NULL);
}

struct ibv_context *open_without_devx(void)
{
	struct ibv_device **list = need(ibv_get_device_list(NULL), "list of devices");

	return need(ibv_open_device(list[0]), "ibv_open_device");
}

static int query_other(void)
{
	static uint64_t other[512];	/* a device that libmlx5 does not know */
	struct ibv_context context = { .device = (void *)other };
	struct mlx5sig_context caps = { .comp_mask = 0 };

	return mlx5sig_query_device(&context, &caps);
}

static int close_in_use(void)
{
	struct mlx5sig_device *device = must_open_own();

	need(own_cq(device), "CQ");
	return mlx5sig_device_close(device);
}

static int open_memory(void)
{
	is_out_of_memory = true;
	return told(open_own());
}

static int open_without_functions(void)
{
	const struct mlx5sig_devx_ops none = { .has_update_tag = true };

	return told(mlx5sig_device_open(&none, NULL));
}

static int open_comp_mask(void)
{
	struct mlx5sig_devx_ops ops = refusing;

	ops.comp_mask = 1;
	return told(mlx5sig_device_open(&ops, NULL));
}

const struct errno_case devices_cases[] = {
	CASE("mlx5sig_query_device", EOPNOTSUPP, query_other, ""),
	CASE("mlx5sig_query_device", EIO, query_refused, ""),
	CASE("mlx5sig_device_open", EBUSY, close_in_use, ""),
	CASE("mlx5sig_device_open", ENOMEM, open_memory, ""),
	CASE("mlx5sig_device_open", EINVAL, open_without_functions, ""),
	CASE("mlx5sig_device_open", EINVAL, open_comp_mask, ""),
	{0},
};
