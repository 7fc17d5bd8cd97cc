// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Requests that break one rule each, posted like a driver with this defect. These are the results
 * without strict mode, on a device that is as lenient as a card; the messages are in
 * test_strict.py.
 */
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "prm_bsf.h"
#include "prm_ctrl.h"
#include "prm_data.h"
#include "prm_doorbell.h"
#include "prm_mkey.h"
#include "prm_psv.h"
#include "prm_psv_cmd.h"
#include "prm_rdma.h"
#include "prm_umr.h"
#include "rig.h"

bool defects_are_strict, defects_are_polled;

struct wqe {
	uint8_t bytes[512] __attribute__((aligned(16)));
};

static struct mlx5dv_qp dv_of(struct side *side)
{
	struct mlx5dv_qp dv = {0};
	struct mlx5dv_obj obj = { .qp = { .in = side->qp, .out = &dv } };

	CHECK_EQ(mlx5dv_init_obj(&obj, MLX5DV_OBJ_QP), 0);
	return dv;
}

/*
 * Waits until the device has handled the doorbell: a polled register is cleared with the device
 * locked, and a query of the QP's state waits for the lock.
 */
static void wait_taken(struct side *side, const volatile void *uar_register)
{
	while (defects_are_polled && *(const volatile uint64_t *)uar_register)
		sched_yield();
	state_of(side->qp);
}

/* Any of the registers may be the one of the last WQE. */
static void wait_sent(struct side *side)
{
	const uint8_t *page = (const uint8_t *)((uintptr_t)dv_of(side).bf.reg & ~(uintptr_t)4095);

	wait_taken(side, page + PRM_UAR_REGISTER_SEND_0);
	wait_taken(side, page + PRM_UAR_REGISTER_SEND_1);
	wait_taken(side, page + PRM_UAR_REGISTER_SEND_2);
	wait_taken(side, page + PRM_UAR_REGISTER_SEND_3);
}

/* The card's behaviour; strict mode makes it an error. */
static void ends_well_if_lenient(struct rig *rig, uint64_t wr_id)
{
	const struct ibv_wc wc = next_wc(rig->a.send_cq);

	CHECK_EQ(wc.status, defects_are_strict ? IBV_WC_LOC_QP_OP_ERR : IBV_WC_SUCCESS);
	CHECK_EQ(wc.wr_id, wr_id);
}

static void flip_reserved(void *wqe)
{
	struct prm_ctrl_seg *ctrl = wqe;

	((uint8_t *)&ctrl->dw_04)[3] ^= 0x80;
}

static void reserved_bits(void)
{
	struct wqe wqe = {0};
	struct rig rig;

	rig_open(&rig, NULL);
	wr_raw_changed(&rig.a, 1, &wqe, 16, flip_reserved);
	ends_well_if_lenient(&rig, 1);
	rig_close(&rig);
}

static void unknown_value(void)
{
	struct wqe wqe = {0};
	struct rig rig;

	rig_open(&rig, NULL);
	prm_ctrl_seg_set_fm((void *)&wqe, 7);
	wr_raw(&rig.a, 1, &wqe, 16);
	ends_well_if_lenient(&rig, 1);
	rig_close(&rig);
}

static void add_to_index(void *wqe)
{
	prm_ctrl_seg_set_wqe_index(wqe, prm_ctrl_seg_get_wqe_index(wqe) + 1);
}

static void no_ds(void *wqe)
{
	prm_ctrl_seg_set_ds(wqe, 0);
}

static void more_ds(void *wqe)
{
	prm_ctrl_seg_set_ds(wqe, 8);
}

/* A WQE that a card cannot run: the error comes with and without strict mode. */
static void broken(void (*change)(void *wqe))
{
	struct wqe wqe = {0};
	struct rig rig;

	rig_open(&rig, NULL);
	wr_raw_changed(&rig.a, 1, &wqe, 16, change);
	bad_wc(rig.a.send_cq, 1, IBV_WC_LOC_QP_OP_ERR);
	CHECK_EQ(state_of(rig.a.qp), IBV_QPS_ERR);
	rig_close(&rig);
}

static void wrong_index(void)
{
	broken(add_to_index);
}

/* The number of another QP in a WQE before the one that the doorbell names. */
static void wrong_qpn(void)
{
	struct prm_ctrl_seg *ring;
	struct wqe wqe = {0};
	struct rig rig;

	rig_open(&rig, NULL);
	ring = dv_of(&rig.a).sq.buf;
	prm_ctrl_seg_set_ds((void *)&wqe, 1);
	prm_ctrl_seg_set_qpn((void *)&wqe, rig.a.qp->qp_num);
	ibv_wr_start(rig.a.qpx);
	rig.a.qpx->wr_id = 1;
	mlx5dv_wr_raw_wqe(rig.a.dvx, &wqe);
	prm_ctrl_seg_set_qpn(ring, rig.b.qp->qp_num);
	rig.a.qpx->wr_id = 2;
	mlx5dv_wr_raw_wqe(rig.a.dvx, &wqe);
	CHECK_EQ(ibv_wr_complete(rig.a.qpx), 0);
	bad_wc(rig.a.send_cq, 1, IBV_WC_LOC_QP_OP_ERR);
	bad_wc(rig.a.send_cq, 2, IBV_WC_WR_FLUSH_ERR);
	rig_close(&rig);
}

static void zero_ds(void)
{
	broken(no_ds);
}

static void ds_beyond_record(void)
{
	broken(more_ds);
}

static void to_write(void *wqe)
{
	prm_ctrl_seg_set_opcode(wqe, PRM_WQE_OPCODE_RDMA_WRITE);
}

static void to_unknown(void *wqe)
{
	prm_ctrl_seg_set_opcode(wqe, 0x7e);
}

static void short_ds(void)
{
	broken(to_write);	/* 16 bytes, without remote address */
}

static void unknown_opcode(void)
{
	broken(to_unknown);
}

static void long_ds(void)
{
	struct wqe wqe = {0};
	struct rig rig;

	rig_open(&rig, NULL);
	prm_ctrl_seg_set_opcode((void *)&wqe, PRM_WQE_OPCODE_SET_PSV);
	wr_raw(&rig.a, 1, &wqe, 48);
	bad_wc(rig.a.send_cq, 1, IBV_WC_LOC_QP_OP_ERR);
	rig_close(&rig);
}

/* A data segment of 0 bytes is one of 2 GiB. */
static void empty_segment(void)
{
	struct prm_data_seg_fields data;
	struct wqe wqe = {0};
	struct rig rig;

	rig_open(&rig, NULL);
	prm_ctrl_seg_set_opcode((void *)&wqe, PRM_WQE_OPCODE_SEND);
	data = (struct prm_data_seg_fields){ .lkey = rig.a.mr->lkey, .addr = (uintptr_t)rig.a.buf };
	prm_data_seg_pack((void *)(wqe.bytes + 16), &data);
	wr_raw(&rig.a, 1, &wqe, 32);
	bad_wc(rig.a.send_cq, 1, defects_are_strict ? IBV_WC_LOC_QP_OP_ERR : IBV_WC_LOC_PROT_ERR);
	rig_close(&rig);
}

/*
 * UMR.
 */

/* Starts a UMR of @mkey with @octowords entries, of which the first one is @entry. */
static struct prm_umr_ctrl_seg *umr_begin(struct wqe *wqe, const struct mlx5dv_mkey *mkey,
					  const struct ibv_sge *entry, uint16_t octowords)
{
	struct prm_klm_fields klm = { .byte_count = entry->length, .mkey = entry->lkey,
				      .address = entry->addr };
	struct prm_umr_ctrl_seg_fields umr = {
		.inline_flag = true, .klm_octowords = octowords,
		.mkey_mask = PRM_UMR_MKEY_MASK_LEN | PRM_UMR_MKEY_MASK_FREE | PRM_UMR_MKEY_MASK_LW,
	};
	struct prm_mkc_fields mkc;

	prm_ctrl_seg_set_opcode((void *)wqe, PRM_WQE_OPCODE_UMR);
	prm_ctrl_seg_set_umr_mkey((void *)wqe, mkey->lkey);
	prm_umr_ctrl_seg_pack((void *)(wqe->bytes + 16), &umr);
	prm_mkc_fields_init(&mkc);
	mkc.len = entry->length;
	mkc.lw = true;
	prm_mkc_pack((void *)(wqe->bytes + 64), &mkc);
	prm_klm_pack((void *)(wqe->bytes + 128), &klm);
	return (void *)(wqe->bytes + 16);
}

static void unpadded_list(void)
{
	struct mlx5dv_mkey *mkey;
	struct wqe wqe = {0};
	struct ibv_sge entry;
	struct rig rig;

	rig_open(&rig, NULL);
	mkey = new_mkey(&rig.a, 0, 4);
	entry = sge_of(&rig.a, 0, 64);
	umr_begin(&wqe, mkey, &entry, 1);
	wr_raw(&rig.a, 1, &wqe, 128 + 16);
	bad_wc(rig.a.send_cq, 1, IBV_WC_LOC_QP_OP_ERR);
	CHECK_EQ(mlx5dv_destroy_mkey(mkey), 0);
	rig_close(&rig);
}

/* The list covers 64 of 65 bytes. */
static void umr_window(void)
{
	struct mlx5dv_mkey *mkey;
	struct wqe wqe = {0};
	struct ibv_sge entry;
	struct rig rig;

	rig_open(&rig, NULL);
	mkey = new_mkey(&rig.a, 0, 4);
	entry = sge_of(&rig.a, 0, 64);
	umr_begin(&wqe, mkey, &entry, 4);
	prm_mkc_set_len((void *)(wqe.bytes + 64), 65);
	wr_raw(&rig.a, 1, &wqe, 128 + 64);
	ends_well_if_lenient(&rig, 1);
	CHECK_EQ(mlx5dv_destroy_mkey(mkey), 0);
	rig_close(&rig);
}

static void entry_behind_padding(void)
{
	struct mlx5dv_mkey *mkey;
	struct wqe wqe = {0};
	struct ibv_sge entry;
	struct rig rig;

	rig_open(&rig, NULL);
	mkey = new_mkey(&rig.a, 0, 4);
	entry = sge_of(&rig.a, 0, 64);
	umr_begin(&wqe, mkey, &entry, 4);
	memcpy(wqe.bytes + 128 + 32, wqe.bytes + 128, 16);
	wr_raw(&rig.a, 1, &wqe, 128 + 64);
	ends_well_if_lenient(&rig, 1);
	CHECK_EQ(mlx5dv_destroy_mkey(mkey), 0);
	rig_close(&rig);
}

static void unknown_mask(void)
{
	struct mlx5dv_mkey *mkey;
	struct wqe wqe = {0};
	struct ibv_sge entry;
	struct rig rig;
	struct prm_umr_ctrl_seg *umr;

	rig_open(&rig, NULL);
	mkey = new_mkey(&rig.a, 0, 4);
	entry = sge_of(&rig.a, 0, 64);
	umr = umr_begin(&wqe, mkey, &entry, 4);
	prm_umr_ctrl_seg_set_mkey_mask(umr, prm_umr_ctrl_seg_get_mkey_mask(umr) | UINT64_C(1)
											  << 62);
	wr_raw(&rig.a, 1, &wqe, 128 + 64);
	ends_well_if_lenient(&rig, 1);
	CHECK_EQ(mlx5dv_destroy_mkey(mkey), 0);
	rig_close(&rig);
}

/* The BSF's size is 64 bytes, and the UMR has 16 of them. */
static void short_bsf(void)
{
	struct mlx5dv_mkey_init_attr attr = {
		.create_flags = MLX5DV_MKEY_INIT_ATTR_FLAGS_INDIRECT |
			MLX5DV_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE,
		.max_entries = 4,
	};
	struct mlx5dv_mkey *mkey;
	struct wqe wqe = {0};
	struct ibv_sge entry;
	struct rig rig;

	rig_open(&rig, NULL);
	attr.pd = rig.a.pd;
	mkey = mlx5dv_create_mkey(&attr);
	CHECK(mkey);
	entry = sge_of(&rig.a, 0, 512);
	prm_umr_ctrl_seg_set_bsf_octowords(umr_begin(&wqe, mkey, &entry, 4), 1);
	prm_bsf_basic_set_bsf_size((void *)(wqe.bytes + 192), PRM_BSF_SIZE_SIZE_64);
	wr_raw(&rig.a, 1, &wqe, 192 + 16);
	bad_wc(rig.a.send_cq, 1, defects_are_strict ? IBV_WC_LOC_QP_OP_ERR : IBV_WC_MW_BIND_ERR);
	CHECK_EQ(mlx5dv_destroy_mkey(mkey), 0);
	rig_close(&rig);
}

/* The CRC is in memory, where the data are not encrypted. */
static void transaction_order(void)
{
	struct mlx5dv_mkey_init_attr attr = {
		.create_flags = MLX5DV_MKEY_INIT_ATTR_FLAGS_INDIRECT |
			MLX5DV_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE |
			MLX5DV_MKEY_INIT_ATTR_FLAGS_CRYPTO,
		.max_entries = 4,
	};
	struct prm_bsf_128_fields bsf;
	struct mlx5dv_mkey *mkey;
	struct wqe wqe = {0};
	struct ibv_sge entry;
	struct rig rig;

	rig_open(&rig, NULL);
	attr.pd = rig.a.pd;
	mkey = mlx5dv_create_mkey(&attr);
	CHECK(mkey);
	entry = sge_of(&rig.a, 0, 512);
	prm_umr_ctrl_seg_set_bsf_octowords(umr_begin(&wqe, mkey, &entry, 4), 8);
	prm_bsf_128_fields_init(&bsf);
	bsf.signature.basic.bsf_size = PRM_BSF_SIZE_SIZE_128;
	bsf.signature.extended.memory_tfs = PRM_BFS_CRC32;
	bsf.crypto.bsf_size = PRM_BSF_SIZE_SIZE_128;
	bsf.crypto.encryption_order = PRM_ENCRYPTION_ORDER_ENCRYPTED_RAW_WIRE;
	bsf.crypto.crypto_block_size_pointer = PRM_BLOCK_SIZE_SELECTOR_SIZE_512;
	prm_bsf_128_pack((void *)(wqe.bytes + 192), &bsf);
	wr_raw(&rig.a, 1, &wqe, 192 + 128);
	bad_wc(rig.a.send_cq, 1, defects_are_strict ? IBV_WC_LOC_QP_OP_ERR : IBV_WC_MW_BIND_ERR);
	CHECK_EQ(mlx5dv_destroy_mkey(mkey), 0);
	rig_close(&rig);
}

/* A key that was destroyed before its UMR came. */
static void umr_of_no_key(void)
{
	struct mlx5dv_mkey *mkey, gone;
	struct wqe wqe = {0};
	struct ibv_sge entry;
	struct rig rig;

	rig_open(&rig, NULL);
	mkey = new_mkey(&rig.a, 0, 4);
	gone = *mkey;
	CHECK_EQ(mlx5dv_destroy_mkey(mkey), 0);
	entry = sge_of(&rig.a, 0, 64);
	umr_begin(&wqe, &gone, &entry, 4);
	wr_raw(&rig.a, 1, &wqe, 128 + 64);
	bad_wc(rig.a.send_cq, 1, IBV_WC_MW_BIND_ERR);
	rig_close(&rig);
}

/* Twelve entries for a key that has room for eight at most. */
static void umr_long_list(void)
{
	struct mlx5dv_mkey *mkey;
	struct wqe wqe = {0};
	struct ibv_sge entry;
	struct rig rig;

	rig_open(&rig, NULL);
	mkey = new_mkey(&rig.a, 0, 4);
	entry = sge_of(&rig.a, 0, 64);
	umr_begin(&wqe, mkey, &entry, 12);
	wr_raw(&rig.a, 1, &wqe, 128 + 192);
	bad_wc(rig.a.send_cq, 1, IBV_WC_MW_BIND_ERR);
	CHECK_EQ(mlx5dv_destroy_mkey(mkey), 0);
	rig_close(&rig);
}

static void invalidate_no_key(void)
{
	struct wqe wqe = {0};
	struct rig rig;

	rig_open(&rig, NULL);
	prm_ctrl_seg_set_opcode((void *)&wqe, PRM_WQE_OPCODE_LOCAL_INVAL);
	prm_ctrl_seg_set_invalidate_key((void *)&wqe, 0x77777700);
	wr_raw(&rig.a, 1, &wqe, 16);
	bad_wc(rig.a.send_cq, 1, IBV_WC_MW_BIND_ERR);
	rig_close(&rig);
}

/* The key of memory that was registered can't be changed by a UMR. */
static void umr_of_mr(void)
{
	struct mlx5dv_mkey mkey = {0};
	struct wqe wqe = {0};
	struct ibv_sge entry;
	struct rig rig;

	rig_open(&rig, NULL);
	entry = sge_of(&rig.a, 0, 64);
	mkey.lkey = rig.a.mr->lkey;
	umr_begin(&wqe, &mkey, &entry, 4);
	wr_raw(&rig.a, 1, &wqe, 128 + 64);
	bad_wc(rig.a.send_cq, 1, IBV_WC_MW_BIND_ERR);
	rig_close(&rig);
}

/* b waits for a receive WQE with a SEND from the key, and a changes the key. */
static void umr_in_use(void)
{
	const struct rig_options options = { .rnr_retry = 7 };
	struct ibv_qp_attr reset = { .qp_state = IBV_QPS_RESET };
	struct mlx5dv_mkey *mkey;
	struct wqe wqe = {0};
	struct ibv_sge entry, from;
	struct ibv_wc none;
	struct rig rig;

	rig_open(&rig, &options);
	mkey = new_mkey(&rig.b, 0, 4);
	entry = sge_of(&rig.b, 0, 64);
	wr_list(&rig.b, 2, mkey, IBV_ACCESS_LOCAL_WRITE, &entry, 1);
	good_wc(rig.b.send_cq, 2, IBV_WC_DRIVER1);
	from = (struct ibv_sge){ .addr = 0, .length = 64, .lkey = mkey->lkey };
	wr_send(&rig.b, 3, IBV_SEND_SIGNALED, &from, 1);
	wait_sent(&rig.b);
	CHECK_EQ(ibv_poll_cq(rig.b.send_cq, 1, &none), 0);
	umr_begin(&wqe, mkey, &entry, 4);
	wr_raw(&rig.a, 1, &wqe, 128 + 64);
	ends_well_if_lenient(&rig, 1);
	CHECK_EQ(ibv_modify_qp(rig.b.qp, &reset, IBV_QP_STATE), 0);	/* the SEND needs the key */
	CHECK_EQ(mlx5dv_destroy_mkey(mkey), 0);
	rig_close(&rig);
}

/* Posts a UMR and a SEND from its key, without fence, by one doorbell. */
static void no_fence(void)
{
	struct mlx5dv_mkey_conf_attr attr = {0};
	struct prm_data_seg_fields data = { .byte_count = 64 };
	struct mlx5dv_mkey *mkey;
	struct wqe wqe = {0};
	struct ibv_sge entry, to;
	struct rig rig;

	rig_open(&rig, NULL);
	to = sge_of(&rig.b, 0, 64);
	post_recv(&rig.b, 9, &to, 1);
	mkey = new_mkey(&rig.a, 0, 4);
	entry = sge_of(&rig.a, 0, 64);
	data.lkey = mkey->lkey;
	prm_ctrl_seg_set_opcode((void *)&wqe, PRM_WQE_OPCODE_SEND);
	prm_ctrl_seg_set_qpn((void *)&wqe, rig.a.qp->qp_num);
	prm_ctrl_seg_set_ce((void *)&wqe, PRM_COMPLETION_MODE_ALWAYS);
	prm_ctrl_seg_set_ds((void *)&wqe, 2);
	prm_data_seg_pack((void *)(wqe.bytes + 16), &data);
	ibv_wr_start(rig.a.qpx);
	rig.a.qpx->wr_id = 1;
	rig.a.qpx->wr_flags = IBV_SEND_INLINE;
	mlx5dv_wr_mkey_configure(rig.a.dvx, mkey, 2, &attr);
	mlx5dv_wr_set_mkey_access_flags(rig.a.dvx, IBV_ACCESS_LOCAL_WRITE);
	mlx5dv_wr_set_mkey_layout_list(rig.a.dvx, 1, &entry);
	rig.a.qpx->wr_id = 2;
	rig.a.qpx->wr_flags = IBV_SEND_SIGNALED;
	mlx5dv_wr_raw_wqe(rig.a.dvx, &wqe);
	CHECK_EQ(ibv_wr_complete(rig.a.qpx), 0);
	ends_well_if_lenient(&rig, 2);
	CHECK_EQ(mlx5dv_destroy_mkey(mkey), 0);
	rig_close(&rig);
}

static void raw_write(struct rig *rig, uint64_t wr_id, uint32_t lkey, uint64_t addr)
{
	struct prm_data_seg_fields data = { .byte_count = 64, .lkey = lkey, .addr = addr };
	struct wqe wqe = {0};

	prm_ctrl_seg_set_opcode((void *)&wqe, PRM_WQE_OPCODE_RDMA_WRITE);
	prm_ctrl_seg_set_qpn((void *)&wqe, rig->a.qp->qp_num);
	prm_ctrl_seg_set_ce((void *)&wqe, PRM_COMPLETION_MODE_ALWAYS);
	prm_ctrl_seg_set_ds((void *)&wqe, 3);
	prm_raddr_seg_set_rkey((void *)(wqe.bytes + 16), rig->b.mr->rkey);
	prm_raddr_seg_set_raddr((void *)(wqe.bytes + 16), (uintptr_t)rig->b.mr->addr);
	prm_data_seg_pack((void *)(wqe.bytes + 32), &data);
	rig->a.qpx->wr_id = wr_id;
	rig->a.qpx->wr_flags = IBV_SEND_SIGNALED;
	mlx5dv_wr_raw_wqe(rig->a.dvx, &wqe);
}

static void unsignaled_umr(struct rig *rig, struct mlx5dv_mkey *mkey)
{
	struct mlx5dv_mkey_conf_attr attr = {0};
	struct ibv_sge entry = sge_of(&rig->a, 0, 64);

	rig->a.qpx->wr_flags = IBV_SEND_INLINE;
	mlx5dv_wr_mkey_configure(rig->a.dvx, mkey, 2, &attr);
	mlx5dv_wr_set_mkey_access_flags(rig->a.dvx, IBV_ACCESS_LOCAL_WRITE);
	mlx5dv_wr_set_mkey_layout_list(rig->a.dvx, 1, &entry);
}

/* A write from other memory than the UMRs' needs no fence; one from the first UMR's key does. */
static void no_fence_later(void)
{
	struct mlx5dv_mkey *mkeys[2];
	struct ibv_wc wc;
	struct rig rig;

	rig_open(&rig, NULL);
	mkeys[0] = new_mkey(&rig.a, 0, 4);
	mkeys[1] = new_mkey(&rig.a, 0, 4);
	ibv_wr_start(rig.a.qpx);
	unsignaled_umr(&rig, mkeys[0]);
	raw_write(&rig, 1, rig.a.mr->lkey, (uintptr_t)rig.a.mr->addr);
	unsignaled_umr(&rig, mkeys[1]);
	raw_write(&rig, 2, mkeys[0]->lkey, 0);
	CHECK_EQ(ibv_wr_complete(rig.a.qpx), 0);
	wc = next_wc(rig.a.send_cq);
	CHECK_EQ(wc.wr_id, 1);
	CHECK_EQ(wc.status, IBV_WC_SUCCESS);
	ends_well_if_lenient(&rig, 2);
	CHECK_EQ(mlx5dv_destroy_mkey(mkeys[0]), 0);
	CHECK_EQ(mlx5dv_destroy_mkey(mkeys[1]), 0);
	rig_close(&rig);
}

/*
 * PSVs.
 */

static void set_psv(struct wqe *wqe, uint32_t number)
{
	struct prm_set_psv_seg_fields set = { .psv_index = number };

	prm_ctrl_seg_set_opcode((void *)wqe, PRM_WQE_OPCODE_SET_PSV);
	prm_set_psv_seg_pack((void *)(wqe->bytes + 16), &set);
}

static void unknown_psv(void)
{
	struct wqe wqe = {0};
	struct rig rig;

	rig_open(&rig, NULL);
	set_psv(&wqe, 0x777777);
	wr_raw(&rig.a, 1, &wqe, 32);
	bad_wc(rig.a.send_cq, 1, IBV_WC_MW_BIND_ERR);
	rig_close(&rig);
}

static void foreign_psv(void)
{
	struct prm_create_psv_in_fields create = { .num_psv = 1 };
	struct prm_create_psv_out out;
	struct prm_create_psv_in in;
	struct mlx5dv_devx_obj *obj;
	struct mlx5dv_pd dv_pd;
	struct mlx5dv_obj dv = {0};
	struct ibv_pd *pd;
	struct wqe wqe = {0};
	struct rig rig;

	rig_open(&rig, NULL);
	pd = ibv_alloc_pd(rig.a.context);
	CHECK(pd);
	dv.pd.in = pd;
	dv.pd.out = &dv_pd;
	CHECK_EQ(mlx5dv_init_obj(&dv, MLX5DV_OBJ_PD), 0);
	create.pd = dv_pd.pdn & 0xffffff;
	prm_create_psv_in_pack(&in, &create);
	obj = mlx5dv_devx_obj_create(rig.a.context, &in, sizeof(in), &out, sizeof(out));
	CHECK(obj);
	set_psv(&wqe, prm_create_psv_out_get_psv0_index(&out));
	wr_raw(&rig.a, 1, &wqe, 32);
	bad_wc(rig.a.send_cq, 1, IBV_WC_MW_BIND_ERR);
	CHECK_EQ(mlx5dv_devx_obj_destroy(obj), 0);
	CHECK_EQ(ibv_dealloc_pd(pd), 0);
	rig_close(&rig);
}

/*
 * Doorbells.
 */

static struct mlx5dv_cq dv_cq_of(struct ibv_cq *cq)
{
	struct mlx5dv_cq dv = {0};
	struct mlx5dv_obj obj = { .cq = { .in = cq, .out = &dv } };

	CHECK_EQ(mlx5dv_init_obj(&obj, MLX5DV_OBJ_CQ), 0);
	return dv;
}

static void store(void *to, const void *value)
{
	uint64_t number;

	memcpy(&number, value, sizeof(number));
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	__asm__ volatile("movq %1, %0" : "=m"(*(volatile uint64_t *)to) : "r"(number) : "memory");
}

/* NOPs at 0 and 1; the record announces both, and the doorbell is that of the first. */
static void record_against_doorbell(void)
{
	struct prm_ctrl_seg_fields ctrl = { .opcode = PRM_WQE_OPCODE_NOP, .ds = 1 };
	struct prm_ctrl_seg *ring;
	struct mlx5dv_qp dv;
	struct rig rig;

	rig_open(&rig, NULL);
	dv = dv_of(&rig.a);
	ring = dv.sq.buf;
	ctrl.qpn = rig.a.qp->qp_num;
	prm_ctrl_seg_pack(ring, &ctrl);
	ctrl.wqe_index = 1;
	ctrl.ce = PRM_COMPLETION_MODE_ALWAYS;
	prm_ctrl_seg_pack((void *)((uint8_t *)ring + 64), &ctrl);
	dv.dbrec[MLX5_SND_DBR] = htobe32(2);
	store(dv.bf.reg, ring);
	CHECK_EQ(next_wc(rig.a.send_cq).status, IBV_WC_SUCCESS);
	rig_close(&rig);
}

/* A record far ahead of the ring: the queue enters the error state. */
static void record_too_far(void)
{
	struct prm_ctrl_seg_fields ctrl = { .opcode = PRM_WQE_OPCODE_NOP, .ds = 1 };
	struct ibv_async_event event;
	struct mlx5dv_qp dv;
	struct rig rig;

	rig_open(&rig, NULL);
	dv = dv_of(&rig.a);
	ctrl.qpn = rig.a.qp->qp_num;
	prm_ctrl_seg_pack(dv.sq.buf, &ctrl);
	dv.dbrec[MLX5_SND_DBR] = htobe32(dv.sq.wqe_cnt + 1);
	store(dv.bf.reg, dv.sq.buf);
	event = next_event(rig.a.context);
	CHECK_EQ(event.event_type, IBV_EVENT_QP_FATAL);
	ibv_ack_async_event(&event);
	CHECK_EQ(state_of(rig.a.qp), IBV_QPS_ERR);
	rig_close(&rig);
}

static void doorbell_of_no_one(void)
{
	struct prm_send_doorbell_fields bell = { .ds = 1, .qpn = 0x777777 };
	struct prm_send_doorbell value;
	struct rig rig;

	rig_open(&rig, NULL);
	prm_send_doorbell_pack(&value, &bell);
	store(dv_of(&rig.a).bf.reg, &value);
	wait_sent(&rig.a);
	rig_close(&rig);
}

static void receive_record_too_far(void)
{
	struct ibv_sge from, to;
	struct mlx5dv_qp dv;
	struct rig rig;

	rig_open(&rig, NULL);
	from = sge_of(&rig.a, 0, 8);
	to = sge_of(&rig.b, 0, 8);
	post_recv(&rig.b, 1, &to, 1);
	dv = dv_of(&rig.b);
	dv.dbrec[MLX5_RCV_DBR] = htobe32(dv.rq.wqe_cnt + 1);
	wr_send(&rig.a, 2, IBV_SEND_SIGNALED, &from, 1);
	good_wc(rig.a.send_cq, 2, IBV_WC_SEND);
	good_wc(rig.b.recv_cq, 1, IBV_WC_RECV);
	rig_close(&rig);
}

/* Two NOPs by libmlx5, and then the record of the CQ decreases. */
static void consumer_backwards(void)
{
	struct wqe wqe = {0};
	struct mlx5dv_cq dv;
	unsigned int i;
	struct rig rig;

	rig_open(&rig, NULL);
	dv = dv_cq_of(rig.a.send_cq);
	for (i = 0; i < 4; i++) {
		if (i == 3)
			dv.dbrec[0] = htobe32(1);
		wr_raw(&rig.a, i, &wqe, 16);
		wait_sent(&rig.a);	/* polling for the completion writes the record again */
		good_wc(rig.a.send_cq, i, IBV_WC_DRIVER2);
	}
	rig_close(&rig);
}

/* Free places cannot be determined any more, and the CQ is in error. */
static void consumer_ahead(void)
{
	struct ibv_async_event event;
	struct wqe wqe = {0};
	struct rig rig;

	rig_open(&rig, NULL);
	dv_cq_of(rig.a.send_cq).dbrec[0] = htobe32(5);
	wr_raw(&rig.a, 1, &wqe, 16);
	event = next_event(rig.a.context);
	CHECK_EQ(event.event_type, IBV_EVENT_CQ_ERR);
	ibv_ack_async_event(&event);
	rig_close(&rig);
}

/*
 * A short message for a list with an indirect key: a card puts it into the CQE, and the key is not
 * used. libmlx5's handling is not tested: it writes to address 100.
 */
static void inline_through_list(void)
{
	const struct rig_options options = { .scatter = RIG_SCATTER };
	struct mlx5dv_mkey *mkey;
	struct ibv_sge to, from;
	struct rig rig;
	unsigned int i;

	rig_open(&rig, &options);
	mkey = new_mkey(&rig.b, 0, 4);
	to = sge_of(&rig.b, 0, 1000);
	wr_list(&rig.b, 1, mkey, IBV_ACCESS_LOCAL_WRITE, &to, 1);
	good_wc(rig.b.send_cq, 1, IBV_WC_DRIVER1);
	memset(rig.b.buf, 0x5a, 1000);
	from = sge_of(&rig.a, 0, 32);
	to = (struct ibv_sge){ .addr = 100, .length = 32, .lkey = mkey->lkey };
	post_recv(&rig.b, 2, &to, 1);
	wr_send(&rig.a, 3, IBV_SEND_SIGNALED, &from, 1);
	good_wc(rig.a.send_cq, 3, IBV_WC_SEND);
	for (i = 0; i < 1000; i++)
		CHECK_EQ(rig.b.buf[i], 0x5a);
	CHECK_EQ(ibv_destroy_qp(rig.b.qp), 0);
	rig.b.qp = NULL;
	CHECK_EQ(mlx5dv_destroy_mkey(mkey), 0);
	rig_close(&rig);
}

/* Arms a CQ by hand: record and doorbell. */
static void arm(struct side *side, const struct prm_cq_arm_doorbell_fields *bell, uint8_t record_sn)
{
	const struct mlx5dv_cq dv = dv_cq_of(side->send_cq);
	struct prm_cq_arm_doorbell value, record;
	struct prm_cq_arm_doorbell_fields fields = *bell;

	fields.cqn = dv.cqn;
	prm_cq_arm_doorbell_pack(&value, &fields);
	fields.arm_sn = record_sn;
	prm_cq_arm_doorbell_pack(&record, &fields);
	memcpy((void *)&dv.dbrec[1], &record, 4);
	store((uint8_t *)dv.cq_uar + PRM_UAR_REGISTER_CQ_ARM, &value);
	wait_taken(side, (uint8_t *)dv.cq_uar + PRM_UAR_REGISTER_CQ_ARM);
}

static void arm_number_jumps(void)
{
	struct prm_cq_arm_doorbell_fields bell = { .arm_sn = 0 };
	struct rig rig;

	rig_open(&rig, NULL);
	arm(&rig.a, &bell, 0);
	bell.arm_sn = 2;
	arm(&rig.a, &bell, 2);
	rig_close(&rig);
}

static void arm_against_record(void)
{
	const struct prm_cq_arm_doorbell_fields bell = { .arm_sn = 1 };
	struct rig rig;

	rig_open(&rig, NULL);
	arm(&rig.a, &bell, 0);
	rig_close(&rig);
}

static void arm_ahead(void)
{
	const struct prm_cq_arm_doorbell_fields bell = { .ci = 5 };
	struct rig rig;

	rig_open(&rig, NULL);
	arm(&rig.a, &bell, 0);
	rig_close(&rig);
}

const struct test defect_tests[] = {
	{ "reserved_bits", reserved_bits, true },
	{ "unknown_value", unknown_value, true },
	{ "wrong_index", wrong_index, true },
	{ "wrong_qpn", wrong_qpn, true },
	{ "zero_ds", zero_ds, true },
	{ "ds_beyond_record", ds_beyond_record, true },
	{ "short_ds", short_ds, true },
	{ "long_ds", long_ds, true },
	{ "unknown_opcode", unknown_opcode, true },
	{ "empty_segment", empty_segment, true },
	{ "unpadded_list", unpadded_list, true },
	{ "umr_window", umr_window, true },
	{ "entry_behind_padding", entry_behind_padding, true },
	{ "unknown_mask", unknown_mask, true },
	{ "short_bsf", short_bsf, true },
	{ "transaction_order", transaction_order, true },
	{ "umr_of_no_key", umr_of_no_key, true },
	{ "umr_long_list", umr_long_list, true },
	{ "invalidate_no_key", invalidate_no_key, true },
	{ "umr_of_mr", umr_of_mr, true },
	{ "umr_in_use", umr_in_use, true },
	{ "no_fence", no_fence, true },
	{ "no_fence_later", no_fence_later, true },
	{ "unknown_psv", unknown_psv, true },
	{ "foreign_psv", foreign_psv, true },
	{ "record_against_doorbell", record_against_doorbell, true },
	{ "record_too_far", record_too_far, true },
	{ "doorbell_of_no_one", doorbell_of_no_one, true },
	{ "receive_record_too_far", receive_record_too_far, true },
	{ "consumer_backwards", consumer_backwards, true },
	{ "consumer_ahead", consumer_ahead, true },
	{ "inline_through_list", inline_through_list, true },
	{ "arm_number_jumps", arm_number_jumps, true },
	{ "arm_against_record", arm_against_record, true },
	{ "arm_ahead", arm_ahead, true },
	{ NULL, NULL, false },
};
