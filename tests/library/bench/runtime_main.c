// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Counts the instructions of the library's operations, of libmlx5's and, if built with HAVE_SPDK,
 * of SPDK's. Callgrind collects only between two toggles: the instructions of this thread, without
 * those of commands. Each operation gives a dump named "NAME_NUM/COLUMN CALLS OPERATIONS".
 *
 *	softmlx5 --doorbell poll valgrind --tool=callgrind --collect-atstart=no runtime_main
 */
#include <dlfcn.h>
#include <stdarg.h>

#include <valgrind/callgrind.h>

#include "runtime.h"
#include "ring.h"

#define MEMORY 65536u
#define DIF_BLOCK 520u
#define DIF_BLOCKS 16u		/* under a key with T10-DIF */
#define ROUNDS 80u		/* so many that most rings wrap */
#define WARM_UP 4u		/* uncounted rounds, in which the linker binds the functions */

struct ibv_context *context;
struct ibv_pd *pd;
struct ibv_mr *mr;
uint8_t *memory;
static struct ibv_sge data_lists[ENTRIES + 1][ENTRIES];	/* BLOCK bytes in 1 to ENTRIES entries */
static struct ibv_sge dif_lists[ENTRIES + 1][ENTRIES];	/* DIF_BLOCKS, likewise */
static bool is_counting;

/*
 * Counting.
 */

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

static void count_one(struct end *e, const char *column, const struct operation *op)
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
	/* A call that returns 16 completions is 16 operations. */
	snprintf(label, sizeof(label), "%s_%u/%s %u %u", op->name, op->num, column, ROUNDS,
		 op->result ? ROUNDS * (uint32_t)op->result : ROUNDS);
	CALLGRIND_DUMP_STATS_AT(label);
}

void count(struct end *e, const char *column, const struct operation *ops, size_t num)
{
	size_t i;

	for (i = 0; i < num; i++)
		count_one(e, column, &ops[i]);
}

/*
 * Before and after operations.
 */

int nothing(struct end *e, uint32_t num)
{
	return 0;
}

int take(struct end *e, uint32_t num)
{
	ring_wait(&e->ring, e->ci++);
	return e->poll_one(e);
}

static struct ibv_sge bytes_of_memory(uint32_t length)
{
	return (struct ibv_sge) { .addr = (uintptr_t)memory, .length = length, .lkey = mr->lkey };
}

static int write_by(struct end *e, uint32_t num, unsigned int qps)
{
	struct ibv_sge sge = bytes_of_memory(8);
	uint32_t i;
	int err = 0;

	for (i = 0; i < num; i++) {
		err |= e->write(e, i % qps, i, &sge, IBV_SEND_SIGNALED);
		ring_wait(&e->ring, e->ci++);
	}
	return err;
}

int write_by_one(struct end *e, uint32_t num)
{
	return write_by(e, num, 1);
}

int write_in_turn(struct end *e, uint32_t num)
{
	return write_by(e, num, QPS);
}

/* Posts a write of a block with a wrong T10-DIF. */
static int post_bad_block(struct end *e)
{
	struct ibv_sge block = { .length = DIF_BLOCK, .lkey = e->lkey };

	return e->configure(e, 1) || take(e, 1) || e->write(e, 0, 0, &block, 0);
}

int write_bad_block(struct end *e, uint32_t num)
{
	if (post_bad_block(e))
		return 1;
	ring_wait(&e->ring, e->ci++);
	return 0;
}

/* The first write has a fence, so that the queue stops before it. */
void stop_queue(struct end *e)
{
	struct ibv_qp_attr attr = { .qp_state = IBV_QPS_RTS };
	struct ibv_sge sge = bytes_of_memory(8);
	struct ibv_qp_init_attr init;
	uint32_t i;

	must(post_bad_block(e) ? EIO : 0, "bad block");
	for (i = 1; i <= PENDING; i++)
		must(e->write(e, 0, i, &sge, IBV_SEND_FENCE), "write that waits");
	while (attr.qp_state == IBV_QPS_RTS)
		must(ibv_query_qp(e->ibv_qp[0], &attr, IBV_QP_STATE, &init), "ibv_query_qp");
	must(attr.qp_state == IBV_QPS_SQD ? 0 : EIO, "state of the queue");
	must(e->poll_one(e) ? 0 : EIO, "no completion but the error");
}

/*
 * Signatures.
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
struct mlx5sig_sig_block_attr dif_attr = {
	.mem = &mem_domain, .wire = &wire_domain, .check_mask = 0xff };
struct mlx5sig_sig_block_attr crc_attr = {
	.wire = &crc_domain, .check_mask = MLX5SIG_SIG_MASK_CRC32C };

/* The attributes differ from the last seven. The guard is always checked, for tests that fail. */
int change_attributes(struct end *e, uint32_t num)
{
	static const uint8_t masks[] = { 0xff, 0xf0, 0xcf, 0xc0 };
	static unsigned int next;

	dif_attr.check_mask = masks[next / 2 % LENGTH(masks)];
	mem_dif.bg = wire_dif.bg = next++ % 2 ? UINT16_MAX : 0;
	return 0;
}

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

static struct ibv_qp *make_qp(struct ibv_cq *cq, uint32_t depth, uint32_t create_flags)
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
		.create_flags = MLX5DV_QP_CREATE_DISABLE_SCATTER_TO_CQE | create_flags,
		.send_ops_flags = MLX5DV_QP_EX_WITH_MKEY_CONFIGURE,
	};

	return need(mlx5dv_create_qp(context, &attr, &dv), "mlx5dv_create_qp");
}

void make_queues(struct end *e, uint32_t depth, uint32_t create_flags)
{
	unsigned int i;

	e->ibv_cq = need(ibv_create_cq(context, (int)(QPS * DEPTH), NULL, NULL, 0), "CQ");
	ring_find(&e->ring, e->ibv_cq);
	for (i = 0; i < QPS; i++)
		e->ibv_qp[i] = make_qp(e->ibv_cq, depth, create_flags);
}

void destroy_queues(struct end *e)
{
	unsigned int i;

	for (i = 0; i < QPS; i++)
		must(ibv_destroy_qp(e->ibv_qp[i]), "ibv_destroy_qp");
	must(ibv_destroy_cq(e->ibv_cq), "ibv_destroy_cq");
}

void fill_dek(char key[128])
{
	char i;

	for (i = 0; i < 32; i++)
		key[(int)i] = i;
}

void choose_lists(struct end *e, uint32_t num_entries)
{
	e->data_list = data_lists[num_entries];
	e->dif_list = dif_lists[num_entries];
}

/* Makes lists of @total bytes of 1 to ENTRIES entries, the last of which may be longer. */
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
	split(data_lists, BLOCK);
	split(dif_lists, DIF_BLOCKS * DIF_BLOCK);
}

static void close_device(void)
{
	must(ibv_dereg_mr(mr), "ibv_dereg_mr");
	must(ibv_dealloc_pd(pd), "ibv_dealloc_pd");
	must(ibv_close_device(context), "ibv_close_device");
	free(memory);
}

int main(void)
{
	static const struct operation empty_call = { "nothing", nothing, nothing, nothing, 0, 0 };
	struct end none = {0};

	open_device();
	count(&none, "", &empty_call, 1);
	count_libmlx5();
	count_mlx5sig("locked", 0);
	count_mlx5sig("single", MLX5SIG_ATTACH_SINGLE_THREADED);
#ifdef HAVE_SPDK
	count_spdk();
#endif
	close_device();
	return 0;
}
