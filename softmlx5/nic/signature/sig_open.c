// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Opens a request under a signature key: its start and end, the codes to compute, and the state
 * that earlier requests have left.
 */
#include <stdlib.h>
#include <string.h>

#include "nic/memory/mem.h"
#include "nic/signature/sig.h"
#include "nic/signature/sig_private.h"

/* Which registers are needed? Those of checks, and of signatures that are not just copied. */
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

/* Advances a block to data in its middle, or to its end. */
static void sm_sig_block_enter(struct sm_sig_block *block, uint64_t raw, bool is_behind)
{
	const struct sm_sig_domain *domain = block->domain;

	sm_sig_block_begin(block, domain->is_on ? (raw - is_behind) / domain->block : 0);
	if (domain->is_on)
		block->left -= raw - block->index * domain->block;
}

/* The start of the request: both blocks, and the place in memory. */
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

/* Reads from memory the data of a block that earlier requests have transferred. */
static enum sm_fault sm_sig_read_back(struct sm_sig_stream *stream, struct sm_sig_block *block)
{
	const struct sm_sig_domain *memory = &stream->sig->memory;
	const struct sm_accessor *owner = stream->owner;
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

/* The signature before the request's memory, which an earlier request has checked. */
static enum sm_fault sm_sig_read_back_sig(struct sm_sig_stream *stream)
{
	const struct sm_accessor *owner = stream->owner;
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

/* Restores the state of the data before the request. */
enum sm_fault sm_sig_read_front(struct sm_sig_stream *stream)
{
	const bool makes_sig = stream->wire_sig_len && !stream->is_scatter;
	enum sm_fault fault = SM_OK;

	if (stream->wire_block.computes && sm_sig_is_inside(&stream->wire_block) &&
	    !stream->is_torn)
		fault = sm_sig_read_back(stream, &stream->wire_block);
	if (!fault && stream->memory_block.computes && sm_sig_is_inside(&stream->memory_block))
		fault = sm_sig_read_back(stream, &stream->memory_block);
	if (!fault && makes_sig && stream->copies)
		fault = sm_sig_read_back_sig(stream);
	return fault;
}

/*
 * Encryption processes data units, which are counted from the start of the key: a request starts
 * with a unit. One that does not end with a whole unit has a length as in
 * mlx5dv_wr_set_mkey_crypto(3): a multiple of 16 bytes, even if the last unit alone is none.
 */
static struct sm_sig_unit *sm_sig_new_unit(const struct sm_sig *sig, bool encrypts, uint64_t start,
					   uint64_t end)
{
	const uint64_t last = (end - start) % sig->crypto_block;
	struct sm_sig_unit *unit;

	if (start % sig->crypto_block)
		return NULL;
	if (last && ((end - start) % 16 || last < 16 || last > sig->crypto_block - 16))
		return NULL;
	unit = calloc(1, sizeof(*unit));
	if (unit) {
		unit->encrypts = encrypts;
		unit->index = start / sig->crypto_block;
	}
	return unit;
}

static bool sm_sig_plan_crypto(struct sm_sig_stream *stream)
{
	const enum prm_encryption_order order = stream->sig->order;
	const bool is_wire = order == PRM_ENCRYPTION_ORDER_ENCRYPTED_WIRE_SIGNATURE ||
		order == PRM_ENCRYPTION_ORDER_ENCRYPTED_RAW_MEMORY;
	const bool encrypts_out = order == PRM_ENCRYPTION_ORDER_ENCRYPTED_WIRE_SIGNATURE ||
		order == PRM_ENCRYPTION_ORDER_ENCRYPTED_RAW_WIRE;
	const bool encrypts = encrypts_out != stream->is_scatter;

	if (!stream->sig->has_crypto)
		return true;
	if (stream->sig->transaction.is_on && stream->memory == stream->memory_end)
		return true;	/* the CRC alone */
	/* Data of earlier requests cannot be read back through a cipher. */
	if (stream->wire_sig_len || sm_sig_is_inside(&stream->wire_block) ||
	    sm_sig_is_inside(&stream->memory_block))
		return false;
	if (is_wire && !stream->sig->transaction.is_on)
		stream->wire_unit = sm_sig_new_unit(stream->sig, encrypts, stream->wire,
						    stream->wire_end);
	else
		stream->memory_unit = sm_sig_new_unit(stream->sig, encrypts, stream->memory,
						      stream->memory_end);
	return stream->wire_unit || stream->memory_unit;
}

/*
 * The end of the request in memory. Data outside the key, or not covered by the BSF, are out of
 * range.
 */
static enum sm_fault sm_sig_leave(struct sm_sig_stream *stream)
{
	const struct sm_sig *sig = stream->sig;
	const uint64_t raw = sm_sig_raw(&sig->wire, stream->wire_end);
	const struct prm_mkc_fields *ctx = &stream->mkey->ctx;

	uint64_t end = sm_sig_place(&sig->memory, raw);

	/* A signature would be copied to memory, but the request ends before it. */
	if (stream->is_scatter && stream->copies &&
	    sm_sig_place(&sig->wire, raw) > stream->wire_end)
		end -= sig->memory.sig;
	stream->memory_end = end > stream->memory ? end : stream->memory;
	return raw > sig->raw_data_size || (!ctx->length64 && end > ctx->len) ? SM_FAULT_RANGE :
		SM_OK;
}

enum sm_fault sm_sig_open(struct sm_sig_stream **result, struct sm_sig_room *room,
			  const struct sm_accessor *owner, struct sm_mkey *mkey, uint64_t addr,
			  uint64_t len, bool is_scatter)
{
	const uint64_t offset = addr - mkey->ctx.start_addr, most = UINT64_MAX / 4;
	struct sm_sig_stream *stream = (void *)room;
	enum sm_fault fault;

	_Static_assert(sizeof(*stream) <= sizeof(*room) &&
		       _Alignof(struct sm_sig_stream) <= _Alignof(struct sm_sig_room), "it fits");
	/* Far below the offsets at which a place would overflow. */
	if (addr < mkey->ctx.start_addr || offset > most || len > most)
		return SM_FAULT_RANGE;
	memset(stream, 0, sizeof(*stream));
	stream->owner = owner;
	stream->mkey = mkey;
	stream->sig = mkey->sig;
	stream->is_scatter = is_scatter;
	stream->wire = offset;
	stream->wire_end = offset + len;
	stream->wire_block.domain = &stream->sig->wire;
	stream->memory_block.domain = &stream->sig->memory;
	if (stream->sig->transaction.is_on) {
		fault = sm_sig_transaction_range(stream);
	} else {
		sm_sig_plan(stream);
		sm_sig_enter(stream, sm_sig_raw(&stream->sig->wire, offset));
		fault = sm_sig_leave(stream);
	}
	if (!fault && !sm_sig_plan_crypto(stream))
		fault = SM_FAULT_SIG;
	if (fault) {
		sm_sig_close(stream);
		return fault;
	}
	*result = stream;
	return SM_OK;
}

void sm_sig_close(struct sm_sig_stream *stream)
{
	free(stream->memory_unit);
	free(stream->wire_unit);
}
