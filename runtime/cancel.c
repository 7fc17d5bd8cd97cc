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

/*
 * What is looked for. Slots of WQEs that have been overwritten, where another one has its further WQEBBs now, have a head
 * from before the first one.
 */
struct search {
	struct mlx5sig_sq *sq;
	uint64_t wr_id;
	uint32_t first_head;
	uint32_t last_part;	/* head behind the last WQE that became a NOP */
	int num;
};

static void cancel_slot(struct search *search, uint32_t i)
{
	struct mlx5sig_sq *sq = search->sq;
	struct mlx5sig_slot *slot = &sq->slots[i];

	if (slot->wr_id != search->wr_id || slot->flags & MLX5SIG_SLOT_IS_CANCELLED ||
	    slot->head - search->first_head >= sq->now.head - search->first_head)
		return;
	mlx5sig_build_cancelled(&sq->ring, i);
	slot->flags |= MLX5SIG_SLOT_IS_CANCELLED;
	if (!(slot->flags & MLX5SIG_SLOT_IS_PART) || slot->head != search->last_part)
		search->num++;
	search->last_part = slot->head + 1;
}

/* Slots from @i to before @end, that do not wrap. */
static void cancel_range(struct search *search, uint32_t i, uint32_t end)
{
	enum { BLOCK = 32 };
	const uint32_t *ids = search->sq->short_ids;
	uint32_t id = (uint32_t)search->wr_id;
	uint32_t found, k;

	for (; i + BLOCK <= end; i += BLOCK) {
		for (found = 0, k = 0; k < BLOCK; k++)
			found |= ids[i + k] == id;
		for (k = 0; found && k < BLOCK; k++)
			cancel_slot(search, i + k);
	}
	for (; i < end; i++)
		cancel_slot(search, i);
}

/* Requests with the id from @position to the producer become NOPs; gives their number. */
static int cancel_from(struct mlx5sig_sq *sq, uint16_t position, uint64_t wr_id)
{
	uint32_t num = (uint16_t)((uint16_t)sq->now.pi - position);
	uint32_t first = mlx5sig_sq_slot(sq, position), end = first + num;
	uint32_t done = mlx5sig_sq_look(sq);
	struct search search = { .sq = sq, .wr_id = wr_id };

	if (!num)
		return 0;
	search.first_head = sq->slots[first].head;
	search.last_part = search.first_head - 1;
	/* The device stops between WQEs, and not before one that it has completed. */
	if (num > sq->wqe_cnt || (int32_t)(search.first_head - done) < 0 ||
	    (int32_t)(sq->now.head - search.first_head) <= 0)
		return -EINVAL;
	cancel_range(&search, first, end < sq->wqe_cnt ? end : sq->wqe_cnt);
	if (end > sq->wqe_cnt)
		cancel_range(&search, 0, end - sq->wqe_cnt);
	return search.num;
}

int mlx5sig_qp_cancel_posted_send_wrs(struct mlx5sig_qp *pub, uint64_t wr_id)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);
	uint16_t position;
	int ret;

	if (!qp->has_sig_pipelining)
		return -EOPNOTSUPP;
	mlx5sig_sq_lock(qp);
	ret = -query_position(qp, &position);
	if (!ret)
		ret = cancel_from(&qp->sq, position, wr_id);
	mlx5sig_sq_unlock(qp);
	return ret;
}
