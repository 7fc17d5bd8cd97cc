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

#endif
