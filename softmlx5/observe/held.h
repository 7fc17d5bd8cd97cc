/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * CQEs and events that are held back; see struct sm_observer.
 */
#ifndef SOFTMLX5_HELD_H
#define SOFTMLX5_HELD_H

#include "base/device.h"

struct prm_cqe64;
struct prm_cqe_inline_64;
struct sm_cq;

bool sm_hold_cqe(struct sm_cq *cq, struct prm_cqe64 *cqe, const struct prm_cqe_inline_64 *data,
		 bool is_solicited, bool is_early);
bool sm_hold_event(struct sm_cq *cq);
void sm_held_written(struct sm_cq *cq);
void sm_held_release(struct sm_cq *cq);
void sm_held_forget(struct sm_cq *cq);

#endif
