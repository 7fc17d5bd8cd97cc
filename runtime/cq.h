/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * A completion queue that was taken over.
 */
#ifndef MLX5SIG_RUNTIME_CQ_H
#define MLX5SIG_RUNTIME_CQ_H

#include "device.h"

#include <prm_doorbell.h>

struct mlx5sig_queue_pair;
struct mlx5sig_slot;

#define MLX5SIG_NO_QPN UINT32_MAX

/* What is needed of a QP to take completions of its send requests. */
struct mlx5sig_sent {
	uint64_t tail;		/* how a plain one ends; see poll.c */
	const struct mlx5sig_slot *slots;
	atomic_uint *done;
	uint32_t slot_mask;
	uint32_t qpn;
};

/* What is needed of a QP to take completions of its receive requests. */
struct mlx5sig_receiver {
	uint64_t tail;		/* how they end, but for the opcode */
	const uint64_t *wr_ids;	/* of the queue, or NULL: there is none */
	struct mlx5sig_srq *srq;	/* NULL: a queue of its own */
	atomic_uint *done;	/* of that: requests that are done */
	uint32_t mask, qpn;
};

/* QPs by number. */
struct mlx5sig_cq_entry {
	struct mlx5sig_queue_pair *qp;	/* NULL: free */
	uint32_t qpn;
	unsigned int uses;	/* as send CQ, as receive CQ */
};

struct mlx5sig_completion_queue {
	struct mlx5sig_cq pub;	/* must come first: what programs see */
	struct mlx5sig_lock lock;
	uint32_t ci;

	struct prm_cqe64 *next, *end;	/* CQE number @ci; behind the last one of the ring */
	size_t cqe_size;
	uint64_t tail_mask, owner_tail;	/* poll.c */
	uint8_t plain_head, sig_err_head, sig_err_mask;	/* likewise */
	bool owner, is_locked;

	/* The QP of the last completion, or NULL; a copy of its own, with the owner of this lap. */
	struct mlx5sig_queue_pair *last;
	struct mlx5sig_sent sent;
	/* Of the last completion of a receive request. */
	const struct mlx5sig_receiver *receiver;
	uint64_t received_mask, received_tail;	/* poll.c */

	volatile struct prm_cq_doorbell_record *dbrec;
	struct mlx5sig_key_table *keys;	/* of the device */

	/*
	 * QPs by number: open addressing, a power of two of entries, at most half of them in use. A
	 * QP whose send and receive CQ this is stands in it once.
	 */
	struct mlx5sig_cq_entry *qps;
	uint32_t num_entries, num_qps;

	/*
	 * Arming. An event makes the device count; the count of ours follows from what was
	 * completed since.
	 */
	uint32_t arm_sn, arm_ci;
	bool is_armed, arm_solicited, was_triggered;

	struct mlx5sig_cq_ring ring;
	volatile uint8_t *uar;
	uint32_t cqn;
	struct mlx5sig_device *device;
	struct ibv_cq *ibv;
	struct mlx5sig_completion_queue *next_cq;	/* of the device */
};

static inline struct mlx5sig_completion_queue *mlx5sig_cq_of(struct mlx5sig_cq *cq)
{
	return (struct mlx5sig_completion_queue *)cq;
}

/* Polling begins at number @ci; no QP had the last completion (poll.c). */
void mlx5sig_cq_begin(struct mlx5sig_completion_queue *cq, uint32_t ci);
/* What polling compares follows from @ci, @arm_solicited and the last QP. */
void mlx5sig_cq_set_tails(struct mlx5sig_completion_queue *cq);
/* No QP had it. */
void mlx5sig_cq_forget_last(struct mlx5sig_completion_queue *cq);
void mlx5sig_sent_init(struct mlx5sig_sent *sent, const struct mlx5sig_slot *slots,
		       uint32_t slot_mask, uint32_t qpn, atomic_uint *done);
void mlx5sig_receiver_init(struct mlx5sig_receiver *receiver, struct mlx5sig_queue_pair *qp);

/* The entry of the QP with this number, or one that is free. */
MLX5SIG_INLINE struct mlx5sig_cq_entry *
mlx5sig_cq_find_entry(const struct mlx5sig_completion_queue *cq, uint32_t qpn)
{
	const uint32_t mask = cq->num_entries - 1;
	uint32_t i;

	for (i = qpn & mask; cq->qps[i].qpn != qpn && cq->qps[i].qp; i = (i + 1) & mask)
		;
	return &cq->qps[i];
}

static inline void mlx5sig_cq_lock(struct mlx5sig_completion_queue *cq)
{
	if (cq->is_locked)
		mlx5sig_lock(&cq->lock);
}

/* A lock that is not used is free anyway. */
static inline void mlx5sig_cq_unlock(struct mlx5sig_completion_queue *cq)
{
	mlx5sig_unlock(&cq->lock);
}

/* Whether this CQE fires a CQ that is armed for solicited events. */
static inline bool mlx5sig_cqe_is_solicited(const struct prm_cqe64 *cqe)
{
	uint32_t opcode = prm_cqe64_get_opcode(cqe);

	return prm_cqe64_get_se(cqe) || opcode == PRM_CQE_OPCODE_REQ_ERR ||
	       opcode == PRM_CQE_OPCODE_RESP_ERR || opcode == PRM_CQE_OPCODE_SIG_ERR;
}

#endif
