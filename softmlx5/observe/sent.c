// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Packets that are sent or received: captured, then disturbed by fault injection.
 */
#include <stdlib.h>

#include "base/caps.h"
#include "nic/data/stream.h"
#include "nic/wire/frame.h"
#include "nic/wire/wire.h"
#include "observe/capture.h"
#include "observe/fault.h"
#include "observe/pcap.h"
#include "observe/sent.h"

/* A packet waits this long for one that overtakes it. */
#define SM_REORDER_NS 1000000u

static struct sm_transit *sm_held_packets;

void sm_sent_forked(void)
{
	sm_held_packets = NULL;
}

bool sm_corrupts(const struct sm_packet *packet, uint64_t *at)
{
	struct sm_dev *dev = sm_dev_by_lid(packet->src_lid);

	if (!packet->payload || !packet->payload->len || !dev ||
	    !sm_inject(dev, SM_INJECT_WIRE, packet->dst_qpn, at))
		return false;
	*at %= packet->payload->len;
	return true;
}

static void sm_held_go(struct sm_transit *transit)
{
	struct sm_transit **at = &sm_held_packets;

	while (*at && *at != transit)
		at = &(*at)->next;
	if (*at)
		*at = transit->next;
	sm_timer_cancel(&transit->timer);
	sm_transit_go(transit);
}

static void sm_held_due(struct sm_timer *timer)
{
	sm_held_go(sm_container_of(timer, struct sm_transit, timer));
	sm_nic_run();
}

static void sm_hold_packet(const struct sm_packet *packet, uint64_t delay_ns, bool is_overtaken)
{
	struct sm_transit *transit = sm_transit_of(packet);

	if (!transit)
		return;
	transit->is_overtaken = is_overtaken;
	transit->timer.run = sm_held_due;
	transit->next = sm_held_packets;
	sm_held_packets = transit;
	sm_timer_arm(&transit->timer, delay_ns);
}

/* Packets that this one has overtaken follow it. */
static void sm_release_packets(uint32_t dst_qpn)
{
	struct sm_transit *transit = sm_held_packets;

	while (transit) {
		const struct sm_frame *frame = (const void *)transit->bytes;
		struct sm_transit *next = transit->next;

		if (transit->is_overtaken && frame->dst_qpn == dst_qpn)
			sm_held_go(transit);
		transit = next;
	}
}

/* true: the packet is lost, or comes later. */
static bool sm_disturb_packet(const struct sm_packet *packet)
{
	struct sm_dev *dev = sm_dev_by_lid(packet->src_lid);
	uint64_t ns;

	if (!dev)
		return false;
	if (sm_inject(dev, SM_INJECT_LOSS, packet->dst_qpn, &ns))
		return true;
	if (sm_inject(dev, SM_INJECT_PACKET_DELAY, packet->dst_qpn, &ns)) {
		sm_hold_packet(packet, ns, false);
		return true;
	}
	if (sm_inject(dev, SM_INJECT_REORDER, packet->dst_qpn, &ns)) {
		sm_hold_packet(packet, SM_REORDER_NS, true);
		return true;
	}
	if (sm_inject(dev, SM_INJECT_DUPLICATE, packet->dst_qpn, &ns))
		sm_hold_packet(packet, 0, true);
	return false;
}

static bool sm_send_disturbed(const struct sm_packet *packet)
{
	bool was_heard;

	if (packet->payload)
		packet->payload->is_gone = false;
	if (sm_has_faults && sm_disturb_packet(packet))
		return true;
	was_heard = sm_wire_transmit(packet);
	if (sm_held_packets)
		sm_release_packets(packet->dst_qpn);
	return was_heard;
}

/*
 * The payload is read once, which computes and checks its signatures. Packets are captured before
 * faults are injected.
 */
SM_COLD static bool sm_send_captured(const struct sm_packet *packet)
{
	const size_t len = sm_packet_len(packet);
	struct sm_dev *dev = sm_dev_by_lid(packet->src_lid);
	struct sm_packet copy = *packet;
	uint8_t *bytes = malloc(len + 1);
	struct sm_payload payload;
	bool was_heard = true;

	if (!bytes)
		return sm_send_disturbed(packet);
	if (packet->payload && !sm_payload_read(packet->payload, bytes)) {
		packet->payload->is_gone = true;
	} else {
		if (packet->payload) {
			packet->payload->is_gone = false;
			sm_payload_begin(&payload);
			sm_payload_add(&payload, bytes, len);
			copy.payload = &payload;
		}
		sm_capture(&copy, dev && sm_dev_is_ethernet(dev), bytes);
		was_heard = sm_send_disturbed(&copy);
	}
	free(bytes);
	return was_heard;
}

bool sm_send_observed(const struct sm_packet *packet)
{
	return sm_is_captured() ? sm_send_captured(packet) : sm_send_disturbed(packet);
}

/* A sender of this launcher has captured its packets. */
void sm_received(struct sm_dev *dev, const struct sm_packet *packet, const uint8_t *payload)
{
	if (sm_is_captured() && !packet->is_bare && !sm_dev_by_lid(packet->src_lid))
		sm_capture(packet, sm_dev_is_ethernet(dev), payload);
}
