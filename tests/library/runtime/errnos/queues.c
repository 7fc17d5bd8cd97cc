// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Attached queues. */
#include <unistd.h>

#include "errnos.h"

static int cq_twice(void)
{
	return told(mlx5sig_cq_attach(pair.side[0].ibv_cq, NULL));
}

static int cq_in_use(void)
{
	return mlx5sig_cq_detach(pair.side[0].cq);
}

static int cq_with(uint32_t flags, uint64_t comp_mask)
{
	const struct mlx5sig_cq_attr attr = { .flags = flags, .comp_mask = comp_mask };
	struct ibv_cq *cq = need(ibv_create_cq(pair.context, 8, NULL, NULL, 0), "CQ");

	return told(mlx5sig_cq_attach(cq, &attr));
}

static int cq_flags(void)
{
	return cq_with(UNKNOWN, 0);
}

static int cq_comp_mask(void)
{
	return cq_with(0, 1);
}

static int cq_memory(void)
{
	struct ibv_cq *cq = need(ibv_create_cq(pair.context, 8, NULL, NULL, 0), "CQ");

	is_out_of_memory = true;
	return told(mlx5sig_cq_attach(cq, NULL));
}

static int cq_no_doorbell(void)
{
	return mlx5sig_req_notify_cq(need(own_cq(must_open_own()), "CQ"), 0);
}

static int raw_cq_size(void)
{
	const struct mlx5sig_raw_cq raw = { .buf = cqes, .dbrec = &cq_record, .cqe_cnt = 63,
					    .cqe_size = 64 };

	return told(mlx5sig_device_cq_attach(must_open_own(), &raw, NULL));
}

static int raw_cq_address(void)
{
	const struct mlx5sig_raw_cq raw = { .buf = &cqes[1], .dbrec = &cq_record, .cqe_cnt = 4,
					    .cqe_size = 64 };

	return told(mlx5sig_device_cq_attach(must_open_own(), &raw, NULL));
}

static int raw_cq_mask(void)
{
	const struct mlx5sig_raw_cq raw = { .buf = cqes, .dbrec = &cq_record, .cqe_cnt = 64,
					    .cqe_size = 64, .comp_mask = 1 };

	return told(mlx5sig_device_cq_attach(must_open_own(), &raw, NULL));
}

static int cq_compressed(void)
{
	struct ibv_cq_init_attr_ex attr = { .cqe = 16 };
	struct mlx5dv_cq_init_attr dv = { .comp_mask = MLX5DV_CQ_INIT_ATTR_MASK_COMPRESSED_CQE,
					  .cqe_comp_res_format = MLX5DV_CQE_RES_FORMAT_HASH };
	struct ibv_cq_ex *cq = need(mlx5dv_create_cq(pair.context, &attr, &dv),
				    "mlx5dv_create_cq");

	return told(mlx5sig_cq_attach(ibv_cq_ex_to_cq(cq), NULL));
}

static int cq_of_caller(void)
{
	return mlx5sig_cq_status(need(own_cq(must_open_own()), "CQ"));
}

static int cq_resized(void)
{
	struct mlx5sig_cq *cq = need(own_cq(must_open_own()), "CQ");
	struct ibv_wc wc;

	memset(cqes, 0, sizeof(cqes));
	prm_cqe64_set_opcode((void *)cqes, PRM_CQE_OPCODE_RESIZE_CQ);
	return -mlx5sig_poll_cq(cq, 1, &wc);
}

static int cq_polled_elsewhere(void)
{
	struct mlx5sig_cq *cq = need(own_cq(must_open_own()), "CQ");
	struct ibv_wc wc;
	int ret;

	memset(cqes, 0xff, sizeof(cqes));
	cq_record = ~cq_record;
	ret = mlx5sig_poll_cq(cq, 1, &wc);
	cq_record = ~cq_record;
	return -ret;
}

static int raw_qp_address(void)
{
	struct mlx5sig_device *device = must_open_own();
	struct mlx5sig_cq *cq = need(own_cq(device), "CQ");
	const struct mlx5sig_qp_attr attr = { .send_cq = cq, .recv_cq = cq };
	const struct mlx5sig_raw_qp raw = { .sq_buf = (uint8_t *)ring + 8, .dbrec = &record,
					    .bf_reg = doorbells, .bf_size = 256, .sq_wqe_cnt = 4,
					    .sq_max_post = 4, .qpn = 1, .max_desc_size = 1024 };

	return told(mlx5sig_device_qp_attach(device, &raw, &attr));
}

static struct ibv_qp *plain_qp(enum ibv_qp_type type, struct ibv_srq *srq)
{
	struct ibv_qp_init_attr init = {
		.send_cq = pair.side[0].ibv_cq, .recv_cq = pair.side[0].ibv_cq, .srq = srq,
		.cap = { .max_send_wr = 4, .max_recv_wr = 4, .max_send_sge = 1, .max_recv_sge = 1 },
		.qp_type = type };

	return need(pair_create_qp(pair.pd, &init), "QP");
}

static int attach(struct ibv_qp *ibv, struct mlx5sig_cq *cq, uint32_t flags, uint64_t comp_mask)
{
	const struct mlx5sig_qp_attr attr = { .send_cq = cq, .recv_cq = cq, .flags = flags,
					      .comp_mask = comp_mask };

	return told(mlx5sig_qp_attach(ibv, &attr));
}

static int qp_transport(void)
{
	return attach(plain_qp(IBV_QPT_UD, NULL), pair.side[0].cq, 0, 0);
}

static int raw_qp_mask(void)
{
	struct mlx5sig_device *device = must_open_own();
	struct mlx5sig_cq *cq = need(own_cq(device), "CQ");
	const struct mlx5sig_qp_attr attr = { .send_cq = cq, .recv_cq = cq };
	const struct mlx5sig_raw_qp raw = { .sq_buf = ring, .dbrec = &record, .bf_reg = doorbells,
					    .sq_wqe_cnt = 4, .sq_max_post = 4, .qpn = 1,
					    .max_desc_size = 1024, .comp_mask = 1 };

	return told(mlx5sig_device_qp_attach(device, &raw, &attr));
}

static int qp_signed_wqes(void)
{
	struct ibv_qp *ibv;

	must(setenv("MLX5_QP_SIGNATURE", "1", 1), "setenv");
	ibv = plain_qp(IBV_QPT_RC, NULL);
	must(unsetenv("MLX5_QP_SIGNATURE"), "unsetenv");
	return attach(ibv, pair.side[0].cq, 0, 0);
}

/* More completions than the CQ can hold. */
static int cq_overrun(void)
{
	struct ibv_cq *ibv_cq = need(ibv_create_cq(pair.context, 1, NULL, NULL, 0), "CQ");
	struct mlx5sig_cq *cq = need(mlx5sig_cq_attach(ibv_cq, NULL), "mlx5sig_cq_attach");
	const struct mlx5sig_qp_attr attr = { .send_cq = cq, .recv_cq = cq };
	struct ibv_qp_init_attr init = {
		.send_cq = ibv_cq, .recv_cq = ibv_cq, .qp_type = IBV_QPT_RC,
		.cap = { .max_send_wr = 16, .max_recv_wr = 1, .max_send_sge = 1,
			 .max_recv_sge = 1 } };
	struct ibv_qp *ibv_qp = need(ibv_create_qp(pair.pd, &init), "QP");
	unsigned int i;

	qp = need(mlx5sig_qp_attach(ibv_qp, &attr), "mlx5sig_qp_attach");
	pair_to_init(&pair, ibv_qp);
	pair_connect(&pair, ibv_qp, ibv_qp->qp_num);
	must(mlx5sig_cq_status(cq), "mlx5sig_cq_status");
	mlx5sig_wr_start(qp);
	qp->wr_flags = IBV_SEND_SIGNALED;
	for (i = 0; i < 16; i++)
		mlx5sig_wr_nop(qp);
	must(mlx5sig_wr_complete(qp), "mlx5sig_wr_complete");
	while (!mlx5sig_cq_status(cq))
		usleep(1000);
	return mlx5sig_cq_status(cq);
}

static struct ibv_srq *plain_srq(void)
{
	struct ibv_srq_init_attr init = { .attr = { .max_wr = 3, .max_sge = 1 } };

	return need(ibv_create_srq(pair.pd, &init), "SRQ");
}

static struct mlx5sig_srq *attached_srq(struct ibv_srq *srq)
{
	return need(mlx5sig_srq_attach(srq, NULL), "mlx5sig_srq_attach");
}

static int attach_with(struct ibv_qp *ibv, struct mlx5sig_srq *srq)
{
	const struct mlx5sig_qp_attr attr = { .send_cq = pair.side[0].cq,
					      .recv_cq = pair.side[0].cq, .srq = srq };

	return told(mlx5sig_qp_attach(ibv, &attr));
}

static int qp_with_srq(void)
{
	return attach(plain_qp(IBV_QPT_RC, plain_srq()), pair.side[0].cq, 0, 0);
}

static int qp_without_srq(void)
{
	return attach_with(plain_qp(IBV_QPT_RC, NULL), attached_srq(plain_srq()));
}

static int qp_foreign_srq(void)
{
	return attach_with(plain_qp(IBV_QPT_RC, plain_srq()), attached_srq(plain_srq()));
}

static int srq_twice(void)
{
	struct ibv_srq *srq = plain_srq();

	attached_srq(srq);
	return told(mlx5sig_srq_attach(srq, NULL));
}

static int srq_posted(void)
{
	struct ibv_srq *srq = plain_srq();
	struct ibv_recv_wr *bad, wr = { .num_sge = 0 };

	must(ibv_post_srq_recv(srq, &wr, &bad), "ibv_post_srq_recv");
	return told(mlx5sig_srq_attach(srq, NULL));
}

static int srq_in_use(void)
{
	struct ibv_srq *ibv = plain_srq();
	struct mlx5sig_srq *srq = attached_srq(ibv);

	must(attach_with(plain_qp(IBV_QPT_RC, ibv), srq), "mlx5sig_qp_attach");
	return mlx5sig_srq_detach(srq);
}

static int srq_with(uint32_t flags, uint64_t comp_mask)
{
	const struct mlx5sig_srq_attr attr = { .flags = flags, .comp_mask = comp_mask };

	return told(mlx5sig_srq_attach(plain_srq(), &attr));
}

static int srq_flags(void)
{
	return srq_with(UNKNOWN, 0);
}

static int srq_comp_mask(void)
{
	return srq_with(0, 1);
}

static int raw_srq(uint32_t wqe_cnt, uint32_t stride, uint32_t max_gs)
{
	const struct mlx5sig_raw_srq raw = { .buf = ring, .dbrec = &record, .wqe_cnt = wqe_cnt,
					     .stride = stride, .max_gs = max_gs };

	return told(mlx5sig_device_srq_attach(must_open_own(), &raw, NULL));
}

static int raw_srq_size(void)
{
	must(raw_srq(4, 32, 1), "an SRQ");
	return raw_srq(3, 32, 1);
}

static int raw_srq_stride(void)
{
	return raw_srq(4, 32, 2);
}

static int raw_srq_mask(void)
{
	const struct mlx5sig_raw_srq raw = { .buf = ring, .dbrec = &record, .wqe_cnt = 4,
					     .stride = 32, .max_gs = 1, .comp_mask = 1 };

	return told(mlx5sig_device_srq_attach(must_open_own(), &raw, NULL));
}

static int srq_memory(void)
{
	struct ibv_srq *srq = plain_srq();

	is_out_of_memory = true;
	return told(mlx5sig_srq_attach(srq, NULL));
}

/* Nothing is posted after the request that fails. */
static int post_to_srq(int num_sge, unsigned int num)
{
	struct mlx5sig_srq *srq = attached_srq(plain_srq());
	struct ibv_sge list[64] = { { .length = 8 } };
	struct ibv_recv_wr *bad = NULL, wr[5] = {{0}};
	unsigned int i;
	int err;

	for (i = 0; i < num; i++)
		wr[i] = (struct ibv_recv_wr){ .sg_list = list,
					      .num_sge = i + 1 < num ? 1 : num_sge,
					      .next = i + 1 < num ? &wr[i + 1] : NULL };
	err = mlx5sig_post_srq_recv(srq, wr, &bad);
	must(bad == &wr[num - 1] ? 0 : EIO, "the request that fails");
	must(mlx5sig_srq_detach(srq), "mlx5sig_srq_detach");
	return err;
}

static int srq_full(void)
{
	return post_to_srq(1, 4);
}

static int srq_sges(void)
{
	return post_to_srq(64, 2);
}

static int srq_other(void)
{
	static uint64_t other[512];	/* a device that libmlx5 does not know */
	struct ibv_context context = { .device = (void *)other };
	struct ibv_srq srq = { .context = &context };

	return told(mlx5sig_srq_attach(&srq, NULL));
}

static int qp_foreign_cq(void)
{
	return attach(plain_qp(IBV_QPT_RC, NULL), pair.side[1].cq, 0, 0);
}

static int qp_flags(void)
{
	return attach(plain_qp(IBV_QPT_RC, NULL), pair.side[0].cq, UNKNOWN, 0);
}

static int qp_comp_mask(void)
{
	return attach(plain_qp(IBV_QPT_RC, NULL), pair.side[0].cq, 0, 1);
}

static int qp_twice(void)
{
	return attach(pair.side[0].ibv_qp, pair.side[0].cq, 0, 0);
}

static int qp_memory(void)
{
	struct ibv_qp *ibv = plain_qp(IBV_QPT_RC, NULL);

	is_out_of_memory = true;
	return attach(ibv, pair.side[0].cq, 0, 0);
}

/* A context without DEVX has no queue pair here: its commands are refused. */
static int pipelining_refused(void)
{
	mlx5sig_qp_of(qp)->device->ops.qp_modify = NULL;
	return mlx5sig_qp_enable_sig_pipelining(qp);
}

static int pipelining_lacking(void)
{
	return mlx5sig_qp_enable_sig_pipelining(qp);
}

/* Not in INIT: the device refuses. */
static int pipelining_too_late(void)
{
	return mlx5sig_qp_enable_sig_pipelining(qp);
}

/* It does not ignore overrun. */
static int cq_does_not_ignore(void)
{
	const struct mlx5sig_cq_attr attr = { .flags = MLX5SIG_ATTACH_IGNORE_OVERRUN };

	return told(mlx5sig_cq_attach(need(ibv_create_cq(pair.context, 4, NULL, NULL, 0), "CQ"),
				      &attr));
}

const struct errno_case queues_cases[] = {
	CASE("mlx5sig_cq_attach", EBUSY, cq_twice, ""),
	CASE("mlx5sig_cq_attach", EBUSY, cq_in_use, ""),
	CASE("mlx5sig_cq_attach", EINVAL, cq_does_not_ignore, ""),
	CASE("mlx5sig_cq_attach", EINVAL, cq_flags, ""),
	CASE("mlx5sig_cq_attach", EINVAL, cq_comp_mask, ""),
	CASE("mlx5sig_cq_attach", EBUSY, cq_polled_elsewhere, ""),
	CASE("mlx5sig_cq_attach", EIO, cq_resized, ""),
	CASE("mlx5sig_cq_attach", EINVAL, raw_cq_size, ""),
	CASE("mlx5sig_cq_attach", EINVAL, raw_cq_address, ""),
	CASE("mlx5sig_cq_attach", EINVAL, raw_cq_mask, ""),
	CASE("mlx5sig_cq_attach", EOPNOTSUPP, cq_no_doorbell, ""),
	CASE("mlx5sig_cq_attach", EOPNOTSUPP, cq_compressed,
	     "--cap cqe_compression=1 --cap cqe_compression_max_num=64"),
	CASE("mlx5sig_cq_attach", EOPNOTSUPP, cq_of_caller, ""),
	CASE("mlx5sig_cq_attach", EOVERFLOW, cq_overrun, ""),
	CASE("mlx5sig_cq_attach", ENOMEM, cq_memory, ""),
	CASE("mlx5sig_qp_attach", EOPNOTSUPP, qp_transport, ""),
	CASE("mlx5sig_qp_attach", EOPNOTSUPP, qp_signed_wqes, ""),
	CASE("mlx5sig_qp_attach", EINVAL, raw_qp_mask, ""),
	CASE("mlx5sig_qp_attach", EINVAL, qp_with_srq, ""),
	CASE("mlx5sig_qp_attach", EINVAL, qp_without_srq, ""),
	CASE("mlx5sig_qp_attach", EINVAL, qp_foreign_srq, ""),
	CASE("mlx5sig_qp_attach", EINVAL, raw_qp_address, ""),
	CASE("mlx5sig_srq_attach", EBUSY, srq_twice, ""),
	CASE("mlx5sig_srq_attach", EBUSY, srq_posted, ""),
	CASE("mlx5sig_srq_attach", EBUSY, srq_in_use, ""),
	CASE("mlx5sig_srq_attach", EINVAL, srq_flags, ""),
	CASE("mlx5sig_srq_attach", EINVAL, srq_comp_mask, ""),
	CASE("mlx5sig_srq_attach", EINVAL, raw_srq_size, ""),
	CASE("mlx5sig_srq_attach", EINVAL, raw_srq_stride, ""),
	CASE("mlx5sig_srq_attach", EINVAL, raw_srq_mask, ""),
	CASE("mlx5sig_srq_attach", EINVAL, srq_sges, ""),
	CASE("mlx5sig_srq_attach", EOPNOTSUPP, srq_other, ""),
	CASE("mlx5sig_srq_attach", ENOMEM, srq_memory, ""),
	CASE("mlx5sig_srq_attach", ENOMEM, srq_full, ""),
	CASE("mlx5sig_qp_attach", EOPNOTSUPP, pipelining_lacking, "--cap drain_sigerr=0"),
	CASE("mlx5sig_qp_attach", EOPNOTSUPP, pipelining_refused, ""),
	CASE("mlx5sig_qp_attach", EINVAL, pipelining_too_late, ""),
	CASE("mlx5sig_qp_attach", EINVAL, qp_foreign_cq, ""),
	CASE("mlx5sig_qp_attach", EINVAL, qp_flags, ""),
	CASE("mlx5sig_qp_attach", EINVAL, qp_comp_mask, ""),
	CASE("mlx5sig_qp_attach", EBUSY, qp_twice, ""),
	CASE("mlx5sig_qp_attach", ENOMEM, qp_memory, ""),
	{0},
};
