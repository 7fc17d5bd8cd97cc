/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Polling of completion queues: the short ways.
 *
 * Most CQEs are plain completions of send requests, and of the QP that had the last one too: they
 * are told by one comparison of their end, and taken in a straight line. Signature errors are told
 * by one, too, and so are completions of receive requests. All others: poll_any.c.
 */
#include "received.h"

/*
 * How CQEs end.
 */

/*
 * The end of a CQE: opcode, QP and the byte that tells whether it has been written. The device
 * writes these 8 bytes at once; see has_tail() for reading them.
 */
typedef uint64_t __attribute__((may_alias)) tail_word;

#define TAIL_AT offsetof(struct prm_cqe64, dw_38)

_Static_assert(TAIL_AT + sizeof(tail_word) == sizeof(struct prm_cqe64) &&
	       TAIL_AT % sizeof(tail_word) == 0, "the last word of a CQE");

#define NO_TAIL UINT64_MAX	/* of no CQE behind a mask, nor together with other bits */

static inline uint64_t tail_of(const struct prm_cqe64 *cqe)
{
	return *(const volatile tail_word *)((const char *)cqe + TAIL_AT);
}

/*
 * Whether the CQE has been written and ends so; all of it may be read then. Machines of 32 bits
 * read the word in two halves, the first of which may be from before: they read it again.
 */
MLX5SIG_INLINE bool has_tail(const struct prm_cqe64 *cqe, uint64_t mask, uint64_t tail)
{
	if ((tail_of(cqe) & mask) != tail)
		return false;
	mlx5sig_after_dma();
	return sizeof(void *) >= sizeof(tail_word) || (tail_of(cqe) & mask) == tail;
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

void mlx5sig_receiver_init(struct mlx5sig_receiver *receiver, struct mlx5sig_queue_pair *qp)
{
	const uint32_t qpn = qp->sq.ring.qpn;
	_Alignas(tail_word) const struct prm_cqe64 cqe =
		cqe_of(qpn, 0, PRM_CQE_FORMAT_NO_INLINE, false, false);

	*receiver = (struct mlx5sig_receiver) { .tail = tail_of(&cqe), .qpn = qpn,
						.srq = qp->srq, .done = &qp->rq.tail };
	if (qp->srq) {
		receiver->wr_ids = qp->srq->wr_ids;
		receiver->mask = qp->srq->mask;
	} else if (qp->rq.wqe_cnt) {
		receiver->wr_ids = qp->rq.wr_ids;
		receiver->mask = qp->rq.wqe_cnt - 1;
	} else {
		receiver->tail = NO_TAIL;
	}
}

static const struct mlx5sig_receiver nobody = { .tail = NO_TAIL };

void mlx5sig_cq_forget_last(struct mlx5sig_completion_queue *cq)
{
	cq->last = NULL;
	cq->sent = (struct mlx5sig_sent) { .tail = NO_TAIL, .qpn = MLX5SIG_NO_QPN };
	cq->receiver = &nobody;
}

/*
 * What has to be equal: in a tail all that cqe_of() sets, in a signature error and in a completion
 * of a receive request less.
 */
static void set_masks(struct mlx5sig_completion_queue *cq)
{
	_Alignas(tail_word) struct prm_cqe64 cqe;
	uint32_t opcode, format;

	memset(&cqe, 0xff, sizeof(cqe));
	opcode = prm_cqe64_get_opcode(&cqe);
	format = prm_cqe64_get_format(&cqe);
	cqe = cqe_of(prm_cqe64_get_qpn(&cqe), opcode, format, true, true);
	cq->tail_mask = tail_of(&cqe);
	cq->sig_err_mask = cqe_of(0, opcode, 0, false, true).b_3f;
	cqe = cqe_of(prm_cqe64_get_qpn(&cqe), 0, format, false, true);
	cq->received_mask = tail_of(&cqe);
}

/*
 * How CQEs of this lap end. Signature errors are events, and so may be receives: none is taken by
 * the short way while they are waited for, and no CQE has this head behind the mask.
 */
void mlx5sig_cq_set_tails(struct mlx5sig_completion_queue *cq)
{
	const bool owner = cq->ci & cq->ring.cnt;

	cq->owner = owner;
	cq->owner_tail = plain_tail(0, owner) ^ plain_tail(0, false);
	cq->plain_head = cqe_of(0, PRM_CQE_OPCODE_REQ, PRM_CQE_FORMAT_NO_INLINE, false, owner).b_3f;
	cq->sig_err_head = cq->arm_solicited ? (uint8_t)~cq->sig_err_mask :
			   cqe_of(0, PRM_CQE_OPCODE_SIG_ERR, 0, false, owner).b_3f;
	cq->received_tail = cq->arm_solicited ? NO_TAIL : cq->owner_tail;
	if (cq->last)
		cq->sent.tail = cq->last->sent.tail | cq->owner_tail;
}

/* Number @ci is the first one of a lap. */
__attribute__((cold)) void mlx5sig_begin_lap(struct mlx5sig_completion_queue *cq)
{
	cq->next = mlx5sig_cqe_at(&cq->ring, cq->ci);
	mlx5sig_cq_set_tails(cq);
}

/* False: nothing has been done, since the key is unknown or this is not its first error. */
MLX5SIG_INLINE bool take_first_sig_err(struct mlx5sig_completion_queue *cq,
				       const struct prm_cqe64 *cqe)
{
	const struct prm_sig_err_cqe *err = (const struct prm_sig_err_cqe *)cqe;
	struct mlx5sig_key *key = mlx5sig_find_key(cq, err);

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

	for (; wc != end && has_tail(cqe, mask, sent.tail); wc++) {
		slot = &sent.slots[prm_cqe64_get_wqe_counter(cqe) & sent.slot_mask];
		if (unlikely(slot->flags & MLX5SIG_SLOT_IS_ATOMIC))
			break;
		mlx5sig_fill_sent(slot, cqe, sent.qpn, wc);
		cqe = (void *)((uint8_t *)cqe + size);
	}
	taken = (uint32_t)(wc - first);
	if (likely(taken)) {
		last = (const void *)((const uint8_t *)cqe - size);
		mlx5sig_retire_send(sent.done, prm_cqe64_get_wqe_counter(last));
		mlx5sig_consume(cq, taken, cqe);
	}
	return taken;
}

/* A completion has been taken that was the last one in its lap. */
static __attribute__((noinline, cold)) int end_lap(struct mlx5sig_completion_queue *cq)
{
	mlx5sig_begin_lap(cq);
	mlx5sig_update_record(cq, cq->ci);
	mlx5sig_cq_unlock(cq);
	return 1;
}

/* The completion at @cqe is taken; @ci is the index of the next one. */
MLX5SIG_INLINE int leave_one(struct mlx5sig_completion_queue *cq, struct prm_cqe64 *cqe,
			     uint32_t ci)
{
	cqe = mlx5sig_cqe_behind(cq, cqe, 1);
	cq->ci = ci;
	cq->next = cqe;
	if (unlikely(cqe == cq->end))
		return end_lap(cq);
	mlx5sig_update_record(cq, ci);
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
		return mlx5sig_poll_any(cq, 1, wc, 0);
	mlx5sig_fill_sent(slot, cqe, cq->sent.qpn, wc);
	mlx5sig_retire_send(cq->sent.done, counter);
	return leave_one(cq, cqe, ci);
}

/*
 * Completions of receive requests. Those of one QP that follow each other are told by one
 * comparison, too; that of another one costs a look for it.
 */

MLX5SIG_INLINE bool is_from(const struct mlx5sig_completion_queue *cq,
			    const struct mlx5sig_receiver *receiver, const struct prm_cqe64 *cqe)
{
	return has_tail(cqe, cq->received_mask, receiver->tail | cq->received_tail);
}

/* Whose request is done, or NULL: nobody's, or the CQE is of another kind. */
MLX5SIG_INLINE const struct mlx5sig_receiver *find_receiver(struct mlx5sig_completion_queue *cq,
							    const struct prm_cqe64 *cqe)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_cq_find_entry(cq, prm_cqe64_get_qpn(cqe))->qp;

	if (unlikely(!qp || !is_from(cq, &qp->receiver, cqe)))
		return NULL;
	cq->receiver = &qp->receiver;
	return cq->receiver;
}

/* Gives the request, by its number in the queue. */
MLX5SIG_INLINE uint32_t fill_request(const struct mlx5sig_receiver *receiver,
				     const struct mlx5sig_received *received,
				     const struct prm_cqe64 *cqe, struct ibv_wc *wc)
{
	const uint32_t i = prm_cqe64_get_wqe_counter(cqe) & receiver->mask;

	wc->wr_id = receiver->wr_ids[i];
	mlx5sig_fill_received(received, cqe, receiver->qpn, wc);
	return i;
}

/*
 * Up to the end of the ring or to something else. Gives their number. An SRQ is locked while its
 * requests come, one behind the other.
 */
MLX5SIG_INLINE uint32_t poll_receives(struct mlx5sig_completion_queue *cq, uint32_t num,
				      struct ibv_wc *wc)
{
	const size_t size = cq->cqe_size;
	const uint32_t left = cq->ring.cnt - (cq->ci & (cq->ring.cnt - 1));
	const struct ibv_wc *const first = wc, *const end = &wc[left < num ? left : num];
	const struct mlx5sig_receiver *receiver = cq->receiver;
	const struct mlx5sig_received *received;
	const uint64_t mask = cq->received_mask;
	uint64_t tail = receiver->tail | cq->received_tail;
	struct mlx5sig_srq *locked = NULL;
	struct prm_cqe64 *cqe = cq->next;
	uint32_t i, taken;

	for (; wc != end; wc++) {
		if (!has_tail(cqe, mask, tail)) {
			receiver = find_receiver(cq, cqe);
			if (!receiver)
				break;
			tail = receiver->tail | cq->received_tail;
		}
		received = &mlx5sig_received[prm_cqe64_get_opcode(cqe)];
		if (unlikely(!received->wc_opcode))
			break;
		i = fill_request(receiver, received, cqe, wc);
		if (!receiver->srq) {
			mlx5sig_retire_receive(receiver->done);
		} else {
			if (locked != receiver->srq) {
				if (unlikely(locked))
					mlx5sig_srq_unlock(locked);
				locked = receiver->srq;
				mlx5sig_srq_lock(locked);
			}
			mlx5sig_srq_append(locked, i);
		}
		cqe = (void *)((uint8_t *)cqe + size);
	}
	if (locked)
		mlx5sig_srq_unlock(locked);
	taken = (uint32_t)(wc - first);
	if (likely(taken))
		mlx5sig_consume(cq, taken, cqe);
	return taken;
}

/* Plain completions of the QP to which the next CQE belongs. Gives their number. */
MLX5SIG_INLINE uint32_t poll_sends(struct mlx5sig_completion_queue *cq, uint32_t num,
				   struct ibv_wc *wc)
{
	const struct prm_cqe64 *cqe = cq->next;

	if (head_of(cqe) != cq->plain_head)
		return 0;
	mlx5sig_after_dma();
	return mlx5sig_find_qp(cq, prm_cqe64_get_qpn(cqe)) ? poll_plain(cq, num, wc) : 0;
}

/* As mlx5sig_poll_any(). Sends and receives of several QPs. */
static __attribute__((noinline)) int poll_mixed(struct mlx5sig_completion_queue *cq, uint32_t num,
						struct ibv_wc *wc, uint32_t found)
{
	uint32_t before;

	do {
		before = found;
		found += poll_receives(cq, num - found, &wc[found]);
		if (found != num)
			found += poll_sends(cq, num - found, &wc[found]);
	} while (found != before && found != num);
	if (found != num && mlx5sig_is_new(cq, cq->next))
		return mlx5sig_poll_any(cq, num, wc, found);
	mlx5sig_update_record(cq, cq->ci);
	mlx5sig_cq_unlock(cq);
	return (int)found;
}

/* A completion of a receive request at @cqe, which is from @receiver. */
MLX5SIG_INLINE int poll_one_received(struct mlx5sig_completion_queue *cq,
				     const struct mlx5sig_receiver *receiver,
				     const struct mlx5sig_received *received, struct prm_cqe64 *cqe,
				     struct ibv_wc *wc)
{
	const uint32_t i = fill_request(receiver, received, cqe, wc), ci = cq->ci + 1;

	if (receiver->srq)
		mlx5sig_srq_give_back(receiver->srq, i);
	else
		mlx5sig_retire_receive(receiver->done);
	return leave_one(cq, cqe, ci);
}

/* The next CQE is from the last receiver: of a receive request, or of another kind. */
static __attribute__((noinline)) int poll_one_again(struct mlx5sig_completion_queue *cq,
						    struct ibv_wc *wc)
{
	struct prm_cqe64 *cqe = cq->next;
	const struct mlx5sig_received *received = &mlx5sig_received[prm_cqe64_get_opcode(cqe)];

	if (unlikely(!received->wc_opcode))
		return mlx5sig_poll_any(cq, 1, wc, 0);
	return poll_one_received(cq, cq->receiver, received, cqe, wc);
}

/* As mlx5sig_poll_any(). The next CQE has been written. */
static __attribute__((noinline)) int poll_new(struct mlx5sig_completion_queue *cq, uint32_t num,
					      struct ibv_wc *wc, uint32_t found)
{
	struct prm_cqe64 *cqe = cq->next;
	const struct mlx5sig_received *received;
	const struct mlx5sig_receiver *receiver;

	mlx5sig_after_dma();
	received = &mlx5sig_received[prm_cqe64_get_opcode(cqe)];
	if (num != 1 && (received->wc_opcode || head_of(cqe) == cq->plain_head))
		return poll_mixed(cq, num, wc, found);
	receiver = num == 1 && received->wc_opcode ? find_receiver(cq, cqe) : NULL;
	if (!receiver)
		return mlx5sig_poll_any(cq, num, wc, found);
	return poll_one_received(cq, receiver, received, cqe, wc);
}

/*
 * As mlx5sig_poll_any(). The next CQE is not a plain completion of the last QP: it is likely to be
 * one of another QP, or a signature error, or there is none.
 */
MLX5SIG_INLINE int poll_next(struct mlx5sig_completion_queue *cq, uint32_t num, struct ibv_wc *wc,
			     uint32_t found)
{
	struct prm_cqe64 *cqe = cq->next, *next = mlx5sig_cqe_behind(cq, cqe, 1);
	const uint8_t head = head_of(cqe);

	if ((head & cq->sig_err_mask) == cq->sig_err_head && likely(next != cq->end)) {
		mlx5sig_after_dma();
		if (!take_first_sig_err(cq, cqe))
			return mlx5sig_poll_any(cq, num, wc, found);
		cq->next = next;
		cq->ci++;
		mlx5sig_update_record(cq, cq->ci);
		if (mlx5sig_is_new(cq, next))
			return mlx5sig_poll_any(cq, num, wc, found);
	} else if (num == 1 && head == cq->plain_head) {
		mlx5sig_after_dma();
		if (unlikely(!mlx5sig_find_qp(cq, prm_cqe64_get_qpn(cqe))))
			return mlx5sig_poll_any(cq, num, wc, found);
		return poll_one_plain(cq, cqe, wc);
	} else if (num == 1 && is_from(cq, cq->receiver, cqe)) {
		return poll_one_again(cq, wc);
	} else {
		if (mlx5sig_is_new(cq, cqe))
			return poll_new(cq, num, wc, found);
		if (found)
			mlx5sig_update_record(cq, cq->ci);
		else if (!mlx5sig_is_record_ours(cq))
			return mlx5sig_give_up(cq);
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
	mlx5sig_update_record(cq, cq->ci);
	mlx5sig_cq_unlock(cq);
	return (int)found;
}

MLX5SIG_INLINE int poll_locked(struct mlx5sig_completion_queue *cq, int num_entries,
			       struct ibv_wc *wc)
{
	struct prm_cqe64 *cqe = cq->next;

	if (num_entries != 1)
		return poll_several(cq, num_entries > 0 ? (uint32_t)num_entries : 0, wc);
	if (unlikely(!has_tail(cqe, cq->tail_mask, cq->sent.tail)))
		return poll_one(cq, wc);
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
	cq->end = mlx5sig_cqe_behind(cq, mlx5sig_cqe_at(&cq->ring, 0), cq->ring.cnt);
	mlx5sig_cq_forget_last(cq);
	set_masks(cq);
	mlx5sig_cq_set_tails(cq);
	mlx5sig_update_record(cq, ci);
}

/* For whom the inline one of mlx5sig.h is of no use: other languages, pointers to it. */
int mlx5sig_poll_cq(struct mlx5sig_cq *cq, int num_entries, struct ibv_wc *wc)
{
	return __atomic_load_n(&cq->poll, __ATOMIC_RELAXED)(cq, num_entries, wc);
}
