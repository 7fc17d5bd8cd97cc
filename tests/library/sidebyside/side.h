/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Declarations that the parts of sidebyside share: the operations of a side, and the world that
 * programs run in.
 */
#ifndef TESTS_SIDEBYSIDE_SIDE_H
#define TESTS_SIDEBYSIDE_SIDE_H

#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <infiniband/mlx5dv.h>
#include <mlx5sig/mlx5sig.h>
#include <prm_cqe.h>
#include <prm_data.h>
#include <prm_doorbell.h>
#include <prm_rdma.h>
#include <prm_recv.h>
#include "build.h"

#define MEMORY 65536u		/* bytes, for both ends */
#define MEMORY_AT ((void *)0x100000000000)	/* the same in both runs: WQEs have addresses */
#define CQES 1024
#define MAX_RECEIVES 64
#define FIRST_RECEIVE 50	/* ids of receives start here, and end before CONFIGURATION */
#define CONFIGURATION 100
#define KEYS 5
#define DEKS 2
#define MAX_ENDS 4		/* two connections */
#define SGES 4
#define INLINE 512
#define BATCH 6			/* requests after one that may fail */
#define SENDS (IBV_QP_EX_WITH_SEND | IBV_QP_EX_WITH_SEND_WITH_IMM | IBV_QP_EX_WITH_RDMA_WRITE | \
	       IBV_QP_EX_WITH_RDMA_WRITE_WITH_IMM | IBV_QP_EX_WITH_RDMA_READ | \
	       IBV_QP_EX_WITH_ATOMIC_CMP_AND_SWP | IBV_QP_EX_WITH_ATOMIC_FETCH_AND_ADD | \
	       IBV_QP_EX_WITH_LOCAL_INV | IBV_QP_EX_WITH_SEND_WITH_INV)
#define ACCESS (IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ | \
		IBV_ACCESS_REMOTE_ATOMIC)

struct end {
	struct ibv_cq *ibv_cq;
	struct ibv_qp *ibv_qp;
	struct ibv_qp_ex *qpx;		/* mlx5dv */
	struct mlx5dv_qp_ex *mqp;
	struct mlx5sig_cq *cq;		/* mlx5sig */
	struct mlx5sig_qp *qp;
	struct mlx5sig_sig_prepared *prepared;	/* in use until complete or abort */
	struct mlx5dv_qp ring;
	struct mlx5dv_cq cqes;
	uint32_t ci;		/* of the CQEs that were shown */
	uint16_t pi;		/* of the WQEs that were shown */
	uint32_t padding;	/* bytes behind the data of the next WQE */
	uint32_t receives;	/* outstanding */
	uint32_t num_flushed;	/* receives, since it was reset */
	uint64_t flushed[MAX_RECEIVES];	/* their ids */
	uint64_t failed;	/* the configuration that failed last, or 0 */
	uint32_t depth, posted;	/* WQEs that may be outstanding, and are at most */
	bool is_pipelining, is_in_error, is_drained;
	bool is_fresh;		/* nothing was posted since it was reset */
	bool was_reset;
};

/* The receive queue of all ends, or none: then each end has one. */
struct shared {
	struct ibv_srq *ibv;
	struct mlx5sig_srq *srq;	/* mlx5sig */
	struct mlx5dv_srq ring;
	uint32_t next;		/* WQE that is posted next */
	uint32_t posted, done;	/* requests, in all */
	bool is_limited;	/* waits for the event */
};

struct domain {
	struct mlx5sig_sig_block_domain domain;
	struct mlx5sig_sig_t10dif dif;
	struct mlx5sig_sig_crc crc;
};

struct key {
	struct mlx5sig_mkey *mkey;
	uint32_t flags, max_entries;
	bool is_configured, has_sig, has_crypto, is_ambiguous;
	bool was_posted;	/* a configuration, since all queues were last known to work */
	bool is_undecodable;	/* a check has failed, as all later ones of libmlx5 do */
	uint32_t blocks, block, mem_sig, wire_sig;	/* number; bytes */
	uint32_t errors;	/* SIG_ERR CQEs since the last check */
	uint32_t all_errors;	/* since it was made */
	/* Its features, if any: has_sig, has_crypto. */
	struct mlx5sig_sig_block_attr sig;
	struct domain mem, wire;
	struct mlx5sig_crypto_attr crypto;
};

struct request {
	enum ibv_wr_opcode opcode;
	uint64_t wr_id, raddr, compare, swap;
	unsigned int flags;
	uint32_t rkey, imm;
	struct ibv_sge sge[SGES];
	size_t num_sge;
	const void *data;	/* inline */
	size_t size;
};

/*
 * The operations of a side. Attributes are those of mlx5sig, which have the layout of mlx5dv's
 * (tests/library/runtime/same_as_mlx5dv.c).
 */
struct side {
	const char *name;
	/*
	 * A configuration posts attributes without a setter again; if not, the program sets them.
	 */
	bool posts_kept_parts;
	void (*attach)(struct end *e, bool sq_sig_all);
	void (*detach)(struct end *e);
	void (*reset)(struct end *e);
	struct mlx5sig_mkey *(*create_mkey)(struct mlx5sig_mkey_init_attr *attr);
	int (*destroy_mkey)(struct mlx5sig_mkey *mkey);
	int (*check)(struct mlx5sig_mkey *mkey, struct mlx5sig_mkey_err *err);
	void (*start)(struct end *e);
	int (*complete)(struct end *e);
	void (*abort)(struct end *e);
	void (*request)(struct end *e, const struct request *r);
	void (*configure)(struct end *e, struct mlx5sig_mkey *mkey, uint8_t num, uint64_t wr_id,
			  unsigned int flags, const struct mlx5sig_mkey_conf_attr *attr);
	void (*access)(struct end *e, uint32_t flags);
	void (*list)(struct end *e, uint16_t num, const struct ibv_sge *sge);
	void (*interleaved)(struct end *e, uint32_t repeat, uint16_t num,
			    const struct mlx5sig_mr_interleaved *data);
	/* @prepared: by prepared attributes, where a side has them. */
	void (*sig)(struct end *e, const struct mlx5sig_sig_block_attr *attr, bool prepared);
	void (*crypto)(struct end *e, const struct mlx5sig_crypto_attr *attr);
	struct mlx5sig_dek *(*create_dek)(struct mlx5sig_dek_init_attr *attr);
	int (*destroy_dek)(struct mlx5sig_dek *dek);
	void (*raw)(struct end *e, const void *wqe, uint64_t wr_id);
	int (*recv)(struct end *e, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad);
	int (*poll)(struct end *e, int num, struct ibv_wc *wc);
	int (*cancel)(struct end *e, uint64_t wr_id);
	void (*attach_srq)(struct shared *s);
	void (*detach_srq)(struct shared *s);
	int (*srq_recv)(struct shared *s, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad);
};

extern const struct side mlx5dv_side, mlx5sig_side;

/* The world (world.c). */
extern const struct side *side;
extern struct ibv_context *context;
extern struct ibv_pd *pd;
extern struct ibv_mr *mr;
extern uint8_t *memory;
extern struct end ends[MAX_ENDS];
extern struct shared shared;
extern unsigned int num_ends;
extern struct key keys[KEYS];
extern struct mlx5sig_dek *deks[DEKS];
extern bool is_quiet;	/* CQEs are not shown; no signature errors */
extern uint64_t rng;

_Noreturn void die(const char *what);
void *need(void *made, const char *what);
void must(int err, const char *what);

/* Random numbers, seeded by the number of the program. */
uint32_t below(uint32_t n);
bool chance(uint32_t percent);

int number_of(const struct end *e);
struct end *peer_of(const struct end *e);
void show_memory(void);
/* Shows the WQEs in the ring from @pi to the producer counter of the doorbell record. */
void show_wqes(struct end *e, uint16_t pi);
/* Shows the CQEs since the last call. */
void show_cqes(struct end *e);
void show_events(void);
void poll_all(struct end *e);
void check(struct key *key);
void check_errors(void);

void make_shared(void);
void destroy_shared(void);
/* The request that was posted to the shared queue, from the ring. */
void show_shared(void);
/* An event is asked for when few requests are left. */
void limit_shared(void);
void make_end(struct end *e, bool is_pipelining, bool sq_sig_all);
void destroy_end(struct end *e);
void connect_ends(void);
/* Drops all posted requests. */
void reset_ends(void);
/* Shows all state, and restarts queues that have stopped. */
void settle(void);

/* Steps of a program (requests.c, configure.c). */
int complete(struct end *e, uint32_t wqes);
/* Room for so many WQEs: libmlx5 overwrites requests with configurations when there is none. */
void make_room(struct end *e, uint32_t wqes);
uint32_t sge_at(struct ibv_sge *sge, uint32_t length);
/* Memory of so many bytes, in up to @most pieces; gives their number. */
size_t scatter(struct ibv_sge *sge, uint32_t length, uint32_t most);
uint32_t wire_length(const struct key *key);

extern bool is_plain;	/* seeds and tags are zero: memory of zeroes has good signatures */
extern bool is_single;	/* signatures in one domain only: sq-sig-all */

void make_key(struct key *key);
/*
 * Some configurations were flushed. libmlx5 treats them as executed: such a key may never report an
 * error again, so it is recreated.
 */
void replace_flushed_keys(void);
void make_dek(unsigned int i);
void configure(struct end *e);
/* Posts a configuration with one error: both sides refuse it with the same errno. */
void configure_wrongly(struct end *e);
void create_wrongly(void);
void transfer(struct end *e);
void inline_transfer(struct end *e);
void post_shared(void);
void atomic_transfer(struct end *e);
void pipeline(struct end *e);
/* A key is invalidated, here or by the peer. */
void invalidate(struct end *e);
void raw_wqe(struct end *e);

#endif
