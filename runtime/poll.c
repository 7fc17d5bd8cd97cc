/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Polling: one loop over the CQEs that the device has written.
 *
 * QPs are found by their number, which CQEs of both versions have. CQEs of a QP that is not attached
 * and signature errors of unknown keys are consumed silently, so that they cost no completion of
 * another QP.
 */
#include <errno.h>

#include "mmio.h"
#include "qp.h"

#include <prm_cqe.h>

/* Returns whether the QP is attached to @cq. If not, another thread may be detaching it. */
static inline bool is_on(struct mlx5sig_qp_ref *ref, const struct mlx5sig_cq *cq)
{
	return atomic_load_explicit(&ref->recv_cq, memory_order_relaxed) == cq ||
	       atomic_load_explicit(&ref->send_cq, memory_order_relaxed) == cq;
}

/* Makes the QP of a CQE @cq->last; false: it is none of this queue. */
static inline bool find_qp(struct mlx5sig_cq *cq, uint32_t qpn)
{
	struct mlx5sig_qp_ref *ref;

	if (likely(cq->last_qpn == qpn))
		return true;
	ref = mlx5sig_table_find(cq->device->qps, qpn);
	if (unlikely(!ref || !is_on(ref, cq)))
		return false;
	cq->last = ref->qp;
	cq->last_qpn = qpn;
	return true;
}

/*
 * This request and all before it are done. Posting may overwrite slots and WQEs from now on, so the
 * caller reads nothing of them afterwards.
 */
static inline void retire_send(struct mlx5sig_queue_pair *qp, uint32_t wqe_counter)
{
	atomic_store_explicit(&qp->sq.done, wqe_counter, memory_order_release);
}

/* The request is done and its WQE free; returns its wr_id. */
static inline uint64_t retire_receive(struct mlx5sig_queue_pair *qp, uint32_t wqe_counter)
{
	struct mlx5sig_srq *srq = qp->srq;
	struct mlx5sig_rq *rq = &qp->rq;
	uint64_t wr_id;
	uint32_t tail;

	if (srq) {
		wr_id = srq->wr_ids[wqe_counter & srq->mask];
		mlx5sig_srq_free_wqe(srq, wqe_counter);
		return wr_id;
	}
	wr_id = rq->wr_ids[wqe_counter & (rq->wqe_cnt - 1)];
	tail = atomic_load_explicit(&rq->tail, memory_order_relaxed);
	atomic_store_explicit(&rq->tail, tail + 1, memory_order_release);
	return wr_id;
}

static inline bool has_receives(const struct mlx5sig_queue_pair *qp)
{
	return qp->rq.wqe_cnt || qp->srq;
}

/*
 * Scatter to CQE: short data that the device puts into the CQE.
 */

/* The data segments of a request: @num from @at on, in a buffer that may wrap. */
struct segments {
	const uint8_t *buf;
	size_t mask, at;
	uint32_t num;
};

/* Returns the place of @length inline bytes: in the CQE or in the 64 bytes before it; NULL: neither. */
static const uint8_t *inline_data(const struct mlx5sig_cq *cq, const struct prm_cqe64 *cqe,
				  uint32_t length)
{
	switch (prm_cqe64_get_format(cqe)) {
	case PRM_CQE_FORMAT_INLINE_32:
		return length <= sizeof(cqe->inline_data) ? cqe->inline_data : NULL;
	case PRM_CQE_FORMAT_INLINE_64:
		return cq->ring.cqe_size > PRM_CQE64_SIZE && length <= PRM_CQE64_SIZE ?
			       (const uint8_t *)cqe - PRM_CQE64_SIZE : NULL;
	default:
		return NULL;
	}
}

/*
 * Copies data to the segments. Under a key of the library an address is an offset, and only the device
 * can translate it: then the data are lost, and the completion says so.
 */
static __attribute__((noinline)) enum ibv_wc_status
scatter(const struct mlx5sig_cq *cq, const struct prm_cqe64 *cqe, uint32_t length,
	const struct segments *segs)
{
	const uint8_t *data = inline_data(cq, cqe, length);
	const struct prm_data_seg *seg;
	uint32_t piece, i;

	if (!data)
		return IBV_WC_GENERAL_ERR;
	for (i = 0; length && i < segs->num; i++) {
		seg = (const void *)(segs->buf +
				     ((segs->at + i * sizeof(*seg)) & segs->mask));
		piece = prm_data_seg_get_byte_count(seg);
		if (!piece)	/* the end of a receive's list */
			break;
		if (mlx5sig_table_find(cq->device->keys,
				       mlx5sig_key_index(prm_data_seg_get_lkey(seg))))
			return IBV_WC_LOC_PROT_ERR;
		if (piece > length)
			piece = length;
		memcpy((void *)(uintptr_t)prm_data_seg_get_addr(seg), data, piece);
		data += piece;
		length -= piece;
	}
	return length ? IBV_WC_LOC_LEN_ERR : IBV_WC_SUCCESS;
}

static __attribute__((noinline)) enum ibv_wc_status
scatter_response(const struct mlx5sig_cq *cq, const struct mlx5sig_queue_pair *qp,
		 const struct prm_cqe64 *cqe, uint32_t length)
{
	const struct mlx5sig_ring *ring = &qp->sq.ring;
	uint32_t wqe = prm_cqe64_get_wqe_counter(cqe), first;
	const struct prm_ctrl_seg *ctrl = mlx5sig_ring_at(ring, wqe, 0);

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
	return scatter(cq, cqe, length, &(struct segments) {
		.buf = ring->buf, .mask = ring->mask, .num = prm_ctrl_seg_get_ds(ctrl) - first,
		.at = (size_t)wqe * MLX5SIG_WQEBB + first * MLX5SIG_OCTOWORD });
}

static __attribute__((noinline)) enum ibv_wc_status
scatter_received(const struct mlx5sig_cq *cq, const struct mlx5sig_queue_pair *qp,
		 const struct prm_cqe64 *cqe, uint32_t length)
{
	const struct mlx5sig_rq *rq = &qp->rq;
	uint32_t wqe = prm_cqe64_get_wqe_counter(cqe);
	struct segments segs = { .mask = SIZE_MAX };

	if (qp->srq) {
		segs.buf = (const uint8_t *)mlx5sig_srq_wqe(qp->srq, wqe);
		segs.num = qp->srq->max_gs;
	} else {
		segs.buf = rq->buf + (size_t)(wqe & (rq->wqe_cnt - 1)) * rq->stride;
		segs.num = rq->max_gs;
	}
	return scatter(cq, cqe, length, &segs);
}

/*
 * CQEs, by opcode. Each function returns the number of completions: 0 or 1.
 */

static __attribute__((noinline, cold)) void set_atomic_length(struct ibv_wc *wc)
{
	wc->byte_len = sizeof(uint64_t);
}

/* @has_data: the answer is in the CQE. */
MLX5SIG_INLINE int take_requester(struct mlx5sig_cq *cq, const struct prm_cqe64 *cqe,
				  struct ibv_wc *wc, bool has_data)
{
	const uint32_t qpn = prm_cqe64_get_qpn(cqe);
	const uint32_t wqe_counter = prm_cqe64_get_wqe_counter(cqe);
	const struct mlx5sig_slot *slot;
	struct mlx5sig_queue_pair *qp;

	if (unlikely(!find_qp(cq, qpn)))
		return 0;
	qp = cq->last;
	slot = mlx5sig_sq_slot(&qp->sq, wqe_counter);
	wc->wr_id = slot->wr_id;
	wc->status = IBV_WC_SUCCESS;
	wc->opcode = slot->wc_opcode;
	wc->vendor_err = 0;
	wc->byte_len = prm_cqe64_get_byte_count(cqe);
	wc->qp_num = qpn;
	wc->wc_flags = slot->wc_flags;
	if (unlikely(mlx5sig_slot_flags(slot) & MLX5SIG_SLOT_IS_ATOMIC))
		set_atomic_length(wc);
	if (has_data)
		wc->status = scatter_response(cq, qp, cqe, wc->byte_len);
	retire_send(qp, wqe_counter);
	return 1;
}

static inline int take_responder(struct mlx5sig_cq *cq, const struct prm_cqe64 *cqe,
				 struct ibv_wc *wc)
{
	static const struct {
		uint8_t wc_opcode, wc_flags;
	} kinds[] = {
		[PRM_CQE_OPCODE_RESP_WR_IMM] = { IBV_WC_RECV_RDMA_WITH_IMM, IBV_WC_WITH_IMM },
		[PRM_CQE_OPCODE_RESP_SEND] = { IBV_WC_RECV, 0 },
		[PRM_CQE_OPCODE_RESP_SEND_IMM] = { IBV_WC_RECV, IBV_WC_WITH_IMM },
		[PRM_CQE_OPCODE_RESP_SEND_INV] = { IBV_WC_RECV, IBV_WC_WITH_INV },
	};
	const uint32_t qpn = prm_cqe64_get_qpn(cqe), opcode = prm_cqe64_get_opcode(cqe);
	struct mlx5sig_queue_pair *qp;

	if (unlikely(!find_qp(cq, qpn) || !has_receives(cq->last)))
		return 0;
	qp = cq->last;
	wc->status = IBV_WC_SUCCESS;
	wc->opcode = kinds[opcode].wc_opcode;
	wc->vendor_err = 0;
	wc->byte_len = prm_cqe64_get_byte_count(cqe);
	if (opcode == PRM_CQE_OPCODE_RESP_SEND_INV)
		wc->invalidated_rkey = prm_cqe64_get_inval_rkey(cqe);
	else
		wc->imm_data = prm_cpu_to_be32(prm_cqe64_get_immediate(cqe)).be;
	wc->qp_num = qpn;
	wc->src_qp = prm_cqe_receive_info_get_rqpn(&cqe->receive);
	wc->wc_flags = kinds[opcode].wc_flags |
		       (prm_cqe_receive_info_get_grh(&cqe->receive) ? IBV_WC_GRH : 0u);
	wc->pkey_index = 0;
	wc->slid = (uint16_t)prm_cqe_receive_info_get_slid(&cqe->receive);
	wc->sl = (uint8_t)prm_cqe_receive_info_get_sl(&cqe->receive);
	wc->dlid_path_bits = (uint8_t)prm_cqe_receive_info_get_ml_path(&cqe->receive);
	if (unlikely(prm_cqe64_get_format(cqe) != PRM_CQE_FORMAT_NO_INLINE))
		wc->status = scatter_received(cq, qp, cqe, wc->byte_len);
	wc->wr_id = retire_receive(qp, prm_cqe64_get_wqe_counter(cqe));
	return 1;
}

static enum ibv_wc_status status_of(const struct prm_err_cqe *cqe)
{
	static const uint8_t statuses[] = {
		[PRM_CQE_SYNDROME_LOCAL_LENGTH_ERR] = IBV_WC_LOC_LEN_ERR,
		[PRM_CQE_SYNDROME_LOCAL_QP_OP_ERR] = IBV_WC_LOC_QP_OP_ERR,
		[PRM_CQE_SYNDROME_LOCAL_PROT_ERR] = IBV_WC_LOC_PROT_ERR,
		[PRM_CQE_SYNDROME_WR_FLUSH_ERR] = IBV_WC_WR_FLUSH_ERR,
		[PRM_CQE_SYNDROME_MW_BIND_ERR] = IBV_WC_MW_BIND_ERR,
		[PRM_CQE_SYNDROME_BAD_RESP_ERR] = IBV_WC_BAD_RESP_ERR,
		[PRM_CQE_SYNDROME_LOCAL_ACCESS_ERR] = IBV_WC_LOC_ACCESS_ERR,
		[PRM_CQE_SYNDROME_REMOTE_INVAL_REQ_ERR] = IBV_WC_REM_INV_REQ_ERR,
		[PRM_CQE_SYNDROME_REMOTE_ACCESS_ERR] = IBV_WC_REM_ACCESS_ERR,
		[PRM_CQE_SYNDROME_REMOTE_OP_ERR] = IBV_WC_REM_OP_ERR,
		[PRM_CQE_SYNDROME_TRANSPORT_RETRY_EXC_ERR] = IBV_WC_RETRY_EXC_ERR,
		[PRM_CQE_SYNDROME_RNR_RETRY_EXC_ERR] = IBV_WC_RNR_RETRY_EXC_ERR,
		[PRM_CQE_SYNDROME_REMOTE_ABORTED_ERR] = IBV_WC_REM_ABORT_ERR,
	};
	const uint32_t syndrome = prm_err_cqe_get_syndrome(cqe);
	const bool is_known = syndrome < sizeof(statuses) && statuses[syndrome];

	return is_known ? statuses[syndrome] : IBV_WC_GENERAL_ERR;
}

static void fill_error(const struct prm_err_cqe *err, struct ibv_wc *wc)
{
	wc->status = status_of(err);
	wc->vendor_err = prm_err_cqe_get_vendor_err_synd(err);
	wc->byte_len = 0;
	wc->qp_num = prm_err_cqe_get_qpn(err);
	wc->wc_flags = 0;
}

/* The WQEs of a configuration fail one after the other, but the request is reported once. */
static __attribute__((noinline)) int take_send_error(struct mlx5sig_cq *cq,
						     const struct prm_err_cqe *err,
						     struct ibv_wc *wc)
{
	const uint32_t wqe_counter = prm_err_cqe_get_wqe_counter(err);
	const struct mlx5sig_slot *slot;
	struct mlx5sig_sq *sq;
	bool is_reported;

	if (!find_qp(cq, prm_err_cqe_get_qpn(err)))
		return 0;
	sq = &cq->last->sq;
	slot = mlx5sig_sq_slot(sq, wqe_counter);
	is_reported = sq->has_failed && sq->failed_head == slot->head;
	sq->has_failed = true;
	sq->failed_head = slot->head;
	fill_error(err, wc);
	wc->wr_id = slot->wr_id;
	wc->opcode = slot->wc_opcode;
	retire_send(cq->last, wqe_counter);
	return !is_reported;
}

/* A page fault of a request of an SRQ: the kernel resolves it, and the message comes again. */
static bool is_page_fault(const struct prm_err_cqe *err)
{
	return prm_err_cqe_get_syndrome(err) == PRM_CQE_SYNDROME_REMOTE_ABORTED_ERR &&
	       prm_err_cqe_get_vendor_err_synd(err) == PRM_CQE_VENDOR_SYNDROME_ODP_PFAULT;
}

static __attribute__((noinline)) int take_receive_error(struct mlx5sig_cq *cq,
							const struct prm_err_cqe *err,
							struct ibv_wc *wc)
{
	const uint32_t wqe_counter = prm_err_cqe_get_wqe_counter(err);
	struct mlx5sig_queue_pair *qp;

	if (!find_qp(cq, prm_err_cqe_get_qpn(err)) || !has_receives(cq->last))
		return 0;
	qp = cq->last;
	if (qp->srq && is_page_fault(err)) {
		mlx5sig_srq_repost(qp->srq, wqe_counter);
		return 0;
	}
	fill_error(err, wc);
	wc->opcode = IBV_WC_RECV;
	wc->wr_id = retire_receive(qp, wqe_counter);
	return 1;
}

/* A rare CQE. Returns the number of completions, or -EIO: the CQ was resized. */
static __attribute__((noinline)) int take_rare(struct mlx5sig_cq *cq, const struct prm_cqe64 *cqe,
					       struct ibv_wc *wc)
{
	switch (prm_cqe64_get_opcode(cqe)) {
	case PRM_CQE_OPCODE_SIG_ERR:
		mlx5sig_note_error(cq, (const struct prm_sig_err_cqe *)cqe);
		return 0;
	case PRM_CQE_OPCODE_REQ:
		return take_requester(cq, cqe, wc, true);
	case PRM_CQE_OPCODE_REQ_ERR:
		return take_send_error(cq, (const struct prm_err_cqe *)cqe, wc);
	case PRM_CQE_OPCODE_RESP_ERR:
		return take_receive_error(cq, (const struct prm_err_cqe *)cqe, wc);
	case PRM_CQE_OPCODE_RESIZE_CQ:
		return -EIO;
	default:
		return 0;
	}
}

MLX5SIG_INLINE int take(struct mlx5sig_cq *cq, const struct prm_cqe64 *cqe, struct ibv_wc *wc)
{
	const struct prm_cqe64_kind plain =
		prm_cqe64_kind_pack(PRM_CQE_OPCODE_REQ, PRM_CQE_FORMAT_NO_INLINE);

	if (likely(prm_cqe64_has_kind(cqe, plain)))
		return take_requester(cq, cqe, wc, false);
	switch (prm_cqe64_get_opcode(cqe)) {
	case PRM_CQE_OPCODE_RESP_WR_IMM:
	case PRM_CQE_OPCODE_RESP_SEND:
	case PRM_CQE_OPCODE_RESP_SEND_IMM:
	case PRM_CQE_OPCODE_RESP_SEND_INV:
		return take_responder(cq, cqe, wc);
	default:
		return take_rare(cq, cqe, wc);
	}
}

/*
 * Nothing to poll: has someone else polled? libmlx5 writes the record, too, when the program calls
 * ibv_poll_cq(), and completions that it took are lost here.
 */
static inline bool is_record_ours(const struct mlx5sig_cq *cq)
{
	return prm_cq_doorbell_record_get_ci(cq->dbrec) == cq->recorded_ci;
}

/* Takes CQEs from @cqe on, the next one, which has been written. */
static __attribute__((noinline)) int take_all(struct mlx5sig_cq *cq, int num_entries,
					      struct ibv_wc *wc, const struct prm_cqe64 *cqe)
{
	uint32_t ci = cq->ci;
	int found = 0, taken;

	do {
		mlx5sig_after_dma();
		taken = take(cq, cqe, wc);
		if (unlikely(taken < 0)) {
			cq->err = taken;
			break;
		}
		wc += taken;
		found += taken;
		cqe = mlx5sig_cqe_get(&cq->ring, ++ci);
	} while (found < num_entries && cqe);
	cq->ci = ci;
	if (likely(!cq->ignores_overrun))
		mlx5sig_cq_update_record(cq);
	if (unlikely(!found))
		found = cq->err;
	mlx5sig_unlock(&cq->lock);
	return found;
}

/* @cq is locked. */
MLX5SIG_INLINE int poll_locked(struct mlx5sig_cq *cq, int num_entries, struct ibv_wc *wc)
{
	const struct prm_cqe64 *cqe = mlx5sig_cqe_get(&cq->ring, cq->ci);
	int err;

	if (cqe && num_entries > 0 && !cq->err)
		return take_all(cq, num_entries, wc, cqe);
	if (unlikely(!is_record_ours(cq)))
		cq->err = -EBUSY;
	err = cq->err;
	mlx5sig_unlock(&cq->lock);
	return err;
}

static __attribute__((noinline, cold)) int wait_and_poll(struct mlx5sig_cq *cq, int num_entries,
							 struct ibv_wc *wc)
{
	mlx5sig_lock(&cq->lock);
	return poll_locked(cq, num_entries, wc);
}

int mlx5sig_poll_cq(struct mlx5sig_cq *cq, int num_entries, struct ibv_wc *wc)
{
	if (unlikely(!mlx5sig_trylock(&cq->lock)))
		return wait_and_poll(cq, num_entries, wc);
	return poll_locked(cq, num_entries, wc);
}
