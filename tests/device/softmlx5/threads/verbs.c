// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * A verbs program for softmlx5 under valgrind and with many threads:
 *
 *	verbs THREADS ROUNDS
 *
 * Each thread has two connected QPs, on CQs of its own or (every second one) shared with its
 * neighbour, and does SEND, RDMA write and read, atomics and UMR over it. All data are compared.
 */
#include <infiniband/mlx5dv.h>
#include <infiniband/verbs.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition) \
	do { \
		if (!(condition)) { \
			fprintf(stderr, "%s:%d: not true: %s\n", __FILE__, __LINE__, #condition); \
			exit(1); \
		} \
	} while (0)

#define BYTES 4096u
#define MAX_THREADS 64

struct side {
	struct ibv_qp *qp;
	struct ibv_qp_ex *qpx;
	struct mlx5dv_qp_ex *mqpx;
	uint8_t *memory;
	struct ibv_mr *mr;
};

struct pair {
	struct ibv_context *context;
	struct ibv_pd *pd;
	struct ibv_cq *cq;
	struct pair *other;		/* with the same CQ; NULL: none */
	struct side side[2];
	struct mlx5dv_mkey *mkey;
	atomic_uint done[2];		/* completions: of sends, of receives */
	unsigned int number, rounds;
};

static struct ibv_context *open_device(void)
{
	struct ibv_device **list = ibv_get_device_list(NULL);
	struct mlx5dv_context_attr attr = { .flags = MLX5DV_CONTEXT_FLAGS_DEVX };
	struct ibv_context *context;

	CHECK(list && list[0]);
	context = mlx5dv_open_device(list[0], &attr);
	CHECK(context);
	ibv_free_device_list(list);
	return context;
}

static void make_side(struct pair *pair, struct side *side)
{
	struct ibv_qp_init_attr_ex attr = {
		.send_cq = pair->cq, .recv_cq = pair->cq, .qp_type = IBV_QPT_RC, .sq_sig_all = 1,
		.cap = { .max_send_wr = 64, .max_recv_wr = 16, .max_send_sge = 2, .max_recv_sge = 1,
			 .max_inline_data = 512 },
		.comp_mask = IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_SEND_OPS_FLAGS,
		.pd = pair->pd,
		.send_ops_flags = IBV_QP_EX_WITH_SEND | IBV_QP_EX_WITH_RDMA_WRITE |
			IBV_QP_EX_WITH_RDMA_READ | IBV_QP_EX_WITH_ATOMIC_FETCH_AND_ADD,
	};
	struct mlx5dv_qp_init_attr driver = {
		.comp_mask = MLX5DV_QP_INIT_ATTR_MASK_SEND_OPS_FLAGS,
		.send_ops_flags = MLX5DV_QP_EX_WITH_MKEY_CONFIGURE,
	};

	side->qp = mlx5dv_create_qp(pair->context, &attr, &driver);
	CHECK(side->qp);
	side->qpx = ibv_qp_to_qp_ex(side->qp);
	side->mqpx = mlx5dv_qp_ex_from_ibv_qp_ex(side->qpx);
	side->memory = aligned_alloc(4096, BYTES);
	CHECK(side->memory);
	memset(side->memory, 0, BYTES);
	side->mr = ibv_reg_mr(pair->pd, side->memory, BYTES, IBV_ACCESS_LOCAL_WRITE |
			      IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ |
			      IBV_ACCESS_REMOTE_ATOMIC);
	CHECK(side->mr);
}

static void connect_side(const struct side *side, uint32_t peer)
{
	struct ibv_qp_attr attr = { .qp_state = IBV_QPS_INIT, .port_num = 1,
		.qp_access_flags = IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ |
			IBV_ACCESS_REMOTE_ATOMIC };
	struct ibv_port_attr port;

	CHECK(!ibv_query_port(side->qp->context, 1, &port));
	CHECK(!ibv_modify_qp(side->qp, &attr, IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT |
			     IBV_QP_ACCESS_FLAGS));
	attr = (struct ibv_qp_attr){ .qp_state = IBV_QPS_RTR, .path_mtu = IBV_MTU_4096,
		.dest_qp_num = peer, .max_dest_rd_atomic = 1, .min_rnr_timer = 1,
		.ah_attr = { .dlid = port.lid, .port_num = 1 } };
	CHECK(!ibv_modify_qp(side->qp, &attr, IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU |
			     IBV_QP_DEST_QPN | IBV_QP_RQ_PSN | IBV_QP_MAX_DEST_RD_ATOMIC |
			     IBV_QP_MIN_RNR_TIMER));
	attr = (struct ibv_qp_attr){ .qp_state = IBV_QPS_RTS, .timeout = 14, .retry_cnt = 7,
		.rnr_retry = 7, .max_rd_atomic = 1 };
	CHECK(!ibv_modify_qp(side->qp, &attr, IBV_QP_STATE | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT |
			     IBV_QP_RNR_RETRY | IBV_QP_SQ_PSN | IBV_QP_MAX_QP_RD_ATOMIC));
}

/*
 * Completions belong to the pair and direction that wr_id names; threads with a common CQ take each
 * other's.
 */
static void poll(struct pair *pair)
{
	struct ibv_wc wc[4];
	int n = ibv_poll_cq(pair->cq, 4, wc), i;

	CHECK(n >= 0);
	for (i = 0; i < n; i++) {
		struct pair *owner = pair->number == wc[i].wr_id / 2 ? pair : pair->other;

		if (wc[i].status)
			fprintf(stderr, "opcode %d: %s\n", wc[i].opcode,
				ibv_wc_status_str(wc[i].status));
		CHECK(!wc[i].status && owner && owner->number == wc[i].wr_id / 2);
		atomic_fetch_add(&owner->done[wc[i].wr_id % 2], 1);
	}
	if (!n)
		sched_yield();
}

static void wait_for(struct pair *pair, unsigned int sends, unsigned int receives)
{
	while (atomic_load(&pair->done[0]) < sends || atomic_load(&pair->done[1]) < receives)
		poll(pair);
}

static void begin(struct pair *pair)
{
	ibv_wr_start(pair->side[0].qpx);
	pair->side[0].qpx->wr_id = pair->number * 2;
	pair->side[0].qpx->wr_flags = IBV_SEND_SIGNALED;
}

static void end(struct pair *pair)
{
	CHECK(!ibv_wr_complete(pair->side[0].qpx));
}

static void configure(struct pair *pair)
{
	struct mlx5dv_mkey_conf_attr conf = {0};
	const struct side *to = &pair->side[1];
	struct ibv_sge list[2] = {
		{ .addr = (uintptr_t)to->memory + 2048, .length = 256, .lkey = to->mr->lkey },
		{ .addr = (uintptr_t)to->memory + 1024, .length = 256, .lkey = to->mr->lkey },
	};

	begin(pair);
	pair->side[0].qpx->wr_flags |= IBV_SEND_INLINE;
	mlx5dv_wr_mkey_configure(pair->side[0].mqpx, pair->mkey, 2, &conf);
	mlx5dv_wr_set_mkey_access_flags(pair->side[0].mqpx, IBV_ACCESS_LOCAL_WRITE |
					IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ);
	mlx5dv_wr_set_mkey_layout_list(pair->side[0].mqpx, 2, list);
	end(pair);
}

static void round_of(struct pair *pair, unsigned int round)
{
	struct side *from = &pair->side[0], *to = &pair->side[1];
	const uint64_t here = (uintptr_t)from->memory, there = (uintptr_t)to->memory;
	struct ibv_sge room = { .addr = there, .length = 512, .lkey = to->mr->lkey };
	struct ibv_recv_wr recv = { .wr_id = pair->number * 2 + 1, .sg_list = &room, .num_sge = 1 },
			   * bad;
	const uint8_t fill = (uint8_t)(round * 7 + pair->number + 1);
	uint64_t counter;

	memset(from->memory, fill, 1024);
	memset(to->memory, 0, 3072);
	CHECK(!ibv_post_recv(to->qp, &recv, &bad));
	begin(pair);
	ibv_wr_send(from->qpx);
	ibv_wr_set_sge(from->qpx, from->mr->lkey, here, 512);
	end(pair);
	wait_for(pair, round * 6 + 1, round + 1);
	CHECK(to->memory[0] == fill && !memcmp(to->memory, from->memory, 512) && !to->memory[512]);
	configure(pair);
	wait_for(pair, round * 6 + 2, round + 1);
	begin(pair);	/* into the pieces of the key */
	ibv_wr_rdma_write(from->qpx, pair->mkey->rkey, 0);
	ibv_wr_set_sge(from->qpx, from->mr->lkey, here, 512);
	end(pair);
	wait_for(pair, round * 6 + 3, round + 1);
	CHECK(!memcmp(to->memory + 2048, from->memory, 256) &&
	      !memcmp(to->memory + 1024, from->memory, 256));
	CHECK(!to->memory[1280] && !to->memory[2304]);
	memset(to->memory + 1024, (uint8_t)~fill, 256);
	begin(pair);
	ibv_wr_rdma_read(from->qpx, pair->mkey->rkey, 128);
	ibv_wr_set_sge(from->qpx, from->mr->lkey, here + 2048, 256);
	end(pair);
	wait_for(pair, round * 6 + 4, round + 1);
	CHECK(from->memory[2048 + 127] == fill && (from->memory[2048 + 128] ^ fill) == 0xff);
	begin(pair);
	ibv_wr_atomic_fetch_add(from->qpx, to->mr->rkey, there + 4088, 3);
	ibv_wr_set_sge(from->qpx, from->mr->lkey, here + 4088, 8);
	end(pair);
	begin(pair);
	ibv_wr_rdma_write(from->qpx, to->mr->rkey, there + 3072);
	ibv_wr_set_inline_data(from->qpx, from->memory, 64);
	end(pair);
	wait_for(pair, round * 6 + 6, round + 1);
	memcpy(&counter, from->memory + 4088, sizeof(counter));
	CHECK(counter == 3 * round);
	CHECK(!memcmp(to->memory + 3072, from->memory, 64));
}

static void *work(void *argument)
{
	struct pair *pair = argument;
	unsigned int round;

	for (round = 0; round < pair->rounds; round++)
		round_of(pair, round);
	return NULL;
}

static void make_pair(struct pair *pair, struct ibv_context *context, struct ibv_pd *pd,
		      struct ibv_cq *cq)
{
	struct mlx5dv_mkey_init_attr attr = {
		.pd = pd, .create_flags = MLX5DV_MKEY_INIT_ATTR_FLAGS_INDIRECT, .max_entries = 4,
	};

	pair->context = context;
	pair->pd = pd;
	pair->cq = cq ? cq : ibv_create_cq(context, 256, NULL, NULL, 0);
	CHECK(pair->cq);
	pair->mkey = mlx5dv_create_mkey(&attr);
	CHECK(pair->mkey);
	make_side(pair, &pair->side[0]);
	make_side(pair, &pair->side[1]);
	connect_side(&pair->side[0], pair->side[1].qp->qp_num);
	connect_side(&pair->side[1], pair->side[0].qp->qp_num);
}

static void end_pair(struct pair *pair, int has_cq)
{
	int i;

	for (i = 0; i < 2; i++) {
		CHECK(!ibv_destroy_qp(pair->side[i].qp) && !ibv_dereg_mr(pair->side[i].mr));
		free(pair->side[i].memory);
	}
	CHECK(!mlx5dv_destroy_mkey(pair->mkey));
	if (has_cq)
		CHECK(!ibv_destroy_cq(pair->cq));
}

int main(int argc, char **argv)
{
	static struct pair pairs[MAX_THREADS];
	const unsigned int threads = argc > 1 ? (unsigned int)atoi(argv[1]) : 1;
	struct ibv_context *contexts[2] = { open_device(), open_device() };
	struct ibv_pd *pds[2] = { ibv_alloc_pd(contexts[0]), ibv_alloc_pd(contexts[1]) };
	pthread_t thread[MAX_THREADS];
	unsigned int i;

	CHECK(threads <= MAX_THREADS && pds[0] && pds[1]);
	for (i = 0; i < threads; i++) {
		/* Two of four share a CQ, the others have their own; groups alternate contexts. */
		const int shares = i % 4 == 1;

		pairs[i].number = i;
		pairs[i].rounds = argc > 2 ? (unsigned int)atoi(argv[2]) : 10;
		make_pair(&pairs[i], contexts[i / 4 % 2], pds[i / 4 % 2],
			  shares ? pairs[i - 1].cq : NULL);
		if (shares) {
			pairs[i].other = &pairs[i - 1];
			pairs[i - 1].other = &pairs[i];
		}
	}
	for (i = 0; i < threads; i++)
		CHECK(!pthread_create(&thread[i], NULL, work, &pairs[i]));
	for (i = 0; i < threads; i++)
		CHECK(!pthread_join(thread[i], NULL));
	for (i = threads; i--;)
		end_pair(&pairs[i], i % 4 != 1);
	for (i = 0; i < 2; i++)
		CHECK(!ibv_dealloc_pd(pds[i]) && !ibv_close_device(contexts[i]));
	printf("%u threads, all data correct\n", threads);
	return 0;
}
