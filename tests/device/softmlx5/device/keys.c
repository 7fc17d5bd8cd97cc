// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Keys that are configured by UMR, and invalidated, with each byte that is transferred through
 * them.
 */
#include <string.h>
#include <sys/mman.h>

#include "model.h"
#include "prm_ctrl.h"
#include "prm_data.h"
#include "prm_mkey.h"
#include "prm_umr.h"

static void local_inv(struct side *side, uint64_t wr_id, uint32_t key)
{
	struct ibv_send_wr wr = { .wr_id = wr_id, .opcode = IBV_WR_LOCAL_INV,
				  .invalidate_rkey = key, .send_flags = IBV_SEND_SIGNALED };

	post_wr(side, &wr);
}

/* A list of entries over a's and b's own buffers: each side reads and writes through it. */
static void umr_list(void)
{
	uint32_t seed = 6, round;
	struct mlx5dv_mkey *mkey;
	struct model model;
	struct rig rig;

	rig_open(&rig, NULL);
	model_open(&model, &rig);
	mkey = new_mkey(&rig.b, 0, 8);
	for (round = 0; round < 30; round++) {
		struct ibv_sge entries[MAX_SGE], from, whole;
		size_t n = random_list(&seed, &rig.b, 1 + random_len(&seed), entries);
		const uint32_t len = list_len(entries, n);
		const uint32_t skip = random_next(&seed) % len;

		wr_list(&rig.b, round, mkey, ALL_ACCESS, entries, (uint16_t)n);
		good_wc(rig.b.send_cq, round, IBV_WC_DRIVER1);
		/* The peer writes all of it, from offset 0 on. */
		from = sge_of(&rig.a, random_next(&seed) % 1000, len);
		wr_write(&rig.a, 1, &from, 1, mkey->rkey, 0);
		good_wc(rig.a.send_cq, 1, IBV_WC_RDMA_WRITE);
		model_move(model.b, &rig.b, entries, model.a, &rig.a, &from, 1);
		model_check(&model, &rig);
		/* The peer reads from the middle. */
		whole = sge_of(&rig.a, 500000, len - skip);
		wr_read(&rig.a, 2, &whole, 1, mkey->rkey, skip);
		good_wc(rig.a.send_cq, 2, IBV_WC_RDMA_READ);
		memcpy(model.a + 500000, model.a + (from.addr - (uintptr_t)rig.a.buf) + skip,
		       len - skip);
		model_check(&model, &rig);
		/* b itself sends by its lkey. */
		from = (struct ibv_sge){ .addr = skip, .length = len - skip, .lkey = mkey->lkey };
		whole = sge_of(&rig.a, 800000, len);
		post_recv(&rig.a, 3, &whole, 1);
		wr_send(&rig.b, 4, IBV_SEND_SIGNALED, &from, 1);
		good_wc(rig.b.send_cq, 4, IBV_WC_SEND);
		good_wc(rig.a.recv_cq, 3, IBV_WC_RECV);
		memcpy(model.a + 800000, model.a + 500000, len - skip);
		model_check(&model, &rig);
	}
	CHECK_EQ(mlx5dv_destroy_mkey(mkey), 0);
	model_close(&model);
	rig_close(&rig);
}

/* After a UMR whose completion was polled, no fence is needed. */
static void umr_seen(void)
{
	uint8_t wqe[32] __attribute__((aligned(16))) = {0};
	struct prm_data_seg_fields data = { .byte_count = 64 };
	struct mlx5dv_mkey *mkey;
	struct ibv_sge entry, to;
	struct model model;
	struct rig rig;

	rig_open(&rig, NULL);
	model_open(&model, &rig);
	mkey = new_mkey(&rig.a, 0, 4);
	entry = sge_of(&rig.a, 5, 64);
	to = sge_of(&rig.b, 7, 64);
	post_recv(&rig.b, 3, &to, 1);
	wr_list(&rig.a, 1, mkey, IBV_ACCESS_LOCAL_WRITE, &entry, 1);
	good_wc(rig.a.send_cq, 1, IBV_WC_DRIVER1);
	data.lkey = mkey->lkey;
	prm_ctrl_seg_set_opcode((void *)wqe, PRM_WQE_OPCODE_SEND);
	prm_data_seg_pack((void *)(wqe + 16), &data);
	wr_raw(&rig.a, 2, wqe, sizeof(wqe));
	good_wc(rig.a.send_cq, 2, IBV_WC_DRIVER2);
	good_wc(rig.b.recv_cq, 3, IBV_WC_RECV);
	model_move(model.b, &rig.b, &to, model.a, &rig.a, &entry, 1);
	model_check(&model, &rig);
	CHECK_EQ(mlx5dv_destroy_mkey(mkey), 0);
	model_close(&model);
	rig_close(&rig);
}

#define ROUNDS 37u

/* The reserved bits of an interleaved layout, as Linux posts it: with what the ring had there. It is the first WQE. */
static void set_reserved_of_list(struct side *side)
{
	const size_t at = PRM_CTRL_SEG_SIZE + PRM_UMR_CTRL_SEG_SIZE + PRM_MKC_SIZE;
	struct mlx5dv_qp dv = {0};
	struct mlx5dv_obj obj = { .qp = { .in = side->qp, .out = &dv } };
	struct prm_repeat_block_seg *head;

	CHECK_EQ(mlx5dv_init_obj(&obj, MLX5DV_OBJ_QP), 0);
	head = (void *)((uint8_t *)dv.sq.buf + at);
	CHECK_EQ(prm_repeat_block_seg_get_num_ent(head), 3);
	memset((uint8_t *)head + 0xc, 0xff, 2);
}

static void interleaved(bool has_reserved)
{
	struct mlx5dv_mr_interleaved pieces[3];
	struct mlx5dv_mkey_conf_attr attr = {0};
	struct mlx5dv_mkey *mkey;
	struct ibv_sge from;
	struct model model;
	uint32_t i, j, k, at = 0, len = 0;
	struct rig rig;

	rig_open(&rig, NULL);
	model_open(&model, &rig);
	mkey = new_mkey(&rig.b, 0, 8);
	for (i = 0; i < 3; i++) {
		pieces[i] = (struct mlx5dv_mr_interleaved){
			.addr = (uintptr_t)rig.b.buf + i * 100000 + 3,
			.bytes_count = 512 + i * 8, .bytes_skip = i * 24, .lkey = rig.b.mr->lkey,
		};
		len += ROUNDS * pieces[i].bytes_count;
	}
	ibv_wr_start(rig.b.qpx);
	rig.b.qpx->wr_id = 1;
	rig.b.qpx->wr_flags = IBV_SEND_SIGNALED | IBV_SEND_INLINE;
	mlx5dv_wr_mkey_configure(rig.b.dvx, mkey, 2, &attr);
	mlx5dv_wr_set_mkey_access_flags(rig.b.dvx, ALL_ACCESS);
	mlx5dv_wr_set_mkey_layout_interleaved(rig.b.dvx, ROUNDS, 3, pieces);
	if (has_reserved)
		set_reserved_of_list(&rig.b);
	CHECK_EQ(ibv_wr_complete(rig.b.qpx), 0);
	good_wc(rig.b.send_cq, 1, IBV_WC_DRIVER1);
	from = sge_of(&rig.a, 11, len);
	wr_write(&rig.a, 2, &from, 1, mkey->rkey, 0);
	good_wc(rig.a.send_cq, 2, IBV_WC_RDMA_WRITE);
	for (i = 0; i < ROUNDS; i++)
		for (j = 0; j < 3; j++)
			for (k = 0; k < pieces[j].bytes_count; k++)
				model.b[j * 100000 + 3 + i * (pieces[j].bytes_count +
				pieces[j].bytes_skip) + k] = model.a[11 + at++];
	model_check(&model, &rig);
	from = sge_of(&rig.a, 500000, len - 1000);
	wr_read(&rig.a, 3, &from, 1, mkey->rkey, 1000);
	good_wc(rig.a.send_cq, 3, IBV_WC_RDMA_READ);
	memcpy(model.a + 500000, model.a + 1011, len - 1000);
	model_check(&model, &rig);
	/* One byte beyond the last cycle. */
	wr_read(&rig.a, 4, &from, 1, mkey->rkey, 1001);
	bad_wc(rig.a.send_cq, 4, IBV_WC_REM_ACCESS_ERR);
	CHECK_EQ(mlx5dv_destroy_mkey(mkey), 0);
	{
		struct ibv_async_event event = next_event(rig.b.context);

		CHECK_EQ(event.event_type, IBV_EVENT_QP_ACCESS_ERR);
		ibv_ack_async_event(&event);
	}
	model_close(&model);
	rig_close(&rig);
}

static void umr_interleaved(void)
{
	interleaved(false);
}

static void umr_reserved(void)
{
	interleaved(true);
}

/* A key over a key over a key. */
static void umr_chain(void)
{
	struct mlx5dv_mkey *keys[3];
	struct ibv_sge entries[2], from;
	struct model model;
	struct rig rig;
	uint32_t key;
	unsigned int i;

	rig_open(&rig, NULL);
	model_open(&model, &rig);
	key = rig.b.mr->lkey;
	entries[0] = sge_of(&rig.b, 1000, 3000);
	entries[1] = sge_of(&rig.b, 100, 500);
	for (i = 0; i < 3; i++) {
		keys[i] = new_mkey(&rig.b, 0, 2);
		entries[0].lkey = entries[1].lkey = key;
		wr_list(&rig.b, i, keys[i], ALL_ACCESS, entries, 2);
		good_wc(rig.b.send_cq, i, IBV_WC_DRIVER1);
		/* The next key swaps the two halves. */
		entries[0] = (struct ibv_sge){ .addr = entries[0].length,
					       .length = entries[1].length };
		entries[1] = (struct ibv_sge){ .addr = 0, .length = 3500 - entries[0].length };
		key = keys[i]->lkey;
	}
	from = sge_of(&rig.a, 0, 3500);
	wr_write(&rig.a, 9, &from, 1, keys[2]->rkey, 0);
	good_wc(rig.a.send_cq, 9, IBV_WC_RDMA_WRITE);
	/* Swapped twice. */
	memcpy(model.b + 1000, model.a, 3000);
	memcpy(model.b + 100, model.a + 3000, 500);
	model_check(&model, &rig);
	for (i = 3; i--;)
		CHECK_EQ(mlx5dv_destroy_mkey(keys[i]), 0);
	model_close(&model);
	rig_close(&rig);
}

/*
 * Invalidated by its owner, with libmlx5's UMR and with the opcode LOCAL_INV; usable again
 * afterwards.
 */
static void invalidate(void)
{
	uint8_t wqe[64] __attribute__((aligned(16))) = {0};
	struct ibv_sge entry, from;
	struct mlx5dv_mkey *mkey;
	unsigned int round;
	struct rig rig;

	rig_open(&rig, NULL);
	mkey = new_mkey(&rig.b, 0, 4);
	for (round = 0; round < 2; round++) {
		struct ibv_async_event event;

		entry = sge_of(&rig.b, 0, 4096);
		wr_list(&rig.b, 1, mkey, ALL_ACCESS, &entry, 1);
		good_wc(rig.b.send_cq, 1, IBV_WC_DRIVER1);
		from = sge_of(&rig.a, 0, 4096);
		wr_write(&rig.a, 2, &from, 1, mkey->rkey, 0);
		good_wc(rig.a.send_cq, 2, IBV_WC_RDMA_WRITE);
		if (round) {
			prm_ctrl_seg_set_opcode((void *)wqe, PRM_WQE_OPCODE_LOCAL_INVAL);
			prm_ctrl_seg_set_invalidate_key((void *)wqe, mkey->rkey);
			wr_raw(&rig.b, 3, wqe, 16);
			good_wc(rig.b.send_cq, 3, IBV_WC_DRIVER2);
		} else {
			local_inv(&rig.b, 3, mkey->rkey);
			good_wc(rig.b.send_cq, 3, IBV_WC_LOCAL_INV);
		}
		wr_write(&rig.a, 4, &from, 1, mkey->rkey, 0);
		bad_wc(rig.a.send_cq, 4, IBV_WC_REM_ACCESS_ERR);
		event = next_event(rig.b.context);
		CHECK_EQ(event.event_type, IBV_EVENT_QP_ACCESS_ERR);
		ibv_ack_async_event(&event);
		rig_reconnect(&rig);
	}
	CHECK_EQ(mlx5dv_destroy_mkey(mkey), 0);
	rig_close(&rig);
}

static void send_invalidate(void)
{
	struct ibv_send_wr wr = { .wr_id = 2, .opcode = IBV_WR_SEND_WITH_INV, .num_sge = 1,
				  .send_flags = IBV_SEND_SIGNALED };
	struct mlx5dv_mkey *mkey;
	struct ibv_sge entry, from, to;
	struct ibv_wc wc;
	struct rig rig;

	rig_open(&rig, NULL);
	mkey = new_mkey(&rig.b, MLX5DV_MKEY_INIT_ATTR_FLAGS_REMOTE_INVALIDATE, 4);
	entry = sge_of(&rig.b, 0, 4096);
	wr_list(&rig.b, 1, mkey, ALL_ACCESS, &entry, 1);
	good_wc(rig.b.send_cq, 1, IBV_WC_DRIVER1);
	from = sge_of(&rig.a, 0, 100);
	wr_write(&rig.a, 3, &from, 1, mkey->rkey, 50);
	good_wc(rig.a.send_cq, 3, IBV_WC_RDMA_WRITE);
	to = sge_of(&rig.b, 9000, 100);
	post_recv(&rig.b, 4, &to, 1);
	wr.sg_list = &from;
	wr.invalidate_rkey = mkey->rkey;
	post_wr(&rig.a, &wr);
	good_wc(rig.a.send_cq, 2, IBV_WC_SEND);
	wc = good_wc(rig.b.recv_cq, 4, IBV_WC_RECV);
	CHECK_EQ(wc.wc_flags, IBV_WC_WITH_INV);
	CHECK_EQ(wc.invalidated_rkey, mkey->rkey);
	CHECK(!memcmp(rig.b.buf + 9000, rig.a.buf, 100));
	wr_write(&rig.a, 5, &from, 1, mkey->rkey, 50);
	bad_wc(rig.a.send_cq, 5, IBV_WC_REM_ACCESS_ERR);
	{
		struct ibv_async_event event = next_event(rig.b.context);

		CHECK_EQ(event.event_type, IBV_EVENT_QP_ACCESS_ERR);
		ibv_ack_async_event(&event);
	}
	CHECK_EQ(mlx5dv_destroy_mkey(mkey), 0);
	rig_close(&rig);
}

/* Makes a key of the side's whole buffer; on the wire each block of 512 bytes has a T10-DIF. */
static struct mlx5dv_mkey *new_t10dif_key(struct side *side)
{
	const struct mlx5dv_sig_t10dif dif = { .bg_type = MLX5DV_SIG_T10DIF_CRC,
					       .flags = MLX5DV_SIG_T10DIF_FLAG_REF_REMAP };
	const struct mlx5dv_sig_block_domain wire = { .sig_type = MLX5DV_SIG_TYPE_T10DIF,
						      .sig.dif = &dif,
						      .block_size = MLX5DV_BLOCK_SIZE_512 };
	const struct mlx5dv_sig_block_attr sig = { .wire = &wire };
	struct mlx5dv_mkey *mkey = new_mkey(side, MLX5DV_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE, 1);
	struct mlx5dv_mkey_conf_attr attr = {0};
	struct ibv_sge sge = sge_of(side, 0, BUF_LEN);

	ibv_wr_start(side->qpx);
	side->qpx->wr_id = 1;
	side->qpx->wr_flags = IBV_SEND_SIGNALED | IBV_SEND_INLINE;
	mlx5dv_wr_mkey_configure(side->dvx, mkey, 3, &attr);
	mlx5dv_wr_set_mkey_access_flags(side->dvx, IBV_ACCESS_LOCAL_WRITE);
	mlx5dv_wr_set_mkey_layout_list(side->dvx, 1, &sge);
	mlx5dv_wr_set_mkey_sig_block(side->dvx, &sig);
	CHECK_EQ(ibv_wr_complete(side->qpx), 0);
	good_wc(side->send_cq, 1, IBV_WC_DRIVER1);
	return mkey;
}

static bool is_filled(const uint8_t *bytes, size_t len, uint8_t value)
{
	while (len--)
		if (*bytes++ != value)
			return false;
	return true;
}

/*
 * Programs poll the last byte of a transfer: it is written after all others. The device stops at
 * the unmapped memory, and the last block has not been written.
 */
static void last_block_last(void)
{
	const uint32_t len = BUF_LEN / 512 * 520;
	const size_t size = (len + 4095) / 4096 * 4096, last = (len - 520) / 4096;
	const size_t gone[] = { 0, last / 2 * 4096, (last - 1) * 4096 };
	struct mlx5dv_mkey *mkey;
	struct ibv_sge from;
	struct ibv_mr *mr;
	struct rig rig;
	size_t i;

	for (i = 0; i < sizeof(gone) / sizeof(gone[0]); i++) {
		uint8_t *pages = mmap(NULL, size, PROT_READ | PROT_WRITE,
				      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

		CHECK(pages != MAP_FAILED);
		memset(pages, 0x5a, size);
		rig_open(&rig, NULL);
		fill(rig.a.buf, BUF_LEN, (uint32_t)i);
		mkey = new_t10dif_key(&rig.a);
		mr = ibv_reg_mr(rig.b.pd, pages, size, ALL_ACCESS);
		CHECK(mr);
		from = (struct ibv_sge){ .length = len, .lkey = mkey->lkey };
		CHECK_EQ(mprotect(pages + gone[i], 4096, PROT_NONE), 0);
		wr_write(&rig.a, 1, &from, 1, mr->rkey, (uintptr_t)pages);
		bad_wc(rig.a.send_cq, 1, IBV_WC_REM_ACCESS_ERR);
		CHECK_EQ(mprotect(pages + gone[i], 4096, PROT_READ | PROT_WRITE), 0);
		CHECK(is_filled(pages + len - 520, 520, 0x5a));
		rig_reconnect(&rig);
		wr_write(&rig.a, 1, &from, 1, mr->rkey, (uintptr_t)pages);
		good_wc(rig.a.send_cq, 1, IBV_WC_RDMA_WRITE);
		CHECK(!memcmp(pages + len - 520, rig.a.buf + BUF_LEN - 512, 512));
		CHECK(is_filled(pages + len, size - len, 0x5a));
		CHECK_EQ(ibv_dereg_mr(mr), 0);
		CHECK_EQ(mlx5dv_destroy_mkey(mkey), 0);
		rig_close(&rig);
		CHECK_EQ(munmap(pages, size), 0);
	}
}

const struct test key_tests[] = {
	{ "umr_list", umr_list, false },
	{ "umr_reserved", umr_reserved, false },
	{ "umr_interleaved", umr_interleaved, false },
	{ "umr_chain", umr_chain, false },
	{ "umr_seen", umr_seen, false },
	{ "invalidate", invalidate, false },
	{ "send_invalidate", send_invalidate, false },
	{ "last_block_last", last_block_last, false },
	{ NULL, NULL, false },
};
