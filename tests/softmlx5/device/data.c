// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Every request that moves data, with each byte of both buffers compared with a plain model.
 */
#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>

#include "prm_ctrl.h"
#include "prm_data.h"
#include "prm_qp.h"
#include "prm_rdma.h"
#include "rig.h"

#define A_SEED 0xa1u
#define B_SEED 0xb2u

/* What the buffers must hold. */
struct model {
	uint8_t *a, *b;
};

static void model_open(struct model *model, struct rig *rig)
{
	fill(rig->a.buf, BUF_LEN, A_SEED);
	fill(rig->b.buf, BUF_LEN, B_SEED);
	model->a = malloc(BUF_LEN);
	model->b = malloc(BUF_LEN);
	CHECK(model->a && model->b);
	memcpy(model->a, rig->a.buf, BUF_LEN);
	memcpy(model->b, rig->b.buf, BUF_LEN);
}

static void same_bytes(const uint8_t *is, const uint8_t *should, const char *whose)
{
	size_t i;

	if (!memcmp(is, should, BUF_LEN))
		return;
	for (i = 0; is[i] == should[i]; i++)
		;
	test_fail(__FILE__, __LINE__, "byte 0x%zx of %s is 0x%02x, not 0x%02x", i, whose, is[i],
		  should[i]);
}

static void model_check(const struct model *model, const struct rig *rig)
{
	same_bytes(rig->a.buf, model->a, "a");
	same_bytes(rig->b.buf, model->b, "b");
}

static void model_close(struct model *model)
{
	free(model->a);
	free(model->b);
}

/* Copies from a scatter-gather list over @from's buffer to one over @to's. */
static void model_move(uint8_t *to_bytes, const struct side *to, const struct ibv_sge *to_sge,
		       const uint8_t *from_bytes, const struct side *from,
		       const struct ibv_sge *from_sge, size_t n_from)
{
	size_t i, to_at = 0, to_entry = 0;
	uint32_t j;

	for (i = 0; i < n_from; i++) {
		for (j = 0; j < from_sge[i].length; j++) {
			const size_t from_at = from_sge[i].addr - (uintptr_t)from->buf + j;

			while (to_at == to_sge[to_entry].length) {
				to_at = 0;
				to_entry++;
			}
			to_bytes[to_sge[to_entry].addr - (uintptr_t)to->buf + to_at++] =
				from_bytes[from_at];
		}
	}
}

/*
 * A list of 1 to MAX_SGE entries with @len bytes altogether, which do not overlap, in a random
 * order and at odd addresses.
 */
static size_t random_list(uint32_t *seed, const struct side *side, uint32_t len,
			  struct ibv_sge *sge)
{
	const size_t n = 1 + random_next(seed) % MAX_SGE;
	const size_t rotate = random_next(seed) % n;
	size_t i;

	for (i = 0; i < n; i++) {
		const size_t place = (i + rotate) % n * (BUF_LEN / MAX_SGE);
		uint32_t part = i + 1 == n ? len : random_next(seed) % (len + 1);

		if (part > BUF_LEN / MAX_SGE - 8)
			part = BUF_LEN / MAX_SGE - 8;
		sge[i] = sge_of(side, place + random_next(seed) % 8, part);
		len -= part;
	}
	/* No length of 0, which means 2 GiB; the list's order stays. */
	for (i = 0; i < n; i++)
		if (!sge[i].length)
			sge[i].length = 1;
	return n;
}

static uint32_t list_len(const struct ibv_sge *sge, size_t n)
{
	uint32_t len = 0;

	while (n--)
		len += sge[n].length;
	return len;
}

static uint32_t random_len(uint32_t *seed)
{
	const uint32_t magnitude = random_next(seed) % 18;

	return 1 + random_next(seed) % (1u << magnitude);
}

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

/* Through the old interface, which libmlx5 has other code for. */
static void post(struct side *side, struct ibv_send_wr *wr)
{
	struct ibv_send_wr *bad;

	CHECK_EQ(ibv_post_send(side->qp, wr, &bad), 0);
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
		post(&rig.a, &wr);
		good_wc(rig.a.send_cq, i, IBV_WC_SEND);
		CHECK_EQ(good_wc(rig.b.recv_cq, i, IBV_WC_RECV).byte_len, lengths[i]);
		model_move(model.b, &rig.b, &to, model.a, &rig.a, &from, 1);
		model_check(&model, &rig);
		to.addr += 4096;
		wr.opcode = IBV_WR_RDMA_WRITE;
		wr.wr.rdma.remote_addr = to.addr;
		wr.wr.rdma.rkey = rig.b.mr->rkey;
		post(&rig.a, &wr);
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
	/* Without bytes no key is looked at. */
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
		post(&rig.a, &wr);
		good_wc(rig.a.send_cq, 1, IBV_WC_SEND);
		wc = good_wc(rig.b.recv_cq, 2, IBV_WC_RECV);
		CHECK_EQ(wc.byte_len, 5000);
		CHECK_EQ(wc.wc_flags, IBV_WC_WITH_IMM);
		CHECK_EQ(wc.imm_data, imm);
		model_move(model.b, &rig.b, &to, model.a, &rig.a, &from, 1);
		model_check(&model, &rig);

		/* The scatter list of the receive WQE is left alone. */
		post_recv(&rig.b, 3, &to, 1);
		from.addr += 20000;
		from.length = 70000;
		wr.opcode = IBV_WR_RDMA_WRITE_WITH_IMM;
		wr.wr.rdma.remote_addr = (uintptr_t)rig.b.buf + 50000;
		wr.wr.rdma.rkey = rig.b.mr->rkey;
		post(&rig.a, &wr);
		good_wc(rig.a.send_cq, 1, IBV_WC_RDMA_WRITE);
		wc = good_wc(rig.b.recv_cq, 3, IBV_WC_RECV_RDMA_WITH_IMM);
		CHECK_EQ(wc.byte_len, 70000);
		CHECK_EQ(wc.wc_flags, IBV_WC_WITH_IMM);
		CHECK_EQ(wc.imm_data, imm);
		to = sge_of(&rig.b, 50000, 70000);
		model_move(model.b, &rig.b, &to, model.a, &rig.a, &from, 1);
		model_check(&model, &rig);

		/* No bytes, only the number. */
		post_recv(&rig.b, 4, NULL, 0);
		wr.num_sge = 0;
		post(&rig.a, &wr);
		good_wc(rig.a.send_cq, 1, IBV_WC_RDMA_WRITE);
		CHECK_EQ(good_wc(rig.b.recv_cq, 4, IBV_WC_RECV_RDMA_WITH_IMM).byte_len, 0);
		model_check(&model, &rig);
	}
	model_close(&model);
	rig_close(&rig);
}

/* 64 requests in flight, most without completion, so that the rings turn around some times. */
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

/* Both directions at once, and a QP that talks to itself through one buffer. */
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

/*
 * Atomics.
 */

static uint64_t number_at(const struct side *side, size_t offset)
{
	uint64_t value;

	memcpy(&value, side->buf + offset, sizeof(value));
	return value;
}

static void put_number(struct side *side, size_t offset, uint64_t value)
{
	memcpy(side->buf + offset, &value, sizeof(value));
}

static void atomics(void)
{
	struct ibv_sge back;
	struct ibv_send_wr wr = { .wr_id = 1, .num_sge = 1, .send_flags = IBV_SEND_SIGNALED };
	struct rig rig;

	rig_open(&rig, NULL);
	back = sge_of(&rig.a, 24, 8);
	wr.sg_list = &back;
	wr.wr.atomic.remote_addr = (uintptr_t)rig.b.buf + 64;
	wr.wr.atomic.rkey = rig.b.mr->rkey;
	put_number(&rig.b, 64, 0x1122334455667788);
	wr.opcode = IBV_WR_ATOMIC_FETCH_AND_ADD;
	wr.wr.atomic.compare_add = 0xf000000000000001;
	post(&rig.a, &wr);
	good_wc(rig.a.send_cq, 1, IBV_WC_FETCH_ADD);
	CHECK_EQ(number_at(&rig.a, 24), 0x1122334455667788);
	CHECK_EQ(number_at(&rig.b, 64), 0x0122334455667789);

	wr.opcode = IBV_WR_ATOMIC_CMP_AND_SWP;
	wr.wr.atomic.compare_add = 0x0122334455667780;	/* not what is there */
	wr.wr.atomic.swap = 77;
	post(&rig.a, &wr);
	good_wc(rig.a.send_cq, 1, IBV_WC_COMP_SWAP);
	CHECK_EQ(number_at(&rig.a, 24), 0x0122334455667789);
	CHECK_EQ(number_at(&rig.b, 64), 0x0122334455667789);
	wr.wr.atomic.compare_add = 0x0122334455667789;
	post(&rig.a, &wr);
	good_wc(rig.a.send_cq, 1, IBV_WC_COMP_SWAP);
	CHECK_EQ(number_at(&rig.a, 24), 0x0122334455667789);
	CHECK_EQ(number_at(&rig.b, 64), 77);
	rig_close(&rig);
}

/* A raw WQE with remote address, the operands of @len bytes, and where the old value goes. */
static void masked(struct rig *rig, uint8_t opcode, uint8_t opmod, const void *operands, size_t len)
{
	const size_t value = opmod == PRM_EXTENDED_ATOMIC_OPMOD_BYTES_4 ? 4 : 8;
	uint8_t wqe[128] __attribute__((aligned(16))) = {0};
	struct prm_raddr_seg_fields remote = { .raddr = (uintptr_t)rig->b.buf + 64,
					       .rkey = rig->b.mr->rkey };
	struct prm_data_seg_fields data = { .byte_count = (uint32_t)value, .lkey = rig->a.mr->lkey,
					    .addr = (uintptr_t)rig->a.buf + 24 };
	struct prm_ctrl_seg *ctrl = (void *)wqe;

	prm_ctrl_seg_set_opcode(ctrl, opcode);
	prm_ctrl_seg_set_opmod(ctrl, opmod);
	prm_raddr_seg_pack((void *)(wqe + 16), &remote);
	memcpy(wqe + 32, operands, len);
	prm_data_seg_pack((void *)(wqe + 32 + len), &data);
	wr_raw(&rig->a, 5, wqe, 48 + len);
	good_wc(rig->a.send_cq, 5, IBV_WC_DRIVER2);
}

/* What the kernel sets is InfiniBand's mode, which has 8 bytes only. */
static void allow_short_atomics(struct side *side)
{
	struct prm_rts2rts_qp_in in;
	struct prm_rts2rts_qp_out out;
	struct prm_rts2rts_qp_in_fields fields;

	prm_rts2rts_qp_in_fields_init(&fields);
	fields.qpn = side->qp->qp_num;
	fields.opt_param_mask = PRM_QP_OPT_PARAM_RAE;
	fields.qpc.rae = true;
	fields.qpc.atomic_mode = PRM_QP_ATOMIC_MODE_UP_TO_8B;
	prm_rts2rts_qp_in_pack(&in, &fields);
	CHECK_EQ(mlx5dv_devx_qp_modify(side->qp, &in, sizeof(in), &out, sizeof(out)), 0);
}

static void masked_atomics(void)
{
	struct rig rig;
	struct prm_masked_atomic_cs64_seg_fields cs64 = {
		.swap = 0xaaaaaaaaaaaaaaaa, .compare = 0xff00ff00ff00ff88,
		.swap_mask = 0x00000000ffffffff, .compare_mask = 0x00000000000000ff,
	};
	struct prm_masked_atomic_fa64_seg_fields fa64 = {
		.add = 0x0000000000ffffff, .field_boundary = 0x0000000000808080,
	};
	struct prm_masked_atomic_cs32_seg_fields cs32 = {
		.swap = 0x12345678, .compare = 0x55667788, .swap_mask = 0xffff0000,
		.compare_mask = 0xffffffff,
	};
	struct prm_masked_atomic_fa32_seg_fields fa32 = {
		.add = 0x00010001, .field_boundary = 0x00008000,
	};
	union {
		struct prm_masked_atomic_cs64_seg cs64;
		struct prm_masked_atomic_fa64_seg fa64;
		struct prm_masked_atomic_cs32_seg cs32;
		struct prm_masked_atomic_fa32_seg fa32;
	} seg;

	rig_open(&rig, NULL);
	allow_short_atomics(&rig.b);
	put_number(&rig.b, 64, 0x1122334455667788);
	prm_masked_atomic_cs64_seg_pack(&seg.cs64, &cs64);
	masked(&rig, PRM_WQE_OPCODE_ATOMIC_MASKED_CS, PRM_EXTENDED_ATOMIC_OPMOD_BYTES_8, &seg.cs64,
	       sizeof(seg.cs64));
	CHECK_EQ(number_at(&rig.a, 24), 0x1122334455667788);
	CHECK_EQ(number_at(&rig.b, 64), 0x11223344aaaaaaaa);
	masked(&rig, PRM_WQE_OPCODE_ATOMIC_MASKED_CS, PRM_EXTENDED_ATOMIC_OPMOD_BYTES_8, &seg.cs64,
	       sizeof(seg.cs64));	/* the low byte is another one now */
	CHECK_EQ(number_at(&rig.b, 64), 0x11223344aaaaaaaa);

	put_number(&rig.b, 64, 0x1122334455ff0102);
	prm_masked_atomic_fa64_seg_pack(&seg.fa64, &fa64);
	masked(&rig, PRM_WQE_OPCODE_ATOMIC_MASKED_FA, PRM_EXTENDED_ATOMIC_OPMOD_BYTES_8, &seg.fa64,
	       sizeof(seg.fa64));
	/*
	 * Three bytes of their own, ff + ff, 01 + ff, 02 + ff, without carry from one to the next.
	 */
	CHECK_EQ(number_at(&rig.b, 64), 0x1122334455fe0001);
	CHECK_EQ(number_at(&rig.a, 24), 0x1122334455ff0102);

	put_number(&rig.b, 64, 0x1122334455667788);
	put_number(&rig.a, 24, 0);
	prm_masked_atomic_cs32_seg_pack(&seg.cs32, &cs32);
	masked(&rig, PRM_WQE_OPCODE_ATOMIC_MASKED_CS, PRM_EXTENDED_ATOMIC_OPMOD_BYTES_4, &seg.cs32,
	       sizeof(seg.cs32));
	CHECK_EQ(number_at(&rig.a, 24), 0x55667788);
	CHECK_EQ(number_at(&rig.b, 64), 0x1122334412347788);

	put_number(&rig.b, 64, 0x11223344ffffffff);
	prm_masked_atomic_fa32_seg_pack(&seg.fa32, &fa32);
	masked(&rig, PRM_WQE_OPCODE_ATOMIC_MASKED_FA, PRM_EXTENDED_ATOMIC_OPMOD_BYTES_4, &seg.fa32,
	       sizeof(seg.fa32));
	CHECK_EQ(number_at(&rig.b, 64), 0x1122334400000000);
	rig_close(&rig);
}

/*
 * Keys.
 */

static void local_inv(struct side *side, uint64_t wr_id, uint32_t key)
{
	struct ibv_send_wr wr = { .wr_id = wr_id, .opcode = IBV_WR_LOCAL_INV,
				  .invalidate_rkey = key, .send_flags = IBV_SEND_SIGNALED };

	post(side, &wr);
}

/* A list of entries over a's and b's own buffers: each side reads and writes through it. */
static void umr_list(void)
{
	uint32_t seed = 6, round;
	struct mlx5dv_mkey *mkey;
	struct model model;
	struct rig rig;

	rig_open(&rig, NULL);
	model_open(&model, &rig);
	mkey = new_mkey(&rig.b, 0, 8);
	for (round = 0; round < 30; round++) {
		struct ibv_sge entries[MAX_SGE], from, whole;
		size_t n = random_list(&seed, &rig.b, 1 + random_len(&seed), entries);
		const uint32_t len = list_len(entries, n);
		const uint32_t skip = random_next(&seed) % len;

		wr_list(&rig.b, round, mkey, ALL_ACCESS, entries, (uint16_t)n);
		good_wc(rig.b.send_cq, round, IBV_WC_DRIVER1);
		/* The peer writes all of it, from offset 0 on. */
		from = sge_of(&rig.a, random_next(&seed) % 1000, len);
		wr_write(&rig.a, 1, &from, 1, mkey->rkey, 0);
		good_wc(rig.a.send_cq, 1, IBV_WC_RDMA_WRITE);
		model_move(model.b, &rig.b, entries, model.a, &rig.a, &from, 1);
		model_check(&model, &rig);
		/* It reads from the middle. */
		whole = sge_of(&rig.a, 500000, len - skip);
		wr_read(&rig.a, 2, &whole, 1, mkey->rkey, skip);
		good_wc(rig.a.send_cq, 2, IBV_WC_RDMA_READ);
		memcpy(model.a + 500000, model.a + (from.addr - (uintptr_t)rig.a.buf) + skip,
		       len - skip);
		model_check(&model, &rig);
		/* b itself sends by its lkey. */
		from = (struct ibv_sge){ .addr = skip, .length = len - skip, .lkey = mkey->lkey };
		whole = sge_of(&rig.a, 800000, len);
		post_recv(&rig.a, 3, &whole, 1);
		wr_send(&rig.b, 4, IBV_SEND_SIGNALED, &from, 1);
		good_wc(rig.b.send_cq, 4, IBV_WC_SEND);
		good_wc(rig.a.recv_cq, 3, IBV_WC_RECV);
		memcpy(model.a + 800000, model.a + 500000, len - skip);
		model_check(&model, &rig);
	}
	CHECK_EQ(mlx5dv_destroy_mkey(mkey), 0);
	model_close(&model);
	rig_close(&rig);
}

/* Behind a UMR whose completion was polled, no fence is needed. */
static void umr_seen(void)
{
	uint8_t wqe[32] __attribute__((aligned(16))) = {0};
	struct prm_data_seg_fields data = { .byte_count = 64 };
	struct mlx5dv_mkey *mkey;
	struct ibv_sge entry, to;
	struct model model;
	struct rig rig;

	rig_open(&rig, NULL);
	model_open(&model, &rig);
	mkey = new_mkey(&rig.a, 0, 4);
	entry = sge_of(&rig.a, 5, 64);
	to = sge_of(&rig.b, 7, 64);
	post_recv(&rig.b, 3, &to, 1);
	wr_list(&rig.a, 1, mkey, IBV_ACCESS_LOCAL_WRITE, &entry, 1);
	good_wc(rig.a.send_cq, 1, IBV_WC_DRIVER1);
	data.lkey = mkey->lkey;
	prm_ctrl_seg_set_opcode((void *)wqe, PRM_WQE_OPCODE_SEND);
	prm_data_seg_pack((void *)(wqe + 16), &data);
	wr_raw(&rig.a, 2, wqe, sizeof(wqe));
	good_wc(rig.a.send_cq, 2, IBV_WC_DRIVER2);
	good_wc(rig.b.recv_cq, 3, IBV_WC_RECV);
	model_move(model.b, &rig.b, &to, model.a, &rig.a, &entry, 1);
	model_check(&model, &rig);
	CHECK_EQ(mlx5dv_destroy_mkey(mkey), 0);
	model_close(&model);
	rig_close(&rig);
}

#define ROUNDS 37u

static void umr_interleaved(void)
{
	struct mlx5dv_mr_interleaved pieces[3];
	struct mlx5dv_mkey_conf_attr attr = {0};
	struct mlx5dv_mkey *mkey;
	struct ibv_sge from;
	struct model model;
	uint32_t i, j, k, at = 0, len = 0;
	struct rig rig;

	rig_open(&rig, NULL);
	model_open(&model, &rig);
	mkey = new_mkey(&rig.b, 0, 8);
	for (i = 0; i < 3; i++) {
		pieces[i] = (struct mlx5dv_mr_interleaved){
			.addr = (uintptr_t)rig.b.buf + i * 100000 + 3,
			.bytes_count = 512 + i * 8, .bytes_skip = i * 24, .lkey = rig.b.mr->lkey,
		};
		len += ROUNDS * pieces[i].bytes_count;
	}
	ibv_wr_start(rig.b.qpx);
	rig.b.qpx->wr_id = 1;
	rig.b.qpx->wr_flags = IBV_SEND_SIGNALED | IBV_SEND_INLINE;
	mlx5dv_wr_mkey_configure(rig.b.dvx, mkey, 2, &attr);
	mlx5dv_wr_set_mkey_access_flags(rig.b.dvx, ALL_ACCESS);
	mlx5dv_wr_set_mkey_layout_interleaved(rig.b.dvx, ROUNDS, 3, pieces);
	CHECK_EQ(ibv_wr_complete(rig.b.qpx), 0);
	good_wc(rig.b.send_cq, 1, IBV_WC_DRIVER1);
	from = sge_of(&rig.a, 11, len);
	wr_write(&rig.a, 2, &from, 1, mkey->rkey, 0);
	good_wc(rig.a.send_cq, 2, IBV_WC_RDMA_WRITE);
	for (i = 0; i < ROUNDS; i++)
		for (j = 0; j < 3; j++)
			for (k = 0; k < pieces[j].bytes_count; k++)
				model.b[j * 100000 + 3 + i * (pieces[j].bytes_count +
				pieces[j].bytes_skip) + k] = model.a[11 + at++];
	model_check(&model, &rig);
	from = sge_of(&rig.a, 500000, len - 1000);
	wr_read(&rig.a, 3, &from, 1, mkey->rkey, 1000);
	good_wc(rig.a.send_cq, 3, IBV_WC_RDMA_READ);
	memcpy(model.a + 500000, model.a + 1011, len - 1000);
	model_check(&model, &rig);
	/* One byte behind the last round. */
	wr_read(&rig.a, 4, &from, 1, mkey->rkey, 1001);
	bad_wc(rig.a.send_cq, 4, IBV_WC_REM_ACCESS_ERR);
	CHECK_EQ(mlx5dv_destroy_mkey(mkey), 0);
	{
		struct ibv_async_event event = next_event(rig.b.context);

		CHECK_EQ(event.event_type, IBV_EVENT_QP_ACCESS_ERR);
		ibv_ack_async_event(&event);
	}
	model_close(&model);
	rig_close(&rig);
}

/* A key over a key over a key. */
static void umr_chain(void)
{
	struct mlx5dv_mkey *keys[3];
	struct ibv_sge entries[2], from;
	struct model model;
	struct rig rig;
	uint32_t key;
	unsigned int i;

	rig_open(&rig, NULL);
	model_open(&model, &rig);
	key = rig.b.mr->lkey;
	entries[0] = sge_of(&rig.b, 1000, 3000);
	entries[1] = sge_of(&rig.b, 100, 500);
	for (i = 0; i < 3; i++) {
		keys[i] = new_mkey(&rig.b, 0, 2);
		entries[0].lkey = entries[1].lkey = key;
		wr_list(&rig.b, i, keys[i], ALL_ACCESS, entries, 2);
		good_wc(rig.b.send_cq, i, IBV_WC_DRIVER1);
		/* The next one turns the two halves around. */
		entries[0] = (struct ibv_sge){ .addr = entries[0].length,
					       .length = entries[1].length };
		entries[1] = (struct ibv_sge){ .addr = 0, .length = 3500 - entries[0].length };
		key = keys[i]->lkey;
	}
	from = sge_of(&rig.a, 0, 3500);
	wr_write(&rig.a, 9, &from, 1, keys[2]->rkey, 0);
	good_wc(rig.a.send_cq, 9, IBV_WC_RDMA_WRITE);
	/* Turned around twice. */
	memcpy(model.b + 1000, model.a, 3000);
	memcpy(model.b + 100, model.a + 3000, 500);
	model_check(&model, &rig);
	for (i = 3; i--;)
		CHECK_EQ(mlx5dv_destroy_mkey(keys[i]), 0);
	model_close(&model);
	rig_close(&rig);
}

/*
 * Invalidated by its owner, in libmlx5's way and as an opcode of its own; usable again afterwards.
 */
static void invalidate(void)
{
	uint8_t wqe[64] __attribute__((aligned(16))) = {0};
	struct ibv_sge entry, from;
	struct mlx5dv_mkey *mkey;
	unsigned int round;
	struct rig rig;

	rig_open(&rig, NULL);
	mkey = new_mkey(&rig.b, 0, 4);
	for (round = 0; round < 2; round++) {
		struct ibv_async_event event;

		entry = sge_of(&rig.b, 0, 4096);
		wr_list(&rig.b, 1, mkey, ALL_ACCESS, &entry, 1);
		good_wc(rig.b.send_cq, 1, IBV_WC_DRIVER1);
		from = sge_of(&rig.a, 0, 4096);
		wr_write(&rig.a, 2, &from, 1, mkey->rkey, 0);
		good_wc(rig.a.send_cq, 2, IBV_WC_RDMA_WRITE);
		if (round) {
			prm_ctrl_seg_set_opcode((void *)wqe, PRM_WQE_OPCODE_LOCAL_INVAL);
			prm_ctrl_seg_set_invalidate_key((void *)wqe, mkey->rkey);
			wr_raw(&rig.b, 3, wqe, 16);
			good_wc(rig.b.send_cq, 3, IBV_WC_DRIVER2);
		} else {
			local_inv(&rig.b, 3, mkey->rkey);
			good_wc(rig.b.send_cq, 3, IBV_WC_LOCAL_INV);
		}
		wr_write(&rig.a, 4, &from, 1, mkey->rkey, 0);
		bad_wc(rig.a.send_cq, 4, IBV_WC_REM_ACCESS_ERR);
		event = next_event(rig.b.context);
		CHECK_EQ(event.event_type, IBV_EVENT_QP_ACCESS_ERR);
		ibv_ack_async_event(&event);
		rig_reconnect(&rig);
	}
	CHECK_EQ(mlx5dv_destroy_mkey(mkey), 0);
	rig_close(&rig);
}

static void send_invalidate(void)
{
	struct ibv_send_wr wr = { .wr_id = 2, .opcode = IBV_WR_SEND_WITH_INV, .num_sge = 1,
				  .send_flags = IBV_SEND_SIGNALED };
	struct mlx5dv_mkey *mkey;
	struct ibv_sge entry, from, to;
	struct ibv_wc wc;
	struct rig rig;

	rig_open(&rig, NULL);
	mkey = new_mkey(&rig.b, MLX5DV_MKEY_INIT_ATTR_FLAGS_REMOTE_INVALIDATE, 4);
	entry = sge_of(&rig.b, 0, 4096);
	wr_list(&rig.b, 1, mkey, ALL_ACCESS, &entry, 1);
	good_wc(rig.b.send_cq, 1, IBV_WC_DRIVER1);
	from = sge_of(&rig.a, 0, 100);
	wr_write(&rig.a, 3, &from, 1, mkey->rkey, 50);
	good_wc(rig.a.send_cq, 3, IBV_WC_RDMA_WRITE);
	to = sge_of(&rig.b, 9000, 100);
	post_recv(&rig.b, 4, &to, 1);
	wr.sg_list = &from;
	wr.invalidate_rkey = mkey->rkey;
	post(&rig.a, &wr);
	good_wc(rig.a.send_cq, 2, IBV_WC_SEND);
	wc = good_wc(rig.b.recv_cq, 4, IBV_WC_RECV);
	CHECK_EQ(wc.wc_flags, IBV_WC_WITH_INV);
	CHECK_EQ(wc.invalidated_rkey, mkey->rkey);
	CHECK(!memcmp(rig.b.buf + 9000, rig.a.buf, 100));
	wr_write(&rig.a, 5, &from, 1, mkey->rkey, 50);
	bad_wc(rig.a.send_cq, 5, IBV_WC_REM_ACCESS_ERR);
	{
		struct ibv_async_event event = next_event(rig.b.context);

		CHECK_EQ(event.event_type, IBV_EVENT_QP_ACCESS_ERR);
		ibv_ack_async_event(&event);
	}
	CHECK_EQ(mlx5dv_destroy_mkey(mkey), 0);
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
	wr_raw(&rig.a, 7, wqe, 48);	/* what follows does not count */
	good_wc(rig.a.send_cq, 7, IBV_WC_DRIVER2);
	no_wc(rig.a.send_cq);
	rig_close(&rig);
}

/* A receive queue that several could share. */
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
	{ "atomics", atomics, false },
	{ "masked_atomics", masked_atomics, false },
	{ "umr_list", umr_list, false },
	{ "umr_interleaved", umr_interleaved, false },
	{ "umr_chain", umr_chain, false },
	{ "umr_seen", umr_seen, false },
	{ "invalidate", invalidate, false },
	{ "send_invalidate", send_invalidate, false },
	{ "nop", nop, false },
	{ "shared_receive", shared_receive, false },
	{ NULL, NULL, false },
};
