// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Operations of NVIDIA's branch of SPDK, which its accel_mlx5 and lib/mlx5 execute on the device as its
 * driver: those of SPDK, CRC32C that is checked, also while data are copied, and chains of encryption and
 * CRC32C in one key. Data are compared with ISA-L's CRC32C and OpenSSL's AES-XTS; a wrong CRC has to fail
 * its operation, and no other one.
 *
 *	fork SEED NUM			NUM operations of each kind, and as many in random order
 *	fork SEED NUM recover		NUM operations, 8 at once, while queue pairs fail
 *	fork SEED NUM press		the same; those that fail are replaced at once
 *
 * Operations with a CRC have at most 16 keys: with more, which are posted in parts, a PSV that had an error is loaded
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
#include "../../rig/fail.h"

#define BATCH 16u		/* ACCEL_MLX5_MAX_MKEYS_IN_TASK */
#define MOST ((BATCH + 1) * 4096u)	/* bytes of an operation */
#define AREA (2 * MOST)
#define MAX_IOVS 8u
#define DEPTH 8u		/* operations at once */
#define IDLE_POLLS 2000000u	/* without an operation that begins: those under way never end */

enum kind {
	COPY, CRC, COPY_CRC, CHECK_CRC, COPY_CHECK_CRC, ENCRYPT, DECRYPT, ENCRYPT_CRC, CHECK_CRC_DECRYPT, NUM_KINDS
};

static const char *const names[NUM_KINDS] = {
	"copy", "crc32c", "copy_crc32c", "check_crc32c", "copy_check_crc32c", "encrypt", "decrypt",
	"encrypt_and_crc32c", "crc32c_and_decrypt" };

static struct spdk_thread *thread;
static struct spdk_io_channel *channel;
static struct spdk_accel_crypto_key *key;
static uint8_t raw_key[32];
static bool is_finished;

/* An operation. @right: as crc should be. */
static struct op {
	enum kind kind;
	uint8_t *from_area, *to_area, expected[AREA], data[MOST];
	struct iovec from[MAX_IOVS], to[MAX_IOVS];
	uint32_t num_from, num_to, bytes, block, crc, right;
	uint64_t iv;
	bool is_wrong, is_begun, is_busy;
	int result;
} ops[DEPTH];

static uint32_t below(uint32_t limit)
{
	return (uint32_t)rand() % limit;
}

/* Pieces of a multiple of @unit bytes, with gaps; returns their number. */
static uint32_t cut(struct iovec *iovs, uint8_t *area, uint32_t bytes, uint32_t most, uint32_t unit)
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
static void xts(struct op *op, bool encrypts)
{
	EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
	uint32_t at;
	int len;

	for (at = 0; at < op->bytes; at += op->block) {
		const uint64_t tweak[2] = { htole64(op->iv + at / op->block) };
		uint8_t *data = op->data + at;

		CHECK(EVP_CipherInit_ex(context, EVP_aes_128_xts(), NULL, raw_key, (const uint8_t *)tweak, encrypts) == 1 &&
		      EVP_CipherUpdate(context, data, &len, data, (int)op->block) == 1 && len == (int)op->block);
	}
	EVP_CIPHER_CTX_free(context);
}

static void done(void *arg, int status)
{
	struct op *op = arg;

	CHECK(op->is_busy);
	op->is_busy = false;
	op->result = status;
}

static int submit(struct op *op)
{
	struct iovec *from = op->from, *to = op->to;
	struct spdk_accel_sequence *seq = NULL;
	int rc = 0;

	switch (op->kind) {
	case COPY:
		rc = spdk_accel_append_copy(&seq, channel, to, op->num_to, NULL, NULL, from, op->num_from, NULL, NULL, NULL,
					    NULL);
		break;
	case CRC:
		rc = spdk_accel_submit_crc32cv(channel, &op->crc, from, op->num_from, 0, done, op);
		break;
	case COPY_CRC:
		rc = spdk_accel_submit_copy_crc32cv(channel, to[0].iov_base, from, op->num_from, &op->crc, 0, done, op);
		break;
	case CHECK_CRC:
		rc = spdk_accel_submit_check_crc32cv(channel, &op->crc, from, op->num_from, 0, done, op);
		break;
	case COPY_CHECK_CRC:
		rc = spdk_accel_submit_copy_check_crc32cv(channel, to[0].iov_base, from, op->num_from, &op->crc, 0, done, op);
		break;
	case ENCRYPT:
	case ENCRYPT_CRC:
		rc = spdk_accel_append_encrypt(&seq, channel, key, to, op->num_to, NULL, NULL, from, op->num_from, NULL, NULL,
					       op->iv, op->block, NULL, NULL, NULL);
		if (!rc && op->kind == ENCRYPT_CRC)
			rc = spdk_accel_append_crc32c(&seq, channel, &op->crc, to, op->num_to, NULL, NULL, 0, NULL, NULL);
		break;
	default:
		if (op->kind == CHECK_CRC_DECRYPT)
			rc = spdk_accel_append_check_crc32c(&seq, channel, &op->crc, from, op->num_from, NULL, NULL, 0, NULL,
							    NULL);
		if (!rc)
			rc = spdk_accel_append_decrypt(&seq, channel, key, to, op->num_to, NULL, NULL, from, op->num_from, NULL,
						       NULL, op->iv, op->block, NULL, NULL, NULL);
	}
	if (seq)
		spdk_accel_sequence_finish(seq, done, op);
	return rc;
}

static bool is_checked(enum kind kind)
{
	return kind == CHECK_CRC || kind == COPY_CHECK_CRC || kind == CHECK_CRC_DECRYPT;
}

/* Begins an operation with random data, of @blocks blocks; 0: of any number. Returns the status if it is refused. */
static int begin(struct op *op, enum kind kind, uint32_t blocks, bool is_wrong)
{
	const bool is_crypto = kind >= ENCRYPT;
	uint32_t i, at, unit;

	op->kind = kind;
	op->is_wrong = is_wrong;
	op->block = below(2) ? 512 : 4096;
	blocks = blocks ? blocks : 1 + below(MOST / op->block);
	op->bytes = is_crypto ? op->block * blocks : 1 + below(MOST);
	op->iv = (uint64_t)rand() << 20;
	unit = is_crypto ? op->block : 1;
	for (i = 0; i < AREA; i++)
		op->from_area[i] = (uint8_t)rand();
	memset(op->to_area, 0xa5, AREA);
	memset(op->expected, 0xa5, AREA);
	op->num_from = cut(op->from, op->from_area, op->bytes, 1 + below(MAX_IOVS), unit);
	op->num_to = cut(op->to, op->to_area, op->bytes,
			 kind == COPY_CRC || kind == COPY_CHECK_CRC ? 1 : 1 + below(MAX_IOVS), unit);
	for (i = at = 0; i < op->num_from; at += op->from[i++].iov_len)
		memcpy(op->data + at, op->from[i].iov_base, op->from[i].iov_len);
	op->right = crc32_iscsi(op->data, (int)op->bytes, UINT32_MAX);
	if (is_crypto)
		xts(op, kind == ENCRYPT || kind == ENCRYPT_CRC);
	if (kind == ENCRYPT_CRC)
		op->right = crc32_iscsi(op->data, (int)op->bytes, UINT32_MAX);
	for (i = at = 0; kind != CRC && kind != CHECK_CRC && i < op->num_to; at += op->to[i++].iov_len)
		memcpy(op->expected + ((uint8_t *)op->to[i].iov_base - op->to_area), op->data + at, op->to[i].iov_len);
	op->crc = is_checked(kind) ? op->right ^ (uint32_t)is_wrong << below(32) : 0;
	op->is_begun = op->is_busy = true;
	return submit(op);
}

/* Returns whether data and CRC of an operation with success are right. */
static bool is_right(const struct op *op)
{
	return !op->is_wrong && !memcmp(op->to_area, op->expected, AREA) &&
	       (is_checked(op->kind) || (op->kind != CRC && op->kind != COPY_CRC && op->kind != ENCRYPT_CRC) ||
		op->crc == op->right);
}

/* Returns whether status, data and CRC are right. */
static bool run(enum kind kind, uint32_t blocks, bool is_wrong)
{
	CHECK(!begin(&ops[0], kind, blocks, is_wrong));
	while (ops[0].is_busy)
		spdk_thread_poll(thread, 0, 0);
	return is_wrong ? ops[0].result == -EIO : !ops[0].result && is_right(&ops[0]);
}

static void report(const struct op *op)
{
	fprintf(stderr, "%s, %u bytes, blocks of %u, pieces %u and %u: status %d%s, CRC %08x, not %08x, data %s\n",
		names[op->kind], op->bytes, op->block, op->num_from, op->num_to, op->result,
		op->is_wrong ? " of a wrong CRC" : "", op->crc, op->right,
		memcmp(op->to_area, op->expected, AREA) ? "wrong" : "right");
}

static void run_some(enum kind kind)
{
	if (run(kind, 1 + below(BATCH), is_checked(kind) && !below(3)))
		return;
	report(&ops[0]);
	exit(1);
}

/* More keys than are posted at a time, with a PSV that had an error: the pool gives the last one again. */
static void run_after_error(void)
{
	CHECK(run(CHECK_CRC_DECRYPT, 1, true));
	printf("encrypt_and_crc32c of %u blocks after a wrong CRC: %s\n", BATCH + 1,
	       run(ENCRYPT_CRC, BATCH + 1, false) ? "right" : "wrong");
}

struct tally {
	uint32_t right, wrong, failed, busy;	/* @wrong: CRCs */
};

/* Counts the operations that have ended, and those that have not; returns whether one of the former has failed. */
static bool collect(struct tally *tally)
{
	bool has_failed = false;
	uint32_t i;

	for (tally->busy = i = 0; i < DEPTH; i++) {
		struct op *op = &ops[i];

		tally->busy += op->is_busy;
		if (op->is_busy || !op->is_begun)
			continue;
		op->is_begun = false;
		if (op->result ? op->result != -EIO && op->result != -ENODEV : !is_right(op)) {
			report(op);
			exit(1);
		}
		tally->right += !op->result;
		tally->wrong += op->result && op->is_wrong;
		tally->failed += op->result && !op->is_wrong;
		has_failed |= op->result;
	}
	return has_failed;
}

static void begin_some(struct op *op)
{
	const enum kind kind = below(NUM_KINDS);

	CHECK(!begin(op, kind, kind == ENCRYPT || kind == DECRYPT ? 0 : 1 + below(BATCH), is_checked(kind) && !below(6)));
}

/*
 * Operations at once, while their queue pair fails now and then (--fault qp-error) and is recovered. Those with
 * success have to be right; the others fail with EIO, which is the status of a wrong CRC, too, or ENODEV. If it
 * @waits, no operation is begun after a failure until all others have ended.
 */
static void recover(uint32_t num, bool waits)
{
	struct tally tally = { 0 };
	bool is_waiting = false;
	uint32_t left = num, i;
	unsigned long idle = 0;

	do {
		spdk_thread_poll(thread, 0, 0);
		is_waiting |= collect(&tally) && waits;
		is_waiting &= tally.busy > 0;
		for (i = 0; i < DEPTH && left && !is_waiting; i++) {
			if (ops[i].is_begun)
				continue;
			begin_some(&ops[i]);
			tally.busy++;
			left--;
			idle = 0;
		}
		if (idle++ == IDLE_POLLS) {
			printf("%u operations do not end\n", tally.busy);
			exit(3);
		}
	} while (left || tally.busy);
	printf("%u right, %u wrong CRCs, %u failed\n", tally.right, tally.wrong, tally.failed);
	for (i = 0; waits && i < NUM_KINDS; i++)
		run_some(i);
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

	CHECK(argc == 3 || (argc == 4 && (!strcmp(argv[3], "recover") || !strcmp(argv[3], "press"))));
	srand((unsigned int)atoi(argv[1]));
	num = (uint32_t)atoi(argv[2]);
	spdk_log_set_print_level(SPDK_LOG_DISABLED);	/* wrong CRCs are reported */
	CHECK(!spdk_thread_lib_init(NULL, 0));
	thread = spdk_thread_create("test", NULL);
	CHECK(thread);
	spdk_set_thread(thread);
	for (i = 0; i < DEPTH; i++) {
		ops[i].from_area = spdk_malloc(AREA, 4096, NULL, 0, 0);
		ops[i].to_area = spdk_malloc(AREA, 4096, NULL, 0, 0);
		CHECK(ops[i].from_area && ops[i].to_area);
	}
	open_channel();
	if (argc == 4)
		recover(num, !strcmp(argv[3], "recover"));
	for (k = 0; k < NUM_KINDS && argc == 3; k++) {
		for (i = 0; i < num; i++)
			run_some(k);
		printf("%s: right\n", names[k]);
	}
	for (i = 0; i < num * NUM_KINDS && argc == 3; i++)	/* after errors, too */
		run_some(below(NUM_KINDS));
	if (argc == 3)
		run_after_error();
	spdk_put_io_channel(channel);
	spdk_accel_finish(finish, NULL);
	while (!is_finished)
		spdk_thread_poll(thread, 0, 0);
	return 0;
}
