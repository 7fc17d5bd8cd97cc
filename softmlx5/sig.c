// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The signature engine: data on their way between memory and wire under one key.
 *
 *	memory -> cursor -> [decrypt, encrypt] -> blocks -> [encrypt, decrypt] -> wire
 *
 * One of the two places of encryption is in use at most. Going out, bytes are pulled from the right; without
 * encryption data are pieces of the application's memory all the way, and just signatures are written.
 * Coming in, bytes are pushed from the right, and are copied once, into the application's memory.
 */
#include <stdlib.h>
#include <string.h>

#include "nic.h"
#include "sig_private.h"

/* A data unit of AES-XTS being put together. */
struct sm_sig_unit {
	bool is_used;
	bool encrypts;
	uint32_t fill, taken;	/* bytes that are in it; going out, those that have left it */
	uint64_t index;		/* of the unit, in the key */
	uint8_t bytes[SM_UNIT_MAX];
};

struct sm_sig_stream {
	struct sm_stream *owner;
	struct sm_mkey *mkey;
	const struct sm_sig *sig;
	bool is_scatter;
	bool has_begun;

	/* Offsets from the start of the key. */
	uint64_t wire, wire_end;
	uint64_t memory, memory_end;
	struct iovec piece;	/* memory from @memory on, as far as it has been looked up in this call */

	struct sm_sig_block wire_block, memory_block;
	bool shares;		/* both blocks have the same register: it is computed once */
	uint64_t copies;	/* image of the bytes that are copied; if any, both blocks end together */

	/* The signature on the wire. Going out, bytes to send; coming in, bytes that have come. */
	uint64_t wire_sig;	/* image */
	uint32_t wire_sig_at, wire_sig_len;	/* next byte; 0: data are on */
	bool is_torn;		/* coming in: its first bytes came with another request */
	uint64_t memory_sig;	/* image of what memory had, going out */

	struct sm_sig_unit memory_unit, wire_unit;
};

/*
 * Memory.
 */

/* The next piece of memory, at most @most bytes and at least one. */
static enum sm_fault sm_sig_cursor(struct sm_sig_stream *stream, uint64_t most, struct iovec *piece)
{
	const struct sm_stream *owner = stream->owner;

	if (stream->memory == stream->memory_end)
		return SM_FAULT_RANGE;
	if (!stream->piece.iov_len) {
		enum sm_fault fault = sm_mkey_translate(owner->dev, stream->mkey, owner->pd,
							stream->mkey->ctx.start_addr + stream->memory,
							stream->memory_end - stream->memory,
							owner->access, &stream->piece);

		if (fault)
			return fault;
	}
	piece->iov_base = stream->piece.iov_base;
	piece->iov_len = stream->piece.iov_len < most ? stream->piece.iov_len : most;
	return SM_OK;
}

static void sm_sig_cursor_advance(struct sm_sig_stream *stream, size_t len)
{
	stream->memory += len;
	stream->piece.iov_base = (char *)stream->piece.iov_base + len;
	stream->piece.iov_len -= len;
}

/* Encrypts or decrypts what is in a unit. */
static enum sm_fault sm_sig_unit_run(struct sm_sig_stream *stream, struct sm_sig_unit *unit)
{
	const struct sm_sig *sig = stream->sig;
	struct sm_dek *dek = sm_table_get(&stream->owner->dev->deks, sig->dek);
	uint8_t tweak[16];
	uint64_t carry = unit->index++;

	if (!dek)
		return SM_FAULT_SIG;	/* destroyed since the BSF was written */
	for (unsigned int i = 0; i < sizeof(tweak); i++) {
		carry += sig->tweak[i];
		tweak[i] = (uint8_t)carry;
		carry >>= 8;
	}
	return sm_crypto_xts(dek, unit->encrypts, tweak, unit->bytes, unit->bytes, unit->fill) ?
		SM_OK : SM_FAULT_SIG;
}

/* The next data unit of the memory, for a gather. */
static enum sm_fault sm_sig_memory_unit(struct sm_sig_stream *stream)
{
	struct sm_sig_unit *unit = &stream->memory_unit;
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

/* The next bytes of memory for a gather, decrypted or encrypted if need be; they are taken. */
static enum sm_fault sm_sig_pull_memory(struct sm_sig_stream *stream, uint64_t most,
					struct iovec *piece)
{
	struct sm_sig_unit *unit = &stream->memory_unit;
	enum sm_fault fault = SM_OK;

	if (!unit->is_used) {
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
	piece->iov_len = unit->fill - unit->taken < most ? unit->fill - unit->taken : most;
	unit->taken += (uint32_t)piece->iov_len;
	return SM_OK;
}

/* Where the next bytes of a scatter go. */
static enum sm_fault sm_sig_room(struct sm_sig_stream *stream, uint64_t most, struct iovec *room)
{
	struct sm_sig_unit *unit = &stream->memory_unit;
	const uint32_t left = stream->sig->crypto_block - unit->fill;

	if (!unit->is_used)
		return sm_sig_cursor(stream, most, room);
	room->iov_base = unit->bytes + unit->fill;
	room->iov_len = left < most ? left : most;
	return SM_OK;
}

/* The data unit goes to memory. */
static enum sm_fault sm_sig_flush(struct sm_sig_stream *stream)
{
	struct sm_sig_unit *unit = &stream->memory_unit;
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
static enum sm_fault sm_sig_filled(struct sm_sig_stream *stream, size_t len)
{
	struct sm_sig_unit *unit = &stream->memory_unit;

	if (!unit->is_used) {
		sm_sig_cursor_advance(stream, len);
		return SM_OK;
	}
	unit->fill += (uint32_t)len;
	return unit->fill == stream->sig->crypto_block ? sm_sig_flush(stream) : SM_OK;
}

/*
 * Blocks.
 */

static void sm_sig_mismatch(struct sm_sig_stream *stream, const struct sm_sig_block *block,
			    struct sm_sig_error *error)
{
	const struct prm_mkey_value_fields value = {
		.mkey_index = stream->mkey->obj.id, .mkey_7_0 = stream->mkey->ctx.mkey_7_0,
	};
	struct sm_stream *owner = stream->owner;
	prm_be32 key;

	prm_mkey_value_pack((void *)&key, &value);
	error->mkey = prm_be32_to_cpu(key);
	error->domain = block == &stream->wire_block ? PRM_SIGERR_DOMAIN_WIRE :
		PRM_SIGERR_DOMAIN_MEMORY;
	sm_sig_report(owner->qp, owner->is_responder, stream->mkey,
		      sm_table_get(&owner->dev->psvs, block->domain->psv), error);
}

static void sm_sig_check(struct sm_sig_stream *stream, const struct sm_sig_block *block,
			 uint64_t found)
{
	struct sm_sig_error error;

	if (block->checks && !sm_sig_block_check(block, found, &error))
		sm_sig_mismatch(stream, block, &error);
}

/* The signature of an output domain: computed, but for the bytes that are copied from the input domain. */
static uint64_t sm_sig_make(const struct sm_sig_stream *stream, const struct sm_sig_block *block,
			    uint64_t input)
{
	return (sm_sig_block_make(block) & ~stream->copies) | (input & stream->copies);
}

static void sm_sig_add(struct sm_sig_stream *stream, const void *data, size_t len)
{
	sm_sig_block_add(&stream->wire_block, data, len);
	if (stream->shares) {
		stream->memory_block.reg = stream->wire_block.reg;
		stream->memory_block.left -= len;
	} else {
		sm_sig_block_add(&stream->memory_block, data, len);
	}
}

static uint64_t sm_min(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/*
 * Going out.
 */

/* A block of memory is complete: its signature follows. */
static enum sm_fault sm_sig_take_memory_sig(struct sm_sig_stream *stream)
{
	const struct sm_sig_domain *domain = stream->memory_block.domain;
	uint8_t bytes[SM_SIG_MAX];
	uint32_t done = 0;

	while (done < domain->sig) {
		struct iovec piece;
		enum sm_fault fault = sm_sig_pull_memory(stream, domain->sig - done, &piece);

		if (fault)
			return fault;
		if (piece.iov_len == domain->sig) {
			stream->memory_sig = sm_sig_load(domain, piece.iov_base);
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

static void sm_sig_offer_wire_sig(struct sm_sig_stream *stream)
{
	stream->wire_sig = sm_sig_make(stream, &stream->wire_block, stream->memory_sig);
	stream->wire_sig_at = 0;
	stream->wire_sig_len = stream->wire_block.domain->sig;
}

/* The next bytes of the wire domain, before encryption; they are taken. @is_data: not a signature. */
static enum sm_fault sm_sig_pull_wire(struct sm_sig_stream *stream, uint64_t most,
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

/* What was pulled is where it belongs; what ends with it is finished. */
static enum sm_fault sm_sig_settle_out(struct sm_sig_stream *stream)
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
	struct sm_sig_unit *unit = &stream->wire_unit;

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

/* Bytes that are not in the application's memory. The payload has room: a packet is smaller than its scratch. */
static enum sm_fault sm_sig_emit(struct sm_payload *payload, const void *bytes, size_t len)
{
	void *room = sm_payload_scratch(payload, len);

	if (!room)
		return SM_FAULT_RANGE;
	if (len == sizeof(uint64_t))
		memcpy(room, bytes, sizeof(uint64_t));	/* most signatures: no call */
	else
		memcpy(room, bytes, len);
	return SM_OK;
}

static enum sm_fault sm_sig_gather_unit(struct sm_sig_stream *stream, size_t want,
					struct sm_payload *payload)
{
	struct sm_sig_unit *unit = &stream->wire_unit;
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

static enum sm_fault sm_sig_gather_piece(struct sm_sig_stream *stream, size_t want,
					 struct sm_payload *payload)
{
	struct iovec piece;
	enum sm_fault fault;
	bool is_data;

	fault = sm_sig_pull_wire(stream, want, &piece, &is_data);
	if (fault)
		return fault;
	if (!is_data || stream->memory_unit.is_used)
		fault = sm_sig_emit(payload, piece.iov_base, piece.iov_len);
	else if (!sm_payload_add(payload, piece.iov_base, piece.iov_len))
		fault = SM_FAULT_RANGE;
	return fault ? fault : sm_sig_settle_out(stream);
}

/*
 * Coming in.
 */

static enum sm_fault sm_sig_put_memory_sig(struct sm_sig_stream *stream)
{
	struct sm_sig_block *block = &stream->memory_block;
	const uint64_t sig = sm_sig_make(stream, block, stream->wire_sig);
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
static enum sm_fault sm_sig_push_data(struct sm_sig_stream *stream, const char *from, uint64_t *len)
{
	struct iovec room;
	enum sm_fault fault;

	*len = sm_min(*len, sm_min(stream->wire_block.left, stream->memory_block.left));
	fault = sm_sig_room(stream, *len, &room);
	if (fault)
		return fault;
	*len = room.iov_len;
	sm_sig_add(stream, from, room.iov_len);
	memmove(room.iov_base, from, room.iov_len);	/* from the cache, where the CRC has left it */
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
static enum sm_fault sm_sig_push_wire_sig(struct sm_sig_stream *stream, const char *from,
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
		enum sm_fault fault = stream->wire_sig_len ?
			sm_sig_push_wire_sig(stream, from, &len) :
			sm_sig_push_data(stream, from, &len);

		if (fault)
			return fault;
		stream->wire += len;
		from += len;
		left -= len;
	}
	return SM_OK;
}

/* Encrypted bytes of the wire are held until the data unit, or the request, is complete. */
static enum sm_fault sm_sig_push_unit(struct sm_sig_stream *stream, const char *from, uint64_t left)
{
	struct sm_sig_unit *unit = &stream->wire_unit;
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
 * Beginning.
 */

/* Which registers are needed: of what is checked, and of what is not just copied. */
static void sm_sig_plan(struct sm_sig_stream *stream)
{
	const struct sm_sig *sig = stream->sig;
	struct sm_sig_block *input = stream->is_scatter ? &stream->wire_block :
		&stream->memory_block;
	struct sm_sig_block *output = stream->is_scatter ? &stream->memory_block :
		&stream->wire_block;
	const struct sm_sig_domain *in = input->domain, *out = output->domain;

	const uint8_t guard = out->type == PRM_BFS_T10DIF ? PRM_SIG_BYTE_MASK_VALUE_T10DIF_GUARD :
		PRM_SIG_BYTE_MASK_VALUE_CRC64_XP10;

	stream->copies = sig->same_structure ? sm_sig_mask(out, sig->copy_mask) : 0;
	input->checks = sm_sig_check_mask(in, sig->check_mask);
	input->computes = input->checks != 0;
	output->computes = (sm_sig_mask(out, guard) & ~stream->copies) != 0;
	stream->shares = input->computes && output->computes && in->type == out->type &&
		in->is_checksum == out->is_checksum && in->block == out->block &&
		in->seed == out->seed;
}

/* Brings a block up to data in its middle, or at its end. */
static void sm_sig_block_enter(struct sm_sig_block *block, uint64_t raw, bool is_behind)
{
	const struct sm_sig_domain *domain = block->domain;

	sm_sig_block_begin(block, domain->is_on ? (raw - is_behind) / domain->block : 0);
	if (domain->is_on)
		block->left -= raw - block->index * domain->block;
}

/* Where the request starts: both blocks, and the place in memory. */
static void sm_sig_enter(struct sm_sig_stream *stream, uint64_t raw)
{
	const struct sm_sig_domain *wire = &stream->sig->wire;
	const uint64_t in_block = wire->is_on ? stream->wire % (wire->block + wire->sig) : 0;
	const bool is_behind = wire->is_on && in_block >= wire->block;

	stream->memory = sm_sig_place(&stream->sig->memory, raw);
	sm_sig_block_enter(&stream->wire_block, raw, is_behind);
	if (!is_behind) {
		sm_sig_block_enter(&stream->memory_block, raw, false);
		return;
	}
	stream->wire_sig_len = wire->sig;
	stream->wire_sig_at = (uint32_t)(in_block - wire->block);
	stream->is_torn = stream->is_scatter && stream->wire_sig_at;
	/* A signature that is copied to memory is still to come. */
	if (stream->is_scatter && stream->copies && !stream->is_torn) {
		stream->memory -= stream->sig->memory.sig;
		sm_sig_block_enter(&stream->memory_block, raw, true);
	} else {
		sm_sig_block_enter(&stream->memory_block, raw, false);
	}
}

static bool sm_sig_is_inside(const struct sm_sig_block *block)
{
	return block->domain->is_on && block->left < block->domain->block;
}

/* Data of a block that earlier requests have carried are read from memory. */
static enum sm_fault sm_sig_read_back(struct sm_sig_stream *stream, struct sm_sig_block *block)
{
	const struct sm_sig_domain *memory = &stream->sig->memory;
	const struct sm_stream *owner = stream->owner;
	const uint64_t start = block->index * block->domain->block;
	uint64_t left = block->domain->block - block->left, raw = start;

	block->left = block->domain->block;
	while (left) {
		uint64_t most = memory->is_on ? memory->block - raw % memory->block : left;
		struct iovec piece;
		enum sm_fault fault;

		fault = sm_mkey_translate(owner->dev, stream->mkey, owner->pd,
					  stream->mkey->ctx.start_addr + sm_sig_place(memory, raw),
					  sm_min(most, left), owner->access, &piece);
		if (fault)
			return fault;
		sm_sig_block_add(block, piece.iov_base, piece.iov_len);
		raw += piece.iov_len;
		left -= piece.iov_len;
	}
	return SM_OK;
}

/* The signature in front of the request's memory, which an earlier request has checked. */
static enum sm_fault sm_sig_read_back_sig(struct sm_sig_stream *stream)
{
	const struct sm_stream *owner = stream->owner;
	const uint32_t len = stream->sig->memory.sig;
	uint8_t bytes[SM_SIG_MAX];
	uint32_t done = 0;

	while (done < len) {
		struct iovec piece;
		enum sm_fault fault = sm_mkey_translate(
			owner->dev, stream->mkey, owner->pd,
			stream->mkey->ctx.start_addr + stream->memory - len + done, len - done,
			owner->access, &piece);

		if (fault)
			return fault;
		memcpy(bytes + done, piece.iov_base, piece.iov_len);
		done += (uint32_t)piece.iov_len;
	}
	stream->memory_sig = sm_sig_load(&stream->sig->memory, bytes);
	return SM_OK;
}

/* A gather that starts behind the data of a block: the signature is made anew. */
static enum sm_fault sm_sig_remake(struct sm_sig_stream *stream)
{
	const uint32_t at = stream->wire_sig_at;
	enum sm_fault fault = stream->copies ? sm_sig_read_back_sig(stream) : SM_OK;

	if (fault)
		return fault;
	sm_sig_offer_wire_sig(stream);
	stream->wire_sig_at = at;
	return SM_OK;
}

/* Before the first byte: what has to be known of data in front. */
static enum sm_fault sm_sig_begin(struct sm_sig_stream *stream)
{
	enum sm_fault fault = SM_OK;

	if (stream->has_begun)
		return SM_OK;
	if (stream->wire_block.computes && sm_sig_is_inside(&stream->wire_block) && !stream->is_torn)
		fault = sm_sig_read_back(stream, &stream->wire_block);
	if (!fault && stream->memory_block.computes && sm_sig_is_inside(&stream->memory_block))
		fault = sm_sig_read_back(stream, &stream->memory_block);
	if (!fault && stream->wire_sig_len && !stream->is_scatter)
		fault = sm_sig_remake(stream);
	stream->has_begun = !fault;
	return fault;
}

/*
 * Encryption takes data units, which are counted from the start of the key: a request starts with one. One that
 * does not end with a whole unit has a length as mlx5dv_wr_set_mkey_crypto(3) asks for: a multiple of 16 bytes, even if
 * the last unit alone is none.
 */
static bool sm_sig_use_unit(const struct sm_sig *sig, struct sm_sig_unit *unit, bool encrypts,
			    uint64_t start, uint64_t end)
{
	const uint64_t last = (end - start) % sig->crypto_block;

	unit->is_used = true;
	unit->encrypts = encrypts;
	unit->index = start / sig->crypto_block;
	return start % sig->crypto_block == 0 &&
	       (!last || ((end - start) % 16 == 0 && last >= 16 && last <= sig->crypto_block - 16));
}

static bool sm_sig_plan_crypto(struct sm_sig_stream *stream)
{
	const bool is_out = !stream->is_scatter;
	const struct sm_sig *sig = stream->sig;
	bool is_wire = false, encrypts_out = false;

	if (!sig->has_crypto)
		return true;
	switch (sig->order) {
	case PRM_ENCRYPTION_ORDER_ENCRYPTED_WIRE_SIGNATURE:
		is_wire = encrypts_out = true;
		break;
	case PRM_ENCRYPTION_ORDER_ENCRYPTED_MEMORY_SIGNATURE:
		break;
	case PRM_ENCRYPTION_ORDER_ENCRYPTED_RAW_WIRE:
		encrypts_out = true;
		break;
	case PRM_ENCRYPTION_ORDER_ENCRYPTED_RAW_MEMORY:
		is_wire = true;
		break;
	}
	/* What earlier requests have carried cannot be read back through a cipher. */
	if (stream->wire_sig_len || sm_sig_is_inside(&stream->wire_block) ||
	    sm_sig_is_inside(&stream->memory_block))
		return false;
	if (is_wire)
		return sm_sig_use_unit(sig, &stream->wire_unit, encrypts_out == is_out,
				       stream->wire, stream->wire_end);
	return sm_sig_use_unit(sig, &stream->memory_unit, encrypts_out == is_out, stream->memory,
			       stream->memory_end);
}

/* Where the request ends in memory. Data that the key does not hold, or the BSF not cover, are out of range. */
static enum sm_fault sm_sig_leave(struct sm_sig_stream *stream)
{
	const struct sm_sig *sig = stream->sig;
	const uint64_t raw = sm_sig_raw(&sig->wire, stream->wire_end);
	const struct prm_mkc_fields *ctx = &stream->mkey->ctx;

	uint64_t end = sm_sig_place(&sig->memory, raw);

	/* A signature that would be copied to memory, but does not come. */
	if (stream->is_scatter && stream->copies &&
	    sm_sig_place(&sig->wire, raw) > stream->wire_end)
		end -= sig->memory.sig;
	stream->memory_end = end > stream->memory ? end : stream->memory;
	return raw > sig->raw_data_size || (!ctx->length64 && end > ctx->len) ? SM_FAULT_RANGE :
		SM_OK;
}

enum sm_fault sm_sig_open(struct sm_sig_stream **result, struct sm_stream *owner,
			  struct sm_mkey *mkey, uint64_t addr, uint64_t len, bool is_scatter)
{
	const uint64_t offset = addr - mkey->ctx.start_addr, most = UINT64_MAX / 4;
	struct sm_sig_stream *stream;
	enum sm_fault fault;

	/* Far from where a place would overflow. */
	if (addr < mkey->ctx.start_addr || offset > most || len > most)
		return SM_FAULT_RANGE;
	stream = calloc(1, sizeof(*stream));
	if (!stream)
		return SM_FAULT_MEMORY;
	stream->owner = owner;
	stream->mkey = mkey;
	stream->sig = mkey->sig;
	stream->is_scatter = is_scatter;
	stream->wire = offset;
	stream->wire_end = offset + len;
	stream->wire_block.domain = &stream->sig->wire;
	stream->memory_block.domain = &stream->sig->memory;
	sm_sig_plan(stream);
	sm_sig_enter(stream, sm_sig_raw(&stream->sig->wire, offset));
	fault = sm_sig_leave(stream);
	if (!fault && !sm_sig_plan_crypto(stream))
		fault = SM_FAULT_SIG;
	if (fault) {
		free(stream);
		return fault;
	}
	*result = stream;
	return SM_OK;
}

enum sm_fault sm_sig_gather(struct sm_sig_stream *stream, size_t want, struct sm_payload *payload)
{
	const size_t end = payload->len + want;
	enum sm_fault fault = sm_sig_begin(stream);

	stream->piece.iov_len = 0;	/* keys behind this one may have changed */
	while (!fault && payload->len < end && payload->n < SM_PAYLOAD_PIECES)
		fault = stream->wire_unit.is_used ?
			sm_sig_gather_unit(stream, end - payload->len, payload) :
			sm_sig_gather_piece(stream, end - payload->len, payload);
	return fault;
}

enum sm_fault sm_sig_scatter(struct sm_sig_stream *stream, const struct iovec *pieces,
			     unsigned int n)
{
	enum sm_fault fault = sm_sig_begin(stream);

	stream->piece.iov_len = 0;
	for (unsigned int i = 0; i < n && !fault; i++)
		fault = stream->wire_unit.is_used ?
			sm_sig_push_unit(stream, pieces[i].iov_base, pieces[i].iov_len) :
			sm_sig_push_wire(stream, pieces[i].iov_base, pieces[i].iov_len);
	if (!fault && stream->wire == stream->wire_end && stream->memory_unit.fill)
		fault = sm_sig_flush(stream);
	return fault;
}

void sm_sig_close(struct sm_sig_stream *stream)
{
	free(stream);
}
