/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Completions of all kinds.
 *
 * QPs are found by their number, which stands in the CQEs of both versions. CQEs of a QP that is
 * not attached, and signature errors of unknown keys, are consumed in silence: no completion of
 * another QP is lost for them.
 */
#include <errno.h>

#include "received.h"

static enum ibv_wc_status status_of(const struct prm_err_cqe *cqe)
{
	switch (prm_err_cqe_get_syndrome(cqe)) {
	case PRM_CQE_SYNDROME_LOCAL_LENGTH_ERR:
		return IBV_WC_LOC_LEN_ERR;
	case PRM_CQE_SYNDROME_LOCAL_QP_OP_ERR:
		return IBV_WC_LOC_QP_OP_ERR;
	case PRM_CQE_SYNDROME_LOCAL_PROT_ERR:
		return IBV_WC_LOC_PROT_ERR;
	case PRM_CQE_SYNDROME_WR_FLUSH_ERR:
		return IBV_WC_WR_FLUSH_ERR;
	case PRM_CQE_SYNDROME_MW_BIND_ERR:
		return IBV_WC_MW_BIND_ERR;
	case PRM_CQE_SYNDROME_BAD_RESP_ERR:
		return IBV_WC_BAD_RESP_ERR;
	case PRM_CQE_SYNDROME_LOCAL_ACCESS_ERR:
		return IBV_WC_LOC_ACCESS_ERR;
	case PRM_CQE_SYNDROME_REMOTE_INVAL_REQ_ERR:
		return IBV_WC_REM_INV_REQ_ERR;
	case PRM_CQE_SYNDROME_REMOTE_ACCESS_ERR:
		return IBV_WC_REM_ACCESS_ERR;
	case PRM_CQE_SYNDROME_REMOTE_OP_ERR:
		return IBV_WC_REM_OP_ERR;
	case PRM_CQE_SYNDROME_TRANSPORT_RETRY_EXC_ERR:
		return IBV_WC_RETRY_EXC_ERR;
	case PRM_CQE_SYNDROME_RNR_RETRY_EXC_ERR:
		return IBV_WC_RNR_RETRY_EXC_ERR;
	case PRM_CQE_SYNDROME_REMOTE_ABORTED_ERR:
		return IBV_WC_REM_ABORT_ERR;
	default:
		return IBV_WC_GENERAL_ERR;
	}
}

/* Data that stand in the CQE, to the segments of the request. */
static enum ibv_wc_status scatter(const uint8_t *data, uint32_t length,
				  const struct prm_data_seg *(*segment)(const void *, uint32_t,
									uint32_t),
				  const void *queue, uint32_t wqe, uint32_t first, uint32_t num)
{
	const struct prm_data_seg *seg;
	uint32_t piece, i;

	for (i = first; length && i < num; i++) {
		seg = segment(queue, wqe, i);
		piece = prm_data_seg_get_byte_count(seg);
		if (!piece)	/* the end of the list; what follows is old */
			break;
		if (piece > length)
			piece = length;
		memcpy((void *)(uintptr_t)prm_data_seg_get_addr(seg), data, piece);
		data += piece;
		length -= piece;
	}
	return length ? IBV_WC_LOC_LEN_ERR : IBV_WC_SUCCESS;
}

static const struct prm_data_seg *send_segment(const void *queue, uint32_t wqe, uint32_t i)
{
	const struct mlx5sig_sq *sq = queue;

	return mlx5sig_ring_at(&sq->ring, wqe, i);
}

static const struct prm_data_seg *recv_segment(const void *queue, uint32_t wqe, uint32_t i)
{
	const struct mlx5sig_rq *rq = queue;

	return (const void *)(rq->buf + (size_t)wqe * rq->stride + i * PRM_DATA_SEG_SIZE);
}

/* Where @length bytes of data stand, or NULL: in the CQE, or in the 64 bytes in front of it. */
static const uint8_t *inline_data(const struct mlx5sig_completion_queue *cq,
				  const struct prm_cqe64 *cqe, uint32_t length)
{
	bool has_front = 1u << cq->ring.log_size > PRM_CQE64_SIZE;

	switch (prm_cqe64_get_format(cqe)) {
	case PRM_CQE_FORMAT_INLINE_32:
		if (length <= sizeof(cqe->inline_data))
			return cqe->inline_data;
		break;
	case PRM_CQE_FORMAT_INLINE_64:
		if (has_front && length <= PRM_CQE64_SIZE)
			return (const uint8_t *)cqe - PRM_CQE64_SIZE;
		break;
	}
	return NULL;
}

static __attribute__((noinline)) enum ibv_wc_status
scatter_send(const struct mlx5sig_completion_queue *cq, struct mlx5sig_sq *sq,
	     const struct prm_cqe64 *cqe, uint32_t length)
{
	uint32_t wqe = prm_cqe64_get_wqe_counter(cqe), first;
	const struct prm_ctrl_seg *ctrl = mlx5sig_ring_at(&sq->ring, wqe, 0);
	const uint8_t *data = inline_data(cq, cqe, length);

	if (!data)
		return IBV_WC_GENERAL_ERR;
	switch (prm_ctrl_seg_get_opcode(ctrl)) {
	case PRM_WQE_OPCODE_RDMA_READ:
		first = MLX5SIG_RDMA_OCTOWORDS;
		break;
	case PRM_WQE_OPCODE_ATOMIC_CS:
	case PRM_WQE_OPCODE_ATOMIC_FA:
		first = MLX5SIG_ATOMIC_OCTOWORDS;
		break;
	default:
		return IBV_WC_REM_INV_REQ_ERR;
	}
	return scatter(data, length, send_segment, sq, wqe, first, prm_ctrl_seg_get_ds(ctrl));
}

/* A completion of a send request, plain or not. */
MLX5SIG_INLINE int take_requester(struct mlx5sig_completion_queue *cq, const struct prm_cqe64 *cqe,
				  struct ibv_wc *wc)
{
	uint32_t qpn = prm_cqe64_get_qpn(cqe);
	struct mlx5sig_queue_pair *qp = mlx5sig_find_qp(cq, qpn);
	uint32_t wqe_counter = prm_cqe64_get_wqe_counter(cqe);
	const struct mlx5sig_slot *slot;

	if (unlikely(!qp))
		return 0;
	slot = &qp->sq.slots[mlx5sig_sq_slot(&qp->sq, wqe_counter)];
	mlx5sig_fill_sent(slot, cqe, qpn, wc);
	if (unlikely(slot->flags & MLX5SIG_SLOT_IS_ATOMIC))
		wc->byte_len = sizeof(uint64_t);
	if (unlikely(prm_cqe64_get_format(cqe) != PRM_CQE_FORMAT_NO_INLINE))
		wc->status = scatter_send(cq, &qp->sq, cqe, wc->byte_len);
	mlx5sig_retire_send(&qp->sq.done, wqe_counter);
	return 1;
}

static __attribute__((noinline)) enum ibv_wc_status
scatter_received(const struct mlx5sig_completion_queue *cq, const struct mlx5sig_rq *rq, uint32_t i,
		 const struct prm_cqe64 *cqe, uint32_t length)
{
	const uint8_t *data = inline_data(cq, cqe, length);

	return data ? scatter(data, length, recv_segment, rq, i, 0, rq->max_gs) :
		      IBV_WC_GENERAL_ERR;
}

static const struct prm_data_seg *shared_segment(const void *queue, uint32_t wqe, uint32_t i)
{
	return (const void *)&mlx5sig_srq_wqe(queue, wqe)[i];
}

/* The part of a completion that depends on whose request it is. */
static __attribute__((noinline)) void take_shared(const struct mlx5sig_completion_queue *cq,
						  struct mlx5sig_srq *srq,
						  const struct prm_cqe64 *cqe, struct ibv_wc *wc)
{
	const uint32_t i = prm_cqe64_get_wqe_counter(cqe);
	const uint8_t *data;

	wc->wr_id = srq->wr_ids[i & srq->mask];
	if (unlikely(prm_cqe64_get_format(cqe) != PRM_CQE_FORMAT_NO_INLINE)) {
		data = inline_data(cq, cqe, wc->byte_len);
		wc->status = data ? scatter(data, wc->byte_len, shared_segment, srq, i, 0,
					    srq->max_gs) :
				    IBV_WC_GENERAL_ERR;
	}
	mlx5sig_srq_give_back(srq, i);
}

static void take_own(const struct mlx5sig_completion_queue *cq, struct mlx5sig_rq *rq,
		     const struct prm_cqe64 *cqe, struct ibv_wc *wc)
{
	const uint32_t i = prm_cqe64_get_wqe_counter(cqe) & (rq->wqe_cnt - 1);

	wc->wr_id = rq->wr_ids[i];
	if (unlikely(prm_cqe64_get_format(cqe) != PRM_CQE_FORMAT_NO_INLINE))
		wc->status = scatter_received(cq, rq, i, cqe, wc->byte_len);
	mlx5sig_retire_receive(&rq->tail);
}

MLX5SIG_INLINE int take_responder(struct mlx5sig_completion_queue *cq, struct prm_cqe64 *cqe,
				  struct ibv_wc *wc)
{
	uint32_t qpn = prm_cqe64_get_qpn(cqe);
	struct mlx5sig_queue_pair *qp = mlx5sig_find_qp(cq, qpn);

	if (unlikely(!qp || !mlx5sig_has_receives(qp)))
		return 0;
	mlx5sig_fill_received(&mlx5sig_received[prm_cqe64_get_opcode(cqe)], cqe, qpn, wc);
	if (qp->srq)
		take_shared(cq, qp->srq, cqe, wc);
	else
		take_own(cq, &qp->rq, cqe, wc);
	return 1;
}

/* Whether the WQE is a part of a request that has come back in error already: that is told once. */
static bool is_told(struct mlx5sig_sq *sq, const struct mlx5sig_slot *slot)
{
	bool is_part = slot->flags & MLX5SIG_SLOT_IS_PART && slot->head == sq->after_error;

	sq->after_error = slot->head + 1;
	return is_part;
}

static __attribute__((noinline)) int take_error(struct mlx5sig_completion_queue *cq,
						struct prm_cqe64 *cqe, struct ibv_wc *wc,
						bool is_send)
{
	const struct prm_err_cqe *err = (const struct prm_err_cqe *)cqe;
	uint32_t qpn = prm_err_cqe_get_qpn(err);
	struct mlx5sig_queue_pair *qp = mlx5sig_find_qp(cq, qpn);
	uint32_t wqe_counter = prm_err_cqe_get_wqe_counter(err);
	const struct mlx5sig_slot *slot;
	int num = 1;

	if (unlikely(!qp || (!is_send && !mlx5sig_has_receives(qp))))
		return 0;
	wc->status = status_of(err);
	wc->vendor_err = prm_err_cqe_get_vendor_err_synd(err);
	wc->byte_len = 0;
	wc->qp_num = qpn;
	wc->wc_flags = 0;
	if (is_send) {
		slot = &qp->sq.slots[mlx5sig_sq_slot(&qp->sq, wqe_counter)];
		wc->wr_id = slot->wr_id;
		wc->opcode = slot->wc_opcode;
		num = !is_told(&qp->sq, slot);
		mlx5sig_retire_send(&qp->sq.done, wqe_counter);
	} else {
		wc->opcode = IBV_WC_RECV;
		if (qp->srq) {
			wc->wr_id = qp->srq->wr_ids[wqe_counter & qp->srq->mask];
			mlx5sig_srq_give_back(qp->srq, wqe_counter);
		} else {
			wc->wr_id = qp->rq.wr_ids[wqe_counter & (qp->rq.wqe_cnt - 1)];
			mlx5sig_retire_receive(&qp->rq.tail);
		}
	}
	return num;
}

static __attribute__((noinline)) void take_sig_err(const struct mlx5sig_completion_queue *cq,
						   const struct prm_cqe64 *cqe)
{
	const struct prm_sig_err_cqe *err = (const struct prm_sig_err_cqe *)cqe;
	struct mlx5sig_key *key = mlx5sig_find_key(cq, err);

	if (key)
		mlx5sig_key_note_error(key, err);
}

/* Any CQE. Fills at most one completion; gives their number. */
MLX5SIG_INLINE int take(struct mlx5sig_completion_queue *cq, struct prm_cqe64 *cqe,
			struct ibv_wc *wc)
{
	if (unlikely(cq->arm_solicited))
		cq->was_triggered |= mlx5sig_cqe_is_solicited(cqe);
	switch (prm_cqe64_get_opcode(cqe)) {
	case PRM_CQE_OPCODE_REQ:
		return take_requester(cq, cqe, wc);
	case PRM_CQE_OPCODE_RESP_WR_IMM:
	case PRM_CQE_OPCODE_RESP_SEND:
	case PRM_CQE_OPCODE_RESP_SEND_IMM:
	case PRM_CQE_OPCODE_RESP_SEND_INV:
		return take_responder(cq, cqe, wc);
	case PRM_CQE_OPCODE_REQ_ERR:
		return take_error(cq, cqe, wc, true);
	case PRM_CQE_OPCODE_RESP_ERR:
		return take_error(cq, cqe, wc, false);
	case PRM_CQE_OPCODE_SIG_ERR:
		take_sig_err(cq, cqe);
		return 0;
	case PRM_CQE_OPCODE_RESIZE_CQ:
		return -EIO;	/* the ring has moved, and we cannot follow */
	}
	return 0;
}

static int poll_nothing(struct mlx5sig_cq *pub, int num_entries, struct ibv_wc *wc)
{
	(void)pub;
	(void)num_entries;
	(void)wc;
	return -EBUSY;
}

/* What was polled elsewhere is not known here: no completion would be right any more. */
__attribute__((cold)) int mlx5sig_give_up(struct mlx5sig_completion_queue *cq)
{
	__atomic_store_n(&cq->pub.poll, poll_nothing, __ATOMIC_RELAXED);
	mlx5sig_cq_unlock(cq);
	return -EBUSY;
}

/*
 * Any CQEs, behind @found that have been taken. Gives the number of completions, or a negative one,
 * and the lock back.
 */
int mlx5sig_poll_any(struct mlx5sig_completion_queue *cq, uint32_t num, struct ibv_wc *wc,
		     uint32_t found)
{
	struct prm_cqe64 *cqe;
	int taken = 0;

	if (!found && !mlx5sig_is_record_ours(cq))
		return mlx5sig_give_up(cq);
	while (found < num && mlx5sig_is_new(cq, cq->next)) {
		mlx5sig_after_dma();
		cqe = cq->next;
		taken = take(cq, cqe, &wc[found]);
		if (unlikely(taken < 0))
			break;
		mlx5sig_consume(cq, 1, mlx5sig_cqe_behind(cq, cqe, 1));
		found += (uint32_t)taken;
	}
	mlx5sig_update_record(cq, cq->ci);
	mlx5sig_cq_unlock(cq);
	return !found && taken < 0 ? taken : (int)found;
}

