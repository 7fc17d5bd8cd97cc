// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Keys: creation, destruction, pools, and the expected results of checks.
 */
#include "lives.h"

static void revive(struct life *life, struct key *key)
{
	/* A key of a pool has been used before, and keeps its configuration. */
	uint8_t *memory = key->memory, *model = key->model;
	struct history history = key->history;

	*key = (struct key) { .is_alive = true, .number = life->born++, .memory = memory,
			      .model = model, .history = history };
	life->counts.keys++;
}

static struct mlx5sig_mkey_init_attr random_attr(struct life *life)
{
	struct mlx5sig_mkey_init_attr attr = {
		.pd = world.pd,
		.create_flags = MLX5SIG_MKEY_INIT_ATTR_FLAGS_INDIRECT,
		.max_entries =
			(uint16_t)(chance(life, 70) ? 1 + below(life, 8) : 1 + below(life, 100))
	};

	if (chance(life, 90))
		attr.create_flags |= MLX5SIG_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE;
	if (chance(life, 30))
		attr.create_flags |= MLX5SIG_MKEY_INIT_ATTR_FLAGS_TRANSACTION_SIGNATURE;
	if (chance(life, 30))
		attr.create_flags |= MLX5SIG_MKEY_INIT_ATTR_FLAGS_UPDATE_TAG;
	if (chance(life, 50))
		attr.create_flags |= MLX5SIG_MKEY_INIT_ATTR_FLAGS_REMOTE_INVALIDATE;
	if (world.has_crypto && lives_allow("crypto") && chance(life, 35))
		attr.create_flags |= MLX5SIG_MKEY_INIT_ATTR_FLAGS_CRYPTO;
	return attr;
}

static struct pooled *find_pooled(struct mlx5sig_mkey *mkey)
{
	size_t i;

	for (i = 0; i < NUM(world.pooled); i++)
		if (world.pooled[i].mkey == mkey)
			return &world.pooled[i];
	return NULL;
}

/* Through a cache: gets @num keys, and returns all but the last one. */
static void take_by_cache(struct life *life, struct mlx5sig_mkey **mkeys, uint32_t num)
{
	struct mlx5sig_mkey_cache *cache;

	cache = need(life, mlx5sig_mkey_cache_create(world.pool, 1 + below(life, 6)), "cache");
	must(life, mlx5sig_mkey_cache_get_bulk(cache, mkeys, num), "keys of a cache");
	must(life, mlx5sig_mkey_cache_put_bulk(cache, mkeys, num - 1), "keys into a cache");
	mlx5sig_mkey_cache_destroy(cache);
}

static int put_by_cache(struct life *life, struct mlx5sig_mkey *mkey)
{
	struct mlx5sig_mkey_cache *cache = need(life, mlx5sig_mkey_cache_create(world.pool, 1),
						"cache");
	int err = mlx5sig_mkey_cache_put_bulk(cache, &mkey, 1);

	mlx5sig_mkey_cache_destroy(cache);
	return err;
}

/* Gets a key from the pool, which keeps its configuration but not its errors. */
static void take_from_pool(struct life *life, struct key *key)
{
	struct mlx5sig_mkey *mkeys[4];
	struct pooled *pooled;
	uint32_t num = 1 + below(life, 4);

	pthread_mutex_lock(&world.pool_lock);
	if (chance(life, 40)) {
		take_by_cache(life, mkeys, num);
		mkeys[0] = mkeys[num - 1];
		num = 1;
	} else if (chance(life, 50)) {
		num = 1;
		mkeys[0] = need(life, mlx5sig_mkey_pool_get(world.pool), "mlx5sig_mkey_pool_get");
	} else {
		must(life, mlx5sig_mkey_pool_get_bulk(world.pool, mkeys, num), "bulk of keys");
	}
	key->mkey = mkeys[--num];
	if (num)
		must(life, mlx5sig_mkey_pool_put_bulk(world.pool, mkeys, num), "bulk of keys");
	pooled = find_pooled(key->mkey);
	if (pooled && !pooled->is_inside)
		lives_fail(life, &key->history, NULL, "the pool has given a key twice");
	if (!pooled) {
		pooled = find_pooled(NULL);
		*pooled = (struct pooled) { .mkey = key->mkey };
	}
	key->sig = pooled->sig;
	key->posted = pooled->posted;
	key->expected = pooled->expected;
	key->reported = pooled->reported;
	key->noted = pooled->noted;
	pooled->is_inside = false;
	pthread_mutex_unlock(&world.pool_lock);
	key->in_pool = true;
	key->flags = world.pool_flags;
	key->entries = world.pool_entries;
}

static void put_into_pool(struct life *life, struct key *key)
{
	struct pooled *pooled;

	pthread_mutex_lock(&world.pool_lock);
	pooled = find_pooled(key->mkey);
	pooled->is_inside = true;
	pooled->sig = key->sig;
	pooled->posted = key->posted;
	pooled->expected = key->expected;
	pooled->reported = key->reported;
	pooled->noted = key->noted;
	must(life, chance(life, 30) ? put_by_cache(life, key->mkey) :
				      mlx5sig_mkey_pool_put(world.pool, key->mkey), "key into the pool");
	if (chance(life, 20) && mlx5sig_mkey_pool_put(world.pool, key->mkey) != EINVAL)
		lives_fail(life, &key->history, NULL, "key %u is put into the pool twice",
			   key->number);
	pthread_mutex_unlock(&world.pool_lock);
}

void pool_birth(struct life *life)
{
	struct mlx5sig_mkey_pool_attr attr = {
		.mkey = { .pd = world.pd, .max_entries = 8,
			  .create_flags = MLX5SIG_MKEY_INIT_ATTR_FLAGS_INDIRECT |
					  MLX5SIG_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE },
		.initial = 2, .grow = 3 };

	if (chance(life, 30))
		attr.mkey.create_flags |= MLX5SIG_MKEY_INIT_ATTR_FLAGS_TRANSACTION_SIGNATURE;
	world.pool = need(life, mlx5sig_mkey_pool_create(&attr), "mlx5sig_mkey_pool_create");
	world.pool_entries = attr.mkey.max_entries;
	world.pool_flags = attr.mkey.create_flags;
}

/* The keys that are in the pool are destroyed. */
void pool_drain(struct life *life)
{
	size_t i;

	pthread_mutex_lock(&world.pool_lock);
	must(life, mlx5sig_mkey_pool_drain(world.pool, 0), "mlx5sig_mkey_pool_drain");
	for (i = 0; i < NUM(world.pooled); i++)
		if (world.pooled[i].is_inside)
			world.pooled[i] = (struct pooled) { .mkey = NULL };
	pthread_mutex_unlock(&world.pool_lock);
}

void pool_death(struct life *life)
{
	must(life, mlx5sig_mkey_pool_destroy(world.pool), "mlx5sig_mkey_pool_destroy");
	world.pool = NULL;
}

void key_birth(struct life *life, struct key *key)
{
	struct mlx5sig_mkey_init_attr attr = random_attr(life);

	revive(life, key);
	if (lives_allow("pool") && chance(life, 25)) {
		take_from_pool(life, key);
	} else {
		key->flags = attr.create_flags;
		key->mkey = need(life, mlx5sig_create_mkey(&attr), "mlx5sig_create_mkey");
		key->entries = attr.max_entries;
		if (key->mkey->mkey_context)
			lives_fail(life, NULL, NULL, "mkey_context of a new key");
	}
	key->mkey->mkey_context = key;
	note(life, &key->history, "key %u born: lkey %08x, flags %x, %u entries%s", key->number,
	     key->mkey->lkey, key->flags, key->entries, key->in_pool ? ", of the pool" : "");
}

/* Perhaps with errors that were never checked. */
void key_death(struct life *life, struct key *key)
{
	if (chance(life, 50))
		check_key(life, key);
	note(life, &key->history, "key %u dies", key->number);
	if (key->in_pool)
		put_into_pool(life, key);
	else
		must(life, mlx5sig_destroy_mkey(key->mkey), "mlx5sig_destroy_mkey");
	key->mkey = NULL;
	key->is_alive = false;
}

/* Returns the key's state at the next request. */
void plan(struct key *key)
{
	key->plan_layout = &key->layout;
	key->plan_access = key->access;
	key->plan_sig = key->posted;
	key->plan_crypto = key->posted_crypto;
}

/* Returns a key with these flags that no chapter uses. */
struct key *get_key(struct life *life, uint32_t flags)
{
	unsigned int i, first = below(life, MAX_KEYS);

	for (i = 0; i < MAX_KEYS; i++) {
		struct key *key = &life->keys[(first + i) % MAX_KEYS];

		if (key->is_busy)
			continue;
		if (key->is_alive && chance(life, key->may_be_listed ? 40 : key->in_pool ? 8 : 2))
			key_death(life, key);
		if (!key->is_alive)
			key_birth(life, key);
		if ((key->flags & flags) != flags)
			continue;
		key->is_busy = true;
		plan(key);
		return key;
	}
	return NULL;
}

/* Its signature errors are counted. */
bool has_sigerrs(const struct key *key)
{
	return key->flags & (MLX5SIG_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE |
			     MLX5SIG_MKEY_INIT_ATTR_FLAGS_TRANSACTION_SIGNATURE);
}

static void compare(struct life *life, struct key *key, const struct mlx5sig_mkey_err_ext *ext)
{
	const struct sig_error *e = &key->errors[0];
	const struct mlx5sig_sig_err *got = &ext->err.err.sig;

	if (ext->err.err_type == e->type &&
	    (e->type == MLX5SIG_MKEY_NO_ERR ||
	     (ext->domain == e->domain && got->offset == e->offset &&
	      got->actual_value == e->actual && got->expected_value == e->expected &&
	      ext->num_errors == key->pending)))
		return;
	lives_fail(
		life, &key->history, NULL,
		"wrong verdict on key %u: mlx5sig_mkey_check_ext() gives type %d domain %d offset "
		"%llu "
		"actual %llx expected %llx, %u errors; it has to be type %d domain %d offset %llu "
		"actual %llx expected %llx, %u errors",
		key->number, ext->err.err_type, ext->domain, (unsigned long long)got->offset,
		(unsigned long long)got->actual_value, (unsigned long long)got->expected_value,
		ext->num_errors, e->type, e->domain, (unsigned long long)e->offset,
		(unsigned long long)e->actual, (unsigned long long)e->expected, key->pending);
}

/* A check has reported the first @num of the pending errors. */
void forget_errors(struct key *key, unsigned int num)
{
	unsigned int i;

	for (i = 0; i < NUM(key->errors); i++)
		key->errors[i] = i + num < NUM(key->errors) ? key->errors[i + num] :
			(struct sig_error) { .type = MLX5SIG_MKEY_NO_ERR };
	key->pending -= num;
}

/* All errors of the key have been polled. */
void check_key(struct life *life, struct key *key)
{
	bool can_sign = has_sigerrs(key);
	struct mlx5sig_mkey_err_ext ext = { 0 };
	int err;

	if (chance(life, 30) && key->pending < 2) {
		err = mlx5sig_mkey_check(key->mkey, &ext.err);
		ext.num_errors = key->pending;
		ext.domain = key->errors[0].domain;
	} else {
		err = mlx5sig_mkey_check_ext(key->mkey, &ext);
	}
	note(life, &key->history, "check of key %u: %d, type %d", key->number, err,
	     ext.err.err_type);
	if (!can_sign && err != EINVAL && ext.err.err_type != MLX5SIG_MKEY_NO_ERR)
		lives_fail(life, &key->history, NULL, "key %u has no signature, and an error",
			   key->number);
	if (!can_sign)
		return;
	if (err)
		lives_fail(life, &key->history, NULL, "check of key %u: %s", key->number,
			   strerror(err));
	compare(life, key, &ext);
	forget_errors(key, key->pending);
	if (key->may_be_listed)
		key->may_be_listed = false, key->listed = 0;
}

/* Checks while requests are outstanding; judge.c verifies the result later. */
void check_early(struct life *life, struct key *key)
{
	struct mlx5sig_mkey_err_ext ext;

	if (!has_sigerrs(key) || key->is_early || key->pending)
		return;
	must(life, mlx5sig_mkey_check_ext(key->mkey, &ext), "mlx5sig_mkey_check_ext");
	note(life, &key->history, "early check of key %u: type %d", key->number, ext.err.err_type);
	if (ext.err.err_type == MLX5SIG_MKEY_NO_ERR)
		return;
	key->is_early = key->was_early = true;
	key->early = ext;
}

void end_keys(struct life *life)
{
	unsigned int i;

	for (i = 0; i < MAX_KEYS; i++)
		if (life->keys[i].is_alive)
			key_death(life, &life->keys[i]);
}

/* Creates unused objects, so that the numbers of the others have gaps. */
void shift_ballast(struct life *life)
{
	struct ibv_qp_init_attr init = {
		.send_cq = world.ballast,
		.recv_cq = world.ballast,
		.qp_type = IBV_QPT_RC,
		.cap = { .max_send_wr = 1, .max_send_sge = 1, .max_recv_wr = 1, .max_recv_sge = 1 }
	};
	struct mlx5sig_mkey_init_attr attr = random_attr(life);
	uint32_t i = below(life, MAX_BALLAST), k = below(life, MAX_BALLAST);

	if (life->ballast_keys[i]) {
		must(life, mlx5sig_destroy_mkey(life->ballast_keys[i]), "mlx5sig_destroy_mkey");
		life->ballast_keys[i] = NULL;
	} else {
		life->ballast_keys[i] =
			need(life, mlx5sig_create_mkey(&attr), "mlx5sig_create_mkey");
	}
	if (life->ballast_qps[k]) {
		must(life, ibv_destroy_qp(life->ballast_qps[k]), "ibv_destroy_qp");
		life->ballast_qps[k] = NULL;
	} else {
		life->ballast_qps[k] = need(life, ibv_create_qp(world.pd, &init), "QP");
	}
}

void drop_ballast(struct life *life)
{
	unsigned int i;

	for (i = 0; i < MAX_BALLAST; i++) {
		if (life->ballast_keys[i])
			must(life, mlx5sig_destroy_mkey(life->ballast_keys[i]),
			     "mlx5sig_destroy_mkey");
		life->ballast_keys[i] = NULL;
		if (life->ballast_qps[i])
			must(life, ibv_destroy_qp(life->ballast_qps[i]), "ibv_destroy_qp");
		life->ballast_qps[i] = NULL;
	}
}
