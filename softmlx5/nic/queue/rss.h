/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Receive side scaling (RSS): a TIR hashes the headers of a frame, and the hash selects the RQ from a
 * table of them (RQT).
 */
#ifndef SOFTMLX5_RSS_H
#define SOFTMLX5_RSS_H

#include "base/device.h"
#include "nic/wire/eth_head.h"
#include "prm_rq.h"
#include "prm_tir.h"

#define SM_RSS_FIELDS (PRM_RX_HASH_FIELD_SRC_IP | PRM_RX_HASH_FIELD_DST_IP | \
		       PRM_RX_HASH_FIELD_L4_SPORT | PRM_RX_HASH_FIELD_L4_DPORT)

struct sm_qp;

struct sm_rqt {
	struct sm_obj obj;
	struct prm_rqtc_fields ctx;	/* rqt_actual_size is the number of entries, a power of two */
	struct sm_qp **rqs;
};

/* What the CQE says of the hash. */
struct sm_rss {
	uint32_t result;
	uint8_t src_l3, dst_l3;	/* enum prm_cqe_rss_l3 */
	uint8_t src_l4, dst_l4;	/* enum prm_cqe_rss_l4 */
};

/* Hashes a frame as the context of a TIR wants it. */
void sm_rss_hash(const struct prm_tirc_fields *tir, const struct sm_eth_head *head, struct sm_rss *rss);
/* The RQ for a hash of this function (enum prm_rx_hash_fn). */
struct sm_qp *sm_rqt_select(const struct sm_rqt *rqt, uint8_t rx_hash_fn, uint32_t hash);

/* One user more, or less, of each RQ in a list. */
void sm_rqt_refer(struct sm_qp *const *rqs, uint32_t n, int change);

#endif
