/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * A key: what its creation (mkey.c), configuration (configure.c), completions (poll.c) and checks
 * (check.c) share.
 */
#ifndef MLX5SIG_RUNTIME_MKEY_H
#define MLX5SIG_RUNTIME_MKEY_H

#include "device.h"

/*
 * A configuration. One that does not set a part posts that part of the last committed one again, so
 * that it does not matter whether the last one was executed.
 */
struct mlx5sig_key_config {
	struct mlx5sig_signature sig;
	struct mlx5sig_encryption crypto;
	uint64_t length;	/* bytes of the layout */
};

/*
 * Signature errors, protected by the error lock of the device. The device reports the next error of
 * a key only after mkc.expected_sigerr_count has followed the last one: the lowest bit of @count,
 * which every configuration writes.
 */
struct mlx5sig_key_errors {
	atomic_uint count;	/* starts with 1, one more with each SIG_ERR CQE */
	atomic_uint checked;	/* count at the last check; never equal if the key cannot sign */
	/* The first error since: its CQE, and the format of the signature when it was polled. */
	struct prm_sig_err_cqe cqe;
	uint8_t format;		/* enum mlx5sig_sig_format; NONE: the error cannot be decoded */
	/* The list of keys of a CQ that mlx5sig_cq_next_bad_mkey() returns; NULL: not in it. */
	struct mlx5sig_cq *cq;
	struct mlx5sig_key *next, *prev;
};

struct mlx5sig_key {
	struct mlx5sig_mkey pub;	/* must come first: what programs see */
	struct mlx5sig_device *device;
	uint32_t create_flags;
	uint32_t index;			/* of the key on the device */
	uint16_t num_desc;		/* entries */
	uint32_t mem_psv, wire_psv;	/* with BLOCK_SIGNATURE */
	void *obj, *mem_psv_obj, *wire_psv_obj;	/* NULL: destroyed, or never created */

	/*
	 * What was committed last, and an entry for the batch that configures the key; others that
	 * are open at the same time have one of their own (qp.h). One thread at a time configures a
	 * key.
	 */
	struct mlx5sig_key_config configs[2];
	struct mlx5sig_key_config *config, *other;
	unsigned int num_open;		/* batches that have the key in their lists */

	/* Format of the current configuration, for polling: enum mlx5sig_sig_format. */
	_Atomic(uint8_t) wire_format, mem_format;
	atomic_bool is_transaction;	/* its signature */
	struct mlx5sig_key_errors errors;

	struct mlx5sig_mkey_pool *pool;
	atomic_bool is_in_pool;		/* not handed out: in the pool, or in a cache of it */
	struct mlx5sig_key *next;	/* in the pool */
};

static inline struct mlx5sig_key *mlx5sig_key_of(struct mlx5sig_mkey *mkey)
{
	return (struct mlx5sig_key *)mkey;
}

static inline bool mlx5sig_key_has(const struct mlx5sig_key *key,
				   enum mlx5sig_mkey_init_attr_flags flag)
{
	return key->create_flags & (uint32_t)flag;
}

/* Access rights that a key can have. */
#define MLX5SIG_ACCESS_FLAGS (IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | \
			      IBV_ACCESS_REMOTE_READ | IBV_ACCESS_REMOTE_ATOMIC)

/* Its BSF may have a signature, and it counts signature errors. */
static inline bool mlx5sig_key_can_sign(const struct mlx5sig_key *key)
{
	return key->create_flags & (MLX5SIG_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE |
				    MLX5SIG_MKEY_INIT_ATTR_FLAGS_TRANSACTION_SIGNATURE);
}

static inline bool mlx5sig_key_can_encrypt(const struct mlx5sig_key *key)
{
	return mlx5sig_key_has(key, MLX5SIG_MKEY_INIT_ATTR_FLAGS_CRYPTO);
}

/* Flags of keys with attributes. */
#define MLX5SIG_KEY_KINDS (MLX5SIG_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE | \
			   MLX5SIG_MKEY_INIT_ATTR_FLAGS_TRANSACTION_SIGNATURE | \
			   MLX5SIG_MKEY_INIT_ATTR_FLAGS_CRYPTO)

/* Nothing to report, and the key has a signature. */
static inline bool mlx5sig_key_is_good(struct mlx5sig_key *key)
{
	return atomic_load_explicit(&key->errors.count, memory_order_acquire) ==
	       atomic_load_explicit(&key->errors.checked, memory_order_relaxed);
}

/* The parts of a key as verbs carry it, in host order. */
static inline uint32_t mlx5sig_key_index(uint32_t lkey)
{
	struct prm_mkey_value value;

	prm_store32(&value, 0, lkey);
	return prm_mkey_value_get_mkey_index(&value);
}

/* The part of a key that programs may change, see MLX5SIG_MKEY_INIT_ATTR_FLAGS_UPDATE_TAG. */
static inline uint8_t mlx5sig_key_tag(uint32_t lkey)
{
	struct prm_mkey_value value;

	prm_store32(&value, 0, lkey);
	return (uint8_t)prm_mkey_value_get_mkey_7_0(&value);
}

/* Makes the other configuration the committed one. */
static inline void mlx5sig_key_turn(struct mlx5sig_key *key)
{
	struct mlx5sig_key_config *last = key->config;

	key->config = key->other;
	key->other = last;
}

/* The formats of the committed configuration, which polling reads. */
static inline void mlx5sig_key_publish(struct mlx5sig_key *key, const struct mlx5sig_signature *sig)
{
	atomic_store_explicit(&key->wire_format, sig->wire_format, memory_order_relaxed);
	atomic_store_explicit(&key->mem_format, sig->mem_format, memory_order_relaxed);
	atomic_store_explicit(&key->is_transaction, sig->is_transaction, memory_order_relaxed);
}

/* Attributes that are checked and encoded once. */
struct mlx5sig_sig_prepared {
	struct mlx5sig_signature sig;
};

struct mlx5sig_crypto_prepared {
	struct mlx5sig_encryption crypto;
};

/* A PSV of the program, for transactions. */
struct mlx5sig_psv_object {
	struct mlx5sig_psv pub;	/* must come first: what programs see */
	struct mlx5sig_device *device;
	void *obj;
};

static inline const struct mlx5sig_psv_object *mlx5sig_psv_of(const struct mlx5sig_psv *psv)
{
	return (const struct mlx5sig_psv_object *)psv;
}

/* psv.c. Creates a PSV on the device, and sets its number; an errno value. */
int mlx5sig_psv_obj_create(struct mlx5sig_device *device, uint32_t pdn, void **obj,
			   uint32_t *index);

/*
 * check.c. Notes an error that was polled from @cq; keys that do not exist, or have no signature,
 * are ignored. Any thread.
 */
void mlx5sig_note_error(struct mlx5sig_cq *cq, const struct prm_sig_err_cqe *cqe);
/* Takes a key, or all keys of a CQ, from the list of keys with errors. */
void mlx5sig_delist_key(struct mlx5sig_key *key);
void mlx5sig_delist_keys(struct mlx5sig_cq *cq);

/* Errors that were noted so far concern a former user of the key. */
static inline void mlx5sig_forget_errors(struct mlx5sig_key *key)
{
	struct mlx5sig_mkey_err_ext ext;

	if (unlikely(!mlx5sig_key_is_good(key)))
		mlx5sig_mkey_check_ext(&key->pub, &ext);
}

#endif
