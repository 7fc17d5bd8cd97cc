// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * lone_ethernet NAME...: tests of raw packet queue pairs and flows on a device with an Ethernet port; prints "ok NAME" for
 * each. That a frame is not received is seen by the next one, which is.
 */
#include <arpa/inet.h>
#include <endian.h>
#include <errno.h>
#include <infiniband/mlx5dv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../../rig/verbs.h"

#include "prm_cqe.h"
#include "prm_ctrl.h"
#include "prm_doorbell.h"
#include "prm_sq.h"

#define ROOM 2048u	/* of a frame in the buffer */
#define SLOTS 16u	/* the first half is sent, the second half received */
#define IPV4 0x0800
#define IPV6 0x86dd
#define OTHER 0x88b5	/* for experiments, IEEE 802 */
#define LOOPS (MLX5DV_QP_CREATE_TIR_ALLOW_SELF_LOOPBACK_UC | MLX5DV_QP_CREATE_TIR_ALLOW_SELF_LOOPBACK_MC)

/* A context with what its queue pairs need. */
struct port {
	struct side side;
	unsigned int next;	/* slot for the next frame */
	uint8_t memory[SLOTS * ROOM];
};

static const uint8_t mac_a[6] = { 2, 0, 0, 0, 0, 0xa }, mac_b[6] = { 2, 0, 0, 0, 0, 0xb },
		     mac_group[6] = { 1, 0, 0x5e, 0, 0, 7 }, mac_other[6] = { 2, 0, 0, 0, 0, 0xc };
static struct port one, two;
static uint32_t flow_tag;	/* of the flows whose frames are received */

static void open_port(struct port *port)
{
	struct ibv_device **list = ibv_get_device_list(NULL);
	struct side *side = &port->side;

	CHECK(list && *list);
	memset(port, 0, sizeof(*port));
	side->context = ibv_open_device(*list);
	CHECK(side->context);
	ibv_free_device_list(list);
	side->pd = ibv_alloc_pd(side->context);
	CHECK(side->pd);
	side->send_cq = ibv_create_cq(side->context, 64, NULL, NULL, 0);
	side->recv_cq = ibv_create_cq(side->context, 64, NULL, NULL, 0);
	CHECK(side->send_cq && side->recv_cq);
	side->buf = port->memory;
	side->mr = ibv_reg_mr(side->pd, port->memory, sizeof(port->memory), IBV_ACCESS_LOCAL_WRITE);
	CHECK(side->mr);
}

static void close_port(struct port *port)
{
	struct side *side = &port->side;

	no_wc(side->send_cq);
	no_wc(side->recv_cq);
	CHECK_EQ(ibv_destroy_cq(side->send_cq), 0);
	CHECK_EQ(ibv_destroy_cq(side->recv_cq), 0);
	CHECK_EQ(ibv_dereg_mr(side->mr), 0);
	CHECK_EQ(ibv_dealloc_pd(side->pd), 0);
	CHECK_EQ(ibv_close_device(side->context), 0);
}

static struct ibv_qp *make_qp(struct port *port, uint32_t sends, uint32_t receives, uint32_t flags)
{
	struct ibv_qp_init_attr_ex attr = {
		.send_cq = port->side.send_cq, .recv_cq = port->side.recv_cq,
		.qp_type = IBV_QPT_RAW_PACKET, .pd = port->side.pd, .comp_mask = IBV_QP_INIT_ATTR_PD,
		.cap = { .max_send_wr = sends, .max_recv_wr = receives, .max_send_sge = sends ? 2 : 0,
			 .max_recv_sge = receives ? 1 : 0 },
	};
	struct mlx5dv_qp_init_attr driver = {
		.comp_mask = MLX5DV_QP_INIT_ATTR_MASK_QP_CREATE_FLAGS, .create_flags = flags,
	};

	return mlx5dv_create_qp(port->side.context, &attr, &driver);
}

static int go_to(struct ibv_qp *qp, enum ibv_qp_state state, int mask)
{
	struct ibv_qp_attr attr = { .qp_state = state, .port_num = 1 };

	return ibv_modify_qp(qp, &attr, IBV_QP_STATE | mask);
}

static struct ibv_qp *new_qp(struct port *port, uint32_t flags)
{
	struct ibv_qp *qp = make_qp(port, 16, 16, flags);

	CHECK(qp);
	CHECK_EQ(go_to(qp, IBV_QPS_INIT, IBV_QP_PORT), 0);
	CHECK_EQ(go_to(qp, IBV_QPS_RTR, 0), 0);
	CHECK_EQ(go_to(qp, IBV_QPS_RTS, 0), 0);
	return qp;
}

/*
 * Flows.
 */

/* Specifications of a flow, one after the other. */
struct flow {
	struct ibv_flow_attr attr;
	uint8_t specs[512];
	size_t len;
};

static struct flow flow_of(enum ibv_flow_attr_type type, uint16_t priority)
{
	return (struct flow){ .attr = { .type = type, .priority = priority, .port = 1, .size = sizeof(struct ibv_flow_attr) } };
}

static void add_spec(struct flow *flow, const void *spec, size_t size)
{
	memcpy(flow->specs + flow->len, spec, size);
	flow->len += size;
	flow->attr.num_of_specs++;
	flow->attr.size = (uint16_t)(flow->attr.size + size);
}

/* libibverbs expects the specifications directly behind the attributes. */
static struct ibv_flow *create(struct ibv_qp *qp, const struct flow *flow)
{
	uint8_t bytes[sizeof(flow->attr) + sizeof(flow->specs)];

	memcpy(bytes, &flow->attr, sizeof(flow->attr));
	memcpy(bytes + sizeof(flow->attr), flow->specs, flow->len);
	return ibv_create_flow(qp, (struct ibv_flow_attr *)(void *)bytes);
}

static struct ibv_flow_spec_eth to_mac(const uint8_t mac[6])
{
	struct ibv_flow_spec_eth eth = { .type = IBV_FLOW_SPEC_ETH, .size = sizeof(eth) };

	memcpy(eth.val.dst_mac, mac, 6);
	memset(eth.mask.dst_mac, 0xff, 6);
	return eth;
}

static struct ibv_flow *flow_to_mac(struct ibv_qp *qp, const uint8_t mac[6], uint16_t priority)
{
	struct ibv_flow_spec_eth eth = to_mac(mac);
	struct flow flow = flow_of(IBV_FLOW_ATTR_NORMAL, priority);
	struct ibv_flow *made;

	add_spec(&flow, &eth, sizeof(eth));
	made = create(qp, &flow);
	CHECK(made);
	return made;
}

static struct ibv_flow *flow_of_type(struct ibv_qp *qp, enum ibv_flow_attr_type type)
{
	const struct flow flow = flow_of(type, 0);
	struct ibv_flow *made = create(qp, &flow);

	CHECK(made);
	return made;
}

/*
 * Frames.
 */

struct frame {
	uint8_t bytes[ROOM];
	uint32_t len;
};

static struct frame frame_to(const uint8_t to[6], uint16_t type, uint32_t seed)
{
	struct frame frame = { .len = 100 + seed % 900 };
	const uint16_t be = htobe16(type);

	fill(frame.bytes, frame.len, seed);
	memcpy(frame.bytes, to, 6);
	memcpy(frame.bytes + 6, mac_a, 6);
	memcpy(frame.bytes + 12, &be, 2);
	return frame;
}

static void put16(struct frame *frame, size_t at, uint16_t value)
{
	frame->bytes[at] = (uint8_t)(value >> 8);
	frame->bytes[at + 1] = (uint8_t)value;
}

/* Over IPv4 or IPv6, from port 1111. */
static struct frame frame_of(uint16_t ip, uint8_t protocol, uint16_t port, uint32_t seed)
{
	struct frame frame = frame_to(mac_b, ip, seed);
	const size_t l4 = ip == IPV4 ? 34 : 54;

	if (ip == IPV4) {
		memcpy(frame.bytes + 14, (const uint8_t[20]){ 0x45, 0, 0, 0, 0, 0, 0x40, 0, 64, protocol, 0, 0, 10, 0, 0, 1, 10, 0, 0, 2 }, 20);
		put16(&frame, 16, (uint16_t)(frame.len - 14));
	} else {
		memset(frame.bytes + 14, 0, 40);
		frame.bytes[14] = 0x60;
		put16(&frame, 18, (uint16_t)(frame.len - 54));
		frame.bytes[20] = protocol;
		frame.bytes[21] = 64;
		frame.bytes[22] = frame.bytes[38] = 0xfd;
		frame.bytes[37] = 1;
		frame.bytes[53] = 2;
	}
	put16(&frame, l4, 1111);
	put16(&frame, l4 + 2, port);
	if (protocol == IPPROTO_TCP)
		frame.bytes[l4 + 12] = 0x50;
	else
		put16(&frame, l4 + 4, (uint16_t)(frame.len - l4));
	return frame;
}

static void send_frame(struct port *port, struct ibv_qp *qp, const struct frame *frame)
{
	struct ibv_sge sge = { .addr = (uintptr_t)port->memory, .length = frame->len, .lkey = port->side.mr->lkey };
	struct ibv_send_wr *bad, request = { .wr_id = 9, .sg_list = &sge, .num_sge = 1, .send_flags = IBV_SEND_SIGNALED,
					     .opcode = IBV_WR_SEND };

	memcpy(port->memory, frame->bytes, frame->len);
	CHECK_EQ(ibv_post_send(qp, &request, &bad), 0);
	good_wc(port->side.send_cq, 9, IBV_WC_SEND);
}

/* Posts room for a frame; its slot. */
static unsigned int want(struct port *port, struct ibv_qp *qp)
{
	const unsigned int slot = SLOTS / 2 + port->next++ % (SLOTS / 2);
	struct ibv_sge sge = { .addr = (uintptr_t)(port->memory + slot * ROOM), .length = ROOM, .lkey = port->side.mr->lkey };
	struct ibv_recv_wr *bad, request = { .wr_id = slot, .sg_list = &sge, .num_sge = 1 };

	memset(port->memory + slot * ROOM, 0xee, ROOM);
	CHECK_EQ(ibv_post_recv(qp, &request, &bad), 0);
	return slot;
}

/* The CQE has the tag of the flow in place of the QP's number, which libmlx5 gives as such. */
static void expect(struct port *port, unsigned int slot, const struct frame *frame)
{
	const struct ibv_wc wc = good_wc(port->side.recv_cq, slot, IBV_WC_RECV);
	const uint8_t *got = port->memory + slot * ROOM;

	CHECK_EQ(wc.byte_len, frame->len);
	CHECK_EQ(wc.qp_num, flow_tag);
	CHECK(!memcmp(got, frame->bytes, frame->len));
	CHECK_EQ(got[frame->len], 0xee);
}

/* Sends frames of which only the last one is received. */
static void only_last(struct port *from, struct ibv_qp *sender, struct port *to, struct ibv_qp *receiver,
		      const struct frame *frames, size_t n)
{
	const unsigned int slot = want(to, receiver);

	for (size_t i = 0; i < n; i++)
		send_frame(from, sender, &frames[i]);
	expect(to, slot, &frames[n - 1]);
	no_wc(to->side.recv_cq);
}

/*
 * Tests.
 */

/* Two contexts, and a receiver in each. */
struct ends {
	struct ibv_qp *a, *b;
};

static struct ends open_ends(void)
{
	struct ends ends;

	open_port(&one);
	open_port(&two);
	ends.a = new_qp(&one, 0);
	ends.b = new_qp(&two, 0);
	return ends;
}

static void close_ends(struct ends *ends)
{
	CHECK_EQ(ibv_destroy_qp(ends->a), 0);
	CHECK_EQ(ibv_destroy_qp(ends->b), 0);
	close_port(&one);
	close_port(&two);
}

static void test_address(void)
{
	struct ends ends = open_ends();
	struct ibv_flow *flow = flow_to_mac(ends.b, mac_b, 0);
	const struct frame frames[] = { frame_to(mac_a, OTHER, 1), frame_to(mac_group, OTHER, 2), frame_to(mac_b, OTHER, 3) };

	for (unsigned int i = 0; i < 20; i++)
		only_last(&one, ends.a, &two, ends.b, frames, 3);
	CHECK_EQ(ibv_destroy_flow(flow), 0);
	close_ends(&ends);
}

/* What its own transport domain sends, a queue pair receives if it asks for that. */
static void test_one_context(void)
{
	const struct frame first = frame_to(mac_b, OTHER, 4), second = frame_to(mac_b, OTHER, 5);
	struct ibv_qp *a, *quiet, *open;
	struct ibv_flow *flows[2];
	unsigned int slot;

	open_port(&one);
	a = new_qp(&one, 0);
	quiet = new_qp(&one, 0);
	open = new_qp(&one, LOOPS);
	flows[0] = flow_to_mac(quiet, mac_b, 0);
	flows[1] = flow_to_mac(open, mac_b, 0);
	want(&one, quiet);
	slot = want(&one, open);
	send_frame(&one, a, &first);
	expect(&one, slot, &first);
	slot = want(&one, open);
	send_frame(&one, a, &second);
	expect(&one, slot, &second);
	no_wc(one.side.recv_cq);
	CHECK_EQ(ibv_destroy_flow(flows[0]), 0);
	CHECK_EQ(ibv_destroy_flow(flows[1]), 0);
	CHECK_EQ(ibv_destroy_qp(open), 0);
	CHECK_EQ(ibv_destroy_qp(a), 0);
	CHECK_EQ(ibv_destroy_qp(quiet), 0);
	close_port(&one);
}

static struct ibv_flow_spec_tcp_udp to_port(enum ibv_flow_spec_type type, uint16_t port)
{
	return (struct ibv_flow_spec_tcp_udp){ .type = type, .size = sizeof(struct ibv_flow_spec_tcp_udp),
					       .val.dst_port = htobe16(port), .mask.dst_port = 0xffff };
}

static void test_ipv4(void)
{
	struct ibv_flow_spec_ipv4 ipv4 = { .type = IBV_FLOW_SPEC_IPV4, .size = sizeof(ipv4),
					   .val.dst_ip = htobe32(0x0a000002), .mask.dst_ip = ~0u };
	struct ibv_flow_spec_tcp_udp udp = to_port(IBV_FLOW_SPEC_UDP, 4791);
	const struct frame frames[] = { frame_of(IPV4, IPPROTO_UDP, 4792, 6), frame_of(IPV4, IPPROTO_TCP, 4791, 7),
					frame_of(IPV6, IPPROTO_UDP, 4791, 8), frame_to(mac_b, OTHER, 9),
					frame_of(IPV4, IPPROTO_UDP, 4791, 10) };
	struct flow flow = flow_of(IBV_FLOW_ATTR_NORMAL, 3);
	struct ends ends = open_ends();
	struct ibv_flow *made;

	add_spec(&flow, &ipv4, sizeof(ipv4));
	add_spec(&flow, &udp, sizeof(udp));
	made = create(ends.b, &flow);
	CHECK(made);
	only_last(&one, ends.a, &two, ends.b, frames, 5);
	CHECK_EQ(ibv_destroy_flow(made), 0);
	close_ends(&ends);
}

static void test_ipv6(void)
{
	struct ibv_flow_spec_ipv6 ipv6 = { .type = IBV_FLOW_SPEC_IPV6, .size = sizeof(ipv6) };
	struct ibv_flow_spec_eth eth = to_mac(mac_b);
	struct ibv_flow_spec_tcp_udp tcp = to_port(IBV_FLOW_SPEC_TCP, 80);
	const struct frame frames[] = { frame_of(IPV6, IPPROTO_TCP, 81, 11), frame_of(IPV6, IPPROTO_UDP, 80, 12),
					frame_of(IPV4, IPPROTO_TCP, 80, 13), frame_of(IPV6, IPPROTO_TCP, 80, 14) };
	struct flow flow = flow_of(IBV_FLOW_ATTR_NORMAL, 15);
	struct ends ends = open_ends();
	struct ibv_flow *made;

	ipv6.val.dst_ip[0] = 0xfd;
	ipv6.val.dst_ip[15] = 2;
	memset(ipv6.mask.dst_ip, 0xff, 16);
	add_spec(&flow, &eth, sizeof(eth));
	add_spec(&flow, &ipv6, sizeof(ipv6));
	add_spec(&flow, &tcp, sizeof(tcp));
	made = create(ends.b, &flow);
	CHECK(made);
	only_last(&one, ends.a, &two, ends.b, frames, 4);
	CHECK_EQ(ibv_destroy_flow(made), 0);
	close_ends(&ends);
}

/* The lowest number wins, whichever came first; then the next one, and the last table at the end. */
/* The Internet checksum of bytes that begin at an even place. */
static uint32_t sum_of(const uint8_t *bytes, size_t len)
{
	uint32_t sum = 0;

	for (size_t i = 0; i < len; i++)
		sum += (uint32_t)bytes[i] << (i % 2 ? 0 : 8);
	while (sum > 0xffff)
		sum = (sum & 0xffff) + (sum >> 16);
	return sum;
}

/* What the checksum of TCP or UDP includes: addresses, protocol, length, and all that follows. */
static uint32_t sum_of_l4(const struct frame *frame, uint16_t ip, uint8_t protocol)
{
	const size_t l4 = ip == IPV4 ? 34 : 54, len = frame->len - l4;
	const uint8_t numbers[4] = { 0, protocol, (uint8_t)(len >> 8), (uint8_t)len };
	uint8_t all[ROOM + 64];
	size_t at = ip == IPV4 ? 8 : 32;

	memcpy(all, frame->bytes + l4 - at, at);
	memcpy(all + at, numbers, 4);
	memcpy(all + at + 4, frame->bytes + l4, len);
	return sum_of(all, at + 4 + len);
}

/* The device calculates the checksums of a frame, and checks those of what it receives. libmlx5 reports these of IPv4 only. */
static void check_sums(struct ends *ends, uint16_t ip, uint8_t protocol, uint32_t seed)
{
	struct ibv_sge sge = { .addr = (uintptr_t)one.memory, .lkey = one.side.mr->lkey };
	struct ibv_send_wr *bad, request = { .wr_id = 9, .sg_list = &sge, .num_sge = 1, .opcode = IBV_WR_SEND,
					     .send_flags = IBV_SEND_SIGNALED | IBV_SEND_IP_CSUM };
	struct frame frame = frame_of(ip, protocol, 80, seed), got;
	unsigned int slot = want(&two, ends->b);
	struct ibv_wc wc;

	sge.length = frame.len;
	memcpy(one.memory, frame.bytes, frame.len);
	CHECK_EQ(ibv_post_send(ends->a, &request, &bad), 0);
	good_wc(one.side.send_cq, 9, IBV_WC_SEND);
	wc = good_wc(two.side.recv_cq, slot, IBV_WC_RECV);
	CHECK_EQ(!(wc.wc_flags & IBV_WC_IP_CSUM_OK), ip != IPV4);
	got.len = wc.byte_len;
	memcpy(got.bytes, two.memory + slot * ROOM, wc.byte_len);
	if (ip == IPV4)
		CHECK_EQ(sum_of(got.bytes + 14, 20), 0xffff);
	CHECK_EQ(sum_of_l4(&got, ip, protocol), 0xffff);

	/* As it is, all its sums are wrong; then only the last byte is. */
	slot = want(&two, ends->b);
	send_frame(&one, ends->a, &frame);
	CHECK(!(good_wc(two.side.recv_cq, slot, IBV_WC_RECV).wc_flags & IBV_WC_IP_CSUM_OK));
	got.bytes[got.len - 1] ^= 1;
	slot = want(&two, ends->b);
	send_frame(&one, ends->a, &got);
	CHECK(!(good_wc(two.side.recv_cq, slot, IBV_WC_RECV).wc_flags & IBV_WC_IP_CSUM_OK));
}

static void test_checksums(void)
{
	struct ends ends = open_ends();
	struct ibv_flow *flow = flow_of_type(ends.b, IBV_FLOW_ATTR_ALL_DEFAULT);

	for (uint32_t seed = 0; seed < 20; seed++) {
		check_sums(&ends, IPV4, IPPROTO_UDP, 4 * seed);
		check_sums(&ends, IPV4, IPPROTO_TCP, 4 * seed + 1);
		check_sums(&ends, IPV6, IPPROTO_UDP, 4 * seed + 2);
		check_sums(&ends, IPV6, IPPROTO_TCP, 4 * seed + 3);
	}
	CHECK_EQ(ibv_destroy_flow(flow), 0);
	close_ends(&ends);
}

/* A receiver that strips VLAN tags gets the frame without them; another one with them. */
static void test_vlan(void)
{
	struct ibv_qp_init_attr_ex attr = { .qp_type = IBV_QPT_RAW_PACKET, .comp_mask = IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_CREATE_FLAGS,
					    .create_flags = IBV_QP_CREATE_CVLAN_STRIPPING, .cap = { .max_recv_wr = 16, .max_recv_sge = 1 } };
	struct ends ends = open_ends();
	struct ibv_flow *flows[2] = { flow_of_type(ends.b, IBV_FLOW_ATTR_ALL_DEFAULT) };
	const struct frame plain = frame_to(mac_b, OTHER, 5);
	struct frame tagged = plain;
	struct ibv_qp *strips;
	unsigned int slots[2];

	memmove(tagged.bytes + 16, tagged.bytes + 12, tagged.len - 12);
	memcpy(tagged.bytes + 12, (const uint8_t[4]){ 0x81, 0, 0x60, 0x07 }, 4);
	tagged.len += 4;
	attr.send_cq = two.side.send_cq;
	attr.recv_cq = two.side.recv_cq;
	attr.pd = two.side.pd;
	strips = ibv_create_qp_ex(two.side.context, &attr);
	CHECK(strips);
	CHECK_EQ(go_to(strips, IBV_QPS_INIT, IBV_QP_PORT), 0);
	CHECK_EQ(go_to(strips, IBV_QPS_RTR, 0), 0);
	flows[1] = flow_of_type(strips, IBV_FLOW_ATTR_ALL_DEFAULT);
	for (unsigned int i = 0; i < 2; i++) {
		slots[0] = want(&two, ends.b);
		slots[1] = want(&two, strips);
		send_frame(&one, ends.a, i ? &plain : &tagged);
		expect(&two, slots[0], i ? &plain : &tagged);
		expect(&two, slots[1], &plain);
	}
	CHECK_EQ(ibv_destroy_flow(flows[0]), 0);
	CHECK_EQ(ibv_destroy_flow(flows[1]), 0);
	CHECK_EQ(ibv_destroy_qp(strips), 0);
	close_ends(&ends);
}

static void test_priorities(void)
{
	const struct frame frame = frame_to(mac_b, OTHER, 15);
	struct ends ends = open_ends();
	struct ibv_qp *qps[4];
	struct ibv_flow *flows[4];

	for (unsigned int i = 0; i < 4; i++)
		qps[i] = new_qp(&two, 0);
	flows[2] = flow_to_mac(qps[2], mac_b, 9);
	flows[3] = flow_of_type(qps[3], IBV_FLOW_ATTR_ALL_DEFAULT);
	flows[0] = flow_to_mac(qps[0], mac_b, 0);
	flows[1] = flow_to_mac(qps[1], mac_b, 1);
	for (unsigned int i = 0; i < 4; i++) {
		only_last(&one, ends.a, &two, qps[i], &frame, 1);
		CHECK_EQ(ibv_destroy_flow(flows[i]), 0);
	}
	for (unsigned int i = 0; i < 4; i++)
		CHECK_EQ(ibv_destroy_qp(qps[i]), 0);
	close_ends(&ends);
}

/* All with the same rule receive; the second rule of a queue pair adds nothing. */
static void test_shared(void)
{
	const struct frame frame = frame_to(mac_b, OTHER, 16);
	struct ends ends = open_ends();
	struct ibv_qp *other = new_qp(&two, 0);
	struct ibv_flow *flows[] = { flow_to_mac(ends.b, mac_b, 0), flow_to_mac(other, mac_b, 0), flow_to_mac(ends.b, mac_b, 0) };
	const unsigned int slots[] = { want(&two, ends.b), want(&two, other) };

	send_frame(&one, ends.a, &frame);
	expect(&two, slots[0], &frame);
	expect(&two, slots[1], &frame);
	CHECK_EQ(ibv_destroy_flow(flows[0]), 0);
	CHECK_EQ(ibv_destroy_flow(flows[1]), 0);
	only_last(&one, ends.a, &two, ends.b, &frame, 1);
	CHECK_EQ(ibv_destroy_flow(flows[2]), 0);
	CHECK_EQ(ibv_destroy_qp(other), 0);
	close_ends(&ends);
}

static void test_defaults(void)
{
	const struct frame both[] = { frame_to(mac_other, OTHER, 17), frame_to(mac_group, OTHER, 18) };
	struct ends ends = open_ends();
	struct ibv_flow *flow = flow_of_type(ends.b, IBV_FLOW_ATTR_MC_DEFAULT), *normal;
	struct ibv_qp *other = new_qp(&two, 0);

	only_last(&one, ends.a, &two, ends.b, both, 2);
	normal = flow_to_mac(other, mac_group, 5);	/* before what is left over */
	only_last(&one, ends.a, &two, other, both, 2);
	CHECK_EQ(ibv_destroy_flow(normal), 0);
	CHECK_EQ(ibv_destroy_flow(flow), 0);
	flow = flow_of_type(ends.b, IBV_FLOW_ATTR_ALL_DEFAULT);
	only_last(&one, ends.a, &two, ends.b, &both[0], 1);
	only_last(&one, ends.a, &two, ends.b, &both[1], 1);
	CHECK_EQ(ibv_destroy_flow(flow), 0);
	CHECK_EQ(ibv_destroy_qp(other), 0);
	close_ends(&ends);
}

/* A flow that drops hides those of higher numbers, and contradicts one that receives the same. */
static void test_drop(void)
{
	const struct frame frames[] = { frame_to(mac_b, OTHER, 19), frame_to(mac_other, OTHER, 20) };
	struct ibv_flow_spec_action_drop drop = { .type = IBV_FLOW_SPEC_ACTION_DROP, .size = sizeof(drop) };
	struct ibv_flow_spec_eth eth = to_mac(mac_b);
	struct flow flow = flow_of(IBV_FLOW_ATTR_NORMAL, 2);
	struct ends ends = open_ends();
	struct ibv_flow *all = flow_of_type(ends.b, IBV_FLOW_ATTR_ALL_DEFAULT), *made;

	add_spec(&flow, &eth, sizeof(eth));
	add_spec(&flow, &drop, sizeof(drop));
	made = create(ends.b, &flow);
	CHECK(made);
	only_last(&one, ends.a, &two, ends.b, frames, 2);
	flow = flow_of(IBV_FLOW_ATTR_NORMAL, 2);
	add_spec(&flow, &eth, sizeof(eth));
	CHECK(!create(ends.b, &flow) && errno == EEXIST);
	CHECK_EQ(ibv_destroy_flow(made), 0);
	only_last(&one, ends.a, &two, ends.b, frames, 1);
	CHECK_EQ(ibv_destroy_flow(all), 0);
	close_ends(&ends);
}

/* A tag is in the completions; rules of the same packets have the same one, or none of their own. */
static void test_tag(void)
{
	struct ibv_flow_spec_action_tag tag = { .type = IBV_FLOW_SPEC_ACTION_TAG, .size = sizeof(tag), .tag_id = 0xabcdef };
	const struct frame frame = frame_to(mac_b, OTHER, 23);
	struct ibv_flow_spec_eth eth = to_mac(mac_b);
	struct flow flow = flow_of(IBV_FLOW_ATTR_NORMAL, 2);
	struct ends ends = open_ends();
	struct ibv_flow *made, *same;

	add_spec(&flow, &eth, sizeof(eth));
	add_spec(&flow, &tag, sizeof(tag));
	made = create(ends.b, &flow);
	CHECK(made);
	flow_tag = tag.tag_id;
	only_last(&one, ends.a, &two, ends.b, &frame, 1);
	same = flow_to_mac(ends.b, mac_b, 2);
	only_last(&one, ends.a, &two, ends.b, &frame, 1);
	flow = flow_of(IBV_FLOW_ATTR_NORMAL, 2);
	tag.tag_id = 1;
	add_spec(&flow, &eth, sizeof(eth));
	add_spec(&flow, &tag, sizeof(tag));
	CHECK(!create(ends.b, &flow) && errno == EEXIST);
	flow_tag = 0;
	CHECK_EQ(ibv_destroy_flow(made), 0);
	CHECK_EQ(ibv_destroy_flow(same), 0);
	close_ends(&ends);
}

/* More masks than a table has places for large groups, and many values of one mask. */
static void test_many(void)
{
	struct ibv_flow *flows[64];
	struct ends ends = open_ends();
	struct frame frame;

	for (unsigned int i = 0; i < 64; i++) {
		struct ibv_flow_spec_eth eth = to_mac((const uint8_t[6]){ 2, 1, 0, 0, 0, (uint8_t)i });
		struct flow flow = flow_of(IBV_FLOW_ATTR_NORMAL, 0);

		if (i % 2) {
			eth.mask.ether_type = htobe16((uint16_t)(0xffffu << i % 16));
			eth.val.ether_type = htobe16(OTHER) & eth.mask.ether_type;
		}
		add_spec(&flow, &eth, sizeof(eth));
		flows[i] = create(ends.b, &flow);
		CHECK(flows[i]);
	}
	for (unsigned int i = 0; i < 64; i++) {
		frame = frame_to((const uint8_t[6]){ 2, 1, 0, 0, 0, (uint8_t)i }, OTHER, i);
		only_last(&one, ends.a, &two, ends.b, &frame, 1);
	}
	for (unsigned int i = 0; i < 64; i++)
		CHECK_EQ(ibv_destroy_flow(flows[i * 37 % 64]), 0);
	close_ends(&ends);
}

/* With one queue only, and the states that a query tells. */
static void test_states(void)
{
	const struct frame frame = frame_to(mac_b, OTHER, 21);
	struct ibv_qp *sender, *receiver;
	struct ibv_flow *flow;
	unsigned int slot;

	open_port(&one);
	open_port(&two);
	sender = make_qp(&one, 4, 0, 0);
	receiver = make_qp(&two, 0, 4, 0);
	CHECK(sender && receiver);
	CHECK_EQ(state_of(sender), IBV_QPS_RESET);
	CHECK_EQ(go_to(sender, IBV_QPS_INIT, IBV_QP_PORT), 0);
	CHECK_EQ(state_of(sender), IBV_QPS_INIT);
	CHECK_EQ(go_to(sender, IBV_QPS_RTR, 0), 0);
	CHECK_EQ(go_to(sender, IBV_QPS_RTS, 0), 0);
	CHECK_EQ(go_to(sender, IBV_QPS_RTS, 0), 0);
	CHECK_EQ(state_of(sender), IBV_QPS_RTS);
	CHECK_EQ(state_of(receiver), IBV_QPS_RESET);
	flow = flow_to_mac(receiver, mac_b, 0);
	CHECK_EQ(go_to(receiver, IBV_QPS_INIT, IBV_QP_PORT), 0);
	CHECK_EQ(go_to(receiver, IBV_QPS_RTR, 0), 0);
	CHECK_EQ(state_of(receiver), IBV_QPS_RTR);
	only_last(&one, sender, &two, receiver, &frame, 1);
	slot = want(&two, receiver);
	CHECK_EQ(go_to(receiver, IBV_QPS_ERR, 0), 0);
	CHECK_EQ(state_of(receiver), IBV_QPS_ERR);
	bad_wc(two.side.recv_cq, slot, IBV_WC_WR_FLUSH_ERR);
	CHECK_EQ(go_to(receiver, IBV_QPS_RESET, 0), 0);
	CHECK_EQ(state_of(receiver), IBV_QPS_RESET);
	CHECK_EQ(ibv_destroy_qp(receiver), EBUSY);
	CHECK_EQ(ibv_destroy_flow(flow), 0);
	CHECK_EQ(ibv_destroy_qp(receiver), 0);
	CHECK_EQ(ibv_destroy_qp(sender), 0);
	close_port(&one);
	close_port(&two);
}

/* A context that is closed with all that is in it; the others go on. */
static void test_close(void)
{
	const struct frame frame = frame_to(mac_b, OTHER, 22);
	struct ends ends = open_ends();
	struct ibv_flow *flow = flow_to_mac(ends.b, mac_b, 4);
	struct ibv_context *context;
	struct port three;

	for (unsigned int i = 0; i < 3; i++) {
		open_port(&three);
		context = three.side.context;
		flow_to_mac(new_qp(&three, 0), mac_b, (uint16_t)(3 + i));
		flow_of_type(new_qp(&three, 0), IBV_FLOW_ATTR_ALL_DEFAULT);
		CHECK_EQ(ibv_close_device(context), 0);
		only_last(&one, ends.a, &two, ends.b, &frame, 1);
	}
	CHECK_EQ(ibv_destroy_flow(flow), 0);
	close_ends(&ends);
}

/* What is refused; the sentences are checked by the caller. */
static void refused(struct ibv_qp *qp, const struct flow *flow, int err)
{
	errno = 0;
	CHECK(!create(qp, flow));
	CHECK_EQ(errno, err);
}

static void test_refused(void)
{
	struct ibv_flow_spec_eth eth = to_mac(mac_b);
	struct ibv_flow_spec_ipv4_ext ttl = { .type = IBV_FLOW_SPEC_IPV4_EXT, .size = sizeof(ttl), .mask.ttl = 1 };
	struct ibv_flow_spec_tcp_udp tcp = to_port(IBV_FLOW_SPEC_TCP, 1), udp = to_port(IBV_FLOW_SPEC_UDP, 1);
	struct ibv_flow_spec_gre gre = { .type = IBV_FLOW_SPEC_GRE, .size = sizeof(gre) };
	struct ibv_flow_spec_action_tag tag = { .type = IBV_FLOW_SPEC_ACTION_TAG, .size = sizeof(tag), .tag_id = 1u << 24 };
	struct ends ends = open_ends();
	struct ibv_qp *sender = make_qp(&two, 4, 0, 0);
	struct flow flow;

#define WITH(type, priority, ...) (flow = flow_of(type, priority), __VA_ARGS__, &flow)
#define SPEC(spec) add_spec(&flow, &(spec), sizeof(spec))
	refused(ends.b, WITH(IBV_FLOW_ATTR_NORMAL, 16, SPEC(eth)), ENOMEM);
	refused(ends.b, WITH(IBV_FLOW_ATTR_NORMAL, 0, flow.attr.port = 2), EINVAL);
	refused(ends.b, WITH(IBV_FLOW_ATTR_SNIFFER, 0, (void)0), EOPNOTSUPP);
	refused(ends.b, WITH(IBV_FLOW_ATTR_NORMAL, 0, flow.attr.flags = IBV_FLOW_ATTR_FLAGS_DONT_TRAP), EOPNOTSUPP);
	refused(ends.b, WITH(IBV_FLOW_ATTR_ALL_DEFAULT, 0, flow.attr.flags = IBV_FLOW_ATTR_FLAGS_DONT_TRAP), EINVAL);
	refused(ends.b, WITH(IBV_FLOW_ATTR_NORMAL, 0, flow.attr.flags = IBV_FLOW_ATTR_FLAGS_EGRESS), EOPNOTSUPP);
	refused(ends.b, WITH(IBV_FLOW_ATTR_NORMAL, 0, SPEC(ttl)), EOPNOTSUPP);
	refused(ends.b, WITH(IBV_FLOW_ATTR_NORMAL, 0, SPEC(tcp), SPEC(udp)), EINVAL);
	refused(ends.b, WITH(IBV_FLOW_ATTR_NORMAL, 0, SPEC(gre)), EOPNOTSUPP);
	refused(ends.b, WITH(IBV_FLOW_ATTR_NORMAL, 0, SPEC(tag)), EINVAL);
	eth.mask.dst_mac[0] = 0;
	refused(ends.b, WITH(IBV_FLOW_ATTR_NORMAL, 0, SPEC(eth)), EINVAL);
	refused(sender, WITH(IBV_FLOW_ATTR_ALL_DEFAULT, 0, (void)0), EINVAL);
	CHECK(!make_qp(&two, 0, 0, 0) && errno == EINVAL);
	CHECK_EQ(go_to(sender, IBV_QPS_INIT, 0), EINVAL);
	CHECK_EQ(go_to(ends.b, IBV_QPS_SQD, 0), EINVAL);
	CHECK_EQ(ibv_destroy_qp(sender), 0);
	close_ends(&ends);
}

/*
 * An SQ without TIS.
 */

#define PAGE 4096u
#define WQEBB 64u

/* A device with DEVX, and what the SQ needs of it. */
struct bare {
	struct ibv_context *context;
	struct mlx5dv_pd pd;
	struct mlx5dv_cq cq;
	struct mlx5dv_devx_uar *uar;
	struct mlx5dv_devx_umem *umem;
	uint8_t *memory;	/* a page with the ring, and one with the record */
	struct mlx5dv_devx_obj *sq;
	uint32_t sqn;
};

static void open_bare(struct bare *bare, struct side *side)
{
	struct mlx5dv_context_attr attr = { .flags = MLX5DV_CONTEXT_FLAGS_DEVX };
	struct ibv_device **list = ibv_get_device_list(NULL);

	CHECK(list && *list);
	side->context = bare->context = mlx5dv_open_device(*list, &attr);
	CHECK(bare->context);
	ibv_free_device_list(list);
	side->pd = ibv_alloc_pd(bare->context);
	side->send_cq = ibv_create_cq(bare->context, 4, NULL, NULL, 0);
	CHECK(side->pd && side->send_cq);
	CHECK_EQ(mlx5dv_init_obj(&(struct mlx5dv_obj){ .pd = { .in = side->pd, .out = &bare->pd },
						       .cq = { .in = side->send_cq, .out = &bare->cq } },
				 MLX5DV_OBJ_PD | MLX5DV_OBJ_CQ), 0);
	bare->memory = aligned_alloc(PAGE, 2 * PAGE);
	CHECK(bare->memory);
	memset(bare->memory, 0, 2 * PAGE);
	bare->uar = mlx5dv_devx_alloc_uar(bare->context, MLX5DV_UAR_ALLOC_TYPE_NC);
	bare->umem = mlx5dv_devx_umem_reg(bare->context, bare->memory, 2 * PAGE, IBV_ACCESS_LOCAL_WRITE);
	CHECK(bare->uar && bare->umem);
}

static void create_bare_sq(struct bare *bare)
{
	struct prm_create_sq_out out = { 0 };
	struct prm_create_sq_in_fields create;
	struct prm_modify_sq_in_fields modify;
	struct prm_modify_sq_out modified = { 0 };
	struct prm_create_sq_in in;
	struct prm_modify_sq_in change;

	prm_create_sq_in_fields_init(&create);
	create.ctx.cqn = bare->cq.cqn;
	create.ctx.wq.wq_type = PRM_WQ_TYPE_CYCLIC;
	create.ctx.wq.pd = bare->pd.pdn;
	create.ctx.wq.uar_page = bare->uar->page_id;
	create.ctx.wq.log_wq_stride = 6;
	create.ctx.wq.log_wq_sz = 2;
	create.ctx.wq.wq_umem_id = create.ctx.wq.dbr_umem_id = bare->umem->umem_id;
	create.ctx.wq.dbr_addr = PAGE;
	prm_create_sq_in_pack(&in, &create);
	bare->sq = mlx5dv_devx_obj_create(bare->context, &in, sizeof(in), &out, sizeof(out));
	CHECK(bare->sq);
	bare->sqn = prm_create_sq_out_get_sqn(&out);
	prm_modify_sq_in_fields_init(&modify);
	modify.sqn = bare->sqn;
	modify.ctx.state = PRM_SQ_STATE_RDY;
	prm_modify_sq_in_pack(&change, &modify);
	CHECK_EQ(mlx5dv_devx_obj_modify(bare->sq, &change, sizeof(change), &modified, sizeof(modified)), 0);
}

/* Posts a request without data, and returns its CQE. */
static const struct prm_cqe64 *bare_request(struct bare *bare, uint16_t index, uint8_t opcode, uint8_t ds)
{
	const volatile struct prm_cqe64 *cqe = (const struct prm_cqe64 *)bare->cq.buf + index;
	struct prm_ctrl_seg *ctrl = (void *)(bare->memory + index * WQEBB);
	struct prm_ctrl_seg_fields fields;

	prm_ctrl_seg_fields_init(&fields);
	fields.wqe_index = index;
	fields.opcode = opcode;
	fields.qpn = bare->sqn;
	fields.ds = ds;
	fields.ce = PRM_COMPLETION_MODE_ALWAYS;
	prm_ctrl_seg_pack(ctrl, &fields);
	prm_qp_doorbell_record_set_send_counter((void *)(bare->memory + PAGE), (uint16_t)(index + 1));
	__sync_synchronize();
	*(volatile uint64_t *)bare->uar->reg_addr = *(const uint64_t *)(const void *)ctrl;
	while (prm_cqe64_get_opcode((const struct prm_cqe64 *)cqe) == PRM_CQE_OPCODE_INVALID)
		__sync_synchronize();
	return (const struct prm_cqe64 *)cqe;
}

/* It is possible on a port of InfiniBand, too, executes NOPs, as Linux posts them, and sends no frame. */
static void test_no_tis(void)
{
	const struct prm_cqe64 *cqe;
	struct bare bare;
	struct side side;

	open_bare(&bare, &side);
	create_bare_sq(&bare);
	cqe = bare_request(&bare, 0, PRM_WQE_OPCODE_NOP, 1);
	CHECK_EQ(prm_cqe64_get_opcode(cqe), PRM_CQE_OPCODE_REQ);
	CHECK_EQ(prm_cqe64_get_wqe_counter(cqe), 0);
	cqe = bare_request(&bare, 1, PRM_WQE_OPCODE_SEND, 2);
	CHECK_EQ(prm_cqe64_get_opcode(cqe), PRM_CQE_OPCODE_REQ_ERR);
	CHECK_EQ(prm_err_cqe_get_syndrome((const void *)cqe), PRM_CQE_SYNDROME_LOCAL_QP_OP_ERR);
	CHECK_EQ(mlx5dv_devx_obj_destroy(bare.sq), 0);
	CHECK_EQ(mlx5dv_devx_umem_dereg(bare.umem), 0);
	mlx5dv_devx_free_uar(bare.uar);
	CHECK_EQ(ibv_destroy_cq(side.send_cq), 0);
	CHECK_EQ(ibv_dealloc_pd(side.pd), 0);
	CHECK_EQ(ibv_close_device(bare.context), 0);
	free(bare.memory);
}

/* InfiniBand has no frames. */
static void test_infiniband(void)
{
	open_port(&one);
	CHECK(!make_qp(&one, 4, 4, 0) && errno == EINVAL);
	close_port(&one);
}

static const struct {
	const char *name;
	void (*run)(void);
} tests[] = {
	{ "address", test_address },   { "one_context", test_one_context }, { "ipv4", test_ipv4 },
	{ "ipv6", test_ipv6 },	       { "checksums", test_checksums },
	{ "vlan", test_vlan },	       { "priorities", test_priorities },   { "shared", test_shared },
	{ "defaults", test_defaults }, { "drop", test_drop },		    { "many", test_many },
	{ "tag", test_tag },
	{ "states", test_states },     { "close", test_close },		    { "refused", test_refused },
	{ "no_tis", test_no_tis },     { "infiniband", test_infiniband },
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
