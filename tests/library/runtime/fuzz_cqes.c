// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Random CQEs: garbage opcodes and formats, compressed ones, unknown QPs and keys, counters of
 * requests that do not exist, errors of all kinds, stale owners. With any contents of the ring,
 * nothing crashes, no completion is returned without its CQE, and good ones in between are not
 * lost.
 *
 *	build/tests/runtime/fuzz_cqes SEED ROUNDS
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "qp.h"
#include "obedient.h"

#define assert(is_good) do { if (!(is_good)) fail(__LINE__, #is_good); } while (0)

#define CQES 32u
#define WQEBBS 64u
#define RECEIVES 16u
#define QPN 0x1234u
#define GOOD_QPN 0x1235u
#define GOOD_ID UINT64_C(0x600d)
#define ID UINT64_C(0x1d00)	/* and the number of the request */

static uint64_t rng;
static unsigned int seed, rounds;

static _Noreturn void fail(int line, const char *what)
{
	printf("seed %u, round %u, line %d: %s\n", seed, rounds, line, what);
	exit(1);
}

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

/* Each in its own allocation, so that a sanitizer guards its end. */
struct queue {
	uint8_t *sq, *rq, *data;
	uint64_t record, srq_record, doorbells[64];
	struct mlx5sig_srq *srq;
	struct mlx5sig_qp *qp;
};

static struct mlx5sig_device *device;
static struct mlx5sig_cq *cq;
static struct mlx5sig_mkey *key;
static uint8_t *cqes;
static uint64_t cq_record;
static uint32_t cqe_size, produced;
static struct queue odd, good;	/* one gets CQEs of all kinds, the other only valid ones */
static uint32_t num_good;	/* its CQEs that have not been polled */
static uint32_t num_errors;	/* signature errors of the key since the last check */

static void *take(size_t size)
{
	void *memory = aligned_alloc(64, size);

	assert(memory);
	memset(memory, 0, size);
	return memory;
}

/* With a shared receive queue of the same memory, if @is_shared. */
static void open_queue(struct queue *q, uint32_t qpn, bool is_shared)
{
	struct mlx5sig_qp_attr attr = { .send_cq = cq, .recv_cq = cq };
	struct mlx5sig_raw_srq raw_srq = { .wqe_cnt = RECEIVES, .stride = 64, .max_gs = 3 };
	struct mlx5sig_raw_qp raw = { .sq_wqe_cnt = WQEBBS, .sq_max_post = WQEBBS, .sq_max_gs = 4,
				      .sq_max_inline = 128, .rq_wqe_cnt = RECEIVES, .rq_stride = 64,
				      .rq_max_gs = 4, .qpn = qpn, .max_desc_size = 1024 };

	q->sq = raw.sq_buf = take(WQEBBS * MLX5SIG_WQEBB);
	q->rq = raw.rq_buf = take(RECEIVES * 64);
	q->data = take(4096);
	raw.dbrec = &q->record;
	raw.bf_reg = q->doorbells;
	q->srq_record = 0;
	q->srq = NULL;
	if (is_shared) {
		raw_srq.buf = q->rq;
		raw_srq.dbrec = &q->srq_record;
		attr.srq = q->srq = mlx5sig_device_srq_attach(device, &raw_srq, NULL);
		assert(q->srq);
		raw.rq_wqe_cnt = 0;
	}
	q->qp = mlx5sig_device_qp_attach(device, &raw, &attr);
	assert(q->qp);
}

static void open_all(void)
{
	static const struct mlx5sig_devx_ops ops = { .obj_create = obedient_create,
						     .obj_destroy = obedient_destroy,
						     .general_cmd = obedient_all_caps };
	struct mlx5sig_mkey_init_attr attr = { .create_flags = 3, .max_entries = 4 };
	struct mlx5sig_raw_cq raw = { .dbrec = &cq_record, .cqe_cnt = CQES, .cqn = 1 };
	const struct mlx5sig_cq_attr cq_attr = {
		.flags = chance(50) ? MLX5SIG_ATTACH_SINGLE_THREADED : 0 };
	uint32_t i;

	produced = num_good = num_errors = 0;
	cq_record = 0;
	cqe_size = raw.cqe_size = chance(50) ? 64 : 128;
	cqes = raw.buf = take(CQES * cqe_size);
	for (i = 0; i < CQES; i++)
		prm_cqe64_set_opcode((void *)(cqes + (i + 1) * cqe_size - PRM_CQE64_SIZE),
				     PRM_CQE_OPCODE_INVALID);
	device = mlx5sig_device_open(&ops, NULL);
	assert(device);
	cq = mlx5sig_device_cq_attach(device, &raw, &cq_attr);
	assert(cq);
	open_queue(&odd, QPN, chance(40));
	open_queue(&good, GOOD_QPN, false);
	key = mlx5sig_device_create_mkey(device, 1, &attr);
	assert(key);
}

static void close_queue(struct queue *q)
{
	assert(!mlx5sig_qp_detach(q->qp));
	assert(!q->srq || !mlx5sig_srq_detach(q->srq));
	free(q->sq);
	free(q->rq);
	free(q->data);
}

static void close_all(void)
{
	close_queue(&odd);
	close_queue(&good);
	assert(!mlx5sig_destroy_mkey(key));
	assert(!mlx5sig_cq_detach(cq));
	assert(!mlx5sig_device_close(device));
	free(cqes);
}

/* Posts requests of all kinds with valid memory: a CQE may hold data for any of them. */
static void post(struct queue *q)
{
	const struct ibv_sge sge = { .addr = (uintptr_t)q->data, .length = 64 + below(600),
				     .lkey = 1 };
	const struct ibv_sge list[4] = { sge, { .length = 0 }, sge, sge };
	struct ibv_sge copy[4];
	struct ibv_recv_wr *bad, wr = { .wr_id = ID, .sg_list = copy, .num_sge = (int)below(5) };

	memcpy(copy, list, sizeof(copy));
	if (q->srq)
		mlx5sig_post_srq_recv(q->srq, &wr, &bad);
	else
		mlx5sig_post_recv(q->qp, &wr, &bad);
	mlx5sig_wr_start(q->qp);
	q->qp->wr_id = q == &good ? GOOD_ID : ID;
	q->qp->wr_flags = IBV_SEND_SIGNALED;
	switch (below(5)) {
	case 0:
		mlx5sig_wr_rdma_read(q->qp, 1, 2);
		mlx5sig_wr_set_sge_list(q->qp, below(5), list);
		break;
	case 1:
		mlx5sig_wr_atomic_fetch_add(q->qp, 1, 2, 3);
		mlx5sig_wr_set_sge(q->qp, 1, (uintptr_t)q->data, 8);
		break;
	case 2:
		mlx5sig_wr_send(q->qp);
		mlx5sig_wr_set_sge(q->qp, 1, (uintptr_t)q->data, 8);
		break;
	case 3:
		mlx5sig_wr_mkey_configure(q->qp, key, 1, NULL);
		mlx5sig_wr_set_mkey_layout_list(q->qp, 1, list);
		break;
	default:
		mlx5sig_wr_nop(q->qp);
	}
	mlx5sig_wr_complete(q->qp);	/* a full queue is fine */
}

static struct prm_cqe64 *next_cqe(void)
{
	return (void *)(cqes + (produced % CQES + 1) * cqe_size - PRM_CQE64_SIZE);
}

static void publish(struct prm_cqe64 *cqe)
{
	prm_cqe64_set_owner(cqe, produced / CQES % 2);
	produced++;
}

/* The CQE of the last request of the good queue. */
static void push_good(void)
{
	const struct mlx5sig_sq *sq = &mlx5sig_qp_of(good.qp)->sq;
	struct prm_cqe64 *cqe = next_cqe();

	mlx5sig_wr_start(good.qp);
	good.qp->wr_id = GOOD_ID;
	good.qp->wr_flags = IBV_SEND_SIGNALED;
	mlx5sig_wr_nop(good.qp);
	if (mlx5sig_wr_complete(good.qp))
		return;
	memset(cqe, 0, sizeof(*cqe));
	prm_cqe64_set_qpn(cqe, GOOD_QPN);
	prm_cqe64_set_wqe_counter(cqe, (sq->now.pi - 1) & UINT16_MAX);
	publish(cqe);
	num_good++;
}

static void push_odd(void)
{
	static const uint32_t opcodes[] = {
		PRM_CQE_OPCODE_REQ, PRM_CQE_OPCODE_RESP_WR_IMM, PRM_CQE_OPCODE_RESP_SEND,
		PRM_CQE_OPCODE_RESP_SEND_IMM, PRM_CQE_OPCODE_RESP_SEND_INV,
		PRM_CQE_OPCODE_SIG_ERR, PRM_CQE_OPCODE_REQ_ERR, PRM_CQE_OPCODE_RESP_ERR };
	struct prm_cqe64 *cqe = next_cqe();
	uint8_t *bytes = (uint8_t *)cqe;
	uint32_t i, opcode;

	for (i = 0; i < PRM_CQE64_SIZE; i++)
		bytes[i] = (uint8_t)below(256);
	opcode = chance(90) ? opcodes[below(sizeof(opcodes) / sizeof(opcodes[0]))] : below(16);
	/* Rings do not move here, and an invalid CQE would hide the following ones. */
	if (opcode == PRM_CQE_OPCODE_INVALID || opcode == PRM_CQE_OPCODE_RESIZE_CQ)
		opcode = PRM_CQE_OPCODE_REQ;
	prm_cqe64_set_opcode(cqe, opcode);
	if (opcode == PRM_CQE_OPCODE_SIG_ERR) {
		if (chance(50))
			prm_sig_err_cqe_set_mkey((void *)cqe, key->lkey);
		num_errors += prm_sig_err_cqe_get_mkey((void *)cqe) >> 8 == key->lkey >> 8;
	} else {
		if (chance(70))
			prm_cqe64_set_qpn(cqe, QPN);
		else if (prm_cqe64_get_qpn(cqe) == GOOD_QPN)
			prm_cqe64_set_qpn(cqe, 7);
		if (chance(50))
			prm_cqe64_set_wqe_counter(cqe, below(WQEBBS));
		if (chance(60))
			prm_cqe64_set_byte_count(cqe, below(70));
	}
	publish(cqe);
}

static bool is_true(const struct ibv_wc *wc)
{
	if (wc->qp_num == GOOD_QPN)
		return wc->wr_id == GOOD_ID && wc->status == IBV_WC_SUCCESS &&
		       wc->opcode == IBV_WC_DRIVER2;
	/* A request that was not posted has no id. */
	return wc->qp_num == QPN && (wc->wr_id == ID || !wc->wr_id) &&
	       wc->status <= IBV_WC_TM_RNDV_INCOMPLETE;
}

static void poll_all(void)
{
	struct mlx5sig_mkey_err_ext err;
	const uint32_t *ci = &cq->ci;
	uint32_t num = 0, from = *ci;
	struct ibv_wc wc[8];
	int most, n, i;

	while (*ci != produced) {
		most = 1 + (int)below(8);
		n = mlx5sig_poll_cq(cq, most, wc);
		assert(n >= 0 && n <= most);
		for (i = 0; i < n; i++) {
			assert(is_true(&wc[i]));
			num_good -= wc[i].qp_num == GOOD_QPN;
		}
		num += (uint32_t)n;
		assert(n == most || *ci == produced);
	}
	assert(num <= produced - from && !num_good);
	assert(mlx5sig_poll_cq(cq, 8, wc) == 0);	/* stale owners */
	if (chance(50)) {
		mlx5sig_mkey_check_ext(key, &err);
		assert(err.num_errors == num_errors);
		num_errors = 0;
	}
	mlx5sig_req_notify_cq(cq, 0);
}

static void run(void)
{
	uint32_t i, num = below(CQES);

	for (i = below(4); i; i--)
		post(&odd);
	for (i = 0; i < num; i++) {
		if (chance(30))
			push_good();
		else
			push_odd();
	}
	poll_all();
}

int main(int argc, char **argv)
{
	unsigned int num = argc == 3 ? (unsigned int)strtoul(argv[2], NULL, 10) : 0;

	seed = argc == 3 ? (unsigned int)strtoul(argv[1], NULL, 10) : 0;
	rng = (seed + 1) * UINT64_C(0x9e3779b97f4a7c15);
	for (rounds = 0; rounds < num; rounds++) {
		if (rounds % 100 == 0)
			open_all();
		run();
		if (rounds % 100 == 99 || rounds + 1 == num)
			close_all();
	}
	printf("done\n");
	return 0;
}
