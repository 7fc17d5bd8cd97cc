// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Packets to other hosts. A socket drops what its receiver has no room for, so the requests that are
 * on the way to a host have a window, as in TCP: what arrives makes it larger, a loss halves it.
 */
#include <stdlib.h>
#include <string.h>

#include "fabric/udp.h"
#include "nic/wire/packet.h"
#include "nic/wire/roce.h"

#define SM_WINDOW_START (64u << 10)
#define SM_WINDOW_MIN (4 * SM_MTU_MAX)
#define SM_WINDOW_MAX (1u << 20)
/* The kernel charges about twice a packet's size, and other hosts may fill the same buffer. */
#define SM_ROOM_PER_WINDOW 4u
/* Losses within this time count as one. */
#define SM_LOSS_NS 1000000u

/* Indexed by LID. */
static struct {
	struct sm_flow {
		uint32_t window;	/* bytes; 0: not determined yet */
		uint32_t on_way;
		uint64_t lost_at;
	} *flow;
	uint32_t size;
} sm_flows;

void sm_network_forked(void)
{
	free(sm_flows.flow);
	memset(&sm_flows, 0, sizeof(sm_flows));
}

static struct sm_flow *sm_flow_to(uint16_t lid)
{
	static struct sm_flow none = { .window = SM_WINDOW_START };
	const uint32_t size = lid + 64u;
	struct sm_flow *flow;

	if (lid >= sm_flows.size) {
		flow = realloc(sm_flows.flow, size * sizeof(*flow));
		if (!flow)
			return &none;
		memset(flow + sm_flows.size, 0, (size - sm_flows.size) * sizeof(*flow));
		sm_flows.flow = flow;
		sm_flows.size = size;
	}
	flow = &sm_flows.flow[lid];
	if (!flow->window)
		flow->window = SM_WINDOW_START;
	return flow;
}

uint32_t sm_network_room(uint16_t lid)
{
	const struct sm_flow *flow = sm_flow_to(lid);

	return flow->window > flow->on_way ? flow->window - flow->on_way : 0;
}

void sm_network_count(uint16_t lid, uint32_t before, uint32_t now)
{
	sm_flow_to(lid)->on_way += now - before;
}

/* The hosts of a network are taken for alike. */
static uint32_t sm_window_max(void)
{
	const uint32_t most = sm_udp_room() / SM_ROOM_PER_WINDOW;

	if (most < SM_WINDOW_MIN)
		return SM_WINDOW_MIN;
	return most < SM_WINDOW_MAX ? most : SM_WINDOW_MAX;
}

void sm_network_arrived(uint16_t lid, uint32_t len)
{
	static uint32_t most;
	struct sm_flow *flow = sm_flow_to(lid);
	const uint64_t more = (uint64_t)SM_MTU_MAX * len / flow->window;

	if (!most)
		most = sm_window_max();
	flow->window = flow->window + more < most ? flow->window + (uint32_t)more : most;
}

void sm_network_lost(uint16_t lid)
{
	struct sm_flow *flow = sm_flow_to(lid);
	const uint64_t now = sm_device_time();

	if (now - flow->lost_at < SM_LOSS_NS)
		return;
	flow->lost_at = now;
	flow->window = flow->window / 2 > SM_WINDOW_MIN ? flow->window / 2 : SM_WINDOW_MIN;
}

/* The packets that have not been sent yet. */
static struct {
	unsigned int n;
	struct sm_roce_frame frame[SM_NETWORK_MAX / 256 + 1];
} sm_network;

static void sm_network_flush(void)
{
	sm_udp_flush();
	sm_network.n = 0;
}

static void sm_network_emit(const struct sm_packet *packet, bool is_ethernet,
			    const uint8_t *payload, size_t len)
{
	struct sm_roce_frame *frame = &sm_network.frame[sm_network.n++];
	uint8_t to[SM_IPV4_SIZE];
	struct iovec piece[SM_DATAGRAM_PIECES];

	sm_roce_build(frame, packet, is_ethernet, sm_udp_source_port(), payload, len);
	piece[0].iov_base = frame->head + frame->transport;
	piece[0].iov_len = frame->head_len - frame->transport;
	piece[1].iov_base = (void *)(uintptr_t)frame->payload;
	piece[1].iov_len = frame->len;
	piece[2].iov_base = frame->tail;
	piece[2].iov_len = frame->tail_len;
	sm_packet_ipv4(packet, to);
	sm_udp_add(to, piece);
	if (sm_network.n == SM_ARRAY_SIZE(sm_network.frame))
		sm_network_flush();
}

static struct sm_roce_splitter sm_sent = { .emit = sm_network_emit, .flush = sm_network_flush };

void sm_network_send(const struct sm_packet *packet, const uint8_t *payload)
{
	sm_roce_split(&sm_sent, packet, true, payload);
}
