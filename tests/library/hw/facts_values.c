// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Asks which signatures a device computes, and for which blocks. */
#include "facts.h"

#define CRC32_POLY 0x04c11db7u
#define CRC32C_POLY_REFLECTED 0x82f63b78u
#define CRC64_POLY_REFLECTED UINT64_C(0x9a6c9329ac4bc9b5)
#define CRC64_POLY UINT64_C(0xad93d23594c93659)

static struct mlx5sig_sig_block_attr on_wire(const struct mlx5sig_sig_block_domain *domain)
{
	return (struct mlx5sig_sig_block_attr) { .wire = domain, .check_mask = 0xff };
}

/*
 * Sends one block of the key, whose signature is computed; returns its address at the peer, or
 * NULL.
 */
static const uint8_t *sign(const char *what, const struct mlx5sig_sig_block_domain *domain,
			   uint32_t block, uint32_t sig_size, const struct patch *patch)
{
	const struct mlx5sig_sig_block_attr attr = on_wire(domain);
	int outcome;

	memset(memory[1], 0, block + sig_size);
	if (configure(what, key, block, &attr, patch))
		return NULL;
	outcome = write_out(0, block + sig_size, 0);
	if (outcome) {
		printf("%s: transfer: %s\n", what, outcome_name(outcome));
		recover();
		return NULL;
	}
	if (memcmp(memory[0], memory[1], block)) {
		printf("%s: the data are not those of the block\n", what);
		return NULL;
	}
	return memory[1] + block;
}

/* Returns whether a signature is this number. */
static bool is_number(const uint8_t *sig, size_t size, uint64_t value, const char **order)
{
	bool is_little = true, is_big = true;
	size_t i;

	for (i = 0; i < size; i++) {
		is_little &= sig[i] == (uint8_t)(value >> 8 * i);
		is_big &= sig[i] == (uint8_t)(value >> 8 * (size - 1 - i));
	}
	*order = is_little ? "least significant byte first" : "most significant byte first";
	return is_little || is_big;
}

void name_crc(const uint8_t *sig, size_t size, const uint8_t *data, size_t length)
{
	const uint64_t ones = size == 8 ? UINT64_MAX : UINT32_MAX;
	static const char *const names[2][2] = { { "CRC32C", "CRC32, not reflected" },
						 { "reflected", "not reflected" } };
	const char *order, *const seeds[] = { "0", "ones" };
	unsigned int i, kind, inverted;

	for (i = 0; i < 8; i++) {
		uint64_t seed = i & 1 ? ones : 0, crc;

		kind = i / 2 & 1;
		inverted = i / 4;
		if (size == 8)
			crc = kind ? crc_normal(64, CRC64_POLY, seed, data, length) :
				     crc_reflected(CRC64_POLY_REFLECTED, seed, data, length);
		else
			crc = kind ? crc_normal(32, CRC32_POLY, seed, data, length) :
				     crc_reflected(CRC32C_POLY_REFLECTED, seed, data, length);
		if (inverted)
			crc ^= ones;
		if (!is_number(sig, size, crc, &order))
			continue;
		printf("%s, seed %s, %sinverted, %s", names[size == 8][kind], seeds[i & 1],
		       inverted ? "" : "not ", order);
		return;
	}
	printf("unknown ");
	show_bytes(sig, size);
}

static void ask_crc(enum mlx5sig_sig_crc_type type, size_t size)
{
	struct mlx5sig_sig_crc crc = { .type = type };
	const struct mlx5sig_sig_block_domain domain = {
		.sig_type = MLX5SIG_SIG_TYPE_CRC, .sig.crc = &crc };
	const char *const names[] = { "seed 0", "seed of ones" };
	const uint8_t *sig;
	unsigned int i;

	fill(memory[0], 512, 1);
	for (i = 0; i < 2; i++) {
		crc.seed = i ? UINT64_MAX : 0;
		sig = sign(names[i], &domain, 512, (uint32_t)size, NULL);
		if (!sig)
			continue;
		printf("%s: ", names[i]);
		name_crc(sig, size, memory[0], 512);
		printf("\n");
	}
}

static void ask_crc64(void)
{
	ask_crc(MLX5SIG_SIG_CRC_TYPE_CRC64_XP10, 8);
}

static void ask_crc32(void)
{
	ask_crc(MLX5SIG_SIG_CRC_TYPE_CRC32, 4);
}

static void ask_crc32c(void)
{
	ask_crc(MLX5SIG_SIG_CRC_TYPE_CRC32C, 4);
}

/* Returns the ones' complement sum of words. */
static uint16_t sum_words(uint16_t seed, const uint8_t *data, size_t size, bool is_big)
{
	uint32_t sum = seed;
	size_t i;

	for (i = 0; i < size; i += 2)
		sum += is_big ? (uint32_t)data[i] << 8 | data[i + 1] :
				(uint32_t)data[i + 1] << 8 | data[i];
	while (sum > UINT16_MAX)
		sum = (sum & UINT16_MAX) + (sum >> 16);
	return (uint16_t)sum;
}

static void name_guard(const uint8_t *guard, const uint8_t *data, size_t size)
{
	const uint16_t found = (uint16_t)(guard[0] << 8 | guard[1]);
	unsigned int i;

	for (i = 0; i < 8; i++) {
		uint16_t seed = i & 1 ? 0xffff : 0, sum = sum_words(seed, data, size, i & 2);

		if ((uint16_t)(i & 4 ? ~sum : sum) != found)
			continue;
		printf("sum of %s words from %s, %sinverted",
		       i & 2 ? "big-endian" : "little-endian", seed ? "0xffff" : "0",
		       i & 4 ? "" : "not ");
		return;
	}
	printf("unknown ");
	show_bytes(guard, 2);
}

static void ask_t10dif(enum mlx5sig_sig_t10dif_bg_type type, bool is_zero)
{
	struct mlx5sig_sig_t10dif dif = { .bg_type = type, .app_tag = 0x1234,
					  .ref_tag = 0x56789abc };
	const struct mlx5sig_sig_block_domain domain = {
		.sig_type = MLX5SIG_SIG_TYPE_T10DIF, .sig.dif = &dif };
	const char *const names[] = { "seed 0", "seed 0xffff" };
	const uint8_t tags[] = { 0x12, 0x34, 0x56, 0x78, 0x9a, 0xbc };
	const uint8_t *sig;
	unsigned int i;

	fill(memory[0], 512, 2);
	if (is_zero)
		memset(memory[0], 0, 512);
	for (i = 0; i < 2; i++) {
		dif.bg = i ? 0xffff : 0;
		sig = sign(names[i], &domain, 512, 8, NULL);
		if (!sig)
			continue;
		printf("%s%s: ", is_zero ? "zeros, " : "", names[i]);
		if (is_zero)
			show_bytes(sig, 2);
		else if (type == MLX5SIG_SIG_T10DIF_CSUM)
			name_guard(sig, memory[0], 512);
		else
			printf("%s", (sig[0] << 8 | sig[1]) == t10dif_crc(dif.bg, memory[0], 512) ?
			       "CRC of T10, most significant byte first" : "unknown");
		printf("; tags %s\n", memcmp(sig + 2, tags, 6) ? "unknown" : "big-endian");
	}
}

static void ask_guard_crc(void)
{
	ask_t10dif(MLX5SIG_SIG_T10DIF_CRC, false);
}

static void ask_guard_checksum(void)
{
	ask_t10dif(MLX5SIG_SIG_T10DIF_CSUM, false);
	ask_t10dif(MLX5SIG_SIG_T10DIF_CSUM, true);
}

static const struct mlx5sig_sig_t10dif plain_dif;

/* Asks with two blocks, so that the size is used and not the end of the key. */
static void ask_block_4048(void)
{
	const struct mlx5sig_sig_block_domain domain = {
		.sig_type = MLX5SIG_SIG_TYPE_T10DIF, .sig.dif = &plain_dif,
		.block_size = MLX5SIG_BLOCK_SIZE_4048 };
	const struct mlx5sig_sig_block_attr attr = on_wire(&domain);
	uint32_t i, size = 4048, stride = size + 8;
	const uint8_t *block;
	int outcome;

	fill(memory[0], 2 * size, 3);
	if (configure("4048", key, 2 * size, &attr, NULL))
		return;
	outcome = write_out(0, 2 * stride, 0);
	printf("transfer: %s\n", outcome_name(outcome));
	for (i = 0; i < 2 && !outcome; i++) {
		block = memory[1] + i * stride;
		printf("block %u: %s\n", i, (block[size] << 8 | block[size + 1]) ==
		       t10dif_crc(0, memory[0] + i * size, size) ?
		       "signature behind 4048 bytes" : "no signature behind 4048 bytes");
	}
}

static void set_selector_5(struct prm_bsf_64 *bsf, void *arg)
{
	(void)arg;
	prm_bsf_basic_set_wire_block(&bsf->basic, PRM_BLOCK_SIZE_SELECTOR_SELECTOR_5);
	prm_bsf_basic_set_memory_block(&bsf->basic, PRM_BLOCK_SIZE_SELECTOR_SELECTOR_5);
}

/* A block of 1 MiB would have its signature after it. */
static void ask_selector_5(void)
{
	const struct mlx5sig_sig_block_domain domain = {
		.sig_type = MLX5SIG_SIG_TYPE_T10DIF, .sig.dif = &plain_dif };
	const struct patch patch = { .umr = set_selector_5 };
	const uint32_t size = 1 << 20;
	const uint8_t *sig;

	fill(memory[0], size, 4);
	sig = sign("1 MiB and 8 bytes", &domain, size, 8, &patch);
	if (sig)
		printf("1 MiB and 8 bytes: %s\n", (sig[0] << 8 | sig[1]) ==
		       t10dif_crc(0, memory[0], size) ?
		       "signature behind 1 MiB" : "no signature there");
}

struct selector {
	bool repeat;
	bool seed;
};

static void set_selector_bits(struct prm_bsf_64 *bsf, void *arg)
{
	const struct selector *selector = arg;

	prm_bsf_basic_set_wire_bfs_repeat(&bsf->basic, selector->repeat);
	prm_bsf_basic_set_wire_bfs_seed(&bsf->basic, selector->seed);
}

/* Asks about values of the selector's lower bits that are never written. */
static void ask_selector_bits(void)
{
	const struct mlx5sig_sig_crc crc = { .type = MLX5SIG_SIG_CRC_TYPE_CRC32C };
	const struct mlx5sig_sig_block_domain domain = {
		.sig_type = MLX5SIG_SIG_TYPE_CRC, .sig.crc = &crc };
	struct selector selector;
	const struct patch patch = { .umr = set_selector_bits, .arg = &selector };
	const uint8_t *sig;
	char name[40];
	unsigned int i;

	fill(memory[0], 512, 5);
	for (i = 0; i < 4; i++) {
		selector = (struct selector) { .repeat = i & 1, .seed = i & 2 };
		snprintf(name, sizeof(name), "repeat %u seed bit %u", i & 1, i >> 1);
		sig = sign(name, &domain, 512, 4, &patch);
		if (!sig)
			continue;
		printf("%s: ", name);
		name_crc(sig, 4, memory[0], 512);
		printf("\n");
	}
}

static void set_raw_data_size(struct prm_bsf_64 *bsf, void *arg)
{
	const uint32_t *size = arg;

	prm_bsf_basic_set_raw_data_size(&bsf->basic, *size);
}

/* Asks with four blocks of 512 and their signatures, the maximum of raw_data_size. */
static void ask_raw_data_size(void)
{
	const struct mlx5sig_sig_block_domain domain = {
		.sig_type = MLX5SIG_SIG_TYPE_T10DIF, .sig.dif = &plain_dif };
	const struct mlx5sig_sig_block_attr attr = on_wire(&domain);
	static const uint32_t sizes[] = { 4 * 520, 4 * 512, 4 * 512 - 1, 3 * 520, 3 * 512, 0 };
	unsigned int i;

	fill(memory[0], 4 * 512, 6);
	for (i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		uint32_t size = sizes[i];
		const struct patch patch = { .umr = set_raw_data_size, .arg = &size };
		char name[40];
		int outcome;

		snprintf(name, sizeof(name), "%u bytes", size);
		if (configure(name, key, 4 * 512, &attr, &patch))
			continue;
		outcome = write_out(0, 4 * 520, 0);
		printf("%s: 4 blocks: %s\n", name, outcome_name(outcome));
		if (outcome)
			recover();
	}
}

const struct question value_questions[] = {
	{ "crc64", ask_crc64, false }, { "crc32", ask_crc32, false },
	{ "crc32c", ask_crc32c, false }, { "guard-crc", ask_guard_crc, false },
	{ "guard-checksum", ask_guard_checksum, false }, { "block-4048", ask_block_4048, false },
	{ "block-selector-5", ask_selector_5, false },
	{ "selector-bits", ask_selector_bits, false },
	{ "raw-data-size", ask_raw_data_size, false },
	{ NULL, NULL, false },
};
