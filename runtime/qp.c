/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Queue pairs: taking over, giving back, signature pipelining, receive requests.
 */
#include <errno.h>
#include <stdlib.h>

#include <infiniband/mlx5dv.h>

#include "srq.h"
#include "umr.h"

#include <prm_qp.h>

static bool is_power_of_two(uint32_t n)
{
	return n && !(n & (n - 1));
}

static void qp_free(struct mlx5sig_queue_pair *qp)
{
	if (!qp)
		return;
	free(qp->sq.slots);
	free(qp->sq.short_ids);
	free(qp->sq.undo);
	free(qp->sq.undo_bsf);
	free(qp->rq.wr_ids);
	free(qp);
}

/* Requests that were posted before us are taken to have one WQEBB each: nothing tells more. */
static void set_old_slots(struct mlx5sig_sq *sq, uint32_t num)
{
	uint32_t i;

	for (i = 1; i <= num; i++)
		mlx5sig_sq_put_slot(sq, sq->now.pi - i, (struct mlx5sig_slot) {
			.head = sq->now.head - i, .wqebbs = 1 });
}

static void set_positions(struct mlx5sig_sq *sq, uint32_t pi, uint32_t head, uint32_t tail)
{
	uint32_t i;

	/*
	 * No request begins in a slot until one is posted there: the numbers of WQEs start again,
	 * and cancelling goes by them.
	 */
	for (i = 0; i < sq->wqe_cnt; i++)
		sq->slots[i] = (struct mlx5sig_slot) { .flags = MLX5SIG_SLOT_IS_PART };
	sq->now = (struct mlx5sig_sq_state) { .pi = pi, .head = head };
	sq->begun = sq->now;
	atomic_store(&sq->done, MLX5SIG_NOTHING_DONE);
	sq->seen = MLX5SIG_NOTHING_DONE;
	sq->after_error = 0;
	sq->room_pi = pi - (head - tail) + sq->wqe_cnt;
	sq->room_head = tail + sq->max_post;
	sq->safe_pi = sq->straight_pi = pi;	/* looks at the first request */
	set_old_slots(sq, head - tail);
}

/* Configurations with a short list. */
static void make_umrs(struct mlx5sig_sq *sq)
{
	const uint32_t access = MLX5SIG_SETTER_ACCESS, layout = MLX5SIG_SETTER_LAYOUT;
	struct mlx5sig_umr umr = { .klm_octowords = MLX5SIG_WQEBB_OCTOWORDS };

	umr.mkey_mask = mlx5sig_umr_mask(layout);
	mlx5sig_umr_common_init(&sq->plain_umr[0], sq->ring.qpn, &umr);
	umr.mkey_mask = mlx5sig_umr_mask(access | layout);
	mlx5sig_umr_common_init(&sq->plain_umr[1], sq->ring.qpn, &umr);
	umr.mkey_mask |= PRM_UMR_MKEY_MASK_BSF_EN;
	umr.bsf_en = true;
	umr.bsf_octowords = PRM_BSF_64_SIZE / MLX5SIG_OCTOWORD;
	mlx5sig_umr_common_init(&sq->signed_umr, sq->ring.qpn, &umr);
}

static void make_set_psv(const struct mlx5sig_sq *sq, uint32_t flags, struct prm_ctrl_seg *ctrl)
{
	mlx5sig_pack_ctrl(ctrl, sq->ring.qpn, 0, PRM_WQE_OPCODE_SET_PSV, MLX5SIG_SET_PSV_OCTOWORDS,
			  mlx5sig_post_mode(sq, flags, MLX5SIG_ORDER_BEHIND_UMR), 0);
}

static void make_signed_mode(struct mlx5sig_sq *sq, uint32_t order, uint32_t flags)
{
	struct mlx5sig_signed_mode *mode = &sq->signed_modes[order][flags];
	uint32_t silent = flags & ~(uint32_t)IBV_SEND_SIGNALED;

	mode->umr = mlx5sig_post_mode(sq, silent, order);
	make_set_psv(sq, silent, &mode->silent);
	make_set_psv(sq, flags, &mode->last);
}

/* What control segments and key contexts have of the flags of requests and keys. */
static void make_words(struct mlx5sig_sq *sq)
{
	static const enum prm_fence_mode fm[MLX5SIG_ORDERS] = {
		[MLX5SIG_ORDER_NONE] = PRM_FENCE_MODE_NONE,
		[MLX5SIG_ORDER_BEHIND_UMR] = PRM_FENCE_MODE_INITIATOR_SMALL };
	uint32_t order, flags;

	for (order = 0; order < MLX5SIG_ORDERS; order++)
		for (flags = 0; flags <= MLX5SIG_MODE_FLAGS; flags++)
			sq->modes[order][flags] = mlx5sig_wqe_mode(
				flags & IBV_SEND_FENCE ? PRM_FENCE_MODE_SMALL_AND_READ_ATOMIC :
							 fm[order],
				flags & IBV_SEND_SIGNALED ? PRM_COMPLETION_MODE_ALWAYS :
							    PRM_COMPLETION_MODE_ON_ERROR,
				flags & IBV_SEND_SOLICITED);
	for (flags = 0; flags < sizeof(sq->access); flags++)
		sq->access[flags] = mlx5sig_mkc_access(flags);
	for (order = 0; order < MLX5SIG_ORDERS; order++)
		for (flags = 0; flags <= MLX5SIG_MODE_FLAGS; flags++)
			make_signed_mode(sq, order, flags);
	make_umrs(sq);
}

static int sq_init(struct mlx5sig_sq *sq, const struct mlx5sig_raw_qp *raw)
{
	uint32_t max_octowords = raw->max_desc_size / MLX5SIG_OCTOWORD;

	/* BlueFlame copies the ring in units of 16 bytes. */
	if (raw->bf_size && ((uintptr_t)raw->sq_buf | (uintptr_t)raw->bf_reg) % MLX5SIG_OCTOWORD)
		return EINVAL;
	if (!raw->sq_buf || !raw->dbrec || !raw->bf_reg || !is_power_of_two(raw->sq_wqe_cnt) ||
	    raw->sq_wqe_cnt > UINT16_MAX || raw->qpn > MLX5SIG_ANY_QPN ||
	    raw->sq_head - raw->sq_tail > raw->sq_wqe_cnt)
		return EINVAL;
	sq->ring = (struct mlx5sig_ring) { .buf = raw->sq_buf, .qpn = raw->qpn,
					   .mask = raw->sq_wqe_cnt * MLX5SIG_WQEBB - 1 };
	sq->wqe_cnt = raw->sq_wqe_cnt;
	sq->slot_mask = sq->wqe_cnt - 1;
	sq->max_post = raw->sq_max_post;
	sq->max_gs = raw->sq_max_gs;
	sq->max_inline = raw->sq_max_inline;
	sq->max_octowords = max_octowords < MLX5SIG_MAX_WQE_OCTOWORDS ?
				    max_octowords : MLX5SIG_MAX_WQE_OCTOWORDS;
	/* A UMR and two SET_PSVs. Where not even a short list with a signature fits: never. */
	sq->config_wqebbs = sq->max_octowords < MLX5SIG_SHORT_CONFIG_OCTOWORDS ? INT32_MAX :
			    mlx5sig_wqebbs(sq->max_octowords) + 2;
	sq->slots = calloc(raw->sq_wqe_cnt, sizeof(*sq->slots));
	sq->short_ids = calloc(raw->sq_wqe_cnt, sizeof(*sq->short_ids));
	/* A configuration takes two WQEBBs at least. */
	sq->undo = calloc(raw->sq_wqe_cnt / 2 + 1, sizeof(*sq->undo));
	sq->undo_bsf = calloc(raw->sq_wqe_cnt / 2 + 1, sizeof(*sq->undo_bsf));
	if (!sq->slots || !sq->short_ids || !sq->undo || !sq->undo_bsf)
		return ENOMEM;
	sq->next_undo = sq->undo;
	make_words(sq);
	set_positions(sq, raw->sq_pi, raw->sq_head, raw->sq_tail);
	return 0;
}

static int rq_init(struct mlx5sig_rq *rq, const struct mlx5sig_raw_qp *raw, uint32_t posted)
{
	if (!raw->rq_wqe_cnt)
		return 0;
	if (!raw->rq_buf || !is_power_of_two(raw->rq_wqe_cnt) ||
	    raw->rq_stride < raw->rq_max_gs * PRM_DATA_SEG_SIZE)
		return EINVAL;
	rq->buf = raw->rq_buf;
	rq->wqe_cnt = raw->rq_wqe_cnt;
	rq->stride = raw->rq_stride;
	rq->max_gs = raw->rq_max_gs;
	rq->head = posted;
	atomic_store(&rq->tail, posted);
	rq->wr_ids = calloc(rq->wqe_cnt, sizeof(*rq->wr_ids));
	return rq->wr_ids ? 0 : ENOMEM;
}

static int add_to_cqs(struct mlx5sig_queue_pair *qp)
{
	int err = mlx5sig_cq_add_qp(qp->send_cq, qp);

	if (err)
		return err;
	err = mlx5sig_cq_add_qp(qp->recv_cq, qp);
	if (err)
		mlx5sig_cq_remove_qp(qp->send_cq, qp);
	return err;
}

static void drop_completions(struct mlx5sig_queue_pair *qp)
{
	mlx5sig_cq_drop(qp->send_cq, qp);
	if (qp->recv_cq != qp->send_cq)
		mlx5sig_cq_drop(qp->recv_cq, qp);
}

static const enum ibv_qp_state always_rts = IBV_QPS_RTS;

/* Uses @device in case of success. */
static struct mlx5sig_queue_pair *attach(struct mlx5sig_device *device,
					 const struct mlx5sig_raw_qp *raw,
					 const struct mlx5sig_qp_attr *attr, uint32_t flags)
{
	struct mlx5sig_queue_pair *qp;
	int err = EINVAL;

	if (!attr || attr->comp_mask || !attr->send_cq || !attr->recv_cq ||
	    attr->flags & ~flags ||
	    mlx5sig_cq_of(attr->send_cq)->device != device ||
	    mlx5sig_cq_of(attr->recv_cq)->device != device ||
	    (attr->srq && (attr->srq->device != device || raw->rq_wqe_cnt))) {
		errno = EINVAL;
		return NULL;
	}
	qp = aligned_alloc(_Alignof(struct mlx5sig_queue_pair), sizeof(*qp));
	if (!qp)
		return NULL;
	memset(qp, 0, sizeof(*qp));
	mlx5sig_lock_init(&qp->sq_lock);
	mlx5sig_lock_init(&qp->rq_lock);
	qp->device = device;
	qp->is_locked = !(attr->flags & MLX5SIG_ATTACH_SINGLE_THREADED);
	qp->memo = qp->memos;
	qp->default_flags = attr->sq_sig_all ? IBV_SEND_SIGNALED : 0;
	qp->state = raw->state ? raw->state : &always_rts;
	qp->send_cq = mlx5sig_cq_of(attr->send_cq);
	qp->recv_cq = mlx5sig_cq_of(attr->recv_cq);
	qp->srq = attr->srq;
	qp->dbrec = raw->dbrec;
	qp->bf_reg = raw->bf_reg;
	qp->bf_size = raw->bf_size;
	qp->handle = raw->handle;
	err = sq_init(&qp->sq, raw);
	if (!err)
		err = rq_init(&qp->rq, raw, prm_be16_to_cpu(qp->dbrec->recv_counter));
	mlx5sig_sent_init(&qp->sent, qp->sq.slots, qp->sq.slot_mask, raw->qpn, &qp->sq.done);
	mlx5sig_receiver_init(&qp->receiver, qp);
	if (!err)
		err = add_to_cqs(qp);
	if (err) {
		qp_free(qp);
		errno = err;
		return NULL;
	}
	if (qp->srq)
		mlx5sig_srq_use(qp->srq, 1);
	return qp;
}

struct mlx5sig_qp *mlx5sig_device_qp_attach(struct mlx5sig_device *device,
					    const struct mlx5sig_raw_qp *raw,
					    const struct mlx5sig_qp_attr *attr)
{
	struct mlx5sig_queue_pair *qp = attach(device, raw, attr, MLX5SIG_ATTACH_SINGLE_THREADED);

	if (!qp)
		return NULL;
	mlx5sig_device_use(device);
	return &qp->pub;
}

/* What libmlx5 tells of a QP; what it has posted so far stands in the doorbell record. */
static int read_qp(struct ibv_qp *ibv, struct mlx5sig_raw_qp *raw, bool *sq_sig_all)
{
	struct mlx5dv_qp dv = {0};
	struct mlx5dv_obj obj = { .qp = { .in = ibv, .out = &dv } };
	const volatile struct prm_qp_doorbell_record *record;
	struct ibv_qp_init_attr init;
	struct ibv_qp_attr attr;
	int err;

	err = mlx5dv_init_obj(&obj, MLX5DV_OBJ_QP);
	if (!err)
		err = ibv_query_qp(ibv, &attr, IBV_QP_CAP, &init);
	if (err)
		return err;
	record = (const void *)dv.dbrec;
	*sq_sig_all = init.sq_sig_all;
	*raw = (struct mlx5sig_raw_qp) {
		.sq_buf = dv.sq.buf, .rq_buf = dv.rq.buf, .dbrec = dv.dbrec, .bf_reg = dv.bf.reg,
		.bf_size = dv.bf.size, .sq_wqe_cnt = dv.sq.wqe_cnt,
		.sq_max_post = init.cap.max_send_wr, .sq_max_gs = init.cap.max_send_sge,
		.sq_max_inline = init.cap.max_inline_data, .rq_wqe_cnt = dv.rq.wqe_cnt,
		.rq_stride = dv.rq.stride, .rq_max_gs = dv.rq.stride / PRM_DATA_SEG_SIZE,
		.qpn = ibv->qp_num, .sq_pi = prm_be16_to_cpu(record->send_counter),
		.handle = ibv, .state = &ibv->state };
	return 0;
}

struct mlx5sig_qp *mlx5sig_qp_attach(struct ibv_qp *ibv, const struct mlx5sig_qp_attr *attr)
{
	struct mlx5sig_queue_pair *qp;
	struct mlx5sig_device *device;
	struct mlx5sig_raw_qp raw;
	bool sq_sig_all;
	int err;

	if (ibv->qp_type != IBV_QPT_RC) {
		errno = EOPNOTSUPP;
		return NULL;
	}
	if (!attr || ibv->srq != (attr->srq ? attr->srq->ibv : NULL) ||
	    !attr->send_cq || !attr->recv_cq ||
	    mlx5sig_cq_of(attr->send_cq)->ibv != ibv->send_cq ||
	    mlx5sig_cq_of(attr->recv_cq)->ibv != ibv->recv_cq) {
		errno = EINVAL;
		return NULL;
	}
	device = mlx5sig_device_get(ibv->context);
	if (!device)
		return NULL;
	err = read_qp(ibv, &raw, &sq_sig_all);
	if (err) {
		mlx5sig_device_put(device);
		errno = err;
		return NULL;
	}
	raw.max_desc_size = device->max_wqe_size;
	if (!(attr->flags & MLX5SIG_ATTACH_OWN_REGISTER))
		raw.bf_size = 0;
	qp = attach(device, &raw, attr,
		    MLX5SIG_ATTACH_SINGLE_THREADED | MLX5SIG_ATTACH_OWN_REGISTER);
	if (!qp) {
		mlx5sig_device_put(device);
		return NULL;
	}
	if (sq_sig_all)
		qp->default_flags = IBV_SEND_SIGNALED;
	return &qp->pub;
}

int mlx5sig_qp_detach(struct mlx5sig_qp *pub)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);
	struct mlx5sig_device *device = qp->device;

	mlx5sig_cq_remove_qp(qp->send_cq, qp);
	mlx5sig_cq_remove_qp(qp->recv_cq, qp);
	drop_completions(qp);
	if (qp->srq)
		mlx5sig_srq_use(qp->srq, -1);
	qp_free(qp);
	mlx5sig_device_put(device);
	return 0;
}

void mlx5sig_qp_reset(struct mlx5sig_qp *pub)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);

	drop_completions(qp);
	mlx5sig_sq_lock(qp);
	set_positions(&qp->sq, 0, 0, 0);
	qp->has_sig_pipelining = false;
	qp->dbrec->send_counter = prm_cpu_to_be16(0);
	qp->dbrec->recv_counter = prm_cpu_to_be16(0);
	qp->rq.head = 0;
	atomic_store(&qp->rq.tail, 0);
	mlx5sig_sq_unlock(qp);
}

int mlx5sig_qp_enable_sig_pipelining(struct mlx5sig_qp *pub)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);
	const struct mlx5sig_devx_ops *ops = &qp->device->ops;
	struct prm_init2init_qp_in_fields v;
	struct prm_init2init_qp_out out = {0};
	struct prm_init2init_qp_in in;
	int err;

	if (!qp->device->caps.sig_reported.drain_sigerr || !ops->qp_modify)
		return EOPNOTSUPP;
	prm_init2init_qp_in_fields_init(&v);
	v.qpn = qp->sq.ring.qpn;
	v.opt_param_mask = PRM_QP_OPT_PARAM_DRAIN_SIGERR;
	v.qpc.drain_sigerr = true;
	prm_init2init_qp_in_pack(&in, &v);
	err = ops->qp_modify(qp->device->cookie, qp->handle, &in, sizeof(in), &out, sizeof(out));
	err = mlx5sig_cmd_errno(err, &out);
	if (!err)
		qp->has_sig_pipelining = true;
	return err;
}

/*
 * Receive requests.
 */

int mlx5sig_post_recv(struct mlx5sig_qp *pub, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad_wr)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);
	struct mlx5sig_rq *rq = &qp->rq;
	uint32_t head, i;
	int err = 0;

	if (qp->is_locked)
		mlx5sig_lock(&qp->rq_lock);
	head = rq->head;
	for (; wr; wr = wr->next) {
		if (head - atomic_load_explicit(&rq->tail, memory_order_acquire) >= rq->wqe_cnt)
			err = ENOMEM;
		else if (!mlx5sig_recv_is_legal(wr, rq->max_gs))
			err = EINVAL;
		if (err) {
			*bad_wr = wr;
			break;
		}
		i = head++ & (rq->wqe_cnt - 1);
		mlx5sig_build_recv((void *)(rq->buf + (size_t)i * rq->stride), wr, rq->max_gs);
		rq->wr_ids[i] = wr->wr_id;
	}
	if (head != rq->head) {
		rq->head = head;
		mlx5sig_before_dma();
		qp->dbrec->recv_counter = prm_cpu_to_be16((uint16_t)head);
	}
	if (qp->is_locked)
		mlx5sig_unlock(&qp->rq_lock);
	return err;
}
