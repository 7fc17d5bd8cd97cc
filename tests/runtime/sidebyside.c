// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Random programs on two connected queue pairs, run by libmlx5's mlx5dv or by ours, and a log of all that can be seen:
 * return values, completions, CQEs, checks, events, and WQEs, a digest of the memory. test_sidebyside.py
 * compares the logs of both.
 *
 *     sidebyside mlx5dv|mlx5sig FIRST COUNT
 *
 * A program follows from its number alone. What libmlx5 does otherwise than its manual pages say is left out, or shown
 * as `differs REASON` instead of a value.
 */
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

#include "build.h"

#define MEMORY 65536u		/* bytes, for both ends */
#define MEMORY_AT ((void *)0x100000000000)	/* the same in both runs: WQEs have addresses */
#define CQES 1024
#define MAX_RECEIVES 64
#define FIRST_RECEIVE 50	/* ids of receives start here, and end before CONFIGURATION */
#define CONFIGURATION 100
#define KEYS 4
#define SGES 4
#define INLINE 512
#define BATCH 6			/* requests behind one that may go wrong */
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
	struct mlx5dv_qp ring;
	struct mlx5dv_cq cqes;
	uint32_t ci;		/* of the CQEs that were shown */
	uint16_t pi;		/* of the WQEs that were shown */
	uint32_t padding;	/* bytes behind the data of the next WQE */
	uint32_t receives;	/* outstanding */
	uint32_t num_flushed;	/* receives, since it was reset */
	uint64_t flushed[MAX_RECEIVES];	/* their ids */
	uint64_t failed;	/* the configuration that came back in error last, or 0 */
	uint32_t depth, posted;	/* WQEs that may be outstanding, and are at most */
	bool is_pipelining, is_in_error, is_drained;
	bool is_fresh;		/* nothing was posted since it was reset */
};

struct key {
	struct mlx5sig_mkey *mkey;
	uint32_t flags, max_entries;
	bool is_configured, has_sig, is_ambiguous;
	uint32_t blocks, block, mem_sig, wire_sig;	/* number; bytes */
	uint32_t errors;	/* SIG_ERR CQEs since the last check */
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

/* How a side does things. Attributes are those of mlx5sig, which have the layout of mlx5dv's (runtime/asserts.c). */
struct side {
	const char *name;
	void (*attach)(struct end *e, bool sq_sig_all);
	void (*detach)(struct end *e);
	int (*pipelining)(struct end *e);
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
	void (*sig)(struct end *e, const struct mlx5sig_sig_block_attr *attr);
	int (*recv)(struct end *e, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad);
	int (*poll)(struct end *e, int num, struct ibv_wc *wc);
	int (*cancel)(struct end *e, uint64_t wr_id);
};

static const struct side *side;
static struct ibv_context *context;
static struct ibv_pd *pd;
static struct ibv_mr *mr;
static uint8_t *memory;
static struct end ends[2];
static struct key keys[KEYS];
static bool is_quiet;	/* CQEs are not looked at; no signature errors */

static void die(const char *what)
{
	fprintf(stderr, "sidebyside: %s: %s\n", what, strerror(errno));
	exit(2);
}

static void *need(void *made, const char *what)
{
	if (!made)
		die(what);
	return made;
}

static void must(int err, const char *what)
{
	if (!err)
		return;
	errno = err;
	die(what);
}

/*
 * mlx5dv.
 */

static void dv_attach(struct end *e, bool sq_sig_all)
{
	(void)sq_sig_all;
	e->qpx = ibv_qp_to_qp_ex(e->ibv_qp);
	e->mqp = mlx5dv_qp_ex_from_ibv_qp_ex(e->qpx);
}

static void dv_detach(struct end *e)
{
	(void)e;
}

/* Done by libmlx5 on the way to INIT. */
static int dv_pipelining(struct end *e)
{
	(void)e;
	return 0;
}

static struct mlx5sig_mkey *dv_create_mkey(struct mlx5sig_mkey_init_attr *attr)
{
	return (void *)mlx5dv_create_mkey((void *)attr);
}

static int dv_destroy_mkey(struct mlx5sig_mkey *mkey)
{
	return mlx5dv_destroy_mkey((void *)mkey);
}

static int dv_check(struct mlx5sig_mkey *mkey, struct mlx5sig_mkey_err *err)
{
	return mlx5dv_mkey_check((void *)mkey, (void *)err);
}

static void dv_start(struct end *e)
{
	ibv_wr_start(e->qpx);
}

static int dv_complete(struct end *e)
{
	return ibv_wr_complete(e->qpx);
}

static void dv_abort(struct end *e)
{
	ibv_wr_abort(e->qpx);
}

static void dv_request(struct end *e, const struct request *r)
{
	e->qpx->wr_id = r->wr_id;
	e->qpx->wr_flags = r->flags;
	switch (r->opcode) {
	case IBV_WR_SEND: ibv_wr_send(e->qpx); break;
	case IBV_WR_SEND_WITH_IMM: ibv_wr_send_imm(e->qpx, r->imm); break;
	case IBV_WR_SEND_WITH_INV: ibv_wr_send_inv(e->qpx, r->imm); break;
	case IBV_WR_RDMA_WRITE: ibv_wr_rdma_write(e->qpx, r->rkey, r->raddr); break;
	case IBV_WR_RDMA_WRITE_WITH_IMM:
		ibv_wr_rdma_write_imm(e->qpx, r->rkey, r->raddr, r->imm);
		break;
	case IBV_WR_RDMA_READ: ibv_wr_rdma_read(e->qpx, r->rkey, r->raddr); break;
	case IBV_WR_ATOMIC_CMP_AND_SWP:
		ibv_wr_atomic_cmp_swp(e->qpx, r->rkey, r->raddr, r->compare, r->swap);
		break;
	case IBV_WR_ATOMIC_FETCH_AND_ADD:
		ibv_wr_atomic_fetch_add(e->qpx, r->rkey, r->raddr, r->compare);
		break;
	case IBV_WR_LOCAL_INV: ibv_wr_local_inv(e->qpx, r->imm); return;
	default: die("opcode");
	}
	if (r->data)
		ibv_wr_set_inline_data(e->qpx, (void *)(uintptr_t)r->data, r->size);
	else
		ibv_wr_set_sge_list(e->qpx, r->num_sge, r->sge);
}

static void dv_configure(struct end *e, struct mlx5sig_mkey *mkey, uint8_t num, uint64_t wr_id,
			 unsigned int flags, const struct mlx5sig_mkey_conf_attr *attr)
{
	e->qpx->wr_id = wr_id;
	e->qpx->wr_flags = flags | IBV_SEND_INLINE;	/* inline-not-needed */
	mlx5dv_wr_mkey_configure(e->mqp, (void *)mkey, num, (void *)(uintptr_t)attr);
}

static void dv_access(struct end *e, uint32_t flags)
{
	mlx5dv_wr_set_mkey_access_flags(e->mqp, flags);
}

static void dv_list(struct end *e, uint16_t num, const struct ibv_sge *sge)
{
	mlx5dv_wr_set_mkey_layout_list(e->mqp, num, sge);
}

static void dv_interleaved(struct end *e, uint32_t repeat, uint16_t num,
			   const struct mlx5sig_mr_interleaved *data)
{
	mlx5dv_wr_set_mkey_layout_interleaved(e->mqp, repeat, num, (const void *)data);
}

static void dv_sig(struct end *e, const struct mlx5sig_sig_block_attr *attr)
{
	mlx5dv_wr_set_mkey_sig_block(e->mqp, (const void *)attr);
}

static int dv_recv(struct end *e, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad)
{
	return ibv_post_recv(e->ibv_qp, wr, bad);
}

static int dv_poll(struct end *e, int num, struct ibv_wc *wc)
{
	return ibv_poll_cq(e->ibv_cq, num, wc);
}

static int dv_cancel(struct end *e, uint64_t wr_id)
{
	return mlx5dv_qp_cancel_posted_send_wrs(e->mqp, wr_id);
}

static const struct side mlx5dv_side = {
	"mlx5dv", dv_attach, dv_detach, dv_pipelining, dv_detach, dv_create_mkey, dv_destroy_mkey,
	dv_check, dv_start, dv_complete, dv_abort, dv_request, dv_configure, dv_access, dv_list,
	dv_interleaved, dv_sig, dv_recv, dv_poll, dv_cancel,
};

/*
 * mlx5sig.
 */

static void our_attach(struct end *e, bool sq_sig_all)
{
	struct mlx5sig_qp_attr attr = { .sq_sig_all = sq_sig_all };

	e->cq = need(mlx5sig_cq_attach(e->ibv_cq, NULL), "mlx5sig_cq_attach");
	attr.send_cq = attr.recv_cq = e->cq;
	e->qp = need(mlx5sig_qp_attach(e->ibv_qp, &attr), "mlx5sig_qp_attach");
}

static void our_detach(struct end *e)
{
	must(mlx5sig_qp_detach(e->qp), "mlx5sig_qp_detach");
	must(mlx5sig_cq_detach(e->cq), "mlx5sig_cq_detach");
}

static int our_pipelining(struct end *e)
{
	return mlx5sig_qp_enable_sig_pipelining(e->qp);
}

static void our_reset(struct end *e)
{
	mlx5sig_qp_reset(e->qp);
}

static void our_start(struct end *e)
{
	mlx5sig_wr_start(e->qp);
}

static int our_complete(struct end *e)
{
	return mlx5sig_wr_complete(e->qp);
}

static void our_abort(struct end *e)
{
	mlx5sig_wr_abort(e->qp);
}

static void our_request(struct end *e, const struct request *r)
{
	e->qp->wr_id = r->wr_id;
	e->qp->wr_flags = r->flags;
	switch (r->opcode) {
	case IBV_WR_SEND: mlx5sig_wr_send(e->qp); break;
	case IBV_WR_SEND_WITH_IMM: mlx5sig_wr_send_imm(e->qp, r->imm); break;
	case IBV_WR_SEND_WITH_INV: mlx5sig_wr_send_inv(e->qp, r->imm); break;
	case IBV_WR_RDMA_WRITE: mlx5sig_wr_rdma_write(e->qp, r->rkey, r->raddr); break;
	case IBV_WR_RDMA_WRITE_WITH_IMM:
		mlx5sig_wr_rdma_write_imm(e->qp, r->rkey, r->raddr, r->imm);
		break;
	case IBV_WR_RDMA_READ: mlx5sig_wr_rdma_read(e->qp, r->rkey, r->raddr); break;
	case IBV_WR_ATOMIC_CMP_AND_SWP:
		mlx5sig_wr_atomic_cmp_swp(e->qp, r->rkey, r->raddr, r->compare, r->swap);
		break;
	case IBV_WR_ATOMIC_FETCH_AND_ADD:
		mlx5sig_wr_atomic_fetch_add(e->qp, r->rkey, r->raddr, r->compare);
		break;
	case IBV_WR_LOCAL_INV: mlx5sig_wr_local_inv(e->qp, r->imm); return;
	default: die("opcode");
	}
	if (r->data)
		mlx5sig_wr_set_inline_data(e->qp, r->data, r->size);
	else
		mlx5sig_wr_set_sge_list(e->qp, r->num_sge, r->sge);
}

static void our_configure(struct end *e, struct mlx5sig_mkey *mkey, uint8_t num, uint64_t wr_id,
			  unsigned int flags, const struct mlx5sig_mkey_conf_attr *attr)
{
	e->qp->wr_id = wr_id;
	e->qp->wr_flags = flags;
	mlx5sig_wr_mkey_configure(e->qp, mkey, num, attr);
}

static void our_access(struct end *e, uint32_t flags)
{
	mlx5sig_wr_set_mkey_access_flags(e->qp, flags);
}

static void our_list(struct end *e, uint16_t num, const struct ibv_sge *sge)
{
	mlx5sig_wr_set_mkey_layout_list(e->qp, num, sge);
}

static void our_interleaved(struct end *e, uint32_t repeat, uint16_t num,
			    const struct mlx5sig_mr_interleaved *data)
{
	mlx5sig_wr_set_mkey_layout_interleaved(e->qp, repeat, num, data);
}

static void our_sig(struct end *e, const struct mlx5sig_sig_block_attr *attr)
{
	mlx5sig_wr_set_mkey_sig_block(e->qp, attr);
}

static int our_recv(struct end *e, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad)
{
	return mlx5sig_post_recv(e->qp, wr, bad);
}

static int our_poll(struct end *e, int num, struct ibv_wc *wc)
{
	return mlx5sig_poll_cq(e->cq, num, wc);
}

static int our_cancel(struct end *e, uint64_t wr_id)
{
	return mlx5sig_qp_cancel_posted_send_wrs(e->qp, wr_id);
}

static const struct side mlx5sig_side = {
	"mlx5sig", our_attach, our_detach, our_pipelining, our_reset, mlx5sig_create_mkey,
	mlx5sig_destroy_mkey, mlx5sig_mkey_check, our_start, our_complete, our_abort, our_request,
	our_configure, our_access, our_list, our_interleaved, our_sig, our_recv, our_poll, our_cancel,
};

/*
 * Random numbers.
 */

static uint64_t rng;

static uint32_t below(uint32_t n)
{
	rng ^= rng >> 12;
	rng ^= rng << 25;
	rng ^= rng >> 27;
	return (uint32_t)(((rng * UINT64_C(0x2545f4914f6cdd1d)) >> 32) % n);
}

static bool chance(uint32_t percent)
{
	return below(100) < percent;
}

/*
 * What is seen.
 */

static uint64_t digest(const void *data, size_t size)
{
	uint64_t sum = UINT64_C(0xcbf29ce484222325), word;
	size_t i;

	for (i = 0; i + sizeof(word) <= size; i += sizeof(word)) {
		memcpy(&word, (const uint8_t *)data + i, sizeof(word));
		sum = (sum ^ word) * UINT64_C(0x100000001b3);
		sum ^= sum >> 29;
	}
	return sum;
}

static int number_of(const struct end *e)
{
	return (int)(e - ends);
}

static struct end *peer_of(const struct end *e)
{
	return &ends[!number_of(e)];
}

static void show_bytes(const void *data, size_t size)
{
	size_t i;

	for (i = 0; i < size; i++)
		printf("%02x", ((const uint8_t *)data)[i]);
}

static void show_memory(void)
{
	printf("memory %016llx\n", (unsigned long long)digest(memory, MEMORY));
}

/*
 * What libmlx5 does otherwise, to no effect: it leaves old bytes in the field of the immediate data when there is none, and
 * in that of the value to compare when nothing is compared; and the fence behind a configuration survives a reset.
 */
static void mask_wqe(struct prm_ctrl_seg *ctrl, bool is_fresh)
{
	if (prm_ctrl_seg_get_opcode(ctrl) == PRM_WQE_OPCODE_ATOMIC_FA)
		prm_atomic_seg_set_compare((void *)(ctrl + MLX5SIG_RDMA_OCTOWORDS), 0);
	switch (prm_ctrl_seg_get_opcode(ctrl)) {
	case PRM_WQE_OPCODE_UMR:
	case PRM_WQE_OPCODE_SEND_IMM:
	case PRM_WQE_OPCODE_SEND_INVAL:
	case PRM_WQE_OPCODE_RDMA_WRITE_IMM:
		break;
	default:
		prm_ctrl_seg_set_immediate(ctrl, 0);
	}
	if (is_fresh)
		prm_ctrl_seg_set_fm(ctrl, 0);
}

/* The WQEs from @pi to the producer of the doorbell record, as they stand in the ring now. */
static void show_wqes(struct end *e, uint16_t pi)
{
	const struct prm_qp_doorbell_record *record = (const void *)e->ring.dbrec;
	uint16_t end = prm_be16_to_cpu(record->send_counter);
	struct mlx5sig_ring ring = { .buf = e->ring.sq.buf,
				     .mask = e->ring.sq.wqe_cnt * MLX5SIG_WQEBB - 1 };
	_Alignas(64) uint8_t wqe[MLX5SIG_MAX_WQE_OCTOWORDS * MLX5SIG_OCTOWORD];
	uint32_t octowords, i;

	while (pi != end) {
		octowords = prm_ctrl_seg_get_ds(mlx5sig_ring_at(&ring, pi, 0));
		for (i = 0; i < octowords; i++)
			memcpy(wqe + i * MLX5SIG_OCTOWORD, mlx5sig_ring_at(&ring, pi, i),
			       MLX5SIG_OCTOWORD);
		if (!octowords)
			die("WQE of no length");
		mask_wqe((void *)wqe, e->is_fresh);
		e->is_fresh = false;
		/* Inline data is the last in a post: libmlx5 leaves old bytes behind it. */
		memset(wqe + octowords * MLX5SIG_OCTOWORD - e->padding, 0, e->padding);
		printf("WQE %d %u ", number_of(e), pi);
		show_bytes(wqe, octowords * MLX5SIG_OCTOWORD);
		printf("\n");
		pi = (uint16_t)(pi + mlx5sig_wqebbs(octowords));
	}
	e->pi = end;
	e->padding = 0;
}

static void note_error(const struct prm_sig_err_cqe *cqe)
{
	uint32_t syndrome = prm_sig_err_cqe_get_syndrome(cqe), mkey = prm_sig_err_cqe_get_mkey(cqe);
	unsigned int i;

	for (i = 0; i < KEYS; i++)
		if (keys[i].mkey && keys[i].mkey->lkey >> 8 == mkey >> 8) {
			keys[i].errors++;
			if (syndrome & (syndrome - 1))
				keys[i].is_ambiguous = true;
		}
}

/* The CQEs that have come since the last look. */
static void show_cqes(struct end *e)
{
	const struct mlx5sig_cq_ring ring = mlx5sig_cq_ring(e->cqes.buf, e->cqes.cqe_cnt,
							    e->cqes.cqe_size);
	const struct prm_cqe64 *cqe;
	struct prm_cqe64 shown;

	if (is_quiet)
		return;
	while ((cqe = mlx5sig_cqe_get(&ring, e->ci))) {
		e->ci++;
		if (prm_cqe64_get_opcode(cqe) == PRM_CQE_OPCODE_RESP_ERR)
			continue;	/* see is_flushed_receive() */
		shown = *cqe;
		if (prm_cqe64_get_opcode(cqe) == PRM_CQE_OPCODE_SIG_ERR)
			note_error((const void *)cqe);
		else
			prm_cqe64_set_timestamp(&shown, 0);
		printf("CQE %d ", number_of(e));
		show_bytes(&shown, sizeof(shown));
		printf("\n");
	}
}

/* When a receive is flushed that was posted in error, which has no doorbell, is left to chance. */
static bool is_flushed_receive(struct end *e, const struct ibv_wc *wc)
{
	if (wc->wr_id < FIRST_RECEIVE || wc->wr_id >= CONFIGURATION)
		return false;
	e->receives--;
	if (wc->status != IBV_WC_WR_FLUSH_ERR || e->num_flushed == MAX_RECEIVES)
		return false;
	e->flushed[e->num_flushed++] = wc->wr_id;
	e->is_in_error = true;
	return true;
}

/* libmlx5 gives a configuration back in error for each of its WQEs. */
static bool is_told(struct end *e, const struct ibv_wc *wc)
{
	bool is_told = wc->status && wc->wr_id >= CONFIGURATION && wc->wr_id == e->failed;

	e->failed = wc->status && wc->wr_id >= CONFIGURATION ? wc->wr_id : 0;
	return is_told;
}

static void show_wc(struct end *e, const struct ibv_wc *wc)
{
	unsigned int flags;

	if (is_flushed_receive(e, wc) || is_told(e, wc))
		return;
	printf("wc %d id %llu status %d qp %x", number_of(e), (unsigned long long)wc->wr_id,
	       wc->status, wc->qp_num);
	if (wc->status) {	/* error-opcode */
		printf(" vendor %u\n", wc->vendor_err);
		e->is_in_error = true;
		return;
	}
	/* Of a cancelled request libmlx5 forgets that it had immediate data. */
	flags = wc->opcode & IBV_WC_RECV ? wc->wc_flags : wc->wc_flags & ~(unsigned int)IBV_WC_WITH_IMM;
	printf(" opcode %d flags %u", wc->opcode, flags);
	if (wc->opcode & IBV_WC_RECV || wc->opcode == IBV_WC_RDMA_READ ||
	    wc->opcode == IBV_WC_COMP_SWAP || wc->opcode == IBV_WC_FETCH_ADD)
		printf(" bytes %u", wc->byte_len);
	if (flags & (IBV_WC_WITH_IMM | IBV_WC_WITH_INV))
		printf(" imm %x", wc->imm_data);
	printf("\n");
}

static bool is_in_turn = true;	/* how often it is polled does not depend on time */

/* All that there is. A signature error counts as nothing: nothing may be followed by something. */
static void poll_all(struct end *e)
{
	struct ibv_wc wc[16];
	int num = is_in_turn ? 1 + (int)below(16) : 16, nothing = 0, n, i;

	show_cqes(e);
	while (nothing < 4) {
		memset(wc, 0, sizeof(wc));
		n = side->poll(e, num, wc);
		if (n < 0) {
			printf("poll %d fails\n", number_of(e));
			return;
		}
		for (i = 0; i < n; i++)
			show_wc(e, &wc[i]);
		nothing = n ? 0 : nothing + 1;
	}
}

static void check(struct key *key)
{
	struct mlx5sig_mkey_err err = {0};
	int ret = side->check(key->mkey, &err);

	printf("check %d", (int)(key - keys));
	if (ret)
		printf(" fails %d\n", ret);
	else if (key->errors > 1)
		printf(" differs first-error\n");
	else if (key->is_ambiguous)
		printf(" differs error-order offset %llu\n", (unsigned long long)err.err.sig.offset);
	else if (err.err_type)
		printf(" type %d expected %llx actual %llx offset %llu\n", err.err_type,
		       (unsigned long long)err.err.sig.expected_value,
		       (unsigned long long)err.err.sig.actual_value,
		       (unsigned long long)err.err.sig.offset);
	else
		printf(" no error\n");
	key->errors = 0;
	key->is_ambiguous = false;
}

/*
 * Queue pairs.
 */

static void make_end(struct end *e, bool is_pipelining, bool sq_sig_all)
{
	static const uint32_t depths[] = { 10, 16, 40 };
	struct ibv_qp_init_attr_ex attr = {
		.qp_type = IBV_QPT_RC, .pd = pd, .sq_sig_all = sq_sig_all,
		.cap = { .max_recv_wr = MAX_RECEIVES, .max_send_sge = SGES, .max_recv_sge = SGES,
			 .max_inline_data = INLINE },
		.comp_mask = IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_SEND_OPS_FLAGS,
		.send_ops_flags = SENDS,
	};
	struct mlx5dv_qp_init_attr dv = {
		.comp_mask = MLX5DV_QP_INIT_ATTR_MASK_QP_CREATE_FLAGS |
			     MLX5DV_QP_INIT_ATTR_MASK_SEND_OPS_FLAGS,
		.create_flags = MLX5DV_QP_CREATE_DISABLE_SCATTER_TO_CQE,
		.send_ops_flags = MLX5DV_QP_EX_WITH_MKEY_CONFIGURE,
	};
	struct mlx5dv_obj obj = { .cq = { .out = &e->cqes }, .qp = { .out = &e->ring } };

	memset(e, 0, sizeof(*e));
	e->is_pipelining = is_pipelining;
	e->depth = attr.cap.max_send_wr = depths[below(3)];
	if (is_pipelining && side == &mlx5dv_side)
		dv.create_flags |= MLX5DV_QP_CREATE_SIG_PIPELINING;
	e->ibv_cq = need(ibv_create_cq(context, CQES, NULL, NULL, 0), "ibv_create_cq");
	attr.send_cq = attr.recv_cq = e->ibv_cq;
	e->ibv_qp = need(mlx5dv_create_qp(context, &attr, &dv), "mlx5dv_create_qp");
	side->attach(e, sq_sig_all);
	obj.cq.in = e->ibv_cq;
	obj.qp.in = e->ibv_qp;
	must(mlx5dv_init_obj(&obj, MLX5DV_OBJ_QP), "mlx5dv_init_obj");
	/* After this, libmlx5 does not clean the CQ any more. */
	if (!is_quiet)
		must(mlx5dv_init_obj(&obj, MLX5DV_OBJ_CQ), "mlx5dv_init_obj");
	printf("end %d QP %x WQEBBs %u\n", number_of(e), e->ibv_qp->qp_num, e->ring.sq.wqe_cnt);
}

static void to_init(struct end *e)
{
	struct ibv_qp_attr attr = { .qp_state = IBV_QPS_INIT, .port_num = 1,
				    .qp_access_flags = ACCESS };

	must(ibv_modify_qp(e->ibv_qp, &attr, IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT |
			   IBV_QP_ACCESS_FLAGS), "to INIT");
	if (e->is_pipelining)
		must(side->pipelining(e), "pipelining");
}

static void to_rts(struct end *e)
{
	struct ibv_qp_attr attr = {
		.qp_state = IBV_QPS_RTR, .path_mtu = IBV_MTU_1024,
		.dest_qp_num = peer_of(e)->ibv_qp->qp_num, .max_rd_atomic = 4,
		.max_dest_rd_atomic = 4, .min_rnr_timer = 1, .timeout = 14, .retry_cnt = 7,
		.rnr_retry = 0, .ah_attr = { .port_num = 1 } };
	struct ibv_port_attr port;

	must(ibv_query_port(context, 1, &port), "ibv_query_port");
	attr.ah_attr.dlid = port.lid;
	must(ibv_modify_qp(e->ibv_qp, &attr, IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU |
			   IBV_QP_DEST_QPN | IBV_QP_RQ_PSN | IBV_QP_MAX_DEST_RD_ATOMIC |
			   IBV_QP_MIN_RNR_TIMER), "to RTR");
	attr.qp_state = IBV_QPS_RTS;
	must(ibv_modify_qp(e->ibv_qp, &attr, IBV_QP_STATE | IBV_QP_SQ_PSN | IBV_QP_TIMEOUT |
			   IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY | IBV_QP_MAX_QP_RD_ATOMIC), "to RTS");
}

static void connect_ends(void)
{
	unsigned int i;

	for (i = 0; i < 2; i++)
		to_init(&ends[i]);
	for (i = 0; i < 2; i++)
		to_rts(&ends[i]);
}

/* Whatever has been posted is forgotten. */
static void reset_ends(void)
{
	struct ibv_qp_attr attr = { .qp_state = IBV_QPS_RESET };
	unsigned int i;

	printf("reset\n");
	for (i = 0; i < 2 && !is_quiet; i++)
		poll_all(&ends[i]);
	for (i = 0; i < 2; i++) {
		must(ibv_modify_qp(ends[i].ibv_qp, &attr, IBV_QP_STATE), "to RESET");
		side->reset(&ends[i]);
		ends[i].posted = ends[i].pi = 0;
		ends[i].receives = ends[i].num_flushed = 0;
		ends[i].is_fresh = true;
		ends[i].is_in_error = ends[i].is_drained = false;
	}
	connect_ends();
}

static void destroy_end(struct end *e)
{
	side->detach(e);
	must(ibv_destroy_qp(e->ibv_qp), "ibv_destroy_qp");
	must(ibv_destroy_cq(e->ibv_cq), "ibv_destroy_cq");
}

static void show_events(void)
{
	struct pollfd fd = { .fd = context->async_fd, .events = POLLIN };
	struct ibv_async_event event;
	unsigned int i;

	while (poll(&fd, 1, 0) == 1 && !ibv_get_async_event(context, &event)) {
		for (i = 0; i < 2; i++)
			if (ends[i].ibv_qp == event.element.qp) {
				printf("event %d of %u\n", event.event_type, i);
				ends[i].is_drained |= event.event_type == IBV_EVENT_SQ_DRAINED;
			}
		ibv_ack_async_event(&event);
	}
}

static void to_state(struct end *e, enum ibv_qp_state state)
{
	struct ibv_qp_attr attr = { .qp_state = state, .cur_qp_state = IBV_QPS_SQD };

	printf("state %d of %d: %d\n", state, number_of(e),
	       ibv_modify_qp(e->ibv_qp, &attr, state == IBV_QPS_ERR ? IBV_QP_STATE :
			     IBV_QP_STATE | IBV_QP_CUR_STATE));
	e->is_drained = false;
}

static void check_errors(void)
{
	unsigned int i;

	for (i = 0; i < KEYS; i++)
		if (keys[i].mkey && keys[i].errors)
			check(&keys[i]);
}

/* All receives come back from a queue pair in error. */
static void wait_for_receives(struct end *e)
{
	uint32_t i, tries;

	is_in_turn = false;
	for (tries = 0; tries < 5000; tries++) {
		poll_all(e);
		if (!e->receives)
			break;
		usleep(1000);
	}
	is_in_turn = true;
	printf("flushed %d:", number_of(e));
	for (i = 0; i < e->num_flushed; i++)
		printf(" %llu", (unsigned long long)e->flushed[i]);
	printf(" left %u\n", e->receives);
}

/* Looks at everything, and brings queues that have stopped back to work. */
static void settle(void)
{
	unsigned int i, turn;

	for (turn = 0; turn < 4; turn++) {
		poll_all(&ends[0]);
		poll_all(&ends[1]);
		show_events();
		check_errors();
		if (!ends[0].is_drained && !ends[1].is_drained)
			break;
		for (i = 0; i < 2; i++)
			if (ends[i].is_drained)
				to_state(&ends[i], IBV_QPS_RTS);
	}
	if (ends[0].is_in_error || ends[1].is_in_error) {
		for (i = 0; i < 2; i++) {
			to_state(&ends[i], IBV_QPS_ERR);
			wait_for_receives(&ends[i]);
		}
		show_events();
		check_errors();
		reset_ends();
	}
}

/*
 * Steps of a program.
 */

static uint32_t sge_at(struct ibv_sge *sge, uint32_t length)
{
	*sge = (struct ibv_sge) { .addr = (uintptr_t)memory + below(MEMORY - length),
				  .length = length, .lkey = mr->lkey };
	return length;
}

/* Memory of so many bytes, in up to @most pieces; gives their number. */
static size_t scatter(struct ibv_sge *sge, uint32_t length, uint32_t most)
{
	size_t n = 0;

	while (n + 1 < most && length > 1 && chance(40))
		length -= sge_at(&sge[n++], 1 + below(length - 1));
	sge_at(&sge[n++], length);
	return n;
}

static int complete(struct end *e, uint32_t wqes)
{
	int ret = side->complete(e);

	if (!ret)
		e->posted += wqes;
	printf("complete %d: %d\n", number_of(e), ret);
	show_wqes(e, e->pi);
	return ret;
}

static void post(struct end *e, const struct request *r)
{
	printf("post opcode %d id %llu flags %x length %u\n", r->opcode,
	       (unsigned long long)r->wr_id, r->flags, r->num_sge ? r->sge[0].length : 0);
	side->request(e, r);
}

/* Room for so many WQEs: libmlx5 overwrites requests with configurations when there is none. */
static void make_room(struct end *e, uint32_t wqes)
{
	struct request r = { .opcode = IBV_WR_RDMA_WRITE, .wr_id = 9, .flags = IBV_SEND_SIGNALED,
			     .rkey = mr->rkey, .raddr = (uintptr_t)memory, .num_sge = 1 };

	if (e->posted + wqes + 1 <= e->depth)
		return;
	sge_at(&r.sge[0], 1);
	side->start(e);
	post(e, &r);
	complete(e, 1);
	settle();
	e->posted = 0;
}

struct domain {
	struct mlx5sig_sig_block_domain domain;
	struct mlx5sig_sig_t10dif dif;
	struct mlx5sig_sig_crc crc;
};

static const uint32_t block_bytes[] = { 512, 520, 4048, 4096, 4160 };
static bool is_plain;	/* seeds and tags are zero: memory of zeroes has good signatures */

/* Gives the bytes of a signature. */
static uint32_t random_domain(struct domain *d, uint32_t block_size)
{
	memset(d, 0, sizeof(*d));
	d->domain.block_size = (enum mlx5sig_block_size)block_size;
	if (chance(60)) {
		d->domain.sig_type = MLX5SIG_SIG_TYPE_T10DIF;
		d->domain.sig.dif = &d->dif;
		d->dif.bg_type = (enum mlx5sig_sig_t10dif_bg_type)(!is_plain && chance(30));
		d->dif.flags = (uint16_t)(chance(40) ? below(8) : is_plain ? 0 : 1);
		if (!is_plain) {
			d->dif.bg = chance(50) ? 0xffff : 0;
			d->dif.app_tag = (uint16_t)below(65536);
			d->dif.ref_tag = below(UINT32_MAX);
		}
		return 8;
	}
	d->domain.sig_type = MLX5SIG_SIG_TYPE_CRC;
	d->domain.sig.crc = &d->crc;
	d->crc.type = (enum mlx5sig_sig_crc_type)below(3);
	/* copy-other-seed: the seed follows from the type. crc32-seed-high-bits: and has no high ones. */
	if (!is_plain && d->crc.type != MLX5SIG_SIG_CRC_TYPE_CRC32)
		d->crc.seed = d->crc.type == MLX5SIG_SIG_CRC_TYPE_CRC64_XP10 ? UINT64_MAX : UINT32_MAX;
	return d->crc.type == MLX5SIG_SIG_CRC_TYPE_CRC64_XP10 ? 8 : 4;
}

/* Whether signatures can be copied from one domain to the other. */
static bool are_alike(const struct domain *a, const struct domain *b)
{
	if (a->domain.sig_type != b->domain.sig_type || a->domain.block_size != b->domain.block_size)
		return false;
	return a->domain.sig_type == MLX5SIG_SIG_TYPE_T10DIF ? a->dif.bg_type == b->dif.bg_type :
		a->crc.type == b->crc.type;
}

static void random_sig(struct key *key, struct mlx5sig_sig_block_attr *attr, struct domain *mem,
		       struct domain *wire, bool single)
{
	static const uint8_t masks[] = { 0xff, 0xff, 0xff, 0xc0, 0x30, 0x0f, 0xf0, 0 };
	uint32_t size = below(5), which = single ? 1 + below(2) : 1 + below(3);

	memset(attr, 0, sizeof(*attr));
	key->block = block_bytes[size];
	key->blocks = 1 + below(size < 2 ? 4 : 2);
	key->mem_sig = which & 1 ? random_domain(mem, size) : 0;
	key->wire_sig = which & 2 ? random_domain(wire, size) : 0;
	if (which == 3 && chance(40)) {
		*wire = *mem;
		key->wire_sig = key->mem_sig;
		wire->domain.sig = mem->domain.sig;
	}
	/* copy-other-remap */
	if (which == 3 && mem->domain.sig_type == MLX5SIG_SIG_TYPE_T10DIF)
		wire->dif.flags = (uint16_t)((wire->dif.flags & ~1) | (mem->dif.flags & 1));
	attr->mem = which & 1 ? &mem->domain : NULL;
	attr->wire = which & 2 ? &wire->domain : NULL;
	attr->check_mask = masks[below(sizeof(masks))];
	if (which == 3 && are_alike(mem, wire) && chance(50)) {
		attr->flags = MLX5SIG_SIG_BLOCK_ATTR_FLAG_COPY_MASK;
		attr->copy_mask = masks[below(sizeof(masks))];
	}
	key->has_sig = true;
}

static void set_layout(struct end *e, const struct key *key)
{
	uint32_t length = key->blocks * (key->block + key->mem_sig), unit = key->block;
	struct mlx5sig_mr_interleaved data[2];
	struct ibv_sge sge[SGES];
	size_t num;

	if (key->max_entries < 4 || chance(60)) {
		num = scatter(sge, length, SGES);
		printf("list %zu of %u\n", num, length);
		side->list(e, (uint16_t)num, sge);
		return;
	}
	printf("interleaved %u times %u\n", key->blocks, unit);
	data[0] = (struct mlx5sig_mr_interleaved) {
		.addr = (uintptr_t)memory + below(MEMORY / 2), .bytes_count = unit,
		.bytes_skip = below(100), .lkey = mr->lkey };
	data[1] = (struct mlx5sig_mr_interleaved) {
		.addr = (uintptr_t)memory + MEMORY / 2 + below(1000), .bytes_count = key->mem_sig,
		.bytes_skip = below(8), .lkey = mr->lkey };
	side->interleaved(e, key->blocks, key->mem_sig ? 2 : 1, data);
}

static bool is_single;	/* signatures in one domain only: sq-sig-all */

static void configure(struct end *e)
{
	enum { SET_ACCESS = 1, SET_LAYOUT = 2, SET_SIG = 4 };
	struct key *key = &keys[below(KEYS)], before = *key;
	struct mlx5sig_sig_block_attr attr;
	struct mlx5sig_mkey_conf_attr conf = {0};
	struct domain mem, wire;
	uint32_t setters = key->is_configured ? below(4) : SET_ACCESS | SET_LAYOUT, i, first = below(3);
	bool is_signed = key->flags & MLX5SIG_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE && chance(60);
	uint8_t num;

	make_room(e, 3);
	if (is_signed) {
		random_sig(key, &attr, &mem, &wire, is_single);
		setters |= SET_LAYOUT | SET_SIG;
	} else if (key->has_sig && chance(40)) {
		conf.conf_flags = MLX5SIG_MKEY_CONF_FLAG_RESET_SIG_ATTR;
		key->has_sig = false;
		key->mem_sig = key->wire_sig = 0;
		setters |= SET_LAYOUT;
	}
	if (!key->has_sig && setters & SET_LAYOUT) {
		key->block = 1 + below(1000);
		key->blocks = 1 + below(3);
	}
	num = (uint8_t)((setters & 1) + (setters >> 1 & 1) + (setters >> 2));
	printf("configure %d key %d setters %x flags %x\n", number_of(e), (int)(key - keys), setters,
	       conf.conf_flags);
	side->start(e);
	side->configure(e, key->mkey, num, CONFIGURATION + below(3), chance(40) ? IBV_SEND_SIGNALED : 0, &conf);
	for (i = first; i < first + 3; i++) {
		uint32_t setter = setters & 1u << i % 3;

		if (setter == SET_ACCESS)
			side->access(e, ACCESS);
		else if (setter == SET_LAYOUT)
			set_layout(e, key);
		else if (setter == SET_SIG)
			side->sig(e, &attr);
	}
	/* libmlx5 does not forget what an aborted configuration did to the signature of its key. */
	if (!(key->flags & MLX5SIG_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE) && chance(10)) {
		side->abort(e);
		*key = before;
	} else if (complete(e, 3)) {
		*key = before;
	} else {
		key->is_configured = true;
	}
}

static uint32_t wire_length(const struct key *key)
{
	return key->blocks * (key->block + key->wire_sig);
}

/* A key that is configured, or NULL: plain memory. */
static struct key *random_key(void)
{
	struct key *key = &keys[below(KEYS)];

	return key->is_configured && chance(70) ? key : NULL;
}

static void post_recv(struct end *e, const struct key *key, uint32_t length)
{
	struct ibv_sge sge[SGES];
	struct ibv_recv_wr wr = { .wr_id = FIRST_RECEIVE + below(50), .sg_list = sge, .num_sge = 1 }, *bad;
	int ret;

	if (key)
		sge[0] = (struct ibv_sge) { .length = length, .lkey = key->mkey->lkey };
	else
		wr.num_sge = (int)scatter(sge, length, SGES);
	ret = side->recv(e, &wr, &bad);
	e->receives += !ret;
	printf("receive %d key %d length %u: %d\n", number_of(e), key ? (int)(key - keys) : -1, length,
	       ret);
}

/* A transfer of keys or memory, not inline, of at most @most bytes of memory. */
static struct request random_request(struct end *e, struct key *local, struct key *remote)
{
	static const enum ibv_wr_opcode opcodes[] = {
		IBV_WR_SEND, IBV_WR_SEND_WITH_IMM, IBV_WR_RDMA_WRITE, IBV_WR_RDMA_WRITE_WITH_IMM,
		IBV_WR_RDMA_READ, IBV_WR_RDMA_WRITE, IBV_WR_SEND, IBV_WR_RDMA_READ };
	struct request r = { .opcode = opcodes[below(8)], .wr_id = 1 + below(3), .imm = below(1 << 30),
			     .flags = chance(60) ? IBV_SEND_SIGNALED : 0, .num_sge = 1 };
	uint32_t length = local ? wire_length(local) : remote ? wire_length(remote) : 1 + below(2000);

	if (local && remote && wire_length(remote) < length)
		length = wire_length(remote);
	if (chance(20))
		r.flags |= IBV_SEND_FENCE;
	if (chance(10))
		r.flags |= IBV_SEND_SOLICITED;
	if (local)
		r.sge[0] = (struct ibv_sge) { .length = length, .lkey = local->mkey->lkey };
	else
		r.num_sge = scatter(r.sge, length, SGES);
	r.rkey = remote ? remote->mkey->rkey : mr->rkey;
	r.raddr = remote ? 0 : (uintptr_t)memory + below(MEMORY - length);
	if (r.opcode == IBV_WR_SEND || r.opcode == IBV_WR_SEND_WITH_IMM)
		post_recv(peer_of(e), remote, length + (remote ? 0 : below(20)));
	else if (r.opcode == IBV_WR_RDMA_WRITE_WITH_IMM)
		post_recv(peer_of(e), NULL, 1);
	printf("transfer %d local %d remote %d length %u\n", number_of(e),
	       local ? (int)(local - keys) : -1, remote ? (int)(remote - keys) : -1, length);
	return r;
}

static void transfer(struct end *e)
{
	struct key *local = random_key(), *remote = random_key();
	struct request r;

	make_room(e, 1);
	r = random_request(e, local == remote ? NULL : local, remote);
	side->start(e);
	post(e, &r);
	complete(e, 1);
}

static void inline_transfer(struct end *e)
{
	struct request r = { .opcode = chance(50) ? IBV_WR_SEND : IBV_WR_RDMA_WRITE, .wr_id = 4,
			     .flags = IBV_SEND_INLINE | IBV_SEND_SIGNALED, .rkey = mr->rkey };

	make_room(e, 1);
	r.size = below(INLINE + (chance(10) ? 600 : 1));
	r.data = memory + below(MEMORY / 2);
	e->padding = -(PRM_INLINE_DATA_SEG_SIZE + (uint32_t)r.size) % MLX5SIG_OCTOWORD;
	r.raddr = (uintptr_t)memory + MEMORY / 2 + below(MEMORY / 4);
	if (r.opcode == IBV_WR_SEND)
		post_recv(peer_of(e), NULL, 1200);
	side->start(e);
	post(e, &r);
	complete(e, 1);
}

static void atomic_transfer(struct end *e)
{
	struct request r = { .opcode = chance(50) ? IBV_WR_ATOMIC_CMP_AND_SWP :
						    IBV_WR_ATOMIC_FETCH_AND_ADD,
			     .wr_id = 5, .flags = IBV_SEND_SIGNALED, .rkey = mr->rkey, .num_sge = 1 };

	make_room(e, 1);
	r.raddr = (uintptr_t)memory + 8 * below(MEMORY / 8);
	memcpy(&r.compare, (void *)(uintptr_t)r.raddr, 8);
	r.compare += chance(30);
	r.swap = below(UINT32_MAX);
	sge_at(&r.sge[0], 8);
	side->start(e);
	post(e, &r);
	complete(e, 1);
}

/*
 * Signature pipelining: a transfer and fenced requests behind it; if the queue has stopped, some of these are
 * cancelled. No id is cancelled twice, and none of a configuration: cancelled-twice, cancel-count. An empty queue
 * is not asked, where libmlx5 may never come back.
 */
static void pipeline(struct end *e)
{
	struct key *local = random_key(), *remote = random_key();
	struct request r;
	uint32_t i, id, num = 1 + below(BATCH);
	bool is_fresh;
	uint16_t pi;

	if (!e->is_pipelining && peer_of(e)->is_pipelining)
		e = peer_of(e);
	make_room(e, BATCH + 1);
	settle();
	pi = e->pi;
	is_fresh = e->is_fresh;
	side->start(e);
	r = random_request(e, local == remote ? NULL : local, remote);
	r.wr_id = 8;
	post(e, &r);
	for (i = 0; i < num; i++) {
		r = random_request(e, NULL, NULL);
		r.flags |= IBV_SEND_FENCE | (i + 1 == num ? IBV_SEND_SIGNALED : 0);
		post(e, &r);
	}
	complete(e, 1 + num);
	show_cqes(e);
	show_events();
	if (chance(50)) {
		poll_all(e);
		check_errors();
	}
	for (id = 1; id <= 3; id++)
		/* Without pipelining libmlx5 has EINVAL for the state, and ours EOPNOTSUPP; both hold. */
		if ((e->is_drained || (e->is_pipelining && chance(10))) && chance(50))
			printf("cancel %d id %u: %d\n", number_of(e), id, side->cancel(e, id));
	e->is_fresh = is_fresh;
	show_wqes(e, pi);
	settle();
	e->posted = 0;
}

static void corrupt(void)
{
	unsigned int i, n = 1 + below(4);

	for (i = 0; i < n; i++)
		memory[below(MEMORY)] ^= (uint8_t)(1u << below(8));
}

static void fill(void)
{
	unsigned int i;
	bool is_zero = chance(50);

	for (i = 0; i < MEMORY; i++)
		memory[i] = is_zero ? 0 : (uint8_t)below(256);
}

static void step(void)
{
	struct end *e = &ends[below(2)];
	uint32_t what = below(100);

	if (what < 30)
		configure(e);
	else if (what < 59)
		transfer(e);
	else if (what < 66)
		pipeline(e);
	else if (what < 72)
		inline_transfer(e);
	else if (what < 76)
		atomic_transfer(e);
	else if (what < 86)
		corrupt();
	else if (what < 88)
		fill();
	else if (what < 96)
		check(&keys[below(KEYS)]);
	else if (what < 97)
		reset_ends();

	/* What is not polled yet is polled later. Errors are settled at once: first-error, reconfigured. */
	show_cqes(&ends[0]);
	show_cqes(&ends[1]);
	if (what >= 96 || chance(50) || keys[0].errors || keys[1].errors || keys[2].errors ||
	    keys[3].errors)
		settle();
	show_memory();
}

static void make_key(struct key *key)
{
	struct mlx5sig_mkey_init_attr attr = { .pd = pd };

	memset(key, 0, sizeof(*key));
	attr.create_flags = MLX5SIG_MKEY_INIT_ATTR_FLAGS_INDIRECT |
		(!is_quiet && chance(75) ? MLX5SIG_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE : 0);
	key->flags = attr.create_flags;
	attr.max_entries = (uint16_t)(4 + below(8));
	key->mkey = need(side->create_mkey(&attr), "create_mkey");
	key->max_entries = attr.max_entries;
	printf("mkey lkey %x rkey %x entries %u\n", key->mkey->lkey, key->mkey->rkey,
	       attr.max_entries);
}

static void run(unsigned int number)
{
	unsigned int i, steps;
	bool sq_sig_all;

	rng = (number + 1) * UINT64_C(0x9e3779b97f4a7c15);
	printf("program %u\n", number);
	is_quiet = chance(15);
	is_plain = chance(60);
	is_single = sq_sig_all = chance(10);
	fill();
	for (i = 0; i < 2; i++)
		make_end(&ends[i], !is_quiet && chance(40), sq_sig_all);
	for (i = 0; i < KEYS; i++)
		make_key(&keys[i]);
	connect_ends();
	steps = 10 + below(60);
	for (i = 0; i < steps; i++)
		step();
	settle();
	show_memory();
	for (i = 0; i < 2; i++)
		destroy_end(&ends[i]);
	for (i = 0; i < KEYS; i++)
		printf("destroy %d\n", side->destroy_mkey(keys[i].mkey));
}

static void open_device(void)
{
	struct mlx5dv_context_attr attr = { .flags = MLX5DV_CONTEXT_FLAGS_DEVX };
	struct ibv_device **list = need(ibv_get_device_list(NULL), "ibv_get_device_list");

	context = mlx5dv_open_device(need(list[0], "device"), &attr);
	need(context, "mlx5dv_open_device");
	ibv_free_device_list(list);
	pd = need(ibv_alloc_pd(context), "ibv_alloc_pd");
	memory = mmap(MEMORY_AT, MEMORY, PROT_READ | PROT_WRITE,
		      MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
	if (memory != MEMORY_AT)
		die("mmap");
	mr = need(ibv_reg_mr(pd, memory, MEMORY, ACCESS), "ibv_reg_mr");
}

int main(int argc, char **argv)
{
	unsigned int i, first, count;

	if (argc != 4)
		die("usage: sidebyside mlx5dv|mlx5sig FIRST COUNT");
	side = strcmp(argv[1], "mlx5dv") ? &mlx5sig_side : &mlx5dv_side;
	first = (unsigned int)strtoul(argv[2], NULL, 10);
	count = (unsigned int)strtoul(argv[3], NULL, 10);
	open_device();
	for (i = first; i < first + count; i++)
		run(i);
	must(ibv_dereg_mr(mr), "ibv_dereg_mr");
	must(ibv_dealloc_pd(pd), "ibv_dealloc_pd");
	must(ibv_close_device(context), "ibv_close_device");
	return 0;
}
