/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Two connected queue pairs, a and b, made by libibverbs and mlx5dv. They are on one device, or on
 * two.
 */
#ifndef RIG_VERBS_H
#define RIG_VERBS_H

#include "connect.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BUF_LEN (1u << 20)
#define LONG_LEN (5u << 20)	/* more than two packets of the device */
#define QUEUE 64u		/* WQEs of each queue */
#define MAX_SGE 4u
#define MAX_INLINE 128u

struct side {
	struct ibv_context *context;
	struct ibv_pd *pd;
	struct ibv_comp_channel *channel;
	struct ibv_cq *send_cq, *recv_cq;
	struct ibv_srq *srq;
	struct ibv_qp *qp;
	struct ibv_qp_ex *qpx;
	struct mlx5dv_qp_ex *dvx;
	uint8_t *buf;		/* buf_len bytes, behind mr */
	size_t buf_len;
	struct ibv_mr *mr;
};

struct rig {
	struct side a, b;
};

/* Scatter to CQE of both QPs: never; as libmlx5 asks for it; also without sig_all. */
enum rig_scatter { RIG_NO_SCATTER, RIG_SCATTER, RIG_ALLOW_SCATTER };

struct rig_options {
	enum rig_scatter scatter;
	bool long_cqe;		/* CQEs of 128 bytes */
	bool has_srq, has_channel, sig_all;
	bool sig_pipelining;	/* QPs stop after signature errors */
	bool no_peer;		/* a is connected to a QP that does not answer */
	bool b_in_rtr;		/* b stays in RTR */
	bool wrong_psn;		/* a sends with other PSNs than b expects */
	unsigned int old_psns;	/* a begins with PSNs that b has received, so many */
	unsigned int qp_access;	/* of both; 0: all */
	unsigned int mr_access;	/* of b's memory; 0: all */
	uint8_t rnr_retry;	/* 7: without end */
	uint8_t timeout;	/* 4096 ns * 2^timeout; 0: as short as possible */
	bool no_retry;		/* no retry after the timeout */
	uint32_t cqe;		/* entries of a's send CQ; 0: many */
	size_t buf_len;		/* of both buffers; 0: BUF_LEN */
	const struct mlx5dv_ctx_allocators *allocators;	/* of rings; NULL: libmlx5's */
};

extern bool rig_two_devices;

void rig_open(struct rig *rig, const struct rig_options *options);
void rig_close(struct rig *rig);
/* Resets both QPs, and connects them again. */
void rig_reconnect(struct rig *rig);

/* Fills a buffer with numbers that depend on @seed. */
void fill(uint8_t *bytes, size_t len, uint32_t seed);
uint32_t random_next(uint32_t *state);

void post_recv(struct side *side, uint64_t wr_id, const struct ibv_sge *sge, int n);
/* Returns the next completion, within some seconds of processor time. */
struct ibv_wc next_wc(struct ibv_cq *cq);
/* Returns the next completion, which must be successful. */
struct ibv_wc good_wc(struct ibv_cq *cq, uint64_t wr_id, enum ibv_wc_opcode opcode);
struct ibv_wc bad_wc(struct ibv_cq *cq, uint64_t wr_id, enum ibv_wc_status status);
void no_wc(struct ibv_cq *cq);
/* Returns the next asynchronous event, not acknowledged. */
struct ibv_async_event next_event(struct ibv_context *context);
void no_event(struct ibv_context *context);
enum ibv_qp_state state_of(struct ibv_qp *qp);

/*
 * Posts a request to side a by ibv_wr_*; @wr_id 1, signaled. Posting starts and ends in it.
 */
struct ibv_sge sge_of(const struct side *side, size_t offset, uint32_t len);
void wr_send(struct side *side, uint64_t wr_id, unsigned int flags, const struct ibv_sge *sge,
	     size_t n);
void wr_write(struct side *side, uint64_t wr_id, const struct ibv_sge *sge, size_t n, uint32_t rkey,
	      uint64_t addr);
void wr_read(struct side *side, uint64_t wr_id, const struct ibv_sge *sge, size_t n, uint32_t rkey,
	     uint64_t addr);

/*
 * A raw WQE of @len bytes (ctrl.ds is set from it); the queue pair's number and index are filled
 * in.
 */
void wr_raw(struct side *side, uint64_t wr_id, void *wqe, size_t len);
/* The same; calls @change with the WQE in the ring before the doorbell. */
void wr_raw_changed(struct side *side, uint64_t wr_id, void *wqe, size_t len,
		    void (*change)(void *in_ring));

/* Makes an indirect key of up to @entries entries, and configures it as a list. */
struct mlx5dv_mkey *new_mkey(struct side *side, unsigned int flags, uint16_t entries);
void wr_list(struct side *side, uint64_t wr_id, struct mlx5dv_mkey *mkey, uint32_t access,
	     struct ibv_sge *sge, uint16_t n);

#endif
