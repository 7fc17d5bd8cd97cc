/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * An attached shared receive queue, and receive WQEs. Free WQEs of an SRQ are a linked list through
 * the ring; the device takes them in the order in which they were posted, and completions of many QPs
 * return them in any order.
 */
#ifndef MLX5SIG_RUNTIME_SRQ_H
#define MLX5SIG_RUNTIME_SRQ_H

#include "device.h"

#include <prm_doorbell.h>

struct mlx5sig_srq {
	uint8_t *buf;
	uint64_t *wr_ids;
	uint32_t mask;		/* WQEs - 1 */
	uint32_t stride, max_gs;
	uint32_t head, tail;	/* of free WQEs; the last one stays in the list */
	uint16_t posted;	/* so far, as in the record */
	struct mlx5sig_lock lock;
	volatile struct prm_qp_doorbell_record *dbrec;
	uint32_t num_qps;
	struct mlx5sig_device *device;
	struct ibv_srq *ibv;
	struct mlx5sig_attached entry;
};

/* Adds @num to the QPs that use it. */
void mlx5sig_srq_use(struct mlx5sig_srq *srq, int num);

/* The data segments of a WQE; any index from a CQE. */
static inline struct prm_recv_data_seg *mlx5sig_srq_wqe(const struct mlx5sig_srq *srq, uint32_t i)
{
	return (void *)(srq->buf + (size_t)(i & srq->mask) * srq->stride + PRM_SRQ_NEXT_SEG_SIZE);
}

/* The request in this WQE is done: it may be posted again. Any index from a CQE. */
void mlx5sig_srq_free_wqe(struct mlx5sig_srq *srq, uint32_t i);
/* The device could not execute the request in this WQE, and has not lost its message: posts it again. */
void mlx5sig_srq_repost(struct mlx5sig_srq *srq, uint32_t i);

/*
 * Writes the data segments of a free WQE, which has room for @max_gs; a shorter list is terminated.
 * 0, or EINVAL: too many segments, or one is too long.
 */
int mlx5sig_build_recv(struct prm_recv_data_seg *seg, const struct ibv_recv_wr *wr,
		       uint32_t max_gs);

#endif
