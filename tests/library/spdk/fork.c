// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Operations of NVIDIA's branch of SPDK, which its accel_mlx5 and lib/mlx5 execute on the device as its
 * driver: those of SPDK, CRC32C that is checked, also while data are copied, and chains of encryption and
 * CRC32C in one key. Data are compared with ISA-L's CRC32C and OpenSSL's AES-XTS; a wrong CRC has to fail
 * its operation, and no other one.
 *
 *	fork SEED NUM			NUM operations of each kind, and as many in random order
 *
 * Operations have at most 16 keys: with more, which are posted in parts, a PSV that had an error is loaded
 * before each part, and the CRC is wrong. The last line of the output says whether that is so.
 */
#include "spdk/stdinc.h"

#include <isa-l/crc.h>
#include <openssl/evp.h>

#include "spdk/accel.h"
#include "spdk/env.h"
#include "spdk/hexlify.h"
#include "spdk/log.h"
#include "spdk/thread.h"
#include "spdk/util.h"
#include "accel_mlx5.h"

#define BATCH 16u		/* ACCEL_MLX5_MAX_MKEYS_IN_TASK */
#define MOST ((BATCH + 1) * 4096u)	/* bytes of an operation */
#define AREA (2 * MOST)
#define MAX_IOVS 8u

#define CHECK(condition) \
	do { \
		if (!(condition)) { \
			fprintf(stderr, "%s:%d: not true: %s\n", __FILE__, __LINE__, #condition); \
			exit(1); \
		} \
	} while (0)

enum kind {
	COPY, CRC, COPY_CRC, CHECK_CRC, COPY_CHECK_CRC, ENCRYPT, DECRYPT, ENCRYPT_CRC, CHECK_CRC_DECRYPT, NUM_KINDS
};

static const char *const names[NUM_KINDS] = {
	"copy", "crc32c", "copy_crc32c", "check_crc32c", "copy_check_crc32c", "encrypt", "decrypt",
	"encrypt_and_crc32c", "crc32c_and_decrypt" };

static struct spdk_thread *thread;
static struct spdk_io_channel *channel;
static struct spdk_accel_crypto_key *key;
static uint8_t raw_key[32], *from_area, *to_area, expected[AREA], data[MOST];
static struct iovec from[MAX_IOVS], to[MAX_IOVS];
static uint32_t num_from, num_to, bytes, block, seed, crc, right;	/* @right: as crc should be */
static uint64_t iv;
static bool is_busy, is_finished;
static int result;

static uint32_t below(uint32_t limit)
{
	return (uint32_t)rand() % limit;
}

/* Pieces of a multiple of @unit bytes, with gaps; returns their number. */
static uint32_t cut(struct iovec *iovs, uint8_t *area, uint32_t most, uint32_t unit)
{
	uint32_t left = bytes, num = 0, at = below(64);

	while (left) {
		const uint32_t take = num + 1 == most ? left : unit * (1 + below(left / unit));

		iovs[num++] = (struct iovec) { area + at, take };
		left -= take;
		at += take + below(64);
	}
	return num;
}

/* Blocks with ascending numbers as little-endian tweak. */
static void xts(bool encrypts)
{
	EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
	uint32_t at;
	int len;

	for (at = 0; at < bytes; at += block) {
		const uint64_t tweak[2] = { htole64(iv + at / block) };

		CHECK(EVP_CipherInit_ex(context, EVP_aes_128_xts(), NULL, raw_key, (const uint8_t *)tweak, encrypts) == 1 &&
		      EVP_CipherUpdate(context, data + at, &len, data + at, (int)block) == 1 && len == (int)block);
	}
	EVP_CIPHER_CTX_free(context);
}

static void done(void *arg, int status)
{
	CHECK(is_busy);
	is_busy = false;
	result = status;
}

static void submit(enum kind kind)
{
	struct spdk_accel_sequence *seq = NULL;
	int rc = 0;

	switch (kind) {
	case COPY:
		rc = spdk_accel_append_copy(&seq, channel, to, num_to, NULL, NULL, from, num_from, NULL, NULL, NULL, NULL);
		break;
	case CRC:
		rc = spdk_accel_submit_crc32cv(channel, &crc, from, num_from, seed, done, NULL);
		break;
	case COPY_CRC:
		rc = spdk_accel_submit_copy_crc32cv(channel, to[0].iov_base, from, num_from, &crc, seed, done, NULL);
		break;
	case CHECK_CRC:
		rc = spdk_accel_submit_check_crc32cv(channel, &crc, from, num_from, seed, done, NULL);
		break;
	case COPY_CHECK_CRC:
		rc = spdk_accel_submit_copy_check_crc32cv(channel, to[0].iov_base, from, num_from, &crc, seed, done, NULL);
		break;
	case ENCRYPT:
	case ENCRYPT_CRC:
		rc = spdk_accel_append_encrypt(&seq, channel, key, to, num_to, NULL, NULL, from, num_from, NULL, NULL, iv,
					       block, NULL, NULL, NULL);
		if (!rc && kind == ENCRYPT_CRC)
			rc = spdk_accel_append_crc32c(&seq, channel, &crc, to, num_to, NULL, NULL, seed, NULL, NULL);
		break;
	default:
		if (kind == CHECK_CRC_DECRYPT)
			rc = spdk_accel_append_check_crc32c(&seq, channel, &crc, from, num_from, NULL, NULL, seed, NULL, NULL);
		if (!rc)
			rc = spdk_accel_append_decrypt(&seq, channel, key, to, num_to, NULL, NULL, from, num_from, NULL, NULL,
						       iv, block, NULL, NULL, NULL);
	}
	CHECK(!rc);
	if (seq)
		spdk_accel_sequence_finish(seq, done, NULL);
}

static bool is_checked(enum kind kind)
{
	return kind == CHECK_CRC || kind == COPY_CHECK_CRC || kind == CHECK_CRC_DECRYPT;
}

/* Returns whether status, data and CRC are right. */
static bool run(enum kind kind, uint32_t blocks, bool is_wrong)
{
	const bool is_crypto = kind >= ENCRYPT;
	uint32_t i, at;

	block = below(2) ? 512 : 4096;
	bytes = is_crypto ? block * blocks : 1 + below(MOST);
	seed = 0;
	iv = (uint64_t)rand() << 20;
	for (i = 0; i < AREA; i++)
		from_area[i] = (uint8_t)rand();
	memset(to_area, 0xa5, AREA);
	memset(expected, 0xa5, AREA);
	num_from = cut(from, from_area, 1 + below(MAX_IOVS), is_crypto ? block : 1);
	num_to = cut(to, to_area, kind == COPY_CRC || kind == COPY_CHECK_CRC ? 1 : 1 + below(MAX_IOVS), is_crypto ? block : 1);
	for (i = at = 0; i < num_from; at += from[i++].iov_len)
		memcpy(data + at, from[i].iov_base, from[i].iov_len);
	right = crc32_iscsi(data, (int)bytes, ~seed);
	if (is_crypto)
		xts(kind == ENCRYPT || kind == ENCRYPT_CRC);
	if (kind == ENCRYPT_CRC)
		right = crc32_iscsi(data, (int)bytes, ~seed);
	for (i = at = 0; kind != CRC && kind != CHECK_CRC && i < num_to; at += to[i++].iov_len)
		memcpy(expected + ((uint8_t *)to[i].iov_base - to_area), data + at, to[i].iov_len);
	crc = is_checked(kind) ? right ^ (uint32_t)is_wrong << below(32) : 0;
	is_busy = true;
	submit(kind);
	while (is_busy)
		spdk_thread_poll(thread, 0, 0);
	return result == (is_wrong ? -EIO : 0) && (is_wrong || !memcmp(to_area, expected, AREA)) &&
	       (is_checked(kind) || (kind != CRC && kind != COPY_CRC && kind != ENCRYPT_CRC) || crc == right);
}

static void run_some(enum kind kind)
{
	const bool is_wrong = is_checked(kind) && !below(3);

	if (run(kind, 1 + below(BATCH), is_wrong))
		return;
	fprintf(stderr, "%s, %u bytes, blocks of %u, pieces %u and %u: status %d%s, CRC %08x, not %08x, data %s\n",
		names[kind], bytes, block, num_from, num_to, result, is_wrong ? " of a wrong CRC" : "", crc, right,
		memcmp(to_area, expected, AREA) ? "wrong" : "right");
	exit(1);
}

/* More keys than are posted at a time, with a PSV that had an error: the pool gives the last one again. */
static void run_after_error(void)
{
	CHECK(run(CHECK_CRC_DECRYPT, 1, true));
	printf("encrypt_and_crc32c of %u blocks after a wrong CRC: %s\n", BATCH + 1,
	       run(ENCRYPT_CRC, BATCH + 1, false) ? "right" : "wrong");
}

static void open_channel(void)
{
	struct spdk_accel_crypto_key_create_param param = { .cipher = "AES_XTS", .key_name = "key" };
	struct spdk_iobuf_opts iobuf;
	struct spdk_accel_opts opts = { .size = sizeof(opts) };
	struct accel_mlx5_attr attr;
	unsigned int i;

	spdk_iobuf_get_opts(&iobuf);
	iobuf.small_pool_count = iobuf.large_pool_count = 64;
	CHECK(!spdk_iobuf_set_opts(&iobuf));
	spdk_accel_get_opts(&opts);
	opts.small_cache_size = opts.large_cache_size = 16;
	CHECK(!spdk_accel_set_opts(&opts));
	accel_mlx5_get_default_attr(&attr);
	attr.num_requests = 127;
	attr.enable_driver = attr.enable_module = true;
	attr.crypto_split_blocks = getenv("SPLIT") ? (uint32_t)atoi(getenv("SPLIT")) : 0;
	CHECK(!accel_mlx5_enable(&attr));
	CHECK(!spdk_iobuf_initialize() && !spdk_accel_initialize());
	channel = spdk_accel_get_io_channel();
	CHECK(channel);
	for (i = 0; i < sizeof(raw_key); i++)
		raw_key[i] = (uint8_t)(i * 37);
	param.hex_key = spdk_hexlify((char *)raw_key, 16);
	param.hex_key2 = spdk_hexlify((char *)raw_key + 16, 16);
	CHECK(!spdk_accel_crypto_key_create(&param));
	key = spdk_accel_crypto_key_get("key");
	CHECK(key);
	free(param.hex_key);
	free(param.hex_key2);
}

static void finish(void *arg)
{
	is_finished = true;
}

int main(int argc, char **argv)
{
	uint32_t i, k, num;

	CHECK(argc == 3);
	srand((unsigned int)atoi(argv[1]));
	num = (uint32_t)atoi(argv[2]);
	spdk_log_set_print_level(SPDK_LOG_DISABLED);	/* wrong CRCs are reported */
	CHECK(!spdk_thread_lib_init(NULL, 0));
	thread = spdk_thread_create("test", NULL);
	CHECK(thread);
	spdk_set_thread(thread);
	from_area = spdk_malloc(AREA, 4096, NULL, 0, 0);
	to_area = spdk_malloc(AREA, 4096, NULL, 0, 0);
	CHECK(from_area && to_area);
	open_channel();
	for (k = 0; k < NUM_KINDS; k++) {
		for (i = 0; i < num; i++)
			run_some(k);
		printf("%s: right\n", names[k]);
	}
	for (i = 0; i < num * NUM_KINDS; i++)	/* after errors, too */
		run_some(below(NUM_KINDS));
	run_after_error();
	spdk_put_io_channel(channel);
	spdk_accel_finish(finish, NULL);
	while (!is_finished)
		spdk_thread_poll(thread, 0, 0);
	return 0;
}
