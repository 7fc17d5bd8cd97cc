/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Signature attributes that have come, and their image. Requests of a queue mostly differ in their
 * tags alone, or take turns: then the image is used again, with other tags.
 */
#ifndef MLX5SIG_RUNTIME_SIG_MEMO_H
#define MLX5SIG_RUNTIME_SIG_MEMO_H

#include "build.h"

typedef uint64_t mlx5sig_memo_vector __attribute__((vector_size(16)));

#define MLX5SIG_MEMO_VECTORS 2

/*
 * A struct of attributes. Of its bytes, some do not count: tags, addresses and padding. So it is
 * compared as vectors, behind a mask, not member by member.
 */
struct mlx5sig_memo_part {
	mlx5sig_memo_vector value[MLX5SIG_MEMO_VECTORS];
};

static inline void mlx5sig_memo_put(struct mlx5sig_memo_part *part, const void *value, size_t size)
{
	memset(part, 0, sizeof(*part));
	memcpy(part->value, value, size);
}

MLX5SIG_INLINE mlx5sig_memo_vector mlx5sig_memo_load(const void *p, size_t size)
{
	mlx5sig_memo_vector v = {0};

	memcpy(&v, p, size < sizeof(v) ? size : sizeof(v));
	return v;
}

/* Adds what differs in a struct of @size bytes. @counts: the same with ones in what counts. */
MLX5SIG_INLINE mlx5sig_memo_vector mlx5sig_memo_differs(mlx5sig_memo_vector sum,
							 const struct mlx5sig_memo_part *part,
							 const void *p, const void *counts,
							 const size_t size)
{
	const size_t step = sizeof(sum);

	sum |= (mlx5sig_memo_load(p, size) ^ part->value[0]) & mlx5sig_memo_load(counts, size);
	if (size > step)
		sum |= (mlx5sig_memo_load((const char *)p + step, size - step) ^ part->value[1]) &
		       mlx5sig_memo_load((const char *)counts + step, size - step);
	return sum;
}

/* What counts of a domain. */
static const struct mlx5sig_sig_block_domain mlx5sig_memo_domain_counts = {
	.sig_type = (enum mlx5sig_sig_type)UINT32_MAX,
	.block_size = (enum mlx5sig_block_size)UINT32_MAX, .comp_mask = UINT64_MAX };

/* What counts of the attributes. */
static const struct mlx5sig_sig_block_attr mlx5sig_memo_attr_counts = {
	.flags = UINT32_MAX, .check_mask = UINT8_MAX, .copy_mask = UINT8_MAX,
	.comp_mask = UINT64_MAX };

/* What counts of a signature. */
static const struct mlx5sig_sig_t10dif mlx5sig_memo_t10dif_counts = {
	.bg_type = (enum mlx5sig_sig_t10dif_bg_type)UINT32_MAX, .bg = UINT16_MAX,
	.flags = UINT16_MAX };
static const struct mlx5sig_sig_crc mlx5sig_memo_crc_counts = {
	.type = (enum mlx5sig_sig_crc_type)UINT32_MAX, .seed = UINT64_MAX };

struct mlx5sig_memo_domain {
	struct mlx5sig_memo_part domain, sig, sig_counts;
	bool is_t10dif;
};

struct mlx5sig_sig_memo {
	uint8_t on;	/* MLX5SIG_WAY_WIRE, MLX5SIG_WAY_MEM; 0: there is no image */
	struct mlx5sig_memo_part attr;
	struct mlx5sig_memo_domain wire, mem;
	struct mlx5sig_sig_image image;
};

/* Of the attributes, what stands behind the addresses of the domains. */
#define MLX5SIG_MEMO_ATTR_AT offsetof(struct mlx5sig_sig_block_attr, flags)
#define MLX5SIG_MEMO_ATTR_BYTES (sizeof(struct mlx5sig_sig_block_attr) - MLX5SIG_MEMO_ATTR_AT)

/* Of a signature, what can be read before its kind is known; with 64 bits, all that counts. */
#define MLX5SIG_MEMO_SIG_BYTES \
	(sizeof(struct mlx5sig_sig_t10dif) < sizeof(struct mlx5sig_sig_crc) ? \
		 sizeof(struct mlx5sig_sig_t10dif) : sizeof(struct mlx5sig_sig_crc))
#define MLX5SIG_MEMO_IS_ALL \
	(offsetof(struct mlx5sig_sig_t10dif, flags) + sizeof(uint16_t) <= \
		 MLX5SIG_MEMO_SIG_BYTES && \
	 offsetof(struct mlx5sig_sig_crc, seed) + sizeof(uint64_t) <= MLX5SIG_MEMO_SIG_BYTES)

_Static_assert(MLX5SIG_MEMO_ATTR_BYTES <= sizeof(mlx5sig_memo_vector[MLX5SIG_MEMO_VECTORS]) &&
	       sizeof(struct mlx5sig_sig_block_domain) <=
		       sizeof(mlx5sig_memo_vector[MLX5SIG_MEMO_VECTORS]) &&
	       sizeof(struct mlx5sig_sig_t10dif) <= sizeof(mlx5sig_memo_vector) &&
	       sizeof(struct mlx5sig_sig_crc) <= sizeof(mlx5sig_memo_vector),
	       "vectors compare all of it");

MLX5SIG_INLINE bool mlx5sig_memo_is_zero(mlx5sig_memo_vector v)
{
	return !(v[0] | v[1]);
}

MLX5SIG_INLINE mlx5sig_memo_vector
mlx5sig_memo_domain_differs(mlx5sig_memo_vector sum, const struct mlx5sig_memo_domain *memo,
			    const struct mlx5sig_sig_block_domain *domain)
{
	sum = mlx5sig_memo_differs(sum, &memo->domain, domain, &mlx5sig_memo_domain_counts,
				   sizeof(*domain));
	if (MLX5SIG_MEMO_IS_ALL)
		return mlx5sig_memo_differs(sum, &memo->sig, domain->sig.dif, &memo->sig_counts,
					    MLX5SIG_MEMO_SIG_BYTES);
	if (!mlx5sig_memo_is_zero(sum))	/* maybe of another kind */
		return sum;
	return memo->is_t10dif ? mlx5sig_memo_differs(sum, &memo->sig, domain->sig.dif,
						      &memo->sig_counts,
						      sizeof(*domain->sig.dif)) :
				 mlx5sig_memo_differs(sum, &memo->sig, domain->sig.crc,
						      &memo->sig_counts,
						      sizeof(*domain->sig.crc));
}

/* Whether a domain may be compared: it has a signature. */
MLX5SIG_INLINE bool mlx5sig_memo_can_compare(const struct mlx5sig_sig_block_domain *domain)
{
	return domain && domain->sig.dif;
}

/* What differs in @attr itself: a quick look at one of several memos. */
MLX5SIG_INLINE mlx5sig_memo_vector
mlx5sig_memo_attr_differs(const struct mlx5sig_sig_memo *memo,
			  const struct mlx5sig_sig_block_attr *attr)
{
	return mlx5sig_memo_differs((mlx5sig_memo_vector) {0}, &memo->attr,
				    (const char *)attr + MLX5SIG_MEMO_ATTR_AT,
				    (const char *)&mlx5sig_memo_attr_counts + MLX5SIG_MEMO_ATTR_AT,
				    MLX5SIG_MEMO_ATTR_BYTES);
}

MLX5SIG_INLINE bool mlx5sig_memo_may_have(const struct mlx5sig_sig_memo *memo,
					  const struct mlx5sig_sig_block_attr *attr)
{
	return mlx5sig_memo_is_zero(mlx5sig_memo_attr_differs(memo, attr));
}

/* Whether the image is that of @attr, but for tags. */
MLX5SIG_INLINE bool mlx5sig_memo_has(const struct mlx5sig_sig_memo *memo,
				     const struct mlx5sig_sig_block_attr *attr)
{
	mlx5sig_memo_vector sum = mlx5sig_memo_attr_differs(memo, attr);

	if (memo->on == MLX5SIG_WAY_BOTH) {
		if (unlikely(!mlx5sig_memo_can_compare(attr->wire) ||
			     !mlx5sig_memo_can_compare(attr->mem)))
			return false;
		sum = mlx5sig_memo_domain_differs(sum, &memo->wire, attr->wire);
		sum = mlx5sig_memo_domain_differs(sum, &memo->mem, attr->mem);
	} else if (memo->on == MLX5SIG_WAY_WIRE) {
		if (unlikely(attr->mem || !mlx5sig_memo_can_compare(attr->wire)))
			return false;
		sum = mlx5sig_memo_domain_differs(sum, &memo->wire, attr->wire);
	} else if (memo->on == MLX5SIG_WAY_MEM) {
		if (unlikely(attr->wire || !mlx5sig_memo_can_compare(attr->mem)))
			return false;
		sum = mlx5sig_memo_domain_differs(sum, &memo->mem, attr->mem);
	} else {
		return false;
	}
	return mlx5sig_memo_is_zero(sum);
}

static inline void mlx5sig_memo_put_domain(struct mlx5sig_memo_domain *memo,
					   const struct mlx5sig_sig_block_domain *domain)
{
	if (!domain)
		return;
	mlx5sig_memo_put(&memo->domain, domain, sizeof(*domain));
	memo->is_t10dif = domain->sig_type == MLX5SIG_SIG_TYPE_T10DIF;
	if (memo->is_t10dif) {
		mlx5sig_memo_put(&memo->sig, domain->sig.dif, sizeof(*domain->sig.dif));
		mlx5sig_memo_put(&memo->sig_counts, &mlx5sig_memo_t10dif_counts,
				 sizeof(mlx5sig_memo_t10dif_counts));
	} else {
		mlx5sig_memo_put(&memo->sig, domain->sig.crc, sizeof(*domain->sig.crc));
		mlx5sig_memo_put(&memo->sig_counts, &mlx5sig_memo_crc_counts,
				 sizeof(mlx5sig_memo_crc_counts));
	}
}

/* Makes the image of other attributes; the errors of mlx5sig_sig_image_make(). */
static inline int mlx5sig_memo_make(struct mlx5sig_sig_memo *memo,
				    const struct mlx5sig_sig_block_attr *attr,
				    const struct mlx5sig_sig_tables *tables)
{
	int err;

	memo->on = 0;
	err = mlx5sig_sig_image_make(&memo->image, attr, tables);
	if (err)
		return err;
	mlx5sig_memo_put(&memo->attr, (const char *)attr + MLX5SIG_MEMO_ATTR_AT,
			 MLX5SIG_MEMO_ATTR_BYTES);
	mlx5sig_memo_put_domain(&memo->wire, attr->wire);
	mlx5sig_memo_put_domain(&memo->mem, attr->mem);
	memo->on = (attr->wire ? MLX5SIG_WAY_WIRE : 0) | (attr->mem ? MLX5SIG_WAY_MEM : 0);
	return 0;
}

#endif
