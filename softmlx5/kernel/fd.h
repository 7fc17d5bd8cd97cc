/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * The table of the device's descriptors. It has two levels, since descriptors may be numbered in
 * the millions. Whether a descriptor is in it is read without the lock; everything else needs the
 * lock, which is taken inside sm_lock(), never the other way round.
 */
#ifndef SOFTMLX5_FD_H
#define SOFTMLX5_FD_H

#include <semaphore.h>
#include <stdbool.h>

enum sm_fd_kind { SM_FD_FILE, SM_FD_EVENTS, SM_FD_CM, SM_FD_NETLINK };

/*
 * An entry. Descriptors of the same object share it (dup). When the last one is closed,
 * sm_file_close(), sm_events_close() or sm_cm_file_close() is called without the lock. NETLINK has no
 * object, so that a child may use what it has inherited.
 */
struct sm_fd {
	enum sm_fd_kind kind;
	void *object;
	unsigned int node;	/* FILE, CM: which node in /dev/infiniband */
	unsigned int refs;	/* descriptors, and calls in progress */
	bool is_inherited;	/* the object belongs to the process that has forked this one */
	struct sm_fd *next;	/* in the list of entries to release */
};

/*
 * An object with records, which programs poll() and whose records they take by calls that wait.
 * A call that waits holds the entry, and needs no descriptor: as with a kernel, another thread may
 * close the last one meanwhile.
 */
struct sm_fd_ready {
	int fd;			/* the descriptor that was used the last time, or -1 */
	unsigned int waiting;	/* calls in sm_fd_wait(), or about to be */
	sem_t wake;
};

/* The entry of a descriptor, or NULL. */
struct sm_fd *sm_fd_look(int fd);

static inline bool sm_fd_is_ours(int fd)
{
	return sm_fd_look(fd) != NULL;
}

/* 0, or -1 with errno; the caller then closes @fd by sm_real_close(). */
int sm_fd_register(int fd, enum sm_fd_kind kind, void *object);
/* The object behind a descriptor, or NULL. The caller must know that the descriptor stays open. */
void *sm_fd_object(int fd, enum sm_fd_kind kind);
static inline void sm_fd_ready_begin(struct sm_fd_ready *ready, int fd)
{
	ready->fd = fd;
	ready->waiting = 0;
	sem_init(&ready->wake, 0, 0);
}

static inline void sm_fd_ready_end(struct sm_fd_ready *ready)
{
	sem_destroy(&ready->wake);
}

/*
 * An object has records now, or none any more: makes the eventfd behind its descriptors readable
 * or not, if one is open, and wakes those that wait. sm_lock() is held.
 */
void sm_fd_set_readable(void *object, struct sm_fd_ready *ready, bool is_readable);
/*
 * Waits for records, without sm_lock(); the caller has counted itself in @waiting when it held the
 * lock and found none. 0: they may be there. -1 with EINTR: a signal came. The thread may be
 * cancelled here.
 */
int sm_fd_wait(struct sm_fd_ready *ready);
/* In a child of vfork() or clone(): the table belongs to the parent. */
bool sm_fd_is_foreign(void);
/*
 * A child does not use what it has inherited: sets EIO; the first call prints a warning.
 * sm_fd_is_usable() is false after that.
 */
void sm_fd_refuse(void);
bool sm_fd_is_usable(int fd);
/* Descriptors in the table. */
unsigned int sm_fd_count(void);

/* A new descriptor of an object; 0, or -1 with errno. @node: of FILE and CM. */
int sm_fd_add(int fd, enum sm_fd_kind kind, void *object, unsigned int node);
/* The entry of a descriptor, with a reference. */
struct sm_fd *sm_fd_get(int fd);
/* The same for a call that may wait, unless the descriptor has O_NONBLOCK at this moment. */
struct sm_fd *sm_fd_get_waiting(int fd, bool *may_wait);
/*
 * Drops the reference. It is also the cleanup handler of a cancelled thread, so it takes any
 * pointer.
 */
void sm_fd_put(void *entry);
/*
 * Called with a descriptor that a system call has just returned: the table may still have its
 * number, if it was closed by a call that is not interposed.
 */
int sm_fd_fresh(int fd);

/*
 * The lock. A thread must not be cancelled while it holds it, and no signal handler may run:
 * sm_fd_lock() blocks both and returns the state for sm_fd_unlock(), which also releases the
 * entries that the calls in between have added to @released.
 */
int sm_fd_lock(void);
void sm_fd_unlock(int state, struct sm_fd *released);
/* Another descriptor of an entry; 0, or -1 with errno. */
int sm_fd_put_slot(int fd, struct sm_fd *entry);
/* Removes a descriptor from the table; an entry without references is added to @released. */
void sm_fd_clear_slot(int fd, struct sm_fd **released);
/* The same for all descriptors from @first to @last. */
void sm_fd_clear_range(unsigned int first, unsigned int last, struct sm_fd **released);

/* When the library is loaded, and around fork(). */
void sm_fd_start(void);
void sm_fd_fork_prepare(void);
void sm_fd_fork_parent(void);
void sm_fd_fork_child(void);

#endif
