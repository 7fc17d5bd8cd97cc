/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Capabilities: QUERY_HCA_CAP, and what mlx5sig_query_device() makes of the answers.
 */
#include <string.h>

#include <infiniband/mlx5dv.h>

#include "device.h"

#include <prm_general_obj.h>
#include <prm_query_hca_cap.h>

/* The answer is longer than the capabilities that have a name. */
#define HCA_CAP_SIZE 4096

union hca_cap_answer {
	struct prm_query_hca_cap_out out;
	uint8_t box[offsetof(struct prm_query_hca_cap_out, capability) + HCA_CAP_SIZE];
};

static int query_hca_cap(struct mlx5sig_device *device, enum prm_hca_cap_type type,
			 union hca_cap_answer *answer)
{
	struct prm_query_hca_cap_in_fields v;
	struct prm_query_hca_cap_in in;
	int err;

	prm_query_hca_cap_in_fields_init(&v);
	v.cap_type = (uint16_t)type;
	v.current = true;
	prm_query_hca_cap_in_pack(&in, &v);
	memset(answer, 0, sizeof(*answer));
	err = device->ops.general_cmd(device->cookie, &in, sizeof(in), answer, sizeof(*answer));
	return mlx5sig_cmd_errno(err, answer);
}

static void set_cqe_caps(struct mlx5sig_context *caps, const struct prm_cmd_hca_cap *cap)
{
	if (prm_cmd_hca_cap_get_cqe_version(cap))
		caps->flags |= MLX5SIG_CONTEXT_FLAGS_CQE_V1;
	if (prm_cmd_hca_cap_get_cqe_compression_128b(cap))
		caps->flags |= MLX5SIG_CONTEXT_FLAGS_CQE_128B_COMP;
	if (prm_cmd_hca_cap_get_cqe_128_always(cap))
		caps->flags |= MLX5SIG_CONTEXT_FLAGS_CQE_128B_PAD;
	if (prm_cmd_hca_cap_get_qp_packet_based(cap))
		caps->flags |= MLX5SIG_CONTEXT_FLAGS_PACKET_BASED_CREDIT_MODE;
	if (!prm_cmd_hca_cap_get_cqe_compression(cap))
		return;
	caps->cqe_comp_caps.max_num = prm_cmd_hca_cap_get_cqe_compression_max_num(cap);
	caps->cqe_comp_caps.supported_format = MLX5DV_CQE_RES_FORMAT_HASH |
					       MLX5DV_CQE_RES_FORMAT_CSUM;
	if (prm_cmd_hca_cap_get_mini_cqe_resp_stride_index(cap))
		caps->cqe_comp_caps.supported_format |= MLX5DV_CQE_RES_FORMAT_CSUM_STRIDX;
}

/* The device does not report the ranges; these are the ones that Linux reports to programs. */
static void set_striding_rq_caps(struct mlx5sig_context *caps, const struct prm_cmd_hca_cap *cap)
{
	if (!prm_cmd_hca_cap_get_eth_striding_wq(cap))
		return;
	caps->striding_rq_caps = (struct mlx5sig_striding_rq_caps) {
		.min_single_stride_log_num_of_bytes = 6,
		.max_single_stride_log_num_of_bytes = 13,
		.min_single_wqe_log_num_of_strides =
			prm_cmd_hca_cap_get_ext_stride_num_range(cap) ? 3 : 9,
		.max_single_wqe_log_num_of_strides = 16,
		.supported_qpts = 1 << IBV_QPT_RAW_PACKET,
	};
}

static void set_sig_caps(struct mlx5sig_context *caps, const struct prm_cmd_hca_cap *cap)
{
	struct mlx5sig_sig_reported *reported = &caps->sig_reported;
	struct mlx5sig_sig_caps *sig = &caps->sig_caps;

	reported->sho = prm_cmd_hca_cap_get_sho(cap);
	reported->sigerr_domain_and_sig_type =
		prm_cmd_hca_cap_get_sigerr_domain_and_sig_type(cap);
	reported->sigerr_cqe = prm_cmd_hca_cap_get_sigerr_cqe(cap);
	reported->drain_sigerr = prm_cmd_hca_cap_get_drain_sigerr(cap);
	reported->sig_block_4048 = prm_cmd_hca_cap_get_sig_block_4048(cap);
	reported->sig_crc32c = prm_cmd_hca_cap_get_sig_crc32c(cap);
	reported->sig_crc64_xp10 = prm_cmd_hca_cap_get_sig_crc64_xp10(cap);

	/* No capability bit exists for these: every device that signs and reports errors has them. */
	if (!reported->sho || !reported->sigerr_domain_and_sig_type)
		return;
	sig->block_prot = MLX5SIG_SIG_PROT_CAP_T10DIF | MLX5SIG_SIG_PROT_CAP_CRC;
	sig->block_size = MLX5SIG_BLOCK_SIZE_CAP_512 | MLX5SIG_BLOCK_SIZE_CAP_520 |
			  MLX5SIG_BLOCK_SIZE_CAP_4096 | MLX5SIG_BLOCK_SIZE_CAP_4160;
	sig->t10dif_bg = MLX5SIG_SIG_T10DIF_BG_CAP_CRC | MLX5SIG_SIG_T10DIF_BG_CAP_CSUM;
	sig->crc_type = MLX5SIG_SIG_CRC_TYPE_CAP_CRC32;
	if (reported->sig_block_4048)
		sig->block_size |= MLX5SIG_BLOCK_SIZE_CAP_4048;
	if (reported->sig_crc32c)
		sig->crc_type |= MLX5SIG_SIG_CRC_TYPE_CAP_CRC32C;
	if (reported->sig_crc64_xp10)
		sig->crc_type |= MLX5SIG_SIG_CRC_TYPE_CAP_CRC64_XP10;
}

static void set_general_caps(struct mlx5sig_device *device, const struct prm_cmd_hca_cap *cap)
{
	struct mlx5sig_crypto_caps *crypto = &device->caps.crypto_caps;
	const struct mlx5sig_sig_caps *sig = &device->caps.sig_caps;
	uint32_t log_klm = prm_cmd_hca_cap_get_log_max_klm_list_size(cap);

	set_cqe_caps(&device->caps, cap);
	set_striding_rq_caps(&device->caps, cap);
	set_sig_caps(&device->caps, cap);
	device->limits = (struct mlx5sig_sig_limits) {
		.block_size = sig->block_size, .block_prot = sig->block_prot,
		.t10dif_bg = sig->t10dif_bg, .crc_type = sig->crc_type };
	if (prm_cmd_hca_cap_get_crypto(cap))
		crypto->flags |= MLX5DV_CRYPTO_CAPS_CRYPTO;
	if (prm_cmd_hca_cap_get_aes_xts_single_block_le_tweak(cap))
		crypto->crypto_engines |= MLX5DV_CRYPTO_ENGINES_CAP_AES_XTS_SINGLE_BLOCK;
	/* Several blocks include one. */
	if (prm_cmd_hca_cap_get_aes_xts_multi_block_be_tweak(cap))
		crypto->crypto_engines |= MLX5DV_CRYPTO_ENGINES_CAP_AES_XTS_SINGLE_BLOCK |
					  MLX5DV_CRYPTO_ENGINES_CAP_AES_XTS_MULTI_BLOCK;
	crypto->multi_block_le_tweak = prm_cmd_hca_cap_get_aes_xts_multi_block_le_tweak(cap);
	device->has_big_endian_tweak = prm_cmd_hca_cap_get_aes_xts_multi_block_be_tweak(cap);
	device->has_several_units = crypto->multi_block_le_tweak || device->has_big_endian_tweak;
	device->has_relaxed_write = prm_cmd_hca_cap_get_relaxed_ordering_write(cap);
	device->has_relaxed_read = prm_cmd_hca_cap_get_relaxed_ordering_read(cap);
	device->has_dek = prm_cmd_hca_cap_get_general_obj_types(cap) &
			  UINT64_C(1) << PRM_GENERAL_OBJ_TYPE_ENCRYPTION_KEY;
	device->max_klm_entries = log_klm && log_klm < 32 ? UINT32_C(1) << log_klm : 0;
	device->max_wqe_size = prm_cmd_hca_cap_get_max_wqe_sz_sq(cap);
}

static void set_ethernet_caps(struct mlx5sig_context *caps,
			      const struct prm_per_protocol_networking_offload_caps *cap)
{
	struct mlx5sig_sw_parsing_caps *swp = &caps->sw_parsing_caps;

	if (prm_per_protocol_networking_offload_caps_get_multi_pkt_send_wqe(cap))
		caps->flags |= MLX5SIG_CONTEXT_FLAGS_MPW_ALLOWED;
	if (prm_per_protocol_networking_offload_caps_get_enhanced_multi_pkt_send_wqe(cap))
		caps->flags |= MLX5SIG_CONTEXT_FLAGS_ENHANCED_MPW;
	if (prm_per_protocol_networking_offload_caps_get_swp(cap)) {
		swp->sw_parsing_offloads = MLX5DV_SW_PARSING;
		swp->supported_qpts = 1 << IBV_QPT_RAW_PACKET;
		if (prm_per_protocol_networking_offload_caps_get_swp_csum(cap))
			swp->sw_parsing_offloads |= MLX5DV_SW_PARSING_CSUM;
		if (prm_per_protocol_networking_offload_caps_get_swp_lso(cap))
			swp->sw_parsing_offloads |= MLX5DV_SW_PARSING_LSO;
	}
	if (prm_per_protocol_networking_offload_caps_get_tunnel_stateless_vxlan(cap))
		caps->tunnel_offloads_caps |= MLX5DV_RAW_PACKET_CAP_TUNNELED_OFFLOAD_VXLAN;
	if (prm_per_protocol_networking_offload_caps_get_tunnel_stateless_gre(cap))
		caps->tunnel_offloads_caps |= MLX5DV_RAW_PACKET_CAP_TUNNELED_OFFLOAD_GRE;
	if (prm_per_protocol_networking_offload_caps_get_tunnel_stateless_geneve_rx(cap))
		caps->tunnel_offloads_caps |= MLX5DV_RAW_PACKET_CAP_TUNNELED_OFFLOAD_GENEVE;
	if (prm_per_protocol_networking_offload_caps_get_tunnel_stateless_mpls_over_gre(cap))
		caps->tunnel_offloads_caps |=
			MLX5DV_RAW_PACKET_CAP_TUNNELED_OFFLOAD_CW_MPLS_OVER_GRE;
	if (prm_per_protocol_networking_offload_caps_get_tunnel_stateless_mpls_over_udp(cap))
		caps->tunnel_offloads_caps |=
			MLX5DV_RAW_PACKET_CAP_TUNNELED_OFFLOAD_CW_MPLS_OVER_UDP;
}

static void set_crypto_caps(struct mlx5sig_crypto_caps *caps, const struct prm_crypto_caps *cap)
{
	if (prm_crypto_caps_get_wrapped_crypto_operational(cap))
		caps->flags |= MLX5DV_CRYPTO_CAPS_WRAPPED_CRYPTO_OPERATIONAL;
	if (prm_crypto_caps_get_wrapped_crypto_going_to_commissioning(cap))
		caps->flags |= MLX5DV_CRYPTO_CAPS_WRAPPED_CRYPTO_GOING_TO_COMMISSIONING;
	if (prm_crypto_caps_get_wrapped_import_method(cap) & PRM_WRAPPED_IMPORT_METHOD_AES_XTS)
		caps->wrapped_import_method |= MLX5DV_CRYPTO_WRAPPED_IMPORT_METHOD_CAP_AES_XTS;
	caps->log_max_num_deks = (uint8_t)prm_crypto_caps_get_log_max_num_deks(cap);
	caps->failed_selftests = (uint16_t)prm_crypto_caps_get_failed_selftests(cap);
}

/* Further capabilities are queried only where the general ones announce them. */
int mlx5sig_device_query_caps(struct mlx5sig_device *device)
{
	union hca_cap_answer answer;
	bool has_ethernet;
	int err = query_hca_cap(device, PRM_HCA_CAP_TYPE_GENERAL, &answer);

	if (err)
		return err;
	set_general_caps(device, &answer.out.cmd_hca_cap);
	has_ethernet = prm_cmd_hca_cap_get_eth_net_offloads(&answer.out.cmd_hca_cap);
	if (device->caps.crypto_caps.flags & MLX5DV_CRYPTO_CAPS_CRYPTO) {
		err = query_hca_cap(device, PRM_HCA_CAP_TYPE_CRYPTO, &answer);
		if (err)
			return err;
		set_crypto_caps(&device->caps.crypto_caps, &answer.out.crypto_caps);
	}
	if (has_ethernet) {
		err = query_hca_cap(device, PRM_HCA_CAP_TYPE_ETHERNET_OFFLOADS, &answer);
		if (err)
			return err;
		set_ethernet_caps(&device->caps, &answer.out.networking_offload_caps);
	}
	return 0;
}

int mlx5sig_device_query(struct mlx5sig_device *device, struct mlx5sig_context *attrs_out)
{
	const struct mlx5sig_context *caps = &device->caps;
	uint64_t requested = attrs_out->comp_mask;

	attrs_out->version = caps->version;
	attrs_out->flags = caps->flags;
	attrs_out->comp_mask = requested & (MLX5SIG_CONTEXT_MASK_CQE_COMPRESION |
					MLX5SIG_CONTEXT_MASK_SWP |
					MLX5SIG_CONTEXT_MASK_STRIDING_RQ |
					MLX5SIG_CONTEXT_MASK_TUNNEL_OFFLOADS |
					MLX5SIG_CONTEXT_MASK_SIGNATURE_OFFLOAD |
					MLX5SIG_CONTEXT_MASK_CRYPTO_OFFLOAD);
	if (requested & MLX5SIG_CONTEXT_MASK_CQE_COMPRESION)
		attrs_out->cqe_comp_caps = caps->cqe_comp_caps;
	if (requested & MLX5SIG_CONTEXT_MASK_SWP)
		attrs_out->sw_parsing_caps = caps->sw_parsing_caps;
	if (requested & MLX5SIG_CONTEXT_MASK_STRIDING_RQ)
		attrs_out->striding_rq_caps = caps->striding_rq_caps;
	if (requested & MLX5SIG_CONTEXT_MASK_TUNNEL_OFFLOADS)
		attrs_out->tunnel_offloads_caps = caps->tunnel_offloads_caps;
	if (requested & MLX5SIG_CONTEXT_MASK_SIGNATURE_OFFLOAD) {
		attrs_out->sig_caps = caps->sig_caps;
		attrs_out->sig_reported = caps->sig_reported;
	}
	if (requested & MLX5SIG_CONTEXT_MASK_CRYPTO_OFFLOAD)
		attrs_out->crypto_caps = caps->crypto_caps;
	return 0;
}
