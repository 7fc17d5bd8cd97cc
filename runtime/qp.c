/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Queue pairs: attaching and detaching, signature pipelining, receive requests.
 */
#include <errno.h>
#include <stdlib.h>

#include <infiniband/mlx5dv.h>

#include "mmio.h"
#include "qp.h"

#include <prm_qp.h>

static bool is_power_of_two(uint32_t n)
{
	return n && !(n & (n - 1));
}

/* A configuration has two WQEBBs at least; one that fails may have none. */
static uint32_t max_batch_keys(const struct mlx5sig_sq *sq)
{
	return sq->wqe_cnt / 2 + 1;
}

static void sq_free(struct mlx5sig_sq *sq)
{
	uint32_t i;

	for (i = 0; sq->batch_keys && i < max_batch_keys(sq); i++)
		free(sq->batch_keys[i].spare);
	free(sq->batch_keys);
	free(sq->slots);
}

static void qp_free(struct mlx5sig_queue_pair *qp)
{
	if (!qp)
		return;
	sq_free(&qp->sq);
	free(qp->rq.wr_ids);
	free(qp);
}

/*
 * Where posting begins. Requests that were posted before are taken to have one WQEBB each: nothing says
 * more of them.
 */
static void set_position(struct mlx5sig_sq *sq, uint32_t pi, uint32_t head, uint32_t tail)
{
	uint32_t i;

	memset(sq->slots, 0, sq->wqe_cnt * sizeof(*sq->slots));
	sq->now = sq->committed = (struct mlx5sig_sq_position) { .pi = pi, .head = head };
	sq->shown = pi;
	sq->pi_limit = pi - (head - tail) + sq->wqe_cnt;
	sq->head_limit = tail + sq->max_post;
	sq->seen = MLX5SIG_NOTHING_DONE;
	atomic_store(&sq->done, MLX5SIG_NOTHING_DONE);
	sq->has_failed = false;
	for (i = 1; i <= head - tail; i++)
		*mlx5sig_sq_slot(sq, pi - i) = (struct mlx5sig_slot) {
			.head = head - i, .wqebbs = 1 };
	/* Slots of no request have a head from before. */
	for (; i <= sq->wqe_cnt; i++)
		mlx5sig_sq_slot(sq, pi - i)->head = tail - 1;
}

static void init_modes(struct mlx5sig_sq *sq)
{
	unsigned int i;

	for (i = 0; i < MLX5SIG_NUM_MODES; i++)
		sq->modes[i] = prm_ctrl_seg_mode_pack(
			i & MLX5SIG_MODE_STRONG ? PRM_FENCE_MODE_STRONG_ORDERING :
			i & IBV_SEND_FENCE ? PRM_FENCE_MODE_SMALL_AND_READ_ATOMIC :
			i & MLX5SIG_AFTER_UMR ? PRM_FENCE_MODE_INITIATOR_SMALL : PRM_FENCE_MODE_NONE,
			i & IBV_SEND_SIGNALED ? PRM_COMPLETION_MODE_ALWAYS :
						PRM_COMPLETION_MODE_ON_ERROR,
			i & IBV_SEND_SOLICITED);
}

static int sq_init(struct mlx5sig_sq *sq, const struct mlx5sig_raw_qp *raw)
{
	uint32_t max_octowords = raw->max_desc_size / MLX5SIG_OCTOWORD;

	/* BlueFlame copies the ring in units of 16 bytes. */
	if (raw->bf_size && ((uintptr_t)raw->sq_buf | (uintptr_t)raw->bf_reg) % MLX5SIG_OCTOWORD)
		return EINVAL;
	if (!raw->sq_buf || !raw->dbrec || !raw->bf_reg || !is_power_of_two(raw->sq_wqe_cnt) ||
	    raw->sq_wqe_cnt > UINT16_MAX || raw->qpn > MLX5SIG_MAX_NUMBER ||
	    raw->sq_head - raw->sq_tail > raw->sq_wqe_cnt)
		return EINVAL;
	sq->ring = (struct mlx5sig_ring) { .buf = raw->sq_buf, .qpn = raw->qpn,
					   .mask = raw->sq_wqe_cnt * MLX5SIG_WQEBB - 1 };
	init_modes(sq);
	sq->wqe_cnt = raw->sq_wqe_cnt;
	sq->slot_mask = raw->sq_wqe_cnt - 1;
	sq->max_post = raw->sq_max_post;
	sq->max_gs = raw->sq_max_gs;
	sq->max_inline = raw->sq_max_inline;
	sq->max_octowords = max_octowords < MLX5SIG_MAX_WQE_OCTOWORDS ?
				    max_octowords : MLX5SIG_MAX_WQE_OCTOWORDS;
	sq->slots = calloc(sq->wqe_cnt, sizeof(*sq->slots));
	sq->batch_keys = calloc(max_batch_keys(sq), sizeof(*sq->batch_keys));
	if (!sq->slots || !sq->batch_keys)
		return ENOMEM;
	set_position(sq, raw->sq_pi, raw->sq_head, raw->sq_tail);
	return 0;
}

static int rq_init(struct mlx5sig_rq *rq, const struct mlx5sig_raw_qp *raw)
{
	const volatile struct prm_qp_doorbell_record *dbrec = raw->dbrec;

	if (!raw->rq_wqe_cnt)
		return 0;
	if (!raw->rq_buf || !is_power_of_two(raw->rq_wqe_cnt) ||
	    raw->rq_stride < raw->rq_max_gs * PRM_DATA_SEG_SIZE)
		return EINVAL;
	rq->buf = raw->rq_buf;
	rq->wqe_cnt = raw->rq_wqe_cnt;
	rq->stride = raw->rq_stride;
	rq->max_gs = raw->rq_max_gs;
	rq->head = prm_be16_to_cpu(dbrec->recv_counter);
	atomic_store(&rq->tail, rq->head);
	rq->wr_ids = calloc(rq->wqe_cnt, sizeof(*rq->wr_ids));
	return rq->wr_ids ? 0 : ENOMEM;
}

/* Gives the QP a reference in the device's table. The device's lock is held. */
static int add_ref(struct mlx5sig_device *device, struct mlx5sig_queue_pair *qp)
{
	struct mlx5sig_qp_ref *ref = device->free_refs;
	int err;

	if (mlx5sig_table_find(device->qps, qp->qpn))
		return EBUSY;
	if (!ref) {
		ref = calloc(1, sizeof(*ref));
		if (!ref)
			return ENOMEM;
		device->free_refs = ref;
	}
	ref->qp = qp;
	err = mlx5sig_table_set(device->qps, qp->qpn, ref);
	if (err)
		return err;
	device->free_refs = ref->next;
	qp->ref = ref;
	return 0;
}

static int qp_add(struct mlx5sig_queue_pair *qp)
{
	struct mlx5sig_device *device = qp->device;
	int err;

	pthread_mutex_lock(&device->lock);
	err = add_ref(device, qp);
	pthread_mutex_unlock(&device->lock);
	if (err)
		return err;
	mlx5sig_cq_add_qp(qp->send_cq, qp);
	if (qp->recv_cq != qp->send_cq)
		mlx5sig_cq_add_qp(qp->recv_cq, qp);
	if (qp->srq)
		mlx5sig_srq_use(qp->srq, 1);
	return 0;
}

static void qp_remove(struct mlx5sig_queue_pair *qp)
{
	struct mlx5sig_device *device = qp->device;

	mlx5sig_table_remove(device->qps, qp->qpn, qp->ref);
	mlx5sig_cq_remove_qp(qp->send_cq, qp);
	if (qp->recv_cq != qp->send_cq)
		mlx5sig_cq_remove_qp(qp->recv_cq, qp);
	if (qp->srq)
		mlx5sig_srq_use(qp->srq, -1);
	pthread_mutex_lock(&device->lock);
	qp->ref->next = device->free_refs;
	device->free_refs = qp->ref;
	pthread_mutex_unlock(&device->lock);
}

static bool is_legal(struct mlx5sig_device *device, const struct mlx5sig_raw_qp *raw,
		     const struct mlx5sig_qp_attr *attr, uint32_t flags)
{
	return attr && !attr->comp_mask && !raw->comp_mask && !(attr->flags & ~flags) &&
	       attr->send_cq && attr->send_cq->device == device &&
	       attr->recv_cq && attr->recv_cq->device == device &&
	       (!attr->srq || (attr->srq->device == device && !raw->rq_wqe_cnt));
}

static const enum ibv_qp_state always_rts = IBV_QPS_RTS;

/* Takes over a user of @device on success. @flags: those that are allowed. */
static struct mlx5sig_queue_pair *attach(struct mlx5sig_device *device,
					 const struct mlx5sig_raw_qp *raw,
					 const struct mlx5sig_qp_attr *attr, uint32_t flags)
{
	struct mlx5sig_queue_pair *qp;
	int err;

	if (!is_legal(device, raw, attr, flags))
		return mlx5sig_null(EINVAL);
	qp = aligned_alloc(_Alignof(struct mlx5sig_queue_pair), sizeof(*qp));
	if (!qp)
		return NULL;
	memset(qp, 0, sizeof(*qp));
	mlx5sig_lock_init(&qp->sq_lock, !(attr->flags & MLX5SIG_ATTACH_SINGLE_THREADED));
	mlx5sig_lock_init(&qp->rq_lock, !(attr->flags & MLX5SIG_ATTACH_SINGLE_THREADED));
	qp->qpn = raw->qpn;
	qp->device = device;
	qp->default_flags = attr->sq_sig_all ? IBV_SEND_SIGNALED : 0;
	qp->state = raw->state ? raw->state : &always_rts;
	qp->send_cq = attr->send_cq;
	qp->recv_cq = attr->recv_cq;
	qp->srq = attr->srq;
	qp->dbrec = raw->dbrec;
	qp->bf_reg = raw->bf_reg;
	qp->bf_size = raw->bf_size;
	qp->handle = raw->handle;
	err = sq_init(&qp->sq, raw);
	if (!err)
		err = rq_init(&qp->rq, raw);
	if (!err)
		err = qp_add(qp);
	if (err) {
		qp_free(qp);
		return mlx5sig_null(err);
	}
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

int mlx5sig_query_qp(struct mlx5sig_device *device, void *handle, uint32_t qpn,
		     struct prm_query_qp_out *out)
{
	struct prm_query_qp_in_fields v;
	struct prm_query_qp_in in;
	int err;

	if (!device->ops.qp_query)
		return EOPNOTSUPP;
	prm_query_qp_in_fields_init(&v);
	v.qpn = qpn;
	prm_query_qp_in_pack(&in, &v);
	memset(out, 0, sizeof(*out));
	err = device->ops.qp_query(device->cookie, handle, &in, sizeof(in), out, sizeof(*out));
	return mlx5sig_cmd_errno(err, out);
}

/*
 * Fills in what libmlx5 and the device know of a QP; the doorbell record has what was posted so far.
 * EOPNOTSUPP: its WQEs have signatures (MLX5_QP_SIGNATURE in the environment).
 */
static int read_qp(struct mlx5sig_device *device, struct ibv_qp *ibv, struct mlx5sig_raw_qp *raw,
		   bool *sq_sig_all)
{
	struct mlx5dv_qp dv = {0};
	struct mlx5dv_obj obj = { .qp = { .in = ibv, .out = &dv } };
	const volatile struct prm_qp_doorbell_record *record;
	struct prm_query_qp_out out;
	struct ibv_qp_init_attr init;
	struct ibv_qp_attr attr;
	int err;

	err = mlx5dv_init_obj(&obj, MLX5DV_OBJ_QP);
	if (!err)
		err = ibv_query_qp(ibv, &attr, IBV_QP_CAP, &init);
	if (!err)
		err = mlx5sig_query_qp(device, ibv, ibv->qp_num, &out);
	if (err)
		return err;
	if (prm_qpc_get_wq_signature(&out.qpc))
		return EOPNOTSUPP;
	record = (const void *)dv.dbrec;
	*sq_sig_all = init.sq_sig_all;
	*raw = (struct mlx5sig_raw_qp) {
		.sq_buf = dv.sq.buf, .rq_buf = dv.rq.buf, .dbrec = dv.dbrec, .bf_reg = dv.bf.reg,
		.bf_size = dv.bf.size, .sq_wqe_cnt = dv.sq.wqe_cnt,
		.sq_max_post = init.cap.max_send_wr, .sq_max_gs = init.cap.max_send_sge,
		.sq_max_inline = init.cap.max_inline_data, .rq_wqe_cnt = dv.rq.wqe_cnt,
		.rq_stride = dv.rq.stride, .rq_max_gs = dv.rq.stride / PRM_DATA_SEG_SIZE,
		.qpn = ibv->qp_num, .sq_pi = prm_be16_to_cpu(record->send_counter),
		.max_desc_size = device->max_wqe_size, .handle = ibv, .state = &ibv->state };
	return 0;
}

static int check_attr(const struct ibv_qp *ibv, const struct mlx5sig_qp_attr *attr)
{
	if (ibv->qp_type != IBV_QPT_RC)
		return EOPNOTSUPP;
	if (!attr || ibv->srq != (attr->srq ? attr->srq->ibv : NULL) ||
	    !attr->send_cq || attr->send_cq->ibv != ibv->send_cq ||
	    !attr->recv_cq || attr->recv_cq->ibv != ibv->recv_cq)
		return EINVAL;
	return 0;
}

struct mlx5sig_qp *mlx5sig_qp_attach(struct ibv_qp *ibv, const struct mlx5sig_qp_attr *attr)
{
	struct mlx5sig_queue_pair *qp;
	struct mlx5sig_device *device;
	struct mlx5sig_raw_qp raw;
	bool sq_sig_all = false;
	int err;

	err = check_attr(ibv, attr);
	if (err)
		return mlx5sig_null(err);
	device = mlx5sig_device_get(ibv->context);
	if (!device)
		return NULL;
	err = read_qp(device, ibv, &raw, &sq_sig_all);
	if (!(attr->flags & MLX5SIG_ATTACH_OWN_REGISTER))
		raw.bf_size = 0;
	if (attr->flags & MLX5SIG_ATTACH_IN_RTS)
		raw.state = NULL;
	qp = err ? mlx5sig_null(err) :
		   attach(device, &raw, attr,
			  MLX5SIG_ATTACH_SINGLE_THREADED | MLX5SIG_ATTACH_OWN_REGISTER |
			  MLX5SIG_ATTACH_IN_RTS);
	if (!qp) {
		mlx5sig_device_put(device);
		return NULL;
	}
	if (sq_sig_all)
		qp->default_flags = IBV_SEND_SIGNALED;
	qp->ibv = ibv;
	return &qp->pub;
}

int mlx5sig_qp_detach(struct mlx5sig_qp *pub)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);
	struct mlx5sig_device *device = qp->device;

	qp_remove(qp);
	qp_free(qp);
	mlx5sig_device_put(device);
	return 0;
}

void mlx5sig_qp_reset(struct mlx5sig_qp *pub)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);

	mlx5sig_cq_drop(qp->send_cq, qp);
	if (qp->recv_cq != qp->send_cq)
		mlx5sig_cq_drop(qp->recv_cq, qp);
	mlx5sig_lock(&qp->sq_lock);
	set_position(&qp->sq, 0, 0, 0);
	qp->dbrec->send_counter = prm_cpu_to_be16(0);
	qp->dbrec->recv_counter = prm_cpu_to_be16(0);
	qp->rq.head = 0;
	atomic_store(&qp->rq.tail, 0);
	mlx5sig_unlock(&qp->sq_lock);
}

/*
 * Signature pipelining.
 */

/*
 * Returns whether the kernel takes a QP from SQD back to RTS, without which pipelining never ends. Only
 * libmlx5 knows: it refuses to create a QP with pipelining if not.
 */
static int probe_sqd_to_rts(struct mlx5sig_device *device, struct ibv_qp *ibv)
{
	struct mlx5dv_qp_init_attr dv = {
		.comp_mask = MLX5DV_QP_INIT_ATTR_MASK_QP_CREATE_FLAGS,
		.create_flags = MLX5DV_QP_CREATE_SIG_PIPELINING };
	struct ibv_qp_init_attr_ex attr = {
		.qp_type = IBV_QPT_RC, .send_cq = ibv->send_cq, .recv_cq = ibv->recv_cq,
		.cap = { .max_send_wr = 1, .max_recv_wr = 1, .max_send_sge = 1, .max_recv_sge = 1 },
		.comp_mask = IBV_QP_INIT_ATTR_PD, .pd = ibv->pd };
	struct ibv_qp *probe;
	int err = 0;

	pthread_mutex_lock(&device->lock);
	if (!device->has_sqd_to_rts) {
		probe = mlx5dv_create_qp(ibv->context, &attr, &dv);
		err = probe ? ibv_destroy_qp(probe) : errno;
		device->has_sqd_to_rts = !err;
	}
	pthread_mutex_unlock(&device->lock);
	return err;
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
	err = qp->ibv ? probe_sqd_to_rts(qp->device, qp->ibv) : 0;
	if (err)
		return err;
	prm_init2init_qp_in_fields_init(&v);
	v.qpn = qp->qpn;
	v.opt_param_mask = PRM_QP_OPT_PARAM_DRAIN_SIGERR;
	v.qpc.drain_sigerr = true;
	prm_init2init_qp_in_pack(&in, &v);
	err = ops->qp_modify(qp->device->cookie, qp->handle, &in, sizeof(in), &out, sizeof(out));
	return mlx5sig_cmd_errno(err, &out);
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

	mlx5sig_lock(&qp->rq_lock);
	for (head = rq->head; wr; wr = wr->next) {
		i = head & (rq->wqe_cnt - 1);
		if (head - atomic_load_explicit(&rq->tail, memory_order_acquire) >= rq->wqe_cnt)
			err = ENOMEM;
		else
			err = mlx5sig_build_recv((void *)(rq->buf + (size_t)i * rq->stride), wr,
						 rq->max_gs);
		if (err) {
			*bad_wr = wr;
			break;
		}
		rq->wr_ids[i] = wr->wr_id;
		head++;
	}
	if (head != rq->head) {
		rq->head = head;
		mlx5sig_before_dma();
		qp->dbrec->recv_counter = prm_cpu_to_be16((uint16_t)head);
	}
	mlx5sig_unlock(&qp->rq_lock);
	return err;
}
