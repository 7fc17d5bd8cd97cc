/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Completion queues: taking over, giving back, the QPs by number, events. poll.c polls.
 */
#include <errno.h>
#include <stdlib.h>

#include <infiniband/mlx5dv.h>

#include "qp.h"
#include "srq.h"

/*
 * QPs by number.
 */

/* A table of @num entries with those of the old one. */
static int resize_table(struct mlx5sig_completion_queue *cq, uint32_t num)
{
	struct mlx5sig_cq_entry *old = cq->qps, *qps = calloc(num, sizeof(*qps));
	uint32_t i, num_old = cq->num_entries;

	if (!qps)
		return ENOMEM;
	cq->qps = qps;
	cq->num_entries = num;
	for (i = 0; i < num_old; i++)
		if (old[i].qp)
			*mlx5sig_cq_find_entry(cq, old[i].qpn) = old[i];
	free(old);
	return 0;
}

int mlx5sig_cq_add_qp(struct mlx5sig_completion_queue *cq, struct mlx5sig_queue_pair *qp)
{
	struct mlx5sig_cq_entry *entry;
	int err = 0;

	mlx5sig_cq_lock(cq);
	entry = mlx5sig_cq_find_entry(cq, qp->sq.ring.qpn);
	if (!entry->qp && (cq->num_qps + 1) * 2 > cq->num_entries) {
		err = resize_table(cq, cq->num_entries * 2);
		entry = mlx5sig_cq_find_entry(cq, qp->sq.ring.qpn);
	}
	if (!err && entry->qp && entry->qp != qp)
		err = EBUSY;
	if (!err) {
		cq->num_qps += !entry->qp;
		entry->qp = qp;
		entry->qpn = qp->sq.ring.qpn;
		entry->uses++;
	}
	mlx5sig_cq_unlock(cq);
	return err;
}

/* Entries behind the one that is freed may have been put there because it was in use. */
static void free_entry(struct mlx5sig_completion_queue *cq, struct mlx5sig_cq_entry *entry)
{
	uint32_t mask = cq->num_entries - 1;
	uint32_t i = (uint32_t)(entry - cq->qps);

	entry->qp = NULL;
	cq->num_qps--;
	for (i = (i + 1) & mask; cq->qps[i].qp; i = (i + 1) & mask) {
		struct mlx5sig_cq_entry moved = cq->qps[i];

		cq->qps[i].qp = NULL;
		*mlx5sig_cq_find_entry(cq, moved.qpn) = moved;
	}
}

void mlx5sig_cq_remove_qp(struct mlx5sig_completion_queue *cq, struct mlx5sig_queue_pair *qp)
{
	struct mlx5sig_cq_entry *entry;

	mlx5sig_cq_lock(cq);
	entry = mlx5sig_cq_find_entry(cq, qp->sq.ring.qpn);
	if (entry->qp == qp && !--entry->uses)
		free_entry(cq, entry);
	mlx5sig_cq_forget_last(cq);
	mlx5sig_cq_unlock(cq);
}

/*
 * CQEs.
 */

/* Of a completion that nobody will see, the receive WQE may be posted again. */
static void drop(const struct mlx5sig_queue_pair *qp, struct prm_cqe64 *cqe)
{
	switch (prm_cqe64_get_opcode(cqe)) {
	case PRM_CQE_OPCODE_RESP_WR_IMM:
	case PRM_CQE_OPCODE_RESP_SEND:
	case PRM_CQE_OPCODE_RESP_SEND_IMM:
	case PRM_CQE_OPCODE_RESP_SEND_INV:
	case PRM_CQE_OPCODE_RESP_ERR:
		if (qp->srq)
			mlx5sig_srq_give_back(qp->srq, prm_cqe64_get_wqe_counter(cqe));
		break;
	}
	prm_cqe64_set_qpn(cqe, MLX5SIG_ANY_QPN);
}

void mlx5sig_cq_drop(struct mlx5sig_completion_queue *cq, struct mlx5sig_queue_pair *qp)
{
	struct prm_cqe64 *cqe;
	uint32_t i;

	mlx5sig_cq_lock(cq);
	for (i = 0; i < cq->ring.cnt && (cqe = mlx5sig_cqe_get(&cq->ring, cq->ci + i)); i++) {
		mlx5sig_after_dma();
		if (prm_cqe64_get_opcode(cqe) != PRM_CQE_OPCODE_SIG_ERR &&
		    prm_cqe64_get_qpn(cqe) == qp->sq.ring.qpn)
			drop(qp, cqe);
	}
	mlx5sig_cq_unlock(cq);
}

/*
 * Events.
 */

/*
 * Whether the CQ, armed by us, has made an event since. Each event makes the device count, and it
 * heeds a request only if that has the same count. What was completed tells: libmlx5 counts the
 * events, but does not tell us.
 */
static bool was_triggered(const struct mlx5sig_completion_queue *cq)
{
	const struct prm_cqe64 *cqe;
	uint32_t i;

	if (!cq->is_armed)
		return false;
	if (cq->was_triggered)
		return true;
	if (!cq->arm_solicited)
		return cq->ci != cq->arm_ci || mlx5sig_cqe_get(&cq->ring, cq->ci);
	for (i = 0; i < cq->ring.cnt && (cqe = mlx5sig_cqe_get(&cq->ring, cq->ci + i)); i++)
		if (mlx5sig_cqe_is_solicited(cqe))
			return true;
	return false;
}

int mlx5sig_req_notify_cq(struct mlx5sig_cq *pub, int solicited_only)
{
	struct mlx5sig_completion_queue *cq = mlx5sig_cq_of(pub);
	struct prm_cq_doorbell_record record = {0};
	struct prm_cq_arm_doorbell doorbell;
	uint64_t value;

	if (!cq->uar)
		return EOPNOTSUPP;
	mlx5sig_cq_lock(cq);
	if (was_triggered(cq))
		cq->arm_sn = (cq->arm_sn + 1) % 4;
	cq->is_armed = true;
	cq->was_triggered = false;
	cq->arm_solicited = solicited_only;
	cq->arm_ci = cq->ci;
	mlx5sig_cq_set_tails(cq);
	prm_cq_arm_doorbell_pack(&doorbell, &(struct prm_cq_arm_doorbell_fields) {
		.arm_sn = (uint8_t)cq->arm_sn,
		.arm_cmd = solicited_only ? PRM_CQ_ARM_CMD_SOLICITED : PRM_CQ_ARM_CMD_NEXT,
		.ci = cq->ci, .cqn = cq->cqn });
	prm_cq_doorbell_record_set_arm_sn(&record, prm_cq_arm_doorbell_get_arm_sn(&doorbell));
	prm_cq_doorbell_record_set_arm_cmd(&record, prm_cq_arm_doorbell_get_arm_cmd(&doorbell));
	prm_cq_doorbell_record_set_arm_ci(&record, prm_cq_arm_doorbell_get_ci(&doorbell));
	cq->dbrec->dw_04 = record.dw_04;
	mlx5sig_before_dma();
	mlx5sig_flush_mmio();
	memcpy(&value, &doorbell, sizeof(value));
	mlx5sig_write64(cq->device, cq->uar + PRM_UAR_REGISTER_CQ_ARM, value);
	mlx5sig_flush_mmio();
	mlx5sig_cq_unlock(cq);
	return 0;
}

/*
 * Taking over and giving back.
 */

static bool is_power_of_two(uint32_t n)
{
	return n && !(n & (n - 1));
}

/* Into the list of the device; EBUSY if it is there. */
static int enlist(struct mlx5sig_completion_queue *cq)
{
	struct mlx5sig_device *device = cq->device;
	struct mlx5sig_completion_queue *other;
	int err = 0;

	pthread_mutex_lock(&device->lock);
	for (other = device->cqs; other; other = other->next_cq)
		if (other->cqn == cq->cqn)
			err = EBUSY;
	if (!err) {
		cq->next_cq = device->cqs;
		device->cqs = cq;
	}
	pthread_mutex_unlock(&device->lock);
	return err;
}

static void delist(struct mlx5sig_completion_queue *cq)
{
	struct mlx5sig_completion_queue **other;

	pthread_mutex_lock(&cq->device->lock);
	for (other = &cq->device->cqs; *other; other = &(*other)->next_cq) {
		if (*other == cq) {
			*other = cq->next_cq;
			break;
		}
	}
	pthread_mutex_unlock(&cq->device->lock);
}

static void cq_free(struct mlx5sig_completion_queue *cq)
{
	free(cq->qps);
	free(cq);
}

/* Arming as the record has it, which also tells where polling goes on. */
static void read_record(struct mlx5sig_completion_queue *cq)
{
	struct prm_cq_doorbell_record record = { .dw_00 = cq->dbrec->dw_00,
						 .dw_04 = cq->dbrec->dw_04 };

	cq->arm_sn = prm_cq_doorbell_record_get_arm_sn(&record);
	cq->arm_ci = prm_cq_doorbell_record_get_arm_ci(&record);
	cq->is_armed = record.dw_04.be;
	cq->arm_solicited = prm_cq_doorbell_record_get_arm_cmd(&record) == PRM_CQ_ARM_CMD_SOLICITED;
	mlx5sig_cq_begin(cq, prm_cq_doorbell_record_get_ci(&record));
}

/* Uses @device in case of success. */
static struct mlx5sig_completion_queue *attach(struct mlx5sig_device *device,
					       const struct mlx5sig_raw_cq *raw,
					       const struct mlx5sig_cq_attr *attr)
{
	uint32_t flags = attr ? attr->flags : 0;
	struct mlx5sig_completion_queue *cq;
	int err = EINVAL;

	if ((attr && attr->comp_mask) || flags & ~(uint32_t)MLX5SIG_ATTACH_SINGLE_THREADED ||
	    !is_power_of_two(raw->cqe_cnt) || raw->cqn > MLX5SIG_ANY_QPN ||
	    (raw->cqe_size != 64 && raw->cqe_size != 128) ||
	    !raw->buf || (uintptr_t)raw->buf % PRM_CQE64_SIZE || !raw->dbrec) {
		errno = EINVAL;
		return NULL;
	}
	cq = calloc(1, sizeof(*cq));
	if (!cq)
		return NULL;
	mlx5sig_lock_init(&cq->lock);
	cq->is_locked = !(flags & MLX5SIG_ATTACH_SINGLE_THREADED);
	cq->device = device;
	cq->keys = device->keys;
	cq->ring = mlx5sig_cq_ring(raw->buf, raw->cqe_cnt, raw->cqe_size);
	cq->cqn = raw->cqn;
	cq->dbrec = raw->dbrec;
	cq->uar = raw->uar;
	read_record(cq);
	err = resize_table(cq, 4);
	if (!err)
		err = enlist(cq);
	if (err) {
		cq_free(cq);
		errno = err;
		return NULL;
	}
	return cq;
}

struct mlx5sig_cq *mlx5sig_device_cq_attach(struct mlx5sig_device *device,
					    const struct mlx5sig_raw_cq *raw,
					    const struct mlx5sig_cq_attr *attr)
{
	struct mlx5sig_completion_queue *cq = attach(device, raw, attr);

	if (!cq)
		return NULL;
	mlx5sig_device_use(device);
	return &cq->pub;
}

struct mlx5sig_cq *mlx5sig_cq_attach(struct ibv_cq *ibv, const struct mlx5sig_cq_attr *attr)
{
	struct mlx5dv_cq dv = {0};
	struct mlx5dv_obj obj = { .cq = { .in = ibv, .out = &dv } };
	struct mlx5sig_raw_cq raw;
	struct mlx5sig_device *device;
	struct mlx5sig_completion_queue *cq;
	int err;

	device = mlx5sig_device_get(ibv->context);
	if (!device)
		return NULL;
	/* Marks the CQ, so that libmlx5 does not clean it when a QP is destroyed. */
	err = mlx5dv_init_obj(&obj, MLX5DV_OBJ_CQ);
	if (err) {
		mlx5sig_device_put(device);
		errno = err;
		return NULL;
	}
	raw = (struct mlx5sig_raw_cq) {
		.buf = dv.buf, .dbrec = dv.dbrec, .uar = dv.cq_uar, .cqe_cnt = dv.cqe_cnt,
		.cqe_size = dv.cqe_size, .cqn = dv.cqn };
	cq = attach(device, &raw, attr);
	if (!cq) {
		mlx5sig_device_put(device);
		return NULL;
	}
	cq->ibv = ibv;
	return &cq->pub;
}

int mlx5sig_cq_detach(struct mlx5sig_cq *pub)
{
	struct mlx5sig_completion_queue *cq = mlx5sig_cq_of(pub);
	struct mlx5sig_device *device = cq->device;
	bool is_used;

	mlx5sig_cq_lock(cq);
	is_used = cq->num_qps;
	mlx5sig_cq_unlock(cq);
	if (is_used)
		return EBUSY;
	delist(cq);
	cq_free(cq);
	mlx5sig_device_put(device);
	return 0;
}
