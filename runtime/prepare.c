/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Prepared attributes of signatures and encryption.
 */
#include <errno.h>
#include <stdlib.h>

#include "mkey.h"

struct mlx5sig_sig_prepared *
mlx5sig_device_sig_prepare(struct mlx5sig_device *device,
			   const struct mlx5sig_sig_block_attr *attr)
{
	struct mlx5sig_sig_prepared *prepared = calloc(1, sizeof(*prepared));
	const char *reason;
	int err = ENOMEM;

	if (prepared)
		err = mlx5sig_signature_encode(&prepared->sig, attr, &device->limits, &reason);
	if (!err)
		return prepared;
	free(prepared);
	return mlx5sig_null(err);
}

struct mlx5sig_sig_prepared *mlx5sig_sig_prepare(struct ibv_context *ctx,
						 const struct mlx5sig_sig_block_attr *attr)
{
	struct mlx5sig_device *device = mlx5sig_device_get(ctx);
	struct mlx5sig_sig_prepared *prepared;

	if (!device)
		return NULL;
	prepared = mlx5sig_device_sig_prepare(device, attr);
	mlx5sig_device_put(device);
	return prepared;
}

void mlx5sig_sig_prepared_free(struct mlx5sig_sig_prepared *prepared)
{
	free(prepared);
}

struct mlx5sig_crypto_prepared *
mlx5sig_device_crypto_prepare(struct mlx5sig_device *device, const struct mlx5sig_crypto_attr *attr)
{
	struct mlx5sig_crypto_prepared *prepared = calloc(1, sizeof(*prepared));
	const char *reason;
	int err = ENOMEM;

	if (prepared)
		err = mlx5sig_crypto_encode(&prepared->crypto, attr, device->has_big_endian_tweak,
					    &reason);
	if (!err)
		return prepared;
	free(prepared);
	return mlx5sig_null(err);
}

struct mlx5sig_crypto_prepared *mlx5sig_crypto_prepare(struct ibv_context *ctx,
						       const struct mlx5sig_crypto_attr *attr)
{
	struct mlx5sig_device *device = mlx5sig_device_get(ctx);
	struct mlx5sig_crypto_prepared *prepared;

	if (!device)
		return NULL;
	prepared = mlx5sig_device_crypto_prepare(device, attr);
	mlx5sig_device_put(device);
	return prepared;
}

void mlx5sig_crypto_prepared_free(struct mlx5sig_crypto_prepared *prepared)
{
	free(prepared);
}
