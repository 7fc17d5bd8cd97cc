// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * lone_faults mrs N          registers memory N times: the errno of each
 * lone_faults sends N RNR    N SENDs, RNR retries: status of each end, and the bytes that differ
 * lone_faults batch N        N NOPs without polling, then: the number of completions
 * lone_faults delay          a NOP: whether it completed at once, and ms until its completion
 * lone_faults events N       N NOPs on an armed CQ: whether there is an event, after each
 * lone_faults event-delay    a NOP: whether there was an event at its completion, and ms until then; ms until its event
 * lone_faults unplug         a NOP, and the end of its device: errno of calls, and a new context
 * lone_faults kernel         errno of what an older kernel lacks
 * lone_faults srq N LEN      N receives of an SRQ and as many SENDs: wr_id and data of each receive
 * lone_faults drain N        N writes through a key whose signatures are wrong, on a QP that stops
 * for it Asynchronous events follow, by their names.
 */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "prm_ctrl.h"
#include "rig.h"

#define LEN 100u

void test_fail(const char *file, int line, const char *format, ...)
{
	(void)format;
	fprintf(stderr, "%s:%d\n", file, line);
	exit(1);
}

static void tell_events(struct rig *rig)
{
	struct pollfd entry = { .fd = rig->a.context->async_fd, .events = POLLIN };

	while (poll(&entry, 1, 20) == 1) {	/* they are there; it is for one too many */
		struct ibv_async_event event = next_event(rig->a.context);

		printf("event %s\n", ibv_event_type_str(event.event_type));
		ibv_ack_async_event(&event);
	}
}

static void mrs(int n)
{
	struct rig rig;
	struct ibv_mr *mr;
	int i;

	rig_open(&rig, NULL);
	for (i = 0; i < n; i++) {
		mr = ibv_reg_mr(rig.a.pd, rig.a.buf, 4096, 0);
		printf("%s\n", mr ? "registered" : strerror(errno));
		if (mr)
			CHECK_EQ(ibv_dereg_mr(mr), 0);
	}
	rig_close(&rig);
}

static void tell_differences(const struct rig *rig)
{
	unsigned int i;

	for (i = 0; i < LEN; i++)
		if (rig->a.buf[i] != rig->b.buf[i])
			printf(" byte %u", i);
	printf("\n");
}

static void sends(int n, int rnr_retry)
{
	const struct rig_options options = { .rnr_retry = (uint8_t)rnr_retry };
	struct ibv_sge from, to;
	struct rig rig;
	int i;

	rig_open(&rig, &options);
	from = sge_of(&rig.a, 0, LEN);
	to = sge_of(&rig.b, 0, LEN);
	for (i = 0; i < n; i++) {
		struct ibv_wc wc;

		fill(rig.a.buf, LEN, (uint32_t)i);
		post_recv(&rig.b, 1, &to, 1);
		wr_send(&rig.a, 1, IBV_SEND_SIGNALED, &from, 1);
		wc = next_wc(rig.a.send_cq);
		printf("%s", ibv_wc_status_str(wc.status));
		if (wc.status)
			printf("\n");
		else
			tell_differences(&rig);
	}
	tell_events(&rig);
	rig_close(&rig);
}

/* Each receive has its own place. Polled like programs do; only libmlx5 sees page faults. */
static void srq(int n, int len)
{
	const struct rig_options options = { .has_srq = true, .rnr_retry = 7,
					     .scatter = RIG_SCATTER };
	struct ibv_sge from, to;
	struct rig rig;
	int i, round;

	rig_open(&rig, &options);
	for (round = 0; round < 2; round++) {
		for (i = 0; i < n; i++) {
			to = sge_of(&rig.b, (size_t)i * LEN, LEN);
			post_recv(&rig.b, (uint64_t)i, &to, 1);
		}
		for (i = 0; i < n; i++) {
			struct ibv_wc wc;

			from = sge_of(&rig.a, 0, (uint32_t)len);
			fill(rig.a.buf, LEN, (uint32_t)(i + n * round));
			wr_send(&rig.a, 7, IBV_SEND_SIGNALED, &from, 1);
			wc = next_wc(rig.b.recv_cq);
			printf("%s%d %s", i ? ", " : "", (int)wc.wr_id,
			       wc.status || memcmp(rig.b.buf + wc.wr_id * LEN, rig.a.buf,
						   (size_t)len) ? "wrong" : "right");
			good_wc(rig.a.send_cq, 7, IBV_WC_SEND);
		}
		printf("\n");
	}
	CHECK_EQ(state_of(rig.a.qp), IBV_QPS_RTS);
	CHECK_EQ(state_of(rig.b.qp), IBV_QPS_RTS);
	tell_events(&rig);
	rig_close(&rig);
}

static void nop(struct rig *rig)
{
	uint8_t wqe[16] __attribute__((aligned(16))) = {0};

	wr_raw(&rig->a, 1, wqe, sizeof(wqe));
}

static void batch(int n)
{
	struct ibv_wc wc[64];
	struct rig rig;

	rig_open(&rig, NULL);
	while (n--) {
		nop(&rig);
		printf("%d\n", ibv_poll_cq(rig.a.send_cq, 64, wc));
	}
	rig_close(&rig);
}

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static void delay(void)
{
	struct ibv_wc wc;
	struct rig rig;
	double start;
	int was_there;

	rig_open(&rig, NULL);
	start = now();
	nop(&rig);
	was_there = ibv_poll_cq(rig.a.send_cq, 1, &wc);
	printf("%d\n", was_there);
	if (!was_there)
		good_wc(rig.a.send_cq, 1, IBV_WC_DRIVER2);
	printf("%.1f\n", now() - start);
	rig_close(&rig);
}

static bool has_event(const struct rig *rig, int timeout)
{
	struct pollfd entry = { .fd = rig->a.channel->fd, .events = POLLIN };

	return poll(&entry, 1, timeout) == 1;
}

static void take_event(const struct rig *rig)
{
	struct ibv_cq *cq;
	void *context;

	CHECK_EQ(ibv_get_cq_event(rig->a.channel, &cq, &context), 0);
	CHECK(cq == rig->a.send_cq);
	ibv_ack_cq_events(cq, 1);
}

static void events(int n)
{
	const struct rig_options options = { .has_channel = true };
	struct rig rig;

	rig_open(&rig, &options);
	CHECK_EQ(ibv_req_notify_cq(rig.a.send_cq, 0), 0);
	while (n--) {
		nop(&rig);
		printf("%d\n", has_event(&rig, 0));
		if (has_event(&rig, 0))
			take_event(&rig);
	}
	rig_close(&rig);
}

static void event_delay(void)
{
	const struct rig_options options = { .has_channel = true };
	struct rig rig;
	double start;

	rig_open(&rig, &options);
	CHECK_EQ(ibv_req_notify_cq(rig.a.send_cq, 0), 0);
	start = now();
	nop(&rig);
	good_wc(rig.a.send_cq, 1, IBV_WC_DRIVER2);
	printf("%d\n", has_event(&rig, 0));
	printf("%.1f\n", now() - start);
	/* Arming again does not make another event. */
	CHECK_EQ(ibv_req_notify_cq(rig.a.send_cq, 0), 0);
	CHECK(has_event(&rig, -1));
	printf("%.1f\n", now() - start);
	take_event(&rig);
	CHECK(!has_event(&rig, 50));
	rig_close(&rig);
}

static void tell(const char *what, int err)
{
	printf("%s: %s\n", what, err ? strerror(err) : "done");
}

/* Calls that need the device. */
static void tell_calls(struct rig *rig)
{
	struct ibv_qp_attr attr = { .qp_state = IBV_QPS_ERR };
	struct ibv_qp_init_attr init;
	struct mlx5dv_mkey_init_attr mkey = {
		.pd = rig->a.pd, .create_flags = MLX5DV_MKEY_INIT_ATTR_FLAGS_INDIRECT,
		.max_entries = 4,
	};
	struct ibv_port_attr port;

	tell("ibv_query_port", ibv_query_port(rig->a.context, 1, &port));
	tell("ibv_modify_qp", ibv_modify_qp(rig->a.qp, &attr, IBV_QP_STATE));
	tell("ibv_query_qp", ibv_query_qp(rig->a.qp, &attr, IBV_QP_STATE, &init));
	errno = 0;
	tell("ibv_reg_mr", ibv_reg_mr(rig->a.pd, rig->a.buf, 4096, 0) ? 0 : errno);
	errno = 0;
	tell("ibv_create_cq", ibv_create_cq(rig->a.context, 3, NULL, NULL, 0) ? 0 : errno);
	errno = 0;
	tell("mlx5dv_create_mkey", mlx5dv_create_mkey(&mkey) ? 0 : errno);
}

static void tell_destroys(struct rig *rig, struct mlx5dv_mkey *mkey)
{
	tell("ibv_destroy_qp", ibv_destroy_qp(rig->a.qp));
	ibv_destroy_qp(rig->b.qp);
	tell("mlx5dv_destroy_mkey", mlx5dv_destroy_mkey(mkey));
	tell("ibv_destroy_cq", ibv_destroy_cq(rig->a.recv_cq));
	tell("ibv_dereg_mr", ibv_dereg_mr(rig->a.mr));
	tell("ibv_dealloc_pd", ibv_dealloc_pd(rig->a.pd));
	tell("ibv_close_device", ibv_close_device(rig->a.context));
}

static void unplug(void)
{
	const struct rig_options options = { .has_channel = true };
	struct mlx5dv_mkey *mkey;
	struct ibv_async_event event;
	struct ibv_cq *cq;
	struct rig rig;
	void *context;

	rig_open(&rig, &options);
	mkey = new_mkey(&rig.a, 0, 4);
	CHECK_EQ(ibv_req_notify_cq(rig.a.send_cq, 0), 0);
	nop(&rig);
	event = next_event(rig.a.context);
	printf("event %s\n", ibv_event_type_str(event.event_type));
	ibv_ack_async_event(&event);
	while (ibv_poll_cq(rig.a.send_cq, 1, &(struct ibv_wc){0}))
		;
	tell_calls(&rig);
	/* Doorbells and polling do no harm. */
	ibv_wr_start(rig.a.qpx);
	rig.a.qpx->wr_flags = IBV_SEND_SIGNALED;
	ibv_wr_send(rig.a.qpx);
	ibv_wr_set_sge_list(rig.a.qpx, 0, NULL);
	CHECK_EQ(ibv_wr_complete(rig.a.qpx), 0);
	CHECK_EQ(ibv_req_notify_cq(rig.a.send_cq, 0), 0);
	no_wc(rig.a.send_cq);
	tell("ibv_get_cq_event", ibv_get_cq_event(rig.a.channel, &cq, &context) ? errno : 0);
	no_event(rig.a.context);
	tell_destroys(&rig, mkey);
	rig_open(&rig, &options);
	CHECK_EQ(ibv_req_notify_cq(rig.a.send_cq, 0), 0);
	nop(&rig);
	good_wc(rig.a.send_cq, 1, IBV_WC_DRIVER2);
	take_event(&rig);
	rig_close(&rig);
	printf("a new context\n");
}

static void kernel(void)
{
	struct mlx5dv_mkey_init_attr attr = {
		.max_entries = 4,
		.create_flags = MLX5DV_MKEY_INIT_ATTR_FLAGS_INDIRECT |
			MLX5DV_MKEY_INIT_ATTR_FLAGS_UPDATE_TAG,
	};
	struct ibv_qp_init_attr_ex init = {
		.cap = { .max_send_wr = 8, .max_send_sge = 1 }, .qp_type = IBV_QPT_RC,
		.comp_mask = IBV_QP_INIT_ATTR_PD,
	};
	struct mlx5dv_qp_init_attr dv = {
		.comp_mask = MLX5DV_QP_INIT_ATTR_MASK_QP_CREATE_FLAGS,
		.create_flags = MLX5DV_QP_CREATE_SIG_PIPELINING,
	};
	struct mlx5dv_mkey *mkey;
	struct ibv_qp *qp;
	struct rig rig;

	rig_open(&rig, NULL);
	attr.pd = init.pd = rig.a.pd;
	init.send_cq = init.recv_cq = rig.a.send_cq;
	mkey = mlx5dv_create_mkey(&attr);
	tell("UPDATE_TAG", mkey ? 0 : errno);
	if (mkey)
		CHECK_EQ(mlx5dv_destroy_mkey(mkey), 0);
	qp = mlx5dv_create_qp(rig.a.context, &init, &dv);
	tell("SIG_PIPELINING", qp ? 0 : errno);
	if (qp)
		CHECK_EQ(ibv_destroy_qp(qp), 0);
	rig_close(&rig);
}

/*
 * Uses keys with a wrong signature in memory, each once. Prints for each request whether it was
 * completed, and which keys have an error.
 */
#define MAX_KEYS 8

static struct mlx5dv_mkey *sig_key(struct side *side)
{
	struct mlx5dv_mkey_init_attr attr = {
		.pd = side->pd, .max_entries = 4,
		.create_flags = MLX5DV_MKEY_INIT_ATTR_FLAGS_INDIRECT |
			MLX5DV_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE,
	};
	struct mlx5dv_mkey *mkey = mlx5dv_create_mkey(&attr);

	CHECK(mkey);
	return mkey;
}

static void configure(struct side *side, struct mlx5dv_mkey *mkey)
{
	const struct mlx5dv_sig_crc crc = { .type = MLX5DV_SIG_CRC_TYPE_CRC32, .seed = 0xffffffff };
	const struct mlx5dv_sig_block_domain memory = {
		.sig_type = MLX5DV_SIG_TYPE_CRC,
		.block_size = MLX5DV_BLOCK_SIZE_512,
		.sig.crc = &crc,
	};
	const struct mlx5dv_sig_block_attr sig = {
		.mem = &memory, .check_mask = MLX5DV_SIG_MASK_CRC32,
	};
	struct mlx5dv_mkey_conf_attr conf = {0};
	const struct ibv_sge sge = sge_of(side, 0, 516);

	ibv_wr_start(side->qpx);
	side->qpx->wr_id = 99;
	side->qpx->wr_flags = IBV_SEND_SIGNALED | IBV_SEND_INLINE;
	mlx5dv_wr_mkey_configure(side->dvx, mkey, 3, &conf);
	mlx5dv_wr_set_mkey_access_flags(side->dvx, IBV_ACCESS_LOCAL_WRITE);
	mlx5dv_wr_set_mkey_layout_list(side->dvx, 1, &sge);
	mlx5dv_wr_set_mkey_sig_block(side->dvx, &sig);
	CHECK_EQ(ibv_wr_complete(side->qpx), 0);
	good_wc(side->send_cq, 99, IBV_WC_DRIVER1);
}

static void drain(int n)
{
	const struct rig_options options = { .sig_pipelining = true };
	struct mlx5dv_mkey *keys[MAX_KEYS];
	struct rig rig;
	int i;

	CHECK(n <= MAX_KEYS);
	rig_open(&rig, &options);
	for (i = 0; i < n; i++) {
		keys[i] = sig_key(&rig.a);
		configure(&rig.a, keys[i]);
	}
	ibv_wr_start(rig.a.qpx);
	for (i = 0; i < n; i++) {
		rig.a.qpx->wr_id = (uint64_t)i;
		rig.a.qpx->wr_flags = IBV_SEND_SIGNALED | (i == n - 1 ? IBV_SEND_FENCE : 0u);
		ibv_wr_rdma_write(rig.a.qpx, rig.b.mr->rkey, (uintptr_t)rig.b.buf);
		ibv_wr_set_sge(rig.a.qpx, keys[i]->lkey, 0, 512);
	}
	CHECK_EQ(ibv_wr_complete(rig.a.qpx), 0);
	usleep(20000);	/* for completions that must not come */
	for (i = 0; i < n; i++) {
		struct ibv_wc wc;
		const int done = ibv_poll_cq(rig.a.send_cq, 1, &wc);

		CHECK(done >= 0);
		printf("write %d %s\n", i, done ? ibv_wc_status_str(wc.status) : "not done");
	}
	for (i = 0; i < n; i++) {
		struct mlx5dv_mkey_err err;

		CHECK_EQ(mlx5dv_mkey_check(keys[i], &err), 0);
		printf("key %d %s\n", i, err.err_type == MLX5DV_MKEY_NO_ERR ? "right" : "wrong");
	}
	tell_events(&rig);
	CHECK_EQ(ibv_destroy_qp(rig.a.qp), 0);
	rig.a.qp = NULL;
	for (i = 0; i < n; i++)
		CHECK_EQ(mlx5dv_destroy_mkey(keys[i]), 0);
	rig_close(&rig);
}

int main(int argc, char **argv)
{
	const int n = argc > 2 ? atoi(argv[2]) : 0;

	CHECK(argc > 1);
	if (!strcmp(argv[1], "mrs"))
		mrs(n);
	else if (!strcmp(argv[1], "sends"))
		sends(n, atoi(argv[3]));
	else if (!strcmp(argv[1], "batch"))
		batch(n);
	else if (!strcmp(argv[1], "delay"))
		delay();
	else if (!strcmp(argv[1], "srq"))
		srq(n, atoi(argv[3]));
	else if (!strcmp(argv[1], "kernel"))
		kernel();
	else if (!strcmp(argv[1], "unplug"))
		unplug();
	else if (!strcmp(argv[1], "events"))
		events(n);
	else if (!strcmp(argv[1], "event-delay"))
		event_delay();
	else
		drain(n);
	return 0;
}
