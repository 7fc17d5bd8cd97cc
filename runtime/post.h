/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Posting to a send queue, for transfers (post.c) and configurations of keys (configure.c). The queue
 * is locked from start to complete or abort. The first error of a batch is kept, and what follows does
 * nothing.
 */
#ifndef MLX5SIG_RUNTIME_POST_H
#define MLX5SIG_RUNTIME_POST_H

#include <errno.h>

#include "qp.h"

/* Fails the batch; @reason is for people. */
void mlx5sig_post_fail(struct mlx5sig_queue_pair *qp, int err, const char *reason);

/* Fails the batch if this is called where another call is expected. */
void mlx5sig_post_fail_order(struct mlx5sig_queue_pair *qp);

/* Fails the batch: E2BIG if so many WQEBBs never fit, ENOMEM if they do not fit now. */
bool mlx5sig_post_look_for_room(struct mlx5sig_queue_pair *qp, uint32_t wqebbs);

/* Whether this request may write so many WQEBBs; fails the batch if not. */
static inline bool mlx5sig_post_has_room(struct mlx5sig_queue_pair *qp, uint32_t wqebbs)
{
	const struct mlx5sig_sq *sq = &qp->sq;

	if (likely(sq->now.pi - sq->done_pi + wqebbs <= sq->wqe_cnt &&
		   sq->now.head - sq->done_head < sq->max_post))
		return true;
	return mlx5sig_post_look_for_room(qp, wqebbs);
}

/* A WQE may have so many octowords; fails the batch if not. */
static inline bool mlx5sig_post_check_size(struct mlx5sig_queue_pair *qp, size_t octowords)
{
	if (likely(octowords <= qp->sq.max_octowords))
		return true;
	mlx5sig_post_fail(qp, E2BIG, "request is longer than the device can execute");
	return false;
}

/* @wr_flags: enum ibv_send_flags. @is_after_umr: the WQE waits for the UMR before it. */
static inline struct mlx5sig_wqe_mode mlx5sig_post_mode(unsigned int wr_flags, bool is_after_umr)
{
	return (struct mlx5sig_wqe_mode) {
		.fm = wr_flags & IBV_SEND_FENCE ? PRM_FENCE_MODE_SMALL_AND_READ_ATOMIC :
		      is_after_umr ? PRM_FENCE_MODE_INITIATOR_SMALL : PRM_FENCE_MODE_NONE,
		.ce = wr_flags & IBV_SEND_SIGNALED ? PRM_COMPLETION_MODE_ALWAYS :
						     PRM_COMPLETION_MODE_ON_ERROR,
		.se = wr_flags & IBV_SEND_SOLICITED };
}

/* A WQE of the present request is complete: records it and moves the producer. */
static inline void mlx5sig_post_advance(struct mlx5sig_sq *sq, struct mlx5sig_slot slot)
{
	slot.head = sq->now.head;
	*mlx5sig_sq_slot(sq, sq->now.pi) = slot;
	sq->last = mlx5sig_ring_at(&sq->ring, sq->now.pi, 0);
	sq->now.pi += slot.wqebbs;
}

#endif
