// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * SPDK's lib/mlx5: its operations, with arguments as accel_mlx5.c gives them. First checks that both
 * libraries give the same CRC32C and the same ciphertext.
 */
#include "runtime.h"

#include "spdk_internal/mlx5.h"

#define SEED UINT32_MAX
#define DEPTH 1024u		/* WQEBBs */
#define CRC_BYTES 4u
#define OUT 32768u		/* offsets of results in memory, of SPDK's and then of ours */
#define OUR_OUT (OUT + 2 * BLOCK)

static struct spdk_mlx5_cq *cq;
static struct spdk_mlx5_qp *qp[QPS];
static struct spdk_mlx5_psv *psv;
static struct spdk_mlx5_mkey_pool *pool[KEYS];
static struct spdk_mlx5_mkey_pool_obj *key[KEYS];
static struct spdk_mlx5_cq_completion done[POLL];

static int ring(struct end *e)
{
	(void)e;
	spdk_mlx5_qp_complete_send(qp[0]);
	return 0;
}

static struct spdk_mlx5_umr_attr layout(struct end *e, enum key_kind kind, uint32_t num)
{
	return (struct spdk_mlx5_umr_attr) {
		.mkey = key[kind]->mkey, .umr_len = BLOCK, .sge_count = (uint16_t)num,
		.sge = e->data_list };
}

/* SET_PSV, too, which SPDK posts after errors only: the library's CRCs do not outlast a request. */
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
	return rc ? rc : ring(e);
}

static int crypto(struct end *e, uint32_t num)
{
	struct spdk_mlx5_umr_attr umr = layout(e, CRYPTO, num);
	struct spdk_mlx5_umr_crypto_attr attr = {
		.enc_order = SPDK_MLX5_ENCRYPTION_ORDER_ENCRYPTED_RAW_WIRE,
		.bs_selector = SPDK_MLX5_BLOCK_SIZE_SELECTOR_4096,
		.tweak_mode = SPDK_MLX5_CRYPTO_KEY_TWEAK_MODE_SIMPLE_LBA_LE,
		.dek_obj_id = dek->dekn };
	int rc = spdk_mlx5_umr_configure_crypto(qp[0], &umr, &attr, 1,
						SPDK_MLX5_WQE_CTRL_CE_CQ_UPDATE);

	return rc ? rc : ring(e);
}

static int plain(struct end *e, uint32_t num)
{
	struct spdk_mlx5_umr_attr umr = layout(e, PLAIN, num);
	int rc = spdk_mlx5_umr_configure(qp[0], &umr, 1, SPDK_MLX5_WQE_CTRL_CE_CQ_UPDATE);

	return rc ? rc : ring(e);
}

static int read_key(struct end *e, uint32_t rkey, struct ibv_sge *into)
{
	int rc = spdk_mlx5_qp_rdma_read(qp[0], into, 1, 0, rkey, 1,
					SPDK_MLX5_WQE_CTRL_CE_CQ_UPDATE);

	return rc ? rc : ring(e);
}

static int read_memory(struct end *e, uint32_t num)
{
	int rc = spdk_mlx5_qp_rdma_read(qp[0], e->data_list, num, (uintptr_t)memory, mr->rkey, 1,
					SPDK_MLX5_WQE_CTRL_CE_CQ_UPDATE);

	return rc ? rc : ring(e);
}

static int poll(struct end *e, uint32_t num)
{
	(void)e;
	(void)num;
	return spdk_mlx5_cq_poll_completions(cq, done, POLL);
}

static int take_one(struct end *e, uint32_t num)
{
	(void)num;
	wait_for_cqe(e);
	return poll(e, 1) != 1 || done[0].status != IBV_WC_SUCCESS;
}

/* @num writes of @qps queue pairs in turn are complete, but not polled. */
static int write_by(struct end *e, uint32_t num, unsigned int qps)
{
	struct ibv_sge sge = { .addr = (uintptr_t)memory, .length = 8, .lkey = mr->lkey };
	uint32_t i;
	int err = 0;

	for (i = 0; i < num; i++) {
		err |= spdk_mlx5_qp_rdma_write(qp[i % qps], &sge, 1, (uintptr_t)memory, mr->rkey, i,
					       SPDK_MLX5_WQE_CTRL_CE_CQ_UPDATE);
		spdk_mlx5_qp_complete_send(qp[i % qps]);
		wait_for_cqe(e);
	}
	return err;
}

static int write_by_one(struct end *e, uint32_t num)
{
	return write_by(e, num, 1);
}

static int write_in_turn(struct end *e, uint32_t num)
{
	return write_by(e, num, QPS);
}

static const struct operation operations[] = {
	{ "crc32c", nothing, crc32c, take_one, 1, 0 },
	{ "crc32c", nothing, crc32c, take_one, 3, 0 },
	{ "crypto", nothing, crypto, take_one, 1, 0 },
	{ "crypto", nothing, crypto, take_one, 3, 0 },
	{ "plain", nothing, plain, take_one, 1, 0 },
	{ "plain", nothing, plain, take_one, 3, 0 },
	{ "read", nothing, read_memory, take_one, 1, 0 },
	{ "poll", write_by_one, poll, nothing, POLL, POLL },
	{ "poll_in_turn", write_in_turn, poll, nothing, POLL, POLL },
	{ "poll", write_by_one, poll, nothing, 1, 1 },
	{ "poll", nothing, poll, nothing, 0, 0 },
};

/* What a key gives by RDMA READ, from both libraries; @length bytes, which differ from the data. */
static void compare(struct end *e, struct end *ours, enum key_kind kind, uint32_t length,
		    int (*configure)(struct end *e, uint32_t num),
		    int (*our_configure)(struct end *e, uint32_t num))
{
	struct ibv_sge out = { .addr = (uintptr_t)memory + OUT, .length = length, .lkey = mr->lkey };
	struct ibv_sge our_out = out;

	our_out.addr = (uintptr_t)memory + OUR_OUT;
	must(configure(e, 1) || take_one(e, 1) ||
	     read_key(e, key[kind]->mkey, &out) || take_one(e, 1) ? EIO : 0, "SPDK's key");
	must(our_configure(ours, 1) || take(ours, 1) ||
	     our_read_key(ours, ours->key[kind]->rkey, &our_out) || take(ours, 1) ? EIO : 0, "key");
	must(memcmp(memory + OUT, memory + OUR_OUT, length) ||
	     !memcmp(memory + OUT, memory, length) ? EILSEQ : 0, "SPDK's result and the library's");
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
	struct spdk_mlx5_qp_attr attr = { .cap = { .max_send_wr = DEPTH, .max_send_sge = ENTRIES } };
	struct spdk_mlx5_qp *made;

	must(spdk_mlx5_qp_create(pd, cq, &attr, &made) ? EIO : 0, "spdk_mlx5_qp_create");
	to_init(spdk_mlx5_qp_get_verbs_qp(made));
	connect_to_itself(spdk_mlx5_qp_get_verbs_qp(made));
	return made;
}

void count_spdk(struct end *ours)
{
	static const uint32_t flags[KEYS] = { [SIGNATURE] = SPDK_MLX5_MKEY_POOL_FLAG_SIGNATURE,
					      [CRYPTO] = SPDK_MLX5_MKEY_POOL_FLAG_CRYPTO };
	struct spdk_mlx5_cq_attr attr = { .cqe_cnt = DEPTH, .cqe_size = 64 };
	struct end e = {0};
	unsigned int i;

	must(spdk_mlx5_cq_create(pd, &attr, &cq) ? EIO : 0, "spdk_mlx5_cq_create");
	for (i = 0; i < QPS; i++)
		qp[i] = make_qp();
	for (i = 0; i < KEYS; i++)
		make_key(i, flags[i]);
	psv = need(spdk_mlx5_create_psv(pd), "spdk_mlx5_create_psv");
	ring_find(&e.ring, spdk_mlx5_qp_get_verbs_qp(qp[0])->send_cq);
	choose_lists(&e, 1);

	compare(&e, ours, SIGNATURE, BLOCK + CRC_BYTES, crc32c, our_crc32c);
	compare(&e, ours, CRYPTO, BLOCK, crypto, our_crypto);
	for (i = 0; i < LENGTH(operations); i++)
		count(&e, "spdk", &operations[i]);

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
