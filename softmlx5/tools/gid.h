/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * The addresses of a port. All are computed from its LID, so that an address leads to the port
 * without a directory. A port of Ethernet has a LID too, which only the device sees.
 */
#ifndef SOFTMLX5_GID_H
#define SOFTMLX5_GID_H

#include <stdbool.h>
#include <stdint.h>

#define SM_GID_SIZE 16
#define SM_MAC_SIZE 6

enum sm_gid_type { SM_GID_NONE, SM_GID_IB, SM_GID_ROCE_V1, SM_GID_ROCE_V2 };

#define SM_GIDS_MAX 4u
/* The first entries of a port's GID table; all others are free. */
unsigned int sm_gids(bool is_ethernet);
/*
 * Entry @index of the table. InfiniBand: the link-local prefix and the GUID. Ethernet, as Linux fills
 * it: the link-local address of the MAC and the IPv4 address, each for RoCE v1 and v2.
 */
enum sm_gid_type sm_gid(uint16_t lid, bool is_ethernet, unsigned int index,
			uint8_t gid[SM_GID_SIZE]);
/* The LID of the port with a GID, in this process or another; 0: the GID is no port's. */
uint16_t sm_gid_lid(const uint8_t gid[SM_GID_SIZE]);

/* Is it an IPv4 address? */
bool sm_gid_is_ipv4(const uint8_t gid[SM_GID_SIZE]);

/* The MAC of a port of Ethernet. */
void sm_lid_mac(uint16_t lid, uint8_t mac[SM_MAC_SIZE]);
/* Its IPv4 address, of the network 198.18.0.0/15 that RFC 2544 reserves for benchmarks. */
void sm_lid_ipv4(uint16_t lid, uint8_t address[4]);

#endif
