// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Kernels of the signature codes. Every function takes and returns the bare register, so that a
 * block can be processed in pieces; sig_block.c has the seeds and final inversions.
 */
#include <endian.h>
#include <isa-l.h>
#include <pthread.h>
#include <string.h>

#include "nic/signature/sig.h"

/*
 * ISA-L's AVX kernels leave the upper halves of vector registers in use, which slows down every SSE
 * instruction after them: a mere "= {0}" took a hundred nanoseconds.
 */
static void sm_vectors_done(void)
{
#ifdef __x86_64__
	if (__builtin_cpu_supports("avx"))
		__asm__ volatile("vzeroupper" : : : "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5",
				 "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12",
				 "xmm13", "xmm14", "xmm15");
#endif
}

uint16_t sm_crc16_t10dif(uint16_t seed, const void *data, size_t len)
{
	uint16_t reg = crc16_t10dif(seed, data, len);

	sm_vectors_done();
	return reg;
}

/* ISA-L inverts the register at both ends, which is undone here. */
uint32_t sm_crc32_ieee(uint32_t seed, const void *data, size_t len)
{
	uint32_t reg = ~crc32_ieee(~seed, data, len);

	sm_vectors_done();
	return reg;
}

uint32_t sm_crc32_zlib(uint32_t crc, const void *data, size_t len)
{
	crc = crc32_gzip_refl(crc, data, len);
	sm_vectors_done();
	return crc;
}

/* ISA-L takes an int for the length. */
uint32_t sm_crc32c(uint32_t seed, const void *data, size_t len)
{
	const size_t most = 1 << 30;

	while (len) {
		int part = (int)(len < most ? len : most);

		seed = crc32_iscsi((unsigned char *)(uintptr_t)data, part, seed);
		data = (const char *)data + part;
		len -= (size_t)part;
	}
	sm_vectors_done();
	return seed;
}

/*
 * CRC-64/NVME, which ISA-L 2.30 does not have: sixteen tables, sixteen bytes per step. Entry [n][b]
 * is the effect of byte b on the register when n more bytes follow.
 */
#define SM_XP10_REFLECTED UINT64_C(0x9a6c9329ac4bc9b5)
#define SM_XP10_STEP 16u

static uint64_t sm_xp10[SM_XP10_STEP][256];

static void sm_xp10_fill(void)
{
	for (unsigned int byte = 0; byte < 256; byte++) {
		uint64_t reg = byte;

		for (unsigned int bit = 0; bit < 8; bit++)
			reg = reg >> 1 ^ (reg & 1 ? SM_XP10_REFLECTED : 0);
		sm_xp10[0][byte] = reg;
	}
	for (unsigned int n = 1; n < SM_XP10_STEP; n++)
		for (unsigned int byte = 0; byte < 256; byte++) {
			uint64_t before = sm_xp10[n - 1][byte];

			sm_xp10[n][byte] = before >> 8 ^ sm_xp10[0][before & 0xff];
		}
}

/* Eight bytes, as a little-endian number; @table is that of the last one. */
static uint64_t sm_xp10_eight(uint64_t eight, uint64_t table[8][256])
{
	return table[7][eight & 0xff] ^ table[6][eight >> 8 & 0xff] ^
	       table[5][eight >> 16 & 0xff] ^ table[4][eight >> 24 & 0xff] ^
	       table[3][eight >> 32 & 0xff] ^ table[2][eight >> 40 & 0xff] ^
	       table[1][eight >> 48 & 0xff] ^ table[0][eight >> 56];
}

uint64_t sm_crc64_xp10(uint64_t seed, const void *data, size_t len)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	const uint8_t *byte = data;
	uint64_t reg = seed;

	pthread_once(&once, sm_xp10_fill);
	for (; len >= SM_XP10_STEP; len -= SM_XP10_STEP, byte += SM_XP10_STEP) {
		uint64_t two[2];

		memcpy(two, byte, sizeof(two));
		reg = sm_xp10_eight(le64toh(two[0]) ^ reg, sm_xp10 + 8) ^
		      sm_xp10_eight(le64toh(two[1]), sm_xp10);
	}
	for (; len; len--, byte++)
		reg = reg >> 8 ^ sm_xp10[0][(reg ^ *byte) & 0xff];
	return reg;
}

static uint16_t sm_fold(uint64_t sum)
{
	while (sum >> 16)
		sum = (sum & 0xffff) + (sum >> 16);
	return (uint16_t)sum;
}

/* Sum of big-endian 16-bit words; a last single byte is the upper half of a word. */
static uint64_t sm_sum_words(const uint8_t *byte, size_t len)
{
	uint64_t sum = 0;

	/*
	 * The byte order does not matter to a ones' complement sum until the end: native words are
	 * added.
	 */
	for (; len >= 4; len -= 4, byte += 4) {
		uint32_t word;

		memcpy(&word, byte, sizeof(word));
		sum += word;
	}
	sum = be16toh(sm_fold(sum));
	if (len >= 2)
		sum += (uint64_t)(byte[0] << 8 | byte[1]);
	if (len & 1)
		sum += (uint64_t)(byte[len - 1] << 8);
	return sum;
}

uint16_t sm_ipcs(uint16_t sum, bool is_odd, const void *data, size_t len)
{
	const uint8_t *byte = data;
	uint64_t total = sum;

	if (is_odd && len) {
		total += *byte++;
		len--;
	}
	return sm_fold(total + sm_sum_words(byte, len));
}
