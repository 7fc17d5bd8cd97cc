// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The device's descriptors: those of device files and of their events.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/original.h"
#include "base/softmlx5.h"
#include "kernel/cm.h"
#include "kernel/event.h"
#include "kernel/fd.h"
#include "kernel/uverbs.h"

#define SM_FD_CHUNK 1024u
#define SM_FD_CHUNKS 4096u

typedef _Atomic(struct sm_fd *) sm_fd_slot;

static struct {
	pthread_mutex_t lock;
	_Atomic(sm_fd_slot *) chunks[SM_FD_CHUNKS];
	atomic_uint count;	/* descriptors in the table */
	sigset_t signals;	/* signals that the owner of the lock had blocked before */
	struct sm_fd *pending;	/* to be released when sm_lock() is not held */
	pid_t pid;		/* differs in a child of vfork(), which shares the memory */
	atomic_flag was_told;
} sm_fds = { .lock = PTHREAD_MUTEX_INITIALIZER, .was_told = ATOMIC_FLAG_INIT };

static inline sm_fd_slot *sm_fd_slot_of(int fd)
{
	unsigned int chunk = (unsigned int)fd / SM_FD_CHUNK;
	sm_fd_slot *slots;

	if (chunk >= SM_FD_CHUNKS)	/* true for negative numbers, too */
		return NULL;
	slots = atomic_load_explicit(&sm_fds.chunks[chunk], memory_order_acquire);
	return slots ? &slots[(unsigned int)fd % SM_FD_CHUNK] : NULL;
}

struct sm_fd *sm_fd_look(int fd)
{
	sm_fd_slot *slot = sm_fd_slot_of(fd);

	return slot ? atomic_load_explicit(slot, memory_order_acquire) : NULL;
}

bool sm_fd_is_foreign(void)
{
	return getpid() != sm_fds.pid;
}

void sm_fd_refuse(void)
{
	if (!atomic_flag_test_and_set(&sm_fds.was_told))
		sm_warn("process %d was forked from one that uses the device, and uses its descriptors "
			"or doorbells (EIO); open the device in the child",
			(int)getpid());
	errno = EIO;
}

bool sm_fd_is_usable(int fd)
{
	const struct sm_fd *entry = sm_fd_look(fd);

	if (!sm_fd_is_foreign() && !(entry && entry->is_inherited))
		return true;
	sm_fd_refuse();
	return false;
}

int sm_fd_put_slot(int fd, struct sm_fd *entry)
{
	unsigned int chunk = (unsigned int)fd / SM_FD_CHUNK;

	if (chunk >= SM_FD_CHUNKS) {
		errno = EMFILE;
		return -1;
	}
	if (!atomic_load_explicit(&sm_fds.chunks[chunk], memory_order_relaxed)) {
		sm_fd_slot *slots = calloc(SM_FD_CHUNK, sizeof(*slots));

		if (!slots)
			return -1;
		atomic_store_explicit(&sm_fds.chunks[chunk], slots, memory_order_release);
	}
	atomic_store_explicit(sm_fd_slot_of(fd), entry, memory_order_release);
	entry->refs++;
	sm_fds.count++;
	return 0;
}

void sm_fd_clear_slot(int fd, struct sm_fd **released)
{
	struct sm_fd *entry = sm_fd_look(fd);

	if (!entry)
		return;
	atomic_store_explicit(sm_fd_slot_of(fd), NULL, memory_order_release);
	sm_fds.count--;
	if (!--entry->refs) {
		entry->next = *released;
		*released = entry;
	}
}

static void sm_fd_release(struct sm_fd *released)
{
	while (released) {
		struct sm_fd *entry = released;

		released = entry->next;
		if (entry->is_inherited || entry->kind == SM_FD_NETLINK)
			;	/* the parent's object, of which this is a copy, or none */
		else if (entry->kind == SM_FD_FILE)
			sm_file_close(entry->object);
		else if (entry->kind == SM_FD_CM)
			sm_cm_file_close(entry->object);
		else
			sm_events_close(entry->object);
		free(entry);
	}
}

int sm_fd_lock(void)
{
	sigset_t before;
	int state;

	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
	sm_signals_block(&before);
	pthread_mutex_lock(&sm_fds.lock);
	sm_fds.signals = before;
	return state;
}

void sm_fd_unlock(int state, struct sm_fd *released)
{
	const sigset_t before = sm_fds.signals;
	int err = errno;

	pthread_mutex_unlock(&sm_fds.lock);
	sm_fd_release(released);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	pthread_setcancelstate(state, NULL);
	errno = err;
}

int sm_fd_add(int fd, enum sm_fd_kind kind, void *object, unsigned int node)
{
	struct sm_fd *entry = calloc(1, sizeof(*entry));
	int state, err;

	if (!entry)
		return -1;
	entry->kind = kind;
	entry->object = object;
	entry->node = node;
	state = sm_fd_lock();
	sm_fd_clear_slot(fd, &sm_fds.pending);	/* closed behind our back */
	err = sm_fd_put_slot(fd, entry);
	sm_fd_unlock(state, NULL);
	if (err)
		free(entry);
	return err;
}

int sm_fd_register(int fd, enum sm_fd_kind kind, void *object)
{
	return sm_fd_add(fd, kind, object, 0);
}

void *sm_fd_object(int fd, enum sm_fd_kind kind)
{
	int state = sm_fd_lock();
	struct sm_fd *entry = sm_fd_look(fd);
	void *object = entry && entry->kind == kind ? entry->object : NULL;

	sm_fd_unlock(state, NULL);
	return object;
}

static bool sm_fd_is_of(int fd, const void *object)
{
	const struct sm_fd *entry = sm_fd_look(fd);

	return entry && entry->object == object;
}

/* A descriptor of the object, or -1. */
static int sm_fd_find(const void *object)
{
	for (unsigned int chunk = 0; chunk < SM_FD_CHUNKS; chunk++) {
		int first = (int)(chunk * SM_FD_CHUNK);

		if (!sm_fd_slot_of(first))
			continue;
		for (int fd = first; fd < first + (int)SM_FD_CHUNK; fd++)
			if (sm_fd_is_of(fd, object))
				return fd;
	}
	return -1;
}

static void sm_eventfd_set(int fd, bool is_readable)
{
	struct pollfd state = { .fd = fd, .events = POLLIN };
	uint64_t count = 1;

	if (is_readable) {
		if (sm_real_write(fd, &count, sizeof(count)) < 0)
			sm_warn("event descriptor %d: %s", fd, strerror(errno));
	} else if (poll(&state, 1, 0) == 1) {	/* read() would block */
		sm_real_read(fd, &count, sizeof(count));
	}
}

void sm_fd_set_readable(void *object, struct sm_fd_ready *ready, bool is_readable)
{
	/* The lock keeps the descriptor from being closed and its number from being reused. */
	int state = sm_fd_lock();

	if (!sm_fd_is_of(ready->fd, object))
		ready->fd = sm_fd_find(object);
	if (ready->fd >= 0)
		sm_eventfd_set(ready->fd, is_readable);
	sm_fd_unlock(state, NULL);
	for (unsigned int i = 0; is_readable && i < ready->waiting; i++)
		sem_post(&ready->wake);	/* the first one may take several records */
}

static void sm_fd_waited(void *pointer)
{
	struct sm_fd_ready *ready = pointer;
	int err = errno;

	sm_lock();
	ready->waiting--;
	sm_unlock();
	errno = err;
}

int sm_fd_wait(struct sm_fd_ready *ready)
{
	int result;

	pthread_cleanup_push(sm_fd_waited, ready);
	result = sem_wait(&ready->wake);
	pthread_cleanup_pop(1);
	return result;
}

struct sm_fd *sm_fd_get(int fd)
{
	int state = sm_fd_lock();
	struct sm_fd *entry = sm_fd_look(fd);

	if (entry)
		entry->refs++;
	sm_fd_unlock(state, NULL);
	return entry;
}

struct sm_fd *sm_fd_get_waiting(int fd, bool *may_wait)
{
	int state = sm_fd_lock();
	struct sm_fd *entry = sm_fd_look(fd);

	if (entry) {
		entry->refs++;
		*may_wait = !(fcntl(fd, F_GETFL) & O_NONBLOCK);
	}
	sm_fd_unlock(state, NULL);
	return entry;
}

void sm_fd_put(void *pointer)
{
	struct sm_fd *entry = pointer, *released;
	int state = sm_fd_lock();

	released = sm_fds.pending;
	sm_fds.pending = NULL;
	if (!--entry->refs) {
		entry->next = released;
		released = entry;
	}
	sm_fd_unlock(state, released);
}

int sm_fd_fresh(int fd)
{
	if (sm_fd_is_ours(fd) && !sm_fd_is_foreign()) {
		int state = sm_fd_lock();

		sm_fd_clear_slot(fd, &sm_fds.pending);	/* sm_lock() may be held here */
		sm_fd_unlock(state, NULL);
	}
	return fd;
}

void sm_fd_clear_range(unsigned int first, unsigned int last, struct sm_fd **released)
{
	for (unsigned int chunk = first / SM_FD_CHUNK;
	     chunk < SM_FD_CHUNKS && chunk <= last / SM_FD_CHUNK; chunk++) {
		unsigned int start = chunk * SM_FD_CHUNK;

		if (!sm_fd_slot_of((int)start))
			continue;
		for (unsigned int fd = start; fd < start + SM_FD_CHUNK; fd++)
			if (fd >= first && fd <= last)
				sm_fd_clear_slot((int)fd, released);
	}
}

unsigned int sm_fd_count(void)
{
	return sm_fds.count;
}

void sm_fd_start(void)
{
	sm_fds.pid = getpid();
}

void sm_fd_fork_prepare(void)
{
	pthread_mutex_lock(&sm_fds.lock);
}

void sm_fd_fork_parent(void)
{
	pthread_mutex_unlock(&sm_fds.lock);
}

void sm_fd_fork_child(void)
{
	sm_fds.pid = getpid();
	for (unsigned int fd = 0; fd < SM_FD_CHUNKS * SM_FD_CHUNK;) {
		struct sm_fd *entry = sm_fd_look((int)fd);

		if (entry)
			entry->is_inherited = entry->kind != SM_FD_NETLINK;
		fd += sm_fd_slot_of((int)fd) ? 1 : SM_FD_CHUNK;
	}
	atomic_flag_clear(&sm_fds.was_told);
	pthread_mutex_unlock(&sm_fds.lock);
}
