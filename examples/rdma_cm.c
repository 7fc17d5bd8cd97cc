// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Signatures between two processes, on queue pairs of rdma_cm. The client writes blocks; T10-DIF is
 * inserted on the wire, and checked and stripped at the server.
 *
 *	build/examples/rdma_cm [-p PORT]		the server
 *	build/examples/rdma_cm [-p PORT] ADDRESS	the client
 *
 * It differs from the other examples only in the tasks of rdma_cm: it opens the device (libmlx5
 * requests DEVX by itself), creates the queue pairs and changes their states. Exits with 0 if all
 * blocks arrive.
 */
#define _POSIX_C_SOURCE 200809L	/* getaddrinfo(), getopt() */
#include <arpa/inet.h>
#include <netdb.h>
#include <unistd.h>

#include <rdma/rdma_cma.h>

#include "pair.h"

#define BLOCKS 64u
#define PLAIN (BLOCKS * PAIR_BLOCK)
#define ON_WIRE (BLOCKS * (PAIR_BLOCK + PAIR_DIF))
#define TIMEOUT 2000	/* ms */

struct end {
	struct rdma_event_channel *channel;
	struct rdma_cm_id *id;
	struct side side;
	struct pair pair;	/* its context and PD only */
	struct mlx5sig_mkey *key;
	struct ibv_mr *mr;
	uint8_t *blocks;
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

/* A completion of a receive request, whose immediate data are returned. */
static uint32_t wait_for_message(struct end *end)
{
	struct ibv_wc wc;

	do
		wc = pair_wait(&end->side);
	while (!(wc.opcode & IBV_WC_RECV));
	return ntohl(wc.imm_data);
}

static void post_receive(struct end *end)
{
	struct ibv_recv_wr wr = { .wr_id = 1 }, *bad;

	must(mlx5sig_post_recv(end->side.qp, &wr, &bad), "mlx5sig_post_recv");
}

/*
 * Creates a queue pair of rdma_cm, which is then in state INIT, as
 * mlx5sig_qp_enable_sig_pipelining() requires. It is attached like any other queue pair, and
 * rdma_cm continues to change its state. The key gets its meaning later, by a request.
 */
static void make_queues(struct end *end)
{
	struct side *side = &end->side;
	struct mlx5sig_qp_attr attr = { 0 };
	struct ibv_qp_init_attr init = {
		.cap = { .max_send_wr = PAIR_DEPTH, .max_recv_wr = PAIR_DEPTH, .max_send_sge = 1,
			 .max_recv_sge = 1 },
		.qp_type = IBV_QPT_RC,
	};

	end->pair.context = end->id->verbs;
	end->pair.pd = need(ibv_alloc_pd(end->pair.context), "PD");
	side->ibv_cq = need(ibv_create_cq(end->id->verbs, 4 * PAIR_DEPTH, NULL, NULL, 0), "CQ");
	init.send_cq = init.recv_cq = side->ibv_cq;
	/* rdma_create_qp() has no flags of mlx5dv; see pair_create_qp(). */
	must(setenv("MLX5_SCATTER_TO_CQE", "0", 1) ? errno : 0, "setenv");
	must(rdma_create_qp(end->id, end->pair.pd, &init) ? errno : 0, "rdma_create_qp");
	side->ibv_qp = end->id->qp;
	side->cq = need(mlx5sig_cq_attach(side->ibv_cq, NULL), "mlx5sig_cq_attach");
	attr.send_cq = attr.recv_cq = side->cq;
	side->qp = need(mlx5sig_qp_attach(side->ibv_qp, &attr), "mlx5sig_qp_attach");
	end->key = pair_key(&end->pair);
	end->blocks = pair_memory(&end->pair, PLAIN, &end->mr);
	post_receive(end);
}

/* Detaches from the library first, then destroys the objects of rdma_cm. */
static void destroy_queues(struct end *end)
{
	must(mlx5sig_destroy_mkey(end->key), "mlx5sig_destroy_mkey");
	pair_free_memory(end->mr);
	must(mlx5sig_qp_detach(end->side.qp), "mlx5sig_qp_detach");
	must(mlx5sig_cq_detach(end->side.cq), "mlx5sig_cq_detach");
	rdma_destroy_qp(end->id);
	must(ibv_destroy_cq(end->side.ibv_cq), "ibv_destroy_cq");
	must(ibv_dealloc_pd(end->pair.pd), "ibv_dealloc_pd");
	must(rdma_destroy_id(end->id) ? errno : 0, "rdma_destroy_id");
	rdma_destroy_event_channel(end->channel);
}

static uint8_t byte_of(unsigned int i)
{
	return (uint8_t)(i * 7 + i / PAIR_BLOCK);
}

static struct addrinfo *find(const char *address, const char *port)
{
	const struct addrinfo hints = { .ai_socktype = SOCK_STREAM, .ai_family = AF_INET,
					.ai_flags = address ? 0 : AI_PASSIVE };
	struct addrinfo *found;
	int err = getaddrinfo(address, port, &hints, &found);

	if (err) {
		fprintf(stderr, "%s: %s\n", address ? address : port, gai_strerror(err));
		exit(1);
	}
	return found;
}

static struct rdma_conn_param connection(void)
{
	return (struct rdma_conn_param) { .responder_resources = 1, .initiator_depth = 1,
					  .retry_count = 7, .rnr_retry_count = 7 };
}

/* Blocks are plain in the server's memory; they have T10-DIF on the wire, which its key checks. */
static bool receive_blocks(struct end *end)
{
	struct mlx5sig_mkey_err error;
	unsigned int i = 0;

	pair_configure(&end->side, end->key, PAIR_DIF_ON_WIRE, BLOCKS, end->blocks, end->mr);
	mlx5sig_wr_start(end->side.qp);
	end->side.qp->wr_flags = IBV_SEND_SIGNALED;
	mlx5sig_wr_send_imm(end->side.qp, htonl(end->key->rkey));
	mlx5sig_wr_set_sge_list(end->side.qp, 0, NULL);
	must(mlx5sig_wr_complete(end->side.qp), "message with the key");
	wait_for_message(end);
	must(mlx5sig_mkey_check(end->key, &error), "mlx5sig_mkey_check");
	if (error.err_type != MLX5SIG_MKEY_NO_ERR) {
		printf("%s in block %u\n", pair_error_name(error.err_type),
		       (unsigned int)(error.err.sig.offset / (PAIR_BLOCK + PAIR_DIF)));
		return false;
	}
	while (i < PLAIN && end->blocks[i] == byte_of(i))
		i++;
	printf("%u blocks arrived, T10-DIF checked and stripped: data are %s\n", BLOCKS,
	       i == PLAIN ? "right" : "wrong");
	return i == PLAIN;
}

static bool serve(const char *port)
{
	struct rdma_conn_param param = connection();
	struct addrinfo *address = find(NULL, port);
	struct rdma_cm_id *listener;
	struct end end = { 0 };
	bool is_good;

	end.channel = need(rdma_create_event_channel(), "rdma_cm");
	must(rdma_create_id(end.channel, &listener, NULL, RDMA_PS_TCP) ? errno : 0,
	     "rdma_create_id");
	must(rdma_bind_addr(listener, address->ai_addr) ? errno : 0, "rdma_bind_addr");
	must(rdma_listen(listener, 1) ? errno : 0, "rdma_listen");
	end.id = expect(end.channel, RDMA_CM_EVENT_CONNECT_REQUEST);
	make_queues(&end);
	must(rdma_accept(end.id, &param) ? errno : 0, "rdma_accept");
	expect(end.channel, RDMA_CM_EVENT_ESTABLISHED);
	is_good = receive_blocks(&end);
	expect(end.channel, RDMA_CM_EVENT_DISCONNECTED);
	must(rdma_disconnect(end.id) ? errno : 0, "rdma_disconnect");
	must(rdma_destroy_id(listener) ? errno : 0, "rdma_destroy_id");
	destroy_queues(&end);
	freeaddrinfo(address);
	return is_good;
}

/* The write completes when the server has the blocks; its immediate data say so to the server. */
static void send_blocks(struct end *end)
{
	const uint32_t rkey = wait_for_message(end);
	unsigned int i;

	for (i = 0; i < PLAIN; i++)
		end->blocks[i] = byte_of(i);
	pair_configure(&end->side, end->key, PAIR_DIF_ON_WIRE, BLOCKS, end->blocks, end->mr);
	mlx5sig_wr_start(end->side.qp);
	end->side.qp->wr_flags = IBV_SEND_SIGNALED;
	mlx5sig_wr_rdma_write_imm(end->side.qp, rkey, 0, 0);
	mlx5sig_wr_set_sge(end->side.qp, end->key->lkey, 0, ON_WIRE);
	must(mlx5sig_wr_complete(end->side.qp), "RDMA write");
	pair_wait(&end->side);
	printf("%u blocks written, with T10-DIF\n", BLOCKS);
}

static void send_to(const char *name, const char *port)
{
	struct rdma_conn_param param = connection();
	struct addrinfo *address = find(name, port);
	struct end end = { 0 };

	end.channel = need(rdma_create_event_channel(), "rdma_cm");
	must(rdma_create_id(end.channel, &end.id, NULL, RDMA_PS_TCP) ? errno : 0, "rdma_create_id");
	must(rdma_resolve_addr(end.id, NULL, address->ai_addr, TIMEOUT) ? errno : 0,
	     "rdma_resolve_addr");
	expect(end.channel, RDMA_CM_EVENT_ADDR_RESOLVED);
	must(rdma_resolve_route(end.id, TIMEOUT) ? errno : 0, "rdma_resolve_route");
	expect(end.channel, RDMA_CM_EVENT_ROUTE_RESOLVED);
	make_queues(&end);
	must(rdma_connect(end.id, &param) ? errno : 0, "rdma_connect");
	expect(end.channel, RDMA_CM_EVENT_ESTABLISHED);
	send_blocks(&end);
	must(rdma_disconnect(end.id) ? errno : 0, "rdma_disconnect");
	expect(end.channel, RDMA_CM_EVENT_DISCONNECTED);
	destroy_queues(&end);
	freeaddrinfo(address);
}

int main(int argc, char **argv)
{
	const char *port = "18515";
	int option;

	while ((option = getopt(argc, argv, "p:")) == 'p')
		port = optarg;
	if (option != -1 || argc - optind > 1) {
		fprintf(stderr, "usage: rdma_cm [-p PORT] [ADDRESS]\n");
		return 2;
	}
	if (optind == argc)
		return serve(port) ? 0 : 1;
	send_to(argv[optind], port);
	return 0;
}
