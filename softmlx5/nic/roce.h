/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Packets as RoCE v2 has them: Ethernet, IP, UDP, the headers of InfiniBand's transport, payload and
 * invariant CRC. Captures of them: --pcap.
 */
#ifndef SOFTMLX5_ROCE_H
#define SOFTMLX5_ROCE_H

#include "nic/nic.h"

#define SM_ROCE_MAX (SM_MTU_MAX + 256u)	/* bytes of a frame */

/*
 * Builds the frame of a packet with at most @mtu bytes of payload, which are @payload; PSN,
 * is_first and is_last are its own. Gives its length.
 */
size_t sm_roce_build(uint8_t *to, const struct sm_packet *packet, bool is_ethernet,
		     const uint8_t *payload, size_t len);

/*
 * Adds the packet to the capture, in frames of its MTU. @payload are the bytes of its payload. If
 * transfers do not end where a frame does, the rest is kept for the next one.
 */
SM_COLD void sm_capture(const struct sm_packet *packet, bool is_ethernet, const uint8_t *payload);

#endif
