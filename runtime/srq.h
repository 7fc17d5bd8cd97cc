/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * A shared receive queue that was taken over. Its free WQEs are a linked list through the ring; the
 * device takes them in the order in which they were posted, and completions of many QPs give them
 * back in any other.
 */
#ifndef MLX5SIG_RUNTIME_SRQ_H
#define MLX5SIG_RUNTIME_SRQ_H

#include "device.h"
#include "recv.h"

#include <prm_doorbell.h>

struct mlx5sig_srq {
	uint8_t *buf;
	uint64_t *wr_ids;
	uint32_t mask;		/* WQEs - 1 */
	uint32_t stride, max_gs;
	uint32_t head, tail;	/* of free WQEs; the last one stays in the list */
	uint16_t posted;	/* so far, as the record has it */
	bool is_locked;
	struct mlx5sig_lock lock;
	volatile struct prm_qp_doorbell_record *dbrec;
	uint32_t num_qps;
	struct mlx5sig_device *device;
	struct ibv_srq *ibv;
	struct mlx5sig_srq *next;	/* of the device */
};

/* @num: QPs more, or fewer. */
void mlx5sig_srq_use(struct mlx5sig_srq *srq, int num);

/* The WQE with this index, which comes from a CQE: data segments. */
static inline struct prm_recv_data_seg *mlx5sig_srq_wqe(const struct mlx5sig_srq *srq, uint32_t i)
{
	return (void *)(srq->buf + (size_t)(i & srq->mask) * srq->stride + PRM_SRQ_NEXT_SEG_SIZE);
}

static inline void mlx5sig_srq_lock(struct mlx5sig_srq *srq)
{
	if (srq->is_locked)
		mlx5sig_lock(&srq->lock);
}

static inline void mlx5sig_srq_unlock(struct mlx5sig_srq *srq)
{
	mlx5sig_unlock(&srq->lock);	/* of a queue without, it is free anyway */
}

static inline struct prm_srq_next_seg *mlx5sig_srq_link(const struct mlx5sig_srq *srq, uint32_t i)
{
	return (void *)(srq->buf + (size_t)i * srq->stride);
}

/* Request @i, up to the mask, is done, and may be posted again. The queue is locked. */
static inline void mlx5sig_srq_append(struct mlx5sig_srq *srq, uint32_t i)
{
	prm_srq_next_seg_set_next_wqe_index(mlx5sig_srq_link(srq, srq->tail), i);
	srq->tail = i;
}

/* The same with any index from a CQE, of a queue that is not. */
void mlx5sig_srq_give_back(struct mlx5sig_srq *srq, uint32_t i);

#endif
