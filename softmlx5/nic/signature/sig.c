// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The signature engine: data between memory and wire under one key.
 *
 *	memory -> cursor -> [decrypt, encrypt] -> blocks -> [encrypt, decrypt] -> wire
 *
 * At most one of the two encryption stages is in use. A gather pulls bytes from the right; without
 * encryption, data stay pieces of the application's memory, and only signatures are written. A
 * scatter pushes bytes from the right and copies them once, into the application's memory.
 */
#include <stdlib.h>
#include <string.h>

#include "base/caps.h"
#include "nic/memory/mem.h"
#include "nic/memory/payload.h"
#include "nic/signature/sig.h"
#include "nic/signature/sig_private.h"

/*
 * Functions that run once per block are inlined. A CRC of 512 bytes takes some ten nanoseconds, as
 * long as a dozen calls.
 */
#define SM_HOT static inline __attribute__((always_inline))

#define SM_RUN_LEAST 8u	/* blocks that are worth a packet of their own */

/*
 * Memory.
 */

/* The next piece of memory, at most @most bytes and at least one. */
SM_HOT enum sm_fault sm_sig_cursor(struct sm_sig_stream *stream, uint64_t most, struct iovec *piece)
{
	const struct sm_accessor *owner = stream->owner;

	if (stream->memory == stream->memory_end)
		return SM_FAULT_RANGE;
	if (!stream->piece.iov_len) {
		enum sm_fault fault = sm_mkey_translate(owner->dev, stream->mkey, owner->pd,
							stream->mkey->ctx.start_addr +
								stream->memory,
							stream->memory_end - stream->memory,
							owner->access, &stream->piece);

		if (fault)
			return fault;
	}
	piece->iov_base = stream->piece.iov_base;
	piece->iov_len = sm_min(stream->piece.iov_len, most);
	return SM_OK;
}

SM_HOT void sm_sig_cursor_advance(struct sm_sig_stream *stream, size_t len)
{
	stream->memory += len;
	stream->piece.iov_base = (char *)stream->piece.iov_base + len;
	stream->piece.iov_len -= len;
}

enum sm_fault sm_sig_unit_run(struct sm_sig_stream *stream, struct sm_sig_unit *unit)
{
	const struct sm_sig *sig = stream->sig;
	struct sm_dek *dek = sm_table_get(&stream->owner->dev->deks, sig->dek);
	uint8_t tweak[16];
	uint64_t carry = unit->index++;

	if (!dek)
		return SM_FAULT_CRYPTO; /* destroyed since the BSF was written */
	for (unsigned int i = 0; i < sizeof(tweak); i++) {
		carry += sig->tweak[i];
		tweak[i] = (uint8_t)carry;
		carry >>= 8;
	}
	return sm_crypto_xts(dek, unit->encrypts, tweak, unit->bytes, unit->bytes, unit->fill) ?
		       SM_OK :
		       SM_FAULT_CRYPTO;
}

/* The next data unit of the memory, for a gather. */
static enum sm_fault sm_sig_memory_unit(struct sm_sig_stream *stream)
{
	struct sm_sig_unit *unit = stream->memory_unit;
	enum sm_fault fault;
	struct iovec piece;

	unit->fill = unit->taken = 0;
	while (unit->fill < stream->sig->crypto_block && stream->memory < stream->memory_end) {
		fault = sm_sig_cursor(stream, stream->sig->crypto_block - unit->fill, &piece);
		if (fault)
			return fault;
		memcpy(unit->bytes + unit->fill, piece.iov_base, piece.iov_len);
		unit->fill += (uint32_t)piece.iov_len;
		sm_sig_cursor_advance(stream, piece.iov_len);
	}
	return unit->fill ? sm_sig_unit_run(stream, unit) : SM_FAULT_RANGE;
}

/* Takes the next bytes of memory for a gather, decrypted or encrypted as needed. */
SM_HOT enum sm_fault sm_sig_pull_memory(struct sm_sig_stream *stream, uint64_t most,
					struct iovec *piece)
{
	struct sm_sig_unit *unit = stream->memory_unit;
	enum sm_fault fault = SM_OK;

	if (!unit) {
		fault = sm_sig_cursor(stream, most, piece);
		if (!fault)
			sm_sig_cursor_advance(stream, piece->iov_len);
		return fault;
	}
	if (unit->taken == unit->fill)
		fault = sm_sig_memory_unit(stream);
	if (fault)
		return fault;
	piece->iov_base = unit->bytes + unit->taken;
	piece->iov_len = sm_min(unit->fill - unit->taken, most);
	unit->taken += (uint32_t)piece->iov_len;
	return SM_OK;
}

/* Destination of the next bytes of a scatter. */
SM_HOT enum sm_fault sm_sig_room(struct sm_sig_stream *stream, uint64_t most, struct iovec *room)
{
	struct sm_sig_unit *unit = stream->memory_unit;

	if (!unit)
		return sm_sig_cursor(stream, most, room);
	room->iov_base = unit->bytes + unit->fill;
	room->iov_len = sm_min(stream->sig->crypto_block - unit->fill, most);
	return SM_OK;
}

/* Writes the data unit to memory. */
static enum sm_fault sm_sig_flush(struct sm_sig_stream *stream)
{
	struct sm_sig_unit *unit = stream->memory_unit;
	enum sm_fault fault = sm_sig_unit_run(stream, unit);
	uint32_t done = 0;

	while (!fault && done < unit->fill) {
		struct iovec piece;

		fault = sm_sig_cursor(stream, unit->fill - done, &piece);
		if (fault)
			break;
		memcpy(piece.iov_base, unit->bytes + done, piece.iov_len);
		done += (uint32_t)piece.iov_len;
		sm_sig_cursor_advance(stream, piece.iov_len);
	}
	unit->fill = 0;
	return fault;
}

/* @len bytes of the room are filled. */
SM_HOT enum sm_fault sm_sig_filled(struct sm_sig_stream *stream, size_t len)
{
	struct sm_sig_unit *unit = stream->memory_unit;

	if (!unit) {
		sm_sig_cursor_advance(stream, len);
		return SM_OK;
	}
	unit->fill += (uint32_t)len;
	return unit->fill == stream->sig->crypto_block ? sm_sig_flush(stream) : SM_OK;
}

/*
 * Blocks.
 */

/*
 * Makes an error as ConnectX-5 was seen to report it: expected is what the device computed, and the
 * offset is that of the last byte of the signature.
 */
static void sm_sig_error_of_card(const struct sm_sig_domain *domain, struct sm_sig_error *error)
{
	const struct sm_sig_error page = *error;

	error->expected_trans_sig = page.actual_trans_sig;
	error->expected_ref_tag = page.actual_ref_tag;
	error->actual_trans_sig = page.expected_trans_sig;
	error->actual_ref_tag = page.expected_ref_tag;
	if (!error->is_transaction)
		error->offset += domain->block + domain->sig - 1;
}

void sm_sig_mismatch(const struct sm_accessor *owner, struct sm_mkey *mkey,
		     const struct sm_sig_block *block, struct sm_sig_error *error)
{
	const struct prm_mkey_value_fields value = {
		.mkey_index = mkey->obj.id, .mkey_7_0 = mkey->ctx.mkey_7_0,
	};
	prm_be32 key;

	prm_mkey_value_pack((void *)&key, &value);
	error->mkey = prm_be32_to_cpu(key);
	error->is_transaction = block->domain == &mkey->sig->transaction.domain;
	error->domain = block->domain == &mkey->sig->wire ||
			(error->is_transaction && mkey->sig->transaction.is_wire) ?
		PRM_SIGERR_DOMAIN_WIRE : PRM_SIGERR_DOMAIN_MEMORY;
	if (owner->dev->caps->sig_errors_of_card)
		sm_sig_error_of_card(block->domain, error);
	owner->mismatch(owner, mkey, sm_table_get(&owner->dev->psvs, block->domain->psv), error);
}

SM_HOT void sm_sig_check(struct sm_sig_stream *stream, const struct sm_sig_block *block,
			 uint64_t found)
{
	struct sm_sig_error error;

	if (block->checks && !sm_sig_block_check(block, found, &error))
		sm_sig_mismatch(stream->owner, stream->mkey, block, &error);
}

SM_HOT void sm_sig_add(struct sm_sig_stream *stream, const void *data, size_t len)
{
	sm_sig_block_add(&stream->wire_block, data, len);
	if (stream->shares) {
		stream->memory_block.reg = stream->wire_block.reg;
		stream->memory_block.left -= len;
	} else {
		sm_sig_block_add(&stream->memory_block, data, len);
	}
}

/* Gather. */

/* A block of memory is complete: its signature follows. */
SM_HOT enum sm_fault sm_sig_take_memory_sig(struct sm_sig_stream *stream)
{
	const struct sm_sig_domain *domain = stream->memory_block.domain;
	uint8_t bytes[SM_SIG_MAX];
	uint32_t done = 0;

	stream->memory_sig_at = NULL;
	while (done < domain->sig) {
		struct iovec piece;
		enum sm_fault fault = sm_sig_pull_memory(stream, domain->sig - done, &piece);

		if (fault)
			return fault;
		if (piece.iov_len == domain->sig) {
			stream->memory_sig = sm_sig_load(domain, piece.iov_base);
			stream->memory_sig_at = stream->memory_unit ? NULL : piece.iov_base;
			break;
		}
		memcpy(bytes + done, piece.iov_base, piece.iov_len);
		done += (uint32_t)piece.iov_len;
		if (done == domain->sig)
			stream->memory_sig = sm_sig_load(domain, bytes);
	}
	sm_sig_check(stream, &stream->memory_block, stream->memory_sig);
	return SM_OK;
}

SM_HOT void sm_sig_offer_wire_sig(struct sm_sig_stream *stream)
{
	stream->wire_sig = sm_sig_make(&stream->wire_block, stream->copies, stream->memory_sig);
	stream->wire_sig_at = 0;
	stream->wire_sig_len = stream->wire_block.domain->sig;
}

/* Takes the next bytes of the wire domain, before encryption. @is_data: not a signature. */
SM_HOT enum sm_fault sm_sig_pull_wire(struct sm_sig_stream *stream, uint64_t most,
				      struct iovec *piece, bool *is_data)
{
	enum sm_fault fault;

	*is_data = !stream->wire_sig_len;
	if (*is_data) {
		most = sm_min(most, sm_min(stream->wire_block.left, stream->memory_block.left));
		fault = sm_sig_pull_memory(stream, most, piece);
		if (fault)
			return fault;
		sm_sig_add(stream, piece->iov_base, piece->iov_len);
	} else {
		piece->iov_base = (char *)&stream->wire_sig + stream->wire_sig_at;
		piece->iov_len = sm_min(stream->wire_sig_len - stream->wire_sig_at, most);
		stream->wire_sig_at += (uint32_t)piece->iov_len;
	}
	stream->wire += piece->iov_len;
	return SM_OK;
}

/* Bytes that were pulled have reached their destination; what ends with them is completed. */
SM_HOT enum sm_fault sm_sig_settle_out(struct sm_sig_stream *stream)
{
	enum sm_fault fault;

	if (stream->wire_sig_len) {
		if (stream->wire_sig_at == stream->wire_sig_len) {
			stream->wire_sig_len = 0;
			sm_sig_block_begin(&stream->wire_block, stream->wire_block.index + 1);
		}
		return SM_OK;
	}
	if (!stream->memory_block.left) {
		fault = sm_sig_take_memory_sig(stream);
		if (fault)
			return fault;
	}
	if (!stream->wire_block.left)
		sm_sig_offer_wire_sig(stream);
	if (!stream->memory_block.left)
		sm_sig_block_begin(&stream->memory_block, stream->memory_block.index + 1);
	return SM_OK;
}

/* The next data unit of the wire. */
static enum sm_fault sm_sig_wire_unit(struct sm_sig_stream *stream)
{
	struct sm_sig_unit *unit = stream->wire_unit;

	unit->fill = unit->taken = 0;
	while (unit->fill < stream->sig->crypto_block && stream->wire < stream->wire_end) {
		struct iovec piece;
		enum sm_fault fault;
		bool is_data;

		fault = sm_sig_pull_wire(stream, sm_min(stream->sig->crypto_block - unit->fill,
							stream->wire_end - stream->wire),
					 &piece, &is_data);
		if (fault)
			return fault;
		memcpy(unit->bytes + unit->fill, piece.iov_base, piece.iov_len);
		unit->fill += (uint32_t)piece.iov_len;
		fault = sm_sig_settle_out(stream);
		if (fault)
			return fault;
	}
	return unit->fill ? sm_sig_unit_run(stream, unit) : SM_FAULT_RANGE;
}

/*
 * Computed bytes, which are not in the application's memory. The payload has room for all of them.
 */
SM_HOT enum sm_fault sm_sig_emit(struct sm_payload *payload, const void *bytes, size_t len)
{
	void *room = sm_payload_scratch(payload, len);

	if (!room)
		return SM_FAULT_RANGE;
	if (len == sizeof(uint64_t))
		memcpy(room, bytes, sizeof(uint64_t));	/* most signatures are in one piece */
	else
		memcpy(room, bytes, len);
	return SM_OK;
}

static enum sm_fault sm_sig_gather_unit(struct sm_sig_stream *stream, size_t want,
					struct sm_payload *payload)
{
	struct sm_sig_unit *unit = stream->wire_unit;
	enum sm_fault fault = SM_OK;
	uint32_t len;

	if (unit->taken == unit->fill)
		fault = sm_sig_wire_unit(stream);
	if (fault)
		return fault;
	len = (uint32_t)sm_min(unit->fill - unit->taken, want);
	fault = sm_sig_emit(payload, unit->bytes + unit->taken, len);
	unit->taken += len;
	return fault;
}

/*
 * The signature of the wire, if it is a copy of memory's: it is sent from there, as one piece with
 * the data around it.
 */
SM_HOT void *sm_sig_in_memory(const struct sm_sig_stream *stream, size_t len)
{
	return len == stream->sig->memory.sig && stream->wire_sig_len == len &&
	       stream->wire_sig == stream->memory_sig ? stream->memory_sig_at : NULL;
}

SM_HOT enum sm_fault sm_sig_gather_piece(struct sm_sig_stream *stream, size_t want,
					 struct sm_payload *payload)
{
	struct iovec piece;
	enum sm_fault fault;
	bool is_data;
	void *from;

	fault = sm_sig_pull_wire(stream, want, &piece, &is_data);
	if (fault)
		return fault;
	from = is_data ? piece.iov_base : sm_sig_in_memory(stream, piece.iov_len);
	if (is_data && stream->memory_unit)
		from = NULL;	/* the unit is reused before the packet is sent */
	if (!from)
		fault = sm_sig_emit(payload, piece.iov_base, piece.iov_len);
	else if (!sm_payload_add(payload, from, piece.iov_len))
		fault = SM_FAULT_RANGE;
	return fault ? fault : sm_sig_settle_out(stream);
}

/*
 * Contiguous blocks become a run. A run ends the payload: pieces after it would be checked before
 * it. A few blocks that are followed by pieces of memory are not worth a packet of their own.
 */
static enum sm_fault sm_sig_gather_run(struct sm_sig_stream *stream, size_t want,
				       struct sm_payload *payload)
{
	struct sm_sig_run run;
	struct iovec piece;
	enum sm_fault fault;

	if (!sm_sig_run_begin(stream, &run))
		return SM_OK;
	fault = sm_sig_cursor(stream, UINT64_MAX, &piece);
	if (fault)
		return fault;
	run.from = piece.iov_base;
	run.n = sm_min(piece.iov_len / run.from_step, want / run.to_step);
	if (!run.n || (run.n < SM_RUN_LEAST &&
		       (run.n + 1) * run.to_step <= stream->wire_end - stream->wire))
		return SM_OK;
	sm_sig_cursor_advance(stream, run.n * run.from_step);
	sm_sig_run_end(stream, &run);
	stream->wire += run.n * run.to_step;
	payload->run = run;
	payload->len += run.n * run.to_step;
	return SM_OK;
}

/* Scatter. */

/*
 * Blocks that are contiguous both in the packet and in memory. Takes some of the bytes, or none:
 * *@len.
 */
static enum sm_fault sm_sig_push_run(struct sm_sig_stream *stream, const char *from, uint64_t *len)
{
	const uint64_t most = *len;
	struct sm_sig_run run;
	struct iovec room;
	enum sm_fault fault;

	*len = 0;
	if (!sm_sig_run_begin(stream, &run) || most < run.from_step)
		return SM_OK;
	fault = sm_sig_cursor(stream, UINT64_MAX, &room);
	if (fault)
		return fault;
	run.from = (const uint8_t *)from;
	run.n = sm_min(most / run.from_step, room.iov_len / run.to_step);
	if (!run.n)
		return SM_OK;
	sm_sig_run(&run, run.n, room.iov_base);
	sm_sig_cursor_advance(stream, run.n * run.to_step);
	sm_sig_run_end(stream, &run);
	*len = run.n * run.from_step;
	return SM_OK;
}

SM_HOT enum sm_fault sm_sig_put_memory_sig(struct sm_sig_stream *stream)
{
	struct sm_sig_block *block = &stream->memory_block;
	const uint64_t sig = sm_sig_make(block, stream->copies, stream->wire_sig);
	uint32_t done = 0;

	while (done < block->domain->sig) {
		struct iovec room;
		enum sm_fault fault = sm_sig_room(stream, block->domain->sig - done, &room);

		if (fault)
			return fault;
		memcpy(room.iov_base, (const char *)&sig + done, room.iov_len);
		done += (uint32_t)room.iov_len;
		fault = sm_sig_filled(stream, room.iov_len);
		if (fault)
			return fault;
	}
	sm_sig_block_begin(block, block->index + 1);
	return SM_OK;
}

/* Data from the wire. Takes some of them: *@len. */
SM_HOT enum sm_fault sm_sig_push_data(struct sm_sig_stream *stream, const char *from, uint64_t *len)
{
	struct iovec room;
	enum sm_fault fault;

	*len = sm_min(*len, sm_min(stream->wire_block.left, stream->memory_block.left));
	fault = sm_sig_room(stream, *len, &room);
	if (fault)
		return fault;
	*len = room.iov_len;
	sm_sig_add(stream, from, room.iov_len);
	memmove(room.iov_base, from, room.iov_len); /* still in the cache from the CRC */
	fault = sm_sig_filled(stream, room.iov_len);
	if (!fault && !stream->memory_block.left && !stream->copies)
		fault = sm_sig_put_memory_sig(stream);
	if (!stream->wire_block.left) {
		stream->wire_sig_at = 0;
		stream->wire_sig_len = stream->wire_block.domain->sig;
	}
	return fault;
}

/* Bytes of a signature from the wire. */
SM_HOT enum sm_fault sm_sig_push_wire_sig(struct sm_sig_stream *stream, const char *from,
					  uint64_t *len)
{
	enum sm_fault fault = SM_OK;

	*len = sm_min(*len, stream->wire_sig_len - stream->wire_sig_at);
	memcpy((char *)&stream->wire_sig + stream->wire_sig_at, from, *len);
	stream->wire_sig_at += (uint32_t)*len;
	if (stream->wire_sig_at < stream->wire_sig_len)
		return SM_OK;
	if (!stream->is_torn) {
		sm_sig_check(stream, &stream->wire_block, stream->wire_sig);
		if (stream->copies)
			fault = sm_sig_put_memory_sig(stream);
	}
	stream->is_torn = false;
	stream->wire_sig_len = 0;
	sm_sig_block_begin(&stream->wire_block, stream->wire_block.index + 1);
	return fault;
}

/* Decrypted bytes of the wire domain. */
static enum sm_fault sm_sig_push_wire(struct sm_sig_stream *stream, const char *from, uint64_t left)
{
	while (left) {
		uint64_t len = left;
		enum sm_fault fault = sm_sig_push_run(stream, from, &len);

		if (!fault && !len) {
			len = left;
			fault = stream->wire_sig_len ?
				sm_sig_push_wire_sig(stream, from, &len) :
				sm_sig_push_data(stream, from, &len);
		}
		if (fault)
			return fault;
		stream->wire += len;
		from += len;
		left -= len;
	}
	return SM_OK;
}

/* Encrypted bytes of the wire are collected until the data unit, or the request, is complete. */
static enum sm_fault sm_sig_push_unit(struct sm_sig_stream *stream, const char *from, uint64_t left)
{
	struct sm_sig_unit *unit = stream->wire_unit;
	enum sm_fault fault = SM_OK;

	while (left && !fault) {
		uint64_t len = sm_min(left, stream->sig->crypto_block - unit->fill);

		memcpy(unit->bytes + unit->fill, from, len);
		unit->fill += (uint32_t)len;
		from += len;
		left -= len;
		if (unit->fill == stream->sig->crypto_block ||
		    unit->fill == stream->wire_end - stream->wire) {
			fault = sm_sig_unit_run(stream, unit);
			if (!fault)
				fault = sm_sig_push_wire(stream, (char *)unit->bytes, unit->fill);
			unit->fill = 0;
		}
	}
	return fault;
}

/*
 * Before the first byte of a gather that starts after the data of a block: computes its signature.
 */
static enum sm_fault sm_sig_begin(struct sm_sig_stream *stream)
{
	const uint32_t at = stream->wire_sig_at;
	enum sm_fault fault;

	if (stream->has_begun)
		return SM_OK;
	fault = sm_sig_read_front(stream);
	if (fault)
		return fault;
	if (stream->wire_sig_len && !stream->is_scatter) {
		sm_sig_offer_wire_sig(stream);
		stream->wire_sig_at = at;
	}
	stream->has_begun = true;
	return SM_OK;
}

/* The next bytes: a run, or pieces. */
static enum sm_fault sm_sig_gather_next(struct sm_sig_stream *stream, size_t want,
					struct sm_payload *payload)
{
	const size_t most = sm_min(want, SM_PAYLOAD_PASSED - payload->passed);
	const size_t before = payload->len;
	enum sm_fault fault = sm_sig_gather_run(stream, want, payload);

	if (fault || payload->run.n || !most)
		return fault;
	fault = stream->wire_unit ? sm_sig_gather_unit(stream, most, payload) :
		sm_sig_gather_piece(stream, most, payload);
	payload->passed += payload->len - before;
	return fault;
}

enum sm_fault sm_sig_gather(struct sm_sig_stream *stream, size_t want, struct sm_payload *payload)
{
	const size_t end = payload->len + want;
	bool has_more = true;
	enum sm_fault fault;

	if (stream->sig->transaction.is_on)
		return sm_sig_transaction_gather(stream, want, payload);
	fault = sm_sig_begin(stream);
	stream->piece.iov_len = 0;	/* indirect keys may have changed */
	stream->memory_sig_at = NULL;
	while (!fault && has_more && payload->len < end && payload->n < SM_PAYLOAD_PIECES &&
	       !payload->run.n) {
		const size_t before = payload->len;

		fault = sm_sig_gather_next(stream, end - before, payload);
		has_more = payload->len > before;
	}
	return fault;
}

enum sm_fault sm_sig_scatter(struct sm_sig_stream *stream, const struct iovec *pieces,
			     unsigned int n)
{
	enum sm_fault fault;

	if (stream->sig->transaction.is_on)
		return sm_sig_transaction_scatter(stream, pieces, n);
	fault = sm_sig_begin(stream);
	stream->piece.iov_len = 0;
	for (unsigned int i = 0; i < n && !fault; i++)
		fault = stream->wire_unit ?
			sm_sig_push_unit(stream, pieces[i].iov_base, pieces[i].iov_len) :
			sm_sig_push_wire(stream, pieces[i].iov_base, pieces[i].iov_len);
	if (!fault && stream->wire == stream->wire_end &&
	    stream->memory_unit && stream->memory_unit->fill)
		fault = sm_sig_flush(stream);
	return fault;
}
