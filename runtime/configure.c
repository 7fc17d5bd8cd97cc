/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Configuration of keys: a UMR, and a SET_PSV for each domain with a signature.
 *
 * Setters come in any order. Translations are written into the ring at once, everything else into the
 * batch's configuration of the key; the last setter posts the WQEs. A part without a setter is posted as
 * it was committed last, since that request may not have been executed: flushed, cancelled, on another
 * queue.
 *
 * A configuration in one call posts the WQEs directly if one condition holds. If it does not, the call
 * does nothing and becomes calls of setters, which find the reason or handle the rare case.
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

/*
 * The WQEs.
 */

/* What a configuration posts besides the first WQEBBs of its UMR. */
struct parts {
	bool sig, crypto;		/* of the BSF, a WQEBB each */
	bool mem_psv, wire_psv;		/* a SET_PSV each */
};

MLX5SIG_INLINE struct parts parts_of(const struct mlx5sig_open_config *open, bool can_sign,
				     bool can_encrypt)
{
	const struct mlx5sig_signature *sig = &open->config->sig;
	const bool has_sig = can_sign && mlx5sig_signature_is_set(sig);
	const bool is_encrypted = can_encrypt && open->config->crypto.data_unit;

	/* A key with CRYPTO has its BSF enabled from the start, so removing its signature needs one. */
	return (struct parts) {
		.crypto = is_encrypted,
		.sig = has_sig || (can_sign && (is_encrypted || (can_encrypt && open->resets_sig))),
		/* A transaction continues from its PSV. */
		.mem_psv = has_sig && !sig->is_transaction && sig->mem_format,
		.wire_psv = has_sig && !sig->is_transaction && sig->wire_format };
}

MLX5SIG_INLINE uint32_t umr_wqebbs(uint32_t klm_wqebbs, struct parts parts)
{
	return MLX5SIG_UMR_WQEBBS + klm_wqebbs + parts.sig + parts.crypto;
}

/*
 * What a UMR changes. Without attributes, the BSF of a key with CRYPTO stays as it is, enabled: data must
 * not pass the key in the clear.
 */
MLX5SIG_INLINE struct mlx5sig_umr umr_of(const struct mlx5sig_open_config *open, struct parts parts,
					 bool can_sign, bool can_encrypt)
{
	struct mlx5sig_umr umr = {
		.lkey = open->lkey, .access = open->access, .len = open->len,
		.klm_wqebbs = open->klm_wqebbs, .bsf_wqebbs = (uint32_t)parts.sig + parts.crypto,
		.mkey_mask = PRM_UMR_MKEY_MASK_FREE | PRM_UMR_MKEY_MASK_KEY };

	if (open->setters & MLX5SIG_SETTER_ACCESS)
		umr.mkey_mask |= PRM_UMR_MKEY_MASK_LW | PRM_UMR_MKEY_MASK_RR |
				 PRM_UMR_MKEY_MASK_RW | PRM_UMR_MKEY_MASK_A;
	if (open->setters & MLX5SIG_SETTER_LAYOUT)
		umr.mkey_mask |= PRM_UMR_MKEY_MASK_LEN;
	if (can_encrypt ? umr.bsf_wqebbs : can_sign) {
		umr.mkey_mask |= PRM_UMR_MKEY_MASK_BSF_EN;
		umr.bsf_en = umr.bsf_wqebbs;
	}
	if (can_sign) {
		umr.mkey_mask |= PRM_UMR_MKEY_MASK_EN_SIGERR;
		umr.expected_sigerr_count =
			atomic_load_explicit(&open->key->errors.count, memory_order_acquire) % 2;
	}
	return umr;
}

MLX5SIG_INLINE void put_slot(const struct mlx5sig_sq *sq, uint32_t pi, uint32_t head,
			     uint64_t wr_id, uint32_t wqebbs)
{
	struct mlx5sig_slot *slot = mlx5sig_sq_slot(sq, pi);

	slot->wr_id = wr_id;
	slot->head = head;
	slot->wqebbs = (uint8_t)wqebbs;
	slot->wc_opcode = IBV_WC_DRIVER1;
	slot->wc_flags = 0;
	slot->flags = 0;
}

MLX5SIG_INLINE void post_set_psv(struct mlx5sig_sq *sq, uint32_t pi, uint32_t head, uint64_t wr_id,
				 unsigned int mode_flags, const struct prm_set_psv_seg *psv)
{
	const struct mlx5sig_ring ring = sq->ring;

	mlx5sig_build_set_psv(&ring, pi, mlx5sig_post_mode(sq, mode_flags, MLX5SIG_AFTER_UMR), psv);
	put_slot(sq, pi, head, wr_id, 1);
}

/*
 * A UMR, and SET_PSVs. The last one alone asks for a completion: the key is ready then. @can_sign and
 * @can_encrypt of the key may be constants.
 */
MLX5SIG_INLINE void post_wqes(struct mlx5sig_sq *sq, const struct mlx5sig_open_config *open,
			      struct parts parts, bool can_sign, bool can_encrypt)
{
	const struct mlx5sig_umr umr = umr_of(open, parts, can_sign, can_encrypt);
	const unsigned int flags = open->mode_flags, silent = flags & ~(unsigned int)IBV_SEND_SIGNALED;
	const struct mlx5sig_key_config *config = open->config;
	const struct mlx5sig_ring ring = sq->ring;
	const uint64_t wr_id = open->wr_id;
	const uint32_t head = sq->now.head;
	uint32_t pi = sq->now.pi, last = pi;

	mlx5sig_build_umr(&ring, pi,
			  mlx5sig_post_mode(sq, parts.mem_psv || parts.wire_psv ? silent : flags,
					    sq->now.after_umr), &umr);
	put_slot(sq, pi, head, wr_id, umr_wqebbs(umr.klm_wqebbs, parts));
	pi += MLX5SIG_UMR_WQEBBS + umr.klm_wqebbs;
	if (parts.sig)
		mlx5sig_build_bsf(&ring, pi++, &config->sig.bsf);
	if (parts.crypto)
		mlx5sig_build_bsf(&ring, pi++, &config->crypto.bsf);
	if (parts.mem_psv) {
		post_set_psv(sq, pi, head, wr_id, parts.wire_psv ? silent : flags,
			     &config->sig.mem_psv);
		last = pi++;
	}
	if (parts.wire_psv) {
		post_set_psv(sq, pi, head, wr_id, flags, &config->sig.wire_psv);
		last = pi++;
	}
	sq->now = (struct mlx5sig_sq_position) { .pi = pi, .head = head + 1,
						 .after_umr = MLX5SIG_AFTER_UMR,
						 .last = last };
}

/*
 * The parts of a configuration.
 */

/* Only keys whose tags may be changed have one. */
MLX5SIG_INLINE bool may_have_tag(const struct mlx5sig_queue_pair *qp, const struct mlx5sig_key *key)
{
	return !mlx5sig_key_tag(key->pub.lkey) || mlx5sig_has_update_tag(qp->device);
}

MLX5SIG_INLINE struct mlx5sig_open_config begin_open(const struct mlx5sig_queue_pair *qp,
						     struct mlx5sig_key *key)
{
	return (struct mlx5sig_open_config) {
		.key = key, .lkey = key->pub.lkey, .wr_id = qp->pub.wr_id,
		.mode_flags = mlx5sig_mode_flags(qp->pub.wr_flags | qp->default_flags) };
}

/* Adds the key to the batch, with the configuration to fill. */
MLX5SIG_INLINE void add_key(struct mlx5sig_sq *sq, struct mlx5sig_open_config *open,
			    struct mlx5sig_key_config *config)
{
	struct mlx5sig_batch_key *entry = &sq->batch_keys[sq->num_batch_keys++];

	entry->key = open->key;
	entry->config = open->config = config;
	open->last = open->key->config;
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
			open->last = open->config = sq->batch_keys[i].config;
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

MLX5SIG_INLINE void layout_done(struct mlx5sig_open_config *open, uint32_t entries,
				uint64_t length)
{
	open->setters |= MLX5SIG_SETTER_LAYOUT;
	open->klm_wqebbs = mlx5sig_wqebbs(entries);
	open->len = length;
}

/* Returns the length. */
MLX5SIG_INLINE uint64_t build_list(const struct mlx5sig_sq *sq, uint16_t num_sges,
				   const struct ibv_sge *sge)
{
	const struct mlx5sig_ring ring = sq->ring;

	return mlx5sig_build_klms(&ring, sq->now.pi + MLX5SIG_UMR_WQEBBS, num_sges,
				  (const struct mlx5sig_sge *)sge);
}

MLX5SIG_INLINE void sig_done(struct mlx5sig_open_config *open)
{
	open->setters |= MLX5SIG_SETTER_SIG;
	mlx5sig_signature_set_psvs(&open->config->sig, open->key->wire_psv, open->key->mem_psv);
}

MLX5SIG_INLINE void put_sig(struct mlx5sig_open_config *open,
			    const struct mlx5sig_sig_prepared *prepared,
			    const struct mlx5sig_sig_tags *tags)
{
	struct mlx5sig_signature *sig = &open->config->sig;

	*sig = prepared->sig;
	if (tags)
		mlx5sig_signature_set_tags(sig, tags);
	sig_done(open);
}

MLX5SIG_INLINE void put_crypto(struct mlx5sig_open_config *open,
			       const struct mlx5sig_crypto_prepared *prepared,
			       const char *initial_tweak)
{
	struct mlx5sig_key_config *config = open->config;

	open->setters |= MLX5SIG_SETTER_CRYPTO;
	config->crypto = prepared->crypto;
	if (initial_tweak)
		mlx5sig_crypto_set_tweak(&config->crypto, initial_tweak,
					 open->key->device->has_big_endian_tweak);
}

/* Parts without a setter are those that were committed last, or set before in this batch. */
MLX5SIG_INLINE void keep_parts(const struct mlx5sig_open_config *open, bool can_sign,
			       bool can_encrypt)
{
	const struct mlx5sig_key_config *last = open->last;
	struct mlx5sig_key_config *config = open->config;

	config->length = open->setters & MLX5SIG_SETTER_LAYOUT ? open->len : last->length;
	if (can_sign && !(open->setters & MLX5SIG_SETTER_SIG)) {
		if (open->resets_sig)
			mlx5sig_signature_clear(&config->sig);
		else
			config->sig = last->sig;
	}
	if (can_encrypt && !(open->setters & MLX5SIG_SETTER_CRYPTO))
		config->crypto = last->crypto;
}

/* The rules that several parts have in common; NULL, or what is wrong. */
MLX5SIG_INLINE const char *check_parts(const struct mlx5sig_key_config *config,
				       const struct mlx5sig_device *device, bool can_sign,
				       bool can_encrypt)
{
	const bool has_sig = can_sign && mlx5sig_signature_is_set(&config->sig);

	if (unlikely(config->length > UINT32_MAX) &&
	    (has_sig || (can_encrypt && config->crypto.data_unit)))
		return "layout is 4 GiB or longer, with a signature or encryption";
	if (!can_encrypt || !config->crypto.data_unit)
		return NULL;
	if (config->length > config->crypto.data_unit + config->sig.bytes_in_memory &&
	    !device->has_several_units)
		return "layout is longer than the one data unit that the device encrypts";
	return has_sig ? mlx5sig_crypto_misfit(&config->crypto, &config->sig) : NULL;
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
	if (!mlx5sig_transaction_set_length(&config->sig, config->length))
		return "layout is shorter than the CRC in memory";
	return NULL;
}

/*
 * Both parts of a BSF have the size of the whole, and the length of the data of a transaction, without
 * its CRC.
 */
MLX5SIG_INLINE void set_sizes(struct mlx5sig_key_config *config, struct parts parts)
{
	const uint32_t size = parts.sig && parts.crypto ? PRM_BSF_SIZE_SIZE_128 :
			      config->sig.is_transaction ? PRM_BSF_SIZE_SIZE_32 :
							   PRM_BSF_SIZE_SIZE_64;

	prm_bsf_basic_set_bsf_size(&config->sig.bsf.basic, size);
	prm_bsf_crypto_set_bsf_size(&config->crypto.bsf, size);
	prm_bsf_crypto_set_raw_data_size(&config->crypto.bsf,
					 config->sig.is_transaction ?
						 prm_bsf_basic_get_raw_data_size(&config->sig.bsf.basic) :
						 UINT32_MAX);
}

/*
 * Setters, in any order.
 */

static inline bool check(struct mlx5sig_queue_pair *qp, bool is_good, int err, const char *reason)
{
	return likely(is_good) || mlx5sig_post_fail(qp, err, reason);
}

static inline bool may_begin(struct mlx5sig_queue_pair *qp)
{
	return likely(qp->post_state == MLX5SIG_POST_READY) || mlx5sig_post_fail_order(qp);
}

/* Returns whether this setter may be called now, for the first time. */
static inline bool may_set(struct mlx5sig_queue_pair *qp, enum mlx5sig_setter setter)
{
	return likely(qp->post_state == MLX5SIG_POST_CONFIG && !(qp->open.setters & setter)) ||
	       mlx5sig_post_fail_order(qp);
}

/* All setters have come. @can_sign and @can_encrypt of the key may be constants. */
MLX5SIG_INLINE void finish(struct mlx5sig_queue_pair *qp, bool can_sign, bool can_encrypt)
{
	struct mlx5sig_open_config *open = &qp->open;
	struct parts parts = {0};
	const char *reason;
	uint32_t wqebbs;

	if (can_sign || can_encrypt) {
		keep_parts(open, can_sign, can_encrypt);
		reason = check_parts(open->config, qp->device, can_sign, can_encrypt);
		if (likely(!reason) && can_sign)
			reason = check_transaction(open);
		if (!check(qp, !reason, EINVAL, reason))
			return;
		parts = parts_of(open, can_sign, can_encrypt);
		if (can_encrypt)
			set_sizes(open->config, parts);
	}
	wqebbs = umr_wqebbs(open->klm_wqebbs, parts);
	if (!mlx5sig_post_check_size(qp, wqebbs * MLX5SIG_WQEBB_OCTOWORDS) ||
	    !mlx5sig_post_has_room(qp, wqebbs + parts.mem_psv + parts.wire_psv))
		return;
	post_wqes(&qp->sq, open, parts, can_sign, can_encrypt);
	qp->post_state = MLX5SIG_POST_READY;
}

static __attribute__((noinline)) void finish_open(struct mlx5sig_queue_pair *qp)
{
	const bool can_sign = mlx5sig_key_can_sign(qp->open.key);
	const bool can_encrypt = mlx5sig_key_can_encrypt(qp->open.key);

	if (can_sign && can_encrypt)
		finish(qp, true, true);
	else if (can_sign)
		finish(qp, true, false);
	else if (can_encrypt)
		finish(qp, false, true);
	else
		finish(qp, false, false);
}

void mlx5sig_wr_mkey_configure(struct mlx5sig_qp *pub, struct mlx5sig_mkey *mkey,
			       uint8_t num_setters, const struct mlx5sig_mkey_conf_attr *attr)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);
	struct mlx5sig_open_config *open = &qp->open;
	struct mlx5sig_key *key = mlx5sig_key_of(mkey);

	if (!may_begin(qp) ||
	    !check(qp, !attr || !(attr->comp_mask || attr->conf_flags &
				  ~(uint32_t)MLX5SIG_MKEY_CONF_FLAG_RESET_SIG_ATTR),
		   EOPNOTSUPP, "configuration: unknown flag, or comp_mask is not 0") ||
	    !check(qp, may_have_tag(qp, key), EOPNOTSUPP, "the tag of the key cannot be changed"))
		return;
	*open = begin_open(qp, key);
	open->resets_sig = attr && attr->conf_flags;
	open->missing = num_setters;
	if (key->create_flags & MLX5SIG_KEY_KINDS &&
	    !check(qp, select_config(&qp->sq, open), ENOMEM,
		   "no memory for the configuration of the key"))
		return;
	qp->post_state = MLX5SIG_POST_CONFIG;
	if (!num_setters)
		finish_open(qp);
}

static inline void setter_done(struct mlx5sig_queue_pair *qp)
{
	if (!--qp->open.missing)
		finish_open(qp);
}

void mlx5sig_wr_set_mkey_access_flags(struct mlx5sig_qp *pub, uint32_t access_flags)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);

	if (!may_set(qp, MLX5SIG_SETTER_ACCESS) ||
	    !check(qp, !(access_flags & ~(uint32_t)MLX5SIG_ACCESS_FLAGS), EINVAL,
		   "unknown access flag"))
		return;
	qp->open.setters |= MLX5SIG_SETTER_ACCESS;
	qp->open.access = access_flags;
	setter_done(qp);
}

MLX5SIG_INLINE bool check_entries(struct mlx5sig_queue_pair *qp, uint32_t entries)
{
	return check(qp, entries <= qp->open.key->num_desc, E2BIG,
		     "layout has more entries than the key");
}

/* One WQE holds so many entries, and a BSF of so many WQEBBs. */
MLX5SIG_INLINE bool fits_wqe(const struct mlx5sig_queue_pair *qp, uint32_t entries, uint32_t bsf_wqebbs)
{
	return (MLX5SIG_UMR_WQEBBS + mlx5sig_wqebbs(entries) + bsf_wqebbs) *
	       MLX5SIG_WQEBB_OCTOWORDS <= qp->sq.max_octowords;
}

MLX5SIG_INLINE void set_short_list(struct mlx5sig_queue_pair *qp, uint16_t num,
				   const struct ibv_sge *sge)
{
	if (!mlx5sig_post_has_room(qp, MLX5SIG_UMR_WQEBBS + mlx5sig_wqebbs(num)))
		return;
	layout_done(&qp->open, num, build_list(&qp->sq, num, sge));
	setter_done(qp);
}

/*
 * A list that does not fit into a WQE with the longest BSF of its key goes in parts, in front of the
 * UMR that enables the key, which changes no translations then. They are WQEs of the same request,
 * without completions of their own.
 */
static __attribute__((noinline, cold)) void
set_long_list(struct mlx5sig_queue_pair *qp, uint16_t num, const struct ibv_sge *sge)
{
	const struct mlx5sig_sge *list = (const struct mlx5sig_sge *)sge;
	const uint32_t rest = umr_wqebbs(0, (struct parts) { .sig = true, .crypto = true }) + 2;
	const struct mlx5sig_open_config *open = &qp->open;
	struct mlx5sig_sq *sq = &qp->sq;
	const uint32_t part_wqebbs = sq->max_octowords / MLX5SIG_WQEBB_OCTOWORDS;
	const uint32_t most = part_wqebbs * MLX5SIG_WQEBB_OCTOWORDS - MLX5SIG_UMR_OCTOWORDS;
	const unsigned int silent = open->mode_flags & ~(unsigned int)IBV_SEND_SIGNALED;
	uint32_t first, now, wqebbs;
	uint64_t length = 0;

	if (fits_wqe(qp, num, (uint32_t)mlx5sig_key_can_sign(open->key) +
			      mlx5sig_key_can_encrypt(open->key))) {
		set_short_list(qp, num, sge);
		return;
	}
	if (!mlx5sig_post_check_size(qp, MLX5SIG_UMR_OCTOWORDS + MLX5SIG_WQEBB_OCTOWORDS) ||
	    !mlx5sig_post_has_room(qp, (num + most - 1) / most * MLX5SIG_UMR_WQEBBS +
					       mlx5sig_wqebbs(num) + rest))
		return;
	for (first = 0; first < num; first += now) {
		now = num - first < most ? num - first : most;
		length += mlx5sig_build_umr_part(&sq->ring, sq->now.pi,
						 mlx5sig_post_mode(sq, silent, sq->now.after_umr),
						 open->lkey, first, now, list + first);
		wqebbs = umr_wqebbs(mlx5sig_wqebbs(now), (struct parts) { 0 });
		put_slot(sq, sq->now.pi, sq->now.head, open->wr_id, wqebbs);
		sq->now.pi += wqebbs;
		sq->now.after_umr = MLX5SIG_AFTER_UMR;
	}
	layout_done(&qp->open, 0, length);
	setter_done(qp);
}

void mlx5sig_wr_set_mkey_layout_list(struct mlx5sig_qp *pub, uint16_t num_sges,
				     const struct ibv_sge *sge)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);

	if (!may_set(qp, MLX5SIG_SETTER_LAYOUT) || !check_entries(qp, num_sges))
		return;
	if (likely(fits_wqe(qp, num_sges, 2)))	/* with any BSF */
		set_short_list(qp, num_sges, sge);
	else
		set_long_list(qp, num_sges, sge);
}

void mlx5sig_wr_set_mkey_layout_interleaved(struct mlx5sig_qp *pub, uint32_t repeat_count,
					    uint16_t num_interleaved,
					    const struct mlx5sig_mr_interleaved *data)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);
	const uint32_t entries = num_interleaved + 1u;
	uint32_t i;

	if (!may_set(qp, MLX5SIG_SETTER_LAYOUT) || !check_entries(qp, entries) ||
	    !check(qp, fits_wqe(qp, entries, 0), E2BIG, "interleaved layout is longer than a WQE") ||
	    !mlx5sig_post_has_room(qp, MLX5SIG_UMR_WQEBBS + mlx5sig_wqebbs(entries)) ||
	    !check(qp, num_interleaved, EINVAL, "interleaved layout without a stream"))
		return;
	for (i = 0; i < num_interleaved; i++)
		if (!check(qp, data[i].bytes_count && data[i].bytes_count <= UINT16_MAX &&
			       data[i].bytes_skip <= UINT16_MAX - data[i].bytes_count, EINVAL,
			   "interleaved layout: no bytes, or more than 65535"))
			return;
	layout_done(&qp->open, entries,
		    mlx5sig_build_repeat_block(&qp->sq.ring,
					       qp->sq.now.pi + MLX5SIG_UMR_WQEBBS,
					       repeat_count, num_interleaved, data));
	setter_done(qp);
}

MLX5SIG_INLINE bool may_sign(struct mlx5sig_queue_pair *qp)
{
	return may_set(qp, MLX5SIG_SETTER_SIG) &&
	       check(qp, mlx5sig_key_has(qp->open.key, MLX5SIG_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE),
		     EINVAL, "key was created without BLOCK_SIGNATURE");
}

void mlx5sig_wr_set_mkey_sig_block(struct mlx5sig_qp *pub,
				   const struct mlx5sig_sig_block_attr *attr)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);
	struct mlx5sig_open_config *open = &qp->open;
	const char *reason;
	int err;

	if (!may_sign(qp))
		return;
	err = mlx5sig_signature_encode(&open->config->sig, attr, &qp->device->limits, &reason);
	if (!check(qp, !err, err, reason))
		return;
	sig_done(open);
	setter_done(qp);
}

void mlx5sig_wr_set_mkey_sig_prepared(struct mlx5sig_qp *pub,
				      const struct mlx5sig_sig_prepared *prepared,
				      const struct mlx5sig_sig_tags *tags)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);

	if (!may_sign(qp) ||
	    !check(qp, !tags || !tags->comp_mask, EINVAL, "tags: comp_mask is not 0"))
		return;
	put_sig(&qp->open, prepared, tags);
	setter_done(qp);
}

/* A PSV of another device would be another PSV there. */
static bool check_psv(struct mlx5sig_queue_pair *qp, const struct mlx5sig_psv *psv)
{
	return check(qp, !psv || mlx5sig_psv_of(psv)->device == qp->device, EINVAL,
		     "PSV of another device");
}

void mlx5sig_wr_set_mkey_sig_transaction(struct mlx5sig_qp *pub,
					 const struct mlx5sig_sig_transaction_attr *attr)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);
	struct mlx5sig_open_config *open = &qp->open;
	const char *reason;
	int err;

	if (!may_set(qp, MLX5SIG_SETTER_SIG) || !check_psv(qp, attr->psv) ||
	    !check(qp, mlx5sig_key_has(open->key,
				       MLX5SIG_MKEY_INIT_ATTR_FLAGS_TRANSACTION_SIGNATURE),
		   EINVAL, "key was created without TRANSACTION_SIGNATURE"))
		return;
	err = mlx5sig_transaction_encode(&open->config->sig, attr, &qp->device->limits, &reason);
	if (!check(qp, !err, err, reason))
		return;
	open->setters |= MLX5SIG_SETTER_SIG;
	setter_done(qp);
}

static bool may_encrypt(struct mlx5sig_queue_pair *qp)
{
	return may_set(qp, MLX5SIG_SETTER_CRYPTO) &&
	       check(qp, mlx5sig_key_can_encrypt(qp->open.key), EINVAL,
		     "key was created without CRYPTO");
}

void mlx5sig_wr_set_mkey_crypto(struct mlx5sig_qp *pub, const struct mlx5sig_crypto_attr *attr)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);
	struct mlx5sig_key_config *config = qp->open.config;
	const char *reason;
	int err;

	if (!may_encrypt(qp))
		return;
	err = mlx5sig_crypto_encode(&config->crypto, attr, qp->device->has_big_endian_tweak,
				    &reason);
	if (!check(qp, !err, err, reason))
		return;
	qp->open.setters |= MLX5SIG_SETTER_CRYPTO;
	setter_done(qp);
}

void mlx5sig_wr_set_mkey_crypto_prepared(struct mlx5sig_qp *pub,
					 const struct mlx5sig_crypto_prepared *prepared,
					 const char *initial_tweak)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);

	if (!may_encrypt(qp))
		return;
	put_crypto(&qp->open, prepared, initial_tweak);
	setter_done(qp);
}

/*
 * Configurations in one call.
 */

/* Signature, encryption or neither: a key that has one kind of attributes, and these are set. */
enum kind {
	PLAIN = 0,
	SIGNATURE = MLX5SIG_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE,
	ENCRYPTION = MLX5SIG_MKEY_INIT_ATTR_FLAGS_CRYPTO,
};

/* Nothing is wrong or unusual. */
MLX5SIG_INLINE bool is_usual(struct mlx5sig_queue_pair *qp, const struct mlx5sig_key *key,
			     enum kind kind, uint32_t access_flags, uint32_t entries)
{
	const uint32_t wqebbs = MLX5SIG_UMR_WQEBBS + mlx5sig_wqebbs(entries) + (kind != PLAIN);
	const uint32_t set_psvs = kind == SIGNATURE ? 2 : 0;	/* at most */

	return qp->post_state == MLX5SIG_POST_READY && may_have_tag(qp, key) &&
	       (key->create_flags & MLX5SIG_KEY_KINDS) == (uint32_t)kind &&
	       (kind == PLAIN || !key->num_open) &&
	       !(access_flags & ~(uint32_t)MLX5SIG_ACCESS_FLAGS) && entries <= key->num_desc &&
	       wqebbs * MLX5SIG_WQEBB_OCTOWORDS <= qp->sq.max_octowords &&
	       mlx5sig_sq_finds_room(&qp->sq, wqebbs + set_psvs);
}

/* Posts a usual configuration; false: nothing has changed, and setters are needed. */
MLX5SIG_INLINE bool configure(struct mlx5sig_queue_pair *qp, struct mlx5sig_key *key, enum kind kind,
			      uint32_t access_flags, uint16_t num_sges, const struct ibv_sge *sge,
			      const struct mlx5sig_sig_prepared *sig,
			      const struct mlx5sig_sig_tags *tags,
			      const struct mlx5sig_crypto_prepared *crypto, const char *tweak)
{
	const bool can_sign = kind == SIGNATURE, can_encrypt = kind == ENCRYPTION;
	const struct parts parts = { .sig = can_sign, .crypto = can_encrypt,
				     .mem_psv = can_sign && sig->sig.mem_format,
				     .wire_psv = can_sign && sig->sig.wire_format };
	struct mlx5sig_open_config open;
	const char *reason = NULL;
	uint64_t length;

	if (unlikely(!is_usual(qp, key, kind, access_flags, num_sges) || (tags && tags->comp_mask)))
		return false;
	length = build_list(&qp->sq, num_sges, sge);
	open = begin_open(qp, key);
	open.setters = MLX5SIG_SETTER_ACCESS;
	open.access = access_flags;
	layout_done(&open, num_sges, length);
	if (kind != PLAIN) {
		add_key(&qp->sq, &open, key->other);
		open.config->length = open.len;
		if (can_sign)
			put_sig(&open, sig, tags);
		else
			put_crypto(&open, crypto, tweak);
		reason = check_parts(open.config, qp->device, can_sign, can_encrypt);
	}
	if (check(qp, !reason, EINVAL, reason))
		post_wqes(&qp->sq, &open, parts, can_sign, can_encrypt);
	return true;
}

/* The same, or an error, by setters. */
static __attribute__((noinline, cold)) void
configure_by_setters(struct mlx5sig_qp *qp, struct mlx5sig_mkey *mkey, uint32_t access_flags,
		     uint16_t num_sges, const struct ibv_sge *sge,
		     const struct mlx5sig_sig_prepared *sig, const struct mlx5sig_sig_tags *tags,
		     const struct mlx5sig_crypto_prepared *crypto, const char *tweak)
{
	const struct mlx5sig_mkey_conf_attr resets_sig = {
		.conf_flags = MLX5SIG_MKEY_CONF_FLAG_RESET_SIG_ATTR };

	mlx5sig_wr_mkey_configure(qp, mkey, sig || crypto ? 3 : 2, sig || crypto ? NULL : &resets_sig);
	mlx5sig_wr_set_mkey_access_flags(qp, access_flags);
	mlx5sig_wr_set_mkey_layout_list(qp, num_sges, sge);
	if (sig)
		mlx5sig_wr_set_mkey_sig_prepared(qp, sig, tags);
	if (crypto)
		mlx5sig_wr_set_mkey_crypto_prepared(qp, crypto, tweak);
}

void mlx5sig_wr_mkey_configure_prepared(struct mlx5sig_qp *pub, struct mlx5sig_mkey *mkey,
					uint32_t access_flags, uint16_t num_sges,
					const struct ibv_sge *sge,
					const struct mlx5sig_sig_prepared *prepared,
					const struct mlx5sig_sig_tags *tags)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);
	struct mlx5sig_key *key = mlx5sig_key_of(mkey);

	if (prepared ? !configure(qp, key, SIGNATURE, access_flags, num_sges, sge, prepared, tags,
				  NULL, NULL) :
		       !configure(qp, key, PLAIN, access_flags, num_sges, sge, NULL, NULL, NULL,
				  NULL))
		configure_by_setters(pub, mkey, access_flags, num_sges, sge, prepared, tags, NULL,
				     NULL);
}

void mlx5sig_wr_mkey_configure_crypto(struct mlx5sig_qp *pub, struct mlx5sig_mkey *mkey,
				      uint32_t access_flags, uint16_t num_sges,
				      const struct ibv_sge *sge,
				      const struct mlx5sig_crypto_prepared *prepared,
				      const char *initial_tweak)
{
	if (!configure(mlx5sig_qp_of(pub), mlx5sig_key_of(mkey), ENCRYPTION, access_flags, num_sges,
		       sge, NULL, NULL, prepared, initial_tweak))
		configure_by_setters(pub, mkey, access_flags, num_sges, sge, NULL, NULL, prepared,
				     initial_tweak);
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

	if (!may_begin(qp) || !check_psv(qp, psv) || !mlx5sig_post_has_room(qp, 1))
		return;
	err = mlx5sig_psv_encode(&seg, psv, attr, &qp->device->limits, &reason);
	if (!check(qp, !err, err, reason))
		return;
	post_set_psv(sq, sq->now.pi, sq->now.head, pub->wr_id,
		     mlx5sig_mode_flags(pub->wr_flags | qp->default_flags), &seg);
	sq->now = (struct mlx5sig_sq_position) {
		.pi = sq->now.pi + 1, .head = sq->now.head + 1, .after_umr = MLX5SIG_AFTER_UMR,
		.last = sq->now.pi };
}
