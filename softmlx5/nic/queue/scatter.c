// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Scatter to CQE: short messages and answers are written into the CQE, from which the driver copies
 * them to the addresses of the list. qpc.cs_res and qpc.cs_req enable it.
 */
#include <string.h>

#include "base/caps.h"
#include "nic/memory/mem.h"
#include "nic/memory/payload.h"
#include "nic/queue/cq.h"
#include "nic/queue/qp.h"
#include "nic/queue/scatter.h"

#define SM_INLINE_32 32u
#define SM_INLINE_64 64u

/* A datagram's CQE has the sender's address in place of the data. */
uint32_t sm_inline_message_room(const struct sm_qp *qp)
{
	if (sm_qp_transport(qp) == PRM_QP_SERVICE_TYPE_UD)
		return 0;
	switch (qp->ctx.cs_res) {
	case PRM_QP_CS_RES_UP_TO_32B:
		return SM_INLINE_32;
	case PRM_QP_CS_RES_UP_TO_64B:
		return SM_INLINE_64;
	default:
		return 0;
	}
}

uint32_t sm_inline_answer_room(const struct sm_qp *qp)
{
	switch (qp->ctx.cs_req) {
	case PRM_QP_CS_REQ_UP_TO_32B:
		return SM_INLINE_32;
	case PRM_QP_CS_REQ_UP_TO_64B:
		return SM_INLINE_64;
	default:
		return 0;
	}
}

/* 64 bytes need the first half of a CQE of 128 bytes. */
static bool sm_has_room(const struct sm_cq *cq, uint32_t room)
{
	return room < SM_INLINE_64 || cq->cqe_size > PRM_CQE64_SIZE;
}

bool sm_inline_is_possible(const struct sm_qp *qp)
{
	if (!qp->ctx.cs_res && !qp->ctx.cs_req)
		return true;
	return prm_cmd_hca_cap_get_sctr_data_cqe(qp->obj.dev->caps->general) &&
	       prm_qp_cs_res_str(qp->ctx.cs_res) && prm_qp_cs_req_str(qp->ctx.cs_req) &&
	       sm_has_room(qp->recv_cq, sm_inline_message_room(qp)) &&
	       sm_has_room(qp->send_cq, sm_inline_answer_room(qp));
}

void sm_inline_begin(struct sm_inline *data, uint32_t room, uint64_t len)
{
	data->room = len && len <= room ? room : 0;
	data->len = 0;
	if (data->room)
		memset(&data->data, 0, sizeof(data->data));
}

enum sm_fault sm_inline_add(struct sm_inline *data, struct sm_payload *payload)
{
	if (payload->len > data->room - data->len)
		return SM_FAULT_RANGE;
	if (!sm_payload_read(payload, data->data.inline_data + data->len)) {
		payload->is_gone = true;
		return SM_FAULT_SOURCE;
	}
	data->len += (uint32_t)payload->len;
	return SM_OK;
}

void sm_inline_post(struct sm_cq *cq, struct prm_cqe64_fields *fields, const struct sm_inline *data,
		    bool is_solicited)
{
	const struct prm_cqe_inline_64 *first_half = NULL;
	struct prm_cqe64 cqe;

	if (data->room == SM_INLINE_64) {
		fields->format = PRM_CQE_FORMAT_INLINE_64;
		first_half = &data->data;
	} else if (data->room) {
		fields->format = PRM_CQE_FORMAT_INLINE_32;
		memcpy(fields->inline_data, data->data.inline_data, sizeof(fields->inline_data));
	}
	prm_cqe64_pack(&cqe, fields);
	sm_cq_post_data(cq, &cqe, first_half, is_solicited);
}
