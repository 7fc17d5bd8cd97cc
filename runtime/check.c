/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
#include <errno.h>
#include <string.h>

#include "device.h"

#include <prm_cqe.h>
#include <prm_psv.h>

/*
 * A signature as a SIG_ERR CQE tells it: its two halves are aligned as the transient signature of
 * SET_PSV is, which has the arms for the kinds of signatures.
 */
struct signature {
	struct prm_set_psv_seg seg;
};

static void set_signature(struct signature *sig, uint32_t trans_sig, uint32_t ref_tag)
{
	prm_set_psv_seg_set_crc32_seed(&sig->seg, trans_sig);
	prm_set_psv_seg_set_t10dif_ref_tag(&sig->seg, ref_tag);
}

/* The part that is wrong. */
static uint64_t value_of(const struct signature *sig, enum mlx5sig_mkey_err_type type,
			 const struct mlx5sig_domain_state *state)
{
	if (type == MLX5SIG_MKEY_SIG_BLOCK_BAD_APPTAG)
		return prm_set_psv_seg_get_t10dif_app_tag(&sig->seg);
	if (type == MLX5SIG_MKEY_SIG_BLOCK_BAD_REFTAG)
		return prm_set_psv_seg_get_t10dif_ref_tag(&sig->seg);
	if (state->is_t10dif)
		return prm_set_psv_seg_get_t10dif_guard(&sig->seg);
	if (state->is_64)
		return prm_set_psv_seg_get_crc64(&sig->seg);
	return prm_set_psv_seg_get_crc32_seed(&sig->seg);
}

/* Of several parts that are wrong, the first one in the order of T10. */
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

/* The state of the CQE's domain; NULL if the CQE cannot be decoded. */
static const struct mlx5sig_domain_state *state_of(const struct prm_sig_err_cqe *cqe,
						   const struct mlx5sig_domains *domains)
{
	const struct mlx5sig_domain_state *state;

	if (type_of(prm_sig_err_cqe_get_syndrome(cqe)) == MLX5SIG_MKEY_NO_ERR ||
	    prm_sig_err_cqe_get_sig_type(cqe) != PRM_SIGERR_SIG_TYPE_BLOCK)
		return NULL;
	switch (prm_sig_err_cqe_get_domain(cqe)) {
	case PRM_SIGERR_DOMAIN_WIRE:
		state = &domains->wire;
		break;
	case PRM_SIGERR_DOMAIN_MEMORY:
		state = &domains->mem;
		break;
	default:
		return NULL;
	}
	return state->is_on ? state : NULL;
}

static struct mlx5sig_domains domains_of(unsigned long long word)
{
	struct mlx5sig_domains domains;

	memcpy(&domains, &word, sizeof(domains));
	return domains;
}

static int decode(const struct mlx5sig_mkey_errors *errors, struct mlx5sig_mkey_err_ext *ext)
{
	const struct prm_sig_err_cqe *cqe = &errors->first;
	const struct mlx5sig_domains domains = domains_of(errors->domains);
	const struct mlx5sig_domain_state *state = state_of(cqe, &domains);
	struct signature actual, expected;
	enum mlx5sig_mkey_err_type type;

	ext->syndrome = (uint16_t)prm_sig_err_cqe_get_syndrome(cqe);
	if (!state)
		return EINVAL;
	type = type_of(ext->syndrome);
	ext->domain = state == &domains.wire ? MLX5SIG_SIG_DOMAIN_WIRE : MLX5SIG_SIG_DOMAIN_MEM;
	set_signature(&actual, prm_sig_err_cqe_get_actual_trans_sig(cqe),
		      prm_sig_err_cqe_get_actual_ref_tag(cqe));
	set_signature(&expected, prm_sig_err_cqe_get_expected_trans_sig(cqe),
		      prm_sig_err_cqe_get_expected_ref_tag(cqe));
	ext->err.err_type = type;
	ext->err.err.sig.actual_value = value_of(&actual, type, state);
	ext->err.err.sig.expected_value = value_of(&expected, type, state);
	ext->err.err.sig.offset = prm_sig_err_cqe_get_sig_err_offset(cqe);
	return 0;
}

/* Whether what is kept cannot be decoded, and this one can. */
static bool is_better(const struct mlx5sig_mkey_errors *errors, const struct prm_sig_err_cqe *cqe,
		      unsigned long long now)
{
	struct mlx5sig_domains kept = domains_of(errors->domains), domains = domains_of(now);

	return !state_of(&errors->first, &kept) && state_of(cqe, &domains);
}

void mlx5sig_key_note_error(struct mlx5sig_key *key, const struct prm_sig_err_cqe *cqe)
{
	struct mlx5sig_mkey_errors *errors = &key->errors;
	unsigned long long now = mlx5sig_key_domains(key);
	unsigned int count;

	mlx5sig_lock(&errors->lock);
	count = atomic_load_explicit(&errors->count, memory_order_relaxed);
	atomic_store_explicit(&errors->count, count + 1, memory_order_relaxed);
	if (count == errors->checked || is_better(errors, cqe, now))
		mlx5sig_errors_keep(errors, cqe, now);
	__atomic_store_n(&key->pub.needs_check, 1, __ATOMIC_RELEASE);
	mlx5sig_unlock(&errors->lock);
}

int mlx5sig_mkey_check_ext(struct mlx5sig_mkey *mkey, struct mlx5sig_mkey_err_ext *err_info)
{
	struct mlx5sig_key *key = (struct mlx5sig_key *)mkey;
	struct mlx5sig_mkey_errors *errors = &key->errors;
	unsigned int count;
	int err = 0;

	if (!(key->create_flags & MLX5SIG_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE))
		return EINVAL;
	memset(err_info, 0, sizeof(*err_info));
	mlx5sig_lock(&errors->lock);
	count = atomic_load_explicit(&errors->count, memory_order_relaxed);
	err_info->num_errors = count - errors->checked;
	if (err_info->num_errors)
		err = decode(errors, err_info);
	errors->checked = count;
	__atomic_store_n(&key->pub.needs_check, 0, __ATOMIC_RELEASE);
	mlx5sig_unlock(&errors->lock);
	return err;
}

/* For whom the inline one of mlx5sig.h is of no use: other languages, pointers to it. */
int mlx5sig_mkey_check(struct mlx5sig_mkey *mkey, struct mlx5sig_mkey_err *err_info)
{
	struct mlx5sig_mkey_err_ext ext;
	int err = mlx5sig_mkey_check_ext(mkey, &ext);

	if (!err)
		*err_info = ext.err;
	return err;
}
