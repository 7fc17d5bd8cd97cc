// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Transaction signatures: one CRC after the data of one key or several, which share a PSV. The model is
 * that of mlx5sig_wr_set_mkey_sig_transaction(3) and mlx5sig_psv_create(3). PSVs are born and die too, so
 * that their numbers are used again, also for those of keys with block signatures.
 *
 * What the pages leave open is not played: a CRC on the wire that is checked comes in one request; a
 * transaction is given up when one of its requests has failed or was cancelled; and no data pass twice, as they
 * may after lost packets (--disturbed) and page faults (--without transaction).
 */
#include "lives.h"

static const struct sig unsigned_data;

/*
 * PSVs.
 */

static void psv_birth(struct life *life, struct psv *psv)
{
	*psv = (struct psv) {
		.psv = need(life, mlx5sig_psv_create(world.pd), "mlx5sig_psv_create") };
	life->counts.psvs++;
}

static void psv_death(struct life *life, struct psv *psv)
{
	must(life, mlx5sig_psv_destroy(psv->psv), "mlx5sig_psv_destroy");
	psv->psv = NULL;
}

void psvs_begin(struct life *life)
{
	unsigned int i;

	for (i = 0; i < MAX_PSVS; i++)
		psv_birth(life, &life->psvs[i]);
}

void psvs_end(struct life *life)
{
	unsigned int i;

	for (i = 0; i < MAX_PSVS; i++)
		psv_death(life, &life->psvs[i]);
}

/* Replaces a PSV; keys that have used it are configured again before their next use. */
void change_psv(struct life *life)
{
	struct psv *psv = &life->psvs[below(life, MAX_PSVS)];

	if (psv->is_busy)
		return;
	psv_death(life, psv);
	psv_birth(life, psv);
}

/*
 * Requests.
 */

static struct mlx5sig_sig_crc crc_of(const struct transaction *t)
{
	static const enum mlx5sig_sig_crc_type types[] = {
		[CRC32] = MLX5SIG_SIG_CRC_TYPE_CRC32, [CRC32C] = MLX5SIG_SIG_CRC_TYPE_CRC32C,
		[CRC64] = MLX5SIG_SIG_CRC_TYPE_CRC64_XP10 };

	return (struct mlx5sig_sig_crc) { .type = types[t->crc.code],
					  .seed = t->crc.has_ones ? UINT64_MAX : 0 };
}

void set_transaction(struct mlx5sig_qp *qp, const struct transaction *t)
{
	const struct mlx5sig_sig_crc crc = crc_of(t);
	const struct mlx5sig_sig_transaction_attr attr = {
		.domain = t->in_memory ? MLX5SIG_SIG_DOMAIN_MEM : MLX5SIG_SIG_DOMAIN_WIRE,
		.crc = &crc, .psv = t->psv->psv,
		.flags = (t->begins ? MLX5SIG_SIG_TRANSACTION_FLAG_INIT : 0u) |
			 (t->ends ? MLX5SIG_SIG_TRANSACTION_FLAG_CHECK_GEN : 0u) };

	mlx5sig_wr_set_mkey_sig_transaction(qp, &attr);
}

void set_psv(struct mlx5sig_qp *qp, const struct transaction *t)
{
	const struct mlx5sig_sig_crc crc = crc_of(t);
	const struct mlx5sig_psv_attr attr = { .sig_type = MLX5SIG_SIG_TYPE_CRC, .sig.crc = &crc };

	mlx5sig_wr_set_psv(qp, t->psv->psv, &attr);
}

int print_transaction(char *to, size_t size, const struct transaction *t)
{
	static const char *const codes[] = { "", "CRC32", "CRC32C", "CRC64" };

	return snprintf(to, size, " transaction %s %s seed %d, PSV %u%s%s", codes[t->crc.code],
			t->in_memory ? "mem" : "wire", t->crc.has_ones, t->psv->psv->index,
			t->begins ? ", begins" : "", t->ends ? ", ends" : "");
}

/* Bytes of the CRC after the data of this key. */
static uint32_t tail_of(const struct transaction *t)
{
	return t->ends ? sig_bytes(&t->crc) : 0;
}

static uint32_t data_bytes(const struct layout *layout, const struct transaction *t)
{
	return layout->length - (t->in_memory ? tail_of(t) : 0);
}

/* Data that come from the domain of the CRC. */
static bool is_checked(const struct transaction *t, bool outgoing)
{
	return outgoing == t->in_memory;
}

/* Parameters of a transaction, without its place. */
static struct transaction random_transaction(struct life *life)
{
	return (struct transaction) {
		.is_on = true, .in_memory = chance(life, 50), .psv = &life->psvs[below(life, MAX_PSVS)],
		.crc = { .is_on = true, .code = (enum code)(1 + below(life, 3)),
			 .has_ones = chance(life, 50) } };
}

/* Gives a configuration that will be dropped another signature, with any PSV. */
void vary_in_vain(struct life *life, struct conf *conf)
{
	const uint32_t flags = conf->key->flags;
	struct transaction t;

	if (!(flags & MLX5SIG_MKEY_INIT_ATTR_FLAGS_TRANSACTION_SIGNATURE) ||
	    flags & MLX5SIG_MKEY_INIT_ATTR_FLAGS_CRYPTO || !chance(life, 40))
		return;
	t = random_transaction(life);
	t.begins = chance(life, 50);
	t.ends = chance(life, 50) && (conf->sets_layout || !t.in_memory);	/* there is room */
	conf->sets_sig = true;
	conf->one_call = conf->has_tags = false;
	conf->prepared = -1;
	conf->sig = conf->after = (struct sig) { .transaction = t };
	plan_conf(conf);
}

/* A request that will be dropped. */
void load_in_vain(struct life *life, struct mlx5sig_qp *qp)
{
	const struct transaction t = random_transaction(life);

	set_psv(qp, &t);
}

/*
 * Chapters.
 */

/* Returns whether the chapter is that of a transaction: its PSV has no other one. */
bool transaction_begin(struct life *life, struct chapter *chapter)
{
	struct transaction t = random_transaction(life);

	if (world.is_disturbed || !lives_allow("transaction") || t.psv->is_busy)
		return false;
	t.psv->is_busy = true;
	chapter->transaction = t;
	return true;
}

/* Returns bytes of data, at least @least, that the cipher accepts. */
static uint32_t random_raw(struct life *life, const struct crypto *crypto, uint32_t least)
{
	uint32_t raw = chance(life, 20) ? 2 + below(life, 16) :
		       chance(life, 30) ? 512 * (1 + below(life, 5)) :
					  2 + below(life, chance(life, 90) ? 1500 : 7000);

	raw = raw < least ? least : raw;
	while (raw && !crypto_takes(crypto, &unsigned_data, 0, raw))
		raw--;
	return raw && raw >= least ? raw : crypto->unit;
}

/* The next key of the transaction, with at least @least bytes of data. */
static void add_key(struct life *life, struct chapter *chapter, struct key *key, int side, int stage,
		    uint32_t least, unsigned int access)
{
	struct op *op = add_op(life, chapter, CONFIGURE, side, stage);
	struct conf *conf = &chapter->confs[chapter->num_confs++];
	const struct transaction *t = &chapter->transaction;
	uint32_t length;

	op->conf = conf;
	begin_conf(life, conf, key);
	conf->sets_layout = conf->sets_access = conf->sets_sig = true;
	conf->resets_sig = chance(life, 5);
	conf->access = access | (chance(life, 60) ? IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_READ |
				 IBV_ACCESS_REMOTE_WRITE : 0u);
	conf->sig = conf->after = (struct sig) { .transaction = *t };
	conf->after_crypto = key->plan_crypto;
	conf->sets_crypto = key->flags & MLX5SIG_MKEY_INIT_ATTR_FLAGS_CRYPTO &&
			    (!key->plan_crypto.is_on || !crypto_fits(&key->plan_crypto, &conf->sig) ||
			     chance(life, 60));
	if (conf->sets_crypto) {
		random_crypto(life, &conf->crypto, &conf->sig);
		conf->after_crypto = conf->crypto;
		conf->is_crypto_prepared = chance(life, 30);
	}
	length = random_raw(life, &conf->after_crypto, least) + (t->in_memory ? tail_of(t) : 0);
	random_layout(life, &conf->layout, key, length,
		      conf->after_crypto.is_on ? length : STREAM_MAX - 8);
	plan_conf(conf);
}

/* @bytes on the wire that begin at @at. */
static void add_request(struct life *life, struct chapter *chapter, struct key *key,
			enum op_type type, bool outgoing, int side, int stage, uint32_t at,
			uint32_t bytes)
{
	const uint32_t raw = data_bytes(key->plan_layout, &key->plan_sig.transaction);
	const bool is_first = chapter->ops[chapter->num_ops - 1].type == CONFIGURE &&
			      (!at && key == chapter->keys[0]);
	struct op *op = add_op(life, chapter, type, side, stage);
	struct end *end = outgoing ? &op->from : &op->to, *plain = outgoing ? &op->to : &op->from;

	op->is_ordered = type == READ && !is_first;
	op->needs_receive = type == SEND || type == WRITE_IMM;
	op->to.is_receive = type == SEND;
	op->is_signaled |= type == SEND && !outgoing;	/* the next one waits for it (post.c) */
	op->bytes = bytes;
	end->key = plain->key = key;
	end->is_key = true;
	end->at = at;
	end->first = at < raw ? at : raw;
	end->raw = (at + bytes < raw ? at + bytes : raw) - end->first;
	plain->offset = at;
}

/* All bytes of a key, in one request or two. */
static void add_requests(struct life *life, struct chapter *chapter, struct key *key,
			 enum op_type type, bool outgoing, int side, int stage, bool is_short)
{
	const struct transaction *t = &key->plan_sig.transaction;
	const uint32_t raw = data_bytes(key->plan_layout, t);
	const uint32_t wire = raw + (t->in_memory ? 0 : tail_of(t));
	uint32_t cut = is_short && chance(life, 30) ? 1 + below(life, wire - 1) : 0;

	if (key->plan_crypto.is_on)	/* a request begins with a data unit */
		cut -= cut % key->plan_crypto.unit;
	if ((cut > raw && is_checked(t, outgoing)) ||
	    (cut < raw && !crypto_takes(&key->plan_crypto, &unsigned_data, cut, raw - cut)))
		cut = 0;
	if (cut)
		add_request(life, chapter, key, type, outgoing, side, stage, 0, cut);
	add_request(life, chapter, key, type, outgoing, side, stage, cut, wire - cut);
}

static uint8_t *far_of(uint8_t *slot, const struct end *end)
{
	return slot + MEMORY_MAX + end->offset;
}

/* Fills the data of a key. A CRC that will be checked is right or wrong; @reg has that so far. */
static void fill_data(struct life *life, struct key *key, bool outgoing, uint64_t *reg)
{
	const struct transaction *t = &key->plan_sig.transaction;
	const struct end begin = { .key = key };
	uint32_t length = data_bytes(key->plan_layout, t);
	uint8_t *data = life->scratch[0];

	fill_random(life, data, length);
	if (is_checked(t, outgoing)) {
		*reg = crc_add(&t->crc, *reg, data, length);
		if (t->ends)
			crc_put(&t->crc, *reg, data + length);
		length += tail_of(t);
		if (chance(life, t->ends ? 25 : 5))
			data[below(life, length)] ^= (uint8_t)(1 << below(life, 8));
	}
	if (outgoing) {
		distribute(key->plan_layout, data, 0, length, key->memory);
		distribute(key->plan_layout, data, 0, length, key->model);
	} else {
		memcpy(far_of(key->memory, &begin), data, length);
		memcpy(far_of(key->model, &begin), data, length);
	}
}

/* Data that arrive in a receive under a key, as in write_receive(). */
static bool may_receive(const struct link *link, int side)
{
	return !link->side[side].has_srq && !link->side[!side].has_pipelining &&
	       !link->side[side].spare;
}

static enum op_type random_type(struct life *life, const struct link *link, int side, bool is_remote,
				bool outgoing)
{
	if (is_remote == outgoing)
		return READ;
	if (!is_remote)
		return chance(life, 60) ? WRITE : SEND;
	if (may_receive(link, side) && chance(life, 25))
		return SEND;
	return chance(life, 70) ? WRITE : WRITE_IMM;
}

static unsigned int needed_access(bool is_remote, bool outgoing)
{
	if (outgoing)
		return is_remote ? IBV_ACCESS_REMOTE_READ : 0;
	return IBV_ACCESS_LOCAL_WRITE | (is_remote ? IBV_ACCESS_REMOTE_WRITE : 0u);
}

/* Data of the chapter's keys, one after the other, that its side or the other one transfers. */
void write_transaction(struct life *life, struct chapter *chapter, int side)
{
	bool outgoing = chance(life, 50), is_remote = chance(life, 40);
	bool is_given_up = chapter->num_keys > 1 && chance(life, 8), is_loaded;
	const struct side *here = &chapter->link->side[side];
	enum op_type type = random_type(life, chapter->link, side, is_remote, outgoing);
	/* Short data are in the CQE, which a key does not allow. */
	bool is_short = !here->scatters || outgoing || type == WRITE || type == WRITE_IMM;
	struct transaction *t = &chapter->transaction;
	uint64_t reg = t->crc.has_ones ? UINT64_MAX : 0;
	int stage = is_remote;
	unsigned int i;

	is_loaded = t->psv->is_lost || chance(life, t->psv->has_error ? 70 : 15);
	if (is_loaded)
		add_op(life, chapter, SET_PSV, side, 0);
	for (i = 0; i < chapter->num_keys; i++) {
		struct key *key = chapter->keys[i];

		t->begins = !i && !(is_loaded && chance(life, 50));
		t->ends = i + 1 == chapter->num_keys && !is_given_up;
		stage += i && !is_remote && chance(life, 25);
		add_key(life, chapter, key, side, is_remote ? 0 : stage, is_short ? 2 : 65,
			needed_access(is_remote, outgoing));
		fill_data(life, key, outgoing, &reg);
		if (!is_remote)
			add_requests(life, chapter, key, type, outgoing, side, stage, is_short);
	}
	for (i = 0; is_remote && i < chapter->num_keys; i++) {
		stage += i && chance(life, 25);
		add_requests(life, chapter, chapter->keys[i], type, outgoing, !side, stage, is_short);
	}
	if (is_remote || here->has_pipelining || chance(life, 20))
		add_message(life, chapter, is_remote ? !side : side, stage,
			    is_remote || here->has_pipelining);
}

/*
 * The verdict.
 */

void judge_psv(const struct op *op, bool is_executed)
{
	const struct transaction *t = &op->chapter->transaction;

	if (is_executed)
		t->psv->reg = t->crc.has_ones ? UINT64_MAX : 0;
	t->psv->has_error &= !is_executed;
	t->psv->is_lost = !is_executed;
}

/* Data in the domain of the CRC that begin after @first others of the key. */
static void pass(const struct transaction *t, uint32_t first, const uint8_t *data, uint32_t length)
{
	if (!length)
		return;
	if (!first && t->begins)
		t->psv->reg = t->crc.has_ones ? UINT64_MAX : 0;
	t->psv->reg = crc_add(&t->crc, t->psv->reg, data, length);
}

static void end_transaction(struct life *life, const struct op *op)
{
	life->counts.transactions++;
	life->counts.continued += op->chapter->num_keys > 1;
}

/* A PSV that had an error reports no other one until it is loaded. */
static void check(const struct transaction *t, const uint8_t *found, struct sig_error *error)
{
	uint8_t computed[8];

	crc_put(&t->crc, t->psv->reg, computed);
	if (!t->psv->has_error)
		compare_sigs(&t->crc, 0xff, found, computed, error);
	error->domain = t->in_memory ? MLX5SIG_SIG_DOMAIN_MEM : MLX5SIG_SIG_DOMAIN_WIRE;
	error->offset = 0;
}

/* Both ends of a key may have a cipher; the other one has none. */
static void cipher_both(struct life *life, const struct key *key, const struct end *end, bool outgoing,
			uint8_t *data)
{
	cipher(life, &key->crypto, outgoing, outgoing, end->first, data, end->raw);
	cipher(life, &key->crypto, !outgoing, outgoing, end->first, data, end->raw);
}

/* Returns the bytes on the wire. */
const uint8_t *take_transaction(struct life *life, const struct op *op, struct sig_error *error)
{
	const struct end *from = &op->from;
	const struct key *key = from->key;
	const struct transaction *t = &key->sig.transaction;
	const uint32_t all = data_bytes(&key->layout, t), end = from->at + op->bytes;
	uint8_t *data = life->scratch[0], *stream = life->scratch[1], crc[8];

	collect(&key->layout, key->model, key->layout.length, data);
	memcpy(stream, data + from->first, from->raw);
	if (t->in_memory)
		pass(t, from->first, stream, from->raw);
	cipher_both(life, key, from, true, stream);
	if (!t->in_memory)
		pass(t, from->first, stream, from->raw);
	if (end < all || !t->ends)
		return stream;
	if (t->in_memory) {
		check(t, data + all, error);
	} else {
		crc_put(&t->crc, t->psv->reg, crc);
		memcpy(stream + from->raw, crc + (from->at > all ? from->at - all : 0),
		       op->bytes - from->raw);
	}
	if (t->in_memory || end == all + tail_of(t))
		end_transaction(life, op);
	return stream;
}

void give_transaction(struct life *life, const struct op *op, const uint8_t *stream,
		      struct sig_error *error)
{
	const struct end *to = &op->to;
	struct key *key = to->key;
	const struct transaction *t = &key->sig.transaction;
	const uint32_t all = data_bytes(&key->layout, t);
	uint32_t length = to->raw;
	uint8_t *data = life->scratch[1];

	memmove(data, stream, op->bytes);
	if (!t->in_memory)
		pass(t, to->first, data, to->raw);
	if (op->bytes > to->raw)
		check(t, data + to->raw, error);
	cipher_both(life, key, to, false, data);
	if (t->in_memory)
		pass(t, to->first, data, to->raw);
	if (t->in_memory && t->ends && to->first + to->raw == all) {
		crc_put(&t->crc, t->psv->reg, data + to->raw);
		length += tail_of(t);
	}
	if (op->bytes > to->raw || length > to->raw)
		end_transaction(life, op);
	distribute(&key->layout, data, to->first, length, key->model);
}
