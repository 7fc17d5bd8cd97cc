// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * A shared receive queue in many threads, for the thread sanitizer: two post to it, two poll
 * completions of QPs that have it, each on a CQ of its own. Between rounds, when none of them runs,
 * the device consumes the posted requests.
 *
 *	build/tests/runtime/threads_srq ROUNDS
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <mlx5sig/mlx5sig.h>
#include <prm_cqe.h>
#include <prm_doorbell.h>
#include <prm_recv.h>

#include "obedient.h"

#define WQES 16u
#define CQES 16u
#define QPS 2u
#define POST 8u		/* requests that a thread tries to post in a round */

#define must(is_good) do { if (!(is_good)) { printf("%s:%d: %s\n", __FILE__, __LINE__, #is_good); \
					    exit(1); } } while (0)

static _Alignas(64) uint8_t wqes[WQES * 64], cqes[QPS][CQES * 64], rings[QPS][8 * 64], uar[64];
static uint8_t records[QPS][8], cq_records[QPS][8], srq_record[4];
static struct mlx5sig_cq *cqs[QPS];
static struct mlx5sig_srq *srq;
static unsigned int produced[QPS], head, taken;	/* of the device */
static atomic_uint posted, received, next_id = 1;
static atomic_ullong ids;	/* sum of those posted, less those received */

static void *post(void *unused)
{
	struct ibv_recv_wr *bad, wr = { .num_sge = 0 };
	unsigned int i;
	int err;

	for (i = 0; i < POST; i++) {
		wr.wr_id = atomic_fetch_add(&next_id, 1);
		err = mlx5sig_post_srq_recv(srq, &wr, &bad);
		must(!err || err == ENOMEM);
		if (err)
			continue;
		atomic_fetch_add(&posted, 1);
		atomic_fetch_add(&ids, wr.wr_id);
	}
	return unused;
}

static void *poll_all(void *cq)
{
	struct ibv_wc wc[3];
	int num, i;

	do {
		num = mlx5sig_poll_cq(cq, 3, wc);
		must(num >= 0);
		for (i = 0; i < num; i++) {
			must(wc[i].opcode == IBV_WC_RECV && wc[i].status == IBV_WC_SUCCESS);
			atomic_fetch_sub(&ids, wc[i].wr_id);
			atomic_fetch_add(&received, 1);
		}
	} while (num);
	return NULL;
}

/* Messages to both QPs, as many as there are requests. */
static void deliver(void)
{
	const struct prm_srq_next_seg *link;
	struct prm_cqe64 *cqe;
	unsigned int k;

	for (; taken != atomic_load(&posted); taken++) {
		k = taken % QPS;
		link = (const void *)(wqes + (size_t)head * 64);
		cqe = (void *)(cqes[k] + (size_t)produced[k] % CQES * 64);
		memset(cqe, 0, sizeof(*cqe));
		prm_cqe64_set_opcode(cqe, PRM_CQE_OPCODE_RESP_SEND);
		prm_cqe64_set_qpn(cqe, 1 + k);
		prm_cqe64_set_wqe_counter(cqe, head);
		prm_cqe64_set_owner(cqe, produced[k]++ / CQES % 2);
		head = prm_srq_next_seg_get_next_wqe_index(link);
	}
	must(prm_qp_doorbell_record_get_recv_counter((const void *)srq_record) == (taken & 0xffff));
}

static void run(unsigned int rounds)
{
	pthread_t threads[QPS + 2];
	unsigned int i;

	while (rounds--) {
		for (i = 0; i < QPS + 2; i++)
			must(!pthread_create(&threads[i], NULL, i < QPS ? poll_all : post,
					     i < QPS ? cqs[i] : NULL));
		for (i = 0; i < QPS + 2; i++)
			must(!pthread_join(threads[i], NULL));
		deliver();
	}
	for (i = 0; i < QPS; i++)
		poll_all(cqs[i]);
	must(atomic_load(&received) == atomic_load(&posted) && !atomic_load(&ids));
}

int main(int argc, char **argv)
{
	static const struct mlx5sig_devx_ops ops = {
		.obj_create = obedient_create, .obj_destroy = obedient_destroy,
		.general_cmd = obedient_no_caps };
	const struct mlx5sig_raw_srq raw_srq = { .buf = wqes, .dbrec = srq_record, .wqe_cnt = WQES,
						 .stride = 64, .max_gs = 1 };
	struct mlx5sig_device *device = mlx5sig_device_open(&ops, NULL);
	struct mlx5sig_qp_attr attr = {0};
	struct mlx5sig_qp *qps[QPS];
	unsigned int i;

	must(argc == 2 && device);
	memset(cqes, 0xff, sizeof(cqes));
	attr.srq = srq = mlx5sig_device_srq_attach(device, &raw_srq, NULL);
	must(srq);
	for (i = 0; i < QPS; i++) {
		const struct mlx5sig_raw_cq raw_cq = {
			.buf = cqes[i], .dbrec = cq_records[i], .cqe_cnt = CQES, .cqe_size = 64,
			.cqn = i + 1 };
		const struct mlx5sig_raw_qp raw = {
			.sq_buf = rings[i], .dbrec = records[i], .bf_reg = uar, .sq_wqe_cnt = 8,
			.sq_max_post = 8, .qpn = i + 1, .max_desc_size = 1024 };

		attr.send_cq = attr.recv_cq = cqs[i] = mlx5sig_device_cq_attach(device, &raw_cq,
										NULL);
		must(cqs[i]);
		qps[i] = mlx5sig_device_qp_attach(device, &raw, &attr);
		must(qps[i]);
	}
	run((unsigned int)atoi(argv[1]));
	for (i = 0; i < QPS; i++) {
		must(!mlx5sig_qp_detach(qps[i]));
		must(!mlx5sig_cq_detach(cqs[i]));
	}
	must(!mlx5sig_srq_detach(srq));
	must(!mlx5sig_device_close(device));
	printf("done\n");
	return 0;
}
