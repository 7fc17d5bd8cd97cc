// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Memory keys whose memory is a list of pages, as the kernel makes them: in a command, or by UMRs.
 */
#include <stdlib.h>
#include <string.h>

#include "nic/memory/mem.h"
#include "nic/memory/mkey.h"
#include "prm_data.h"

#define SM_MTTS (uint32_t)(PRM_KLM_SIZE / PRM_MTT_SIZE)	/* in an octoword */
#define SM_LIST_UNIT 4u		/* octowords: UMRs have multiples of this */
#define SM_LIST_MAX (1u << 28)	/* octowords */

uint64_t sm_mtt_address(const struct prm_mtt *mtt)
{
	struct prm_mtt address = {0};
	prm_be64 bytes;

	prm_mtt_set_ptag_63_32(&address, prm_mtt_get_ptag_63_32(mtt));
	prm_mtt_set_ptag_31_8(&address, prm_mtt_get_ptag_31_8(mtt));
	memcpy(&bytes, &address, sizeof(bytes));
	return prm_be64_to_cpu(bytes);
}

/*
 * Pages. Entries keep their positions, and others their values, since drivers write a list in parts.
 * UMRs have lists in multiples of 64 bytes, so that Linux writes more entries than it has created a
 * small key for (translations_octword_size is 2 for 4 pages).
 */
const char *sm_mkey_pages_read(struct sm_mkey_list *list, const struct sm_mkey *mkey,
			       const struct prm_mkc_fields *ctx, const struct prm_mtt *entries,
			       uint32_t octowords, uint32_t first, bool is_part)
{
	const uint64_t room = ((uint64_t)ctx->translations_octword_size + SM_LIST_UNIT - 1) /
		SM_LIST_UNIT * SM_LIST_UNIT;
	uint32_t end, n;

	if ((uint64_t)first + octowords > room || room > SM_LIST_MAX)
		return "more translation entries than the key was created for";
	end = (first + octowords) * SM_MTTS;
	n = end > mkey->n ? end : mkey->n;
	list->kind = SM_MKEY_PAGES;
	list->n = is_part ? n : end;
	list->pages = calloc(n ? n : 1, sizeof(*list->pages));
	if (!list->pages)
		return "out of memory";
	if (is_part && mkey->n)
		memcpy(list->pages, mkey->pages, mkey->n * sizeof(*list->pages));
	for (uint32_t i = 0; i < octowords * SM_MTTS; i++)
		list->pages[first * SM_MTTS + i] = sm_mtt_address(&entries[i]);
	return NULL;
}

/* Pages that follow each other are one piece. The first page starts before the key does. */
enum sm_fault sm_mkey_pages_at(const struct sm_dev *dev, const struct sm_mkey *mkey, uint64_t len,
			       uint64_t offset, struct iovec *piece)
{
	const uint64_t size = UINT64_C(1) << mkey->ctx.log_page_size;
	const uint64_t at = offset + mkey->ctx.start_addr % size;
	uint64_t i = at / size, room = size - at % size;

	if (at < offset || i >= mkey->n)
		return SM_FAULT_RANGE;
	if (!mkey->pages[i])
		return SM_FAULT_MEMORY;
	piece->iov_base = (void *)(uintptr_t)(mkey->pages[i] + at % size);
	while (room < len && ++i < mkey->n && mkey->pages[i] == mkey->pages[i - 1] + size)
		room += size;
	piece->iov_len = room < len ? room : len;
	piece->iov_base = sm_dma(dev, (uintptr_t)piece->iov_base, piece->iov_len);
	return piece->iov_base ? SM_OK : SM_FAULT_MEMORY;
}
