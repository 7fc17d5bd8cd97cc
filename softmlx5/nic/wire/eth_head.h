/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Ethernet frames: where their headers are, and the checksums of these.
 */
#ifndef SOFTMLX5_ETH_HEAD_H
#define SOFTMLX5_ETH_HEAD_H

#include "base/softmlx5.h"

#define SM_FRAME_MIN 60u	/* bytes without FCS; shorter ones are padded */
#define SM_FRAME_MAX 10240u
#define SM_ETH_HEAD_SIZE 14u
#define SM_VLAN_TAG_SIZE 4u
#define SM_ETHERTYPE_SVLAN 0x88a8u

/* Offsets are from the start of the frame; 0: it has no such header, or not all of it. */
struct sm_eth_head {
	const uint8_t *frame;
	uint32_t len;
	uint16_t ethertype;	/* after the VLAN tags */
	unsigned int tags;	/* their number: 0 to 2 */
	bool is_svlan;		/* the first one is an S-VLAN (802.1ad) */
	uint16_t tci;		/* of the first one */
	uint8_t version;	/* of IP: 4, 6, or 0 */
	uint8_t protocol;	/* after the headers of IP */
	bool is_fragment, has_options;
	bool is_cut;		/* the packet of IP is longer than the frame, by its header */
	uint32_t ip, ip_end;	/* where it starts and ends in the frame */
	uint32_t l4;		/* TCP or UDP */
};

/* Reads the headers of a frame of @len bytes, which has to stay where it is. */
void sm_eth_head_read(struct sm_eth_head *head, const uint8_t *frame, uint32_t len);

/*
 * Reads the headers of the frame in a VXLAN packet (RFC 7348). Gives the offset of the VXLAN header; 0: it
 * is no such packet.
 */
uint32_t sm_eth_head_read_inner(struct sm_eth_head *inner, const struct sm_eth_head *outer);

/* Two bytes of the frame, in the order of the network. */
uint16_t sm_frame_be16(const uint8_t *frame, uint32_t at);
void sm_frame_set_be16(uint8_t *frame, uint32_t at, uint16_t value);
/* Is it to a group, or to all? */
static inline bool sm_frame_is_multicast(const uint8_t *frame)
{
	return frame[0] % 2;
}

/* Is the IPv4 header right? IPv6 has no checksum, which is right too. false: it is no whole packet of IP. */
bool sm_eth_head_ip_is_right(const struct sm_eth_head *head);
/* Is that of TCP or UDP right? UDP over IPv4 may have none. false: it is neither. */
bool sm_eth_head_l4_is_right(const struct sm_eth_head *head);
/* Write the checksums into the frame, if it has such headers. */
void sm_eth_head_set_ip(const struct sm_eth_head *head, uint8_t *frame);
void sm_eth_head_set_l4(const struct sm_eth_head *head, uint8_t *frame);
/* The sum of all that follows the Ethernet header, as CQEs have it. */
uint16_t sm_eth_head_sum(const struct sm_eth_head *head);

#endif
