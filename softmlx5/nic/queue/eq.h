/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Event queues. Only devices with a bus have any; the listeners of others' objects are in the same
 * process.
 */
#ifndef SOFTMLX5_EQ_H
#define SOFTMLX5_EQ_H

#include "base/device.h"
#include "prm_doorbell.h"
#include "prm_eq.h"
#include "prm_eqe.h"

struct sm_cq;
struct sm_qp;
struct sm_srq;
struct sm_uar_page;

struct sm_eq {
	struct sm_obj obj;
	struct prm_eqc_fields ctx;	/* as created */
	struct sm_umem *umem;
	struct sm_uar *uar;
	uint8_t *ring;		/* EQEs */
	uint32_t size;		/* EQEs, a power of two */
	uint32_t pi, ci;	/* EQEs written, and consumed by doorbells */
	bool is_armed;
	bool has_failed;	/* it was full; no more EQEs are written */
	uint64_t events[4];	/* bit mask of its event types */
};

/* CREATE, DESTROY and QUERY of an EQ (called by firmware/fw_eq.c): enum prm_cmd_status. */
uint8_t sm_eq_create(struct sm_dev *dev, uint16_t uid, const struct prm_eqc_fields *ctx,
		     struct sm_umem *ring, const uint64_t events[4], struct sm_eq **eq);
uint8_t sm_eq_destroy(struct sm_eq *eq);
void sm_eq_query(const struct sm_eq *eq, struct prm_eqc_fields *ctx);
/* An EQ doorbell was written to a UAR; ignored if the EQ has another one. */
void sm_eq_doorbell(struct sm_uar_page *page, const struct prm_eq_doorbell *doorbell, bool is_arm);
/* The EQ that gets events of this type; NULL: none does. */
struct sm_eq *sm_eq_of(struct sm_dev *dev, uint8_t event_type);
/* Writes an EQE; its owner bit is set here. */
void sm_eq_post(struct sm_eq *eq, struct prm_eqe *eqe);
/* The same, to all EQs that get the event. */
void sm_eq_event(struct sm_dev *dev, struct prm_eqe *eqe);
/* Events of the objects go to EQs: those of a CQ's completions to its own. */
void sm_eq_listen_cq(struct sm_eq *eq, struct sm_cq *cq);
void sm_eq_listen_qp(struct sm_qp *qp);
void sm_eq_listen_srq(struct sm_srq *srq);

#endif
