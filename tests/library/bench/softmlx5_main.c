// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The cost of softmlx5, under unmodified libibverbs and libmlx5. Run by softmlx5.py, under
 * softmlx5:
 *
 *	softmlx5_main cpu|wall small|huge	each round on a line: NAME SIDE=NS...
 *
 * cpu: CPU time of this thread, which is independent of other programs. A polling device is another
 * thread, so its times are of the wall clock.
 *
 * huge: both buffers are in huge pages, if the system has any. The places of pages of 4 KiB in the
 * cache are random, which affects two buffers of half its size.
 *
 * The sides are the device and its peers: memcpy, ISA-L's code over the same bytes, the code
 * together with a copy, and one pass that does both, with the device's kernel alone. They take
 * turns, so that other programs affect all of them; before each turn the data are copied, so that
 * the caches are the same for each side. The received data are compared before and after every
 * measurement, and signature errors must be noticed.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#include <infiniband/mlx5dv.h>
#include <infiniband/verbs.h>
#include <isa-l.h>

#include "nic/signature/sig.h"

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))
#define BLOCK 512u
#define SEND 64u		/* bytes of a small message */
#define DATA (1u << 20)		/* bytes of a large one */
#define BLOCKS (DATA / BLOCK)
#define AT_ONCE 128u		/* blocks at a time, as in the device */
#define ROOM (DATA + BLOCKS * 8)	/* with the longest signatures */
#define HUGE_PAGE (2u << 20)	/* more than ROOM */
#define SENDS 200u		/* in a round */
#define ROUNDS 101u
#define PORT 1
#define REMOTE (IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ)

static void die(const char *what)
{
	fprintf(stderr, "softmlx5_main: %s: %s\n", what, strerror(errno));
	exit(2);
}

static void *must(void *p, const char *what)
{
	if (!p)
		die(what);
	return p;
}

static void done(int error, const char *what)
{
	if (!error)
		return;
	errno = error < 0 ? -error : error;
	die(what);
}

/* A connection between two queue pairs of the device, and memory at both ends. */
struct end {
	struct ibv_cq *cq;
	struct ibv_qp *qp;
	struct ibv_qp_ex *qpx;
	struct mlx5dv_qp_ex *mqp;
	struct ibv_mr *mr;
	uint8_t *memory;
};

static struct ibv_context *context;
static struct ibv_pd *pd;
static struct end here, there;
static bool is_huge;

static void *room(void)
{
	void *memory = must(aligned_alloc(HUGE_PAGE, HUGE_PAGE), "aligned_alloc");

	if (is_huge)
		madvise(memory, HUGE_PAGE, MADV_HUGEPAGE);	/* a hint */
	return memory;
}

static void end_create(struct end *end)
{
	struct ibv_qp_init_attr_ex attr = {
		.qp_type = IBV_QPT_RC,
		.cap = { .max_send_wr = 64, .max_recv_wr = 64, .max_send_sge = 4,
			 .max_recv_sge = 1, .max_inline_data = 512 },
		.comp_mask = IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_SEND_OPS_FLAGS,
		.send_ops_flags = IBV_QP_EX_WITH_SEND | IBV_QP_EX_WITH_RDMA_WRITE |
			IBV_QP_EX_WITH_RDMA_READ,
		.pd = pd,
	};
	struct mlx5dv_qp_init_attr dv = {
		.comp_mask = MLX5DV_QP_INIT_ATTR_MASK_SEND_OPS_FLAGS,
		.send_ops_flags = MLX5DV_QP_EX_WITH_MKEY_CONFIGURE,
	};

	end->cq = must(ibv_create_cq(context, 128, NULL, NULL, 0), "ibv_create_cq");
	attr.send_cq = attr.recv_cq = end->cq;
	end->qp = must(mlx5dv_create_qp(context, &attr, &dv), "mlx5dv_create_qp");
	end->qpx = ibv_qp_to_qp_ex(end->qp);
	end->mqp = mlx5dv_qp_ex_from_ibv_qp_ex(end->qpx);
	end->memory = room();
	memset(end->memory, 0, ROOM);
	end->mr = must(ibv_reg_mr(pd, end->memory, ROOM, REMOTE), "ibv_reg_mr");
}

static void end_connect(struct end *end, const struct end *peer)
{
	struct ibv_qp_attr attr = { .qp_state = IBV_QPS_INIT, .port_num = PORT,
				    .qp_access_flags = REMOTE };
	struct ibv_port_attr port;

	done(ibv_query_port(context, PORT, &port), "ibv_query_port");
	done(ibv_modify_qp(end->qp, &attr, IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT |
			   IBV_QP_ACCESS_FLAGS), "to INIT");
	attr = (struct ibv_qp_attr){ .qp_state = IBV_QPS_RTR, .path_mtu = IBV_MTU_4096,
				     .dest_qp_num = peer->qp->qp_num, .max_dest_rd_atomic = 16,
				     .min_rnr_timer = 1,
				     .ah_attr = { .dlid = port.lid, .port_num = PORT } };
	done(ibv_modify_qp(end->qp, &attr, IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU |
			   IBV_QP_DEST_QPN | IBV_QP_RQ_PSN | IBV_QP_MAX_DEST_RD_ATOMIC |
			   IBV_QP_MIN_RNR_TIMER), "to RTR");
	attr = (struct ibv_qp_attr){ .qp_state = IBV_QPS_RTS, .timeout = 14, .retry_cnt = 7,
				     .rnr_retry = 7, .max_rd_atomic = 16 };
	done(ibv_modify_qp(end->qp, &attr, IBV_QP_STATE | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT |
			   IBV_QP_RNR_RETRY | IBV_QP_SQ_PSN | IBV_QP_MAX_QP_RD_ATOMIC), "to RTS");
}

static void open_device(void)
{
	struct mlx5dv_context_attr attr = { .flags = MLX5DV_CONTEXT_FLAGS_DEVX };
	struct ibv_device **list = ibv_get_device_list(NULL);

	if (!list || !*list)
		die("there is no device; run this under softmlx5");
	context = must(mlx5dv_open_device(*list, &attr), "mlx5dv_open_device");
	ibv_free_device_list(list);
	pd = must(ibv_alloc_pd(context), "ibv_alloc_pd");
	end_create(&here);
	end_create(&there);
	end_connect(&here, &there);
	end_connect(&there, &here);
}

static void completion(const struct end *end)
{
	struct ibv_wc wc;
	int n;

	do
		n = ibv_poll_cq(end->cq, 1, &wc);
	while (!n);
	if (n < 0 || wc.status)
		die(n < 0 ? "ibv_poll_cq" : ibv_wc_status_str(wc.status));
}

static uint64_t state = 1;

/* xorshift64* */
static void any_bytes(uint8_t *to, size_t len)
{
	while (len--) {
		state ^= state >> 12;
		state ^= state << 25;
		state ^= state >> 27;
		*to++ = (uint8_t)(state * UINT64_C(2685821657736338717) >> 56);
	}
}

static void same(const void *a, const void *b, size_t len, const char *what)
{
	errno = EILSEQ;
	if (memcmp(a, b, len))
		die(what);
}

/*
 * Small messages.
 */

static void repost(void)
{
	struct ibv_sge sge = { (uintptr_t)there.memory, SEND, there.mr->lkey };
	struct ibv_recv_wr wr = { .sg_list = &sge, .num_sge = 1 }, *bad;

	done(ibv_post_recv(there.qp, &wr, &bad), "ibv_post_recv");
}

static void send_one(void)
{
	struct ibv_sge sge = { (uintptr_t)here.memory, SEND, here.mr->lkey };
	struct ibv_send_wr wr = { .sg_list = &sge, .num_sge = 1, .opcode = IBV_WR_SEND,
				  .send_flags = IBV_SEND_SIGNALED }, *bad;

	done(ibv_post_send(here.qp, &wr, &bad), "ibv_post_send");
	completion(&here);
	completion(&there);
	repost();
}

static void send_check(void)
{
	any_bytes(here.memory, SEND);
	send_one();
	same(here.memory, there.memory, SEND, "what SEND has brought");
}

/* Large transfers, with or without signatures. The key @mkey covers memory of @here. */
enum { NONE, T10DIF, CRC32C };

struct transfer {
	const char *name;
	bool is_read;		/* the peer's memory always has the wire's form */
	int memory, wire;	/* signatures in the two domains */
	struct mlx5dv_mkey *mkey;
	uint8_t *expected;	/* where the data arrive */
};

static struct transfer transfers[] = {
	{ "write", false, NONE, NONE, NULL, NULL },
	{ "read", true, NONE, NONE, NULL, NULL },
	{ "t10dif-insert", false, NONE, T10DIF, NULL, NULL },
	{ "t10dif-strip", false, T10DIF, NONE, NULL, NULL },
	{ "t10dif-check", false, T10DIF, T10DIF, NULL, NULL },
	{ "t10dif-read-insert", true, T10DIF, NONE, NULL, NULL },
	{ "t10dif-read-strip", true, NONE, T10DIF, NULL, NULL },
	{ "crc32c-insert", false, NONE, CRC32C, NULL, NULL },
	{ "crc32c-strip", false, CRC32C, NONE, NULL, NULL },
	{ "crc32c-check", false, CRC32C, CRC32C, NULL, NULL },
	{ "crc32c-read-insert", true, CRC32C, NONE, NULL, NULL },
	{ "crc32c-read-strip", true, NONE, CRC32C, NULL, NULL },
};

static uint32_t sig_size(int kind)
{
	return kind == T10DIF ? 8 : kind == CRC32C ? 4 : 0;
}

static uint32_t domain_len(int kind)
{
	return DATA + BLOCKS * sig_size(kind);
}

/* Fills in the same data for every domain, with correct signatures. */
static void fill(uint8_t *to, int kind)
{
	const uint32_t step = BLOCK + sig_size(kind);
	uint32_t i;

	state = 1;
	for (i = 0; i < BLOCKS; i++, to += step) {
		uint8_t *sig = to + BLOCK;
		uint16_t crc16;
		uint32_t crc32;

		any_bytes(to, BLOCK);
		crc16 = crc16_t10dif(0, to, BLOCK);
		crc32 = ~crc32_iscsi(to, BLOCK, ~0u);
		if (kind == T10DIF) {
			const uint8_t dif[8] = { (uint8_t)(crc16 >> 8), (uint8_t)crc16, 0x12, 0x34,
						 (uint8_t)(i >> 24), (uint8_t)(i >> 16),
						 (uint8_t)(i >> 8), (uint8_t)i };

			memcpy(sig, dif, sizeof(dif));
		} else if (kind == CRC32C) {
			memcpy(sig, &crc32, sizeof(crc32));
		}
	}
}

static void configure(struct transfer *t)
{
	struct mlx5dv_mkey_init_attr init = {
		.pd = pd, .max_entries = 1,
		.create_flags = MLX5DV_MKEY_INIT_ATTR_FLAGS_INDIRECT |
			MLX5DV_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE,
	};
	const struct mlx5dv_sig_t10dif dif = {
		.bg_type = MLX5DV_SIG_T10DIF_CRC, .app_tag = 0x1234,
		.flags = MLX5DV_SIG_T10DIF_FLAG_REF_REMAP,
	};
	const struct mlx5dv_sig_crc crc = { .type = MLX5DV_SIG_CRC_TYPE_CRC32C,
					    .seed = 0xffffffff };
	const struct mlx5dv_sig_block_domain domains[] = {
		[T10DIF] = { .sig_type = MLX5DV_SIG_TYPE_T10DIF, .sig.dif = &dif,
			     .block_size = MLX5DV_BLOCK_SIZE_512 },
		[CRC32C] = { .sig_type = MLX5DV_SIG_TYPE_CRC, .sig.crc = &crc,
			     .block_size = MLX5DV_BLOCK_SIZE_512 },
	};
	struct mlx5dv_sig_block_attr attr = {
		.mem = t->memory ? &domains[t->memory] : NULL,
		.wire = t->wire ? &domains[t->wire] : NULL,
		.check_mask = t->memory == CRC32C || t->wire == CRC32C ?
			MLX5DV_SIG_MASK_CRC32C : 0xff,
	};
	struct mlx5dv_mkey_conf_attr conf = { 0 };
	struct ibv_sge sge = { (uintptr_t)here.memory, domain_len(t->memory), here.mr->lkey };

	t->mkey = must(mlx5dv_create_mkey(&init), "mlx5dv_create_mkey");
	ibv_wr_start(here.qpx);
	here.qpx->wr_flags = IBV_SEND_INLINE | IBV_SEND_SIGNALED;
	mlx5dv_wr_mkey_configure(here.mqp, t->mkey, 3, &conf);
	mlx5dv_wr_set_mkey_access_flags(here.mqp, REMOTE);
	mlx5dv_wr_set_mkey_layout_list(here.mqp, 1, &sge);
	mlx5dv_wr_set_mkey_sig_block(here.mqp, &attr);
	done(ibv_wr_complete(here.qpx), "configure a signature key");
	completion(&here);
}

static void transfer_run(const struct transfer *t)
{
	struct ibv_sge sge = { t->mkey ? 0 : (uintptr_t)here.memory, domain_len(t->wire),
			       t->mkey ? t->mkey->lkey : here.mr->lkey };
	struct ibv_send_wr wr = { .sg_list = &sge, .num_sge = 1,
				  .opcode = t->is_read ? IBV_WR_RDMA_READ : IBV_WR_RDMA_WRITE,
				  .send_flags = IBV_SEND_SIGNALED,
				  .wr.rdma = { (uintptr_t)there.memory, there.mr->rkey } }, *bad;

	done(ibv_post_send(here.qp, &wr, &bad), "ibv_post_send");
	completion(&here);
}

/* Prepares a transfer: its key, its data, and the expected result. */
static void transfer_begin(struct transfer *t)
{
	if (t->memory || t->wire)
		configure(t);
	fill(t->is_read ? there.memory : here.memory, t->is_read ? t->wire : t->memory);
	t->expected = must(malloc(ROOM), "malloc");
	fill(t->expected, t->is_read ? t->memory : t->wire);
}

static void transfer_check(struct transfer *t)
{
	uint8_t *arrived = t->is_read ? here.memory : there.memory;
	const uint32_t len = domain_len(t->is_read ? t->memory : t->wire);
	struct mlx5dv_mkey_err err = { 0 };

	memset(arrived, 0xa5, len);
	transfer_run(t);
	same(arrived, t->expected, len, t->name);
	if (t->mkey) {
		done(mlx5dv_mkey_check(t->mkey, &err), "mlx5dv_mkey_check");
		errno = EILSEQ;
		if (err.err_type != MLX5DV_MKEY_NO_ERR)
			die("a signature error");
	}
}

/* Checks that an error is noticed: a check that does nothing would be fast, too. */
static void transfer_check_error(struct transfer *t)
{
	uint8_t *from = t->is_read ? there.memory : here.memory;
	struct mlx5dv_mkey_err err = { 0 };

	if (!(t->is_read ? t->wire : t->memory))
		return;
	from[DATA / 2] ^= 1;
	transfer_run(t);
	done(mlx5dv_mkey_check(t->mkey, &err), "mlx5dv_mkey_check");
	errno = EILSEQ;
	if (err.err_type != MLX5DV_MKEY_SIG_BLOCK_BAD_GUARD)
		die("a wrong block passed");
	from[DATA / 2] ^= 1;
}

static void transfer_end(struct transfer *t)
{
	transfer_check(t);
	transfer_check_error(t);
	if (t->mkey)
		done(mlx5dv_destroy_mkey(t->mkey), "mlx5dv_destroy_mkey");
	t->mkey = NULL;
	free(t->expected);
}

/*
 * The peers of the comparison.
 */
static bool is_t10dif(const struct transfer *t)
{
	return t->memory == T10DIF || t->wire == T10DIF;
}

static uint8_t *start_from(const struct transfer *t)
{
	return t->is_read ? there.memory : here.memory;
}

static uint8_t *start_to(const struct transfer *t)
{
	return t->is_read ? here.memory : there.memory;
}

static size_t step_from(const struct transfer *t)
{
	return BLOCK + sig_size(t->is_read ? t->wire : t->memory);
}

static size_t step_to(const struct transfer *t)
{
	return BLOCK + sig_size(t->is_read ? t->memory : t->wire);
}

static void peer_code(const struct transfer *t, bool copies)
{
	const size_t from_step = step_from(t), to_step = step_to(t);
	uint8_t *from = start_from(t), *to = start_to(t);
	const bool is_dif = is_t10dif(t);
	uint32_t i, sum = 0;

	for (i = 0; i < BLOCKS; i++, from += from_step, to += to_step) {
		sum ^= is_dif ? crc16_t10dif(0, from, BLOCK) : crc32_iscsi(from, BLOCK, ~0u);
		if (copies)
			memcpy(to, from, BLOCK);
	}
	__asm__ volatile("" : : "r"(sum));	/* the compiler keeps it */
}

static void peer_code_alone(const struct transfer *t)
{
	peer_code(t, false);
}

static void peer_code_and_copy(const struct transfer *t)
{
	peer_code(t, true);
}

/* Processes blocks from number @i. The codes are not used. */
static bool pass_some(const struct transfer *t, uint32_t i, bool is_backward)
{
	const struct sm_blocks blocks = {
		.from = start_from(t) + i * step_from(t),
		.to = start_to(t) + i * step_to(t),
		.from_step = step_from(t),
		.to_step = step_to(t),
		.len = BLOCK,
		.n = AT_ONCE,
		.is_backward = is_backward,
	};
	uint64_t regs[AT_ONCE];
	struct sm_ends none = { 0 };

	return is_t10dif(t) ? sm_crc16_t10dif_blocks(regs, &blocks, &none) :
		sm_crc32c_blocks(regs, &blocks, &none);
}

/* Backward like the device, if the processor supports it. */
static void peer_pass(const struct transfer *t)
{
	uint32_t i = BLOCKS;

	while (i && pass_some(t, i - AT_ONCE, true))
		i -= AT_ONCE;
	while (i) {
		pass_some(t, BLOCKS - i, false);
		i -= AT_ONCE;
	}
}

static void peer_memcpy(const struct transfer *t)
{
	memcpy(start_to(t), start_from(t), DATA);
}

static const struct side {
	const char *name;
	void (*run)(const struct transfer *t);
	bool is_for_signatures;
} sides[] = {
	{ "softmlx5", transfer_run, false },
	{ "memcpy", peer_memcpy, false },
	{ "code", peer_code_alone, true },
	{ "pass", peer_pass, true },
	{ "code+memcpy", peer_code_and_copy, true },
};

/*
 * Times.
 */
static clockid_t the_clock;

static uint64_t now(void)
{
	struct timespec time;

	clock_gettime(the_clock, &time);
	return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static void time_sends(void)
{
	unsigned int round, i;

	send_check();
	for (round = 0; round < ROUNDS; round++) {
		uint64_t start = now();

		for (i = 0; i < SENDS; i++)
			send_one();
		printf("send softmlx5=%llu\n", (unsigned long long)((now() - start) / SENDS));
	}
	send_check();
}

static void time_round(const struct transfer *t)
{
	size_t i;

	printf("%s", t->name);
	for (i = 0; i < LENGTH(sides); i++) {
		uint64_t start;

		if (sides[i].is_for_signatures && !t->mkey)
			continue;
		peer_memcpy(t);
		start = now();
		sides[i].run(t);
		printf(" %s=%llu", sides[i].name, (unsigned long long)(now() - start));
	}
	printf("\n");
}

static void time_transfer(struct transfer *t)
{
	unsigned int round;

	transfer_begin(t);
	transfer_check(t);
	for (round = 0; round < ROUNDS; round++)
		time_round(t);
	transfer_end(t);
}

/* Sends @n messages, to count instructions. */
static int count_sends(unsigned long n)
{
	open_device();
	repost();
	while (n--)
		send_one();
	return 0;
}

int main(int argc, char **argv)
{
	const char *which = argc == 3 ? argv[1] : "", *pages = argc == 3 ? argv[2] : "";
	size_t i;

	if (!strcmp(which, "sends"))
		return count_sends(strtoul(argv[2], NULL, 10));
	if ((strcmp(which, "cpu") && strcmp(which, "wall")) ||
	    (strcmp(pages, "small") && strcmp(pages, "huge"))) {
		fprintf(stderr,
			"usage: softmlx5_main cpu|wall small|huge\n       softmlx5_main sends N\n");
		return 2;
	}
	is_huge = !strcmp(pages, "huge");
	the_clock = strcmp(which, "wall") ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC;
	open_device();
	repost();
	time_sends();
	for (i = 0; i < LENGTH(transfers); i++)
		time_transfer(&transfers[i]);
	return 0;
}
