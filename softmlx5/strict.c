// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Strict mode: what a card would reject or misread in a work request. Whatever needs the state of the
 * queue is checked by sq.c.
 */
#include "mkey.h"
#include "prm_data.h"
#include "prm_psv.h"
#include "sig.h"
#include "trace.h"

/* Reserved bits, unknown values, wrong constants of a segment. */
#define SM_STRICT_SEGMENT(qp, wqe, layout, p)							\
	do {											\
		struct prm_report report_ = {0};						\
												\
		if ((p) && prm_##layout##_check((p), &report_) &&				\
		    !sm_strict_report(qp, wqe, #layout, &report_))				\
			return false;								\
	} while (0)

static bool sm_strict_report(struct sm_qp *qp, const struct sm_wqe *wqe, const char *layout,
			     const struct prm_report *report)
{
	static const char *const kinds[] = {
		[PRM_COMPLAINT_RESERVED] = "reserved bits are set",
		[PRM_COMPLAINT_ENUM] = "unknown value",
		[PRM_COMPLAINT_FLAGS] = "unknown flags",
		[PRM_COMPLAINT_FIXED] = "not the only legal value",
	};
	const struct prm_complaint *first = &report->list[0];

	return sm_strict(qp, wqe, "segment", "%s, bit 0x%x (%s): %s, 0x%llx", layout,
			 first->offset_bits, first->field ? first->field : "reserved",
			 kinds[first->kind], (unsigned long long)first->value);
}

/*
 * libmlx5 writes just a part of the context when it binds or invalidates a memory window, and leaves in the rest what
 * stood in the ring. Such a UMR has an offset, of 0.
 */
static bool sm_is_window(const struct sm_wqe *wqe)
{
	return prm_umr_ctrl_seg_get_translation_offset_en(wqe->umr) &&
	       !prm_umr_ctrl_seg_get_translation_offset(wqe->umr);
}

static bool sm_strict_segments(struct sm_qp *qp, const struct sm_wqe *wqe)
{
	SM_STRICT_SEGMENT(qp, wqe, ctrl_seg, wqe->ctrl_seg);
	SM_STRICT_SEGMENT(qp, wqe, av, wqe->av);
	SM_STRICT_SEGMENT(qp, wqe, raddr_seg, wqe->raddr);
	SM_STRICT_SEGMENT(qp, wqe, umr_ctrl_seg, wqe->umr);
	if (wqe->umr && !sm_is_window(wqe))
		SM_STRICT_SEGMENT(qp, wqe, mkc, wqe->mkc);
	SM_STRICT_SEGMENT(qp, wqe, set_psv_seg, wqe->set_psv);
	SM_STRICT_SEGMENT(qp, wqe, get_psv_seg, wqe->get_psv);
	return true;
}

/* Padding behind the last entry of a list is all zero. */
static bool sm_strict_list(struct sm_qp *qp, const struct sm_wqe *wqe)
{
	struct prm_klm_fields klm;
	bool has_ended = false;
	uint32_t at;

	if (!wqe->xlt)
		return true;
	if (wqe->xlt_len % 64)
		return sm_strict(qp, wqe, "klm_octowords", "the list is not padded to 64 bytes");
	for (at = 0; at < wqe->xlt_len; at += PRM_KLM_SIZE) {
		prm_klm_unpack(&klm, (const void *)(wqe->xlt + at), NULL);
		if (!klm.byte_count && !klm.mkey && !klm.address)
			has_ended = true;
		else if (has_ended)
			return sm_strict(qp, wqe, "padding",
					 "entry %u stands behind an empty one", at / PRM_KLM_SIZE);
	}
	return true;
}

/* The size that a BSF tells, and the room that it has. */
static bool sm_strict_bsf(struct sm_qp *qp, const struct sm_wqe *wqe)
{
	static const uint32_t size_of[] = {
		[PRM_BSF_SIZE_SIZE_16] = 16, [PRM_BSF_SIZE_SIZE_32] = 32,
		[PRM_BSF_SIZE_SIZE_64] = 64, [PRM_BSF_SIZE_SIZE_128] = 128,
	};
	uint32_t size, at;

	if (!wqe->bsf)
		return true;
	size = size_of[prm_bsf_basic_get_bsf_size((const void *)wqe->bsf)];
	if (size > wqe->bsf_len)
		return sm_strict(qp, wqe, "bsf_octowords", "the BSF tells %u bytes, the UMR %u",
				 size, wqe->bsf_len);
	for (at = size; at < wqe->bsf_len; at++)
		if (wqe->bsf[at])
			return sm_strict(qp, wqe, "bsf_octowords", "byte %u behind the BSF is set", at);
	return true;
}

static bool sm_strict_psv(struct sm_qp *qp, const struct sm_wqe *wqe)
{
	const struct sm_psv *psv;
	uint32_t number;

	if (!wqe->set_psv)
		return true;
	number = prm_set_psv_seg_get_psv_index(wqe->set_psv);
	psv = sm_table_get(&qp->obj.dev->psvs, number);
	if (!psv)
		return sm_strict(qp, wqe, "psv", "there is no PSV 0x%06x", number);
	if (psv->pd != qp->pd)
		return sm_strict(qp, wqe, "psv", "PSV 0x%06x belongs to PD 0x%06x, the QP to 0x%06x",
				 number, psv->pd->obj.id, qp->pd->obj.id);
	return true;
}

/* The key that a UMR names, by its tag, and whether others are just using it. */
static bool sm_strict_umr_key(struct sm_qp *qp, const struct sm_wqe *wqe)
{
	const struct sm_mkey *mkey;
	uint32_t number, key;
	const struct sm_qp *other;
	uint8_t tag;

	if (!wqe->umr)
		return true;
	key = prm_ctrl_seg_get_umr_mkey(wqe->ctrl_seg);
	mkey = sm_mkey_by_key(qp->obj.dev, key, &tag);
	if (!mkey)
		return sm_strict(qp, wqe, "umr key", "there is no key 0x%08x", key);
	if (tag != mkey->ctx.mkey_7_0 &&
	    !(prm_umr_ctrl_seg_get_mkey_mask(wqe->umr) & PRM_UMR_MKEY_MASK_KEY))
		return sm_strict(qp, wqe, "umr key", "the tag of 0x%08x is not 0x%02x", key,
				 mkey->ctx.mkey_7_0);
	number = qp->obj.dev->qps.first;
	for (; (other = sm_table_next(&qp->obj.dev->qps, &number)) != NULL; number++)
		if (other != qp && other->req.is_busy && other->req.has_stream &&
		    other->req.stream.current < other->req.stream.n &&
		    other->req.stream.sge[other->req.stream.current].key == key)
			return sm_strict(qp, wqe, "umr key", "QP 0x%06x is using key 0x%08x",
					 other->obj.id, key);
	return true;
}

bool sm_strict_wqe(struct sm_qp *qp, const struct sm_wqe *wqe)
{
	if (!sm_config()->strict)
		return true;
	return sm_strict_segments(qp, wqe) && sm_strict_list(qp, wqe) && sm_strict_bsf(qp, wqe) &&
	       sm_strict_psv(qp, wqe) && sm_strict_umr_key(qp, wqe);
}
