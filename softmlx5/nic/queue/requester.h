/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * The requester: the requests of a send queue that involve the peer.
 */
#ifndef SOFTMLX5_REQUESTER_H
#define SOFTMLX5_REQUESTER_H

#include "nic/queue/qp.h"

/* Starts the current request of the queue. */
void sm_req_start_remote(struct sm_qp *qp);
/* The link has no room for the current request, which goes on when it has. */
void sm_req_wait_for_room(struct sm_qp *qp);
/* An answer has come. */
void sm_requester_receive(struct sm_qp *qp, const struct sm_packet *packet);

#endif
