/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Polling of completion queues.
 *
 * QPs are found by their number, which stands in the CQEs of both versions. CQEs of a QP that is
 * not attached, and signature errors of unknown keys, are consumed in silence: no completion of
 * another QP is lost for them.
 *
 * Most CQEs are plain completions of send requests, and of the QP that had the last one too: they
 * are told by one comparison of their end, and taken in a straight line. Signature errors are told
 * by one, too.
 */
#include <errno.h>

#include "qp.h"
#include "srq.h"

/* The QP of a CQE, or NULL; it becomes the last one. */
MLX5SIG_INLINE struct mlx5sig_queue_pair *find_qp(struct mlx5sig_completion_queue *cq, uint32_t qpn)
{
	struct mlx5sig_queue_pair *qp;

	if (likely(cq->sent.qpn == qpn))
		return cq->last;
	qp = mlx5sig_cq_find_entry(cq, qpn)->qp;
	if (likely(qp)) {
		cq->last = qp;
		cq->sent = qp->sent;
		cq->sent.tail |= cq->owner_tail;
	}
	return qp;
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
static inline void retire_send(atomic_uint *done, uint32_t wqe_counter)
{
	atomic_store_explicit(done, wqe_counter, memory_order_release);
}

/* One receive request more is done. */
static inline void retire_receive(struct mlx5sig_rq *rq)
{
	uint32_t tail = atomic_load_explicit(&rq->tail, memory_order_relaxed);

	atomic_store_explicit(&rq->tail, tail + 1, memory_order_release);
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
static const uint8_t *inline_data(const struct mlx5sig_completion_queue *cq, const struct prm_cqe64 *cqe,
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

static __attribute__((noinline)) enum ibv_wc_status scatter_send(const struct mlx5sig_completion_queue *cq,
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
}

/* Whether it is one, or has data in the CQE or the like, does not matter. */
MLX5SIG_INLINE int take_requester(struct mlx5sig_completion_queue *cq, const struct prm_cqe64 *cqe, struct ibv_wc *wc)
{
	uint32_t qpn = prm_cqe64_get_qpn(cqe);
	struct mlx5sig_queue_pair *qp = find_qp(cq, qpn);
	uint32_t wqe_counter = prm_cqe64_get_wqe_counter(cqe);
	const struct mlx5sig_slot *slot;

	if (unlikely(!qp))
		return 0;
	slot = &qp->sq.slots[mlx5sig_sq_slot(&qp->sq, wqe_counter)];
	fill_sent(slot, cqe, qpn, wc);
	if (unlikely(slot->flags & MLX5SIG_SLOT_IS_ATOMIC))
		wc->byte_len = sizeof(uint64_t);
	if (unlikely(prm_cqe64_get_format(cqe) != PRM_CQE_FORMAT_NO_INLINE))
		wc->status = scatter_send(cq, &qp->sq, cqe, wc->byte_len);
	retire_send(&qp->sq.done, wqe_counter);
	return 1;
}

MLX5SIG_INLINE void fill_received(const struct prm_cqe64 *cqe, struct ibv_wc *wc)
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
	retire_receive(rq);
}

static inline bool has_receives(const struct mlx5sig_queue_pair *qp)
{
	return qp->rq.wqe_cnt || qp->srq;
}

MLX5SIG_INLINE int take_responder(struct mlx5sig_completion_queue *cq, struct prm_cqe64 *cqe, struct ibv_wc *wc)
{
	uint32_t qpn = prm_cqe64_get_qpn(cqe);
	struct mlx5sig_queue_pair *qp = find_qp(cq, qpn);

	if (unlikely(!qp || !has_receives(qp)))
		return 0;
	wc->status = IBV_WC_SUCCESS;
	wc->vendor_err = 0;
	wc->byte_len = prm_cqe64_get_byte_count(cqe);
	wc->qp_num = qpn;
	fill_received(cqe, wc);
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

static __attribute__((noinline)) int take_error(struct mlx5sig_completion_queue *cq, struct prm_cqe64 *cqe, struct ibv_wc *wc, bool is_send)
{
	const struct prm_err_cqe *err = (const struct prm_err_cqe *)cqe;
	uint32_t qpn = prm_err_cqe_get_qpn(err);
	struct mlx5sig_queue_pair *qp = find_qp(cq, qpn);
	uint32_t wqe_counter = prm_err_cqe_get_wqe_counter(err);
	const struct mlx5sig_slot *slot;
	int num = 1;

	if (unlikely(!qp || (!is_send && !has_receives(qp))))
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
		retire_send(&qp->sq.done, wqe_counter);
	} else {
		wc->opcode = IBV_WC_RECV;
		if (qp->srq) {
			wc->wr_id = qp->srq->wr_ids[wqe_counter & qp->srq->mask];
			mlx5sig_srq_give_back(qp->srq, wqe_counter);
		} else {
			wc->wr_id = qp->rq.wr_ids[wqe_counter & (qp->rq.wqe_cnt - 1)];
			retire_receive(&qp->rq);
		}
	}
	return num;
}

/* The key of a signature error, or NULL. */
MLX5SIG_INLINE struct mlx5sig_key *find_key(const struct mlx5sig_completion_queue *cq,
					    const struct prm_sig_err_cqe *err)
{
	return mlx5sig_key_table_find(cq->keys, &(struct prm_mkey_value) { .dw_00 = err->mkey });
}

static __attribute__((noinline)) void take_sig_err(const struct mlx5sig_completion_queue *cq, const struct prm_cqe64 *cqe)
{
	const struct prm_sig_err_cqe *err = (const struct prm_sig_err_cqe *)cqe;
	struct mlx5sig_key *key = find_key(cq, err);

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

/*
 * How CQEs end.
 */

/*
 * The end of a CQE: opcode, QP and the byte that tells whether it has been written. The device
 * writes these 8 bytes at once.
 */
typedef uint64_t __attribute__((may_alias)) tail_word;

#define TAIL_AT offsetof(struct prm_cqe64, dw_38)

_Static_assert(TAIL_AT + sizeof(tail_word) == sizeof(struct prm_cqe64) &&
	       TAIL_AT % sizeof(tail_word) == 0, "the last word of a CQE");

static inline uint64_t tail_of(const struct prm_cqe64 *cqe)
{
	return *(const volatile tail_word *)((const char *)cqe + TAIL_AT);
}

static inline uint8_t head_of(const struct prm_cqe64 *cqe)
{
	return mlx5sig_cqe_head(cqe).b_3f;
}

/* A CQE with this tail, all else 0. */
static struct prm_cqe64 cqe_of(uint32_t qpn, uint32_t opcode, uint32_t format, bool se, bool owner)
{
	_Alignas(tail_word) struct prm_cqe64 cqe;

	memset(&cqe, 0, sizeof(cqe));
	prm_cqe64_set_qpn(&cqe, qpn);
	prm_cqe64_set_opcode(&cqe, opcode);
	prm_cqe64_set_format(&cqe, format);
	prm_cqe64_set_se(&cqe, se);
	prm_cqe64_set_owner(&cqe, owner);
	return cqe;
}

/* The tail of a plain completion of a send request: no data in the CQE, not solicited. */
static uint64_t plain_tail(uint32_t qpn, bool owner)
{
	_Alignas(tail_word) const struct prm_cqe64 cqe =
		cqe_of(qpn, PRM_CQE_OPCODE_REQ, PRM_CQE_FORMAT_NO_INLINE, false, owner);

	return tail_of(&cqe);
}

void mlx5sig_sent_init(struct mlx5sig_sent *sent, const struct mlx5sig_slot *slots,
		       uint32_t slot_mask, uint32_t qpn, atomic_uint *done)
{
	*sent = (struct mlx5sig_sent) { .tail = plain_tail(qpn, false), .slots = slots,
					.slot_mask = slot_mask, .qpn = qpn, .done = done };
}

/* No CQE has this tail behind the mask. */
void mlx5sig_cq_forget_last(struct mlx5sig_completion_queue *cq)
{
	cq->last = NULL;
	cq->sent = (struct mlx5sig_sent) { .tail = UINT64_MAX, .qpn = MLX5SIG_NO_QPN };
}

/* What has to be equal: in a tail all that cqe_of() sets, in a signature error less. */
static void set_masks(struct mlx5sig_completion_queue *cq)
{
	_Alignas(tail_word) struct prm_cqe64 cqe;
	uint32_t opcode;

	memset(&cqe, 0xff, sizeof(cqe));
	opcode = prm_cqe64_get_opcode(&cqe);
	cqe = cqe_of(prm_cqe64_get_qpn(&cqe), opcode, prm_cqe64_get_format(&cqe), true, true);
	cq->tail_mask = tail_of(&cqe);
	cq->sig_err_mask = cqe_of(0, opcode, 0, false, true).b_3f;
}

/*
 * How CQEs of this lap end. Signature errors are events: none is taken by the short way while they
 * are waited for, and no CQE has this head behind the mask.
 */
void mlx5sig_cq_set_tails(struct mlx5sig_completion_queue *cq)
{
	const bool owner = cq->ci & cq->ring.cnt;

	cq->owner = owner;
	cq->owner_tail = plain_tail(0, owner) ^ plain_tail(0, false);
	cq->plain_head = cqe_of(0, PRM_CQE_OPCODE_REQ, PRM_CQE_FORMAT_NO_INLINE, false, owner).b_3f;
	cq->sig_err_head = cq->arm_solicited ? (uint8_t)~cq->sig_err_mask :
			   cqe_of(0, PRM_CQE_OPCODE_SIG_ERR, 0, false, owner).b_3f;
	if (cq->last)
		cq->sent.tail = cq->last->sent.tail | cq->owner_tail;
}

/*
 * The ring.
 */

/* Whether the next CQE, at @cqe, has been written. */
MLX5SIG_INLINE bool is_new(const struct mlx5sig_completion_queue *cq, const struct prm_cqe64 *cqe)
{
	struct prm_cqe64 head = mlx5sig_cqe_head(cqe);

	if (prm_cqe64_get_owner(&head) != cq->owner)
		return false;
	/* Read again: what it may have become is as good, and most times it need not be kept. */
	head = mlx5sig_cqe_head(cqe);
	return prm_cqe64_get_opcode(&head) != PRM_CQE_OPCODE_INVALID;
}

/* Its word with the consumer's number. */
static inline prm_be32 record_of(uint32_t ci)
{
	struct prm_cq_doorbell_record record = {0};

	prm_cq_doorbell_record_set_ci(&record, ci & 0xffffff);
	return record.dw_00;
}

static inline void update_record(struct mlx5sig_completion_queue *cq, uint32_t ci)
{
	cq->dbrec->dw_00.be = record_of(ci).be;	/* in one store: members of a struct are not */
}

/*
 * Whether the record is as it was left here. Else somebody polls beside us: libmlx5, when the
 * program calls ibv_poll_cq().
 */
static inline bool is_record_ours(const struct mlx5sig_completion_queue *cq)
{
	return likely(cq->dbrec->dw_00.be == record_of(cq->ci).be);
}

static int poll_nothing(struct mlx5sig_cq *pub, int num_entries, struct ibv_wc *wc)
{
	(void)pub;
	(void)num_entries;
	(void)wc;
	return -EBUSY;
}

/* What was polled elsewhere is not known here: no completion would be right any more. */
static __attribute__((noinline, cold)) int give_up(struct mlx5sig_completion_queue *cq)
{
	__atomic_store_n(&cq->pub.poll, poll_nothing, __ATOMIC_RELAXED);
	mlx5sig_cq_unlock(cq);
	return -EBUSY;
}

static inline struct prm_cqe64 *cqe_behind(const struct mlx5sig_completion_queue *cq,
					   struct prm_cqe64 *cqe, uint32_t num)
{
	return (void *)((uint8_t *)cqe + num * cq->cqe_size);
}

/* Number @ci is the first one of a lap. */
static __attribute__((noinline, cold)) void begin_lap(struct mlx5sig_completion_queue *cq)
{
	cq->next = mlx5sig_cqe_at(&cq->ring, cq->ci);
	mlx5sig_cq_set_tails(cq);
}

/* Those up to @next, which are in front of the end of the ring. */
static inline void consume(struct mlx5sig_completion_queue *cq, uint32_t num,
			   struct prm_cqe64 *next)
{
	cq->ci += num;
	cq->next = next;
	if (unlikely(next == cq->end))
		begin_lap(cq);
}

/* False: nothing has been done, since the key is unknown or this is not its first error. */
MLX5SIG_INLINE bool take_first_sig_err(struct mlx5sig_completion_queue *cq,
				       const struct prm_cqe64 *cqe)
{
	const struct prm_sig_err_cqe *err = (const struct prm_sig_err_cqe *)cqe;
	struct mlx5sig_key *key = find_key(cq, err);

	return likely(key) && mlx5sig_key_note_first(key, err);
}

/*
 * Plain completions of the QP that had the last one, up to the end of the ring. Gives their number.
 * Most CQEs are of this kind, so that the loop has what they need and no more.
 */
MLX5SIG_INLINE uint32_t poll_plain(struct mlx5sig_completion_queue *cq, uint32_t num,
				   struct ibv_wc *wc)
{
	/* What is written to @wc is none of these. */
	const struct mlx5sig_sent sent = cq->sent;
	const uint64_t mask = cq->tail_mask;
	const size_t size = cq->cqe_size;
	const uint32_t left = cq->ring.cnt - (cq->ci & (cq->ring.cnt - 1));
	const struct ibv_wc *const first = wc, *const end = &wc[left < num ? left : num];
	struct prm_cqe64 *cqe = cq->next;
	const struct mlx5sig_slot *slot;
	const struct prm_cqe64 *last;
	uint32_t taken;

	for (; wc != end && (tail_of(cqe) & mask) == sent.tail; wc++) {
		mlx5sig_after_dma();
		slot = &sent.slots[prm_cqe64_get_wqe_counter(cqe) & sent.slot_mask];
		if (unlikely(slot->flags & MLX5SIG_SLOT_IS_ATOMIC))
			break;
		fill_sent(slot, cqe, sent.qpn, wc);
		cqe = (void *)((uint8_t *)cqe + size);
	}
	taken = (uint32_t)(wc - first);
	if (likely(taken)) {
		last = (const void *)((const uint8_t *)cqe - size);
		retire_send(sent.done, prm_cqe64_get_wqe_counter(last));
		consume(cq, taken, cqe);
	}
	return taken;
}

/*
 * Any CQEs, behind @found that have been taken. Gives the number of completions, or a negative one,
 * and the lock back.
 */
static __attribute__((noinline)) int poll_any(struct mlx5sig_completion_queue *cq, uint32_t num,
					      struct ibv_wc *wc, uint32_t found)
{
	struct prm_cqe64 *cqe;
	int taken = 0;

	if (!found && !is_record_ours(cq))
		return give_up(cq);
	while (found < num && is_new(cq, cq->next)) {
		mlx5sig_after_dma();
		cqe = cq->next;
		taken = take(cq, cqe, &wc[found]);
		if (unlikely(taken < 0))
			break;
		consume(cq, 1, cqe_behind(cq, cqe, 1));
		found += (uint32_t)taken;
	}
	update_record(cq, cq->ci);
	mlx5sig_cq_unlock(cq);
	return !found && taken < 0 ? taken : (int)found;
}

/* A completion has been taken that was the last one in its lap. */
static __attribute__((noinline, cold)) int end_lap(struct mlx5sig_completion_queue *cq)
{
	begin_lap(cq);
	update_record(cq, cq->ci);
	mlx5sig_cq_unlock(cq);
	return 1;
}

/*
 * A plain completion at @cqe of the last QP. Calls stand at the ends only, so that this needs no
 * stack.
 */
MLX5SIG_INLINE int poll_one_plain(struct mlx5sig_completion_queue *cq, struct prm_cqe64 *cqe,
				  struct ibv_wc *wc)
{
	const uint32_t counter = prm_cqe64_get_wqe_counter(cqe), ci = cq->ci + 1;
	const struct mlx5sig_slot *slot = &cq->sent.slots[counter & cq->sent.slot_mask];

	if (unlikely(slot->flags & MLX5SIG_SLOT_IS_ATOMIC))
		return poll_any(cq, 1, wc, 0);
	fill_sent(slot, cqe, cq->sent.qpn, wc);
	retire_send(cq->sent.done, counter);
	cqe = cqe_behind(cq, cqe, 1);
	cq->ci = ci;
	cq->next = cqe;
	if (unlikely(cqe == cq->end))
		return end_lap(cq);
	update_record(cq, ci);
	mlx5sig_cq_unlock(cq);
	return 1;
}

/*
 * As poll_any(). The next CQE is not a plain completion of the last QP: it is likely to be one of
 * another QP, or a signature error, or there is none.
 */
MLX5SIG_INLINE int poll_next(struct mlx5sig_completion_queue *cq, uint32_t num, struct ibv_wc *wc,
			     uint32_t found)
{
	struct prm_cqe64 *cqe = cq->next, *next = cqe_behind(cq, cqe, 1);
	const uint8_t head = head_of(cqe);

	if ((head & cq->sig_err_mask) == cq->sig_err_head && likely(next != cq->end)) {
		mlx5sig_after_dma();
		if (!take_first_sig_err(cq, cqe))
			return poll_any(cq, num, wc, found);
		cq->next = next;
		cq->ci++;
		update_record(cq, cq->ci);
		if (is_new(cq, next))
			return poll_any(cq, num, wc, found);
	} else if (num == 1 && head == cq->plain_head) {
		mlx5sig_after_dma();
		if (unlikely(!find_qp(cq, prm_cqe64_get_qpn(cqe))))
			return poll_any(cq, num, wc, found);
		return poll_one_plain(cq, cqe, wc);
	} else {
		if (is_new(cq, cqe))
			return poll_any(cq, num, wc, found);
		if (found)
			update_record(cq, cq->ci);
		else if (!is_record_ours(cq))
			return give_up(cq);
	}
	mlx5sig_cq_unlock(cq);
	return (int)found;
}

static __attribute__((noinline)) int poll_one(struct mlx5sig_completion_queue *cq,
					      struct ibv_wc *wc)
{
	return poll_next(cq, 1, wc, 0);
}

static __attribute__((noinline)) int poll_several(struct mlx5sig_completion_queue *cq, uint32_t num,
						  struct ibv_wc *wc)
{
	uint32_t found = poll_plain(cq, num, wc);

	if (unlikely(found != num))
		return poll_next(cq, num, wc, found);
	update_record(cq, cq->ci);
	mlx5sig_cq_unlock(cq);
	return (int)found;
}

MLX5SIG_INLINE int poll_locked(struct mlx5sig_completion_queue *cq, int num_entries,
			       struct ibv_wc *wc)
{
	struct prm_cqe64 *cqe = cq->next;

	if (num_entries != 1)
		return poll_several(cq, num_entries > 0 ? (uint32_t)num_entries : 0, wc);
	if (unlikely((tail_of(cqe) & cq->tail_mask) != cq->sent.tail))
		return poll_one(cq, wc);
	mlx5sig_after_dma();
	return poll_one_plain(cq, cqe, wc);
}

static __attribute__((noinline, cold)) int poll_contended(struct mlx5sig_completion_queue *cq,
							  int num_entries, struct ibv_wc *wc)
{
	mlx5sig_lock_wait(&cq->lock);
	return poll_locked(cq, num_entries, wc);
}

static int poll_of_many_threads(struct mlx5sig_cq *pub, int num_entries, struct ibv_wc *wc)
{
	struct mlx5sig_completion_queue *cq = mlx5sig_cq_of(pub);

	if (unlikely(!mlx5sig_trylock(&cq->lock)))
		return poll_contended(cq, num_entries, wc);
	return poll_locked(cq, num_entries, wc);
}

static int poll_of_one_thread(struct mlx5sig_cq *pub, int num_entries, struct ibv_wc *wc)
{
	return poll_locked(mlx5sig_cq_of(pub), num_entries, wc);
}

void mlx5sig_cq_begin(struct mlx5sig_completion_queue *cq, uint32_t ci)
{
	cq->pub.poll = cq->is_locked ? poll_of_many_threads : poll_of_one_thread;
	cq->ci = ci;
	cq->cqe_size = (size_t)1 << cq->ring.log_size;
	cq->next = mlx5sig_cqe_at(&cq->ring, ci);
	cq->end = cqe_behind(cq, mlx5sig_cqe_at(&cq->ring, 0), cq->ring.cnt);
	mlx5sig_cq_forget_last(cq);
	set_masks(cq);
	mlx5sig_cq_set_tails(cq);
	update_record(cq, ci);
}

/* For whom the inline one of mlx5sig.h is of no use: other languages, pointers to it. */
int mlx5sig_poll_cq(struct mlx5sig_cq *cq, int num_entries, struct ibv_wc *wc)
{
	return __atomic_load_n(&cq->poll, __ATOMIC_RELAXED)(cq, num_entries, wc);
}
