// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Requests are cancelled while another thread polls their queue's completions, for the thread
 * sanitizer. The device stops in front of some request, as in SQD; the completions of those before it
 * come while others are cancelled. Then it executes the rest.
 *
 *	build/tests/runtime/threads_cancel ROUNDS
 */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <mlx5sig/mlx5sig.h>
#include <prm_cqe.h>
#include <prm_ctrl.h>
#include <prm_qp.h>

#include "obedient.h"

#define QPN 7u
#define CQES 64u
#define WQES 32u
#define POST 12u	/* requests of a round, of one WQEBB each */

#define must(is_good) do { if (!(is_good)) { printf("%s:%d: %s\n", __FILE__, __LINE__, #is_good); \
					    exit(1); } } while (0)

/* What the device writes and the poller reads; the sanitizer does not know that a CQE is ordered by its owner bit. */
static pthread_mutex_t dma = PTHREAD_MUTEX_INITIALIZER;
static _Alignas(64) uint8_t cqes[CQES * 64], ring[WQES * 64], uar[64];
static _Alignas(64) uint8_t record[8], cq_record[8];
static struct mlx5sig_cq *cq;
static unsigned int executed, completed;	/* requests, in order; each has one WQEBB */
static unsigned int rounds;
static atomic_uint polled;	/* completions */

static unsigned int below(unsigned int limit)
{
	static unsigned int seed = 1;

	seed = seed * 1103515245u + 12345u;
	return seed / 65536u % limit;
}

/* Writes the completion of the next request. */
static void complete(void)
{
	struct prm_cqe64 *cqe = (void *)(cqes + (size_t)(completed % CQES) * 64);

	pthread_mutex_lock(&dma);
	memset(cqe, 0, sizeof(*cqe));
	prm_cqe64_set_qpn(cqe, QPN);
	prm_cqe64_set_wqe_counter(cqe, (uint16_t)completed);
	prm_cqe64_set_opcode(cqe, PRM_CQE_OPCODE_REQ);
	prm_cqe64_set_owner(cqe, completed++ / CQES % 2);
	pthread_mutex_unlock(&dma);
}

/* The position of the device. Meanwhile a completion may come, and be polled. */
static int query_qp(void *cookie, void *handle, const void *in, size_t inlen, void *out,
		    size_t outlen)
{
	struct prm_query_qp_out *answer = out;

	obedient_no_caps(cookie, in, inlen, out, outlen);
	must(handle == ring);
	if (completed < executed && below(2)) {
		complete();
		while (atomic_load(&polled) < completed)
			sched_yield();
	}
	prm_qpc_set_state(&answer->qpc, PRM_QP_STATE_SQD);
	prm_qpc_set_hw_sq_wqebb_counter(&answer->qpc, (uint16_t)executed);
	return 0;
}

/* The completions have the requests' order and their ids. */
static void *poll_all(void *argument)
{
	unsigned int total = 0;
	struct ibv_wc wc[3];
	int num, i;

	(void)argument;
	while (total < rounds * POST) {
		pthread_mutex_lock(&dma);
		num = mlx5sig_poll_cq(cq, 3, wc);
		pthread_mutex_unlock(&dma);
		must(num >= 0);
		for (i = 0; i < num; i++)
			must(wc[i].status == IBV_WC_SUCCESS && wc[i].wr_id == total++);
		atomic_store(&polled, total);
		if (!num)
			sched_yield();
	}
	return NULL;
}

static uint32_t opcode_at(unsigned int pi)
{
	return prm_ctrl_seg_get_opcode((void *)(ring + (size_t)(pi % WQES) * 64));
}

static void play(struct mlx5sig_qp *qp, unsigned int n)
{
	const unsigned int first = n * POST, stop = below(POST + 1);
	bool is_cancelled[POST] = { false };
	unsigned int i, k;

	for (i = 0; i < POST; i++) {
		mlx5sig_wr_start(qp);
		qp->wr_id = first + i;
		qp->wr_flags = IBV_SEND_SIGNALED;
		mlx5sig_wr_rdma_write(qp, 1, 0);
		mlx5sig_wr_set_sge(qp, 1, 0, 16);
		must(!mlx5sig_wr_complete(qp));
	}
	executed += stop;
	for (i = below(2 * POST); i--; ) {
		if (completed < executed && below(2))
			complete();
		k = below(POST);
		must(mlx5sig_qp_cancel_posted_send_wrs(qp, first + k) ==
		     (k >= stop && !is_cancelled[k]));
		is_cancelled[k] |= k >= stop;
	}
	for (i = 0; i < POST; i++)
		must(opcode_at(first + i) ==
		     (is_cancelled[i] ? PRM_WQE_OPCODE_NOP : PRM_WQE_OPCODE_RDMA_WRITE));
	executed = first + POST;
	while (completed < executed)
		complete();
	/* Some rounds begin while the last one's completions are polled. */
	while (atomic_load(&polled) + POST < first + POST)
		sched_yield();
}

int main(int argc, char **argv)
{
	static const struct mlx5sig_devx_ops ops = {
		.obj_create = obedient_create, .obj_destroy = obedient_destroy,
		.general_cmd = obedient_no_caps, .qp_query = query_qp };
	const struct mlx5sig_raw_cq raw_cq = { .buf = cqes, .dbrec = cq_record, .cqe_cnt = CQES,
					       .cqe_size = 64, .cqn = 1 };
	const struct mlx5sig_raw_qp raw_qp = {
		.sq_buf = ring, .dbrec = record, .bf_reg = uar, .sq_wqe_cnt = WQES, .sq_max_post = WQES,
		.sq_max_gs = 1, .qpn = QPN, .max_desc_size = 64, .handle = ring };
	struct mlx5sig_qp_attr attr = { .sq_sig_all = 1 };
	struct mlx5sig_device *device;
	struct mlx5sig_qp *qp;
	pthread_t poller;
	unsigned int n;

	must(argc == 2);
	rounds = (unsigned int)atoi(argv[1]);
	memset(cqes, 0xff, sizeof(cqes));
	device = mlx5sig_device_open(&ops, NULL);
	must(device);
	cq = mlx5sig_device_cq_attach(device, &raw_cq, NULL);
	must(cq);
	attr.send_cq = attr.recv_cq = cq;
	qp = mlx5sig_device_qp_attach(device, &raw_qp, &attr);
	must(qp);
	must(!pthread_create(&poller, NULL, poll_all, NULL));
	for (n = 0; n < rounds; n++)
		play(qp, n);
	must(!pthread_join(poller, NULL));
	must(!mlx5sig_qp_detach(qp) && !mlx5sig_cq_detach(cq) && !mlx5sig_device_close(device));
	printf("done\n");
	return 0;
}
