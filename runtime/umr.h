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

MLX5SIG_INLINE void mlx5sig_umr_advance(struct mlx5sig_queue_pair *qp, uint32_t last_pi, uint32_t pi,
					uint32_t head)
{
	qp->sq.last_pi = last_pi;
	qp->sq.now = (struct mlx5sig_sq_state) { .pi = pi, .head = head,
						 .order = MLX5SIG_ORDER_BEHIND_UMR };
	qp->post_state = MLX5SIG_POST_IDLE;
}

/*
 * The straight way.
 */

MLX5SIG_INLINE bool mlx5sig_is_t10dif(const struct mlx5sig_sig_image *sig)
{
	return sig->state.wire.is_t10dif && sig->state.mem.is_t10dif;
}

/*
 * A UMR, and the SET_PSVs of a signature (@sig, or NULL). @dif: both domains have T10-DIF; where it
 * is known, questions need not be asked. False: it does not fit in front of the ring's end.
 */
MLX5SIG_INLINE bool mlx5sig_put_umr(struct mlx5sig_queue_pair *qp, struct mlx5sig_key *key,
			    const struct mlx5sig_sig_image *sig,
			    const struct mlx5sig_sig_tags *tags, const bool dif,
			    const struct mlx5sig_umr *umr, uint64_t length, uint64_t wr_id,
			    unsigned int wr_flags)
{
	struct mlx5sig_sq *sq = &qp->sq;
	const bool has_wire = sig && (dif || sig->state.wire.is_on);
	const bool has_mem = sig && (dif || sig->state.mem.is_on);
	const uint32_t umr_wqebbs = mlx5sig_umr_octowords(umr) / MLX5SIG_WQEBB_OCTOWORDS;
	const uint32_t qpn = sq->ring.qpn;
	uint32_t pi = sq->now.pi, head = sq->now.head, i = mlx5sig_sq_slot(sq, pi);
	struct mlx5sig_slot *slot = &sq->slots[i];
	struct prm_ctrl_seg *ctrl = (void *)(sq->ring.buf + (size_t)i * MLX5SIG_WQEBB);
	struct prm_bsf_64 *bsf;
	struct prm_set_psv_seg *psv;

	if (unlikely(i + umr_wqebbs + has_mem + has_wire > sq->wqe_cnt))
		return false;
	if (sig) {
		mlx5sig_remember(sq, key);
		mlx5sig_sig_state_set(&key->config.sig, &sig->state);
		mlx5sig_key_publish(key);
		key->config.length = length;
	}
	mlx5sig_put_umr_slot(slot, wr_id, head++, umr_wqebbs);
	sq->short_ids[i] = (uint32_t)wr_id;
	mlx5sig_pack_umr(ctrl, (void *)&ctrl[MLX5SIG_WQEBB_OCTOWORDS], qpn, pi,
			 sig ? mlx5sig_silent_mode(sq, wr_flags, sq->now.order) :
			       mlx5sig_post_mode(sq, wr_flags, sq->now.order), umr);
	if (!sig) {
		mlx5sig_umr_advance(qp, pi, pi + umr_wqebbs, head);
		return true;
	}
	bsf = (void *)&ctrl[MLX5SIG_UMR_OCTOWORDS + umr->klm_octowords];
	mlx5sig_pack_bsf(bsf, sig, has_wire, has_mem, &key->psvs);
	if (tags)
		mlx5sig_bsf_set_tags(bsf, sig, dif || sig->state.wire.is_t10dif,
				     dif || sig->state.mem.is_t10dif, tags->wire_app_tag, tags->wire_ref_tag,
				     tags->mem_app_tag, tags->mem_ref_tag);
	pi += umr_wqebbs;
	slot += umr_wqebbs;
	ctrl += umr_wqebbs * MLX5SIG_WQEBB_OCTOWORDS;

	if (has_mem) {
		mlx5sig_pack_ctrl(ctrl, qpn, pi++, PRM_WQE_OPCODE_SET_PSV,
				  MLX5SIG_SET_PSV_OCTOWORDS, mlx5sig_post_mode(sq,
				  has_wire ? wr_flags & ~(unsigned int)IBV_SEND_SIGNALED : wr_flags,
				  MLX5SIG_ORDER_BEHIND_UMR), 0);
		psv = (void *)(ctrl + 1);
		*psv = (struct prm_set_psv_seg) {
			.dw_00 = key->config.sig.mem_psv.dw_00,
			.transient_signature = sig->state.mem_psv.transient_signature };
		if (tags && (dif || sig->state.mem.is_t10dif)) {
			mlx5sig_psv_set_tags(psv, tags->mem_app_tag, tags->mem_ref_tag);
			mlx5sig_psv_set_tags(&key->config.sig.mem_psv, tags->mem_app_tag,
					     tags->mem_ref_tag);
		}
		mlx5sig_put_part_slot(slot++, wr_id, head++);
		ctrl += MLX5SIG_WQEBB_OCTOWORDS;
	}
	if (has_wire) {
		mlx5sig_pack_ctrl(ctrl, qpn, pi++, PRM_WQE_OPCODE_SET_PSV,
				  MLX5SIG_SET_PSV_OCTOWORDS, mlx5sig_post_mode(sq, wr_flags,
				  MLX5SIG_ORDER_BEHIND_UMR), 0);
		psv = (void *)(ctrl + 1);
		*psv = (struct prm_set_psv_seg) {
			.dw_00 = key->config.sig.wire_psv.dw_00,
			.transient_signature = sig->state.wire_psv.transient_signature };
		if (tags && (dif || sig->state.wire.is_t10dif)) {
			mlx5sig_psv_set_tags(psv, tags->wire_app_tag, tags->wire_ref_tag);
			mlx5sig_psv_set_tags(&key->config.sig.wire_psv, tags->wire_app_tag,
					     tags->wire_ref_tag);
		}
		mlx5sig_put_part_slot(slot, wr_id, head++);
	}
	mlx5sig_umr_advance(qp, pi - 1, pi, head);
	return true;
}

#endif
