// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Posting, polling, cancelling and detaching on a device: real queues of libmlx5, attached to the
 * library.
 *
 *	build/softmlx5 build/tests/runtime/posting NAME
 */
#include <poll.h>
#include <unistd.h>

#include "../../../examples/pair.h"

#undef assert
#define assert(is_good) do { if (!(is_good)) fail(__FILE__, __LINE__, #is_good); } while (0)

static _Noreturn void fail(const char *file, int line, const char *what)
{
	printf("%s:%d: %s\n", file, line, what);
	exit(1);
}
#define PATIENCE_MS 600000	/* tests/run/patience.py */
#define SIZE 8192u

static struct pair pair;
static struct side *here = &pair.side[0], *there = &pair.side[1];
static struct ibv_mr *mr[2];
static uint8_t *memory[2];

static void open_all(bool with_pipelining)
{
	unsigned int i;

	pair_open(&pair, with_pipelining);
	for (i = 0; i < 2; i++)
		memory[i] = pair_memory(&pair, SIZE, &mr[i]);
}

static void close_all(void)
{
	pair_free_memory(mr[0]);
	pair_free_memory(mr[1]);
	pair_close(&pair);
}

static void begin(uint64_t wr_id, unsigned int flags)
{
	mlx5sig_wr_start(here->qp);
	here->qp->wr_id = wr_id;
	here->qp->wr_flags = flags;
}

static void set_local(uint32_t length)
{
	mlx5sig_wr_set_sge(here->qp, mr[0]->lkey, (uintptr_t)memory[0], length);
}

static void receive(uint64_t wr_id)
{
	struct ibv_sge sge = { .addr = (uintptr_t)memory[1], .length = SIZE, .lkey = mr[1]->lkey };
	struct ibv_recv_wr *bad, wr = { .wr_id = wr_id, .sg_list = &sge, .num_sge = 1 };

	assert(!mlx5sig_post_recv(there->qp, &wr, &bad));
}

static struct ibv_wc wait_for(struct side *side, uint64_t wr_id, enum ibv_wc_opcode opcode)
{
	struct ibv_wc wc = pair_wait(side);

	assert(wc.wr_id == wr_id && wc.opcode == opcode && wc.qp_num == side->ibv_qp->qp_num);
	return wc;
}

static void fill(unsigned int seed)
{
	unsigned int i;

	for (i = 0; i < SIZE; i++) {
		memory[0][i] = (uint8_t)(i * 7 + i / 256 + seed);
		memory[1][i] = 0;
	}
}

/* Every request that moves data, with the contents of its completions. */
static void exchange(void)
{
	const struct ibv_sge list[] = {
		{ .addr = (uintptr_t)memory[0], .length = 100, .lkey = mr[0]->lkey },
		{ .addr = 0, .length = 0, .lkey = 0 },
	};
	const uint32_t rkey = mr[1]->rkey;
	const uint64_t remote = (uintptr_t)memory[1];
	uint64_t number;
	struct ibv_wc wc;

	fill(1);
	receive(50);
	begin(1, IBV_SEND_SIGNALED);
	mlx5sig_wr_send(here->qp);
	set_local(SIZE);
	assert(!mlx5sig_wr_complete(here->qp));
	wait_for(here, 1, IBV_WC_SEND);
	wc = wait_for(there, 50, IBV_WC_RECV);
	assert(wc.byte_len == SIZE && !wc.wc_flags && !memcmp(memory[0], memory[1], SIZE));

	fill(2);
	receive(51);
	begin(2, IBV_SEND_SIGNALED);
	mlx5sig_wr_send_imm(here->qp, htobe32(0x12345678));
	mlx5sig_wr_set_inline_data(here->qp, memory[0], 60);
	assert(!mlx5sig_wr_complete(here->qp));
	wait_for(here, 2, IBV_WC_SEND);
	wc = wait_for(there, 51, IBV_WC_RECV);
	assert(wc.byte_len == 60 && wc.wc_flags == IBV_WC_WITH_IMM);
	assert(wc.imm_data == htobe32(0x12345678) && !memcmp(memory[0], memory[1], 60));
	assert(!memory[1][60]);

	fill(3);
	receive(52);
	begin(3, IBV_SEND_SIGNALED);
	mlx5sig_wr_rdma_write_imm(here->qp, rkey, remote, htobe32(7));
	mlx5sig_wr_set_sge_list(here->qp, 1, list);
	assert(!mlx5sig_wr_complete(here->qp));
	wait_for(here, 3, IBV_WC_RDMA_WRITE);
	wc = wait_for(there, 52, IBV_WC_RECV_RDMA_WITH_IMM);
	assert(wc.imm_data == htobe32(7) && !memcmp(memory[0], memory[1], 100) && !memory[1][100]);

	/* A batch: an unsignaled write, then a read. */
	fill(4);
	begin(4, 0);
	mlx5sig_wr_rdma_write(here->qp, rkey, 0);
	mlx5sig_wr_abort(here->qp);
	begin(4, 0);
	mlx5sig_wr_rdma_write(here->qp, rkey, remote);
	set_local(SIZE / 2);
	here->qp->wr_id = 5;
	here->qp->wr_flags = IBV_SEND_SIGNALED | IBV_SEND_FENCE;
	mlx5sig_wr_rdma_read(here->qp, rkey, remote);
	mlx5sig_wr_set_sge(here->qp, mr[0]->lkey, (uintptr_t)memory[0] + SIZE / 2, SIZE / 2);
	mlx5sig_wr_nop(here->qp);
	assert(!mlx5sig_wr_complete(here->qp));
	wc = wait_for(here, 5, IBV_WC_RDMA_READ);
	assert(wc.byte_len == SIZE / 2 && !memcmp(memory[0], memory[0] + SIZE / 2, SIZE / 2));
	wait_for(here, 5, IBV_WC_DRIVER2);

	fill(5);
	number = 41;
	memcpy(memory[1], &number, sizeof(number));
	begin(6, IBV_SEND_SIGNALED);
	mlx5sig_wr_atomic_fetch_add(here->qp, rkey, remote, 1);
	set_local(8);
	mlx5sig_wr_atomic_cmp_swp(here->qp, rkey, remote, 42, 99);
	mlx5sig_wr_set_sge(here->qp, mr[0]->lkey, (uintptr_t)memory[0] + 8, 8);
	assert(!mlx5sig_wr_complete(here->qp));
	wc = wait_for(here, 6, IBV_WC_FETCH_ADD);
	assert(wc.byte_len == 8);
	wait_for(here, 6, IBV_WC_COMP_SWAP);
	memcpy(&number, memory[0], sizeof(number));
	assert(number == 41);
	memcpy(&number, memory[0] + 8, sizeof(number));
	assert(number == 42);
	memcpy(&number, memory[1], sizeof(number));
	assert(number == 99);
}

/* Atomics are allowed too. */
static void allow_atomics(void)
{
	struct ibv_qp_attr attr = {
		.qp_access_flags = IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ |
				   IBV_ACCESS_REMOTE_ATOMIC };
	unsigned int i;

	for (i = 0; i < 2; i++) {
		assert(!ibv_modify_qp(pair.side[i].ibv_qp, &attr, IBV_QP_ACCESS_FLAGS));
		assert(!ibv_dereg_mr(mr[i]));
		mr[i] = need(ibv_reg_mr(pair.pd, memory[i], SIZE, IBV_ACCESS_LOCAL_WRITE |
					IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ |
					IBV_ACCESS_REMOTE_ATOMIC), "MR");
	}
}

static void test_exchange(void)
{
	unsigned int i;

	open_all(false);
	allow_atomics();
	for (i = 0; i < 40; i++)	/* all rings wrap several times */
		exchange();
	close_all();
}

/* Detached with completions in the CQ, and attached again by others. */
static void test_detach(void)
{
	struct mlx5sig_qp_attr attr = {0};
	struct ibv_wc wc;
	unsigned int i;

	open_all(false);
	allow_atomics();
	attr.send_cq = attr.recv_cq = here->cq;
	exchange();
	assert(!mlx5sig_cq_attach(here->ibv_cq, NULL) && errno == EBUSY);
	assert(mlx5sig_cq_detach(here->cq) == EBUSY);
	attr.recv_cq = there->cq;
	assert(!mlx5sig_qp_attach(here->ibv_qp, &attr) && errno == EINVAL);
	attr.recv_cq = here->cq;
	receive(50);
	begin(70, IBV_SEND_SIGNALED);
	for (i = 0; i < 3; i++) {
		mlx5sig_wr_rdma_write(here->qp, mr[1]->rkey, (uintptr_t)memory[1]);
		set_local(16);
	}
	here->qp->wr_flags = 0;
	mlx5sig_wr_send(here->qp);
	set_local(16);
	assert(!mlx5sig_wr_complete(here->qp));
	/*
	 * The message follows the writes; their completions are in the CQ soon after it.
	 */
	wait_for(there, 50, IBV_WC_RECV);
	usleep(1000);
	wait_for(here, 70, IBV_WC_RDMA_WRITE);	/* two are left */
	assert(!mlx5sig_qp_detach(here->qp));
	assert(!mlx5sig_poll_cq(here->cq, 1, &wc));
	here->qp = need(mlx5sig_qp_attach(here->ibv_qp, &attr), "mlx5sig_qp_attach");
	assert(!mlx5sig_poll_cq(here->cq, 1, &wc));
	exchange();
	assert(!mlx5sig_qp_detach(here->qp));
	assert(!mlx5sig_cq_detach(here->cq));
	here->cq = need(mlx5sig_cq_attach(here->ibv_cq, NULL), "mlx5sig_cq_attach");
	attr.send_cq = attr.recv_cq = here->cq;
	here->qp = need(mlx5sig_qp_attach(here->ibv_qp, &attr), "mlx5sig_qp_attach");
	exchange();
	close_all();
}

static void test_reset(void)
{
	struct ibv_qp_attr attr = { .qp_state = IBV_QPS_RESET };
	struct ibv_wc wc;
	unsigned int i;

	open_all(false);
	allow_atomics();
	exchange();
	begin(71, IBV_SEND_SIGNALED);
	mlx5sig_wr_rdma_write(here->qp, mr[1]->rkey, (uintptr_t)memory[1]);
	set_local(16);
	assert(!mlx5sig_wr_complete(here->qp));
	for (i = 0; i < 2; i++) {
		assert(!ibv_modify_qp(pair.side[i].ibv_qp, &attr, IBV_QP_STATE));
		mlx5sig_qp_reset(pair.side[i].qp);
		pair_to_init(&pair, pair.side[i].ibv_qp);
	}
	assert(!mlx5sig_poll_cq(here->cq, 1, &wc));
	begin(72, IBV_SEND_SIGNALED);	/* not in RTS */
	mlx5sig_wr_nop(here->qp);
	assert(mlx5sig_wr_complete(here->qp) == EINVAL);
	for (i = 0; i < 2; i++)
		pair_connect(&pair, pair.side[i].ibv_qp, pair.side[!i].ibv_qp->qp_num);
	allow_atomics();
	exchange();
	close_all();
}

/* Flushed requests keep their id and opcode. */
static void test_flush(void)
{
	struct ibv_qp_attr attr = { .qp_state = IBV_QPS_ERR };
	struct ibv_wc wc;

	open_all(false);
	assert(!ibv_modify_qp(here->ibv_qp, &attr, IBV_QP_STATE));
	begin(80, 0);
	mlx5sig_wr_rdma_read(here->qp, 1, 2);
	set_local(16);
	assert(!mlx5sig_wr_complete(here->qp));
	while (!mlx5sig_poll_cq(here->cq, 1, &wc))
		;
	assert(wc.wr_id == 80 && wc.status == IBV_WC_WR_FLUSH_ERR && wc.opcode == IBV_WC_RDMA_READ);
	close_all();
}

static enum ibv_qp_state query_state(void)
{
	struct ibv_qp_init_attr init;
	struct ibv_qp_attr attr;

	assert(!ibv_query_qp(here->ibv_qp, &attr, IBV_QP_STATE, &init));
	return attr.qp_state;
}

static void configure(struct mlx5sig_mkey *key, unsigned int flags)
{
	const struct mlx5sig_sig_crc crc = { .type = MLX5SIG_SIG_CRC_TYPE_CRC32C, .seed =
					     UINT32_MAX };
	const struct mlx5sig_sig_block_domain domain = { .sig_type = MLX5SIG_SIG_TYPE_CRC,
							 .sig.crc = &crc };
	const struct mlx5sig_sig_block_attr sig = { .mem = &domain,
						    .check_mask = MLX5SIG_SIG_MASK_CRC32C };
	const struct ibv_sge sge = { .addr = (uintptr_t)memory[0], .length = 516,
				     .lkey = mr[0]->lkey };

	here->qp->wr_flags = flags;
	mlx5sig_wr_mkey_configure(here->qp, key, 2, NULL);
	mlx5sig_wr_set_mkey_layout_list(here->qp, 1, &sge);
	mlx5sig_wr_set_mkey_sig_block(here->qp, &sig);
}

/* Signature pipelining: the queue stops before the response, which is cancelled. */
static void test_pipelining(void)
{
	struct mlx5sig_mkey_init_attr init = {
		.create_flags = MLX5SIG_MKEY_INIT_ATTR_FLAGS_INDIRECT |
				MLX5SIG_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE,
		.max_entries = 4 };
	struct ibv_qp_attr rts = { .qp_state = IBV_QPS_RTS, .cur_qp_state = IBV_QPS_SQD };
	struct mlx5sig_mkey_err err;
	struct mlx5sig_mkey *key;
	struct ibv_wc wc;
	unsigned int i;

	open_all(true);
	init.pd = pair.pd;
	key = need(mlx5sig_create_mkey(&init), "mlx5sig_create_mkey");
	assert(!key->mkey_context);
	key->mkey_context = &memory;
	for (i = 0; i < 30; i++) {
		fill(i);	/* its CRC is wrong */
		receive(50);
		assert(mlx5sig_qp_cancel_posted_send_wrs(here->qp, 1) == -EINVAL);
		begin(1, 0);
		configure(key, 0);
		mlx5sig_wr_rdma_write(here->qp, mr[1]->rkey, (uintptr_t)memory[1]);
		mlx5sig_wr_set_sge(here->qp, key->lkey, 0, 512);
		here->qp->wr_id = 2;
		here->qp->wr_flags = IBV_SEND_SIGNALED | IBV_SEND_FENCE;
		mlx5sig_wr_send(here->qp);
		set_local(16);
		assert(!mlx5sig_wr_complete(here->qp));
		while (query_state() != IBV_QPS_SQD)
			assert(!mlx5sig_poll_cq(here->cq, 1, &wc));
		assert(!mlx5sig_poll_cq(here->cq, 1, &wc));
		assert(!mlx5sig_cq_next_bad_mkey(there->cq));
		if (i % 2) {	/* by the list of keys with errors, or by a check of every key */
			assert(mlx5sig_cq_next_bad_mkey(here->cq) == key);
			assert(key->mkey_context == &memory);
			assert(!mlx5sig_cq_next_bad_mkey(here->cq));
		}
		assert(!mlx5sig_mkey_check(key, &err));
		assert(err.err_type == MLX5SIG_MKEY_SIG_BLOCK_BAD_GUARD);
		assert(!mlx5sig_cq_next_bad_mkey(here->cq));
		assert(mlx5sig_qp_cancel_posted_send_wrs(here->qp, 1) == 0);
		assert(mlx5sig_qp_cancel_posted_send_wrs(here->qp, 2) == 1);
		assert(mlx5sig_qp_cancel_posted_send_wrs(here->qp, 2) == 0);
		assert(!ibv_modify_qp(here->ibv_qp, &rts, IBV_QP_STATE | IBV_QP_CUR_STATE));
		wait_for(here, 2, IBV_WC_SEND);
		/* The bad response. */
		begin(3, IBV_SEND_SIGNALED);
		mlx5sig_wr_send(here->qp);
		set_local(8);
		assert(!mlx5sig_wr_complete(here->qp));
		wait_for(here, 3, IBV_WC_SEND);
		wc = wait_for(there, 50, IBV_WC_RECV);
		assert(wc.byte_len == 8);
	}
	assert(!mlx5sig_destroy_mkey(key));
	close_all();
}

/* Completions by events, each of which has to be requested. */
static void test_events(void)
{
	struct ibv_comp_channel *channel;
	struct ibv_cq *cq, *got;
	struct mlx5sig_qp_attr attr = {0};
	struct ibv_qp_init_attr init = {
		.cap = { .max_send_wr = 8, .max_recv_wr = 8, .max_send_sge = 1, .max_recv_sge = 1 },
		.qp_type = IBV_QPT_RC };
	struct mlx5sig_cq *events;
	struct mlx5sig_qp *qp;
	struct ibv_qp *ibv_qp;
	struct pollfd fd;
	struct ibv_wc wc;
	void *context;
	uint64_t ids;
	unsigned int i;

	open_all(false);
	channel = need(ibv_create_comp_channel(pair.context), "channel");
	cq = need(ibv_create_cq(pair.context, 64, NULL, channel, 0), "CQ");
	init.send_cq = init.recv_cq = cq;
	ibv_qp = need(pair_create_qp(pair.pd, &init), "QP");
	events = need(mlx5sig_cq_attach(cq, NULL), "mlx5sig_cq_attach");
	attr.send_cq = attr.recv_cq = events;
	qp = need(mlx5sig_qp_attach(ibv_qp, &attr), "mlx5sig_qp_attach");
	pair_to_init(&pair, ibv_qp);
	pair_connect(&pair, ibv_qp, ibv_qp->qp_num);	/* to itself */
	fd = (struct pollfd) { .fd = channel->fd, .events = POLLIN };
	for (i = 0; i < 160; i++) {
		bool solicited = i % 3 == 1;
		struct ibv_sge sge = { .addr = (uintptr_t)memory[1], .length = SIZE,
				       .lkey = mr[1]->lkey };
		struct ibv_recv_wr *bad, wr = { .wr_id = 1, .sg_list = &sge, .num_sge = 1 };

		assert(!mlx5sig_req_notify_cq(events, solicited));
		assert(!poll(&fd, 1, 0));
		assert(!mlx5sig_post_recv(qp, &wr, &bad));
		mlx5sig_wr_start(qp);
		qp->wr_id = 2;
		qp->wr_flags = IBV_SEND_SIGNALED | (solicited ? IBV_SEND_SOLICITED : 0);
		mlx5sig_wr_send(qp);
		mlx5sig_wr_set_sge(qp, mr[0]->lkey, (uintptr_t)memory[0], 8);
		assert(!mlx5sig_wr_complete(qp));
		assert(!ibv_get_cq_event(channel, &got, &context) && got == cq);
		ibv_ack_cq_events(cq, 1);
		mlx5sig_cq_event(events);
		for (ids = 0; ids != 3; ids += wc.wr_id)
			while (!mlx5sig_poll_cq(events, 1, &wc))
				;
	}
	/* In the third lap of the ring; libmlx5 takes its first CQE for one of the first lap. */
	assert(ibv_poll_cq(cq, 1, &wc) == 1);
	assert(mlx5sig_poll_cq(events, 1, &wc) == -EBUSY);
	assert(!mlx5sig_qp_detach(qp));
	assert(!mlx5sig_cq_detach(events));
	assert(!ibv_destroy_qp(ibv_qp));
	assert(!ibv_destroy_cq(cq));
	assert(!ibv_destroy_comp_channel(channel));
	close_all();
}

/*
 * A shared receive queue: two QPs, each connected to itself, take its requests in turns. Ids are
 * those of the requests, data arrive where they say, and each may be posted again when its
 * completion has been polled or its QP was reset.
 */
static void test_shared(void)
{
	enum { ROUNDS = 400, WRS = 15, LENGTH = 16 };
	struct ibv_qp_attr reset = { .qp_state = IBV_QPS_RESET };
	struct ibv_recv_wr *bad, empty = { .wr_id = 0 };
	struct ibv_srq_init_attr srq_init = { .attr = { .max_wr = WRS, .max_sge = 2 } };
	struct ibv_qp_init_attr init = {
		.cap = { .max_send_wr = 32, .max_send_sge = 1, .max_inline_data = 64 },
		.qp_type = IBV_QPT_RC };
	struct mlx5sig_qp_attr attr = {0};
	struct ibv_qp *ibv[2];
	struct mlx5sig_qp *qp[2];
	struct mlx5sig_srq *shared;
	unsigned int i, k, num, posted = 0, sent = 0, received = 0, done = 0, round;
	unsigned int random = 1;
	unsigned int num_sent[2] = {0}, num_received[2] = {0};
	uint8_t messages[2][LENGTH], message;
	bool is_posted[WRS] = {0};
	struct ibv_srq *srq;
	struct ibv_wc wc[4];
	struct ibv_cq *cq, *send_cq;
	int got;

	open_all(false);
	cq = need(ibv_create_cq(pair.context, 256, NULL, NULL, 0), "CQ");
	send_cq = need(ibv_create_cq(pair.context, 256, NULL, NULL, 0), "CQ");
	srq = need(ibv_create_srq(pair.pd, &srq_init), "SRQ");
	shared = need(mlx5sig_srq_attach(srq, NULL), "mlx5sig_srq_attach");
	init.send_cq = send_cq;
	init.recv_cq = cq;
	init.srq = srq;
	attr.send_cq = need(mlx5sig_cq_attach(send_cq, NULL), "mlx5sig_cq_attach");
	attr.recv_cq = need(mlx5sig_cq_attach(cq, NULL), "mlx5sig_cq_attach");
	attr.srq = shared;
	for (k = 0; k < 2; k++) {
		ibv[k] = need(pair_create_qp(pair.pd, &init), "QP");
		qp[k] = need(mlx5sig_qp_attach(ibv[k], &attr), "mlx5sig_qp_attach");
		pair_to_init(&pair, ibv[k]);
		pair_connect(&pair, ibv[k], ibv[k]->qp_num);
	}
	for (round = 0; round < ROUNDS; round++) {
		random = random * 1103515245 + 12345;
		/* Receives: as many as there is room for, at most. */
		for (num = random >> 16 & 7, i = 0; num && i < WRS; i++) {
			struct ibv_sge sge[2] = { { .addr = (uintptr_t)memory[1] + i * 64,
						    .length = 5,
						    .lkey = mr[1]->lkey },
						  { .addr = (uintptr_t)memory[1] + i * 64 + 32,
						    .length = 32,
						    .lkey = mr[1]->lkey } };
			struct ibv_recv_wr wr = { .wr_id = i, .sg_list = sge, .num_sge = 2 };

			if (is_posted[i])
				continue;
			memset(memory[1] + i * 64, 0, 64);
			assert(!mlx5sig_post_srq_recv(shared, &wr, &bad));
			is_posted[i] = true;
			posted++;
			num--;
		}
		/* Sends, none of which has to wait for a receive. */
		for (num = random >> 20 & 3; num && sent < posted; num--, sent++) {
			k = random >> (24 + num) & 1;
			messages[k][num_sent[k]++ % LENGTH] = (uint8_t)(sent + 1);
			memset(memory[0], (int)(sent + 1), 64);
			mlx5sig_wr_start(qp[k]);
			qp[k]->wr_flags = IBV_SEND_SIGNALED;
			mlx5sig_wr_send(qp[k]);
			mlx5sig_wr_set_inline_data(qp[k], memory[0], LENGTH);
			assert(!mlx5sig_wr_complete(qp[k]));
		}
		/* Completions, some or all. */
		while (received < sent) {
			got = mlx5sig_poll_cq(attr.recv_cq, 1 + (random >> 28 & 3), wc);
			assert(got >= 0);
			for (i = 0; i < (unsigned int)got; i++) {
				assert(wc[i].status == IBV_WC_SUCCESS &&
				       wc[i].opcode == IBV_WC_RECV);
				assert(wc[i].byte_len == LENGTH);
				assert(wc[i].wr_id < WRS && is_posted[wc[i].wr_id]);
				k = wc[i].qp_num == ibv[1]->qp_num;
				message = messages[k][num_received[k]++ % LENGTH];
				for (k = 0; k < LENGTH; k++)
					assert(memory[1][wc[i].wr_id * 64 + (k < 5 ? k : k + 27)] ==
					       message);
				assert(!memory[1][wc[i].wr_id * 64 + 5]);
				is_posted[wc[i].wr_id] = false;
				received++;
			}
			if (round < ROUNDS - 1 && random & 1 << 14)
				break;
		}
		for (; done < sent; done += (unsigned int)got)
			got = mlx5sig_poll_cq(attr.send_cq, 4, wc);
	}
	assert(received > ROUNDS / 2 && sent < posted);
	/*
	 * The request that a QP has taken when it is reset may be posted again: the queue gets
	 * full.
	 */
	mlx5sig_wr_start(qp[0]);
	qp[0]->wr_flags = IBV_SEND_SIGNALED;
	mlx5sig_wr_send(qp[0]);
	mlx5sig_wr_set_inline_data(qp[0], memory[0], LENGTH);
	assert(!mlx5sig_wr_complete(qp[0]));
	while (!mlx5sig_poll_cq(attr.send_cq, 1, wc))
		;
	assert(!ibv_modify_qp(ibv[0], &reset, IBV_QP_STATE));
	mlx5sig_qp_reset(qp[0]);
	assert(!mlx5sig_poll_cq(attr.recv_cq, 4, wc));
	for (i = posted - received; i <= WRS; i++)
		assert(!mlx5sig_post_srq_recv(shared, &empty, &bad));
	assert(mlx5sig_post_srq_recv(shared, &empty, &bad) == ENOMEM && bad == &empty);
	for (k = 0; k < 2; k++) {
		assert(mlx5sig_srq_detach(shared) == EBUSY);
		assert(!mlx5sig_qp_detach(qp[k]));
		assert(!ibv_destroy_qp(ibv[k]));
	}
	assert(!mlx5sig_srq_detach(shared));
	assert(!mlx5sig_cq_detach(attr.recv_cq));
	assert(!mlx5sig_cq_detach(attr.send_cq));
	assert(!ibv_destroy_srq(srq));
	assert(!ibv_destroy_cq(cq));
	assert(!ibv_destroy_cq(send_cq));
	close_all();
}

/*
 * Random arming: one event for each fulfilled request, and no others. A strict device would
 * report a wrong count of events. @any_order: the device may process the doorbell of a send queue
 * before that of the CQ, which was rung earlier. If the CQ had been armed before, it has sent an
 * event already, and the second arming causes one more.
 */
static void test_arming_of(bool any_order)
{
	enum { NONE, SOLICITED, NEXT } armed = NONE;
	struct ibv_sge sge;
	struct ibv_recv_wr *bad, wr = { .sg_list = &sge, .num_sge = 1 };
	struct ibv_comp_channel *channel;
	struct mlx5sig_qp_attr attr = {0};
	unsigned int i, random = 1, left = 0, events = 0, more = 0, twice = 0;
	struct mlx5sig_cq *cq;
	struct mlx5sig_qp *qp;
	struct ibv_qp *ibv_qp;
	struct ibv_cq *ibv_cq, *got;
	struct ibv_qp_init_attr init = {
		.cap = { .max_send_wr = 16, .max_recv_wr = 16, .max_send_sge = 1,
			 .max_recv_sge = 1 }, .qp_type = IBV_QPT_RC };
	struct pollfd fd;
	struct ibv_wc wc;
	void *context;

	open_all(false);
	channel = need(ibv_create_comp_channel(pair.context), "channel");
	ibv_cq = need(ibv_create_cq(pair.context, 64, NULL, channel, 0), "CQ");
	init.send_cq = init.recv_cq = ibv_cq;
	ibv_qp = need(pair_create_qp(pair.pd, &init), "QP");
	cq = need(mlx5sig_cq_attach(ibv_cq, NULL), "mlx5sig_cq_attach");
	attr.send_cq = attr.recv_cq = cq;
	qp = need(mlx5sig_qp_attach(ibv_qp, &attr), "mlx5sig_qp_attach");
	pair_to_init(&pair, ibv_qp);
	pair_connect(&pair, ibv_qp, ibv_qp->qp_num);	/* to itself */
	fd = (struct pollfd) { .fd = channel->fd, .events = POLLIN };
	sge = (struct ibv_sge) { .addr = (uintptr_t)memory[1], .length = 8, .lkey = mr[1]->lkey };
	for (i = 0; i < 3000; i++) {
		bool is_solicited;

		random = random * 1103515245 + 12345;
		is_solicited = random >> 20 & 1;
		switch (random >> 16 & 3) {
		case 0:	/* existing completions would fulfil the request at once */
			while (left)
				left -= (unsigned int)mlx5sig_poll_cq(cq, 1, &wc);
			/* A weaker request does not cancel a stronger one. */
			if (armed == NEXT)
				is_solicited = false;
			twice += armed != NONE;
			assert(!mlx5sig_req_notify_cq(cq, is_solicited));
			armed = is_solicited ? SOLICITED : NEXT;
			break;
		case 1:
			if (left)
				left -= (unsigned int)mlx5sig_poll_cq(cq, 1, &wc);
			break;
		default:
			if (left > 8)
				break;
			assert(!mlx5sig_post_recv(qp, &wr, &bad));
			mlx5sig_wr_start(qp);
			qp->wr_flags = IBV_SEND_SIGNALED | (is_solicited ? IBV_SEND_SOLICITED : 0);
			mlx5sig_wr_send(qp);
			mlx5sig_wr_set_sge(qp, mr[0]->lkey, (uintptr_t)memory[0], 8);
			assert(!mlx5sig_wr_complete(qp));
			left += 2;
			if (armed != NEXT && !(armed == SOLICITED && is_solicited))
				break;
			assert(poll(&fd, 1, PATIENCE_MS) == 1);
			assert(!ibv_get_cq_event(channel, &got, &context) && got == ibv_cq);
			mlx5sig_cq_event(cq);
			armed = NONE;
			events++;
		}
		while (poll(&fd, 1, 0)) {
			assert(any_order && ++more <= twice);
			assert(!ibv_get_cq_event(channel, &got, &context) && got == ibv_cq);
			mlx5sig_cq_event(cq);
		}
	}
	assert(events > 100);
	ibv_ack_cq_events(ibv_cq, events + more);
	assert(!mlx5sig_qp_detach(qp) && !mlx5sig_cq_detach(cq));
	assert(!ibv_destroy_qp(ibv_qp) && !ibv_destroy_cq(ibv_cq));
	assert(!ibv_destroy_comp_channel(channel));
	close_all();
}

static void test_arming(void)
{
	test_arming_of(true);
}

static void test_arming_in_order(void)
{
	test_arming_of(false);
}

static void post_nops(struct mlx5sig_qp *qp, unsigned int num)
{
	mlx5sig_wr_start(qp);
	qp->wr_flags = IBV_SEND_SIGNALED;
	while (num--)
		mlx5sig_wr_nop(qp);
	assert(!mlx5sig_wr_complete(qp));
}

/*
 * Completions by events that come later than their CQEs, by moderation and --fault event-delay: a
 * consumer that follows ibv_get_cq_event(3) never hangs.
 */
static void test_late_events(void)
{
	struct ibv_comp_channel *channel;
	struct mlx5sig_qp_attr attr = {0};
	struct ibv_qp_init_attr init = {
		.cap = { .max_send_wr = 8, .max_recv_wr = 8, .max_send_sge = 1, .max_recv_sge = 1 },
		.qp_type = IBV_QPT_RC };
	struct ibv_modify_cq_attr moderation = {
		.attr_mask = IBV_CQ_ATTR_MODERATE,
		.moderate = { .cq_count = 8, .cq_period = 2000 } };
	struct ibv_cq *ibv_cq, *got;
	struct mlx5sig_cq *cq;
	struct mlx5sig_qp *qp;
	struct ibv_qp *ibv_qp;
	unsigned int i, events = 0, early, left;
	struct ibv_wc wc[4];
	struct pollfd fd;
	void *context;
	int n;

	open_all(false);
	channel = need(ibv_create_comp_channel(pair.context), "channel");
	ibv_cq = need(ibv_create_cq(pair.context, 64, NULL, channel, 0), "CQ");
	must(ibv_modify_cq(ibv_cq, &moderation), "ibv_modify_cq");
	init.send_cq = init.recv_cq = ibv_cq;
	ibv_qp = need(pair_create_qp(pair.pd, &init), "QP");
	cq = need(mlx5sig_cq_attach(ibv_cq, NULL), "mlx5sig_cq_attach");
	attr.send_cq = attr.recv_cq = cq;
	qp = need(mlx5sig_qp_attach(ibv_qp, &attr), "mlx5sig_qp_attach");
	pair_to_init(&pair, ibv_qp);
	pair_connect(&pair, ibv_qp, ibv_qp->qp_num);
	fd = (struct pollfd) { .fd = channel->fd, .events = POLLIN };
	assert(!mlx5sig_req_notify_cq(cq, 0));
	for (i = 0; i < 60; i++) {
		/*
		 * The program polls some completions before their event, and requests the next one;
		 * the device then has no reason for an event.
		 */
		for (early = i % 7; early; early--) {
			post_nops(qp, 1);
			while (!mlx5sig_poll_cq(cq, 1, wc))
				;
			assert(!mlx5sig_req_notify_cq(cq, 0));
		}
		/* Then it sleeps. */
		left = 1 + i % 3;
		post_nops(qp, left);
		while (left) {
			assert(poll(&fd, 1, PATIENCE_MS) == 1);
			assert(!ibv_get_cq_event(channel, &got, &context) && got == ibv_cq);
			events++;
			mlx5sig_cq_event(cq);
			assert(!mlx5sig_req_notify_cq(cq, 0));
			while ((n = mlx5sig_poll_cq(cq, 4, wc)) > 0)
				left -= (unsigned int)n;
		}
	}
	usleep(20000);
	while (poll(&fd, 1, 0)) {
		assert(!ibv_get_cq_event(channel, &got, &context));
		mlx5sig_cq_event(cq);
		events++;
	}
	ibv_ack_cq_events(ibv_cq, events);
	assert(events > 20 && !mlx5sig_qp_detach(qp) && !mlx5sig_cq_detach(cq));
	assert(!ibv_destroy_qp(ibv_qp) && !ibv_destroy_cq(ibv_cq));
	assert(!ibv_destroy_comp_channel(channel));
	close_all();
}

/*
 * Queue pairs by every function that creates one; rdma_create_qp() of rdma_cm is ibv_create_qp(), and
 * then INIT.
 */

static const struct ibv_qp_cap small = { .max_send_wr = 8, .max_recv_wr = 8, .max_send_sge = 1,
					 .max_recv_sge = 1 };

static struct ibv_qp *create_plain(void)
{
	struct ibv_qp_init_attr init = { .send_cq = here->ibv_cq, .recv_cq = here->ibv_cq,
					 .cap = small, .qp_type = IBV_QPT_RC };

	return ibv_create_qp(pair.pd, &init);
}

static struct ibv_qp_init_attr_ex extended(void)
{
	return (struct ibv_qp_init_attr_ex) {
		.send_cq = here->ibv_cq, .recv_cq = here->ibv_cq, .cap = small,
		.qp_type = IBV_QPT_RC, .pd = pair.pd, .send_ops_flags = IBV_QP_EX_WITH_RDMA_WRITE,
		.comp_mask = IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_SEND_OPS_FLAGS };
}

static struct ibv_qp *create_ex(void)
{
	struct ibv_qp_init_attr_ex init = extended();

	return ibv_create_qp_ex(pair.context, &init);
}

static struct ibv_qp *create_dv(void)
{
	struct ibv_qp_init_attr_ex init = extended();
	struct mlx5dv_qp_init_attr dv = {
		.comp_mask = MLX5DV_QP_INIT_ATTR_MASK_QP_CREATE_FLAGS |
			     MLX5DV_QP_INIT_ATTR_MASK_SEND_OPS_FLAGS,
		.create_flags = MLX5DV_QP_CREATE_DISABLE_SCATTER_TO_CQE,
		.send_ops_flags = MLX5DV_QP_EX_WITH_MKEY_CONFIGURE };

	return mlx5dv_create_qp(pair.context, &init, &dv);
}

/* Attached before INIT, in INIT, or in RTS; changes of state need nothing of the library. */
static void test_creators(void)
{
	static struct ibv_qp *(*const creators[])(void) = { create_plain, create_ex, create_dv };
	struct mlx5sig_qp_attr attr = {0};
	struct ibv_qp *ibv_qp;
	struct mlx5sig_qp *qp = NULL;
	unsigned int i, k, when;
	struct ibv_wc wc;

	open_all(false);
	attr.send_cq = attr.recv_cq = here->cq;
	for (i = 0; i < 9; i++) {
		when = i / 3;
		ibv_qp = need(creators[i % 3](), "QP");
		if (when == 0)
			qp = need(mlx5sig_qp_attach(ibv_qp, &attr), "mlx5sig_qp_attach");
		pair_to_init(&pair, ibv_qp);
		if (when == 1)
			qp = need(mlx5sig_qp_attach(ibv_qp, &attr), "mlx5sig_qp_attach");
		pair_connect(&pair, ibv_qp, ibv_qp->qp_num);	/* to itself */
		if (when == 2)
			qp = need(mlx5sig_qp_attach(ibv_qp, &attr), "mlx5sig_qp_attach");
		fill(i);
		for (k = 0; k < 50; k++) {
			mlx5sig_wr_start(qp);
			qp->wr_id = k;
			qp->wr_flags = IBV_SEND_SIGNALED;
			mlx5sig_wr_rdma_write(qp, mr[1]->rkey, (uintptr_t)memory[1]);
			mlx5sig_wr_set_sge(qp, mr[0]->lkey, (uintptr_t)memory[0], SIZE);
			assert(!mlx5sig_wr_complete(qp));
			wc = pair_wait(here);
			assert(wc.wr_id == k && wc.qp_num == ibv_qp->qp_num);
		}
		assert(!memcmp(memory[0], memory[1], SIZE));
		assert(!mlx5sig_qp_detach(qp));
		assert(!ibv_destroy_qp(ibv_qp));
	}
	close_all();
}

/* Bytes of one half of a register that a request was copied to. */
static unsigned int copied(const volatile uint8_t *half)
{
	unsigned int i, n = 0;

	for (i = sizeof(uint64_t); i < 64; i++)	/* the device clears the doorbell itself */
		n += half[i] != 0;
	return n;
}

/* Requests are copied into the register if it is the QP's own, alternating between its halves. */
static void test_own_register(void)
{
	struct mlx5sig_qp_attr attr = {0};
	struct mlx5dv_qp dv = {0};
	struct mlx5dv_obj obj = { .qp = { .out = &dv } };
	unsigned int own, i;

	open_all(false);
	attr.send_cq = attr.recv_cq = here->cq;
	obj.qp.in = here->ibv_qp;
	must(mlx5dv_init_obj(&obj, MLX5DV_OBJ_QP), "mlx5dv_init_obj");
	assert(dv.bf.size >= 64);
	for (own = 0; own < 2; own++) {
		volatile uint8_t *reg = dv.bf.reg;

		must(mlx5sig_qp_detach(here->qp), "mlx5sig_qp_detach");
		attr.flags = own ? MLX5SIG_ATTACH_OWN_REGISTER : 0;
		here->qp = need(mlx5sig_qp_attach(here->ibv_qp, &attr), "mlx5sig_qp_attach");
		for (i = 0; i < 2 * dv.bf.size; i++)
			reg[i] = 0;
		memset(memory[0], 0x5a, SIZE);
		for (i = 0; i < 2; i++) {
			receive(i);
			begin(i, IBV_SEND_SIGNALED);
			mlx5sig_wr_send(here->qp);
			mlx5sig_wr_set_inline_data(here->qp, memory[0], 40);
			assert(!mlx5sig_wr_complete(here->qp));
			wait_for(here, i, IBV_WC_SEND);
			assert(wait_for(there, i, IBV_WC_RECV).byte_len == 40);
		}
		assert(own ? copied(reg) >= 40 && copied(reg + dv.bf.size) >= 40 :
			     !copied(reg) && !copied(reg + dv.bf.size));
	}
	attr.flags = 1u << 31;	/* unknown */
	must(mlx5sig_qp_detach(here->qp), "mlx5sig_qp_detach");
	assert(!mlx5sig_qp_attach(here->ibv_qp, &attr) && errno == EINVAL);
	attr.flags = 0;
	here->qp = need(mlx5sig_qp_attach(here->ibv_qp, &attr), "mlx5sig_qp_attach");
	close_all();
}

/* The data in memory[0] have arrived as request @wr_id of both sides. */
static void check_sent(uint64_t wr_id, uint32_t length)
{
	wait_for(here, wr_id, IBV_WC_SEND);
	assert(wait_for(there, wr_id, IBV_WC_RECV).byte_len == length);
	assert(!memcmp(memory[0], memory[1], length));
}

/*
 * Single requests of all sizes that fit into the register, and longer ones, at all places of the
 * ring: data in the request, a key that is configured, data of that key.
 */
static void test_blueflame(void)
{
	struct mlx5sig_qp_attr attr = { .flags = MLX5SIG_ATTACH_OWN_REGISTER };
	struct mlx5sig_mkey_init_attr key = {
		.create_flags = MLX5SIG_MKEY_INIT_ATTR_FLAGS_INDIRECT, .max_entries = 1 };
	struct ibv_qp_init_attr init;
	struct mlx5sig_mkey *mkey;
	struct ibv_qp_attr asked;
	struct ibv_sge sge;
	uint32_t i, length;

	open_all(false);
	key.pd = pair.pd;
	mkey = need(mlx5sig_create_mkey(&key), "mlx5sig_create_mkey");
	must(ibv_query_qp(here->ibv_qp, &asked, IBV_QP_CAP, &init), "ibv_query_qp");
	attr.send_cq = attr.recv_cq = here->cq;
	must(mlx5sig_qp_detach(here->qp), "mlx5sig_qp_detach");
	here->qp = need(mlx5sig_qp_attach(here->ibv_qp, &attr), "mlx5sig_qp_attach");
	for (i = 0; i < 300; i++) {
		length = 1 + i % init.cap.max_inline_data;
		fill(i);
		receive(i);
		begin(i, IBV_SEND_SIGNALED);
		mlx5sig_wr_send(here->qp);
		mlx5sig_wr_set_inline_data(here->qp, memory[0], length);
		assert(!mlx5sig_wr_complete(here->qp));
		check_sent(i, length);

		fill(~i);
		sge = (struct ibv_sge) { .addr = (uintptr_t)memory[0], .length = SIZE - i,
					 .lkey = mr[0]->lkey };
		begin(i, IBV_SEND_SIGNALED);
		mlx5sig_wr_mkey_configure(here->qp, mkey, 1, NULL);
		mlx5sig_wr_set_mkey_layout_list(here->qp, 1, &sge);
		assert(!mlx5sig_wr_complete(here->qp));
		wait_for(here, i, IBV_WC_DRIVER1);
		receive(i);
		begin(i, IBV_SEND_SIGNALED);
		mlx5sig_wr_send(here->qp);
		mlx5sig_wr_set_sge(here->qp, mkey->lkey, 0, SIZE - i);
		assert(!mlx5sig_wr_complete(here->qp));
		check_sent(i, SIZE - i);
	}
	must(mlx5sig_destroy_mkey(mkey), "mlx5sig_destroy_mkey");
	close_all();
}

/*
 * Lists of all lengths up to the key's 1024 entries, in pieces of 8 bytes from the memory's end to its
 * start. After one that is longer, a key has the new list alone. A list in parts is one request, with
 * one completion.
 */
static void test_long_lists(void)
{
	static const uint16_t lengths[] = { 52, 53, 104, 105, 1, 1024, 60, 1021, 512 };
	struct mlx5sig_mkey_init_attr key = {
		.create_flags = MLX5SIG_MKEY_INIT_ATTR_FLAGS_INDIRECT, .max_entries = 1024 };
	static struct ibv_sge sge[1024];
	struct mlx5sig_mkey *mkey;
	struct ibv_wc wc;
	uint32_t i, k;

	open_all(false);
	key.pd = pair.pd;
	mkey = need(mlx5sig_create_mkey(&key), "mlx5sig_create_mkey");
	for (i = 0; i < 1024; i++)
		sge[i] = (struct ibv_sge) { .addr = (uintptr_t)memory[0] + SIZE - 8 * (i + 1),
					    .length = 8, .lkey = mr[0]->lkey };
	for (i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++) {
		fill(i);
		memset(memory[1], 0, SIZE);
		receive(i);
		begin(i, 0);
		mlx5sig_wr_mkey_configure(here->qp, mkey, 1, NULL);
		mlx5sig_wr_set_mkey_layout_list(here->qp, lengths[i], sge);
		here->qp->wr_flags = IBV_SEND_SIGNALED;
		mlx5sig_wr_send(here->qp);
		mlx5sig_wr_set_sge(here->qp, mkey->lkey, 0, 8u * lengths[i]);
		assert(!mlx5sig_wr_complete(here->qp));
		wait_for(here, i, IBV_WC_SEND);
		assert(wait_for(there, i, IBV_WC_RECV).byte_len == 8u * lengths[i]);
		for (k = 0; k < lengths[i]; k++)
			assert(!memcmp(memory[1] + 8 * k, memory[0] + SIZE - 8 * (k + 1), 8));
	}
	begin(1, IBV_SEND_SIGNALED);
	mlx5sig_wr_mkey_configure(here->qp, mkey, 1, NULL);
	mlx5sig_wr_set_mkey_layout_list(here->qp, 1024, sge);
	mlx5sig_wr_mkey_configure(here->qp, mkey, 1, NULL);
	mlx5sig_wr_set_mkey_layout_list(here->qp, 1025, sge);
	assert(mlx5sig_wr_complete(here->qp) == E2BIG);	/* and nothing of both is posted */
	begin(2, IBV_SEND_SIGNALED);
	mlx5sig_wr_mkey_configure(here->qp, mkey, 1, NULL);
	mlx5sig_wr_set_mkey_layout_list(here->qp, 1024, sge);
	assert(!mlx5sig_wr_complete(here->qp));
	wait_for(here, 2, IBV_WC_DRIVER1);
	assert(!mlx5sig_poll_cq(here->cq, 1, &wc));
	must(mlx5sig_destroy_mkey(mkey), "mlx5sig_destroy_mkey");
	close_all();
}

static void wait_for_error(uint64_t wr_id, enum ibv_wc_status status)
{
	struct ibv_wc wc;
	int n;

	while (!(n = mlx5sig_poll_cq(here->cq, 1, &wc)))
		;
	assert(n == 1 && wc.wr_id == wr_id && wc.status == status);
}

/* Each UMR of a long list fails: the request has one completion. */
static void test_long_list_fails(void)
{
	struct mlx5sig_mkey_init_attr key = {
		.create_flags = MLX5SIG_MKEY_INIT_ATTR_FLAGS_INDIRECT, .max_entries = 1024 };
	static struct ibv_sge sge[1024];
	struct mlx5sig_mkey *mkey;
	struct ibv_wc wc;

	open_all(false);
	key.pd = pair.pd;
	mkey = need(mlx5sig_create_mkey(&key), "mlx5sig_create_mkey");
	mkey->lkey ^= 1u << 31;	/* of no key */
	begin(3, 0);
	mlx5sig_wr_mkey_configure(here->qp, mkey, 1, NULL);
	mlx5sig_wr_set_mkey_layout_list(here->qp, 1024, sge);
	here->qp->wr_id = 4;
	here->qp->wr_flags = IBV_SEND_SIGNALED;
	mlx5sig_wr_nop(here->qp);
	assert(!mlx5sig_wr_complete(here->qp));
	wait_for_error(3, IBV_WC_MW_BIND_ERR);
	wait_for_error(4, IBV_WC_WR_FLUSH_ERR);
	assert(!mlx5sig_poll_cq(here->cq, 1, &wc));
	mkey->lkey ^= 1u << 31;
	must(mlx5sig_destroy_mkey(mkey), "mlx5sig_destroy_mkey");
	close_all();
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		void (*run)(void);
	} tests[] = {
		{ "exchange", test_exchange }, { "detach", test_detach }, { "reset", test_reset },
		{ "flush", test_flush }, { "pipelining", test_pipelining },
		{ "events", test_events }, { "shared", test_shared }, { "creators", test_creators },
		{ "own-register", test_own_register }, { "blueflame", test_blueflame },
		{ "late-events", test_late_events }, { "long-lists", test_long_lists },
		{ "long-list-fails", test_long_list_fails },
		{ "arming", test_arming }, { "arming-in-order", test_arming_in_order },
	};
	unsigned int i;

	for (i = 0; i < sizeof(tests) / sizeof(tests[0]); i++) {
		if (argc != 2 || strcmp(argv[1], tests[i].name))
			continue;
		tests[i].run();
		printf("done\n");
		return 0;
	}
	printf("no such test\n");
	return 1;
}
