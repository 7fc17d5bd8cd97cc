// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * lone_compressed SEED FORMAT CQES BURSTS: random frames come to two work queues. The CQ of one compresses its CQEs, with
 * FORMAT of mini CQEs (1 hash, 2 checksum); they are expanded here, by the ring alone, as DPDK and mlx5e do, and are then what
 * the plain CQ of the other queue has. Prints how many CQEs came in how many sessions.
 */
#include <errno.h>
#include <infiniband/mlx5dv.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "prm_cqe.h"
#include "../../../rig/random.h"
#include "../../../rig/verbs.h"

#define ROOM 256u	/* of a frame */
#define SLOTS 128u	/* receives of a queue, and frames of a burst */
#define ARRAY 8u	/* mini CQEs of an entry */
#define PATIENCE (5 * CLOCKS_PER_SEC)

struct queue {
	struct ibv_cq *cq;
	struct ibv_wq *wq;
	struct ibv_rwq_ind_table *table;
	struct ibv_qp *qp;
	struct ibv_flow *flow;
	struct ibv_mr *mr;
	struct mlx5dv_cq ring;
	struct mlx5dv_rwq receives;
	uint32_t ci;		/* CQEs that were read */
	uint32_t posted;
	uint8_t memory[SLOTS * ROOM];
};

static struct side from, to;
static struct ibv_qp *sender;
static uint8_t out[SLOTS * ROOM];
static uint32_t lengths[SLOTS];	/* of frames that were sent, by the counter of their receive */
static uint32_t n_sent, n_sessions, n_compressed;
static bool has_hash;

/*
 * Objects.
 */

static void open_side(struct side *side)
{
	struct ibv_device **list = ibv_get_device_list(NULL);

	CHECK(list && *list);
	side->context = ibv_open_device(*list);
	CHECK(side->context);
	ibv_free_device_list(list);
	side->pd = ibv_alloc_pd(side->context);
	CHECK(side->pd);
}

static void open_sender(void)
{
	struct ibv_qp_init_attr attr = { .qp_type = IBV_QPT_RAW_PACKET, .cap = { .max_send_wr = SLOTS, .max_send_sge = 1 } };
	struct ibv_qp_attr state = { .port_num = 1 };

	open_side(&from);
	attr.send_cq = attr.recv_cq = from.send_cq = ibv_create_cq(from.context, SLOTS, NULL, NULL, 0);
	from.mr = ibv_reg_mr(from.pd, out, sizeof(out), 0);
	CHECK(from.send_cq && from.mr);
	sender = ibv_create_qp(from.pd, &attr);
	CHECK(sender);
	for (state.qp_state = IBV_QPS_INIT; state.qp_state <= IBV_QPS_RTS; state.qp_state++)
		CHECK_EQ(ibv_modify_qp(sender, &state, IBV_QP_STATE | (state.qp_state == IBV_QPS_INIT ? IBV_QP_PORT : 0)), 0);
}

static void open_cq(struct queue *queue, uint32_t cqes, struct ibv_comp_channel *channel, uint8_t format)
{
	struct ibv_cq_init_attr_ex attr = { .cqe = cqes, .channel = channel, .wc_flags = IBV_WC_STANDARD_FLAGS };
	struct mlx5dv_cq_init_attr driver = { .comp_mask = format ? MLX5DV_CQ_INIT_ATTR_MASK_COMPRESSED_CQE : 0,
					      .cqe_comp_res_format = format };
	struct mlx5dv_obj obj = { .cq = { .out = &queue->ring } };
	struct ibv_cq_ex *cq = mlx5dv_create_cq(to.context, &attr, &driver);

	CHECK(cq);
	obj.cq.in = queue->cq = ibv_cq_ex_to_cq(cq);
	CHECK_EQ(mlx5dv_init_obj(&obj, MLX5DV_OBJ_CQ), 0);
	CHECK_EQ(queue->ring.cqe_size, sizeof(struct prm_cqe64));
}

static void open_flow(struct queue *queue)
{
	struct {
		struct ibv_flow_attr attr;
		struct ibv_flow_spec_eth eth;
	} both = {
		.attr = { .type = IBV_FLOW_ATTR_NORMAL, .size = sizeof(both), .num_of_specs = 1, .port = 1 },
		.eth = { .type = IBV_FLOW_SPEC_ETH, .size = sizeof(both.eth), .val.dst_mac = { 2, 0, 0, 0, 0, 0xaa } },
	};

	memset(both.eth.mask.dst_mac, 0xff, 6);
	queue->flow = ibv_create_flow(queue->qp, &both.attr);
	CHECK(queue->flow);
}

static void open_queue(struct queue *queue)
{
	struct ibv_wq_init_attr attr = { .wq_type = IBV_WQT_RQ, .max_sge = 1, .max_wr = SLOTS, .pd = to.pd, .cq = queue->cq };
	struct ibv_wq_attr ready = { .attr_mask = IBV_WQ_ATTR_STATE, .wq_state = IBV_WQS_RDY };
	struct mlx5dv_obj obj = { .rwq = { .out = &queue->receives } };
	struct ibv_rwq_ind_table_init_attr one = { .ind_tbl = &queue->wq };
	static uint8_t key[40] = { 0x6d, 0x5a, 0x56, 0xda, 0x25, 0x5b, 0x0e, 0xc2, 0x41, 0x67, 0x25, 0x3d, 0x43 };
	struct ibv_qp_init_attr_ex init = {
		.qp_type = IBV_QPT_RAW_PACKET, .pd = to.pd,
		.comp_mask = IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_IND_TABLE | IBV_QP_INIT_ATTR_RX_HASH,
		.rx_hash_conf = { .rx_hash_function = IBV_RX_HASH_FUNC_TOEPLITZ, .rx_hash_key_len = sizeof(key), .rx_hash_key = key,
				  .rx_hash_fields_mask = IBV_RX_HASH_SRC_IPV4 | IBV_RX_HASH_DST_IPV4 },
	};

	queue->wq = ibv_create_wq(to.context, &attr);
	CHECK(queue->wq && !ibv_modify_wq(queue->wq, &ready));
	obj.rwq.in = queue->wq;
	CHECK_EQ(mlx5dv_init_obj(&obj, MLX5DV_OBJ_RWQ), 0);
	CHECK_EQ(queue->receives.wqe_cnt, SLOTS);
	queue->table = init.rwq_ind_tbl = ibv_create_rwq_ind_table(to.context, &one);
	CHECK(queue->table);
	queue->qp = ibv_create_qp_ex(to.context, &init);
	queue->mr = ibv_reg_mr(to.pd, queue->memory, sizeof(queue->memory), IBV_ACCESS_LOCAL_WRITE);
	CHECK(queue->qp && queue->mr);
	open_flow(queue);
}

static void close_queue(struct queue *queue)
{
	CHECK_EQ(ibv_destroy_flow(queue->flow), 0);
	CHECK_EQ(ibv_destroy_qp(queue->qp), 0);
	CHECK_EQ(ibv_destroy_rwq_ind_table(queue->table), 0);
	CHECK_EQ(ibv_destroy_wq(queue->wq), 0);
	CHECK_EQ(ibv_dereg_mr(queue->mr), 0);
	CHECK_EQ(ibv_destroy_cq(queue->cq), 0);
}

/* Without libmlx5, which would wait for its own polling. */
static void post_receives(struct queue *queue, uint32_t n)
{
	while (n--) {
		const uint32_t slot = queue->posted++ % SLOTS;
		uint8_t *wqe = (uint8_t *)queue->receives.buf + slot * queue->receives.stride;

		memset(queue->memory + slot * ROOM, 0xee, ROOM);
		mlx5dv_set_data_seg((void *)wqe, ROOM, queue->mr->lkey, (uintptr_t)(queue->memory + slot * ROOM));
	}
	__atomic_store_n(&queue->receives.dbrec[0], htobe32(queue->posted & 0xffff), __ATOMIC_RELEASE);
}

/*
 * Frames.
 */

enum { UDP, TCP, TAGGED, NO_IP, BAD_SUM, KINDS };

static void set_16(uint8_t *bytes, uint32_t value)
{
	bytes[0] = (uint8_t)(value >> 8);
	bytes[1] = (uint8_t)value;
}

static void set_sum(uint8_t *ip)
{
	uint32_t sum = 0;

	for (unsigned int i = 0; i < 20; i += 2)
		sum += (uint32_t)ip[i] << 8 | ip[i + 1];
	sum = (sum & 0xffff) + (sum >> 16);
	set_16(ip + 10, ~(sum + (sum >> 16)));
}

/* A frame of a kind, from one of three addresses, with a payload of random bytes. */
static uint32_t make_frame(uint8_t *frame, unsigned int kind)
{
	static const uint8_t macs[] = { 2, 0, 0, 0, 0, 0xaa, 2, 0, 0, 0, 0, 1 };
	uint32_t len = 60 + below(ROOM - 60), at = sizeof(macs);
	const uint32_t source = below(3);
	uint8_t *ip;

	fill(frame, len, below(1000));
	memcpy(frame, macs, sizeof(macs));
	if (kind == TAGGED) {
		set_16(frame + at, 0x8100);
		set_16(frame + at + 2, 7);
		at += 4;
	}
	set_16(frame + at, kind == NO_IP ? 0x88b5 : 0x0800);
	if (kind == NO_IP)
		return len;
	ip = frame + at + 2;
	memset(ip, 0, 20);
	ip[0] = 0x45;
	set_16(ip + 2, len - at - 2);
	ip[8] = 64;
	ip[9] = kind == TCP ? 6 : 17;
	ip[12] = 10;
	ip[15] = (uint8_t)source;
	ip[16] = 10;
	ip[19] = 9;
	set_sum(ip);
	if (kind == BAD_SUM)
		ip[10] ^= 1;
	if (kind == TCP) {
		ip[32] = 0x50;
		ip[33] = 0x10;
	} else {
		set_16(ip + 24, len - at - 22);
		set_16(ip + 26, 0);
	}
	return len;
}

/* @n frames by one doorbell, which begin with @kind: runs of a kind. */
static void send_run(uint32_t n, unsigned int kind, uint32_t change)
{
	struct ibv_send_wr requests[SLOTS], *bad;
	struct ibv_sge list[SLOTS];

	for (uint32_t i = 0; i < n; i++) {
		const uint32_t slot = n_sent % SLOTS;

		kind = chance(change) ? below(KINDS) : kind;
		lengths[slot] = make_frame(out + slot * ROOM, kind);
		list[i] = (struct ibv_sge){ .addr = (uintptr_t)(out + slot * ROOM), .length = lengths[slot], .lkey = from.mr->lkey };
		requests[i] = (struct ibv_send_wr){ .wr_id = 7, .sg_list = &list[i], .num_sge = 1, .opcode = IBV_WR_SEND,
						    .next = i + 1 < n ? &requests[i + 1] : NULL,
						    .send_flags = i + 1 < n ? 0 : IBV_SEND_SIGNALED };
		n_sent++;
	}
	CHECK_EQ(ibv_post_send(sender, requests, &bad), 0);
	good_wc(from.send_cq, 7, IBV_WC_SEND);
}

static void send_burst(uint32_t n)
{
	send_run(n, below(KINDS), 12);
}

/*
 * The ring.
 */

static uint8_t *entry(const struct queue *queue, uint32_t index)
{
	return (uint8_t *)queue->ring.buf + index % queue->ring.cqe_cnt * sizeof(struct prm_cqe64);
}

/* The entry of the consumer, if it is new: its last byte, which the device writes after the others, says so. */
static bool read_entry(const struct queue *queue, struct prm_cqe64_fields *cqe)
{
	struct prm_cqe64 copy;
	const uint8_t last = __atomic_load_n(entry(queue, queue->ci) + sizeof(copy) - 1, __ATOMIC_ACQUIRE);

	memcpy(&copy, entry(queue, queue->ci), sizeof(copy));
	prm_cqe64_unpack(cqe, &copy, NULL);
	return last >> 4 != PRM_CQE_OPCODE_INVALID && (last & 1) == (queue->ci / queue->ring.cqe_cnt & 1);
}

static void give_back(struct queue *queue, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		entry(queue, queue->ci + i)[sizeof(struct prm_cqe64) - 1] = PRM_CQE_OPCODE_INVALID << 4;
	queue->ci += n;
	__atomic_store_n(&queue->ring.dbrec[0], htobe32(queue->ci & 0xffffff), __ATOMIC_RELEASE);
}

/* Reads a CQE, or expands those of a session. Gives their number. */
static uint32_t take(struct queue *queue, struct prm_cqe64_fields *cqes)
{
	const clock_t start = clock();
	uint32_t n;

	while (!read_entry(queue, &cqes[0]))
		CHECK(clock() - start < PATIENCE);
	if (cqes[0].format != PRM_CQE_FORMAT_COMPRESSED) {
		give_back(queue, 1);
		return 1;
	}
	n = cqes[0].mini_cqe_num;
	CHECK(n > 1 && n <= 64 && queue->ci % queue->ring.cqe_cnt + n <= queue->ring.cqe_cnt);
	for (uint32_t i = 0; i < n; i++) {
		const uint32_t array = i / ARRAY * ARRAY;
		const struct prm_mini_cqe8 *mini = (const void *)entry(queue, queue->ci + (array ? array : 1));

		mini += i % ARRAY;
		cqes[i] = cqes[0];
		cqes[i].wqe_counter = (uint16_t)(cqes[0].wqe_counter + i);
		if (has_hash) {
			cqes[i].receive.rss_hash_result = prm_mini_cqe8_get_hash_rx_hash_result(mini);
			cqes[i].byte_count = prm_mini_cqe8_get_hash_byte_count(mini);
		} else {
			cqes[i].receive.check_sum = (uint16_t)prm_mini_cqe8_get_csum_checksum(mini);
			cqes[i].byte_count = prm_mini_cqe8_get_csum_byte_count(mini);
		}
	}
	give_back(queue, n);
	n_sessions++;
	n_compressed += n;
	return n;
}

/* What both CQEs say, but for what no mini CQE keeps. */
static void compare(struct prm_cqe64_fields one, struct prm_cqe64_fields two)
{
	struct prm_cqe64 packed[2];

	one.timestamp = two.timestamp = 0;
	one.format = two.format = PRM_CQE_FORMAT_NO_INLINE;
	one.owner = two.owner = false;
	one.srqn_user_index = two.srqn_user_index = 0;
	if (has_hash)
		one.receive.check_sum = two.receive.check_sum;
	else
		one.receive.rss_hash_result = two.receive.rss_hash_result;
	prm_cqe64_pack(&packed[0], &one);
	prm_cqe64_pack(&packed[1], &two);
	CHECK(!memcmp(&packed[0], &packed[1], sizeof(packed[0])));
}

/* Reads @n frames of both queues: their CQEs and bytes are the same. */
static void receive(struct queue *queues, uint32_t n)
{
	static struct prm_cqe64_fields cqes[2 * SLOTS];
	uint32_t n_read = 0;

	while (n_read < n)
		n_read += take(&queues[0], &cqes[n_read]);
	CHECK_EQ(n_read, n);
	for (uint32_t i = 0; i < n; i++) {
		struct prm_cqe64_fields plain;
		uint32_t slot;

		CHECK_EQ(take(&queues[1], &plain), 1);
		compare(cqes[i], plain);
		slot = plain.wqe_counter % SLOTS;
		CHECK_EQ(plain.byte_count, lengths[slot]);
		for (unsigned int k = 0; k < 2; k++)
			CHECK(!memcmp(queues[k].memory + slot * ROOM, out + slot * ROOM, lengths[slot]));
	}
}

/* An armed CQ sends one event for a session. */
static void check_event(struct queue *queues, struct ibv_comp_channel *channel)
{
	const uint32_t n = queues[0].ring.cqe_cnt < 20 ? queues[0].ring.cqe_cnt : 20;
	struct pollfd ready = { .fd = channel->fd, .events = POLLIN };
	struct ibv_cq *cq;
	void *context;

	post_receives(&queues[0], n);
	post_receives(&queues[1], n);
	CHECK_EQ(ibv_req_notify_cq(queues[0].cq, 0), 0);
	send_burst(n);
	receive(queues, n);
	CHECK_EQ(ibv_get_cq_event(channel, &cq, &context), 0);
	CHECK(cq == queues[0].cq);
	ibv_ack_cq_events(cq, 1);
	CHECK_EQ(poll(&ready, 1, 0), 0);
}

/* More frames than the CQ has room for, of which the last two CQEs before were read: it takes as many as it has room for. */
static void check_overflow(struct queue *queues)
{
	const uint32_t size = queues[0].ring.cqe_cnt, n = 2 * size;
	struct prm_cqe64_fields cqes[SLOTS];
	struct ibv_async_event event;
	uint32_t n_read = 0;

	while (queues[0].ci % size != size / 2) {
		post_receives(&queues[0], 1);
		post_receives(&queues[1], 1);
		send_burst(1);
		receive(queues, 1);
	}
	post_receives(&queues[0], n);
	post_receives(&queues[1], n);
	send_run(n, UDP, 0);
	CHECK_EQ(ibv_get_async_event(to.context, &event), 0);
	CHECK_EQ(event.event_type, IBV_EVENT_CQ_ERR);
	ibv_ack_async_event(&event);
	while (n_read < size)
		n_read += take(&queues[0], &cqes[n_read]);
	CHECK_EQ(n_read, size);
	CHECK(!read_entry(&queues[0], &cqes[0]));
}

int main(int argc, char **argv)
{
	static struct queue queues[2];
	struct ibv_comp_channel *channel;

	if (argc != 5)
		return 2;
	rng = random_seed((uint64_t)atoi(argv[1]));
	has_hash = atoi(argv[2]) == MLX5DV_CQE_RES_FORMAT_HASH;
	open_sender();
	open_side(&to);
	channel = ibv_create_comp_channel(to.context);
	CHECK(channel);
	open_cq(&queues[0], (uint32_t)atoi(argv[3]), channel, (uint8_t)atoi(argv[2]));
	open_cq(&queues[1], 2 * SLOTS, NULL, 0);
	open_queue(&queues[0]);
	open_queue(&queues[1]);
	check_event(queues, channel);
	for (int burst = 0; burst < atoi(argv[4]); burst++) {
		const uint32_t room = queues[0].ring.cqe_cnt < SLOTS ? queues[0].ring.cqe_cnt : SLOTS;
		const uint32_t n = 1 + below(below(3) && room > 10 ? 10 : room);
		const uint32_t first = 1 + below(n);

		post_receives(&queues[0], n);
		post_receives(&queues[1], n);
		send_burst(first);
		if (n > first)
			send_burst(n - first);
		receive(queues, n);
	}
	if (2 * queues[0].ring.cqe_cnt <= SLOTS)
		check_overflow(queues);
	close_queue(&queues[0]);
	close_queue(&queues[1]);
	CHECK_EQ(ibv_destroy_comp_channel(channel), 0);
	CHECK_EQ(ibv_destroy_qp(sender), 0);
	CHECK_EQ(ibv_dereg_mr(from.mr), 0);
	CHECK_EQ(ibv_destroy_cq(from.send_cq), 0);
	CHECK_EQ(ibv_dealloc_pd(from.pd), 0);
	CHECK_EQ(ibv_dealloc_pd(to.pd), 0);
	CHECK_EQ(ibv_close_device(from.context), 0);
	CHECK_EQ(ibv_close_device(to.context), 0);
	printf("%u frames, %u of them in %u sessions\n", n_sent, n_compressed, n_sessions);
	return 0;
}
