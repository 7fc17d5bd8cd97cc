// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Signatures on queue pairs of rdma_cm: a client and a server of one process, connected by an IP
 * address of a card's interface. The client writes blocks; T10-DIF is inserted on the wire, and
 * checked and stripped at the receiver.
 *
 *	build/examples/rdma_cm ADDRESS [PORT]
 *
 * It differs from the other examples only in the tasks of rdma_cm: it opens the device (libmlx5
 * requests DEVX by itself), creates the queue pairs and changes their states. Exits with 0 if all
 * blocks arrive.
 */
#define _POSIX_C_SOURCE 200809L	/* getaddrinfo() */
#include <netdb.h>

#include <rdma/rdma_cma.h>

#include "pair.h"

#define BLOCKS 8u
#define TIMEOUT 2000	/* ms */

struct end {
	struct rdma_event_channel *channel;
	struct rdma_cm_id *id;
	struct side side;
};

struct world {
	struct addrinfo *address;
	struct rdma_cm_id *listener;
	struct end client, server;
	struct pair pair;	/* its context and PD only */
};

/* Waits for the next event, which has to be this one; returns its id. */
static struct rdma_cm_id *expect(struct rdma_event_channel *channel, enum rdma_cm_event_type type)
{
	struct rdma_cm_event *event;
	struct rdma_cm_id *id;

	must(rdma_get_cm_event(channel, &event) ? errno : 0, "rdma_get_cm_event");
	if (event->event != type) {
		fprintf(stderr, "%s instead of %s\n", rdma_event_str(event->event),
			rdma_event_str(type));
		exit(1);
	}
	id = event->id;
	must(rdma_ack_cm_event(event) ? errno : 0, "rdma_ack_cm_event");
	return id;
}

/*
 * Creates a queue pair of rdma_cm, which is then in state INIT, as
 * mlx5sig_qp_enable_sig_pipelining() requires. It is attached like any other queue pair, and
 * rdma_cm continues to change its state.
 */
static void make_queues(struct world *world, struct end *end)
{
	struct side *side = &end->side;
	struct mlx5sig_qp_attr attr = { 0 };
	struct ibv_qp_init_attr init = {
		.cap = { .max_send_wr = PAIR_DEPTH, .max_recv_wr = PAIR_DEPTH, .max_send_sge = 1,
			 .max_recv_sge = 1 },
		.qp_type = IBV_QPT_RC,
	};

	side->ibv_cq = need(ibv_create_cq(end->id->verbs, 4 * PAIR_DEPTH, NULL, NULL, 0), "CQ");
	init.send_cq = init.recv_cq = side->ibv_cq;
	/* rdma_create_qp() has no flags of mlx5dv; see pair_create_qp(). */
	must(setenv("MLX5_SCATTER_TO_CQE", "0", 1) ? errno : 0, "setenv");
	must(rdma_create_qp(end->id, world->pair.pd, &init) ? errno : 0, "rdma_create_qp");
	side->ibv_qp = end->id->qp;
	side->cq = need(mlx5sig_cq_attach(side->ibv_cq, NULL), "mlx5sig_cq_attach");
	attr.send_cq = attr.recv_cq = side->cq;
	side->qp = need(mlx5sig_qp_attach(side->ibv_qp, &attr), "mlx5sig_qp_attach");
}

/* Detaches from the library first, then destroys the objects of rdma_cm. */
static void destroy_queues(struct end *end)
{
	must(mlx5sig_qp_detach(end->side.qp), "mlx5sig_qp_detach");
	must(mlx5sig_cq_detach(end->side.cq), "mlx5sig_cq_detach");
	rdma_destroy_qp(end->id);
	must(ibv_destroy_cq(end->side.ibv_cq), "ibv_destroy_cq");
	must(rdma_destroy_id(end->id) ? errno : 0, "rdma_destroy_id");
}

static void listen_at_address(struct world *world)
{
	struct end *server = &world->server;

	server->channel = need(rdma_create_event_channel(), "rdma_cm");
	must(rdma_create_id(server->channel, &world->listener, NULL, RDMA_PS_TCP) ? errno : 0,
	     "rdma_create_id");
	must(rdma_bind_addr(world->listener, world->address->ai_addr) ? errno : 0,
	     "rdma_bind_addr");
	must(rdma_listen(world->listener, 1) ? errno : 0, "rdma_listen");
}

static void find_server(struct world *world)
{
	struct end *client = &world->client;

	client->channel = need(rdma_create_event_channel(), "rdma_cm");
	must(rdma_create_id(client->channel, &client->id, NULL, RDMA_PS_TCP) ? errno : 0,
	     "rdma_create_id");
	must(rdma_resolve_addr(client->id, NULL, world->address->ai_addr, TIMEOUT) ? errno : 0,
	     "rdma_resolve_addr");
	expect(client->channel, RDMA_CM_EVENT_ADDR_RESOLVED);
	must(rdma_resolve_route(client->id, TIMEOUT) ? errno : 0, "rdma_resolve_route");
	expect(client->channel, RDMA_CM_EVENT_ROUTE_RESOLVED);
}

static void connect_ends(struct world *world)
{
	struct rdma_conn_param param = { .responder_resources = 1, .initiator_depth = 1,
					 .retry_count = 7, .rnr_retry_count = 7 };
	struct end *client = &world->client, *server = &world->server;

	make_queues(world, client);
	must(rdma_connect(client->id, &param) ? errno : 0, "rdma_connect");
	server->id = expect(server->channel, RDMA_CM_EVENT_CONNECT_REQUEST);
	make_queues(world, server);
	must(rdma_accept(server->id, &param) ? errno : 0, "rdma_accept");
	expect(client->channel, RDMA_CM_EVENT_ESTABLISHED);
	expect(server->channel, RDMA_CM_EVENT_ESTABLISHED);
}

static void open_world(struct world *world, const char *address, const char *port)
{
	const struct addrinfo hints = { .ai_socktype = SOCK_STREAM };
	int err = getaddrinfo(address, port, &hints, &world->address);

	if (err) {
		fprintf(stderr, "%s: %s\n", address, gai_strerror(err));
		exit(1);
	}
	listen_at_address(world);
	find_server(world);
	world->pair.context = world->client.id->verbs;
	world->pair.pd = need(ibv_alloc_pd(world->pair.context), "PD");
	connect_ends(world);
}

static void close_world(struct world *world)
{
	struct end *client = &world->client, *server = &world->server;

	/* The client's ends when the server has answered. */
	must(rdma_disconnect(client->id) ? errno : 0, "rdma_disconnect");
	expect(server->channel, RDMA_CM_EVENT_DISCONNECTED);
	must(rdma_disconnect(server->id) ? errno : 0, "rdma_disconnect");
	expect(client->channel, RDMA_CM_EVENT_DISCONNECTED);
	destroy_queues(client);
	destroy_queues(server);
	must(rdma_destroy_id(world->listener) ? errno : 0, "rdma_destroy_id");
	must(ibv_dealloc_pd(world->pair.pd), "ibv_dealloc_pd");
	rdma_destroy_event_channel(client->channel);
	rdma_destroy_event_channel(server->channel);
	freeaddrinfo(world->address);
}

/* Keys on both sides; the blocks have T10-DIF in between only. */
static bool write_blocks(struct world *world)
{
	struct side *client = &world->client.side, *server = &world->server.side;
	struct mlx5sig_mkey *from = pair_key(&world->pair), *to = pair_key(&world->pair);
	struct mlx5sig_mkey_err error;
	struct ibv_mr *mr[2];
	uint8_t *data = pair_memory(&world->pair, BLOCKS * PAIR_BLOCK, &mr[0]);
	const uint8_t *arrived = pair_memory(&world->pair, BLOCKS * PAIR_BLOCK, &mr[1]);
	unsigned int i;
	bool is_good;

	for (i = 0; i < BLOCKS * PAIR_BLOCK; i++)
		data[i] = (uint8_t)(i * 7 + i / PAIR_BLOCK);
	pair_configure(client, from, PAIR_DIF_ON_WIRE, BLOCKS, data, mr[0]);
	pair_configure(server, to, PAIR_DIF_ON_WIRE, BLOCKS, arrived, mr[1]);
	mlx5sig_wr_start(client->qp);
	client->qp->wr_flags = IBV_SEND_SIGNALED;
	mlx5sig_wr_rdma_write(client->qp, to->rkey, 0);
	mlx5sig_wr_set_sge(client->qp, from->lkey, 0, BLOCKS * (PAIR_BLOCK + PAIR_DIF));
	must(mlx5sig_wr_complete(client->qp), "transfer");
	pair_wait(client);
	must(mlx5sig_mkey_check(to, &error), "mlx5sig_mkey_check");
	is_good = error.err_type == MLX5SIG_MKEY_NO_ERR &&
		  !memcmp(data, arrived, BLOCKS * PAIR_BLOCK);
	printf("%u blocks: %s\n", BLOCKS, is_good ? "as they were sent" : "wrong");
	must(mlx5sig_destroy_mkey(from), "mlx5sig_destroy_mkey");
	must(mlx5sig_destroy_mkey(to), "mlx5sig_destroy_mkey");
	pair_free_memory(mr[0]);
	pair_free_memory(mr[1]);
	return is_good;
}

int main(int argc, char **argv)
{
	struct world world = { 0 };
	bool is_good;

	if (argc < 2 || argc > 3) {
		fprintf(stderr, "usage: rdma_cm ADDRESS [PORT]\n");
		return 2;
	}
	open_world(&world, argv[1], argc == 3 ? argv[2] : "18515");
	is_good = write_blocks(&world);
	close_world(&world);
	return is_good ? 0 : 1;
}
