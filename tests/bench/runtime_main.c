// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Counts the instructions of the library's operations and of libmlx5's, and of SPDK's if built with
 * HAVE_SPDK. Callgrind collects only between two toggles: this thread's instructions, without
 * those of system calls. Each operation gives one dump, called "OPERATION_NUM/COLUMN CALLS OPERATIONS".
 *
 *	softmlx5 --doorbell poll valgrind --tool=callgrind --collect-atstart=no runtime_main
 */
#include <dlfcn.h>
#include <stdarg.h>

#include <valgrind/callgrind.h>

#include "runtime.h"

#define MEMORY 65536u
#define DEPTH 64u		/* requests of a queue */
#define PENDING 1024u		/* requests of which one is cancelled */
#define ROUNDS 120u		/* so many that rings wrap */
#define WARM_UP 4u		/* rounds before: the linker has bound the functions */

struct ibv_context *context;
struct ibv_pd *pd;
struct ibv_mr *mr;
uint8_t *memory;
struct ibv_sge data_list[ENTRIES + 1][ENTRIES];
struct mlx5sig_dek *dek;
static struct ibv_sge dif_list[ENTRIES + 1][ENTRIES];	/* DIF_BLOCKS */
static bool is_counting;

void choose_lists(struct end *e, uint32_t num_entries)
{
	e->data_list = data_list[num_entries];
	e->dif_list = dif_list[num_entries];
}

/* Leaves out the commands, which libibverbs sends by this function. */
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

void count(struct end *e, const char *column, const struct operation *op)
{
	int (*volatile work)(struct end *e, uint32_t num) = op->work;
	char label[80];
	unsigned int i;
	int result;

	choose_lists(e, op->num);
	for (i = 0; i < WARM_UP + ROUNDS; i++) {
		if (i == WARM_UP)
			CALLGRIND_ZERO_STATS;
		must(op->before(e, op->num) ? EIO : 0, op->name);
		is_counting = true;
		CALLGRIND_TOGGLE_COLLECT;
		result = work(e, op->num);
		CALLGRIND_TOGGLE_COLLECT;
		is_counting = false;
		must(result != op->result || op->after(e, op->num) ? EIO : 0, op->name);
	}
	/* A call that returns 16 completions counts as 16 operations. */
	snprintf(label, sizeof(label), "%s_%u/%s %u %u", op->name, op->num, column, ROUNDS,
		 op->result ? ROUNDS * (uint32_t)op->result : ROUNDS);
	CALLGRIND_DUMP_STATS_AT(label);
}

/*
 * Keys with T10-DIF on both sides, or CRC32C on the wire.
 */

#define DIF { .bg_type = MLX5SIG_SIG_T10DIF_CRC, .app_tag = 0x5347, .ref_tag = 1000,		\
	      .flags = MLX5SIG_SIG_T10DIF_FLAG_REF_REMAP }
static struct mlx5sig_sig_t10dif mem_dif = DIF, wire_dif = DIF;
static const struct mlx5sig_sig_crc crc = { .type = MLX5SIG_SIG_CRC_TYPE_CRC32C,
					    .seed = UINT32_MAX };
static const struct mlx5sig_sig_block_domain mem_domain = {
	.sig_type = MLX5SIG_SIG_TYPE_T10DIF, .sig.dif = &mem_dif,
	.block_size = MLX5SIG_BLOCK_SIZE_512 };
static const struct mlx5sig_sig_block_domain wire_domain = {
	.sig_type = MLX5SIG_SIG_TYPE_T10DIF, .sig.dif = &wire_dif,
	.block_size = MLX5SIG_BLOCK_SIZE_512 };
static const struct mlx5sig_sig_block_domain crc_domain = {
	.sig_type = MLX5SIG_SIG_TYPE_CRC, .sig.crc = &crc, .block_size = MLX5SIG_BLOCK_SIZE_4096 };
static struct mlx5sig_sig_block_attr dif_attr = {
	.mem = &mem_domain, .wire = &wire_domain, .check_mask = 0xff };
static const struct mlx5sig_sig_block_attr crc_attr = {
	.wire = &crc_domain, .check_mask = MLX5SIG_SIG_MASK_CRC32C };
static const struct mlx5sig_sig_tags tags = { .mem_app_tag = 0x5347, .wire_app_tag = 0x5347,
					      .mem_ref_tag = 1000, .wire_ref_tag = 1000 };
static struct mlx5sig_sig_prepared *prepared_dif, *prepared_crc;
static struct mlx5sig_crypto_attr crypto_attr = {
	.crypto_standard = MLX5SIG_CRYPTO_STANDARD_AES_XTS, .encrypt_on_tx = true,
	.data_unit_size = MLX5SIG_BLOCK_SIZE_4096 };

/* libmlx5 gets the same, in structures of the same layout (runtime/asserts.c). */
static struct mlx5dv_sig_block_attr *const dv_dif_attr = (void *)&dif_attr;
static const struct mlx5dv_sig_block_attr *const dv_crc_attr = (const void *)&crc_attr;
static struct mlx5dv_crypto_attr dv_crypto_attr = {
	.crypto_standard = MLX5DV_CRYPTO_STANDARD_AES_XTS, .encrypt_on_tx = true,
	.data_unit_size = MLX5DV_BLOCK_SIZE_4096 };

/*
 * Operations of the library.
 */

static void our_begin(struct end *e)
{
	mlx5sig_wr_start(e->qp[0]);
	e->qp[0]->wr_id = 1;
	e->qp[0]->wr_flags = IBV_SEND_SIGNALED;
}

static int our_t10dif(struct end *e, uint32_t num)
{
	our_begin(e);
	mlx5sig_wr_mkey_configure_prepared(e->qp[0], e->key[SIGNATURE], ACCESS, (uint16_t)num,
					   e->dif_list, prepared_dif, &tags);
	return mlx5sig_wr_complete(e->qp[0]);
}

int our_crc32c(struct end *e, uint32_t num)
{
	our_begin(e);
	mlx5sig_wr_mkey_configure_prepared(e->qp[0], e->key[SIGNATURE], ACCESS, (uint16_t)num,
					   e->data_list, prepared_crc, NULL);
	return mlx5sig_wr_complete(e->qp[0]);
}

/* One function for each order of three setters. */
#define ACCESS_FLAGS mlx5sig_wr_set_mkey_access_flags(e->qp[0], ACCESS)
#define LIST mlx5sig_wr_set_mkey_layout_list(e->qp[0], (uint16_t)num, e->dif_list)
#define SIG_BLOCK mlx5sig_wr_set_mkey_sig_block(e->qp[0], &dif_attr)
#define SETTERS(name, first, second, third)						\
	static int name(struct end *e, uint32_t num)					\
	{										\
		our_begin(e);								\
		mlx5sig_wr_mkey_configure(e->qp[0], e->key[SIGNATURE], 3, NULL);	\
		first;									\
		second;									\
		third;									\
		return mlx5sig_wr_complete(e->qp[0]);					\
	}
SETTERS(access_list_sig, ACCESS_FLAGS, LIST, SIG_BLOCK)
SETTERS(access_sig_list, ACCESS_FLAGS, SIG_BLOCK, LIST)
SETTERS(list_access_sig, LIST, ACCESS_FLAGS, SIG_BLOCK)
SETTERS(list_sig_access, LIST, SIG_BLOCK, ACCESS_FLAGS)
SETTERS(sig_access_list, SIG_BLOCK, ACCESS_FLAGS, LIST)
SETTERS(sig_list_access, SIG_BLOCK, LIST, ACCESS_FLAGS)

/* Before each round: attributes that differ from the last seven. The guard is always checked. */
static int change_attributes(struct end *e, uint32_t num)
{
	static const uint8_t masks[] = { 0xff, 0xf0, 0xcf, 0xc0 };
	static unsigned int next;

	(void)e;
	(void)num;
	dif_attr.check_mask = masks[next / 2 % LENGTH(masks)];
	mem_dif.bg = wire_dif.bg = next++ % 2 ? UINT16_MAX : 0;
	return 0;
}

int our_crypto(struct end *e, uint32_t num)
{
	our_begin(e);
	mlx5sig_wr_mkey_configure(e->qp[0], e->key[CRYPTO], 3, NULL);
	mlx5sig_wr_set_mkey_access_flags(e->qp[0], ACCESS);
	mlx5sig_wr_set_mkey_layout_list(e->qp[0], (uint16_t)num, e->data_list);
	mlx5sig_wr_set_mkey_crypto(e->qp[0], &crypto_attr);
	return mlx5sig_wr_complete(e->qp[0]);
}

static int our_plain(struct end *e, uint32_t num)
{
	our_begin(e);
	mlx5sig_wr_mkey_configure(e->qp[0], e->key[PLAIN], 1, NULL);
	mlx5sig_wr_set_mkey_layout_list(e->qp[0], (uint16_t)num, e->data_list);
	return mlx5sig_wr_complete(e->qp[0]);
}

int our_read_key(struct end *e, uint32_t rkey, const struct ibv_sge *into)
{
	our_begin(e);
	mlx5sig_wr_rdma_read(e->qp[0], rkey, 0);
	mlx5sig_wr_set_sge(e->qp[0], into->lkey, into->addr, into->length);
	return mlx5sig_wr_complete(e->qp[0]);
}

static int our_read(struct end *e, uint32_t num)
{
	(void)num;
	our_begin(e);
	mlx5sig_wr_rdma_read(e->qp[0], mr->rkey, (uintptr_t)memory);
	mlx5sig_wr_set_sge(e->qp[0], e->data_list->lkey, e->data_list->addr, e->data_list->length);
	return mlx5sig_wr_complete(e->qp[0]);
}


static int our_poll(struct end *e, uint32_t num)
{
	(void)num;
	return mlx5sig_poll_cq(e->cq, POLL, e->wc);
}

/* The CQ holds a signature error and nothing else. */
static int our_sig_err(struct end *e, uint32_t num)
{
	(void)num;
	return mlx5sig_poll_cq(e->cq, 1, e->wc);
}

static int our_check(struct end *e, uint32_t num)
{
	struct mlx5sig_mkey_err err;

	(void)num;
	return mlx5sig_mkey_check(e->key[SIGNATURE], &err) || err.err_type != MLX5SIG_MKEY_NO_ERR;
}

static int our_cancel(struct end *e, uint32_t num)
{
	(void)num;
	return mlx5sig_qp_cancel_posted_send_wrs(e->qp[0], e->next_id++);
}

/*
 * Operations of libmlx5.
 */

static void dv_begin(struct end *e)
{
	ibv_wr_start(e->qpx);
	e->qpx->wr_id = 1;
	e->qpx->wr_flags = IBV_SEND_SIGNALED | IBV_SEND_INLINE;
}

static void dv_configure(struct end *e, enum key_kind kind, uint8_t num_setters)
{
	static struct mlx5dv_mkey_conf_attr conf;	/* libmlx5 does not take NULL */

	dv_begin(e);
	mlx5dv_wr_mkey_configure(e->mqp, e->dv_key[kind], num_setters, &conf);
}

static int dv_t10dif(struct end *e, uint32_t num)
{
	dv_configure(e, SIGNATURE, 3);
	mlx5dv_wr_set_mkey_access_flags(e->mqp, ACCESS);
	mlx5dv_wr_set_mkey_layout_list(e->mqp, (uint16_t)num, e->dif_list);
	mlx5dv_wr_set_mkey_sig_block(e->mqp, dv_dif_attr);
	return ibv_wr_complete(e->qpx);
}

static int dv_crc32c(struct end *e, uint32_t num)
{
	dv_configure(e, SIGNATURE, 3);
	mlx5dv_wr_set_mkey_access_flags(e->mqp, ACCESS);
	mlx5dv_wr_set_mkey_layout_list(e->mqp, (uint16_t)num, e->data_list);
	mlx5dv_wr_set_mkey_sig_block(e->mqp, dv_crc_attr);
	return ibv_wr_complete(e->qpx);
}

static int dv_crypto(struct end *e, uint32_t num)
{
	dv_configure(e, CRYPTO, 3);
	mlx5dv_wr_set_mkey_access_flags(e->mqp, ACCESS);
	mlx5dv_wr_set_mkey_layout_list(e->mqp, (uint16_t)num, e->data_list);
	mlx5dv_wr_set_mkey_crypto(e->mqp, &dv_crypto_attr);
	return ibv_wr_complete(e->qpx);
}

static int dv_plain(struct end *e, uint32_t num)
{
	dv_configure(e, PLAIN, 1);
	mlx5dv_wr_set_mkey_layout_list(e->mqp, (uint16_t)num, e->data_list);
	return ibv_wr_complete(e->qpx);
}

static int dv_read(struct end *e, uint32_t num)
{
	(void)num;
	dv_begin(e);
	ibv_wr_rdma_read(e->qpx, mr->rkey, (uintptr_t)memory);
	ibv_wr_set_sge(e->qpx, e->data_list->lkey, e->data_list->addr, e->data_list->length);
	return ibv_wr_complete(e->qpx);
}

static int dv_poll(struct end *e, uint32_t num)
{
	(void)num;
	return ibv_poll_cq(e->ibv_cq, POLL, e->wc);
}

static int dv_sig_err(struct end *e, uint32_t num)
{
	(void)num;
	return ibv_poll_cq(e->ibv_cq, 1, e->wc);
}

static int dv_check(struct end *e, uint32_t num)
{
	struct mlx5dv_mkey_err err;

	(void)num;
	return mlx5dv_mkey_check(e->dv_key[SIGNATURE], &err) || err.err_type != MLX5DV_MKEY_NO_ERR;
}

static int dv_cancel(struct end *e, uint32_t num)
{
	(void)num;
	return mlx5dv_qp_cancel_posted_send_wrs(e->mqp, e->next_id++);
}

/*
 * What comes before and after an operation.
 */

/* Polls one completion. */
int take(struct end *e, uint32_t num)
{
	int got;

	(void)num;
	wait_for_cqe(e);
	got = e->cq ? mlx5sig_poll_cq(e->cq, 1, e->wc) : ibv_poll_cq(e->ibv_cq, 1, e->wc);
	return got != 1 || e->wc[0].status != IBV_WC_SUCCESS;
}

/* Posts @num writes of @length bytes, which ask for completions if @flags says so. */
static int post_writes(struct end *e, unsigned int k, uint32_t num, uint64_t first_id,
		       struct ibv_sge sge, unsigned int flags)
{
	struct ibv_qp_ex *qp = ibv_qp_to_qp_ex(e->ibv_qp[k]);
	uint32_t i;

	if (e->cq)
		mlx5sig_wr_start(e->qp[k]);
	else
		ibv_wr_start(qp);
	for (i = 0; i < num; i++) {
		if (e->cq) {
			e->qp[k]->wr_id = first_id + i;
			e->qp[k]->wr_flags = flags;
			mlx5sig_wr_rdma_write(e->qp[k], mr->rkey, (uintptr_t)memory);
			mlx5sig_wr_set_sge(e->qp[k], sge.lkey, sge.addr, sge.length);
		} else {
			qp->wr_id = first_id + i;
			qp->wr_flags = flags;
			ibv_wr_rdma_write(qp, mr->rkey, (uintptr_t)memory);
			ibv_wr_set_sge(qp, sge.lkey, sge.addr, sge.length);
		}
	}
	return e->cq ? mlx5sig_wr_complete(e->qp[k]) : ibv_wr_complete(qp);
}

static struct ibv_sge bytes_of_memory(uint32_t length)
{
	return (struct ibv_sge) { .addr = (uintptr_t)memory, .length = length, .lkey = mr->lkey };
}

/* @num writes of @qps queue pairs in turn are complete, but not polled. */
static int write_by(struct end *e, uint32_t num, unsigned int qps)
{
	uint32_t i;
	int err = 0;

	for (i = 0; i < num; i++) {
		err |= post_writes(e, i % qps, 1, i, bytes_of_memory(8), IBV_SEND_SIGNALED);
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

/* Configures a key and posts a write of the first block, which has no good T10-DIF. */
static int post_bad_block(struct end *e)
{
	struct ibv_sge block = { .length = BAD_BLOCK,
				 .lkey = e->cq ? e->key[SIGNATURE]->lkey : e->dv_key[SIGNATURE]->lkey };

	return (e->cq ? our_t10dif(e, 1) : dv_t10dif(e, 1)) || take(e, 1) ||
	       post_writes(e, 0, 1, 1, block, 0);
}

static int write_bad_block(struct end *e, uint32_t num)
{
	(void)num;
	if (post_bad_block(e))
		return 1;
	wait_for_cqe(e);
	return 0;
}

/* The key has the error; it can be configured again after this. */
static int has_bad_block(struct end *e, uint32_t num)
{
	struct mlx5sig_mkey_err err;

	(void)num;
	if (e->cq ? mlx5sig_mkey_check(e->key[SIGNATURE], &err) :
		    mlx5dv_mkey_check(e->dv_key[SIGNATURE], (void *)&err))
		return 1;
	return err.err_type != MLX5SIG_MKEY_SIG_BLOCK_BAD_GUARD;
}

/*
 * A signature error stops the queue in front of many requests that do not ask for completions:
 * the first one has a fence.
 */
static void stop_queue(struct end *e)
{
	struct ibv_qp_attr attr = { .qp_state = IBV_QPS_RTS };
	struct ibv_qp_init_attr init;

	must(post_bad_block(e) ? EIO : 0, "bad block");
	must(post_writes(e, 0, PENDING, 1, bytes_of_memory(8), IBV_SEND_FENCE), "writes that wait");
	while (attr.qp_state == IBV_QPS_RTS)
		must(ibv_query_qp(e->ibv_qp[0], &attr, IBV_QP_STATE, &init), "ibv_query_qp");
	must(attr.qp_state == IBV_QPS_SQD ? 0 : EIO, "state of the queue");
	must((e->cq ? our_sig_err(e, 0) : dv_sig_err(e, 0)) ? EIO : 0, "completions");
	e->next_id = PENDING / 2;
}

/*
 * The tables.
 */

static const struct operation ours[] = {
	{ "t10dif", nothing, our_t10dif, take, 1, 0 },
	{ "t10dif", nothing, our_t10dif, take, 3, 0 },
	{ "t10dif", nothing, our_t10dif, take, 16, 0 },
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
	{ "plain", nothing, our_plain, take, 1, 0 },
	{ "plain", nothing, our_plain, take, 3, 0 },
	{ "read", nothing, our_read, take, 1, 0 },
	{ "poll", write_by_one, our_poll, nothing, POLL, POLL },
	{ "poll_in_turn", write_in_turn, our_poll, nothing, POLL, POLL },
	{ "poll", write_by_one, our_poll, nothing, 1, 1 },
	{ "poll", nothing, our_poll, nothing, 0, 0 },
	{ "sig_err", write_bad_block, our_sig_err, has_bad_block, 1, 0 },
	{ "check", nothing, our_check, nothing, 1, 0 },
};

static const struct operation theirs[] = {
	{ "t10dif", nothing, dv_t10dif, take, 1, 0 },
	{ "t10dif", nothing, dv_t10dif, take, 3, 0 },
	{ "t10dif", nothing, dv_t10dif, take, 16, 0 },
	{ "access_list_sig", nothing, dv_t10dif, take, 1, 0 },
	{ "new_attributes", change_attributes, dv_t10dif, take, 1, 0 },
	{ "crc32c", nothing, dv_crc32c, take, 1, 0 },
	{ "crc32c", nothing, dv_crc32c, take, 3, 0 },
	{ "crypto", nothing, dv_crypto, take, 1, 0 },
	{ "crypto", nothing, dv_crypto, take, 3, 0 },
	{ "plain", nothing, dv_plain, take, 1, 0 },
	{ "plain", nothing, dv_plain, take, 3, 0 },
	{ "read", nothing, dv_read, take, 1, 0 },
	{ "poll", write_by_one, dv_poll, nothing, POLL, POLL },
	{ "poll_in_turn", write_in_turn, dv_poll, nothing, POLL, POLL },
	{ "poll", write_by_one, dv_poll, nothing, 1, 1 },
	{ "poll", nothing, dv_poll, nothing, 0, 0 },
	{ "sig_err", write_bad_block, dv_sig_err, has_bad_block, 1, 0 },
	{ "check", nothing, dv_check, nothing, 1, 0 },
};

static const struct operation empty_call = { "nothing", nothing, nothing, nothing, 0, 0 };
static const struct operation our_last = { "cancel", nothing, our_cancel, nothing, 1, 1 };
static const struct operation their_last = { "cancel", nothing, dv_cancel, nothing, 1, 1 };

/*
 * Objects.
 */

void to_init(struct ibv_qp *qp)
{
	struct ibv_qp_attr attr = { .qp_state = IBV_QPS_INIT, .port_num = 1,
				    .qp_access_flags = ACCESS };

	must(ibv_modify_qp(qp, &attr, IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT |
			   IBV_QP_ACCESS_FLAGS), "to INIT");
}

void connect_to_itself(struct ibv_qp *qp)
{
	struct ibv_qp_attr attr = {
		.qp_state = IBV_QPS_RTR, .path_mtu = IBV_MTU_1024, .dest_qp_num = qp->qp_num,
		.max_rd_atomic = 4, .max_dest_rd_atomic = 4, .min_rnr_timer = 1, .timeout = 14,
		.retry_cnt = 7, .ah_attr = { .port_num = 1 } };
	struct ibv_port_attr port;

	must(ibv_query_port(context, 1, &port), "ibv_query_port");
	attr.ah_attr.dlid = port.lid;
	must(ibv_modify_qp(qp, &attr, IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU |
			   IBV_QP_DEST_QPN | IBV_QP_RQ_PSN | IBV_QP_MAX_DEST_RD_ATOMIC |
			   IBV_QP_MIN_RNR_TIMER), "to RTR");
	attr.qp_state = IBV_QPS_RTS;
	must(ibv_modify_qp(qp, &attr, IBV_QP_STATE | IBV_QP_SQ_PSN | IBV_QP_TIMEOUT |
			   IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY | IBV_QP_MAX_QP_RD_ATOMIC),
	     "to RTS");
}

static struct ibv_qp *make_qp(struct ibv_cq *cq, uint32_t depth, bool is_pipelining)
{
	struct ibv_qp_init_attr_ex attr = {
		.qp_type = IBV_QPT_RC, .pd = pd, .send_cq = cq, .recv_cq = cq,
		.cap = { .max_send_wr = depth, .max_recv_wr = 1, .max_send_sge = 1,
			 .max_recv_sge = 1, .max_inline_data = 512 },
		.comp_mask = IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_SEND_OPS_FLAGS,
		.send_ops_flags = IBV_QP_EX_WITH_RDMA_WRITE | IBV_QP_EX_WITH_RDMA_READ,
	};
	struct mlx5dv_qp_init_attr dv = {
		.comp_mask = MLX5DV_QP_INIT_ATTR_MASK_QP_CREATE_FLAGS |
			     MLX5DV_QP_INIT_ATTR_MASK_SEND_OPS_FLAGS,
		.create_flags = MLX5DV_QP_CREATE_DISABLE_SCATTER_TO_CQE |
				(is_pipelining ? MLX5DV_QP_CREATE_SIG_PIPELINING : 0u),
		.send_ops_flags = MLX5DV_QP_EX_WITH_MKEY_CONFIGURE,
	};

	return need(mlx5dv_create_qp(context, &attr, &dv), "mlx5dv_create_qp");
}

static void make_keys(struct end *e, bool is_ours)
{
	static const uint32_t flags[KEYS] = {
		[SIGNATURE] = MLX5SIG_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE,
		[CRYPTO] = MLX5SIG_MKEY_INIT_ATTR_FLAGS_CRYPTO };
	unsigned int i;

	for (i = 0; i < KEYS; i++) {
		struct mlx5sig_mkey_init_attr attr = {
			.create_flags = MLX5SIG_MKEY_INIT_ATTR_FLAGS_INDIRECT | flags[i],
			.pd = pd, .max_entries = ENTRIES };

		if (is_ours)
			e->key[i] = need(mlx5sig_create_mkey(&attr), "mlx5sig_create_mkey");
		else
			e->dv_key[i] = need(mlx5dv_create_mkey((void *)&attr), "mlx5dv_create_mkey");
	}
}

/* Of libmlx5, or if @flags is not NULL, of the library, with these enum mlx5sig_attach_flags. */
static void make_end(struct end *e, bool is_pipelining, const uint32_t *flags)
{
	struct mlx5sig_cq_attr cq_attr = { .flags = flags ? *flags : 0 };
	struct mlx5sig_qp_attr qp_attr = { .flags = flags ? *flags : 0 };
	unsigned int i;

	memset(e, 0, sizeof(*e));
	e->ibv_cq = need(ibv_create_cq(context, 4 * DEPTH, NULL, NULL, 0), "ibv_create_cq");
	ring_find(&e->ring, e->ibv_cq);
	if (flags)
		e->cq = need(mlx5sig_cq_attach(e->ibv_cq, &cq_attr), "mlx5sig_cq_attach");
	qp_attr.send_cq = qp_attr.recv_cq = e->cq;
	for (i = 0; i < QPS; i++) {
		e->ibv_qp[i] = make_qp(e->ibv_cq, is_pipelining ? PENDING + DEPTH : DEPTH,
				       is_pipelining && !flags);
		if (flags)
			e->qp[i] = need(mlx5sig_qp_attach(e->ibv_qp[i], &qp_attr),
					"mlx5sig_qp_attach");
		to_init(e->ibv_qp[i]);
		if (flags && is_pipelining)
			must(mlx5sig_qp_enable_sig_pipelining(e->qp[i]), "pipelining");
		connect_to_itself(e->ibv_qp[i]);
	}
	e->qpx = ibv_qp_to_qp_ex(e->ibv_qp[0]);
	e->mqp = mlx5dv_qp_ex_from_ibv_qp_ex(e->qpx);
	make_keys(e, flags);
	choose_lists(e, 1);
}

static void destroy_end(struct end *e)
{
	unsigned int i;

	for (i = 0; i < QPS; i++) {
		if (e->qp[i])
			must(mlx5sig_qp_detach(e->qp[i]), "mlx5sig_qp_detach");
		must(ibv_destroy_qp(e->ibv_qp[i]), "ibv_destroy_qp");
	}
	if (e->cq)
		must(mlx5sig_cq_detach(e->cq), "mlx5sig_cq_detach");
	must(ibv_destroy_cq(e->ibv_cq), "ibv_destroy_cq");
	for (i = 0; i < KEYS; i++) {
		if (e->key[i])
			must(mlx5sig_destroy_mkey(e->key[i]), "mlx5sig_destroy_mkey");
		if (e->dv_key[i])
			must(mlx5dv_destroy_mkey(e->dv_key[i]), "mlx5dv_destroy_mkey");
	}
}

/* Lists of @total bytes, in any number of entries, of which the last one may be longer. */
static void split(struct ibv_sge lists[ENTRIES + 1][ENTRIES], uint32_t total)
{
	uint32_t num, i;

	for (num = 1; num <= ENTRIES; num++) {
		for (i = 0; i < num; i++) {
			lists[num][i] = bytes_of_memory(total / num);
			lists[num][i].addr += i * (total / num);
		}
		lists[num][num - 1].length += total % num;
	}
}

static void open_device(void)
{
	struct mlx5dv_context_attr attr = { .flags = MLX5DV_CONTEXT_FLAGS_DEVX };
	struct ibv_device **list = need(ibv_get_device_list(NULL), "ibv_get_device_list");
	uint32_t i;

	context = need(mlx5dv_open_device(need(list[0], "device"), &attr), "mlx5dv_open_device");
	ibv_free_device_list(list);
	pd = need(ibv_alloc_pd(context), "ibv_alloc_pd");
	memory = need(aligned_alloc(4096, MEMORY), "memory");
	for (i = 0; i < MEMORY; i++)
		memory[i] = (uint8_t)(i * 7 + i / 256);
	mr = need(ibv_reg_mr(pd, memory, MEMORY, ACCESS), "ibv_reg_mr");
	split(data_list, BLOCK);
	split(dif_list, DIF_BLOCKS * BAD_BLOCK);
}

static void prepare(void)
{
	struct mlx5sig_dek_init_attr attr = { .pd = pd, .key_size = 128 };
	struct mlx5dv_dek_init_attr dv = {
		.key_size = MLX5DV_CRYPTO_KEY_SIZE_128, .pd = pd,
		.key_purpose = MLX5DV_CRYPTO_KEY_PURPOSE_AES_XTS,
		.comp_mask = MLX5DV_DEK_INIT_ATTR_CRYPTO_LOGIN };
	unsigned int i;

	for (i = 0; i < 32; i++)
		attr.key[i] = dv.key[i] = (char)i;
	crypto_attr.dek = dek = need(mlx5sig_dek_create(context, &attr), "mlx5sig_dek_create");
	dv_crypto_attr.dek = need(mlx5dv_dek_create(context, &dv), "mlx5dv_dek_create");
	prepared_dif = need(mlx5sig_sig_prepare(context, &dif_attr), "mlx5sig_sig_prepare");
	prepared_crc = need(mlx5sig_sig_prepare(context, &crc_attr), "mlx5sig_sig_prepare");
}

static void close_device(void)
{
	mlx5sig_sig_prepared_free(prepared_dif);
	mlx5sig_sig_prepared_free(prepared_crc);
	must(mlx5sig_dek_destroy(dek), "mlx5sig_dek_destroy");
	must(mlx5dv_dek_destroy(dv_crypto_attr.dek), "mlx5dv_dek_destroy");
	must(ibv_dereg_mr(mr), "ibv_dereg_mr");
	must(ibv_dealloc_pd(pd), "ibv_dealloc_pd");
	must(ibv_close_device(context), "ibv_close_device");
	free(memory);
}

/* Counts all operations of one library; @flags as in make_end(). */
static void count_all(const char *column, const uint32_t *flags)
{
	const struct operation *ops = flags ? ours : theirs;
	size_t i, num = flags ? LENGTH(ours) : LENGTH(theirs);
	struct end e;

	make_end(&e, false, flags);
	for (i = 0; i < num; i++)
		count(&e, column, &ops[i]);
	destroy_end(&e);
	make_end(&e, true, flags);
	stop_queue(&e);
	count(&e, column, flags ? &our_last : &their_last);
	destroy_end(&e);
}

int main(void)
{
	const uint32_t locked = 0, single = MLX5SIG_ATTACH_SINGLE_THREADED;

	struct end e = {0};

	open_device();
	prepare();
	count(&e, "", &empty_call);
	count_all("libmlx5", NULL);
	count_all("locked", &locked);
	count_all("single", &single);
#ifdef HAVE_SPDK
	make_end(&e, false, &single);
	count_spdk(&e);
	destroy_end(&e);
#endif
	close_device();
	return 0;
}
