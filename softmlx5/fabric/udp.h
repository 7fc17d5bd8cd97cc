/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * The network of IP (--fabric udp:ADDRESS): datagrams to and from the UDP port of RoCE v2 of hosts.
 *
 * Each process sends from a socket of its own. Only one socket can receive at the host's address:
 * that of the process that holds the lock of the port, which passes on what is for others. When it
 * ends, the next one takes its place. All functions are called with the device's lock held.
 */
#ifndef SOFTMLX5_UDP_H
#define SOFTMLX5_UDP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/uio.h>

#include "base/device.h"
#include "base/gid.h"

#define SM_ROCE_PORT 4791u
#define SM_DATAGRAM_PIECES 3

/* A datagram that has come; its bytes are valid until the receiver returns. */
struct sm_datagram {
	uint8_t from[SM_IPV4_SIZE], to[SM_IPV4_SIZE];	/* to: this host, or a group */
	uint16_t port;		/* of the sender */
	uint8_t ttl, tos;
	const uint8_t *bytes;
	size_t len;
};

typedef void (*sm_udp_receive)(struct sm_dev *dev, const struct sm_datagram *datagram);

/*
 * Opens the sockets of a device, if its host is in such a network and that is not done yet. Failure
 * leaves a warning.
 */
void sm_udp_open(struct sm_dev *dev, sm_udp_receive receive);
/* The UDP port that this process sends from. */
uint16_t sm_udp_source_port(void);
/* Bytes that the kernel keeps for the receiver, with its own records, on this host. */
uint32_t sm_udp_room(void);
/* Adds a datagram to those that sm_udp_flush() sends; until then its pieces must stay as they are. */
void sm_udp_add(const uint8_t to[SM_IPV4_SIZE], const struct iovec piece[SM_DATAGRAM_PIECES]);
void sm_udp_flush(void);

/*
 * Receives what is sent to a group of IPv4, each process by a socket of its own; as often as it was joined,
 * it has to be left. Failure leaves a warning.
 */
void sm_udp_join(const uint8_t group[SM_IPV4_SIZE]);
void sm_udp_leave(const uint8_t group[SM_IPV4_SIZE]);

/*
 * Largest MTU of RoCE, a power of two from 256 to 4096, whose packets the interface with the host's
 * address takes as a whole; 4096 outside of such a network.
 */
uint16_t sm_udp_mtu(void);

/* A forked child has no sockets. */
void sm_udp_forked(void);

#endif
