// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The model of encryption, from mlx5dv_wr_set_mkey_crypto(3): AES-XTS by OpenSSL. The keys of a life
 * are born and die too, so that their numbers are used again.
 */
#include <openssl/evp.h>

#include "lives.h"

static const enum mlx5sig_block_size sizes[] = {
	MLX5SIG_BLOCK_SIZE_512, MLX5SIG_BLOCK_SIZE_520, MLX5SIG_BLOCK_SIZE_4048,
	MLX5SIG_BLOCK_SIZE_4096, MLX5SIG_BLOCK_SIZE_4160 };
static const uint32_t bytes[] = { 512, 520, 4048, 4096, 4160 };

/*
 * Data encryption keys.
 */

static void dek_birth(struct life *life, struct dek *dek)
{
	struct mlx5sig_dek_init_attr attr = { .pd = world.pd };
	uint32_t i;

	*dek = (struct dek) { .bytes = chance(life, 50) ? 32 : 64, .has_tag = chance(life, 30) };
	for (i = 0; i < dek->bytes; i++)
		dek->key[i] = (uint8_t)draw(life);
	for (i = 0; i < sizeof(dek->tag); i++)
		dek->tag[i] = (uint8_t)draw(life);
	attr.key_size = dek->bytes * 8 / 2;
	attr.has_keytag = dek->has_tag;
	memcpy(attr.key, dek->key, dek->bytes);
	if (dek->has_tag)
		memcpy(attr.key + dek->bytes, dek->tag, sizeof(dek->tag));
	dek->dek = need(life, mlx5sig_dek_create(world.context, &attr), "mlx5sig_dek_create");
}

static void dek_death(struct life *life, struct dek *dek)
{
	must(life, mlx5sig_dek_destroy(dek->dek), "mlx5sig_dek_destroy");
	dek->dek = NULL;
}

static bool is_used(const struct life *life, const struct dek *dek)
{
	unsigned int i;

	for (i = 0; i < MAX_KEYS; i++) {
		const struct key *key = &life->keys[i];

		if (key->is_alive && (key->is_busy || key->crypto.dek == dek ||
				      key->posted_crypto.dek == dek))
			return true;
	}
	return false;
}

void deks_begin(struct life *life)
{
	unsigned int i;

	for (i = 0; world.has_crypto && i < MAX_DEKS; i++)
		dek_birth(life, &life->deks[i]);
}

void deks_end(struct life *life)
{
	unsigned int i;

	for (i = 0; world.has_crypto && i < MAX_DEKS; i++)
		dek_death(life, &life->deks[i]);
}

/* Replaces a DEK that no memory key uses. */
void change_dek(struct life *life)
{
	struct dek *dek = &life->deks[below(life, MAX_DEKS)];

	if (!world.has_crypto || is_used(life, dek))
		return;
	dek_death(life, dek);
	dek_birth(life, dek);
}

/*
 * Attributes.
 */

/*
 * The table of the page: AFTER has the cipher next to memory, BEFORE next to the wire. The end
 * where the cipher is has no signature.
 */
static bool is_at_memory(const struct crypto *crypto)
{
	return !crypto->is_sig_first;
}

/* Returns whether the page has a row for the order. */
bool crypto_fits(const struct crypto *crypto, const struct sig *sig)
{
	if (crypto->is_on && sig->transaction.is_on)
		return crypto->encrypts == is_at_memory(crypto) &&
		       crypto->encrypts != sig->transaction.in_memory;
	if (!crypto->is_on || !sig->is_on)
		return true;
	if (crypto->encrypts == is_at_memory(crypto))
		return !(is_at_memory(crypto) ? sig->mem.is_on : sig->wire.is_on);
	return true;
}

/* The longest key and transfer: many devices encrypt one data unit at a time. */
uint32_t crypto_limit(const struct crypto *crypto)
{
	return crypto->is_on && !world.has_units ? crypto->unit : STREAM_MAX;
}

static bool is_legal(const struct crypto *crypto, bool at_memory, uint32_t from, uint32_t to)
{
	uint32_t length = to - from, rest;

	if (!crypto->is_on || is_at_memory(crypto) != at_memory)
		return true;
	rest = length % crypto->unit;
	return from % crypto->unit == 0 && to <= crypto_limit(crypto) &&
	       (!rest || (length % 16 == 0 && rest >= 16 && rest <= crypto->unit - 16));
}

/* Returns whether the page allows a request of @raw bytes of data after @first others. */
bool crypto_takes(const struct crypto *crypto, const struct sig *sig, uint32_t first, uint32_t raw)
{
	static const struct domain none;
	const struct domain *mem = sig->is_on ? &sig->mem : &none,
			    *wire = sig->is_on ? &sig->wire : &none;

	return is_legal(crypto, true, place_of(mem, first), place_of(mem, first + raw)) &&
	       is_legal(crypto, false, place_of(wire, first), place_of(wire, first + raw));
}

/* Often chooses the data unit that holds a block with its signature, if there is one. */
static unsigned int random_unit(struct life *life, const struct domain *domain)
{
	uint32_t block = domain->is_on ? domain->block + sig_bytes(domain) : 0;
	unsigned int i;

	for (i = 0; block && i < NUM(bytes); i++)
		if (bytes[i] >= block && (chance(life, 50) || bytes[i] % block == 0) &&
		    chance(life, 70))
			return i;
	return below(life, NUM(bytes));
}

void random_crypto(struct life *life, struct crypto *crypto, const struct sig *sig)
{
	static const struct domain none;
	unsigned int i;

	*crypto = (struct crypto) { .is_on = true };
	crypto->dek = &life->deks[below(life, MAX_DEKS)];
	do {
		crypto->encrypts = chance(life, 50);
		crypto->is_sig_first = chance(life, 50);
	} while (!crypto_fits(crypto, sig));
	i = random_unit(life, !sig->is_on ? &none : is_at_memory(crypto) ? &sig->mem : &sig->wire);
	crypto->size = sizes[i];
	crypto->unit = bytes[i];
	for (i = 0; i < sizeof(crypto->tweak); i++)	/* with carries */
		crypto->tweak[i] = chance(life, 30) ? 0xff : (uint8_t)draw(life);
}

static struct mlx5sig_crypto_attr attributes_of(const struct crypto *crypto)
{
	struct mlx5sig_crypto_attr attr = {
		.crypto_standard = MLX5SIG_CRYPTO_STANDARD_AES_XTS,
		.encrypt_on_tx = crypto->encrypts,
		.signature_crypto_order =
			crypto->is_sig_first ?
				MLX5SIG_SIGNATURE_CRYPTO_ORDER_SIGNATURE_BEFORE_CRYPTO_ON_TX :
				MLX5SIG_SIGNATURE_CRYPTO_ORDER_SIGNATURE_AFTER_CRYPTO_ON_TX,
		.data_unit_size = crypto->size, .dek = crypto->dek->dek };

	memcpy(attr.initial_tweak, crypto->tweak, sizeof(crypto->tweak));
	memcpy(attr.keytag, crypto->dek->tag, sizeof(attr.keytag));
	return attr;
}

void set_crypto(struct mlx5sig_qp *qp, const struct crypto *crypto)
{
	const struct mlx5sig_crypto_attr attr = attributes_of(crypto);

	mlx5sig_wr_set_mkey_crypto(qp, &attr);
}

/* Prepared with another tweak; may be freed when it has been used. */
struct mlx5sig_crypto_prepared *prepare_crypto(struct life *life, const struct crypto *crypto)
{
	struct mlx5sig_crypto_attr attr = attributes_of(crypto);

	attr.initial_tweak[3] ^= 0x55;
	return need(life, mlx5sig_crypto_prepare(world.context, &attr), "mlx5sig_crypto_prepare");
}

int print_crypto(char *to, size_t size, const struct crypto *crypto)
{
	unsigned int i;
	int n;

	if (!crypto->is_on)
		return snprintf(to, size, " not encrypted");
	n = snprintf(to, size, " %s on TX %s the signature, unit %u, key %u, tweak ",
		     crypto->encrypts ? "encrypts" : "decrypts",
		     crypto->is_sig_first ? "after" : "before", crypto->unit, crypto->dek->dek->dekn);
	for (i = 0; i < sizeof(crypto->tweak); i++)
		n += snprintf(to + n, size - (size_t)n, "%02x", crypto->tweak[i]);
	return n;
}

/*
 * The cipher.
 */

/* Computes the tweak of data unit @index: a 128-bit sum, the lowest byte first. */
static void tweak_of(const struct crypto *crypto, uint32_t index, uint8_t *tweak)
{
	uint32_t i, carry = index;

	for (i = 0; i < sizeof(crypto->tweak); i++) {
		carry += crypto->tweak[i];
		tweak[i] = (uint8_t)carry;
		carry >>= 8;
	}
}

/*
 * Applies the key's cipher in place to @length bytes from @at of one of its ends. Its other end has
 * no cipher.
 */
void cipher(struct life *life, const struct crypto *crypto, bool at_memory, bool outgoing,
	    uint32_t at, uint8_t *stream, uint32_t length)
{
	const struct dek *dek = crypto->dek;
	bool encrypts = crypto->encrypts == outgoing;
	EVP_CIPHER_CTX *context;
	uint8_t tweak[16];
	uint32_t n;
	int made = 0;
	bool is_done = true;

	if (!crypto->is_on || is_at_memory(crypto) != at_memory)
		return;
	context = need(life, EVP_CIPHER_CTX_new(), "EVP_CIPHER_CTX_new");
	for (; length && is_done; at += n, stream += n, length -= n) {
		n = length < crypto->unit ? length : crypto->unit;
		tweak_of(crypto, at / crypto->unit, tweak);
		is_done = EVP_CipherInit_ex(context, dek->bytes == 32 ? EVP_aes_128_xts() :
									EVP_aes_256_xts(),
					    NULL, dek->key, tweak, encrypts) == 1 &&
			  EVP_CipherUpdate(context, stream, &made, stream, (int)n) == 1 &&
			  made == (int)n;
	}
	EVP_CIPHER_CTX_free(context);
	must(life, is_done ? 0 : EINVAL, "AES-XTS of the model");
}
