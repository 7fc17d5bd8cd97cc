// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Multicast groups in the fabric; see members.h.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/membership.h"
#include "base/original.h"
#include "fabric/members.h"
#include "fabric/udp.h"

#define SM_GROUP_INFIX "group."
/* A folder that was changed within this time may change again without another time of change. */
#define SM_FRESH_NS 50000000

static struct {
	struct sm_member *list;
	size_t n, size;
	struct timespec changed;	/* the folder, when it was read */
	bool is_fresh;		/* it had just changed */
	bool has_cleaned;
} sm_groups;

void sm_groups_forked(void)
{
	free(sm_groups.list);
	memset(&sm_groups, 0, sizeof(sm_groups));
}

bool sm_group_is_network(const uint8_t gid[SM_GID_SIZE])
{
	return sm_is_network() && sm_gid_is_ipv4(gid);
}

/*
 * Files.
 */

static void sm_member_name(char name[96], const struct sm_member *member)
{
	int len = snprintf(name, 96, "%u.%u." SM_GROUP_INFIX, member->lid, member->slot);

	for (unsigned int i = 0; i < SM_GID_SIZE; i++)
		len += snprintf(name + len, 96 - (size_t)len, "%02x", member->gid[i]);
}

static bool sm_member_parse(const char *name, struct sm_member *member)
{
	unsigned int lid, slot, byte;
	int at = 0;

	if (sscanf(name, "%u.%u." SM_GROUP_INFIX "%n", &lid, &slot, &at) != 2 || !at ||
	    strlen(name + at) != 2 * SM_GID_SIZE || lid >= SM_FIRST_GROUP_LID || slot >= SM_SLOTS)
		return false;
	member->lid = (uint16_t)lid;
	member->slot = (uint8_t)slot;
	for (unsigned int i = 0; i < SM_GID_SIZE; i++) {
		if (sscanf(name + at + 2 * i, "%2x", &byte) != 1)
			return false;
		member->gid[i] = (uint8_t)byte;
	}
	return true;
}

static void sm_members_add(const struct sm_member *member)
{
	if (sm_groups.n == sm_groups.size) {
		const size_t size = sm_groups.size + 64;
		void *larger = realloc(sm_groups.list, size * sizeof(*sm_groups.list));

		if (!larger)
			return;
		sm_groups.list = larger;
		sm_groups.size = size;
	}
	sm_groups.list[sm_groups.n++] = *member;
}

static void sm_members_read(void)
{
	const int copy = openat(sm_fabric_folder(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *list = copy < 0 ? NULL : fdopendir(copy);
	const struct dirent *entry;
	struct sm_member member;

	sm_groups.n = 0;
	if (!list)
		return;
	while ((entry = readdir(list)))
		if (sm_member_parse(entry->d_name, &member))
			sm_members_add(&member);
	closedir(list);
}

static int64_t sm_time_ns(const struct timespec *time)
{
	return (int64_t)time->tv_sec * 1000000000 + time->tv_nsec;
}

/* Reads the folder again if it has changed since then, as far as its time of change tells. */
static void sm_members_update(void)
{
	struct timespec now;
	struct stat info;

	if (sm_fabric_folder() < 0 || fstat(sm_fabric_folder(), &info))
		return;
	if (!sm_groups.is_fresh && sm_time_ns(&info.st_mtim) == sm_time_ns(&sm_groups.changed))
		return;
	clock_gettime(CLOCK_REALTIME, &now);
	sm_groups.changed = info.st_mtim;
	sm_groups.is_fresh = sm_time_ns(&now) - sm_time_ns(&info.st_mtim) < SM_FRESH_NS;
	sm_members_read();
}

const struct sm_member *sm_member_next(const uint8_t gid[SM_GID_SIZE],
				       const struct sm_member *member)
{
	size_t i = member ? (size_t)(member - sm_groups.list) + 1 : 0;

	if (!member)
		sm_members_update();
	for (; i < sm_groups.n; i++)
		if (!memcmp(sm_groups.list[i].gid, gid, SM_GID_SIZE))
			return &sm_groups.list[i];
	return NULL;
}

/* Files of an earlier process that had this one's place. */
static void sm_members_clean(void)
{
	char name[96];

	sm_groups.has_cleaned = true;
	sm_members_read();
	for (size_t i = 0; i < sm_groups.n; i++) {
		const struct sm_member *member = &sm_groups.list[i];

		const struct sm_dev *dev = sm_dev_by_lid(member->lid);

		if (!dev || dev->slot != member->slot)
			continue;
		sm_member_name(name, member);
		unlinkat(sm_fabric_folder(), name, 0);
	}
}

void sm_fabric_join(const struct sm_dev *dev, const uint8_t gid[SM_GID_SIZE])
{
	struct sm_member member = { .lid = dev->lid, .slot = dev->slot };
	char name[96];
	int fd;

	if (sm_fabric_folder() < 0)
		return;
	if (sm_group_is_network(gid)) {
		sm_udp_join(gid + SM_GID_SIZE - SM_IPV4_SIZE);
		return;
	}
	if (!sm_groups.has_cleaned)
		sm_members_clean();
	memcpy(member.gid, gid, SM_GID_SIZE);
	sm_member_name(name, &member);
	fd = openat(sm_fabric_folder(), name, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
	if (fd >= 0)
		sm_real_close(fd);
	else
		sm_warn("other processes do not reach this one in a multicast group: %s",
			strerror(errno));
}

void sm_fabric_leave(const struct sm_dev *dev, const uint8_t gid[SM_GID_SIZE])
{
	struct sm_member member = { .lid = dev->lid, .slot = dev->slot };
	char name[96];

	if (sm_fabric_folder() < 0)
		return;
	if (sm_group_is_network(gid)) {
		sm_udp_leave(gid + SM_GID_SIZE - SM_IPV4_SIZE);
		return;
	}
	memcpy(member.gid, gid, SM_GID_SIZE);
	sm_member_name(name, &member);
	unlinkat(sm_fabric_folder(), name, 0);
}
