/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Sessions of compression: CQEs of frames that follow each other, and have the most in common, are
 * written as one title and arrays of mini CQEs (the sequence compressed_cqes of the spec). A session
 * ends with a CQE that differs, when it is full, and when the device has handled what had arrived.
 */
#ifndef SOFTMLX5_CQ_SESSION_H
#define SOFTMLX5_CQ_SESSION_H

#include "nic/queue/cq.h"

struct sm_cq_session;

/* Can the device compress CQEs as this context of a CQ says? Without compression it can. */
bool sm_cq_session_is_possible(const struct sm_dev *dev, const struct prm_cqc_fields *ctx);
/* That of a CQ; NULL: no memory. */
struct sm_cq_session *sm_cq_session_new(struct sm_cq *cq);
void sm_cq_session_free(struct sm_cq_session *session);
/* Writes its CQEs, if there are any. */
void sm_cq_session_end(struct sm_cq_session *session);
/* Posts the CQE of a frame. */
void sm_cq_post_frame(struct sm_cq *cq, const struct prm_cqe64_fields *fields);

#endif
