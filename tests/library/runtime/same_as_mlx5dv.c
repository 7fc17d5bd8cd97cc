/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Values and structures are the same as in mlx5dv, so that converting a program is a rename. The
 * compiler checks it.
 */
#include <assert.h>
#include <stddef.h>
#include <stdio.h>

#include <infiniband/mlx5dv.h>
#include <mlx5sig/mlx5sig.h>

#define SAME(name) static_assert((long long)MLX5SIG_##name == (long long)MLX5DV_##name, #name)

SAME(MKEY_INIT_ATTR_FLAGS_INDIRECT);
SAME(MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE);
SAME(MKEY_INIT_ATTR_FLAGS_CRYPTO);
SAME(MKEY_INIT_ATTR_FLAGS_UPDATE_TAG);
SAME(MKEY_INIT_ATTR_FLAGS_REMOTE_INVALIDATE);

SAME(MKEY_CONF_FLAG_RESET_SIG_ATTR);

SAME(SIG_TYPE_T10DIF);
SAME(SIG_TYPE_CRC);

SAME(SIG_T10DIF_CRC);
SAME(SIG_T10DIF_CSUM);

SAME(SIG_T10DIF_FLAG_REF_REMAP);
SAME(SIG_T10DIF_FLAG_APP_ESCAPE);
SAME(SIG_T10DIF_FLAG_APP_REF_ESCAPE);

SAME(SIG_CRC_TYPE_CRC32);
SAME(SIG_CRC_TYPE_CRC32C);
SAME(SIG_CRC_TYPE_CRC64_XP10);

SAME(BLOCK_SIZE_512);
SAME(BLOCK_SIZE_520);
SAME(BLOCK_SIZE_4048);
SAME(BLOCK_SIZE_4096);
SAME(BLOCK_SIZE_4160);

SAME(SIG_MASK_T10DIF_GUARD);
SAME(SIG_MASK_T10DIF_APPTAG);
SAME(SIG_MASK_T10DIF_REFTAG);
SAME(SIG_MASK_CRC32);
SAME(SIG_MASK_CRC32C);
SAME(SIG_MASK_CRC64_XP10);

SAME(SIG_BLOCK_ATTR_FLAG_COPY_MASK);

SAME(CRYPTO_STANDARD_AES_XTS);

SAME(SIGNATURE_CRYPTO_ORDER_SIGNATURE_AFTER_CRYPTO_ON_TX);
SAME(SIGNATURE_CRYPTO_ORDER_SIGNATURE_BEFORE_CRYPTO_ON_TX);

SAME(MKEY_NO_ERR);
SAME(MKEY_SIG_BLOCK_BAD_GUARD);
SAME(MKEY_SIG_BLOCK_BAD_REFTAG);
SAME(MKEY_SIG_BLOCK_BAD_APPTAG);

SAME(CONTEXT_MASK_CQE_COMPRESION);
SAME(CONTEXT_MASK_SWP);
SAME(CONTEXT_MASK_STRIDING_RQ);
SAME(CONTEXT_MASK_TUNNEL_OFFLOADS);
SAME(CONTEXT_MASK_SIGNATURE_OFFLOAD);
SAME(CONTEXT_MASK_CRYPTO_OFFLOAD);

SAME(CONTEXT_FLAGS_CQE_V1);
SAME(CONTEXT_FLAGS_MPW_ALLOWED);
SAME(CONTEXT_FLAGS_ENHANCED_MPW);
SAME(CONTEXT_FLAGS_CQE_128B_COMP);
SAME(CONTEXT_FLAGS_CQE_128B_PAD);
SAME(CONTEXT_FLAGS_PACKET_BASED_CREDIT_MODE);

SAME(BLOCK_SIZE_CAP_512);
SAME(BLOCK_SIZE_CAP_520);
SAME(BLOCK_SIZE_CAP_4048);
SAME(BLOCK_SIZE_CAP_4096);
SAME(BLOCK_SIZE_CAP_4160);

SAME(SIG_PROT_CAP_T10DIF);
SAME(SIG_PROT_CAP_CRC);

SAME(SIG_T10DIF_BG_CAP_CRC);
SAME(SIG_T10DIF_BG_CAP_CSUM);

SAME(SIG_CRC_TYPE_CAP_CRC32);
SAME(SIG_CRC_TYPE_CAP_CRC32C);
SAME(SIG_CRC_TYPE_CAP_CRC64_XP10);

#define SAME_SIZE(name) \
	static_assert(sizeof(struct mlx5sig_##name) == sizeof(struct mlx5dv_##name), #name)
#define SAME_FIELD(name, field) \
	static_assert(offsetof(struct mlx5sig_##name, field) == \
		      offsetof(struct mlx5dv_##name, field), #name "." #field)

SAME_FIELD(mkey, lkey);
SAME_FIELD(mkey, rkey);
SAME_SIZE(mkey_init_attr);
SAME_FIELD(mkey_init_attr, create_flags);
SAME_FIELD(mkey_init_attr, max_entries);
SAME_SIZE(mkey_conf_attr);
SAME_FIELD(mkey_conf_attr, comp_mask);
SAME_SIZE(mr_interleaved);
SAME_FIELD(mr_interleaved, bytes_count);
SAME_FIELD(mr_interleaved, bytes_skip);
SAME_FIELD(mr_interleaved, lkey);
SAME_SIZE(sig_t10dif);
SAME_FIELD(sig_t10dif, app_tag);
SAME_FIELD(sig_t10dif, ref_tag);
SAME_FIELD(sig_t10dif, flags);
SAME_SIZE(sig_crc);
SAME_FIELD(sig_crc, seed);
SAME_SIZE(sig_block_domain);
SAME_FIELD(sig_block_domain, sig);
SAME_FIELD(sig_block_domain, block_size);
SAME_FIELD(sig_block_domain, comp_mask);
SAME_SIZE(sig_block_attr);
SAME_FIELD(sig_block_attr, flags);
SAME_FIELD(sig_block_attr, check_mask);
SAME_FIELD(sig_block_attr, copy_mask);
SAME_FIELD(sig_block_attr, comp_mask);
SAME_SIZE(crypto_attr);
SAME_FIELD(crypto_attr, initial_tweak);
SAME_FIELD(crypto_attr, dek);
SAME_FIELD(crypto_attr, keytag);
SAME_FIELD(crypto_attr, comp_mask);
SAME_SIZE(sig_err);
SAME_FIELD(sig_err, expected_value);
SAME_FIELD(sig_err, offset);
SAME_SIZE(mkey_err);
SAME_FIELD(mkey_err, err);
SAME_SIZE(sig_caps);
SAME_FIELD(sig_caps, block_prot);
SAME_FIELD(sig_caps, t10dif_bg);
SAME_FIELD(sig_caps, crc_type);
SAME_SIZE(crypto_caps);
SAME_FIELD(crypto_caps, crypto_engines);
SAME_FIELD(crypto_caps, log_max_num_deks);
SAME_FIELD(crypto_caps, flags);
SAME_SIZE(cqe_comp_caps);
SAME_SIZE(sw_parsing_caps);
SAME_SIZE(striding_rq_caps);

/* Layout lists take libibverbs's SGEs. */
static_assert(sizeof(struct mlx5sig_sge) == sizeof(struct ibv_sge), "sge");
static_assert(offsetof(struct mlx5sig_sge, length) == offsetof(struct ibv_sge, length), "sge");
static_assert(offsetof(struct mlx5sig_sge, lkey) == offsetof(struct ibv_sge, lkey), "sge");

int main(void)
{
	puts("same");
	return 0;
}
