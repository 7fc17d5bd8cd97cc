/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * The wire: packets to a queue pair of this process, of another process or of another host.
 */
#ifndef SOFTMLX5_WIRE_H
#define SOFTMLX5_WIRE_H

#include "nic/wire/packet.h"

/*
 * Sends a packet. The receiver may answer before this returns, so the sender's state must be
 * complete. With serialise_wire the packet is converted into bytes and back, and delivered when the
 * sender has returned to sm_nic_run(). false: there is no such port or QP, so the requester need
 * not wait for more packets to be lost. With serialise_wire, and for QPs of other processes, that
 * is never known: the other side only sends packets, or nothing.
 */
bool sm_wire_send(const struct sm_packet *packet);
/*
 * Most bytes of payload that a packet to this destination may have now. 0: a link to another
 * process has no room; sm_wire_wait() then calls @resume, with the device's lock held, when it may
 * have, or when it has ended.
 */
size_t sm_wire_room(const struct sm_packet *packet);
/*
 * For what disturbs the wire (observe/): sends a packet as it is; makes bytes of one that is to come later,
 * NULL if that is impossible, and lets it go, to this process or to another one.
 */
struct sm_transit {
	struct sm_transit *next;
	struct sm_timer timer;	/* held back until then, */
	bool is_overtaken;	/* or until the next packet to its QP */
	size_t len;
	uint8_t bytes[];	/* struct sm_frame, payload */
};
bool sm_wire_transmit(const struct sm_packet *packet);
struct sm_transit *sm_transit_of(const struct sm_packet *packet);
void sm_transit_go(struct sm_transit *transit);
/* Is the packet's receiver in this process? */
bool sm_wire_is_local(const struct sm_packet *packet);
/*
 * Asks the packet's receiver, another process of this machine, whether it runs, if *@asked is 0; and
 * tells whether it has not yet received that and all that was sent before. When it has, its answers
 * are among what this process has to receive. false if it has ended.
 */
bool sm_wire_is_unread(const struct sm_packet *packet, uint64_t *asked);
struct sm_waiter {
	void (*resume)(struct sm_waiter *waiter);
	struct sm_waiter *next;
	bool is_waiting;
};
void sm_wire_wait(struct sm_waiter *waiter);
/* All that wait try again. */
void sm_wire_resume(void);
void sm_wire_unwait(struct sm_waiter *waiter);
/*
 * Lets other processes send to the QPs of a device. @deliver gives a packet to its QP; false: there is
 * none that takes it.
 */
typedef bool sm_wire_deliver(struct sm_dev *dev, const struct sm_packet *packet);
void sm_wire_attach(struct sm_dev *dev, sm_wire_deliver *deliver);
/*
 * Who receives the management datagrams of other hosts: packets to queue pair 1, which all processes of
 * a host share. @slot is that of the process that such a packet is for; if there is none, this process
 * receives it.
 */
struct sm_wire_manager {
	uint8_t (*slot)(struct sm_dev *dev, const struct sm_packet *packet);
	void (*receive)(struct sm_dev *dev, const struct sm_packet *packet);
};
void sm_wire_manage(const struct sm_wire_manager *manager);
/* A packet without a receiver is a mistake of the program, or its peer has ended. */
SM_COLD void sm_wire_lost(struct sm_dev *dev, const struct sm_packet *packet, const char *why);
/* In a child, after fork(): nothing is under way. */
void sm_wire_forked(void);

/* Delivers packets on the wire until there are none left. */
void sm_nic_run(void);

#endif
