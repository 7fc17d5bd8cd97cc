// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Copies of memory by work requests, on a queue pair without a peer.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "model.h"
#include "prm_ctrl.h"
#include "prm_data.h"
#include "prm_mmo.h"

#define MOST (2u << 20)		/* bytes of one copy */

struct copier {
	struct ibv_qp *qp;
	struct ibv_qp_ex *qpx;
	struct mlx5dv_qp_ex *dvx;
};

static void to_rts(struct ibv_qp *qp)
{
	struct ibv_qp_attr attr = { .qp_state = IBV_QPS_INIT, .port_num = 1 };

	CHECK_EQ(ibv_modify_qp(qp, &attr, IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT |
			       IBV_QP_ACCESS_FLAGS), 0);
	attr = (struct ibv_qp_attr){
		.qp_state = IBV_QPS_RTR, .path_mtu = IBV_MTU_1024,
		.ah_attr = { .port_num = 1, .dlid = 1 },
	};
	CHECK_EQ(ibv_modify_qp(qp, &attr, IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU |
			       IBV_QP_DEST_QPN | IBV_QP_RQ_PSN | IBV_QP_MAX_DEST_RD_ATOMIC |
			       IBV_QP_MIN_RNR_TIMER), 0);
	attr = (struct ibv_qp_attr){ .qp_state = IBV_QPS_RTS };
	CHECK_EQ(ibv_modify_qp(qp, &attr, IBV_QP_STATE | IBV_QP_SQ_PSN | IBV_QP_TIMEOUT |
			       IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY | IBV_QP_MAX_QP_RD_ATOMIC), 0);
}

static void copier_open(struct copier *copier, struct side *side)
{
	struct ibv_qp_init_attr_ex attr = {
		.send_cq = side->send_cq, .recv_cq = side->recv_cq, .qp_type = IBV_QPT_RC,
		.cap = { .max_send_wr = 16, .max_send_sge = 2 }, .pd = side->pd,
		.comp_mask = IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_SEND_OPS_FLAGS,
		.send_ops_flags = IBV_QP_EX_WITH_SEND,
	};
	struct mlx5dv_qp_init_attr dv = {
		.comp_mask = MLX5DV_QP_INIT_ATTR_MASK_SEND_OPS_FLAGS,
		.send_ops_flags = MLX5DV_QP_EX_WITH_MEMCPY,
	};

	copier->qp = mlx5dv_create_qp(side->context, &attr, &dv);
	CHECK(copier->qp);
	copier->qpx = ibv_qp_to_qp_ex(copier->qp);
	copier->dvx = mlx5dv_qp_ex_from_ibv_qp_ex(copier->qpx);
	to_rts(copier->qp);
}

static int copy(struct copier *copier, uint64_t wr_id, uint32_t dest_key, uint64_t dest,
		uint32_t src_key, uint64_t src, size_t len)
{
	ibv_wr_start(copier->qpx);
	copier->qpx->wr_id = wr_id;
	copier->qpx->wr_flags = IBV_SEND_SIGNALED;
	mlx5dv_wr_memcpy(copier->dvx, dest_key, dest, src_key, src, len);
	return ibv_wr_complete(copier->qpx);
}

/* Random places and lengths; then lists of entries, and device memory. */
static void mmo_copies(void)
{
	struct rig_options options = { .buf_len = LONG_LEN };
	struct mlx5dv_context device = { .comp_mask = MLX5DV_CONTEXT_MASK_WR_MEMCPY_LENGTH };
	struct ibv_alloc_dm_attr attr = { .length = 4096 };
	static uint8_t seen[4096];
	struct ibv_sge entries[2];
	struct mlx5dv_mkey *mkey;
	struct copier copier;
	struct ibv_mr *dm_mr;
	struct ibv_dm *dm;
	uint32_t seed = 4;
	uint8_t *model;
	struct rig rig;

	rig_open(&rig, &options);
	CHECK_EQ(mlx5dv_query_device(rig.a.context, &device), 0);
	CHECK_EQ(device.max_wr_memcpy_length, MOST);
	copier_open(&copier, &rig.a);
	model = malloc(LONG_LEN);
	CHECK(model);
	memcpy(model, rig.a.buf, LONG_LEN);
	for (uint64_t i = 0; i < 40; i++) {
		const size_t len = i == 7 ? MOST : 1 + random_next(&seed) % (i % 4 ? 500 : 300000);
		const size_t from = random_next(&seed) % (LONG_LEN / 2 - len);
		const size_t to = LONG_LEN / 2 + random_next(&seed) % (LONG_LEN / 2 - len);

		CHECK_EQ(copy(&copier, i, rig.a.mr->lkey, (uintptr_t)rig.a.buf + to, rig.a.mr->lkey,
			      (uintptr_t)rig.a.buf + from, len), 0);
		good_wc(rig.a.send_cq, i, (enum ibv_wc_opcode)MLX5DV_WC_MEMCPY);
		memcpy(model + to, model + from, len);
	}
	CHECK_EQ(memcmp(rig.a.buf, model, LONG_LEN), 0);
	mkey = new_mkey(&rig.a, 0, 4);
	entries[0] = sge_of(&rig.a, 900, 101);
	entries[1] = sge_of(&rig.a, 100, 77);
	wr_list(&rig.a, 50, mkey, IBV_ACCESS_LOCAL_WRITE, entries, 2);
	good_wc(rig.a.send_cq, 50, IBV_WC_DRIVER1);
	dm = ibv_alloc_dm(rig.a.context, &attr);
	CHECK(dm);
	dm_mr = ibv_reg_dm_mr(rig.a.pd, dm, 0, 4096, IBV_ACCESS_ZERO_BASED | IBV_ACCESS_LOCAL_WRITE);
	CHECK(dm_mr);
	CHECK_EQ(copy(&copier, 51, dm_mr->lkey, 1000, mkey->lkey, 0, 178), 0);
	good_wc(rig.a.send_cq, 51, (enum ibv_wc_opcode)MLX5DV_WC_MEMCPY);
	CHECK_EQ(ibv_memcpy_from_dm(seen, dm, 0, 4096), 0);
	CHECK_EQ(memcmp(seen + 1000, model + 900, 101), 0);
	CHECK_EQ(memcmp(seen + 1101, model + 100, 77), 0);
	CHECK_EQ(ibv_dereg_mr(dm_mr), 0);
	CHECK_EQ(ibv_free_dm(dm), 0);
	CHECK_EQ(mlx5dv_destroy_mkey(mkey), 0);
	CHECK_EQ(ibv_destroy_qp(copier.qp), 0);
	free(model);
	rig_close(&rig);
}

static void copy_fails(struct rig *rig, uint32_t dest_key, uint64_t dest, uint32_t src_key,
		       uint64_t src, size_t len)
{
	struct copier copier;

	copier_open(&copier, &rig->a);
	CHECK_EQ(copy(&copier, 1, dest_key, dest, src_key, src, len), 0);
	bad_wc(rig->a.send_cq, 1, IBV_WC_LOC_PROT_ERR);
	CHECK_EQ(state_of(copier.qp), IBV_QPS_ERR);
	CHECK_EQ(ibv_destroy_qp(copier.qp), 0);
}

/* A copy as raw bytes, on a queue pair that need not be made for it. */
static void raw_copy(struct side *side)
{
	uint8_t wqe[64] __attribute__((aligned(16))) = {0};
	struct prm_data_seg_fields data = { .byte_count = 64, .lkey = side->mr->lkey,
					    .addr = (uintptr_t)side->buf };

	prm_ctrl_seg_set_opcode((void *)wqe, PRM_WQE_OPCODE_MMO);
	prm_ctrl_seg_set_opmod((void *)wqe, PRM_MMO_OPMOD_DMA);
	prm_mmo_metadata_seg_set_local_key((void *)(wqe + 16), side->mr->lkey);
	prm_mmo_metadata_seg_set_local_address((void *)(wqe + 16), (uintptr_t)side->buf + 8192);
	prm_data_seg_pack((void *)(wqe + 32), &data);
	data.addr += 4096;
	prm_data_seg_pack((void *)(wqe + 48), &data);
	wr_raw(side, 1, wqe, sizeof(wqe));
}

static void mmo_refused(void)
{
	struct copier copier;
	struct ibv_mr *reads;
	struct ibv_pd *pd;
	struct ibv_mr *other;
	uint64_t at;
	uint32_t key;
	struct rig rig;

	rig_open(&rig, NULL);
	at = (uintptr_t)rig.a.buf;
	key = rig.a.mr->lkey;
	pd = ibv_alloc_pd(rig.a.context);
	reads = ibv_reg_mr(rig.a.pd, rig.a.buf, BUF_LEN, IBV_ACCESS_REMOTE_READ);
	other = ibv_reg_mr(pd, rig.a.buf, BUF_LEN, IBV_ACCESS_LOCAL_WRITE);
	CHECK(pd && reads && other);
	copy_fails(&rig, reads->lkey, at, key, at + 4096, 64);	/* may not write */
	copy_fails(&rig, other->lkey, at, key, at + 4096, 64);	/* of another PD */
	copy_fails(&rig, key, at, other->lkey, at + 4096, 64);
	copy_fails(&rig, key, at + BUF_LEN - 63, key, at, 64);
	copy_fails(&rig, key, at, key, at + BUF_LEN - 63, 64);
	/* libmlx5 knows the limits, too. */
	copier_open(&copier, &rig.a);
	CHECK_EQ(copy(&copier, 1, key, at, key, at + 4096, 0), EINVAL);
	CHECK_EQ(copy(&copier, 1, key, at, key, at + 4096, MOST + 1), EINVAL);
	CHECK_EQ(ibv_destroy_qp(copier.qp), 0);
	CHECK_EQ(ibv_dereg_mr(reads), 0);
	CHECK_EQ(ibv_dereg_mr(other), 0);
	CHECK_EQ(ibv_dealloc_pd(pd), 0);
	/* A queue pair that was not enabled for it. */
	raw_copy(&rig.a);
	bad_wc(rig.a.send_cq, 1, IBV_WC_LOC_QP_OP_ERR);
	rig_close(&rig);
}

const struct test mmo_tests[] = {
	{ "mmo_copies", mmo_copies, false },
	{ "mmo_refused", mmo_refused, false },
	{ NULL, NULL, false },
};
