/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * UMR: work requests that change a key.
 */
#ifndef SOFTMLX5_UMR_H
#define SOFTMLX5_UMR_H

#include "nic/queue/qp.h"

/*
 * Changes a key as the WQE asks. Everything is checked before anything is changed.
 * SM_ERROR_NONE, or the error of the completion; *@fault is then its reason.
 */
enum sm_error sm_umr(struct sm_qp *qp, const struct sm_wqe *wqe, enum sm_fault *fault);

#endif
