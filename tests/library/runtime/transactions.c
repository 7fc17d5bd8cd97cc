// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Transaction signatures: random transactions over one key or several, in both domains and all
 * directions, compared with a CRC that is computed here bit by bit, and with libcrypto's AES-XTS.
 *
 *	softmlx5 build/tests/runtime/transactions random|batches|encrypted|encrypted_batches SEED ROUNDS
 *	softmlx5 build/tests/runtime/transactions bytes|encrypted_bytes LENGTH FLAGS SEED DOMAIN
 *	softmlx5 build/tests/runtime/transactions psv|later|lives|encrypted_psv|encrypted_lives|encrypted_orders
 */
#include <openssl/evp.h>

#include "../../../examples/pair.h"

#include "qp.h"

#define CHECK(is_good) do { if (!(is_good)) { printf("line %d: %s\n", __LINE__, #is_good); \
					      exit(1); } } while (0)
#define KEYS 3u
#define PIECES 3u
#define PIECE 2048u			/* bytes of the longest piece */
#define SLOT (2 * PIECE)		/* distance of pieces, so that there are gaps */
#define MOST (PIECES * PIECE)		/* bytes of a key */
#define MEMORY (PIECES * SLOT)
#define UNIT 512u			/* of encryption */

static struct pair pair;
static struct side *here, *there;
static struct ibv_mr *near_mr, *far_mr;
static uint8_t *near, *far;	/* memory under the key, and beside it */
static struct mlx5sig_mkey *keys[KEYS];
static struct mlx5sig_psv *psv;
static struct mlx5sig_dek *dek;		/* NULL: transactions are not encrypted */
static struct mlx5sig_dek_init_attr secret = { .key_size = 256 };
static bool has_units;			/* the device encrypts several in a key */
static bool psv_has_error;
static unsigned int conf_flags = IBV_SEND_SIGNALED;	/* of configurations */

static uint32_t below(uint32_t n)
{
	return (uint32_t)rand() % n;
}

/*
 * CRCs.
 */

static const struct code {
	uint64_t poly, ones;	/* of CRC32 not reflected */
	uint32_t bytes;
} codes[] = {
	[MLX5SIG_SIG_CRC_TYPE_CRC32] = { 0x04c11db7, UINT32_MAX, 4 },
	[MLX5SIG_SIG_CRC_TYPE_CRC32C] = { 0x82f63b78, UINT32_MAX, 4 },
	[MLX5SIG_SIG_CRC_TYPE_CRC64_XP10] = { 0x9a6c9329ac4bc9b5, UINT64_MAX, 8 },
};

/* Those that the device has, which may be a card. */
static enum mlx5sig_sig_crc_type types[3];
static uint32_t num_types;

static void find_types(void)
{
	struct mlx5sig_context caps = { .comp_mask = MLX5SIG_CONTEXT_MASK_SIGNATURE_OFFLOAD };

	must(mlx5sig_query_device(pair.pd->context, &caps), "mlx5sig_query_device");
	for (uint32_t i = 0; i < 3; i++)
		if (caps.sig_caps.crc_type & 1u << i)
			types[num_types++] = i;
	CHECK(num_types);
}

static uint64_t crc_add(enum mlx5sig_sig_crc_type type, uint64_t reg, const uint8_t *data,
			size_t length)
{
	const struct code *code = &codes[type];
	unsigned int bit;

	while (length--) {
		reg ^= type == MLX5SIG_SIG_CRC_TYPE_CRC32 ? (uint64_t)*data++ << 24 : *data++;
		for (bit = 0; bit < 8; bit++) {
			if (type != MLX5SIG_SIG_CRC_TYPE_CRC32)
				reg = reg >> 1 ^ (reg & 1 ? code->poly : 0);
			else
				reg = (reg << 1 ^ (reg >> 31 ? code->poly : 0)) & UINT32_MAX;
		}
	}
	return reg;
}

static void crc_bytes(enum mlx5sig_sig_crc_type type, uint64_t value, uint8_t *to)
{
	uint32_t i, n = codes[type].bytes;

	for (i = 0; i < n; i++)
		to[type == MLX5SIG_SIG_CRC_TYPE_CRC32 ? n - 1 - i : i] = (uint8_t)(value >> 8 * i);
}

/*
 * A transaction.
 */

enum direction { WRITE, READ, PEER_WRITES, PEER_READS };

struct transaction {
	struct mlx5sig_sig_crc crc;
	enum mlx5sig_sig_domain domain;
	enum direction direction;
	uint64_t reg;
	uint8_t expected[8];
	bool is_bad;
	unsigned int num_keys;
	char tweak[16];		/* of the current key; the CRC is that of the encrypted data */
};

static bool is_gather(const struct transaction *t)
{
	return t->direction == WRITE || t->direction == PEER_READS;
}

static bool is_checked(const struct transaction *t)
{
	return is_gather(t) == (t->domain == MLX5SIG_SIG_DOMAIN_MEM);
}

/* Bytes under a key, at most @most. */
static uint32_t random_length(uint32_t most)
{
	uint32_t length;

	if (dek) {	/* whole units, or at least 16 bytes less or more */
		length = has_units ? UNIT * below(most / UNIT) : 0;
		length += 16 * below(UNIT / 16);
		return length ? length : UNIT;
	}
	switch (below(4)) {
	case 0:
		return 1 + below(16);
	case 1:
		return 512 * (1 + below(most / 512));
	default:
		return 1 + below(most);
	}
}

/*
 * Makes data of @length bytes for the next key: as they are in the domain without the CRC, and in that
 * with it, without the CRC.
 */
static void make_data(struct transaction *t, uint8_t *clear, uint8_t *coded, uint32_t length)
{
	EVP_CIPHER_CTX *context;
	uint8_t tweak[16];
	uint32_t i, at, n;
	int made;

	for (i = 0; i < length; i++)
		clear[i] = (uint8_t)rand();
	for (i = 0; i < sizeof(t->tweak); i++)
		t->tweak[i] = (char)(i < 15 && below(2) ? 0xff : rand());
	memcpy(coded, clear, length);
	memcpy(tweak, t->tweak, sizeof(tweak));
	context = need(EVP_CIPHER_CTX_new(), "EVP_CIPHER_CTX_new");
	for (at = 0; dek && at < length; at += n) {
		n = length - at < UNIT ? length - at : UNIT;
		CHECK(EVP_CipherInit_ex(context, EVP_aes_256_xts(), NULL, (void *)secret.key, tweak, 1) &&
		      EVP_CipherUpdate(context, coded + at, &made, clear + at, (int)n) && made == (int)n);
		for (i = 0; i < sizeof(tweak) && !++tweak[i]; i++)
			;
	}
	EVP_CIPHER_CTX_free(context);
	t->reg = crc_add(t->crc.type, t->reg, coded, length);
	crc_bytes(t->crc.type, t->reg ^ codes[t->crc.type].ones, t->expected);
}

static uint32_t random_list(struct ibv_sge *list, uint32_t length)
{
	uint32_t i, left = length;

	for (i = 0; left; i++) {
		uint32_t longest = left < PIECE ? left : PIECE;
		uint32_t shortest = left > (PIECES - 1 - i) * PIECE ? left - (PIECES - 1 - i) * PIECE : 1;

		list[i] = (struct ibv_sge) {
			.addr = (uintptr_t)near + i * SLOT, .lkey = near_mr->lkey,
			.length = shortest + below(longest - shortest + 1) };
		left -= list[i].length;
	}
	return i;
}

/* Copies between the pieces of the key and one buffer. */
static void gather(const struct ibv_sge *list, uint32_t num, uint8_t *data, bool writes)
{
	uint32_t i;

	for (i = 0; i < num; data += list[i++].length) {
		if (writes)
			memcpy((void *)(uintptr_t)list[i].addr, data, list[i].length);
		else
			memcpy(data, (void *)(uintptr_t)list[i].addr, list[i].length);
	}
}

static void configure(struct side *side, struct mlx5sig_mkey *key, const struct transaction *t,
		      const struct ibv_sge *list, uint32_t num, uint32_t flags)
{
	const struct mlx5sig_sig_transaction_attr attr = { .domain = t->domain, .crc = &t->crc,
							   .psv = psv, .flags = flags };
	const bool on_wire = t->domain == MLX5SIG_SIG_DOMAIN_WIRE;
	struct mlx5sig_crypto_attr crypto = {
		.encrypt_on_tx = on_wire, .dek = dek, .data_unit_size = MLX5SIG_BLOCK_SIZE_512,
		.signature_crypto_order = on_wire ?
			MLX5SIG_SIGNATURE_CRYPTO_ORDER_SIGNATURE_AFTER_CRYPTO_ON_TX :
			MLX5SIG_SIGNATURE_CRYPTO_ORDER_SIGNATURE_BEFORE_CRYPTO_ON_TX };

	side->qp->wr_flags = conf_flags;
	mlx5sig_wr_mkey_configure(side->qp, key, dek ? 4 : 3, NULL);
	mlx5sig_wr_set_mkey_sig_transaction(side->qp, &attr);
	memcpy(crypto.initial_tweak, t->tweak, sizeof(t->tweak));
	if (dek && below(2)) {
		mlx5sig_wr_set_mkey_crypto(side->qp, &crypto);
	} else if (dek) {
		struct mlx5sig_crypto_prepared *prepared =
			need(mlx5sig_crypto_prepare(pair.context, &crypto), "mlx5sig_crypto_prepare");

		mlx5sig_wr_set_mkey_crypto_prepared(side->qp, prepared, t->tweak);
		mlx5sig_crypto_prepared_free(prepared);
	}
	mlx5sig_wr_set_mkey_access_flags(side->qp, IBV_ACCESS_LOCAL_WRITE |
					 IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ);
	mlx5sig_wr_set_mkey_layout_list(side->qp, (uint16_t)num, list);
}

/* Moves @length bytes on the wire from @at on. */
static void move(const struct transaction *t, const struct mlx5sig_mkey *key, uint32_t at,
		 uint32_t length)
{
	const bool is_peer = t->direction == PEER_WRITES || t->direction == PEER_READS;
	struct side *side = is_peer ? there : here;
	struct ibv_wc wc;

	mlx5sig_wr_start(side->qp);
	side->qp->wr_flags = IBV_SEND_SIGNALED;
	if (is_peer && t->direction == PEER_WRITES)
		mlx5sig_wr_rdma_write(side->qp, key->rkey, at);
	else if (is_peer)
		mlx5sig_wr_rdma_read(side->qp, key->rkey, at);
	else if (t->direction == WRITE)
		mlx5sig_wr_rdma_write(side->qp, far_mr->rkey, (uintptr_t)far + at);
	else
		mlx5sig_wr_rdma_read(side->qp, far_mr->rkey, (uintptr_t)far + at);
	if (is_peer)
		mlx5sig_wr_set_sge(side->qp, far_mr->lkey, (uintptr_t)far + at, length);
	else
		mlx5sig_wr_set_sge(side->qp, key->lkey, at, length);
	CHECK(!mlx5sig_wr_complete(side->qp));
	pair_wait(side);
	if (is_peer)
		CHECK(mlx5sig_poll_cq(here->cq, 1, &wc) == 0);
}

static void check_error(const struct transaction *t, struct mlx5sig_mkey *key,
			const uint8_t found[8])
{
	struct mlx5sig_mkey_err_ext ext;
	uint8_t expected[8] = {0}, actual[8] = {0};

	CHECK(!mlx5sig_mkey_check_ext(key, &ext));
	if (!t->is_bad || psv_has_error) {
		CHECK(!ext.num_errors && ext.err.err_type == MLX5SIG_MKEY_NO_ERR);
		return;
	}
	CHECK(ext.num_errors == 1 && ext.err.err_type == MLX5SIG_MKEY_SIG_BLOCK_BAD_GUARD);
	CHECK(ext.domain == t->domain && mlx5sig_cq_next_bad_mkey(here->cq) == NULL);
	crc_bytes(t->crc.type, ext.err.err.sig.expected_value, expected);
	crc_bytes(t->crc.type, ext.err.err.sig.actual_value, actual);
	CHECK(!memcmp(expected, found, codes[t->crc.type].bytes));
	CHECK(!memcmp(actual, t->expected, codes[t->crc.type].bytes));
	psv_has_error = true;
}

/* The part of a transaction under one key. */
static void run_key(struct transaction *t, struct mlx5sig_mkey *key, bool is_first, bool is_last,
		    uint32_t length)
{
	static uint8_t clear[MOST + 8], coded[MOST + 8], image[MOST + 8];
	const bool in_memory = t->domain == MLX5SIG_SIG_DOMAIN_MEM;
	const uint32_t sig = is_last ? codes[t->crc.type].bytes : 0;
	const uint32_t memory = length + (in_memory ? sig : 0), wire = length + (in_memory ? 0 : sig);
	const uint8_t *in = in_memory ? coded : clear, *out = in_memory ? clear : coded;
	struct ibv_sge list[PIECES];
	uint32_t num = random_list(list, memory), cut = below(wire + 1);
	uint8_t found[8];

	if (dek)	/* a request begins with a unit */
		cut = cut / UNIT * UNIT;
	make_data(t, clear, coded, length);
	memcpy(found, t->expected, sizeof(found));
	if (is_last && t->is_bad)
		found[below(sig)] ^= (uint8_t)(1 << below(8));
	memset(near, 0xee, MEMORY);
	memset(far, 0xee, MEMORY);
	memcpy(coded + length, is_checked(t) ? found : t->expected, sig);
	if (is_gather(t))
		gather(list, num, in_memory ? coded : clear, true);
	else
		memcpy(far, out, wire);
	mlx5sig_wr_start(here->qp);
	configure(here, key, t, list, num, (is_first ? MLX5SIG_SIG_TRANSACTION_FLAG_INIT : 0) |
		  (is_last ? MLX5SIG_SIG_TRANSACTION_FLAG_CHECK_GEN : 0));
	CHECK(!mlx5sig_wr_complete(here->qp));
	pair_wait(here);
	/* A CRC on the wire that is checked comes in one request. */
	if (!cut || cut == wire || (cut > length && is_checked(t))) {
		move(t, key, 0, wire);
	} else {
		move(t, key, 0, cut);
		move(t, key, cut, wire - cut);
	}
	gather(list, num, image, false);
	CHECK(!memcmp(image, in, memory) && !memcmp(far, out, wire));
	CHECK(far[wire] == 0xee);
	if (is_last)
		check_error(t, key, found);
	else
		CHECK(!mlx5sig_cq_next_bad_mkey(here->cq));
}

/* Prints the BSF of a key of @length bytes, and the numbers of PSV and DEK. */
static void show_bytes(uint32_t length, uint32_t flags, uint64_t seed, enum mlx5sig_sig_domain domain)
{
	const struct transaction t = { .crc = { MLX5SIG_SIG_CRC_TYPE_CRC32C, seed }, .domain = domain,
				       .tweak = "0123456789abcde" };
	const struct ibv_sge sge = { (uintptr_t)near, length, near_mr->lkey };
	const struct mlx5sig_sq *sq = &mlx5sig_qp_of(here->qp)->sq;
	const uint8_t *bsf;
	unsigned int i;

	mlx5sig_wr_start(here->qp);
	configure(here, keys[0], &t, &sge, 1, flags);
	bsf = mlx5sig_ring_at(&sq->ring, sq->now.last + 3, 0);
	CHECK(!mlx5sig_wr_complete(here->qp));
	printf("%u %u ", psv->index, dek ? dek->dekn : 0);
	for (i = 0; i < (dek ? 128 : 64); i++)
		printf("%02x", bsf[i]);
	printf("\n");
	pair_wait(here);
}

static void load_psv(struct side *side, const struct mlx5sig_sig_crc *crc)
{
	const struct mlx5sig_psv_attr attr = { .sig_type = MLX5SIG_SIG_TYPE_CRC, .sig.crc = crc };

	mlx5sig_wr_start(side->qp);
	side->qp->wr_flags = IBV_SEND_SIGNALED;
	side->qp->wr_id = 4711;
	mlx5sig_wr_set_psv(side->qp, psv, &attr);
	CHECK(!mlx5sig_wr_complete(side->qp));
	CHECK(pair_wait(side).opcode == IBV_WC_DRIVER1);
	psv_has_error = false;
}

/* A batch that changes a key of a transaction, or loads its PSV, and is not posted. */
static void drop_batch(struct mlx5sig_mkey *key)
{
	const struct transaction other = { .crc.type = types[below(num_types)], .domain = below(2) };
	const struct mlx5sig_psv_attr attr = { .sig_type = MLX5SIG_SIG_TYPE_CRC, .sig.crc = &other.crc };
	struct ibv_sge list[PIECES];
	uint32_t num = random_list(list, random_length(MOST - UNIT));

	mlx5sig_wr_start(here->qp);
	configure(here, key, &other, list, num, below(4));
	mlx5sig_wr_set_psv(here->qp, psv, &attr);
	if (below(2)) {
		mlx5sig_wr_abort(here->qp);
		return;
	}
	mlx5sig_wr_set_sge(here->qp, 0, 0, 1);	/* of no request */
	CHECK(mlx5sig_wr_complete(here->qp) == EINVAL);
}

static void random_transactions(unsigned int rounds)
{
	unsigned int round, i, errors = 0;

	for (round = 0; round < rounds; round++) {
		struct transaction t = {
			.crc.type = types[below(num_types)], .domain = below(2), .direction = below(4),
			.num_keys = 1 + below(KEYS) };

		t.crc.seed = below(2) ? codes[t.crc.type].ones : 0;
		t.reg = t.crc.seed;
		t.is_bad = is_checked(&t) && !below(3);
		if (psv_has_error && below(2))
			load_psv(here, &t.crc);
		for (i = 0; i < t.num_keys; i++) {
			if (!below(4))
				drop_batch(keys[below(KEYS)]);
			if (i && !below(8))
				break;	/* given up: the next one begins anew */
			run_key(&t, keys[(round + i) % KEYS], !i, i + 1 == t.num_keys,
				random_length(MOST - 8 - UNIT));
		}
		errors += t.is_bad && i == t.num_keys;
	}
	printf("%u transactions, %u bad ones\n", rounds, errors);
}

/* The part of a transaction under key @k of a batch: data in slot @k of both memories. */
struct part {
	uint32_t length, memory, wire;
	uint8_t clear[PIECE + 8], coded[PIECE + 8];
	const uint8_t *in_memory, *on_wire;
	char tweak[16];
};

static void post_part(struct transaction *t, const struct part *part, unsigned int k)
{
	const bool is_last = k + 1 == t->num_keys;
	const struct ibv_sge sge = { (uintptr_t)near + k * SLOT, part->memory, near_mr->lkey };
	const uint64_t to = (uintptr_t)far + k * SLOT;

	mlx5sig_wr_start(here->qp);
	memcpy(t->tweak, part->tweak, sizeof(t->tweak));
	configure(here, keys[k], t, &sge, 1, (k ? 0 : MLX5SIG_SIG_TRANSACTION_FLAG_INIT) |
		  (is_last ? MLX5SIG_SIG_TRANSACTION_FLAG_CHECK_GEN : 0));
	/* Reads are executed in the order of their requests only behind a strong fence. */
	here->qp->wr_flags = MLX5SIG_SEND_STRONG_FENCE | (is_last ? IBV_SEND_SIGNALED : 0u);
	if (t->direction == WRITE)
		mlx5sig_wr_rdma_write(here->qp, far_mr->rkey, to);
	else
		mlx5sig_wr_rdma_read(here->qp, far_mr->rkey, to);
	mlx5sig_wr_set_sge(here->qp, keys[k]->lkey, 0, part->wire);
	CHECK(!mlx5sig_wr_commit(here->qp));
}

/* All keys of a transaction at once, with one doorbell and one completion, as an accelerator does it. */
static void batches(unsigned int rounds)
{
	static struct part parts[KEYS];
	unsigned int round, k;

	conf_flags = 0;
	for (round = 0; round < rounds; round++) {
		struct transaction t = { .crc.type = types[below(num_types)], .domain = below(2),
					 .direction = below(2) ? WRITE : READ,
					 .num_keys = 1 + below(KEYS) };
		const uint32_t sig = codes[t.crc.type].bytes;
		const bool in_memory = t.domain == MLX5SIG_SIG_DOMAIN_MEM;
		uint8_t found[8];

		t.crc.seed = t.reg = below(2) ? codes[t.crc.type].ones : 0;
		t.is_bad = is_checked(&t) && !below(3);
		memset(near, 0xee, MEMORY);
		memset(far, 0xee, MEMORY);
		for (k = 0; k < t.num_keys; k++) {
			struct part *part = &parts[k];
			const uint32_t end = k + 1 == t.num_keys ? sig : 0;

			part->length = random_length(PIECE - UNIT);
			part->memory = part->length + (in_memory ? end : 0);
			part->wire = part->length + (in_memory ? 0 : end);
			part->in_memory = in_memory ? part->coded : part->clear;
			part->on_wire = in_memory ? part->clear : part->coded;
			make_data(&t, part->clear, part->coded, part->length);
			memcpy(part->tweak, t.tweak, sizeof(t.tweak));
			memcpy(found, t.expected, sizeof(found));
			found[below(sig)] ^= (uint8_t)(t.is_bad << below(8));
			memcpy(part->coded + part->length, found, end);
			if (is_gather(&t))
				memcpy(near + k * SLOT, part->in_memory, part->memory);
			else
				memcpy(far + k * SLOT, part->on_wire, part->wire);
		}
		if (psv_has_error && below(2)) {
			const struct mlx5sig_psv_attr attr = { .sig_type = MLX5SIG_SIG_TYPE_CRC,
							       .sig.crc = &t.crc };

			mlx5sig_wr_start(here->qp);
			here->qp->wr_flags = 0;
			mlx5sig_wr_set_psv(here->qp, psv, &attr);
			CHECK(!mlx5sig_wr_commit(here->qp));
			psv_has_error = false;
		}
		for (k = 0; k < t.num_keys; k++)
			post_part(&t, &parts[k], k);
		mlx5sig_qp_ring(here->qp);
		pair_wait(here);
		for (k = 0; k < t.num_keys; k++) {
			CHECK(!memcmp(near + k * SLOT, parts[k].in_memory, parts[k].memory));
			CHECK(!memcmp(far + k * SLOT, parts[k].on_wire, parts[k].wire));
			CHECK(near[k * SLOT + parts[k].memory] == 0xee &&
			      far[k * SLOT + parts[k].wire] == 0xee);
		}
		check_error(&t, keys[t.num_keys - 1], found);
	}
	puts("done");
}

/* A PSV continues with what SET_PSV loads: transactions need no INIT then. */
static void continue_from_psv(void)
{
	unsigned int i;

	for (i = 0; i < 60; i++) {
		struct transaction t = { .crc.type = types[i % num_types], .domain = i / 3 % 2,
					 .direction = i / 6 % 4, .num_keys = 1 };

		t.crc.seed = i % 2 ? codes[t.crc.type].ones : 0;
		t.reg = t.crc.seed;
		load_psv(here, &t.crc);
		run_key(&t, keys[0], false, true, random_length(MOST - 8));
	}
	puts("done");
}

/* A transaction is of one configuration only. */
static void later_configurations(void)
{
	const struct mlx5sig_mkey_conf_attr reset = {
		.conf_flags = MLX5SIG_MKEY_CONF_FLAG_RESET_SIG_ATTR };
	struct transaction t = { .crc.type = MLX5SIG_SIG_CRC_TYPE_CRC32C };
	const struct ibv_sge sge = { (uintptr_t)near, 100, near_mr->lkey };
	struct mlx5sig_wr_error error;
	unsigned int i;

	run_key(&t, keys[0], true, true, 100);
	for (i = 0; i < 2; i++) {
		mlx5sig_wr_start(here->qp);
		mlx5sig_wr_mkey_configure(here->qp, keys[0], 1, NULL);
		mlx5sig_wr_set_mkey_layout_list(here->qp, 1, &sge);
		CHECK(mlx5sig_wr_complete(here->qp) == EINVAL);
		mlx5sig_qp_last_error(here->qp, &error);
		CHECK(strstr(error.reason, "not set again"));
	}
	mlx5sig_wr_start(here->qp);
	mlx5sig_wr_mkey_configure(here->qp, keys[0], 1, &reset);
	mlx5sig_wr_set_mkey_layout_list(here->qp, 1, &sge);
	CHECK(!mlx5sig_wr_complete(here->qp));
	pair_wait(here);
	t.direction = WRITE;
	memset(near, 7, 100);
	move(&t, keys[0], 0, 100);
	CHECK(!memcmp(near, far, 100));
	mlx5sig_wr_start(here->qp);
	mlx5sig_wr_mkey_configure(here->qp, keys[0], 0, NULL);
	CHECK(!mlx5sig_wr_complete(here->qp));
	pair_wait(here);
	t = (struct transaction) { .crc.type = MLX5SIG_SIG_CRC_TYPE_CRC32C };
	run_key(&t, keys[0], true, true, 100);
	puts("done");
}

/* Of four orders, devices have one for each domain. */
static void orders(void)
{
	const struct mlx5sig_sig_crc crc = { .type = MLX5SIG_SIG_CRC_TYPE_CRC32C };
	const struct ibv_sge sge = { (uintptr_t)near, UNIT, near_mr->lkey };
	struct mlx5sig_wr_error error;
	unsigned int i;

	for (i = 0; i < 8; i++) {
		const struct mlx5sig_sig_transaction_attr sig = { .domain = i & 1, .crc = &crc,
								  .psv = psv };
		const struct mlx5sig_crypto_attr crypto = {
			.encrypt_on_tx = i & 2, .signature_crypto_order = i / 4, .dek = dek };
		const bool is_good = sig.domain == MLX5SIG_SIG_DOMAIN_WIRE ?
			crypto.encrypt_on_tx && crypto.signature_crypto_order ==
				MLX5SIG_SIGNATURE_CRYPTO_ORDER_SIGNATURE_AFTER_CRYPTO_ON_TX :
			!crypto.encrypt_on_tx && crypto.signature_crypto_order ==
				MLX5SIG_SIGNATURE_CRYPTO_ORDER_SIGNATURE_BEFORE_CRYPTO_ON_TX;

		mlx5sig_wr_start(here->qp);
		here->qp->wr_flags = IBV_SEND_SIGNALED;
		mlx5sig_wr_mkey_configure(here->qp, keys[0], 3, NULL);
		mlx5sig_wr_set_mkey_layout_list(here->qp, 1, &sge);
		mlx5sig_wr_set_mkey_crypto(here->qp, &crypto);
		mlx5sig_wr_set_mkey_sig_transaction(here->qp, &sig);
		CHECK(mlx5sig_wr_complete(here->qp) == (is_good ? 0 : EINVAL));
		if (is_good) {
			pair_wait(here);
			continue;
		}
		mlx5sig_qp_last_error(here->qp, &error);
		CHECK(strstr(error.reason, "not that of encrypted data"));
	}
	puts("done");
}

/* The key is destroyed while the PSV lives on, and the reverse. */
static void object_lives(void)
{
	struct mlx5sig_mkey_init_attr attr = {
		.pd = pair.pd, .max_entries = PIECES,
		.create_flags = MLX5SIG_MKEY_INIT_ATTR_FLAGS_TRANSACTION_SIGNATURE |
				(dek ? MLX5SIG_MKEY_INIT_ATTR_FLAGS_CRYPTO : 0u) };
	struct mlx5sig_psv *first = psv;
	unsigned int i;

	for (i = 0; i < 40; i++) {
		struct transaction t = { .crc.type = MLX5SIG_SIG_CRC_TYPE_CRC32C,
					 .direction = i % 4, .domain = i / 4 % 2 };
		struct mlx5sig_mkey *key = i % 2 ? keys[0] : mlx5sig_create_mkey(&attr);

		CHECK(key);
		if (i % 3 == 0)
			psv = mlx5sig_psv_create(pair.pd);
		CHECK(psv);
		run_key(&t, key, true, true, random_length(MOST - 8));
		if (psv != first)
			CHECK(!mlx5sig_psv_destroy(psv));
		psv = first;
		if (key != keys[0])
			CHECK(!mlx5sig_destroy_mkey(key));
	}
	puts("done");
}

static void begin_encryption(void)
{
	struct mlx5sig_context caps = { .comp_mask = MLX5SIG_CONTEXT_MASK_CRYPTO_OFFLOAD };
	const struct mlx5sig_crypto_caps *crypto = &caps.crypto_caps;
	unsigned int i;

	must(mlx5sig_query_device(pair.context, &caps), "mlx5sig_query_device");
	has_units = crypto->multi_block_le_tweak ||
		    crypto->crypto_engines & MLX5DV_CRYPTO_ENGINES_CAP_AES_XTS_MULTI_BLOCK;
	secret.pd = pair.pd;
	for (i = 0; i < sizeof(secret.key); i++)
		secret.key[i] = (char)(11 * i + 3);
	dek = need(mlx5sig_dek_create(pair.context, &secret), "mlx5sig_dek_create");
}

int main(int argc, char **argv)
{
	struct mlx5sig_mkey_init_attr attr = {
		.create_flags = MLX5SIG_MKEY_INIT_ATTR_FLAGS_TRANSACTION_SIGNATURE,
		.max_entries = PIECES };
	const bool encrypts = argc > 1 && !strncmp(argv[1], "encrypted", 9);
	const char *what;
	unsigned int i;

	if (argc < 2)
		return 2;
	what = argv[1] + (encrypts && argv[1][9] == '_' ? 10 : 0);
	pair_open(&pair, false);
	if (encrypts)
		begin_encryption();
	here = &pair.side[0];
	there = &pair.side[1];
	near = pair_memory(&pair, MEMORY, &near_mr);
	far = pair_memory(&pair, MEMORY, &far_mr);
	attr.pd = pair.pd;
	find_types();
	psv = need(mlx5sig_psv_create(pair.pd), "PSV");
	attr.create_flags |= encrypts ? MLX5SIG_MKEY_INIT_ATTR_FLAGS_CRYPTO : 0;
	for (i = 0; i < KEYS; i++) {
		/* A key may have block signatures, too. */
		attr.create_flags |= i == 1 ? MLX5SIG_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE : 0;
		keys[i] = need(mlx5sig_create_mkey(&attr), "key");
	}
	if ((!strcmp(what, "random") || !strcmp(what, "encrypted")) && argc == 4) {
		srand((unsigned int)atoi(argv[2]));
		random_transactions((unsigned int)atoi(argv[3]));
	} else if (!strcmp(what, "batches") && argc == 4) {
		srand((unsigned int)atoi(argv[2]));
		batches((unsigned int)atoi(argv[3]));
	} else if (!strcmp(what, "bytes") && argc == 6) {
		show_bytes((uint32_t)atoi(argv[2]), (uint32_t)atoi(argv[3]),
			   strtoull(argv[4], NULL, 0), (unsigned int)atoi(argv[5]));
	} else if (!strcmp(what, "orders")) {
		orders();
	} else if (!strcmp(what, "psv")) {
		continue_from_psv();
	} else if (!strcmp(what, "later")) {
		later_configurations();
	} else if (!strcmp(what, "lives")) {
		object_lives();
	}
	for (i = 0; i < KEYS; i++)
		CHECK(!mlx5sig_destroy_mkey(keys[i]));
	CHECK(!mlx5sig_psv_destroy(psv));
	if (dek)
		CHECK(!mlx5sig_dek_destroy(dek));
	pair_free_memory(near_mr);
	pair_free_memory(far_mr);
	pair_close(&pair);
	return 0;
}
