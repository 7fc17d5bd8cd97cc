/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Signature errors of keys: polling notes them, checks report them. They are rare, so that one lock
 * for all keys of a device is enough.
 */
#include <errno.h>

#include "cq.h"
#include "mkey.h"

#include <prm_cqe.h>
#include <prm_psv.h>

/*
 * The lists of keys with errors, one for each CQ, in the order of the errors.
 */

static void list_add(struct mlx5sig_cq *cq, struct mlx5sig_key *key)
{
	struct mlx5sig_key_errors *errors = &key->errors;

	if (errors->cq)
		return;
	errors->cq = cq;
	errors->next = NULL;
	errors->prev = cq->last_bad;
	if (cq->last_bad)
		cq->last_bad->errors.next = key;
	else
		cq->first_bad = key;
	cq->last_bad = key;
}

static void list_remove(struct mlx5sig_key *key)
{
	struct mlx5sig_key_errors *errors = &key->errors;
	struct mlx5sig_cq *cq = errors->cq;

	if (!cq)
		return;
	if (errors->prev)
		errors->prev->errors.next = errors->next;
	else
		cq->first_bad = errors->next;
	if (errors->next)
		errors->next->errors.prev = errors->prev;
	else
		cq->last_bad = errors->prev;
	errors->cq = NULL;
}

void mlx5sig_delist_key(struct mlx5sig_key *key)
{
	mlx5sig_lock(&key->device->error_lock);
	list_remove(key);
	mlx5sig_unlock(&key->device->error_lock);
}

void mlx5sig_delist_keys(struct mlx5sig_cq *cq)
{
	mlx5sig_lock(&cq->device->error_lock);
	while (cq->first_bad)
		list_remove(cq->first_bad);
	mlx5sig_unlock(&cq->device->error_lock);
}

struct mlx5sig_mkey *mlx5sig_cq_next_bad_mkey(struct mlx5sig_cq *cq)
{
	struct mlx5sig_key *key;

	mlx5sig_lock(&cq->device->error_lock);
	key = cq->first_bad;
	if (key)
		list_remove(key);
	mlx5sig_unlock(&cq->device->error_lock);
	return key ? &key->pub : NULL;
}

/*
 * Noting errors.
 */

/* If several parts are wrong, the first one in the order of T10. */
static enum mlx5sig_mkey_err_type type_of(uint32_t syndrome)
{
	if (syndrome & PRM_SIG_SYNDROME_GUARD)
		return MLX5SIG_MKEY_SIG_BLOCK_BAD_GUARD;
	if (syndrome & PRM_SIG_SYNDROME_APPTAG)
		return MLX5SIG_MKEY_SIG_BLOCK_BAD_APPTAG;
	if (syndrome & PRM_SIG_SYNDROME_REFTAG)
		return MLX5SIG_MKEY_SIG_BLOCK_BAD_REFTAG;
	return MLX5SIG_MKEY_NO_ERR;
}

/* The format of the signature in the CQE's domain; NONE if the CQE cannot be decoded. */
static uint8_t format_of(struct mlx5sig_key *key, const struct prm_sig_err_cqe *cqe)
{
	const uint32_t sig_type = atomic_load_explicit(&key->is_transaction, memory_order_relaxed) ?
					  PRM_SIGERR_SIG_TYPE_TRANSACTION : PRM_SIGERR_SIG_TYPE_BLOCK;

	if (type_of(prm_sig_err_cqe_get_syndrome(cqe)) == MLX5SIG_MKEY_NO_ERR ||
	    prm_sig_err_cqe_get_sig_type(cqe) != sig_type)
		return MLX5SIG_SIG_FORMAT_NONE;
	switch (prm_sig_err_cqe_get_domain(cqe)) {
	case PRM_SIGERR_DOMAIN_WIRE:
		return atomic_load_explicit(&key->wire_format, memory_order_relaxed);
	case PRM_SIGERR_DOMAIN_MEMORY:
		return atomic_load_explicit(&key->mem_format, memory_order_relaxed);
	default:
		return MLX5SIG_SIG_FORMAT_NONE;
	}
}

/* The error lock is held. */
static void note(struct mlx5sig_cq *cq, struct mlx5sig_key *key, const struct prm_sig_err_cqe *cqe)
{
	struct mlx5sig_key_errors *errors = &key->errors;
	const unsigned int count = atomic_load_explicit(&errors->count, memory_order_relaxed);
	const uint8_t format = format_of(key, cqe);

	/* The first error is kept, unless it cannot be decoded and this one can. */
	if (count == errors->checked || !errors->format) {
		errors->cqe = *cqe;
		errors->format = format;
	}
	/* The errors of an unused key are dropped when the pool hands it out. */
	if (!atomic_load_explicit(&key->is_in_pool, memory_order_relaxed))
		list_add(cq, key);
	atomic_store_explicit(&errors->count, count + 1, memory_order_release);
}

/* The key is looked up under the lock, so that no other thread frees it meanwhile. */
void mlx5sig_note_error(struct mlx5sig_cq *cq, const struct prm_sig_err_cqe *cqe)
{
	const uint32_t index = mlx5sig_key_index(prm_sig_err_cqe_get_mkey(cqe));
	struct mlx5sig_device *device = cq->device;
	struct mlx5sig_key *key;

	mlx5sig_lock(&device->error_lock);
	key = mlx5sig_table_find(device->keys, index);
	if (key && mlx5sig_key_can_sign(key))
		note(cq, key, cqe);
	mlx5sig_unlock(&device->error_lock);
}

/*
 * Checking.
 */

/*
 * The part that is wrong. The two halves of a signature in a CQE are aligned as the transient
 * signature of SET_PSV, which has a form for each format.
 */
static uint64_t value_of(uint32_t trans_sig, uint32_t ref_tag, enum mlx5sig_mkey_err_type type,
			 uint8_t format)
{
	struct prm_set_psv_seg seg;

	prm_set_psv_seg_set_crc32_seed(&seg, trans_sig);
	prm_set_psv_seg_set_t10dif_ref_tag(&seg, ref_tag);
	if (type == MLX5SIG_MKEY_SIG_BLOCK_BAD_APPTAG)
		return prm_set_psv_seg_get_t10dif_app_tag(&seg);
	if (type == MLX5SIG_MKEY_SIG_BLOCK_BAD_REFTAG)
		return prm_set_psv_seg_get_t10dif_ref_tag(&seg);
	if (format == MLX5SIG_SIG_FORMAT_T10DIF)
		return prm_set_psv_seg_get_t10dif_guard(&seg);
	if (format == MLX5SIG_SIG_FORMAT_CRC64)
		return prm_set_psv_seg_get_crc64(&seg);
	return prm_set_psv_seg_get_crc32_seed(&seg);
}

static int decode(const struct mlx5sig_key_errors *errors, struct mlx5sig_mkey_err_ext *ext)
{
	const struct prm_sig_err_cqe *cqe = &errors->cqe;
	struct mlx5sig_sig_err *sig = &ext->err.err.sig;
	enum mlx5sig_mkey_err_type type;

	ext->syndrome = (uint16_t)prm_sig_err_cqe_get_syndrome(cqe);
	if (!errors->format)
		return EINVAL;
	type = type_of(ext->syndrome);
	ext->domain = prm_sig_err_cqe_get_domain(cqe) == PRM_SIGERR_DOMAIN_WIRE ?
			      MLX5SIG_SIG_DOMAIN_WIRE : MLX5SIG_SIG_DOMAIN_MEM;
	ext->err.err_type = type;
	sig->actual_value = value_of(prm_sig_err_cqe_get_actual_trans_sig(cqe),
				     prm_sig_err_cqe_get_actual_ref_tag(cqe), type, errors->format);
	sig->expected_value = value_of(prm_sig_err_cqe_get_expected_trans_sig(cqe),
				       prm_sig_err_cqe_get_expected_ref_tag(cqe), type,
				       errors->format);
	sig->offset = prm_sig_err_cqe_get_sig_err_offset(cqe);
	return 0;
}

int mlx5sig_mkey_check_ext(struct mlx5sig_mkey *mkey, struct mlx5sig_mkey_err_ext *err_info)
{
	struct mlx5sig_key *key = mlx5sig_key_of(mkey);
	struct mlx5sig_key_errors *errors = &key->errors;
	unsigned int count;
	int err = 0;

	if (!mlx5sig_key_can_sign(key))
		return EINVAL;
	memset(err_info, 0, sizeof(*err_info));
	mlx5sig_lock(&key->device->error_lock);
	count = atomic_load_explicit(&errors->count, memory_order_relaxed);
	err_info->num_errors = count - errors->checked;
	if (err_info->num_errors)
		err = decode(errors, err_info);
	atomic_store_explicit(&errors->checked, count, memory_order_relaxed);
	list_remove(key);
	mlx5sig_unlock(&key->device->error_lock);
	return err;
}

static __attribute__((noinline)) int check_bad(struct mlx5sig_mkey *mkey,
					       struct mlx5sig_mkey_err *err_info)
{
	struct mlx5sig_mkey_err_ext ext;
	int err = mlx5sig_mkey_check_ext(mkey, &ext);

	if (!err)
		*err_info = ext.err;
	return err;
}

int mlx5sig_mkey_check(struct mlx5sig_mkey *mkey, struct mlx5sig_mkey_err *err_info)
{
	/* Nearly all transfers are good. */
	if (unlikely(!mlx5sig_key_is_good(mlx5sig_key_of(mkey))))
		return check_bad(mkey, err_info);
	err_info->err_type = MLX5SIG_MKEY_NO_ERR;
	return 0;
}
