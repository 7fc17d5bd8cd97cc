// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Atomics, plain and masked.
 */
#include <string.h>

#include "model.h"
#include "prm_ctrl.h"
#include "prm_data.h"
#include "prm_qp.h"
#include "prm_rdma.h"

static uint64_t number_at(const struct side *side, size_t offset)
{
	uint64_t value;

	memcpy(&value, side->buf + offset, sizeof(value));
	return value;
}

static void put_number(struct side *side, size_t offset, uint64_t value)
{
	memcpy(side->buf + offset, &value, sizeof(value));
}

static void atomics(void)
{
	struct ibv_sge back;
	struct ibv_send_wr wr = { .wr_id = 1, .num_sge = 1, .send_flags = IBV_SEND_SIGNALED };
	struct rig rig;

	rig_open(&rig, NULL);
	back = sge_of(&rig.a, 24, 8);
	wr.sg_list = &back;
	wr.wr.atomic.remote_addr = (uintptr_t)rig.b.buf + 64;
	wr.wr.atomic.rkey = rig.b.mr->rkey;
	put_number(&rig.b, 64, 0x1122334455667788);
	wr.opcode = IBV_WR_ATOMIC_FETCH_AND_ADD;
	wr.wr.atomic.compare_add = 0xf000000000000001;
	post_wr(&rig.a, &wr);
	good_wc(rig.a.send_cq, 1, IBV_WC_FETCH_ADD);
	CHECK_EQ(number_at(&rig.a, 24), 0x1122334455667788);
	CHECK_EQ(number_at(&rig.b, 64), 0x0122334455667789);

	wr.opcode = IBV_WR_ATOMIC_CMP_AND_SWP;
	wr.wr.atomic.compare_add = 0x0122334455667780;	/* not the present value */
	wr.wr.atomic.swap = 77;
	post_wr(&rig.a, &wr);
	good_wc(rig.a.send_cq, 1, IBV_WC_COMP_SWAP);
	CHECK_EQ(number_at(&rig.a, 24), 0x0122334455667789);
	CHECK_EQ(number_at(&rig.b, 64), 0x0122334455667789);
	wr.wr.atomic.compare_add = 0x0122334455667789;
	post_wr(&rig.a, &wr);
	good_wc(rig.a.send_cq, 1, IBV_WC_COMP_SWAP);
	CHECK_EQ(number_at(&rig.a, 24), 0x0122334455667789);
	CHECK_EQ(number_at(&rig.b, 64), 77);
	rig_close(&rig);
}

/* A raw WQE with remote address, operands of @len bytes, and the address for the old value. */
static void masked(struct rig *rig, uint8_t opcode, uint8_t opmod, const void *operands, size_t len)
{
	const size_t value = opmod == PRM_EXTENDED_ATOMIC_OPMOD_BYTES_4 ? 4 : 8;
	uint8_t wqe[128] __attribute__((aligned(16))) = {0};
	struct prm_raddr_seg_fields remote = { .raddr = (uintptr_t)rig->b.buf + 64,
					       .rkey = rig->b.mr->rkey };
	struct prm_data_seg_fields data = { .byte_count = (uint32_t)value, .lkey = rig->a.mr->lkey,
					    .addr = (uintptr_t)rig->a.buf + 24 };
	struct prm_ctrl_seg *ctrl = (void *)wqe;

	prm_ctrl_seg_set_opcode(ctrl, opcode);
	prm_ctrl_seg_set_opmod(ctrl, opmod);
	prm_raddr_seg_pack((void *)(wqe + 16), &remote);
	memcpy(wqe + 32, operands, len);
	prm_data_seg_pack((void *)(wqe + 32 + len), &data);
	wr_raw(&rig->a, 5, wqe, 48 + len);
	good_wc(rig->a.send_cq, 5, IBV_WC_DRIVER2);
}

/* The kernel sets InfiniBand's mode, which has 8 bytes only. */
static void allow_short_atomics(struct side *side)
{
	struct prm_rts2rts_qp_in in;
	struct prm_rts2rts_qp_out out;
	struct prm_rts2rts_qp_in_fields fields;

	prm_rts2rts_qp_in_fields_init(&fields);
	fields.qpn = side->qp->qp_num;
	fields.opt_param_mask = PRM_QP_OPT_PARAM_RAE;
	fields.qpc.rae = true;
	fields.qpc.atomic_mode = PRM_QP_ATOMIC_MODE_UP_TO_8B;
	prm_rts2rts_qp_in_pack(&in, &fields);
	CHECK_EQ(mlx5dv_devx_qp_modify(side->qp, &in, sizeof(in), &out, sizeof(out)), 0);
}

/*
 * Old values of masked atomics are written to memory, also if those of plain atomics go into the
 * CQE.
 */
static void masked_atomics(void)
{
	const struct rig_options options = { .scatter = RIG_SCATTER, .sig_all = true };
	struct rig rig;
	struct prm_masked_atomic_cs64_seg_fields cs64 = {
		.swap = 0xaaaaaaaaaaaaaaaa, .compare = 0xff00ff00ff00ff88,
		.swap_mask = 0x00000000ffffffff, .compare_mask = 0x00000000000000ff,
	};
	struct prm_masked_atomic_fa64_seg_fields fa64 = {
		.add = 0x0000000000ffffff, .field_boundary = 0x0000000000808080,
	};
	struct prm_masked_atomic_cs32_seg_fields cs32 = {
		.swap = 0x12345678, .compare = 0x00007788, .swap_mask = 0xffff0000,
		.compare_mask = 0x0000ffff,
	};
	struct prm_masked_atomic_fa32_seg_fields fa32 = {
		.add = 0x00010001, .field_boundary = 0x00008000,
	};
	union {
		struct prm_masked_atomic_cs64_seg cs64;
		struct prm_masked_atomic_fa64_seg fa64;
		struct prm_masked_atomic_cs32_seg cs32;
		struct prm_masked_atomic_fa32_seg fa32;
	} seg;

	rig_open(&rig, &options);
	allow_short_atomics(&rig.b);
	put_number(&rig.b, 64, 0x1122334455667788);
	prm_masked_atomic_cs64_seg_pack(&seg.cs64, &cs64);
	masked(&rig, PRM_WQE_OPCODE_ATOMIC_MASKED_CS, PRM_EXTENDED_ATOMIC_OPMOD_BYTES_8, &seg.cs64,
	       sizeof(seg.cs64));
	CHECK_EQ(number_at(&rig.a, 24), 0x1122334455667788);
	CHECK_EQ(number_at(&rig.b, 64), 0x11223344aaaaaaaa);
	masked(&rig, PRM_WQE_OPCODE_ATOMIC_MASKED_CS, PRM_EXTENDED_ATOMIC_OPMOD_BYTES_8, &seg.cs64,
	       sizeof(seg.cs64));	/* the low byte has changed */
	CHECK_EQ(number_at(&rig.b, 64), 0x11223344aaaaaaaa);

	put_number(&rig.b, 64, 0x1122334455ff0102);
	prm_masked_atomic_fa64_seg_pack(&seg.fa64, &fa64);
	masked(&rig, PRM_WQE_OPCODE_ATOMIC_MASKED_FA, PRM_EXTENDED_ATOMIC_OPMOD_BYTES_8, &seg.fa64,
	       sizeof(seg.fa64));
	/* Three separate bytes, ff + ff, 01 + ff, 02 + ff, without carry between them. */
	CHECK_EQ(number_at(&rig.b, 64), 0x1122334455fe0001);
	CHECK_EQ(number_at(&rig.a, 24), 0x1122334455ff0102);

	put_number(&rig.b, 64, 0x1122334455667788);
	put_number(&rig.a, 24, 0);
	prm_masked_atomic_cs32_seg_pack(&seg.cs32, &cs32);
	masked(&rig, PRM_WQE_OPCODE_ATOMIC_MASKED_CS, PRM_EXTENDED_ATOMIC_OPMOD_BYTES_4, &seg.cs32,
	       sizeof(seg.cs32));
	CHECK_EQ(number_at(&rig.a, 24), 0x55667788);
	CHECK_EQ(number_at(&rig.b, 64), 0x1122334412347788);
	put_number(&rig.b, 64, 0x1122334455667789);	/* the compared half differs */
	masked(&rig, PRM_WQE_OPCODE_ATOMIC_MASKED_CS, PRM_EXTENDED_ATOMIC_OPMOD_BYTES_4, &seg.cs32,
	       sizeof(seg.cs32));
	CHECK_EQ(number_at(&rig.b, 64), 0x1122334455667789);

	put_number(&rig.b, 64, 0x11223344ffffffff);
	prm_masked_atomic_fa32_seg_pack(&seg.fa32, &fa32);
	masked(&rig, PRM_WQE_OPCODE_ATOMIC_MASKED_FA, PRM_EXTENDED_ATOMIC_OPMOD_BYTES_4, &seg.fa32,
	       sizeof(seg.fa32));
	CHECK_EQ(number_at(&rig.b, 64), 0x1122334400000000);
	rig_close(&rig);
}

const struct test atomic_tests[] = {
	{ "atomics", atomics, false },
	{ "masked_atomics", masked_atomics, false },
	{ NULL, NULL, false },
};
