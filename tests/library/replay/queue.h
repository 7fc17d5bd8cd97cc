/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Queues in the test's memory, attached to the library, and the case that runs on them.
 */
#ifndef REPLAY_QUEUE_H
#define REPLAY_QUEUE_H

#include "replay.h"

enum {
	QUEUE_WQEBB = 64, QUEUE_CQES = 64, QUEUE_CQE = 64, QUEUE_UAR = 4096,
	QUEUE_MAX_KEYS = 64,
};

/* A WQE that was posted. */
struct queue_wqe {
	uint32_t pi, wqebbs;
	uint64_t wr_id;
	unsigned int wc_opcode;	/* of its completion */
	unsigned int request;	/* counts; a configuration and its SET_PSVs have one number */
	bool is_cancelled;
};

/* One domain of a key, as it was configured last. */
struct queue_domain {
	bool is_on, is_t10dif, is_64;
};

/* The expected result of a check. */
struct queue_check {
	int ret;
	unsigned int err_type;
	uint64_t expected, actual, offset;
};

struct queue_key {
	struct mlx5sig_mkey *mkey;
	bool has_sig;
	const json_t *sig, *crypto;	/* the setters that were posted last; NULL: none */
	unsigned int num_errors;	/* CQEs */
	struct queue_domain wire, mem;
	bool has_error;
	struct queue_check error;	/* the first one */
};

struct queue {
	struct replay *r;
	struct fake fake;
	struct mlx5sig_cq *cq;
	struct mlx5sig_qp *qp;
	enum ibv_qp_state state;	/* of @qp */
	uint32_t qpn, wqe_cnt;
	uint32_t pi, oldest_pi;	/* producer; the oldest WQE that may be in flight */
	uint32_t num_outstanding, max_post;	/* requests */
	uint32_t outstanding_wqes;	/* libmlx5 compares these with max_post */
	uint32_t last_index;	/* wqe_index of the last WQE */
	uint8_t *ring, *before;	/* its value before the step */
	uint8_t *uar;
	_Alignas(8) uint64_t dbrec, dbrec_before, cq_dbrec;
	uint8_t *cqes;
	uint32_t cq_pi, hidden;	/* CQEs so far; those that are not of the case */
	struct queue_key keys[QUEUE_MAX_KEYS];
	size_t num_keys;
	struct queue_wqe *wqes;
	size_t num_wqes;
	unsigned int num_requests;
	bool is_over;		/* the following steps no longer apply */
};

/* Creates the case's queues; returns false if the case has failed. */
bool queue_open(struct queue *q, struct replay *r, const json_t *c);
void queue_close(struct queue *q);

/* Builds the requests of a post, between start and complete or abort. */
void queue_requests(struct queue *q, const json_t *wrs);
/*
 * The same, with setters for all attributes that a configuration would keep. Returns whether there
 * is such a configuration.
 */
bool queue_requests_in_full(struct queue *q, const json_t *wrs);

/* Records memory, ring and registers before a step, and whether a doorbell was rung since. */
void queue_remember(struct queue *q);
bool queue_check_quiet(struct queue *q);
/* Only these WQEBBs may have changed; they are counted from @pi. */
bool queue_check_ring(struct queue *q, uint32_t pi, uint32_t wqebbs);
bool queue_check_doorbell(struct queue *q, const json_t *expect);

/* Writes a CQE. */
void queue_cqe(struct queue *q, const void *cqe);
/* Completes all posted requests. */
bool queue_retire(struct queue *q);

/* Returns the key with this number, or NULL. */
struct queue_key *queue_find_key(struct queue *q, uint32_t index);

static inline uint8_t *queue_wqebb(uint8_t *ring, const struct queue *q, uint32_t pi)
{
	return ring + (size_t)(pi & (q->wqe_cnt - 1)) * QUEUE_WQEBB;
}

#endif
