/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * The addresses of a port. All are computed from its LID, so that an address leads to the port
 * without a directory. A port of Ethernet has a LID too, which only the device sees.
 *
 * In a network of IP (--fabric udp:ADDRESS) it is the other way round: ports have the addresses of
 * their hosts, and LIDs are only the process's own numbers of them: SM_OWN_LID is this host, others
 * get theirs when the program first names them.
 */
#ifndef SOFTMLX5_GID_H
#define SOFTMLX5_GID_H

#include <stdbool.h>
#include <stdint.h>

#define SM_GID_SIZE 16
#define SM_MAC_SIZE 6
#define SM_IPV4_SIZE 4

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

/*
 * Multicast groups: the GIDs ff00::/8 and those of IPv4 groups. A group's LID is computed from its GID; several groups
 * may have the same one. Its MAC is that of IP.
 */
#define SM_FIRST_GROUP_LID 0xc000u
#define SM_PORT_PKEY 0xffffu	/* of ports and groups: the default partition, with full membership */
#define SM_SUBNET_LID (SM_FIRST_GROUP_LID - 1)	/* of the subnet manager */
bool sm_gid_is_group(const uint8_t gid[SM_GID_SIZE]);
uint16_t sm_group_lid(const uint8_t gid[SM_GID_SIZE]);
void sm_group_mac(const uint8_t gid[SM_GID_SIZE], uint8_t mac[SM_MAC_SIZE]);
bool sm_ipv4_is_group(const uint8_t address[SM_IPV4_SIZE]);
/*
 * The group of all that receive Ethernet frames. RFC 4291 (2.7.1) reserves ff00::, so that no program is
 * in a group with this GID.
 */
void sm_gid_of_ethernet(uint8_t gid[SM_GID_SIZE]);
/* The GID of an IPv4 address. */
void sm_gid_of_ipv4(const uint8_t address[SM_IPV4_SIZE], uint8_t gid[SM_GID_SIZE]);

/* The GUID of a port and its node: from this bit on it counts ports. */
#define SM_GUID_PORT_SHIFT 8
uint64_t sm_lid_guid(uint16_t lid);
/* The MAC of a port of Ethernet. */
void sm_lid_mac(uint16_t lid, uint8_t mac[SM_MAC_SIZE]);
/*
 * Its IPv4 address: of the network 198.18.0.0/15 that RFC 2544 reserves for benchmarks, or of the
 * host.
 */
void sm_lid_ipv4(uint16_t lid, uint8_t address[SM_IPV4_SIZE]);
/* "LID 3", or the address in a network of IP. */
#define SM_LID_TEXT 16
const char *sm_lid_text(uint16_t lid, char text[SM_LID_TEXT]);

/*
 * Networks of IP.
 */
#define SM_OWN_LID 1

/* This host has the address "10.0.0.1" in such a network; NULL: it is in none. */
void sm_network_join(const char *address);
bool sm_is_network(void);
/* The LID of another host; 0: it has none yet. */
uint16_t sm_network_lid(const uint8_t address[SM_IPV4_SIZE]);
/* Is the port on another host? */
static inline bool sm_is_remote(uint16_t lid)
{
	return lid != SM_OWN_LID && sm_is_network();
}

#endif
