// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Chapters: configurations and uses of one key or two.
 */
#include "lives.h"

static const struct domain none;

static const struct domain *wire_of(const struct sig *sig)
{
	return sig->is_on ? &sig->wire : &none;
}

static const struct domain *mem_of(const struct sig *sig)
{
	return sig->is_on ? &sig->mem : &none;
}

void fill_random(struct life *life, uint8_t *to, uint32_t length)
{
	uint64_t value;
	uint32_t i;

	if (chance(life, 5)) {	/* the checksum's seed only matters for zeros */
		memset(to, 0, length);
		return;
	}
	for (i = 0; i + 8 <= length; i += 8) {
		value = draw(life);
		memcpy(to + i, &value, 8);
	}
	for (; i < length; i++)
		to[i] = (uint8_t)i;
}

/* Wrong bytes, in data or signatures. */
static void spoil(struct life *life, const struct domain *domain, uint8_t *stream, uint32_t length)
{
	uint32_t step = domain->is_on ? domain->block + sig_bytes(domain) : 0;
	uint32_t i, blocks = step ? length / step : 0,
		    times = 1 + (chance(life, 30) ? below(life, 4) : 0);

	for (i = 0; i < times; i++) {
		uint8_t *sig;

		if (!blocks || chance(life, 30)) {
			stream[below(life, length)] ^= (uint8_t)(1 << below(life, 8));
			continue;
		}
		sig = stream + below(life, blocks) * step + domain->block;
		if (domain->code == T10DIF && chance(life, 20)) {	/* escaped */
			memset(sig + 2, 0xff, chance(life, 50) ? 2 : 6);
			sig[0] ^= (uint8_t)below(life, 2);
		} else {
			sig[below(life, sig_bytes(domain))] ^= (uint8_t)(1 + below(life, 255));
		}
	}
}

/* Fills blocks of a domain with right or corrupted signatures; returns their length with these. */
static uint32_t make_stream(struct life *life, const struct domain *domain, uint32_t first,
			    uint32_t raw, uint8_t *to)
{
	const struct sig sig = { .is_on = true, .wire = *domain };
	uint32_t length = place_of(domain, first + raw) - place_of(domain, first);
	struct sig_error error = { .type = MLX5SIG_MKEY_NO_ERR };
	uint8_t *data = life->scratch[1];

	fill_random(life, data, raw);
	convert(&sig, true, data, first, raw, to, &error);
	if (chance(life, 35))
		spoil(life, domain, to, length);
	return length;
}

/* Fills the key's memory: @raw bytes of data after the first @first. */
static void fill_memory(struct life *life, struct end *end)
{
	const struct domain *mem = mem_of(&end->key->plan_sig);
	uint32_t length = make_stream(life, mem, end->first, end->raw, life->scratch[0]);
	uint32_t at = place_of(mem, end->first);

	cipher(life, &end->key->plan_crypto, true, false, at, life->scratch[0], length);
	distribute(end->key->plan_layout, life->scratch[0], at, length, end->key->memory);
	distribute(end->key->plan_layout, life->scratch[0], at, length, end->key->model);
}

static uint8_t *far_of(uint8_t *slot, uint32_t far)
{
	return slot + MEMORY_MAX + far * STREAM_MAX;
}

/* Fills the bytes that reach the key from the plain buffer. */
static void fill_far(struct life *life, const struct end *end, const struct end *plain)
{
	const struct domain *wire = wire_of(&end->key->plan_sig);
	uint8_t *far = far_of(plain->key->memory, plain->far);
	uint32_t length = make_stream(life, wire, end->first, end->raw, far);

	cipher(life, &end->key->plan_crypto, false, true, end->at, far, length);
	memcpy(far_of(plain->key->model, plain->far), far, length);
}

static uint32_t wire_bytes(const struct end *end)
{
	const struct domain *wire = wire_of(&end->key->plan_sig);

	return place_of(wire, end->first + end->raw) - place_of(wire, end->first);
}

static uint32_t capacity(const struct key *key)
{
	uint32_t mem = room_for(mem_of(&key->plan_sig), key->plan_layout->length);
	uint32_t wire = room_for(wire_of(&key->plan_sig), STREAM_MAX);

	return mem < wire ? mem : wire;
}

static uint32_t random_raw(struct life *life, uint32_t block, uint32_t most)
{
	if (most > block && chance(life, 75))
		return (1 + below(life, most / block)) * block;
	return chance(life, 50) ? most : 1 + below(life, most);
}

/* Returns at most @most bytes of data after @first others that the cipher accepts. */
static uint32_t allowed(const struct key *key, uint32_t first, uint32_t most)
{
	while (most && !crypto_takes(&key->plan_crypto, &key->plan_sig, first, most))
		most--;
	return most;
}

/* Selects a part of the key that begins with a block in both domains, and with a data unit. */
static void choose_range(struct life *life, struct end *end)
{
	const struct sig *sig = &end->key->plan_sig;
	const struct domain *mem = mem_of(sig), *wire = wire_of(sig);
	uint32_t most = capacity(end->key), block = mem->is_on ? mem->block : wire->block;

	end->is_key = true;
	end->first = 0;
	if (!block)
		block = 512;
	else if (!(mem->is_on && wire->is_on && mem->block != wire->block) && most >= 2 * block &&
		 chance(life, 25))
		end->first = below(life, most / block) * block;
	else if (wire->is_on && wire->block > block)
		block = wire->block;
	end->raw = allowed(end->key, end->first, random_raw(life, block, most - end->first));
	if (!end->raw) {
		end->first = 0;
		end->raw = allowed(end->key, 0, most);
	}
	end->at = place_of(wire, end->first);
}

/* Lengthens short data for the key of this side. */
static void avoid_scatter(const struct side *side, struct end *end)
{
	if (!side->scatters || wire_bytes(end) > 64)
		return;
	end->first = end->at = 0;
	end->raw = allowed(end->key, 0, capacity(end->key));
}

struct op *add_op(struct life *life, struct chapter *chapter, enum op_type type, int side,
		  int stage)
{
	struct op *op = &chapter->ops[chapter->num_ops++];

	new_op(life, op, type, chapter->link, side);
	op->chapter = chapter;
	op->stage = stage;
	op->is_signaled = chance(life, 40);
	op->is_fenced = chance(life, 15);
	chapter->last_stage = stage;
	return op;
}

/* The key has to encrypt, but was never configured to. */
static bool is_bare(const struct key *key)
{
	return key->flags & MLX5SIG_MKEY_INIT_ATTR_FLAGS_CRYPTO && !key->plan_crypto.is_on;
}

static void add_conf(struct life *life, struct chapter *chapter, struct key *key, int side,
		     int stage, bool keeps_kind)
{
	struct op *op;

	if (key->is_configured && !key->plan_sig.transaction.is_on && !key->is_lost &&
	    !key->layout_lost && !key->access_lost && is_bare(key) == key->stays_bare &&
	    chance(life, 12))
		return;
	/* A configuration that is not the first can then wait for earlier requests (post.c). */
	if (chapter->num_ops)
		chapter->ops[chapter->num_ops - 1].is_signaled = true;
	op = add_op(life, chapter, CONFIGURE, side, stage);
	op->conf = &chapter->confs[chapter->num_confs++];
	random_conf(life, op->conf, key, keeps_kind);
}

/* Reports the end of transfers to the side that did not request them. */
void add_message(struct life *life, struct chapter *chapter, int side, int stage, bool is_fenced)
{
	struct op *op = add_op(life, chapter, MESSAGE, side, stage);

	op->needs_receive = true;
	op->is_fenced |= is_fenced;
	op->from = (struct end) { .key = chapter->keys[0], .far = FARS - 1 };
	op->to = (struct end) { .key = chapter->keys[0], .is_receive = true };
	op->bytes = 1 + below(life, 200);
}

static void add_local(struct life *life, struct chapter *chapter, struct key *key, int side,
		      int stage, uint32_t far)
{
	bool outgoing = chance(life, 50) || !(key->plan_access & IBV_ACCESS_LOCAL_WRITE);
	struct op *op = add_op(life, chapter, outgoing ? chance(life, 60) ? WRITE : SEND : READ,
			       side, stage);
	struct end *end = outgoing ? &op->from : &op->to, *plain = outgoing ? &op->to : &op->from;

	end->key = plain->key = key;
	plain->far = far;
	plain->is_receive = op->needs_receive = op->type == SEND;
	choose_range(life, end);
	if (!outgoing)
		avoid_scatter(&chapter->link->side[side], end);
	op->bytes = wire_bytes(end);
	if (outgoing)
		fill_memory(life, end);
	else
		fill_far(life, end, plain);
}

static bool add_remote(struct life *life, struct chapter *chapter, struct key *key, int side,
		       int stage, uint32_t far)
{
	unsigned int access = key->plan_access;
	bool can_read = access & IBV_ACCESS_REMOTE_READ,
	     can_write = access & IBV_ACCESS_REMOTE_WRITE;
	bool outgoing = can_read && (!can_write || chance(life, 50));
	struct end *end, *plain;
	struct op *op;

	if (!can_read && !can_write)
		return false;
	op = add_op(life, chapter,
		    outgoing	       ? READ
		    : chance(life, 50) ? WRITE
				       : WRITE_IMM,
		    side, stage);
	end = outgoing ? &op->from : &op->to;
	plain = outgoing ? &op->to : &op->from;
	end->key = plain->key = key;
	plain->far = far;
	op->needs_receive = op->type == WRITE_IMM;
	choose_range(life, end);
	op->bytes = wire_bytes(end);
	if (outgoing)
		fill_memory(life, end);
	else
		fill_far(life, end, plain);
	return true;
}

/* An atomic operation on memory beside a key. */
static void add_atomic(struct life *life, struct chapter *chapter, int side, int stage)
{
	struct op *op = add_op(life, chapter, ATOMIC, side, stage);
	uint64_t *at = (uint64_t *)(far_of(chapter->keys[0]->model, FARS - 1) + ATOMIC_AT);

	op->from = op->to = (struct end) { .key = chapter->keys[0], .far = FARS - 1,
					   .offset = ATOMIC_AT };
	op->to.offset += sizeof(*at);
	op->bytes = sizeof(*at);
	op->is_swap = chance(life, 50);
	op->add = draw(life);
	op->compare = chance(life, 50) ? *at : draw(life);
}

/* Configuration and use by the same side. */
static void write_local(struct life *life, struct chapter *chapter, int side)
{
	bool is_piped = chapter->link->side[side].has_pipelining;
	struct key *key = chapter->keys[0];
	int stage = 0;
	uint32_t far = 0;

	add_conf(life, chapter, key, side, stage, false);
	stage += chance(life, 25);
	add_local(life, chapter, key, side, stage, far++);
	if (chance(life, 25))
		add_local(life, chapter, key, side, stage, far++);
	if (chance(life, 15))
		add_op(life, chapter, NOP, side, stage)->is_raw = chance(life, 50);
	if (chance(life, 10))
		add_atomic(life, chapter, side, stage);
	if (chance(life, 30) && far < 2) {
		bool is_next = chance(life, 50);

		stage += is_next;
		add_conf(life, chapter, key, side, stage, !is_next);
		add_local(life, chapter, key, side, stage, far++);
	}
	if (is_piped || chance(life, 20))
		add_message(life, chapter, side, stage, is_piped);
}

/* Configured by one side and used by the other. */
static void write_remote(struct life *life, struct chapter *chapter, int side)
{
	struct key *key = chapter->keys[0];

	add_conf(life, chapter, key, side, 0, false);
	if (!add_remote(life, chapter, key, !side, 1, 0)) {
		add_local(life, chapter, key, side, 1, 0);
		return;
	}
	if (chance(life, 25))
		add_remote(life, chapter, key, !side, 1, 1);
	add_message(life, chapter, !side, 1, true);
}

/* A message that is received under a key. */
static bool write_receive(struct life *life, struct chapter *chapter, int side)
{
	const struct link *link = chapter->link;
	struct key *key = chapter->keys[0];
	struct op *op;

	if (link->side[side].has_srq || link->side[!side].has_pipelining || link->side[side].spare)
		return false;
	add_conf(life, chapter, key, side, 0, false);
	if (!(key->plan_access & IBV_ACCESS_LOCAL_WRITE)) {
		add_local(life, chapter, key, side, 1, 0);
		return true;
	}
	op = add_op(life, chapter, SEND, !side, 1);
	op->needs_receive = true;
	op->from = (struct end) { .key = key };
	op->to = (struct end) { .key = key, .is_receive = true };
	choose_range(life, &op->to);
	avoid_scatter(&link->side[side], &op->to);
	op->bytes = wire_bytes(&op->to);
	fill_far(life, &op->to, &op->from);
	return true;
}

/*
 * A key that must not be used: it is invalidated after its use, by its own side or the other one,
 * or it should encrypt but has no encryption attributes.
 */
static void write_refused(struct life *life, struct chapter *chapter, int side)
{
	struct key *key = chapter->keys[0];
	const struct link *link = chapter->link;
	bool stays_bare = is_bare(key);
	bool is_remote = key->flags & MLX5SIG_MKEY_INIT_ATTR_FLAGS_REMOTE_INVALIDATE &&
			 !link->side[side].has_srq && !link->side[!side].has_pipelining &&
			 !link->side[side].spare && chance(life, 50);
	struct op *op;

	key->stays_bare = stays_bare;
	add_conf(life, chapter, key, side, 0, false);
	key->stays_bare = false;
	if (!stays_bare) {
		add_local(life, chapter, key, side, 0, 0);
		op = add_op(life, chapter, is_remote ? SEND_INV : INVALIDATE,
			    is_remote || chance(life, 50) ? !side : side, 1);
		op->needs_receive = is_remote;
		op->from = op->to = (struct end) { .key = key, .is_receive = is_remote };
	}
	if (!lives_allow("bad") || life->avoids_errors || chance(life, stays_bare ? 20 : 60))
		return;
	if (chance(life, 50) || !add_remote(life, chapter, key, !side, 2, 1))
		add_local(life, chapter, key, side, 2, 1);
	op = &chapter->ops[chapter->num_ops - 1];
	op->is_refused = true;
	if (op->type == WRITE_IMM) {	/* its receive would have an error */
		op->type = WRITE;
		op->needs_receive = false;
	}
}

/* Returns the bytes of data that are @length bytes on the wire of the key, or 0. */
static uint32_t raw_of(const struct key *key, uint32_t length)
{
	const struct domain *wire = wire_of(&key->plan_sig);
	uint32_t step = wire->block + sig_bytes(wire), raw;

	if (!wire->is_on)
		raw = length;
	else if (length % step >= wire->block)
		return 0;
	else
		raw = length / step * wire->block + length % step;
	return raw == allowed(key, 0, raw) && raw <= capacity(key) ? raw : 0;
}

/* Transfers from one key into another, over the wire of both. */
static void write_both(struct life *life, struct chapter *chapter, int side)
{
	struct key *near = chapter->keys[0], *far = chapter->keys[1];
	struct op *op;
	uint32_t raw;

	add_conf(life, chapter, near, side, 0, false);
	add_conf(life, chapter, far, !side, 0, false);
	op = add_op(life, chapter, WRITE, side, 1);
	op->from.key = near;
	op->to.key = far;
	choose_range(life, &op->from);
	op->bytes = wire_bytes(&op->from);
	fill_memory(life, &op->from);
	raw = raw_of(far, op->bytes);
	if (raw && far->plan_access & IBV_ACCESS_REMOTE_WRITE) {
		op->to.is_key = true;
		op->to.raw = raw;
	}
	add_message(life, chapter, side, 1, true);
}

/* The last request of a side in a stage is signaled: with it all others are over. */
static void signal_last(struct chapter *chapter)
{
	struct op *last[4][2] = { { NULL } };
	unsigned int i;

	for (i = 0; i < chapter->num_ops; i++)
		last[chapter->ops[i].stage][chapter->ops[i].side] = &chapter->ops[i];
	for (i = 0; i < 8; i++)
		if (last[i / 2][i % 2])
			last[i / 2][i % 2]->is_signaled = true;
}

static atomic_int *free_cqes(struct chapter *chapter, int side, int which)
{
	struct side *s = &chapter->link->side[side];

	return which ? &s->recv->free : &s->send->free;
}

static void release(struct chapter *chapter, int sign)
{
	int i;

	for (i = 0; i < 4; i++)
		atomic_fetch_add(free_cqes(chapter, i / 2, i % 2),
				 sign * chapter->reserved[i / 2][i % 2]);
}

/* Reserves CQEs for every outcome of the requests; returns false if there are too few. */
static bool reserve(struct chapter *chapter)
{
	unsigned int i;
	bool is_enough = true;

	for (i = 0; i < chapter->num_ops; i++) {
		const struct op *op = &chapter->ops[i];

		chapter->reserved[op->side][0] += op->type == CONFIGURE ? 3 : 2;
		chapter->reserved[!op->side][1] += 2;
	}
	release(chapter, -1);
	for (i = 0; i < 4; i++)
		is_enough &= atomic_load(free_cqes(chapter, (int)i / 2, (int)i % 2)) >= 0;
	return is_enough;
}

/* NULL: there is no room for more. */
struct chapter *chapter_begin(struct life *life, struct link *link)
{
	struct chapter *chapter = NULL;
	int side = (int)below(life, 2);
	uint32_t kind = below(life, 100);
	unsigned int i;

	for (i = 0; i < MAX_CHAPTERS; i++)
		if (!life->chapters[i].is_used)
			chapter = &life->chapters[i];
	if (!chapter)
		return NULL;
	chapter->is_used = true;
	chapter->link = link;
	chapter->num_ops = chapter->num_confs = 0;
	chapter->is_cut = chapter->transaction.is_on = false;
	chapter->stage = chapter->last_stage = 0;
	memset(chapter->reserved, 0, sizeof(chapter->reserved));
	chapter->num_keys = kind >= 85 ? 2 : 1;
	if (kind >= 75 && kind < 85 && transaction_begin(life, chapter))
		chapter->num_keys = 1 + below(life, MAX_PARTS);
	for (i = 0; i < chapter->num_keys; i++) {
		chapter->keys[i] = get_key(life, chapter->transaction.is_on ?
			MLX5SIG_MKEY_INIT_ATTR_FLAGS_TRANSACTION_SIGNATURE : 0);
		if (!chapter->keys[i])
			break;
	}
	chapter->num_keys = i;
	link->chapters++;
	if (!i) {
		chapter_end(life, chapter);
		return NULL;
	}
	if (chapter->transaction.is_on)
		write_transaction(life, chapter, side);
	else if (i == 2)
		write_both(life, chapter, side);
	else if (kind < 28)
		write_remote(life, chapter, side);
	else if (kind < 32 && lives_allow("invalid"))
		write_refused(life, chapter, side);
	else if (kind >= 40 || !write_receive(life, chapter, side))
		write_local(life, chapter, side);
	if (lives_allow("bad") && !life->avoids_errors && chance(life, 2))
		add_op(life, chapter, BAD, side, chapter->last_stage);
	signal_last(chapter);
	while (chapter->stage < chapter->last_stage && chapter->ops[0].stage > chapter->stage)
		chapter->stage++;
	if (!reserve(chapter)) {
		chapter_end(life, chapter);
		return NULL;
	}
	return chapter;
}

bool stage_is_posted(const struct chapter *chapter)
{
	unsigned int i;

	for (i = 0; i < chapter->num_ops; i++)
		if (chapter->ops[i].stage == chapter->stage &&
		    atomic_load(&chapter->ops[i].state) == UNPOSTED)
			return false;
	return true;
}

bool stage_is_over(const struct chapter *chapter)
{
	unsigned int i;

	for (i = 0; i < chapter->num_ops; i++) {
		const struct op *op = &chapter->ops[i];
		enum op_state state = atomic_load(&op->state);

		if (op->stage != chapter->stage)
			continue;
		if (state == UNPOSTED || state == POSTED)
			return false;
		if (op->needs_receive && state == EXECUTED && !op->is_cancelled &&
		    !op->is_dropped && !atomic_load(&op->is_received))
			return false;
	}
	return true;
}

void chapter_end(struct life *life, struct chapter *chapter)
{
	unsigned int i;

	for (i = 0; i < chapter->num_keys; i++) {
		chapter->keys[i]->is_busy = false;
		if (chance(life, 5) && chapter->num_ops)
			check_key(life, chapter->keys[i]);
		/* Before keys with errors are taken from the list. */
		if (chapter->keys[i]->may_be_listed && chance(life, 20))
			key_death(life, chapter->keys[i]);
	}
	for (i = 0; i < chapter->num_ops; i++)
		if (chapter->ops[i].buffer >= 0)
			put_buffer(chapter->ops[i].buffer);
	if (chapter->transaction.is_on)
		chapter->transaction.psv->is_busy = false;
	release(chapter, 1);
	chapter->link->chapters--;
	chapter->is_used = false;
}
