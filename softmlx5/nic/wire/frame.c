// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Packets as bytes.
 */
#include <string.h>

#include "base/gid.h"
#include "nic/data/atomic.h"
#include "nic/memory/payload.h"
#include "nic/wire/eth_head.h"
#include "nic/wire/frame.h"
#include "nic/wire/packet.h"

enum sm_frame_flag {
	SM_FRAME_FIRST = 1 << 0,
	SM_FRAME_LAST = 1 << 1,
	SM_FRAME_SOLICITED = 1 << 2,
	SM_FRAME_IMM = 1 << 3,
	SM_FRAME_INV = 1 << 4,
	SM_FRAME_GRH = 1 << 5,
	SM_FRAME_ASKS = 1 << 6,
	SM_FRAME_BARE = 1 << 7,
};

static uint8_t sm_frame_flags(const struct sm_packet *packet)
{
	return (uint8_t)((packet->is_first ? SM_FRAME_FIRST : 0) |
			 (packet->is_last ? SM_FRAME_LAST : 0) |
			 (packet->is_solicited ? SM_FRAME_SOLICITED : 0) |
			 (packet->has_imm ? SM_FRAME_IMM : 0) |
			 (packet->has_inv ? SM_FRAME_INV : 0) |
			 (packet->has_grh ? SM_FRAME_GRH : 0) |
			 (packet->asks_ack ? SM_FRAME_ASKS : 0) |
			 (packet->is_bare ? SM_FRAME_BARE : 0));
}

void sm_frame_pack(struct sm_frame *frame, const struct sm_packet *packet)
{
	*frame = (struct sm_frame){
		.kind = (uint8_t)packet->kind,
		.service_type = packet->service_type,
		.nak = (uint8_t)packet->nak,
		.rnr_timer = packet->rnr_timer,
		.flags = sm_frame_flags(packet),
		.sl = packet->sl,
		.atomic_opcode = packet->atomic_opcode,
		.atomic_opmod = packet->atomic_opmod,
		.src_lid = packet->src_lid,
		.dst_lid = packet->dst_lid,
		.src_qpn = packet->src_qpn,
		.dst_qpn = packet->dst_qpn,
		.srqn = packet->srqn,
		.psn = packet->psn,
		.imm = packet->imm,
		.rkey = packet->rkey,
		.length = packet->length,
		.raddr = packet->raddr,
		.dc_key = packet->dc_key,
		.dc_connection = packet->dc_connection,
		.qkey = packet->qkey,
		.payload_len = sm_packet_len(packet),
		.operands_len = packet->operands_len,
		.offset = packet->offset,
		.msn = packet->msn,
		.flow_label = packet->flow_label,
		.mtu = packet->mtu,
		.gid_index = packet->gid_index,
		.tclass = packet->tclass,
		.hop_limit = packet->hop_limit,
	};
	memcpy(frame->operands, packet->operands, sizeof(frame->operands));
	memcpy(frame->grh, packet->grh, sizeof(frame->grh));
	if (packet->is_group)
		memcpy(frame->group, packet->group, sizeof(frame->group));
}

/* Checks the properties that the receiving code relies on. */
static const char *sm_frame_check(const struct sm_frame *frame, size_t len)
{
	if (frame->kind > SM_PACKET_RNR || frame->nak > SM_NAK_SEQUENCE)
		return "its kind is unknown";
	if (frame->payload_len != len - sizeof(*frame))
		return "its length is wrong";
	if (frame->mtu < 256 || frame->mtu > SM_MTU_MAX || frame->mtu & (frame->mtu - 1))
		return "its MTU is unknown";
	if (frame->operands_len > sizeof(frame->operands) ||
	    (frame->kind == SM_PACKET_ATOMIC &&
	     frame->operands_len != sm_atomic_operands_len(frame->atomic_opcode,
							   frame->atomic_opmod)))
		return "its operands are not those of an atomic";
	if (frame->kind == SM_PACKET_FRAME &&
	    (frame->payload_len < SM_FRAME_MIN || frame->payload_len > SM_FRAME_MAX))
		return "it is no whole Ethernet frame";
	if (frame->flags & SM_FRAME_BARE && !sm_is_network())
		return "it is from a network that this host is not in";
	if (!(frame->flags & SM_FRAME_BARE) && !(frame->flags & SM_FRAME_FIRST) != !!frame->offset)
		return "its offset is not its place in the message";
	return NULL;
}

const char *sm_frame_unpack(struct sm_packet *packet, struct sm_payload *payload,
			    const void *bytes, size_t len)
{
	struct sm_frame frame;
	const char *wrong;

	if (len < sizeof(frame))
		return "it is too short";
	memcpy(&frame, bytes, sizeof(frame));	/* once: the sender may change it meanwhile */
	wrong = sm_frame_check(&frame, len);
	if (wrong)
		return wrong;
	*packet = (struct sm_packet){
		.kind = (enum sm_packet_kind)frame.kind,
		.service_type = frame.service_type,
		.nak = (enum sm_nak)frame.nak,
		.rnr_timer = frame.rnr_timer,
		.sl = frame.sl,
		.atomic_opcode = frame.atomic_opcode,
		.atomic_opmod = frame.atomic_opmod,
		.src_lid = frame.src_lid,
		.dst_lid = frame.dst_lid,
		.src_qpn = frame.src_qpn,
		.dst_qpn = frame.dst_qpn,
		.srqn = frame.srqn,
		.psn = frame.psn,
		.imm = frame.imm,
		.rkey = frame.rkey,
		.length = frame.length,
		.raddr = frame.raddr,
		.dc_key = frame.dc_key,
		.dc_connection = frame.dc_connection,
		.qkey = frame.qkey,
		.operands_len = (uint8_t)frame.operands_len,
		.offset = frame.offset,
		.msn = frame.msn,
		.flow_label = frame.flow_label,
		.mtu = frame.mtu,
		.gid_index = frame.gid_index,
		.tclass = frame.tclass,
		.hop_limit = frame.hop_limit,
		.is_first = frame.flags & SM_FRAME_FIRST,
		.is_last = frame.flags & SM_FRAME_LAST,
		.is_solicited = frame.flags & SM_FRAME_SOLICITED,
		.has_imm = frame.flags & SM_FRAME_IMM,
		.has_inv = frame.flags & SM_FRAME_INV,
		.has_grh = frame.flags & SM_FRAME_GRH,
		.asks_ack = frame.flags & SM_FRAME_ASKS,
		.is_bare = frame.flags & SM_FRAME_BARE,
		.payload = frame.payload_len ? payload : NULL,
	};
	memcpy(packet->operands, frame.operands, sizeof(packet->operands));
	memcpy(packet->grh, frame.grh, sizeof(packet->grh));
	packet->is_group = sm_gid_is_group(frame.group);
	memcpy(packet->group, frame.group, sizeof(packet->group));
	sm_payload_begin(payload);
	if (frame.payload_len)
		sm_payload_add(payload, (char *)bytes + sizeof(frame), frame.payload_len);
	return NULL;
}
