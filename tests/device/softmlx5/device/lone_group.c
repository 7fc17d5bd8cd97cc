// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * lone_group FILE GID INDEX RECEIVES [SEND...]: a member of a multicast group, with a QP of UD whose own GID is the one at INDEX.
 * It makes FILE when it is one, sends a datagram for each number SEND, and prints "got NUMBER" for each of RECEIVES that it gets,
 * its own too. SEND 0 waits for the next of these first. The number is the first word of the data, and the start of the random bytes that follow it.
 * lone_group limits GID: with --cap log_max_mcg=0 and max_qp_mcg=1 there is one group, with one QP.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../../rig/verbs.h"

#define QKEY 0x1ee7a1eeu
#define GRH_LEN 40u
#define GROUP_LID 0xc001
#define LEN 1000u
#define ROOM 2048u
#define LIMIT_S 60	/* without a break it takes less than one */
#define MOST 16u	/* datagrams that are received */

static uint8_t memory[(MOST + 1) * ROOM];

/* Only what datagrams need: with Ethernet the QPs of a rig have no path. */
static void open_side(struct side *side)
{
	struct ibv_device **list = ibv_get_device_list(NULL);

	CHECK(list && *list);
	side->context = ibv_open_device(*list);
	CHECK(side->context);
	ibv_free_device_list(list);
	side->pd = ibv_alloc_pd(side->context);
	CHECK(side->pd);
	side->send_cq = ibv_create_cq(side->context, MOST, NULL, NULL, 0);
	side->channel = ibv_create_comp_channel(side->context);
	CHECK(side->channel);
	side->recv_cq = ibv_create_cq(side->context, MOST, NULL, side->channel, 0);
	CHECK(side->send_cq && side->recv_cq && !ibv_req_notify_cq(side->recv_cq, 0));
	side->buf = memory;
	side->mr = ibv_reg_mr(side->pd, memory, sizeof(memory), IBV_ACCESS_LOCAL_WRITE);
	CHECK(side->mr);
}

static void close_side(struct side *side)
{
	CHECK_EQ(ibv_destroy_qp(side->qp), 0);
	CHECK_EQ(ibv_destroy_cq(side->send_cq), 0);
	CHECK_EQ(ibv_destroy_cq(side->recv_cq), 0);
	CHECK_EQ(ibv_destroy_comp_channel(side->channel), 0);
	CHECK_EQ(ibv_dereg_mr(side->mr), 0);
	CHECK_EQ(ibv_dealloc_pd(side->pd), 0);
	CHECK_EQ(ibv_close_device(side->context), 0);
}

static void make_qp(struct side *side)
{
	struct ibv_qp_attr attr = { .qp_state = IBV_QPS_INIT, .port_num = 1, .qkey = QKEY };
	struct ibv_qp_init_attr init = {
		.send_cq = side->send_cq, .recv_cq = side->recv_cq, .qp_type = IBV_QPT_UD,
		.cap = { .max_send_wr = MOST, .max_recv_wr = MOST, .max_send_sge = 1, .max_recv_sge = 1 },
	};

	side->qp = ibv_create_qp(side->pd, &init);
	CHECK(side->qp);
	CHECK_EQ(ibv_modify_qp(side->qp, &attr, IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT |
			       IBV_QP_QKEY), 0);
	attr.qp_state = IBV_QPS_RTR;
	CHECK_EQ(ibv_modify_qp(side->qp, &attr, IBV_QP_STATE), 0);
	attr.qp_state = IBV_QPS_RTS;
	CHECK_EQ(ibv_modify_qp(side->qp, &attr, IBV_QP_STATE | IBV_QP_SQ_PSN), 0);
}

static void limits(struct side *side, union ibv_gid group)
{
	union ibv_gid other = group;
	struct ibv_device_attr attr;
	struct ibv_qp *first;

	other.raw[15]++;
	open_side(side);
	make_qp(side);
	first = side->qp;
	make_qp(side);
	CHECK_EQ(ibv_query_device(side->context, &attr), 0);
	CHECK_EQ(attr.max_mcast_grp, 1);
	CHECK_EQ(attr.max_mcast_qp_attach, 1);
	CHECK_EQ(ibv_attach_mcast(first, &group, GROUP_LID), 0);
	CHECK_EQ(ibv_attach_mcast(side->qp, &group, GROUP_LID), EAGAIN);
	CHECK_EQ(ibv_attach_mcast(side->qp, &other, GROUP_LID), EAGAIN);
	CHECK_EQ(ibv_detach_mcast(first, &group, GROUP_LID), 0);
	CHECK_EQ(ibv_attach_mcast(side->qp, &other, GROUP_LID), 0);
	CHECK_EQ(ibv_detach_mcast(side->qp, &other, GROUP_LID), 0);
	CHECK_EQ(ibv_destroy_qp(first), 0);
}

static void send_to(struct side *side, struct ibv_ah *ah, uint32_t number)
{
	uint8_t *data = side->buf + MOST * ROOM;
	struct ibv_sge sge = sge_of(side, MOST * ROOM, LEN);
	struct ibv_send_wr *bad, request = {
		.wr_id = MOST, .sg_list = &sge, .num_sge = 1, .send_flags = IBV_SEND_SIGNALED,
		.opcode = IBV_WR_SEND,
		.wr.ud = { .ah = ah, .remote_qpn = 0xffffff, .remote_qkey = QKEY },
	};

	fill(data, LEN, number);
	memcpy(data, &number, sizeof(number));
	CHECK_EQ(ibv_post_send(side->qp, &request, &bad), 0);
	good_wc(side->send_cq, MOST, IBV_WC_SEND);
}

/* Sleeps until there is a completion. */
static struct ibv_wc next_receive(struct side *side)
{
	struct ibv_wc wc;

	while (!ibv_poll_cq(side->recv_cq, 1, &wc)) {
		struct ibv_cq *cq;
		void *context;

		CHECK_EQ(ibv_get_cq_event(side->channel, &cq, &context), 0);
		ibv_ack_cq_events(cq, 1);
		CHECK_EQ(ibv_req_notify_cq(cq, 0), 0);
	}
	return wc;
}

static void expect(struct side *side)
{
	const uint8_t *data;
	uint8_t wanted[LEN];
	uint32_t number;
	const struct ibv_wc wc = next_receive(side);

	CHECK_EQ(wc.status, IBV_WC_SUCCESS);
	CHECK_EQ(wc.byte_len, GRH_LEN + LEN);
	data = side->buf + wc.wr_id * ROOM + GRH_LEN;
	memcpy(&number, data, sizeof(number));
	fill(wanted, LEN, number);
	memcpy(wanted, &number, sizeof(number));
	CHECK(!memcmp(data, wanted, LEN));
	printf("got %u\n", number);
}

int main(int argc, char **argv)
{
	struct ibv_ah_attr to = { .is_global = 1, .port_num = 1, .dlid = GROUP_LID,
				  .grh = { .hop_limit = 1 } };
	struct side side = { .qp = NULL };
	struct ibv_ah *ah;
	unsigned int n;
	int fd;

	if (argc == 3) {
		CHECK(!strcmp(argv[1], "limits") && inet_pton(AF_INET6, argv[2], &to.grh.dgid) == 1);
		limits(&side, to.grh.dgid);
		close_side(&side);
		return 0;
	}
	CHECK(argc > 4 && inet_pton(AF_INET6, argv[2], &to.grh.dgid) == 1);
	to.grh.sgid_index = (uint8_t)atoi(argv[3]);
	n = (unsigned int)atoi(argv[4]);
	CHECK(n <= MOST);
	alarm(LIMIT_S);
	open_side(&side);
	make_qp(&side);
	for (unsigned int i = 0; i < n; i++) {
		struct ibv_sge sge = sge_of(&side, i * ROOM, ROOM);

		post_recv(&side, i, &sge, 1);
	}
	CHECK_EQ(ibv_attach_mcast(side.qp, &to.grh.dgid, to.dlid), 0);
	ah = ibv_create_ah(side.pd, &to);
	CHECK(ah);
	fd = creat(argv[1], 0600);
	CHECK(fd >= 0 && !close(fd));
	for (int i = 5; i < argc; i++) {
		const uint32_t number = (uint32_t)atoi(argv[i]);

		if (number) {
			send_to(&side, ah, number);
		} else {
			expect(&side);
			n--;
		}
	}
	while (n--)
		expect(&side);
	CHECK_EQ(ibv_destroy_ah(ah), 0);
	CHECK_EQ(ibv_detach_mcast(side.qp, &to.grh.dgid, to.dlid), 0);
	close_side(&side);
	return 0;
}
