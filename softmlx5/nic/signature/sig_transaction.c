// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Transaction signatures: one CRC after all data, on the wire or in memory. The CRC of a transaction
 * that continues under another key is kept in the PSV, in the format of SET_PSV. With encryption it is
 * the CRC of the encrypted data, which are in the same domain.
 */
#include <string.h>

#include "nic/memory/mem.h"
#include "nic/memory/payload.h"
#include "nic/signature/sig.h"
#include "nic/signature/sig_private.h"
#include "prm_psv.h"

/* The register so far. The arms of the segment are views of one number. */
static uint64_t sm_psv_register(const struct sm_psv *psv, const struct sm_sig_domain *domain)
{
	struct prm_set_psv_seg image = {0};

	if (domain->type == PRM_BFS_CRC64_XP10)
		return psv->transient_signature;
	prm_set_psv_seg_set_crc64(&image, psv->transient_signature);
	return prm_set_psv_seg_get_crc32_seed(&image);
}

static void sm_psv_set_register(struct sm_psv *psv, const struct sm_sig_domain *domain,
				uint64_t reg)
{
	psv->transient_signature = domain->type == PRM_BFS_CRC64_XP10 ?
		reg : prm_set_psv_seg_crc32_value((uint32_t)reg);
}

/* Bytes of the CRC after the data, on the wire or in memory. */
static uint64_t sm_sig_transaction_tail(const struct sm_sig_stream *stream, bool is_wire)
{
	const struct sm_sig_transaction *transaction = &stream->sig->transaction;

	return transaction->ends && transaction->is_wire == is_wire ? transaction->domain.sig : 0;
}

enum sm_fault sm_sig_transaction_range(struct sm_sig_stream *stream)
{
	const struct prm_mkc_fields *ctx = &stream->mkey->ctx;
	const uint64_t in_memory = sm_sig_transaction_tail(stream, false);
	const uint64_t on_wire = sm_sig_transaction_tail(stream, true);

	if (!ctx->length64 && ctx->len < in_memory)
		return SM_FAULT_RANGE;
	stream->data_end = ctx->length64 ? stream->sig->raw_data_size :
		sm_min(ctx->len - in_memory, stream->sig->raw_data_size);
	stream->memory = sm_min(stream->wire, stream->data_end);
	stream->memory_end = sm_min(stream->wire_end, stream->data_end);
	stream->is_torn = stream->wire > stream->data_end;
	return stream->wire_end > stream->data_end &&
	       stream->wire_end - stream->data_end > on_wire ? SM_FAULT_RANGE : SM_OK;
}

/* Memory of the key from @at on, at most @most bytes. */
static enum sm_fault sm_sig_transaction_memory(const struct sm_sig_stream *stream, uint64_t at,
					       uint64_t most, struct iovec *piece)
{
	const struct sm_accessor *owner = stream->owner;

	return sm_mkey_translate(owner->dev, stream->mkey, owner->pd,
				 stream->mkey->ctx.start_addr + at, most, owner->access, piece);
}

/* Reads the CRC in memory, or writes it. */
static enum sm_fault sm_sig_transaction_copy(const struct sm_sig_stream *stream, uint8_t *sig,
					     bool writes)
{
	const uint32_t len = stream->sig->transaction.domain.sig;
	enum sm_fault fault = SM_OK;
	struct iovec piece;

	for (uint32_t done = 0; !fault && done < len; done += (uint32_t)piece.iov_len) {
		fault = sm_sig_transaction_memory(stream, stream->data_end + done, len - done,
						  &piece);
		if (fault)
			break;
		if (writes)
			memcpy(piece.iov_base, sig + done, piece.iov_len);
		else
			memcpy(sig + done, piece.iov_base, piece.iov_len);
	}
	return fault;
}

/* The CRC of all data as a block, for the functions of blocks. */
static struct sm_sig_block sm_sig_transaction_block(const struct sm_sig_stream *stream)
{
	const struct sm_sig *sig = stream->sig;
	struct sm_psv *psv = sm_table_get(&stream->owner->dev->psvs, sig->transaction.domain.psv);

	return (struct sm_sig_block) {
		.domain = &sig->transaction.domain, .computes = true,
		.checks = sm_sig_check_mask(&sig->transaction.domain, sig->check_mask),
		.reg = sm_psv_register(psv, &sig->transaction.domain) };
}

static void sm_sig_transaction_check(struct sm_sig_stream *stream, const void *found)
{
	const struct sm_sig_block block = sm_sig_transaction_block(stream);
	struct sm_sig_error error;

	if (!sm_sig_block_check(&block, sm_sig_load(block.domain, found), &error))
		sm_sig_mismatch(stream->owner, stream->mkey, &block, &error);
}

/* Data have passed; after the last one, the CRC in memory is checked or written. */
static enum sm_fault sm_sig_transaction_pass(struct sm_sig_stream *stream, const void *data,
					     size_t len)
{
	const struct sm_sig_domain *domain = &stream->sig->transaction.domain;
	struct sm_psv *psv = sm_table_get(&stream->owner->dev->psvs, domain->psv);
	struct sm_sig_block block = sm_sig_transaction_block(stream);
	uint8_t sig[SM_SIG_MAX];
	enum sm_fault fault;
	uint64_t image;

	if (stream->sig->transaction.begins && !stream->memory)
		block.reg = domain->seed;
	block.reg = sm_sig_block_pass(&block, data, len);
	sm_psv_set_register(psv, domain, block.reg);
	stream->memory += len;
	if (stream->memory < stream->data_end || !sm_sig_transaction_tail(stream, false))
		return SM_OK;
	image = sm_sig_block_make(&block);
	memcpy(sig, &image, domain->sig);
	fault = sm_sig_transaction_copy(stream, sig, stream->is_scatter);
	if (!fault && !stream->is_scatter)
		sm_sig_transaction_check(stream, sig);
	return fault;
}

/* Encrypts or decrypts the unit, whose encrypted bytes pass. */
static enum sm_fault sm_sig_transaction_unit(struct sm_sig_stream *stream)
{
	struct sm_sig_unit *unit = stream->memory_unit;
	enum sm_fault fault = SM_OK;

	if (!unit->encrypts)
		fault = sm_sig_transaction_pass(stream, unit->bytes, unit->fill);
	if (!fault)
		fault = sm_sig_unit_run(stream, unit);
	if (!fault && unit->encrypts)
		fault = sm_sig_transaction_pass(stream, unit->bytes, unit->fill);
	return fault;
}

/* Takes the next data unit of the memory. */
static enum sm_fault sm_sig_transaction_fill(struct sm_sig_stream *stream)
{
	const uint64_t left = stream->memory_end - stream->memory;
	const uint32_t len = (uint32_t)sm_min(stream->sig->crypto_block, left);
	struct sm_sig_unit *unit = stream->memory_unit;
	struct iovec piece;

	for (unit->fill = unit->taken = 0; unit->fill < len; unit->fill += (uint32_t)piece.iov_len) {
		enum sm_fault fault = sm_sig_transaction_memory(
			stream, stream->memory + unit->fill, len - unit->fill, &piece);

		if (fault)
			return fault;
		memcpy(unit->bytes + unit->fill, piece.iov_base, piece.iov_len);
	}
	return sm_sig_transaction_unit(stream);
}

static enum sm_fault sm_sig_transaction_unit_data(struct sm_sig_stream *stream, uint64_t most,
						  struct sm_payload *payload)
{
	struct sm_sig_unit *unit = stream->memory_unit;
	enum sm_fault fault = SM_OK;
	size_t len;
	void *room;

	if (unit->taken == unit->fill)
		fault = sm_sig_transaction_fill(stream);
	if (fault)
		return fault;
	len = sm_min(unit->fill - unit->taken, most);
	room = sm_payload_scratch(payload, len);
	if (!room)
		return SM_FAULT_RANGE;
	memcpy(room, unit->bytes + unit->taken, len);
	unit->taken += (uint32_t)len;
	stream->wire += len;
	return SM_OK;
}

/* Takes data of the request, as far as the payload has room for them. */
static enum sm_fault sm_sig_transaction_data(struct sm_sig_stream *stream, uint64_t most,
					     struct sm_payload *payload)
{
	enum sm_fault fault;
	struct iovec piece;

	if (stream->memory_unit)
		return sm_sig_transaction_unit_data(stream, most, payload);
	fault = sm_sig_transaction_memory(stream, stream->memory,
					  sm_min(most, stream->memory_end - stream->memory), &piece);
	if (fault)
		return fault;
	if (!sm_payload_add(payload, piece.iov_base, piece.iov_len))
		return SM_FAULT_RANGE;
	stream->wire += piece.iov_len;
	return sm_sig_transaction_pass(stream, piece.iov_base, piece.iov_len);
}

static enum sm_fault sm_sig_transaction_end(struct sm_sig_stream *stream, uint64_t most,
					    struct sm_payload *payload)
{
	const struct sm_sig_block block = sm_sig_transaction_block(stream);
	const uint64_t at = stream->wire - stream->data_end, image = sm_sig_block_make(&block);
	const size_t len = sm_min(block.domain->sig - at, most);
	void *room = sm_payload_scratch(payload, len);

	if (!room)
		return SM_FAULT_RANGE;
	memcpy(room, (const char *)&image + at, len);
	stream->wire += len;
	return SM_OK;
}

/* The PSV may have been destroyed since the BSF was written. */
static bool sm_sig_transaction_has_psv(const struct sm_sig_stream *stream)
{
	const struct sm_psv *psv = sm_table_get(&stream->owner->dev->psvs,
						stream->sig->transaction.domain.psv);

	return psv && psv->pd == stream->mkey->pd;
}

enum sm_fault sm_sig_transaction_gather(struct sm_sig_stream *stream, size_t want,
					struct sm_payload *payload)
{
	const size_t start = payload->len;
	const size_t end = start + sm_min(want, SM_PAYLOAD_PASSED - payload->passed);
	enum sm_fault fault = SM_OK;

	if (!sm_sig_transaction_has_psv(stream))
		return SM_FAULT_SIG;
	while (!fault && payload->len < end && payload->n < SM_PAYLOAD_PIECES)
		fault = stream->wire < stream->data_end ?
			sm_sig_transaction_data(stream, end - payload->len, payload) :
			sm_sig_transaction_end(stream, end - payload->len, payload);
	payload->passed += payload->len - start;
	return fault;
}

/* Writes the data unit to memory, of which the last bytes have arrived. */
static enum sm_fault sm_sig_transaction_flush(struct sm_sig_stream *stream)
{
	struct sm_sig_unit *unit = stream->memory_unit;
	const uint64_t start = stream->memory;
	enum sm_fault fault = sm_sig_transaction_unit(stream);
	struct iovec piece;

	for (uint32_t done = 0; !fault && done < unit->fill; done += (uint32_t)piece.iov_len) {
		fault = sm_sig_transaction_memory(stream, start + done, unit->fill - done, &piece);
		if (!fault)
			memcpy(piece.iov_base, unit->bytes + done, piece.iov_len);
	}
	unit->fill = 0;
	return fault;
}

/* Received data; takes some of them: *@taken. */
static enum sm_fault sm_sig_transaction_push_data(struct sm_sig_stream *stream, const uint8_t *data,
						  size_t len, size_t *taken)
{
	struct sm_sig_unit *unit = stream->memory_unit;
	enum sm_fault fault;
	struct iovec piece;

	len = sm_min(len, stream->memory_end - stream->wire);
	if (unit) {
		*taken = sm_min(len, stream->sig->crypto_block - unit->fill);
		memcpy(unit->bytes + unit->fill, data, *taken);
		unit->fill += (uint32_t)*taken;
		stream->wire += *taken;
		return unit->fill == stream->sig->crypto_block || stream->wire == stream->memory_end ?
			sm_sig_transaction_flush(stream) : SM_OK;
	}
	fault = sm_sig_transaction_memory(stream, stream->memory, len, &piece);
	if (fault)
		return fault;
	memmove(piece.iov_base, data, piece.iov_len);
	*taken = piece.iov_len;
	stream->wire += piece.iov_len;
	return sm_sig_transaction_pass(stream, piece.iov_base, piece.iov_len);
}

/* Received bytes up to the end of the data, or of the CRC on the wire. */
static enum sm_fault sm_sig_transaction_push(struct sm_sig_stream *stream, const uint8_t *data,
					     size_t len, size_t *taken)
{
	const uint32_t sig_len = stream->sig->transaction.domain.sig;
	uint8_t *sig = (uint8_t *)&stream->wire_sig;

	if (stream->wire < stream->data_end)
		return sm_sig_transaction_push_data(stream, data, len, taken);
	*taken = sm_min(len, stream->data_end + sig_len - stream->wire);
	memcpy(sig + (stream->wire - stream->data_end), data, *taken);
	stream->wire += *taken;
	if (stream->wire == stream->data_end + sig_len && !stream->is_torn)
		sm_sig_transaction_check(stream, sig);
	return SM_OK;
}

enum sm_fault sm_sig_transaction_scatter(struct sm_sig_stream *stream, const struct iovec *pieces,
					 unsigned int n)
{
	enum sm_fault fault = SM_OK;
	size_t taken;

	if (!sm_sig_transaction_has_psv(stream))
		return SM_FAULT_SIG;
	for (unsigned int i = 0; i < n; i++)
		for (size_t at = 0; !fault && at < pieces[i].iov_len; at += taken)
			fault = sm_sig_transaction_push(stream,
							(const uint8_t *)pieces[i].iov_base + at,
							pieces[i].iov_len - at, &taken);
	return fault;
}
