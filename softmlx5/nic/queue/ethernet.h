/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Ethernet queues and their interfaces. An SQ and an RQ are queue pairs with one queue, of the service
 * type RAW_ETHERTYPE, and have numbers among them. An SQ sends frames by a TIS, and without one has
 * local requests only; a TIR passes what is received to an RQ.
 */
#ifndef SOFTMLX5_ETHERNET_H
#define SOFTMLX5_ETHERNET_H

#include "nic/queue/qp.h"
#include "nic/queue/rss.h"
#include "nic/wire/eth_head.h"
#include "prm_rq.h"
#include "prm_sq.h"
#include "prm_tir.h"

struct sm_tis {
	struct sm_obj obj;
	struct prm_tisc_fields ctx;
	struct sm_td *td;
};

struct sm_tir {
	struct sm_obj obj;
	struct prm_tirc_fields ctx;
	struct sm_td *td;	/* NULL: none */
	/* Where its frames go: one of both. */
	struct sm_qp *rq;
	struct sm_rqt *rqt;
};

/* What is known of a frame besides its bytes when it has come to its RQ. */
struct sm_arrival {
	uint32_t flow_tag;	/* of the rule that sent it to its TIR */
	struct sm_rss rss;
	bool has_tunnel_offload;	/* the CQE is about the frame in the tunnel */
};

/* A frame that waits for a receive WQE. */
struct sm_waiting {
	struct sm_waiting *next;
	struct sm_packet packet;
	struct sm_arrival arrival;
	uint64_t since;		/* ns of sm_device_time() */
	uint32_t len;
	uint8_t bytes[];
};

/* What a struct sm_qp has besides, if it is an SQ or RQ. */
struct sm_eth {
	struct sm_qp *qp;	/* whose this is */
	bool is_rq;
	bool is_quiet;		/* what is flushed in error state has no CQEs */
	struct sm_tis *tis;	/* SQ; or NULL */
	union {			/* as created */
		struct prm_sqc_fields sqc;
		struct prm_rqc_fields rqc;
	};
	/* RQ: the frame that is being received. */
	struct sm_eth_head head;
	struct sm_arrival arrival;
	bool is_stripped;	/* its VLAN tag is in the CQE */
	/* RQ: frames that wait. */
	struct sm_waiting *first, **last;
	size_t waiting;		/* their bytes */
	struct sm_timer timer;	/* when to look for a WQE */
};

/* CREATE_SQ and CREATE_RQ (called by firmware/fw_ethernet.c): enum prm_cmd_status. */
uint8_t sm_sq_create(struct sm_dev *dev, uint16_t uid, const struct prm_sqc_fields *ctx,
		     const struct sm_place *place, struct sm_qp **sq);
/* @place is NULL for an RQ that takes its WQEs from an RMP. */
uint8_t sm_rq_create(struct sm_dev *dev, uint16_t uid, const struct prm_rqc_fields *ctx,
		     const struct sm_place *place, struct sm_qp **rq);
/* The queue's state: enum prm_sq_state, whose values are those of enum prm_rq_state. */
uint8_t sm_eth_state(const struct sm_qp *qp);
/* Changes the state. The driver says from which one. */
uint8_t sm_eth_modify(struct sm_qp *qp, uint8_t from, uint8_t to);
/* In error state, has what is flushed no CQEs? */
static inline bool sm_eth_is_quiet(const struct sm_qp *qp)
{
	return qp->eth && qp->eth->is_quiet;
}

/* Frames that wait are dropped. */
void sm_eth_drop(struct sm_qp *qp);
/* The queue is destroyed. */
void sm_eth_end(struct sm_qp *qp);

/* Sends the frame of the current request. */
void sm_eth_send(struct sm_qp *sq);
/* A frame has come for the TIR, with the flow tag of the rule that sends it there. */
void sm_tir_receive(struct sm_tir *tir, const struct sm_packet *packet,
		    const struct sm_eth_head *head, uint32_t flow_tag);
/* What the CQE says of the frame that the RQ has received. */
void sm_eth_complete(const struct sm_qp *rq, struct prm_cqe64_fields *cqe);

#endif
