/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Declarations that the files of the signature engine share: places in a domain, and the signature
 * of one block.
 */
#ifndef SOFTMLX5_SIG_PRIVATE_H
#define SOFTMLX5_SIG_PRIVATE_H

#include "nic/memory/mem.h"
#include "nic/signature/sig.h"

#define SM_SIG_MAX 8u		/* bytes of the longest signature */
/* Blocks of a run whose registers are computed before their signatures are checked. */
#define SM_SIG_BLOCKS 128u
#define SM_UNIT_MAX 4160u	/* bytes of the largest data unit of encryption */

/*
 * Places. Each domain has the same data (raw data); a signature follows every full block. Offsets
 * count from the start of the key.
 */

/* Bytes of data before an offset of a domain. */
uint64_t sm_sig_raw(const struct sm_sig_domain *domain, uint64_t offset);
/* Offset of data in a domain: after the signatures of all blocks before. */
uint64_t sm_sig_place(const struct sm_sig_domain *domain, uint64_t raw);

/*
 * Images: the bytes of a signature, or a bit for each of their bits, in a number whose first byte
 * in memory is that of the signature. Bytes after a shorter signature are 0.
 */
uint64_t sm_sig_load(const struct sm_sig_domain *domain, const void *sig);
/* The bytes of a byte mask of the BSF. */
uint64_t sm_sig_mask(const struct sm_sig_domain *domain, uint8_t byte_mask);
/*
 * The bits that are checked: those of the byte mask, and of the application tag those of its mask.
 */
uint64_t sm_sig_check_mask(const struct sm_sig_domain *domain, uint8_t byte_mask);

/* The current block of a domain. @left is unlimited in a domain that is off. */
struct sm_sig_block {
	const struct sm_sig_domain *domain;
	uint64_t index;		/* in the key */
	uint64_t left;		/* data bytes that are still to come */
	uint64_t reg;		/* the CRC or sum of the data so far */
	bool computes;		/* @reg is used */
	uint64_t checks;	/* image of the bits that are checked */
};

static inline void sm_sig_block_begin(struct sm_sig_block *block, uint64_t index)
{
	block->index = index;
	block->left = block->domain->is_on ? block->domain->block : UINT64_MAX;
	block->reg = block->domain->seed;
}

/* The register after more data. */
uint64_t sm_sig_block_pass(const struct sm_sig_block *block, const void *data, size_t len);

/* Adds data to the block. @len is at most @left. */
static inline void sm_sig_block_add(struct sm_sig_block *block, const void *data, size_t len)
{
	if (block->computes)
		block->reg = sm_sig_block_pass(block, data, len);
	block->left -= len;
}

/* Image of the block's expected signature. */
uint64_t sm_sig_block_make(const struct sm_sig_block *block);
/*
 * Compares the signature that was @found with the expected one. false: they differ, and @error has
 * syndrome, expected, actual and offset.
 */
bool sm_sig_block_check(const struct sm_sig_block *block, uint64_t found,
			struct sm_sig_error *error);

/* A data unit of AES-XTS that is being collected. */
struct sm_sig_unit {
	bool encrypts;
	uint32_t fill, taken;	/* bytes collected; for a gather, bytes taken from it */
	uint64_t index;		/* of the unit, in the key */
	uint8_t bytes[SM_UNIT_MAX];
};

/* Encrypts or decrypts the bytes in a unit, and counts it. */
enum sm_fault sm_sig_unit_run(struct sm_sig_stream *stream, struct sm_sig_unit *unit);

/*
 * The signature of an output domain: computed, except for the bytes that are copied from the input
 * domain.
 */
static inline uint64_t sm_sig_make(const struct sm_sig_block *block, uint64_t copies,
				   uint64_t found)
{
	return (sm_sig_block_make(block) & ~copies) | (found & copies);
}

/* A signature that was checked does not match. */
void sm_sig_mismatch(const struct sm_accessor *owner, struct sm_mkey *mkey,
		     const struct sm_sig_block *block, struct sm_sig_error *error);

struct sm_sig_stream {
	const struct sm_accessor *owner;
	struct sm_mkey *mkey;
	const struct sm_sig *sig;
	bool is_scatter;
	bool has_begun;

	/* Offsets from the start of the key. */
	uint64_t wire, wire_end;
	uint64_t memory, memory_end;
	struct iovec
		piece; /* memory from @memory on, as looked up in this call */

	struct sm_sig_block wire_block, memory_block;
	bool shares;		/* both blocks have the same register: it is computed once */
	uint64_t copies; /* image of the bytes that are copied; if any, both blocks end together */

	/* The signature on the wire: bytes to send in a gather, bytes received in a scatter. */
	uint64_t wire_sig;	/* image */
	uint32_t wire_sig_at, wire_sig_len;	/* next byte; 0: data are on */
	bool is_torn;		/* scatter: its first bytes came with another request */
	uint64_t memory_sig;	/* gather: image of the signature in memory */
	void *memory_sig_at;	/* its address if it is in one piece; NULL: not in this call */

	/* NULL: not encrypted at this stage. Transactions have the unit of memory alone. */
	struct sm_sig_unit *memory_unit, *wire_unit;
	uint64_t data_end;	/* of a transaction: offset of its CRC */
};

static inline uint64_t sm_min(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/*
 * Runs (sig_run.c). The run that can start at the position of the stream, without its memory and
 * length. false: there is none, since the position is inside of a block, blocks do not end
 * together, two codes are computed, or data are encrypted.
 */
bool sm_sig_run_begin(const struct sm_sig_stream *stream, struct sm_sig_run *run);
/*
 * Processes the signatures after the blocks of a run, on both sides (sig_block.c). @regs has the
 * registers. @blocks has at most SM_SIG_BLOCKS.
 */
void sm_sig_blocks_end(const struct sm_sig_run *run, const struct sm_sig_block *input,
		       const struct sm_sig_block *output, const uint64_t *regs,
		       const struct sm_blocks *blocks);
/* Does each block match, or is it excused by an escape? */
bool sm_sig_blocks_match(const struct sm_sig_block *next, const uint64_t *regs,
			 const struct sm_blocks *blocks);
/* Reports the blocks that do not match. */
void sm_sig_blocks_search(const struct sm_sig_run *run, const struct sm_sig_block *next,
			  const uint64_t *regs, const struct sm_blocks *blocks);
/* Advances both blocks of the stream after the run. */
void sm_sig_run_end(struct sm_sig_stream *stream, const struct sm_sig_run *run);

/*
 * Transaction signatures (sig_transaction.c): the range of a request, instead of that of blocks,
 * its gather and its scatter.
 */
enum sm_fault sm_sig_transaction_range(struct sm_sig_stream *stream);
enum sm_fault sm_sig_transaction_gather(struct sm_sig_stream *stream, size_t want,
					struct sm_payload *payload);
enum sm_fault sm_sig_transaction_scatter(struct sm_sig_stream *stream, const struct iovec *pieces,
					 unsigned int n);

/*
 * Before the first byte: restores registers of blocks that earlier requests have begun, and a
 * signature to be copied.
 */
enum sm_fault sm_sig_read_front(struct sm_sig_stream *stream);

#endif
