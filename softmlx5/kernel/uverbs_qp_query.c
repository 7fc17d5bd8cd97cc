// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The kernel's side: queries of queue pairs.
 */
#include <errno.h>
#include <infiniband/verbs.h>
#include <string.h>

#include "kernel/uverbs_qp.h"
#include "prm_data.h"
#include "prm_qp.h"

static uint8_t sm_qp_state_of(uint8_t state)
{
	switch (state) {
	case PRM_QP_STATE_RST:
		return IBV_QPS_RESET;
	case PRM_QP_STATE_INIT:
		return IBV_QPS_INIT;
	case PRM_QP_STATE_RTR:
		return IBV_QPS_RTR;
	case PRM_QP_STATE_RTS:
		return IBV_QPS_RTS;
	case PRM_QP_STATE_SQD:
	case PRM_QP_STATE_SQ_DRAINING:
		return IBV_QPS_SQD;
	case PRM_QP_STATE_SQER:
		return IBV_QPS_SQE;
	default:
		return IBV_QPS_ERR;
	}
}

static uint8_t sm_migration_of(uint8_t pm_state)
{
	return pm_state == PRM_QP_PM_STATE_ARMED ? IBV_MIG_ARMED :
	       pm_state == PRM_QP_PM_STATE_REARM ? IBV_MIG_REARM : IBV_MIG_MIGRATED;
}

static void sm_qp_dest(bool is_ethernet, const struct prm_ads_fields *path,
		       struct ib_uverbs_qp_dest *dest)
{
	if (!sm_is_port(path->vhca_port_num))
		return;
	dest->port_num = path->vhca_port_num;
	dest->sl = is_ethernet ? path->eth_prio : path->sl;
	dest->dlid = path->rlid;
	dest->src_path_bits = path->mlid;
	if (path->stat_rate >= SM_RATE_OFFSET)
		dest->static_rate = (uint8_t)(path->stat_rate - SM_RATE_OFFSET);
	if (!path->grh && !is_ethernet)
		return;
	dest->is_global = 1;
	dest->flow_label = path->flow_label;
	dest->sgid_index = path->src_addr_index;
	dest->hop_limit = path->hop_limit;
	dest->traffic_class = path->tclass;
	memcpy(dest->dgid, path->rgid_rip, sizeof(dest->dgid));
}

static void sm_qp_answer_context(bool is_ethernet, const struct prm_qpc_fields *qpc,
				 struct ib_uverbs_query_qp_resp *resp)
{
	const struct prm_ads_fields *path = &qpc->primary_address_path;
	const struct prm_ads_fields *alt = &qpc->secondary_address_path;

	resp->sq_draining = qpc->state == PRM_QP_STATE_SQ_DRAINING;
	resp->path_mtu = qpc->mtu;
	resp->path_mig_state = sm_migration_of(qpc->pm_state);
	resp->qkey = qpc->q_key;
	resp->rq_psn = qpc->next_rcv_psn;
	resp->sq_psn = qpc->next_send_psn;
	resp->dest_qp_num = qpc->remote_qpn;
	resp->qp_access_flags = (qpc->rre ? IBV_ACCESS_REMOTE_READ : 0u) |
				(qpc->rwe ? IBV_ACCESS_REMOTE_WRITE : 0u) |
				(qpc->rae ? IBV_ACCESS_REMOTE_ATOMIC : 0u);
	resp->max_rd_atomic = (uint8_t)(1u << qpc->log_sra_max);
	resp->max_dest_rd_atomic = (uint8_t)(1u << qpc->log_rra_max);
	resp->min_rnr_timer = qpc->min_rnr_nak;
	resp->retry_cnt = qpc->retry_count;
	resp->rnr_retry = qpc->rnr_retry;
	resp->pkey_index = path->pkey_index;
	/* SPDK asks a new QP for its port, and gets one from cards. */
	resp->port_num = path->vhca_port_num ? path->vhca_port_num : SM_PORT;
	resp->timeout = path->ack_timeout;
	resp->alt_timeout = alt->ack_timeout;
	if (qpc->st == PRM_QP_SERVICE_TYPE_UD)
		return;
	sm_qp_dest(is_ethernet, path, &resp->dest);
	sm_qp_dest(is_ethernet, alt, &resp->alt_dest);
	resp->alt_pkey_index = alt->pkey_index;
	resp->alt_port_num = alt->vhca_port_num;
}

static int sm_qp_exec_query(struct sm_uverbs_qp *qp, struct prm_qpc_fields *qpc)
{
	struct prm_query_qp_in_fields fields;
	struct prm_query_qp_in in;
	struct prm_query_qp_out out;
	int err;

	prm_query_qp_in_fields_init(&fields);
	fields.uid = qp->uid;
	fields.qpn = qp->qpn;
	prm_query_qp_in_pack(&in, &fields);
	err = sm_kernel_exec(qp->uobj.file->dev, &in, sizeof(in), &out, sizeof(out));
	if (!err)
		prm_qpc_unpack(qpc, &out.qpc, NULL);
	return err;
}

/* The answer's part that the device knows, and the state. */
static int sm_qp_query_device(struct sm_uverbs_qp *qp, struct ib_uverbs_query_qp_resp *resp)
{
	struct prm_qpc_fields qpc;
	int err;

	if (sm_is_raw_qp(qp)) {
		resp->port_num = SM_PORT;
		return sm_raw_qp_query_state(qp, &qp->known->state);
	}
	err = sm_qp_exec_query(qp, &qpc);
	if (err)
		return err;
	qp->known->state = sm_qp_state_of(qpc.state);
	sm_qp_answer_context(sm_dev_is_ethernet(qp->uobj.file->dev), &qpc, resp);
	return 0;
}

int sm_query_qp(struct sm_request *req)
{
	struct ib_uverbs_query_qp_resp resp = { .reserved = { 0 } };
	struct ib_uverbs_query_qp cmd;
	struct sm_uverbs_qp *qp;
	struct sm_uobj *uobj;
	int err = sm_command_read(req, &cmd, sizeof(cmd));

	if (!err)
		err = sm_uobj_find(req->file, UVERBS_OBJECT_QP, cmd.qp_handle, &uobj);
	if (err)
		return err;
	qp = sm_to_qp(uobj);
	if (sm_is_rss_qp(qp))
		return sm_because(-ENOSYS, "a QP of RSS has no states; its work queues have");
	if (sm_is_dct(qp))
		return sm_dct_query_uobj(req, qp, cmd.attr_mask);
	err = sm_qp_query_device(qp, &resp);
	if (err)
		return err;
	resp.qp_state = qp->known->state;
	resp.cur_qp_state = qp->known->state;
	resp.max_recv_wr = qp->rq_wqe_count;
	if (qp->rq_wqe_count)
		resp.max_recv_sge = (1u << qp->rq_wqe_shift) / PRM_DATA_SEG_SIZE;
	resp.max_inline_data = qp->max_inline_data;
	resp.sq_sig_all = qp->sq_sig_all;
	return sm_command_answer(req, &resp, sizeof(resp));
}
