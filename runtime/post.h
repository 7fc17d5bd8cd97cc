/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * What all requests of a send queue share (post.c, configure.c). The queue is locked by start.
 *
 * A request is begun, and finished when its last setter has come; only then are its control segment and its slot
 * written and the producer moves. The first error is kept; all that follows does nothing until complete.
 */
#ifndef MLX5SIG_RUNTIME_POST_H
#define MLX5SIG_RUNTIME_POST_H

#include <errno.h>

#include "qp.h"

static inline void mlx5sig_post_fail(struct mlx5sig_queue_pair *qp, int err)
{
	if (!qp->err)
		qp->err = err;
}

/* Completions that were polled since the last look make room. */
bool mlx5sig_sq_look_for_room(struct mlx5sig_sq *sq, uint32_t wqebbs, uint32_t wqes);

/* Whether so many can be written without touching what may be in flight. */
static inline bool mlx5sig_sq_has_room(struct mlx5sig_sq *sq, uint32_t wqebbs, uint32_t wqes)
{
	if (likely((int32_t)(sq->room_pi - sq->now.pi - wqebbs) >= 0 &&
		   (int32_t)(sq->room_head - sq->now.head - wqes) >= 0))
		return true;
	return mlx5sig_sq_look_for_room(sq, wqebbs, wqes);
}

static inline bool mlx5sig_post_is_open(const struct mlx5sig_queue_pair *qp)
{
	return qp->open.key || qp->open.octowords;
}

static inline uint8_t mlx5sig_post_fence(const struct mlx5sig_queue_pair *qp, unsigned int wr_flags)
{
	return wr_flags & IBV_SEND_FENCE ? PRM_FENCE_MODE_SMALL_AND_READ_ATOMIC : qp->sq.now.fm;
}

static inline struct mlx5sig_wqe_mode mlx5sig_post_mode(const struct mlx5sig_queue_pair *qp,
							unsigned int wr_flags)
{
	return (struct mlx5sig_wqe_mode) {
		.fm = mlx5sig_post_fence(qp, wr_flags),
		.ce = qp->sq_sig_all || wr_flags & IBV_SEND_SIGNALED ?
			      PRM_COMPLETION_MODE_ALWAYS : PRM_COMPLETION_MODE_ON_ERROR,
		.se = wr_flags & IBV_SEND_SOLICITED,
	};
}

#endif
