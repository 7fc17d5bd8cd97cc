/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Receive requests, of a QP (qp.c) or of an SRQ (srq.c).
 */
#ifndef MLX5SIG_RUNTIME_RECV_H
#define MLX5SIG_RUNTIME_RECV_H

#include <infiniband/verbs.h>

#include "build.h"

static inline bool mlx5sig_recv_is_legal(const struct ibv_recv_wr *wr, uint32_t max_gs)
{
	int i;

	if (wr->num_sge < 0 || (uint32_t)wr->num_sge > max_gs)
		return false;
	for (i = 0; i < wr->num_sge; i++)
		if (wr->sg_list[i].length > MLX5SIG_MAX_SGE)
			return false;
	return true;
}

/* Data segments, for which there is room for @max_gs; a shorter list is ended. */
static inline void mlx5sig_build_recv(struct prm_recv_data_seg *seg, const struct ibv_recv_wr *wr,
				      uint32_t max_gs)
{
	uint32_t num = 0;
	int k;

	for (k = 0; k < wr->num_sge; k++) {
		if (!wr->sg_list[k].length)
			continue;
		prm_recv_data_seg_pack(&seg[num++], &(struct prm_recv_data_seg_fields) {
			.byte_count = wr->sg_list[k].length, .lkey = wr->sg_list[k].lkey,
			.addr = wr->sg_list[k].addr });
	}
	if (num < max_gs)
		prm_recv_data_seg_pack(&seg[num], &(struct prm_recv_data_seg_fields) {
			.lkey = PRM_SPECIAL_LKEY_TERMINATE_SCATTER_LIST });
}

#endif
