// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Signatures and encryption. */
#include "errnos.h"

static struct mlx5sig_sig_t10dif dif;
static struct mlx5sig_sig_crc crc;
static struct mlx5sig_sig_block_domain domain = { .sig_type = MLX5SIG_SIG_TYPE_T10DIF,
						  .sig.dif = &dif };
static struct mlx5sig_sig_block_attr sig = { .wire = &domain, .check_mask = 0xff };

static int set_sig(void)
{
	begin_key(2);
	mlx5sig_wr_set_mkey_layout_list(qp, 1, &sge);
	mlx5sig_wr_set_mkey_sig_block(qp, &sig);
	return end_post();
}

static int sig_seed(void)
{
	dif.bg = 1;
	return set_sig();
}

static int sig_type(void)
{
	domain.sig_type = (enum mlx5sig_sig_type)7;
	return set_sig();
}

static int sig_block_size(void)
{
	domain.block_size = (enum mlx5sig_block_size)5;
	return set_sig();
}

static int sig_comp_mask(void)
{
	sig.comp_mask = 1;
	return set_sig();
}

static int sig_flags(void)
{
	sig.flags = UNKNOWN;
	return set_sig();
}

static int sig_copy_one(void)
{
	sig.flags = MLX5SIG_SIG_BLOCK_ATTR_FLAG_COPY_MASK;
	sig.copy_mask = 0xff;
	return set_sig();
}

static int sig_unsigned_key(void)
{
	key = need(make_key(1, 4), "key");
	return set_sig();
}

static int sig_crc64(void)
{
	crc.type = MLX5SIG_SIG_CRC_TYPE_CRC64_XP10;
	domain.sig_type = MLX5SIG_SIG_TYPE_CRC;
	domain.sig.crc = &crc;
	return set_sig();
}

static int sig_4048(void)
{
	domain.block_size = MLX5SIG_BLOCK_SIZE_4048;
	return set_sig();
}

static int prepare_seed(void)
{
	dif.bg = 1;
	return told(mlx5sig_sig_prepare(pair.context, &sig));
}

static int prepare_4048(void)
{
	domain.block_size = MLX5SIG_BLOCK_SIZE_4048;
	return told(mlx5sig_sig_prepare(pair.context, &sig));
}

static int prepare_memory(void)
{
	is_out_of_memory = true;
	return told(mlx5sig_sig_prepare(pair.context, &sig));
}

static struct mlx5sig_dek dek = { .dekn = 1 };
static struct mlx5sig_crypto_attr crypto = { .dek = &dek };

static int set_crypto(uint32_t flags)
{
	key = need(make_key(MLX5SIG_MKEY_INIT_ATTR_FLAGS_INDIRECT | flags, 4), "key");
	begin_key(2);
	mlx5sig_wr_set_mkey_layout_list(qp, 1, &sge);
	mlx5sig_wr_set_mkey_crypto(qp, &crypto);
	return end_post();
}

static int crypto_standard(void)
{
	crypto.crypto_standard = (enum mlx5sig_crypto_standard)1;
	return set_crypto(MLX5SIG_MKEY_INIT_ATTR_FLAGS_CRYPTO);
}

static int crypto_dek(void)
{
	crypto.dek = NULL;
	return set_crypto(MLX5SIG_MKEY_INIT_ATTR_FLAGS_CRYPTO);
}

static int crypto_unit(void)
{
	crypto.data_unit_size = (enum mlx5sig_block_size)9;
	return set_crypto(MLX5SIG_MKEY_INIT_ATTR_FLAGS_CRYPTO);
}

static int crypto_comp_mask(void)
{
	crypto.comp_mask = 1;
	return set_crypto(MLX5SIG_MKEY_INIT_ATTR_FLAGS_CRYPTO);
}

static int crypto_plain_key(void)
{
	return set_crypto(MLX5SIG_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE);
}

const struct errno_case signatures_cases[] = {
	CASE("mlx5sig_wr_set_mkey_sig_block", EINVAL, sig_seed, ""),
	CASE("mlx5sig_wr_set_mkey_sig_block", EINVAL, sig_type, ""),
	CASE("mlx5sig_wr_set_mkey_sig_block", EINVAL, sig_block_size, ""),
	CASE("mlx5sig_wr_set_mkey_sig_block", EINVAL, sig_comp_mask, ""),
	CASE("mlx5sig_wr_set_mkey_sig_block", EINVAL, sig_flags, ""),
	CASE("mlx5sig_wr_set_mkey_sig_block", EINVAL, sig_copy_one, ""),
	CASE("mlx5sig_wr_set_mkey_sig_block", EINVAL, sig_unsigned_key, ""),
	CASE("mlx5sig_wr_set_mkey_sig_block", EINVAL, prepare_seed, ""),
	CASE("mlx5sig_wr_set_mkey_sig_block", EOPNOTSUPP, sig_crc64, "--cap sig_crc64_xp10=0"),
	CASE("mlx5sig_wr_set_mkey_sig_block", EOPNOTSUPP, sig_4048, "--cap sig_block_4048=0"),
	CASE("mlx5sig_wr_set_mkey_sig_block", EOPNOTSUPP, prepare_4048, "--cap sig_block_4048=0"),
	CASE("mlx5sig_wr_set_mkey_sig_block", ENOMEM, prepare_memory, ""),
	CASE("mlx5sig_wr_set_mkey_crypto", EINVAL, crypto_standard, ""),
	CASE("mlx5sig_wr_set_mkey_crypto", EINVAL, crypto_dek, ""),
	CASE("mlx5sig_wr_set_mkey_crypto", EINVAL, crypto_unit, ""),
	CASE("mlx5sig_wr_set_mkey_crypto", EINVAL, crypto_comp_mask, ""),
	CASE("mlx5sig_wr_set_mkey_crypto", EINVAL, crypto_plain_key, ""),
	CASE("mlx5sig_wr_start", EOPNOTSUPP, sig_4048, "--cap sig_block_4048=0"),
	{0},
};
