/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Configuration of keys: a UMR, and a SET_PSV for each domain with a signature.
 *
 * Setters come in any order. Translations are written into the ring at once, everything else into the
 * key's next configuration; the last setter posts the WQEs. A part without a setter is posted as it was
 * posted last, since that request may not have been executed: flushed, cancelled, on another queue.
 */
#include <stdlib.h>

#include <infiniband/mlx5dv.h>

#include "post.h"

#define ACCESS_FLAGS (IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | \
		      IBV_ACCESS_REMOTE_READ | IBV_ACCESS_REMOTE_ATOMIC)

_Static_assert(IBV_ACCESS_LOCAL_WRITE == 1 && IBV_ACCESS_REMOTE_WRITE == 2 &&
	       IBV_ACCESS_REMOTE_READ == 4 && IBV_ACCESS_REMOTE_ATOMIC == 8,
	       "struct mlx5sig_umr has access flags in this order");
_Static_assert(sizeof(struct mlx5sig_sge) == sizeof(struct ibv_sge) &&
	       offsetof(struct mlx5sig_sge, addr) == offsetof(struct ibv_sge, addr) &&
	       offsetof(struct mlx5sig_sge, length) == offsetof(struct ibv_sge, length) &&
	       offsetof(struct mlx5sig_sge, lkey) == offsetof(struct ibv_sge, lkey),
	       "the same as struct ibv_sge");

/* Attributes that are checked and encoded once. */
struct mlx5sig_sig_prepared {
	struct mlx5sig_signature sig;
};

static inline struct mlx5sig_key_config *config_of(const struct mlx5sig_queue_pair *qp)
{
	return &qp->open.key->configs[qp->open.key->current];
}

/*
 * The WQEs.
 */

/* Parts without a setter are those of the last configuration. */
static inline void keep_parts(struct mlx5sig_queue_pair *qp)
{
	const struct mlx5sig_open_config *open = &qp->open;
	struct mlx5sig_key_config *config = config_of(qp);
	const struct mlx5sig_key_config *last = open->last;

	if (!(open->setters & MLX5SIG_SETTER_LAYOUT))
		config->length = last->length;
	if (mlx5sig_key_has(open->key, MLX5SIG_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE) &&
	    !(open->setters & MLX5SIG_SETTER_SIG)) {
		if (open->resets_sig)
			mlx5sig_signature_clear(&config->sig);
		else
			config->sig = last->sig;
	}
	if (mlx5sig_key_has(open->key, MLX5SIG_MKEY_INIT_ATTR_FLAGS_CRYPTO) &&
	    !(open->setters & MLX5SIG_SETTER_CRYPTO)) {
		config->crypto = last->crypto;
		config->data_unit = last->data_unit;
	}
}

/* The rules that several parts have in common. */
static inline bool check_parts(struct mlx5sig_queue_pair *qp)
{
	const struct mlx5sig_key_config *config = config_of(qp);
	uint8_t engines;

	if (unlikely(config->length > UINT32_MAX &&
		     (mlx5sig_signature_is_set(&config->sig) || config->data_unit))) {
		mlx5sig_post_fail(qp, EINVAL, "layout is 4 GiB or longer, with a signature or encryption");
		return false;
	}
	if (likely(!config->data_unit))
		return true;
	engines = qp->device->caps.crypto_caps.crypto_engines;
	if (!(engines & MLX5DV_CRYPTO_ENGINES_CAP_AES_XTS_MULTI_BLOCK) &&
	    config->length > config->data_unit) {
		mlx5sig_post_fail(qp, EINVAL,
				  "layout is longer than the one data unit that the device encrypts");
		return false;
	}
	if (!mlx5sig_crypto_fits(&config->crypto, &config->sig)) {
		mlx5sig_post_fail(qp, EINVAL, "order of signature and encryption is impossible "
					      "with signatures in both domains");
		return false;
	}
	return true;
}

/* What the UMR changes, except for translations and BSF. */
static inline struct mlx5sig_umr umr_of(const struct mlx5sig_queue_pair *qp)
{
	const struct mlx5sig_open_config *open = &qp->open;
	const struct mlx5sig_key_config *config = config_of(qp);
	struct mlx5sig_umr umr = {
		.lkey = open->key->pub.lkey,
		.mkey_mask = PRM_UMR_MKEY_MASK_FREE | PRM_UMR_MKEY_MASK_KEY };

	if (open->setters & MLX5SIG_SETTER_ACCESS) {
		umr.mkey_mask |= PRM_UMR_MKEY_MASK_LW | PRM_UMR_MKEY_MASK_RR |
				 PRM_UMR_MKEY_MASK_RW | PRM_UMR_MKEY_MASK_A;
		umr.access = open->access;
	}
	if (open->setters & MLX5SIG_SETTER_LAYOUT) {
		umr.mkey_mask |= PRM_UMR_MKEY_MASK_LEN;
		umr.len = config->length;
		umr.klm_octowords = open->klm_octowords;
	}
	if (mlx5sig_key_has(open->key, MLX5SIG_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE)) {
		umr.mkey_mask |= PRM_UMR_MKEY_MASK_EN_SIGERR;
		umr.expected_sigerr_count = atomic_load_explicit(&open->key->errors.count,
								 memory_order_acquire) % 2;
	}
	return umr;
}

/*
 * The BSF, with a part for each feature of the key. A key with CRYPTO has its BSF enabled from the
 * start, since data must not pass it in the clear; without attributes the BSF stays as it is.
 */
static inline void set_bsf(struct mlx5sig_queue_pair *qp, struct mlx5sig_umr *umr)
{
	const struct mlx5sig_key *key = qp->open.key;
	struct mlx5sig_key_config *config = config_of(qp);
	const bool can_sign = mlx5sig_key_has(key, MLX5SIG_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE);
	uint32_t size;

	if (likely(!mlx5sig_key_has(key, MLX5SIG_MKEY_INIT_ATTR_FLAGS_CRYPTO))) {
		if (!can_sign)
			return;
		umr->mkey_mask |= PRM_UMR_MKEY_MASK_BSF_EN;
		umr->bsf_en = mlx5sig_signature_is_set(&config->sig);
		umr->bsf_octowords = umr->bsf_en ? PRM_BSF_64_SIZE / MLX5SIG_OCTOWORD : 0;
		return;
	}
	if (!mlx5sig_signature_is_set(&config->sig) && !config->data_unit &&
	    !(can_sign && qp->open.resets_sig))
		return;
	size = can_sign && config->data_unit ? PRM_BSF_SIZE_SIZE_128 : PRM_BSF_SIZE_SIZE_64;
	prm_bsf_basic_set_bsf_size(&config->sig.bsf.basic, size);
	prm_bsf_crypto_set_bsf_size(&config->crypto, size);
	umr->mkey_mask |= PRM_UMR_MKEY_MASK_BSF_EN;
	umr->bsf_en = true;
	umr->bsf_octowords = (can_sign ? PRM_BSF_64_SIZE / MLX5SIG_OCTOWORD : 0) +
			     (config->data_unit ? PRM_BSF_CRYPTO_SIZE / MLX5SIG_OCTOWORD : 0);
}

static inline void build_bsf(struct mlx5sig_queue_pair *qp, const struct mlx5sig_umr *umr)
{
	const struct mlx5sig_key_config *config = config_of(qp);
	uint32_t at = MLX5SIG_UMR_OCTOWORDS + umr->klm_octowords;

	if (mlx5sig_key_has(qp->open.key, MLX5SIG_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE)) {
		mlx5sig_build_bsf(&qp->sq.ring, qp->sq.now.pi, at, &config->sig.bsf);
		at += PRM_BSF_64_SIZE / MLX5SIG_OCTOWORD;
	}
	if (config->data_unit)
		mlx5sig_build_bsf(&qp->sq.ring, qp->sq.now.pi, at, &config->crypto);
}

static inline void post_set_psv(struct mlx5sig_queue_pair *qp, const struct prm_set_psv_seg *psv,
				unsigned int wr_flags)
{
	struct mlx5sig_sq *sq = &qp->sq;

	mlx5sig_build_set_psv(&sq->ring, sq->now.pi, mlx5sig_post_mode(wr_flags, true), psv);
	mlx5sig_post_advance(sq, (struct mlx5sig_slot) {
		.wr_id = qp->open.wr_id, .wqebbs = 1, .wc_opcode = IBV_WC_DRIVER1,
		.flags = MLX5SIG_SLOT_IS_PART });
}

/* All setters have come. The last WQE alone asks for a completion: the key is ready then. */
static void finish(struct mlx5sig_queue_pair *qp)
{
	struct mlx5sig_open_config *open = &qp->open;
	struct mlx5sig_sq *sq = &qp->sq;
	const struct mlx5sig_signature *sig = &config_of(qp)->sig;
	const unsigned int flags = open->wr_flags, silent = flags & ~(unsigned int)IBV_SEND_SIGNALED;
	struct mlx5sig_umr umr;
	uint32_t octowords, num_psvs;

	keep_parts(qp);
	if (!check_parts(qp))
		return;
	umr = umr_of(qp);
	set_bsf(qp, &umr);
	octowords = mlx5sig_umr_octowords(&umr);
	num_psvs = mlx5sig_signature_num_psvs(sig);
	if (!mlx5sig_post_check_size(qp, octowords) ||
	    !mlx5sig_post_has_room(qp, mlx5sig_wqebbs(octowords) + num_psvs))
		return;
	if (umr.bsf_octowords)
		build_bsf(qp, &umr);
	mlx5sig_build_umr(&sq->ring, sq->now.pi, mlx5sig_post_mode(num_psvs ? silent : flags,
								   sq->now.is_after_umr), &umr);
	mlx5sig_post_advance(sq, (struct mlx5sig_slot) {
		.wr_id = open->wr_id, .wqebbs = (uint8_t)mlx5sig_wqebbs(octowords),
		.wc_opcode = IBV_WC_DRIVER1 });
	if (sig->mem_format)
		post_set_psv(qp, &sig->mem_psv, sig->wire_format ? silent : flags);
	if (sig->wire_format)
		post_set_psv(qp, &sig->wire_psv, flags);
	sq->now.head++;
	sq->now.is_after_umr = true;
	mlx5sig_key_publish(open->key);
	qp->post_state = MLX5SIG_POST_READY;
}

/*
 * Setters.
 */

/* Turns to the key's other configuration, unless this batch has done so before. */
static inline void begin_config(struct mlx5sig_queue_pair *qp, struct mlx5sig_key *key)
{
	struct mlx5sig_sq *sq = &qp->sq;

	qp->open.last = &key->configs[key->current];
	if (likely(key->batch != sq->batch)) {
		key->batch = sq->batch;
		key->current ^= 1;
		sq->batch_keys[sq->num_batch_keys++] = key;
	}
}

void mlx5sig_wr_mkey_configure(struct mlx5sig_qp *pub, struct mlx5sig_mkey *mkey,
			       uint8_t num_setters, const struct mlx5sig_mkey_conf_attr *attr)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);
	struct mlx5sig_key *key = mlx5sig_key_of(mkey);

	if (unlikely(qp->post_state != MLX5SIG_POST_READY)) {
		mlx5sig_post_fail_order(qp);
		return;
	}
	if (unlikely(attr && (attr->comp_mask || attr->conf_flags &
			      ~(uint32_t)MLX5SIG_MKEY_CONF_FLAG_RESET_SIG_ATTR))) {
		mlx5sig_post_fail(qp, EOPNOTSUPP,
				  "configuration: unknown flag, or comp_mask is not 0");
		return;
	}
	if (unlikely(mlx5sig_key_tag(mkey->lkey) && !qp->device->ops.has_update_tag)) {
		mlx5sig_post_fail(qp, EOPNOTSUPP, "the tag of the key cannot be changed");
		return;
	}
	if (!mlx5sig_post_has_room(qp, mlx5sig_wqebbs(MLX5SIG_UMR_OCTOWORDS)))
		return;
	begin_config(qp, key);
	qp->open.key = key;
	qp->open.wr_id = pub->wr_id;
	qp->open.wr_flags = pub->wr_flags | qp->default_flags;
	qp->open.setters = 0;
	qp->open.missing = num_setters;
	qp->open.resets_sig = attr && attr->conf_flags;
	qp->post_state = MLX5SIG_POST_CONFIG;
	if (!num_setters)
		finish(qp);
}

/* Whether this setter may be called now, for the first time. */
static inline bool may_set(struct mlx5sig_queue_pair *qp, enum mlx5sig_setter setter)
{
	if (likely(qp->post_state == MLX5SIG_POST_CONFIG && !(qp->open.setters & setter)))
		return true;
	mlx5sig_post_fail_order(qp);
	return false;
}

static inline void setter_done(struct mlx5sig_queue_pair *qp, enum mlx5sig_setter setter)
{
	qp->open.setters |= setter;
	if (!--qp->open.missing)
		finish(qp);
}

void mlx5sig_wr_set_mkey_access_flags(struct mlx5sig_qp *pub, uint32_t access_flags)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);

	if (!may_set(qp, MLX5SIG_SETTER_ACCESS))
		return;
	if (unlikely(access_flags & ~(uint32_t)ACCESS_FLAGS)) {
		mlx5sig_post_fail(qp, EINVAL, "unknown access flag");
		return;
	}
	qp->open.access = access_flags;
	setter_done(qp, MLX5SIG_SETTER_ACCESS);
}

/* Whether @entries translations fit into the key, a WQE and the ring. */
static inline bool check_entries(struct mlx5sig_queue_pair *qp, uint32_t entries)
{
	uint32_t octowords = MLX5SIG_UMR_OCTOWORDS + mlx5sig_klm_octowords(entries);

	if (unlikely(entries > qp->open.key->num_desc)) {
		mlx5sig_post_fail(qp, E2BIG, "layout has more entries than the key");
		return false;
	}
	return mlx5sig_post_check_size(qp, octowords) &&
	       mlx5sig_post_has_room(qp, mlx5sig_wqebbs(octowords));
}

static inline void layout_done(struct mlx5sig_queue_pair *qp, uint32_t entries, uint64_t length)
{
	config_of(qp)->length = length;
	qp->open.klm_octowords = mlx5sig_klm_octowords(entries);
	setter_done(qp, MLX5SIG_SETTER_LAYOUT);
}

void mlx5sig_wr_set_mkey_layout_list(struct mlx5sig_qp *pub, uint16_t num_sges,
				     const struct ibv_sge *sge)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);

	if (!may_set(qp, MLX5SIG_SETTER_LAYOUT) || !check_entries(qp, num_sges))
		return;
	layout_done(qp, num_sges, mlx5sig_build_klms(&qp->sq.ring, qp->sq.now.pi, num_sges,
						     (const struct mlx5sig_sge *)sge));
}

void mlx5sig_wr_set_mkey_layout_interleaved(struct mlx5sig_qp *pub, uint32_t repeat_count,
					    uint16_t num_interleaved,
					    const struct mlx5sig_mr_interleaved *data)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);
	const uint32_t entries = num_interleaved + 1u;
	uint32_t i;

	if (!may_set(qp, MLX5SIG_SETTER_LAYOUT) || !check_entries(qp, entries))
		return;
	if (unlikely(!num_interleaved)) {
		mlx5sig_post_fail(qp, EINVAL, "interleaved layout without a stream");
		return;
	}
	for (i = 0; i < num_interleaved; i++) {
		if (unlikely(!data[i].bytes_count || data[i].bytes_count > UINT16_MAX ||
			     data[i].bytes_skip > UINT16_MAX - data[i].bytes_count)) {
			mlx5sig_post_fail(qp, EINVAL,
					  "interleaved layout: no bytes, or more than 65535");
			return;
		}
	}
	layout_done(qp, entries, mlx5sig_build_repeat_block(&qp->sq.ring, qp->sq.now.pi,
							    repeat_count, num_interleaved, data));
}

static inline bool may_set_sig(struct mlx5sig_queue_pair *qp)
{
	if (!may_set(qp, MLX5SIG_SETTER_SIG))
		return false;
	if (likely(mlx5sig_key_has(qp->open.key, MLX5SIG_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE)))
		return true;
	mlx5sig_post_fail(qp, EINVAL, "key was created without BLOCK_SIGNATURE");
	return false;
}

static inline void sig_done(struct mlx5sig_queue_pair *qp)
{
	const struct mlx5sig_key *key = qp->open.key;

	mlx5sig_signature_set_psvs(&config_of(qp)->sig, key->wire_psv, key->mem_psv);
	setter_done(qp, MLX5SIG_SETTER_SIG);
}

void mlx5sig_wr_set_mkey_sig_block(struct mlx5sig_qp *pub,
				   const struct mlx5sig_sig_block_attr *attr)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);
	const char *reason;
	int err;

	if (!may_set_sig(qp))
		return;
	err = mlx5sig_signature_encode(&config_of(qp)->sig, attr, &qp->device->limits, &reason);
	if (unlikely(err))
		mlx5sig_post_fail(qp, err, reason);
	else
		sig_done(qp);
}

void mlx5sig_wr_set_mkey_sig_prepared(struct mlx5sig_qp *pub,
				      const struct mlx5sig_sig_prepared *prepared,
				      const struct mlx5sig_sig_tags *tags)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);
	struct mlx5sig_signature *sig;

	if (!may_set_sig(qp))
		return;
	if (unlikely(tags && tags->comp_mask)) {
		mlx5sig_post_fail(qp, EINVAL, "tags: comp_mask is not 0");
		return;
	}
	sig = &config_of(qp)->sig;
	*sig = prepared->sig;
	if (tags)
		mlx5sig_signature_set_tags(sig, tags);
	sig_done(qp);
}

void mlx5sig_wr_mkey_configure_prepared(struct mlx5sig_qp *qp, struct mlx5sig_mkey *mkey,
					uint32_t access_flags, uint16_t num_sges,
					const struct ibv_sge *sge,
					const struct mlx5sig_sig_prepared *prepared,
					const struct mlx5sig_sig_tags *tags)
{
	mlx5sig_wr_mkey_configure(qp, mkey, 3, NULL);
	mlx5sig_wr_set_mkey_access_flags(qp, access_flags);
	mlx5sig_wr_set_mkey_layout_list(qp, num_sges, sge);
	mlx5sig_wr_set_mkey_sig_prepared(qp, prepared, tags);
}

void mlx5sig_wr_set_mkey_crypto(struct mlx5sig_qp *pub, const struct mlx5sig_crypto_attr *attr)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);
	const bool is_multi_block = qp->device->caps.crypto_caps.crypto_engines &
				    MLX5DV_CRYPTO_ENGINES_CAP_AES_XTS_MULTI_BLOCK;
	struct mlx5sig_key_config *config;
	const char *reason;
	int err;

	if (!may_set(qp, MLX5SIG_SETTER_CRYPTO))
		return;
	if (unlikely(!mlx5sig_key_has(qp->open.key, MLX5SIG_MKEY_INIT_ATTR_FLAGS_CRYPTO))) {
		mlx5sig_post_fail(qp, EINVAL, "key was created without CRYPTO");
		return;
	}
	config = config_of(qp);
	err = mlx5sig_crypto_encode(&config->crypto, attr, is_multi_block, &reason);
	if (unlikely(err)) {
		mlx5sig_post_fail(qp, err, reason);
		return;
	}
	config->data_unit = mlx5sig_block_bytes(attr->data_unit_size);
	setter_done(qp, MLX5SIG_SETTER_CRYPTO);
}

/*
 * Preparing.
 */

struct mlx5sig_sig_prepared *
mlx5sig_device_sig_prepare(struct mlx5sig_device *device,
			   const struct mlx5sig_sig_block_attr *attr)
{
	struct mlx5sig_sig_prepared *prepared = calloc(1, sizeof(*prepared));
	const char *reason;
	int err;

	if (!prepared)
		return NULL;
	err = mlx5sig_signature_encode(&prepared->sig, attr, &device->limits, &reason);
	if (err) {
		free(prepared);
		errno = err;
		return NULL;
	}
	return prepared;
}

struct mlx5sig_sig_prepared *mlx5sig_sig_prepare(struct ibv_context *ctx,
						 const struct mlx5sig_sig_block_attr *attr)
{
	struct mlx5sig_device *device = mlx5sig_device_get(ctx);
	struct mlx5sig_sig_prepared *prepared;
	int err;

	if (!device)
		return NULL;
	prepared = mlx5sig_device_sig_prepare(device, attr);
	err = errno;
	mlx5sig_device_put(device);
	errno = err;
	return prepared;
}

void mlx5sig_sig_prepared_free(struct mlx5sig_sig_prepared *prepared)
{
	free(prepared);
}
