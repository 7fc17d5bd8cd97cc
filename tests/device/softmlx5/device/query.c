// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Contexts of verbs objects, queried by DEVX. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "prm_cq.h"
#include "prm_qp.h"
#include "tests.h"

static void query_cq(struct ibv_cq *cq, struct prm_cqc_fields *ctx)
{
	struct mlx5dv_cq dv = {0};
	struct mlx5dv_obj obj = { .cq = { .in = cq, .out = &dv } };
	struct prm_query_cq_in_fields fields;
	struct prm_query_cq_in in;
	struct prm_query_cq_out out;

	CHECK_EQ(mlx5dv_init_obj(&obj, MLX5DV_OBJ_CQ), 0);
	prm_query_cq_in_fields_init(&fields);
	fields.cqn = dv.cqn;
	prm_query_cq_in_pack(&in, &fields);
	CHECK_EQ(mlx5dv_devx_cq_query(cq, &in, sizeof(in), &out, sizeof(out)), 0);
	prm_cqc_unpack(ctx, &out.cq_context, NULL);
}

static void query_qp(struct ibv_qp *qp, struct prm_qpc_fields *ctx)
{
	struct prm_query_qp_in_fields fields;
	struct prm_query_qp_in in;
	struct prm_query_qp_out out;

	prm_query_qp_in_fields_init(&fields);
	fields.qpn = qp->qp_num;
	prm_query_qp_in_pack(&in, &fields);
	CHECK_EQ(mlx5dv_devx_qp_query(qp, &in, sizeof(in), &out, sizeof(out)), 0);
	prm_qpc_unpack(ctx, &out.qpc, NULL);
}

/* A CQ's attributes as created, its number of CQEs, whether it is armed, and whether it failed. */
static void query_of_cq(void)
{
	const struct rig_options options = { .cqe = 15, .has_channel = true };
	struct ibv_modify_cq_attr moderate = {
		.attr_mask = IBV_CQ_ATTR_MODERATE, .moderate = { .cq_count = 3, .cq_period = 77 },
	};
	struct ibv_cq_init_attr_ex attr = {
		.cqe = 7, .wc_flags = IBV_WC_STANDARD_FLAGS, .comp_mask = IBV_CQ_INIT_ATTR_MASK_FLAGS,
		.flags = IBV_CREATE_CQ_ATTR_IGNORE_OVERRUN,
	};
	struct mlx5dv_cq_init_attr dv = {
		.comp_mask = MLX5DV_CQ_INIT_ATTR_MASK_CQE_SIZE, .cqe_size = 128,
	};
	struct ibv_async_event event;
	struct prm_cqc_fields ctx;
	struct ibv_sge from, to;
	struct ibv_cq_ex *other;
	struct rig rig;
	unsigned int i;

	rig_open(&rig, &options);
	query_cq(rig.a.send_cq, &ctx);
	CHECK_EQ(ctx.status, PRM_CQ_STATUS_OK);
	CHECK_EQ(ctx.log_cq_size, 4);
	CHECK_EQ(ctx.cqe_sz, PRM_CQE_SIZE_64_BYTES);
	CHECK(!ctx.oi && !ctx.cqe_comp_en && !ctx.producer_counter);
	CHECK_EQ(ctx.st, PRM_CQ_ARM_STATE_FIRED);
	CHECK_EQ(ibv_req_notify_cq(rig.a.send_cq, 1), 0);
	do {
		query_cq(rig.a.send_cq, &ctx);
	} while (ctx.st != PRM_CQ_ARM_STATE_SOLICITED_NOTIFICATION_REQUEST_ARMED);
	CHECK_EQ(ibv_modify_cq(rig.a.send_cq, &moderate), 0);
	query_cq(rig.a.send_cq, &ctx);
	CHECK_EQ(ctx.cq_max_count, 3);
	CHECK_EQ(ctx.cq_period, 77);

	other = mlx5dv_create_cq(rig.a.context, &attr, &dv);
	CHECK(other);
	query_cq(ibv_cq_ex_to_cq(other), &ctx);
	CHECK(ctx.oi);
	CHECK_EQ(ctx.cqe_sz, PRM_CQE_SIZE_128_BYTES);
	CHECK_EQ(ibv_destroy_cq(ibv_cq_ex_to_cq(other)), 0);

	from = sge_of(&rig.a, 0, 16);
	to = sge_of(&rig.b, 0, 16);
	for (i = 0; i < 17; i++) {
		post_recv(&rig.b, i, &to, 1);
		wr_send(&rig.a, i, IBV_SEND_SIGNALED, &from, 1);
	}
	for (i = 0; i < 2; i++) {	/* of the CQ and of the QP */
		event = next_event(rig.a.context);
		ibv_ack_async_event(&event);
	}
	query_cq(rig.a.send_cq, &ctx);
	CHECK_EQ(ctx.status, PRM_CQ_STATUS_CQ_OVERFLOW);
	CHECK_EQ(ctx.status, 9);
	CHECK_EQ(ctx.producer_counter, 16);
	rig_close(&rig);
}

/* The context of a CQ has its compression. */
static void query_of_compression(void)
{
	struct mlx5dv_context caps = { .comp_mask = MLX5DV_CONTEXT_MASK_CQE_COMPRESION };
	struct ibv_cq_init_attr_ex attr = { .cqe = 7, .wc_flags = IBV_WC_STANDARD_FLAGS };
	struct mlx5dv_cq_init_attr dv = {
		.comp_mask = MLX5DV_CQ_INIT_ATTR_MASK_COMPRESSED_CQE,
		.cqe_comp_res_format = MLX5DV_CQE_RES_FORMAT_HASH,
	};
	struct prm_cqc_fields ctx;
	struct ibv_cq_ex *cq;
	struct rig rig;

	rig_open(&rig, NULL);
	CHECK_EQ(mlx5dv_query_device(rig.a.context, &caps), 0);
	cq = mlx5dv_create_cq(rig.a.context, &attr, &dv);
	CHECK_EQ(cq != NULL, caps.cqe_comp_caps.max_num != 0);
	if (cq) {
		query_cq(ibv_cq_ex_to_cq(cq), &ctx);
		CHECK(ctx.cqe_comp_en);
		CHECK_EQ(ibv_destroy_cq(ibv_cq_ex_to_cq(cq)), 0);
	}
	rig_close(&rig);
}

static void check_scatter(const struct rig_options *options, uint8_t cs_res, uint8_t cs_req)
{
	struct prm_qpc_fields ctx;
	struct rig rig;

	rig_open(&rig, options);
	query_qp(rig.a.qp, &ctx);
	CHECK_EQ(ctx.cs_res, cs_res);
	CHECK_EQ(ctx.cs_req, cs_req);
	CHECK_EQ(ctx.state, PRM_QP_STATE_RTS);
	CHECK_EQ(ctx.st, PRM_QP_SERVICE_TYPE_RC);
	CHECK(!ctx.wq_signature);
	rig_close(&rig);
}

/* mlx5_ib's choice: by the size of the CQEs, and whether each request has one. */
static void query_of_scatter(void)
{
	const struct {
		struct rig_options options;
		uint8_t cs_res, cs_req;
	} cases[] = {
		{ { .sig_all = true }, PRM_QP_CS_RES_DISABLE, PRM_QP_CS_REQ_DISABLE },
		{ { .scatter = RIG_SCATTER }, PRM_QP_CS_RES_UP_TO_32B, PRM_QP_CS_REQ_DISABLE },
		{ { .scatter = RIG_SCATTER, .sig_all = true }, PRM_QP_CS_RES_UP_TO_32B,
		  PRM_QP_CS_REQ_UP_TO_32B },
		{ { .scatter = RIG_ALLOW_SCATTER }, PRM_QP_CS_RES_UP_TO_32B,
		  PRM_QP_CS_REQ_UP_TO_32B },
		{ { .scatter = RIG_ALLOW_SCATTER, .long_cqe = true }, PRM_QP_CS_RES_UP_TO_64B,
		  PRM_QP_CS_REQ_UP_TO_64B },
	};
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		check_scatter(&cases[i].options, cases[i].cs_res, cases[i].cs_req);
}

/* Other services: UC has no responses, a datagram's CQE no space. */
static void query_of_services(void)
{
	static const struct {
		enum ibv_qp_type type;
		uint8_t st, cs_res;
	} cases[] = {
		{ IBV_QPT_RC, PRM_QP_SERVICE_TYPE_RC, PRM_QP_CS_RES_UP_TO_32B },
		{ IBV_QPT_UC, PRM_QP_SERVICE_TYPE_UC, PRM_QP_CS_RES_UP_TO_32B },
		{ IBV_QPT_UD, PRM_QP_SERVICE_TYPE_UD, PRM_QP_CS_RES_DISABLE },
	};
	struct prm_qpc_fields ctx;
	struct rig rig;
	size_t i;

	rig_open(&rig, NULL);
	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct ibv_qp_init_attr attr = {
			.send_cq = rig.a.send_cq, .recv_cq = rig.a.recv_cq,
			.cap = { .max_send_wr = 8, .max_recv_wr = 8, .max_send_sge = 1,
				 .max_recv_sge = 1 },
			.qp_type = cases[i].type, .sq_sig_all = true,
		};
		struct ibv_qp *qp = ibv_create_qp(rig.a.pd, &attr);

		CHECK(qp);
		query_qp(qp, &ctx);
		CHECK_EQ(ctx.state, PRM_QP_STATE_RST);
		CHECK_EQ(ctx.st, cases[i].st);
		CHECK_EQ(ctx.cs_res, cases[i].cs_res);
		CHECK_EQ(ctx.cs_req, cases[i].type == IBV_QPT_RC ? PRM_QP_CS_REQ_UP_TO_32B :
							   PRM_QP_CS_REQ_DISABLE);
		CHECK_EQ(ibv_destroy_qp(qp), 0);
	}
	rig_close(&rig);
}

#define RING_PAGE 4096u

/*
 * An application's allocator of rings, which begin some bytes after the start of a page. One page alone is for doorbell records,
 * which libmlx5 finds by its address; both queues of a queue pair have no power of two.
 */
static unsigned int qp_offset, other_offset;

static void *allocate_ring(size_t size, void *unused)
{
	const unsigned int offset = size & (size - 1) ? qp_offset : other_offset;
	char *start = aligned_alloc(RING_PAGE, (offset + size + RING_PAGE - 1) / RING_PAGE * RING_PAGE);

	(void)unused;
	CHECK(start);
	return size > RING_PAGE ? start + offset : start;
}

static void release_ring(void *buffer, void *unused)
{
	(void)unused;
	free((char *)buffer - (uintptr_t)buffer % RING_PAGE);
}

/* Rings of WQEs begin at a multiple of 64 bytes, and are used round and round; those of CQEs begin at a page. */
static void ring_offsets(void)
{
	const struct mlx5dv_ctx_allocators allocators = { .alloc = allocate_ring, .free = release_ring };
	const struct rig_options options = { .allocators = &allocators };
	struct ibv_srq_init_attr srq = { .attr = { .max_wr = 512, .max_sge = 1 } };
	struct ibv_qp_init_attr qp = { .cap = { QUEUE, QUEUE, 2, 2, 0 }, .qp_type = IBV_QPT_RC };
	struct ibv_sge from, to;
	struct rig rig;
	unsigned int i;

	qp_offset = 0x5c0;
	rig_open(&rig, &options);
	from = sge_of(&rig.a, 0, 300);
	to = sge_of(&rig.b, 0, 300);
	for (i = 0; i < 5 * QUEUE; i++) {
		fill(rig.a.buf, 300, i);
		post_recv(&rig.b, i, &to, 1);
		wr_send(&rig.a, i, IBV_SEND_SIGNALED, &from, 1);
		good_wc(rig.a.send_cq, i, IBV_WC_SEND);
		good_wc(rig.b.recv_cq, i, IBV_WC_RECV);
		CHECK(!memcmp(rig.a.buf, rig.b.buf, 300));
	}
	qp.send_cq = qp.recv_cq = rig.a.send_cq;
	qp_offset = other_offset = 0x820;
	CHECK(!ibv_create_qp(rig.a.pd, &qp) && errno == EINVAL);
	CHECK(!ibv_create_srq(rig.a.pd, &srq) && errno == EINVAL);
	other_offset = 0x800;
	CHECK(!ibv_create_cq(rig.a.context, 511, NULL, NULL, 0) && errno == EINVAL);
	CHECK_EQ(ibv_resize_cq(rig.a.send_cq, 2047), EINVAL);
	other_offset = 0;
	CHECK_EQ(ibv_resize_cq(rig.a.send_cq, 2047), 0);
	rig_close(&rig);
}

const struct test query_tests[] = {
	{ "query_of_cq", query_of_cq, false },
	{ "ring_offsets", ring_offsets, false },
	{ "query_of_compression", query_of_compression, false },
	{ "query_of_scatter", query_of_scatter, false },
	{ "query_of_services", query_of_services, false },
	{ NULL, NULL, false },
};
