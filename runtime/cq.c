/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Completion queues: attaching and detaching, their QPs, events. poll.c polls.
 */
#include <errno.h>
#include <stdlib.h>

#include <infiniband/mlx5dv.h>

#include "mmio.h"
#include "qp.h"

#include <prm_cq.h>
#include <prm_cqe.h>

/*
 * QPs of a CQ.
 */

/* A receive request of an SRQ whose completion is discarded may be posted again. */
static void free_received(const struct mlx5sig_queue_pair *qp, const struct prm_cqe64 *cqe)
{
	if (!qp->srq)
		return;
	switch (prm_cqe64_get_opcode(cqe)) {
	case PRM_CQE_OPCODE_RESP_WR_IMM:
	case PRM_CQE_OPCODE_RESP_SEND:
	case PRM_CQE_OPCODE_RESP_SEND_IMM:
	case PRM_CQE_OPCODE_RESP_SEND_INV:
	case PRM_CQE_OPCODE_RESP_ERR:
		mlx5sig_srq_free_wqe(qp->srq, prm_cqe64_get_wqe_counter(cqe));
		break;
	}
}

/* @is_own: they are completions of @qp, not of a former QP with its number. */
static void drop(struct mlx5sig_cq *cq, const struct mlx5sig_queue_pair *qp, bool is_own)
{
	struct prm_cqe64 *cqe;
	uint32_t i;

	for (i = 0; i < cq->ring.cnt && (cqe = mlx5sig_cqe_get(&cq->ring, cq->ci + i)); i++) {
		mlx5sig_after_dma();
		if (prm_cqe64_get_opcode(cqe) == PRM_CQE_OPCODE_SIG_ERR ||
		    prm_cqe64_get_qpn(cqe) != qp->qpn)
			continue;
		if (is_own)
			free_received(qp, cqe);
		prm_cqe64_set_qpn(cqe, MLX5SIG_ANY_QPN);
	}
	cq->last_qpn = UINT32_MAX;
}

void mlx5sig_cq_drop(struct mlx5sig_cq *cq, struct mlx5sig_queue_pair *qp)
{
	mlx5sig_lock(&cq->lock);
	drop(cq, qp, true);
	mlx5sig_unlock(&cq->lock);
}

/* Makes @value what pollers find where the QP has @cq. */
static void set_cqs(struct mlx5sig_queue_pair *qp, const struct mlx5sig_cq *cq, struct mlx5sig_cq *value)
{
	if (qp->send_cq == cq)
		atomic_store_explicit(&qp->ref->send_cq, value, memory_order_relaxed);
	if (qp->recv_cq == cq)
		atomic_store_explicit(&qp->ref->recv_cq, value, memory_order_relaxed);
}

/* A former QP may have flushed requests between its detaching and its end. */
void mlx5sig_cq_add_qp(struct mlx5sig_cq *cq, struct mlx5sig_queue_pair *qp)
{
	mlx5sig_lock(&cq->lock);
	drop(cq, qp, false);
	set_cqs(qp, cq, cq);
	cq->num_qps++;
	mlx5sig_unlock(&cq->lock);
}

void mlx5sig_cq_remove_qp(struct mlx5sig_cq *cq, struct mlx5sig_queue_pair *qp)
{
	mlx5sig_lock(&cq->lock);
	drop(cq, qp, true);
	set_cqs(qp, cq, NULL);
	cq->num_qps--;
	mlx5sig_unlock(&cq->lock);
}

/*
 * Events.
 */

void mlx5sig_cq_event(struct mlx5sig_cq *cq)
{
	mlx5sig_lock(&cq->lock);
	cq->arm_sn++;
	mlx5sig_unlock(&cq->lock);
}

int mlx5sig_req_notify_cq(struct mlx5sig_cq *cq, int solicited_only)
{
	struct prm_cq_doorbell_record record;
	struct prm_cq_arm_doorbell doorbell;
	uint32_t arm_cmd, arm_sn, ci;
	uint64_t value;

	if (!cq->uar)
		return EOPNOTSUPP;
	mlx5sig_lock(&cq->lock);
	arm_cmd = solicited_only ? PRM_CQ_ARM_CMD_SOLICITED : PRM_CQ_ARM_CMD_NEXT;
	arm_sn = cq->arm_sn % 4;
	ci = cq->recorded_ci = cq->ci & MLX5SIG_MAX_NUMBER;
	prm_cq_arm_doorbell_pack(&doorbell, &(struct prm_cq_arm_doorbell_fields) {
		.arm_sn = (uint8_t)arm_sn, .arm_cmd = (uint8_t)arm_cmd, .ci = ci, .cqn = cq->cqn });
	prm_cq_doorbell_record_pack(&record, &(struct prm_cq_doorbell_record_fields) {
		.ci = ci, .arm_sn = (uint8_t)arm_sn, .arm_cmd = (uint8_t)arm_cmd, .arm_ci = ci });
	memcpy(cq->dbrec, &record, sizeof(record));
	mlx5sig_before_dma();
	mlx5sig_flush_mmio();
	memcpy(&value, &doorbell, sizeof(value));
	mlx5sig_write64(cq->device, cq->uar + PRM_UAR_REGISTER_CQ_ARM, value);
	mlx5sig_flush_mmio();
	mlx5sig_unlock(&cq->lock);
	return 0;
}

/*
 * Attaching and detaching.
 */

static bool is_legal(const struct mlx5sig_raw_cq *raw, const struct mlx5sig_cq_attr *attr)
{
	return !raw->comp_mask && (!attr || (!attr->comp_mask &&
		!(attr->flags & ~(uint32_t)(MLX5SIG_ATTACH_SINGLE_THREADED |
					    MLX5SIG_ATTACH_IGNORE_OVERRUN)))) &&
	       raw->cqe_cnt && !(raw->cqe_cnt & (raw->cqe_cnt - 1)) &&
	       raw->cqn <= MLX5SIG_MAX_NUMBER && (raw->cqe_size == 64 || raw->cqe_size == 128) &&
	       raw->buf && (uintptr_t)raw->buf % PRM_CQE64_SIZE == 0 && raw->dbrec &&
	       (uintptr_t)raw->dbrec % sizeof(uint64_t) == 0;
}

/* Takes over a user of @device on success. */
static struct mlx5sig_cq *attach(struct mlx5sig_device *device, struct ibv_cq *ibv,
				 const struct mlx5sig_raw_cq *raw,
				 const struct mlx5sig_cq_attr *attr)
{
	struct mlx5sig_cq *cq;
	int err;

	if (!is_legal(raw, attr))
		return mlx5sig_null(EINVAL);
	cq = calloc(1, sizeof(*cq));
	if (!cq)
		return NULL;
	mlx5sig_lock_init(&cq->lock, !(attr && attr->flags & MLX5SIG_ATTACH_SINGLE_THREADED));
	cq->device = device;
	cq->ibv = ibv;
	cq->ring = mlx5sig_cq_ring(raw->buf, raw->cqe_cnt, raw->cqe_size);
	cq->cqn = raw->cqn;
	cq->entry = (struct mlx5sig_attached) { .buf = raw->buf, .number = raw->cqn, .ibv = ibv };
	/* The record says where polling continues, and how the CQ was armed. */
	cq->dbrec = (struct prm_cq_doorbell_record *)raw->dbrec;
	cq->ci = cq->recorded_ci = prm_cq_doorbell_record_get_ci(cq->dbrec);
	cq->ignores_overrun = attr && attr->flags & MLX5SIG_ATTACH_IGNORE_OVERRUN;
	cq->uar = raw->uar;
	/* libmlx5 counts received events from 0; all of them are acknowledged (see the page). */
	cq->arm_sn = ibv ? ibv->comp_events_completed :
			   prm_cq_doorbell_record_get_arm_sn(cq->dbrec);
	err = mlx5sig_attached_add(device, &cq->entry);
	if (err) {
		free(cq);
		return mlx5sig_null(err);
	}
	return cq;
}

struct mlx5sig_cq *mlx5sig_device_cq_attach(struct mlx5sig_device *device,
					    const struct mlx5sig_raw_cq *raw,
					    const struct mlx5sig_cq_attr *attr)
{
	struct mlx5sig_cq *cq = attach(device, NULL, raw, attr);

	if (cq)
		mlx5sig_device_use(device);
	return cq;
}

/* The context of the CQ on the device. */
static int query(struct ibv_cq *ibv, uint32_t cqn, struct prm_query_cq_out *out)
{
	struct prm_query_cq_in_fields v;
	struct prm_query_cq_in in;
	int err;

	prm_query_cq_in_fields_init(&v);
	v.cqn = cqn;
	prm_query_cq_in_pack(&in, &v);
	memset(out, 0, sizeof(*out));
	err = mlx5dv_devx_cq_query(ibv, &in, sizeof(in), out, sizeof(*out));
	return mlx5sig_cmd_errno(err, out);
}

/*
 * Fills in what libmlx5 knows of a CQ. EOPNOTSUPP: it has compressed CQEs. EINVAL: it does not ignore
 * overrun, as @flags say.
 */
static int read_cq(struct ibv_cq *ibv, struct mlx5sig_raw_cq *raw, uint32_t flags)
{
	struct mlx5dv_cq dv = {0};
	struct mlx5dv_obj obj = { .cq = { .in = ibv, .out = &dv } };
	struct prm_query_cq_out out;
	int err;

	/* Marks the CQ, so that libmlx5 does not clean it when a QP is destroyed. */
	err = mlx5dv_init_obj(&obj, MLX5DV_OBJ_CQ);
	if (!err)
		err = query(ibv, dv.cqn, &out);
	if (err)
		return err;
	*raw = (struct mlx5sig_raw_cq) {
		.buf = dv.buf, .dbrec = dv.dbrec, .uar = dv.cq_uar, .cqe_cnt = dv.cqe_cnt,
		.cqe_size = dv.cqe_size, .cqn = dv.cqn };
	if (prm_cqc_get_cqe_comp_en(&out.cq_context))
		return EOPNOTSUPP;
	return flags & MLX5SIG_ATTACH_IGNORE_OVERRUN && !prm_cqc_get_oi(&out.cq_context) ? EINVAL : 0;
}

struct mlx5sig_cq *mlx5sig_cq_attach(struct ibv_cq *ibv, const struct mlx5sig_cq_attr *attr)
{
	struct mlx5sig_device *device = mlx5sig_device_get(ibv->context);
	struct mlx5sig_raw_cq raw;
	struct mlx5sig_cq *cq;
	int err;

	if (!device)
		return NULL;
	err = read_cq(ibv, &raw, attr ? attr->flags : 0);
	cq = err ? mlx5sig_null(err) : attach(device, ibv, &raw, attr);
	if (!cq)
		mlx5sig_device_put(device);
	return cq;
}

int mlx5sig_cq_status(struct mlx5sig_cq *cq)
{
	struct prm_query_cq_out out;
	int err;

	if (!cq->ibv)
		return EOPNOTSUPP;
	err = query(cq->ibv, cq->cqn, &out);
	if (err)
		return err;
	switch (prm_cqc_get_status(&out.cq_context)) {
	case PRM_CQ_STATUS_OK:
		return 0;
	case PRM_CQ_STATUS_CQ_OVERFLOW:
		return EOVERFLOW;
	default:
		return EIO;
	}
}

/*
 * Signature errors that have not been polled are taken, since their keys live on: a key whose error
 * is missed would report no other one. All other completions have no QP.
 */
static void drain(struct mlx5sig_cq *cq)
{
	const struct prm_cqe64 *cqe;
	uint32_t i;

	for (i = 0; i < cq->ring.cnt && (cqe = mlx5sig_cqe_get(&cq->ring, cq->ci)); i++) {
		mlx5sig_after_dma();
		if (prm_cqe64_get_opcode(cqe) == PRM_CQE_OPCODE_SIG_ERR)
			mlx5sig_note_error(cq, (const struct prm_sig_err_cqe *)cqe);
		cq->ci++;
	}
	mlx5sig_cq_update_record(cq);
}

int mlx5sig_cq_detach(struct mlx5sig_cq *cq)
{
	struct mlx5sig_device *device = cq->device;
	bool is_used;

	mlx5sig_lock(&cq->lock);
	is_used = cq->num_qps;
	if (!is_used)
		drain(cq);
	mlx5sig_unlock(&cq->lock);
	if (is_used)
		return EBUSY;
	mlx5sig_delist_keys(cq);
	mlx5sig_attached_remove(device, &cq->entry);
	free(cq);
	mlx5sig_device_put(device);
	return 0;
}
