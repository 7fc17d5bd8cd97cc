/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
#include <errno.h>
#include <stdlib.h>

#include <infiniband/mlx5dv.h>

#include "mkey.h"

#include <prm_bsf.h>
#include <prm_mkey.h>

/*
 * Sets whether the kernel allows programs to change the tags of keys. Only libmlx5 knows: without
 * it, creating such a key fails.
 */
static void probe_update_tag(struct mlx5sig_device *device, struct ibv_pd *pd)
{
	struct mlx5dv_mkey_init_attr attr = {
		.pd = pd, .max_entries = 1,
		.create_flags = MLX5DV_MKEY_INIT_ATTR_FLAGS_INDIRECT |
				MLX5DV_MKEY_INIT_ATTR_FLAGS_UPDATE_TAG };
	struct mlx5dv_mkey *mkey;

	pthread_mutex_lock(&device->lock);
	if (!device->ops.has_update_tag) {
		mkey = mlx5dv_create_mkey(&attr);
		__atomic_store_n(&device->ops.has_update_tag, !!mkey, __ATOMIC_RELAXED);
		if (mkey)
			mlx5dv_destroy_mkey(mkey);
	}
	pthread_mutex_unlock(&device->lock);
}

/* Flags of keys that the device supports. */
static uint32_t supported_flags(const struct mlx5sig_device *device)
{
	uint32_t flags = MLX5SIG_MKEY_INIT_ATTR_FLAGS_INDIRECT |
			 MLX5SIG_MKEY_INIT_ATTR_FLAGS_REMOTE_INVALIDATE |
			 MLX5SIG_MKEY_INIT_ATTR_FLAGS_ACCESS |
			 MLX5SIG_MKEY_INIT_ATTR_FLAGS_RELAXED_ORDERING;

	if (device->caps.sig_caps.block_prot)
		flags |= MLX5SIG_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE |
			 MLX5SIG_MKEY_INIT_ATTR_FLAGS_TRANSACTION_SIGNATURE;
	if (device->caps.crypto_caps.crypto_engines &
	    (MLX5DV_CRYPTO_ENGINES_CAP_AES_XTS_SINGLE_BLOCK |
	     MLX5DV_CRYPTO_ENGINES_CAP_AES_XTS_MULTI_BLOCK))
		flags |= MLX5SIG_MKEY_INIT_ATTR_FLAGS_CRYPTO;
	if (mlx5sig_has_update_tag(device))
		flags |= MLX5SIG_MKEY_INIT_ATTR_FLAGS_UPDATE_TAG;
	return flags;
}

/* Entries come in units of 64 bytes; a UMR has 16 bits for their number. */
static int round_entries(const struct mlx5sig_device *device, uint16_t asked, uint16_t *num_desc)
{
	uint32_t entries = (asked + 3u) / 4 * 4;

	if (entries > UINT16_MAX || (device->max_klm_entries && entries > device->max_klm_entries))
		return EINVAL;
	*num_desc = (uint16_t)entries;
	return 0;
}

static int check_init_attr(const struct mlx5sig_device *device,
			   const struct mlx5sig_mkey_init_attr *attr, uint16_t *num_desc)
{
	if (!attr->create_flags || attr->create_flags & ~supported_flags(device))
		return EOPNOTSUPP;
	if (attr->create_flags & MLX5SIG_MKEY_INIT_ATTR_FLAGS_ACCESS &&
	    attr->access_flags & ~(uint32_t)MLX5SIG_ACCESS_FLAGS)
		return EINVAL;
	return round_entries(device, attr->max_entries, num_desc);
}

static uint32_t bsf_octwords(const struct mlx5sig_key *key)
{
	uint32_t size = 0;

	if (mlx5sig_key_can_sign(key))
		size += PRM_BSF_64_SIZE;
	if (mlx5sig_key_has(key, MLX5SIG_MKEY_INIT_ATTR_FLAGS_CRYPTO))
		size += PRM_BSF_CRYPTO_SIZE;
	return size / MLX5SIG_OCTOWORD;
}

/* A key as verbs carry it, in host order; its tag is 0. */
static uint32_t key_value(uint32_t index)
{
	struct prm_mkey_value value;

	prm_mkey_value_pack(&value, &(struct prm_mkey_value_fields) { .mkey_index = index });
	return prm_load32(&value, 0);
}

/* The key is free and without memory until a UMR configures it. */
static int create_key(struct mlx5sig_key *key, uint32_t pdn, uint32_t access)
{
	struct prm_create_mkey_in_fields v;
	struct prm_create_mkey_out out = { 0 };
	struct prm_mkc_fields *mkc = &v.memory_key_mkey_entry;
	struct prm_create_mkey_in in;

	prm_create_mkey_in_fields_init(&v);
	mkc->free = true;
	mkc->umr_en = true;
	mkc->lr = true;
	mkc->lw = access & IBV_ACCESS_LOCAL_WRITE;
	mkc->rw = access & IBV_ACCESS_REMOTE_WRITE;
	mkc->rr = access & IBV_ACCESS_REMOTE_READ;
	mkc->a = access & IBV_ACCESS_REMOTE_ATOMIC;
	if (mlx5sig_key_has(key, MLX5SIG_MKEY_INIT_ATTR_FLAGS_RELAXED_ORDERING)) {
		mkc->relaxed_ordering_write = key->device->has_relaxed_write;
		mkc->relaxed_ordering_read = key->device->has_relaxed_read;
	}
	mkc->access_mode_1_0 = PRM_MKC_ACCESS_MODE_KLMS;
	mkc->qpn = MLX5SIG_ANY_QPN;
	mkc->pd = pdn;
	mkc->translations_octword_size = key->num_desc;
	mkc->bsf_octword_size = bsf_octwords(key);
	mkc->bsf_en = mkc->bsf_octword_size;
	if (key->create_flags & MLX5SIG_MKEY_INIT_ATTR_FLAGS_CRYPTO)
		mkc->crypto_en = PRM_MKC_CRYPTO_EN_ENABLED;
	mkc->en_rinval = key->create_flags & MLX5SIG_MKEY_INIT_ATTR_FLAGS_REMOTE_INVALIDATE;
	prm_create_mkey_in_pack(&in, &v);
	key->obj = mlx5sig_obj_create(key->device, &in, sizeof(in), &out, sizeof(out));
	if (!key->obj)
		return errno;
	key->index = prm_create_mkey_out_get_mkey_index(&out);
	key->pub.lkey = key_value(key->index);
	key->pub.rkey = key->pub.lkey;
	return 0;
}

static int create_objects(struct mlx5sig_key *key, uint32_t pdn, uint32_t access)
{
	int err;

	if (key->create_flags & MLX5SIG_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE) {
		err = mlx5sig_psv_obj_create(key->device, pdn, &key->mem_psv_obj, &key->mem_psv);
		if (err)
			return err;
		err = mlx5sig_psv_obj_create(key->device, pdn, &key->wire_psv_obj, &key->wire_psv);
		if (err)
			return err;
	}
	return create_key(key, pdn, access);
}

/*
 * PSVs first, as libmlx5; one that is not destroyed does not keep the key, which would keep the PD. What
 * is gone is skipped when the call is repeated.
 */
static int destroy_objects(struct mlx5sig_key *key)
{
	const int mem = mlx5sig_obj_destroy(key->device, &key->mem_psv_obj);
	const int wire = mlx5sig_obj_destroy(key->device, &key->wire_psv_obj);
	const int err = mlx5sig_obj_destroy(key->device, &key->obj);

	return mem ? mem : wire ? wire : err;
}

/* If this fails too, the device keeps the objects until the context is closed. */
static void roll_back(struct mlx5sig_key *key)
{
	mlx5sig_obj_destroy(key->device, &key->obj);
	mlx5sig_obj_destroy(key->device, &key->mem_psv_obj);
	mlx5sig_obj_destroy(key->device, &key->wire_psv_obj);
}

static void key_free(struct mlx5sig_key *key)
{
	struct mlx5sig_device *device = key->device;

	free(key);
	mlx5sig_device_put(device);
}

static int key_add(struct mlx5sig_key *key)
{
	int err;

	pthread_mutex_lock(&key->device->lock);
	err = mlx5sig_table_set(key->device->keys, key->index, key);
	pthread_mutex_unlock(&key->device->lock);
	return err;
}

static struct mlx5sig_key *key_new(struct mlx5sig_device *device, uint32_t create_flags,
				   uint16_t num_desc)
{
	struct mlx5sig_key *key = calloc(1, sizeof(*key));
	unsigned int i;

	if (!key)
		return NULL;
	key->create_flags = create_flags;
	key->device = mlx5sig_device_use(device);
	key->num_desc = num_desc;
	for (i = 0; i < 2; i++)
		mlx5sig_signature_clear(&key->configs[i].sig);
	key->config = &key->configs[0];
	key->other = &key->configs[1];
	atomic_init(&key->errors.count, 1);
	atomic_init(&key->errors.checked, mlx5sig_key_can_sign(key) ? 1 : 0);
	return key;
}

struct mlx5sig_mkey *mlx5sig_device_create_mkey(struct mlx5sig_device *device, uint32_t pdn,
						struct mlx5sig_mkey_init_attr *attr)
{
	struct mlx5sig_key *key;
	uint16_t num_desc;
	int err;

	err = pdn > MLX5SIG_MAX_NUMBER ? EINVAL : check_init_attr(device, attr, &num_desc);
	if (err)
		return mlx5sig_null(err);
	key = key_new(device, attr->create_flags, num_desc);
	if (!key)
		return NULL;
	err = create_objects(key, pdn,
			     attr->create_flags & MLX5SIG_MKEY_INIT_ATTR_FLAGS_ACCESS ?
				     attr->access_flags : 0);
	if (!err)
		err = key_add(key);
	if (err) {
		roll_back(key);
		key_free(key);
		return mlx5sig_null(err);
	}
	attr->max_entries = num_desc;
	return &key->pub;
}

struct mlx5sig_mkey *mlx5sig_create_mkey(struct mlx5sig_mkey_init_attr *attr)
{
	struct mlx5sig_device *device = mlx5sig_device_get(attr->pd->context);
	struct mlx5dv_pd dv_pd = { 0 };
	struct mlx5sig_mkey *mkey;
	struct mlx5dv_obj obj = { .pd = { .in = attr->pd, .out = &dv_pd } };
	uint16_t entries;
	int err;

	if (!device)
		return NULL;
	/* Asked last: nothing else is wrong. */
	if (attr->create_flags & MLX5SIG_MKEY_INIT_ATTR_FLAGS_UPDATE_TAG &&
	    !(attr->create_flags & ~(supported_flags(device) |
				     MLX5SIG_MKEY_INIT_ATTR_FLAGS_UPDATE_TAG)) &&
	    !round_entries(device, attr->max_entries, &entries))
		probe_update_tag(device, attr->pd);
	err = mlx5dv_init_obj(&obj, MLX5DV_OBJ_PD);
	mkey = err ? mlx5sig_null(err) : mlx5sig_device_create_mkey(device, dv_pd.pdn, attr);
	mlx5sig_device_put(device);
	return mkey;
}

/*
 * The table forgets the key first: once it is destroyed, the device gives its number away. Polling
 * that has found the key before is done when the error lock has been taken.
 */
int mlx5sig_destroy_mkey(struct mlx5sig_mkey *mkey)
{
	struct mlx5sig_key *key = mlx5sig_key_of(mkey);
	int err;

	mlx5sig_table_remove(key->device->keys, key->index, key);
	err = destroy_objects(key);
	if (err) {
		key_add(key);	/* cannot fail: the page exists */
		return err;
	}
	mlx5sig_delist_key(key);
	key_free(key);
	return 0;
}
