/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * The table of descriptors that are ours. It has two levels, as descriptors may be numbered in the
 * millions. Entries are read without the lock to see whether a descriptor is ours; all else happens
 * under it. It is taken inside sm_lock(), never the other way round.
 */
#ifndef SOFTMLX5_FD_H
#define SOFTMLX5_FD_H

#include <stdbool.h>

enum sm_fd_kind { SM_FD_FILE, SM_FD_EVENTS };

/*
 * An entry. Descriptors of the same object share it (dup). When the last one is closed,
 * sm_file_close() or sm_events_close() is called without the lock.
 */
struct sm_fd {
	enum sm_fd_kind kind;
	void *object;
	unsigned int node;	/* FILE: which device */
	unsigned int refs;	/* descriptors, and calls at work */
	struct sm_fd *next;	/* of those to release */
};

/* The entry of a descriptor, or NULL. */
struct sm_fd *sm_fd_look(int fd);

static inline bool sm_fd_is_ours(int fd)
{
	return sm_fd_look(fd) != NULL;
}

/* 0, or -1 with errno: the caller closes @fd, see sm_real_close(). */
int sm_fd_register(int fd, enum sm_fd_kind kind, void *object);
/* The object behind a descriptor, or NULL. It stays as long as the caller knows that it is open. */
void *sm_fd_object(int fd, enum sm_fd_kind kind);
/*
 * Makes the eventfd behind the descriptors of an object readable, or not; nothing if all are
 * closed. *@fd is the one that was used the last time, or -1.
 */
void sm_fd_set_readable(void *object, int *fd, bool is_readable);
/* A child of a process that uses the device has none itself. It is told, once. */
bool sm_is_orphan(void);

/* In a child of vfork() or clone(): the table belongs to the parent. */
bool sm_fd_is_foreign(void);
/* Tells a child that it has no device; false and EIO then. */
bool sm_has_device(void);
/* Descriptors in the table. */
unsigned int sm_fd_count(void);

/* A new descriptor of an object; 0, or -1 with errno. @node: which device, of a file. */
int sm_fd_add(int fd, enum sm_fd_kind kind, void *object, unsigned int node);
/* The entry of a descriptor, with a reference. */
struct sm_fd *sm_fd_get(int fd);
/* Gives the reference back; a thread's cleanup, so it takes any pointer. */
void sm_fd_put(void *entry);
/* A descriptor that a call has just made, by a number that somebody closed behind our back. */
int sm_fd_fresh(int fd);

/*
 * The lock. A thread that is cancelled must not take it along, and a signal handler not come in:
 * sm_fd_lock() blocks both, and gives the state for sm_fd_unlock(), which also releases what the
 * calls in between have put into @released.
 */
int sm_fd_lock(void);
void sm_fd_unlock(int state, struct sm_fd *released);
/* Another descriptor of an entry; 0, or -1 with errno. */
int sm_fd_put_slot(int fd, struct sm_fd *entry);
/* Takes a descriptor out of the table; what nobody refers to any more goes to @released. */
void sm_fd_clear_slot(int fd, struct sm_fd **released);
/* The same, of all from @first to @last. */
void sm_fd_clear_range(unsigned int first, unsigned int last, struct sm_fd **released);

/* When the library is loaded, and around fork(). */
void sm_fd_start(void);
void sm_fd_fork_prepare(void);
void sm_fd_fork_parent(void);
void sm_fd_fork_child(void);

#endif
