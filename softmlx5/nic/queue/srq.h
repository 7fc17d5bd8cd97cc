/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Shared receive queues, and the receivers of messages.
 */
#ifndef SOFTMLX5_SRQ_H
#define SOFTMLX5_SRQ_H

#include "base/device.h"
#include "prm_rmp.h"
#include "prm_srq.h"

struct sm_cq;

struct sm_srq {
	struct sm_obj obj;
	struct sm_pd *pd;
	struct sm_umem *umem, *dbr_umem;
	struct sm_xrcd *xrcd;	/* NULL: a receive memory pool */
	struct sm_cq *cq;	/* of an XRC SRQ */
	uint8_t *ring;
	uint32_t size, stride;	/* WQEs, a power of two; bytes of one */
	prm_be32 *dbr;		/* receive counter */
	bool is_cyclic;		/* WQEs are used in order; no list */
	uint16_t ci;		/* WQEs taken */
	uint16_t head;		/* index of the next WQE in the linked list */
	uint16_t limit;		/* an event when fewer are left; 0: none */
	uint32_t user_index;	/* in CQEs of an XRC SRQ; SM_NO_USER_INDEX: its number */
	struct sm_listener listener;
	union {			/* as created */
		struct prm_rmpc_fields rmpc;
		struct prm_xrc_srqc_fields xrc_srqc;
	};
};

/* CQEs have object numbers (CQE version 0): of the SRQ, or 0. */
#define SM_NO_USER_INDEX 0xffffffu

static inline uint32_t sm_cqe_user_index(uint32_t user_index, const struct sm_srq *srq)
{
	if (user_index != SM_NO_USER_INDEX)
		return user_index;
	return srq ? srq->obj.id : 0;
}

/*
 * The receiver of a message: objects of the QP, or of the SRQ that a request of XRC names. @srq is
 * NULL for a QP with a receive queue of its own.
 */
struct sm_receiver {
	struct sm_pd *pd;
	struct sm_srq *srq;
	struct sm_cq *cq;
	uint32_t user_index;
};

/* Memory and sizes of a shared receive queue. Numbers are of objects. */
struct sm_srq_place {
	struct sm_place memory;
	uint32_t pd;
	uint8_t log_size, log_stride;	/* WQEs; bytes of one */
	uint32_t xrcd, cqn;		/* 0: a receive memory pool */
	uint32_t user_index;
};

/* CREATE, DESTROY and ARM of an SRQ or RMP (called by firmware/fw_srq.c): enum prm_cmd_status. */
uint8_t sm_srq_create(struct sm_dev *dev, uint16_t uid, const struct sm_srq_place *place,
		      struct sm_srq **srq);
uint8_t sm_srq_destroy(struct sm_srq *srq);
uint8_t sm_srq_arm(struct sm_srq *srq, uint16_t limit);
/* Sends the event of the limit if fewer WQEs are left: @left are posted and not taken. */
void sm_srq_check_limit(struct sm_srq *srq, uint16_t left);

#endif
