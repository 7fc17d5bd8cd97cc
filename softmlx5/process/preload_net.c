// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Interposed calls of the C library on sockets: NETLINK_RDMA, and interfaces of the devices.
 *
 * A socket of NETLINK_RDMA is one of NETLINK_USERSOCK, the protocol by which processes send to each
 * other. So the kernel binds it, keeps its answers and wakes its pollers. What the program sends comes
 * here, and the answers come from another such socket of this process, not from port 0. If ib_core were
 * visible, libibverbs would get the machine's real devices from it.
 */
#include <errno.h>
#include <linux/netlink.h>
#include <net/if.h>
#include <pthread.h>
#include <stdarg.h>
#include <string.h>
#include <sys/uio.h>

#include "base/guard.h"
#include "base/softmlx5.h"
#include "kernel/fd.h"
#include "kernel/netdev.h"
#include "kernel/nldev.h"
#include "process/preload.h"

#define SM_REQUEST_MAX 4096u	/* bytes that are sent at once */

SM_EXPORT int socket(int domain, int type, int protocol)
{
	const bool is_rdma = sm_is_active() && domain == AF_NETLINK && protocol == NETLINK_RDMA;
	int fd;

	/*
	 * Without the launcher's folder there are no devices, in sysfs as here. The descriptors of a
	 * child of vfork() are not those of its memory.
	 */
	if (is_rdma && (sm_fd_is_foreign() || SM_REAL(access)(sm_root(), F_OK))) {
		errno = EPROTONOSUPPORT;
		return -1;
	}
	fd = SM_REAL(socket)(domain, type, is_rdma ? NETLINK_USERSOCK : protocol);
	if (fd < 0 || !is_rdma)
		return sm_fd_fresh(fd);
	if (!sm_fd_add(fd, SM_FD_NETLINK, NULL, 0))
		return fd;
	sm_real_close(fd);
	return -1;
}

/*
 * What a program sends to the kernel.
 */

struct sm_netlink {
	struct sm_nldev_socket socket;	/* the program's */
	int fd;				/* that answers come from */
};

/* As in Linux, an answer that finds no room is lost. */
static void sm_netlink_send(struct sm_nldev_socket *socket, const void *data, size_t len)
{
	const struct sm_netlink *netlink = sm_container_of(socket, struct sm_netlink, socket);
	const struct sockaddr_nl to = { .nl_family = AF_NETLINK, .nl_pid = socket->port };

	SM_REAL(sendto)(netlink->fd, data, len, MSG_DONTWAIT, (const void *)&to, sizeof(to));
}

/* The port of a socket, which gets one if it is not bound; 0 with errno. */
static uint32_t sm_netlink_port(int fd)
{
	struct sockaddr_nl own = { .nl_family = AF_NETLINK };
	socklen_t len = sizeof(own);

	if (getsockname(fd, (void *)&own, &len))
		return 0;
	if (!own.nl_pid &&
	    (bind(fd, (const void *)&own, sizeof(own)) || getsockname(fd, (void *)&own, &len)))
		return 0;
	return own.nl_pid;
}

static ssize_t sm_netlink_request(int fd, const void *data, size_t len)
{
	struct sm_netlink netlink = { .socket.send = sm_netlink_send };
	int state;

	netlink.socket.port = sm_netlink_port(fd);
	if (!netlink.socket.port)
		return -1;
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
	netlink.fd = SM_REAL(socket)(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_USERSOCK);
	if (netlink.fd >= 0) {
		sm_nldev_receive(&netlink.socket, data, len);
		sm_real_close(netlink.fd);
	}
	pthread_setcancelstate(state, NULL);
	return netlink.fd < 0 ? -1 : (ssize_t)len;
}

/* Is the address that of the kernel? Without one it is. */
static bool sm_is_to_kernel(const void *address, socklen_t len)
{
	struct sockaddr_nl to;

	if (!address)
		return true;
	if (len < sizeof(to) || !sm_copy(&to, address, sizeof(to)) || to.nl_family != AF_NETLINK)
		errno = EINVAL;
	else if (to.nl_pid)
		errno = EPERM;
	else
		return true;
	return false;
}

ssize_t sm_netlink_sendmsg(int fd, const struct msghdr *message)
{
	_Alignas(struct nlmsghdr) uint8_t data[SM_REQUEST_MAX];
	size_t len = 0;

	if (!sm_is_to_kernel(message->msg_name, message->msg_namelen))
		return -1;
	for (size_t i = 0; i < message->msg_iovlen; i++) {
		const struct iovec *part = &message->msg_iov[i];

		if (part->iov_len > sizeof(data) - len) {
			errno = EMSGSIZE;
			return -1;
		}
		if (!sm_copy(data + len, part->iov_base, part->iov_len)) {
			errno = EFAULT;
			return -1;
		}
		len += part->iov_len;
	}
	return sm_netlink_request(fd, data, len);
}

static bool sm_is_netlink(int fd)
{
	struct sm_fd *entry = sm_fd_is_ours(fd) ? sm_fd_get(fd) : NULL;
	const bool is_netlink = entry && entry->kind == SM_FD_NETLINK;

	if (entry)
		sm_fd_put(entry);
	return is_netlink;
}

SM_EXPORT ssize_t sendmsg(int fd, const struct msghdr *message, int flags)
{
	return sm_is_netlink(fd) ? sm_netlink_sendmsg(fd, message) :
				   SM_REAL(sendmsg)(fd, message, flags);
}

SM_EXPORT ssize_t sendto(int fd, const void *data, size_t len, int flags,
			 const struct sockaddr *address, socklen_t address_len)
{
	struct iovec part = { .iov_base = (void *)(uintptr_t)data, .iov_len = len };
	const struct msghdr message = {
		.msg_name = (void *)(uintptr_t)address, .msg_namelen = address_len,
		.msg_iov = &part, .msg_iovlen = 1,
	};

	return sm_is_netlink(fd) ? sm_netlink_sendmsg(fd, &message) :
				   SM_REAL(sendto)(fd, data, len, flags, address, address_len);
}

SM_EXPORT ssize_t send(int fd, const void *data, size_t len, int flags)
{
	return sendto(fd, data, len, flags, NULL, 0);
}

/*
 * Interfaces. The machine's are asked first.
 */

SM_EXPORT unsigned int if_nametoindex(const char *name)
{
	const unsigned int index = SM_REAL(if_nametoindex)(name);

	return index || !sm_is_active() ? index : sm_netdev_find(name);
}

SM_EXPORT char *if_indextoname(unsigned int index, char name[IF_NAMESIZE])
{
	char *found = SM_REAL(if_indextoname)(index, name);

	return !found && sm_is_active() && sm_netdev_name(index, name) ? name : found;
}

/*
 * A request for an interface that the machine has not, or may not be changed by this user. The kernel
 * has looked at the descriptor and the argument before.
 */
int sm_ioctl_plain(int fd, unsigned long request, void *argument)
{
	int result = SM_REAL(ioctl)(fd, request, argument), ours;

	if (!result || (errno != ENODEV && errno != EPERM) || !sm_is_active() ||
	    !sm_netdev_ioctl(request, argument, &ours))
		return result;
	if (!ours)
		return 0;
	errno = -ours;
	return -1;
}
