/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Compares mlx5sig_query_device() with mlx5dv_query_device(), field by field. Prints `same`, the
 * results if it has an argument, and the differences.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "../../../examples/pair.h"

enum {
	MASK = MLX5SIG_CONTEXT_MASK_CQE_COMPRESION | MLX5SIG_CONTEXT_MASK_SWP |
	       MLX5SIG_CONTEXT_MASK_STRIDING_RQ | MLX5SIG_CONTEXT_MASK_TUNNEL_OFFLOADS |
	       MLX5SIG_CONTEXT_MASK_SIGNATURE_OFFLOAD | MLX5SIG_CONTEXT_MASK_CRYPTO_OFFLOAD,
	FLAGS = MLX5SIG_CONTEXT_FLAGS_CQE_V1 | MLX5SIG_CONTEXT_FLAGS_MPW_ALLOWED |
		MLX5SIG_CONTEXT_FLAGS_ENHANCED_MPW | MLX5SIG_CONTEXT_FLAGS_CQE_128B_COMP |
		MLX5SIG_CONTEXT_FLAGS_CQE_128B_PAD |
		MLX5SIG_CONTEXT_FLAGS_PACKET_BASED_CREDIT_MODE,
	UNTOUCHED = 0x5a,
};

static int differences, is_loud;

static void compare(const char *name, uint64_t ours, uint64_t theirs)
{
	if (is_loud)
		printf("%s 0x%" PRIx64 "\n", name, ours);
	if (ours == theirs)
		return;
	printf("%s: 0x%" PRIx64 ", mlx5dv 0x%" PRIx64 "\n", name, ours, theirs);
	differences++;
}

#define COMPARE(field) compare(#field, ours.field, theirs.field)

/* Only the parts in @mask are filled in; the rest is not touched. */
static void query(struct ibv_context *ctx, uint64_t mask)
{
	struct mlx5sig_context ours;
	struct mlx5dv_context theirs;
	int err;

	memset(&ours, UNTOUCHED, sizeof(ours));
	memset(&theirs, UNTOUCHED, sizeof(theirs));
	ours.comp_mask = theirs.comp_mask = mask;
	err = mlx5sig_query_device(ctx, &ours);
	if (err || mlx5dv_query_device(ctx, &theirs)) {
		printf("the query fails: %d\n", err);
		differences++;
		return;
	}
	COMPARE(version);
	COMPARE(comp_mask);
	compare("flags", ours.flags, theirs.flags & FLAGS);
	COMPARE(cqe_comp_caps.max_num);
	COMPARE(cqe_comp_caps.supported_format);
	COMPARE(sw_parsing_caps.sw_parsing_offloads);
	COMPARE(sw_parsing_caps.supported_qpts);
	COMPARE(striding_rq_caps.min_single_stride_log_num_of_bytes);
	COMPARE(striding_rq_caps.max_single_stride_log_num_of_bytes);
	COMPARE(striding_rq_caps.min_single_wqe_log_num_of_strides);
	COMPARE(striding_rq_caps.max_single_wqe_log_num_of_strides);
	COMPARE(striding_rq_caps.supported_qpts);
	COMPARE(tunnel_offloads_caps);
	COMPARE(sig_caps.block_size);
	COMPARE(sig_caps.block_prot);
	COMPARE(sig_caps.t10dif_bg);
	COMPARE(sig_caps.crc_type);
	COMPARE(crypto_caps.failed_selftests);
	COMPARE(crypto_caps.crypto_engines);
	COMPARE(crypto_caps.wrapped_import_method);
	COMPARE(crypto_caps.log_max_num_deks);
	COMPARE(crypto_caps.flags);
	if (is_loud && mask & MLX5SIG_CONTEXT_MASK_SIGNATURE_OFFLOAD)
		printf("reported %d%d%d%d%d%d%d\n", ours.sig_reported.sho,
		       ours.sig_reported.sigerr_domain_and_sig_type,
		       ours.sig_reported.sigerr_cqe, ours.sig_reported.drain_sigerr,
		       ours.sig_reported.sig_block_4048, ours.sig_reported.sig_crc32c,
		       ours.sig_reported.sig_crc64_xp10);
}

int main(int argc, char **argv)
{
	struct ibv_context *ctx = pair_open_device();
	int bit;

	(void)argv;
	is_loud = argc > 1;
	query(ctx, MASK);
	is_loud = 0;
	for (bit = 0; bit < 14; bit++)
		query(ctx, UINT64_C(1) << bit & MASK);
	ibv_close_device(ctx);
	if (!differences)
		puts("same");
	return differences != 0;
}
