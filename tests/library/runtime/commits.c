// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Requests that succeed or fail one by one, and a doorbell apart from them.
 *
 *	softmlx5 build/tests/runtime/commits order|errors|complete|flush|reset|cancel|threads
 */
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

#include "../../../examples/pair.h"

#define CHECK(is_good) do { if (!(is_good)) { printf("line %d: %s\n", __LINE__, #is_good); \
					      exit(1); } } while (0)

static struct pair pair;
static struct side *here, *there;
static struct ibv_mr *mr;
static uint8_t *memory;

/* A write of one byte, or without data: the error of that request. */
static int commit_write(uint64_t id, bool is_good)
{
	mlx5sig_wr_start(here->qp);
	here->qp->wr_id = id;
	here->qp->wr_flags = IBV_SEND_SIGNALED;
	mlx5sig_wr_rdma_write(here->qp, mr->rkey, (uintptr_t)memory + 1);
	if (is_good)
		mlx5sig_wr_set_sge(here->qp, mr->lkey, (uintptr_t)memory, 1);
	return mlx5sig_wr_commit(here->qp);
}

static int commit_key(struct mlx5sig_mkey *key, uint64_t id, uint32_t length)
{
	const struct ibv_sge sge = { (uintptr_t)memory, length, mr->lkey };

	mlx5sig_wr_start(here->qp);
	here->qp->wr_id = id;
	here->qp->wr_flags = IBV_SEND_SIGNALED;
	mlx5sig_wr_mkey_configure(here->qp, key, 2, NULL);
	mlx5sig_wr_set_mkey_access_flags(here->qp, IBV_ACCESS_LOCAL_WRITE);
	mlx5sig_wr_set_mkey_layout_list(here->qp, 1, &sge);
	return mlx5sig_wr_commit(here->qp);
}

static void expect_nothing(void)
{
	struct ibv_wc wc;

	usleep(2000);
	CHECK(mlx5sig_poll_cq(here->cq, 1, &wc) == 0);
}

static void expect(uint64_t id, enum ibv_wc_status status)
{
	struct ibv_wc wc;
	int n;

	while (!(n = mlx5sig_poll_cq(here->cq, 1, &wc)))
		;
	CHECK(n == 1 && wc.wr_id == id && wc.status == status);
}

static void order(void)
{
	uint64_t id;
	int round;

	for (round = 0; round < 20; round++) {
		for (id = 0; id < 10; id++)
			CHECK(!commit_write(id, true));
		if (!round)
			expect_nothing();
		mlx5sig_qp_ring(here->qp);
		mlx5sig_qp_ring(here->qp);	/* nothing more to show */
		for (id = 0; id < 10; id++)
			expect(id, IBV_WC_SUCCESS);
	}
	expect_nothing();
}

/* An error drops one request; a key keeps the configuration before. */
static void errors(void)
{
	struct mlx5sig_mkey *key = pair_key(&pair);
	struct mlx5sig_wr_error error;
	unsigned int i, left = 0;
	int err;

	CHECK(!commit_write(1, true));
	CHECK(commit_write(2, false) == EINVAL);
	mlx5sig_qp_last_error(here->qp, &error);
	CHECK(error.index == 0 && error.wr_id == 2 && strstr(error.reason, "data"));
	CHECK(!commit_key(key, 3, 100));
	mlx5sig_wr_start(here->qp);	/* nothing of it reaches the key */
	mlx5sig_wr_mkey_configure(here->qp, key, 1, NULL);
	CHECK(mlx5sig_wr_commit(here->qp) == EINVAL);
	CHECK(mlx5sig_wr_commit(here->qp) == EINVAL);	/* no start */
	mlx5sig_wr_start(here->qp);
	mlx5sig_wr_nop(here->qp);
	mlx5sig_wr_abort(here->qp);
	CHECK(!commit_write(4, true));
	mlx5sig_qp_ring(here->qp);
	expect(1, IBV_WC_SUCCESS);
	expect(3, IBV_WC_SUCCESS);
	expect(4, IBV_WC_SUCCESS);
	/* A full queue: what fits is shown, and the rest later. */
	for (i = 0; i < 1000; i++) {
		err = commit_write(i, true);
		CHECK(!err || err == ENOMEM);
		if (!err)
			continue;
		CHECK(i > left);
		mlx5sig_qp_ring(here->qp);
		for (; left < i; left++)
			expect(left, IBV_WC_SUCCESS);
		CHECK(!commit_write(i, true));
	}
	mlx5sig_qp_ring(here->qp);
	for (; left < i; left++)
		expect(left, IBV_WC_SUCCESS);
	CHECK(!mlx5sig_destroy_mkey(key));
}

/* The doorbell of a batch shows all before it, also if the batch is empty; a failed one shows nothing. */
static void complete(void)
{
	int round;

	for (round = 0; round < 3; round++) {
		CHECK(!commit_write(1, true));
		mlx5sig_wr_start(here->qp);
		mlx5sig_wr_rdma_write(here->qp, 1, 2);
		CHECK(mlx5sig_wr_complete(here->qp) == EINVAL);
		expect_nothing();
		mlx5sig_wr_start(here->qp);
		here->qp->wr_id = 2;
		if (round == 1)
			mlx5sig_wr_nop(here->qp);
		if (round == 2)
			mlx5sig_wr_abort(here->qp);
		else
			CHECK(!mlx5sig_wr_complete(here->qp));
		if (round == 2)
			mlx5sig_qp_ring(here->qp);
		expect(1, IBV_WC_SUCCESS);
		if (round == 1)
			expect(2, IBV_WC_SUCCESS);
	}
	expect_nothing();
}

static void to_state(enum ibv_qp_state state)
{
	struct ibv_qp_attr attr = { .qp_state = state, .cur_qp_state = IBV_QPS_SQD };

	CHECK(!ibv_modify_qp(here->ibv_qp, &attr, state == IBV_QPS_RTS ?
			     IBV_QP_STATE | IBV_QP_CUR_STATE : IBV_QP_STATE));
}

/* Requests that the device has not seen are flushed when it sees them. */
static void flush(void)
{
	CHECK(!commit_write(1, true) && !commit_write(2, true));
	to_state(IBV_QPS_ERR);
	expect_nothing();
	CHECK(!commit_write(3, true));
	mlx5sig_qp_ring(here->qp);
	expect(1, IBV_WC_WR_FLUSH_ERR);
	expect(2, IBV_WC_WR_FLUSH_ERR);
	expect(3, IBV_WC_WR_FLUSH_ERR);
}

static void reset(void)
{
	CHECK(!commit_write(1, true) && !commit_write(2, true));
	to_state(IBV_QPS_RESET);
	mlx5sig_qp_reset(here->qp);
	mlx5sig_qp_ring(here->qp);
	pair_to_init(&pair, here->ibv_qp);
	CHECK(commit_write(3, true) == EINVAL);	/* not in RTS */
	to_state(IBV_QPS_RESET);
	mlx5sig_qp_reset(here->qp);
	struct ibv_qp_attr attr = { .qp_state = IBV_QPS_RESET };

	CHECK(!ibv_modify_qp(there->ibv_qp, &attr, IBV_QP_STATE));
	mlx5sig_qp_reset(there->qp);
	pair_to_init(&pair, here->ibv_qp);
	pair_to_init(&pair, there->ibv_qp);
	pair_connect(&pair, here->ibv_qp, there->ibv_qp->qp_num);
	pair_connect(&pair, there->ibv_qp, here->ibv_qp->qp_num);
	CHECK(!commit_write(4, true));
	mlx5sig_qp_ring(here->qp);
	expect(4, IBV_WC_SUCCESS);
	expect_nothing();
}

/* Cancelling in SQD turns requests that the device has not seen into NOPs, too. */
static void cancel(void)
{
	struct mlx5sig_mkey *key = pair_key(&pair);
	struct mlx5sig_mkey_err err;

	/* A wrong signature stops the queue after its request, before a fenced one. */
	memset(memory, 7, PAIR_BLOCK + PAIR_DIF);
	pair_configure(here, key, PAIR_DIF_IN_MEMORY, 1, memory, mr);
	mlx5sig_wr_start(here->qp);
	here->qp->wr_id = 8;
	mlx5sig_wr_rdma_write(here->qp, mr->rkey, (uintptr_t)memory + 1024);
	mlx5sig_wr_set_sge(here->qp, key->lkey, 0, PAIR_BLOCK);
	here->qp->wr_id = 9;
	here->qp->wr_flags = IBV_SEND_SIGNALED | IBV_SEND_FENCE;
	mlx5sig_wr_nop(here->qp);
	CHECK(!mlx5sig_wr_complete(here->qp));
	expect(8, IBV_WC_SUCCESS);
	expect_nothing();
	memory[1] = 1;
	CHECK(!commit_write(1, true) && !commit_write(2, true));
	CHECK(mlx5sig_qp_cancel_posted_send_wrs(here->qp, 1) == 1);
	CHECK(mlx5sig_qp_cancel_posted_send_wrs(here->qp, 2) == 1);
	CHECK(mlx5sig_qp_cancel_posted_send_wrs(here->qp, 2) == 0);
	to_state(IBV_QPS_RTS);
	expect(9, IBV_WC_SUCCESS);
	expect_nothing();
	mlx5sig_qp_ring(here->qp);
	expect(1, IBV_WC_SUCCESS);
	expect(2, IBV_WC_SUCCESS);
	CHECK(memory[1] == 1 && !mlx5sig_mkey_check(key, &err) && err.err_type);
	CHECK(!mlx5sig_destroy_mkey(key));
}

#define THREADS 3u
#define EACH 2000u

static atomic_uint running = THREADS;

static void *post_many(void *arg)
{
	const uint64_t thread = (uintptr_t)arg;
	uint32_t i;
	int err;

	for (i = 0; i < EACH;) {
		mlx5sig_wr_start(here->qp);
		here->qp->wr_id = thread << 32 | i;
		here->qp->wr_flags = IBV_SEND_SIGNALED;
		if (i % 7 == 3) {	/* one that fails, and leaves those of others alone */
			mlx5sig_wr_rdma_read(here->qp, 1, 2);
			err = mlx5sig_wr_commit(here->qp);
			CHECK(err == EINVAL || err == ENOMEM);
			mlx5sig_wr_start(here->qp);
			here->qp->wr_id = thread << 32 | i;
			here->qp->wr_flags = IBV_SEND_SIGNALED;
		}
		mlx5sig_wr_nop(here->qp);
		err = mlx5sig_wr_commit(here->qp);
		CHECK(!err || err == ENOMEM);
		i += !err;
	}
	atomic_fetch_sub(&running, 1);
	return NULL;
}

/* Several threads post, and the poller rings. */
static void threads(void)
{
	uint32_t next[THREADS] = {0}, left = THREADS * EACH;
	pthread_t thread[THREADS];
	struct ibv_wc wc[8];
	uintptr_t i;
	int n, k;

	for (i = 0; i < THREADS; i++)
		CHECK(!pthread_create(&thread[i], NULL, post_many, (void *)i));
	while (left) {
		mlx5sig_qp_ring(here->qp);
		n = mlx5sig_poll_cq(here->cq, 8, wc);
		CHECK(n >= 0);
		for (k = 0; k < n; k++) {
			CHECK(wc[k].status == IBV_WC_SUCCESS);
			CHECK((uint32_t)wc[k].wr_id == next[wc[k].wr_id >> 32]++);
		}
		left -= (uint32_t)n;
	}
	for (i = 0; i < THREADS; i++)
		CHECK(!pthread_join(thread[i], NULL));
	expect_nothing();
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		void (*run)(void);
	} tests[] = { { "order", order }, { "errors", errors }, { "complete", complete },
		      { "flush", flush }, { "reset", reset }, { "cancel", cancel },
		      { "threads", threads } };
	size_t i;

	if (argc != 2)
		return 2;
	pair_open(&pair, !strcmp(argv[1], "cancel"));
	here = &pair.side[0];
	there = &pair.side[1];
	memory = pair_memory(&pair, 4096, &mr);
	for (i = 0; i < sizeof(tests) / sizeof(tests[0]); i++)
		if (!strcmp(argv[1], tests[i].name))
			tests[i].run();
	pair_free_memory(mr);
	pair_close(&pair);
	puts("done");
	return 0;
}
