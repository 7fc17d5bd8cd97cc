/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
#include <errno.h>
#include <stdlib.h>

#include "device.h"

struct mlx5sig_mkey_pool {
	struct mlx5sig_mkey_pool_attr attr;
	struct mlx5sig_device *device;	/* held, so that its capabilities are asked once */
	pthread_mutex_t lock;
	pthread_cond_t grown;
	bool is_growing; /* one thread creates keys, without the lock; the others wait for it */
	struct mlx5sig_key *unused;
	struct mlx5sig_key *broken;	/* half destroyed: never handed out again */
	uint32_t num_unused, num_broken;
	uint32_t num_keys;	/* all that exist */
};

static void push(struct mlx5sig_mkey_pool *pool, struct mlx5sig_key *key)
{
	key->next = pool->unused;
	pool->unused = key;
	pool->num_unused++;
}

static struct mlx5sig_key *pop(struct mlx5sig_mkey_pool *pool)
{
	struct mlx5sig_key *key = pool->unused;

	if (key) {
		pool->unused = key->next;
		pool->num_unused--;
	}
	return key;
}

/* Creates keys, called with the lock, which is not held meanwhile. 0 if there is at least one. */
static int grow(struct mlx5sig_mkey_pool *pool, uint32_t num)
{
	struct mlx5sig_mkey_init_attr attr = pool->attr.mkey;
	struct mlx5sig_mkey *mkey;
	uint32_t i;
	int err = 0;

	pool->is_growing = true;
	for (i = 0; i < num; i++) {
		pthread_mutex_unlock(&pool->lock);
		mkey = mlx5sig_create_mkey(&attr);
		err = mkey ? 0 : errno;
		pthread_mutex_lock(&pool->lock);
		if (err)
			break;
		push(pool, (struct mlx5sig_key *)mkey);
		pool->num_keys++;
		pthread_cond_signal(&pool->grown);
	}
	pool->is_growing = false;
	pthread_cond_broadcast(&pool->grown);
	return i ? 0 : err;
}

/* How many keys may be created now. */
static uint32_t room(const struct mlx5sig_mkey_pool *pool)
{
	uint32_t left = pool->attr.max ? pool->attr.max - pool->num_keys : UINT32_MAX;

	return pool->attr.grow < left ? pool->attr.grow : left;
}

struct mlx5sig_mkey *mlx5sig_mkey_pool_get(struct mlx5sig_mkey_pool *pool)
{
	struct mlx5sig_key *key;
	int err = 0;

	pthread_mutex_lock(&pool->lock);
	while (!(key = pop(pool)) && !err) {
		if (pool->is_growing)
			pthread_cond_wait(&pool->grown, &pool->lock);
		else
			err = room(pool) ? grow(pool, room(pool)) : EAGAIN;
	}
	pthread_mutex_unlock(&pool->lock);
	if (!key) {
		errno = err;
		return NULL;
	}
	return &key->pub;
}

void mlx5sig_mkey_pool_put(struct mlx5sig_mkey_pool *pool, struct mlx5sig_mkey *mkey)
{
	pthread_mutex_lock(&pool->lock);
	push(pool, (struct mlx5sig_key *)mkey);
	if (pool->is_growing)
		pthread_cond_signal(&pool->grown);
	pthread_mutex_unlock(&pool->lock);
}

/* Called with the lock. A key that cannot be destroyed now stays with the pool. */
static int destroy(struct mlx5sig_mkey_pool *pool, struct mlx5sig_key *key)
{
	int err = mlx5sig_destroy_mkey(&key->pub);

	if (err) {
		key->next = pool->broken;
		pool->broken = key;
		pool->num_broken++;
		return err;
	}
	pool->num_keys--;
	return 0;
}

static int destroy_broken(struct mlx5sig_mkey_pool *pool)
{
	struct mlx5sig_key *key;
	int err = 0;

	while (pool->broken && !err) {
		key = pool->broken;
		pool->broken = key->next;
		pool->num_broken--;
		err = destroy(pool, key);
	}
	return err;
}

static int drain(struct mlx5sig_mkey_pool *pool, uint32_t keep)
{
	int err = destroy_broken(pool);

	while (pool->num_unused > keep && !err)
		err = destroy(pool, pop(pool));
	return err;
}

int mlx5sig_mkey_pool_drain(struct mlx5sig_mkey_pool *pool, uint32_t keep)
{
	int err;

	pthread_mutex_lock(&pool->lock);
	err = drain(pool, keep);
	pthread_mutex_unlock(&pool->lock);
	return err;
}

static void pool_free(struct mlx5sig_mkey_pool *pool)
{
	pthread_cond_destroy(&pool->grown);
	pthread_mutex_destroy(&pool->lock);
	mlx5sig_device_put(pool->device);
	free(pool);
}

int mlx5sig_mkey_pool_destroy(struct mlx5sig_mkey_pool *pool)
{
	int err = EBUSY;

	pthread_mutex_lock(&pool->lock);
	if (pool->num_unused + pool->num_broken == pool->num_keys)
		err = drain(pool, 0);
	pthread_mutex_unlock(&pool->lock);
	if (!err)
		pool_free(pool);
	return err;
}

/* All keys that are there at once, or none. */
static int fill(struct mlx5sig_mkey_pool *pool)
{
	struct mlx5sig_mkey *mkey;
	uint32_t i;
	int err;

	for (i = 0; i < pool->attr.initial; i++) {
		mkey = mlx5sig_create_mkey(&pool->attr.mkey);
		if (!mkey) {
			err = errno;
			drain(pool, 0);
			return err;
		}
		push(pool, (struct mlx5sig_key *)mkey);
		pool->num_keys++;
	}
	return 0;
}

struct mlx5sig_mkey_pool *mlx5sig_mkey_pool_create(struct mlx5sig_mkey_pool_attr *attr)
{
	struct mlx5sig_mkey_pool *pool;
	int err;

	if (attr->max && attr->initial > attr->max) {
		errno = EINVAL;
		return NULL;
	}
	pool = calloc(1, sizeof(*pool));
	if (!pool) {
		errno = ENOMEM;
		return NULL;
	}
	pool->device = mlx5sig_device_get(attr->mkey.pd->context);
	if (!pool->device) {
		err = errno;
		free(pool);
		errno = err;
		return NULL;
	}
	pool->attr = *attr;
	pthread_mutex_init(&pool->lock, NULL);
	pthread_cond_init(&pool->grown, NULL);
	err = fill(pool);
	if (err) {
		pool_free(pool);
		errno = err;
		return NULL;
	}
	attr->mkey.max_entries = pool->attr.mkey.max_entries;
	return pool;
}
