/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Captures of packets; only with --pcap, see sm_is_captured().
 */
#ifndef SOFTMLX5_CAPTURE_H
#define SOFTMLX5_CAPTURE_H

#include "base/softmlx5.h"

struct sm_datagram;
struct sm_packet;

/* Adds the packet to the capture. @payload are the bytes of its payload. */
SM_COLD void sm_capture(const struct sm_packet *packet, bool is_ethernet, const uint8_t *payload);
/* The same for a datagram from another host, as it has come. */
SM_COLD void sm_capture_datagram(const struct sm_datagram *datagram);

#endif
