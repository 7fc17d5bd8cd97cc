// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Counts the instructions of completions of receive requests, polled by libmlx5 and by the library:
 * of own and of shared receive queues, of one queue pair and of several in turn. See
 * runtime_main.c.
 *
 *	softmlx5 --doorbell poll valgrind --tool=callgrind --collect-atstart=no receiving_main
 */
#include <valgrind/callgrind.h>

#include "../../../examples/pair.h"
#include "ring.h"

#define QPS 4u
#define AT_ONCE 16u
#define DEPTH (4 * AT_ONCE)
#define ROUNDS 16u
#define LENGTH 64u

/* Senders, by plain verbs, and receivers: with libmlx5 or the library. */
struct world {
	struct ibv_cq *send_cq, *recv_cq;
	struct ibv_srq *ibv_srq;
	struct ibv_qp *sender[QPS], *receiver[QPS];
	struct mlx5sig_cq *cq;		/* of the library, or NULL */
	struct mlx5sig_srq *srq;
	struct mlx5sig_qp *qp[QPS];
	struct mlx5dv_cq ring;		/* of recv_cq */
	uint32_t ci;
	struct ibv_wc wc[AT_ONCE];
};

static struct pair device;	/* and its port */
static struct ibv_mr *mr;
static uint8_t *memory;

static struct ibv_qp *make_qp(struct ibv_cq *cq, struct ibv_srq *srq)
{
	struct ibv_qp_init_attr attr = {
		.send_cq = cq, .recv_cq = cq, .srq = srq, .qp_type = IBV_QPT_RC,
		.cap = { .max_send_wr = DEPTH, .max_recv_wr = srq ? 0 : DEPTH, .max_send_sge = 1,
			 .max_recv_sge = srq ? 0 : 1 } };

	return need(pair_create_qp(device.pd, &attr), "ibv_create_qp");
}

static void make_world(struct world *w, bool is_ours, bool is_shared)
{
	struct ibv_srq_init_attr srq = { .attr = { .max_wr = DEPTH, .max_sge = 1 } };
	struct mlx5sig_qp_attr attr = {0};
	unsigned int i;

	memset(w, 0, sizeof(*w));
	w->send_cq = need(ibv_create_cq(device.context, DEPTH * QPS, NULL, NULL, 0), "CQ");
	w->recv_cq = need(ibv_create_cq(device.context, DEPTH * QPS, NULL, NULL, 0), "CQ");
	if (is_shared)
		w->ibv_srq = need(ibv_create_srq(device.pd, &srq), "SRQ");
	if (is_ours)
		w->cq = need(mlx5sig_cq_attach(w->recv_cq, NULL), "mlx5sig_cq_attach");
	if (is_ours && is_shared)
		w->srq = need(mlx5sig_srq_attach(w->ibv_srq, NULL), "mlx5sig_srq_attach");
	attr.send_cq = attr.recv_cq = w->cq;
	attr.srq = w->srq;
	for (i = 0; i < QPS; i++) {
		w->sender[i] = make_qp(w->send_cq, NULL);
		w->receiver[i] = make_qp(w->recv_cq, w->ibv_srq);
		if (is_ours)
			w->qp[i] = need(mlx5sig_qp_attach(w->receiver[i], &attr),
					"mlx5sig_qp_attach");
		pair_to_init(&device, w->sender[i]);
		pair_to_init(&device, w->receiver[i]);
		pair_connect(&device, w->sender[i], w->receiver[i]->qp_num);
		pair_connect(&device, w->receiver[i], w->sender[i]->qp_num);
	}
	ring_find(&w->ring, w->recv_cq);
}

static void destroy_world(struct world *w)
{
	unsigned int i;

	for (i = 0; i < QPS; i++) {
		if (w->qp[i])
			must(mlx5sig_qp_detach(w->qp[i]), "mlx5sig_qp_detach");
		must(ibv_destroy_qp(w->receiver[i]), "ibv_destroy_qp");
		must(ibv_destroy_qp(w->sender[i]), "ibv_destroy_qp");
	}
	if (w->srq)
		must(mlx5sig_srq_detach(w->srq), "mlx5sig_srq_detach");
	if (w->cq)
		must(mlx5sig_cq_detach(w->cq), "mlx5sig_cq_detach");
	if (w->ibv_srq)
		must(ibv_destroy_srq(w->ibv_srq), "ibv_destroy_srq");
	must(ibv_destroy_cq(w->recv_cq), "ibv_destroy_cq");
	must(ibv_destroy_cq(w->send_cq), "ibv_destroy_cq");
}

static int post_recv(struct world *w, unsigned int k, uint64_t wr_id)
{
	struct ibv_sge sge = { .addr = (uintptr_t)memory, .length = LENGTH, .lkey = mr->lkey };
	struct ibv_recv_wr *bad, wr = { .wr_id = wr_id, .sg_list = &sge, .num_sge = 1 };

	if (w->srq)
		return mlx5sig_post_srq_recv(w->srq, &wr, &bad);
	if (w->qp[k])
		return mlx5sig_post_recv(w->qp[k], &wr, &bad);
	return w->ibv_srq ? ibv_post_srq_recv(w->ibv_srq, &wr, &bad) :
			    ibv_post_recv(w->receiver[k], &wr, &bad);
}

/* Sends one message, and waits until it has been received. */
static void send_message(struct world *w, unsigned int k, enum ibv_wr_opcode opcode)
{
	struct ibv_sge sge = { .addr = (uintptr_t)memory, .length = LENGTH, .lkey = mr->lkey };
	struct ibv_send_wr *bad, wr = { .sg_list = &sge, .num_sge = 1, .opcode = opcode,
					.send_flags = IBV_SEND_SIGNALED };
	struct ibv_wc wc;
	int num;

	must(post_recv(w, k, k), "receive");
	must(ibv_post_send(w->sender[k], &wr, &bad), "ibv_post_send");
	while (!(num = ibv_poll_cq(w->send_cq, 1, &wc)))
		sched_yield();
	must(num == 1 && wc.status == IBV_WC_SUCCESS ? 0 : EIO, "message");
	ring_wait(&w->ring, w->ci++);
}

static int poll_own(struct world *w, int num)
{
	return mlx5sig_poll_cq(w->cq, num, w->wc);
}

static int poll_theirs(struct world *w, int num)
{
	return ibv_poll_cq(w->recv_cq, num, w->wc);
}

static void count(struct world *w, const char *name, unsigned int num, unsigned int qps,
		  enum ibv_wr_opcode opcode)
{
	int (*volatile work)(struct world *w, int num) = w->cq ? poll_own : poll_theirs;
	char label[80];
	unsigned int i, k;
	int got;

	for (i = 0; i < ROUNDS + 2; i++) {
		if (i == 2)
			CALLGRIND_ZERO_STATS;
		for (k = 0; k < num; k++)
			send_message(w, (i + k) % qps, opcode);
		CALLGRIND_TOGGLE_COLLECT;
		got = work(w, (int)num);
		CALLGRIND_TOGGLE_COLLECT;
		must(got == (int)num ? 0 : EIO, name);
		for (k = 0; k < num; k++)
			must(w->wc[k].status == IBV_WC_SUCCESS && w->wc[k].wr_id == (i + k) % qps &&
			     w->wc[k].opcode & IBV_WC_RECV ? 0 : EIO, name);
	}
	snprintf(label, sizeof(label), "%s%s/%s %u %u", name, w->ibv_srq ? "_srq" : "",
		 w->cq ? "mlx5sig" : "libmlx5", ROUNDS, ROUNDS * num);
	CALLGRIND_DUMP_STATS_AT(label);
}

static int nothing(struct world *w, int num)
{
	(void)w;
	return num;
}

/* The cost of counting itself. */
static void count_nothing(void)
{
	int (*volatile work)(struct world *w, int num) = nothing;
	char label[80];
	unsigned int i;

	CALLGRIND_ZERO_STATS;
	for (i = 0; i < ROUNDS; i++) {
		CALLGRIND_TOGGLE_COLLECT;
		work(NULL, 1);
		CALLGRIND_TOGGLE_COLLECT;
	}
	snprintf(label, sizeof(label), "nothing_0/ %u %u", ROUNDS, ROUNDS);
	CALLGRIND_DUMP_STATS_AT(label);
}

static void open_device(void)
{
	device.context = pair_open_device();
	device.pd = need(ibv_alloc_pd(device.context), "ibv_alloc_pd");
	pair_find_port(&device);
	memory = need(aligned_alloc(4096, 4096), "memory");
	memset(memory, 0x5a, 4096);
	mr = need(ibv_reg_mr(device.pd, memory, 4096, IBV_ACCESS_LOCAL_WRITE), "ibv_reg_mr");
}

int main(void)
{
	struct world w;
	unsigned int i;

	open_device();
	count_nothing();
	for (i = 0; i < 4; i++) {
		make_world(&w, i % 2, i / 2);
		count(&w, "recv", 1, 1, IBV_WR_SEND);
		count(&w, "recv_imm", 1, 1, IBV_WR_SEND_WITH_IMM);
		count(&w, "recv_qps", 1, QPS, IBV_WR_SEND);
		count(&w, "recv_many", AT_ONCE, 1, IBV_WR_SEND);
		count(&w, "recv_many_qps", AT_ONCE, QPS, IBV_WR_SEND);
		destroy_world(&w);
	}
	must(ibv_dereg_mr(mr), "ibv_dereg_mr");
	must(ibv_dealloc_pd(device.pd), "ibv_dealloc_pd");
	must(ibv_close_device(device.context), "ibv_close_device");
	free(memory);
	return 0;
}
