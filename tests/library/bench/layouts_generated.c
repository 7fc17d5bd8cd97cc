// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* The cases with the generated C. */
#include "layouts.h"

void nothing(void *to, const void *from)
{
	(void)to;
	(void)from;
}

void generated_bsf_fields(void *to, const void *from)
{
	prm_bsf_64_pack(to, from);
}

void generated_umr_ctrl_fields(void *to, const void *from)
{
	prm_umr_ctrl_seg_pack(to, from);
}

void generated_mkey_fields(void *to, const void *from)
{
	prm_mkc_pack(to, from);
}

void generated_set_psv_fields(void *to, const void *from)
{
	prm_set_psv_seg_pack(to, from);
}

void generated_sig_err_fields(void *to, const void *from)
{
	prm_sig_err_cqe_unpack(to, from, NULL);
}

static inline void pack_t10dif(struct prm_bsf_inline *p, const struct t10dif_attrs *a)
{
	struct prm_bsf_inline_fields v;

	prm_bsf_inline_fields_init(&v);
	v.vld = true;
	v.refresh = true;
	v.app_tag = a->app_tag;
	v.ref_tag = a->ref_tag;
	v.sig_type = a->guard;
	v.repeat_block = true;
	v.seed = a->seed;
	v.inc_ref_tag = a->inc_ref_tag;
	v.escape = a->escape;
	v.app_bitmask_check = 0xffff;
	prm_bsf_inline_pack(p, &v);
}

void generated_bsf(void *to, const void *from)
{
	const struct bsf_attrs *a = from;
	struct prm_bsf_64 *p = to;
	struct prm_bsf_basic_fields basic;
	struct prm_bsf_extended_fields extended;

	prm_bsf_basic_fields_init(&basic);
	basic.check_byte_mask = a->check_mask;
	basic.wire_block = a->wire.block;
	basic.memory_block = a->memory.block;
	basic.wire_psv = a->wire.psv;
	basic.memory_psv = a->memory.psv;
	prm_bsf_basic_pack(&p->basic, &basic);
	prm_bsf_extended_fields_init(&extended);
	prm_bsf_extended_pack(&p->extended, &extended);
	pack_t10dif(&p->wire_inline, &a->wire);
	pack_t10dif(&p->memory_inline, &a->memory);
}

void generated_umr_ctrl(void *to, const void *from)
{
	const struct umr_attrs *a = from;
	struct prm_umr_ctrl_seg_fields v;

	prm_umr_ctrl_seg_fields_init(&v);
	v.inline_flag = true;
	v.klm_octowords = (uint16_t)((a->num_klm + 3) & ~3u);
	v.bsf_octowords = 4;
	v.mkey_mask = a->mkey_mask;
	prm_umr_ctrl_seg_pack(to, &v);
}

void generated_mkey(void *to, const void *from)
{
	const struct mkey_attrs *a = from;
	struct prm_mkc_fields v;

	prm_mkc_fields_init(&v);
	v.umr_en = true;
	v.a = a->atomic;
	v.rw = a->remote_write;
	v.rr = a->remote_read;
	v.lw = a->local_write;
	v.lr = true;
	v.access_mode_1_0 = PRM_MKC_ACCESS_MODE_KLMS;
	v.qpn = 0xffffff;
	v.mkey_7_0 = a->key;
	v.bsf_en = true;
	v.expected_sigerr_count = a->sigerr_count;
	v.pd = a->pd;
	v.len = a->length;
	v.bsf_octword_size = 4;
	v.translations_octword_size = a->num_klm;
	prm_mkc_pack(to, &v);
}

void generated_set_psv(void *to, const void *from)
{
	const struct psv_attrs *a = from;
	struct prm_set_psv_seg *p = to;
	struct prm_set_psv_seg_fields v;

	prm_set_psv_seg_fields_init(&v);
	v.psv_index = a->index;
	prm_set_psv_seg_pack(p, &v);
	prm_set_psv_seg_set_t10dif_guard(p, a->guard);
	prm_set_psv_seg_set_t10dif_app_tag(p, a->app_tag);
	prm_set_psv_seg_set_t10dif_ref_tag(p, a->ref_tag);
}

void generated_sig_err(void *to, const void *from)
{
	const struct prm_sig_err_cqe *p = from;
	struct sig_err *e = to;

	e->expected = (uint64_t)prm_sig_err_cqe_get_expected_trans_sig(p) << 32 |
		prm_sig_err_cqe_get_expected_ref_tag(p);
	e->actual = (uint64_t)prm_sig_err_cqe_get_actual_trans_sig(p) << 32 |
		prm_sig_err_cqe_get_actual_ref_tag(p);
	e->offset = prm_sig_err_cqe_get_sig_err_offset(p);
	e->mkey = prm_sig_err_cqe_get_mkey(p);
	e->syndrome = (uint16_t)prm_sig_err_cqe_get_syndrome(p);
	e->sig_type = (uint8_t)prm_sig_err_cqe_get_sig_type(p);
	e->domain = (uint8_t)prm_sig_err_cqe_get_domain(p);
}
