// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * One test for each defect that the library had before version 2. Each failed then.
 *
 *	build/softmlx5 [OPTIONS] build/tests/runtime/defects NAME
 */
#include <dlfcn.h>
#include <poll.h>
#include <unistd.h>

#include <prm_cmd.h>
#include <prm_cqe.h>
#include <prm_ctrl.h>
#include <prm_doorbell.h>
#include <prm_mkey.h>
#include <prm_psv_cmd.h>
#include <prm_qp.h>
#include <prm_query_hca_cap.h>

#include "../../rig/pair.h"
#include "obedient.h"
#include "../../rig/random.h"

/*
 * Queues in plain memory, on a device whose commands always succeed.
 */

enum { QP_WQEBBS = 64, RAW_CQES = 16, CALLER_QPS = 40 };

static uint16_t raw_position;	/* of a send queue, in WQEBBs, from QUERY_QP */

static int raw_query_qp(void *cookie, void *handle, const void *in, size_t inlen, void *out,
			size_t outlen)
{
	struct prm_query_qp_out *answer = out;

	(void)cookie;
	(void)handle;
	(void)in;
	(void)inlen;
	memset(out, 0, outlen);
	prm_qpc_set_state(&answer->qpc, PRM_QP_STATE_SQD);
	prm_qpc_set_hw_sq_wqebb_counter(&answer->qpc, raw_position);
	return 0;
}

static int raw_modify_qp(void *cookie, void *handle, const void *in, size_t inlen, void *out,
			 size_t outlen)
{
	(void)handle;
	return obedient_no_caps(cookie, in, inlen, out, outlen);
}

struct raw_qp {
	_Alignas(64) uint8_t sq[QP_WQEBBS * 64];
	uint8_t uar[1024], record[8];
	struct mlx5sig_qp *qp;
};

static struct mlx5sig_device *raw_device;
static struct mlx5sig_cq *raw_cq;
static _Alignas(64) uint8_t raw_cqes[RAW_CQES * 64], raw_page[4096];
static _Alignas(8) uint8_t raw_cq_record[8];
static uint32_t raw_produced;
static struct raw_qp raw_qps[CALLER_QPS];

static void open_raw(void)
{
	static const struct mlx5sig_devx_ops ops = {
		.obj_create = obedient_create, .obj_destroy = obedient_destroy,
		.general_cmd = obedient_all_caps, .qp_query = raw_query_qp,
		.qp_modify = raw_modify_qp };
	struct mlx5sig_raw_cq raw = { .buf = raw_cqes, .dbrec = raw_cq_record, .uar = raw_page,
				      .cqe_cnt = RAW_CQES, .cqe_size = 64, .cqn = 1 };

	memset(raw_cqes, 0xff, sizeof(raw_cqes));
	raw_device = mlx5sig_device_open(&ops, NULL);
	CHECK(raw_device);
	raw_cq = mlx5sig_device_cq_attach(raw_device, &raw, NULL);
	CHECK(raw_cq);
}

static void close_raw(void)
{
	CHECK(!mlx5sig_cq_detach(raw_cq));
	CHECK(!mlx5sig_device_close(raw_device));
}

static bool attach_raw(struct raw_qp *q, uint32_t qpn)
{
	const struct mlx5sig_qp_attr attr = { .send_cq = raw_cq, .recv_cq = raw_cq };
	const struct mlx5sig_raw_qp raw = {
		.sq_buf = q->sq, .dbrec = q->record, .bf_reg = q->uar, .sq_wqe_cnt = QP_WQEBBS,
		.sq_max_post = QP_WQEBBS, .sq_max_gs = 32, .sq_max_inline = 400, .qpn = qpn,
		.max_desc_size = 1024 };

	q->qp = mlx5sig_device_qp_attach(raw_device, &raw, &attr);
	return q->qp;
}

static void begin_raw(struct mlx5sig_qp *qp, uint64_t wr_id)
{
	mlx5sig_wr_start(qp);
	qp->wr_id = wr_id;
	qp->wr_flags = IBV_SEND_SIGNALED;
}

static void post_nops(struct mlx5sig_qp *qp, uint64_t wr_id, unsigned int num)
{
	begin_raw(qp, wr_id);
	while (num--)
		mlx5sig_wr_nop(qp);
	CHECK(!mlx5sig_wr_complete(qp));
}

/* Completes the WQE with this index; returns the id that is polled. */
static uint64_t complete_raw(uint32_t qpn, uint32_t index)
{
	struct prm_cqe64 *cqe = (void *)(raw_cqes + raw_produced % RAW_CQES * 64);
	struct ibv_wc wc;

	memset(cqe, 0, sizeof(*cqe));
	prm_cqe64_set_qpn(cqe, qpn);
	prm_cqe64_set_wqe_counter(cqe, index);
	prm_cqe64_set_owner(cqe, raw_produced++ / RAW_CQES % 2);
	CHECK(mlx5sig_poll_cq(raw_cq, 1, &wc) == 1 && wc.qp_num == qpn);
	return wc.wr_id;
}

/*
 * Numbers of queue pairs that collide in a table: a detached one is not found any more, its number
 * can be used again, and the CQ can be detached at the end.
 */
static void test_qp_numbers(void)
{
	static const uint32_t steps[] = { 0x100, 0x104, 0x100, 0x101, 0x101, 0x101, 0x101, 0x104 };
	struct raw_qp *by_number[1024] = { NULL }, *q;
	unsigned int i, qpn, num = 0, free_qp;

	open_raw();
	for (i = 0; i < 20000 + sizeof(steps) / sizeof(steps[0]); i++) {
		qpn = i < sizeof(steps) / sizeof(steps[0]) ? steps[i] :
		      (unsigned int)random_bits(&rng) % 16 * 64 + (unsigned int)random_bits(&rng) % 8;
		if (by_number[qpn]) {
			q = by_number[qpn];
			CHECK(mlx5sig_cq_detach(raw_cq) == EBUSY);
			post_nops(q->qp, qpn, 1);
			CHECK(complete_raw(qpn, 0) == qpn);
			CHECK(!mlx5sig_qp_detach(q->qp));
			/* Makes use of freed memory visible. */
			memset(q->sq, 0, sizeof(q->sq));
			memset(q->record, 0, sizeof(q->record));
			q->qp = NULL;
			by_number[qpn] = NULL;
			num--;
		} else if (num < CALLER_QPS) {
			for (free_qp = 0; raw_qps[free_qp].qp; free_qp++)
				;
			CHECK(attach_raw(&raw_qps[free_qp], qpn));
			by_number[qpn] = &raw_qps[free_qp];
			num++;
		}
	}
	for (i = 0; i < CALLER_QPS; i++)
		CHECK(!raw_qps[i].qp || !mlx5sig_qp_detach(raw_qps[i].qp));
	close_raw();
}

/* The number of a CQ that was destroyed without detaching is used again. */
static void test_cq_number(void)
{
	static _Alignas(64) uint8_t others[RAW_CQES * 64];
	static _Alignas(8) uint8_t record[8];
	struct mlx5sig_raw_cq raw = { .buf = others, .dbrec = record, .cqe_cnt = RAW_CQES,
				      .cqe_size = 64, .cqn = 1 };
	struct mlx5sig_cq *cq;

	open_raw();
	memset(others, 0xff, sizeof(others));
	cq = mlx5sig_device_cq_attach(raw_device, &raw, NULL);
	CHECK(cq);
	CHECK(!mlx5sig_device_cq_attach(raw_device, &raw, NULL) && errno == EBUSY);
	CHECK(!mlx5sig_cq_detach(cq));
	close_raw();
}

/* An abort, or a second end, without a batch leaves requests in flight alone. */
static void test_no_batch(void)
{
	const struct prm_qp_doorbell_record *record = (const void *)raw_qps[0].record;
	struct mlx5sig_qp *qp;

	open_raw();
	CHECK(attach_raw(&raw_qps[0], 77));
	qp = raw_qps[0].qp;
	post_nops(qp, 1, 3);
	mlx5sig_wr_abort(qp);
	post_nops(qp, 2, 1);
	CHECK(prm_qp_doorbell_record_get_send_counter(record) == 4);
	CHECK(mlx5sig_wr_complete(qp) == EINVAL);
	mlx5sig_wr_nop(qp);	/* outside of a batch */
	CHECK(mlx5sig_wr_complete(qp) == EINVAL);
	mlx5sig_wr_abort(qp);
	post_nops(qp, 3, 2);
	CHECK(prm_qp_doorbell_record_get_send_counter(record) == 6);
	CHECK(complete_raw(77, 2) == 1);
	CHECK(complete_raw(77, 3) == 2);
	CHECK(complete_raw(77, 5) == 3);
	CHECK(!mlx5sig_qp_detach(qp));
	close_raw();
}

static int send_sges(struct mlx5sig_qp *qp, size_t num)
{
	static struct ibv_sge list[64];
	size_t i;

	for (i = 0; i < num; i++)
		list[i].length = 1;
	begin_raw(qp, 1);
	mlx5sig_wr_send(qp);
	mlx5sig_wr_set_sge_list(qp, num, list);
	return mlx5sig_wr_complete(qp);
}

static int configure_entries(struct mlx5sig_qp *qp, struct mlx5sig_mkey *mkey, uint16_t num)
{
	static struct ibv_sge list[204];

	begin_raw(qp, 1);
	mlx5sig_wr_mkey_configure(qp, mkey, 1, NULL);
	mlx5sig_wr_set_mkey_layout_list(qp, num, list);
	return mlx5sig_wr_complete(qp);
}

/* E2BIG is permanent, ENOMEM lasts until completions have been polled. */
static void test_room(void)
{
	struct mlx5sig_mkey_init_attr init = { .create_flags = 1, .max_entries = 8 };
	static const uint8_t data[512];
	struct mlx5sig_mkey *small, *large;
	struct mlx5sig_qp *qp;
	uint32_t pi;

	open_raw();
	CHECK(attach_raw(&raw_qps[0], 77));
	qp = raw_qps[0].qp;
	small = mlx5sig_device_create_mkey(raw_device, 1, &init);
	init.max_entries = 204;
	large = mlx5sig_device_create_mkey(raw_device, 1, &init);
	CHECK(small && large);
	CHECK(configure_entries(qp, small, 9) == E2BIG);
	CHECK(configure_entries(qp, large, 201) == E2BIG);	/* 51 WQEBBs, 2 in each of 4 UMRs, 6 behind */
	CHECK(send_sges(qp, 33) == E2BIG);
	begin_raw(qp, 1);
	mlx5sig_wr_send(qp);
	mlx5sig_wr_set_inline_data(qp, data, 401);
	CHECK(mlx5sig_wr_complete(qp) == E2BIG);
	for (pi = 0; pi < QP_WQEBBS; pi += 4)
		CHECK(!send_sges(qp, 12));
	CHECK(send_sges(qp, 32) == ENOMEM && configure_entries(qp, small, 8) == ENOMEM);
	CHECK(complete_raw(77, 0) == 1 && complete_raw(77, 4) == 1);
	CHECK(send_sges(qp, 33) == E2BIG && configure_entries(qp, small, 9) == E2BIG);
	CHECK(!configure_entries(qp, small, 8));
	CHECK(!mlx5sig_destroy_mkey(small) && !mlx5sig_destroy_mkey(large));
	CHECK(!mlx5sig_qp_detach(qp));
	close_raw();
}

static const struct mlx5sig_sig_t10dif dif = { .bg_type = MLX5SIG_SIG_T10DIF_CRC };
static const struct mlx5sig_sig_block_domain domain = { .sig_type = MLX5SIG_SIG_TYPE_T10DIF,
							.sig.dif = &dif };

/* The device has stopped in the middle of a configuration, or of a WQE. */
static void test_cancel_inside(void)
{
	static const struct { uint16_t position; int num; bool is_cancelled[5]; } cases[] = {
		{ 0, 1, { true, true, true } },
		{ 1, 1, { false, true, true } },	/* inside the UMR */
		{ 2, 1, { false, true, true } },
		{ 3, 1, { false, true, true } },
		{ 4, 1, { false, false, true } },	/* before the last SET_PSV */
		{ 5, 0, { false, false, false } } };
	const struct mlx5sig_sig_block_attr sig = { .mem = &domain, .wire = &domain,
						    .check_mask = 0xff };
	struct mlx5sig_mkey_init_attr init = { .create_flags = 3, .max_entries = 4 };
	const struct prm_ctrl_seg *wqe;
	static const uint32_t at[] = { 0, 3, 4, 5 };
	struct mlx5sig_mkey *mkey;
	struct mlx5sig_qp *qp;
	unsigned int i, k;

	open_raw();
	mkey = mlx5sig_device_create_mkey(raw_device, 1, &init);
	CHECK(mkey);
	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		memset(raw_qps[0].record, 0, sizeof(raw_qps[0].record));
		CHECK(attach_raw(&raw_qps[0], 77));
		qp = raw_qps[0].qp;
		CHECK(!mlx5sig_qp_enable_sig_pipelining(qp));
		begin_raw(qp, 5);
		mlx5sig_wr_mkey_configure(qp, mkey, 1, NULL);
		mlx5sig_wr_set_mkey_sig_block(qp, &sig);
		qp->wr_id = 6;
		mlx5sig_wr_local_inv(qp, 7);
		CHECK(!mlx5sig_wr_complete(qp));
		raw_position = cases[i].position;
		CHECK(mlx5sig_qp_cancel_posted_send_wrs(qp, 5) == cases[i].num);
		CHECK(mlx5sig_qp_cancel_posted_send_wrs(qp, 5) == 0);
		for (k = 0; k < 4; k++) {
			wqe = (const void *)(raw_qps[0].sq + at[k] * 64);
			CHECK((prm_ctrl_seg_get_opcode(wqe) == PRM_WQE_OPCODE_NOP) ==
			      (k < 3 && cases[i].is_cancelled[k]));
		}
		CHECK(mlx5sig_qp_cancel_posted_send_wrs(qp, 6) == 1);
		CHECK(!mlx5sig_qp_detach(qp));
	}
	CHECK(!mlx5sig_destroy_mkey(mkey));
	close_raw();
}

/* Before its event is received a CQE does not count, however often the CQ is armed. */
static void test_event_count(void)
{
	const struct prm_cq_doorbell_record *record = (const void *)raw_cq_record;

	open_raw();
	CHECK(attach_raw(&raw_qps[0], 77));
	CHECK(!mlx5sig_req_notify_cq(raw_cq, 0));
	post_nops(raw_qps[0].qp, 1, 1);
	CHECK(complete_raw(77, 0) == 1);
	CHECK(!mlx5sig_req_notify_cq(raw_cq, 0));
	CHECK(prm_cq_doorbell_record_get_arm_sn(record) == 0);
	mlx5sig_cq_event(raw_cq);
	CHECK(!mlx5sig_req_notify_cq(raw_cq, 0));
	CHECK(prm_cq_doorbell_record_get_arm_sn(record) == 1);
	CHECK(!mlx5sig_qp_detach(raw_qps[0].qp));
	close_raw();
}

/*
 * A connection, and a key whose data have T10-DIF in memory and none on the wire: blocks of zeroes are
 * good.
 */

enum { BLOCKS = 4, STORED = BLOCKS * (PAIR_BLOCK + PAIR_DIF), PLAIN = BLOCKS * PAIR_BLOCK };
enum { CONFIGURATION = 100, TRANSFER = 200, MARK = 300 };
enum parts { ACCESS = 1, LAYOUT = 2, SIG = 4, ALL = 7 };

static struct pair pair;
static struct side *here = &pair.side[0], *there = &pair.side[1];
static struct ibv_mr *stored, *arrived;
static struct mlx5sig_mkey *key;

static void open_pair(bool with_pipelining)
{
	pair_open(&pair, with_pipelining);
	pair_memory(&pair, STORED, &stored);
	pair_memory(&pair, PLAIN, &arrived);
	key = pair_key(&pair);
}

static void close_pair(void)
{
	CHECK(!mlx5sig_destroy_mkey(key));
	pair_free_memory(stored);
	pair_free_memory(arrived);
	pair_close(&pair);
}

static void begin(uint64_t wr_id, unsigned int flags)
{
	mlx5sig_wr_start(here->qp);
	here->qp->wr_id = wr_id;
	here->qp->wr_flags = flags;
}

static void post_configuration(enum parts parts)
{
	const struct mlx5sig_sig_block_attr sig = {
		.mem = &domain, .check_mask = MLX5SIG_SIG_MASK_T10DIF_GUARD };
	const struct ibv_sge sge = { .addr = (uintptr_t)stored->addr, .length = STORED,
				     .lkey = stored->lkey };

	begin(CONFIGURATION, IBV_SEND_SIGNALED);
	mlx5sig_wr_mkey_configure(here->qp, key, (uint8_t)__builtin_popcount(parts), NULL);
	if (parts & ACCESS)
		mlx5sig_wr_set_mkey_access_flags(here->qp, IBV_ACCESS_LOCAL_WRITE |
						 IBV_ACCESS_REMOTE_WRITE);
	if (parts & LAYOUT)
		mlx5sig_wr_set_mkey_layout_list(here->qp, 1, &sge);
	if (parts & SIG)
		mlx5sig_wr_set_mkey_sig_block(here->qp, &sig);
	CHECK(!mlx5sig_wr_complete(here->qp));
}

static void expect(uint64_t wr_id, enum ibv_wc_status status)
{
	struct ibv_wc wc;
	int n;

	while (!(n = mlx5sig_poll_cq(here->cq, 1, &wc)))
		;
	CHECK(n == 1 && wc.wr_id == wr_id && wc.status == status);
}

static void configure(enum parts parts)
{
	post_configuration(parts);
	expect(CONFIGURATION, IBV_WC_SUCCESS);
}

static void post_transfer(void)
{
	begin(TRANSFER, IBV_SEND_SIGNALED);
	mlx5sig_wr_rdma_write(here->qp, arrived->rkey, (uintptr_t)arrived->addr);
	mlx5sig_wr_set_sge(here->qp, key->lkey, 0, PLAIN);
	CHECK(!mlx5sig_wr_complete(here->qp));
}

static void spoil(bool is_bad)
{
	*((uint8_t *)stored->addr + PAIR_BLOCK + PAIR_DIF + 5) = is_bad;
}

static uint32_t num_errors(void)
{
	struct mlx5sig_mkey_err_ext ext;

	CHECK(!mlx5sig_mkey_check_ext(key, &ext));
	CHECK(ext.err.err_type == (ext.num_errors ? MLX5SIG_MKEY_SIG_BLOCK_BAD_GUARD :
						    MLX5SIG_MKEY_NO_ERR));
	CHECK(!ext.num_errors || ext.err.err.sig.offset == PAIR_BLOCK + PAIR_DIF);
	return ext.num_errors;
}

/* Returns whether the send queue has stopped. */
static bool has_stopped(int ms)
{
	struct pollfd fd = { .fd = pair.context->async_fd, .events = POLLIN };
	struct ibv_async_event event;

	if (poll(&fd, 1, ms) != 1)
		return false;
	CHECK(!ibv_get_async_event(pair.context, &event));
	CHECK(event.event_type == IBV_EVENT_SQ_DRAINED);
	ibv_ack_async_event(&event);
	return true;
}

/* Checks good and bad data several times: the key is armed again each time. */
static void transfer_some(enum parts parts, bool with_pipelining)
{
	unsigned int i;

	for (i = 0; i < 6; i++) {
		spoil(i % 3 != 1);
		configure(i ? ALL : parts);
		post_transfer();
		expect(TRANSFER, IBV_WC_SUCCESS);
		if (with_pipelining && i % 3 != 1) {
			CHECK(has_stopped(10000));
			CHECK(!to_state(here->ibv_qp, IBV_QPS_RTS));
		}
		CHECK(num_errors() == (i % 3 != 1));
	}
}

/* Posts a configuration to a queue in error, which flushes it. */
static void flush(enum parts parts)
{
	CHECK(!to_state(here->ibv_qp, IBV_QPS_ERR));
	post_configuration(parts);
	expect(CONFIGURATION, IBV_WC_WR_FLUSH_ERR);
	pair_reset_both(&pair, false);
}

/* A configuration after an error has been flushed: the next one arms the key again. */
static void test_flushed_rearming(void)
{
	static const enum parts later[] = { ALL, ALL & ~SIG, LAYOUT, SIG };
	unsigned int i;

	open_pair(false);
	for (i = 0; i < sizeof(later) / sizeof(later[0]); i++) {
		transfer_some(ALL, false);	/* ends with an error */
		flush(ALL);
		transfer_some(later[i], false);
	}
	close_pair();
}

/* Stops the queue by an error, posts a configuration after it, and cancels that. */
static void cancel(enum parts parts)
{
	post_transfer();
	expect(TRANSFER, IBV_WC_SUCCESS);
	CHECK(has_stopped(10000));
	CHECK(num_errors() == 1);
	post_configuration(parts);
	CHECK(mlx5sig_qp_cancel_posted_send_wrs(here->qp, CONFIGURATION) == 1);
	CHECK(!to_state(here->ibv_qp, IBV_QPS_RTS));
	expect(CONFIGURATION, IBV_WC_SUCCESS);
}

static void test_cancelled_rearming(void)
{
	static const enum parts later[] = { ALL, ALL & ~SIG, LAYOUT, SIG };
	unsigned int i;

	open_pair(true);
	for (i = 0; i < sizeof(later) / sizeof(later[0]); i++) {
		spoil(true);
		configure(ALL);
		cancel(ALL);
		transfer_some(later[i], true);
	}
	close_pair();
}

/* The first configuration of a key is flushed; the next one sets no signature, and signs. */
static void test_flushed_signature(void)
{
	unsigned int i;

	open_pair(false);
	for (i = 0; i < 3; i++) {
		flush(ALL);
		transfer_some(ALL & ~SIG, false);
		CHECK(!mlx5sig_destroy_mkey(key));
		key = pair_key(&pair);
	}
	close_pair();
}

/*
 * A key that was created to encrypt has a signature only: data would leave in the clear, so it cannot be
 * used.
 */
static void test_in_the_clear(void)
{
	struct mlx5sig_mkey_init_attr init = {
		.max_entries = 4, .create_flags = MLX5SIG_MKEY_INIT_ATTR_FLAGS_INDIRECT |
						  MLX5SIG_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE |
						  MLX5SIG_MKEY_INIT_ATTR_FLAGS_CRYPTO };
	uint32_t i;

	open_pair(false);
	CHECK(!mlx5sig_destroy_mkey(key));
	init.pd = pair.pd;
	key = need(mlx5sig_create_mkey(&init), "mlx5sig_create_mkey");
	memset(arrived->addr, 0xa5, PLAIN);
	configure(ALL);
	post_transfer();
	expect(TRANSFER, IBV_WC_LOC_QP_OP_ERR);
	for (i = 0; i < PLAIN; i++)
		CHECK(((const uint8_t *)arrived->addr)[i] == 0xa5);
	close_pair();
}

static void test_cancelled_signature(void)
{
	struct mlx5sig_mkey *other;

	open_pair(true);
	spoil(true);
	configure(ALL);
	post_transfer();
	expect(TRANSFER, IBV_WC_SUCCESS);
	CHECK(has_stopped(10000) && num_errors() == 1);
	other = key;
	key = pair_key(&pair);
	post_configuration(ALL);	/* the first one of this key */
	CHECK(mlx5sig_qp_cancel_posted_send_wrs(here->qp, CONFIGURATION) == 1);
	CHECK(!to_state(here->ibv_qp, IBV_QPS_RTS));
	expect(CONFIGURATION, IBV_WC_SUCCESS);
	transfer_some(ALL & ~SIG, true);
	CHECK(!mlx5sig_destroy_mkey(other));
	close_pair();
}

/* The peer has received a message: all earlier requests are done, and their CQEs are written. */
static void wait_for_peer(void)
{
	struct ibv_recv_wr *bad, wr = { .wr_id = MARK };

	CHECK(!mlx5sig_post_recv(there->qp, &wr, &bad));
	begin(MARK, IBV_SEND_FENCE);
	mlx5sig_wr_send(here->qp);
	mlx5sig_wr_set_inline_data(here->qp, NULL, 0);
	CHECK(!mlx5sig_wr_complete(here->qp));
	CHECK(pair_wait(there).wr_id == MARK);
	usleep(20000);
}

/* Replaces the queue pair and the CQ of this side. */
static void replace_side(void)
{
	CHECK(!mlx5sig_qp_detach(here->qp) && !mlx5sig_cq_detach(here->cq));
	CHECK(!ibv_destroy_qp(here->ibv_qp) && !ibv_destroy_cq(here->ibv_cq));
	pair_make_side(&pair, here);
	pair_to_init(&pair, here->ibv_qp);
	pair_reset(&pair, there);
	pair_connect_both(&pair);
}

/*
 * A CQ is detached with an unpolled signature error. The key has the error, and reports further
 * ones on its next connection.
 */
static void test_unpolled_error(void)
{
	unsigned int i;

	open_pair(false);
	for (i = 0; i < 3; i++) {
		spoil(true);
		configure(ALL);
		post_transfer();
		wait_for_peer();
		replace_side();
		if (i == 1)	/* before another configuration */
			CHECK(num_errors() == 1);
		configure(i == 2 ? LAYOUT : ALL);
		post_transfer();
		expect(TRANSFER, IBV_WC_SUCCESS);
		CHECK(num_errors() == (i == 1 ? 1 : 2));
		transfer_some(ALL, false);
	}
	close_pair();
}

/*
 * A queue pair that mlx5dv_create_qp() made for signature pipelining: the library has not enabled it,
 * and can cancel.
 */
static void test_cancel_as_created(void)
{
	struct mlx5sig_qp_attr attr = {0};
	struct ibv_qp_init_attr_ex init = {
		.cap = { .max_send_wr = 16, .max_recv_wr = 4, .max_send_sge = 1, .max_recv_sge = 1 },
		.qp_type = IBV_QPT_RC, .comp_mask = IBV_QP_INIT_ATTR_PD };
	struct mlx5dv_qp_init_attr dv = {
		.comp_mask = MLX5DV_QP_INIT_ATTR_MASK_QP_CREATE_FLAGS,
		.create_flags = MLX5DV_QP_CREATE_SIG_PIPELINING |
				MLX5DV_QP_CREATE_DISABLE_SCATTER_TO_CQE };

	open_pair(false);
	CHECK(!mlx5sig_qp_detach(here->qp) && !ibv_destroy_qp(here->ibv_qp));
	init.pd = pair.pd;
	init.send_cq = init.recv_cq = here->ibv_cq;
	here->ibv_qp = need(mlx5dv_create_qp(pair.context, &init, &dv), "mlx5dv_create_qp");
	attr.send_cq = attr.recv_cq = here->cq;
	here->qp = need(mlx5sig_qp_attach(here->ibv_qp, &attr), "mlx5sig_qp_attach");
	pair_to_init(&pair, here->ibv_qp);
	pair_reset(&pair, there);
	pair_connect_both(&pair);
	CHECK(mlx5sig_qp_cancel_posted_send_wrs(here->qp, CONFIGURATION) == -EINVAL);
	spoil(true);
	configure(ALL);
	cancel(ALL);
	transfer_some(ALL, true);
	close_pair();
}

/* A key that is put back twice is not handed out twice. */
static void test_put_twice(void)
{
	struct mlx5sig_mkey_pool_attr attr = {
		.mkey = { .create_flags = 3, .max_entries = 4 }, .initial = 2, .grow = 1 };
	struct mlx5sig_mkey_pool *pool;
	struct mlx5sig_mkey *mkey, *first, *second, *third;

	open_pair(false);
	attr.mkey.pd = pair.pd;
	pool = need(mlx5sig_mkey_pool_create(&attr), "mlx5sig_mkey_pool_create");
	mkey = need(mlx5sig_mkey_pool_get(pool), "mlx5sig_mkey_pool_get");
	(void)mlx5sig_mkey_pool_put(pool, mkey);
	(void)mlx5sig_mkey_pool_put(pool, mkey);
	first = need(mlx5sig_mkey_pool_get(pool), "mlx5sig_mkey_pool_get");
	second = need(mlx5sig_mkey_pool_get(pool), "mlx5sig_mkey_pool_get");
	third = need(mlx5sig_mkey_pool_get(pool), "mlx5sig_mkey_pool_get");
	CHECK(first != second && second != third && first != third);
	(void)mlx5sig_mkey_pool_put(pool, first);
	(void)mlx5sig_mkey_pool_put(pool, second);
	(void)mlx5sig_mkey_pool_put(pool, third);
	CHECK(!mlx5sig_mkey_pool_destroy(pool));
	close_pair();
}

/*
 * A context that is closed with a key left, and the next one at the same address, of a device that
 * cannot sign: this function changes the answers of QUERY_HCA_CAP.
 */

static bool is_other_device;

int mlx5dv_devx_general_cmd(struct ibv_context *context, const void *in, size_t inlen, void *out,
			    size_t outlen)
{
	int (*command)(struct ibv_context *context, const void *in, size_t inlen, void *out,
		       size_t outlen);
	struct prm_query_hca_cap_out *answer = out;
	void *symbol = dlsym(RTLD_NEXT, "mlx5dv_devx_general_cmd");
	int err;

	memcpy(&command, &symbol, sizeof(command));
	err = command(context, in, inlen, out, outlen);
	if (is_other_device && !err &&
	    prm_cmd_in_hdr_get_opcode(in) == PRM_CMD_OPCODE_QUERY_HCA_CAP)
		prm_cmd_hca_cap_set_sho(&answer->cmd_hca_cap, false);
	return err;
}

/* The memory of the context that is closed is that of the next one. */

extern void *__libc_calloc(size_t num, size_t size);
extern void __libc_free(void *memory);

static const struct ibv_context *closed;	/* its memory is kept when it is freed */
static struct { void *memory; size_t size; } last_objects[64], kept;
static unsigned int num_objects;

#ifndef __SANITIZE_ADDRESS__
__attribute__((visibility("default"))) void *calloc(size_t num, size_t size)
{
	void *memory = kept.memory;

	if (memory && num * size == kept.size) {
		kept.memory = NULL;
		return memset(memory, 0, num * size);
	}
	memory = __libc_calloc(num, size);
	if (num * size >= sizeof(struct ibv_context)) {
		last_objects[num_objects % 64].memory = memory;
		last_objects[num_objects++ % 64].size = num * size;
	}
	return memory;
}

__attribute__((visibility("default"))) void free(void *memory)
{
	unsigned int i;

	/* The latest one first: memory may have been that of an object before. */
	for (i = 1; i <= 64 && closed && memory; i++) {
		const unsigned int place = (num_objects - i) % 64;
		const uint8_t *start = last_objects[place].memory;

		if (start == memory && (const uint8_t *)closed >= start &&
		    (const uint8_t *)closed < start + last_objects[place].size) {
			kept.memory = memory;
			kept.size = last_objects[place].size;
			return;
		}
	}
	__libc_free(memory);
}
#endif

static void test_next_context(void)
{
	struct mlx5sig_mkey_init_attr init = { .create_flags = 3, .max_entries = 4 };
	struct ibv_context *context = pair_open_device(), *first = context;
	struct mlx5sig_context caps = {
		.comp_mask = MLX5SIG_CONTEXT_MASK_SIGNATURE_OFFLOAD };
	struct ibv_cq *cq = need(ibv_create_cq(context, 8, NULL, NULL, 0), "CQ");

	init.pd = need(ibv_alloc_pd(context), "PD");
	need(mlx5sig_create_mkey(&init), "mlx5sig_create_mkey");
	need(mlx5sig_cq_attach(cq, NULL), "mlx5sig_cq_attach");
	closed = context;
	must(ibv_close_device(context), "ibv_close_device");
	closed = NULL;
	context = pair_open_device();
	CHECK(context == first);
	is_other_device = true;
	CHECK(!mlx5sig_query_device(context, &caps) && !caps.sig_caps.block_prot);
	init.pd = need(ibv_alloc_pd(context), "PD");
	CHECK(!mlx5sig_create_mkey(&init) && errno == EOPNOTSUPP);
	is_other_device = false;
	cq = need(ibv_create_cq(context, 8, NULL, NULL, 0), "CQ");
	need(mlx5sig_cq_attach(cq, NULL), "mlx5sig_cq_attach");
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		void (*run)(void);
	} tests[] = {
		{ "qp-numbers", test_qp_numbers },
		{ "cq-number", test_cq_number },
		{ "no-batch", test_no_batch },
		{ "room", test_room },
		{ "cancel-inside", test_cancel_inside },
		{ "event-count", test_event_count },
		{ "flushed-rearming", test_flushed_rearming },
		{ "cancelled-rearming", test_cancelled_rearming },
		{ "flushed-signature", test_flushed_signature },
		{ "cancelled-signature", test_cancelled_signature },
		{ "in-the-clear", test_in_the_clear },
		{ "unpolled-error", test_unpolled_error },
		{ "cancel-as-created", test_cancel_as_created },
		{ "put-twice", test_put_twice },
		{ "next-context", test_next_context },
	};
	unsigned int i;

	for (i = 0; i < sizeof(tests) / sizeof(tests[0]); i++) {
		if (argc != 2 || strcmp(argv[1], tests[i].name))
			continue;
		tests[i].run();
		puts("done");
		return 0;
	}
	return 2;
}
