/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Shared code of the questions to a card: two queue pairs of this process, connected with each
 * other, a key and memory of both sides. Every completion status is an answer, so none makes the
 * program exit.
 */
#ifndef TESTS_HW_FACTS_H
#define TESTS_HW_FACTS_H

#include "../../../examples/pair.h"

#include "qp.h"

#include <prm_mkey.h>
#include <prm_qp.h>

#define MEMORY (2u << 20)	/* bytes of each side: a block of 1 MiB and its signature fit */
#define FAR (1u << 20)		/* distance of separate pieces of memory */

struct question {
	const char *name;
	void (*ask)(void);
	bool with_pipelining;
};

extern const struct question value_questions[], error_questions[], object_questions[],
	transaction_questions[];

extern struct pair pair;
extern struct side *here, *there;
extern struct mlx5sig_mkey *key;
extern struct ibv_mr *mr[2];
extern uint8_t *memory[2];	/* ours, under the key; the peer's */

/* Outcome of a request; negative values are not of enum ibv_wc_status. */
enum outcome {
	NO_ANSWER = -1,		/* no completion within a second */
	REFUSED = -2,		/* it was not posted */
};

/* Changes the WQE in the ring, before the device sees it. */
struct patch {
	void (*umr)(struct prm_bsf_64 *bsf, void *arg);
	void (*psv)(struct prm_set_psv_seg *psv, void *arg);
	void *arg;
};

struct mlx5sig_mkey *make_key(uint32_t flags);
void fill(uint8_t *to, size_t size, unsigned int seed);

/* Returns the outcome; prints "@what: OUTCOME" if @what is not NULL and it is not a success. */
int configure(const char *what, struct mlx5sig_mkey *mkey, uint32_t length,
	      const struct mlx5sig_sig_block_attr *sig, const struct patch *patch);
/* Posts an RDMA_WRITE of @length bytes of the key from @offset, to @to in the peer's memory. */
int write_out(uint64_t offset, uint32_t length, uint32_t to);
/* Returns the status of the next completion, or NO_ANSWER. */
int next_outcome(struct side *side, struct ibv_wc *wc);
const char *outcome_name(int outcome);
/* Resets both queue pairs if one of them is in error. */
void recover(void);

/* Prints every CRC that the signature can be, by seed and inversion. */
void name_crc(const uint8_t *sig, size_t size, const uint8_t *data, size_t length);
/* Prints a signature. */
void show_bytes(const uint8_t *data, size_t size);

/* Compute the signatures of @data bit by bit, by their standards. */
uint16_t t10dif_crc(uint16_t seed, const uint8_t *data, size_t size);
uint64_t crc_normal(unsigned int bits, uint64_t poly, uint64_t seed, const uint8_t *data,
		    size_t size);
uint64_t crc_reflected(uint64_t poly, uint64_t seed, const uint8_t *data, size_t size);

#endif
