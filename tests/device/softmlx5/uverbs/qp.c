// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Tests of queue pairs: states, events, queries. */
#include "tests.h"

#include "prm_eqe.h"
#include "prm_qp.h"

static int modify(struct sm_file *file, const struct qp *qp, struct ib_uverbs_modify_qp *cmd)
{
	cmd->qp_handle = (uint32_t)qp->handle;
	return command(file, IB_USER_VERBS_CMD_MODIFY_QP, cmd, sizeof(*cmd), NULL, 0, NULL, 0);
}

static struct ib_uverbs_modify_qp to_init(void)
{
	return (struct ib_uverbs_modify_qp){
		.attr_mask = IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS,
		.qp_state = IBV_QPS_INIT, .port_num = 1,
		.qp_access_flags = IBV_ACCESS_REMOTE_READ | IBV_ACCESS_REMOTE_WRITE,
	};
}

static struct ib_uverbs_modify_qp to_rtr(void)
{
	return (struct ib_uverbs_modify_qp){
		.attr_mask = IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN |
			     IBV_QP_RQ_PSN | IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER,
		.qp_state = IBV_QPS_RTR, .path_mtu = IBV_MTU_1024, .dest_qp_num = 0x1234,
		.rq_psn = 0x55, .max_dest_rd_atomic = 4, .min_rnr_timer = 12,
		.dest = { .dlid = 9, .sl = 3, .port_num = 1, .is_global = 1, .hop_limit = 64 },
	};
}

static struct ib_uverbs_modify_qp to_rts(void)
{
	return (struct ib_uverbs_modify_qp){
		.attr_mask = IBV_QP_STATE | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY |
			     IBV_QP_SQ_PSN | IBV_QP_MAX_QP_RD_ATOMIC,
		.qp_state = IBV_QPS_RTS, .timeout = 14, .retry_cnt = 7, .rnr_retry = 6,
		.sq_psn = 0x66, .max_rd_atomic = 3,
	};
}

void test_qp_modify(void)
{
	struct sm_file *file = open_devx();
	uint32_t pd = alloc_pd(file, NULL);
	struct cq cq = create_cq(file, 100, -1);
	struct ib_uverbs_modify_qp cmd;
	const struct prm_create_qp_in *create;
	const struct prm_init2init_qp_in *in;
	const struct prm_ads *path;
	struct prm_ads_fields cut;
	unsigned int live;
	struct qp qp;

	live = stand_in_live();
	sm_stand_in.fail_opcode = PRM_CMD_OPCODE_CREATE_QP;
	sm_stand_in.fail_status = PRM_CMD_STATUS_BAD_PARAM;
	CHECK_EQ(create_qp(file, pd, &cq, -1, &qp), -EINVAL);
	sm_stand_in.fail_opcode = 0;
	CHECK_EQ(stand_in_live(), live);
	CHECK_EQ(create_qp(file, pd, &cq, -1, &qp), 0);
	create = (const void *)last(PRM_CMD_OPCODE_CREATE_QP)->in;
	CHECK_EQ(prm_qpc_get_log_sq_size(&create->qpc), 6);
	CHECK_EQ(prm_qpc_get_log_rq_size(&create->qpc), 4);
	CHECK_EQ(prm_qpc_get_log_rq_stride(&create->qpc), 1);
	CHECK_EQ(prm_qpc_get_user_index(&create->qpc), 5);
	CHECK_EQ(prm_qpc_get_uar_page(&create->qpc), 3);
	CHECK(prm_create_qp_in_get_wq_umem_valid(create));

	cmd = to_rtr();
	CHECK_EQ(modify(file, &qp, &cmd), -EINVAL);
	cmd = to_init();
	cmd.attr_mask &= ~(uint32_t)IBV_QP_PORT;
	CHECK_EQ(modify(file, &qp, &cmd), -EINVAL);
	cmd = to_init();
	cmd.attr_mask |= IBV_QP_RQ_PSN;
	CHECK_EQ(modify(file, &qp, &cmd), -EINVAL);
	cmd = to_init();
	cmd.port_num = 2;
	CHECK_EQ(modify(file, &qp, &cmd), -EINVAL);
	cmd = to_init();
	cmd.attr_mask |= 1u << 30;
	CHECK_EQ(modify(file, &qp, &cmd), -EOPNOTSUPP);
	CHECK_EQ(sm_stand_in.last[PRM_CMD_OPCODE_RST2INIT_QP].count, 0);
	cmd = to_init();
	CHECK_EQ(modify(file, &qp, &cmd), 0);
	in = (const void *)last(PRM_CMD_OPCODE_RST2INIT_QP)->in;
	CHECK_EQ(prm_init2init_qp_in_get_qpn(in), qp.qpn);
	CHECK_EQ(prm_init2init_qp_in_get_opt_param_mask(in), 0);
	CHECK_EQ(prm_ads_get_vhca_port_num(&in->qpc.primary_address_path), 1);
	/* RDMA READs are not allowed before their depth is set. */
	CHECK(!prm_qpc_get_rre(&in->qpc) && prm_qpc_get_rwe(&in->qpc));
	cmd = to_init();
	CHECK_EQ(modify(file, &qp, &cmd), 0);
	in = (const void *)last(PRM_CMD_OPCODE_INIT2INIT_QP)->in;
	CHECK_EQ(prm_init2init_qp_in_get_opt_param_mask(in),
		 PRM_QP_OPT_PARAM_RRE | PRM_QP_OPT_PARAM_RAE | PRM_QP_OPT_PARAM_RWE |
		 PRM_QP_OPT_PARAM_PKEY_INDEX | PRM_QP_OPT_PARAM_PRI_PORT);
	cmd = to_rtr();
	cmd.path_mtu = 6;
	CHECK_EQ(modify(file, &qp, &cmd), -EINVAL);
	cmd = to_rtr();
	cmd.dest.port_num = 0;
	CHECK_EQ(modify(file, &qp, &cmd), -EINVAL);
	cmd = to_rtr();
	cmd.max_dest_rd_atomic = 17;
	CHECK_EQ(modify(file, &qp, &cmd), -EINVAL);
	cmd = to_rtr();
	CHECK_EQ(modify(file, &qp, &cmd), 0);
	in = (const void *)last(PRM_CMD_OPCODE_INIT2RTR_QP)->in;
	path = &in->qpc.primary_address_path;
	CHECK_EQ(prm_ads_get_rlid(path), 9);
	CHECK_EQ(prm_ads_get_sl(path), 3);
	CHECK_EQ(prm_ads_get_grh(path), 1);
	CHECK_EQ(prm_ads_get_hop_limit(path), 64);
	CHECK_EQ(prm_ads_get_vhca_port_num(path), 1);
	CHECK_EQ(prm_qpc_get_remote_qpn(&in->qpc), 0x1234);
	CHECK_EQ(prm_qpc_get_next_rcv_psn(&in->qpc), 0x55);
	CHECK_EQ(prm_qpc_get_log_rra_max(&in->qpc), 2);
	CHECK_EQ(prm_qpc_get_min_rnr_nak(&in->qpc), 12);
	CHECK_EQ(prm_qpc_get_mtu(&in->qpc), IBV_MTU_1024);
	/* With the depth, RDMA READs are allowed by the access flags of INIT. */
	CHECK(prm_qpc_get_rre(&in->qpc) && prm_qpc_get_rwe(&in->qpc));
	CHECK_EQ(prm_init2init_qp_in_get_opt_param_mask(in),
		 PRM_QP_OPT_PARAM_RRE | PRM_QP_OPT_PARAM_RAE | PRM_QP_OPT_PARAM_RWE);
	cmd = to_rts();
	CHECK_EQ(modify(file, &qp, &cmd), 0);
	in = (const void *)last(PRM_CMD_OPCODE_RTR2RTS_QP)->in;
	CHECK_EQ(prm_qpc_get_next_send_psn(&in->qpc), 0x66);
	CHECK_EQ(prm_qpc_get_retry_count(&in->qpc), 7);
	CHECK_EQ(prm_qpc_get_rnr_retry(&in->qpc), 6);
	CHECK_EQ(prm_qpc_get_log_sra_max(&in->qpc), 2);
	CHECK_EQ(prm_ads_get_ack_timeout(&in->qpc.primary_address_path), 14);
	CHECK_EQ(prm_init2init_qp_in_get_opt_param_mask(in), 0);
	/*
	 * The kernel has no command for SQD; when a QP leaves SQD, the application names SQD as its
	 * current state.
	 */
	cmd = (struct ib_uverbs_modify_qp){ .attr_mask = IBV_QP_STATE, .qp_state = IBV_QPS_SQD };
	CHECK_EQ(modify(file, &qp, &cmd), -EINVAL);
	cmd = (struct ib_uverbs_modify_qp){ .attr_mask = IBV_QP_STATE | IBV_QP_CUR_STATE,
					    .qp_state = IBV_QPS_RTS, .cur_qp_state = IBV_QPS_SQD };
	stand_in_device()->caps->kernel.no_sqd2rts = true;
	CHECK_EQ(modify(file, &qp, &cmd), -EINVAL);
	stand_in_device()->caps->kernel.no_sqd2rts = false;
	CHECK_EQ(modify(file, &qp, &cmd), 0);
	CHECK_EQ(last(PRM_CMD_OPCODE_SQD2RTS_QP)->count, 1);
	cmd = (struct ib_uverbs_modify_qp){ .attr_mask = IBV_QP_STATE, .qp_state = IBV_QPS_ERR };
	CHECK_EQ(modify(file, &qp, &cmd), 0);
	CHECK_EQ(last(PRM_CMD_OPCODE_2ERR_QP)->count, 1);
	cmd.qp_state = IBV_QPS_RESET;
	CHECK_EQ(modify(file, &qp, &cmd), 0);
	CHECK_EQ(last(PRM_CMD_OPCODE_2RST_QP)->count, 1);
	CHECK_EQ(modify(file, &qp, &cmd), 0);
	CHECK_EQ(last(PRM_CMD_OPCODE_2RST_QP)->count, 1);
	cmd.qp_state = IBV_QPS_ERR;
	CHECK_EQ(modify(file, &qp, &cmd), -EINVAL);
	/* Atomics without masks are those of InfiniBand. */
	cmd = to_init();
	cmd.qp_access_flags |= IBV_ACCESS_REMOTE_ATOMIC;
	CHECK_EQ(modify(file, &qp, &cmd), 0);
	/* Numbers beyond their fields are refused. */
	cmd = to_rtr();
	cmd.dest_qp_num = 0x1000000;
	CHECK_EQ(modify(file, &qp, &cmd), -EINVAL);
	cmd = to_rtr();
	cmd.min_rnr_timer = 32;
	CHECK_EQ(modify(file, &qp, &cmd), -EINVAL);
	cmd = to_rtr();
	cmd.dest.sl = 16;
	CHECK_EQ(modify(file, &qp, &cmd), -EINVAL);
	/* PSNs and flow labels are truncated, and the largest numbers are right. */
	cmd = to_rtr();
	cmd.dest_qp_num = 0xffffff;
	cmd.rq_psn = UINT32_MAX;
	cmd.min_rnr_timer = 31;
	cmd.dest.sl = 15;
	cmd.dest.is_global = 1;
	cmd.dest.flow_label = UINT32_MAX;
	CHECK_EQ(modify(file, &qp, &cmd), 0);
	in = (const void *)last(PRM_CMD_OPCODE_INIT2RTR_QP)->in;
	CHECK(prm_qpc_get_rae(&in->qpc));
	CHECK_EQ(prm_qpc_get_atomic_mode(&in->qpc), PRM_QP_ATOMIC_MODE_IB_SPEC);
	CHECK_EQ(prm_qpc_get_remote_qpn(&in->qpc), 0xffffff);
	CHECK_EQ(prm_qpc_get_next_rcv_psn(&in->qpc), 0xffffff);
	prm_ads_unpack(&cut, &in->qpc.primary_address_path, NULL);
	CHECK_EQ(cut.sl, 15);
	CHECK_EQ(cut.flow_label, 0xfffff);
	close_clean(file);
}

void test_qp_events(void)
{
	static const struct {
		uint8_t type;
		uint32_t event;
	} expected[] = {
		{ PRM_EVENT_TYPE_SQ_DRAINED, IBV_EVENT_SQ_DRAINED },
		{ PRM_EVENT_TYPE_COMM_EST, IBV_EVENT_COMM_EST },
		{ PRM_EVENT_TYPE_WQ_CATAS_ERROR, IBV_EVENT_QP_FATAL },
		{ PRM_EVENT_TYPE_WQ_INVAL_REQ_ERROR, IBV_EVENT_QP_REQ_ERR },
		{ PRM_EVENT_TYPE_WQ_ACCESS_ERROR, IBV_EVENT_QP_ACCESS_ERR },
		{ PRM_EVENT_TYPE_SRQ_LAST_WQE, IBV_EVENT_QP_LAST_WQE_REACHED },
		{ PRM_EVENT_TYPE_PATH_MIG, IBV_EVENT_PATH_MIG },
		{ PRM_EVENT_TYPE_PATH_MIG_FAILED, IBV_EVENT_PATH_MIG_ERR },
	};
	struct ib_uverbs_async_event_desc event;
	struct sm_file *file = open_devx();
	uint32_t pd = alloc_pd(file, NULL), reported;
	struct ib_uverbs_destroy_cq_resp resp;
	struct cq cq = create_cq(file, 100, -1);
	struct call call;
	struct qp qp;
	unsigned int i;
	int fd;

	start(&call, UVERBS_OBJECT_ASYNC_EVENT, UVERBS_METHOD_ASYNC_EVENT_ALLOC);
	object(&call, UVERBS_ATTR_ASYNC_EVENT_ALLOC_FD_HANDLE, 0);
	CHECK_EQ(run(file, &call), 0);
	fd = (int)handle_of(&call, UVERBS_ATTR_ASYNC_EVENT_ALLOC_FD_HANDLE);
	CHECK_EQ(create_qp(file, pd, &cq, -1, &qp), 0);
	for (i = 0; i < SM_ARRAY_SIZE(expected); i++) {
		stand_in_event(PRM_CMD_OPCODE_CREATE_QP, qp.qpn, expected[i].type);
		CHECK_EQ(stand_in_read(fd, &event, sizeof(event)), sizeof(event));
		CHECK_EQ(event.event_type, expected[i].event);
		CHECK_EQ(event.element, 0x77);
	}
	stand_in_event(PRM_CMD_OPCODE_CREATE_QP, qp.qpn, PRM_EVENT_TYPE_PAGE_FAULT);
	CHECK_EQ(stand_in_read(fd, &event, sizeof(event)), 0);
	stand_in_event(PRM_CMD_OPCODE_CREATE_QP, qp.qpn, PRM_EVENT_TYPE_SQ_DRAINED);
	CHECK_EQ(destroy_cq(file, cq.handle, &resp), -EBUSY);
	CHECK_EQ(destroy_qp(file, qp.handle, &reported), 0);
	CHECK_EQ(reported, SM_ARRAY_SIZE(expected));
	CHECK_EQ(stand_in_read(fd, &event, sizeof(event)), 0);
	CHECK_EQ(destroy_cq(file, cq.handle, &resp), 0);
	CHECK_EQ(dealloc_pd(file, pd), 0);
	stand_in_close(fd);
	close_clean(file);
}

void test_qp_query(void)
{
	struct prm_query_qp_out_fields answer = { 0 };
	struct ib_uverbs_query_qp cmd = { 0 };
	struct ib_uverbs_query_qp_resp resp;
	struct ib_uverbs_modify_qp mod;
	struct sm_file *file = open_devx();
	uint32_t pd = alloc_pd(file, NULL);
	struct cq cq = create_cq(file, 100, -1);
	struct prm_query_qp_out out;
	struct qp qp;

	CHECK_EQ(create_qp(file, pd, &cq, -1, &qp), 0);
	prm_query_qp_out_fields_init(&answer);
	answer.qpc.state = PRM_QP_STATE_SQD;
	answer.qpc.mtu = PRM_QP_MTU_2K_BYTES;
	answer.qpc.rwe = true;
	answer.qpc.remote_qpn = 0x4321;
	answer.qpc.log_sra_max = 3;
	answer.qpc.primary_address_path.vhca_port_num = 1;
	answer.qpc.primary_address_path.rlid = 11;
	answer.qpc.pm_state = PRM_QP_PM_STATE_MIGRATED;
	prm_query_qp_out_pack(&out, &answer);
	sm_stand_in.query_answer = &out;
	cmd.qp_handle = (uint32_t)qp.handle;
	CHECK_EQ(command(file, IB_USER_VERBS_CMD_QUERY_QP, &cmd, sizeof(cmd), &resp, sizeof(resp),
			 NULL, 0), 0);
	CHECK_EQ(resp.qp_state, IBV_QPS_SQD);
	CHECK_EQ(resp.path_mtu, IBV_MTU_2048);
	CHECK_EQ(resp.qp_access_flags, IBV_ACCESS_REMOTE_WRITE);
	CHECK_EQ(resp.dest_qp_num, 0x4321);
	CHECK_EQ(resp.max_rd_atomic, 8);
	CHECK_EQ(resp.dest.dlid, 11);
	CHECK_EQ(resp.max_recv_wr, 16);
	CHECK_EQ(resp.max_recv_sge, 2);
	CHECK_EQ(resp.path_mig_state, IBV_MIG_MIGRATED);
	/* The next transition starts in the state that the query returned. */
	mod = (struct ib_uverbs_modify_qp){ .attr_mask = IBV_QP_STATE, .qp_state = IBV_QPS_RTS };
	CHECK_EQ(modify(file, &qp, &mod), 0);
	CHECK_EQ(last(PRM_CMD_OPCODE_SQD2RTS_QP)->count, 1);
	close_clean(file);
}
