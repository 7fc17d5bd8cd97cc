// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Requests that fail: the status at both ends, the order of flushed requests, the states
 * afterwards.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "prm_ctrl.h"
#include "tests.h"

static void expect_event(const struct side *side, enum ibv_event_type type)
{
	struct ibv_async_event event = next_event(side->context);

	CHECK_EQ(event.event_type, type);
	CHECK(event.element.qp == side->qp);
	ibv_ack_async_event(&event);
}

/* Posts a receive WQE at b with id 100, into 4096 bytes at 0. */
static void one_recv(struct rig *rig)
{
	const struct ibv_sge to = sge_of(&rig->b, 0, 4096);

	post_recv(&rig->b, 100, &to, 1);
}

/* a's own keys: nothing is sent, b receives nothing. */
static void local_faults(void)
{
	struct mlx5dv_mkey *mkey;
	struct rig rig;
	unsigned int i;

	for (i = 0; i < 6; i++) {
		struct ibv_sge from;
		struct ibv_pd *pd = NULL;
		struct ibv_mr *mr = NULL;

		rig_open(&rig, NULL);
		one_recv(&rig);
		memset(rig.b.buf, 0x5a, 4096);
		from = sge_of(&rig.a, 0, 100);
		mkey = new_mkey(&rig.a, 0, 2);
		switch (i) {
		case 0:	/* no such key */
			from.lkey = 0x77777700;
			break;
		case 1:	/* one byte too far */
			from = sge_of(&rig.a, BUF_LEN - 99, 100);
			break;
		case 2:	/* one byte too early */
			from.addr--;
			break;
		case 3:	/* stale tag */
			from.lkey ^= 1;
			break;
		case 4:	/* another PD */
			pd = ibv_alloc_pd(rig.a.context);
			mr = ibv_reg_mr(pd, rig.a.buf, BUF_LEN, IBV_ACCESS_LOCAL_WRITE);
			CHECK(pd && mr);
			from.lkey = mr->lkey;
			break;
		default: /* was never configured */
			from = (struct ibv_sge){ .addr = 0, .length = 100, .lkey = mkey->lkey };
		}
		wr_send(&rig.a, 1, IBV_SEND_SIGNALED, &from, 1);
		bad_wc(rig.a.send_cq, 1, IBV_WC_LOC_PROT_ERR);
		CHECK_EQ(state_of(rig.a.qp), IBV_QPS_ERR);
		no_wc(rig.b.recv_cq);
		CHECK_EQ(state_of(rig.b.qp), IBV_QPS_RTS);
		CHECK(rig.b.buf[0] == 0x5a && rig.b.buf[99] == 0x5a);
		no_event(rig.a.context);
		CHECK_EQ(mlx5dv_destroy_mkey(mkey), 0);
		if (mr)
			CHECK_EQ(ibv_dereg_mr(mr), 0);
		if (pd)
			CHECK_EQ(ibv_dealloc_pd(pd), 0);
		rig_close(&rig);
	}
}

/* Access rights that a key needs for the response to be written. */
static void local_access(void)
{
	struct ibv_sge to;
	struct ibv_mr *mr;
	struct rig rig;

	rig_open(&rig, NULL);
	mr = ibv_reg_mr(rig.a.pd, rig.a.buf, BUF_LEN, 0);	/* only local reads */
	CHECK(mr);
	to = sge_of(&rig.a, 0, 64);
	to.lkey = mr->lkey;
	memset(rig.a.buf, 0x11, 64);
	memset(rig.b.buf, 0x22, 64);
	wr_read(&rig.a, 1, &to, 1, rig.b.mr->rkey, (uintptr_t)rig.b.buf);
	bad_wc(rig.a.send_cq, 1, IBV_WC_LOC_PROT_ERR);
	CHECK(rig.a.buf[0] == 0x11 && rig.a.buf[63] == 0x11);
	rig_reconnect(&rig);
	wr_read(&rig.a, 2, &to, 1, rig.b.mr->rkey ^ 1, (uintptr_t)rig.b.buf);
	bad_wc(rig.a.send_cq, 2, IBV_WC_REM_ACCESS_ERR);	/* the peer checks first */
	CHECK_EQ(ibv_dereg_mr(mr), 0);
	rig_close(&rig);
}

enum remote { REMOTE_WRITE, REMOTE_READ, REMOTE_ATOMIC };

static void remote_request(struct rig *rig, enum remote kind, uint32_t rkey, uint64_t addr,
			   uint32_t len)
{
	struct ibv_sge local = sge_of(&rig->a, 0, len);
	struct ibv_send_wr *bad, wr = {
		.wr_id = 1, .sg_list = &local, .num_sge = 1, .send_flags = IBV_SEND_SIGNALED,
		.opcode = IBV_WR_ATOMIC_FETCH_AND_ADD,
		.wr.atomic = { .remote_addr = addr, .rkey = rkey, .compare_add = 1 },
	};

	if (kind == REMOTE_WRITE)
		wr_write(&rig->a, 1, &local, 1, rkey, addr);
	else if (kind == REMOTE_READ)
		wr_read(&rig->a, 1, &local, 1, rkey, addr);
	else
		CHECK_EQ(ibv_post_send(rig->a.qp, &wr, &bad), 0);
}

/*
 * b refuses: a gets an error, b's QP is in error with an event, and its receive WQEs are flushed.
 */
static void expect_refusal(struct rig *rig, enum ibv_wc_status status, enum ibv_event_type event)
{
	bad_wc(rig->a.send_cq, 1, status);
	CHECK_EQ(state_of(rig->a.qp), IBV_QPS_ERR);
	CHECK_EQ(state_of(rig->b.qp), IBV_QPS_ERR);
	bad_wc(rig->b.recv_cq, 100, IBV_WC_WR_FLUSH_ERR);
	expect_event(&rig->b, event);
	no_event(rig->b.context);
}

static void remote_keys(void)
{
	enum remote kind;
	struct rig rig;
	unsigned int i;

	for (kind = REMOTE_WRITE; kind <= REMOTE_ATOMIC; kind++) {
		for (i = 0; i < 5; i++) {
			uint64_t addr;
			uint32_t rkey;
			struct ibv_pd *pd = NULL;
			struct ibv_mr *mr = NULL;

			rig_open(&rig, NULL);
			one_recv(&rig);
			memset(rig.b.buf, 0x5a, 64);
			addr = (uintptr_t)rig.b.buf;
			rkey = rig.b.mr->rkey;
			switch (i) {
			case 0:
				rkey = 0x12345600;
				break;
			case 1:
				rkey ^= 0x80;
				break;
			case 2:
				addr += BUF_LEN - (kind == REMOTE_ATOMIC ? 0 : 7);
				break;
			case 3:
				addr -= 8;
				break;
			default:
				pd = ibv_alloc_pd(rig.b.context);
				mr = ibv_reg_mr(pd, rig.b.buf, BUF_LEN, ALL_ACCESS);
				CHECK(pd && mr);
				rkey = mr->rkey;
			}
			remote_request(&rig, kind, rkey, addr, 8);
			expect_refusal(&rig, IBV_WC_REM_ACCESS_ERR, IBV_EVENT_QP_ACCESS_ERR);
			CHECK(rig.b.buf[0] == 0x5a && rig.b.buf[63] == 0x5a);
			if (mr)
				CHECK_EQ(ibv_dereg_mr(mr), 0);
			if (pd)
				CHECK_EQ(ibv_dealloc_pd(pd), 0);
			rig_close(&rig);
		}
	}
}

/* Access rights that the key or the QP lacks. */
static void remote_rights(void)
{
	static const unsigned int rights[] = {
		[REMOTE_WRITE] = IBV_ACCESS_REMOTE_WRITE, [REMOTE_READ] = IBV_ACCESS_REMOTE_READ,
		[REMOTE_ATOMIC] = IBV_ACCESS_REMOTE_ATOMIC,
	};
	enum remote kind;
	struct rig rig;

	for (kind = REMOTE_WRITE; kind <= REMOTE_ATOMIC; kind++) {
		const struct rig_options poor_mr = { .mr_access = ALL_ACCESS & ~rights[kind] };
		const struct rig_options poor_qp = { .qp_access = ALL_ACCESS & ~rights[kind] };

		rig_open(&rig, &poor_mr);
		one_recv(&rig);
		remote_request(&rig, kind, rig.b.mr->rkey, (uintptr_t)rig.b.buf, 8);
		expect_refusal(&rig, IBV_WC_REM_ACCESS_ERR, IBV_EVENT_QP_ACCESS_ERR);
		rig_close(&rig);

		rig_open(&rig, &poor_qp);
		one_recv(&rig);
		remote_request(&rig, kind, rig.b.mr->rkey, (uintptr_t)rig.b.buf, 8);
		expect_refusal(&rig, IBV_WC_REM_INV_REQ_ERR, IBV_EVENT_QP_REQ_ERR);
		rig_close(&rig);
	}
}

static void unaligned_atomic(void)
{
	struct rig rig;

	rig_open(&rig, NULL);
	one_recv(&rig);
	remote_request(&rig, REMOTE_ATOMIC, rig.b.mr->rkey, (uintptr_t)rig.b.buf + 4, 8);
	expect_refusal(&rig, IBV_WC_REM_INV_REQ_ERR, IBV_EVENT_QP_REQ_ERR);
	rig_close(&rig);
}

/* A message that is longer than the receive WQE's list. */
static void too_long(void)
{
	struct ibv_sge from, to[2];
	struct rig rig;

	rig_open(&rig, NULL);
	to[0] = sge_of(&rig.b, 0, 60);
	to[1] = sge_of(&rig.b, 100, 39);
	from = sge_of(&rig.a, 0, 100);
	memset(rig.b.buf, 0x5a, 4096);
	post_recv(&rig.b, 2, to, 2);
	one_recv(&rig);
	wr_send(&rig.a, 1, IBV_SEND_SIGNALED, &from, 1);
	bad_wc(rig.a.send_cq, 1, IBV_WC_REM_INV_REQ_ERR);
	bad_wc(rig.b.recv_cq, 2, IBV_WC_LOC_LEN_ERR);
	bad_wc(rig.b.recv_cq, 100, IBV_WC_WR_FLUSH_ERR);
	CHECK_EQ(state_of(rig.a.qp), IBV_QPS_ERR);
	CHECK_EQ(state_of(rig.b.qp), IBV_QPS_ERR);
	CHECK(rig.b.buf[139] == 0x5a && rig.b.buf[60] == 0x5a);
	rig_close(&rig);
}

/* A receive WQE with a wrong key: both ends fail, with different errors. */
static void receive_faults(void)
{
	struct ibv_sge from, to;
	struct rig rig;

	rig_open(&rig, NULL);
	from = sge_of(&rig.a, 0, 100);
	to = sge_of(&rig.b, 0, 100);
	to.lkey ^= 1;
	post_recv(&rig.b, 2, &to, 1);
	wr_send(&rig.a, 1, IBV_SEND_SIGNALED, &from, 1);
	bad_wc(rig.a.send_cq, 1, IBV_WC_REM_OP_ERR);
	bad_wc(rig.b.recv_cq, 2, IBV_WC_LOC_PROT_ERR);
	CHECK_EQ(state_of(rig.b.qp), IBV_QPS_ERR);
	rig_close(&rig);
}

/* A receive WQE with a key of another PD than the queue's. */
static void receive_foreign(void)
{
	struct ibv_sge from, to;
	struct ibv_pd *pd;
	struct ibv_mr *mr;
	struct rig rig;

	rig_open(&rig, NULL);
	pd = ibv_alloc_pd(rig.b.context);
	CHECK(pd);
	mr = ibv_reg_mr(pd, rig.b.buf, BUF_LEN, IBV_ACCESS_LOCAL_WRITE);
	CHECK(mr);
	from = sge_of(&rig.a, 0, 100);
	to = sge_of(&rig.b, 0, 100);
	to.lkey = mr->lkey;
	post_recv(&rig.b, 2, &to, 1);
	wr_send(&rig.a, 1, IBV_SEND_SIGNALED, &from, 1);
	bad_wc(rig.a.send_cq, 1, IBV_WC_REM_OP_ERR);
	bad_wc(rig.b.recv_cq, 2, IBV_WC_LOC_PROT_ERR);
	CHECK_EQ(ibv_dereg_mr(mr), 0);
	CHECK_EQ(ibv_dealloc_pd(pd), 0);
	rig_close(&rig);
}

static void rnr_exhausted(void)
{
	const struct rig_options options = { .rnr_retry = 2 };
	struct ibv_sge from;
	struct rig rig;

	rig_open(&rig, &options);
	from = sge_of(&rig.a, 0, 100);
	wr_send(&rig.a, 1, IBV_SEND_SIGNALED, &from, 1);
	wr_send(&rig.a, 2, 0, &from, 1);
	bad_wc(rig.a.send_cq, 1, IBV_WC_RNR_RETRY_EXC_ERR);
	bad_wc(rig.a.send_cq, 2, IBV_WC_WR_FLUSH_ERR);
	CHECK_EQ(state_of(rig.b.qp), IBV_QPS_RTS);
	rig_close(&rig);
}

/*
 * The receive WQE comes while the requester waits; long messages are sent again from their start.
 */
static void rnr_then_ready(void)
{
	const struct rig_options options = { .rnr_retry = 7 };
	struct ibv_sge from, to;
	struct rig rig;
	unsigned int i;

	rig_open(&rig, &options);
	for (i = 0; i < 4; i++) {
		from = sge_of(&rig.a, i * 8, 100 + i * 50000);
		to = sge_of(&rig.b, 0, from.length);
		fill(rig.a.buf, BUF_LEN, i);
		wr_send(&rig.a, i, IBV_SEND_SIGNALED, &from, 1);
		no_wc(rig.a.send_cq);
		post_recv(&rig.b, 2, &to, 1);
		good_wc(rig.a.send_cq, i, IBV_WC_SEND);
		CHECK_EQ(good_wc(rig.b.recv_cq, 2, IBV_WC_RECV).byte_len, from.length);
		CHECK(!memcmp(rig.b.buf, rig.a.buf + i * 8, from.length));
		no_wc(rig.b.recv_cq);
	}
	rig_close(&rig);
}

static void no_peer(void)
{
	const struct rig_options options = { .no_peer = true };
	struct ibv_sge from;
	struct rig rig;

	rig_open(&rig, &options);
	from = sge_of(&rig.a, 0, 100);
	wr_write(&rig.a, 1, &from, 1, rig.b.mr->rkey, (uintptr_t)rig.b.buf);
	bad_wc(rig.a.send_cq, 1, IBV_WC_RETRY_EXC_ERR);
	CHECK_EQ(state_of(rig.a.qp), IBV_QPS_ERR);
	rig_close(&rig);
}

static double seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Duplicate requests: acknowledged, and the last READ is read again, but neither written nor received. */
static void duplicates(void)
{
	const struct rig_options options = { .old_psns = 3 };
	struct ibv_sge sge;
	struct rig rig;

	rig_open(&rig, &options);
	fill(rig.a.buf, BUF_LEN, 1);
	fill(rig.b.buf, BUF_LEN, 2);
	sge = sge_of(&rig.a, 0, 100);
	wr_write(&rig.a, 1, &sge, 1, rig.b.mr->rkey, (uintptr_t)rig.b.buf);
	good_wc(rig.a.send_cq, 1, IBV_WC_RDMA_WRITE);
	wr_send(&rig.a, 2, IBV_SEND_SIGNALED, &sge, 1);
	good_wc(rig.a.send_cq, 2, IBV_WC_SEND);
	wr_read(&rig.a, 3, &sge, 1, rig.b.mr->rkey, (uintptr_t)rig.b.buf);
	good_wc(rig.a.send_cq, 3, IBV_WC_RDMA_READ);
	CHECK(!memcmp(rig.a.buf, rig.b.buf, 100));	/* b's bytes have arrived at a */
	fill(rig.a.buf, BUF_LEN, 2);
	CHECK(!memcmp(rig.a.buf, rig.b.buf, BUF_LEN));
	no_wc(rig.b.recv_cq);
	rig_close(&rig);
}

/* Requests before the last one, whose requester has had its answer: they are not executed. */
static void late_duplicates(void)
{
	const struct rig_options options = { .old_psns = 200 };
	struct ibv_send_wr *bad, atomic = {
		.wr_id = 1, .num_sge = 1, .send_flags = IBV_SEND_SIGNALED,
		.opcode = IBV_WR_ATOMIC_FETCH_AND_ADD,
	};
	struct ibv_sge sge;
	struct rig rig;

	rig_open(&rig, &options);
	sge = sge_of(&rig.a, 0, 100);
	wr_read(&rig.a, 1, &sge, 1, rig.b.mr->rkey, (uintptr_t)rig.b.buf);
	bad_wc(rig.a.send_cq, 1, IBV_WC_RETRY_EXC_ERR);
	rig_close(&rig);
	rig_open(&rig, &options);
	fill(rig.a.buf, BUF_LEN, 2);
	fill(rig.b.buf, BUF_LEN, 2);
	sge = sge_of(&rig.a, 0, 8);
	atomic.sg_list = &sge;
	atomic.wr.atomic.remote_addr = (uintptr_t)rig.b.buf;
	atomic.wr.atomic.rkey = rig.b.mr->rkey;
	atomic.wr.atomic.compare_add = 1;
	CHECK_EQ(ibv_post_send(rig.a.qp, &atomic, &bad), 0);
	bad_wc(rig.a.send_cq, 1, IBV_WC_RETRY_EXC_ERR);
	CHECK(!memcmp(rig.a.buf, rig.b.buf, BUF_LEN));
	rig_close(&rig);
}

/* Returns the duration of a request without an answer. */
static double unanswered(bool no_retry)
{
	const struct rig_options options = { .no_peer = true, .timeout = 14, .no_retry = no_retry };
	struct ibv_sge from;
	struct rig rig;
	double start;

	rig_open(&rig, &options);
	from = sge_of(&rig.a, 0, 100);
	start = seconds();
	wr_write(&rig.a, 1, &from, 1, rig.b.mr->rkey, (uintptr_t)rig.b.buf);
	bad_wc(rig.a.send_cq, 1, IBV_WC_RETRY_EXC_ERR);
	start = seconds() - start;
	rig_close(&rig);
	return start;
}

/* Each retry has its timeout, and their number is the program's. */
static void retries(void)
{
	const double each = 4096e-9 * (1 << 14);
	int i;

	CHECK(unanswered(false) >= 3 * each);
	for (i = 0; i < 30; i++) {	/* the machine may be busy, but not always */
		const double once = unanswered(true);

		CHECK(once >= each);
		if (once < 3 * each)
			return;
	}
	CHECK(!"there is no retry");
}

/* A peer in error does not answer either. */
static void dead_peer(void)
{
	struct ibv_sge from;
	struct rig rig;

	rig_open(&rig, NULL);
	CHECK_EQ(to_state(rig.b.qp, IBV_QPS_ERR), 0);
	from = sge_of(&rig.a, 0, 8);
	wr_read(&rig.a, 1, &from, 1, rig.b.mr->rkey, (uintptr_t)rig.b.buf);
	bad_wc(rig.a.send_cq, 1, IBV_WC_RETRY_EXC_ERR);
	rig_close(&rig);
}

/* A wrong PSN: the peer never accepts the packet. */
static void wrong_psn(void)
{
	struct rig_options options = { .wrong_psn = true };
	struct ibv_sge from, to;
	struct rig rig;

	rig_open(&rig, &options);
	from = sge_of(&rig.a, 0, 8);
	to = sge_of(&rig.b, 0, 8);
	post_recv(&rig.b, 2, &to, 1);
	wr_send(&rig.a, 1, IBV_SEND_SIGNALED, &from, 1);
	bad_wc(rig.a.send_cq, 1, IBV_WC_RETRY_EXC_ERR);
	no_wc(rig.b.recv_cq);
	CHECK_EQ(to_state(rig.a.qp, IBV_QPS_RESET), 0);
	rig_close(&rig);
}

/*
 * The third of six fails: two completions, the error, three flushes, in order and signaled or not.
 */
static void flush_order(void)
{
	struct ibv_sge from, bad, to;
	struct rig rig;
	unsigned int i;

	rig_open(&rig, NULL);
	from = sge_of(&rig.a, 0, 64);
	to = sge_of(&rig.b, 0, 64);
	bad = from;
	bad.lkey = 0x99999900;
	for (i = 0; i < 5; i++)
		post_recv(&rig.a, 50 + i, &from, 1);
	for (i = 0; i < 5; i++)
		post_recv(&rig.b, i, &to, 1);
	ibv_wr_start(rig.a.qpx);
	for (i = 0; i < 6; i++) {
		rig.a.qpx->wr_id = 10 + i;
		rig.a.qpx->wr_flags = i % 2 ? IBV_SEND_SIGNALED : 0;
		ibv_wr_send(rig.a.qpx);
		ibv_wr_set_sge_list(rig.a.qpx, 1, i == 2 ? &bad : &from);
	}
	CHECK_EQ(ibv_wr_complete(rig.a.qpx), 0);
	good_wc(rig.a.send_cq, 11, IBV_WC_SEND);
	bad_wc(rig.a.send_cq, 12, IBV_WC_LOC_PROT_ERR);
	for (i = 3; i < 6; i++)
		bad_wc(rig.a.send_cq, 10 + i, IBV_WC_WR_FLUSH_ERR);
	for (i = 0; i < 5; i++)
		bad_wc(rig.a.recv_cq, 50 + i, IBV_WC_WR_FLUSH_ERR);
	good_wc(rig.b.recv_cq, 0, IBV_WC_RECV);
	good_wc(rig.b.recv_cq, 1, IBV_WC_RECV);
	no_wc(rig.b.recv_cq);
	/* Requests posted to a QP in error are flushed, too. */
	wr_send(&rig.a, 20, 0, &from, 1);
	bad_wc(rig.a.send_cq, 20, IBV_WC_WR_FLUSH_ERR);
	post_recv(&rig.a, 60, &from, 1);
	bad_wc(rig.a.recv_cq, 60, IBV_WC_WR_FLUSH_ERR);
	rig_close(&rig);
}

/* Changes of state by the program. */
static void to_error(void)
{
	const struct rig_options options = { .rnr_retry = 7 };
	struct ibv_sge from, to;
	struct rig rig;
	unsigned int i;

	rig_open(&rig, &options);
	from = sge_of(&rig.a, 0, 64);
	to = sge_of(&rig.a, 64, 64);
	for (i = 0; i < 3; i++) {
		post_recv(&rig.a, 40 + i, &to, 1);
		wr_send(&rig.a, i, 0, &from, 1);	/* the first waits for a receive WQE */
	}
	no_wc(rig.a.send_cq);
	CHECK_EQ(to_state(rig.a.qp, IBV_QPS_ERR), 0);
	for (i = 0; i < 3; i++) {
		bad_wc(rig.a.send_cq, i, IBV_WC_WR_FLUSH_ERR);
		bad_wc(rig.a.recv_cq, 40 + i, IBV_WC_WR_FLUSH_ERR);
	}
	/* The waiting request is not completed. */
	post_recv(&rig.b, 1, &to, 0);
	no_wc(rig.b.recv_cq);
	no_wc(rig.a.send_cq);
	no_event(rig.a.context);
	rig_close(&rig);
}

/* Unmapped registered memory is a protection error, not a crash. */
static void unmapped(void)
{
	uint8_t *pages;
	struct ibv_sge from;
	struct ibv_mr *mr;
	struct rig rig;
	unsigned int i;

	for (i = 0; i < 3; i++) {
		struct ibv_sge to;

		rig_open(&rig, NULL);
		to = sge_of(&rig.b, 0, 100);
		pages = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
			     0);
		CHECK(pages != MAP_FAILED);
		mr = ibv_reg_mr(i == 2 ? rig.b.pd : rig.a.pd, pages, 8192, ALL_ACCESS);
		CHECK(mr);
		CHECK_EQ(munmap(pages, 8192), 0);
		from = (struct ibv_sge){ .addr = (uintptr_t)pages + 4000, .length = 100,
					 .lkey = mr->lkey };
		post_recv(&rig.b, 100, &to, 1);
		if (i == 0) {
			wr_send(&rig.a, 1, IBV_SEND_SIGNALED, &from, 1);
			bad_wc(rig.a.send_cq, 1, IBV_WC_LOC_PROT_ERR);
		} else if (i == 1) {
			wr_read(&rig.a, 1, &from, 1, rig.b.mr->rkey, (uintptr_t)rig.b.buf);
			bad_wc(rig.a.send_cq, 1, IBV_WC_LOC_PROT_ERR);
		} else {
			from = sge_of(&rig.a, 0, 100);
			wr_write(&rig.a, 1, &from, 1, mr->rkey, (uintptr_t)pages + 4000);
			expect_refusal(&rig, IBV_WC_REM_ACCESS_ERR, IBV_EVENT_QP_ACCESS_ERR);
		}
		CHECK_EQ(ibv_dereg_mr(mr), 0);
		rig_close(&rig);
	}
}

/* A UMR that the device refuses: the key is as it was. */
static void umr_refused(void)
{
	struct mlx5dv_mkey *mkey;
	struct ibv_sge entries[4], from;
	struct rig rig;
	unsigned int i;

	rig_open(&rig, NULL);
	mkey = new_mkey(&rig.b, 0, 4);
	for (i = 0; i < 4; i++)
		entries[i] = sge_of(&rig.b, i * 1000, 64);
	wr_list(&rig.b, 1, mkey, ALL_ACCESS, entries, 4);
	good_wc(rig.b.send_cq, 1, IBV_WC_DRIVER1);
	from = sge_of(&rig.a, 0, 256);
	wr_write(&rig.a, 2, &from, 1, mkey->rkey, 0);
	good_wc(rig.a.send_cq, 2, IBV_WC_RDMA_WRITE);
	/* Beyond the end of its list. */
	wr_write(&rig.a, 1, &from, 1, mkey->rkey, 1);
	bad_wc(rig.a.send_cq, 1, IBV_WC_REM_ACCESS_ERR);
	expect_event(&rig.b, IBV_EVENT_QP_ACCESS_ERR);
	rig_reconnect(&rig);
	/* Without remote write. */
	wr_list(&rig.b, 1, mkey, IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_READ, entries, 4);
	good_wc(rig.b.send_cq, 1, IBV_WC_DRIVER1);
	wr_write(&rig.a, 1, &from, 1, mkey->rkey, 0);
	bad_wc(rig.a.send_cq, 1, IBV_WC_REM_ACCESS_ERR);
	expect_event(&rig.b, IBV_EVENT_QP_ACCESS_ERR);
	rig_reconnect(&rig);
	wr_read(&rig.a, 1, &from, 1, mkey->rkey, 0);
	good_wc(rig.a.send_cq, 1, IBV_WC_RDMA_READ);
	CHECK_EQ(mlx5dv_destroy_mkey(mkey), 0);
	/* After that there is no such key. */
	wr_read(&rig.a, 1, &from, 1, mkey->rkey, 0);
	bad_wc(rig.a.send_cq, 1, IBV_WC_REM_ACCESS_ERR);
	expect_event(&rig.b, IBV_EVENT_QP_ACCESS_ERR);
	rig_close(&rig);
}

/* SEND with invalidate of a key that cannot be invalidated. */
static void bad_invalidate(void)
{
	struct ibv_send_wr *bad, wr = { .wr_id = 1, .opcode = IBV_WR_SEND_WITH_INV, .num_sge = 1,
					.send_flags = IBV_SEND_SIGNALED };
	struct ibv_sge from, to;
	struct rig rig;

	rig_open(&rig, NULL);
	from = sge_of(&rig.a, 0, 10);
	to = sge_of(&rig.b, 0, 10);
	post_recv(&rig.b, 2, &to, 1);
	wr.sg_list = &from;
	wr.invalidate_rkey = rig.b.mr->rkey;	/* made without remote invalidation */
	CHECK_EQ(ibv_post_send(rig.a.qp, &wr, &bad), 0);
	bad_wc(rig.a.send_cq, 1, IBV_WC_REM_ACCESS_ERR);
	bad_wc(rig.b.recv_cq, 2, IBV_WC_LOC_ACCESS_ERR);
	CHECK_EQ(state_of(rig.b.qp), IBV_QPS_ERR);
	rig_close(&rig);
}

/* Address space is not memory: a key without memory is refused at once. */
static void more_than_memory(void)
{
	const size_t len = (size_t)sysconf(_SC_PHYS_PAGES) * (size_t)sysconf(_SC_PAGESIZE) * 2;
	void *space = mmap(NULL, len, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	struct rig rig;

	CHECK(space != MAP_FAILED);
	rig_open(&rig, NULL);
	errno = 0;
	CHECK(!ibv_reg_mr(rig.a.pd, space, len, IBV_ACCESS_LOCAL_WRITE));
	CHECK_EQ(errno, ENOMEM);
	rig_close(&rig);
	CHECK_EQ(munmap(space, len), 0);
}

const struct test error_tests[] = {
	{ "local_faults", local_faults, false },
	{ "local_access", local_access, false },
	{ "remote_keys", remote_keys, false },
	{ "remote_rights", remote_rights, false },
	{ "unaligned_atomic", unaligned_atomic, false },
	{ "too_long", too_long, false },
	{ "receive_faults", receive_faults, false },
	{ "receive_foreign", receive_foreign, false },
	{ "rnr_exhausted", rnr_exhausted, false },
	{ "rnr_then_ready", rnr_then_ready, false },
	{ "no_peer", no_peer, false },
	{ "retries", retries, false },
	{ "duplicates", duplicates, false },
	{ "late_duplicates", late_duplicates, false },
	{ "dead_peer", dead_peer, false },
	{ "wrong_psn", wrong_psn, false },
	{ "flush_order", flush_order, false },
	{ "to_error", to_error, false },
	{ "unmapped", unmapped, false },
	{ "umr_refused", umr_refused, false },
	{ "bad_invalidate", bad_invalidate, false },
	{ "more_than_memory", more_than_memory, false },
	{ NULL, NULL, false },
};
