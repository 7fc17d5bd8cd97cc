// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Keys, pools and encryption keys. */
#include "errnos.h"

static int key_without_devx(void)
{
	struct ibv_context *context = open_without_devx();
	struct mlx5sig_mkey_init_attr attr = { .pd = need(ibv_alloc_pd(context), "PD"),
					       .create_flags = SIGNED, .max_entries = 4 };

	return told(mlx5sig_create_mkey(&attr));
}

static int key_unknown_rights(void)
{
	struct mlx5sig_mkey_init_attr attr = {
		.pd = pair.pd, .access_flags = IBV_ACCESS_MW_BIND,
		.create_flags = MLX5SIG_MKEY_INIT_ATTR_FLAGS_ACCESS };

	return told(mlx5sig_create_mkey(&attr));
}

static int dek_without_devx(void)
{
	struct ibv_context *context = open_without_devx();
	struct mlx5sig_dek_init_attr attr = { .pd = need(ibv_alloc_pd(context), "PD"),
					      .key_size = 128 };

	return told(mlx5sig_dek_create(context, &attr));
}

static int pool_without_devx(void)
{
	struct ibv_context *context = open_without_devx();
	struct mlx5sig_mkey_pool_attr attr = { .mkey = { .pd = need(ibv_alloc_pd(context), "PD"),
							 .create_flags = SIGNED }, .initial = 1 };

	return told(mlx5sig_mkey_pool_create(&attr));
}

static int key_without_flags(void)
{
	return told(make_key(0, 4));
}

static int key_unknown_flags(void)
{
	return told(make_key(SIGNED | 1 << 5, 4));
}

static int key_lacking(void)
{
	return told(make_key(SIGNED, 4));
}

static int key_too_many(void)
{
	return told(make_key(SIGNED, 65533));
}

static int key_memory(void)
{
	is_out_of_memory = true;
	return told(make_key(SIGNED, 4));
}

static int dek_with(uint32_t key_size, uint64_t comp_mask)
{
	struct mlx5sig_dek_init_attr attr = { .pd = pair.pd, .key_size = key_size,
					      .comp_mask = comp_mask };

	return told(mlx5sig_dek_create(pair.context, &attr));
}

static int dek_size(void)
{
	return dek_with(192, 0);
}

static int dek_comp_mask(void)
{
	return dek_with(128, 1);
}

static int dek_plain(void)
{
	return dek_with(128, 0);
}

static int dek_set(const struct ibv_pd *wanted, uint32_t num)
{
	struct mlx5sig_dek_init_attr attr = { .key_size = 128 };
	struct mlx5sig_dek_set *set = mlx5sig_dek_set_create(&pair.pd, num, &attr);

	return set ? told(mlx5sig_dek_set_find(set, wanted)) : errno;
}

static int dek_set_without_pds(void)
{
	return dek_set(pair.pd, 0);
}

static int dek_set_other_pd(void)
{
	return dek_set(need(ibv_alloc_pd(pair.context), "PD"), 1);
}

static int dek_query_comp_mask(void)
{
	struct mlx5sig_dek_init_attr attr = { .pd = pair.pd, .key_size = 128 };
	struct mlx5sig_dek_attr answer = { .comp_mask = 1 };

	return mlx5sig_dek_query(need(mlx5sig_dek_create(pair.context, &attr), "DEK"), &answer);
}

static int dek_memory(void)
{
	is_out_of_memory = true;
	return dek_with(128, 0);
}

static int check_unsigned(void)
{
	struct mlx5sig_mkey_err err;

	return mlx5sig_mkey_check(need(make_key(1, 4), "key"), &err);
}

static int check_undecodable(void)
{
	struct mlx5sig_mkey_err err;
	struct mlx5sig_cq *cq = pair.side[0].cq;
	struct prm_sig_err_cqe cqe = {0};

	prm_sig_err_cqe_set_mkey(&cqe, key->lkey);
	mlx5sig_note_error(cq, &cqe);
	must(mlx5sig_mkey_check(key, &err) == EINVAL ? 0 : EIO, "the first check");
	must(mlx5sig_mkey_check(key, &err), "the second check");
	mlx5sig_note_error(cq, &cqe);
	return mlx5sig_mkey_check(key, &err);
}

static struct mlx5sig_mkey_pool *make_pool(uint32_t flags, uint32_t initial, uint32_t grow,
					   uint32_t max)
{
	struct mlx5sig_mkey_pool_attr attr = {
		.mkey = { .pd = pair.pd, .create_flags = flags, .max_entries = 4 },
		.initial = initial, .grow = grow, .max = max };

	return mlx5sig_mkey_pool_create(&attr);
}

static int pool_empty(void)
{
	struct mlx5sig_mkey_pool *pool = need(make_pool(SIGNED, 1, 0, 0), "pool");

	need(mlx5sig_mkey_pool_get(pool), "key");
	return told(mlx5sig_mkey_pool_get(pool));
}

static int pool_unknown(void)
{
	need(make_pool(SIGNED, 1, 0, 0), "pool");
	return told(mlx5sig_mkey_pool_find(pair.pd, MLX5SIG_MKEY_INIT_ATTR_FLAGS_INDIRECT));
}

static int pool_shared(void)
{
	need(make_pool(SIGNED, 1, 0, 0), "pool");
	return mlx5sig_mkey_pool_destroy(need(mlx5sig_mkey_pool_find(pair.pd, SIGNED), "pool"));
}

static int cache_without_size(void)
{
	return told(mlx5sig_mkey_cache_create(need(make_pool(SIGNED, 1, 0, 0), "pool"), 0));
}

static int cache_empty(void)
{
	struct mlx5sig_mkey_cache *cache;
	struct mlx5sig_mkey *mkeys[2];

	cache = need(mlx5sig_mkey_cache_create(need(make_pool(SIGNED, 1, 0, 0), "pool"), 4), "cache");
	return mlx5sig_mkey_cache_get_bulk(cache, mkeys, 2);
}

static int pool_full(void)
{
	struct mlx5sig_mkey_pool *pool = need(make_pool(SIGNED, 1, 4, 2), "pool");

	need(mlx5sig_mkey_pool_get(pool), "key");
	need(mlx5sig_mkey_pool_get(pool), "key");
	return told(mlx5sig_mkey_pool_get(pool));
}

static int pool_busy(void)
{
	struct mlx5sig_mkey_pool *pool = need(make_pool(SIGNED, 1, 0, 0), "pool");
	struct mlx5sig_mkey *one = need(mlx5sig_mkey_pool_get(pool), "key");
	int err = mlx5sig_mkey_pool_destroy(pool);

	mlx5sig_mkey_pool_put(pool, one);
	must(mlx5sig_mkey_pool_destroy(pool), "mlx5sig_mkey_pool_destroy");
	return err;
}

static int pool_put_twice(void)
{
	struct mlx5sig_mkey_pool *pool = need(make_pool(SIGNED, 1, 0, 0), "pool");
	struct mlx5sig_mkey *one = need(mlx5sig_mkey_pool_get(pool), "key");

	must(mlx5sig_mkey_pool_put(pool, one), "mlx5sig_mkey_pool_put");
	return mlx5sig_mkey_pool_put(pool, one);
}

static int pool_put_foreign(void)
{
	return mlx5sig_mkey_pool_put(need(make_pool(SIGNED, 1, 0, 0), "pool"), key);
}

static int pool_bulk_empty(void)
{
	struct mlx5sig_mkey_pool *pool = need(make_pool(SIGNED, 2, 0, 0), "pool");
	struct mlx5sig_mkey *keys[3];

	return mlx5sig_mkey_pool_get_bulk(pool, keys, 3);
}

static int pool_comp_mask(void)
{
	struct mlx5sig_mkey_pool_attr attr = {
		.mkey = { .pd = pair.pd, .create_flags = SIGNED, .max_entries = 4 },
		.comp_mask = 1 };

	return told(mlx5sig_mkey_pool_create(&attr));
}

static int pool_flags(void)
{
	return told(make_pool(0, 1, 0, 0));
}

static int pool_initial(void)
{
	return told(make_pool(SIGNED, 3, 0, 2));
}

static int pool_memory(void)
{
	is_out_of_memory = true;
	return told(make_pool(SIGNED, 1, 0, 0));
}

const struct errno_case keys_cases[] = {
	CASE("mlx5sig_create_mkey", EOPNOTSUPP, key_without_flags, ""),
	CASE("mlx5sig_create_mkey", EOPNOTSUPP, key_unknown_flags, ""),
	CASE("mlx5sig_create_mkey", EOPNOTSUPP, key_lacking, "--cap sho=0"),
	CASE("mlx5sig_create_mkey", EOPNOTSUPP, key_without_devx, NO_DEVX),
	CASE("mlx5sig_create_mkey", EINVAL, key_too_many, ""),
	CASE("mlx5sig_create_mkey", EINVAL, key_unknown_rights, ""),
	CASE("mlx5sig_create_mkey", ENOMEM, key_memory, ""),
	CASE("mlx5sig_dek_create", EINVAL, dek_size, ""),
	CASE("mlx5sig_dek_create", EINVAL, dek_comp_mask, ""),
	CASE("mlx5sig_dek_create", EINVAL, dek_set_without_pds, ""),
	CASE("mlx5sig_dek_create", EINVAL, dek_query_comp_mask, ""),
	CASE("mlx5sig_dek_create", ENOENT, dek_set_other_pd, ""),
	CASE("mlx5sig_dek_create", EINVAL, dek_plain, "--cap crypto_caps.wrapped_import_method=4"),
	CASE("mlx5sig_dek_create", EOPNOTSUPP, dek_plain, "--cap general_obj_types=0"),
	CASE("mlx5sig_dek_create", EOPNOTSUPP, dek_without_devx, NO_DEVX),
	CASE("mlx5sig_dek_create", ENOMEM, dek_memory, ""),
	CASE("mlx5sig_mkey_check", EINVAL, check_unsigned, ""),
	CASE("mlx5sig_mkey_check", EINVAL, check_undecodable, ""),
	CASE("mlx5sig_mkey_pool_create", EAGAIN, pool_empty, ""),
	CASE("mlx5sig_mkey_pool_create", EAGAIN, cache_empty, ""),
	CASE("mlx5sig_mkey_pool_create", EINVAL, cache_without_size, ""),
	CASE("mlx5sig_mkey_pool_create", EBUSY, pool_shared, ""),
	CASE("mlx5sig_mkey_pool_create", ENOENT, pool_unknown, ""),
	CASE("mlx5sig_mkey_pool_create", EAGAIN, pool_full, ""),
	CASE("mlx5sig_mkey_pool_create", EBUSY, pool_busy, ""),
	CASE("mlx5sig_mkey_pool_create", EAGAIN, pool_bulk_empty, ""),
	CASE("mlx5sig_mkey_pool_create", EINVAL, pool_initial, ""),
	CASE("mlx5sig_mkey_pool_create", EINVAL, pool_put_twice, ""),
	CASE("mlx5sig_mkey_pool_create", EINVAL, pool_put_foreign, ""),
	CASE("mlx5sig_mkey_pool_create", EINVAL, pool_comp_mask, ""),
	CASE("mlx5sig_mkey_pool_create", EOPNOTSUPP, pool_flags, ""),
	CASE("mlx5sig_mkey_pool_create", EOPNOTSUPP, pool_without_devx, NO_DEVX),
	CASE("mlx5sig_mkey_pool_create", ENOMEM, pool_memory, ""),
	{0},
};
