/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * PSVs: those of keys, and those of the program for transactions.
 */
#include <errno.h>
#include <stdlib.h>

#include <infiniband/mlx5dv.h>

#include "mkey.h"

#include <prm_psv_cmd.h>

/* A user may create one PSV at a time only. */
int mlx5sig_psv_obj_create(struct mlx5sig_device *device, uint32_t pdn, void **obj, uint32_t *index)
{
	struct prm_create_psv_in_fields v;
	struct prm_create_psv_out out = { 0 };
	struct prm_create_psv_in in;

	prm_create_psv_in_fields_init(&v);
	v.num_psv = 1;
	v.pd = pdn;
	prm_create_psv_in_pack(&in, &v);
	*obj = mlx5sig_obj_create(device, &in, sizeof(in), &out, sizeof(out));
	if (!*obj)
		return errno;
	*index = prm_create_psv_out_get_psv0_index(&out);
	return 0;
}

struct mlx5sig_psv *mlx5sig_device_psv_create(struct mlx5sig_device *device, uint32_t pdn)
{
	struct mlx5sig_psv_object *psv;
	int err;

	if (pdn > MLX5SIG_MAX_NUMBER)
		return mlx5sig_null(EINVAL);
	if (!device->caps.sig_caps.crc_type)
		return mlx5sig_null(EOPNOTSUPP);
	psv = calloc(1, sizeof(*psv));
	if (!psv)
		return NULL;
	err = mlx5sig_psv_obj_create(device, pdn, &psv->obj, &psv->pub.index);
	if (err) {
		free(psv);
		return mlx5sig_null(err);
	}
	psv->device = mlx5sig_device_use(device);
	return &psv->pub;
}

struct mlx5sig_psv *mlx5sig_psv_create(struct ibv_pd *pd)
{
	struct mlx5sig_device *device = mlx5sig_device_get(pd->context);
	struct mlx5dv_pd dv_pd = { 0 };
	struct mlx5dv_obj obj = { .pd = { .in = pd, .out = &dv_pd } };
	struct mlx5sig_psv *psv;
	int err;

	if (!device)
		return NULL;
	err = mlx5dv_init_obj(&obj, MLX5DV_OBJ_PD);
	psv = err ? mlx5sig_null(err) : mlx5sig_device_psv_create(device, dv_pd.pdn);
	mlx5sig_device_put(device);
	return psv;
}

int mlx5sig_psv_destroy(struct mlx5sig_psv *pub)
{
	struct mlx5sig_psv_object *psv = (struct mlx5sig_psv_object *)pub;
	struct mlx5sig_device *device = psv->device;
	int err = mlx5sig_obj_destroy(device, &psv->obj);

	if (err)
		return err;
	free(psv);
	mlx5sig_device_put(device);
	return 0;
}
