/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Cancelling posted requests: signature pipelining has stopped the send queue.
 */
#include <errno.h>

#include "qp.h"

#include <prm_qp.h>

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
 * What is looked for. Slots of WQEs that have been overwritten, where another one has its further
 * WQEBBs now, have a head from before the first one.
 */
struct search {
	struct mlx5sig_sq *sq;
	uint64_t wr_id;
	uint32_t first_head;
	int num;
};

static bool is_posted(const struct search *search, const struct mlx5sig_slot *slot)
{
	return slot->head - search->first_head < search->sq->now.head - search->first_head;
}

/* A request, or what is left of one, with this id: all of its WQEs. */
static void cancel_request(struct search *search, uint32_t i)
{
	struct mlx5sig_sq *sq = search->sq;
	struct mlx5sig_slot *slot = &sq->slots[i];
	uint32_t head = slot->head;

	if (slot->wr_id != search->wr_id || !is_posted(search, slot) ||
	    slot->flags & MLX5SIG_SLOT_IS_CANCELLED)
		return;
	search->num++;
	do {
		mlx5sig_build_cancelled(&sq->ring, i);
		slot->flags |= MLX5SIG_SLOT_IS_CANCELLED;
		i = mlx5sig_sq_slot(sq, i + slot->wqebbs);
		slot = &sq->slots[i];
	} while (slot->flags & MLX5SIG_SLOT_IS_PART && slot->head == ++head && is_posted(search,
											 slot));
}

static void cancel_at(struct search *search, uint32_t i)
{
	if (!(search->sq->slots[i].flags & MLX5SIG_SLOT_IS_PART))
		cancel_request(search, i);
}

/* Whether one of many ids is @id. The compiler makes few instructions of it. */
typedef uint32_t ids_vector __attribute__((vector_size(16)));

enum { BLOCK = 8 * sizeof(ids_vector) / sizeof(uint32_t) };

static inline bool has_id(const uint32_t *ids, ids_vector id)
{
	ids_vector v[BLOCK * sizeof(uint32_t) / sizeof(ids_vector)], found = {0};
	uint64_t halves[2];
	unsigned int i;

	memcpy(v, ids, sizeof(v));
#pragma GCC unroll 8
	for (i = 0; i < sizeof(v) / sizeof(v[0]); i++)
		found |= (ids_vector)(v[i] == id);
	memcpy(halves, &found, sizeof(halves));
	return halves[0] | halves[1];
}

/* Slots from @i to before @end, that do not wrap. */
static void cancel_range(struct search *search, uint32_t i, uint32_t end)
{
	uint32_t id = (uint32_t)search->wr_id;
	ids_vector four = { id, id, id, id };
	uint32_t k;

	for (; i + BLOCK <= end; i += BLOCK)
		if (has_id(&search->sq->short_ids[i], four))
			for (k = i; k < i + BLOCK; k++)
				cancel_at(search, k);
	for (; i < end; i++)
		cancel_at(search, i);
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
	/* The device stops between WQEs, and not before one that it has completed. */
	if (num > sq->wqe_cnt || (int32_t)(search.first_head - done) < 0 ||
	    (int32_t)(sq->now.head - search.first_head) <= 0)
		return -EINVAL;
	cancel_request(&search, first);	/* it may have stopped in front of a part */
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
