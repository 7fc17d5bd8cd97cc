/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Polling of completion queues.
 *
 * QPs are found by their number, which stands in the CQEs of both versions. CQEs of a QP that is
 * not attached, and signature errors of unknown keys, are consumed in silence: no completion of
 * another QP is lost for them.
 *
 * Most CQEs are plain completions of send requests, and of the QP that had the last one too: they
 * are told by two comparisons, and taken in a straight line (poll_plain).
 */
#include <errno.h>

#include "qp.h"

/* The QP of a CQE, or NULL. */
static inline struct mlx5sig_queue_pair *find_qp(struct mlx5sig_cq *cq, uint32_t qpn)
{
	return likely(cq->last_qpn == qpn) ? cq->last : mlx5sig_cq_find_other(cq, qpn);
}

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

/*
 * This request and all before it are done. Their slots and WQEs may be written again, so nothing
 * reads them behind this.
 */
static inline void retire_send(struct mlx5sig_sq *sq, uint16_t wqe_counter)
{
	atomic_store_explicit(&sq->done, wqe_counter | MLX5SIG_DONE_VALID, memory_order_release);
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
static const uint8_t *inline_data(const struct mlx5sig_cq *cq, const struct prm_cqe64 *cqe,
				  uint32_t length)
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

static __attribute__((noinline)) enum ibv_wc_status scatter_send(const struct mlx5sig_cq *cq,
								 struct mlx5sig_sq *sq,
								 const struct prm_cqe64 *cqe,
								 uint32_t length)
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

/* A request that is done. */
MLX5SIG_INLINE void fill_sent(const struct mlx5sig_slot *slot, const struct prm_cqe64 *cqe,
			      uint32_t qpn, struct ibv_wc *wc)
{
	wc->wr_id = slot->wr_id;
	wc->status = IBV_WC_SUCCESS;
	wc->opcode = slot->wc_opcode;
	wc->vendor_err = 0;
	wc->byte_len = prm_cqe64_get_byte_count(cqe);
	wc->qp_num = qpn;
	wc->wc_flags = slot->wc_flags;
	if (unlikely(slot->flags & MLX5SIG_SLOT_IS_ATOMIC))
		wc->byte_len = sizeof(uint64_t);
}

/* One with data in the CQE, or that is solicited. */
static int take_requester(struct mlx5sig_cq *cq, const struct prm_cqe64 *cqe, struct ibv_wc *wc)
{
	uint32_t qpn = prm_cqe64_get_qpn(cqe);
	struct mlx5sig_queue_pair *qp = find_qp(cq, qpn);
	uint16_t wqe_counter = (uint16_t)prm_cqe64_get_wqe_counter(cqe);

	if (unlikely(!qp))
		return 0;
	fill_sent(&qp->sq.slots[mlx5sig_sq_slot(&qp->sq, wqe_counter)], cqe, qpn, wc);
	if (prm_cqe64_get_format(cqe) != PRM_CQE_FORMAT_NO_INLINE)
		wc->status = scatter_send(cq, &qp->sq, cqe, wc->byte_len);
	retire_send(&qp->sq, wqe_counter);
	return 1;
}

static void fill_received(const struct prm_cqe64 *cqe, struct ibv_wc *wc)
{
	wc->opcode = IBV_WC_RECV;
	wc->wc_flags = 0;
	wc->imm_data = 0;
	switch (prm_cqe64_get_opcode(cqe)) {
	case PRM_CQE_OPCODE_RESP_WR_IMM:
		wc->opcode = IBV_WC_RECV_RDMA_WITH_IMM;
		wc->wc_flags = IBV_WC_WITH_IMM;
		wc->imm_data = cqe->immediate.be;
		break;
	case PRM_CQE_OPCODE_RESP_SEND_IMM:
		wc->wc_flags = IBV_WC_WITH_IMM;
		wc->imm_data = cqe->immediate.be;
		break;
	case PRM_CQE_OPCODE_RESP_SEND_INV:
		wc->wc_flags = IBV_WC_WITH_INV;
		wc->invalidated_rkey = prm_cqe64_get_inval_rkey(cqe);
		break;
	}
	wc->src_qp = prm_cqe_receive_info_get_rqpn(&cqe->receive);
	wc->slid = (uint16_t)prm_cqe_receive_info_get_slid(&cqe->receive);
	wc->sl = (uint8_t)prm_cqe_receive_info_get_sl(&cqe->receive);
	wc->dlid_path_bits = prm_cqe_receive_info_get_ml_path(&cqe->receive) & 0x7f;
	wc->pkey_index = 0;
	if (prm_cqe_receive_info_get_grh(&cqe->receive))
		wc->wc_flags |= IBV_WC_GRH;
}

static int take_responder(struct mlx5sig_cq *cq, struct prm_cqe64 *cqe, struct ibv_wc *wc)
{
	uint32_t qpn = prm_cqe64_get_qpn(cqe), i;
	struct mlx5sig_queue_pair *qp = find_qp(cq, qpn);
	const uint8_t *data;
	struct mlx5sig_rq *rq;

	if (unlikely(!qp || !qp->rq.wqe_cnt))
		return 0;
	rq = &qp->rq;
	i = prm_cqe64_get_wqe_counter(cqe) & (rq->wqe_cnt - 1);
	wc->wr_id = rq->wr_ids[i];
	wc->status = IBV_WC_SUCCESS;
	wc->vendor_err = 0;
	wc->byte_len = prm_cqe64_get_byte_count(cqe);
	wc->qp_num = qpn;
	fill_received(cqe, wc);
	if (unlikely(prm_cqe64_get_format(cqe) != PRM_CQE_FORMAT_NO_INLINE)) {
		data = inline_data(cq, cqe, wc->byte_len);
		wc->status = data ? scatter(data, wc->byte_len, recv_segment, rq, i, 0,
					    rq->max_gs) :
				    IBV_WC_GENERAL_ERR;
	}
	atomic_fetch_add_explicit(&rq->tail, 1, memory_order_release);
	return 1;
}

/* Whether the WQE is a part of a request that has come back in error already: that is told once. */
static bool is_told(struct mlx5sig_sq *sq, const struct mlx5sig_slot *slot)
{
	bool is_part = slot->flags & MLX5SIG_SLOT_IS_PART && slot->head == sq->after_error;

	sq->after_error = slot->head + 1;
	return is_part;
}

static int take_error(struct mlx5sig_cq *cq, struct prm_cqe64 *cqe, struct ibv_wc *wc, bool is_send)
{
	const struct prm_err_cqe *err = (const struct prm_err_cqe *)cqe;
	uint32_t qpn = prm_err_cqe_get_qpn(err);
	struct mlx5sig_queue_pair *qp = find_qp(cq, qpn);
	uint16_t wqe_counter = (uint16_t)prm_err_cqe_get_wqe_counter(err);
	const struct mlx5sig_slot *slot;
	int num = 1;

	if (unlikely(!qp || (!is_send && !qp->rq.wqe_cnt)))
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
		retire_send(&qp->sq, wqe_counter);
	} else {
		wc->wr_id = qp->rq.wr_ids[wqe_counter & (qp->rq.wqe_cnt - 1)];
		wc->opcode = IBV_WC_RECV;
		atomic_fetch_add_explicit(&qp->rq.tail, 1, memory_order_release);
	}
	return num;
}

static void take_sig_err(struct mlx5sig_cq *cq, const struct prm_cqe64 *cqe)
{
	const struct prm_sig_err_cqe *err = (const struct prm_sig_err_cqe *)cqe;
	struct mlx5sig_key *key = mlx5sig_key_find(cq->device, prm_sig_err_cqe_get_mkey(err));

	if (key)
		mlx5sig_key_note_error(key, err);
}

static __attribute__((noinline)) int take_completion(struct mlx5sig_cq *cq, struct prm_cqe64 *cqe,
						     struct ibv_wc *wc)
{
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
	case PRM_CQE_OPCODE_RESIZE_CQ:
		return -EIO;	/* the ring has moved, and we cannot follow */
	}
	return 0;
}

static inline void update_ci(struct mlx5sig_cq *cq, uint32_t ci)
{
	struct prm_cq_doorbell_record record = {0};

	cq->ci = ci;
	prm_cq_doorbell_record_set_ci(&record, ci & 0xffffff);
	cq->dbrec->dw_00 = record.dw_00;
}

/* All but plain completions of send requests. Fills at most one completion; gives their number. */
MLX5SIG_INLINE int take_other(struct mlx5sig_cq *cq, struct prm_cqe64 *cqe, struct ibv_wc *wc)
{
	if (unlikely(cq->arm_solicited))
		cq->was_triggered |= mlx5sig_cqe_is_solicited(cqe);
	if (prm_cqe64_get_opcode(cqe) != PRM_CQE_OPCODE_SIG_ERR)
		return take_completion(cq, cqe, wc);
	take_sig_err(cq, cqe);
	return 0;
}

/* The last byte of a plain completion of a send request: no data in the CQE, not solicited. */
MLX5SIG_INLINE struct prm_cqe64 plain_head(bool owner)
{
	struct prm_cqe64 head = { .b_3f = 0 };

	prm_cqe64_set_opcode(&head, PRM_CQE_OPCODE_REQ);
	prm_cqe64_set_format(&head, PRM_CQE_FORMAT_NO_INLINE);
	prm_cqe64_set_se(&head, false);
	prm_cqe64_set_owner(&head, owner);
	return head;
}

/* Whether the CQE at @cqe is a plain completion of the QP that had the last one. */
MLX5SIG_INLINE bool is_plain(const struct mlx5sig_cq *cq, const struct prm_cqe64 *cqe,
			     uint8_t plain)
{
	if (unlikely(mlx5sig_cqe_head(cqe).b_3f != plain))
		return false;
	mlx5sig_after_dma();
	return likely(prm_cqe64_get_qpn(cqe) == cq->last_qpn);
}

/* Takes such a completion; gives the counter of its WQE. */
MLX5SIG_INLINE uint16_t take_plain(const struct mlx5sig_cq *cq, const struct prm_cqe64 *cqe,
				   struct ibv_wc *wc)
{
	uint16_t counter = (uint16_t)prm_cqe64_get_wqe_counter(cqe);

	fill_sent(&cq->last_slots[counter & cq->last_slot_mask], cqe, cq->last_qpn, wc);
	return counter;
}

/*
 * Plain completions of the QP that had the last one, up to the end of the ring. Gives their number.
 * Most CQEs are of this kind, so that the loop has what they need and no more.
 */
static __attribute__((noinline)) uint32_t poll_plain(const struct mlx5sig_cq *cq, uint32_t ci,
						     uint32_t num, struct ibv_wc *wc)
{
	/* What is written to @wc is none of this. Not the whole: others take the lock meanwhile. */
	const struct mlx5sig_cq view = {
		.ring = cq->ring, .last_qpn = cq->last_qpn, .last_slot_mask = cq->last_slot_mask,
		.last = cq->last, .last_slots = cq->last_slots,
	};
	const struct prm_cqe64 *cqe = mlx5sig_cqe_at(&view.ring, ci);
	const uint8_t plain = plain_head(ci & view.ring.cnt).b_3f;
	const size_t size = (size_t)1 << view.ring.log_size;
	uint32_t left = view.ring.cnt - (ci & (view.ring.cnt - 1)), i;
	uint16_t counter = 0;

	if (left > num)
		left = num;
	for (i = 0; i < left && is_plain(&view, cqe, plain); i++) {
		counter = take_plain(&view, cqe, &wc[i]);
		cqe = (const void *)((const uint8_t *)cqe + size);
	}
	if (likely(i))
		retire_send(&view.last->sq, counter);
	return i;
}

/*
 * Any CQEs, behind @found that have been taken. Gives the number of completions, or a negative one,
 * and the lock back.
 */
static __attribute__((noinline)) int poll_any(struct mlx5sig_cq *cq, uint32_t found, uint32_t num,
					      struct ibv_wc *wc)
{
	uint32_t ci = cq->ci + found;
	int taken = 0;

	for (; found < num; found += (uint32_t)taken) {
		struct prm_cqe64 *cqe = mlx5sig_cqe_get(&cq->ring, ci);

		if (!cqe)
			break;
		mlx5sig_after_dma();
		taken = is_plain(cq, cqe, plain_head(ci & cq->ring.cnt).b_3f) ?
			(int)poll_plain(cq, ci, num - found, &wc[found]) : 0;
		ci += (uint32_t)taken;
		if (taken)
			continue;
		taken = take_other(cq, cqe, &wc[found]);
		if (unlikely(taken < 0))
			break;
		ci++;
	}
	if (ci != cq->ci)
		update_ci(cq, ci);
	mlx5sig_cq_unlock(cq);
	return !found && taken < 0 ? taken : (int)found;
}

static __attribute__((noinline)) int poll_several(struct mlx5sig_cq *cq, uint32_t num,
						  struct ibv_wc *wc)
{
	uint32_t found = poll_plain(cq, cq->ci, num, wc);

	if (unlikely(found != num))
		return poll_any(cq, found, num, wc);
	update_ci(cq, cq->ci + found);
	mlx5sig_cq_unlock(cq);
	return (int)found;
}

static __attribute__((noinline, cold)) int poll_contended(struct mlx5sig_cq *cq, uint32_t num,
							  struct ibv_wc *wc)
{
	mlx5sig_lock_wait(&cq->lock);
	return poll_several(cq, num, wc);
}

/* Calls stand at the ends only, so that the way of plain completions needs no stack. */
int mlx5sig_poll_cq(struct mlx5sig_cq *cq, int num_entries, struct ibv_wc *wc)
{
	uint32_t num = num_entries > 0 ? (uint32_t)num_entries : 0;
	const struct prm_cqe64 *cqe;
	uint32_t ci;

	if (likely(cq->is_locked) && unlikely(!mlx5sig_trylock(&cq->lock)))
		return poll_contended(cq, num, wc);
	if (num != 1)
		return poll_several(cq, num, wc);
	ci = cq->ci;
	cqe = mlx5sig_cqe_at(&cq->ring, ci);
	if (unlikely(!is_plain(cq, cqe, plain_head(ci & cq->ring.cnt).b_3f)))
		return poll_any(cq, 0, 1, wc);
	retire_send(&cq->last->sq, take_plain(cq, cqe, wc));
	update_ci(cq, ci + 1);
	mlx5sig_cq_unlock(cq);
	return 1;
}
