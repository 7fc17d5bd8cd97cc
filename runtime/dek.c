/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <infiniband/mlx5dv.h>

#include "device.h"

#include <prm_cmd.h>
#include <prm_general_obj.h>

struct dek {
	struct mlx5sig_dek pub;	/* must come first: what programs see */
	struct mlx5sig_device *device;
	void *obj;
};

static int check_init_attr(const struct mlx5sig_device *device,
			   const struct mlx5sig_dek_init_attr *attr)
{
	const struct mlx5sig_crypto_caps *caps = &device->caps.crypto_caps;

	if (!caps->crypto_engines || !device->has_dek)
		return EOPNOTSUPP;
	if (attr->comp_mask || (attr->key_size != 128 && attr->key_size != 256))
		return EINVAL;
	/* Such a device takes wrapped keys only. */
	if (caps->wrapped_import_method & MLX5DV_CRYPTO_WRAPPED_IMPORT_METHOD_CAP_AES_XTS)
		return EINVAL;
	return 0;
}

static int create_object(struct dek *dek, uint32_t pdn, const struct mlx5sig_dek_init_attr *attr)
{
	struct prm_general_obj_in_cmd_hdr_fields hdr;
	struct prm_general_obj_out_cmd_hdr out = { 0 };
	struct prm_encryption_key_obj_fields obj;
	struct prm_create_encryption_key_in in;

	prm_general_obj_in_cmd_hdr_fields_init(&hdr);
	hdr.opcode = PRM_CMD_OPCODE_CREATE_GENERAL_OBJECT;
	hdr.obj_type = PRM_GENERAL_OBJ_TYPE_ENCRYPTION_KEY;
	prm_general_obj_in_cmd_hdr_pack(&in.general_obj_in_cmd_hdr, &hdr);
	prm_encryption_key_obj_fields_init(&obj);
	obj.key_size = attr->key_size == 128 ? PRM_ENCRYPTION_KEY_SIZE_SIZE_128 :
					       PRM_ENCRYPTION_KEY_SIZE_SIZE_256;
	obj.has_keytag = attr->has_keytag;
	obj.key_purpose = PRM_ENCRYPTION_KEY_PURPOSE_AES_XTS;
	obj.pd = pdn;
	memcpy(obj.opaque, attr->opaque, sizeof(obj.opaque));
	memcpy(obj.key, attr->key, sizeof(obj.key));
	prm_encryption_key_obj_pack(&in.encryption_key_object, &obj);
	dek->obj = mlx5sig_obj_create(dek->device, &in, sizeof(in), &out, sizeof(out));
	explicit_bzero(&obj, sizeof(obj));
	explicit_bzero(&in, sizeof(in));
	if (!dek->obj)
		return errno;
	dek->pub.dekn = prm_general_obj_out_cmd_hdr_get_obj_id(&out);
	return 0;
}

static int create(struct dek *dek, const struct mlx5sig_dek_init_attr *attr)
{
	struct mlx5dv_pd dv_pd = { 0 };
	struct mlx5dv_obj obj = { .pd = { .in = attr->pd, .out = &dv_pd } };
	int err = check_init_attr(dek->device, attr);

	if (!err)
		err = mlx5dv_init_obj(&obj, MLX5DV_OBJ_PD);
	return err ? err : create_object(dek, dv_pd.pdn, attr);
}

struct mlx5sig_dek *mlx5sig_dek_create(struct ibv_context *ctx, struct mlx5sig_dek_init_attr *attr)
{
	struct mlx5sig_device *device = mlx5sig_device_get(ctx);
	struct dek *dek;
	int err;

	if (!device)
		return NULL;
	dek = calloc(1, sizeof(*dek));
	if (dek)
		dek->device = device;
	err = dek ? create(dek, attr) : ENOMEM;
	if (err) {
		free(dek);
		mlx5sig_device_put(device);
		return mlx5sig_null(err);
	}
	return &dek->pub;
}

int mlx5sig_dek_destroy(struct mlx5sig_dek *dek_pub)
{
	struct dek *dek = (struct dek *)dek_pub;
	struct mlx5sig_device *device = dek->device;
	int err = mlx5sig_obj_destroy(device, &dek->obj);

	if (err)
		return err;
	free(dek);
	mlx5sig_device_put(device);
	return 0;
}
