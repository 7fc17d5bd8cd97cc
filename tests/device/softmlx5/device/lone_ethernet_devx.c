// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * lone_ethernet_devx NAME...: tests of the firmware's commands for Ethernet queues and flow tables, by DEVX; prints "ok NAME"
 * for each. The sentences of what is refused are checked by the caller.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "prm_alloc.h"
#include "prm_cmd.h"
#include "prm_cq.h"
#include "prm_cqe.h"
#include "prm_doorbell.h"
#include "prm_flow_counter.h"
#include "prm_flow_table.h"
#include "prm_rmp.h"
#include "prm_rq.h"
#include "prm_sq.h"
#include "prm_tir.h"
#include "../../../rig/verbs.h"

#define MEMORY 0x8000u
#define NONE 0x777777u	/* a number of no object */
#define NO_ANSWER 0xff	/* instead of a status */
#define CHECK_STATUS(got, status) CHECK_EQ(got, PRM_CMD_STATUS_##status)

/* Places in the memory. */
enum { CQ_RING = 0, CQ_RECORD = 0x1000, SQ_RECORD = 0x1040, RQ_RECORD = 0x1080, RMP_RECORD = 0x10c0, SQ_RING = 0x2000,
       RQ_RING = 0x3000, RMP_RING = 0x4000 };
enum { LOG_CQES = 5, LOG_WQES = 3 };

struct object {
	struct mlx5dv_devx_obj *obj;
	uint32_t number;
};

static struct ibv_context *context;
static struct mlx5dv_devx_umem *umem;
static struct mlx5dv_devx_uar *uar;
static struct ibv_pd *pd;
static uint8_t *memory;
static uint32_t pdn;
static struct object cq, td, tis, rq, tir;

/*
 * Commands.
 */

/* The status of a command that makes an object. All answers have the object's number at the same place. */
static uint8_t make(struct object *object, const void *in, size_t in_len, void *out, size_t out_len)
{
	struct prm_create_tis_out answer;

	memset(out, NO_ANSWER, out_len);
	object->obj = mlx5dv_devx_obj_create(context, in, in_len, out, out_len);
	memcpy(&answer, out, sizeof(answer));
	object->number = prm_create_tis_out_get_tisn(&answer);
	CHECK_EQ(!object->obj, prm_create_tis_out_get_status(&answer) != PRM_CMD_STATUS_OK);
	return (uint8_t)prm_create_tis_out_get_status(&answer);
}

#define MAKES(name) \
	static uint8_t make_##name(struct object *object, const struct prm_create_##name##_in_fields *fields) \
	{ \
		struct prm_create_##name##_out out; \
		struct prm_create_##name##_in in; \
		prm_create_##name##_in_pack(&in, fields); \
		return make(object, &in, sizeof(in), &out, sizeof(out)); \
	}
#define CHANGES(name) \
	static uint8_t change_##name(const struct object *object, const struct prm_modify_##name##_in_fields *fields) \
	{ \
		struct prm_modify_##name##_out out; \
		struct prm_modify_##name##_in in; \
		memset(&out, NO_ANSWER, sizeof(out)); \
		prm_modify_##name##_in_pack(&in, fields); \
		mlx5dv_devx_obj_modify(object->obj, &in, sizeof(in), &out, sizeof(out)); \
		return (uint8_t)prm_modify_##name##_out_get_status(&out); \
	}
#define QUERIES(name, field) \
	static struct prm_query_##name##_out_fields ask_##name(const struct object *object) \
	{ \
		struct prm_query_##name##_in_fields fields = { .field = object->number }; \
		struct prm_query_##name##_out_fields answer; \
		struct prm_query_##name##_out out; \
		struct prm_query_##name##_in in; \
		prm_query_##name##_in_pack(&in, &fields); \
		CHECK_EQ(mlx5dv_devx_obj_query(object->obj, &in, sizeof(in), &out, sizeof(out)), 0); \
		prm_query_##name##_out_unpack(&answer, &out, NULL); \
		return answer; \
	}

MAKES(cq)
MAKES(rmp)
MAKES(sq)
MAKES(rq)
MAKES(tis)
MAKES(tir)
MAKES(flow_table)
MAKES(flow_group)
CHANGES(sq)
CHANGES(rq)
CHANGES(tis)
CHANGES(tir)
CHANGES(flow_table)
QUERIES(sq, sqn)
QUERIES(rq, rqn)
QUERIES(tis, tisn)
QUERIES(tir, tirn)
QUERIES(flow_table, table_id)

static void destroy(const struct object *object)
{
	CHECK_EQ(mlx5dv_devx_obj_destroy(object->obj), 0);
}

static void cannot_destroy(const struct object *object)
{
	CHECK(mlx5dv_devx_obj_destroy(object->obj));
}

/*
 * Contexts of queues and interfaces, which are right until a test changes a field.
 */

static struct prm_wq_fields ring(uint64_t place, uint64_t record)
{
	struct prm_wq_fields wq;

	prm_wq_fields_init(&wq);
	wq.wq_type = PRM_WQ_TYPE_CYCLIC;
	wq.pd = pdn;
	wq.wq_umem_id = wq.dbr_umem_id = umem->umem_id;
	wq.wq_umem_offset = place;
	wq.dbr_addr = record;
	wq.log_wq_sz = LOG_WQES;
	wq.log_wq_stride = 4;
	return wq;
}

static struct prm_create_sq_in_fields right_sq(void)
{
	struct prm_create_sq_in_fields fields;

	prm_create_sq_in_fields_init(&fields);
	fields.ctx.wq = ring(SQ_RING, SQ_RECORD);
	fields.ctx.wq.uar_page = uar->page_id;
	fields.ctx.wq.log_wq_stride = 6;
	fields.ctx.cqn = cq.number;
	fields.ctx.tis_lst_sz = 1;
	fields.ctx.tis_num_0 = tis.number;
	fields.ctx.user_index = 0x123456;
	fields.ctx.flush_in_error_en = true;
	return fields;
}

static struct prm_create_rq_in_fields right_rq(void)
{
	struct prm_create_rq_in_fields fields;

	prm_create_rq_in_fields_init(&fields);
	fields.ctx.wq = ring(RQ_RING, RQ_RECORD);
	fields.ctx.cqn = cq.number;
	fields.ctx.user_index = 0x654321;
	fields.ctx.flush_in_error_en = true;
	return fields;
}

static struct prm_create_tis_in_fields right_tis(void)
{
	struct prm_create_tis_in_fields fields;

	prm_create_tis_in_fields_init(&fields);
	fields.ctx.transport_domain = td.number;
	return fields;
}

static struct prm_create_tir_in_fields right_tir(void)
{
	struct prm_create_tir_in_fields fields;

	prm_create_tir_in_fields_init(&fields);
	fields.ctx.transport_domain = td.number;
	fields.ctx.inline_rqn = rq.number;
	return fields;
}

static void open_cq(void)
{
	struct prm_create_cq_in_fields fields;
	uint32_t eqn;

	CHECK_EQ(mlx5dv_devx_query_eqn(context, 0, &eqn), 0);
	prm_create_cq_in_fields_init(&fields);
	fields.cq_umem_id = fields.cq_context.dbr_umem_id = umem->umem_id;
	fields.cq_umem_offset = CQ_RING;
	fields.cq_context.dbr_addr = CQ_RECORD;
	fields.cq_context.log_cq_size = LOG_CQES;
	fields.cq_context.uar_page = uar->page_id;
	fields.cq_context.c_eqn = eqn;
	CHECK_EQ(make_cq(&cq, &fields), 0);
}

/* A context with a CQ, an RQ and both interfaces. */
static void begin(void)
{
	struct mlx5dv_context_attr attr = { .flags = MLX5DV_CONTEXT_FLAGS_DEVX };
	struct ibv_device **list = ibv_get_device_list(NULL);
	struct prm_alloc_transport_domain_in_fields fields;
	struct prm_alloc_transport_domain_out out;
	struct prm_alloc_transport_domain_in in;
	struct prm_create_rq_in_fields rq_fields;
	struct prm_create_tis_in_fields tis_fields;
	struct prm_create_tir_in_fields tir_fields;
	struct mlx5dv_pd dv;
	struct mlx5dv_obj obj = { .pd = { .out = &dv } };

	CHECK(list && *list);
	context = mlx5dv_open_device(*list, &attr);
	CHECK(context);
	ibv_free_device_list(list);
	pd = ibv_alloc_pd(context);
	obj.pd.in = pd;
	CHECK(pd && !mlx5dv_init_obj(&obj, MLX5DV_OBJ_PD));
	pdn = dv.pdn;
	CHECK_EQ(posix_memalign((void **)&memory, 4096, MEMORY), 0);
	memset(memory, 0xff, MEMORY);	/* of CQEs, none is there */
	memset(memory + CQ_RECORD, 0, 0x1000);
	umem = mlx5dv_devx_umem_reg(context, memory, MEMORY, IBV_ACCESS_LOCAL_WRITE);
	uar = mlx5dv_devx_alloc_uar(context, MLX5DV_UAR_ALLOC_TYPE_NC);
	CHECK(umem && uar);
	open_cq();
	prm_alloc_transport_domain_in_fields_init(&fields);
	prm_alloc_transport_domain_in_pack(&in, &fields);
	CHECK_EQ(make(&td, &in, sizeof(in), &out, sizeof(out)), 0);
	tis_fields = right_tis();
	CHECK_EQ(make_tis(&tis, &tis_fields), 0);
	rq_fields = right_rq();
	CHECK_EQ(make_rq(&rq, &rq_fields), 0);
	tir_fields = right_tir();
	CHECK_EQ(make_tir(&tir, &tir_fields), 0);
}

static void end(void)
{
	destroy(&tir);
	destroy(&rq);
	destroy(&tis);
	destroy(&td);
	destroy(&cq);
	mlx5dv_devx_free_uar(uar);
	CHECK_EQ(mlx5dv_devx_umem_dereg(umem), 0);
	CHECK_EQ(ibv_dealloc_pd(pd), 0);
	CHECK_EQ(ibv_close_device(context), 0);
	free(memory);
}

/*
 * Queues and interfaces.
 */

static void test_tis(void)
{
	struct prm_modify_tis_in_fields change = { .bitmask.prio = true, .ctx = { .prio = 5, .lag_tx_port_affinity = 3 } };
	struct prm_create_tis_in_fields fields;
	struct object other;

	begin();
	change.tisn = tis.number;
	CHECK_EQ(change_tis(&tis, &change), 0);
	CHECK_EQ(ask_tis(&tis).tis_context.prio, 5);
	CHECK_EQ(ask_tis(&tis).tis_context.lag_tx_port_affinity, 0);
	CHECK_EQ(ask_tis(&tis).tis_context.transport_domain, td.number);
	change.bitmask = (struct prm_modify_tis_bitmask_fields){ .lag_tx_port_affinity = true };
	change.ctx.prio = 1;
	CHECK_EQ(change_tis(&tis, &change), 0);
	CHECK_EQ(ask_tis(&tis).tis_context.prio, 5);
	CHECK_EQ(ask_tis(&tis).tis_context.lag_tx_port_affinity, 3);
	fields = right_tis();
	fields.ctx.underlay_qpn = 1;
	CHECK_STATUS(make_tis(&other, &fields), BAD_PARAM);
	fields = right_tis();
	fields.ctx.tls_en = true;
	CHECK_STATUS(make_tis(&other, &fields), BAD_PARAM);
	fields = right_tis();
	fields.ctx.transport_domain = NONE;
	CHECK_STATUS(make_tis(&other, &fields), BAD_RES);
	cannot_destroy(&td);	/* both interfaces use it */
	end();
}

static void test_tir(void)
{
	struct prm_modify_tir_in_fields change = { .bitmask.self_lb_en = true,
						   .ctx.self_lb_block = PRM_SELF_LB_BLOCK_BLOCK_MULTICAST };
	struct prm_create_tir_in_fields fields;
	struct object other;

	begin();
	change.tirn = tir.number;
	CHECK_EQ(change_tir(&tir, &change), 0);
	CHECK_EQ(ask_tir(&tir).tir_context.self_lb_block, PRM_SELF_LB_BLOCK_BLOCK_MULTICAST);
	CHECK_EQ(ask_tir(&tir).tir_context.inline_rqn, rq.number);
	change.bitmask = (struct prm_modify_tir_bitmask_fields){0};
	change.ctx.self_lb_block = PRM_SELF_LB_BLOCK_BLOCK_UNICAST;
	CHECK_EQ(change_tir(&tir, &change), 0);
	CHECK_EQ(ask_tir(&tir).tir_context.self_lb_block, PRM_SELF_LB_BLOCK_BLOCK_MULTICAST);
	change.bitmask = (struct prm_modify_tir_bitmask_fields){ .indirect_table = true };
	CHECK_STATUS(change_tir(&tir, &change), BAD_PARAM);
	change.bitmask = (struct prm_modify_tir_bitmask_fields){ .packet_merge = true };
	CHECK_STATUS(change_tir(&tir, &change), BAD_PARAM);
	fields = right_tir();
	fields.ctx.disp_type = 2;
	CHECK_STATUS(make_tir(&other, &fields), BAD_PARAM);
	fields = right_tir();
	fields.ctx.disp_type = PRM_TIR_DISP_TYPE_INDIRECT;
	fields.ctx.indirect_table = NONE;
	CHECK_STATUS(make_tir(&other, &fields), BAD_RES);
	fields = right_tir();
	fields.ctx.rx_hash_symmetric = true;
	CHECK_STATUS(make_tir(&other, &fields), BAD_PARAM);
	fields = right_tir();
	fields.ctx.packet_merge_mask = 1;
	CHECK_STATUS(make_tir(&other, &fields), BAD_PARAM);
	fields = right_tir();
	fields.ctx.transport_domain = NONE;
	CHECK_STATUS(make_tir(&other, &fields), BAD_RES);
	fields = right_tir();
	fields.ctx.inline_rqn = NONE;
	CHECK_STATUS(make_tir(&other, &fields), BAD_RES);
	cannot_destroy(&rq);
	end();
}

/*
 * Tables of RQs.
 */

#define ENTRIES 8u

/* A command with its entries; fewer are sent if @sent says so. */
static uint8_t make_rqt(struct object *object, const struct prm_create_rqt_in_fields *fields, const uint32_t *rqns, uint32_t sent)
{
	struct prm_create_rqt_out out;
	struct {
		struct prm_create_rqt_in in;
		struct prm_rq_num list[ENTRIES];
	} cmd = { 0 };

	prm_create_rqt_in_pack(&cmd.in, fields);
	for (uint32_t i = 0; i < sent; i++)
		prm_rq_num_set_rq_num(&cmd.list[i], rqns[i]);
	return make(object, &cmd, sizeof(cmd.in) + sent * sizeof(cmd.list[0]), &out, sizeof(out));
}

static uint8_t change_rqt(const struct object *object, const struct prm_modify_rqt_in_fields *fields, const uint32_t *rqns,
			  uint32_t sent)
{
	struct prm_modify_rqt_out out;
	struct {
		struct prm_modify_rqt_in in;
		struct prm_rq_num list[ENTRIES];
	} cmd = { 0 };

	memset(&out, NO_ANSWER, sizeof(out));
	prm_modify_rqt_in_pack(&cmd.in, fields);
	for (uint32_t i = 0; i < sent; i++)
		prm_rq_num_set_rq_num(&cmd.list[i], rqns[i]);
	mlx5dv_devx_obj_modify(object->obj, &cmd, sizeof(cmd.in) + sent * sizeof(cmd.list[0]), &out, sizeof(out));
	return (uint8_t)prm_modify_rqt_out_get_status(&out);
}

/* The table has these entries; an answer without room for them is refused. */
static void expect_rqt(const struct object *object, const uint32_t *rqns, uint32_t n)
{
	struct prm_query_rqt_in_fields fields = { .rqtn = object->number };
	struct prm_query_rqt_in in;
	struct {
		struct prm_query_rqt_out out;
		struct prm_rq_num list[ENTRIES];
	} answer;

	prm_query_rqt_in_pack(&in, &fields);
	CHECK(mlx5dv_devx_obj_query(object->obj, &in, sizeof(in), &answer, sizeof(answer.out)));
	CHECK_EQ(mlx5dv_devx_obj_query(object->obj, &in, sizeof(in), &answer, sizeof(answer.out) + n * sizeof(answer.list[0])), 0);
	CHECK_EQ(prm_rqtc_get_rqt_actual_size(&answer.out.rqt_context), n);
	CHECK_EQ(prm_rqtc_get_rqt_max_size(&answer.out.rqt_context), 4);
	for (uint32_t i = 0; i < n; i++)
		CHECK_EQ(prm_rq_num_get_rq_num(&answer.list[i]), rqns[i]);
}

static struct prm_create_rqt_in_fields right_rqt(void)
{
	struct prm_create_rqt_in_fields fields;

	prm_create_rqt_in_fields_init(&fields);
	fields.rqt_context.rqt_max_size = 4;
	fields.rqt_context.rqt_actual_size = 2;
	return fields;
}

static void refuse_rqts(const uint32_t *rqns)
{
	const uint32_t none[] = { rqns[0], NONE };
	struct prm_create_rqt_in_fields fields = right_rqt();
	struct object other;

	fields.rqt_context.rqt_max_size = 4096;
	CHECK_STATUS(make_rqt(&other, &fields, rqns, 2), LIM);
	fields.rqt_context.rqt_max_size = 6;
	CHECK_STATUS(make_rqt(&other, &fields, rqns, 2), BAD_PARAM);
	fields = right_rqt();
	fields.rqt_context.rqt_actual_size = 3;
	CHECK_STATUS(make_rqt(&other, &fields, rqns, 4), BAD_PARAM);
	fields.rqt_context.rqt_actual_size = 8;
	CHECK_STATUS(make_rqt(&other, &fields, rqns, 4), BAD_PARAM);
	fields.rqt_context.rqt_actual_size = 0;
	CHECK_STATUS(make_rqt(&other, &fields, rqns, 4), BAD_PARAM);
	fields.rqt_context.rqt_actual_size = 4;
	CHECK_STATUS(make_rqt(&other, &fields, rqns, 3), BAD_INP_LEN);
	fields = right_rqt();
	CHECK_STATUS(make_rqt(&other, &fields, none, 2), BAD_RES);
	fields.rqt_context.list_q_type = PRM_RQT_LIST_Q_TYPE_VIRTQ;
	CHECK_STATUS(make_rqt(&other, &fields, rqns, 2), BAD_PARAM);
	fields = right_rqt();
	fields.rqt_context.rq_vhca_id_format = true;
	CHECK_STATUS(make_rqt(&other, &fields, rqns, 2), BAD_PARAM);
}

static void test_rqt(void)
{
	struct prm_create_rqt_in_fields fields = right_rqt();
	struct prm_create_rq_in_fields rq_fields;
	struct prm_modify_rqt_in_fields change = { .bitmask.rqn_list = false };
	struct object second, rqt;
	uint32_t rqns[4], others[4];

	begin();
	rq_fields = right_rq();
	CHECK_EQ(make_rq(&second, &rq_fields), 0);
	for (uint32_t i = 0; i < 4; i++) {
		rqns[i] = i % 2 ? rq.number : second.number;
		others[i] = second.number;
	}
	refuse_rqts(rqns);
	CHECK_EQ(make_rqt(&rqt, &fields, rqns, 2), 0);
	expect_rqt(&rqt, rqns, 2);
	cannot_destroy(&second);
	change.rqtn = rqt.number;
	change.ctx.rqt_actual_size = 4;
	CHECK_EQ(change_rqt(&rqt, &change, others, 4), 0);	/* the mask has no list */
	expect_rqt(&rqt, rqns, 2);
	change.bitmask.rqn_list = true;
	CHECK_EQ(change_rqt(&rqt, &change, others, 4), 0);
	expect_rqt(&rqt, others, 4);
	others[3] = NONE;
	CHECK_STATUS(change_rqt(&rqt, &change, others, 4), BAD_RES);
	CHECK_STATUS(change_rqt(&rqt, &change, rqns, 3), BAD_INP_LEN);
	change.ctx.rqt_actual_size = 8;
	CHECK_STATUS(change_rqt(&rqt, &change, rqns, 4), BAD_PARAM);
	others[3] = second.number;
	expect_rqt(&rqt, others, 4);
	cannot_destroy(&second);
	change.ctx.rqt_actual_size = 1;
	CHECK_EQ(change_rqt(&rqt, &change, rqns + 1, 1), 0);
	destroy(&second);	/* it is in no table any more */
	destroy(&rqt);
	end();
}

/* A TIR of a table: its hash and table are changed, all or nothing. */
static void test_indirect(void)
{
	struct prm_modify_tir_in_fields change = { .bitmask = { .hash = true, .indirect_table = true } };
	struct prm_create_rqt_in_fields table = right_rqt();
	struct prm_create_tir_in_fields fields;
	struct prm_tirc_fields now;
	struct object first, second, indirect;
	uint32_t rqns[2];

	begin();
	rqns[0] = rqns[1] = rq.number;
	CHECK_EQ(make_rqt(&first, &table, rqns, 2), 0);
	CHECK_EQ(make_rqt(&second, &table, rqns, 2), 0);
	fields = right_tir();
	fields.ctx.disp_type = PRM_TIR_DISP_TYPE_INDIRECT;
	fields.ctx.indirect_table = first.number;
	fields.ctx.transport_domain = 0;
	fields.ctx.rx_hash_fn = PRM_RX_HASH_FN_INVERTED_XOR8;
	CHECK_EQ(make_tir(&indirect, &fields), 0);
	cannot_destroy(&first);
	change.tirn = indirect.number;
	change.ctx.rx_hash_fn = PRM_RX_HASH_FN_TOEPLITZ;
	change.ctx.indirect_table = NONE;
	change.ctx.rx_hash_field_selector_inner.selected_fields = PRM_RX_HASH_FIELD_DST_IP;
	memset(change.ctx.rx_hash_toeplitz_key, 0x5a, sizeof(change.ctx.rx_hash_toeplitz_key));
	CHECK_STATUS(change_tir(&indirect, &change), BAD_RES);
	CHECK_EQ(ask_tir(&indirect).tir_context.rx_hash_fn, PRM_RX_HASH_FN_INVERTED_XOR8);
	change.ctx.indirect_table = second.number;
	change.ctx.rx_hash_symmetric = true;
	CHECK_STATUS(change_tir(&indirect, &change), BAD_PARAM);
	CHECK_EQ(ask_tir(&indirect).tir_context.indirect_table, first.number);
	change.ctx.rx_hash_symmetric = false;
	CHECK_EQ(change_tir(&indirect, &change), 0);
	now = ask_tir(&indirect).tir_context;
	CHECK_EQ(now.rx_hash_fn, PRM_RX_HASH_FN_TOEPLITZ);
	CHECK_EQ(now.indirect_table, second.number);
	CHECK_EQ(now.rx_hash_field_selector_inner.selected_fields, PRM_RX_HASH_FIELD_DST_IP);
	CHECK(!memcmp(now.rx_hash_toeplitz_key, change.ctx.rx_hash_toeplitz_key, sizeof(now.rx_hash_toeplitz_key)));
	destroy(&first);
	cannot_destroy(&second);
	destroy(&indirect);
	destroy(&second);
	end();
}

static void test_sq(void)
{
	struct prm_create_sq_in_fields fields;
	struct prm_create_tir_in_fields tir_fields;
	struct prm_modify_sq_in_fields change = { .modify_bitmask = 2 };
	struct object sq, other;

	begin();
	fields = right_sq();
	CHECK_EQ(make_sq(&sq, &fields), 0);
	CHECK_EQ(ask_sq(&sq).sq_context.state, PRM_SQ_STATE_RST);
	CHECK_EQ(ask_sq(&sq).sq_context.user_index, 0x123456);
	CHECK_EQ(ask_sq(&sq).sq_context.cqn, cq.number);
	CHECK_EQ(ask_sq(&sq).sq_context.tis_num_0, tis.number);
	CHECK_EQ(ask_sq(&sq).sq_context.wq.log_wq_sz, LOG_WQES);
	change.sqn = sq.number;
	CHECK_STATUS(change_sq(&sq, &change), BAD_PARAM);
	tir_fields = right_tir();
	tir_fields.ctx.inline_rqn = sq.number;	/* it does not receive */
	CHECK_STATUS(make_tir(&other, &tir_fields), BAD_RES);
	cannot_destroy(&tis);
	cannot_destroy(&cq);
	destroy(&sq);
	fields.ctx.hairpin = true;
	CHECK_STATUS(make_sq(&sq, &fields), BAD_PARAM);
	fields = right_sq();
	fields.ctx.wq.log_wq_stride = 5;
	CHECK_STATUS(make_sq(&sq, &fields), BAD_PARAM);
	fields = right_sq();
	fields.ctx.wq.wq_type = PRM_WQ_TYPE_LINKED_LIST;
	CHECK_STATUS(make_sq(&sq, &fields), BAD_PARAM);
	fields = right_sq();
	fields.ctx.wq.log_wq_sz = 31;
	CHECK_STATUS(make_sq(&sq, &fields), LIM);
	fields = right_sq();
	fields.ctx.wq.wq_umem_offset = MEMORY - 7 * 64;
	CHECK_STATUS(make_sq(&sq, &fields), BAD_PARAM);
	fields = right_sq();
	fields.ctx.wq.dbr_addr = MEMORY;
	CHECK_STATUS(make_sq(&sq, &fields), BAD_PARAM);
	fields = right_sq();
	fields.ctx.wq.pd = NONE;
	CHECK_STATUS(make_sq(&sq, &fields), BAD_RES);
	fields = right_sq();
	fields.ctx.cqn = NONE;
	CHECK_STATUS(make_sq(&sq, &fields), BAD_RES);
	fields = right_sq();
	fields.ctx.tis_num_0 = NONE;
	CHECK_STATUS(make_sq(&sq, &fields), BAD_RES);
	fields = right_sq();
	fields.ctx.tis_lst_sz = 2;
	CHECK_STATUS(make_sq(&sq, &fields), BAD_RES);
	end();
}

static void test_rq(void)
{
	struct prm_modify_rq_in_fields change = { .modify_bitmask = PRM_MODIFY_RQ_FIELD_VSD, .ctx.vsd = true };
	struct prm_create_rq_in_fields fields;
	struct object other;

	begin();
	change.rqn = rq.number;
	CHECK_EQ(ask_rq(&rq).rq_context.user_index, 0x654321);
	CHECK_EQ(ask_rq(&rq).rq_context.vsd, false);
	CHECK_EQ(change_rq(&rq, &change), 0);
	CHECK_EQ(ask_rq(&rq).rq_context.vsd, true);
	change.modify_bitmask = 0;
	change.ctx.vsd = false;
	CHECK_EQ(change_rq(&rq, &change), 0);
	CHECK_EQ(ask_rq(&rq).rq_context.vsd, true);
	change.modify_bitmask = PRM_MODIFY_RQ_FIELD_VSD | 8;
	CHECK_STATUS(change_rq(&rq, &change), BAD_PARAM);
	fields = right_rq();
	fields.ctx.scatter_fcs = true;
	CHECK_STATUS(make_rq(&other, &fields), BAD_PARAM);
	fields = right_rq();
	fields.ctx.mem_rq_type = 2;
	CHECK_STATUS(make_rq(&other, &fields), BAD_PARAM);
	fields = right_rq();
	fields.ctx.cqn = NONE;
	CHECK_STATUS(make_rq(&other, &fields), BAD_RES);
	fields = right_rq();
	fields.ctx.wq.wq_umem_offset = MEMORY - 7 * 16;
	CHECK_STATUS(make_rq(&other, &fields), BAD_PARAM);
	end();
}

/* An RQ without a ring keeps its pool in use. */
static void test_pool(void)
{
	struct prm_create_rq_in_fields fields;
	struct prm_create_rmp_in_fields pool;
	struct object rmp, other;

	begin();
	prm_create_rmp_in_fields_init(&pool);
	pool.ctx.state = PRM_RMP_STATE_RDY;
	pool.ctx.wq = ring(RMP_RING, RMP_RECORD);
	pool.ctx.wq.wq_type = PRM_WQ_TYPE_LINKED_LIST;
	pool.ctx.wq.log_wq_stride = 6;
	CHECK_EQ(make_rmp(&rmp, &pool), 0);
	fields = right_rq();
	fields.ctx.mem_rq_type = PRM_MEM_RQ_TYPE_MEMORY_RQ_RMP;
	fields.ctx.rmpn = rmp.number;
	CHECK_EQ(make_rq(&other, &fields), 0);
	CHECK_EQ(ask_rq(&other).rq_context.rmpn, rmp.number);
	cannot_destroy(&rmp);
	destroy(&other);
	destroy(&rmp);
	fields.ctx.rmpn = NONE;
	CHECK_STATUS(make_rq(&other, &fields), BAD_RES);
	end();
}

static uint8_t go_sq(const struct object *sq, uint8_t from, uint8_t to)
{
	const struct prm_modify_sq_in_fields change = { .sqn = sq->number, .sq_state = from, .ctx.state = to };

	return change_sq(sq, &change);
}

static uint8_t go_rq(const struct object *queue, uint8_t from, uint8_t to)
{
	const struct prm_modify_rq_in_fields change = { .rqn = queue->number, .rq_state = from, .ctx.state = to };

	return change_rq(queue, &change);
}

/* From each state to each; only one way does not exist. */
static void test_states(void)
{
	static const uint8_t all[] = { PRM_SQ_STATE_RST, PRM_SQ_STATE_RDY, PRM_SQ_STATE_ERR };
	struct prm_create_sq_in_fields fields;
	struct object sq;

	begin();
	fields = right_sq();
	CHECK_EQ(make_sq(&sq, &fields), 0);
	for (unsigned int i = 0; i < 9; i++) {
		const uint8_t from = all[i / 3], to = all[i % 3];
		const bool is_refused = from == PRM_SQ_STATE_ERR && to == PRM_SQ_STATE_RDY;

		CHECK_EQ(go_sq(&sq, PRM_SQ_STATE_RST, from), 0);
		CHECK_EQ(go_sq(&sq, from, to), is_refused ? PRM_CMD_STATUS_BAD_PARAM : 0);
		CHECK_EQ(ask_sq(&sq).sq_context.state, is_refused ? from : to);
		CHECK_EQ(go_sq(&sq, is_refused ? from : to, PRM_SQ_STATE_RST), 0);
		CHECK_EQ(go_rq(&rq, PRM_SQ_STATE_RST, from), 0);
		CHECK_EQ(go_rq(&rq, from, to), is_refused ? PRM_CMD_STATUS_BAD_PARAM : 0);
		CHECK_EQ(ask_rq(&rq).rq_context.state, is_refused ? from : to);
		CHECK_EQ(go_rq(&rq, is_refused ? from : to, PRM_SQ_STATE_RST), 0);
	}
	CHECK_STATUS(go_sq(&sq, PRM_SQ_STATE_RDY, PRM_SQ_STATE_ERR), BAD_RES_STATE);
	CHECK_STATUS(go_rq(&rq, PRM_SQ_STATE_ERR, PRM_SQ_STATE_RST), BAD_RES_STATE);
	CHECK_STATUS(go_sq(&sq, PRM_SQ_STATE_RST, 2), BAD_PARAM);
	destroy(&sq);
	end();
}

/* The CQEs, which are all errors; their numbers of WQEs follow each other. */
static unsigned int flushed(uint8_t opcode, uint32_t user_index)
{
	const struct prm_cqe64 *cqes = (const void *)(memory + CQ_RING);
	struct prm_cqe64_fields fields;
	unsigned int n = 0;

	for (; n < 1u << LOG_CQES; n++) {
		prm_cqe64_unpack(&fields, &cqes[n], NULL);
		if (fields.opcode == PRM_CQE_OPCODE_INVALID)
			break;
		CHECK_EQ(fields.opcode, opcode);
		CHECK_EQ(fields.srqn_user_index, user_index);
		CHECK_EQ(fields.wqe_counter, n);
	}
	memset(memory + CQ_RING, 0xff, 64u << LOG_CQES);
	return n;
}

/* What is posted has CQEs in error state, unless the queue is told not to make them. */
static void test_flush(void)
{
	struct prm_create_rq_in_fields fields;
	struct object other;

	begin();
	prm_qp_doorbell_record_set_recv_counter((void *)(memory + RQ_RECORD), 5);
	CHECK_EQ(go_rq(&rq, PRM_SQ_STATE_RST, PRM_SQ_STATE_RDY), 0);
	CHECK_EQ(go_rq(&rq, PRM_SQ_STATE_RDY, PRM_SQ_STATE_ERR), 0);
	CHECK_EQ(flushed(PRM_CQE_OPCODE_RESP_ERR, 0x654321), 5);
	CHECK_EQ(ask_rq(&rq).rq_context.wq.hw_counter, 5);
	CHECK_EQ(go_rq(&rq, PRM_SQ_STATE_ERR, PRM_SQ_STATE_RST), 0);
	CHECK_EQ(ask_rq(&rq).rq_context.wq.hw_counter, 0);
	fields = right_rq();
	fields.ctx.flush_in_error_en = false;
	CHECK_EQ(make_rq(&other, &fields), 0);
	CHECK_EQ(go_rq(&other, PRM_SQ_STATE_RST, PRM_SQ_STATE_RDY), 0);
	CHECK_EQ(go_rq(&other, PRM_SQ_STATE_RDY, PRM_SQ_STATE_ERR), 0);
	CHECK_EQ(flushed(PRM_CQE_OPCODE_RESP_ERR, 0), 0);
	CHECK_EQ(ask_rq(&other).rq_context.wq.hw_counter, 5);
	destroy(&other);
	end();
}

/* Rings the doorbell of an SQ whose WQEs are of no use, and waits until the device has seen it. */
static void ring_sq(const struct object *sq, uint32_t pi)
{
	struct prm_ctrl_seg ctrl;
	uint64_t value;

	for (uint32_t i = 0; i < pi; i++) {
		const struct prm_ctrl_seg_fields fields = { .opcode = PRM_WQE_OPCODE_NOP, .wqe_index = (uint16_t)i,
							    .qpn = sq->number, .ds = 1, .ce = PRM_COMPLETION_MODE_ALWAYS };

		prm_ctrl_seg_pack(&ctrl, &fields);
		memcpy(memory + SQ_RING + i * 64, &ctrl, sizeof(ctrl));
	}
	prm_qp_doorbell_record_set_send_counter((void *)(memory + SQ_RECORD), pi);
	memcpy(&value, &ctrl, sizeof(value));
	*(volatile uint64_t *)uar->reg_addr = value;
	while (ask_sq(sq).sq_context.wq.sw_counter != pi || ask_sq(sq).sq_context.wq.hw_counter != pi)
		usleep(1000);
}

static void flush_sq(bool has_cqes)
{
	struct prm_create_sq_in_fields fields = right_sq();
	struct object sq;

	fields.ctx.flush_in_error_en = has_cqes;
	CHECK_EQ(make_sq(&sq, &fields), 0);
	CHECK_EQ(go_sq(&sq, PRM_SQ_STATE_RST, PRM_SQ_STATE_RDY), 0);
	CHECK_EQ(go_sq(&sq, PRM_SQ_STATE_RDY, PRM_SQ_STATE_ERR), 0);
	ring_sq(&sq, 4);
	CHECK_EQ(flushed(PRM_CQE_OPCODE_REQ_ERR, 0x123456), has_cqes ? 4 : 0);
	CHECK_EQ(go_sq(&sq, PRM_SQ_STATE_ERR, PRM_SQ_STATE_RST), 0);
	CHECK_EQ(ask_sq(&sq).sq_context.wq.hw_counter, 0);
	destroy(&sq);
}

static void test_flush_sq(void)
{
	begin();
	flush_sq(true);
	end();
	begin();
	flush_sq(false);
	end();
}

/*
 * Flow tables.
 */

static struct prm_create_flow_table_in_fields right_table(uint8_t level)
{
	struct prm_create_flow_table_in_fields fields;

	prm_create_flow_table_in_fields_init(&fields);
	fields.flow_table_context.level = level;
	fields.flow_table_context.log_size = 4;
	return fields;
}

static struct object new_table(uint8_t level)
{
	const struct prm_create_flow_table_in_fields fields = right_table(level);
	struct object table;

	CHECK_EQ(make_flow_table(&table, &fields), 0);
	return table;
}

/* A group whose entries compare the VLAN and the port of UDP. */
static struct prm_create_flow_group_in_fields right_group(const struct object *table, uint32_t first, uint32_t last)
{
	struct prm_create_flow_group_in_fields fields;

	prm_create_flow_group_in_fields_init(&fields);
	fields.table_id = table->number;
	fields.start_flow_index = first;
	fields.end_flow_index = last;
	fields.match_criteria_enable = PRM_MATCH_CRITERIA_ENABLE_OUTER_HEADERS;
	fields.match_criteria.outer_headers.udp_dport = 0xff00;
	fields.match_criteria.outer_headers.first_vid = 0xfff;
	return fields;
}

static struct object new_group(const struct object *table, uint32_t first, uint32_t last)
{
	const struct prm_create_flow_group_in_fields fields = right_group(table, first, last);
	struct object group;

	CHECK_EQ(make_flow_group(&group, &fields), 0);
	return group;
}

static uint8_t set_miss(const struct object *table, uint8_t action, uint32_t next)
{
	const struct prm_modify_flow_table_in_fields change = {
		.table_id = table->number, .modify_field_select = PRM_MODIFY_FLOW_TABLE_FIELD_MISS_TABLE_ID,
		.flow_table_context = { .table_miss_action = action, .table_miss_id = next },
	};

	return change_flow_table(table, &change);
}

static void test_tables(void)
{
	struct prm_create_flow_table_in_fields fields;
	struct prm_modify_flow_table_in_fields change = { .modify_field_select = 2 };
	struct object low, high, other;

	begin();
	low = new_table(3);
	high = new_table(7);
	CHECK_EQ(ask_flow_table(&low).flow_table_context.level, 3);
	CHECK_EQ(ask_flow_table(&low).flow_table_context.log_size, 4);
	CHECK_EQ(set_miss(&low, PRM_FLOW_TABLE_MISS_ACTION_FWD, high.number), 0);
	CHECK_EQ(ask_flow_table(&low).flow_table_context.table_miss_action, PRM_FLOW_TABLE_MISS_ACTION_FWD);
	CHECK_EQ(ask_flow_table(&low).flow_table_context.table_miss_id, high.number);
	cannot_destroy(&high);
	CHECK_STATUS(set_miss(&high, PRM_FLOW_TABLE_MISS_ACTION_FWD, low.number), BAD_PARAM);
	CHECK_STATUS(set_miss(&high, PRM_FLOW_TABLE_MISS_ACTION_FWD, high.number), BAD_PARAM);
	CHECK_STATUS(set_miss(&high, PRM_FLOW_TABLE_MISS_ACTION_FWD, NONE), BAD_RES);
	CHECK_STATUS(set_miss(&high, 2, 0), BAD_PARAM);
	change.table_id = low.number;
	CHECK_STATUS(change_flow_table(&low, &change), BAD_PARAM);
	change.modify_field_select = 0;
	CHECK_EQ(change_flow_table(&low, &change), 0);
	cannot_destroy(&high);	/* still */
	CHECK_EQ(set_miss(&low, PRM_FLOW_TABLE_MISS_ACTION_DEF, 0), 0);
	destroy(&high);
	fields = right_table(3);
	fields.table_type = PRM_FLOW_TABLE_TYPE_FDB;
	CHECK_STATUS(make_flow_table(&other, &fields), BAD_PARAM);
	fields = right_table(3);
	fields.other_vport = true;
	CHECK_STATUS(make_flow_table(&other, &fields), BAD_PARAM);
	fields = right_table(3);
	fields.flow_table_context.reformat_en = true;
	CHECK_STATUS(make_flow_table(&other, &fields), BAD_PARAM);
	fields = right_table(3);
	fields.flow_table_context.log_size = 25;
	CHECK_STATUS(make_flow_table(&other, &fields), LIM);
	fields = right_table(3);
	fields.flow_table_context.table_miss_action = PRM_FLOW_TABLE_MISS_ACTION_FWD;
	fields.flow_table_context.table_miss_id = low.number;
	CHECK_STATUS(make_flow_table(&other, &fields), BAD_PARAM);
	fields.flow_table_context.level = 2;
	CHECK_EQ(make_flow_table(&other, &fields), 0);
	cannot_destroy(&low);
	destroy(&other);
	destroy(&low);
	end();
}

static struct prm_query_flow_group_out_fields ask_group(const struct object *table, const struct object *group)
{
	const struct prm_query_flow_group_in_fields fields = { .table_id = table->number, .group_id = group->number };
	struct prm_query_flow_group_out_fields answer;
	struct prm_query_flow_group_out out;
	struct prm_query_flow_group_in in;

	prm_query_flow_group_in_pack(&in, &fields);
	CHECK_EQ(mlx5dv_devx_obj_query(group->obj, &in, sizeof(in), &out, sizeof(out)), 0);
	prm_query_flow_group_out_unpack(&answer, &out, NULL);
	return answer;
}

static void test_groups(void)
{
	struct prm_create_flow_group_in_fields fields;
	struct prm_query_flow_group_out_fields answer;
	struct object table, middle, last, other;

	begin();
	table = new_table(3);
	middle = new_group(&table, 4, 7);
	answer = ask_group(&table, &middle);
	CHECK_EQ(answer.start_flow_index, 4);
	CHECK_EQ(answer.end_flow_index, 7);
	CHECK_EQ(answer.match_criteria_enable, PRM_MATCH_CRITERIA_ENABLE_OUTER_HEADERS);
	CHECK_EQ(answer.match_criteria.outer_headers.udp_dport, 0xff00);
	cannot_destroy(&table);
	for (unsigned int i = 0; i < 4; i++) {	/* over its ends, around it, and within it */
		static const uint32_t ranges[4][2] = { { 3, 4 }, { 7, 8 }, { 0, 15 }, { 5, 6 } };

		fields = right_group(&table, ranges[i][0], ranges[i][1]);
		CHECK_STATUS(make_flow_group(&other, &fields), BAD_PARAM);
	}
	fields = right_group(&table, 15, 16);
	CHECK_STATUS(make_flow_group(&other, &fields), BAD_PARAM);
	fields = right_group(&table, 3, 2);
	CHECK_STATUS(make_flow_group(&other, &fields), BAD_PARAM);
	fields = right_group(&table, 0, 3);
	fields.match_criteria.outer_headers.l3_ok = true;
	CHECK_STATUS(make_flow_group(&other, &fields), BAD_PARAM);
	fields = right_group(&table, 0, 3);
	fields.match_criteria.misc_parameters_2.metadata_reg_a = 1;
	CHECK_STATUS(make_flow_group(&other, &fields), BAD_PARAM);
	fields = right_group(&table, 0, 3);
	fields.group_type = PRM_FLOW_GROUP_TYPE_HASH_SPLIT;
	CHECK_STATUS(make_flow_group(&other, &fields), BAD_PARAM);
	fields = right_group(&tis, 0, 3);
	fields.table_id = NONE;
	CHECK_STATUS(make_flow_group(&other, &fields), BAD_RES);
	last = new_group(&table, 8, 15);
	other = new_group(&table, 3, 3);
	destroy(&middle);
	middle = new_group(&table, 4, 7);
	destroy(&last);
	destroy(&other);
	destroy(&middle);
	destroy(&table);
	end();
}

/*
 * Entries.
 */

/* The command of an entry, and its destinations; a counter comes after the first of these. */
struct entry {
	struct prm_set_fte_in_fields fields;
	struct prm_dest_format_struct_fields to[2];
	uint32_t counter;	/* 0: none */
};

static struct entry right_entry(const struct object *table, const struct object *group, uint32_t index)
{
	struct entry entry = { .to[0] = { .destination_type = PRM_FLOW_DESTINATION_TYPE_TIR, .destination_id = tir.number } };

	prm_set_fte_in_fields_init(&entry.fields);
	entry.fields.table_id = table->number;
	entry.fields.flow_index = index;
	entry.fields.flow_context.group_id = group->number;
	entry.fields.flow_context.action = PRM_FLOW_CONTEXT_ACTION_FWD_DEST;
	entry.fields.flow_context.destination_list_size = 1;
	entry.fields.flow_context.flow_tag = 0x123;
	entry.fields.flow_context.match_value.outer_headers.udp_dport = 0x1200;
	return entry;
}

struct entry_bytes {
	struct prm_set_fte_in head;
	struct prm_dest_format_struct to[2];
};

static void entry_pack(struct entry_bytes *bytes, const struct entry *entry)
{
	memset(bytes, 0, sizeof(*bytes));
	prm_set_fte_in_pack(&bytes->head, &entry->fields);
	for (unsigned int i = 0; i < 2; i++)
		prm_dest_format_struct_pack(&bytes->to[i], &entry->to[i]);
	if (entry->counter)
		prm_flow_counter_list_set_flow_counter_id((void *)&bytes->to[1], entry->counter);
}

static uint8_t make_entry(struct object *object, const struct entry *entry)
{
	struct entry_bytes bytes;
	struct prm_set_fte_out out;
	const uint8_t status = (entry_pack(&bytes, entry), make(object, &bytes, sizeof(bytes), &out, sizeof(out)));

	object->number = entry->fields.flow_index;
	return status;
}

static struct object new_entry(const struct object *table, const struct object *group, uint32_t index)
{
	const struct entry entry = right_entry(table, group, index);
	struct object object;

	CHECK_EQ(make_entry(&object, &entry), 0);
	return object;
}

/* Changes parts of the entry. */
static uint8_t change_entry(const struct object *object, const struct entry *entry, uint8_t changes)
{
	struct entry_bytes bytes;
	struct prm_set_fte_out out;
	struct entry changed = *entry;

	changed.fields.op_mod = PRM_SET_FTE_OP_MOD_MODIFY;
	changed.fields.modify_enable_mask = changes;
	entry_pack(&bytes, &changed);
	memset(&out, NO_ANSWER, sizeof(out));
	mlx5dv_devx_obj_modify(object->obj, &bytes, sizeof(bytes), &out, sizeof(out));
	return (uint8_t)prm_set_fte_out_get_status(&out);
}

/* The entry as the device has it. */
static struct entry ask_entry(const struct object *table, const struct object *object)
{
	const struct prm_query_fte_in_fields fields = { .table_id = table->number, .flow_index = object->number };
	struct {
		struct prm_query_fte_out head;
		struct prm_dest_format_struct to[2];
	} out;
	struct prm_query_fte_out_fields answer;
	struct prm_query_fte_in in;
	struct entry entry;

	prm_query_fte_in_pack(&in, &fields);
	CHECK_EQ(mlx5dv_devx_obj_query(object->obj, &in, sizeof(in), &out, sizeof(out)), 0);
	prm_query_fte_out_unpack(&answer, &out.head, NULL);
	entry.fields.flow_context = answer.flow_context;
	for (unsigned int i = 0; i < 2; i++)
		prm_dest_format_struct_unpack(&entry.to[i], &out.to[i], NULL);
	entry.counter = prm_flow_counter_list_get_flow_counter_id((const void *)&out.to[1]);
	/* without room for its destinations */
	CHECK(mlx5dv_devx_obj_query(object->obj, &in, sizeof(in), &out, sizeof(out.head)) ||
	      !answer.flow_context.destination_list_size);
	return entry;
}

static void check_entry(const struct object *table, const struct object *object, uint16_t action, uint32_t tag, uint32_t n)
{
	const struct entry entry = ask_entry(table, object);

	CHECK_EQ(entry.fields.flow_context.action, action);
	CHECK_EQ(entry.fields.flow_context.flow_tag, tag);
	CHECK_EQ(entry.fields.flow_context.destination_list_size, n);
	CHECK_EQ(entry.fields.flow_context.match_value.outer_headers.udp_dport, 0x1200);
	if (n)
		CHECK_EQ(entry.to[n - 1].destination_type,
			 n == 1 ? PRM_FLOW_DESTINATION_TYPE_TIR : PRM_FLOW_DESTINATION_TYPE_FLOW_TABLE);
}

static void test_entries(void)
{
	struct object table, lower, group, first, second, other;
	struct entry entry;

	begin();
	lower = new_table(2);
	table = new_table(3);
	group = new_group(&table, 4, 7);
	first = new_entry(&table, &group, 5);
	second = new_entry(&table, &group, 4);
	check_entry(&table, &first, PRM_FLOW_CONTEXT_ACTION_FWD_DEST, 0x123, 1);
	cannot_destroy(&group);
	cannot_destroy(&tir);
#define REFUSED_ENTRY(index, status, ...) \
	do { \
		entry = right_entry(&table, &group, index); \
		__VA_ARGS__; \
		CHECK_STATUS(make_entry(&other, &entry), status); \
	} while (0)
	REFUSED_ENTRY(3, BAD_RES, (void)0);
	REFUSED_ENTRY(6, BAD_RES, entry.fields.flow_context.group_id++);
	REFUSED_ENTRY(6, BAD_RES, entry.fields.table_id = NONE);
	REFUSED_ENTRY(6, BAD_PARAM, entry.fields.flow_context.match_value.outer_headers.udp_dport = 0x1201);
	REFUSED_ENTRY(6, BAD_PARAM, entry.fields.flow_context.action = PRM_FLOW_CONTEXT_ACTION_DROP);
	REFUSED_ENTRY(6, BAD_PARAM, entry.fields.flow_context.destination_list_size = 0);
	REFUSED_ENTRY(6, BAD_PARAM, entry.fields.flow_context.action |= PRM_FLOW_CONTEXT_ACTION_DROP);
	REFUSED_ENTRY(6, BAD_INP_LEN, entry.fields.flow_context.destination_list_size = 3);
	REFUSED_ENTRY(6, BAD_RES, entry.fields.flow_context.flow_counter_list_size = 1);
	REFUSED_ENTRY(6, BAD_INP_LEN, entry.fields.flow_context.flow_counter_list_size = 2);
	REFUSED_ENTRY(6, LIM, entry.fields.flow_context.flow_counter_list_size = 17);
	REFUSED_ENTRY(6, BAD_PARAM, entry.fields.flow_context.action |= PRM_FLOW_CONTEXT_ACTION_COUNT);
	REFUSED_ENTRY(6, BAD_PARAM, entry.fields.ignore_flow_level = true);
	REFUSED_ENTRY(6, BAD_PARAM, entry.to[0].destination_type = PRM_FLOW_DESTINATION_TYPE_VPORT);
	REFUSED_ENTRY(6, BAD_RES, entry.to[0].destination_id = NONE);
	REFUSED_ENTRY(6, BAD_PARAM, entry.to[0].destination_type = PRM_FLOW_DESTINATION_TYPE_FLOW_TABLE;
		      entry.to[0].destination_id = lower.number);
	REFUSED_ENTRY(6, BAD_PARAM, entry.to[0].destination_type = PRM_FLOW_DESTINATION_TYPE_FLOW_TABLE;
		      entry.to[0].destination_id = table.number);
	destroy(&second);
	check_entry(&table, &first, PRM_FLOW_CONTEXT_ACTION_FWD_DEST, 0x123, 1);
	destroy(&first);
	first = new_entry(&table, &group, 5);
	destroy(&first);
	destroy(&group);
	destroy(&table);
	destroy(&lower);
	end();
}

/*
 * Counters.
 */

static struct object new_counter(void)
{
	struct prm_alloc_flow_counter_in_fields fields;
	struct prm_alloc_flow_counter_out out;
	struct prm_alloc_flow_counter_in in;
	struct object counter;

	prm_alloc_flow_counter_in_fields_init(&fields);
	prm_alloc_flow_counter_in_pack(&in, &fields);
	CHECK_EQ(make(&counter, &in, sizeof(in), &out, sizeof(out)), 0);
	fields.flow_counter_bulk = 1;
	prm_alloc_flow_counter_in_pack(&in, &fields);
	CHECK_STATUS(make(&(struct object){ 0 }, &in, sizeof(in), &out, sizeof(out)), BAD_PARAM);
	return counter;
}

static int ask_counter(const struct object *counter, bool clear, bool dump, uint32_t n, size_t room)
{
	const struct prm_query_flow_counter_in_fields fields = { .flow_counter_id = counter->number, .clear = clear,
								 .dump_to_memory = dump, .num_of_counters = n };
	struct {
		struct prm_query_flow_counter_out head;
		struct prm_traffic_counter counter;
	} out = { .head = { .status = 0 } };
	struct prm_query_flow_counter_in in;
	int err;

	prm_query_flow_counter_in_pack(&in, &fields);
	err = mlx5dv_devx_obj_query(counter->obj, &in, sizeof(in), &out, sizeof(out.head) + room);
	CHECK(err || (!prm_traffic_counter_get_packets(&out.counter) && !prm_traffic_counter_get_octets(&out.counter)));
	return err;
}

/* An entry keeps its counter in use, as long as it has it. */
static void test_counters(void)
{
	struct object table, group, object, counter;
	struct entry entry;

	begin();
	table = new_table(3);
	group = new_group(&table, 0, 15);
	counter = new_counter();
	CHECK_EQ(ask_counter(&counter, false, false, 0, sizeof(struct prm_traffic_counter)), 0);
	CHECK_EQ(ask_counter(&counter, true, false, 1, sizeof(struct prm_traffic_counter)), 0);
	CHECK(ask_counter(&counter, false, false, 2, sizeof(struct prm_traffic_counter)));
	CHECK(ask_counter(&counter, false, true, 1, sizeof(struct prm_traffic_counter)));
	CHECK(ask_counter(&counter, false, false, 1, 0));
	object = new_entry(&table, &group, 9);
	entry = right_entry(&table, &group, 9);
	entry.fields.flow_context.action |= PRM_FLOW_CONTEXT_ACTION_COUNT;
	entry.fields.flow_context.flow_counter_list_size = 1;
	memset(&entry.to[1], 0, sizeof(entry.to[1]));
	entry.counter = counter.number;
	CHECK_STATUS(change_entry(&object, &entry, PRM_SET_FTE_MODIFY_ENABLE_FLOW_COUNTERS), BAD_PARAM);
	CHECK_EQ(change_entry(&object, &entry, PRM_SET_FTE_MODIFY_ENABLE_FLOW_COUNTERS | PRM_SET_FTE_MODIFY_ENABLE_ACTION), 0);
	cannot_destroy(&counter);
	entry = ask_entry(&table, &object);
	CHECK_EQ(entry.fields.flow_context.action, PRM_FLOW_CONTEXT_ACTION_FWD_DEST | PRM_FLOW_CONTEXT_ACTION_COUNT);
	CHECK_EQ(entry.fields.flow_context.flow_counter_list_size, 1);
	CHECK_EQ(entry.counter, counter.number);
	entry = right_entry(&table, &group, 9);
	CHECK_EQ(change_entry(&object, &entry, PRM_SET_FTE_MODIFY_ENABLE_FLOW_TAG), 0);	/* keeps the counter */
	cannot_destroy(&counter);
	CHECK_EQ(change_entry(&object, &entry, PRM_SET_FTE_MODIFY_ENABLE_FLOW_COUNTERS | PRM_SET_FTE_MODIFY_ENABLE_ACTION), 0);
	destroy(&counter);
	destroy(&object);
	destroy(&group);
	destroy(&table);
	end();
}

/* Each part of an entry changes alone. */
static void test_changes(void)
{
	struct object table, higher, group, object;
	struct entry entry;

	begin();
	table = new_table(3);
	higher = new_table(4);
	group = new_group(&table, 0, 15);
	object = new_entry(&table, &group, 9);
	entry = right_entry(&table, &group, 9);
	entry.fields.flow_context.flow_tag = 0x456;
	entry.fields.flow_context.action |= PRM_FLOW_CONTEXT_ACTION_ALLOW;
	entry.fields.flow_context.destination_list_size = 2;
	entry.fields.flow_context.match_value.outer_headers.udp_dport = 0x3400;	/* stays as it is */
	entry.to[1] = (struct prm_dest_format_struct_fields){ .destination_type = PRM_FLOW_DESTINATION_TYPE_FLOW_TABLE,
							      .destination_id = higher.number };
	CHECK_EQ(change_entry(&object, &entry, 0), 0);
	check_entry(&table, &object, PRM_FLOW_CONTEXT_ACTION_FWD_DEST, 0x123, 1);
	CHECK_EQ(change_entry(&object, &entry, PRM_SET_FTE_MODIFY_ENABLE_FLOW_TAG), 0);
	check_entry(&table, &object, PRM_FLOW_CONTEXT_ACTION_FWD_DEST, 0x456, 1);
	entry.fields.flow_context.flow_tag = 0x789;
	CHECK_EQ(change_entry(&object, &entry, PRM_SET_FTE_MODIFY_ENABLE_ACTION), 0);
	check_entry(&table, &object, PRM_FLOW_CONTEXT_ACTION_FWD_DEST | PRM_FLOW_CONTEXT_ACTION_ALLOW, 0x456, 1);
	entry.fields.flow_context.action = PRM_FLOW_CONTEXT_ACTION_DROP;
	CHECK_STATUS(change_entry(&object, &entry, PRM_SET_FTE_MODIFY_ENABLE_ACTION), BAD_PARAM);
	CHECK_EQ(change_entry(&object, &entry, PRM_SET_FTE_MODIFY_ENABLE_DESTINATION_LIST), 0);
	check_entry(&table, &object, PRM_FLOW_CONTEXT_ACTION_FWD_DEST | PRM_FLOW_CONTEXT_ACTION_ALLOW, 0x456, 2);
	cannot_destroy(&higher);
	entry.fields.flow_context.destination_list_size = 0;
	CHECK_EQ(change_entry(&object, &entry, PRM_SET_FTE_MODIFY_ENABLE_DESTINATION_LIST |
			      PRM_SET_FTE_MODIFY_ENABLE_ACTION), 0);
	check_entry(&table, &object, PRM_FLOW_CONTEXT_ACTION_DROP, 0x456, 0);
	destroy(&higher);
	destroy(&tir);	/* no entry uses it any more */
	destroy(&object);
	destroy(&group);
	destroy(&table);
	CHECK_EQ(make_tir(&tir, &(struct prm_create_tir_in_fields){ .ctx = right_tir().ctx }), 0);
	end();
}

/* What is left in a context goes with it, in an order that its objects allow. */
static void test_close(void)
{
	struct object low, high, group;
	uint8_t *left;

	for (unsigned int i = 0; i < 3; i++) {
		begin();
		low = new_table(1);
		high = new_table(2);
		CHECK_EQ(set_miss(&low, PRM_FLOW_TABLE_MISS_ACTION_FWD, high.number), 0);
		group = new_group(&high, 0, 3);
		new_entry(&high, &group, 1);
		new_entry(&high, &group, 2);
		group = new_group(&low, 0, 3);
		new_entry(&low, &group, 3);
		left = memory;
		CHECK_EQ(ibv_close_device(context), 0);
		free(left);
	}
}

static const struct {
	const char *name;
	void (*run)(void);
} tests[] = {
	{ "tis", test_tis },	   { "tir", test_tir }, { "rqt", test_rqt }, { "indirect", test_indirect },	      { "sq", test_sq },
	{ "rq", test_rq },	   { "pool", test_pool },     { "states", test_states },
	{ "flush", test_flush },   { "flush_sq", test_flush_sq }, { "tables", test_tables },
	{ "groups", test_groups }, { "entries", test_entries }, { "changes", test_changes }, { "counters", test_counters },
	{ "close", test_close },
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
