// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Packets of RoCE v2 from other hosts; see roce.h. Nothing in them can be trusted.
 */
#include <infiniband/opcode.h>
#include <string.h>

#include "fabric/udp.h"
#include "nic/data/atomic.h"
#include "nic/memory/payload.h"
#include "nic/signature/sig.h"
#include "nic/wire/packet.h"
#include "nic/wire/roce.h"
#include "prm_rdma.h"

#define SM_DEFAULT_PKEY 0x7fffu	/* without the bit for full membership */

/* Headers after the BTH. */
enum {
	SM_RETH = 1 << 0,
	SM_AETH = 1 << 1,
	SM_IMM = 1 << 2,
	SM_INV = 1 << 3,
	SM_ATOMIC = 1 << 4,
	SM_OLD = 1 << 5,	/* of an atomic's answer */
	SM_FIRST = 1 << 6,	/* the packet is the first one of its message, */
	SM_LAST = 1 << 7,	/* the last one */
	SM_ONLY = SM_FIRST | SM_LAST,
	SM_IS_KNOWN = 1 << 8,
};

struct sm_operation {
	enum sm_packet_kind kind;
	unsigned int has;
};

#define SM_OPERATION(opcode, kind, has) [opcode] = { SM_PACKET_##kind, (has) | SM_IS_KNOWN }

static const struct sm_operation sm_operations[] = {
	SM_OPERATION(IBV_OPCODE_SEND_FIRST, SEND, SM_FIRST),
	SM_OPERATION(IBV_OPCODE_SEND_MIDDLE, SEND, 0),
	SM_OPERATION(IBV_OPCODE_SEND_LAST, SEND, SM_LAST),
	SM_OPERATION(IBV_OPCODE_SEND_LAST_WITH_IMMEDIATE, SEND, SM_LAST | SM_IMM),
	SM_OPERATION(IBV_OPCODE_SEND_ONLY, SEND, SM_ONLY),
	SM_OPERATION(IBV_OPCODE_SEND_ONLY_WITH_IMMEDIATE, SEND, SM_ONLY | SM_IMM),
	SM_OPERATION(SM_OPCODE_SEND_LAST_INV, SEND, SM_LAST | SM_INV),
	SM_OPERATION(SM_OPCODE_SEND_ONLY_INV, SEND, SM_ONLY | SM_INV),
	SM_OPERATION(IBV_OPCODE_RDMA_WRITE_FIRST, WRITE, SM_FIRST | SM_RETH),
	SM_OPERATION(IBV_OPCODE_RDMA_WRITE_MIDDLE, WRITE, 0),
	SM_OPERATION(IBV_OPCODE_RDMA_WRITE_LAST, WRITE, SM_LAST),
	SM_OPERATION(IBV_OPCODE_RDMA_WRITE_LAST_WITH_IMMEDIATE, WRITE, SM_LAST | SM_IMM),
	SM_OPERATION(IBV_OPCODE_RDMA_WRITE_ONLY, WRITE, SM_ONLY | SM_RETH),
	SM_OPERATION(IBV_OPCODE_RDMA_WRITE_ONLY_WITH_IMMEDIATE, WRITE, SM_ONLY | SM_RETH | SM_IMM),
	SM_OPERATION(IBV_OPCODE_RDMA_READ_REQUEST, READ, SM_ONLY | SM_RETH),
	SM_OPERATION(IBV_OPCODE_RDMA_READ_RESPONSE_FIRST, READ_RESPONSE, SM_FIRST | SM_AETH),
	SM_OPERATION(IBV_OPCODE_RDMA_READ_RESPONSE_MIDDLE, READ_RESPONSE, 0),
	SM_OPERATION(IBV_OPCODE_RDMA_READ_RESPONSE_LAST, READ_RESPONSE, SM_LAST | SM_AETH),
	SM_OPERATION(IBV_OPCODE_RDMA_READ_RESPONSE_ONLY, READ_RESPONSE, SM_ONLY | SM_AETH),
	SM_OPERATION(IBV_OPCODE_ACKNOWLEDGE, ACK, SM_ONLY | SM_AETH),
	SM_OPERATION(IBV_OPCODE_ATOMIC_ACKNOWLEDGE, ATOMIC_RESPONSE, SM_ONLY | SM_AETH | SM_OLD),
	SM_OPERATION(IBV_OPCODE_COMPARE_SWAP, ATOMIC, SM_ONLY | SM_ATOMIC),
	SM_OPERATION(IBV_OPCODE_FETCH_ADD, ATOMIC, SM_ONLY | SM_ATOMIC),
};

/* The rest of the packet's bytes. */
struct sm_bytes {
	const uint8_t *at;
	size_t left;
	bool is_short;	/* more was taken than there was */
};

static uint64_t sm_take(struct sm_bytes *bytes, unsigned int n)
{
	uint64_t value = 0;

	if (n > bytes->left) {
		bytes->is_short = true;
		return 0;
	}
	bytes->left -= n;
	while (n--)
		value = value << 8 | *bytes->at++;
	return value;
}

/*
 * The invariant CRC.
 */

#define SM_CRC_POLYNOMIAL 0xedb88320u

/* Computes the register before a zero byte, for each value of its upper byte. */
static void sm_crc_undo_fill(uint32_t undo[256])
{
	for (uint32_t i = 0; i < 256; i++) {
		uint32_t reg = i << 24;

		for (unsigned int bit = 0; bit < 8; bit++)
			reg = reg >> 31 ? (reg ^ SM_CRC_POLYNOMIAL) << 1 | 1 : reg << 1;
		undo[i] = reg;
	}
}

/* Returns the register before @n zero bytes. */
static uint32_t sm_crc_undo(uint32_t reg, size_t n)
{
	static uint32_t undo[256];

	if (!undo[1])
		sm_crc_undo_fill(undo);
	while (n--)
		reg = reg << 8 ^ undo[reg >> 24];
	return reg;
}

/*
 * The CRC contains the identification of the IP header, which the receiver is not told. With another
 * one the CRC differs as if these two bytes were the register's, and all others zero. @n bytes
 * follow the identification.
 */
static bool sm_is_identification(uint32_t difference, size_t n)
{
	return !(sm_crc_undo(difference, n + 2) >> 16);
}

static bool sm_crc_is_right(const struct sm_datagram *datagram)
{
	enum { ID_END = 6, FLAGS = 6, BTH_SIZE = 12, BTH_RESERVED = 4 };
	static const uint8_t ones[8] = { 255, 255, 255, 255, 255, 255, 255, 255 };
	const size_t len = datagram->len - SM_ICRC_SIZE;
	uint8_t bth[BTH_SIZE];
	uint32_t had = 0;
	struct sm_headers route;

	memcpy(bth, datagram->bytes, sizeof(bth));
	bth[BTH_RESERVED] = 255;
	for (unsigned int i = 0; i < SM_ICRC_SIZE; i++)
		had |= (uint32_t)datagram->bytes[len + i] << 8 * i;
	sm_roce_route(&route, datagram);
	for (unsigned int may_fragment = 0; may_fragment < 2; may_fragment++) {
		uint32_t crc = sm_crc32_zlib(0, ones, sizeof(ones));

		if (may_fragment)
			route.masked[FLAGS] = 0;
		crc = sm_crc32_zlib(crc, route.masked, route.len);
		crc = sm_crc32_zlib(crc, bth, sizeof(bth));
		crc = sm_crc32_zlib(crc, datagram->bytes + sizeof(bth), len - sizeof(bth));
		if (crc == had || sm_is_identification(crc ^ had, route.len - ID_END + len))
			return true;
	}
	return false;
}

/*
 * Headers.
 */

static bool sm_take_aeth(struct sm_bytes *bytes, struct sm_packet *packet)
{
	static const enum sm_nak naks[] = {
		SM_NAK_SEQUENCE, SM_NAK_INVALID_REQUEST, SM_NAK_REMOTE_ACCESS,
		SM_NAK_REMOTE_OPERATION,
	};
	const unsigned int syndrome = (unsigned int)sm_take(bytes, 1), value = syndrome % 32;

	packet->msn = (uint32_t)sm_take(bytes, 3);
	if (syndrome < SM_AETH_RNR)
		return true;	/* with or without credits, which are not used */
	if (packet->kind != SM_PACKET_ACK)
		return false;
	packet->kind = syndrome < SM_AETH_NAK ? SM_PACKET_RNR : SM_PACKET_NAK;
	packet->rnr_timer = (uint8_t)value;
	if (packet->kind == SM_PACKET_RNR)
		return syndrome / 32 == SM_AETH_RNR / 32;
	if (syndrome / 32 != SM_AETH_NAK / 32 || value >= SM_ARRAY_SIZE(naks))
		return false;
	packet->nak = naks[value];
	return true;
}

/* Takes the operands in the WQE's order: the operand first, then the value to compare with. */
static void sm_take_operands(struct sm_bytes *bytes, struct sm_packet *packet, unsigned int len)
{
	packet->operands_len = (uint8_t)len;
	for (unsigned int i = 0; i < len; i++)
		packet->operands[i] = (uint8_t)sm_take(bytes, 1);
}

/* The old value, in the order of the machine. */
static void sm_take_old(struct sm_bytes *bytes, struct sm_packet *packet,
			struct sm_payload *payload)
{
	const uint64_t old = sm_take(bytes, sizeof(old));

	memcpy(packet->operands, &old, sizeof(old));
	sm_payload_add(payload, packet->operands, sizeof(old));
	packet->payload = payload;
}

/* Atomics with masks have a format of their own; see sm_put_operation() in roce.c. */
static bool sm_take_masked(struct sm_bytes *bytes, struct sm_packet *packet, unsigned int opcode)
{
	unsigned int len;

	if (opcode > SM_OPCODE_MASKED_XRC + 1)
		return false;
	packet->raddr = sm_take(bytes, 8);
	packet->rkey = (uint32_t)sm_take(bytes, 4);
	len = (unsigned int)sm_take(bytes, 4);
	packet->kind = SM_PACKET_ATOMIC;
	packet->atomic_opcode = opcode % 2 ? PRM_WQE_OPCODE_ATOMIC_MASKED_FA :
					     PRM_WQE_OPCODE_ATOMIC_MASKED_CS;
	packet->is_first = packet->is_last = true;
	if (len > sizeof(packet->operands))
		return false;
	while (sm_atomic_operands_len(packet->atomic_opcode, packet->atomic_opmod) != len)
		if (!++packet->atomic_opmod)
			return false;
	sm_take_operands(bytes, packet, len);
	return true;
}

static bool sm_take_operation(struct sm_bytes *bytes, struct sm_packet *packet, unsigned int opcode,
			      struct sm_payload *payload)
{
	const struct sm_operation *operation = &sm_operations[opcode];

	if (opcode >= SM_ARRAY_SIZE(sm_operations) || !operation->has)
		return false;
	packet->kind = operation->kind;
	packet->is_first = operation->has & SM_FIRST;
	packet->is_last = operation->has & SM_LAST;
	packet->has_imm = operation->has & SM_IMM;
	packet->has_inv = operation->has & SM_INV;
	if (operation->has & (SM_RETH | SM_ATOMIC)) {
		packet->raddr = sm_take(bytes, 8);
		packet->rkey = (uint32_t)sm_take(bytes, 4);
	}
	if (operation->has & SM_RETH)
		packet->length = (uint32_t)sm_take(bytes, 4);
	if (operation->has & SM_ATOMIC) {
		packet->atomic_opcode = opcode == IBV_OPCODE_COMPARE_SWAP ?
			PRM_WQE_OPCODE_ATOMIC_CS : PRM_WQE_OPCODE_ATOMIC_FA;
		sm_take_operands(bytes, packet, PRM_ATOMIC_SEG_SIZE);
	}
	if (operation->has & SM_AETH && !sm_take_aeth(bytes, packet))
		return false;
	if (operation->has & SM_OLD)
		sm_take_old(bytes, packet, payload);
	if (operation->has & (SM_IMM | SM_INV))
		packet->imm = (uint32_t)sm_take(bytes, 4);
	return true;
}

/* The service that the opcode is of, and which of its operations it has. */
static bool sm_take_service(struct sm_packet *packet, unsigned int opcode)
{
	const unsigned int operation = opcode % 32;

	switch (opcode - operation) {
	case IBV_OPCODE_RC:
		packet->service_type = PRM_QP_SERVICE_TYPE_RC;
		return true;
	case SM_OPCODE_XRC:
		packet->service_type = PRM_QP_SERVICE_TYPE_XRC;
		return true;
	case SM_OPCODE_MASKED:
		packet->service_type = opcode < SM_OPCODE_MASKED_XRC ? PRM_QP_SERVICE_TYPE_RC :
								       PRM_QP_SERVICE_TYPE_XRC;
		return true;
	case IBV_OPCODE_UC:
		packet->service_type = PRM_QP_SERVICE_TYPE_UC;
		return operation <= IBV_OPCODE_RDMA_WRITE_ONLY_WITH_IMMEDIATE;
	case IBV_OPCODE_UD:
		packet->service_type = PRM_QP_SERVICE_TYPE_UD;
		return operation == IBV_OPCODE_SEND_ONLY ||
		       operation == IBV_OPCODE_SEND_ONLY_WITH_IMMEDIATE;
	default:
		return false;
	}
}

/* Is it a request? Only the answers of RC and XRC are none. */
static bool sm_is_request_opcode(unsigned int opcode)
{
	const unsigned int operation = opcode % 32;

	return opcode >= SM_OPCODE_MASKED || operation >= SM_ARRAY_SIZE(sm_operations) ||
	       sm_operations[operation].kind < SM_PACKET_READ_RESPONSE;
}

/* Takes the IPv4 header, which the receiver gets in front of a datagram, at the end of its place. */
static void sm_take_source(const struct sm_datagram *datagram, struct sm_packet *packet)
{
	struct sm_headers route;

	sm_roce_route(&route, datagram);
	memcpy(packet->grh + SM_GRH_SIZE - 20, route.bytes, 20);
	packet->has_grh = true;
	packet->tclass = datagram->tos;
	packet->hop_limit = datagram->ttl;
	packet->sl = PRM_CQE_ROCE_PACKET_TYPE_IPV4;
}

const char *sm_roce_parse(struct sm_packet *packet, struct sm_payload *payload,
			  const struct sm_datagram *datagram)
{
	struct sm_bytes bytes = { .at = datagram->bytes, .left = datagram->len };
	unsigned int opcode, flags, padding;
	bool is_known;

	memset(packet, 0, sizeof(*packet));
	sm_payload_begin(payload);
	if (datagram->len < 12 + SM_ICRC_SIZE)
		return "it is too short";
	if (!sm_crc_is_right(datagram))
		return "its invariant CRC is wrong";
	bytes.left -= SM_ICRC_SIZE;
	opcode = (unsigned int)sm_take(&bytes, 1);
	flags = (unsigned int)sm_take(&bytes, 1);
	if (flags & 0xf)
		return "its transport version is unknown";
	if ((sm_take(&bytes, 2) & SM_DEFAULT_PKEY) != SM_DEFAULT_PKEY)
		return "its partition is another one";
	packet->is_bare = true;
	packet->mtu = SM_MTU_MAX;
	packet->src_lid = sm_network_lid(datagram->from);
	packet->dst_lid = SM_OWN_LID;
	sm_gid_of_ipv4(datagram->to, packet->group);
	packet->is_group = sm_ipv4_is_group(datagram->to);
	packet->is_solicited = flags & SM_BTH_SOLICITED;
	packet->dst_qpn = (uint32_t)sm_take(&bytes, 4) & 0xffffff;
	packet->asks_ack = sm_take(&bytes, 1) & SM_BTH_ACK;
	packet->psn = (uint32_t)sm_take(&bytes, 3);
	is_known = sm_take_service(packet, opcode);
	if (is_known && packet->service_type == PRM_QP_SERVICE_TYPE_UD) {
		packet->qkey = (uint32_t)sm_take(&bytes, 4);
		packet->src_qpn = (uint32_t)sm_take(&bytes, 4) & 0xffffff;
	}
	if (packet->service_type == PRM_QP_SERVICE_TYPE_XRC && sm_is_request_opcode(opcode))
		packet->srqn = (uint32_t)sm_take(&bytes, 4) & 0xffffff;
	if (opcode >= SM_OPCODE_MASKED)
		is_known = is_known && sm_take_masked(&bytes, packet, opcode);
	else
		is_known = is_known && sm_take_operation(&bytes, packet, opcode % 32, payload);
	if (!is_known)
		return "its operation is unknown";
	padding = flags >> 4 & 3;
	if (bytes.is_short || padding > bytes.left)
		return "it is too short";
	if (bytes.left) {
		sm_payload_add(payload, (uint8_t *)(uintptr_t)bytes.at, bytes.left - padding);
		packet->payload = payload->len ? payload : NULL;
	}
	sm_take_source(datagram, packet);
	return NULL;
}
