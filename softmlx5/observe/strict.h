/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Strict mode. Each of these reports, through sm_strict(), what a card would reject or misread;
 * nothing without --strict. false: a rule is broken and strict mode is on, so the WQE fails.
 */
#ifndef SOFTMLX5_STRICT_H
#define SOFTMLX5_STRICT_H

#include "base/observer.h"
#include "base/rules.h"
#include "nic/queue/qp.h"

/* false: the WQE completes with an error. */
bool sm_strict_wqe(struct sm_qp *qp, const struct sm_wqe *wqe);
/* The current WQE fails: reports what is wrong with it, or which of its own keys, and how. */
SM_COLD void sm_strict_failure(struct sm_qp *qp, unsigned int error, unsigned int fault);
/*
 * A send doorbell with the stored value; its record may be ahead of it only if stores are polled.
 */
void sm_strict_doorbell(struct sm_uar_page *page, const struct prm_send_doorbell *doorbell);
void sm_strict_arm(struct sm_dev *dev, struct sm_cq *cq,
		   const struct prm_cq_arm_doorbell *doorbell);
/* The consumer counter of a CQ, from its record. */
void sm_strict_consumer(struct sm_cq *cq, uint32_t ci);
/* Reports an entry of a list to which a driver cannot copy inline data. */
void sm_strict_inline(struct sm_qp *qp, const struct sm_wqe *wqe, const struct sm_sge *sge,
		      unsigned int n);
/* Reports keys that are paged on demand, if the device does not page for this operation. */
void sm_strict_paged(const struct sm_accessor *by, const struct sm_sge *sge, unsigned int n);
/* The counter of a receive queue of @size WQEs, of which @taken are taken. */
void sm_strict_receive(struct sm_qp *qp, uint16_t posted, uint16_t taken, uint32_t size);

/* See sm_rule_broken(). */
SM_COLD bool sm_strict_report(const char *kind, struct sm_dev *dev, struct sm_qp *qp,
			      const struct sm_wqe *wqe, const char *rule, const char *text);

#endif
