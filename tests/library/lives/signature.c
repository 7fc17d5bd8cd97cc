// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The model of block signatures, from the manual pages of mlx5dv and docs/softmlx5-signature.md. It
 * shares no code with the library or the device.
 */
#include "lives.h"

static uint16_t t10dif_table[256];
static uint32_t crc32_table[256], crc32c_table[256];
static uint64_t crc64_table[256];

/* Computes the tables bit by bit from the polynomials. */
void signatures_init(void)
{
	unsigned int i, bit;

	for (i = 0; i < 256; i++) {
		uint32_t t10dif = i << 8, crc32 = i << 24, crc32c = i;
		uint64_t crc64 = i;

		for (bit = 0; bit < 8; bit++) {
			t10dif = t10dif & 0x8000 ? t10dif << 1 ^ 0x8bb7 : t10dif << 1;
			crc32 = crc32 & 0x80000000 ? crc32 << 1 ^ 0x04c11db7 : crc32 << 1;
			crc32c = crc32c & 1 ? crc32c >> 1 ^ 0x82f63b78 : crc32c >> 1;
			crc64 = crc64 & 1 ? crc64 >> 1 ^ UINT64_C(0x9a6c9329ac4bc9b5) : crc64 >> 1;
		}
		t10dif_table[i] = (uint16_t)t10dif;
		crc32_table[i] = crc32;
		crc32c_table[i] = crc32c;
		crc64_table[i] = crc64;
	}
}

static uint16_t checksum(const struct domain *domain, const uint8_t *data)
{
	uint32_t sum = domain->has_ones ? 0xffff : 0, i;

	for (i = 0; i < domain->block; i += 2)
		sum += (uint32_t)data[i] << 8 | data[i + 1];
	while (sum >> 16)
		sum = (sum & 0xffff) + (sum >> 16);
	return (uint16_t)~sum;
}

/* Continues a CRC, before its inversion at the end. */
uint64_t crc_add(const struct domain *domain, uint64_t reg, const uint8_t *data, uint32_t length)
{
	uint32_t low = (uint32_t)reg, i;

	if (domain->code == CRC64) {
		for (i = 0; i < length; i++)
			reg = reg >> 8 ^ crc64_table[(reg ^ data[i]) & 0xff];
		return reg;
	}
	for (i = 0; domain->code == CRC32 && i < length; i++)
		low = low << 8 ^ crc32_table[low >> 24 ^ data[i]];
	for (i = 0; domain->code == CRC32C && i < length; i++)
		low = low >> 8 ^ crc32c_table[(low ^ data[i]) & 0xff];
	return low;
}

static uint64_t code_of(const struct domain *domain, const uint8_t *data)
{
	uint16_t guard = domain->has_ones ? 0xffff : 0;
	uint32_t i;

	if (domain->code != T10DIF)
		return ~crc_add(domain, domain->has_ones ? UINT64_MAX : 0, data, domain->block);
	if (domain->is_csum)
		return checksum(domain, data);
	for (i = 0; i < domain->block; i++)
		guard = (uint16_t)(guard << 8 ^ t10dif_table[guard >> 8 ^ data[i]]);
	return guard;
}

uint32_t sig_bytes(const struct domain *domain)
{
	if (!domain->is_on)
		return 0;
	return domain->code == T10DIF || domain->code == CRC64 ? 8 : 4;
}

/* Returns the offset of data, including the signatures of all full blocks before them. */
uint32_t place_of(const struct domain *domain, uint32_t raw)
{
	return domain->is_on ? raw + raw / domain->block * sig_bytes(domain) : raw;
}

/* Returns the bytes of data that fit into @length bytes with signatures. */
uint32_t room_for(const struct domain *domain, uint32_t length)
{
	uint32_t step, rest;

	if (!domain->is_on)
		return length;
	step = domain->block + sig_bytes(domain);
	rest = length % step;
	if (rest >= domain->block)
		rest = domain->block - 1;
	return length / step * domain->block + rest;
}

static void put(uint8_t *to, uint64_t value, uint32_t num, bool is_big)
{
	uint32_t i;

	for (i = 0; i < num; i++)
		to[is_big ? num - 1 - i : i] = (uint8_t)(value >> 8 * i);
}

static uint64_t get(const uint8_t *from, uint32_t num, bool is_big)
{
	uint64_t value = 0;
	uint32_t i;

	for (i = 0; i < num; i++)
		value |= (uint64_t)from[is_big ? num - 1 - i : i] << 8 * i;
	return value;
}

/* A CRC after its last data. */
void crc_put(const struct domain *domain, uint64_t reg, uint8_t *to)
{
	put(to, ~reg, sig_bytes(domain), domain->code == CRC32);
}

void sign(const struct domain *domain, uint64_t index, const uint8_t *data, uint8_t *to)
{
	uint64_t code = code_of(domain, data);
	uint32_t ref_tag = domain->ref_tag;

	if (domain->code != T10DIF) {
		put(to, code, sig_bytes(domain), domain->code == CRC32);
		return;
	}
	if (domain->flags & MLX5SIG_SIG_T10DIF_FLAG_REF_REMAP)
		ref_tag += (uint32_t)index;
	put(to, code, 2, true);
	put(to + 2, domain->app_tag, 2, true);
	put(to + 4, ref_tag, 4, true);
}

static bool is_escaped(const struct domain *domain, const uint8_t *sig)
{
	if (get(sig + 2, 2, true) != 0xffff)
		return false;
	if (domain->flags & MLX5SIG_SIG_T10DIF_FLAG_APP_REF_ESCAPE)
		return get(sig + 4, 4, true) == 0xffffffff;
	return domain->flags & MLX5SIG_SIG_T10DIF_FLAG_APP_ESCAPE;
}

static bool differ(const uint8_t *a, const uint8_t *b, uint32_t from, uint32_t to, uint8_t mask)
{
	for (; from < to; from++)
		if (a[from] != b[from] && mask >> (7 - from) & 1)
			return true;
	return false;
}

void compare_sigs(const struct domain *domain, uint8_t mask, const uint8_t *found,
		  const uint8_t *computed, struct sig_error *error)
{
	uint32_t from = 0, to = sig_bytes(domain);
	bool is_big = domain->code != CRC32C && domain->code != CRC64;

	if (domain->code != T10DIF) {
		if (!differ(found, computed, 0, to, mask))
			return;
		error->type = MLX5SIG_MKEY_SIG_BLOCK_BAD_GUARD;
	} else if (is_escaped(domain, found)) {
		return;
	} else if (differ(found, computed, 0, 2, mask)) {
		error->type = MLX5SIG_MKEY_SIG_BLOCK_BAD_GUARD;
		to = 2;
	} else if (differ(found, computed, 2, 4, mask)) {
		error->type = MLX5SIG_MKEY_SIG_BLOCK_BAD_APPTAG;
		from = 2;
		to = 4;
	} else if (differ(found, computed, 4, 8, mask)) {
		error->type = MLX5SIG_MKEY_SIG_BLOCK_BAD_REFTAG;
		from = 4;
	} else {
		return;
	}
	error->expected = get(found + from, to - from, is_big);
	error->actual = get(computed + from, to - from, is_big);
}

static bool is_same_structure(const struct sig *sig)
{
	return sig->mem.is_on && sig->wire.is_on && sig->mem.code == sig->wire.code &&
	       sig->mem.block == sig->wire.block;
}

/* Returns the bytes that are copied from the incoming signature. */
static uint8_t copied(const struct sig *sig)
{
	const struct domain *a = &sig->mem, *b = &sig->wire;
	uint8_t mask = 0;

	if (!is_same_structure(sig))
		return 0;
	if (sig->has_copy)
		return sig->copy;
	if (a->code != T10DIF)
		return a->has_ones == b->has_ones ? 0xff : 0;
	if (a->is_csum == b->is_csum && a->has_ones == b->has_ones)
		mask |= MLX5SIG_SIG_MASK_T10DIF_GUARD;
	if (a->app_tag == b->app_tag)
		mask |= MLX5SIG_SIG_MASK_T10DIF_APPTAG;
	if (a->ref_tag == b->ref_tag &&
	    !((a->flags ^ b->flags) & MLX5SIG_SIG_T10DIF_FLAG_REF_REMAP))
		mask |= MLX5SIG_SIG_MASK_T10DIF_REFTAG;
	return mask;
}

static uint32_t next_end(const struct domain *domain, uint32_t at, uint32_t end)
{
	uint32_t next;

	if (!domain->is_on)
		return end;
	next = (at / domain->block + 1) * domain->block;
	return next < end ? next : end;
}

/*
 * Computes what a key makes of @raw bytes of data that begin behind @first others, where a block
 * begins in both domains. Keeps the first error.
 */
void convert(const struct sig *sig, bool outgoing, const uint8_t *from, uint32_t first,
	     uint32_t raw, uint8_t *to, struct sig_error *error)
{
	static const struct sig none;
	const struct sig *s = sig->is_on ? sig : &none;
	const struct domain *in = outgoing ? &s->mem : &s->wire,
			    *out = outgoing ? &s->wire : &s->mem;
	uint8_t data[STREAM_MAX], computed[8], mask = copied(s);
	uint32_t at = first, end = first + raw, i;

	while (at < end) {
		uint32_t next = next_end(out, at, next_end(in, at, end));
		const uint8_t *found = NULL;

		memcpy(data + (at - first), from, next - at);
		memcpy(to, from, next - at);
		from += next - at;
		to += next - at;
		at = next;
		if (in->is_on && at % in->block == 0) {
			uint32_t index = at / in->block - 1;
			struct sig_error e = { .type = MLX5SIG_MKEY_NO_ERR };

			found = from;
			sign(in, index, data + (at - in->block - first), computed);
			compare_sigs(in, s->check, found, computed, &e);
			if (e.type != MLX5SIG_MKEY_NO_ERR && error->type == MLX5SIG_MKEY_NO_ERR) {
				*error = e;
				error->domain = outgoing ? MLX5SIG_SIG_DOMAIN_MEM :
							   MLX5SIG_SIG_DOMAIN_WIRE;
				error->offset = (uint64_t)index * (in->block + sig_bytes(in));
			}
			from += sig_bytes(in);
		}
		if (out->is_on && at % out->block == 0) {
			sign(out, at / out->block - 1, data + (at - out->block - first), to);
			for (i = 0; mask && found && i < sig_bytes(out); i++)
				if (mask >> (7 - i) & 1)
					to[i] = found[i];
			to += sig_bytes(out);
		}
	}
}

/*
 * Random signatures.
 */

static void random_domain(struct life *life, struct domain *domain)
{
	static const uint32_t bytes[] = { 512, 520, 4048, 4096, 4160 };
	static const uint16_t tags[] = { 0, 0x5347, 0xffff, 0xabcd };
	static const uint32_t refs[] = { 0, 1000, 0xfffffffe, 0xffffffff };

	*domain = (struct domain) { .is_on = true, .code = chance(life, 50) ? T10DIF :
							   (enum code)(1 + below(life, 3)) };
	domain->size = chance(life, 80) ? (enum mlx5sig_block_size)below(life, 2) :
					  (enum mlx5sig_block_size)below(life, 5);
	domain->block = bytes[domain->size];
	domain->has_ones = chance(life, 40);
	if (domain->code != T10DIF)
		return;
	domain->is_csum = chance(life, 25);
	domain->app_tag = chance(life, 50) ? tags[below(life, 4)] : (uint16_t)draw(life);
	domain->ref_tag = chance(life, 50) ? refs[below(life, 4)] : (uint32_t)draw(life);
	domain->flags = chance(life, 60) ? MLX5SIG_SIG_T10DIF_FLAG_REF_REMAP : 0;
	if (chance(life, 20))
		domain->flags |= (uint16_t)(2 * below(life, 4));
}

void random_tags(struct life *life, struct sig *sig)
{
	struct domain *domains[] = { &sig->mem, &sig->wire };
	unsigned int i;

	for (i = 0; i < 2; i++) {
		if (!domains[i]->is_on || domains[i]->code != T10DIF)
			continue;
		if (i && chance(life, 50)) {
			domains[1]->app_tag = domains[0]->app_tag;
			domains[1]->ref_tag = domains[0]->ref_tag;
			continue;
		}
		domains[i]->app_tag = (uint16_t)draw(life);
		domains[i]->ref_tag = (uint32_t)draw(life);
	}
}

void random_sig(struct life *life, struct sig *sig)
{
	static const uint8_t masks[] = { 0xff, 0xff, 0xff, 0xc0, 0x30, 0x0f, 0xf0, 0xcf };
	uint32_t kind = below(life, 10);

	*sig = (struct sig) { .is_on = true };
	sig->check = chance(life, 85) ? masks[below(life, 8)] : (uint8_t)draw(life);
	if (kind < 3) {
		random_domain(life, &sig->mem);
	} else if (kind < 6) {
		random_domain(life, &sig->wire);
	} else if (kind < 8) {	/* the same, or nearly */
		random_domain(life, &sig->mem);
		sig->wire = sig->mem;
		if (chance(life, 40))
			sig->wire.app_tag++;
		if (chance(life, 40))
			sig->wire.ref_tag += 5;
		if (chance(life, 20))
			sig->wire.has_ones = !sig->mem.has_ones;
		if (chance(life, 20) && sig->mem.code == T10DIF)
			sig->wire.is_csum = !sig->mem.is_csum;
		if (sig->mem.code != T10DIF)
			sig->wire.app_tag = 0, sig->wire.ref_tag = 0;
	} else {
		random_domain(life, &sig->mem);
		random_domain(life, &sig->wire);
	}
	if (is_same_structure(sig) && chance(life, 30)) {
		sig->has_copy = true;
		sig->copy = (uint8_t)draw(life);
	}
}

static int print_domain(char *to, size_t size, const char *name, const struct domain *domain)
{
	static const char *const codes[] = { "T10-DIF", "CRC32", "CRC32C", "CRC64" };

	if (!domain->is_on)
		return snprintf(to, size, " %s none", name);
	return snprintf(to, size, " %s %s/%u seed %d%s app %x ref %x flags %u", name,
			codes[domain->code], domain->block, domain->has_ones,
			domain->is_csum ? " checksum" : "", domain->app_tag, domain->ref_tag,
			domain->flags);
}

int print_sig(char *to, size_t size, const struct sig *sig)
{
	int n;

	if (sig->transaction.is_on)
		return print_transaction(to, size, &sig->transaction);
	if (!sig->is_on)
		return snprintf(to, size, " no signature");
	n = print_domain(to, size, "mem", &sig->mem);
	n += print_domain(to + n, size - (size_t)n, "wire", &sig->wire);
	return n + snprintf(to + n, size - (size_t)n, " check %02x copy %d:%02x", sig->check,
			    sig->has_copy, sig->copy);
}
