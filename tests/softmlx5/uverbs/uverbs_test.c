// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The kernel's part alone, on a firmware that only keeps books: errno values, the commands that
 * come out, events, and that nothing is left. `uverbs_test` lists the tests, `uverbs_test NAME`
 * runs one.
 */
#include <errno.h>
#include <infiniband/verbs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../../../softmlx5/uverbs_private.h"

#include "prm_cq.h"
#include "prm_data.h"
#include "prm_eqe.h"
#include "prm_mkey.h"
#include "prm_psv_cmd.h"
#include "prm_qp.h"
#include "prm_rmp.h"
#include "prm_umem.h"
#include "stand_in.h"
#include <rdma/rdma_user_ioctl.h>

#define CHECK(condition) do { \
		if (!(condition)) { \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
			exit(1); \
		} \
	} while (0)
#define CHECK_INT(a, b) do { \
		long long left = (long long)(a), right = (long long)(b); \
		if (left != right) { \
			fprintf(stderr, "%s:%d: %s is %lld, not %s = %lld\n", __FILE__, __LINE__, \
				#a, left, #b, right); \
			exit(1); \
		} \
	} while (0)

/*
 * Requests.
 */

struct call {
	struct ib_uverbs_ioctl_hdr hdr;
	struct ib_uverbs_attr attr[30];
};

static struct ib_uverbs_attr *add(struct call *call, uint16_t id, size_t len)
{
	struct ib_uverbs_attr *attr = &call->attr[call->hdr.num_attrs++];

	memset(attr, 0, sizeof(*attr));
	attr->attr_id = id;
	attr->len = (uint16_t)len;
	attr->flags = UVERBS_ATTR_F_MANDATORY;
	return attr;
}

static void start(struct call *call, uint16_t object, uint16_t method)
{
	memset(call, 0, sizeof(*call));
	call->hdr.object_id = object;
	call->hdr.method_id = method;
	call->hdr.driver_id = RDMA_DRIVER_MLX5;
}

static void put(struct call *call, uint16_t id, const void *value, size_t len)
{
	struct ib_uverbs_attr *attr = add(call, id, len);

	if (len <= 8)
		memcpy(&attr->data, value, len);
	else
		attr->data = (uintptr_t)value;
}

static void put_number(struct call *call, uint16_t id, uint64_t value, size_t len)
{
	put(call, id, &value, len);
}

static void get(struct call *call, uint16_t id, void *room, size_t len)
{
	add(call, id, len)->data = (uintptr_t)room;
}

static void object(struct call *call, uint16_t id, int64_t handle)
{
	add(call, id, 0)->data_s64 = handle;
}

static int run(struct sm_file *file, struct call *call)
{
	call->hdr.length = (uint16_t)(sizeof(call->hdr) +
				      call->hdr.num_attrs * sizeof(call->attr[0]));
	return sm_file_ioctl(file, RDMA_VERBS_IOCTL, call);
}

static struct ib_uverbs_attr *attr_of(struct call *call, uint16_t id)
{
	unsigned int i;

	for (i = 0; i < call->hdr.num_attrs; i++)
		if (call->attr[i].attr_id == id)
			return &call->attr[i];
	return NULL;
}

static int64_t handle_of(struct call *call, uint16_t id)
{
	return attr_of(call, id)->data_s64;
}

/* A command of the old interface. */
static int command(struct sm_file *file, uint64_t number, const void *in, size_t in_len, void *out,
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

static int get_context(struct sm_file *file, uint32_t flags,
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
		CHECK_INT(vectors, 1);
		CHECK(attr_of(&call, UVERBS_ATTR_UHW_OUT)->flags & UVERBS_ATTR_F_VALID_OUTPUT);
	}
	return err;
}

static struct sm_file *open_devx(void)
{
	struct mlx5_ib_alloc_ucontext_resp resp;
	struct sm_file *file = sm_file_open(stand_in_device());

	CHECK(file);
	CHECK_INT(get_context(file, MLX5_IB_ALLOC_UCTX_DEVX, &resp), 0);
	return file;
}

static uint32_t alloc_pd(struct sm_file *file, uint32_t *pdn)
{
	struct ib_uverbs_alloc_pd cmd = { 0 };
	struct ib_uverbs_alloc_pd_resp resp;
	struct mlx5_ib_alloc_pd_resp driver;

	CHECK_INT(command(file, IB_USER_VERBS_CMD_ALLOC_PD, &cmd, sizeof(cmd), &resp, sizeof(resp),
			  &driver, sizeof(driver)), 0);
	if (pdn)
		*pdn = driver.pdn;
	return resp.pd_handle;
}

static int destroy_object(struct sm_file *file, uint16_t type, uint16_t method, uint16_t attr,
			  int64_t handle)
{
	struct call call;

	start(&call, type, method);
	object(&call, attr, handle);
	return run(file, &call);
}

static int dealloc_pd(struct sm_file *file, uint32_t handle)
{
	return destroy_object(file, UVERBS_OBJECT_PD, UVERBS_METHOD_PD_DESTROY,
			      UVERBS_ATTR_DESTROY_PD_HANDLE, handle);
}

static int reg_mr(struct sm_file *file, uint32_t pd, const void *addr, uint64_t len, uint64_t iova,
		  uint32_t access, struct ib_uverbs_reg_mr_resp *resp)
{
	struct ib_uverbs_reg_mr cmd = {
		.start = (uintptr_t)addr, .length = len, .hca_va = iova, .pd_handle = pd,
		.access_flags = access,
	};

	return command(file, IB_USER_VERBS_CMD_REG_MR, &cmd, sizeof(cmd), resp, sizeof(*resp), NULL,
		       0);
}

static char ring[1 << 16] __attribute__((aligned(4096)));
static char record[64] __attribute__((aligned(64)));

struct cq {
	int64_t handle;
	uint32_t cqn, cqe;
};

static void cq_call(struct call *call, uint32_t cqe, int channel, struct mlx5_ib_create_cq *driver,
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

static struct cq create_cq(struct sm_file *file, uint32_t cqe, int channel)
{
	struct mlx5_ib_create_cq driver;
	struct call call;
	struct cq cq;

	cq_call(&call, cqe, channel, &driver, &cq);
	CHECK_INT(run(file, &call), 0);
	cq.handle = handle_of(&call, UVERBS_ATTR_CREATE_CQ_HANDLE);
	return cq;
}

static int destroy_cq(struct sm_file *file, int64_t handle, struct ib_uverbs_destroy_cq_resp *resp)
{
	struct call call;

	start(&call, UVERBS_OBJECT_CQ, UVERBS_METHOD_CQ_DESTROY);
	object(&call, UVERBS_ATTR_DESTROY_CQ_HANDLE, handle);
	get(&call, UVERBS_ATTR_DESTROY_CQ_RESP, resp, sizeof(*resp));
	return run(file, &call);
}

struct qp {
	int64_t handle;
	uint32_t qpn;
};

static int create_qp(struct sm_file *file, uint32_t pd, const struct cq *cq, int64_t srq,
		     struct qp *qp)
{
	struct mlx5_ib_create_qp driver = {
		.buf_addr = (uintptr_t)ring, .db_addr = (uintptr_t)record, .sq_wqe_count = 64,
		.rq_wqe_count = srq >= 0 ? 0 : 16, .rq_wqe_shift = srq >= 0 ? 0 : 5,
		.flags = MLX5_QP_FLAG_UAR_PAGE_INDEX, .uidx = 5, .bfreg_index = 3,
	};
	struct ib_uverbs_qp_cap cap = { .max_send_wr = 64, .max_recv_wr = 16, .max_send_sge = 1,
					.max_recv_sge = 2 };
	struct mlx5_ib_create_qp_resp resp;
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
	put_number(&call, UVERBS_ATTR_CREATE_QP_TYPE, IBV_QPT_RC, 8);
	put_number(&call, UVERBS_ATTR_CREATE_QP_FLAGS, 0, 4);
	get(&call, UVERBS_ATTR_CREATE_QP_RESP_CAP, &cap, sizeof(cap));
	get(&call, UVERBS_ATTR_CREATE_QP_RESP_QP_NUM, &qp->qpn, 4);
	put(&call, UVERBS_ATTR_UHW_IN, &driver, sizeof(driver));
	get(&call, UVERBS_ATTR_UHW_OUT, &resp, sizeof(resp));
	err = run(file, &call);
	qp->handle = handle_of(&call, UVERBS_ATTR_CREATE_QP_HANDLE);
	return err;
}

static int destroy_qp(struct sm_file *file, int64_t handle, uint32_t *reported)
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

static const struct stand_in_command *last(uint16_t opcode)
{
	CHECK_INT(sm_stand_in.last[opcode].opcode, opcode);
	return &sm_stand_in.last[opcode];
}

static void close_clean(struct sm_file *file)
{
	sm_file_close(file);
	CHECK_INT(stand_in_live(), 0);
	CHECK_INT(sm_stand_in.left_behind, 0);
}

/*
 * Tests.
 */

static void test_ioctl(void)
{
	struct sm_file *file = sm_file_open(stand_in_device());
	struct mlx5_ib_alloc_ucontext_resp resp;
	struct ib_uverbs_alloc_pd cmd = { 0 };
	struct ib_uverbs_alloc_pd_resp pd;
	uint64_t port[12] = { 0 };
	struct call call;

	CHECK_INT(sm_file_ioctl(file, 42, &call), -ENOTTY);
	CHECK_INT(sm_file_ioctl(file, RDMA_VERBS_IOCTL, NULL), -EFAULT);
	/* What libibverbs asks first: the command has no room for its answer. */
	CHECK_INT(command(file, IB_USER_VERBS_CMD_QUERY_DEVICE, NULL, 0, NULL, 0, NULL, 0),
		  -ENOSPC);
	CHECK_INT(command(file, IB_USER_VERBS_CMD_OPEN_XRCD, NULL, 0, NULL, 0, NULL, 0),
		  -EOPNOTSUPP);
	CHECK_INT(command(file, IB_USER_VERBS_CMD_ALLOC_PD, &cmd, sizeof(cmd), &pd, sizeof(pd),
		  NULL, 0), -EINVAL);
	start(&call, UVERBS_OBJECT_DEVICE, UVERBS_METHOD_QUERY_PORT);
	put_number(&call, UVERBS_ATTR_QUERY_PORT_PORT_NUM, 1, 8);
	get(&call, UVERBS_ATTR_QUERY_PORT_RESP, port, sizeof(port));
	CHECK_INT(run(file, &call), -EINVAL);
	CHECK_INT(get_context(file, 1 << 5, &resp), -EOPNOTSUPP);
	CHECK_INT(get_context(file, MLX5_IB_ALLOC_UCTX_DEVX, &resp), 0);
	CHECK_INT(get_context(file, 0, &resp), -EINVAL);
	CHECK_INT(run(file, &call), 0);

	start(&call, UVERBS_OBJECT_DM, UVERBS_METHOD_DM_ALLOC);
	CHECK_INT(run(file, &call), -EPROTONOSUPPORT);
	start(&call, UVERBS_OBJECT_DEVICE, UVERBS_METHOD_QUERY_PORT);
	CHECK_INT(run(file, &call), -EINVAL);
	put_number(&call, UVERBS_ATTR_QUERY_PORT_PORT_NUM, 1, 8);
	get(&call, UVERBS_ATTR_QUERY_PORT_RESP, port, sizeof(port));
	put_number(&call, 77, 1, 8);
	CHECK_INT(run(file, &call), -EPROTONOSUPPORT);
	attr_of(&call, 77)->flags = 0;
	CHECK_INT(run(file, &call), 0);
	put_number(&call, UVERBS_ATTR_QUERY_PORT_PORT_NUM, 1, 8);
	CHECK_INT(run(file, &call), -EINVAL);
	call.hdr.num_attrs--;
	call.attr[0].data = 2;
	CHECK_INT(run(file, &call), -EINVAL);
	call.attr[0].data = 1;
	call.attr[1].data = 1;
	CHECK_INT(run(file, &call), -EFAULT);
	call.attr[1].data = (uintptr_t)port;
	call.attr[1].len = 8;
	CHECK_INT(run(file, &call), -EINVAL);
	call.hdr.driver_id = RDMA_DRIVER_MLX4;
	CHECK_INT(run(file, &call), -EINVAL);
	call.hdr.driver_id = RDMA_DRIVER_MLX5;
	call.hdr.length = 1;
	CHECK_INT(sm_file_ioctl(file, RDMA_VERBS_IOCTL, &call), -EINVAL);
	close_clean(file);
}

static void test_context(void)
{
	struct sm_file *file = sm_file_open(stand_in_device());
	struct mlx5_ib_alloc_ucontext_resp resp, again;
	struct ib_uverbs_ex_query_device cmd = { 0 };
	struct ib_uverbs_ex_query_device_resp device;
	struct call call;

	CHECK_INT(get_context(file, MLX5_IB_ALLOC_UCTX_DEVX, &resp), 0);
	CHECK_INT(resp.qp_tab_size, 1 << 12);
	CHECK_INT(resp.bf_reg_size, 0);
	CHECK_INT(resp.tot_bfregs, 0);
	CHECK_INT(resp.max_send_wqebb, 1 << 13);
	CHECK_INT(resp.max_srq_recv_wr, 1 << 15);
	CHECK_INT(resp.cqe_version, 1);
	CHECK_INT(resp.comp_mask, MLX5_IB_ALLOC_UCONTEXT_RESP_MASK_SQD2RTS |
				  MLX5_IB_ALLOC_UCONTEXT_RESP_MASK_MKEY_UPDATE_TAG);
	CHECK_INT(resp.response_length, sizeof(resp));
	CHECK_INT(resp.log_uar_size, 12);
	start(&call, UVERBS_OBJECT_DEVICE, UVERBS_METHOD_QUERY_CONTEXT);
	get(&call, MLX5_IB_ATTR_QUERY_CONTEXT_RESP_UCTX, &again, sizeof(again));
	CHECK_INT(run(file, &call), 0);
	CHECK(!memcmp(&resp, &again, sizeof(resp)));
	CHECK_INT(command(file, IB_USER_VERBS_CMD_FLAG_EXTENDED | IB_USER_VERBS_CMD_QUERY_DEVICE,
			  &cmd, sizeof(cmd), &device, sizeof(device), NULL, 0), 0);
	CHECK_INT(device.response_length, sizeof(device));
	CHECK_INT(device.base.fw_ver, 22ll << 32 | 33 << 16 | 44);
	CHECK_INT(device.base.max_qp_wr, 1 << 13);
	CHECK_INT(device.base.max_cqe, (1 << 16) - 1);
	CHECK_INT(device.base.max_sge, 30);
	CHECK_INT(device.base.atomic_cap, IBV_ATOMIC_HCA);
	CHECK_INT(device.hca_core_clock, 1000000);
	cmd.comp_mask = 1;
	CHECK_INT(command(file, IB_USER_VERBS_CMD_FLAG_EXTENDED | IB_USER_VERBS_CMD_QUERY_DEVICE,
			  &cmd, sizeof(cmd), &device, sizeof(device), NULL, 0), -EINVAL);
	close_clean(file);
}

static void test_clock(void)
{
	struct sm_file *file = open_devx();
	struct mlx5_ib_clock_info *info;

	CHECK(sm_file_mmap(file, NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED,
			   (off_t)(MLX5_IB_MMAP_CLOCK_INFO << 8) * 4096) == MAP_FAILED);
	info = sm_file_mmap(file, NULL, 4096, PROT_READ, MAP_SHARED,
			    (off_t)(MLX5_IB_MMAP_CLOCK_INFO << 8) * 4096);
	CHECK(info != MAP_FAILED);
	CHECK(!(info->sign & 1));
	/* At 1 GHz a tick is a nanosecond. */
	CHECK_INT(info->mult, 1 << info->shift);
	CHECK(sm_now() - info->cycles < 1000000000);
	munmap(info, 4096);
	CHECK(sm_file_mmap(file, NULL, 4096, PROT_READ, MAP_SHARED, 0) == MAP_FAILED);
	close_clean(file);
}

static void test_mr(void)
{
	struct sm_file *file = open_devx();
	const struct prm_create_mkey_in *mkey;
	const struct prm_create_umem_in *umem;
	const struct prm_mtt *mtt;
	struct ib_uverbs_reg_mr_resp mr;
	struct ib_uverbs_rereg_mr rereg = { 0 };
	struct ib_uverbs_rereg_mr_resp key;
	uint32_t pdn, pd = alloc_pd(file, &pdn), younger, first;
	char *hole, *constant;
	unsigned int live;

	CHECK_INT(reg_mr(file, pd, ring + 100, 5000, 0x7000000000 + 100, IBV_ACCESS_LOCAL_WRITE |
			 IBV_ACCESS_REMOTE_READ, &mr), 0);
	umem = (const void *)last(PRM_CMD_OPCODE_CREATE_UMEM)->in;
	CHECK_INT(prm_umem_get_num_of_mtt(&umem->umem), 2);
	CHECK_INT(prm_umem_get_page_offset(&umem->umem), 100);
	CHECK(prm_create_umem_in_get_uid(umem));
	mtt = (const void *)(umem + 1);
	CHECK_INT((uint64_t)prm_mtt_get_ptag_63_32(mtt + 1) << 32 |
		  prm_mtt_get_ptag_31_8(mtt + 1) << 8, (uintptr_t)ring + 4096);
	CHECK(prm_mtt_get_wr_en(mtt) && prm_mtt_get_rd_en(mtt));
	mkey = (const void *)last(PRM_CMD_OPCODE_CREATE_MKEY)->in;
	CHECK_INT(prm_mkc_get_access_mode_1_0(&mkey->memory_key_mkey_entry),
		  PRM_MKC_ACCESS_MODE_MTT);
	CHECK_INT(prm_mkc_get_start_addr(&mkey->memory_key_mkey_entry), 0x7000000000 + 100);
	CHECK_INT(prm_mkc_get_len(&mkey->memory_key_mkey_entry), 5000);
	CHECK_INT(prm_mkc_get_pd(&mkey->memory_key_mkey_entry), pdn);
	CHECK_INT(prm_mkc_get_qpn(&mkey->memory_key_mkey_entry), 0xffffff);
	CHECK(prm_mkc_get_lw(&mkey->memory_key_mkey_entry));
	CHECK(prm_mkc_get_rr(&mkey->memory_key_mkey_entry));
	CHECK(!prm_mkc_get_rw(&mkey->memory_key_mkey_entry));
	CHECK(!prm_mkc_get_a(&mkey->memory_key_mkey_entry));
	CHECK(prm_create_mkey_in_get_mkey_umem_valid(mkey));
	CHECK_INT(mr.lkey, mr.rkey);
	first = mr.mr_handle;

	CHECK_INT(dealloc_pd(file, pd), -EBUSY);
	live = stand_in_live();
	CHECK_INT(reg_mr(file, pd, ring, 64, (uintptr_t)ring, IBV_ACCESS_REMOTE_WRITE, &mr),
		  -EINVAL);
	CHECK_INT(reg_mr(file, pd, ring, 64, (uintptr_t)ring, IBV_ACCESS_REMOTE_ATOMIC, &mr),
		  -EINVAL);
	CHECK_INT(reg_mr(file, pd, ring, 64, (uintptr_t)ring, IBV_ACCESS_ON_DEMAND, &mr),
		  -EOPNOTSUPP);
	CHECK_INT(reg_mr(file, pd, ring, 64, 1, 0, &mr), -EINVAL);
	CHECK_INT(reg_mr(file, pd, ring, 0, (uintptr_t)ring, 0, &mr), -EINVAL);
	CHECK_INT(reg_mr(file, pd + 1000, ring, 64, (uintptr_t)ring, 0, &mr), -ENOENT);
	hole = mmap(NULL, 3 * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	munmap(hole + 4096, 4096);
	CHECK_INT(reg_mr(file, pd, hole, 3 * 4096, (uintptr_t)hole, 0, &mr), -EFAULT);
	constant = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	CHECK_INT(reg_mr(file, pd, constant, 4096, (uintptr_t)constant, IBV_ACCESS_LOCAL_WRITE,
		  &mr), -EFAULT);
	sm_stand_in.fail_opcode = PRM_CMD_OPCODE_CREATE_MKEY;
	sm_stand_in.fail_status = PRM_CMD_STATUS_LIM;
	CHECK_INT(reg_mr(file, pd, ring, 64, (uintptr_t)ring, 0, &mr), -ENOMEM);
	sm_stand_in.fail_opcode = 0;
	CHECK_INT(stand_in_live(), live);
	CHECK_INT(reg_mr(file, pd, constant, 4096, (uintptr_t)constant, 0, &mr), 0);

	/* Other memory: another key. */
	rereg.mr_handle = mr.mr_handle;
	CHECK_INT(command(file, IB_USER_VERBS_CMD_REREG_MR, &rereg, sizeof(rereg), &key,
		  sizeof(key), NULL, 0), -EINVAL);
	rereg.flags = IBV_REREG_MR_CHANGE_TRANSLATION;
	rereg.start = rereg.hca_va = (uintptr_t)ring;
	rereg.length = 8192;
	CHECK_INT(command(file, IB_USER_VERBS_CMD_REREG_MR, &rereg, sizeof(rereg), &key,
		  sizeof(key), NULL, 0), 0);
	CHECK(key.lkey != mr.lkey);
	CHECK_INT(stand_in_live(), live + 2);
	/* A PD that is younger than the region that uses it. */
	younger = alloc_pd(file, NULL);
	rereg.flags |= IBV_REREG_MR_CHANGE_PD;
	rereg.mr_handle = first;
	rereg.pd_handle = younger;
	CHECK_INT(command(file, IB_USER_VERBS_CMD_REREG_MR, &rereg, sizeof(rereg), &key,
		  sizeof(key), NULL, 0), 0);
	CHECK_INT(dealloc_pd(file, younger), -EBUSY);
	CHECK_INT(destroy_object(file, UVERBS_OBJECT_MR, UVERBS_METHOD_MR_DESTROY,
				 UVERBS_ATTR_DESTROY_MR_HANDLE, mr.mr_handle), 0);
	CHECK_INT(dealloc_pd(file, pd), 0);
	CHECK_INT(destroy_object(file, UVERBS_OBJECT_MR, UVERBS_METHOD_MR_DESTROY,
				 UVERBS_ATTR_DESTROY_MR_HANDLE, mr.mr_handle), -ENOENT);
	CHECK_INT(destroy_object(file, UVERBS_OBJECT_MR, UVERBS_METHOD_MR_DESTROY,
				 UVERBS_ATTR_DESTROY_MR_HANDLE, younger), -EINVAL);
	munmap(hole, 4096);
	munmap(hole + 2 * 4096, 4096);
	munmap(constant, 4096);
	close_clean(file);
}

static void test_cq_events(void)
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
	/* The third is not read, and goes with the CQ. */
	CHECK_INT(destroy_cq(file, cq.handle, &resp), 0);
	CHECK_INT(resp.comp_events_reported, 2);
	CHECK_INT(resp.async_events_reported, 1);
	CHECK_INT(stand_in_read((int)channel.fd, &event, sizeof(event)), 0);
	/* A channel that is closed first. */
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

static void test_cq_limits(void)
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
	/* Whatever cannot be written undoes all. */
	cq_call(&call, 16, -1, &driver, &cq);
	attr_of(&call, UVERBS_ATTR_UHW_OUT)->data = 16;
	CHECK_INT(run(file, &call), -EFAULT);
	cq_call(&call, 16, -1, &driver, &cq);
	attr_of(&call, UVERBS_ATTR_UHW_IN)->data = 16;
	CHECK_INT(run(file, &call), -EFAULT);
	/* So does a firmware that refuses. */
	sm_stand_in.fail_opcode = PRM_CMD_OPCODE_CREATE_CQ;
	sm_stand_in.fail_status = PRM_CMD_STATUS_NO_RES;
	cq_call(&call, 16, -1, &driver, &cq);
	CHECK_INT(run(file, &call), -EAGAIN);
	sm_stand_in.fail_opcode = 0;
	CHECK_INT(stand_in_live(), live);
	close_clean(file);
}

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

static void test_qp_modify(void)
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
	CHECK_INT(create_qp(file, pd, &cq, -1, &qp), -EINVAL);
	sm_stand_in.fail_opcode = 0;
	CHECK_INT(stand_in_live(), live);
	CHECK_INT(create_qp(file, pd, &cq, -1, &qp), 0);
	create = (const void *)last(PRM_CMD_OPCODE_CREATE_QP)->in;
	CHECK_INT(prm_qpc_get_log_sq_size(&create->qpc), 6);
	CHECK_INT(prm_qpc_get_log_rq_size(&create->qpc), 4);
	CHECK_INT(prm_qpc_get_log_rq_stride(&create->qpc), 1);
	CHECK_INT(prm_qpc_get_user_index(&create->qpc), 5);
	CHECK_INT(prm_qpc_get_uar_page(&create->qpc), 3);
	CHECK(prm_create_qp_in_get_wq_umem_valid(create));

	cmd = to_rtr();
	CHECK_INT(modify(file, &qp, &cmd), -EINVAL);
	cmd = to_init();
	cmd.attr_mask &= ~(uint32_t)IBV_QP_PORT;
	CHECK_INT(modify(file, &qp, &cmd), -EINVAL);
	cmd = to_init();
	cmd.attr_mask |= IBV_QP_RQ_PSN;
	CHECK_INT(modify(file, &qp, &cmd), -EINVAL);
	cmd = to_init();
	cmd.port_num = 2;
	CHECK_INT(modify(file, &qp, &cmd), -EINVAL);
	cmd = to_init();
	cmd.attr_mask |= 1u << 30;
	CHECK_INT(modify(file, &qp, &cmd), -EOPNOTSUPP);
	CHECK_INT(sm_stand_in.last[PRM_CMD_OPCODE_RST2INIT_QP].count, 0);
	cmd = to_init();
	CHECK_INT(modify(file, &qp, &cmd), 0);
	in = (const void *)last(PRM_CMD_OPCODE_RST2INIT_QP)->in;
	CHECK_INT(prm_init2init_qp_in_get_qpn(in), qp.qpn);
	CHECK_INT(prm_init2init_qp_in_get_opt_param_mask(in), 0);
	CHECK_INT(prm_ads_get_vhca_port_num(&in->qpc.primary_address_path), 1);
	/* No reads while no depth is set. */
	CHECK(!prm_qpc_get_rre(&in->qpc) && prm_qpc_get_rwe(&in->qpc));
	cmd = to_init();
	CHECK_INT(modify(file, &qp, &cmd), 0);
	in = (const void *)last(PRM_CMD_OPCODE_INIT2INIT_QP)->in;
	CHECK_INT(prm_init2init_qp_in_get_opt_param_mask(in),
		  PRM_QP_OPT_PARAM_RRE | PRM_QP_OPT_PARAM_RAE | PRM_QP_OPT_PARAM_RWE |
		  PRM_QP_OPT_PARAM_PKEY_INDEX | PRM_QP_OPT_PARAM_PRI_PORT);
	cmd = to_rtr();
	cmd.path_mtu = 6;
	CHECK_INT(modify(file, &qp, &cmd), -EINVAL);
	cmd = to_rtr();
	cmd.dest.port_num = 0;
	CHECK_INT(modify(file, &qp, &cmd), -EINVAL);
	cmd = to_rtr();
	cmd.max_dest_rd_atomic = 17;
	CHECK_INT(modify(file, &qp, &cmd), -EINVAL);
	cmd = to_rtr();
	CHECK_INT(modify(file, &qp, &cmd), 0);
	in = (const void *)last(PRM_CMD_OPCODE_INIT2RTR_QP)->in;
	path = &in->qpc.primary_address_path;
	CHECK_INT(prm_ads_get_rlid(path), 9);
	CHECK_INT(prm_ads_get_sl(path), 3);
	CHECK_INT(prm_ads_get_grh(path), 1);
	CHECK_INT(prm_ads_get_hop_limit(path), 64);
	CHECK_INT(prm_ads_get_vhca_port_num(path), 1);
	CHECK_INT(prm_qpc_get_remote_qpn(&in->qpc), 0x1234);
	CHECK_INT(prm_qpc_get_next_rcv_psn(&in->qpc), 0x55);
	CHECK_INT(prm_qpc_get_log_rra_max(&in->qpc), 2);
	CHECK_INT(prm_qpc_get_min_rnr_nak(&in->qpc), 12);
	CHECK_INT(prm_qpc_get_mtu(&in->qpc), IBV_MTU_1024);
	/* Now reads as the access flags of INIT say. */
	CHECK(prm_qpc_get_rre(&in->qpc) && prm_qpc_get_rwe(&in->qpc));
	CHECK_INT(prm_init2init_qp_in_get_opt_param_mask(in),
		  PRM_QP_OPT_PARAM_RRE | PRM_QP_OPT_PARAM_RAE | PRM_QP_OPT_PARAM_RWE);
	cmd = to_rts();
	CHECK_INT(modify(file, &qp, &cmd), 0);
	in = (const void *)last(PRM_CMD_OPCODE_RTR2RTS_QP)->in;
	CHECK_INT(prm_qpc_get_next_send_psn(&in->qpc), 0x66);
	CHECK_INT(prm_qpc_get_retry_count(&in->qpc), 7);
	CHECK_INT(prm_qpc_get_rnr_retry(&in->qpc), 6);
	CHECK_INT(prm_qpc_get_log_sra_max(&in->qpc), 2);
	CHECK_INT(prm_ads_get_ack_timeout(&in->qpc.primary_address_path), 14);
	CHECK_INT(prm_init2init_qp_in_get_opt_param_mask(in), 0);
	/*
	 * The kernel has no command to SQD; out of it the application tells that the QP is there.
	 */
	cmd = (struct ib_uverbs_modify_qp){ .attr_mask = IBV_QP_STATE, .qp_state = IBV_QPS_SQD };
	CHECK_INT(modify(file, &qp, &cmd), -EINVAL);
	cmd = (struct ib_uverbs_modify_qp){ .attr_mask = IBV_QP_STATE | IBV_QP_CUR_STATE,
					    .qp_state = IBV_QPS_RTS, .cur_qp_state = IBV_QPS_SQD };
	CHECK_INT(modify(file, &qp, &cmd), 0);
	CHECK_INT(last(PRM_CMD_OPCODE_SQD2RTS_QP)->count, 1);
	cmd = (struct ib_uverbs_modify_qp){ .attr_mask = IBV_QP_STATE, .qp_state = IBV_QPS_ERR };
	CHECK_INT(modify(file, &qp, &cmd), 0);
	CHECK_INT(last(PRM_CMD_OPCODE_2ERR_QP)->count, 1);
	cmd.qp_state = IBV_QPS_RESET;
	CHECK_INT(modify(file, &qp, &cmd), 0);
	CHECK_INT(last(PRM_CMD_OPCODE_2RST_QP)->count, 1);
	CHECK_INT(modify(file, &qp, &cmd), 0);
	CHECK_INT(last(PRM_CMD_OPCODE_2RST_QP)->count, 1);
	cmd.qp_state = IBV_QPS_ERR;
	CHECK_INT(modify(file, &qp, &cmd), -EINVAL);
	/*
	 * Atomics without masks are InfiniBand's. Numbers that are too large are cut to the
	 * field.
	 */
	cmd = to_init();
	cmd.qp_access_flags |= IBV_ACCESS_REMOTE_ATOMIC;
	CHECK_INT(modify(file, &qp, &cmd), 0);
	cmd = to_rtr();
	cmd.dest_qp_num = UINT32_MAX;
	cmd.rq_psn = UINT32_MAX;
	cmd.min_rnr_timer = 255;
	cmd.dest.sl = 255;
	cmd.dest.flow_label = UINT32_MAX;
	CHECK_INT(modify(file, &qp, &cmd), 0);
	in = (const void *)last(PRM_CMD_OPCODE_INIT2RTR_QP)->in;
	CHECK(prm_qpc_get_rae(&in->qpc));
	CHECK_INT(prm_qpc_get_atomic_mode(&in->qpc), PRM_QP_ATOMIC_MODE_IB_SPEC);
	CHECK_INT(prm_qpc_get_remote_qpn(&in->qpc), 0xffffff);
	prm_ads_unpack(&cut, &in->qpc.primary_address_path, NULL);
	CHECK_INT(cut.sl, 15);
	CHECK_INT(cut.flow_label, 0xfffff);
	close_clean(file);
}

static void test_qp_events(void)
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
	CHECK_INT(run(file, &call), 0);
	fd = (int)handle_of(&call, UVERBS_ATTR_ASYNC_EVENT_ALLOC_FD_HANDLE);
	CHECK_INT(create_qp(file, pd, &cq, -1, &qp), 0);
	for (i = 0; i < SM_ARRAY_SIZE(expected); i++) {
		stand_in_event(PRM_CMD_OPCODE_CREATE_QP, qp.qpn, expected[i].type);
		CHECK_INT(stand_in_read(fd, &event, sizeof(event)), sizeof(event));
		CHECK_INT(event.event_type, expected[i].event);
		CHECK_INT(event.element, 0x77);
	}
	stand_in_event(PRM_CMD_OPCODE_CREATE_QP, qp.qpn, PRM_EVENT_TYPE_PAGE_FAULT);
	CHECK_INT(stand_in_read(fd, &event, sizeof(event)), 0);
	stand_in_event(PRM_CMD_OPCODE_CREATE_QP, qp.qpn, PRM_EVENT_TYPE_SQ_DRAINED);
	CHECK_INT(destroy_cq(file, cq.handle, &resp), -EBUSY);
	CHECK_INT(destroy_qp(file, qp.handle, &reported), 0);
	CHECK_INT(reported, SM_ARRAY_SIZE(expected));
	CHECK_INT(stand_in_read(fd, &event, sizeof(event)), 0);
	CHECK_INT(destroy_cq(file, cq.handle, &resp), 0);
	CHECK_INT(dealloc_pd(file, pd), 0);
	stand_in_close(fd);
	close_clean(file);
}

static void test_qp_query(void)
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

	CHECK_INT(create_qp(file, pd, &cq, -1, &qp), 0);
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
	CHECK_INT(command(file, IB_USER_VERBS_CMD_QUERY_QP, &cmd, sizeof(cmd), &resp, sizeof(resp),
			  NULL, 0), 0);
	CHECK_INT(resp.qp_state, IBV_QPS_SQD);
	CHECK_INT(resp.path_mtu, IBV_MTU_2048);
	CHECK_INT(resp.qp_access_flags, IBV_ACCESS_REMOTE_WRITE);
	CHECK_INT(resp.dest_qp_num, 0x4321);
	CHECK_INT(resp.max_rd_atomic, 8);
	CHECK_INT(resp.dest.dlid, 11);
	CHECK_INT(resp.max_recv_wr, 16);
	CHECK_INT(resp.max_recv_sge, 2);
	CHECK_INT(resp.path_mig_state, IBV_MIG_MIGRATED);
	/* The state that the query told is where the next transition starts. */
	mod = (struct ib_uverbs_modify_qp){ .attr_mask = IBV_QP_STATE, .qp_state = IBV_QPS_RTS };
	CHECK_INT(modify(file, &qp, &mod), 0);
	CHECK_INT(last(PRM_CMD_OPCODE_SQD2RTS_QP)->count, 1);
	close_clean(file);
}

static int64_t create_srq(struct sm_file *file, uint32_t pd, uint32_t max_wr, uint32_t max_sge,
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

static void test_srq(void)
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

static int devx(struct sm_file *file, uint16_t object_id, uint16_t method, int64_t handle,
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

static int devx_create(struct sm_file *file, const void *in, size_t in_len, void *out,
		       size_t out_len, int64_t *handle)
{
	return devx(file, MLX5_IB_OBJECT_DEVX_OBJ, MLX5_IB_METHOD_DEVX_OBJ_CREATE, 0, in, in_len,
		    out, out_len, handle);
}

static void test_devx_objects(void)
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
	CHECK_INT(devx_create(file, &in, sizeof(in), &out, sizeof(out), &handle), -EINVAL);
	psv.num_psv = 1;
	psv.uid = 999;
	prm_create_psv_in_pack(&in, &psv);
	CHECK_INT(devx_create(file, &in, sizeof(in), &out, sizeof(out), &handle), 0);
	CHECK(prm_create_psv_out_get_psv0_index(&out));
	/* The number of the user's context is the kernel's. */
	CHECK(prm_create_psv_in_get_uid((const void *)last(PRM_CMD_OPCODE_CREATE_PSV)->in) != 999);
	CHECK(prm_create_psv_in_get_uid((const void *)last(PRM_CMD_OPCODE_CREATE_PSV)->in));
	CHECK_INT(destroy_object(file, MLX5_IB_OBJECT_DEVX_OBJ, MLX5_IB_METHOD_DEVX_OBJ_DESTROY,
				 MLX5_IB_ATTR_DEVX_OBJ_DESTROY_HANDLE, handle), 0);
	CHECK_INT(last(PRM_CMD_OPCODE_DESTROY_PSV)->count, 1);
	CHECK_INT(prm_destroy_psv_in_get_psvn((const void *)last(PRM_CMD_OPCODE_DESTROY_PSV)->in),
		  prm_create_psv_out_get_psv0_index(&out));

	/* A failure of the firmware is told, with its status. */
	sm_stand_in.fail_opcode = PRM_CMD_OPCODE_CREATE_PSV;
	sm_stand_in.fail_status = PRM_CMD_STATUS_NO_RES;
	CHECK_INT(devx_create(file, &in, sizeof(in), &out, sizeof(out), &handle), -EREMOTEIO);
	CHECK_INT(prm_create_psv_out_get_status(&out), PRM_CMD_STATUS_NO_RES);
	CHECK_INT(prm_create_psv_out_get_syndrome(&out), 0x12345);
	sm_stand_in.fail_opcode = 0;
	/* A command that creates nothing. */
	CHECK_INT(devx_create(file, &query_in, 16, &out, sizeof(out), &handle), -EINVAL);
	/* An answer that cannot be written. */
	CHECK_INT(devx_create(file, &in, sizeof(in), (void *)16, sizeof(out), &handle), -EFAULT);
	CHECK_INT(last(PRM_CMD_OPCODE_DESTROY_PSV)->count, 2);

	/* A verbs object by its handle, but only that one. */
	CHECK_INT(create_qp(file, pd, &cq, -1, &qp), 0);
	CHECK_INT(create_qp(file, pd, &cq, -1, &other), 0);
	query.qpn = qp.qpn;
	prm_query_qp_in_pack(&query_in, &query);
	CHECK_INT(devx(file, MLX5_IB_OBJECT_DEVX_OBJ, MLX5_IB_METHOD_DEVX_OBJ_QUERY, qp.handle,
		       &query_in, sizeof(query_in), &query_out, sizeof(query_out), NULL), 0);
	CHECK_INT(devx(file, MLX5_IB_OBJECT_DEVX_OBJ, MLX5_IB_METHOD_DEVX_OBJ_QUERY, other.handle,
		       &query_in, sizeof(query_in), &query_out, sizeof(query_out), NULL), -EINVAL);
	CHECK_INT(devx(file, MLX5_IB_OBJECT_DEVX_OBJ, MLX5_IB_METHOD_DEVX_OBJ_QUERY, cq.handle,
		       &query_in, sizeof(query_in), &query_out, sizeof(query_out), NULL), -EINVAL);
	CHECK_INT(devx(file, MLX5_IB_OBJECT_DEVX_OBJ, MLX5_IB_METHOD_DEVX_OBJ_MODIFY, qp.handle,
		       &query_in, sizeof(query_in), &query_out, sizeof(query_out), NULL), -EINVAL);
	/* The firmware as such is asked only what concerns no object. */
	CHECK_INT(devx(file, MLX5_IB_OBJECT_DEVX, MLX5_IB_METHOD_DEVX_OTHER, 0, &query_in,
		       sizeof(query_in), &query_out, sizeof(query_out), NULL), -EINVAL);
	prm_cmd_in_hdr_set_opcode((void *)&query_in, PRM_CMD_OPCODE_QUERY_HCA_CAP);
	CHECK_INT(devx(file, MLX5_IB_OBJECT_DEVX, MLX5_IB_METHOD_DEVX_OTHER, 0, &query_in,
		       sizeof(query_in), &query_out, sizeof(query_out), NULL), 0);
	close_clean(file);
}

/* DEVX objects that stand on each other, in an order that only the firmware knows. */
static void test_close_order(void)
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
		CHECK_INT(run(file, &call), 0);
	}
	fields.cq_umem_id = umem[0];
	fields.cq_context.dbr_umem_id = umem[1];
	prm_create_cq_in_pack(&in, &fields);
	CHECK_INT(devx_create(file, &in, sizeof(in), &out, sizeof(out), &handle), 0);
	in = *(const struct prm_create_cq_in *)(const void *)last(PRM_CMD_OPCODE_CREATE_CQ)->in;
	CHECK(prm_create_cq_in_get_cq_umem_valid(&in));
	CHECK(prm_cqc_get_dbr_umem_valid(&in.cq_context));
	CHECK_INT(destroy_object(file, MLX5_IB_OBJECT_DEVX_UMEM, MLX5_IB_METHOD_DEVX_UMEM_DEREG,
				 MLX5_IB_ATTR_DEVX_UMEM_DEREG_HANDLE,
				 handle_of(&call, MLX5_IB_ATTR_DEVX_UMEM_REG_HANDLE)), -EINVAL);
	close_clean(file);
}

/* A firmware that refuses to destroy: its objects outlive the file, and must not call into it. */
static void test_refused_destroy(void)
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
		CHECK_INT(command(file, IB_USER_VERBS_CMD_CREATE_COMP_CHANNEL, &cmd, sizeof(cmd),
				  &channel, sizeof(channel), NULL, 0), 0);
		cq = create_cq(file, 10, (int)channel.fd);
		create_srq(file, pd, 10, 1, &err);
		CHECK_INT(err, 0);
		CHECK_INT(create_qp(file, pd, &cq, -1, &qp), 0);
		stand_in_complete(cq.cqn);
		sm_stand_in.fail_opcode = opcodes[i];
		sm_stand_in.fail_status = PRM_CMD_STATUS_INT_ERR;
		sm_file_close(file);
		sm_stand_in.fail_opcode = 0;
		CHECK(sm_stand_in.left_behind);
		stand_in_alarm_all();
		CHECK_INT(stand_in_read((int)channel.fd, &event, sizeof(event)), 0);
		stand_in_close((int)channel.fd);
		CHECK_INT(sm_stand_in.queues, 0);
	}
}

static void test_no_devx(void)
{
	struct mlx5_ib_alloc_ucontext_resp resp;
	struct sm_file *file = sm_file_open(stand_in_device());
	struct prm_create_psv_in_fields psv = { .num_psv = 1 };
	struct prm_create_psv_in in;
	struct prm_create_psv_out out;
	int64_t handle;

	CHECK_INT(get_context(file, 0, &resp), 0);
	prm_create_psv_in_pack(&in, &psv);
	CHECK_INT(devx_create(file, &in, sizeof(in), &out, sizeof(out), &handle), -EINVAL);
	prm_cmd_in_hdr_set_opcode((void *)&in, PRM_CMD_OPCODE_QUERY_HCA_CAP);
	CHECK_INT(devx(file, MLX5_IB_OBJECT_DEVX, MLX5_IB_METHOD_DEVX_OTHER, 0, &in, sizeof(in),
		       &out, sizeof(out), NULL), 0);
	close_clean(file);
}

static void test_many_files(void)
{
	struct ib_uverbs_reg_mr_resp mr;
	struct sm_file *file;
	struct cq cq;
	struct qp qp;
	uint32_t pd;
	int i;

	for (i = 0; i < 3000; i++) {
		file = open_devx();
		pd = alloc_pd(file, NULL);
		CHECK_INT(reg_mr(file, pd, ring, 64, (uintptr_t)ring, 0, &mr), 0);
		cq = create_cq(file, 10, -1);
		CHECK_INT(create_qp(file, pd, &cq, -1, &qp), 0);
		close_clean(file);
	}
}

/*
 * Requests of noise: known methods with known attributes in any number, order and length, pointers
 * that lead nowhere. Nothing may crash; the sanitizers watch.
 */
static uint64_t seed = 1;

static uint64_t rnd(void)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return seed;
}

static char noise[70000];

static uint64_t random_data(void)
{
	switch (rnd() % 6) {
	case 0:
		return rnd();
	case 1:
		return rnd() % 64;
	case 2:
		return 16;
	case 3:
		return (uintptr_t)ring + rnd() % 4096;
	default:
		return (uintptr_t)noise + rnd() % 4096;
	}
}

static void random_attr(struct call *call, const struct sm_attr_spec *spec)
{
	static const uint16_t lengths[] = { 0, 4, 8, 16, 32, 64, 72, 272, 4096, 65535 };
	struct ib_uverbs_attr *attr = add(call, rnd() % 16 ? spec->id : (uint16_t)rnd(), 0);

	attr->data = random_data();
	attr->flags = rnd() % 2;
	if (spec->kind <= SM_ATTR_OUT) {
		attr->len = rnd() % 4 ? (uint16_t)(spec->min + rnd() % 2 * 8) :
					lengths[rnd() % SM_ARRAY_SIZE(lengths)];
		if (spec->max == SM_ANY_LENGTH && rnd() % 2)
			attr->len = lengths[rnd() % SM_ARRAY_SIZE(lengths)];
		if (attr->len <= 8 && spec->kind == SM_ATTR_IN && rnd() % 2)
			attr->data = rnd() % 8;
	} else if (rnd() % 4) {
		attr->data = rnd() % 24;
	}
}

static void random_request(struct sm_file *file, const struct sm_method *method)
{
	static const uint16_t opcodes[] = {
		PRM_CMD_OPCODE_CREATE_CQ, PRM_CMD_OPCODE_CREATE_QP, PRM_CMD_OPCODE_CREATE_MKEY,
		PRM_CMD_OPCODE_CREATE_PSV, PRM_CMD_OPCODE_QUERY_QP, PRM_CMD_OPCODE_INIT2INIT_QP,
		PRM_CMD_OPCODE_ALLOC_PD, PRM_CMD_OPCODE_CREATE_GENERAL_OBJECT,
		PRM_CMD_OPCODE_CREATE_RMP, PRM_CMD_OPCODE_MODIFY_CQ, PRM_CMD_OPCODE_CREATE_SQ,
	};
	struct call call;
	unsigned int i;

	start(&call, method->object, method->method);
	for (i = 0; !sm_is_attrs_end(&method->attrs[i]); i++)
		if (rnd() % 16)
			random_attr(&call, &method->attrs[i]);
	for (i = 0; i < 64; i++)
		noise[rnd() % 4200] = (char)(rnd() % 3 ? 0 : rnd());
	prm_cmd_in_hdr_set_opcode((void *)noise, opcodes[rnd() % SM_ARRAY_SIZE(opcodes)]);
	run(file, &call);
}

static void random_command(struct sm_file *file)
{
	static const struct sm_write_command *const tables[] = {
		sm_uverbs_device_commands, sm_uverbs_mr_commands, sm_uverbs_cq_commands,
		sm_uverbs_qp_commands, sm_uverbs_srq_commands,
	};
	const struct sm_write_command *table = tables[rnd() % SM_ARRAY_SIZE(tables)];
	uint32_t in[64], i;
	char out[512];

	for (i = 0; table[i].run && rnd() % 3; i++)
		;
	if (!table[i].run || table[i].number == IB_USER_VERBS_CMD_CREATE_COMP_CHANNEL)
		return;
	table += i;
	for (i = 0; i < SM_ARRAY_SIZE(in); i++)
		in[i] = rnd() % 3 ? (uint32_t)(rnd() % 24) : (uint32_t)rnd();
	command(file, table->number, rnd() % 16 || table->in_size <= 8 ? in : (void *)16,
		table->in_size, rnd() % 16 ? out : (void *)16, table->out_size, out, 0);
}

static void test_noise(void)
{
	static const struct sm_method *const tables[] = {
		sm_uverbs_device_methods, sm_uverbs_mr_methods, sm_uverbs_cq_methods,
		sm_uverbs_qp_methods, sm_uverbs_srq_methods, sm_devx_methods,
	};
	const struct sm_method *method;
	struct sm_file *file = NULL;
	struct qp qp;
	struct cq cq;
	unsigned int i;
	uint32_t pd;

	for (i = 0; i < 100000; i++) {
		if (!(i % 500)) {
			if (file)
				close_clean(file);
			file = open_devx();
			pd = alloc_pd(file, NULL);
			cq = create_cq(file, 10, -1);
			CHECK_INT(create_qp(file, pd, &cq, -1, &qp), 0);
		}
		if (!(rnd() % 4)) {
			random_command(file);
			continue;
		}
		method = tables[rnd() % SM_ARRAY_SIZE(tables)];
		while (method[1].run && rnd() % 4)
			method++;
		if (method->object != UVERBS_OBJECT_ASYNC_EVENT)
			random_request(file, method);
	}
	close_clean(file);
}

static const struct {
	const char *name;
	void (*run)(void);
} tests[] = {
	{ "ioctl", test_ioctl },
	{ "context", test_context },
	{ "clock", test_clock },
	{ "mr", test_mr },
	{ "cq_events", test_cq_events },
	{ "cq_limits", test_cq_limits },
	{ "qp_modify", test_qp_modify },
	{ "qp_events", test_qp_events },
	{ "qp_query", test_qp_query },
	{ "srq", test_srq },
	{ "devx_objects", test_devx_objects },
	{ "close_order", test_close_order },
	{ "refused_destroy", test_refused_destroy },
	{ "no_devx", test_no_devx },
	{ "many_files", test_many_files },
	{ "noise", test_noise },
};

int main(int argc, char **argv)
{
	unsigned int i;

	for (i = 0; i < SM_ARRAY_SIZE(tests); i++) {
		if (argc < 2) {
			puts(tests[i].name);
		} else if (!strcmp(argv[1], tests[i].name)) {
			tests[i].run();
			return 0;
		}
	}
	return argc < 2 ? 0 : 2;
}
