/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Receive side scaling of verbs: work queues, which are RQs of the device, tables of them (RQT), and
 * queue pairs that select from a table (TIR).
 */
#ifndef SOFTMLX5_UVERBS_RSS_H
#define SOFTMLX5_UVERBS_RSS_H

#include "kernel/uverbs_private.h"

struct sm_uverbs_wq {
	struct sm_uobj uobj;
	uint32_t wqn, cqn, pdn;
	uint8_t state;		/* enum ibv_wq_state */
	bool has_umem, has_dbr_umem;
	uint32_t umem, dbr_umem;
};

struct sm_uverbs_rwq_table {
	struct sm_uobj uobj;
	uint32_t rqtn;
	uint32_t n;
	struct sm_uobj **wqs;
};

#define sm_to_wq(ptr) sm_container_of(ptr, struct sm_uverbs_wq, uobj)
#define sm_to_rwq_table(ptr) sm_container_of(ptr, struct sm_uverbs_rwq_table, uobj)

/* Linux has none of these methods and commands for a port of InfiniBand. */
bool sm_has_wqs(struct sm_request *req);
/* Formats of timestamps in CQEs, by the capability (uverbs_raw_queue.c). */
uint8_t sm_raw_ts_format(uint8_t cap);

#endif
