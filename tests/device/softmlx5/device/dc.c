// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Dynamic connections: initiators (DCI) of side a, targets (DCT) of side b with an SRQ. Each request has the
 * address and the access key of its target.
 */
#include "tests.h"

#include <errno.h>
#include <string.h>

#include "prm_dct.h"

#define KEY UINT64_C(0x1122334455667788)
#define N_TARGETS 3
#define N_INITIATORS 4

struct dci {
	struct ibv_qp *qp;
	struct ibv_qp_ex *ex;
	struct mlx5dv_qp_ex *dv;
};

struct dc {
	struct rig rig;
	struct ibv_srq *srq;
	struct ibv_qp *target[N_TARGETS];
	struct dci initiator[N_INITIATORS];
	struct ibv_ah *ah;
	uint16_t lid;	/* of the initiators' port */
};

static struct ibv_qp *new_dct(struct side *side, struct ibv_srq *srq)
{
	struct ibv_qp_init_attr_ex attr = {
		.qp_type = IBV_QPT_DRIVER, .send_cq = side->recv_cq, .recv_cq = side->recv_cq,
		.srq = srq, .comp_mask = IBV_QP_INIT_ATTR_PD, .pd = side->pd,
	};
	struct mlx5dv_qp_init_attr dv = {
		.comp_mask = MLX5DV_QP_INIT_ATTR_MASK_DC,
		.dc_init_attr = { .dc_type = MLX5DV_DCTYPE_DCT, .dct_access_key = KEY },
	};

	return mlx5dv_create_qp(side->context, &attr, &dv);
}

static void start_dct(struct ibv_qp *dct, unsigned int access)
{
	struct ibv_qp_attr attr = {
		.qp_state = IBV_QPS_INIT, .port_num = 1, .qp_access_flags = access,
		.path_mtu = IBV_MTU_1024, .min_rnr_timer = 1, .ah_attr = { .port_num = 1 },
	};

	CHECK_EQ(ibv_modify_qp(dct, &attr, IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT |
			       IBV_QP_ACCESS_FLAGS), 0);
	attr.qp_state = IBV_QPS_RTR;
	CHECK_EQ(ibv_modify_qp(dct, &attr, IBV_QP_STATE | IBV_QP_MIN_RNR_TIMER | IBV_QP_AV |
			       IBV_QP_PATH_MTU), 0);
	CHECK(dct->qp_num);
}

static void start_dci(struct ibv_qp *dci)
{
	struct ibv_qp_attr attr = {
		.qp_state = IBV_QPS_INIT, .port_num = 1, .path_mtu = IBV_MTU_1024, .timeout = 4,
		.retry_cnt = 1, .rnr_retry = 1, .max_rd_atomic = 1, .sq_psn = 77,
	};

	CHECK_EQ(ibv_modify_qp(dci, &attr, IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT), 0);
	attr.qp_state = IBV_QPS_RTR;
	CHECK_EQ(ibv_modify_qp(dci, &attr, IBV_QP_STATE | IBV_QP_PATH_MTU), 0);
	attr.qp_state = IBV_QPS_RTS;
	CHECK_EQ(ibv_modify_qp(dci, &attr, IBV_QP_STATE | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT |
			       IBV_QP_RNR_RETRY | IBV_QP_MAX_QP_RD_ATOMIC | IBV_QP_SQ_PSN), 0);
}

static void new_dci(struct side *side, struct dci *dci)
{
	struct ibv_qp_init_attr_ex attr = {
		.qp_type = IBV_QPT_DRIVER, .send_cq = side->send_cq, .recv_cq = side->send_cq,
		.cap = { .max_send_wr = QUEUE, .max_send_sge = MAX_SGE }, .sq_sig_all = 1,
		.comp_mask = IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_SEND_OPS_FLAGS,
		.pd = side->pd,
		.send_ops_flags = IBV_QP_EX_WITH_SEND | IBV_QP_EX_WITH_SEND_WITH_IMM |
				  IBV_QP_EX_WITH_RDMA_WRITE | IBV_QP_EX_WITH_RDMA_READ |
				  IBV_QP_EX_WITH_RDMA_WRITE_WITH_IMM |
				  IBV_QP_EX_WITH_ATOMIC_FETCH_AND_ADD,
	};
	struct mlx5dv_qp_init_attr dv = {
		.comp_mask = MLX5DV_QP_INIT_ATTR_MASK_DC,
		.dc_init_attr.dc_type = MLX5DV_DCTYPE_DCI,
	};

	dci->qp = mlx5dv_create_qp(side->context, &attr, &dv);
	CHECK(dci->qp);
	dci->ex = ibv_qp_to_qp_ex(dci->qp);
	dci->dv = mlx5dv_qp_ex_from_ibv_qp_ex(dci->ex);
	start_dci(dci->qp);
}

static void restart(struct dci *dci)
{
	CHECK_EQ(state_of(dci->qp), IBV_QPS_ERR);
	CHECK_EQ(to_state(dci->qp, IBV_QPS_RESET), 0);
	start_dci(dci->qp);
}

static void dc_open(struct dc *dc)
{
	const struct rig_options options = {0};
	struct ibv_srq_init_attr srq = { .attr = { .max_wr = QUEUE, .max_sge = MAX_SGE } };
	struct ibv_ah_attr ah = { .port_num = 1 };
	struct ibv_port_attr port;

	rig_open(&dc->rig, &options);
	dc->srq = ibv_create_srq(dc->rig.b.pd, &srq);
	CHECK(dc->srq);
	for (int i = 0; i < N_TARGETS; i++) {
		dc->target[i] = new_dct(&dc->rig.b, dc->srq);
		CHECK(dc->target[i]);
		start_dct(dc->target[i], ALL_ACCESS);
	}
	for (int i = 0; i < N_INITIATORS; i++)
		new_dci(&dc->rig.a, &dc->initiator[i]);
	CHECK_EQ(ibv_query_port(dc->rig.b.context, 1, &port), 0);
	ah.dlid = port.lid;
	CHECK_EQ(ibv_query_port(dc->rig.a.context, 1, &port), 0);
	dc->lid = port.lid;
	dc->ah = ibv_create_ah(dc->rig.a.pd, &ah);
	CHECK(dc->ah);
}

static void dc_close(struct dc *dc)
{
	CHECK_EQ(ibv_destroy_ah(dc->ah), 0);
	for (int i = 0; i < N_INITIATORS; i++)
		CHECK_EQ(ibv_destroy_qp(dc->initiator[i].qp), 0);
	CHECK_EQ(ibv_destroy_srq(dc->srq), EBUSY);
	for (int i = 0; i < N_TARGETS; i++)
		if (dc->target[i])
			CHECK_EQ(ibv_destroy_qp(dc->target[i]), 0);
	CHECK_EQ(ibv_destroy_srq(dc->srq), 0);
	no_wc(dc->rig.a.send_cq);
	no_wc(dc->rig.b.recv_cq);
	rig_close(&dc->rig);
}

static void post_srq(struct dc *dc, uint64_t wr_id, size_t offset, uint32_t len)
{
	struct ibv_sge sge = sge_of(&dc->rig.b, offset, len);
	struct ibv_recv_wr wr = { .wr_id = wr_id, .sg_list = &sge, .num_sge = 1 }, *bad;

	CHECK_EQ(ibv_post_srq_recv(dc->srq, &wr, &bad), 0);
}

/* A request of @len bytes from the start of a's buffer; at b, at @remote. */
static void post(struct dc *dc, struct dci *dci, enum ibv_wr_opcode opcode, uint32_t dctn,
		 uint64_t key, uint32_t len, size_t remote)
{
	struct ibv_sge sge = sge_of(&dc->rig.a, 0, len);
	const uint64_t addr = (uintptr_t)dc->rig.b.buf + remote;
	const uint32_t rkey = dc->rig.b.mr->rkey;

	ibv_wr_start(dci->ex);
	dci->ex->wr_id = opcode;
	dci->ex->wr_flags = 0;
	switch (opcode) {
	case IBV_WR_SEND:
		ibv_wr_send(dci->ex);
		break;
	case IBV_WR_SEND_WITH_IMM:
		ibv_wr_send_imm(dci->ex, 0x11223344);
		break;
	case IBV_WR_RDMA_WRITE:
		ibv_wr_rdma_write(dci->ex, rkey, addr);
		break;
	case IBV_WR_RDMA_WRITE_WITH_IMM:
		ibv_wr_rdma_write_imm(dci->ex, rkey, addr, 0x11223344);
		break;
	case IBV_WR_RDMA_READ:
		ibv_wr_rdma_read(dci->ex, rkey, addr);
		break;
	default:
		ibv_wr_atomic_fetch_add(dci->ex, rkey, addr, 5);
	}
	mlx5dv_wr_set_dc_addr(dci->dv, dc->ah, dctn, key);
	ibv_wr_set_sge(dci->ex, sge.lkey, sge.addr, sge.length);
	CHECK_EQ(ibv_wr_complete(dci->ex), 0);
}

static void expect_receive(struct dc *dc, uint64_t wr_id, enum ibv_wc_opcode opcode, uint32_t len,
			   const struct dci *from, const struct ibv_qp *to)
{
	struct ibv_wc wc = good_wc(dc->rig.b.recv_cq, wr_id, opcode);

	CHECK_EQ(wc.qp_num, to->qp_num);
	CHECK_EQ(wc.byte_len, len);
	CHECK_EQ(wc.src_qp, from->qp->qp_num);
	CHECK_EQ(wc.slid, dc->lid);	/* UCX answers to it */
}

static void one_send(struct dc *dc, int initiator, int target, uint32_t len, uint32_t seed)
{
	struct dci *dci = &dc->initiator[initiator];

	fill(dc->rig.a.buf, len, seed);
	memset(dc->rig.b.buf, 0, len + 10);
	post_srq(dc, seed, 0, len + 10);
	post(dc, dci, IBV_WR_SEND, dc->target[target]->qp_num, KEY, len, 0);
	good_wc(dc->rig.a.send_cq, IBV_WR_SEND, IBV_WC_SEND);
	expect_receive(dc, seed, IBV_WC_RECV, len, dci, dc->target[target]);
	CHECK(!memcmp(dc->rig.b.buf, dc->rig.a.buf, len) && !dc->rig.b.buf[len]);
}

/* Each operation, with data of one packet and of several. */
static void dc_operations(void)
{
	struct dc dc = {0};
	struct dci *dci = &dc.initiator[0];
	uint64_t number = 37;
	uint32_t dctn;

	dc_open(&dc);
	dctn = dc.target[0]->qp_num;
	one_send(&dc, 0, 0, 20, 1);
	one_send(&dc, 0, 0, 70000, 2);
	post_srq(&dc, 3, 100, 50);
	post(&dc, dci, IBV_WR_SEND_WITH_IMM, dctn, KEY, 50, 0);
	good_wc(dc.rig.a.send_cq, IBV_WR_SEND_WITH_IMM, IBV_WC_SEND);
	expect_receive(&dc, 3, IBV_WC_RECV, 50, dci, dc.target[0]);
	fill(dc.rig.a.buf, 9000, 3);
	post(&dc, dci, IBV_WR_RDMA_WRITE, dctn, KEY, 9000, 4096);
	good_wc(dc.rig.a.send_cq, IBV_WR_RDMA_WRITE, IBV_WC_RDMA_WRITE);
	CHECK(!memcmp(dc.rig.b.buf + 4096, dc.rig.a.buf, 9000));
	post_srq(&dc, 4, 0, 0);
	post(&dc, dci, IBV_WR_RDMA_WRITE_WITH_IMM, dctn, KEY, 300, 20000);
	good_wc(dc.rig.a.send_cq, IBV_WR_RDMA_WRITE_WITH_IMM, IBV_WC_RDMA_WRITE);
	expect_receive(&dc, 4, IBV_WC_RECV_RDMA_WITH_IMM, 300, dci,
		       dc.target[0]);
	CHECK(!memcmp(dc.rig.b.buf + 20000, dc.rig.a.buf, 300));
	fill(dc.rig.b.buf, 9000, 4);
	post(&dc, dci, IBV_WR_RDMA_READ, dctn, KEY, 9000, 0);
	good_wc(dc.rig.a.send_cq, IBV_WR_RDMA_READ, IBV_WC_RDMA_READ);
	CHECK(!memcmp(dc.rig.a.buf, dc.rig.b.buf, 9000));
	memcpy(dc.rig.b.buf + 64, &number, sizeof(number));
	post(&dc, dci, IBV_WR_ATOMIC_FETCH_AND_ADD, dctn, KEY, sizeof(number), 64);
	good_wc(dc.rig.a.send_cq, IBV_WR_ATOMIC_FETCH_AND_ADD, IBV_WC_FETCH_ADD);
	CHECK(!memcmp(dc.rig.a.buf, &number, sizeof(number)));
	number = 42;
	CHECK(!memcmp(dc.rig.b.buf + 64, &number, sizeof(number)));
	dc_close(&dc);
}

/* Initiators and targets in turn, and requests to several targets behind one doorbell. */
static void dc_peers(void)
{
	struct dc dc = {0};
	uint32_t random = 3;

	dc_open(&dc);
	for (uint32_t n = 0; n < 100; n++)
		one_send(&dc, (int)(random_next(&random) % N_INITIATORS),
			 (int)(random_next(&random) % N_TARGETS),
			 1 + random_next(&random) % 6000, n);
	for (uint32_t n = 0; n < 12; n++)
		post_srq(&dc, n, n * 100, 100);
	for (uint32_t n = 0; n < 12; n++)
		post(&dc, &dc.initiator[n % 2], IBV_WR_SEND, dc.target[n % 3]->qp_num, KEY, 100, 0);
	for (uint32_t n = 0; n < 12; n++) {
		good_wc(dc.rig.a.send_cq, IBV_WR_SEND, IBV_WC_SEND);
		CHECK_EQ(next_wc(dc.rig.b.recv_cq).status, IBV_WC_SUCCESS);
	}
	dc_close(&dc);
}

/* The initiator fails and can be used again; the target does not care. */
static void fails(struct dc *dc, enum ibv_wr_opcode opcode, uint32_t dctn, uint64_t key,
		  size_t remote, enum ibv_wc_status status)
{
	post(dc, &dc->initiator[0], opcode, dctn, key, 10, remote);
	bad_wc(dc->rig.a.send_cq, opcode, status);
	restart(&dc->initiator[0]);
	one_send(dc, 0, 0, 3000, (uint32_t)status);
}

/* A DCI that is reset begins with the same PSN again, and with another connection. */
static void dc_restarted(void)
{
	struct dc dc = {0};

	dc_open(&dc);
	for (uint32_t n = 0; n < 4; n++) {
		one_send(&dc, 0, 0, 100, n);
		CHECK_EQ(to_state(dc.initiator[0].qp, IBV_QPS_RESET), 0);
		start_dci(dc.initiator[0].qp);
	}
	dc_close(&dc);
}

/* Targets that are none, wrong keys and addresses, rights that a target does not give. */
static void dc_refused(void)
{
	struct dc dc = {0};
	struct ibv_qp *shy;
	struct dci peer;
	uint32_t gone;

	dc_open(&dc);
	new_dci(&dc.rig.b, &peer);
	fails(&dc, IBV_WR_SEND, dc.target[1]->qp_num, KEY + 1, 0, IBV_WC_REM_ACCESS_ERR);
	fails(&dc, IBV_WR_RDMA_WRITE, dc.target[1]->qp_num, KEY, BUF_LEN, IBV_WC_REM_ACCESS_ERR);
	fails(&dc, IBV_WR_SEND, dc.target[1]->qp_num, KEY, 0, IBV_WC_RNR_RETRY_EXC_ERR);
	fails(&dc, IBV_WR_SEND, dc.rig.b.qp->qp_num, KEY, 0, IBV_WC_RETRY_EXC_ERR);
	fails(&dc, IBV_WR_SEND, peer.qp->qp_num, KEY, 0, IBV_WC_RETRY_EXC_ERR);
	CHECK_EQ(ibv_destroy_qp(peer.qp), 0);
	shy = new_dct(&dc.rig.b, dc.srq);
	CHECK(shy);
	start_dct(shy, IBV_ACCESS_REMOTE_READ);
	fails(&dc, IBV_WR_RDMA_WRITE, shy->qp_num, KEY, 0, IBV_WC_REM_INV_REQ_ERR);
	post(&dc, &dc.initiator[0], IBV_WR_RDMA_READ, shy->qp_num, KEY, 10, 0);
	good_wc(dc.rig.a.send_cq, IBV_WR_RDMA_READ, IBV_WC_RDMA_READ);
	gone = shy->qp_num;
	CHECK_EQ(ibv_destroy_qp(shy), 0);
	fails(&dc, IBV_WR_RDMA_READ, gone, KEY, 0, IBV_WC_RETRY_EXC_ERR);
	dc_close(&dc);
}

/* A message that is too long for its WQE: both ends have an error, and other initiators go on. */
static void dc_too_long(void)
{
	struct dc dc = {0};

	dc_open(&dc);
	one_send(&dc, 1, 0, 5000, 1);
	post_srq(&dc, 2, 0, 1500);
	post(&dc, &dc.initiator[0], IBV_WR_SEND, dc.target[0]->qp_num, KEY, 5000, 0);
	bad_wc(dc.rig.a.send_cq, IBV_WR_SEND, IBV_WC_REM_INV_REQ_ERR);
	bad_wc(dc.rig.b.recv_cq, 2, IBV_WC_LOC_LEN_ERR);
	one_send(&dc, 1, 0, 5000, 3);
	restart(&dc.initiator[0]);
	one_send(&dc, 0, 0, 5000, 4);
	dc_close(&dc);
}

/* The CQ of a DCT overflows: the DCT receives no more, and others go on. */
static void dc_overflow(void)
{
	struct ibv_async_event event;
	enum ibv_wc_status status;
	struct side small;
	struct ibv_qp *dct;
	struct dc dc = {0};

	dc_open(&dc);
	small = dc.rig.b;
	small.recv_cq = ibv_create_cq(small.context, 1, NULL, NULL, 0);
	CHECK(small.recv_cq);
	dct = new_dct(&small, dc.srq);
	CHECK(dct);
	start_dct(dct, ALL_ACCESS);
	for (int n = 0; n <= small.recv_cq->cqe + 1; n++) {
		post_srq(&dc, (uint64_t)n, 0, 100);
		post(&dc, &dc.initiator[0], IBV_WR_SEND, dct->qp_num, KEY, 100, 0);
		good_wc(dc.rig.a.send_cq, IBV_WR_SEND, IBV_WC_SEND);
	}
	event = next_event(small.context);
	CHECK(event.event_type == IBV_EVENT_CQ_ERR && event.element.cq == small.recv_cq);
	ibv_ack_async_event(&event);
	do	/* soon; verbs have no event for it */
		post(&dc, &dc.initiator[0], IBV_WR_RDMA_WRITE, dct->qp_num, KEY, 10, 0);
	while ((status = next_wc(dc.rig.a.send_cq).status) == IBV_WC_SUCCESS);
	CHECK_EQ(status, IBV_WC_RETRY_EXC_ERR);
	restart(&dc.initiator[0]);
	one_send(&dc, 0, 0, 100, 1);
	CHECK_EQ(ibv_destroy_qp(dct), 0);
	CHECK_EQ(ibv_destroy_cq(small.recv_cq), 0);
	dc_close(&dc);
}

/* Attributes that mlx5_ib refuses, and what a query says. */
static void dc_attributes(void)
{
	struct ibv_qp_attr attr = { .qp_state = IBV_QPS_INIT, .port_num = 1 };
	struct ibv_qp_init_attr init;
	struct dc dc = {0};
	struct ibv_qp *dct;

	dc_open(&dc);
	CHECK(!new_dct(&dc.rig.b, NULL) && errno == EINVAL);
	dct = new_dct(&dc.rig.b, dc.srq);
	CHECK(dct);
	CHECK_EQ(ibv_modify_qp(dct, &attr, IBV_QP_STATE | IBV_QP_PORT), EINVAL);
	CHECK_EQ(ibv_query_qp(dct, &attr, IBV_QP_STATE, &init), EINVAL);
	start_dct(dct, ALL_ACCESS);
	CHECK_EQ(ibv_query_qp(dct, &attr, IBV_QP_STATE | IBV_QP_ACCESS_FLAGS | IBV_QP_PATH_MTU |
			      IBV_QP_MIN_RNR_TIMER | IBV_QP_PORT, &init), 0);
	CHECK_EQ(attr.qp_state, IBV_QPS_RTR);
	CHECK_EQ(attr.path_mtu, IBV_MTU_1024);
	CHECK_EQ(attr.min_rnr_timer, 1);
	CHECK_EQ(attr.port_num, 1);
	CHECK_EQ(attr.qp_access_flags, ALL_ACCESS & ~IBV_ACCESS_LOCAL_WRITE);
	CHECK_EQ(ibv_query_qp(dct, &attr, IBV_QP_SQ_PSN, &init), EINVAL);
	attr.qp_state = IBV_QPS_RTS;
	CHECK_EQ(ibv_modify_qp(dct, &attr, IBV_QP_STATE), EINVAL);
	CHECK_EQ(ibv_destroy_qp(dct), 0);
	attr.qp_state = IBV_QPS_SQD;
	CHECK_EQ(ibv_modify_qp(dc.initiator[0].qp, &attr, IBV_QP_STATE), EINVAL);
	dc_close(&dc);
}

/* DEVX queries a DCT of verbs by its handle, and by no other; before RTR there is none. */
static void dc_devx(void)
{
	struct prm_query_dct_in_fields fields;
	struct prm_query_dct_out_fields result;
	struct prm_query_dct_in in;
	struct prm_query_dct_out out;
	struct ibv_qp *dct;
	struct dc dc = {0};

	dc_open(&dc);
	prm_query_dct_in_fields_init(&fields);
	fields.dctn = dc.target[0]->qp_num;
	prm_query_dct_in_pack(&in, &fields);
	CHECK_EQ(mlx5dv_devx_qp_query(dc.target[0], &in, sizeof(in), &out, sizeof(out)), 0);
	prm_query_dct_out_unpack(&result, &out, NULL);
	CHECK_EQ(result.dct_context_entry.dc_access_key, KEY);
	CHECK_EQ(result.dct_context_entry.state, PRM_DCT_STATE_ACTIVE);
	CHECK_EQ(mlx5dv_devx_qp_query(dc.target[1], &in, sizeof(in), &out, sizeof(out)), EINVAL);
	CHECK_EQ(mlx5dv_devx_qp_query(dc.rig.b.qp, &in, sizeof(in), &out, sizeof(out)), EINVAL);
	dct = new_dct(&dc.rig.b, dc.srq);
	CHECK(dct);
	CHECK_EQ(mlx5dv_devx_qp_query(dct, &in, sizeof(in), &out, sizeof(out)), EINVAL);
	CHECK_EQ(ibv_destroy_qp(dct), 0);
	dc_close(&dc);
}

const struct test dc_tests[] = {
	{ "dc_operations", dc_operations, false },
	{ "dc_peers", dc_peers, false },
	{ "dc_restarted", dc_restarted, false },
	{ "dc_refused", dc_refused, false },
	{ "dc_too_long", dc_too_long, false },
	{ "dc_overflow", dc_overflow, false },
	{ "dc_attributes", dc_attributes, false },
	{ "dc_devx", dc_devx, false },
	{ NULL, NULL, false },
};
