/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Links to other processes of the fabric. A process listens on a socket for each of its ports.
 * Another one connects to it, passes a ring over the socket and writes records into the ring; each
 * direction has a link of its own. A byte on the socket wakes the side that sleeps; the end of the
 * socket is the end of the peer. All functions are called with the device's lock held.
 */
#ifndef SOFTMLX5_LINK_H
#define SOFTMLX5_LINK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/device.h"
#include "fabric/ring.h"

/* Requests leave this much room free; an answer that finds none is lost. */
#define SM_LINK_RESERVE (64u << 10)
/* A peer that sends without end must not keep the lock from others. */
#define SM_RECORDS_AT_ONCE 64u

/* Called for the bytes of a record, from another process; they may change at any time. */
typedef void (*sm_link_receive)(struct sm_dev *dev, const void *record, uint32_t len);
/* Called when links have room again, or have ended. */
typedef void (*sm_link_ready)(void);

/*
 * Lets other processes connect to a port; does nothing when they can already, or if this process is
 * not connected to others. Failure leaves a warning.
 */
void sm_link_listen(struct sm_dev *dev, sm_link_receive receive, sm_link_ready ready);

struct sm_link;

/* The link to a slot of a port; NULL if no process listens there. */
struct sm_link *sm_link_to(uint16_t lid, uint8_t slot);
/* Was there a link to it before, whose peer has ended? */
bool sm_link_has_ended(uint16_t lid, uint8_t slot);
/* Is there room for @len bytes? If not, ready() is called when there may be. */
bool sm_link_has_room(struct sm_link *link, uint32_t len);
/*
 * Asks the peer whether it runs, by a record without bytes, if *@asked is 0; and tells whether it has
 * not received that yet. When it has, it has handled all records before, and what waited for room
 * goes on: its answers are in this process's rings.
 */
bool sm_link_is_unread(struct sm_link *link, uint64_t *asked);
/* Room for a record of @len bytes, or NULL. */
void *sm_link_reserve(struct sm_link *link, uint32_t len);
/* Sends the reserved record. */
void sm_link_send(struct sm_link *link);

/*
 * Do rings have records that this process has not received yet? Those that they have now are received
 * in the next rounds of the service thread.
 */
#define SM_LINK_ROUNDS (SM_RING_SIZE / SM_RECORD_HEAD / SM_RECORDS_AT_ONCE)
bool sm_link_is_behind(void);

/* A forked child has no links. */
void sm_link_forked(void);

#endif
