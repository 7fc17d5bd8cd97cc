/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Cancelling posted requests: signature pipelining has stopped the send queue.
 */
#include <errno.h>

#include <prm_qp.h>

#include "qp.h"

/* The state that QUERY_QP gives for a queue that is drained; verbs call it SQD. */
static int query_position(struct mlx5sig_queue_pair *qp, uint16_t *position)
{
	const struct mlx5sig_devx_ops *ops = &qp->device->ops;
	struct prm_query_qp_in_fields v;
	struct prm_query_qp_out out = {0};
	struct prm_query_qp_in in;
	int err;

	if (!ops->qp_query)
		return EOPNOTSUPP;
	prm_query_qp_in_fields_init(&v);
	v.qpn = qp->sq.ring.qpn;
	prm_query_qp_in_pack(&in, &v);
	err = ops->qp_query(qp->device->cookie, qp->handle, &in, sizeof(in), &out, sizeof(out));
	err = mlx5sig_cmd_errno(err, &out);
	if (err)
		return err;
	if (prm_qpc_get_state(&out.qpc) != PRM_QP_STATE_SQD)
		return EINVAL;
	*position = (uint16_t)prm_qpc_get_hw_sq_wqebb_counter(&out.qpc);
	return 0;
}

/* Requests with the id from @pi up to the producer become NOPs. Parts of a request do not count. */
static int cancel_from(struct mlx5sig_sq *sq, uint32_t pi, uint64_t wr_id)
{
	bool is_counted = false;
	int num = 0;

	while (pi != sq->now.pi) {
		const struct mlx5sig_slot *slot = &sq->slots[mlx5sig_sq_slot(sq, pi)];
		struct prm_ctrl_seg *ctrl = mlx5sig_ring_at(&sq->ring, pi, 0);

		if (slot->wr_id == wr_id &&
		    prm_ctrl_seg_get_opcode(ctrl) != PRM_WQE_OPCODE_NOP) {
			mlx5sig_build_cancelled(&sq->ring, pi);
			num += !(slot->is_part && is_counted);
			is_counted = true;
		} else {
			is_counted = false;
		}
		pi += slot->wqebbs;
	}
	return num;
}

int mlx5sig_qp_cancel_posted_send_wrs(struct mlx5sig_qp *pub, uint64_t wr_id)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);
	struct mlx5sig_sq *sq = &qp->sq;
	uint16_t position, ahead;
	int ret;

	if (!qp->has_sig_pipelining)
		return -EOPNOTSUPP;
	mlx5sig_sq_lock(qp);
	ret = -query_position(qp, &position);
	if (!ret) {
		ahead = (uint16_t)((uint16_t)sq->now.pi - position);
		/* More than what is in the ring: the device cannot have stopped there. */
		ret = ahead > sq->wqe_cnt ? -EINVAL : cancel_from(sq, sq->now.pi - ahead, wr_id);
	}
	mlx5sig_sq_unlock(qp);
	return ret;
}
