/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Streams: the bytes of a scatter-gather list in the order of the wire. If a key has a
 * BSF, signatures are checked, stripped, inserted and converted, and data encrypted, in passing
 * (nic/signature/sig.h); lengths and addresses of such a key count wire bytes.
 */
#ifndef SOFTMLX5_STREAM_H
#define SOFTMLX5_STREAM_H

#include "nic/memory/payload.h"
#include "nic/signature/sig.h"

#define SM_MAX_SGE 64

struct sm_sge {
	uint32_t key;
	uint64_t addr;
	uint64_t len;
	const void *inline_data; /* if not NULL, @len bytes here; key and addr are not used */
};

struct sm_stream {
	struct sm_accessor by;
	struct sm_sge sge[SM_MAX_SGE];
	unsigned int n, current;
	uint64_t done;		/* bytes of the current entry */
	uint64_t total, moved;	/* bytes of all entries; bytes gathered or scattered so far */
	struct sm_sig_stream *sig;	/* of the current entry, if its key has a BSF */
	struct sm_sig_room sig_room;	/* memory of @sig */
	uint64_t generation;	/* of the current entry's key; 0: not looked up yet */
};

/*
 * Starts a stream over a list; checks every key and range. The list is copied. Keys may change or
 * be destroyed while the stream is open: the next call then gives SM_FAULT_KEY.
 */
enum sm_fault sm_stream_open(struct sm_stream *stream, const struct sm_accessor *by,
			     const struct sm_sge *sge, unsigned int n);
/*
 * The next bytes, at most @want and SM_PAYLOAD_MAX; fewer only if the payload has no more room for
 * pieces or the list ends. @payload is reset first.
 */
enum sm_fault sm_stream_gather(struct sm_stream *stream, size_t want, struct sm_payload *payload);
/* Writes the next bytes. SM_FAULT_RANGE if the list is too short. */
enum sm_fault sm_stream_scatter(struct sm_stream *stream, struct sm_payload *payload);
/* Ends the stream, complete or not. Needed after every successful open. */
void sm_stream_close(struct sm_stream *stream);

#endif
