// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Links to other processes of the fabric.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/membership.h"
#include "base/original.h"
#include "fabric/link.h"
#include "fabric/socket.h"

#define SM_HELLO_MAGIC UINT32_C(0x35786c6d)	/* "mlx5" */
#define SM_HELLO_VERSION 6u	/* of the records */

/* The first message on a socket; with it comes the descriptor of the ring. */
struct sm_hello {
	uint32_t magic, version;
};

struct sm_link {
	struct sm_link *next;
	uint16_t lid;
	uint8_t slot;
	struct sm_watch watch;	/* the socket */
	struct sm_ring ring;
};

/* The other end of a link. */
struct sm_inlet {
	struct sm_inlet *next;
	struct sm_port *port;
	struct sm_watch watch;
	struct sm_ring ring;	/* not mapped before the peer has said hello */
};

struct sm_port {
	struct sm_dev *dev;	/* NULL: no process can connect */
	struct sm_watch watch;
	struct sm_inlet *inlets;
};

static struct {
	struct sm_port ports[SM_MAX_DEVICES];
	struct sm_link *links;
	struct sm_link *ended;	/* whose peer has ended; one for each slot */
	sm_link_receive receive;
	sm_link_ready ready;
} sm_links;

static const char *sm_link_name(char *name, size_t size, uint16_t lid, uint8_t slot)
{
	snprintf(name, size, "%u.%u.socket", lid, slot);
	return name;
}

static void sm_link_close(struct sm_watch *watch)
{
	sm_watch_remove(watch);
	if (watch->fd >= 0)
		sm_real_close(watch->fd);
	watch->fd = -1;
}

/* A full socket has wakes enough; a closed one is noticed by its watch. */
static void sm_link_wake(int fd)
{
	const char wake = 0;

	if (send(fd, &wake, sizeof(wake), MSG_DONTWAIT | MSG_NOSIGNAL) < 0)
		return;
}

/* Takes a wake, of which there is seldom more than one; false: the other end is closed. */
static bool sm_link_woken(int fd)
{
	char wake;
	ssize_t len = fd < 0 ? 0 : recv(fd, &wake, sizeof(wake), MSG_DONTWAIT);

	return len > 0 || (len < 0 && errno == EAGAIN);
}

/*
 * Sending.
 */

static struct sm_link *sm_link_find(struct sm_link *link, uint16_t lid, uint8_t slot)
{
	while (link && (link->lid != lid || link->slot != slot))
		link = link->next;
	return link;
}

bool sm_link_has_ended(uint16_t lid, uint8_t slot)
{
	return sm_link_find(sm_links.ended, lid, slot);
}

static void sm_link_end(struct sm_link *link)
{
	struct sm_link **at = &sm_links.links;

	while (*at && *at != link)
		at = &(*at)->next;
	if (*at)
		*at = link->next;
	sm_link_close(&link->watch);
	sm_ring_unmap(&link->ring);
	if (sm_link_has_ended(link->lid, link->slot)) {
		free(link);
	} else {
		link->next = sm_links.ended;
		sm_links.ended = link;
	}
}

static void sm_link_event(struct sm_watch *watch)
{
	struct sm_link *link = sm_container_of(watch, struct sm_link, watch);

	if (!sm_link_woken(watch->fd))
		sm_link_end(link);
	if (sm_links.ready)
		sm_links.ready();
}

static bool sm_link_hello(int fd, int ring)
{
	struct sm_hello hello = { .magic = SM_HELLO_MAGIC, .version = SM_HELLO_VERSION };
	union {
		struct cmsghdr header;
		char room[CMSG_SPACE(sizeof(int))];
	} control = {0};
	struct iovec bytes = { .iov_base = &hello, .iov_len = sizeof(hello) };
	struct msghdr message = {
		.msg_iov = &bytes, .msg_iovlen = 1,
		.msg_control = &control, .msg_controllen = sizeof(control),
	};
	struct cmsghdr *header = CMSG_FIRSTHDR(&message);

	header->cmsg_level = SOL_SOCKET;
	header->cmsg_type = SCM_RIGHTS;
	header->cmsg_len = CMSG_LEN(sizeof(ring));
	memcpy(CMSG_DATA(header), &ring, sizeof(ring));
	return sendmsg(fd, &message, MSG_DONTWAIT | MSG_NOSIGNAL) == (ssize_t)sizeof(hello);
}

static bool sm_link_connect(struct sm_link *link)
{
	char name[32];
	bool is_connected;
	int ring;

	link->watch.fd = sm_socket_connect(sm_link_name(name, sizeof(name), link->lid,
							link->slot));
	if (link->watch.fd < 0)
		return false;
	ring = sm_ring_create();
	if (ring < 0)
		return false;
	is_connected = sm_ring_map(&link->ring, ring) && sm_link_hello(link->watch.fd, ring);
	sm_real_close(ring);
	return is_connected;
}

static struct sm_link *sm_link_new(uint16_t lid, uint8_t slot)
{
	struct sm_link *link = calloc(1, sizeof(*link));

	if (!link)
		return NULL;
	link->lid = lid;
	link->slot = slot;
	if (!sm_link_connect(link)) {
		if (link->watch.fd >= 0)
			sm_real_close(link->watch.fd);
		sm_ring_unmap(&link->ring);
		free(link);
		return NULL;
	}
	link->next = sm_links.links;
	sm_links.links = link;
	link->watch.ready = sm_link_event;
	sm_watch_add(&link->watch);
	return link;
}

struct sm_link *sm_link_to(uint16_t lid, uint8_t slot)
{
	struct sm_link *link;

	if (sm_fabric_folder() < 0 || !lid)
		return NULL;
	link = sm_link_find(sm_links.links, lid, slot);
	return link ? link : sm_link_new(lid, slot);
}

bool sm_link_has_room(struct sm_link *link, uint32_t len)
{
	return sm_ring_has_room(&link->ring, len) || !sm_ring_wait_for_room(&link->ring, len);
}

/* Another process may have taken the place of the one that was asked. */
bool sm_link_is_unread(struct sm_link *link, uint64_t *asked)
{
	if (!*asked || *asked > link->ring.own) {
		*asked = 0;
		if (!sm_ring_has_room(&link->ring, SM_LINK_RESERVE))
			return true;	/* it has much to receive before */
		sm_link_reserve(link, 0);
		sm_link_send(link);
		*asked = link->ring.own;
	}
	return sm_ring_is_unread(&link->ring, *asked);
}

void *sm_link_reserve(struct sm_link *link, uint32_t len)
{
	return sm_ring_reserve(&link->ring, len);
}

void sm_link_send(struct sm_link *link)
{
	if (sm_ring_publish(&link->ring))
		sm_link_wake(link->watch.fd);
}

/*
 * Receiving.
 */

static void sm_inlet_free(struct sm_inlet *inlet)
{
	struct sm_inlet **at = &inlet->port->inlets;

	while (*at && *at != inlet)
		at = &(*at)->next;
	if (*at)
		*at = inlet->next;
	sm_link_close(&inlet->watch);
	sm_ring_unmap(&inlet->ring);
	free(inlet);
}

/*
 * The only descriptor that came with a message, or -1. Of several, as many as the buffer holds are
 * open, because its size is rounded up; they are closed.
 */
static int sm_inlet_descriptor(struct msghdr *message)
{
	struct cmsghdr *header = CMSG_FIRSTHDR(message);
	size_t count;
	int fd = -1;

	if (!header || header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS)
		return -1;
	count = (header->cmsg_len - CMSG_LEN(0)) / sizeof(fd);
	for (size_t i = 0; i < count; i++) {
		memcpy(&fd, CMSG_DATA(header) + i * sizeof(fd), sizeof(fd));
		if (count > 1)
			sm_real_close(fd);
	}
	return count == 1 ? fd : -1;
}

/* The peer's first message; false: it is no peer of this version. */
static bool sm_inlet_hello(struct sm_inlet *inlet)
{
	union {
		struct cmsghdr header;
		char room[CMSG_SPACE(sizeof(int))];
	} control;
	struct sm_hello hello;
	struct iovec bytes = { .iov_base = &hello, .iov_len = sizeof(hello) };
	struct msghdr message = {
		.msg_iov = &bytes, .msg_iovlen = 1,
		.msg_control = &control, .msg_controllen = sizeof(control),
	};
	ssize_t len = recvmsg(inlet->watch.fd, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
	bool is_peer;
	int ring;

	if (len < 0)
		return errno == EAGAIN;
	ring = sm_inlet_descriptor(&message);
	is_peer = len == (ssize_t)sizeof(hello) && !(message.msg_flags & (MSG_TRUNC | MSG_CTRUNC)) &&
		  hello.magic == SM_HELLO_MAGIC && ring >= 0;
	if (is_peer && hello.version != SM_HELLO_VERSION) {
		sm_warn("a process of another version of softmlx5 sends to LID %u; it is not heard",
			inlet->port->dev->lid);
		is_peer = false;
	}
	is_peer = is_peer && sm_ring_map(&inlet->ring, ring);
	if (ring >= 0)
		sm_real_close(ring);
	return is_peer;
}

/*
 * Receives records until there are none, or until others must have their turn. false: the ring is
 * useless.
 */
static bool sm_inlet_drain(struct sm_inlet *inlet, bool *is_empty)
{
	*is_empty = true;

	for (unsigned int n = 0; n < SM_RECORDS_AT_ONCE; n++) {
		bool is_broken;
		uint32_t len;
		const void *record = sm_ring_peek(&inlet->ring, &len, &is_broken);

		if (is_broken)
			return false;
		if (!record && sm_ring_sleep(&inlet->ring))
			return true;
		if (!record)
			continue;
		if (len)
			sm_links.receive(inlet->port->dev, record, len);
		else
			sm_links.ready();	/* a question: see sm_link_is_unread() */
		if (sm_ring_release(&inlet->ring))
			sm_link_wake(inlet->watch.fd);
	}
	*is_empty = false;
	sm_watch_again(&inlet->watch);
	return true;
}

bool sm_link_is_behind(void)
{
	for (unsigned int i = 0; i < SM_MAX_DEVICES; i++)
		for (struct sm_inlet *inlet = sm_links.ports[i].inlets; inlet; inlet = inlet->next)
			if (inlet->ring.shared && !sm_ring_is_empty(&inlet->ring))
				return true;
	return false;
}

static void sm_inlet_event(struct sm_watch *watch)
{
	struct sm_inlet *inlet = sm_container_of(watch, struct sm_inlet, watch);
	bool is_open = watch->fd >= 0, is_empty = true;

	if (is_open && !inlet->ring.shared)
		is_open = sm_inlet_hello(inlet);
	if (is_open && inlet->ring.shared)
		is_open = sm_link_woken(watch->fd);
	/* Records that the peer sent before its end are still received. */
	if (inlet->ring.shared && !sm_inlet_drain(inlet, &is_empty))
		is_open = false;
	if (!is_open && is_empty)
		sm_inlet_free(inlet);
}

static void sm_port_accept(struct sm_watch *watch)
{
	struct sm_port *port = sm_container_of(watch, struct sm_port, watch);
	struct sm_inlet *inlet;
	int fd;

	if (watch->fd < 0) {	/* the program has closed it */
		sm_watch_remove(watch);
		return;
	}
	fd = sm_socket_accept(watch->fd);
	if (fd < 0)
		return;
	inlet = calloc(1, sizeof(*inlet));
	if (!inlet) {
		sm_real_close(fd);
		return;
	}
	inlet->port = port;
	inlet->watch.fd = fd;
	inlet->watch.ready = sm_inlet_event;
	inlet->next = port->inlets;
	port->inlets = inlet;
	sm_watch_add(&inlet->watch);
}

void sm_link_listen(struct sm_dev *dev, sm_link_receive receive, sm_link_ready ready)
{
	struct sm_port *port = &sm_links.ports[dev->index];
	char name[32];

	if (port->dev || sm_fabric_folder() < 0)
		return;
	port->dev = dev;
	sm_links.receive = receive;
	sm_links.ready = ready;
	/* The slot's lock is this process's, so a socket with this name is of one that has ended. */
	port->watch.fd = sm_socket_listen(sm_link_name(name, sizeof(name), dev->lid, dev->slot));
	port->watch.ready = sm_port_accept;
	if (port->watch.fd < 0)
		sm_warn("LID %u cannot be reached by other processes: %s", dev->lid,
			strerror(errno));
	else
		sm_watch_add(&port->watch);
}

/* The copies of the sockets must not keep the parent's links open when it ends. */
void sm_link_forked(void)
{
	for (struct sm_link *link = sm_links.links; link; link = link->next)
		sm_real_close(link->watch.fd);
	for (unsigned int i = 0; i < SM_MAX_DEVICES; i++) {
		struct sm_port *port = &sm_links.ports[i];

		if (port->dev && port->watch.fd >= 0)
			sm_real_close(port->watch.fd);
		for (struct sm_inlet *inlet = port->inlets; inlet; inlet = inlet->next)
			sm_real_close(inlet->watch.fd);
	}
	memset(&sm_links, 0, sizeof(sm_links));
}
