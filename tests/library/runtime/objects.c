/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Keys, pools and encryption keys on a device: run by test_objects.py under softmlx5, with faults.
 * Objects left on the device make the deallocation of the PD fail.
 */
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../../examples/pair.h"

#define CHECK(condition) \
	do { \
		if (!(condition)) { \
			printf("line %d: %s (errno %d)\n", __LINE__, #condition, errno); \
			exit(1); \
		} \
	} while (0)

enum { SIG = MLX5SIG_MKEY_INIT_ATTR_FLAGS_INDIRECT | MLX5SIG_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE };

static struct ibv_context *ctx;
static struct ibv_pd *pd;

static void open_device(void)
{
	ctx = pair_open_device();
	pd = ibv_alloc_pd(ctx);
	CHECK(pd);
}

static struct mlx5sig_mkey *create_key(uint32_t flags)
{
	struct mlx5sig_mkey_init_attr attr = {
		.pd = pd, .create_flags = flags, .max_entries = 5,
	};
	struct mlx5sig_mkey *mkey = mlx5sig_create_mkey(&attr);

	CHECK(!mkey || attr.max_entries == 8);
	return mkey;
}

/* Creates a key and destroys it until that succeeds; prints each errno. */
static void lifecycle(uint32_t flags)
{
	struct mlx5sig_mkey *mkey = create_key(flags);
	int err = mkey ? 1 : 0, tries;

	printf("create %d\n", mkey ? 0 : errno);
	for (tries = 0; err && tries < 10; tries++) {
		err = mlx5sig_destroy_mkey(mkey);
		printf("destroy %d\n", err);
	}
	/* A device that has failed once continues to work. */
	mkey = create_key(MLX5SIG_MKEY_INIT_ATTR_FLAGS_INDIRECT | (flags & SIG));
	CHECK(mkey && !mlx5sig_destroy_mkey(mkey));
	printf("pd %d\n", ibv_dealloc_pd(pd));
}

/* lifecycle() would detect a leak, since the PD could not be destroyed. */
static void leak(void)
{
	CHECK(create_key(SIG));
	printf("pd %d\n", ibv_dealloc_pd(pd));
}

static void refused(void)
{
	struct mlx5sig_mkey_init_attr attr = { .pd = pd, .create_flags = 1 };
	uint32_t entries;

	CHECK(!create_key(0) && errno == EOPNOTSUPP);
	CHECK(!create_key(1 << 5) && errno == EOPNOTSUPP);
	for (entries = 65533; entries <= 65535; entries++) {
		attr.max_entries = (uint16_t)entries;
		CHECK(!mlx5sig_create_mkey(&attr) && errno == EINVAL);
		CHECK(attr.max_entries == entries);
	}
	attr.max_entries = 65532;
	CHECK(!mlx5sig_create_mkey(&attr) == (getenv("SHORT_LISTS") != NULL));
	puts("done");
}

/* A PSV of the program, likewise: prints each errno. */
static void psv_lifecycle(void)
{
	struct mlx5sig_psv *psv = mlx5sig_psv_create(pd), *other;
	int err = psv ? 1 : 0, tries;

	printf("create %d\n", psv ? 0 : errno);
	for (tries = 0; err && tries < 10; tries++) {
		err = mlx5sig_psv_destroy(psv);
		printf("destroy %d\n", err);
	}
	psv = mlx5sig_psv_create(pd);
	other = psv ? mlx5sig_psv_create(pd) : NULL;
	CHECK(!psv || (other && psv->index != other->index));
	CHECK(!psv || (!mlx5sig_psv_destroy(psv) && !mlx5sig_psv_destroy(other)));
	printf("pd %d\n", ibv_dealloc_pd(pd));
}

/*
 * Pools.
 */

static struct mlx5sig_mkey_pool *create_pool(uint32_t initial, uint32_t grow, uint32_t max)
{
	struct mlx5sig_mkey_pool_attr attr = {
		.mkey = { .pd = pd, .create_flags = SIG, .max_entries = 6 },
		.initial = initial, .grow = grow, .max = max,
	};
	struct mlx5sig_mkey_pool *pool = mlx5sig_mkey_pool_create(&attr);

	CHECK(!pool || !initial || attr.mkey.max_entries == 8);
	return pool;
}

static void pool_rules(void)
{
	struct mlx5sig_mkey_pool *pool = create_pool(2, 0, 0);
	struct mlx5sig_mkey *keys[5];
	int i;

	CHECK(pool);
	keys[0] = mlx5sig_mkey_pool_get(pool);
	keys[1] = mlx5sig_mkey_pool_get(pool);
	CHECK(keys[0] && keys[1] && keys[0] != keys[1]);
	CHECK(!mlx5sig_mkey_pool_get(pool) && errno == EAGAIN);
	CHECK(mlx5sig_mkey_pool_destroy(pool) == EBUSY);
	mlx5sig_mkey_pool_put(pool, keys[0]);
	CHECK(mlx5sig_mkey_pool_destroy(pool) == EBUSY);
	CHECK(mlx5sig_mkey_pool_get(pool) == keys[0]);	/* EBUSY has destroyed nothing */
	mlx5sig_mkey_pool_put(pool, keys[0]);
	mlx5sig_mkey_pool_put(pool, keys[1]);
	CHECK(!mlx5sig_mkey_pool_drain(pool, 1));
	keys[0] = mlx5sig_mkey_pool_get(pool);
	CHECK(keys[0] && !mlx5sig_mkey_pool_get(pool) && errno == EAGAIN);
	mlx5sig_mkey_pool_put(pool, keys[0]);
	CHECK(!mlx5sig_mkey_pool_destroy(pool));

	CHECK(!create_pool(3, 0, 2) && errno == EINVAL);
	pool = create_pool(0, 3, 5);
	CHECK(pool);
	for (i = 0; i < 5; i++) {
		keys[i] = mlx5sig_mkey_pool_get(pool);
		CHECK(keys[i]);
	}
	CHECK(!mlx5sig_mkey_pool_get(pool) && errno == EAGAIN);
	for (i = 0; i < 5; i++)
		mlx5sig_mkey_pool_put(pool, keys[i]);
	CHECK(!mlx5sig_mkey_pool_destroy(pool));
	printf("pd %d\n", ibv_dealloc_pd(pd));
}

/* Several keys at once: all or none. */
static void pool_bulk(void)
{
	struct mlx5sig_mkey_pool *pool = create_pool(3, 0, 0), *other = create_pool(1, 0, 0);
	struct mlx5sig_mkey *keys[8], *some[8], *foreign;
	int i, k;

	CHECK(pool && other);
	foreign = mlx5sig_mkey_pool_get(other);
	CHECK(foreign);
	CHECK(!mlx5sig_mkey_pool_get_bulk(pool, keys, 0));
	CHECK(mlx5sig_mkey_pool_get_bulk(pool, keys, 4) == EAGAIN);
	CHECK(!mlx5sig_mkey_pool_get_bulk(pool, keys, 3));
	CHECK(!mlx5sig_mkey_pool_get(pool) && errno == EAGAIN);
	/* No key is put back if one is foreign, or twice in the list, at any place of it. */
	for (i = 0; i < 4; i++) {
		for (k = 0; k < 4; k++)
			some[k] = k == i ? foreign : keys[k - (k > i)];
		CHECK(mlx5sig_mkey_pool_put_bulk(pool, some, 4) == EINVAL);
		some[i] = keys[(i + 1) % 3];
		CHECK(mlx5sig_mkey_pool_put_bulk(pool, some, 4) == EINVAL);
		CHECK(!mlx5sig_mkey_pool_get(pool) && errno == EAGAIN);
	}
	CHECK(!mlx5sig_mkey_pool_put_bulk(pool, keys, 0));
	CHECK(!mlx5sig_mkey_pool_put_bulk(pool, keys, 2));
	CHECK(mlx5sig_mkey_pool_put_bulk(pool, keys, 3) == EINVAL);
	CHECK(mlx5sig_mkey_pool_put(pool, keys[0]) == EINVAL);
	CHECK(mlx5sig_mkey_pool_get_bulk(pool, some, 3) == EAGAIN);
	CHECK(!mlx5sig_mkey_pool_get_bulk(pool, some, 2) && some[0] != some[1]);
	CHECK(!mlx5sig_mkey_pool_put_bulk(pool, keys, 3));
	CHECK(mlx5sig_mkey_pool_put(pool, foreign) == EINVAL);
	CHECK(!mlx5sig_mkey_pool_put(other, foreign));
	CHECK(!mlx5sig_mkey_pool_destroy(other) && !mlx5sig_mkey_pool_destroy(pool));

	/*
	 * The pool grows by the missing number if that is more than `grow`, but not beyond the
	 * maximum.
	 */
	pool = create_pool(1, 2, 7);
	CHECK(pool && !mlx5sig_mkey_pool_get_bulk(pool, keys, 6));
	CHECK(mlx5sig_mkey_pool_get_bulk(pool, some, 2) == EAGAIN);
	CHECK(!mlx5sig_mkey_pool_get_bulk(pool, some, 1));
	CHECK(!mlx5sig_mkey_pool_put_bulk(pool, keys, 6) && !mlx5sig_mkey_pool_put(pool, some[0]));
	CHECK(!mlx5sig_mkey_pool_destroy(pool));
	printf("pd %d\n", ibv_dealloc_pd(pd));
}

/* The test's fault makes destroying fail half-way: that key is not handed out again. */
static void pool_fault(void)
{
	struct mlx5sig_mkey_pool *pool = create_pool(3, 0, 0);
	struct mlx5sig_mkey *a, *b;

	CHECK(pool);
	CHECK(mlx5sig_mkey_pool_drain(pool, 0));
	a = mlx5sig_mkey_pool_get(pool);
	b = mlx5sig_mkey_pool_get(pool);
	CHECK(a && b && !mlx5sig_mkey_pool_get(pool) && errno == EAGAIN);
	mlx5sig_mkey_pool_put(pool, a);
	mlx5sig_mkey_pool_put(pool, b);
	CHECK(!mlx5sig_mkey_pool_destroy(pool));
	printf("pd %d\n", ibv_dealloc_pd(pd));
}

/* The test's fault makes growing fail, with keys or without. */
static void pool_grow_fault(void)
{
	struct mlx5sig_mkey_pool *pool = create_pool(0, 4, 0);
	struct mlx5sig_mkey *keys[2];

	CHECK(pool);
	keys[0] = mlx5sig_mkey_pool_get(pool);
	printf("get %d\n", keys[0] ? 0 : errno);
	keys[1] = mlx5sig_mkey_pool_get(pool);
	CHECK(keys[1]);
	if (keys[0])
		mlx5sig_mkey_pool_put(pool, keys[0]);
	mlx5sig_mkey_pool_put(pool, keys[1]);
	CHECK(!mlx5sig_mkey_pool_destroy(pool));
	printf("pd %d\n", ibv_dealloc_pd(pd));
}

/* Likewise, with some keys, but fewer than requested. */
static void pool_bulk_fault(void)
{
	struct mlx5sig_mkey_pool *pool = create_pool(2, 4, 0);
	struct mlx5sig_mkey *keys[3];
	int err;

	CHECK(pool);
	err = mlx5sig_mkey_pool_get_bulk(pool, keys, 3);
	printf("get %d\n", err);
	if (!err)
		CHECK(!mlx5sig_mkey_pool_put_bulk(pool, keys, 3));
	CHECK(!mlx5sig_mkey_pool_destroy(pool));
	printf("pd %d\n", ibv_dealloc_pd(pd));
}

/* A pool is found by its PD and flags, and stays while it is referred to. */
static void pool_find(void)
{
	struct mlx5sig_mkey_pool *pool = create_pool(1, 0, 0), *second;
	struct ibv_pd *other = ibv_alloc_pd(ctx);

	CHECK(pool && other);
	CHECK(!mlx5sig_mkey_pool_find(other, SIG) && errno == ENOENT);
	CHECK(!mlx5sig_mkey_pool_find(pd, 1) && errno == ENOENT);
	CHECK(mlx5sig_mkey_pool_find(pd, SIG) == pool);
	CHECK(mlx5sig_mkey_pool_find(pd, SIG) == pool);
	second = create_pool(0, 1, 0);	/* the youngest one */
	CHECK(second && mlx5sig_mkey_pool_find(pd, SIG) == second);
	CHECK(mlx5sig_mkey_pool_destroy(pool) == EBUSY);
	mlx5sig_mkey_pool_release(pool);
	CHECK(mlx5sig_mkey_pool_destroy(pool) == EBUSY);
	mlx5sig_mkey_pool_release(pool);
	CHECK(!mlx5sig_mkey_pool_destroy(pool));
	CHECK(mlx5sig_mkey_pool_find(pd, SIG) == second);
	mlx5sig_mkey_pool_release(second);
	mlx5sig_mkey_pool_release(second);
	CHECK(!mlx5sig_mkey_pool_destroy(second));
	CHECK(!mlx5sig_mkey_pool_find(pd, SIG) && errno == ENOENT);
	CHECK(!ibv_dealloc_pd(other));
	printf("pd %d\n", ibv_dealloc_pd(pd));
}

static void cache_rules(void)
{
	struct mlx5sig_mkey_pool *pool = create_pool(8, 0, 0), *other = create_pool(1, 0, 0);
	struct mlx5sig_mkey_cache *cache, *second;
	struct mlx5sig_mkey *keys[9], *more[8], *foreign;
	int i;

	CHECK(pool && other && !mlx5sig_mkey_cache_create(pool, 0) && errno == EINVAL);
	foreign = mlx5sig_mkey_pool_get(other);
	cache = mlx5sig_mkey_cache_create(pool, 4);
	second = mlx5sig_mkey_cache_create(pool, 100);
	CHECK(cache && second && foreign);
	CHECK(!mlx5sig_mkey_cache_get_bulk(cache, keys, 0));
	CHECK(mlx5sig_mkey_cache_get_bulk(cache, keys, 9) == EAGAIN);
	CHECK(!mlx5sig_mkey_cache_get_bulk(cache, keys, 3));	/* of 4; the pool has 4 */
	CHECK(mlx5sig_mkey_pool_get_bulk(pool, more, 5) == EAGAIN);
	CHECK(!mlx5sig_mkey_pool_get_bulk(pool, keys + 3, 4));
	CHECK(mlx5sig_mkey_cache_get_bulk(cache, more, 2) == EAGAIN);	/* all or none */
	CHECK(mlx5sig_mkey_cache_get_bulk(second, more, 1) == EAGAIN);
	CHECK(!mlx5sig_mkey_cache_get_bulk(cache, keys + 7, 1));
	CHECK(mlx5sig_mkey_pool_destroy(pool) == EBUSY);
	/* Nothing is put back if a key is foreign, or twice in the list. */
	for (i = 0; i < 3; i++) {
		struct mlx5sig_mkey *some[3] = { keys[0], keys[1], keys[2] };

		some[i] = foreign;
		CHECK(mlx5sig_mkey_cache_put_bulk(cache, some, 3) == EINVAL);
		some[i] = keys[(i + 1) % 3];
		CHECK(mlx5sig_mkey_cache_put_bulk(cache, some, 3) == EINVAL);
	}
	/* Three, then three more: some of them go to the pool; more than the cache holds, as well. */
	CHECK(!mlx5sig_mkey_cache_put_bulk(cache, keys, 3));
	CHECK(mlx5sig_mkey_pool_get_bulk(pool, more, 1) == EAGAIN);
	CHECK(!mlx5sig_mkey_cache_put_bulk(cache, keys + 3, 3));
	CHECK(!mlx5sig_mkey_pool_get_bulk(pool, more, 2));
	CHECK(!mlx5sig_mkey_pool_put_bulk(pool, more, 2));
	CHECK(!mlx5sig_mkey_cache_put_bulk(second, keys + 6, 2));
	CHECK(mlx5sig_mkey_cache_put_bulk(second, keys + 6, 1) == EINVAL);
	CHECK(mlx5sig_mkey_pool_put(pool, keys[0]) == EINVAL);
	CHECK(!mlx5sig_mkey_cache_get_bulk(cache, more, 4));
	mlx5sig_mkey_cache_destroy(second);
	CHECK(!mlx5sig_mkey_cache_get_bulk(cache, more + 4, 4));
	CHECK(!mlx5sig_mkey_cache_put_bulk(cache, more, 8));
	CHECK(!mlx5sig_mkey_pool_drain(pool, 0));
	mlx5sig_mkey_cache_destroy(cache);
	CHECK(!mlx5sig_mkey_pool_destroy(pool));
	CHECK(!mlx5sig_mkey_pool_put(other, foreign) && !mlx5sig_mkey_pool_destroy(other));
	printf("pd %d\n", ibv_dealloc_pd(pd));
}

enum { THREADS = 4, HELD = 6, BULK = 5, MAX_KEYS = 20, ROUNDS = 3000 };

/* The thread that holds a key, by the key's number. */
static atomic_int *holders;

static void *use_pool(void *arg)
{
	struct mlx5sig_mkey_pool *pool = arg;
	struct mlx5sig_mkey_cache *cache = mlx5sig_mkey_cache_create(pool, 3);
	struct mlx5sig_mkey *held[HELD] = { NULL };
	unsigned int seed = (unsigned int)(uintptr_t)pthread_self();
	struct mlx5sig_mkey *bulk[BULK];
	struct mlx5sig_mkey_err err;
	int i, k, at, ret, got = 0;

	for (i = 0; i < ROUNDS; i++) {
		at = rand_r(&seed) % HELD;
		if (held[at]) {
			CHECK(!mlx5sig_mkey_check(held[at], &err) && !err.err_type);
			CHECK(atomic_fetch_sub(&holders[held[at]->lkey >> 8], 1) == 1);
			if (i % 4)
				CHECK(!mlx5sig_mkey_pool_put(pool, held[at]));
			else
				CHECK(!mlx5sig_mkey_cache_put_bulk(cache, &held[at], 1));
			held[at] = NULL;
			continue;
		}
		if (i % 4 == 2) {
			ret = mlx5sig_mkey_cache_get_bulk(cache, &held[at], 1);
			CHECK(!ret || ret == EAGAIN);
		} else {
			held[at] = mlx5sig_mkey_pool_get(pool);
			CHECK(held[at] || errno == EAGAIN);
		}
		if (held[at]) {
			got++;
			CHECK(!atomic_fetch_add(&holders[held[at]->lkey >> 8], 1));
		}
		if (i % 10 == 5) {	/* several at once, put back in two parts */
			ret = mlx5sig_mkey_pool_get_bulk(pool, bulk, BULK);
			CHECK(!ret || ret == EAGAIN);
			for (k = 0; !ret && k < BULK; k++)
				CHECK(!atomic_fetch_add(&holders[bulk[k]->lkey >> 8], 1));
			for (k = 0; !ret && k < BULK; k++)
				CHECK(atomic_fetch_sub(&holders[bulk[k]->lkey >> 8], 1) == 1);
			CHECK(ret || !mlx5sig_mkey_pool_put_bulk(pool, bulk, 2));
			CHECK(ret || !mlx5sig_mkey_pool_put_bulk(pool, bulk + 2, BULK - 2));
		}
		if (i % 500 == 250)
			CHECK(!mlx5sig_mkey_pool_drain(pool, 2));
	}
	for (at = 0; at < HELD; at++) {
		if (held[at]) {
			atomic_fetch_sub(&holders[held[at]->lkey >> 8], 1);
			mlx5sig_mkey_pool_put(pool, held[at]);
		}
	}
	mlx5sig_mkey_cache_destroy(cache);
	CHECK(got > ROUNDS / 8);
	return NULL;
}

/* Meanwhile, keys are created and destroyed without the pool. */
static void *use_keys(void *arg)
{
	struct mlx5sig_mkey *mkey;
	int i;

	(void)arg;
	for (i = 0; i < ROUNDS / 10; i++) {
		mkey = create_key(SIG);
		CHECK(mkey && !mlx5sig_destroy_mkey(mkey));
	}
	return NULL;
}

static void pool_threads(void)
{
	struct mlx5sig_mkey_pool *pool = create_pool(4, 3, MAX_KEYS);
	pthread_t threads[THREADS];
	int i;

	holders = calloc(1 << 24, sizeof(*holders));
	CHECK(pool && holders);
	for (i = 0; i < THREADS; i++)
		CHECK(!pthread_create(&threads[i], NULL, i ? use_pool : use_keys, pool));
	for (i = 0; i < THREADS; i++)
		CHECK(!pthread_join(threads[i], NULL));
	free(holders);
	CHECK(!mlx5sig_mkey_pool_destroy(pool));
	printf("pd %d\n", ibv_dealloc_pd(pd));
}

/*
 * Encryption keys.
 */

static void deks(void)
{
	struct mlx5sig_dek_init_attr attr = { .pd = pd, .key_size = 128 };
	struct mlx5sig_dek *dek, *other;

	dek = mlx5sig_dek_create(ctx, &attr);
	if (!dek) {
		printf("create %d\n", errno);
		return;
	}
	attr.key_size = 256;
	attr.has_keytag = true;
	other = mlx5sig_dek_create(ctx, &attr);
	CHECK(other && other->dekn != dek->dekn);
	CHECK(!mlx5sig_dek_destroy(dek) && !mlx5sig_dek_destroy(other));
	attr.key_size = 192;
	CHECK(!mlx5sig_dek_create(ctx, &attr) && errno == EINVAL);
	attr.key_size = 128;
	attr.comp_mask = 1;
	CHECK(!mlx5sig_dek_create(ctx, &attr) && errno == EINVAL);
	printf("pd %d\n", ibv_dealloc_pd(pd));
}

/* Creates a DEK and destroys it until that succeeds; prints each errno. */
static void dek_lifecycle(void)
{
	struct mlx5sig_dek_init_attr attr = { .pd = pd, .key_size = 128 };
	struct mlx5sig_dek *dek = mlx5sig_dek_create(ctx, &attr);
	int err = dek ? 1 : 0, tries;

	printf("create %d\n", dek ? 0 : errno);
	for (tries = 0; err && tries < 5; tries++) {
		err = mlx5sig_dek_destroy(dek);
		printf("destroy %d\n", err);
	}
	printf("pd %d\n", ibv_dealloc_pd(pd));
}

/*
 * Out of memory: the allocations of the library, which is linked into this program, fail one after
 * another.
 */

extern void *__libc_calloc(size_t num, size_t size);
extern void *__libc_malloc(size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern char __executable_start, etext;

static long fail_at = -1, allocations;

static int is_failing(const void *caller)
{
	return fail_at >= 0 && (const char *)caller >= &__executable_start &&
	       (const char *)caller < &etext && allocations++ == fail_at;
}

#ifndef SANITIZED
void *calloc(size_t num, size_t size)
{
	if (is_failing(__builtin_return_address(0))) {
		errno = ENOMEM;
		return NULL;
	}
	return __libc_calloc(num, size);
}

void *malloc(size_t size)
{
	if (is_failing(__builtin_return_address(0))) {
		errno = ENOMEM;
		return NULL;
	}
	return __libc_malloc(size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
	if (is_failing(__builtin_return_address(0))) {
		errno = ENOMEM;
		return NULL;
	}
	return __libc_memalign(alignment, size);
}
#endif

static int try_query(void)
{
	struct mlx5sig_context out = { .comp_mask = 0 };

	return mlx5sig_query_device(ctx, &out);
}

static int try_key(void)
{
	struct mlx5sig_mkey *mkey = create_key(SIG);

	return mkey ? mlx5sig_destroy_mkey(mkey) : errno;
}

static int try_dek(void)
{
	struct mlx5sig_dek_init_attr attr = { .pd = pd, .key_size = 128 };
	struct mlx5sig_dek *dek = mlx5sig_dek_create(ctx, &attr);

	return dek ? mlx5sig_dek_destroy(dek) : errno;
}

static int try_pool(void)
{
	struct mlx5sig_mkey_pool *pool = create_pool(2, 1, 0);
	struct mlx5sig_mkey *mkey[3];
	int i, err = 0;

	if (!pool)
		return errno;
	for (i = 0; i < 3; i++) {
		mkey[i] = mlx5sig_mkey_pool_get(pool);
		err = mkey[i] ? err : errno;
	}
	for (i = 0; i < 3; i++)
		if (mkey[i])
			mlx5sig_mkey_pool_put(pool, mkey[i]);
	CHECK(!mlx5sig_mkey_pool_destroy(pool));
	return err;
}

static int try_psv(void)
{
	struct mlx5sig_psv *psv = mlx5sig_psv_create(pd);

	return psv ? mlx5sig_psv_destroy(psv) : errno;
}

static int try_prepare(void)
{
	struct mlx5sig_sig_t10dif dif = { .bg = 0xffff };
	struct mlx5sig_sig_block_domain wire = {
		.sig_type = MLX5SIG_SIG_TYPE_T10DIF, .sig.dif = &dif,
	};
	struct mlx5sig_sig_block_attr attr = { .wire = &wire, .check_mask = 0xff };
	struct mlx5sig_sig_prepared *prepared = mlx5sig_sig_prepare(ctx, &attr);
	int err = prepared ? 0 : errno;

	mlx5sig_sig_prepared_free(prepared);
	return err;
}

static int attach(struct ibv_cq *ibv_cq, struct ibv_qp *ibv_qp)
{
	struct mlx5sig_qp_attr attr = { .flags = 0 };
	struct mlx5sig_cq *cq = mlx5sig_cq_attach(ibv_cq, NULL);
	struct mlx5sig_qp *qp;
	int err;

	if (!cq)
		return errno;
	attr.send_cq = attr.recv_cq = cq;
	qp = mlx5sig_qp_attach(ibv_qp, &attr);
	err = qp ? 0 : errno;
	if (qp)
		CHECK(!mlx5sig_qp_detach(qp));
	CHECK(!mlx5sig_cq_detach(cq));
	return err;
}

static int try_queues(void)
{
	struct ibv_qp_init_attr attr = {
		.qp_type = IBV_QPT_RC,
		.cap = { .max_send_wr = 4, .max_recv_wr = 4, .max_send_sge = 1,
			 .max_recv_sge = 1 },
	};
	struct ibv_cq *cq;
	struct ibv_qp *qp;
	long at = fail_at;
	int err;

	fail_at = -1;
	cq = ibv_create_cq(ctx, 16, NULL, NULL, 0);
	attr.send_cq = attr.recv_cq = cq;
	qp = cq ? ibv_create_qp(pd, &attr) : NULL;
	CHECK(qp);
	fail_at = at;
	err = attach(cq, qp);
	fail_at = -1;
	CHECK(!ibv_destroy_qp(qp) && !ibv_destroy_cq(cq));
	return err;
}

static int try_srq(void)
{
	struct ibv_srq_init_attr attr = { .attr = { .max_wr = 4, .max_sge = 1 } };
	struct mlx5sig_srq *srq;
	struct ibv_srq *ibv;
	long at = fail_at;
	int err;

	fail_at = -1;
	ibv = ibv_create_srq(pd, &attr);
	CHECK(ibv);
	fail_at = at;
	srq = mlx5sig_srq_attach(ibv, NULL);
	err = srq ? 0 : errno;
	fail_at = -1;
	CHECK(!srq || !mlx5sig_srq_detach(srq));
	CHECK(!ibv_destroy_srq(ibv));
	return err;
}

/* Prints how many allocations there are. */
static void out_of_memory(const char *name, int (*try)(void))
{
	int err, at;

	for (at = 0;; at++) {
		allocations = 0;
		fail_at = at;
		err = try();
		fail_at = -1;
		if (allocations <= at)
			break;
		if (err != ENOMEM) {
			printf("%s: allocation %d gives %d\n", name, at, err);
			exit(1);
		}
	}
	CHECK(!err);
	printf("%s %s\n", name, at ? "done" : "allocates nothing");
}

static void memory(void)
{
	out_of_memory("query", try_query);
	out_of_memory("key", try_key);
	out_of_memory("dek", try_dek);
	out_of_memory("pool", try_pool);
	out_of_memory("psv", try_psv);
	out_of_memory("prepare", try_prepare);
	out_of_memory("queues", try_queues);
	out_of_memory("srq", try_srq);
	printf("pd %d\n", ibv_dealloc_pd(pd));
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";

	setvbuf(stdout, NULL, _IOLBF, 0);
	open_device();
	if (!strcmp(what, "lifecycle"))
		lifecycle((uint32_t)strtoul(argv[2], NULL, 0));
	else if (!strcmp(what, "leak"))
		leak();
	else if (!strcmp(what, "refused"))
		refused();
	else if (!strcmp(what, "psv-lifecycle"))
		psv_lifecycle();
	else if (!strcmp(what, "pool-rules"))
		pool_rules();
	else if (!strcmp(what, "pool-bulk"))
		pool_bulk();
	else if (!strcmp(what, "pool-find"))
		pool_find();
	else if (!strcmp(what, "cache-rules"))
		cache_rules();
	else if (!strcmp(what, "pool-fault"))
		pool_fault();
	else if (!strcmp(what, "pool-grow-fault"))
		pool_grow_fault();
	else if (!strcmp(what, "pool-bulk-fault"))
		pool_bulk_fault();
	else if (!strcmp(what, "pool-threads"))
		pool_threads();
	else if (!strcmp(what, "deks"))
		deks();
	else if (!strcmp(what, "dek-lifecycle"))
		dek_lifecycle();
	else if (!strcmp(what, "memory"))
		memory();
	else
		return 2;
	return 0;
}
