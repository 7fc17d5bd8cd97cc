// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Random and hostile attributes for every public function: nothing crashes, an error is an errno
 * value, and after an error nothing has been posted and no request in flight has changed.
 *
 *	build/softmlx5 build/tests/runtime/fuzz_attributes SEED CALLS
 *
 * Attributes are valid C: numbers are random, arrays have the length that is passed, pointers are
 * valid, or NULL where the library checks them.
 */
#include "../../../examples/pair.h"

#include "qp.h"

#undef assert
#define assert(is_good) do { if (!(is_good)) fail(__LINE__, #is_good); } while (0)

#define ENTRIES 65536u
#define BUFFER 4096u
#define KEYS 6

static uint64_t rng;
static unsigned int seed, calls;

static _Noreturn void fail(int line, const char *what)
{
	printf("seed %u, call %u, line %d: %s\n", seed, calls, line, what);
	exit(1);
}

static uint32_t below(uint32_t n)
{
	rng ^= rng >> 12;
	rng ^= rng << 25;
	rng ^= rng >> 27;
	return (uint32_t)(((rng * UINT64_C(0x2545f4914f6cdd1d)) >> 32) % n);
}

static bool chance(uint32_t percent)
{
	return below(100) < percent;
}

static uint64_t any(void)
{
	static const uint64_t corners[] = { 0, 1, 2, 3, 7, 8, 0xff, 0x100, 0xffff, 0x10000,
					    INT32_MAX, 0x80000000, UINT32_MAX, UINT64_MAX,
					    UINT64_MAX - 1, INT64_MAX };

	if (chance(60))
		return corners[below(sizeof(corners) / sizeof(corners[0]))];
	return (uint64_t)below(UINT32_MAX) << below(33);
}

/* Mostly one of the first @n values, which are legal. */
static uint32_t mostly(uint32_t n)
{
	return chance(85) ? below(n) : (uint32_t)any();
}

static uint64_t mostly_none(void)
{
	return chance(90) ? 0 : any();
}

static struct pair pair;
static struct mlx5sig_qp *qp;
static struct mlx5sig_mkey *keys[KEYS];
static uint32_t key_flags[KEYS];
static struct ibv_mr *mr;
static struct ibv_sge *sges;
static struct mlx5sig_mr_interleaved *streams;
static struct ibv_data_buf *buffers;
static struct mlx5sig_dek *dek;
static uint8_t *before;

static void assert_errno(int err)
{
	assert(err >= 0 && (!err || strerrorname_np(err)));
}

static void *made(void *object)
{
	assert(object || (errno > 0 && strerrorname_np(errno)));
	return object;
}

/*
 * Attributes.
 */

struct domain {
	struct mlx5sig_sig_block_domain domain;
	struct mlx5sig_sig_t10dif dif;
	struct mlx5sig_sig_crc crc;
};

static const struct mlx5sig_sig_block_domain *any_domain(struct domain *d)
{
	d->dif = (struct mlx5sig_sig_t10dif) {
		.bg_type = (enum mlx5sig_sig_t10dif_bg_type)mostly(2),
		.bg = (uint16_t)(chance(80) ? -below(2) : any()), .app_tag = (uint16_t)any(),
		.ref_tag = (uint32_t)any(), .flags = (uint16_t)mostly(8) };
	d->crc = (struct mlx5sig_sig_crc) { .type = (enum mlx5sig_sig_crc_type)mostly(3),
					    .seed = chance(80) ? -(uint64_t)below(2) : any() };
	d->domain = (struct mlx5sig_sig_block_domain) {
		.sig_type = (enum mlx5sig_sig_type)mostly(2),
		.block_size = (enum mlx5sig_block_size)mostly(5), .comp_mask = mostly_none() };
	if (d->domain.sig_type == MLX5SIG_SIG_TYPE_CRC)
		d->domain.sig.crc = chance(5) ? NULL : &d->crc;
	else
		d->domain.sig.dif = chance(5) ? NULL : &d->dif;
	return chance(30) ? NULL : &d->domain;
}

struct sig {
	struct domain mem, wire;
	struct mlx5sig_sig_block_attr attr;
};

static const struct mlx5sig_sig_block_attr *any_sig(struct sig *sig)
{
	sig->attr = (struct mlx5sig_sig_block_attr) {
		.mem = any_domain(&sig->mem), .wire = any_domain(&sig->wire),
		.flags = mostly(2), .check_mask = (uint8_t)any(), .copy_mask = (uint8_t)any(),
		.comp_mask = mostly_none() };
	return &sig->attr;
}

static struct ibv_sge *any_sges(uint32_t num)
{
	uint32_t i;

	for (i = 0; i < num && i < 64; i++)
		sges[i] = (struct ibv_sge) {
			.addr = chance(80) ? (uintptr_t)mr->addr : any(),
			.length = chance(80) ? below(2000) : (uint32_t)any(),
			.lkey = chance(80) ? mr->lkey : (uint32_t)any() };
	return sges;
}

/*
 * Objects.
 */

static void fuzz_keys(void)
{
	struct mlx5sig_mkey_init_attr attr = {
		.pd = pair.pd, .create_flags = mostly(32), .max_entries = (uint16_t)mostly(100) };
	struct mlx5sig_mkey *one = made(mlx5sig_create_mkey(&attr));
	struct mlx5sig_mkey_err_ext ext;

	if (!one)
		return;
	assert(attr.max_entries >= 4 || !attr.max_entries);
	assert_errno(mlx5sig_mkey_check_ext(one, &ext));
	assert(!mlx5sig_destroy_mkey(one));
}

static void fuzz_pool(void)
{
	struct mlx5sig_mkey_pool_attr attr = {
		.mkey = { .pd = pair.pd, .create_flags = mostly(4),
			  .max_entries = (uint16_t)mostly(20) },
		.initial = below(4), .grow = below(3), .max = mostly(5),
		.comp_mask = mostly_none() };
	struct mlx5sig_mkey_pool *pool = made(mlx5sig_mkey_pool_create(&attr));
	struct mlx5sig_mkey *one, *many[8] = { NULL };
	uint32_t num = below(8);
	int err;

	if (!pool)
		return;
	assert(!attr.comp_mask);
	err = mlx5sig_mkey_pool_get_bulk(pool, many, num);
	assert_errno(err);
	assert(!err || !many[0]);
	if (!err) {
		assert(!num || mlx5sig_mkey_pool_destroy(pool) == EBUSY);
		assert(!mlx5sig_mkey_pool_put_bulk(pool, many, num));
		assert(!num || mlx5sig_mkey_pool_put(pool, many[below(num)]) == EINVAL);
	}
	assert(mlx5sig_mkey_pool_put(pool, keys[below(KEYS)]) == EINVAL);
	one = made(mlx5sig_mkey_pool_get(pool));
	if (one) {
		assert(mlx5sig_mkey_pool_destroy(pool) == EBUSY);
		mlx5sig_mkey_pool_put(pool, one);
	}
	assert_errno(mlx5sig_mkey_pool_drain(pool, (uint32_t)any()));
	assert(!mlx5sig_mkey_pool_destroy(pool));
}

static void fuzz_dek(void)
{
	struct mlx5sig_dek_init_attr attr = {
		.pd = pair.pd, .key_size = chance(70) ? 128u << below(2) : (uint32_t)any(),
		.has_keytag = chance(50), .comp_mask = mostly_none() };
	struct mlx5sig_dek *one = made(mlx5sig_dek_create(pair.context, &attr));

	if (one)
		assert(!mlx5sig_dek_destroy(one));
}

static void fuzz_prepare(void)
{
	struct sig sig;

	mlx5sig_sig_prepared_free(made(mlx5sig_sig_prepare(pair.context, any_sig(&sig))));
}

static void fuzz_query(void)
{
	struct mlx5sig_context caps = { .comp_mask = any(), .flags = any() };

	assert(!mlx5sig_query_device(pair.context, &caps));
}

static void fuzz_attach(void)
{
	struct mlx5sig_cq_attr cq_attr = { .flags = mostly(2), .comp_mask = mostly_none() };
	struct ibv_cq *ibv_cq = need(ibv_create_cq(pair.context, 8, NULL, NULL, 0), "CQ");
	struct mlx5sig_cq *cq = made(mlx5sig_cq_attach(ibv_cq, chance(50) ? &cq_attr : NULL));
	struct mlx5sig_cq *const cqs[] = { NULL, cq, pair.side[0].cq };
	struct mlx5sig_qp_attr attr = { .send_cq = cqs[below(3)], .recv_cq = cqs[below(3)],
					.flags = mostly(2), .comp_mask = mostly_none() };
	struct ibv_qp_init_attr init = {
		.send_cq = ibv_cq, .recv_cq = ibv_cq,
		.cap = { .max_send_wr = 1, .max_recv_wr = 1, .max_send_sge = 1, .max_recv_sge = 1 },
		.qp_type = chance(80) ? IBV_QPT_RC : IBV_QPT_UC };
	struct ibv_qp *ibv_qp = need(pair_create_qp(pair.pd, &init), "QP");
	struct mlx5sig_qp *one = made(mlx5sig_qp_attach(ibv_qp, chance(90) ? &attr : NULL));

	if (one) {
		assert(attr.send_cq == cq && attr.recv_cq == cq);
		assert(mlx5sig_qp_enable_sig_pipelining(one) == EINVAL);	/* in RESET */
		assert(mlx5sig_cq_detach(cq) == EBUSY);
		assert(!mlx5sig_qp_detach(one));
	}
	if (cq)
		assert(!mlx5sig_cq_detach(cq));
	assert(!ibv_destroy_qp(ibv_qp) && !ibv_destroy_cq(ibv_cq));
}

/* Queues in the caller's memory with wrong numbers. */
static int refuse(void *cookie, const void *in, size_t inlen, void *out, size_t outlen)
{
	(void)cookie;
	(void)in;
	(void)inlen;
	memset(out, 0, outlen);
	prm_cmd_out_hdr_set_status(out, chance(90) ? 0 : (uint32_t)any() & 0xff);
	return chance(90) ? 0 : EREMOTEIO;
}

static void *no_object(void *cookie, const void *in, size_t inlen, void *out, size_t outlen)
{
	(void)refuse(cookie, in, inlen, out, outlen);
	errno = EREMOTEIO;
	return NULL;
}

static int destroyed(void *cookie, void *obj)
{
	(void)cookie;
	(void)obj;
	return 0;
}

static void fuzz_raw(void)
{
	static uint64_t ring[64 * 8], records[2], doorbells[64], cqes[64 * 8];
	const struct mlx5sig_devx_ops ops = { .obj_create = chance(95) ? no_object : NULL,
					      .obj_destroy = destroyed, .general_cmd = refuse,
					      .comp_mask = mostly_none() };
	struct mlx5sig_device *device = made(mlx5sig_device_open(&ops, NULL));
	const struct mlx5sig_raw_cq raw_cq = {
		.buf = chance(95) ? cqes : NULL, .dbrec = chance(95) ? &records[0] : NULL,
		.cqe_cnt = chance(80) ? 1u << below(6) : (uint32_t)any(),
		.cqe_size = chance(80) ? 64 : (uint32_t)any(), .cqn = mostly(3),
		.comp_mask = mostly_none() };
	struct mlx5sig_mkey_init_attr attr = { .create_flags = mostly(32),
					       .max_entries = (uint16_t)mostly(100) };
	struct mlx5sig_cq *cq;
	struct mlx5sig_qp *one = NULL;

	if (!device)
		return;
	assert(!made(mlx5sig_device_create_mkey(device, (uint32_t)any(), &attr)));
	/* The library cannot detect that a ring is shorter than declared. */
	cq = raw_cq.cqe_cnt > 64 || raw_cq.cqe_size > 64 ? NULL :
	     made(mlx5sig_device_cq_attach(device, &raw_cq, NULL));
	if (cq) {
		const struct mlx5sig_qp_attr qp_attr = { .send_cq = cq, .recv_cq = cq };
		const struct mlx5sig_raw_qp raw = {
			.sq_buf = chance(95) ? ring : NULL, .rq_buf = chance(50) ? ring : NULL,
			.dbrec = chance(95) ? &records[1] : NULL,
			.bf_reg = chance(95) ? doorbells : NULL, .bf_size = 256 * below(2),
			.sq_wqe_cnt = chance(80) ? 1u << below(7) : (uint32_t)any() % 65,
			.sq_max_post = (uint32_t)any(), .sq_max_gs = (uint32_t)any(),
			.sq_max_inline = (uint32_t)any(), .rq_wqe_cnt = mostly(9) % 65,
			.rq_stride = (uint32_t)any() % 64, .rq_max_gs = (uint32_t)any() % 8,
			.qpn = (uint32_t)any(), .sq_pi = (uint32_t)any(),
			.sq_head = (uint32_t)any(), .sq_tail = (uint32_t)any(),
			.max_desc_size = (uint32_t)any(), .comp_mask = mostly_none() };

		one = made(mlx5sig_device_qp_attach(device, &raw, &qp_attr));
		assert_errno(mlx5sig_req_notify_cq(cq, 0));
	}
	if (one) {
		assert(mlx5sig_qp_enable_sig_pipelining(one) == EOPNOTSUPP);
		assert(mlx5sig_qp_cancel_posted_send_wrs(one, any()) == -EOPNOTSUPP);
		mlx5sig_wr_start(one);
		mlx5sig_wr_nop(one);
		assert_errno(mlx5sig_wr_complete(one));
		assert(!mlx5sig_qp_detach(one));
	}
	if (cq)
		assert(!mlx5sig_cq_detach(cq));
	assert(!mlx5sig_device_close(device));
}

/*
 * Requests.
 */

static void any_data(void)
{
	uint32_t num, i;

	switch (below(5)) {
	case 0:
		mlx5sig_wr_set_sge(qp, (uint32_t)any(), any(), mostly(2000));
		break;
	case 1:
		num = mostly(5) % ENTRIES;
		mlx5sig_wr_set_sge_list(qp, num, any_sges(num));
		break;
	case 2:	/* more than possible: none is read */
		mlx5sig_wr_set_sge_list(qp, SIZE_MAX - below(2), sges);
		break;
	case 3:
		num = below(4);
		for (i = 0; i < num; i++)
			buffers[i] = (struct ibv_data_buf) {
				.addr = mr->addr,
				.length = chance(90) ? below(40) :
					(size_t)(BUFFER + any() % INT64_MAX) };
		mlx5sig_wr_set_inline_data_list(qp, num, buffers);
		break;
	case 4:
		mlx5sig_wr_set_inline_data(qp, mr->addr, chance(90) ? below(BUFFER) : SIZE_MAX);
	}
}

static void any_setter(void)
{
	struct mlx5sig_crypto_attr crypto = {
		.crypto_standard = (enum mlx5sig_crypto_standard)mostly(1),
		.encrypt_on_tx = chance(50),
		.signature_crypto_order = (enum mlx5sig_signature_crypto_order)mostly(2),
		.data_unit_size = (enum mlx5sig_block_size)mostly(5),
		.dek = chance(95) ? dek : NULL, .comp_mask = mostly_none() };
	struct mlx5sig_sig_prepared *prepared;
	struct mlx5sig_sig_tags tags;
	struct sig sig;
	uint32_t num, i;

	switch (below(6)) {
	case 0:
		mlx5sig_wr_set_mkey_access_flags(qp, mostly(16));
		break;
	case 1:
		num = mostly(9) % ENTRIES;
		mlx5sig_wr_set_mkey_layout_list(qp, (uint16_t)num, any_sges(num));
		break;
	case 2:
		num = mostly(4) % ENTRIES;
		for (i = 0; i < num && i < 8; i++)
			streams[i] = (struct mlx5sig_mr_interleaved) {
				.addr = any(), .bytes_count = mostly(600),
				.bytes_skip = mostly(600), .lkey = mr->lkey };
		mlx5sig_wr_set_mkey_layout_interleaved(qp, (uint32_t)any(), (uint16_t)num, streams);
		break;
	case 3:
		mlx5sig_wr_set_mkey_sig_block(qp, any_sig(&sig));
		break;
	case 4:
		prepared = made(mlx5sig_sig_prepare(pair.context, any_sig(&sig)));
		if (!prepared)
			break;
		tags = (struct mlx5sig_sig_tags) {
			.mem_app_tag = (uint16_t)any(), .wire_app_tag = (uint16_t)any(),
			.mem_ref_tag = (uint32_t)any(), .wire_ref_tag = (uint32_t)any(),
			.comp_mask = (uint32_t)mostly_none() };
		mlx5sig_wr_set_mkey_sig_prepared(qp, prepared, chance(70) ? &tags : NULL);
		mlx5sig_sig_prepared_free(prepared);	/* was copied */
		break;
	case 5:
		mlx5sig_wr_set_mkey_crypto(qp, &crypto);
	}
}

static void any_configuration(void)
{
	struct mlx5sig_mkey_conf_attr attr = { .conf_flags = mostly(2),
					       .comp_mask = mostly_none() };
	uint8_t num = (uint8_t)mostly(5), i;

	mlx5sig_wr_mkey_configure(qp, keys[below(KEYS)], num, chance(70) ? &attr : NULL);
	for (i = 0; i < num && i < 6; i++)
		if (chance(95))
			any_setter();
}

static void any_request(void)
{
	_Alignas(64) uint8_t wqe[MLX5SIG_MAX_WQE_OCTOWORDS * MLX5SIG_OCTOWORD] = {0};

	qp->wr_id = any();
	qp->wr_flags = chance(80) ? below(32) : (unsigned int)any();
	switch (below(14)) {
	case 0: mlx5sig_wr_send(qp); break;
	case 1: mlx5sig_wr_send_imm(qp, (uint32_t)any()); break;
	case 2: mlx5sig_wr_send_inv(qp, (uint32_t)any()); break;
	case 3: mlx5sig_wr_rdma_write(qp, chance(50) ? mr->rkey : (uint32_t)any(), any()); break;
	case 4: mlx5sig_wr_rdma_write_imm(qp, (uint32_t)any(), any(), (uint32_t)any()); break;
	case 5: mlx5sig_wr_rdma_read(qp, (uint32_t)any(), any()); break;
	case 6: mlx5sig_wr_atomic_cmp_swp(qp, (uint32_t)any(), any(), any(), any()); break;
	case 7: mlx5sig_wr_atomic_fetch_add(qp, (uint32_t)any(), any(), any()); break;
	case 8: mlx5sig_wr_local_inv(qp, (uint32_t)any()); break;
	case 9: mlx5sig_wr_nop(qp); break;
	case 10:
		prm_ctrl_seg_set_ds((void *)wqe, below(64));
		prm_ctrl_seg_set_qpn((void *)wqe, pair.side[0].ibv_qp->qp_num);
		mlx5sig_wr_raw_wqe(qp, wqe);
		break;
	default: any_configuration();
	}
	if (chance(70))
		any_data();
	if (chance(3))
		any_setter();
}

static const prm_be16 *doorbell(void)
{
	return &((const struct prm_qp_doorbell_record *)(uintptr_t)mlx5sig_qp_of(qp)->dbrec)
		->send_counter;
}

/*
 * WQEBBs that may be in flight: those before the producer without a polled completion.
 */
static bool is_ring_touched(uint32_t pi)
{
	const struct mlx5sig_sq *sq = &mlx5sig_qp_of(qp)->sq;
	uint32_t i;

	for (i = mlx5sig_sq_done_pi(sq); i != pi; i++)
		if (memcmp(mlx5sig_ring_at(&sq->ring, i, 0),
			   before + (i & (sq->wqe_cnt - 1)) * MLX5SIG_WQEBB, MLX5SIG_WQEBB))
			return true;
	return false;
}

static void fuzz_post(void)
{
	const struct mlx5sig_sq *sq = &mlx5sig_qp_of(qp)->sq;
	uint32_t pi = sq->now.pi, num = 1 + below(3), batch = num;
	struct mlx5sig_wr_error error;
	uint16_t record = doorbell()->be;
	bool is_aborted = chance(10);
	int err = 0;

	memcpy(before, sq->ring.buf, sq->wqe_cnt * (size_t)MLX5SIG_WQEBB);
	mlx5sig_wr_start(qp);
	while (num--)
		any_request();
	assert(doorbell()->be == record);
	assert(!is_ring_touched(pi));
	if (is_aborted)
		mlx5sig_wr_abort(qp);
	else
		err = mlx5sig_wr_complete(qp);
	assert_errno(err);
	mlx5sig_qp_last_error(qp, &error);
	assert(!err || (error.err == err && error.reason && error.index <= batch));
	if (err || is_aborted) {
		assert(sq->now.pi == pi && doorbell()->be == record);
		assert(!is_ring_touched(pi));
	}
}

static void fuzz_recv(void)
{
	struct ibv_recv_wr wr[2] = { { .next = chance(30) ? &wr[1] : NULL } }, *bad = NULL;
	unsigned int i;
	int err;

	for (i = 0; i < 2; i++) {
		uint32_t num = mostly(3);

		wr[i].wr_id = any();
		wr[i].num_sge = num > ENTRIES && num <= INT32_MAX ? (int)ENTRIES : (int)num;
		wr[i].sg_list = any_sges(num);
	}
	err = mlx5sig_post_recv(pair.side[below(2)].qp, wr, &bad);
	assert_errno(err);
	assert(!err == !bad && (!bad || bad == &wr[0] || bad == &wr[1]));
}

static void fuzz_others(void)
{
	const struct mlx5sig_mkey *bad;
	struct mlx5sig_mkey_err err;
	unsigned int i;
	struct ibv_wc wc;
	int ret;

	switch (below(6)) {
	case 0:
		assert_errno(mlx5sig_mkey_check(keys[below(KEYS)], &err));
		break;
	case 4:
		bad = mlx5sig_cq_next_bad_mkey(pair.side[below(2)].cq);
		for (i = 0; bad && keys[i] != bad; i++)
			assert(i + 1 < KEYS);
		break;
	case 5:
		assert(!mlx5sig_cq_status(pair.side[below(2)].cq));
		break;
	case 1:
		ret = mlx5sig_qp_cancel_posted_send_wrs(qp, any());
		assert(ret >= 0 || strerrorname_np(-ret));
		break;
	case 2:
		assert(!mlx5sig_poll_cq(pair.side[0].cq, 0, &wc));
		break;
	case 3:
		assert(!mlx5sig_req_notify_cq(pair.side[below(2)].cq, (int)any()));
	}
}

/* Polls everything; resets queues in error. */
static void settle(void)
{
	struct ibv_qp_attr attr = { .qp_state = IBV_QPS_RESET };
	bool is_broken = false;
	struct ibv_wc wc[8];
	unsigned int i;
	int n, k;

	for (i = 0; i < 2; i++)
		while ((n = mlx5sig_poll_cq(pair.side[i].cq, 8, wc)) > 0)
			for (k = 0; k < n; k++)
				is_broken |= wc[k].status != IBV_WC_SUCCESS;
	if (!is_broken)
		return;
	for (i = 0; i < 2; i++) {
		assert(!ibv_modify_qp(pair.side[i].ibv_qp, &attr, IBV_QP_STATE));
		mlx5sig_qp_reset(pair.side[i].qp);
		pair_to_init(&pair, pair.side[i].ibv_qp);
		assert(!mlx5sig_qp_enable_sig_pipelining(pair.side[i].qp));
	}
	for (i = 0; i < 2; i++)
		pair_connect(&pair, pair.side[i].ibv_qp, pair.side[!i].ibv_qp->qp_num);
}

static void open_all(void)
{
	struct mlx5sig_dek_init_attr attr = { .key_size = 128 };
	struct mlx5sig_mkey_init_attr init = { .max_entries = 8 };
	unsigned int i;

	pair_open(&pair, true);
	qp = pair.side[0].qp;
	pair_memory(&pair, BUFFER, &mr);
	sges = need(calloc(ENTRIES, sizeof(*sges)), "memory");
	streams = need(calloc(ENTRIES, sizeof(*streams)), "memory");
	buffers = need(calloc(4, sizeof(*buffers)), "memory");
	before = need(malloc(mlx5sig_qp_of(qp)->sq.wqe_cnt * (size_t)MLX5SIG_WQEBB), "memory");
	attr.pd = init.pd = pair.pd;
	for (i = 0; i < sizeof(attr.key); i++)
		attr.key[i] = (char)(i + 1);
	dek = need(mlx5sig_dek_create(pair.context, &attr), "DEK");
	for (i = 0; i < KEYS; i++) {
		init.create_flags = key_flags[i] = 1 | (i & 1 ? 2 : 0) | (i & 2 ? 4 : 0);
		keys[i] = need(mlx5sig_create_mkey(&init), "key");
	}
}

static void close_all(void)
{
	unsigned int i;

	for (i = 0; i < KEYS; i++)
		assert(!mlx5sig_destroy_mkey(keys[i]));
	assert(!mlx5sig_dek_destroy(dek));
	pair_free_memory(mr);
	free(sges);
	free(streams);
	free(buffers);
	free(before);
	pair_close(&pair);
}

int main(int argc, char **argv)
{
	static void (*const objects[])(void) = { fuzz_keys, fuzz_pool, fuzz_dek, fuzz_prepare,
						 fuzz_query, fuzz_attach, fuzz_raw };
	unsigned int num = argc == 3 ? (unsigned int)strtoul(argv[2], NULL, 10) : 0;
	uint32_t what;

	seed = argc == 3 ? (unsigned int)strtoul(argv[1], NULL, 10) : 0;
	rng = (seed + 1) * UINT64_C(0x9e3779b97f4a7c15);
	open_all();
	for (calls = 0; calls < num; calls++) {
		what = below(100);
		if (what < 20)
			objects[below(sizeof(objects) / sizeof(objects[0]))]();
		else if (what < 80)
			fuzz_post();
		else if (what < 90)
			fuzz_recv();
		else
			fuzz_others();
		if (chance(40))
			settle();
	}
	close_all();
	printf("done\n");
	return 0;
}
