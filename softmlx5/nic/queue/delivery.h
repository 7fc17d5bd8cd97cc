/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Where the packets of a queue pair go, and which it takes.
 */
#ifndef SOFTMLX5_DELIVERY_H
#define SOFTMLX5_DELIVERY_H

#include "nic/queue/qp.h"

/* Sets the route of a packet of a connected QP, from its address path. */
void sm_packet_route(const struct sm_qp *qp, struct sm_packet *packet);

/* Bytes; the largest if the context has none. */
uint16_t sm_qp_mtu(const struct sm_qp *qp);

/*
 * LID of the port that a connected QP is connected to, by its address path; 0: there is no such
 * port.
 */
uint16_t sm_qp_peer_lid(const struct sm_qp *qp);

/*
 * Gives a packet to its queue pair. false: there is no such QP, or it does not take the packet.
 */
bool sm_deliver(struct sm_dev *dev, const struct sm_packet *packet);

#endif
