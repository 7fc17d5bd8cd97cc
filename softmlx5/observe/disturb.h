/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * What fault injection and the adversary do to queue pairs, firmware and event queues; see struct
 * sm_observer.
 */
#ifndef SOFTMLX5_DISTURB_H
#define SOFTMLX5_DISTURB_H

#include "base/device.h"
#include "base/observer.h"

struct sm_qp;

bool sm_disturb_request(struct sm_qp *qp);
enum sm_eqe_fate sm_disturb_eqe(struct sm_dev *dev, uint8_t type);
bool sm_disturb_answer(struct sm_qp *qp);
bool sm_disturb_drain(struct sm_qp *qp);
bool sm_disturb_receive(struct sm_qp *qp);
bool sm_disturb_received(struct sm_qp *qp);
bool sm_disturb_doorbell(struct sm_qp *qp);
void sm_disturb_reset(struct sm_qp *qp);

#endif
