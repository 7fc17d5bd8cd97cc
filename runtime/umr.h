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

MLX5SIG_INLINE void mlx5sig_umr_advance(struct mlx5sig_sq *sq, const void *last, uint32_t pi,
					uint32_t head)
{
	sq->now.pi = pi;
	sq->now.head = head;
	sq->now.order = MLX5SIG_ORDER_BEHIND_UMR;
	sq->last = last;
}

/*
 * The straight way: a list of up to four pieces, which stands in the ring; a signature needs
 * rights, too, and no new errors. All in front of the ring's end. No tag, no encryption.
 */

/* WQEBBs of such a UMR. */
enum {
	MLX5SIG_SHORT_PLAIN_WQEBBS = (MLX5SIG_UMR_OCTOWORDS + MLX5SIG_WQEBB_OCTOWORDS) /
				     MLX5SIG_WQEBB_OCTOWORDS,
	MLX5SIG_SHORT_SIGNED_WQEBBS = MLX5SIG_SHORT_CONFIG_OCTOWORDS / MLX5SIG_WQEBB_OCTOWORDS,
};

/* With its SET_PSVs. */
MLX5SIG_INLINE uint32_t mlx5sig_signed_wqebbs(unsigned int way)
{
	return MLX5SIG_SHORT_SIGNED_WQEBBS + (way & MLX5SIG_WAY_WIRE ? 1u : 0u) +
	       (way & MLX5SIG_WAY_MEM ? 1u : 0u);
}

/* How they stand in the ring. */
struct mlx5sig_signed_wqe {
	struct mlx5sig_umr_head head;
	struct prm_klm klm[MLX5SIG_WQEBB_OCTOWORDS];
	struct prm_bsf_64 bsf;
};

struct mlx5sig_set_psv_wqe {
	struct prm_ctrl_seg ctrl;
	struct prm_set_psv_seg psv;
	uint8_t unused[MLX5SIG_WQEBB - PRM_CTRL_SEG_SIZE - PRM_SET_PSV_SEG_SIZE];
};

_Static_assert(sizeof(struct mlx5sig_signed_wqe) ==
		       MLX5SIG_SHORT_SIGNED_WQEBBS * MLX5SIG_WQEBB &&
	       sizeof(struct mlx5sig_set_psv_wqe) == MLX5SIG_WQEBB, "whole WQEBBs");

/* What a request brings, apart from key and signature. */
struct mlx5sig_straight {
	uint64_t wr_id;
	unsigned int flags;	/* MLX5SIG_MODE_FLAGS */
	uint8_t access;		/* as struct prm_mkc has it */
	uint64_t length;
};

/*
 * The key gets the signature @sig, which it does not have yet. Requests go the straight way when
 * their key has adopted their image: then all that is left to write into it are tags.
 */
void mlx5sig_key_adopt(struct mlx5sig_sq *sq, struct mlx5sig_key *key,
		       const struct mlx5sig_sig_image *sig);

/* Tags of a domain as the device reads them. */
struct mlx5sig_wire_tags {
	prm_be16 app;
	prm_be32 ref;
};

MLX5SIG_INLINE struct mlx5sig_wire_tags mlx5sig_wire_tags(uint16_t app_tag, uint32_t ref_tag)
{
	return (struct mlx5sig_wire_tags) {
		.app = prm_cpu_to_be16(app_tag), .ref = prm_cpu_to_be32(ref_tag) };
}

/* In the BSF, in the SET_PSV and in what the key keeps of it. */
MLX5SIG_INLINE void mlx5sig_put_tags(struct mlx5sig_wire_tags tags, struct prm_bsf_inline *section,
				     struct prm_set_psv_seg *psv, struct prm_set_psv_seg *kept)
{
	section->app_tag = tags.app;
	psv->t10dif.app_tag = tags.app;
	kept->t10dif.app_tag = tags.app;
	section->ref_tag = tags.ref;
	psv->t10dif.ref_tag = tags.ref;
	kept->t10dif.ref_tag = tags.ref;
}

/* The SET_PSV @kept. */
MLX5SIG_INLINE void mlx5sig_put_set_psv(struct mlx5sig_set_psv_wqe *to,
					const struct prm_ctrl_seg *ctrl, uint32_t pi,
					const struct prm_set_psv_seg *kept)
{
	to->ctrl = *ctrl;
	to->psv = *kept;
	to->ctrl.dw_00 = mlx5sig_ctrl_index(PRM_WQE_OPCODE_SET_PSV, pi);
}

/* Where the next WQEs go. */
struct mlx5sig_place {
	uint32_t pi, slot;
	struct mlx5sig_signed_wqe *wqe;
};

MLX5SIG_INLINE struct mlx5sig_place mlx5sig_next_place(const struct mlx5sig_sq *sq)
{
	const uint32_t slot = mlx5sig_sq_slot(sq, sq->now.pi);

	return (struct mlx5sig_place) { .pi = sq->now.pi, .slot = slot,
		.wqe = (void *)(sq->ring.buf + (size_t)slot * MLX5SIG_WQEBB) };
}

/*
 * A UMR and the SET_PSVs of a signature, which the key has adopted; translations stand there.
 * @way: of @sig; with MLX5SIG_WAY_TAGS, @tags are those of the request.
 */
MLX5SIG_INLINE void mlx5sig_put_signed(struct mlx5sig_sq *sq, const struct mlx5sig_place at,
				       struct mlx5sig_key *key,
				       const struct mlx5sig_sig_image *sig,
				       const struct mlx5sig_sig_tags *tags,
				       const struct mlx5sig_straight *r, const unsigned int way)
{
	const bool has_wire = way & MLX5SIG_WAY_WIRE, has_mem = way & MLX5SIG_WAY_MEM;
	const bool has_tags = way & MLX5SIG_WAY_TAGS;
	struct mlx5sig_signed_wqe *umr = at.wqe;
	struct mlx5sig_set_psv_wqe *mem = (void *)(umr + 1), *wire = mem + has_mem;
	const struct mlx5sig_signed_mode *mode = &sq->signed_modes[sq->now.order][r->flags];
	struct mlx5sig_slot *slot = &sq->slots[at.slot];
	struct mlx5sig_sig_state *kept = &key->config.sig;
	uint32_t pi = at.pi, head = sq->now.head;

	MLX5SIG_KEEP(mode);
	sq->short_ids[at.slot] = (uint32_t)r->wr_id;
	mlx5sig_put_umr_slot(slot, r->wr_id, head++, MLX5SIG_SHORT_SIGNED_WQEBBS);
	slot += MLX5SIG_SHORT_SIGNED_WQEBBS;
	if (has_mem)
		mlx5sig_put_part_slot(slot++, r->wr_id, head++);
	if (has_wire)
		mlx5sig_put_part_slot(slot, r->wr_id, head++);

	mlx5sig_put_umr_head(&umr->head, &sq->signed_umr, pi, mode->umr, key->pub.lkey, r->length);
	umr->head.mkc.b_02 = r->access;
	key->config.length = r->length;
	umr->bsf.basic = key->basic;
	memset(&umr->bsf.extended, 0, sizeof(umr->bsf.extended));
	umr->bsf.wire_inline = sig->bsf.wire_inline;
	umr->bsf.memory_inline = sig->bsf.memory_inline;
	pi += MLX5SIG_SHORT_SIGNED_WQEBBS;
	if (has_mem)
		mlx5sig_put_set_psv(mem, has_wire ? &mode->silent : &mode->last, pi++,
				    &kept->mem_psv);
	if (has_wire)
		mlx5sig_put_set_psv(wire, &mode->last, pi++, &kept->wire_psv);
	mlx5sig_umr_advance(sq, has_wire ? wire : mem, pi, head);

	if (has_tags && has_wire && has_mem)
		mlx5sig_bsf_copy_by_tags(&umr->bsf, sig, tags->wire_app_tag == tags->mem_app_tag,
					 tags->wire_ref_tag == tags->mem_ref_tag);
	if (has_tags && has_mem)
		mlx5sig_put_tags(mlx5sig_wire_tags(tags->mem_app_tag, tags->mem_ref_tag),
				 &umr->bsf.memory_inline, &mem->psv, &kept->mem_psv);
	if (has_tags && has_wire)
		mlx5sig_put_tags(mlx5sig_wire_tags(tags->wire_app_tag, tags->wire_ref_tag),
				 &umr->bsf.wire_inline, &wire->psv, &kept->wire_psv);
}

/* A UMR of a key without signature. @has_access: and with rights. */
MLX5SIG_INLINE void mlx5sig_put_plain(struct mlx5sig_sq *sq, const struct mlx5sig_place at,
				      const struct mlx5sig_key *key,
				      const struct mlx5sig_straight *r, const bool has_access)
{
	struct mlx5sig_umr_head *umr = &at.wqe->head;
	const uint32_t head = sq->now.head;

	sq->short_ids[at.slot] = (uint32_t)r->wr_id;
	mlx5sig_put_umr_slot(&sq->slots[at.slot], r->wr_id, head, MLX5SIG_SHORT_PLAIN_WQEBBS);
	mlx5sig_put_umr_head(umr, &sq->plain_umr[has_access], at.pi,
			     mlx5sig_post_mode(sq, r->flags, sq->now.order), key->pub.lkey,
			     r->length);
	if (has_access)
		umr->mkc.b_02 = r->access;
	mlx5sig_umr_advance(sq, umr, at.pi + MLX5SIG_SHORT_PLAIN_WQEBBS, head + 1);
}

#endif
