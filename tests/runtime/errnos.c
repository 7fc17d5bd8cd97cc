// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Each error that a manual page names, brought about. test_errnos.py holds the list against the
 * pages.
 *
 *	errnos --list			prints PAGE ERRNO NAME OPTIONS of each case; OPTIONS are for
 * softmlx5 errnos PAGE ERRNO NAME		runs a case; prints what it gave
 * softmlx5 errnos --plain		runs all that go together; prints those that gave something else
 */
#include "../../examples/pair.h"

#include "qp.h"

#define SIGNED \
	(MLX5SIG_MKEY_INIT_ATTR_FLAGS_INDIRECT | MLX5SIG_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE)
#define UNKNOWN 0x80000000u

static struct pair pair;
static struct mlx5sig_qp *qp;
static struct mlx5sig_mkey *key;
static struct ibv_mr *mr;
static struct ibv_sge sge;

/*
 * Out of memory: the next allocation of the library fails. Linked in, it is told by where the call
 * comes from.
 */
extern void *__libc_calloc(size_t num, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern char __executable_start, etext;

static bool is_out_of_memory;

static bool is_failing(const void *caller)
{
	return is_out_of_memory && (const char *)caller >= &__executable_start &&
	       (const char *)caller < &etext;
}

void *calloc(size_t count, size_t size)
{
	errno = ENOMEM;
	return is_failing(__builtin_return_address(0)) ? NULL : __libc_calloc(count, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
	errno = ENOMEM;
	return is_failing(__builtin_return_address(0)) ? NULL : __libc_memalign(alignment, size);
}

/* What a function that gives a pointer says. */
static int told(const void *made)
{
	return made ? 0 : errno;
}

static struct mlx5sig_mkey *make_key(uint32_t flags, uint16_t entries)
{
	struct mlx5sig_mkey_init_attr attr = { .pd = pair.pd, .create_flags = flags,
					       .max_entries = entries };

	return mlx5sig_create_mkey(&attr);
}

/*
 * Devices of the caller, which refuse.
 */

static uint8_t status_given;
static int err_given;

static int refuse(void *cookie, const void *in, size_t inlen, void *out, size_t outlen)
{
	(void)cookie;
	(void)in;
	(void)inlen;
	memset(out, 0, outlen);
	prm_cmd_out_hdr_set_status(out, status_given);
	return err_given;
}

static void *refuse_object(void *cookie, const void *in, size_t inlen, void *out, size_t outlen)
{
	(void)refuse(cookie, in, inlen, out, outlen);
	errno = EREMOTEIO;
	return NULL;
}

static int no_destroy(void *cookie, void *obj)
{
	(void)cookie;
	(void)obj;
	return 0;
}

static const struct mlx5sig_devx_ops refusing = {
	.obj_create = refuse_object, .obj_destroy = no_destroy, .general_cmd = refuse };

static struct mlx5sig_device *open_own(void)
{
	return mlx5sig_device_open(&refusing, NULL);
}

static int query_refused(void)
{
	struct mlx5sig_device *device;

	err_given = EREMOTEIO;
	status_given = PRM_CMD_STATUS_INT_ERR;
	device = open_own();
	return told(device);
}

static struct mlx5sig_device *must_open_own(void)
{
	status_given = 0;
	err_given = 0;
	return need(open_own(), "mlx5sig_device_open");
}

static _Alignas(64) uint64_t ring[64 * 8], cqes[64 * 8];
static uint64_t record, cq_record, doorbells[64];

static struct mlx5sig_cq *own_cq(struct mlx5sig_device *device)
{
	const struct mlx5sig_raw_cq raw = { .buf = cqes, .dbrec = &cq_record, .cqe_cnt = 64,
					    .cqe_size = 64, .cqn = 1 };

	return mlx5sig_device_cq_attach(device, &raw, NULL);
}

/*
 * Devices and queues.
 */

/* libmlx5 asks for DEVX; where the kernel refuses that, only ibv_open_device() gives a context. */
#define NO_DEVX "--cap log_max_uctx=0"

static struct ibv_context *open_without_devx(void)
{
	struct ibv_device **list = need(ibv_get_device_list(NULL), "list of devices");

	return need(ibv_open_device(list[0]), "ibv_open_device");
}

static int query_other(void)
{
	static uint64_t other[512];	/* a device of no driver that libmlx5 knows */
	struct ibv_context context = { .device = (void *)other };
	struct mlx5sig_context caps = { .comp_mask = 0 };

	return mlx5sig_query_device(&context, &caps);
}

static int key_without_devx(void)
{
	struct ibv_context *context = open_without_devx();
	struct mlx5sig_mkey_init_attr attr = { .pd = need(ibv_alloc_pd(context), "PD"),
					       .create_flags = SIGNED, .max_entries = 4 };

	return told(mlx5sig_create_mkey(&attr));
}

static int dek_without_devx(void)
{
	struct ibv_context *context = open_without_devx();
	struct mlx5sig_dek_init_attr attr = { .pd = need(ibv_alloc_pd(context), "PD"),
					      .key_size = 128 };

	return told(mlx5sig_dek_create(context, &attr));
}

static int pool_without_devx(void)
{
	struct ibv_context *context = open_without_devx();
	struct mlx5sig_mkey_pool_attr attr = { .mkey = { .pd = need(ibv_alloc_pd(context), "PD"),
							 .create_flags = SIGNED }, .initial = 1 };

	return told(mlx5sig_mkey_pool_create(&attr));
}

static int cq_twice(void)
{
	return told(mlx5sig_cq_attach(pair.side[0].ibv_cq, NULL));
}

static int cq_in_use(void)
{
	return mlx5sig_cq_detach(pair.side[0].cq);
}

static int cq_with(uint32_t flags, uint64_t comp_mask)
{
	const struct mlx5sig_cq_attr attr = { .flags = flags, .comp_mask = comp_mask };
	struct ibv_cq *cq = need(ibv_create_cq(pair.context, 8, NULL, NULL, 0), "CQ");

	return told(mlx5sig_cq_attach(cq, &attr));
}

static int cq_flags(void)
{
	return cq_with(UNKNOWN, 0);
}

static int cq_comp_mask(void)
{
	return cq_with(0, 1);
}

static int cq_memory(void)
{
	struct ibv_cq *cq = need(ibv_create_cq(pair.context, 8, NULL, NULL, 0), "CQ");

	is_out_of_memory = true;
	return told(mlx5sig_cq_attach(cq, NULL));
}

static int cq_no_doorbell(void)
{
	return mlx5sig_req_notify_cq(need(own_cq(must_open_own()), "CQ"), 0);
}

static int raw_cq_size(void)
{
	const struct mlx5sig_raw_cq raw = { .buf = cqes, .dbrec = &cq_record, .cqe_cnt = 63,
					    .cqe_size = 64 };

	return told(mlx5sig_device_cq_attach(must_open_own(), &raw, NULL));
}

static int raw_cq_address(void)
{
	const struct mlx5sig_raw_cq raw = { .buf = &cqes[1], .dbrec = &cq_record, .cqe_cnt = 4,
					    .cqe_size = 64 };

	return told(mlx5sig_device_cq_attach(must_open_own(), &raw, NULL));
}

static int cq_resized(void)
{
	struct mlx5sig_cq *cq = need(own_cq(must_open_own()), "CQ");
	struct ibv_wc wc;

	memset(cqes, 0, sizeof(cqes));
	prm_cqe64_set_opcode((void *)cqes, PRM_CQE_OPCODE_RESIZE_CQ);
	return -mlx5sig_poll_cq(cq, 1, &wc);
}

static int cq_polled_elsewhere(void)
{
	struct mlx5sig_cq *cq = need(own_cq(must_open_own()), "CQ");
	struct ibv_wc wc;
	int ret;

	memset(cqes, 0xff, sizeof(cqes));
	cq_record = ~cq_record;
	ret = mlx5sig_poll_cq(cq, 1, &wc);
	cq_record = ~cq_record;
	return -ret;
}

static int raw_qp_address(void)
{
	struct mlx5sig_device *device = must_open_own();
	struct mlx5sig_cq *cq = need(own_cq(device), "CQ");
	const struct mlx5sig_qp_attr attr = { .send_cq = cq, .recv_cq = cq };
	const struct mlx5sig_raw_qp raw = { .sq_buf = (uint8_t *)ring + 8, .dbrec = &record,
					    .bf_reg = doorbells, .bf_size = 256, .sq_wqe_cnt = 4,
					    .sq_max_post = 4, .qpn = 1, .max_desc_size = 1024 };

	return told(mlx5sig_device_qp_attach(device, &raw, &attr));
}

static struct ibv_qp *plain_qp(enum ibv_qp_type type, struct ibv_srq *srq)
{
	struct ibv_qp_init_attr init = {
		.send_cq = pair.side[0].ibv_cq, .recv_cq = pair.side[0].ibv_cq, .srq = srq,
		.cap = { .max_send_wr = 4, .max_recv_wr = 4, .max_send_sge = 1, .max_recv_sge = 1 },
		.qp_type = type };

	return need(ibv_create_qp(pair.pd, &init), "QP");
}

static int attach(struct ibv_qp *ibv, struct mlx5sig_cq *cq, uint32_t flags, uint64_t comp_mask)
{
	const struct mlx5sig_qp_attr attr = { .send_cq = cq, .recv_cq = cq, .flags = flags,
					      .comp_mask = comp_mask };

	return told(mlx5sig_qp_attach(ibv, &attr));
}

static int qp_transport(void)
{
	return attach(plain_qp(IBV_QPT_UD, NULL), pair.side[0].cq, 0, 0);
}

static struct ibv_srq *plain_srq(void)
{
	struct ibv_srq_init_attr init = { .attr = { .max_wr = 3, .max_sge = 1 } };

	return need(ibv_create_srq(pair.pd, &init), "SRQ");
}

static struct mlx5sig_srq *attached_srq(struct ibv_srq *srq)
{
	return need(mlx5sig_srq_attach(srq, NULL), "mlx5sig_srq_attach");
}

static int attach_with(struct ibv_qp *ibv, struct mlx5sig_srq *srq)
{
	const struct mlx5sig_qp_attr attr = { .send_cq = pair.side[0].cq,
					      .recv_cq = pair.side[0].cq, .srq = srq };

	return told(mlx5sig_qp_attach(ibv, &attr));
}

static int qp_with_srq(void)
{
	return attach(plain_qp(IBV_QPT_RC, plain_srq()), pair.side[0].cq, 0, 0);
}

static int qp_without_srq(void)
{
	return attach_with(plain_qp(IBV_QPT_RC, NULL), attached_srq(plain_srq()));
}

static int qp_foreign_srq(void)
{
	return attach_with(plain_qp(IBV_QPT_RC, plain_srq()), attached_srq(plain_srq()));
}

static int srq_twice(void)
{
	struct ibv_srq *srq = plain_srq();

	attached_srq(srq);
	return told(mlx5sig_srq_attach(srq, NULL));
}

static int srq_posted(void)
{
	struct ibv_srq *srq = plain_srq();
	struct ibv_recv_wr *bad, wr = { .num_sge = 0 };

	must(ibv_post_srq_recv(srq, &wr, &bad), "ibv_post_srq_recv");
	return told(mlx5sig_srq_attach(srq, NULL));
}

static int srq_in_use(void)
{
	struct ibv_srq *ibv = plain_srq();
	struct mlx5sig_srq *srq = attached_srq(ibv);

	must(attach_with(plain_qp(IBV_QPT_RC, ibv), srq), "mlx5sig_qp_attach");
	return mlx5sig_srq_detach(srq);
}

static int srq_with(uint32_t flags, uint64_t comp_mask)
{
	const struct mlx5sig_srq_attr attr = { .flags = flags, .comp_mask = comp_mask };

	return told(mlx5sig_srq_attach(plain_srq(), &attr));
}

static int srq_flags(void)
{
	return srq_with(UNKNOWN, 0);
}

static int srq_comp_mask(void)
{
	return srq_with(0, 1);
}

static int raw_srq(uint32_t wqe_cnt, uint32_t stride, uint32_t max_gs)
{
	const struct mlx5sig_raw_srq raw = { .buf = ring, .dbrec = &record, .wqe_cnt = wqe_cnt,
					     .stride = stride, .max_gs = max_gs };

	return told(mlx5sig_device_srq_attach(must_open_own(), &raw, NULL));
}

static int raw_srq_size(void)
{
	must(raw_srq(4, 32, 1), "an SRQ");
	return raw_srq(3, 32, 1);
}

static int raw_srq_stride(void)
{
	return raw_srq(4, 32, 2);
}

static int srq_memory(void)
{
	struct ibv_srq *srq = plain_srq();

	is_out_of_memory = true;
	return told(mlx5sig_srq_attach(srq, NULL));
}

/* Nothing is posted behind the request that fails. */
static int post_to_srq(int num_sge, unsigned int num)
{
	struct mlx5sig_srq *srq = attached_srq(plain_srq());
	struct ibv_sge list[64] = { { .length = 8 } };
	struct ibv_recv_wr *bad = NULL, wr[5] = {{0}};
	unsigned int i;
	int err;

	for (i = 0; i < num; i++)
		wr[i] = (struct ibv_recv_wr){ .sg_list = list,
					      .num_sge = i + 1 < num ? 1 : num_sge,
					      .next = i + 1 < num ? &wr[i + 1] : NULL };
	err = mlx5sig_post_srq_recv(srq, wr, &bad);
	must(bad == &wr[num - 1] ? 0 : EIO, "the request that fails");
	must(mlx5sig_srq_detach(srq), "mlx5sig_srq_detach");
	return err;
}

static int srq_full(void)
{
	return post_to_srq(1, 4);
}

static int srq_sges(void)
{
	return post_to_srq(64, 2);
}

static int srq_other(void)
{
	static uint64_t other[512];	/* a device of no driver that libmlx5 knows */
	struct ibv_context context = { .device = (void *)other };
	struct ibv_srq srq = { .context = &context };

	return told(mlx5sig_srq_attach(&srq, NULL));
}

static int qp_foreign_cq(void)
{
	return attach(plain_qp(IBV_QPT_RC, NULL), pair.side[1].cq, 0, 0);
}

static int qp_flags(void)
{
	return attach(plain_qp(IBV_QPT_RC, NULL), pair.side[0].cq, UNKNOWN, 0);
}

static int qp_comp_mask(void)
{
	return attach(plain_qp(IBV_QPT_RC, NULL), pair.side[0].cq, 0, 1);
}

static int qp_twice(void)
{
	return attach(pair.side[0].ibv_qp, pair.side[0].cq, 0, 0);
}

static int qp_memory(void)
{
	struct ibv_qp *ibv = plain_qp(IBV_QPT_RC, NULL);

	is_out_of_memory = true;
	return attach(ibv, pair.side[0].cq, 0, 0);
}

/* A context without DEVX has no queue pair here: its commands are refused. */
static int pipelining_refused(void)
{
	mlx5sig_qp_of(qp)->device->ops.qp_modify = NULL;
	return mlx5sig_qp_enable_sig_pipelining(qp);
}

static int pipelining_lacking(void)
{
	return mlx5sig_qp_enable_sig_pipelining(qp);
}

/* Not in INIT: the device refuses. */
static int pipelining_too_late(void)
{
	return mlx5sig_qp_enable_sig_pipelining(qp);
}

static int close_in_use(void)
{
	struct mlx5sig_device *device = must_open_own();

	need(own_cq(device), "CQ");
	return mlx5sig_device_close(device);
}

static int open_memory(void)
{
	is_out_of_memory = true;
	return told(open_own());
}

static int open_without_functions(void)
{
	const struct mlx5sig_devx_ops none = { .has_update_tag = true };

	return told(mlx5sig_device_open(&none, NULL));
}

/*
 * Keys.
 */

static int key_without_flags(void)
{
	return told(make_key(0, 4));
}

static int key_unknown_flags(void)
{
	return told(make_key(SIGNED | 1 << 5, 4));
}

static int key_lacking(void)
{
	return told(make_key(SIGNED, 4));
}

static int key_too_many(void)
{
	return told(make_key(SIGNED, 65533));
}

static int key_memory(void)
{
	is_out_of_memory = true;
	return told(make_key(SIGNED, 4));
}

static int dek_with(uint32_t key_size, uint64_t comp_mask)
{
	struct mlx5sig_dek_init_attr attr = { .pd = pair.pd, .key_size = key_size,
					      .comp_mask = comp_mask };

	return told(mlx5sig_dek_create(pair.context, &attr));
}

static int dek_size(void)
{
	return dek_with(192, 0);
}

static int dek_comp_mask(void)
{
	return dek_with(128, 1);
}

static int dek_plain(void)
{
	return dek_with(128, 0);
}

static int dek_memory(void)
{
	is_out_of_memory = true;
	return dek_with(128, 0);
}

static int check_unsigned(void)
{
	struct mlx5sig_mkey_err err;

	return mlx5sig_mkey_check(need(make_key(1, 4), "key"), &err);
}

static int check_undecodable(void)
{
	struct mlx5sig_mkey_err err;
	struct prm_sig_err_cqe cqe = {0};

	mlx5sig_key_note_error((struct mlx5sig_key *)key, &cqe);
	must(mlx5sig_mkey_check(key, &err) == EINVAL ? 0 : EIO, "the first check");
	must(mlx5sig_mkey_check(key, &err), "the second check");
	mlx5sig_key_note_error((struct mlx5sig_key *)key, &cqe);
	return mlx5sig_mkey_check(key, &err);
}

static struct mlx5sig_mkey_pool *make_pool(uint32_t flags, uint32_t initial, uint32_t grow,
					   uint32_t max)
{
	struct mlx5sig_mkey_pool_attr attr = {
		.mkey = { .pd = pair.pd, .create_flags = flags, .max_entries = 4 },
		.initial = initial, .grow = grow, .max = max };

	return mlx5sig_mkey_pool_create(&attr);
}

static int pool_empty(void)
{
	struct mlx5sig_mkey_pool *pool = need(make_pool(SIGNED, 1, 0, 0), "pool");

	need(mlx5sig_mkey_pool_get(pool), "key");
	return told(mlx5sig_mkey_pool_get(pool));
}

static int pool_full(void)
{
	struct mlx5sig_mkey_pool *pool = need(make_pool(SIGNED, 1, 4, 2), "pool");

	need(mlx5sig_mkey_pool_get(pool), "key");
	need(mlx5sig_mkey_pool_get(pool), "key");
	return told(mlx5sig_mkey_pool_get(pool));
}

static int pool_busy(void)
{
	struct mlx5sig_mkey_pool *pool = need(make_pool(SIGNED, 1, 0, 0), "pool");
	struct mlx5sig_mkey *one = need(mlx5sig_mkey_pool_get(pool), "key");
	int err = mlx5sig_mkey_pool_destroy(pool);

	mlx5sig_mkey_pool_put(pool, one);
	must(mlx5sig_mkey_pool_destroy(pool), "mlx5sig_mkey_pool_destroy");
	return err;
}

static int pool_flags(void)
{
	return told(make_pool(0, 1, 0, 0));
}

static int pool_initial(void)
{
	return told(make_pool(SIGNED, 3, 0, 2));
}

static int pool_memory(void)
{
	is_out_of_memory = true;
	return told(make_pool(SIGNED, 1, 0, 0));
}

/*
 * Requests. Whatever fails leaves the producer where it was.
 */

static struct mlx5sig_sig_t10dif dif;
static struct mlx5sig_sig_crc crc;
static struct mlx5sig_sig_block_domain domain = { .sig_type = MLX5SIG_SIG_TYPE_T10DIF,
						  .sig.dif = &dif };
static struct mlx5sig_sig_block_attr sig = { .wire = &domain, .check_mask = 0xff };

static void begin(unsigned int flags)
{
	mlx5sig_wr_start(qp);
	qp->wr_id = 1;
	qp->wr_flags = flags;
}

static int end(void)
{
	const struct mlx5sig_sq *sq = &mlx5sig_qp_of(qp)->sq;
	const struct prm_qp_doorbell_record *dbrec =
		(const void *)(uintptr_t)mlx5sig_qp_of(qp)->dbrec;
	prm_be16 before = dbrec->send_counter;
	uint32_t pi = sq->begun.pi;
	int err = mlx5sig_wr_complete(qp);

	must(sq->now.pi == pi && dbrec->send_counter.be == before.be ? 0 : EIO,
	     "nothing is posted");
	return err;
}

static void begin_key(uint8_t num_setters)
{
	begin(0);
	mlx5sig_wr_mkey_configure(qp, key, num_setters, NULL);
}

static int too_few_setters(void)
{
	begin_key(2);
	mlx5sig_wr_set_mkey_access_flags(qp, 0);
	return end();
}

static int too_many_setters(void)
{
	begin_key(1);
	mlx5sig_wr_set_mkey_access_flags(qp, 0);
	mlx5sig_wr_set_mkey_layout_list(qp, 1, &sge);
	return end();
}

static int setter_twice(void)
{
	begin_key(2);
	mlx5sig_wr_set_mkey_access_flags(qp, 0);
	mlx5sig_wr_set_mkey_access_flags(qp, 0);
	return end();
}

static int unknown_rights(void)
{
	begin_key(1);
	mlx5sig_wr_set_mkey_access_flags(qp, IBV_ACCESS_ON_DEMAND);
	return end();
}

static int interleaved(uint32_t bytes_count, uint32_t bytes_skip)
{
	const struct mlx5sig_mr_interleaved data = { .addr = sge.addr, .lkey = sge.lkey,
						     .bytes_count = bytes_count,
						     .bytes_skip = bytes_skip };

	begin_key(1);
	mlx5sig_wr_set_mkey_layout_interleaved(qp, 2, 1, &data);
	return end();
}

static int interleaved_count(void)
{
	return interleaved(65536, 0);
}

static int interleaved_skip(void)
{
	return interleaved(65535, 1);
}

static int interleaved_none(void)
{
	return interleaved(0, 1);
}

static int conf_with(uint32_t conf_flags, uint64_t comp_mask)
{
	const struct mlx5sig_mkey_conf_attr attr = { .conf_flags = conf_flags,
						     .comp_mask = comp_mask };

	begin(0);
	mlx5sig_wr_mkey_configure(qp, key, 0, &attr);
	return end();
}

static int conf_flags(void)
{
	return conf_with(UNKNOWN, 0);
}

static int conf_comp_mask(void)
{
	return conf_with(0, 1);
}

/* Without the kernel's leave; the device of a context takes it as given. */
static int changed_tag(void)
{
	mlx5sig_qp_of(qp)->device->has_update_tag = false;
	key->lkey++;
	begin_key(0);
	return end();
}

static int too_many_entries(void)
{
	static struct ibv_sge list[5];

	begin_key(1);
	mlx5sig_wr_set_mkey_layout_list(qp, 5, list);
	return end();
}

static int too_long(void)
{
	static struct ibv_sge list[64];

	key = need(make_key(SIGNED, 64), "key");
	begin_key(1);
	mlx5sig_wr_set_mkey_layout_list(qp, 64, list);
	return end();
}

static void fill_queue(void)
{
	unsigned int i;

	for (i = 0; i < 1000; i++) {
		begin(0);
		mlx5sig_wr_rdma_write(qp, mr->rkey, sge.addr);
		mlx5sig_wr_set_sge(qp, sge.lkey, sge.addr, 1);
		if (mlx5sig_wr_complete(qp))
			return;
	}
	must(EIO, "a full queue");
}

static int configure_full(void)
{
	fill_queue();
	begin_key(1);
	mlx5sig_wr_set_mkey_access_flags(qp, 0);
	return end();
}

static int send_full(void)
{
	fill_queue();
	begin(0);
	mlx5sig_wr_send(qp);
	mlx5sig_wr_set_sge(qp, sge.lkey, sge.addr, 1);
	return end();
}

static int setter_without_configure(void)
{
	begin(0);
	mlx5sig_wr_set_mkey_access_flags(qp, 0);
	return end();
}

static int data_missing(void)
{
	begin(0);
	mlx5sig_wr_send(qp);
	return end();
}

static int data_twice(void)
{
	begin(0);
	mlx5sig_wr_send(qp);
	mlx5sig_wr_set_sge(qp, sge.lkey, sge.addr, 1);
	mlx5sig_wr_set_sge(qp, sge.lkey, sge.addr, 1);
	return end();
}

static int data_too_long(void)
{
	begin(0);
	mlx5sig_wr_send(qp);
	mlx5sig_wr_set_sge(qp, sge.lkey, sge.addr, 0x80000000);
	return end();
}

static int too_many_pieces(void)
{
	static struct ibv_sge list[100];

	begin(0);
	mlx5sig_wr_send(qp);
	mlx5sig_wr_set_sge_list(qp, 100, list);
	return end();
}

static int too_much_inline(void)
{
	static uint8_t data[4096];

	begin(IBV_SEND_INLINE);
	mlx5sig_wr_send(qp);
	mlx5sig_wr_set_inline_data(qp, data, sizeof(data));
	return end();
}

static int raw_without_length(void)
{
	const uint8_t wqe[64] = {0};

	begin(0);
	mlx5sig_wr_raw_wqe(qp, wqe);
	return end();
}

static int not_in_rts(void)
{
	struct ibv_qp_attr attr = { .qp_state = IBV_QPS_RESET };

	must(ibv_modify_qp(pair.side[0].ibv_qp, &attr, IBV_QP_STATE), "to RESET");
	mlx5sig_qp_reset(qp);
	begin(0);
	mlx5sig_wr_nop(qp);
	return end();
}

static int recv(int num_sge, uint32_t length, unsigned int times)
{
	struct ibv_sge list[8] = { { .addr = sge.addr, .length = length, .lkey = sge.lkey } };
	struct ibv_recv_wr *bad = NULL, wr = { .sg_list = list, .num_sge = num_sge };
	int err = 0;

	while (times-- && !err)
		err = mlx5sig_post_recv(qp, &wr, &bad);
	must(err && bad != &wr ? EIO : 0, "bad_wr");
	return err;
}

static int recv_full(void)
{
	return recv(1, 1, 1000);
}

static int recv_pieces(void)
{
	return recv(8, 1, 1);
}

static int recv_negative(void)
{
	return recv(-1, 1, 1);
}

static int recv_length(void)
{
	return recv(1, 0x80000000, 1);
}

/*
 * Signatures and encryption.
 */

static int set_sig(void)
{
	begin_key(2);
	mlx5sig_wr_set_mkey_layout_list(qp, 1, &sge);
	mlx5sig_wr_set_mkey_sig_block(qp, &sig);
	return end();
}

static int sig_seed(void)
{
	dif.bg = 1;
	return set_sig();
}

static int sig_type(void)
{
	domain.sig_type = (enum mlx5sig_sig_type)7;
	return set_sig();
}

static int sig_block_size(void)
{
	domain.block_size = (enum mlx5sig_block_size)5;
	return set_sig();
}

static int sig_comp_mask(void)
{
	sig.comp_mask = 1;
	return set_sig();
}

static int sig_flags(void)
{
	sig.flags = UNKNOWN;
	return set_sig();
}

static int sig_copy_one(void)
{
	sig.flags = MLX5SIG_SIG_BLOCK_ATTR_FLAG_COPY_MASK;
	sig.copy_mask = 0xff;
	return set_sig();
}

static int sig_unsigned_key(void)
{
	key = need(make_key(1, 4), "key");
	return set_sig();
}

static int sig_crc64(void)
{
	crc.type = MLX5SIG_SIG_CRC_TYPE_CRC64_XP10;
	domain.sig_type = MLX5SIG_SIG_TYPE_CRC;
	domain.sig.crc = &crc;
	return set_sig();
}

static int sig_4048(void)
{
	domain.block_size = MLX5SIG_BLOCK_SIZE_4048;
	return set_sig();
}

static int prepare_seed(void)
{
	dif.bg = 1;
	return told(mlx5sig_sig_prepare(pair.context, &sig));
}

static int prepare_4048(void)
{
	domain.block_size = MLX5SIG_BLOCK_SIZE_4048;
	return told(mlx5sig_sig_prepare(pair.context, &sig));
}

static int prepare_memory(void)
{
	is_out_of_memory = true;
	return told(mlx5sig_sig_prepare(pair.context, &sig));
}

static struct mlx5sig_dek dek = { .dekn = 1 };
static struct mlx5sig_crypto_attr crypto = { .dek = &dek };

static int set_crypto(uint32_t flags)
{
	key = need(make_key(MLX5SIG_MKEY_INIT_ATTR_FLAGS_INDIRECT | flags, 4), "key");
	begin_key(2);
	mlx5sig_wr_set_mkey_layout_list(qp, 1, &sge);
	mlx5sig_wr_set_mkey_crypto(qp, &crypto);
	return end();
}

static int crypto_standard(void)
{
	crypto.crypto_standard = (enum mlx5sig_crypto_standard)1;
	return set_crypto(MLX5SIG_MKEY_INIT_ATTR_FLAGS_CRYPTO);
}

static int crypto_dek(void)
{
	crypto.dek = NULL;
	return set_crypto(MLX5SIG_MKEY_INIT_ATTR_FLAGS_CRYPTO);
}

static int crypto_unit(void)
{
	crypto.data_unit_size = (enum mlx5sig_block_size)9;
	return set_crypto(MLX5SIG_MKEY_INIT_ATTR_FLAGS_CRYPTO);
}

static int crypto_comp_mask(void)
{
	crypto.comp_mask = 1;
	return set_crypto(MLX5SIG_MKEY_INIT_ATTR_FLAGS_CRYPTO);
}

static int crypto_plain_key(void)
{
	return set_crypto(MLX5SIG_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE);
}

/*
 * Cancelling.
 */

static int cancel(void)
{
	return mlx5sig_qp_cancel_posted_send_wrs(qp, 1);
}

/* A queue pair of the caller's, with pipelining, on a device that refuses QUERY_QP. */
static int query_qp(void *cookie, void *handle, const void *in, size_t inlen, void *out,
		    size_t outlen)
{
	(void)handle;
	return refuse(cookie, in, inlen, out, outlen);
}

static int cancel_on(const struct mlx5sig_devx_ops *ops, int err, uint8_t status)
{
	struct mlx5sig_device *device = must_open_own();
	struct mlx5sig_cq *cq = need(own_cq(device), "CQ");
	const struct mlx5sig_qp_attr attr = { .send_cq = cq, .recv_cq = cq };
	const struct mlx5sig_raw_qp raw = { .sq_buf = ring, .dbrec = &record, .bf_reg = doorbells,
					    .sq_wqe_cnt = 64, .sq_max_post = 64, .sq_max_gs = 1,
					    .qpn = 1, .max_desc_size = 1024 };
	struct mlx5sig_qp *own = need(mlx5sig_device_qp_attach(device, &raw, &attr), "QP");

	device->ops = *ops;
	mlx5sig_qp_of(own)->has_sig_pipelining = true;
	err_given = err;
	status_given = status;
	return mlx5sig_qp_cancel_posted_send_wrs(own, 1);
}

static int cancel_refused(void)
{
	struct mlx5sig_devx_ops ops = refusing;
	int ret;

	ops.qp_query = query_qp;
	ret = cancel_on(&ops, 0, 0);	/* of an answer of zeros, which is no SQD */
	must(ret == -EINVAL ? 0 : EIO, "no SQD");
	return cancel_on(&ops, EREMOTEIO, 0);
}

struct errno_case {
	const char *page;
	int err;
	const char *name, *options;
	int (*run)(void);
};

#define CASE(page, err, run, options) { page, err, #run, options, run }

static const struct errno_case cases[] = {
	CASE("mlx5sig_query_device", EOPNOTSUPP, query_other, ""),
	CASE("mlx5sig_query_device", EIO, query_refused, ""),
	CASE("mlx5sig_device_open", EBUSY, close_in_use, ""),
	CASE("mlx5sig_device_open", ENOMEM, open_memory, ""),
	CASE("mlx5sig_device_open", EINVAL, open_without_functions, ""),
	CASE("mlx5sig_cq_attach", EBUSY, cq_twice, ""),
	CASE("mlx5sig_cq_attach", EBUSY, cq_in_use, ""),
	CASE("mlx5sig_cq_attach", EINVAL, cq_flags, ""),
	CASE("mlx5sig_cq_attach", EINVAL, cq_comp_mask, ""),
	CASE("mlx5sig_cq_attach", EBUSY, cq_polled_elsewhere, ""),
	CASE("mlx5sig_cq_attach", EIO, cq_resized, ""),
	CASE("mlx5sig_cq_attach", EINVAL, raw_cq_size, ""),
	CASE("mlx5sig_cq_attach", EINVAL, raw_cq_address, ""),
	CASE("mlx5sig_cq_attach", EOPNOTSUPP, cq_no_doorbell, ""),
	CASE("mlx5sig_cq_attach", ENOMEM, cq_memory, ""),
	CASE("mlx5sig_qp_attach", EOPNOTSUPP, qp_transport, ""),
	CASE("mlx5sig_qp_attach", EINVAL, qp_with_srq, ""),
	CASE("mlx5sig_qp_attach", EINVAL, qp_without_srq, ""),
	CASE("mlx5sig_qp_attach", EINVAL, qp_foreign_srq, ""),
	CASE("mlx5sig_qp_attach", EINVAL, raw_qp_address, ""),
	CASE("mlx5sig_srq_attach", EBUSY, srq_twice, ""),
	CASE("mlx5sig_srq_attach", EBUSY, srq_posted, ""),
	CASE("mlx5sig_srq_attach", EBUSY, srq_in_use, ""),
	CASE("mlx5sig_srq_attach", EINVAL, srq_flags, ""),
	CASE("mlx5sig_srq_attach", EINVAL, srq_comp_mask, ""),
	CASE("mlx5sig_srq_attach", EINVAL, raw_srq_size, ""),
	CASE("mlx5sig_srq_attach", EINVAL, raw_srq_stride, ""),
	CASE("mlx5sig_srq_attach", EINVAL, srq_sges, ""),
	CASE("mlx5sig_srq_attach", EOPNOTSUPP, srq_other, ""),
	CASE("mlx5sig_srq_attach", ENOMEM, srq_memory, ""),
	CASE("mlx5sig_srq_attach", ENOMEM, srq_full, ""),
	CASE("mlx5sig_qp_attach", EOPNOTSUPP, pipelining_lacking, "--cap drain_sigerr=0"),
	CASE("mlx5sig_qp_attach", EOPNOTSUPP, pipelining_refused, ""),
	CASE("mlx5sig_qp_attach", EINVAL, pipelining_too_late, ""),
	CASE("mlx5sig_qp_attach", EINVAL, qp_foreign_cq, ""),
	CASE("mlx5sig_qp_attach", EINVAL, qp_flags, ""),
	CASE("mlx5sig_qp_attach", EINVAL, qp_comp_mask, ""),
	CASE("mlx5sig_qp_attach", EBUSY, qp_twice, ""),
	CASE("mlx5sig_qp_attach", ENOMEM, qp_memory, ""),
	CASE("mlx5sig_create_mkey", EOPNOTSUPP, key_without_flags, ""),
	CASE("mlx5sig_create_mkey", EOPNOTSUPP, key_unknown_flags, ""),
	CASE("mlx5sig_create_mkey", EOPNOTSUPP, key_lacking, "--cap sho=0"),
	CASE("mlx5sig_create_mkey", EOPNOTSUPP, key_without_devx, NO_DEVX),
	CASE("mlx5sig_create_mkey", EINVAL, key_too_many, ""),
	CASE("mlx5sig_create_mkey", ENOMEM, key_memory, ""),
	CASE("mlx5sig_dek_create", EINVAL, dek_size, ""),
	CASE("mlx5sig_dek_create", EINVAL, dek_comp_mask, ""),
	CASE("mlx5sig_dek_create", EINVAL, dek_plain, "--cap crypto_caps.wrapped_import_method=4"),
	CASE("mlx5sig_dek_create", EOPNOTSUPP, dek_plain, "--cap general_obj_types=0"),
	CASE("mlx5sig_dek_create", EOPNOTSUPP, dek_without_devx, NO_DEVX),
	CASE("mlx5sig_dek_create", ENOMEM, dek_memory, ""),
	CASE("mlx5sig_mkey_check", EINVAL, check_unsigned, ""),
	CASE("mlx5sig_mkey_check", EINVAL, check_undecodable, ""),
	CASE("mlx5sig_mkey_pool_create", EAGAIN, pool_empty, ""),
	CASE("mlx5sig_mkey_pool_create", EAGAIN, pool_full, ""),
	CASE("mlx5sig_mkey_pool_create", EBUSY, pool_busy, ""),
	CASE("mlx5sig_mkey_pool_create", EINVAL, pool_initial, ""),
	CASE("mlx5sig_mkey_pool_create", EOPNOTSUPP, pool_flags, ""),
	CASE("mlx5sig_mkey_pool_create", EOPNOTSUPP, pool_without_devx, NO_DEVX),
	CASE("mlx5sig_mkey_pool_create", ENOMEM, pool_memory, ""),
	CASE("mlx5sig_wr_mkey_configure", EINVAL, too_few_setters, ""),
	CASE("mlx5sig_wr_mkey_configure", EINVAL, too_many_setters, ""),
	CASE("mlx5sig_wr_mkey_configure", EINVAL, setter_twice, ""),
	CASE("mlx5sig_wr_mkey_configure", EINVAL, unknown_rights, ""),
	CASE("mlx5sig_wr_mkey_configure", EINVAL, interleaved_count, ""),
	CASE("mlx5sig_wr_mkey_configure", EINVAL, interleaved_skip, ""),
	CASE("mlx5sig_wr_mkey_configure", EINVAL, interleaved_none, ""),
	CASE("mlx5sig_wr_mkey_configure", EOPNOTSUPP, conf_flags, ""),
	CASE("mlx5sig_wr_mkey_configure", EOPNOTSUPP, conf_comp_mask, ""),
	CASE("mlx5sig_wr_mkey_configure", EOPNOTSUPP, changed_tag, ""),
	CASE("mlx5sig_wr_mkey_configure", ENOMEM, too_many_entries, ""),
	CASE("mlx5sig_wr_mkey_configure", ENOMEM, too_long, ""),
	CASE("mlx5sig_wr_mkey_configure", ENOMEM, configure_full, ""),
	CASE("mlx5sig_wr_set_mkey_sig_block", EINVAL, sig_seed, ""),
	CASE("mlx5sig_wr_set_mkey_sig_block", EINVAL, sig_type, ""),
	CASE("mlx5sig_wr_set_mkey_sig_block", EINVAL, sig_block_size, ""),
	CASE("mlx5sig_wr_set_mkey_sig_block", EINVAL, sig_comp_mask, ""),
	CASE("mlx5sig_wr_set_mkey_sig_block", EINVAL, sig_flags, ""),
	CASE("mlx5sig_wr_set_mkey_sig_block", EINVAL, sig_copy_one, ""),
	CASE("mlx5sig_wr_set_mkey_sig_block", EINVAL, sig_unsigned_key, ""),
	CASE("mlx5sig_wr_set_mkey_sig_block", EINVAL, prepare_seed, ""),
	CASE("mlx5sig_wr_set_mkey_sig_block", EOPNOTSUPP, sig_crc64, "--cap sig_crc64_xp10=0"),
	CASE("mlx5sig_wr_set_mkey_sig_block", EOPNOTSUPP, sig_4048, "--cap sig_block_4048=0"),
	CASE("mlx5sig_wr_set_mkey_sig_block", EOPNOTSUPP, prepare_4048, "--cap sig_block_4048=0"),
	CASE("mlx5sig_wr_set_mkey_sig_block", ENOMEM, prepare_memory, ""),
	CASE("mlx5sig_wr_set_mkey_crypto", EINVAL, crypto_standard, ""),
	CASE("mlx5sig_wr_set_mkey_crypto", EINVAL, crypto_dek, ""),
	CASE("mlx5sig_wr_set_mkey_crypto", EINVAL, crypto_unit, ""),
	CASE("mlx5sig_wr_set_mkey_crypto", EINVAL, crypto_comp_mask, ""),
	CASE("mlx5sig_wr_set_mkey_crypto", EINVAL, crypto_plain_key, ""),
	CASE("mlx5sig_wr_start", ENOMEM, send_full, ""),
	CASE("mlx5sig_wr_start", ENOMEM, too_long, ""),
	CASE("mlx5sig_wr_start", ENOMEM, too_many_pieces, ""),
	CASE("mlx5sig_wr_start", ENOMEM, too_much_inline, ""),
	CASE("mlx5sig_wr_start", ENOMEM, recv_full, ""),
	CASE("mlx5sig_wr_start", EINVAL, setter_twice, ""),
	CASE("mlx5sig_wr_start", EINVAL, too_few_setters, ""),
	CASE("mlx5sig_wr_start", EINVAL, too_many_setters, ""),
	CASE("mlx5sig_wr_start", EINVAL, setter_without_configure, ""),
	CASE("mlx5sig_wr_start", EINVAL, data_missing, ""),
	CASE("mlx5sig_wr_start", EINVAL, data_twice, ""),
	CASE("mlx5sig_wr_start", EINVAL, data_too_long, ""),
	CASE("mlx5sig_wr_start", EINVAL, raw_without_length, ""),
	CASE("mlx5sig_wr_start", EINVAL, not_in_rts, ""),
	CASE("mlx5sig_wr_start", EINVAL, recv_pieces, ""),
	CASE("mlx5sig_wr_start", EINVAL, recv_negative, ""),
	CASE("mlx5sig_wr_start", EINVAL, recv_length, ""),
	CASE("mlx5sig_wr_start", EOPNOTSUPP, sig_4048, "--cap sig_block_4048=0"),
	CASE("mlx5sig_qp_cancel_posted_send_wrs", -EINVAL, cancel, "--pipelining"),
	CASE("mlx5sig_qp_cancel_posted_send_wrs", -EOPNOTSUPP, cancel, ""),
	CASE("mlx5sig_qp_cancel_posted_send_wrs", -EREMOTEIO, cancel_refused, ""),
};

static void open_all(bool with_pipelining)
{
	pair_open(&pair, with_pipelining);
	qp = pair.side[0].qp;
	pair_memory(&pair, 8192, &mr);
	sge = (struct ibv_sge) { .addr = (uintptr_t)mr->addr, .length = 512, .lkey = mr->lkey };
	key = make_key(SIGNED, 4);
}

static const char *name_of(int err)
{
	static char name[32];

	snprintf(name, sizeof(name), "%s%s", err < 0 ? "-" : "",
		 err ? strerrorname_np(err < 0 ? -err : err) : "success");
	return name;
}

/* Needs no other device, and no malloc() of its own, which valgrind does not leave to it. */
static bool is_plain(const struct errno_case *c)
{
	return !c->options[0] && !strstr(c->name, "memory");
}

static int run(const struct errno_case *c)
{
	int err;

	if (strcmp(c->options, NO_DEVX))
		open_all(!strcmp(c->options, "--pipelining"));
	err = c->run();
	is_out_of_memory = false;
	return err;
}

int main(int argc, char **argv)
{
	const struct errno_case *c, *end = cases + sizeof(cases) / sizeof(cases[0]);
	unsigned int num = 0;
	int err;

	if (argc == 2 && !strcmp(argv[1], "--plain")) {
		for (c = cases; c < end; c++) {
			err = is_plain(c) ? run(c) : c->err;
			num += is_plain(c);
			if (err != c->err)
				printf("%s %s: %s\n", c->page, c->name, name_of(err));
		}
		printf("%u cases\n", num);
		return 0;
	}
	for (c = cases; c < end; c++) {
		if (argc == 2) {
			printf("%s %s %s %s\n", c->page, name_of(c->err), c->name, c->options);
		} else if (argc == 4 && !strcmp(argv[1], c->page) && !strcmp(argv[3], c->name) &&
			   !strcmp(argv[2], name_of(c->err))) {
			printf("%s\n", name_of(run(c)));
			return 0;
		}
	}
	return argc == 2 ? 0 : 2;
}
