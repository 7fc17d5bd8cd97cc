// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The cases as written by an expert on the device and the compiler: structures of his own, each
 * word is assembled and stored once, without branches. As in libmlx5, numbers of 24 bits are
 * truncated; enumerations and flags fit.
 */
#include "layouts.h"

#include <endian.h>
#include <linux/types.h>

struct hand_inline {
	__be32 flags_app_tag;
	__be32 ref_tag;
	__be32 type_seed;
	__be32 escape_app_bitmask;
};

struct hand_bsf {
	uint8_t size_sbs;
	uint8_t check_byte_mask;
	uint8_t wire_block;
	uint8_t memory_block;
	__be32 raw_data_size;
	__be32 wire_bfs_psv;
	__be32 memory_bfs_psv;
	__be32 init_prologue;
	__be32 epilogue;
	__be32 wire_tfs_psv;
	__be32 memory_tfs_psv;
	struct hand_inline wire;
	struct hand_inline memory;
};

struct hand_umr_ctrl {
	uint8_t flags;
	uint8_t rsvd_01[3];
	__be16 klm_octowords;
	__be16 bsf_octowords;
	__be64 mkey_mask;
	__be32 translation_offset_47_16;
	uint8_t rsvd_14[28];
};

struct hand_mkc {
	__be32 access;
	__be32 qpn_key;
	__be32 rsvd_08;
	__be32 flags_pd;
	__be64 start_addr;
	__be64 len;
	__be32 bsf_octword_size;
	uint8_t rsvd_24[12];
	__be32 vhca_id;
	__be32 translations_octword_size;
	__be32 log_page_size;
	__be32 crypto_en;
};

struct hand_set_psv {
	__be32 psv_index;
	__be16 syndrome;
	__be16 status;
	union {
		__be64 signature;
		struct {
			__be16 guard;
			__be16 app_tag;
			__be32 ref_tag;
		};
	};
};

struct hand_sig_err {
	uint8_t rsvd_00[16];
	__be32 expected_trans_sig;
	__be32 actual_trans_sig;
	__be32 expected_ref_tag;
	__be32 actual_ref_tag;
	__be16 syndrome;
	uint8_t sig_type;
	uint8_t domain;
	__be32 mkey;
	__be64 sig_err_offset;
	uint8_t rsvd_30[8];
	__be32 qpn;
	__be16 rsvd_3c;
	uint8_t signature;
	uint8_t op_own;
};

static inline uint32_t bfs_psv(uint32_t bfs, uint32_t repeat, uint32_t seed, uint32_t psv)
{
	return bfs << 28 | repeat << 25 | seed << 24 | (psv & 0xffffff);
}

static inline void store_inline(struct hand_inline *p, const struct prm_bsf_inline_fields *v)
{
	p->flags_app_tag = htobe32((uint32_t)v->vld << 31 | (uint32_t)v->refresh << 30 |
				   v->app_tag);
	p->ref_tag = htobe32(v->ref_tag);
	p->type_seed = htobe32((uint32_t)v->sig_type << 24 | (uint32_t)v->repeat_block << 23 |
			       (uint32_t)v->seed << 19);
	p->escape_app_bitmask = htobe32((uint32_t)v->inc_ref_tag << 22 |
					(uint32_t)v->escape << 16 | v->app_bitmask_check);
}

void by_hand_bsf_fields(void *to, const void *from)
{
	const struct prm_bsf_64_fields *v = from;
	struct hand_bsf *p = to;

	p->size_sbs = (uint8_t)(v->basic.bsf_size << 6 | v->basic.sbs << 4);
	p->check_byte_mask = v->basic.check_byte_mask;
	p->wire_block = v->basic.wire_block;
	p->memory_block = v->basic.memory_block;
	p->raw_data_size = htobe32(v->basic.raw_data_size);
	p->wire_bfs_psv = htobe32(bfs_psv(v->basic.wire_bfs, v->basic.wire_bfs_repeat,
					  v->basic.wire_bfs_seed, v->basic.wire_psv));
	p->memory_bfs_psv = htobe32(bfs_psv(v->basic.memory_bfs, v->basic.memory_bfs_repeat,
					    v->basic.memory_bfs_seed, v->basic.memory_psv));
	p->init_prologue = htobe32((uint32_t)v->extended.wire_t_init << 29 |
				   (uint32_t)v->extended.wire_t_check_gen << 28 |
				   (uint32_t)v->extended.memory_t_init << 25 |
				   (uint32_t)v->extended.memory_t_check_gen << 24 |
				   (v->extended.prologue_size & 0xffffff));
	p->epilogue = htobe32(v->extended.epilogue_size & 0xffffff);
	p->wire_tfs_psv = htobe32(bfs_psv(v->extended.wire_tfs, v->extended.wire_tfs_block_sigs_cov,
					  v->extended.wire_tfs_seed, v->extended.wire_t_psv));
	p->memory_tfs_psv = htobe32(bfs_psv(v->extended.memory_tfs,
					    v->extended.memory_tfs_block_sigs_cov,
					    v->extended.memory_tfs_seed,
					    v->extended.memory_t_psv));
	store_inline(&p->wire, &v->wire_inline);
	store_inline(&p->memory, &v->memory_inline);
}

void by_hand_umr_ctrl_fields(void *to, const void *from)
{
	const struct prm_umr_ctrl_seg_fields *v = from;
	struct hand_umr_ctrl *p = to;

	p->flags = (uint8_t)(v->inline_flag << 7 | v->check_free << 5 |
			     v->translation_offset_en << 4 | v->check_qpn << 3);
	memset(p->rsvd_01, 0, sizeof(p->rsvd_01));
	p->klm_octowords = htobe16(v->klm_octowords);
	p->bsf_octowords = htobe16(v->bsf_octowords);
	p->mkey_mask = htobe64(v->mkey_mask);
	p->translation_offset_47_16 = htobe32(v->translation_offset_47_16);
	memset(p->rsvd_14, 0, sizeof(p->rsvd_14));
}

void by_hand_mkey_fields(void *to, const void *from)
{
	const struct prm_mkc_fields *v = from;
	struct hand_mkc *p = to;

	p->access = htobe32((uint32_t)v->free << 30 | (uint32_t)v->access_mode_4_2 << 26 |
			    (uint32_t)v->relaxed_ordering_write << 18 |
			    (uint32_t)v->small_fence_on_rdma_read_response << 16 |
			    (uint32_t)v->umr_en << 15 | (uint32_t)v->a << 14 |
			    (uint32_t)v->rw << 13 | (uint32_t)v->rr << 12 | (uint32_t)v->lw << 11 |
			    (uint32_t)v->lr << 10 | (uint32_t)v->access_mode_1_0 << 8 |
			    (uint32_t)v->ma_translation_mode << 4);
	p->qpn_key = htobe32(v->qpn << 8 | v->mkey_7_0);
	p->rsvd_08 = 0;
	p->flags_pd = htobe32((uint32_t)v->length64 << 31 | (uint32_t)v->bsf_en << 30 |
			      (uint32_t)v->sync_umr << 29 |
			      (uint32_t)v->expected_sigerr_count << 26 |
			      (uint32_t)v->en_rinval << 24 | (v->pd & 0xffffff));
	p->start_addr = htobe64(v->start_addr);
	p->len = htobe64(v->len);
	p->bsf_octword_size = htobe32(v->bsf_octword_size);
	memset(p->rsvd_24, 0, sizeof(p->rsvd_24));
	p->vhca_id = htobe32((uint32_t)v->crossing_target_vhca_id << 16);
	p->translations_octword_size = htobe32(v->translations_octword_size);
	p->log_page_size = htobe32((uint32_t)v->order_read_after_write << 8 |
				   (uint32_t)v->relaxed_ordering_read << 6 | v->log_page_size);
	p->crypto_en = htobe32((uint32_t)v->crypto_en << 27 | (uint32_t)v->pcie_tph_en << 26 |
			       (uint32_t)v->pcie_tph_ph << 24 |
			       (uint32_t)v->pcie_tph_steering_tag_index << 16);
}

void by_hand_set_psv_fields(void *to, const void *from)
{
	const struct prm_set_psv_seg_fields *v = from;
	struct hand_set_psv *p = to;

	p->psv_index = htobe32(v->psv_index & 0xffffff);
	p->syndrome = htobe16(v->syndrome);
	p->status = htobe16(v->status);
	p->signature = htobe64(v->transient_signature);
}

void by_hand_sig_err_fields(void *to, const void *from)
{
	struct prm_sig_err_cqe_fields *v = to;
	const struct hand_sig_err *p = from;
	uint32_t qpn = be32toh(p->qpn);

	memcpy(v->ignored_00, p->rsvd_00, sizeof(v->ignored_00));
	v->expected_trans_sig = be32toh(p->expected_trans_sig);
	v->actual_trans_sig = be32toh(p->actual_trans_sig);
	v->expected_ref_tag = be32toh(p->expected_ref_tag);
	v->actual_ref_tag = be32toh(p->actual_ref_tag);
	v->syndrome = be16toh(p->syndrome);
	v->ignored_20_15_11 = p->sig_type >> 3;
	v->sig_type = p->sig_type & 0x7;
	v->ignored_20_7_3 = p->domain >> 3;
	v->domain = p->domain & 0x7;
	v->mkey = be32toh(p->mkey);
	v->sig_err_offset = be64toh(p->sig_err_offset);
	memcpy(v->ignored_30, p->rsvd_30, sizeof(v->ignored_30));
	v->ignored_38 = (uint8_t)(qpn >> 24);
	v->qpn = qpn & 0xffffff;
	v->ignored_3c = be16toh(p->rsvd_3c);
	v->signature = p->signature;
	v->ignored_3c_3_1 = p->op_own >> 1 & 0x7;
	v->owner = p->op_own & 1;
}

static inline void store_t10dif(struct hand_inline *p, const struct t10dif_attrs *a)
{
	p->flags_app_tag = htobe32(0xc0000000 | a->app_tag);
	p->ref_tag = htobe32(a->ref_tag);
	p->type_seed = htobe32((uint32_t)a->guard << 24 | 1u << 23 | (uint32_t)a->seed << 19);
	p->escape_app_bitmask = htobe32((uint32_t)a->inc_ref_tag << 22 |
					(uint32_t)a->escape << 16 | 0xffff);
}

void by_hand_bsf(void *to, const void *from)
{
	const struct bsf_attrs *a = from;
	struct hand_bsf *p = to;

	p->size_sbs = PRM_BSF_SIZE_SIZE_64 << 6;
	p->check_byte_mask = a->check_mask;
	p->wire_block = a->wire.block;
	p->memory_block = a->memory.block;
	p->raw_data_size = 0xffffffff;
	p->wire_bfs_psv = htobe32(a->wire.psv & 0xffffff);
	p->memory_bfs_psv = htobe32(a->memory.psv & 0xffffff);
	memset(&p->init_prologue, 0, 16);
	store_t10dif(&p->wire, &a->wire);
	store_t10dif(&p->memory, &a->memory);
}

void by_hand_umr_ctrl(void *to, const void *from)
{
	const struct umr_attrs *a = from;
	struct hand_umr_ctrl *p = to;

	p->flags = 0x80;
	memset(p->rsvd_01, 0, sizeof(p->rsvd_01));
	p->klm_octowords = htobe16((uint16_t)((a->num_klm + 3) & ~3u));
	p->bsf_octowords = htobe16(4);
	p->mkey_mask = htobe64(a->mkey_mask);
	memset(&p->translation_offset_47_16, 0, 32);
}

void by_hand_mkey(void *to, const void *from)
{
	const struct mkey_attrs *a = from;
	struct hand_mkc *p = to;

	p->access = htobe32(1u << 15 | (uint32_t)a->atomic << 14 | (uint32_t)a->remote_write << 13 |
			    (uint32_t)a->remote_read << 12 | (uint32_t)a->local_write << 11 |
			    1u << 10 | PRM_MKC_ACCESS_MODE_KLMS << 8);
	p->qpn_key = htobe32(0xffffff00 | a->key);
	p->rsvd_08 = 0;
	p->flags_pd = htobe32(1u << 30 | (uint32_t)a->sigerr_count << 26 | (a->pd & 0xffffff));
	p->start_addr = 0;
	p->len = htobe64(a->length);
	p->bsf_octword_size = htobe32(4);
	memset(p->rsvd_24, 0, 16);
	p->translations_octword_size = htobe32(a->num_klm);
	p->log_page_size = 0;
	p->crypto_en = 0;
}

void by_hand_set_psv(void *to, const void *from)
{
	const struct psv_attrs *a = from;
	struct hand_set_psv *p = to;

	p->psv_index = htobe32(a->index & 0xffffff);
	p->syndrome = 0;
	p->status = 0;
	p->guard = htobe16(a->guard);
	p->app_tag = htobe16(a->app_tag);
	p->ref_tag = htobe32(a->ref_tag);
}

void by_hand_sig_err(void *to, const void *from)
{
	const struct hand_sig_err *p = from;
	struct sig_err *e = to;

	e->expected = (uint64_t)be32toh(p->expected_trans_sig) << 32 | be32toh(p->expected_ref_tag);
	e->actual = (uint64_t)be32toh(p->actual_trans_sig) << 32 | be32toh(p->actual_ref_tag);
	e->offset = be64toh(p->sig_err_offset);
	e->mkey = be32toh(p->mkey);
	e->syndrome = be16toh(p->syndrome);
	e->sig_type = p->sig_type & 0x7;
	e->domain = p->domain & 0x7;
}
