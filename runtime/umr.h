/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * The WQEs of a configuration in a straight line: without calls, for the cases that are posted all
 * the time. Inline, since each of them (umr.c, prepared.c) knows something in advance that need not
 * be asked then.
 */
#ifndef MLX5SIG_RUNTIME_UMR_H
#define MLX5SIG_RUNTIME_UMR_H

#include "configure.h"

/* Of the part of the key context that setters change. */
MLX5SIG_INLINE uint64_t mlx5sig_umr_mask(uint32_t setters)
{
#define BASE (PRM_UMR_MKEY_MASK_FREE | PRM_UMR_MKEY_MASK_KEY)
#define ACCESS (PRM_UMR_MKEY_MASK_LW | PRM_UMR_MKEY_MASK_RR | \
		PRM_UMR_MKEY_MASK_RW | PRM_UMR_MKEY_MASK_A)
	static const uint64_t masks[] = {
		[0] = BASE,
		[MLX5SIG_SETTER_ACCESS] = BASE | ACCESS,
		[MLX5SIG_SETTER_LAYOUT] = BASE | PRM_UMR_MKEY_MASK_LEN,
		[MLX5SIG_SETTER_ACCESS | MLX5SIG_SETTER_LAYOUT] =
			BASE | ACCESS | PRM_UMR_MKEY_MASK_LEN,
	};
#undef BASE
#undef ACCESS

	return masks[setters & (MLX5SIG_SETTER_ACCESS | MLX5SIG_SETTER_LAYOUT)];
}

MLX5SIG_INLINE uint32_t mlx5sig_umr_octowords(const struct mlx5sig_umr *umr)
{
	return MLX5SIG_UMR_OCTOWORDS + umr->klm_octowords + umr->bsf_octowords;
}

/* What an aborted post puts back. */
MLX5SIG_INLINE void mlx5sig_remember(struct mlx5sig_sq *sq, struct mlx5sig_key *key)
{
	struct mlx5sig_undo *undo = sq->next_undo++;

	undo->key = key;
	undo->written = key->errors.written;
	undo->config = key->config;
}

MLX5SIG_INLINE unsigned int mlx5sig_count_errors(const struct mlx5sig_key *key)
{
	return atomic_load_explicit(&key->errors.count, memory_order_acquire);
}

/* What the device knows of errors is right. */
MLX5SIG_INLINE bool mlx5sig_has_no_new_error(const struct mlx5sig_key *key)
{
	return mlx5sig_count_errors(key) == key->errors.written;
}

/*
 * Slots.
 */

/* Member by member: as one value, words would be put together in registers first. */
MLX5SIG_INLINE void mlx5sig_put_umr_slot(struct mlx5sig_slot *slot, uint64_t wr_id, uint32_t head,
				 uint32_t wqebbs)
{
	slot->wr_id = wr_id;
	slot->head = head;
	slot->wqebbs = (uint8_t)wqebbs;
	slot->wc_opcode = IBV_WC_DRIVER1;
	slot->wc_flags = 0;
	slot->flags = 0;
}

MLX5SIG_INLINE void mlx5sig_put_part_slot(struct mlx5sig_slot *slot, uint64_t wr_id, uint32_t head)
{
	mlx5sig_put_umr_slot(slot, wr_id, head, 1);
	slot->flags = MLX5SIG_SLOT_IS_PART;
}

/*
 * The last WQE alone asks for a completion: the key is ready when it is done.
 */
MLX5SIG_INLINE struct mlx5sig_wqe_mode mlx5sig_silent_mode(const struct mlx5sig_sq *sq,
							   unsigned int wr_flags,
						   uint32_t order)
{
	return mlx5sig_post_mode(sq, wr_flags & ~(unsigned int)IBV_SEND_SIGNALED, order);
}

MLX5SIG_INLINE void mlx5sig_umr_advance(struct mlx5sig_queue_pair *qp, uint32_t last_pi,
					uint32_t pi, uint32_t head)
{
	struct mlx5sig_sq_state *now = &qp->sq.now;

	now->pi = pi;
	now->head = head;
	now->order = MLX5SIG_ORDER_BEHIND_UMR;
	now->last_pi = last_pi;
	qp->post_state = MLX5SIG_POST_IDLE;
}

/*
 * The straight way: a list of up to four pieces, which stands in the ring; a signature needs
 * rights, too, and no new errors. All in front of the ring's end. No tag, no encryption.
 */

/* WQEBBs of such a UMR. */
enum {
	MLX5SIG_SHORT_PLAIN_WQEBBS = (MLX5SIG_UMR_OCTOWORDS + MLX5SIG_WQEBB_OCTOWORDS) /
				     MLX5SIG_WQEBB_OCTOWORDS,
	MLX5SIG_SHORT_BSF_OCTOWORDS = MLX5SIG_UMR_OCTOWORDS + MLX5SIG_WQEBB_OCTOWORDS,
	MLX5SIG_SHORT_SIGNED_WQEBBS = MLX5SIG_SHORT_CONFIG_OCTOWORDS / MLX5SIG_WQEBB_OCTOWORDS,
};

/* Tags of one domain, as the device reads them. */
struct mlx5sig_wire_tags {
	prm_be16 app;
	prm_be32 ref;
};

MLX5SIG_INLINE struct mlx5sig_wire_tags mlx5sig_wire_tags(uint16_t app_tag, uint32_t ref_tag)
{
	return (struct mlx5sig_wire_tags) {
		.app = prm_cpu_to_be16(app_tag), .ref = prm_cpu_to_be32(ref_tag) };
}

/*
 * The segment of a SET_PSV of the signature @sig. @kept: the key's, which has the number of the PSV
 * and gets the signature.
 */
MLX5SIG_INLINE void mlx5sig_put_psv(struct prm_set_psv_seg *psv, const struct prm_set_psv_seg *sig,
				    struct prm_set_psv_seg *kept)
{
	const prm_be64 signature = sig->transient_signature;

	memcpy(psv, kept, offsetof(struct prm_set_psv_seg, transient_signature));
	psv->transient_signature = signature;
	kept->transient_signature = signature;
}

/* Other tags, in both and in the BSF. */
MLX5SIG_INLINE void mlx5sig_put_tags(struct mlx5sig_wire_tags tags, struct prm_bsf_inline *section,
				     struct prm_set_psv_seg *psv, struct prm_set_psv_seg *kept)
{
	section->app_tag = tags.app;
	section->ref_tag = tags.ref;
	psv->t10dif.app_tag = tags.app;
	psv->t10dif.ref_tag = tags.ref;
	kept->t10dif.app_tag = tags.app;
	kept->t10dif.ref_tag = tags.ref;
}

/*
 * BSF and segments of the SET_PSVs behind @ctrl, and what the key keeps of them. @way: of @sig;
 * with MLX5SIG_WAY_TAGS, @tags are those of the request.
 */
MLX5SIG_INLINE void mlx5sig_put_sig(struct prm_ctrl_seg *ctrl, struct mlx5sig_key *key,
				    const struct mlx5sig_sig_image *sig,
				    const struct mlx5sig_sig_tags *tags, const unsigned int way)
{
	const bool has_wire = way & MLX5SIG_WAY_WIRE, has_mem = way & MLX5SIG_WAY_MEM;
	const bool has_tags = way & MLX5SIG_WAY_TAGS;
	struct prm_bsf_64 *bsf = (void *)&ctrl[MLX5SIG_SHORT_BSF_OCTOWORDS];
	struct prm_ctrl_seg *mem_ctrl = ctrl + MLX5SIG_SHORT_CONFIG_OCTOWORDS;
	struct prm_ctrl_seg *wire_ctrl = mem_ctrl + (has_mem ? MLX5SIG_WQEBB_OCTOWORDS : 0);
	struct mlx5sig_sig_state *kept = &key->config.sig;

	mlx5sig_pack_bsf(bsf, sig, has_wire, has_mem, &key->psvs);
	if (has_tags && has_wire && has_mem)
		mlx5sig_bsf_copy_by_tags(bsf, sig, tags->wire_app_tag == tags->mem_app_tag,
					 tags->wire_ref_tag == tags->mem_ref_tag);
	memcpy(&kept->wire, &sig->state.wire,
	       sizeof(sig->state) - offsetof(struct mlx5sig_sig_state, wire));
	mlx5sig_key_publish(key);
	if (has_mem) {
		struct prm_set_psv_seg *psv = (void *)(mem_ctrl + 1);

		mlx5sig_put_psv(psv, &sig->state.mem_psv, &kept->mem_psv);
		if (has_tags)
			mlx5sig_put_tags(mlx5sig_wire_tags(tags->mem_app_tag, tags->mem_ref_tag),
					 &bsf->memory_inline, psv, &kept->mem_psv);
	}
	if (has_wire) {
		struct prm_set_psv_seg *psv = (void *)(wire_ctrl + 1);

		mlx5sig_put_psv(psv, &sig->state.wire_psv, &kept->wire_psv);
		if (has_tags)
			mlx5sig_put_tags(mlx5sig_wire_tags(tags->wire_app_tag, tags->wire_ref_tag),
					 &bsf->wire_inline, psv, &kept->wire_psv);
	}
}

/*
 * A UMR and the SET_PSVs of a signature. What is read and written is so ordered that few values are
 * needed at a time. False: it does not fit in front of the ring's end.
 */
MLX5SIG_INLINE bool mlx5sig_put_signed(struct mlx5sig_queue_pair *qp, struct mlx5sig_key *key,
				       const struct mlx5sig_sig_image *sig,
				       const struct mlx5sig_sig_tags *tags, const unsigned int way)
{
	const struct mlx5sig_open *open = &qp->open;
	struct mlx5sig_sq *sq = &qp->sq;
	const bool has_wire = way & MLX5SIG_WAY_WIRE, has_mem = way & MLX5SIG_WAY_MEM;
	const uint32_t num_psvs = (uint32_t)has_wire + has_mem;
	uint32_t pi = sq->now.pi, i = mlx5sig_sq_slot(sq, pi), head;
	struct prm_ctrl_seg *ctrl = (void *)(sq->ring.buf + (size_t)i * MLX5SIG_WQEBB);
	unsigned int flags, silent;
	struct mlx5sig_slot *slot;
	uint64_t wr_id;

	if (unlikely(i + MLX5SIG_SHORT_SIGNED_WQEBBS + num_psvs > sq->wqe_cnt))
		return false;
	mlx5sig_remember(sq, key);
	mlx5sig_put_sig(ctrl, key, sig, tags, way);
	key->config.length = open->length;
	flags = open->wr_flags & MLX5SIG_MODE_FLAGS;
	silent = flags & ~(unsigned int)IBV_SEND_SIGNALED;
	mlx5sig_put_umr_head((void *)ctrl, &sq->signed_head, pi,
			     mlx5sig_post_mode(sq, silent, sq->now.order), key->pub.lkey,
			     open->access, open->length);
	ctrl += MLX5SIG_SHORT_CONFIG_OCTOWORDS;
	pi += MLX5SIG_SHORT_SIGNED_WQEBBS;
	if (has_mem) {
		*ctrl = sq->set_psv[has_wire ? silent : flags];
		ctrl->dw_00 = mlx5sig_ctrl_index(PRM_WQE_OPCODE_SET_PSV, pi++);
		ctrl += MLX5SIG_WQEBB_OCTOWORDS;
	}
	if (has_wire) {
		*ctrl = sq->set_psv[flags];
		ctrl->dw_00 = mlx5sig_ctrl_index(PRM_WQE_OPCODE_SET_PSV, pi++);
	}
	slot = &sq->slots[i];
	wr_id = open->wr_id;
	head = sq->now.head;
	sq->short_ids[i] = (uint32_t)wr_id;
	mlx5sig_put_umr_slot(slot, wr_id, head++, MLX5SIG_SHORT_SIGNED_WQEBBS);
	slot += MLX5SIG_SHORT_SIGNED_WQEBBS;
	if (has_mem)
		mlx5sig_put_part_slot(slot++, wr_id, head++);
	if (has_wire)
		mlx5sig_put_part_slot(slot, wr_id, head++);
	mlx5sig_umr_advance(qp, pi - 1, pi, head);
	return true;
}

/* A UMR of a key without signature. */
MLX5SIG_INLINE bool mlx5sig_put_plain(struct mlx5sig_queue_pair *qp, const bool has_access)
{
	const struct mlx5sig_open *open = &qp->open;
	struct mlx5sig_sq *sq = &qp->sq;
	uint32_t pi = sq->now.pi, head = sq->now.head, i = mlx5sig_sq_slot(sq, pi);

	if (unlikely(i + MLX5SIG_SHORT_PLAIN_WQEBBS > sq->wqe_cnt))
		return false;
	mlx5sig_put_umr_head((void *)(sq->ring.buf + (size_t)i * MLX5SIG_WQEBB),
			     &sq->plain_head[has_access], pi,
			     mlx5sig_post_mode(sq, open->wr_flags, sq->now.order),
			     open->key->pub.lkey, has_access ? open->access : 0, open->length);
	mlx5sig_put_umr_slot(&sq->slots[i], open->wr_id, head, MLX5SIG_SHORT_PLAIN_WQEBBS);
	sq->short_ids[i] = (uint32_t)open->wr_id;
	mlx5sig_umr_advance(qp, pi, pi + MLX5SIG_SHORT_PLAIN_WQEBBS, head + 1);
	return true;
}

#endif
