/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Types and helpers that the layout headers share.
 * Made by prmc 1. Do not edit: `ninja regen`.
 */
#ifndef PRM_BASE_H
#define PRM_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Debug builds stop at a value that does not fit its field; NDEBUG cuts it to the field. */
#ifndef PRM_ASSERT
#include <assert.h>
#define PRM_ASSERT(condition) assert(condition)
#endif

#if defined(__cplusplus) || (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 202311L)
#define PRM_STATIC_ASSERT(condition, text) static_assert(condition, text)
#else
#define PRM_STATIC_ASSERT(condition, text) __extension__ _Static_assert(condition, text)
#endif

#define PRM_ASSERT_SIZE(type, bytes) \
	PRM_STATIC_ASSERT(sizeof(struct type) == (bytes), "size of struct " #type)
#define PRM_ASSERT_OFFSET(type, member, bytes) \
	PRM_STATIC_ASSERT(offsetof(struct type, member) == (bytes), \
			   "offset of " #member " in struct " #type)

/* What packs and unpacks: with some of the fields constant, or not used, little of it is left. */
#define PRM_ALWAYS_INLINE inline __attribute__((always_inline))

/* Big-endian numbers. Structures, so that no one takes them for numbers of the host. */
typedef struct { uint16_t be; } prm_be16;
typedef struct { uint32_t be; } prm_be32;
typedef struct { uint64_t be; } prm_be64;

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define PRM_SWAP16(v) __builtin_bswap16(v)
#define PRM_SWAP32(v) __builtin_bswap32(v)
#define PRM_SWAP64(v) __builtin_bswap64(v)
#else
#define PRM_SWAP16(v) ((uint16_t)(v))
#define PRM_SWAP32(v) ((uint32_t)(v))
#define PRM_SWAP64(v) ((uint64_t)(v))
#endif

static inline prm_be16 prm_cpu_to_be16(uint16_t v)
{
	prm_be16 be = { PRM_SWAP16(v) };

	return be;
}

static inline uint16_t prm_be16_to_cpu(prm_be16 v)
{
	return PRM_SWAP16(v.be);
}

/* The bits of @mask taken from @bits, the others from @old. */
static inline prm_be16 prm_be16_replace(prm_be16 old, uint16_t mask, uint16_t bits)
{
	prm_be16 be = { (uint16_t)((old.be & PRM_SWAP16((uint16_t)~mask)) |
			    PRM_SWAP16((uint16_t)(bits & mask))) };

	return be;
}

static inline void prm_store16(void *p, size_t offset, uint16_t v)
{
	v = PRM_SWAP16(v);
	memcpy((uint8_t *)p + offset, &v, sizeof(v));
}

static inline uint16_t prm_load16(const void *p, size_t offset)
{
	uint16_t v;

	memcpy(&v, (const uint8_t *)p + offset, sizeof(v));
	return PRM_SWAP16(v);
}

static inline prm_be32 prm_cpu_to_be32(uint32_t v)
{
	prm_be32 be = { PRM_SWAP32(v) };

	return be;
}

static inline uint32_t prm_be32_to_cpu(prm_be32 v)
{
	return PRM_SWAP32(v.be);
}

/* The bits of @mask taken from @bits, the others from @old. */
static inline prm_be32 prm_be32_replace(prm_be32 old, uint32_t mask, uint32_t bits)
{
	prm_be32 be = { (uint32_t)((old.be & PRM_SWAP32((uint32_t)~mask)) |
			    PRM_SWAP32((uint32_t)(bits & mask))) };

	return be;
}

static inline void prm_store32(void *p, size_t offset, uint32_t v)
{
	v = PRM_SWAP32(v);
	memcpy((uint8_t *)p + offset, &v, sizeof(v));
}

static inline uint32_t prm_load32(const void *p, size_t offset)
{
	uint32_t v;

	memcpy(&v, (const uint8_t *)p + offset, sizeof(v));
	return PRM_SWAP32(v);
}

static inline prm_be64 prm_cpu_to_be64(uint64_t v)
{
	prm_be64 be = { PRM_SWAP64(v) };

	return be;
}

static inline uint64_t prm_be64_to_cpu(prm_be64 v)
{
	return PRM_SWAP64(v.be);
}

/* The bits of @mask taken from @bits, the others from @old. */
static inline prm_be64 prm_be64_replace(prm_be64 old, uint64_t mask, uint64_t bits)
{
	prm_be64 be = { (uint64_t)((old.be & PRM_SWAP64((uint64_t)~mask)) |
			    PRM_SWAP64((uint64_t)(bits & mask))) };

	return be;
}

static inline void prm_store64(void *p, size_t offset, uint64_t v)
{
	v = PRM_SWAP64(v);
	memcpy((uint8_t *)p + offset, &v, sizeof(v));
}

static inline uint64_t prm_load64(const void *p, size_t offset)
{
	uint64_t v;

	memcpy(&v, (const uint8_t *)p + offset, sizeof(v));
	return PRM_SWAP64(v);
}

static inline uint8_t prm_u8_replace(uint8_t old, uint8_t mask, uint8_t bits)
{
	return (uint8_t)((old & ~mask) | (bits & mask));
}

static inline void prm_store8(void *p, size_t offset, uint8_t v)
{
	((uint8_t *)p)[offset] = v;
}

static inline uint8_t prm_load8(const void *p, size_t offset)
{
	return ((const uint8_t *)p)[offset];
}

/* A constant that does not fit its field is an error of the compiler, where it can see it. */
#if defined(__OPTIMIZE__) && defined(__has_attribute)
#if __has_attribute(error)
void prm_value_does_not_fit_the_field(void)
	__attribute__((error("the value does not fit the field")));
#define PRM_CHECK_WIDTH(v, width)						\
	do {								\
		if (__builtin_constant_p(v) && ((uint64_t)(v) >> (width)))	\
			prm_value_does_not_fit_the_field();			\
		PRM_ASSERT(((uint64_t)(v) >> (width)) == 0);		\
	} while (0)
#endif
#endif
#ifndef PRM_CHECK_WIDTH
#define PRM_CHECK_WIDTH(v, width) PRM_ASSERT(((uint64_t)(v) >> (width)) == 0)
#endif

/* What unpack and check complain about. */
enum prm_complaint_kind {
	PRM_COMPLAINT_RESERVED,	/* reserved bits are set */
	PRM_COMPLAINT_ENUM,	/* a value that the enumeration does not have */
	PRM_COMPLAINT_FLAGS,	/* flags that the set does not have */
	PRM_COMPLAINT_FIXED,	/* another value than the only legal one */
};

struct prm_complaint {
	enum prm_complaint_kind kind;
	uint32_t offset_bits;	/* from the first byte's top bit */
	uint32_t width_bits;
	const char *field;	/* NULL for reserved bits */
	uint64_t value;	/* of the field; for reserved bits the first 64 of them */
};

#define PRM_REPORT_MAX 16

/**
 * struct prm_report - what is wrong with an image
 * @count: number of complaints, also of those that found no room in @list
 * @base: bit offset of the layout under check in the outermost one; 0 at the start
 * @list: the first complaints
 *
 * Start with all zeroes.
 */
struct prm_report {
	unsigned int count;
	uint32_t base;
	struct prm_complaint list[PRM_REPORT_MAX];
};

static inline unsigned int prm_complain(struct prm_report *r, enum prm_complaint_kind kind,
					const char *field, uint32_t offset, uint32_t width,
					uint64_t value)
{
	if (r->count < PRM_REPORT_MAX) {
		struct prm_complaint *c = &r->list[r->count];

		c->kind = kind;
		c->offset_bits = r->base + offset;
		c->width_bits = width;
		c->field = field;
		c->value = value;
	}
	r->count++;
	return 1;
}

/* Any @width bits from bit @offset; of more than 64 the first 64. */
static inline uint64_t prm_bits(const void *p, uint32_t offset, uint32_t width)
{
	uint64_t v = 0;
	uint32_t i;

	for (i = offset; i < offset + (width > 64 ? 64 : width); i++)
		v = v << 1 | (((const uint8_t *)p)[i / 8] >> (7 - i % 8) & 1);
	return v;
}

static inline bool prm_any_bit(const void *p, uint32_t offset, uint32_t width)
{
	const uint8_t *bytes = (const uint8_t *)p;
	uint32_t end = offset + width;

	while (offset < end) {
		uint32_t in_byte = 8 - offset % 8 < end - offset ? 8 - offset % 8 : end - offset;
		uint32_t mask = ((1u << in_byte) - 1) << (8 - offset % 8 - in_byte);

		if (bytes[offset / 8] & mask)
			return true;
		offset += in_byte;
	}
	return false;
}

static inline unsigned int prm_check_reserved(struct prm_report *r, const void *p,
					      uint32_t offset, uint32_t width)
{
	if (!prm_any_bit(p, offset, width))
		return 0;
	return prm_complain(r, PRM_COMPLAINT_RESERVED, NULL, offset, width,
			    prm_bits(p, offset, width));
}

static inline unsigned int prm_check_enum(struct prm_report *r, const char *field, uint32_t offset,
					  uint32_t width, uint64_t value, const char *name)
{
	return name ? 0 : prm_complain(r, PRM_COMPLAINT_ENUM, field, offset, width, value);
}

static inline unsigned int prm_check_flags(struct prm_report *r, const char *field,
					   uint32_t offset, uint32_t width, uint64_t value,
					   uint64_t known)
{
	return value & ~known ?
		prm_complain(r, PRM_COMPLAINT_FLAGS, field, offset, width, value) : 0;
}

static inline unsigned int prm_check_fixed(struct prm_report *r, const char *field,
					   uint32_t offset, uint32_t width, uint64_t value,
					   uint64_t legal)
{
	return value != legal ?
		prm_complain(r, PRM_COMPLAINT_FIXED, field, offset, width, value) : 0;
}

#endif /* PRM_BASE_H */
