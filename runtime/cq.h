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

struct mlx5sig_cq {
	struct mlx5sig_cq_ring ring;
	volatile struct prm_cq_doorbell_record *dbrec;
	uint32_t ci;
	bool is_locked;
	uint32_t last_qpn;	/* of the last completion; MLX5SIG_NO_QPN: none */
	uint32_t last_slot_mask;
	struct mlx5sig_queue_pair *last;
	const struct mlx5sig_slot *last_slots;

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

	struct mlx5sig_lock lock;
	volatile uint8_t *uar;
	uint32_t cqn;
	struct mlx5sig_device *device;
	struct ibv_cq *ibv;
	struct mlx5sig_cq *next;	/* of the device */
};

/* The QP with this number, which becomes the one of the last completion; NULL: not attached. */
struct mlx5sig_queue_pair *mlx5sig_cq_find_other(struct mlx5sig_cq *cq, uint32_t qpn);

static inline void mlx5sig_cq_lock(struct mlx5sig_cq *cq)
{
	if (cq->is_locked)
		mlx5sig_lock(&cq->lock);
}

static inline void mlx5sig_cq_unlock(struct mlx5sig_cq *cq)
{
	if (cq->is_locked)
		mlx5sig_unlock(&cq->lock);
}

/* Whether this CQE fires a CQ that is armed for solicited events. */
static inline bool mlx5sig_cqe_is_solicited(const struct prm_cqe64 *cqe)
{
	uint32_t opcode = prm_cqe64_get_opcode(cqe);

	return prm_cqe64_get_se(cqe) || opcode == PRM_CQE_OPCODE_REQ_ERR ||
	       opcode == PRM_CQE_OPCODE_RESP_ERR;
}

#endif
