// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The kernel's side: commands for the queues of raw packet queue pairs, and for the interfaces through
 * which they send and receive. The contexts are those that mlx5_ib writes.
 */
#include "kernel/uverbs_raw_qp.h"
#include "kernel/uverbs_rss.h"
#include "prm_cap_ethernet.h"
#include "prm_rq.h"
#include "prm_sq.h"
#include "prm_tir.h"

#define SM_LOG_WQEBB 6

static struct sm_dev *sm_raw_dev(const struct sm_uverbs_raw_qp *raw)
{
	return raw->qp.uobj.file->dev;
}

/*
 * The sending side.
 */

int sm_tis_exec_create(struct sm_uverbs_raw_qp *raw)
{
	struct prm_create_tis_in_fields fields;
	struct prm_create_tis_out out;
	struct prm_create_tis_in in;
	int err;

	prm_create_tis_in_fields_init(&fields);
	fields.uid = raw->qp.uid;
	fields.ctx.transport_domain = raw->qp.uobj.file->td;
	prm_create_tis_in_pack(&in, &fields);
	err = sm_kernel_exec(sm_raw_dev(raw), &in, sizeof(in), &out, sizeof(out));
	if (!err)
		raw->tisn = prm_create_tis_out_get_tisn(&out);
	return err;
}

int sm_tis_exec_destroy(struct sm_uverbs_raw_qp *raw)
{
	struct prm_destroy_tis_in_fields fields;
	struct prm_destroy_tis_out out;
	struct prm_destroy_tis_in in;

	prm_destroy_tis_in_fields_init(&fields);
	fields.uid = raw->qp.uid;
	fields.tisn = raw->tisn;
	prm_destroy_tis_in_pack(&in, &fields);
	return sm_kernel_exec(sm_raw_dev(raw), &in, sizeof(in), &out, sizeof(out));
}

/* Of CQEs, by the formats that the queue can have; CQs of real time do not exist. */
uint8_t sm_raw_ts_format(uint8_t cap)
{
	return cap == PRM_CAP_TS_FORMAT_REAL_TIME ? PRM_TIMESTAMP_FORMAT_DEFAULT :
						    PRM_TIMESTAMP_FORMAT_FREE_RUNNING;
}

/* What the work queues of both sides have in common: the doorbell record is that of the QP. */
static void sm_raw_wq(const struct sm_uverbs_raw_qp *raw, uint32_t umem, struct prm_wq_fields *wq)
{
	wq->wq_type = PRM_WQ_TYPE_CYCLIC;
	wq->pd = raw->qp.pdn;
	wq->dbr_umem_valid = true;
	wq->dbr_umem_id = raw->qp.dbr_umem;
	wq->wq_umem_valid = true;
	wq->wq_umem_id = umem;
}

int sm_sq_exec_create(struct sm_uverbs_raw_qp *raw, const struct mlx5_ib_create_qp *driver)
{
	const struct prm_per_protocol_networking_offload_caps *caps =
		sm_ethernet_caps(sm_raw_dev(raw));
	struct prm_create_sq_in_fields fields;
	struct prm_create_sq_out out;
	struct prm_create_sq_in in;
	int err;

	prm_create_sq_in_fields_init(&fields);
	fields.uid = raw->qp.uid;
	fields.ctx.flush_in_error_en = true;
	if (caps) {
		fields.ctx.allow_multi_pkt_send_wqe = SM_ETHERNET_CAP(caps, multi_pkt_send_wqe);
		fields.ctx.allow_swp = SM_ETHERNET_CAP(caps, swp);
	}
	fields.ctx.state = PRM_SQ_STATE_RST;
	fields.ctx.ts_format = sm_raw_ts_format((uint8_t)SM_CAP(sm_raw_dev(raw), sq_ts_format));
	fields.ctx.user_index = driver->uidx;
	fields.ctx.cqn = raw->qp.send_cqn;
	fields.ctx.tis_lst_sz = 1;
	fields.ctx.tis_num_0 = raw->tisn;
	sm_raw_wq(raw, raw->sq_umem, &fields.ctx.wq);
	fields.ctx.wq.uar_page = driver->bfreg_index;
	fields.ctx.wq.log_wq_stride = SM_LOG_WQEBB;
	fields.ctx.wq.log_wq_sz = (uint8_t)__builtin_ctz(raw->qp.sq_wqe_count);
	prm_create_sq_in_pack(&in, &fields);
	err = sm_kernel_exec(sm_raw_dev(raw), &in, sizeof(in), &out, sizeof(out));
	if (!err)
		raw->sqn = prm_create_sq_out_get_sqn(&out);
	return err;
}

int sm_sq_exec_modify(struct sm_uverbs_raw_qp *raw, uint8_t state)
{
	struct prm_modify_sq_in_fields fields;
	struct prm_modify_sq_out out;
	struct prm_modify_sq_in in;
	int err;

	prm_modify_sq_in_fields_init(&fields);
	fields.uid = raw->qp.uid;
	fields.sqn = raw->sqn;
	fields.sq_state = raw->sq_state;
	fields.ctx.state = state;
	prm_modify_sq_in_pack(&in, &fields);
	err = sm_kernel_exec(sm_raw_dev(raw), &in, sizeof(in), &out, sizeof(out));
	if (!err)
		raw->sq_state = state;
	return err;
}

int sm_sq_exec_query(struct sm_uverbs_raw_qp *raw)
{
	struct prm_query_sq_in_fields fields;
	struct prm_query_sq_out out;
	struct prm_query_sq_in in;
	int err;

	prm_query_sq_in_fields_init(&fields);
	fields.uid = raw->qp.uid;
	fields.sqn = raw->sqn;
	prm_query_sq_in_pack(&in, &fields);
	err = sm_kernel_exec(sm_raw_dev(raw), &in, sizeof(in), &out, sizeof(out));
	if (!err)
		raw->sq_state = (uint8_t)prm_sqc_get_state(&out.sq_context);
	return err;
}

int sm_sq_exec_destroy(struct sm_uverbs_raw_qp *raw)
{
	struct prm_destroy_sq_in_fields fields;
	struct prm_destroy_sq_out out;
	struct prm_destroy_sq_in in;

	prm_destroy_sq_in_fields_init(&fields);
	fields.uid = raw->qp.uid;
	fields.sqn = raw->sqn;
	prm_destroy_sq_in_pack(&in, &fields);
	return sm_kernel_exec(sm_raw_dev(raw), &in, sizeof(in), &out, sizeof(out));
}

/*
 * The receiving side.
 */

int sm_rq_exec_create(struct sm_uverbs_raw_qp *raw, const struct mlx5_ib_create_qp *driver,
		      uint64_t flags)
{
	struct prm_create_rq_in_fields fields;
	struct prm_create_rq_out out;
	struct prm_create_rq_in in;
	int err;

	prm_create_rq_in_fields_init(&fields);
	fields.uid = raw->qp.uid;
	fields.ctx.vsd = !(flags & IB_UVERBS_QP_CREATE_CVLAN_STRIPPING);
	fields.ctx.scatter_fcs = flags & IB_UVERBS_QP_CREATE_SCATTER_FCS;
	fields.ctx.mem_rq_type = PRM_MEM_RQ_TYPE_MEMORY_RQ_INLINE;
	fields.ctx.state = PRM_RQ_STATE_RST;
	fields.ctx.ts_format = sm_raw_ts_format((uint8_t)SM_CAP(sm_raw_dev(raw), rq_ts_format));
	fields.ctx.flush_in_error_en = true;
	fields.ctx.user_index = driver->uidx;
	fields.ctx.cqn = raw->qp.recv_cqn;
	sm_raw_wq(raw, raw->qp.umem, &fields.ctx.wq);
	if (flags & IB_UVERBS_QP_CREATE_PCI_WRITE_END_PADDING)
		fields.ctx.wq.end_padding_mode = PRM_WQ_END_PADDING_MODE_ALIGN;
	fields.ctx.wq.log_wq_stride = (uint8_t)raw->qp.rq_wqe_shift;
	fields.ctx.wq.log_wq_sz = (uint8_t)__builtin_ctz(raw->qp.rq_wqe_count);
	prm_create_rq_in_pack(&in, &fields);
	err = sm_kernel_exec(sm_raw_dev(raw), &in, sizeof(in), &out, sizeof(out));
	if (!err)
		raw->rqn = prm_create_rq_out_get_rqn(&out);
	return err;
}

int sm_rq_exec_modify(struct sm_uverbs_raw_qp *raw, uint8_t state)
{
	struct prm_modify_rq_in_fields fields;
	struct prm_modify_rq_out out;
	struct prm_modify_rq_in in;
	int err;

	prm_modify_rq_in_fields_init(&fields);
	fields.uid = raw->qp.uid;
	fields.rqn = raw->rqn;
	fields.rq_state = raw->rq_state;
	fields.ctx.state = state;
	prm_modify_rq_in_pack(&in, &fields);
	err = sm_kernel_exec(sm_raw_dev(raw), &in, sizeof(in), &out, sizeof(out));
	if (!err)
		raw->rq_state = state;
	return err;
}

int sm_rq_exec_query(struct sm_uverbs_raw_qp *raw)
{
	struct prm_query_rq_in_fields fields;
	struct prm_query_rq_out out;
	struct prm_query_rq_in in;
	int err;

	prm_query_rq_in_fields_init(&fields);
	fields.uid = raw->qp.uid;
	fields.rqn = raw->rqn;
	prm_query_rq_in_pack(&in, &fields);
	err = sm_kernel_exec(sm_raw_dev(raw), &in, sizeof(in), &out, sizeof(out));
	if (!err)
		raw->rq_state = (uint8_t)prm_rqc_get_state(&out.rq_context);
	return err;
}

int sm_rq_exec_destroy(struct sm_uverbs_raw_qp *raw)
{
	struct prm_destroy_rq_in_fields fields;
	struct prm_destroy_rq_out out;
	struct prm_destroy_rq_in in;

	prm_destroy_rq_in_fields_init(&fields);
	fields.uid = raw->qp.uid;
	fields.rqn = raw->rqn;
	prm_destroy_rq_in_pack(&in, &fields);
	return sm_kernel_exec(sm_raw_dev(raw), &in, sizeof(in), &out, sizeof(out));
}

/*
 * Whoever allows it to receive what the own transport domain sends sets the bits that are called
 * self_lb_block: Linux's mlx5_ib and mlx5e, and DPDK, do so.
 */
uint8_t sm_raw_qp_self_lb(uint32_t flags)
{
	uint8_t bits = 0;

	if (flags & MLX5_QP_FLAG_TIR_ALLOW_SELF_LB_UC)
		bits |= PRM_SELF_LB_BLOCK_BLOCK_UNICAST;
	if (flags & MLX5_QP_FLAG_TIR_ALLOW_SELF_LB_MC)
		bits |= PRM_SELF_LB_BLOCK_BLOCK_MULTICAST;
	return bits;
}

int sm_tir_exec_create(struct sm_uverbs_raw_qp *raw, uint32_t flags)
{
	struct prm_create_tir_in_fields fields;
	struct prm_create_tir_out out;
	struct prm_create_tir_in in;
	int err;

	prm_create_tir_in_fields_init(&fields);
	fields.uid = raw->qp.uid;
	fields.ctx.disp_type = PRM_TIR_DISP_TYPE_DIRECT;
	fields.ctx.inline_rqn = raw->rqn;
	fields.ctx.transport_domain = raw->qp.uobj.file->td;
	fields.ctx.tunneled_offload_en = flags & MLX5_QP_FLAG_TUNNEL_OFFLOADS;
	fields.ctx.self_lb_block = sm_raw_qp_self_lb(flags);
	prm_create_tir_in_pack(&in, &fields);
	err = sm_kernel_exec(sm_raw_dev(raw), &in, sizeof(in), &out, sizeof(out));
	if (!err)
		raw->tirn = prm_create_tir_out_get_tirn(&out);
	return err;
}

int sm_tir_exec_destroy(struct sm_uverbs_raw_qp *raw)
{
	struct prm_destroy_tir_in_fields fields;
	struct prm_destroy_tir_out out;
	struct prm_destroy_tir_in in;

	prm_destroy_tir_in_fields_init(&fields);
	fields.uid = raw->qp.uid;
	fields.tirn = raw->tirn;
	prm_destroy_tir_in_pack(&in, &fields);
	return sm_kernel_exec(sm_raw_dev(raw), &in, sizeof(in), &out, sizeof(out));
}
