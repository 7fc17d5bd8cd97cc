/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Signature attributes that are checked and made an image once, and used for many requests.
 */
#include <stdlib.h>

#include "umr.h"

/*
 * All in one call.
 */

/* Those of mlx5sig_wr_mkey_configure_prepared(), which are passed on as they are. */
#define ARGUMENTS struct mlx5sig_qp *pub, struct mlx5sig_mkey *mkey, uint32_t access_flags, \
		  uint16_t num_sges, const struct ibv_sge *sge, \
		  const struct mlx5sig_sig_prepared *prepared, const struct mlx5sig_sig_tags *tags

static void configure_by_setters(ARGUMENTS)
{
	mlx5sig_wr_mkey_configure(pub, mkey, 3, NULL);
	mlx5sig_wr_set_mkey_access_flags(pub, access_flags);
	mlx5sig_wr_set_mkey_layout_list(pub, num_sges, sge);
	mlx5sig_wr_set_mkey_sig_prepared(pub, prepared, tags);
}

/* Whether it is what is asked for most: one piece, nothing out of the ordinary. */
MLX5SIG_INLINE bool is_usual(const struct mlx5sig_queue_pair *qp, const struct mlx5sig_key *key,
			     uint32_t access_flags, uint16_t num_sges)
{
	return qp->post_state == MLX5SIG_POST_IDLE && num_sges == key->one_piece &&
	       !(uint8_t)key->pub.lkey && access_flags <= MLX5SIG_ACCESS_FLAGS &&
	       mlx5sig_has_no_new_error(key);
}

/* Goes straight after all, if that is possible. */
static __attribute__((noinline)) void configure_otherwise(ARGUMENTS)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);
	struct mlx5sig_key *key = (struct mlx5sig_key *)mkey;
	const struct mlx5sig_sig_image *sig = &prepared->image;

	if (is_usual(qp, key, access_flags, num_sges) &&
	    mlx5sig_sq_can_go_straight(&qp->sq, mlx5sig_signed_wqebbs(sig->way))) {
		if (key->image != sig->id)
			mlx5sig_key_adopt(&qp->sq, key, sig);
		prepared->configure(pub, mkey, access_flags, num_sges, sge, prepared, tags);
	} else {
		configure_by_setters(pub, mkey, access_flags, num_sges, sge, prepared, tags);
	}
}

/*
 * As the setters would. @way: of the image. Calls stand at the end only, so that nothing has to be
 * saved for them.
 */
MLX5SIG_INLINE void configure(ARGUMENTS, const unsigned int way)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);
	struct mlx5sig_key *key = (struct mlx5sig_key *)mkey;
	const struct mlx5sig_sig_image *sig = &prepared->image;
	struct mlx5sig_sq *sq = &qp->sq;
	struct mlx5sig_straight r;
	struct mlx5sig_place at;

	if (unlikely(!is_usual(qp, key, access_flags, num_sges) || key->image != sig->id ||
		     !mlx5sig_sq_is_straight(sq, mlx5sig_signed_wqebbs(way)))) {
		configure_otherwise(pub, mkey, access_flags, num_sges, sge, prepared, tags);
		return;
	}
	r = (struct mlx5sig_straight) {
		.wr_id = pub->wr_id, .access = sq->access[access_flags],
		.flags = (pub->wr_flags | qp->default_flags) & MLX5SIG_MODE_FLAGS };
	at = mlx5sig_next_place(sq);
	r.length = mlx5sig_pack_one_klm(at.wqe->klm, (const struct mlx5sig_sge *)sge);
	mlx5sig_remember(sq, key);
	mlx5sig_put_signed(sq, at, key, sig, tags ? tags : &prepared->tags, &r, way);
}

#define CONFIGURE_WAY(name, way) \
	static void name(ARGUMENTS) \
	{ \
		configure(pub, mkey, access_flags, num_sges, sge, prepared, tags, way); \
	}

CONFIGURE_WAY(configure_wire, MLX5SIG_WAY_WIRE)
CONFIGURE_WAY(configure_mem, MLX5SIG_WAY_MEM)
CONFIGURE_WAY(configure_both, MLX5SIG_WAY_BOTH)
CONFIGURE_WAY(configure_wire_tags, MLX5SIG_WAY_WIRE | MLX5SIG_WAY_TAGS)
CONFIGURE_WAY(configure_mem_tags, MLX5SIG_WAY_MEM | MLX5SIG_WAY_TAGS)
CONFIGURE_WAY(configure_both_tags, MLX5SIG_WAY_BOTH | MLX5SIG_WAY_TAGS)

static mlx5sig_configure_way *const configure_ways[MLX5SIG_WAYS] = {
	[MLX5SIG_WAY_WIRE] = configure_wire,
	[MLX5SIG_WAY_MEM] = configure_mem,
	[MLX5SIG_WAY_BOTH] = configure_both,
	[MLX5SIG_WAY_WIRE | MLX5SIG_WAY_TAGS] = configure_wire_tags,
	[MLX5SIG_WAY_MEM | MLX5SIG_WAY_TAGS] = configure_mem_tags,
	[MLX5SIG_WAY_BOTH | MLX5SIG_WAY_TAGS] = configure_both_tags,
};

void mlx5sig_wr_mkey_configure_prepared(ARGUMENTS)
{
	prepared->configure(pub, mkey, access_flags, num_sges, sge, prepared, tags);
}

/*
 * The setter.
 */

/* Tags are written where they belong when everything is known. */
void mlx5sig_wr_set_mkey_sig_prepared(struct mlx5sig_qp *pub,
				      const struct mlx5sig_sig_prepared *prepared,
				      const struct mlx5sig_sig_tags *tags)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);

	if (!mlx5sig_may_set_sig(qp))
		return;
	if (!tags)
		tags = &prepared->tags;
	if (likely(qp->post_state == MLX5SIG_POST_BEFORE_SIG)) {
		mlx5sig_finish_sig(qp, &prepared->image, tags);
		return;
	}
	qp->open.tags = *tags;
	qp->post_state |= MLX5SIG_POST_HAS_TAGS;
	qp->open.sig = &prepared->image;
	mlx5sig_setter_done(qp, MLX5SIG_SETTER_SIG);
}

/*
 * Preparing.
 */

int mlx5sig_sig_prepared_init(struct mlx5sig_sig_prepared *prepared, struct mlx5sig_device *device,
			      const struct mlx5sig_sig_block_attr *attr)
{
	struct mlx5sig_sig_image *image = &prepared->image;
	int err = mlx5sig_sig_image_make(image, attr, &device->sig_tables);

	if (err)
		return err;
	image->id = mlx5sig_new_image();
	prepared->configure = image->way < MLX5SIG_WAYS ? configure_ways[image->way] :
							  configure_by_setters;
	mlx5sig_take_tags(&prepared->tags, attr, image->state.wire.is_t10dif,
			  image->state.mem.is_t10dif);
	return 0;
}

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
		err = mlx5sig_sig_prepared_init(prepared, device, attr);
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
