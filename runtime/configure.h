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

/* mlx5sig_wr_mkey_configure_prepared() for one way of signing. */
typedef void mlx5sig_configure_way(struct mlx5sig_qp *qp, struct mlx5sig_mkey *mkey,
				   uint32_t access_flags, uint16_t num_sges,
				   const struct ibv_sge *sge,
				   const struct mlx5sig_sig_prepared *prepared,
				   const struct mlx5sig_sig_tags *tags);

struct mlx5sig_sig_prepared {
	mlx5sig_configure_way *configure;
	struct mlx5sig_sig_tags tags;	/* those of the attributes */
	struct mlx5sig_sig_image image;
};

/* The errors of mlx5sig_sig_image_make(). */
int mlx5sig_sig_prepared_init(struct mlx5sig_sig_prepared *prepared, struct mlx5sig_device *device,
			      const struct mlx5sig_sig_block_attr *attr);

/* A number for an image: no other one has had it (umr.c). */
uint64_t mlx5sig_new_image(void);

/* Tags of the domains that have them: @wire, @mem. False: none does. */
MLX5SIG_INLINE bool mlx5sig_take_tags(struct mlx5sig_sig_tags *tags,
				      const struct mlx5sig_sig_block_attr *attr, bool wire,
				      bool mem)
{
	if (wire) {
		tags->wire_app_tag = attr->wire->sig.dif->app_tag;
		tags->wire_ref_tag = attr->wire->sig.dif->ref_tag;
	}
	if (mem) {
		tags->mem_app_tag = attr->mem->sig.dif->app_tag;
		tags->mem_ref_tag = attr->mem->sig.dif->ref_tag;
	}
	return wire || mem;
}

/* All setters have come: writes the WQEs of the configuration that is open. */
void mlx5sig_configure_finish(struct mlx5sig_queue_pair *qp);

/* The only setter, or the last one but rights, of a key without signature: a list of one piece. */
void mlx5sig_finish_list(struct mlx5sig_queue_pair *qp, const struct mlx5sig_sge *sge);
void mlx5sig_finish_access_and_list(struct mlx5sig_queue_pair *qp,
				    const struct mlx5sig_sge *sge);

/*
 * The setter of the signature is the last one, in state MLX5SIG_POST_BEFORE_SIG. Mostly that can go
 * the straight way: there is a function for each, so that it need not be asked what is on. @tags:
 * NULL, or other ones than those of the image.
 */
typedef void mlx5sig_finish_way(struct mlx5sig_queue_pair *qp, const struct mlx5sig_sig_image *sig,
				const struct mlx5sig_sig_tags *tags);
extern mlx5sig_finish_way *const mlx5sig_finish_ways[MLX5SIG_WAYS];
mlx5sig_finish_way mlx5sig_finish_sig_slowly;
/* Of an image that the key does not have yet. */
void mlx5sig_finish_new_image(struct mlx5sig_queue_pair *qp, const struct mlx5sig_sig_image *sig);

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
