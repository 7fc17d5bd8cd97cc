// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Datagrams of RoCE v2; see udp.h.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <netinet/ip.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <time.h>

#include "base/membership.h"
#include "base/original.h"
#include "fabric/farewell.h"
#include "fabric/udp.h"

#define SM_DATAGRAM_MAX 4352u	/* headers, the largest MTU, CRC */
#define SM_ROCE_HEADERS 80u	/* the room that Linux's rdma_rxe leaves for them */
#define SM_BATCH 64u
#define SM_RECEIVE_ROOM (4 << 20)
#define SM_SEND_WAIT_MS 10
#define SM_LISTEN_NS 20000000	/* between attempts to receive ... */
#define SM_LISTEN_TRIES 100u	/* ... as long as it needs no warning */

/* Datagrams that are sent or received by one call. */
struct sm_batch {
	unsigned int n;
	struct mmsghdr message[SM_BATCH];
	struct sockaddr_in address[SM_BATCH];
	struct iovec piece[SM_BATCH][SM_DATAGRAM_PIECES];
};

/* A socket that receives what is sent to an address: the host's, or a group's. */
struct sm_udp_socket {
	struct sm_watch watch;
	uint8_t to[SM_IPV4_SIZE];
	struct sm_udp_socket *next;	/* of another group */
	unsigned int users;
};

static struct {
	struct sm_dev *dev;	/* NULL: not open */
	sm_udp_receive receive;
	int out;		/* sends; -1: none */
	uint16_t port;
	struct sm_udp_socket in, *groups;
	int lock;		/* to receive at the address; -1: this process does not */
	struct sm_batch *sent, *received;
	uint8_t (*room)[SM_DATAGRAM_MAX];	/* of those received */
	uint8_t (*control)[CMSG_SPACE(sizeof(int)) * 2];
} sm_udp = { .out = -1, .lock = -1 };

static struct sockaddr_in sm_udp_address(const uint8_t host[SM_IPV4_SIZE], uint16_t port)
{
	struct sockaddr_in address = { .sin_family = AF_INET, .sin_port = htons(port) };

	memcpy(&address.sin_addr, host, SM_IPV4_SIZE);
	return address;
}

/*
 * A socket at an address of the host or of a group, or -1 with errno. Its datagrams are not fragmented: the kernel gives
 * them no identification then, which the invariant CRC of RoCE contains.
 */
static int sm_udp_socket(const uint8_t at[SM_IPV4_SIZE], uint16_t port)
{
	static const int whole = IP_PMTUDISC_DO, on = 1, room = SM_RECEIVE_ROOM;
	struct ip_mreqn group = { .imr_ifindex = 0 };
	int fd = sm_fd_high(SM_REAL(socket)(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK,
					    0));
	const bool is_group = sm_ipv4_is_group(at);
	struct sockaddr_in address = sm_udp_address(at, port);
	uint8_t own[SM_IPV4_SIZE];
	int err;

	if (fd < 0)
		return -1;
	sm_lid_ipv4(SM_OWN_LID, own);
	memcpy(&group.imr_address, own, sizeof(own));
	memcpy(&group.imr_multiaddr, at, SM_IPV4_SIZE);
	setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &room, sizeof(room));
	if (!setsockopt(fd, IPPROTO_IP, IP_MTU_DISCOVER, &whole, sizeof(whole)) &&
	    !setsockopt(fd, IPPROTO_IP, IP_RECVTTL, &on, sizeof(on)) &&
	    !setsockopt(fd, IPPROTO_IP, IP_RECVTOS, &on, sizeof(on)) &&
	    !setsockopt(fd, IPPROTO_IP, IP_MULTICAST_IF, &group, sizeof(group)) &&
	    (!is_group ||
	     (!setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on)) &&
	      !setsockopt(fd, IPPROTO_IP, IP_ADD_MEMBERSHIP, &group, sizeof(group)))) &&
	    !bind(fd, (void *)&address, sizeof(address)))
		return fd;
	err = errno;
	sm_real_close(fd);
	errno = err;
	return -1;
}

/*
 * Sending.
 */

static bool sm_udp_open_out(void)
{
	struct sockaddr_in address;
	socklen_t len = sizeof(address);
	uint8_t own[SM_IPV4_SIZE];

	sm_lid_ipv4(SM_OWN_LID, own);
	sm_udp.sent = calloc(1, sizeof(*sm_udp.sent));
	sm_udp.out = sm_udp.sent ? sm_udp_socket(own, 0) : -1;
	if (sm_udp.out < 0 || getsockname(sm_udp.out, (void *)&address, &len))
		return false;
	sm_udp.port = ntohs(address.sin_port);
	return true;
}

uint16_t sm_udp_source_port(void)
{
	return sm_udp.port;
}

uint32_t sm_udp_room(void)
{
	socklen_t len = sizeof(int);
	int room;

	if (sm_udp.out < 0 || getsockopt(sm_udp.out, SOL_SOCKET, SO_RCVBUF, &room, &len))
		return 0;
	return (uint32_t)room;
}

void sm_udp_add(const uint8_t to[SM_IPV4_SIZE], const struct iovec piece[SM_DATAGRAM_PIECES])
{
	struct sm_batch *batch = sm_udp.sent;
	const unsigned int n = batch ? batch->n : 0;

	if (sm_udp.out < 0)
		return;
	batch->address[n] = sm_udp_address(to, SM_ROCE_PORT);
	memcpy(batch->piece[n], piece, sizeof(batch->piece[n]));
	batch->message[n].msg_hdr = (struct msghdr){
		.msg_name = &batch->address[n], .msg_namelen = sizeof(batch->address[n]),
		.msg_iov = batch->piece[n], .msg_iovlen = SM_DATAGRAM_PIECES,
	};
	if (++batch->n == SM_BATCH)
		sm_udp_flush();
}

SM_COLD static void sm_udp_lost(const struct sockaddr_in *to, int err)
{
	static bool has_warned;
	char text[INET_ADDRSTRLEN];

	if (!has_warned)
		sm_warn("a packet to %s is lost, and perhaps others after it: %s",
			inet_ntop(AF_INET, &to->sin_addr, text, sizeof(text)), strerror(err));
	has_warned = true;
}

/* A queue that stays full, or a host that cannot be reached, loses datagrams as networks do. */
void sm_udp_flush(void)
{
	struct sm_batch *batch = sm_udp.sent;
	unsigned int at = 0;

	while (batch && at < batch->n) {
		struct pollfd room = { .fd = sm_udp.out, .events = POLLOUT };
		int n = sendmmsg(sm_udp.out, batch->message + at, batch->n - at,
				 MSG_DONTWAIT | MSG_NOSIGNAL);

		if (n > 0)
			at += (unsigned int)n;
		else if (errno == EAGAIN && poll(&room, 1, SM_SEND_WAIT_MS) > 0)
			continue;
		else if (errno != EINTR)
			sm_udp_lost(&batch->address[at++], errno);
	}
	if (batch)
		batch->n = 0;
}

/*
 * Receiving.
 */

static void sm_udp_prepare(struct sm_batch *batch)
{
	for (unsigned int i = 0; i < SM_BATCH; i++) {
		batch->piece[i][0] = (struct iovec){ sm_udp.room[i], sizeof(sm_udp.room[i]) };
		batch->message[i].msg_hdr = (struct msghdr){
			.msg_name = &batch->address[i], .msg_namelen = sizeof(batch->address[i]),
			.msg_iov = batch->piece[i], .msg_iovlen = 1,
			.msg_control = sm_udp.control[i],
			.msg_controllen = sizeof(sm_udp.control[i]),
		};
	}
}

static void sm_udp_control(struct msghdr *message, struct sm_datagram *datagram)
{
	struct cmsghdr *header = CMSG_FIRSTHDR(message);
	int ttl;

	for (; header; header = CMSG_NXTHDR(message, header)) {
		if (header->cmsg_level != IPPROTO_IP)
			continue;
		if (header->cmsg_type == IP_TTL) {
			memcpy(&ttl, CMSG_DATA(header), sizeof(ttl));
			datagram->ttl = (uint8_t)ttl;
		} else if (header->cmsg_type == IP_TOS) {
			datagram->tos = *CMSG_DATA(header);
		}
	}
}

/* What this process sends to a group comes back to it, but its queue pairs have got it already. */
static bool sm_udp_is_own(const struct sm_datagram *datagram)
{
	uint8_t own[SM_IPV4_SIZE];

	sm_lid_ipv4(SM_OWN_LID, own);
	return datagram->port == sm_udp.port && !memcmp(datagram->from, own, sizeof(own));
}

static void sm_udp_received(const struct sm_udp_socket *socket, struct sm_batch *batch,
			    unsigned int i)
{
	struct msghdr *message = &batch->message[i].msg_hdr;
	struct sm_datagram datagram = {
		.port = ntohs(batch->address[i].sin_port),
		.bytes = sm_udp.room[i], .len = batch->message[i].msg_len,
	};

	if (message->msg_flags & MSG_TRUNC)
		return;
	memcpy(datagram.from, &batch->address[i].sin_addr, SM_IPV4_SIZE);
	memcpy(datagram.to, socket->to, SM_IPV4_SIZE);
	if (socket != &sm_udp.in && sm_udp_is_own(&datagram))
		return;
	sm_udp_control(message, &datagram);
	sm_udp.receive(sm_udp.dev, &datagram);
}

/* One batch; other watches, timers and threads have their turn before the next one. */
static void sm_udp_ready(struct sm_watch *watch)
{
	struct sm_udp_socket *socket = sm_container_of(watch, struct sm_udp_socket, watch);
	struct sm_batch *batch = sm_udp.received;
	int n;

	if (watch->fd < 0) {	/* the program has closed it */
		sm_watch_remove(watch);
		return;
	}
	sm_udp_prepare(batch);
	n = recvmmsg(watch->fd, batch->message, SM_BATCH, MSG_DONTWAIT, NULL);
	for (int i = 0; i < n; i++)
		sm_udp_received(socket, batch, (unsigned int)i);
}

/* Room for what is received, which all sockets share. */
static bool sm_udp_has_room(void)
{
	if (!sm_udp.received)
		sm_udp.received = calloc(1, sizeof(*sm_udp.received));
	if (!sm_udp.room)
		sm_udp.room = calloc(SM_BATCH, sizeof(*sm_udp.room));
	if (!sm_udp.control)
		sm_udp.control = calloc(SM_BATCH, sizeof(*sm_udp.control));
	return sm_udp.received && sm_udp.room && sm_udp.control;
}

/* false, with errno: it does not receive. */
static bool sm_udp_receives(struct sm_udp_socket *socket)
{
	socket->watch.fd = sm_udp_has_room() ? sm_udp_socket(socket->to, SM_ROCE_PORT) : -1;
	socket->watch.ready = sm_udp_ready;
	if (socket->watch.fd >= 0)
		sm_watch_add(&socket->watch);
	return socket->watch.fd >= 0;
}

SM_COLD static void sm_udp_unreachable(int err)
{
	char text[SM_LID_TEXT];

	sm_warn("other hosts cannot reach %s: UDP port %u: %s%s", sm_lid_text(SM_OWN_LID, text),
		SM_ROCE_PORT, strerror(err),
		err == EADDRINUSE ?
			"; another user's softmlx5 or Linux's rdma_rxe may have it" : "");
}

/* 0: it receives. EADDRINUSE: it does not yet. */
static int sm_udp_listen(void)
{
	int err;

	sm_lid_ipv4(SM_OWN_LID, sm_udp.in.to);
	err = sm_udp_receives(&sm_udp.in) ? 0 : errno;
	if (err && err != EADDRINUSE)
		sm_udp_unreachable(err);
	return err;
}

/*
 * Waits until the process that receives has ended, and takes its place. The kernel may release the
 * lock of a process that ends before it closes its socket: a port in use is tried again.
 */
static void *sm_udp_wait(void *folder)
{
	struct timespec pause = { .tv_nsec = SM_LISTEN_NS };
	int lock, err = EADDRINUSE;
	char name[16];

	snprintf(name, sizeof(name), "%u.udp", SM_OWN_LID);
	lock = sm_udp.lock >= 0 ? sm_udp.lock :
		sm_fd_high(sm_lock_file((int)(intptr_t)folder, name, LOCK_EX));
	sm_real_close((int)(intptr_t)folder);
	for (unsigned int tries = 1; lock >= 0 && err == EADDRINUSE; tries++) {
		sm_lock_blocked();
		sm_udp.lock = lock;
		err = sm_udp_listen();
		if (err == EADDRINUSE && tries == SM_LISTEN_TRIES) {
			sm_udp_unreachable(err);
			pause = (struct timespec){ .tv_sec = 1 };
		}
		sm_unlock();
		if (err)
			nanosleep(&pause, NULL);
	}
	return NULL;
}

static void sm_udp_open_in(void)
{
	char name[16];
	int copy;

	snprintf(name, sizeof(name), "%u.udp", SM_OWN_LID);
	sm_udp.lock = sm_fd_high(sm_lock_file(sm_fabric_folder(), name, LOCK_EX | LOCK_NB));
	if (sm_udp.lock >= 0 && sm_udp_listen() != EADDRINUSE)
		return;
	copy = sm_fd_high(SM_REAL(dup)(sm_fabric_folder()));
	if (copy >= 0 && sm_thread_create(sm_udp_wait, (void *)(intptr_t)copy))
		sm_real_close(copy);
}

void sm_udp_open(struct sm_dev *dev, sm_udp_receive receive)
{
	uint8_t own[SM_IPV4_SIZE];

	if (sm_udp.dev || !sm_is_network() || sm_fabric_folder() < 0)
		return;
	sm_udp.dev = dev;
	sm_udp.receive = receive;
	sm_lid_ipv4(SM_OWN_LID, own);
	sm_farewell_send(sm_fabric_folder(), own, dev->slot);
	if (sm_udp_open_out())
		sm_udp_open_in();
	else
		sm_warn("this process cannot send to other hosts: %s", strerror(errno));
}

/*
 * Groups.
 */

static struct sm_udp_socket **sm_udp_group_at(const uint8_t group[SM_IPV4_SIZE])
{
	struct sm_udp_socket **at = &sm_udp.groups;

	while (*at && memcmp((*at)->to, group, SM_IPV4_SIZE))
		at = &(*at)->next;
	return at;
}

void sm_udp_join(const uint8_t group[SM_IPV4_SIZE])
{
	struct sm_udp_socket *socket = *sm_udp_group_at(group);
	char text[INET_ADDRSTRLEN];

	if (!socket) {
		socket = calloc(1, sizeof(*socket));
		if (!socket)
			return;
		memcpy(socket->to, group, SM_IPV4_SIZE);
		socket->next = sm_udp.groups;
		sm_udp.groups = socket;
		if (!sm_udp_receives(socket))
			sm_warn("other processes do not reach this one in the group %s: %s",
				inet_ntop(AF_INET, group, text, sizeof(text)), strerror(errno));
	}
	socket->users++;
}

void sm_udp_leave(const uint8_t group[SM_IPV4_SIZE])
{
	struct sm_udp_socket **at = sm_udp_group_at(group), *socket = *at;

	if (!socket || --socket->users)
		return;
	*at = socket->next;
	if (socket->watch.fd >= 0) {
		sm_watch_remove(&socket->watch);
		sm_real_close(socket->watch.fd);
	}
	free(socket);
}

/*
 * The MTU.
 */

/* Returns the MTU of the interface with this address, in bytes of IP; 0: there is none. */
static unsigned int sm_interface_mtu(const uint8_t own[SM_IPV4_SIZE])
{
	struct ifaddrs *list, *at;
	struct ifreq request = {0};
	int fd;

	if (getifaddrs(&list))
		return 0;
	for (at = list; at; at = at->ifa_next) {
		const struct sockaddr_in *address = (const void *)at->ifa_addr;

		if (address && address->sin_family == AF_INET &&
		    !memcmp(&address->sin_addr, own, SM_IPV4_SIZE))
			break;
	}
	/* All of 127.0.0.0/8 are addresses of the interface "lo". */
	snprintf(request.ifr_name, sizeof(request.ifr_name), "%s", at ? at->ifa_name : "lo");
	freeifaddrs(list);
	fd = SM_REAL(socket)(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (fd < 0 || SM_REAL(ioctl)(fd, SIOCGIFMTU, &request))
		request.ifr_mtu = 0;
	if (fd >= 0)
		sm_real_close(fd);
	return (unsigned int)request.ifr_mtu;
}

uint16_t sm_udp_mtu(void)
{
	static uint16_t mtu;
	uint8_t own[SM_IPV4_SIZE];

	if (mtu)
		return mtu;
	mtu = 4096;
	if (!sm_is_network())
		return mtu;
	sm_lid_ipv4(SM_OWN_LID, own);
	for (unsigned int most = sm_interface_mtu(own); mtu > 256 && mtu + SM_ROCE_HEADERS > most;)
		mtu /= 2;
	return mtu;
}

void sm_udp_forked(void)
{
	if (sm_udp.out >= 0)
		sm_real_close(sm_udp.out);
	if (sm_udp.received && sm_udp.in.watch.fd >= 0)
		sm_real_close(sm_udp.in.watch.fd);
	while (sm_udp.groups) {
		struct sm_udp_socket *group = sm_udp.groups;

		sm_udp.groups = group->next;
		if (group->watch.fd >= 0)
			sm_real_close(group->watch.fd);
		free(group);
	}
	if (sm_udp.lock >= 0)
		sm_real_close(sm_udp.lock);
	free(sm_udp.sent);
	free(sm_udp.received);
	free(sm_udp.room);
	free(sm_udp.control);
	memset(&sm_udp, 0, sizeof(sm_udp));
	sm_udp.out = sm_udp.lock = -1;
}
