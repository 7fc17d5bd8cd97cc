/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Configuration of keys: a UMR, and SET_PSVs if there is a signature to start.
 *
 * Setters come in any order. Translations are written where they belong at once; the rest is kept until the
 * announced number of setters has come, then all is written in one pass.
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

/* What a configuration consists of besides the UMR. */
struct plan {
	struct mlx5sig_umr umr;
	bool set_wire_psv, set_mem_psv;
	uint64_t wire_transient, mem_transient;
	bool reload_error_count;
	unsigned int error_count;
};

static inline void put_slot(struct mlx5sig_sq *sq, uint64_t wr_id, uint32_t pi, uint32_t head,
			    uint8_t wqebbs, bool is_part)
{
	mlx5sig_sq_put_slot(sq, pi, (struct mlx5sig_slot) {
		.wr_id = wr_id, .head = head, .wqebbs = wqebbs, .wc_opcode = IBV_WC_DRIVER1,
		.flags = is_part ? MLX5SIG_SLOT_IS_PART : 0 });
}

/*
 * Writes the WQEs, of which the last one alone asks for a completion: the key is ready when it is done. A BSF and
 * translations stand in the ring already.
 */
static inline void post_plan(struct mlx5sig_queue_pair *qp, const struct plan *plan)
{
	const struct mlx5sig_open *open = &qp->open;
	struct mlx5sig_sq *sq = &qp->sq;
	const struct mlx5sig_key *key = open->key;
	uint64_t wr_id = open->wr_id;
	uint32_t pi = sq->now.pi, head = sq->now.head;
	uint32_t octowords = MLX5SIG_UMR_OCTOWORDS + plan->umr.klm_octowords + plan->umr.bsf_octowords;
	uint32_t wqebbs = mlx5sig_wqebbs(octowords);
	struct mlx5sig_wqe_mode last = mlx5sig_post_mode(qp, open->wr_flags), mode = last;

	if (plan->set_wire_psv || plan->set_mem_psv)
		mode.ce = PRM_COMPLETION_MODE_ON_ERROR;
	mlx5sig_build_umr(&sq->ring, pi, mode, &plan->umr);
	put_slot(sq, wr_id, pi, head, (uint8_t)wqebbs, false);
	sq->now.fm = PRM_FENCE_MODE_INITIATOR_SMALL;
	mode.fm = last.fm = mlx5sig_post_fence(qp, open->wr_flags);
	sq->last_pi = pi;
	sq->last_octowords = octowords;
	pi += wqebbs;
	head++;
	if (plan->set_mem_psv) {
		mlx5sig_build_set_psv(&sq->ring, pi, plan->set_wire_psv ? mode : last, key->mem_psv,
				      plan->mem_transient);
		put_slot(sq, wr_id, pi, head, 1, true);
		sq->last_octowords = MLX5SIG_SET_PSV_OCTOWORDS;
		sq->last_pi = pi++;
		head++;
	}
	if (plan->set_wire_psv) {
		mlx5sig_build_set_psv(&sq->ring, pi, last, key->wire_psv, plan->wire_transient);
		put_slot(sq, wr_id, pi, head, 1, true);
		sq->last_octowords = MLX5SIG_SET_PSV_OCTOWORDS;
		sq->last_pi = pi++;
		head++;
	}
	sq->now.pi = pi;
	sq->now.head = head;
}

/* Whether all of it fits into a WQE and into the ring. */
static inline bool check_room(struct mlx5sig_queue_pair *qp, const struct plan *plan)
{
	uint32_t octowords = MLX5SIG_UMR_OCTOWORDS + plan->umr.klm_octowords + plan->umr.bsf_octowords;
	uint32_t psvs = (uint32_t)plan->set_wire_psv + plan->set_mem_psv;

	if (likely(octowords <= qp->sq.max_octowords &&
		   mlx5sig_sq_has_room(&qp->sq, mlx5sig_wqebbs(octowords) + psvs, 1 + psvs)))
		return true;
	qp->err = ENOMEM;
	return false;
}

static inline struct mlx5sig_undo *remember(struct mlx5sig_queue_pair *qp)
{
	struct mlx5sig_undo *undo = &qp->sq.undo[qp->sq.num_undo++];

	undo->key = qp->open.key;
	undo->written = qp->open.key->errors.written;
	undo->config = qp->open.key->config;
	return undo;
}

static inline uint64_t length_of(const struct mlx5sig_open *open)
{
	return open->setters & MLX5SIG_SETTER_LAYOUT ? open->length : open->key->config.length;
}

static inline struct plan begin_plan(const struct mlx5sig_open *open)
{
	return (struct plan) {
		.umr = {
			.lkey = open->key->pub.lkey,
			.mkey_mask = mask_of_setters[open->setters & (MLX5SIG_SETTER_ACCESS |
								      MLX5SIG_SETTER_LAYOUT)],
			.access = open->access, .len = open->length,
			.klm_octowords = open->klm_octowords } };
}

/* The error count is written when it has changed, and the PSVs are loaded again then. */
static inline bool plan_error_count(struct plan *plan, struct mlx5sig_key *key)
{
	plan->error_count = atomic_load_explicit(&key->errors.count, memory_order_acquire);
	plan->reload_error_count = plan->error_count != key->errors.written;
	if (plan->reload_error_count) {
		plan->umr.mkey_mask |= PRM_UMR_MKEY_MASK_EN_SIGERR;
		plan->umr.expected_sigerr_count = plan->error_count % 2;
	}
	return plan->reload_error_count;
}

static inline void plan_psvs_of_image(struct plan *plan, const struct mlx5sig_sig_image *image)
{
	plan->set_wire_psv = image->wire.is_on;
	plan->set_mem_psv = image->mem.is_on;
	plan->wire_transient = image->wire_transient;
	plan->mem_transient = image->mem_transient;
}

static inline void plan_psvs_of_key(struct plan *plan, const struct mlx5sig_mkey_config *config)
{
	plan->set_wire_psv = config->wire.is_on;
	plan->set_mem_psv = config->mem.is_on;
	plan->wire_transient = config->wire_transient;
	plan->mem_transient = config->mem_transient;
}

static inline void update_sig(struct mlx5sig_mkey_config *config, const struct mlx5sig_open *open)
{
	if (open->sig) {
		config->has_sig = true;
		config->wire = open->sig->wire;
		config->mem = open->sig->mem;
		config->wire_transient = open->sig->wire_transient;
		config->mem_transient = open->sig->mem_transient;
	} else if (open->reset_sig) {
		config->has_sig = false;
		config->wire = (struct mlx5sig_domain_state) {0};
		config->mem = (struct mlx5sig_domain_state) {0};
	}
}

static void finish_plain(struct mlx5sig_queue_pair *qp)
{
	struct mlx5sig_open *open = &qp->open;
	struct plan plan = begin_plan(open);

	if (!check_room(qp, &plan))
		return;
	post_plan(qp, &plan);
	open->key = NULL;
}

static void finish_sig(struct mlx5sig_queue_pair *qp)
{
	struct mlx5sig_open *open = &qp->open;
	struct mlx5sig_key *key = open->key;
	struct mlx5sig_mkey_config *config = &key->config;
	bool keeps_sig = !open->sig && config->has_sig && !open->reset_sig;
	struct plan plan = begin_plan(open);

	if (plan_error_count(&plan, key) && keeps_sig)
		plan_psvs_of_key(&plan, config);
	if (!keeps_sig)	/* a new BSF, or none */
		plan.umr.mkey_mask |= PRM_UMR_MKEY_MASK_BSF_EN;
	if (open->sig) {
		if (unlikely(length_of(open) > UINT32_MAX)) {
			qp->err = EINVAL;
			return;
		}
		plan.umr.bsf_en = true;
		plan.umr.bsf_octowords = PRM_BSF_64_SIZE / MLX5SIG_OCTOWORD;
		plan_psvs_of_image(&plan, open->sig);
	}
	if (!check_room(qp, &plan))
		return;
	if (open->sig)
		mlx5sig_build_bsf(&qp->sq.ring, qp->sq.now.pi, open->klm_octowords, &open->sig->bsf,
				  open->sig->wire.is_on ? key->wire_psv : 0,
				  open->sig->mem.is_on ? key->mem_psv : 0);
	post_plan(qp, &plan);

	remember(qp);
	config->is_configured = true;
	config->length = length_of(open);
	update_sig(config, open);
	key->errors.written = plan.error_count;
	open->key = NULL;
}

/* Single-block engines encrypt one data unit per transfer. */
static bool length_fits_engine(const struct mlx5sig_queue_pair *qp, uint64_t length, uint32_t data_unit)
{
	uint8_t engines = qp->device->caps.crypto_caps.crypto_engines;

	return !(engines & MLX5DV_CRYPTO_ENGINES_CAP_AES_XTS_SINGLE_BLOCK) ||
	       engines & MLX5DV_CRYPTO_ENGINES_CAP_AES_XTS_MULTI_BLOCK || length <= data_unit;
}

/*
 * Keys that encrypt: the BSF has a part for the signature, if the key can have one, and one for encryption; a
 * change of one of them writes both.
 */
static void finish_crypto(struct mlx5sig_queue_pair *qp)
{
	struct mlx5sig_open *open = &qp->open;
	struct mlx5sig_key *key = open->key;
	struct mlx5sig_mkey_config *config = &key->config;
	bool can_sign = key->create_flags & MLX5SIG_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE;
	bool sets_crypto = open->setters & MLX5SIG_SETTER_CRYPTO;
	bool has_crypto = config->has_crypto || sets_crypto;
	bool writes_bsf = open->sig || sets_crypto || (can_sign && open->reset_sig);
	uint64_t length = length_of(open);
	struct mlx5sig_mkey_bsf bsf = key->bsf;
	struct plan plan = begin_plan(open);
	struct mlx5sig_undo *undo;
	uint32_t size;

	if (sets_crypto)
		bsf.crypto = open->crypto;
	if (open->sig)
		bsf.sig = *open->sig;
	else if (open->reset_sig || !config->has_sig)
		mlx5sig_sig_image_none(&bsf.sig);
	if (can_sign && plan_error_count(&plan, key) && config->has_sig && !open->reset_sig)
		plan_psvs_of_image(&plan, &bsf.sig);
	if (open->sig)
		plan_psvs_of_image(&plan, open->sig);
	if (has_crypto && !length_fits_engine(qp, length,
					      sets_crypto ? open->data_unit : config->data_unit)) {
		qp->err = EINVAL;
		return;
	}
	if (writes_bsf) {
		size = can_sign && has_crypto ? PRM_BSF_SIZE_SIZE_128 : PRM_BSF_SIZE_SIZE_64;
		if (length > UINT32_MAX ||
		    (has_crypto && mlx5sig_crypto_image_check(&bsf.crypto, &bsf.sig))) {
			qp->err = EINVAL;
			return;
		}
		prm_bsf_basic_set_bsf_size(&bsf.sig.bsf.basic, size);
		prm_bsf_crypto_set_bsf_size(&bsf.crypto, size);
		plan.umr.bsf_octowords = (can_sign ? PRM_BSF_64_SIZE / MLX5SIG_OCTOWORD : 0) +
					 (has_crypto ? PRM_BSF_CRYPTO_SIZE / MLX5SIG_OCTOWORD : 0);
		plan.umr.bsf_en = true;
		plan.umr.mkey_mask |= PRM_UMR_MKEY_MASK_BSF_EN;
	}
	if (!check_room(qp, &plan))
		return;
	if (writes_bsf && can_sign)
		mlx5sig_build_bsf(&qp->sq.ring, qp->sq.now.pi, open->klm_octowords, &bsf.sig.bsf,
				  bsf.sig.wire.is_on ? key->wire_psv : 0,
				  bsf.sig.mem.is_on ? key->mem_psv : 0);
	if (writes_bsf && has_crypto)
		memcpy(mlx5sig_ring_at(&qp->sq.ring, qp->sq.now.pi,
				       MLX5SIG_UMR_OCTOWORDS + open->klm_octowords +
				       plan.umr.bsf_octowords - PRM_BSF_CRYPTO_SIZE / MLX5SIG_OCTOWORD),
		       &bsf.crypto, sizeof(bsf.crypto));
	post_plan(qp, &plan);

	undo = remember(qp);
	undo->bsf = key->bsf;
	key->bsf = bsf;
	config->is_configured = true;
	config->length = length;
	config->has_crypto = has_crypto;
	if (sets_crypto)
		config->data_unit = open->data_unit;
	update_sig(config, open);
	if (can_sign)
		key->errors.written = plan.error_count;
	open->key = NULL;
}

static void finish(struct mlx5sig_queue_pair *qp)
{
	uint32_t flags = qp->open.key->create_flags;

	if (unlikely(flags & MLX5SIG_MKEY_INIT_ATTR_FLAGS_CRYPTO))
		finish_crypto(qp);
	else if (flags & MLX5SIG_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE)
		finish_sig(qp);
	else
		finish_plain(qp);
}

void mlx5sig_wr_mkey_configure(struct mlx5sig_qp *pub, struct mlx5sig_mkey *mkey,
			       uint8_t num_setters, const struct mlx5sig_mkey_conf_attr *attr)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);
	struct mlx5sig_open *open = &qp->open;
	uint32_t conf_flags = 0;
	int err = 0;

	if (unlikely(qp->err))
		return;
	if (attr) {
		conf_flags = attr->conf_flags;
		if (unlikely(attr->comp_mask ||
			     conf_flags & ~(uint32_t)MLX5SIG_MKEY_CONF_FLAG_RESET_SIG_ATTR))
			err = EOPNOTSUPP;
	}
	if (unlikely(mlx5sig_post_is_open(qp)))
		err = EINVAL;
	else if (unlikely((uint8_t)mkey->lkey && !qp->device->has_update_tag))
		err = EOPNOTSUPP;
	else if (unlikely(!err && !mlx5sig_sq_has_room(&qp->sq,
						       mlx5sig_wqebbs(MLX5SIG_UMR_OCTOWORDS), 1)))
		err = ENOMEM;
	qp->err = err;
	if (unlikely(err))
		return;
	open->key = (struct mlx5sig_key *)mkey;
	open->wr_id = pub->wr_id;
	open->wr_flags = pub->wr_flags;
	open->setters_left = num_setters;
	open->setters = 0;
	open->reset_sig = conf_flags;
	open->access = 0;
	open->klm_octowords = 0;
	open->length = 0;
	open->sig = NULL;
	if (!num_setters)
		finish(qp);
}

/* Whether this setter may be called now, for the first time. */
static inline bool may_set(struct mlx5sig_queue_pair *qp, enum mlx5sig_setter setter)
{
	if (unlikely(qp->err))
		return false;
	if (likely(qp->open.key && !(qp->open.setters & setter)))
		return true;
	qp->err = EINVAL;
	return false;
}

static inline void setter_done(struct mlx5sig_queue_pair *qp, enum mlx5sig_setter setter)
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
		qp->err = EINVAL;
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
		   mlx5sig_sq_has_room(&qp->sq, mlx5sig_wqebbs(octowords), 1)))
		return true;
	qp->err = ENOMEM;
	return false;
}

void mlx5sig_wr_set_mkey_layout_list(struct mlx5sig_qp *pub, uint16_t num_sges,
				     const struct ibv_sge *sge)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);

	if (!may_set(qp, MLX5SIG_SETTER_LAYOUT) || !check_translations(qp, num_sges))
		return;
	qp->open.length = mlx5sig_build_klms(&qp->sq.ring, qp->sq.now.pi, num_sges,
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
			qp->err = EINVAL;
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
	qp->err = EINVAL;
	return false;
}

static struct mlx5sig_sig_limits limits_of(const struct mlx5sig_device *device)
{
	const struct mlx5sig_sig_caps *caps = &device->caps.sig_caps;

	return (struct mlx5sig_sig_limits) {
		.block_size = caps->block_size, .block_prot = caps->block_prot,
		.t10dif_bg = caps->t10dif_bg, .crc_type = caps->crc_type };
}

void mlx5sig_wr_set_mkey_sig_block(struct mlx5sig_qp *pub, const struct mlx5sig_sig_block_attr *attr)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);
	struct mlx5sig_sig_limits limits;

	if (!may_set_sig(qp))
		return;
	limits = limits_of(qp->device);
	qp->err = mlx5sig_sig_image_make(&qp->open.sig_image, attr, &limits);
	if (unlikely(qp->err))
		return;
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
		mlx5sig_sig_image_set_tags(&qp->open.sig_image, tags->wire_app_tag, tags->wire_ref_tag,
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

	if (!may_set(qp, MLX5SIG_SETTER_CRYPTO))
		return;
	if (unlikely(!(open->key->create_flags & MLX5SIG_MKEY_INIT_ATTR_FLAGS_CRYPTO))) {
		qp->err = EINVAL;
		return;
	}
	qp->err = mlx5sig_crypto_image_make(&open->crypto, attr, is_multi_block);
	if (unlikely(qp->err))
		return;
	open->data_unit = mlx5sig_block_bytes(attr->data_unit_size);
	setter_done(qp, MLX5SIG_SETTER_CRYPTO);
}
