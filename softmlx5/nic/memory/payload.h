/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Payloads: pieces of memory, then possibly a run of blocks whose bytes are computed when they are
 * copied.
 */
#ifndef SOFTMLX5_PAYLOAD_H
#define SOFTMLX5_PAYLOAD_H

#include "nic/memory/mem.h"

#define SM_PAYLOAD_PIECES 512
#define SM_PAYLOAD_MAX (2u << 20)	/* most bytes that one packet carries */
/*
 * Most bytes of a packet that pass through the signature engine when they are gathered. They are
 * read then, and should still be in the cache when they are copied. The scratch memory has this
 * size.
 */
#define SM_PAYLOAD_PASSED 32768u

/*
 * Whole blocks under a signature key, whose signatures are checked, stripped, inserted or converted
 * while they are copied (sig_run.c).
 */
struct sm_sig_run {
	const struct sm_accessor *owner;
	struct sm_mkey *mkey;
	bool is_scatter;
	bool input_computes, output_computes;
	uint64_t checks, copies;	/* images, see nic/signature/sig_private.h */
	uint64_t input_index, output_index;	/* of the first block in its domain */
	const uint8_t *from;
	uint64_t n;
	size_t block, from_step, to_step; /* bytes of data; with the signature, on either side */
};

/* Copies the first @n blocks. Both sides are accessed and must be under a guard. */
void sm_sig_run(const struct sm_sig_run *run, uint64_t n, void *to);
/* Removes the first @n blocks from the run. */
void sm_sig_run_advance(struct sm_sig_run *run, uint64_t n);

/*
 * Pieces of memory, then possibly a run of blocks whose bytes are computed when they are copied.
 * Valid until the stream is used again.
 */
struct sm_payload {
	struct iovec piece[SM_PAYLOAD_PIECES];
	unsigned int n;
	size_t len;
	bool is_gone;		/* set by the reader: a piece is not mapped any more */
	struct sm_sig_run run;	/* run.n is 0: none */
	size_t passed;		/* bytes through the signature engine */
	size_t scratch_used;
	uint8_t scratch[SM_PAYLOAD_PASSED];	/* bytes that are computed, not gathered */
};

static inline void sm_payload_begin(struct sm_payload *payload)
{
	payload->n = 0;
	payload->len = payload->passed = payload->scratch_used = 0;
	payload->run.n = 0;
	payload->is_gone = false;
}

/* Copies all bytes. false: some of them are not mapped any more. */
bool sm_payload_read(struct sm_payload *payload, void *to);
/* Allocates @len bytes of the scratch memory as the next piece; NULL when it is full. */
void *sm_payload_scratch(struct sm_payload *payload, size_t len);
/* Adds a piece, or extends the last one if it continues it; false when there is no room. */
bool sm_payload_add(struct sm_payload *payload, void *addr, size_t len);

#endif
