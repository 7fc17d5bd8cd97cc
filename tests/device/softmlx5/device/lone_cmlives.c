// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Random lives of rdma_cm's ids in one of several processes: test_cm.py and test_cm_hosts.py compare what
 * they tell.
 *
 *	lone_cmlives SEED STEPS PORT NUMBER [HOST]...
 *
 * Ids listen at PORT and the next one, connect there, at an address of the HOSTs if there are any, accept, reject, disconnect, change their
 * channel and are destroyed at any time. A connection has a number, which its messages carry.
 * Each event is a line: "client NUMBER EVENT" or "server NUMBER EVENT".
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <rdma/rdma_cma.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../../rig/fail.h"

#define IDS 12
#define CHANNELS 2
#define PORTS 2
#define MAGIC 0x6c697665u

enum kind { LISTENER, CLIENT, SERVER };
enum state { ADDRESS, ROUTE, READY, CONNECTING, ESTABLISHED, ENDING, REQUEST, ACCEPTED, LISTENING };

struct life {
	struct rdma_cm_id *id;	/* NULL: none */
	enum kind kind;
	enum state state;
	unsigned int number;	/* of the connection */
};

/* The private data of each message. */
struct message {
	uint32_t magic, number;
};

static struct rdma_event_channel *channels[CHANNELS];
static struct life lives[IDS];
static unsigned int port, connections, process, n_hosts;
static char **hosts;

static void tell(const struct life *life, const char *event)
{
	printf("%s %u %s\n", life->kind == CLIENT ? "client" : "server", life->number, event);
}

static struct life *unused(void)
{
	for (unsigned int i = 0; i < IDS; i++)
		if (!lives[i].id)
			return &lives[i];
	return NULL;
}

/* A client connects to one of the hosts; a listener takes all addresses of its own. */
static struct sockaddr_in somewhere(enum kind kind)
{
	struct sockaddr_in address = { .sin_family = AF_INET,
		.sin_port = htons((uint16_t)(port + (unsigned int)rand() % PORTS)),
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK) };

	if (n_hosts && kind == CLIENT)
		CHECK(inet_pton(AF_INET, hosts[(unsigned int)rand() % n_hosts], &address.sin_addr));
	else if (n_hosts)
		address.sin_addr.s_addr = htonl(INADDR_ANY);
	return address;
}

static void begin(struct life *life)
{
	struct sockaddr_in address;

	life->kind = rand() % 4 ? CLIENT : LISTENER;
	address = somewhere(life->kind);
	life->number = 0;
	CHECK(!rdma_create_id(channels[rand() % CHANNELS], &life->id, life, RDMA_PS_TCP));
	if (life->kind == CLIENT) {
		life->number = process * 1000000 + ++connections;
		life->state = ADDRESS;
		CHECK(!rdma_resolve_addr(life->id, NULL, (struct sockaddr *)&address, 2000));
		return;
	}
	life->state = LISTENING;
	if (rdma_bind_addr(life->id, (struct sockaddr *)&address)) {
		CHECK(errno == EADDRINUSE);
		CHECK(!rdma_destroy_id(life->id));
		life->id = NULL;
		return;
	}
	CHECK(!rdma_listen(life->id, 3));
}

static void end(struct life *life)
{
	if (life->kind != LISTENER)
		tell(life, "destroyed");
	CHECK(!rdma_destroy_id(life->id));
	life->id = NULL;
}

static void send_message(struct life *life)
{
	struct message message = { MAGIC, life->number };
	struct rdma_conn_param param = { .private_data = &message,
		.private_data_len = sizeof(message), .responder_resources = 1, .initiator_depth = 1,
		.retry_count = 7, .rnr_retry_count = 7, .qp_num = life->number };
	int failed;

	if (life->kind == CLIENT) {
		CHECK(!rdma_connect(life->id, &param));
		life->state = CONNECTING;
	} else if (rand() % 3) {
		failed = rdma_accept(life->id, &param);	/* the client may have gone */
		CHECK(!failed || errno == EINVAL || errno == ECONNRESET);
		tell(life, failed ? "cannot accept" : "accepts");
		life->state = failed ? ENDING : ACCEPTED;
	} else {
		failed = rdma_reject(life->id, &message, sizeof(message));
		CHECK(!failed || errno == EINVAL);
		tell(life, failed ? "cannot reject" : "rejects");
		life->state = ENDING;
	}
}

/* Something that a program may do in this state. */
static void act(void)
{
	struct life *life = &lives[rand() % IDS];
	int dice = rand() % 100;

	if (!life->id) {
		begin(life);
	} else if (dice < 12) {
		end(life);
	} else if (dice < 20) {
		CHECK(!rdma_migrate_id(life->id, channels[rand() % CHANNELS]));
	} else if (life->state == READY || life->state == REQUEST) {
		send_message(life);
	} else if (life->state == ESTABLISHED && dice < 50) {
		CHECK(!rdma_disconnect(life->id) || errno == EINVAL);
		tell(life, "disconnects");
		life->state = ENDING;
	}
}

static void compare(const struct rdma_cm_event *event, const struct life *life)
{
	const struct message *message = event->param.conn.private_data;

	CHECK(event->param.conn.private_data_len >= sizeof(*message));
	CHECK(message->magic == MAGIC && message->number == life->number);
}

static void requested(const struct rdma_cm_event *event)
{
	const struct message *message = event->param.conn.private_data;
	struct life *life = unused();

	CHECK(event->param.conn.private_data_len >= sizeof(*message) && message->magic == MAGIC);
	if (!life) {	/* the library's refusal */
		printf("server %u is full\n", message->number);
		CHECK(!rdma_destroy_id(event->id));
		return;
	}
	*life = (struct life) { .id = event->id, .kind = SERVER, .state = REQUEST,
				.number = message->number };
	event->id->context = life;
	tell(life, "requested");
}

static void client_event(struct life *life, const struct rdma_cm_event *event)
{
	switch (event->event) {
	case RDMA_CM_EVENT_ADDR_RESOLVED:
		CHECK(life->state == ADDRESS);
		life->state = ROUTE;
		CHECK(!rdma_resolve_route(life->id, 2000));
		break;
	case RDMA_CM_EVENT_ROUTE_RESOLVED:
		CHECK(life->state == ROUTE);
		life->state = READY;
		break;
	case RDMA_CM_EVENT_CONNECT_RESPONSE:	/* not ESTABLISHED: there is no QP to change */
		CHECK(life->state == CONNECTING);
		compare(event, life);
		CHECK(!rdma_establish(life->id) || errno == EINVAL);
		tell(life, "established");
		life->state = ESTABLISHED;
		break;
	case RDMA_CM_EVENT_REJECTED:	/* also by a server that ends before it hears of the end */
		CHECK(life->state == CONNECTING || life->state == ESTABLISHED);
		/* 28: the program has rejected it, with a message; or it has destroyed the id */
		if (event->status == 28 && event->param.conn.private_data_len &&
		    ((const struct message *)event->param.conn.private_data)->magic == MAGIC) {
			compare(event, life);
			CHECK(life->state == CONNECTING);
			tell(life, "rejected");
		} else {
			tell(life, "refused");
		}
		life->state = ENDING;
		break;
	case RDMA_CM_EVENT_UNREACHABLE:
		CHECK(life->state == CONNECTING);
		tell(life, "unreachable");
		life->state = ENDING;
		break;
	default:
		CHECK(event->event == RDMA_CM_EVENT_DISCONNECTED ||
		      event->event == RDMA_CM_EVENT_TIMEWAIT_EXIT);
		break;
	}
}

static void server_event(struct life *life, const struct rdma_cm_event *event)
{
	switch (event->event) {
	case RDMA_CM_EVENT_ESTABLISHED:
		CHECK(life->state == ACCEPTED);
		tell(life, "established");
		life->state = ESTABLISHED;
		break;
	default:	/* the client has gone, or has refused the answer */
		CHECK(event->event == RDMA_CM_EVENT_DISCONNECTED ||
		      event->event == RDMA_CM_EVENT_REJECTED ||
		      event->event == RDMA_CM_EVENT_UNREACHABLE ||
		      event->event == RDMA_CM_EVENT_CONNECT_ERROR ||
		      event->event == RDMA_CM_EVENT_TIMEWAIT_EXIT);
		break;
	}
}

static void hear(const struct rdma_cm_event *event)
{
	struct life *life = event->id->context;

	if (event->event == RDMA_CM_EVENT_CONNECT_REQUEST) {
		requested(event);
		return;
	}
	CHECK(life->id == event->id);
	if (event->event == RDMA_CM_EVENT_DISCONNECTED) {
		tell(life, "disconnected");
		life->state = ENDING;
	}
	if (life->kind == CLIENT)
		client_event(life, event);
	else
		server_event(life, event);
}

/* All events of the channels; waits for the first for a while. */
static void hear_all(int ms)
{
	struct pollfd fds[CHANNELS];
	struct rdma_cm_event *event, copy;
	uint8_t data[256];

	for (unsigned int i = 0; i < CHANNELS; i++)
		fds[i] = (struct pollfd) { .fd = channels[i]->fd, .events = POLLIN };
	if (poll(fds, CHANNELS, ms) <= 0)
		return;
	for (unsigned int i = 0; i < CHANNELS; i++) {
		while (!rdma_get_cm_event(channels[i], &event)) {
			/* An id is not destroyed before its events are acknowledged. */
			copy = *event;
			memcpy(data, event->param.conn.private_data,
			       event->param.conn.private_data ? event->param.conn.private_data_len : 0);
			copy.param.conn.private_data = data;
			CHECK(!rdma_ack_cm_event(event));
			hear(&copy);
		}
		CHECK(errno == EAGAIN);
	}
}

int main(int argc, char **argv)
{
	unsigned int steps;

	CHECK(argc >= 5);
	setvbuf(stdout, NULL, _IOLBF, 0);
	srand((unsigned int)strtoul(argv[1], NULL, 0));
	steps = (unsigned int)strtoul(argv[2], NULL, 0);
	port = (unsigned int)strtoul(argv[3], NULL, 0);
	process = (unsigned int)strtoul(argv[4], NULL, 0);
	hosts = argv + 5;
	n_hosts = (unsigned int)argc - 5;
	for (unsigned int i = 0; i < CHANNELS; i++) {
		channels[i] = rdma_create_event_channel();
		CHECK(channels[i]);
		CHECK(!fcntl(channels[i]->fd, F_SETFL, fcntl(channels[i]->fd, F_GETFL) | O_NONBLOCK));
	}
	for (unsigned int i = 0; i < steps; i++) {
		act();
		hear_all(rand() % 4 ? 0 : 2);
	}
	/* What is under way gets its time. */
	for (unsigned int i = 0; i < 20; i++)
		hear_all(50);
	for (unsigned int i = 0; i < IDS; i++)
		if (lives[i].id)
			end(&lives[i]);
	for (unsigned int i = 0; i < CHANNELS; i++)
		rdma_destroy_event_channel(channels[i]);
	printf("done\n");
	return 0;
}
