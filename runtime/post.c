/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Requests of a send queue that move data, and others of a single WQE.
 */
#include "post.h"

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
	return mlx5sig_post_mode(&qp->sq, mlx5sig_mode_flags(qp->pub.wr_flags | qp->default_flags),
				 qp->sq.now.after_umr);
}

/* The request is complete. */
static inline void finish(struct mlx5sig_queue_pair *qp, uint32_t octowords,
			  unsigned int after_umr)
{
	struct mlx5sig_sq *sq = &qp->sq;
	struct mlx5sig_slot *slot = mlx5sig_sq_slot(sq, sq->now.pi);

	slot->wqebbs = (uint8_t)mlx5sig_wqebbs(octowords);
	sq->now.last = sq->now.pi;
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
