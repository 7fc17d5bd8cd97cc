// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * lone_refusals WHAT    one call with one wrong attribute: the name of its errno, or "ok"
 *
 * Everything else about the call is right: without WHAT it succeeds.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "prm_cmd.h"
#include "prm_data.h"
#include "prm_mkey.h"
#include "prm_qp.h"
#include "../../../rig/verbs.h"

static void tell(int err)
{
	puts(err ? strerrorname_np(err) : "ok");
}

/* Transitions of a queue pair to RTS. */

struct transitions {
	struct ibv_qp_attr init, rtr, rts;
	int init_mask, rtr_mask, rts_mask;
};

static void transitions_begin(struct transitions *all, uint16_t lid)
{
	*all = (struct transitions){
		.init = { .qp_state = IBV_QPS_INIT, .port_num = 1, .qp_access_flags = ALL_ACCESS },
		.rtr = { .qp_state = IBV_QPS_RTR, .path_mtu = IBV_MTU_1024, .dest_qp_num = 0x100,
			 .max_dest_rd_atomic = 4, .min_rnr_timer = 12,
			 .ah_attr = { .dlid = lid, .port_num = 1 } },
		.rts = { .qp_state = IBV_QPS_RTS, .timeout = 14, .retry_cnt = 7, .rnr_retry = 7,
			 .max_rd_atomic = 4 },
		.init_mask = IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS,
		.rtr_mask = IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN |
			    IBV_QP_RQ_PSN | IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER,
		.rts_mask = IBV_QP_STATE | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY |
			    IBV_QP_SQ_PSN | IBV_QP_MAX_QP_RD_ATOMIC,
	};
}

/* Sets one attribute to a value that is not allowed; false: there is none of this name. */
static bool transitions_break(struct transitions *all, const char *what)
{
	const struct {
		const char *name;
		void *at;
		size_t size;
		uint32_t value;
	} rows[] = {
		{ "timeout", &all->rts.timeout, 1, 33 },
		{ "retry_cnt", &all->rts.retry_cnt, 1, 20 },
		{ "rnr_retry", &all->rts.rnr_retry, 1, 8 },
		{ "max_rd_atomic", &all->rts.max_rd_atomic, 1, 200 },
		{ "max_dest_rd_atomic", &all->rtr.max_dest_rd_atomic, 1, 17 },
		{ "min_rnr_timer", &all->rtr.min_rnr_timer, 1, 32 },
		{ "dest_qp_num", &all->rtr.dest_qp_num, 4, 1u << 24 },
		{ "sl", &all->rtr.ah_attr.sl, 1, 16 },
		{ "static_rate", &all->rtr.ah_attr.static_rate, 1, 77 },
		{ "path_mtu", &all->rtr.path_mtu, 4, 0 },
		{ "pkey_index", &all->init.pkey_index, 2, 4000 },
		{ "init_port", &all->init.port_num, 1, 2 },
		{ "rtr_port", &all->rtr.ah_attr.port_num, 1, 0 },
		{ "more_bits", &all->init_mask, 4, (uint32_t)all->init_mask | IBV_QP_TIMEOUT },
		{ "fewer_bits", &all->rts_mask, 4, (uint32_t)all->rts_mask & ~(uint32_t)IBV_QP_RETRY_CNT },
		{ "state", &all->rtr.qp_state, 4, IBV_QPS_SQD },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (!strcmp(rows[i].name, what)) {
			memcpy(rows[i].at, &rows[i].value, rows[i].size);
			return true;
		}
	return !*what;
}

static int modify(struct ibv_context *context, struct ibv_qp *qp, const char *what)
{
	struct ibv_port_attr port;
	struct transitions all;
	int err;

	CHECK_EQ(ibv_query_port(context, 1, &port), 0);
	transitions_begin(&all, port.lid);
	CHECK(transitions_break(&all, what));
	err = ibv_modify_qp(qp, &all.init, all.init_mask);
	if (!err)
		err = ibv_modify_qp(qp, &all.rtr, all.rtr_mask);
	return err ? err : ibv_modify_qp(qp, &all.rts, all.rts_mask);
}

/* Other calls. */

static int moderation(struct ibv_cq *cq)
{
	struct ibv_modify_cq_attr attr = { .attr_mask = IBV_CQ_ATTR_MODERATE,
					   .moderate = { .cq_count = 1, .cq_period = 4096 } };

	return ibv_modify_cq(cq, &attr);
}

static int access_rights(struct ibv_pd *pd, char *memory)
{
	return ibv_reg_mr(pd, memory, 64, IBV_ACCESS_REMOTE_WRITE) ? 0 : errno;
}

static int not_mapped(struct ibv_pd *pd)
{
	return ibv_reg_mr(pd, (void *)(uintptr_t)4096, 64, IBV_ACCESS_LOCAL_WRITE) ? 0 : errno;
}

static int busy(struct ibv_pd *pd)
{
	return ibv_dealloc_pd(pd);
}

static int many(struct ibv_pd *pd, struct ibv_cq *cq)
{
	struct ibv_qp_init_attr attr = { .send_cq = cq, .recv_cq = cq, .cap = { 1, 1, 1, 1, 0 },
					 .qp_type = IBV_QPT_RC };

	errno = 0;
	while (ibv_create_qp(pd, &attr))
		;
	return errno;
}

/* The status of a command is in its answer, and the call gives EREMOTEIO. */
static int command(struct ibv_context *context)
{
	struct prm_create_mkey_in_fields fields;
	struct prm_create_mkey_in in;
	struct prm_create_mkey_out out;

	prm_create_mkey_in_fields_init(&fields);
	fields.memory_key_mkey_entry.access_mode_1_0 = PRM_MKC_ACCESS_MODE_KLMS;
	fields.memory_key_mkey_entry.pd = 0x777777;
	prm_create_mkey_in_pack(&in, &fields);
	errno = 0;
	if (mlx5dv_devx_obj_create(context, &in, sizeof(in), &out, sizeof(out)))
		return 0;
	return errno;
}

/* A key of two pages whose length is @len, with a BSF of @bsf octowords. */
static int window(struct ibv_context *context, struct ibv_pd *pd, char *memory, uint64_t len,
		  uint16_t bsf)
{
	struct ibv_mr *mr = ibv_reg_mr(pd, memory, 8192, IBV_ACCESS_LOCAL_WRITE);
	struct {
		struct prm_create_mkey_in head;
		struct prm_ksm entries[2];
	} in;
	struct prm_create_mkey_in_fields fields;
	struct prm_mkc_fields *mkc = &fields.memory_key_mkey_entry;
	struct mlx5dv_pd dv;
	struct mlx5dv_obj obj = { .pd = { .in = pd, .out = &dv } };
	struct prm_create_mkey_out out;

	CHECK(mr && !mlx5dv_init_obj(&obj, MLX5DV_OBJ_PD));
	prm_create_mkey_in_fields_init(&fields);
	fields.translations_octword_actual_size = 2;
	fields.bsf_octword_actual_size = bsf;
	mkc->access_mode_1_0 = PRM_MKC_ACCESS_MODE_KSM;
	mkc->lr = true;
	mkc->qpn = 0xffffff;
	mkc->pd = dv.pdn;
	mkc->start_addr = (uintptr_t)memory;
	mkc->len = len;
	mkc->translations_octword_size = 2;
	mkc->log_page_size = 12;
	prm_create_mkey_in_pack(&in.head, &fields);
	for (unsigned int i = 0; i < 2; i++) {
		const struct prm_ksm_fields entry = { .mkey = mr->lkey,
						      .address = (uintptr_t)memory + i * 4096 };

		prm_ksm_pack(&in.entries[i], &entry);
	}
	errno = 0;
	return mlx5dv_devx_obj_create(context, &in, sizeof(in), &out, sizeof(out)) ? 0 : errno;
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";
	struct mlx5dv_context_attr attr = { .flags = MLX5DV_CONTEXT_FLAGS_DEVX };
	struct ibv_device **list = ibv_get_device_list(NULL);
	struct ibv_context *context = mlx5dv_open_device(list[0], &attr);
	struct ibv_pd *pd = ibv_alloc_pd(context);
	struct ibv_cq *cq = ibv_create_cq(context, 16, NULL, NULL, 0);
	struct ibv_qp_init_attr init = { .send_cq = cq, .recv_cq = cq, .cap = { 4, 4, 1, 1, 0 },
					 .qp_type = IBV_QPT_RC };
	struct ibv_qp *qp = ibv_create_qp(pd, &init);
	static char memory[8192] __attribute__((aligned(4096)));

	CHECK(pd && cq && qp);
	if (!strcmp(what, "moderation"))
		tell(moderation(cq));
	else if (!strcmp(what, "access_rights"))
		tell(access_rights(pd, memory));
	else if (!strcmp(what, "not_mapped"))
		tell(not_mapped(pd));
	else if (!strcmp(what, "busy"))
		tell(busy(pd));
	else if (!strcmp(what, "many"))
		tell(many(pd, cq));
	else if (!strcmp(what, "resize"))
		tell(ibv_resize_cq(cq, 1024));
	else if (!strcmp(what, "command"))
		tell(command(context));
	else if (!strcmp(what, "window"))
		tell(window(context, pd, memory, 8193, 0));
	else if (!strcmp(what, "whole_window"))
		tell(window(context, pd, memory, 8192, 0));
	else if (!strcmp(what, "bsf"))
		tell(window(context, pd, memory, 8192, 4));
	else
		tell(modify(context, qp, what));
	return 0;
}
