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

/*
 * Whether there is room for sure. A WQE has one WQEBB at least, so that it does for their number,
 * too.
 */
MLX5SIG_INLINE bool mlx5sig_sq_is_safe(const struct mlx5sig_sq *sq, uint32_t wqebbs)
{
	return (int32_t)(sq->safe_pi - sq->now.pi - wqebbs) >= 0;
}

/* Looks closer, for completions that have been polled, too. */
bool mlx5sig_sq_look_for_room(struct mlx5sig_sq *sq, uint32_t wqebbs, uint32_t wqes);

/* Whether so many can be written without touching what may be in flight. */
MLX5SIG_INLINE bool mlx5sig_sq_has_room(struct mlx5sig_sq *sq, uint32_t wqebbs, uint32_t wqes)
{
	return likely(mlx5sig_sq_is_safe(sq, wqebbs)) ||
	       mlx5sig_sq_look_for_room(sq, wqebbs, wqes);
}

/* Whether there is room for sure, in front of the ring's end. */
MLX5SIG_INLINE bool mlx5sig_sq_is_straight(const struct mlx5sig_sq *sq, uint32_t wqebbs)
{
	return (int32_t)(sq->straight_pi - sq->now.pi - wqebbs) >= 0;
}

/* Looks closer, for completions that have been polled, too. */
bool mlx5sig_sq_look_straight(struct mlx5sig_sq *sq, uint32_t wqebbs);

MLX5SIG_INLINE bool mlx5sig_sq_can_go_straight(struct mlx5sig_sq *sq, uint32_t wqebbs)
{
	return mlx5sig_sq_is_straight(sq, wqebbs) || mlx5sig_sq_look_straight(sq, wqebbs);
}

MLX5SIG_INLINE struct mlx5sig_wqe_mode mlx5sig_post_mode(const struct mlx5sig_sq *sq,
							 unsigned int wr_flags, uint32_t order)
{
	return sq->modes[order][wr_flags & MLX5SIG_MODE_FLAGS];
}

#endif
