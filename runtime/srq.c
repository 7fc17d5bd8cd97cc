/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
#include <errno.h>
#include <stdlib.h>

#include <infiniband/mlx5dv.h>

#include "mmio.h"
#include "srq.h"

/*
 * Receive requests.
 */

int mlx5sig_build_recv(struct prm_recv_data_seg *seg, const struct ibv_recv_wr *wr,
		       uint32_t max_gs)
{
	const struct ibv_sge *sge = wr->sg_list, *const end = sge + wr->num_sge;
	const struct prm_recv_data_seg *const last = seg + max_gs;

	if (wr->num_sge < 0 || (uint32_t)wr->num_sge > max_gs)
		return EINVAL;
	for (; sge < end; sge++) {
		if (sge->length > MLX5SIG_MAX_SGE)
			return EINVAL;
		if (sge->length)
			prm_recv_data_seg_pack(seg++, &(struct prm_recv_data_seg_fields) {
				.byte_count = sge->length, .lkey = sge->lkey, .addr = sge->addr });
	}
	if (seg < last)
		prm_recv_data_seg_pack(seg, &(struct prm_recv_data_seg_fields) {
			.lkey = PRM_SPECIAL_LKEY_TERMINATE_SCATTER_LIST });
	return 0;
}

static struct prm_srq_next_seg *link_of(const struct mlx5sig_srq *srq, uint32_t i)
{
	return (void *)(srq->buf + (size_t)i * srq->stride);
}

static void append_free(struct mlx5sig_srq *srq, uint32_t i)
{
	prm_srq_next_seg_set_next_wqe_index(link_of(srq, srq->tail), i);
	srq->tail = i;
}

/* The WQE at the head of the list is complete. */
static void advance(struct mlx5sig_srq *srq)
{
	srq->head = prm_srq_next_seg_get_next_wqe_index(link_of(srq, srq->head)) & srq->mask;
	srq->posted++;
}

static void update_record(struct mlx5sig_srq *srq)
{
	mlx5sig_before_dma();
	srq->dbrec->recv_counter = prm_cpu_to_be16(srq->posted);
}

void mlx5sig_srq_free_wqe(struct mlx5sig_srq *srq, uint32_t i)
{
	mlx5sig_lock(&srq->lock);
	append_free(srq, i & srq->mask);
	mlx5sig_unlock(&srq->lock);
}

void mlx5sig_srq_repost(struct mlx5sig_srq *srq, uint32_t i)
{
	i &= srq->mask;
	mlx5sig_lock(&srq->lock);
	append_free(srq, i);
	memcpy(mlx5sig_srq_wqe(srq, srq->head), mlx5sig_srq_wqe(srq, i),
	       srq->max_gs * sizeof(struct prm_recv_data_seg));
	srq->wr_ids[srq->head] = srq->wr_ids[i];
	advance(srq);
	update_record(srq);
	mlx5sig_unlock(&srq->lock);
}

int mlx5sig_post_srq_recv(struct mlx5sig_srq *srq, struct ibv_recv_wr *wr,
			  struct ibv_recv_wr **bad_wr)
{
	uint16_t posted;
	int err = 0;

	mlx5sig_lock(&srq->lock);
	posted = srq->posted;
	for (; wr; wr = wr->next) {
		/* In this order, as libmlx5; for a QP's own queue it is the other one. */
		err = mlx5sig_build_recv(mlx5sig_srq_wqe(srq, srq->head), wr, srq->max_gs);
		if (!err && srq->head == srq->tail)
			err = ENOMEM;
		if (err) {
			*bad_wr = wr;
			break;
		}
		srq->wr_ids[srq->head] = wr->wr_id;
		advance(srq);
	}
	if (posted != srq->posted)
		update_record(srq);
	mlx5sig_unlock(&srq->lock);
	return err;
}

/*
 * Attaching and detaching.
 */

void mlx5sig_srq_use(struct mlx5sig_srq *srq, int num)
{
	mlx5sig_lock(&srq->lock);
	srq->num_qps += (uint32_t)num;
	mlx5sig_unlock(&srq->lock);
}

static void srq_free(struct mlx5sig_srq *srq)
{
	free(srq->wr_ids);
	free(srq);
}

/* All WQEs are free and linked in order. */
static void make_list(struct mlx5sig_srq *srq)
{
	uint32_t i;

	for (i = 0; i <= srq->mask; i++)
		prm_srq_next_seg_pack(link_of(srq, i), &(struct prm_srq_next_seg_fields) {
			.next_wqe_index = (uint16_t)((i + 1) & srq->mask) });
	srq->tail = srq->mask;
}

static bool is_legal(const struct mlx5sig_raw_srq *raw)
{
	return raw->buf && raw->dbrec && raw->wqe_cnt > 1 && raw->wqe_cnt <= UINT16_MAX + 1u &&
	       !(raw->wqe_cnt & (raw->wqe_cnt - 1)) &&
	       raw->stride >= PRM_SRQ_NEXT_SEG_SIZE + raw->max_gs * PRM_RECV_DATA_SEG_SIZE;
}

/* Uses @device in case of success. */
static struct mlx5sig_srq *attach(struct mlx5sig_device *device, const struct mlx5sig_raw_srq *raw,
				  const struct mlx5sig_srq_attr *attr)
{
	uint32_t flags = attr ? attr->flags : 0;
	struct mlx5sig_srq *srq;
	int err;

	if ((attr && attr->comp_mask) || raw->comp_mask || flags & ~(uint32_t)MLX5SIG_ATTACH_SINGLE_THREADED ||
	    !is_legal(raw))
		return mlx5sig_null(EINVAL);
	srq = calloc(1, sizeof(*srq));
	if (!srq)
		return NULL;
	mlx5sig_lock_init(&srq->lock, !(flags & MLX5SIG_ATTACH_SINGLE_THREADED));
	srq->device = device;
	srq->buf = raw->buf;
	srq->entry.buf = raw->buf;
	srq->dbrec = raw->dbrec;
	srq->mask = raw->wqe_cnt - 1;
	srq->stride = raw->stride;
	srq->max_gs = raw->max_gs;
	srq->wr_ids = calloc(raw->wqe_cnt, sizeof(*srq->wr_ids));
	err = srq->wr_ids ? 0 : ENOMEM;
	/* Requests that libmlx5 posted have ids that only libmlx5 knows. */
	if (!err && prm_be16_to_cpu(srq->dbrec->recv_counter))
		err = EBUSY;
	if (!err)
		err = mlx5sig_attached_add(device, &srq->entry);
	if (err) {
		srq_free(srq);
		return mlx5sig_null(err);
	}
	make_list(srq);
	return srq;
}

struct mlx5sig_srq *mlx5sig_device_srq_attach(struct mlx5sig_device *device,
					      const struct mlx5sig_raw_srq *raw,
					      const struct mlx5sig_srq_attr *attr)
{
	struct mlx5sig_srq *srq = attach(device, raw, attr);

	if (srq)
		mlx5sig_device_use(device);
	return srq;
}

struct mlx5sig_srq *mlx5sig_srq_attach(struct ibv_srq *ibv, const struct mlx5sig_srq_attr *attr)
{
	struct mlx5dv_srq dv = {0};
	struct mlx5dv_obj obj = { .srq = { .in = ibv, .out = &dv } };
	struct mlx5sig_device *device = mlx5sig_device_get(ibv->context);
	struct mlx5sig_srq *srq;
	int err;

	if (!device)
		return NULL;
	err = mlx5dv_init_obj(&obj, MLX5DV_OBJ_SRQ);
	/* All WQEs of a new SRQ are free, and the last one is the tail of the list. */
	srq = err ? mlx5sig_null(err) : attach(device, &(struct mlx5sig_raw_srq) {
		.buf = dv.buf, .dbrec = dv.dbrec, .wqe_cnt = dv.tail + 1, .stride = dv.stride,
		.max_gs = (dv.stride - PRM_SRQ_NEXT_SEG_SIZE) / PRM_RECV_DATA_SEG_SIZE }, attr);
	if (srq)
		srq->ibv = ibv;
	else
		mlx5sig_device_put(device);
	return srq;
}

int mlx5sig_srq_detach(struct mlx5sig_srq *srq)
{
	struct mlx5sig_device *device = srq->device;
	bool is_used;

	mlx5sig_lock(&srq->lock);
	is_used = srq->num_qps;
	mlx5sig_unlock(&srq->lock);
	if (is_used)
		return EBUSY;
	mlx5sig_attached_remove(device, &srq->entry);
	srq_free(srq);
	mlx5sig_device_put(device);
	return 0;
}
