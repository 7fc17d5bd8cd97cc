// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Tests of DEVX objects and commands. */
#include "tests.h"

#include "prm_cq.h"
#include "prm_psv_cmd.h"
#include "prm_qp.h"

void test_devx_objects(void)
{
	struct sm_file *file = open_devx();
	uint32_t pdn, pd = alloc_pd(file, &pdn);
	struct prm_create_psv_in_fields psv = { .num_psv = 2 };
	struct prm_query_qp_in_fields query = { 0 };
	struct prm_create_psv_in in;
	struct prm_create_psv_out out;
	struct prm_query_qp_in query_in;
	struct prm_query_qp_out query_out;
	struct cq cq = create_cq(file, 100, -1);
	struct qp qp, other;
	int64_t handle;

	psv.pd = pdn;
	prm_create_psv_in_pack(&in, &psv);
	CHECK_EQ(devx_create(file, &in, sizeof(in), &out, sizeof(out), &handle), -EINVAL);
	psv.num_psv = 1;
	psv.uid = 999;
	prm_create_psv_in_pack(&in, &psv);
	CHECK_EQ(devx_create(file, &in, sizeof(in), &out, sizeof(out), &handle), 0);
	CHECK(prm_create_psv_out_get_psv0_index(&out));
	/* The kernel sets the uid. */
	CHECK(prm_create_psv_in_get_uid((const void *)last(PRM_CMD_OPCODE_CREATE_PSV)->in) != 999);
	CHECK(prm_create_psv_in_get_uid((const void *)last(PRM_CMD_OPCODE_CREATE_PSV)->in));
	CHECK_EQ(destroy_object(file, MLX5_IB_OBJECT_DEVX_OBJ, MLX5_IB_METHOD_DEVX_OBJ_DESTROY,
				MLX5_IB_ATTR_DEVX_OBJ_DESTROY_HANDLE, handle), 0);
	CHECK_EQ(last(PRM_CMD_OPCODE_DESTROY_PSV)->count, 1);
	CHECK_EQ(prm_destroy_psv_in_get_psvn((const void *)last(PRM_CMD_OPCODE_DESTROY_PSV)->in),
		 prm_create_psv_out_get_psv0_index(&out));

	/* A failure of the firmware is reported, with its status. */
	sm_stand_in.fail_opcode = PRM_CMD_OPCODE_CREATE_PSV;
	sm_stand_in.fail_status = PRM_CMD_STATUS_NO_RES;
	CHECK_EQ(devx_create(file, &in, sizeof(in), &out, sizeof(out), &handle), -EREMOTEIO);
	CHECK_EQ(prm_create_psv_out_get_status(&out), PRM_CMD_STATUS_NO_RES);
	CHECK_EQ(prm_create_psv_out_get_syndrome(&out), 0x12345);
	sm_stand_in.fail_opcode = 0;
	/* A command that creates nothing. */
	CHECK_EQ(devx_create(file, &query_in, 16, &out, sizeof(out), &handle), -EINVAL);
	/* An output buffer that cannot be written. */
	CHECK_EQ(devx_create(file, &in, sizeof(in), (void *)16, sizeof(out), &handle), -EFAULT);
	CHECK_EQ(last(PRM_CMD_OPCODE_DESTROY_PSV)->count, 2);

	/* A verbs object by its handle, but no other one. */
	CHECK_EQ(create_qp(file, pd, &cq, -1, &qp), 0);
	CHECK_EQ(create_qp(file, pd, &cq, -1, &other), 0);
	query.qpn = qp.qpn;
	prm_query_qp_in_pack(&query_in, &query);
	CHECK_EQ(devx(file, MLX5_IB_OBJECT_DEVX_OBJ, MLX5_IB_METHOD_DEVX_OBJ_QUERY, qp.handle,
		      &query_in, sizeof(query_in), &query_out, sizeof(query_out), NULL), 0);
	CHECK_EQ(devx(file, MLX5_IB_OBJECT_DEVX_OBJ, MLX5_IB_METHOD_DEVX_OBJ_QUERY, other.handle,
		      &query_in, sizeof(query_in), &query_out, sizeof(query_out), NULL), -EINVAL);
	CHECK_EQ(devx(file, MLX5_IB_OBJECT_DEVX_OBJ, MLX5_IB_METHOD_DEVX_OBJ_QUERY, cq.handle,
		      &query_in, sizeof(query_in), &query_out, sizeof(query_out), NULL), -EINVAL);
	CHECK_EQ(devx(file, MLX5_IB_OBJECT_DEVX_OBJ, MLX5_IB_METHOD_DEVX_OBJ_MODIFY, qp.handle,
		      &query_in, sizeof(query_in), &query_out, sizeof(query_out), NULL), -EINVAL);
	/* DEVX_OTHER accepts only commands without an object. */
	CHECK_EQ(devx(file, MLX5_IB_OBJECT_DEVX, MLX5_IB_METHOD_DEVX_OTHER, 0, &query_in,
		      sizeof(query_in), &query_out, sizeof(query_out), NULL), -EINVAL);
	prm_cmd_in_hdr_set_opcode((void *)&query_in, PRM_CMD_OPCODE_QUERY_HCA_CAP);
	CHECK_EQ(devx(file, MLX5_IB_OBJECT_DEVX, MLX5_IB_METHOD_DEVX_OTHER, 0, &query_in,
		      sizeof(query_in), &query_out, sizeof(query_out), NULL), 0);
	close_clean(file);
}

/* The EQ of the completion vector, which is not the first one. */
static uint32_t query_eqn(struct sm_file *file)
{
	uint32_t eqn = 0;
	struct call call;

	start(&call, MLX5_IB_OBJECT_DEVX, MLX5_IB_METHOD_DEVX_QUERY_EQN);
	put_number(&call, MLX5_IB_ATTR_DEVX_QUERY_EQN_USER_VEC, 0, 4);
	get(&call, MLX5_IB_ATTR_DEVX_QUERY_EQN_DEV_EQN, &eqn, 4);
	CHECK_EQ(run(file, &call), 0);
	CHECK(eqn);
	return eqn;
}

/*
 * DEVX objects that refer to each other, in an order that only the firmware knows, are destroyed.
 */
void test_close_order(void)
{
	struct sm_file *file = open_devx();
	struct prm_create_cq_in_fields fields = { 0 };
	struct prm_create_cq_in in;
	struct prm_create_cq_out out;
	uint32_t umem[2];
	struct call call;
	int64_t handle;
	unsigned int i;

	for (i = 0; i < 2; i++) {
		start(&call, MLX5_IB_OBJECT_DEVX_UMEM, MLX5_IB_METHOD_DEVX_UMEM_REG);
		object(&call, MLX5_IB_ATTR_DEVX_UMEM_REG_HANDLE, 0);
		put_number(&call, MLX5_IB_ATTR_DEVX_UMEM_REG_ADDR, (uintptr_t)ring, 8);
		put_number(&call, MLX5_IB_ATTR_DEVX_UMEM_REG_LEN, 8192, 8);
		put_number(&call, MLX5_IB_ATTR_DEVX_UMEM_REG_ACCESS, IBV_ACCESS_LOCAL_WRITE, 4);
		get(&call, MLX5_IB_ATTR_DEVX_UMEM_REG_OUT_ID, &umem[i], 4);
		CHECK_EQ(run(file, &call), 0);
	}
	fields.cq_umem_id = umem[0];
	fields.cq_context.dbr_umem_id = umem[1];
	prm_create_cq_in_pack(&in, &fields);	/* c_eqn is no EQ of a completion vector */
	CHECK_EQ(devx_create(file, &in, sizeof(in), &out, sizeof(out), &handle), -ENOENT);
	fields.cq_context.c_eqn = query_eqn(file);
	prm_create_cq_in_pack(&in, &fields);
	CHECK_EQ(devx_create(file, &in, sizeof(in), &out, sizeof(out), &handle), 0);
	in = *(const struct prm_create_cq_in *)(const void *)last(PRM_CMD_OPCODE_CREATE_CQ)->in;
	CHECK(prm_create_cq_in_get_cq_umem_valid(&in));
	CHECK(prm_cqc_get_dbr_umem_valid(&in.cq_context));
	CHECK_EQ(destroy_object(file, MLX5_IB_OBJECT_DEVX_UMEM, MLX5_IB_METHOD_DEVX_UMEM_DEREG,
				MLX5_IB_ATTR_DEVX_UMEM_DEREG_HANDLE,
				handle_of(&call, MLX5_IB_ATTR_DEVX_UMEM_REG_HANDLE)), -EINVAL);
	close_clean(file);
}

/* If the firmware refuses to destroy, its objects outlive the file, and must not call into it. */
void test_refused_destroy(void)
{
	static const uint16_t opcodes[] = {
		PRM_CMD_OPCODE_DESTROY_CQ, PRM_CMD_OPCODE_DESTROY_QP, PRM_CMD_OPCODE_DESTROY_RMP,
	};
	struct ib_uverbs_create_comp_channel cmd = { 0 };
	struct ib_uverbs_create_comp_channel_resp channel;
	struct ib_uverbs_comp_event_desc event;
	struct sm_file *file;
	unsigned int i;
	uint32_t pd;
	struct cq cq;
	struct qp qp;
	int err;

	for (i = 0; i < SM_ARRAY_SIZE(opcodes); i++) {
		file = open_devx();
		pd = alloc_pd(file, NULL);
		CHECK_EQ(command(file, IB_USER_VERBS_CMD_CREATE_COMP_CHANNEL, &cmd, sizeof(cmd),
				 &channel, sizeof(channel), NULL, 0), 0);
		cq = create_cq(file, 10, (int)channel.fd);
		create_srq(file, pd, 10, 1, &err);
		CHECK_EQ(err, 0);
		CHECK_EQ(create_qp(file, pd, &cq, -1, &qp), 0);
		stand_in_complete(cq.cqn);
		sm_stand_in.fail_opcode = opcodes[i];
		sm_stand_in.fail_status = PRM_CMD_STATUS_INT_ERR;
		sm_file_close(file);
		sm_stand_in.fail_opcode = 0;
		CHECK(sm_stand_in.left_behind);
		stand_in_alarm_all();
		CHECK_EQ(stand_in_read((int)channel.fd, &event, sizeof(event)), 0);
		stand_in_close((int)channel.fd);
		CHECK_EQ(sm_stand_in.queues, 0);
	}
}
