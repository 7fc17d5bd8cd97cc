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

#include "prm_cqe.h"
#include "prm_ctrl.h"
#include "prm_data.h"
#include "prm_doorbell.h"
#include "prm_eth.h"
#include "prm_rq.h"
#include "prm_sq.h"
#include "prm_tir.h"
#include "../../../rig/verbs.h"

#define ROOM 2048u	/* of a frame in the buffer */
#define SLOTS 16u	/* the first half is sent, the second half received */
#define LARGE 10236u	/* the longest frame, to which a tag may be added */
#define ETH_HEAD 14u
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

/* libibverbs expects the specifications directly after the attributes. */
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
static void check_frame(const struct port *port, const struct ibv_wc *wc, const struct frame *frame)
{
	const uint8_t *got = port->memory + wc->wr_id * ROOM;

	CHECK_EQ(wc->status, IBV_WC_SUCCESS);
	CHECK_EQ(wc->opcode, IBV_WC_RECV);
	CHECK_EQ(wc->byte_len, frame->len);
	CHECK_EQ(wc->qp_num, flow_tag);
	CHECK(!memcmp(got, frame->bytes, frame->len));
	CHECK_EQ(got[frame->len], 0xee);
}

static void expect(struct port *port, unsigned int slot, const struct frame *frame)
{
	const struct ibv_wc wc = next_wc(port->side.recv_cq);

	CHECK_EQ(wc.wr_id, slot);
	check_frame(port, &wc, frame);
}

/* Two receivers of one frame, or of what one of them has made of it. Nothing says which one is the first. */
static void expect_both(struct port *port, const unsigned int slots[2], const struct frame *first, const struct frame *second)
{
	const struct ibv_wc wcs[2] = { next_wc(port->side.recv_cq), next_wc(port->side.recv_cq) };
	const unsigned int is_second = wcs[0].wr_id == slots[1];

	CHECK_EQ(wcs[is_second].wr_id, slots[0]);
	CHECK_EQ(wcs[!is_second].wr_id, slots[1]);
	check_frame(port, &wcs[is_second], first);
	check_frame(port, &wcs[!is_second], second);
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

/* A frame in VXLAN: over IPv4 and UDP to port 4789. */
static struct frame in_vxlan(const struct frame *inner, uint32_t vni, uint32_t seed)
{
	struct frame outer = frame_of(IPV4, IPPROTO_UDP, 4789, seed);
	const uint8_t head[8] = { 8, 0, 0, 0, (uint8_t)(vni >> 16), (uint8_t)(vni >> 8), (uint8_t)vni, 0 };

	outer.len = 50 + inner->len;
	put16(&outer, 16, (uint16_t)(outer.len - 14));
	put16(&outer, 38, (uint16_t)(outer.len - 34));
	memcpy(outer.bytes + 42, head, sizeof(head));
	memcpy(outer.bytes + 50, inner->bytes, inner->len);
	return outer;
}

/* A flow of frames in a tunnel, by its number and a port of the frame in it. */
static void test_vxlan(void)
{
	struct ibv_flow_spec_tunnel tunnel = { .type = IBV_FLOW_SPEC_VXLAN_TUNNEL, .size = sizeof(tunnel),
					       .val.tunnel_id = htobe32(0x123456), .mask.tunnel_id = htobe32(0xffffff) };
	struct ibv_flow_spec_tcp_udp udp = to_port(IBV_FLOW_SPEC_UDP | IBV_FLOW_SPEC_INNER, 80);
	struct flow flow = flow_of(IBV_FLOW_ATTR_NORMAL, 0);
	const struct frame right = frame_of(IPV6, IPPROTO_UDP, 80, 1), wrong = frame_of(IPV6, IPPROTO_UDP, 81, 2);
	struct ends ends = open_ends();
	struct frame frames[5] = { right, in_vxlan(&right, 0x123457, 3), in_vxlan(&wrong, 0x123456, 4), in_vxlan(&right, 0x123456, 5),
				   in_vxlan(&right, 0x123456, 6) };
	struct ibv_flow *made;

	put16(&frames[3], 36, 4790);
	add_spec(&flow, &tunnel, sizeof(tunnel));
	add_spec(&flow, &udp, sizeof(udp));
	made = create(ends.b, &flow);
	CHECK(made);
	only_last(&one, ends.a, &two, ends.b, frames, 5);
	CHECK_EQ(ibv_destroy_flow(made), 0);
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
		expect_both(&two, slots, i ? &plain : &tagged, &plain);
	}
	CHECK_EQ(ibv_destroy_flow(flows[0]), 0);
	CHECK_EQ(ibv_destroy_flow(flows[1]), 0);
	CHECK_EQ(ibv_destroy_qp(strips), 0);
	close_ends(&ends);
}

/* The lowest number wins, whichever came first; then the next one, and the last table at the end. */
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
	expect_both(&two, slots, &frame, &frame);
	CHECK_EQ(ibv_destroy_flow(flows[0]), 0);
	CHECK_EQ(ibv_destroy_flow(flows[1]), 0);
	only_last(&one, ends.a, &two, ends.b, &frame, 1);
	CHECK_EQ(ibv_destroy_flow(flows[2]), 0);
	CHECK_EQ(ibv_destroy_qp(other), 0);
	close_ends(&ends);
}

/* What such a flow gets, others get too: of lower priorities, whichever came first, and its own queue pair a second time. */
static void test_dont_trap(void)
{
	const struct frame frames[] = { frame_to(mac_b, OTHER, 40), frame_to(mac_b, OTHER, 41), frame_to(mac_b, OTHER, 42) };
	struct ibv_flow_spec_eth eth = to_mac(mac_b);
	struct flow copy = flow_of(IBV_FLOW_ATTR_NORMAL, 1);
	struct ends ends = open_ends();
	struct ibv_qp *other = new_qp(&two, 0), *last = new_qp(&two, 0);
	struct ibv_flow *flows[3] = { flow_to_mac(last, mac_b, 5) };
	unsigned int slots[2];

	copy.attr.flags = IBV_FLOW_ATTR_FLAGS_DONT_TRAP;
	add_spec(&copy, &eth, sizeof(eth));
	flows[1] = create(ends.b, &copy);
	CHECK(flows[1]);
	slots[0] = want(&two, ends.b);
	slots[1] = want(&two, last);
	send_frame(&one, ends.a, &frames[0]);
	expect_both(&two, slots, &frames[0], &frames[0]);

	flows[2] = flow_to_mac(other, mac_b, 1);	/* between both */
	slots[0] = want(&two, ends.b);
	slots[1] = want(&two, other);
	send_frame(&one, ends.a, &frames[1]);
	expect_both(&two, slots, &frames[1], &frames[1]);

	CHECK_EQ(ibv_destroy_flow(flows[2]), 0);
	CHECK_EQ(ibv_destroy_flow(flows[0]), 0);
	only_last(&one, ends.a, &two, ends.b, &frames[2], 1);
	flows[0] = flow_to_mac(ends.b, mac_b, 15);
	slots[0] = want(&two, ends.b);
	slots[1] = want(&two, ends.b);
	send_frame(&one, ends.a, &frames[2]);
	expect_both(&two, slots, &frames[2], &frames[2]);
	CHECK_EQ(ibv_destroy_flow(flows[1]), 0);
	only_last(&one, ends.a, &two, ends.b, &frames[0], 1);
	CHECK_EQ(ibv_destroy_flow(flows[0]), 0);
	CHECK_EQ(ibv_destroy_qp(other), 0);
	CHECK_EQ(ibv_destroy_qp(last), 0);
	close_ends(&ends);
}

/*
 * Counters of flows: packets at index 2, bytes at 0, and both in one number at 1.
 */

static struct ibv_counters *new_counters(struct port *port)
{
	struct ibv_counters_init_attr init = { 0 };
	struct ibv_counters *counters = ibv_create_counters(port->side.context, &init);
	static const struct ibv_counter_attach_attr places[] = {
		{ IBV_COUNTER_PACKETS, 2, 0 }, { IBV_COUNTER_BYTES, 0, 0 }, { IBV_COUNTER_PACKETS, 1, 0 }, { IBV_COUNTER_BYTES, 1, 0 },
	};

	CHECK(counters);
	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
		struct ibv_counter_attach_attr attr = places[i];

		CHECK_EQ(ibv_attach_counters_point_flow(counters, &attr, NULL), 0);
	}
	return counters;
}

static void check_counters(struct ibv_counters *counters, uint64_t packets, uint64_t bytes)
{
	uint64_t values[4] = { 9, 9, 9, 9 };

	CHECK_EQ(ibv_read_counters(counters, values, 4, 0), 0);
	CHECK_EQ(values[2], packets);
	CHECK_EQ(values[0], bytes);
	CHECK_EQ(values[1], packets + bytes);
	CHECK_EQ(values[3], 0);
}

static struct flow counting_flow(struct ibv_counters *counters, const uint8_t mac[6], uint16_t priority)
{
	struct ibv_flow_spec_counter_action count = { .type = IBV_FLOW_SPEC_ACTION_COUNT, .size = sizeof(count), .counters = counters };
	struct ibv_flow_spec_eth eth = to_mac(mac);
	struct flow flow = flow_of(IBV_FLOW_ATTR_NORMAL, priority);

	add_spec(&flow, &eth, sizeof(eth));
	add_spec(&flow, &count, sizeof(count));
	return flow;
}

/* Flows with the same counters count together, those of one entry each packet; a flow that drops counts too. */
static void test_counters(void)
{
	const struct frame frames[] = { frame_to(mac_other, OTHER, 50), frame_to(mac_b, OTHER, 51) };
	struct ibv_flow_spec_action_drop drop = { .type = IBV_FLOW_SPEC_ACTION_DROP, .size = sizeof(drop) };
	struct ends ends = open_ends();
	struct ibv_qp *other = new_qp(&two, 0);
	struct ibv_counters *counters = new_counters(&two), *second = new_counters(&two);
	struct flow flow = counting_flow(counters, mac_b, 3);
	struct ibv_flow *flows[4];
	unsigned int slots[2];
	uint64_t value;

	CHECK_EQ(ibv_read_counters(counters, &value, 1, 0), EINVAL);	/* no flow has them */
	flows[0] = create(ends.b, &flow);
	CHECK(flows[0]);
	check_counters(counters, 0, 0);
	only_last(&one, ends.a, &two, ends.b, frames, 2);
	check_counters(counters, 1, frames[1].len);
	CHECK_EQ(ibv_read_counters(counters, &value, 1, 0), EINVAL);	/* no room */
	CHECK_EQ(ibv_destroy_counters(counters), EBUSY);

	flows[1] = create(other, &flow);	/* one entry */
	CHECK(flows[1]);
	flow = counting_flow(second, mac_b, 3);
	flows[2] = create(other, &flow);	/* one entry, two counters */
	CHECK(flows[2]);
	slots[0] = want(&two, ends.b);
	slots[1] = want(&two, other);
	send_frame(&one, ends.a, &frames[1]);
	expect_both(&two, slots, &frames[1], &frames[1]);
	check_counters(counters, 3, 3 * frames[1].len);
	check_counters(second, 1, frames[1].len);
	CHECK_EQ(ibv_destroy_flow(flows[2]), 0);
	CHECK_EQ(ibv_destroy_flow(flows[1]), 0);
	CHECK_EQ(ibv_read_counters(second, &value, 1, 0), EINVAL);
	/* Linux counts no more in an entry of which a counter has gone (core/fs_core.c del_sw_hw_rule()). */
	CHECK_EQ(ibv_destroy_flow(flows[0]), 0);

	flow = counting_flow(second, mac_b, 3);
	flows[0] = create(ends.b, &flow);
	CHECK(flows[0]);
	flow = counting_flow(second, mac_other, 9);
	add_spec(&flow, &drop, sizeof(drop));
	flows[3] = create(ends.b, &flow);
	CHECK(flows[3]);
	only_last(&one, ends.a, &two, ends.b, frames, 2);
	check_counters(second, 3, 2 * frames[1].len + frames[0].len);
	CHECK_EQ(ibv_destroy_flow(flows[3]), 0);
	CHECK_EQ(ibv_destroy_flow(flows[0]), 0);
	CHECK_EQ(ibv_destroy_counters(counters), 0);
	CHECK_EQ(ibv_destroy_counters(second), 0);
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

/*
 * Fields of flows, one after the other.
 */

/* A flow that compares one field with what the frame has there, and nothing else. @at: its place in the frame. */
struct field {
	size_t at, len;
	size_t value, mask;	/* places in the specification */
	uint16_t spec_size;
	enum ibv_flow_spec_type type;
	uint16_t ip;		/* of the frame; 0: none */
	uint8_t protocol;
};

#define FIELD(spec, spec_type, field, at, len, ip, protocol) \
	{ at, len, offsetof(struct spec, val.field), offsetof(struct spec, mask.field), sizeof(struct spec), spec_type, ip, \
	  protocol }
#define ETH(field, at, len) FIELD(ibv_flow_spec_eth, IBV_FLOW_SPEC_ETH, field, at, len, 0, 0)
#define OF_IPV4(field, at, len) \
	FIELD(ibv_flow_spec_ipv4_ext, IBV_FLOW_SPEC_IPV4_EXT, field, at, len, IPV4, IPPROTO_UDP)
#define OF_IPV6(field, at, len) FIELD(ibv_flow_spec_ipv6, IBV_FLOW_SPEC_IPV6, field, at, len, IPV6, IPPROTO_UDP)
#define PORT(type, field, at, ip, protocol) FIELD(ibv_flow_spec_tcp_udp, type, field, at, 2, ip, protocol)

static const struct field fields[] = {
	ETH(dst_mac[1], 1, 1),
	ETH(dst_mac[5], 5, 1),
	ETH(src_mac[0], 6, 4),
	ETH(src_mac[4], 10, 2),
	ETH(ether_type, 12, 2),
	OF_IPV4(src_ip, 26, 4),
	OF_IPV4(dst_ip, 30, 4),
	OF_IPV4(tos, 15, 1),
	OF_IPV4(proto, 23, 1),
	OF_IPV6(src_ip[0], 22, 16),
	OF_IPV6(dst_ip[0], 38, 16),
	OF_IPV6(next_hdr, 20, 1),
	PORT(IBV_FLOW_SPEC_UDP, src_port, 34, IPV4, IPPROTO_UDP),
	PORT(IBV_FLOW_SPEC_UDP, dst_port, 36, IPV4, IPPROTO_UDP),
	PORT(IBV_FLOW_SPEC_TCP, src_port, 34, IPV4, IPPROTO_TCP),
	PORT(IBV_FLOW_SPEC_TCP, dst_port, 36, IPV4, IPPROTO_TCP),
	PORT(IBV_FLOW_SPEC_TCP, src_port, 54, IPV6, IPPROTO_TCP),
	PORT(IBV_FLOW_SPEC_TCP, dst_port, 56, IPV6, IPPROTO_TCP),
};

static struct ibv_flow *flow_of_field(struct ibv_qp *qp, const struct field *field, const struct frame *frame)
{
	uint8_t spec[sizeof(struct ibv_flow_spec_ipv6)] = {0};
	struct flow flow = flow_of(IBV_FLOW_ATTR_NORMAL, 0);
	struct ibv_flow *made;

	memcpy(spec + offsetof(struct ibv_flow_spec_eth, type), &field->type, sizeof(field->type));
	memcpy(spec + offsetof(struct ibv_flow_spec_eth, size), &field->spec_size, sizeof(field->spec_size));
	memcpy(spec + field->value, frame->bytes + field->at, field->len);
	memset(spec + field->mask, 0xff, field->len);
	add_spec(&flow, spec, field->spec_size);
	made = create(qp, &flow);
	CHECK(made);
	return made;
}

/* Frames in which one byte of the field is another, or one bit if it has one byte, are not received. */
static void test_fields(void)
{
	struct ends ends = open_ends();

	for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++) {
		const struct field *field = &fields[i];
		struct frame frames[17], right = field->ip ? frame_of(field->ip, field->protocol, 80, (uint32_t)i) :
							     frame_to(mac_b, OTHER, (uint32_t)i);
		struct ibv_flow *flow = flow_of_field(ends.b, field, &right);
		size_t n;

		for (n = 0; n < (field->len == 1 ? 8 : field->len); n++) {
			frames[n] = right;
			frames[n].bytes[field->at + n % field->len] ^= (uint8_t)(field->len == 1 ? 1u << n : 0x10u);
		}
		frames[n] = right;
		only_last(&one, ends.a, &two, ends.b, frames, n + 1);
		CHECK_EQ(ibv_destroy_flow(flow), 0);
	}
	close_ends(&ends);
}

static struct frame with_tag(struct frame frame, uint16_t tpid, uint16_t tci)
{
	memmove(frame.bytes + 16, frame.bytes + 12, frame.len - 12);
	put16(&frame, 12, tpid);
	put16(&frame, 14, tci);
	frame.len += 4;
	return frame;
}

/* Flows compare the parts of a VLAN tag, and what follows it. */
static void test_tags(void)
{
	struct ibv_flow_spec_eth eth = to_mac(mac_b);
	struct ibv_flow_spec_tcp_udp udp = to_port(IBV_FLOW_SPEC_UDP, 80);
	struct flow flow = flow_of(IBV_FLOW_ATTR_NORMAL, 0);
	struct frame frames[5] = { frame_of(IPV4, IPPROTO_UDP, 80, 1) };
	struct ends ends = open_ends();
	struct ibv_flow *made;

	frames[1] = with_tag(frames[0], 0x8100, 0x6008);
	frames[2] = with_tag(frames[0], 0x8100, 0x4007);
	frames[3] = with_tag(frames[0], 0x8100, 0x7007);
	frames[4] = with_tag(frames[0], 0x8100, 0x6007);
	eth.mask.vlan_tag = 0xffff;
	eth.val.vlan_tag = htobe16(0x6007);
	add_spec(&flow, &eth, sizeof(eth));
	add_spec(&flow, &udp, sizeof(udp));
	made = create(ends.b, &flow);
	CHECK(made);
	only_last(&one, ends.a, &two, ends.b, frames, 5);
	CHECK_EQ(ibv_destroy_flow(made), 0);
	close_ends(&ends);
}

/* Of a packet in VXLAN, specifications of the inner headers compare those of the frame in it. */
static void test_inner(void)
{
	struct ibv_flow_spec_eth eth = to_mac(mac_other);
	struct frame frames[3] = { frame_of(IPV4, IPPROTO_UDP, 4789, 300) };
	struct flow flow = flow_of(IBV_FLOW_ATTR_NORMAL, 0);
	struct ends ends = open_ends();
	struct ibv_flow *made;

	eth.type |= IBV_FLOW_SPEC_INNER;
	add_spec(&flow, &eth, sizeof(eth));
	made = create(ends.b, &flow);
	CHECK(made);
	memcpy(frames[0].bytes + 42, (const uint8_t[8]){ 8 }, 8);
	memcpy(frames[0].bytes + 50, mac_other, 6);
	frames[1] = frames[2] = frames[0];
	put16(&frames[0], 36, 4790);
	memcpy(frames[1].bytes, mac_other, 6);
	memcpy(frames[1].bytes + 50, mac_b, 6);
	only_last(&one, ends.a, &two, ends.b, frames, 3);
	CHECK_EQ(ibv_destroy_flow(made), 0);
	close_ends(&ends);
}

/* Of two masks of one priority, that of the first flow decides. */
static void test_masks(void)
{
	struct ibv_flow_spec_eth eth = { .type = IBV_FLOW_SPEC_ETH, .size = sizeof(eth), .mask.ether_type = 0xffff,
					 .val.ether_type = htobe16(OTHER) };
	const struct frame frame = frame_to(mac_b, OTHER, 30);
	struct flow flow = flow_of(IBV_FLOW_ATTR_NORMAL, 0);
	struct ends ends = open_ends();
	struct ibv_qp *other = new_qp(&two, 0);
	struct ibv_flow *flows[2];

	add_spec(&flow, &eth, sizeof(eth));
	flows[0] = flow_to_mac(ends.b, mac_b, 0);
	flows[1] = create(other, &flow);
	CHECK(flows[1]);
	only_last(&one, ends.a, &two, ends.b, &frame, 1);
	CHECK_EQ(ibv_destroy_flow(flows[0]), 0);
	only_last(&one, ends.a, &two, other, &frame, 1);
	CHECK_EQ(ibv_destroy_flow(flows[1]), 0);
	CHECK_EQ(ibv_destroy_qp(other), 0);
	close_ends(&ends);
}

/* A receiver may allow frames of its transport domain to one address, to groups, or both. */
static void test_loops(void)
{
	static const uint32_t allowed[] = { MLX5DV_QP_CREATE_TIR_ALLOW_SELF_LOOPBACK_UC, MLX5DV_QP_CREATE_TIR_ALLOW_SELF_LOOPBACK_MC };
	const struct frame frames[] = { frame_to(mac_b, OTHER, 40), frame_to(mac_group, OTHER, 41) };

	for (unsigned int i = 0; i < 2; i++) {
		struct frame both[] = { frames[!i], frames[i] };
		struct ibv_flow *flow;
		struct ibv_qp *a, *b;

		open_port(&one);
		a = new_qp(&one, 0);
		b = new_qp(&one, allowed[i]);
		flow = flow_of_type(b, IBV_FLOW_ATTR_ALL_DEFAULT);
		only_last(&one, a, &one, b, both, 2);
		CHECK_EQ(ibv_destroy_flow(flow), 0);
		CHECK_EQ(ibv_destroy_qp(a), 0);
		CHECK_EQ(ibv_destroy_qp(b), 0);
		close_port(&one);
	}
}

/*
 * What the CQE says of a frame.
 */

/* The last CQE that was polled. */
static struct prm_cqe64_fields last_cqe(struct ibv_cq *cq)
{
	struct mlx5dv_cq dv;
	struct mlx5dv_obj obj = { .cq = { .in = cq, .out = &dv } };
	struct prm_cqe64_fields fields;
	const uint8_t *cqe;

	CHECK_EQ(mlx5dv_init_obj(&obj, MLX5DV_OBJ_CQ), 0);
	cqe = (const uint8_t *)dv.buf + ((be32toh((uint32_t)dv.dbrec[0]) - 1) & (dv.cqe_cnt - 1)) * dv.cqe_size;
	prm_cqe64_unpack(&fields, (const void *)(cqe + dv.cqe_size - 64), NULL);
	return fields;
}

/* Sends the frame, with checksums of the device or as it is; what its CQE says. */
static struct prm_cqe_receive_info_fields info_of(struct ends *ends, const struct frame *frame, bool has_sums)
{
	struct ibv_sge sge = { .addr = (uintptr_t)one.memory, .length = frame->len, .lkey = one.side.mr->lkey };
	struct ibv_send_wr *bad, request = { .wr_id = 9, .sg_list = &sge, .num_sge = 1, .opcode = IBV_WR_SEND,
					     .send_flags = IBV_SEND_SIGNALED | (has_sums ? IBV_SEND_IP_CSUM : 0) };
	const unsigned int slot = want(&two, ends->b);

	memcpy(one.memory, frame->bytes, frame->len);
	CHECK_EQ(ibv_post_send(ends->a, &request, &bad), 0);
	good_wc(one.side.send_cq, 9, IBV_WC_SEND);
	good_wc(two.side.recv_cq, slot, IBV_WC_RECV);
	return last_cqe(two.side.recv_cq).receive;
}

static void check_info(struct ends *ends, const struct frame *frame, bool has_sums,
		       const struct prm_cqe_receive_info_fields *wanted)
{
	const struct prm_cqe_receive_info_fields info = info_of(ends, frame, has_sums);
	struct frame got = { .len = frame->len };

	CHECK_EQ(info.l3_hdr_type, wanted->l3_hdr_type);
	CHECK_EQ(info.l4_hdr_type, wanted->l4_hdr_type);
	CHECK_EQ(info.l3_ok, wanted->l3_ok);
	CHECK_EQ(info.l4_ok, wanted->l4_ok);
	CHECK_EQ(info.ip_frag, wanted->ip_frag);
	CHECK_EQ(info.ip_ext_opts, wanted->ip_ext_opts);
	memcpy(got.bytes, two.memory + (SLOTS / 2 + (two.next - 1) % (SLOTS / 2)) * ROOM, got.len);
	CHECK_EQ(info.check_sum, sum_of(got.bytes + 14, got.len - 14));
}

#define WANTED(l3, l4, ...) \
	&(const struct prm_cqe_receive_info_fields){ .l3_hdr_type = PRM_CQE_L3_HDR_TYPE_##l3, \
						     .l4_hdr_type = PRM_CQE_L4_HDR_TYPE_##l4, __VA_ARGS__ }

/* With four bytes of options in the header of IPv4. */
static struct frame with_options(struct frame frame)
{
	memmove(frame.bytes + 38, frame.bytes + 34, frame.len - 34);
	frame.bytes[14]++;
	memset(frame.bytes + 34, 1, 4);
	frame.len += 4;
	put16(&frame, 16, (uint16_t)(frame.len - 14));
	return frame;
}

static void check_ipv4(struct ends *ends)
{
	struct frame frame = frame_of(IPV4, IPPROTO_UDP, 80, 51);

	check_info(ends, &frame, true, WANTED(IPV4, UDP, .l3_ok = true, .l4_ok = true));
	check_info(ends, &frame, false, WANTED(IPV4, UDP, .l3_ok = false, .l4_ok = false));
	put16(&frame, 24, (uint16_t)~sum_of(frame.bytes + 14, 20));
	put16(&frame, 40, 0);	/* without a checksum */
	check_info(ends, &frame, false, WANTED(IPV4, UDP, .l3_ok = true, .l4_ok = true));
	frame = frame_of(IPV4, IPPROTO_UDP, 80, 52);
	put16(&frame, 16, (uint16_t)(frame.len - 13));	/* longer than the frame */
	check_info(ends, &frame, true, WANTED(IPV4, UDP, .l3_ok = false, .l4_ok = false));
	frame = frame_of(IPV4, IPPROTO_UDP, 80, 53);
	put16(&frame, 16, (uint16_t)(frame.len - 24));	/* the last bytes do not belong to it */
	check_info(ends, &frame, true, WANTED(IPV4, UDP, .l3_ok = true, .l4_ok = true));
	frame = frame_of(IPV4, IPPROTO_UDP, 80, 54);
	put16(&frame, 20, 0x2000);
	check_info(ends, &frame, true, WANTED(IPV4, NONE, .l3_ok = true, .l4_ok = false, .ip_frag = true));
	put16(&frame, 20, 1);
	check_info(ends, &frame, true, WANTED(IPV4, NONE, .l3_ok = true, .l4_ok = false, .ip_frag = true));
	frame = frame_of(IPV4, IPPROTO_TCP, 80, 55);
	check_info(ends, &frame, true, WANTED(IPV4, TCP_NO_ACK, .l3_ok = true, .l4_ok = true));
	frame.bytes[47] |= 0x10;
	check_info(ends, &frame, true, WANTED(IPV4, TCP_ACK_AND_DATA, .l3_ok = true, .l4_ok = true));
	put16(&frame, 16, 40);
	check_info(ends, &frame, true, WANTED(IPV4, TCP_ACK_NO_DATA, .l3_ok = true, .l4_ok = true));
	frame = with_options(frame_of(IPV4, IPPROTO_TCP, 80, 56));
	frame.bytes[51] |= 0x10;
	frame.bytes[47] &= (uint8_t)~0x10u;	/* where the flags are without options */
	check_info(ends, &frame, true, WANTED(IPV4, TCP_ACK_AND_DATA, .l3_ok = true, .l4_ok = true, .ip_ext_opts = true));
	frame = frame_to(mac_b, OTHER, 57);
	check_info(ends, &frame, true, WANTED(NONE, NONE, .l3_ok = false, .l4_ok = false));
}

/* The frame with an extension header of @len bytes after that of IPv6. */
static struct frame with_extension(struct frame frame, uint8_t type, uint8_t len)
{
	memmove(frame.bytes + 54 + len, frame.bytes + 54, frame.len - 54);
	memset(frame.bytes + 54, 0, len);
	frame.bytes[54] = frame.bytes[20];
	frame.bytes[55] = type == IPPROTO_FRAGMENT ? 0 : (uint8_t)(len / 8 - 1);
	frame.bytes[20] = type;
	frame.len += len;
	put16(&frame, 18, (uint16_t)(frame.len - 54));
	return frame;
}

static void check_ipv6(struct ends *ends)
{
	struct frame frame = frame_of(IPV6, IPPROTO_UDP, 80, 61), other;

	check_info(ends, &frame, true, WANTED(IPV6, UDP, .l3_ok = true, .l4_ok = true));
	put16(&frame, 60, 0);	/* which only IPv4 allows */
	check_info(ends, &frame, false, WANTED(IPV6, UDP, .l3_ok = true, .l4_ok = false));
	other = with_extension(with_extension(frame, IPPROTO_DSTOPTS, 8), IPPROTO_HOPOPTS, 24);
	check_info(ends, &other, true, WANTED(IPV6, UDP, .l3_ok = true, .l4_ok = true, .ip_ext_opts = true));
	other = with_extension(frame, IPPROTO_FRAGMENT, 8);
	check_info(ends, &other, true, WANTED(IPV6, NONE, .l3_ok = true, .l4_ok = false, .ip_frag = true, .ip_ext_opts = true));
	put16(&frame, 18, (uint16_t)(frame.len - 53));
	check_info(ends, &frame, true, WANTED(IPV6, UDP, .l3_ok = false, .l4_ok = false));
}

/* A sum of UDP that is 0 is sent as the other zero, since 0 means that there is none. */
static void check_zero(struct ends *ends)
{
	struct frame frame = frame_of(IPV4, IPPROTO_UDP, 80, 62);

	put16(&frame, 40, 0);
	put16(&frame, 42, 0);
	put16(&frame, 42, (uint16_t)~sum_of_l4(&frame, IPV4, IPPROTO_UDP));
	info_of(ends, &frame, true);
	CHECK_EQ(two.memory[(SLOTS / 2 + (two.next - 1) % (SLOTS / 2)) * ROOM + 40], 0xff);
	CHECK_EQ(two.memory[(SLOTS / 2 + (two.next - 1) % (SLOTS / 2)) * ROOM + 41], 0xff);
}

static void test_heads(void)
{
	struct ends ends = open_ends();
	struct ibv_flow *flow = flow_of_type(ends.b, IBV_FLOW_ATTR_ALL_DEFAULT);

	check_ipv4(&ends);
	check_ipv6(&ends);
	check_zero(&ends);
	CHECK_EQ(ibv_destroy_flow(flow), 0);
	close_ends(&ends);
}

/*
 * What the device makes of a frame before it sends it.
 */

/* Posts a WQE with an Ethernet segment that libmlx5 does not write. The status of its completion. */
static enum ibv_wc_status post_by_hand(struct ibv_qp *qp, uint32_t len, const struct prm_eth_seg_fields *eth)
{
	struct mlx5dv_qp dv = {0};
	struct mlx5dv_obj obj = { .qp = { .in = qp, .out = &dv } };
	struct prm_ctrl_seg_fields ctrl = { .opcode = PRM_WQE_OPCODE_SEND, .qpn = qp->qp_num, .ds = 3,
					    .ce = PRM_COMPLETION_MODE_ALWAYS };
	const struct prm_data_seg_fields data = { .byte_count = len, .lkey = one.side.mr->lkey, .addr = (uintptr_t)one.memory };
	struct {
		struct prm_ctrl_seg ctrl;
		struct prm_eth_seg eth;
		struct prm_data_seg data;
	} wqe;
	uint64_t value;

	CHECK_EQ(mlx5dv_init_obj(&obj, MLX5DV_OBJ_QP), 0);
	ctrl.wqe_index = (uint16_t)be32toh((uint32_t)dv.dbrec[MLX5_SND_DBR]);
	prm_ctrl_seg_pack(&wqe.ctrl, &ctrl);
	prm_eth_seg_pack(&wqe.eth, eth);
	prm_data_seg_pack(&wqe.data, &data);
	memcpy((uint8_t *)dv.sq.buf + ctrl.wqe_index % dv.sq.wqe_cnt * 64, &wqe, sizeof(wqe));
	dv.dbrec[MLX5_SND_DBR] = (__be32)htobe32((ctrl.wqe_index + 1u) & 0xffff);
	memcpy(&value, &wqe, sizeof(value));
	*(volatile uint64_t *)dv.bf.reg = value;
	return next_wc(one.side.send_cq).status;
}

static void test_shapes(void)
{
	struct ends ends = open_ends();
	struct ibv_flow *flow = flow_of_type(ends.b, IBV_FLOW_ATTR_ALL_DEFAULT);
	struct frame frame = frame_to(mac_b, OTHER, 70), whole;
	unsigned int slot = want(&two, ends.b);

	send_frame(&one, ends.a, &frame);
	expect(&two, slot, &frame);
	for (uint32_t len = 18; len <= 61; len++) {	/* short ones are padded */
		whole = frame;
		frame.len = len;
		whole.len = len < 60 ? 60 : len;
		memset(whole.bytes + len, 0, 60);
		slot = want(&two, ends.b);
		send_frame(&one, ends.a, &frame);
		expect(&two, slot, &whole);
	}
	CHECK_EQ(ibv_destroy_flow(flow), 0);
	close_ends(&ends);
}

static void test_insert(void)
{
	struct ends ends = open_ends();
	struct ibv_flow *flow = flow_of_type(ends.b, IBV_FLOW_ATTR_ALL_DEFAULT);
	const struct frame frame = frame_to(mac_b, OTHER, 71);

	for (unsigned int i = 0; i < 2; i++) {
		const struct frame tagged = with_tag(frame, i ? 0x88a8 : 0x8100, 0x6123);
		const unsigned int slot = want(&two, ends.b);

		memcpy(one.memory, frame.bytes, frame.len);
		CHECK_EQ(post_by_hand(ends.a, frame.len, &(struct prm_eth_seg_fields){ .insert_vlan = true,
							.inline_hdr_or_insert = 0x6123 + i * 0x10000 }), IBV_WC_SUCCESS);
		expect(&two, slot, &tagged);
	}
	CHECK_EQ(ibv_destroy_flow(flow), 0);
	close_ends(&ends);
}

/* What is too long or too short is not sent, and ends the sender. */
static void test_lengths(void)
{
	static const uint32_t lengths[] = { ETH_HEAD - 1, LARGE + 1, ETH_HEAD, LARGE };
	const struct frame last = frame_to(mac_b, OTHER, 72);

	for (unsigned int i = 0; i < 4; i++) {
		struct ends ends = open_ends();
		struct ibv_flow *flow = flow_to_mac(ends.b, mac_b, 0);
		struct ibv_qp *other = new_qp(&one, 0);

		memset(one.memory, 0, sizeof(one.memory));
		CHECK_EQ(post_by_hand(ends.a, lengths[i], &(struct prm_eth_seg_fields){0}),
			 i < 2 ? IBV_WC_LOC_LEN_ERR : IBV_WC_SUCCESS);
		only_last(&one, other, &two, ends.b, &last, 1);
		CHECK_EQ(state_of(ends.a), i < 2 ? IBV_QPS_SQE : IBV_QPS_RTS);
		CHECK_EQ(ibv_destroy_qp(other), 0);
		CHECK_EQ(ibv_destroy_flow(flow), 0);
		close_ends(&ends);
	}
}

/*
 * Frames that come before a receive is posted.
 */

static void send_large(struct ibv_qp *qp, uint32_t number)
{
	struct ibv_sge sge = { .addr = (uintptr_t)one.memory, .length = LARGE, .lkey = one.side.mr->lkey };
	struct ibv_send_wr *bad, request = { .wr_id = 9, .sg_list = &sge, .num_sge = 1, .send_flags = IBV_SEND_SIGNALED,
					     .opcode = IBV_WR_SEND };
	const struct frame frame = frame_to(mac_b, OTHER, 80);

	memcpy(one.memory, frame.bytes, 60);
	memcpy(one.memory + 20, &number, sizeof(number));
	CHECK_EQ(ibv_post_send(qp, &request, &bad), 0);
	good_wc(one.side.send_cq, 9, IBV_WC_SEND);
}

static void want_large(struct ibv_qp *qp)
{
	struct ibv_sge sge = { .addr = (uintptr_t)two.memory, .length = LARGE, .lkey = two.side.mr->lkey };
	struct ibv_recv_wr *bad, request = { .wr_id = 8, .sg_list = &sge, .num_sge = 1 };

	CHECK_EQ(ibv_post_recv(qp, &request, &bad), 0);
}

static void expect_large(uint32_t number)
{
	CHECK_EQ(good_wc(two.side.recv_cq, 8, IBV_WC_RECV).byte_len, LARGE);
	CHECK(!memcmp(two.memory + 20, &number, sizeof(number)));
}

/* 16 MiB wait, in their order, also if others come while a receive is posted; what comes then is lost. */
static void test_waiting(void)
{
	const uint32_t most = (16u << 20) / LARGE, more = 50;
	struct ends ends = open_ends();
	struct ibv_flow *flow = flow_of_type(ends.b, IBV_FLOW_ATTR_ALL_DEFAULT);
	uint32_t i;

	for (i = 0; i < most + 3; i++)
		send_large(ends.a, i);
	for (i = 0; i < most; i++) {
		want_large(ends.b);
		if (i && i <= more)
			send_large(ends.a, most + i);
		expect_large(i);
	}
	for (i = 1; i <= more; i++) {
		want_large(ends.b);
		expect_large(most + i);
	}
	want_large(ends.b);
	no_wc(two.side.recv_cq);
	send_large(ends.a, 7);
	expect_large(7);
	send_large(ends.a, 8);	/* others wait after the last one */
	want_large(ends.b);
	expect_large(8);
	CHECK_EQ(ibv_destroy_flow(flow), 0);
	close_ends(&ends);
}

/* Frames that wait are lost with the state in which they came. */
static void test_forgotten(void)
{
	const struct frame old = frame_to(mac_b, OTHER, 81), frame = frame_to(mac_b, OTHER, 82);
	struct ends ends = open_ends();
	struct ibv_flow *flow = flow_to_mac(ends.b, mac_b, 0);

	send_frame(&one, ends.a, &old);
	CHECK_EQ(go_to(ends.b, IBV_QPS_RESET, 0), 0);
	send_frame(&one, ends.a, &old);
	CHECK_EQ(go_to(ends.b, IBV_QPS_INIT, IBV_QP_PORT), 0);
	CHECK_EQ(go_to(ends.b, IBV_QPS_RTR, 0), 0);
	only_last(&one, ends.a, &two, ends.b, &frame, 1);
	send_frame(&one, ends.a, &old);
	CHECK_EQ(go_to(ends.b, IBV_QPS_ERR, 0), 0);
	bad_wc(two.side.recv_cq, want(&two, ends.b), IBV_WC_WR_FLUSH_ERR);
	CHECK_EQ(ibv_destroy_flow(flow), 0);
	close_ends(&ends);
}

/* The numbers of a queue pair's parts, which libmlx5 learns when it is made: each names its part. */
static void test_handles(void)
{
	struct mlx5dv_qp dv = { .comp_mask = MLX5DV_QP_MASK_RAW_QP_HANDLES };
	struct prm_query_sq_in_fields sq = {0};
	struct prm_query_rq_in_fields rq = {0};
	struct prm_query_tis_in_fields tis = {0};
	struct prm_query_tir_in_fields tir = {0};
	struct ends ends = open_ends();
	struct mlx5dv_obj obj = { .qp = { .in = ends.b, .out = &dv } };
	union {
		struct prm_query_sq_in sq;
		struct prm_query_rq_in rq;
		struct prm_query_tis_in tis;
		struct prm_query_tir_in tir;
	} in;
	union {
		struct prm_query_sq_out sq;
		struct prm_query_rq_out rq;
		struct prm_query_tis_out tis;
		struct prm_query_tir_out tir;
	} out;
	uint32_t td;

	CHECK_EQ(mlx5dv_init_obj(&obj, MLX5DV_OBJ_QP), 0);
	CHECK_EQ(dv.comp_mask, MLX5DV_QP_MASK_RAW_QP_HANDLES);
#define ASK(part, number) \
	(part.number = dv.number, prm_query_##part##_in_pack(&in.part, &part), \
	 mlx5dv_devx_qp_query(ends.b, &in, sizeof(in.part), &out, sizeof(out.part)))
	CHECK_EQ(ASK(sq, sqn), 0);
	CHECK_EQ(prm_sqc_get_tis_num_0(&out.sq.sq_context), dv.tisn);
	CHECK_EQ(prm_sqc_get_state(&out.sq.sq_context), PRM_SQ_STATE_RDY);
	CHECK_EQ(ASK(rq, rqn), 0);
	CHECK_EQ(prm_rqc_get_state(&out.rq.rq_context), PRM_RQ_STATE_RDY);
	CHECK_EQ(ASK(tis, tisn), 0);
	td = prm_tisc_get_transport_domain(&out.tis.tis_context);
	CHECK_EQ(ASK(tir, tirn), 0);
	CHECK_EQ(prm_tirc_get_inline_rqn(&out.tir.tir_context), dv.rqn);
	CHECK_EQ(prm_tirc_get_transport_domain(&out.tir.tir_context), td);
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
	struct ibv_flow_spec_gre gre = { .type = IBV_FLOW_SPEC_GRE, .size = sizeof(gre), .mask.c_ks_res0_ver = 1 };
	struct ibv_flow_spec_esp esp = { .type = IBV_FLOW_SPEC_ESP, .size = sizeof(esp) };
	struct ibv_flow_spec_action_tag tag = { .type = IBV_FLOW_SPEC_ACTION_TAG, .size = sizeof(tag), .tag_id = 1u << 24 };
	struct ends ends = open_ends();
	struct ibv_qp *sender = make_qp(&two, 4, 0, 0);
	struct flow flow;

#define WITH(type, priority, ...) (flow = flow_of(type, priority), __VA_ARGS__, &flow)
#define SPEC(spec) add_spec(&flow, &(spec), sizeof(spec))
	refused(ends.b, WITH(IBV_FLOW_ATTR_NORMAL, 16, SPEC(eth)), ENOMEM);
	refused(ends.b, WITH(IBV_FLOW_ATTR_NORMAL, 0, flow.attr.port = 2), EINVAL);
	refused(ends.b, WITH(IBV_FLOW_ATTR_SNIFFER, 0, (void)0), EOPNOTSUPP);
	refused(ends.b, WITH(IBV_FLOW_ATTR_ALL_DEFAULT, 0, flow.attr.flags = IBV_FLOW_ATTR_FLAGS_DONT_TRAP), EINVAL);
	refused(ends.b, WITH(IBV_FLOW_ATTR_NORMAL, 0, flow.attr.flags = IBV_FLOW_ATTR_FLAGS_EGRESS), EOPNOTSUPP);
	refused(ends.b, WITH(IBV_FLOW_ATTR_NORMAL, 0, SPEC(ttl)), EOPNOTSUPP);
	refused(ends.b, WITH(IBV_FLOW_ATTR_NORMAL, 0, SPEC(tcp), SPEC(udp)), EINVAL);
	refused(ends.b, WITH(IBV_FLOW_ATTR_NORMAL, 0, SPEC(gre)), EOPNOTSUPP);
	gre.mask.c_ks_res0_ver = 0;
	gre.mask.key = 1;
	refused(ends.b, WITH(IBV_FLOW_ATTR_NORMAL, 0, SPEC(gre)), EINVAL);
	refused(ends.b, WITH(IBV_FLOW_ATTR_NORMAL, 0, SPEC(esp)), EOPNOTSUPP);
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
	{ "address", test_address }, { "one_context", test_one_context }, { "loops", test_loops },
	{ "ipv4", test_ipv4 }, { "ipv6", test_ipv6 }, { "fields", test_fields },
	{ "tags", test_tags }, { "inner", test_inner }, { "masks", test_masks },
	{ "checksums", test_checksums }, { "heads", test_heads }, { "vlan", test_vlan }, { "vxlan", test_vxlan },
	{ "shapes", test_shapes }, { "insert", test_insert }, { "lengths", test_lengths },
	{ "waiting", test_waiting }, { "forgotten", test_forgotten }, { "priorities", test_priorities },
	{ "shared", test_shared }, { "dont_trap", test_dont_trap }, { "counters", test_counters },
	{ "defaults", test_defaults }, { "drop", test_drop },
	{ "many", test_many }, { "tag", test_tag }, { "states", test_states },
	{ "handles", test_handles }, { "close", test_close }, { "refused", test_refused },
	{ "no_tis", test_no_tis }, { "infiniband", test_infiniband },
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
