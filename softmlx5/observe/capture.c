// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Captures of the packets that a process sends and receives.
 */
#include <string.h>

#include "fabric/udp.h"
#include "nic/wire/packet.h"
#include "nic/wire/roce.h"
#include "observe/capture.h"
#include "observe/pcap.h"

static void sm_capture_frame(const struct sm_packet *packet, bool is_ethernet,
			     const uint8_t *payload, size_t len)
{
	const uint16_t port = sm_is_remote(packet->dst_lid) ? sm_udp_source_port() :
							      sm_roce_flow_port(packet);
	struct sm_roce_frame frame;
	uint8_t bytes[SM_ROCE_MAX];
	size_t at;

	sm_roce_build(&frame, packet, is_ethernet, port, payload, len);
	memcpy(bytes, frame.head, frame.head_len);
	at = frame.head_len;
	if (frame.len)
		memcpy(bytes + at, frame.payload, frame.len);
	at += frame.len;
	memcpy(bytes + at, frame.tail, frame.tail_len);
	sm_pcap_add(bytes, at + frame.tail_len);
}

static struct sm_roce_splitter sm_captured = { .emit = sm_capture_frame, .flush = sm_pcap_flush };

void sm_capture(const struct sm_packet *packet, bool is_ethernet, const uint8_t *payload)
{
	if (packet->kind == SM_PACKET_FRAME) {
		sm_pcap_add(payload, sm_packet_len(packet));
		sm_pcap_flush();
		return;
	}
	sm_roce_split(&sm_captured, packet, is_ethernet, payload);
}

void sm_capture_datagram(const struct sm_datagram *datagram)
{
	struct sm_headers route;
	uint8_t bytes[SM_ROCE_MAX] = {0};	/* MACs are unknown */
	size_t at = 2 * SM_MAC_SIZE;

	sm_roce_route(&route, datagram);
	bytes[at++] = SM_ETHERTYPE_IPV4 >> 8;
	bytes[at++] = SM_ETHERTYPE_IPV4 & 0xff;
	memcpy(bytes + at, route.bytes, route.len);
	at += route.len;
	if (datagram->len > sizeof(bytes) - at)
		return;
	memcpy(bytes + at, datagram->bytes, datagram->len);
	sm_pcap_add(bytes, at + datagram->len);
	sm_pcap_flush();
}
