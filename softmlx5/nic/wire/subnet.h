/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * The subnet manager of InfiniBand: a node with a LID of its own, which every port reaches.
 */
#ifndef SOFTMLX5_SUBNET_H
#define SOFTMLX5_SUBNET_H

#include "nic/wire/packet.h"

struct sm_dev;

/*
 * Receives a packet to SM_SUBNET_LID from a device of this process; its queue pair 1 is that of subnet
 * administration, whose answer goes to the sender before this returns. false: it is no datagram to that.
 */
bool sm_subnet_receive(struct sm_dev *dev, const struct sm_packet *packet);

#endif
