/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * The signature attributes that came last, and their image. Requests of a queue mostly differ in
 * their tags alone: then the image is used again, with these.
 */
#ifndef MLX5SIG_RUNTIME_SIG_MEMO_H
#define MLX5SIG_RUNTIME_SIG_MEMO_H

#include "build.h"

/* What an image is made of, tags and addresses aside. */
struct mlx5sig_memo_domain {
	bool is_on;
	uint32_t sig_type, block_size;
	uint32_t type;		/* of guard or CRC */
	uint16_t bg, flags;	/* T10-DIF */
	uint64_t seed;		/* CRC */
};

struct mlx5sig_sig_memo {
	bool is_set;
	uint8_t check_mask, copy_mask;
	uint32_t flags;
	struct mlx5sig_memo_domain wire, mem;
	struct mlx5sig_sig_image image;
};

MLX5SIG_INLINE bool mlx5sig_memo_has_domain(const struct mlx5sig_memo_domain *memo,
					    const struct mlx5sig_sig_block_domain *domain)
{
	const struct mlx5sig_sig_t10dif *dif;
	const struct mlx5sig_sig_crc *crc;

	if (!domain)
		return !memo->is_on;
	if (!memo->is_on || (uint32_t)domain->sig_type != memo->sig_type ||
	    (uint32_t)domain->block_size != memo->block_size || domain->comp_mask)
		return false;
	if (memo->sig_type == MLX5SIG_SIG_TYPE_T10DIF) {
		dif = domain->sig.dif;
		return dif && (uint32_t)dif->bg_type == memo->type && dif->bg == memo->bg &&
		       dif->flags == memo->flags;
	}
	crc = domain->sig.crc;
	return crc && (uint32_t)crc->type == memo->type && crc->seed == memo->seed;
}

/* Whether the image is that of @attr, but for tags. */
MLX5SIG_INLINE bool mlx5sig_memo_has(const struct mlx5sig_sig_memo *memo,
				     const struct mlx5sig_sig_block_attr *attr)
{
	return memo->is_set && attr->flags == memo->flags && attr->check_mask == memo->check_mask &&
	       attr->copy_mask == memo->copy_mask && !attr->comp_mask &&
	       mlx5sig_memo_has_domain(&memo->wire, attr->wire) &&
	       mlx5sig_memo_has_domain(&memo->mem, attr->mem);
}

static inline struct mlx5sig_memo_domain
mlx5sig_memo_of_domain(const struct mlx5sig_sig_block_domain *domain)
{
	struct mlx5sig_memo_domain memo = { .is_on = domain };

	if (!domain)
		return memo;
	memo.sig_type = domain->sig_type;
	memo.block_size = domain->block_size;
	if (domain->sig_type == MLX5SIG_SIG_TYPE_T10DIF) {
		memo.type = domain->sig.dif->bg_type;
		memo.bg = domain->sig.dif->bg;
		memo.flags = domain->sig.dif->flags;
	} else {
		memo.type = domain->sig.crc->type;
		memo.seed = domain->sig.crc->seed;
	}
	return memo;
}

/* Makes the image of other attributes; the errors of mlx5sig_sig_image_make(). */
static inline int mlx5sig_memo_make(struct mlx5sig_sig_memo *memo,
				    const struct mlx5sig_sig_block_attr *attr,
				    const struct mlx5sig_sig_tables *tables)
{
	int err;

	memo->is_set = false;
	err = mlx5sig_sig_image_make(&memo->image, attr, tables);
	if (err)
		return err;
	memo->flags = attr->flags;
	memo->check_mask = attr->check_mask;
	memo->copy_mask = attr->copy_mask;
	memo->wire = mlx5sig_memo_of_domain(attr->wire);
	memo->mem = mlx5sig_memo_of_domain(attr->mem);
	memo->is_set = true;
	return 0;
}

#endif
