// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Signature writes on a device that fails, and what a program sees of it. Each round makes a key, configures two, writes
 * blocks whose T10-DIF the receiver checks, compares the data, and destroys the key. Every failure is a line; nothing ends
 * the program but a wrong result.
 *
 *	survive 20		20 rounds
 *	survive 20 event	rounds until IBV_EVENT_DEVICE_FATAL, and for 20 more after a failure; then 20 on the device that is back
 *	survive 20 gone		the same, on a device that does not come back
 *	survive 20 late		the same, but the objects are destroyed when the kernel has taken the device from the context
 *	survive 20 orphan	as event, but the objects are left to ibv_close_device()
 */
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include "../../../rig/pair.h"

#define BLOCKS 8u
#define PLAIN (BLOCKS * PAIR_BLOCK)
#define ON_WIRE (BLOCKS * (PAIR_BLOCK + PAIR_DIF))
#define PAUSE_US 20000	/* between rounds, in which a machine of one processor does other things */

struct work {
	struct pair pair;
	struct mlx5sig_mkey *from;
	struct ibv_mr *here, *there;
	uint8_t *data, *arrived;
	unsigned int good, failed;
	bool is_fatal;		/* IBV_EVENT_DEVICE_FATAL has come */
};

static const char *name_of(int err)
{
	return err ? strerrorname_np(err) : "OK";
}

/* Reads the events that are there; @timeout in ms as of poll(). */
static void events(struct work *work, int timeout)
{
	struct pollfd fd = { .fd = work->pair.context->async_fd, .events = POLLIN };
	struct ibv_async_event event;

	while (poll(&fd, 1, timeout) == 1) {
		if (ibv_get_async_event(work->pair.context, &event)) {
			printf("event: %s\n", name_of(errno));
			return;
		}
		printf("event: %s\n", ibv_event_type_str(event.event_type));
		work->is_fatal |= event.event_type == IBV_EVENT_DEVICE_FATAL;
		ibv_ack_async_event(&event);
		timeout = 0;
	}
}

/* Waits for a CQE as long as the device may be alive. */
static bool completed(struct work *work, struct side *side, const char *what)
{
	struct ibv_wc wc;
	int n;

	while (!(n = mlx5sig_poll_cq(side->cq, 1, &wc))) {
		events(work, 1);
		if (work->is_fatal) {
			printf("%s: no completion\n", what);
			return false;
		}
	}
	if (n < 0)
		FAIL("mlx5sig_poll_cq: %d", n);
	if (wc.status)
		printf("%s: %s\n", what, ibv_wc_status_str(wc.status));
	return !wc.status;
}

/* Posts; the ring has room. */
static void configure(struct side *side, struct mlx5sig_mkey *key, const struct ibv_mr *mr)
{
	const struct mlx5sig_sig_t10dif dif = {
		.bg_type = MLX5SIG_SIG_T10DIF_CRC, .app_tag = 0x5347, .ref_tag = 1000,
		.flags = MLX5SIG_SIG_T10DIF_FLAG_REF_REMAP,
	};
	const struct mlx5sig_sig_block_domain wire = {
		.sig_type = MLX5SIG_SIG_TYPE_T10DIF, .sig.dif = &dif, .block_size = MLX5SIG_BLOCK_SIZE_512,
	};
	const struct mlx5sig_sig_block_attr sig = { .wire = &wire, .check_mask = 0xff };
	const struct ibv_sge memory = { .addr = (uintptr_t)mr->addr, .length = PLAIN, .lkey = mr->lkey };

	mlx5sig_wr_start(side->qp);
	side->qp->wr_id = 1;
	side->qp->wr_flags = IBV_SEND_SIGNALED;
	mlx5sig_wr_mkey_configure(side->qp, key, 3, NULL);
	mlx5sig_wr_set_mkey_access_flags(side->qp, IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE);
	mlx5sig_wr_set_mkey_layout_list(side->qp, 1, &memory);
	mlx5sig_wr_set_mkey_sig_block(side->qp, &sig);
	must(mlx5sig_wr_complete(side->qp), "configuration of a key");
}

static void write_blocks(struct side *side, const struct mlx5sig_mkey *from, const struct mlx5sig_mkey *to)
{
	mlx5sig_wr_start(side->qp);
	side->qp->wr_id = 2;
	side->qp->wr_flags = IBV_SEND_SIGNALED;
	mlx5sig_wr_rdma_write(side->qp, to->rkey, 0);
	mlx5sig_wr_set_sge(side->qp, from->lkey, 0, ON_WIRE);
	must(mlx5sig_wr_complete(side->qp), "RDMA write");
}

static void check(struct work *work, struct mlx5sig_mkey *to)
{
	struct mlx5sig_mkey_err error;
	struct ibv_wc wc;

	CHECK_EQ(mlx5sig_poll_cq(work->pair.side[1].cq, 1, &wc), 0);
	must(mlx5sig_mkey_check(to, &error), "mlx5sig_mkey_check");
	CHECK_EQ(error.err_type, MLX5SIG_MKEY_NO_ERR);
	CHECK(!memcmp(work->data, work->arrived, PLAIN));
}

/* The key of a round; a call that fails may be repeated, unless the command was executed. */
static void destroy(struct mlx5sig_mkey *key)
{
	int err = mlx5sig_destroy_mkey(key);

	if (!err)
		return;
	printf("mlx5sig_destroy_mkey: %s\n", name_of(err));
	err = mlx5sig_destroy_mkey(key);
	printf("mlx5sig_destroy_mkey again: %s\n", name_of(err));
}

static bool passed(struct work *work)
{
	struct side *sender = &work->pair.side[0], *receiver = &work->pair.side[1];
	struct mlx5sig_mkey *to = pair_new_key(&work->pair, MLX5SIG_MKEY_INIT_ATTR_FLAGS_INDIRECT |
					       MLX5SIG_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE, 1);
	bool is_good;

	if (!to) {
		printf("mlx5sig_create_mkey: %s\n", name_of(errno));
		return false;
	}
	memset(work->arrived, 0, PLAIN);
	for (unsigned int i = 0; i < PLAIN; i++)
		work->data[i] = (uint8_t)(i / PAIR_BLOCK + i + work->good);
	configure(sender, work->from, work->here);
	configure(receiver, to, work->there);
	is_good = completed(work, sender, "configuration") && completed(work, receiver, "configuration");
	if (is_good) {
		write_blocks(sender, work->from, to);
		is_good = completed(work, sender, "write");
	}
	if (is_good)
		check(work, to);
	destroy(to);
	return is_good;
}

static void begin(struct work *work)
{
	*work = (struct work) { 0 };
	pair_open(&work->pair, false);
	work->from = pair_key(&work->pair);
	work->data = pair_memory(&work->pair, PLAIN, &work->here);
	work->arrived = pair_memory(&work->pair, PLAIN, &work->there);
}

static void round_of(struct work *work)
{
	if (passed(work))
		work->good++;
	else
		work->failed++;
	events(work, 0);
}

/* Prints what fails. */
static void gave(int err, const char *what)
{
	if (err)
		printf("%s: %s\n", what, name_of(err));
}

static void end(struct work *work, bool is_orphan)
{
	struct pair *pair = &work->pair;

	gave(is_orphan ? 0 : mlx5sig_destroy_mkey(work->from), "mlx5sig_destroy_mkey");
	for (unsigned int i = 0; i < 2 && !is_orphan; i++) {
		gave(mlx5sig_qp_detach(pair->side[i].qp), "mlx5sig_qp_detach");
		gave(mlx5sig_cq_detach(pair->side[i].cq), "mlx5sig_cq_detach");
		gave(ibv_destroy_qp(pair->side[i].ibv_qp), "ibv_destroy_qp");
		gave(ibv_destroy_cq(pair->side[i].ibv_cq), "ibv_destroy_cq");
	}
	if (!is_orphan) {
		gave(ibv_dereg_mr(work->here), "ibv_dereg_mr");
		gave(ibv_dereg_mr(work->there), "ibv_dereg_mr");
		gave(ibv_dealloc_pd(pair->pd), "ibv_dealloc_pd");
	}
	gave(ibv_close_device(pair->context), "ibv_close_device");
	printf("%u good, %u failed, closed\n", work->good, work->failed);
}

/* A device that is gone takes requests, and completes none; its calls fail. */
static void after(struct work *work)
{
	struct side *side = &work->pair.side[0];
	struct ibv_device_attr attr;
	struct ibv_port_attr port;
	struct ibv_wc wc;
	unsigned int n = 0;

	configure(side, work->from, work->here);
	while (mlx5sig_poll_cq(side->cq, 1, &wc) > 0)
		n++;
	printf("after: %u completions, ibv_query_device: %s, ibv_query_port: %s, ibv_reg_mr: %s\n", n,
	       name_of(ibv_query_device(work->pair.context, &attr)),
	       name_of(ibv_query_port(work->pair.context, 1, &port)),
	       ibv_reg_mr(work->pair.pd, work->data, PLAIN, 0) ? "OK" : name_of(errno));
}

static bool is_disassociated(struct work *work)
{
	struct ibv_port_attr port;

	return ibv_query_port(work->pair.context, 1, &port) == EIO;
}

/* Is there a device that can be opened, with an active port? */
static bool is_back(void)
{
	struct ibv_device **list = ibv_get_device_list(NULL);
	struct ibv_context *context = list && *list ? ibv_open_device(*list) : NULL;
	struct ibv_port_attr port = { 0 };
	bool is_active = context && !ibv_query_port(context, 1, &port) && port.state == IBV_PORT_ACTIVE;

	if (context)
		ibv_close_device(context);
	if (list)
		ibv_free_device_list(list);
	return is_active;
}

static void fail_with(struct work *work, const char *how, unsigned int rounds)
{
	while (!work->is_fatal && work->failed < rounds) {
		round_of(work);
		usleep(PAUSE_US);
	}
	while (!work->is_fatal)
		events(work, -1);
	while (!strcmp(how, "late") && !is_disassociated(work))
		usleep(PAUSE_US);
	after(work);
	end(work, !strcmp(how, "orphan"));
	if (!strcmp(how, "gone") || !strcmp(how, "late"))
		return;
	while (!is_back())
		usleep(PAUSE_US);
	begin(work);
	for (unsigned int i = 0; i < rounds; i++)
		round_of(work);
	end(work, false);
}

int main(int argc, char **argv)
{
	const unsigned int rounds = argc > 1 ? (unsigned int)atoi(argv[1]) : 1;
	struct work work;

	setvbuf(stdout, NULL, _IOLBF, 0);
	begin(&work);
	if (argc > 2) {
		fail_with(&work, argv[2], rounds);
		return 0;
	}
	for (unsigned int i = 0; i < rounds; i++)
		round_of(&work);
	end(&work, false);
	return 0;
}
