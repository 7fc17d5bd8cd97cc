// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The kernel's side: the specifications of a flow, and what they match. Checks and errno values are those
 * of kern_spec_to_ib_spec() in ib_uverbs, and of is_valid_ethertype() and parse_flow_attr() in mlx5_ib.
 */
#include <endian.h>
#include <errno.h>
#include <infiniband/verbs.h>
#include <netinet/in.h>
#include <string.h>

#include "kernel/uverbs_flow.h"
#include "prm_flow_table.h"

#define SM_ETHERTYPE_IPV4 0x0800
#define SM_ETHERTYPE_IPV6 0x86dd
#define SM_ETHERTYPE_MPLS 0x8847
#define SM_ETHERTYPE_MPLS_GROUPS 0x8848
#define SM_FLOW_LABELS (1u << 20)

/*
 * Reading.
 */

/* Bytes of the filter of a header; 0: there is no such specification. */
static size_t sm_filter_size(uint32_t type)
{
	switch (type & ~(uint32_t)IBV_FLOW_SPEC_INNER) {
	case IBV_FLOW_SPEC_ETH:
		return sizeof(struct ib_uverbs_flow_eth_filter);
	case IBV_FLOW_SPEC_IPV4:
		return sizeof(struct ib_uverbs_flow_ipv4_filter);
	case IBV_FLOW_SPEC_IPV6:
		return offsetof(struct ib_uverbs_flow_ipv6_filter, reserved);
	case IBV_FLOW_SPEC_TCP:
	case IBV_FLOW_SPEC_UDP:
		return sizeof(struct ib_uverbs_flow_tcp_udp_filter);
	case IBV_FLOW_SPEC_VXLAN_TUNNEL:
		return type & IBV_FLOW_SPEC_INNER ? 0 : sizeof(struct ib_uverbs_flow_tunnel_filter);
	case IBV_FLOW_SPEC_ESP:
		return sizeof(struct ib_uverbs_flow_spec_esp_filter);
	case IBV_FLOW_SPEC_GRE:
		return sizeof(struct ib_uverbs_flow_gre_filter);
	case IBV_FLOW_SPEC_MPLS:
		return sizeof(struct ib_uverbs_flow_mpls_filter);
	default:
		return 0;
	}
}

static bool sm_is_zero(const uint8_t *bytes, size_t n)
{
	while (n && !bytes[n - 1])
		n--;
	return !n;
}

/* Value and mask follow the head, of the same size: shorter than the kernel's, or longer. */
static int sm_filter_read(const uint8_t *from, size_t size, struct sm_flow_spec *spec)
{
	const size_t real = sm_filter_size(spec->type);
	size_t len = (size - sizeof(struct ib_uverbs_flow_spec_hdr)) / 2;
	const uint8_t *value = from + sizeof(struct ib_uverbs_flow_spec_hdr), *mask = value + len;

	if (!real)
		return sm_because(-EINVAL, "the type of a specification is 0x%x, which is unknown",
				  spec->type);
	if (!len || len % 4)
		return sm_because(-EINVAL,
				  "a specification of type 0x%x has %zu bytes of mask; multiples of 4 "
				  "are allowed",
				  spec->type, len);
	if (len > real && !sm_is_zero(mask + real, len - real))
		return sm_because(-EINVAL,
				  "a specification of type 0x%x has a mask after its first %zu bytes",
				  spec->type, real);
	if (len > real)
		len = real;
	memcpy(&spec->value, value, len);
	memcpy(&spec->mask, mask, len);
	return 0;
}

static int sm_filter_check(const struct sm_flow_spec *spec)
{
	if ((spec->type & ~(uint32_t)IBV_FLOW_SPEC_INNER) == IBV_FLOW_SPEC_IPV6 &&
	    (be32toh(spec->mask.ipv6.flow_label) >= SM_FLOW_LABELS ||
	     be32toh(spec->value.ipv6.flow_label) >= SM_FLOW_LABELS))
		return sm_because(-EINVAL, "flow_label of a specification has more than 20 bits");
	if (spec->type == IBV_FLOW_SPEC_VXLAN_TUNNEL &&
	    (be32toh(spec->mask.tunnel.tunnel_id) >= SM_FLOW_TAGS ||
	     be32toh(spec->value.tunnel.tunnel_id) >= SM_FLOW_TAGS))
		return sm_because(-EINVAL, "tunnel_id of a specification has more than 24 bits");
	return 0;
}

static int sm_count_read(const uint8_t *from, size_t size, struct sm_flow_spec *spec)
{
	struct ib_uverbs_flow_spec_action_count count;

	if (size != sizeof(count))
		return sm_because(-EINVAL, "a specification of type 0x%x has %zu bytes instead of %zu",
				  spec->type, size, sizeof(count));
	memcpy(&count, from, sizeof(count));
	spec->counters = count.handle;
	return 0;
}

/* Flow actions have handles, of objects that the device does not have. */
static int sm_action_read(const uint8_t *from, size_t size, struct sm_flow_spec *spec)
{
	struct ib_uverbs_flow_spec_action_tag tag;
	const size_t right = spec->type == IBV_FLOW_SPEC_ACTION_DROP ?
				     sizeof(struct ib_uverbs_flow_spec_action_drop) :
				     sizeof(tag);

	switch (spec->type) {
	case IBV_FLOW_SPEC_ACTION_TAG:
	case IBV_FLOW_SPEC_ACTION_DROP:
		break;
	case IBV_FLOW_SPEC_ACTION_HANDLE:
		return sm_because(-EOPNOTSUPP,
				  "a specification is IBV_FLOW_SPEC_ACTION_HANDLE; the device has no "
				  "flow actions");
	case IBV_FLOW_SPEC_ACTION_COUNT:
		return sm_count_read(from, size, spec);
	default:
		return sm_because(-EINVAL, "the type of a specification is 0x%x, which is unknown",
				  spec->type);
	}
	if (size != right)
		return sm_because(-EINVAL, "a specification of type 0x%x has %zu bytes instead of %zu",
				  spec->type, size, right);
	if (spec->type == IBV_FLOW_SPEC_ACTION_DROP)
		return 0;
	memcpy(&tag, from, sizeof(tag));
	spec->tag = tag.tag_id;
	return 0;
}

int sm_flow_spec_read(const void *from, size_t size, struct sm_flow_spec *spec)
{
	struct ib_uverbs_flow_spec_hdr head;
	int err;

	memset(spec, 0, sizeof(*spec));
	memcpy(&head, from, sizeof(head));
	spec->type = head.type;
	if (head.reserved)
		return sm_because(-EINVAL, "reserved bytes of a specification are not 0");
	if (spec->type >= IBV_FLOW_SPEC_ACTION_TAG)
		return sm_action_read(from, size, spec);
	if (size < sizeof(head))
		return sm_because(-EINVAL, "a specification has %zu bytes, less than its head", size);
	err = sm_filter_read(from, size, spec);
	return err ? err : sm_filter_check(spec);
}

/*
 * Matching.
 */

/* The headers that a specification is about, of the packet or of the one in its tunnel. */
struct sm_flow_headers {
	struct prm_fte_match_set_lyr_2_4 *mask, *value;
};

#define SM_MATCH(headers, field, mask_, value_) \
	(prm_fte_match_set_lyr_2_4_set_##field((headers)->mask, (mask_)), \
	 prm_fte_match_set_lyr_2_4_set_##field((headers)->value, (value_)))

/* Several specifications may say which protocol it is, if it is the same. */
static int sm_match_protocol(const struct sm_flow_headers *headers, uint8_t mask, uint8_t value)
{
	const uint32_t old_mask = prm_fte_match_set_lyr_2_4_get_ip_protocol(headers->mask);
	const uint32_t old_value = prm_fte_match_set_lyr_2_4_get_ip_protocol(headers->value);

	if (!mask)
		return 0;
	if (old_mask && (old_mask != mask || old_value != value))
		return sm_because(-EINVAL,
				  "the specifications have IP protocol %u (mask 0x%x) and %u (0x%x)",
				  old_value, old_mask, value, mask);
	SM_MATCH(headers, ip_protocol, mask, value);
	return 0;
}

/* The first two bytes of a MAC address have a field, the last four another. */
static void sm_match_macs(struct prm_fte_match_set_lyr_2_4 *side,
			  const struct ib_uverbs_flow_eth_filter *eth)
{
	uint32_t high;
	uint16_t low;

	memcpy(&high, eth->src_mac, sizeof(high));
	memcpy(&low, eth->src_mac + sizeof(high), sizeof(low));
	prm_fte_match_set_lyr_2_4_set_smac_47_16(side, be32toh(high));
	prm_fte_match_set_lyr_2_4_set_smac_15_0(side, be16toh(low));
	memcpy(&high, eth->dst_mac, sizeof(high));
	memcpy(&low, eth->dst_mac + sizeof(high), sizeof(low));
	prm_fte_match_set_lyr_2_4_set_dmac_47_16(side, be32toh(high));
	prm_fte_match_set_lyr_2_4_set_dmac_15_0(side, be16toh(low));
}

static void sm_match_eth(const struct sm_flow_headers *headers, const struct sm_flow_spec *spec)
{
	const uint16_t mask = be16toh(spec->mask.eth.vlan_tag);
	const uint16_t value = be16toh(spec->value.eth.vlan_tag);

	sm_match_macs(headers->mask, &spec->mask.eth);
	sm_match_macs(headers->value, &spec->value.eth);
	if (mask) {
		SM_MATCH(headers, cvlan_tag, true, true);
		SM_MATCH(headers, first_vid, mask & 0xfff, value & 0xfff);
		SM_MATCH(headers, first_cfi, mask >> 12 & 1, value >> 12 & 1);
		SM_MATCH(headers, first_prio, mask >> 13, value >> 13);
	}
	SM_MATCH(headers, ethertype, be16toh(spec->mask.eth.ether_type),
		 be16toh(spec->value.eth.ether_type));
}

static int sm_match_ipv4(const struct sm_flow_headers *headers, const struct sm_flow_spec *spec)
{
	const struct ib_uverbs_flow_ipv4_filter *mask = &spec->mask.ipv4, *value = &spec->value.ipv4;

	if (mask->ttl || mask->flags)
		return sm_because(-EOPNOTSUPP,
				  "a specification of IPv4 has a mask of ttl or flags, which flows do "
				  "not match");
	SM_MATCH(headers, ip_version, 0xf, 4);
	SM_MATCH(headers, src_ipv4_addr, be32toh(mask->src_ip), be32toh(value->src_ip));
	SM_MATCH(headers, dst_ipv4_addr, be32toh(mask->dst_ip), be32toh(value->dst_ip));
	SM_MATCH(headers, ip_ecn, mask->tos & 3, value->tos & 3);
	SM_MATCH(headers, ip_dscp, mask->tos >> 2, value->tos >> 2);
	return sm_match_protocol(headers, mask->proto, value->proto);
}

static int sm_match_ipv6(const struct sm_flow_headers *headers, const struct sm_flow_spec *spec,
			 struct sm_flow_rule *rule)
{
	const struct ib_uverbs_flow_ipv6_filter *mask = &spec->mask.ipv6, *value = &spec->value.ipv6;

	if (mask->hop_limit)
		return sm_because(-EOPNOTSUPP,
				  "a specification of IPv6 has a mask of hop_limit, which flows do not "
				  "match");
	SM_MATCH(headers, ip_version, 0xf, 6);
	memcpy(headers->mask->src_ipv6, mask->src_ip, sizeof(mask->src_ip));
	memcpy(headers->value->src_ipv6, value->src_ip, sizeof(value->src_ip));
	memcpy(headers->mask->dst_ipv6, mask->dst_ip, sizeof(mask->dst_ip));
	memcpy(headers->value->dst_ipv6, value->dst_ip, sizeof(value->dst_ip));
	SM_MATCH(headers, ip_ecn, mask->traffic_class & 3, value->traffic_class & 3);
	SM_MATCH(headers, ip_dscp, mask->traffic_class >> 2, value->traffic_class >> 2);
#define SM_LABEL(side, where) \
	prm_fte_match_set_misc_set_##where##_ipv6_flow_label(&rule->side.misc_parameters, \
							     be32toh(side->flow_label))
	if (spec->type & IBV_FLOW_SPEC_INNER) {
		SM_LABEL(mask, inner);
		SM_LABEL(value, inner);
	} else {
		SM_LABEL(mask, outer);
		SM_LABEL(value, outer);
	}
#undef SM_LABEL
	return sm_match_protocol(headers, mask->next_hdr, value->next_hdr);
}

static int sm_match_ports(const struct sm_flow_headers *headers, const struct sm_flow_spec *spec)
{
	const struct ib_uverbs_flow_tcp_udp_filter *mask = &spec->mask.ports;
	const struct ib_uverbs_flow_tcp_udp_filter *value = &spec->value.ports;
	const bool is_tcp = (spec->type & ~(uint32_t)IBV_FLOW_SPEC_INNER) == IBV_FLOW_SPEC_TCP;
	int err = sm_match_protocol(headers, 0xff, is_tcp ? IPPROTO_TCP : IPPROTO_UDP);

	if (err)
		return err;
	if (is_tcp) {
		SM_MATCH(headers, tcp_sport, be16toh(mask->src_port), be16toh(value->src_port));
		SM_MATCH(headers, tcp_dport, be16toh(mask->dst_port), be16toh(value->dst_port));
	} else {
		SM_MATCH(headers, udp_sport, be16toh(mask->src_port), be16toh(value->src_port));
		SM_MATCH(headers, udp_dport, be16toh(mask->dst_port), be16toh(value->dst_port));
	}
	return 0;
}

/* The device compares the protocol only: it refuses masks of what GRE has. */
static int sm_match_gre(const struct sm_flow_headers *headers, const struct sm_flow_spec *spec,
			struct sm_flow_rule *rule)
{
	const struct ib_uverbs_flow_gre_filter *mask = &spec->mask.gre, *value = &spec->value.gre;
	struct prm_fte_match_set_misc *misc_mask = &rule->mask.misc_parameters;
	struct prm_fte_match_set_misc *misc_value = &rule->value.misc_parameters;

	if (mask->c_ks_res0_ver)
		return sm_because(-EOPNOTSUPP, "a specification of GRE has a mask of c_ks_res0_ver, "
					       "which flows do not match");
	prm_fte_match_set_misc_set_gre_protocol(misc_mask, be16toh(mask->protocol));
	prm_fte_match_set_misc_set_gre_protocol(misc_value, be16toh(value->protocol));
	memcpy(&misc_mask->gre_key, &mask->key, sizeof(mask->key));
	memcpy(&misc_value->gre_key, &value->key, sizeof(value->key));
	return sm_match_protocol(headers, 0xff, IPPROTO_GRE);
}

static int sm_match_header(const struct sm_flow_spec *spec, struct sm_flow_rule *rule)
{
	const bool is_inner = spec->type & IBV_FLOW_SPEC_INNER;
	const struct sm_flow_headers headers = {
		.mask = is_inner ? &rule->mask.inner_headers : &rule->mask.outer_headers,
		.value = is_inner ? &rule->value.inner_headers : &rule->value.outer_headers,
	};

	switch (spec->type & ~(uint32_t)IBV_FLOW_SPEC_INNER) {
	case IBV_FLOW_SPEC_ETH:
		sm_match_eth(&headers, spec);
		return 0;
	case IBV_FLOW_SPEC_IPV4:
		return sm_match_ipv4(&headers, spec);
	case IBV_FLOW_SPEC_IPV6:
		return sm_match_ipv6(&headers, spec, rule);
	case IBV_FLOW_SPEC_TCP:
	case IBV_FLOW_SPEC_UDP:
		return sm_match_ports(&headers, spec);
	case IBV_FLOW_SPEC_VXLAN_TUNNEL:
		prm_fte_match_set_misc_set_vxlan_vni(&rule->mask.misc_parameters,
						     be32toh(spec->mask.tunnel.tunnel_id));
		prm_fte_match_set_misc_set_vxlan_vni(&rule->value.misc_parameters,
						     be32toh(spec->value.tunnel.tunnel_id));
		return 0;
	case IBV_FLOW_SPEC_GRE:
		return sm_match_gre(&headers, spec, rule);
	default:
		return sm_because(-EOPNOTSUPP,
				  "the type of a specification is 0x%x; flows of the device do not match "
				  "MPLS and ESP",
				  spec->type);
	}
}

/* Of a specification of Ethernet and one of IP, both have to mean the same packets. */
static int sm_flow_check_ethertype(const struct sm_flow_spec *specs, unsigned int n, uint32_t inner)
{
	uint16_t ethertype = 0, mask = 0;
	uint32_t ip = 0;

	for (unsigned int i = 0; i < n; i++) {
		const struct sm_flow_spec *spec = &specs[i];

		if (spec->type == (IBV_FLOW_SPEC_ETH | inner) && spec->mask.eth.ether_type) {
			mask = be16toh(spec->mask.eth.ether_type);
			ethertype = be16toh(spec->value.eth.ether_type);
		} else if (spec->type == (IBV_FLOW_SPEC_IPV4 | inner) ||
			   spec->type == (IBV_FLOW_SPEC_IPV6 | inner)) {
			ip = spec->type & ~inner;
		}
	}
	if (!mask || !ip)
		return 0;
	if (mask == 0xffff &&
	    (ethertype == SM_ETHERTYPE_MPLS || ethertype == SM_ETHERTYPE_MPLS_GROUPS ||
	     ethertype == (ip == IBV_FLOW_SPEC_IPV4 ? SM_ETHERTYPE_IPV4 : SM_ETHERTYPE_IPV6)))
		return 0;
	return sm_because(-EINVAL,
			  "ether_type is 0x%x (mask 0x%x), and there is a specification of IPv%d",
			  ethertype, mask, ip == IBV_FLOW_SPEC_IPV4 ? 4 : 6);
}

/* The parts of a mask that have bits. */
static uint8_t sm_flow_criteria(const struct prm_fte_match_param *mask)
{
	static const struct prm_fte_match_param none;
	uint8_t enable = 0;

#define SM_CRITERIA(part, bit) \
	(memcmp(&mask->part, &none.part, sizeof(mask->part)) ? PRM_MATCH_CRITERIA_ENABLE_##bit : 0u)
	enable |= SM_CRITERIA(outer_headers, OUTER_HEADERS);
	enable |= SM_CRITERIA(misc_parameters, MISC_PARAMETERS);
	enable |= SM_CRITERIA(inner_headers, INNER_HEADERS);
#undef SM_CRITERIA
	return enable;
}

int sm_flow_specs_apply(const struct sm_flow_spec *specs, unsigned int n, struct sm_flow_rule *rule)
{
	int err = sm_flow_check_ethertype(specs, n, 0);

	if (!err)
		err = sm_flow_check_ethertype(specs, n, IBV_FLOW_SPEC_INNER);
	for (unsigned int i = 0; !err && i < n; i++) {
		const struct sm_flow_spec *spec = &specs[i];

		if (spec->type < IBV_FLOW_SPEC_ACTION_TAG) {
			err = sm_match_header(spec, rule);
		} else if (spec->type == IBV_FLOW_SPEC_ACTION_DROP) {
			rule->action &= (uint16_t)~PRM_FLOW_CONTEXT_ACTION_FWD_DEST;
			rule->action |= PRM_FLOW_CONTEXT_ACTION_DROP;
		} else if (spec->type == IBV_FLOW_SPEC_ACTION_COUNT) {
			if (rule->action & PRM_FLOW_CONTEXT_ACTION_COUNT)
				err = sm_because(-EINVAL, "two specifications are of counters");
			rule->action |= PRM_FLOW_CONTEXT_ACTION_COUNT;
		} else if (spec->tag >= SM_FLOW_TAGS) {
			err = sm_because(-EINVAL, "tag_id is 0x%x; 24 bits are allowed", spec->tag);
		} else {
			rule->has_tag = true;
			rule->tag = spec->tag;
		}
	}
	rule->criteria = sm_flow_criteria(&rule->mask);
	return err;
}

/* As in mlx5_ib: the first specification says so, of IPv4 by its value alone. */
bool sm_flow_is_multicast(const struct sm_flow_spec *specs, unsigned int n)
{
	if (n && specs->type == IBV_FLOW_SPEC_IPV4)
		return IN_MULTICAST(be32toh(specs->value.ipv4.dst_ip));
	return n && specs->type == IBV_FLOW_SPEC_ETH && (specs->mask.eth.dst_mac[0] & 1) &&
	       (specs->value.eth.dst_mac[0] & 1);
}
