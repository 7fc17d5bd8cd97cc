// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The wire: delivers packets to their queue pair, in this process or over a link to another one.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/caps.h"
#include "base/membership.h"
#include "base/observer.h"
#include "fabric/members.h"
#include "fabric/link.h"
#include "fabric/udp.h"
#include "nic/memory/payload.h"
#include "nic/wire/eth_head.h"
#include "nic/wire/frame.h"
#include "nic/wire/packet.h"
#include "nic/wire/roce.h"
#include "nic/wire/subnet.h"
#include "nic/wire/wire.h"

/* Most payload of a packet to another process. */
#define SM_LINK_PAYLOAD_MAX (256u << 10)

_Static_assert(sizeof(struct sm_frame) + SM_LINK_PAYLOAD_MAX <= SM_RECORD_MAX, "fits in a record");

static struct {
	struct sm_transit *first, **last;
	sm_wire_deliver *deliver;
	const struct sm_wire_manager *manager;
	bool is_delivering;
	struct sm_waiter *waiters;	/* for room on a link */
	struct sm_waiter *resumed;	/* those that are next */
	bool has_warned;		/* of lost packets */
} sm_wire = { .last = &sm_wire.first };

void sm_wire_forked(void)
{
	const struct sm_wire_manager *manager = sm_wire.manager;
	sm_wire_deliver *deliver = sm_wire.deliver;

	memset(&sm_wire, 0, sizeof(sm_wire));
	sm_wire.last = &sm_wire.first;
	sm_wire.deliver = deliver;
	sm_wire.manager = manager;
	sm_network_forked();
	sm_groups_forked();
}

uint32_t sm_packet_psns(const struct sm_packet *packet)
{
	const uint64_t len = packet->kind == SM_PACKET_READ ? packet->length :
		packet->offset % packet->mtu + (uint64_t)sm_packet_len(packet);

	if (!packet->is_last)
		return (uint32_t)(len / packet->mtu);
	return len ? (uint32_t)((len + packet->mtu - 1) / packet->mtu) : 1;
}

void sm_wire_lost(struct sm_dev *dev, const struct sm_packet *packet, const char *why)
{
	char text[256], from[SM_LID_TEXT], to[SM_LID_TEXT];

	snprintf(text, sizeof(text), "from QP 0x%06x of %s to QP 0x%06x of %s: %s",
		 packet->src_qpn, sm_lid_text(packet->src_lid, from), packet->dst_qpn,
		 sm_lid_text(packet->dst_lid, to), why);
	if (packet->is_bare && sm_is_answer(packet->kind)) {
		/* A network repeats, and may be late: no mistake of the program. */
		sm_note(dev, "lost packet %s", text);
		return;
	}
	if (sm_config()->strict) {
		sm_rule_broken("lost", dev, NULL, NULL, "packet", "%s", text);
		return;
	}
	sm_note(dev, "lost packet %s", text);
	if (!sm_wire.has_warned)
		sm_warn("mlx5_%u: lost packet %s; --strict and --trace report all of them",
			dev->index, text);
	sm_wire.has_warned = true;
}

/* The device of this process that has the QP number; NULL: another process has it. */
static struct sm_dev *sm_wire_local(const struct sm_packet *packet)
{
	struct sm_dev *dev = sm_dev_by_lid(packet->dst_lid);

	return dev && dev->slot == packet->dst_qpn >> SM_SLOT_SHIFT ? dev : NULL;
}

static bool sm_wire_is_to_subnet(const struct sm_packet *packet)
{
	return packet->dst_lid == SM_SUBNET_LID && !packet->is_group && !sm_is_network();
}

/*
 * Reads the packet's payload; false if the sender's memory is not mapped. Bytes are only changed
 * here, in a copy, so that the sender's memory stays as it is.
 */
static bool sm_wire_read(uint8_t *payload, const struct sm_packet *packet)
{
	uint64_t at;

	if (packet->payload && !sm_payload_read(packet->payload, payload)) {
		packet->payload->is_gone = true;
		return false;
	}
	if (sm_is_observed && sm_observer.is_corrupted(packet, &at))
		payload[at] ^= 0xff;
	return true;
}

/* Writes the packet as bytes. */
static bool sm_wire_pack(uint8_t *bytes, const struct sm_packet *packet)
{
	sm_frame_pack((void *)bytes, packet);
	return sm_wire_read(bytes + sizeof(struct sm_frame), packet);
}

static uint32_t sm_wire_len(const struct sm_packet *packet)
{
	return (uint32_t)sizeof(struct sm_frame) + sm_packet_len(packet);
}

/*
 * Management datagrams, whose QP number has got the slot of its process.
 */

void sm_wire_manage(const struct sm_wire_manager *manager)
{
	sm_wire.manager = manager;
}

static bool sm_wire_is_management(const struct sm_packet *packet)
{
	return sm_wire.manager && packet->is_bare && !packet->is_group &&
	       packet->dst_qpn % (1u << SM_SLOT_SHIFT) == SM_GENERAL_QPN;
}

/* @is_received: from another process. */
static bool sm_wire_deliver_bytes(struct sm_dev *dev, const void *bytes, size_t len,
				  bool is_received)
{
	struct sm_payload payload;
	struct sm_packet packet;
	const char *wrong = sm_frame_unpack(&packet, &payload, bytes, len);

	if (wrong) {
		sm_note(dev, "LID %u drops a packet: %s", dev->lid, wrong);
		return false;
	}
	if (is_received && sm_is_observed)
		sm_observer.packet_received(dev, &packet,
					    (const uint8_t *)bytes + sizeof(struct sm_frame));
	if (is_received && sm_wire_is_management(&packet)) {
		sm_wire.manager->receive(dev, &packet);
		return true;
	}
	return sm_wire.deliver(dev, &packet);
}

/*
 * Other processes.
 */

static struct sm_link *sm_wire_link(const struct sm_packet *packet);
static bool sm_wire_send_away(const struct sm_packet *packet);
static bool sm_wire_send_group(const struct sm_packet *packet);

static bool sm_wire_send_on(const struct sm_packet *packet)
{
	if (sm_wire_is_to_subnet(packet))
		return sm_subnet_receive(sm_dev_by_lid(packet->src_lid), packet);
	return packet->is_group ? sm_wire_send_group(packet) : sm_wire_send_away(packet);
}

/* From another process. */
static void sm_wire_receive(struct sm_dev *dev, const void *record, uint32_t len)
{
	sm_wire_deliver_bytes(dev, record, len, true);
	sm_nic_run();
}

/* Resuming a waiter may remove another from the list. */
void sm_wire_resume(void)
{
	struct sm_waiter **last = &sm_wire.resumed;

	while (*last)
		last = &(*last)->next;
	*last = sm_wire.waiters;
	sm_wire.waiters = NULL;
	while (sm_wire.resumed) {
		struct sm_waiter *waiter = sm_wire.resumed;

		sm_wire.resumed = waiter->next;
		waiter->is_waiting = false;
		waiter->resume(waiter);
	}
}

static void sm_wire_ready(void)
{
	sm_wire_resume();
	sm_nic_run();
}

static void sm_wire_receive_management(struct sm_dev *dev, struct sm_packet *packet)
{
	const uint8_t slot = sm_wire.manager->slot(dev, packet);

	packet->dst_qpn = (uint32_t)slot << SM_SLOT_SHIFT | SM_GENERAL_QPN;
	if (slot != dev->slot && sm_wire_link(packet))
		sm_wire_send_away(packet);
	else
		sm_wire.manager->receive(dev, packet);
}

/* From another host, to this process or to another one of this host. */
static void sm_wire_receive_datagram(struct sm_dev *dev, const struct sm_datagram *datagram)
{
	struct sm_payload payload;
	struct sm_packet packet;
	const char *wrong;

	if (sm_is_observed)
		sm_observer.datagram_received(datagram);
	wrong = sm_roce_parse(&packet, &payload, datagram);
	if (wrong)
		sm_note(dev, "a datagram of %u.%u.%u.%u is dropped: %s", datagram->from[0],
			      datagram->from[1], datagram->from[2], datagram->from[3], wrong);
	else if (packet.dst_qpn == SM_GENERAL_QPN && sm_wire_is_management(&packet))
		sm_wire_receive_management(dev, &packet);
	else if (packet.is_group || sm_wire_local(&packet))
		sm_wire.deliver(dev, &packet);
	else
		sm_wire_send_away(&packet);
	sm_nic_run();
}

void sm_wire_attach(struct sm_dev *dev, sm_wire_deliver *deliver)
{
	sm_wire.deliver = deliver;
	sm_link_listen(dev, sm_wire_receive, sm_wire_ready);
	sm_udp_open(dev, sm_wire_receive_datagram);
}

static uint8_t sm_wire_slot(const struct sm_packet *packet)
{
	return (uint8_t)(packet->dst_qpn >> SM_SLOT_SHIFT);
}

static struct sm_link *sm_wire_link(const struct sm_packet *packet)
{
	return sm_link_to(packet->dst_lid, sm_wire_slot(packet));
}

/* Requests that are acknowledged have a window of whole packets. */
static size_t sm_wire_room_to_host(const struct sm_packet *packet)
{
	uint32_t room;

	if (!sm_is_reliable(packet->service_type) || sm_is_answer(packet->kind))
		return SM_NETWORK_MAX;
	room = sm_network_room(packet->dst_lid);
	room -= room % packet->mtu;
	return room < SM_NETWORK_MAX ? room : SM_NETWORK_MAX;
}

/* NULL: there is no receiver. */
static size_t sm_wire_room_on_link(struct sm_link *link)
{
	if (!link)
		return SM_PAYLOAD_MAX;
	return sm_link_has_room(link, (uint32_t)sizeof(struct sm_frame) + SM_LINK_PAYLOAD_MAX +
					      SM_LINK_RESERVE) ? SM_LINK_PAYLOAD_MAX : 0;
}

static bool sm_is_own_member(const struct sm_member *member)
{
	const struct sm_dev *dev = sm_dev_by_lid(member->lid);

	return dev && dev->slot == member->slot;
}

/* The slowest member decides, as in a switch that drops nothing. */
static size_t sm_wire_room_in_group(const struct sm_packet *packet)
{
	const struct sm_member *member = NULL;

	if (sm_group_is_network(packet->group))
		return SM_NETWORK_MAX;
	while ((member = sm_member_next(packet->group, member)))
		if (!sm_is_own_member(member) &&
		    !sm_wire_room_on_link(sm_link_to(member->lid, member->slot)))
			return 0;
	return SM_PAYLOAD_MAX;
}

size_t sm_wire_room(const struct sm_packet *packet)
{
	if (packet->is_group)
		return sm_wire_room_in_group(packet);
	if (sm_wire_local(packet) || sm_wire_is_to_subnet(packet))
		return SM_PAYLOAD_MAX;
	if (sm_is_remote(packet->dst_lid))
		return sm_wire_room_to_host(packet);
	return sm_wire_room_on_link(sm_wire_link(packet));
}

bool sm_wire_is_local(const struct sm_packet *packet)
{
	return sm_wire_local(packet);
}

bool sm_wire_is_unread(const struct sm_packet *packet, uint64_t *asked)
{
	struct sm_link *link = sm_wire_link(packet);

	return link && sm_link_is_unread(link, asked);
}

void sm_wire_wait(struct sm_waiter *waiter)
{
	if (waiter->is_waiting)
		return;
	waiter->is_waiting = true;
	waiter->next = sm_wire.waiters;
	sm_wire.waiters = waiter;
}

void sm_wire_unwait(struct sm_waiter *waiter)
{
	struct sm_waiter **at = &sm_wire.waiters;

	if (!waiter->is_waiting)
		return;
	while (*at && *at != waiter)
		at = &(*at)->next;
	if (!*at)
		for (at = &sm_wire.resumed; *at != waiter; at = &(*at)->next)
			;
	*at = waiter->next;
	waiter->is_waiting = false;
}

/* The packet as a record of a link, which has room or loses it. */
static void sm_wire_send_record(struct sm_dev *dev, struct sm_link *link,
				const struct sm_packet *packet)
{
	uint8_t *record = sm_link_reserve(link, sm_wire_len(packet));

	if (!record)
		sm_note(dev, "a packet to QP 0x%06x is lost: the link has no room",
			      packet->dst_qpn);
	else if (sm_wire_pack(record, packet))
		sm_link_send(link);
}

/* To another host. */
static void sm_wire_send_datagrams(const struct sm_packet *packet)
{
	static uint8_t bytes[SM_NETWORK_MAX];

	if (sm_packet_len(packet) <= sizeof(bytes) && sm_wire_read(bytes, packet))
		sm_network_send(packet, bytes);
}

/* To another process. */
static bool sm_wire_send_away(const struct sm_packet *packet)
{
	struct sm_dev *dev = sm_dev_by_lid(packet->is_bare ? packet->dst_lid : packet->src_lid);
	struct sm_link *link;

	if (sm_is_remote(packet->dst_lid)) {
		/* No public manual has the packets of DC. */
		if (packet->service_type == PRM_QP_SERVICE_TYPE_DCI) {
			sm_wire_lost(dev, packet, "DC works only between processes of a machine");
			return false;
		}
		sm_wire_send_datagrams(packet);
		return true;
	}
	link = sm_wire_link(packet);
	if (!link) {
		sm_wire_lost(dev, packet, sm_link_has_ended(packet->dst_lid, sm_wire_slot(packet)) ?
			     "the process of the QP has ended" :
			     "no process has this QP number at this LID");
		return false;
	}
	sm_wire_send_record(dev, link, packet);
	return true;
}

/*
 * This process.
 */

struct sm_transit *sm_transit_of(const struct sm_packet *packet)
{
	const size_t len = sm_wire_len(packet);
	struct sm_transit *transit = malloc(sizeof(*transit) + len);

	if (!transit)
		return NULL;
	memset(transit, 0, sizeof(*transit));
	transit->len = len;
	if (sm_wire_pack(transit->bytes, packet))
		return transit;
	free(transit);
	return NULL;
}

static void sm_wire_queue(struct sm_transit *transit)
{
	transit->next = NULL;
	*sm_wire.last = transit;
	sm_wire.last = &transit->next;
}

static void sm_wire_serialise(const struct sm_packet *packet)
{
	struct sm_transit *transit = sm_transit_of(packet);

	if (transit)
		sm_wire_queue(transit);
}

static bool sm_wire_deliver_corrupted(struct sm_dev *dev, const struct sm_packet *packet, uint64_t at)
{
	const size_t len = packet->payload->len;
	struct sm_packet corrupted = *packet;
	struct sm_payload payload;
	uint8_t *copy = malloc(len);
	bool was_heard = true;

	if (!copy)
		return true;
	if (!sm_payload_read(packet->payload, copy)) {
		packet->payload->is_gone = true;
	} else {
		copy[at] ^= 0xff;
		sm_payload_begin(&payload);
		sm_payload_add(&payload, copy, len);
		corrupted.payload = &payload;
		was_heard = sm_wire.deliver(dev, &corrupted);
	}
	free(copy);
	return was_heard;
}

void sm_transit_go(struct sm_transit *transit)
{
	struct sm_payload payload;
	struct sm_packet packet;

	if (!sm_frame_unpack(&packet, &payload, transit->bytes, transit->len)) {
		if (sm_wire_local(&packet)) {
			sm_wire_queue(transit);
			return;
		}
		sm_wire_send_on(&packet);
	}
	free(transit);
}

/*
 * Multicast.
 */

/* Gives the packet, whose bytes are copied, to all devices of this process. */
static bool sm_wire_deliver_group(struct sm_packet *packet)
{
	bool was_heard = false;

	for (struct sm_dev *dev = sm_dev_next(NULL); dev; dev = sm_dev_next(dev)) {
		packet->dst_lid = dev->lid;
		if (packet->kind == SM_PACKET_FRAME ? !dev->flow_root : !dev->groups)
			continue;
		if (sm_config()->serialise_wire)
			sm_wire_serialise(packet);
		else
			sm_wire.deliver(dev, packet);
		was_heard = true;
	}
	return was_heard;
}

static bool sm_wire_send_members(struct sm_packet *packet, struct sm_dev *dev)
{
	const struct sm_member *member = NULL;
	bool was_heard = false;

	while ((member = sm_member_next(packet->group, member))) {
		struct sm_link *link = sm_is_own_member(member) ?
			NULL : sm_link_to(member->lid, member->slot);

		if (!link)
			continue;
		packet->dst_lid = member->lid;
		sm_wire_send_record(dev, link, packet);
		was_heard = true;
	}
	return was_heard;
}

/*
 * To all that are in the group: its own process first. A group without members is no mistake of the
 * program.
 */
static bool sm_wire_send_group(const struct sm_packet *packet)
{
	uint8_t bytes[SM_FRAME_MAX];
	struct sm_dev *dev = sm_dev_by_lid(packet->src_lid);
	struct sm_packet copy = *packet;
	struct sm_payload payload;
	bool was_heard;

	if (packet->dst_qpn != SM_GROUP_QPN || sm_packet_len(packet) > sizeof(bytes)) {
		sm_wire_lost(dev, packet, "the QP number of a multicast group is 0xffffff");
		return false;
	}
	if (!sm_wire_read(bytes, packet))
		return true;
	if (packet->payload) {
		sm_payload_begin(&payload);
		sm_payload_add(&payload, bytes, sm_packet_len(packet));
		copy.payload = &payload;
	}
	was_heard = sm_wire_deliver_group(&copy);
	if (sm_group_is_network(packet->group))
		sm_network_send(packet, bytes);
	else if (!sm_wire_send_members(&copy, dev) && !was_heard)
		sm_note(dev, "a datagram of QP 0x%06x has no receiver: nobody is in its group",
			packet->src_qpn);
	return true;
}

bool sm_wire_transmit(const struct sm_packet *packet)
{
	struct sm_dev *dev = sm_wire_local(packet);
	uint64_t at;

	if (packet->payload)
		packet->payload->is_gone = false;
	if (!dev)
		return sm_wire_send_on(packet);
	if (sm_config()->serialise_wire) {
		sm_wire_serialise(packet);
		return true;
	}
	if (sm_is_observed && sm_observer.is_corrupted(packet, &at))
		return sm_wire_deliver_corrupted(dev, packet, at);
	return sm_wire.deliver(dev, packet);
}

bool sm_wire_send(const struct sm_packet *packet)
{
	return sm_is_observed ? sm_observer.packet_sent(packet) : sm_wire_transmit(packet);
}

void sm_nic_run(void)
{
	if (sm_wire.is_delivering)
		return;
	sm_wire.is_delivering = true;
	while (sm_wire.first) {
		struct sm_transit *transit = sm_wire.first;
		const struct sm_frame *frame = (const void *)transit->bytes;
		struct sm_dev *dev = sm_dev_by_lid(frame->dst_lid);

		sm_wire.first = transit->next;
		if (!sm_wire.first)
			sm_wire.last = &sm_wire.first;
		if (dev)
			sm_wire_deliver_bytes(dev, transit->bytes, transit->len, false);
		free(transit);
	}
	sm_wire.is_delivering = false;
}
