// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The socket of vhost-user: one guest after the other, its messages in pieces, its end; and its rings,
 * whose memory may be gone.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/guard.h"
#include "pci/vhost.h"

void sm_vhost_drop_fds(struct sm_vhost *vhost)
{
	while (vhost->n_fds)
		close(vhost->fds[--vhost->n_fds]);
}

void sm_vhost_close(struct sm_vhost *vhost, const char *why)
{
	if (vhost->socket.fd < 0)
		return;
	vhost->reset(vhost, why);
	for (unsigned int i = 0; i < SM_VHOST_QUEUES; i++)
		sm_vring_stop(&vhost->ring[i]);
	sm_guest_clear(&vhost->guest);
	sm_vhost_drop_fds(vhost);
	vhost->received = 0;
	if (vhost->requests >= 0)
		close(vhost->requests);
	vhost->requests = -1;
	sm_watch_remove(&vhost->socket);
	close(vhost->socket.fd);
	vhost->socket.fd = -1;
}

void sm_vhost_fail(struct sm_vhost *vhost, const char *why)
{
	sm_warn("%s: %s; the guest is disconnected", vhost->path, why);
	sm_vhost_close(vhost, why);
}

void sm_vhost_refuse(struct sm_vhost *vhost, const char *why)
{
	char text[256];

	snprintf(text, sizeof(text), "%s (message %u of %u bytes)", why,
		 vhost->message.head.request, vhost->message.head.size);
	sm_vhost_fail(vhost, text);
}

/* Keeps the descriptors of a message; false: there are too many. */
static bool sm_vhost_take_fds(struct sm_vhost *vhost, struct msghdr *header)
{
	struct cmsghdr *control = CMSG_FIRSTHDR(header);
	bool is_right = !(header->msg_flags & MSG_CTRUNC);

	for (; control; control = CMSG_NXTHDR(header, control)) {
		const size_t n = (control->cmsg_len - CMSG_LEN(0)) / sizeof(int);

		if (control->cmsg_level != SOL_SOCKET || control->cmsg_type != SCM_RIGHTS)
			continue;
		for (size_t i = 0; i < n; i++) {
			int fd;

			memcpy(&fd, CMSG_DATA(control) + i * sizeof(fd), sizeof(fd));
			if (vhost->n_fds < SM_GUEST_REGIONS) {
				vhost->fds[vhost->n_fds++] = fd;
			} else {
				close(fd);
				is_right = false;
			}
		}
	}
	return is_right;
}

/* Reads what is there of a message. */
static void sm_vhost_readable(struct sm_watch *watch)
{
	struct sm_vhost *vhost = sm_container_of(watch, struct sm_vhost, socket);
	const size_t head = sizeof(vhost->message.head);
	const size_t end = vhost->received < head ? head : head + vhost->message.head.size;
	union {
		char bytes[CMSG_SPACE(sizeof(vhost->fds))];
		struct cmsghdr align;
	} control;
	struct iovec to = { (char *)&vhost->message + vhost->received, end - vhost->received };
	struct msghdr header = {
		.msg_iov = &to, .msg_iovlen = 1,
		.msg_control = &control, .msg_controllen = sizeof(control),
	};
	ssize_t n = recvmsg(watch->fd, &header, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);

	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	if (n <= 0) {
		sm_vhost_close(vhost, "the guest has closed the connection");
		return;
	}
	if (!sm_vhost_take_fds(vhost, &header)) {
		sm_vhost_refuse(vhost, "the message has too many descriptors");
		return;
	}
	vhost->received += (size_t)n;
	if (vhost->received < head)
		return;
	if (vhost->message.head.size > SM_VHOST_PAYLOAD_MAX) {
		sm_vhost_refuse(vhost, "the message is too long");
		return;
	}
	if (vhost->received < head + vhost->message.head.size)
		return;
	vhost->received = 0;
	sm_vhost_message(vhost);
}

/* One guest at a time: the next one waits for the end of this. */
static void sm_vhost_accept(struct sm_watch *watch)
{
	struct sm_vhost *vhost = sm_container_of(watch, struct sm_vhost, listener);
	int fd = accept4(watch->fd, NULL, NULL, SOCK_CLOEXEC);

	if (fd < 0)
		return;
	if (vhost->socket.fd >= 0) {
		sm_warn("%s: another guest is connected", vhost->path);
		close(fd);
		return;
	}
	vhost->socket = (struct sm_watch){ .fd = fd, .ready = sm_vhost_readable };
	sm_watch_add(&vhost->socket);
}

const char *sm_vhost_listen(struct sm_vhost *vhost, const char *path)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };

	vhost->socket.fd = vhost->requests = -1;
	for (unsigned int i = 0; i < SM_VHOST_QUEUES; i++) {
		vhost->ring[i].kick.fd = vhost->ring[i].call = -1;
		vhost->ring[i].index = i;
	}
	if (strlen(path) >= sizeof(address.sun_path))
		return "the path of a socket has at most 107 characters";
	strcpy(address.sun_path, path);
	vhost->path = strdup(path);
	vhost->listener.ready = sm_vhost_accept;
	vhost->listener.fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (!vhost->path || vhost->listener.fd < 0)
		return strerror(errno);
	unlink(path);
	if (bind(vhost->listener.fd, (void *)&address, sizeof(address)) ||
	    listen(vhost->listener.fd, 1))
		return strerror(errno);
	sm_watch_add(&vhost->listener);
	return NULL;
}

void sm_vhost_end(struct sm_vhost *vhost)
{
	sm_vhost_close(vhost, "the device ends");
	sm_watch_remove(&vhost->listener);
	close(vhost->listener.fd);
	unlink(vhost->path);
}

/* The memory of a ring may have gone, with the end of its file. */
bool sm_vhost_pop(struct sm_vhost *vhost, unsigned int queue, struct sm_chain *chain)
{
	const char *volatile wrong = "the memory of a ring is gone";
	volatile int found = -1;
	struct sm_guard guard;

	if (vhost->socket.fd < 0)
		return false;
	if (!sm_guard_enter(&guard)) {
		const char *why = NULL;

		found = sm_vring_pop(&vhost->ring[queue], &vhost->guest, chain, &why);
		wrong = why;
		sm_guard_leave(&guard);
	}
	if (found < 0)
		sm_vhost_fail(vhost, wrong);
	return found > 0;
}

void sm_vhost_push(struct sm_vhost *vhost, unsigned int queue, const struct sm_chain *chain,
		   uint32_t len, bool is_called)
{
	struct sm_guard guard;

	if (!vhost->ring[queue].used)
		return;	/* the guest is gone, or has stopped the ring */
	if (sm_guard_enter(&guard)) {
		sm_vhost_fail(vhost, "the memory of a ring is gone");
		return;
	}
	sm_vring_push(&vhost->ring[queue], chain, len, is_called);
	sm_guard_leave(&guard);
}
