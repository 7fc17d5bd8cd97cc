// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Steps that create and configure keys. */
#include "side.h"

static const uint32_t block_bytes[] = { 512, 520, 4048, 4096, 4160 };
bool is_plain;	/* seeds and tags are zero: memory of zeroes has good signatures */

/* Returns the bytes of a signature. */
static uint32_t random_domain(struct domain *d, uint32_t block_size)
{
	memset(d, 0, sizeof(*d));
	d->domain.block_size = (enum mlx5sig_block_size)block_size;
	if (chance(60)) {
		d->domain.sig_type = MLX5SIG_SIG_TYPE_T10DIF;
		d->domain.sig.dif = &d->dif;
		d->dif.bg_type = (enum mlx5sig_sig_t10dif_bg_type)(!is_plain && chance(30));
		d->dif.flags = (uint16_t)(chance(40) ? below(8) : is_plain ? 0 : 1);
		if (!is_plain) {
			d->dif.bg = chance(50) ? 0xffff : 0;
			d->dif.app_tag = (uint16_t)below(65536);
			d->dif.ref_tag = below(UINT32_MAX);
		}
		return 8;
	}
	d->domain.sig_type = MLX5SIG_SIG_TYPE_CRC;
	d->domain.sig.crc = &d->crc;
	d->crc.type = (enum mlx5sig_sig_crc_type)below(3);
	/*
	 * copy-other-seed: the type determines the seed. crc32-seed-high-bits: its high bits are 0.
	 */
	if (!is_plain && d->crc.type != MLX5SIG_SIG_CRC_TYPE_CRC32)
		d->crc.seed = d->crc.type == MLX5SIG_SIG_CRC_TYPE_CRC64_XP10 ? UINT64_MAX :
									       UINT32_MAX;
	return d->crc.type == MLX5SIG_SIG_CRC_TYPE_CRC64_XP10 ? 8 : 4;
}

/* Returns whether signatures can be copied from one domain to the other. */
static bool are_alike(const struct domain *a, const struct domain *b)
{
	if (a->domain.sig_type != b->domain.sig_type ||
	    a->domain.block_size != b->domain.block_size)
		return false;
	return a->domain.sig_type == MLX5SIG_SIG_TYPE_T10DIF ? a->dif.bg_type == b->dif.bg_type :
		a->crc.type == b->crc.type;
}

static void random_sig(struct key *key, bool single)
{
	struct mlx5sig_sig_block_attr *attr = &key->sig;
	struct domain *mem = &key->mem, *wire = &key->wire;
	static const uint8_t masks[] = { 0xff, 0xff, 0xff, 0xc0, 0x30, 0x0f, 0xf0, 0 };
	uint32_t size = below(5), which = single ? 1 + below(2) : 1 + below(3);

	memset(attr, 0, sizeof(*attr));
	key->block = block_bytes[size];
	key->blocks = 1 + below(size < 2 ? 4 : 2);
	key->mem_sig = which & 1 ? random_domain(mem, size) : 0;
	key->wire_sig = which & 2 ? random_domain(wire, size) : 0;
	if (which == 3 && chance(40)) {
		*wire = *mem;
		key->wire_sig = key->mem_sig;
		wire->domain.sig = mem->domain.sig;
	}
	/* copy-other-remap */
	if (which == 3 && mem->domain.sig_type == MLX5SIG_SIG_TYPE_T10DIF)
		wire->dif.flags = (uint16_t)((wire->dif.flags & ~1) | (mem->dif.flags & 1));
	attr->mem = which & 1 ? &mem->domain : NULL;
	attr->wire = which & 2 ? &wire->domain : NULL;
	attr->check_mask = masks[below(sizeof(masks))];
	if (which == 3 && are_alike(mem, wire) && chance(50)) {
		attr->flags = MLX5SIG_SIG_BLOCK_ATTR_FLAG_COPY_MASK;
		attr->copy_mask = masks[below(sizeof(masks))];
	}
	key->has_sig = true;
}

static void set_layout(struct end *e, const struct key *key)
{
	uint32_t length = key->blocks * (key->block + key->mem_sig), unit = key->block;
	struct mlx5sig_mr_interleaved data[2];
	struct ibv_sge sge[SGES];
	size_t num;

	if (key->max_entries < 4 || chance(60)) {
		num = scatter(sge, length, SGES);
		printf("list %zu of %u\n", num, length);
		side->list(e, (uint16_t)num, sge);
		return;
	}
	printf("interleaved %u times %u\n", key->blocks, unit);
	data[0] = (struct mlx5sig_mr_interleaved) {
		.addr = (uintptr_t)memory + below(MEMORY / 2), .bytes_count = unit,
		.bytes_skip = below(100), .lkey = mr->lkey };
	data[1] = (struct mlx5sig_mr_interleaved) {
		.addr = (uintptr_t)memory + MEMORY / 2 + below(1000), .bytes_count = key->mem_sig,
		.bytes_skip = below(8), .lkey = mr->lkey };
	side->interleaved(e, key->blocks, key->mem_sig ? 2 : 1, data);
}

bool is_single;	/* signatures in one domain only: sq-sig-all */

enum setters { SET_ACCESS = 1, SET_LAYOUT = 2, SET_SIG = 4, SET_CRYPTO = 8, NUM_SETTERS = 4 };

static struct mlx5sig_crypto_attr random_crypto(struct key *key)
{
	struct mlx5sig_crypto_attr attr = {
		.encrypt_on_tx = chance(50),
		.signature_crypto_order = (enum mlx5sig_signature_crypto_order)below(2),
		.data_unit_size = (enum mlx5sig_block_size)below(5),
	};
	uint32_t which = below(DEKS), i;

	for (i = 0; i < sizeof(attr.initial_tweak); i++)
		attr.initial_tweak[i] = (char)below(256);
	attr.dek = deks[which];
	if (which && !chance(5))	/* see make_dek() */
		memset(attr.keytag, 'k', sizeof(attr.keytag));
	if (!key->has_sig) {
		key->block = block_bytes[attr.data_unit_size];
		key->blocks = chance(60) ? 1 : 1 + below(3);	/* of an engine for single ones */
	}
	return attr;
}

static bool is_plain_key(const struct key *key)
{
	return !(key->flags & (MLX5SIG_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE |
			       MLX5SIG_MKEY_INIT_ATTR_FLAGS_CRYPTO));
}

/* libmlx5 keeps a failed post's changes to the signature of its key. */
static void forget_key(struct key *key)
{
	settle();
	must(side->destroy_mkey(key->mkey), "destroy_mkey");
	make_key(key);
}

static void change_tag(struct key *key)
{
	key->mkey->lkey = (key->mkey->lkey & ~0xffu) | below(256);
	key->mkey->rkey = key->mkey->lkey;
}

void configure(struct end *e)
{
	struct key *key = &keys[below(KEYS)], before = *key;
	struct mlx5sig_mkey_conf_attr conf = {0};
	uint32_t setters = key->is_configured ? below(4) : SET_ACCESS | SET_LAYOUT, i;
	uint32_t first = below(NUM_SETTERS), tag = key->mkey->lkey;
	bool is_signed = key->flags & MLX5SIG_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE && chance(60);
	bool prepared = chance(40);
	uint8_t num = 0;

	make_room(e, 3);
	if (key->flags & MLX5SIG_MKEY_INIT_ATTR_FLAGS_UPDATE_TAG && chance(30))
		change_tag(key);
	if (is_signed) {
		random_sig(key, is_single);
		setters |= SET_LAYOUT | SET_SIG;
	} else if (key->has_sig && chance(40)) {
		conf.conf_flags = MLX5SIG_MKEY_CONF_FLAG_RESET_SIG_ATTR;
		key->has_sig = false;
		key->mem_sig = key->wire_sig = 0;
		setters |= SET_LAYOUT;
	}
	if (!key->has_sig && setters & SET_LAYOUT && !key->has_crypto) {
		key->block = 1 + below(1000);
		key->blocks = 1 + below(3);
	}
	if (key->flags & MLX5SIG_MKEY_INIT_ATTR_FLAGS_CRYPTO && (!key->has_crypto || chance(30))) {
		key->crypto = random_crypto(key);
		key->has_crypto = true;
		setters |= SET_CRYPTO | SET_LAYOUT;
	}
	printf("configure %d key %d setters %x flags %x\n", number_of(e), (int)(key - keys),
	       setters, conf.conf_flags);
	if (!side->posts_kept_parts)
		setters |= (key->has_sig ? SET_SIG : 0) | (key->has_crypto ? SET_CRYPTO : 0);
	for (i = 0; i < NUM_SETTERS; i++)
		num = (uint8_t)(num + (setters >> i & 1));
	side->start(e);
	side->configure(e, key->mkey, num, CONFIGURATION + below(3),
			chance(40) ? IBV_SEND_SIGNALED : 0, &conf);
	for (i = first; i < first + NUM_SETTERS; i++) {
		uint32_t setter = setters & 1u << i % NUM_SETTERS;

		if (setter == SET_ACCESS)
			side->access(e, ACCESS);
		else if (setter == SET_LAYOUT)
			set_layout(e, key);
		else if (setter == SET_SIG)
			side->sig(e, &key->sig, prepared);
		else if (setter == SET_CRYPTO)
			side->crypto(e, &key->crypto);
	}
	if (is_plain_key(key) && chance(10)) {
		side->abort(e);
		*key = before;
		key->mkey->lkey = key->mkey->rkey = tag;
	} else if (!complete(e, 3)) {
		key->is_configured = true;
		key->was_posted = key->flags & MLX5SIG_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE;
	} else if (is_plain_key(key)) {
		*key = before;
		key->mkey->lkey = key->mkey->rkey = tag;
	} else {
		forget_key(key);
	}
}

/*
 * Errors of a configuration. Left out are those that libmlx5 accepts: fewer setters than announced,
 * interleaved lengths of more than 16 bits or of more entries than the key has, a copy mask for one
 * domain; and encryption without a DEK, which ends the process.
 */
enum wrong {
	WRONG_ACCESS, WRONG_CONF_FLAGS, WRONG_CONF_MASK, WRONG_ENTRIES, WRONG_TWICE, WRONG_TOO_MANY,
	WRONG_SIG_TYPE, WRONG_BLOCK_SIZE, WRONG_SEED, WRONG_GUARD, WRONG_DIF_FLAGS, WRONG_CRC_TYPE,
	WRONG_CRC_SEED, WRONG_DOMAIN_MASK, WRONG_SIG_MASK, WRONG_SIG_FLAGS, WRONG_COPY_KINDS,
	WRONG_STANDARD, WRONG_ORDER, WRONG_UNIT, WRONG_CRYPTO_MASK, NUM_WRONG,
};

static void set_wrong_sig(struct end *e, enum wrong wrong)
{
	struct mlx5sig_sig_t10dif dif = { .app_tag = 7 };
	struct mlx5sig_sig_crc crc = { .type = MLX5SIG_SIG_CRC_TYPE_CRC32C };
	struct mlx5sig_sig_block_domain domain = { .sig_type = MLX5SIG_SIG_TYPE_T10DIF,
						   .sig.dif = &dif }, other = domain;
	struct mlx5sig_sig_block_attr attr = { .wire = &domain, .check_mask = 0xff };

	switch (wrong) {
	case WRONG_SIG_TYPE: domain.sig_type = (enum mlx5sig_sig_type)(2 + below(9)); break;
	case WRONG_BLOCK_SIZE: domain.block_size = (enum mlx5sig_block_size)(5 + below(9)); break;
	case WRONG_SEED: dif.bg = (uint16_t)(1 + below(0xfffe)); break;
	case WRONG_GUARD: dif.bg_type = (enum mlx5sig_sig_t10dif_bg_type)(2 + below(9)); break;
	case WRONG_DIF_FLAGS: dif.flags = (uint16_t)(8u << below(12)); break;
	case WRONG_CRC_TYPE: crc.type = (enum mlx5sig_sig_crc_type)(3 + below(9)); break;
	case WRONG_CRC_SEED: crc.seed = 1 + below(0xfffffffe); break;
	case WRONG_DOMAIN_MASK: domain.comp_mask = 1; break;
	case WRONG_SIG_MASK: attr.comp_mask = 1; break;
	case WRONG_SIG_FLAGS: attr.flags = 2; break;
	case WRONG_COPY_KINDS:
		attr.flags = MLX5SIG_SIG_BLOCK_ATTR_FLAG_COPY_MASK;
		attr.copy_mask = 0xff;
		other.block_size = MLX5SIG_BLOCK_SIZE_4096;
		attr.mem = &other;
		break;
	default: break;
	}
	if (wrong == WRONG_CRC_TYPE || wrong == WRONG_CRC_SEED) {
		domain.sig_type = MLX5SIG_SIG_TYPE_CRC;
		domain.sig.crc = &crc;
	}
	side->sig(e, &attr, chance(30));
}

static void set_wrong_crypto(struct end *e, enum wrong wrong)
{
	struct mlx5sig_crypto_attr attr = { .dek = deks[0] };

	switch (wrong) {
	case WRONG_STANDARD:
		attr.crypto_standard = (enum mlx5sig_crypto_standard)(1 + below(9));
		break;
	case WRONG_ORDER:
		attr.signature_crypto_order = (enum mlx5sig_signature_crypto_order)(2 + below(9));
		break;
	case WRONG_UNIT: attr.data_unit_size = (enum mlx5sig_block_size)(5 + below(9)); break;
	case WRONG_CRYPTO_MASK: attr.comp_mask = 1; break;
	default: break;
	}
	side->crypto(e, &attr);
}

void configure_wrongly(struct end *e)
{
	struct key *key = &keys[below(KEYS)];
	struct mlx5sig_mkey_conf_attr conf = {0};
	enum wrong wrong = (enum wrong)below(NUM_WRONG);
	struct ibv_sge sge[20];
	unsigned int i;

	settle();	/* an error now would be decoded with the invalid attributes */
	make_room(e, 3);
	for (i = 0; i < 20; i++)
		sge_at(&sge[i], 512);
	if (wrong == WRONG_CONF_FLAGS)
		conf.conf_flags = 2u << below(20);
	if (wrong == WRONG_CONF_MASK)
		conf.comp_mask = 1 + below(8);
	printf("wrong %d\n", wrong);
	side->start(e);
	side->configure(e, key->mkey, wrong == WRONG_TOO_MANY ? 1 : 2, CONFIGURATION, 0, &conf);
	side->list(e, wrong == WRONG_ENTRIES ? 20 : 1, sge);
	if (wrong == WRONG_ACCESS)
		side->access(e, 0x10u << below(10));
	else if (wrong == WRONG_TWICE)
		side->list(e, 1, sge);
	else if (wrong < WRONG_SIG_TYPE)
		side->access(e, ACCESS);
	else if (wrong < WRONG_STANDARD)
		set_wrong_sig(e, wrong);
	else
		set_wrong_crypto(e, wrong);
	if (!complete(e, 3))
		die("a wrong configuration is taken");
	if (!is_plain_key(key))
		forget_key(key);
}

void create_wrongly(void)
{
	struct mlx5sig_mkey_init_attr attr = { .pd = pd, .create_flags = 1, .max_entries = 4 };
	struct mlx5sig_dek_init_attr dek = { .pd = pd, .key_size = 128 };
	bool is_dek = false;
	void *made;

	switch (below(5)) {
	case 0: attr.create_flags = 0; break;
	case 1: attr.create_flags = 1 | 32u << below(19); break;	/* bit 24 is one of the library alone */
	case 2: attr.create_flags = 2 + below(2) * 8; attr.max_entries = 0; break;
	default: is_dek = true; dek.comp_mask = 1;
	}
	errno = 0;
	made = is_dek ? (void *)side->create_dek(&dek) : (void *)side->create_mkey(&attr);
	printf("create wrongly: %s, errno %d\n", made ? "made" : "refused", made ? 0 : errno);
	if (made)
		must(is_dek ? side->destroy_dek(made) : side->destroy_mkey(made), "destroy");
}

void make_key(struct key *key)
{
	struct mlx5sig_mkey_init_attr attr = {
		.pd = pd, .create_flags = MLX5SIG_MKEY_INIT_ATTR_FLAGS_INDIRECT };

	memset(key, 0, sizeof(*key));
	if (!is_quiet && chance(75))
		attr.create_flags |= MLX5SIG_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE;
	if (chance(20))
		attr.create_flags |= MLX5SIG_MKEY_INIT_ATTR_FLAGS_CRYPTO;
	if (chance(20))
		attr.create_flags |= MLX5SIG_MKEY_INIT_ATTR_FLAGS_REMOTE_INVALIDATE;
	if (chance(20))
		attr.create_flags |= MLX5SIG_MKEY_INIT_ATTR_FLAGS_UPDATE_TAG;
	key->flags = attr.create_flags;
	attr.max_entries = (uint16_t)(4 + below(8));
	key->mkey = need(side->create_mkey(&attr), "create_mkey");
	key->max_entries = attr.max_entries;
	printf("mkey lkey %x rkey %x flags %x entries %u\n", key->mkey->lkey, key->mkey->rkey,
	       key->flags, attr.max_entries);
}

void replace_flushed_keys(void)
{
	struct mlx5sig_mkey_init_attr attr = { .pd = pd };
	struct key *key;

	for (key = keys; key < keys + KEYS; key++) {
		if (!key->was_posted)
			continue;
		must(side->destroy_mkey(key->mkey), "destroy_mkey");
		attr.create_flags = key->flags;
		attr.max_entries = (uint16_t)key->max_entries;
		*key = (struct key) { .flags = key->flags, .max_entries = key->max_entries };
		key->mkey = need(side->create_mkey(&attr), "create_mkey");
	}
}

/* The second one has a key tag. */
void make_dek(unsigned int i)
{
	struct mlx5sig_dek_init_attr attr = { .pd = pd,
					      .key_size = i ? 256 : 128,
					      .has_keytag = i };
	uint32_t size = attr.key_size / 8 * 2, k;

	for (k = 0; k < size; k++)
		attr.key[k] = (char)(k * 5 + i + 1);
	if (i)
		memset(attr.key + size, 'k', 8);
	deks[i] = need(side->create_dek(&attr), "create_dek");
}
