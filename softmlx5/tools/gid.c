// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The addresses of a port; see gid.h.
 */
#include <string.h>

#include "prm_base.h"
#include "tools/gid.h"
#include "tools/membership.h"

static const uint8_t sm_link_local[8] = { 0xfe, 0x80 };
static const uint8_t sm_ipv4_mapped[12] = { [10] = 0xff, [11] = 0xff };

#define SM_IPV4_NETWORK 198, 18

/* The vendor's prefix of the GUID, and its last bytes that depend on the LID. */
void sm_lid_mac(uint16_t lid, uint8_t mac[SM_MAC_SIZE])
{
	const prm_be64 guid = prm_cpu_to_be64(sm_lid_guid(lid));

	memcpy(mac, &guid, 3);
	memcpy(mac + 3, (const uint8_t *)&guid + 4, 3);
}

void sm_lid_ipv4(uint16_t lid, uint8_t address[4])
{
	const uint8_t bytes[4] = { SM_IPV4_NETWORK, (uint8_t)(lid >> 8), (uint8_t)lid };

	memcpy(address, bytes, sizeof(bytes));
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
		memcpy(gid, sm_ipv4_mapped, sizeof(sm_ipv4_mapped));
		sm_lid_ipv4(lid, gid + sizeof(sm_ipv4_mapped));
	}
	if (!is_ethernet)
		return SM_GID_IB;
	return index % 2 ? SM_GID_ROCE_V2 : SM_GID_ROCE_V1;
}

bool sm_gid_is_ipv4(const uint8_t gid[SM_GID_SIZE])
{
	return !memcmp(gid, sm_ipv4_mapped, sizeof(sm_ipv4_mapped));
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

uint16_t sm_gid_lid(const uint8_t gid[SM_GID_SIZE])
{
	const uint64_t low = sm_gid_low(gid);
	uint8_t first[SM_GID_SIZE];
	uint16_t lid = sm_gid_check(sm_guid_lid(low), false, gid);

	if (!lid)
		lid = sm_gid_check((uint16_t)low, true, gid);	/* the end of an IPv4 address */
	if (lid)
		return lid;
	/* The MACs of ports follow each other, like their LIDs. */
	sm_gid_link_local(1, true, first);
	return sm_gid_check((uint16_t)(low - sm_gid_low(first) + 1), true, gid);
}
