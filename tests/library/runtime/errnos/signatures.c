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
	key = need(pair_new_key(&pair, 1, 4), "key");
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

static struct mlx5sig_psv *psv;

static void begin_transaction(struct mlx5sig_sig_transaction_attr attr)
{
	key = need(pair_new_key(&pair, MLX5SIG_MKEY_INIT_ATTR_FLAGS_TRANSACTION_SIGNATURE, 4), "key");
	psv = need(mlx5sig_psv_create(pair.pd), "PSV");
	attr.crc = &crc;
	attr.psv = psv;
	begin_key(2);
	mlx5sig_wr_set_mkey_layout_list(qp, 1, &sge);
	mlx5sig_wr_set_mkey_sig_transaction(qp, &attr);
}

static int set_transaction(struct mlx5sig_sig_transaction_attr attr)
{
	begin_transaction(attr);
	return end_post();
}

static int transaction_seed(void)
{
	crc.seed = 1;
	return set_transaction((struct mlx5sig_sig_transaction_attr) {0});
}

static int transaction_flags(void)
{
	return set_transaction((struct mlx5sig_sig_transaction_attr) { .flags = UNKNOWN });
}

static int transaction_short(void)
{
	sge.length = 3;
	return set_transaction((struct mlx5sig_sig_transaction_attr) {
		.domain = MLX5SIG_SIG_DOMAIN_MEM,
		.flags = MLX5SIG_SIG_TRANSACTION_FLAG_CHECK_GEN });
}

static int transaction_block_key(void)
{
	const struct mlx5sig_sig_transaction_attr attr = {
		.crc = &crc, .psv = need(mlx5sig_psv_create(pair.pd), "PSV") };

	begin_key(2);
	mlx5sig_wr_set_mkey_layout_list(qp, 1, &sge);
	mlx5sig_wr_set_mkey_sig_transaction(qp, &attr);
	return end_post();
}

static int transaction_kept(void)
{
	begin_transaction((struct mlx5sig_sig_transaction_attr) {0});
	mlx5sig_wr_mkey_configure(qp, key, 1, NULL);
	mlx5sig_wr_set_mkey_layout_list(qp, 1, &sge);
	return end_post();
}

static int transaction_crc64(void)
{
	crc.type = MLX5SIG_SIG_CRC_TYPE_CRC64_XP10;
	return set_transaction((struct mlx5sig_sig_transaction_attr) {0});
}

static int psv_create(void)
{
	return told(mlx5sig_psv_create(pair.pd));
}

static int psv_without_devx(void)
{
	return told(mlx5sig_psv_create(need(ibv_alloc_pd(open_without_devx()), "PD")));
}

static int psv_memory(void)
{
	is_out_of_memory = true;
	return psv_create();
}

static int load_psv(enum mlx5sig_sig_type type)
{
	const struct mlx5sig_psv_attr attr = { .sig_type = type, .sig.crc = &crc };

	psv = need(mlx5sig_psv_create(pair.pd), "PSV");
	begin_post(0);
	mlx5sig_wr_set_psv(qp, psv, &attr);
	return end_post();
}

static int psv_type(void)
{
	return load_psv((enum mlx5sig_sig_type)7);
}

static int psv_seed(void)
{
	crc.seed = 1;
	return load_psv(MLX5SIG_SIG_TYPE_CRC);
}

static int psv_crc64(void)
{
	crc.type = MLX5SIG_SIG_CRC_TYPE_CRC64_XP10;
	return load_psv(MLX5SIG_SIG_TYPE_CRC);
}

static int psv_of_another_device(void)
{
	const struct mlx5sig_psv_attr attr = { .sig_type = MLX5SIG_SIG_TYPE_CRC, .sig.crc = &crc };
	struct ibv_device **list = ibv_get_device_list(NULL);
	struct mlx5dv_context_attr devx = { .flags = MLX5DV_CONTEXT_FLAGS_DEVX };
	struct ibv_context *other = need(mlx5dv_open_device(list[1], &devx), "device");

	psv = need(mlx5sig_psv_create(need(ibv_alloc_pd(other), "PD")), "PSV");
	begin_post(0);
	mlx5sig_wr_set_psv(qp, psv, &attr);
	return end_post();
}

static struct mlx5sig_dek dek = { .dekn = 1 };
static struct mlx5sig_crypto_attr crypto = { .dek = &dek };

static int set_crypto(uint32_t flags)
{
	key = need(pair_new_key(&pair, MLX5SIG_MKEY_INIT_ATTR_FLAGS_INDIRECT | flags, 4), "key");
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

/* The setter of prepared attributes, and a whole configuration in one call. */
static int set_prepared_crypto(bool is_one_call)
{
	const struct mlx5sig_crypto_attr good = { .dek = &dek };
	struct mlx5sig_crypto_prepared *prepared =
		need(mlx5sig_crypto_prepare(pair.context, &good), "mlx5sig_crypto_prepare");

	key = need(pair_new_key(&pair, MLX5SIG_MKEY_INIT_ATTR_FLAGS_INDIRECT, 4), "key");
	if (is_one_call) {
		begin_post(0);
		mlx5sig_wr_mkey_configure_crypto(qp, key, 0, 1, &sge, prepared, NULL);
	} else {
		begin_key(1);
		mlx5sig_wr_set_mkey_crypto_prepared(qp, prepared, NULL);
	}
	mlx5sig_crypto_prepared_free(prepared);
	return end_post();
}

static int crypto_prepared_plain_key(void)
{
	return set_prepared_crypto(false);
}

static int crypto_one_call_plain_key(void)
{
	return set_prepared_crypto(true);
}

static int crypto_prepare_dek(void)
{
	crypto.dek = NULL;
	return told(mlx5sig_crypto_prepare(pair.context, &crypto));
}

static int crypto_prepare_memory(void)
{
	is_out_of_memory = true;
	return told(mlx5sig_crypto_prepare(pair.context, &crypto));
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
	CASE("mlx5sig_wr_set_mkey_sig_transaction", EINVAL, transaction_seed, ""),
	CASE("mlx5sig_wr_set_mkey_sig_transaction", EINVAL, transaction_flags, ""),
	CASE("mlx5sig_wr_set_mkey_sig_transaction", EINVAL, transaction_short, ""),
	CASE("mlx5sig_wr_set_mkey_sig_transaction", EINVAL, transaction_block_key, ""),
	CASE("mlx5sig_wr_set_mkey_sig_transaction", EINVAL, transaction_kept, ""),
	CASE("mlx5sig_wr_set_mkey_sig_transaction", EOPNOTSUPP, transaction_crc64, "--cap sig_crc64_xp10=0"),
	CASE("mlx5sig_psv_create", EOPNOTSUPP, psv_create, "--cap sho=0"),
	CASE("mlx5sig_psv_create", EOPNOTSUPP, psv_without_devx, NO_DEVX),
	CASE("mlx5sig_psv_create", EOPNOTSUPP, psv_crc64, "--cap sig_crc64_xp10=0"),
	CASE("mlx5sig_psv_create", EINVAL, psv_type, ""),
	CASE("mlx5sig_psv_create", EINVAL, psv_seed, ""),
	CASE("mlx5sig_psv_create", EINVAL, psv_of_another_device, "--devices 2"),
	CASE("mlx5sig_psv_create", ENOMEM, psv_memory, ""),
	CASE("mlx5sig_wr_set_mkey_crypto", EINVAL, crypto_standard, ""),
	CASE("mlx5sig_wr_set_mkey_crypto", EINVAL, crypto_dek, ""),
	CASE("mlx5sig_wr_set_mkey_crypto", EINVAL, crypto_unit, ""),
	CASE("mlx5sig_wr_set_mkey_crypto", EINVAL, crypto_comp_mask, ""),
	CASE("mlx5sig_wr_set_mkey_crypto", EINVAL, crypto_plain_key, ""),
	CASE("mlx5sig_wr_set_mkey_crypto", EINVAL, crypto_prepared_plain_key, ""),
	CASE("mlx5sig_wr_set_mkey_crypto", EINVAL, crypto_one_call_plain_key, ""),
	CASE("mlx5sig_wr_set_mkey_crypto", EINVAL, crypto_prepare_dek, ""),
	CASE("mlx5sig_wr_set_mkey_crypto", ENOMEM, crypto_prepare_memory, ""),
	CASE("mlx5sig_wr_start", EOPNOTSUPP, sig_4048, "--cap sig_block_4048=0"),
	{0},
};
