// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Tests of raw packet queue pairs and their flows: contexts, events, and commands that the firmware refuses. */
#include "tests.h"

#include "prm_eqe.h"
#include "prm_flow_table.h"
#include "prm_rq.h"
#include "prm_sq.h"
#include "prm_tir.h"

#define LOOPS (MLX5_QP_FLAG_TIR_ALLOW_SELF_LB_UC | MLX5_QP_FLAG_TIR_ALLOW_SELF_LB_MC)

/* The port is one of Ethernet from now on. */
static struct sm_file *open_ethernet(void)
{
	struct sm_file *file = open_devx();

	prm_cmd_hca_cap_set_port_type((void *)(uintptr_t)stand_in_device()->caps->general,
				      PRM_CAP_PORT_TYPE_ETHERNET);
	return file;
}

static int go_to(struct sm_file *file, const struct qp *qp, uint8_t state)
{
	const struct ib_uverbs_modify_qp cmd = {
		.qp_handle = (uint32_t)qp->handle, .qp_state = state, .port_num = 1,
		.attr_mask = IBV_QP_STATE | (state == IBV_QPS_INIT ? IBV_QP_PORT : 0),
	};

	return command(file, IB_USER_VERBS_CMD_MODIFY_QP, &cmd, sizeof(cmd), NULL, 0, NULL, 0);
}

/* A flow to a MAC address, or, without one, of what is left over. */
static int create_flow(struct sm_file *file, const struct qp *qp, const uint8_t *mac, uint32_t *handle)
{
	struct {
		struct ib_uverbs_create_flow fixed;
		struct ib_uverbs_flow_spec_eth eth;
	} cmd = {
		.fixed = { .qp_handle = (uint32_t)qp->handle,
			   .flow_attr = { .port = 1, .type = mac ? IBV_FLOW_ATTR_NORMAL : IBV_FLOW_ATTR_ALL_DEFAULT } },
	};
	struct ib_uverbs_create_flow_resp resp = { 0 };
	int err;

	if (mac) {
		cmd.fixed.flow_attr.num_of_specs = 1;
		cmd.fixed.flow_attr.size = sizeof(cmd.eth);
		cmd.eth.type = IBV_FLOW_SPEC_ETH;
		cmd.eth.size = sizeof(cmd.eth);
		memcpy(cmd.eth.val.dst_mac, mac, 6);
		memset(cmd.eth.mask.dst_mac, 0xff, 6);
	}
	err = command(file, IB_USER_VERBS_CMD_FLAG_EXTENDED | IB_USER_VERBS_EX_CMD_CREATE_FLOW, &cmd,
		      mac ? sizeof(cmd) : sizeof(cmd.fixed), &resp, sizeof(resp), NULL, 0);
	*handle = resp.flow_handle;
	return err;
}

static int destroy_flow(struct sm_file *file, uint32_t handle)
{
	return destroy_object(file, UVERBS_OBJECT_FLOW, UVERBS_METHOD_FLOW_DESTROY,
			      UVERBS_ATTR_DESTROY_FLOW_HANDLE, handle);
}

void test_raw_qp(void)
{
	static const uint16_t opcodes[] = { PRM_CMD_OPCODE_CREATE_TIS, PRM_CMD_OPCODE_CREATE_SQ,
					    PRM_CMD_OPCODE_CREATE_RQ, PRM_CMD_OPCODE_CREATE_TIR };
	struct sm_file *file = open_ethernet();
	uint32_t pdn, pd = alloc_pd(file, &pdn);
	struct cq cq = create_cq(file, 100, -1);
	const struct prm_create_sq_in *sq;
	const struct prm_create_rq_in *rq;
	const struct prm_create_tir_in *tir;
	struct mlx5_ib_create_qp_resp resp;
	const unsigned int live = stand_in_live();
	struct qp qp;

	CHECK_EQ(create_raw(file, pd, &cq, 0, 0, 0, &qp, &resp), -EINVAL);
	CHECK_EQ(create_raw(file, pd, &cq, 24, 16, 0, &qp, &resp), -EINVAL);
	CHECK_EQ(create_raw(file, pd, &cq, 32, 16, MLX5_QP_FLAG_TUNNEL_OFFLOADS, &qp, &resp), -EINVAL);
	for (unsigned int i = 0; i < SM_ARRAY_SIZE(opcodes); i++) {
		sm_stand_in.fail_opcode = opcodes[i];
		sm_stand_in.fail_status = PRM_CMD_STATUS_LIM;
		CHECK_EQ(create_raw(file, pd, &cq, 32, 16, 0, &qp, &resp), -ENOMEM);
		CHECK_EQ(stand_in_live(), live);
	}
	sm_stand_in.fail_opcode = 0;
	CHECK_EQ(create_raw(file, pd, &cq, 32, 16, LOOPS, &qp, &resp), 0);
	sq = (const void *)last(PRM_CMD_OPCODE_CREATE_SQ)->in;
	rq = (const void *)last(PRM_CMD_OPCODE_CREATE_RQ)->in;
	tir = (const void *)last(PRM_CMD_OPCODE_CREATE_TIR)->in;
	CHECK_EQ(prm_sqc_get_user_index(&sq->ctx), 5);
	CHECK_EQ(prm_wq_get_uar_page(&sq->ctx.wq), 3);
	CHECK_EQ(prm_wq_get_log_wq_sz(&sq->ctx.wq), 5);
	CHECK_EQ(prm_wq_get_log_wq_stride(&rq->ctx.wq), 5);
	CHECK_EQ(prm_wq_get_log_wq_sz(&rq->ctx.wq), 4);
	CHECK_EQ(prm_wq_get_pd(&rq->ctx.wq), pdn);
	CHECK_EQ(prm_wq_get_dbr_umem_id(&rq->ctx.wq), prm_wq_get_dbr_umem_id(&sq->ctx.wq));
	CHECK(prm_rqc_get_vsd(&rq->ctx));
	CHECK_EQ(prm_tirc_get_self_lb_block(&tir->ctx), PRM_SELF_LB_BLOCK_ALL);
	CHECK_EQ(prm_tirc_get_inline_rqn(&tir->ctx), resp.rqn);
	CHECK_EQ(resp.comp_mask, MLX5_IB_CREATE_QP_RESP_MASK_TIRN | MLX5_IB_CREATE_QP_RESP_MASK_TISN |
		 MLX5_IB_CREATE_QP_RESP_MASK_RQN | MLX5_IB_CREATE_QP_RESP_MASK_SQN);
	CHECK_EQ(qp.qpn, resp.sqn);

	CHECK_EQ(go_to(file, &qp, IBV_QPS_RTS), -EINVAL);
	CHECK_EQ(go_to(file, &qp, IBV_QPS_INIT), 0);
	CHECK_EQ(prm_rqc_get_state(&((const struct prm_modify_rq_in *)(const void *)
				     last(PRM_CMD_OPCODE_MODIFY_RQ)->in)->ctx), PRM_RQ_STATE_RDY);
	CHECK_EQ(go_to(file, &qp, IBV_QPS_RTR), 0);
	CHECK_EQ(go_to(file, &qp, IBV_QPS_RTS), 0);
	CHECK_EQ(prm_sqc_get_state(&((const struct prm_modify_sq_in *)(const void *)
				     last(PRM_CMD_OPCODE_MODIFY_SQ)->in)->ctx), PRM_SQ_STATE_RDY);
	CHECK_EQ(go_to(file, &qp, IBV_QPS_SQD), -EINVAL);

	/* If the firmware refuses, the next attempt goes on there. */
	sm_stand_in.fail_opcode = PRM_CMD_OPCODE_DESTROY_TIS;
	CHECK_EQ(destroy_qp(file, qp.handle, NULL), -ENOMEM);
	sm_stand_in.fail_opcode = 0;
	CHECK_EQ(destroy_qp(file, qp.handle, NULL), 0);
	CHECK_EQ(stand_in_live(), live);
	CHECK_EQ(create_raw(file, pd, &cq, 0, 16, 0, &qp, &resp), 0);
	CHECK_EQ(qp.qpn, resp.rqn);
	CHECK_EQ(create_raw(file, pd, &cq, 32, 16, 0, &qp, &resp), 0);
	close_clean(file);
}

void test_flows(void)
{
	static const uint8_t mac[6] = { 2, 0, 0, 0, 0, 1 };
	static const uint16_t opcodes[] = { PRM_CMD_OPCODE_CREATE_FLOW_TABLE, PRM_CMD_OPCODE_SET_FLOW_TABLE_ROOT,
					    PRM_CMD_OPCODE_CREATE_FLOW_GROUP, PRM_CMD_OPCODE_SET_FLOW_TABLE_ENTRY };
	struct sm_file *file = open_ethernet(), *other = open_devx();
	uint32_t pd = alloc_pd(file, NULL), flow, second;
	struct cq cq = create_cq(file, 100, -1);
	struct mlx5_ib_create_qp_resp resp;
	unsigned int live;
	struct qp qp;

	CHECK_EQ(create_raw(file, pd, &cq, 32, 16, 0, &qp, &resp), 0);
	live = stand_in_live();
	for (unsigned int i = 0; i < SM_ARRAY_SIZE(opcodes); i++) {
		sm_stand_in.fail_opcode = opcodes[i];
		sm_stand_in.fail_status = PRM_CMD_STATUS_NO_RES;
		CHECK_EQ(create_flow(file, &qp, mac, &flow), -EAGAIN);
		CHECK_EQ(stand_in_live(), live);
	}
	sm_stand_in.fail_opcode = 0;
	CHECK_EQ(create_flow(other, &qp, mac, &flow), -ENOENT);
	CHECK_EQ(create_flow(file, &qp, mac, &flow), 0);
	CHECK_EQ(create_flow(file, &qp, mac, &second), 0);
	CHECK_EQ(destroy_qp(file, qp.handle, NULL), -EBUSY);
	CHECK_EQ(destroy_flow(file, flow), 0);
	CHECK_EQ(destroy_flow(file, flow), -ENOENT);
	sm_stand_in.fail_opcode = PRM_CMD_OPCODE_DELETE_FLOW_TABLE_ENTRY;
	CHECK_EQ(destroy_flow(file, second), -EAGAIN);
	sm_stand_in.fail_opcode = 0;
	CHECK_EQ(destroy_flow(file, second), 0);
	CHECK_EQ(stand_in_live(), live);
	/* A group that could not be destroyed is there for the next flow. */
	CHECK_EQ(create_flow(file, &qp, mac, &flow), 0);
	sm_stand_in.fail_opcode = PRM_CMD_OPCODE_DESTROY_FLOW_GROUP;
	CHECK_EQ(destroy_flow(file, flow), 0);
	sm_stand_in.fail_opcode = 0;
	CHECK_EQ(create_flow(file, &qp, mac, &flow), 0);
	CHECK_EQ(destroy_flow(file, flow), 0);
	CHECK_EQ(stand_in_live(), live);
	/* Two rules, the second of which may be refused. */
	CHECK_EQ(create_flow(file, &qp, NULL, &flow), 0);
	CHECK_EQ(destroy_flow(file, flow), 0);
	CHECK_EQ(create_flow(file, &qp, NULL, &flow), 0);
	sm_file_close(other);
	close_clean(file);
}
