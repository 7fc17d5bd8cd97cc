/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Scatter to CQE: short data are written into the completion instead of memory. Keys and addresses of
 * the list are not checked; the driver copies the data to the addresses.
 */
#ifndef SOFTMLX5_SCATTER_H
#define SOFTMLX5_SCATTER_H

#include "nic/memory/mem.h"
#include "nic/queue/cq.h"

struct sm_payload;
struct sm_qp;

struct sm_inline {
	uint32_t room;		/* 32 or 64 bytes; 0: the data go to memory */
	uint32_t len;
	struct prm_cqe_inline_64 data;
};

/* Do the QP's CQs have room for the data that its context asks for? (scatter.c) */
bool sm_inline_is_possible(const struct sm_qp *qp);
/* Room for data in the CQE of a message, or of an answer; 0: the data are written to memory. */
uint32_t sm_inline_message_room(const struct sm_qp *qp);
uint32_t sm_inline_answer_room(const struct sm_qp *qp);
/* @len bytes follow; they are collected for the CQE if there is @room for them. */
void sm_inline_begin(struct sm_inline *data, uint32_t room, uint64_t len);
/* Adds to the data; SM_FAULT_RANGE, or SM_FAULT_SOURCE as sm_stream_scatter(). */
enum sm_fault sm_inline_add(struct sm_inline *data, struct sm_payload *payload);
/* Posts a CQE with the data, if there are any. */
void sm_inline_post(struct sm_cq *cq, struct prm_cqe64_fields *cqe, const struct sm_inline *data,
		    bool is_solicited);

#endif
