// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * lone_cmclose: a thread waits in GET_EVENT while another one closes the last descriptor of its channel. As with Linux, the call
 * keeps the channel: it is not woken by the close, and gets the next event. test_cm.py runs it.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <pthread.h>
#include <rdma/rdma_cma.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

#include "../../../rig/fail.h"

#include "../../../rig/asleep.h"

#define ROUNDS 500u

#define GET_EVENT 12u	/* as below of Linux's interface, whose header excludes that of librdmacm */

struct command {
	uint32_t cmd;
	uint16_t in, out;
	uint64_t response;
};

struct response {
	uint64_t uid;
	uint32_t id, event, status;
	uint8_t others[512];
};

struct wait {
	int fd;
	atomic_int tid;		/* of the thread, which is about to call */
	struct response event;
};

/* The call without librdmacm, which uses the descriptor again for some events. Gives an errno value. */
static void *get_event(void *argument)
{
	struct wait *wait = argument;
	const struct command request = { GET_EVENT, sizeof(request.response), sizeof(wait->event),
					 (uintptr_t)&wait->event };

	atomic_store(&wait->tid, gettid());
	return (void *)(intptr_t)(write(wait->fd, &request, sizeof(request)) < 0 ? errno : 0);
}

static enum rdma_cm_event_type next_event(struct rdma_event_channel *channel)
{
	enum rdma_cm_event_type type;
	struct rdma_cm_event *event;

	CHECK(!rdma_get_cm_event(channel, &event));
	type = event->event;
	CHECK(!rdma_ack_cm_event(event));
	return type;
}

static struct sockaddr_in address = { .sin_family = AF_INET };

/* A connection comes to a channel that only the waiting call has. */
static void woken(void)
{
	struct rdma_event_channel *server = rdma_create_event_channel(), *client = rdma_create_event_channel();
	struct rdma_conn_param param = { .retry_count = 7 };
	struct rdma_cm_id *listener, *id;
	struct wait wait = { .tid = 0 };
	pthread_t thread;
	void *result;

	CHECK(server && client);
	CHECK(!rdma_create_id(server, &listener, NULL, RDMA_PS_TCP));
	address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	CHECK(!rdma_bind_addr(listener, (struct sockaddr *)&address) && !rdma_listen(listener, 1));
	address.sin_port = rdma_get_src_port(listener);
	wait.fd = server->fd;
	CHECK(!pthread_create(&thread, NULL, get_event, &wait));
	until_asleep(&wait.tid);
	CHECK(!close(server->fd));
	CHECK(!rdma_create_id(client, &id, NULL, RDMA_PS_TCP));
	CHECK(!rdma_resolve_addr(id, NULL, (struct sockaddr *)&address, 2000));
	CHECK(next_event(client) == RDMA_CM_EVENT_ADDR_RESOLVED);
	CHECK(!rdma_resolve_route(id, 2000));
	CHECK(next_event(client) == RDMA_CM_EVENT_ROUTE_RESOLVED);
	CHECK(!rdma_connect(id, &param));
	CHECK(!pthread_join(thread, &result) && !result);
	CHECK(wait.event.event == RDMA_CM_EVENT_CONNECT_REQUEST);
	/* The call was the last that had the channel: its ids are destroyed now, and refuse. */
	CHECK(next_event(client) == RDMA_CM_EVENT_REJECTED);
	CHECK(!rdma_destroy_id(id));
	rdma_destroy_event_channel(client);
}

int main(void)
{
	unsigned int waiting = 0;

	woken();
	/* The close comes before the call, in the middle of it, or when it waits. It is never EAGAIN. */
	for (unsigned int i = 0; i < ROUNDS; i++) {
		struct rdma_event_channel *channel = rdma_create_event_channel();
		struct wait wait = { .tid = 0 };
		pthread_t thread;
		void *result;

		CHECK(channel);
		wait.fd = channel->fd;
		CHECK(!pthread_create(&thread, NULL, get_event, &wait));
		if (i % 4 == 0)
			until_asleep(&wait.tid);
		for (volatile unsigned int spin = 0; spin < i * 37 % 20000; spin++)
			;
		rdma_destroy_event_channel(channel);
		CHECK(!pthread_cancel(thread) && !pthread_join(thread, &result));
		CHECK(result == PTHREAD_CANCELED || result == (void *)(intptr_t)EBADF);
		waiting += result == PTHREAD_CANCELED;
	}
	CHECK(waiting >= ROUNDS / 4);
	printf("done\n");
	return 0;
}
