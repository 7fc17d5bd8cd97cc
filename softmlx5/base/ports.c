// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The folder of a fabric, and the LIDs that launchers take there; membership.h has the files.
 */
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/gid.h"
#include "base/membership.h"
#include "base/original.h"

#define SM_LAST_LID (SM_SUBNET_LID - 1)
#define SM_FIRST_LID_ALONE 0x8000u
#define SM_FABRIC_NONE "none"

static __thread char sm_said[512];	/* what the functions below return */

__attribute__((format(printf, 1, 2))) static const char *sm_complaint(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(sm_said, sizeof(sm_said), format, args);
	va_end(args);
	return sm_said;
}

/*
 * The folder of a fabric.
 */

static bool sm_is_udp(const char *name)
{
	return !strncmp(name, SM_FABRIC_UDP, strlen(SM_FABRIC_UDP));
}

static const char *sm_host_check(const char *text)
{
	struct in_addr address;
	uint32_t number;

	if (inet_pton(AF_INET, text, &address) != 1)
		return "needs an IPv4 address of this machine, such as udp:10.0.0.1";
	number = ntohl(address.s_addr);
	if (!(number >> 24) || number >> 29 == 7)
		return "is no address that a host can have";
	return NULL;
}

const char *sm_fabric_name_check(const char *name)
{
	const char *at;

	if (sm_is_udp(name))
		return sm_host_check(name + strlen(SM_FABRIC_UDP));
	if (strchr(name, '/'))
		return NULL;
	for (at = name; *at; at++)
		if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-",
			    *at))
			return "must be a name of letters, digits, '.', '_' and '-', a path with "
			       "a '/', udp:ADDRESS, or none";
	return *name == '.' ? "must not start with '.'" : NULL;
}

/* The user's folder of all fabrics, or that of the fabric itself if @name is a path. */
static bool sm_fabric_path(char *path, size_t size, const char *name)
{
	const char *runtime = getenv("XDG_RUNTIME_DIR");
	int len;

	if (strchr(name, '/'))
		len = snprintf(path, size, "%s", name);
	else if (runtime && *runtime == '/' && !access(runtime, W_OK | X_OK))
		len = snprintf(path, size, "%s/softmlx5-fabrics", runtime);
	else
		len = snprintf(path, size, "/tmp/softmlx5-fabrics-%u", (unsigned int)geteuid());
	return len >= 0 && (size_t)len < size;
}

/* No other user may enter the folder: a member can write to the memory of its processes. */
static const char *sm_folder_private(const char *path)
{
	struct stat info;

	if (mkdir(path, 0700) && errno != EEXIST)
		return sm_complaint("cannot make %s: %s", path, strerror(errno));
	if (lstat(path, &info))
		return sm_complaint("%s: %s", path, strerror(errno));
	if (!S_ISDIR(info.st_mode) || info.st_uid != geteuid() || info.st_mode & 077)
		return sm_complaint("%s is not a folder of this user with mode 0700: others could enter the fabric",
				  path);
	return NULL;
}

static const char *sm_fabric_make(char *path, size_t size, const char *name)
{
	const char *wrong;
	size_t len;

	if (!sm_fabric_path(path, size, name))
		return "the path is too long";
	wrong = sm_folder_private(path);
	if (wrong || strchr(name, '/'))
		return wrong;
	len = strlen(path);
	if ((size_t)snprintf(path + len, size - len, "/%s", name) >= size - len)
		return "the path is too long";
	return sm_folder_private(path);
}

/* The owner of a lock may remove the file, so the lock counts only if the file has its name. */
int sm_lock_file(int folder, const char *name, int how)
{
	for (;;) {
		struct stat named, locked;
		int fd = openat(folder, name, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);

		if (fd < 0)
			return -1;
		if (flock(fd, how)) {
			int err = errno;

			sm_real_close(fd);
			errno = err;
			return -1;
		}
		if (!fstat(fd, &locked) && !fstatat(folder, name, &named, AT_SYMLINK_NOFOLLOW) &&
		    named.st_ino == locked.st_ino && named.st_dev == locked.st_dev)
			return fd;
		sm_real_close(fd);
	}
}

/*
 * LIDs.
 */

/* Takes a free LID: its file could be locked alone. The lock is shared from then on. */
static int sm_lid_try(int folder, unsigned int lid, bool is_shared)
{
	char name[16];
	int fd;

	snprintf(name, sizeof(name), "%u", lid);
	if (is_shared)
		return sm_lock_file(folder, name, LOCK_SH);
	fd = sm_lock_file(folder, name, LOCK_EX | LOCK_NB);
	if (fd >= 0)
		flock(fd, LOCK_SH);	/* others wait for "lock" */
	return fd;
}

static const char *sm_lids_take(struct sm_ports *ports, int folder, unsigned int n, bool is_shared)
{
	for (unsigned int lid = 1; ports->n < n && lid <= SM_LAST_LID; lid++) {
		int fd = sm_lid_try(folder, lid, is_shared);

		if (fd < 0 && errno != EWOULDBLOCK)
			return sm_complaint("%s/%u: %s", ports->folder, lid, strerror(errno));
		if (fd < 0)
			continue;
		ports->lid[ports->n] = (uint16_t)lid;
		ports->locks[ports->n++] = fd;
	}
	return ports->n < n ? "all LIDs are in use" : NULL;
}

static const char *sm_address_take(const struct sm_ports *ports, int folder, const char *address)
{
	char name[128];
	int fd;

	snprintf(name, sizeof(name), "%u" SM_ADDRESS_INFIX "%s", ports->lid[0], address);
	fd = openat(folder, name, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
	if (fd < 0)
		return sm_complaint("%s/%s: %s", ports->folder, name, strerror(errno));
	sm_real_close(fd);
	return NULL;
}

/*
 * Without a fabric. Programs that do not know this exchange their LIDs all the same: other numbers
 * than those of other launchers keep a program from taking itself for its peer.
 */
static void sm_lids_alone(struct sm_ports *ports, unsigned int n)
{
	const unsigned int first = (unsigned int)getpid() * SM_MAX_DEVICES %
				   (SM_LAST_LID + 1 - SM_FIRST_LID_ALONE);

	ports->folder[0] = '\0';
	for (ports->n = 0; ports->n < n; ports->n++) {
		ports->lid[ports->n] = (uint16_t)(SM_FIRST_LID_ALONE + first + ports->n);
		ports->locks[ports->n] = -1;
	}
}

/* Opens the folder, and takes its lock; both are closed by sm_folder_leave(). */
static int sm_folder_enter(const char *path, int *lock)
{
	int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);

	if (folder < 0)
		return -1;
	*lock = sm_lock_file(folder, "lock", LOCK_EX);
	if (*lock >= 0)
		return folder;
	sm_real_close(folder);
	return -1;
}

static void sm_folder_leave(int folder, int lock)
{
	sm_real_close(lock);
	sm_real_close(folder);
}

const char *sm_ports_take(struct sm_ports *ports, const char *name, unsigned int n,
			  const char *address)
{
	const char *wrong;
	int folder, lock = -1;

	memset(ports, 0, sizeof(*ports));
	if (!strcmp(name, SM_FABRIC_NONE)) {
		sm_lids_alone(ports, n);
		return NULL;
	}
	ports->is_path = strchr(name, '/');
	do {	/* the last member may remove the folder before it is opened here */
		wrong = sm_fabric_make(ports->folder, sizeof(ports->folder), name);
		folder = wrong ? -1 : sm_folder_enter(ports->folder, &lock);
	} while (!wrong && folder < 0 && errno == ENOENT);
	if (!wrong && folder < 0)
		wrong = sm_complaint("%s: %s", ports->folder, strerror(errno));
	if (!wrong) {
		wrong = sm_lids_take(ports, folder, n, sm_is_udp(name));
		if (!wrong && address)
			wrong = sm_address_take(ports, folder, address);
		sm_folder_leave(folder, lock);
	}
	if (wrong) {
		sm_ports_give_back(ports);
		sm_lids_alone(ports, n);
	}
	return wrong;
}

static bool sm_is_of_lid(const char *name, unsigned int lid)
{
	char *end;

	return strtoul(name, &end, 10) == lid && (!*end || *end == '.');
}

static bool sm_is_port(const char *name)
{
	return !strncmp(name, SM_PORT_PREFIX, strlen(SM_PORT_PREFIX));
}

/*
 * Removes the files of a LID, or with LID 0 those of ports, which need no LID. Gives the number of
 * other files of LIDs.
 */
static unsigned int sm_lid_remove(int folder, unsigned int lid)
{
	int copy = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *list = copy < 0 ? NULL : fdopendir(copy);
	unsigned int others = 0;
	struct dirent *entry;

	if (!list)
		return 1;
	while ((entry = readdir(list))) {
		const char *name = entry->d_name;

		if (lid ? sm_is_of_lid(name, lid) : sm_is_port(name))
			unlinkat(folder, name, 0);
		else if (*name != '.' && strcmp(name, "lock") && !sm_is_port(name))
			others++;
	}
	closedir(list);
	return others;
}

/* A process of the command may have outlived it. Its LID stays taken. */
static bool sm_lid_is_last(int lock)
{
	return !flock(lock, LOCK_EX | LOCK_NB);
}

void sm_ports_give_back(struct sm_ports *ports)
{
	unsigned int others = 1;
	int folder, lock = -1;

	if (!ports->n || !ports->folder[0])
		return;
	folder = sm_folder_enter(ports->folder, &lock);
	for (unsigned int i = 0; i < ports->n; i++) {
		if (folder >= 0 && sm_lid_is_last(ports->locks[i]))
			others = sm_lid_remove(folder, ports->lid[i]);
		sm_real_close(ports->locks[i]);
	}
	ports->n = 0;
	if (folder < 0)
		return;
	if (!others)	/* sockets of processes that were killed */
		sm_lid_remove(folder, 0);
	if (!others && !unlinkat(folder, "lock", 0) && !ports->is_path && !rmdir(ports->folder)) {
		*strrchr(ports->folder, '/') = '\0';
		rmdir(ports->folder);	/* of all fabrics, if this was the last one */
	}
	sm_folder_leave(folder, lock);
}

bool sm_ports_write(const struct sm_ports *ports, const char *path)
{
	FILE *file = fopen(path, "we");

	if (!file)
		return false;
	fprintf(file, "%s\n", ports->folder);
	for (unsigned int i = 0; i < ports->n; i++)
		fprintf(file, "%u\n", ports->lid[i]);
	return !fclose(file);
}
