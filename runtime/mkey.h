/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * A key as the library keeps it: what objects (mkey.c), builders (build.h), completions (cq.c) and
 * checks (check.c) share.
 */
#ifndef MLX5SIG_RUNTIME_MKEY_H
#define MLX5SIG_RUNTIME_MKEY_H


#include <mlx5sig/mlx5sig.h>

#include "build.h"
#include "lock.h"

struct mlx5sig_device;

/*
 * What the next configuration of a key has to know. An aborted post puts it back, so that it leaves
 * no trace; protected by the lock of the QP that configures. Two QPs that configure the same key at
 * a time are an error of the program.
 */
struct mlx5sig_mkey_config {
	struct mlx5sig_sig_state sig;	/* SET_PSVs are sent again after an error */
	uint64_t length;	/* of the layout, in bytes */
};

/* With CRYPTO: what is on the device, since a change of one half writes both. */
struct mlx5sig_mkey_bsf {
	struct mlx5sig_sig_image sig;
	struct prm_bsf_crypto crypto;
	bool has_crypto;
	uint32_t data_unit;	/* bytes; with has_crypto */
};

/*
 * Signature errors. CQs count them (poll.c, any thread), checks take them (check.c). The error
 * count's lowest bit is mkc.expected_sigerr_count; it is written to the key by the first
 * configuration after a change.
 */
struct mlx5sig_mkey_errors {
	struct mlx5sig_lock lock;
	atomic_uint count;	/* starts with 1, one more with each SIG_ERR CQE */
	unsigned int written;	/* count that the key has, of the last complete configuration */
	unsigned int checked;	/* count at the last check */
	/* One of those since, if any: the CQE, and what the key was configured for then. */
	struct prm_sig_err_cqe first;
	unsigned long long domains;
};

struct mlx5sig_key {
	struct mlx5sig_mkey pub;	/* must come first: what programs see */
	struct mlx5sig_device *device;
	uint32_t create_flags;
	uint16_t num_desc;	/* entries */
	uint16_t short_list;	/* pieces of a list that the straight way (umr.h) takes; 0: none */
	uint16_t one_piece;	/* 1: it may have a signature and go the straight way; else 0 */
	bool is_plain;		/* neither signature nor encryption; it has room for one piece */
	uint32_t mem_psv, wire_psv;	/* with BLOCK_SIGNATURE */
	struct prm_bsf_basic psvs;	/* the same for BSFs */
	void *obj, *mem_psv_obj, *wire_psv_obj;	/* of the device; NULL: destroyed or never there */
	struct mlx5sig_mkey_config config;
	uint64_t image;		/* that config.sig comes from, but for tags; 0: none */
	struct prm_bsf_basic basic;	/* of that image, with the numbers of the PSVs */
	atomic_ullong domains;	/* the end of config.sig, for polling */
	struct mlx5sig_mkey_bsf bsf;
	struct mlx5sig_mkey_errors errors;
	struct mlx5sig_key *next;	/* in a pool */
};

/*
 * What polling needs of a configuration to decode an error, in one word: the key may be configured
 * anew while an error of it is polled.
 */
struct mlx5sig_domains {
	struct mlx5sig_domain_state wire, mem;
	uint8_t unused[2];
};

#define MLX5SIG_DOMAINS_AT offsetof(struct mlx5sig_sig_state, wire)

_Static_assert(sizeof(struct mlx5sig_domains) == sizeof(unsigned long long) &&
	       MLX5SIG_DOMAINS_AT + sizeof(struct mlx5sig_domains) ==
		       sizeof(struct mlx5sig_sig_state) &&
	       offsetof(struct mlx5sig_sig_state, mem) ==
		       MLX5SIG_DOMAINS_AT + offsetof(struct mlx5sig_domains, mem),
	       "one word of struct mlx5sig_sig_state");

/* @config.sig has changed, not only in tags. */
MLX5SIG_INLINE void mlx5sig_key_publish(struct mlx5sig_key *key)
{
	unsigned long long word;

	memcpy(&word, (const char *)&key->config.sig + MLX5SIG_DOMAINS_AT, sizeof(word));
	atomic_store_explicit(&key->domains, word, memory_order_relaxed);
	key->image = 0;
}

static inline unsigned long long mlx5sig_key_domains(struct mlx5sig_key *key)
{
	return atomic_load_explicit(&key->domains, memory_order_relaxed);
}

/*
 * The first error is kept, and with it the signature that the key has now, since it may have
 * another one when it is checked. Decoded is it then: of the CQE, only what that looks at is kept.
 */
MLX5SIG_INLINE void mlx5sig_errors_keep(struct mlx5sig_mkey_errors *errors,
					const struct prm_sig_err_cqe *cqe,
					unsigned long long domains)
{
	const size_t from = offsetof(struct prm_sig_err_cqe, expected_trans_sig),
		     to = offsetof(struct prm_sig_err_cqe, ignored_30);

	memcpy((char *)&errors->first + from, (const char *)cqe + from, to - from);
	errors->domains = domains;
}

/* An error of this key, which has a signature, has been polled (check.c). Any thread. */
void mlx5sig_key_note_error(struct mlx5sig_key *key, const struct prm_sig_err_cqe *cqe);

/* The same of one that is likely to be the first. False: it is not, or other threads are busy. */
MLX5SIG_INLINE bool mlx5sig_key_note_first(struct mlx5sig_key *key,
					   const struct prm_sig_err_cqe *cqe)
{
	struct mlx5sig_mkey_errors *errors = &key->errors;
	unsigned int count;

	if (unlikely(!mlx5sig_trylock(&errors->lock)))
		return false;
	count = atomic_load_explicit(&errors->count, memory_order_relaxed);
	if (unlikely(count != errors->checked)) {
		mlx5sig_unlock(&errors->lock);
		return false;
	}
	atomic_store_explicit(&errors->count, count + 1, memory_order_relaxed);
	mlx5sig_errors_keep(errors, cqe, mlx5sig_key_domains(key));
	__atomic_store_n(&key->pub.needs_check, 1, __ATOMIC_RELEASE);
	mlx5sig_unlock(&errors->lock);
	return true;
}

#endif
