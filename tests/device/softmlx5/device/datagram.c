// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Unreliable queue pairs: datagrams (UD) and connections (UC). There are no acknowledgements, a
 * message that cannot be received is lost, and a completion of the sender does not mean that the
 * message has arrived. Multicast groups are of datagrams.
 */
#include "tests.h"
#include "prm_qp.h"

#include <arpa/inet.h>
#include <endian.h>
#include <errno.h>
#include <infiniband/mlx5dv.h>
#include <string.h>
#include <sys/mman.h>

#define QKEY 0x11111111u
#define GRH_LEN 40u
#define MTU 4096u

/* Makes another queue pair on the CQs of a side. */
static struct ibv_qp *new_qp(struct side *side, enum ibv_qp_type type, uint32_t create_flags)
{
	struct ibv_qp_init_attr_ex attr = {
		.send_cq = side->send_cq, .recv_cq = side->recv_cq, .qp_type = type,
		.cap = { .max_send_wr = QUEUE, .max_recv_wr = QUEUE, .max_send_sge = MAX_SGE,
			 .max_recv_sge = MAX_SGE },
		.comp_mask = IBV_QP_INIT_ATTR_PD | (create_flags ? IBV_QP_INIT_ATTR_CREATE_FLAGS : 0),
		.pd = side->pd, .create_flags = create_flags,
	};
	struct ibv_qp *qp = ibv_create_qp_ex(side->context, &attr);

	CHECK(qp);
	return qp;
}

static struct ibv_qp *new_ud_with(struct side *side, bool is_sender, uint32_t create_flags)
{
	struct ibv_qp_attr attr = { .qp_state = IBV_QPS_INIT, .port_num = 1, .qkey = QKEY };
	struct ibv_qp *qp = new_qp(side, IBV_QPT_UD, create_flags);

	CHECK_EQ(ibv_modify_qp(qp, &attr, IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT |
			       IBV_QP_QKEY), 0);
	attr.qp_state = IBV_QPS_RTR;
	CHECK_EQ(ibv_modify_qp(qp, &attr, IBV_QP_STATE), 0);
	attr.qp_state = IBV_QPS_RTS;
	if (is_sender)
		CHECK_EQ(ibv_modify_qp(qp, &attr, IBV_QP_STATE | IBV_QP_SQ_PSN), 0);
	return qp;
}

static struct ibv_qp *new_ud(struct side *side, bool is_sender)
{
	return new_ud_with(side, is_sender, 0);
}

static struct ibv_ah *ah_to(struct side *side, uint16_t lid, const union ibv_gid *gid)
{
	struct ibv_ah_attr attr = { .dlid = lid, .port_num = 1, .sl = 3 };
	struct ibv_ah *ah;

	if (gid) {
		attr.is_global = 1;
		attr.grh = (struct ibv_global_route){
			.dgid = *gid, .hop_limit = 7, .traffic_class = 0x5a, .flow_label = 0x12345
		};
	}
	ah = ibv_create_ah(side->pd, &attr);
	CHECK(ah);
	return ah;
}

struct letter {
	struct ibv_ah *ah;
	uint32_t qpn, qkey, len;
	bool has_imm;
};

static void send_ud(struct side *side, struct ibv_qp *qp, uint64_t wr_id,
		    const struct letter *letter)
{
	struct ibv_sge sge = sge_of(side, 0, letter->len);
	struct ibv_send_wr *bad, request = {
		.wr_id = wr_id,
		.sg_list = &sge,
		.num_sge = 1,
		.send_flags = IBV_SEND_SIGNALED,
		.opcode = letter->has_imm ? IBV_WR_SEND_WITH_IMM : IBV_WR_SEND,
		.imm_data = htonl(0xabcd1234),
		.wr.ud = { .ah = letter->ah,
			   .remote_qpn = letter->qpn,
			   .remote_qkey = letter->qkey },
	};

	CHECK_EQ(ibv_post_send(qp, &request, &bad), 0);
}

static void recv_on(struct side *side, struct ibv_qp *qp, uint64_t wr_id, size_t offset,
		    uint32_t len)
{
	struct ibv_sge sge = sge_of(side, offset, len);
	struct ibv_recv_wr *bad, request = { .wr_id = wr_id, .sg_list = &sge, .num_sge = 1 };

	CHECK_EQ(ibv_post_recv(qp, &request, &bad), 0);
}

struct ud_rig {
	struct rig rig;
	struct ibv_qp *a, *b;
	struct ibv_ah *ah;	/* from a to b, by LID */
};

static void ud_open(struct ud_rig *ud)
{
	rig_open(&ud->rig, NULL);
	ud->a = new_ud(&ud->rig.a, true);
	ud->b = new_ud(&ud->rig.b,
		       false); /* it receives in RTR, without the event COMM_EST */
	ud->ah = ah_to(&ud->rig.a, lid_of(ud->rig.b.context), NULL);
	fill(ud->rig.a.buf, MTU, 1);
	memset(ud->rig.b.buf, 0xee, 2 * MTU);
}

static void ud_close(struct ud_rig *ud)
{
	no_wc(ud->rig.a.send_cq);
	no_wc(ud->rig.b.recv_cq);
	no_event(ud->rig.a.context);
	no_event(ud->rig.b.context);
	CHECK_EQ(ibv_destroy_ah(ud->ah), 0);
	CHECK_EQ(ibv_destroy_qp(ud->a), 0);
	CHECK_EQ(ibv_destroy_qp(ud->b), 0);
	rig_close(&ud->rig);
}

static struct letter letter_to_b(const struct ud_rig *ud, uint32_t len)
{
	return (struct letter){ .ah = ud->ah, .qpn = ud->b->qp_num, .qkey = QKEY, .len = len };
}

static void expect_datagram(struct ud_rig *ud, uint64_t wr_id, uint32_t len, unsigned int flags)
{
	struct ibv_wc wc = good_wc(ud->rig.b.recv_cq, wr_id, IBV_WC_RECV);

	CHECK_EQ(wc.byte_len, GRH_LEN + len);
	CHECK_EQ(wc.src_qp, ud->a->qp_num);
	CHECK_EQ(wc.slid, lid_of(ud->rig.a.context));
	CHECK_EQ(wc.sl, 3);
	CHECK_EQ(wc.qp_num, ud->b->qp_num);
	CHECK_EQ(wc.wc_flags, flags);
	if (flags & IBV_WC_WITH_IMM)
		CHECK_EQ(ntohl(wc.imm_data), 0xabcd1234);
	CHECK(!memcmp(ud->rig.b.buf + GRH_LEN, ud->rig.a.buf, len));
	CHECK_EQ(ud->rig.b.buf[GRH_LEN + len], 0xee);
}

static void ud_sizes(void)
{
	static const uint32_t sizes[] = { 1, 64, 1000, MTU };
	struct ud_rig ud;
	unsigned int i;

	ud_open(&ud);
	for (i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		struct letter letter = letter_to_b(&ud, sizes[i]);

		letter.has_imm = i % 2;
		recv_on(&ud.rig.b, ud.b, i, 0, 2 * MTU);
		send_ud(&ud.rig.a, ud.a, i, &letter);
		good_wc(ud.rig.a.send_cq, i, IBV_WC_SEND);
		expect_datagram(&ud, i, sizes[i], i % 2 ? IBV_WC_WITH_IMM : 0);
	}
	ud_close(&ud);
}

/* The global route header precedes the message. */
static void ud_grh(void)
{
	union ibv_gid from, to;
	struct ibv_grh grh;
	struct ibv_ah *ah;
	struct letter letter;
	struct ud_rig ud;

	ud_open(&ud);
	CHECK_EQ(ibv_query_gid(ud.rig.a.context, 1, 0, &from), 0);
	CHECK_EQ(ibv_query_gid(ud.rig.b.context, 1, 0, &to), 0);
	ah = ah_to(&ud.rig.a, lid_of(ud.rig.b.context), &to);
	letter = letter_to_b(&ud, 100);
	letter.ah = ah;
	recv_on(&ud.rig.b, ud.b, 1, 0, MTU);
	send_ud(&ud.rig.a, ud.a, 1, &letter);
	good_wc(ud.rig.a.send_cq, 1, IBV_WC_SEND);
	expect_datagram(&ud, 1, 100, IBV_WC_GRH);
	memcpy(&grh, ud.rig.b.buf, sizeof(grh));
	CHECK_EQ(be32toh(grh.version_tclass_flow), 0x65a12345);
	CHECK_EQ(grh.hop_limit, 7);
	CHECK(!memcmp(&grh.sgid, &from, sizeof(from)));
	CHECK(!memcmp(&grh.dgid, &to, sizeof(to)));
	CHECK_EQ(ibv_destroy_ah(ah), 0);
	ud_close(&ud);
}

static void connect_uc(struct ibv_qp *qp, uint16_t lid, uint32_t peer)
{
	struct ibv_qp_attr attr = {
		.qp_state = IBV_QPS_INIT, .port_num = 1, .qp_access_flags = IBV_ACCESS_REMOTE_WRITE,
		.path_mtu = IBV_MTU_1024, .dest_qp_num = peer, .rq_psn = 0xfffffe,
		.sq_psn = 0xfffffe, .ah_attr = { .dlid = lid, .port_num = 1 },
	};

	CHECK_EQ(ibv_modify_qp(qp, &attr, IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT |
			       IBV_QP_ACCESS_FLAGS), 0);
	attr.qp_state = IBV_QPS_RTR;
	CHECK_EQ(ibv_modify_qp(qp, &attr, IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU |
			       IBV_QP_DEST_QPN | IBV_QP_RQ_PSN), 0);
	attr.qp_state = IBV_QPS_RTS;
	CHECK_EQ(ibv_modify_qp(qp, &attr, IBV_QP_STATE | IBV_QP_SQ_PSN), 0);
}

/* A message of a connection, to a queue pair of datagrams. */
static void send_uc_to_ud(struct ud_rig *ud)
{
	struct ibv_qp *uc = new_qp(&ud->rig.a, IBV_QPT_UC, 0);
	struct ibv_sge sge = sge_of(&ud->rig.a, 0, 8);
	struct ibv_send_wr *bad, request = {
		.wr_id = 7, .sg_list = &sge, .num_sge = 1, .send_flags = IBV_SEND_SIGNALED,
		.opcode = IBV_WR_SEND,
	};

	connect_uc(uc, lid_of(ud->rig.b.context), ud->b->qp_num);
	CHECK_EQ(ibv_post_send(uc, &request, &bad), 0);
	good_wc(ud->rig.a.send_cq, 7, IBV_WC_SEND);
	CHECK_EQ(ibv_destroy_qp(uc), 0);
}

/*
 * Another Q_Key, no receive request, no such queue pair, one that has been destroyed, one of another
 * type: the sender gets no error.
 */
static void ud_lost(void)
{
	struct ibv_qp *destroyed;
	struct letter letter;
	struct ud_rig ud;

	ud_open(&ud);
	destroyed = new_ud(&ud.rig.b, false);
	letter = letter_to_b(&ud, 8);
	send_ud(&ud.rig.a, ud.a, 1, &letter);
	good_wc(ud.rig.a.send_cq, 1, IBV_WC_SEND);
	no_wc(ud.rig.b.recv_cq);
	recv_on(&ud.rig.b, ud.b, 2, 0, MTU);
	letter.qkey = QKEY + 1;
	send_ud(&ud.rig.a, ud.a, 3, &letter);
	good_wc(ud.rig.a.send_cq, 3, IBV_WC_SEND);
	letter.qkey = QKEY;
	letter.qpn = 0xfffff0;
	send_ud(&ud.rig.a, ud.a, 4, &letter);
	good_wc(ud.rig.a.send_cq, 4, IBV_WC_SEND);
	letter.qpn = ud.rig.b.qp->qp_num;
	send_ud(&ud.rig.a, ud.a, 5, &letter);
	good_wc(ud.rig.a.send_cq, 5, IBV_WC_SEND);
	letter.qpn = destroyed->qp_num;
	CHECK_EQ(ibv_destroy_qp(destroyed), 0);
	send_ud(&ud.rig.a, ud.a, 8, &letter);
	good_wc(ud.rig.a.send_cq, 8, IBV_WC_SEND);
	send_uc_to_ud(&ud);
	no_wc(ud.rig.b.recv_cq);
	/* The request is still there. The highest bit means the Q_Key of the sender's own. */
	letter.qpn = ud.b->qp_num;
	letter.qkey = 0x80000000;
	send_ud(&ud.rig.a, ud.a, 6, &letter);
	good_wc(ud.rig.a.send_cq, 6, IBV_WC_SEND);
	expect_datagram(&ud, 2, 8, 0);
	CHECK_EQ(state_of(ud.b), IBV_QPS_RTR);
	ud_close(&ud);
}

static void ud_too_long(void)
{
	struct letter letter;
	struct ud_rig ud;

	ud_open(&ud);
	letter = letter_to_b(&ud, MTU + 1);
	send_ud(&ud.rig.a, ud.a, 1, &letter);
	bad_wc(ud.rig.a.send_cq, 1, IBV_WC_LOC_LEN_ERR);
	ud_close(&ud);
}

/* The receive request is too short for header and message. */
static void ud_small_buffer(void)
{
	struct letter letter;
	struct ud_rig ud;

	ud_open(&ud);
	letter = letter_to_b(&ud, 100);
	recv_on(&ud.rig.b, ud.b, 1, 0, 139);
	send_ud(&ud.rig.a, ud.a, 2, &letter);
	good_wc(ud.rig.a.send_cq, 2, IBV_WC_SEND);
	bad_wc(ud.rig.b.recv_cq, 1, IBV_WC_LOC_LEN_ERR);
	ud_close(&ud);
}

struct uc_rig {
	struct rig rig;
	struct ibv_qp *a, *b;
};

static void uc_open(struct uc_rig *uc)
{
	const struct rig_options options = { .buf_len = LONG_LEN };

	rig_open(&uc->rig, &options);
	uc->a = new_qp(&uc->rig.a, IBV_QPT_UC, 0);
	uc->b = new_qp(&uc->rig.b, IBV_QPT_UC, 0);
	connect_uc(uc->a, lid_of(uc->rig.b.context), uc->b->qp_num);
	connect_uc(uc->b, lid_of(uc->rig.a.context), uc->a->qp_num);
	fill(uc->rig.a.buf, LONG_LEN, 2);
	memset(uc->rig.b.buf, 0xee, LONG_LEN);
}

static void uc_close(struct uc_rig *uc)
{
	no_wc(uc->rig.a.send_cq);
	no_wc(uc->rig.b.recv_cq);
	CHECK_EQ(ibv_destroy_qp(uc->a), 0);
	CHECK_EQ(ibv_destroy_qp(uc->b), 0);
	rig_close(&uc->rig);
}

static void uc_post(struct uc_rig *uc, uint64_t wr_id, enum ibv_wr_opcode opcode, uint32_t len)
{
	struct ibv_sge sge = sge_of(&uc->rig.a, 0, len);
	struct ibv_send_wr *bad, request = {
		.wr_id = wr_id, .sg_list = &sge, .num_sge = 1, .send_flags = IBV_SEND_SIGNALED,
		.opcode = opcode, .imm_data = htonl(77),
		.wr.rdma = { .remote_addr = (uintptr_t)uc->rig.b.buf, .rkey = uc->rig.b.mr->rkey },
	};

	CHECK_EQ(ibv_post_send(uc->a, &request, &bad), 0);
}

static void uc_requests(void)
{
	const uint32_t len = LONG_LEN - 5;
	struct uc_rig uc;
	struct ibv_wc wc;

	uc_open(&uc);
	recv_on(&uc.rig.b, uc.b, 1, 0, LONG_LEN);
	uc_post(&uc, 2, IBV_WR_SEND, len);
	good_wc(uc.rig.a.send_cq, 2, IBV_WC_SEND);
	wc = good_wc(uc.rig.b.recv_cq, 1, IBV_WC_RECV);
	CHECK_EQ(wc.byte_len, len);
	CHECK(!memcmp(uc.rig.a.buf, uc.rig.b.buf, len));
	CHECK_EQ(uc.rig.b.buf[len], 0xee);

	memset(uc.rig.b.buf, 0xee, LONG_LEN);
	recv_on(&uc.rig.b, uc.b, 4, 0, 0);
	uc_post(&uc, 3, IBV_WR_RDMA_WRITE, len);
	good_wc(uc.rig.a.send_cq, 3, IBV_WC_RDMA_WRITE);
	uc_post(&uc, 5, IBV_WR_RDMA_WRITE_WITH_IMM, 16);
	good_wc(uc.rig.a.send_cq, 5, IBV_WC_RDMA_WRITE);
	wc = good_wc(uc.rig.b.recv_cq, 4, IBV_WC_RECV_RDMA_WITH_IMM);
	CHECK_EQ(ntohl(wc.imm_data), 77);
	CHECK(!memcmp(uc.rig.a.buf, uc.rig.b.buf, len));
	CHECK_EQ(uc.rig.b.buf[len], 0xee);
	uc_close(&uc);
}

/* Without a receive request the message is lost, all packets of it; the next one is not. */
static void uc_lost(void)
{
	struct uc_rig uc;

	uc_open(&uc);
	uc_post(&uc, 1, IBV_WR_SEND, LONG_LEN);
	good_wc(uc.rig.a.send_cq, 1, IBV_WC_SEND);
	no_wc(uc.rig.b.recv_cq);
	recv_on(&uc.rig.b, uc.b, 2, 0, LONG_LEN);
	no_wc(uc.rig.b.recv_cq);
	CHECK_EQ(uc.rig.b.buf[0], 0xee);
	uc_post(&uc, 3, IBV_WR_SEND, 100);
	good_wc(uc.rig.a.send_cq, 3, IBV_WC_SEND);
	CHECK_EQ(good_wc(uc.rig.b.recv_cq, 2, IBV_WC_RECV).byte_len, 100);
	CHECK(!memcmp(uc.rig.a.buf, uc.rig.b.buf, 100));
	uc_close(&uc);
}

/* The sender fails in the middle of a message: the next message uses the same receive request. */
static void uc_torn(void)
{
	struct ibv_send_wr *bad, request = {
		.wr_id = 1, .num_sge = 2, .send_flags = IBV_SEND_SIGNALED, .opcode = IBV_WR_SEND,
	};
	struct ibv_sge list[2];
	struct uc_rig uc;
	struct ibv_mr *mr;
	void *page;

	uc_open(&uc);
	page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	CHECK(page != MAP_FAILED);
	mr = ibv_reg_mr(uc.rig.a.pd, page, 4096, 0);
	CHECK(mr);
	CHECK_EQ(munmap(page, 4096), 0);
	list[0] = sge_of(&uc.rig.a, 0, LONG_LEN - 4096);
	list[1] = (struct ibv_sge){ .addr = (uintptr_t)page, .length = 4096, .lkey = mr->lkey };
	request.sg_list = list;
	recv_on(&uc.rig.b, uc.b, 2, 0, LONG_LEN);
	recv_on(&uc.rig.b, uc.b, 3, 200, 100);
	CHECK_EQ(ibv_post_send(uc.a, &request, &bad), 0);
	bad_wc(uc.rig.a.send_cq, 1, IBV_WC_LOC_PROT_ERR);
	no_wc(uc.rig.b.recv_cq);
	CHECK_EQ(uc.rig.b.buf[0], uc.rig.a.buf[0]);	/* the first packet has arrived */
	CHECK_EQ(to_state(uc.a, IBV_QPS_RESET), 0);
	connect_uc(uc.a, lid_of(uc.rig.b.context), uc.b->qp_num);
	memset(uc.rig.b.buf, 0xee, 400);
	uc_post(&uc, 4, IBV_WR_SEND, 100);
	good_wc(uc.rig.a.send_cq, 4, IBV_WC_SEND);
	CHECK_EQ(good_wc(uc.rig.b.recv_cq, 2, IBV_WC_RECV).byte_len, 100);
	CHECK(!memcmp(uc.rig.a.buf, uc.rig.b.buf, 100));
	uc_post(&uc, 5, IBV_WR_SEND, 99);
	good_wc(uc.rig.a.send_cq, 5, IBV_WC_SEND);
	CHECK_EQ(good_wc(uc.rig.b.recv_cq, 3, IBV_WC_RECV).byte_len, 99);
	CHECK_EQ(ibv_dereg_mr(mr), 0);
	uc_close(&uc);
}

/*
 * Multicast groups. Their GIDs contain a LID, so that other programs of the fabric are in none of them.
 */

#define GROUP_QPN 0xffffffu
#define GROUP_LID 0xc001u	/* only the GID counts */

static union ibv_gid group_of(struct side *side)
{
	const uint16_t lid = htobe16(lid_of(side->context));
	union ibv_gid gid = { .raw = { 0xff, 0x12, 0x40, 0x01, 0xff, 0xff, [15] = 7 } };

	memcpy(gid.raw + 8, &lid, sizeof(lid));
	return gid;
}

/* @a sends, @own is on its side; @b and @second are on the other side. */
struct group_rig {
	struct ud_rig ud;
	struct ibv_qp *own, *second;
	union ibv_gid gid;
	struct letter letter;
};

static void group_open(struct group_rig *group, uint32_t flags_of_own)
{
	ud_open(&group->ud);
	group->own = new_ud_with(&group->ud.rig.a, true, flags_of_own);
	group->second = new_ud(&group->ud.rig.b, false);
	group->gid = group_of(&group->ud.rig.a);
	group->letter = (struct letter){
		.ah = ah_to(&group->ud.rig.a, GROUP_LID, &group->gid), .qpn = GROUP_QPN,
		.qkey = QKEY, .len = 100,
	};
}

static void group_close(struct group_rig *group)
{
	CHECK_EQ(ibv_destroy_ah(group->letter.ah), 0);
	CHECK_EQ(ibv_destroy_qp(group->own), 0);
	CHECK_EQ(ibv_destroy_qp(group->second), 0);
	no_wc(group->ud.rig.a.recv_cq);
	ud_close(&group->ud);
}

static void group_send(struct group_rig *group, struct ibv_qp *qp)
{
	send_ud(&group->ud.rig.a, qp, 1, &group->letter);
	good_wc(group->ud.rig.a.send_cq, 1, IBV_WC_SEND);
}

/* One QP after the other gets the datagram, in the order in which the receives complete. */
static void group_expect(struct group_rig *group, struct side *side, struct ibv_qp *qp,
			 uint64_t wr_id, size_t offset)
{
	const uint8_t *place = side->buf + offset;
	struct ibv_wc wc = good_wc(side->recv_cq, wr_id, IBV_WC_RECV);
	struct ibv_grh grh;

	CHECK_EQ(wc.qp_num, qp->qp_num);
	CHECK_EQ(wc.byte_len, GRH_LEN + group->letter.len);
	CHECK(wc.wc_flags & IBV_WC_GRH);
	memcpy(&grh, place, sizeof(grh));
	CHECK(!memcmp(&grh.dgid, &group->gid, sizeof(grh.dgid)));
	CHECK(!memcmp(place + GRH_LEN, group->ud.rig.a.buf, group->letter.len));
	CHECK_EQ(place[GRH_LEN + group->letter.len], 0xee);
	memset(side->buf + offset, 0xee, 256);
}

static void group_members(void)
{
	struct group_rig group;
	struct side *b;

	group_open(&group, 0);
	b = &group.ud.rig.b;
	recv_on(b, group.ud.b, 1, 0, 256);
	recv_on(b, group.second, 2, 256, 256);
	group_send(&group, group.ud.a);	/* to nobody */
	no_wc(b->recv_cq);

	CHECK_EQ(ibv_attach_mcast(group.ud.b, &group.gid, GROUP_LID), 0);
	CHECK_EQ(ibv_attach_mcast(group.ud.b, &group.gid, GROUP_LID), 0);	/* no second time */
	group_send(&group, group.ud.a);
	group_expect(&group, b, group.ud.b, 1, 0);
	no_wc(b->recv_cq);

	CHECK_EQ(ibv_attach_mcast(group.second, &group.gid, GROUP_LID), 0);
	recv_on(b, group.ud.b, 3, 0, 256);
	group_send(&group, group.ud.a);
	group_expect(&group, b, group.ud.b, 3, 0);
	group_expect(&group, b, group.second, 2, 256);

	CHECK_EQ(ibv_detach_mcast(group.ud.b, &group.gid, GROUP_LID), 0);
	recv_on(b, group.ud.b, 4, 0, 256);
	recv_on(b, group.second, 5, 256, 256);
	group_send(&group, group.ud.a);
	group_expect(&group, b, group.second, 5, 256);
	CHECK_EQ(ibv_detach_mcast(group.second, &group.gid, GROUP_LID), 0);
	group_send(&group, group.ud.a);
	group_close(&group);
}

/* A QP gets what it sends itself, unless it was made to block that. Other QPs of its port always do. */
static void group_own(void)
{
	struct group_rig group;
	struct side *a;

	group_open(&group, IBV_QP_CREATE_BLOCK_SELF_MCAST_LB);
	a = &group.ud.rig.a;
	memset(a->buf + 1024, 0xee, 512);
	CHECK_EQ(ibv_attach_mcast(group.ud.a, &group.gid, GROUP_LID), 0);
	CHECK_EQ(ibv_attach_mcast(group.own, &group.gid, GROUP_LID), 0);
	recv_on(a, group.ud.a, 1, 1024, 256);
	recv_on(a, group.own, 2, 1280, 256);
	group_send(&group, group.own);
	group_expect(&group, a, group.ud.a, 1, 1024);
	no_wc(a->recv_cq);
	recv_on(a, group.ud.a, 3, 1024, 256);
	group_send(&group, group.ud.a);
	group_expect(&group, a, group.ud.a, 3, 1024);
	group_expect(&group, a, group.own, 2, 1280);
	CHECK_EQ(ibv_detach_mcast(group.ud.a, &group.gid, GROUP_LID), 0);
	CHECK_EQ(ibv_detach_mcast(group.own, &group.gid, GROUP_LID), 0);
	group_close(&group);
}

/* An attachment by a command of DEVX is an object, which ends it. */
static void group_devx(void)
{
	struct prm_attach_to_mcg_in_fields fields;
	struct prm_attach_to_mcg_in in;
	struct prm_attach_to_mcg_out out;
	struct mlx5dv_devx_obj *obj;
	struct group_rig group;
	struct side *b;

	group_open(&group, 0);
	b = &group.ud.rig.b;
	prm_attach_to_mcg_in_fields_init(&fields);
	fields.qpn = group.ud.b->qp_num;
	memcpy(fields.multicast_gid, &group.gid, sizeof(fields.multicast_gid));
	prm_attach_to_mcg_in_pack(&in, &fields);
	obj = mlx5dv_devx_obj_create(b->context, &in, sizeof(in), &out, sizeof(out));
	CHECK(obj);
	CHECK(!mlx5dv_devx_obj_create(b->context, &in, sizeof(in), &out, sizeof(out)));
	CHECK_EQ(prm_attach_to_mcg_out_get_status(&out), PRM_CMD_STATUS_BAD_RES_STATE);
	recv_on(b, group.ud.b, 1, 0, 256);
	group_send(&group, group.ud.a);
	group_expect(&group, b, group.ud.b, 1, 0);
	CHECK_EQ(mlx5dv_devx_obj_destroy(obj), 0);
	recv_on(b, group.ud.b, 2, 0, 256);
	group_send(&group, group.ud.a);
	group_close(&group);
}

/* Datagrams with another Q_Key or QP number are lost; what is no group, or in none, is refused. */
static void group_refused(void)
{
	const uint16_t permissive = 0xffff, last = 0xbfff;
	struct group_rig group;
	union ibv_gid own;
	struct side *b;

	group_open(&group, 0);
	b = &group.ud.rig.b;
	CHECK_EQ(ibv_query_gid(b->context, 1, 0, &own), 0);
	CHECK_EQ(ibv_attach_mcast(group.ud.b, &own, GROUP_LID), EINVAL);
	CHECK_EQ(ibv_attach_mcast(b->qp, &group.gid, GROUP_LID), EINVAL);	/* RC */
	CHECK_EQ(ibv_attach_mcast(group.ud.b, &group.gid, last), EINVAL);
	CHECK_EQ(ibv_attach_mcast(group.ud.b, &group.gid, permissive), EINVAL);
	CHECK_EQ(ibv_detach_mcast(group.ud.b, &group.gid, GROUP_LID), EINVAL);
	CHECK_EQ(ibv_attach_mcast(group.ud.b, &group.gid, GROUP_LID), 0);
	CHECK_EQ(ibv_detach_mcast(group.ud.b, &group.gid, GROUP_LID + 1), EINVAL);
	CHECK_EQ(ibv_destroy_qp(group.ud.b), EBUSY);
	recv_on(b, group.ud.b, 1, 0, 256);
	group.letter.qkey = QKEY + 1;
	group_send(&group, group.ud.a);
	group.letter.qkey = QKEY;
	group.letter.qpn = group.ud.b->qp_num;
	group_send(&group, group.ud.a);
	no_wc(b->recv_cq);
	CHECK_EQ(ibv_detach_mcast(group.ud.b, &group.gid, GROUP_LID), 0);
	group_close(&group);
}

const struct test datagram_tests[] = {
	{ "ud_sizes", ud_sizes, false },
	{ "ud_grh", ud_grh, false },
	{ "ud_lost", ud_lost, false },
	{ "ud_too_long", ud_too_long, false },
	{ "ud_small_buffer", ud_small_buffer, false },
	{ "group_members", group_members, false },
	{ "group_own", group_own, false },
	{ "group_devx", group_devx, false },
	{ "group_refused", group_refused, false },
	{ "uc_requests", uc_requests, false },
	{ "uc_lost", uc_lost, false },
	{ "uc_torn", uc_torn, false },
	{ NULL, NULL, false },
};
