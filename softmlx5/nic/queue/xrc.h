/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * XRC: SRQs that requests name.
 */
#ifndef SOFTMLX5_XRC_H
#define SOFTMLX5_XRC_H

#include "nic/queue/qp.h"

/*
 * Selects the SRQ that a request names as the receiver of its message; false: the QP's
 * domain has no such SRQ.
 */
bool sm_xrc_select(struct sm_qp *qp, uint32_t srqn);
/* The SRQ is about to be destroyed: no message of a QP uses it any more. */
void sm_xrc_forget(struct sm_srq *srq);

#endif
