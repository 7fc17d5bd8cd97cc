// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Strict mode: what a card would reject or misread in a work request.
 */
#include <stdlib.h>
#include <string.h>

#include "base/caps.h"
#include "base/observer.h"
#include "nic/data/stream.h"
#include "nic/memory/mem.h"
#include "nic/memory/mkey.h"
#include "nic/queue/cq.h"
#include "nic/queue/doorbell.h"
#include "nic/queue/error.h"
#include "nic/queue/qp.h"
#include "nic/queue/wqe.h"
#include "observe/strict.h"
#include "observe/trace.h"
#include "observe/work_trace.h"
#include "prm_data.h"
#include "prm_psv.h"

#define SM_COUNTER_MASK 0xffffffu	/* counters of CQs have 24 bits */

bool sm_strict_report(const char *kind, struct sm_dev *dev, struct sm_qp *qp,
		      const struct sm_wqe *wqe, const char *rule, const char *text)
{
	struct sm_record record = {0};

	if (!sm_config()->strict)
		return true;
	if (qp)
		sm_note(dev, "%s: QP 0x%06x: %s: %s", kind, qp->obj.id, rule, text);
	else
		sm_note(dev, "%s: %s: %s", kind, rule, text);
	record.file = open_memstream(&record.text, &record.len);
	if (!record.file)
		return false;
	fprintf(record.file, "softmlx5: %s: mlx5_%u: ", kind, dev->index);
	if (qp)
		fprintf(record.file, "QP 0x%06x: ", qp->obj.id);
	fprintf(record.file, "%s: %s\n", rule, text);
	if (qp && wqe) {
		fputs("  ", record.file);
		sm_record_wqe(&record, qp, wqe);
	}
	sm_record_close_stderr(&record);
	return false;
}

/* Reserved bits, unknown values, wrong constants of a segment. */
#define SM_STRICT_SEGMENT(qp, wqe, layout, p)							\
	do {											\
		struct prm_report report_ = {0};						\
												\
		if ((p) && prm_##layout##_check((p), &report_) &&				\
		    !sm_strict_bits(qp, wqe, #layout, &report_))				\
			return false;								\
	} while (0)

static bool sm_strict_bits(struct sm_qp *qp, const struct sm_wqe *wqe, const char *layout,
			   const struct prm_report *report)
{
	static const char *const kinds[] = {
		[PRM_COMPLAINT_RESERVED] = "reserved bits are set",
		[PRM_COMPLAINT_ENUM] = "unknown value",
		[PRM_COMPLAINT_FLAGS] = "unknown flags",
		[PRM_COMPLAINT_FIXED] = "not the only legal value",
	};
	const struct prm_complaint *first = &report->list[0];

	return sm_strict(qp, wqe, SM_RULE_SEGMENT, "%s, bit 0x%x (%s): %s, 0x%llx", layout,
			 first->offset_bits, first->field ? first->field : "reserved",
			 kinds[first->kind], (unsigned long long)first->value);
}

static bool sm_strict_entries(struct sm_qp *qp, const struct sm_wqe *wqe)
{
	unsigned int i;

	for (i = 0; i < wqe->n_parts; i++) {
		const void *segment = wqe->bytes + wqe->part[i].offset;

		/* The head's reserved bits may have any value, see sm_list_is_repeat(). */
		if (!strcmp(wqe->part[i].layout, "repeat_block_ent"))
			SM_STRICT_SEGMENT(qp, wqe, repeat_block_ent,
					  (const struct prm_repeat_block_ent *)segment);
		else if (!strcmp(wqe->part[i].layout, "data_seg") &&
			 !prm_data_seg_get_byte_count(segment) && !wqe->umr)
			return sm_strict(qp, wqe, SM_RULE_DATA_SEG, SM_TEXT_EMPTY_SEGMENT,
					 wqe->part[i].offset);
	}
	return true;
}

static bool sm_strict_bsf_bits(struct sm_qp *qp, const struct sm_wqe *wqe)
{
	const void *bsf = wqe->bsf;

	if (!bsf || wqe->bsf_len < PRM_BSF_64_SIZE ||
	    prm_bsf_basic_get_p_type(bsf) != PRM_BSF_P_TYPE_SIGNATURE)
		return true;
	if (prm_bsf_basic_get_bsf_size(bsf) == PRM_BSF_SIZE_SIZE_64)
		SM_STRICT_SEGMENT(qp, wqe, bsf_64, (const struct prm_bsf_64 *)bsf);
	return true;
}

static bool sm_strict_segments(struct sm_qp *qp, const struct sm_wqe *wqe)
{
	SM_STRICT_SEGMENT(qp, wqe, ctrl_seg, wqe->ctrl_seg);
	SM_STRICT_SEGMENT(qp, wqe, base_av, wqe->av);
	SM_STRICT_SEGMENT(qp, wqe, eth_seg, wqe->eth);
	/* UCX leaves old bytes of the ring in one that says that there is no GRH. */
	if (wqe->grh && (prm_grh_av_get_grh(wqe->grh) || sm_dev_is_ethernet(qp->obj.dev)))
		SM_STRICT_SEGMENT(qp, wqe, grh_av, wqe->grh);
	SM_STRICT_SEGMENT(qp, wqe, raddr_seg, wqe->raddr);
	SM_STRICT_SEGMENT(qp, wqe, umr_ctrl_seg, wqe->umr);
	if (wqe->umr && !sm_is_window(wqe))
		SM_STRICT_SEGMENT(qp, wqe, mkc, wqe->mkc);
	SM_STRICT_SEGMENT(qp, wqe, set_psv_seg, wqe->set_psv);
	SM_STRICT_SEGMENT(qp, wqe, get_psv_seg, wqe->get_psv);
	return sm_strict_entries(qp, wqe) && sm_strict_bsf_bits(qp, wqe);
}

/* sm_wqe_parse() has checked other UMRs. */
static bool sm_strict_window_is_padded(struct sm_qp *qp, const struct sm_wqe *wqe)
{
	return !wqe->umr || sm_is_padded(wqe) ||
	       sm_strict(qp, wqe, SM_RULE_KLM_OCTOWORDS, SM_TEXT_UMR_PADDING);
}

/* Padding after the last entry of a list must be zero. */
static bool sm_strict_list(struct sm_qp *qp, const struct sm_wqe *wqe)
{
	struct prm_klm_fields klm;
	bool has_ended = false;
	uint32_t at;

	if (!wqe->xlt)
		return true;
	for (at = 0; at < wqe->xlt_len; at += PRM_KLM_SIZE) {
		prm_klm_unpack(&klm, (const void *)(wqe->xlt + at), NULL);
		if (!klm.byte_count && !klm.mkey && !klm.address)
			has_ended = true;
		else if (has_ended)
			return sm_strict(qp, wqe, SM_RULE_PADDING, SM_TEXT_LIST_GAP,
					 at / PRM_KLM_SIZE);
	}
	return true;
}

/* Bytes that an inline list covers. */
static uint64_t sm_strict_covered(const struct sm_wqe *wqe)
{
	struct prm_repeat_block_seg_fields head;
	uint64_t covered = 0;
	uint32_t at;

	if (sm_list_is_repeat(wqe->xlt)) {
		prm_repeat_block_seg_unpack(&head, (const void *)wqe->xlt, NULL);
		return (uint64_t)head.byte_count * head.repeat_count;
	}
	for (at = 0; at < wqe->xlt_len; at += PRM_KLM_SIZE)
		covered += prm_klm_get_byte_count((const void *)(wqe->xlt + at));
	return covered;
}

/*
 * A key with KLMs that is longer than they are. With a BSF, len may count signatures that are on the
 * wire.
 */
static bool sm_strict_window(struct sm_qp *qp, const struct sm_wqe *wqe)
{
	const struct sm_mkey *mkey;
	struct prm_mkc_fields key;
	uint64_t covered;
	uint8_t tag;

	if (!wqe->xlt || !wqe->xlt_len || wqe->bsf_len ||
	    prm_umr_ctrl_seg_get_translation_offset_en(wqe->umr) ||
	    !(prm_umr_ctrl_seg_get_mkey_mask(wqe->umr) & PRM_UMR_MKEY_MASK_LEN))
		return true;
	mkey = sm_mkey_by_key(qp->obj.dev, prm_ctrl_seg_get_umr_mkey(wqe->ctrl_seg), &tag);
	prm_mkc_unpack(&key, wqe->mkc, NULL);
	if (!mkey || mkey->ctx.access_mode_1_0 != PRM_MKC_ACCESS_MODE_KLMS || mkey->ctx.bsf_en ||
	    key.length64)
		return true;
	covered = sm_strict_covered(wqe);
	return key.len <= covered ||
	       sm_strict(qp, wqe, SM_RULE_WINDOW, SM_TEXT_WINDOW, (unsigned long long)key.len,
			 (unsigned int)(wqe->xlt_len / PRM_KLM_SIZE), (unsigned long long)covered);
}

/* Compares the size in the BSF with its room. */
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
		return sm_strict(qp, wqe, SM_RULE_BSF_OCTOWORDS, SM_TEXT_BSF_LONG, size,
				 wqe->bsf_len);
	for (at = size; at < wqe->bsf_len; at++)
		if (wqe->bsf[at])
			return sm_strict(qp, wqe, SM_RULE_BSF_OCTOWORDS, SM_TEXT_BSF_REST, at);
	return true;
}

/* A transaction signature of encrypted data. */
static bool sm_strict_order(struct sm_qp *qp, const struct sm_wqe *wqe)
{
	struct prm_bsf_extended_fields transaction;
	struct prm_bsf_128 bsf;
	bool on_wire, in_memory;
	uint32_t order;

	if (!wqe->bsf || wqe->bsf_len < sizeof(bsf))
		return true;
	memcpy(&bsf, wqe->bsf, sizeof(bsf));
	if (prm_bsf_basic_get_p_type(&bsf.signature.basic) != PRM_BSF_P_TYPE_SIGNATURE ||
	    prm_bsf_basic_get_bsf_size(&bsf.signature.basic) != PRM_BSF_SIZE_SIZE_128)
		return true;
	prm_bsf_extended_unpack(&transaction, &bsf.signature.extended, NULL);
	on_wire = transaction.wire_tfs != PRM_BFS_T10DIF;
	in_memory = transaction.memory_tfs != PRM_BFS_T10DIF;
	order = prm_bsf_crypto_get_encryption_order(&bsf.crypto);
	return (!on_wire || order == PRM_ENCRYPTION_ORDER_ENCRYPTED_RAW_WIRE) &&
	       (!in_memory || order == PRM_ENCRYPTION_ORDER_ENCRYPTED_RAW_MEMORY) ?
		true : sm_strict(qp, wqe, SM_RULE_ENCRYPTION_ORDER, SM_TEXT_ENCRYPTION_ORDER);
}

static bool sm_strict_names(const struct sm_wqe *wqe, uint32_t key)
{
	unsigned int i;

	for (i = 0; i < wqe->n_sge; i++)
		if (!wqe->sge[i].inline_data && wqe->sge[i].key == key)
			return true;
	return false;
}

/* The key of a UMR: its tag, and whether other QPs are using it. */
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
		return true; /* it is refused, with a reason of its own */
	if (tag != mkey->ctx.mkey_7_0 &&
	    !(prm_umr_ctrl_seg_get_mkey_mask(wqe->umr) & PRM_UMR_MKEY_MASK_KEY))
		return sm_strict(qp, wqe, SM_RULE_UMR_KEY, "the tag of 0x%08x is not 0x%02x", key,
				 mkey->ctx.mkey_7_0);
	number = qp->obj.dev->qps.first;
	for (; (other = sm_table_next(&qp->obj.dev->qps, &number)) != NULL; number++)
		if (other != qp && other->req.is_busy && sm_strict_names(&other->req.wqe, key))
			return sm_strict(qp, wqe, SM_RULE_UMR_KEY, "QP 0x%06x is using key 0x%08x",
					 other->obj.id, key);
	return true;
}

/*
 * Fences. A request that follows a UMR must wait for it, unless the UMR's completion was polled
 * before. Exceptions: a request that moves no data, and a read, write or atomic that does not name the
 * key; a message may tell the peer of the key. umr_fence concerns the UMR itself.
 */
static bool sm_strict_is_fenced(const struct sm_wqe *wqe)
{
	return wqe->ctrl.fm == PRM_FENCE_MODE_INITIATOR_SMALL ||
	       wqe->ctrl.fm == PRM_FENCE_MODE_STRONG_ORDERING ||
	       wqe->ctrl.fm == PRM_FENCE_MODE_SMALL_AND_READ_ATOMIC;
}

static bool sm_strict_umr_was_seen(const struct sm_qp *qp)
{
	struct prm_cq_doorbell_record record;
	uint32_t ahead;

	if (!sm_copy(&record, qp->send_cq->dbr, sizeof(record)))
		return true;
	ahead = (prm_cq_doorbell_record_get_ci(&record) - qp->strict_umr.cqe) & SM_COUNTER_MASK;
	return ahead && ahead <= SM_COUNTER_MASK / 2;
}

/* Returns whether a request needs one of the open UMRs, and which. */
static bool sm_strict_needs_umr(const struct sm_qp *qp, const struct sm_wqe *wqe, uint32_t *key)
{
	const uint32_t n = qp->strict_umr.n;
	uint32_t i;

	for (i = n > SM_STRICT_UMRS ? n - SM_STRICT_UMRS : 0; i < n; i++) {
		*key = qp->strict_umr.keys[i % SM_STRICT_UMRS];
		if (sm_strict_names(wqe, *key) ||
		    (wqe->raddr && prm_raddr_seg_get_rkey(wqe->raddr) == *key))
			return true;
	}
	return n && wqe->n_sge && !wqe->raddr;
}

static bool sm_strict_fence(struct sm_qp *qp, const struct sm_wqe *wqe)
{
	uint32_t key = 0;

	if (wqe->umr) {
		qp->strict_umr.keys[qp->strict_umr.n++ % SM_STRICT_UMRS] =
			prm_ctrl_seg_get_umr_mkey(wqe->ctrl_seg);
		qp->strict_umr.cqe = qp->send_cq->pi;
		return true;
	}
	if (sm_strict_is_fenced(wqe))
		qp->strict_umr.n = 0;
	if (!sm_strict_needs_umr(qp, wqe, &key))
		return true;
	qp->strict_umr.n = 0;
	if (sm_strict_umr_was_seen(qp))
		return true;
	return sm_strict(qp, wqe, SM_RULE_FENCE, SM_TEXT_FENCE, key);
}

bool sm_strict_wqe(struct sm_qp *qp, const struct sm_wqe *wqe)
{
	return !sm_config()->strict ||
	       (sm_strict_segments(qp, wqe) && sm_strict_window_is_padded(qp, wqe) &&
		sm_strict_list(qp, wqe) && sm_strict_window(qp, wqe) && sm_strict_bsf(qp, wqe) &&
		sm_strict_order(qp, wqe) && sm_strict_umr_key(qp, wqe) && sm_strict_fence(qp, wqe));
}

/*
 * Keys of data segments that cannot be used.
 */

static bool sm_strict_key(struct sm_qp *qp, const struct sm_wqe *wqe, const struct sm_sge *sge)
{
	const struct sm_mkey *mkey;
	uint8_t tag;

	mkey = sm_mkey_by_key(qp->obj.dev, sge->key, &tag);
	if (!mkey)
		return sm_refused(qp, wqe, SM_RULE_LKEY, "there is no key 0x%08x", sge->key);
	if (mkey->ctx.mkey_7_0 != tag)
		return sm_refused(qp, wqe, SM_RULE_LKEY, "the tag of key 0x%08x is now 0x%02x",
				  sge->key, mkey->ctx.mkey_7_0);
	if (mkey->ctx.free)
		return sm_refused(qp, wqe, SM_RULE_LKEY, "key 0x%08x is free", sge->key);
	if (mkey->pd != qp->pd)
		return sm_refused(qp, wqe, SM_RULE_LKEY,
				  "key 0x%08x belongs to PD 0x%06x, the QP to 0x%06x", sge->key,
				  mkey->pd->obj.id, qp->pd->obj.id);
	if (!mkey->ctx.bsf_en && !mkey->ctx.length64 &&
	    (sge->addr < sm_mkey_start(mkey) || sge->len > mkey->ctx.len ||
	     sge->addr - sm_mkey_start(mkey) > mkey->ctx.len - sge->len))
		return sm_refused(qp, wqe, SM_RULE_LKEY,
				  "0x%llx, %llu bytes, is outside key 0x%08x: 0x%llx, %llu bytes",
				  (unsigned long long)sge->addr, (unsigned long long)sge->len,
				  sge->key, (unsigned long long)sm_mkey_start(mkey),
				  (unsigned long long)mkey->ctx.len);
	return true;
}

static void sm_strict_local(struct sm_qp *qp, enum sm_fault fault)
{
	const struct sm_wqe *wqe = &qp->req.wqe;
	unsigned int i;

	for (i = 0; i < wqe->n_sge; i++)
		if (!wqe->sge[i].inline_data && wqe->sge[i].len &&
		    !sm_strict_key(qp, wqe, &wqe->sge[i]))
			return;
	sm_refused(qp, wqe, SM_RULE_LKEY, "%s", sm_fault_str(fault));
}

/* Is the WQE itself broken? */
static bool sm_strict_is_broken(unsigned int error)
{
	return error >= SM_ERROR_SQ_GONE && error <= SM_ERROR_WQE_BEYOND;
}

void sm_strict_failure(struct sm_qp *qp, unsigned int error, unsigned int fault)
{
	const struct sm_wqe *wqe = &qp->req.wqe;

	if (!sm_config()->strict)
		return;
	if (error == SM_ERROR_UMR_PADDING)
		sm_refused(qp, wqe, SM_RULE_KLM_OCTOWORDS, SM_TEXT_UMR_PADDING);
	else if (sm_strict_is_broken(error))
		sm_strict(qp, wqe, SM_RULE_WQE, "%s", sm_error_str(error));
	else if (error == SM_ERROR_GATHER || error == SM_ERROR_SCATTER || error == SM_ERROR_BSF)
		sm_strict_local(qp, fault);
}

/*
 * Data in a CQE: drivers copy them to the addresses of the list. Behind a bus, these are of a process
 * that the device does not know.
 */
static bool sm_strict_is_address(const struct sm_mkey *mkey)
{
	return mkey->kind == SM_MKEY_PA || mkey->obj.dev->bus ||
	       (mkey->kind == SM_MKEY_DIRECT && sm_mkey_start(mkey) == (uintptr_t)mkey->base);
}

void sm_strict_inline(struct sm_qp *qp, const struct sm_wqe *wqe, const struct sm_sge *sge,
		      unsigned int n)
{
	const struct sm_mkey *mkey;
	unsigned int i;
	uint8_t tag;

	for (i = 0; sm_config()->strict && i < n; i++) {
		mkey = sge[i].inline_data ? NULL :
		       sm_mkey_by_key(qp->obj.dev, sge[i].key, &tag);
		if (mkey && sge[i].len && !sm_strict_is_address(mkey))
			sm_strict(qp, wqe, SM_RULE_SCATTER_TO_CQE,
				  "the data go into the CQE, from where a driver copies them to "
				  "address 0x%llx, and not through key 0x%08x",
				  (unsigned long long)sge[i].addr, sge[i].key);
	}
}

/*
 * Doorbells and records.
 */

void sm_strict_doorbell(struct sm_uar_page *page, const struct prm_send_doorbell *doorbell)
{
	struct prm_send_doorbell_fields bell;
	struct prm_qp_doorbell_record record;
	uint16_t end, counter;
	struct sm_qp *qp;

	if (!sm_config()->strict)
		return;
	prm_send_doorbell_unpack(&bell, doorbell, NULL);
	qp = sm_table_get(&page->dev->qps, bell.qpn);
	if (!qp) {
		sm_strict_at(page->dev, SM_RULE_DOORBELL, "there is no QP 0x%06x", bell.qpn);
		return;
	}
	if (qp->uar->page != page) {
		sm_strict(qp, NULL, SM_RULE_DOORBELL, "in UAR page 0x%x, and the QP has 0x%x",
			  page->number, qp->uar->page->number);
		return;
	}
	if (qp->state == PRM_QP_STATE_RST || qp->state == PRM_QP_STATE_INIT)
		sm_strict(qp, NULL, SM_RULE_DOORBELL, "the QP is in state %s",
			  prm_qp_state_str(qp->state));
	if (!sm_copy(&record, qp->dbr, sizeof(record)))
		return;
	counter = (uint16_t)prm_qp_doorbell_record_get_send_counter(&record);
	end = (uint16_t)(bell.wqe_index + (bell.ds + 3) / 4);
	/* A bus takes its time: the record may already be that of a later doorbell. */
	if (page->dev->bus && (int16_t)(counter - end) > 0)
		return;
	if (end != counter)
		sm_strict(qp, NULL, SM_RULE_DOORBELL,
			  "it names WQE 0x%04x, which ends before 0x%04x, and "
			  "send_counter of the record is 0x%04x",
			  bell.wqe_index, end, counter);
}

void sm_strict_arm(struct sm_dev *dev, struct sm_cq *cq, const struct prm_cq_arm_doorbell *doorbell)
{
	struct prm_cq_arm_doorbell_fields arm;
	struct prm_cq_doorbell_record_fields fields;
	struct prm_cq_doorbell_record record;

	if (!sm_config()->strict)
		return;
	prm_cq_arm_doorbell_unpack(&arm, doorbell, NULL);
	if (!cq) {
		sm_strict_at(dev, SM_RULE_ARM, "there is no CQ 0x%06x", arm.cqn);
		return;
	}
	if (cq->strict_was_armed && arm.arm_sn != cq->strict_sn &&
	    arm.arm_sn != (cq->strict_sn + 1) % 4)
		sm_strict_at(dev, SM_RULE_ARM, "CQ 0x%06x: arm_sn is %u behind %u; an event adds one",
			     arm.cqn, arm.arm_sn, cq->strict_sn);
	cq->strict_was_armed = true;
	cq->strict_sn = arm.arm_sn;
	if (((cq->pi - arm.ci) & SM_COUNTER_MASK) > cq->size)
		sm_strict_at(dev, SM_RULE_ARM, "CQ 0x%06x: ci is 0x%06x, and CQEs go up to 0x%06x",
			     arm.cqn, arm.ci, cq->pi & SM_COUNTER_MASK);
	if (sm_config()->doorbell != SM_DOORBELL_TRAP || !sm_copy(&record, cq->dbr, sizeof(record)))
		return;
	prm_cq_doorbell_record_unpack(&fields, &record, NULL);
	if (fields.arm_sn != arm.arm_sn || fields.arm_cmd != arm.arm_cmd || fields.arm_ci != arm.ci)
		sm_strict_at(dev, SM_RULE_ARM,
			     "CQ 0x%06x: the record has arm_sn %u, arm_cmd %u, ci 0x%06x, "
			     "the doorbell %u, %u, 0x%06x",
			     arm.cqn, fields.arm_sn, fields.arm_cmd, fields.arm_ci, arm.arm_sn,
			     arm.arm_cmd, arm.ci);
}

void sm_strict_consumer(struct sm_cq *cq, uint32_t ci)
{
	const uint32_t step = (ci - cq->strict_ci) & SM_COUNTER_MASK;

	if (!sm_config()->strict)
		return;
	if (step > ((cq->pi - cq->strict_ci) & SM_COUNTER_MASK))
		sm_strict_at(cq->obj.dev, SM_RULE_CONSUMER, "CQ 0x%06x: ci went from 0x%06x to 0x%06x, "
			     "and CQEs go up to 0x%06x", cq->obj.id, cq->strict_ci, ci,
			     cq->pi & SM_COUNTER_MASK);
	cq->strict_ci = ci;
}

void sm_strict_receive(struct sm_qp *qp, uint16_t posted, uint16_t taken, uint32_t size)
{
	if ((uint16_t)(posted - taken) > size)
		sm_strict(qp, NULL, SM_RULE_RECEIVE_RECORD,
			  "recv_counter 0x%04x is more than the ring of %u ahead of "
			  "0x%04x",
			  posted, size, taken);
}
