// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * UMR: a work request that changes a memory key. Everything is checked before anything is changed.
 */
#include <stdlib.h>
#include <string.h>

#include "base/caps.h"
#include "base/observer.h"
#include "base/rules.h"
#include "nic/memory/mem.h"
#include "nic/memory/mkey.h"
#include "nic/queue/error.h"
#include "nic/queue/qp.h"
#include "nic/queue/umr.h"
#include "nic/queue/wqe.h"
#include "nic/signature/sig.h"
#include "prm_data.h"

/* A UMR in progress: its parsed fields, and the resulting key. */
struct sm_umr {
	struct sm_qp *qp;
	const struct sm_wqe *wqe;
	struct sm_mkey *mkey;
	struct prm_umr_ctrl_seg_fields ctrl;
	struct prm_mkc_fields ctx;	/* of the key, changed */
	struct sm_mkey_list list;
	bool has_list;
	struct sm_sig *sig;
	uint8_t *fetched;		/* translations that are not in the WQE */
	enum sm_error error;		/* the reason, with a sentence in @why, */
	enum sm_fault fault;		/* and that of memory, or of a key */
	const char *why;
};

#define SM_SIZE_BIT_5 32u	/* bit 5 of log_page_size, which has a mask bit of its own */

static uint8_t sm_umr_log_page_size(uint8_t old, uint8_t from, uint64_t mask)
{
	const uint8_t low = (mask & PRM_UMR_MKEY_MASK_PAGE_SIZE ? from : old) % SM_SIZE_BIT_5;
	const uint8_t high = (mask & PRM_UMR_MKEY_MASK_PAGE_SIZE_5 ? from : old) / SM_SIZE_BIT_5;

	return (uint8_t)(high * SM_SIZE_BIT_5 + low);
}

/* The resulting context: fields whose mask bit is set are taken from the WQE. */
static void sm_umr_merge(struct prm_mkc_fields *ctx, const struct prm_mkc_fields *from,
			 uint64_t mask)
{
	if (mask & PRM_UMR_MKEY_MASK_LEN) {
		ctx->len = from->len;
		ctx->length64 = from->length64;
	}
	ctx->log_page_size = sm_umr_log_page_size(ctx->log_page_size, from->log_page_size, mask);
	if (mask & PRM_UMR_MKEY_MASK_START_ADDR)
		ctx->start_addr = from->start_addr;
	if (mask & PRM_UMR_MKEY_MASK_PD)
		ctx->pd = from->pd;
	if (mask & PRM_UMR_MKEY_MASK_EN_RINVAL)
		ctx->en_rinval = from->en_rinval;
	if (mask & PRM_UMR_MKEY_MASK_EN_SIGERR)
		ctx->expected_sigerr_count = from->expected_sigerr_count;
	if (mask & PRM_UMR_MKEY_MASK_BSF_EN)
		ctx->bsf_en = from->bsf_en;
	if (mask & PRM_UMR_MKEY_MASK_KEY)
		ctx->mkey_7_0 = from->mkey_7_0;
	if (mask & PRM_UMR_MKEY_MASK_QPN)
		ctx->qpn = from->qpn;
	if (mask & PRM_UMR_MKEY_MASK_LR)
		ctx->lr = from->lr;
	if (mask & PRM_UMR_MKEY_MASK_LW)
		ctx->lw = from->lw;
	if (mask & PRM_UMR_MKEY_MASK_RR)
		ctx->rr = from->rr;
	if (mask & PRM_UMR_MKEY_MASK_RW)
		ctx->rw = from->rw;
	if (mask & PRM_UMR_MKEY_MASK_A)
		ctx->a = from->a;
	if (mask & PRM_UMR_MKEY_MASK_SMALL_FENCE)
		ctx->small_fence_on_rdma_read_response = from->small_fence_on_rdma_read_response;
	if (mask & PRM_UMR_MKEY_MASK_RELAXED_ORDERING_WRITE)
		ctx->relaxed_ordering_write = from->relaxed_ordering_write;
	if (mask & PRM_UMR_MKEY_MASK_FREE)
		ctx->free = from->free;
	if (mask & PRM_UMR_MKEY_MASK_RELAXED_ORDERING_READ)
		ctx->relaxed_ordering_read = from->relaxed_ordering_read;
}

static bool sm_umr_fail(struct sm_umr *umr, enum sm_fault fault, const char *why)
{
	if (!umr->error)
		umr->error = SM_ERROR_UMR;
	umr->fault = fault;
	umr->why = why;
	return false;
}

/* May this QP change the key, and do the conditions of the UMR hold? */
static bool sm_umr_find(struct sm_umr *umr)
{
	const struct sm_qp *qp = umr->qp;
	struct sm_mkey *mkey;
	uint8_t tag;

	mkey = sm_mkey_by_key(qp->obj.dev, prm_ctrl_seg_get_umr_mkey(umr->wqe->ctrl_seg), &tag);
	if (!mkey) {
		umr->error = SM_ERROR_UMR_NO_KEY;
		return sm_umr_fail(umr, SM_FAULT_KEY, "there is no key with this index");
	}
	umr->mkey = mkey;
	umr->ctx = mkey->ctx;
	if (mkey->pd != qp->pd && !sm_is_umr_qp(qp))
		return sm_umr_fail(umr, SM_FAULT_PD, "the key belongs to another PD than the QP");
	if (!mkey->ctx.umr_en)
		return sm_umr_fail(umr, SM_FAULT_ACCESS, "the key was created without umr_en");
	if (umr->ctrl.check_free == PRM_UMR_CHECK_FREE_MUST_BE_FREE && !mkey->ctx.free)
		return sm_umr_fail(umr, SM_FAULT_KEY, "check_free: the key is in use");
	if (umr->ctrl.check_free == PRM_UMR_CHECK_FREE_MUST_BE_USED && mkey->ctx.free)
		return sm_umr_fail(umr, SM_FAULT_KEY, "check_free: the key is free");
	if (umr->ctrl.check_qpn && mkey->ctx.qpn != SM_ANY_QPN && mkey->ctx.qpn != qp->obj.id)
		return sm_umr_fail(umr, SM_FAULT_PD, "check_qpn: the key belongs to another QP");
	return true;
}

static bool sm_has_page_size_5(const struct sm_caps *caps)
{
	const void *cap = caps->image[PRM_HCA_CAP_TYPE_GENERAL_2];

	return cap && prm_cmd_hca_cap_2_get_umr_log_entity_size_5(cap);
}

/* The resulting context. */
static bool sm_umr_context(struct sm_umr *umr)
{
	const struct sm_caps *caps = umr->qp->obj.dev->caps;
	const struct prm_cmd_hca_cap *cap = caps->general;
	const uint64_t mask = umr->ctrl.mkey_mask;
	struct prm_mkc_fields from;
	struct sm_pd *pd;

	prm_mkc_unpack(&from, umr->wqe->mkc, NULL);
	if ((mask & (PRM_UMR_MKEY_MASK_PAGE_SIZE | PRM_UMR_MKEY_MASK_PAGE_SIZE_5)) &&
	    prm_cmd_hca_cap_get_umr_modify_entity_size_disabled(cap))
		return sm_umr_fail(umr, SM_FAULT_ACCESS, "umr_modify_entity_size_disabled");
	if ((mask & PRM_UMR_MKEY_MASK_PAGE_SIZE_5) && !sm_has_page_size_5(caps))
		return sm_umr_fail(umr, SM_FAULT_ACCESS, "no umr_log_entity_size_5");
	if ((mask & PRM_UMR_MKEY_MASK_A) && prm_cmd_hca_cap_get_umr_modify_atomic_disabled(cap))
		return sm_umr_fail(umr, SM_FAULT_ACCESS, "umr_modify_atomic_disabled");
	sm_umr_merge(&umr->ctx, &from, mask);
	pd = sm_table_get(&umr->qp->obj.dev->pds, umr->ctx.pd);
	if (!pd || (pd->obj.uid != umr->mkey->pd->obj.uid && !sm_is_umr_qp(umr->qp)))
		return sm_umr_fail(umr, SM_FAULT_KEY, "there is no such PD for this user");
	return true;
}

/* Translations that a segment points to are read like local data of the QP. */
static bool sm_umr_fetch(struct sm_umr *umr, uint32_t len)
{
	struct prm_data_seg_fields list;
	struct sm_dev *dev = umr->qp->obj.dev;
	const struct sm_mkey *mkey;
	uint64_t done = 0;
	uint32_t pd;

	prm_data_seg_unpack(&list, umr->wqe->xlt_pointer, NULL);
	mkey = sm_mkey_find(dev, list.lkey);
	if (!mkey)
		return sm_umr_fail(umr, SM_FAULT_KEY, "the list of translations has no such key");
	pd = sm_is_umr_qp(umr->qp) ? mkey->ctx.pd : umr->qp->pd->obj.id;
	umr->fault = mkey->ctx.bsf_en ? SM_FAULT_SIG :
		sm_mkey_check(mkey, pd, umr->qp->obj.id, list.addr, len,
			      SM_LOCAL_READ);
	if (umr->fault)
		return sm_umr_fail(umr, umr->fault, "the list of translations cannot be read");
	umr->fetched = malloc(len);
	while (umr->fetched && done < len) {
		struct iovec piece;

		umr->fault = sm_mkey_translate(dev, mkey, pd, list.addr + done,
					       len - done, SM_LOCAL_READ, &piece);
		if (!umr->fault && !sm_copy(umr->fetched + done, piece.iov_base, piece.iov_len))
			umr->fault = SM_FAULT_MEMORY;
		if (umr->fault)
			return sm_umr_fail(umr, umr->fault,
					   "the list of translations is not there");
		done += piece.iov_len;
	}
	return umr->fetched ? true : sm_umr_fail(umr, SM_FAULT_MEMORY, "out of memory");
}

/* The entries of a KSM key stay, but the size of their pages changes. */
static bool sm_umr_resize(struct sm_umr *umr)
{
	if (umr->mkey->kind != SM_MKEY_KSM ||
	    umr->ctx.log_page_size == umr->mkey->ctx.log_page_size)
		return true;
	umr->why = sm_mkey_list_read(&umr->list, umr->mkey, &umr->ctx, NULL, 0, 0, true);
	if (umr->why)
		return sm_umr_fail(umr, SM_FAULT_RANGE, umr->why);
	umr->has_list = true;
	return true;
}

static bool sm_umr_list(struct sm_umr *umr)
{
	const uint32_t octowords = umr->ctrl.klm_octowords;
	const uint32_t first = umr->ctrl.translation_offset_en ? umr->ctrl.translation_offset : 0;
	const uint8_t *entries = umr->wqe->xlt;

	if (!octowords)
		return sm_umr_resize(umr);
	if (umr->ctrl.translation_offset_en && umr->ctrl.translation_offset_47_16)
		return sm_umr_fail(umr, SM_FAULT_RANGE, "translation_offset is beyond the key");
	if (!umr->ctrl.inline_flag) {
		if (!sm_umr_fetch(umr, octowords * (uint32_t)PRM_KLM_SIZE))
			return false;
		entries = umr->fetched;
	}
	umr->why = sm_mkey_list_read(&umr->list, umr->mkey, &umr->ctx, entries, octowords, first,
				     umr->ctrl.translation_offset_en);
	if (umr->why && (uint64_t)first + octowords > umr->ctx.translations_octword_size)
		umr->error = SM_ERROR_UMR_LIST;
	if (umr->why)
		return sm_umr_fail(umr, SM_FAULT_RANGE, umr->why);
	umr->has_list = true;
	return true;
}

static bool sm_umr_bsf(struct sm_umr *umr)
{
	const uint32_t octowords = umr->wqe->bsf_len / 16;

	if (!umr->wqe->bsf_len)
		return true;
	if (octowords > umr->mkey->max_bsf_octowords)
		return sm_umr_fail(umr, SM_FAULT_SIG,
				   "the BSF is longer than the key was created for");
	umr->sig = sm_sig_parse(umr->qp->obj.dev, umr->ctx.pd, umr->wqe->bsf, umr->wqe->bsf_len,
				&umr->why);
	if (!umr->sig)
		return sm_umr_fail(umr, SM_FAULT_SIG, umr->why);
	if (umr->sig->has_crypto && !umr->mkey->ctx.crypto_en)
		return sm_umr_fail(umr, SM_FAULT_SIG, "the key was created without crypto_en");
	return true;
}

/* From here on nothing can fail. */
static void sm_umr_commit(struct sm_umr *umr)
{
	struct sm_mkey *mkey = umr->mkey;

	mkey->pd->obj.users--;
	mkey->pd = sm_table_get(&umr->qp->obj.dev->pds, umr->ctx.pd);
	mkey->pd->obj.users++;
	mkey->ctx = umr->ctx;
	if (umr->has_list)
		sm_mkey_list_use(mkey, &umr->list);
	if (umr->sig) {
		free(mkey->sig);
		mkey->sig = umr->sig;
		umr->sig = NULL;
		mkey->bsf_len = umr->wqe->bsf_len;
		memcpy(mkey->bsf, umr->wqe->bsf, umr->wqe->bsf_len);
	}
	mkey->generation = sm_mkey_new_generation();
}

enum sm_error sm_umr(struct sm_qp *qp, const struct sm_wqe *wqe, enum sm_fault *fault)
{
	struct sm_umr umr = { .qp = qp, .wqe = wqe };
	bool is_right;

	prm_umr_ctrl_seg_unpack(&umr.ctrl, wqe->umr, NULL);
	is_right = sm_umr_find(&umr) && sm_umr_context(&umr) && sm_umr_list(&umr) &&
		   sm_umr_bsf(&umr);
	if (is_right) {
		umr.error = SM_ERROR_NONE;
		sm_umr_commit(&umr);
	} else {
		sm_note(qp->obj.dev, "UMR of key 0x%08x refused: %s",
			      prm_ctrl_seg_get_umr_mkey(wqe->ctrl_seg), umr.why);
		sm_refused(qp, wqe, SM_RULE_UMR, "%s", umr.why);
	}
	sm_mkey_list_free(&umr.list);
	free(umr.sig);
	free(umr.fetched);
	*fault = umr.fault;
	return umr.error;
}
