// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * lone_rss SCRIPT: makes work queues, tables of them and queue pairs of RSS as the lines of a file say, sends frames, and
 * prints what became of each line: its errno value, and of frames, the queue and what the CQE says of them. The caller has
 * calculated what that has to be.
 */
#include <errno.h>
#include <infiniband/mlx5dv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "prm_cqe.h"
#include "prm_ctrl.h"
#include "prm_data.h"
#include "prm_doorbell.h"
#include "prm_eth.h"
#include "prm_rq.h"
#include "prm_tir.h"
#include "../../../rig/verbs.h"

#define MANY 80u	/* objects of a kind */
#define CQS 3u
#define CQES 1024u
#define ROOM 512u	/* of a frame */
#define SLOTS 64u	/* of a queue */
#define KEY 40u
#define LINE 4096u
#define PATIENCE (20 * CLOCKS_PER_SEC)

struct queue {
	struct ibv_wq *wq;
	unsigned int next;	/* slot */
	uint8_t memory[SLOTS * ROOM];
	struct ibv_mr *mr;
};

static struct side from, to;
static struct ibv_qp *sender;
static uint8_t out[ROOM];
static struct ibv_cq *cqs[CQS];
static struct mlx5dv_cq rings[CQS];
static uint32_t taken[CQS];
static struct queue queues[MANY];
static struct ibv_rwq_ind_table *tables[MANY];
static struct ibv_qp *qps[MANY];
static struct ibv_flow *flows[MANY];

/*
 * Contexts.
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
	CHECK(side->pd);
}

static void open_sender(void)
{
	struct ibv_qp_init_attr attr = { .qp_type = IBV_QPT_RAW_PACKET, .cap = { .max_send_wr = 8, .max_send_sge = 1 } };
	struct ibv_qp_attr state = { .port_num = 1 };

	open_side(&from);
	attr.send_cq = attr.recv_cq = from.send_cq = ibv_create_cq(from.context, 16, NULL, NULL, 0);
	from.mr = ibv_reg_mr(from.pd, out, sizeof(out), 0);
	CHECK(from.send_cq && from.mr);
	sender = ibv_create_qp(from.pd, &attr);
	CHECK(sender);
	for (state.qp_state = IBV_QPS_INIT; state.qp_state <= IBV_QPS_RTS; state.qp_state++)
		CHECK_EQ(ibv_modify_qp(sender, &state, IBV_QP_STATE | (state.qp_state == IBV_QPS_INIT ? IBV_QP_PORT : 0)), 0);
}

static void open_receiver(void)
{
	open_side(&to);
	for (unsigned int i = 0; i < CQS; i++) {
		struct mlx5dv_obj obj = { .cq = { .out = &rings[i] } };

		obj.cq.in = cqs[i] = ibv_create_cq(to.context, CQES, NULL, NULL, 0);
		CHECK(cqs[i] && !mlx5dv_init_obj(&obj, MLX5DV_OBJ_CQ));
	}
	for (unsigned int i = 0; i < MANY; i++) {
		queues[i].mr = ibv_reg_mr(to.pd, queues[i].memory, sizeof(queues[i].memory), IBV_ACCESS_LOCAL_WRITE);
		CHECK(queues[i].mr);
	}
}

static void close_all(void)
{
	for (unsigned int i = 0; i < MANY; i++)
		CHECK_EQ(ibv_dereg_mr(queues[i].mr), 0);
	for (unsigned int i = 0; i < CQS; i++) {
		no_wc(cqs[i]);
		CHECK_EQ(ibv_destroy_cq(cqs[i]), 0);
	}
	CHECK_EQ(ibv_destroy_qp(sender), 0);
	CHECK_EQ(ibv_dereg_mr(from.mr), 0);
	CHECK_EQ(ibv_destroy_cq(from.send_cq), 0);
	CHECK_EQ(ibv_dealloc_pd(from.pd), 0);
	CHECK_EQ(ibv_dealloc_pd(to.pd), 0);
	CHECK_EQ(ibv_close_device(from.context), 0);
	CHECK_EQ(ibv_close_device(to.context), 0);
}

/*
 * Words of a line.
 */

static char *rest;

static const char *word(void)
{
	const char *found = strtok_r(NULL, " \n", &rest);

	CHECK(found);
	return found;
}

static uint64_t number(void)
{
	return strtoull(word(), NULL, 0);
}

static unsigned int index_of(unsigned int many)
{
	const uint64_t index = number();

	CHECK(index < many);
	return (unsigned int)index;
}

static size_t hex(uint8_t *bytes, size_t room)
{
	const char *text = word();
	size_t len = 0;
	unsigned int byte;

	for (; sscanf(text + 2 * len, "%2x", &byte) == 1; len++) {
		CHECK(len < room);
		bytes[len] = (uint8_t)byte;
	}
	return len;
}

static void say(const char *what, int err)
{
	printf("%s %d\n", what, err);
}

/* The errno value of a call that gave an object, or NULL. */
static void say_made(const char *what, const void *made)
{
	say(what, made ? 0 : errno);
}

/*
 * Work queues.
 */

/* wq QUEUE CQ WRS FLAGS */
static void make_wq(void)
{
	struct queue *queue = &queues[index_of(MANY)];
	struct ibv_wq_init_attr attr = { .wq_type = IBV_WQT_RQ, .max_sge = 1, .pd = to.pd, .comp_mask = IBV_WQ_INIT_ATTR_FLAGS };

	attr.cq = cqs[index_of(CQS)];
	attr.max_wr = (uint32_t)number();
	attr.create_flags = (uint32_t)number();
	queue->wq = ibv_create_wq(to.context, &attr);
	queue->next = 0;
	say_made("wq", queue->wq);
}

/* state QUEUE STATE FROM: no FROM if it is 9 */
static void modify_wq(void)
{
	struct queue *queue = &queues[index_of(MANY)];
	struct ibv_wq_attr attr = { .attr_mask = IBV_WQ_ATTR_STATE };

	attr.wq_state = (enum ibv_wq_state)number();
	attr.curr_wq_state = (enum ibv_wq_state)number();
	if (attr.curr_wq_state <= IBV_WQS_ERR)
		attr.attr_mask |= IBV_WQ_ATTR_CURR_STATE;
	say("state", ibv_modify_wq(queue->wq, &attr));
}

/* flags QUEUE FLAGS MASK */
static void modify_flags(void)
{
	struct queue *queue = &queues[index_of(MANY)];
	struct ibv_wq_attr attr = { .attr_mask = IBV_WQ_ATTR_FLAGS };

	attr.flags = (uint32_t)number();
	attr.flags_mask = (uint32_t)number();
	say("flags", ibv_modify_wq(queue->wq, &attr));
}

static void post_one(unsigned int index)
{
	struct queue *queue = &queues[index];
	const unsigned int slot = queue->next++ % SLOTS;
	struct ibv_sge sge = { .addr = (uintptr_t)(queue->memory + slot * ROOM), .length = ROOM, .lkey = queue->mr->lkey };
	struct ibv_recv_wr *bad, request = { .wr_id = index * SLOTS + slot, .sg_list = &sge, .num_sge = 1 };

	memset(queue->memory + slot * ROOM, 0xee, ROOM);
	CHECK_EQ(ibv_post_wq_recv(queue->wq, &request, &bad), 0);
}

/* post QUEUE N */
static void post(void)
{
	const unsigned int index = index_of(MANY);

	for (uint64_t n = number(); n; n--)
		post_one(index);
}

/*
 * Tables and queue pairs.
 */

/* table TABLE LOG QUEUE... */
static void make_table(void)
{
	struct ibv_rwq_ind_table **table = &tables[index_of(MANY)];
	struct ibv_wq *list[MANY];
	struct ibv_rwq_ind_table_init_attr attr = { .ind_tbl = list };

	attr.log_ind_tbl_size = (uint32_t)number();
	for (unsigned int i = 0; i < 1u << attr.log_ind_tbl_size; i++)
		list[i] = queues[index_of(MANY)].wq;
	*table = ibv_create_rwq_ind_table(to.context, &attr);
	say_made("table", *table);
}

/* entries TABLE N QUEUE...: the table gets others, by DEVX; the status, and what a query gives then */
static void modify_table(void)
{
	struct ibv_rwq_ind_table *table = tables[index_of(MANY)];
	const unsigned int n = index_of(MANY);
	struct prm_modify_rqt_in_fields change = { .rqtn = (uint32_t)table->ind_tbl_num, .bitmask.rqn_list = true };
	struct prm_query_rqt_in_fields query = { .rqtn = (uint32_t)table->ind_tbl_num };
	struct prm_modify_rqt_out changed = { 0 };
	struct prm_query_rqt_in ask;
	struct {
		struct prm_modify_rqt_in in;
		struct prm_rq_num list[MANY];
	} cmd = { 0 };
	struct {
		struct prm_query_rqt_out out;
		struct prm_rq_num list[MANY];
	} answer = { 0 };

	change.ctx.rqt_actual_size = (uint16_t)n;
	prm_modify_rqt_in_pack(&cmd.in, &change);
	for (unsigned int i = 0; i < n; i++)
		prm_rq_num_set_rq_num(&cmd.list[i], queues[index_of(MANY)].wq->wq_num);
	mlx5dv_devx_ind_tbl_modify(table, &cmd, sizeof(cmd.in) + n * sizeof(cmd.list[0]), &changed, sizeof(changed));
	say("entries", (int)prm_modify_rqt_out_get_status(&changed));
	prm_query_rqt_in_pack(&ask, &query);
	CHECK_EQ(mlx5dv_devx_ind_tbl_query(table, &ask, sizeof(ask), &answer, sizeof(answer)), 0);
	printf("size %u\n", prm_rqtc_get_rqt_actual_size(&answer.out.rqt_context));
	if (!prm_modify_rqt_out_get_status(&changed))
		CHECK(!memcmp(answer.list, cmd.list, n * sizeof(cmd.list[0])));
}

/* qp QP TABLE FUNCTION FIELDS FLAGS KEY */
static void make_qp(void)
{
	struct ibv_qp **qp = &qps[index_of(MANY)];
	uint8_t key[2 * KEY] = { 0 };
	struct ibv_qp_init_attr_ex attr = {
		.qp_type = IBV_QPT_RAW_PACKET, .pd = to.pd,
		.comp_mask = IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_IND_TABLE | IBV_QP_INIT_ATTR_RX_HASH,
		.rx_hash_conf.rx_hash_key = key,
	};
	struct mlx5dv_qp_init_attr driver = { .comp_mask = MLX5DV_QP_INIT_ATTR_MASK_QP_CREATE_FLAGS };

	attr.rwq_ind_tbl = tables[index_of(MANY)];
	attr.rx_hash_conf.rx_hash_function = (uint8_t)number();
	attr.rx_hash_conf.rx_hash_fields_mask = number();
	driver.create_flags = (uint32_t)number();
	attr.rx_hash_conf.rx_hash_key_len = (uint8_t)hex(key, sizeof(key));
	*qp = mlx5dv_create_qp(to.context, &attr, &driver);
	say_made("qp", *qp);
	if (*qp)
		CHECK_EQ((*qp)->qp_num, 0);
}

/* A QP of RSS has no states. */
static void try_states(void)
{
	struct ibv_qp *qp = qps[index_of(MANY)];
	struct ibv_qp_attr attr = { .qp_state = IBV_QPS_INIT, .port_num = 1 };
	struct ibv_qp_init_attr init;

	say("modify", ibv_modify_qp(qp, &attr, IBV_QP_STATE | IBV_QP_PORT));
	say("query", ibv_query_qp(qp, &attr, IBV_QP_STATE, &init));
}

/* direct QP CQ: a raw packet QP with a queue of its own, which is the queue of the same number */
static void make_direct(void)
{
	const unsigned int index = index_of(MANY);
	struct ibv_cq *cq = cqs[index_of(CQS)];
	struct ibv_qp_init_attr attr = { .qp_type = IBV_QPT_RAW_PACKET, .send_cq = cq, .recv_cq = cq,
					 .cap = { .max_recv_wr = SLOTS, .max_recv_sge = 1 } };
	struct ibv_qp_attr state = { .qp_state = IBV_QPS_INIT, .port_num = 1 };

	qps[index] = ibv_create_qp(to.pd, &attr);
	CHECK(qps[index]);
	CHECK_EQ(ibv_modify_qp(qps[index], &state, IBV_QP_STATE | IBV_QP_PORT), 0);
	state.qp_state = IBV_QPS_RTR;
	CHECK_EQ(ibv_modify_qp(qps[index], &state, IBV_QP_STATE), 0);
}

/* room QP N: receives of such a QP */
static void post_direct(void)
{
	const unsigned int index = index_of(MANY);
	struct queue *queue = &queues[index];

	for (uint64_t n = number(); n; n--) {
		const unsigned int slot = queue->next++ % SLOTS;
		struct ibv_sge sge = { .addr = (uintptr_t)(queue->memory + slot * ROOM), .length = ROOM, .lkey = queue->mr->lkey };
		struct ibv_recv_wr *bad, request = { .wr_id = index * SLOTS + slot, .sg_list = &sge, .num_sge = 1 };

		CHECK_EQ(ibv_post_recv(qps[index], &request, &bad), 0);
	}
}

/* hash QP FUNCTION L3 L4 FIELDS KEY: of the TIR of such a QP, by DEVX; the status */
static void modify_hash(void)
{
	struct ibv_qp *qp = qps[index_of(MANY)];
	struct mlx5dv_qp dv = { .comp_mask = MLX5DV_QP_MASK_RAW_QP_HANDLES };
	struct mlx5dv_obj obj = { .qp = { .in = qp, .out = &dv } };
	struct prm_modify_tir_in_fields change = { .bitmask.hash = true };
	struct prm_modify_tir_out changed = { 0 };
	struct prm_modify_tir_in in;

	CHECK_EQ(mlx5dv_init_obj(&obj, MLX5DV_OBJ_QP), 0);
	change.tirn = dv.tirn;
	change.ctx.rx_hash_fn = (uint8_t)number();
	change.ctx.rx_hash_field_selector_outer.l3_prot_type = (uint8_t)number();
	change.ctx.rx_hash_field_selector_outer.l4_prot_type = (uint8_t)number();
	change.ctx.rx_hash_field_selector_outer.selected_fields = (uint32_t)number();
	hex(change.ctx.rx_hash_toeplitz_key, KEY);
	prm_modify_tir_in_pack(&in, &change);
	mlx5dv_devx_qp_modify(qp, &in, sizeof(in), &changed, sizeof(changed));
	say("hash", (int)prm_modify_tir_out_get_status(&changed));
}

/* flow FLOW QP MAC: all frames that are sent to this address */
static void make_flow(void)
{
	struct ibv_flow **flow = &flows[index_of(MANY)];
	struct ibv_qp *qp = qps[index_of(MANY)];
	struct {
		struct ibv_flow_attr attr;
		struct ibv_flow_spec_eth eth;
	} both = {
		.attr = { .type = IBV_FLOW_ATTR_NORMAL, .size = sizeof(both), .num_of_specs = 1, .port = 1 },
		.eth = { .type = IBV_FLOW_SPEC_ETH, .size = sizeof(both.eth) },
	};

	hex(both.eth.val.dst_mac, 6);
	memset(both.eth.mask.dst_mac, 0xff, 6);
	*flow = ibv_create_flow(qp, &both.attr);
	say_made("flow", *flow);
}

/* destroy KIND INDEX */
static void destroy(void)
{
	const char *kind = word();
	const unsigned int i = index_of(MANY);

	say("destroy", !strcmp(kind, "wq") ? ibv_destroy_wq(queues[i].wq) :
		       !strcmp(kind, "table") ? ibv_destroy_rwq_ind_table(tables[i]) :
		       !strcmp(kind, "qp") ? ibv_destroy_qp(qps[i]) : ibv_destroy_flow(flows[i]));
}

/*
 * Frames.
 */

/* A completion of any queue, with its CQE. */
static struct ibv_wc any_wc(struct prm_cqe64_fields *cqe)
{
	const clock_t start = clock();

	while (clock() - start < PATIENCE) {
		for (unsigned int i = 0; i < CQS; i++) {
			struct ibv_wc wc;
			const char *entry;

			if (!ibv_poll_cq(cqs[i], 1, &wc))
				continue;
			entry = (const char *)rings[i].buf + taken[i]++ % rings[i].cqe_cnt * rings[i].cqe_size;
			entry += rings[i].cqe_size - sizeof(struct prm_cqe64);
			prm_cqe64_unpack(cqe, (const struct prm_cqe64 *)(const void *)entry, NULL);
			return wc;
		}
	}
	CHECK(!"a completion has come");
	return (struct ibv_wc){ 0 };
}

/* The frame that has come, after what its CQE says. */
static void say_frame(const struct ibv_wc *wc, const struct prm_cqe64_fields *cqe)
{
	const unsigned int queue = (unsigned int)wc->wr_id / SLOTS, slot = (unsigned int)wc->wr_id % SLOTS;
	const struct prm_cqe_receive_info_fields *info = &cqe->receive;

	printf("got %u %u 0x%08x %u %u %u %u tunnel %u %u heads %u %u %u %u ", queue, wc->status, info->rss_hash_result,
	       info->rss_hash_src_l3, info->rss_hash_dst_l3, info->rss_hash_src_l4, info->rss_hash_dst_l4, info->tunneled,
	       info->outer_l3, info->l3_hdr_type, info->l4_hdr_type, info->l3_ok, info->l4_ok);
	for (uint32_t i = 0; i < wc->byte_len; i++)
		printf("%02x", queues[queue].memory[slot * ROOM + i]);
	printf("\n");
}

static void say_frames(uint64_t n)
{
	while (n--) {
		struct prm_cqe64_fields cqe;
		const struct ibv_wc wc = any_wc(&cqe);

		CHECK_EQ(wc.status, IBV_WC_SUCCESS);
		say_frame(&wc, &cqe);
	}
}

/* send N FRAME: N queues receive it */
static void send_frame(void)
{
	struct ibv_sge sge = { .addr = (uintptr_t)out, .lkey = from.mr->lkey };
	struct ibv_send_wr *bad, request = { .wr_id = 7, .sg_list = &sge, .num_sge = 1, .opcode = IBV_WR_SEND,
					     .send_flags = IBV_SEND_SIGNALED };
	const uint64_t n = number();

	sge.length = (uint32_t)hex(out, sizeof(out));
	CHECK_EQ(ibv_post_send(sender, &request, &bad), 0);
	good_wc(from.send_cq, 7, IBV_WC_SEND);
	say_frames(n);
}

/*
 * csums FLAGS N FRAME: the device writes checksums into the frame, 1: IP, 2: TCP or UDP, and 4, 8: those of the frame in its
 * tunnel. libmlx5 does not ask for the latter, so that this is posted to the ring of a queue pair of its own.
 */
static void send_csums(void)
{
	struct ibv_qp_init_attr attr = { .qp_type = IBV_QPT_RAW_PACKET, .send_cq = from.send_cq, .recv_cq = from.send_cq,
					 .cap = { .max_send_wr = 8, .max_send_sge = 1 } };
	struct ibv_qp_attr state = { .port_num = 1 };
	struct ibv_qp *qp = ibv_create_qp(from.pd, &attr);
	struct mlx5dv_qp dv = { .comp_mask = 0 };
	struct mlx5dv_obj obj = { .qp = { .in = qp, .out = &dv } };
	const uint64_t flags = number(), n = number();
	struct prm_ctrl_seg_fields ctrl = { .opcode = PRM_WQE_OPCODE_SEND, .ds = 3, .ce = PRM_COMPLETION_MODE_ALWAYS };
	struct prm_eth_seg_fields eth = { .l3_csum = flags & 1, .l4_csum = flags & 2, .l3_inner_csum = flags & 4,
					  .l4_inner_csum = flags & 8 };
	struct prm_data_seg_fields data = { .lkey = from.mr->lkey, .addr = (uintptr_t)out };
	uint8_t *wqe;
	uint64_t first;

	CHECK(qp && !mlx5dv_init_obj(&obj, MLX5DV_OBJ_QP));
	for (state.qp_state = IBV_QPS_INIT; state.qp_state <= IBV_QPS_RTS; state.qp_state++)
		CHECK_EQ(ibv_modify_qp(qp, &state, IBV_QP_STATE | (state.qp_state == IBV_QPS_INIT ? IBV_QP_PORT : 0)), 0);
	wqe = dv.sq.buf;
	data.byte_count = (uint32_t)hex(out, sizeof(out));
	ctrl.qpn = qp->qp_num;
	prm_ctrl_seg_pack((void *)wqe, &ctrl);
	prm_eth_seg_pack((void *)(wqe + PRM_CTRL_SEG_SIZE), &eth);
	prm_data_seg_pack((void *)(wqe + PRM_CTRL_SEG_SIZE + PRM_ETH_SEG_SIZE), &data);
	prm_qp_doorbell_record_set_send_counter((void *)dv.dbrec, 1);
	__sync_synchronize();
	memcpy(&first, wqe, sizeof(first));
	*(volatile uint64_t *)dv.bf.reg = first;
	CHECK_EQ(next_wc(from.send_cq).status, IBV_WC_SUCCESS);
	say_frames(n);
	CHECK_EQ(ibv_destroy_qp(qp), 0);
}

/* flush N: so many receives are flushed, whose order between CQs is any */
static void flush(void)
{
	for (uint64_t n = number(); n; n--) {
		struct prm_cqe64_fields cqe;
		const struct ibv_wc wc = any_wc(&cqe);

		printf("flush %u %u\n", (unsigned int)wc.wr_id / SLOTS, wc.status);
	}
}

/* What the device says of itself. */
static void say_caps(void)
{
	struct ibv_device_attr_ex attr;

	CHECK_EQ(ibv_query_device_ex(to.context, NULL, &attr), 0);
	printf("caps 0x%x %u %u 0x%llx 0x%x %u\n", attr.rss_caps.supported_qpts, attr.rss_caps.max_rwq_indirection_tables,
	       attr.rss_caps.max_rwq_indirection_table_size, (unsigned long long)attr.rss_caps.rx_hash_fields_mask,
	       attr.rss_caps.rx_hash_function, attr.max_wq_type_rq);
}

/* The context is closed with all that is there, and a new one is opened. */
static void reopen(void)
{
	CHECK_EQ(ibv_close_device(to.context), 0);
	memset(queues, 0, sizeof(queues));
	memset(taken, 0, sizeof(taken));
	open_receiver();
}

/* All is left as it is. */
static void leave(void)
{
	printf("left\n");
	fflush(stdout);
	_Exit(0);
}

static const struct {
	const char *name;
	void (*run)(void);
} commands[] = {
	{ "wq", make_wq }, { "state", modify_wq }, { "flags", modify_flags }, { "post", post }, { "table", make_table },
	{ "entries", modify_table }, { "qp", make_qp }, { "states", try_states }, { "direct", make_direct },
	{ "room", post_direct }, { "hash", modify_hash }, { "flow", make_flow }, { "destroy", destroy }, { "send", send_frame },
	{ "csums", send_csums },
	{ "flush", flush }, { "caps", say_caps }, { "reopen", reopen }, { "leave", leave },
};

static void obey(char *line)
{
	const char *name = strtok_r(line, " \n", &rest);
	size_t i = 0;

	while (i < sizeof(commands) / sizeof(commands[0]) && strcmp(name, commands[i].name))
		i++;
	CHECK(i < sizeof(commands) / sizeof(commands[0]));
	commands[i].run();
	fflush(stdout);
}

int main(int argc, char **argv)
{
	static char line[LINE];
	FILE *script = argc == 2 ? fopen(argv[1], "r") : NULL;

	if (!script)
		return 2;
	open_sender();
	open_receiver();
	while (fgets(line, sizeof(line), script))
		obey(line);
	fclose(script);
	close_all();
	printf("ok\n");
	return 0;
}
