/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Batches of a send queue: they are committed as a whole or dropped, and a doorbell shows the device
 * all that is committed.
 */
#include "mmio.h"
#include "post.h"

/*
 * Errors.
 */

void mlx5sig_post_set_error(struct mlx5sig_queue_pair *qp, int err, const char *reason)
{
	if (qp->post_state == MLX5SIG_POST_FAILED || qp->post_state == MLX5SIG_POST_CLOSED)
		return;
	qp->error = (struct mlx5sig_wr_error) {
		.index = qp->sq.now.head - qp->sq.committed.head,
		.wr_id = qp->post_state == MLX5SIG_POST_CONFIG ? qp->open.wr_id : qp->pub.wr_id,
		.err = err, .reason = reason };
	qp->post_state = MLX5SIG_POST_FAILED;
}

void mlx5sig_post_set_order_error(struct mlx5sig_queue_pair *qp)
{
	static const char *const reasons[MLX5SIG_POST_FAILED + 1] = {
		[MLX5SIG_POST_READY] = "setter without its request",
		[MLX5SIG_POST_DATA] = "the data of the request before are missing",
		[MLX5SIG_POST_CONFIG] = "setter called twice, or fewer setters than announced",
	};

	mlx5sig_post_set_error(qp, EINVAL, reasons[qp->post_state]);
}

void mlx5sig_qp_last_error(struct mlx5sig_qp *qp, struct mlx5sig_wr_error *error)
{
	*error = mlx5sig_qp_of(qp)->error;
}

/*
 * Room.
 */

void mlx5sig_sq_update_limits(struct mlx5sig_sq *sq)
{
	const uint32_t done = atomic_load_explicit(&sq->done, memory_order_acquire);
	const struct mlx5sig_slot *slot = mlx5sig_sq_slot(sq, done);

	/* The slot of a completion that was seen before may have been overwritten. */
	if (done == sq->seen)
		return;
	sq->seen = done;
	/* The counter has 16 bits, and is less than a ring ahead. */
	sq->pi_limit += (uint16_t)(done + slot->wqebbs - mlx5sig_sq_done_pi(sq));
	sq->head_limit = slot->head + 1 + sq->max_post;
}

bool mlx5sig_post_look_for_room(struct mlx5sig_queue_pair *qp, uint32_t wqebbs)
{
	struct mlx5sig_sq *sq = &qp->sq;

	if (wqebbs > sq->wqe_cnt)
		return mlx5sig_post_fail(qp, E2BIG, "request is longer than the send queue");
	mlx5sig_sq_update_limits(sq);
	if (mlx5sig_sq_has_room(sq, wqebbs))
		return true;
	return mlx5sig_post_fail(qp, ENOMEM, "send queue is full: poll for completions");
}

/*
 * Batches.
 */

void mlx5sig_wr_start(struct mlx5sig_qp *pub)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);

	mlx5sig_lock(&qp->sq_lock);
	qp->sq.num_batch_keys = 0;
	qp->post_state = MLX5SIG_POST_READY;
}

/* The device has seen nothing of the batch, and keys stay as earlier ones have configured them. */
static void undo(struct mlx5sig_sq *sq)
{
	while (sq->num_batch_keys)
		sq->batch_keys[--sq->num_batch_keys].key->num_open--;
	sq->now = sq->committed;
}

/* The configurations of the batch are those of its keys. */
static inline void commit_keys(struct mlx5sig_sq *sq)
{
	const struct mlx5sig_batch_key *entry = sq->batch_keys, *end = entry + sq->num_batch_keys;
	struct mlx5sig_key *key;

	for (; entry != end; entry++) {
		key = entry->key;
		if (likely(entry->config == key->other))
			mlx5sig_key_turn(key);
		else
			*key->config = *entry->config;
		mlx5sig_key_publish(key, &key->config->sig);
		key->num_open--;
	}
	sq->num_batch_keys = 0;
}

/* The requests of the batch are there for the next doorbell. */
static inline void commit(struct mlx5sig_sq *sq)
{
	if (sq->num_batch_keys)
		commit_keys(sq);
	sq->committed = sq->now;
}

static void end_batch(struct mlx5sig_queue_pair *qp)
{
	qp->post_state = MLX5SIG_POST_CLOSED;
	mlx5sig_unlock(&qp->sq_lock);
}

typedef uint64_t chunk __attribute__((vector_size(16), may_alias));

/*
 * The whole WQE to the register, 64 bytes at a time and in order, which a write-combining mapping
 * makes one transaction; the ring may wrap in it.
 */
static void copy_blueflame(struct mlx5sig_queue_pair *qp, uint32_t wqebbs)
{
	const uint32_t step = MLX5SIG_WQEBB / sizeof(chunk);
	const struct mlx5sig_sq *sq = &qp->sq;
	volatile chunk *to = (volatile chunk *)(qp->bf_reg + qp->bf_offset);
	const chunk *from;
	uint32_t i, k;

	for (i = 0; i < wqebbs; i++) {
		from = mlx5sig_ring_at(&sq->ring, sq->shown + i, 0);
		for (k = 0; k < step; k++)
			*to++ = *from++;
	}
}

/* Shows the device all committed requests, at least one. */
static inline void ring_doorbell(struct mlx5sig_queue_pair *qp)
{
	struct mlx5sig_sq *sq = &qp->sq;
	const struct prm_ctrl_seg *last = mlx5sig_ring_at(&sq->ring, sq->committed.last, 0);
	const uint32_t wqebbs = sq->committed.pi - sq->shown;
	uint64_t value;

	mlx5sig_before_dma();
	qp->dbrec->send_counter = prm_cpu_to_be16((uint16_t)sq->committed.pi);
	mlx5sig_flush_mmio();
	/* One short WQE saves the device a read; a control segment alone is not worth it. */
	if (wqebbs * MLX5SIG_WQEBB <= qp->bf_size &&
	    sq->committed.last == sq->shown &&
	    prm_ctrl_seg_get_ds(last) > MLX5SIG_SEND_OCTOWORDS) {
		copy_blueflame(qp, wqebbs);
	} else {
		memcpy(&value, last, sizeof(value));
		mlx5sig_write64(qp->device, qp->bf_reg + qp->bf_offset, value);
	}
	mlx5sig_flush_mmio();
	qp->bf_offset ^= qp->bf_size;
	sq->shown = sq->committed.pi;
}

static inline bool may_commit(const struct mlx5sig_queue_pair *qp)
{
	return likely(qp->post_state == MLX5SIG_POST_READY && *qp->state >= IBV_QPS_RTS);
}

/* Something is wrong, or missing. */
static __attribute__((noinline, cold)) int fail(struct mlx5sig_queue_pair *qp)
{
	int err;

	if (qp->post_state == MLX5SIG_POST_CLOSED)
		return EINVAL;
	if (qp->post_state == MLX5SIG_POST_READY)
		mlx5sig_post_fail(qp, EINVAL, "queue pair is not in a state that sends");
	else
		mlx5sig_post_fail_order(qp);
	err = qp->error.err;
	undo(&qp->sq);
	end_batch(qp);
	return err;
}

int mlx5sig_wr_complete(struct mlx5sig_qp *pub)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);

	if (!may_commit(qp))
		return fail(qp);
	commit(&qp->sq);
	if (likely(qp->sq.shown != qp->sq.committed.pi))
		ring_doorbell(qp);
	end_batch(qp);
	return 0;
}

int mlx5sig_wr_commit(struct mlx5sig_qp *pub)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);

	if (!may_commit(qp))
		return fail(qp);
	commit(&qp->sq);
	end_batch(qp);
	return 0;
}

void mlx5sig_qp_ring(struct mlx5sig_qp *pub)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);

	mlx5sig_lock(&qp->sq_lock);
	if (qp->sq.shown != qp->sq.committed.pi)
		ring_doorbell(qp);
	mlx5sig_unlock(&qp->sq_lock);
}

void mlx5sig_wr_abort(struct mlx5sig_qp *pub)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);

	if (qp->post_state == MLX5SIG_POST_CLOSED)
		return;
	undo(&qp->sq);
	end_batch(qp);
}
