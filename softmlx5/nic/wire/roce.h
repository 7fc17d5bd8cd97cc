/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Packets as RoCE v2 has them: Ethernet, IP, UDP, the headers of InfiniBand's transport, payload and
 * invariant CRC. They are captured (--pcap), or sent to other hosts.
 */
#ifndef SOFTMLX5_ROCE_H
#define SOFTMLX5_ROCE_H

#include "nic/memory/payload.h"
#include "nic/wire/packet.h"

/* Beyond <infiniband/opcode.h>. */
enum {
	SM_OPCODE_SEND_LAST_INV = 0x16, SM_OPCODE_SEND_ONLY_INV = 0x17,
	SM_OPCODE_XRC = 0xa0,
	SM_OPCODE_MASKED = 0xc0,	/* the first that manufacturers may use */
	SM_OPCODE_MASKED_XRC = 0xc2,
	SM_OPCODE_MASKED_DC = 0xc4,
	SM_OPCODE_DC = 0xe0,
	SM_AETH_ACK = 0x1f, SM_AETH_RNR = 0x20, SM_AETH_NAK = 0x60,
	SM_BTH_SOLICITED = 0x80, SM_BTH_MIGRATED = 0x40, SM_BTH_ACK = 0x80,
};

#define SM_ROCE_HEADERS_MAX 160u
#define SM_ICRC_SIZE 4u
#define SM_ETHERTYPE_IPV4 0x0800u
#define SM_ROCE_MAX (SM_ROCE_HEADERS_MAX + SM_MTU_MAX + 3 + SM_ICRC_SIZE)	/* bytes of a frame */

/* Headers, and the same with ones where routers may change them, for the CRC. */
struct sm_headers {
	uint8_t bytes[SM_ROCE_HEADERS_MAX], masked[SM_ROCE_HEADERS_MAX];
	size_t len;
};

struct sm_roce_frame {
	uint8_t head[SM_ROCE_HEADERS_MAX];	/* Ethernet, IP, UDP, transport */
	size_t head_len, transport;		/* its length; where the transport's headers start */
	const uint8_t *payload;
	size_t len;
	uint8_t tail[3 + SM_ICRC_SIZE];		/* padding and CRC */
	size_t tail_len;
};

/*
 * Builds the frame of a packet with at most the MTU's bytes of payload; PSN, is_first and is_last are
 * its own. @port is the UDP port of the sender.
 */
void sm_roce_build(struct sm_roce_frame *frame, const struct sm_packet *packet, bool is_ethernet,
		   uint16_t port, const uint8_t *payload, size_t len);
/* The IPv4 address of a packet's port or group. */
void sm_packet_ipv4(const struct sm_packet *packet, uint8_t to[SM_IPV4_SIZE]);
/* The UDP port of a sender for which it does not matter: one for each connection. */
uint16_t sm_roce_flow_port(const struct sm_packet *packet);

/* IPv4 and UDP headers of a datagram from another host, without what its receiver is not told. */
struct sm_datagram;
void sm_roce_route(struct sm_headers *headers, const struct sm_datagram *datagram);

/*
 * The packet in the bytes of a datagram of UDP: its transport's headers, payload and CRC. It is bare;
 * its payload is a piece of these bytes, and @payload its description. NULL, or what is wrong.
 */
const char *sm_roce_parse(struct sm_packet *packet, struct sm_payload *payload,
			  const struct sm_datagram *datagram);

/*
 * Splits transfers of the wire, which have up to 2 MiB, into packets of the MTU. If a transfer does not
 * end where a packet does, the rest is kept for the next one.
 */
struct sm_roce_splitter {
	/* Called for each packet; its payload is valid until flush() has returned. */
	void (*emit)(const struct sm_packet *packet, bool is_ethernet, const uint8_t *payload,
		     size_t len);
	void (*flush)(void);
	struct sm_rest *rests;
};
void sm_roce_split(struct sm_roce_splitter *splitter, const struct sm_packet *packet,
		   bool is_ethernet, const uint8_t *payload);

/* Sends a packet with at most this many bytes to another host. @payload are the bytes. */
#define SM_NETWORK_MAX (32u << 10)
void sm_network_send(const struct sm_packet *packet, const uint8_t *payload);
/*
 * The window of a host: how many bytes more may be on the way to it; a request's share in them has
 * changed; so many have arrived; some were lost.
 */
uint32_t sm_network_room(uint16_t lid);
void sm_network_count(uint16_t lid, uint32_t before, uint32_t now);
void sm_network_arrived(uint16_t lid, uint32_t len);
void sm_network_lost(uint16_t lid);
/* In a child, after fork(). */
void sm_network_forked(void);

#endif
