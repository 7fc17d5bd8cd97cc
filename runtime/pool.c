/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Pools of keys. The lock is held for no command: keys are created and destroyed without it.
 */
#include <errno.h>
#include <stdlib.h>

#include <pthread.h>

#include "mkey.h"

struct mlx5sig_mkey_pool {
	struct mlx5sig_mkey_pool_attr attr;
	struct mlx5sig_device *device;	/* held, so that its capabilities are queried once */
	pthread_mutex_t lock;
	pthread_cond_t changed;		/* keys came back, or a thread has finished growing */
	bool is_growing;		/* one thread creates keys at a time */
	struct mlx5sig_key *unused;
	struct mlx5sig_key *broken;	/* half destroyed: never handed out again */
	uint32_t num_unused, num_broken;
	uint32_t num_keys;		/* that exist, or are being created */
};

static void push(struct mlx5sig_mkey_pool *pool, struct mlx5sig_key *key)
{
	atomic_store_explicit(&key->is_in_pool, true, memory_order_relaxed);
	key->next = pool->unused;
	pool->unused = key;
	pool->num_unused++;
}

static struct mlx5sig_key *pop(struct mlx5sig_mkey_pool *pool)
{
	struct mlx5sig_key *key = pool->unused;

	pool->unused = key->next;
	pool->num_unused--;
	atomic_store_explicit(&key->is_in_pool, false, memory_order_relaxed);
	return key;
}

/* Creates @num keys, which @num_keys counts already. On an error there are fewer. */
static int create(struct mlx5sig_mkey_pool *pool, uint32_t num)
{
	struct mlx5sig_mkey_init_attr attr = pool->attr.mkey;
	struct mlx5sig_mkey *mkey;
	int err = 0;

	for (; num && !err; num--) {
		mkey = mlx5sig_create_mkey(&attr);
		err = mkey ? 0 : errno;
		if (err)
			break;
		mlx5sig_key_of(mkey)->pool = pool;
		pthread_mutex_lock(&pool->lock);
		push(pool, mlx5sig_key_of(mkey));
		pthread_cond_signal(&pool->changed);
		pthread_mutex_unlock(&pool->lock);
	}
	pthread_mutex_lock(&pool->lock);
	pool->num_keys -= num;
	pthread_mutex_unlock(&pool->lock);
	return err;
}

/* Grows until @wanted keys are unused, called with the lock, which is released meanwhile. */
static int grow(struct mlx5sig_mkey_pool *pool, uint32_t wanted)
{
	uint32_t left = pool->attr.max ? pool->attr.max - pool->num_keys : UINT32_MAX;
	uint32_t missing = wanted - pool->num_unused;
	uint32_t num = missing > pool->attr.grow ? missing : pool->attr.grow;
	int err;

	if (num > left)
		num = left;
	if (!pool->attr.grow || num < missing)
		return EAGAIN;
	pool->is_growing = true;
	pool->num_keys += num;
	pthread_mutex_unlock(&pool->lock);
	err = create(pool, num);
	pthread_mutex_lock(&pool->lock);
	pool->is_growing = false;
	pthread_cond_broadcast(&pool->changed);
	/* The keys created before the error may be enough. */
	return pool->num_unused < wanted ? err : 0;
}

int mlx5sig_mkey_pool_get_bulk(struct mlx5sig_mkey_pool *pool, struct mlx5sig_mkey **mkeys,
			       uint32_t num)
{
	int err = 0;
	uint32_t i;

	pthread_mutex_lock(&pool->lock);
	while (pool->num_unused < num && !err) {
		if (pool->is_growing)
			pthread_cond_wait(&pool->changed, &pool->lock);
		else
			err = grow(pool, num);
	}
	for (i = 0; i < num && !err; i++) {
		mkeys[i] = &pop(pool)->pub;
		mlx5sig_forget_errors(mlx5sig_key_of(mkeys[i]));
	}
	pthread_mutex_unlock(&pool->lock);
	return err;
}

struct mlx5sig_mkey *mlx5sig_mkey_pool_get(struct mlx5sig_mkey_pool *pool)
{
	struct mlx5sig_mkey *mkey = NULL;
	int err = mlx5sig_mkey_pool_get_bulk(pool, &mkey, 1);

	if (err)
		errno = err;
	return mkey;
}

int mlx5sig_mkey_pool_put_bulk(struct mlx5sig_mkey_pool *pool, struct mlx5sig_mkey *const *mkeys,
			       uint32_t num)
{
	struct mlx5sig_key *key;
	int err = 0;
	uint32_t i;

	pthread_mutex_lock(&pool->lock);
	for (i = 0; i < num && !err; i++) {
		key = mlx5sig_key_of(mkeys[i]);
		if (key->pool != pool ||
		    atomic_load_explicit(&key->is_in_pool, memory_order_relaxed))
			err = EINVAL;
		else
			push(pool, key);
	}
	/* All or nothing. */
	for (i--; err && i; i--)
		pop(pool);
	for (i = 0; i < num && !err; i++)
		if (unlikely(!mlx5sig_key_is_good(mlx5sig_key_of(mkeys[i]))))
			mlx5sig_delist_key(mlx5sig_key_of(mkeys[i]));
	if (pool->is_growing)
		pthread_cond_broadcast(&pool->changed);
	pthread_mutex_unlock(&pool->lock);
	return err;
}

int mlx5sig_mkey_pool_put(struct mlx5sig_mkey_pool *pool, struct mlx5sig_mkey *mkey)
{
	return mlx5sig_mkey_pool_put_bulk(pool, &mkey, 1);
}

/* The next key to destroy, or NULL: no more than @keep are left. */
static struct mlx5sig_key *next_to_destroy(struct mlx5sig_mkey_pool *pool, uint32_t keep)
{
	struct mlx5sig_key *key = NULL;

	pthread_mutex_lock(&pool->lock);
	if (pool->broken) {
		key = pool->broken;
		pool->broken = key->next;
		pool->num_broken--;
	} else if (pool->num_unused > keep) {
		key = pop(pool);
	}
	pthread_mutex_unlock(&pool->lock);
	return key;
}

int mlx5sig_mkey_pool_drain(struct mlx5sig_mkey_pool *pool, uint32_t keep)
{
	struct mlx5sig_key *key;
	int err = 0;

	while (!err && (key = next_to_destroy(pool, keep))) {
		err = mlx5sig_destroy_mkey(&key->pub);
		pthread_mutex_lock(&pool->lock);
		if (err) {
			key->next = pool->broken;
			pool->broken = key;
			pool->num_broken++;
		} else {
			pool->num_keys--;
		}
		pthread_mutex_unlock(&pool->lock);
	}
	return err;
}

static void pool_free(struct mlx5sig_mkey_pool *pool)
{
	pthread_cond_destroy(&pool->changed);
	pthread_mutex_destroy(&pool->lock);
	mlx5sig_device_put(pool->device);
	free(pool);
}

int mlx5sig_mkey_pool_destroy(struct mlx5sig_mkey_pool *pool)
{
	bool is_used;
	int err;

	pthread_mutex_lock(&pool->lock);
	is_used = pool->num_unused + pool->num_broken != pool->num_keys;
	pthread_mutex_unlock(&pool->lock);
	err = is_used ? EBUSY : mlx5sig_mkey_pool_drain(pool, 0);
	if (!err)
		pool_free(pool);
	return err;
}

/* All keys that exist at once, or none. */
static int fill(struct mlx5sig_mkey_pool *pool)
{
	int err;

	pool->num_keys = pool->attr.initial;
	err = create(pool, pool->attr.initial);
	if (err)
		mlx5sig_mkey_pool_drain(pool, 0);
	return err;
}

struct mlx5sig_mkey_pool *mlx5sig_mkey_pool_create(struct mlx5sig_mkey_pool_attr *attr)
{
	struct mlx5sig_mkey_pool *pool;
	int err;

	if (attr->comp_mask || (attr->max && attr->initial > attr->max))
		return mlx5sig_null(EINVAL);
	pool = calloc(1, sizeof(*pool));
	if (!pool)
		return NULL;
	pool->device = mlx5sig_device_get(attr->mkey.pd->context);
	if (!pool->device) {
		err = errno;
		free(pool);
		return mlx5sig_null(err);
	}
	pool->attr = *attr;
	pthread_mutex_init(&pool->lock, NULL);
	pthread_cond_init(&pool->changed, NULL);
	err = fill(pool);
	if (err) {
		pool_free(pool);
		return mlx5sig_null(err);
	}
	if (pool->unused)
		attr->mkey.max_entries = pool->unused->num_desc;
	return pool;
}
