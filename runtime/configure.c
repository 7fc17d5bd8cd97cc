/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Configuration of keys: a UMR, and SET_PSVs if there is a signature to start.
 *
 * Setters come in any order. Translations are written where they belong at once; the rest is kept
 * until the announced number of setters has come, then all is written in one pass.
 */
#include <infiniband/mlx5dv.h>

#include "configure.h"

_Static_assert(IBV_ACCESS_LOCAL_WRITE == 1 && IBV_ACCESS_REMOTE_WRITE == 2 &&
	       IBV_ACCESS_REMOTE_READ == 4 && IBV_ACCESS_REMOTE_ATOMIC == 8,
	       "struct mlx5sig_umr has access flags in this order");
_Static_assert(sizeof(struct mlx5sig_sge) == sizeof(struct ibv_sge) &&
	       offsetof(struct mlx5sig_sge, addr) == offsetof(struct ibv_sge, addr) &&
	       offsetof(struct mlx5sig_sge, length) == offsetof(struct ibv_sge, length) &&
	       offsetof(struct mlx5sig_sge, lkey) == offsetof(struct ibv_sge, lkey),
	       "the same as struct ibv_sge");

/* @has: MLX5SIG_POST_HAS_ROOM, MLX5SIG_POST_RESET_SIG. */
MLX5SIG_INLINE void begin_configure(struct mlx5sig_queue_pair *qp, struct mlx5sig_mkey *mkey,
				    uint8_t num_setters, uint32_t has)
{
	struct mlx5sig_open *open = &qp->open;

	open->key = (struct mlx5sig_key *)mkey;
	open->wr_id = qp->pub.wr_id;
	open->wr_flags = qp->pub.wr_flags | qp->default_flags;
	qp->post_state = MLX5SIG_POST_CONFIG | has |
			 (uint32_t)num_setters * MLX5SIG_POST_ONE_SETTER;
	if (!num_setters)
		mlx5sig_configure_finish(qp);
}

/* With all checks. */
static __attribute__((noinline)) void configure_slowly(struct mlx5sig_queue_pair *qp,
						       struct mlx5sig_mkey *mkey,
						       uint8_t num_setters,
						       const struct mlx5sig_mkey_conf_attr *attr)
{
	bool has_room = mlx5sig_sq_has_room(&qp->sq, qp->sq.config_wqebbs, MLX5SIG_CONFIG_WQES);

	if (qp->post_state != MLX5SIG_POST_IDLE)
		mlx5sig_post_fail(qp, EINVAL);
	else if (attr && (attr->comp_mask ||
			  attr->conf_flags & ~(uint32_t)MLX5SIG_MKEY_CONF_FLAG_RESET_SIG_ATTR))
		mlx5sig_post_fail(qp, EOPNOTSUPP);
	else if ((uint8_t)mkey->lkey && !qp->device->has_update_tag)
		mlx5sig_post_fail(qp, EOPNOTSUPP);
	else if (!has_room &&
		 !mlx5sig_sq_has_room(&qp->sq, mlx5sig_wqebbs(MLX5SIG_UMR_OCTOWORDS), 1))
		mlx5sig_post_fail(qp, ENOMEM);
	else
		/* A tag goes the general way, as if there might be too little room. */
		begin_configure(qp, mkey, num_setters,
				(has_room && !(uint8_t)mkey->lkey ? MLX5SIG_POST_HAS_ROOM : 0) |
				(attr && attr->conf_flags ? MLX5SIG_POST_RESET_SIG : 0));
}

void mlx5sig_wr_mkey_configure(struct mlx5sig_qp *pub, struct mlx5sig_mkey *mkey,
			       uint8_t num_setters, const struct mlx5sig_mkey_conf_attr *attr)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);

	if (likely(qp->post_state == MLX5SIG_POST_IDLE && !attr && !(uint8_t)mkey->lkey &&
		   mlx5sig_sq_is_safe(&qp->sq, qp->sq.config_wqebbs)))
		begin_configure(qp, mkey, num_setters, MLX5SIG_POST_HAS_ROOM);
	else
		configure_slowly(qp, mkey, num_setters, attr);
}

void mlx5sig_wr_set_mkey_access_flags(struct mlx5sig_qp *pub, uint32_t access_flags)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);

	if (!mlx5sig_may_set(qp, MLX5SIG_SETTER_ACCESS))
		return;
	if (unlikely(access_flags & ~(uint32_t)MLX5SIG_ACCESS_FLAGS)) {
		mlx5sig_post_fail(qp, EINVAL);
		return;
	}
	qp->open.access = qp->sq.access[access_flags];
	mlx5sig_setter_done(qp, MLX5SIG_SETTER_ACCESS);
}

/* Whether @entries translations can be written: into the key, a WQE and the ring. */
static inline bool check_translations(struct mlx5sig_queue_pair *qp, uint32_t entries)
{
	uint32_t octowords = MLX5SIG_UMR_OCTOWORDS + mlx5sig_klm_octowords(entries);

	if (likely(entries <= qp->open.key->num_desc && octowords <= qp->sq.max_octowords &&
		   (qp->post_state & MLX5SIG_POST_HAS_ROOM ||
		    mlx5sig_sq_has_room(&qp->sq, octowords / MLX5SIG_WQEBB_OCTOWORDS, 1))))
		return true;
	mlx5sig_post_fail(qp, ENOMEM);
	return false;
}

static __attribute__((noinline)) void set_long_list(struct mlx5sig_queue_pair *qp,
						    uint16_t num_sges,
						    const struct mlx5sig_sge *sge)
{
	if (!check_translations(qp, num_sges))
		return;
	qp->open.length = mlx5sig_build_klms(&qp->sq.ring, qp->sq.now.pi, num_sges, sge);
	qp->open.klm_octowords = mlx5sig_klm_octowords(num_sges);
	mlx5sig_setter_done(qp, MLX5SIG_SETTER_LAYOUT);
}

/* The straight way's list is in the ring: a WQEBB of translations. */
MLX5SIG_INLINE void short_list_done(struct mlx5sig_queue_pair *qp, uint64_t length)
{
	qp->open.length = length;
	if (likely(length <= UINT32_MAX))
		qp->post_state |= MLX5SIG_POST_IS_SHORT;
	else
		qp->open.klm_octowords = MLX5SIG_WQEBB_OCTOWORDS;
	mlx5sig_setter_done(qp, MLX5SIG_SETTER_LAYOUT);
}

MLX5SIG_INLINE struct prm_klm *first_klm(const struct mlx5sig_queue_pair *qp)
{
	return mlx5sig_ring_at(&qp->sq.ring, qp->sq.now.pi, MLX5SIG_UMR_OCTOWORDS);
}

static __attribute__((noinline)) void set_list(struct mlx5sig_queue_pair *qp, uint16_t num_sges,
					       const struct mlx5sig_sge *list)
{
	if (num_sges - 1u < qp->open.key->short_list && qp->post_state & MLX5SIG_POST_HAS_ROOM)
		short_list_done(qp, mlx5sig_pack_klms(first_klm(qp), num_sges, list));
	else
		set_long_list(qp, num_sges, list);
}

void mlx5sig_wr_set_mkey_layout_list(struct mlx5sig_qp *pub, uint16_t num_sges,
				     const struct ibv_sge *sge)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);
	const struct mlx5sig_sge *list = (const struct mlx5sig_sge *)sge;

	/* All that a key without signature waits for. */
	if (qp->post_state == MLX5SIG_POST_BEFORE_LIST && num_sges == 1 &&
	    qp->open.key->is_plain) {
		mlx5sig_finish_list(qp, list);
		return;
	}
	if (qp->post_state == MLX5SIG_POST_BEFORE_LIST - MLX5SIG_SETTER_ACCESS && num_sges == 1 &&
	    qp->open.key->is_plain) {
		mlx5sig_finish_access_and_list(qp, list);
		return;
	}
	if (!mlx5sig_may_set(qp, MLX5SIG_SETTER_LAYOUT))
		return;
	if (likely(num_sges == 1 && qp->open.key->short_list &&
		   qp->post_state & MLX5SIG_POST_HAS_ROOM))
		short_list_done(qp, mlx5sig_pack_one_klm(first_klm(qp), list));
	else
		set_list(qp, num_sges, list);
}

void mlx5sig_wr_set_mkey_layout_interleaved(struct mlx5sig_qp *pub, uint32_t repeat_count,
					    uint16_t num_interleaved,
					    const struct mlx5sig_mr_interleaved *data)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);
	uint32_t entries = num_interleaved + 1u, i;

	if (!mlx5sig_may_set(qp, MLX5SIG_SETTER_LAYOUT) || !check_translations(qp, entries))
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
	mlx5sig_setter_done(qp, MLX5SIG_SETTER_LAYOUT);
}

/*
 * Signatures. Mostly the setter is the last one, and its attributes are those that came last, but
 * for tags.
 */

/* The image of the memo that is used. @has_tags: other ones, which have been taken. */
static void set_image(struct mlx5sig_queue_pair *qp, bool has_tags)
{
	if (likely(qp->post_state == MLX5SIG_POST_BEFORE_SIG)) {
		mlx5sig_finish_sig(qp, &qp->memo->image, has_tags ? &qp->open.tags : NULL);
		return;
	}
	if (has_tags)
		qp->post_state |= MLX5SIG_POST_HAS_TAGS;
	qp->open.sig = &qp->memo->image;
	mlx5sig_setter_done(qp, MLX5SIG_SETTER_SIG);
}

/* Attributes that no memo has. */
static __attribute__((noinline)) void set_new_sig(struct mlx5sig_queue_pair *qp,
						  const struct mlx5sig_sig_block_attr *attr)
{
	struct mlx5sig_sig_memo *memo = &qp->memos[qp->next_memo++ % MLX5SIG_MEMOS];
	int err = mlx5sig_memo_make(memo, attr, &qp->device->sig_tables);

	if (unlikely(err)) {
		mlx5sig_post_fail(qp, err);
		return;
	}
	memo->image.id = mlx5sig_new_image();
	qp->memo = memo;
	if (likely(qp->post_state == MLX5SIG_POST_BEFORE_SIG))
		mlx5sig_finish_new_image(qp, &memo->image);
	else
		set_image(qp, false);
}

/* The attributes of the memo that is used, but for tags. */
static __attribute__((noinline)) void set_same_sig(struct mlx5sig_queue_pair *qp,
						   const struct mlx5sig_sig_block_attr *attr)
{
	const struct mlx5sig_sig_state *state = &qp->memo->image.state;

	set_image(qp, mlx5sig_take_tags(&qp->open.tags, attr, state->wire.is_t10dif,
					state->mem.is_t10dif));
}

/* Attributes other than those that came last. */
static __attribute__((noinline)) void set_other_sig(struct mlx5sig_queue_pair *qp,
						    const struct mlx5sig_sig_block_attr *attr)
{
	struct mlx5sig_sig_memo *memo;

	for (memo = qp->memos; memo < &qp->memos[MLX5SIG_MEMOS]; memo++) {
		if (memo != qp->memo && mlx5sig_memo_may_have(memo, attr) &&
		    mlx5sig_memo_has(memo, attr)) {
			qp->memo = memo;
			set_same_sig(qp, attr);
			return;
		}
	}
	set_new_sig(qp, attr);
}

/* In any state. */
static __attribute__((noinline)) void set_sig(struct mlx5sig_queue_pair *qp,
					      const struct mlx5sig_sig_block_attr *attr)
{
	if (!mlx5sig_may_set_sig(qp))
		return;
	if (mlx5sig_memo_has(qp->memo, attr))
		set_same_sig(qp, attr);
	else
		set_other_sig(qp, attr);
}

void mlx5sig_wr_set_mkey_sig_block(struct mlx5sig_qp *pub,
				   const struct mlx5sig_sig_block_attr *attr)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);
	const struct mlx5sig_sig_image *image = &qp->memo->image;
	struct mlx5sig_sig_tags *tags = &qp->open.tags;

	if (unlikely(qp->post_state != MLX5SIG_POST_BEFORE_SIG)) {
		set_sig(qp, attr);
		return;
	}
	if (!mlx5sig_may_have_sig(qp))
		return;
	if (unlikely(!mlx5sig_memo_has(qp->memo, attr))) {
		set_other_sig(qp, attr);
		return;
	}
	if (image->way == (MLX5SIG_WAY_BOTH | MLX5SIG_WAY_TAGS)) {
		mlx5sig_take_tags(tags, attr, true, true);
	} else if (unlikely(image->way > MLX5SIG_WAY_BOTH)) {
		set_same_sig(qp, attr);
		return;
	}
	mlx5sig_finish_ways[image->way](qp, image, tags);
}

void mlx5sig_wr_set_mkey_crypto(struct mlx5sig_qp *pub, const struct mlx5sig_crypto_attr *attr)
{
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(pub);
	struct mlx5sig_open *open = &qp->open;
	bool is_multi_block = qp->device->caps.crypto_caps.crypto_engines &
			      MLX5DV_CRYPTO_ENGINES_CAP_AES_XTS_MULTI_BLOCK;
	int err;

	if (!mlx5sig_may_set(qp, MLX5SIG_SETTER_CRYPTO))
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
	mlx5sig_setter_done(qp, MLX5SIG_SETTER_CRYPTO);
}
