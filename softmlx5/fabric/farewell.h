/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Datagrams that are sent when a process of a host has ended without a word: a kernel tells the peers of
 * its processes that they are gone. A process keeps each in a file of the fabric's folder,
 * "L.SLOT.farewell.NUMBER"; its launcher sends them when its command has ended, or another process of the host
 * when it starts.
 */
#ifndef SOFTMLX5_FAREWELL_H
#define SOFTMLX5_FAREWELL_H

#include <stddef.h>
#include <stdint.h>

#include "base/gid.h"

#define SM_FAREWELL_MAX 512u	/* bytes of a datagram */

/* @port is the UDP port that it is sent from, which the process has until it ends. Replaces an earlier one. */
void sm_farewell_keep(int folder, uint8_t slot, uint32_t number, uint16_t port,
		      const uint8_t to[SM_IPV4_SIZE], const void *bytes, size_t len);
void sm_farewell_drop(int folder, uint8_t slot, uint32_t number);
/*
 * Sends what ended processes have left, from the host's address @from. @own is the slot of the calling process,
 * which has kept nothing yet; -1: it has none.
 */
void sm_farewell_send(int folder, const uint8_t from[SM_IPV4_SIZE], int own);

#endif
