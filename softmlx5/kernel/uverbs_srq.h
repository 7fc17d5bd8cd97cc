/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Commands of XRC SRQs, which differ from those of receive memory pools (uverbs_xrc_srq.c). They
 * give 0 or a negative errno value.
 */
#ifndef SOFTMLX5_UVERBS_SRQ_H
#define SOFTMLX5_UVERBS_SRQ_H

#include <infiniband/verbs.h>

#include "kernel/uverbs_private.h"

struct sm_xrc_srq_attr {
	uint64_t buf, len, dbr;	/* memory of the process */
	uint32_t xrcdn, cqn, pdn, user_index;
	uint8_t log_size, log_stride;	/* WQEs; bytes of one */
	bool has_signature;
};

int sm_xrc_srq_create(struct sm_dev *dev, const struct sm_xrc_srq_attr *attr, uint32_t *srqn);
int sm_xrc_srq_destroy(struct sm_dev *dev, uint32_t srqn);
int sm_xrc_srq_arm(struct sm_dev *dev, uint32_t srqn, uint32_t limit);
int sm_xrc_srq_limit(struct sm_dev *dev, uint32_t srqn, uint32_t *limit);

#endif
