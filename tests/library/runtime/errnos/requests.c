// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Requests, and cancelling them. A failure leaves the producer counter unchanged. */
#include "errnos.h"

void begin_post(unsigned int flags)
{
	mlx5sig_wr_start(qp);
	qp->wr_id = 1;
	qp->wr_flags = flags;
}

int end_post(void)
{
	const struct mlx5sig_sq *sq = &mlx5sig_qp_of(qp)->sq;
	const struct prm_qp_doorbell_record *dbrec =
		(const void *)(uintptr_t)mlx5sig_qp_of(qp)->dbrec;
	prm_be16 before = dbrec->send_counter;
	uint32_t pi = sq->committed.pi;
	int err = mlx5sig_wr_complete(qp);

	must(sq->now.pi == pi && dbrec->send_counter.be == before.be ? 0 : EIO,
	     "nothing is posted");
	return err;
}

void begin_key(uint8_t num_setters)
{
	begin_post(0);
	mlx5sig_wr_mkey_configure(qp, key, num_setters, NULL);
}

static int too_few_setters(void)
{
	begin_key(2);
	mlx5sig_wr_set_mkey_access_flags(qp, 0);
	return end_post();
}

static int too_many_setters(void)
{
	begin_key(1);
	mlx5sig_wr_set_mkey_access_flags(qp, 0);
	mlx5sig_wr_set_mkey_layout_list(qp, 1, &sge);
	return end_post();
}

static int setter_twice(void)
{
	begin_key(2);
	mlx5sig_wr_set_mkey_access_flags(qp, 0);
	mlx5sig_wr_set_mkey_access_flags(qp, 0);
	return end_post();
}

static int unknown_rights(void)
{
	begin_key(1);
	mlx5sig_wr_set_mkey_access_flags(qp, IBV_ACCESS_ON_DEMAND);
	return end_post();
}

static int interleaved(uint32_t bytes_count, uint32_t bytes_skip)
{
	const struct mlx5sig_mr_interleaved data = { .addr = sge.addr, .lkey = sge.lkey,
						     .bytes_count = bytes_count,
						     .bytes_skip = bytes_skip };

	begin_key(1);
	mlx5sig_wr_set_mkey_layout_interleaved(qp, 2, 1, &data);
	return end_post();
}

static int interleaved_count(void)
{
	return interleaved(65536, 0);
}

static int interleaved_skip(void)
{
	return interleaved(65535, 1);
}

static int interleaved_none(void)
{
	return interleaved(0, 1);
}

static int interleaved_empty(void)
{
	begin_key(1);
	mlx5sig_wr_set_mkey_layout_interleaved(qp, 1, 0, NULL);
	return end_post();
}

static int conf_with(uint32_t conf_flags, uint64_t comp_mask)
{
	const struct mlx5sig_mkey_conf_attr attr = { .conf_flags = conf_flags,
						     .comp_mask = comp_mask };

	begin_post(0);
	mlx5sig_wr_mkey_configure(qp, key, 0, &attr);
	return end_post();
}

static int conf_flags(void)
{
	return conf_with(UNKNOWN, 0);
}

static int conf_comp_mask(void)
{
	return conf_with(0, 1);
}

/* The key was not created with changeable tags. */
static int changed_tag(void)
{
	key->lkey++;
	begin_key(0);
	return end_post();
}

static int too_many_entries(void)
{
	static struct ibv_sge list[5];

	begin_key(1);
	mlx5sig_wr_set_mkey_layout_list(qp, 5, list);
	return end_post();
}

static int too_many_streams(void)
{
	static const struct mlx5sig_mr_interleaved data[4] = {
		{ .bytes_count = 1 }, { .bytes_count = 1 }, { .bytes_count = 1 },
		{ .bytes_count = 1 } };

	begin_key(1);
	mlx5sig_wr_set_mkey_layout_interleaved(qp, 1, 4, data);
	return end_post();
}

static int tags_comp_mask(void)
{
	const struct mlx5sig_sig_crc crc = { .type = MLX5SIG_SIG_CRC_TYPE_CRC32 };
	const struct mlx5sig_sig_block_domain domain = { .sig_type = MLX5SIG_SIG_TYPE_CRC,
							 .sig.crc = &crc };
	const struct mlx5sig_sig_block_attr attr = { .wire = &domain };
	const struct mlx5sig_sig_tags tags = { .comp_mask = 1 };
	struct mlx5sig_sig_prepared *prepared = need(mlx5sig_sig_prepare(pair.context, &attr),
						     "mlx5sig_sig_prepare");

	begin_key(1);
	mlx5sig_wr_set_mkey_sig_prepared(qp, prepared, &tags);
	mlx5sig_sig_prepared_free(prepared);
	return end_post();
}

/* A configuration that the device accepts, on a shorter queue. */
static int too_long_for_queue(void)
{
	struct mlx5sig_device *device = must_open_own();
	struct mlx5sig_cq *cq = need(own_cq(device), "CQ");
	const struct mlx5sig_qp_attr attr = { .send_cq = cq, .recv_cq = cq };
	const struct mlx5sig_raw_qp raw = { .sq_buf = ring, .dbrec = &record, .bf_reg = doorbells,
					    .sq_wqe_cnt = 2, .sq_max_post = 2, .sq_max_gs = 64,
					    .qpn = 1, .max_desc_size = 1024 };
	static struct ibv_sge list[12];

	qp = need(mlx5sig_device_qp_attach(device, &raw, &attr), "QP");
	begin_post(0);
	mlx5sig_wr_send(qp);
	mlx5sig_wr_set_sge_list(qp, 12, list);
	return end_post();
}

static int not_started(void)
{
	mlx5sig_wr_nop(qp);
	return end_post();
}

static int too_long(void)
{
	static struct mlx5sig_mr_interleaved data[60];
	unsigned int i;

	for (i = 0; i < 60; i++)
		data[i].bytes_count = 1;
	key = need(make_key(SIGNED, 64), "key");
	begin_key(1);
	mlx5sig_wr_set_mkey_layout_interleaved(qp, 1, 60, data);
	return end_post();
}

static void fill_queue(void)
{
	unsigned int i;

	for (i = 0; i < 1000; i++) {
		begin_post(0);
		mlx5sig_wr_rdma_write(qp, mr->rkey, sge.addr);
		mlx5sig_wr_set_sge(qp, sge.lkey, sge.addr, 1);
		if (mlx5sig_wr_complete(qp))
			return;
	}
	must(EIO, "a full queue");
}

static int configure_full(void)
{
	fill_queue();
	begin_key(1);
	mlx5sig_wr_set_mkey_access_flags(qp, 0);
	return end_post();
}

static int send_full(void)
{
	fill_queue();
	begin_post(0);
	mlx5sig_wr_send(qp);
	mlx5sig_wr_set_sge(qp, sge.lkey, sge.addr, 1);
	return end_post();
}

static int setter_without_configure(void)
{
	begin_post(0);
	mlx5sig_wr_set_mkey_access_flags(qp, 0);
	return end_post();
}

static int data_missing(void)
{
	begin_post(0);
	mlx5sig_wr_send(qp);
	return end_post();
}

static int data_twice(void)
{
	begin_post(0);
	mlx5sig_wr_send(qp);
	mlx5sig_wr_set_sge(qp, sge.lkey, sge.addr, 1);
	mlx5sig_wr_set_sge(qp, sge.lkey, sge.addr, 1);
	return end_post();
}

static int data_too_long(void)
{
	begin_post(0);
	mlx5sig_wr_send(qp);
	mlx5sig_wr_set_sge(qp, sge.lkey, sge.addr, 0x80000000);
	return end_post();
}

static int too_many_pieces(void)
{
	static struct ibv_sge list[100];

	begin_post(0);
	mlx5sig_wr_send(qp);
	mlx5sig_wr_set_sge_list(qp, 100, list);
	return end_post();
}

static int too_much_inline(void)
{
	static uint8_t data[4096];

	begin_post(IBV_SEND_INLINE);
	mlx5sig_wr_send(qp);
	mlx5sig_wr_set_inline_data(qp, data, sizeof(data));
	return end_post();
}

static int raw_without_length(void)
{
	const uint8_t wqe[64] = {0};

	begin_post(0);
	mlx5sig_wr_raw_wqe(qp, wqe);
	return end_post();
}

static int not_in_rts(void)
{
	struct ibv_qp_attr attr = { .qp_state = IBV_QPS_RESET };

	must(ibv_modify_qp(pair.side[0].ibv_qp, &attr, IBV_QP_STATE), "to RESET");
	mlx5sig_qp_reset(qp);
	begin_post(0);
	mlx5sig_wr_nop(qp);
	return end_post();
}

static int recv(int num_sge, uint32_t length, unsigned int times)
{
	struct ibv_sge list[8] = { { .addr = sge.addr, .length = length, .lkey = sge.lkey } };
	struct ibv_recv_wr *bad = NULL, wr = { .sg_list = list, .num_sge = num_sge };
	int err = 0;

	while (times-- && !err)
		err = mlx5sig_post_recv(qp, &wr, &bad);
	must(err && bad != &wr ? EIO : 0, "bad_wr");
	return err;
}

static int recv_full(void)
{
	return recv(1, 1, 1000);
}

static int recv_pieces(void)
{
	return recv(8, 1, 1);
}

static int recv_negative(void)
{
	return recv(-1, 1, 1);
}

static int recv_length(void)
{
	return recv(1, 0x80000000, 1);
}

/*
 * Cancelling.
 */

static int cancel(void)
{
	return mlx5sig_qp_cancel_posted_send_wrs(qp, 1);
}

/* A queue pair of the caller, on a device that refuses QUERY_QP or has no function for it. */
static int query_qp(void *cookie, void *handle, const void *in, size_t inlen, void *out,
		    size_t outlen)
{
	(void)handle;
	return refuse(cookie, in, inlen, out, outlen);
}

static int cancel_on(const struct mlx5sig_devx_ops *ops, int err, uint8_t status)
{
	struct mlx5sig_device *device = must_open_own();
	struct mlx5sig_cq *cq = need(own_cq(device), "CQ");
	const struct mlx5sig_qp_attr attr = { .send_cq = cq, .recv_cq = cq };
	const struct mlx5sig_raw_qp raw = { .sq_buf = ring, .dbrec = &record, .bf_reg = doorbells,
					    .sq_wqe_cnt = 64, .sq_max_post = 64, .sq_max_gs = 1,
					    .qpn = 1, .max_desc_size = 1024 };
	struct mlx5sig_qp *own = need(mlx5sig_device_qp_attach(device, &raw, &attr), "QP");

	device->ops = *ops;
	err_given = err;
	status_given = status;
	return mlx5sig_qp_cancel_posted_send_wrs(own, 1);
}

static int cancel_without_query(void)
{
	return cancel_on(&refusing, 0, 0);
}

static int cancel_refused(void)
{
	struct mlx5sig_devx_ops ops = refusing;
	int ret;

	ops.qp_query = query_qp;
	ret = cancel_on(&ops, 0, 0);	/* of an answer of zeros, which is no SQD */
	must(ret == -EINVAL ? 0 : EIO, "no SQD");
	ret = cancel_on(&ops, EREMOTEIO, 0);
	must(ret == -EREMOTEIO ? 0 : EIO, "refused without a status");
	return cancel_on(&ops, EREMOTEIO, PRM_CMD_STATUS_BAD_RES_STATE);
}

const struct errno_case requests_cases[] = {
	CASE("mlx5sig_wr_mkey_configure", EINVAL, too_few_setters, ""),
	CASE("mlx5sig_wr_mkey_configure", EINVAL, too_many_setters, ""),
	CASE("mlx5sig_wr_mkey_configure", EINVAL, setter_twice, ""),
	CASE("mlx5sig_wr_mkey_configure", EINVAL, unknown_rights, ""),
	CASE("mlx5sig_wr_mkey_configure", EINVAL, interleaved_count, ""),
	CASE("mlx5sig_wr_mkey_configure", EINVAL, interleaved_skip, ""),
	CASE("mlx5sig_wr_mkey_configure", EINVAL, interleaved_none, ""),
	CASE("mlx5sig_wr_mkey_configure", EOPNOTSUPP, conf_flags, ""),
	CASE("mlx5sig_wr_mkey_configure", EOPNOTSUPP, conf_comp_mask, ""),
	CASE("mlx5sig_wr_mkey_configure", EOPNOTSUPP, changed_tag, ""),
	CASE("mlx5sig_wr_mkey_configure", EINVAL, tags_comp_mask, ""),
	CASE("mlx5sig_wr_mkey_configure", E2BIG, too_many_entries, ""),
	CASE("mlx5sig_wr_mkey_configure", E2BIG, too_many_streams, ""),
	CASE("mlx5sig_wr_mkey_configure", E2BIG, too_long, ""),
	CASE("mlx5sig_wr_mkey_configure", EINVAL, interleaved_empty, ""),
	CASE("mlx5sig_wr_mkey_configure", ENOMEM, configure_full, ""),
	CASE("mlx5sig_wr_start", ENOMEM, send_full, ""),
	CASE("mlx5sig_wr_start", E2BIG, too_long, ""),
	CASE("mlx5sig_wr_start", E2BIG, too_long_for_queue, ""),
	CASE("mlx5sig_wr_start", E2BIG, too_many_pieces, ""),
	CASE("mlx5sig_wr_start", E2BIG, too_much_inline, ""),
	CASE("mlx5sig_wr_start", EINVAL, not_started, ""),
	CASE("mlx5sig_wr_start", ENOMEM, recv_full, ""),
	CASE("mlx5sig_wr_start", EINVAL, setter_twice, ""),
	CASE("mlx5sig_wr_start", EINVAL, too_few_setters, ""),
	CASE("mlx5sig_wr_start", EINVAL, too_many_setters, ""),
	CASE("mlx5sig_wr_start", EINVAL, setter_without_configure, ""),
	CASE("mlx5sig_wr_start", EINVAL, data_missing, ""),
	CASE("mlx5sig_wr_start", EINVAL, data_twice, ""),
	CASE("mlx5sig_wr_start", EINVAL, data_too_long, ""),
	CASE("mlx5sig_wr_start", EINVAL, raw_without_length, ""),
	CASE("mlx5sig_wr_start", EINVAL, not_in_rts, ""),
	CASE("mlx5sig_wr_start", EINVAL, recv_pieces, ""),
	CASE("mlx5sig_wr_start", EINVAL, recv_negative, ""),
	CASE("mlx5sig_wr_start", EINVAL, recv_length, ""),
	CASE("mlx5sig_qp_cancel_posted_send_wrs", -EINVAL, cancel, "--pipelining"),
	CASE("mlx5sig_qp_cancel_posted_send_wrs", -EINVAL, cancel, ""),
	CASE("mlx5sig_qp_cancel_posted_send_wrs", -EOPNOTSUPP, cancel_without_query, ""),
	CASE("mlx5sig_qp_cancel_posted_send_wrs", -EINVAL, cancel_refused, ""),
	{0},
};
