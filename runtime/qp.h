/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * A queue pair that was taken over: what posting (qp.c), polling (cq.c) and cancelling (cancel.c)
 * share.
 */
#ifndef MLX5SIG_RUNTIME_QP_H
#define MLX5SIG_RUNTIME_QP_H

#include "build.h"
#include "cq.h"
#include "device.h"
#include "mmio.h"
#include "sig_memo.h"

/* What is remembered of a WQE, at the index of its first WQEBB. */
struct mlx5sig_slot {
	uint64_t wr_id;
	uint32_t head;		/* WQEs posted before it */
	uint8_t wqebbs;
	uint8_t wc_opcode;	/* enum ibv_wc_opcode of its completion */
	uint8_t wc_flags;	/* enum ibv_wc_flags, likewise */
	uint8_t flags;		/* enum mlx5sig_slot_flags */
};

enum mlx5sig_slot_flags {
	/* Belongs to the request of the WQE before: a SET_PSV of a configuration. */
	MLX5SIG_SLOT_IS_PART = 1 << 0,
	MLX5SIG_SLOT_IS_CANCELLED = 1 << 1,
	MLX5SIG_SLOT_IS_ATOMIC = 1 << 2,	/* 8 bytes come back */
};

/* What the next WQE waits for, unless its request asks for more. */
enum mlx5sig_order {
	MLX5SIG_ORDER_NONE,
	MLX5SIG_ORDER_BEHIND_UMR,
	MLX5SIG_ORDERS,
};

/* The flags of a request that its control segment shows: fence, signalled, solicited. */
#define MLX5SIG_MODE_FLAGS (IBV_SEND_FENCE | IBV_SEND_SIGNALED | IBV_SEND_SOLICITED)

/* Positions of a send queue: of producer and fence; what a failed post puts back. */
struct mlx5sig_sq_state {
	_Alignas(16) uint32_t pi;	/* WQEBBs */
	uint32_t head;		/* WQEs */
	uint32_t order;		/* enum mlx5sig_order of the next WQE */
};

/* The state of a key before a configuration that is not complete. */
struct mlx5sig_undo {
	struct mlx5sig_key *key;
	unsigned int written;
	struct mlx5sig_mkey_config config;
};

enum mlx5sig_setter {
	MLX5SIG_SETTER_ACCESS = 1 << 0,
	MLX5SIG_SETTER_LAYOUT = 1 << 1,
	MLX5SIG_SETTER_SIG = 1 << 2,
	MLX5SIG_SETTER_CRYPTO = 1 << 3,
	MLX5SIG_ALL_SETTERS = (1 << 4) - 1,
};

/*
 * Where posting stands between start and complete, in one word, so that a configuration that takes
 * its usual course is known by one comparison.
 */
enum mlx5sig_post_state {
	MLX5SIG_POST_IDLE = 0,
	/* A configuration waits for setters; the bits of those that may still come are set. */
	MLX5SIG_POST_CONFIG = 1 << 4 | MLX5SIG_ALL_SETTERS,
	MLX5SIG_POST_DATA = 1 << 5,	/* a request waits for its data */
	MLX5SIG_POST_FAILED = 1 << 6,	/* nothing is done until complete */
	/* Of a configuration. */
	MLX5SIG_POST_HAS_ROOM = 1 << 8,	/* for whatever the setters add */
	/* The straight way's list is in the ring: up to four pieces, less than 4 GiB. */
	MLX5SIG_POST_IS_SHORT = 1 << 9,
	MLX5SIG_POST_HAS_TAGS = 1 << 10,	/* other ones than those of the image */
	MLX5SIG_POST_RESET_SIG = 1 << 11,
	MLX5SIG_POST_ONE_SETTER = 1 << 16,	/* times those that are to come, up to 255 */
	/* Nothing has come, or rights have, and a list is the last one. */
	MLX5SIG_POST_BEFORE_LIST = MLX5SIG_POST_CONFIG | MLX5SIG_POST_HAS_ROOM |
				   MLX5SIG_POST_ONE_SETTER,
	/* Rights and a short list have come, and the signature is the last one. */
	MLX5SIG_POST_BEFORE_SIG = (MLX5SIG_POST_CONFIG &
				   ~(MLX5SIG_SETTER_ACCESS | MLX5SIG_SETTER_LAYOUT)) |
				  MLX5SIG_POST_HAS_ROOM | MLX5SIG_POST_IS_SHORT |
				  MLX5SIG_POST_ONE_SETTER,
};

/* A configuration that has been begun, and what its setters have brought. */
struct mlx5sig_open {
	struct mlx5sig_key *key;
	uint64_t wr_id;
	unsigned int wr_flags;
	uint8_t access;		/* as struct prm_mkc has it */
	uint32_t klm_octowords;	/* without MLX5SIG_POST_IS_SHORT */
	uint64_t length;
	const struct mlx5sig_sig_image *sig;
	struct mlx5sig_sig_tags tags;
	uint32_t data_unit;
	struct prm_bsf_crypto crypto;
	struct mlx5sig_sig_image sig_image;
};

/*
 * What control segments of a configuration with a signature have of order and flags. The last WQE
 * alone asks for a completion: the key is ready when it is done.
 */
struct mlx5sig_signed_mode {
	_Alignas(64) struct mlx5sig_wqe_mode umr;
	struct prm_ctrl_seg silent, last;	/* of SET_PSVs */
};

struct mlx5sig_sq {
	struct mlx5sig_ring ring;
	struct mlx5sig_slot *slots;
	uint32_t *short_ids;	/* lower halves of wr_id, for cancelling */
	struct mlx5sig_sq_state now, begun;
	const struct prm_ctrl_seg *last;	/* WQE of this batch, which the doorbell shows */
	uint32_t room_pi, room_head;	/* where there is no more room, as was last seen */
	/* Up to here there is room for sure, whatever the sizes of the WQEs. */
	uint32_t safe_pi;
	uint32_t straight_pi;		/* likewise, and nothing wraps */
	uint32_t config_wqebbs;		/* any configuration; with less, every step is checked */
	uint32_t wqe_cnt, slot_mask, max_post, max_gs, max_inline, max_octowords;
	uint32_t data_octowords;	/* in front of the data of a request */
	struct mlx5sig_undo *undo, *next_undo;
	struct mlx5sig_mkey_bsf *undo_bsf;	/* of keys with CRYPTO */
	struct mlx5sig_wqe_mode modes[MLX5SIG_ORDERS][MLX5SIG_MODE_FLAGS + 1];
	uint8_t access[16];	/* rights as struct prm_mkc has them, by the flags of verbs */
	/* Of configurations with a short list, as far as they are alike. */
	struct mlx5sig_umr_common signed_umr;	/* sets rights, too */
	struct mlx5sig_umr_common plain_umr[2];	/* without and with rights */
	struct mlx5sig_signed_mode signed_modes[MLX5SIG_ORDERS][MLX5SIG_MODE_FLAGS + 1];
	uint32_t seen;		/* @done that @room_pi and @room_head come from */
	uint32_t after_error;	/* head behind the WQE that came back in error last; of polling */

	/* Counter of the last WQE that was completed, of 16 bits. Written by polling. */
	_Alignas(64) atomic_uint done;
};

/*
 * Sets of signature attributes that a queue remembers: those of reads and writes, of two formats.
 */
#define MLX5SIG_MEMOS 4

#define MLX5SIG_NOTHING_DONE UINT32_MAX	/* no counter */

struct mlx5sig_rq {
	uint8_t *buf;
	uint64_t *wr_ids;
	uint32_t wqe_cnt, stride, max_gs;
	uint32_t head;
	atomic_uint tail;
};

struct mlx5sig_queue_pair {
	struct mlx5sig_qp pub;	/* must come first: what programs see */
	uint32_t post_state;	/* enum mlx5sig_post_state */
	int err;		/* what was wrong first since start */
	unsigned int default_flags;	/* IBV_SEND_SIGNALED if all requests are */
	bool is_locked, has_sig_pipelining;
	struct mlx5sig_sq sq;
	struct mlx5sig_open open;
	struct mlx5sig_sig_memo memos[MLX5SIG_MEMOS], *memo;	/* the one that was used last */
	uint32_t next_memo;	/* modulo their number: the one that goes first */
	volatile struct prm_qp_doorbell_record *dbrec;
	volatile uint8_t *bf_reg;
	uint32_t bf_size, bf_offset;
	struct mlx5sig_lock sq_lock, rq_lock;
	struct mlx5sig_rq rq;
	struct mlx5sig_device *device;
	struct mlx5sig_completion_queue *send_cq, *recv_cq;
	struct mlx5sig_srq *srq;	/* NULL: receive requests are those of @rq, if any */
	struct mlx5sig_sent sent;
	struct mlx5sig_receiver receiver;
	const enum ibv_qp_state *state;	/* as libibverbs or the caller knows it */
	void *handle;
};

static inline struct mlx5sig_queue_pair *mlx5sig_qp_of(struct mlx5sig_qp *qp)
{
	return (struct mlx5sig_queue_pair *)qp;
}

static inline void mlx5sig_sq_lock(struct mlx5sig_queue_pair *qp)
{
	if (qp->is_locked)
		mlx5sig_lock(&qp->sq_lock);
}

static inline void mlx5sig_sq_unlock(struct mlx5sig_queue_pair *qp)
{
	mlx5sig_unlock(&qp->sq_lock);	/* of a queue without, it is free anyway */
}

static inline uint32_t mlx5sig_sq_slot(const struct mlx5sig_sq *sq, uint32_t pi)
{
	return pi & sq->slot_mask;
}

/* The first WQE of a request. */
MLX5SIG_INLINE void mlx5sig_sq_put_slot(struct mlx5sig_sq *sq, uint32_t pi,
					struct mlx5sig_slot slot)
{
	uint32_t i = mlx5sig_sq_slot(sq, pi);

	sq->slots[i] = slot;
	sq->short_ids[i] = (uint32_t)slot.wr_id;
}

/*
 * Takes what polling has seen since the last look, and gives the first WQE that has not been
 * completed.
 */
uint32_t mlx5sig_sq_look(struct mlx5sig_sq *sq);

/* @qp is reset or goes away: its completions in the ring are skipped (cq.c). */
void mlx5sig_cq_drop(struct mlx5sig_completion_queue *cq, struct mlx5sig_queue_pair *qp);
/* A QP of which the CQ gets completions; once for each of its queues. ENOMEM. */
int mlx5sig_cq_add_qp(struct mlx5sig_completion_queue *cq, struct mlx5sig_queue_pair *qp);
void mlx5sig_cq_remove_qp(struct mlx5sig_completion_queue *cq, struct mlx5sig_queue_pair *qp);

#endif
