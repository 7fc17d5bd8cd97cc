// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Receive side scaling: what is hashed of a frame, the hash functions, and the choice of the RQ. The
 * Toeplitz hash is that of Microsoft's RSS, whose order of the fields is source and destination address,
 * source and destination port.
 */
#include <netinet/in.h>
#include <netinet/ip.h>
#include <netinet/ip6.h>
#include <stddef.h>
#include <string.h>

#include "nic/queue/qp.h"
#include "nic/queue/rss.h"
#include "prm_cqe.h"

#define SM_PORT_SIZE 2u
#define SM_WINDOW_SIZE 8u	/* bytes of the key that are looked at */

/* The bytes of a frame that are hashed: two addresses and two ports at most. */
struct sm_rss_input {
	uint8_t bytes[2 * sizeof(struct in6_addr) + 2 * SM_PORT_SIZE];
	uint32_t len;
};

static void sm_input_add(struct sm_rss_input *input, const struct sm_eth_head *head, uint32_t at,
			 uint32_t len)
{
	memcpy(input->bytes + input->len, head->frame + at, len);
	input->len += len;
}

static void sm_input_addresses(struct sm_rss_input *input, uint32_t selected,
			       const struct sm_eth_head *head, struct sm_rss *rss)
{
	const bool is_ipv4 = head->version == 4;
	const uint8_t type = is_ipv4 ? PRM_CQE_RSS_L3_IPV4 : PRM_CQE_RSS_L3_IPV6;
	const uint32_t len = is_ipv4 ? sizeof(struct in_addr) : sizeof(struct in6_addr);
	const uint32_t src = head->ip + (uint32_t)(is_ipv4 ?
		offsetof(struct iphdr, saddr) : offsetof(struct ip6_hdr, ip6_src));

	if (selected & PRM_RX_HASH_FIELD_SRC_IP) {
		sm_input_add(input, head, src, len);
		rss->src_l3 = type;
	}
	if (selected & PRM_RX_HASH_FIELD_DST_IP) {
		sm_input_add(input, head, src + len, len);
		rss->dst_l3 = type;
	}
}

static void sm_input_ports(struct sm_rss_input *input, uint32_t selected,
			   const struct sm_eth_head *head, struct sm_rss *rss)
{
	const uint8_t type = head->protocol == IPPROTO_TCP ? PRM_CQE_RSS_L4_TCP : PRM_CQE_RSS_L4_UDP;

	if (selected & PRM_RX_HASH_FIELD_L4_SPORT) {
		sm_input_add(input, head, head->l4, SM_PORT_SIZE);
		rss->src_l4 = type;
	}
	if (selected & PRM_RX_HASH_FIELD_L4_DPORT) {
		sm_input_add(input, head, head->l4 + SM_PORT_SIZE, SM_PORT_SIZE);
		rss->dst_l4 = type;
	}
}

/*
 * Fields that the frame does not have are left out: those of another version of IP or protocol than the
 * selector's, and the ports of a fragment. Drivers make a TIR for each type of traffic, and rules that
 * send it only that one, so that such frames are rare; if nothing is left, the hash is 0.
 */
static void sm_input_read(struct sm_rss_input *input,
			  const struct prm_rx_hash_field_select_fields *selector,
			  const struct sm_eth_head *head, struct sm_rss *rss)
{
	const uint8_t version = selector->l3_prot_type == PRM_RX_HASH_L3_PROT_TYPE_IPV4 ? 4 : 6;
	const uint8_t protocol = selector->l4_prot_type == PRM_RX_HASH_L4_PROT_TYPE_TCP ?
		IPPROTO_TCP : IPPROTO_UDP;

	if (head->version == version)
		sm_input_addresses(input, selector->selected_fields, head, rss);
	if (head->l4 && head->protocol == protocol)
		sm_input_ports(input, selector->selected_fields, head, rss);
}

/* For each bit of the input that is set, 32 bits of the key from its place on; all of them together. */
static uint32_t sm_toeplitz(const uint8_t *key, size_t key_len, const struct sm_rss_input *input)
{
	uint64_t window = 0;
	uint32_t hash = 0;

	for (size_t i = 0; i < SM_WINDOW_SIZE; i++)
		window = window << 8 | key[i];
	for (size_t i = 0; i < input->len; i++) {
		for (unsigned int mask = 0x80; mask; mask /= 2, window <<= 1)
			if (input->bytes[i] & mask)
				hash ^= (uint32_t)(window >> 32);
		if (i + SM_WINDOW_SIZE < key_len)
			window |= key[i + SM_WINDOW_SIZE];
	}
	return hash;
}

static uint32_t sm_xor8(const struct sm_rss_input *input)
{
	uint8_t hash = 0;

	for (size_t i = 0; i < input->len; i++)
		hash ^= input->bytes[i];
	return hash;
}

/* A selector of inner headers is for frames in a tunnel, that of outer ones for all others. */
void sm_rss_hash(const struct prm_tirc_fields *tir, const struct sm_eth_head *head, struct sm_rss *rss)
{
	struct sm_rss_input input = { .len = 0 };
	struct sm_eth_head inner;

	if (tir->rx_hash_field_selector_inner.selected_fields && sm_eth_head_read_inner(&inner, head))
		sm_input_read(&input, &tir->rx_hash_field_selector_inner, &inner, rss);
	else
		sm_input_read(&input, &tir->rx_hash_field_selector_outer, head, rss);
	if (tir->rx_hash_fn == PRM_RX_HASH_FN_TOEPLITZ)
		rss->result = sm_toeplitz(tir->rx_hash_toeplitz_key,
					  sizeof(tir->rx_hash_toeplitz_key), &input);
	else if (tir->rx_hash_fn == PRM_RX_HASH_FN_INVERTED_XOR8)
		rss->result = sm_xor8(&input);
}

/*
 * The low bits of the hash are the number of the entry. Those of INVERTED_XOR8 are taken in the reverse
 * order: mlx5e writes the entries of its tables in that order then (linux
 * drivers/net/ethernet/mellanox/mlx5/core/en/rqt.c mlx5e_calc_indir_rqns()).
 */
struct sm_qp *sm_rqt_select(const struct sm_rqt *rqt, uint8_t rx_hash_fn, uint32_t hash)
{
	uint32_t index = 0;

	if (rx_hash_fn != PRM_RX_HASH_FN_INVERTED_XOR8)
		return rqt->rqs[hash % rqt->ctx.rqt_actual_size];
	for (uint32_t bit = 1; bit < rqt->ctx.rqt_actual_size; bit *= 2, hash /= 2)
		index = 2 * index + hash % 2;
	return rqt->rqs[index];
}

void sm_rqt_refer(struct sm_qp *const *rqs, uint32_t n, int change)
{
	for (uint32_t i = 0; i < n; i++)
		rqs[i]->obj.users += (uint32_t)change;
}
