/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Streams of a queue pair.
 */
#ifndef SOFTMLX5_QP_STREAM_H
#define SOFTMLX5_QP_STREAM_H

#include "nic/queue/qp.h"

/*
 * Starts a stream of the requester, or of the responder, with the rights of that side;
 * see sm_stream_open().
 */
enum sm_fault sm_qp_stream_open(struct sm_qp *qp, bool is_responder, struct sm_stream *stream,
				unsigned int access, const struct sm_sge *sge, unsigned int n);

#endif
