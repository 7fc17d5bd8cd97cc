// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Requests that move data, with each byte of both buffers compared with a plain model.
 */
#include <arpa/inet.h>
#include <string.h>

#include "model.h"
#include "prm_ctrl.h"

static void send_lists(void)
{
	uint32_t seed = 1, round;
	struct model model;
	struct rig rig;

	rig_open(&rig, NULL);
	model_open(&model, &rig);
	for (round = 0; round < 60; round++) {
		const uint32_t wanted = random_len(&seed);
		struct ibv_sge from[MAX_SGE], to[MAX_SGE];
		size_t n = random_list(&seed, &rig.a, wanted, from), n_to;
		const uint32_t len = list_len(from, n);
		struct ibv_wc wc;

		n_to = random_list(&seed, &rig.b, len + 8, to);
		post_recv(&rig.b, round, to, (int)n_to);
		wr_send(&rig.a, round, IBV_SEND_SIGNALED, from, n);
		good_wc(rig.a.send_cq, round, IBV_WC_SEND);
		wc = good_wc(rig.b.recv_cq, round, IBV_WC_RECV);
		CHECK_EQ(wc.byte_len, len);
		CHECK_EQ(wc.qp_num, rig.b.qp->qp_num);
		CHECK_EQ(wc.wc_flags, 0);
		model_move(model.b, &rig.b, to, model.a, &rig.a, from, n);
		model_check(&model, &rig);
	}
	model_close(&model);
	rig_close(&rig);
}

static void write_lists(void)
{
	uint32_t seed = 2, round;
	struct model model;
	struct rig rig;

	rig_open(&rig, NULL);
	model_open(&model, &rig);
	for (round = 0; round < 60; round++) {
		struct ibv_sge from[MAX_SGE], to;
		size_t n = random_list(&seed, &rig.a, random_len(&seed), from);
		const uint32_t len = list_len(from, n);

		to = sge_of(&rig.b, random_next(&seed) % (BUF_LEN - len), len);
		wr_write(&rig.a, round, from, n, rig.b.mr->rkey, to.addr);
		good_wc(rig.a.send_cq, round, IBV_WC_RDMA_WRITE);
		model_move(model.b, &rig.b, &to, model.a, &rig.a, from, n);
		model_check(&model, &rig);
	}
	no_wc(rig.b.recv_cq);
	model_close(&model);
	rig_close(&rig);
}

static void read_lists(void)
{
	uint32_t seed = 3, round;
	struct model model;
	struct rig rig;

	rig_open(&rig, NULL);
	model_open(&model, &rig);
	for (round = 0; round < 60; round++) {
		struct ibv_sge to[MAX_SGE], from;
		size_t n = random_list(&seed, &rig.a, random_len(&seed), to);
		const uint32_t len = list_len(to, n);
		struct ibv_wc wc;

		from = sge_of(&rig.b, random_next(&seed) % (BUF_LEN - len), len);
		wr_read(&rig.a, round, to, n, rig.b.mr->rkey, from.addr);
		wc = good_wc(rig.a.send_cq, round, IBV_WC_RDMA_READ);
		CHECK_EQ(wc.byte_len, len);
		model_move(model.a, &rig.a, to, model.b, &rig.b, &from, 1);
		model_check(&model, &rig);
	}
	model_close(&model);
	rig_close(&rig);
}

/* Messages of several packets. */
static void long_messages(void)
{
	const struct rig_options options = { .buf_len = LONG_LEN };
	const uint32_t len = LONG_LEN - 9;
	struct ibv_sge from, to;
	struct rig rig;

	rig_open(&rig, &options);
	from = sge_of(&rig.a, 3, len);
	to = sge_of(&rig.b, 7, len);
	fill(rig.a.buf, LONG_LEN, A_SEED);
	memset(rig.b.buf, 0xee, LONG_LEN);
	post_recv(&rig.b, 1, &to, 1);
	wr_send(&rig.a, 2, IBV_SEND_SIGNALED, &from, 1);
	good_wc(rig.a.send_cq, 2, IBV_WC_SEND);
	CHECK_EQ(good_wc(rig.b.recv_cq, 1, IBV_WC_RECV).byte_len, len);
	CHECK(!memcmp(rig.a.buf + 3, rig.b.buf + 7, len));

	memset(rig.b.buf, 0xee, LONG_LEN);
	wr_write(&rig.a, 3, &from, 1, rig.b.mr->rkey, to.addr);
	good_wc(rig.a.send_cq, 3, IBV_WC_RDMA_WRITE);
	CHECK(!memcmp(rig.a.buf + 3, rig.b.buf + 7, len));
	CHECK_EQ(rig.b.buf[6], 0xee);
	CHECK_EQ(rig.b.buf[7 + len], 0xee);

	memset(rig.a.buf, 0x11, LONG_LEN);
	wr_read(&rig.a, 4, &from, 1, rig.b.mr->rkey, to.addr);
	CHECK_EQ(good_wc(rig.a.send_cq, 4, IBV_WC_RDMA_READ).byte_len, len);
	CHECK(!memcmp(rig.a.buf + 3, rig.b.buf + 7, len));
	CHECK_EQ(rig.a.buf[2], 0x11);
	CHECK_EQ(rig.a.buf[3 + len], 0x11);
	rig_close(&rig);
}

static void send_inline(void)
{
	const uint32_t lengths[] = { 1, 15, 28, 64, 100, MAX_INLINE };
	struct model model;
	struct rig rig;
	size_t i;

	rig_open(&rig, NULL);
	model_open(&model, &rig);
	for (i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++) {
		struct ibv_sge from = sge_of(&rig.a, 3, lengths[i]), to = sge_of(&rig.b, 5, 4096);
		struct ibv_send_wr wr = { .wr_id = i, .sg_list = &from, .num_sge = 1,
					  .opcode = IBV_WR_SEND,
					  .send_flags = IBV_SEND_SIGNALED | IBV_SEND_INLINE };

		post_recv(&rig.b, i, &to, 1);
		from.lkey = 0;	/* does not count */
		post_wr(&rig.a, &wr);
		good_wc(rig.a.send_cq, i, IBV_WC_SEND);
		CHECK_EQ(good_wc(rig.b.recv_cq, i, IBV_WC_RECV).byte_len, lengths[i]);
		model_move(model.b, &rig.b, &to, model.a, &rig.a, &from, 1);
		model_check(&model, &rig);
		to.addr += 4096;
		wr.opcode = IBV_WR_RDMA_WRITE;
		wr.wr.rdma.remote_addr = to.addr;
		wr.wr.rdma.rkey = rig.b.mr->rkey;
		post_wr(&rig.a, &wr);
		good_wc(rig.a.send_cq, i, IBV_WC_RDMA_WRITE);
		model_move(model.b, &rig.b, &to, model.a, &rig.a, &from, 1);
		model_check(&model, &rig);
	}
	model_close(&model);
	rig_close(&rig);
}

static void send_empty(void)
{
	struct model model;
	struct rig rig;

	rig_open(&rig, NULL);
	model_open(&model, &rig);
	post_recv(&rig.b, 7, NULL, 0);
	wr_send(&rig.a, 8, IBV_SEND_SIGNALED, NULL, 0);
	good_wc(rig.a.send_cq, 8, IBV_WC_SEND);
	CHECK_EQ(good_wc(rig.b.recv_cq, 7, IBV_WC_RECV).byte_len, 0);
	/* Without data no key is checked. */
	wr_write(&rig.a, 9, NULL, 0, 0xdead00, 0x1000);
	good_wc(rig.a.send_cq, 9, IBV_WC_RDMA_WRITE);
	wr_read(&rig.a, 10, NULL, 0, 0xdead00, 0x1000);
	good_wc(rig.a.send_cq, 10, IBV_WC_RDMA_READ);
	model_check(&model, &rig);
	model_close(&model);
	rig_close(&rig);
}

static void immediate(void)
{
	const uint32_t imm = htonl(0x12345678);
	struct model model;
	struct ibv_wc wc;
	struct rig rig;

	rig_open(&rig, NULL);
	model_open(&model, &rig);
	{
		struct ibv_sge from = sge_of(&rig.a, 100, 5000), to = sge_of(&rig.b, 9, 6000);
		struct ibv_send_wr wr = { .wr_id = 1, .sg_list = &from, .num_sge = 1,
					  .opcode = IBV_WR_SEND_WITH_IMM, .imm_data = imm,
					  .send_flags = IBV_SEND_SIGNALED };

		post_recv(&rig.b, 2, &to, 1);
		post_wr(&rig.a, &wr);
		good_wc(rig.a.send_cq, 1, IBV_WC_SEND);
		wc = good_wc(rig.b.recv_cq, 2, IBV_WC_RECV);
		CHECK_EQ(wc.byte_len, 5000);
		CHECK_EQ(wc.wc_flags, IBV_WC_WITH_IMM);
		CHECK_EQ(wc.imm_data, imm);
		model_move(model.b, &rig.b, &to, model.a, &rig.a, &from, 1);
		model_check(&model, &rig);

		/* The scatter list of the receive WQE is not used. */
		post_recv(&rig.b, 3, &to, 1);
		from.addr += 20000;
		from.length = 70000;
		wr.opcode = IBV_WR_RDMA_WRITE_WITH_IMM;
		wr.wr.rdma.remote_addr = (uintptr_t)rig.b.buf + 50000;
		wr.wr.rdma.rkey = rig.b.mr->rkey;
		post_wr(&rig.a, &wr);
		good_wc(rig.a.send_cq, 1, IBV_WC_RDMA_WRITE);
		wc = good_wc(rig.b.recv_cq, 3, IBV_WC_RECV_RDMA_WITH_IMM);
		CHECK_EQ(wc.byte_len, 70000);
		CHECK_EQ(wc.wc_flags, IBV_WC_WITH_IMM);
		CHECK_EQ(wc.imm_data, imm);
		to = sge_of(&rig.b, 50000, 70000);
		model_move(model.b, &rig.b, &to, model.a, &rig.a, &from, 1);
		model_check(&model, &rig);

		/* Without bytes, only with the immediate. */
		post_recv(&rig.b, 4, NULL, 0);
		wr.num_sge = 0;
		post_wr(&rig.a, &wr);
		good_wc(rig.a.send_cq, 1, IBV_WC_RDMA_WRITE);
		CHECK_EQ(good_wc(rig.b.recv_cq, 4, IBV_WC_RECV_RDMA_WITH_IMM).byte_len, 0);
		model_check(&model, &rig);
	}
	model_close(&model);
	rig_close(&rig);
}

/* 64 requests in flight, most without completion, so that the rings wrap several times. */
static void many(void)
{
	uint32_t seed = 5, round, i;
	struct model model;
	struct rig rig;

	rig_open(&rig, NULL);
	model_open(&model, &rig);
	for (round = 0; round < 40; round++) {
		struct ibv_sge from, to;

		for (i = 0; i < 32; i++) {
			from = sge_of(&rig.a, random_next(&seed) % 60000,
				      1 + random_next(&seed) % 3000);
			to = sge_of(&rig.b, i * 4096, from.length);
			post_recv(&rig.b, round * 32 + i, &to, 1);
			wr_send(&rig.a, round * 32 + i, i == 31 ? IBV_SEND_SIGNALED : 0, &from, 1);
			model_move(model.b, &rig.b, &to, model.a, &rig.a, &from, 1);
		}
		good_wc(rig.a.send_cq, round * 32 + 31, IBV_WC_SEND);
		no_wc(rig.a.send_cq);
		for (i = 0; i < 32; i++)
			good_wc(rig.b.recv_cq, round * 32 + i, IBV_WC_RECV);
		model_check(&model, &rig);
	}
	model_close(&model);
	rig_close(&rig);
}

static void sig_all(void)
{
	const struct rig_options options = { .sig_all = true };
	struct ibv_sge from, to;
	struct rig rig;

	rig_open(&rig, &options);
	from = sge_of(&rig.a, 0, 8);
	to = sge_of(&rig.b, 0, 8);
	post_recv(&rig.b, 1, &to, 1);
	wr_send(&rig.a, 2, 0, &from, 1);
	good_wc(rig.a.send_cq, 2, IBV_WC_SEND);
	good_wc(rig.b.recv_cq, 1, IBV_WC_RECV);
	rig_close(&rig);
}

/* Both directions at once, and a QP that is connected to itself through one buffer. */
static void both_ways(void)
{
	struct ibv_sge a_from, a_to, b_from, b_to;
	struct model model;
	struct rig rig;

	rig_open(&rig, NULL);
	model_open(&model, &rig);
	a_from = sge_of(&rig.a, 0, 100000);
	a_to = sge_of(&rig.a, 200000, 100000);
	b_from = sge_of(&rig.b, 0, 100000);
	b_to = sge_of(&rig.b, 200000, 100000);
	post_recv(&rig.a, 1, &a_to, 1);
	post_recv(&rig.b, 2, &b_to, 1);
	wr_send(&rig.a, 3, IBV_SEND_SIGNALED, &a_from, 1);
	wr_send(&rig.b, 4, IBV_SEND_SIGNALED, &b_from, 1);
	good_wc(rig.a.send_cq, 3, IBV_WC_SEND);
	good_wc(rig.b.send_cq, 4, IBV_WC_SEND);
	good_wc(rig.a.recv_cq, 1, IBV_WC_RECV);
	good_wc(rig.b.recv_cq, 2, IBV_WC_RECV);
	model_move(model.a, &rig.a, &a_to, model.b, &rig.b, &b_from, 1);
	model_move(model.b, &rig.b, &b_to, model.a, &rig.a, &a_from, 1);
	model_check(&model, &rig);
	model_close(&model);
	rig_close(&rig);
}

/* After RESET everything starts again, at index 0. */
static void reconnect(void)
{
	struct ibv_sge from, to;
	struct model model;
	unsigned int round;
	struct rig rig;

	rig_open(&rig, NULL);
	model_open(&model, &rig);
	for (round = 0; round < 5; round++) {
		from = sge_of(&rig.a, 1000 * round, 777);
		to = sge_of(&rig.b, 5000 * round, 777);
		post_recv(&rig.b, round, &to, 1);
		wr_send(&rig.a, round, IBV_SEND_SIGNALED, &from, 1);
		good_wc(rig.a.send_cq, round, IBV_WC_SEND);
		good_wc(rig.b.recv_cq, round, IBV_WC_RECV);
		model_move(model.b, &rig.b, &to, model.a, &rig.a, &from, 1);
		model_check(&model, &rig);
		rig_reconnect(&rig);
	}
	model_close(&model);
	rig_close(&rig);
}

static void nop(void)
{
	uint8_t wqe[64] __attribute__((aligned(16))) = {0};
	struct rig rig;

	rig_open(&rig, NULL);
	prm_ctrl_seg_set_opcode((void *)wqe, PRM_WQE_OPCODE_NOP);
	wr_raw(&rig.a, 6, wqe, 16);
	good_wc(rig.a.send_cq, 6, IBV_WC_DRIVER2);
	wr_raw(&rig.a, 7, wqe, 48);	/* the rest is not used */
	good_wc(rig.a.send_cq, 7, IBV_WC_DRIVER2);
	no_wc(rig.a.send_cq);
	rig_close(&rig);
}

/* A shared receive queue. */
static void shared_receive(void)
{
	const struct rig_options options = { .has_srq = true };
	uint32_t seed = 9, round;
	struct model model;
	struct rig rig;

	rig_open(&rig, &options);
	model_open(&model, &rig);
	for (round = 0; round < 150; round++) {
		struct ibv_sge from[MAX_SGE], to[MAX_SGE];
		size_t n = random_list(&seed, &rig.a, 1 + random_next(&seed) % 3000, from);
		const uint32_t len = list_len(from, n);
		const size_t n_to = random_list(&seed, &rig.b, len + 8, to);

		post_recv(&rig.b, 1000 + round, to, (int)n_to);
		wr_send(&rig.a, round, IBV_SEND_SIGNALED, from, n);
		good_wc(rig.a.send_cq, round, IBV_WC_SEND);
		CHECK_EQ(good_wc(rig.b.recv_cq, 1000 + round, IBV_WC_RECV).byte_len, len);
		model_move(model.b, &rig.b, to, model.a, &rig.a, from, n);
	}
	model_check(&model, &rig);
	model_close(&model);
	rig_close(&rig);
}

const struct test data_tests[] = {
	{ "send_lists", send_lists, false },
	{ "write_lists", write_lists, false },
	{ "read_lists", read_lists, false },
	{ "long_messages", long_messages, false },
	{ "send_inline", send_inline, false },
	{ "send_empty", send_empty, false },
	{ "immediate", immediate, false },
	{ "many", many, false },
	{ "sig_all", sig_all, false },
	{ "both_ways", both_ways, false },
	{ "reconnect", reconnect, false },
	{ "nop", nop, false },
	{ "shared_receive", shared_receive, false },
	{ NULL, NULL, false },
};
