// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Tests of the device and its contexts, memory regions, files. */
#include <sys/mman.h>

#include "tests.h"

#include "prm_mkey.h"
#include "prm_psv_cmd.h"
#include "prm_umem.h"

void test_ioctl(void)
{
	struct sm_file *file = sm_file_open(stand_in_device());
	struct mlx5_ib_alloc_ucontext_resp resp;
	struct ib_uverbs_alloc_pd cmd = { 0 };
	struct ib_uverbs_alloc_pd_resp pd;
	uint64_t port[12] = { 0 };
	struct call call;

	CHECK_EQ(sm_file_ioctl(file, 42, &call), -ENOTTY);
	CHECK_EQ(sm_file_ioctl(file, RDMA_VERBS_IOCTL, NULL), -EFAULT);
	/* libibverbs' first query: the command has no buffer for a response. */
	CHECK_EQ(command(file, IB_USER_VERBS_CMD_QUERY_DEVICE, NULL, 0, NULL, 0, NULL, 0),
		 -ENOSPC);
	CHECK_EQ(command(file, IB_USER_VERBS_CMD_PEEK_CQ, NULL, 0, NULL, 0, NULL, 0),
		 -EOPNOTSUPP);
	CHECK_EQ(command(file, IB_USER_VERBS_CMD_ALLOC_PD, &cmd, sizeof(cmd), &pd, sizeof(pd),
		 NULL, 0), -EINVAL);
	start(&call, UVERBS_OBJECT_DEVICE, UVERBS_METHOD_QUERY_PORT);
	put_number(&call, UVERBS_ATTR_QUERY_PORT_PORT_NUM, 1, 8);
	get(&call, UVERBS_ATTR_QUERY_PORT_RESP, port, sizeof(port));
	CHECK_EQ(run(file, &call), -EINVAL);
	CHECK_EQ(get_context(file, 1 << 5, &resp), -EOPNOTSUPP);
	CHECK_EQ(get_context(file, MLX5_IB_ALLOC_UCTX_DEVX, &resp), 0);
	CHECK_EQ(get_context(file, 0, &resp), -EINVAL);
	CHECK_EQ(run(file, &call), 0);

	start(&call, UVERBS_OBJECT_FLOW_ACTION, UVERBS_METHOD_FLOW_ACTION_ESP_CREATE);
	CHECK_EQ(run(file, &call), -EPROTONOSUPPORT);
	start(&call, UVERBS_OBJECT_DEVICE, UVERBS_METHOD_QUERY_PORT);
	CHECK_EQ(run(file, &call), -EINVAL);
	put_number(&call, UVERBS_ATTR_QUERY_PORT_PORT_NUM, 1, 8);
	get(&call, UVERBS_ATTR_QUERY_PORT_RESP, port, sizeof(port));
	put_number(&call, 77, 1, 8);
	CHECK_EQ(run(file, &call), -EPROTONOSUPPORT);
	attr_of(&call, 77)->flags = 0;
	CHECK_EQ(run(file, &call), 0);
	put_number(&call, UVERBS_ATTR_QUERY_PORT_PORT_NUM, 1, 8);
	CHECK_EQ(run(file, &call), -EINVAL);
	call.hdr.num_attrs--;
	call.attr[0].data = 2;
	CHECK_EQ(run(file, &call), -EINVAL);
	call.attr[0].data = 1;
	call.attr[1].data = 1;
	CHECK_EQ(run(file, &call), -EFAULT);
	call.attr[1].data = (uintptr_t)port;
	call.attr[1].len = 8;
	CHECK_EQ(run(file, &call), -EINVAL);
	call.hdr.driver_id = RDMA_DRIVER_MLX4;
	CHECK_EQ(run(file, &call), -EINVAL);
	call.hdr.driver_id = RDMA_DRIVER_MLX5;
	call.hdr.length = 1;
	CHECK_EQ(sm_file_ioctl(file, RDMA_VERBS_IOCTL, &call), -EINVAL);
	close_clean(file);
}

void test_context(void)
{
	struct sm_file *file = sm_file_open(stand_in_device());
	struct mlx5_ib_alloc_ucontext_resp resp, again;
	struct ib_uverbs_ex_query_device cmd = { 0 };
	struct ib_uverbs_ex_query_device_resp device;
	struct call call;

	CHECK_EQ(get_context(file, MLX5_IB_ALLOC_UCTX_DEVX, &resp), 0);
	CHECK_EQ(resp.qp_tab_size, 1 << 12);
	CHECK_EQ(resp.bf_reg_size, 0);
	CHECK_EQ(resp.tot_bfregs, 0);
	CHECK_EQ(resp.max_send_wqebb, 1 << 13);
	CHECK_EQ(resp.max_srq_recv_wr, 1 << 15);
	CHECK_EQ(resp.cqe_version, 1);
	CHECK_EQ(resp.comp_mask, MLX5_IB_ALLOC_UCONTEXT_RESP_MASK_SQD2RTS |
				 MLX5_IB_ALLOC_UCONTEXT_RESP_MASK_MKEY_UPDATE_TAG);
	CHECK_EQ(resp.response_length, sizeof(resp));
	CHECK_EQ(resp.log_uar_size, 12);
	start(&call, UVERBS_OBJECT_DEVICE, UVERBS_METHOD_QUERY_CONTEXT);
	get(&call, MLX5_IB_ATTR_QUERY_CONTEXT_RESP_UCTX, &again, sizeof(again));
	CHECK_EQ(run(file, &call), 0);
	CHECK(!memcmp(&resp, &again, sizeof(resp)));
	CHECK_EQ(command(file, IB_USER_VERBS_CMD_FLAG_EXTENDED | IB_USER_VERBS_CMD_QUERY_DEVICE,
			 &cmd, sizeof(cmd), &device, sizeof(device), NULL, 0), 0);
	CHECK_EQ(device.response_length, sizeof(device));
	CHECK_EQ(device.base.fw_ver, 22ll << 32 | 33 << 16 | 44);
	CHECK_EQ(device.base.max_qp_wr, 1 << 13);
	CHECK_EQ(device.base.max_cqe, (1 << 16) - 1);
	CHECK_EQ(device.base.max_sge, 30);
	CHECK_EQ(device.base.atomic_cap, IBV_ATOMIC_HCA);
	CHECK_EQ(device.hca_core_clock, 1000000);
	cmd.comp_mask = 1;
	CHECK_EQ(command(file, IB_USER_VERBS_CMD_FLAG_EXTENDED | IB_USER_VERBS_CMD_QUERY_DEVICE,
			 &cmd, sizeof(cmd), &device, sizeof(device), NULL, 0), -EINVAL);
	close_clean(file);
}

void test_clock(void)
{
	struct sm_file *file = open_devx();
	struct mlx5_ib_clock_info *info;

	CHECK(sm_file_mmap(file, NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED,
			   (off_t)(MLX5_IB_MMAP_CLOCK_INFO << 8) * 4096) == MAP_FAILED);
	info = sm_file_mmap(file, NULL, 4096, PROT_READ, MAP_SHARED,
			    (off_t)(MLX5_IB_MMAP_CLOCK_INFO << 8) * 4096);
	CHECK(info != MAP_FAILED);
	CHECK(!(info->sign & 1));
	/* At 1 GHz, a tick is a nanosecond. */
	CHECK_EQ(info->mult, 1 << info->shift);
	CHECK(sm_now() - info->cycles < 1000000000);
	munmap(info, 4096);
	CHECK(sm_file_mmap(file, NULL, 4096, PROT_READ, MAP_SHARED, 0) == MAP_FAILED);
	close_clean(file);
}

void test_mr(void)
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

	CHECK_EQ(reg_mr(file, pd, ring + 100, 5000, 0x7000000000 + 100, IBV_ACCESS_LOCAL_WRITE |
			IBV_ACCESS_REMOTE_READ, &mr), 0);
	umem = (const void *)last(PRM_CMD_OPCODE_CREATE_UMEM)->in;
	CHECK_EQ(prm_umem_get_num_of_mtt(&umem->umem), 2);
	CHECK_EQ(prm_umem_get_page_offset(&umem->umem), 100);
	CHECK(prm_create_umem_in_get_uid(umem));
	mtt = (const void *)(umem + 1);
	CHECK_EQ((uint64_t)prm_mtt_get_ptag_63_32(mtt + 1) << 32 |
		 prm_mtt_get_ptag_31_8(mtt + 1) << 8, (uintptr_t)ring + 4096);
	CHECK(prm_mtt_get_wr_en(mtt) && prm_mtt_get_rd_en(mtt));
	mkey = (const void *)last(PRM_CMD_OPCODE_CREATE_MKEY)->in;
	CHECK_EQ(prm_mkc_get_access_mode_1_0(&mkey->memory_key_mkey_entry),
		 PRM_MKC_ACCESS_MODE_MTT);
	CHECK_EQ(prm_mkc_get_start_addr(&mkey->memory_key_mkey_entry), 0x7000000000 + 100);
	CHECK_EQ(prm_mkc_get_len(&mkey->memory_key_mkey_entry), 5000);
	CHECK_EQ(prm_mkc_get_pd(&mkey->memory_key_mkey_entry), pdn);
	CHECK_EQ(prm_mkc_get_qpn(&mkey->memory_key_mkey_entry), 0xffffff);
	CHECK(prm_mkc_get_lw(&mkey->memory_key_mkey_entry));
	CHECK(prm_mkc_get_rr(&mkey->memory_key_mkey_entry));
	CHECK(!prm_mkc_get_rw(&mkey->memory_key_mkey_entry));
	CHECK(!prm_mkc_get_a(&mkey->memory_key_mkey_entry));
	CHECK(prm_create_mkey_in_get_mkey_umem_valid(mkey));
	CHECK_EQ(mr.lkey, mr.rkey);
	first = mr.mr_handle;

	CHECK_EQ(dealloc_pd(file, pd), -EBUSY);
	live = stand_in_live();
	CHECK_EQ(reg_mr(file, pd, ring, 64, (uintptr_t)ring, IBV_ACCESS_REMOTE_WRITE, &mr),
		 -EINVAL);
	CHECK_EQ(reg_mr(file, pd, ring, 64, (uintptr_t)ring, IBV_ACCESS_REMOTE_ATOMIC, &mr),
		 -EINVAL);
	CHECK_EQ(reg_mr(file, pd, ring, 64, (uintptr_t)ring, IBV_ACCESS_ON_DEMAND, &mr),
		 -EOPNOTSUPP);
	CHECK_EQ(reg_mr(file, pd, ring, 64, 1, 0, &mr), -EINVAL);
	CHECK_EQ(reg_mr(file, pd, ring, 0, (uintptr_t)ring, 0, &mr), -EINVAL);
	CHECK_EQ(reg_mr(file, pd + 1000, ring, 64, (uintptr_t)ring, 0, &mr), -ENOENT);
	hole = mmap(NULL, 3 * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	munmap(hole + 4096, 4096);
	CHECK_EQ(reg_mr(file, pd, hole, 3 * 4096, (uintptr_t)hole, 0, &mr), -EFAULT);
	constant = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	CHECK_EQ(reg_mr(file, pd, constant, 4096, (uintptr_t)constant, IBV_ACCESS_LOCAL_WRITE,
		 &mr), -EFAULT);
	sm_stand_in.fail_opcode = PRM_CMD_OPCODE_CREATE_MKEY;
	sm_stand_in.fail_status = PRM_CMD_STATUS_LIM;
	CHECK_EQ(reg_mr(file, pd, ring, 64, (uintptr_t)ring, 0, &mr), -ENOMEM);
	sm_stand_in.fail_opcode = 0;
	CHECK_EQ(stand_in_live(), live);
	CHECK_EQ(reg_mr(file, pd, constant, 4096, (uintptr_t)constant, 0, &mr), 0);

	/* Other memory gives another key. */
	rereg.mr_handle = mr.mr_handle;
	CHECK_EQ(command(file, IB_USER_VERBS_CMD_REREG_MR, &rereg, sizeof(rereg), &key,
		 sizeof(key), NULL, 0), -EINVAL);
	rereg.flags = IBV_REREG_MR_CHANGE_TRANSLATION;
	rereg.start = rereg.hca_va = (uintptr_t)ring;
	rereg.length = 8192;
	CHECK_EQ(command(file, IB_USER_VERBS_CMD_REREG_MR, &rereg, sizeof(rereg), &key,
		 sizeof(key), NULL, 0), 0);
	CHECK(key.lkey != mr.lkey);
	CHECK_EQ(stand_in_live(), live + 2);
	/* A PD that was made after the region that uses it. */
	younger = alloc_pd(file, NULL);
	rereg.flags |= IBV_REREG_MR_CHANGE_PD;
	rereg.mr_handle = first;
	rereg.pd_handle = younger;
	CHECK_EQ(command(file, IB_USER_VERBS_CMD_REREG_MR, &rereg, sizeof(rereg), &key,
		 sizeof(key), NULL, 0), 0);
	CHECK_EQ(dealloc_pd(file, younger), -EBUSY);
	CHECK_EQ(destroy_object(file, UVERBS_OBJECT_MR, UVERBS_METHOD_MR_DESTROY,
				UVERBS_ATTR_DESTROY_MR_HANDLE, mr.mr_handle), 0);
	CHECK_EQ(dealloc_pd(file, pd), 0);
	CHECK_EQ(destroy_object(file, UVERBS_OBJECT_MR, UVERBS_METHOD_MR_DESTROY,
				UVERBS_ATTR_DESTROY_MR_HANDLE, mr.mr_handle), -ENOENT);
	CHECK_EQ(destroy_object(file, UVERBS_OBJECT_MR, UVERBS_METHOD_MR_DESTROY,
				UVERBS_ATTR_DESTROY_MR_HANDLE, younger), -EINVAL);
	munmap(hole, 4096);
	munmap(hole + 2 * 4096, 4096);
	munmap(constant, 4096);
	close_clean(file);
}

void test_no_devx(void)
{
	struct mlx5_ib_alloc_ucontext_resp resp;
	struct sm_file *file = sm_file_open(stand_in_device());
	struct prm_create_psv_in_fields psv = { .num_psv = 1 };
	struct prm_create_psv_in in;
	struct prm_create_psv_out out;
	struct sm_dev *device;
	int64_t handle;

	CHECK_EQ(get_context(file, 0, &resp), 0);
	prm_create_psv_in_pack(&in, &psv);
	CHECK_EQ(devx_create(file, &in, sizeof(in), &out, sizeof(out), &handle), -EINVAL);
	prm_cmd_in_hdr_set_opcode((void *)&in, PRM_CMD_OPCODE_QUERY_HCA_CAP);
	CHECK_EQ(devx(file, MLX5_IB_OBJECT_DEVX, MLX5_IB_METHOD_DEVX_OTHER, 0, &in, sizeof(in),
		      &out, sizeof(out), NULL), 0);
	close_clean(file);
	/* A device without DEVX has not even the methods. */
	device = stand_in_device();
	prm_cmd_hca_cap_set_log_max_uctx((void *)(uintptr_t)device->caps->general, 0);
	file = sm_file_open(device);
	CHECK_EQ(get_context(file, MLX5_IB_ALLOC_UCTX_DEVX, &resp), -EINVAL);
	CHECK_EQ(get_context(file, 0, &resp), 0);
	CHECK_EQ(devx(file, MLX5_IB_OBJECT_DEVX, MLX5_IB_METHOD_DEVX_OTHER, 0, &in, sizeof(in),
		      &out, sizeof(out), NULL), -EPROTONOSUPPORT);
	close_clean(file);
}

void test_many_files(void)
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
		CHECK_EQ(reg_mr(file, pd, ring, 64, (uintptr_t)ring, 0, &mr), 0);
		cq = create_cq(file, 10, -1);
		CHECK_EQ(create_qp(file, pd, &cq, -1, &qp), 0);
		close_clean(file);
	}
}
