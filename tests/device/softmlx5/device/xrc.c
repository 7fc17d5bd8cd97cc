// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Extended reliable connections: a QP of side a sends to SRQs of a domain of side b through one
 * target QP. The SRQ of a request has the CQ for its completion and the PD for its memory.
 */
#include "tests.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "prm_srq.h"

#define N_SRQS 2
#define PSN 7u
#define NO_SRQ 0xabcdefu

struct xrc {
	struct rig rig;
	struct ibv_xrcd *xrcd;
	struct ibv_cq *cq[N_SRQS];
	struct ibv_srq *srq[N_SRQS];
	uint32_t srqn[N_SRQS];
	struct ibv_qp *sender, *target;
};

static struct ibv_xrcd *open_domain(struct ibv_context *context, int fd, int flags)
{
	struct ibv_xrcd_init_attr attr = {
		.comp_mask = IBV_XRCD_INIT_ATTR_FD | IBV_XRCD_INIT_ATTR_OFLAGS,
		.fd = fd, .oflags = flags,
	};

	return ibv_open_xrcd(context, &attr);
}

static struct ibv_srq *new_srq(struct side *side, struct ibv_pd *pd, struct ibv_xrcd *xrcd,
			       struct ibv_cq *cq)
{
	struct ibv_srq_init_attr_ex attr = {
		.attr = { .max_wr = QUEUE, .max_sge = MAX_SGE },
		.comp_mask = IBV_SRQ_INIT_ATTR_TYPE | IBV_SRQ_INIT_ATTR_XRCD |
			     IBV_SRQ_INIT_ATTR_CQ | IBV_SRQ_INIT_ATTR_PD,
		.srq_type = IBV_SRQT_XRC, .xrcd = xrcd, .cq = cq, .pd = pd,
	};
	struct ibv_srq *srq = ibv_create_srq_ex(side->context, &attr);

	CHECK(srq);
	return srq;
}

static struct ibv_qp *new_target(struct ibv_context *context, struct ibv_xrcd *xrcd)
{
	struct ibv_qp_init_attr_ex attr = {
		.qp_type = IBV_QPT_XRC_RECV, .comp_mask = IBV_QP_INIT_ATTR_XRCD, .xrcd = xrcd,
	};

	return ibv_create_qp_ex(context, &attr);
}

static struct ibv_qp *new_sender(struct side *side)
{
	struct ibv_qp_init_attr_ex attr = {
		.qp_type = IBV_QPT_XRC_SEND, .send_cq = side->send_cq, .pd = side->pd,
		.cap = { .max_send_wr = QUEUE, .max_send_sge = MAX_SGE },
		.comp_mask = IBV_QP_INIT_ATTR_PD, .sq_sig_all = 1,
	};

	return ibv_create_qp_ex(side->context, &attr);
}

/* Connects one end. Neither has attributes of the direction that it lacks. */
static void connect_end(struct ibv_qp *qp, bool is_target, uint32_t peer, uint16_t lid)
{
	struct ibv_qp_attr attr = link_to(peer, lid);

	attr.rq_psn = attr.sq_psn = PSN;
	attr.max_dest_rd_atomic = attr.max_rd_atomic = 1;
	attr.timeout = 4;
	attr.retry_cnt = attr.rnr_retry = 1;
	CHECK_EQ(to_init(qp, &attr), 0);
	attr.qp_state = IBV_QPS_RTR;
	CHECK_EQ(ibv_modify_qp(qp, &attr, IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU |
			       IBV_QP_DEST_QPN | IBV_QP_RQ_PSN |
			       (is_target ? IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER : 0)),
		 0);
	attr.qp_state = IBV_QPS_RTS;
	CHECK_EQ(ibv_modify_qp(qp, &attr, IBV_QP_STATE | IBV_QP_TIMEOUT | IBV_QP_SQ_PSN |
			       (is_target ? 0 : IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY |
						IBV_QP_MAX_QP_RD_ATOMIC)), 0);
}

static void xrc_connect(struct xrc *xrc)
{
	connect_end(xrc->target, true, xrc->sender->qp_num, lid_of(xrc->rig.a.context));
	connect_end(xrc->sender, false, xrc->target->qp_num, lid_of(xrc->rig.b.context));
}

static void xrc_open(struct xrc *xrc)
{
	const struct rig_options options = {0};
	struct side *b = &xrc->rig.b;

	rig_open(&xrc->rig, &options);
	xrc->xrcd = open_domain(b->context, -1, O_CREAT);
	CHECK(xrc->xrcd);
	for (int i = 0; i < N_SRQS; i++) {
		xrc->cq[i] = ibv_create_cq(b->context, QUEUE, NULL, NULL, 0);
		CHECK(xrc->cq[i]);
		xrc->srq[i] = new_srq(b, b->pd, xrc->xrcd, xrc->cq[i]);
		CHECK_EQ(ibv_get_srq_num(xrc->srq[i], &xrc->srqn[i]), 0);
	}
	xrc->target = new_target(b->context, xrc->xrcd);
	xrc->sender = new_sender(&xrc->rig.a);
	CHECK(xrc->target && xrc->sender);
	xrc_connect(xrc);
}

static void xrc_close(struct xrc *xrc)
{
	CHECK_EQ(ibv_destroy_qp(xrc->sender), 0);
	if (xrc->target)
		CHECK_EQ(ibv_destroy_qp(xrc->target), 0);
	for (int i = 0; i < N_SRQS; i++) {
		if (xrc->srq[i])
			CHECK_EQ(ibv_destroy_srq(xrc->srq[i]), 0);
		no_wc(xrc->cq[i]);
		CHECK_EQ(ibv_destroy_cq(xrc->cq[i]), 0);
	}
	if (xrc->xrcd)
		CHECK_EQ(ibv_close_xrcd(xrc->xrcd), 0);
	rig_close(&xrc->rig);
}

static void post_srq(struct xrc *xrc, int i, uint64_t wr_id, size_t offset, uint32_t len)
{
	struct ibv_sge sge = sge_of(&xrc->rig.b, offset, len);
	struct ibv_recv_wr wr = { .wr_id = wr_id, .sg_list = &sge, .num_sge = 1 }, *bad;

	CHECK_EQ(ibv_post_srq_recv(xrc->srq[i], &wr, &bad), 0);
}

/* A request of @len bytes from the start of a's buffer, to @srqn. */
static void post(struct xrc *xrc, enum ibv_wr_opcode opcode, uint32_t srqn, uint32_t len,
		 size_t remote)
{
	struct ibv_sge sge = sge_of(&xrc->rig.a, 0, len);
	struct ibv_send_wr wr = {
		.wr_id = opcode, .sg_list = &sge, .num_sge = 1, .opcode = opcode,
		.imm_data = 0x11223344, .qp_type.xrc.remote_srqn = srqn,
	}, *bad;

	if (opcode == IBV_WR_ATOMIC_FETCH_AND_ADD) {
		wr.wr.atomic.remote_addr = (uintptr_t)xrc->rig.b.buf + remote;
		wr.wr.atomic.rkey = xrc->rig.b.mr->rkey;
		wr.wr.atomic.compare_add = 5;
	} else {
		wr.wr.rdma.remote_addr = (uintptr_t)xrc->rig.b.buf + remote;
		wr.wr.rdma.rkey = xrc->rig.b.mr->rkey;
	}
	CHECK_EQ(ibv_post_send(xrc->sender, &wr, &bad), 0);
}

static void expect_receive(struct xrc *xrc, int i, uint64_t wr_id, enum ibv_wc_opcode opcode,
			   uint32_t len, bool has_imm)
{
	struct ibv_wc wc = good_wc(xrc->cq[i], wr_id, opcode);

	CHECK_EQ(wc.byte_len, len);
	CHECK_EQ(wc.qp_num, xrc->target->qp_num);
	CHECK_EQ(!!(wc.wc_flags & IBV_WC_WITH_IMM), has_imm);
	if (has_imm)
		CHECK_EQ(wc.imm_data, 0x11223344);
}

/* Sends to both SRQs in turn, of one packet and of several. */
static void test_sends(void)
{
	struct xrc xrc = {0};

	xrc_open(&xrc);
	for (uint32_t n = 0; n < 12; n++) {
		const uint32_t len = n % 3 ? 5000 + n : 40 + n;
		const int i = n % 2;
		const bool has_imm = n % 4 > 1;

		fill(xrc.rig.a.buf, len, n);
		memset(xrc.rig.b.buf, 0, BUF_LEN);
		post_srq(&xrc, i, 100 + n, 1000, len + 7);
		post(&xrc, has_imm ? IBV_WR_SEND_WITH_IMM : IBV_WR_SEND, xrc.srqn[i], len, 0);
		good_wc(xrc.rig.a.send_cq, has_imm ? IBV_WR_SEND_WITH_IMM : IBV_WR_SEND, IBV_WC_SEND);
		expect_receive(&xrc, i, 100 + n, IBV_WC_RECV, len, has_imm);
		CHECK(!memcmp(xrc.rig.b.buf + 1000, xrc.rig.a.buf, len) &&
		      !xrc.rig.b.buf[1000 + len]);
		no_wc(xrc.cq[!i]);
	}
	xrc_close(&xrc);
}

/* RDMA and atomics name an SRQ as well; only immediate data take its WQEs. */
static void test_rdma(void)
{
	struct xrc xrc = {0};
	uint64_t number = 37;

	xrc_open(&xrc);
	fill(xrc.rig.a.buf, 9000, 1);
	post(&xrc, IBV_WR_RDMA_WRITE, xrc.srqn[1], 9000, 4096);
	good_wc(xrc.rig.a.send_cq, IBV_WR_RDMA_WRITE, IBV_WC_RDMA_WRITE);
	CHECK(!memcmp(xrc.rig.b.buf + 4096, xrc.rig.a.buf, 9000));
	post_srq(&xrc, 1, 9, 0, 0);
	post(&xrc, IBV_WR_RDMA_WRITE_WITH_IMM, xrc.srqn[1], 300, 20000);
	good_wc(xrc.rig.a.send_cq, IBV_WR_RDMA_WRITE_WITH_IMM, IBV_WC_RDMA_WRITE);
	expect_receive(&xrc, 1, 9, IBV_WC_RECV_RDMA_WITH_IMM, 300, true);
	CHECK(!memcmp(xrc.rig.b.buf + 20000, xrc.rig.a.buf, 300));
	fill(xrc.rig.b.buf, 9000, 2);
	post(&xrc, IBV_WR_RDMA_READ, xrc.srqn[0], 9000, 0);
	good_wc(xrc.rig.a.send_cq, IBV_WR_RDMA_READ, IBV_WC_RDMA_READ);
	CHECK(!memcmp(xrc.rig.a.buf, xrc.rig.b.buf, 9000));
	memcpy(xrc.rig.b.buf + 64, &number, sizeof(number));
	post(&xrc, IBV_WR_ATOMIC_FETCH_AND_ADD, xrc.srqn[0], sizeof(number), 64);
	good_wc(xrc.rig.a.send_cq, IBV_WR_ATOMIC_FETCH_AND_ADD, IBV_WC_FETCH_ADD);
	CHECK(!memcmp(xrc.rig.a.buf, &number, sizeof(number)));
	number = 42;
	CHECK(!memcmp(xrc.rig.b.buf + 64, &number, sizeof(number)));
	xrc_close(&xrc);
}

/* The request is refused, and both ends are in error. */
static void expect_refusal(struct xrc *xrc, enum ibv_wr_opcode opcode, enum ibv_wc_status status,
			   enum ibv_event_type type)
{
	struct ibv_async_event event;

	bad_wc(xrc->rig.a.send_cq, opcode, status);
	event = next_event(xrc->rig.b.context);
	CHECK_EQ(event.event_type, type);
	CHECK(event.element.qp == xrc->target);
	ibv_ack_async_event(&event);
	CHECK_EQ(state_of(xrc->sender), IBV_QPS_ERR);
	CHECK_EQ(state_of(xrc->target), IBV_QPS_ERR);
}

static void reconnect(struct xrc *xrc)
{
	CHECK_EQ(to_state(xrc->sender, IBV_QPS_RESET), 0);
	CHECK_EQ(to_state(xrc->target, IBV_QPS_RESET), 0);
	xrc_connect(xrc);
}

/* SRQs that are none, that another domain has, that are no SRQ of XRC, and that are gone. */
static void test_wrong_srqs(void)
{
	struct ibv_srq_init_attr basic = { .attr = { .max_wr = 4, .max_sge = 1 } };
	struct xrc xrc = {0};
	struct ibv_xrcd *other;
	struct ibv_srq *srq;
	uint32_t srqn;

	xrc_open(&xrc);
	post(&xrc, IBV_WR_SEND, NO_SRQ, 10, 0);
	expect_refusal(&xrc, IBV_WR_SEND, IBV_WC_REM_INV_REQ_ERR, IBV_EVENT_QP_REQ_ERR);
	reconnect(&xrc);
	other = open_domain(xrc.rig.b.context, -1, O_CREAT);
	CHECK(other);
	srq = new_srq(&xrc.rig.b, xrc.rig.b.pd, other, xrc.cq[0]);
	CHECK_EQ(ibv_get_srq_num(srq, &srqn), 0);
	post(&xrc, IBV_WR_RDMA_WRITE, srqn, 10, 0);
	expect_refusal(&xrc, IBV_WR_RDMA_WRITE, IBV_WC_REM_INV_REQ_ERR, IBV_EVENT_QP_REQ_ERR);
	CHECK_EQ(ibv_close_xrcd(other), EBUSY);
	CHECK_EQ(ibv_destroy_srq(srq), 0);
	CHECK_EQ(ibv_close_xrcd(other), 0);
	reconnect(&xrc);
	srq = ibv_create_srq(xrc.rig.b.pd, &basic);
	CHECK(srq);
	post(&xrc, IBV_WR_SEND, srqn, 10, 0);	/* perhaps its number */
	expect_refusal(&xrc, IBV_WR_SEND, IBV_WC_REM_INV_REQ_ERR, IBV_EVENT_QP_REQ_ERR);
	CHECK_EQ(ibv_destroy_srq(srq), 0);
	reconnect(&xrc);
	post_srq(&xrc, 0, 1, 0, 100);
	CHECK_EQ(ibv_destroy_srq(xrc.srq[0]), 0);
	xrc.srq[0] = NULL;
	post(&xrc, IBV_WR_SEND, xrc.srqn[0], 10, 0);
	expect_refusal(&xrc, IBV_WR_SEND, IBV_WC_REM_INV_REQ_ERR, IBV_EVENT_QP_REQ_ERR);
	reconnect(&xrc);
	post_srq(&xrc, 1, 2, 0, 100);
	post(&xrc, IBV_WR_SEND, xrc.srqn[1], 10, 0);
	good_wc(xrc.rig.a.send_cq, IBV_WR_SEND, IBV_WC_SEND);
	expect_receive(&xrc, 1, 2, IBV_WC_RECV, 10, false);
	xrc_close(&xrc);
}

/* An empty SRQ: not ready, until the retries are over; the target goes on. */
static void test_empty_srq(void)
{
	struct xrc xrc = {0};

	xrc_open(&xrc);
	post_srq(&xrc, 0, 1, 0, 100);	/* of no use for the other one */
	post(&xrc, IBV_WR_SEND, xrc.srqn[1], 10, 0);
	bad_wc(xrc.rig.a.send_cq, IBV_WR_SEND, IBV_WC_RNR_RETRY_EXC_ERR);
	CHECK_EQ(state_of(xrc.target), IBV_QPS_RTS);
	CHECK_EQ(to_state(xrc.sender, IBV_QPS_RESET), 0);
	connect_end(xrc.sender, false, xrc.target->qp_num, lid_of(xrc.rig.b.context));
	post(&xrc, IBV_WR_SEND, xrc.srqn[0], 10, 0);
	good_wc(xrc.rig.a.send_cq, IBV_WR_SEND, IBV_WC_SEND);
	expect_receive(&xrc, 0, 1, IBV_WC_RECV, 10, false);
	xrc_close(&xrc);
}

/* Memory is that of the SRQ's PD: keys of another one are refused, at either end. */
static void test_pd(void)
{
	struct xrc xrc = {0};
	struct ibv_pd *pd;
	struct ibv_srq *srq;
	uint32_t srqn;

	xrc_open(&xrc);
	pd = ibv_alloc_pd(xrc.rig.b.context);
	CHECK(pd);
	srq = new_srq(&xrc.rig.b, pd, xrc.xrcd, xrc.cq[0]);
	CHECK_EQ(ibv_get_srq_num(srq, &srqn), 0);
	post(&xrc, IBV_WR_RDMA_WRITE, srqn, 10, 0);
	expect_refusal(&xrc, IBV_WR_RDMA_WRITE, IBV_WC_REM_ACCESS_ERR, IBV_EVENT_QP_ACCESS_ERR);
	reconnect(&xrc);
	post(&xrc, IBV_WR_RDMA_WRITE, xrc.srqn[0], 10, 0);
	good_wc(xrc.rig.a.send_cq, IBV_WR_RDMA_WRITE, IBV_WC_RDMA_WRITE);
	CHECK_EQ(ibv_dealloc_pd(pd), EBUSY);
	CHECK_EQ(ibv_destroy_srq(srq), 0);
	CHECK_EQ(ibv_dealloc_pd(pd), 0);
	xrc_close(&xrc);
}

/* The limit of an SRQ, and what queries say. */
static void test_limit(void)
{
	struct ibv_srq_attr attr = { .srq_limit = 2 };
	struct ibv_async_event event;
	struct xrc xrc = {0};

	xrc_open(&xrc);
	for (uint64_t n = 0; n < 3; n++)
		post_srq(&xrc, 1, n, 0, 100);
	CHECK_EQ(ibv_modify_srq(xrc.srq[1], &attr, IBV_SRQ_LIMIT), 0);
	CHECK_EQ(ibv_query_srq(xrc.srq[1], &attr), 0);
	CHECK_EQ(attr.srq_limit, 2);
	CHECK(attr.max_wr >= QUEUE && attr.max_sge >= MAX_SGE);
	for (uint64_t n = 0; n < 2; n++) {
		no_event(xrc.rig.b.context);
		post(&xrc, IBV_WR_SEND, xrc.srqn[1], 10, 0);
		good_wc(xrc.rig.a.send_cq, IBV_WR_SEND, IBV_WC_SEND);
		expect_receive(&xrc, 1, n, IBV_WC_RECV, 10, false);
	}
	event = next_event(xrc.rig.b.context);
	CHECK_EQ(event.event_type, IBV_EVENT_SRQ_LIMIT_REACHED);
	CHECK(event.element.srq == xrc.srq[1]);
	ibv_ack_async_event(&event);
	CHECK_EQ(ibv_query_srq(xrc.srq[1], &attr), 0);
	CHECK_EQ(attr.srq_limit, 0);
	xrc_close(&xrc);
}

/*
 * A domain that two contexts share by a file, and a target that both have open. Events reach both;
 * the target lives until the last has closed it. (libmlx5 crashes when a handle of ibv_open_qp() is
 * reset or destroyed, so the end of its context closes it.)
 */
static void test_shared(void)
{
	char name[] = "/tmp/softmlx5-xrcd-XXXXXX";
	struct ibv_qp_open_attr open_attr = {
		.comp_mask = IBV_QP_OPEN_ATTR_NUM | IBV_QP_OPEN_ATTR_XRCD | IBV_QP_OPEN_ATTR_TYPE,
		.qp_type = IBV_QPT_XRC_RECV,
	};
	struct ibv_qp *first, *second, *contexts_qp[2];
	struct ibv_context *context;
	struct ibv_xrcd *xrcd, *others;
	struct ibv_async_event event;
	struct xrc xrc = {0};
	int fd = mkstemp(name);

	CHECK(fd >= 0);
	unlink(name);
	xrc_open(&xrc);
	context = ibv_open_device(xrc.rig.b.context->device);
	CHECK(context);
	CHECK(!open_domain(context, fd, 0) && errno == EAGAIN);
	CHECK(!open_domain(context, 999, O_CREAT) && errno == EBADF);
	xrcd = open_domain(xrc.rig.b.context, fd, O_CREAT | O_EXCL);
	CHECK(xrcd);
	CHECK(!open_domain(context, fd, O_CREAT | O_EXCL) && errno == EINVAL);
	others = open_domain(context, fd, 0);
	CHECK(others);

	CHECK_EQ(ibv_destroy_qp(xrc.target), 0);
	CHECK_EQ(to_state(xrc.sender, IBV_QPS_RESET), 0);
	first = new_target(xrc.rig.b.context, xrcd);
	CHECK(first);
	open_attr.xrcd = others;
	open_attr.qp_num = first->qp_num + 1;
	CHECK(!ibv_open_qp(context, &open_attr) && errno == EINVAL);
	open_attr.qp_num = first->qp_num;
	open_attr.qp_type = IBV_QPT_RC;
	CHECK(!ibv_open_qp(context, &open_attr) && errno == EINVAL);
	open_attr.qp_type = IBV_QPT_XRC_RECV;
	second = ibv_open_qp(context, &open_attr);
	CHECK(second);
	CHECK_EQ(ibv_close_xrcd(others), EBUSY);

	/* The SRQs are in the other domain, so both hear of a refusal. */
	xrc.target = first;
	xrc_connect(&xrc);
	CHECK_EQ(state_of(second), IBV_QPS_RTS);
	post(&xrc, IBV_WR_SEND, xrc.srqn[0], 10, 0);
	bad_wc(xrc.rig.a.send_cq, IBV_WR_SEND, IBV_WC_REM_INV_REQ_ERR);
	contexts_qp[0] = first;
	contexts_qp[1] = second;
	for (int i = 0; i < 2; i++) {
		event = next_event(i ? context : xrc.rig.b.context);
		CHECK_EQ(event.event_type, IBV_EVENT_QP_REQ_ERR);
		CHECK(event.element.qp == contexts_qp[i]);
		ibv_ack_async_event(&event);
	}
	CHECK_EQ(ibv_destroy_qp(first), 0);
	CHECK_EQ(ibv_close_xrcd(xrcd), 0);
	CHECK_EQ(state_of(second), IBV_QPS_ERR);
	CHECK_EQ(close(context->cmd_fd), 0);
	CHECK(!open_domain(xrc.rig.b.context, fd, 0) && errno == EAGAIN);
	close(fd);
	xrc.target = NULL;
	xrc_close(&xrc);
}

/* Handles that a context leaves behind are closed with it. */
static void test_left_behind(void)
{
	char name[] = "/tmp/softmlx5-xrcd-XXXXXX";
	struct ibv_context *context;
	struct ibv_xrcd *xrcd, *others;
	struct xrc xrc = {0};
	int fd = mkstemp(name);

	CHECK(fd >= 0);
	unlink(name);
	xrc_open(&xrc);
	xrcd = open_domain(xrc.rig.b.context, fd, O_CREAT);
	context = ibv_open_device(xrc.rig.b.context->device);
	CHECK(xrcd && context);
	others = open_domain(context, fd, 0);
	CHECK(others && new_target(context, others));
	CHECK_EQ(close(context->cmd_fd), 0);
	CHECK_EQ(ibv_close_xrcd(xrcd), 0);
	CHECK(!open_domain(xrc.rig.b.context, fd, 0) && errno == EAGAIN);
	close(fd);
	xrc_close(&xrc);
}

/* Combinations that ib_uverbs refuses, and attributes of the wrong direction, which it ignores. */
static void test_refused(void)
{
	struct ibv_qp_attr attr = {
		.qp_state = IBV_QPS_INIT, .port_num = 1, .path_mtu = IBV_MTU_1024, .min_rnr_timer = 1,
	};
	struct xrc xrc = {0};
	struct ibv_qp_init_attr init = {
		.qp_type = IBV_QPT_RC, .cap = { .max_send_wr = 4, .max_send_sge = 1 },
	};
	struct ibv_qp *sender;

	xrc_open(&xrc);
	init.send_cq = init.recv_cq = xrc.rig.b.recv_cq;
	init.srq = xrc.srq[0];
	CHECK(!ibv_create_qp(xrc.rig.b.pd, &init) && errno == EINVAL);
	sender = new_sender(&xrc.rig.a);
	CHECK(sender);
	CHECK_EQ(ibv_modify_qp(sender, &attr, IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT |
			       IBV_QP_ACCESS_FLAGS), 0);
	attr.qp_state = IBV_QPS_RTR;
	attr.ah_attr = (struct ibv_ah_attr){ .dlid = 1, .port_num = 1 };
	CHECK_EQ(ibv_modify_qp(sender, &attr, IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU |
			       IBV_QP_RQ_PSN | IBV_QP_MIN_RNR_TIMER), EINVAL);
	CHECK_EQ(ibv_modify_qp(sender, &attr, IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU |
			       IBV_QP_DEST_QPN | IBV_QP_RQ_PSN | IBV_QP_MIN_RNR_TIMER |
			       IBV_QP_MAX_DEST_RD_ATOMIC), 0);
	CHECK_EQ(ibv_destroy_qp(sender), 0);
	CHECK_EQ(ibv_destroy_cq(xrc.cq[0]), EBUSY);
	CHECK_EQ(ibv_close_xrcd(xrc.xrcd), EBUSY);
	xrc_close(&xrc);
}

/*
 * DEVX may name an SRQ of verbs by its handle, and by no other. Linux creates XRC SRQs without the
 * user id of the process, so that the device refuses what the kernel has let pass.
 */
static void test_devx(void)
{
	struct prm_query_xrc_srq_in_fields fields;
	struct prm_query_xrc_srq_in in;
	struct prm_query_xrc_srq_out out;
	struct xrc xrc = {0};

	xrc_open(&xrc);
	prm_query_xrc_srq_in_fields_init(&fields);
	fields.xrc_srqn = xrc.srqn[0];
	prm_query_xrc_srq_in_pack(&in, &fields);
	CHECK_EQ(mlx5dv_devx_srq_query(xrc.srq[0], &in, sizeof(in), &out, sizeof(out)), EREMOTEIO);
	CHECK_EQ(mlx5dv_devx_srq_query(xrc.srq[1], &in, sizeof(in), &out, sizeof(out)), EINVAL);
	xrc_close(&xrc);
}

const struct test xrc_tests[] = {
	{ "xrc_sends", test_sends, false },
	{ "xrc_rdma", test_rdma, false },
	{ "xrc_wrong_srqs", test_wrong_srqs, false },
	{ "xrc_empty_srq", test_empty_srq, false },
	{ "xrc_pd", test_pd, false },
	{ "xrc_limit", test_limit, false },
	{ "xrc_shared", test_shared, false },
	{ "xrc_left_behind", test_left_behind, false },
	{ "xrc_refused", test_refused, false },
	{ "xrc_devx", test_devx, false },
	{ NULL, NULL, false },
};
