// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Frames of RoCE v2; see roce.h. The headers are those of the InfiniBand Architecture Specification,
 * chapter 9 and annex A17; the fields that the invariant CRC replaces by ones are as in Linux,
 * drivers/infiniband/sw/rxe/rxe_icrc.c, rxe_icrc_hdr().
 */
#include <infiniband/opcode.h>
#include <string.h>

#include "fabric/udp.h"
#include "nic/signature/sig.h"
#include "nic/wire/packet.h"
#include "nic/wire/roce.h"

#define SM_ETHERTYPE_IPV6 0x86ddu
#define SM_PROTOCOL_UDP 17u
#define SM_TTL 64u
#define SM_ROCE_SOURCE_PORT 0xc000u	/* and 14 bits that differ between connections */

/* The @n lower bytes of a number, in the order of the network. */
static void sm_put(struct sm_headers *headers, uint64_t value, unsigned int n)
{
	while (n--) {
		const uint8_t byte = (uint8_t)(value >> 8 * n);

		headers->masked[headers->len] = byte;
		headers->bytes[headers->len++] = byte;
	}
}

static void sm_put_bytes(struct sm_headers *headers, const uint8_t *bytes, size_t len)
{
	for (size_t i = 0; i < len; i++)
		sm_put(headers, bytes[i], 1);
}

/* The last @n bytes are not part of the invariant CRC. */
static void sm_mask(struct sm_headers *headers, size_t n)
{
	memset(headers->masked + headers->len - n, 0xff, n);
}

static bool sm_has_operation(const struct sm_packet *packet, enum sm_packet_kind kind)
{
	return packet->kind == kind && packet->is_first;
}

static bool sm_is_masked_atomic(const struct sm_packet *packet)
{
	return packet->kind == SM_PACKET_ATOMIC &&
	       packet->atomic_opcode != PRM_WQE_OPCODE_ATOMIC_CS &&
	       packet->atomic_opcode != PRM_WQE_OPCODE_ATOMIC_FA;
}

static bool sm_has_imm(const struct sm_packet *packet)
{
	return packet->has_imm && packet->is_last;
}

/* Returns the packet's opcode: one of the four for its place in the message. */
static unsigned int sm_choose(const struct sm_packet *packet, unsigned int first,
			      unsigned int middle, unsigned int last, unsigned int only)
{
	if (packet->is_first)
		return packet->is_last ? only : first;
	return packet->is_last ? last : middle;
}

static unsigned int sm_operation(const struct sm_packet *packet)
{
	const unsigned int imm = sm_has_imm(packet);

	switch (packet->kind) {
	case SM_PACKET_SEND:
		if (packet->has_inv)
			return sm_choose(packet, IBV_OPCODE_SEND_FIRST, IBV_OPCODE_SEND_MIDDLE,
					 SM_OPCODE_SEND_LAST_INV, SM_OPCODE_SEND_ONLY_INV);
		return sm_choose(packet, IBV_OPCODE_SEND_FIRST, IBV_OPCODE_SEND_MIDDLE,
				 IBV_OPCODE_SEND_LAST + imm, IBV_OPCODE_SEND_ONLY + imm);
	case SM_PACKET_WRITE:
		return sm_choose(packet, IBV_OPCODE_RDMA_WRITE_FIRST, IBV_OPCODE_RDMA_WRITE_MIDDLE,
				 IBV_OPCODE_RDMA_WRITE_LAST + imm,
				 IBV_OPCODE_RDMA_WRITE_ONLY + imm);
	case SM_PACKET_READ:
		return IBV_OPCODE_RDMA_READ_REQUEST;
	case SM_PACKET_READ_RESPONSE:
		return sm_choose(packet, IBV_OPCODE_RDMA_READ_RESPONSE_FIRST,
				 IBV_OPCODE_RDMA_READ_RESPONSE_MIDDLE,
				 IBV_OPCODE_RDMA_READ_RESPONSE_LAST,
				 IBV_OPCODE_RDMA_READ_RESPONSE_ONLY);
	case SM_PACKET_ATOMIC:
		return packet->atomic_opcode == PRM_WQE_OPCODE_ATOMIC_CS ?
			IBV_OPCODE_COMPARE_SWAP : IBV_OPCODE_FETCH_ADD;
	case SM_PACKET_ATOMIC_RESPONSE:
		return IBV_OPCODE_ATOMIC_ACKNOWLEDGE;
	default:
		return IBV_OPCODE_ACKNOWLEDGE;
	}
}

static unsigned int sm_transport(const struct sm_packet *packet)
{
	switch (packet->service_type) {
	case PRM_QP_SERVICE_TYPE_UD:
		return IBV_OPCODE_UD;
	case PRM_QP_SERVICE_TYPE_UC:
		return IBV_OPCODE_UC;
	case PRM_QP_SERVICE_TYPE_XRC:
		return SM_OPCODE_XRC;
	case PRM_QP_SERVICE_TYPE_DCI:
		return SM_OPCODE_DC;
	default:
		return IBV_OPCODE_RC;
	}
}

static unsigned int sm_opcode(const struct sm_packet *packet)
{
	unsigned int masked = SM_OPCODE_MASKED;

	if (!sm_is_masked_atomic(packet))
		return sm_transport(packet) + sm_operation(packet);
	if (packet->service_type == PRM_QP_SERVICE_TYPE_XRC)
		masked = SM_OPCODE_MASKED_XRC;
	else if (packet->service_type == PRM_QP_SERVICE_TYPE_DCI)
		masked = SM_OPCODE_MASKED_DC;
	return masked + (packet->atomic_opcode == PRM_WQE_OPCODE_ATOMIC_MASKED_FA);
}

static bool sm_is_request(const struct sm_packet *packet)
{
	return packet->kind <= SM_PACKET_ATOMIC;
}

static void sm_put_bth(struct sm_headers *headers, const struct sm_packet *packet,
		       unsigned int padding)
{
	const bool asks = sm_is_request(packet) && (packet->is_last || packet->asks_ack) &&
			  sm_is_reliable(packet->service_type);
	const bool is_solicited = packet->is_solicited && packet->is_last;

	sm_put(headers, sm_opcode(packet), 1);
	sm_put(headers, (is_solicited ? SM_BTH_SOLICITED : 0u) | SM_BTH_MIGRATED | padding << 4, 1);
	sm_put(headers, 0xffff, 2);	/* the default partition */
	sm_put(headers, 0, 1);
	sm_mask(headers, 1);
	sm_put(headers, packet->dst_qpn, 3);
	sm_put(headers, asks ? SM_BTH_ACK : 0, 1);
	sm_put(headers, packet->psn, 3);
}

static unsigned int sm_syndrome(const struct sm_packet *packet)
{
	static const uint8_t naks[] = {
		[SM_NAK_SEQUENCE] = 0, [SM_NAK_INVALID_REQUEST] = 1, [SM_NAK_REMOTE_ACCESS] = 2,
		[SM_NAK_REMOTE_OPERATION] = 3,
	};

	if (packet->kind == SM_PACKET_NAK)
		return SM_AETH_NAK + naks[packet->nak];
	if (packet->kind == SM_PACKET_RNR)
		return SM_AETH_RNR + packet->rnr_timer % 32;
	return SM_AETH_ACK;	/* without credits */
}

static bool sm_has_aeth(const struct sm_packet *packet)
{
	if (packet->kind == SM_PACKET_READ_RESPONSE)
		return packet->is_first || packet->is_last;
	return !sm_is_request(packet);
}

/* The value is in the order of the machine. */
static uint64_t sm_atomic_old(const uint8_t *payload, size_t len)
{
	uint64_t old = 0;
	uint32_t old32;

	if (len == sizeof(old32)) {
		memcpy(&old32, payload, len);
		return old32;
	}
	if (len == sizeof(old))
		memcpy(&old, payload, len);
	return old;
}

static void sm_put_operation(struct sm_headers *headers, const struct sm_packet *packet)
{
	if (packet->service_type == PRM_QP_SERVICE_TYPE_UD) {
		sm_put(headers, packet->qkey, 4);
		sm_put(headers, packet->src_qpn, 4);
	}
	if (packet->service_type == PRM_QP_SERVICE_TYPE_XRC && sm_is_request(packet))
		sm_put(headers, packet->srqn, 4);
	if (packet->service_type == PRM_QP_SERVICE_TYPE_DCI && sm_is_request(packet)) {
		sm_put(headers, packet->dc_key, 8);
		sm_put(headers, packet->src_qpn, 4);
	}
	if (sm_has_operation(packet, SM_PACKET_WRITE) || packet->kind == SM_PACKET_READ ||
	    packet->kind == SM_PACKET_ATOMIC) {
		sm_put(headers, packet->raddr, 8);
		sm_put(headers, packet->rkey, 4);
	}
	if (sm_has_operation(packet, SM_PACKET_WRITE) || packet->kind == SM_PACKET_READ)
		sm_put(headers, packet->length, 4);
	if (sm_is_masked_atomic(packet))
		sm_put(headers, packet->operands_len, 4);
	if (packet->kind == SM_PACKET_ATOMIC)
		sm_put_bytes(headers, packet->operands, packet->operands_len);
	if (sm_has_aeth(packet)) {
		sm_put(headers, sm_syndrome(packet), 1);
		sm_put(headers, packet->msn, 3);
	}
	if (sm_has_imm(packet) || (packet->has_inv && packet->is_last))
		sm_put(headers, packet->imm, 4);
}

/* The port's GID as an IP address; IPv4 if it has none in the table. */
static bool sm_is_ipv6(const struct sm_packet *packet, bool is_ethernet, uint8_t *from, uint8_t *to)
{
	if (!packet->has_grh || sm_is_network() ||
	    sm_gid(packet->src_lid, is_ethernet, packet->gid_index, from) == SM_GID_NONE)
		return false;
	if (packet->is_group)
		memcpy(to, packet->group, SM_GID_SIZE);
	else
		sm_gid(packet->dst_lid, is_ethernet, packet->gid_index, to);
	return !sm_gid_is_ipv4(from);
}

static void sm_put_ipv4(struct sm_headers *headers, const uint8_t from[SM_IPV4_SIZE],
			const uint8_t to[SM_IPV4_SIZE], uint8_t tos, uint8_t ttl, size_t udp_len)
{
	const size_t start = headers->len;
	uint32_t sum = 0;

	sm_put(headers, 0x45, 1);
	sm_put(headers, tos, 1);
	sm_mask(headers, 1);
	sm_put(headers, 20 + udp_len, 2);
	sm_put(headers, 0x4000, 4);	/* do not fragment */
	sm_put(headers, ttl, 1);
	sm_mask(headers, 1);
	sm_put(headers, SM_PROTOCOL_UDP, 1);
	sm_put(headers, 0, 2);
	sm_mask(headers, 2);
	sm_put_bytes(headers, from, SM_IPV4_SIZE);
	sm_put_bytes(headers, to, SM_IPV4_SIZE);
	for (size_t i = start; i < headers->len; i += 2)
		sum += headers->bytes[i] * 256u + headers->bytes[i + 1];
	sum = sum % 0x10000 + sum / 0x10000;
	sum = ~(sum % 0x10000 + sum / 0x10000);
	headers->bytes[start + 10] = (uint8_t)(sum >> 8);
	headers->bytes[start + 11] = (uint8_t)sum;
}

static void sm_put_udp(struct sm_headers *headers, uint16_t port, size_t len)
{
	sm_put(headers, port, 2);
	sm_put(headers, SM_ROCE_PORT, 2);
	sm_put(headers, len, 2);
	sm_put(headers, 0, 2);	/* no checksum */
	sm_mask(headers, 2);
}

static void sm_put_ipv6(struct sm_headers *headers, const struct sm_packet *packet, uint8_t ttl,
			size_t udp_len, const uint8_t *from, const uint8_t *to)
{
	sm_put(headers, 6u << 28 | (uint32_t)packet->tclass << 20 | packet->flow_label % (1u << 20),
	       4);
	sm_mask(headers, 4);
	headers->masked[headers->len - 4] = 0x6f;	/* all but the version */
	sm_put(headers, udp_len, 2);
	sm_put(headers, SM_PROTOCOL_UDP, 1);
	sm_put(headers, ttl, 1);
	sm_mask(headers, 1);
	sm_put_bytes(headers, from, SM_GID_SIZE);
	sm_put_bytes(headers, to, SM_GID_SIZE);
}

uint16_t sm_roce_flow_port(const struct sm_packet *packet)
{
	return (uint16_t)(SM_ROCE_SOURCE_PORT | (packet->src_qpn ^ packet->dst_qpn) % 0x4000);
}

void sm_packet_ipv4(const struct sm_packet *packet, uint8_t to[SM_IPV4_SIZE])
{
	if (packet->is_group)
		memcpy(to, packet->group + SM_GID_SIZE - SM_IPV4_SIZE, SM_IPV4_SIZE);
	else
		sm_lid_ipv4(packet->dst_lid, to);
}

/* Ethernet, IP and UDP, for @len bytes; gives the start of the IP header. */
static size_t sm_put_route(struct sm_headers *headers, const struct sm_packet *packet,
			   bool is_ethernet, uint16_t port, size_t len)
{
	uint8_t from[SM_GID_SIZE], to[SM_GID_SIZE], mac[SM_MAC_SIZE];
	const uint8_t ttl = packet->hop_limit ? packet->hop_limit : SM_TTL;
	const bool is_ipv6 = sm_is_ipv6(packet, is_ethernet, from, to);
	const size_t udp_len = 8 + len;
	size_t start;

	if (packet->is_group)
		sm_group_mac(packet->group, mac);
	else
		sm_lid_mac(packet->dst_lid, mac);
	sm_put_bytes(headers, mac, sizeof(mac));
	sm_lid_mac(packet->src_lid, mac);
	sm_put_bytes(headers, mac, sizeof(mac));
	sm_put(headers, is_ipv6 ? SM_ETHERTYPE_IPV6 : SM_ETHERTYPE_IPV4, 2);
	start = headers->len;
	if (is_ipv6) {
		sm_put_ipv6(headers, packet, ttl, udp_len, from, to);
	} else {
		sm_lid_ipv4(packet->src_lid, from);
		sm_packet_ipv4(packet, to);
		sm_put_ipv4(headers, from, to, packet->tclass, ttl, udp_len);
	}
	sm_put_udp(headers, port, udp_len);
	return start;
}

void sm_roce_route(struct sm_headers *headers, const struct sm_datagram *datagram)
{
	headers->len = 0;
	sm_put_ipv4(headers, datagram->from, datagram->to, datagram->tos, datagram->ttl, 8 + datagram->len);
	sm_put_udp(headers, datagram->port, 8 + datagram->len);
}

void sm_roce_build(struct sm_roce_frame *frame, const struct sm_packet *packet, bool is_ethernet,
		   uint16_t port, const uint8_t *payload, size_t len)
{
	static const uint8_t ones[8] = { 255, 255, 255, 255, 255, 255, 255, 255 };
	struct sm_headers transport = { .len = 0 }, headers = { .len = 0 };
	size_t start, padding = -len % 4;
	uint32_t crc;

	if (packet->kind == SM_PACKET_ATOMIC_RESPONSE) {
		sm_put_bth(&transport, packet, 0);
		sm_put_operation(&transport, packet);
		sm_put(&transport, sm_atomic_old(payload, len), 8);
		len = padding = 0;
	} else {
		sm_put_bth(&transport, packet, (unsigned int)padding);
		sm_put_operation(&transport, packet);
	}
	start = sm_put_route(&headers, packet, is_ethernet, port,
			     transport.len + len + padding + SM_ICRC_SIZE);
	memcpy(frame->head, headers.bytes, headers.len);
	memcpy(frame->head + headers.len, transport.bytes, transport.len);
	frame->transport = headers.len;
	frame->head_len = headers.len + transport.len;
	frame->payload = payload;
	frame->len = len;
	memset(frame->tail, 0, sizeof(frame->tail));
	frame->tail_len = padding + SM_ICRC_SIZE;
	/* It starts with eight bytes for InfiniBand's local route header. */
	crc = sm_crc32_zlib(0, ones, sizeof(ones));
	crc = sm_crc32_zlib(crc, headers.masked + start, headers.len - start);
	crc = sm_crc32_zlib(crc, transport.masked, transport.len);
	if (len)
		crc = sm_crc32_zlib(crc, payload, len);
	crc = sm_crc32_zlib(crc, frame->tail, padding);
	for (unsigned int i = 0; i < SM_ICRC_SIZE; i++)
		frame->tail[padding + i] = (uint8_t)(crc >> 8 * i);
}
