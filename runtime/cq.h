/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * An attached completion queue.
 */
#ifndef MLX5SIG_RUNTIME_CQ_H
#define MLX5SIG_RUNTIME_CQ_H

#include "device.h"

#include <prm_doorbell.h>

struct mlx5sig_key;
struct mlx5sig_queue_pair;

struct mlx5sig_cq {
	struct mlx5sig_lock lock;
	struct mlx5sig_cq_ring ring;
	uint32_t ci;			/* CQEs consumed */
	int err;			/* of every poll from now on, negative; 0: none */
	struct mlx5sig_queue_pair *last;	/* QP of the last completion */
	uint32_t last_qpn;			/* and its number; or no number */
	uint32_t num_qps;
	uint32_t recorded_ci;		/* that the record has, unless libmlx5 has polled */
	bool ignores_overrun;		/* the device does not need the record */
	struct prm_cq_doorbell_record *dbrec;	/* read by the device */
	volatile uint8_t *uar;
	uint32_t arm_sn;		/* events received */
	uint32_t cqn;
	struct mlx5sig_device *device;
	struct ibv_cq *ibv;
	struct mlx5sig_attached entry;
	/* Keys with errors, under the error lock of the device (check.c). */
	struct mlx5sig_key *first_bad, *last_bad;
};

/* Tells the device which CQEs are consumed. */
static inline void mlx5sig_cq_update_record(struct mlx5sig_cq *cq)
{
	cq->recorded_ci = cq->ci & MLX5SIG_MAX_NUMBER;
	prm_cq_doorbell_record_set_ci(cq->dbrec, cq->recorded_ci);
}

/* A QP joins or leaves its CQs; completions in the ring with its number are dropped. */
void mlx5sig_cq_add_qp(struct mlx5sig_cq *cq, struct mlx5sig_queue_pair *qp);
void mlx5sig_cq_remove_qp(struct mlx5sig_cq *cq, struct mlx5sig_queue_pair *qp);
/* Drops the completions of a QP that is reset. */
void mlx5sig_cq_drop(struct mlx5sig_cq *cq, struct mlx5sig_queue_pair *qp);

#endif
