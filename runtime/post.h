/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Posting to a send queue, in batches (batch.c), of transfers (post.c) and configurations of keys
 * (configure.c). The queue is locked from start to complete, commit or abort. The first error of a
 * batch is kept, and what follows does nothing.
 */
#ifndef MLX5SIG_RUNTIME_POST_H
#define MLX5SIG_RUNTIME_POST_H

#include <errno.h>

#include "qp.h"

/* Keeps the first error of a batch, whose further calls do nothing; @reason is for people. */
void mlx5sig_post_set_error(struct mlx5sig_queue_pair *qp, int err, const char *reason);
/* This is called where another call is expected. */
void mlx5sig_post_set_order_error(struct mlx5sig_queue_pair *qp);

/* Fails the batch, and returns false. */
static inline bool mlx5sig_post_fail(struct mlx5sig_queue_pair *qp, int err, const char *reason)
{
	mlx5sig_post_set_error(qp, err, reason);
	return false;
}

static inline bool mlx5sig_post_fail_order(struct mlx5sig_queue_pair *qp)
{
	mlx5sig_post_set_order_error(qp);
	return false;
}

/* The state as far as posting knows it. */
static inline bool mlx5sig_sq_has_room(const struct mlx5sig_sq *sq, uint32_t wqebbs)
{
	return (int32_t)(sq->pi_limit - sq->now.pi - wqebbs) >= 0 &&
	       (int32_t)(sq->head_limit - sq->now.head) > 0;
}

/* Returns whether there is room for a request of so many WQEBBs after the polled completions. */
static inline bool mlx5sig_sq_finds_room(struct mlx5sig_sq *sq, uint32_t wqebbs)
{
	if (likely(mlx5sig_sq_has_room(sq, wqebbs)))
		return true;
	mlx5sig_sq_update_limits(sq);
	return mlx5sig_sq_has_room(sq, wqebbs);
}

/* Fails the batch: E2BIG if so many WQEBBs never fit, ENOMEM if they do not fit now. */
bool mlx5sig_post_look_for_room(struct mlx5sig_queue_pair *qp, uint32_t wqebbs);

/* Returns whether this request may write so many WQEBBs; fails the batch if not. */
static inline bool mlx5sig_post_has_room(struct mlx5sig_queue_pair *qp, uint32_t wqebbs)
{
	if (likely(mlx5sig_sq_has_room(&qp->sq, wqebbs)))
		return true;
	return mlx5sig_post_look_for_room(qp, wqebbs);
}

/* A WQE may have so many octowords; fails the batch if not. */
static inline bool mlx5sig_post_check_size(struct mlx5sig_queue_pair *qp, size_t octowords)
{
	if (likely(octowords <= qp->sq.max_octowords))
		return true;
	return mlx5sig_post_fail(qp, E2BIG, "request is longer than the device can execute");
}

/* What selects a mode of @wr_flags, enum ibv_send_flags and MLX5SIG_SEND_STRONG_FENCE. */
static inline unsigned int mlx5sig_mode_flags(unsigned int wr_flags)
{
	return (wr_flags & MLX5SIG_MODE_FLAGS) |
	       wr_flags / MLX5SIG_SEND_STRONG_FENCE % 2 * MLX5SIG_MODE_STRONG;
}

/* @after_umr: as in the position. */
static inline struct prm_ctrl_seg_mode mlx5sig_post_mode(const struct mlx5sig_sq *sq,
							 unsigned int mode_flags,
							 unsigned int after_umr)
{
	return sq->modes[mode_flags | after_umr];
}

#endif
