// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * SPDK's lib/mlx5, which run.py compiles from a tree, as SPDK's module accel_mlx5 uses it: CRC32C over
 * several pieces and over two keys one after the other, with both seeds, AES-XTS, plain gathering.
 * The results are compared with a CRC that is computed here bit by bit, and with OpenSSL. Requests
 * of one WQEBB in between move each kind of request through the whole ring.
 */
#include "spdk/stdinc.h"

#include <infiniband/mlx5dv.h>
#include <openssl/evp.h>

#include "spdk_internal/mlx5.h"
#include "spdk_internal/rdma_cm.h"
#include "spdk_internal/rdma_utils.h"

#define ROUNDS 200u
#define PIECES 3u
#define BLOCK 512u
#define BYTES (4 * BLOCK)
#define SIGNAL SPDK_MLX5_WQE_CTRL_CE_CQ_UPDATE
#define FENCED (SIGNAL | SPDK_MLX5_WQE_CTRL_INITIATOR_SMALL_FENCE)

#define CHECK(condition) \
	do { \
		if (!(condition)) { \
			fprintf(stderr, "%s:%d: not true: %s\n", __FILE__, __LINE__, #condition); \
			exit(1); \
		} \
	} while (0)

static struct ibv_context *contexts[2];
static struct ibv_pd *pd;
static struct ibv_mr *mr;
static uint8_t *memory;		/* source, destination, and a word for a CRC */
static struct spdk_mlx5_cq *cq;
static struct spdk_mlx5_qp *qp;
static struct spdk_mlx5_psv *psv;

enum { PLAIN, CRYPTO, SIGNATURE, KINDS };
static const uint32_t flags[KINDS] = { 0, SPDK_MLX5_MKEY_POOL_FLAG_CRYPTO,
				       SPDK_MLX5_MKEY_POOL_FLAG_SIGNATURE };
static struct spdk_mlx5_mkey_pool *pool[KINDS];
static struct spdk_mlx5_mkey_pool_obj *key[KINDS][2];

#define SOURCE memory
#define COPY (memory + BYTES)
#define CRC (memory + 2 * BYTES)

/* What SPDK's crypto asks of its RDMA libraries. */
struct ibv_context **spdk_rdma_cm_get_devices(int *n)
{
	*n = 1;
	return contexts;
}

void spdk_rdma_cm_free_devices(struct ibv_context **list)
{
	(void)list;
}

struct ibv_pd *spdk_rdma_utils_get_pd(struct ibv_context *context)
{
	return context == contexts[0] ? pd : NULL;
}

void spdk_rdma_utils_put_pd(struct ibv_pd *put)
{
	(void)put;
}

static void wait_for(unsigned int n)
{
	struct spdk_mlx5_cq_completion done;

	spdk_mlx5_qp_complete_send(qp);
	while (n) {
		int got = spdk_mlx5_cq_poll_completions(cq, &done, 1);

		CHECK(got >= 0 && (!got || done.status == IBV_WC_SUCCESS));
		n -= (unsigned int)got;
	}
}

static struct ibv_sge part(const uint8_t *start, uint32_t length)
{
	return (struct ibv_sge) { .addr = (uintptr_t)start, .length = length, .lkey = mr->lkey };
}

/* A source in pieces of different lengths. */
static void cut(struct ibv_sge list[PIECES], const uint8_t *start, uint32_t length, unsigned int n)
{
	uint32_t first = n > 1 ? 1 + (uint32_t)rand() % (length / 2) : length;
	uint32_t second = n > 2 ? 1 + (uint32_t)rand() % (length / 4) : length - first;

	list[0] = part(start, first);
	list[1] = part(start + first, second);
	list[2] = part(start + first + second, length - first - second);
}

static uint32_t crc_register(uint32_t reg, const uint8_t *data, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		reg ^= data[i];
		for (int bit = 0; bit < 8; bit++)
			reg = reg >> 1 ^ (reg & 1 ? 0x82f63b78u : 0);
	}
	return reg;
}

static void configure_crc(unsigned int which, struct ibv_sge *list, unsigned int n, uint32_t length,
			  uint32_t seed, bool init, bool generate)
{
	struct spdk_mlx5_umr_attr umr = { .sge = list, .sge_count = (uint16_t)n, .umr_len = length,
					  .mkey = key[SIGNATURE][which]->mkey };
	struct spdk_mlx5_umr_sig_attr sig = {
		.seed = seed, .psv_index = psv->index, .domain = SPDK_MLX5_UMR_SIG_DOMAIN_WIRE,
		.sigerr_count = key[SIGNATURE][which]->sig.sigerr_count, .raw_data_size = length,
		.init = init, .check_gen = generate,
	};

	CHECK(!spdk_mlx5_umr_configure_sig(qp, &umr, &sig, 0, 0));
}

static void read_key(uint32_t mkey, const uint8_t *into, uint32_t length, bool with_crc)
{
	struct ibv_sge list[] = { part(into, length), part(CRC, 4) };

	CHECK(!spdk_mlx5_qp_rdma_read(qp, list, with_crc ? 2 : 1, 0, mkey, 0, FENCED));
}

static void crc32c(uint32_t seed, unsigned int pieces, bool two_keys)
{
	struct ibv_sge list[PIECES];
	uint32_t half = two_keys ? BYTES / 2 : BYTES, crc;

	cut(list, SOURCE, half, pieces);
	configure_crc(0, list, pieces, half, seed, true, !two_keys);
	read_key(key[SIGNATURE][0]->mkey, COPY, half, !two_keys);
	if (two_keys) {
		cut(list, SOURCE + half, half, pieces);
		configure_crc(1, list, pieces, half, seed, false, true);
		read_key(key[SIGNATURE][1]->mkey, COPY + half, half, true);
	}
	wait_for(two_keys ? 2 : 1);
	memcpy(&crc, CRC, sizeof(crc));
	CHECK(!memcmp(SOURCE, COPY, BYTES));
	CHECK((crc ^ UINT32_MAX) == crc_register(seed, SOURCE, BYTES));
}

static void plain(unsigned int pieces)
{
	struct ibv_sge list[PIECES];
	struct spdk_mlx5_umr_attr umr = { .sge = list, .sge_count = (uint16_t)pieces,
					  .umr_len = BYTES, .mkey = key[PLAIN][0]->mkey };

	cut(list, SOURCE, BYTES, pieces);
	CHECK(!spdk_mlx5_umr_configure(qp, &umr, 0, 0));
	read_key(umr.mkey, COPY, BYTES, false);
	wait_for(1);
	CHECK(!memcmp(SOURCE, COPY, BYTES));
}

static void by_openssl(const uint8_t *dek, size_t dek_len, uint64_t lba, uint8_t *out)
{
	const EVP_CIPHER *cipher = dek_len == 64 ? EVP_aes_256_xts() : EVP_aes_128_xts();
	EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();

	for (uint32_t at = 0; at < BYTES; at += BLOCK, lba++) {
		uint8_t tweak[16] = { 0 };
		int len;

		memcpy(tweak, &lba, sizeof(lba));	/* little-endian, as x86 is */
		CHECK(EVP_EncryptInit_ex(context, cipher, NULL, dek, tweak) == 1);
		CHECK(EVP_EncryptUpdate(context, out + at, &len, SOURCE + at, BLOCK) == 1);
		CHECK(len == BLOCK);
	}
	EVP_CIPHER_CTX_free(context);
}

static void crypto(struct spdk_mlx5_crypto_keytag *tag, const uint8_t *dek, size_t dek_len,
		   unsigned int pieces)
{
	struct spdk_mlx5_crypto_dek_data data;
	struct spdk_mlx5_umr_crypto_attr attr = {
		.enc_order = SPDK_MLX5_ENCRYPTION_ORDER_ENCRYPTED_RAW_WIRE,
		.bs_selector = SPDK_MLX5_BLOCK_SIZE_SELECTOR_512,
		.xts_iv = (uint64_t)rand() << 20,
	};
	struct ibv_sge list[PIECES];
	struct spdk_mlx5_umr_attr umr = { .sge = list, .sge_count = (uint16_t)pieces,
					  .umr_len = BYTES, .mkey = key[CRYPTO][0]->mkey };
	static uint8_t expected[BYTES];

	CHECK(!spdk_mlx5_crypto_get_dek_data(tag, pd, &data));
	CHECK(data.tweak_mode == SPDK_MLX5_CRYPTO_KEY_TWEAK_MODE_SIMPLE_LBA_LE);
	attr.dek_obj_id = data.dek_obj_id;
	attr.tweak_mode = (uint8_t)data.tweak_mode;
	cut(list, SOURCE, BYTES, pieces);
	CHECK(!spdk_mlx5_umr_configure_crypto(qp, &umr, &attr, 0, 0));
	read_key(umr.mkey, COPY, BYTES, false);
	wait_for(1);
	by_openssl(dek, dek_len, attr.xts_iv, expected);
	CHECK(!memcmp(COPY, expected, BYTES));
	/* Backward, from the ciphertext. */
	umr.mkey = key[CRYPTO][1]->mkey;
	attr.enc_order = SPDK_MLX5_ENCRYPTION_ORDER_ENCRYPTED_RAW_MEMORY;
	cut(list, COPY, BYTES, pieces);
	CHECK(!spdk_mlx5_umr_configure_crypto(qp, &umr, &attr, 0, 0));
	memcpy(expected, SOURCE, BYTES);
	read_key(umr.mkey, SOURCE, BYTES, false);
	wait_for(1);
	CHECK(!memcmp(SOURCE, expected, BYTES));
}

/* Moves the next request by a WQEBB. */
static void one_further(void)
{
	struct ibv_sge sge = part(SOURCE, 8);

	CHECK(!spdk_mlx5_qp_rdma_write(qp, &sge, 1, (uintptr_t)(CRC + 8), mr->rkey, 0, FENCED));
	wait_for(1);
}

static void open_all(void)
{
	struct mlx5dv_context_attr devx = { .flags = MLX5DV_CONTEXT_FLAGS_DEVX };
	struct ibv_device **list = ibv_get_device_list(NULL);
	struct spdk_mlx5_cq_attr cq_attr = { .cqe_cnt = 128, .cqe_size = 64 };
	struct spdk_mlx5_qp_attr qp_attr = { .cap = { .max_send_wr = 32, .max_send_sge = 4 } };

	CHECK(list && list[0]);
	contexts[0] = mlx5dv_open_device(list[0], &devx);
	CHECK(contexts[0]);
	pd = ibv_alloc_pd(contexts[0]);
	memory = aligned_alloc(4096, 8192);
	CHECK(pd && memory);
	mr = ibv_reg_mr(pd, memory, 8192, IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE |
			IBV_ACCESS_REMOTE_READ);
	CHECK(mr && !spdk_mlx5_cq_create(pd, &cq_attr, &cq));
	CHECK(!spdk_mlx5_qp_create(pd, cq, &qp_attr, &qp));
	psv = spdk_mlx5_create_psv(pd);
	CHECK(psv);
	for (unsigned int i = 0; i < KINDS; i++) {
		struct spdk_mlx5_mkey_pool_param param = { .mkey_count = 2, .flags = flags[i] };

		CHECK(!spdk_mlx5_mkey_pool_init(&param, pd));
		pool[i] = spdk_mlx5_mkey_pool_get_ref(pd, flags[i]);
		CHECK(pool[i] && !spdk_mlx5_mkey_pool_get_bulk(pool[i], key[i], 2));
	}
	ibv_free_device_list(list);
}

static void close_all(void)
{
	for (unsigned int i = 0; i < KINDS; i++) {
		spdk_mlx5_mkey_pool_put_bulk(pool[i], key[i], 2);
		spdk_mlx5_mkey_pool_put_ref(pool[i]);
		CHECK(!spdk_mlx5_mkey_pool_destroy(flags[i], pd));
	}
	CHECK(!spdk_mlx5_destroy_psv(psv));
	spdk_mlx5_qp_destroy(qp);
	CHECK(!spdk_mlx5_cq_destroy(cq) && !ibv_dereg_mr(mr) && !ibv_dealloc_pd(pd));
	CHECK(!ibv_close_device(contexts[0]));
}

int main(void)
{
	static uint8_t dek[64];
	struct spdk_mlx5_crypto_keytag *tag[2];

	open_all();
	for (unsigned int i = 0; i < sizeof(dek); i++)
		dek[i] = (uint8_t)(i * 37 + 1);
	for (unsigned int i = 0; i < 2; i++) {
		struct spdk_mlx5_crypto_dek_create_attr attr = { .dek = (char *)dek,
								 .dek_len = 32u << i };

		CHECK(!spdk_mlx5_crypto_keytag_create(&attr, &tag[i]));
	}
	for (unsigned int i = 0; i < ROUNDS; i++) {
		for (unsigned int at = 0; at < BYTES; at++)
			SOURCE[at] = (uint8_t)rand();
		plain(1 + i % PIECES);
		for (uint32_t seed = 0;; seed = UINT32_MAX) {
			crc32c(seed, 1 + i % PIECES, i / PIECES % 2);
			if (seed)
				break;
		}
		crypto(tag[i % 2], dek, 32u << i % 2, 1 + i % PIECES);
		one_further();
	}
	for (unsigned int i = 0; i < 2; i++)
		spdk_mlx5_crypto_keytag_destroy(tag[i]);
	close_all();
	printf("%u rounds: gathering, CRC32C, AES-XTS: all results are right\n", ROUNDS);
	return 0;
}
