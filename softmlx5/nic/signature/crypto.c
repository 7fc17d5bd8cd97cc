// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * AES-XTS by OpenSSL's libcrypto. A key keeps one context for each direction; only the tweak
 * changes from one data unit to the next.
 */
#include <openssl/evp.h>
#include <stdlib.h>

#include "nic/signature/sig.h"

struct sm_cipher {
	EVP_CIPHER_CTX *ctx[2];		/* decryption, encryption */
};

void sm_crypto_forget(struct sm_dek *dek)
{
	struct sm_cipher *cipher = dek->cipher;

	if (!cipher)
		return;
	EVP_CIPHER_CTX_free(cipher->ctx[0]);
	EVP_CIPHER_CTX_free(cipher->ctx[1]);
	free(cipher);
	dek->cipher = NULL;
}

/* NULL: libcrypto refuses the key, such as one whose halves are equal. */
static EVP_CIPHER_CTX *sm_crypto_context(struct sm_dek *dek, bool encrypt)
{
	const EVP_CIPHER *kind = dek->key_len == 32 ? EVP_aes_128_xts() : EVP_aes_256_xts();
	struct sm_cipher *cipher = dek->cipher;
	EVP_CIPHER_CTX *ctx;

	if (!cipher)
		cipher = dek->cipher = calloc(1, sizeof(*cipher));
	if (!cipher || cipher->ctx[encrypt])
		return cipher ? cipher->ctx[encrypt] : NULL;
	ctx = EVP_CIPHER_CTX_new();
	if (!ctx || EVP_CipherInit_ex(ctx, kind, NULL, dek->key, NULL, encrypt) != 1) {
		EVP_CIPHER_CTX_free(ctx);
		return NULL;
	}
	cipher->ctx[encrypt] = ctx;
	return ctx;
}

bool sm_crypto_xts(struct sm_dek *dek, bool encrypt, const uint8_t tweak[16], void *out,
		   const void *in, size_t len)
{
	EVP_CIPHER_CTX *ctx = sm_crypto_context(dek, encrypt);
	int done = 0;

	return ctx && len >= 16 && len <= INT32_MAX &&
	       EVP_CipherInit_ex(ctx, NULL, NULL, NULL, tweak, encrypt) == 1 &&
	       EVP_CipherUpdate(ctx, out, &done, in, (int)len) == 1 && (size_t)done == len;
}
