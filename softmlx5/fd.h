/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * The table of descriptors that are ours. It has two levels, as descriptors may be numbered in the
 * millions. Entries are read without the lock to see whether a descriptor is ours; all else happens
 * under it. It is taken inside sm_lock(), never the other way round.
 */
#ifndef SOFTMLX5_FD_H
#define SOFTMLX5_FD_H

#include "uverbs.h"

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
