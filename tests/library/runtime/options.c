// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Options of keys, queues, requests and DEKs that mlx5dv does not have.
 *
 *	softmlx5 build/tests/runtime/options NAME
 */
#include "../../../examples/pair.h"

#include "obedient.h"
#include "qp.h"

#define CHECK(is_good) do { if (!(is_good)) { printf("line %d: %s (errno %d)\n", __LINE__, \
						     #is_good, errno); exit(1); } } while (0)
#define BYTES 2048u

static struct pair pair;
static struct side *here, *there;
static struct ibv_mr *mr;
static uint8_t *memory;

static struct mlx5sig_mkey *make_key(uint32_t flags, uint16_t access)
{
	struct mlx5sig_mkey_init_attr attr = { .pd = pair.pd, .create_flags = flags,
					       .max_entries = 4, .access_flags = access };

	return mlx5sig_create_mkey(&attr);
}

/* Sets the layout, and encryption if there is any: no access rights. */
static void set_layout(struct mlx5sig_mkey *key, uint32_t at, uint32_t length,
		       const struct mlx5sig_crypto_attr *crypto)
{
	const struct ibv_sge sge = { (uintptr_t)memory + at, length, mr->lkey };

	mlx5sig_wr_start(here->qp);
	here->qp->wr_flags = IBV_SEND_SIGNALED;
	mlx5sig_wr_mkey_configure(here->qp, key, crypto ? 2 : 1, NULL);
	mlx5sig_wr_set_mkey_layout_list(here->qp, 1, &sge);
	if (crypto)
		mlx5sig_wr_set_mkey_crypto(here->qp, crypto);
	CHECK(!mlx5sig_wr_complete(here->qp));
	pair_wait(here);
}

static enum ibv_wc_status transfer(struct side *side, struct mlx5sig_mkey *key, bool reads,
				   bool is_remote, uint32_t at, uint32_t length)
{
	struct ibv_sge sge = { is_remote ? (uintptr_t)memory + BYTES + at : 0, length,
			       is_remote ? mr->lkey : key->lkey };
	uint64_t far = is_remote ? 0 : (uintptr_t)memory + BYTES + at;
	uint32_t rkey = is_remote ? key->rkey : mr->rkey;
	struct ibv_wc wc;
	int n;

	mlx5sig_wr_start(side->qp);
	side->qp->wr_flags = IBV_SEND_SIGNALED;
	if (reads)
		mlx5sig_wr_rdma_read(side->qp, rkey, far);
	else
		mlx5sig_wr_rdma_write(side->qp, rkey, far);
	mlx5sig_wr_set_sge_list(side->qp, 1, &sge);
	CHECK(!mlx5sig_wr_complete(side->qp));
	while (!(n = mlx5sig_poll_cq(side->cq, 1, &wc)))
		;
	CHECK(n == 1);
	return wc.status;
}

/* Rights of the creation are there after a configuration without setter; those that are missing fail. */
static void access_rights(void)
{
	const uint32_t flags = MLX5SIG_MKEY_INIT_ATTR_FLAGS_INDIRECT |
			       MLX5SIG_MKEY_INIT_ATTR_FLAGS_ACCESS;
	struct mlx5sig_mkey *key = make_key(flags, IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_READ);
	struct mlx5sig_mkey *none = make_key(MLX5SIG_MKEY_INIT_ATTR_FLAGS_INDIRECT, 0xffff);

	CHECK(key && none);
	CHECK(!make_key(flags, IBV_ACCESS_MW_BIND) && errno == EINVAL);
	set_layout(key, 0, BYTES, NULL);
	CHECK(transfer(here, key, true, false, 0, BYTES) == IBV_WC_SUCCESS);
	CHECK(transfer(there, key, true, true, 0, BYTES) == IBV_WC_SUCCESS);
	set_layout(none, 0, BYTES, NULL);
	CHECK(transfer(here, none, false, false, 0, BYTES) == IBV_WC_SUCCESS);
	/* The last one breaks the connection. */
	CHECK(transfer(there, key, false, true, 0, BYTES) == IBV_WC_REM_ACCESS_ERR);
	CHECK(!mlx5sig_destroy_mkey(key) && !mlx5sig_destroy_mkey(none));
}

static void no_right(void)
{
	struct mlx5sig_mkey *key = make_key(MLX5SIG_MKEY_INIT_ATTR_FLAGS_INDIRECT, 0xf);

	set_layout(key, 0, BYTES, NULL);
	CHECK(transfer(here, key, true, false, 0, BYTES) == IBV_WC_LOC_PROT_ERR);
	CHECK(!mlx5sig_destroy_mkey(key));
}

static void relaxed_ordering(void)
{
	struct mlx5sig_mkey *key = make_key(MLX5SIG_MKEY_INIT_ATTR_FLAGS_RELAXED_ORDERING, 0);

	CHECK(key && !mlx5sig_destroy_mkey(key));
}

/*
 * A queue pair whose state DEVX has changed: libibverbs knows RESET.
 */
static void in_rts(void)
{
	struct mlx5sig_qp_attr attr = { .send_cq = here->cq, .recv_cq = here->cq };
	struct mlx5sig_raw_qp raw = { .qpn = 1 };

	here->ibv_qp->state = IBV_QPS_RESET;
	mlx5sig_wr_start(here->qp);
	mlx5sig_wr_nop(here->qp);
	CHECK(mlx5sig_wr_complete(here->qp) == EINVAL);
	CHECK(!mlx5sig_qp_detach(here->qp));
	attr.flags = MLX5SIG_ATTACH_IN_RTS | MLX5SIG_ATTACH_IGNORE_OVERRUN;
	CHECK(!mlx5sig_qp_attach(here->ibv_qp, &attr) && errno == EINVAL);
	attr.flags = MLX5SIG_ATTACH_IN_RTS;
	CHECK(!mlx5sig_device_qp_attach(mlx5sig_qp_of(there->qp)->device, &raw, &attr) &&
	      errno == EINVAL);
	here->qp = mlx5sig_qp_attach(here->ibv_qp, &attr);
	CHECK(here->qp);
	here->qp->wr_flags = IBV_SEND_SIGNALED;
	mlx5sig_wr_start(here->qp);
	mlx5sig_wr_nop(here->qp);
	CHECK(!mlx5sig_wr_complete(here->qp));
	pair_wait(here);
	here->ibv_qp->state = IBV_QPS_RTS;
}

/*
 * A CQ that ignores overrun, over which more completions pass than it has entries. Its record is
 * written at the end only.
 */
static void ignore_overrun(void)
{
	struct ibv_cq_init_attr_ex init = {
		.cqe = 16, .comp_mask = IBV_CQ_INIT_ATTR_MASK_FLAGS,
		.flags = IBV_CREATE_CQ_ATTR_IGNORE_OVERRUN };
	struct mlx5sig_cq_attr cq_attr = { .flags = MLX5SIG_ATTACH_IGNORE_OVERRUN };
	struct ibv_qp_init_attr qp_init = {
		.cap = { .max_send_wr = 8, .max_recv_wr = 1, .max_send_sge = 1, .max_recv_sge = 1 },
		.qp_type = IBV_QPT_RC };
	struct mlx5sig_qp_attr attr = { 0 };
	struct mlx5sig_cq *cq;
	struct ibv_cq *ibv_cq;
	struct ibv_qp *ibv_qp;
	struct mlx5sig_qp *qp;
	struct ibv_wc wc;
	unsigned int i;
	int n;

	CHECK(mlx5sig_cq_detach(here->cq) == EBUSY);
	ibv_cq = ibv_create_cq(pair.context, 16, NULL, NULL, 0);
	CHECK(ibv_cq && !mlx5sig_cq_attach(ibv_cq, &cq_attr) && errno == EINVAL);
	CHECK(!ibv_destroy_cq(ibv_cq));
	ibv_cq = (struct ibv_cq *)ibv_create_cq_ex(pair.context, &init);
	CHECK(ibv_cq);
	cq = mlx5sig_cq_attach(ibv_cq, &cq_attr);
	qp_init.send_cq = qp_init.recv_cq = ibv_cq;
	ibv_qp = pair_create_qp(pair.pd, &qp_init);
	CHECK(cq && ibv_qp);
	attr.send_cq = attr.recv_cq = cq;
	qp = mlx5sig_qp_attach(ibv_qp, &attr);
	CHECK(qp);
	pair_to_init(&pair, ibv_qp);
	pair_connect(&pair, ibv_qp, ibv_qp->qp_num);
	for (i = 0; i < 100; i++) {
		mlx5sig_wr_start(qp);
		qp->wr_id = i;
		qp->wr_flags = IBV_SEND_SIGNALED;
		mlx5sig_wr_nop(qp);
		CHECK(!mlx5sig_wr_complete(qp));
		while (!(n = mlx5sig_poll_cq(cq, 1, &wc)))
			;
		CHECK(n == 1 && wc.wr_id == i && wc.status == IBV_WC_SUCCESS);
		CHECK(prm_cq_doorbell_record_get_ci(cq->dbrec) == (i < 50 ? 0 : 50));
		if (i == 49)	/* a request for an event writes it */
			CHECK(!mlx5sig_req_notify_cq(cq, 0));
	}
	CHECK(!mlx5sig_qp_detach(qp) && !mlx5sig_cq_detach(cq));
	/* The next attaching continues there. */
	cq = mlx5sig_cq_attach(ibv_cq, NULL);
	CHECK(cq && cq->ci == 100 && mlx5sig_poll_cq(cq, 1, &wc) == 0);
	CHECK(!mlx5sig_cq_detach(cq) && !ibv_destroy_qp(ibv_qp) && !ibv_destroy_cq(ibv_cq));
}

/* Every combination of flags, after a request of each kind. */
static void fences(void)
{
	static const unsigned int flags[] = { 0, IBV_SEND_FENCE, MLX5SIG_SEND_STRONG_FENCE,
					      IBV_SEND_FENCE | MLX5SIG_SEND_STRONG_FENCE };
	static const uint8_t modes[2][4] = {
		{ PRM_FENCE_MODE_NONE, PRM_FENCE_MODE_SMALL_AND_READ_ATOMIC,
		  PRM_FENCE_MODE_STRONG_ORDERING, PRM_FENCE_MODE_STRONG_ORDERING },
		{ PRM_FENCE_MODE_INITIATOR_SMALL, PRM_FENCE_MODE_SMALL_AND_READ_ATOMIC,
		  PRM_FENCE_MODE_STRONG_ORDERING, PRM_FENCE_MODE_STRONG_ORDERING } };
	struct mlx5sig_mkey *key = make_key(MLX5SIG_MKEY_INIT_ATTR_FLAGS_INDIRECT, 0);
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(here->qp);
	const struct prm_ctrl_seg *ctrl;
	unsigned int i;

	for (i = 0; i < 16; i++) {
		mlx5sig_wr_start(here->qp);
		here->qp->wr_flags = 0;
		if (i / 4 % 2)
			mlx5sig_wr_mkey_configure(here->qp, key, 0, NULL);
		else
			mlx5sig_wr_nop(here->qp);
		here->qp->wr_flags = flags[i % 4] | IBV_SEND_SIGNALED | IBV_SEND_INLINE |
				     (i / 8 ? IBV_SEND_SOLICITED : 0u);
		mlx5sig_wr_nop(here->qp);
		ctrl = mlx5sig_ring_at(&qp->sq.ring, qp->sq.now.last, 0);
		CHECK(!mlx5sig_wr_complete(here->qp));
		CHECK(prm_ctrl_seg_get_fm(ctrl) == modes[i / 4 % 2][i % 4]);
		CHECK(prm_ctrl_seg_get_se(ctrl) == i / 8);
		CHECK(prm_ctrl_seg_get_ce(ctrl) == PRM_COMPLETION_MODE_ALWAYS);
		pair_wait(here);
	}
	CHECK(!mlx5sig_destroy_mkey(key));
}

/*
 * Encryption.
 */

static struct mlx5sig_dek_init_attr dek_attr(void)
{
	struct mlx5sig_dek_init_attr attr = { .pd = pair.pd, .key_size = 128, .has_keytag = true,
					      .opaque = "opaqued" };
	unsigned int i;

	for (i = 0; i < sizeof(attr.key); i++)
		attr.key[i] = (char)(i * 7 + 1);
	return attr;
}

static void dek_query(void)
{
	struct mlx5sig_dek_attr answer = { .comp_mask = 1 };
	struct mlx5sig_dek_init_attr attr = dek_attr();
	struct mlx5sig_dek *dek = mlx5sig_dek_create(pair.context, &attr);

	CHECK(dek);
	CHECK(mlx5sig_dek_query(dek, &answer) == EINVAL);
	answer.comp_mask = 0;
	printf("query %d\n", mlx5sig_dek_query(dek, &answer));
	if (!mlx5sig_dek_query(dek, &answer))
		CHECK(answer.state == MLX5SIG_DEK_STATE_READY &&
		      !memcmp(answer.opaque, attr.opaque, sizeof(answer.opaque)));
	CHECK(!mlx5sig_dek_destroy(dek));
}

/* The PDs of all devices, and another one that is not in the set. */
static void dek_sets(void)
{
	struct mlx5dv_context_attr devx = { .flags = MLX5DV_CONTEXT_FLAGS_DEVX };
	struct ibv_device **list = ibv_get_device_list(NULL);
	struct mlx5sig_dek_init_attr attr = dek_attr();
	struct ibv_context *ctx[4];
	struct ibv_pd *pds[4];
	struct mlx5sig_dek_set *set;
	unsigned int i, num;
	int err, tries;

	for (num = 0; num < 3 && list[num]; num++) {
		ctx[num] = mlx5dv_open_device(list[num], &devx);
		CHECK(ctx[num]);
		pds[num] = ibv_alloc_pd(ctx[num]);
		CHECK(pds[num]);
	}
	CHECK(!mlx5sig_dek_set_create(pds, 0, &attr) && errno == EINVAL);
	attr.key_size = 1;
	CHECK(!mlx5sig_dek_set_create(pds, num, &attr) && errno == EINVAL);
	attr.key_size = 128;
	set = mlx5sig_dek_set_create(pds, num, &attr);
	printf("devices %u create %d\n", num, set ? 0 : errno);
	if (set) {
		for (i = 0; i < num; i++)
			CHECK(mlx5sig_dek_set_find(set, pds[i]) &&
			      mlx5sig_dek_set_find(set, pds[i])->dekn);
		CHECK(!mlx5sig_dek_set_find(set, pair.pd) && errno == ENOENT);
		for (err = 1, tries = 0; err && tries < 5; tries++)
			err = mlx5sig_dek_set_destroy(set);
		printf("destroy %d after %d\n", err, tries);
	}
	for (i = 0; i < num; i++)	/* they have no object any more */
		CHECK(!ibv_dealloc_pd(pds[i]) && !ibv_close_device(ctx[i]));
	ibv_free_device_list(list);
}

/* Several data units with a little-endian tweak, compared with keys of one data unit. */
static void units(void)
{
	struct mlx5sig_context caps = { .comp_mask = MLX5SIG_CONTEXT_MASK_CRYPTO_OFFLOAD };
	struct mlx5sig_mkey *key = make_key(MLX5SIG_MKEY_INIT_ATTR_FLAGS_CRYPTO |
					    MLX5SIG_MKEY_INIT_ATTR_FLAGS_ACCESS,
					    IBV_ACCESS_LOCAL_WRITE);
	struct mlx5sig_dek_init_attr attr = dek_attr();
	struct mlx5sig_crypto_attr crypto = { .encrypt_on_tx = true,
					      .data_unit_size = MLX5SIG_BLOCK_SIZE_512,
					      .initial_tweak = { (char)0xfe, (char)0xff, 3 } };
	const struct mlx5sig_crypto_attr whole = crypto;
	uint8_t expected[BYTES], *tweak = (uint8_t *)crypto.initial_tweak;
	unsigned int i;

	CHECK(!mlx5sig_query_device(pair.context, &caps));
	printf("multi_block_le_tweak %d\n", caps.crypto_caps.multi_block_le_tweak);
	crypto.dek = mlx5sig_dek_create(pair.context, &attr);
	CHECK(key && crypto.dek);
	memcpy(crypto.keytag, attr.key + 32, sizeof(crypto.keytag));
	for (i = 0; i < BYTES; i++)
		memory[i] = (uint8_t)rand();
	for (i = 0; i < BYTES / 512; i++) {
		set_layout(key, i * 512, 512, &crypto);
		CHECK(transfer(here, key, false, false, i * 512, 512) == IBV_WC_SUCCESS);
		if (!++tweak[0] && !++tweak[1])
			tweak[2]++;
	}
	memcpy(expected, memory + BYTES, BYTES);
	CHECK(memcmp(expected, memory, BYTES));
	memset(memory + BYTES, 0, BYTES);
	memcpy(crypto.initial_tweak, whole.initial_tweak, sizeof(crypto.initial_tweak));
	set_layout(key, 0, BYTES, &crypto);
	CHECK(transfer(here, key, false, false, 0, BYTES) == IBV_WC_SUCCESS);
	CHECK(!memcmp(memory + BYTES, expected, BYTES));
	CHECK(!mlx5sig_destroy_mkey(key) && !mlx5sig_dek_destroy(crypto.dek));
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		void (*run)(void);
	} tests[] = { { "access", access_rights }, { "no-right", no_right },
		      { "relaxed", relaxed_ordering }, { "in-rts", in_rts },
		      { "overrun", ignore_overrun }, { "fences", fences },
		      { "dek-query", dek_query }, { "dek-sets", dek_sets }, { "units", units } };
	size_t i;

	if (argc != 2)
		return 2;
	pair_open(&pair, false);
	here = &pair.side[0];
	there = &pair.side[1];
	memory = pair_memory(&pair, 2 * BYTES, &mr);
	for (i = 0; i < sizeof(tests) / sizeof(tests[0]); i++)
		if (!strcmp(argv[1], tests[i].name))
			tests[i].run();
	pair_free_memory(mr);
	pair_close(&pair);
	puts("done");
	return 0;
}
