/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Polling of completion queues.
 *
 * QPs are found by their number, which stands in the CQEs of both versions. CQEs of a QP that is
 * not attached, and signature errors of unknown keys, are consumed in silence: no completion of
 * another QP is lost for them.
 */
#include <errno.h>
#include <stdlib.h>

#include <infiniband/mlx5dv.h>

#include "qp.h"

static inline void cq_lock(struct mlx5sig_cq *cq)
{
	if (cq->is_locked)
		mlx5sig_lock(&cq->lock);
}

static inline void cq_unlock(struct mlx5sig_cq *cq)
{
	if (cq->is_locked)
		mlx5sig_unlock(&cq->lock);
}

/*
 * QPs by number.
 */

struct mlx5sig_cq_entry {
	struct mlx5sig_queue_pair *qp;	/* NULL: free */
	uint32_t qpn;
	unsigned int uses;	/* as send CQ, as receive CQ */
};

static struct mlx5sig_cq_entry *find_entry(const struct mlx5sig_cq *cq, uint32_t qpn)
{
	uint32_t i = qpn;

	while (cq->qps[i & (cq->num_entries - 1)].qp &&
	       cq->qps[i & (cq->num_entries - 1)].qpn != qpn)
		i++;
	return &cq->qps[i & (cq->num_entries - 1)];
}

/* A table of @num entries with those of the old one. */
static int resize_table(struct mlx5sig_cq *cq, uint32_t num)
{
	struct mlx5sig_cq_entry *old = cq->qps, *qps = calloc(num, sizeof(*qps));
	uint32_t i, num_old = cq->num_entries;

	if (!qps)
		return ENOMEM;
	cq->qps = qps;
	cq->num_entries = num;
	for (i = 0; i < num_old; i++)
		if (old[i].qp)
			*find_entry(cq, old[i].qpn) = old[i];
	free(old);
	return 0;
}

int mlx5sig_cq_add_qp(struct mlx5sig_cq *cq, struct mlx5sig_queue_pair *qp)
{
	struct mlx5sig_cq_entry *entry;
	int err = 0;

	cq_lock(cq);
	entry = find_entry(cq, qp->sq.ring.qpn);
	if (!entry->qp && (cq->num_qps + 1) * 2 > cq->num_entries) {
		err = resize_table(cq, cq->num_entries * 2);
		entry = find_entry(cq, qp->sq.ring.qpn);
	}
	if (!err && entry->qp && entry->qp != qp)
		err = EBUSY;
	if (!err) {
		cq->num_qps += !entry->qp;
		entry->qp = qp;
		entry->qpn = qp->sq.ring.qpn;
		entry->uses++;
	}
	cq_unlock(cq);
	return err;
}

/* Entries behind the one that is freed may have been put there because it was in use. */
static void free_entry(struct mlx5sig_cq *cq, struct mlx5sig_cq_entry *entry)
{
	uint32_t mask = cq->num_entries - 1;
	uint32_t i = (uint32_t)(entry - cq->qps);

	entry->qp = NULL;
	cq->num_qps--;
	for (i = (i + 1) & mask; cq->qps[i].qp; i = (i + 1) & mask) {
		struct mlx5sig_cq_entry moved = cq->qps[i];

		cq->qps[i].qp = NULL;
		*find_entry(cq, moved.qpn) = moved;
	}
}

void mlx5sig_cq_remove_qp(struct mlx5sig_cq *cq, struct mlx5sig_queue_pair *qp)
{
	struct mlx5sig_cq_entry *entry;

	cq_lock(cq);
	entry = find_entry(cq, qp->sq.ring.qpn);
	if (entry->qp == qp && !--entry->uses)
		free_entry(cq, entry);
	cq->last_qpn = MLX5SIG_NO_QPN;
	cq_unlock(cq);
}

static __attribute__((noinline)) struct mlx5sig_queue_pair *find_other_qp(struct mlx5sig_cq *cq,
									  uint32_t qpn)
{
	struct mlx5sig_queue_pair *qp = find_entry(cq, qpn)->qp;

	if (qp) {
		cq->last = qp;
		cq->last_qpn = qpn;
		cq->last_slots = qp->sq.slots;
		cq->last_slot_mask = qp->sq.slot_mask;
	}
	return qp;
}

/* The QP of a CQE, or NULL. */
static inline struct mlx5sig_queue_pair *find_qp(struct mlx5sig_cq *cq, uint32_t qpn)
{
	return likely(cq->last_qpn == qpn) ? cq->last : find_other_qp(cq, qpn);
}

/*
 * CQEs.
 */

static inline struct prm_cqe64 *cqe_at(const struct mlx5sig_cq *cq, uint32_t ci)
{
	return mlx5sig_cqe_get(&cq->ring, ci);
}

void mlx5sig_cq_drop(struct mlx5sig_cq *cq, uint32_t qpn)
{
	struct prm_cqe64 *cqe;
	uint32_t i;

	cq_lock(cq);
	for (i = 0; i < cq->ring.cnt && (cqe = cqe_at(cq, cq->ci + i)); i++) {
		mlx5sig_after_dma();
		if (prm_cqe64_get_opcode(cqe) != PRM_CQE_OPCODE_SIG_ERR &&
		    prm_cqe64_get_qpn(cqe) == qpn)
			prm_cqe64_set_qpn(cqe, MLX5SIG_ANY_QPN);
	}
	cq_unlock(cq);
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

/* Whether this CQE fires a CQ that is armed for solicited events. */
static inline bool is_solicited(const struct prm_cqe64 *cqe)
{
	uint32_t opcode = prm_cqe64_get_opcode(cqe);

	return prm_cqe64_get_se(cqe) || opcode == PRM_CQE_OPCODE_REQ_ERR ||
	       opcode == PRM_CQE_OPCODE_RESP_ERR;
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
		cq->was_triggered |= is_solicited(cqe);
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
MLX5SIG_INLINE bool is_plain(const struct mlx5sig_cq *cq, const struct prm_cqe64 *cqe, uint8_t plain)
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
	const struct mlx5sig_cq view = *cq;	/* what is written to @wc is none of this */
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
	cq_unlock(cq);
	return !found && taken < 0 ? taken : (int)found;
}

static __attribute__((noinline)) int poll_several(struct mlx5sig_cq *cq, uint32_t num,
						  struct ibv_wc *wc)
{
	uint32_t found = poll_plain(cq, cq->ci, num, wc);

	if (unlikely(found != num))
		return poll_any(cq, found, num, wc);
	update_ci(cq, cq->ci + found);
	cq_unlock(cq);
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
	cq_unlock(cq);
	return 1;
}

/*
 * Events.
 */

/*
 * Whether the CQ, armed by us, has made an event since. Each event makes the device count, and it
 * heeds a request only if that has the same count. What was completed tells: libmlx5 counts the
 * events, but does not tell us.
 */
static bool was_triggered(const struct mlx5sig_cq *cq)
{
	const struct prm_cqe64 *cqe;
	uint32_t i;

	if (!cq->is_armed)
		return false;
	if (cq->was_triggered)
		return true;
	if (!cq->arm_solicited)
		return cq->ci != cq->arm_ci || cqe_at(cq, cq->ci);
	for (i = 0; i < cq->ring.cnt && (cqe = cqe_at(cq, cq->ci + i)); i++)
		if (is_solicited(cqe))
			return true;
	return false;
}

int mlx5sig_req_notify_cq(struct mlx5sig_cq *cq, int solicited_only)
{
	struct prm_cq_doorbell_record record = {0};
	struct prm_cq_arm_doorbell doorbell;
	uint64_t value;

	if (!cq->uar)
		return EOPNOTSUPP;
	cq_lock(cq);
	if (was_triggered(cq))
		cq->arm_sn = (cq->arm_sn + 1) % 4;
	cq->is_armed = true;
	cq->was_triggered = false;
	cq->arm_solicited = solicited_only;
	cq->arm_ci = cq->ci;
	prm_cq_arm_doorbell_pack(&doorbell, &(struct prm_cq_arm_doorbell_fields) {
		.arm_sn = (uint8_t)cq->arm_sn,
		.arm_cmd = solicited_only ? PRM_CQ_ARM_CMD_SOLICITED : PRM_CQ_ARM_CMD_NEXT,
		.ci = cq->ci & 0xffffff, .cqn = cq->cqn });
	prm_cq_doorbell_record_set_arm_sn(&record, prm_cq_arm_doorbell_get_arm_sn(&doorbell));
	prm_cq_doorbell_record_set_arm_cmd(&record, prm_cq_arm_doorbell_get_arm_cmd(&doorbell));
	prm_cq_doorbell_record_set_arm_ci(&record, prm_cq_arm_doorbell_get_ci(&doorbell));
	cq->dbrec->dw_04 = record.dw_04;
	mlx5sig_before_dma();
	mlx5sig_flush_mmio();
	memcpy(&value, &doorbell, sizeof(value));
	*(volatile uint64_t *)(cq->uar + PRM_UAR_REGISTER_CQ_ARM) = value;
	mlx5sig_flush_mmio();
	cq_unlock(cq);
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
static int enlist(struct mlx5sig_cq *cq)
{
	struct mlx5sig_device *device = cq->device;
	struct mlx5sig_cq *other;
	int err = 0;

	pthread_mutex_lock(&device->lock);
	for (other = device->cqs; other; other = other->next)
		if (other->cqn == cq->cqn)
			err = EBUSY;
	if (!err) {
		cq->next = device->cqs;
		device->cqs = cq;
	}
	pthread_mutex_unlock(&device->lock);
	return err;
}

static void delist(struct mlx5sig_cq *cq)
{
	struct mlx5sig_cq **other;

	pthread_mutex_lock(&cq->device->lock);
	for (other = &cq->device->cqs; *other; other = &(*other)->next) {
		if (*other == cq) {
			*other = cq->next;
			break;
		}
	}
	pthread_mutex_unlock(&cq->device->lock);
}

static void cq_free(struct mlx5sig_cq *cq)
{
	free(cq->qps);
	free(cq);
}

/* Consumer and arming as the record has them. */
static void read_record(struct mlx5sig_cq *cq)
{
	struct prm_cq_doorbell_record record = { .dw_00 = cq->dbrec->dw_00,
						 .dw_04 = cq->dbrec->dw_04 };

	cq->ci = prm_cq_doorbell_record_get_ci(&record);
	cq->arm_sn = prm_cq_doorbell_record_get_arm_sn(&record);
	cq->arm_ci = prm_cq_doorbell_record_get_arm_ci(&record);
	cq->is_armed = record.dw_04.be;
	cq->arm_solicited = prm_cq_doorbell_record_get_arm_cmd(&record) == PRM_CQ_ARM_CMD_SOLICITED;
}

/* Uses @device in case of success. */
static struct mlx5sig_cq *attach(struct mlx5sig_device *device, const struct mlx5sig_raw_cq *raw,
				 const struct mlx5sig_cq_attr *attr)
{
	uint32_t flags = attr ? attr->flags : 0;
	struct mlx5sig_cq *cq;
	int err = EINVAL;

	if ((attr && attr->comp_mask) || flags & ~(uint32_t)MLX5SIG_ATTACH_SINGLE_THREADED ||
	    !is_power_of_two(raw->cqe_cnt) || raw->cqn > MLX5SIG_ANY_QPN ||
	    (raw->cqe_size != 64 && raw->cqe_size != 128) ||
	    !raw->buf || !raw->dbrec) {
		errno = EINVAL;
		return NULL;
	}
	cq = calloc(1, sizeof(*cq));
	if (!cq)
		return NULL;
	cq->is_locked = !(flags & MLX5SIG_ATTACH_SINGLE_THREADED);
	cq->device = device;
	cq->ring = mlx5sig_cq_ring(raw->buf, raw->cqe_cnt, raw->cqe_size);
	cq->last_qpn = MLX5SIG_NO_QPN;
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
	struct mlx5sig_cq *cq = attach(device, raw, attr);

	if (cq)
		mlx5sig_device_use(device);
	return cq;
}

struct mlx5sig_cq *mlx5sig_cq_attach(struct ibv_cq *ibv, const struct mlx5sig_cq_attr *attr)
{
	struct mlx5dv_cq dv = {0};
	struct mlx5dv_obj obj = { .cq = { .in = ibv, .out = &dv } };
	struct mlx5sig_raw_cq raw;
	struct mlx5sig_device *device;
	struct mlx5sig_cq *cq;
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
	if (cq)
		cq->ibv = ibv;
	else
		mlx5sig_device_put(device);
	return cq;
}

int mlx5sig_cq_detach(struct mlx5sig_cq *cq)
{
	struct mlx5sig_device *device = cq->device;
	bool is_used;

	cq_lock(cq);
	is_used = cq->num_qps;
	cq_unlock(cq);
	if (is_used)
		return EBUSY;
	delist(cq);
	cq_free(cq);
	mlx5sig_device_put(device);
	return 0;
}
