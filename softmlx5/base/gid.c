// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The addresses of a port; see gid.h.
 */
#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/gid.h"
#include "base/softmlx5.h"
#include "prm_base.h"

#define SM_GUID_BASE UINT64_C(0x0c42a10300500001)	/* of LID 1 */
#define SM_MAC_OF_IPV4 0x02, 0x42	/* local; the rest is the address, as Docker has it */

static const uint8_t sm_link_local[8] = { 0xfe, 0x80 };
static const uint8_t sm_ipv4_mapped[12] = { [10] = 0xff, [11] = 0xff };

#define SM_IPV4_NETWORK 198, 18
#define SM_LAST_GROUP_LID 0xfffeu

/* The hosts of a network of IP, by LID - SM_OWN_LID. */
static struct {
	uint8_t (*address)[SM_IPV4_SIZE];
	uint32_t n, size;
} sm_hosts;

bool sm_is_network(void)
{
	return sm_hosts.n;
}

/* The LID of a new host; 0: there is no room for it. */
static uint16_t sm_network_add(const uint8_t address[SM_IPV4_SIZE])
{
	if (sm_hosts.n == sm_hosts.size) {
		const uint32_t size = sm_hosts.size + 64;
		void *larger = realloc(sm_hosts.address, size * sizeof(*sm_hosts.address));

		if (!larger || size + SM_OWN_LID > SM_FIRST_GROUP_LID)
			return 0;
		sm_hosts.address = larger;
		sm_hosts.size = size;
	}
	memcpy(sm_hosts.address[sm_hosts.n], address, SM_IPV4_SIZE);
	return (uint16_t)(SM_OWN_LID + sm_hosts.n++);
}

void sm_network_join(const char *address)
{
	uint8_t bytes[SM_IPV4_SIZE];

	if (address && !sm_is_network() && inet_pton(AF_INET, address, bytes) == 1 &&
	    !sm_network_add(bytes))
		sm_warn("out of memory");
}

uint16_t sm_network_lid(const uint8_t address[SM_IPV4_SIZE])
{
	for (uint32_t i = 0; i < sm_hosts.n; i++)
		if (!memcmp(sm_hosts.address[i], address, SM_IPV4_SIZE))
			return (uint16_t)(SM_OWN_LID + i);
	return 0;
}

/* Neither "this network", nor a group, nor reserved. */
static bool sm_ipv4_is_host(const uint8_t address[SM_IPV4_SIZE])
{
	return address[0] && address[0] < 224;
}

uint64_t sm_lid_guid(uint16_t lid)
{
	uint64_t port = lid - 1u;
	prm_be32 address;

	if (sm_is_network()) {
		sm_lid_ipv4(lid, (void *)&address);
		port = prm_be32_to_cpu(address);
	}
	return SM_GUID_BASE + (port << SM_GUID_PORT_SHIFT);
}

/* The LID in such a GUID; 0: it is none. */
static uint16_t sm_guid_lid(uint64_t guid)
{
	const uint16_t lid = (uint16_t)(((guid - SM_GUID_BASE) >> SM_GUID_PORT_SHIFT) + 1);

	return lid && sm_lid_guid(lid) == guid ? lid : 0;
}

/* The vendor's prefix of the GUID, and its last bytes that depend on the LID. */
void sm_lid_mac(uint16_t lid, uint8_t mac[SM_MAC_SIZE])
{
	const prm_be64 guid = prm_cpu_to_be64(sm_lid_guid(lid));
	const uint8_t local[2] = { SM_MAC_OF_IPV4 };

	if (sm_is_network()) {
		memcpy(mac, local, sizeof(local));
		sm_lid_ipv4(lid, mac + sizeof(local));
		return;
	}
	memcpy(mac, &guid, 3);
	memcpy(mac + 3, (const uint8_t *)&guid + 4, 3);
}

void sm_lid_ipv4(uint16_t lid, uint8_t address[SM_IPV4_SIZE])
{
	const uint8_t bytes[SM_IPV4_SIZE] = { SM_IPV4_NETWORK, (uint8_t)(lid >> 8), (uint8_t)lid };
	const uint32_t host = (uint32_t)lid - SM_OWN_LID;

	if (!sm_is_network())
		memcpy(address, bytes, SM_IPV4_SIZE);
	else if (host < sm_hosts.n)
		memcpy(address, sm_hosts.address[host], SM_IPV4_SIZE);
	else
		memset(address, 0, SM_IPV4_SIZE);
}

const char *sm_lid_text(uint16_t lid, char text[SM_LID_TEXT])
{
	uint8_t a[SM_IPV4_SIZE];

	sm_lid_ipv4(lid, a);
	if (sm_is_network())
		snprintf(text, SM_LID_TEXT, "%u.%u.%u.%u", a[0], a[1], a[2], a[3]);
	else
		snprintf(text, SM_LID_TEXT, "LID %u", lid);
	return text;
}

/* EUI-64 of a MAC, as IPv6 has it: the bit of the vendor's numbers is inverted. */
static void sm_mac_eui64(const uint8_t mac[SM_MAC_SIZE], uint8_t eui[8])
{
	const uint8_t bytes[8] = { mac[0] ^ 2, mac[1], mac[2], 0xff, 0xfe, mac[3], mac[4], mac[5] };

	memcpy(eui, bytes, sizeof(bytes));
}

unsigned int sm_gids(bool is_ethernet)
{
	return is_ethernet ? SM_GIDS_MAX : 1;
}

static void sm_gid_link_local(uint16_t lid, bool is_ethernet, uint8_t gid[SM_GID_SIZE])
{
	const prm_be64 guid = prm_cpu_to_be64(sm_lid_guid(lid));
	uint8_t mac[SM_MAC_SIZE];

	memcpy(gid, sm_link_local, sizeof(sm_link_local));
	if (is_ethernet) {
		sm_lid_mac(lid, mac);
		sm_mac_eui64(mac, gid + sizeof(sm_link_local));
	} else {
		memcpy(gid + sizeof(sm_link_local), &guid, sizeof(guid));
	}
}

enum sm_gid_type sm_gid(uint16_t lid, bool is_ethernet, unsigned int index,
			uint8_t gid[SM_GID_SIZE])
{
	memset(gid, 0, SM_GID_SIZE);
	if (index >= sm_gids(is_ethernet))
		return SM_GID_NONE;
	if (index < 2) {
		sm_gid_link_local(lid, is_ethernet, gid);
	} else {
		uint8_t address[SM_IPV4_SIZE];

		sm_lid_ipv4(lid, address);
		sm_gid_of_ipv4(address, gid);
	}
	if (!is_ethernet)
		return SM_GID_IB;
	return index % 2 ? SM_GID_ROCE_V2 : SM_GID_ROCE_V1;
}

bool sm_gid_is_ipv4(const uint8_t gid[SM_GID_SIZE])
{
	return !memcmp(gid, sm_ipv4_mapped, sizeof(sm_ipv4_mapped));
}

void sm_gid_of_ipv4(const uint8_t address[SM_IPV4_SIZE], uint8_t gid[SM_GID_SIZE])
{
	memcpy(gid, sm_ipv4_mapped, sizeof(sm_ipv4_mapped));
	memcpy(gid + sizeof(sm_ipv4_mapped), address, SM_IPV4_SIZE);
}

bool sm_ipv4_is_group(const uint8_t address[SM_IPV4_SIZE])
{
	return address[0] >> 4 == 0xe;
}

bool sm_gid_is_group(const uint8_t gid[SM_GID_SIZE])
{
	return gid[0] == 0xff ||
	       (sm_gid_is_ipv4(gid) && sm_ipv4_is_group(gid + sizeof(sm_ipv4_mapped)));
}

uint16_t sm_group_lid(const uint8_t gid[SM_GID_SIZE])
{
	uint32_t hash = 0;

	for (unsigned int i = 0; i < SM_GID_SIZE; i++)
		hash = hash * 31 + gid[i];
	return (uint16_t)(SM_FIRST_GROUP_LID +
			  hash % (SM_LAST_GROUP_LID + 1 - SM_FIRST_GROUP_LID));
}

void sm_gid_of_ethernet(uint8_t gid[SM_GID_SIZE])
{
	memset(gid, 0, SM_GID_SIZE);
	gid[0] = 0xff;
}

void sm_group_mac(const uint8_t gid[SM_GID_SIZE], uint8_t mac[SM_MAC_SIZE])
{
	const uint8_t *low = gid + SM_GID_SIZE - SM_IPV4_SIZE;
	const uint8_t v4[SM_MAC_SIZE] = { 0x01, 0x00, 0x5e, low[1] & 0x7f, low[2], low[3] };
	const uint8_t v6[SM_MAC_SIZE] = { 0x33, 0x33, low[0], low[1], low[2], low[3] };

	memcpy(mac, sm_gid_is_ipv4(gid) ? v4 : v6, SM_MAC_SIZE);
}

/* A candidate is right if it has this GID. */
static uint16_t sm_gid_check(uint16_t lid, bool is_ethernet, const uint8_t gid[SM_GID_SIZE])
{
	uint8_t own[SM_GID_SIZE];

	for (unsigned int i = 0; lid && i < sm_gids(is_ethernet); i++) {
		sm_gid(lid, is_ethernet, i, own);
		if (!memcmp(own, gid, SM_GID_SIZE))
			return lid;
	}
	return 0;
}

/* The lower half of a GID, as a number. */
static uint64_t sm_gid_low(const uint8_t gid[SM_GID_SIZE])
{
	prm_be64 low;

	memcpy(&low, gid + sizeof(sm_link_local), sizeof(low));
	return prm_be64_to_cpu(low);
}

/* The LID of a host, by its IPv4 address or the link-local address of its MAC. */
static uint16_t sm_gid_host(const uint8_t gid[SM_GID_SIZE])
{
	const uint8_t local[2] = { SM_MAC_OF_IPV4 };
	uint8_t mac[SM_MAC_SIZE], own[8];
	const uint8_t *address = gid + SM_GID_SIZE - SM_IPV4_SIZE;
	uint16_t lid;

	if (!sm_gid_is_ipv4(gid)) {
		memcpy(mac, local, sizeof(local));
		mac[2] = gid[10];
		memcpy(mac + 3, gid + 13, 3);
		sm_mac_eui64(mac, own);
		if (memcmp(gid, sm_link_local, sizeof(sm_link_local)) ||
		    memcmp(gid + sizeof(sm_link_local), own, sizeof(own)))
			return 0;
		address = mac + sizeof(local);
	}
	if (!sm_ipv4_is_host(address))
		return 0;
	lid = sm_network_lid(address);
	return lid ? lid : sm_network_add(address);
}

uint16_t sm_gid_lid(const uint8_t gid[SM_GID_SIZE])
{
	const uint64_t low = sm_gid_low(gid);
	uint8_t first[SM_GID_SIZE];
	uint16_t lid;

	if (sm_is_network())
		return sm_gid_host(gid);
	lid = sm_gid_check(sm_guid_lid(low), false, gid);
	if (!lid)
		lid = sm_gid_check((uint16_t)low, true, gid);	/* the end of an IPv4 address */
	if (lid)
		return lid;
	/* The MACs of ports follow each other, like their LIDs. */
	sm_gid_link_local(1, true, first);
	return sm_gid_check((uint16_t)(low - sm_gid_low(first) + 1), true, gid);
}
