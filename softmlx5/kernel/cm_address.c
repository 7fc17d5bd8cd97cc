// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * IP addresses. A host is a machine, with the addresses of its interfaces, or a launcher with
 * --address, or one of a network of IP (--fabric udp:). All hosts of the fabric reach each other; loopback is
 * the host itself.
 */
#include <arpa/inet.h>
#include <dirent.h>
#include <fcntl.h>
#include <ifaddrs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/membership.h"
#include "base/softmlx5.h"
#include "kernel/cm.h"

#define SM_MACHINE "machine"	/* the host of all launchers without --address */

bool sm_cm_address_valid(const void *address)
{
	const struct sockaddr *any = address;

	return any->sa_family == AF_INET || any->sa_family == AF_INET6;
}

uint16_t sm_cm_address_port(const union sm_cm_address *address)
{
	return ntohs(address->any.sa_family == AF_INET ? address->v4.sin_port :
							 address->v6.sin6_port);
}

void sm_cm_address_set_port(union sm_cm_address *address, uint16_t port)
{
	if (address->any.sa_family == AF_INET)
		address->v4.sin_port = htons(port);
	else
		address->v6.sin6_port = htons(port);
}

bool sm_cm_address_is_any(const union sm_cm_address *address)
{
	return address->any.sa_family == AF_INET ?
		       address->v4.sin_addr.s_addr == INADDR_ANY :
		       IN6_IS_ADDR_UNSPECIFIED(&address->v6.sin6_addr);
}

bool sm_cm_address_is_loopback(const union sm_cm_address *address)
{
	return address->any.sa_family == AF_INET ?
		       ntohl(address->v4.sin_addr.s_addr) >> 24 == IN_LOOPBACKNET :
		       IN6_IS_ADDR_LOOPBACK(&address->v6.sin6_addr);
}

/* Without the ports. */
bool sm_cm_address_equal(const union sm_cm_address *a, const union sm_cm_address *b)
{
	if (a->any.sa_family != b->any.sa_family)
		return false;
	return a->any.sa_family == AF_INET ?
		       a->v4.sin_addr.s_addr == b->v4.sin_addr.s_addr :
		       IN6_ARE_ADDR_EQUAL(&a->v6.sin6_addr, &b->v6.sin6_addr);
}

bool sm_cm_address_is_group(const union sm_cm_address *address)
{
	return address->any.sa_family == AF_INET ?
		       IN_MULTICAST(ntohl(address->v4.sin_addr.s_addr)) :
		       IN6_IS_ADDR_MULTICAST(&address->v6.sin6_addr);
}

static void sm_cm_address_text(const union sm_cm_address *address, char *text, size_t size)
{
	const void *bytes = address->any.sa_family == AF_INET ?
				    (const void *)&address->v4.sin_addr :
				    (const void *)&address->v6.sin6_addr;

	inet_ntop(address->any.sa_family, bytes, text, (socklen_t)size);
}

static void sm_cm_address_parse(union sm_cm_address *address, const char *text)
{
	memset(address, 0, sizeof(*address));
	if (inet_pton(AF_INET, text, &address->v4.sin_addr) == 1)
		address->any.sa_family = AF_INET;
	else if (inet_pton(AF_INET6, text, &address->v6.sin6_addr) == 1)
		address->any.sa_family = AF_INET6;
}

/* Copies an address and keeps the port. */
static void sm_cm_address_set(union sm_cm_address *address, const union sm_cm_address *from)
{
	const uint16_t port = address->any.sa_family ? sm_cm_address_port(address) : 0;

	*address = *from;
	sm_cm_address_set_port(address, port);
}

/*
 * Is @address one of the machine's interfaces? Without @address, gives the first one of @family that
 * is not loopback, or else loopback.
 */
static bool sm_cm_machine_address(const union sm_cm_address *address, int family,
				  union sm_cm_address *first)
{
	struct ifaddrs *list, *at;
	bool is_found = false;

	if (getifaddrs(&list))
		return false;
	for (at = list; at && !is_found; at = at->ifa_next) {
		union sm_cm_address own = {0};

		if (!at->ifa_addr || !sm_cm_address_valid(at->ifa_addr))
			continue;
		memcpy(&own, at->ifa_addr, at->ifa_addr->sa_family == AF_INET ?
						   sizeof(own.v4) : sizeof(own.v6));
		if (address)
			is_found = sm_cm_address_equal(address, &own);
		else if (own.any.sa_family == family)
			is_found = !sm_cm_address_is_loopback(&own);
		if (!address && own.any.sa_family == family &&
		    (is_found || !first->any.sa_family))
			*first = own;
	}
	freeifaddrs(list);
	return is_found;
}

/* The address that this host has instead of those of the machine, or NULL. */
static const char *sm_cm_own_text(void)
{
	return sm_config()->udp ? sm_config()->udp : sm_config()->address;
}

const char *sm_cm_own_host(void)
{
	return sm_cm_own_text() ? sm_cm_own_text() : SM_MACHINE;
}

bool sm_cm_address_is_own(const union sm_cm_address *address)
{
	const union sm_cm_address localhost = {
		.v4 = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) },
	};
	union sm_cm_address own = {0};

	if (sm_cm_own_text())
		sm_cm_address_parse(&own, sm_cm_own_text());
	/* Hosts of a network may be addresses of the loopback interface. */
	if (sm_cm_address_is_loopback(address) &&
	    (!sm_is_network() || address->any.sa_family != AF_INET ||
	     !sm_cm_address_is_loopback(&own) || sm_cm_address_equal(address, &localhost)))
		return true;
	if (!own.any.sa_family)
		return sm_cm_machine_address(address, 0, NULL);
	return sm_cm_address_equal(&own, address);
}

bool sm_cm_address_is_remote(const union sm_cm_address *address)
{
	return sm_is_network() && address->any.sa_family == AF_INET &&
	       !sm_cm_address_is_any(address) && !sm_cm_address_is_group(address) &&
	       !sm_cm_address_is_own(address);
}

/* Does a launcher of the fabric have this address? Its file is "LID.at.ADDRESS". */
static bool sm_cm_is_launcher(const char *text)
{
	int copy = sm_fabric_folder() < 0 ? -1 :
		   openat(sm_fabric_folder(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *list = copy < 0 ? NULL : fdopendir(copy);
	const struct dirent *entry;
	bool is_found = false;

	if (!list)
		return false;
	while (!is_found && (entry = readdir(list))) {
		const char *at = strstr(entry->d_name, SM_ADDRESS_INFIX);

		is_found = at && !strcmp(at + strlen(SM_ADDRESS_INFIX), text);
	}
	closedir(list);
	return is_found;
}

/* The address from which this host reaches others. */
static void sm_cm_own_address(union sm_cm_address *src, int family)
{
	union sm_cm_address own = {0};

	if (sm_cm_own_text())
		sm_cm_address_parse(&own, sm_cm_own_text());
	else
		sm_cm_machine_address(NULL, family, &own);
	if (own.any.sa_family == family)
		sm_cm_address_set(src, &own);
}

bool sm_cm_address_host(const union sm_cm_address *address, union sm_cm_address *src, char *host,
			size_t size)
{
	char text[INET6_ADDRSTRLEN];

	sm_cm_address_text(address, text, sizeof(text));
	if (sm_cm_address_is_any(address) || sm_cm_address_is_own(address)) {
		snprintf(host, size, "%s", sm_cm_own_host());
		if (sm_cm_address_is_any(src))
			sm_cm_address_set(src, address);
		return true;
	}
	if (sm_cm_address_is_remote(address) || sm_cm_is_launcher(text) ||
	    sm_cm_address_is_group(address))
		snprintf(host, size, "%s", text);
	else if (sm_cm_machine_address(address, 0, NULL))
		snprintf(host, size, "%s", SM_MACHINE);
	else
		return false;
	if (sm_cm_address_is_any(src))
		sm_cm_own_address(src, address->any.sa_family);
	return true;
}
