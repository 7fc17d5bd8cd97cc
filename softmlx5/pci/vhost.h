/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * The device's side of vhost-user: a socket on which one guest after the other connects, and gives
 * its memory and two virtqueues. Everything runs on the service thread, with the lock held.
 */
#ifndef SOFTMLX5_VHOST_H
#define SOFTMLX5_VHOST_H

#include "pci/vring.h"

#define SM_VHOST_QUEUES 2u
#define SM_VHOST_PAYLOAD_MAX 512u

struct sm_vhost_head {
	uint32_t request, flags, size;
};

struct sm_vhost {
	char *path;
	struct sm_watch listener, socket;	/* their fds are -1 when closed */
	struct sm_guest guest;
	struct sm_vring ring[SM_VHOST_QUEUES];
	/* The message that is coming in, and its descriptors. */
	struct {
		struct sm_vhost_head head;
		uint8_t payload[SM_VHOST_PAYLOAD_MAX];
	} message;
	size_t received;
	/*
	 * For requests of the device, which has none; -1: none. Its end would tell the guest that the
	 * device is gone.
	 */
	int requests;
	int fds[SM_GUEST_REGIONS];
	unsigned int n_fds;

	/* The guest offers buffers in a queue. */
	void (*kicked)(struct sm_vhost *vhost, unsigned int queue);
	/* The guest's memory goes: nothing may refer to it any more. */
	void (*reset)(struct sm_vhost *vhost, const char *why);
};

/* Listens at a path, which replaces a socket that is there. NULL, or what is wrong. */
const char *sm_vhost_listen(struct sm_vhost *vhost, const char *path);
/* Ends a connection, because of @why. */
void sm_vhost_close(struct sm_vhost *vhost, const char *why);
/* The same, with a message for the user: the guest does not keep to the protocol. */
void sm_vhost_fail(struct sm_vhost *vhost, const char *why);
/* The same, because of the message that has come in. */
void sm_vhost_refuse(struct sm_vhost *vhost, const char *why);
/* Closes the descriptors of a message that it has not used. */
void sm_vhost_drop_fds(struct sm_vhost *vhost);
/* A message is complete (vhost.c). */
void sm_vhost_message(struct sm_vhost *vhost);
/* No more connections; removes the socket. */
void sm_vhost_end(struct sm_vhost *vhost);

/*
 * The next buffer of a queue; false: there is none. A guest that breaks the ring is disconnected.
 */
bool sm_vhost_pop(struct sm_vhost *vhost, unsigned int queue, struct sm_chain *chain);
void sm_vhost_push(struct sm_vhost *vhost, unsigned int queue, const struct sm_chain *chain,
		   uint32_t len, bool is_called);

#endif
