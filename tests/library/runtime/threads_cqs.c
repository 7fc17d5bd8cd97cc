// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * CQs in many threads whose queue pairs exchange their numbers, for the thread sanitizer. Each thread has
 * a CQ, and attaches a queue pair with a number that another thread may have had before, and may have
 * again: requests that it flushed then have left completions on the other CQ, which nobody may get.
 *
 *	build/tests/runtime/threads_cqs ROUNDS
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <mlx5sig/mlx5sig.h>
#include <prm_cqe.h>
#include <prm_doorbell.h>

#include "obedient.h"

#define THREADS 3u
#define NUMBERS 4u	/* of queue pairs, more than threads */
#define CQES 64u
#define WQES 16u
#define POST 4u		/* requests of a queue pair */

#define must(is_good) do { if (!(is_good)) { printf("%s:%d: %s\n", __FILE__, __LINE__, #is_good); \
					    exit(1); } } while (0)

static struct worker {
	_Alignas(64) uint8_t cqes[CQES * 64], ring[WQES * 64], uar[64];
	_Alignas(64) uint8_t record[8], cq_record[8];
	unsigned int number, produced, seed;
	struct mlx5sig_cq *cq;
} workers[THREADS];
static struct mlx5sig_device *device;
static atomic_bool is_taken[NUMBERS];
static unsigned int rounds;

static unsigned int below(struct worker *w, unsigned int limit)
{
	w->seed = w->seed * 1103515245u + 12345u;
	return w->seed / 65536u % limit;
}

/* A completion of a send request. */
static void produce(struct worker *w, uint32_t qpn, uint16_t wqe_counter)
{
	struct prm_cqe64 *cqe = (void *)(w->cqes + (size_t)(w->produced % CQES) * 64);

	memset(cqe, 0, sizeof(*cqe));
	prm_cqe64_set_qpn(cqe, qpn);
	prm_cqe64_set_wqe_counter(cqe, wqe_counter);
	prm_cqe64_set_opcode(cqe, PRM_CQE_OPCODE_REQ);
	prm_cqe64_set_owner(cqe, w->produced++ / CQES % 2);
}

/* Returns how many completions there are, each of @wr_id. */
static unsigned int poll_all(struct worker *w, uint64_t wr_id)
{
	unsigned int total = 0;
	struct ibv_wc wc[3];
	int num, i;

	while ((num = mlx5sig_poll_cq(w->cq, 3, wc))) {
		must(num > 0);
		for (i = 0; i < num; i++)
			must(wc[i].status == IBV_WC_SUCCESS && wc[i].wr_id == wr_id);
		total += (unsigned int)num;
	}
	return total;
}

static struct mlx5sig_qp *attach(struct worker *w, uint32_t qpn)
{
	const struct mlx5sig_raw_qp raw = {
		.sq_buf = w->ring, .dbrec = w->record, .bf_reg = w->uar, .sq_wqe_cnt = WQES,
		.sq_max_post = WQES, .qpn = qpn, .max_desc_size = 1024 };
	const struct mlx5sig_qp_attr attr = { .send_cq = w->cq, .recv_cq = w->cq, .sq_sig_all = 1 };
	struct mlx5sig_qp *qp = mlx5sig_device_qp_attach(device, &raw, &attr);

	must(qp);
	return qp;
}

static void *work(void *argument)
{
	struct worker *w = argument;
	struct mlx5sig_qp *qp;
	unsigned int n, i, k, left;

	for (n = 0; n < rounds; n++) {
		do
			k = below(w, NUMBERS);
		while (atomic_exchange(&is_taken[k], true));
		/* What former queue pairs have left, with all numbers. */
		for (i = below(w, 2 * NUMBERS); i--; )
			produce(w, 1 + below(w, NUMBERS), (uint16_t)below(w, POST));
		qp = attach(w, 1 + k);
		must(!poll_all(w, 0));
		qp->wr_id = (uint64_t)w->number << 32 | n;
		for (i = 0; i < POST; i++) {
			mlx5sig_wr_start(qp);
			mlx5sig_wr_nop(qp);
			must(!mlx5sig_wr_complete(qp));
		}
		left = below(w, POST + 1);
		for (i = 0; i < POST - left; i++) {
			produce(w, 1 + (k + 1 + below(w, NUMBERS - 1)) % NUMBERS, (uint16_t)i);
			produce(w, 1 + k, (uint16_t)i);
		}
		must(poll_all(w, qp->wr_id) == POST - left);
		for (; i < POST; i++)
			produce(w, 1 + k, (uint16_t)i);
		must(!mlx5sig_qp_detach(qp));
		must(!poll_all(w, 0));
		atomic_store(&is_taken[k], false);
	}
	return NULL;
}

int main(int argc, char **argv)
{
	static const struct mlx5sig_devx_ops ops = {
		.obj_create = obedient_create, .obj_destroy = obedient_destroy,
		.general_cmd = obedient_no_caps };
	pthread_t threads[THREADS];
	unsigned int i;

	must(argc == 2);
	rounds = (unsigned int)atoi(argv[1]);
	device = mlx5sig_device_open(&ops, NULL);
	must(device);
	for (i = 0; i < THREADS; i++) {
		struct worker *w = &workers[i];
		const struct mlx5sig_raw_cq raw = { .buf = w->cqes, .dbrec = w->cq_record, .cqe_cnt = CQES,
						    .cqe_size = 64, .cqn = i + 1 };

		memset(w->cqes, 0xff, sizeof(w->cqes));
		w->number = w->seed = i + 1;
		w->cq = mlx5sig_device_cq_attach(device, &raw, NULL);
		must(w->cq);
	}
	for (i = 0; i < THREADS; i++)
		must(!pthread_create(&threads[i], NULL, work, &workers[i]));
	for (i = 0; i < THREADS; i++)
		must(!pthread_join(threads[i], NULL));
	for (i = 0; i < THREADS; i++)
		must(!mlx5sig_cq_detach(workers[i].cq));
	must(!mlx5sig_device_close(device));
	printf("done\n");
	return 0;
}
