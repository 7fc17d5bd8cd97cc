/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Posting to a send queue: batches and their doorbell, requests that move data.
 */
#include "umr.h"

uint32_t mlx5sig_sq_look(struct mlx5sig_sq *sq)
{
	uint32_t done = atomic_load_explicit(&sq->done, memory_order_acquire);
	const struct mlx5sig_slot *slot;
	uint32_t pi;

	/* The slot of a WQE that was seen before may have been written again. */
	if (done != sq->seen) {
		sq->seen = done;
		slot = &sq->slots[mlx5sig_sq_slot(sq, done)];
		pi = sq->room_pi - sq->wqe_cnt;
		/* The counter has 16 bits, and is at most a ring ahead. */
		pi += (uint16_t)(done + slot->wqebbs - pi);
		sq->room_pi = pi + sq->wqe_cnt;
		sq->room_head = slot->head + 1 + sq->max_post;
	}
	return sq->room_head - sq->max_post;
}

bool mlx5sig_sq_look_for_room(struct mlx5sig_sq *sq, uint32_t wqebbs, uint32_t wqes)
{
	int32_t left, wqes_left, safe;

	mlx5sig_sq_look(sq);
	left = (int32_t)(sq->room_pi - sq->now.pi);
	wqes_left = (int32_t)(sq->room_head - sq->now.head);
	safe = left < wqes_left ? left : wqes_left;
	sq->safe_pi = sq->now.pi + (uint32_t)(safe > 0 ? safe : 0);
	return left >= (int32_t)wqebbs && wqes_left >= (int32_t)wqes;
}

bool mlx5sig_sq_look_straight(struct mlx5sig_sq *sq, uint32_t wqebbs)
{
	uint32_t end = (sq->now.pi | sq->slot_mask) + 1;

	/* With room for as many WQEs, all of it is safe. */
	if (end - sq->now.pi < wqebbs || !mlx5sig_sq_has_room(sq, wqebbs, wqebbs))
		return false;
	sq->straight_pi = (int32_t)(sq->safe_pi - end) < 0 ? sq->safe_pi : end;
	return true;
}

/*
 * Batches.
 */

MLX5SIG_INLINE void begin(struct mlx5sig_queue_pair *qp)
{
	qp->sq.begun = qp->sq.now;
	qp->sq.next_undo = qp->sq.undo;
	qp->post_state = MLX5SIG_POST_IDLE;
	qp->err = 0;
}

static __attribute__((noinline, cold)) void wait_and_begin(struct mlx5sig_queue_pair *qp)
{
	mlx5sig_lock_wait(&qp->sq_lock);
	begin(qp);
}

void mlx5sig_wr_start(struct mlx5sig_qp *pub)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);

	if (likely(qp->is_locked) && unlikely(!mlx5sig_trylock(&qp->sq_lock)))
		wait_and_begin(qp);
	else
		begin(qp);
}

static void undo(struct mlx5sig_queue_pair *qp)
{
	struct mlx5sig_sq *sq = &qp->sq;

	while (sq->next_undo != sq->undo) {
		const struct mlx5sig_undo *entry = --sq->next_undo;

		entry->key->config = entry->config;
		mlx5sig_key_publish(entry->key);
		entry->key->errors.written = entry->written;
		if (entry->key->create_flags & MLX5SIG_MKEY_INIT_ATTR_FLAGS_CRYPTO)
			entry->key->bsf = sq->undo_bsf[entry - sq->undo];
	}
	sq->now = sq->begun;
	sq->safe_pi = sq->straight_pi = sq->now.pi;	/* fewer WQEs are taken back than WQEBBs */
}

typedef uint64_t chunk __attribute__((vector_size(16), may_alias));

MLX5SIG_INLINE void copy_wqebb(volatile chunk *to, const chunk *from)
{
	to[0] = from[0];
	to[1] = from[1];
	to[2] = from[2];
	to[3] = from[3];
}

/*
 * The whole WQE to the register, 64 bytes at a time and in order, which a write-combining mapping
 * makes one transaction; the ring may end in it.
 */
static void copy_blueflame(struct mlx5sig_queue_pair *qp, const void *wqe, uint32_t wqebbs)
{
	const uint32_t step = MLX5SIG_WQEBB / sizeof(chunk);
	const struct mlx5sig_ring *ring = &qp->sq.ring;
	volatile chunk *to = (volatile chunk *)(qp->bf_reg + qp->bf_offset);
	const chunk *from = wqe, *end = (const chunk *)(ring->buf + (size_t)ring->mask + 1);

	_Static_assert(MLX5SIG_SHORT_PLAIN_WQEBBS == 3, "what is copied without a loop");
	if (likely(wqebbs == MLX5SIG_SHORT_PLAIN_WQEBBS && from + 3 * step <= end)) {
		copy_wqebb(to, from);
		copy_wqebb(to + step, from + step);
		copy_wqebb(to + 2 * step, from + 2 * step);
		return;
	}
	for (; wqebbs; wqebbs--) {
		copy_wqebb(to, from);
		to += step;
		from += step;
		if (unlikely(from == end))
			from = (const chunk *)ring->buf;
	}
}

/* One short WQE saves the device from fetching it; a control segment alone is not worth it. */
static inline bool may_copy(const struct mlx5sig_queue_pair *qp, const struct prm_ctrl_seg *ctrl)
{
	return (qp->sq.now.pi - qp->sq.begun.pi) * MLX5SIG_WQEBB <= qp->bf_size &&
	       prm_ctrl_seg_get_ds(ctrl) > MLX5SIG_SEND_OCTOWORDS;
}

/* @wqes: that are new. */
static inline void ring_doorbell(struct mlx5sig_queue_pair *qp, uint32_t wqes)
{
	struct mlx5sig_sq *sq = &qp->sq;
	const struct prm_ctrl_seg *ctrl = sq->last;
	uint64_t head;

	mlx5sig_before_dma();
	qp->dbrec->send_counter = prm_cpu_to_be16((uint16_t)sq->now.pi);
	mlx5sig_flush_mmio();
	if (wqes == 1 && may_copy(qp, ctrl)) {
		copy_blueflame(qp, ctrl, sq->now.pi - sq->begun.pi);
	} else {
		memcpy(&head, ctrl, sizeof(head));
		mlx5sig_write64(qp->device, qp->bf_reg + qp->bf_offset, head);
	}
	mlx5sig_flush_mmio();
	qp->bf_offset ^= qp->bf_size;
}

/* A request that waits for more, or a QP that sends nothing. */
static __attribute__((noinline, cold)) int fail(struct mlx5sig_queue_pair *qp)
{
	int err;

	mlx5sig_post_fail(qp, EINVAL);
	err = qp->err;
	undo(qp);
	mlx5sig_sq_unlock(qp);
	return err;
}

int mlx5sig_wr_complete(struct mlx5sig_qp *pub)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);
	uint32_t wqes;

	if (unlikely(qp->post_state != MLX5SIG_POST_IDLE || *qp->state < IBV_QPS_RTS))
		return fail(qp);
	wqes = qp->sq.now.head - qp->sq.begun.head;
	if (likely(wqes))
		ring_doorbell(qp, wqes);
	mlx5sig_sq_unlock(qp);
	return 0;
}

void mlx5sig_wr_abort(struct mlx5sig_qp *pub)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);

	undo(qp);
	mlx5sig_sq_unlock(qp);
}

/*
 * Requests.
 */

static __attribute__((noinline, cold)) bool begin_slowly(struct mlx5sig_queue_pair *qp,
							 uint32_t wqebbs)
{
	if (qp->post_state != MLX5SIG_POST_IDLE)
		mlx5sig_post_fail(qp, EINVAL);
	else if (mlx5sig_sq_look_for_room(&qp->sq, wqebbs, 1))
		return true;
	else
		mlx5sig_post_fail(qp, ENOMEM);
	return false;
}

/* Whether nothing is wrong, and the first @wqebbs of the request can be written. */
MLX5SIG_INLINE bool may_begin(struct mlx5sig_queue_pair *qp, uint32_t wqebbs)
{
	return likely(qp->post_state == MLX5SIG_POST_IDLE &&
		      mlx5sig_sq_is_safe(&qp->sq, wqebbs)) || begin_slowly(qp, wqebbs);
}

/* Slot of a request, but for its size. */
MLX5SIG_INLINE void begin_slot(struct mlx5sig_queue_pair *qp, uint8_t wc_opcode, uint8_t wc_flags)
{
	mlx5sig_sq_put_slot(&qp->sq, qp->sq.now.pi, (struct mlx5sig_slot) {
		.wr_id = qp->pub.wr_id, .head = qp->sq.now.head, .wc_opcode = wc_opcode,
		.wc_flags = wc_flags, .flags = wc_opcode == IBV_WC_COMP_SWAP ||
			wc_opcode == IBV_WC_FETCH_ADD ? MLX5SIG_SLOT_IS_ATOMIC : 0 });
}

MLX5SIG_INLINE struct mlx5sig_wqe_mode mode_of(const struct mlx5sig_queue_pair *qp)
{
	return mlx5sig_post_mode(&qp->sq, qp->pub.wr_flags | qp->default_flags, qp->sq.now.order);
}

/* The WQE is complete: the producer moves. */
MLX5SIG_INLINE void advance(struct mlx5sig_queue_pair *qp, uint32_t octowords,
			    enum mlx5sig_order next)
{
	struct mlx5sig_sq *sq = &qp->sq;
	uint32_t wqebbs = mlx5sig_wqebbs(octowords);

	sq->slots[mlx5sig_sq_slot(sq, sq->now.pi)].wqebbs = (uint8_t)wqebbs;
	sq->last = mlx5sig_ring_at(&sq->ring, sq->now.pi, 0);
	sq->now.pi += wqebbs;
	sq->now.head++;
	sq->now.order = next;
}

/* Control segment without the size, which depends on the data. */
MLX5SIG_INLINE void begin_with_data(struct mlx5sig_queue_pair *qp, uint8_t opcode, uint32_t imm,
				    uint8_t wc_opcode, uint8_t wc_flags, uint32_t octowords)
{
	mlx5sig_build_ctrl(&qp->sq.ring, qp->sq.now.pi, opcode, 0, mode_of(qp), imm);
	begin_slot(qp, wc_opcode, wc_flags);
	qp->sq.data_octowords = octowords;
	qp->post_state = MLX5SIG_POST_DATA;
}

MLX5SIG_INLINE void finish_with_data(struct mlx5sig_queue_pair *qp, uint32_t octowords)
{
	prm_ctrl_seg_set_ds(mlx5sig_ring_at(&qp->sq.ring, qp->sq.now.pi, 0), octowords);
	advance(qp, octowords, MLX5SIG_ORDER_NONE);
	qp->post_state = MLX5SIG_POST_IDLE;
}

MLX5SIG_INLINE void post_send(struct mlx5sig_qp *pub, uint8_t opcode, uint32_t imm,
			      uint8_t wc_flags)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);

	if (may_begin(qp, 1))
		begin_with_data(qp, opcode, imm, IBV_WC_SEND, wc_flags, MLX5SIG_SEND_OCTOWORDS);
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

MLX5SIG_INLINE void post_rdma(struct mlx5sig_qp *pub, uint8_t opcode, uint32_t rkey, uint64_t addr,
			     uint32_t imm, uint8_t wc_opcode, uint8_t wc_flags)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);

	if (!may_begin(qp, 1))
		return;
	mlx5sig_build_raddr(&qp->sq.ring, qp->sq.now.pi, rkey, addr);
	begin_with_data(qp, opcode, imm, wc_opcode, wc_flags, MLX5SIG_RDMA_OCTOWORDS);
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

MLX5SIG_INLINE void post_atomic(struct mlx5sig_qp *pub, uint8_t opcode, uint32_t rkey,
				uint64_t addr,
			       uint64_t swap_add, uint64_t compare, uint8_t wc_opcode)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);

	if (!may_begin(qp, 1))
		return;
	mlx5sig_build_raddr(&qp->sq.ring, qp->sq.now.pi, rkey, addr);
	mlx5sig_build_atomic(&qp->sq.ring, qp->sq.now.pi, swap_add, compare);
	begin_with_data(qp, opcode, 0, wc_opcode, 0, MLX5SIG_ATOMIC_OCTOWORDS);
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
	mlx5sig_build_local_inv(&qp->sq.ring, qp->sq.now.pi, mode_of(qp), invalidate_rkey);
	begin_slot(qp, IBV_WC_LOCAL_INV, 0);
	advance(qp, MLX5SIG_UMR_OCTOWORDS, MLX5SIG_ORDER_BEHIND_UMR);
}

void mlx5sig_wr_nop(struct mlx5sig_qp *pub)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);

	if (!may_begin(qp, 1))
		return;
	mlx5sig_build_ctrl(&qp->sq.ring, qp->sq.now.pi, PRM_WQE_OPCODE_NOP, MLX5SIG_SEND_OCTOWORDS,
			   mode_of(qp), 0);
	begin_slot(qp, IBV_WC_DRIVER2, 0);
	advance(qp, MLX5SIG_SEND_OCTOWORDS, MLX5SIG_ORDER_NONE);
}

void mlx5sig_wr_raw_wqe(struct mlx5sig_qp *pub, const void *wqe)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);
	struct mlx5sig_sq *sq = &qp->sq;
	struct prm_ctrl_seg ctrl;
	uint32_t octowords;

	memcpy(&ctrl, wqe, sizeof(ctrl));
	octowords = prm_ctrl_seg_get_ds(&ctrl);
	if (unlikely(octowords < MLX5SIG_SEND_OCTOWORDS)) {
		mlx5sig_post_fail(qp, EINVAL);
		return;
	}
	if (!may_begin(qp, mlx5sig_wqebbs(octowords)))
		return;
	mlx5sig_inline_put(&sq->ring, sq->now.pi, 0, wqe, octowords * (size_t)MLX5SIG_OCTOWORD);
	prm_ctrl_seg_set_wqe_index(mlx5sig_ring_at(&sq->ring, sq->now.pi, 0), (uint16_t)sq->now.pi);
	begin_slot(qp, IBV_WC_DRIVER2, 0);
	advance(qp, octowords, MLX5SIG_ORDER_NONE);
}

/*
 * Data of requests.
 */

/* Whether a request waits for its data, and all of its @octowords can be written. */
static bool may_set_data(struct mlx5sig_queue_pair *qp, size_t octowords)
{
	if (qp->post_state != MLX5SIG_POST_DATA)
		mlx5sig_post_fail(qp, EINVAL);
	else if (octowords > qp->sq.max_octowords ||
		 !mlx5sig_sq_has_room(&qp->sq, mlx5sig_wqebbs((uint32_t)octowords), 1))
		mlx5sig_post_fail(qp, ENOMEM);
	else
		return true;
	return false;
}

/* Every header leaves room for one segment in its WQEBB. */
_Static_assert(MLX5SIG_ATOMIC_OCTOWORDS < MLX5SIG_WQEBB_OCTOWORDS, "room for one segment");

void mlx5sig_wr_set_sge(struct mlx5sig_qp *pub, uint32_t lkey, uint64_t addr, uint32_t length)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);
	uint32_t at = qp->sq.data_octowords;

	if (unlikely(qp->post_state != MLX5SIG_POST_DATA)) {
		mlx5sig_post_fail(qp, EINVAL);
		return;
	}
	if (unlikely(length > MLX5SIG_MAX_SGE)) {
		mlx5sig_post_fail(qp, EINVAL);
		return;
	}
	if (likely(length))
		mlx5sig_build_data(&qp->sq.ring, qp->sq.now.pi, at++, lkey, addr, length);
	finish_with_data(qp, at);
}

void mlx5sig_wr_set_sge_list(struct mlx5sig_qp *pub, size_t num_sge, const struct ibv_sge *sg_list)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);
	uint32_t at = qp->sq.data_octowords;
	size_t i;

	if (unlikely(num_sge > qp->sq.max_gs)) {
		mlx5sig_post_fail(qp, ENOMEM);
		return;
	}
	if (!may_set_data(qp, at + num_sge))
		return;
	for (i = 0; i < num_sge; i++) {
		if (unlikely(sg_list[i].length > MLX5SIG_MAX_SGE)) {
			mlx5sig_post_fail(qp, EINVAL);
			return;
		}
		if (likely(sg_list[i].length))
			mlx5sig_build_data(&qp->sq.ring, qp->sq.now.pi, at++, sg_list[i].lkey,
					   sg_list[i].addr, sg_list[i].length);
	}
	finish_with_data(qp, at);
}

void mlx5sig_wr_set_inline_data_list(struct mlx5sig_qp *pub, size_t num_buf,
				     const struct ibv_data_buf *buf_list)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);
	const struct mlx5sig_ring *ring = &qp->sq.ring;
	uint32_t at = qp->sq.data_octowords, offset = mlx5sig_inline_begin(at), pi = qp->sq.now.pi;
	size_t length = 0, i;

	/* In this order, no sum of lengths overflows. */
	for (i = 0; i < num_buf && length <= qp->sq.max_inline; i++)
		length = buf_list[i].length > qp->sq.max_inline ?
			 buf_list[i].length : length + buf_list[i].length;
	if (unlikely(length > qp->sq.max_inline)) {
		mlx5sig_post_fail(qp, ENOMEM);
		return;
	}
	if (!may_set_data(qp, (offset + length + MLX5SIG_OCTOWORD - 1) / MLX5SIG_OCTOWORD))
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
