// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * A process as a member of the fabric that its launcher has joined.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/adversary.h"
#include "base/gid.h"
#include "base/membership.h"
#include "base/original.h"

static struct {
	bool is_read;
	struct sm_ports ports;
	int folder;
	struct sm_member_place {
		struct sm_identity identity;	/* its lid is 0: not known yet */
		int lid_lock, slot_lock;	/* descriptors, -1: none */
	} places[SM_MAX_DEVICES];
} sm_member = { .folder = -1 };

static void sm_member_read_from(FILE *file)
{
	struct sm_ports *ports = &sm_member.ports;
	unsigned int lid;

	if (!fgets(ports->folder, sizeof(ports->folder), file))
		return;
	ports->folder[strcspn(ports->folder, "\n")] = '\0';
	while (ports->n < SM_MAX_DEVICES && fscanf(file, "%u", &lid) == 1)
		ports->lid[ports->n++] = (uint16_t)lid;
}

static void sm_member_read(void)
{
	char path[4096];
	FILE *file;

	sm_member.is_read = true;
	sm_network_join(sm_config()->udp);
	if (!sm_root() ||
	    snprintf(path, sizeof(path), "%s/ports", sm_root()) >= (int)sizeof(path))
		return;
	file = fopen(path, "re");
	if (!file)
		return;
	sm_member_read_from(file);
	fclose(file);
	if (!sm_member.ports.folder[0])
		return;
	sm_member.folder = sm_fd_high(open(sm_member.ports.folder,
					   O_RDONLY | O_DIRECTORY | O_CLOEXEC));
	if (sm_member.folder < 0)
		sm_warn("%s: %s; this process is not connected to others",
			sm_member.ports.folder, strerror(errno));
}

/* Keeps the LID taken while this process lives, even if its launcher does not. */
static int sm_lid_share(uint16_t lid)
{
	char name[16];

	snprintf(name, sizeof(name), "%u", lid);
	return sm_fd_high(sm_lock_file(sm_member.folder, name, LOCK_SH));
}

/* The first free slot of a LID, of the adversary any; -1: there is none. */
static int sm_slot_take(uint16_t lid, uint8_t *slot)
{
	uint32_t first = 0;

	sm_odd_value(NULL, SM_ODD_SLOT, &first);
	for (unsigned int n = 0; n < SM_SLOTS; n++) {
		const unsigned int i = (first + n) % SM_SLOTS;
		char name[32];
		int fd;

		snprintf(name, sizeof(name), "%u.%u", lid, i);
		fd = sm_fd_high(sm_lock_file(sm_member.folder, name, LOCK_EX | LOCK_NB));
		if (fd >= 0) {
			*slot = (uint8_t)i;
			return fd;
		}
		if (errno != EWOULDBLOCK)
			return -1;
	}
	errno = EUSERS;
	return -1;
}

static void sm_member_leave(struct sm_member_place *place)
{
	if (place->lid_lock >= 0)
		sm_real_close(place->lid_lock);
	if (place->slot_lock >= 0)
		sm_real_close(place->slot_lock);
	place->lid_lock = place->slot_lock = -1;
}

static void sm_member_take(unsigned int index, struct sm_member_place *place)
{
	place->lid_lock = place->slot_lock = -1;
	place->identity.lid = index < sm_member.ports.n ? sm_member.ports.lid[index] :
							  (uint16_t)(index + 1);
	if (sm_member.folder < 0)
		return;
	place->lid_lock = sm_lid_share(place->identity.lid);
	if (place->lid_lock >= 0)
		place->slot_lock = sm_slot_take(place->identity.lid, &place->identity.slot);
	if (place->slot_lock < 0) {
		sm_warn("mlx5_%u has no place in the fabric %s: %s; this process is not connected "
			"to others", index, sm_member.ports.folder, strerror(errno));
		sm_member_leave(place);
		sm_real_close(sm_member.folder);
		sm_member.folder = -1;
	}
}

struct sm_identity sm_identity_take(unsigned int index)
{
	struct sm_member_place *place = &sm_member.places[index];

	if (!sm_member.is_read)
		sm_member_read();
	if (!place->identity.lid)
		sm_member_take(index, place);
	return place->identity;
}

int sm_fabric_folder(void)
{
	return sm_member.folder;
}

/* The copies of the descriptors must not keep the locks when the parent ends. */
void sm_membership_forked(void)
{
	for (unsigned int i = 0; i < SM_MAX_DEVICES; i++)
		if (sm_member.places[i].identity.lid)
			sm_member_leave(&sm_member.places[i]);
	if (sm_member.folder >= 0)
		sm_real_close(sm_member.folder);
	memset(&sm_member, 0, sizeof(sm_member));
	sm_member.folder = -1;
}
