// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The cases with DEVX_SET and DEVX_GET of <infiniband/mlx5dv.h>, which need each layout as a
 * structure whose arrays have a byte for each bit of the field. Like its users: zero the memory,
 * then set field by field.
 */
#include "layouts.h"

#include <infiniband/mlx5dv.h>

typedef uint8_t u8;

struct mlx5_ifc_bench_bsf_inline_bits {
	u8 vld[0x1];
	u8 refresh[0x1];
	u8 reserved_at_2[0xe];
	u8 app_tag[0x10];
	u8 ref_tag[0x20];
	u8 sig_type[0x8];
	u8 repeat_block[0x1];
	u8 reserved_at_49[0x3];
	u8 seed[0x1];
	u8 reserved_at_4d[0x13];
	u8 reserved_at_60[0x9];
	u8 inc_ref_tag[0x1];
	u8 reserved_at_6a[0x4];
	u8 escape[0x2];
	u8 app_bitmask_check[0x10];
};

struct mlx5_ifc_bench_bsf_bits {
	/* basic */
	u8 bsf_size[0x2];
	u8 reserved_at_2[0x1];
	u8 sbs[0x1];
	u8 reserved_at_4[0x2];
	u8 p_type[0x2];
	u8 check_byte_mask[0x8];
	u8 wire_block[0x8];
	u8 memory_block[0x8];
	u8 raw_data_size[0x20];
	u8 wire_bfs[0x4];
	u8 reserved_at_44[0x2];
	u8 wire_bfs_repeat[0x1];
	u8 wire_bfs_seed[0x1];
	u8 wire_psv[0x18];
	u8 memory_bfs[0x4];
	u8 reserved_at_64[0x2];
	u8 memory_bfs_repeat[0x1];
	u8 memory_bfs_seed[0x1];
	u8 memory_psv[0x18];
	/* extended */
	u8 reserved_at_80[0x2];
	u8 wire_t_init[0x1];
	u8 wire_t_check_gen[0x1];
	u8 reserved_at_84[0x2];
	u8 memory_t_init[0x1];
	u8 memory_t_check_gen[0x1];
	u8 prologue_size[0x18];
	u8 reserved_at_a0[0x8];
	u8 epilogue_size[0x18];
	u8 wire_tfs[0x4];
	u8 reserved_at_c4[0x2];
	u8 wire_tfs_block_sigs_cov[0x1];
	u8 wire_tfs_seed[0x1];
	u8 wire_t_psv[0x18];
	u8 memory_tfs[0x4];
	u8 reserved_at_e4[0x2];
	u8 memory_tfs_block_sigs_cov[0x1];
	u8 memory_tfs_seed[0x1];
	u8 memory_t_psv[0x18];
	/* inline */
	struct mlx5_ifc_bench_bsf_inline_bits wire_inline;
	struct mlx5_ifc_bench_bsf_inline_bits memory_inline;
};

struct mlx5_ifc_bench_umr_ctrl_bits {
	u8 inline_flag[0x1];
	u8 check_free[0x2];
	u8 translation_offset_en[0x1];
	u8 check_qpn[0x1];
	u8 reserved_at_5[0x1b];
	u8 klm_octowords[0x10];
	u8 bsf_octowords[0x10];
	u8 mkey_mask[0x40];
	u8 translation_offset_47_16[0x20];
	u8 reserved_at_a0[0xe0];
};

struct mlx5_ifc_bench_mkc_bits {
	u8 reserved_at_0[0x1];
	u8 free[0x1];
	u8 reserved_at_2[0x1];
	u8 access_mode_4_2[0x3];
	u8 reserved_at_6[0x7];
	u8 relaxed_ordering_write[0x1];
	u8 reserved_at_e[0x1];
	u8 small_fence_on_rdma_read_response[0x1];
	u8 umr_en[0x1];
	u8 a[0x1];
	u8 rw[0x1];
	u8 rr[0x1];
	u8 lw[0x1];
	u8 lr[0x1];
	u8 access_mode_1_0[0x2];
	u8 reserved_at_18[0x2];
	u8 ma_translation_mode[0x2];
	u8 reserved_at_1c[0x4];
	u8 qpn[0x18];
	u8 mkey_7_0[0x8];
	u8 reserved_at_40[0x20];
	u8 length64[0x1];
	u8 bsf_en[0x1];
	u8 sync_umr[0x1];
	u8 reserved_at_63[0x2];
	u8 expected_sigerr_count[0x1];
	u8 reserved_at_66[0x1];
	u8 en_rinval[0x1];
	u8 pd[0x18];
	u8 start_addr[0x40];
	u8 len[0x40];
	u8 bsf_octword_size[0x20];
	u8 reserved_at_120[0x60];
	u8 crossing_target_vhca_id[0x10];
	u8 reserved_at_190[0x10];
	u8 translations_octword_size[0x20];
	u8 reserved_at_1c0[0x16];
	u8 order_read_after_write[0x2];
	u8 reserved_at_1d8[0x1];
	u8 relaxed_ordering_read[0x1];
	u8 log_page_size[0x6];
	u8 reserved_at_1e0[0x3];
	u8 crypto_en[0x2];
	u8 pcie_tph_en[0x1];
	u8 pcie_tph_ph[0x2];
	u8 pcie_tph_steering_tag_index[0x8];
	u8 reserved_at_1f0[0x10];
};

struct mlx5_ifc_bench_set_psv_bits {
	u8 reserved_at_0[0x8];
	u8 psv_index[0x18];
	u8 syndrome[0x10];
	u8 status[0x10];
	u8 transient_signature[0x40];
};

struct mlx5_ifc_bench_set_psv_t10dif_bits {
	u8 reserved_at_0[0x8];
	u8 psv_index[0x18];
	u8 syndrome[0x10];
	u8 status[0x10];
	u8 guard[0x10];
	u8 app_tag[0x10];
	u8 ref_tag[0x20];
};

struct mlx5_ifc_bench_sig_err_bits {
	u8 ignored_at_0[0x80];
	u8 expected_trans_sig[0x20];
	u8 actual_trans_sig[0x20];
	u8 expected_ref_tag[0x20];
	u8 actual_ref_tag[0x20];
	u8 syndrome[0x10];
	u8 ignored_at_110[0x5];
	u8 sig_type[0x3];
	u8 ignored_at_118[0x5];
	u8 domain[0x3];
	u8 mkey[0x20];
	u8 sig_err_offset[0x40];
	u8 ignored_at_180[0x40];
	u8 ignored_at_1c0[0x8];
	u8 qpn[0x18];
	u8 ignored_at_1e0[0x10];
	u8 signature[0x8];
	u8 opcode[0x4];
	u8 ignored_at_1fc[0x3];
	u8 owner[0x1];
};

static inline void set_inline(void *p, const struct prm_bsf_inline_fields *v)
{
	DEVX_SET(bench_bsf_inline, p, vld, v->vld);
	DEVX_SET(bench_bsf_inline, p, refresh, v->refresh);
	DEVX_SET(bench_bsf_inline, p, app_tag, v->app_tag);
	DEVX_SET(bench_bsf_inline, p, ref_tag, v->ref_tag);
	DEVX_SET(bench_bsf_inline, p, sig_type, v->sig_type);
	DEVX_SET(bench_bsf_inline, p, repeat_block, v->repeat_block);
	DEVX_SET(bench_bsf_inline, p, seed, v->seed);
	DEVX_SET(bench_bsf_inline, p, inc_ref_tag, v->inc_ref_tag);
	DEVX_SET(bench_bsf_inline, p, escape, v->escape);
	DEVX_SET(bench_bsf_inline, p, app_bitmask_check, v->app_bitmask_check);
}

void devx_bsf_fields(void *p, const void *from)
{
	const struct prm_bsf_64_fields *v = from;

	memset(p, 0, DEVX_ST_SZ_BYTES(bench_bsf));
	DEVX_SET(bench_bsf, p, bsf_size, v->basic.bsf_size);
	DEVX_SET(bench_bsf, p, sbs, v->basic.sbs);
	DEVX_SET(bench_bsf, p, check_byte_mask, v->basic.check_byte_mask);
	DEVX_SET(bench_bsf, p, wire_block, v->basic.wire_block);
	DEVX_SET(bench_bsf, p, memory_block, v->basic.memory_block);
	DEVX_SET(bench_bsf, p, raw_data_size, v->basic.raw_data_size);
	DEVX_SET(bench_bsf, p, wire_bfs, v->basic.wire_bfs);
	DEVX_SET(bench_bsf, p, wire_bfs_repeat, v->basic.wire_bfs_repeat);
	DEVX_SET(bench_bsf, p, wire_bfs_seed, v->basic.wire_bfs_seed);
	DEVX_SET(bench_bsf, p, wire_psv, v->basic.wire_psv);
	DEVX_SET(bench_bsf, p, memory_bfs, v->basic.memory_bfs);
	DEVX_SET(bench_bsf, p, memory_bfs_repeat, v->basic.memory_bfs_repeat);
	DEVX_SET(bench_bsf, p, memory_bfs_seed, v->basic.memory_bfs_seed);
	DEVX_SET(bench_bsf, p, memory_psv, v->basic.memory_psv);
	DEVX_SET(bench_bsf, p, wire_t_init, v->extended.wire_t_init);
	DEVX_SET(bench_bsf, p, wire_t_check_gen, v->extended.wire_t_check_gen);
	DEVX_SET(bench_bsf, p, memory_t_init, v->extended.memory_t_init);
	DEVX_SET(bench_bsf, p, memory_t_check_gen, v->extended.memory_t_check_gen);
	DEVX_SET(bench_bsf, p, prologue_size, v->extended.prologue_size);
	DEVX_SET(bench_bsf, p, epilogue_size, v->extended.epilogue_size);
	DEVX_SET(bench_bsf, p, wire_tfs, v->extended.wire_tfs);
	DEVX_SET(bench_bsf, p, wire_tfs_block_sigs_cov, v->extended.wire_tfs_block_sigs_cov);
	DEVX_SET(bench_bsf, p, wire_tfs_seed, v->extended.wire_tfs_seed);
	DEVX_SET(bench_bsf, p, wire_t_psv, v->extended.wire_t_psv);
	DEVX_SET(bench_bsf, p, memory_tfs, v->extended.memory_tfs);
	DEVX_SET(bench_bsf, p, memory_tfs_block_sigs_cov, v->extended.memory_tfs_block_sigs_cov);
	DEVX_SET(bench_bsf, p, memory_tfs_seed, v->extended.memory_tfs_seed);
	DEVX_SET(bench_bsf, p, memory_t_psv, v->extended.memory_t_psv);
	set_inline(DEVX_ADDR_OF(bench_bsf, p, wire_inline), &v->wire_inline);
	set_inline(DEVX_ADDR_OF(bench_bsf, p, memory_inline), &v->memory_inline);
}

void devx_umr_ctrl_fields(void *p, const void *from)
{
	const struct prm_umr_ctrl_seg_fields *v = from;

	memset(p, 0, DEVX_ST_SZ_BYTES(bench_umr_ctrl));
	DEVX_SET(bench_umr_ctrl, p, inline_flag, v->inline_flag);
	DEVX_SET(bench_umr_ctrl, p, check_free, v->check_free);
	DEVX_SET(bench_umr_ctrl, p, translation_offset_en, v->translation_offset_en);
	DEVX_SET(bench_umr_ctrl, p, check_qpn, v->check_qpn);
	DEVX_SET(bench_umr_ctrl, p, klm_octowords, v->klm_octowords);
	DEVX_SET(bench_umr_ctrl, p, bsf_octowords, v->bsf_octowords);
	DEVX_SET64(bench_umr_ctrl, p, mkey_mask, v->mkey_mask);
	DEVX_SET(bench_umr_ctrl, p, translation_offset_47_16, v->translation_offset_47_16);
}

void devx_mkey_fields(void *p, const void *from)
{
	const struct prm_mkc_fields *v = from;

	memset(p, 0, DEVX_ST_SZ_BYTES(bench_mkc));
	DEVX_SET(bench_mkc, p, free, v->free);
	DEVX_SET(bench_mkc, p, access_mode_4_2, v->access_mode_4_2);
	DEVX_SET(bench_mkc, p, relaxed_ordering_write, v->relaxed_ordering_write);
	DEVX_SET(bench_mkc, p, small_fence_on_rdma_read_response,
		 v->small_fence_on_rdma_read_response);
	DEVX_SET(bench_mkc, p, umr_en, v->umr_en);
	DEVX_SET(bench_mkc, p, a, v->a);
	DEVX_SET(bench_mkc, p, rw, v->rw);
	DEVX_SET(bench_mkc, p, rr, v->rr);
	DEVX_SET(bench_mkc, p, lw, v->lw);
	DEVX_SET(bench_mkc, p, lr, v->lr);
	DEVX_SET(bench_mkc, p, access_mode_1_0, v->access_mode_1_0);
	DEVX_SET(bench_mkc, p, ma_translation_mode, v->ma_translation_mode);
	DEVX_SET(bench_mkc, p, qpn, v->qpn);
	DEVX_SET(bench_mkc, p, mkey_7_0, v->mkey_7_0);
	DEVX_SET(bench_mkc, p, length64, v->length64);
	DEVX_SET(bench_mkc, p, bsf_en, v->bsf_en);
	DEVX_SET(bench_mkc, p, sync_umr, v->sync_umr);
	DEVX_SET(bench_mkc, p, expected_sigerr_count, v->expected_sigerr_count);
	DEVX_SET(bench_mkc, p, en_rinval, v->en_rinval);
	DEVX_SET(bench_mkc, p, pd, v->pd);
	DEVX_SET64(bench_mkc, p, start_addr, v->start_addr);
	DEVX_SET64(bench_mkc, p, len, v->len);
	DEVX_SET(bench_mkc, p, bsf_octword_size, v->bsf_octword_size);
	DEVX_SET(bench_mkc, p, crossing_target_vhca_id, v->crossing_target_vhca_id);
	DEVX_SET(bench_mkc, p, translations_octword_size, v->translations_octword_size);
	DEVX_SET(bench_mkc, p, order_read_after_write, v->order_read_after_write);
	DEVX_SET(bench_mkc, p, relaxed_ordering_read, v->relaxed_ordering_read);
	DEVX_SET(bench_mkc, p, log_page_size, v->log_page_size);
	DEVX_SET(bench_mkc, p, crypto_en, v->crypto_en);
	DEVX_SET(bench_mkc, p, pcie_tph_en, v->pcie_tph_en);
	DEVX_SET(bench_mkc, p, pcie_tph_ph, v->pcie_tph_ph);
	DEVX_SET(bench_mkc, p, pcie_tph_steering_tag_index, v->pcie_tph_steering_tag_index);
}

void devx_set_psv_fields(void *p, const void *from)
{
	const struct prm_set_psv_seg_fields *v = from;

	memset(p, 0, DEVX_ST_SZ_BYTES(bench_set_psv));
	DEVX_SET(bench_set_psv, p, psv_index, v->psv_index);
	DEVX_SET(bench_set_psv, p, syndrome, v->syndrome);
	DEVX_SET(bench_set_psv, p, status, v->status);
	DEVX_SET64(bench_set_psv, p, transient_signature, v->transient_signature);
}

void devx_sig_err_fields(void *to, const void *p)
{
	struct prm_sig_err_cqe_fields *v = to;

	memcpy(v->ignored_00, (const u8 *)p + DEVX_BYTE_OFF(bench_sig_err, ignored_at_0), 16);
	v->expected_trans_sig = DEVX_GET(bench_sig_err, p, expected_trans_sig);
	v->actual_trans_sig = DEVX_GET(bench_sig_err, p, actual_trans_sig);
	v->expected_ref_tag = DEVX_GET(bench_sig_err, p, expected_ref_tag);
	v->actual_ref_tag = DEVX_GET(bench_sig_err, p, actual_ref_tag);
	v->syndrome = (uint16_t)DEVX_GET(bench_sig_err, p, syndrome);
	v->ignored_20_15_11 = (u8)DEVX_GET(bench_sig_err, p, ignored_at_110);
	v->sig_type = (u8)DEVX_GET(bench_sig_err, p, sig_type);
	v->ignored_20_7_3 = (u8)DEVX_GET(bench_sig_err, p, ignored_at_118);
	v->domain = (u8)DEVX_GET(bench_sig_err, p, domain);
	v->mkey = DEVX_GET(bench_sig_err, p, mkey);
	v->sig_err_offset = DEVX_GET64(bench_sig_err, p, sig_err_offset);
	memcpy(v->ignored_30, (const u8 *)p + DEVX_BYTE_OFF(bench_sig_err, ignored_at_180), 8);
	v->ignored_38 = (u8)DEVX_GET(bench_sig_err, p, ignored_at_1c0);
	v->qpn = DEVX_GET(bench_sig_err, p, qpn);
	v->ignored_3c = (uint16_t)DEVX_GET(bench_sig_err, p, ignored_at_1e0);
	v->signature = (u8)DEVX_GET(bench_sig_err, p, signature);
	v->ignored_3c_3_1 = (u8)DEVX_GET(bench_sig_err, p, ignored_at_1fc);
	v->owner = DEVX_GET(bench_sig_err, p, owner);
}

static inline void set_t10dif(void *p, const struct t10dif_attrs *a)
{
	DEVX_SET(bench_bsf_inline, p, vld, 1);
	DEVX_SET(bench_bsf_inline, p, refresh, 1);
	DEVX_SET(bench_bsf_inline, p, app_tag, a->app_tag);
	DEVX_SET(bench_bsf_inline, p, ref_tag, a->ref_tag);
	DEVX_SET(bench_bsf_inline, p, sig_type, a->guard);
	DEVX_SET(bench_bsf_inline, p, repeat_block, 1);
	DEVX_SET(bench_bsf_inline, p, seed, a->seed);
	DEVX_SET(bench_bsf_inline, p, inc_ref_tag, a->inc_ref_tag);
	DEVX_SET(bench_bsf_inline, p, escape, a->escape);
	DEVX_SET(bench_bsf_inline, p, app_bitmask_check, 0xffff);
}

void devx_bsf(void *p, const void *from)
{
	const struct bsf_attrs *a = from;

	memset(p, 0, DEVX_ST_SZ_BYTES(bench_bsf));
	DEVX_SET(bench_bsf, p, bsf_size, PRM_BSF_SIZE_SIZE_64);
	DEVX_SET(bench_bsf, p, check_byte_mask, a->check_mask);
	DEVX_SET(bench_bsf, p, wire_block, a->wire.block);
	DEVX_SET(bench_bsf, p, memory_block, a->memory.block);
	DEVX_SET(bench_bsf, p, raw_data_size, 0xffffffff);
	DEVX_SET(bench_bsf, p, wire_psv, a->wire.psv);
	DEVX_SET(bench_bsf, p, memory_psv, a->memory.psv);
	set_t10dif(DEVX_ADDR_OF(bench_bsf, p, wire_inline), &a->wire);
	set_t10dif(DEVX_ADDR_OF(bench_bsf, p, memory_inline), &a->memory);
}

void devx_umr_ctrl(void *p, const void *from)
{
	const struct umr_attrs *a = from;

	memset(p, 0, DEVX_ST_SZ_BYTES(bench_umr_ctrl));
	DEVX_SET(bench_umr_ctrl, p, inline_flag, 1);
	DEVX_SET(bench_umr_ctrl, p, klm_octowords, (a->num_klm + 3) & ~3u);
	DEVX_SET(bench_umr_ctrl, p, bsf_octowords, 4);
	DEVX_SET64(bench_umr_ctrl, p, mkey_mask, a->mkey_mask);
}

void devx_mkey(void *p, const void *from)
{
	const struct mkey_attrs *a = from;

	memset(p, 0, DEVX_ST_SZ_BYTES(bench_mkc));
	DEVX_SET(bench_mkc, p, umr_en, 1);
	DEVX_SET(bench_mkc, p, a, a->atomic);
	DEVX_SET(bench_mkc, p, rw, a->remote_write);
	DEVX_SET(bench_mkc, p, rr, a->remote_read);
	DEVX_SET(bench_mkc, p, lw, a->local_write);
	DEVX_SET(bench_mkc, p, lr, 1);
	DEVX_SET(bench_mkc, p, access_mode_1_0, PRM_MKC_ACCESS_MODE_KLMS);
	DEVX_SET(bench_mkc, p, qpn, 0xffffff);
	DEVX_SET(bench_mkc, p, mkey_7_0, a->key);
	DEVX_SET(bench_mkc, p, bsf_en, 1);
	DEVX_SET(bench_mkc, p, expected_sigerr_count, a->sigerr_count);
	DEVX_SET(bench_mkc, p, pd, a->pd);
	DEVX_SET64(bench_mkc, p, len, a->length);
	DEVX_SET(bench_mkc, p, bsf_octword_size, 4);
	DEVX_SET(bench_mkc, p, translations_octword_size, a->num_klm);
}

void devx_set_psv(void *p, const void *from)
{
	const struct psv_attrs *a = from;

	memset(p, 0, DEVX_ST_SZ_BYTES(bench_set_psv_t10dif));
	DEVX_SET(bench_set_psv_t10dif, p, psv_index, a->index);
	DEVX_SET(bench_set_psv_t10dif, p, guard, a->guard);
	DEVX_SET(bench_set_psv_t10dif, p, app_tag, a->app_tag);
	DEVX_SET(bench_set_psv_t10dif, p, ref_tag, a->ref_tag);
}

void devx_sig_err(void *to, const void *p)
{
	struct sig_err *e = to;

	e->expected = (uint64_t)DEVX_GET(bench_sig_err, p, expected_trans_sig) << 32 |
		DEVX_GET(bench_sig_err, p, expected_ref_tag);
	e->actual = (uint64_t)DEVX_GET(bench_sig_err, p, actual_trans_sig) << 32 |
		DEVX_GET(bench_sig_err, p, actual_ref_tag);
	e->offset = DEVX_GET64(bench_sig_err, p, sig_err_offset);
	e->mkey = DEVX_GET(bench_sig_err, p, mkey);
	e->syndrome = (uint16_t)DEVX_GET(bench_sig_err, p, syndrome);
	e->sig_type = (u8)DEVX_GET(bench_sig_err, p, sig_type);
	e->domain = (u8)DEVX_GET(bench_sig_err, p, domain);
}
