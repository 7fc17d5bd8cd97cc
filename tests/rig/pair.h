/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/* For tests of the library: the pair of queues of the examples, resets, and keys. */
#ifndef RIG_PAIR_H
#define RIG_PAIR_H

#include "../../examples/pair.h"
#include "connect.h"

/* To RESET, which drops all posted requests, and to INIT. */
static inline void pair_reset(struct pair *pair, struct side *side)
{
	must(to_state(side->ibv_qp, IBV_QPS_RESET), "to RESET");
	mlx5sig_qp_reset(side->qp);
	pair_to_init(pair, side->ibv_qp);
}

static inline void pair_connect_both(struct pair *pair)
{
	unsigned int i;

	for (i = 0; i < 2; i++)
		pair_connect(pair, pair->side[i].ibv_qp, pair->side[!i].ibv_qp->qp_num);
}

/* Both, and connects them again; as in pair_open(). */
static inline void pair_reset_both(struct pair *pair, bool with_pipelining)
{
	pair_reset(pair, &pair->side[0]);
	pair_reset(pair, &pair->side[1]);
	if (with_pipelining)
		must(mlx5sig_qp_enable_sig_pipelining(pair->side[0].qp), "signature pipelining");
	pair_connect_both(pair);
}

/* @flags: MLX5SIG_MKEY_INIT_ATTR_FLAGS_*. NULL if the library refuses it. */
static inline struct mlx5sig_mkey *pair_new_key(struct pair *pair, uint32_t flags, uint16_t entries)
{
	struct mlx5sig_mkey_init_attr attr = { .pd = pair->pd, .create_flags = flags,
					       .max_entries = entries };

	return mlx5sig_create_mkey(&attr);
}

#endif
