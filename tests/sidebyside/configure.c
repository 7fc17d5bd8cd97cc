// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Steps that make and configure keys. */
#include "side.h"

struct domain {
	struct mlx5sig_sig_block_domain domain;
	struct mlx5sig_sig_t10dif dif;
	struct mlx5sig_sig_crc crc;
};

static const uint32_t block_bytes[] = { 512, 520, 4048, 4096, 4160 };
bool is_plain;	/* seeds and tags are zero: memory of zeroes has good signatures */

/* Gives the bytes of a signature. */
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
	/* copy-other-seed: the seed follows from the type. crc32-seed-high-bits: and has no high ones. */
	if (!is_plain && d->crc.type != MLX5SIG_SIG_CRC_TYPE_CRC32)
		d->crc.seed = d->crc.type == MLX5SIG_SIG_CRC_TYPE_CRC64_XP10 ? UINT64_MAX : UINT32_MAX;
	return d->crc.type == MLX5SIG_SIG_CRC_TYPE_CRC64_XP10 ? 8 : 4;
}

/* Whether signatures can be copied from one domain to the other. */
static bool are_alike(const struct domain *a, const struct domain *b)
{
	if (a->domain.sig_type != b->domain.sig_type || a->domain.block_size != b->domain.block_size)
		return false;
	return a->domain.sig_type == MLX5SIG_SIG_TYPE_T10DIF ? a->dif.bg_type == b->dif.bg_type :
		a->crc.type == b->crc.type;
}

static void random_sig(struct key *key, struct mlx5sig_sig_block_attr *attr, struct domain *mem,
		       struct domain *wire, bool single)
{
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

void configure(struct end *e)
{
	enum { SET_ACCESS = 1, SET_LAYOUT = 2, SET_SIG = 4 };
	struct key *key = &keys[below(KEYS)], before = *key;
	struct mlx5sig_sig_block_attr attr;
	struct mlx5sig_mkey_conf_attr conf = {0};
	struct domain mem, wire;
	uint32_t setters = key->is_configured ? below(4) : SET_ACCESS | SET_LAYOUT, i, first = below(3);
	bool is_signed = key->flags & MLX5SIG_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE && chance(60);
	uint8_t num;

	make_room(e, 3);
	if (is_signed) {
		random_sig(key, &attr, &mem, &wire, is_single);
		setters |= SET_LAYOUT | SET_SIG;
	} else if (key->has_sig && chance(40)) {
		conf.conf_flags = MLX5SIG_MKEY_CONF_FLAG_RESET_SIG_ATTR;
		key->has_sig = false;
		key->mem_sig = key->wire_sig = 0;
		setters |= SET_LAYOUT;
	}
	if (!key->has_sig && setters & SET_LAYOUT) {
		key->block = 1 + below(1000);
		key->blocks = 1 + below(3);
	}
	num = (uint8_t)((setters & 1) + (setters >> 1 & 1) + (setters >> 2));
	printf("configure %d key %d setters %x flags %x\n", number_of(e), (int)(key - keys), setters,
	       conf.conf_flags);
	side->start(e);
	side->configure(e, key->mkey, num, CONFIGURATION + below(3), chance(40) ? IBV_SEND_SIGNALED : 0, &conf);
	for (i = first; i < first + 3; i++) {
		uint32_t setter = setters & 1u << i % 3;

		if (setter == SET_ACCESS)
			side->access(e, ACCESS);
		else if (setter == SET_LAYOUT)
			set_layout(e, key);
		else if (setter == SET_SIG)
			side->sig(e, &attr);
	}
	/* libmlx5 does not forget what an aborted configuration did to the signature of its key. */
	if (!(key->flags & MLX5SIG_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE) && chance(10)) {
		side->abort(e);
		*key = before;
	} else if (complete(e, 3)) {
		*key = before;
	} else {
		key->is_configured = true;
	}
}

void make_key(struct key *key)
{
	struct mlx5sig_mkey_init_attr attr = { .pd = pd };

	memset(key, 0, sizeof(*key));
	attr.create_flags = MLX5SIG_MKEY_INIT_ATTR_FLAGS_INDIRECT |
		(!is_quiet && chance(75) ? MLX5SIG_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE : 0);
	key->flags = attr.create_flags;
	attr.max_entries = (uint16_t)(4 + below(8));
	key->mkey = need(side->create_mkey(&attr), "create_mkey");
	key->max_entries = attr.max_entries;
	printf("mkey lkey %x rkey %x entries %u\n", key->mkey->lkey, key->mkey->rkey,
	       attr.max_entries);
}
