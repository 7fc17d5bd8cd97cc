// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Transaction signatures: one CRC32C behind all data. The CRC of a transaction that continues under
 * another key is kept in the PSV, in the format of SET_PSV.
 */
#include <endian.h>
#include <string.h>

#include "nic/sig_private.h"
#include "prm_psv.h"

#define SM_TRANSACTION_SIG 4u	/* bytes of CRC32C */

/* The register so far. The arms of the segment are views of one number. */
static uint32_t sm_psv_register(const struct sm_psv *psv)
{
	struct prm_set_psv_seg image = {0};

	prm_set_psv_seg_set_crc64(&image, psv->transient_signature);
	return prm_set_psv_seg_get_crc32_seed(&image);
}

static void sm_psv_set_register(struct sm_psv *psv, uint32_t reg)
{
	struct prm_set_psv_seg image = {0};

	prm_set_psv_seg_set_crc32_seed(&image, reg);
	psv->transient_signature = prm_set_psv_seg_get_crc64(&image);
}

/* Signatures are only inserted into what is sent; checks of received data are refused. */
enum sm_fault sm_sig_transaction_range(struct sm_sig_stream *stream)
{
	const struct prm_mkc_fields *ctx = &stream->mkey->ctx;
	const struct sm_sig *sig = stream->sig;
	uint64_t end;

	if (stream->is_scatter)
		return SM_FAULT_SIG;
	stream->data_end = ctx->length64 ? sig->raw_data_size :
					   sm_min(ctx->len, sig->raw_data_size);
	end = stream->data_end;
	if (sig->transaction.ends && end < UINT64_MAX - SM_TRANSACTION_SIG)
		end += SM_TRANSACTION_SIG;
	stream->memory = sm_min(stream->wire, stream->data_end);
	stream->memory_end = sm_min(stream->wire_end, stream->data_end);
	return stream->wire_end > end ? SM_FAULT_RANGE : SM_OK;
}

/* Takes data of the request, as far as the payload has room for them; updates the register. */
static enum sm_fault sm_sig_transaction_data(struct sm_sig_stream *stream, uint64_t most,
					     struct sm_payload *payload, uint32_t *reg)
{
	const struct sm_stream *owner = stream->owner;
	struct iovec piece;
	enum sm_fault fault;

	fault = sm_mkey_translate(owner->dev, stream->mkey, owner->pd,
				  stream->mkey->ctx.start_addr + stream->memory,
				  sm_min(most, stream->memory_end - stream->memory), owner->access,
				  &piece);
	if (fault)
		return fault;
	if (!sm_payload_add(payload, piece.iov_base, piece.iov_len))
		return SM_FAULT_RANGE;
	*reg = sm_crc32c(*reg, piece.iov_base, piece.iov_len);
	stream->memory += piece.iov_len;
	stream->wire += piece.iov_len;
	return SM_OK;
}

static enum sm_fault sm_sig_transaction_end(struct sm_sig_stream *stream, uint64_t most,
					    struct sm_payload *payload, uint32_t reg)
{
	const uint64_t at = stream->wire - stream->data_end;
	const uint32_t sig = htole32(~reg);
	const size_t len = sm_min(SM_TRANSACTION_SIG - at, most);
	void *room = sm_payload_scratch(payload, len);

	if (!room)
		return SM_FAULT_RANGE;
	memcpy(room, (const char *)&sig + at, len);
	stream->wire += len;
	return SM_OK;
}

enum sm_fault sm_sig_transaction_gather(struct sm_sig_stream *stream, size_t want,
					struct sm_payload *payload)
{
	const struct sm_sig_transaction *transaction = &stream->sig->transaction;
	struct sm_psv *psv = sm_table_get(&stream->owner->dev->psvs, transaction->psv);
	const size_t start = payload->len;
	const size_t end = start + sm_min(want, SM_PAYLOAD_PASSED - payload->passed);
	enum sm_fault fault = SM_OK;
	uint32_t reg;

	if (!psv || psv->pd != stream->mkey->pd)
		return SM_FAULT_SIG;	/* destroyed since the BSF was written */
	reg = transaction->begins && !stream->wire ? transaction->seed : sm_psv_register(psv);
	while (!fault && payload->len < end && payload->n < SM_PAYLOAD_PIECES)
		fault = stream->wire < stream->data_end ?
			sm_sig_transaction_data(stream, end - payload->len, payload, &reg) :
			sm_sig_transaction_end(stream, end - payload->len, payload, reg);
	sm_psv_set_register(psv, reg);
	payload->passed += payload->len - start;
	return fault;
}
