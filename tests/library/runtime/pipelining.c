// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Signature pipelining from end to end: a target that posts transfers of blocks and good responses
 * together, and takes the four steps of mlx5dv_qp_cancel_posted_send_wrs(3) when its send queue has
 * stopped. All observable results are compared with the expected ones: completions of both sides,
 * errors of keys, responses, data.
 *
 *	build/softmlx5 [OPTIONS] build/tests/runtime/pipelining NAME [NUMBER]
 */
#include <poll.h>

#include "../../../examples/pair.h"

#undef assert
#define assert(is_good) do { if (!(is_good)) fail(__LINE__, #is_good); } while (0)

static _Noreturn void fail(int line, const char *what)
{
	printf("line %d: %s\n", line, what);
	exit(1);
}

#define BLOCKS 4u
#define STORED (BLOCKS * (PAIR_BLOCK + PAIR_DIF))	/* bytes of a transaction on the target */
#define PLAIN (BLOCKS * PAIR_BLOCK)			/* and at the initiator */
#define MAX_TRANSACTIONS 24u
#define SEED 7u

enum { TRANSFER = 100, RESPONSE = 200, BAD_RESPONSE = 300, OTHER = 400 };

struct response {
	uint32_t transaction;
	uint32_t is_good;
	uint32_t bad_block;
};

struct transaction {
	struct mlx5sig_mkey *key;
	uint8_t *stored, *arrived;
	uint32_t bad_block;	/* BLOCKS: none */
	uint16_t guard;		/* that the bad block should have */
	unsigned int checked;	/* errors found */
	unsigned int good_responses, bad_responses;
};

static struct pair pair;
static struct side *target = &pair.side[0], *initiator = &pair.side[1];
static struct ibv_mr *disk, *buffer, *answers;
static struct transaction transactions[MAX_TRANSACTIONS];
static uint32_t num;
static uint64_t rng = SEED;

static uint32_t below(uint32_t n)
{
	rng = rng * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (uint32_t)(rng >> 33) % n;
}

static uint16_t guard_of(const uint8_t *data)
{
	uint16_t crc = 0;
	unsigned int i, bit;

	for (i = 0; i < PAIR_BLOCK; i++) {
		crc ^= (uint16_t)(data[i] << 8);
		for (bit = 0; bit < 8; bit++)
			crc = (uint16_t)(crc & 0x8000 ? crc << 1 ^ 0x8bb7 : crc << 1);
	}
	return crc;
}

/* Blocks with the signature that pair_configure() asks for. */
static void make_stored(struct transaction *t)
{
	uint8_t *block = t->stored, *dif;
	uint32_t i, k, ref_tag;
	uint16_t guard;

	for (i = 0; i < BLOCKS; i++, block += PAIR_BLOCK + PAIR_DIF) {
		for (k = 0; k < PAIR_BLOCK; k++)
			block[k] = (uint8_t)(below(256));
		dif = block + PAIR_BLOCK;
		guard = guard_of(block);
		ref_tag = 1000 + i;
		memcpy(dif, (uint8_t[]) { (uint8_t)(guard >> 8), (uint8_t)guard, 0x53, 0x47, 0, 0,
					  (uint8_t)(ref_tag >> 8), (uint8_t)ref_tag }, PAIR_DIF);
	}
	t->bad_block = BLOCKS;
}

static void spoil(struct transaction *t)
{
	uint8_t *block;

	t->bad_block = below(BLOCKS);
	block = t->stored + t->bad_block * (PAIR_BLOCK + PAIR_DIF);
	block[below(PAIR_BLOCK)] ^= (uint8_t)(1u << below(8));
	t->guard = guard_of(block);
}

static void post_receive(unsigned int i)
{
	struct ibv_sge sge = { .addr = (uintptr_t)answers->addr + i * sizeof(struct response),
			       .length = sizeof(struct response), .lkey = answers->lkey };
	struct ibv_recv_wr *bad, wr = { .wr_id = i, .sg_list = &sge, .num_sge = 1 };

	assert(!mlx5sig_post_recv(initiator->qp, &wr, &bad));
}

static void open_all(uint32_t number)
{
	uint32_t i;

	num = number;
	pair_open(&pair, true);
	pair_memory(&pair, MAX_TRANSACTIONS * STORED, &disk);
	pair_memory(&pair, MAX_TRANSACTIONS * PLAIN, &buffer);
	pair_memory(&pair, MAX_TRANSACTIONS * sizeof(struct response), &answers);
	for (i = 0; i < num; i++) {
		struct transaction *t = &transactions[i];

		*t = (struct transaction) {
			.key = pair_key(&pair), .stored = (uint8_t *)disk->addr + i * STORED,
			.arrived = (uint8_t *)buffer->addr + i * PLAIN };
		make_stored(t);
		pair_configure(target, t->key, PAIR_DIF_IN_MEMORY, BLOCKS, t->stored, disk);
		post_receive(i);
	}
}

static void close_all(void)
{
	uint32_t i;

	for (i = 0; i < num; i++)
		assert(!mlx5sig_destroy_mkey(transactions[i].key));
	pair_free_memory(disk);
	pair_free_memory(buffer);
	pair_free_memory(answers);
	pair_close(&pair);
}

static void begin(uint64_t id, unsigned int flags)
{
	target->qp->wr_id = id;
	target->qp->wr_flags = flags;
}

static void add_transfer(uint32_t i, unsigned int flags)
{
	const struct transaction *t = &transactions[i];

	begin(TRANSFER + i, flags);
	mlx5sig_wr_rdma_write(target->qp, buffer->rkey, (uintptr_t)t->arrived);
	mlx5sig_wr_set_sge(target->qp, t->key->lkey, 0, PLAIN);
}

static void add_response(uint32_t i, uint64_t id, unsigned int flags, uint32_t bad_block)
{
	const struct response response = { .transaction = i, .is_good = bad_block == BLOCKS,
					   .bad_block = bad_block };

	begin(id + i, flags);
	mlx5sig_wr_send(target->qp);
	mlx5sig_wr_set_inline_data(target->qp, &response, sizeof(response));
}

static void complete(void)
{
	must(mlx5sig_wr_complete(target->qp), "mlx5sig_wr_complete");
}

/* Returns whether the send queue has stopped; waits up to 10000 ms for its event. */
static bool has_stopped(int ms)
{
	struct pollfd fd = { .fd = pair.context->async_fd, .events = POLLIN };
	struct ibv_async_event event;

	if (poll(&fd, 1, ms) != 1)
		return false;
	assert(!ibv_get_async_event(pair.context, &event));
	assert(event.event_type == IBV_EVENT_SQ_DRAINED && event.element.qp == target->ibv_qp);
	ibv_ack_async_event(&event);
	return true;
}

static void wait_until_stopped(void)
{
	assert(has_stopped(10000));
}

static void to_state(enum ibv_qp_state state)
{
	struct ibv_qp_attr attr = { .qp_state = state, .cur_qp_state = IBV_QPS_SQD };

	must(ibv_modify_qp(target->ibv_qp, &attr, state == IBV_QPS_RTS ?
			   IBV_QP_STATE | IBV_QP_CUR_STATE : IBV_QP_STATE), "change of state");
}

static int cancel(uint64_t id)
{
	return mlx5sig_qp_cancel_posted_send_wrs(target->qp, id);
}

/* The error of a transaction with a bad block, reported once. */
static void assert_error(struct transaction *t)
{
	const uint8_t *dif = t->stored + t->bad_block * (PAIR_BLOCK + PAIR_DIF) + PAIR_BLOCK;
	struct mlx5sig_mkey_err_ext ext;

	assert(!mlx5sig_mkey_check_ext(t->key, &ext) && ext.num_errors == 1);
	assert(ext.err.err_type == MLX5SIG_MKEY_SIG_BLOCK_BAD_GUARD);
	assert(ext.domain == MLX5SIG_SIG_DOMAIN_MEM);
	assert(ext.err.err.sig.offset == t->bad_block * (PAIR_BLOCK + PAIR_DIF));
	assert(ext.err.err.sig.actual_value == t->guard);
	assert(ext.err.err.sig.expected_value == (uint64_t)(dif[0] << 8 | dif[1]));
	t->checked++;
}

static bool is_sound(const struct transaction *t)
{
	struct mlx5sig_mkey_err error;

	assert(!mlx5sig_mkey_check(t->key, &error));
	return error.err_type == MLX5SIG_MKEY_NO_ERR;
}

static void assert_wc(const struct ibv_wc *wc, uint64_t id, enum ibv_wc_status status,
		      enum ibv_wc_opcode opcode)
{
	if (wc->wr_id != id || wc->status != status || wc->opcode != opcode)
		printf("id %llu instead of %llu, status %u of %u, opcode %u of %u\n",
		       (unsigned long long)wc->wr_id, (unsigned long long)id, wc->status, status,
		       wc->opcode, opcode);
	assert(wc->wr_id == id && wc->status == status && wc->opcode == opcode);
	assert(wc->qp_num == target->ibv_qp->qp_num);
}

static void expect(uint64_t id, enum ibv_wc_status status, enum ibv_wc_opcode opcode)
{
	struct ibv_wc wc;
	int n;

	while (!(n = mlx5sig_poll_cq(target->cq, 1, &wc)))
		;
	assert(n == 1);
	assert_wc(&wc, id, status, opcode);
}

static void expect_nothing(void)
{
	struct ibv_wc wc;

	assert(mlx5sig_poll_cq(target->cq, 1, &wc) == 0);
}

static const enum ibv_wc_status good = IBV_WC_SUCCESS, flushed = IBV_WC_WR_FLUSH_ERR;

/* A response has arrived with this content. */
static void expect_response(uint32_t i, uint32_t bad_block)
{
	const struct ibv_wc wc = pair_wait(initiator);
	const struct response *response = (const struct response *)answers->addr + wc.wr_id;

	assert(wc.opcode == IBV_WC_RECV && wc.byte_len == sizeof(*response));
	assert(response->transaction == i && response->bad_block == bad_block);
	assert(response->is_good == (bad_block == BLOCKS));
}

static void assert_no_response(void)
{
	struct ibv_wc wc;

	assert(mlx5sig_poll_cq(initiator->cq, 1, &wc) == 0);
}

/*
 * A corrupt block and a fenced SEND: the bad response arrives instead of the good one.
 */
static void test_one(void)
{
	struct transaction *t = &transactions[0];
	unsigned int round;

	open_all(2);
	for (round = 0; round < 40; round++) {	/* the ring wraps several times */
		make_stored(t);
		spoil(t);
		pair_configure(target, t->key, PAIR_DIF_IN_MEMORY, BLOCKS, t->stored, disk);
		mlx5sig_wr_start(target->qp);
		add_transfer(0, IBV_SEND_SIGNALED);
		add_response(0, RESPONSE, IBV_SEND_SIGNALED | IBV_SEND_FENCE, BLOCKS);
		complete();
		wait_until_stopped();
		expect(TRANSFER, good, IBV_WC_RDMA_WRITE);
		expect_nothing();
		assert_error(t);
		assert(is_sound(t));	/* reported once */
		assert(cancel(TRANSFER) == 0);
		assert(cancel(RESPONSE) == 1);
		assert(cancel(RESPONSE) == 0);
		expect_nothing();
		to_state(IBV_QPS_RTS);
		expect(RESPONSE, good, IBV_WC_SEND);
		assert_no_response();
		assert(cancel(RESPONSE) == -EINVAL);	/* not in SQD */
		mlx5sig_wr_start(target->qp);
		add_response(0, BAD_RESPONSE, IBV_SEND_SIGNALED, t->bad_block);
		complete();
		expect(BAD_RESPONSE, good, IBV_WC_SEND);
		expect_response(0, t->bad_block);
		post_receive(0);
		assert(!has_stopped(0));
	}
	close_all();
}

static void reset_all(void)
{
	struct ibv_qp_attr attr = { .qp_state = IBV_QPS_RESET };
	unsigned int i;

	for (i = 0; i < 2; i++) {
		must(ibv_modify_qp(pair.side[i].ibv_qp, &attr, IBV_QP_STATE), "to RESET");
		mlx5sig_qp_reset(pair.side[i].qp);
		pair_to_init(&pair, pair.side[i].ibv_qp);
	}
	must(mlx5sig_qp_enable_sig_pipelining(target->qp), "signature pipelining");
	for (i = 0; i < 2; i++)
		pair_connect(&pair, pair.side[i].ibv_qp, pair.side[!i].ibv_qp->qp_num);
	for (i = 0; i < num; i++)
		post_receive(i);
}

/*
 * Requests from before a reset, with the same ids and numbers but in other places of the ring, are
 * not mistaken for the current ones.
 */
static void test_reset(void)
{
	unsigned int round, i;

	open_all(2);
	for (round = 0; round < 12; round++) {
		spoil(&transactions[0]);
		pair_configure(target, transactions[0].key, PAIR_DIF_IN_MEMORY, BLOCKS,
			       transactions[0].stored, disk);
		mlx5sig_wr_start(target->qp);
		add_transfer(0, 0);
		for (i = 0; i < 8; i++) {	/* of one or two WQEBBs */
			begin(OTHER + i % 2, 0);
			mlx5sig_wr_rdma_write(target->qp, buffer->rkey,
					      (uintptr_t)transactions[1].arrived);
			mlx5sig_wr_set_inline_data(target->qp, transactions[1].stored,
						   (i + round) % 3 ? 4 : 60);
		}
		add_response(0, RESPONSE, IBV_SEND_SIGNALED | IBV_SEND_FENCE, BLOCKS);
		complete();
		wait_until_stopped();
		expect_nothing();
		assert_error(&transactions[0]);
		if (round % 2) {	/* no trace of the cancelled ones */
			assert(cancel(OTHER) == 4);
			assert(cancel(OTHER + 1) == 4);
			assert(cancel(RESPONSE) == 1);
		}
		memset(transactions[1].arrived, 0, PLAIN);
		to_state(IBV_QPS_RTS);
		expect(RESPONSE, good, IBV_WC_SEND);
		expect_nothing();
		assert((memcmp(transactions[1].arrived, (uint8_t[4]) {0}, 4) != 0) == !(round % 2));
		reset_all();
		make_stored(&transactions[0]);
	}
	close_all();
}

/* Requests that are not signalled give no completion when they are cancelled, others do. */
static void test_unsignalled(void)
{
	open_all(3);
	spoil(&transactions[0]);
	mlx5sig_wr_start(target->qp);
	add_transfer(0, 0);
	add_response(0, RESPONSE, IBV_SEND_FENCE, BLOCKS);
	add_response(1, RESPONSE, IBV_SEND_FENCE | IBV_SEND_SIGNALED, BLOCKS);
	begin(OTHER, 0);
	mlx5sig_wr_nop(target->qp);
	begin(OTHER, IBV_SEND_SIGNALED);
	mlx5sig_wr_nop(target->qp);
	add_transfer(2, IBV_SEND_SIGNALED);
	complete();
	wait_until_stopped();
	expect_nothing();
	assert_error(&transactions[0]);
	assert(cancel(RESPONSE) == 1);
	assert(cancel(RESPONSE + 1) == 1);
	assert(cancel(OTHER) == 2);
	to_state(IBV_QPS_RTS);
	expect(RESPONSE + 1, good, IBV_WC_SEND);
	expect(OTHER, good, IBV_WC_DRIVER2);
	expect(TRANSFER + 2, good, IBV_WC_RDMA_WRITE);
	expect_nothing();
	assert_no_response();
	assert(is_sound(&transactions[2]));
	close_all();
}

/* A configuration after the stop is one request; a cancelled one changes no key. */
static void test_configuration(void)
{
	const struct mlx5sig_sig_t10dif dif = { .bg_type = MLX5SIG_SIG_T10DIF_CRC };
	const struct mlx5sig_sig_block_domain domain = { .sig_type = MLX5SIG_SIG_TYPE_T10DIF,
							 .sig.dif = &dif };
	const struct mlx5sig_sig_block_attr sig = { .mem = &domain, .wire = &domain,
						    .check_mask = 0xff };
	const struct ibv_sge sge = { .addr = (uintptr_t)0, .length = 520 };
	struct transaction *t = transactions;

	open_all(2);
	spoil(&t[0]);
	mlx5sig_wr_start(target->qp);
	add_transfer(0, 0);
	begin(OTHER, IBV_SEND_SIGNALED | IBV_SEND_FENCE);
	mlx5sig_wr_mkey_configure(target->qp, t[1].key, 2, NULL);
	mlx5sig_wr_set_mkey_layout_list(target->qp, 1, &sge);
	mlx5sig_wr_set_mkey_sig_block(target->qp, &sig);
	complete();
	wait_until_stopped();
	expect_nothing();
	assert_error(&t[0]);
	assert(cancel(OTHER) == 1);
	to_state(IBV_QPS_RTS);
	expect(OTHER, good, IBV_WC_DRIVER1);
	expect_nothing();
	/* The key is still that of the second transaction. */
	mlx5sig_wr_start(target->qp);
	add_transfer(1, IBV_SEND_SIGNALED);
	complete();
	expect(TRANSFER + 1, good, IBV_WC_RDMA_WRITE);
	assert(!memcmp(t[1].arrived, t[1].stored, PAIR_BLOCK) && is_sound(&t[1]));
	close_all();
}

/*
 * The queue stops @late requests later than possible, but not after a fence. Executed requests
 * cannot be cancelled.
 */
static void test_late(uint32_t late)
{
	enum { PLAIN_WRITES = 5 };
	uint32_t i, done = late < PLAIN_WRITES ? late : PLAIN_WRITES;

	open_all(2);
	spoil(&transactions[0]);
	mlx5sig_wr_start(target->qp);
	add_transfer(0, IBV_SEND_SIGNALED);
	for (i = 0; i < PLAIN_WRITES; i++) {
		begin(OTHER + i, IBV_SEND_SIGNALED);
		mlx5sig_wr_rdma_write(target->qp, buffer->rkey,
				      (uintptr_t)transactions[1].arrived + i);
		mlx5sig_wr_set_sge(target->qp, disk->lkey,
				   (uintptr_t)transactions[1].stored + i, 1);
	}
	add_response(0, RESPONSE, IBV_SEND_SIGNALED | IBV_SEND_FENCE, BLOCKS);
	complete();
	wait_until_stopped();
	expect(TRANSFER, good, IBV_WC_RDMA_WRITE);
	for (i = 0; i < done; i++)
		expect(OTHER + i, good, IBV_WC_RDMA_WRITE);
	expect_nothing();
	assert_error(&transactions[0]);
	for (i = 0; i < PLAIN_WRITES; i++)
		assert(cancel(OTHER + i) == (i >= done));
	assert(cancel(TRANSFER) == 0);
	assert(cancel(RESPONSE) == 1);
	to_state(IBV_QPS_RTS);
	for (i = done; i < PLAIN_WRITES; i++)
		expect(OTHER + i, good, IBV_WC_RDMA_WRITE);
	expect(RESPONSE, good, IBV_WC_SEND);
	assert_no_response();
	/* Cancelled requests have moved no data. */
	assert(!memcmp(transactions[1].arrived, transactions[1].stored, done));
	for (i = done; i < PLAIN_WRITES; i++)
		assert(!transactions[1].arrived[i]);
	close_all();
}

/* Two transfers fail before the first fence: one stop if the queue continues, two if not. */
static void test_two(uint32_t late)
{
	uint32_t stop, stops = late ? 1 : 2, i;

	open_all(2);
	spoil(&transactions[0]);
	spoil(&transactions[1]);
	mlx5sig_wr_start(target->qp);
	add_transfer(0, IBV_SEND_SIGNALED);
	add_transfer(1, IBV_SEND_SIGNALED);
	add_response(0, RESPONSE, IBV_SEND_SIGNALED | IBV_SEND_FENCE, BLOCKS);
	add_response(1, RESPONSE, IBV_SEND_SIGNALED | IBV_SEND_FENCE, BLOCKS);
	complete();
	for (stop = 0; stop < stops; stop++) {
		wait_until_stopped();
		for (i = stop; i < stop + 1 + !!late; i++) {
			expect(TRANSFER + i, good, IBV_WC_RDMA_WRITE);
			assert_error(&transactions[i]);
			assert(cancel(RESPONSE + i) == 1);
		}
		expect_nothing();
		to_state(IBV_QPS_RTS);
	}
	expect(RESPONSE, good, IBV_WC_SEND);
	expect(RESPONSE + 1, good, IBV_WC_SEND);
	assert(!has_stopped(0));
	assert_no_response();
	close_all();
}

/*
 * Error instead of RTS: each request after the stop is flushed once, with its own opcode; signalled
 * or not, cancelled or not.
 */
static void test_error(void)
{
	const struct mlx5sig_sig_t10dif dif = { .bg_type = MLX5SIG_SIG_T10DIF_CRC };
	const struct mlx5sig_sig_block_domain domain = { .sig_type = MLX5SIG_SIG_TYPE_T10DIF,
							 .sig.dif = &dif };
	const struct mlx5sig_sig_block_attr sig = { .mem = &domain, .wire = &domain,
						    .check_mask = 0xff };
	unsigned int i;

	open_all(2);
	spoil(&transactions[0]);
	mlx5sig_wr_start(target->qp);
	add_transfer(0, IBV_SEND_SIGNALED);
	add_response(0, RESPONSE, IBV_SEND_FENCE | IBV_SEND_SIGNALED, BLOCKS);	/* cancelled */
	add_response(1, RESPONSE, IBV_SEND_FENCE, BLOCKS);			/* cancelled */
	add_transfer(1, IBV_SEND_SIGNALED);
	add_response(1, BAD_RESPONSE, 0, 0);
	for (i = 0; i < 2; i++) {	/* the first is cancelled */
		begin(OTHER + i, i ? 0 : IBV_SEND_SIGNALED);
		mlx5sig_wr_mkey_configure(target->qp, transactions[1].key, 1, NULL);
		mlx5sig_wr_set_mkey_sig_block(target->qp, &sig);
	}
	begin(OTHER + 2, 0);
	mlx5sig_wr_nop(target->qp);
	complete();
	wait_until_stopped();
	expect(TRANSFER, good, IBV_WC_RDMA_WRITE);
	expect_nothing();
	assert_error(&transactions[0]);
	assert(cancel(RESPONSE) == 1);
	assert(cancel(RESPONSE + 1) == 1);
	assert(cancel(OTHER) == 1);
	to_state(IBV_QPS_ERR);
	expect(RESPONSE, flushed, IBV_WC_SEND);
	expect(RESPONSE + 1, flushed, IBV_WC_SEND);
	expect(TRANSFER + 1, flushed, IBV_WC_RDMA_WRITE);
	expect(BAD_RESPONSE + 1, flushed, IBV_WC_SEND);
	expect(OTHER, flushed, IBV_WC_DRIVER1);
	expect(OTHER + 1, flushed, IBV_WC_DRIVER1);
	expect(OTHER + 2, flushed, IBV_WC_DRIVER2);
	expect_nothing();
	assert_no_response();
	close_all();
}

/*
 * Many open transactions, of which some fail. The target does not know the queue's position: it
 * checks all open ones whenever it has stopped.
 */
struct progress {
	uint32_t next_wc; /* completions come in the order of requests: two of each transaction */
	uint32_t open;		/* responses that have not arrived */
	uint32_t bad;		/* completions of bad responses */
};

static void note_completion(struct progress *p, const struct ibv_wc *wc)
{
	uint32_t i = p->next_wc / 2;

	if (wc->wr_id >= BAD_RESPONSE) {
		assert_wc(wc, wc->wr_id, good, IBV_WC_SEND);
		p->bad++;
		return;
	}
	if (p->next_wc++ % 2)
		assert_wc(wc, RESPONSE + i, good, IBV_WC_SEND);
	else
		assert_wc(wc, TRANSFER + i, good, IBV_WC_RDMA_WRITE);
}

static void poll_target(struct progress *p)
{
	struct ibv_wc wc[4];
	int n, k;

	while ((n = mlx5sig_poll_cq(target->cq, 1 + (int)below(4), wc)) > 0)
		for (k = 0; k < n; k++)
			note_completion(p, &wc[k]);
	assert(!n);
}

static void poll_initiator(struct progress *p)
{
	const struct response *response;
	struct transaction *t;
	struct ibv_wc wc;
	uint32_t i;

	while (mlx5sig_poll_cq(initiator->cq, 1, &wc) > 0) {
		assert(wc.status == IBV_WC_SUCCESS && wc.opcode == IBV_WC_RECV);
		response = (const struct response *)answers->addr + wc.wr_id;
		t = &transactions[response->transaction];
		assert(response->bad_block == t->bad_block);
		*(response->is_good ? &t->good_responses : &t->bad_responses) += 1;
		for (i = 0; i < BLOCKS && response->is_good; i++)
			assert(!memcmp(t->arrived + i * PAIR_BLOCK,
				       t->stored + i * (PAIR_BLOCK + PAIR_DIF), PAIR_BLOCK));
		p->open--;
	}
}

static void handle_stop(struct progress *p)
{
	bool fails[MAX_TRANSACTIONS] = { false };
	uint32_t i, found = 0;

	poll_target(p);
	for (i = 0; i < num; i++) {
		struct transaction *t = &transactions[i];

		if (t->bad_block == BLOCKS || t->checked) {
			assert(is_sound(t));
		} else {
			struct mlx5sig_mkey *key = t->key;
			struct mlx5sig_mkey_err_ext ext;

			/* Those that the queue has not reached yet have no error. */
			assert(!mlx5sig_mkey_check_ext(key, &ext));
			if (!ext.num_errors)
				continue;
			assert(ext.err.err.sig.actual_value == t->guard);
			assert(ext.err.err.sig.offset == t->bad_block * (PAIR_BLOCK + PAIR_DIF));
			t->checked++;
			fails[i] = true;
			found++;
			assert(cancel(RESPONSE + i) == 1);
		}
	}
	assert(found);
	to_state(IBV_QPS_RTS);
	mlx5sig_wr_start(target->qp);
	for (i = 0; i < num; i++)
		if (fails[i])
			add_response(i, BAD_RESPONSE, IBV_SEND_SIGNALED, transactions[i].bad_block);
	complete();
}

static void run_many(void)
{
	struct progress p = { .open = num };
	uint32_t i, bad = 0, first = 0, batch;

	for (i = 0; i < num; i++) {
		transactions[i].good_responses = transactions[i].bad_responses = 0;
		transactions[i].checked = 0;
		make_stored(&transactions[i]);
		if (below(100) < 40) {
			spoil(&transactions[i]);
			bad++;
		}
		pair_configure(target, transactions[i].key, PAIR_DIF_IN_MEMORY, BLOCKS,
			       transactions[i].stored, disk);
	}
	while (first < num) {	/* some doorbells; the queue may have stopped meanwhile */
		batch = 1 + below(num - first);
		mlx5sig_wr_start(target->qp);
		for (i = first; i < first + batch; i++) {
			add_transfer(i, IBV_SEND_SIGNALED);
			add_response(i, RESPONSE, IBV_SEND_SIGNALED | IBV_SEND_FENCE, BLOCKS);
		}
		complete();
		first += batch;
	}
	while (p.open || p.next_wc < 2 * num || p.bad < bad) {
		if (has_stopped(0))
			handle_stop(&p);
		poll_target(&p);
		poll_initiator(&p);
	}
	for (i = 0; i < num; i++) {
		const struct transaction *t = &transactions[i];
		bool is_bad = t->bad_block != BLOCKS;

		assert(t->checked == is_bad && t->bad_responses == is_bad);
		assert(t->good_responses == !is_bad);
		post_receive(i);
	}
	printf("%u of %u bad\n", bad, num);
}

static void test_many(uint32_t rounds)
{
	uint32_t i;

	open_all(MAX_TRANSACTIONS);
	for (i = 0; i < rounds; i++)
		run_many();
	close_all();
}

int main(int argc, char **argv)
{
	const char *name = argc > 1 ? argv[1] : "";
	uint32_t number = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 10) : 0;

	if (!strcmp(name, "one"))
		test_one();
	else if (!strcmp(name, "reset"))
		test_reset();
	else if (!strcmp(name, "unsignalled"))
		test_unsignalled();
	else if (!strcmp(name, "configuration"))
		test_configuration();
	else if (!strcmp(name, "late"))
		test_late(number);
	else if (!strcmp(name, "two"))
		test_two(number);
	else if (!strcmp(name, "error"))
		test_error();
	else if (!strcmp(name, "many"))
		test_many(number);
	else
		fail(__LINE__, "no such test");
	printf("done\n");
	return 0;
}
