// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Two reliable queue pairs of one process, connected with each other: sends a message, writes to
 * and reads from memory of the peer, and adds to a number there. Runs on any verbs device whose
 * port is InfiniBand:
 *
 *	build/softmlx5 build/examples/loopback [ROUNDS]
 *
 * Exits with 0 if all data are as expected.
 */
#include <infiniband/verbs.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIZE 65536u		/* bytes of a side's memory */
#define PORT 1
#define DEPTH 4

/* The memory of a side. */
struct memory {
	char sent[SIZE];
	char received[SIZE];	/* by SEND, and by RDMA read */
	char written[SIZE];	/* by the peer's RDMA write */
	uint64_t counter;	/* the peer adds to it */
	uint64_t old;		/* the peer's counter before the addition */
};

struct side {
	struct ibv_qp *qp;
	struct ibv_mr *mr;
	struct memory *memory;
};

struct world {
	struct ibv_context *context;
	struct ibv_pd *pd;
	struct ibv_comp_channel *channel;
	struct ibv_cq *cq;
	struct side side[2];
};

static bool check(bool is_good, const char *what)
{
	if (!is_good)
		perror(what);
	return is_good;
}

static bool open_world(struct world *world)
{
	struct ibv_device **list = ibv_get_device_list(NULL);

	if (!check(list && list[0], "no verbs device"))
		return false;
	world->context = ibv_open_device(list[0]);
	ibv_free_device_list(list);
	if (!check(world->context, "ibv_open_device"))
		return false;
	world->pd = ibv_alloc_pd(world->context);
	world->channel = ibv_create_comp_channel(world->context);
	if (!check(world->pd && world->channel, "PD or completion channel"))
		return false;
	world->cq = ibv_create_cq(world->context, 4 * DEPTH, NULL, world->channel, 0);
	return check(world->cq, "ibv_create_cq");
}

static bool make_side(struct world *world, struct side *side)
{
	struct ibv_qp_init_attr init = {
		.send_cq = world->cq,
		.recv_cq = world->cq,
		.cap = { .max_send_wr = DEPTH, .max_recv_wr = DEPTH, .max_send_sge = 1,
			 .max_recv_sge = 1 },
		.qp_type = IBV_QPT_RC,
	};

	side->memory = calloc(1, sizeof(*side->memory));
	if (!check(side->memory, "calloc"))
		return false;
	side->mr = ibv_reg_mr(world->pd, side->memory, sizeof(*side->memory),
			      IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE |
			      IBV_ACCESS_REMOTE_READ | IBV_ACCESS_REMOTE_ATOMIC);
	side->qp = ibv_create_qp(world->pd, &init);
	return check(side->mr && side->qp, "MR or QP");
}

/* From reset to ready to send. */
static bool connect_to(struct ibv_qp *qp, uint16_t lid, uint32_t peer)
{
	struct ibv_qp_attr attr = {
		.qp_state = IBV_QPS_INIT,
		.port_num = PORT,
		.qp_access_flags = IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ |
				   IBV_ACCESS_REMOTE_ATOMIC,
		.path_mtu = IBV_MTU_4096,
		.dest_qp_num = peer,
		.max_rd_atomic = 1,
		.max_dest_rd_atomic = 1,
		.min_rnr_timer = 1,
		.timeout = 14,
		.retry_cnt = 7,
		.rnr_retry = 7,
		.ah_attr = { .dlid = lid, .port_num = PORT },
	};

	if (ibv_modify_qp(qp, &attr, IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT |
			  IBV_QP_ACCESS_FLAGS))
		return check(false, "to INIT");
	attr.qp_state = IBV_QPS_RTR;
	if (ibv_modify_qp(qp, &attr, IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN |
			  IBV_QP_RQ_PSN | IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER))
		return check(false, "to RTR");
	attr.qp_state = IBV_QPS_RTS;
	if (ibv_modify_qp(qp, &attr, IBV_QP_STATE | IBV_QP_SQ_PSN | IBV_QP_MAX_QP_RD_ATOMIC |
			  IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY))
		return check(false, "to RTS");
	return true;
}

/* Waits for a completion by an event of the channel; returns whether it is a success. */
static bool wait_for_one(struct world *world)
{
	struct ibv_cq *cq;
	struct ibv_wc wc;
	void *context;
	int n;

	if (ibv_req_notify_cq(world->cq, 0))
		return check(false, "ibv_req_notify_cq");
	while (!(n = ibv_poll_cq(world->cq, 1, &wc))) {
		if (ibv_get_cq_event(world->channel, &cq, &context))
			return check(false, "ibv_get_cq_event");
		ibv_ack_cq_events(cq, 1);
		if (ibv_req_notify_cq(world->cq, 0))
			return check(false, "ibv_req_notify_cq");
	}
	if (n == 1 && wc.status == IBV_WC_SUCCESS)
		return true;
	fprintf(stderr, "completion: %s\n", n < 0 ? "none" : ibv_wc_status_str(wc.status));
	return false;
}

/*
 * Posts a request of @side on @len bytes at @here, with its peer's memory at @there if it needs
 * one.
 */
static bool post(const struct side *side, const struct side *peer, enum ibv_wr_opcode opcode,
		 void *here, uint32_t len, void *there)
{
	struct ibv_sge sge = { .addr = (uintptr_t)here, .length = len, .lkey = side->mr->lkey };
	struct ibv_send_wr *bad, request = {
		.sg_list = &sge, .num_sge = 1, .opcode = opcode, .send_flags = IBV_SEND_SIGNALED,
	};

	if (opcode == IBV_WR_ATOMIC_FETCH_AND_ADD) {
		request.wr.atomic.remote_addr = (uintptr_t)there;
		request.wr.atomic.rkey = peer->mr->rkey;
		request.wr.atomic.compare_add = 1;
	} else if (there) {
		request.wr.rdma.remote_addr = (uintptr_t)there;
		request.wr.rdma.rkey = peer->mr->rkey;
	}
	return check(!ibv_post_send(side->qp, &request, &bad), "ibv_post_send");
}

static bool post_receive(const struct side *side)
{
	struct ibv_sge sge = { .addr = (uintptr_t)side->memory->received, .length = SIZE,
			       .lkey = side->mr->lkey };
	struct ibv_recv_wr *bad, request = { .sg_list = &sge, .num_sge = 1 };

	return check(!ibv_post_recv(side->qp, &request, &bad), "ibv_post_recv");
}

static bool is_same(const char *what, const void *a, const void *b)
{
	if (!memcmp(a, b, SIZE))
		return true;
	fprintf(stderr, "%s: other data than expected\n", what);
	return false;
}

static bool round_trip(struct world *world, const struct side *from, const struct side *to,
		       unsigned int round)
{
	struct memory *here = from->memory, *there = to->memory;
	const uint64_t before = there->counter;

	memset(here->sent, (int)('a' + round % 26), SIZE);
	if (!post_receive(to) || !post(from, to, IBV_WR_SEND, here->sent, SIZE, NULL) ||
	    !wait_for_one(world) || !wait_for_one(world) ||
	    !is_same("SEND", here->sent, there->received))
		return false;
	memset(here->sent, (int)('A' + round % 26), SIZE);
	if (!post(from, to, IBV_WR_RDMA_WRITE, here->sent, SIZE, there->written) ||
	    !wait_for_one(world) || !is_same("RDMA write", here->sent, there->written))
		return false;
	if (!post(from, to, IBV_WR_RDMA_READ, here->received, SIZE, there->written) ||
	    !wait_for_one(world) || !is_same("RDMA read", there->written, here->received))
		return false;
	if (!post(from, to, IBV_WR_ATOMIC_FETCH_AND_ADD, &here->old, sizeof(here->old),
		  &there->counter) || !wait_for_one(world))
		return false;
	if (here->old == before && there->counter == before + 1)
		return true;
	fprintf(stderr, "atomic: other values than expected\n");
	return false;
}

static bool run(struct world *world, unsigned int rounds)
{
	struct side *a = &world->side[0], *b = &world->side[1];
	struct ibv_port_attr port;
	unsigned int i;

	if (!open_world(world) || !make_side(world, a) || !make_side(world, b) ||
	    !check(!ibv_query_port(world->context, PORT, &port), "ibv_query_port") ||
	    !connect_to(a->qp, port.lid, b->qp->qp_num) ||
	    !connect_to(b->qp, port.lid, a->qp->qp_num))
		return false;
	for (i = 0; i < rounds; i++)
		if (!round_trip(world, i % 2 ? b : a, i % 2 ? a : b, i))
			return false;
	return true;
}

/* Destroys all objects; returns false if one was in use or unknown. */
static bool close_world(struct world *world)
{
	bool is_good = true;
	unsigned int i;

	for (i = 0; i < 2; i++) {
		struct side *side = &world->side[i];

		is_good &= !side->qp || !ibv_destroy_qp(side->qp);
		is_good &= !side->mr || !ibv_dereg_mr(side->mr);
		free(side->memory);
	}
	is_good &= !world->cq || !ibv_destroy_cq(world->cq);
	is_good &= !world->channel || !ibv_destroy_comp_channel(world->channel);
	is_good &= !world->pd || !ibv_dealloc_pd(world->pd);
	is_good &= !world->context || !ibv_close_device(world->context);
	return check(is_good, "destroying");
}

int main(int argc, char **argv)
{
	const unsigned int rounds = argc > 1 ? (unsigned int)strtoul(argv[1], NULL, 0) : 4;
	struct world world = { 0 };
	bool is_good = run(&world, rounds);

	is_good &= close_world(&world);
	if (is_good)
		printf("%u rounds of send, write, read and atomic: all data are right\n", rounds);
	return is_good ? 0 : 1;
}
