// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The operations of SPDK's lib/mlx5, with the arguments of accel_mlx5.c. First checks that both
 * libraries give the same CRC32C and ciphertext.
 */
#include "runtime.h"

#include "spdk_internal/mlx5.h"

#include "ring.h"

#define SEED UINT32_MAX
#define CRC_BYTES 4u
#define OUT 32768u		/* offsets of results in memory, of SPDK's and then of ours */
#define OUR_OUT (OUT + 2 * BLOCK)

static struct spdk_mlx5_cq *cq;
static struct spdk_mlx5_qp *qp[QPS];
static struct spdk_mlx5_psv *psv;
static uint32_t dekn;
static struct spdk_mlx5_mkey_pool *pool[KEYS];
static struct spdk_mlx5_mkey_pool_obj *key[KEYS];
static struct spdk_mlx5_cq_completion done[POLL];

static int ring(void)
{
	spdk_mlx5_qp_complete_send(qp[0]);
	return 0;
}

static struct spdk_mlx5_umr_attr layout(struct end *e, enum key_kind kind, uint32_t num)
{
	return (struct spdk_mlx5_umr_attr) {
		.mkey = key[kind]->mkey, .umr_len = BLOCK, .sge_count = (uint16_t)num,
		.sge = e->data_list };
}

/*
 * With a SET_PSV, like the library. SPDK posts it only after errors: its CRC may continue over
 * several requests, which the library's cannot.
 */
static int crc32c(struct end *e, uint32_t num)
{
	struct spdk_mlx5_umr_attr umr = layout(e, SIGNATURE, num);
	struct spdk_mlx5_umr_sig_attr sig = {
		.seed = SEED, .psv_index = psv->index, .domain = SPDK_MLX5_UMR_SIG_DOMAIN_WIRE,
		.sigerr_count = key[SIGNATURE]->sig.sigerr_count, .raw_data_size = BLOCK,
		.init = true, .check_gen = true };
	int rc = spdk_mlx5_umr_configure_sig(qp[0], &umr, &sig, 0, 0);

	if (rc)
		return rc;
	rc = spdk_mlx5_qp_set_psv(qp[0], psv->index, SEED, 1, SPDK_MLX5_WQE_CTRL_CE_CQ_UPDATE);
	return rc ? rc : ring();
}

/* What SPDK posts without an error before. */
static int transaction(struct end *e, uint32_t num)
{
	struct spdk_mlx5_umr_attr umr = layout(e, SIGNATURE, num);
	struct spdk_mlx5_umr_sig_attr sig = {
		.seed = SEED, .psv_index = psv->index, .domain = SPDK_MLX5_UMR_SIG_DOMAIN_WIRE,
		.sigerr_count = key[SIGNATURE]->sig.sigerr_count, .raw_data_size = BLOCK,
		.init = true, .check_gen = true };
	int rc = spdk_mlx5_umr_configure_sig(qp[0], &umr, &sig, 1, SPDK_MLX5_WQE_CTRL_CE_CQ_UPDATE);

	return rc ? rc : ring();
}

static int crypto(struct end *e, uint32_t num)
{
	struct spdk_mlx5_umr_attr umr = layout(e, CRYPTO, num);
	struct spdk_mlx5_umr_crypto_attr attr = {
		.enc_order = SPDK_MLX5_ENCRYPTION_ORDER_ENCRYPTED_RAW_WIRE,
		.bs_selector = SPDK_MLX5_BLOCK_SIZE_SELECTOR_4096,
		.tweak_mode = SPDK_MLX5_CRYPTO_KEY_TWEAK_MODE_SIMPLE_LBA_LE,
		.dek_obj_id = dekn };
	int rc = spdk_mlx5_umr_configure_crypto(qp[0], &umr, &attr, 1,
						SPDK_MLX5_WQE_CTRL_CE_CQ_UPDATE);

	return rc ? rc : ring();
}

static int plain(struct end *e, uint32_t num)
{
	struct spdk_mlx5_umr_attr umr = layout(e, PLAIN, num);
	int rc = spdk_mlx5_umr_configure(qp[0], &umr, 1, SPDK_MLX5_WQE_CTRL_CE_CQ_UPDATE);

	return rc ? rc : ring();
}

static int read_key(enum key_kind kind, struct ibv_sge *into)
{
	int rc = spdk_mlx5_qp_rdma_read(qp[0], into, 1, 0, key[kind]->mkey, 1,
					SPDK_MLX5_WQE_CTRL_CE_CQ_UPDATE);

	return rc ? rc : ring();
}

static int read_block(struct end *e, uint32_t num)
{
	int rc = spdk_mlx5_qp_rdma_read(qp[0], e->data_list, num, (uintptr_t)memory, mr->rkey, 1,
					SPDK_MLX5_WQE_CTRL_CE_CQ_UPDATE);

	return rc ? rc : ring();
}

static int poll_16(struct end *e, uint32_t num)
{
	return spdk_mlx5_cq_poll_completions(cq, done, POLL);
}

static int write_once(struct end *e, unsigned int k, uint64_t id, const struct ibv_sge *sge,
		      unsigned int flags)
{
	struct ibv_sge copy = *sge;
	int rc = spdk_mlx5_qp_rdma_write(qp[k], &copy, 1, (uintptr_t)memory, mr->rkey, id,
					 flags & IBV_SEND_SIGNALED ?
					 SPDK_MLX5_WQE_CTRL_CE_CQ_UPDATE : 0);

	spdk_mlx5_qp_complete_send(qp[k]);
	return rc;
}

static int poll_one(struct end *e)
{
	return spdk_mlx5_cq_poll_completions(cq, done, 1) != 1 || done[0].status != IBV_WC_SUCCESS;
}

static const struct operation operations[] = {
	{ "crc32c", nothing, crc32c, take, 1, 0 },
	{ "crc32c", nothing, crc32c, take, 3, 0 },
	{ "transaction", nothing, transaction, take, 1, 0 },
	{ "transaction", nothing, transaction, take, 3, 0 },
	{ "crypto", nothing, crypto, take, 1, 0 },
	{ "crypto", nothing, crypto, take, 3, 0 },
	{ "plain", nothing, plain, take, 1, 0 },
	{ "plain", nothing, plain, take, 3, 0 },
	{ "read", nothing, read_block, take, 1, 0 },
	{ "poll", write_by_one, poll_16, nothing, POLL, POLL },
	{ "poll_in_turn", write_in_turn, poll_16, nothing, POLL, POLL },
	{ "poll", write_by_one, poll_16, nothing, 1, 1 },
	{ "poll", nothing, poll_16, nothing, 0, 0 },
};

/* Reads @length bytes through both libraries' keys; the results must be equal, and not the data. */
static void compare(struct end *e, struct end *ours, enum key_kind kind, uint32_t length,
		    int (*configure)(struct end *e, uint32_t num),
		    int (*our_configure)(struct end *e, uint32_t num))
{
	struct ibv_sge out = { .addr = (uintptr_t)memory + OUT, .lkey = mr->lkey,
			       .length = length };
	struct ibv_sge our_out = { .addr = (uintptr_t)memory + OUR_OUT, .lkey = mr->lkey,
				   .length = length };

	must(configure(e, 1) || take(e, 1) || read_key(kind, &out) || take(e, 1) ? EIO : 0,
	     "SPDK's key");
	must(our_configure(ours, 1) || take(ours, 1) || our_read_key(kind, &our_out) ||
	     take(ours, 1) ? EIO : 0, "the library's key");
	must(memcmp(memory + OUT, memory + OUR_OUT, length) ||
	     !memcmp(memory + OUT, memory, length) ? EILSEQ : 0, "result of SPDK and the library");
}

static void make_key(enum key_kind kind, uint32_t flags)
{
	struct spdk_mlx5_mkey_pool_param attr = { .mkey_count = 1, .flags = flags };

	must(spdk_mlx5_mkey_pool_init(&attr, pd) ? EIO : 0, "spdk_mlx5_mkey_pool_init");
	pool[kind] = need(spdk_mlx5_mkey_pool_get_ref(pd, flags), "spdk_mlx5_mkey_pool_get_ref");
	must(spdk_mlx5_mkey_pool_get_bulk(pool[kind], &key[kind], 1) ? EIO : 0, "SPDK's key");
}

static struct spdk_mlx5_qp *make_qp(void)
{
	/* The same number of WQEBBs as in the other libraries' rings. */
	struct spdk_mlx5_qp_attr attr = { .cap = { .max_send_wr = 2 * DEPTH,
						   .max_send_sge = ENTRIES } };
	struct spdk_mlx5_qp *made;

	must(spdk_mlx5_qp_create(pd, cq, &attr, &made) ? EIO : 0, "spdk_mlx5_qp_create");
	return made;
}

void count_spdk(void)
{
	static const uint32_t flags[KEYS] = { [SIGNATURE] = SPDK_MLX5_MKEY_POOL_FLAG_SIGNATURE,
					      [CRYPTO] = SPDK_MLX5_MKEY_POOL_FLAG_CRYPTO };
	struct spdk_mlx5_cq_attr attr = { .cqe_cnt = QPS * DEPTH, .cqe_size = 64 };
	struct end ours, e = { .write = write_once, .poll_one = poll_one };
	unsigned int i;

	must(spdk_mlx5_cq_create(pd, &attr, &cq) ? EIO : 0, "spdk_mlx5_cq_create");
	for (i = 0; i < QPS; i++)
		qp[i] = make_qp();
	for (i = 0; i < KEYS; i++)
		make_key(i, flags[i]);
	psv = need(spdk_mlx5_create_psv(pd), "spdk_mlx5_create_psv");
	ring_find(&e.ring, spdk_mlx5_qp_get_verbs_qp(qp[0])->send_cq);
	choose_lists(&e, 1);

	our_open(&ours, MLX5SIG_ATTACH_SINGLE_THREADED, false);
	dekn = our_dekn();
	compare(&e, &ours, SIGNATURE, BLOCK + CRC_BYTES, crc32c, our_crc32c);
	compare(&e, &ours, CRYPTO, BLOCK, crypto, our_crypto);
	count(&e, "spdk", operations, LENGTH(operations));
	our_close(&ours);

	must(spdk_mlx5_destroy_psv(psv), "spdk_mlx5_destroy_psv");
	for (i = 0; i < KEYS; i++) {
		spdk_mlx5_mkey_pool_put_bulk(pool[i], &key[i], 1);
		spdk_mlx5_mkey_pool_put_ref(pool[i]);
		must(spdk_mlx5_mkey_pool_destroy(flags[i], pd) ? EIO : 0, "SPDK's pool");
	}
	for (i = 0; i < QPS; i++)
		spdk_mlx5_qp_destroy(qp[i]);
	must(spdk_mlx5_cq_destroy(cq) ? EIO : 0, "spdk_mlx5_cq_destroy");
}
