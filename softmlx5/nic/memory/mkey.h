/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Declarations that mkey.c and umr.c share: lists of translation entries under construction.
 */
#ifndef SOFTMLX5_MKEY_H
#define SOFTMLX5_MKEY_H

#include "nic/memory/mem.h"

#define SM_ANY_QPN 0xffffffu	/* mkc.qpn of a key that every QP may use */

/* A list that has been read and checked, before a key takes it over. */
struct sm_mkey_list {
	enum sm_mkey_kind kind;
	uint64_t page;		/* KSM: bytes of an entry */
	uint64_t *pages;
	struct sm_xlt *xlt;
	struct sm_repeat *repeat;
	uint32_t n, repeat_count;
	uint64_t round_len;
};

bool sm_list_is_repeat(const void *list);
/*
 * Reads @octowords entries that become entry @first and following of a key with context @ctx. @mkey
 * has the old list, whose other entries stay if this is a part. NULL, or what is wrong with them;
 * call sm_mkey_list_free() in both cases.
 */
const char *sm_mkey_list_read(struct sm_mkey_list *list, const struct sm_mkey *mkey,
			      const struct prm_mkc_fields *ctx, const void *entries,
			      uint32_t octowords, uint32_t first, bool is_part);
void sm_mkey_list_free(struct sm_mkey_list *list);
/* The same for a key with a list of pages, and the memory @offset bytes after its start (mkey_pages.c). */
struct prm_mtt;
const char *sm_mkey_pages_read(struct sm_mkey_list *list, const struct sm_mkey *mkey,
			       const struct prm_mkc_fields *ctx, const struct prm_mtt *entries,
			       uint32_t octowords, uint32_t first, bool is_part);
enum sm_fault sm_mkey_pages_at(const struct sm_dev *dev, const struct sm_mkey *mkey, uint64_t len,
			       uint64_t offset, struct iovec *piece);
/* Replaces the key's list by this one, which is then empty. */
void sm_mkey_list_use(struct sm_mkey *mkey, struct sm_mkey_list *list);

uint64_t sm_mkey_new_generation(void);
/* The key with this index in any state, and the tag in @key; NULL if there is none. */
struct sm_mkey *sm_mkey_by_key(struct sm_dev *dev, uint32_t key, uint8_t *tag);

#endif
