/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/* Completions that have arrived and are not polled yet. */
#ifndef BENCH_RING_H
#define BENCH_RING_H

#include <sched.h>

#include <infiniband/mlx5dv.h>

static inline void ring_find(struct mlx5dv_cq *ring, struct ibv_cq *cq)
{
	struct mlx5dv_obj obj = { .cq = { .in = cq, .out = ring } };
	int err = mlx5dv_init_obj(&obj, MLX5DV_OBJ_CQ);

	must(err, "mlx5dv_init_obj");
}

/* Waits for CQE number @ci of the CQ. */
static inline void ring_wait(const struct mlx5dv_cq *ring, uint32_t ci)
{
	char *end = (char *)ring->buf + (ci % ring->cqe_cnt + 1) * ring->cqe_size;
	struct mlx5_cqe64 *cqe = (void *)(end - sizeof(*cqe));

	while (mlx5dv_get_cqe_opcode(cqe) == MLX5_CQE_INVALID ||
	       mlx5dv_get_cqe_owner(cqe) != !!(ci & ring->cqe_cnt))
		sched_yield();
}

#endif
