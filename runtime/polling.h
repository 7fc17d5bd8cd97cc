/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * What polling of all CQEs (poll_any.c) and of those that come most (poll.c) share. The CQ is
 * locked.
 */
#ifndef MLX5SIG_RUNTIME_POLLING_H
#define MLX5SIG_RUNTIME_POLLING_H

#include "qp.h"

/* The QP of a CQE, or NULL; it becomes the last one. */
MLX5SIG_INLINE struct mlx5sig_queue_pair *mlx5sig_find_qp(struct mlx5sig_completion_queue *cq,
							  uint32_t qpn)
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

/*
 * This request and all before it are done. Their slots and WQEs may be written again, so nothing
 * reads them behind this.
 */
static inline void mlx5sig_retire_send(atomic_uint *done, uint32_t wqe_counter)
{
	atomic_store_explicit(done, wqe_counter, memory_order_release);
}

/* A request that is done. */
MLX5SIG_INLINE void mlx5sig_fill_sent(const struct mlx5sig_slot *slot, const struct prm_cqe64 *cqe,
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

/* The key of a signature error, or NULL. */
MLX5SIG_INLINE struct mlx5sig_key *mlx5sig_find_key(const struct mlx5sig_completion_queue *cq,
					    const struct prm_sig_err_cqe *err)
{
	return mlx5sig_key_table_find(cq->keys, &(struct prm_mkey_value) { .dw_00 = err->mkey });
}

/* Whether the next CQE, at @cqe, has been written. */
MLX5SIG_INLINE bool mlx5sig_is_new(const struct mlx5sig_completion_queue *cq,
				   const struct prm_cqe64 *cqe)
{
	struct prm_cqe64 head = mlx5sig_cqe_head(cqe);

	if (prm_cqe64_get_owner(&head) != cq->owner)
		return false;
	/* Read again: what it may have become is as good, and most times it need not be kept. */
	head = mlx5sig_cqe_head(cqe);
	return prm_cqe64_get_opcode(&head) != PRM_CQE_OPCODE_INVALID;
}

/* Its word with the consumer's number, of which it has the lower bits: setters cut to the field. */
static inline prm_be32 mlx5sig_record_of(uint32_t ci)
{
	struct prm_cq_doorbell_record record = {0};

	prm_cq_doorbell_record_set_ci(&record, ci);
	return record.dw_00;
}

static inline void mlx5sig_update_record(struct mlx5sig_completion_queue *cq, uint32_t ci)
{
	/* In one store: members of a struct need not be. */
	cq->dbrec->dw_00.be = mlx5sig_record_of(ci).be;
}

/*
 * Whether the record is as it was left here. Else somebody polls beside us: libmlx5, when the
 * program calls ibv_poll_cq().
 */
static inline bool mlx5sig_is_record_ours(const struct mlx5sig_completion_queue *cq)
{
	return likely(cq->dbrec->dw_00.be == mlx5sig_record_of(cq->ci).be);
}

static inline struct prm_cqe64 *mlx5sig_cqe_behind(const struct mlx5sig_completion_queue *cq,
					   struct prm_cqe64 *cqe, uint32_t num)
{
	return (void *)((uint8_t *)cqe + num * cq->cqe_size);
}

/* Number @ci is the first one of a lap (poll.c). */
void mlx5sig_begin_lap(struct mlx5sig_completion_queue *cq);

/* Those up to @next, which are in front of the end of the ring. */
static inline void mlx5sig_consume(struct mlx5sig_completion_queue *cq, uint32_t num,
			   struct prm_cqe64 *next)
{
	cq->ci += num;
	cq->next = next;
	if (unlikely(next == cq->end))
		mlx5sig_begin_lap(cq);
}

/*
 * Any CQEs, behind @found that have been taken (poll_any.c). Gives the number of completions, or a
 * negative one, and the lock back.
 */
int mlx5sig_poll_any(struct mlx5sig_completion_queue *cq, uint32_t num, struct ibv_wc *wc,
		     uint32_t found);
/*
 * Somebody else polls, too: gives the lock back, and a negative number, as each call does from now
 * on.
 */
int mlx5sig_give_up(struct mlx5sig_completion_queue *cq);

#endif
