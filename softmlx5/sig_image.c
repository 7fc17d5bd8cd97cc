// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Images of the signatures of many blocks: eight at a time, where the processor has AVX-512 and there is a code
 * that is in frequent use.
 */
#include "sig_private.h"

#if defined(__x86_64__) && !defined(SM_CODES_PLAIN)	/* a test wants the other way */

#include <immintrin.h>

#define SM_WIDE __attribute__((target("avx512f,avx512bw")))
#define SM_LANES 8u

/* Lower halves of lanes. */
#define SM_LOWER 0x5555

static SM_WIDE void sm_wide_t10dif(const struct sm_sig_block *next, const uint64_t *regs,
				   uint64_t *images, unsigned int n)
{
	const struct sm_sig_domain *domain = next->domain;
	const int step = domain->inc_ref_tag;
	const int first = (int)(domain->ref_tag + (uint32_t)step * (uint32_t)next->index);
	const __m512i lane = _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0);
	const __m512i steps = _mm512_maskz_set1_epi32(SM_LOWER, step * (int)SM_LANES);
	const __m512i app_tag = _mm512_set1_epi64((long long)((uint64_t)domain->app_tag << 32));
	const __m512i reversed = _mm512_broadcast_i32x4(_mm_set_epi64x(0x08090a0b0c0d0e0f,
								       0x0001020304050607));
	__m512i ref_tag = _mm512_add_epi32(_mm512_maskz_set1_epi32(SM_LOWER, first),
					   _mm512_maskz_mov_epi64(step ? 0xff : 0, lane));

	for (unsigned int i = 0; i < n; i += SM_LANES) {
		const __m512i guard = _mm512_slli_epi64(_mm512_loadu_si512(regs + i), 48);
		const __m512i all = _mm512_or_si512(_mm512_or_si512(guard, app_tag), ref_tag);

		_mm512_storeu_si512(images + i, _mm512_shuffle_epi8(all, reversed));
		ref_tag = _mm512_add_epi32(ref_tag, steps);
	}
}

static SM_WIDE void sm_wide_crc32c(const uint64_t *regs, uint64_t *images, unsigned int n)
{
	const __m512i ones = _mm512_set1_epi64(UINT32_MAX);

	for (unsigned int i = 0; i < n; i += SM_LANES)
		_mm512_storeu_si512(images + i,
				    _mm512_andnot_si512(_mm512_loadu_si512(regs + i), ones));
}

/* Gives how many are done. */
static unsigned int sm_wide_images(const struct sm_sig_block *next, const uint64_t *regs,
				   uint64_t *images, unsigned int n)
{
	const struct sm_sig_domain *domain = next->domain;

	n -= n % SM_LANES;
	if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512bw"))
		return 0;
	if (domain->type == PRM_BFS_T10DIF && !domain->is_checksum)
		sm_wide_t10dif(next, regs, images, n);
	else if (domain->type == PRM_BFS_CRC32C)
		sm_wide_crc32c(regs, images, n);
	else
		return 0;
	return n;
}

#else

static unsigned int sm_wide_images(const struct sm_sig_block *next, const uint64_t *regs,
				   uint64_t *images, unsigned int n)
{
	(void)next;
	(void)regs;
	(void)images;
	(void)n;
	return 0;
}

#endif

void sm_sig_images(const struct sm_sig_block *next, const uint64_t *regs, uint64_t *images,
		   unsigned int n)
{
	struct sm_sig_block block = *next;
	unsigned int i = sm_wide_images(next, regs, images, n);

	for (block.index += i; i < n; i++, block.index++) {
		block.reg = regs[i];
		images[i] = sm_sig_block_make(&block);
	}
}
