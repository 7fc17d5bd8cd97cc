// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Signature codes of data while they are copied: in one pass if the processor has VPCLMULQDQ and
 * AVX-512. A chunk of 512 bytes is then 32 lanes of 16 bytes. Its remainder is the sum of all
 * halves of lanes, each multiplied by the power of x that corresponds to its distance from the end.
 * None of these products depends on another one, unlike in a chain. On other processors the code is
 * computed first, and the data are copied from the cache.
 *
 * The arithmetic is from Intel, "Fast CRC Computation for Generic Polynomials Using PCLMULQDQ
 * Instruction", 2009.
 */
#include <endian.h>
#include <string.h>

#include "nic/signature/sig.h"

#if defined(__x86_64__) && !defined(SM_CRC_COPY_PLAIN)	/* a test compiles the plain version */

#include <immintrin.h>
#include <pthread.h>

#define SM_CHUNK 512u
#define SM_CHUNK_BITS (8 * (int)SM_CHUNK)
#define SM_VECTOR 64u
#define SM_VECTORS (SM_CHUNK / SM_VECTOR)
#define SM_AHEAD 2048u	/* distance of prefetches */
#define SM_TURN_BITS UINT64_C(0x8040201008040201)	/* bit i of a byte becomes bit 7 - i */
#define SM_WIDE __attribute__((target( \
	"avx512f,avx512bw,avx512dq,avx512vl,vpclmulqdq,pclmul,gfni,sse4.2,prfchw")))
#define SM_WIDE_INLINE static inline SM_WIDE __attribute__((always_inline))

/*
 * Multipliers of the lower and the upper half of each lane: powers of x modulo the polynomial,
 * reflected like the data, and one lower, since the product of reflected numbers is shifted by one
 * bit.
 */
struct sm_fold {
	_Alignas(SM_VECTOR) uint64_t lane[SM_VECTORS][8];
	uint64_t chunk[8];	/* for the remainder of all chunks before */
};

/* The last step of T10-DIF: x^64 modulo the polynomial, and x^64 divided by it. */
struct sm_barrett {
	uint64_t top, quotient;
};

#define SM_T10DIF_POLYNOMIAL UINT64_C(0x18bb7)
#define SM_T10DIF_WIDTH 16u
#define SM_CRC32C_POLYNOMIAL UINT64_C(0x11edc6f41)
#define SM_CRC32C_WIDTH 32u

static struct {
	pthread_once_t once;
	bool is_wide;
	struct sm_fold t10dif, crc32c;
	struct sm_barrett barrett;
} sm_folds = { .once = PTHREAD_ONCE_INIT };

/* x^n modulo a polynomial. @n is at least -1. */
static uint64_t sm_power(int n, uint64_t polynomial, unsigned int width)
{
	uint64_t power = 1;

	if (n < 0)
		return polynomial >> 1;	/* of (polynomial + 1) / x */
	while (n--) {
		power <<= 1;
		if (power >> width)
			power ^= polynomial;
	}
	return power;
}

static uint64_t sm_reflect(uint64_t value)
{
	uint64_t reflected = 0;

	for (unsigned int bit = 0; bit < 64; bit++)
		reflected |= (value >> bit & 1) << (63 - bit);
	return reflected;
}

/* All chunks are also multiplied by x^@shift. */
static void sm_fold_fill(struct sm_fold *fold, uint64_t polynomial, unsigned int width, int shift)
{
	for (int half = 0; half < (int)SM_VECTORS * 8; half++) {
		const int behind = SM_CHUNK_BITS - 64 * (half + 1) + shift;
		const int behind_chunk = SM_CHUNK_BITS + 64 * (1 - half % 2);

		fold->lane[half / 8][half % 8] = sm_reflect(
			sm_power(behind - 1, polynomial, width));
		fold->chunk[half % 8] = sm_reflect(sm_power(behind_chunk - 1, polynomial, width));
	}
}

static void sm_barrett_fill(struct sm_barrett *barrett)
{
	barrett->top = 1;
	for (unsigned int bit = 0; bit < 64; bit++) {
		const uint64_t digit = barrett->top >> (SM_T10DIF_WIDTH - 1);

		barrett->quotient = barrett->quotient << 1 | digit;
		barrett->top = barrett->top << 1 ^ (digit ? SM_T10DIF_POLYNOMIAL : 0);
	}
}

static void sm_folds_fill(void)
{
	sm_folds.is_wide = __builtin_cpu_supports("avx512f") &&
			   __builtin_cpu_supports("avx512bw") &&
			   __builtin_cpu_supports("avx512dq") &&
			   __builtin_cpu_supports("avx512vl") &&
			   __builtin_cpu_supports("vpclmulqdq") &&
			   __builtin_cpu_supports("pclmul") && __builtin_cpu_supports("gfni") &&
			   __builtin_cpu_supports("sse4.2");
	sm_fold_fill(&sm_folds.t10dif, SM_T10DIF_POLYNOMIAL, SM_T10DIF_WIDTH, SM_T10DIF_WIDTH);
	sm_fold_fill(&sm_folds.crc32c, SM_CRC32C_POLYNOMIAL, SM_CRC32C_WIDTH, 0);
	sm_barrett_fill(&sm_folds.barrett);
}

static bool sm_is_wide(void)
{
	pthread_once(&sm_folds.once, sm_folds_fill);
	return sm_folds.is_wide;
}

/*
 * The multipliers in registers. They are loaded once: as far as the compiler knows, any store of
 * data may change those in memory.
 */
struct sm_wide {
	__m512i lane[SM_VECTORS], chunk;
	__m128i barrett;
};

SM_WIDE_INLINE struct sm_wide sm_wide_load(const struct sm_fold *fold)
{
	struct sm_wide wide = {
		.chunk = _mm512_loadu_si512(fold->chunk),
		.barrett = _mm_loadu_si128((const void *)&sm_folds.barrett),
	};

#pragma GCC unroll 8
	for (unsigned int v = 0; v < SM_VECTORS; v++)
		wide.lane[v] = _mm512_load_si512(fold->lane[v]);
	return wide;
}

/*
 * Position of a pass over blocks, the step to the next block, and the distance of its prefetches.
 */
struct sm_walk {
	uint8_t *to;
	const uint8_t *from;
	ptrdiff_t to_step, from_step, to_ahead, from_ahead;
	unsigned int block, block_step;
};

/* A backward pass reads each block forward, so it prefetches the same place of an earlier block. */
static ptrdiff_t sm_ahead(size_t step, bool is_backward)
{
	const size_t blocks = (SM_AHEAD + step - 1) / step;

	return is_backward ? -(ptrdiff_t)(blocks * step) : (ptrdiff_t)SM_AHEAD;
}

static struct sm_walk sm_walk_begin(const struct sm_blocks *blocks)
{
	const bool is_backward = blocks->is_backward;
	const unsigned int first = is_backward ? blocks->n - 1 : 0;
	const ptrdiff_t to_step = (ptrdiff_t)blocks->to_step;
	const ptrdiff_t from_step = (ptrdiff_t)blocks->from_step;

	return (struct sm_walk){
		.to = blocks->to + first * blocks->to_step,
		.from = blocks->from + first * blocks->from_step,
		.to_step = is_backward ? -to_step : to_step,
		.from_step = is_backward ? -from_step : from_step,
		.to_ahead = sm_ahead(blocks->to_step, is_backward),
		.from_ahead = sm_ahead(blocks->from_step, is_backward),
		.block = first,
		.block_step = is_backward ? -1u : 1u,
	};
}

static inline void sm_walk_next(struct sm_walk *walk)
{
	walk->to += walk->to_step;
	walk->from += walk->from_step;
	walk->block += walk->block_step;
}

/* @sum and the products of both halves of all lanes of @data. */
SM_WIDE_INLINE __m512i sm_fold_add(__m512i sum, __m512i data, __m512i by)
{
	return _mm512_ternarylogic_epi64(sum, _mm512_clmulepi64_epi128(data, by, 0x00),
					 _mm512_clmulepi64_epi128(data, by, 0x11), 0x96);
}

/*
 * T10-DIF has the bits of each byte in the opposite order of a reflected code. They are reversed by
 * GFNI, whose execution unit is idle here, unlike the one that shuffles bytes.
 */
SM_WIDE_INLINE __m512i sm_fold_order(__m512i data, bool is_t10dif)
{
	const __m512i turn = _mm512_set1_epi64((long long)SM_TURN_BITS);

	return is_t10dif ? _mm512_gf2p8affine_epi64_epi8(data, turn, 0) : data;
}

/*
 * Copies chunk @i of a block; gives four lanes whose sum has its remainder. @seed is added to the
 * first bytes. All loads precede all stores: a load waits for earlier stores whose addresses have
 * the same lower twelve bits.
 */
SM_WIDE_INLINE __m512i sm_fold_chunk(const struct sm_wide *wide, bool is_t10dif, __m512i seed,
				     const struct sm_walk *walk, size_t i)
{
	const uint8_t *from = walk->from + i * SM_CHUNK;
	uint8_t *to = walk->to + i * SM_CHUNK;
	__m512i sum[2] = { _mm512_setzero_si512(), _mm512_setzero_si512() };
	__m512i data[SM_VECTORS];

	/* The source is not needed again, the destination is: it stays in the cache. */
#pragma GCC unroll 8
	for (unsigned int v = 0; v < SM_VECTORS; v++) {
		data[v] = _mm512_loadu_si512(from + SM_VECTOR * v);
		_mm_prefetch((const char *)from + SM_VECTOR * v + walk->from_ahead, _MM_HINT_NTA);
		_mm_prefetch((const char *)to + SM_VECTOR * v + walk->to_ahead, _MM_HINT_ET0);
	}
#pragma GCC unroll 8
	for (unsigned int v = 0; v < SM_VECTORS; v++)
		_mm512_storeu_si512(to + SM_VECTOR * v, data[v]);
#pragma GCC unroll 8
	for (unsigned int v = 0; v < SM_VECTORS; v++) {
		if (!v)
			data[v] = _mm512_xor_si512(data[v], seed);
		sum[v % 2] = sm_fold_add(sum[v % 2], sm_fold_order(data[v], is_t10dif),
					 wide->lane[v]);
	}
	return _mm512_xor_si512(sum[0], sum[1]);
}

/* Copies one or more chunks. Gives 16 bytes that have the same remainder as all of them. */
SM_WIDE_INLINE __m128i sm_fold_chunks(const struct sm_wide *wide, bool is_t10dif, __m512i seed,
				      const struct sm_walk *walk, size_t chunks)
{
	__m512i left = sm_fold_chunk(wide, is_t10dif, seed, walk, 0);
	__m256i two;

	for (size_t i = 1; i < chunks; i++)
		left = sm_fold_add(sm_fold_chunk(wide, is_t10dif, _mm512_setzero_si512(), walk, i),
				   left, wide->chunk);
	two = _mm256_xor_si256(_mm512_castsi512_si256(left), _mm512_extracti64x4_epi64(left, 1));
	return _mm_xor_si128(_mm256_castsi256_si128(two), _mm256_extracti128_si256(two, 1));
}

/* The register is in the lowest 16 bits; the higher ones have no meaning. */
SM_WIDE_INLINE __m128i sm_wide_t10dif(const struct sm_wide *wide, uint16_t seed,
				      const struct sm_walk *walk, size_t chunks)
{
	const __m128i reversed = _mm_set_epi64x(0x0001020304050607, 0x08090a0b0c0d0e0f);
	const __m128i turn = _mm_set1_epi64x((long long)SM_TURN_BITS);
	const __m128i polynomial = _mm_cvtsi64_si128((long long)SM_T10DIF_POLYNOMIAL);
	const __m512i first = _mm512_zextsi128_si512(_mm_cvtsi32_si128(htobe16(seed)));
	__m128i sum = sm_fold_chunks(wide, true, first, walk, chunks), quotient;

	sum = _mm_shuffle_epi8(_mm_gf2p8affine_epi64_epi8(sum, turn, 0), reversed);
	/* 80 bits become 64, and these lose their multiples of the polynomial (Barrett). */
	sum = _mm_xor_si128(_mm_clmulepi64_si128(sum, wide->barrett, 0x01), sum);
	quotient = _mm_clmulepi64_si128(_mm_srli_epi64(sum, SM_T10DIF_WIDTH), wide->barrett, 0x10);
	quotient = _mm_srli_si128(quotient, (64 - SM_T10DIF_WIDTH) / 8);
	return _mm_xor_si128(sum, _mm_clmulepi64_si128(quotient, polynomial, 0x00));
}

SM_WIDE_INLINE uint32_t sm_wide_crc32c(const struct sm_wide *wide, uint32_t seed,
				       const struct sm_walk *walk, size_t chunks)
{
	const __m512i first = _mm512_zextsi128_si512(_mm_cvtsi32_si128((int)seed));
	const __m128i sum = sm_fold_chunks(wide, false, first, walk, chunks);
	const uint64_t reg = _mm_crc32_u64(0, (uint64_t)_mm_cvtsi128_si64(sum));

	return (uint32_t)_mm_crc32_u64(reg, (uint64_t)_mm_extract_epi64(sum, 1));
}

/*
 * Tags of the next block of the pass, and their increments: the reference tag does not carry into
 * the application tag.
 */
struct sm_wide_tags {
	__m128i next, step;
};

SM_WIDE_INLINE struct sm_wide_tags sm_wide_tags(uint64_t tags, uint32_t step,
						const struct sm_blocks *blocks)
{
	const uint32_t skipped = blocks->is_backward ? step * (blocks->n - 1) : 0;

	return (struct sm_wide_tags){
		.next = _mm_add_epi32(_mm_cvtsi64_si128((long long)tags),
				      _mm_cvtsi32_si128((int)skipped)),
		.step = _mm_cvtsi32_si128((int)(blocks->is_backward ? -step : step)),
	};
}

/* The signature as it is in memory. */
SM_WIDE_INLINE __m128i sm_wide_image(__m128i reg, struct sm_wide_tags *tags)
{
	const __m128i reversed = _mm_set_epi64x(-1, 0x0001020304050607);
	const __m128i number = _mm_or_si128(_mm_slli_epi64(reg, 48), tags->next);

	tags->next = _mm_add_epi32(tags->next, tags->step);
	return _mm_shuffle_epi8(number, reversed);
}

/* Registers of signatures that are only written need not be returned. */
SM_WIDE_INLINE bool sm_wide_gives(bool reads, bool writes)
{
	return reads || !writes;
}

/* Each of these has constants for what it does with signatures. */
SM_WIDE_INLINE void sm_wide_t10dif_each(uint64_t *regs, const struct sm_blocks *all,
					struct sm_ends *ends, bool reads, bool writes)
{
	const struct sm_blocks blocks = *all;	/* *all may change, to the compiler */
	const struct sm_wide wide = sm_wide_load(&sm_folds.t10dif);
	struct sm_walk at = sm_walk_begin(&blocks);
	struct sm_wide_tags read = sm_wide_tags(ends->read_tags, ends->read_step, &blocks);
	struct sm_wide_tags write = sm_wide_tags(ends->write_tags, ends->write_step, &blocks);
	const __m128i copies = _mm_cvtsi64_si128((long long)ends->copies);
	__m128i differ = _mm_setzero_si128(), found = differ;

	for (unsigned int left = blocks.n; left; left--, sm_walk_next(&at)) {
		const __m128i reg = sm_wide_t10dif(&wide, (uint16_t)blocks.seed, &at,
						   blocks.len / SM_CHUNK);

		if (sm_wide_gives(reads, writes))
			_mm_storel_epi64((void *)(regs + at.block),
					 _mm_and_si128(reg, _mm_cvtsi32_si128(UINT16_MAX)));
		if (reads) {
			found = _mm_loadl_epi64((const void *)(at.from + blocks.len));
			differ = _mm_or_si128(differ,
					      _mm_xor_si128(found, sm_wide_image(reg, &read)));
		}
		if (writes) {
			__m128i image = sm_wide_image(reg, &write);

			if (reads)
				image = _mm_or_si128(_mm_and_si128(copies, found),
						     _mm_andnot_si128(copies, image));
			_mm_storel_epi64((void *)(at.to + blocks.len), image);
		}
	}
	ends->differ = (uint64_t)_mm_cvtsi128_si64(differ);
}

SM_WIDE_INLINE void sm_wide_crc32c_each(uint64_t *regs, const struct sm_blocks *all,
					struct sm_ends *ends, bool reads, bool writes)
{
	const struct sm_blocks blocks = *all;
	const struct sm_wide wide = sm_wide_load(&sm_folds.crc32c);
	const uint32_t copies = (uint32_t)ends->copies;
	struct sm_walk at = sm_walk_begin(&blocks);
	uint32_t differ = 0;

	for (unsigned int left = blocks.n; left; left--, sm_walk_next(&at)) {
		const uint32_t reg = sm_wide_crc32c(&wide, (uint32_t)blocks.seed, &at,
						    blocks.len / SM_CHUNK);
		uint32_t image = ~reg, found;

		if (sm_wide_gives(reads, writes))
			regs[at.block] = reg;
		if (reads) {
			memcpy(&found, at.from + blocks.len, sizeof(found));
			differ |= found ^ image;
			image = (image & ~copies) | (found & copies);
		}
		if (writes)
			memcpy(at.to + blocks.len, &image, sizeof(image));
	}
	ends->differ = differ;
}

static SM_WIDE void sm_wide_t10dif_blocks(uint64_t *regs, const struct sm_blocks *blocks,
					  struct sm_ends *ends)
{
	if (ends->reads && ends->writes)
		sm_wide_t10dif_each(regs, blocks, ends, true, true);
	else if (ends->reads)
		sm_wide_t10dif_each(regs, blocks, ends, true, false);
	else if (ends->writes)
		sm_wide_t10dif_each(regs, blocks, ends, false, true);
	else
		sm_wide_t10dif_each(regs, blocks, ends, false, false);
}

static SM_WIDE void sm_wide_crc32c_blocks(uint64_t *regs, const struct sm_blocks *blocks,
					  struct sm_ends *ends)
{
	if (ends->reads && ends->writes)
		sm_wide_crc32c_each(regs, blocks, ends, true, true);
	else if (ends->reads)
		sm_wide_crc32c_each(regs, blocks, ends, true, false);
	else if (ends->writes)
		sm_wide_crc32c_each(regs, blocks, ends, false, true);
	else
		sm_wide_crc32c_each(regs, blocks, ends, false, false);
}

/*
 * Processes the whole chunks of each block in one pass; gives the number of bytes of each block.
 * Signatures are processed only if the whole block is.
 */
static size_t sm_wide_blocks(uint64_t *regs, const struct sm_blocks *blocks, struct sm_ends *ends,
			     bool is_t10dif)
{
	struct sm_ends none = {0};

	if (blocks->len < SM_CHUNK || sm_blocks_overlap(blocks, blocks->n) || !sm_is_wide())
		return 0;
	if (!ends || blocks->len % SM_CHUNK) {
		if (blocks->is_backward)
			return 0;
		ends = &none;
	}
	if (is_t10dif)
		sm_wide_t10dif_blocks(regs, blocks, ends);
	else
		sm_wide_crc32c_blocks(regs, blocks, ends);
	return blocks->len / SM_CHUNK * SM_CHUNK;
}

#else

static size_t sm_wide_blocks(uint64_t *regs, const struct sm_blocks *blocks, struct sm_ends *ends,
			     bool is_t10dif)
{
	(void)regs;
	(void)blocks;
	(void)ends;
	(void)is_t10dif;
	return 0;
}

#endif

bool sm_crc16_t10dif_blocks(uint64_t *regs, const struct sm_blocks *blocks, struct sm_ends *ends)
{
	const size_t done = sm_wide_blocks(regs, blocks, ends, true);

	if (!done && blocks->is_backward)
		return false;
	for (unsigned int i = 0; i < blocks->n && done < blocks->len; i++) {
		const uint8_t *from = blocks->from + i * blocks->from_step + done;
		const uint64_t reg = done ? regs[i] : blocks->seed;

		regs[i] = sm_crc16_t10dif((uint16_t)reg, from, blocks->len - done);
		memmove(blocks->to + i * blocks->to_step + done, from, blocks->len - done);
	}
	return ends && done == blocks->len;
}

bool sm_crc32c_blocks(uint64_t *regs, const struct sm_blocks *blocks, struct sm_ends *ends)
{
	const size_t done = sm_wide_blocks(regs, blocks, ends, false);

	if (!done && blocks->is_backward)
		return false;
	for (unsigned int i = 0; i < blocks->n && done < blocks->len; i++) {
		const uint8_t *from = blocks->from + i * blocks->from_step + done;
		const uint64_t reg = done ? regs[i] : blocks->seed;

		regs[i] = sm_crc32c((uint32_t)reg, from, blocks->len - done);
		memmove(blocks->to + i * blocks->to_step + done, from, blocks->len - done);
	}
	return ends && done == blocks->len;
}
