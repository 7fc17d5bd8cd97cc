/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Capabilities of Ethernet offloads, RoCE and quality of service.
 * Made by prmc 1 from spec/cmd/cap_ethernet.yaml, spec digest a22ce9b6d0b9. Do not edit: `ninja
 * regen`.
 */
#ifndef PRM_CAP_ETHERNET_H
#define PRM_CAP_ETHERNET_H

#include "prm_base.h"
#include "prm_hca_cap.h"

/**
 * enum prm_lro_max_msg_sz_mode - What lro_max_message_size of a TIR counts
 *
 * Sources: mstflint tools_layouts/adb/prm/hca/ext/hca_cap_table.adb node
 * per_protocol_networking_offload_caps.
 */
enum prm_lro_max_msg_sz_mode {
	PRM_LRO_MAX_MSG_SZ_MODE_FROM_TCP_HEADER = 0x00, /* TCP header and payload. */
	/* All headers from layer 2 on and payload. */
	PRM_LRO_MAX_MSG_SZ_MODE_FROM_L2_HEADER  = 0x01,
};

/* The name of a value of enum prm_lro_max_msg_sz_mode, or NULL. */
static inline const char *prm_lro_max_msg_sz_mode_str(uint64_t value)
{
	switch (value) {
	case PRM_LRO_MAX_MSG_SZ_MODE_FROM_TCP_HEADER:
		return "FROM_TCP_HEADER";
	case PRM_LRO_MAX_MSG_SZ_MODE_FROM_L2_HEADER:
		return "FROM_L2_HEADER";
	default:
		return NULL;
	}
}

/**
 * enum prm_multi_pkt_send_wqe - Who may post a WQE with several packets
 *
 * Sources: mstflint tools_layouts/adb/prm/hca/ext/hca_cap_table.adb node
 * per_protocol_networking_offload_caps.
 */
enum prm_multi_pkt_send_wqe {
	PRM_MULTI_PKT_SEND_WQE_NOT_SUPPORTED = 0x00,
	PRM_MULTI_PKT_SEND_WQE_PRIVILEGED    = 0x01, /* Privileged SQs only. */
};

/* The name of a value of enum prm_multi_pkt_send_wqe, or NULL. */
static inline const char *prm_multi_pkt_send_wqe_str(uint64_t value)
{
	switch (value) {
	case PRM_MULTI_PKT_SEND_WQE_NOT_SUPPORTED:
		return "NOT_SUPPORTED";
	case PRM_MULTI_PKT_SEND_WQE_PRIVILEGED:
		return "PRIVILEGED";
	default:
		return NULL;
	}
}

/**
 * enum prm_wqe_inline_mode - Headers that a WQE must hold inline
 *
 * Sources: linux include/linux/mlx5/vport.h MLX5_CAP_INLINE_MODE_*.
 */
enum prm_wqe_inline_mode {
	PRM_WQE_INLINE_MODE_L2            = 0x00, /* At least layer 2. */
	PRM_WQE_INLINE_MODE_VPORT_CONTEXT = 0x01, /* As the context of the vport tells. */
	PRM_WQE_INLINE_MODE_NOT_REQUIRED  = 0x02, /* None. */
};

/* The name of a value of enum prm_wqe_inline_mode, or NULL. */
static inline const char *prm_wqe_inline_mode_str(uint64_t value)
{
	switch (value) {
	case PRM_WQE_INLINE_MODE_L2:
		return "L2";
	case PRM_WQE_INLINE_MODE_VPORT_CONTEXT:
		return "VPORT_CONTEXT";
	case PRM_WQE_INLINE_MODE_NOT_REQUIRED:
		return "NOT_REQUIRED";
	default:
		return NULL;
	}
}

/**
 * flags PRM_ROCE_VERSION_* - Versions of RoCE. No bit, no RoCE
 *
 * Sources: linux include/linux/mlx5/device.h MLX5_ROCE_VERSION_*_CAP; mstflint
 * tools_layouts/adb/prm/hca/ext/hca_cap_table.adb node roce_cap.
 */
#define PRM_ROCE_VERSION_V1   (UINT32_C(1) << 0) /* Over Ethernet. */
#define PRM_ROCE_VERSION_V1_5 (UINT32_C(1) << 1) /* Over IP. */
#define PRM_ROCE_VERSION_V2   (UINT32_C(1) << 2) /* Over UDP. */
#define PRM_ROCE_VERSION_ALL UINT32_C(0x7)

/* The name of bit @bit of PRM_ROCE_VERSION_*, 0 the lowest one, or NULL. */
static inline const char *prm_roce_version_flag_str(unsigned int bit)
{
	switch (bit) {
	case 0:
		return "V1";
	case 1:
		return "V1_5";
	case 2:
		return "V2";
	default:
		return NULL;
	}
}

/**
 * flags PRM_ROCE_L3_TYPE_* - Network headers of RoCE
 *
 * Sources: linux include/linux/mlx5/device.h MLX5_ROCE_L3_TYPE_*_CAP; mstflint
 * tools_layouts/adb/prm/hca/ext/hca_cap_table.adb node roce_cap.
 */
#define PRM_ROCE_L3_TYPE_GRH  (UINT32_C(1) << 0)
#define PRM_ROCE_L3_TYPE_IPV4 (UINT32_C(1) << 1)
#define PRM_ROCE_L3_TYPE_IPV6 (UINT32_C(1) << 2)
#define PRM_ROCE_L3_TYPE_ALL UINT32_C(0x7)

/* The name of bit @bit of PRM_ROCE_L3_TYPE_*, 0 the lowest one, or NULL. */
static inline const char *prm_roce_l3_type_flag_str(unsigned int bit)
{
	switch (bit) {
	case 0:
		return "GRH";
	case 1:
		return "IPV4";
	case 2:
		return "IPV6";
	default:
		return NULL;
	}
}

/**
 * flags PRM_SCHEDULING_ELEMENT_TYPE_* - Elements of a scheduler
 *
 * Other values are legal too.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h ELEMENT_TYPE_CAP_MASK_*.
 */
/* Transmit scheduling arbiter. */
#define PRM_SCHEDULING_ELEMENT_TYPE_TSAR          (UINT32_C(1) << 0)
#define PRM_SCHEDULING_ELEMENT_TYPE_VPORT         (UINT32_C(1) << 1)
#define PRM_SCHEDULING_ELEMENT_TYPE_VPORT_TC      (UINT32_C(1) << 2)
#define PRM_SCHEDULING_ELEMENT_TYPE_PARA_VPORT_TC (UINT32_C(1) << 3)
#define PRM_SCHEDULING_ELEMENT_TYPE_QUEUE_GROUP   (UINT32_C(1) << 4)
#define PRM_SCHEDULING_ELEMENT_TYPE_ALL UINT32_C(0x1f)

/* The name of bit @bit of PRM_SCHEDULING_ELEMENT_TYPE_*, 0 the lowest one, or NULL. */
static inline const char *prm_scheduling_element_type_flag_str(unsigned int bit)
{
	switch (bit) {
	case 0:
		return "TSAR";
	case 1:
		return "VPORT";
	case 2:
		return "VPORT_TC";
	case 3:
		return "PARA_VPORT_TC";
	case 4:
		return "QUEUE_GROUP";
	default:
		return NULL;
	}
}

/**
 * flags PRM_TSAR_TYPE_* - Transmit scheduling arbiters
 *
 * Other values are legal too.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h TSAR_TYPE_CAP_MASK_*.
 */
#define PRM_TSAR_TYPE_DWRR        (UINT32_C(1) << 0) /* Deficit weighted round robin. */
#define PRM_TSAR_TYPE_ROUND_ROBIN (UINT32_C(1) << 1)
#define PRM_TSAR_TYPE_ETS         (UINT32_C(1) << 2) /* Enhanced transmission selection. */
#define PRM_TSAR_TYPE_ALL UINT32_C(0x7)

/* The name of bit @bit of PRM_TSAR_TYPE_*, 0 the lowest one, or NULL. */
static inline const char *prm_tsar_type_flag_str(unsigned int bit)
{
	switch (bit) {
	case 0:
		return "DWRR";
	case 1:
		return "ROUND_ROBIN";
	case 2:
		return "ETS";
	default:
		return NULL;
	}
}

/**
 * struct prm_per_protocol_networking_offload_caps - stateless offloads of Ethernet, or of IPoIB
 * with capability types IPOIB_OFFLOADS and IPOIB_ENHANCED_OFFLOADS
 *
 * 256 bytes, written by the device.
 * Note: For source and since see cmd_hca_cap.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct
 * mlx5_ifc_per_protocol_networking_offload_caps_bits (6.12 and 6.1); DPDK
 * drivers/common/mlx5/mlx5_prm.h struct mlx5_ifc_per_protocol_networking_offload_caps_bits;
 * mstflint tools_layouts/adb/prm/hca/ext/hca_cap_table.adb node
 * per_protocol_networking_offload_caps.
 */
struct prm_per_protocol_networking_offload_caps {
	/*
	 * 0x00 [31]    csum_cap: Checksums are checked and generated.
	 *      [30]    vlan_cap: VLAN tags can be stripped. Sources disagree: vlan_strip in the
	 *                manual's table. The name of Linux and DPDK is taken.
	 *      [29]    lro_cap: LRO (large receive offload) is supported.
	 *      [28]    lro_psh_flag: LRO takes segments with TCP flag PSH. (needs
	 *                per_protocol_networking_offload_caps.lro_cap)
	 *      [27]    lro_time_stamp: LRO takes segments with a TCP timestamp. (needs
	 *                per_protocol_networking_offload_caps.lro_cap)
	 *      [26:25] lro_max_msg_sz_mode: What lro_max_message_size of a TIR counts. (enum
	 *                prm_lro_max_msg_sz_mode; needs
	 *                per_protocol_networking_offload_caps.lro_cap)
	 *      [24]    wqe_vlan_insert: A WQE can insert a VLAN tag.
	 */
	uint8_t b_00;
	/*
	 * 0x00 [23]    self_lb_en_modifiable: MODIFY_TIR may change self_lb_en.
	 *      [22]    self_lb_mc: A TIR can get multicast sent by its own function.
	 *      [21]    self_lb_uc: A TIR can get unicast sent by its own function.
	 *      [20:16] max_lso_cap: Largest TCP payload of LSO (segmentation, TSO), 0 without it.
	 *                (log2: 2^value; in bytes)
	 */
	uint8_t b_01;
	/*
	 * 0x00 [15:14] multi_pkt_send_wqe: A WQE can send several packets. (enum
	 *                prm_multi_pkt_send_wqe)
	 *      [13:12] wqe_inline_mode: Headers that a WQE must hold inline. (enum
	 *                prm_wqe_inline_mode)
	 *      [11:8]  rss_ind_tbl_cap: Largest indirection table of RSS, 0 without it. (log2:
	 *                2^value)
	 */
	uint8_t b_02;
	/*
	 * 0x00 [7] reg_umr_sq: SQs may post UMRs.
	 *      [6] scatter_fcs: An RQ can store the FCS.
	 *      [5] enhanced_multi_pkt_send_wqe: Enhanced WQEs for several packets are supported.
	 *      [4] tunnel_lso_const_out_ip_id: LSO leaves the identification of the outer IP
	 *            header as it is.
	 *      [3] tunnel_lro_gre_old: LRO of packets in GRE. Sources disagree: Linux and DPDK
	 *            name it tunnel_lro_gre, which the manual's table has at 0x04[3]. The table,
	 *            which knows both bits, is taken.
	 *      [2] tunnel_lro_vxlan_old: LRO of packets in VXLAN. Sources disagree: Linux and
	 *            DPDK name it tunnel_lro_vxlan, which the manual's table has at 0x04[2]. The
	 *            table, which knows both bits, is taken.
	 *      [1] tunnel_stateless_gre: Stateless offloads of packets in GRE: RSS, checksums,
	 *            LSO, steering, VLAN insertion.
	 *      [0] tunnel_stateless_vxlan: Stateless offloads of packets in VXLAN: RSS,
	 *            checksums, LSO, steering, VLAN insertion.
	 */
	uint8_t b_03;
	/*
	 * 0x04 [31] swp: Software parsing: a WQE tells the offsets of the headers.
	 *      [30] swp_csum: Checksums work with software parsing.
	 *      [29] swp_lso: LSO works with software parsing.
	 *      [28] cqe_checksum_full: The checksum of a CQE covers all of the packet above layer
	 *             2.
	 *      [27] tunnel_stateless_geneve_tx: Stateless offloads of sent packets in Geneve:
	 *             checksums, LSO, steering.
	 *      [26] tunnel_stateless_mpls_over_udp: Stateless offloads of packets in MPLS over
	 *             UDP.
	 *      [25] tunnel_stateless_mpls_over_gre: Stateless offloads of packets in MPLS over
	 *             GRE.
	 *      [24] tunnel_stateless_vxlan_gpe: Stateless offloads of packets in VXLAN-GPE.
	 */
	uint8_t b_04;
	/*
	 * 0x04 [23] tunnel_stateless_ipv4_over_vxlan: Stateless offloads of IPv4 directly over
	 *             VXLAN.
	 *      [22] tunnel_stateless_ip_over_ip: Stateless offloads of IP over IP. Note: Replaced
	 *             by tunnel_stateless_ip_over_ip_rx and _tx.
	 *      [21] insert_trailer: A WQE can insert a trailer.
	 *      [20] tunnel_stateless_gtp: Stateless offloads of packets in GTP.
	 *      [19] tunnel_stateless_ip_over_ip_rx: Stateless offloads of received IP over IP.
	 *      [18] tunnel_stateless_ip_over_ip_tx: Stateless offloads of sent IP over IP.
	 *      [17] tunnel_stateless_vxlan_gpe_nsh: Stateless offloads of packets in VXLAN-GPE
	 *             with NSH.
	 */
	uint8_t b_05;
	/* 0x04 [15:8]: Largest number of UDP ports of VXLAN, 0 for 4. */
	uint8_t max_vxlan_udp_ports;
	/*
	 * 0x04 [7] swp_csum_l4_partial: For software parsing the WQE's packet must hold the
	 *            checksum of the pseudo header. Since Linux 6.12.
	 *      [3] tunnel_lro_gre: LRO of packets in GRE.
	 *      [2] tunnel_lro_vxlan: LRO of packets in VXLAN.
	 *      [1] max_geneve_opt_len: Longest Geneve options, 0: 14 dwords, 1: 63. (needs
	 *            per_protocol_networking_offload_caps.tunnel_stateless_geneve_rx)
	 *      [0] tunnel_stateless_geneve_rx: Stateless offloads of received packets in Geneve.
	 */
	uint8_t b_07;
	uint8_t reserved_08[2];
	/*
	 * 0x08 [15:0]: Smallest TCP payload that LRO takes. (in bytes; needs
	 * per_protocol_networking_offload_caps.lro_cap)
	 */
	prm_be16 lro_min_mss_size;
	uint8_t reserved_0c[36];
	/*
	 * 0x30..0x3f: Periods of the timer of LRO, ascending. It may take up to twice as long.
	 * Sources disagree: packet_merge_timer_supported_periods in the manual's table. The name of
	 * Linux and DPDK is taken. (in microseconds)
	 */
	prm_be32 lro_timer_supported_periods[4];
	uint8_t reserved_40[192];
} __attribute__((packed, aligned(4)));

#define PRM_PER_PROTOCOL_NETWORKING_OFFLOAD_CAPS_SIZE 256

PRM_ASSERT_SIZE(prm_per_protocol_networking_offload_caps, 256);
PRM_ASSERT_OFFSET(prm_per_protocol_networking_offload_caps, b_00, 0x00);
PRM_ASSERT_OFFSET(prm_per_protocol_networking_offload_caps, b_01, 0x01);
PRM_ASSERT_OFFSET(prm_per_protocol_networking_offload_caps, b_02, 0x02);
PRM_ASSERT_OFFSET(prm_per_protocol_networking_offload_caps, b_03, 0x03);
PRM_ASSERT_OFFSET(prm_per_protocol_networking_offload_caps, b_04, 0x04);
PRM_ASSERT_OFFSET(prm_per_protocol_networking_offload_caps, b_05, 0x05);
PRM_ASSERT_OFFSET(prm_per_protocol_networking_offload_caps, max_vxlan_udp_ports, 0x06);
PRM_ASSERT_OFFSET(prm_per_protocol_networking_offload_caps, b_07, 0x07);
PRM_ASSERT_OFFSET(prm_per_protocol_networking_offload_caps, reserved_08, 0x08);
PRM_ASSERT_OFFSET(prm_per_protocol_networking_offload_caps, lro_min_mss_size, 0x0a);
PRM_ASSERT_OFFSET(prm_per_protocol_networking_offload_caps, reserved_0c, 0x0c);
PRM_ASSERT_OFFSET(prm_per_protocol_networking_offload_caps, lro_timer_supported_periods, 0x30);
PRM_ASSERT_OFFSET(prm_per_protocol_networking_offload_caps, reserved_40, 0x40);

static inline void prm_per_protocol_networking_offload_caps_set_csum_cap(
		struct prm_per_protocol_networking_offload_caps *p, bool v)
{
	p->b_00 = prm_u8_replace(p->b_00, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_per_protocol_networking_offload_caps_get_csum_cap(
		const struct prm_per_protocol_networking_offload_caps *p)
{
	return (bool)(p->b_00 >> 7);
}

static inline void prm_per_protocol_networking_offload_caps_set_vlan_cap(
		struct prm_per_protocol_networking_offload_caps *p, bool v)
{
	p->b_00 = prm_u8_replace(p->b_00, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_per_protocol_networking_offload_caps_get_vlan_cap(
		const struct prm_per_protocol_networking_offload_caps *p)
{
	return (bool)((p->b_00 >> 6) & 0x1);
}

static inline void prm_per_protocol_networking_offload_caps_set_lro_cap(
		struct prm_per_protocol_networking_offload_caps *p, bool v)
{
	p->b_00 = prm_u8_replace(p->b_00, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_per_protocol_networking_offload_caps_get_lro_cap(
		const struct prm_per_protocol_networking_offload_caps *p)
{
	return (bool)((p->b_00 >> 5) & 0x1);
}

static inline void prm_per_protocol_networking_offload_caps_set_lro_psh_flag(
		struct prm_per_protocol_networking_offload_caps *p, bool v)
{
	p->b_00 = prm_u8_replace(p->b_00, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_per_protocol_networking_offload_caps_get_lro_psh_flag(
		const struct prm_per_protocol_networking_offload_caps *p)
{
	return (bool)((p->b_00 >> 4) & 0x1);
}

static inline void prm_per_protocol_networking_offload_caps_set_lro_time_stamp(
		struct prm_per_protocol_networking_offload_caps *p, bool v)
{
	p->b_00 = prm_u8_replace(p->b_00, 0x8, (uint8_t)((uint32_t)v << 3));
}

static inline bool prm_per_protocol_networking_offload_caps_get_lro_time_stamp(
		const struct prm_per_protocol_networking_offload_caps *p)
{
	return (bool)((p->b_00 >> 3) & 0x1);
}

static inline void prm_per_protocol_networking_offload_caps_set_lro_max_msg_sz_mode(
		struct prm_per_protocol_networking_offload_caps *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 2);
	p->b_00 = prm_u8_replace(p->b_00, 0x6, (uint8_t)((uint32_t)v << 1));
}

static inline uint32_t prm_per_protocol_networking_offload_caps_get_lro_max_msg_sz_mode(
		const struct prm_per_protocol_networking_offload_caps *p)
{
	return (p->b_00 >> 1) & 0x3;
}

static inline void prm_per_protocol_networking_offload_caps_set_wqe_vlan_insert(
		struct prm_per_protocol_networking_offload_caps *p, bool v)
{
	p->b_00 = prm_u8_replace(p->b_00, 0x1, (uint8_t)v);
}

static inline bool prm_per_protocol_networking_offload_caps_get_wqe_vlan_insert(
		const struct prm_per_protocol_networking_offload_caps *p)
{
	return (bool)(p->b_00 & 0x1);
}

static inline void prm_per_protocol_networking_offload_caps_set_self_lb_en_modifiable(
		struct prm_per_protocol_networking_offload_caps *p, bool v)
{
	p->b_01 = prm_u8_replace(p->b_01, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_per_protocol_networking_offload_caps_get_self_lb_en_modifiable(
		const struct prm_per_protocol_networking_offload_caps *p)
{
	return (bool)(p->b_01 >> 7);
}

static inline void prm_per_protocol_networking_offload_caps_set_self_lb_mc(
		struct prm_per_protocol_networking_offload_caps *p, bool v)
{
	p->b_01 = prm_u8_replace(p->b_01, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_per_protocol_networking_offload_caps_get_self_lb_mc(
		const struct prm_per_protocol_networking_offload_caps *p)
{
	return (bool)((p->b_01 >> 6) & 0x1);
}

static inline void prm_per_protocol_networking_offload_caps_set_self_lb_uc(
		struct prm_per_protocol_networking_offload_caps *p, bool v)
{
	p->b_01 = prm_u8_replace(p->b_01, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_per_protocol_networking_offload_caps_get_self_lb_uc(
		const struct prm_per_protocol_networking_offload_caps *p)
{
	return (bool)((p->b_01 >> 5) & 0x1);
}

static inline void prm_per_protocol_networking_offload_caps_set_max_lso_cap(
		struct prm_per_protocol_networking_offload_caps *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_01 = prm_u8_replace(p->b_01, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_per_protocol_networking_offload_caps_get_max_lso_cap(
		const struct prm_per_protocol_networking_offload_caps *p)
{
	return p->b_01 & 0x1f;
}

static inline void prm_per_protocol_networking_offload_caps_set_multi_pkt_send_wqe(
		struct prm_per_protocol_networking_offload_caps *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 2);
	p->b_02 = prm_u8_replace(p->b_02, 0xc0, (uint8_t)((uint32_t)v << 6));
}

static inline uint32_t prm_per_protocol_networking_offload_caps_get_multi_pkt_send_wqe(
		const struct prm_per_protocol_networking_offload_caps *p)
{
	return p->b_02 >> 6;
}

static inline void prm_per_protocol_networking_offload_caps_set_wqe_inline_mode(
		struct prm_per_protocol_networking_offload_caps *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 2);
	p->b_02 = prm_u8_replace(p->b_02, 0x30, (uint8_t)((uint32_t)v << 4));
}

static inline uint32_t prm_per_protocol_networking_offload_caps_get_wqe_inline_mode(
		const struct prm_per_protocol_networking_offload_caps *p)
{
	return (p->b_02 >> 4) & 0x3;
}

static inline void prm_per_protocol_networking_offload_caps_set_rss_ind_tbl_cap(
		struct prm_per_protocol_networking_offload_caps *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_02 = prm_u8_replace(p->b_02, 0xf, (uint8_t)v);
}

static inline uint32_t prm_per_protocol_networking_offload_caps_get_rss_ind_tbl_cap(
		const struct prm_per_protocol_networking_offload_caps *p)
{
	return p->b_02 & 0xf;
}

static inline void prm_per_protocol_networking_offload_caps_set_reg_umr_sq(
		struct prm_per_protocol_networking_offload_caps *p, bool v)
{
	p->b_03 = prm_u8_replace(p->b_03, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_per_protocol_networking_offload_caps_get_reg_umr_sq(
		const struct prm_per_protocol_networking_offload_caps *p)
{
	return (bool)(p->b_03 >> 7);
}

static inline void prm_per_protocol_networking_offload_caps_set_scatter_fcs(
		struct prm_per_protocol_networking_offload_caps *p, bool v)
{
	p->b_03 = prm_u8_replace(p->b_03, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_per_protocol_networking_offload_caps_get_scatter_fcs(
		const struct prm_per_protocol_networking_offload_caps *p)
{
	return (bool)((p->b_03 >> 6) & 0x1);
}

static inline void prm_per_protocol_networking_offload_caps_set_enhanced_multi_pkt_send_wqe(
		struct prm_per_protocol_networking_offload_caps *p, bool v)
{
	p->b_03 = prm_u8_replace(p->b_03, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_per_protocol_networking_offload_caps_get_enhanced_multi_pkt_send_wqe(
		const struct prm_per_protocol_networking_offload_caps *p)
{
	return (bool)((p->b_03 >> 5) & 0x1);
}

static inline void prm_per_protocol_networking_offload_caps_set_tunnel_lso_const_out_ip_id(
		struct prm_per_protocol_networking_offload_caps *p, bool v)
{
	p->b_03 = prm_u8_replace(p->b_03, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_per_protocol_networking_offload_caps_get_tunnel_lso_const_out_ip_id(
		const struct prm_per_protocol_networking_offload_caps *p)
{
	return (bool)((p->b_03 >> 4) & 0x1);
}

static inline void prm_per_protocol_networking_offload_caps_set_tunnel_lro_gre_old(
		struct prm_per_protocol_networking_offload_caps *p, bool v)
{
	p->b_03 = prm_u8_replace(p->b_03, 0x8, (uint8_t)((uint32_t)v << 3));
}

static inline bool prm_per_protocol_networking_offload_caps_get_tunnel_lro_gre_old(
		const struct prm_per_protocol_networking_offload_caps *p)
{
	return (bool)((p->b_03 >> 3) & 0x1);
}

static inline void prm_per_protocol_networking_offload_caps_set_tunnel_lro_vxlan_old(
		struct prm_per_protocol_networking_offload_caps *p, bool v)
{
	p->b_03 = prm_u8_replace(p->b_03, 0x4, (uint8_t)((uint32_t)v << 2));
}

static inline bool prm_per_protocol_networking_offload_caps_get_tunnel_lro_vxlan_old(
		const struct prm_per_protocol_networking_offload_caps *p)
{
	return (bool)((p->b_03 >> 2) & 0x1);
}

static inline void prm_per_protocol_networking_offload_caps_set_tunnel_stateless_gre(
		struct prm_per_protocol_networking_offload_caps *p, bool v)
{
	p->b_03 = prm_u8_replace(p->b_03, 0x2, (uint8_t)((uint32_t)v << 1));
}

static inline bool prm_per_protocol_networking_offload_caps_get_tunnel_stateless_gre(
		const struct prm_per_protocol_networking_offload_caps *p)
{
	return (bool)((p->b_03 >> 1) & 0x1);
}

static inline void prm_per_protocol_networking_offload_caps_set_tunnel_stateless_vxlan(
		struct prm_per_protocol_networking_offload_caps *p, bool v)
{
	p->b_03 = prm_u8_replace(p->b_03, 0x1, (uint8_t)v);
}

static inline bool prm_per_protocol_networking_offload_caps_get_tunnel_stateless_vxlan(
		const struct prm_per_protocol_networking_offload_caps *p)
{
	return (bool)(p->b_03 & 0x1);
}

static inline void prm_per_protocol_networking_offload_caps_set_swp(
		struct prm_per_protocol_networking_offload_caps *p, bool v)
{
	p->b_04 = prm_u8_replace(p->b_04, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_per_protocol_networking_offload_caps_get_swp(
		const struct prm_per_protocol_networking_offload_caps *p)
{
	return (bool)(p->b_04 >> 7);
}

static inline void prm_per_protocol_networking_offload_caps_set_swp_csum(
		struct prm_per_protocol_networking_offload_caps *p, bool v)
{
	p->b_04 = prm_u8_replace(p->b_04, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_per_protocol_networking_offload_caps_get_swp_csum(
		const struct prm_per_protocol_networking_offload_caps *p)
{
	return (bool)((p->b_04 >> 6) & 0x1);
}

static inline void prm_per_protocol_networking_offload_caps_set_swp_lso(
		struct prm_per_protocol_networking_offload_caps *p, bool v)
{
	p->b_04 = prm_u8_replace(p->b_04, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_per_protocol_networking_offload_caps_get_swp_lso(
		const struct prm_per_protocol_networking_offload_caps *p)
{
	return (bool)((p->b_04 >> 5) & 0x1);
}

static inline void prm_per_protocol_networking_offload_caps_set_cqe_checksum_full(
		struct prm_per_protocol_networking_offload_caps *p, bool v)
{
	p->b_04 = prm_u8_replace(p->b_04, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_per_protocol_networking_offload_caps_get_cqe_checksum_full(
		const struct prm_per_protocol_networking_offload_caps *p)
{
	return (bool)((p->b_04 >> 4) & 0x1);
}

static inline void prm_per_protocol_networking_offload_caps_set_tunnel_stateless_geneve_tx(
		struct prm_per_protocol_networking_offload_caps *p, bool v)
{
	p->b_04 = prm_u8_replace(p->b_04, 0x8, (uint8_t)((uint32_t)v << 3));
}

static inline bool prm_per_protocol_networking_offload_caps_get_tunnel_stateless_geneve_tx(
		const struct prm_per_protocol_networking_offload_caps *p)
{
	return (bool)((p->b_04 >> 3) & 0x1);
}

static inline void prm_per_protocol_networking_offload_caps_set_tunnel_stateless_mpls_over_udp(
		struct prm_per_protocol_networking_offload_caps *p, bool v)
{
	p->b_04 = prm_u8_replace(p->b_04, 0x4, (uint8_t)((uint32_t)v << 2));
}

static inline bool prm_per_protocol_networking_offload_caps_get_tunnel_stateless_mpls_over_udp(
		const struct prm_per_protocol_networking_offload_caps *p)
{
	return (bool)((p->b_04 >> 2) & 0x1);
}

static inline void prm_per_protocol_networking_offload_caps_set_tunnel_stateless_mpls_over_gre(
		struct prm_per_protocol_networking_offload_caps *p, bool v)
{
	p->b_04 = prm_u8_replace(p->b_04, 0x2, (uint8_t)((uint32_t)v << 1));
}

static inline bool prm_per_protocol_networking_offload_caps_get_tunnel_stateless_mpls_over_gre(
		const struct prm_per_protocol_networking_offload_caps *p)
{
	return (bool)((p->b_04 >> 1) & 0x1);
}

static inline void prm_per_protocol_networking_offload_caps_set_tunnel_stateless_vxlan_gpe(
		struct prm_per_protocol_networking_offload_caps *p, bool v)
{
	p->b_04 = prm_u8_replace(p->b_04, 0x1, (uint8_t)v);
}

static inline bool prm_per_protocol_networking_offload_caps_get_tunnel_stateless_vxlan_gpe(
		const struct prm_per_protocol_networking_offload_caps *p)
{
	return (bool)(p->b_04 & 0x1);
}

static inline void prm_per_protocol_networking_offload_caps_set_tunnel_stateless_ipv4_over_vxlan(
		struct prm_per_protocol_networking_offload_caps *p, bool v)
{
	p->b_05 = prm_u8_replace(p->b_05, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_per_protocol_networking_offload_caps_get_tunnel_stateless_ipv4_over_vxlan(
		const struct prm_per_protocol_networking_offload_caps *p)
{
	return (bool)(p->b_05 >> 7);
}

static inline void prm_per_protocol_networking_offload_caps_set_tunnel_stateless_ip_over_ip(
		struct prm_per_protocol_networking_offload_caps *p, bool v)
{
	p->b_05 = prm_u8_replace(p->b_05, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_per_protocol_networking_offload_caps_get_tunnel_stateless_ip_over_ip(
		const struct prm_per_protocol_networking_offload_caps *p)
{
	return (bool)((p->b_05 >> 6) & 0x1);
}

static inline void prm_per_protocol_networking_offload_caps_set_insert_trailer(
		struct prm_per_protocol_networking_offload_caps *p, bool v)
{
	p->b_05 = prm_u8_replace(p->b_05, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_per_protocol_networking_offload_caps_get_insert_trailer(
		const struct prm_per_protocol_networking_offload_caps *p)
{
	return (bool)((p->b_05 >> 5) & 0x1);
}

static inline void prm_per_protocol_networking_offload_caps_set_tunnel_stateless_gtp(
		struct prm_per_protocol_networking_offload_caps *p, bool v)
{
	p->b_05 = prm_u8_replace(p->b_05, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_per_protocol_networking_offload_caps_get_tunnel_stateless_gtp(
		const struct prm_per_protocol_networking_offload_caps *p)
{
	return (bool)((p->b_05 >> 4) & 0x1);
}

static inline void prm_per_protocol_networking_offload_caps_set_tunnel_stateless_ip_over_ip_rx(
		struct prm_per_protocol_networking_offload_caps *p, bool v)
{
	p->b_05 = prm_u8_replace(p->b_05, 0x8, (uint8_t)((uint32_t)v << 3));
}

static inline bool prm_per_protocol_networking_offload_caps_get_tunnel_stateless_ip_over_ip_rx(
		const struct prm_per_protocol_networking_offload_caps *p)
{
	return (bool)((p->b_05 >> 3) & 0x1);
}

static inline void prm_per_protocol_networking_offload_caps_set_tunnel_stateless_ip_over_ip_tx(
		struct prm_per_protocol_networking_offload_caps *p, bool v)
{
	p->b_05 = prm_u8_replace(p->b_05, 0x4, (uint8_t)((uint32_t)v << 2));
}

static inline bool prm_per_protocol_networking_offload_caps_get_tunnel_stateless_ip_over_ip_tx(
		const struct prm_per_protocol_networking_offload_caps *p)
{
	return (bool)((p->b_05 >> 2) & 0x1);
}

static inline void prm_per_protocol_networking_offload_caps_set_tunnel_stateless_vxlan_gpe_nsh(
		struct prm_per_protocol_networking_offload_caps *p, bool v)
{
	p->b_05 = prm_u8_replace(p->b_05, 0x2, (uint8_t)((uint32_t)v << 1));
}

static inline bool prm_per_protocol_networking_offload_caps_get_tunnel_stateless_vxlan_gpe_nsh(
		const struct prm_per_protocol_networking_offload_caps *p)
{
	return (bool)((p->b_05 >> 1) & 0x1);
}

static inline void prm_per_protocol_networking_offload_caps_set_max_vxlan_udp_ports(
		struct prm_per_protocol_networking_offload_caps *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->max_vxlan_udp_ports = (uint8_t)v;
}

static inline uint32_t prm_per_protocol_networking_offload_caps_get_max_vxlan_udp_ports(
		const struct prm_per_protocol_networking_offload_caps *p)
{
	return p->max_vxlan_udp_ports;
}

static inline void prm_per_protocol_networking_offload_caps_set_swp_csum_l4_partial(
		struct prm_per_protocol_networking_offload_caps *p, bool v)
{
	p->b_07 = prm_u8_replace(p->b_07, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_per_protocol_networking_offload_caps_get_swp_csum_l4_partial(
		const struct prm_per_protocol_networking_offload_caps *p)
{
	return (bool)(p->b_07 >> 7);
}

static inline void prm_per_protocol_networking_offload_caps_set_tunnel_lro_gre(
		struct prm_per_protocol_networking_offload_caps *p, bool v)
{
	p->b_07 = prm_u8_replace(p->b_07, 0x8, (uint8_t)((uint32_t)v << 3));
}

static inline bool prm_per_protocol_networking_offload_caps_get_tunnel_lro_gre(
		const struct prm_per_protocol_networking_offload_caps *p)
{
	return (bool)((p->b_07 >> 3) & 0x1);
}

static inline void prm_per_protocol_networking_offload_caps_set_tunnel_lro_vxlan(
		struct prm_per_protocol_networking_offload_caps *p, bool v)
{
	p->b_07 = prm_u8_replace(p->b_07, 0x4, (uint8_t)((uint32_t)v << 2));
}

static inline bool prm_per_protocol_networking_offload_caps_get_tunnel_lro_vxlan(
		const struct prm_per_protocol_networking_offload_caps *p)
{
	return (bool)((p->b_07 >> 2) & 0x1);
}

static inline void prm_per_protocol_networking_offload_caps_set_max_geneve_opt_len(
		struct prm_per_protocol_networking_offload_caps *p, bool v)
{
	p->b_07 = prm_u8_replace(p->b_07, 0x2, (uint8_t)((uint32_t)v << 1));
}

static inline bool prm_per_protocol_networking_offload_caps_get_max_geneve_opt_len(
		const struct prm_per_protocol_networking_offload_caps *p)
{
	return (bool)((p->b_07 >> 1) & 0x1);
}

static inline void prm_per_protocol_networking_offload_caps_set_tunnel_stateless_geneve_rx(
		struct prm_per_protocol_networking_offload_caps *p, bool v)
{
	p->b_07 = prm_u8_replace(p->b_07, 0x1, (uint8_t)v);
}

static inline bool prm_per_protocol_networking_offload_caps_get_tunnel_stateless_geneve_rx(
		const struct prm_per_protocol_networking_offload_caps *p)
{
	return (bool)(p->b_07 & 0x1);
}

static inline void prm_per_protocol_networking_offload_caps_set_lro_min_mss_size(
		struct prm_per_protocol_networking_offload_caps *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->lro_min_mss_size = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_per_protocol_networking_offload_caps_get_lro_min_mss_size(
		const struct prm_per_protocol_networking_offload_caps *p)
{
	return prm_be16_to_cpu(p->lro_min_mss_size);
}

/* @i is less than 4. */
static inline void prm_per_protocol_networking_offload_caps_set_lro_timer_supported_periods(
		struct prm_per_protocol_networking_offload_caps *p, unsigned int i, uint32_t v)
{
	PRM_ASSERT(i < 4);
	p->lro_timer_supported_periods[i] = prm_cpu_to_be32(v);
}

static inline uint32_t prm_per_protocol_networking_offload_caps_get_lro_timer_supported_periods(
		const struct prm_per_protocol_networking_offload_caps *p, unsigned int i)
{
	PRM_ASSERT(i < 4);
	return prm_be32_to_cpu(p->lro_timer_supported_periods[i]);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_per_protocol_networking_offload_caps_fields {
	bool csum_cap;
	bool vlan_cap;
	bool lro_cap;
	bool lro_psh_flag;
	bool lro_time_stamp;
	uint8_t lro_max_msg_sz_mode;	/* 2 bits, enum prm_lro_max_msg_sz_mode */
	bool wqe_vlan_insert;
	bool self_lb_en_modifiable;
	bool self_lb_mc;
	bool self_lb_uc;
	uint8_t max_lso_cap;		/* 5 bits, log2 */
	uint8_t multi_pkt_send_wqe;	/* 2 bits, enum prm_multi_pkt_send_wqe */
	uint8_t wqe_inline_mode;	/* 2 bits, enum prm_wqe_inline_mode */
	uint8_t rss_ind_tbl_cap;	/* 4 bits, log2 */
	bool reg_umr_sq;
	bool scatter_fcs;
	bool enhanced_multi_pkt_send_wqe;
	bool tunnel_lso_const_out_ip_id;
	bool tunnel_lro_gre_old;
	bool tunnel_lro_vxlan_old;
	bool tunnel_stateless_gre;
	bool tunnel_stateless_vxlan;
	bool swp;
	bool swp_csum;
	bool swp_lso;
	bool cqe_checksum_full;
	bool tunnel_stateless_geneve_tx;
	bool tunnel_stateless_mpls_over_udp;
	bool tunnel_stateless_mpls_over_gre;
	bool tunnel_stateless_vxlan_gpe;
	bool tunnel_stateless_ipv4_over_vxlan;
	bool tunnel_stateless_ip_over_ip;
	bool insert_trailer;
	bool tunnel_stateless_gtp;
	bool tunnel_stateless_ip_over_ip_rx;
	bool tunnel_stateless_ip_over_ip_tx;
	bool tunnel_stateless_vxlan_gpe_nsh;
	uint8_t max_vxlan_udp_ports;
	bool swp_csum_l4_partial;
	bool tunnel_lro_gre;
	bool tunnel_lro_vxlan;
	bool max_geneve_opt_len;
	bool tunnel_stateless_geneve_rx;
	uint16_t lro_min_mss_size;
	uint32_t lro_timer_supported_periods[4];
};

/* Zero, and the defaults of the fields that have one. */
static inline void prm_per_protocol_networking_offload_caps_fields_init(
		struct prm_per_protocol_networking_offload_caps_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 256 bytes of @p; what stood there does not matter. */
static inline void prm_per_protocol_networking_offload_caps_pack(
		struct prm_per_protocol_networking_offload_caps *p,
		const struct prm_per_protocol_networking_offload_caps_fields *v)
{
	unsigned int i;

	PRM_CHECK_WIDTH(v->lro_max_msg_sz_mode, 2);
	PRM_CHECK_WIDTH(v->max_lso_cap, 5);
	PRM_CHECK_WIDTH(v->multi_pkt_send_wqe, 2);
	PRM_CHECK_WIDTH(v->wqe_inline_mode, 2);
	PRM_CHECK_WIDTH(v->rss_ind_tbl_cap, 4);
	prm_store32(p, 0x00, (uint32_t)v->csum_cap << 31 | (uint32_t)v->vlan_cap << 30 |
			(uint32_t)v->lro_cap << 29 | (uint32_t)v->lro_psh_flag << 28 |
			(uint32_t)v->lro_time_stamp << 27 |
			((uint32_t)v->lro_max_msg_sz_mode & 0x3) << 25 |
			(uint32_t)v->wqe_vlan_insert << 24 |
			(uint32_t)v->self_lb_en_modifiable << 23 | (uint32_t)v->self_lb_mc << 22 |
			(uint32_t)v->self_lb_uc << 21 | ((uint32_t)v->max_lso_cap & 0x1f) << 16 |
			((uint32_t)v->multi_pkt_send_wqe & 0x3) << 14 |
			((uint32_t)v->wqe_inline_mode & 0x3) << 12 |
			((uint32_t)v->rss_ind_tbl_cap & 0xf) << 8 | (uint32_t)v->reg_umr_sq << 7 |
			(uint32_t)v->scatter_fcs << 6 |
			(uint32_t)v->enhanced_multi_pkt_send_wqe << 5 |
			(uint32_t)v->tunnel_lso_const_out_ip_id << 4 |
			(uint32_t)v->tunnel_lro_gre_old << 3 |
			(uint32_t)v->tunnel_lro_vxlan_old << 2 |
			(uint32_t)v->tunnel_stateless_gre << 1 |
			(uint32_t)v->tunnel_stateless_vxlan);
	prm_store32(p, 0x04, (uint32_t)v->swp << 31 | (uint32_t)v->swp_csum << 30 |
			(uint32_t)v->swp_lso << 29 | (uint32_t)v->cqe_checksum_full << 28 |
			(uint32_t)v->tunnel_stateless_geneve_tx << 27 |
			(uint32_t)v->tunnel_stateless_mpls_over_udp << 26 |
			(uint32_t)v->tunnel_stateless_mpls_over_gre << 25 |
			(uint32_t)v->tunnel_stateless_vxlan_gpe << 24 |
			(uint32_t)v->tunnel_stateless_ipv4_over_vxlan << 23 |
			(uint32_t)v->tunnel_stateless_ip_over_ip << 22 |
			(uint32_t)v->insert_trailer << 21 |
			(uint32_t)v->tunnel_stateless_gtp << 20 |
			(uint32_t)v->tunnel_stateless_ip_over_ip_rx << 19 |
			(uint32_t)v->tunnel_stateless_ip_over_ip_tx << 18 |
			(uint32_t)v->tunnel_stateless_vxlan_gpe_nsh << 17 |
			(uint32_t)v->max_vxlan_udp_ports << 8 |
			(uint32_t)v->swp_csum_l4_partial << 7 | (uint32_t)v->tunnel_lro_gre << 3 |
			(uint32_t)v->tunnel_lro_vxlan << 2 | (uint32_t)v->max_geneve_opt_len << 1 |
			(uint32_t)v->tunnel_stateless_geneve_rx);
	prm_store32(p, 0x08, (uint32_t)v->lro_min_mss_size);
	memset((uint8_t *)p + 0x0c, 0, 36);
	for (i = 0; i < 4; i++)
		p->lro_timer_supported_periods[i] =
			prm_cpu_to_be32(v->lro_timer_supported_periods[i]);
	memset((uint8_t *)p + 0x40, 0, 192);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_per_protocol_networking_offload_caps_check(
		const struct prm_per_protocol_networking_offload_caps *p, struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_enum(r, "lro_max_msg_sz_mode", 5, 2,
		prm_per_protocol_networking_offload_caps_get_lro_max_msg_sz_mode(p),
		prm_lro_max_msg_sz_mode_str(
			prm_per_protocol_networking_offload_caps_get_lro_max_msg_sz_mode(p)));
	n += prm_check_enum(r, "multi_pkt_send_wqe", 16, 2,
		prm_per_protocol_networking_offload_caps_get_multi_pkt_send_wqe(p),
		prm_multi_pkt_send_wqe_str(
			prm_per_protocol_networking_offload_caps_get_multi_pkt_send_wqe(p)));
	n += prm_check_enum(r, "wqe_inline_mode", 18, 2,
		prm_per_protocol_networking_offload_caps_get_wqe_inline_mode(p),
		prm_wqe_inline_mode_str(
			prm_per_protocol_networking_offload_caps_get_wqe_inline_mode(p)));
	n += prm_check_reserved(r, p, 47, 1);	/* 0x04 [16] */
	n += prm_check_reserved(r, p, 57, 3);	/* 0x04 [6:4] */
	n += prm_check_reserved(r, p, 64, 16);	/* 0x08 [31:16] */
	n += prm_check_reserved(r, p, 96, 288);	/* 0x0c..0x2f */
	n += prm_check_reserved(r, p, 512, 1536);	/* 0x40..0xff */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static inline unsigned int prm_per_protocol_networking_offload_caps_unpack(
		struct prm_per_protocol_networking_offload_caps_fields *v,
		const struct prm_per_protocol_networking_offload_caps *p, struct prm_report *r)
{
	uint32_t word;
	unsigned int i;

	word = prm_load8(p, 0x00);
	v->csum_cap = word >> 7;
	v->vlan_cap = (word >> 6) & 0x1;
	v->lro_cap = (word >> 5) & 0x1;
	v->lro_psh_flag = (word >> 4) & 0x1;
	v->lro_time_stamp = (word >> 3) & 0x1;
	v->lro_max_msg_sz_mode = (uint8_t)((word >> 1) & 0x3);
	v->wqe_vlan_insert = word & 0x1;
	word = prm_load8(p, 0x01);
	v->self_lb_en_modifiable = word >> 7;
	v->self_lb_mc = (word >> 6) & 0x1;
	v->self_lb_uc = (word >> 5) & 0x1;
	v->max_lso_cap = (uint8_t)(word & 0x1f);
	word = prm_load8(p, 0x02);
	v->multi_pkt_send_wqe = (uint8_t)(word >> 6);
	v->wqe_inline_mode = (uint8_t)((word >> 4) & 0x3);
	v->rss_ind_tbl_cap = (uint8_t)(word & 0xf);
	word = prm_load8(p, 0x03);
	v->reg_umr_sq = word >> 7;
	v->scatter_fcs = (word >> 6) & 0x1;
	v->enhanced_multi_pkt_send_wqe = (word >> 5) & 0x1;
	v->tunnel_lso_const_out_ip_id = (word >> 4) & 0x1;
	v->tunnel_lro_gre_old = (word >> 3) & 0x1;
	v->tunnel_lro_vxlan_old = (word >> 2) & 0x1;
	v->tunnel_stateless_gre = (word >> 1) & 0x1;
	v->tunnel_stateless_vxlan = word & 0x1;
	word = prm_load8(p, 0x04);
	v->swp = word >> 7;
	v->swp_csum = (word >> 6) & 0x1;
	v->swp_lso = (word >> 5) & 0x1;
	v->cqe_checksum_full = (word >> 4) & 0x1;
	v->tunnel_stateless_geneve_tx = (word >> 3) & 0x1;
	v->tunnel_stateless_mpls_over_udp = (word >> 2) & 0x1;
	v->tunnel_stateless_mpls_over_gre = (word >> 1) & 0x1;
	v->tunnel_stateless_vxlan_gpe = word & 0x1;
	word = prm_load8(p, 0x05);
	v->tunnel_stateless_ipv4_over_vxlan = word >> 7;
	v->tunnel_stateless_ip_over_ip = (word >> 6) & 0x1;
	v->insert_trailer = (word >> 5) & 0x1;
	v->tunnel_stateless_gtp = (word >> 4) & 0x1;
	v->tunnel_stateless_ip_over_ip_rx = (word >> 3) & 0x1;
	v->tunnel_stateless_ip_over_ip_tx = (word >> 2) & 0x1;
	v->tunnel_stateless_vxlan_gpe_nsh = (word >> 1) & 0x1;
	v->max_vxlan_udp_ports = prm_load8(p, 0x06);
	word = prm_load8(p, 0x07);
	v->swp_csum_l4_partial = word >> 7;
	v->tunnel_lro_gre = (word >> 3) & 0x1;
	v->tunnel_lro_vxlan = (word >> 2) & 0x1;
	v->max_geneve_opt_len = (word >> 1) & 0x1;
	v->tunnel_stateless_geneve_rx = word & 0x1;
	v->lro_min_mss_size = prm_load16(p, 0x0a);
	for (i = 0; i < 4; i++)
		v->lro_timer_supported_periods[i] =
			prm_be32_to_cpu(p->lro_timer_supported_periods[i]);
	return r ? prm_per_protocol_networking_offload_caps_check(p, r) : 0;
}

/**
 * struct prm_roce_cap - roCE. There if cmd_hca_cap.roce is set
 *
 * 256 bytes, written by the device.
 * Note: For source and since see cmd_hca_cap.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_roce_cap_bits (6.12 and 6.1);
 * rdma-core providers/mlx5/mlx5_ifc.h struct mlx5_ifc_roce_cap_bits; DPDK
 * drivers/common/mlx5/mlx5_prm.h struct mlx5_ifc_roce_caps_bits; SPDK lib/mlx5/mlx5_ifc.h struct
 * mlx5_ifc_roce_cap_bits; mstflint tools_layouts/adb/prm/hca/ext/hca_cap_table.adb node roce_cap.
 */
struct prm_roce_cap {
	/*
	 * 0x00 [31] roce_apm: Automatic path migration is supported.
	 *      [30] rts2rts_primary_eth_prio: RTS2RTS_QP may change eth_prio of the primary path.
	 *      [29] roce_rx_allow_untagged: Untagged packets are received as the RoCE addresses
	 *             allow.
	 *      [28] rts2rts_src_addr_index_for_vlan_valid_vlan_id: RTS2RTS_QP may change
	 *             src_addr_index of the primary path, to an address with another VLAN.
	 *      [27] sw_r_roce_src_udp_port: Software may choose the UDP source port of RoCE v2,
	 *             once it has set this bit.
	 *      [26] fl_rc_qp_when_roce_disabled: RC QPs with forced loopback can be created while
	 *             the NIC vport has RoCE disabled.
	 *      [25] fl_rc_qp_when_roce_enabled: RC QPs with forced loopback can be created while
	 *             the NIC vport has RoCE enabled.
	 *      [24] roce_cc_general: General parameters of RoCE congestion control are supported.
	 *             Since Linux 6.12.
	 */
	uint8_t b_00;
	/*
	 * 0x00 [23] qp_ooo_transmit_default: QPs are created with ordering OOO_RW, once software
	 *             has set this bit. Sources disagree: Linux 6.12 names it
	 *             qp_ooo_transmit_default, the manual's table qp_ooo_rw_default. The name in
	 *             the table says which ordering it is, Linux's is known to drivers and is
	 *             taken. Since Linux 6.12.
	 *      [22] query_roce_address_other_vport: QUERY_ROCE_ADDRESS may ask for other vports.
	 *      [21] query_roce_address_table: QUERY_ROCE_ADDRESS may ask for the table.
	 */
	uint8_t b_01;
	uint8_t reserved_02[1];
	/*
	 * 0x00 [1:0] qp_ts_format: Formats of timestamps that a QP can have. (enum
	 * prm_cap_ts_format)
	 */
	uint8_t b_03;
	uint8_t reserved_04[13];
	/* 0x10 [19:16] l3_type: Network headers of RoCE. (flags PRM_ROCE_L3_TYPE_*) */
	uint8_t b_11;
	uint8_t reserved_12[1];
	/* 0x10 [7:0]: Versions of RoCE. (flags PRM_ROCE_VERSION_*) */
	uint8_t roce_version;
	uint8_t reserved_14[2];
	prm_be16 r_roce_dest_udp_port;	/* 0x14 [15:0]: UDP destination port of RoCE v2. */
	prm_be16 r_roce_max_src_udp_port; /* 0x18 [31:16]: Largest UDP source port of RoCE v2. */
	prm_be16 r_roce_min_src_udp_port; /* 0x18 [15:0]: Smallest UDP source port of RoCE v2. */
	uint8_t reserved_1c[2];
	/* 0x1c [15:0]: Entries of the table of RoCE addresses (GIDs). */
	prm_be16 roce_address_table_size;
	uint8_t reserved_20[224];
} __attribute__((packed, aligned(4)));

#define PRM_ROCE_CAP_SIZE 256

PRM_ASSERT_SIZE(prm_roce_cap, 256);
PRM_ASSERT_OFFSET(prm_roce_cap, b_00, 0x00);
PRM_ASSERT_OFFSET(prm_roce_cap, b_01, 0x01);
PRM_ASSERT_OFFSET(prm_roce_cap, reserved_02, 0x02);
PRM_ASSERT_OFFSET(prm_roce_cap, b_03, 0x03);
PRM_ASSERT_OFFSET(prm_roce_cap, reserved_04, 0x04);
PRM_ASSERT_OFFSET(prm_roce_cap, b_11, 0x11);
PRM_ASSERT_OFFSET(prm_roce_cap, reserved_12, 0x12);
PRM_ASSERT_OFFSET(prm_roce_cap, roce_version, 0x13);
PRM_ASSERT_OFFSET(prm_roce_cap, reserved_14, 0x14);
PRM_ASSERT_OFFSET(prm_roce_cap, r_roce_dest_udp_port, 0x16);
PRM_ASSERT_OFFSET(prm_roce_cap, r_roce_max_src_udp_port, 0x18);
PRM_ASSERT_OFFSET(prm_roce_cap, r_roce_min_src_udp_port, 0x1a);
PRM_ASSERT_OFFSET(prm_roce_cap, reserved_1c, 0x1c);
PRM_ASSERT_OFFSET(prm_roce_cap, roce_address_table_size, 0x1e);
PRM_ASSERT_OFFSET(prm_roce_cap, reserved_20, 0x20);

static inline void prm_roce_cap_set_roce_apm(struct prm_roce_cap *p, bool v)
{
	p->b_00 = prm_u8_replace(p->b_00, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_roce_cap_get_roce_apm(const struct prm_roce_cap *p)
{
	return (bool)(p->b_00 >> 7);
}

static inline void prm_roce_cap_set_rts2rts_primary_eth_prio(struct prm_roce_cap *p, bool v)
{
	p->b_00 = prm_u8_replace(p->b_00, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_roce_cap_get_rts2rts_primary_eth_prio(const struct prm_roce_cap *p)
{
	return (bool)((p->b_00 >> 6) & 0x1);
}

static inline void prm_roce_cap_set_roce_rx_allow_untagged(struct prm_roce_cap *p, bool v)
{
	p->b_00 = prm_u8_replace(p->b_00, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_roce_cap_get_roce_rx_allow_untagged(const struct prm_roce_cap *p)
{
	return (bool)((p->b_00 >> 5) & 0x1);
}

static inline void prm_roce_cap_set_rts2rts_src_addr_index_for_vlan_valid_vlan_id(
		struct prm_roce_cap *p, bool v)
{
	p->b_00 = prm_u8_replace(p->b_00, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_roce_cap_get_rts2rts_src_addr_index_for_vlan_valid_vlan_id(
		const struct prm_roce_cap *p)
{
	return (bool)((p->b_00 >> 4) & 0x1);
}

static inline void prm_roce_cap_set_sw_r_roce_src_udp_port(struct prm_roce_cap *p, bool v)
{
	p->b_00 = prm_u8_replace(p->b_00, 0x8, (uint8_t)((uint32_t)v << 3));
}

static inline bool prm_roce_cap_get_sw_r_roce_src_udp_port(const struct prm_roce_cap *p)
{
	return (bool)((p->b_00 >> 3) & 0x1);
}

static inline void prm_roce_cap_set_fl_rc_qp_when_roce_disabled(struct prm_roce_cap *p, bool v)
{
	p->b_00 = prm_u8_replace(p->b_00, 0x4, (uint8_t)((uint32_t)v << 2));
}

static inline bool prm_roce_cap_get_fl_rc_qp_when_roce_disabled(const struct prm_roce_cap *p)
{
	return (bool)((p->b_00 >> 2) & 0x1);
}

static inline void prm_roce_cap_set_fl_rc_qp_when_roce_enabled(struct prm_roce_cap *p, bool v)
{
	p->b_00 = prm_u8_replace(p->b_00, 0x2, (uint8_t)((uint32_t)v << 1));
}

static inline bool prm_roce_cap_get_fl_rc_qp_when_roce_enabled(const struct prm_roce_cap *p)
{
	return (bool)((p->b_00 >> 1) & 0x1);
}

static inline void prm_roce_cap_set_roce_cc_general(struct prm_roce_cap *p, bool v)
{
	p->b_00 = prm_u8_replace(p->b_00, 0x1, (uint8_t)v);
}

static inline bool prm_roce_cap_get_roce_cc_general(const struct prm_roce_cap *p)
{
	return (bool)(p->b_00 & 0x1);
}

static inline void prm_roce_cap_set_qp_ooo_transmit_default(struct prm_roce_cap *p, bool v)
{
	p->b_01 = prm_u8_replace(p->b_01, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_roce_cap_get_qp_ooo_transmit_default(const struct prm_roce_cap *p)
{
	return (bool)(p->b_01 >> 7);
}

static inline void prm_roce_cap_set_query_roce_address_other_vport(struct prm_roce_cap *p, bool v)
{
	p->b_01 = prm_u8_replace(p->b_01, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_roce_cap_get_query_roce_address_other_vport(const struct prm_roce_cap *p)
{
	return (bool)((p->b_01 >> 6) & 0x1);
}

static inline void prm_roce_cap_set_query_roce_address_table(struct prm_roce_cap *p, bool v)
{
	p->b_01 = prm_u8_replace(p->b_01, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_roce_cap_get_query_roce_address_table(const struct prm_roce_cap *p)
{
	return (bool)((p->b_01 >> 5) & 0x1);
}

static inline void prm_roce_cap_set_qp_ts_format(struct prm_roce_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 2);
	p->b_03 = prm_u8_replace(p->b_03, 0x3, (uint8_t)v);
}

static inline uint32_t prm_roce_cap_get_qp_ts_format(const struct prm_roce_cap *p)
{
	return p->b_03 & 0x3;
}

static inline void prm_roce_cap_set_l3_type(struct prm_roce_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_11 = prm_u8_replace(p->b_11, 0xf, (uint8_t)v);
}

static inline uint32_t prm_roce_cap_get_l3_type(const struct prm_roce_cap *p)
{
	return p->b_11 & 0xf;
}

static inline void prm_roce_cap_set_roce_version(struct prm_roce_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->roce_version = (uint8_t)v;
}

static inline uint32_t prm_roce_cap_get_roce_version(const struct prm_roce_cap *p)
{
	return p->roce_version;
}

static inline void prm_roce_cap_set_r_roce_dest_udp_port(struct prm_roce_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->r_roce_dest_udp_port = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_roce_cap_get_r_roce_dest_udp_port(const struct prm_roce_cap *p)
{
	return prm_be16_to_cpu(p->r_roce_dest_udp_port);
}

static inline void prm_roce_cap_set_r_roce_max_src_udp_port(struct prm_roce_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->r_roce_max_src_udp_port = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_roce_cap_get_r_roce_max_src_udp_port(const struct prm_roce_cap *p)
{
	return prm_be16_to_cpu(p->r_roce_max_src_udp_port);
}

static inline void prm_roce_cap_set_r_roce_min_src_udp_port(struct prm_roce_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->r_roce_min_src_udp_port = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_roce_cap_get_r_roce_min_src_udp_port(const struct prm_roce_cap *p)
{
	return prm_be16_to_cpu(p->r_roce_min_src_udp_port);
}

static inline void prm_roce_cap_set_roce_address_table_size(struct prm_roce_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->roce_address_table_size = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_roce_cap_get_roce_address_table_size(const struct prm_roce_cap *p)
{
	return prm_be16_to_cpu(p->roce_address_table_size);
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_roce_cap_fields {
	bool roce_apm;
	bool rts2rts_primary_eth_prio;
	bool roce_rx_allow_untagged;
	bool rts2rts_src_addr_index_for_vlan_valid_vlan_id;
	bool sw_r_roce_src_udp_port;
	bool fl_rc_qp_when_roce_disabled;
	bool fl_rc_qp_when_roce_enabled;
	bool roce_cc_general;
	bool qp_ooo_transmit_default;
	bool query_roce_address_other_vport;
	bool query_roce_address_table;
	uint8_t qp_ts_format;		/* 2 bits, enum prm_cap_ts_format */
	uint8_t l3_type;		/* PRM_ROCE_L3_TYPE_* */
	uint8_t roce_version;		/* PRM_ROCE_VERSION_* */
	uint16_t r_roce_dest_udp_port;
	uint16_t r_roce_max_src_udp_port;
	uint16_t r_roce_min_src_udp_port;
	uint16_t roce_address_table_size;
};

/* Zero, and the defaults of the fields that have one. */
static inline void prm_roce_cap_fields_init(struct prm_roce_cap_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 256 bytes of @p; what stood there does not matter. */
static inline void prm_roce_cap_pack(struct prm_roce_cap *p, const struct prm_roce_cap_fields *v)
{
	PRM_CHECK_WIDTH(v->qp_ts_format, 2);
	prm_store32(p, 0x00, (uint32_t)v->roce_apm << 31 |
			(uint32_t)v->rts2rts_primary_eth_prio << 30 |
			(uint32_t)v->roce_rx_allow_untagged << 29 |
			(uint32_t)v->rts2rts_src_addr_index_for_vlan_valid_vlan_id << 28 |
			(uint32_t)v->sw_r_roce_src_udp_port << 27 |
			(uint32_t)v->fl_rc_qp_when_roce_disabled << 26 |
			(uint32_t)v->fl_rc_qp_when_roce_enabled << 25 |
			(uint32_t)v->roce_cc_general << 24 |
			(uint32_t)v->qp_ooo_transmit_default << 23 |
			(uint32_t)v->query_roce_address_other_vport << 22 |
			(uint32_t)v->query_roce_address_table << 21 |
			((uint32_t)v->qp_ts_format & 0x3));
	memset((uint8_t *)p + 0x04, 0, 12);
	PRM_CHECK_WIDTH(v->l3_type, 4);
	prm_store32(p, 0x10, ((uint32_t)v->l3_type & 0xf) << 16 | (uint32_t)v->roce_version);
	prm_store32(p, 0x14, (uint32_t)v->r_roce_dest_udp_port);
	prm_store32(p, 0x18, (uint32_t)v->r_roce_max_src_udp_port << 16 |
			(uint32_t)v->r_roce_min_src_udp_port);
	prm_store32(p, 0x1c, (uint32_t)v->roce_address_table_size);
	memset((uint8_t *)p + 0x20, 0, 224);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_roce_cap_check(const struct prm_roce_cap *p, struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_reserved(r, p, 11, 19);	/* 0x00 [20:2] */
	n += prm_check_enum(r, "qp_ts_format", 30, 2, prm_roce_cap_get_qp_ts_format(p),
		prm_cap_ts_format_str(prm_roce_cap_get_qp_ts_format(p)));
	n += prm_check_reserved(r, p, 32, 96);	/* 0x04..0x0f */
	n += prm_check_reserved(r, p, 128, 12);	/* 0x10 [31:20] */
	n += prm_check_flags(r, "l3_type", 140, 4, prm_roce_cap_get_l3_type(p),
		PRM_ROCE_L3_TYPE_ALL);
	n += prm_check_reserved(r, p, 144, 8);	/* 0x10 [15:8] */
	n += prm_check_flags(r, "roce_version", 152, 8, prm_roce_cap_get_roce_version(p),
		PRM_ROCE_VERSION_ALL);
	n += prm_check_reserved(r, p, 160, 16);	/* 0x14 [31:16] */
	n += prm_check_reserved(r, p, 224, 16);	/* 0x1c [31:16] */
	n += prm_check_reserved(r, p, 256, 1792);	/* 0x20..0xff */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static inline unsigned int prm_roce_cap_unpack(struct prm_roce_cap_fields *v,
		const struct prm_roce_cap *p, struct prm_report *r)
{
	uint32_t word;

	word = prm_load8(p, 0x00);
	v->roce_apm = word >> 7;
	v->rts2rts_primary_eth_prio = (word >> 6) & 0x1;
	v->roce_rx_allow_untagged = (word >> 5) & 0x1;
	v->rts2rts_src_addr_index_for_vlan_valid_vlan_id = (word >> 4) & 0x1;
	v->sw_r_roce_src_udp_port = (word >> 3) & 0x1;
	v->fl_rc_qp_when_roce_disabled = (word >> 2) & 0x1;
	v->fl_rc_qp_when_roce_enabled = (word >> 1) & 0x1;
	v->roce_cc_general = word & 0x1;
	word = prm_load8(p, 0x01);
	v->qp_ooo_transmit_default = word >> 7;
	v->query_roce_address_other_vport = (word >> 6) & 0x1;
	v->query_roce_address_table = (word >> 5) & 0x1;
	v->qp_ts_format = (uint8_t)(prm_load8(p, 0x03) & 0x3);
	v->l3_type = (uint8_t)(prm_load8(p, 0x11) & 0xf);
	v->roce_version = prm_load8(p, 0x13);
	v->r_roce_dest_udp_port = prm_load16(p, 0x16);
	v->r_roce_max_src_udp_port = prm_load16(p, 0x18);
	v->r_roce_min_src_udp_port = prm_load16(p, 0x1a);
	v->roce_address_table_size = prm_load16(p, 0x1e);
	return r ? prm_roce_cap_check(p, r) : 0;
}

/**
 * struct prm_qos_cap - quality of service. There if cmd_hca_cap.qos is set
 *
 * 256 bytes, written by the device.
 * Note: For source and since see cmd_hca_cap.
 * Sources disagree: DPDK's structure is 253 bytes long; it ends in reserved bits that are 24 too
 * few. All other sources have 256.
 * Sources: linux include/linux/mlx5/mlx5_ifc.h struct mlx5_ifc_qos_cap_bits (6.12 and 6.1);
 * rdma-core providers/mlx5/mlx5_ifc.h struct mlx5_ifc_qos_cap_bits; DPDK
 * drivers/common/mlx5/mlx5_prm.h struct mlx5_ifc_qos_cap_bits; rdma-core tests/mlx5_prm_structs.py
 * class QosCaps; mstflint tools_layouts/adb/prm/hca/ext/hca_cap_table.adb node qos_caps.
 */
struct prm_qos_cap {
	/*
	 * 0x00 [31] packet_pacing: Packet pacing (rate limit of a queue) is supported.
	 *      [30] esw_scheduling: The e-switch has a scheduler.
	 *      [29] esw_bw_share: The scheduler of the e-switch shares bandwidth.
	 *      [28] esw_rate_limit: The scheduler of the e-switch limits rates.
	 *      [27] hll: Head of queue lifetime limit is supported for Ethernet.
	 *      [26] packet_pacing_burst_bound: Packet pacing can limit bursts.
	 *      [25] packet_pacing_typical_size: Packet pacing can be told a typical packet size.
	 *      [24] flow_meter_old: Flow meters are supported. Note: Replaced by flow_meter.
	 */
	uint8_t b_00;
	/*
	 * 0x00 [23]    nic_sq_scheduling: The NIC has a scheduler of SQs.
	 *      [22]    nic_bw_share: The scheduler of the NIC shares bandwidth. (needs
	 *                qos_cap.nic_sq_scheduling)
	 *      [21]    nic_rate_limit: The scheduler of the NIC limits rates. (needs
	 *                qos_cap.nic_sq_scheduling)
	 *      [20]    packet_pacing_uid: Packet pacing may be set with a uid.
	 *      [19:16] log_esw_max_sched_depth: Longest path from root to leaf in the scheduler
	 *                of the e-switch. (log2: 2^value)
	 */
	uint8_t b_01;
	/* 0x00 [15:8]: Largest number of flow meters. (log2: 2^value) */
	uint8_t log_max_flow_meter;
	/*
	 * 0x00 [7:0]: Bit n tells that metadata register C n can hold the result of a flow meter.
	 */
	uint8_t flow_meter_reg_id;
	/*
	 * 0x04 [31]    wqe_rate_pp: The packet pacing context has wqe_rate_pp.
	 *      [30]    nic_qp_scheduling: The NIC has a scheduler of QPs.
	 *      [29]    packet_pacing_req_ud: The requester of a UD QP can be paced.
	 *      [28]    packet_pacing_req_uc: The requester of a UC QP can be paced.
	 *      [27:24] log_nic_max_sched_depth: Longest path from root to leaf in the scheduler
	 *                of the NIC. (log2: 2^value; needs qos_cap.nic_sq_scheduling)
	 */
	uint8_t b_04;
	/*
	 * 0x04 [23]    flow_meter: Flow meters are supported.
	 *      [22]    esw_cross_esw_sched: The scheduler can take vports of other e-switches.
	 *      [21]    qos_remap_pp: A QoS remap WQE can move an SQ to another rate.
	 *      [20:16] log_max_qos_nic_queue_group: Largest number of queue groups of the
	 *                scheduler of the NIC. (log2: 2^value; needs qos_cap.nic_sq_scheduling)
	 */
	uint8_t b_05;
	uint8_t reserved_06[2];
	/* 0x08 [31:0]: Largest rate of packet pacing. (in kb/s; needs qos_cap.packet_pacing) */
	prm_be32 packet_pacing_max_rate;
	/* 0x0c [31:0]: Smallest rate of packet pacing. (in kb/s; needs qos_cap.packet_pacing) */
	prm_be32 packet_pacing_min_rate;
	uint8_t reserved_10[1];
	/*
	 * 0x10 [20:16] log_esw_max_rate_limit: Largest number of rate limits of the scheduler of
	 * the e-switch. (log2: 2^value)
	 */
	uint8_t b_11;
	/* 0x10 [15:0]: Number of rates of packet pacing. (needs qos_cap.packet_pacing) */
	prm_be16 packet_pacing_rate_table_size;
	/*
	 * 0x14 [31:16]: Elements of the scheduler of the e-switch. (flags
	 * PRM_SCHEDULING_ELEMENT_TYPE_*)
	 */
	prm_be16 esw_element_type;
	/* 0x14 [15:0]: Arbiters of the scheduler of the e-switch. (flags PRM_TSAR_TYPE_*) */
	prm_be16 esw_tsar_type;
	/*
	 * 0x18 [31:16]: Largest number of para-vports, 0 without them. Sources disagree: Linux and
	 * DPDK have max_qos_para_vport at 0x18[15:0]. The manual's table and rdma-core
	 * tests/mlx5_prm_structs.py have both, that one as max_qos_para_vport_old, and are taken.
	 */
	prm_be16 max_qos_para_vport;
	/*
	 * 0x18 [15:0]: Largest number of para-vports, 0 without them. Note: Replaced by
	 * max_qos_para_vport. Sources disagree: Linux and DPDK name it max_qos_para_vport, see
	 * there.
	 */
	prm_be16 max_qos_para_vport_old;
	prm_be32 max_tsar_bw_share;	/* 0x1c [31:0]: Largest share of bandwidth of an arbiter. */
	/*
	 * 0x20 [31:16]: Elements of the scheduler of the NIC. (flags PRM_SCHEDULING_ELEMENT_TYPE_*)
	 */
	prm_be16 nic_element_type;
	/* 0x20 [15:0]: Arbiters of the scheduler of the NIC. (flags PRM_TSAR_TYPE_*) */
	prm_be16 nic_tsar_type;
	/*
	 * 0x24 [28:24] log_meter_aso_granularity: Smallest allocation of FLOW_METER_ASO objects.
	 * (log2: 2^value)
	 */
	uint8_t b_24;
	/*
	 * 0x24 [20:16] log_meter_aso_max_alloc: Largest allocation of FLOW_METER_ASO objects.
	 * (log2: 2^value)
	 */
	uint8_t b_25;
	/*
	 * 0x24 [12:8] log_max_num_meter_aso: Largest number of FLOW_METER_ASO objects. (log2:
	 * 2^value)
	 */
	uint8_t b_26;
	/*
	 * 0x24 [5:0] flow_meter_aso_32_num_log_max: Largest number of FLOW_METER_ASO objects, with
	 * 32-bit ASO. (log2: 2^value)
	 */
	uint8_t b_27;
	/*
	 * 0x28 [28:24] log_max_qos_nic_scheduling_element: Largest number of elements of the
	 * scheduler of the NIC, 0 if not told. (log2: 2^value; needs qos_cap.nic_sq_scheduling)
	 */
	uint8_t b_28;
	/*
	 * 0x28 [20:16] log_max_qos_esw_scheduling_element: Largest number of elements of the
	 * scheduler of the e-switch, 0 if not told. (log2: 2^value; needs qos_cap.esw_scheduling)
	 */
	uint8_t b_29;
	/*
	 * 0x28 [13:8] flow_meter_aso_32_alloc_log_max: Largest allocation of FLOW_METER_ASO
	 * objects, with 32-bit ASO. (log2: 2^value)
	 */
	uint8_t b_2a;
	uint8_t reserved_2b[213];
} __attribute__((packed, aligned(4)));

#define PRM_QOS_CAP_SIZE 256

PRM_ASSERT_SIZE(prm_qos_cap, 256);
PRM_ASSERT_OFFSET(prm_qos_cap, b_00, 0x00);
PRM_ASSERT_OFFSET(prm_qos_cap, b_01, 0x01);
PRM_ASSERT_OFFSET(prm_qos_cap, log_max_flow_meter, 0x02);
PRM_ASSERT_OFFSET(prm_qos_cap, flow_meter_reg_id, 0x03);
PRM_ASSERT_OFFSET(prm_qos_cap, b_04, 0x04);
PRM_ASSERT_OFFSET(prm_qos_cap, b_05, 0x05);
PRM_ASSERT_OFFSET(prm_qos_cap, reserved_06, 0x06);
PRM_ASSERT_OFFSET(prm_qos_cap, packet_pacing_max_rate, 0x08);
PRM_ASSERT_OFFSET(prm_qos_cap, packet_pacing_min_rate, 0x0c);
PRM_ASSERT_OFFSET(prm_qos_cap, reserved_10, 0x10);
PRM_ASSERT_OFFSET(prm_qos_cap, b_11, 0x11);
PRM_ASSERT_OFFSET(prm_qos_cap, packet_pacing_rate_table_size, 0x12);
PRM_ASSERT_OFFSET(prm_qos_cap, esw_element_type, 0x14);
PRM_ASSERT_OFFSET(prm_qos_cap, esw_tsar_type, 0x16);
PRM_ASSERT_OFFSET(prm_qos_cap, max_qos_para_vport, 0x18);
PRM_ASSERT_OFFSET(prm_qos_cap, max_qos_para_vport_old, 0x1a);
PRM_ASSERT_OFFSET(prm_qos_cap, max_tsar_bw_share, 0x1c);
PRM_ASSERT_OFFSET(prm_qos_cap, nic_element_type, 0x20);
PRM_ASSERT_OFFSET(prm_qos_cap, nic_tsar_type, 0x22);
PRM_ASSERT_OFFSET(prm_qos_cap, b_24, 0x24);
PRM_ASSERT_OFFSET(prm_qos_cap, b_25, 0x25);
PRM_ASSERT_OFFSET(prm_qos_cap, b_26, 0x26);
PRM_ASSERT_OFFSET(prm_qos_cap, b_27, 0x27);
PRM_ASSERT_OFFSET(prm_qos_cap, b_28, 0x28);
PRM_ASSERT_OFFSET(prm_qos_cap, b_29, 0x29);
PRM_ASSERT_OFFSET(prm_qos_cap, b_2a, 0x2a);
PRM_ASSERT_OFFSET(prm_qos_cap, reserved_2b, 0x2b);

static inline void prm_qos_cap_set_packet_pacing(struct prm_qos_cap *p, bool v)
{
	p->b_00 = prm_u8_replace(p->b_00, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_qos_cap_get_packet_pacing(const struct prm_qos_cap *p)
{
	return (bool)(p->b_00 >> 7);
}

static inline void prm_qos_cap_set_esw_scheduling(struct prm_qos_cap *p, bool v)
{
	p->b_00 = prm_u8_replace(p->b_00, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_qos_cap_get_esw_scheduling(const struct prm_qos_cap *p)
{
	return (bool)((p->b_00 >> 6) & 0x1);
}

static inline void prm_qos_cap_set_esw_bw_share(struct prm_qos_cap *p, bool v)
{
	p->b_00 = prm_u8_replace(p->b_00, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_qos_cap_get_esw_bw_share(const struct prm_qos_cap *p)
{
	return (bool)((p->b_00 >> 5) & 0x1);
}

static inline void prm_qos_cap_set_esw_rate_limit(struct prm_qos_cap *p, bool v)
{
	p->b_00 = prm_u8_replace(p->b_00, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_qos_cap_get_esw_rate_limit(const struct prm_qos_cap *p)
{
	return (bool)((p->b_00 >> 4) & 0x1);
}

static inline void prm_qos_cap_set_hll(struct prm_qos_cap *p, bool v)
{
	p->b_00 = prm_u8_replace(p->b_00, 0x8, (uint8_t)((uint32_t)v << 3));
}

static inline bool prm_qos_cap_get_hll(const struct prm_qos_cap *p)
{
	return (bool)((p->b_00 >> 3) & 0x1);
}

static inline void prm_qos_cap_set_packet_pacing_burst_bound(struct prm_qos_cap *p, bool v)
{
	p->b_00 = prm_u8_replace(p->b_00, 0x4, (uint8_t)((uint32_t)v << 2));
}

static inline bool prm_qos_cap_get_packet_pacing_burst_bound(const struct prm_qos_cap *p)
{
	return (bool)((p->b_00 >> 2) & 0x1);
}

static inline void prm_qos_cap_set_packet_pacing_typical_size(struct prm_qos_cap *p, bool v)
{
	p->b_00 = prm_u8_replace(p->b_00, 0x2, (uint8_t)((uint32_t)v << 1));
}

static inline bool prm_qos_cap_get_packet_pacing_typical_size(const struct prm_qos_cap *p)
{
	return (bool)((p->b_00 >> 1) & 0x1);
}

static inline void prm_qos_cap_set_flow_meter_old(struct prm_qos_cap *p, bool v)
{
	p->b_00 = prm_u8_replace(p->b_00, 0x1, (uint8_t)v);
}

static inline bool prm_qos_cap_get_flow_meter_old(const struct prm_qos_cap *p)
{
	return (bool)(p->b_00 & 0x1);
}

static inline void prm_qos_cap_set_nic_sq_scheduling(struct prm_qos_cap *p, bool v)
{
	p->b_01 = prm_u8_replace(p->b_01, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_qos_cap_get_nic_sq_scheduling(const struct prm_qos_cap *p)
{
	return (bool)(p->b_01 >> 7);
}

static inline void prm_qos_cap_set_nic_bw_share(struct prm_qos_cap *p, bool v)
{
	p->b_01 = prm_u8_replace(p->b_01, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_qos_cap_get_nic_bw_share(const struct prm_qos_cap *p)
{
	return (bool)((p->b_01 >> 6) & 0x1);
}

static inline void prm_qos_cap_set_nic_rate_limit(struct prm_qos_cap *p, bool v)
{
	p->b_01 = prm_u8_replace(p->b_01, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_qos_cap_get_nic_rate_limit(const struct prm_qos_cap *p)
{
	return (bool)((p->b_01 >> 5) & 0x1);
}

static inline void prm_qos_cap_set_packet_pacing_uid(struct prm_qos_cap *p, bool v)
{
	p->b_01 = prm_u8_replace(p->b_01, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_qos_cap_get_packet_pacing_uid(const struct prm_qos_cap *p)
{
	return (bool)((p->b_01 >> 4) & 0x1);
}

static inline void prm_qos_cap_set_log_esw_max_sched_depth(struct prm_qos_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_01 = prm_u8_replace(p->b_01, 0xf, (uint8_t)v);
}

static inline uint32_t prm_qos_cap_get_log_esw_max_sched_depth(const struct prm_qos_cap *p)
{
	return p->b_01 & 0xf;
}

static inline void prm_qos_cap_set_log_max_flow_meter(struct prm_qos_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->log_max_flow_meter = (uint8_t)v;
}

static inline uint32_t prm_qos_cap_get_log_max_flow_meter(const struct prm_qos_cap *p)
{
	return p->log_max_flow_meter;
}

static inline void prm_qos_cap_set_flow_meter_reg_id(struct prm_qos_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 8);
	p->flow_meter_reg_id = (uint8_t)v;
}

static inline uint32_t prm_qos_cap_get_flow_meter_reg_id(const struct prm_qos_cap *p)
{
	return p->flow_meter_reg_id;
}

static inline void prm_qos_cap_set_wqe_rate_pp(struct prm_qos_cap *p, bool v)
{
	p->b_04 = prm_u8_replace(p->b_04, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_qos_cap_get_wqe_rate_pp(const struct prm_qos_cap *p)
{
	return (bool)(p->b_04 >> 7);
}

static inline void prm_qos_cap_set_nic_qp_scheduling(struct prm_qos_cap *p, bool v)
{
	p->b_04 = prm_u8_replace(p->b_04, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_qos_cap_get_nic_qp_scheduling(const struct prm_qos_cap *p)
{
	return (bool)((p->b_04 >> 6) & 0x1);
}

static inline void prm_qos_cap_set_packet_pacing_req_ud(struct prm_qos_cap *p, bool v)
{
	p->b_04 = prm_u8_replace(p->b_04, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_qos_cap_get_packet_pacing_req_ud(const struct prm_qos_cap *p)
{
	return (bool)((p->b_04 >> 5) & 0x1);
}

static inline void prm_qos_cap_set_packet_pacing_req_uc(struct prm_qos_cap *p, bool v)
{
	p->b_04 = prm_u8_replace(p->b_04, 0x10, (uint8_t)((uint32_t)v << 4));
}

static inline bool prm_qos_cap_get_packet_pacing_req_uc(const struct prm_qos_cap *p)
{
	return (bool)((p->b_04 >> 4) & 0x1);
}

static inline void prm_qos_cap_set_log_nic_max_sched_depth(struct prm_qos_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 4);
	p->b_04 = prm_u8_replace(p->b_04, 0xf, (uint8_t)v);
}

static inline uint32_t prm_qos_cap_get_log_nic_max_sched_depth(const struct prm_qos_cap *p)
{
	return p->b_04 & 0xf;
}

static inline void prm_qos_cap_set_flow_meter(struct prm_qos_cap *p, bool v)
{
	p->b_05 = prm_u8_replace(p->b_05, 0x80, (uint8_t)((uint32_t)v << 7));
}

static inline bool prm_qos_cap_get_flow_meter(const struct prm_qos_cap *p)
{
	return (bool)(p->b_05 >> 7);
}

static inline void prm_qos_cap_set_esw_cross_esw_sched(struct prm_qos_cap *p, bool v)
{
	p->b_05 = prm_u8_replace(p->b_05, 0x40, (uint8_t)((uint32_t)v << 6));
}

static inline bool prm_qos_cap_get_esw_cross_esw_sched(const struct prm_qos_cap *p)
{
	return (bool)((p->b_05 >> 6) & 0x1);
}

static inline void prm_qos_cap_set_qos_remap_pp(struct prm_qos_cap *p, bool v)
{
	p->b_05 = prm_u8_replace(p->b_05, 0x20, (uint8_t)((uint32_t)v << 5));
}

static inline bool prm_qos_cap_get_qos_remap_pp(const struct prm_qos_cap *p)
{
	return (bool)((p->b_05 >> 5) & 0x1);
}

static inline void prm_qos_cap_set_log_max_qos_nic_queue_group(struct prm_qos_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_05 = prm_u8_replace(p->b_05, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_qos_cap_get_log_max_qos_nic_queue_group(const struct prm_qos_cap *p)
{
	return p->b_05 & 0x1f;
}

static inline void prm_qos_cap_set_packet_pacing_max_rate(struct prm_qos_cap *p, uint32_t v)
{
	p->packet_pacing_max_rate = prm_cpu_to_be32(v);
}

static inline uint32_t prm_qos_cap_get_packet_pacing_max_rate(const struct prm_qos_cap *p)
{
	return prm_be32_to_cpu(p->packet_pacing_max_rate);
}

static inline void prm_qos_cap_set_packet_pacing_min_rate(struct prm_qos_cap *p, uint32_t v)
{
	p->packet_pacing_min_rate = prm_cpu_to_be32(v);
}

static inline uint32_t prm_qos_cap_get_packet_pacing_min_rate(const struct prm_qos_cap *p)
{
	return prm_be32_to_cpu(p->packet_pacing_min_rate);
}

static inline void prm_qos_cap_set_log_esw_max_rate_limit(struct prm_qos_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_11 = prm_u8_replace(p->b_11, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_qos_cap_get_log_esw_max_rate_limit(const struct prm_qos_cap *p)
{
	return p->b_11 & 0x1f;
}

static inline void prm_qos_cap_set_packet_pacing_rate_table_size(struct prm_qos_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->packet_pacing_rate_table_size = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_qos_cap_get_packet_pacing_rate_table_size(const struct prm_qos_cap *p)
{
	return prm_be16_to_cpu(p->packet_pacing_rate_table_size);
}

static inline void prm_qos_cap_set_esw_element_type(struct prm_qos_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->esw_element_type = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_qos_cap_get_esw_element_type(const struct prm_qos_cap *p)
{
	return prm_be16_to_cpu(p->esw_element_type);
}

static inline void prm_qos_cap_set_esw_tsar_type(struct prm_qos_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->esw_tsar_type = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_qos_cap_get_esw_tsar_type(const struct prm_qos_cap *p)
{
	return prm_be16_to_cpu(p->esw_tsar_type);
}

static inline void prm_qos_cap_set_max_qos_para_vport(struct prm_qos_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->max_qos_para_vport = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_qos_cap_get_max_qos_para_vport(const struct prm_qos_cap *p)
{
	return prm_be16_to_cpu(p->max_qos_para_vport);
}

static inline void prm_qos_cap_set_max_qos_para_vport_old(struct prm_qos_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->max_qos_para_vport_old = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_qos_cap_get_max_qos_para_vport_old(const struct prm_qos_cap *p)
{
	return prm_be16_to_cpu(p->max_qos_para_vport_old);
}

static inline void prm_qos_cap_set_max_tsar_bw_share(struct prm_qos_cap *p, uint32_t v)
{
	p->max_tsar_bw_share = prm_cpu_to_be32(v);
}

static inline uint32_t prm_qos_cap_get_max_tsar_bw_share(const struct prm_qos_cap *p)
{
	return prm_be32_to_cpu(p->max_tsar_bw_share);
}

static inline void prm_qos_cap_set_nic_element_type(struct prm_qos_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->nic_element_type = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_qos_cap_get_nic_element_type(const struct prm_qos_cap *p)
{
	return prm_be16_to_cpu(p->nic_element_type);
}

static inline void prm_qos_cap_set_nic_tsar_type(struct prm_qos_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 16);
	p->nic_tsar_type = prm_cpu_to_be16((uint16_t)v);
}

static inline uint32_t prm_qos_cap_get_nic_tsar_type(const struct prm_qos_cap *p)
{
	return prm_be16_to_cpu(p->nic_tsar_type);
}

static inline void prm_qos_cap_set_log_meter_aso_granularity(struct prm_qos_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_24 = prm_u8_replace(p->b_24, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_qos_cap_get_log_meter_aso_granularity(const struct prm_qos_cap *p)
{
	return p->b_24 & 0x1f;
}

static inline void prm_qos_cap_set_log_meter_aso_max_alloc(struct prm_qos_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_25 = prm_u8_replace(p->b_25, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_qos_cap_get_log_meter_aso_max_alloc(const struct prm_qos_cap *p)
{
	return p->b_25 & 0x1f;
}

static inline void prm_qos_cap_set_log_max_num_meter_aso(struct prm_qos_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_26 = prm_u8_replace(p->b_26, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_qos_cap_get_log_max_num_meter_aso(const struct prm_qos_cap *p)
{
	return p->b_26 & 0x1f;
}

static inline void prm_qos_cap_set_flow_meter_aso_32_num_log_max(struct prm_qos_cap *p, uint32_t v)
{
	PRM_CHECK_WIDTH(v, 6);
	p->b_27 = prm_u8_replace(p->b_27, 0x3f, (uint8_t)v);
}

static inline uint32_t prm_qos_cap_get_flow_meter_aso_32_num_log_max(const struct prm_qos_cap *p)
{
	return p->b_27 & 0x3f;
}

static inline void prm_qos_cap_set_log_max_qos_nic_scheduling_element(struct prm_qos_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_28 = prm_u8_replace(p->b_28, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_qos_cap_get_log_max_qos_nic_scheduling_element(
		const struct prm_qos_cap *p)
{
	return p->b_28 & 0x1f;
}

static inline void prm_qos_cap_set_log_max_qos_esw_scheduling_element(struct prm_qos_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 5);
	p->b_29 = prm_u8_replace(p->b_29, 0x1f, (uint8_t)v);
}

static inline uint32_t prm_qos_cap_get_log_max_qos_esw_scheduling_element(
		const struct prm_qos_cap *p)
{
	return p->b_29 & 0x1f;
}

static inline void prm_qos_cap_set_flow_meter_aso_32_alloc_log_max(struct prm_qos_cap *p,
		uint32_t v)
{
	PRM_CHECK_WIDTH(v, 6);
	p->b_2a = prm_u8_replace(p->b_2a, 0x3f, (uint8_t)v);
}

static inline uint32_t prm_qos_cap_get_flow_meter_aso_32_alloc_log_max(const struct prm_qos_cap *p)
{
	return p->b_2a & 0x3f;
}

/* The same in the host's byte order, without reserved bits and fixed fields. */
struct prm_qos_cap_fields {
	bool packet_pacing;
	bool esw_scheduling;
	bool esw_bw_share;
	bool esw_rate_limit;
	bool hll;
	bool packet_pacing_burst_bound;
	bool packet_pacing_typical_size;
	bool flow_meter_old;
	bool nic_sq_scheduling;
	bool nic_bw_share;
	bool nic_rate_limit;
	bool packet_pacing_uid;
	uint8_t log_esw_max_sched_depth; /* 4 bits, log2 */
	uint8_t log_max_flow_meter;	/* log2 */
	uint8_t flow_meter_reg_id;
	bool wqe_rate_pp;
	bool nic_qp_scheduling;
	bool packet_pacing_req_ud;
	bool packet_pacing_req_uc;
	uint8_t log_nic_max_sched_depth; /* 4 bits, log2 */
	bool flow_meter;
	bool esw_cross_esw_sched;
	bool qos_remap_pp;
	uint8_t log_max_qos_nic_queue_group; /* 5 bits, log2 */
	uint32_t packet_pacing_max_rate;
	uint32_t packet_pacing_min_rate;
	uint8_t log_esw_max_rate_limit;	/* 5 bits, log2 */
	uint16_t packet_pacing_rate_table_size;
	uint16_t esw_element_type;	/* PRM_SCHEDULING_ELEMENT_TYPE_* */
	uint16_t esw_tsar_type;		/* PRM_TSAR_TYPE_* */
	uint16_t max_qos_para_vport;
	uint16_t max_qos_para_vport_old;
	uint32_t max_tsar_bw_share;
	uint16_t nic_element_type;	/* PRM_SCHEDULING_ELEMENT_TYPE_* */
	uint16_t nic_tsar_type;		/* PRM_TSAR_TYPE_* */
	uint8_t log_meter_aso_granularity; /* 5 bits, log2 */
	uint8_t log_meter_aso_max_alloc; /* 5 bits, log2 */
	uint8_t log_max_num_meter_aso;	/* 5 bits, log2 */
	uint8_t flow_meter_aso_32_num_log_max; /* 6 bits, log2 */
	uint8_t log_max_qos_nic_scheduling_element; /* 5 bits, log2 */
	uint8_t log_max_qos_esw_scheduling_element; /* 5 bits, log2 */
	uint8_t flow_meter_aso_32_alloc_log_max; /* 6 bits, log2 */
};

/* Zero, and the defaults of the fields that have one. */
static inline void prm_qos_cap_fields_init(struct prm_qos_cap_fields *v)
{
	memset(v, 0, sizeof(*v));
}

/* Writes all 256 bytes of @p; what stood there does not matter. */
static inline void prm_qos_cap_pack(struct prm_qos_cap *p, const struct prm_qos_cap_fields *v)
{
	PRM_CHECK_WIDTH(v->log_esw_max_sched_depth, 4);
	prm_store32(p, 0x00, (uint32_t)v->packet_pacing << 31 | (uint32_t)v->esw_scheduling << 30 |
			(uint32_t)v->esw_bw_share << 29 | (uint32_t)v->esw_rate_limit << 28 |
			(uint32_t)v->hll << 27 | (uint32_t)v->packet_pacing_burst_bound << 26 |
			(uint32_t)v->packet_pacing_typical_size << 25 |
			(uint32_t)v->flow_meter_old << 24 | (uint32_t)v->nic_sq_scheduling << 23 |
			(uint32_t)v->nic_bw_share << 22 | (uint32_t)v->nic_rate_limit << 21 |
			(uint32_t)v->packet_pacing_uid << 20 |
			((uint32_t)v->log_esw_max_sched_depth & 0xf) << 16 |
			(uint32_t)v->log_max_flow_meter << 8 | (uint32_t)v->flow_meter_reg_id);
	PRM_CHECK_WIDTH(v->log_nic_max_sched_depth, 4);
	PRM_CHECK_WIDTH(v->log_max_qos_nic_queue_group, 5);
	prm_store32(p, 0x04, (uint32_t)v->wqe_rate_pp << 31 | (uint32_t)v->nic_qp_scheduling << 30 |
			(uint32_t)v->packet_pacing_req_ud << 29 |
			(uint32_t)v->packet_pacing_req_uc << 28 |
			((uint32_t)v->log_nic_max_sched_depth & 0xf) << 24 |
			(uint32_t)v->flow_meter << 23 | (uint32_t)v->esw_cross_esw_sched << 22 |
			(uint32_t)v->qos_remap_pp << 21 |
			((uint32_t)v->log_max_qos_nic_queue_group & 0x1f) << 16);
	prm_store32(p, 0x08, v->packet_pacing_max_rate);
	prm_store32(p, 0x0c, v->packet_pacing_min_rate);
	PRM_CHECK_WIDTH(v->log_esw_max_rate_limit, 5);
	prm_store32(p, 0x10, ((uint32_t)v->log_esw_max_rate_limit & 0x1f) << 16 |
			(uint32_t)v->packet_pacing_rate_table_size);
	prm_store32(p, 0x14, (uint32_t)v->esw_element_type << 16 | (uint32_t)v->esw_tsar_type);
	prm_store32(p, 0x18, (uint32_t)v->max_qos_para_vport << 16 |
			(uint32_t)v->max_qos_para_vport_old);
	prm_store32(p, 0x1c, v->max_tsar_bw_share);
	prm_store32(p, 0x20, (uint32_t)v->nic_element_type << 16 | (uint32_t)v->nic_tsar_type);
	PRM_CHECK_WIDTH(v->log_meter_aso_granularity, 5);
	PRM_CHECK_WIDTH(v->log_meter_aso_max_alloc, 5);
	PRM_CHECK_WIDTH(v->log_max_num_meter_aso, 5);
	PRM_CHECK_WIDTH(v->flow_meter_aso_32_num_log_max, 6);
	prm_store32(p, 0x24, ((uint32_t)v->log_meter_aso_granularity & 0x1f) << 24 |
			((uint32_t)v->log_meter_aso_max_alloc & 0x1f) << 16 |
			((uint32_t)v->log_max_num_meter_aso & 0x1f) << 8 |
			((uint32_t)v->flow_meter_aso_32_num_log_max & 0x3f));
	PRM_CHECK_WIDTH(v->log_max_qos_nic_scheduling_element, 5);
	PRM_CHECK_WIDTH(v->log_max_qos_esw_scheduling_element, 5);
	PRM_CHECK_WIDTH(v->flow_meter_aso_32_alloc_log_max, 6);
	prm_store32(p, 0x28, ((uint32_t)v->log_max_qos_nic_scheduling_element & 0x1f) << 24 |
			((uint32_t)v->log_max_qos_esw_scheduling_element & 0x1f) << 16 |
			((uint32_t)v->flow_meter_aso_32_alloc_log_max & 0x3f) << 8);
	memset((uint8_t *)p + 0x2c, 0, 212);
}

/* Adds to @r what is wrong with @p; returns the number of complaints. */
static inline unsigned int prm_qos_cap_check(const struct prm_qos_cap *p, struct prm_report *r)
{
	unsigned int n = 0;

	n += prm_check_reserved(r, p, 48, 16);	/* 0x04 [15:0] */
	n += prm_check_reserved(r, p, 128, 11);	/* 0x10 [31:21] */
	n += prm_check_reserved(r, p, 288, 3);	/* 0x24 [31:29] */
	n += prm_check_reserved(r, p, 296, 3);	/* 0x24 [23:21] */
	n += prm_check_reserved(r, p, 304, 3);	/* 0x24 [15:13] */
	n += prm_check_reserved(r, p, 312, 2);	/* 0x24 [7:6] */
	n += prm_check_reserved(r, p, 320, 3);	/* 0x28 [31:29] */
	n += prm_check_reserved(r, p, 328, 3);	/* 0x28 [23:21] */
	n += prm_check_reserved(r, p, 336, 2);	/* 0x28 [15:14] */
	n += prm_check_reserved(r, p, 344, 8);	/* 0x28 [7:0] */
	n += prm_check_reserved(r, p, 352, 1696);	/* 0x2c..0xff */
	return n;
}

/* Reads @p into @v. With @r not NULL also checks it; returns the number of complaints. */
static inline unsigned int prm_qos_cap_unpack(struct prm_qos_cap_fields *v,
		const struct prm_qos_cap *p, struct prm_report *r)
{
	uint32_t word;

	word = prm_load8(p, 0x00);
	v->packet_pacing = word >> 7;
	v->esw_scheduling = (word >> 6) & 0x1;
	v->esw_bw_share = (word >> 5) & 0x1;
	v->esw_rate_limit = (word >> 4) & 0x1;
	v->hll = (word >> 3) & 0x1;
	v->packet_pacing_burst_bound = (word >> 2) & 0x1;
	v->packet_pacing_typical_size = (word >> 1) & 0x1;
	v->flow_meter_old = word & 0x1;
	word = prm_load8(p, 0x01);
	v->nic_sq_scheduling = word >> 7;
	v->nic_bw_share = (word >> 6) & 0x1;
	v->nic_rate_limit = (word >> 5) & 0x1;
	v->packet_pacing_uid = (word >> 4) & 0x1;
	v->log_esw_max_sched_depth = (uint8_t)(word & 0xf);
	v->log_max_flow_meter = prm_load8(p, 0x02);
	v->flow_meter_reg_id = prm_load8(p, 0x03);
	word = prm_load8(p, 0x04);
	v->wqe_rate_pp = word >> 7;
	v->nic_qp_scheduling = (word >> 6) & 0x1;
	v->packet_pacing_req_ud = (word >> 5) & 0x1;
	v->packet_pacing_req_uc = (word >> 4) & 0x1;
	v->log_nic_max_sched_depth = (uint8_t)(word & 0xf);
	word = prm_load8(p, 0x05);
	v->flow_meter = word >> 7;
	v->esw_cross_esw_sched = (word >> 6) & 0x1;
	v->qos_remap_pp = (word >> 5) & 0x1;
	v->log_max_qos_nic_queue_group = (uint8_t)(word & 0x1f);
	v->packet_pacing_max_rate = prm_load32(p, 0x08);
	v->packet_pacing_min_rate = prm_load32(p, 0x0c);
	v->log_esw_max_rate_limit = (uint8_t)(prm_load8(p, 0x11) & 0x1f);
	v->packet_pacing_rate_table_size = prm_load16(p, 0x12);
	v->esw_element_type = prm_load16(p, 0x14);
	v->esw_tsar_type = prm_load16(p, 0x16);
	v->max_qos_para_vport = prm_load16(p, 0x18);
	v->max_qos_para_vport_old = prm_load16(p, 0x1a);
	v->max_tsar_bw_share = prm_load32(p, 0x1c);
	v->nic_element_type = prm_load16(p, 0x20);
	v->nic_tsar_type = prm_load16(p, 0x22);
	v->log_meter_aso_granularity = (uint8_t)(prm_load8(p, 0x24) & 0x1f);
	v->log_meter_aso_max_alloc = (uint8_t)(prm_load8(p, 0x25) & 0x1f);
	v->log_max_num_meter_aso = (uint8_t)(prm_load8(p, 0x26) & 0x1f);
	v->flow_meter_aso_32_num_log_max = (uint8_t)(prm_load8(p, 0x27) & 0x3f);
	v->log_max_qos_nic_scheduling_element = (uint8_t)(prm_load8(p, 0x28) & 0x1f);
	v->log_max_qos_esw_scheduling_element = (uint8_t)(prm_load8(p, 0x29) & 0x1f);
	v->flow_meter_aso_32_alloc_log_max = (uint8_t)(prm_load8(p, 0x2a) & 0x3f);
	return r ? prm_qos_cap_check(p, r) : 0;
}

#endif /* PRM_CAP_ETHERNET_H */
