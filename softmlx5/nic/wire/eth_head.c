// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Headers of Ethernet frames: VLAN tags (IEEE 802.1Q), IPv4 (RFC 791), IPv6 with its extension headers
 * (RFC 8200), TCP and UDP, and the Internet checksum (RFC 1071).
 */
#include <endian.h>
#include <net/ethernet.h>
#include <netinet/in.h>
#include <netinet/ip.h>
#include <netinet/ip6.h>
#include <netinet/tcp.h>
#include <netinet/udp.h>
#include <stddef.h>
#include <string.h>

#include "nic/wire/eth_head.h"

#define SM_TAGS_MAX 2u
#define SM_VXLAN_PORT 4789u
#define SM_VXLAN_HEAD_SIZE 8u
#define SM_VXLAN_HAS_VNI 0x08u
#define SM_ADDRESSES_OF_IPV4 8u
#define SM_ADDRESSES_OF_IPV6 32u

uint16_t sm_frame_be16(const uint8_t *frame, uint32_t at)
{
	uint16_t value;

	memcpy(&value, frame + at, sizeof(value));
	return be16toh(value);
}

void sm_frame_set_be16(uint8_t *frame, uint32_t at, uint16_t value)
{
	value = htobe16(value);
	memcpy(frame + at, &value, sizeof(value));
}

/*
 * Reading.
 */

/* Copies the header at @at; false: the frame, or its packet of IP, ends before. */
static bool sm_take(const struct sm_eth_head *head, uint32_t at, void *to, uint32_t len)
{
	const uint32_t end = head->ip_end ? head->ip_end : head->len;

	if (at > end || len > end - at)
		return false;
	memcpy(to, head->frame + at, len);
	return true;
}

static bool sm_is_tag(uint16_t ethertype)
{
	return ethertype == ETHERTYPE_VLAN || ethertype == SM_ETHERTYPE_SVLAN;
}

/* Returns the offset after the tags. */
static uint32_t sm_read_tags(struct sm_eth_head *head)
{
	uint32_t at = SM_ETH_HEAD_SIZE;

	while (sm_is_tag(head->ethertype) && head->tags < SM_TAGS_MAX &&
	       head->len - at >= SM_VLAN_TAG_SIZE) {
		if (!head->tags++) {
			head->is_svlan = head->ethertype == SM_ETHERTYPE_SVLAN;
			head->tci = sm_frame_be16(head->frame, at);
		}
		head->ethertype = sm_frame_be16(head->frame, at + 2);
		at += SM_VLAN_TAG_SIZE;
	}
	return at;
}

static void sm_read_l4(struct sm_eth_head *head, uint32_t at)
{
	struct tcphdr tcp;
	struct udphdr udp;

	if (head->is_fragment)
		return;
	if (head->protocol == IPPROTO_TCP ? sm_take(head, at, &tcp, sizeof(tcp)) :
	    head->protocol == IPPROTO_UDP && sm_take(head, at, &udp, sizeof(udp)))
		head->l4 = at;
}

/* The packet of IP has @len bytes, by its header. */
static void sm_set_ip(struct sm_eth_head *head, uint32_t at, uint32_t len)
{
	head->ip = at;
	head->is_cut = len > head->len - at;
	head->ip_end = head->is_cut ? head->len : at + len;
}

static void sm_read_ipv4(struct sm_eth_head *head, uint32_t at)
{
	struct iphdr ip;
	uint32_t len, total;

	if (!sm_take(head, at, &ip, sizeof(ip)) || ip.version != 4)
		return;
	len = ip.ihl * 4u;
	total = be16toh(ip.tot_len);
	if (len < sizeof(ip) || total < len)
		return;
	head->version = 4;
	sm_set_ip(head, at, total);
	head->protocol = ip.protocol;
	head->has_options = len > sizeof(ip);
	head->is_fragment = be16toh(ip.frag_off) & (IP_MF | IP_OFFMASK);
	sm_read_l4(head, at + len);
}

/* The length of an extension header; 0: the protocol is none of these. */
static uint32_t sm_extension_len(uint8_t protocol, const struct ip6_ext *extension)
{
	switch (protocol) {
	case IPPROTO_FRAGMENT:
		return sizeof(struct ip6_frag);
	case IPPROTO_HOPOPTS:
	case IPPROTO_ROUTING:
	case IPPROTO_DSTOPTS:
		return (extension->ip6e_len + 1u) * 8;
	default:
		return 0;
	}
}

static void sm_read_ipv6(struct sm_eth_head *head, uint32_t at)
{
	struct ip6_hdr ip;
	struct ip6_ext extension;
	uint32_t len;

	if (!sm_take(head, at, &ip, sizeof(ip)) || be32toh(ip.ip6_flow) >> 28 != 6)
		return;
	head->version = 6;
	sm_set_ip(head, at, (uint32_t)sizeof(ip) + be16toh(ip.ip6_plen));
	at += sizeof(ip);
	head->protocol = ip.ip6_nxt;
	while (sm_take(head, at, &extension, sizeof(extension)) &&
	       (len = sm_extension_len(head->protocol, &extension)) != 0 &&
	       len <= head->ip_end - at) {
		head->has_options = true;
		if (head->protocol == IPPROTO_FRAGMENT)
			head->is_fragment = true;
		head->protocol = extension.ip6e_nxt;
		at += len;
	}
	sm_read_l4(head, at);
}

void sm_eth_head_read(struct sm_eth_head *head, const uint8_t *frame, uint32_t len)
{
	uint32_t at;

	*head = (struct sm_eth_head){ .frame = frame, .len = len };
	if (len < SM_ETH_HEAD_SIZE)
		return;
	head->ethertype = sm_frame_be16(frame, 2 * ETH_ALEN);
	at = sm_read_tags(head);
	if (head->ethertype == ETHERTYPE_IP)
		sm_read_ipv4(head, at);
	else if (head->ethertype == ETHERTYPE_IPV6)
		sm_read_ipv6(head, at);
}

uint32_t sm_eth_head_read_inner(struct sm_eth_head *inner, const struct sm_eth_head *outer)
{
	const uint32_t at = outer->l4 + (uint32_t)sizeof(struct udphdr);
	const uint32_t start = at + SM_VXLAN_HEAD_SIZE;

	if (!outer->l4 || outer->protocol != IPPROTO_UDP || start + SM_ETH_HEAD_SIZE > outer->ip_end ||
	    sm_frame_be16(outer->frame, outer->l4 + 2) != SM_VXLAN_PORT ||
	    outer->frame[at] != SM_VXLAN_HAS_VNI)
		return 0;
	sm_eth_head_read(inner, outer->frame + start, outer->ip_end - start);
	return at;
}

/*
 * Checksums. Sums are of 16-bit words, whose carries are added at the end.
 */

static uint64_t sm_sum(const uint8_t *bytes, uint32_t len)
{
	uint64_t sum = 0;
	uint32_t at;

	for (at = 0; at + 1 < len; at += 2)
		sum += sm_frame_be16(bytes, at);
	return at < len ? sum + bytes[at] * 0x100u : sum;
}

static uint16_t sm_sum_fold(uint64_t sum)
{
	while (sum > UINT16_MAX)
		sum = sum % 0x10000 + sum / 0x10000;
	return (uint16_t)sum;
}

static uint32_t sm_ipv4_len(const struct sm_eth_head *head)
{
	struct iphdr ip;

	memcpy(&ip, head->frame + head->ip, sizeof(ip));
	return ip.ihl * 4u;
}

/* The pseudo header: both addresses, the protocol, and the length of what follows. */
static uint64_t sm_l4_sum(const struct sm_eth_head *head)
{
	const bool is_ipv4 = head->version == 4;
	const uint32_t len = head->ip_end - head->l4;
	const uint32_t addresses = head->ip + (uint32_t)(is_ipv4 ?
		offsetof(struct iphdr, saddr) : offsetof(struct ip6_hdr, ip6_src));

	return sm_sum(head->frame + addresses,
		      is_ipv4 ? SM_ADDRESSES_OF_IPV4 : SM_ADDRESSES_OF_IPV6) +
	       head->protocol + len + sm_sum(head->frame + head->l4, len);
}

static uint32_t sm_l4_checksum_at(const struct sm_eth_head *head)
{
	return head->l4 + (uint32_t)(head->protocol == IPPROTO_TCP ?
		offsetof(struct tcphdr, check) : offsetof(struct udphdr, check));
}

bool sm_eth_head_ip_is_right(const struct sm_eth_head *head)
{
	if (head->version != 4 || head->is_cut)
		return head->version && !head->is_cut;
	return sm_sum_fold(sm_sum(head->frame + head->ip, sm_ipv4_len(head))) == UINT16_MAX;
}

bool sm_eth_head_l4_is_right(const struct sm_eth_head *head)
{
	if (!head->l4 || head->is_cut)
		return false;
	if (head->version == 4 && head->protocol == IPPROTO_UDP &&
	    !sm_frame_be16(head->frame, sm_l4_checksum_at(head)))
		return true;
	return sm_sum_fold(sm_l4_sum(head)) == UINT16_MAX;
}

void sm_eth_head_set_ip(const struct sm_eth_head *head, uint8_t *frame)
{
	const uint32_t at = head->ip + (uint32_t)offsetof(struct iphdr, check);

	if (head->version != 4)
		return;
	sm_frame_set_be16(frame, at, 0);
	sm_frame_set_be16(frame, at,
			  (uint16_t)~sm_sum_fold(sm_sum(frame + head->ip, sm_ipv4_len(head))));
}

void sm_eth_head_set_l4(const struct sm_eth_head *head, uint8_t *frame)
{
	uint16_t sum;

	if (!head->l4)
		return;
	sm_frame_set_be16(frame, sm_l4_checksum_at(head), 0);
	sum = (uint16_t)~sm_sum_fold(sm_l4_sum(head));
	if (!sum && head->protocol == IPPROTO_UDP)
		sum = UINT16_MAX;	/* 0 would mean that there is none */
	sm_frame_set_be16(frame, sm_l4_checksum_at(head), sum);
}

uint16_t sm_eth_head_sum(const struct sm_eth_head *head)
{
	return sm_sum_fold(sm_sum(head->frame + SM_ETH_HEAD_SIZE, head->len - SM_ETH_HEAD_SIZE));
}
