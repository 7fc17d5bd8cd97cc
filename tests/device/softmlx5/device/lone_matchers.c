// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * lone_matchers NAME...: tests of flows of mlx5dv, and of mlx5dv_dr on the root table, on a device with an Ethernet port;
 * prints "ok NAME" for each. A sentinel frame follows each frame, so that what arrives before it is all of it.
 */
#include <errno.h>
#include <infiniband/mlx5dv.h>
#include <netinet/in.h>
#include <rdma/mlx5_user_ioctl_cmds.h>
#include <rdma/rdma_user_ioctl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>

#include "prm_flow_counter.h"
#include "prm_flow_match.h"
#include "prm_flow_table.h"
#include "prm_qp.h"
#include "prm_tir.h"
#include "../../../rig/verbs.h"

#define RECEIVERS 4u
#define SENTINELS RECEIVERS	/* gets the sentinels */
#define SLOTS 8u		/* of a receiver */
#define ROOM 256u
#define FRAME 120u
#define IPV4 0x0800
#define IPV6 0x86dd
#define OTHER 0x88b5		/* for experiments, IEEE 802 */
#define NO_TAG 0u

enum { OUTER = PRM_MATCH_CRITERIA_ENABLE_OUTER_HEADERS, MISC = PRM_MATCH_CRITERIA_ENABLE_MISC_PARAMETERS };

typedef struct mlx5dv_flow_matcher matcher;
typedef struct mlx5dv_flow_action_attr action;
typedef struct prm_fte_match_set_lyr_2_4_fields headers;

/* The layout that mlx5dv takes, with room for more than Linux takes. */
struct parameters {
	size_t size;
	union {
		struct prm_fte_match_param match;
		uint8_t bytes[sizeof(struct mlx5_ib_match_params) + 8];
	};
};

struct receiver {
	struct ibv_qp *qp;
	unsigned int next;	/* slot */
	uint8_t memory[SLOTS * ROOM];
	struct ibv_mr *mr;
};

static struct side from, to;
static struct ibv_qp *sender;
static uint8_t out[ROOM];
static struct receiver receivers[RECEIVERS + 1];
static matcher *sentinels;
static struct ibv_flow *sentinel;

/*
 * Contexts and queue pairs.
 */

static void open_side(struct side *side)
{
	struct mlx5dv_context_attr attr = { .flags = MLX5DV_CONTEXT_FLAGS_DEVX };
	struct ibv_device **list = ibv_get_device_list(NULL);

	CHECK(list && *list);
	side->context = mlx5dv_open_device(*list, &attr);
	CHECK(side->context);
	ibv_free_device_list(list);
	side->pd = ibv_alloc_pd(side->context);
	side->send_cq = ibv_create_cq(side->context, 128, NULL, NULL, 0);
	side->recv_cq = ibv_create_cq(side->context, 128, NULL, NULL, 0);
	CHECK(side->pd && side->send_cq && side->recv_cq);
}

static void close_side(struct side *side)
{
	no_wc(side->send_cq);
	no_wc(side->recv_cq);
	CHECK_EQ(ibv_destroy_cq(side->send_cq), 0);
	CHECK_EQ(ibv_destroy_cq(side->recv_cq), 0);
	CHECK_EQ(ibv_dealloc_pd(side->pd), 0);
	CHECK_EQ(ibv_close_device(side->context), 0);
}

static struct ibv_qp *new_qp(struct side *side, uint32_t sends, uint32_t receives)
{
	struct ibv_qp_init_attr attr = {
		.send_cq = side->send_cq, .recv_cq = side->recv_cq, .qp_type = IBV_QPT_RAW_PACKET,
		.cap = { .max_send_wr = sends, .max_recv_wr = receives, .max_send_sge = !!sends, .max_recv_sge = !!receives },
	};
	struct ibv_qp *qp = ibv_create_qp(side->pd, &attr);
	struct ibv_qp_attr state = { .port_num = 1 };

	CHECK(qp);
	for (state.qp_state = IBV_QPS_INIT; state.qp_state <= IBV_QPS_RTS; state.qp_state++)
		CHECK_EQ(ibv_modify_qp(qp, &state, IBV_QP_STATE | (state.qp_state == IBV_QPS_INIT ? IBV_QP_PORT : 0)), 0);
	return qp;
}

static void want(unsigned int i)
{
	struct receiver *receiver = &receivers[i];
	const unsigned int slot = receiver->next++ % SLOTS;
	struct ibv_sge sge = { .addr = (uintptr_t)(receiver->memory + slot * ROOM), .length = ROOM, .lkey = receiver->mr->lkey };
	struct ibv_recv_wr *bad, request = { .wr_id = i * SLOTS + slot, .sg_list = &sge, .num_sge = 1 };

	CHECK_EQ(ibv_post_recv(receiver->qp, &request, &bad), 0);
}

/*
 * Matchers and flows.
 */

static struct parameters of_headers(headers fields)
{
	struct parameters parameters = { .size = sizeof(parameters.match) };

	prm_fte_match_set_lyr_2_4_pack(&parameters.match.outer_headers, &fields);
	return parameters;
}

static headers to_mac(unsigned int last)
{
	headers fields;

	prm_fte_match_set_lyr_2_4_fields_init(&fields);
	fields.dmac_47_16 = 0x02000000;
	fields.dmac_15_0 = (uint16_t)last;
	return fields;
}

static headers all_of_mac(void)
{
	headers fields;

	prm_fte_match_set_lyr_2_4_fields_init(&fields);
	fields.dmac_47_16 = ~0u;
	fields.dmac_15_0 = 0xffff;
	return fields;
}

/* NULL and errno. */
static matcher *try_matcher(uint16_t priority, uint8_t criteria, const struct parameters *mask)
{
	struct mlx5dv_flow_matcher_attr attr = {
		.type = IBV_FLOW_ATTR_NORMAL, .priority = priority, .match_criteria_enable = criteria,
		.match_mask = (struct mlx5dv_flow_match_parameters *)(void *)(uintptr_t)mask,
	};

	errno = 0;
	return mlx5dv_create_flow_matcher(to.context, &attr);
}

static matcher *new_matcher(uint16_t priority, uint8_t criteria, struct parameters mask)
{
	matcher *made = try_matcher(priority, criteria, &mask);

	CHECK(made);
	return made;
}

/* The actions end with one of no type. */
#define NO_ACTION ((enum mlx5dv_flow_action_type)0xffff)

static struct ibv_flow *try_flow(matcher *matcher, struct parameters value, action *actions)
{
	size_t n = 0;

	while (actions[n].type != NO_ACTION)
		n++;
	errno = 0;
	return mlx5dv_create_flow(matcher, (struct mlx5dv_flow_match_parameters *)(void *)&value, n, actions);
}

#define ACTIONS(...) ((action[]){ __VA_ARGS__, { .type = NO_ACTION } })
#define NOTHING ((action[]){ { .type = NO_ACTION } })
#define TO(i) { .type = MLX5DV_FLOW_ACTION_DEST_IBV_QP, .qp = receivers[i].qp }
#define TO_DEVX(object) { .type = MLX5DV_FLOW_ACTION_DEST_DEVX, .obj = (object) }
#define TAG(number) { .type = MLX5DV_FLOW_ACTION_TAG, .tag_value = (number) }
#define DROP { .type = MLX5DV_FLOW_ACTION_DROP }
#define MISS { .type = MLX5DV_FLOW_ACTION_DEFAULT_MISS }
#define COUNT(object) { .type = MLX5DV_FLOW_ACTION_COUNTERS_DEVX, .obj = (object) }

static struct ibv_flow *new_flow(matcher *matcher, struct parameters value, action *actions)
{
	struct ibv_flow *made = try_flow(matcher, value, actions);

	CHECK(made);
	return made;
}

static void no_flow(matcher *matcher, struct parameters value, action *actions, int error)
{
	CHECK(!try_flow(matcher, value, actions));
	CHECK_EQ(errno, error);
}

static void end_flow(struct ibv_flow *flow)
{
	CHECK_EQ(ibv_destroy_flow(flow), 0);
}

static void end_matcher(matcher *matcher)
{
	CHECK_EQ(mlx5dv_destroy_flow_matcher(matcher), 0);
}

/* What no other flow gets comes to receiver 3. */
static struct ibv_flow *rest_to_last(void)
{
	struct ibv_flow_attr attr = { .type = IBV_FLOW_ATTR_ALL_DEFAULT, .port = 1, .size = sizeof(attr) };
	struct ibv_flow *made = ibv_create_flow(receivers[3].qp, &attr);

	CHECK(made);
	return made;
}

/*
 * Frames.
 */

enum { SENTINEL_MAC = 0xeeee, GROUP_MAC = 0x10000 };

/* @mac: the last bytes of the address; GROUP_MAC: that of a group. */
static void make_frame(uint8_t *frame, unsigned int mac, uint16_t type, uint8_t protocol, uint16_t port)
{
	const size_t l4 = type == IPV4 ? 34 : 54;

	memset(frame, 0, FRAME);
	frame[0] = mac == GROUP_MAC ? 1 : 2;
	frame[4] = (uint8_t)(mac >> 8);
	frame[5] = frame[11] = (uint8_t)mac;
	frame[6] = 2;
	frame[12] = (uint8_t)(type >> 8);
	frame[13] = (uint8_t)type;
	if (type == IPV4)
		memcpy(frame + 14, (const uint8_t[20]){ 0x45, 0, 0, FRAME - 14, 0, 0, 0x40, 0, 64, protocol, 0, 0, 10, 0, 0, 1,
							10, 0, 0, 2 }, 20);
	if (type == IPV6)
		memcpy(frame + 14, (const uint8_t[8]){ 0x60, 0, 0x12, 0x34, 0, FRAME - 54, protocol, 64 }, 8);
	if (type == IPV4 || type == IPV6) {
		frame[l4 + 2] = (uint8_t)(port >> 8);
		frame[l4 + 3] = (uint8_t)port;
		if (protocol == IPPROTO_TCP)
			frame[l4 + 12] = 0x50;
		else
			frame[l4 + 5] = (uint8_t)(FRAME - l4);
	}
}

static void send_frame(const uint8_t *frame)
{
	struct ibv_sge sge = { .addr = (uintptr_t)out, .length = FRAME, .lkey = from.mr->lkey };
	struct ibv_send_wr *bad, request = { .wr_id = 9, .sg_list = &sge, .num_sge = 1, .send_flags = IBV_SEND_SIGNALED,
					     .opcode = IBV_WR_SEND };

	memcpy(out, frame, FRAME);
	CHECK_EQ(ibv_post_send(sender, &request, &bad), 0);
	good_wc(from.send_cq, 9, IBV_WC_SEND);
}

/* Who has received a frame, and with which tag. */
struct arrival {
	unsigned int count[RECEIVERS];
	uint32_t tag[RECEIVERS];
};

static void take(struct arrival *arrival, const struct ibv_wc *wc, const uint8_t *frame)
{
	const unsigned int i = (unsigned int)(wc->wr_id / SLOTS), slot = (unsigned int)(wc->wr_id % SLOTS);

	CHECK_EQ(wc->status, IBV_WC_SUCCESS);
	CHECK_EQ(wc->byte_len, FRAME);
	CHECK(i < RECEIVERS && !memcmp(receivers[i].memory + slot * ROOM, frame, FRAME));
	arrival->count[i]++;
	arrival->tag[i] = wc->qp_num;	/* in its place, see lone_ethernet.c */
	want(i);
}

static struct arrival deliver(const uint8_t *frame)
{
	struct arrival arrival = { .count = { 0 } };
	uint8_t last[FRAME];
	struct ibv_wc wc;

	make_frame(last, SENTINEL_MAC, OTHER, 0, 0);
	send_frame(frame);
	send_frame(last);
	for (wc = next_wc(to.recv_cq); wc.wr_id / SLOTS != SENTINELS; wc = next_wc(to.recv_cq))
		take(&arrival, &wc, frame);
	CHECK(wc.status == IBV_WC_SUCCESS);
	want(SENTINELS);
	return arrival;
}

/* Exactly these receivers, bits of @who, get the frame with this tag. */
static void reaches(const uint8_t *frame, unsigned int who, uint32_t tag)
{
	const struct arrival arrival = deliver(frame);

	for (unsigned int i = 0; i < RECEIVERS; i++) {
		CHECK_EQ(arrival.count[i], who >> i & 1);
		if (who >> i & 1)
			CHECK_EQ(arrival.tag[i], tag);
	}
}

/* The same for a frame without IP. */
static void mac_reaches(unsigned int mac, unsigned int who, uint32_t tag)
{
	uint8_t frame[FRAME];

	make_frame(frame, mac, OTHER, 0, 0);
	reaches(frame, who, tag);
}

static void begin(void)
{
	open_side(&from);
	open_side(&to);
	from.mr = ibv_reg_mr(from.pd, out, sizeof(out), 0);
	CHECK(from.mr);
	sender = new_qp(&from, 8, 0);
	for (unsigned int i = 0; i <= RECEIVERS; i++) {
		receivers[i].next = 0;
		receivers[i].qp = new_qp(&to, 0, 2 * SLOTS);
		receivers[i].mr = ibv_reg_mr(to.pd, receivers[i].memory, sizeof(receivers[i].memory), IBV_ACCESS_LOCAL_WRITE);
		CHECK(receivers[i].mr);
		for (unsigned int n = 0; n < SLOTS / 2; n++)
			want(i);
	}
	sentinels = new_matcher(0, OUTER, of_headers(all_of_mac()));
	sentinel = new_flow(sentinels, of_headers(to_mac(SENTINEL_MAC)), ACTIONS(TO(SENTINELS)));
}

static void end(void)
{
	end_flow(sentinel);
	end_matcher(sentinels);
	for (unsigned int i = 0; i <= RECEIVERS; i++) {
		CHECK_EQ(ibv_destroy_qp(receivers[i].qp), 0);
		CHECK_EQ(ibv_dereg_mr(receivers[i].mr), 0);
	}
	CHECK_EQ(ibv_destroy_qp(sender), 0);
	CHECK_EQ(ibv_dereg_mr(from.mr), 0);
	close_side(&to);
	close_side(&from);
}

/*
 * Tests.
 */

/* A mask of several fields, and one of some bits of a field; the value of what is not compared is 0. */
static void test_masks(void)
{
	headers mask, value;
	uint8_t udp[FRAME], tcp[FRAME], other[FRAME], six[FRAME];
	struct ibv_flow *flows[2];
	matcher *matchers[2];

	begin();
	make_frame(udp, 0xb, IPV4, IPPROTO_UDP, 0x1234);
	make_frame(tcp, 0xb, IPV4, IPPROTO_TCP, 0x1234);
	make_frame(other, 0xb, IPV4, IPPROTO_UDP, 0x1334);
	make_frame(six, 0xb, IPV6, IPPROTO_UDP, 0x1235);
	prm_fte_match_set_lyr_2_4_fields_init(&mask);
	value = mask;
	mask.ethertype = 0xffff;
	mask.ip_protocol = 0xff;
	mask.udp_dport = 0xff00;
	value.ethertype = IPV4;
	value.ip_protocol = IPPROTO_UDP;
	value.udp_dport = 0x1200;
	matchers[0] = new_matcher(3, OUTER, of_headers(mask));
	flows[0] = new_flow(matchers[0], of_headers(value), ACTIONS(TO(0)));
	mask.ethertype = value.ethertype = 0;
	mask.ip_version = 0xf;
	value.ip_version = 6;
	matchers[1] = new_matcher(3, OUTER, of_headers(mask));
	flows[1] = new_flow(matchers[1], of_headers(value), ACTIONS(TO(1)));
	reaches(udp, 1, NO_TAG);
	reaches(tcp, 0, NO_TAG);
	reaches(other, 0, NO_TAG);
	reaches(six, 2, NO_TAG);
	end_flow(flows[0]);
	reaches(udp, 0, NO_TAG);
	reaches(six, 2, NO_TAG);
	end_flow(flows[1]);
	reaches(six, 0, NO_TAG);
	end_matcher(matchers[0]);
	end_matcher(matchers[1]);
	end();
}

/* Only the parts that the matcher names are compared. */
static void test_criteria(void)
{
	struct parameters mask = of_headers(all_of_mac()), value = of_headers(to_mac(0xb));
	uint8_t right[FRAME], wrong[FRAME], mac[FRAME];
	struct ibv_flow *flow, *second;
	matcher *made, *other;

	begin();
	make_frame(right, 0xb, IPV6, IPPROTO_UDP, 1);
	memcpy(wrong, right, FRAME);
	wrong[17]++;
	make_frame(mac, 0xc, IPV6, IPPROTO_UDP, 1);
	prm_fte_match_set_misc_set_outer_ipv6_flow_label(&mask.match.misc_parameters, 0xfffff);
	prm_fte_match_set_misc_set_outer_ipv6_flow_label(&value.match.misc_parameters, 0x1234);
	made = new_matcher(1, OUTER | MISC, mask);
	flow = new_flow(made, value, ACTIONS(TO(0)));
	reaches(right, 1, NO_TAG);
	reaches(wrong, 0, NO_TAG);
	reaches(mac, 0, NO_TAG);
	end_flow(flow);
	end_matcher(made);
	made = new_matcher(1, OUTER, mask);
	flow = new_flow(made, value, ACTIONS(TO(0)));
	reaches(wrong, 1, NO_TAG);
	reaches(mac, 0, NO_TAG);
	end_flow(flow);
	end_matcher(made);
	made = new_matcher(1, MISC, mask);
	flow = new_flow(made, value, ACTIONS(TO(0)));
	reaches(wrong, 0, NO_TAG);
	reaches(mac, 1, NO_TAG);
	end_flow(flow);
	end_matcher(made);
	made = new_matcher(1, 0, mask);
	flow = new_flow(made, value, ACTIONS(TO(0)));
	mac_reaches(0xf, 1, NO_TAG);
	end_flow(flow);
	end_matcher(made);

	/* The same mask and value, and other parts: not the same frames. */
	made = new_matcher(1, OUTER | MISC, mask);
	other = new_matcher(1, OUTER, mask);
	flow = new_flow(made, value, ACTIONS(TO(0)));
	second = new_flow(other, value, ACTIONS(TO(1)));
	reaches(right, 1, NO_TAG);
	reaches(wrong, 2, NO_TAG);
	end_flow(flow);
	reaches(right, 2, NO_TAG);
	end_flow(second);
	end_matcher(made);
	end_matcher(other);
	end();
}

/* Parameters may be as short as what they have: the rest is 0. */
static void test_sizes(void)
{
	struct parameters mask = of_headers(all_of_mac()), value = of_headers(to_mac(0xb)), empty = of_headers(to_mac(0xb));
	struct ibv_flow *flows[2];
	matcher *made[2];

	begin();
	mask.size = sizeof(mask.match.outer_headers);
	value.size = 24;
	empty.size = 1;
	made[0] = new_matcher(1, OUTER, mask);
	flows[0] = new_flow(made[0], value, ACTIONS(TO(0)));
	mac_reaches(0xb, 1, NO_TAG);
	mask.size = 1;
	made[1] = new_matcher(2, OUTER, mask);
	memset(empty.bytes, 0, sizeof(empty.bytes));
	flows[1] = new_flow(made[1], empty, ACTIONS(TO(1)));
	mac_reaches(0xc, 2, NO_TAG);
	mac_reaches(0xb, 1, NO_TAG);
	end_flow(flows[0]);
	mac_reaches(0xb, 2, NO_TAG);
	mask.size = 0;
	CHECK(!try_matcher(1, OUTER, &mask) && errno == EINVAL);
	mask.size = sizeof(struct mlx5_ib_match_params) + 1;
	CHECK(!try_matcher(1, OUTER, &mask) && errno == EINVAL);
	value.size = 0;
	no_flow(made[0], value, ACTIONS(TO(0)), EINVAL);
	value.size = sizeof(struct mlx5_ib_match_params) + 1;
	no_flow(made[0], value, ACTIONS(TO(0)), EINVAL);
	end_flow(flows[1]);
	end_matcher(made[0]);
	end_matcher(made[1]);
	end();
}

/* A smaller number comes first, whatever was made first; groups of addresses come after all of them. */
static void test_priorities(void)
{
	struct parameters mask = of_headers(all_of_mac()), value = of_headers(to_mac(0xb)), group = of_headers(to_mac(0));
	static const uint16_t priorities[] = { 7, 15, 1 };
	struct parameters everything = of_headers(to_mac(0));
	struct ibv_flow *flows[3], *to_group, *all;
	matcher *matchers[3], *any;

	begin();
	memset(&everything.match, 0, sizeof(everything.match));
	for (unsigned int i = 0; i < 3; i++) {
		matchers[i] = new_matcher(priorities[i], OUTER, mask);
		flows[i] = new_flow(matchers[i], value, ACTIONS(TO(i), TAG(100 + i)));
		mac_reaches(0xb, i == 1 ? 1 : 1u << i, i == 1 ? 100 : 100 + i);
	}
	end_flow(flows[2]);
	mac_reaches(0xb, 1, 100);
	end_flow(flows[0]);
	mac_reaches(0xb, 2, 101);
	prm_fte_match_set_lyr_2_4_set_dmac_47_16(&group.match.outer_headers, 0x01000000);
	to_group = new_flow(matchers[2], group, ACTIONS(TO(0), TAG(7)));
	mac_reaches(GROUP_MAC, 1, 7);
	any = new_matcher(15, 0, everything);
	all = new_flow(any, everything, ACTIONS(TO(1), TAG(8)));
	mac_reaches(GROUP_MAC, 2, 8);	/* although 1 is before 15 */
	end_flow(all);
	mac_reaches(GROUP_MAC, 1, 7);
	end_flow(to_group);
	end_flow(flows[1]);
	end_matcher(any);
	for (unsigned int i = 0; i < 3; i++)
		end_matcher(matchers[i]);
	end();
}

/* A mask of IPv4 that is itself the address of a group makes a flow one to a group, a full one does not. */
static void test_groups(void)
{
	headers mask, value, none;
	struct ibv_flow *flows[2];
	matcher *matchers[2];
	uint8_t frame[FRAME];

	begin();
	make_frame(frame, 0xb, IPV4, IPPROTO_UDP, 1);
	frame[30] = 224;
	prm_fte_match_set_lyr_2_4_fields_init(&mask);
	none = value = mask;
	mask.dst_ipv4_dst_ipv6[12] = 0xff;
	value.dst_ipv4_dst_ipv6[12] = 224;
	matchers[0] = new_matcher(1, OUTER, of_headers(mask));
	matchers[1] = new_matcher(2, OUTER, of_headers(none));
	flows[0] = new_flow(matchers[0], of_headers(value), ACTIONS(TO(0)));
	flows[1] = new_flow(matchers[1], of_headers(none), ACTIONS(TO(1)));
	reaches(frame, 1, NO_TAG);
	end_flow(flows[0]);
	end_matcher(matchers[0]);
	mask.dst_ipv4_dst_ipv6[12] = 0xe0;
	matchers[0] = new_matcher(1, OUTER, of_headers(mask));
	flows[0] = new_flow(matchers[0], of_headers(value), ACTIONS(TO(0)));
	reaches(frame, 2, NO_TAG);
	end_flow(flows[1]);
	reaches(frame, 1, NO_TAG);
	end_flow(flows[0]);
	end_matcher(matchers[0]);
	end_matcher(matchers[1]);
	end();
}

/* A tag is in the CQE. Flows of the same frames have the same one, or none of their own. */
static void test_tags(void)
{
	struct parameters mask = of_headers(all_of_mac()), value = of_headers(to_mac(0xb));
	struct ibv_flow *flows[3];
	matcher *made;

	begin();
	made = new_matcher(4, OUTER, mask);
	flows[0] = new_flow(made, value, ACTIONS(TO(0), TAG(0xabcdef)));
	mac_reaches(0xb, 1, 0xabcdef);
	no_flow(made, value, ACTIONS(TO(1), TAG(0xabcdee)), EEXIST);
	no_flow(made, value, ACTIONS(TO(1), TAG(0x1000000)), EINVAL);
	flows[1] = new_flow(made, value, ACTIONS(TO(1), TAG(0xabcdef)));
	flows[2] = new_flow(made, value, ACTIONS(TO(2)));
	mac_reaches(0xb, 7, 0xabcdef);
	end_flow(flows[0]);
	mac_reaches(0xb, 6, 0xabcdef);
	end_flow(flows[2]);
	end_flow(flows[1]);
	flows[0] = new_flow(made, value, ACTIONS(TO(0)));
	mac_reaches(0xb, 1, NO_TAG);
	no_flow(made, value, ACTIONS(TO(0), TAG(1)), EEXIST);
	flows[1] = new_flow(made, value, ACTIONS(TO(0), TAG(0)));
	mac_reaches(0xb, 1, NO_TAG);
	end_flow(flows[0]);
	mac_reaches(0xb, 1, NO_TAG);
	end_flow(flows[1]);
	end_matcher(made);
	end();
}

static void test_drop(void)
{
	struct parameters mask = of_headers(all_of_mac()), value = of_headers(to_mac(0xb));
	struct ibv_flow *flows[3], *rest;
	matcher *matchers[2];

	begin();
	rest = rest_to_last();
	matchers[0] = new_matcher(2, OUTER, mask);
	matchers[1] = new_matcher(3, OUTER, mask);
	flows[0] = new_flow(matchers[1], value, ACTIONS(TO(0)));
	mac_reaches(0xb, 1, NO_TAG);
	flows[1] = new_flow(matchers[0], value, ACTIONS(DROP));
	mac_reaches(0xb, 0, NO_TAG);
	mac_reaches(0xc, 8, NO_TAG);
	flows[2] = new_flow(matchers[0], value, ACTIONS(DROP));
	no_flow(matchers[0], value, ACTIONS(TO(0)), EEXIST);
	no_flow(matchers[1], value, ACTIONS(DROP), EEXIST);
	end_flow(flows[1]);
	mac_reaches(0xb, 0, NO_TAG);
	end_flow(flows[2]);
	mac_reaches(0xb, 1, NO_TAG);
	end_flow(flows[0]);
	mac_reaches(0xb, 8, NO_TAG);
	end_flow(rest);
	end_matcher(matchers[0]);
	end_matcher(matchers[1]);
	end();
}

/* Such a flow takes frames from all that come after it, but for what is left over. */
static void test_default_miss(void)
{
	struct parameters mask = of_headers(all_of_mac()), value = of_headers(to_mac(0xb));
	struct ibv_flow *flows[3], *rest;
	matcher *matchers[2];

	begin();
	rest = rest_to_last();
	matchers[0] = new_matcher(2, OUTER, mask);
	matchers[1] = new_matcher(9, OUTER, mask);
	flows[0] = new_flow(matchers[1], value, ACTIONS(TO(0)));
	mac_reaches(0xb, 1, NO_TAG);
	flows[1] = new_flow(matchers[0], value, ACTIONS(MISS));
	mac_reaches(0xb, 8, NO_TAG);
	no_flow(matchers[0], value, ACTIONS(DROP), EEXIST);
	flows[2] = new_flow(matchers[0], value, ACTIONS(TO(1)));
	mac_reaches(0xb, 8 | 2, NO_TAG);
	end_flow(flows[1]);
	mac_reaches(0xb, 2, NO_TAG);
	flows[1] = new_flow(matchers[0], value, ACTIONS(MISS));
	mac_reaches(0xb, 8 | 2, NO_TAG);
	end_flow(flows[2]);
	mac_reaches(0xb, 8, NO_TAG);
	flows[2] = new_flow(matchers[0], of_headers(to_mac(0xc)), ACTIONS(MISS));
	end_flow(flows[1]);
	mac_reaches(0xb, 1, NO_TAG);
	mac_reaches(0xc, 8, NO_TAG);
	end_flow(flows[2]);
	end_flow(flows[0]);
	end_flow(rest);
	end_matcher(matchers[0]);
	end_matcher(matchers[1]);
	end();
}

/* The kernel's network device takes what flows miss. */
static void test_kernel_takes(void)
{
	struct parameters mask = of_headers(all_of_mac()), value = of_headers(to_mac(0xb));
	struct ibv_flow *flows[2], *rest;
	matcher *matchers[2];

	begin();
	matchers[0] = new_matcher(2, OUTER, mask);
	matchers[1] = new_matcher(9, OUTER, mask);
	flows[0] = new_flow(matchers[1], value, ACTIONS(TO(0)));
	flows[1] = new_flow(matchers[0], value, ACTIONS(MISS));
	mac_reaches(0xb, 0, NO_TAG);
	rest = rest_to_last();
	mac_reaches(0xb, 8, NO_TAG);
	end_flow(rest);
	mac_reaches(0xb, 0, NO_TAG);
	end_flow(flows[1]);
	mac_reaches(0xb, 1, NO_TAG);
	end_flow(flows[0]);
	end_matcher(matchers[0]);
	end_matcher(matchers[1]);
	end();
}

/* Matchers of the same mask and priority are one: of them, the same value has all receivers, each once. */
static void test_same(void)
{
	struct parameters mask = of_headers(all_of_mac()), value = of_headers(to_mac(0xb));
	struct ibv_flow *flows[4];
	matcher *matchers[2];

	begin();
	matchers[0] = new_matcher(5, OUTER, mask);
	matchers[1] = new_matcher(5, OUTER, mask);
	flows[0] = new_flow(matchers[0], value, ACTIONS(TO(0)));
	flows[1] = new_flow(matchers[1], value, ACTIONS(TO(1)));
	flows[2] = new_flow(matchers[1], value, ACTIONS(TO(0)));
	flows[3] = new_flow(matchers[1], of_headers(to_mac(0xc)), ACTIONS(TO(2)));
	mac_reaches(0xb, 3, NO_TAG);
	mac_reaches(0xc, 4, NO_TAG);
	end_flow(flows[0]);
	mac_reaches(0xb, 3, NO_TAG);
	end_flow(flows[2]);
	mac_reaches(0xb, 2, NO_TAG);
	end_flow(flows[1]);
	mac_reaches(0xb, 0, NO_TAG);
	mac_reaches(0xc, 4, NO_TAG);
	end_flow(flows[3]);
	end_matcher(matchers[1]);
	end_matcher(matchers[0]);
	end();
}

/*
 * Objects of DEVX.
 */

static struct mlx5dv_devx_obj *devx(const void *in, size_t in_len, uint32_t *number)
{
	struct prm_create_tir_out answer;	/* all answers have the number at the same place */
	struct mlx5dv_devx_obj *obj;

	memset(&answer, 0, sizeof(answer));
	obj = mlx5dv_devx_obj_create(to.context, in, in_len, &answer, sizeof(answer));
	CHECK(obj);
	*number = prm_create_tir_out_get_tirn(&answer);
	return obj;
}

/* Of the RQ of a receiver. */
static struct mlx5dv_devx_obj *new_tir(unsigned int i, uint32_t *number)
{
	struct mlx5dv_qp qp = { .comp_mask = MLX5DV_QP_MASK_RAW_QP_HANDLES };
	struct mlx5dv_obj obj = { .qp = { .in = receivers[i].qp, .out = &qp } };
	struct prm_create_tir_in_fields fields;
	struct prm_create_tir_in in;

	CHECK_EQ(mlx5dv_init_obj(&obj, MLX5DV_OBJ_QP), 0);
	prm_create_tir_in_fields_init(&fields);
	fields.ctx.inline_rqn = qp.rqn;
	prm_create_tir_in_pack(&in, &fields);
	return devx(&in, sizeof(in), number);
}

static struct mlx5dv_devx_obj *new_table(uint8_t level, uint32_t *number)
{
	struct prm_create_flow_table_in_fields fields;
	struct prm_create_flow_table_in in;

	prm_create_flow_table_in_fields_init(&fields);
	fields.flow_table_context.level = level;
	fields.flow_table_context.log_size = 1;
	prm_create_flow_table_in_pack(&in, &fields);
	return devx(&in, sizeof(in), number);
}

/* An entry for all frames. */
static struct mlx5dv_devx_obj *new_entry(uint32_t table, uint32_t group, uint32_t tirn)
{
	struct prm_set_fte_in_fields fields;
	struct {
		struct prm_set_fte_in head;
		struct prm_dest_format_struct to;
	} in;
	const struct prm_dest_format_struct_fields to_tir = { .destination_type = PRM_FLOW_DESTINATION_TYPE_TIR,
							      .destination_id = tirn };
	uint32_t number;

	prm_set_fte_in_fields_init(&fields);
	fields.table_id = table;
	fields.flow_context.group_id = group;
	fields.flow_context.flow_tag = 77;
	fields.flow_context.action = PRM_FLOW_CONTEXT_ACTION_FWD_DEST;
	fields.flow_context.destination_list_size = 1;
	prm_set_fte_in_pack(&in.head, &fields);
	prm_dest_format_struct_pack(&in.to, &to_tir);
	return devx(&in, sizeof(in), &number);
}

static struct mlx5dv_devx_obj *new_group(uint32_t table, uint32_t *number)
{
	struct prm_create_flow_group_in_fields fields;
	struct prm_create_flow_group_in in;

	prm_create_flow_group_in_fields_init(&fields);
	fields.table_id = table;
	prm_create_flow_group_in_pack(&in, &fields);
	return devx(&in, sizeof(in), number);
}

static void test_tir(void)
{
	struct parameters mask = of_headers(all_of_mac()), value = of_headers(to_mac(0xb));
	struct mlx5dv_devx_obj *tir;
	struct ibv_flow *flows[2];
	uint32_t number;
	matcher *made;

	begin();
	tir = new_tir(2, &number);
	made = new_matcher(4, OUTER, mask);
	flows[0] = new_flow(made, value, ACTIONS(TO_DEVX(tir), TAG(9)));
	mac_reaches(0xb, 4, 9);
	flows[1] = new_flow(made, value, ACTIONS(TO(0)));
	mac_reaches(0xb, 5, 9);
	CHECK(mlx5dv_devx_obj_destroy(tir));	/* the flow sends frames to it */
	mac_reaches(0xb, 5, 9);
	end_flow(flows[0]);
	CHECK_EQ(mlx5dv_devx_obj_destroy(tir), 0);
	mac_reaches(0xb, 1, 9);
	end_flow(flows[1]);
	end_matcher(made);
	end();
}

static void test_table(void)
{
	struct parameters mask = of_headers(all_of_mac()), value = of_headers(to_mac(0xb));
	struct mlx5dv_devx_obj *tir, *table, *group, *entry, *low;
	uint32_t tirn, table_id, low_id, group_id;
	struct ibv_flow *flow;
	matcher *made;

	begin();
	tir = new_tir(1, &tirn);
	table = new_table(200, &table_id);
	low = new_table(0, &low_id);
	group = new_group(table_id, &group_id);
	entry = new_entry(table_id, group_id, tirn);
	made = new_matcher(6, OUTER, mask);
	flow = new_flow(made, value, ACTIONS(TO_DEVX(table), TAG(9)));
	mac_reaches(0xb, 2, 77);
	mac_reaches(0xc, 0, NO_TAG);
	CHECK(mlx5dv_devx_obj_destroy(table));
	no_flow(made, of_headers(to_mac(0xc)), ACTIONS(TO_DEVX(group)), EINVAL);
	no_flow(made, of_headers(to_mac(0xc)), ACTIONS(TO_DEVX(low)), EINVAL);	/* frames go up */
	CHECK_EQ(mlx5dv_devx_obj_destroy(entry), 0);
	mac_reaches(0xb, 0, NO_TAG);
	end_flow(flow);
	CHECK_EQ(mlx5dv_devx_obj_destroy(group), 0);
	CHECK_EQ(mlx5dv_devx_obj_destroy(table), 0);
	CHECK_EQ(mlx5dv_devx_obj_destroy(low), 0);
	CHECK_EQ(mlx5dv_devx_obj_destroy(tir), 0);
	end_matcher(made);
	end();
}

static struct mlx5dv_devx_obj *new_counter(uint32_t *number)
{
	struct prm_alloc_flow_counter_in_fields fields;
	struct prm_alloc_flow_counter_in in;

	prm_alloc_flow_counter_in_fields_init(&fields);
	prm_alloc_flow_counter_in_pack(&in, &fields);
	return devx(&in, sizeof(in), number);
}

static void check_counter(struct mlx5dv_devx_obj *counter, uint32_t number, uint64_t packets)
{
	struct prm_query_flow_counter_in_fields fields;
	struct {
		struct prm_query_flow_counter_out head;
		struct prm_traffic_counter count;
	} answer;
	struct prm_query_flow_counter_in in;

	prm_query_flow_counter_in_fields_init(&fields);
	fields.flow_counter_id = number;
	prm_query_flow_counter_in_pack(&in, &fields);
	CHECK_EQ(mlx5dv_devx_obj_query(counter, &in, sizeof(in), &answer, sizeof(answer)), 0);
	CHECK_EQ(prm_traffic_counter_get_packets(&answer.count), packets);
	CHECK_EQ(prm_traffic_counter_get_octets(&answer.count), packets * FRAME);
}

/* Counters of DEVX count what their flow receives or drops, and flows of the same frames may each have one. */
static void test_counters(void)
{
	struct parameters mask = of_headers(all_of_mac()), value = of_headers(to_mac(0xb));
	struct mlx5dv_devx_obj *counters[2], *tir;
	uint32_t numbers[2], number;
	struct ibv_flow *flows[3];
	matcher *made;

	begin();
	tir = new_tir(2, &number);
	made = new_matcher(4, OUTER, mask);
	for (unsigned int i = 0; i < 2; i++)
		counters[i] = new_counter(&numbers[i]);
	no_flow(made, value, ACTIONS(COUNT(counters[0])), EINVAL);
	no_flow(made, value, ACTIONS(TO(0), COUNT(tir)), EINVAL);
	flows[0] = new_flow(made, value, ACTIONS(TO(0), COUNT(counters[0])));
	mac_reaches(0xb, 1, NO_TAG);
	mac_reaches(0xc, 0, NO_TAG);
	check_counter(counters[0], numbers[0], 1);
	flows[1] = new_flow(made, value, ACTIONS(TO(1)));
	flows[2] = new_flow(made, of_headers(to_mac(0xd)), ACTIONS(DROP, COUNT(counters[1])));
	CHECK(mlx5dv_devx_obj_destroy(counters[0]));
	mac_reaches(0xb, 3, NO_TAG);
	mac_reaches(0xd, 0, NO_TAG);
	check_counter(counters[0], numbers[0], 2);
	check_counter(counters[1], numbers[1], 1);
	end_flow(flows[0]);
	mac_reaches(0xb, 2, NO_TAG);
	check_counter(counters[0], numbers[0], 2);
	flows[0] = new_flow(made, value, ACTIONS(MISS, COUNT(counters[0])));
	mac_reaches(0xb, 2, NO_TAG);
	check_counter(counters[0], numbers[0], 3);
	for (unsigned int i = 0; i < 3; i++)
		end_flow(flows[i]);
	for (unsigned int i = 0; i < 2; i++)
		CHECK_EQ(mlx5dv_devx_obj_destroy(counters[i]), 0);
	CHECK_EQ(mlx5dv_devx_obj_destroy(tir), 0);
	end_matcher(made);
	end();
}

/* All frames of one address go to one queue of a table with one queue. */
static void test_rss(void)
{
	struct ibv_wq_init_attr of_wq = { .wq_type = IBV_WQT_RQ, .max_wr = 8, .max_sge = 1, .pd = NULL };
	struct ibv_wq_attr ready = { .attr_mask = IBV_WQ_ATTR_STATE, .wq_state = IBV_WQS_RDY };
	struct ibv_rwq_ind_table_init_attr of_table = { .log_ind_tbl_size = 0 };
	uint8_t key[40] = { 1 };
	struct ibv_qp_init_attr_ex of_qp = {
		.qp_type = IBV_QPT_RAW_PACKET,
		.comp_mask = IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_RX_HASH | IBV_QP_INIT_ATTR_IND_TABLE,
		.rx_hash_conf = { .rx_hash_function = IBV_RX_HASH_FUNC_TOEPLITZ, .rx_hash_key_len = 40, .rx_hash_key = key,
				  .rx_hash_fields_mask = IBV_RX_HASH_SRC_IPV4 },
	};
	struct parameters mask = of_headers(all_of_mac()), value = of_headers(to_mac(0xb));
	struct ibv_recv_wr *bad, request = { .wr_id = 2 * SLOTS + SLOTS - 1, .num_sge = 1 };
	struct ibv_sge sge = { .length = ROOM };
	struct ibv_flow *flow;
	struct ibv_wq *wq;
	struct ibv_qp *qp;
	matcher *made;

	begin();
	of_wq.pd = of_qp.pd = to.pd;
	of_wq.cq = to.recv_cq;
	wq = ibv_create_wq(to.context, &of_wq);
	CHECK(wq && !ibv_modify_wq(wq, &ready));
	of_table.ind_tbl = &wq;
	of_qp.rwq_ind_tbl = ibv_create_rwq_ind_table(to.context, &of_table);
	CHECK(of_qp.rwq_ind_tbl);
	qp = ibv_create_qp_ex(to.context, &of_qp);
	CHECK(qp);
	made = new_matcher(4, OUTER, mask);
	flow = new_flow(made, value, ACTIONS({ .type = MLX5DV_FLOW_ACTION_DEST_IBV_QP, .qp = qp }, TAG(21)));
	sge.addr = (uintptr_t)(receivers[2].memory + (SLOTS - 1) * ROOM);
	sge.lkey = receivers[2].mr->lkey;
	request.sg_list = &sge;
	CHECK_EQ(ibv_post_wq_recv(wq, &request, &bad), 0);
	mac_reaches(0xb, 4, 21);
	CHECK_EQ(ibv_destroy_qp(qp), EBUSY);
	end_flow(flow);
	CHECK_EQ(ibv_destroy_qp(qp), 0);
	CHECK_EQ(ibv_destroy_rwq_ind_table(of_qp.rwq_ind_tbl), 0);
	CHECK_EQ(ibv_destroy_wq(wq), 0);
	end_matcher(made);
	end();
}

/*
 * What is refused.
 */

static void refused_type(uint64_t comp_mask, enum mlx5dv_flow_table_type type, uint32_t flags, int error)
{
	struct parameters mask = of_headers(all_of_mac());
	struct mlx5dv_flow_matcher_attr attr = {
		.type = IBV_FLOW_ATTR_NORMAL, .match_criteria_enable = OUTER, .comp_mask = comp_mask, .ft_type = type,
		.flags = flags, .match_mask = (struct mlx5dv_flow_match_parameters *)(void *)&mask,
	};

	CHECK(!mlx5dv_create_flow_matcher(to.context, &attr));
	CHECK_EQ(errno, error);
}

/* A matcher of this type of tables can be made, and this flow of it cannot. */
static void refused_flow(enum mlx5dv_flow_table_type type, action *actions, int error)
{
	struct parameters mask = of_headers(all_of_mac());
	struct mlx5dv_flow_matcher_attr attr = {
		.type = IBV_FLOW_ATTR_NORMAL, .match_criteria_enable = OUTER, .ft_type = type,
		.comp_mask = MLX5DV_FLOW_MATCHER_MASK_FT_TYPE,
		.match_mask = (struct mlx5dv_flow_match_parameters *)(void *)&mask,
	};
	matcher *made = mlx5dv_create_flow_matcher(to.context, &attr);

	CHECK(made);
	no_flow(made, of_headers(to_mac(0xb)), actions, error);
	end_matcher(made);
}

static void test_types(void)
{
	struct mlx5dv_devx_obj *tir, *table;
	uint32_t number;

	begin();
	tir = new_tir(0, &number);
	table = new_table(100, &number);
	refused_type(MLX5DV_FLOW_MATCHER_MASK_FT_TYPE, MLX5DV_FLOW_TABLE_TYPE_FDB, 0, EINVAL);
	refused_type(MLX5DV_FLOW_MATCHER_MASK_FT_TYPE, 99, 0, EINVAL);
	refused_type(MLX5DV_FLOW_MATCHER_MASK_FT_TYPE, MLX5DV_FLOW_TABLE_TYPE_NIC_RX, IBV_FLOW_ATTR_FLAGS_EGRESS, EINVAL);
	refused_type(0, 0, IBV_FLOW_ATTR_FLAGS_DONT_TRAP, EINVAL);
	refused_flow(MLX5DV_FLOW_TABLE_TYPE_NIC_TX, ACTIONS(DROP), EOPNOTSUPP);
	refused_flow(MLX5DV_FLOW_TABLE_TYPE_NIC_TX, NOTHING, EOPNOTSUPP);
	refused_flow(MLX5DV_FLOW_TABLE_TYPE_NIC_TX, ACTIONS(TO_DEVX(table)), EOPNOTSUPP);
	refused_flow(MLX5DV_FLOW_TABLE_TYPE_NIC_TX, ACTIONS(TO(0)), EINVAL);
	refused_flow(MLX5DV_FLOW_TABLE_TYPE_NIC_TX, ACTIONS(TO_DEVX(tir)), EINVAL);
	refused_flow(MLX5DV_FLOW_TABLE_TYPE_RDMA_RX, ACTIONS(TO(0)), EOPNOTSUPP);
	refused_flow(MLX5DV_FLOW_TABLE_TYPE_RDMA_RX, ACTIONS(TO_DEVX(table)), EOPNOTSUPP);
	refused_flow(MLX5DV_FLOW_TABLE_TYPE_RDMA_RX, ACTIONS(TO_DEVX(tir)), EINVAL);
	refused_flow(MLX5DV_FLOW_TABLE_TYPE_RDMA_RX, ACTIONS(DROP), EINVAL);
	CHECK_EQ(mlx5dv_devx_obj_destroy(tir), 0);
	CHECK_EQ(mlx5dv_devx_obj_destroy(table), 0);
	end();
}

static void test_refused(void)
{
	struct parameters mask = of_headers(all_of_mac()), value = of_headers(to_mac(0xb)), more = value;
	struct ibv_qp_init_attr of_ud = { .qp_type = IBV_QPT_UD, .cap = { .max_send_wr = 1, .max_recv_wr = 1, .max_send_sge = 1,
									  .max_recv_sge = 1 } };
	struct ibv_qp *ud, *sends;
	struct ibv_flow *flow;
	matcher *made, *late;
	uint64_t field = 0;
	uint8_t byte = 0;

	begin();
	made = new_matcher(1, OUTER, mask);
	late = new_matcher(16, OUTER, mask);	/* Linux looks at the priority later */
	no_flow(late, value, ACTIONS(TO(0)), ENOMEM);
	end_matcher(late);
	of_ud.send_cq = of_ud.recv_cq = to.send_cq;
	ud = ibv_create_qp(to.pd, &of_ud);
	CHECK(ud);
	sends = new_qp(&to, 4, 0);
	no_flow(made, value, ACTIONS({ .type = MLX5DV_FLOW_ACTION_DEST_IBV_QP, .qp = ud }), EINVAL);
	no_flow(made, value, ACTIONS({ .type = MLX5DV_FLOW_ACTION_DEST_IBV_QP, .qp = sends }), EINVAL);
	no_flow(made, value, NOTHING, EINVAL);
	no_flow(made, value, ACTIONS(TAG(3)), EINVAL);
	prm_fte_match_set_lyr_2_4_set_ethertype(&more.match.outer_headers, IPV4);
	no_flow(made, more, ACTIONS(TO(0)), EINVAL);
	CHECK(!mlx5dv_create_flow_action_modify_header(to.context, sizeof(field), &field, MLX5DV_FLOW_TABLE_TYPE_NIC_RX));
	CHECK_EQ(errno, EOPNOTSUPP);
	CHECK(!mlx5dv_create_flow_action_packet_reformat(to.context, 0, NULL,
		MLX5DV_FLOW_ACTION_PACKET_REFORMAT_TYPE_L2_TUNNEL_TO_L2, MLX5DV_FLOW_TABLE_TYPE_NIC_RX));
	CHECK_EQ(errno, EOPNOTSUPP);
	CHECK(!mlx5dv_create_flow_action_packet_reformat(to.context, 1, &byte,
		MLX5DV_FLOW_ACTION_PACKET_REFORMAT_TYPE_L2_TO_L2_TUNNEL, MLX5DV_FLOW_TABLE_TYPE_NIC_TX));
	CHECK_EQ(errno, EOPNOTSUPP);
	CHECK(!mlx5dv_create_steering_anchor(to.context, &(struct mlx5dv_steering_anchor_attr){ .priority = 1 }));
	CHECK_EQ(errno, EPROTONOSUPPORT);
	flow = new_flow(made, value, ACTIONS(TO(0)));
	CHECK_EQ(mlx5dv_destroy_flow_matcher(made), EBUSY);
	CHECK_EQ(ibv_destroy_qp(receivers[0].qp), EBUSY);
	mac_reaches(0xb, 1, NO_TAG);
	end_flow(flow);
	CHECK_EQ(ibv_destroy_qp(sends), 0);
	CHECK_EQ(ibv_destroy_qp(ud), 0);
	end_matcher(made);
	end();
}

/* The device compares no field of these parts. */
static void test_unknown(void)
{
	struct parameters mask = of_headers(all_of_mac()), value = of_headers(to_mac(0xb));
	matcher *made;

	begin();
	prm_fte_match_set_misc2_set_metadata_reg_a(&mask.match.misc_parameters_2, 1);
	made = new_matcher(1, OUTER | PRM_MATCH_CRITERIA_ENABLE_MISC_PARAMETERS_2, mask);
	no_flow(made, value, ACTIONS(TO(0)), EINVAL);
	end_matcher(made);
	end();
}

/*
 * Attributes as only a program without libmlx5 has them.
 */

#define MAX_ATTRS 12u

struct request {
	struct ib_uverbs_ioctl_hdr head;
	struct ib_uverbs_attr attrs[MAX_ATTRS];
};

static struct request request_of(uint16_t object, uint16_t method)
{
	return (struct request){ .head = { .object_id = object, .method_id = method, .driver_id = RDMA_DRIVER_MLX5 } };
}

static struct ib_uverbs_attr *add(struct request *request, uint16_t id, uint16_t len, const void *data)
{
	struct ib_uverbs_attr *attr = &request->attrs[request->head.num_attrs++];

	*attr = (struct ib_uverbs_attr){ .attr_id = id, .len = len, .flags = UVERBS_ATTR_F_MANDATORY };
	if (len > sizeof(attr->data))
		attr->data = (uintptr_t)data;
	else
		memcpy(&attr->data, data, len);
	return attr;
}

/* The errno value; 0: done. */
static int run(struct request *request)
{
	request->head.length = (uint16_t)(sizeof(request->head) + request->head.num_attrs * sizeof(request->attrs[0]));
	return ioctl(to.context->cmd_fd, RDMA_VERBS_IOCTL, &request->head) ? errno : 0;
}

enum { HANDLE, MASK, TYPE, CRITERIA };

static struct request matcher_request(const struct parameters *mask, uint16_t priority)
{
	struct request request = request_of(MLX5_IB_OBJECT_FLOW_MATCHER, MLX5_IB_METHOD_FLOW_MATCHER_CREATE);
	const uint8_t criteria = OUTER;

	add(&request, MLX5_IB_ATTR_FLOW_MATCHER_CREATE_HANDLE, 0, NULL);
	add(&request, MLX5_IB_ATTR_FLOW_MATCHER_MATCH_MASK, (uint16_t)mask->size, &mask->match);
	add(&request, MLX5_IB_ATTR_FLOW_MATCHER_FLOW_TYPE, sizeof(priority), &priority);
	add(&request, MLX5_IB_ATTR_FLOW_MATCHER_MATCH_CRITERIA, 1, &criteria);
	return request;
}

static uint32_t raw_matcher(struct request *request)
{
	CHECK_EQ(run(request), 0);
	return (uint32_t)request->attrs[HANDLE].data;
}

static struct request flow_request(const struct parameters *value, uint32_t made)
{
	struct request request = request_of(UVERBS_OBJECT_FLOW, MLX5_IB_METHOD_CREATE_FLOW);

	add(&request, MLX5_IB_ATTR_CREATE_FLOW_HANDLE, 0, NULL);
	add(&request, MLX5_IB_ATTR_CREATE_FLOW_MATCH_VALUE, (uint16_t)value->size, &value->match);
	add(&request, MLX5_IB_ATTR_CREATE_FLOW_MATCHER, 0, NULL)->data = made;
	return request;
}

static void end_raw(uint16_t object, uint16_t method, uint16_t attr, uint64_t handle)
{
	struct request request = request_of(object, method);

	add(&request, attr, 0, NULL)->data = handle;
	CHECK_EQ(run(&request), 0);
}

/* A field of the request, changed once: the request is refused. */
#define REFUSED(good, place, field, value, error) \
	do { \
		struct request changed = (good); \
		changed.attrs[place].field = value; \
		CHECK_EQ(run(&changed), error); \
	} while (0)

static void test_matcher_attributes(void)
{
	static const uint8_t others[] = { MLX5_IB_FLOW_TYPE_SNIFFER, MLX5_IB_FLOW_TYPE_ALL_DEFAULT, MLX5_IB_FLOW_TYPE_MC_DEFAULT };
	const struct parameters mask = of_headers(all_of_mac()), value = of_headers(to_mac(0xb));
	const uint64_t rx = MLX5_IB_UAPI_FLOW_TABLE_TYPE_NIC_RX;
	struct request good, flow;
	uint32_t made;

	begin();
	good = matcher_request(&mask, 3);
	REFUSED(good, TYPE, attr_data.enum_data.elem_id, MLX5_IB_FLOW_TYPE_MC_DEFAULT + 1, EOPNOTSUPP);
	REFUSED(good, TYPE, attr_data.enum_data.reserved, 1, EINVAL);
	REFUSED(good, TYPE, attr_data.enum_data.elem_id, MLX5_IB_FLOW_TYPE_SNIFFER, EINVAL);
	REFUSED(good, TYPE, len, 4, EINVAL);
	REFUSED(good, TYPE, len, 1, EINVAL);
	REFUSED(good, CRITERIA, len, 2, EINVAL);
	REFUSED(good, MASK, len, 0, EINVAL);
	REFUSED(good, MASK, data, 8, EFAULT);
	for (unsigned int i = MASK; i <= CRITERIA; i++)
		REFUSED(good, i, attr_id, 0x1fff, EPROTONOSUPPORT);
	for (unsigned int i = 0; i < sizeof(others); i++) {
		good = matcher_request(&mask, 3);
		good.attrs[TYPE].attr_data.enum_data.elem_id = others[i];
		good.attrs[TYPE].len = 0;
		made = raw_matcher(&good);
		flow = flow_request(&value, made);
		add(&flow, MLX5_IB_ATTR_CREATE_FLOW_DEST_QP, 0, NULL)->data = receivers[0].qp->handle;
		CHECK_EQ(run(&flow), EOPNOTSUPP);
		end_raw(MLX5_IB_OBJECT_FLOW_MATCHER, MLX5_IB_METHOD_FLOW_MATCHER_DESTROY,
			MLX5_IB_ATTR_FLOW_MATCHER_DESTROY_HANDLE, made);
	}
	good = matcher_request(&mask, 3);
	good.head.num_attrs = CRITERIA;
	CHECK_EQ(run(&good), EINVAL);	/* one is missing */
	good = matcher_request(&mask, 3);
	add(&good, MLX5_IB_ATTR_FLOW_MATCHER_FT_TYPE, sizeof(rx), &rx);
	REFUSED(good, 4, len, 4, EINVAL);
	REFUSED(good, 4, data, UINT64_C(1) << 32, EINVAL);
	made = raw_matcher(&good);
	end_raw(MLX5_IB_OBJECT_FLOW_MATCHER, MLX5_IB_METHOD_FLOW_MATCHER_DESTROY,
		MLX5_IB_ATTR_FLOW_MATCHER_DESTROY_HANDLE, made);
	end();
}

static void test_flow_attributes(void)
{
	const struct parameters mask = of_headers(all_of_mac()), value = of_headers(to_mac(0xb));
	const uint32_t flags = MLX5_IB_ATTR_CREATE_FLOW_FLAGS_DEFAULT_MISS | MLX5_IB_ATTR_CREATE_FLOW_FLAGS_DROP;
	const uint32_t drop = MLX5_IB_ATTR_CREATE_FLOW_FLAGS_DROP, unknown = 4;
	const uint64_t wide = drop, tag = 5, none = 0xfffff;
	struct request good, request;
	struct mlx5dv_devx_obj *tir;
	uint32_t made, number;

	begin();
	tir = new_tir(1, &number);
	request = matcher_request(&mask, 3);
	made = raw_matcher(&request);
	good = flow_request(&value, made);
	add(&good, MLX5_IB_ATTR_CREATE_FLOW_DEST_QP, 0, NULL)->data = receivers[0].qp->handle;
	REFUSED(good, 2, data, receivers[0].qp->handle, EINVAL);
	REFUSED(good, 2, data, 0xfffff, ENOENT);
	REFUSED(good, 3, data, made, EINVAL);
	REFUSED(good, 1, data, 8, EFAULT);
	REFUSED(good, 1, attr_data.reserved, 1, EINVAL);
	request = good;
	add(&request, MLX5_IB_ATTR_CREATE_FLOW_TAG, 8, &tag);
	CHECK_EQ(run(&request), EINVAL);
	request = good;
	add(&request, MLX5_IB_ATTR_CREATE_FLOW_FLAGS, 4, &drop);
	CHECK_EQ(run(&request), EINVAL);
	request = good;
	add(&request, MLX5_IB_ATTR_CREATE_FLOW_ARR_FLOW_ACTIONS, 4, &none);
	CHECK_EQ(run(&request), ENOENT);
	REFUSED(request, 4, data, receivers[0].qp->handle, EINVAL);
	REFUSED(request, 4, len, 0, EINVAL);
	REFUSED(request, 4, len, 5, EINVAL);
	REFUSED(request, 4, len, 12, EINVAL);
	REFUSED(request, 4, attr_data.reserved, 1, EINVAL);
	request = good;
	add(&request, MLX5_IB_ATTR_CREATE_FLOW_ARR_COUNTERS_DEVX, 4, &none);
	CHECK_EQ(run(&request), ENOENT);
	REFUSED(request, 4, len, 8, EINVAL);
	request = flow_request(&value, made);
	add(&request, MLX5_IB_ATTR_CREATE_FLOW_FLAGS, 4, &flags);
	CHECK_EQ(run(&request), EINVAL);
	request = flow_request(&value, made);
	add(&request, MLX5_IB_ATTR_CREATE_FLOW_FLAGS, 4, &unknown);
	CHECK_EQ(run(&request), EINVAL);
	request = flow_request(&value, made);
	add(&request, MLX5_IB_ATTR_CREATE_FLOW_FLAGS, 8, &wide);
	CHECK_EQ(run(&request), 0);
	mac_reaches(0xb, 0, NO_TAG);
	end_raw(UVERBS_OBJECT_FLOW, MLX5_IB_METHOD_DESTROY_FLOW, MLX5_IB_ATTR_CREATE_FLOW_HANDLE, request.attrs[HANDLE].data);
	CHECK_EQ(run(&good), 0);
	mac_reaches(0xb, 1, NO_TAG);
	end_raw(UVERBS_OBJECT_FLOW, MLX5_IB_METHOD_DESTROY_FLOW, MLX5_IB_ATTR_CREATE_FLOW_HANDLE, good.attrs[HANDLE].data);
	end_raw(MLX5_IB_OBJECT_FLOW_MATCHER, MLX5_IB_METHOD_FLOW_MATCHER_DESTROY,
		MLX5_IB_ATTR_FLOW_MATCHER_DESTROY_HANDLE, made);
	CHECK_EQ(mlx5dv_devx_obj_destroy(tir), 0);
	end();
}

/* With the context go its flows, in use or not, and those of others stay. */
static void test_close(void)
{
	struct parameters mask = of_headers(all_of_mac()), value = of_headers(to_mac(0xb));
	struct ibv_context *context;
	struct ibv_flow *flow;
	struct side mine;
	uint32_t number;
	matcher *made;

	begin();
	made = new_matcher(4, OUTER, mask);
	flow = new_flow(made, value, ACTIONS(TO(0)));
	for (uint16_t i = 0; i < 3; i++) {
		mine = to;
		open_side(&to);
		context = to.context;
		new_flow(new_matcher((uint16_t)(3 + i), OUTER, mask), value,
			 ACTIONS({ .type = MLX5DV_FLOW_ACTION_DEST_IBV_QP, .qp = new_qp(&to, 0, 1) }));
		new_flow(new_matcher(1, OUTER, mask), value, ACTIONS(MISS));
		new_flow(new_matcher(0, OUTER, mask), value, ACTIONS(TO_DEVX(new_table(99, &number))));
		CHECK_EQ(ibv_close_device(context), 0);
		to = mine;
		mac_reaches(0xb, 1, NO_TAG);
	}
	end_flow(flow);
	end_matcher(made);
	end();
}

/*
 * mlx5dv_dr, whose root table has flows of mlx5dv.
 */

static struct mlx5dv_dr_rule *dr_rule(struct mlx5dv_dr_matcher *matcher, unsigned int mac, size_t n,
				      struct mlx5dv_dr_action *const *actions)
{
	struct parameters value = of_headers(to_mac(mac));
	struct mlx5dv_dr_action *list[2] = { actions[0], n > 1 ? actions[1] : NULL };
	struct mlx5dv_dr_rule *rule =
		mlx5dv_dr_rule_create(matcher, (struct mlx5dv_flow_match_parameters *)(void *)&value, n, list);

	CHECK(rule);
	return rule;
}

static void test_dr(void)
{
	struct parameters mask = of_headers(all_of_mac());
	struct mlx5dv_dr_action *to_qp, *drop, *miss, *tag, *tagged[2];
	struct mlx5dv_dr_matcher *matcher;
	struct mlx5dv_dr_rule *rules[3];
	struct mlx5dv_dr_domain *domain;
	struct mlx5dv_dr_table *table;
	struct ibv_flow *rest;

	begin();
	rest = rest_to_last();
	domain = mlx5dv_dr_domain_create(to.context, MLX5DV_DR_DOMAIN_TYPE_NIC_RX);
	CHECK(domain);
	table = mlx5dv_dr_table_create(domain, 0);
	CHECK(table && !mlx5dv_dr_table_create(domain, 1));	/* the device has no software steering */
	matcher = mlx5dv_dr_matcher_create(table, 3, OUTER, (struct mlx5dv_flow_match_parameters *)(void *)&mask);
	CHECK(matcher);
	to_qp = mlx5dv_dr_action_create_dest_ibv_qp(receivers[1].qp);
	drop = mlx5dv_dr_action_create_drop();
	miss = mlx5dv_dr_action_create_default_miss();
	tag = mlx5dv_dr_action_create_tag(0x55);
	CHECK(to_qp && drop && miss && tag);
	tagged[0] = to_qp;
	tagged[1] = tag;
	rules[0] = dr_rule(matcher, 0xb, 2, tagged);
	rules[1] = dr_rule(matcher, 0xc, 1, &drop);
	rules[2] = dr_rule(matcher, 0xd, 1, &miss);
	mac_reaches(0xb, 2, 0x55);
	mac_reaches(0xc, 0, NO_TAG);
	mac_reaches(0xd, 8, NO_TAG);
	CHECK_EQ(mlx5dv_dr_matcher_destroy(matcher), EBUSY);
	for (unsigned int i = 0; i < 3; i++)
		CHECK_EQ(mlx5dv_dr_rule_destroy(rules[i]), 0);
	mac_reaches(0xc, 8, NO_TAG);
	CHECK_EQ(mlx5dv_dr_action_destroy(tag) | mlx5dv_dr_action_destroy(miss) | mlx5dv_dr_action_destroy(drop) |
		 mlx5dv_dr_action_destroy(to_qp), 0);
	CHECK_EQ(mlx5dv_dr_matcher_destroy(matcher), 0);
	CHECK_EQ(mlx5dv_dr_table_destroy(table), 0);
	CHECK_EQ(mlx5dv_dr_domain_destroy(domain), 0);
	end_flow(rest);
	end();
}

/*
 * Lives at random. The model knows rules, and which of them come first; not how the device finds them.
 */

enum { LIVES = 12, STEPS = 400, MATCHERS = 10, FLOWS = 24, TABLES = 17, MULTICAST = 16, KINDS = 6 };

/* Fields of masks and values; those of the mask are 0, or all bits but for the address. */
struct key {
	unsigned int mac;	/* 0: not compared; 1: its first bit; 2: all of it */
	bool type, protocol, port;
};

struct made_matcher {
	matcher *made;
	uint16_t priority;
	struct key key;
	unsigned int flows;
};

struct frame_kind {
	unsigned int mac;
	uint16_t type;
	uint8_t protocol;
	uint16_t port;
};

struct made_flow {
	struct ibv_flow *made;
	struct made_matcher *of;
	struct frame_kind value;	/* of what the key compares */
	unsigned int table;
	int to;			/* receiver; -1: dropped; 3: left over */
	uint32_t tag;
	bool has_tag;
	uint64_t age;
};

static struct made_matcher matchers[MATCHERS];
static struct made_flow flows[FLOWS];
static uint64_t groups[TABLES][KINDS];	/* by place in the table: the key; 0: free */
static uint32_t entropy;
static uint64_t now;

static uint32_t below(uint32_t n)
{
	return random_next(&entropy) % n;
}

static uint64_t key_number(const struct key *key)
{
	return 1 + key->mac + 3 * (key->type + 2u * (key->protocol + 2u * key->port));
}

static struct frame_kind random_kind(void)
{
	static const unsigned int macs[] = { 0xb, 0xc, GROUP_MAC };
	static const uint16_t types[] = { IPV4, IPV6, OTHER };
	struct frame_kind kind = { .mac = macs[below(3)], .type = types[below(3)] };

	if (kind.type != OTHER) {
		kind.protocol = below(2) ? IPPROTO_UDP : IPPROTO_TCP;
		kind.port = (uint16_t)(1 + below(2));
	}
	return kind;
}

static bool is_udp(const struct frame_kind *kind)
{
	return kind->protocol == IPPROTO_UDP;
}

/* Is a frame one of the rule? The port is that of UDP, and of other frames 0. */
static bool takes(const struct made_flow *flow, const struct frame_kind *frame)
{
	const struct key *key = &flow->of->key;
	const uint16_t port = is_udp(frame) ? frame->port : 0, wanted = is_udp(&flow->value) ? flow->value.port : 0;

	if (key->mac == 1 && (flow->value.mac == GROUP_MAC) != (frame->mac == GROUP_MAC))
		return false;
	if (key->mac == 2 && flow->value.mac != frame->mac)
		return false;
	if (key->type && flow->value.type != frame->type)
		return false;
	if (key->protocol && flow->value.protocol != frame->protocol)
		return false;
	return !key->port || wanted == port;
}

static bool is_same(const struct made_flow *a, const struct made_flow *b)
{
	return a->table == b->table && key_number(&a->of->key) == key_number(&b->of->key) && takes(a, &b->value);
}

static headers fields_of(const struct key *key, const struct frame_kind *value)
{
	headers fields;

	prm_fte_match_set_lyr_2_4_fields_init(&fields);
	if (key->mac == 1)
		fields.dmac_47_16 = !value || value->mac == GROUP_MAC ? 0x01000000 : 0;
	if (key->mac == 2) {
		fields.dmac_47_16 = !value ? ~0u : value->mac == GROUP_MAC ? 0x01000000 : 0x02000000;
		fields.dmac_15_0 = value ? (uint16_t)value->mac : 0xffff;
	}
	if (key->type)
		fields.ethertype = value ? value->type : 0xffff;
	if (key->protocol)
		fields.ip_protocol = value ? value->protocol : 0xff;
	if (key->port)
		fields.udp_dport = !value ? 0xffff : is_udp(value) ? value->port : 0;
	return fields;
}

static void live_matcher(void)
{
	static const struct key keys[KINDS] = { { 2, false, false, false }, { 1, false, false, false }, { 0, true, false, false },
						{ 0, true, true, true }, { 2, true, false, false }, { 0, false, false, false } };
	struct made_matcher *slot = &matchers[below(MATCHERS)];

	if (slot->made) {
		CHECK_EQ(mlx5dv_destroy_flow_matcher(slot->made), slot->flows ? EBUSY : 0);
		if (!slot->flows)
			slot->made = NULL;
		return;
	}
	slot->key = keys[below(KINDS)];
	slot->priority = (uint16_t)(1 + below(3) * 7);
	slot->made = new_matcher(slot->priority, OUTER, of_headers(fields_of(&slot->key, NULL)));
}

static unsigned int count_in(unsigned int table, uint64_t key)
{
	unsigned int n = 0;

	for (unsigned int i = 0; i < FLOWS; i++)
		n += flows[i].made && flows[i].table == table && key_number(&flows[i].of->key) == key;
	return n;
}

/* The place of a group among those of its table is the first free one when it gets its first rule. */
static void place(unsigned int table, uint64_t key)
{
	unsigned int i = 0;

	if (count_in(table, key))
		return;
	while (groups[table][i])
		i++;
	groups[table][i] = key;
}

static void leave(unsigned int table, uint64_t key)
{
	for (unsigned int i = 0; i < KINDS; i++)
		if (groups[table][i] == key && !count_in(table, key))
			groups[table][i] = 0;
}

/* The oldest rule of the same frames, whose tag they have. */
static const struct made_flow *first_of(const struct made_flow *flow, bool in_life)
{
	const struct made_flow *first = NULL;

	for (unsigned int i = 0; i < FLOWS; i++)
		if (flows[i].made && &flows[i] != flow && is_same(&flows[i], flow) && (!first || flows[i].age < first->age))
			first = &flows[i];
	return first ? first : in_life ? flow : NULL;
}

static void destroy_flow(struct made_flow *flow)
{
	end_flow(flow->made);
	flow->made = NULL;
	flow->of->flows--;
	leave(flow->table, key_number(&flow->of->key));
}

static void live_flow(void)
{
	struct made_flow *flow = &flows[below(FLOWS)];
	const struct made_flow *first;
	action actions[3];
	unsigned int n = 0;
	int error = 0;

	if (flow->made) {
		destroy_flow(flow);
		return;
	}
	*flow = (struct made_flow){ .of = &matchers[below(MATCHERS)], .value = random_kind(), .to = (int)below(5) - 1,
				    .has_tag = !below(3), .age = ++now };
	if (!flow->of->made)
		return;
	flow->table = flow->of->key.mac && flow->value.mac == GROUP_MAC ? MULTICAST : flow->of->priority;
	flow->tag = flow->has_tag ? 1 + below(2) : NO_TAG;
	actions[n++] = flow->to == -1 ? (action)DROP : flow->to == 3 ? (action)MISS : (action)TO(flow->to);
	if (flow->has_tag)
		actions[n++] = (action)TAG(flow->tag);
	actions[n].type = NO_ACTION;
	first = first_of(flow, false);
	if (first && ((first->to == -1) != (flow->to == -1) || (flow->has_tag && first->tag != flow->tag)))
		error = EEXIST;
	if (!error)
		place(flow->table, key_number(&flow->of->key));
	flow->made = try_flow(flow->of->made, of_headers(fields_of(&flow->of->key, &flow->value)), actions);
	CHECK_EQ(flow->made ? 0 : errno, error);
	if (!flow->made)
		return;
	flow->of->flows++;
	if (first)
		flow->tag = first->tag;
}

/* The rules that a frame takes: all of the same mask and value, in the first group and table that has them. */
static const struct made_flow *decide(const struct frame_kind *frame)
{
	for (unsigned int table = 0; table < TABLES; table++)
		for (unsigned int place = 0; place < KINDS; place++)
			for (unsigned int i = 0; i < FLOWS; i++)
				if (flows[i].made && flows[i].table == table && groups[table][place] &&
				    key_number(&flows[i].of->key) == groups[table][place] && takes(&flows[i], frame))
					return &flows[i];
	return NULL;
}

static void live_frame(void)
{
	const struct frame_kind kind = random_kind();
	const struct made_flow *taken = decide(&kind);
	const struct arrival *arrival;
	struct arrival got;
	uint8_t frame[FRAME];
	bool reached[RECEIVERS] = { false };

	make_frame(frame, kind.mac, kind.type, kind.protocol, kind.port);
	got = deliver(frame);
	arrival = &got;
	reached[3] = !taken;
	for (unsigned int i = 0; taken && i < FLOWS; i++)
		if (flows[i].made && is_same(&flows[i], taken) && flows[i].to >= 0)
			reached[flows[i].to] = true;
	for (unsigned int i = 0; i < RECEIVERS; i++) {
		CHECK_EQ(arrival->count[i], reached[i]);
		if (reached[i])
			CHECK_EQ(arrival->tag[i], i == 3 ? NO_TAG : taken->tag);
	}
}

static void live(uint32_t seed)
{
	struct ibv_flow *rest;

	entropy = seed;
	begin();
	rest = rest_to_last();
	for (unsigned int step = 0; step < STEPS; step++) {
		switch (below(5)) {
		case 0:
			live_matcher();
			break;
		case 1:
		case 2:
			live_flow();
			break;
		default:
			live_frame();
			break;
		}
	}
	for (unsigned int i = 0; i < FLOWS; i++)
		if (flows[i].made)
			destroy_flow(&flows[i]);
	for (unsigned int i = 0; i < MATCHERS; i++) {
		if (matchers[i].made)
			end_matcher(matchers[i].made);
		matchers[i].made = NULL;
	}
	end_flow(rest);
	end();
}

static void test_lives(void)
{
	for (uint32_t seed = 1; seed <= LIVES; seed++)
		live(seed);
}

/* InfiniBand has no flows. */
static void test_infiniband(void)
{
	struct parameters mask = of_headers(all_of_mac()), value = of_headers(to_mac(0xb));
	matcher *made;

	open_side(&to);
	made = new_matcher(1, OUTER, mask);
	no_flow(made, value, ACTIONS(DROP), EOPNOTSUPP);
	no_flow(made, value, ACTIONS(MISS), EOPNOTSUPP);
	end_matcher(made);
	close_side(&to);
}

static const struct {
	const char *name;
	void (*run)(void);
} tests[] = {
	{ "masks", test_masks }, { "criteria", test_criteria }, { "sizes", test_sizes }, { "priorities", test_priorities },
	{ "groups", test_groups }, { "tags", test_tags }, { "drop", test_drop }, { "default_miss", test_default_miss },
	{ "kernel_takes", test_kernel_takes }, { "same", test_same }, { "tir", test_tir }, { "table", test_table },
	{ "counters", test_counters }, { "rss", test_rss }, { "types", test_types }, { "refused", test_refused },
	{ "unknown", test_unknown },
	{ "matcher_attributes", test_matcher_attributes }, { "flow_attributes", test_flow_attributes }, { "close", test_close },
	{ "dr", test_dr }, { "lives", test_lives }, { "infiniband", test_infiniband },
};

int main(int argc, char **argv)
{
	int done = 0;

	for (int i = 1; i < argc; i++) {
		for (size_t n = 0; n < sizeof(tests) / sizeof(tests[0]); n++) {
			if (strcmp(argv[i], tests[n].name))
				continue;
			tests[n].run();
			printf("ok %s\n", argv[i]);
			fflush(stdout);
			done++;
		}
	}
	return done && done == argc - 1 ? 0 : 2;
}
