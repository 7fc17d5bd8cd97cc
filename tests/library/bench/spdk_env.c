// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The functions of SPDK's log, environment and memory pools that lib/mlx5 calls, so that it can be
 * built without the rest of SPDK and without DPDK. No counted operation calls any of them.
 */
#include "spdk/stdinc.h"

#include <infiniband/verbs.h>

#include "spdk/env.h"
#include "spdk/log.h"
#include "spdk/util.h"

struct spdk_mempool {
	size_t num_free;
	void *elements;
	void *free[];
};

struct spdk_mempool *spdk_mempool_create_ctor(const char *name, size_t count, size_t size,
					      size_t cache_size, int numa_id,
					      spdk_mempool_obj_cb_t *init, void *init_arg)
{
	struct spdk_mempool *pool = malloc(sizeof(*pool) + count * sizeof(pool->free[0]));

	(void)name;
	(void)cache_size;
	(void)numa_id;
	if (!pool)
		return NULL;
	pool->elements = calloc(count, size);
	if (!pool->elements) {
		free(pool);
		return NULL;
	}
	for (pool->num_free = 0; pool->num_free < count; pool->num_free++) {
		void *element = (char *)pool->elements + pool->num_free * size;

		init(pool, init_arg, element, (unsigned int)pool->num_free);
		pool->free[pool->num_free] = element;
	}
	return pool;
}

void spdk_mempool_free(struct spdk_mempool *pool)
{
	free(pool->elements);
	free(pool);
}

int spdk_mempool_get_bulk(struct spdk_mempool *pool, void **elements, size_t count)
{
	if (count > pool->num_free)
		return -ENOENT;
	pool->num_free -= count;
	memcpy(elements, &pool->free[pool->num_free], count * sizeof(*elements));
	return 0;
}

void spdk_mempool_put_bulk(struct spdk_mempool *pool, void **elements, size_t count)
{
	memcpy(&pool->free[pool->num_free], elements, count * sizeof(*elements));
	pool->num_free += count;
}

uint32_t spdk_env_get_core_count(void)
{
	return 1;
}

uint32_t spdk_u32log2(uint32_t x)
{
	uint32_t log = 0;

	while (x >>= 1)
		log++;
	return log;
}

void spdk_log_register_flag(const char *name, struct spdk_log_flag *flag)
{
	(void)name;
	(void)flag;
}

/* Prints errors and warnings. */
void spdk_log(enum spdk_log_level level, const char *file, const int line, const char *func,
	      const char *format, ...)
{
	va_list ap;

	if (level > SPDK_LOG_WARN)
		return;
	fprintf(stderr, "%s:%d: %s: ", file, line, func);
	va_start(ap, format);
	vfprintf(stderr, format, ap);
	va_end(ap);
}
