/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Random lives of queues and keys: shared declarations.
 *
 * A life is a thread with links (two connected queue pairs), CQs, keys and random numbers of its
 * own. It plays chapters: configurations of one key or two and transfers that use them, posted in
 * stages; a stage is posted after the end of the previous one. The outcome of a request is known
 * from its completion, from cancelling, or from the order of its queue. At the end of a stage, the
 * model (signature.c, judge.c) executes the same requests as the device, and compares all memory
 * and all signature errors.
 */
#ifndef LIVES_H
#define LIVES_H

#include <arpa/inet.h>
#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <infiniband/mlx5dv.h>
#include <mlx5sig/mlx5sig.h>

#define RIG_OWN_RANDOM
#include "../../rig/random.h"

#define PATIENCE_MS 600000	/* tests/run/patience.py */
#define NUM(array) (sizeof(array) / sizeof((array)[0]))

/* Identifiers of requests that are not operations. */
#define RECEIVE (UINT64_C(1) << 63)
#define KEY_RECEIVE (UINT64_C(1) << 62)
#define PULSE (UINT64_C(1) << 61)

enum {
	MAX_LIVES = 4,
	MAX_CHAPTERS = 12,
	MAX_OPS = 12,
	MAX_KEYS = 24,
	MAX_LINKS = 12,
	MAX_CQS = 6,
	MAX_BALLAST = 32,
	MAX_PIECES = 128,
	MAX_PREPARED = 6,
	MAX_DEKS = 6,
	MAX_PSVS = 4,
	MAX_PARTS = 3,		     /* keys of a transaction */
	STREAM_MAX = 16384,	     /* bytes of a transfer */
	MEMORY_MAX = 3 * STREAM_MAX, /* bytes of a key, with gaps */
	FARS = 3,		     /* plain buffers beside each key */
	ATOMIC_AT = STREAM_MAX / 2,  /* in the last one of them: a number, and its old value */
	SLOT_SIZE = MEMORY_MAX + FARS * STREAM_MAX,
	MAX_BUFFERS = 768, /* of receives */
	SRQ_DEPTH = 100,
	LINES = 40,
	LINE = 176, /* of a history */
};

struct history {
	char line[LINES][LINE];
	unsigned int num;
};

/*
 * Signatures.
 */

enum code { T10DIF, CRC32, CRC32C, CRC64 };

struct domain {
	bool is_on, is_csum, has_ones;
	enum code code;
	enum mlx5sig_block_size size;
	uint32_t block;		/* bytes */
	uint16_t app_tag, flags;
	uint32_t ref_tag;
};

/* A PSV of the program. The device's state in the model: the CRC so far, and whether it had an error. */
struct psv {
	struct mlx5sig_psv *psv;
	uint64_t reg;
	bool has_error;
	bool is_lost;		/* a request that loads it was not executed */
	bool is_busy;		/* a transaction uses it */
};

/* A signature of all data, under one of its keys. */
struct transaction {
	bool is_on, in_memory;
	bool begins, ends;	/* under this key */
	struct domain crc;	/* its code and seed */
	struct psv *psv;
};

/* Of blocks, if @is_on, or of a transaction. */
struct sig {
	bool is_on;
	struct domain mem, wire;
	uint8_t check, copy;
	bool has_copy;
	struct transaction transaction;
};

struct sig_error {
	enum mlx5sig_mkey_err_type type;	/* MLX5SIG_MKEY_NO_ERR: none */
	enum mlx5sig_sig_domain domain;
	uint64_t offset, actual, expected;
};

/*
 * Encryption.
 */

struct dek {
	struct mlx5sig_dek *dek;
	uint32_t bytes;		/* of the key */
	uint8_t key[64], tag[8];
	bool has_tag;
};

struct crypto {
	bool is_on, encrypts, is_sig_first;	/* on TX */
	enum mlx5sig_block_size size;
	uint32_t unit;		/* bytes */
	uint8_t tweak[16];
	const struct dek *dek;
};

/*
 * Keys.
 */

struct piece {
	uint32_t at, length;	/* in the key's memory */
};

struct layout {
	bool is_interleaved;
	uint32_t num, repeat, length;
	struct piece pieces[MAX_PIECES];	/* all of them, in the order of the key */
	uint32_t num_streams;
	struct mlx5sig_mr_interleaved streams[3];
};

struct conf {
	struct key *key;
	bool sets_access, sets_layout, sets_sig, resets_sig, sets_crypto;
	unsigned int access;
	struct layout layout;
	struct sig sig, after;	/* attributes that it sets, and those of the key afterwards */
	struct crypto crypto, after_crypto;
	int prepared;		/* index of prepared attributes, or -1: by attributes */
	int tag;		/* of the key's numbers, or -1: as before */
	uint32_t old_lkey;
	bool one_call, has_tags;
	bool is_crypto_prepared;
	unsigned int order;	/* of the setters */
	unsigned int noted;	/* errors of the key that had been polled when it was posted, */
	bool has_noted_all;	/* and also those of all requests before it */
};

struct key {
	bool is_alive, is_busy, in_pool;
	bool stays_bare;	/* the next configuration has no encryption */
	unsigned int number;
	struct mlx5sig_mkey *mkey;
	uint32_t flags;
	uint16_t entries;
	/* The device's state in the model. */
	struct layout layout;
	unsigned int access;
	struct sig sig;
	struct crypto crypto;
	bool expected, reported;	/* parity of errors: the key's and the device's */
	/* State that may differ between library and device. */
	struct sig posted;		/* of the configuration posted last */
	struct crypto posted_crypto;
	bool is_configured;
	bool layout_lost, access_lost;	/* that of a flushed or cancelled configuration */
	bool is_lost;			/* no configuration since then */
	/* The state at the requests of the current chapter. */
	const struct layout *plan_layout;
	unsigned int plan_access;
	struct sig plan_sig;
	struct crypto plan_crypto;
	/* Errors. */
	unsigned int noted;		/* polled so far */
	unsigned int pending;		/* of these, not checked yet */
	struct sig_error errors[8];	/* the pending ones, at most; then none */
	bool is_early;			/* checked before the model's verdict */
	bool was_early;			/* in this stage: an early check removed it from the list */
	struct mlx5sig_mkey_err_ext early;
	unsigned int listed;		/* how often it is on a CQ's list of keys with errors */
	bool may_be_listed;		/* of a CQ that is attached or detached */
	unsigned int new_errors;	/* of the stage */
	uint8_t *memory, *model;	/* slots */
	struct history history;
};

/*
 * Queues.
 */

struct cq {
	bool is_alive, is_shared, is_single, has_events;
	unsigned int number;
	struct ibv_cq *ibv;
	struct mlx5sig_cq *cq;
	struct ibv_comp_channel *channel;
	unsigned int unacked;
	bool is_armed;		/* and its event was not read */
	int size;
	atomic_int free;	/* CQEs that no request has reserved */
	unsigned int users;	/* links */
	struct ibv_qp *pulse_ibv, *flood_ibv;
	struct mlx5sig_qp *pulse, *flood;
	atomic_bool has_overrun;
	atomic_uint pulses[MAX_LIVES];
	pthread_mutex_t lock;	/* if shared: completions are handled in their order */
};

struct srq {
	struct ibv_srq *ibv;
	struct mlx5sig_srq *srq;
	int posted[256];	/* buffers, in the order in which they are used: of a single life */
	uint32_t head, tail;
};

enum op_type { CONFIGURE, WRITE, WRITE_IMM, READ, SEND, MESSAGE, NOP, BAD, INVALIDATE, SEND_INV, ATOMIC,
	       SET_PSV };
enum op_state { UNPOSTED, POSTED, EXECUTED, FLUSHED, FAILED };

/* Source or destination of data: under a key, in a plain buffer, or in a receive buffer. */
struct end {
	struct key *key;
	bool is_key, is_receive;
	uint32_t first, raw;	/* of a key: bytes of data before it, and of it */
	uint32_t at;		/* its place on the wire */
	uint32_t far;		/* of a buffer: which */
	uint32_t offset;	/* and where in it */
};

struct op {
	enum op_type type;
	uint32_t id;		/* index and generation */
	struct chapter *chapter;
	struct link *link;
	int side, stage;
	bool is_signaled, is_fenced, needs_receive, is_cancelled, is_dropped, is_raw;
	bool is_ordered;	/* after all requests before it */
	bool is_refused;	/* the key is invalid, or has no encryption as it should */
	bool is_first_flushed;	/* of its queue */
	bool is_swap;
	uint64_t add, compare;	/* of atomics */
	uint32_t bytes;
	struct end from, to;
	struct conf *conf;
	_Atomic(enum op_state) state;
	atomic_bool is_received;
	int buffer;		/* buffer that received it, or -1 */
	enum ibv_wc_status status;
};

struct side {
	struct ibv_qp *ibv;
	struct mlx5sig_qp *qp;
	struct cq *send, *recv;
	bool has_srq, sig_all, has_pipelining, is_dv_pipelining;
	bool scatters;		/* short data are in the CQE, which a key does not allow */
	uint32_t depth, used;	/* requests */
	uint32_t ring_size, ring_used;	/* WQEBBs, at most */
	pthread_mutex_t lock;	/* of the requests */
	struct op *ring[256];	/* posted, oldest first */
	uint32_t head, tail;
	int spare;		/* receives without a message */
	atomic_int receives;	/* posted ones */
	unsigned int stops, expected_stops;
	atomic_bool is_stopped;
	bool has_flushed;	/* a request, or failed one */
	struct op closer;
};

enum link_state { UP, BROKEN };

struct link {
	bool is_alive;
	unsigned int number;
	struct side side[2];
	enum link_state state;
	atomic_bool has_failed;
	unsigned int chapters;
	struct history history;
};

struct chapter {
	bool is_used;
	struct link *link;
	struct key *keys[MAX_PARTS];
	unsigned int num_keys, num_ops;
	struct op ops[MAX_OPS];
	struct conf confs[4];
	unsigned int num_confs;
	struct transaction transaction;	/* of all keys */
	int stage, last_stage;
	bool is_cut;		/* a configuration was cancelled: no further stage */
	int reserved[2][2];	/* CQEs: of side, send and receive */
};

struct counts {
	uint64_t transfers, good, bad, unarmed, flushed, cancelled, configurations, aborted, rivals, committed, qps,
		keys, cqs, encrypted, units, refused, invalidated, atomics, stops, errors, resets,
		dropped, events, messages, failures, overruns, devices, unknown,
		transactions, continued, psvs;
};

struct prepared {
	struct mlx5sig_sig_prepared *prepared;
	struct sig sig;
};

struct life {
	unsigned int number;
	uint64_t random;
	uint64_t step;
	struct counts counts;
	struct cq cqs[MAX_CQS];
	struct link links[MAX_LINKS];
	struct key keys[MAX_KEYS];
	struct chapter chapters[MAX_CHAPTERS];
	struct prepared prepared[MAX_PREPARED];
	struct dek deks[MAX_DEKS];
	struct psv psvs[MAX_PSVS];
	uint32_t generation, born;
	bool avoids_errors;	/* of queue pairs */
	uint32_t lost;		/* messages to the SRQ whose completions were dropped */
	bool has_no_list;	/* keys with errors are not queried */
	struct ibv_qp *ballast_qps[MAX_BALLAST];
	struct mlx5sig_mkey *ballast_keys[MAX_BALLAST];
	uint8_t *scratch[2];
	uint8_t *before[2];	/* memory of two keys, in the model */
	jmp_buf again;		/* the device is gone */
};

/* The device's state of a key that is in the pool. */
struct pooled {
	struct mlx5sig_mkey *mkey;
	bool is_inside;
	struct sig sig, posted;
	bool expected, reported;
	unsigned int noted;
};

struct world {
	uint64_t seed;
	uint64_t transfers;	/* limit of transfers of each life */
	unsigned int num_lives;
	bool is_prompt;		/* each doorbell returns with all its completions */
	bool is_late;		/* queues stop late */
	bool is_disturbed;	/* packets are lost, late, or come twice */
	bool has_failures;	/* queue pairs fail spontaneously */
	atomic_bool has_overrun; /* a CQ, whose queue pairs fail then */
	bool has_unplugs;	/* devices disappear */
	bool is_refused;	/* then nothing can be destroyed: kernels before 4.19 */
	bool is_leaving;	/* the device is gone, and its objects are abandoned */
	uint8_t *slots, *buffer;	/* the memory of keys and of receives */
	bool trace;
	const char *without;	/* kinds of incidents */
	struct ibv_context *context;
	struct ibv_pd *pd;
	struct ibv_port_attr port;
	bool has_crypto, has_units;	/* encryption, of several data units */
	struct ibv_mr *mr[2];	/* two keys of the same memory */
	struct ibv_mr *receives;
	struct srq srq;
	struct ibv_cq *ballast;	/* of queue pairs without use */
	struct mlx5sig_mkey_pool *pool;	/* of all lives */
	uint16_t pool_entries;
	uint32_t pool_flags;
	struct pooled pooled[256];
	pthread_mutex_t pool_lock;
	struct cq *shared;	/* of all lives */
	struct life *lives[MAX_LIVES];
	pthread_mutex_t lock;	/* of the buffers of receives */
	int buffers[MAX_BUFFERS];
	int num_buffers;
	pthread_mutex_t async;
	pthread_mutex_t dma;	/* for ThreadSanitizer */
};

extern struct world world;

/* main.c */
bool lives_allow(const char *incident);
_Noreturn void lives_fail(struct life *life, const struct history *a, const struct history *b,
			  const char *format, ...) __attribute__((format(printf, 4, 5)));
void note(struct life *life, struct history *history, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
void must(struct life *life, int err, const char *what);
void *need(struct life *life, void *made, const char *what);

static inline uint64_t draw(struct life *life)
{
	return random_bits(&life->random);
}

static inline uint32_t below(struct life *life, uint32_t n)
{
	return random_below(&life->random, n);
}

static inline bool chance(struct life *life, uint32_t percent)
{
	return below(life, 100) < percent;
}

/* signature.c */
void signatures_init(void);
uint32_t sig_bytes(const struct domain *domain);
uint32_t place_of(const struct domain *domain, uint32_t raw);
uint32_t room_for(const struct domain *domain, uint32_t length);
void sign(const struct domain *domain, uint64_t index, const uint8_t *data, uint8_t *to);
uint64_t crc_add(const struct domain *domain, uint64_t reg, const uint8_t *data, uint32_t length);
void crc_put(const struct domain *domain, uint64_t reg, uint8_t *to);
void compare_sigs(const struct domain *domain, uint8_t mask, const uint8_t *found,
		  const uint8_t *computed, struct sig_error *error);
void convert(const struct sig *sig, bool outgoing, const uint8_t *from, uint32_t first,
	     uint32_t raw, uint8_t *to, struct sig_error *error);
void random_sig(struct life *life, struct sig *sig);
void random_tags(struct life *life, struct sig *sig);
int print_sig(char *to, size_t size, const struct sig *sig);

/* crypto.c */
void deks_begin(struct life *life);
void deks_end(struct life *life);
void change_dek(struct life *life);
bool crypto_fits(const struct crypto *crypto, const struct sig *sig);
uint32_t crypto_limit(const struct crypto *crypto);
bool crypto_takes(const struct crypto *crypto, const struct sig *sig, uint32_t first, uint32_t raw);
void random_crypto(struct life *life, struct crypto *crypto, const struct sig *sig);
void set_crypto(struct mlx5sig_qp *qp, const struct crypto *crypto);
struct mlx5sig_crypto_prepared *prepare_crypto(struct life *life, const struct crypto *crypto);
int print_crypto(char *to, size_t size, const struct crypto *crypto);
void cipher(struct life *life, const struct crypto *crypto, bool at_memory, bool outgoing,
	    uint32_t at, uint8_t *stream, uint32_t length);

/* transactions.c */
void psvs_begin(struct life *life);
void psvs_end(struct life *life);
void change_psv(struct life *life);
bool transaction_begin(struct life *life, struct chapter *chapter);
void write_transaction(struct life *life, struct chapter *chapter, int side);
void set_transaction(struct mlx5sig_qp *qp, const struct transaction *t);
void set_psv(struct mlx5sig_qp *qp, const struct transaction *t);
void vary_in_vain(struct life *life, struct conf *conf);
void load_in_vain(struct life *life, struct mlx5sig_qp *qp);
void judge_psv(const struct op *op, bool is_executed);
const uint8_t *take_transaction(struct life *life, const struct op *op, struct sig_error *error);
void give_transaction(struct life *life, const struct op *op, const uint8_t *stream,
		      struct sig_error *error);
int print_transaction(char *to, size_t size, const struct transaction *t);

/* configure.c */
void make_prepared(struct life *life, int i);
void free_prepared(struct life *life, int i);
void random_layout(struct life *life, struct layout *layout, const struct key *key, uint32_t least,
		   uint32_t limit);
void begin_conf(struct life *life, struct conf *conf, struct key *key);
void plan_conf(const struct conf *conf);
void random_conf(struct life *life, struct conf *conf, struct key *key, bool keeps_kind);
void post_conf(struct life *life, struct mlx5sig_qp *qp, const struct conf *conf);
uint8_t *collect(const struct layout *layout, uint8_t *memory, uint32_t length, uint8_t *to);
void distribute(const struct layout *layout, const uint8_t *from, uint32_t at, uint32_t length,
		uint8_t *memory);

/* keys.c */
bool has_sigerrs(const struct key *key);
struct key *get_key(struct life *life, uint32_t flags);
void plan(struct key *key);
void key_birth(struct life *life, struct key *key);
void key_death(struct life *life, struct key *key);
void check_key(struct life *life, struct key *key);
void check_early(struct life *life, struct key *key);
void forget_errors(struct key *key, unsigned int num);
void end_keys(struct life *life);
void pool_birth(struct life *life);
void pool_drain(struct life *life);
void pool_death(struct life *life);
void shift_ballast(struct life *life);
void drop_ballast(struct life *life);

/* queues.c */
void cq_birth(struct life *life, struct cq *cq, bool is_shared);
void cq_death(struct life *life, struct cq *cq);
void cq_again(struct life *life, struct cq *cq);
void link_birth(struct life *life, struct link *link);
void link_connect(struct life *life, struct link *link);
void link_reset(struct life *life, struct link *link);
void link_death(struct life *life, struct link *link);
void link_again(struct life *life, struct link *link);
void to_state(struct life *life, struct side *side, enum ibv_qp_state state);
void srq_birth(struct life *life);
void srq_death(struct life *life);
void cq_flood(struct life *life, struct cq *cq);

/* complete.c */
uint32_t op_number(struct life *life, struct op *op);
void take_back(struct side *side);
bool fill_srq(struct life *life);
void refill_srq(struct life *life);
void show_requests(void);
int poll_some(struct life *life, struct cq *cq, int num);
void drain(struct life *life, struct cq *cq);
void arm(struct life *life, struct cq *cq);
void wait_event(struct life *life, struct cq *cq);
void take_events(struct life *life, struct cq *cq);
void post_receive(struct life *life, struct side *side, struct op *op);
void put_buffer(int buffer);
void look_for_stops(struct life *life);
struct op *op_of(uint32_t id);
void forget_owners(void);

/* chapter.c */
void fill_random(struct life *life, uint8_t *to, uint32_t length);
struct op *add_op(struct life *life, struct chapter *chapter, enum op_type type, int side,
		  int stage);
void add_message(struct life *life, struct chapter *chapter, int side, int stage, bool is_fenced);
struct chapter *chapter_begin(struct life *life, struct link *link);
bool stage_is_posted(const struct chapter *chapter);
bool stage_is_over(const struct chapter *chapter);
void chapter_end(struct life *life, struct chapter *chapter);

/* post.c */
uint32_t size_of(const struct op *op);
void new_op(struct life *life, struct op *op, enum op_type type, struct link *link, int side);
void post_ready(struct life *life, struct link *link, bool flushes);
bool post_ops(struct life *life, struct link *link, int side, struct op **ops, unsigned int num,
	      bool flushes);
void post_closer(struct life *life, struct link *link, int side);

/* judge.c */
void judge_stage(struct life *life, struct chapter *chapter);

/* incidents.c */
void break_link(struct life *life, struct link *link);
void mend_link(struct life *life, struct link *link);
void handle_stop(struct life *life, struct link *link, int side);
void drop_link(struct life *life, struct link *link);
void cycle_cq(struct life *life, struct cq *cq);

/* unplug.c */
_Noreturn void begin_again(struct life *life);
void leave(struct life *life);
bool is_gone(void);

/* main.c */
void run_chapters(struct life *life);

#endif
