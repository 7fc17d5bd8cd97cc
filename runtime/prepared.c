/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Signature attributes that are checked and made an image once, and used for many requests.
 */
#include <stdlib.h>

#include "umr.h"

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
	qp->open.sig = &prepared->image;
	if (tags) {
		qp->open.has_tags = true;
		qp->open.tags = *tags;
	}
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

/* Whether the straight way may be gone, the length and the ring's end aside. */
MLX5SIG_INLINE bool is_straight(const struct mlx5sig_queue_pair *qp, const struct mlx5sig_key *key,
				const struct request *r)
{
	return qp->post_state == MLX5SIG_POST_IDLE &&
	       mlx5sig_sq_is_safe(&qp->sq, qp->sq.config_wqebbs) &&
	       key->create_flags & MLX5SIG_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE &&
	       !(key->create_flags & MLX5SIG_MKEY_INIT_ATTR_FLAGS_CRYPTO) &&
	       !(uint8_t)key->pub.lkey && mlx5sig_count_errors(key) == key->errors.written &&
	       r->access_flags <= MLX5SIG_ACCESS_FLAGS &&
	       r->num_sges - 1u < MLX5SIG_WQEBB_OCTOWORDS && r->num_sges <= key->num_desc;
}

/* @tags: NULL, or those of @r. */
MLX5SIG_INLINE bool put_prepared(struct mlx5sig_queue_pair *qp, struct mlx5sig_key *key,
				 const struct request *r, const struct mlx5sig_sig_tags *tags,
				 const bool dif)
{
	struct mlx5sig_umr umr = {
		.lkey = key->pub.lkey, .access = qp->sq.access[r->access_flags], .bsf_en = true,
		.klm_octowords = MLX5SIG_WQEBB_OCTOWORDS,
		.bsf_octowords = PRM_BSF_64_SIZE / MLX5SIG_OCTOWORD,
		.mkey_mask = mlx5sig_umr_mask(MLX5SIG_SETTER_ACCESS | MLX5SIG_SETTER_LAYOUT) |
			     PRM_UMR_MKEY_MASK_BSF_EN };

	umr.len = mlx5sig_pack_klms(mlx5sig_ring_at(&qp->sq.ring, qp->sq.now.pi,
						    MLX5SIG_UMR_OCTOWORDS), r->num_sges,
				    (const struct mlx5sig_sge *)r->sge);
	return likely(umr.len <= UINT32_MAX) &&
	       mlx5sig_put_umr(qp, key, &r->prepared->image, tags, dif, &umr, umr.len,
			       qp->pub.wr_id, qp->pub.wr_flags | qp->default_flags);
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
	bool is_put = false;

	if (unlikely(!is_straight(qp, key, &r)))
		;
	else if (tags && mlx5sig_is_t10dif(&prepared->image))
		is_put = put_prepared(qp, key, &r, tags, true);
	else if (tags)
		is_put = put_prepared(qp, key, &r, tags, false);
	else
		is_put = put_prepared(qp, key, &r, NULL, false);
	if (unlikely(!is_put))
		configure_by_setters(pub, r);
}
