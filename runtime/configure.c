/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Configuration of keys: a UMR, and SET_PSVs if there is a signature to start.
 *
 * Setters come in any order. Translations are written where they belong at once; the rest is kept
 * until the announced number of setters has come, then all is written in one pass.
 */
#include <stdlib.h>

#include <infiniband/mlx5dv.h>

#include "post.h"

#define ACCESS_FLAGS (IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ | \
		      IBV_ACCESS_REMOTE_ATOMIC)

_Static_assert(IBV_ACCESS_LOCAL_WRITE == 1 && IBV_ACCESS_REMOTE_WRITE == 2 &&
	       IBV_ACCESS_REMOTE_READ == 4 && IBV_ACCESS_REMOTE_ATOMIC == 8,
	       "struct mlx5sig_umr has access flags in this order");
_Static_assert(sizeof(struct mlx5sig_sge) == sizeof(struct ibv_sge) &&
	       offsetof(struct mlx5sig_sge, addr) == offsetof(struct ibv_sge, addr) &&
	       offsetof(struct mlx5sig_sge, length) == offsetof(struct ibv_sge, length) &&
	       offsetof(struct mlx5sig_sge, lkey) == offsetof(struct ibv_sge, lkey),
	       "the same as struct ibv_sge");

/* Of the part of the key context that setters change. */
static const uint64_t mask_of_setters[] = {
#define BASE (PRM_UMR_MKEY_MASK_FREE | PRM_UMR_MKEY_MASK_KEY)
#define ACCESS (PRM_UMR_MKEY_MASK_LW | PRM_UMR_MKEY_MASK_RR | \
		PRM_UMR_MKEY_MASK_RW | PRM_UMR_MKEY_MASK_A)
	[0] = BASE,
	[MLX5SIG_SETTER_ACCESS] = BASE | ACCESS,
	[MLX5SIG_SETTER_LAYOUT] = BASE | PRM_UMR_MKEY_MASK_LEN,
	[MLX5SIG_SETTER_ACCESS | MLX5SIG_SETTER_LAYOUT] = BASE | ACCESS | PRM_UMR_MKEY_MASK_LEN,
#undef BASE
#undef ACCESS
};

MLX5SIG_INLINE struct mlx5sig_slot part_slot(uint64_t wr_id, uint32_t head)
{
	return (struct mlx5sig_slot) { .wr_id = wr_id, .head = head, .wqebbs = 1,
				       .wc_opcode = IBV_WC_DRIVER1, .flags = MLX5SIG_SLOT_IS_PART };
}

/*
 * Writes the WQEs, of which the last one alone asks for a completion: the key is ready when it is
 * done. A BSF and translations stand in the ring already. @psvs: what the PSVs start with, or NULL.
 */
MLX5SIG_INLINE void post_umr(struct mlx5sig_queue_pair *qp, const struct mlx5sig_umr *umr,
			     const struct mlx5sig_sig_state *psvs)
{
	const struct mlx5sig_open *open = &qp->open;
	const struct mlx5sig_key *key = open->key;
	struct mlx5sig_sq *sq = &qp->sq;
	unsigned int wr_flags = open->wr_flags | qp->default_flags;
	uint64_t wr_id = open->wr_id;
	uint32_t pi = sq->now.pi, head = sq->now.head;
	uint32_t octowords = MLX5SIG_UMR_OCTOWORDS + umr->klm_octowords + umr->bsf_octowords;
	uint32_t wqebbs = octowords / MLX5SIG_WQEBB_OCTOWORDS;
	/* What is written to the ring could be anything, as far as the compiler knows. */
	const struct mlx5sig_ring ring = sq->ring;
	struct mlx5sig_slot *slots = sq->slots;
	uint32_t slot_mask = sq->wqe_cnt - 1;
	struct mlx5sig_wqe_mode mode;

	mode = mlx5sig_post_mode(psvs ? wr_flags & ~(unsigned int)IBV_SEND_SIGNALED : wr_flags,
				 sq->now.fm);
	mlx5sig_build_umr(&ring, pi, mode, umr);
	mlx5sig_sq_put_slot(sq, pi, (struct mlx5sig_slot) {
		.wr_id = wr_id, .head = head, .wqebbs = (uint8_t)wqebbs,
		.wc_opcode = IBV_WC_DRIVER1 });
	sq->last_pi = pi;
	sq->last_octowords = octowords;
	pi += wqebbs;
	head++;
	if (psvs) {
		bool has_wire = psvs->wire.is_on;

		mode = mlx5sig_post_mode(wr_flags, PRM_FENCE_MODE_INITIATOR_SMALL);
		if (psvs->mem.is_on) {
			struct mlx5sig_wqe_mode silent = mode;

			if (has_wire)
				silent.ce = PRM_COMPLETION_MODE_ON_ERROR;
			mlx5sig_build_set_psv(&ring, pi, silent, key->mem_psv, psvs->mem_transient);
			slots[pi++ & slot_mask] = part_slot(wr_id, head++);
		}
		if (has_wire) {
			mlx5sig_build_set_psv(&ring, pi, mode, key->wire_psv, psvs->wire_transient);
			slots[pi++ & slot_mask] = part_slot(wr_id, head++);
		}
		sq->last_pi = pi - 1;
		sq->last_octowords = MLX5SIG_SET_PSV_OCTOWORDS;
	}
	sq->now = (struct mlx5sig_sq_state) { .pi = pi, .head = head,
					      .fm = PRM_FENCE_MODE_INITIATOR_SMALL };
	qp->post_state = MLX5SIG_POST_IDLE;
}

/* The same for what is not posted that often. */
static __attribute__((noinline)) void post_other_umr(struct mlx5sig_queue_pair *qp,
						     const struct mlx5sig_umr *umr,
						     const struct mlx5sig_sig_state *psvs)
{
	if (psvs && !psvs->wire.is_on && !psvs->mem.is_on)
		psvs = NULL;
	post_umr(qp, umr, psvs);
}

/* Whether all of it fits into a WQE and into the ring. */
MLX5SIG_INLINE bool check_room(struct mlx5sig_queue_pair *qp, const struct mlx5sig_umr *umr,
			       uint32_t num_psvs)
{
	uint32_t octowords = MLX5SIG_UMR_OCTOWORDS + umr->klm_octowords + umr->bsf_octowords;

	if (likely(octowords <= qp->sq.max_octowords &&
		   (qp->open.has_room ||
		    mlx5sig_sq_has_room(&qp->sq, octowords / MLX5SIG_WQEBB_OCTOWORDS + num_psvs,
					1 + num_psvs))))
		return true;
	mlx5sig_post_fail(qp, ENOMEM);
	return false;
}

static inline uint32_t num_psvs(const struct mlx5sig_sig_state *psvs)
{
	return psvs ? (uint32_t)psvs->wire.is_on + psvs->mem.is_on : 0;
}

MLX5SIG_INLINE struct mlx5sig_undo *remember(struct mlx5sig_queue_pair *qp)
{
	struct mlx5sig_undo *undo = &qp->sq.undo[qp->sq.num_undo++];
	const struct mlx5sig_key *key = qp->open.key;

	undo->key = qp->open.key;
	undo->written = key->errors.written;
	undo->config = key->config;
	return undo;
}

MLX5SIG_INLINE uint64_t length_of(const struct mlx5sig_open *open)
{
	return open->setters & MLX5SIG_SETTER_LAYOUT ? open->length : open->key->config.length;
}

MLX5SIG_INLINE struct mlx5sig_umr begin_umr(const struct mlx5sig_open *open)
{
	return (struct mlx5sig_umr) {
		.lkey = open->key->pub.lkey,
		.mkey_mask = mask_of_setters[open->setters & (MLX5SIG_SETTER_ACCESS |
							      MLX5SIG_SETTER_LAYOUT)],
		.access = open->access, .len = open->length,
		.klm_octowords = open->klm_octowords };
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

static __attribute__((noinline)) void finish_plain(struct mlx5sig_queue_pair *qp)
{
	struct mlx5sig_umr umr = begin_umr(&qp->open);

	if (check_room(qp, &umr, 0))
		post_umr(qp, &umr, NULL);
}

/* A signature with new attributes. */
static __attribute__((noinline)) void finish_new_sig(struct mlx5sig_queue_pair *qp)
{
	struct mlx5sig_open *open = &qp->open;
	const struct mlx5sig_sig_image *image = open->sig;
	struct mlx5sig_key *key = open->key;
	unsigned int count = atomic_load_explicit(&key->errors.count, memory_order_acquire);
	struct mlx5sig_umr umr = begin_umr(open);
	uint64_t length = length_of(open);

	add_error_count(&umr, key, count);
	umr.mkey_mask |= PRM_UMR_MKEY_MASK_BSF_EN;
	umr.bsf_en = true;
	umr.bsf_octowords = PRM_BSF_64_SIZE / MLX5SIG_OCTOWORD;
	if (unlikely(length > UINT32_MAX)) {
		mlx5sig_post_fail(qp, EINVAL);
		return;
	}
	if (!check_room(qp, &umr, num_psvs(&image->state)))
		return;
	mlx5sig_build_bsf(&qp->sq.ring, qp->sq.now.pi, umr.klm_octowords, &image->bsf,
			  image->state.wire.is_on ? key->wire_psv : 0,
			  image->state.mem.is_on ? key->mem_psv : 0);
	remember(qp);
	key->config.sig = image->state;
	mlx5sig_key_publish(key);
	key->config.has_sig = true;
	key->config.length = length;
	key->errors.written = count;
	post_umr(qp, &umr, &image->state);
}

/* A signature that is kept, reset, or not there. */
static __attribute__((noinline)) void finish_old_sig(struct mlx5sig_queue_pair *qp)
{
	struct mlx5sig_open *open = &qp->open;
	struct mlx5sig_key *key = open->key;
	const struct mlx5sig_sig_state *psvs = NULL;
	unsigned int count = atomic_load_explicit(&key->errors.count, memory_order_acquire);
	bool keeps_sig = key->config.has_sig && !open->reset_sig;
	struct mlx5sig_umr umr = begin_umr(open);

	if (add_error_count(&umr, key, count) && keeps_sig)
		psvs = &key->config.sig;
	if (!keeps_sig)
		umr.mkey_mask |= PRM_UMR_MKEY_MASK_BSF_EN;
	if (!check_room(qp, &umr, num_psvs(psvs)))
		return;
	post_other_umr(qp, &umr, psvs);
	remember(qp);
	key->config.length = length_of(open);
	key->errors.written = count;
	if (!keeps_sig) {
		key->config.has_sig = false;
		key->config.sig = (struct mlx5sig_sig_state) {0};
		mlx5sig_key_publish(key);
	}
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
	struct mlx5sig_mkey_config *config = &key->config;
	unsigned int count = atomic_load_explicit(&key->errors.count, memory_order_acquire);
	bool can_sign = key->create_flags & MLX5SIG_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE;
	bool keeps_sig = config->has_sig && !open->sig && !open->reset_sig;
	bool sets_crypto = open->setters & MLX5SIG_SETTER_CRYPTO;
	bool has_crypto = config->has_crypto || sets_crypto;
	uint32_t data_unit = sets_crypto ? open->data_unit : config->data_unit;
	const struct mlx5sig_sig_state *psvs = NULL;
	struct mlx5sig_mkey_bsf bsf = key->bsf;
	struct mlx5sig_umr umr = begin_umr(open);
	uint64_t length = length_of(open);
	uint32_t size;

	if (sets_crypto)
		bsf.crypto = open->crypto;
	if (open->sig)
		bsf.sig = *open->sig;
	else if (!keeps_sig)
		mlx5sig_sig_image_none(&bsf.sig);
	if ((can_sign && add_error_count(&umr, key, count) && keeps_sig) || open->sig)
		psvs = &bsf.sig.state;
	if (has_crypto && !length_fits_engine(qp, length, data_unit)) {
		mlx5sig_post_fail(qp, EINVAL);
		return;
	}
	if (open->sig || sets_crypto || (can_sign && open->reset_sig)) {
		if (length > UINT32_MAX ||
		    (has_crypto && mlx5sig_crypto_image_check(&bsf.crypto, &bsf.sig))) {
			mlx5sig_post_fail(qp, EINVAL);
			return;
		}
		size = can_sign && has_crypto ? PRM_BSF_SIZE_SIZE_128 : PRM_BSF_SIZE_SIZE_64;
		prm_bsf_basic_set_bsf_size(&bsf.sig.bsf.basic, size);
		prm_bsf_crypto_set_bsf_size(&bsf.crypto, size);
		umr.bsf_octowords = (can_sign ? PRM_BSF_64_SIZE / MLX5SIG_OCTOWORD : 0) +
				    (has_crypto ? PRM_BSF_CRYPTO_SIZE / MLX5SIG_OCTOWORD : 0);
		umr.bsf_en = true;
		umr.mkey_mask |= PRM_UMR_MKEY_MASK_BSF_EN;
	}
	if (!check_room(qp, &umr, num_psvs(psvs)))
		return;
	if (umr.bsf_en && can_sign)
		mlx5sig_build_bsf(&qp->sq.ring, qp->sq.now.pi, umr.klm_octowords, &bsf.sig.bsf,
				  bsf.sig.state.wire.is_on ? key->wire_psv : 0,
				  bsf.sig.state.mem.is_on ? key->mem_psv : 0);
	if (umr.bsf_en && has_crypto)
		mlx5sig_build_crypto_bsf(&qp->sq.ring, qp->sq.now.pi, umr.klm_octowords +
					 (can_sign ? PRM_BSF_64_SIZE / MLX5SIG_OCTOWORD : 0),
					 &bsf.crypto);
	post_other_umr(qp, &umr, psvs);

	remember(qp)->bsf = key->bsf;
	key->bsf = bsf;
	config->sig = bsf.sig.state;
	mlx5sig_key_publish(key);
	config->has_sig = keeps_sig || open->sig;
	config->has_crypto = has_crypto;
	config->data_unit = data_unit;
	config->length = length;
	if (can_sign)
		key->errors.written = count;
}

/* All setters have come. */
static void finish(struct mlx5sig_queue_pair *qp)
{
	uint32_t flags = qp->open.key->create_flags;

	if (unlikely(flags & MLX5SIG_MKEY_INIT_ATTR_FLAGS_CRYPTO))
		finish_crypto(qp);
	else if (qp->open.sig)
		finish_new_sig(qp);
	else if (flags & MLX5SIG_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE)
		finish_old_sig(qp);
	else
		finish_plain(qp);
}

/* The longest configuration; with less room, every step is checked. */
#define MAX_WQEBBS ((MLX5SIG_MAX_WQE_OCTOWORDS + 1) / MLX5SIG_WQEBB_OCTOWORDS + 2)
#define MAX_WQES 3

MLX5SIG_INLINE void begin_configure(struct mlx5sig_queue_pair *qp, struct mlx5sig_mkey *mkey,
				    uint8_t num_setters, uint32_t conf_flags, bool has_room)
{
	struct mlx5sig_open *open = &qp->open;

	memset(open, 0, offsetof(struct mlx5sig_open, setters_left));
	open->reset_sig = conf_flags;
	open->has_room = has_room;
	open->key = (struct mlx5sig_key *)mkey;
	open->wr_id = qp->pub.wr_id;
	open->wr_flags = qp->pub.wr_flags;
	open->setters_left = num_setters;
	qp->post_state = MLX5SIG_POST_CONFIG;
	if (!num_setters)
		finish(qp);
}

/* With all checks. */
static __attribute__((noinline)) void configure_slowly(struct mlx5sig_queue_pair *qp,
						       struct mlx5sig_mkey *mkey,
						       uint8_t num_setters,
						       const struct mlx5sig_mkey_conf_attr *attr)
{
	if (qp->post_state != MLX5SIG_POST_IDLE)
		mlx5sig_post_fail(qp, EINVAL);
	else if (attr && (attr->comp_mask ||
			  attr->conf_flags & ~(uint32_t)MLX5SIG_MKEY_CONF_FLAG_RESET_SIG_ATTR))
		mlx5sig_post_fail(qp, EOPNOTSUPP);
	else if ((uint8_t)mkey->lkey && !qp->device->has_update_tag)
		mlx5sig_post_fail(qp, EOPNOTSUPP);
	else if (!mlx5sig_sq_has_room(&qp->sq, mlx5sig_wqebbs(MLX5SIG_UMR_OCTOWORDS), 1))
		mlx5sig_post_fail(qp, ENOMEM);
	else
		begin_configure(qp, mkey, num_setters, attr ? attr->conf_flags : 0,
				mlx5sig_sq_had_room(&qp->sq, MAX_WQEBBS, MAX_WQES));
}

void mlx5sig_wr_mkey_configure(struct mlx5sig_qp *pub, struct mlx5sig_mkey *mkey,
			       uint8_t num_setters, const struct mlx5sig_mkey_conf_attr *attr)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);

	if (likely(qp->post_state == MLX5SIG_POST_IDLE && !attr && !(uint8_t)mkey->lkey &&
		   mlx5sig_sq_had_room(&qp->sq, MAX_WQEBBS, MAX_WQES)))
		begin_configure(qp, mkey, num_setters, 0, true);
	else
		configure_slowly(qp, mkey, num_setters, attr);
}

/* Whether this setter may be called now, for the first time. */
MLX5SIG_INLINE bool may_set(struct mlx5sig_queue_pair *qp, enum mlx5sig_setter setter)
{
	if (likely(qp->post_state == MLX5SIG_POST_CONFIG && !(qp->open.setters & setter)))
		return true;
	mlx5sig_post_fail(qp, EINVAL);
	return false;
}

MLX5SIG_INLINE void setter_done(struct mlx5sig_queue_pair *qp, enum mlx5sig_setter setter)
{
	qp->open.setters |= setter;
	if (!--qp->open.setters_left)
		finish(qp);
}

void mlx5sig_wr_set_mkey_access_flags(struct mlx5sig_qp *pub, uint32_t access_flags)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);

	if (!may_set(qp, MLX5SIG_SETTER_ACCESS))
		return;
	if (unlikely(access_flags & ~(uint32_t)ACCESS_FLAGS)) {
		mlx5sig_post_fail(qp, EINVAL);
		return;
	}
	qp->open.access = access_flags;
	setter_done(qp, MLX5SIG_SETTER_ACCESS);
}

/* Whether @entries translations can be written: into the key, a WQE and the ring. */
static inline bool check_translations(struct mlx5sig_queue_pair *qp, uint32_t entries)
{
	uint32_t octowords = MLX5SIG_UMR_OCTOWORDS + mlx5sig_klm_octowords(entries);

	if (likely(entries <= qp->open.key->num_desc && octowords <= qp->sq.max_octowords &&
		   (qp->open.has_room ||
		    mlx5sig_sq_has_room(&qp->sq, octowords / MLX5SIG_WQEBB_OCTOWORDS, 1))))
		return true;
	mlx5sig_post_fail(qp, ENOMEM);
	return false;
}

void mlx5sig_wr_set_mkey_layout_list(struct mlx5sig_qp *pub, uint16_t num_sges,
				     const struct ibv_sge *sge)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);
	struct mlx5sig_ring ring;

	if (!may_set(qp, MLX5SIG_SETTER_LAYOUT) || !check_translations(qp, num_sges))
		return;
	ring = qp->sq.ring;
	qp->open.length = mlx5sig_build_klms(&ring, qp->sq.now.pi, num_sges,
					     (const struct mlx5sig_sge *)sge);
	qp->open.klm_octowords = mlx5sig_klm_octowords(num_sges);
	setter_done(qp, MLX5SIG_SETTER_LAYOUT);
}

void mlx5sig_wr_set_mkey_layout_interleaved(struct mlx5sig_qp *pub, uint32_t repeat_count,
					    uint16_t num_interleaved,
					    const struct mlx5sig_mr_interleaved *data)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);
	uint32_t entries = num_interleaved + 1u, i;

	if (!may_set(qp, MLX5SIG_SETTER_LAYOUT) || !check_translations(qp, entries))
		return;
	for (i = 0; i < num_interleaved; i++) {
		if (unlikely(!data[i].bytes_count || data[i].bytes_count > UINT16_MAX ||
			     data[i].bytes_skip > UINT16_MAX - data[i].bytes_count)) {
			mlx5sig_post_fail(qp, EINVAL);
			return;
		}
	}
	qp->open.length = mlx5sig_build_repeat_block(&qp->sq.ring, qp->sq.now.pi, repeat_count,
						     num_interleaved, data);
	qp->open.klm_octowords = mlx5sig_klm_octowords(entries);
	setter_done(qp, MLX5SIG_SETTER_LAYOUT);
}

static inline bool may_set_sig(struct mlx5sig_queue_pair *qp)
{
	if (!may_set(qp, MLX5SIG_SETTER_SIG))
		return false;
	if (likely(qp->open.key->create_flags & MLX5SIG_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE))
		return true;
	mlx5sig_post_fail(qp, EINVAL);
	return false;
}

static struct mlx5sig_sig_limits limits_of(const struct mlx5sig_device *device)
{
	const struct mlx5sig_sig_caps *caps = &device->caps.sig_caps;

	return (struct mlx5sig_sig_limits) {
		.block_size = caps->block_size, .block_prot = caps->block_prot,
		.t10dif_bg = caps->t10dif_bg, .crc_type = caps->crc_type };
}

void mlx5sig_wr_set_mkey_sig_block(struct mlx5sig_qp *pub,
				   const struct mlx5sig_sig_block_attr *attr)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);
	struct mlx5sig_sig_limits limits;
	int err;

	if (!may_set_sig(qp))
		return;
	limits = limits_of(qp->device);
	err = mlx5sig_sig_image_make(&qp->open.sig_image, attr, &limits);
	if (unlikely(err)) {
		mlx5sig_post_fail(qp, err);
		return;
	}
	qp->open.sig = &qp->open.sig_image;
	setter_done(qp, MLX5SIG_SETTER_SIG);
}

struct mlx5sig_sig_prepared {
	struct mlx5sig_sig_image image;
};

struct mlx5sig_sig_prepared *mlx5sig_sig_prepare(struct ibv_context *ctx,
						 const struct mlx5sig_sig_block_attr *attr)
{
	struct mlx5sig_sig_prepared *prepared;
	struct mlx5sig_sig_limits limits;
	struct mlx5sig_device *device;
	int err;

	device = mlx5sig_device_get(ctx);
	if (!device)
		return NULL;
	limits = limits_of(device);
	mlx5sig_device_put(device);
	prepared = calloc(1, sizeof(*prepared));
	if (!prepared)
		return NULL;
	err = mlx5sig_sig_image_make(&prepared->image, attr, &limits);
	if (err) {
		free(prepared);
		errno = err;
		return NULL;
	}
	return prepared;
}

void mlx5sig_sig_prepared_free(struct mlx5sig_sig_prepared *prepared)
{
	free(prepared);
}

void mlx5sig_wr_set_mkey_sig_prepared(struct mlx5sig_qp *pub,
				      const struct mlx5sig_sig_prepared *prepared,
				      const struct mlx5sig_sig_tags *tags)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);

	if (!may_set_sig(qp))
		return;
	qp->open.sig = &prepared->image;
	if (tags) {
		qp->open.sig_image = prepared->image;
		mlx5sig_sig_image_set_tags(&qp->open.sig_image, tags->wire_app_tag,
					   tags->wire_ref_tag,
					   tags->mem_app_tag, tags->mem_ref_tag);
		qp->open.sig = &qp->open.sig_image;
	}
	setter_done(qp, MLX5SIG_SETTER_SIG);
}

void mlx5sig_wr_set_mkey_crypto(struct mlx5sig_qp *pub, const struct mlx5sig_crypto_attr *attr)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);
	struct mlx5sig_open *open = &qp->open;
	bool is_multi_block = qp->device->caps.crypto_caps.crypto_engines &
			      MLX5DV_CRYPTO_ENGINES_CAP_AES_XTS_MULTI_BLOCK;
	int err;

	if (!may_set(qp, MLX5SIG_SETTER_CRYPTO))
		return;
	if (unlikely(!(open->key->create_flags & MLX5SIG_MKEY_INIT_ATTR_FLAGS_CRYPTO))) {
		mlx5sig_post_fail(qp, EINVAL);
		return;
	}
	err = mlx5sig_crypto_image_make(&open->crypto, attr, is_multi_block);
	if (unlikely(err)) {
		mlx5sig_post_fail(qp, err);
		return;
	}
	open->data_unit = mlx5sig_block_bytes(attr->data_unit_size);
	setter_done(qp, MLX5SIG_SETTER_CRYPTO);
}
