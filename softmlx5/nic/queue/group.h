/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Multicast groups of a device: its queue pairs that are attached to them.
 */
#ifndef SOFTMLX5_GROUP_H
#define SOFTMLX5_GROUP_H

#include "nic/queue/qp.h"

/*
 * Attaches a QP to the group with a GID, and detaches it: a status. What is sent to the group reaches
 * this process from the first QP on, and until the last one is detached.
 */
uint8_t sm_group_attach(struct sm_qp *qp, const uint8_t gid[SM_GID_SIZE]);
uint8_t sm_group_detach(struct sm_qp *qp, const uint8_t gid[SM_GID_SIZE]);
/* The QP is destroyed: it is attached to no group any more. */
void sm_group_forget(struct sm_qp *qp);

/* Calls @deliver for each QP that is attached to the packet's group, but for one that blocks its own. */
void sm_group_deliver(struct sm_dev *dev, const struct sm_packet *packet,
		      void (*deliver)(struct sm_qp *qp, const struct sm_packet *packet));

#endif
