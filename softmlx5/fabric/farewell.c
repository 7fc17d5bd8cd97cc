// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Datagrams of processes that have ended; see farewell.h.
 */
#include <dirent.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/membership.h"
#include "base/original.h"
#include "fabric/farewell.h"
#include "fabric/udp.h"

#define SM_FAREWELL_INFIX "farewell."

struct sm_farewell {
	uint16_t port, len;
	uint8_t to[SM_IPV4_SIZE];
	uint8_t bytes[SM_FAREWELL_MAX];
};

static const char *sm_farewell_name(char name[64], uint8_t slot, uint32_t number)
{
	snprintf(name, 64, "%u.%u." SM_FAREWELL_INFIX "%u", SM_OWN_LID, slot, number);
	return name;
}

void sm_farewell_keep(int folder, uint8_t slot, uint32_t number, uint16_t port,
		      const uint8_t to[SM_IPV4_SIZE], const void *bytes, size_t len)
{
	struct sm_farewell farewell = { .port = port, .len = (uint16_t)len };
	char name[64];
	int fd;

	if (len > sizeof(farewell.bytes))
		return;
	memcpy(farewell.to, to, sizeof(farewell.to));
	memcpy(farewell.bytes, bytes, len);
	fd = openat(folder, sm_farewell_name(name, slot, number),
		    O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
	if (fd < 0)
		return;
	if (pwrite(fd, &farewell, sizeof(farewell), 0) != (ssize_t)sizeof(farewell))
		unlinkat(folder, name, 0);
	sm_real_close(fd);
}

void sm_farewell_drop(int folder, uint8_t slot, uint32_t number)
{
	char name[64];

	unlinkat(folder, sm_farewell_name(name, slot, number), 0);
}

static void sm_farewell_post(const struct sm_farewell *farewell, const uint8_t from[SM_IPV4_SIZE])
{
	struct sockaddr_in here = { .sin_family = AF_INET, .sin_port = htons(farewell->port) };
	struct sockaddr_in there = { .sin_family = AF_INET, .sin_port = htons(SM_ROCE_PORT) };
	static const int whole = IP_PMTUDISC_DO;	/* see sm_udp_socket() */
	int fd = SM_REAL(socket)(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);

	if (fd < 0)
		return;
	memcpy(&here.sin_addr, from, SM_IPV4_SIZE);
	memcpy(&there.sin_addr, farewell->to, SM_IPV4_SIZE);
	if (!setsockopt(fd, IPPROTO_IP, IP_MTU_DISCOVER, &whole, sizeof(whole)) &&
	    !bind(fd, (void *)&here, sizeof(here)))
		(void)!sendto(fd, farewell->bytes, farewell->len, MSG_NOSIGNAL, (void *)&there,
			      sizeof(there));
	sm_real_close(fd);
}

/* The lock of a slot ends with its process. */
static bool sm_slot_has_ended(int folder, unsigned int slot)
{
	char name[32];
	int fd;

	snprintf(name, sizeof(name), "%u.%u", SM_OWN_LID, slot);
	fd = sm_lock_file(folder, name, LOCK_EX | LOCK_NB);
	if (fd >= 0)
		sm_real_close(fd);
	return fd >= 0;
}

/* Of two that send, one has the file. */
static void sm_farewell_take(int folder, const char *name, const uint8_t from[SM_IPV4_SIZE])
{
	struct sm_farewell farewell;
	int fd = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
	bool is_read;

	if (fd < 0)
		return;
	is_read = pread(fd, &farewell, sizeof(farewell), 0) == (ssize_t)sizeof(farewell) &&
		  farewell.len <= sizeof(farewell.bytes);
	sm_real_close(fd);
	if (!unlinkat(folder, name, 0) && is_read)
		sm_farewell_post(&farewell, from);
}

void sm_farewell_send(int folder, const uint8_t from[SM_IPV4_SIZE], int own)
{
	const int copy = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *list = copy < 0 ? NULL : fdopendir(copy);
	const struct dirent *entry;
	unsigned int lid, slot;

	while (list && (entry = readdir(list))) {
		int at = 0;

		if (sscanf(entry->d_name, "%u.%u." SM_FAREWELL_INFIX "%n", &lid, &slot, &at) == 2 &&
		    at && lid == SM_OWN_LID && slot < SM_SLOTS &&
		    ((int)slot == own || sm_slot_has_ended(folder, slot)))
			sm_farewell_take(folder, entry->d_name, from);
	}
	if (list)
		closedir(list);
}
