// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
#include "requests.h"

char ring[17 << 12] __attribute__((aligned(4096)));
char record[64] __attribute__((aligned(64)));

struct ib_uverbs_attr *add(struct call *call, uint16_t id, size_t len)
{
	struct ib_uverbs_attr *attr = &call->attr[call->hdr.num_attrs++];

	memset(attr, 0, sizeof(*attr));
	attr->attr_id = id;
	attr->len = (uint16_t)len;
	attr->flags = UVERBS_ATTR_F_MANDATORY;
	return attr;
}

void start(struct call *call, uint16_t object, uint16_t method)
{
	memset(call, 0, sizeof(*call));
	call->hdr.object_id = object;
	call->hdr.method_id = method;
	call->hdr.driver_id = RDMA_DRIVER_MLX5;
}

void put(struct call *call, uint16_t id, const void *value, size_t len)
{
	struct ib_uverbs_attr *attr = add(call, id, len);

	if (len <= 8)
		memcpy(&attr->data, value, len);
	else
		attr->data = (uintptr_t)value;
}

void put_number(struct call *call, uint16_t id, uint64_t value, size_t len)
{
	put(call, id, &value, len);
}

void get(struct call *call, uint16_t id, void *room, size_t len)
{
	add(call, id, len)->data = (uintptr_t)room;
}

void object(struct call *call, uint16_t id, int64_t handle)
{
	add(call, id, 0)->data_s64 = handle;
}

int run(struct sm_file *file, struct call *call)
{
	call->hdr.length = (uint16_t)(sizeof(call->hdr) +
				      call->hdr.num_attrs * sizeof(call->attr[0]));
	return sm_file_ioctl(file, RDMA_VERBS_IOCTL, call);
}

struct ib_uverbs_attr *attr_of(struct call *call, uint16_t id)
{
	unsigned int i;

	for (i = 0; i < call->hdr.num_attrs; i++)
		if (call->attr[i].attr_id == id)
			return &call->attr[i];
	return NULL;
}

int64_t handle_of(struct call *call, uint16_t id)
{
	return attr_of(call, id)->data_s64;
}

int command(struct sm_file *file, uint64_t number, const void *in, size_t in_len, void *out,
		   size_t out_len, void *driver_out, size_t driver_len)
{
	struct call call;

	start(&call, UVERBS_OBJECT_DEVICE, UVERBS_METHOD_INVOKE_WRITE);
	put_number(&call, UVERBS_ATTR_WRITE_CMD, number, 8);
	if (in_len)
		put(&call, UVERBS_ATTR_CORE_IN, in, in_len);
	if (out_len)
		get(&call, UVERBS_ATTR_CORE_OUT, out, out_len);
	if (driver_len)
		get(&call, UVERBS_ATTR_UHW_OUT, driver_out, driver_len);
	return run(file, &call);
}

int get_context(struct sm_file *file, uint32_t flags,
		       struct mlx5_ib_alloc_ucontext_resp *resp)
{
	struct mlx5_ib_alloc_ucontext_req_v2 req = {
		.total_num_bfregs = 16, .num_low_latency_bfregs = 4, .flags = flags,
		.max_cqe_version = 1, .lib_caps = MLX5_LIB_CAP_4K_UAR | MLX5_LIB_CAP_DYN_UAR,
	};
	uint32_t vectors = 0;
	struct call call;
	int err;

	start(&call, UVERBS_OBJECT_DEVICE, UVERBS_METHOD_GET_CONTEXT);
	get(&call, UVERBS_ATTR_GET_CONTEXT_NUM_COMP_VECTORS, &vectors, sizeof(vectors));
	put(&call, UVERBS_ATTR_UHW_IN, &req, sizeof(req));
	get(&call, UVERBS_ATTR_UHW_OUT, resp, sizeof(*resp));
	err = run(file, &call);
	if (!err) {
		CHECK_EQ(vectors, 1);
		CHECK(attr_of(&call, UVERBS_ATTR_UHW_OUT)->flags & UVERBS_ATTR_F_VALID_OUTPUT);
	}
	return err;
}

struct sm_file *open_devx(void)
{
	struct mlx5_ib_alloc_ucontext_resp resp;
	struct sm_file *file = sm_file_open(stand_in_device());

	CHECK(file);
	CHECK_EQ(get_context(file, MLX5_IB_ALLOC_UCTX_DEVX, &resp), 0);
	return file;
}

uint32_t alloc_pd(struct sm_file *file, uint32_t *pdn)
{
	struct ib_uverbs_alloc_pd cmd = { 0 };
	struct ib_uverbs_alloc_pd_resp resp;
	struct mlx5_ib_alloc_pd_resp driver;

	CHECK_EQ(command(file, IB_USER_VERBS_CMD_ALLOC_PD, &cmd, sizeof(cmd), &resp, sizeof(resp),
			 &driver, sizeof(driver)), 0);
	if (pdn)
		*pdn = driver.pdn;
	return resp.pd_handle;
}

int destroy_object(struct sm_file *file, uint16_t type, uint16_t method, uint16_t attr,
			  int64_t handle)
{
	struct call call;

	start(&call, type, method);
	object(&call, attr, handle);
	return run(file, &call);
}

int dealloc_pd(struct sm_file *file, uint32_t handle)
{
	return destroy_object(file, UVERBS_OBJECT_PD, UVERBS_METHOD_PD_DESTROY,
			      UVERBS_ATTR_DESTROY_PD_HANDLE, handle);
}

int reg_mr(struct sm_file *file, uint32_t pd, const void *addr, uint64_t len, uint64_t iova,
		  uint32_t access, struct ib_uverbs_reg_mr_resp *resp)
{
	struct ib_uverbs_reg_mr cmd = {
		.start = (uintptr_t)addr, .length = len, .hca_va = iova, .pd_handle = pd,
		.access_flags = access,
	};

	return command(file, IB_USER_VERBS_CMD_REG_MR, &cmd, sizeof(cmd), resp, sizeof(*resp), NULL,
		       0);
}

void cq_call(struct call *call, uint32_t cqe, int channel, struct mlx5_ib_create_cq *driver,
		    struct cq *cq)
{
	*driver = (struct mlx5_ib_create_cq){
		.buf_addr = (uintptr_t)ring, .db_addr = (uintptr_t)record, .cqe_size = 64,
		.flags = MLX5_IB_CREATE_CQ_FLAGS_UAR_PAGE_INDEX, .uar_page_index = 3,
	};
	start(call, UVERBS_OBJECT_CQ, UVERBS_METHOD_CQ_CREATE);
	object(call, UVERBS_ATTR_CREATE_CQ_HANDLE, 0);
	put_number(call, UVERBS_ATTR_CREATE_CQ_CQE, cqe, 4);
	put_number(call, UVERBS_ATTR_CREATE_CQ_USER_HANDLE, 0xabcdef0123456789, 8);
	put_number(call, UVERBS_ATTR_CREATE_CQ_COMP_VECTOR, 0, 4);
	get(call, UVERBS_ATTR_CREATE_CQ_RESP_CQE, &cq->cqe, 4);
	put(call, UVERBS_ATTR_UHW_IN, driver, sizeof(*driver));
	get(call, UVERBS_ATTR_UHW_OUT, &cq->cqn, 4);
	if (channel >= 0)
		object(call, UVERBS_ATTR_CREATE_CQ_COMP_CHANNEL, channel);
}

struct cq create_cq(struct sm_file *file, uint32_t cqe, int channel)
{
	struct mlx5_ib_create_cq driver;
	struct call call;
	struct cq cq;

	cq_call(&call, cqe, channel, &driver, &cq);
	CHECK_EQ(run(file, &call), 0);
	cq.handle = handle_of(&call, UVERBS_ATTR_CREATE_CQ_HANDLE);
	return cq;
}

int destroy_cq(struct sm_file *file, int64_t handle, struct ib_uverbs_destroy_cq_resp *resp)
{
	struct call call;

	start(&call, UVERBS_OBJECT_CQ, UVERBS_METHOD_CQ_DESTROY);
	object(&call, UVERBS_ATTR_DESTROY_CQ_HANDLE, handle);
	get(&call, UVERBS_ATTR_DESTROY_CQ_RESP, resp, sizeof(*resp));
	return run(file, &call);
}

static int call_create_qp(struct sm_file *file, uint32_t pd, const struct cq *cq, int64_t srq,
			  uint8_t type, const struct mlx5_ib_create_qp *driver, struct qp *qp,
			  struct mlx5_ib_create_qp_resp *resp)
{
	struct ib_uverbs_qp_cap cap = { .max_send_wr = driver->sq_wqe_count,
					.max_recv_wr = srq >= 0 ? 16 : driver->rq_wqe_count,
					.max_send_sge = 1, .max_recv_sge = 2 };
	struct call call;
	int err;

	start(&call, UVERBS_OBJECT_QP, UVERBS_METHOD_QP_CREATE);
	object(&call, UVERBS_ATTR_CREATE_QP_HANDLE, 0);
	object(&call, UVERBS_ATTR_CREATE_QP_PD_HANDLE, pd);
	object(&call, UVERBS_ATTR_CREATE_QP_SEND_CQ_HANDLE, cq->handle);
	object(&call, UVERBS_ATTR_CREATE_QP_RECV_CQ_HANDLE, cq->handle);
	if (srq >= 0)
		object(&call, UVERBS_ATTR_CREATE_QP_SRQ_HANDLE, srq);
	put_number(&call, UVERBS_ATTR_CREATE_QP_USER_HANDLE, 0x77, 8);
	put(&call, UVERBS_ATTR_CREATE_QP_CAP, &cap, sizeof(cap));
	put_number(&call, UVERBS_ATTR_CREATE_QP_TYPE, type, 8);
	put_number(&call, UVERBS_ATTR_CREATE_QP_FLAGS, 0, 4);
	get(&call, UVERBS_ATTR_CREATE_QP_RESP_CAP, &cap, sizeof(cap));
	get(&call, UVERBS_ATTR_CREATE_QP_RESP_QP_NUM, &qp->qpn, 4);
	put(&call, UVERBS_ATTR_UHW_IN, driver, sizeof(*driver));
	get(&call, UVERBS_ATTR_UHW_OUT, resp, sizeof(*resp));
	err = run(file, &call);
	qp->handle = handle_of(&call, UVERBS_ATTR_CREATE_QP_HANDLE);
	return err;
}

int create_qp(struct sm_file *file, uint32_t pd, const struct cq *cq, int64_t srq,
		     struct qp *qp)
{
	const struct mlx5_ib_create_qp driver = {
		.buf_addr = (uintptr_t)ring, .db_addr = (uintptr_t)record, .sq_wqe_count = 64,
		.rq_wqe_count = srq >= 0 ? 0 : 16, .rq_wqe_shift = srq >= 0 ? 0 : 5,
		.flags = MLX5_QP_FLAG_UAR_PAGE_INDEX, .uidx = 5, .bfreg_index = 3,
	};
	struct mlx5_ib_create_qp_resp resp;

	return call_create_qp(file, pd, cq, srq, IBV_QPT_RC, &driver, qp, &resp);
}

int create_raw(struct sm_file *file, uint32_t pd, const struct cq *cq, uint32_t sends, uint32_t receives,
	       uint32_t flags, struct qp *qp, struct mlx5_ib_create_qp_resp *resp)
{
	const struct mlx5_ib_create_qp driver = {
		.buf_addr = (uintptr_t)ring, .db_addr = (uintptr_t)record, .sq_wqe_count = sends,
		.rq_wqe_count = receives, .rq_wqe_shift = receives ? 5 : 0,
		.flags = MLX5_QP_FLAG_UAR_PAGE_INDEX | flags, .uidx = 5, .bfreg_index = 3,
		.sq_buf_addr = (uintptr_t)ring + 0x2000,
	};

	return call_create_qp(file, pd, cq, -1, IBV_QPT_RAW_PACKET, &driver, qp, resp);
}

int destroy_qp(struct sm_file *file, int64_t handle, uint32_t *reported)
{
	struct ib_uverbs_destroy_qp_resp resp = { 0 };
	struct call call;
	int err;

	start(&call, UVERBS_OBJECT_QP, UVERBS_METHOD_QP_DESTROY);
	object(&call, UVERBS_ATTR_DESTROY_QP_HANDLE, handle);
	get(&call, UVERBS_ATTR_DESTROY_QP_RESP, &resp, sizeof(resp));
	err = run(file, &call);
	if (reported)
		*reported = resp.events_reported;
	return err;
}

int64_t create_srq(struct sm_file *file, uint32_t pd, uint32_t max_wr, uint32_t max_sge,
			  int *err)
{
	struct mlx5_ib_create_srq driver = { .buf_addr = (uintptr_t)ring,
					     .db_addr = (uintptr_t)record };
	struct mlx5_ib_create_srq_resp resp;
	uint32_t wr, sge;
	struct call call;

	start(&call, UVERBS_OBJECT_SRQ, UVERBS_METHOD_SRQ_CREATE);
	object(&call, UVERBS_ATTR_CREATE_SRQ_HANDLE, 0);
	object(&call, UVERBS_ATTR_CREATE_SRQ_PD_HANDLE, pd);
	put_number(&call, UVERBS_ATTR_CREATE_SRQ_TYPE, IBV_SRQT_BASIC, 8);
	put_number(&call, UVERBS_ATTR_CREATE_SRQ_USER_HANDLE, 0x99, 8);
	put_number(&call, UVERBS_ATTR_CREATE_SRQ_MAX_WR, max_wr, 4);
	put_number(&call, UVERBS_ATTR_CREATE_SRQ_MAX_SGE, max_sge, 4);
	put_number(&call, UVERBS_ATTR_CREATE_SRQ_LIMIT, 0, 4);
	get(&call, UVERBS_ATTR_CREATE_SRQ_RESP_MAX_WR, &wr, 4);
	get(&call, UVERBS_ATTR_CREATE_SRQ_RESP_MAX_SGE, &sge, 4);
	put(&call, UVERBS_ATTR_UHW_IN, &driver, sizeof(driver));
	get(&call, UVERBS_ATTR_UHW_OUT, &resp, sizeof(resp));
	*err = run(file, &call);
	return handle_of(&call, UVERBS_ATTR_CREATE_SRQ_HANDLE);
}

const struct stand_in_command *last(uint16_t opcode)
{
	CHECK_EQ(sm_stand_in.last[opcode].opcode, opcode);
	return &sm_stand_in.last[opcode];
}

void close_clean(struct sm_file *file)
{
	sm_file_close(file);
	CHECK_EQ(stand_in_live(), 0);
	CHECK_EQ(sm_stand_in.left_behind, 0);
}

int devx(struct sm_file *file, uint16_t object_id, uint16_t method, int64_t handle,
		const void *in, size_t in_len, void *out, size_t out_len, int64_t *created)
{
	/* Attribute ids are the same in all methods of DEVX objects. */
	uint16_t first = MLX5_IB_ATTR_DEVX_OBJ_CREATE_HANDLE;
	struct call call;
	int err;

	start(&call, object_id, method);
	if (object_id == MLX5_IB_OBJECT_DEVX_OBJ)
		object(&call, first++, handle);
	put(&call, first, in, in_len);
	get(&call, (uint16_t)(first + 1), out, out_len);
	err = run(file, &call);
	if (created)
		*created = handle_of(&call, MLX5_IB_ATTR_DEVX_OBJ_CREATE_HANDLE);
	return err;
}

int devx_create(struct sm_file *file, const void *in, size_t in_len, void *out,
		       size_t out_len, int64_t *handle)
{
	return devx(file, MLX5_IB_OBJECT_DEVX_OBJ, MLX5_IB_METHOD_DEVX_OBJ_CREATE, 0, in, in_len,
		    out, out_len, handle);
}
