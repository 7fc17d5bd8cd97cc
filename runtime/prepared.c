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
	qp->open.sig = &prepared->image;
	if (tags) {
		qp->open.has_tags = true;
		qp->open.tags = *tags;
	}
	mlx5sig_setter_done(qp, MLX5SIG_SETTER_SIG);
}
