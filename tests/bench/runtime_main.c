// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The operations of the library, and the same of libmlx5, on queues of a kind. Under callgrind,
 * which collects nothing at first, it has their instructions counted: those of this thread, between
 * two toggles, without what the kernel would do (ioctl). Each gives one dump, called
 * "OPERATION/WAY CALLS OPERATIONS".
 *
 *	softmlx5 --doorbell poll valgrind --tool=callgrind --collect-atstart=no runtime_main
 */
#include <dlfcn.h>
#include <errno.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <infiniband/mlx5dv.h>
#include <mlx5sig/mlx5sig.h>
#include <valgrind/callgrind.h>

#include "build.h"

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))
#define MEMORY 65536u
#define DEPTH 128u		/* requests of a queue */
#define PENDING 1024u		/* requests of which one is cancelled */
#define AT_ONCE 16		/* completions of a call that takes several */
#define ROUNDS 48u
#define ACCESS (IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ)

/* A queue pair with its CQ, as libmlx5 or as the library sees it. */
struct end {
	struct ibv_cq *ibv_cq;
	struct ibv_qp *ibv_qp;
	struct ibv_qp_ex *qpx;		/* libmlx5 */
	struct mlx5dv_qp_ex *mqp;
	struct mlx5sig_cq *cq;		/* the library */
	struct mlx5sig_qp *qp;
	struct mlx5sig_cq_ring cqes;
	uint32_t ci;			/* CQEs that were polled */
	struct mlx5sig_mkey *mkey, *plain_mkey;	/* of either */
	struct ibv_wc wc[AT_ONCE];
	uint64_t next_id;		/* to be cancelled */
};

/* One side posts, the other is what it is connected with. */
struct pair {
	struct end end[2];
};

static struct ibv_context *context;
static struct ibv_pd *pd;
static struct ibv_mr *mr;
static uint8_t *memory;
static bool is_counting;	/* between toggles */

static void die(const char *what)
{
	fprintf(stderr, "runtime_main: %s: %s\n", what, strerror(errno));
	exit(2);
}

static void *need(void *made, const char *what)
{
	if (!made)
		die(what);
	return made;
}

static void must(int err, const char *what)
{
	if (!err)
		return;
	errno = err;
	die(what);
}

/* Commands are the kernel's, or softmlx5's, and left out. libibverbs calls this one. */
int ioctl(int fd, unsigned long request, ...)
{
	static int (*next)(int fd, unsigned long request, ...);
	void *found, *arg;
	va_list ap;
	int ret;

	if (is_counting)
		CALLGRIND_TOGGLE_COLLECT;
	va_start(ap, request);
	arg = va_arg(ap, void *);
	va_end(ap);
	if (!next) {
		found = need(dlsym(RTLD_NEXT, "ioctl"), "ioctl");
		memcpy(&next, &found, sizeof(next));
	}
	ret = next(fd, request, arg);
	if (is_counting)
		CALLGRIND_TOGGLE_COLLECT;
	return ret;
}

/*
 * Queues.
 */

static void make_end(struct end *e, bool is_ours, bool is_pipelining, uint32_t flags)
{
	struct ibv_qp_init_attr_ex attr = {
		.qp_type = IBV_QPT_RC, .pd = pd,
		.cap = { .max_send_wr = is_pipelining ? PENDING + DEPTH : DEPTH, .max_recv_wr = 1,
			 .max_send_sge = 1, .max_recv_sge = 1, .max_inline_data = 512 },
		.comp_mask = IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_SEND_OPS_FLAGS,
		.send_ops_flags = IBV_QP_EX_WITH_RDMA_WRITE,
	};
	struct mlx5dv_qp_init_attr dv = {
		.comp_mask = MLX5DV_QP_INIT_ATTR_MASK_QP_CREATE_FLAGS |
			     MLX5DV_QP_INIT_ATTR_MASK_SEND_OPS_FLAGS,
		.create_flags = MLX5DV_QP_CREATE_DISABLE_SCATTER_TO_CQE,
		.send_ops_flags = MLX5DV_QP_EX_WITH_MKEY_CONFIGURE,
	};
	struct mlx5sig_mkey_init_attr key = {
		.create_flags = MLX5SIG_MKEY_INIT_ATTR_FLAGS_INDIRECT |
				MLX5SIG_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE,
		.pd = pd, .max_entries = 4 };
	struct mlx5dv_mkey_init_attr dv_key = {
		.create_flags = MLX5DV_MKEY_INIT_ATTR_FLAGS_INDIRECT |
				MLX5DV_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE,
		.pd = pd, .max_entries = 4 };
	struct mlx5sig_qp_attr ours = { .flags = flags };
	struct mlx5dv_cq cq;
	struct mlx5dv_obj obj = { .cq = { .out = &cq } };

	if (is_pipelining && !is_ours)
		dv.create_flags |= MLX5DV_QP_CREATE_SIG_PIPELINING;
	e->ibv_cq = need(ibv_create_cq(context, 4 * DEPTH, NULL, NULL, 0), "ibv_create_cq");
	attr.send_cq = attr.recv_cq = e->ibv_cq;
	e->ibv_qp = need(mlx5dv_create_qp(context, &attr, &dv), "mlx5dv_create_qp");
	obj.cq.in = e->ibv_cq;
	must(mlx5dv_init_obj(&obj, MLX5DV_OBJ_CQ), "mlx5dv_init_obj");
	e->cqes = mlx5sig_cq_ring(cq.buf, cq.cqe_cnt, cq.cqe_size);
	if (is_ours) {
		e->cq = need(mlx5sig_cq_attach(e->ibv_cq, NULL), "mlx5sig_cq_attach");
		ours.send_cq = ours.recv_cq = e->cq;
		e->qp = need(mlx5sig_qp_attach(e->ibv_qp, &ours), "mlx5sig_qp_attach");
		e->mkey = need(mlx5sig_create_mkey(&key), "mlx5sig_create_mkey");
		key.create_flags = MLX5SIG_MKEY_INIT_ATTR_FLAGS_INDIRECT;
		e->plain_mkey = need(mlx5sig_create_mkey(&key), "mlx5sig_create_mkey");
	} else {
		e->qpx = ibv_qp_to_qp_ex(e->ibv_qp);
		e->mqp = mlx5dv_qp_ex_from_ibv_qp_ex(e->qpx);
		/* Both keys have the same head: runtime/asserts.c. */
		e->mkey = need(mlx5dv_create_mkey(&dv_key), "mlx5dv_create_mkey");
		dv_key.create_flags = MLX5DV_MKEY_INIT_ATTR_FLAGS_INDIRECT;
		e->plain_mkey = need(mlx5dv_create_mkey(&dv_key), "mlx5dv_create_mkey");
	}
}

static void connect_end(struct end *e, const struct end *peer, bool is_pipelining)
{
	struct ibv_qp_attr init = { .qp_state = IBV_QPS_INIT, .port_num = 1,
				    .qp_access_flags = ACCESS };
	struct ibv_qp_attr attr = {
		.qp_state = IBV_QPS_RTR, .path_mtu = IBV_MTU_1024,
		.dest_qp_num = peer->ibv_qp->qp_num, .max_rd_atomic = 4, .max_dest_rd_atomic = 4,
		.min_rnr_timer = 1, .timeout = 14, .retry_cnt = 7, .ah_attr = { .port_num = 1 } };
	struct ibv_port_attr port;

	must(ibv_modify_qp(e->ibv_qp, &init, IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT |
			   IBV_QP_ACCESS_FLAGS), "to INIT");
	if (is_pipelining && e->qp)
		must(mlx5sig_qp_enable_sig_pipelining(e->qp), "pipelining");
	must(ibv_query_port(context, 1, &port), "ibv_query_port");
	attr.ah_attr.dlid = port.lid;
	must(ibv_modify_qp(e->ibv_qp, &attr, IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU |
			   IBV_QP_DEST_QPN | IBV_QP_RQ_PSN | IBV_QP_MAX_DEST_RD_ATOMIC |
			   IBV_QP_MIN_RNR_TIMER), "to RTR");
	attr.qp_state = IBV_QPS_RTS;
	must(ibv_modify_qp(e->ibv_qp, &attr, IBV_QP_STATE | IBV_QP_SQ_PSN | IBV_QP_TIMEOUT |
			   IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY | IBV_QP_MAX_QP_RD_ATOMIC),
	     "to RTS");
}

/* @flags: enum mlx5sig_attach_flags. */
static void make_pair(struct pair *pair, bool is_ours, bool is_pipelining, uint32_t flags)
{
	unsigned int i;

	memset(pair, 0, sizeof(*pair));
	for (i = 0; i < 2; i++)
		make_end(&pair->end[i], is_ours, is_pipelining, flags);
	for (i = 0; i < 2; i++)
		connect_end(&pair->end[i], &pair->end[!i], is_pipelining);
}

static void destroy_end(struct end *e)
{
	if (e->qp) {
		must(mlx5sig_qp_detach(e->qp), "mlx5sig_qp_detach");
		must(mlx5sig_cq_detach(e->cq), "mlx5sig_cq_detach");
		must(mlx5sig_destroy_mkey(e->mkey), "mlx5sig_destroy_mkey");
		must(mlx5sig_destroy_mkey(e->plain_mkey), "mlx5sig_destroy_mkey");
	}
	must(ibv_destroy_qp(e->ibv_qp), "ibv_destroy_qp");
	must(ibv_destroy_cq(e->ibv_cq), "ibv_destroy_cq");
	if (e->mqp) {
		must(mlx5dv_destroy_mkey((struct mlx5dv_mkey *)e->mkey), "mlx5dv_destroy_mkey");
		must(mlx5dv_destroy_mkey((struct mlx5dv_mkey *)e->plain_mkey),
		     "mlx5dv_destroy_mkey");
	}
}

/* Until CQE number @num from the next one on has been written. */
static void wait_for(const struct end *e, uint32_t num)
{
	while (!mlx5sig_cqe_get(&e->cqes, e->ci + num - 1))
		sched_yield();
}

/*
 * Operations, as libmlx5 has them (dv_) and as the library has them (our_).
 */

static struct mlx5dv_sig_t10dif dv_dif = {
	.bg_type = MLX5DV_SIG_T10DIF_CRC, .app_tag = 0x5347, .ref_tag = 1000,
	.flags = MLX5DV_SIG_T10DIF_FLAG_REF_REMAP };
static struct mlx5dv_sig_crc dv_crc = { .type = MLX5DV_SIG_CRC_TYPE_CRC32C, .seed = UINT32_MAX };
static struct mlx5dv_sig_block_domain dv_domain_dif = {
	.sig_type = MLX5DV_SIG_TYPE_T10DIF, .sig.dif = &dv_dif,
	.block_size = MLX5DV_BLOCK_SIZE_512 };
static struct mlx5dv_sig_block_domain dv_domain_crc = {
	.sig_type = MLX5DV_SIG_TYPE_CRC, .sig.crc = &dv_crc, .block_size = MLX5DV_BLOCK_SIZE_512 };
static struct mlx5dv_sig_t10dif dv_wire_dif = {
	.bg_type = MLX5DV_SIG_T10DIF_CRC, .app_tag = 0x5347, .ref_tag = 1000,
	.flags = MLX5DV_SIG_T10DIF_FLAG_REF_REMAP };
static struct mlx5dv_sig_block_domain dv_wire_domain = {
	.sig_type = MLX5DV_SIG_TYPE_T10DIF, .sig.dif = &dv_wire_dif,
	.block_size = MLX5DV_BLOCK_SIZE_512 };
static struct mlx5dv_sig_block_attr dv_attr_dif = {
	.mem = &dv_domain_dif, .wire = &dv_wire_domain, .check_mask = 0xff };
static struct mlx5dv_sig_block_attr dv_attr_crc = {
	.wire = &dv_domain_crc, .check_mask = MLX5DV_SIG_MASK_CRC32C };

static const struct mlx5sig_sig_t10dif our_dif = {
	.bg_type = MLX5SIG_SIG_T10DIF_CRC, .app_tag = 0x5347, .ref_tag = 1000,
	.flags = MLX5SIG_SIG_T10DIF_FLAG_REF_REMAP };
static const struct mlx5sig_sig_crc our_crc = { .type = MLX5SIG_SIG_CRC_TYPE_CRC32C,
						.seed = UINT32_MAX };
static const struct mlx5sig_sig_block_domain our_domain_dif = {
	.sig_type = MLX5SIG_SIG_TYPE_T10DIF, .sig.dif = &our_dif,
	.block_size = MLX5SIG_BLOCK_SIZE_512 };
static const struct mlx5sig_sig_block_domain our_domain_crc = {
	.sig_type = MLX5SIG_SIG_TYPE_CRC, .sig.crc = &our_crc,
	.block_size = MLX5SIG_BLOCK_SIZE_512 };
static const struct mlx5sig_sig_t10dif our_wire_dif = {
	.bg_type = MLX5SIG_SIG_T10DIF_CRC, .app_tag = 0x5347, .ref_tag = 1000,
	.flags = MLX5SIG_SIG_T10DIF_FLAG_REF_REMAP };
static const struct mlx5sig_sig_block_domain our_wire_domain = {
	.sig_type = MLX5SIG_SIG_TYPE_T10DIF, .sig.dif = &our_wire_dif,
	.block_size = MLX5SIG_BLOCK_SIZE_512 };
static const struct mlx5sig_sig_block_attr our_attr_dif = {
	.mem = &our_domain_dif, .wire = &our_wire_domain, .check_mask = 0xff };
/* More than a queue remembers. */
static const struct mlx5sig_sig_block_attr our_attrs[] = {
	{ .mem = &our_domain_dif, .wire = &our_wire_domain, .check_mask = 0xff },
	{ .mem = &our_domain_dif, .wire = &our_wire_domain, .check_mask = 0xf0 },
	{ .mem = &our_domain_dif, .wire = &our_wire_domain, .check_mask = 0xc0 },
	{ .mem = &our_domain_dif, .wire = &our_wire_domain, .check_mask = 0x30 },
	{ .mem = &our_domain_dif, .wire = &our_wire_domain, .check_mask = 0x0f },
	{ .mem = &our_domain_dif, .wire = &our_wire_domain, .check_mask = 0xcf },
};
static const struct mlx5sig_sig_block_attr our_attr_crc = {
	.wire = &our_domain_crc, .check_mask = MLX5SIG_SIG_MASK_CRC32C };
static struct mlx5sig_sig_prepared *prepared_dif, *prepared_crc;
static struct mlx5sig_sig_tags tags = { .mem_app_tag = 0x5347, .wire_app_tag = 0x5347,
					.mem_ref_tag = 1000, .wire_ref_tag = 1000 };
static struct ibv_sge sge;
static struct mlx5dv_mkey_conf_attr dv_conf;	/* libmlx5 does not take NULL */

static void dv_begin(struct end *e, uint8_t num_setters)
{
	ibv_wr_start(e->qpx);
	e->qpx->wr_id = 1;
	e->qpx->wr_flags = IBV_SEND_SIGNALED | IBV_SEND_INLINE;
	mlx5dv_wr_mkey_configure(e->mqp, (struct mlx5dv_mkey *)e->mkey, num_setters, &dv_conf);
	mlx5dv_wr_set_mkey_access_flags(e->mqp, ACCESS);
	mlx5dv_wr_set_mkey_layout_list(e->mqp, 1, &sge);
}

static void our_begin(struct end *e, uint8_t num_setters)
{
	mlx5sig_wr_start(e->qp);
	e->qp->wr_id = 1;
	e->qp->wr_flags = IBV_SEND_SIGNALED;
	mlx5sig_wr_mkey_configure(e->qp, e->mkey, num_setters, NULL);
	mlx5sig_wr_set_mkey_access_flags(e->qp, ACCESS);
	mlx5sig_wr_set_mkey_layout_list(e->qp, 1, &sge);
}

static int dv_t10dif(struct end *e)
{
	dv_begin(e, 3);
	mlx5dv_wr_set_mkey_sig_block(e->mqp, &dv_attr_dif);
	return ibv_wr_complete(e->qpx);
}

static int our_t10dif(struct end *e)
{
	our_begin(e, 3);
	mlx5sig_wr_set_mkey_sig_block(e->qp, &our_attr_dif);
	return mlx5sig_wr_complete(e->qp);
}

static int prepared_t10dif(struct end *e)
{
	our_begin(e, 3);
	mlx5sig_wr_set_mkey_sig_prepared(e->qp, prepared_dif, &tags);
	return mlx5sig_wr_complete(e->qp);
}

/* The same in one call. */
static int once_t10dif(struct end *e)
{
	mlx5sig_wr_start(e->qp);
	e->qp->wr_id = 1;
	e->qp->wr_flags = IBV_SEND_SIGNALED;
	mlx5sig_wr_mkey_configure_prepared(e->qp, e->mkey, ACCESS, 1, &sge, prepared_dif, &tags);
	return mlx5sig_wr_complete(e->qp);
}

/* The first @num of them, one after the other. */
static int t10dif_of(struct end *e, uint32_t num)
{
	our_begin(e, 3);
	mlx5sig_wr_set_mkey_sig_block(e->qp, &our_attrs[e->next_id++ % num]);
	return mlx5sig_wr_complete(e->qp);
}

static int two_t10dif(struct end *e)
{
	return t10dif_of(e, 2);
}

/* So many that no image of the queue's is of use. */
static int new_t10dif(struct end *e)
{
	return t10dif_of(e, LENGTH(our_attrs));
}

/*
 * Many with one doorbell. The last one alone asks for a completion.
 */

static int dv_many(struct end *e, const struct mlx5dv_sig_block_attr *attr)
{
	uint32_t i;

	ibv_wr_start(e->qpx);
	for (i = 0; i < AT_ONCE; i++) {
		e->qpx->wr_id = i;
		e->qpx->wr_flags = IBV_SEND_INLINE |
				   (i == AT_ONCE - 1 ? IBV_SEND_SIGNALED : 0u);
		mlx5dv_wr_mkey_configure(e->mqp, (struct mlx5dv_mkey *)e->mkey, 3, &dv_conf);
		mlx5dv_wr_set_mkey_access_flags(e->mqp, ACCESS);
		mlx5dv_wr_set_mkey_layout_list(e->mqp, 1, &sge);
		mlx5dv_wr_set_mkey_sig_block(e->mqp, attr);
	}
	return ibv_wr_complete(e->qpx);
}

static int dv_t10dif_many(struct end *e)
{
	return dv_many(e, &dv_attr_dif);
}

static int dv_crc32c_many(struct end *e)
{
	return dv_many(e, &dv_attr_crc);
}

static int once_many(struct end *e, const struct mlx5sig_sig_prepared *prepared,
		     const struct mlx5sig_sig_tags *of_prepared)
{
	uint32_t i;

	mlx5sig_wr_start(e->qp);
	for (i = 0; i < AT_ONCE; i++) {
		e->qp->wr_id = i;
		e->qp->wr_flags = i == AT_ONCE - 1 ? IBV_SEND_SIGNALED : 0;
		mlx5sig_wr_mkey_configure_prepared(e->qp, e->mkey, ACCESS, 1, &sge, prepared,
						   of_prepared);
	}
	return mlx5sig_wr_complete(e->qp);
}

static int once_t10dif_many(struct end *e)
{
	return once_many(e, prepared_dif, &tags);
}

static int once_crc32c_many(struct end *e)
{
	return once_many(e, prepared_crc, NULL);
}

static int dv_crc32c(struct end *e)
{
	dv_begin(e, 3);
	mlx5dv_wr_set_mkey_sig_block(e->mqp, &dv_attr_crc);
	return ibv_wr_complete(e->qpx);
}

static int our_crc32c(struct end *e)
{
	our_begin(e, 3);
	mlx5sig_wr_set_mkey_sig_block(e->qp, &our_attr_crc);
	return mlx5sig_wr_complete(e->qp);
}

static int prepared_crc32c(struct end *e)
{
	our_begin(e, 3);
	mlx5sig_wr_set_mkey_sig_prepared(e->qp, prepared_crc, NULL);
	return mlx5sig_wr_complete(e->qp);
}

static int once_crc32c(struct end *e)
{
	mlx5sig_wr_start(e->qp);
	e->qp->wr_id = 1;
	e->qp->wr_flags = IBV_SEND_SIGNALED;
	mlx5sig_wr_mkey_configure_prepared(e->qp, e->mkey, ACCESS, 1, &sge, prepared_crc, NULL);
	return mlx5sig_wr_complete(e->qp);
}

static int dv_plain(struct end *e)
{
	ibv_wr_start(e->qpx);
	e->qpx->wr_id = 1;
	e->qpx->wr_flags = IBV_SEND_SIGNALED | IBV_SEND_INLINE;
	mlx5dv_wr_mkey_configure(e->mqp, (struct mlx5dv_mkey *)e->plain_mkey, 1, &dv_conf);
	mlx5dv_wr_set_mkey_layout_list(e->mqp, 1, &sge);
	return ibv_wr_complete(e->qpx);
}

static int our_plain(struct end *e)
{
	mlx5sig_wr_start(e->qp);
	e->qp->wr_id = 1;
	e->qp->wr_flags = IBV_SEND_SIGNALED;
	mlx5sig_wr_mkey_configure(e->qp, e->plain_mkey, 1, NULL);
	mlx5sig_wr_set_mkey_layout_list(e->qp, 1, &sge);
	return mlx5sig_wr_complete(e->qp);
}

/* What every batch costs: a request that is as small as can be. */
static int our_nop(struct end *e)
{
	mlx5sig_wr_start(e->qp);
	e->qp->wr_id = 1;
	e->qp->wr_flags = IBV_SEND_SIGNALED;
	mlx5sig_wr_nop(e->qp);
	return mlx5sig_wr_complete(e->qp);
}

/* The bytes alone of a configuration with two SET_PSVs, four WQEBBs and two halves. */
static int copy(struct end *e)
{
	static uint8_t from[5 * MLX5SIG_WQEBB], to[sizeof(from)];

	(void)e;
	memcpy(to, from, sizeof(to));
	__asm__ volatile("" : : "r"(to) : "memory");
	return 0;
}

static int dv_poll(struct end *e)
{
	return ibv_poll_cq(e->ibv_cq, 1, e->wc) != 1;
}

static int our_poll(struct end *e)
{
	return mlx5sig_poll_cq(e->cq, 1, e->wc) != 1;
}

static int dv_poll_many(struct end *e)
{
	return ibv_poll_cq(e->ibv_cq, AT_ONCE, e->wc) != AT_ONCE;
}

static int our_poll_many(struct end *e)
{
	return mlx5sig_poll_cq(e->cq, AT_ONCE, e->wc) != AT_ONCE;
}

/* There is a signature error and nothing else. */
static int dv_sig_err(struct end *e)
{
	return ibv_poll_cq(e->ibv_cq, 1, e->wc);
}

static int our_sig_err(struct end *e)
{
	return mlx5sig_poll_cq(e->cq, 1, e->wc);
}

static int dv_check(struct end *e)
{
	struct mlx5dv_mkey_err err;

	return mlx5dv_mkey_check((struct mlx5dv_mkey *)e->mkey, &err) ||
	       err.err_type != MLX5DV_MKEY_NO_ERR;
}

static int our_check(struct end *e)
{
	struct mlx5sig_mkey_err err;

	return mlx5sig_mkey_check(e->mkey, &err) || err.err_type != MLX5SIG_MKEY_NO_ERR;
}

static int dv_cancel(struct end *e)
{
	return mlx5dv_qp_cancel_posted_send_wrs(e->mqp, e->next_id++) != 1;
}

static int our_cancel(struct end *e)
{
	return mlx5sig_qp_cancel_posted_send_wrs(e->qp, e->next_id++) != 1;
}

/*
 * What comes before and behind an operation.
 */

static int nothing(struct end *e)
{
	(void)e;
	return 0;
}

static int take(struct end *e, uint32_t num)
{
	int got;

	wait_for(e, num);
	e->ci += num;
	got = e->cq ? mlx5sig_poll_cq(e->cq, (int)num, e->wc) :
		      ibv_poll_cq(e->ibv_cq, (int)num, e->wc);
	return got != (int)num || e->wc[0].status != IBV_WC_SUCCESS;
}

static int take_one(struct end *e)
{
	return take(e, 1);
}

/* Writes that are complete, but not polled. They read @lkey. */
static int post_writes(struct end *e, uint32_t num, uint64_t first_id, uint32_t lkey,
		       uint32_t length, unsigned int flags)
{
	uint64_t addr = lkey == mr->lkey ? (uintptr_t)memory : 0;
	uint32_t i;

	if (e->qp)
		mlx5sig_wr_start(e->qp);
	else
		ibv_wr_start(e->qpx);
	for (i = 0; i < num; i++) {
		if (e->qp) {
			e->qp->wr_id = first_id + i;
			e->qp->wr_flags = flags;
			mlx5sig_wr_rdma_write(e->qp, mr->rkey, (uintptr_t)memory);
			mlx5sig_wr_set_sge(e->qp, lkey, addr, length);
		} else {
			e->qpx->wr_id = first_id + i;
			e->qpx->wr_flags = flags;
			ibv_wr_rdma_write(e->qpx, mr->rkey, (uintptr_t)memory);
			ibv_wr_set_sge(e->qpx, lkey, addr, length);
		}
	}
	return e->qp ? mlx5sig_wr_complete(e->qp) : ibv_wr_complete(e->qpx);
}

static int write_one(struct end *e)
{
	int err = post_writes(e, 1, 1, mr->lkey, 8, IBV_SEND_SIGNALED);

	wait_for(e, 1);
	e->ci++;
	return err;
}

static int write_many(struct end *e)
{
	int err = post_writes(e, AT_ONCE, 1, mr->lkey, 8, IBV_SEND_SIGNALED);

	wait_for(e, AT_ONCE);
	e->ci += AT_ONCE;
	return err;
}

/* Memory holds no good T10-DIF. */
static int write_bad_block(struct end *e)
{
	int err = e->qp ? our_t10dif(e) : dv_t10dif(e);

	if (err || take(e, 1))
		return 1;
	err = post_writes(e, 1, 1, e->mkey->lkey, 520, 0);
	wait_for(e, 1);
	e->ci++;
	return err;
}

/* The error is there, or has been: it is asked for, and the key may be configured again. */
static int check_bad_block(struct end *e)
{
	struct mlx5sig_mkey_err err;

	if (e->qp)
		return mlx5sig_mkey_check(e->mkey, &err) ||
		       err.err_type != MLX5SIG_MKEY_SIG_BLOCK_BAD_GUARD;
	/* The same values: runtime/asserts.c. */
	return mlx5dv_mkey_check((struct mlx5dv_mkey *)e->mkey, (struct mlx5dv_mkey_err *)&err) ||
	       err.err_type != MLX5SIG_MKEY_SIG_BLOCK_BAD_GUARD;
}

/*
 * Counting.
 */

struct operation {
	const char *name;
	int (*before)(struct end *e), (*work)(struct end *e), (*behind)(struct end *e);
	unsigned int part;	/* operations that one call makes */
};

static const struct operation ours[] = {
	{ "nothing/", nothing, nothing, nothing, 1 },
	{ "t10dif/mlx5sig", nothing, our_t10dif, take_one, 1 },
	{ "t10dif/prepared", nothing, prepared_t10dif, take_one, 1 },
	{ "t10dif/once", nothing, once_t10dif, take_one, 1 },
	{ "t10dif/two", nothing, two_t10dif, take_one, 1 },
	{ "t10dif/new", nothing, new_t10dif, take_one, 1 },
	{ "t10dif_many/once", nothing, once_t10dif_many, take_one, AT_ONCE },
	{ "crc32c_many/once", nothing, once_crc32c_many, take_one, AT_ONCE },
	{ "crc32c/mlx5sig", nothing, our_crc32c, take_one, 1 },
	{ "crc32c/prepared", nothing, prepared_crc32c, take_one, 1 },
	{ "crc32c/once", nothing, once_crc32c, take_one, 1 },
	{ "plain/mlx5sig", nothing, our_plain, take_one, 1 },
	{ "nop/mlx5sig", nothing, our_nop, take_one, 1 },
	{ "copy/mlx5sig", nothing, copy, nothing, 1 },
	{ "poll/mlx5sig", write_one, our_poll, nothing, 1 },
	{ "poll_many/mlx5sig", write_many, our_poll_many, nothing, AT_ONCE },
	{ "sig_err/mlx5sig", write_bad_block, our_sig_err, check_bad_block, 1 },
	{ "check/mlx5sig", nothing, our_check, nothing, 1 },
};

static const struct operation theirs[] = {
	{ "t10dif/libmlx5", nothing, dv_t10dif, take_one, 1 },
	{ "crc32c/libmlx5", nothing, dv_crc32c, take_one, 1 },
	{ "t10dif_many/libmlx5", nothing, dv_t10dif_many, take_one, AT_ONCE },
	{ "crc32c_many/libmlx5", nothing, dv_crc32c_many, take_one, AT_ONCE },
	{ "plain/libmlx5", nothing, dv_plain, take_one, 1 },
	{ "poll/libmlx5", write_one, dv_poll, nothing, 1 },
	{ "poll_many/libmlx5", write_many, dv_poll_many, nothing, AT_ONCE },
	{ "sig_err/libmlx5", write_bad_block, dv_sig_err, check_bad_block, 1 },
	{ "check/libmlx5", nothing, dv_check, nothing, 1 },
};

/* With a doorbell register that no other queue has. */
static const struct operation our_own_register = {
	"plain/own_register", nothing, our_plain, take_one, 1 };
static const struct operation our_last = { "cancel/mlx5sig", nothing, our_cancel, nothing, 1 };
static const struct operation their_last = { "cancel/libmlx5", nothing, dv_cancel, nothing, 1 };

static void count(struct end *e, const struct operation *op)
{
	int (*volatile work)(struct end *e) = op->work;
	char label[80];
	unsigned int i;
	int err;

	for (i = 0; i < ROUNDS + 2; i++) {
		if (i == 2)	/* caches and the linker have seen it */
			CALLGRIND_ZERO_STATS;
		if (op->before(e))
			die(op->name);
		is_counting = true;
		CALLGRIND_TOGGLE_COLLECT;
		err = work(e);
		CALLGRIND_TOGGLE_COLLECT;
		is_counting = false;
		if (err || op->behind(e))
			die(op->name);
	}
	snprintf(label, sizeof(label), "%s %u %u", op->name, ROUNDS, ROUNDS * op->part);
	CALLGRIND_DUMP_STATS_AT(label);
}

/*
 * A queue that a signature error has stopped, with many requests behind, which do not ask for
 * completions. As the first one has a fence, the queue stops in front of all of them.
 */
static void count_cancel(struct pair *pair, const struct operation *op)
{
	struct ibv_qp_attr attr = { .qp_state = IBV_QPS_RTS };
	struct ibv_qp_init_attr init;
	struct end *e = &pair->end[0];

	if ((e->qp ? our_t10dif(e) : dv_t10dif(e)) || take(e, 1))
		die("configuration");
	must(post_writes(e, 1, 1, e->mkey->lkey, 520, 0), "write of a bad block");
	must(post_writes(e, PENDING, 1, mr->lkey, 8, IBV_SEND_FENCE), "requests that wait");
	while (attr.qp_state == IBV_QPS_RTS)
		must(ibv_query_qp(e->ibv_qp, &attr, IBV_QP_STATE, &init), "ibv_query_qp");
	if (attr.qp_state != IBV_QPS_SQD)
		die("state of the queue");
	if ((e->qp ? our_sig_err(e) : dv_sig_err(e)))
		die("completions");
	e->next_id = PENDING / 2;
	count(e, op);
}

static void open_device(void)
{
	struct mlx5dv_context_attr attr = { .flags = MLX5DV_CONTEXT_FLAGS_DEVX };
	struct ibv_device **list = need(ibv_get_device_list(NULL), "ibv_get_device_list");

	context = mlx5dv_open_device(need(list[0], "device"), &attr);
	need(context, "mlx5dv_open_device");
	ibv_free_device_list(list);
	pd = need(ibv_alloc_pd(context), "ibv_alloc_pd");
	memory = need(aligned_alloc(4096, MEMORY), "memory");
	memset(memory, 0x5a, MEMORY);
	mr = need(ibv_reg_mr(pd, memory, MEMORY, ACCESS), "ibv_reg_mr");
	sge = (struct ibv_sge) { .addr = (uintptr_t)memory, .length = 520, .lkey = mr->lkey };
}

int main(void)
{
	struct pair pair[5];
	size_t i;

	open_device();
	for (i = 0; i < 4; i++)
		make_pair(&pair[i], i % 2, i / 2, 0);
	make_pair(&pair[4], true, false, MLX5SIG_ATTACH_OWN_REGISTER);
	prepared_dif = need(mlx5sig_sig_prepare(context, &our_attr_dif), "mlx5sig_sig_prepare");
	prepared_crc = need(mlx5sig_sig_prepare(context, &our_attr_crc), "mlx5sig_sig_prepare");
	for (i = 0; i < LENGTH(theirs); i++)
		count(&pair[0].end[0], &theirs[i]);
	for (i = 0; i < LENGTH(ours); i++)
		count(&pair[1].end[0], &ours[i]);
	count(&pair[4].end[0], &our_own_register);
	count_cancel(&pair[2], &their_last);
	count_cancel(&pair[3], &our_last);
	mlx5sig_sig_prepared_free(prepared_dif);
	mlx5sig_sig_prepared_free(prepared_crc);
	for (i = 0; i < LENGTH(pair); i++) {
		destroy_end(&pair[i].end[0]);
		destroy_end(&pair[i].end[1]);
	}
	must(ibv_dereg_mr(mr), "ibv_dereg_mr");
	must(ibv_dealloc_pd(pd), "ibv_dealloc_pd");
	must(ibv_close_device(context), "ibv_close_device");
	free(memory);
	return 0;
}
