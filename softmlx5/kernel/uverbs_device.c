// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The kernel's side: contexts, attributes of device and port. All limits come from the capabilities
 * that QUERY_HCA_CAP returns.
 */
#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <infiniband/verbs.h>
#include <net/if.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "base/adversary.h"
#include "fabric/udp.h"
#include "kernel/uverbs_private.h"
#include "prm_alloc.h"
#include "prm_cap_memory.h"
#include "prm_ctrl.h"
#include "prm_data.h"
#include "prm_qpc.h"
#include "prm_rdma.h"

#define SM_VENDOR_ID 0x02c9	/* Mellanox's OUI */
#define SM_MAX_SGE_BYTES 512u	/* of a send WQE, as the kernel computes with it */
#define SM_CACHE_LINE 64
#define SM_LOG_PAGE 12

#define SM_CAP(dev, name) prm_cmd_hca_cap_get_##name((dev)->caps->general)

/* The clock page: converts the ticks of CQEs into nanoseconds since 1970. */
static void sm_clock_info(struct sm_dev *dev, struct mlx5_ib_clock_info *info)
{
	struct timespec now;
	uint64_t mult;

	/* A shift that is exact to one millionth, for differences of up to two days at 1 GHz. */
	memset(info, 0, sizeof(*info));
	clock_gettime(CLOCK_REALTIME, &now);
	info->cycles = sm_dev_ticks(dev, sm_now());
	info->nsec = (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
	info->shift = 16;
	do {
		mult = (UINT64_C(1000000) << info->shift) / SM_CAP(dev, device_frequency_khz);
	} while (mult > UINT32_MAX && info->shift--);
	info->mult = (uint32_t)mult;
	info->mask = INT64_MAX;
	info->overflow_period = UINT64_C(1000000000) * 3600;
}

void *sm_clock_mmap(struct sm_file *file, void *addr, size_t len, int prot, int flags)
{
	struct mlx5_ib_clock_info info;
	void *map = MAP_FAILED;
	int fd, err;

	if (len != SM_PAGE_SIZE || (prot & PROT_WRITE) ||
	    !SM_CAP(file->dev, device_frequency_khz)) {
		errno = sm_because(EINVAL, "the page of the clock is one page, and can be read only");
		return MAP_FAILED;
	}
	sm_clock_info(file->dev, &info);
	fd = memfd_create("softmlx5-clock", MFD_CLOEXEC);
	if (fd < 0)
		return MAP_FAILED;
	if (!ftruncate(fd, SM_PAGE_SIZE) && pwrite(fd, &info, sizeof(info), 0) == sizeof(info))
		map = mmap(addr, len, prot, flags, fd, 0);
	err = errno;
	close(fd);
	errno = err;
	return map;
}

/*
 * Contexts.
 */

/*
 * Headers that raw packets have to have in their WQE. Linux takes capabilities that the device lacks for
 * 0, which is L2; the context of the vport asks for none.
 */
static uint8_t sm_min_inline(struct sm_dev *dev)
{
	const struct prm_per_protocol_networking_offload_caps *caps = sm_ethernet_caps(dev);

	return caps && SM_ETHERNET_CAP(caps, wqe_inline_mode) != PRM_WQE_INLINE_MODE_L2 ?
		MLX5_USER_INLINE_MODE_NONE : MLX5_USER_INLINE_MODE_L2;
}

static void sm_context_answer(struct sm_file *file, struct mlx5_ib_alloc_ucontext_resp *resp)
{
	struct sm_dev *dev = file->dev;

	memset(resp, 0, sizeof(*resp));
	resp->qp_tab_size = sm_power(SM_CAP(dev, log_max_qp));
	/*
	 * Without BlueFlame libmlx5 rings by one plain store, that a trap can carry out. A page has
	 * no other use for the registers.
	 */
	if (sm_config()->doorbell == SM_DOORBELL_POLL && SM_CAP(dev, bf))
		resp->bf_reg_size = sm_power(SM_CAP(dev, log_bf_reg_size));
	resp->cache_line_size = SM_CACHE_LINE;
	resp->max_sq_desc_sz = (uint16_t)SM_CAP(dev, max_wqe_sz_sq);
	resp->max_rq_desc_sz = (uint16_t)SM_CAP(dev, max_wqe_sz_rq);
	resp->max_send_wqebb = sm_power(SM_CAP(dev, log_max_qp_sz));
	resp->max_recv_wr = sm_power(SM_CAP(dev, log_max_qp_sz));
	resp->max_srq_recv_wr = sm_power(SM_CAP(dev, log_max_srq_sz));
	resp->num_ports = 1;
	resp->cqe_version = file->cqe_version;
	resp->cmds_supp_uhw = MLX5_USER_CMDS_SUPP_UHW_QUERY_DEVICE |
			      MLX5_USER_CMDS_SUPP_UHW_CREATE_AH;
	if (SM_CAP(dev, port_type) == PRM_CAP_PORT_TYPE_ETHERNET)
		resp->eth_min_inline = sm_min_inline(dev);
	if (SM_CAP(dev, device_frequency_khz))
		resp->clock_info_versions = 1 << MLX5_IB_CLOCK_INFO_V1;
	resp->log_uar_size = SM_LOG_PAGE;
	resp->num_uars_per_page = 1;
	/* tot_bfregs stays 0: all UARs are allocated one by one. */
	if (SM_CAP(dev, drain_sigerr) && !dev->caps->kernel.no_sqd2rts)
		resp->comp_mask |= MLX5_IB_ALLOC_UCONTEXT_RESP_MASK_SQD2RTS;
	if (!dev->caps->kernel.no_mkey_update_tag)
		resp->comp_mask |= MLX5_IB_ALLOC_UCONTEXT_RESP_MASK_MKEY_UPDATE_TAG;
	resp->response_length = sizeof(*resp);
}

static int sm_context_write(struct sm_request *req, uint16_t vectors_attr, uint16_t support_attr,
			    uint16_t resp_attr)
{
	struct mlx5_ib_alloc_ucontext_resp resp;
	uint32_t vectors = SM_NUM_COMP_VECTORS;
	uint64_t support = IB_UVERBS_CORE_SUPPORT_OPTIONAL_MR_ACCESS;
	int err;

	sm_context_answer(req->file, &resp);
	if (sm_attr_len(req, resp_attr) < sizeof(resp))
		resp.response_length = (uint32_t)sm_attr_len(req, resp_attr);
	err = sm_attr_write(req, vectors_attr, &vectors, sizeof(vectors));
	if (!err)
		err = sm_attr_write(req, support_attr, &support, sizeof(support));
	if (!err)
		err = sm_attr_write(req, resp_attr, &resp, sizeof(resp));
	return err;
}

static int sm_context_alloc_td(struct sm_file *file)
{
	struct prm_alloc_transport_domain_in_fields fields;
	struct prm_alloc_transport_domain_in in;
	struct prm_alloc_transport_domain_out out;
	int err;

	if (!SM_CAP(file->dev, log_max_transport_domain))
		return 0;
	prm_alloc_transport_domain_in_fields_init(&fields);
	fields.uid = file->uid;
	prm_alloc_transport_domain_in_pack(&in, &fields);
	err = sm_kernel_exec(file->dev, &in, sizeof(in), &out, sizeof(out));
	if (err)
		return err;
	file->td = prm_alloc_transport_domain_out_get_transport_domain(&out);
	file->has_td = true;
	return 0;
}

static void sm_context_dealloc_td(struct sm_file *file)
{
	struct prm_dealloc_transport_domain_in_fields fields;
	struct prm_dealloc_transport_domain_in in;
	struct prm_dealloc_transport_domain_out out;

	if (!file->has_td)
		return;
	prm_dealloc_transport_domain_in_fields_init(&fields);
	fields.uid = file->uid;
	fields.transport_domain = file->td;
	prm_dealloc_transport_domain_in_pack(&in, &fields);
	sm_kernel_exec(file->dev, &in, sizeof(in), &out, sizeof(out));
	file->has_td = false;
}

void sm_context_free(struct sm_file *file)
{
	if (!file->has_context)
		return;
	sm_context_dealloc_td(file);
	if (file->uid)
		sm_fw_release_uid(file->dev, file->uid);
	file->has_context = false;
}

static int sm_context_check(struct sm_request *req, struct mlx5_ib_alloc_ucontext_req_v2 *cmd)
{
	int err;

	if (sm_attr_len(req, UVERBS_ATTR_UHW_IN) <
	    offsetof(struct mlx5_ib_alloc_ucontext_req_v2, max_cqe_version))
		return sm_because(-EINVAL,
				  "the driver's part has %zu bytes, without max_cqe_version",
				  sm_attr_len(req, UVERBS_ATTR_UHW_IN));
	err = sm_attr_read(req, UVERBS_ATTR_UHW_IN, cmd, sizeof(*cmd));
	if (err)
		return err;
	if (cmd->flags & ~(uint32_t)MLX5_IB_ALLOC_UCTX_DEVX)
		return sm_because(-EOPNOTSUPP, "flags are 0x%x; DEVX (0x%x) is known", cmd->flags,
				  MLX5_IB_ALLOC_UCTX_DEVX);
	if (cmd->comp_mask || cmd->reserved0 || cmd->reserved1 || cmd->reserved2)
		return sm_because(-EOPNOTSUPP, "comp_mask or reserved bytes are not 0");
	if (cmd->num_low_latency_bfregs > cmd->total_num_bfregs - 1)
		return sm_because(-EINVAL,
				  "num_low_latency_bfregs is %u, and total_num_bfregs %u, which "
				  "has to be larger",
				  cmd->num_low_latency_bfregs, cmd->total_num_bfregs);
	if ((cmd->flags & MLX5_IB_ALLOC_UCTX_DEVX) && !SM_CAP(req->file->dev, log_max_uctx))
		return sm_because(-EINVAL,
				  "flags have DEVX, which needs the capability log_max_uctx");
	/* The device preallocates no UARs. */
	return cmd->lib_caps & MLX5_LIB_CAP_DYN_UAR ?
		       0 :
		       sm_because(-EOPNOTSUPP, "lib_caps lacks DYN_UAR: libmlx5 is too old");
}

static int sm_get_context(struct sm_request *req)
{
	struct mlx5_ib_alloc_ucontext_req_v2 cmd;
	struct sm_file *file = req->file;
	uint32_t version = SM_CAP(file->dev, cqe_version);
	int err;

	if (file->has_context)
		return sm_because(-EINVAL, "the file has a context already");
	err = sm_context_check(req, &cmd);
	if (!err && (cmd.flags & MLX5_IB_ALLOC_UCTX_DEVX) && !file->uid)
		err = sm_file_alloc_uid(file);
	if (err)
		return err;
	if (sm_odd(file->dev, SM_ODD_OLD_CQES))
		version = 0;
	file->cqe_version = version < cmd.max_cqe_version ? (uint8_t)version : cmd.max_cqe_version;
	file->has_context = true;
	err = sm_context_alloc_td(file);
	if (!err)
		err = sm_context_write(req, UVERBS_ATTR_GET_CONTEXT_NUM_COMP_VECTORS,
				       UVERBS_ATTR_GET_CONTEXT_CORE_SUPPORT, UVERBS_ATTR_UHW_OUT);
	if (err)
		sm_context_free(file);
	return err;
}

/* For a process or library that received the descriptor from another one. */
static int sm_query_context(struct sm_request *req)
{
	return sm_context_write(req, UVERBS_ATTR_QUERY_CONTEXT_NUM_COMP_VECTORS,
				UVERBS_ATTR_QUERY_CONTEXT_CORE_SUPPORT,
				MLX5_IB_ATTR_QUERY_CONTEXT_RESP_UCTX);
}

/*
 * The device.
 */

/* The Ethernet offloads; NULL: the device has none, and Linux does not query them. */
const struct prm_per_protocol_networking_offload_caps *sm_ethernet_caps(struct sm_dev *dev)
{
	if (!SM_CAP(dev, eth_net_offloads))
		return NULL;
	return (const void *)dev->caps->image[PRM_HCA_CAP_TYPE_ETHERNET_OFFLOADS];
}

/* What raw packet QPs can do, IB_UVERBS_RAW_PACKET_CAP_*. */
static uint32_t sm_raw_packet_caps(struct sm_dev *dev)
{
	const struct prm_per_protocol_networking_offload_caps *caps = sm_ethernet_caps(dev);
	uint32_t can = 0;

	if (caps && SM_ETHERNET_CAP(caps, csum_cap))
		can |= IB_UVERBS_RAW_PACKET_CAP_IP_CSUM;
	if (caps && SM_ETHERNET_CAP(caps, vlan_cap))
		can |= IB_UVERBS_RAW_PACKET_CAP_CVLAN_STRIPPING;
	if (caps && SM_ETHERNET_CAP(caps, scatter_fcs))
		can |= IB_UVERBS_RAW_PACKET_CAP_SCATTER_FCS;
	if (SM_CAP(dev, rq_delay_drop) && SM_CAP(dev, general_notification_event))
		can |= IB_UVERBS_RAW_PACKET_CAP_DELAY_DROP;
	return can;
}

/* Older libraries look for these two in the device's flags. */
static uint64_t sm_raw_packet_flags(struct sm_dev *dev)
{
	const uint32_t can = sm_raw_packet_caps(dev);

	return (can & IB_UVERBS_RAW_PACKET_CAP_IP_CSUM ? IB_UVERBS_DEVICE_RAW_IP_CSUM : 0u) |
	       (can & IB_UVERBS_RAW_PACKET_CAP_SCATTER_FCS ? IB_UVERBS_DEVICE_RAW_SCATTER_FCS : 0u);
}

uint64_t sm_device_flags(struct sm_dev *dev)
{
	uint64_t flags = IB_UVERBS_DEVICE_CHANGE_PHY_PORT | IB_UVERBS_DEVICE_PORT_ACTIVE_EVENT |
			 IB_UVERBS_DEVICE_SYS_IMAGE_GUID | IB_UVERBS_DEVICE_RC_RNR_NAK_GEN;

	if (SM_CAP(dev, pkv))
		flags |= IB_UVERBS_DEVICE_BAD_PKEY_CNTR;
	if (SM_CAP(dev, qkv))
		flags |= IB_UVERBS_DEVICE_BAD_QKEY_CNTR;
	if (SM_CAP(dev, apm))
		flags |= IB_UVERBS_DEVICE_AUTO_PATH_MIG;
	if (SM_CAP(dev, xrc))
		flags |= IB_UVERBS_DEVICE_XRC;
	if (SM_CAP(dev, imaicl))
		flags |= IB_UVERBS_DEVICE_MEM_WINDOW | IB_UVERBS_DEVICE_MEM_WINDOW_TYPE_2B;
	if (!SM_CAP(dev, umr_modify_entity_size_disabled))
		flags |= IB_UVERBS_DEVICE_MEM_MGT_EXTENSIONS;
	if (SM_CAP(dev, ipoib_basic_offloads))
		flags |= IB_UVERBS_DEVICE_UD_IP_CSUM;
	if (SM_CAP(dev, end_pad))
		flags |= IB_UVERBS_DEVICE_PCI_WRITE_END_PADDING;
	if (sm_dev_is_ethernet(dev) && SM_CAP(dev, nic_flow_table))
		flags |= IB_UVERBS_DEVICE_MANAGED_FLOW_STEERING;
	return flags | sm_raw_packet_flags(dev);
}

/* The number of one-SGE WQEs in a send queue: control, remote address and atomic segment. */
static uint32_t sm_max_qp_wr(struct sm_dev *dev)
{
	uint32_t bytes = 64, need = PRM_CTRL_SEG_SIZE + PRM_RADDR_SEG_SIZE + PRM_ATOMIC_SEG_SIZE +
				    PRM_DATA_SEG_SIZE;

	while (bytes < need)
		bytes *= 2;
	return sm_power(SM_CAP(dev, log_max_qp_sz)) / (bytes / 64);
}

static uint32_t sm_max_send_sge(struct sm_dev *dev)
{
	uint32_t bytes = SM_CAP(dev, max_wqe_sz_sq);

	if (bytes > SM_MAX_SGE_BYTES)
		bytes = SM_MAX_SGE_BYTES;
	if (bytes < PRM_CTRL_SEG_SIZE + PRM_RADDR_SEG_SIZE)
		return 0;
	return (bytes - PRM_CTRL_SEG_SIZE - PRM_RADDR_SEG_SIZE) / PRM_DATA_SEG_SIZE;
}

uint32_t sm_gid_count(struct sm_dev *dev)
{
	return sm_caps_gids(dev->caps);
}

uint32_t sm_pkey_count(struct sm_dev *dev)
{
	return sm_caps_pkeys(dev->caps);
}

static void sm_device_limits(struct sm_dev *dev, struct ib_uverbs_query_device_resp *resp)
{
	uint32_t send_sge = sm_max_send_sge(dev);
	uint32_t recv_sge = SM_CAP(dev, max_wqe_sz_rq) / PRM_DATA_SEG_SIZE;

	resp->max_mr_size = UINT64_MAX;
	resp->page_size_cap = ~((uint64_t)sm_power(SM_CAP(dev, log_pg_sz)) - 1);
	resp->max_qp = sm_power(SM_CAP(dev, log_max_qp));
	resp->max_qp_wr = sm_max_qp_wr(dev);
	resp->max_sge = send_sge < recv_sge ? send_sge : recv_sge;
	resp->max_sge_rd = 30;	/* MLX5_MAX_SGE_RD */
	resp->max_cq = sm_power(SM_CAP(dev, log_max_cq));
	resp->max_cqe = sm_power(SM_CAP(dev, log_max_cq_sz)) - 1;
	resp->max_mr = sm_power(SM_CAP(dev, log_max_mkey));
	resp->max_mw = SM_CAP(dev, imaicl) ? sm_power(SM_CAP(dev, log_max_mkey)) : 0;
	resp->max_pd = sm_power(SM_CAP(dev, log_max_pd));
	resp->max_qp_rd_atom = sm_power(SM_CAP(dev, log_max_ra_req_qp));
	resp->max_qp_init_rd_atom = sm_power(SM_CAP(dev, log_max_ra_res_qp));
	resp->max_res_rd_atom = resp->max_qp_rd_atom * resp->max_qp;
	resp->max_srq = sm_power(SM_CAP(dev, log_max_srq));
	resp->max_srq_wr = sm_power(SM_CAP(dev, log_max_srq_sz)) - 1;
	resp->max_srq_sge = recv_sge ? recv_sge - 1 : 0;
	resp->max_mcast_grp = sm_power(SM_CAP(dev, log_max_mcg));
	resp->max_mcast_qp_attach = SM_CAP(dev, max_qp_mcg);
	resp->max_total_mcast_qp_attach = resp->max_mcast_qp_attach * resp->max_mcast_grp;
	resp->max_ah = INT32_MAX;
	resp->max_pkeys = (uint16_t)sm_pkey_count(dev);
	resp->local_ca_ack_delay = (uint8_t)SM_CAP(dev, local_ca_ack_delay);
}

static const struct prm_atomic_caps *sm_atomic_caps(struct sm_dev *dev)
{
	return SM_CAP(dev, atomic) ? (const void *)dev->caps->image[PRM_HCA_CAP_TYPE_ATOMIC] : NULL;
}

bool sm_has_atomics(struct sm_dev *dev)
{
	const uint32_t both = PRM_ATOMIC_OPERATIONS_COMPARE_SWAP | PRM_ATOMIC_OPERATIONS_FETCH_ADD;
	const struct prm_atomic_caps *caps = sm_atomic_caps(dev);

	return caps && (prm_atomic_caps_get_atomic_operations(caps) & both) == both &&
	       (prm_atomic_caps_get_atomic_size_qp(caps) & PRM_ATOMIC_SIZE_BYTES_8) &&
	       prm_atomic_caps_get_atomic_req_8b_endianness_mode(caps);
}

/* With masked atomics, the largest size; without, InfiniBand's operations only. */
uint8_t sm_atomic_mode(struct sm_dev *dev, bool is_dct)
{
	const uint32_t masked = PRM_ATOMIC_OPERATIONS_MASKED_COMPARE_SWAP |
				PRM_ATOMIC_OPERATIONS_MASKED_FETCH_ADD;
	const struct prm_atomic_caps *caps = sm_atomic_caps(dev);
	uint32_t sizes;

	if (!caps)
		return PRM_QP_ATOMIC_MODE_NONE;
	sizes = (is_dct ? prm_atomic_caps_get_atomic_size_dc(caps) :
			  prm_atomic_caps_get_atomic_size_qp(caps)) & PRM_ATOMIC_SIZE_ALL;
	if (!(prm_atomic_caps_get_atomic_operations(caps) & masked) || !sizes)
		return sm_has_atomics(dev) ? PRM_QP_ATOMIC_MODE_IB_SPEC : PRM_QP_ATOMIC_MODE_NONE;
	if (sizes < PRM_ATOMIC_SIZE_BYTES_16)
		return PRM_QP_ATOMIC_MODE_UP_TO_8B;
	/* The modes are numbered like the bits, as in mlx5_ib. */
	return (uint8_t)(31 - __builtin_clz(sizes));
}

static void sm_device_answer(struct sm_dev *dev, struct ib_uverbs_query_device_resp *resp)
{
	const struct sm_caps *caps = dev->caps;

	memset(resp, 0, sizeof(*resp));
	sm_device_limits(dev, resp);
	resp->fw_ver = (uint64_t)caps->fw_major << 32 | (uint64_t)caps->fw_minor << 16 |
		       caps->fw_sub;
	resp->node_guid = htobe64(dev->guid);
	resp->sys_image_guid = resp->node_guid;
	resp->vendor_id = SM_VENDOR_ID;
	resp->vendor_part_id = caps->pci_device;
	resp->device_cap_flags = (uint32_t)sm_device_flags(dev);
	resp->atomic_cap = sm_has_atomics(dev) ? IBV_ATOMIC_HCA : IBV_ATOMIC_NONE;
	resp->phys_port_cnt = 1;
}

static int sm_query_device(struct sm_request *req)
{
	struct ib_uverbs_query_device_resp resp;

	sm_device_answer(req->file->dev, &resp);
	return sm_command_answer(req, &resp, sizeof(resp));
}

/* What mlx5_ib says of a card with Ethernet offloads: what its QPs can hash. */
static void sm_rss_answer(struct mlx5_ib_rss_caps *resp)
{
	resp->rx_hash_function = MLX5_RX_HASH_FUNC_TOEPLITZ;
	resp->rx_hash_fields_mask = MLX5_RX_HASH_SRC_IPV4 | MLX5_RX_HASH_DST_IPV4 |
		MLX5_RX_HASH_SRC_IPV6 | MLX5_RX_HASH_DST_IPV6 | MLX5_RX_HASH_SRC_PORT_TCP |
		MLX5_RX_HASH_DST_PORT_TCP | MLX5_RX_HASH_SRC_PORT_UDP | MLX5_RX_HASH_DST_PORT_UDP |
		MLX5_RX_HASH_INNER;
}

/* Attributes of the Ethernet offloads. There is no packet pacing. */
static void sm_ethernet_answer(struct sm_dev *dev, struct mlx5_ib_query_device_resp *resp)
{
	const struct prm_per_protocol_networking_offload_caps *caps = sm_ethernet_caps(dev);

	if (!caps)
		return;
	sm_rss_answer(&resp->rss_caps);
	if (SM_ETHERNET_CAP(caps, max_lso_cap)) {
		resp->tso_caps.max_tso = 1u << SM_ETHERNET_CAP(caps, max_lso_cap);
		resp->tso_caps.supported_qpts = 1 << IBV_QPT_RAW_PACKET;
	}
	if (SM_ETHERNET_CAP(caps, multi_pkt_send_wqe))
		resp->mlx5_ib_support_multi_pkt_send_wqes |= MLX5_IB_ALLOW_MPW;
	if (SM_ETHERNET_CAP(caps, enhanced_multi_pkt_send_wqe))
		resp->mlx5_ib_support_multi_pkt_send_wqes |= MLX5_IB_SUPPORT_EMPW;
	if (SM_ETHERNET_CAP(caps, swp)) {
		resp->sw_parsing_caps.sw_parsing_offloads = MLX5_IB_SW_PARSING;
		resp->sw_parsing_caps.supported_qpts = 1 << IBV_QPT_RAW_PACKET;
		if (SM_ETHERNET_CAP(caps, swp_csum))
			resp->sw_parsing_caps.sw_parsing_offloads |= MLX5_IB_SW_PARSING_CSUM;
		if (SM_ETHERNET_CAP(caps, swp_lso))
			resp->sw_parsing_caps.sw_parsing_offloads |= MLX5_IB_SW_PARSING_LSO;
	}
	if (SM_ETHERNET_CAP(caps, tunnel_stateless_vxlan))
		resp->tunnel_offloads_caps |= MLX5_IB_TUNNELED_OFFLOADS_VXLAN;
	if (SM_ETHERNET_CAP(caps, tunnel_stateless_gre))
		resp->tunnel_offloads_caps |= MLX5_IB_TUNNELED_OFFLOADS_GRE;
	if (SM_ETHERNET_CAP(caps, tunnel_stateless_geneve_rx))
		resp->tunnel_offloads_caps |= MLX5_IB_TUNNELED_OFFLOADS_GENEVE;
	if (SM_ETHERNET_CAP(caps, tunnel_stateless_mpls_over_gre))
		resp->tunnel_offloads_caps |= MLX5_IB_TUNNELED_OFFLOADS_MPLS_GRE;
	if (SM_ETHERNET_CAP(caps, tunnel_stateless_mpls_over_udp))
		resp->tunnel_offloads_caps |= MLX5_IB_TUNNELED_OFFLOADS_MPLS_UDP;
}

static void sm_striding_rq_answer(struct sm_dev *dev, struct mlx5_ib_striding_rq_caps *resp)
{
	if (!SM_CAP(dev, eth_striding_wq))
		return;
	resp->min_single_stride_log_num_of_bytes = 6;
	resp->max_single_stride_log_num_of_bytes = 13;
	resp->min_single_wqe_log_num_of_strides = SM_CAP(dev, ext_stride_num_range) ? 3 : 9;
	resp->max_single_wqe_log_num_of_strides = 16;
	resp->supported_qpts = 1 << IBV_QPT_RAW_PACKET;
}

/* The driver's part of the answer: as many whole fields as the application has room for. */
static int sm_query_device_driver(struct sm_request *req)
{
	struct mlx5_ib_query_device_resp resp = { .response_length = sizeof(resp) };
	size_t len = sm_attr_len(req, UVERBS_ATTR_UHW_OUT);
	struct sm_dev *dev = req->file->dev;

	if (!sm_attr_is_cleared(req, UVERBS_ATTR_UHW_IN, 0))
		return sm_because(-EINVAL, "the driver's part of the query is not 0");
	if (!len)
		return 0;
	if (len < offsetof(struct mlx5_ib_query_device_resp, tso_caps))
		return sm_because(-EINVAL,
				  "the driver's answer has room for %zu bytes, before tso_caps",
				  len);
	if (len < sizeof(resp))
		resp.response_length = (uint32_t)len;
	if (SM_CAP(dev, cqe_compression)) {
		resp.cqe_comp_caps.max_num = SM_CAP(dev, cqe_compression_max_num);
		resp.cqe_comp_caps.supported_format = MLX5_IB_CQE_RES_FORMAT_HASH |
						      MLX5_IB_CQE_RES_FORMAT_CSUM;
		if (SM_CAP(dev, mini_cqe_resp_stride_index))
			resp.cqe_comp_caps.supported_format |=
				MLX5_IB_CQE_RES_FORMAT_CSUM_STRIDX;
	}
	sm_ethernet_answer(dev, &resp);
	sm_striding_rq_answer(dev, &resp.striding_rq_caps);
	if (SM_CAP(dev, cqe_compression_128b))
		resp.flags |= MLX5_IB_QUERY_DEV_RESP_FLAGS_CQE_128B_COMP;
	if (SM_CAP(dev, cqe_128_always))
		resp.flags |= MLX5_IB_QUERY_DEV_RESP_FLAGS_CQE_128B_PAD;
	if (SM_CAP(dev, qp_packet_based))
		resp.flags |= MLX5_IB_QUERY_DEV_RESP_PACKET_BASED_CREDIT_MODE;
	resp.dci_streams_caps.max_log_num_concurent =
		(uint8_t)SM_CAP(dev, log_max_dci_stream_channels);
	resp.dci_streams_caps.max_log_num_errored =
		(uint8_t)SM_CAP(dev, log_max_dci_errored_streams);
	return sm_attr_write(req, UVERBS_ATTR_UHW_OUT, &resp, sizeof(resp));
}

/* Tables of work queues, which Linux has for a port of Ethernet only. */
static void sm_work_queues_answer(struct sm_dev *dev, struct ib_uverbs_ex_query_device_resp *resp)
{
	if (!sm_dev_is_ethernet(dev))
		return;
	resp->rss_caps.supported_qpts = 1 << IBV_QPT_RAW_PACKET;
	resp->rss_caps.max_rwq_indirection_tables = sm_power(SM_CAP(dev, log_max_rqt));
	resp->rss_caps.max_rwq_indirection_table_size = sm_power(SM_CAP(dev, log_max_rqt_size));
	resp->max_wq_type_rq = sm_power(SM_CAP(dev, log_max_rq));
}

static int sm_ex_query_device(struct sm_request *req)
{
	struct ib_uverbs_ex_query_device_resp resp = { .response_length = sizeof(resp) };
	size_t len = sm_attr_len(req, UVERBS_ATTR_CORE_OUT);
	struct ib_uverbs_ex_query_device cmd;
	struct sm_dev *dev = req->file->dev;
	int err = sm_command_read(req, &cmd, sizeof(cmd));

	if (err)
		return err;
	if (cmd.comp_mask || cmd.reserved)
		return sm_because(-EINVAL, "comp_mask or reserved bits are not 0");
	err = sm_query_device_driver(req);
	if (err)
		return err;
	if (len < sizeof(resp))
		resp.response_length = (uint32_t)len;
	sm_device_answer(dev, &resp.base);
	resp.timestamp_mask = INT64_MAX;
	resp.hca_core_clock = SM_CAP(dev, device_frequency_khz);
	resp.device_cap_flags_ex = sm_device_flags(dev);
	resp.raw_packet_caps = sm_raw_packet_caps(dev);
	if (SM_CAP(dev, cq_moderation)) {
		resp.cq_moderation_caps.max_cq_moderation_count = UINT16_MAX;
		resp.cq_moderation_caps.max_cq_moderation_period = 0xfff;
	}
	sm_work_queues_answer(dev, &resp);
	resp.max_dm_size = sm_dm_max(dev);
	sm_odp_answer(dev, &resp);
	return sm_command_answer(req, &resp, sizeof(resp));
}

/*
 * The port.
 */

uint8_t sm_port_mtu(void)
{
	uint8_t mtu = IBV_MTU_256;

	while (256u << (mtu - IBV_MTU_256) < sm_udp_mtu())
		mtu++;
	return mtu;
}

static int sm_query_port(struct sm_request *req)
{
	struct ib_uverbs_query_port_resp_ex resp = { 0 };
	struct ib_uverbs_query_port_resp *port = &resp.legacy_resp;
	struct sm_dev *dev = req->file->dev;
	const bool is_ethernet = sm_dev_is_ethernet(dev);

	if (sm_attr_number(req, UVERBS_ATTR_QUERY_PORT_PORT_NUM) != SM_PORT)
		return sm_because(
			-EINVAL, "port_num is %llu; the device has port %u",
			(unsigned long long)sm_attr_number(req, UVERBS_ATTR_QUERY_PORT_PORT_NUM),
			SM_PORT);
	port->port_cap_flags = sm_port_capabilities(is_ethernet);
	port->max_msg_sz = sm_power(SM_CAP(dev, log_max_msg));
	port->gid_tbl_len = sm_gid_count(dev);
	port->pkey_tbl_len = (uint16_t)sm_pkey_count(dev);
	if (!is_ethernet) {
		port->lid = dev->lid;
		port->sm_lid = SM_SUBNET_LID;
	}
	port->state = IBV_PORT_ACTIVE;
	port->phys_state = SM_PORT_LINK_UP;
	port->max_mtu = IBV_MTU_4096;
	port->active_mtu = sm_port_mtu();
	port->max_vl_num = 3;	/* VL0 to VL3 */
	port->subnet_timeout = 18;
	port->active_width = 2;	/* 4x */
	port->active_speed = 32;	/* EDR */
	port->flags = is_ethernet ? IB_UVERBS_QPF_GRH_REQUIRED : 0;
	port->link_layer = is_ethernet ? IBV_LINK_LAYER_ETHERNET : IBV_LINK_LAYER_INFINIBAND;
	return sm_attr_write(req, UVERBS_ATTR_QUERY_PORT_RESP, &resp, sizeof(resp));
}

/* mlx5_ib's addition: registers for steering, of which there are none. */
static int sm_query_port_driver(struct sm_request *req)
{
	struct mlx5_ib_uapi_query_port resp = { 0 };

	if (sm_attr_number(req, MLX5_IB_ATTR_QUERY_PORT_PORT_NUM) != SM_PORT)
		return sm_because(
			-EINVAL, "port_num is %llu; the device has port %u",
			(unsigned long long)sm_attr_number(req, MLX5_IB_ATTR_QUERY_PORT_PORT_NUM),
			SM_PORT);
	return sm_attr_write(req, MLX5_IB_ATTR_QUERY_PORT, &resp, sizeof(resp));
}

/* false: the entry is free. */
static bool sm_gid_entry(struct sm_dev *dev, uint32_t index, struct ib_uverbs_gid_entry *entry)
{
	static const uint8_t types[] = {
		[SM_GID_IB] = IB_UVERBS_GID_TYPE_IB,
		[SM_GID_ROCE_V1] = IB_UVERBS_GID_TYPE_ROCE_V1,
		[SM_GID_ROCE_V2] = IB_UVERBS_GID_TYPE_ROCE_V2,
	};
	uint8_t gid[SM_GID_SIZE];
	const enum sm_gid_type type = sm_dev_gid(dev, index, gid);

	memset(entry, 0, sizeof(*entry));
	if (type == SM_GID_NONE || index >= sm_gid_count(dev))
		return false;
	memcpy(entry->gid, gid, sizeof(gid));
	entry->gid_index = index;
	entry->port_num = SM_PORT;
	entry->gid_type = types[type];
	if (type != SM_GID_IB)
		entry->netdev_ifindex = if_nametoindex(SM_NETDEV);
	return true;
}

static int sm_query_gid_entry(struct sm_request *req)
{
	uint64_t index = sm_attr_number(req, UVERBS_ATTR_QUERY_GID_ENTRY_GID_INDEX);
	struct ib_uverbs_gid_entry entry;

	if (sm_attr_number(req, UVERBS_ATTR_QUERY_GID_ENTRY_FLAGS))
		return sm_because(-EINVAL, "flags are not 0");
	if (sm_attr_number(req, UVERBS_ATTR_QUERY_GID_ENTRY_PORT) != SM_PORT)
		return sm_because(
			-EINVAL, "port_num is %llu; the device has port %u",
			(unsigned long long)sm_attr_number(req, UVERBS_ATTR_QUERY_GID_ENTRY_PORT),
			SM_PORT);
	if (index >= sm_gid_count(req->file->dev))
		return sm_because(-EINVAL, "gid_index is %llu; the port has %u GIDs",
				  (unsigned long long)index, sm_gid_count(req->file->dev));
	req->is_asked = true; /* programs walk through the table */
	if (!sm_gid_entry(req->file->dev, (uint32_t)index, &entry))
		return sm_because(-ENODATA, "gid_index is %llu, and that entry is empty",
				  (unsigned long long)index);
	return sm_attr_write(req, UVERBS_ATTR_QUERY_GID_ENTRY_RESP_ENTRY, &entry, sizeof(entry));
}

static int sm_query_gid_table(struct sm_request *req)
{
	uint64_t size = sm_attr_number(req, UVERBS_ATTR_QUERY_GID_TABLE_ENTRY_SIZE), n;
	uint8_t table[SM_GIDS_MAX * 256] = { 0 };
	struct ib_uverbs_gid_entry entry;
	int err;

	if (sm_attr_number(req, UVERBS_ATTR_QUERY_GID_TABLE_FLAGS))
		return sm_because(-EINVAL, "flags are not 0");
	if (size < sizeof(entry) || size > sizeof(table) / SM_GIDS_MAX)
		return sm_because(-EINVAL, "entries have %llu bytes; %zu to %zu are allowed",
				  (unsigned long long)size, sizeof(entry),
				  sizeof(table) / SM_GIDS_MAX);
	for (n = 0; sm_gid_entry(req->file->dev, (uint32_t)n, &entry); n++)
		memcpy(table + n * size, &entry, sizeof(entry));
	if (sm_attr_len(req, UVERBS_ATTR_QUERY_GID_TABLE_RESP_ENTRIES) < n * size)
		return sm_because(-EINVAL,
				  "the answer has room for %zu bytes; the %llu GIDs need %llu",
				  sm_attr_len(req, UVERBS_ATTR_QUERY_GID_TABLE_RESP_ENTRIES),
				  (unsigned long long)n, (unsigned long long)(n * size));
	err = sm_attr_write(req, UVERBS_ATTR_QUERY_GID_TABLE_RESP_ENTRIES, table, n * size);
	if (!err)
		err = sm_attr_write(req, UVERBS_ATTR_QUERY_GID_TABLE_RESP_NUM_ENTRIES, &n,
				    sizeof(n));
	return err;
}

/* The queue of asynchronous events. Objects that name no queue use the first one of the file. */
static int sm_async_event_alloc(struct sm_request *req)
{
	if (!sm_events_new(req, UVERBS_OBJECT_ASYNC_EVENT, NULL, NULL))
		return -errno;
	if (!req->file->async)
		req->file->async = sm_events_get(req->created_fd);
	return sm_attr_write_handle(req, UVERBS_ATTR_ASYNC_EVENT_ALLOC_FD_HANDLE,
				    req->created_fd);
}

const struct sm_method sm_uverbs_device_methods[] = {
	{
		.object = UVERBS_OBJECT_DEVICE,
		.method = UVERBS_METHOD_GET_CONTEXT,
		.run = sm_get_context,
		.attrs = {
			SM_OUT_OPTIONAL(UVERBS_ATTR_GET_CONTEXT_NUM_COMP_VECTORS, uint32_t),
			SM_OUT_OPTIONAL(UVERBS_ATTR_GET_CONTEXT_CORE_SUPPORT, uint64_t),
			SM_UHW,
			SM_ATTRS_END,
		},
	}, {
		.object = UVERBS_OBJECT_DEVICE,
		.method = UVERBS_METHOD_QUERY_CONTEXT,
		.needs_context = true,
		.run = sm_query_context,
		.attrs = {
			SM_OUT_OPTIONAL(UVERBS_ATTR_QUERY_CONTEXT_NUM_COMP_VECTORS, uint32_t),
			SM_OUT_OPTIONAL(UVERBS_ATTR_QUERY_CONTEXT_CORE_SUPPORT, uint64_t),
			SM_OUT_STRUCT(MLX5_IB_ATTR_QUERY_CONTEXT_RESP_UCTX,
				      sizeof(struct mlx5_ib_alloc_ucontext_resp)),
			SM_ATTRS_END,
		},
	}, {
		.object = UVERBS_OBJECT_DEVICE,
		.method = UVERBS_METHOD_QUERY_PORT,
		.needs_context = true,
		.run = sm_query_port,
		.attrs = {
			SM_CONST_IN(UVERBS_ATTR_QUERY_PORT_PORT_NUM),
			SM_OUT_STRUCT(UVERBS_ATTR_QUERY_PORT_RESP,
				      offsetof(struct ib_uverbs_query_port_resp_ex, reserved)),
			SM_ATTRS_END,
		},
	}, {
		.object = UVERBS_OBJECT_DEVICE,
		.method = MLX5_IB_METHOD_QUERY_PORT,
		.needs_context = true,
		.run = sm_query_port_driver,
		.attrs = {
			SM_IN(MLX5_IB_ATTR_QUERY_PORT_PORT_NUM, uint32_t),
			SM_OUT_STRUCT(MLX5_IB_ATTR_QUERY_PORT,
				      sizeof(struct mlx5_ib_uapi_query_port)),
			SM_ATTRS_END,
		},
	}, {
		.object = UVERBS_OBJECT_DEVICE,
		.method = UVERBS_METHOD_QUERY_GID_TABLE,
		.needs_context = true,
		.run = sm_query_gid_table,
		.attrs = {
			SM_CONST_IN(UVERBS_ATTR_QUERY_GID_TABLE_ENTRY_SIZE),
			SM_FLAGS_IN(UVERBS_ATTR_QUERY_GID_TABLE_FLAGS),
			SM_OUT_BYTES(UVERBS_ATTR_QUERY_GID_TABLE_RESP_ENTRIES, 0),
			SM_OUT(UVERBS_ATTR_QUERY_GID_TABLE_RESP_NUM_ENTRIES, uint64_t),
			SM_ATTRS_END,
		},
	}, {
		.object = UVERBS_OBJECT_DEVICE,
		.method = UVERBS_METHOD_QUERY_GID_ENTRY,
		.needs_context = true,
		.run = sm_query_gid_entry,
		.attrs = {
			SM_CONST_IN(UVERBS_ATTR_QUERY_GID_ENTRY_PORT),
			SM_CONST_IN(UVERBS_ATTR_QUERY_GID_ENTRY_GID_INDEX),
			SM_FLAGS_IN(UVERBS_ATTR_QUERY_GID_ENTRY_FLAGS),
			SM_OUT_STRUCT(UVERBS_ATTR_QUERY_GID_ENTRY_RESP_ENTRY,
				      sizeof(struct ib_uverbs_gid_entry)),
			SM_ATTRS_END,
		},
	}, {
		.object = UVERBS_OBJECT_ASYNC_EVENT,
		.method = UVERBS_METHOD_ASYNC_EVENT_ALLOC,
		.needs_context = true,
		.run = sm_async_event_alloc,
		.attrs = {
			SM_NEW_FD(UVERBS_ATTR_ASYNC_EVENT_ALLOC_FD_HANDLE),
			SM_ATTRS_END,
		},
	},
	{ .run = NULL },
};

const struct sm_write_command sm_uverbs_device_commands[] = {
	{
		IB_USER_VERBS_CMD_QUERY_DEVICE, sizeof(struct ib_uverbs_query_device),
		sizeof(struct ib_uverbs_query_device_resp), sm_query_device,
	}, {
		IB_USER_VERBS_CMD_FLAG_EXTENDED | IB_USER_VERBS_EX_CMD_QUERY_DEVICE,
		sizeof(struct ib_uverbs_ex_query_device),
		offsetof(struct ib_uverbs_ex_query_device_resp, odp_caps), sm_ex_query_device,
	},
	{ .run = NULL },
};
