/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * What requests are sent through (transport.c): memory of this machine, which loses nothing, or
 * datagrams to another host. All functions concern the current request of a queue.
 */
#ifndef SOFTMLX5_TRANSPORT_H
#define SOFTMLX5_TRANSPORT_H

#include "nic/queue/qp.h"

/* What follows from a timer that is over before the answer has come. */
enum sm_timeout {
	SM_TIMEOUT_WAIT,	/* nothing: the timer is armed again */
	SM_TIMEOUT_RESUME,	/* there is room again for the rest of the request */
	SM_TIMEOUT_PROBE,	/* the request is sent again, and that is not counted */
	SM_TIMEOUT_RETRY,	/* it is sent again, as often as the QP allows */
};

struct sm_transport {
	/* It loses packets: each asks for an acknowledgement, and a read asks for a window. */
	bool is_lossy;
	/* The request starts, is repeated, or gets on. */
	void (*begin)(struct sm_qp *qp);
	/* Arms the timer for the answer. */
	void (*expect)(struct sm_qp *qp);
	/* The timer is over. */
	enum sm_timeout (*timeout)(struct sm_qp *qp);
	/* So many bytes of the message have been sent or asked for. */
	void (*sent)(struct sm_qp *qp, uint64_t sent);
	/* Packets were lost, probably. */
	void (*lost)(struct sm_qp *qp);
};

const struct sm_transport *sm_transport_of(const struct sm_qp *qp);

/* Datagrams: the peer has the message up to there; what is left has all its retries again. */
void sm_transport_arrived(struct sm_qp *qp, uint64_t arrived);
/* Nothing is on the way any more, or will be heard of. */
void sm_transport_forget(struct sm_qp *qp);

#endif
