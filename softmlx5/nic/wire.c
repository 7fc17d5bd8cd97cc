// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The wire: delivers packets to their queue pair. Both ends are in this process.
 */
#include <stdlib.h>
#include <string.h>

#include "nic/nic.h"
#include "tools/fault.h"

/* A packet as bytes, in transit. */
struct sm_frame {
	struct sm_frame *next;
	size_t payload_len;
	struct sm_packet packet;	/* without payload */
	uint8_t payload[];
};

static struct {
	struct sm_frame *first, **last;
	bool is_delivering;
} sm_wire = { .last = &sm_wire.first };

uint16_t sm_qp_peer_lid(const struct sm_qp *qp)
{
	const struct sm_dev *peer;

	if (!qp->ctx.primary_address_path.grh)
		return qp->ctx.primary_address_path.rlid;
	peer = sm_dev_by_gid(qp->ctx.primary_address_path.rgid_rip);
	return peer ? peer->lid : 0;
}

static bool sm_is_answer(enum sm_packet_kind kind)
{
	return kind >= SM_PACKET_READ_RESPONSE;
}

static struct sm_qp *sm_wire_peer(const struct sm_packet *packet)
{
	struct sm_dev *dev = sm_dev_by_lid(packet->dst_lid);

	return dev ? sm_table_get(&dev->qps, packet->dst_qpn) : NULL;
}

/* A QP that cannot receive drops the packet, and the requester waits in vain. */
static bool sm_can_receive(const struct sm_qp *qp, const struct sm_packet *packet)
{
	switch (qp->state) {
	case PRM_QP_STATE_RTR:
	case PRM_QP_STATE_RTS:
	case PRM_QP_STATE_SQD:
	case PRM_QP_STATE_SQ_DRAINING:
		break;
	default:
		return false;
	}
	if (qp->ctx.st != packet->service_type)
		return false;
	return qp->ctx.st == PRM_QP_SERVICE_TYPE_UD ||
	       (qp->ctx.remote_qpn == packet->src_qpn && sm_qp_peer_lid(qp) == packet->src_lid);
}

static bool sm_wire_deliver(const struct sm_packet *packet)
{
	struct sm_qp *qp = sm_wire_peer(packet);

	if (!qp || !sm_can_receive(qp, packet))
		return false;
	if (sm_is_answer(packet->kind))
		sm_requester_receive(qp, packet);
	else
		sm_responder_receive(qp, packet);
	return true;
}

/* Flips bytes of a payload for --fault, in a copy: the sender's memory is unchanged. */
static bool sm_wire_corrupt(const struct sm_packet *packet, uint64_t *at)
{
	struct sm_qp *peer = sm_wire_peer(packet);

	return packet->payload && packet->payload->len && peer &&
	       sm_inject(peer->obj.dev, SM_INJECT_WIRE, packet->dst_qpn, at);
}

/* Copies the sender's memory into a frame. NULL if it is not mapped, or memory is short. */
static struct sm_frame *sm_frame_of(const struct sm_packet *packet)
{
	const size_t len = packet->payload ? packet->payload->len : 0;
	struct sm_frame *frame = malloc(sizeof(*frame) + len);

	if (!frame)
		return NULL;
	frame->next = NULL;
	frame->packet = *packet;
	frame->packet.payload = NULL;
	frame->payload_len = len;
	if (packet->payload && !sm_payload_read(packet->payload, frame->payload)) {
		packet->payload->is_gone = true;
		free(frame);
		return NULL;
	}
	return frame;
}

static bool sm_frame_deliver(struct sm_frame *frame)
{
	struct sm_payload payload;

	sm_payload_begin(&payload);
	sm_payload_add(&payload, frame->payload, frame->payload_len);
	frame->packet.payload = frame->payload_len ? &payload : NULL;
	return sm_wire_deliver(&frame->packet);
}

static bool sm_wire_send_corrupted(const struct sm_packet *packet, uint64_t at)
{
	struct sm_frame *frame = sm_frame_of(packet);
	bool was_heard;

	if (!frame)
		return true;
	frame->payload[at % frame->payload_len] ^= 0xff;
	was_heard = sm_frame_deliver(frame);
	free(frame);
	return was_heard;
}

bool sm_wire_send(const struct sm_packet *packet)
{
	struct sm_frame *frame;
	uint64_t at;

	if (packet->payload)
		packet->payload->is_gone = false;
	if (!sm_config()->serialise_wire) {
		if (sm_wire_corrupt(packet, &at))
			return sm_wire_send_corrupted(packet, at);
		return sm_wire_deliver(packet);
	}
	frame = sm_frame_of(packet);	/* whether a peer exists is unknown here */
	if (!frame)
		return true;
	if (sm_wire_corrupt(packet, &at))
		frame->payload[at % frame->payload_len] ^= 0xff;
	*sm_wire.last = frame;
	sm_wire.last = &frame->next;
	return true;
}

void sm_nic_run(void)
{
	if (sm_wire.is_delivering)
		return;
	sm_wire.is_delivering = true;
	while (sm_wire.first) {
		struct sm_frame *frame = sm_wire.first;

		sm_wire.first = frame->next;
		if (!sm_wire.first)
			sm_wire.last = &sm_wire.first;
		sm_frame_deliver(frame);
		free(frame);
	}
	sm_wire.is_delivering = false;
}
