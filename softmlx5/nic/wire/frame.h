/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * A packet as bytes, for another process: this header, then the payload. Its version is
 * SM_HELLO_VERSION in fabric/link.c.
 */
#ifndef SOFTMLX5_FRAME_H
#define SOFTMLX5_FRAME_H

#include "nic/memory/payload.h"
#include "nic/wire/packet.h"

struct sm_frame {
	uint8_t kind, service_type, nak, rnr_timer;
	uint8_t flags, sl, atomic_opcode, atomic_opmod;
	uint16_t src_lid, dst_lid;
	uint32_t src_qpn, dst_qpn, srqn;
	uint32_t psn, imm, rkey, length;
	uint64_t raddr, dc_key, dc_connection;
	uint32_t qkey;
	uint32_t payload_len;
	uint32_t operands_len;
	uint32_t offset, msn, flow_label;
	uint16_t mtu;
	uint8_t gid_index, tclass, hop_limit;
	uint8_t operands[32];
	uint8_t grh[SM_GRH_SIZE];
	uint8_t group[SM_GID_SIZE];	/* 0: none */
};

/* Everything but the payload's bytes. */
void sm_frame_pack(struct sm_frame *frame, const struct sm_packet *packet);
/*
 * The packet in @len bytes, whose payload is a piece of these bytes, and @payload its description.
 * NULL, or what is wrong with it: the bytes are from a process that may not be ours.
 */
const char *sm_frame_unpack(struct sm_packet *packet, struct sm_payload *payload,
			    const void *bytes, size_t len);

#endif
