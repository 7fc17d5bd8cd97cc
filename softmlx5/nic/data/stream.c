// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Streams: the bytes of a scatter-gather list in the order of the wire.
 */
#include "nic/data/stream.h"
#include "nic/memory/mem.h"
#include "nic/memory/payload.h"
#include "nic/signature/sig.h"

/*
 * Computes at most @most bytes of the run, if that is a block, in place of all pieces, which are
 * not needed any more.
 */
static void sm_payload_make_run(struct sm_payload *payload, uint64_t most)
{
	const uint64_t fit = sizeof(payload->scratch) / payload->run.to_step;
	struct sm_sig_run *run = &payload->run;
	uint64_t n = most / run->to_step;

	if (!n)
		n = 1;
	if (n > fit)
		n = fit;
	if (n > run->n)
		n = run->n;
	sm_sig_run(run, n, payload->scratch);
	sm_sig_run_advance(run, n);
	payload->piece[0] = (struct iovec){ .iov_base = payload->scratch,
					    .iov_len = n * run->to_step };
	payload->n = 1;
}

static bool sm_guarded_run(const struct sm_sig_run *run, void *to)
{
	struct sm_guard guard;

	if (sm_guard_enter(&guard))
		return false;
	sm_sig_run(run, run->n, to);
	sm_guard_leave(&guard);
	return true;
}

bool sm_payload_read(struct sm_payload *payload, void *to)
{
	uint8_t *at = to;

	for (unsigned int i = 0; i < payload->n; i++) {
		const struct iovec *piece = &payload->piece[i];

		if (!sm_copy(at, piece->iov_base, piece->iov_len))
			return false;
		at += piece->iov_len;
	}
	return !payload->run.n || sm_guarded_run(&payload->run, at);
}

/* The key of the current entry, unless it has changed since the entry was started. */
static enum sm_fault sm_stream_key(struct sm_stream *stream, struct sm_mkey **mkey)
{
	const struct sm_sge *sge = &stream->sge[stream->current];
	const struct sm_accessor *by = &stream->by;
	enum sm_fault fault;

	*mkey = sm_mkey_find(by->dev, sge->key);
	if (!*mkey)
		return SM_FAULT_KEY;
	if (stream->generation == (*mkey)->generation)
		return SM_OK;
	if (stream->done)
		return SM_FAULT_KEY;	/* it has changed meanwhile */
	fault = sm_mkey_check(*mkey, by->pd, by->qpn, sge->addr, sge->len, by->access);
	if (!fault && (*mkey)->ctx.bsf_en)
		fault = sm_sig_open(&stream->sig, &stream->sig_room, by, *mkey, sge->addr,
				    sge->len,
				    (by->access & (SM_LOCAL_WRITE | SM_REMOTE_WRITE)) != 0);
	if (!fault)
		stream->generation = (*mkey)->generation;
	return fault;
}

static void sm_stream_leave_entry(struct sm_stream *stream)
{
	if (stream->sig)
		sm_sig_close(stream->sig);
	stream->sig = NULL;
	stream->generation = 0;
	stream->done = 0;
}

static void sm_stream_advance(struct sm_stream *stream, uint64_t len)
{
	stream->done += len;
	stream->moved += len;
	if (stream->done == stream->sge[stream->current].len) {
		sm_stream_leave_entry(stream);
		stream->current++;
	}
}

/*
 * Does an entry continue where the last one ends, under the same key? With a BSF both are then one
 * entry, so that no signature or data unit is split.
 */
static bool sm_stream_goes_on(const struct sm_stream *stream, const struct sm_mkey *mkey,
			      const struct sm_sge *sge)
{
	const struct sm_sge *last = stream->n ? &stream->sge[stream->n - 1] : NULL;

	return last && mkey->ctx.bsf_en && !last->inline_data && last->key == sge->key &&
	       last->addr + last->len == sge->addr;
}

enum sm_fault sm_stream_open(struct sm_stream *stream, const struct sm_accessor *by,
			     const struct sm_sge *sge, unsigned int n)
{
	unsigned int i;

	stream->n = stream->current = 0;
	stream->done = stream->total = stream->moved = stream->generation = 0;
	stream->sig = NULL;
	stream->by = *by;
	if (n > SM_MAX_SGE)
		return SM_FAULT_RANGE;
	for (i = 0; i < n; i++) {
		const struct sm_mkey *mkey;
		enum sm_fault fault;
		bool goes_on = false;

		if (!sge[i].len)
			continue;
		if (!sge[i].inline_data) {
			mkey = sm_mkey_find(by->dev, sge[i].key);
			if (!mkey)
				return SM_FAULT_KEY;
			fault = sm_mkey_check(mkey, by->pd, by->qpn, sge[i].addr, sge[i].len,
					      by->access);
			if (fault)
				return fault;
			goes_on = sm_stream_goes_on(stream, mkey, &sge[i]);
		}
		stream->total += sge[i].len;
		if (goes_on)
			stream->sge[stream->n - 1].len += sge[i].len;
		else
			stream->sge[stream->n++] = sge[i];
	}
	return SM_OK;
}

/* Pieces of a key without signature. */
static enum sm_fault sm_gather_plain(struct sm_stream *stream, const struct sm_mkey *mkey,
				     uint64_t len, struct sm_payload *payload)
{
	const struct sm_sge *sge = &stream->sge[stream->current];
	uint64_t done = 0;

	while (done < len) {
		struct iovec piece;
		enum sm_fault fault = sm_mkey_translate(stream->by.dev, mkey, stream->by.pd,
							sge->addr + stream->done + done,
							len - done, stream->by.access, &piece);

		if (fault)
			return fault;
		if (!sm_payload_add(payload, piece.iov_base, piece.iov_len))
			break;
		done += piece.iov_len;
	}
	sm_stream_advance(stream, done);
	return SM_OK;
}

/* The engine reads the application's memory to compute signatures. */
static enum sm_fault sm_gather_sig(struct sm_stream *stream, uint64_t len,
				   struct sm_payload *payload)
{
	const size_t before = payload->len;
	struct sm_guard guard;
	enum sm_fault fault;

	if (sm_guard_enter(&guard))
		return SM_FAULT_MEMORY;
	fault = sm_sig_gather(stream->sig, len, payload);
	sm_guard_leave(&guard);
	if (!fault)
		sm_stream_advance(stream, payload->len - before);
	return fault;
}

enum sm_fault sm_stream_gather(struct sm_stream *stream, size_t want, struct sm_payload *payload)
{
	sm_payload_begin(payload);
	if (want > SM_PAYLOAD_MAX)
		want = SM_PAYLOAD_MAX;
	while (payload->len < want && stream->current < stream->n && !payload->run.n) {
		const struct sm_sge *sge = &stream->sge[stream->current];
		const size_t before = payload->len;
		uint64_t len = sge->len - stream->done;
		enum sm_fault fault;
		struct sm_mkey *mkey;

		if (len > want - payload->len)
			len = want - payload->len;
		if (sge->inline_data) {
			if (sm_payload_add(payload, (char *)(uintptr_t)sge->inline_data +
					   stream->done, len))
				sm_stream_advance(stream, len);
		} else {
			fault = sm_stream_key(stream, &mkey);
			if (!fault)
				fault = stream->sig ? sm_gather_sig(stream, len, payload) :
					sm_gather_plain(stream, mkey, len, payload);
			if (fault)
				return fault;
		}
		if (payload->len == before)
			break;	/* no more pieces */
	}
	return SM_OK;
}

static bool sm_is_inside(const void *addr, const void *start, size_t len)
{
	return (uintptr_t)addr - (uintptr_t)start < len;
}

static bool sm_is_in_payload(const struct sm_payload *payload, const void *addr)
{
	unsigned int i;

	for (i = 0; i < payload->n; i++)
		if (sm_is_inside(addr, payload->piece[i].iov_base, payload->piece[i].iov_len))
			return true;
	return sm_is_inside(addr, payload->run.from, payload->run.n * payload->run.from_step);
}

/* The rest of a payload. */
struct sm_source {
	struct sm_payload *payload;
	unsigned int piece;	/* number of the next one */
	size_t taken;		/* of that piece */
	size_t left;		/* of all */
};

/* Takes the next contiguous bytes, at most @most. */
static struct iovec sm_source_take(struct sm_source *source, uint64_t most)
{
	const struct iovec *piece;
	struct iovec next;

	if (source->piece == source->payload->n) {
		sm_payload_make_run(source->payload, most);
		source->piece = 0;
	}
	piece = &source->payload->piece[source->piece];
	next.iov_base = (char *)piece->iov_base + source->taken;
	next.iov_len = piece->iov_len - source->taken;
	if (next.iov_len > most) {
		next.iov_len = most;
		source->taken += most;
	} else {
		source->taken = 0;
		source->piece++;
	}
	source->left -= next.iov_len;
	return next;
}

/* Adds as many blocks of the run as there is room for, if the run is next. Gives their length. */
static size_t sm_source_copy_run(struct sm_source *source, void *to, size_t room)
{
	struct sm_sig_run *run = &source->payload->run;
	uint64_t n = run->n;

	if (source->piece < source->payload->n || !n)
		return 0;
	if (n > room / run->to_step)
		n = room / run->to_step;
	sm_sig_run(run, n, to);
	sm_sig_run_advance(run, n);
	source->left -= n * run->to_step;
	return n * run->to_step;
}

static void sm_source_copy(struct sm_source *source, const struct iovec *room)
{
	char *to = room->iov_base;
	size_t left = room->iov_len;

	while (left) {
		size_t len = sm_source_copy_run(source, to, left);

		if (!len) {
			const struct iovec next = sm_source_take(source, left);

			memmove(to, next.iov_base, next.iov_len);
			len = next.iov_len;
		}
		to += len;
		left -= len;
	}
}

/* Copies the next @len bytes to a key without signature, with as few translations as possible. */
static enum sm_fault sm_scatter_plain(struct sm_stream *stream, const struct sm_mkey *mkey,
				      struct sm_source *source, uint64_t len)
{
	const uint64_t addr = stream->sge[stream->current].addr + stream->done;
	uint64_t done = 0;

	while (done < len) {
		struct iovec room;
		enum sm_fault fault = sm_mkey_translate(stream->by.dev, mkey, stream->by.pd, addr + done,
							len - done, stream->by.access, &room);

		if (fault)
			return fault;
		sm_source_copy(source, &room);
		done += room.iov_len;
	}
	return SM_OK;
}

static enum sm_fault sm_scatter_sig(struct sm_stream *stream, struct sm_source *source,
				    uint64_t len)
{
	enum sm_fault fault = SM_OK;

	while (len && !fault) {
		const struct iovec next = sm_source_take(source, len);

		fault = sm_sig_scatter(stream->sig, &next, 1);
		len -= next.iov_len;
	}
	return fault;
}

/* Writes the payload into the entries of the list. */
static enum sm_fault sm_scatter_all(struct sm_stream *stream, struct sm_source *source)
{
	while (source->left) {
		struct sm_mkey *mkey;
		enum sm_fault fault;
		uint64_t len;

		if (stream->current == stream->n)
			return SM_FAULT_RANGE;
		len = stream->sge[stream->current].len - stream->done;
		if (len > source->left)
			len = source->left;
		fault = sm_stream_key(stream, &mkey);
		if (!fault)
			fault = stream->sig ? sm_scatter_sig(stream, source, len) :
				sm_scatter_plain(stream, mkey, source, len);
		if (fault)
			return fault;
		sm_stream_advance(stream, len);
	}
	return SM_OK;
}

enum sm_fault sm_stream_scatter(struct sm_stream *stream, struct sm_payload *payload)
{
	struct sm_source source = { .payload = payload, .left = payload->len };
	enum sm_fault fault;
	struct sm_guard guard;

	if (sm_guard_enter(&guard)) {
		payload->is_gone = sm_is_in_payload(payload, guard.addr);
		return payload->is_gone ? SM_FAULT_SOURCE : SM_FAULT_MEMORY;
	}
	fault = sm_scatter_all(stream, &source);
	sm_guard_leave(&guard);
	return fault;
}

void sm_stream_close(struct sm_stream *stream)
{
	sm_stream_leave_entry(stream);
	stream->n = 0;
}
