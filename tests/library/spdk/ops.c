// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Operations of SPDK's accel framework, which its module accel_mlx5 executes on the device: copies, CRC32C,
 * AES-XTS, chains of these, and keys that are handed to an RDMA memory domain, as SPDK's NVMe-oF does.
 * Data, and everything around them, are compared with ISA-L's CRC32C and OpenSSL's AES-XTS.
 *
 *	ops random SEED NUM DEPTH	NUM operations, DEPTH at a time
 *	ops errors SEED			operations that fail, and others after them
 *	ops signatures SEED		lib/mlx5 itself: CRCs in memory that are checked, right and wrong
 *
 * With DRIVER=1 in the environment accel_mlx5 executes chains itself.
 */
#include "spdk/stdinc.h"

#include <isa-l/crc.h>
#include <openssl/evp.h>

#include "spdk/accel.h"
#include "spdk/dma.h"
#include "spdk/env.h"
#include "spdk/hexlify.h"
#include "spdk/log.h"
#include "spdk/thread.h"
#include "spdk/util.h"
#include "spdk_internal/mlx5.h"
#include "spdk_internal/rdma_cm.h"
#include "spdk_internal/rdma_utils.h"
#include "accel_mlx5.h"

#define AREA (96u << 10)
#define MAX_BYTES 32768u
#define MAX_IOVS 48u
#define MAX_DEPTH 32u
#define NOT_REGISTERED ((void *)0x1000)

#define CHECK(condition) \
	do { \
		if (!(condition)) { \
			fprintf(stderr, "%s:%d: not true: %s\n", __FILE__, __LINE__, #condition); \
			exit(1); \
		} \
	} while (0)

enum kind {
	COPY, CRC, COPY_CRC, ENCRYPT, DECRYPT, ENCRYPT_CRC, CRC_DECRYPT, ENCRYPT_BUFFER_CRC_COPY,
	KEY, ENCRYPTING_KEY, NUM_KINDS
};

static const char *const names[NUM_KINDS] = {
	"copy", "CRC32C", "copy and CRC32C", "encrypt", "decrypt", "encrypt, then CRC32C",
	"CRC32C, then decrypt", "encrypt into a buffer, CRC32C, copy", "key", "encrypting key" };

enum side { SOURCE, TARGET, SIDES };

struct op {
	enum kind kind;
	bool was_started, busy, in_place;
	int status;
	uint32_t bytes, block, seed, crc;
	uint64_t iv;
	unsigned int key;		/* which of the encryption keys */
	struct iovec iovs[SIDES][MAX_IOVS];
	uint32_t num[SIDES];
	uint8_t *area[SIDES];
	uint8_t expected[SIDES][AREA];
	uint32_t expected_crc;
};

static struct {
	struct spdk_thread *thread;
	struct spdk_io_channel *channel;
	struct ibv_pd *pd;
	struct spdk_rdma_utils_mem_map *map;
	struct spdk_mlx5_device_caps caps;
	struct spdk_accel_crypto_key *keys[2];
	uint8_t raw_keys[2][64];
	struct spdk_memory_domain *rdma;	/* another part of SPDK, which gets keys */
	struct spdk_memory_domain *foreign;	/* memory behind a key: */
	uint32_t foreign_key;
	struct spdk_memory_domain_rdma_ctx rdma_context;
	struct spdk_mlx5_cq *cq;
	struct spdk_mlx5_qp *qp;		/* of the other part */
	spdk_memory_domain_data_cpl_cb transferred;
	void *transferred_arg;
	bool reading, takes_crc;
	uint32_t max_bytes;
	bool uses_driver, finished;
	struct op ops[MAX_DEPTH];
	uint64_t num_done[NUM_KINDS];
} t;

static uint32_t below(uint32_t limit)
{
	return (uint32_t)rand() % limit;
}

/*
 * Data: pieces of different lengths in an area, with gaps.
 */

static void cut(struct op *op, enum side side, uint32_t num, uint32_t unit)
{
	uint32_t units = op->bytes / unit, i, at = below(64);

	num = spdk_min(num, units);
	op->num[side] = num;
	for (i = 0; i < num; i++) {
		const uint32_t left = num - i - 1, spare = units - left;
		const uint32_t take = left ? 1 + below(spdk_max(2 * spare / (left + 1), 2) - 1) : units;

		op->iovs[side][i] = (struct iovec) { op->area[side] + at, (size_t)take * unit };
		units -= take;
		at += take * unit + below(64);
	}
	CHECK(at <= AREA);
}

static void gather(const struct op *op, enum side side, uint8_t *to)
{
	uint32_t i;

	for (i = 0; i < op->num[side]; to += op->iovs[side][i++].iov_len)
		memcpy(to, op->iovs[side][i].iov_base, op->iovs[side][i].iov_len);
}

static void expect(struct op *op, enum side side, const uint8_t *from)
{
	uint32_t i;

	for (i = 0; i < op->num[side]; from += op->iovs[side][i++].iov_len)
		memcpy(op->expected[side] + ((uint8_t *)op->iovs[side][i].iov_base - op->area[side]), from,
		       op->iovs[side][i].iov_len);
}

/* Blocks with ascending numbers as little-endian tweak, also if the device takes big-endian ones. */
static void xts(const struct op *op, bool encrypts, uint8_t *data)
{
	const EVP_CIPHER *cipher = op->key ? EVP_aes_256_xts() : EVP_aes_128_xts();
	EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
	uint32_t at;
	int len;

	for (at = 0; at < op->bytes; at += op->block) {
		const uint64_t tweak[2] = { htole64(op->iv + at / op->block) };

		CHECK(EVP_CipherInit_ex(context, cipher, NULL, t.raw_keys[op->key], (const uint8_t *)tweak,
					encrypts) == 1);
		CHECK(EVP_CipherUpdate(context, data + at, &len, data + at, (int)op->block) == 1);
		CHECK(len == (int)op->block);
	}
	EVP_CIPHER_CTX_free(context);
}

/* SPDK's meaning: the seed is inverted, the result is not. */
static uint32_t crc32c(const struct op *op, uint8_t *data)
{
	return crc32_iscsi(data, (int)op->bytes, ~op->seed);
}

/*
 * Operations.
 */

static void done(void *arg, int status)
{
	struct op *op = arg;

	CHECK(op->busy);
	op->busy = false;
	op->status = status;
}

static bool is_crypto(enum kind kind)
{
	return kind != COPY && kind != CRC && kind != COPY_CRC && kind != KEY;
}

static bool has_crc(enum kind kind)
{
	return kind == CRC || kind == COPY_CRC || kind == ENCRYPT_CRC || kind == CRC_DECRYPT ||
	       kind == ENCRYPT_BUFFER_CRC_COPY;
}

static bool is_key(enum kind kind)
{
	return kind == KEY || kind == ENCRYPTING_KEY;
}

/* Attributes and data of an operation, and the expected result. */
static void prepare(struct op *op, enum kind kind)
{
	static const uint32_t blocks[] = { 512, 4096, 4160 };
	static uint8_t data[MAX_BYTES];
	const uint32_t most = is_key(kind) ? 16 : MAX_IOVS, most_bytes = t.max_bytes;
	uint32_t i, unit = 1;

	op->kind = kind;
	op->key = below(2);
	op->seed = below(2) ? 0 : UINT32_MAX;
	op->iv = (uint64_t)rand() << 20 | below(3);
	op->block = blocks[below(SPDK_COUNTOF(blocks))];
	op->bytes = below(4) ? 1 + below(most_bytes) : 1 + below(64);
	if (is_crypto(kind)) {
		/* Fewer pieces than a key has entries make a block; without several blocks in a key, one. */
		op->bytes = op->block * (1 + below(kind == ENCRYPTING_KEY && !t.caps.crypto.multi_block_be_tweak ?
						   1 : spdk_max(most_bytes / op->block, 1)));
		unit = op->block / 8;
	}
	op->in_place = kind == CRC || is_key(kind) || ((kind == ENCRYPT || kind == DECRYPT) && !below(3));
	for (i = 0; i < AREA; i++)
		op->area[SOURCE][i] = (uint8_t)rand();
	memset(op->area[TARGET], 0xa5, AREA);
	cut(op, SOURCE, 1 + below(below(2) ? most : 4), unit);
	cut(op, TARGET, kind == COPY_CRC ? 1 : 1 + below(below(2) ? most : 4), unit);
	op->crc = 0;

	memcpy(op->expected[SOURCE], op->area[SOURCE], AREA);
	memcpy(op->expected[TARGET], op->area[TARGET], AREA);
	gather(op, SOURCE, data);
	op->expected_crc = crc32c(op, data);
	if (is_crypto(kind))
		xts(op, kind != DECRYPT && kind != CRC_DECRYPT, data);
	if (kind == ENCRYPT_CRC || kind == ENCRYPT_BUFFER_CRC_COPY)
		op->expected_crc = crc32c(op, data);
	if (is_key(kind))	/* the other part reads the data behind the key into the target, in one piece */
		memcpy(op->expected[TARGET], data, op->bytes);
	else if (kind != CRC)
		expect(op, op->in_place ? SOURCE : TARGET, data);
}

static int append_crypto(struct op *op, struct spdk_accel_sequence **seq, bool encrypts, struct iovec *to,
			 uint32_t num, struct spdk_memory_domain *domain, void *context)
{
	return (encrypts ? spdk_accel_append_encrypt : spdk_accel_append_decrypt)(
		seq, t.channel, t.keys[op->key], to, num, domain, context, op->iovs[SOURCE], op->num[SOURCE], NULL,
		NULL, op->iv, op->block, NULL, NULL);
}

/* A chain of tasks, as SPDK's bdevs make them. */
static int submit_chain(struct op *op)
{
	struct iovec *from = op->iovs[SOURCE], *to = op->iovs[TARGET], middle = { .iov_len = op->bytes };
	const uint32_t num_from = op->num[SOURCE], num_to = op->num[TARGET];
	struct spdk_accel_sequence *seq = NULL;
	struct spdk_memory_domain *domain;
	void *context;
	int rc = 0;

	switch (op->kind) {
	case COPY:
		rc = spdk_accel_append_copy(&seq, t.channel, to, num_to, NULL, NULL, from, num_from, NULL, NULL,
					    NULL, NULL);
		break;
	case ENCRYPT_CRC:
		rc = append_crypto(op, &seq, true, to, num_to, NULL, NULL);
		if (!rc)
			rc = spdk_accel_append_crc32c(&seq, t.channel, &op->crc, to, num_to, NULL, NULL,
						      op->seed, NULL, NULL);
		break;
	case CRC_DECRYPT:
		rc = spdk_accel_append_crc32c(&seq, t.channel, &op->crc, from, num_from, NULL, NULL, op->seed,
					      NULL, NULL);
		if (!rc)
			rc = append_crypto(op, &seq, false, to, num_to, NULL, NULL);
		break;
	case ENCRYPT_BUFFER_CRC_COPY:
		rc = spdk_accel_get_buf(t.channel, op->bytes, &middle.iov_base, &domain, &context);
		CHECK(!rc);
		rc = append_crypto(op, &seq, true, &middle, 1, domain, context);
		if (!rc)
			rc = spdk_accel_append_crc32c(&seq, t.channel, &op->crc, &middle, 1, domain, context,
						      op->seed, NULL, NULL);
		if (!rc)
			rc = spdk_accel_append_copy(&seq, t.channel, to, num_to, NULL, NULL, &middle, 1, domain,
						    context, NULL, NULL);
		spdk_accel_put_buf(t.channel, middle.iov_base, domain, context);
		break;
	case ENCRYPTING_KEY:	/* the arguments of SPDK's NVMe-oF over RDMA */
	case KEY:
		domain = op->kind == KEY ? NULL : t.rdma;
		if (domain)
			rc = append_crypto(op, &seq, true, from, num_from, NULL, NULL);
		if (!rc)
			rc = spdk_accel_append_copy(&seq, t.channel, from, num_from, t.rdma, op, from, num_from,
						    domain, domain ? op : NULL, NULL, NULL);
		break;
	default:
		CHECK(false);
	}
	CHECK(!rc);
	spdk_accel_sequence_finish(seq, done, op);
	return 0;
}

static int submit(struct op *op)
{
	struct iovec *from = op->iovs[SOURCE], *to = op->iovs[op->in_place ? SOURCE : TARGET];
	const uint32_t num_from = op->num[SOURCE], num_to = op->num[op->in_place ? SOURCE : TARGET];

	op->busy = true;
	switch (op->kind) {
	case CRC:
		return spdk_accel_submit_crc32cv(t.channel, &op->crc, from, num_from, op->seed, done, op);
	case COPY_CRC:
		return spdk_accel_submit_copy_crc32cv(t.channel, to[0].iov_base, from, num_from, &op->crc,
						      op->seed, done, op);
	case ENCRYPT:
	case DECRYPT:
		return (op->kind == ENCRYPT ? spdk_accel_submit_encrypt : spdk_accel_submit_decrypt)(
			t.channel, t.keys[op->key], to, num_to, from, num_from, op->iv, op->block, done, op);
	default:
		return submit_chain(op);
	}
}

static void check(const struct op *op)
{
	static const char *const sides[SIDES] = { "source", "target" };
	enum side side;
	uint32_t i;

	for (side = SOURCE; side < SIDES; side++) {
		for (i = 0; i < AREA && op->area[side][i] == op->expected[side][i]; i++)
			;
		if (i < AREA)
			fprintf(stderr, "byte %u of the %s is %02x, not %02x\n", i, sides[side],
				op->area[side][i], op->expected[side][i]);
	}
	if (op->status || memcmp(op->area[SOURCE], op->expected[SOURCE], AREA) ||
	    memcmp(op->area[TARGET], op->expected[TARGET], AREA) ||
	    (has_crc(op->kind) && op->crc != op->expected_crc)) {
		fprintf(stderr, "%s, %u bytes, %u and %u pieces, block %u: status %d, CRC %08x, not %08x\n",
			names[op->kind], op->bytes, op->num[SOURCE], op->num[TARGET], op->block, op->status,
			op->crc, op->expected_crc);
		exit(1);
	}
	t.num_done[op->kind]++;
}

/*
 * The other part of SPDK, which gets keys: reads the data behind them, one at a time, or has the CRC32C computed.
 */

static void crc_is_done(void *arg, int status)
{
	struct op *op = arg;

	printf("CRC32C over an encrypting key: %s\n", status == -EIO ? "refused" : status ? "another error" :
	       op->crc == op->expected_crc ? "right" : "wrong");
	t.transferred(t.transferred_arg, 0);
}

static void submit_crc_of_key(struct op *op, uint32_t key)
{
	static struct iovec data;
	struct spdk_accel_sequence *seq = NULL;

	data.iov_len = op->bytes;
	t.foreign_key = key;
	CHECK(!spdk_accel_append_crc32c(&seq, t.channel, &op->crc, &data, 1, t.foreign, NULL, op->seed, NULL, NULL));
	spdk_accel_sequence_finish(seq, crc_is_done, op);
}

static int transfer(struct spdk_memory_domain *to, void *arg, struct iovec *to_iov, uint32_t num_to,
		    struct spdk_memory_domain *from, void *from_arg, struct iovec *from_iov, uint32_t num_from,
		    struct spdk_memory_domain_translation_result *translation,
		    spdk_memory_domain_data_cpl_cb cb, void *cb_arg)
{
	struct spdk_rdma_utils_memory_translation result;
	struct op *op = arg;
	struct ibv_sge sge = { .addr = (uintptr_t)op->area[TARGET], .length = op->bytes };

	t.transferred = cb;
	t.transferred_arg = cb_arg;
	if (t.takes_crc) {
		submit_crc_of_key(op, translation->rdma.rkey);
		return 0;
	}
	CHECK(!t.reading);
	CHECK(!spdk_rdma_utils_get_translation(t.map, op->area[TARGET], op->bytes, &result));
	sge.lkey = spdk_rdma_utils_memory_translation_get_lkey(&result);
	t.reading = true;
	CHECK(num_from == 1 && !from_iov->iov_base && from_iov->iov_len == op->bytes);
	CHECK(!spdk_mlx5_qp_rdma_read(t.qp, &sge, 1, 0, translation->rdma.rkey, 1, SPDK_MLX5_WQE_CTRL_CE_CQ_UPDATE));
	spdk_mlx5_qp_complete_send(t.qp);
	return 0;
}

static int translate(struct spdk_memory_domain *from, void *arg, struct spdk_memory_domain *to,
		     struct spdk_memory_domain_translation_ctx *context, void *address, size_t length,
		     struct spdk_memory_domain_translation_result *result)
{
	result->iov_count = 1;
	result->iov = (struct iovec) { address, length };
	result->rdma.lkey = result->rdma.rkey = t.foreign_key;
	return 0;
}

static void poll_all(void)
{
	struct spdk_mlx5_cq_completion completion;
	int n;

	spdk_thread_poll(t.thread, 0, 0);
	n = t.reading ? spdk_mlx5_cq_poll_completions(t.cq, &completion, 1) : 0;
	if (!n)
		return;
	CHECK(n == 1 && completion.wr_id == 1 && completion.status == IBV_WC_SUCCESS);
	t.reading = false;
	t.transferred(t.transferred_arg, 0);
}

static void wait_for(struct op *op)
{
	while (op->busy)
		poll_all();
}

/*
 * Programs.
 */

static enum kind choose(void)
{
	enum kind kind;

	do
		kind = (enum kind)below(NUM_KINDS);
	while ((is_crypto(kind) && !t.caps.crypto_supported) || (has_crc(kind) && !t.caps.crc32c_supported) ||
	       (is_key(kind) && !t.uses_driver));
	return kind;
}

/* Operations with @depth at a time; one of those with keys for the other part. */
static void run_random(uint32_t num, uint32_t depth)
{
	uint32_t started = 0, finished = 0, i;
	struct op *with_key = NULL, *op;
	enum kind kind;

	while (finished < num) {
		for (i = 0; i < depth; i++) {
			op = &t.ops[i];
			if (op->busy)
				continue;
			if (op->was_started) {
				check(op);
				op->was_started = false;
				with_key = op == with_key ? NULL : with_key;
				finished++;
			}
			if (started == num)
				continue;
			kind = choose();
			if (is_key(kind)) {
				kind = with_key ? COPY : kind;
				with_key = with_key ? with_key : op;
			}
			prepare(op, kind);
			op->was_started = true;
			started++;
			CHECK(!submit(op));
		}
		poll_all();
	}
}

static void run(struct op *op)
{
	CHECK(!submit(op));
	wait_for(op);
}

/* A copy from memory whose key does not exist: the device refuses it, and flushes what is behind it. */
static void submit_wrong_key(struct op *op)
{
	struct spdk_accel_sequence *seq = NULL;

	t.foreign_key = 0xffff00;
	op->busy = true;
	CHECK(!spdk_accel_append_copy(&seq, t.channel, op->iovs[TARGET], op->num[TARGET], NULL, NULL,
				      op->iovs[SOURCE], op->num[SOURCE], t.foreign, NULL, NULL, NULL));
	spdk_accel_sequence_finish(seq, done, op);
}

static void run_errors(void)
{
	static uint8_t data[MAX_BYTES];
	struct op *op = t.ops;
	unsigned int i;

	prepare(op, ENCRYPT);
	op->iovs[SOURCE][0].iov_len += 1;	/* not whole blocks */
	CHECK(submit(op) || (wait_for(op), op->status));
	op->busy = false;
	op->iovs[SOURCE][0].iov_len -= 1;
	run(op);
	check(op);

	for (i = COPY; i <= DECRYPT; i++) {	/* memory that is not registered */
		void *address;

		prepare(op, (enum kind)i);
		address = op->iovs[SOURCE][0].iov_base;
		op->iovs[SOURCE][0].iov_base = NOT_REGISTERED;
		CHECK(submit(op) || (wait_for(op), op->status));
		op->busy = false;
		op->iovs[SOURCE][0].iov_base = address;
		run(op);
		check(op);
	}

	for (i = 0; i < 20; i++) {
		unsigned int k;

		for (k = 0; k < 4; k++) {
			prepare(&op[k], k ? choose() : COPY);
			while (is_key(op[k].kind))
				prepare(&op[k], choose());
			if (!k)
				submit_wrong_key(&op[k]);
			else
				CHECK(!submit(&op[k]));
		}
		for (k = 0; k < 4; k++) {
			wait_for(&op[k]);
			CHECK(k || op[k].status == -EIO);
			if (!op[k].status) {
				check(&op[k]);
				continue;
			}
			CHECK(op[k].status == -EIO);
			prepare(&op[k], op[k].kind);
			run(&op[k]);		/* the queue pair has been made anew */
			check(&op[k]);
		}
	}

	if (t.uses_driver) {	/* a key under another key */
		t.takes_crc = true;
		prepare(op, ENCRYPTING_KEY);
		gather(op, SOURCE, data);
		xts(op, true, data);
		op->expected_crc = crc32c(op, data);
		run(op);
		t.takes_crc = false;
		prepare(op, COPY);
		run(op);
		check(op);
	}

	/* A seed of neither 0 nor all ones. */
	prepare(op, CRC);
	op->seed = 0x12345678;
	gather(op, SOURCE, data);
	op->expected_crc = crc32c(op, data);
	op->status = submit(op);
	if (!op->status)
		wait_for(op);
	op->busy = false;
	printf("CRC32C with the seed %08x: %s\n", op->seed, op->status == -EINVAL ? "EINVAL" :
	       op->status ? "another error" : op->crc == op->expected_crc ? "right" : "wrong");
}

/* What polling says of a wrong CRC. */
enum report { NOTHING, COMPLETION_WITH_KEY, SUCCESS_OF_NO_REQUEST, POLL_ERROR };

/* Reads data through a key that checks the CRC behind them in memory, and strips it. */
static enum report read_checked(struct op *op, struct spdk_mlx5_psv *psv, struct spdk_mlx5_mkey_pool_obj *key, uint32_t lkey)
{
	struct ibv_sge from = { .addr = (uintptr_t)op->area[SOURCE], .length = op->bytes + 4, .lkey = lkey };
	struct ibv_sge to = { .addr = (uintptr_t)op->area[TARGET], .length = op->bytes, .lkey = lkey };
	struct spdk_mlx5_umr_attr umr = { .sge = &from, .sge_count = 1, .umr_len = from.length, .mkey = key->mkey };
	struct spdk_mlx5_umr_sig_attr sig = {
		.seed = UINT32_MAX, .psv_index = psv->index, .domain = SPDK_MLX5_UMR_SIG_DOMAIN_MEMORY,
		.sigerr_count = key->sig.sigerr_count, .raw_data_size = op->bytes, .init = true, .check_gen = true };
	struct spdk_mlx5_cq_completion done;
	enum report report = NOTHING;
	bool is_read = false;
	int n, polls;

	CHECK(!spdk_mlx5_umr_configure_sig(t.qp, &umr, &sig, 0, 0));
	CHECK(!spdk_mlx5_qp_rdma_read(t.qp, &to, 1, 0, key->mkey, 1, SPDK_MLX5_WQE_CTRL_STRONG_ORDERING |
				      SPDK_MLX5_WQE_CTRL_CE_CQ_UPDATE));
	spdk_mlx5_qp_complete_send(t.qp);
	for (polls = 0; !is_read || polls < 100; polls += is_read) {
		n = spdk_mlx5_cq_poll_completions(t.cq, &done, 1);
		if (n < 0) {
			report = POLL_ERROR;
		} else if (n && done.status == IBV_WC_SUCCESS && !done.wr_id) {
			report = SUCCESS_OF_NO_REQUEST;
		} else if (n && done.status == IBV_WC_SUCCESS) {
			CHECK(done.wr_id == 1);
			is_read = true;
		} else if (n) {
			CHECK(done.mkey == key->mkey);
			report = COMPLETION_WITH_KEY;
		}
	}
	return report;
}

static void run_signatures(void)
{
	struct spdk_mlx5_mkey_pool *pool = spdk_mlx5_mkey_pool_get_ref(t.pd, SPDK_MLX5_MKEY_POOL_FLAG_SIGNATURE);
	struct spdk_mlx5_psv *psv = spdk_mlx5_create_psv(t.pd);
	struct spdk_rdma_utils_memory_translation memory;
	struct spdk_mlx5_mkey_pool_obj *key;
	struct op *op = t.ops;
	enum report report;
	uint32_t crc, lkey, i;

	CHECK(psv && pool && !spdk_mlx5_mkey_pool_get_bulk(pool, &key, 1));
	CHECK(!spdk_rdma_utils_get_translation(t.map, op->area[SOURCE], AREA, &memory));
	lkey = spdk_rdma_utils_memory_translation_get_lkey(&memory);
	for (i = 0; i < 30; i++) {
		const bool is_wrong = i % 3 == 1;

		prepare(op, CRC);
		crc = htole32(~crc32_iscsi(op->area[SOURCE], (int)op->bytes, UINT32_MAX) ^ is_wrong);
		memcpy(op->area[SOURCE] + op->bytes, &crc, sizeof(crc));
		report = read_checked(op, psv, key, lkey);
		CHECK(!memcmp(op->area[SOURCE], op->area[TARGET], op->bytes));
		CHECK(op->area[TARGET][op->bytes] == 0xa5 && !report == !is_wrong);
		if (!is_wrong)
			continue;
		if (i == 1)
			printf("a wrong CRC: %s\n", report == COMPLETION_WITH_KEY ? "a completion has the key" :
			       report == POLL_ERROR ? "polling fails" : "a success of no request");
		key->sig.sigerr_count++;
		CHECK(!spdk_mlx5_qp_set_psv(t.qp, psv->index, UINT32_MAX, 0, 0));
	}
	spdk_mlx5_mkey_pool_put_bulk(pool, &key, 1);
	spdk_mlx5_mkey_pool_put_ref(pool);
	CHECK(!spdk_mlx5_destroy_psv(psv));
}

static void create_key(unsigned int which)
{
	const size_t half = which ? 32 : 16;
	struct spdk_accel_crypto_key_create_param param = { .cipher = "AES_XTS", .key_name = which ? "long" : "short" };
	unsigned int i;

	for (i = 0; i < 2 * half; i++)
		t.raw_keys[which][i] = (uint8_t)(i * 37 + which);
	param.hex_key = spdk_hexlify((char *)t.raw_keys[which], half);
	param.hex_key2 = spdk_hexlify((char *)t.raw_keys[which] + half, half);
	CHECK(!spdk_accel_crypto_key_create(&param));
	t.keys[which] = spdk_accel_crypto_key_get(param.key_name);
	CHECK(t.keys[which]);
	free(param.hex_key);
	free(param.hex_key2);
}

static void open_channel(void)
{
	struct spdk_iobuf_opts iobuf;
	struct spdk_accel_opts opts;
	struct accel_mlx5_attr attr;

	spdk_iobuf_get_opts(&iobuf, sizeof(iobuf));
	iobuf.small_pool_count = iobuf.large_pool_count = 64;
	CHECK(!spdk_iobuf_set_opts(&iobuf));
	spdk_accel_get_opts(&opts, sizeof(opts));
	opts.small_cache_size = opts.large_cache_size = 16;
	CHECK(!spdk_accel_set_opts(&opts));
	accel_mlx5_get_default_attr(&attr);
	attr.num_requests = 127;
	attr.enable_driver = t.uses_driver;
	CHECK(!accel_mlx5_enable(&attr));
	CHECK(!spdk_iobuf_initialize() && !spdk_accel_initialize());
	t.channel = spdk_accel_get_io_channel();
	CHECK(t.channel);
}

/*
 * The other part: a queue pair of the same PD, its memory domain, and the registered memory. It is opened first:
 * accel_mlx5 keeps keys of a memory map that it has released (accel_mlx5_psvs_create()), so that somebody else
 * must have it.
 */
static void open_other_part(void)
{
	struct spdk_mlx5_cq_attr cq = { .cqe_cnt = 16, .cqe_size = 64 };
	struct spdk_mlx5_qp_attr qp = { .cap = { .max_send_wr = 16, .max_send_sge = 1 } };
	struct spdk_memory_domain_ctx context = { .size = sizeof(context), .user_ctx = &t.rdma_context,
						  .user_ctx_size = sizeof(t.rdma_context) };
	int num;
	struct ibv_context **list = spdk_rdma_cm_get_devices(&num);

	CHECK(list && num);
	t.pd = spdk_rdma_utils_get_pd(list[0]);
	CHECK(t.pd && !spdk_mlx5_device_query_caps(list[0], &t.caps));
	spdk_rdma_cm_free_devices(list);
	t.map = spdk_rdma_utils_create_mem_map(t.pd, NULL, IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_READ |
					       IBV_ACCESS_REMOTE_WRITE);
	CHECK(t.map);
	t.rdma_context = (struct spdk_memory_domain_rdma_ctx) { .size = sizeof(t.rdma_context), .ibv_pd = t.pd };
	CHECK(!spdk_memory_domain_create(&t.rdma, SPDK_DMA_DEVICE_TYPE_RDMA, &context, "target"));
	spdk_memory_domain_set_data_transfer(t.rdma, transfer);
	CHECK(!spdk_memory_domain_create(&t.foreign, SPDK_DMA_DEVICE_TYPE_RDMA, &context, "foreign"));
	spdk_memory_domain_set_translation(t.foreign, translate);
	CHECK(!spdk_mlx5_cq_create(t.pd, &cq, &t.cq) && !spdk_mlx5_qp_create(t.pd, t.cq, &qp, &t.qp));
}

static void finish(void *arg)
{
	t.finished = true;
}

static void close_all(void)
{
	spdk_mlx5_qp_destroy(t.qp);
	CHECK(!spdk_mlx5_cq_destroy(t.cq));
	spdk_memory_domain_destroy(t.rdma);
	spdk_memory_domain_destroy(t.foreign);
	spdk_put_io_channel(t.channel);
	spdk_accel_finish(finish, NULL);
	while (!t.finished)
		poll_all();
	spdk_rdma_utils_free_mem_map(&t.map);
	spdk_rdma_utils_put_pd(t.pd);
	t.finished = false;
	spdk_iobuf_finish(finish, NULL);
	while (!t.finished)
		poll_all();
	spdk_thread_exit(t.thread);
	while (!spdk_thread_is_exited(t.thread))
		poll_all();
	spdk_thread_destroy(t.thread);
	spdk_thread_lib_fini();
}

int main(int argc, char **argv)
{
	const bool is_random = argc == 5 && !strcmp(argv[1], "random");
	uint32_t i;

	CHECK(is_random || (argc == 3 && (!strcmp(argv[1], "errors") || !strcmp(argv[1], "signatures"))));
	srand((unsigned int)atoi(argv[2]));
	t.uses_driver = getenv("DRIVER") != NULL;
	/* accel_mlx5 asserts that a task that fails has posted all its requests: few blocks, for which that is so. */
	t.max_bytes = is_random ? MAX_BYTES : 4096;
	spdk_log_set_print_level(is_random ? SPDK_LOG_WARN : SPDK_LOG_DISABLED);
	CHECK(!spdk_thread_lib_init(NULL, 0));
	t.thread = spdk_thread_create("test", NULL);
	CHECK(t.thread);
	spdk_set_thread(t.thread);
	for (i = 0; i < MAX_DEPTH; i++) {
		t.ops[i].area[SOURCE] = spdk_malloc(AREA, 4096, NULL, 0, 0);
		t.ops[i].area[TARGET] = spdk_malloc(AREA, 4096, NULL, 0, 0);
		CHECK(t.ops[i].area[TARGET]);
	}
	open_other_part();
	open_channel();
	for (i = 0; t.caps.crypto_supported && i < 2; i++)
		create_key(i);
	if (is_random)
		run_random((uint32_t)atoi(argv[3]), spdk_min((uint32_t)atoi(argv[4]), MAX_DEPTH));
	else if (!strcmp(argv[1], "errors"))
		run_errors();
	else
		run_signatures();
	for (i = 0; i < NUM_KINDS; i++)	/* how many depends on the order in which the operations end */
		if (t.num_done[i])
			printf("%s: right\n", names[i]);
	close_all();
	return 0;
}
