/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Sockets with names in the fabric's folder. Each message arrives as a whole, and the end of the
 * peer's process is the end of its socket. Descriptors are non-blocking and have high numbers.
 */
#ifndef SOFTMLX5_SOCKET_H
#define SOFTMLX5_SOCKET_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Listens at a name; a descriptor, or -1 with errno. The caller must know that a socket with this
 * name is one of a process that has ended.
 */
int sm_socket_listen(const char *name);
/*
 * The same for a name that several processes may want: EADDRINUSE if one of them listens there.
 * @lid and @slot are those of the caller's port.
 */
int sm_socket_claim(const char *name, uint16_t lid, uint8_t slot);
/* The LID and slot of the process that claimed the name; 0: there is none. */
uint16_t sm_socket_owner(const char *name, uint8_t *slot);
void sm_socket_remove(const char *name);
/* Connects to a process of this user; a descriptor, or -1 with errno. */
int sm_socket_connect(const char *name);
/* The next connection of a process of this user, or -1. */
int sm_socket_accept(int listener);

#endif
