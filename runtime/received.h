/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Completions of receive requests, as far as the short way (poll.c) and the general one
 * (poll_any.c) have them in common.
 */
#ifndef MLX5SIG_RUNTIME_RECEIVED_H
#define MLX5SIG_RUNTIME_RECEIVED_H

#include "polling.h"
#include "srq.h"

/* What a CQE's opcode makes of a completion; without an opcode it is none of a receive request. */
struct mlx5sig_received {
	uint8_t wc_opcode;	/* enum ibv_wc_opcode */
	uint8_t wc_flags;	/* enum ibv_wc_flags */
};

static const struct mlx5sig_received mlx5sig_received[PRM_CQE_OPCODE_INVALID + 1] = {
	[PRM_CQE_OPCODE_RESP_WR_IMM] = { IBV_WC_RECV_RDMA_WITH_IMM, IBV_WC_WITH_IMM },
	[PRM_CQE_OPCODE_RESP_SEND] = { IBV_WC_RECV, 0 },
	[PRM_CQE_OPCODE_RESP_SEND_IMM] = { IBV_WC_RECV, IBV_WC_WITH_IMM },
	[PRM_CQE_OPCODE_RESP_SEND_INV] = { IBV_WC_RECV, IBV_WC_WITH_INV },
};

static inline bool mlx5sig_has_receives(const struct mlx5sig_queue_pair *qp)
{
	return qp->rq.wqe_cnt || qp->srq;
}

/* Everything but the id of the request. Without immediate data, what stands there means nothing. */
MLX5SIG_INLINE void mlx5sig_fill_received(const struct mlx5sig_received *received,
					  const struct prm_cqe64 *cqe, uint32_t qpn,
					  struct ibv_wc *wc)
{
	wc->status = IBV_WC_SUCCESS;
	wc->opcode = received->wc_opcode;
	wc->vendor_err = 0;
	wc->byte_len = prm_cqe64_get_byte_count(cqe);
	wc->imm_data = cqe->immediate.be;
	if (unlikely(received->wc_flags & IBV_WC_WITH_INV))
		wc->invalidated_rkey = prm_cqe64_get_inval_rkey(cqe);
	wc->qp_num = qpn;
	wc->src_qp = prm_cqe_receive_info_get_rqpn(&cqe->receive);
	wc->wc_flags = received->wc_flags |
		       (prm_cqe_receive_info_get_grh(&cqe->receive) ? IBV_WC_GRH : 0u);
	wc->pkey_index = 0;
	wc->slid = (uint16_t)prm_cqe_receive_info_get_slid(&cqe->receive);
	wc->sl = (uint8_t)prm_cqe_receive_info_get_sl(&cqe->receive);
	wc->dlid_path_bits = (uint8_t)prm_cqe_receive_info_get_ml_path(&cqe->receive);
}

/* One receive request more is done; of a QP's own queue they are in order. */
static inline void mlx5sig_retire_receive(atomic_uint *done)
{
	uint32_t num = atomic_load_explicit(done, memory_order_relaxed);

	atomic_store_explicit(done, num + 1, memory_order_release);
}

#endif
