/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <infiniband/mlx5dv.h>

#include "device.h"

#include <prm_cmd.h>
#include <prm_general_obj.h>
#include <prm_query_hca_cap.h>

/*
 * Answers of commands.
 */

static int status_errno(uint32_t status)
{
	switch (status) {
	case PRM_CMD_STATUS_OK:
		return 0;
	case PRM_CMD_STATUS_BAD_OP:
	case PRM_CMD_STATUS_BAD_PARAM:
	case PRM_CMD_STATUS_BAD_RES:
	case PRM_CMD_STATUS_BAD_RES_STATE:
	case PRM_CMD_STATUS_IX_ERR:
	case PRM_CMD_STATUS_BAD_QP_STATE:
	case PRM_CMD_STATUS_BAD_PKT:
	case PRM_CMD_STATUS_BAD_SIZE_OUTS_CQES:
		return EINVAL;
	case PRM_CMD_STATUS_RES_BUSY:
		return EBUSY;
	case PRM_CMD_STATUS_LIM:
		return ENOMEM;
	case PRM_CMD_STATUS_NO_RES:
		return EAGAIN;
	default:
		return EIO;
	}
}

int mlx5sig_cmd_errno(int err, const void *out)
{
	int refused;

	if (err && err != EREMOTEIO)
		return err;
	refused = status_errno(prm_cmd_out_hdr_get_status(out));
	return refused ? refused : err;
}

void *mlx5sig_obj_create(struct mlx5sig_device *device, const void *in, size_t inlen, void *out,
			 size_t outlen)
{
	void *obj = device->ops.obj_create(device->cookie, in, inlen, out, outlen);

	if (!obj)
		errno = mlx5sig_cmd_errno(errno ? errno : EIO, out);
	return obj;
}

int mlx5sig_obj_destroy(struct mlx5sig_device *device, void **obj)
{
	int err;

	if (!*obj)
		return 0;
	err = device->ops.obj_destroy(device->cookie, *obj);
	if (!err)
		*obj = NULL;
	return err;
}

/*
 * Capabilities.
 */

/* The device answers in a box that is larger than the capabilities that have been named. */
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

/* The ranges are not reported; these are what Linux tells programs. */
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

	/*
	 * No bit tells of these; a device that signs, and tells what went wrong, is taken to have
	 * them.
	 */
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

static void set_sig_tables(struct mlx5sig_device *device)
{
	const struct mlx5sig_sig_caps *caps = &device->caps.sig_caps;

	mlx5sig_sig_tables_init(&device->sig_tables, &(struct mlx5sig_sig_limits) {
		.block_size = caps->block_size, .block_prot = caps->block_prot,
		.t10dif_bg = caps->t10dif_bg, .crc_type = caps->crc_type });
}

static void set_general_caps(struct mlx5sig_device *device, const struct prm_cmd_hca_cap *cap)
{
	struct mlx5sig_crypto_caps *crypto = &device->caps.crypto_caps;
	uint32_t log_klm = prm_cmd_hca_cap_get_log_max_klm_list_size(cap);

	set_cqe_caps(&device->caps, cap);
	set_striding_rq_caps(&device->caps, cap);
	set_sig_caps(&device->caps, cap);
	set_sig_tables(device);
	if (prm_cmd_hca_cap_get_crypto(cap))
		crypto->flags |= MLX5DV_CRYPTO_CAPS_CRYPTO;
	if (prm_cmd_hca_cap_get_aes_xts_single_block_le_tweak(cap))
		crypto->crypto_engines |= MLX5DV_CRYPTO_ENGINES_CAP_AES_XTS_SINGLE_BLOCK;
	/* Several blocks include one. */
	if (prm_cmd_hca_cap_get_aes_xts_multi_block_be_tweak(cap))
		crypto->crypto_engines |= MLX5DV_CRYPTO_ENGINES_CAP_AES_XTS_SINGLE_BLOCK |
					  MLX5DV_CRYPTO_ENGINES_CAP_AES_XTS_MULTI_BLOCK;
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

/* Further capabilities are only asked for where the general ones announce them. */
static int device_ask(struct mlx5sig_device *device)
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
	uint64_t asked = attrs_out->comp_mask;

	attrs_out->version = caps->version;
	attrs_out->flags = caps->flags;
	attrs_out->comp_mask = asked & (MLX5SIG_CONTEXT_MASK_CQE_COMPRESION |
					MLX5SIG_CONTEXT_MASK_SWP |
					MLX5SIG_CONTEXT_MASK_STRIDING_RQ |
					MLX5SIG_CONTEXT_MASK_TUNNEL_OFFLOADS |
					MLX5SIG_CONTEXT_MASK_SIGNATURE_OFFLOAD |
					MLX5SIG_CONTEXT_MASK_CRYPTO_OFFLOAD);
	if (asked & MLX5SIG_CONTEXT_MASK_CQE_COMPRESION)
		attrs_out->cqe_comp_caps = caps->cqe_comp_caps;
	if (asked & MLX5SIG_CONTEXT_MASK_SWP)
		attrs_out->sw_parsing_caps = caps->sw_parsing_caps;
	if (asked & MLX5SIG_CONTEXT_MASK_STRIDING_RQ)
		attrs_out->striding_rq_caps = caps->striding_rq_caps;
	if (asked & MLX5SIG_CONTEXT_MASK_TUNNEL_OFFLOADS)
		attrs_out->tunnel_offloads_caps = caps->tunnel_offloads_caps;
	if (asked & MLX5SIG_CONTEXT_MASK_SIGNATURE_OFFLOAD) {
		attrs_out->sig_caps = caps->sig_caps;
		attrs_out->sig_reported = caps->sig_reported;
	}
	if (asked & MLX5SIG_CONTEXT_MASK_CRYPTO_OFFLOAD)
		attrs_out->crypto_caps = caps->crypto_caps;
	return 0;
}

/*
 * Devices.
 */

static void device_free(struct mlx5sig_device *device)
{
	if (!device)
		return;
	mlx5sig_key_table_free(device->keys);
	pthread_mutex_destroy(&device->lock);
	free(device);
}

static struct mlx5sig_device *device_new(const struct mlx5sig_devx_ops *ops, void *cookie)
{
	struct mlx5sig_device *device = calloc(1, sizeof(*device));
	int err = ENOMEM;

	if (!device)
		goto fail;
	pthread_mutex_init(&device->lock, NULL);
	mlx5sig_lock_init(&device->mmio_lock);
	device->ops = *ops;
	device->cookie = cookie;
	device->has_update_tag = ops->has_update_tag;
	device->keys = mlx5sig_key_table_new();
	if (!device->keys)
		goto fail;
	err = device_ask(device);
	if (err)
		goto fail;
	return device;
fail:
	device_free(device);
	errno = err;
	return NULL;
}

struct mlx5sig_device *mlx5sig_device_open(const struct mlx5sig_devx_ops *ops, void *cookie)
{
	if (!ops->obj_create || !ops->obj_destroy || !ops->general_cmd) {
		errno = EINVAL;
		return NULL;
	}
	return device_new(ops, cookie);
}

/*
 * Devices of contexts: found by the context, since that is all that a key's PD or a QP knows. The
 * lock also protects the number of users of every device.
 */
static struct {
	pthread_mutex_t lock;
	struct mlx5sig_device *first;
} devices = { .lock = PTHREAD_MUTEX_INITIALIZER };

int mlx5sig_device_close(struct mlx5sig_device *device)
{
	bool is_used;

	pthread_mutex_lock(&devices.lock);
	is_used = device->users;
	pthread_mutex_unlock(&devices.lock);
	if (is_used)
		return EBUSY;
	device_free(device);
	return 0;
}

struct mlx5sig_device *mlx5sig_device_use(struct mlx5sig_device *device)
{
	pthread_mutex_lock(&devices.lock);
	device->users++;
	pthread_mutex_unlock(&devices.lock);
	return device;
}

/*
 * The kernel refuses commands of a context without DEVX, but for some queries, before they get to
 * the device.
 */
static int devx_errno(int err, const void *out)
{
	return err == EINVAL && !prm_cmd_out_hdr_get_status(out) ? EOPNOTSUPP : err;
}

static void *devx_obj_create(void *cookie, const void *in, size_t inlen, void *out, size_t outlen)
{
	void *obj = mlx5dv_devx_obj_create(cookie, in, inlen, out, outlen);

	if (!obj)
		errno = devx_errno(errno, out);
	return obj;
}

static int devx_obj_destroy(void *cookie, void *obj)
{
	(void)cookie;
	return mlx5dv_devx_obj_destroy(obj);
}

static int devx_general_cmd(void *cookie, const void *in, size_t inlen, void *out, size_t outlen)
{
	return devx_errno(mlx5dv_devx_general_cmd(cookie, in, inlen, out, outlen), out);
}

static int devx_qp_query(void *cookie, void *handle, const void *in, size_t inlen, void *out,
			 size_t outlen)
{
	(void)cookie;
	return mlx5dv_devx_qp_query(handle, in, inlen, out, outlen);
}

static int devx_qp_modify(void *cookie, void *handle, const void *in, size_t inlen, void *out,
			  size_t outlen)
{
	(void)cookie;
	return devx_errno(mlx5dv_devx_qp_modify(handle, in, inlen, out, outlen), out);
}

static const struct mlx5sig_devx_ops devx_ops = {
	.has_update_tag = true,	/* of every kernel that has DEVX and signature keys */
	.obj_create = devx_obj_create,
	.obj_destroy = devx_obj_destroy,
	.general_cmd = devx_general_cmd,
	.qp_query = devx_qp_query,
	.qp_modify = devx_qp_modify,
};

static struct mlx5sig_device *context_device_new(struct ibv_context *ctx)
{
	struct mlx5sig_device *device = NULL;

	if (!mlx5dv_is_supported(ctx->device))
		errno = EOPNOTSUPP;
	else
		device = device_new(&devx_ops, ctx);
	if (device)
		device->ctx = ctx;
	return device;
}

struct mlx5sig_device *mlx5sig_device_get(struct ibv_context *ctx)
{
	struct mlx5sig_device *device;

	pthread_mutex_lock(&devices.lock);
	for (device = devices.first; device && device->ctx != ctx; device = device->next)
		;
	if (!device) {
		device = context_device_new(ctx);
		if (device) {
			device->next = devices.first;
			devices.first = device;
		}
	}
	if (device)
		device->users++;
	pthread_mutex_unlock(&devices.lock);
	return device;
}

void mlx5sig_device_put(struct mlx5sig_device *device)
{
	struct mlx5sig_device **link = &devices.first;
	bool is_last;

	pthread_mutex_lock(&devices.lock);
	is_last = !--device->users && device->ctx;
	if (is_last) {
		while (*link != device)
			link = &(*link)->next;
		*link = device->next;
	}
	pthread_mutex_unlock(&devices.lock);
	if (is_last)
		device_free(device);
}

int mlx5sig_query_device(struct ibv_context *ctx, struct mlx5sig_context *attrs_out)
{
	struct mlx5sig_device *device = mlx5sig_device_get(ctx);
	int err;

	if (!device)
		return errno;
	err = mlx5sig_device_query(device, attrs_out);
	mlx5sig_device_put(device);
	return err;
}
