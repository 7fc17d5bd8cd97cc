/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Packets that are sent or received: captured, and lost, delayed, repeated or corrupted; see struct
 * sm_observer.
 */
#ifndef SOFTMLX5_SENT_H
#define SOFTMLX5_SENT_H

#include "base/device.h"

struct sm_packet;

bool sm_send_observed(const struct sm_packet *packet);
bool sm_corrupts(const struct sm_packet *packet, uint64_t *at);
void sm_received(struct sm_dev *dev, const struct sm_packet *packet, const uint8_t *payload);
/* In a child, after fork(): nothing is held back. */
void sm_sent_forked(void);

#endif
