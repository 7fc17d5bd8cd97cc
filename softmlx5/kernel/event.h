/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Event descriptors: real eventfds, so that poll() and O_NONBLOCK work by themselves, each with a
 * queue of records. An eventfd is readable as long as its queue has records. The application's
 * read() becomes sm_events_read(). The descriptor and each CQ or file that pushes records hold a
 * reference.
 */
#ifndef SOFTMLX5_EVENT_H
#define SOFTMLX5_EVENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct sm_events;

/* The purpose of a queue, which does not change. */
struct sm_events_use {
	uint16_t type;		/* UVERBS_OBJECT_COMP_CHANNEL and others: one purpose */
	uint64_t file;		/* number of the file that made it */
	/* Called with the lock held when the last descriptor was closed. NULL: no action. */
	void (*closed)(void *owner);
	void *owner;
};

/* A queue with one reference, for its new descriptor *@fd, which is registered. NULL with errno. */
struct sm_events *sm_events_open(int *fd, const struct sm_events_use *use);
const struct sm_events_use *sm_events_use(const struct sm_events *events);
/*
 * The queue behind a descriptor, with a new reference; NULL for another descriptor (the kernel:
 * EBADF). Called with the lock held, as all below.
 */
struct sm_events *sm_events_get(int fd);
void sm_events_put(struct sm_events *events);
/*
 * Adds a record of @len bytes. When the application reads it, @on_read (may be NULL) is called with
 * @object, to count the events that were reported. Out of memory, the record is lost and a warning
 * printed.
 */
void sm_events_push(struct sm_events *events, const void *record, size_t len,
		    void (*on_read)(void *object), void *object);
/* No more events will come: drops the unread records, and reading gives EIO. */
void sm_events_end(struct sm_events *events);
/* Drops the unread records of @object, which is about to be freed. */
void sm_events_purge(struct sm_events *events, void *object);

/*
 * For preload_*.c, without the lock. The application's read(): the number of bytes, or -1 with
 * errno. Without records it waits, or gives EAGAIN.
 */
ssize_t sm_events_read(struct sm_events *events, bool may_wait, void *buffer, size_t len);
/* The last descriptor was closed. */
void sm_events_close(struct sm_events *events);

#endif
