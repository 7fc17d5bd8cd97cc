/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Posting to a send queue: batches and their doorbell, requests that move data.
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
		.index = qp->sq.now.head - qp->sq.begun.head,
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
	if ((int32_t)(sq->pi_limit - sq->now.pi - wqebbs) >= 0 &&
	    (int32_t)(sq->head_limit - sq->now.head) > 0)
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
	qp->sq.begun = qp->sq.now;
	qp->sq.batch++;
	qp->sq.num_batch_keys = 0;
	qp->post_state = MLX5SIG_POST_READY;
}

/* The device has seen nothing of the batch. */
static void undo(struct mlx5sig_sq *sq)
{
	struct mlx5sig_key *key;

	while (sq->num_batch_keys) {
		key = sq->batch_keys[--sq->num_batch_keys];
		mlx5sig_key_turn(key);
		key->batch = 0;
		mlx5sig_key_publish(key, &key->config->sig);
	}
	sq->now = sq->begun;
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
		from = mlx5sig_ring_at(&sq->ring, sq->begun.pi + i, 0);
		for (k = 0; k < step; k++)
			*to++ = *from++;
	}
}

static inline void ring_doorbell(struct mlx5sig_queue_pair *qp)
{
	const struct mlx5sig_sq *sq = &qp->sq;
	const uint32_t wqebbs = sq->now.pi - sq->begun.pi;
	uint64_t value;

	mlx5sig_before_dma();
	qp->dbrec->send_counter = prm_cpu_to_be16((uint16_t)sq->now.pi);
	mlx5sig_flush_mmio();
	/* One short WQE saves the device a read; a control segment alone is not worth it. */
	if (wqebbs * MLX5SIG_WQEBB <= qp->bf_size &&
	    sq->last == mlx5sig_ring_at(&sq->ring, sq->begun.pi, 0) &&
	    prm_ctrl_seg_get_ds(sq->last) > MLX5SIG_SEND_OCTOWORDS) {
		copy_blueflame(qp, wqebbs);
	} else {
		memcpy(&value, sq->last, sizeof(value));
		mlx5sig_write64(qp->device, qp->bf_reg + qp->bf_offset, value);
	}
	mlx5sig_flush_mmio();
	qp->bf_offset ^= qp->bf_size;
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

	if (unlikely(qp->post_state != MLX5SIG_POST_READY || *qp->state < IBV_QPS_RTS))
		return fail(qp);
	if (likely(qp->sq.now.pi != qp->sq.begun.pi))
		ring_doorbell(qp);
	end_batch(qp);
	return 0;
}

void mlx5sig_wr_abort(struct mlx5sig_qp *pub)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);

	if (qp->post_state == MLX5SIG_POST_CLOSED)
		return;
	undo(&qp->sq);
	end_batch(qp);
}

/*
 * Requests.
 */

/* Returns whether a request may begin, and write its first WQEBBs. */
static inline bool may_begin(struct mlx5sig_queue_pair *qp, uint32_t wqebbs)
{
	if (likely(qp->post_state == MLX5SIG_POST_READY))
		return mlx5sig_post_has_room(qp, wqebbs);
	return mlx5sig_post_fail_order(qp);
}

static inline struct prm_ctrl_seg_mode mode_of(const struct mlx5sig_queue_pair *qp)
{
	return mlx5sig_post_mode(&qp->sq, qp->pub.wr_flags | qp->default_flags,
				 qp->sq.now.after_umr);
}

/* The request is complete. */
static inline void finish(struct mlx5sig_queue_pair *qp, uint32_t octowords,
			  unsigned int after_umr)
{
	struct mlx5sig_sq *sq = &qp->sq;
	struct mlx5sig_slot *slot = mlx5sig_sq_slot(sq, sq->now.pi);

	slot->wqebbs = (uint8_t)mlx5sig_wqebbs(octowords);
	sq->last = mlx5sig_ring_at(&sq->ring, sq->now.pi, 0);
	sq->now.pi += slot->wqebbs;
	sq->now.head++;
	sq->now.after_umr = after_umr;
}

/* The slot of a request, except for its size. */
static inline void begin_slot(struct mlx5sig_queue_pair *qp, uint8_t wc_opcode, uint8_t wc_flags,
			      uint8_t flags)
{
	*mlx5sig_sq_slot(&qp->sq, qp->sq.now.pi) = (struct mlx5sig_slot) {
		.wr_id = qp->pub.wr_id, .head = qp->sq.now.head, .wc_opcode = wc_opcode,
		.wc_flags = wc_flags, .flags = flags };
}

/* Control segment without its size, which depends on the data. */
static inline void begin_with_data(struct mlx5sig_queue_pair *qp, uint8_t opcode, uint32_t imm,
				   uint32_t octowords)
{
	mlx5sig_build_ctrl(&qp->sq.ring, qp->sq.now.pi, opcode, 0, mode_of(qp), imm);
	qp->data_octowords = octowords;
	qp->post_state = MLX5SIG_POST_DATA;
}

static inline void finish_with_data(struct mlx5sig_queue_pair *qp, uint32_t octowords)
{
	prm_ctrl_seg_set_ds(mlx5sig_ring_at(&qp->sq.ring, qp->sq.now.pi, 0), octowords);
	finish(qp, octowords, 0);
	qp->post_state = MLX5SIG_POST_READY;
}

static inline void post_send(struct mlx5sig_qp *pub, uint8_t opcode, uint32_t imm,
			     uint8_t wc_flags)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);

	if (!may_begin(qp, 1))
		return;
	begin_slot(qp, IBV_WC_SEND, wc_flags, 0);
	begin_with_data(qp, opcode, imm, MLX5SIG_SEND_OCTOWORDS);
}

static uint32_t imm_number(__be32 imm)
{
	return prm_be32_to_cpu((prm_be32) { .be = imm });
}

void mlx5sig_wr_send(struct mlx5sig_qp *qp)
{
	post_send(qp, PRM_WQE_OPCODE_SEND, 0, 0);
}

void mlx5sig_wr_send_imm(struct mlx5sig_qp *qp, __be32 imm_data)
{
	post_send(qp, PRM_WQE_OPCODE_SEND_IMM, imm_number(imm_data), IBV_WC_WITH_IMM);
}

void mlx5sig_wr_send_inv(struct mlx5sig_qp *qp, uint32_t invalidate_rkey)
{
	post_send(qp, PRM_WQE_OPCODE_SEND_INVAL, invalidate_rkey, 0);
}

static inline void post_rdma(struct mlx5sig_qp *pub, uint8_t opcode, uint32_t rkey, uint64_t addr,
			     uint32_t imm, uint8_t wc_opcode, uint8_t wc_flags)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);

	if (!may_begin(qp, 1))
		return;
	begin_slot(qp, wc_opcode, wc_flags, 0);
	mlx5sig_build_raddr(&qp->sq.ring, qp->sq.now.pi, rkey, addr);
	begin_with_data(qp, opcode, imm, MLX5SIG_RDMA_OCTOWORDS);
}

void mlx5sig_wr_rdma_write(struct mlx5sig_qp *qp, uint32_t rkey, uint64_t remote_addr)
{
	post_rdma(qp, PRM_WQE_OPCODE_RDMA_WRITE, rkey, remote_addr, 0, IBV_WC_RDMA_WRITE, 0);
}

void mlx5sig_wr_rdma_write_imm(struct mlx5sig_qp *qp, uint32_t rkey, uint64_t remote_addr,
			       __be32 imm_data)
{
	post_rdma(qp, PRM_WQE_OPCODE_RDMA_WRITE_IMM, rkey, remote_addr, imm_number(imm_data),
		  IBV_WC_RDMA_WRITE, IBV_WC_WITH_IMM);
}

void mlx5sig_wr_rdma_read(struct mlx5sig_qp *qp, uint32_t rkey, uint64_t remote_addr)
{
	post_rdma(qp, PRM_WQE_OPCODE_RDMA_READ, rkey, remote_addr, 0, IBV_WC_RDMA_READ, 0);
}

static inline void post_atomic(struct mlx5sig_qp *pub, uint8_t opcode, uint32_t rkey,
			       uint64_t addr, uint64_t swap_add, uint64_t compare,
			       uint8_t wc_opcode)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);

	if (!may_begin(qp, 1))
		return;
	begin_slot(qp, wc_opcode, 0, MLX5SIG_SLOT_IS_ATOMIC);
	mlx5sig_build_raddr(&qp->sq.ring, qp->sq.now.pi, rkey, addr);
	mlx5sig_build_atomic(&qp->sq.ring, qp->sq.now.pi, swap_add, compare);
	begin_with_data(qp, opcode, 0, MLX5SIG_ATOMIC_OCTOWORDS);
}

void mlx5sig_wr_atomic_cmp_swp(struct mlx5sig_qp *qp, uint32_t rkey, uint64_t remote_addr,
			       uint64_t compare, uint64_t swap)
{
	post_atomic(qp, PRM_WQE_OPCODE_ATOMIC_CS, rkey, remote_addr, swap, compare,
		    IBV_WC_COMP_SWAP);
}

void mlx5sig_wr_atomic_fetch_add(struct mlx5sig_qp *qp, uint32_t rkey, uint64_t remote_addr,
				 uint64_t add)
{
	post_atomic(qp, PRM_WQE_OPCODE_ATOMIC_FA, rkey, remote_addr, add, 0, IBV_WC_FETCH_ADD);
}

void mlx5sig_wr_local_inv(struct mlx5sig_qp *pub, uint32_t invalidate_rkey)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);

	if (!may_begin(qp, mlx5sig_wqebbs(MLX5SIG_UMR_OCTOWORDS)))
		return;
	begin_slot(qp, IBV_WC_LOCAL_INV, 0, 0);
	mlx5sig_build_local_inv(&qp->sq.ring, qp->sq.now.pi, mode_of(qp), invalidate_rkey);
	finish(qp, MLX5SIG_UMR_OCTOWORDS, MLX5SIG_AFTER_UMR);
}

void mlx5sig_wr_nop(struct mlx5sig_qp *pub)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);

	if (!may_begin(qp, 1))
		return;
	begin_slot(qp, IBV_WC_DRIVER2, 0, 0);
	mlx5sig_build_ctrl(&qp->sq.ring, qp->sq.now.pi, PRM_WQE_OPCODE_NOP, MLX5SIG_SEND_OCTOWORDS,
			   mode_of(qp), 0);
	finish(qp, MLX5SIG_SEND_OCTOWORDS, 0);
}

void mlx5sig_wr_raw_wqe(struct mlx5sig_qp *pub, const void *wqe)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);
	const struct mlx5sig_ring *ring = &qp->sq.ring;
	const uint32_t pi = qp->sq.now.pi;
	struct prm_ctrl_seg ctrl;
	uint32_t octowords;

	memcpy(&ctrl, wqe, sizeof(ctrl));
	octowords = prm_ctrl_seg_get_ds(&ctrl);
	if (!may_begin(qp, mlx5sig_wqebbs(octowords)))
		return;
	if (octowords < MLX5SIG_SEND_OCTOWORDS) {
		mlx5sig_post_fail(qp, EINVAL, "raw WQE without a size");
		return;
	}
	begin_slot(qp, IBV_WC_DRIVER2, 0, 0);
	mlx5sig_inline_put(ring, pi, 0, wqe, octowords * (size_t)MLX5SIG_OCTOWORD);
	prm_ctrl_seg_set_wqe_index(mlx5sig_ring_at(ring, pi, 0), (uint16_t)pi);
	finish(qp, octowords, 0);
}

/*
 * Data of requests.
 */

static const char too_long_sge[] = "SGE is longer than 2 GiB - 1";

/* Returns whether a request still lacks its data. */
static inline bool may_set_data(struct mlx5sig_queue_pair *qp)
{
	if (likely(qp->post_state == MLX5SIG_POST_DATA))
		return true;
	return mlx5sig_post_fail_order(qp);
}

/* Every header leaves room for one segment in its WQEBB. */
_Static_assert(MLX5SIG_ATOMIC_OCTOWORDS < MLX5SIG_WQEBB_OCTOWORDS, "room for one segment");

void mlx5sig_wr_set_sge(struct mlx5sig_qp *pub, uint32_t lkey, uint64_t addr, uint32_t length)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);
	uint32_t at = qp->data_octowords;

	if (!may_set_data(qp))
		return;
	if (unlikely(length > MLX5SIG_MAX_SGE)) {
		mlx5sig_post_fail(qp, EINVAL, too_long_sge);
		return;
	}
	if (likely(length))
		mlx5sig_build_data(&qp->sq.ring, qp->sq.now.pi, at++, lkey, addr, length);
	finish_with_data(qp, at);
}

void mlx5sig_wr_set_sge_list(struct mlx5sig_qp *pub, size_t num_sge, const struct ibv_sge *sg_list)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);
	uint32_t at = qp->data_octowords;
	size_t i;

	if (!may_set_data(qp))
		return;
	if (unlikely(num_sge > qp->sq.max_gs)) {
		mlx5sig_post_fail(qp, E2BIG, "more SGEs than max_send_sge");
		return;
	}
	if (!mlx5sig_post_check_size(qp, at + num_sge) ||
	    !mlx5sig_post_has_room(qp, mlx5sig_wqebbs(at + (uint32_t)num_sge)))
		return;
	for (i = 0; i < num_sge; i++) {
		if (unlikely(sg_list[i].length > MLX5SIG_MAX_SGE)) {
			mlx5sig_post_fail(qp, EINVAL, too_long_sge);
			return;
		}
		if (likely(sg_list[i].length))
			mlx5sig_build_data(&qp->sq.ring, qp->sq.now.pi, at++, sg_list[i].lkey,
					   sg_list[i].addr, sg_list[i].length);
	}
	finish_with_data(qp, at);
}

/* The sum of the lengths; more than @max: SIZE_MAX. */
static size_t sum_of(size_t num_buf, const struct ibv_data_buf *buf_list, size_t max)
{
	size_t length = 0, i;

	for (i = 0; i < num_buf; i++) {
		if (buf_list[i].length > max - length)
			return SIZE_MAX;
		length += buf_list[i].length;
	}
	return length;
}

void mlx5sig_wr_set_inline_data_list(struct mlx5sig_qp *pub, size_t num_buf,
				     const struct ibv_data_buf *buf_list)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);
	const struct mlx5sig_ring *ring = &qp->sq.ring;
	uint32_t at = qp->data_octowords, offset = mlx5sig_inline_begin(at), pi = qp->sq.now.pi;
	size_t length, octowords, i;

	if (!may_set_data(qp))
		return;
	length = sum_of(num_buf, buf_list, qp->sq.max_inline);
	if (unlikely(length == SIZE_MAX)) {
		mlx5sig_post_fail(qp, E2BIG, "more inline data than max_inline_data");
		return;
	}
	octowords = (offset + length + MLX5SIG_OCTOWORD - 1) / MLX5SIG_OCTOWORD;
	if (!mlx5sig_post_check_size(qp, octowords) ||
	    !mlx5sig_post_has_room(qp, mlx5sig_wqebbs((uint32_t)octowords)))
		return;
	if (length) {
		for (i = 0; i < num_buf; i++)
			offset = mlx5sig_inline_put(ring, pi, offset, buf_list[i].addr,
						    buf_list[i].length);
		at = mlx5sig_inline_end(ring, pi, at, (uint32_t)length);
	}
	finish_with_data(qp, at);
}

void mlx5sig_wr_set_inline_data(struct mlx5sig_qp *qp, const void *addr, size_t length)
{
	struct ibv_data_buf buf = { .length = length };

	/* Only read; struct ibv_data_buf has no const. */
	memcpy(&buf.addr, &addr, sizeof(addr));
	mlx5sig_wr_set_inline_data_list(qp, 1, &buf);
}
