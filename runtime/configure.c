/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Configuration of keys: a UMR, and a SET_PSV for each domain with a signature.
 *
 * Setters come in any order. Translations are written into the ring at once, everything else into the
 * batch's configuration of the key; the last setter posts the WQEs. A part without a setter is posted as
 * it was committed last, since that request may not have been executed: flushed, cancelled, on another
 * queue.
 */
#include <stdlib.h>

#include <infiniband/mlx5dv.h>

#include "post.h"

_Static_assert(IBV_ACCESS_LOCAL_WRITE == 1 && IBV_ACCESS_REMOTE_WRITE == 2 &&
	       IBV_ACCESS_REMOTE_READ == 4 && IBV_ACCESS_REMOTE_ATOMIC == 8,
	       "struct mlx5sig_umr has access flags in this order");
_Static_assert(sizeof(struct mlx5sig_sge) == sizeof(struct ibv_sge) &&
	       offsetof(struct mlx5sig_sge, addr) == offsetof(struct ibv_sge, addr) &&
	       offsetof(struct mlx5sig_sge, length) == offsetof(struct ibv_sge, length) &&
	       offsetof(struct mlx5sig_sge, lkey) == offsetof(struct ibv_sge, lkey),
	       "the same as struct ibv_sge");

MLX5SIG_INLINE bool can_encrypt(const struct mlx5sig_key *key)
{
	return mlx5sig_key_has(key, MLX5SIG_MKEY_INIT_ATTR_FLAGS_CRYPTO);
}

/*
 * The BSF of a key with signature or encryption.
 */

/* Parts without a setter are those that were committed last, or set before in this batch. */
MLX5SIG_INLINE void keep_parts(const struct mlx5sig_open_config *open)
{
	struct mlx5sig_key_config *config = open->config;
	const struct mlx5sig_key_config *last = open->is_first ? open->key->config : config;

	config->length = open->setters & MLX5SIG_SETTER_LAYOUT ? open->umr.len : last->length;
	if (mlx5sig_key_can_sign(open->key) && !(open->setters & MLX5SIG_SETTER_SIG)) {
		if (open->resets_sig)
			mlx5sig_signature_clear(&config->sig);
		else
			config->sig = last->sig;
	}
	if (can_encrypt(open->key) && !(open->setters & MLX5SIG_SETTER_CRYPTO)) {
		config->crypto = last->crypto;
		config->data_unit = last->data_unit;
	}
}

/* The rules that several parts have in common; NULL, or what is wrong. */
MLX5SIG_INLINE const char *check_parts(const struct mlx5sig_key_config *config,
				       const struct mlx5sig_device *device)
{
	if (unlikely(config->length > UINT32_MAX) &&
	    (mlx5sig_signature_is_set(&config->sig) || config->data_unit))
		return "layout is 4 GiB or longer, with a signature or encryption";
	if (likely(!config->data_unit))
		return NULL;
	if (config->length > config->data_unit && !device->has_several_units)
		return "layout is longer than the one data unit that the device encrypts";
	if (!mlx5sig_crypto_fits(&config->crypto, &config->sig))
		return "order of signature and encryption is impossible with two signatures";
	return NULL;
}

/*
 * A transaction belongs to one configuration, since it depends on the length and on the PSV, which the
 * program may destroy.
 */
MLX5SIG_INLINE const char *check_transaction(const struct mlx5sig_open_config *open)
{
	struct mlx5sig_key_config *config = open->config;

	if (likely(!config->sig.is_transaction))
		return NULL;
	if (!(open->setters & MLX5SIG_SETTER_SIG))
		return "transaction signature is not set again, and not reset";
	if (config->data_unit)
		return "transaction signature and encryption need two keys";
	if (!mlx5sig_transaction_set_length(&config->sig, config->length))
		return "layout is shorter than the CRC in memory";
	return NULL;
}

/*
 * The BSF has a part for each feature of the key. A key with CRYPTO has its BSF enabled from the
 * start, since data must not pass it in the clear; without attributes the BSF stays as it is.
 */
MLX5SIG_INLINE void enable_bsf(struct mlx5sig_open_config *open)
{
	struct mlx5sig_key_config *config = open->config;
	struct mlx5sig_umr *umr = &open->umr;
	const bool has_sig = mlx5sig_signature_is_set(&config->sig);
	const bool has_two_parts = mlx5sig_key_can_sign(open->key) && config->data_unit;
	uint32_t size;

	if (!can_encrypt(open->key)) {
		umr->mkey_mask |= PRM_UMR_MKEY_MASK_BSF_EN;
		umr->bsf_en = has_sig;
		umr->bsf_wqebbs = has_sig;
		return;
	}
	if (!has_sig && !config->data_unit && !(mlx5sig_key_can_sign(open->key) && open->resets_sig))
		return;
	size = has_two_parts ? PRM_BSF_SIZE_SIZE_128 :
	       config->sig.is_transaction ? PRM_BSF_SIZE_SIZE_32 : PRM_BSF_SIZE_SIZE_64;
	prm_bsf_basic_set_bsf_size(&config->sig.bsf.basic, size);
	prm_bsf_crypto_set_bsf_size(&config->crypto, size);
	umr->mkey_mask |= PRM_UMR_MKEY_MASK_BSF_EN;
	umr->bsf_en = true;
	umr->bsf_wqebbs = has_two_parts ? 2 : 1;
}

MLX5SIG_INLINE bool finish_bsf(struct mlx5sig_queue_pair *qp, struct mlx5sig_open_config *open)
{
	const char *reason;

	keep_parts(open);
	reason = check_parts(open->config, qp->device);
	if (likely(!reason))
		reason = check_transaction(open);
	if (unlikely(reason))
		return mlx5sig_post_fail(qp, EINVAL, reason);
	enable_bsf(open);
	if (mlx5sig_key_can_sign(open->key)) {
		open->umr.mkey_mask |= PRM_UMR_MKEY_MASK_EN_SIGERR;
		open->umr.expected_sigerr_count =
			atomic_load_explicit(&open->key->errors.count, memory_order_acquire) % 2;
	}
	return true;
}

/*
 * The WQEs.
 */

MLX5SIG_INLINE void put_slot(const struct mlx5sig_sq *sq, uint32_t pi, uint64_t wr_id,
			     uint32_t wqebbs, uint8_t flags)
{
	struct mlx5sig_slot *slot = mlx5sig_sq_slot(sq, pi);

	slot->wr_id = wr_id;
	slot->head = sq->now.head;
	slot->wqebbs = (uint8_t)wqebbs;
	slot->wc_opcode = IBV_WC_DRIVER1;
	slot->wc_flags = 0;
	slot->flags = flags;
}

MLX5SIG_INLINE void post_set_psv(struct mlx5sig_sq *sq, uint32_t pi, uint64_t wr_id,
				 unsigned int mode_flags, const struct prm_set_psv_seg *psv,
				 uint8_t slot_flags)
{
	mlx5sig_build_set_psv(&sq->ring, pi, mlx5sig_post_mode(sq, mode_flags, MLX5SIG_AFTER_UMR),
			      psv);
	put_slot(sq, pi, wr_id, 1, slot_flags);
}

/* A UMR, and SET_PSVs. The last one alone asks for a completion: the key is ready then. */
MLX5SIG_INLINE void post_wqes(struct mlx5sig_sq *sq, const struct mlx5sig_open_config *open,
			      bool has_wire, bool has_mem)
{
	const struct mlx5sig_key_config *config = open->config;
	const struct mlx5sig_umr *umr = &open->umr;
	const unsigned int flags = open->mode_flags, silent = flags & ~(unsigned int)IBV_SEND_SIGNALED;
	const uint64_t wr_id = open->wr_id;
	uint32_t pi = sq->now.pi, last = pi;

	mlx5sig_build_umr(&sq->ring, pi, mlx5sig_post_mode(sq, has_wire || has_mem ? silent : flags,
							   sq->now.after_umr), umr);
	put_slot(sq, pi, wr_id, mlx5sig_umr_wqebbs(umr), 0);
	pi += MLX5SIG_UMR_WQEBBS + umr->klm_wqebbs;
	if (umr->bsf_wqebbs) {
		if (mlx5sig_key_can_sign(open->key))
			mlx5sig_build_bsf(&sq->ring, pi++, &config->sig.bsf);
		if (config->data_unit)
			mlx5sig_build_bsf(&sq->ring, pi++, &config->crypto);
	}
	if (has_mem) {
		post_set_psv(sq, pi, wr_id, has_wire ? silent : flags, &config->sig.mem_psv,
			     MLX5SIG_SLOT_IS_PART);
		last = pi++;
	}
	if (has_wire) {
		post_set_psv(sq, pi, wr_id, flags, &config->sig.wire_psv, MLX5SIG_SLOT_IS_PART);
		last = pi++;
	}
	sq->now = (struct mlx5sig_sq_position) { .pi = pi, .head = sq->now.head + 1,
						 .after_umr = MLX5SIG_AFTER_UMR,
						 .last = last };
}

/* All setters have come. False: the batch has failed, here and below. */
MLX5SIG_INLINE bool finish(struct mlx5sig_queue_pair *qp, struct mlx5sig_open_config *open)
{
	bool has_wire = false, has_mem = false;
	uint32_t wqebbs;

	if (open->config) {
		if (!finish_bsf(qp, open))
			return false;
		/* A transaction continues from its PSV. */
		if (likely(!open->config->sig.is_transaction)) {
			has_wire = open->config->sig.wire_format;
			has_mem = open->config->sig.mem_format;
		}
	}
	wqebbs = mlx5sig_umr_wqebbs(&open->umr);
	if (!mlx5sig_post_check_size(qp, wqebbs * MLX5SIG_WQEBB_OCTOWORDS) ||
	    !mlx5sig_post_has_room(qp, wqebbs + has_wire + has_mem))
		return false;
	post_wqes(&qp->sq, open, has_wire, has_mem);
	return true;
}

/*
 * The parts of a configuration.
 */

/* Adds the key to the batch, with the configuration to fill. */
MLX5SIG_INLINE void add_key(struct mlx5sig_sq *sq, struct mlx5sig_open_config *open,
			    struct mlx5sig_key_config *config)
{
	struct mlx5sig_batch_key *entry = &sq->batch_keys[sq->num_batch_keys++];

	entry->key = open->key;
	entry->config = open->config = config;
	open->is_first = true;
	open->key->num_open++;
}

/*
 * A batch that is open has configured the key. It goes on if it is this one; if not, this one needs a
 * configuration of its own. False: there is no memory.
 */
static __attribute__((noinline, cold)) bool select_config_again(struct mlx5sig_sq *sq,
								struct mlx5sig_open_config *open)
{
	struct mlx5sig_batch_key *entry;
	uint32_t i;

	for (i = 0; i < sq->num_batch_keys; i++) {
		if (sq->batch_keys[i].key == open->key) {
			open->config = sq->batch_keys[i].config;
			return true;
		}
	}
	entry = &sq->batch_keys[sq->num_batch_keys];
	if (!entry->spare)
		entry->spare = malloc(sizeof(*entry->spare));
	if (!entry->spare)
		return false;
	*entry->spare = *open->key->config;
	add_key(sq, open, entry->spare);
	return true;
}

/* Selects the configuration to fill; false: there is no memory. */
MLX5SIG_INLINE bool select_config(struct mlx5sig_sq *sq, struct mlx5sig_open_config *open)
{
	if (unlikely(open->key->num_open))
		return select_config_again(sq, open);
	add_key(sq, open, open->key->other);
	return true;
}

MLX5SIG_INLINE bool begin(struct mlx5sig_queue_pair *qp, struct mlx5sig_open_config *open,
			  struct mlx5sig_mkey *mkey, const struct mlx5sig_mkey_conf_attr *attr)
{
	struct mlx5sig_key *key = mlx5sig_key_of(mkey);

	if (unlikely(qp->post_state != MLX5SIG_POST_READY))
		return mlx5sig_post_fail_order(qp);
	if (unlikely(attr && (attr->comp_mask || attr->conf_flags &
			      ~(uint32_t)MLX5SIG_MKEY_CONF_FLAG_RESET_SIG_ATTR))) {
		return mlx5sig_post_fail(qp, EOPNOTSUPP,
				  "configuration: unknown flag, or comp_mask is not 0");
	}
	if (unlikely(mlx5sig_key_tag(mkey->lkey) && !mlx5sig_has_update_tag(qp->device)))
		return mlx5sig_post_fail(qp, EOPNOTSUPP, "the tag of the key cannot be changed");
	*open = (struct mlx5sig_open_config) {
		.key = key, .wr_id = qp->pub.wr_id,
		.mode_flags = mlx5sig_mode_flags(qp->pub.wr_flags | qp->default_flags),
		.resets_sig = attr && attr->conf_flags,
		.umr = { .lkey = mkey->lkey,
			 .mkey_mask = PRM_UMR_MKEY_MASK_FREE | PRM_UMR_MKEY_MASK_KEY } };
	if ((mlx5sig_key_can_sign(key) || can_encrypt(key)) && unlikely(!select_config(&qp->sq, open)))
		return mlx5sig_post_fail(qp, ENOMEM, "no memory for the configuration of the key");
	return true;
}

MLX5SIG_INLINE bool set_access(struct mlx5sig_queue_pair *qp, struct mlx5sig_open_config *open,
			       uint32_t access_flags)
{
	if (unlikely(access_flags & ~(uint32_t)MLX5SIG_ACCESS_FLAGS))
		return mlx5sig_post_fail(qp, EINVAL, "unknown access flag");
	open->setters |= MLX5SIG_SETTER_ACCESS;
	open->umr.access = access_flags;
	open->umr.mkey_mask |= PRM_UMR_MKEY_MASK_LW | PRM_UMR_MKEY_MASK_RR |
			       PRM_UMR_MKEY_MASK_RW | PRM_UMR_MKEY_MASK_A;
	return true;
}

/* Returns whether @entries translations fit into the key, a WQE and the ring. */
MLX5SIG_INLINE bool check_entries(struct mlx5sig_queue_pair *qp,
				  const struct mlx5sig_open_config *open, uint32_t entries)
{
	uint32_t wqebbs = MLX5SIG_UMR_WQEBBS + mlx5sig_wqebbs(entries);

	if (unlikely(entries > open->key->num_desc))
		return mlx5sig_post_fail(qp, E2BIG, "layout has more entries than the key");
	return mlx5sig_post_check_size(qp, wqebbs * MLX5SIG_WQEBB_OCTOWORDS) &&
	       mlx5sig_post_has_room(qp, wqebbs);
}

MLX5SIG_INLINE void layout_done(struct mlx5sig_open_config *open, uint32_t entries,
				uint64_t length)
{
	open->setters |= MLX5SIG_SETTER_LAYOUT;
	open->umr.klm_wqebbs = mlx5sig_wqebbs(entries);
	open->umr.mkey_mask |= PRM_UMR_MKEY_MASK_LEN;
	open->umr.len = length;
}

MLX5SIG_INLINE bool set_list(struct mlx5sig_queue_pair *qp, struct mlx5sig_open_config *open,
			     uint16_t num_sges, const struct ibv_sge *sge)
{
	const struct mlx5sig_ring ring = qp->sq.ring;

	if (!check_entries(qp, open, num_sges))
		return false;
	layout_done(open, num_sges, mlx5sig_build_klms(&ring, qp->sq.now.pi + MLX5SIG_UMR_WQEBBS,
						       num_sges, (const struct mlx5sig_sge *)sge));
	return true;
}

MLX5SIG_INLINE bool may_sign(struct mlx5sig_queue_pair *qp, const struct mlx5sig_open_config *open)
{
	if (likely(mlx5sig_key_has(open->key, MLX5SIG_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE)))
		return true;
	return mlx5sig_post_fail(qp, EINVAL, "key was created without BLOCK_SIGNATURE");
}

MLX5SIG_INLINE void sig_done(struct mlx5sig_open_config *open)
{
	open->setters |= MLX5SIG_SETTER_SIG;
	mlx5sig_signature_set_psvs(&open->config->sig, open->key->wire_psv, open->key->mem_psv);
}

MLX5SIG_INLINE bool set_prepared(struct mlx5sig_queue_pair *qp, struct mlx5sig_open_config *open,
				 const struct mlx5sig_sig_prepared *prepared,
				 const struct mlx5sig_sig_tags *tags)
{
	if (!may_sign(qp, open))
		return false;
	if (unlikely(tags && tags->comp_mask))
		return mlx5sig_post_fail(qp, EINVAL, "tags: comp_mask is not 0");
	open->config->sig = prepared->sig;
	if (tags)
		mlx5sig_signature_set_tags(&open->config->sig, tags);
	sig_done(open);
	return true;
}

/*
 * Configurations in one call, and by setters in any order.
 */

void mlx5sig_wr_mkey_configure_prepared(struct mlx5sig_qp *pub, struct mlx5sig_mkey *mkey,
					uint32_t access_flags, uint16_t num_sges,
					const struct ibv_sge *sge,
					const struct mlx5sig_sig_prepared *prepared,
					const struct mlx5sig_sig_tags *tags)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);
	struct mlx5sig_open_config open;

	if (begin(qp, &open, mkey, NULL) && set_access(qp, &open, access_flags) &&
	    set_list(qp, &open, num_sges, sge) && set_prepared(qp, &open, prepared, tags))
		finish(qp, &open);
}

static __attribute__((noinline)) void finish_open(struct mlx5sig_queue_pair *qp)
{
	if (finish(qp, &qp->open))
		qp->post_state = MLX5SIG_POST_READY;
}

void mlx5sig_wr_mkey_configure(struct mlx5sig_qp *pub, struct mlx5sig_mkey *mkey,
			       uint8_t num_setters, const struct mlx5sig_mkey_conf_attr *attr)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);

	if (!begin(qp, &qp->open, mkey, attr))
		return;
	qp->open.missing = num_setters;
	qp->post_state = MLX5SIG_POST_CONFIG;
	if (!num_setters)
		finish_open(qp);
}

/* Returns whether this setter may be called now, for the first time. */
static inline bool may_set(struct mlx5sig_queue_pair *qp, enum mlx5sig_setter setter)
{
	if (likely(qp->post_state == MLX5SIG_POST_CONFIG && !(qp->open.setters & setter)))
		return true;
	return mlx5sig_post_fail_order(qp);
}

static inline void setter_done(struct mlx5sig_queue_pair *qp)
{
	if (!--qp->open.missing)
		finish_open(qp);
}

void mlx5sig_wr_set_mkey_access_flags(struct mlx5sig_qp *pub, uint32_t access_flags)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);

	if (may_set(qp, MLX5SIG_SETTER_ACCESS) && set_access(qp, &qp->open, access_flags))
		setter_done(qp);
}

void mlx5sig_wr_set_mkey_layout_list(struct mlx5sig_qp *pub, uint16_t num_sges,
				     const struct ibv_sge *sge)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);

	if (may_set(qp, MLX5SIG_SETTER_LAYOUT) && set_list(qp, &qp->open, num_sges, sge))
		setter_done(qp);
}

void mlx5sig_wr_set_mkey_layout_interleaved(struct mlx5sig_qp *pub, uint32_t repeat_count,
					    uint16_t num_interleaved,
					    const struct mlx5sig_mr_interleaved *data)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);
	const uint32_t entries = num_interleaved + 1u;
	uint32_t i;

	if (!may_set(qp, MLX5SIG_SETTER_LAYOUT) || !check_entries(qp, &qp->open, entries))
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
	layout_done(&qp->open, entries,
		    mlx5sig_build_repeat_block(&qp->sq.ring,
					       qp->sq.now.pi + MLX5SIG_UMR_WQEBBS,
					       repeat_count, num_interleaved, data));
	setter_done(qp);
}

void mlx5sig_wr_set_mkey_sig_block(struct mlx5sig_qp *pub,
				   const struct mlx5sig_sig_block_attr *attr)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);
	const char *reason;
	int err;

	if (!may_set(qp, MLX5SIG_SETTER_SIG) || !may_sign(qp, &qp->open))
		return;
	err = mlx5sig_signature_encode(&qp->open.config->sig, attr, &qp->device->limits, &reason);
	if (unlikely(err)) {
		mlx5sig_post_fail(qp, err, reason);
		return;
	}
	sig_done(&qp->open);
	setter_done(qp);
}

void mlx5sig_wr_set_mkey_sig_prepared(struct mlx5sig_qp *pub,
				      const struct mlx5sig_sig_prepared *prepared,
				      const struct mlx5sig_sig_tags *tags)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);

	if (may_set(qp, MLX5SIG_SETTER_SIG) && set_prepared(qp, &qp->open, prepared, tags))
		setter_done(qp);
}

/* A PSV of another device would be another PSV there. */
static bool check_psv(struct mlx5sig_queue_pair *qp, const struct mlx5sig_psv *psv)
{
	return !psv || mlx5sig_psv_of(psv)->device == qp->device ||
	       mlx5sig_post_fail(qp, EINVAL, "PSV of another device");
}

void mlx5sig_wr_set_mkey_sig_transaction(struct mlx5sig_qp *pub,
					 const struct mlx5sig_sig_transaction_attr *attr)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);
	struct mlx5sig_open_config *open = &qp->open;
	const char *reason;
	int err;

	if (!may_set(qp, MLX5SIG_SETTER_SIG) || !check_psv(qp, attr->psv))
		return;
	if (unlikely(!mlx5sig_key_has(open->key,
				      MLX5SIG_MKEY_INIT_ATTR_FLAGS_TRANSACTION_SIGNATURE))) {
		mlx5sig_post_fail(qp, EINVAL, "key was created without TRANSACTION_SIGNATURE");
		return;
	}
	err = mlx5sig_transaction_encode(&open->config->sig, attr, &qp->device->limits, &reason);
	if (unlikely(err)) {
		mlx5sig_post_fail(qp, err, reason);
		return;
	}
	open->setters |= MLX5SIG_SETTER_SIG;
	setter_done(qp);
}

/* Not a part of a configuration: the program loads PSVs of its own. */
void mlx5sig_wr_set_psv(struct mlx5sig_qp *pub, const struct mlx5sig_psv *psv,
			const struct mlx5sig_psv_attr *attr)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);
	struct mlx5sig_sq *sq = &qp->sq;
	struct prm_set_psv_seg seg;
	const char *reason;
	int err;

	if (unlikely(qp->post_state != MLX5SIG_POST_READY)) {
		mlx5sig_post_fail_order(qp);
		return;
	}
	if (!check_psv(qp, psv) || !mlx5sig_post_has_room(qp, 1))
		return;
	err = mlx5sig_psv_encode(&seg, psv, attr, &qp->device->limits, &reason);
	if (unlikely(err)) {
		mlx5sig_post_fail(qp, err, reason);
		return;
	}
	post_set_psv(sq, sq->now.pi, pub->wr_id,
		     mlx5sig_mode_flags(pub->wr_flags | qp->default_flags), &seg, 0);
	sq->now = (struct mlx5sig_sq_position) {
		.pi = sq->now.pi + 1, .head = sq->now.head + 1, .after_umr = MLX5SIG_AFTER_UMR,
		.last = sq->now.pi };
}

void mlx5sig_wr_set_mkey_crypto(struct mlx5sig_qp *pub, const struct mlx5sig_crypto_attr *attr)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);
	const bool is_multi_block = qp->device->caps.crypto_caps.crypto_engines &
				    MLX5DV_CRYPTO_ENGINES_CAP_AES_XTS_MULTI_BLOCK;
	struct mlx5sig_open_config *open = &qp->open;
	const char *reason;
	int err;

	if (!may_set(qp, MLX5SIG_SETTER_CRYPTO))
		return;
	if (unlikely(!can_encrypt(open->key))) {
		mlx5sig_post_fail(qp, EINVAL, "key was created without CRYPTO");
		return;
	}
	err = mlx5sig_crypto_encode(&open->config->crypto, attr, is_multi_block, &reason);
	if (unlikely(err)) {
		mlx5sig_post_fail(qp, err, reason);
		return;
	}
	open->config->data_unit = mlx5sig_block_bytes(attr->data_unit_size);
	open->setters |= MLX5SIG_SETTER_CRYPTO;
	setter_done(qp);
}
