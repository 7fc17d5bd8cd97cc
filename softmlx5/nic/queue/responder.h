/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * The responder: how a queue pair handles the packets of its peer.
 */
#ifndef SOFTMLX5_RESPONDER_H
#define SOFTMLX5_RESPONDER_H

#include "nic/queue/qp.h"

/* A request has come. */
void sm_responder_receive(struct sm_qp *qp, const struct sm_packet *packet);

/* Parts of state changes: drop everything, or complete it with errors. */
void sm_resp_reset(struct sm_qp *qp);
void sm_resp_abort(struct sm_qp *qp);
/* Drops the message that a QP is receiving, without a completion (responder.c). */
void sm_resp_drop(struct sm_qp *qp);
/* Is a receive WQE posted that no message has taken? */
bool sm_resp_has_receive(const struct sm_qp *qp);
/* Refuses a request for which there is no message. */
SM_COLD void sm_resp_nak(const struct sm_qp *qp, const struct sm_packet *request, enum sm_nak nak);

#endif
