/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Packets between a requester and a responder. They have no pointers into either side's objects, and a
 * payload by value: a transport to another process would have to carry just this.
 */
#ifndef SOFTMLX5_PACKET_H
#define SOFTMLX5_PACKET_H

#include "base/gid.h"
#include "nic/memory/payload.h"
#include "prm_qpc.h"

enum sm_packet_kind {
	SM_PACKET_SEND,
	SM_PACKET_WRITE,
	SM_PACKET_READ,			/* request */
	SM_PACKET_ATOMIC,		/* request */
	SM_PACKET_FRAME,		/* of Ethernet: the payload, to all ports */
	SM_PACKET_READ_RESPONSE,
	SM_PACKET_ATOMIC_RESPONSE,
	SM_PACKET_ACK,
	SM_PACKET_NAK,
	SM_PACKET_RNR,			/* receiver not ready; @rnr_timer is the delay */
};

enum sm_nak {
	SM_NAK_INVALID_REQUEST,
	SM_NAK_REMOTE_ACCESS,
	SM_NAK_REMOTE_OPERATION,
	SM_NAK_SEQUENCE,	/* a packet is missing; the answer has its PSN */
};

#define SM_GRH_SIZE 40u
#define SM_PSN_LIMIT (UINT32_C(1) << 24)	/* they have 24 bits on a wire */
#define SM_PSN_MASK (SM_PSN_LIMIT - 1)

#define SM_GENERAL_QPN 1u	/* of the general services: management datagrams */
#define SM_GENERAL_QKEY 0x80010000u	/* of this queue pair */
#define SM_GROUP_QPN 0xffffffu	/* the QP number of all groups */
#define SM_MTU_MAX 4096u	/* of the port */

struct sm_packet {
	enum sm_packet_kind kind;
	uint8_t service_type;	/* enum prm_qp_service_type; both QPs are of this one */
	uint32_t srqn;			/* XRC requests: shared receive queue at the peer */
	uint64_t dc_key;		/* DC requests: access key of the target, */
	uint64_t dc_connection;		/* and number of the connection, larger than of older ones */
	uint16_t src_lid, dst_lid;
	uint32_t src_qpn, dst_qpn;
	/*
	 * PSNs are a card's: one for each @mtu bytes of a message. This packet may have several such
	 * parts; its PSN is that of its first byte, which is byte @offset of the message. In
	 * an answer to a READ the message is the answer, which starts with the PSN of the request.
	 */
	uint32_t psn;
	uint32_t offset;
	uint16_t mtu;			/* bytes, a power of two, by the requester's QP */
	uint32_t msn;			/* answers: messages that the responder has completed */
	bool is_first, is_last;		/* of its message */
	bool is_solicited, has_imm, has_inv;
	bool asks_ack;			/* its receiver acknowledges it, even if others follow */
	/*
	 * From another host, so it has no more than packets have on a wire: the receiving QP gives
	 * source, MTU and offset; its PSN has 24 bits (sm_roce_complete()).
	 */
	bool is_bare;
	uint32_t imm;			/* immediate data, or the key to invalidate */
	uint32_t rkey;
	uint64_t raddr;
	uint32_t length;		/* of the message, in its first packet */
	uint8_t atomic_opcode, atomic_opmod;	/* of the WQE */
	uint8_t operands[32] __attribute__((aligned(8)));	/* as in the WQE */
	uint8_t operands_len;
	enum sm_nak nak;
	uint8_t rnr_timer;		/* encoded as in the QP context */
	uint32_t qkey;			/* UD */
	uint8_t sl;
	bool has_grh;			/* a global route header, with these: */
	uint8_t gid_index, tclass, hop_limit;
	uint32_t flow_label;
	uint8_t grh[SM_GRH_SIZE];	/* UD: as the receiver gets it */
	/*
	 * UD, to a multicast group: its GID. The copy for each port has the port's LID; before
	 * that @dst_lid is the group's.
	 */
	bool is_group;
	uint8_t group[SM_GID_SIZE];
	struct sm_payload *payload;	/* NULL: none. Valid until the receiver returns */
};

/* Does the responder acknowledge messages, and the requester repeat them? */
static inline bool sm_is_reliable(uint8_t service_type)
{
	return service_type == PRM_QP_SERVICE_TYPE_RC ||
	       service_type == PRM_QP_SERVICE_TYPE_XRC || service_type == PRM_QP_SERVICE_TYPE_DCI;
}

/* Does it go from a responder to a requester? */
static inline bool sm_is_answer(enum sm_packet_kind kind)
{
	return kind >= SM_PACKET_READ_RESPONSE;
}

static inline uint32_t sm_packet_len(const struct sm_packet *packet)
{
	return packet->payload ? (uint32_t)packet->payload->len : 0;
}

/* PSNs that are taken after the packet's, until its message has more bytes for the last of them. */
uint32_t sm_packet_psns(const struct sm_packet *packet);

#endif
