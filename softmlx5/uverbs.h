/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * The kernel's side: files of the verbs device, their handles and events. Stands for ib_uverbs and
 * mlx5_ib.
 */
#ifndef SOFTMLX5_UVERBS_H
#define SOFTMLX5_UVERBS_H

#include <sys/types.h>

#include "device.h"

/* An open verbs device: what one or more file descriptors (dup) refer to. */
struct sm_file;

/* The process side (preload.c) calls these without the lock; they take it. */

/* A new file of a device, for an open of its node. NULL with errno. */
struct sm_file *sm_file_open(struct sm_dev *dev);
/* The last descriptor was closed: destroys all objects of the file. */
void sm_file_close(struct sm_file *file);
/* ioctl; gives 0 or -errno. @argument is the pointer of the application. */
int sm_file_ioctl(struct sm_file *file, unsigned long request, void *argument);
/* mmap; MAP_FAILED with errno. */
void *sm_file_mmap(struct sm_file *file, void *addr, size_t len, int prot, int flags, off_t offset);

/*
 * Event descriptors (event.c): real eventfds, so that poll() and O_NONBLOCK work by themselves, with a queue
 * of ours behind. read() of the application is turned into sm_event_read().
 */
struct sm_events;

/* A queue and its new descriptor in *@fd; NULL with errno. */
struct sm_events *sm_events_open(int *fd);
ssize_t sm_events_read(struct sm_events *events, int fd, void *buffer, size_t len);
void sm_events_close(struct sm_events *events);

/*
 * What preload.c keeps for each descriptor: registered by whoever opens one, looked up for ioctl, mmap,
 * read, close and the like. Descriptors of the same object share it (dup); @close is called, with the
 * lock not held, when the last one is gone.
 */
enum sm_fd_kind { SM_FD_FILE, SM_FD_EVENTS };

int sm_fd_register(int fd, enum sm_fd_kind kind, void *object);

#endif
