/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * The WQEs of configurations: a UMR, and SET_PSVs if there is a signature to start. Translations
 * stand in the ring already.
 *
 * Most go the straight way (umr.h): a short list, with a signature that is set last, or without
 * one. Everything else, and what the end of the ring divides, goes the general one (post_umr).
 */
#include <infiniband/mlx5dv.h>

#include "umr.h"

/* Setters that were called. */
MLX5SIG_INLINE uint32_t setters_of(const struct mlx5sig_queue_pair *qp)
{
	return ~qp->post_state & (uint32_t)MLX5SIG_ALL_SETTERS;
}

/* The image that was set, or NULL. */
MLX5SIG_INLINE const struct mlx5sig_sig_image *sig_of(const struct mlx5sig_queue_pair *qp)
{
	return setters_of(qp) & MLX5SIG_SETTER_SIG ? qp->open.sig : NULL;
}

MLX5SIG_INLINE uint64_t length_of(const struct mlx5sig_queue_pair *qp)
{
	const struct mlx5sig_open *open = &qp->open;

	return setters_of(qp) & MLX5SIG_SETTER_LAYOUT ? open->length : open->key->config.length;
}

MLX5SIG_INLINE struct mlx5sig_umr begin_umr(const struct mlx5sig_queue_pair *qp)
{
	const struct mlx5sig_open *open = &qp->open;
	const uint32_t setters = setters_of(qp);
	struct mlx5sig_umr umr = {
		.lkey = open->key->pub.lkey, .mkey_mask = mlx5sig_umr_mask(setters) };

	if (setters & MLX5SIG_SETTER_ACCESS)
		umr.access = open->access;
	if (setters & MLX5SIG_SETTER_LAYOUT) {
		umr.len = open->length;
		umr.klm_octowords = qp->post_state & MLX5SIG_POST_IS_SHORT ?
				    MLX5SIG_WQEBB_OCTOWORDS : open->klm_octowords;
	}
	return umr;
}

/*
 * The general way.
 */

/* @psvs: SET_PSVs, complete, or NULL. */
static __attribute__((noinline)) void post_umr(struct mlx5sig_queue_pair *qp,
					       const struct mlx5sig_umr *umr,
					       const struct mlx5sig_sig_state *psvs)
{
	const struct mlx5sig_open *open = &qp->open;
	struct mlx5sig_sq *sq = &qp->sq;
	const bool has_wire = psvs && psvs->wire.is_on, has_mem = psvs && psvs->mem.is_on;
	uint32_t pi = sq->now.pi, head = sq->now.head, last = pi;
	uint32_t wqebbs = mlx5sig_umr_octowords(umr) / MLX5SIG_WQEBB_OCTOWORDS;
	unsigned int wr_flags = open->wr_flags;
	unsigned int silent = wr_flags & ~(unsigned int)IBV_SEND_SIGNALED;

	mlx5sig_build_umr(&sq->ring, pi, mlx5sig_post_mode(sq, has_wire || has_mem ?
							   silent : wr_flags, sq->now.order), umr);
	mlx5sig_put_umr_slot(&sq->slots[mlx5sig_sq_slot(sq, pi)], open->wr_id, head++, wqebbs);
	sq->short_ids[mlx5sig_sq_slot(sq, pi)] = (uint32_t)open->wr_id;
	pi += wqebbs;
	if (has_mem) {
		mlx5sig_build_set_psv(&sq->ring, pi, mlx5sig_post_mode(sq, has_wire ?
				      silent : wr_flags, MLX5SIG_ORDER_BEHIND_UMR), &psvs->mem_psv);
		mlx5sig_put_part_slot(&sq->slots[mlx5sig_sq_slot(sq, pi)], open->wr_id, head++);
		last = pi++;
	}
	if (has_wire) {
		mlx5sig_build_set_psv(&sq->ring, pi, mlx5sig_post_mode(sq, wr_flags,
				      MLX5SIG_ORDER_BEHIND_UMR), &psvs->wire_psv);
		mlx5sig_put_part_slot(&sq->slots[mlx5sig_sq_slot(sq, pi)], open->wr_id, head++);
		last = pi++;
	}
	mlx5sig_umr_advance(sq, mlx5sig_ring_at(&sq->ring, last, 0), pi, head);
	qp->post_state = MLX5SIG_POST_IDLE;
}

/* Whether all of it fits into a WQE and into the ring. */
MLX5SIG_INLINE bool check_room(struct mlx5sig_queue_pair *qp, const struct mlx5sig_umr *umr,
			       const struct mlx5sig_sig_state *psvs)
{
	uint32_t octowords = mlx5sig_umr_octowords(umr);
	uint32_t num_psvs = psvs ? (uint32_t)psvs->wire.is_on + psvs->mem.is_on : 0;

	if (likely(octowords <= qp->sq.max_octowords &&
		   (qp->post_state & MLX5SIG_POST_HAS_ROOM ||
		    mlx5sig_sq_has_room(&qp->sq, octowords / MLX5SIG_WQEBB_OCTOWORDS + num_psvs,
					1 + num_psvs))))
		return true;
	mlx5sig_post_fail(qp, ENOMEM);
	return false;
}

/* The error count is written when it has changed, and the PSVs are loaded again then. */
MLX5SIG_INLINE bool add_error_count(struct mlx5sig_umr *umr, const struct mlx5sig_key *key,
				    unsigned int count)
{
	if (likely(count == key->errors.written))
		return false;
	umr->mkey_mask |= PRM_UMR_MKEY_MASK_EN_SIGERR;
	umr->expected_sigerr_count = count % 2;
	return true;
}

/* The image that was set, with the tags of the request. */
static const struct mlx5sig_sig_image *image_with_tags(struct mlx5sig_queue_pair *qp)
{
	struct mlx5sig_open *open = &qp->open;

	if (!(qp->post_state & MLX5SIG_POST_HAS_TAGS))
		return open->sig;
	open->sig_image = *open->sig;
	mlx5sig_sig_image_set_tags(&open->sig_image, open->tags.wire_app_tag,
				   open->tags.wire_ref_tag, open->tags.mem_app_tag,
				   open->tags.mem_ref_tag);
	return &open->sig_image;
}

/* A signature with new attributes. */
static __attribute__((noinline)) void finish_new_sig(struct mlx5sig_queue_pair *qp)
{
	struct mlx5sig_key *key = qp->open.key;
	unsigned int count = mlx5sig_count_errors(key);
	struct mlx5sig_umr umr = begin_umr(qp);
	uint64_t length = length_of(qp);
	const struct mlx5sig_sig_image *image;

	add_error_count(&umr, key, count);
	umr.mkey_mask |= PRM_UMR_MKEY_MASK_BSF_EN;
	umr.bsf_en = true;
	umr.bsf_octowords = PRM_BSF_64_SIZE / MLX5SIG_OCTOWORD;
	if (unlikely(length > UINT32_MAX)) {
		mlx5sig_post_fail(qp, EINVAL);
		return;
	}
	if (!check_room(qp, &umr, &qp->open.sig->state))
		return;
	image = image_with_tags(qp);
	mlx5sig_build_bsf(&qp->sq.ring, qp->sq.now.pi, umr.klm_octowords, image, &key->psvs);
	mlx5sig_remember(&qp->sq, key);
	mlx5sig_sig_state_set(&key->config.sig, &image->state);
	mlx5sig_key_publish(key);
	key->config.length = length;
	key->errors.written = count;
	post_umr(qp, &umr, &key->config.sig);
}

/* Single-block engines encrypt one data unit per transfer. */
static bool length_fits_engine(const struct mlx5sig_queue_pair *qp, uint64_t length,
			       uint32_t data_unit)
{
	uint8_t engines = qp->device->caps.crypto_caps.crypto_engines;

	return !(engines & MLX5DV_CRYPTO_ENGINES_CAP_AES_XTS_SINGLE_BLOCK) ||
	       engines & MLX5DV_CRYPTO_ENGINES_CAP_AES_XTS_MULTI_BLOCK || length <= data_unit;
}

/*
 * Keys that encrypt: the BSF has a part for the signature, if the key can have one, and one for
 * encryption; a change of one of them writes both.
 */
static __attribute__((noinline)) void finish_crypto(struct mlx5sig_queue_pair *qp)
{
	struct mlx5sig_open *open = &qp->open;
	struct mlx5sig_key *key = open->key;
	unsigned int count = mlx5sig_count_errors(key);
	bool can_sign = key->create_flags & MLX5SIG_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE;
	const struct mlx5sig_sig_image *sig = sig_of(qp);
	bool resets_sig = qp->post_state & MLX5SIG_POST_RESET_SIG;
	bool keeps_sig = key->config.sig.is_set && !sig && !resets_sig;
	bool sets_crypto = setters_of(qp) & MLX5SIG_SETTER_CRYPTO;
	const struct mlx5sig_sig_state *psvs = NULL;
	struct mlx5sig_mkey_bsf bsf = key->bsf;
	struct mlx5sig_umr umr = begin_umr(qp);
	uint64_t length = length_of(qp);
	struct mlx5sig_sig_state state = key->config.sig;
	uint32_t size;

	if (sets_crypto) {
		bsf.crypto = open->crypto;
		bsf.data_unit = open->data_unit;
		bsf.has_crypto = true;
	}
	if (sig)
		bsf.sig = *image_with_tags(qp);
	else if (!keeps_sig)
		mlx5sig_sig_image_none(&bsf.sig);
	mlx5sig_sig_state_set(&state, &bsf.sig.state);
	if ((can_sign && add_error_count(&umr, key, count) && keeps_sig) || sig)
		psvs = &state;
	if (bsf.has_crypto && !length_fits_engine(qp, length, bsf.data_unit)) {
		mlx5sig_post_fail(qp, EINVAL);
		return;
	}
	if (sig || sets_crypto || (can_sign && resets_sig)) {
		if (length > UINT32_MAX ||
		    (bsf.has_crypto && mlx5sig_crypto_image_check(&bsf.crypto, &bsf.sig))) {
			mlx5sig_post_fail(qp, EINVAL);
			return;
		}
		size = can_sign && bsf.has_crypto ? PRM_BSF_SIZE_SIZE_128 : PRM_BSF_SIZE_SIZE_64;
		prm_bsf_basic_set_bsf_size(&bsf.sig.bsf.basic, size);
		prm_bsf_crypto_set_bsf_size(&bsf.crypto, size);
		umr.bsf_octowords = (can_sign ? PRM_BSF_64_SIZE / MLX5SIG_OCTOWORD : 0) +
				    (bsf.has_crypto ? PRM_BSF_CRYPTO_SIZE / MLX5SIG_OCTOWORD : 0);
		umr.bsf_en = true;
		umr.mkey_mask |= PRM_UMR_MKEY_MASK_BSF_EN;
	}
	if (!check_room(qp, &umr, psvs))
		return;
	if (umr.bsf_en && can_sign)
		mlx5sig_build_bsf(&qp->sq.ring, qp->sq.now.pi, umr.klm_octowords, &bsf.sig,
				  &key->psvs);
	if (umr.bsf_en && bsf.has_crypto)
		mlx5sig_build_crypto_bsf(&qp->sq.ring, qp->sq.now.pi, umr.klm_octowords +
					 (can_sign ? PRM_BSF_64_SIZE / MLX5SIG_OCTOWORD : 0),
					 &bsf.crypto);
	post_umr(qp, &umr, psvs);

	qp->sq.undo_bsf[qp->sq.next_undo - qp->sq.undo] = key->bsf;
	mlx5sig_remember(&qp->sq, key);
	key->bsf = bsf;
	key->config.sig = state;
	mlx5sig_key_publish(key);
	key->config.length = length;
	if (can_sign)
		key->errors.written = count;
}

static __attribute__((noinline)) void finish_any_plain(struct mlx5sig_queue_pair *qp)
{
	struct mlx5sig_umr umr = begin_umr(qp);

	if (check_room(qp, &umr, NULL))
		post_umr(qp, &umr, NULL);
}

/* What setters have brought. */
MLX5SIG_INLINE struct mlx5sig_straight straight_of(const struct mlx5sig_open *open)
{
	return (struct mlx5sig_straight) { .wr_id = open->wr_id, .access = open->access,
		.flags = open->wr_flags & MLX5SIG_MODE_FLAGS, .length = open->length };
}

/* A key without signature. */
static __attribute__((noinline)) void finish_plain(struct mlx5sig_queue_pair *qp)
{
	const struct mlx5sig_straight r = straight_of(&qp->open);

	if (unlikely(!(qp->post_state & MLX5SIG_POST_IS_SHORT) ||
		     !mlx5sig_sq_can_go_straight(&qp->sq, MLX5SIG_SHORT_PLAIN_WQEBBS))) {
		finish_any_plain(qp);
		return;
	}
	mlx5sig_put_plain(&qp->sq, mlx5sig_next_place(&qp->sq), qp->open.key, &r,
			  setters_of(qp) & MLX5SIG_SETTER_ACCESS);
	qp->post_state = MLX5SIG_POST_IDLE;
}

/* As a setter that is one of many. */
static __attribute__((noinline)) void finish_list_otherwise(struct mlx5sig_queue_pair *qp,
							    const struct mlx5sig_sge *sge)
{
	qp->open.length = mlx5sig_pack_one_klm(mlx5sig_ring_at(&qp->sq.ring, qp->sq.now.pi,
							       MLX5SIG_UMR_OCTOWORDS), sge);
	qp->post_state |= MLX5SIG_POST_IS_SHORT;
	mlx5sig_setter_done(qp, MLX5SIG_SETTER_LAYOUT);
}

MLX5SIG_INLINE void finish_plain_list(struct mlx5sig_queue_pair *qp,
				      const struct mlx5sig_sge *sge, const bool has_access)
{
	struct mlx5sig_straight r = straight_of(&qp->open);
	struct mlx5sig_sq *sq = &qp->sq;
	struct mlx5sig_place at;

	if (unlikely(!mlx5sig_sq_is_straight(sq, MLX5SIG_SHORT_PLAIN_WQEBBS))) {
		finish_list_otherwise(qp, sge);
		return;
	}
	at = mlx5sig_next_place(sq);
	r.length = mlx5sig_pack_one_klm(at.wqe->klm, sge);
	mlx5sig_put_plain(sq, at, qp->open.key, &r, has_access);
	qp->post_state = MLX5SIG_POST_IDLE;
}

void mlx5sig_finish_list(struct mlx5sig_queue_pair *qp, const struct mlx5sig_sge *sge)
{
	finish_plain_list(qp, sge, false);
}

void mlx5sig_finish_access_and_list(struct mlx5sig_queue_pair *qp,
				    const struct mlx5sig_sge *sge)
{
	finish_plain_list(qp, sge, true);
}

/* A signature that is kept, reset, or not there. */
static __attribute__((noinline)) void finish_old_sig(struct mlx5sig_queue_pair *qp)
{
	struct mlx5sig_key *key = qp->open.key;
	const struct mlx5sig_sig_state *psvs = NULL;
	unsigned int count = mlx5sig_count_errors(key);
	bool keeps_sig = key->config.sig.is_set && !(qp->post_state & MLX5SIG_POST_RESET_SIG);
	struct mlx5sig_umr umr = begin_umr(qp);
	uint64_t length = length_of(qp);

	if (add_error_count(&umr, key, count) && keeps_sig)
		psvs = &key->config.sig;
	if (!keeps_sig)
		umr.mkey_mask |= PRM_UMR_MKEY_MASK_BSF_EN;
	if (!check_room(qp, &umr, psvs))
		return;
	post_umr(qp, &umr, psvs);
	mlx5sig_remember(&qp->sq, key);
	key->config.length = length;
	key->errors.written = count;
	if (!keeps_sig) {
		mlx5sig_sig_state_set(&key->config.sig, &(struct mlx5sig_sig_state) {
			.is_set = false });
		mlx5sig_key_publish(key);
	}
}

void mlx5sig_configure_finish(struct mlx5sig_queue_pair *qp)
{
	const uint32_t sig = MLX5SIG_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE;
	const uint32_t crypto = MLX5SIG_MKEY_INIT_ATTR_FLAGS_CRYPTO;
	uint32_t flags = qp->open.key->create_flags & (sig | crypto);

	if (!flags)
		finish_plain(qp);
	else if (flags & crypto)
		finish_crypto(qp);
	else if (sig_of(qp))
		finish_new_sig(qp);
	else
		finish_old_sig(qp);
}

void mlx5sig_finish_sig_slowly(struct mlx5sig_queue_pair *qp, const struct mlx5sig_sig_image *sig,
			       const struct mlx5sig_sig_tags *tags)
{
	qp->open.sig = sig;
	if (tags) {
		qp->open.tags = *tags;
		qp->post_state |= MLX5SIG_POST_HAS_TAGS;
	}
	mlx5sig_setter_done(qp, MLX5SIG_SETTER_SIG);
}

/*
 * The straight way of each signature.
 */

/* Of all contexts: what was prepared for another one is not taken for what a key has. */
static atomic_ullong last_image;

uint64_t mlx5sig_new_image(void)
{
	return atomic_fetch_add_explicit(&last_image, 1, memory_order_relaxed) + 1;
}

void mlx5sig_key_adopt(struct mlx5sig_sq *sq, struct mlx5sig_key *key,
		       const struct mlx5sig_sig_image *sig)
{
	mlx5sig_remember(sq, key);
	mlx5sig_sig_state_set(&key->config.sig, &sig->state);
	mlx5sig_key_publish(key);
	key->basic = mlx5sig_bsf_basic(sig, sig->state.wire.is_on, sig->state.mem.is_on,
				       &key->psvs);
	key->image = sig->id;
}

/* Goes straight after all, if that is possible. @finish: the function for the way of @sig. */
static __attribute__((noinline)) void finish_otherwise(struct mlx5sig_queue_pair *qp,
						       const struct mlx5sig_sig_image *sig,
						       const struct mlx5sig_sig_tags *tags,
						       mlx5sig_finish_way *finish)
{
	struct mlx5sig_key *key = qp->open.key;

	if (mlx5sig_has_no_new_error(key) &&
	    mlx5sig_sq_can_go_straight(&qp->sq, mlx5sig_signed_wqebbs(sig->way))) {
		if (key->image != sig->id)
			mlx5sig_key_adopt(&qp->sq, key, sig);
		finish(qp, sig, tags);
	} else {
		mlx5sig_finish_sig_slowly(qp, sig, tags);
	}
}

/* @finish: the function for @way. */
MLX5SIG_INLINE void finish_straight(struct mlx5sig_queue_pair *qp,
				    const struct mlx5sig_sig_image *sig,
				    const struct mlx5sig_sig_tags *tags, const unsigned int way,
				    mlx5sig_finish_way *finish)
{
	const struct mlx5sig_straight r = straight_of(&qp->open);
	struct mlx5sig_key *key = qp->open.key;

	if (unlikely(!mlx5sig_has_no_new_error(key) || key->image != sig->id ||
		     !mlx5sig_sq_is_straight(&qp->sq, mlx5sig_signed_wqebbs(way)))) {
		finish_otherwise(qp, sig, tags, finish);
		return;
	}
	mlx5sig_remember(&qp->sq, key);
	mlx5sig_put_signed(&qp->sq, mlx5sig_next_place(&qp->sq), key, sig, tags, &r, way);
	qp->post_state = MLX5SIG_POST_IDLE;
}

#define FINISH_WAY(name, way) \
	static void name(struct mlx5sig_queue_pair *qp, const struct mlx5sig_sig_image *sig, \
			 const struct mlx5sig_sig_tags *tags) \
	{ \
		finish_straight(qp, sig, tags, way, name); \
	}

FINISH_WAY(finish_wire, MLX5SIG_WAY_WIRE)
FINISH_WAY(finish_mem, MLX5SIG_WAY_MEM)
FINISH_WAY(finish_both, MLX5SIG_WAY_BOTH)
FINISH_WAY(finish_wire_tags, MLX5SIG_WAY_WIRE | MLX5SIG_WAY_TAGS)
FINISH_WAY(finish_mem_tags, MLX5SIG_WAY_MEM | MLX5SIG_WAY_TAGS)
FINISH_WAY(finish_both_tags, MLX5SIG_WAY_BOTH | MLX5SIG_WAY_TAGS)

mlx5sig_finish_way *const mlx5sig_finish_ways[MLX5SIG_WAYS] = {
	[MLX5SIG_WAY_WIRE] = finish_wire,
	[MLX5SIG_WAY_MEM] = finish_mem,
	[MLX5SIG_WAY_BOTH] = finish_both,
	[MLX5SIG_WAY_WIRE | MLX5SIG_WAY_TAGS] = finish_wire_tags,
	[MLX5SIG_WAY_MEM | MLX5SIG_WAY_TAGS] = finish_mem_tags,
	[MLX5SIG_WAY_BOTH | MLX5SIG_WAY_TAGS] = finish_both_tags,
};

void mlx5sig_finish_new_image(struct mlx5sig_queue_pair *qp, const struct mlx5sig_sig_image *sig)
{
	struct mlx5sig_key *key = qp->open.key;

	if (unlikely(sig->way >= MLX5SIG_WAYS || !mlx5sig_has_no_new_error(key))) {
		mlx5sig_finish_sig_slowly(qp, sig, NULL);
		return;
	}
	mlx5sig_key_adopt(&qp->sq, key, sig);
	mlx5sig_finish_ways[sig->way & MLX5SIG_WAY_BOTH](qp, sig, NULL);
}
