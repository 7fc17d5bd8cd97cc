// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Memory keys: creation, destruction, and translation of an address under a key to memory of the
 * process.
 */
#include <stdlib.h>
#include <string.h>

#include "base/caps.h"
#include "base/reason.h"
#include "base/rules.h"
#include "nic/memory/bsf.h"
#include "nic/memory/mem.h"
#include "nic/memory/memic.h"
#include "nic/memory/mkey.h"
#include "prm_data.h"

const char *sm_fault_str(enum sm_fault fault)
{
	static const char *const text[] = {
		[SM_OK] = "no fault",
		[SM_FAULT_KEY] = "there is no such key, or it is free",
		[SM_FAULT_PD] = "the key belongs to another PD or QP",
		[SM_FAULT_ACCESS] = "the key does not allow this access",
		[SM_FAULT_RANGE] = "outside the key",
		[SM_FAULT_MEMORY] = "the memory is not mapped",
		[SM_FAULT_DEPTH] = "too many indirect keys one behind the other",
		[SM_FAULT_SIG] = "the key's BSF is missing or cannot be used here",
		[SM_FAULT_CRYPTO] = "the encryption key is gone, or does not work",
		[SM_FAULT_SOURCE] = "the memory of the sender is not mapped",
	};

	return fault < SM_ARRAY_SIZE(text) ? text[fault] : "unknown fault";
}

uint64_t sm_mkey_new_generation(void)
{
	static uint64_t last;

	return ++last;
}

struct sm_mkey *sm_mkey_by_key(struct sm_dev *dev, uint32_t key, uint8_t *tag)
{
	struct prm_mkey_value_fields value;
	prm_be32 raw = prm_cpu_to_be32(key);

	prm_mkey_value_unpack(&value, (const void *)&raw, NULL);
	*tag = value.mkey_7_0;
	return sm_table_get(&dev->mkeys, value.mkey_index);
}

struct sm_mkey *sm_mkey_find(struct sm_dev *dev, uint32_t key)
{
	uint8_t tag;
	struct sm_mkey *mkey = sm_mkey_by_key(dev, key, &tag);

	if (!mkey || mkey->ctx.free || mkey->ctx.mkey_7_0 != tag)
		return NULL;
	return mkey;
}

static bool sm_mkey_allows(const struct prm_mkc_fields *ctx, unsigned int access)
{
	return (!(access & SM_LOCAL_READ) || ctx->lr) && (!(access & SM_LOCAL_WRITE) || ctx->lw) &&
	       (!(access & SM_REMOTE_READ) || ctx->rr) &&
	       (!(access & SM_REMOTE_WRITE) || ctx->rw) && (!(access & SM_REMOTE_ATOMIC) || ctx->a);
}

/* Is [addr, addr + len) inside [start, start + size)? Safe against overflow. */
static bool sm_lies_in(uint64_t addr, uint64_t len, uint64_t start, uint64_t size)
{
	return addr >= start && addr - start <= size && len <= size - (addr - start);
}

/* A key that encrypts cannot be used before its BSF says how, even if it has a signature. */
static bool sm_mkey_has_bsf(const struct sm_mkey *mkey)
{
	return mkey->sig && (!mkey->ctx.crypto_en || mkey->sig->has_crypto);
}

enum sm_fault sm_mkey_check(const struct sm_mkey *mkey, uint32_t pd, uint32_t qpn, uint64_t addr,
			    uint64_t len, unsigned int access)
{
	const struct prm_mkc_fields *ctx = &mkey->ctx;

	if (ctx->free)
		return SM_FAULT_KEY;
	if (ctx->pd != pd || (ctx->qpn != SM_ANY_QPN && ctx->qpn != qpn))
		return SM_FAULT_PD;
	if (!sm_mkey_allows(ctx, access))
		return SM_FAULT_ACCESS;
	if (ctx->bsf_en)
		return sm_mkey_has_bsf(mkey) ? SM_OK : SM_FAULT_SIG;
	if (!ctx->length64 && !sm_lies_in(addr, len, sm_mkey_start(mkey), ctx->len))
		return SM_FAULT_RANGE;
	return SM_OK;
}

/* One step of a translation: a shorter range under another key, or memory. */
struct sm_step {
	uint32_t key;
	uint64_t addr, len;
};

/* The last entry that starts at or before @offset; entries are sorted by start. */
static const struct sm_xlt *sm_xlt_at(const struct sm_mkey *mkey, uint64_t offset)
{
	uint32_t low = 0, high = mkey->n;

	while (high - low > 1) {
		uint32_t middle = low + (high - low) / 2;

		if (mkey->xlt[middle].start <= offset)
			low = middle;
		else
			high = middle;
	}
	return low < mkey->n ? &mkey->xlt[low] : NULL;
}

static enum sm_fault sm_step_list(const struct sm_mkey *mkey, struct sm_step *step, uint64_t offset)
{
	const struct sm_xlt *xlt = sm_xlt_at(mkey, offset);
	uint64_t inner;

	if (!xlt || offset - xlt->start >= xlt->len)
		return SM_FAULT_RANGE;
	inner = offset - xlt->start;
	step->key = xlt->key;
	step->addr = xlt->addr + inner;
	if (step->len > xlt->len - inner)
		step->len = xlt->len - inner;
	return SM_OK;
}

static enum sm_fault sm_step_repeat(const struct sm_mkey *mkey, struct sm_step *step,
				    uint64_t offset)
{
	uint64_t round = offset / mkey->round_len;
	uint32_t in_round = (uint32_t)(offset % mkey->round_len), inner, i;
	const struct sm_repeat *repeat = mkey->repeat;

	if (round >= mkey->repeat_count)
		return SM_FAULT_RANGE;
	for (i = 0; i + 1 < mkey->n && mkey->repeat[i + 1].start <= in_round; i++)
		repeat = &mkey->repeat[i + 1];
	inner = in_round - repeat->start;
	step->key = repeat->key;
	step->addr = repeat->addr + round * repeat->stride + inner;
	if (step->len > repeat->len - inner)
		step->len = repeat->len - inner;
	return SM_OK;
}

/* The memory of a key that has some; 0-based offset. */
static enum sm_fault sm_step_memory(const struct sm_dev *dev, const struct sm_mkey *mkey,
				    const struct sm_step *step, uint64_t offset,
				    struct iovec *piece)
{
	if (mkey->kind == SM_MKEY_PAGES)
		return sm_mkey_pages_at(dev, mkey, step->len, offset, piece);
	if (mkey->kind == SM_MKEY_PA) {
		if (mkey->is_paged && !sm_lies_in(step->addr, step->len, 0, mkey->size))
			return SM_FAULT_RANGE;
		piece->iov_base = sm_dma(dev, step->addr, step->len);
		if (!piece->iov_base && dev->bus)
			return SM_FAULT_MEMORY;
	} else {
		if (!sm_lies_in(offset, step->len, 0, mkey->size))
			return SM_FAULT_RANGE;
		piece->iov_base = mkey->base + offset;
	}
	piece->iov_len = step->len;
	return SM_OK;
}

enum sm_fault sm_mkey_translate(struct sm_dev *dev, const struct sm_mkey *mkey, uint32_t pd,
				uint64_t addr, uint64_t len, unsigned int access,
				struct iovec *piece)
{
	/* Behind the first key, the device itself reads and writes. */
	const unsigned int inner = access & (SM_LOCAL_WRITE | SM_REMOTE_WRITE | SM_REMOTE_ATOMIC) ?
		SM_LOCAL_WRITE : SM_LOCAL_READ;
	struct sm_step step = { .addr = addr, .len = len };
	enum sm_fault fault;
	unsigned int depth;

	/* The depth is limited, since the list of a key may name the key itself. */
	for (depth = 0;; depth++) {
		uint64_t offset = step.addr - sm_mkey_start(mkey);

		if (mkey->kind == SM_MKEY_PA || mkey->kind == SM_MKEY_DIRECT ||
		    mkey->kind == SM_MKEY_PAGES)
			return sm_step_memory(dev, mkey, &step, offset, piece);
		if (depth == prm_cmd_hca_cap_get_max_indirection(dev->caps->general))
			return SM_FAULT_DEPTH;
		switch (mkey->kind) {
		case SM_MKEY_KLM:
		case SM_MKEY_KSM:
			fault = sm_step_list(mkey, &step, offset);
			break;
		case SM_MKEY_REPEAT:
			fault = sm_step_repeat(mkey, &step, offset);
			break;
		default:
			fault = SM_FAULT_KEY;
		}
		if (fault)
			return fault;
		mkey = sm_mkey_find(dev, step.key);
		if (!mkey)
			return SM_FAULT_KEY;
		if (mkey->ctx.bsf_en)
			return SM_FAULT_SIG;	/* only the first key may have signatures */
		fault = sm_mkey_check(mkey, pd, SM_ANY_QPN, step.addr, step.len, inner);
		if (fault)
			return fault;
	}
}

/*
 * Lists of entries. A new list is built beside the old one and replaces it when it is complete and
 * valid.
 */

/*
 * An interleaved layout has its fixed opcode where a KLM has its key. Its reserved bits may have any value: Linux leaves
 * them as they are in the ring (hw/mlx5/wr.c, set_sig_data_segment()).
 */
bool sm_list_is_repeat(const void *list)
{
	const struct prm_repeat_block_seg_fields none = {0};
	struct prm_repeat_block_seg head;

	prm_repeat_block_seg_pack(&head, &none);
	return prm_repeat_block_seg_get_op(list) == prm_repeat_block_seg_get_op(&head);
}

static const char *sm_list_repeat(struct sm_mkey_list *list, const uint8_t *entries,
				  uint32_t octowords)
{
	struct prm_repeat_block_seg_fields head;
	struct prm_repeat_block_ent_fields entry;
	uint64_t start = 0;
	uint32_t i;

	prm_repeat_block_seg_unpack(&head, (const void *)entries, NULL);
	if (!head.num_ent || head.num_ent > octowords - 1)
		return "the interleaved layout has no entry, or more than klm_octowords has room for";
	list->repeat = calloc(head.num_ent, sizeof(*list->repeat));
	if (!list->repeat)
		return "out of memory";
	for (i = 0; i < head.num_ent; i++) {
		prm_repeat_block_ent_unpack(&entry, (const void *)(entries +
			PRM_REPEAT_BLOCK_SEG_SIZE + i * PRM_REPEAT_BLOCK_ENT_SIZE), NULL);
		list->repeat[i] = (struct sm_repeat){
			.key = entry.memkey, .addr = entry.va, .len = entry.byte_count,
			.stride = entry.stride, .start = (uint32_t)start,
		};
		if (!entry.byte_count)
			return "an entry of the interleaved layout has no bytes";
		start += entry.byte_count;
	}
	if (start != head.byte_count)
		return "byte_count of the interleaved layout is not the sum of its entries";
	list->kind = SM_MKEY_REPEAT;
	list->n = head.num_ent;
	list->repeat_count = head.repeat_count;
	list->round_len = start;
	return NULL;
}

static const char *sm_list_entries(struct sm_mkey_list *list, const struct sm_mkey *mkey,
				   const uint8_t *entries, uint32_t octowords, uint32_t first,
				   bool is_part)
{
	uint32_t total = first + octowords, old = mkey->kind == SM_MKEY_REPEAT ? 0 : mkey->n, i;
	struct prm_klm_fields klm;
	struct prm_ksm_fields ksm;
	uint64_t start = 0;

	if (is_part && total < old)
		total = old;	/* the entries after the part stay */
	list->xlt = calloc(total ? total : 1, sizeof(*list->xlt));
	if (!list->xlt)
		return "out of memory";
	if (is_part && old)
		memcpy(list->xlt, mkey->xlt, old * sizeof(*list->xlt));
	for (i = 0; i < octowords; i++) {
		const void *entry = entries + i * PRM_KLM_SIZE;
		struct sm_xlt *xlt = &list->xlt[first + i];

		if (list->kind == SM_MKEY_KSM) {
			prm_ksm_unpack(&ksm, entry, NULL);
			*xlt = (struct sm_xlt){ .key = ksm.mkey, .addr = ksm.address };
		} else {
			prm_klm_unpack(&klm, entry, NULL);
			*xlt = (struct sm_xlt){ .key = klm.mkey, .addr = klm.address,
						.len = klm.byte_count };
		}
	}
	for (i = 0; i < total; i++) {
		struct sm_xlt *xlt = &list->xlt[i];

		/* Entries of a KSM keep their positions, even those that were never written. */
		if (list->kind == SM_MKEY_KSM)
			xlt->len = list->page;
		xlt->start = start;
		if (start + xlt->len < start)
			return "the list is longer than the address space";
		start += xlt->len;
		if (xlt->len && (list->kind == SM_MKEY_KLM || xlt->key))
			list->n = i + 1;	/* not padding */
	}
	return NULL;
}

const char *sm_mkey_list_read(struct sm_mkey_list *list, const struct sm_mkey *mkey,
			      const struct prm_mkc_fields *ctx, const void *entries,
			      uint32_t octowords, uint32_t first, bool is_part)
{
	memset(list, 0, sizeof(*list));
	if (mkey->kind == SM_MKEY_PAGES)
		return sm_mkey_pages_read(list, mkey, ctx, entries, octowords, first, is_part);
	if ((uint64_t)first + octowords > ctx->translations_octword_size)
		return "more translation entries than the key was created for";
	if (ctx->access_mode_1_0 == PRM_MKC_ACCESS_MODE_KSM) {
		if (ctx->log_page_size < 12)
			return "log_page_size of a KSM key is below 12";
		list->kind = SM_MKEY_KSM;
		list->page = UINT64_C(1) << ctx->log_page_size;
	} else if (ctx->access_mode_1_0 == PRM_MKC_ACCESS_MODE_KLMS) {
		list->kind = SM_MKEY_KLM;
		if (!is_part && octowords && sm_list_is_repeat(entries))
			return sm_list_repeat(list, entries, octowords);
	} else {
		return "the access mode of the key takes no list";
	}
	return sm_list_entries(list, mkey, entries, octowords, first, is_part);
}

void sm_mkey_list_free(struct sm_mkey_list *list)
{
	free(list->pages);
	free(list->xlt);
	free(list->repeat);
	memset(list, 0, sizeof(*list));
}

void sm_mkey_list_use(struct sm_mkey *mkey, struct sm_mkey_list *list)
{
	free(mkey->pages);
	free(mkey->xlt);
	free(mkey->repeat);
	mkey->kind = list->kind;
	mkey->pages = list->pages;
	mkey->xlt = list->xlt;
	mkey->repeat = list->repeat;
	mkey->n = list->n;
	mkey->repeat_count = list->repeat_count;
	mkey->round_len = list->round_len;
	memset(list, 0, sizeof(*list));
}

static uint8_t sm_mkey_check_new(struct sm_dev *dev, uint16_t uid, const struct prm_mkc_fields *ctx,
				 bool has_umem)
{
	const struct prm_cmd_hca_cap *cap = dev->caps->general;

	if (sm_mkey_is_memic(ctx) && !has_umem)
		return PRM_CMD_STATUS_OK;
	if (ctx->access_mode_4_2)
		return sm_because(PRM_CMD_STATUS_BAD_PARAM,
				  "access_mode_4_2 is %u and access_mode_1_0 %u; "
				  "device memory, without a umem, is possible",
				  ctx->access_mode_4_2, ctx->access_mode_1_0);
	switch (ctx->access_mode_1_0) {
	case PRM_MKC_ACCESS_MODE_PA:	/* all memory: not for users */
		if (uid)
			return sm_because(PRM_CMD_STATUS_BAD_PARAM,
					  "access_mode_1_0 is PA, which users may "
					  "not have");
		break;
	case PRM_MKC_ACCESS_MODE_MTT:	/* a umem, or pages in the command or in UMRs */
		break;
	default:
		if (has_umem)
			return sm_because(PRM_CMD_STATUS_BAD_PARAM,
					  "access_mode_1_0 is %u, of which a umem "
					  "is not possible",
					  ctx->access_mode_1_0);
		if (ctx->translations_octword_size >
		    UINT32_C(1) << prm_cmd_hca_cap_get_log_max_klm_list_size(cap))
			return sm_because(PRM_CMD_STATUS_LIM,
					  "translations_octword_size is %u; "
					  "log_max_klm_list_size allows 2^%u",
					  ctx->translations_octword_size,
					  prm_cmd_hca_cap_get_log_max_klm_list_size(cap));
	}
	if (ctx->bsf_octword_size > UINT32_C(1) << prm_cmd_hca_cap_get_log_max_bsf_list_size(cap))
		return sm_because(PRM_CMD_STATUS_LIM,
				  "bsf_octword_size is %u; log_max_bsf_list_size allows "
				  "2^%u",
				  ctx->bsf_octword_size,
				  prm_cmd_hca_cap_get_log_max_bsf_list_size(cap));
	if (ctx->bsf_en && !ctx->bsf_octword_size)
		return sm_because(PRM_CMD_STATUS_BAD_PARAM,
				  "bsf_en is set, and bsf_octword_size is 0");
	return PRM_CMD_STATUS_OK;
}

/* Bytes that the first @octowords entries of a list cover. */
static uint64_t sm_list_covers(const struct sm_mkey_list *list, uint32_t octowords)
{
	const struct sm_xlt *last = octowords && list->xlt ? &list->xlt[octowords - 1] : NULL;

	if (list->kind == SM_MKEY_REPEAT)
		return list->repeat_count * list->round_len;
	return last ? last->start + last->len : 0;
}

/*
 * A card refuses a key that is longer than its translations. Those of a UMR come later, and a key with
 * room for a BSF may count the bytes of the wire.
 */
static uint8_t sm_mkey_check_window(const struct sm_mkey_list *list,
				    const struct prm_mkc_fields *ctx, uint32_t octowords)
{
	const uint64_t covered = sm_list_covers(list, octowords);

	if (!octowords || list->kind == SM_MKEY_PAGES || ctx->length64 ||
	    ctx->bsf_octword_size || ctx->len <= covered)
		return PRM_CMD_STATUS_OK;
	return sm_because(PRM_CMD_STATUS_BAD_PARAM, SM_TEXT_WINDOW, (unsigned long long)ctx->len,
			  octowords, (unsigned long long)covered);
}

uint8_t sm_mkey_create(struct sm_dev *dev, uint16_t uid, const struct prm_mkc_fields *ctx,
		       const void *xlt, uint32_t xlt_octowords, char *umem_base, uint64_t umem_len,
		       bool is_paged, struct sm_mkey **result)
{
	struct sm_pd *pd = sm_table_get(&dev->pds, ctx->pd);
	uint8_t status = sm_mkey_check_new(dev, uid, ctx, umem_base != NULL);
	struct sm_mkey_list list = {0};
	struct sm_mkey *mkey;
	const char *why;

	if (status)
		return status;
	if (!pd)
		return sm_because(PRM_CMD_STATUS_BAD_RES, "there is no PD 0x%x", ctx->pd);
	/* The memory of another process cannot be read before its pages are known. */
	if (is_paged && (dev->bus || !prm_cmd_hca_cap_get_pg(dev->caps->general)))
		return sm_because(PRM_CMD_STATUS_BAD_PARAM,
				  "pg_access needs the capability pg, and a device "
				  "in the process");
	if (sm_mkey_is_memic(ctx)) {
		umem_base = sm_memic_at(dev, ctx->start_addr, ctx->len);
		umem_len = ctx->len;
		if (!umem_base || ctx->length64)
			return sm_because(PRM_CMD_STATUS_BAD_PARAM,
					  "0x%llx, %llu bytes, is not allocated "
					  "device memory",
					  (unsigned long long)ctx->start_addr,
					  (unsigned long long)ctx->len);
	}
	mkey = calloc(1, sizeof(*mkey));
	if (!mkey)
		return PRM_CMD_STATUS_NO_RES;
	mkey->ctx = *ctx;
	mkey->kind = ctx->access_mode_1_0 == PRM_MKC_ACCESS_MODE_PA ? SM_MKEY_PA : SM_MKEY_DIRECT;
	mkey->base = umem_base;
	mkey->size = umem_len;
	mkey->is_paged = is_paged;
	mkey->is_memic = sm_mkey_is_memic(ctx);
	if (ctx->access_mode_1_0 == PRM_MKC_ACCESS_MODE_MTT && !umem_base && !is_paged)
		mkey->kind = SM_MKEY_PAGES;
	if (ctx->access_mode_1_0 == PRM_MKC_ACCESS_MODE_KLMS ||
	    ctx->access_mode_1_0 == PRM_MKC_ACCESS_MODE_KSM || mkey->kind == SM_MKEY_PAGES) {
		why = sm_mkey_list_read(&list, mkey, ctx, xlt, xlt_octowords, 0, false);
		if (why) {
			status = sm_because(PRM_CMD_STATUS_BAD_PARAM, "%s", why);
			goto fail;
		}
		status = sm_mkey_check_window(&list, ctx, xlt_octowords);
		if (status)
			goto fail;
		sm_mkey_list_use(mkey, &list);
	} else if (!ctx->length64 && mkey->kind == SM_MKEY_DIRECT && ctx->len > umem_len &&
		   !is_paged) {
		status = sm_because(PRM_CMD_STATUS_BAD_PARAM,
				    "len is %llu; the umem has %llu bytes",
				    (unsigned long long)ctx->len, (unsigned long long)umem_len);
		goto fail;
	}
	mkey->max_bsf_octowords = ctx->bsf_octword_size;
	mkey->generation = sm_mkey_new_generation();
	mkey->obj.dev = dev;
	mkey->obj.uid = uid;
	if (sm_table_add(&dev->mkeys, mkey, &mkey->obj.id)) {
		status = sm_because(PRM_CMD_STATUS_NO_RES,
				    "the device has %u keys, and no number is left",
				    dev->mkeys.count);
		goto fail;
	}
	mkey->pd = pd;
	pd->obj.users++;
	*result = mkey;
	return PRM_CMD_STATUS_OK;
fail:
	sm_mkey_list_free(&list);
	free(mkey->pages);
	free(mkey->xlt);
	free(mkey->repeat);
	free(mkey);
	return status;
}

void sm_mkey_change(struct sm_mkey *mkey, const struct prm_mkc_fields *ctx, struct sm_pd *pd)
{
	mkey->ctx.a = ctx->a;
	mkey->ctx.rw = ctx->rw;
	mkey->ctx.rr = ctx->rr;
	mkey->ctx.lw = ctx->lw;
	mkey->ctx.relaxed_ordering_write = ctx->relaxed_ordering_write;
	mkey->ctx.relaxed_ordering_read = ctx->relaxed_ordering_read;
	mkey->ctx.pd = pd->obj.id;
	mkey->pd->obj.users--;
	mkey->pd = pd;
	pd->obj.users++;
	mkey->generation = sm_mkey_new_generation();
}

void sm_mkey_page(struct sm_mkey *mkey, char *base, uint64_t len)
{
	struct sm_mkey_list none = { .kind = base ? SM_MKEY_DIRECT : SM_MKEY_PA };

	sm_mkey_list_use(mkey, &none);
	mkey->base = base;
	mkey->size = len;
	mkey->generation = sm_mkey_new_generation();
}

uint8_t sm_mkey_destroy(struct sm_mkey *mkey)
{
	if (mkey->obj.users)
		return sm_because(PRM_CMD_STATUS_BAD_RES_STATE, "the key is in use");
	sm_table_remove(&mkey->obj.dev->mkeys, mkey->obj.id);
	mkey->pd->obj.users--;
	if (mkey->umem)
		mkey->umem->obj.users--;
	free(mkey->sig);
	free(mkey->pages);
	free(mkey->xlt);
	free(mkey->repeat);
	free(mkey);
	return PRM_CMD_STATUS_OK;
}

enum sm_fault sm_mkey_invalidate(struct sm_dev *dev, const struct sm_pd *pd, uint32_t key,
				 bool is_remote)
{
	struct sm_mkey *mkey = sm_mkey_find(dev, key);

	if (!mkey)
		return SM_FAULT_KEY;
	if (mkey->pd != pd)
		return SM_FAULT_PD;
	if (!mkey->ctx.umr_en || (is_remote && !mkey->ctx.en_rinval))
		return SM_FAULT_ACCESS;
	mkey->ctx.free = true;
	mkey->generation = sm_mkey_new_generation();
	return SM_OK;
}
