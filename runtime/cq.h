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
struct mlx5sig_sq;

#define MLX5SIG_NO_QPN UINT32_MAX
#define MLX5SIG_NO_TAIL UINT64_MAX	/* no CQE's, behind a mask */

struct mlx5sig_completion_queue {
	struct mlx5sig_cq pub;	/* must come first: what programs see */
	struct mlx5sig_lock lock;
	uint32_t ci;

	struct prm_cqe64 *next, *end;	/* CQE number @ci; behind the last one of the ring */
	uint64_t tail_mask, plain_tail;	/* poll.c */
	size_t cqe_size;
	uint8_t sig_err_head, sig_err_mask;	/* likewise */
	bool owner, is_locked;

	/* The QP of the last completion. */
	uint32_t last_qpn;	/* MLX5SIG_NO_QPN: none */
	uint32_t last_slot_mask;
	const struct mlx5sig_slot *last_slots;
	struct mlx5sig_sq *last_sq;
	struct mlx5sig_queue_pair *last;

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
/* This one had it; NULL: none. */
void mlx5sig_cq_set_last(struct mlx5sig_completion_queue *cq, struct mlx5sig_queue_pair *qp);

/* The QP with this number, which becomes the one of the last completion; NULL: not attached. */
struct mlx5sig_queue_pair *mlx5sig_cq_find_other(struct mlx5sig_completion_queue *cq,
						 uint32_t qpn);

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
