// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Configurations of keys: random ones, how they are posted, and the memory under a layout.
 */
#include "lives.h"

/* Entries of a list: one WQE has 44 to 52, by the kind of its key; two UMRs fit into the shortest queue. */
enum { LONGEST = 72 };

#define LARGEST(sig) ((sig)->mem.block > (sig)->wire.block ? (sig)->mem.block : (sig)->wire.block)

/* Pieces with gaps, in any order. */
static void random_list(struct life *life, struct layout *layout, uint32_t num, uint32_t length)
{
	uint32_t cuts[MAX_PIECES + 1], order[MAX_PIECES], i, j, at = 0, gap;

	cuts[0] = 0;
	for (i = 1; i < num; i++)
		cuts[i] = 1 + below(life, length - 1);
	cuts[num] = length;
	for (i = 1; i < num; i++)	/* insertion sort */
		for (j = i; j > 1 && cuts[j - 1] > cuts[j]; j--) {
			uint32_t swap = cuts[j];

			cuts[j] = cuts[j - 1];
			cuts[j - 1] = swap;
		}
	for (i = 0; i < num; i++) {
		j = below(life, i + 1);
		order[i] = order[j];
		order[j] = i;
	}
	*layout = (struct layout) { .length = length };
	gap = (MEMORY_MAX - length) / num;
	for (i = 0; i < num; i++) {
		at += chance(life, 50) ? below(life, gap) : 0;
		layout->pieces[order[i]] = (struct piece) {
			.at = at, .length = cuts[order[i] + 1] - cuts[order[i]] };
		at += layout->pieces[order[i]].length;
	}
	for (i = 0; i < num; i++)	/* an empty one would mean 2 GiB */
		if (layout->pieces[i].length)
			layout->pieces[layout->num++] = layout->pieces[i];
}

static bool random_interleaved(struct life *life, struct layout *layout, uint32_t least,
			       uint32_t most)
{
	uint32_t i, j, at = 0, sum = 0, num = 1 + below(life, 3), repeat;
	struct layout new = { .is_interleaved = true, .num_streams = num };

	for (i = 0; i < num; i++) {
		new.streams[i].bytes_count =
			chance(life, 40) ? (i ? 8 : 512) : 1 + below(life, 1500);
		new.streams[i].bytes_skip = chance(life, 50) ? below(life, 100) : 0;
		sum += new.streams[i].bytes_count;
	}
	repeat = (least + sum - 1) / sum;
	if (repeat * num > MAX_PIECES)
		return false;
	for (i = 0; i < num; i++) {
		uint32_t step = new.streams[i].bytes_count + new.streams[i].bytes_skip;

		at += below(life, 64);
		new.streams[i].addr = at;
		for (j = 0; j < repeat; j++)
			new.pieces[j * num + i] = (struct piece) {
				.at = at + j * step, .length = new.streams[i].bytes_count };
		at += repeat * step;
	}
	if (at > MEMORY_MAX || repeat * sum > most)
		return false;
	new.repeat = repeat;
	new.num = repeat * num;
	new.length = repeat * sum;
	*layout = new;
	return true;
}

/* Makes a layout of @least to @limit bytes. */
void random_layout(struct life *life, struct layout *layout, const struct key *key, uint32_t least,
		   uint32_t limit)
{
	uint32_t most = key->entries < LONGEST ? key->entries : LONGEST;
	uint32_t length = least + (chance(life, 20) ? below(life, 700) : 0);

	if (length > limit)
		length = limit;
	if (most >= 4 && chance(life, 20) && random_interleaved(life, layout, least, limit))
		return;
	if (chance(life, 40))
		most = 1;
	else if (chance(life, 75) && most > 5)
		most = 5;
	random_list(life, layout, 1 + below(life, most), length);
}

static void fill_domain(const struct domain *domain, struct mlx5sig_sig_t10dif *dif,
			struct mlx5sig_sig_crc *crc, struct mlx5sig_sig_block_domain *to)
{
	static const enum mlx5sig_sig_crc_type types[] = {
		[CRC32] = MLX5SIG_SIG_CRC_TYPE_CRC32, [CRC32C] = MLX5SIG_SIG_CRC_TYPE_CRC32C,
		[CRC64] = MLX5SIG_SIG_CRC_TYPE_CRC64_XP10 };

	*to = (struct mlx5sig_sig_block_domain) { .block_size = domain->size };
	if (domain->code == T10DIF) {
		*dif = (struct mlx5sig_sig_t10dif){ .bg_type = domain->is_csum
								       ? MLX5SIG_SIG_T10DIF_CSUM
								       : MLX5SIG_SIG_T10DIF_CRC,
						    .bg = domain->has_ones ? 0xffff : 0,
						    .app_tag = domain->app_tag,
						    .ref_tag = domain->ref_tag,
						    .flags = domain->flags };
		to->sig_type = MLX5SIG_SIG_TYPE_T10DIF;
		to->sig.dif = dif;
	} else {
		*crc = (struct mlx5sig_sig_crc) { .type = types[domain->code],
						  .seed = domain->has_ones ? UINT64_MAX : 0 };
		to->sig_type = MLX5SIG_SIG_TYPE_CRC;
		to->sig.crc = crc;
	}
}

struct attributes {
	struct mlx5sig_sig_t10dif dif[2];
	struct mlx5sig_sig_crc crc[2];
	struct mlx5sig_sig_block_domain domains[2];
	struct mlx5sig_sig_block_attr attr;
};

static const struct mlx5sig_sig_block_attr *fill(const struct sig *sig, struct attributes *a)
{
	fill_domain(&sig->mem, &a->dif[0], &a->crc[0], &a->domains[0]);
	fill_domain(&sig->wire, &a->dif[1], &a->crc[1], &a->domains[1]);
	a->attr = (struct mlx5sig_sig_block_attr) {
		.mem = sig->mem.is_on ? &a->domains[0] : NULL,
		.wire = sig->wire.is_on ? &a->domains[1] : NULL, .check_mask = sig->check,
		.flags = sig->has_copy ? MLX5SIG_SIG_BLOCK_ATTR_FLAG_COPY_MASK : 0,
		.copy_mask = sig->copy };
	return &a->attr;
}

void make_prepared(struct life *life, int i)
{
	struct prepared *p = &life->prepared[i];
	struct attributes a;

	free_prepared(life, i);
	random_sig(life, &p->sig);
	p->prepared = need(life, mlx5sig_sig_prepare(world.context, fill(&p->sig, &a)),
			   "mlx5sig_sig_prepare");
}

void free_prepared(struct life *life, int i)
{
	if (life->prepared[i].prepared)
		mlx5sig_sig_prepared_free(life->prepared[i].prepared);
	life->prepared[i].prepared = NULL;
}

/* Returns the bytes of data that fit both ends. */
static uint32_t capacity(const struct sig *sig, uint32_t mem_length, uint32_t wire_length)
{
	static const struct domain none;
	uint32_t mem = room_for(sig->is_on ? &sig->mem : &none, mem_length);
	uint32_t wire = room_for(sig->is_on ? &sig->wire : &none, wire_length);

	return mem < wire ? mem : wire;
}

static uint32_t random_length(struct life *life, const struct sig *sig)
{
	uint32_t block, num;

	if (!sig->is_on)
		return 100 + below(life, chance(life, 90) ? 1500 : 8000);
	block = LARGEST(sig);
	num = 1 + below(life, block > 1000 ? 3 : chance(life, 90) ? 5 : 20);
	return num * block + (chance(life, 15) ? below(life, block) : 0);
}

static void choose_sig(struct life *life, struct conf *conf, struct key *key, bool keeps_kind)
{
	int i = (int)below(life, MAX_PREPARED);

	if (keeps_kind) {
		conf->sig = key->plan_sig;
		random_tags(life, &conf->sig);
	} else if (chance(life, 50)) {
		conf->prepared = i;
		conf->sig = life->prepared[i].sig;
		conf->has_tags = chance(life, 50);
		if (conf->has_tags)
			random_tags(life, &conf->sig);
	} else if (key->plan_sig.is_on && chance(life, 40)) {
		conf->sig = key->plan_sig;
		random_tags(life, &conf->sig);
	} else {
		random_sig(life, &conf->sig);
	}
}

static unsigned int random_access_flags(struct life *life)
{
	const unsigned int lw = IBV_ACCESS_LOCAL_WRITE, rr = IBV_ACCESS_REMOTE_READ,
			   rw = IBV_ACCESS_REMOTE_WRITE;
	const unsigned int flags[] = {
		lw | rr | rw, lw | rr | rw, lw | rr | rw, lw, lw | rw, lw | rr, rr
	};

	return flags[below(life, NUM(flags))];
}

/* A key that can encrypt has to, in an order that its signature allows. */
static void choose_crypto(struct life *life, struct conf *conf)
{
	const struct key *key = conf->key;

	conf->after_crypto = key->plan_crypto;
	if (key->stays_bare)
		return;
	conf->sets_crypto = key->flags & MLX5SIG_MKEY_INIT_ATTR_FLAGS_CRYPTO &&
			    (!key->plan_crypto.is_on || !crypto_fits(&key->plan_crypto, &conf->after) ||
			     chance(life, 35));
	if (!conf->sets_crypto)
		return;
	random_crypto(life, &conf->crypto, &conf->after);
	conf->after_crypto = conf->crypto;
}

/* Makes a new layout if the key's is too short or too long, or nothing else is set. */
static void choose_layout(struct life *life, struct conf *conf, const struct layout *old)
{
	static const struct domain none;
	const struct sig *sig = &conf->after;
	uint32_t limit = crypto_limit(&conf->after_crypto), length, most;

	if (!conf->sets_layout)
		conf->sets_layout = old->length > limit ||
				    capacity(sig, old->length, STREAM_MAX) < 100 ||
				    !(conf->sets_access || conf->sets_sig || conf->sets_crypto);
	if (!conf->sets_layout)
		return;
	length = random_length(life, sig);
	most = capacity(sig, limit, limit);
	random_layout(life, &conf->layout, conf->key,
		      place_of(sig->is_on ? &sig->mem : &none, length < most ? length : most),
		      limit + MEMORY_MAX / 3 * world.has_units);
}

void begin_conf(struct life *life, struct conf *conf, struct key *key)
{
	*conf = (struct conf) { .key = key, .prepared = -1, .tag = -1, .order = below(life, 24) };
	if (key->flags & MLX5SIG_MKEY_INIT_ATTR_FLAGS_UPDATE_TAG && chance(life, 40))
		conf->tag = (int)below(life, 256);
}

/* The state of the key after it. */
void plan_conf(const struct conf *conf)
{
	struct key *key = conf->key;

	if (conf->sets_layout)
		key->plan_layout = &conf->layout;
	if (conf->sets_access)
		key->plan_access = conf->access;
	key->plan_sig = conf->after;
	key->plan_crypto = conf->after_crypto;
}

/*
 * @keeps_kind: an error of an earlier request is decoded with this configuration, so the type of
 * the signature stays.
 */
void random_conf(struct life *life, struct conf *conf, struct key *key, bool keeps_kind)
{
	bool can_sign = key->flags & MLX5SIG_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE;
	bool is_new = !key->is_configured;

	begin_conf(life, conf, key);
	conf->sets_layout = is_new || key->layout_lost || chance(life, 70);
	conf->sets_access = is_new || key->access_lost || chance(life, 50);
	conf->sets_sig = can_sign && (!keeps_kind || key->plan_sig.is_on) && chance(life, 60);
	if (conf->sets_sig)
		choose_sig(life, conf, key, keeps_kind);
	/* A transaction is valid for one configuration. */
	conf->resets_sig = (has_sigerrs(key) && !keeps_kind &&
			    chance(life, conf->sets_sig ? 5 : 10)) ||
			   (key->plan_sig.transaction.is_on && !conf->sets_sig);
	conf->after = conf->sets_sig ? conf->sig : key->plan_sig;
	if (conf->resets_sig && !conf->sets_sig)
		conf->after = (struct sig) { .is_on = false };
	choose_crypto(life, conf);
	choose_layout(life, conf, key->plan_layout);
	if (conf->sets_access)
		conf->access = random_access_flags(life);
	plan_conf(conf);
	conf->one_call = conf->sets_layout && conf->sets_access && !conf->layout.is_interleaved &&
			 (conf->sets_crypto ? !conf->sets_sig && !conf->resets_sig :
			  conf->sets_sig ? conf->prepared >= 0 && !conf->resets_sig :
					   conf->resets_sig || !has_sigerrs(key)) &&
			 chance(life, 60);
	conf->is_crypto_prepared = conf->sets_crypto && (conf->one_call || chance(life, 30));
}

static uint32_t lkey_of(uint32_t i)
{
	return world.mr[i % 2]->lkey;
}

static void set_layout(struct mlx5sig_qp *qp, const struct conf *conf)
{
	const struct layout *layout = &conf->layout;
	struct mlx5sig_mr_interleaved streams[3];
	uint32_t i;

	for (i = 0; i < layout->num_streams; i++) {
		streams[i] = layout->streams[i];
		streams[i].addr += (uintptr_t)conf->key->memory;
		streams[i].lkey = lkey_of(i);
	}
	mlx5sig_wr_set_mkey_layout_interleaved(qp, layout->repeat, (uint16_t)layout->num_streams,
					       streams);
}

static uint16_t fill_sges(const struct conf *conf, struct ibv_sge *sge)
{
	const struct layout *layout = &conf->layout;
	uint32_t i;

	for (i = 0; i < layout->num; i++)
		sge[i] = (struct ibv_sge) {
			.addr = (uintptr_t)conf->key->memory + layout->pieces[i].at,
			.length = layout->pieces[i].length, .lkey = lkey_of(i) };
	return (uint16_t)layout->num;
}

void post_conf(struct life *life, struct mlx5sig_qp *qp, const struct conf *conf)
{
	const struct mlx5sig_mkey_conf_attr attr = {
		.conf_flags = conf->resets_sig ? MLX5SIG_MKEY_CONF_FLAG_RESET_SIG_ATTR : 0 };
	const struct sig *sig = &conf->sig;
	const struct mlx5sig_sig_tags tags = {
		.mem_app_tag = sig->mem.app_tag, .mem_ref_tag = sig->mem.ref_tag,
		.wire_app_tag = sig->wire.app_tag, .wire_ref_tag = sig->wire.ref_tag };
	const struct mlx5sig_sig_prepared *prepared =
		conf->prepared >= 0 ? life->prepared[conf->prepared].prepared : NULL;
	const char *tweak = (const char *)conf->crypto.tweak;
	struct mlx5sig_crypto_prepared *encryption = NULL;
	struct ibv_sge sge[MAX_PIECES];
	struct attributes a;
	uint16_t num_sges = 0;
	unsigned int i, k, order = conf->order;
	uint8_t whats[] = { 0, 1, 2, 3 };

	if (conf->sets_layout && !conf->layout.is_interleaved)
		num_sges = fill_sges(conf, sge);
	if (conf->is_crypto_prepared)
		encryption = prepare_crypto(life, &conf->crypto);
	if (conf->one_call && encryption)
		mlx5sig_wr_mkey_configure_crypto(qp, conf->key->mkey, conf->access, num_sges, sge,
						 encryption, tweak);
	else if (conf->one_call)
		mlx5sig_wr_mkey_configure_prepared(qp, conf->key->mkey, conf->access, num_sges, sge,
						   prepared, conf->has_tags ? &tags : NULL);
	if (conf->one_call) {
		mlx5sig_crypto_prepared_free(encryption);
		return;
	}
	mlx5sig_wr_mkey_configure(qp, conf->key->mkey,
				  (uint8_t)(conf->sets_access + conf->sets_layout + conf->sets_sig +
					    conf->sets_crypto),
				  conf->resets_sig || conf->order % 2 ? &attr : NULL);
	for (i = 0; i < 4; order /= 4 - i, i++) {
		uint8_t what = whats[k = i + order % (4 - i)];

		whats[k] = whats[i];
		if (what == 0 && conf->sets_access)
			mlx5sig_wr_set_mkey_access_flags(qp, conf->access);
		if (what == 1 && conf->sets_layout && conf->layout.is_interleaved)
			set_layout(qp, conf);
		else if (what == 1 && conf->sets_layout)
			mlx5sig_wr_set_mkey_layout_list(qp, num_sges, sge);
		if (what == 2 && conf->sets_sig && sig->transaction.is_on)
			set_transaction(qp, &sig->transaction);
		else if (what == 2 && conf->sets_sig && prepared)
			mlx5sig_wr_set_mkey_sig_prepared(qp, prepared,
							 conf->has_tags ? &tags : NULL);
		else if (what == 2 && conf->sets_sig)
			mlx5sig_wr_set_mkey_sig_block(qp, fill(sig, &a));
		if (what == 3 && encryption)
			mlx5sig_wr_set_mkey_crypto_prepared(qp, encryption, tweak);
		else if (what == 3 && conf->sets_crypto)
			set_crypto(qp, &conf->crypto);
	}
	mlx5sig_crypto_prepared_free(encryption);
}

/*
 * Memory.
 */

/* Returns the addresses of the first @length bytes of the key. */
uint8_t *collect(const struct layout *layout, uint8_t *memory, uint32_t length, uint8_t *to)
{
	uint32_t i, done = 0;

	for (i = 0; i < layout->num && done < length; i++) {
		uint32_t n = layout->pieces[i].length < length - done ? layout->pieces[i].length :
									length - done;

		memcpy(to + done, memory + layout->pieces[i].at, n);
		done += n;
	}
	return to;
}

/* @length bytes that begin at @at of the key. */
void distribute(const struct layout *layout, const uint8_t *from, uint32_t at, uint32_t length,
		uint8_t *memory)
{
	uint32_t i, start = 0;

	for (i = 0; i < layout->num && length; i++) {
		uint32_t end = start + layout->pieces[i].length;

		if (at < end) {
			uint32_t n = length < end - at ? length : end - at;

			memcpy(memory + layout->pieces[i].at + (at - start), from, n);
			at += n;
			from += n;
			length -= n;
		}
		start = end;
	}
}
