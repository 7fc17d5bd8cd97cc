// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Connections to other hosts of a network of IP, by management datagrams as hosts of RoCE v2 send
 * them: packets of UD from queue pair 1 to queue pair 1. All processes of a host share that queue
 * pair; the one that receives from the network passes a datagram on to the process that it is for:
 * a request to the one that has bound the port, others to the one that has given out their
 * communication ID, which has its slot in the upper 8 bits.
 */
#include <string.h>

#include "base/caps.h"
#include "base/membership.h"
#include "base/observer.h"
#include "fabric/farewell.h"
#include "fabric/udp.h"
#include "kernel/cm_message.h"
#include "nic/memory/payload.h"
#include "nic/wire/packet.h"
#include "nic/wire/roce.h"
#include "nic/wire/wire.h"

#define SM_CM_SLOT_SHIFT 24	/* in a communication ID */
#define SM_CM_TTL 64

static struct {
	uint32_t last_id, psn;
} sm_cm_remote;

/* A line of the trace; @way is "to" or "of". */
static void sm_cm_told(struct sm_dev *dev, const struct sm_cm_message *message, const char *way,
		       uint16_t lid)
{
	static const char *const names[] = {
		[SM_CM_REQ] = "REQ", [SM_CM_REP] = "REP", [SM_CM_RTU] = "RTU", [SM_CM_REJ] = "REJ",
		[SM_CM_DREQ] = "DREQ", [SM_CM_DREP] = "DREP", [SM_CM_MRA] = "MRA",
	};

	const char *name = names[message->kind];
	char text[SM_LID_TEXT];

	if (message->is_ud)
		name = message->kind == SM_CM_REQ ? "SIDR_REQ" : "SIDR_REP";
	sm_note(dev, "rdma_cm: %s %s %s, communication IDs 0x%08x of the sender and 0x%08x", name,
		way, sm_lid_text(lid, text), message->local_id, message->remote_id);
}

/*
 * Sending.
 */

/* The packet of a MAD, which has to stay valid as long as it. */
static struct sm_packet sm_cm_packet_of(const struct sm_dev *dev, uint16_t lid,
					const struct prm_mad *mad, struct sm_payload *payload)
{
	struct sm_packet packet = {
		.kind = SM_PACKET_SEND, .service_type = PRM_QP_SERVICE_TYPE_UD,
		.src_lid = dev->lid, .dst_lid = lid,
		.src_qpn = SM_GENERAL_QPN, .dst_qpn = SM_GENERAL_QPN, .qkey = SM_GENERAL_QKEY,
		.psn = sm_cm_remote.psn++ & SM_PSN_MASK, .mtu = SM_MTU_MAX, .length = sizeof(*mad),
		.is_first = true, .is_last = true, .has_grh = true, .hop_limit = SM_CM_TTL,
		.payload = payload,
	};

	sm_payload_begin(payload);
	sm_payload_add(payload, (void *)(uintptr_t)mad, sizeof(*mad));
	return packet;
}

static void sm_cm_transmit(struct sm_dev *dev, uint16_t lid, const struct prm_mad *mad)
{
	struct sm_payload payload;
	const struct sm_packet packet = sm_cm_packet_of(dev, lid, mad, &payload);

	sm_wire_send(&packet);
}

void sm_cm_remote_send(struct sm_cm_id *id, const struct sm_cm_message *message)
{
	sm_cm_told(id->dev, message, "to", id->remote_lid);
	id->sent_kind = message->kind;
	sm_cm_mad_pack(&id->sent, message);
	sm_cm_transmit(id->dev, id->remote_lid, &id->sent);
}

void sm_cm_remote_repeat(const struct sm_cm_id *id, enum sm_cm_kind kind)
{
	if (id->is_remote && id->sent_kind == kind)
		sm_cm_transmit(id->dev, id->remote_lid, &id->sent);
}

void sm_cm_remote_keep(const struct sm_cm_id *id, const struct sm_cm_message *message)
{
	uint8_t bytes[SM_FAREWELL_MAX], to[SM_IPV4_SIZE];
	struct sm_roce_frame frame;
	struct sm_payload payload;
	struct sm_packet packet;
	struct prm_mad mad;
	size_t len;

	if (!message) {
		sm_farewell_drop(sm_fabric_folder(), id->dev->slot, id->comm_id);
		return;
	}
	sm_cm_mad_pack(&mad, message);
	packet = sm_cm_packet_of(id->dev, id->remote_lid, &mad, &payload);
	sm_roce_build(&frame, &packet, true, sm_udp_source_port(), (const void *)&mad, sizeof(mad));
	len = frame.head_len - frame.transport;
	memcpy(bytes, frame.head + frame.transport, len);
	memcpy(bytes + len, frame.payload, frame.len);
	memcpy(bytes + len + frame.len, frame.tail, frame.tail_len);
	sm_packet_ipv4(&packet, to);
	sm_farewell_keep(sm_fabric_folder(), id->dev->slot, id->comm_id, sm_udp_source_port(), to,
			 bytes, len + frame.len + frame.tail_len);
}

/* Answers a message for which there is no id. */
static void sm_cm_answer(struct sm_dev *dev, const struct sm_cm_message *message,
			 enum sm_cm_kind kind, uint16_t reason)
{
	struct sm_cm_message answer = {
		.kind = (uint8_t)kind, .is_ud = message->is_ud, .reason = reason,
		.about = message->kind == SM_CM_REQ ? PRM_CM_MESSAGE_REQ :
			 message->kind == SM_CM_REP ? PRM_CM_MESSAGE_REP : PRM_CM_MESSAGE_OTHER,
		.local_id = message->remote_id, .remote_id = message->local_id,
		.transaction = message->transaction, .ps = message->ps, .dst = message->dst,
	};
	struct prm_mad mad;

	sm_cm_told(dev, &answer, "to", message->lid);
	sm_cm_mad_pack(&mad, &answer);
	sm_cm_transmit(dev, message->lid, &mad);
}

/*
 * Communication IDs. They start at a number that differs from process to process, so that a new process
 * does not take messages to one that has ended for its own.
 */

static struct sm_cm_id *sm_cm_remote_find(uint32_t number)
{
	struct sm_cm_id *id = sm_cm_id_next(NULL);

	while (id && (!id->comm_id || id->comm_id != number))
		id = id->next;
	return id;
}

void sm_cm_remote_open(struct sm_cm_id *id)
{
	const uint32_t slot = (uint32_t)id->dev->slot << SM_CM_SLOT_SHIFT;
	uint32_t number;

	if (!sm_cm_remote.last_id)
		sm_cm_remote.last_id = (uint32_t)(sm_now() / 1000);
	do {
		number = slot | (++sm_cm_remote.last_id & ((1u << SM_CM_SLOT_SHIFT) - 1));
	} while (!number || sm_cm_remote_find(number));
	id->transaction = id->comm_id = number;
}

/*
 * Receiving.
 */

/* The id that a request made, if it has come before. */
static struct sm_cm_id *sm_cm_of_request(const struct sm_cm_message *message)
{
	struct sm_cm_id *id = sm_cm_id_next(NULL);

	while (id && !(id->is_remote && id->remote_lid == message->lid &&
		       id->peer_comm_id == message->local_id &&
		       id->transaction == message->transaction))
		id = id->next;
	return id;
}

/* A connection with the queue pair of a request, which the peer has given up. */
static struct sm_cm_id *sm_cm_stale_id(const struct sm_cm_message *message)
{
	struct sm_cm_id *id = sm_cm_id_next(NULL);

	while (id && !(id->is_remote && id->remote_lid == message->lid && !sm_cm_is_ud(id) &&
		       id->remote_qpn == message->qpn && id->link >= SM_CM_REQ_RCVD &&
		       id->link <= SM_CM_CONNECTED))
		id = id->next;
	return id;
}

static void sm_cm_remote_request(struct sm_dev *dev, const struct sm_cm_message *message)
{
	struct sm_cm_port *port = sm_cm_port_at(message->ps, sm_cm_address_port(&message->dst));
	struct sm_cm_id *id = sm_cm_of_request(message), *stale;

	if (id) {	/* it comes again: the answer may be lost */
		sm_cm_remote_repeat(id, SM_CM_REP);
		sm_cm_remote_repeat(id, SM_CM_REJ);
		return;
	}
	stale = message->is_ud ? NULL : sm_cm_stale_id(message);
	if (stale) {
		sm_cm_answer(dev, message, SM_CM_REJ, PRM_CM_REJ_REASON_STALE_CONN);
		sm_cm_stale(stale);
		return;
	}
	if (!port) {
		sm_cm_answer(dev, message, SM_CM_REJ, message->is_ud ?
			     PRM_CM_SIDR_STATUS_UNSUPPORTED : PRM_CM_REJ_REASON_INVALID_SERVICE_ID);
		return;
	}
	id = sm_cm_id_new(NULL);
	if (!id)
		return;		/* it will be repeated */
	id->is_remote = true;
	id->dev = dev;
	id->port = port;
	id->remote_lid = message->lid;
	sm_cm_remote_open(id);
	id->peer_comm_id = message->local_id;
	id->transaction = message->transaction;
	sm_cm_receive_req(id, message);
}

/* Is it of the id's peer? An answer to a request tells the peer's communication ID, or has none. */
static bool sm_cm_is_of_peer(const struct sm_cm_id *id, const struct sm_cm_message *message)
{
	if (id->remote_lid != message->lid || sm_cm_is_ud(id) != message->is_ud)
		return false;
	if (message->is_ud)
		return id->link == SM_CM_REQ_SENT;
	if (id->link == SM_CM_REQ_SENT)
		return message->kind == SM_CM_REP || message->kind == SM_CM_MRA ||
		       (message->kind == SM_CM_REJ && message->about == PRM_CM_MESSAGE_REQ);
	return id->peer_comm_id == message->local_id;
}

static void sm_cm_remote_message(struct sm_dev *dev, const struct sm_cm_message *message)
{
	struct sm_cm_id *id = sm_cm_remote_find(message->remote_id);

	if (!id || !sm_cm_is_of_peer(id, message)) {
		if (message->kind == SM_CM_DREQ)
			sm_cm_answer(dev, message, SM_CM_DREP, 0);
		else if (message->kind == SM_CM_REP && !message->is_ud)
			sm_cm_answer(dev, message, SM_CM_REJ, PRM_CM_REJ_REASON_INVALID_COMM_ID);
		return;
	}
	if (message->kind == SM_CM_REP && id->link == SM_CM_REQ_SENT)
		id->peer_comm_id = message->local_id;
	if (message->kind == SM_CM_DREQ) {
		if (message->qpn != id->qpn)
			return;
		id->transaction = message->transaction;
	}
	sm_cm_receive(id, message);
}

/* The MAD in a packet to queue pair 1 as a message. NULL, or what is wrong with it. */
static const char *sm_cm_of_packet(struct sm_cm_message *message, const struct sm_packet *packet)
{
	struct prm_mad mad;

	if (packet->service_type != PRM_QP_SERVICE_TYPE_UD || packet->qkey != SM_GENERAL_QKEY)
		return "its Q_Key is another";
	if (sm_packet_len(packet) != sizeof(mad) || !sm_payload_read(packet->payload, &mad))
		return "a management datagram has 256 bytes";
	return sm_cm_mad_unpack(message, &mad);
}

static uint8_t sm_cm_slot(struct sm_dev *dev, const struct sm_packet *packet)
{
	struct sm_cm_message message;
	uint8_t slot;

	if (sm_cm_of_packet(&message, packet))
		return dev->slot;
	if (message.kind != SM_CM_REQ)
		return (uint8_t)(message.remote_id >> SM_CM_SLOT_SHIFT);
	return sm_cm_port_owner(message.ps, sm_cm_address_port(&message.dst), &slot) ? slot :
										    dev->slot;
}

static void sm_cm_packet(struct sm_dev *dev, const struct sm_packet *packet)
{
	struct sm_cm_message message;
	const char *wrong = sm_cm_of_packet(&message, packet);
	uint8_t gid[SM_GID_SIZE];

	if (wrong) {
		sm_note(dev, "a datagram to QP 1 is dropped: %s", wrong);
		return;
	}
	sm_gid_of_ipv4(packet->grh + SM_GRH_SIZE - 2 * SM_IPV4_SIZE, gid);
	message.lid = sm_gid_lid(gid);
	if (!message.lid)
		return;
	sm_cm_told(dev, &message, "of", message.lid);
	if (message.kind == SM_CM_REQ)
		sm_cm_remote_request(dev, &message);
	else
		sm_cm_remote_message(dev, &message);
}

void sm_cm_start(void)
{
	static const struct sm_wire_manager manager = { .slot = sm_cm_slot, .receive = sm_cm_packet };

	sm_wire_manage(&manager);
}
