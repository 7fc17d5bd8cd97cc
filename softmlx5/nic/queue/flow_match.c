// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * What flow tables compare of a frame: a fte_match_param with its values, of which masks and values are
 * the same layout.
 */
#include <endian.h>
#include <netinet/in.h>
#include <netinet/ip.h>
#include <netinet/ip6.h>
#include <netinet/tcp.h>
#include <string.h>

#include "base/gid.h"
#include "nic/queue/flow_match.h"

static uint32_t sm_be32_at(const uint8_t *bytes)
{
	uint32_t value;

	memcpy(&value, bytes, sizeof(value));
	return be32toh(value);
}

/*
 * Reading.
 */

static void sm_match_ethernet(struct prm_fte_match_set_lyr_2_4 *set, const struct sm_eth_head *head)
{
	const uint8_t *smac = head->frame + SM_MAC_SIZE;

	prm_fte_match_set_lyr_2_4_set_dmac_47_16(set, sm_be32_at(head->frame));
	prm_fte_match_set_lyr_2_4_set_dmac_15_0(set, sm_frame_be16(head->frame, 4));
	prm_fte_match_set_lyr_2_4_set_smac_47_16(set, sm_be32_at(smac));
	prm_fte_match_set_lyr_2_4_set_smac_15_0(set, sm_frame_be16(smac, 4));
	prm_fte_match_set_lyr_2_4_set_ethertype(set, head->ethertype);
	if (!head->tags)
		return;
	prm_fte_match_set_lyr_2_4_set_cvlan_tag(set, !head->is_svlan);
	prm_fte_match_set_lyr_2_4_set_svlan_tag(set, head->is_svlan);
	prm_fte_match_set_lyr_2_4_set_first_prio(set, head->tci / 0x2000u);
	prm_fte_match_set_lyr_2_4_set_first_cfi(set, head->tci / 0x1000u % 2);
	prm_fte_match_set_lyr_2_4_set_first_vid(set, head->tci % 0x1000u);
}

static void sm_match_traffic_class(struct prm_fte_match_set_lyr_2_4 *set, uint32_t tclass)
{
	prm_fte_match_set_lyr_2_4_set_ip_dscp(set, tclass / 4);
	prm_fte_match_set_lyr_2_4_set_ip_ecn(set, tclass % 4);
}

static void sm_match_ipv4(struct prm_fte_match_set_lyr_2_4 *set, const struct sm_eth_head *head)
{
	struct iphdr ip;

	memcpy(&ip, head->frame + head->ip, sizeof(ip));
	sm_match_traffic_class(set, ip.tos);
	prm_fte_match_set_lyr_2_4_set_ipv4_ihl(set, ip.ihl);
	prm_fte_match_set_lyr_2_4_set_ttl_hoplimit(set, ip.ttl);
	prm_fte_match_set_lyr_2_4_set_src_ipv4_addr(set, be32toh(ip.saddr));
	prm_fte_match_set_lyr_2_4_set_dst_ipv4_addr(set, be32toh(ip.daddr));
}

static uint32_t sm_match_ipv6(struct prm_fte_match_set_lyr_2_4 *set, const struct sm_eth_head *head)
{
	struct ip6_hdr ip;

	memcpy(&ip, head->frame + head->ip, sizeof(ip));
	sm_match_traffic_class(set, be32toh(ip.ip6_flow) >> 20 & 0xff);
	prm_fte_match_set_lyr_2_4_set_ttl_hoplimit(set, ip.ip6_hlim);
	memcpy(set->src_ipv6, &ip.ip6_src, sizeof(set->src_ipv6));
	memcpy(set->dst_ipv6, &ip.ip6_dst, sizeof(set->dst_ipv6));
	return be32toh(ip.ip6_flow) & 0xfffff;
}

/* The flags are in the second byte, and the last one in the first byte, before the other flags. */
static uint32_t sm_tcp_flags(const uint8_t *tcp)
{
	return tcp[13] + tcp[12] % 2u * PRM_MATCH_TCP_FLAGS_NS;
}

static void sm_match_l4(struct prm_fte_match_set_lyr_2_4 *set, const struct sm_eth_head *head)
{
	const uint16_t sport = sm_frame_be16(head->frame, head->l4);
	const uint16_t dport = sm_frame_be16(head->frame, head->l4 + 2);

	if (head->protocol == IPPROTO_TCP) {
		prm_fte_match_set_lyr_2_4_set_l4_type(set, PRM_PACKET_L4_TYPE_TCP);
		prm_fte_match_set_lyr_2_4_set_tcp_flags(set, sm_tcp_flags(head->frame + head->l4));
		prm_fte_match_set_lyr_2_4_set_tcp_sport(set, sport);
		prm_fte_match_set_lyr_2_4_set_tcp_dport(set, dport);
	} else {
		prm_fte_match_set_lyr_2_4_set_l4_type(set, PRM_PACKET_L4_TYPE_UDP);
		prm_fte_match_set_lyr_2_4_set_udp_sport(set, sport);
		prm_fte_match_set_lyr_2_4_set_udp_dport(set, dport);
	}
}

/* Returns the flow label of IPv6. */
static uint32_t sm_match_headers(struct prm_fte_match_set_lyr_2_4 *set,
				 const struct sm_eth_head *head)
{
	uint32_t flow_label = 0;

	sm_match_ethernet(set, head);
	if (!head->version)
		return 0;
	prm_fte_match_set_lyr_2_4_set_ip_version(set, head->version);
	prm_fte_match_set_lyr_2_4_set_ip_protocol(set, head->protocol);
	prm_fte_match_set_lyr_2_4_set_frag(set, head->is_fragment);
	if (head->version == 4)
		sm_match_ipv4(set, head);
	else
		flow_label = sm_match_ipv6(set, head);
	if (head->l4)
		sm_match_l4(set, head);
	return flow_label;
}

static void sm_match_vxlan(struct prm_fte_match_param *match, const struct sm_eth_head *head)
{
	struct prm_fte_match_set_misc *misc = &match->misc_parameters;
	struct sm_eth_head inner;
	const uint32_t at = sm_eth_head_read_inner(&inner, head);

	if (!at)
		return;
	prm_fte_match_set_misc_set_vxlan_vni(misc, sm_be32_at(head->frame + at + 4) / 0x100u);
	prm_fte_match_set_misc_set_inner_ipv6_flow_label(
		misc, sm_match_headers(&match->inner_headers, &inner));
}

void sm_match_read(struct prm_fte_match_param *match, const struct sm_eth_head *head)
{
	memset(match, 0, sizeof(*match));
	prm_fte_match_set_misc_set_outer_ipv6_flow_label(
		&match->misc_parameters, sm_match_headers(&match->outer_headers, head));
	sm_match_vxlan(match, head);
}

/*
 * Comparison.
 */

static void sm_known_headers(struct prm_fte_match_set_lyr_2_4 *set)
{
	struct prm_fte_match_set_lyr_2_4_fields fields;

	memset(set, 0xff, sizeof(*set));
	prm_fte_match_set_lyr_2_4_unpack(&fields, set, NULL);
	fields.l3_ok = fields.l4_ok = fields.ipv4_checksum_ok = fields.l4_checksum_ok = false;
	prm_fte_match_set_lyr_2_4_pack(set, &fields);
}

static const struct prm_fte_match_param *sm_match_known(void)
{
	static struct prm_fte_match_param known;
	static bool is_set;

	if (is_set)
		return &known;
	sm_known_headers(&known.outer_headers);
	sm_known_headers(&known.inner_headers);
	prm_fte_match_set_misc_set_vxlan_vni(&known.misc_parameters, 0xffffff);
	prm_fte_match_set_misc_set_outer_ipv6_flow_label(&known.misc_parameters, 0xfffff);
	prm_fte_match_set_misc_set_inner_ipv6_flow_label(&known.misc_parameters, 0xfffff);
	is_set = true;
	return &known;
}

bool sm_match_exceeds(const struct prm_fte_match_param *value, const struct prm_fte_match_param *mask)
{
	const uint8_t *v = (const void *)value, *m = (const void *)mask;

	for (size_t i = 0; i < sizeof(*value); i++)
		if (v[i] & ~m[i])
			return true;
	return false;
}

bool sm_match_is_known(const struct prm_fte_match_param *mask)
{
	return !sm_match_exceeds(mask, sm_match_known());
}

static bool sm_part_is_equal(const void *match, const void *mask, const void *value, size_t len)
{
	const uint8_t *f = match, *m = mask, *v = value;

	for (size_t i = 0; i < len; i++)
		if ((f[i] ^ v[i]) & m[i])
			return false;
	return true;
}

/* The device knows no field of the other parts. */
bool sm_match_is_equal(const struct prm_fte_match_param *match, const struct prm_fte_match_param *mask,
		       const struct prm_fte_match_param *value, uint8_t criteria)
{
	if (criteria & PRM_MATCH_CRITERIA_ENABLE_OUTER_HEADERS &&
	    !sm_part_is_equal(&match->outer_headers, &mask->outer_headers, &value->outer_headers,
			      sizeof(match->outer_headers)))
		return false;
	if (criteria & PRM_MATCH_CRITERIA_ENABLE_MISC_PARAMETERS &&
	    !sm_part_is_equal(&match->misc_parameters, &mask->misc_parameters,
			      &value->misc_parameters, sizeof(match->misc_parameters)))
		return false;
	return !(criteria & PRM_MATCH_CRITERIA_ENABLE_INNER_HEADERS) ||
	       sm_part_is_equal(&match->inner_headers, &mask->inner_headers, &value->inner_headers,
				sizeof(match->inner_headers));
}
