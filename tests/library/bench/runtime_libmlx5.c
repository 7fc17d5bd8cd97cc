// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* libmlx5's operations. Attributes have the same layout as the library's: tests/library/runtime/same_as_mlx5dv.c. */
#include "runtime.h"

static struct ibv_qp_ex *qpx;
static struct mlx5dv_qp_ex *mqp;
static struct mlx5dv_mkey *key[KEYS];
static struct mlx5dv_crypto_attr crypto_attr = {
	.crypto_standard = MLX5DV_CRYPTO_STANDARD_AES_XTS, .encrypt_on_tx = true,
	.data_unit_size = MLX5DV_BLOCK_SIZE_4096 };
static struct mlx5dv_mkey_conf_attr conf;	/* libmlx5 does not take NULL */
static struct ibv_wc wc[POLL];
static struct mlx5dv_mkey_err err_info;
static uint64_t next_id;	/* to be cancelled */

static void begin(void)
{
	ibv_wr_start(qpx);
	qpx->wr_id = 1;
	qpx->wr_flags = IBV_SEND_SIGNALED | IBV_SEND_INLINE;
}

static int t10dif(struct end *e, uint32_t num)
{
	begin();
	mlx5dv_wr_mkey_configure(mqp, key[SIGNATURE], 3, &conf);
	mlx5dv_wr_set_mkey_access_flags(mqp, ACCESS);
	mlx5dv_wr_set_mkey_layout_list(mqp, (uint16_t)num, e->dif_list);
	mlx5dv_wr_set_mkey_sig_block(mqp, (const void *)&dif_attr);
	return ibv_wr_complete(qpx);
}

static int crc32c(struct end *e, uint32_t num)
{
	begin();
	mlx5dv_wr_mkey_configure(mqp, key[SIGNATURE], 3, &conf);
	mlx5dv_wr_set_mkey_access_flags(mqp, ACCESS);
	mlx5dv_wr_set_mkey_layout_list(mqp, (uint16_t)num, e->data_list);
	mlx5dv_wr_set_mkey_sig_block(mqp, (const void *)&crc_attr);
	return ibv_wr_complete(qpx);
}

static int crypto(struct end *e, uint32_t num)
{
	begin();
	mlx5dv_wr_mkey_configure(mqp, key[CRYPTO], 3, &conf);
	mlx5dv_wr_set_mkey_access_flags(mqp, ACCESS);
	mlx5dv_wr_set_mkey_layout_list(mqp, (uint16_t)num, e->data_list);
	mlx5dv_wr_set_mkey_crypto(mqp, &crypto_attr);
	return ibv_wr_complete(qpx);
}

static int plain(struct end *e, uint32_t num)
{
	begin();
	mlx5dv_wr_mkey_configure(mqp, key[PLAIN], 1, &conf);
	mlx5dv_wr_set_mkey_layout_list(mqp, (uint16_t)num, e->data_list);
	return ibv_wr_complete(qpx);
}

static int read_block(struct end *e, uint32_t num)
{
	begin();
	ibv_wr_rdma_read(qpx, mr->rkey, (uintptr_t)memory);
	ibv_wr_set_sge(qpx, e->data_list->lkey, e->data_list->addr, e->data_list->length);
	return ibv_wr_complete(qpx);
}

static int poll_16(struct end *e, uint32_t num)
{
	return ibv_poll_cq(e->ibv_cq, POLL, wc);
}

static int sig_err(struct end *e, uint32_t num)
{
	return ibv_poll_cq(e->ibv_cq, 1, wc);
}

static int check(struct end *e, uint32_t num)
{
	return mlx5dv_mkey_check(key[SIGNATURE], &err_info);
}

static int cancel(struct end *e, uint32_t num)
{
	return mlx5dv_qp_cancel_posted_send_wrs(mqp, next_id++);
}

/*
 * Before and after operations.
 */

static int write_once(struct end *e, unsigned int k, uint64_t id, const struct ibv_sge *sge,
		      unsigned int flags)
{
	struct ibv_sge copy = *sge;
	struct ibv_send_wr *bad, wr = {
		.wr_id = id, .sg_list = &copy, .num_sge = 1, .opcode = IBV_WR_RDMA_WRITE,
		.send_flags = flags,
		.wr.rdma = { .remote_addr = (uintptr_t)memory, .rkey = mr->rkey } };

	return ibv_post_send(e->ibv_qp[k], &wr, &bad);
}

static int poll_one(struct end *e)
{
	return ibv_poll_cq(e->ibv_cq, 1, wc) != 1 || wc[0].status != IBV_WC_SUCCESS;
}

static int is_good(struct end *e, uint32_t num)
{
	return err_info.err_type != MLX5DV_MKEY_NO_ERR;
}

/* The key can be configured again after this. */
static int has_bad_block(struct end *e, uint32_t num)
{
	return check(e, num) || err_info.err_type != MLX5DV_MKEY_SIG_BLOCK_BAD_GUARD;
}

static const struct operation operations[] = {
	{ "t10dif", nothing, t10dif, take, 1, 0 },
	{ "t10dif", nothing, t10dif, take, 3, 0 },
	{ "t10dif", nothing, t10dif, take, 16, 0 },
	{ "access_list_sig", nothing, t10dif, take, 1, 0 },
	{ "new_attributes", change_attributes, t10dif, take, 1, 0 },
	{ "crc32c", nothing, crc32c, take, 1, 0 },
	{ "crc32c", nothing, crc32c, take, 3, 0 },
	{ "crypto", nothing, crypto, take, 1, 0 },
	{ "crypto", nothing, crypto, take, 3, 0 },
	{ "plain", nothing, plain, take, 1, 0 },
	{ "plain", nothing, plain, take, 3, 0 },
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
static void make_keys(void)
{
	static const uint32_t flags[KEYS] = {
		[SIGNATURE] = MLX5DV_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE,
		[CRYPTO] = MLX5DV_MKEY_INIT_ATTR_FLAGS_CRYPTO };
	unsigned int i;

	for (i = 0; i < KEYS; i++) {
		struct mlx5dv_mkey_init_attr attr = {
			.create_flags = MLX5DV_MKEY_INIT_ATTR_FLAGS_INDIRECT | flags[i],
			.pd = pd, .max_entries = ENTRIES };

		key[i] = need(mlx5dv_create_mkey(&attr), "mlx5dv_create_mkey");
	}
}

static void open_end(struct end *e, bool is_pipelining)
{
	struct mlx5dv_dek_init_attr attr = {
		.key_size = MLX5DV_CRYPTO_KEY_SIZE_128, .pd = pd,
		.key_purpose = MLX5DV_CRYPTO_KEY_PURPOSE_AES_XTS,
		.comp_mask = MLX5DV_DEK_INIT_ATTR_CRYPTO_LOGIN };	/* none: in plain text */
	unsigned int i;

	*e = (struct end) { .write = write_once, .poll_one = poll_one, .configure = t10dif };
	make_queues(e, is_pipelining ? PENDING + DEPTH : DEPTH,
		    is_pipelining ? MLX5DV_QP_CREATE_SIG_PIPELINING : 0);
	for (i = 0; i < QPS; i++) {
		to_init(e->ibv_qp[i]);
		connect_to_itself(e->ibv_qp[i]);
	}
	qpx = ibv_qp_to_qp_ex(e->ibv_qp[0]);
	mqp = mlx5dv_qp_ex_from_ibv_qp_ex(qpx);
	make_keys();
	e->lkey = key[SIGNATURE]->lkey;
	choose_lists(e, 1);
	fill_dek(attr.key);
	crypto_attr.dek = need(mlx5dv_dek_create(context, &attr), "mlx5dv_dek_create");
}

static void close_end(struct end *e)
{
	unsigned int i;

	destroy_queues(e);
	for (i = 0; i < KEYS; i++)
		must(mlx5dv_destroy_mkey(key[i]), "mlx5dv_destroy_mkey");
	must(mlx5dv_dek_destroy(crypto_attr.dek), "mlx5dv_dek_destroy");
}

void count_libmlx5(void)
{
	struct end e;

	open_end(&e, false);
	count(&e, "libmlx5", operations, LENGTH(operations));
	close_end(&e);
	open_end(&e, true);
	stop_queue(&e);
	next_id = PENDING / 2;
	count(&e, "libmlx5", &on_stopped_queue, 1);
	close_end(&e);
}
