/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Cancelling posted requests after signature pipelining has stopped the send queue.
 */
#include <errno.h>

#include "qp.h"

#include <prm_qp.h>

/* WQEBBs from the first one that is not known to be complete to the device's position; -errno. */
static int num_executed(struct mlx5sig_queue_pair *qp)
{
	struct mlx5sig_sq *sq = &qp->sq;
	struct prm_query_qp_out out;
	int err = mlx5sig_query_qp(qp->device, qp->handle, qp->qpn, &out);
	uint16_t num;

	if (err)
		return -err;
	/* A drained queue is what verbs call SQD. */
	if (prm_qpc_get_state(&out.qpc) != PRM_QP_STATE_SQD)
		return -EINVAL;
	mlx5sig_sq_update_limits(sq);
	num = (uint16_t)(prm_qpc_get_hw_sq_wqebb_counter(&out.qpc) - mlx5sig_sq_done_pi(sq));
	return num <= sq->now.pi - mlx5sig_sq_done_pi(sq) ? num : -EINVAL;
}

/*
 * Only the WQEs of a configuration share a request; if the device has executed some of them, the others
 * are cancelled and count as the request.
 */
int mlx5sig_qp_cancel_posted_send_wrs(struct mlx5sig_qp *pub, uint64_t wr_id)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);
	struct mlx5sig_sq *sq = &qp->sq;
	struct mlx5sig_slot *slot;
	uint32_t pi, first, last_head = 0;
	int num = 0, executed;

	mlx5sig_lock(&qp->sq_lock);
	executed = num_executed(qp);
	first = mlx5sig_sq_done_pi(sq) + (uint32_t)executed;
	for (pi = mlx5sig_sq_done_pi(sq); executed >= 0 && pi != sq->now.pi; pi += slot->wqebbs) {
		slot = mlx5sig_sq_slot(sq, pi);
		if (slot->wr_id != wr_id || slot->flags & MLX5SIG_SLOT_IS_CANCELLED ||
		    (int32_t)(pi - first) < 0)
			continue;
		mlx5sig_build_cancelled(&sq->ring, pi);
		__atomic_fetch_or(&slot->flags, MLX5SIG_SLOT_IS_CANCELLED, __ATOMIC_RELAXED);
		num += !num || slot->head != last_head;
		last_head = slot->head;
	}
	mlx5sig_unlock(&qp->sq_lock);
	return executed < 0 ? executed : num;
}
