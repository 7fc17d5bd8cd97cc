/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Expected contents of the buffers of both sides, and random lists of entries over them.
 */
#ifndef TESTS_SOFTMLX5_MODEL_H
#define TESTS_SOFTMLX5_MODEL_H

#include "rig.h"

/* Their initial contents. */
#define A_SEED 0xa1u
#define B_SEED 0xb2u

struct model {
	uint8_t *a, *b;
};

/* Fills both buffers. */
void model_open(struct model *model, struct rig *rig);
void model_check(const struct model *model, const struct rig *rig);
void model_close(struct model *model);

/* Copies from a scatter-gather list over @from's buffer to one over @to's. */
void model_move(uint8_t *to_bytes, const struct side *to, const struct ibv_sge *to_sge,
		       const uint8_t *from_bytes, const struct side *from,
		       const struct ibv_sge *from_sge, size_t n_from);

/*
 * A list of 1 to MAX_SGE entries with @len bytes altogether, which do not overlap, in a random
 * order and at odd addresses. Returns their number.
 */
size_t random_list(uint32_t *seed, const struct side *side, uint32_t len,
			  struct ibv_sge *sge);
uint32_t list_len(const struct ibv_sge *sge, size_t n);
uint32_t random_len(uint32_t *seed);

/* Posts by ibv_post_send(), for which libmlx5 has other code. */
void post_wr(struct side *side, struct ibv_send_wr *wr);

#endif
