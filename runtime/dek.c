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

int mlx5sig_dek_query(struct mlx5sig_dek *dek_pub, struct mlx5sig_dek_attr *attr)
{
	struct dek *dek = (struct dek *)dek_pub;
	struct prm_general_obj_in_cmd_hdr_fields hdr;
	struct prm_query_encryption_key_out out = { 0 };
	struct prm_encryption_key_obj_fields obj;
	struct prm_general_obj_in_cmd_hdr in;
	int err;

	if (attr->comp_mask)
		return EINVAL;
	prm_general_obj_in_cmd_hdr_fields_init(&hdr);
	hdr.opcode = PRM_CMD_OPCODE_QUERY_GENERAL_OBJECT;
	hdr.obj_type = PRM_GENERAL_OBJ_TYPE_ENCRYPTION_KEY;
	hdr.obj_id = dek->pub.dekn;
	prm_general_obj_in_cmd_hdr_pack(&in, &hdr);
	err = mlx5dv_devx_obj_query(dek->obj, &in, sizeof(in), &out, sizeof(out));
	err = mlx5sig_cmd_errno(err, &out);
	if (err)
		return err;
	prm_encryption_key_obj_unpack(&obj, &out.obj, NULL);
	attr->state = obj.state == PRM_ENCRYPTION_KEY_STATE_READY ? MLX5SIG_DEK_STATE_READY :
								    MLX5SIG_DEK_STATE_ERROR;
	memcpy(attr->opaque, obj.opaque, sizeof(attr->opaque));
	return 0;
}

/*
 * Sets.
 */

struct mlx5sig_dek_set {
	uint32_t num;
	struct {
		const struct ibv_pd *pd;
		struct mlx5sig_dek *dek;
	} members[];
};

int mlx5sig_dek_set_destroy(struct mlx5sig_dek_set *set)
{
	int err;

	for (; set->num; set->num--) {
		err = mlx5sig_dek_destroy(set->members[set->num - 1].dek);
		if (err)
			return err;
	}
	free(set);
	return 0;
}

struct mlx5sig_dek_set *mlx5sig_dek_set_create(struct ibv_pd *const *pds, uint32_t num,
					       const struct mlx5sig_dek_init_attr *attr)
{
	struct mlx5sig_dek_init_attr each = *attr;
	struct mlx5sig_dek_set *set = NULL;
	int err = num ? 0 : EINVAL;

	if (!err) {
		set = calloc(1, sizeof(*set) + num * sizeof(set->members[0]));
		err = set ? 0 : ENOMEM;
	}
	while (!err && set->num < num) {
		each.pd = pds[set->num];
		set->members[set->num].pd = each.pd;
		set->members[set->num].dek = mlx5sig_dek_create(each.pd->context, &each);
		err = set->members[set->num].dek ? 0 : errno;
		set->num += !err;
	}
	explicit_bzero(&each, sizeof(each));
	if (!err)
		return set;
	/* If this fails, too, the devices keep the keys until their contexts are closed. */
	if (set && mlx5sig_dek_set_destroy(set))
		free(set);
	return mlx5sig_null(err);
}

struct mlx5sig_dek *mlx5sig_dek_set_find(const struct mlx5sig_dek_set *set, const struct ibv_pd *pd)
{
	uint32_t i;

	for (i = 0; i < set->num; i++)
		if (set->members[i].pd == pd)
			return set->members[i].dek;
	return mlx5sig_null(ENOENT);
}
