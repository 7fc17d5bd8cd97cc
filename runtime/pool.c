/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Pools of keys. The lock is held for no command: keys are created and destroyed without it. A cache
 * holds keys of a pool for one thread, which takes no lock for them.
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
	struct mlx5sig_mkey_pool *next;	/* pool of the device, under its lock */
	uint32_t references;		/* by mlx5sig_mkey_pool_find(), under the lock of the device */
	struct mlx5sig_key *broken;	/* half destroyed: never handed out again */
	uint32_t num_unused, num_broken;
	uint32_t num_keys;		/* that exist, or are being created */
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

	pool->unused = key->next;
	pool->num_unused--;
	return key;
}

/* The key leaves the pool, and errors of its former user are dropped. */
static inline struct mlx5sig_mkey *hand_out(struct mlx5sig_key *key)
{
	atomic_store_explicit(&key->is_in_pool, false, memory_order_relaxed);
	mlx5sig_forget_errors(key);
	return &key->pub;
}

/*
 * All of these keys are the pool's from now on, and on no list of keys with errors, or none. EINVAL: a
 * foreign one, or one that is inside.
 */
static inline int take_back(struct mlx5sig_mkey_pool *pool, struct mlx5sig_mkey *const *mkeys,
			    uint32_t num)
{
	struct mlx5sig_key *key;
	bool are_good = true;
	uint32_t i;

	for (i = 0; i < num; i++) {
		key = mlx5sig_key_of(mkeys[i]);
		if (unlikely(key->pool != pool ||
			     atomic_load_explicit(&key->is_in_pool, memory_order_relaxed)))
			break;
		atomic_store_explicit(&key->is_in_pool, true, memory_order_relaxed);
		are_good &= mlx5sig_key_is_good(key);
	}
	if (likely(i == num)) {
		for (i = 0; unlikely(!are_good) && i < num; i++)
			mlx5sig_delist_key(mlx5sig_key_of(mkeys[i]));
		return 0;
	}
	while (i--)
		atomic_store_explicit(&mlx5sig_key_of(mkeys[i])->is_in_pool, false,
				      memory_order_relaxed);
	return EINVAL;
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
		atomic_init(&mlx5sig_key_of(mkey)->is_in_pool, true);
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

/* Waits or grows until @num keys are unused, called with the lock. */
static int provide(struct mlx5sig_mkey_pool *pool, uint32_t num)
{
	int err = 0;

	while (pool->num_unused < num && !err) {
		if (pool->is_growing)
			pthread_cond_wait(&pool->changed, &pool->lock);
		else
			err = grow(pool, num);
	}
	return err;
}

int mlx5sig_mkey_pool_get_bulk(struct mlx5sig_mkey_pool *pool, struct mlx5sig_mkey **mkeys,
			       uint32_t num)
{
	uint32_t i;
	int err;

	pthread_mutex_lock(&pool->lock);
	err = provide(pool, num);
	for (i = 0; i < num && !err; i++)
		mkeys[i] = hand_out(pop(pool));
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
	uint32_t i;
	int err;

	pthread_mutex_lock(&pool->lock);
	err = take_back(pool, mkeys, num);
	for (i = 0; i < num && !err; i++)
		push(pool, mlx5sig_key_of(mkeys[i]));
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

/*
 * The pools of a device.
 */

static void enlist(struct mlx5sig_mkey_pool *pool)
{
	struct mlx5sig_device *device = pool->device;

	pthread_mutex_lock(&device->lock);
	pool->next = device->pools;
	device->pools = pool;
	pthread_mutex_unlock(&device->lock);
}

/* EBUSY: it is referred to. */
static int delist(struct mlx5sig_mkey_pool *pool)
{
	struct mlx5sig_device *device = pool->device;
	struct mlx5sig_mkey_pool **at = &device->pools;
	int err = 0;

	pthread_mutex_lock(&device->lock);
	if (pool->references)
		err = EBUSY;
	while (!err && *at && *at != pool)
		at = &(*at)->next;
	if (!err && *at)
		*at = pool->next;
	pthread_mutex_unlock(&device->lock);
	return err;
}

struct mlx5sig_mkey_pool *mlx5sig_mkey_pool_find(struct ibv_pd *pd, uint32_t create_flags)
{
	struct mlx5sig_device *device = mlx5sig_device_get(pd->context);
	struct mlx5sig_mkey_pool *pool;

	if (!device)
		return NULL;
	pthread_mutex_lock(&device->lock);
	for (pool = device->pools; pool; pool = pool->next)
		if (pool->attr.mkey.pd == pd && pool->attr.mkey.create_flags == create_flags)
			break;
	if (pool)
		pool->references++;
	pthread_mutex_unlock(&device->lock);
	mlx5sig_device_put(device);
	return pool ? pool : mlx5sig_null(ENOENT);
}

void mlx5sig_mkey_pool_release(struct mlx5sig_mkey_pool *pool)
{
	pthread_mutex_lock(&pool->device->lock);
	pool->references--;
	pthread_mutex_unlock(&pool->device->lock);
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
	err = is_used ? EBUSY : delist(pool);
	if (!err)
		err = mlx5sig_mkey_pool_drain(pool, 0);
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
	enlist(pool);
	return pool;
}

/*
 * Caches.
 */

struct mlx5sig_mkey_cache {
	struct mlx5sig_mkey_pool *pool;
	uint32_t size, num;		/* of keys, at most and now */
	struct mlx5sig_mkey *mkeys[];
};

struct mlx5sig_mkey_cache *mlx5sig_mkey_cache_create(struct mlx5sig_mkey_pool *pool, uint32_t size)
{
	struct mlx5sig_mkey_cache *cache;

	if (!size)
		return mlx5sig_null(EINVAL);
	cache = calloc(1, sizeof(*cache) + size * sizeof(cache->mkeys[0]));
	if (!cache)
		return NULL;
	cache->pool = pool;
	cache->size = size;
	return cache;
}

/* Fills the cache, at least up to @num keys. */
static __attribute__((noinline)) int fill_cache(struct mlx5sig_mkey_cache *cache, uint32_t num)
{
	struct mlx5sig_mkey_pool *pool = cache->pool;
	int err;

	pthread_mutex_lock(&pool->lock);
	err = provide(pool, num - cache->num);
	while (!err && pool->num_unused && cache->num < cache->size)
		cache->mkeys[cache->num++] = &pop(pool)->pub;
	pthread_mutex_unlock(&pool->lock);
	return err;
}

/* Returns keys to the pool until @num are left. */
static __attribute__((noinline)) void shrink_cache(struct mlx5sig_mkey_cache *cache, uint32_t num)
{
	struct mlx5sig_mkey_pool *pool = cache->pool;

	pthread_mutex_lock(&pool->lock);
	while (cache->num > num)
		push(pool, mlx5sig_key_of(cache->mkeys[--cache->num]));
	if (pool->is_growing)
		pthread_cond_broadcast(&pool->changed);
	pthread_mutex_unlock(&pool->lock);
}

void mlx5sig_mkey_cache_destroy(struct mlx5sig_mkey_cache *cache)
{
	shrink_cache(cache, 0);
	free(cache);
}

int mlx5sig_mkey_cache_get_bulk(struct mlx5sig_mkey_cache *cache, struct mlx5sig_mkey **mkeys,
				uint32_t num)
{
	uint32_t i;
	int err;

	if (unlikely(num > cache->size))
		return mlx5sig_mkey_pool_get_bulk(cache->pool, mkeys, num);
	if (unlikely(cache->num < num)) {
		err = fill_cache(cache, num);
		if (err)
			return err;
	}
	cache->num -= num;
	for (i = 0; i < num; i++)
		mkeys[i] = hand_out(mlx5sig_key_of(cache->mkeys[cache->num + i]));
	return 0;
}

int mlx5sig_mkey_cache_put_bulk(struct mlx5sig_mkey_cache *cache,
				struct mlx5sig_mkey *const *mkeys, uint32_t num)
{
	int err;

	if (unlikely(num > cache->size))
		return mlx5sig_mkey_pool_put_bulk(cache->pool, mkeys, num);
	err = take_back(cache->pool, mkeys, num);
	if (unlikely(err))
		return err;
	if (unlikely(cache->num > cache->size - num))
		shrink_cache(cache, cache->size - num < cache->size / 2 ? cache->size - num :
									  cache->size / 2);
	memcpy(&cache->mkeys[cache->num], mkeys, num * sizeof(cache->mkeys[0]));
	cache->num += num;
	return 0;
}
