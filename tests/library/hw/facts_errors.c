// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Asks how a device reports wrong signatures, and where it stops for them. */
#include <unistd.h>

#include "facts.h"

#define BLOCK 512u
#define STORED (BLOCK + 8)	/* with T10-DIF */
#define BLOCKS 4u
#define APP_TAG 0x1234u
#define REF_TAG 1000u

/* Makes a block with a correct signature in the key's memory. */
static uint8_t *make_block(unsigned int i, uint16_t app_tag, uint32_t ref_tag)
{
	uint8_t *block = memory[0] + i * STORED;
	uint16_t guard;

	fill(block, BLOCK, i);
	guard = t10dif_crc(0, block, BLOCK);
	block[BLOCK] = (uint8_t)(guard >> 8);
	block[BLOCK + 1] = (uint8_t)guard;
	block[BLOCK + 2] = (uint8_t)(app_tag >> 8);
	block[BLOCK + 3] = (uint8_t)app_tag;
	block[BLOCK + 4] = (uint8_t)(ref_tag >> 24);
	block[BLOCK + 5] = (uint8_t)(ref_tag >> 16);
	block[BLOCK + 6] = (uint8_t)(ref_tag >> 8);
	block[BLOCK + 7] = (uint8_t)ref_tag;
	return block;
}

static void make_blocks(void)
{
	unsigned int i;

	for (i = 0; i < BLOCKS; i++)
		make_block(i, APP_TAG, REF_TAG + i);
}

static struct mlx5sig_sig_t10dif dif;
static const struct mlx5sig_sig_block_domain domain = { .sig_type = MLX5SIG_SIG_TYPE_T10DIF,
							.sig.dif = &dif };
static const struct mlx5sig_sig_block_attr in_memory = { .mem = &domain, .check_mask = 0xff };

/* Configures the key to check the blocks, which have no signatures on the wire. */
static bool arm(const char *what, unsigned int flags, const struct patch *patch)
{
	dif = (struct mlx5sig_sig_t10dif) { .app_tag = APP_TAG, .ref_tag = REF_TAG,
					    .flags = MLX5SIG_SIG_T10DIF_FLAG_REF_REMAP |
						     (uint16_t)flags };
	return !configure(what, key, BLOCKS * STORED, &in_memory, patch);
}

static void show_errors(const char *what)
{
	struct mlx5sig_mkey_err_ext ext;
	int err = mlx5sig_mkey_check_ext(key, &ext);

	printf("%s: ", what);
	if (err)
		printf("errors that cannot be decoded: syndrome %x\n", ext.syndrome);
	else if (!ext.num_errors)
		printf("no error\n");
	else
		printf("errors %u, first: syndrome %x, domain %s, offset %llu, "
		       "expected %llx, actual %s\n", ext.num_errors, ext.syndrome,
		       ext.domain == MLX5SIG_SIG_DOMAIN_MEM ? "memory" : "wire",
		       (unsigned long long)ext.err.err.sig.offset,
		       (unsigned long long)ext.err.err.sig.expected_value,
		       ext.err.err.sig.actual_value == ext.err.err.sig.expected_value ?
		       "the same" : "another one");
}

/* Sends some bytes of the wire, and prints the reported errors. */
static void send_part(const char *what, uint64_t offset, uint32_t length)
{
	int outcome = write_out(offset, length, 0);

	if (outcome) {
		printf("%s: transfer: %s\n", what, outcome_name(outcome));
		recover();
	}
	show_errors(what);
}

/* Asks for the origin and the unit of an error's offset. */
static void ask_offset(void)
{
	make_blocks();
	memory[0][2 * STORED] ^= 1;
	if (!arm("offset", 0, NULL))
		return;
	send_part("all blocks, the third is bad", 0, BLOCKS * BLOCK);
	if (!arm("offset", 0, NULL))
		return;
	send_part("from the second on", BLOCK, (BLOCKS - 1) * BLOCK);
}

/* Polls the CQ for a tenth of a second; returns the number of errors. */
static unsigned int errors_of(struct mlx5sig_cq *cq)
{
	struct mlx5sig_mkey_err_ext ext;
	struct ibv_wc wc;
	unsigned int i;

	for (i = 0; i < 100; i++) {
		usleep(1000);
		must(mlx5sig_poll_cq(cq, 1, &wc) < 0 ? EIO : 0, "mlx5sig_poll_cq");
	}
	must(mlx5sig_mkey_check_ext(key, &ext), "mlx5sig_mkey_check_ext");
	return ext.num_errors;
}

/*
 * Asks which of a queue pair's two CQs gets an error: for a request of its own, and for one of the
 * peer's.
 */
static void ask_cq(void)
{
	static const char *const names[] = { "own request", "peer's request" };
	struct ibv_qp_init_attr init = {
		.cap = { .max_send_wr = 8, .max_recv_wr = 1, .max_send_sge = 1, .max_recv_sge = 1 },
		.qp_type = IBV_QPT_RC };
	struct mlx5sig_qp_attr attr = { .send_cq = there->cq, .recv_cq = there->cq };
	struct mlx5sig_cq *cq[2];
	struct ibv_cq *ibv_cq[2];
	struct mlx5sig_qp *qp[2];
	struct ibv_qp *ibv_qp[2];
	unsigned int i, of_send;

	for (i = 0; i < 2; i++) {
		ibv_cq[i] = need(ibv_create_cq(pair.context, 16, NULL, NULL, 0), "CQ");
		cq[i] = need(mlx5sig_cq_attach(ibv_cq[i], NULL), "mlx5sig_cq_attach");
	}
	init.send_cq = init.recv_cq = there->ibv_cq;
	for (i = 2; i-- > 0;) {	/* the second one is the peer */
		ibv_qp[i] = need(pair_create_qp(pair.pd, &init), "QP");
		qp[i] = need(mlx5sig_qp_attach(ibv_qp[i], &attr), "mlx5sig_qp_attach");
		pair_to_init(&pair, ibv_qp[i]);
		init.send_cq = ibv_cq[0];
		init.recv_cq = ibv_cq[1];
		attr.send_cq = cq[0];
		attr.recv_cq = cq[1];
	}
	for (i = 0; i < 2; i++)
		pair_connect(&pair, ibv_qp[i], ibv_qp[!i]->qp_num);
	for (i = 0; i < 2; i++) {
		make_blocks();
		memory[0][0] ^= 1;
		if (!arm(names[i], 0, NULL))
			break;
		mlx5sig_wr_start(qp[i]);
		qp[i]->wr_flags = IBV_SEND_SIGNALED;
		if (i) {
			mlx5sig_wr_rdma_read(qp[i], key->rkey, 0);
			mlx5sig_wr_set_sge(qp[i], mr[1]->lkey, (uintptr_t)memory[1], BLOCK);
		} else {
			mlx5sig_wr_rdma_write(qp[i], mr[1]->rkey, (uintptr_t)memory[1]);
			mlx5sig_wr_set_sge(qp[i], key->lkey, 0, BLOCK);
		}
		must(mlx5sig_wr_complete(qp[i]), "mlx5sig_wr_complete");
		of_send = errors_of(cq[0]);
		printf("%s: errors in the send CQ %u, in the receive CQ %u\n", names[i], of_send,
		       errors_of(cq[1]));
	}
	for (i = 0; i < 2; i++) {
		must(mlx5sig_qp_detach(qp[i]), "mlx5sig_qp_detach");
		must(ibv_destroy_qp(ibv_qp[i]), "ibv_destroy_qp");
	}
	for (i = 0; i < 2; i++) {
		must(mlx5sig_cq_detach(cq[i]), "mlx5sig_cq_detach");
		must(ibv_destroy_cq(ibv_cq[i]), "ibv_destroy_cq");
	}
}

static void ask_syndrome(void)
{
	static const char *const names[] = { "", "guard", "app tag", "guard and app tag", "ref tag",
					     "guard and ref tag", "app tag and ref tag",
					     "all three" };
	unsigned int i;

	for (i = 1; i < 8; i++) {
		make_blocks();
		if (i & 1)
			memory[0][BLOCK] ^= 1;
		if (i & 2)
			memory[0][BLOCK + 2] ^= 1;
		if (i & 4)
			memory[0][BLOCK + 7] ^= 1;
		if (!arm(names[i], 0, NULL))
			return;
		send_part(names[i], 0, BLOCKS * BLOCK);
	}
}

/* Asks about two bad blocks, and again without arming the key. */
static void ask_several(void)
{
	make_blocks();
	memory[0][STORED] ^= 1;
	memory[0][3 * STORED] ^= 1;
	if (!arm("two blocks are bad", 0, NULL))
		return;
	send_part("two blocks are bad", 0, BLOCKS * BLOCK);
	send_part("again, the key is not configured anew", 0, BLOCKS * BLOCK);
	if (arm("configured anew", 0, NULL))
		send_part("configured anew", 0, BLOCKS * BLOCK);
}

static void ask_escape(void)
{
	static const struct {
		const char *name;
		unsigned int flags;
		uint16_t app_tag;
		uint32_t ref_tag;
		unsigned int bad;	/* byte of the block */
	} cases[] = {
		{ "APP_ESCAPE, tag ffff, good guard, good ref tag",
		  MLX5SIG_SIG_T10DIF_FLAG_APP_ESCAPE, 0xffff, REF_TAG, STORED },
		{ "APP_ESCAPE, tag ffff, bad guard, good ref tag",
		  MLX5SIG_SIG_T10DIF_FLAG_APP_ESCAPE, 0xffff, REF_TAG, 0 },
		{ "APP_ESCAPE, tag ffff, good guard, bad ref tag",
		  MLX5SIG_SIG_T10DIF_FLAG_APP_ESCAPE, 0xffff, REF_TAG + 9, STORED },
		{ "APP_REF_ESCAPE, both tags of ones, bad guard",
		  MLX5SIG_SIG_T10DIF_FLAG_APP_REF_ESCAPE, 0xffff, UINT32_MAX, 0 },
		{ "APP_REF_ESCAPE, tag ffff, good ref tag, bad guard",
		  MLX5SIG_SIG_T10DIF_FLAG_APP_REF_ESCAPE, 0xffff, REF_TAG, 0 },
	};
	unsigned int i;
	uint8_t *block;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		make_blocks();
		block = make_block(0, cases[i].app_tag, cases[i].ref_tag);
		if (cases[i].bad < STORED)
			block[cases[i].bad] ^= 1;
		if (!arm(cases[i].name, cases[i].flags, NULL))
			return;
		send_part(cases[i].name, 0, BLOCKS * BLOCK);
	}
}

static void set_psv_syndrome(struct prm_set_psv_seg *psv, void *arg)
{
	(void)arg;
	prm_set_psv_seg_set_syndrome(psv, 1);
}

/* Asks whether a PSV that is loaded with a syndrome is in error. */
static void ask_psv_syndrome(void)
{
	const struct patch patch = { .psv = set_psv_syndrome };

	make_blocks();
	if (arm("good blocks", 0, &patch))
		send_part("good blocks", 0, BLOCKS * BLOCK);
	memory[0][STORED] ^= 1;
	if (arm("a bad block", 0, &patch))
		send_part("a bad block", 0, BLOCKS * BLOCK);
}

/* Asks about requests that transfer the blocks out of order, or in pieces. */
static void ask_order(void)
{
	make_blocks();
	if (!arm("order", 0, NULL))
		return;
	send_part("the third block first", 2 * BLOCK, BLOCK);
	send_part("then the first", 0, BLOCK);
	send_part("the first again", 0, BLOCK);
	send_part("half of the second", BLOCK, BLOCK / 2);
	send_part("its other half", BLOCK + BLOCK / 2, BLOCK / 2);
	send_part("the end of the third and the fourth", 2 * BLOCK + 100, 2 * BLOCK - 100);
}

static bool query_position(uint32_t *state, uint16_t *position)
{
	struct prm_query_qp_in_fields v;
	struct prm_query_qp_out out = {0};
	struct prm_query_qp_in in;
	int err;

	prm_query_qp_in_fields_init(&v);
	v.qpn = here->ibv_qp->qp_num;
	prm_query_qp_in_pack(&in, &v);
	err = mlx5dv_devx_qp_query(here->ibv_qp, &in, sizeof(in), &out, sizeof(out));
	if (err)
		printf("QUERY_QP: %s\n", strerror(err));
	*state = prm_qpc_get_state(&out.qpc);
	*position = (uint16_t)prm_qpc_get_hw_sq_wqebb_counter(&out.qpc);
	return !err;
}

/* Posts a transfer of a bad block, @plain writes, a fenced one and one more, all of one WQEBB. */
static void post_and_stop(unsigned int plain)
{
	const struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(here->qp);
	struct ibv_wc wc;
	uint32_t first, state;
	uint16_t position;
	unsigned int i;
	int outcome;

	make_blocks();
	memory[0][STORED] ^= 1;
	if (!arm("pipelining", 0, NULL))
		return;
	mlx5sig_wr_start(here->qp);
	first = qp->sq.now.pi;
	here->qp->wr_flags = IBV_SEND_SIGNALED;
	for (i = 0; i < plain + 3; i++) {
		here->qp->wr_id = i;
		here->qp->wr_flags = IBV_SEND_SIGNALED | (i == plain + 1 ? IBV_SEND_FENCE : 0);
		mlx5sig_wr_rdma_write(here->qp, mr[1]->rkey, (uintptr_t)memory[1]);
		mlx5sig_wr_set_sge(here->qp, i ? mr[0]->lkey : key->lkey,
				   i ? (uintptr_t)memory[0] : 0, BLOCK * BLOCKS);
	}
	must(mlx5sig_wr_complete(here->qp), "mlx5sig_wr_complete");
	printf("%u requests before the fence: completed", plain);
	while ((outcome = next_outcome(here, &wc)) == IBV_WC_SUCCESS)
		printf(" %u", (unsigned int)wc.wr_id);
	if (outcome != NO_ANSWER)
		printf(" (%s)", outcome_name(outcome));
	if (query_position(&state, &position))
		printf("; state %s, stopped before request %u\n",
		       state == PRM_QP_STATE_SQD ? "SQD" : "other",
		       (uint16_t)(position - first));
	show_errors("told");
	recover();
}

/* A reset disables pipelining, so each case is a question of its own. */
static void ask_stop(void)
{
	post_and_stop(0);
}

static void ask_stop_later(void)
{
	post_and_stop(4);
}

const struct question error_questions[] = {
	{ "error-offset", ask_offset, false }, { "error-cq", ask_cq, false },
	{ "error-syndrome", ask_syndrome, false },
	{ "error-several", ask_several, false }, { "escape", ask_escape, false },
	{ "psv-syndrome", ask_psv_syndrome, false }, { "order", ask_order, false },
	{ "stop", ask_stop, true }, { "stop-later", ask_stop_later, true },
	{ NULL, NULL, false },
};
