/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * The file of --pcap: Ethernet frames with times in nanoseconds, as draft-ietf-opsawg-pcap describes
 * it. The launcher creates it, and the processes append to it.
 */
#ifndef SOFTMLX5_PCAP_H
#define SOFTMLX5_PCAP_H

#include "base/softmlx5.h"

/* Creates the file. 0, or -1 with errno; EINVAL if the path is no regular file. */
int sm_pcap_create(const char *path);

extern bool sm_pcap_is_off;	/* known to be off */
SM_COLD bool sm_pcap_open(void);

static inline bool sm_is_captured(void)
{
	return !sm_pcap_is_off && sm_pcap_open();
}

/* Adds a frame with the present time. Records are written together. */
void sm_pcap_add(const void *frame, size_t len);
/* Writes what was added. */
void sm_pcap_flush(void);

#endif
