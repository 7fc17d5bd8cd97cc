/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
#ifndef SOFTMLX5_ODD_CQE_H
#define SOFTMLX5_ODD_CQE_H

#include "base/adversary.h"
#include "prm_cqe.h"

/* Makes the bits of a CQE random that have no meaning for its opcode. */
SM_COLD void sm_cqe_odd_bits(struct sm_dev *dev, struct prm_cqe64 *cqe);

#endif
