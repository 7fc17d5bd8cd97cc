/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Configurations of keys: what setters (configure.c), the WQEs that come of them (umr.c) and
 * prepared attributes (prepared.c) share.
 */
#ifndef MLX5SIG_RUNTIME_CONFIGURE_H
#define MLX5SIG_RUNTIME_CONFIGURE_H

#include "post.h"

#define MLX5SIG_ACCESS_FLAGS (IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | \
			      IBV_ACCESS_REMOTE_READ | IBV_ACCESS_REMOTE_ATOMIC)

#define MLX5SIG_CONFIG_WQES 3	/* of a configuration at most: a UMR and two SET_PSVs */

struct mlx5sig_sig_prepared {
	struct mlx5sig_sig_image image;
};

/* All setters have come: writes the WQEs of the configuration that is open. */
void mlx5sig_configure_finish(struct mlx5sig_queue_pair *qp);

/*
 * The setter of the signature is the last one, in state MLX5SIG_POST_BEFORE_SIG. Mostly that can go
 * the straight way: there is a function for each, so that it need not be asked what is on. @tags:
 * NULL, or other ones than those of the image.
 */
typedef void mlx5sig_finish_way(struct mlx5sig_queue_pair *qp, const struct mlx5sig_sig_image *sig,
				const struct mlx5sig_sig_tags *tags);
extern mlx5sig_finish_way *const mlx5sig_finish_ways[MLX5SIG_WAYS];
mlx5sig_finish_way mlx5sig_finish_sig_slowly;

MLX5SIG_INLINE void mlx5sig_finish_sig(struct mlx5sig_queue_pair *qp,
				       const struct mlx5sig_sig_image *sig,
				       const struct mlx5sig_sig_tags *tags)
{
	if (unlikely(sig->way >= MLX5SIG_WAYS))
		mlx5sig_finish_sig_slowly(qp, sig, tags);
	else if (tags)
		mlx5sig_finish_ways[sig->way](qp, sig, tags);
	else
		mlx5sig_finish_ways[sig->way & MLX5SIG_WAY_BOTH](qp, sig, tags);
}

/* Whether this setter may be called now, for the first time. */
MLX5SIG_INLINE bool mlx5sig_may_set(struct mlx5sig_queue_pair *qp, enum mlx5sig_setter setter)
{
	if (likely(qp->post_state & (uint32_t)setter))
		return true;
	mlx5sig_post_fail(qp, EINVAL);
	return false;
}

MLX5SIG_INLINE bool mlx5sig_may_have_sig(struct mlx5sig_queue_pair *qp)
{
	if (likely(qp->open.key->create_flags & MLX5SIG_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE))
		return true;
	mlx5sig_post_fail(qp, EINVAL);
	return false;
}

MLX5SIG_INLINE bool mlx5sig_may_set_sig(struct mlx5sig_queue_pair *qp)
{
	return mlx5sig_may_set(qp, MLX5SIG_SETTER_SIG) && mlx5sig_may_have_sig(qp);
}

MLX5SIG_INLINE void mlx5sig_setter_done(struct mlx5sig_queue_pair *qp, enum mlx5sig_setter setter)
{
	qp->post_state -= (uint32_t)setter + MLX5SIG_POST_ONE_SETTER;
	if (qp->post_state < MLX5SIG_POST_ONE_SETTER)
		mlx5sig_configure_finish(qp);
}

#endif
