// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Tests of scatter to CQE: the cases with data in the completion, and that only libmlx5 copies them
 * out. A test checks the memory before it polls the CQE.
 */
#include <sched.h>
#include <string.h>

#include "prm_cqe.h"
#include "prm_ctrl.h"
#include "prm_rdma.h"
#include "rig.h"

#define FILLER 0x5a
#define ROOM 4096u	/* bytes that a test checks */

/* Waits for the next unpolled CQE, and returns it. */
static const struct prm_cqe64 *wait_cqe(struct ibv_cq *cq)
{
	struct mlx5dv_cq dv = {0};
	struct mlx5dv_obj obj = { .cq = { .in = cq, .out = &dv } };
	const struct prm_cqe64 *cqe;
	uint32_t ci;

	CHECK_EQ(mlx5dv_init_obj(&obj, MLX5DV_OBJ_CQ), 0);
	ci = be32toh((uint32_t)dv.dbrec[0]);
	cqe = (const void *)((uint8_t *)dv.buf + (size_t)(ci & (dv.cqe_cnt - 1)) * dv.cqe_size +
			     dv.cqe_size - PRM_CQE64_SIZE);
	while (prm_cqe64_get_opcode(cqe) == PRM_CQE_OPCODE_INVALID ||
	       prm_cqe64_get_owner(cqe) != !!(ci & dv.cqe_cnt)) {
		__asm__ volatile("" ::: "memory");
		sched_yield();
	}
	return cqe;
}

static bool is_untouched(const struct side *side)
{
	size_t i;

	for (i = 0; i < ROOM; i++)
		if (side->buf[i] != FILLER)
			return false;
	return true;
}

/* Makes a list of three entries with @len bytes and more. */
static void split(const struct side *side, uint32_t len, struct ibv_sge sge[3])
{
	sge[0] = sge_of(side, 100, len / 3 + 1);
	sge[1] = sge_of(side, 300, len / 2 + 1);
	sge[2] = sge_of(side, 1000, len + 1);
}

/* Checks that the first @len bytes of @data are in the list, and nothing else was written. */
static void check_list(const struct side *side, const struct ibv_sge *sge, const uint8_t *data,
		       uint32_t len)
{
	uint8_t want[ROOM];
	uint32_t n;

	memset(want, FILLER, sizeof(want));
	for (; len; sge++, data += n, len -= n) {
		n = sge->length < len ? sge->length : len;
		memcpy(want + (sge->addr - (uintptr_t)side->buf), data, n);
	}
	CHECK(!memcmp(side->buf, want, sizeof(want)));
}

static const uint32_t lengths[] = { 0, 1, 8, 31, 32, 33, 63, 64, 65, 100 };

static uint32_t room_of(const struct rig_options *options)
{
	return options->long_cqe ? 64 : 32;
}

static void check_format(const struct prm_cqe64 *cqe, const struct rig_options *options,
			 const uint8_t *data, uint32_t len)
{
	const uint8_t *bytes = (const uint8_t *)cqe;

	CHECK_EQ(prm_cqe64_get_byte_count(cqe), len);
	if (!len || len > room_of(options)) {
		CHECK_EQ(prm_cqe64_get_format(cqe), PRM_CQE_FORMAT_NO_INLINE);
		return;
	}
	CHECK_EQ(prm_cqe64_get_format(cqe), options->long_cqe ? PRM_CQE_FORMAT_INLINE_64 :
						 PRM_CQE_FORMAT_INLINE_32);
	CHECK(!memcmp(options->long_cqe ? bytes - 64 : bytes, data, len));
}

static void receives(const struct rig_options *options)
{
	struct ibv_sge to[3], from;
	struct rig rig;
	size_t i;

	rig_open(&rig, options);
	fill(rig.a.buf, ROOM, 7);
	for (i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++) {
		const uint32_t len = lengths[i];
		const struct prm_cqe64 *cqe;

		memset(rig.b.buf, FILLER, ROOM);
		split(&rig.b, len, to);
		from = sge_of(&rig.a, i, len);
		post_recv(&rig.b, i, to, 3);
		wr_send(&rig.a, i, IBV_SEND_SIGNALED, &from, len != 0);
		good_wc(rig.a.send_cq, i, IBV_WC_SEND);
		cqe = wait_cqe(rig.b.recv_cq);
		check_format(cqe, options, rig.a.buf + i, len);
		CHECK_EQ(is_untouched(&rig.b), len <= room_of(options));
		CHECK_EQ(good_wc(rig.b.recv_cq, i, IBV_WC_RECV).byte_len, len);
		check_list(&rig.b, to, rig.a.buf + i, len);
	}
	rig_close(&rig);
}

static void inline_receives(void)
{
	struct rig_options options = { .scatter = RIG_SCATTER };
	unsigned int i;

	for (i = 0; i < 4; i++) {
		options.long_cqe = i & 1;
		options.has_srq = i & 2;
		receives(&options);
	}
}

/* libmlx5 detects a list that is too short, which the card does not use. */
static void inline_too_long(void)
{
	const struct rig_options options = { .scatter = RIG_SCATTER };
	struct ibv_sge to, from;
	struct rig rig;

	rig_open(&rig, &options);
	to = sge_of(&rig.b, 0, 16);
	from = sge_of(&rig.a, 0, 17);
	post_recv(&rig.b, 1, &to, 1);
	wr_send(&rig.a, 2, IBV_SEND_SIGNALED, &from, 1);
	good_wc(rig.a.send_cq, 2, IBV_WC_SEND);
	bad_wc(rig.b.recv_cq, 1, IBV_WC_LOC_LEN_ERR);
	CHECK_EQ(state_of(rig.a.qp), IBV_QPS_RTS);
	CHECK_EQ(state_of(rig.b.qp), IBV_QPS_RTS);
	rig_close(&rig);
}

/* The immediate data of a short write are in the CQE, the data are not. */
static void inline_write(void)
{
	const struct rig_options options = { .scatter = RIG_SCATTER };
	struct ibv_sge to, from;
	struct ibv_wc wc;
	struct rig rig;

	rig_open(&rig, &options);
	fill(rig.a.buf, ROOM, 8);
	memset(rig.b.buf, FILLER, ROOM);
	to = sge_of(&rig.b, 2000, 100);
	from = sge_of(&rig.a, 0, 16);
	post_recv(&rig.b, 1, &to, 1);
	ibv_wr_start(rig.a.qpx);
	rig.a.qpx->wr_id = 2;
	rig.a.qpx->wr_flags = IBV_SEND_SIGNALED;
	ibv_wr_rdma_write_imm(rig.a.qpx, rig.b.mr->rkey, (uintptr_t)rig.b.buf, htobe32(99));
	ibv_wr_set_sge_list(rig.a.qpx, 1, &from);
	CHECK_EQ(ibv_wr_complete(rig.a.qpx), 0);
	good_wc(rig.a.send_cq, 2, IBV_WC_RDMA_WRITE);
	CHECK_EQ(prm_cqe64_get_format(wait_cqe(rig.b.recv_cq)), PRM_CQE_FORMAT_NO_INLINE);
	wc = good_wc(rig.b.recv_cq, 1, IBV_WC_RECV_RDMA_WITH_IMM);
	CHECK_EQ(be32toh(wc.imm_data), 99);
	CHECK(!memcmp(rig.b.buf, rig.a.buf, 16));
	memset(rig.b.buf, FILLER, 16);
	CHECK(is_untouched(&rig.b));
	rig_close(&rig);
}

static void answers(const struct rig_options *options)
{
	const bool is_asked_for = options->sig_all || options->scatter == RIG_ALLOW_SCATTER;
	struct ibv_sge to[3];
	struct rig rig;
	size_t i;

	rig_open(&rig, options);
	fill(rig.b.buf, ROOM, 9);
	for (i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++) {
		const uint32_t len = lengths[i];
		const bool is_inline = is_asked_for && len && len <= room_of(options);
		const unsigned int n = len > 2 ? 3 : len != 0;
		const struct prm_cqe64 *cqe;

		memset(rig.a.buf, FILLER, ROOM);
		to[0] = sge_of(&rig.a, 100, n == 3 ? len / 3 : len);
		to[1] = sge_of(&rig.a, 300, len / 3);
		to[2] = sge_of(&rig.a, 1000, len - 2 * (len / 3));
		wr_read(&rig.a, i, to, n, rig.b.mr->rkey, (uintptr_t)rig.b.buf + i);
		cqe = wait_cqe(rig.a.send_cq);
		if (is_asked_for)
			check_format(cqe, options, rig.b.buf + i, len);
		else
			CHECK_EQ(prm_cqe64_get_format(cqe), PRM_CQE_FORMAT_NO_INLINE);
		CHECK_EQ(is_untouched(&rig.a), is_inline || !len);
		CHECK_EQ(good_wc(rig.a.send_cq, i, IBV_WC_RDMA_READ).byte_len, len);
		/* libmlx5 before 64 takes the data from a wrong place of a long CQE. */
		if (!is_inline || !options->long_cqe)
			check_list(&rig.a, to, rig.b.buf + i, len);
	}
	rig_close(&rig);
}

static void inline_reads(void)
{
	struct rig_options options = { .scatter = RIG_SCATTER };
	unsigned int i;

	for (i = 0; i < 6; i++) {
		options.long_cqe = i & 1;
		options.sig_all = i / 2 == 1;
		options.scatter = i / 2 == 2 ? RIG_ALLOW_SCATTER : RIG_SCATTER;
		answers(&options);
	}
}

/* Without a CQE, data go to memory. */
static void inline_unsignaled(void)
{
	const struct rig_options options = { .scatter = RIG_ALLOW_SCATTER };
	struct ibv_sge to[2];
	struct rig rig;
	unsigned int i;

	rig_open(&rig, &options);
	fill(rig.b.buf, ROOM, 10);
	memset(rig.a.buf, FILLER, ROOM);
	ibv_wr_start(rig.a.qpx);
	for (i = 0; i < 2; i++) {
		to[i] = sge_of(&rig.a, i * 100, 20);
		rig.a.qpx->wr_id = i;
		rig.a.qpx->wr_flags = i ? IBV_SEND_SIGNALED : 0;
		ibv_wr_rdma_read(rig.a.qpx, rig.b.mr->rkey, (uintptr_t)rig.b.buf);
		ibv_wr_set_sge_list(rig.a.qpx, 1, &to[i]);
	}
	CHECK_EQ(ibv_wr_complete(rig.a.qpx), 0);
	wait_cqe(rig.a.send_cq);
	CHECK(!memcmp(rig.a.buf, rig.b.buf, 20));
	CHECK_EQ(rig.a.buf[100], FILLER);
	good_wc(rig.a.send_cq, 1, IBV_WC_RDMA_READ);
	CHECK(!memcmp(rig.a.buf + 100, rig.b.buf, 20));
	rig_close(&rig);
}

/* The old value is written into the CQE. */
static void inline_atomics(void)
{
	const struct rig_options options = { .scatter = RIG_SCATTER, .sig_all = true };
	const uint64_t before = 41;
	struct ibv_sge to;
	struct rig rig;

	rig_open(&rig, &options);
	memset(rig.a.buf, FILLER, ROOM);
	memcpy(rig.b.buf, &before, sizeof(before));
	to = sge_of(&rig.a, 64, 8);
	ibv_wr_start(rig.a.qpx);
	rig.a.qpx->wr_id = 1;
	rig.a.qpx->wr_flags = 0;
	ibv_wr_atomic_fetch_add(rig.a.qpx, rig.b.mr->rkey, (uintptr_t)rig.b.buf, 2);
	ibv_wr_set_sge_list(rig.a.qpx, 1, &to);
	CHECK_EQ(ibv_wr_complete(rig.a.qpx), 0);
	CHECK_EQ(prm_cqe64_get_format(wait_cqe(rig.a.send_cq)), PRM_CQE_FORMAT_INLINE_32);
	CHECK(is_untouched(&rig.a));
	good_wc(rig.a.send_cq, 1, IBV_WC_FETCH_ADD);
	CHECK(!memcmp(rig.a.buf + 64, &before, sizeof(before)));
	CHECK_EQ(*(uint64_t *)(void *)rig.b.buf, 43);
	rig_close(&rig);
}

/* The keys of the list are not used: one can be deregistered. */
static void inline_no_key(void)
{
	const struct rig_options options = { .scatter = RIG_SCATTER, .sig_all = true };
	struct ibv_sge to, from;
	struct rig rig;

	rig_open(&rig, &options);
	fill(rig.a.buf, ROOM, 11);
	to = sge_of(&rig.b, 0, 32);
	to.lkey = 0x77777700;
	from = sge_of(&rig.a, 0, 32);
	post_recv(&rig.b, 1, &to, 1);
	wr_send(&rig.a, 2, 0, &from, 1);
	good_wc(rig.a.send_cq, 2, IBV_WC_SEND);
	good_wc(rig.b.recv_cq, 1, IBV_WC_RECV);
	CHECK(!memcmp(rig.b.buf, rig.a.buf, 32));
	rig_close(&rig);
}

const struct test scatter_tests[] = {
	{ "inline_receives", inline_receives, false },
	{ "inline_too_long", inline_too_long, false },
	{ "inline_write", inline_write, false },
	{ "inline_reads", inline_reads, false },
	{ "inline_unsignaled", inline_unsignaled, false },
	{ "inline_atomics", inline_atomics, false },
	{ "inline_no_key", inline_no_key, false },
	{ NULL, NULL, false },
};
