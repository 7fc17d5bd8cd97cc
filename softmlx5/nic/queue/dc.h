/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Dynamic connections. A target (DCT) has a number of its own among the QPs, and a responder for each
 * initiator (DCI) that it hears of.
 */
#ifndef SOFTMLX5_DC_H
#define SOFTMLX5_DC_H

#include "nic/queue/qp.h"
#include "prm_dct.h"

uint8_t sm_dct_create(struct sm_dev *dev, uint16_t uid, const struct prm_dctc_fields *ctx,
		      struct sm_qp **dct);
void sm_dct_destroy(struct sm_qp *dct);
void sm_dct_query(const struct sm_qp *dct, struct prm_dctc_fields *ctx);
/* The next violation of the access key sends an event. */
void sm_dct_arm(struct sm_qp *dct);
/* No more requests are received. */
void sm_dct_drain(struct sm_qp *dct);
void sm_dct_receive(struct sm_qp *dct, const struct sm_packet *packet);
/* A request of a DCI starts; another target than before is another connection. */
void sm_dci_connect(struct sm_qp *dci);
/* Sets the address of a DCI's request. */
void sm_dci_address(const struct sm_qp *dci, struct sm_packet *packet);

#endif
