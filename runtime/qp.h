/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * An attached queue pair: what posting (post.c, configure.c), polling (poll.c) and cancelling
 * (cancel.c) share.
 */
#ifndef MLX5SIG_RUNTIME_QP_H
#define MLX5SIG_RUNTIME_QP_H

#include "cq.h"
#include "mkey.h"
#include "srq.h"

/* A WQE, at the index of its first WQEBB. */
struct mlx5sig_slot {
	uint64_t wr_id;
	uint32_t head;		/* requests posted before its request */
	uint8_t wqebbs;
	uint8_t wc_opcode;	/* enum ibv_wc_opcode of its completion */
	uint8_t wc_flags;	/* enum ibv_wc_flags, likewise */
	uint8_t flags;		/* enum mlx5sig_slot_flags */
};

enum mlx5sig_slot_flags {
	MLX5SIG_SLOT_IS_CANCELLED = 1 << 0,
	MLX5SIG_SLOT_IS_ATOMIC = 1 << 1,	/* 8 bytes come back */
};

/* The flags for polling: another thread may have cancelled the request before it was executed. */
static inline uint8_t mlx5sig_slot_flags(const struct mlx5sig_slot *slot)
{
	return __atomic_load_n(&slot->flags, __ATOMIC_RELAXED);
}

/* Position of the next request. */
struct mlx5sig_sq_position {
	uint32_t pi;		/* WQEBBs */
	uint32_t head;		/* requests */
	unsigned int after_umr;	/* MLX5SIG_AFTER_UMR: the next WQE waits for a UMR; or 0 */
	uint32_t last;		/* WQEBB at which the WQE before it begins, which the doorbell shows */
};

/* Selectors of a control segment's mode: flags of the request, and the fence after a UMR. */
#define MLX5SIG_MODE_FLAGS (IBV_SEND_FENCE | IBV_SEND_SIGNALED | IBV_SEND_SOLICITED)
#define MLX5SIG_AFTER_UMR (IBV_SEND_SOLICITED << 1)
#define MLX5SIG_MODE_STRONG (MLX5SIG_AFTER_UMR << 1)	/* MLX5SIG_SEND_STRONG_FENCE */
#define MLX5SIG_NUM_MODES ((MLX5SIG_MODE_FLAGS | MLX5SIG_AFTER_UMR | MLX5SIG_MODE_STRONG) + 1)

/* A key that a batch has configured: the configuration becomes the key's when the batch is committed. */
struct mlx5sig_batch_key {
	struct mlx5sig_key *key;
	struct mlx5sig_key_config *config;	/* the key's other one, or @spare */
	struct mlx5sig_key_config *spare;	/* NULL: not needed yet */
};

struct mlx5sig_sq {
	struct mlx5sig_ring ring;
	struct prm_ctrl_seg_mode modes[MLX5SIG_NUM_MODES];
	struct mlx5sig_slot *slots;	/* one for each WQEBB */
	uint32_t slot_mask;
	struct mlx5sig_sq_position now;
	struct mlx5sig_sq_position committed;	/* where a failed batch returns to */
	uint32_t shown;		/* WQEBBs that the doorbell has shown to the device */
	uint32_t wqe_cnt, max_post, max_gs, max_inline, max_octowords;

	/* Limits of posting: a ring, and max_post requests, after the last completed one. */
	uint32_t pi_limit, head_limit;
	uint32_t seen;		/* @done that they come from */

	/* Keys with signature or encryption that this batch has configured. */
	struct mlx5sig_batch_key *batch_keys;
	uint32_t num_batch_keys;

	/* State of polling. */
	uint32_t failed_head;	/* the request that was last reported as failed */
	bool has_failed;
	/* wqe_counter (16 bits) of the last completion; posting reads it. */
	_Alignas(64) atomic_uint done;
};

#define MLX5SIG_NOTHING_DONE UINT32_MAX	/* no wqe_counter */

struct mlx5sig_rq {
	uint8_t *buf;
	uint64_t *wr_ids;
	uint32_t wqe_cnt, stride, max_gs;
	uint32_t head;
	atomic_uint tail;
};

/* The call expected between start and complete. */
enum mlx5sig_post_state {
	MLX5SIG_POST_CLOSED,	/* start */
	MLX5SIG_POST_READY,	/* a request, or the end */
	MLX5SIG_POST_DATA,	/* the data of a request */
	MLX5SIG_POST_CONFIG,	/* setters of a configuration */
	MLX5SIG_POST_FAILED,	/* the end */
};

enum mlx5sig_setter {
	MLX5SIG_SETTER_ACCESS = 1 << 0,
	MLX5SIG_SETTER_LAYOUT = 1 << 1,
	MLX5SIG_SETTER_SIG = 1 << 2,
	MLX5SIG_SETTER_CRYPTO = 1 << 3,
};

/* The configuration whose setters are being called. */
struct mlx5sig_open_config {
	struct mlx5sig_key *key;
	struct mlx5sig_key_config *config;	/* to fill; NULL: neither signature nor encryption */
	const struct mlx5sig_key_config *last;	/* has the parts without a setter */
	uint64_t wr_id;
	unsigned int mode_flags;	/* of its wr_flags */
	uint32_t setters;	/* enum mlx5sig_setter: those that were called */
	uint32_t lkey, access;
	uint32_t klm_wqebbs;
	uint64_t len;		/* bytes of the layout */
	uint8_t missing;	/* number of setters to come */
	bool resets_sig;
};

struct mlx5sig_queue_pair {
	struct mlx5sig_qp pub;	/* must come first: what programs see */
	uint32_t qpn;
	enum mlx5sig_post_state post_state;
	unsigned int default_flags;	/* IBV_SEND_SIGNALED if all requests are */
	const enum ibv_qp_state *state;	/* as libibverbs or the caller knows it */
	struct mlx5sig_sq sq;
	struct mlx5sig_open_config open;
	uint32_t data_octowords;	/* before the data of the request */
	volatile struct prm_qp_doorbell_record *dbrec;
	volatile uint8_t *bf_reg;
	uint32_t bf_size, bf_offset;
	struct mlx5sig_lock sq_lock, rq_lock;
	struct mlx5sig_rq rq;
	struct mlx5sig_device *device;
	struct mlx5sig_qp_ref *ref;
	struct mlx5sig_cq *send_cq, *recv_cq;
	struct mlx5sig_srq *srq;	/* NULL: receive requests are those of @rq, if any */
	void *handle;
	struct ibv_qp *ibv;		/* NULL: a queue of the caller's */
	struct mlx5sig_wr_error error;	/* of the last batch that failed */
};

static inline struct mlx5sig_queue_pair *mlx5sig_qp_of(struct mlx5sig_qp *qp)
{
	return (struct mlx5sig_queue_pair *)qp;
}

static inline struct mlx5sig_slot *mlx5sig_sq_slot(const struct mlx5sig_sq *sq, uint32_t pi)
{
	return &sq->slots[pi & sq->slot_mask];
}

/* Updates the limits from @done (post.c). */
void mlx5sig_sq_update_limits(struct mlx5sig_sq *sq);

/* The first WQEBB that is not known to be complete. */
static inline uint32_t mlx5sig_sq_done_pi(const struct mlx5sig_sq *sq)
{
	return sq->pi_limit - sq->wqe_cnt;
}

struct prm_query_qp_out;

/* The context of a QP on the device (qp.c). @handle is for qp_query of struct mlx5sig_devx_ops. */
int mlx5sig_query_qp(struct mlx5sig_device *device, void *handle, uint32_t qpn,
		     struct prm_query_qp_out *out);

#endif
