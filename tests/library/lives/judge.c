// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Executes the device's requests in the model: memory and errors have to agree.
 */
#include "lives.h"

static const struct domain none;

static void judge_conf(const struct conf *conf, bool is_executed)
{
	struct key *key = conf->key;

	if (!is_executed) {
		/* The next one writes its signature again, but neither layout nor rights. */
		key->is_lost = true;
		key->layout_lost |= conf->sets_layout;
		key->access_lost |= conf->sets_access;
		return;
	}
	key->is_lost = false;
	if (conf->sets_layout) {
		key->layout = conf->layout;
		key->layout_lost = false;
	}
	if (conf->sets_access) {
		key->access = conf->access;
		key->access_lost = false;
	}
	key->sig = conf->after;
	key->crypto = conf->after_crypto;
	key->expected = ((conf->has_noted_all ? key->noted : conf->noted) + 1) & 1;
}

/* The device reports one error until the next configuration that says how many were polled. */
static void report(struct life *life, struct key *key, const struct op *op, bool is_local,
		   const struct sig_error *error)
{
	struct side *side = &op->link->side[op->side];

	if (key->expected == key->reported) {
		life->counts.unarmed++;
		note(life, &key->history, "model: %x is bad, and not reported", op->id);
		return;
	}
	note(life, &key->history, "model: %x is bad: type %d, domain %d, offset %llu", op->id,
	     error->type, error->domain, (unsigned long long)error->offset);
	key->reported = key->expected;
	if (key->sig.transaction.is_on)
		key->sig.transaction.psv->has_error = true;
	key->noted++;
	if (key->pending < NUM(key->errors))
		key->errors[key->pending] = *error;
	key->pending++;
	key->new_errors++;
	life->counts.errors++;
	if (is_local && side->has_pipelining)
		side->expected_stops++;
}

static uint8_t *far_of(uint8_t *slot, const struct end *end)
{
	return slot + MEMORY_MAX + end->far * STREAM_MAX + end->offset;
}

static const uint8_t *take(struct life *life, const struct op *op, struct sig_error *error)
{
	const struct end *from = &op->from;
	const struct key *key = from->key;
	const struct domain *mem = key->sig.is_on ? &key->sig.mem : &none;
	uint32_t at = place_of(mem, from->first), end = place_of(mem, from->first + from->raw);
	uint8_t *data = life->scratch[0], *stream = life->scratch[1];

	if (!from->is_key)
		return far_of(key->model, from);
	if (key->sig.transaction.is_on)
		return take_transaction(life, op, error);
	collect(&key->layout, key->model, end, data);
	cipher(life, &key->crypto, true, true, at, data + at, end - at);
	convert(&key->sig, true, data + at, from->first, from->raw, stream, error);
	cipher(life, &key->crypto, false, true, from->at, stream, op->bytes);
	return stream;
}

static void compare_message(struct life *life, const struct op *op, const uint8_t *stream)
{
	const uint8_t *got = (const uint8_t *)world.receives->addr +
			     (uint64_t)op->buffer * STREAM_MAX;
	uint32_t i;

	for (i = 0; i < op->bytes; i++)
		if (got[i] != stream[i])
			lives_fail(life, &op->to.key->history, &op->link->history,
				   "byte %u of message %x is %02x, in the model %02x", i, op->id,
				   got[i], stream[i]);
}

static void give(struct life *life, const struct op *op, const uint8_t *stream,
		 struct sig_error *error)
{
	const struct end *to = &op->to;
	const struct key *key = to->key;
	const struct domain *mem = key->sig.is_on ? &key->sig.mem : &none;
	uint32_t at = place_of(mem, to->first), length = place_of(mem, to->first + to->raw) - at;
	uint8_t *plain = life->scratch[1], *data = life->scratch[0];

	if (to->is_key && key->sig.transaction.is_on) {
		give_transaction(life, op, stream, error);
	} else if (to->is_key) {
		memmove(plain, stream, op->bytes);
		cipher(life, &key->crypto, false, false, to->at, plain, op->bytes);
		convert(&key->sig, false, plain, to->first, to->raw, data, error);
		cipher(life, &key->crypto, true, false, at, data, length);
		distribute(&key->layout, data, at, length, key->model);
	} else if (!to->is_receive) {
		memcpy(far_of(key->model, to), stream, op->bytes);
	} else if (op->buffer >= 0) {
		compare_message(life, op, stream);
	}
}

static void count_crypto(struct life *life, const struct op *op)
{
	const struct end *end = op->from.is_key ? &op->from : &op->to;

	if (!end->is_key || !end->key->crypto.is_on)
		return;
	life->counts.encrypted++;
	life->counts.units += end->raw > end->key->crypto.unit;
}

/* @out and @in become the errors that the two keys find in the data. */
static void transfer(struct life *life, const struct op *op, struct sig_error *out,
		     struct sig_error *in)
{
	out->type = in->type = MLX5SIG_MKEY_NO_ERR;
	give(life, op, take(life, op, out), in);
}

static void judge_transfer(struct life *life, const struct op *op)
{
	struct sig_error out, in;

	transfer(life, op, &out, &in);
	if (out.type != MLX5SIG_MKEY_NO_ERR)
		report(life, op->from.key, op, op->type != READ, &out);
	if (in.type != MLX5SIG_MKEY_NO_ERR)
		report(life, op->to.key, op, op->type == READ, &in);
	if (op->type == MESSAGE)
		return;
	life->counts.transfers++;
	count_crypto(life, op);
	if (out.type != MLX5SIG_MKEY_NO_ERR || in.type != MLX5SIG_MKEY_NO_ERR)
		life->counts.bad++;
	else
		life->counts.good++;
}

/* Everything has to be set again, as after a configuration that was not executed. */
static void judge_invalidation(struct life *life, struct key *key)
{
	key->is_lost = key->layout_lost = key->access_lost = true;
	life->counts.invalidated++;
}

static void atomic(const struct op *op)
{
	uint64_t *remote = (uint64_t *)far_of(op->from.key->model, &op->from);
	uint64_t *local = (uint64_t *)far_of(op->to.key->model, &op->to);

	*local = *remote;
	if (!op->is_swap)
		*remote += op->add;
	else if (*remote == op->compare)
		*remote = op->add;
}

static void judge_executed(struct life *life, const struct op *op)
{
	if (op->is_refused)
		lives_fail(life, &op->from.key->history, NULL,
			   "request %x has used key %u, which may not be used", op->id,
			   op->from.key->number);
	switch (op->type) {
	case CONFIGURE: case NOP: case BAD: case SET_PSV:
		return;
	case INVALIDATE: case SEND_INV:
		judge_invalidation(life, op->from.key);
		return;
	case ATOMIC:
		atomic(op);
		life->counts.atomics++;
		return;
	case WRITE: case WRITE_IMM: case READ: case SEND: case MESSAGE:
		judge_transfer(life, op);
	}
}

static void compare_early(struct life *life, struct key *key)
{
	const struct mlx5sig_mkey_err_ext *got = &key->early;
	const struct sig_error *e = &key->errors[0];
	const unsigned int num = got->num_errors;

	if (!key->is_early)
		return;
	if (!num || num > key->pending || got->err.err_type != e->type ||
	    got->domain != e->domain || got->err.err.sig.offset != e->offset ||
	    got->err.err.sig.actual_value != e->actual ||
	    got->err.err.sig.expected_value != e->expected)
		lives_fail(life, &key->history, NULL,
			   "wrong verdict on key %u while requests were under "
			   "way: type %d instead of %d, %u errors instead of %u",
			   key->number, got->err.err_type, e->type, got->num_errors, key->pending);
	key->is_early = false;
	forget_errors(key, num);
}

/* Returns whether the key has more errors than the model, after all completions were polled. */
static bool has_another_error(struct life *life, struct key *key)
{
	if (!has_sigerrs(key))
		return false;
	if (key->is_early && key->early.num_errors > key->pending)
		return true;
	compare_early(life, key);
	must(life, mlx5sig_mkey_check_ext(key->mkey, &key->early), "mlx5sig_mkey_check_ext");
	key->is_early = key->early.num_errors;
	return key->early.num_errors > key->pending;
}

/* Is it the request that its queue was executing at the end? Those behind it have not begun. */
static bool has_begun(const struct op *op)
{
	return op->is_first_flushed || op->status == IBV_WC_RETRY_EXC_ERR;
}

/*
 * The other side has failed and did not execute the request; or it is the first flushed one, which
 * may have waited for the other side. Its data may have been read and checked nevertheless.
 */
static void judge_unanswered(struct life *life, const struct op *op)
{
	struct sig_error error = { .type = MLX5SIG_MKEY_NO_ERR };

	if (op->type == READ || !op->from.is_key || !has_begun(op) ||
	    !has_another_error(life, op->from.key))
		return;
	take(life, op, &error);
	if (error.type != MLX5SIG_MKEY_NO_ERR)
		report(life, op->from.key, op, true, &error);
}

/* A byte that the device did not write is in the model as it was @before. */
static void adopt(struct key *key, const uint8_t *before)
{
	uint32_t i;

	for (i = 0; i < SLOT_SIZE; i++)
		if (key->memory[i] == before[i])
			key->model[i] = before[i];
}

static void report_if_found(struct life *life, struct key *key, const struct op *op,
			    const struct sig_error *error, bool is_local)
{
	if (error->type != MLX5SIG_MKEY_NO_ERR && has_another_error(life, key))
		report(life, key, op, is_local, error);
}

/*
 * Packets of the request, or its acknowledgement, were lost on the wire, and nobody can tell which:
 * each byte is as before or as after it, and a key may have found the error that its data have.
 */
static void judge_unknown(struct life *life, const struct op *op)
{
	struct key *const keys[2] = { op->from.key, op->to.key };
	struct sig_error out = { .type = MLX5SIG_MKEY_NO_ERR }, in = out;
	unsigned int i;

	for (i = 0; i < 2; i++)
		memcpy(life->before[i], keys[i]->model, SLOT_SIZE);
	if (op->type == ATOMIC)
		atomic(op);
	else
		transfer(life, op, &out, &in);
	for (i = 0; i < 2; i++)
		adopt(keys[i], life->before[i]);
	report_if_found(life, op->from.key, op, &out, op->type != READ);
	report_if_found(life, op->to.key, op, &in, op->type == READ);
	life->counts.unknown++;
}

static bool has_data(const struct op *op)
{
	switch (op->type) {
	case WRITE: case WRITE_IMM: case READ: case SEND: case MESSAGE: case ATOMIC:
		return true;
	default:
		return false;
	}
}

static void judge_failed(struct life *life, const struct op *op)
{
	if (!world.is_disturbed || !has_begun(op))
		judge_unanswered(life, op);
	else if (atomic_load(&op->is_received))
		judge_executed(life, op);
	else if (has_data(op))
		judge_unknown(life, op);
}

static void judge_op(struct life *life, const struct op *op)
{
	enum op_state state = atomic_load(&op->state);
	bool is_executed = state == EXECUTED && !op->is_cancelled;

	if (state == UNPOSTED)
		return;
	life->counts.flushed += state == FLUSHED;
	life->counts.cancelled += op->is_cancelled;
	life->counts.dropped += op->is_dropped;
	if (op->type == CONFIGURE)
		judge_conf(op->conf, is_executed);
	else if (op->type == SET_PSV)
		judge_psv(op, is_executed);
	else if (is_executed)
		judge_executed(life, op);
	else if (!op->is_cancelled && !op->is_refused)
		judge_failed(life, op);
	life->counts.refused += op->is_refused && state == FAILED;
	if (!is_executed && op->conf)
		note(life, &op->conf->key->history, "model: %x was not executed", op->id);
	else if (!is_executed && op->from.key)
		note(life, &op->from.key->history, "model: %x was not executed", op->id);
}

static void compare_memory(struct life *life, struct chapter *chapter, struct key *key)
{
	uint32_t i;

	if (!memcmp(key->memory, key->model, SLOT_SIZE))
		return;
	for (i = 0; key->memory[i] == key->model[i]; i++)
		;
	lives_fail(life, &key->history,
		   &chapter->keys[chapter->keys[0] == key && chapter->num_keys > 1]->history,
		   "memory of key %u differs from the model at %u (buffers begin at %u): %02x "
		   "instead of %02x",
		   key->number, i, MEMORY_MAX, key->memory[i], key->model[i]);
}

/* Each key with an error that was not checked is on the list of a CQ. */
static void collect_bad(struct life *life, struct cq *cq)
{
	struct mlx5sig_mkey *mkey;
	struct key *key;

	while ((mkey = mlx5sig_cq_next_bad_mkey(cq->cq)) != NULL) {
		key = mkey->mkey_context;
		if (key->mkey != mkey)
			lives_fail(life, &key->history, NULL, "another key is listed as key %u",
				   key->number);
		note(life, &key->history, "key %u is on the list of CQ %u", key->number,
		     cq->number);
		key->listed++;
	}
}

static void collect_keys(struct life *life, const struct link *link)
{
	int i;

	for (i = 0; i < 2 && !life->has_no_list; i++) {
		if (!link->side[i].send->is_shared)
			collect_bad(life, link->side[i].send);
		if (!link->side[i].recv->is_shared)
			collect_bad(life, link->side[i].recv);
	}
}

static void compare_list(struct life *life, const struct link *link, struct key *key)
{
	bool is_shared = link->side[0].send->is_shared || link->side[0].recv->is_shared ||
			 link->side[1].send->is_shared || link->side[1].recv->is_shared;

	if (!is_shared && !life->has_no_list && !key->was_early && !key->may_be_listed &&
	    (!key->listed != !key->new_errors || key->listed > key->new_errors))
		lives_fail(life, &key->history, NULL, "key %u has %u new errors, and is listed %u times",
			   key->number, key->new_errors, key->listed);
	key->may_be_listed |= (is_shared || life->has_no_list) && key->new_errors;
	key->listed = 0;
	key->was_early = false;
	key->new_errors = 0;
}

/* All requests of the stage are over, or never posted. */
void judge_stage(struct life *life, struct chapter *chapter)
{
	bool had_no_list = life->has_no_list;
	unsigned int i;

	if (chance(life, 15))	/* keys stay on it */
		life->has_no_list = true;
	collect_keys(life, chapter->link);
	for (i = 0; i < chapter->num_ops; i++)
		if (chapter->ops[i].stage == chapter->stage)
			judge_op(life, &chapter->ops[i]);
	for (i = 0; i < chapter->num_keys; i++) {
		struct key *key = chapter->keys[i];

		compare_memory(life, chapter, key);
		compare_list(life, chapter->link, key);
		compare_early(life, key);
		if (chance(life, key->in_pool ? 40 : 70))
			check_key(life, key);
	}
	life->has_no_list = had_no_list;
}
