// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Tests of completion queues and shared receive queues. */
#include "tests.h"

#include "prm_cq.h"
#include "prm_eqe.h"
#include "prm_qp.h"
#include "prm_rmp.h"

void test_cq_events(void)
{
	struct ib_uverbs_create_comp_channel cmd = { 0 };
	struct ib_uverbs_create_comp_channel_resp channel;
	struct ib_uverbs_destroy_cq_resp resp;
	struct ib_uverbs_comp_event_desc event;
	struct ib_uverbs_async_event_desc async;
	const struct prm_create_cq_in *in;
	struct sm_file *file = open_devx();
	struct call call;
	struct cq cq;
	int fd;

	CHECK_INT(command(file, IB_USER_VERBS_CMD_CREATE_COMP_CHANNEL, &cmd, sizeof(cmd), &channel,
			  sizeof(channel), NULL, 0), 0);
	start(&call, UVERBS_OBJECT_ASYNC_EVENT, UVERBS_METHOD_ASYNC_EVENT_ALLOC);
	object(&call, UVERBS_ATTR_ASYNC_EVENT_ALLOC_FD_HANDLE, 0);
	CHECK_INT(run(file, &call), 0);
	fd = (int)handle_of(&call, UVERBS_ATTR_ASYNC_EVENT_ALLOC_FD_HANDLE);
	cq = create_cq(file, 100, (int)channel.fd);
	CHECK_INT(cq.cqe, 127);
	in = (const void *)last(PRM_CMD_OPCODE_CREATE_CQ)->in;
	CHECK_INT(prm_cqc_get_log_cq_size(&in->cq_context), 7);
	CHECK_INT(prm_cqc_get_uar_page(&in->cq_context), 3);
	stand_in_complete(cq.cqn);
	stand_in_complete(cq.cqn);
	stand_in_complete(cq.cqn);
	stand_in_event(PRM_CMD_OPCODE_CREATE_CQ, cq.cqn, PRM_EVENT_TYPE_CQ_ERROR);
	CHECK_INT(stand_in_read((int)channel.fd, &event, sizeof(event)), sizeof(event));
	CHECK(event.cq_handle == 0xabcdef0123456789);
	CHECK_INT(stand_in_read((int)channel.fd, &event, sizeof(event)), sizeof(event));
	CHECK_INT(stand_in_read(fd, &async, sizeof(async)), sizeof(async));
	CHECK_INT(async.event_type, IBV_EVENT_CQ_ERR);
	CHECK(async.element == 0xabcdef0123456789);
	/* The third event is not read, and is destroyed with the CQ. */
	CHECK_INT(destroy_cq(file, cq.handle, &resp), 0);
	CHECK_INT(resp.comp_events_reported, 2);
	CHECK_INT(resp.async_events_reported, 1);
	CHECK_INT(stand_in_read((int)channel.fd, &event, sizeof(event)), 0);
	/* The channel is closed before its CQ. */
	cq = create_cq(file, 1, (int)channel.fd);
	CHECK_INT(cq.cqe, 1);
	CHECK_INT(stand_in_close((int)channel.fd), 0);
	stand_in_complete(cq.cqn);
	CHECK_INT(destroy_cq(file, cq.handle, &resp), 0);
	CHECK_INT(resp.comp_events_reported, 0);
	stand_in_close(fd);
	close_clean(file);
	CHECK_INT(sm_stand_in.queues, 0);
}

void test_cq_limits(void)
{
	struct sm_file *file = open_devx();
	struct mlx5_ib_create_cq driver;
	unsigned int live = stand_in_live();
	struct call call;
	struct cq cq;

	cq_call(&call, 0, -1, &driver, &cq);
	CHECK_INT(run(file, &call), -EINVAL);
	cq_call(&call, 1 << 16, -1, &driver, &cq);
	CHECK_INT(run(file, &call), -EINVAL);
	cq_call(&call, 16, 12345, &driver, &cq);
	CHECK_INT(run(file, &call), -EBADF);
	cq_call(&call, 16, -1, &driver, &cq);
	attr_of(&call, UVERBS_ATTR_CREATE_CQ_COMP_VECTOR)->data = 1;
	CHECK_INT(run(file, &call), -EINVAL);
	cq_call(&call, 16, -1, &driver, &cq);
	driver.cqe_size = 32;
	CHECK_INT(run(file, &call), -EINVAL);
	cq_call(&call, 16, -1, &driver, &cq);
	driver.cqe_comp_en = 1;
	CHECK_INT(run(file, &call), -EOPNOTSUPP);
	cq_call(&call, 16, -1, &driver, &cq);
	driver.flags = 0;
	CHECK_INT(run(file, &call), -EINVAL);
	cq_call(&call, 16, -1, &driver, &cq);
	driver.buf_addr = 4096;
	CHECK_INT(run(file, &call), -EFAULT);
	cq_call(&call, 16, -1, &driver, &cq);
	driver.db_addr = 4096;
	CHECK_INT(run(file, &call), -EFAULT);
	/* A response that cannot be written undoes the creation. */
	cq_call(&call, 16, -1, &driver, &cq);
	attr_of(&call, UVERBS_ATTR_UHW_OUT)->data = 16;
	CHECK_INT(run(file, &call), -EFAULT);
	cq_call(&call, 16, -1, &driver, &cq);
	attr_of(&call, UVERBS_ATTR_UHW_IN)->data = 16;
	CHECK_INT(run(file, &call), -EFAULT);
	/* So does a refusal of the firmware. */
	sm_stand_in.fail_opcode = PRM_CMD_OPCODE_CREATE_CQ;
	sm_stand_in.fail_status = PRM_CMD_STATUS_NO_RES;
	cq_call(&call, 16, -1, &driver, &cq);
	CHECK_INT(run(file, &call), -EAGAIN);
	sm_stand_in.fail_opcode = 0;
	CHECK_INT(stand_in_live(), live);
	close_clean(file);
}

void test_srq(void)
{
	struct ib_uverbs_modify_srq cmd = { .attr_mask = IBV_SRQ_LIMIT, .srq_limit = 5 };
	struct ib_uverbs_query_srq query = { 0 };
	struct ib_uverbs_query_srq_resp resp;
	struct sm_file *file = open_devx();
	uint32_t pd = alloc_pd(file, NULL);
	struct cq cq = create_cq(file, 100, -1);
	const struct prm_create_rmp_in *in;
	const struct prm_modify_rmp_in *mod;
	const struct prm_create_qp_in *create;
	unsigned int live;
	struct qp qp;
	int64_t srq;
	int err;

	create_srq(file, pd, 1 << 15, 1, &err);
	CHECK_INT(err, -EINVAL);
	create_srq(file, pd, 10, 33, &err);
	CHECK_INT(err, -EINVAL);
	live = stand_in_live();
	sm_stand_in.fail_opcode = PRM_CMD_OPCODE_CREATE_RMP;
	sm_stand_in.fail_status = PRM_CMD_STATUS_RES_BUSY;
	create_srq(file, pd, 10, 3, &err);
	CHECK_INT(err, -EBUSY);
	sm_stand_in.fail_opcode = 0;
	CHECK_INT(stand_in_live(), live);
	srq = create_srq(file, pd, 100, 3, &err);
	CHECK_INT(err, 0);
	in = (const void *)last(PRM_CMD_OPCODE_CREATE_RMP)->in;
	CHECK_INT(prm_wq_get_wq_type(&in->ctx.wq), PRM_WQ_TYPE_LINKED_LIST);
	CHECK_INT(prm_wq_get_log_wq_sz(&in->ctx.wq), 7);
	CHECK_INT(prm_wq_get_log_wq_stride(&in->ctx.wq), 6);
	cmd.srq_handle = (uint32_t)srq;
	CHECK_INT(command(file, IB_USER_VERBS_CMD_MODIFY_SRQ, &cmd, sizeof(cmd), NULL, 0, NULL, 0),
		  0);
	mod = (const void *)last(PRM_CMD_OPCODE_MODIFY_RMP)->in;
	CHECK_INT(prm_wq_get_lwm(&mod->ctx.wq), 5);
	CHECK(prm_rmp_bitmask_get_lwm(&mod->bitmask));
	cmd.srq_limit = 128;
	CHECK_INT(command(file, IB_USER_VERBS_CMD_MODIFY_SRQ, &cmd, sizeof(cmd), NULL, 0, NULL, 0),
		  -EINVAL);
	cmd.attr_mask = IBV_SRQ_MAX_WR;
	CHECK_INT(command(file, IB_USER_VERBS_CMD_MODIFY_SRQ, &cmd, sizeof(cmd), NULL, 0, NULL, 0),
		  -EINVAL);
	query.srq_handle = (uint32_t)srq;
	CHECK_INT(command(file, IB_USER_VERBS_CMD_QUERY_SRQ, &query, sizeof(query), &resp,
			  sizeof(resp), NULL, 0), 0);
	CHECK_INT(resp.max_wr, 127);
	CHECK_INT(resp.max_sge, 3);
	CHECK_INT(create_qp(file, pd, &cq, srq, &qp), 0);
	create = (const void *)last(PRM_CMD_OPCODE_CREATE_QP)->in;
	CHECK_INT(prm_qpc_get_rq_type(&create->qpc), PRM_QP_RQ_TYPE_SRQ_RQ);
	CHECK(prm_qpc_get_srqn_rmpn_xrqn(&create->qpc));
	close_clean(file);
}
