/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * The kernel's side: files of the verbs device, their handles and events. Stands for ib_uverbs and
 * mlx5_ib.
 */
#ifndef SOFTMLX5_UVERBS_H
#define SOFTMLX5_UVERBS_H

#include <signal.h>
#include <sys/types.h>

#include "device.h"

/* An open verbs device: what one or more file descriptors (dup) refer to. */
struct sm_file;

/* The process side (preload_*.c) calls these without the lock; they take it. */

/* A new file of a device, for an open of its node. NULL with errno. */
struct sm_file *sm_file_open(struct sm_dev *dev);
/* The last descriptor was closed: destroys all objects of the file. */
void sm_file_close(struct sm_file *file);
/* ioctl; gives 0 or -errno. @argument is the pointer of the application. */
int sm_file_ioctl(struct sm_file *file, unsigned long request, void *argument);
/* mmap; MAP_FAILED with errno. */
void *sm_file_mmap(struct sm_file *file, void *addr, size_t len, int prot, int flags, off_t offset);

/*
 * Event descriptors (event.c): real eventfds, so that poll() and O_NONBLOCK work by themselves,
 * with a queue of ours behind. An eventfd is readable as long as there are records in its queue.
 * read() of the application is turned into sm_events_read(). The descriptor and each CQ or file
 * that pushes records hold a reference.
 */
struct sm_events;

/*
 * A queue, with one reference for its new descriptor, which is in *@fd; NULL with errno. Registers
 * it.
 */
struct sm_events *sm_events_open(int *fd);
/*
 * The queue behind a descriptor, with a reference more; NULL if it is none (the kernel: EBADF).
 * With the lock held, as all below.
 */
struct sm_events *sm_events_get(int fd);
void sm_events_put(struct sm_events *events);
/*
 * Adds a record of @len bytes. When the application reads it, @on_read (may be NULL) is called with
 * @object, to count the events that were reported. Without memory the record is lost, with a
 * warning.
 */
void sm_events_push(struct sm_events *events, const void *record, size_t len,
		    void (*on_read)(void *object), void *object);
/* Nothing comes any more: forgets the unread records, and reading gives EIO. */
void sm_events_end(struct sm_events *events);
/* Forgets the unread records of @object, which is about to go. */
void sm_events_purge(struct sm_events *events, void *object);

/* For preload_*.c, without the lock. The application's read(): bytes, or -1 with errno. */
ssize_t sm_events_read(struct sm_events *events, int fd, void *buffer, size_t len);
/* The last descriptor was closed. */
void sm_events_close(struct sm_events *events);

/*
 * What fd.c keeps for each descriptor: registered by whoever opens one, looked up for ioctl,
 * mmap, read, close and the like. Descriptors of the same object share it (dup). When the last one
 * is gone, sm_file_close() or sm_events_close() is called, with the lock not held.
 */
enum sm_fd_kind { SM_FD_FILE, SM_FD_EVENTS };

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

/* The functions of the C library, behind those that the library puts before them. */
ssize_t sm_real_read(int fd, void *buffer, size_t len);
int sm_real_close(int fd);
int sm_real_sigaction(int sig, const struct sigaction *act, struct sigaction *old);
void sm_real_sigmask(int how, const sigset_t *set);	/* of this thread */

/* The node /dev/infiniband/uverbs0, which need not exist. */
#define SM_NODE_MAJOR 231u
#define SM_NODE_MINOR 192u

#endif
