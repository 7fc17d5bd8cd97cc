/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * What the files of the signature engine share: places in a domain, and the signature of one block.
 */
#ifndef SOFTMLX5_SIG_PRIVATE_H
#define SOFTMLX5_SIG_PRIVATE_H

#include "sig.h"

#define SM_SIG_MAX 8u		/* bytes of the longest signature */
#define SM_UNIT_MAX 4160u	/* bytes of the largest data unit of encryption */

/*
 * Places. Each domain has the same data (raw data); a signature follows every full block. Offsets count from
 * the start of the key.
 */

/* Data in front of an offset of a domain. */
uint64_t sm_sig_raw(const struct sm_sig_domain *domain, uint64_t offset);
/* Offset of data in a domain: behind all signatures of the blocks in front. */
uint64_t sm_sig_place(const struct sm_sig_domain *domain, uint64_t raw);

/*
 * Images: the bytes of a signature, or a bit for each of their bits, in a number whose first byte in memory
 * is that of the signature. Bytes behind a shorter signature are 0.
 */
uint64_t sm_sig_load(const struct sm_sig_domain *domain, const void *sig);
/* The bytes that a mask of the BSF means. */
uint64_t sm_sig_mask(const struct sm_sig_domain *domain, uint8_t byte_mask);
/* The bits that are checked: of these bytes, and of the application tag those of its mask. */
uint64_t sm_sig_check_mask(const struct sm_sig_domain *domain, uint8_t byte_mask);

/*
 * The block of a domain that data are passing through. @left is without limit in a domain that is off.
 */
struct sm_sig_block {
	const struct sm_sig_domain *domain;
	uint64_t index;		/* in the key */
	uint64_t left;		/* data bytes that have not passed yet */
	uint64_t reg;		/* the CRC or sum of those that have */
	bool computes;		/* somebody needs @reg */
	uint64_t checks;	/* image of the bits that are checked */
};

void sm_sig_block_begin(struct sm_sig_block *block, uint64_t index);
/* Data pass. @len is at most @left. */
void sm_sig_block_add(struct sm_sig_block *block, const void *data, size_t len);
/* Image of the signature that the block should have. */
uint64_t sm_sig_block_make(const struct sm_sig_block *block);
/*
 * Compares the signature that was @found with what the block should have. false: they don't match, and
 * @error has syndrome, expected, actual and offset.
 */
bool sm_sig_block_check(const struct sm_sig_block *block, uint64_t found,
			struct sm_sig_error *error);

#endif
