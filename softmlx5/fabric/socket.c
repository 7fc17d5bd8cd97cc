// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Sockets with names in the fabric's folder.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/membership.h"
#include "base/original.h"
#include "base/softmlx5.h"
#include "fabric/socket.h"

/* The descriptor of a folder makes a path of any length short enough for a socket's address. */
static bool sm_socket_address(struct sockaddr_un *address, const char *name)
{
	memset(address, 0, sizeof(*address));
	address->sun_family = AF_UNIX;
	if (snprintf(address->sun_path, sizeof(address->sun_path), "/proc/self/fd/%d/%s",
		     sm_fabric_folder(), name) < (int)sizeof(address->sun_path))
		return true;
	errno = ENAMETOOLONG;
	return false;
}

static int sm_socket_new(void)
{
	return sm_fd_high(SM_REAL(socket)(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK,
					  0));
}

static int sm_socket_fail(int fd)
{
	int err = errno;

	sm_real_close(fd);
	errno = err;
	return -1;
}

/* The owner of the socket, on the other side, is this user. */
static bool sm_socket_is_same_user(int fd)
{
	struct ucred peer;
	socklen_t len = sizeof(peer);

	if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &len))
		return false;
	if (peer.uid == geteuid())
		return true;
	errno = EPERM;
	return false;
}

/*
 * Whoever sees the name can connect: it is given to a socket that listens. A peer learns the name
 * that it had @early.
 */
static int sm_socket_publish(const char *name, const char *early)
{
	struct sockaddr_un address;
	int folder = sm_fabric_folder(), fd;

	if (!sm_socket_address(&address, early))
		return -1;
	fd = sm_socket_new();
	if (fd < 0)
		return -1;
	unlinkat(folder, early, 0);
	if (bind(fd, (void *)&address, sizeof(address)) || listen(fd, SOMAXCONN) ||
	    renameat(folder, early, folder, name))
		return sm_socket_fail(fd);
	return fd;
}

int sm_socket_listen(const char *name)
{
	char early[160];

	snprintf(early, sizeof(early), "%s.new", name);
	return sm_socket_publish(name, early);
}

#define SM_OWNER_INFIX ".of."	/* then LID and slot */

/* A socket whose process has ended refuses connections. The lock keeps others from replacing it. */
int sm_socket_claim(const char *name, uint16_t lid, uint8_t slot)
{
	char early[160];
	int lock = sm_lock_file(sm_fabric_folder(), "lock", LOCK_EX), fd;

	if (lock < 0)
		return -1;
	fd = sm_socket_connect(name);
	if (fd < 0 && (errno == ENOENT || errno == ECONNREFUSED)) {
		snprintf(early, sizeof(early), "%s" SM_OWNER_INFIX "%u.%u", name, lid, slot);
		fd = sm_socket_publish(name, early);
	} else {
		if (fd >= 0)
			sm_real_close(fd);
		errno = EADDRINUSE;
		fd = -1;
	}
	if (fd < 0)
		return sm_socket_fail(lock);
	sm_real_close(lock);
	return fd;
}

void sm_socket_remove(const char *name)
{
	unlinkat(sm_fabric_folder(), name, 0);
}

int sm_socket_connect(const char *name)
{
	struct sockaddr_un address;
	int fd;

	if (!sm_socket_address(&address, name))
		return -1;
	fd = sm_socket_new();
	if (fd < 0)
		return -1;
	if (connect(fd, (void *)&address, sizeof(address)) || !sm_socket_is_same_user(fd))
		return sm_socket_fail(fd);
	return fd;
}

uint16_t sm_socket_owner(const char *name, uint8_t *slot)
{
	struct sockaddr_un address = { .sun_family = AF_UNSPEC };
	socklen_t len = sizeof(address) - 1;	/* the path ends with a zero then */
	const int fd = sm_socket_connect(name);
	unsigned int owner[2];
	const char *at = NULL;

	if (fd < 0)
		return 0;
	if (!getpeername(fd, (void *)&address, &len))
		at = strstr(address.sun_path, SM_OWNER_INFIX);
	sm_real_close(fd);
	if (!at || sscanf(at, SM_OWNER_INFIX "%u.%u", &owner[0], &owner[1]) != 2)
		return 0;
	*slot = (uint8_t)owner[1];
	return (uint16_t)owner[0];
}

int sm_socket_accept(int listener)
{
	int fd = sm_fd_high(accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK));

	if (fd >= 0 && !sm_socket_is_same_user(fd))
		return sm_socket_fail(fd);
	return fd;
}
