// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * A signature write over libmlx5 alone, as in its manual pages. The tests convert this file by the
 * rules of docs/converting.md, and run both.
 *
 *	build/softmlx5 build/examples/mlx5dv_sig_write
 *
 * One queue pair is connected with itself. Blocks leave with T10-DIF; the far side keeps it, and
 * one byte is wrong in the second round. Exits with 0 if the checks report exactly that.
 */
#include <errno.h>
#include <infiniband/mlx5dv.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BLOCKS 4u
#define BLOCK 512u
#define STORED (BLOCKS * (BLOCK + 8))

static void must(int err, const char *what)
{
	if (!err)
		return;
	fprintf(stderr, "%s: %s\n", what, strerror(err));
	exit(1);
}

static void *need(void *made, const char *what)
{
	must(made ? 0 : errno, what);
	return made;
}

static struct ibv_context *open_device(void)
{
	struct mlx5dv_context_attr attr = { .flags = MLX5DV_CONTEXT_FLAGS_DEVX };
	struct ibv_device **list = need(ibv_get_device_list(NULL), "list of devices");
	struct ibv_context *context;

	must(list[0] ? 0 : ENODEV, "device");
	context = need(mlx5dv_open_device(list[0], &attr), "mlx5dv_open_device");
	ibv_free_device_list(list);
	return context;
}

static struct ibv_qp *make_qp(struct ibv_context *context, struct ibv_pd *pd, struct ibv_cq *cq)
{
	struct ibv_qp_init_attr_ex attr = {
		.qp_type = IBV_QPT_RC, .pd = pd, .send_cq = cq, .recv_cq = cq,
		.cap = { .max_send_wr = 16, .max_recv_wr = 1, .max_send_sge = 1, .max_recv_sge = 1,
			 .max_inline_data = 512 },
		.comp_mask = IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_SEND_OPS_FLAGS,
		.send_ops_flags = IBV_QP_EX_WITH_RDMA_WRITE,
	};
	struct mlx5dv_qp_init_attr dv = {
		.comp_mask = MLX5DV_QP_INIT_ATTR_MASK_SEND_OPS_FLAGS |
			     MLX5DV_QP_INIT_ATTR_MASK_QP_CREATE_FLAGS,
		.create_flags = MLX5DV_QP_CREATE_DISABLE_SCATTER_TO_CQE,
		.send_ops_flags = MLX5DV_QP_EX_WITH_MKEY_CONFIGURE,
	};

	return need(mlx5dv_create_qp(context, &attr, &dv), "mlx5dv_create_qp");
}

/* Connects the QP with itself, over an InfiniBand port. */
static void connect_qp(struct ibv_context *context, struct ibv_qp *ibv_qp)
{
	struct ibv_qp_attr attr = {
		.qp_state = IBV_QPS_INIT, .port_num = 1, .qp_access_flags = IBV_ACCESS_REMOTE_WRITE,
		.path_mtu = IBV_MTU_1024, .dest_qp_num = ibv_qp->qp_num, .min_rnr_timer = 12,
		.max_rd_atomic = 1, .max_dest_rd_atomic = 1, .timeout = 14, .retry_cnt = 7,
		.rnr_retry = 7, .ah_attr = { .port_num = 1 },
	};
	struct ibv_port_attr port;

	must(ibv_query_port(context, 1, &port), "ibv_query_port");
	attr.ah_attr.dlid = port.lid;
	must(ibv_modify_qp(ibv_qp, &attr, IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT |
			   IBV_QP_ACCESS_FLAGS), "to INIT");
	attr.qp_state = IBV_QPS_RTR;
	must(ibv_modify_qp(ibv_qp, &attr, IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU |
			   IBV_QP_DEST_QPN | IBV_QP_RQ_PSN | IBV_QP_MAX_DEST_RD_ATOMIC |
			   IBV_QP_MIN_RNR_TIMER), "to RTR");
	attr.qp_state = IBV_QPS_RTS;
	must(ibv_modify_qp(ibv_qp, &attr,
			   IBV_QP_STATE | IBV_QP_SQ_PSN | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT |
				   IBV_QP_RNR_RETRY | IBV_QP_MAX_QP_RD_ATOMIC),
	     "to RTS");
}

int main(void)
{
	struct ibv_context *context = open_device();
	struct ibv_pd *pd = need(ibv_alloc_pd(context), "PD");
	struct ibv_cq *ibv_cq = need(ibv_create_cq(context, 64, NULL, NULL, 0), "CQ");
	struct ibv_qp *ibv_qp = make_qp(context, pd, ibv_cq);
	/* queues: begin */
	struct ibv_qp_ex *qpx = ibv_qp_to_qp_ex(ibv_qp);
	struct mlx5dv_qp_ex *mqp = mlx5dv_qp_ex_from_ibv_qp_ex(qpx);
	/* queues: end */
	struct mlx5dv_mkey_init_attr key_attr = {
		.pd = pd, .max_entries = 1,
		.create_flags = MLX5DV_MKEY_INIT_ATTR_FLAGS_INDIRECT |
				MLX5DV_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE };
	const struct mlx5dv_sig_t10dif dif = { .bg_type = MLX5DV_SIG_T10DIF_CRC, .app_tag = 7,
					       .ref_tag = 100,
					       .flags = MLX5DV_SIG_T10DIF_FLAG_REF_REMAP };
	const struct mlx5dv_sig_block_domain domain = { .sig_type = MLX5DV_SIG_TYPE_T10DIF,
							.sig.dif = &dif,
							.block_size = MLX5DV_BLOCK_SIZE_512 };
	const struct mlx5dv_sig_block_attr sig = { .mem = &domain, .wire = &domain,
						   .check_mask = 0xff };
	struct mlx5dv_mkey *key = need(mlx5dv_create_mkey(&key_attr), "create_mkey");
	uint8_t *stored = need(calloc(2, STORED), "memory"), *arrived = stored + STORED;
	struct ibv_mr *mr = need(ibv_reg_mr(pd, stored, 2 * STORED, IBV_ACCESS_LOCAL_WRITE |
					    IBV_ACCESS_REMOTE_WRITE), "MR");
	struct ibv_sge sge = { .addr = (uintptr_t)stored, .length = STORED, .lkey = mr->lkey };
	struct mlx5dv_mkey_err error;
	struct mlx5dv_mkey_conf_attr conf = { .conf_flags = 0 };
	unsigned int turn, i;
	struct ibv_wc wc;
	int n;

	connect_qp(context, ibv_qp);
	for (i = 0; i < BLOCKS; i++) {	/* zeros, whose guard is 0 */
		uint8_t *tags = stored + i * (BLOCK + 8) + BLOCK + 2;

		tags[1] = 7;
		tags[5] = (uint8_t)(100 + i);
	}
	for (turn = 0; turn < 2; turn++) {
		stored[2 * (BLOCK + 8)] = (uint8_t)turn;
		ibv_wr_start(qpx);
		qpx->wr_id = 1;
		qpx->wr_flags = IBV_SEND_INLINE;
		mlx5dv_wr_mkey_configure(mqp, key, 3, &conf);
		mlx5dv_wr_set_mkey_access_flags(mqp, IBV_ACCESS_LOCAL_WRITE);
		mlx5dv_wr_set_mkey_layout_list(mqp, 1, &sge);
		mlx5dv_wr_set_mkey_sig_block(mqp, &sig);
		qpx->wr_id = 2;
		qpx->wr_flags = IBV_SEND_SIGNALED;
		ibv_wr_rdma_write(qpx, mr->rkey, (uintptr_t)arrived);
		ibv_wr_set_sge(qpx, key->lkey, 0, STORED);
		must(ibv_wr_complete(qpx), "complete");
		while (!(n = ibv_poll_cq(ibv_cq, 1, &wc)))
			;
		must(n < 0 ? EIO : 0, "poll");
		must(mlx5dv_mkey_check(key, &error), "mkey_check");
		printf("request %u: %s, %s\n", (unsigned int)wc.wr_id, ibv_wc_status_str(wc.status),
		       error.err_type == MLX5DV_MKEY_NO_ERR ? "no error" :
		       error.err_type == MLX5DV_MKEY_SIG_BLOCK_BAD_GUARD ? "bad guard" : "bad tag");
		if (error.err_type != MLX5DV_MKEY_NO_ERR)
			printf("  block %u: expected %x, actual %x\n",
			       (unsigned int)(error.err.sig.offset / (BLOCK + 8)),
			       (unsigned int)error.err.sig.expected_value,
			       (unsigned int)error.err.sig.actual_value);
		if ((error.err_type == MLX5DV_MKEY_NO_ERR) != !turn)
			return 1;
	}
	must(mlx5dv_destroy_mkey(key), "destroy_mkey");
	must(ibv_dereg_mr(mr), "ibv_dereg_mr");
	must(ibv_destroy_qp(ibv_qp), "ibv_destroy_qp");
	must(ibv_destroy_cq(ibv_cq), "ibv_destroy_cq");
	must(ibv_dealloc_pd(pd), "ibv_dealloc_pd");
	must(ibv_close_device(context), "ibv_close_device");
	free(stored);
	return 0;
}
