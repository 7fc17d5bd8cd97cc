// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* The library's operations. */
#include "runtime.h"

static struct mlx5sig_cq *cq;
static struct mlx5sig_qp *qp[QPS];
static struct mlx5sig_mkey *key[KEYS];
static struct mlx5sig_sig_prepared *prepared_dif, *prepared_crc;
static struct mlx5sig_crypto_prepared *prepared_crypto;
static struct mlx5sig_mkey *transaction_key;
static struct mlx5sig_mkey_pool *pool;
static struct mlx5sig_mkey_cache *cache;
static struct mlx5sig_psv *psv;
static const struct mlx5sig_sig_crc transaction_crc = { .type = MLX5SIG_SIG_CRC_TYPE_CRC32C,
							.seed = UINT32_MAX };
static const struct mlx5sig_sig_tags tags = { .mem_app_tag = 0x5347, .wire_app_tag = 0x5347,
					      .mem_ref_tag = 1000, .wire_ref_tag = 1000 };
static struct mlx5sig_crypto_attr crypto_attr = {
	.crypto_standard = MLX5SIG_CRYPTO_STANDARD_AES_XTS, .encrypt_on_tx = true,
	.data_unit_size = MLX5SIG_BLOCK_SIZE_4096 };
static struct ibv_wc wc[POLL];
static struct mlx5sig_mkey_err err_info;
static uint64_t next_id;	/* to be cancelled */

static void begin(void)
{
	mlx5sig_wr_start(qp[0]);
	qp[0]->wr_id = 1;
	qp[0]->wr_flags = IBV_SEND_SIGNALED;
}

static int t10dif(struct end *e, uint32_t num)
{
	begin();
	mlx5sig_wr_mkey_configure_prepared(qp[0], key[SIGNATURE], ACCESS, (uint16_t)num,
					   e->dif_list, prepared_dif, &tags);
	return mlx5sig_wr_complete(qp[0]);
}

int our_crc32c(struct end *e, uint32_t num)
{
	begin();
	mlx5sig_wr_mkey_configure_prepared(qp[0], key[SIGNATURE], ACCESS, (uint16_t)num,
					   e->data_list, prepared_crc, NULL);
	return mlx5sig_wr_complete(qp[0]);
}

/* A function for each order of three setters. */
#define ACCESS_FLAGS mlx5sig_wr_set_mkey_access_flags(qp[0], ACCESS)
#define LIST mlx5sig_wr_set_mkey_layout_list(qp[0], (uint16_t)num, e->dif_list)
#define SIG_BLOCK mlx5sig_wr_set_mkey_sig_block(qp[0], &dif_attr)
#define SETTERS(name, first, second, third)						\
	static int name(struct end *e, uint32_t num)					\
	{										\
		begin();								\
		mlx5sig_wr_mkey_configure(qp[0], key[SIGNATURE], 3, NULL);		\
		first;									\
		second;									\
		third;									\
		return mlx5sig_wr_complete(qp[0]);					\
	}
SETTERS(access_list_sig, ACCESS_FLAGS, LIST, SIG_BLOCK)
SETTERS(access_sig_list, ACCESS_FLAGS, SIG_BLOCK, LIST)
SETTERS(list_access_sig, LIST, ACCESS_FLAGS, SIG_BLOCK)
SETTERS(list_sig_access, LIST, SIG_BLOCK, ACCESS_FLAGS)
SETTERS(sig_access_list, SIG_BLOCK, ACCESS_FLAGS, LIST)
SETTERS(sig_list_access, SIG_BLOCK, LIST, ACCESS_FLAGS)

int our_crypto(struct end *e, uint32_t num)
{
	begin();
	mlx5sig_wr_mkey_configure_crypto(qp[0], key[CRYPTO], ACCESS, (uint16_t)num, e->data_list,
					 prepared_crypto, crypto_attr.initial_tweak);
	return mlx5sig_wr_complete(qp[0]);
}

/* The same by setters, with new attributes each time. */
static int new_crypto(struct end *e, uint32_t num)
{
	begin();
	mlx5sig_wr_mkey_configure(qp[0], key[CRYPTO], 3, NULL);
	mlx5sig_wr_set_mkey_access_flags(qp[0], ACCESS);
	mlx5sig_wr_set_mkey_layout_list(qp[0], (uint16_t)num, e->data_list);
	mlx5sig_wr_set_mkey_crypto(qp[0], &crypto_attr);
	return mlx5sig_wr_complete(qp[0]);
}

/* A CRC of any length, which SPDK's keys have: no SET_PSV, rights from the creation of the key. */
static int transaction(struct end *e, uint32_t num)
{
	const struct mlx5sig_sig_transaction_attr attr = {
		.domain = MLX5SIG_SIG_DOMAIN_WIRE, .crc = &transaction_crc, .psv = psv,
		.flags = MLX5SIG_SIG_TRANSACTION_FLAG_INIT | MLX5SIG_SIG_TRANSACTION_FLAG_CHECK_GEN };

	begin();
	mlx5sig_wr_mkey_configure(qp[0], transaction_key, 2, NULL);
	mlx5sig_wr_set_mkey_layout_list(qp[0], (uint16_t)num, e->data_list);
	mlx5sig_wr_set_mkey_sig_transaction(qp[0], &attr);
	return mlx5sig_wr_complete(qp[0]);
}

/* Keys of a pool, @num at once. */
static int get_and_put(struct end *e, uint32_t num)
{
	struct mlx5sig_mkey *mkeys[POLL];

	if (mlx5sig_mkey_pool_get_bulk(pool, mkeys, num) ||
	    mlx5sig_mkey_pool_put_bulk(pool, mkeys, num))
		return -1;
	return (int)num;
}

static int get_and_put_cached(struct end *e, uint32_t num)
{
	struct mlx5sig_mkey *mkeys[POLL];

	if (mlx5sig_mkey_cache_get_bulk(cache, mkeys, num) ||
	    mlx5sig_mkey_cache_put_bulk(cache, mkeys, num))
		return -1;
	return (int)num;
}

static int plain_setters(struct end *e, uint32_t num)
{
	begin();
	mlx5sig_wr_mkey_configure(qp[0], key[PLAIN], 1, NULL);
	mlx5sig_wr_set_mkey_layout_list(qp[0], (uint16_t)num, e->data_list);
	return mlx5sig_wr_complete(qp[0]);
}

int our_read_key(enum key_kind kind, const struct ibv_sge *into)
{
	begin();
	mlx5sig_wr_rdma_read(qp[0], key[kind]->rkey, 0);
	mlx5sig_wr_set_sge(qp[0], into->lkey, into->addr, into->length);
	return mlx5sig_wr_complete(qp[0]);
}

static int read_block(struct end *e, uint32_t num)
{
	begin();
	mlx5sig_wr_rdma_read(qp[0], mr->rkey, (uintptr_t)memory);
	mlx5sig_wr_set_sge(qp[0], e->data_list->lkey, e->data_list->addr, e->data_list->length);
	return mlx5sig_wr_complete(qp[0]);
}

static int plain(struct end *e, uint32_t num)
{
	begin();
	mlx5sig_wr_mkey_configure_prepared(qp[0], key[PLAIN], ACCESS, (uint16_t)num, e->data_list,
					   NULL, NULL);
	return mlx5sig_wr_complete(qp[0]);
}

static int crypto_setters(struct end *e, uint32_t num)
{
	begin();
	mlx5sig_wr_mkey_configure(qp[0], key[CRYPTO], 3, NULL);
	mlx5sig_wr_set_mkey_access_flags(qp[0], ACCESS);
	mlx5sig_wr_set_mkey_layout_list(qp[0], (uint16_t)num, e->data_list);
	mlx5sig_wr_set_mkey_crypto_prepared(qp[0], prepared_crypto, crypto_attr.initial_tweak);
	return mlx5sig_wr_complete(qp[0]);
}

static int prepared_setters(struct end *e, uint32_t num)
{
	begin();
	mlx5sig_wr_mkey_configure(qp[0], key[SIGNATURE], 3, NULL);
	mlx5sig_wr_set_mkey_access_flags(qp[0], ACCESS);
	mlx5sig_wr_set_mkey_layout_list(qp[0], (uint16_t)num, e->data_list);
	mlx5sig_wr_set_mkey_sig_prepared(qp[0], prepared_crc, NULL);
	return mlx5sig_wr_complete(qp[0]);
}

static int poll_16(struct end *e, uint32_t num)
{
	return mlx5sig_poll_cq(cq, POLL, wc);
}

/* The CQ holds a signature error and nothing else. */
static int sig_err(struct end *e, uint32_t num)
{
	return mlx5sig_poll_cq(cq, 1, wc);
}

static int check(struct end *e, uint32_t num)
{
	return mlx5sig_mkey_check(key[SIGNATURE], &err_info);
}

static int cancel(struct end *e, uint32_t num)
{
	return mlx5sig_qp_cancel_posted_send_wrs(qp[0], next_id++);
}

/*
 * Before and after operations.
 */

static int write_once(struct end *e, unsigned int k, uint64_t id, const struct ibv_sge *sge,
		      unsigned int flags)
{
	mlx5sig_wr_start(qp[k]);
	qp[k]->wr_id = id;
	qp[k]->wr_flags = flags;
	mlx5sig_wr_rdma_write(qp[k], mr->rkey, (uintptr_t)memory);
	mlx5sig_wr_set_sge(qp[k], sge->lkey, sge->addr, sge->length);
	return mlx5sig_wr_complete(qp[k]);
}

static int poll_one(struct end *e)
{
	return mlx5sig_poll_cq(cq, 1, wc) != 1 || wc[0].status != IBV_WC_SUCCESS;
}

static int is_good(struct end *e, uint32_t num)
{
	return err_info.err_type != MLX5SIG_MKEY_NO_ERR;
}

/* The key can be configured again after this. */
static int has_bad_block(struct end *e, uint32_t num)
{
	return check(e, num) || err_info.err_type != MLX5SIG_MKEY_SIG_BLOCK_BAD_GUARD;
}

static const struct operation operations[] = {
	{ "t10dif", nothing, t10dif, take, 1, 0 },
	{ "t10dif", nothing, t10dif, take, 3, 0 },
	{ "t10dif", nothing, t10dif, take, 16, 0 },
	{ "access_list_sig", nothing, access_list_sig, take, 1, 0 },
	{ "access_sig_list", nothing, access_sig_list, take, 1, 0 },
	{ "list_access_sig", nothing, list_access_sig, take, 1, 0 },
	{ "list_sig_access", nothing, list_sig_access, take, 1, 0 },
	{ "sig_access_list", nothing, sig_access_list, take, 1, 0 },
	{ "sig_list_access", nothing, sig_list_access, take, 1, 0 },
	{ "new_attributes", change_attributes, access_list_sig, take, 1, 0 },
	{ "crc32c", nothing, our_crc32c, take, 1, 0 },
	{ "crc32c", nothing, our_crc32c, take, 3, 0 },
	{ "crypto", nothing, our_crypto, take, 1, 0 },
	{ "crypto", nothing, our_crypto, take, 3, 0 },
	{ "transaction", nothing, transaction, take, 1, 0 },
	{ "transaction", nothing, transaction, take, 3, 0 },
	{ "pool", nothing, get_and_put, nothing, 1, 1 },
	{ "pool", nothing, get_and_put, nothing, POLL, POLL },
	{ "cache", nothing, get_and_put_cached, nothing, 1, 1 },
	{ "cache", nothing, get_and_put_cached, nothing, POLL, POLL },
	{ "plain", nothing, plain, take, 1, 0 },
	{ "plain", nothing, plain, take, 3, 0 },
	{ "plain_setters", nothing, plain_setters, take, 1, 0 },
	{ "prepared_setters", nothing, prepared_setters, take, 1, 0 },
	{ "new_crypto", nothing, new_crypto, take, 1, 0 },
	{ "crypto_setters", nothing, crypto_setters, take, 1, 0 },
	{ "read", nothing, read_block, take, 1, 0 },
	{ "poll", write_by_one, poll_16, nothing, POLL, POLL },
	{ "poll_in_turn", write_in_turn, poll_16, nothing, POLL, POLL },
	{ "poll", write_by_one, poll_16, nothing, 1, 1 },
	{ "poll", nothing, poll_16, nothing, 0, 0 },
	{ "sig_err", write_bad_block, sig_err, has_bad_block, 1, 0 },
	{ "check", nothing, check, is_good, 1, 0 },
};

static const struct operation on_stopped_queue = { "cancel", nothing, cancel, nothing, 1, 1 };

/*
 * Objects.
 */

static void attach(struct end *e, uint32_t flags, bool is_pipelining)
{
	struct mlx5sig_cq_attr cq_attr = { .flags = flags };
	struct mlx5sig_qp_attr attr = { .flags = flags };
	unsigned int i;

	cq = need(mlx5sig_cq_attach(e->ibv_cq, &cq_attr), "mlx5sig_cq_attach");
	attr.send_cq = attr.recv_cq = cq;
	for (i = 0; i < QPS; i++) {
		qp[i] = need(mlx5sig_qp_attach(e->ibv_qp[i], &attr), "mlx5sig_qp_attach");
		to_init(e->ibv_qp[i]);
		if (is_pipelining)
			must(mlx5sig_qp_enable_sig_pipelining(qp[i]), "pipelining");
		connect_to_itself(e->ibv_qp[i]);
	}
}

static void make_keys(void)
{
	static const uint32_t flags[KEYS] = {
		[SIGNATURE] = MLX5SIG_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE,
		[CRYPTO] = MLX5SIG_MKEY_INIT_ATTR_FLAGS_CRYPTO };
	unsigned int i;

	for (i = 0; i < KEYS; i++) {
		struct mlx5sig_mkey_init_attr attr = {
			.create_flags = MLX5SIG_MKEY_INIT_ATTR_FLAGS_INDIRECT | flags[i],
			.pd = pd, .max_entries = ENTRIES };

		key[i] = need(mlx5sig_create_mkey(&attr), "mlx5sig_create_mkey");
	}
}

static void make_transactions(void)
{
	struct mlx5sig_mkey_pool_attr attr = {
		.mkey = { .pd = pd, .max_entries = ENTRIES, .access_flags = ACCESS,
			  .create_flags = MLX5SIG_MKEY_INIT_ATTR_FLAGS_TRANSACTION_SIGNATURE |
					  MLX5SIG_MKEY_INIT_ATTR_FLAGS_ACCESS },
		.initial = 64 };

	transaction_key = need(mlx5sig_create_mkey(&attr.mkey), "mlx5sig_create_mkey");
	psv = need(mlx5sig_psv_create(pd), "mlx5sig_psv_create");
	pool = need(mlx5sig_mkey_pool_create(&attr), "mlx5sig_mkey_pool_create");
	cache = need(mlx5sig_mkey_cache_create(pool, 32), "mlx5sig_mkey_cache_create");
}

void our_open(struct end *e, uint32_t flags, bool is_pipelining)
{
	struct mlx5sig_dek_init_attr attr = { .pd = pd, .key_size = 128 };

	*e = (struct end) { .write = write_once, .poll_one = poll_one, .configure = t10dif };
	make_queues(e, is_pipelining ? PENDING + DEPTH : DEPTH, 0);
	attach(e, flags, is_pipelining);
	make_keys();
	make_transactions();
	e->lkey = key[SIGNATURE]->lkey;
	choose_lists(e, 1);
	fill_dek(attr.key);
	crypto_attr.dek = need(mlx5sig_dek_create(context, &attr), "mlx5sig_dek_create");
	prepared_crypto = need(mlx5sig_crypto_prepare(context, &crypto_attr),
			       "mlx5sig_crypto_prepare");
	prepared_dif = need(mlx5sig_sig_prepare(context, &dif_attr), "mlx5sig_sig_prepare");
	prepared_crc = need(mlx5sig_sig_prepare(context, &crc_attr), "mlx5sig_sig_prepare");
}

void our_close(struct end *e)
{
	unsigned int i;

	mlx5sig_sig_prepared_free(prepared_dif);
	mlx5sig_sig_prepared_free(prepared_crc);
	mlx5sig_crypto_prepared_free(prepared_crypto);
	for (i = 0; i < QPS; i++)
		must(mlx5sig_qp_detach(qp[i]), "mlx5sig_qp_detach");
	must(mlx5sig_cq_detach(cq), "mlx5sig_cq_detach");
	destroy_queues(e);
	for (i = 0; i < KEYS; i++)
		must(mlx5sig_destroy_mkey(key[i]), "mlx5sig_destroy_mkey");
	must(mlx5sig_dek_destroy(crypto_attr.dek), "mlx5sig_dek_destroy");
	must(mlx5sig_destroy_mkey(transaction_key), "mlx5sig_destroy_mkey");
	mlx5sig_mkey_cache_destroy(cache);
	must(mlx5sig_mkey_pool_destroy(pool), "mlx5sig_mkey_pool_destroy");
	must(mlx5sig_psv_destroy(psv), "mlx5sig_psv_destroy");
}

uint32_t our_dekn(void)
{
	return crypto_attr.dek->dekn;
}

void count_mlx5sig(const char *column, uint32_t flags)
{
	struct end e;

	our_open(&e, flags, false);
	count(&e, column, operations, LENGTH(operations));
	our_close(&e);
	our_open(&e, flags, true);
	stop_queue(&e);
	next_id = PENDING / 2;
	count(&e, column, &on_stopped_queue, 1);
	our_close(&e);
}
