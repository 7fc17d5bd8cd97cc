/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * What the libraries that are compared share: a device, memory, one queue pair or several with a CQ,
 * and the counting.
 */
#ifndef BENCH_RUNTIME_H
#define BENCH_RUNTIME_H

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <infiniband/mlx5dv.h>
#include <mlx5sig/mlx5sig.h>

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))
#define QPS 4u		/* queue pairs of a CQ */
#define ENTRIES 16u	/* of a key */
#define POLL 16		/* completions that a call may take */
#define BLOCK 4096u	/* data under a key, in one block */
#define BAD_BLOCK 520u	/* a block of 512 with T10-DIF */
#define DIF_BLOCKS 16u	/* of 520 bytes, under a key with T10-DIF */
#define ACCESS (IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ)

enum key_kind { SIGNATURE, PLAIN, CRYPTO, KEYS };

/* Queue pairs that are connected with themselves, as a library sees them. */
struct end {
	struct ibv_qp *ibv_qp[QPS];
	struct ibv_cq *ibv_cq;
	struct mlx5dv_cq ring;			/* of the CQ */
	uint32_t ci;				/* CQEs that have arrived */
	struct ibv_wc wc[POLL];
	struct ibv_sge *data_list, *dif_list;	/* for num entries */
	struct ibv_qp_ex *qpx;			/* libmlx5: the first queue pair */
	struct mlx5dv_qp_ex *mqp;
	struct mlx5dv_mkey *dv_key[KEYS];
	struct mlx5sig_cq *cq;			/* mlx5sig */
	struct mlx5sig_qp *qp[QPS];
	struct mlx5sig_mkey *key[KEYS];
	uint64_t next_id;			/* of the request to be cancelled */
};

/* A row of the table for one library. */
struct operation {
	const char *name;
	int (*before)(struct end *e, uint32_t num);	/* 0 on success */
	int (*work)(struct end *e, uint32_t num);	/* is counted; returns @result */
	int (*after)(struct end *e, uint32_t num);	/* 0 on success */
	uint32_t num;					/* entries of a key, completions */
	int result;
};

extern struct ibv_context *context;
extern struct ibv_pd *pd;
extern struct ibv_mr *mr;
extern uint8_t *memory;
extern struct ibv_sge data_list[ENTRIES + 1][ENTRIES];	/* BLOCK bytes, in 1 to ENTRIES entries */
extern struct mlx5sig_dek *dek;

static inline void must(int err, const char *what)
{
	if (!err)
		return;
	fprintf(stderr, "runtime_main: %s: %s\n", what, strerror(err));
	exit(2);
}

static inline void *need(void *made, const char *what)
{
	must(made ? 0 : errno, what);
	return made;
}

#include "ring.h"

static inline int nothing(struct end *e, uint32_t num)
{
	(void)e;
	(void)num;
	return 0;
}

/* Waits for the next CQE, without polling. */
static inline void wait_for_cqe(struct end *e)
{
	ring_wait(&e->ring, e->ci++);
}

void choose_lists(struct end *e, uint32_t num_entries);
void to_init(struct ibv_qp *qp);
void connect_to_itself(struct ibv_qp *qp);	/* from INIT to RTS */
/* Counts an operation; @column is the library's name in the dump. */
void count(struct end *e, const char *column, const struct operation *op);

/* What SPDK's results are compared with: one block under a key, with its CRC32C, or encrypted. */
int our_crc32c(struct end *e, uint32_t num);
int our_crypto(struct end *e, uint32_t num);
int our_read_key(struct end *e, uint32_t rkey, const struct ibv_sge *into);
int take(struct end *e, uint32_t num);

/* runtime_spdk.c; @ours gives results to compare with. */
void count_spdk(struct end *ours);

#endif
