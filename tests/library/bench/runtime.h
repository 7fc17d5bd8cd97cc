/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Shared code to count the instructions of operations of several libraries. Each library has a file
 * with its operations and a table of them.
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
#define DEPTH 64u	/* requests of a queue */
#define PENDING 1024u	/* requests, of which one is cancelled */
#define ENTRIES 16u	/* of a key */
#define POLL 16		/* completions that a call may take */
#define BLOCK 4096u	/* data under a key without T10-DIF, one block */
#define ACCESS (IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ)

enum key_kind { SIGNATURE, PLAIN, CRYPTO, KEYS };

/* Queue pairs that are connected with themselves, and lists of memory for their operations. */
struct end {
	struct ibv_cq *ibv_cq;
	struct ibv_qp *ibv_qp[QPS];
	struct mlx5dv_cq ring;			/* of the CQ */
	uint32_t ci;				/* CQEs that have arrived */
	struct ibv_sge *data_list, *dif_list;	/* of as many entries as the operation has */
	/* The library's: posts a write to memory by queue pair @k; @flags of verbs. */
	int (*write)(struct end *e, unsigned int k, uint64_t id, const struct ibv_sge *sge,
		     unsigned int flags);
	int (*poll_one)(struct end *e);		/* 0: there is one, a success */
	int (*configure)(struct end *e, uint32_t num);	/* a key with T10-DIF */
	uint32_t lkey;				/* that key's */
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
/* T10-DIF on both sides, and CRC32C on the wire. */
extern struct mlx5sig_sig_block_attr dif_attr, crc_attr;

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

/* CQ and queue pairs by verbs; not connected yet. */
void make_queues(struct end *e, uint32_t depth, uint32_t create_flags);
void destroy_queues(struct end *e);
void to_init(struct ibv_qp *qp);
void connect_to_itself(struct ibv_qp *qp);	/* from INIT to RTS */
void fill_dek(char key[128]);			/* of AES-XTS, twice 128 bits */
void choose_lists(struct end *e, uint32_t num_entries);

/*
 * Run before and after operations. Writes are complete on return, and their completions not polled.
 */
int nothing(struct end *e, uint32_t num);
int take(struct end *e, uint32_t num);			/* polls one completion */
int write_by_one(struct end *e, uint32_t num);		/* @num writes by one queue pair */
int write_in_turn(struct end *e, uint32_t num);		/* by several queue pairs in turn */
int write_bad_block(struct end *e, uint32_t num);	/* with a signature error */
int change_attributes(struct end *e, uint32_t num);	/* in dif_attr */
/* Stops the queue with a signature error before PENDING writes. */
void stop_queue(struct end *e);

/* Counts operations; @column is the library's name in the dump. */
void count(struct end *e, const char *column, const struct operation *ops, size_t num);

void count_libmlx5(void);
void count_mlx5sig(const char *column, uint32_t flags);
void count_spdk(void);

/* The library, for a comparison with SPDK: keys of one block with its CRC32C, or encrypted. */
void our_open(struct end *e, uint32_t flags, bool is_pipelining);
void our_close(struct end *e);
int our_crc32c(struct end *e, uint32_t num);
int our_crypto(struct end *e, uint32_t num);
int our_read_key(enum key_kind kind, const struct ibv_sge *into);
uint32_t our_dekn(void);

#endif
