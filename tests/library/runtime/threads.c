// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Many threads post to the same queue pairs and poll the same completion queue, for the thread
 * sanitizer. A thread that polls also acts as the device: it completes posted requests in order.
 *
 *	build/tests/runtime/threads POSTS
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <mlx5sig/mlx5sig.h>
#include <prm_cqe.h>

#include "obedient.h"

#define QPS 3u
#define POSTERS 2u		/* of each QP */
#define POLLERS 3u
#define CQES 256u
#define WQEBBS 64u

#define must(is_good) do { if (!(is_good)) { printf("%s:%d: %s\n", __FILE__, __LINE__, #is_good); \
					    exit(1); } } while (0)

static struct {
	struct mlx5sig_qp *qp;
	_Alignas(64) uint8_t sq[WQEBBS * 64], uar[64], record[8];
	atomic_uint posted;	/* NOPs of one WQEBB each */
	atomic_uint polled;
	unsigned int completed;	/* under the device's lock */
} queues[QPS];
static _Alignas(64) uint8_t cq_buf[CQES * 64], cq_record[8];
static struct mlx5sig_cq *cq;
static pthread_mutex_t device_lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned int num_cqes;
static atomic_uint num_polled;
static unsigned int posts;

static void *post(void *number)
{
	unsigned int q = *(unsigned int *)number, i, k;

	for (i = 0; i < posts;) {
		mlx5sig_wr_start(queues[q].qp);
		for (k = 0; k < 2; k++) {
			queues[q].qp->wr_id = q;
			queues[q].qp->wr_flags = IBV_SEND_SIGNALED;
			mlx5sig_wr_nop(queues[q].qp);
		}
		if (i % 5 == 4) {
			mlx5sig_wr_abort(queues[q].qp);
			i++;
		} else if (!mlx5sig_wr_complete(queues[q].qp)) {
			atomic_fetch_add_explicit(&queues[q].posted, 2, memory_order_release);
			i++;
		}
	}
	return NULL;
}

/* Writes completions of posted requests while the ring has room. */
static void complete(unsigned int q)
{
	unsigned int posted = atomic_load_explicit(&queues[q].posted, memory_order_acquire);

	for (; queues[q].completed != posted &&
	       num_cqes - atomic_load(&num_polled) < CQES; num_cqes++) {
		struct prm_cqe64 *cqe = (void *)(cq_buf + num_cqes % CQES * 64);
		struct prm_cqe64 next = {0};

		prm_cqe64_set_qpn(&next, q);
		prm_cqe64_set_wqe_counter(&next, (uint16_t)queues[q].completed++);
		prm_cqe64_set_owner(&next, num_cqes / CQES % 2);
		memcpy(cqe, &next, sizeof(next));
	}
}

static void *poll_some(void *unused)
{
	unsigned int total = QPS * POSTERS * (posts - posts / 5) * 2, q;
	struct ibv_wc wc[8];
	int i, n;

	while (atomic_load(&num_polled) != total) {
		/* Between device and polling, the lock replaces a real device's barrier. */
		pthread_mutex_lock(&device_lock);
		for (q = 0; q < QPS; q++)
			complete(q);
		n = mlx5sig_poll_cq(cq, 8, wc);
		pthread_mutex_unlock(&device_lock);
		must(n >= 0);
		for (i = 0; i < n; i++) {
			must(wc[i].status == IBV_WC_SUCCESS && wc[i].wr_id == wc[i].qp_num);
			atomic_fetch_add(&queues[wc[i].wr_id].polled, 1);
		}
		atomic_fetch_add(&num_polled, (unsigned int)n);
	}
	return unused;
}

int main(int argc, char **argv)
{
	static const struct mlx5sig_devx_ops ops = {
		.obj_create = obedient_create, .obj_destroy = obedient_destroy,
		.general_cmd = obedient_no_caps };
	struct mlx5sig_raw_cq raw_cq = { .buf = cq_buf, .dbrec = cq_record, .cqe_cnt = CQES,
					 .cqe_size = 64, .cqn = 1 };
	pthread_t threads[QPS * POSTERS + POLLERS];
	struct mlx5sig_qp_attr attr = {0};
	struct mlx5sig_device *device;
	unsigned int numbers[QPS], i;

	must(argc == 2);
	posts = (unsigned int)atoi(argv[1]);
	memset(cq_buf, 0xff, sizeof(cq_buf));
	device = mlx5sig_device_open(&ops, NULL);
	must(device);
	cq = mlx5sig_device_cq_attach(device, &raw_cq, NULL);
	must(cq);
	attr.send_cq = attr.recv_cq = cq;
	for (i = 0; i < QPS; i++) {
		struct mlx5sig_raw_qp raw = {
			.sq_buf = queues[i].sq, .dbrec = queues[i].record, .bf_reg = queues[i].uar,
			.sq_wqe_cnt = WQEBBS, .sq_max_post = WQEBBS, .qpn = i, .max_desc_size =
				1024 };

		numbers[i] = i;
		queues[i].qp = mlx5sig_device_qp_attach(device, &raw, &attr);
		must(queues[i].qp);
	}
	for (i = 0; i < QPS * POSTERS; i++)
		must(!pthread_create(&threads[i], NULL, post, &numbers[i % QPS]));
	for (; i < QPS * POSTERS + POLLERS; i++)
		must(!pthread_create(&threads[i], NULL, poll_some, NULL));
	for (i = 0; i < QPS * POSTERS + POLLERS; i++)
		must(!pthread_join(threads[i], NULL));
	for (i = 0; i < QPS; i++) {
		must(atomic_load(&queues[i].polled) == POSTERS * (posts - posts / 5) * 2);
		must(!mlx5sig_qp_detach(queues[i].qp));
	}
	must(!mlx5sig_cq_detach(cq));
	must(!mlx5sig_device_close(device));
	printf("done\n");
	return 0;
}
