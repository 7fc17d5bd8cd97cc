// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Event queues behind event descriptors. The eventfd holds 1 while the queue has records, and
 * changes only under the lock: as with the kernel, poll() never reports a record that was purged.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>

#include "base/guard.h"
#include "base/original.h"
#include "base/softmlx5.h"
#include "kernel/event.h"
#include "kernel/fd.h"

struct sm_event {
	struct sm_event *next;
	void (*on_read)(void *object);
	void *object;
	size_t len;
	unsigned char record[];
};

struct sm_events {
	unsigned int refs;
	struct sm_events_use use;
	struct sm_event *first, **last;
	struct sm_fd_ready ready;
	bool has_ended;
};

struct sm_events *sm_events_open(int *fd, const struct sm_events_use *use)
{
	struct sm_events *events = calloc(1, sizeof(*events));

	if (!events)
		return NULL;
	events->refs = 1;
	events->use = *use;
	events->last = &events->first;
	*fd = eventfd(0, EFD_CLOEXEC);
	if (*fd < 0) {
		free(events);
		return NULL;
	}
	sm_fd_ready_begin(&events->ready, *fd);
	if (sm_fd_register(*fd, SM_FD_EVENTS, events)) {
		int err = errno;

		sm_real_close(*fd);
		*fd = -1;
		sm_fd_ready_end(&events->ready);
		free(events);
		errno = err;
		return NULL;
	}
	return events;
}

const struct sm_events_use *sm_events_use(const struct sm_events *events)
{
	return &events->use;
}

struct sm_events *sm_events_get(int fd)
{
	struct sm_events *events = sm_fd_object(fd, SM_FD_EVENTS);

	if (events)
		events->refs++;
	return events;
}

void sm_events_put(struct sm_events *events)
{
	struct sm_event *event;

	if (--events->refs)
		return;
	while ((event = events->first)) {
		events->first = event->next;
		free(event);
	}
	sm_fd_ready_end(&events->ready);
	free(events);
}

void sm_events_push(struct sm_events *events, const void *record, size_t len,
		    void (*on_read)(void *object), void *object)
{
	struct sm_event *event = malloc(sizeof(*event) + len);

	if (!event) {
		sm_warn("an event is lost: out of memory");
		return;
	}
	event->next = NULL;
	event->on_read = on_read;
	event->object = object;
	event->len = len;
	memcpy(event->record, record, len);
	if (!events->first)
		sm_fd_set_readable(events, &events->ready, true);
	*events->last = event;
	events->last = &event->next;
}

/* Takes a record out of the queue. */
static void sm_event_unlink(struct sm_events *events, struct sm_event **link)
{
	struct sm_event *event = *link;

	*link = event->next;
	if (events->last == &event->next)
		events->last = link;
	if (!events->first && !events->has_ended)
		sm_fd_set_readable(events, &events->ready, false);
}

void sm_events_purge(struct sm_events *events, void *object)
{
	struct sm_event **link = &events->first;

	while (*link) {
		struct sm_event *event = *link;

		if (event->object == object) {
			sm_event_unlink(events, link);
			free(event);
		} else {
			link = &event->next;
		}
	}
}

void sm_events_end(struct sm_events *events)
{
	struct sm_event *event;

	if (!events->first && !events->has_ended)
		sm_fd_set_readable(events, &events->ready, true);
	events->has_ended = true;
	while ((event = events->first)) {
		sm_event_unlink(events, &events->first);
		free(event);
	}
}

/* Takes the next record. -EAGAIN: there is none; -EINVAL: the buffer is too short for it. */
static ssize_t sm_event_take(struct sm_events *events, void *buffer, size_t len)
{
	struct sm_event *event = events->first;
	ssize_t taken;

	if (!event)
		return events->has_ended ? -EIO : -EAGAIN;
	if (len < event->len)
		return -EINVAL;
	if (!sm_copy(buffer, event->record, event->len))
		return -EFAULT;
	taken = (ssize_t)event->len;
	sm_event_unlink(events, &events->first);
	if (event->on_read)
		event->on_read(event->object);
	free(event);
	return taken;
}

ssize_t sm_events_read(struct sm_events *events, bool may_wait, void *buffer, size_t len)
{
	for (;;) {
		ssize_t taken;
		bool waits;

		sm_lock();
		taken = sm_event_take(events, buffer, len);
		waits = taken == -EAGAIN && may_wait;
		events->ready.waiting += waits;
		sm_unlock();
		if (taken > 0)
			return taken;
		if (!waits) {
			errno = (int)-taken;
			return -1;
		}
		if (sm_fd_wait(&events->ready))
			return -1;
	}
}

void sm_events_close(struct sm_events *events)
{
	sm_lock();
	if (events->use.closed)
		events->use.closed(events->use.owner);
	sm_events_put(events);
	sm_unlock();
}
