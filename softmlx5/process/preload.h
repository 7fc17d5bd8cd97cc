/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * The library's own definitions of functions of the C library.
 */
#ifndef SOFTMLX5_PRELOAD_H
#define SOFTMLX5_PRELOAD_H

#include <fcntl.h>
#include <stdbool.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include "base/original.h"

#define SM_EXPORT __attribute__((visibility("default")))

/* The launcher has started this process: there are devices. */
bool sm_is_active(void);

/* An ioctl on a descriptor that is not a device's: it may name an interface of a device. */
int sm_ioctl_plain(int fd, unsigned long request, void *argument);
/* sendmsg() on a socket of NETLINK_RDMA. */
ssize_t sm_netlink_sendmsg(int fd, const struct msghdr *message);

#endif
