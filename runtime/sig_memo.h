/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * The signature attributes that came last, and their image. Requests of a queue mostly differ in
 * their tags alone: then the image is used again, with these.
 */
#ifndef MLX5SIG_RUNTIME_SIG_MEMO_H
#define MLX5SIG_RUNTIME_SIG_MEMO_H

#include "build.h"

typedef uint64_t mlx5sig_memo_vector __attribute__((vector_size(16)));

#define MLX5SIG_MEMO_VECTORS 2

/*
 * A struct of attributes, and for each byte whether it counts: neither tags nor addresses do, nor
 * padding. So it is compared as vectors, not member by member.
 */
struct mlx5sig_memo_part {
	mlx5sig_memo_vector value[MLX5SIG_MEMO_VECTORS], counts[MLX5SIG_MEMO_VECTORS];
};

static inline void mlx5sig_memo_put(struct mlx5sig_memo_part *part, const void *value,
				    const void *counts, size_t size)
{
	memset(part, 0, sizeof(*part));
	memcpy(part->value, value, size);
	memcpy(part->counts, counts, size);
}

/* Adds what differs from vector number @n of a struct of @size bytes. */
MLX5SIG_INLINE mlx5sig_memo_vector mlx5sig_memo_differs_at(mlx5sig_memo_vector sum,
							    const struct mlx5sig_memo_part *part,
							    const void *p, const size_t size,
							    const size_t n)
{
	mlx5sig_memo_vector v = {0};
	const size_t at = n * sizeof(v), length = size - at;

	memcpy(&v, (const char *)p + at, length < sizeof(v) ? length : sizeof(v));
	return sum | ((v ^ part->value[n]) & part->counts[n]);
}

MLX5SIG_INLINE mlx5sig_memo_vector mlx5sig_memo_differs(mlx5sig_memo_vector sum,
							 const struct mlx5sig_memo_part *part,
							 const void *p, const size_t size)
{
	sum = mlx5sig_memo_differs_at(sum, part, p, size, 0);
	if (size > sizeof(sum))
		sum = mlx5sig_memo_differs_at(sum, part, p, size, 1);
	return sum;
}

struct mlx5sig_memo_domain {
	struct mlx5sig_memo_part domain, sig;
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
	sum = mlx5sig_memo_differs(sum, &memo->domain, domain, sizeof(*domain));
	if (MLX5SIG_MEMO_IS_ALL)
		return mlx5sig_memo_differs(sum, &memo->sig, domain->sig.dif,
					    MLX5SIG_MEMO_SIG_BYTES);
	if (!mlx5sig_memo_is_zero(sum))	/* maybe of another kind */
		return sum;
	return memo->is_t10dif ? mlx5sig_memo_differs(sum, &memo->sig, domain->sig.dif,
						      sizeof(*domain->sig.dif)) :
				 mlx5sig_memo_differs(sum, &memo->sig, domain->sig.crc,
						      sizeof(*domain->sig.crc));
}

/* Whether a domain may be compared: it has a signature. */
MLX5SIG_INLINE bool mlx5sig_memo_can_compare(const struct mlx5sig_sig_block_domain *domain)
{
	return domain && domain->sig.dif;
}

/* Whether the image is that of @attr, but for tags. */
MLX5SIG_INLINE bool mlx5sig_memo_has(const struct mlx5sig_sig_memo *memo,
				     const struct mlx5sig_sig_block_attr *attr)
{
	const void *values = (const char *)attr + MLX5SIG_MEMO_ATTR_AT;
	mlx5sig_memo_vector sum = {0};

	sum = mlx5sig_memo_differs(sum, &memo->attr, values, MLX5SIG_MEMO_ATTR_BYTES);
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

#define MLX5SIG_MEMO_COUNTS(member) memset(&(member), 0xff, sizeof(member))

static inline void mlx5sig_memo_put_domain(struct mlx5sig_memo_domain *memo,
					   const struct mlx5sig_sig_block_domain *domain)
{
	struct mlx5sig_sig_block_domain counts;
	struct mlx5sig_sig_t10dif dif_counts;
	struct mlx5sig_sig_crc crc_counts;

	if (!domain)
		return;
	memset(&counts, 0, sizeof(counts));
	MLX5SIG_MEMO_COUNTS(counts.sig_type);
	MLX5SIG_MEMO_COUNTS(counts.block_size);
	MLX5SIG_MEMO_COUNTS(counts.comp_mask);
	mlx5sig_memo_put(&memo->domain, domain, &counts, sizeof(counts));
	memo->is_t10dif = domain->sig_type == MLX5SIG_SIG_TYPE_T10DIF;
	if (memo->is_t10dif) {
		memset(&dif_counts, 0, sizeof(dif_counts));
		MLX5SIG_MEMO_COUNTS(dif_counts.bg_type);
		MLX5SIG_MEMO_COUNTS(dif_counts.bg);
		MLX5SIG_MEMO_COUNTS(dif_counts.flags);
		mlx5sig_memo_put(&memo->sig, domain->sig.dif, &dif_counts, sizeof(dif_counts));
	} else {
		memset(&crc_counts, 0, sizeof(crc_counts));
		MLX5SIG_MEMO_COUNTS(crc_counts.type);
		MLX5SIG_MEMO_COUNTS(crc_counts.seed);
		mlx5sig_memo_put(&memo->sig, domain->sig.crc, &crc_counts, sizeof(crc_counts));
	}
}

/* Makes the image of other attributes; the errors of mlx5sig_sig_image_make(). */
static inline int mlx5sig_memo_make(struct mlx5sig_sig_memo *memo,
				    const struct mlx5sig_sig_block_attr *attr,
				    const struct mlx5sig_sig_tables *tables)
{
	struct mlx5sig_sig_block_attr counts;
	int err;

	memo->on = 0;
	err = mlx5sig_sig_image_make(&memo->image, attr, tables);
	if (err)
		return err;
	memset(&counts, 0, sizeof(counts));
	MLX5SIG_MEMO_COUNTS(counts.flags);
	MLX5SIG_MEMO_COUNTS(counts.check_mask);
	MLX5SIG_MEMO_COUNTS(counts.copy_mask);
	MLX5SIG_MEMO_COUNTS(counts.comp_mask);
	mlx5sig_memo_put(&memo->attr, (const char *)attr + MLX5SIG_MEMO_ATTR_AT,
			 (const char *)&counts + MLX5SIG_MEMO_ATTR_AT, MLX5SIG_MEMO_ATTR_BYTES);
	mlx5sig_memo_put_domain(&memo->wire, attr->wire);
	mlx5sig_memo_put_domain(&memo->mem, attr->mem);
	memo->on = (attr->wire ? MLX5SIG_WAY_WIRE : 0) | (attr->mem ? MLX5SIG_WAY_MEM : 0);
	return 0;
}

#undef MLX5SIG_MEMO_COUNTS

#endif
