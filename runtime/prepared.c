/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Signature attributes that are checked and made an image once, and used for many requests.
 */
#include <stdlib.h>

#include "configure.h"

struct mlx5sig_sig_prepared *mlx5sig_sig_prepare(struct ibv_context *ctx,
						 const struct mlx5sig_sig_block_attr *attr)
{
	struct mlx5sig_sig_prepared *prepared = calloc(1, sizeof(*prepared));
	struct mlx5sig_device *device;
	int err;

	if (!prepared)
		return NULL;
	device = mlx5sig_device_get(ctx);
	if (!device) {
		err = errno;
	} else {
		err = mlx5sig_sig_image_make(&prepared->image, attr, &device->sig_tables);
		mlx5sig_device_put(device);
	}
	if (err) {
		free(prepared);
		errno = err;
		return NULL;
	}
	return prepared;
}

void mlx5sig_sig_prepared_free(struct mlx5sig_sig_prepared *prepared)
{
	free(prepared);
}

/* Tags are written where they belong when everything is known. */
void mlx5sig_wr_set_mkey_sig_prepared(struct mlx5sig_qp *pub,
				      const struct mlx5sig_sig_prepared *prepared,
				      const struct mlx5sig_sig_tags *tags)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);

	if (!mlx5sig_may_set_sig(qp))
		return;
	if (likely(qp->post_state == MLX5SIG_POST_BEFORE_SIG)) {
		mlx5sig_finish_sig(qp, &prepared->image, tags);
		return;
	}
	if (tags) {
		qp->open.tags = *tags;
		qp->post_state |= MLX5SIG_POST_HAS_TAGS;
	}
	qp->open.sig = &prepared->image;
	mlx5sig_setter_done(qp, MLX5SIG_SETTER_SIG);
}

/*
 * All in one call.
 */

/* What a request asks for. */
struct request {
	struct mlx5sig_mkey *mkey;
	uint32_t access_flags;
	uint16_t num_sges;
	const struct ibv_sge *sge;
	const struct mlx5sig_sig_prepared *prepared;
	const struct mlx5sig_sig_tags *tags;
};

static __attribute__((noinline)) void configure_by_setters(struct mlx5sig_qp *pub,
							   struct request r)
{
	mlx5sig_wr_mkey_configure(pub, r.mkey, 3, NULL);
	mlx5sig_wr_set_mkey_access_flags(pub, r.access_flags);
	mlx5sig_wr_set_mkey_layout_list(pub, r.num_sges, r.sge);
	mlx5sig_wr_set_mkey_sig_prepared(pub, r.prepared, r.tags);
}

/* Whether it is what is asked for most: one piece, nothing out of the ordinary. */
MLX5SIG_INLINE bool is_straight(const struct mlx5sig_queue_pair *qp, const struct mlx5sig_key *key,
				const struct request *r)
{
	return qp->post_state == MLX5SIG_POST_IDLE &&
	       mlx5sig_sq_is_safe(&qp->sq, qp->sq.config_wqebbs) &&
	       key->create_flags & MLX5SIG_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE &&
	       !(uint8_t)key->pub.lkey && r->access_flags <= MLX5SIG_ACCESS_FLAGS &&
	       r->num_sges == 1 && key->short_list;
}

/* As the setters would. */
MLX5SIG_INLINE bool begin_straight(struct mlx5sig_queue_pair *qp, struct mlx5sig_key *key,
				   const struct request *r)
{
	struct mlx5sig_open *open = &qp->open;

	if (unlikely(!is_straight(qp, key, r)))
		return false;
	open->key = key;
	open->wr_id = qp->pub.wr_id;
	open->wr_flags = qp->pub.wr_flags | qp->default_flags;
	open->access = qp->sq.access[r->access_flags];
	open->length = mlx5sig_pack_one_klm(mlx5sig_ring_at(&qp->sq.ring, qp->sq.now.pi,
							    MLX5SIG_UMR_OCTOWORDS),
					    (const struct mlx5sig_sge *)r->sge);
	qp->post_state = MLX5SIG_POST_BEFORE_SIG;
	return true;
}

void mlx5sig_wr_mkey_configure_prepared(struct mlx5sig_qp *pub, struct mlx5sig_mkey *mkey,
					uint32_t access_flags, uint16_t num_sges,
					const struct ibv_sge *sge,
					const struct mlx5sig_sig_prepared *prepared,
					const struct mlx5sig_sig_tags *tags)
{
	const struct request r = { mkey, access_flags, num_sges, sge, prepared, tags };
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);
	struct mlx5sig_key *key = (struct mlx5sig_key *)mkey;

	if (likely(begin_straight(qp, key, &r)))
		mlx5sig_finish_sig(qp, &prepared->image, tags);
	else
		configure_by_setters(pub, r);
}
