/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * What all requests of a send queue share (post.c, configure.c). The queue is locked by start.
 *
 * A request is begun, and finished when its last setter has come; only then are its control segment
 * and its slot written and the producer moves. The first error is kept; all that follows does
 * nothing until complete.
 */
#ifndef MLX5SIG_RUNTIME_POST_H
#define MLX5SIG_RUNTIME_POST_H

#include <errno.h>

#include "qp.h"

/* The first error counts. */
static inline void mlx5sig_post_fail(struct mlx5sig_queue_pair *qp, int err)
{
	if (qp->post_state == MLX5SIG_POST_FAILED)
		return;
	qp->post_state = MLX5SIG_POST_FAILED;
	qp->err = err;
}

MLX5SIG_INLINE bool mlx5sig_sq_had_room(const struct mlx5sig_sq *sq, uint32_t wqebbs, uint32_t wqes)
{
	return (int32_t)(sq->room_pi - sq->now.pi - wqebbs) >= 0 &&
	       (int32_t)(sq->room_head - sq->now.head - wqes) >= 0;
}

/* Looks for completions that have been polled. */
bool mlx5sig_sq_look_for_room(struct mlx5sig_sq *sq, uint32_t wqebbs, uint32_t wqes);

/* Whether so many can be written without touching what may be in flight. */
MLX5SIG_INLINE bool mlx5sig_sq_has_room(struct mlx5sig_sq *sq, uint32_t wqebbs, uint32_t wqes)
{
	return likely(mlx5sig_sq_had_room(sq, wqebbs, wqes)) ||
	       mlx5sig_sq_look_for_room(sq, wqebbs, wqes);
}

MLX5SIG_INLINE uint8_t mlx5sig_post_fence(unsigned int wr_flags, uint8_t fm)
{
	return wr_flags & IBV_SEND_FENCE ? PRM_FENCE_MODE_SMALL_AND_READ_ATOMIC : fm;
}

MLX5SIG_INLINE struct mlx5sig_wqe_mode mlx5sig_post_mode(unsigned int wr_flags, uint8_t fm)
{
	return (struct mlx5sig_wqe_mode) {
		.fm = mlx5sig_post_fence(wr_flags, fm),
		.ce = wr_flags & IBV_SEND_SIGNALED ?
			      PRM_COMPLETION_MODE_ALWAYS : PRM_COMPLETION_MODE_ON_ERROR,
		.se = wr_flags & IBV_SEND_SOLICITED,
	};
}

#endif
