// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Asks a device the open questions of facts.yaml, which also has softmlx5's answers.
 *
 *	facts NAME		asks; prints lines of the answer
 *	facts --devices		prints the names of the devices of mlx5
 *	facts --ready		describes the device; fails if it is not usable
 *
 * The device is that of the environment variable MLX5SIG_DEVICE. Exits with 77 if the device lacks
 * the feature. Uses its own PD, queue pairs, keys and memory only, and sends packets to its own
 * port.
 */
#include <time.h>

#include "facts.h"

struct pair pair;
struct side *here = &pair.side[0], *there = &pair.side[1];
struct mlx5sig_mkey *key;
struct ibv_mr *mr[2];
uint8_t *memory[2];

struct mlx5sig_mkey *make_key(uint32_t flags)
{
	struct mlx5sig_mkey_init_attr attr = {
		.pd = pair.pd, .create_flags = MLX5SIG_MKEY_INIT_ATTR_FLAGS_INDIRECT | flags,
		.max_entries = 4 };

	return need(mlx5sig_create_mkey(&attr), "mlx5sig_create_mkey");
}

void fill(uint8_t *to, size_t size, unsigned int seed)
{
	size_t i;

	for (i = 0; i < size; i++)
		to[i] = (uint8_t)(i * 31 + i / 251 + seed);
}

void show_bytes(const uint8_t *data, size_t size)
{
	size_t i;

	for (i = 0; i < size; i++)
		printf("%02x", data[i]);
}

const char *outcome_name(int outcome)
{
	if (outcome == NO_ANSWER)
		return "no answer";
	if (outcome == REFUSED)
		return "not posted";
	return ibv_wc_status_str((enum ibv_wc_status)outcome);
}

static double seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

int next_outcome(struct side *side, struct ibv_wc *wc)
{
	double end = seconds() + 1;
	int n;

	do {
		n = mlx5sig_poll_cq(side->cq, 1, wc);
		must(n < 0 ? EIO : 0, "mlx5sig_poll_cq");
		if (n)
			return wc->status;
	} while (seconds() < end);
	return NO_ANSWER;
}

/* Checks that the WQEs of a configuration are in the ring from @pi. */
static void apply(const struct patch *patch, uint32_t pi)
{
	const struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(here->qp);
	const struct mlx5sig_ring *ring = &qp->sq.ring;
	const struct prm_ctrl_seg *ctrl = mlx5sig_ring_at(ring, pi, 0);
	uint32_t octowords = prm_ctrl_seg_get_ds(ctrl);

	if (patch->umr)
		patch->umr(mlx5sig_ring_at(ring, pi, octowords -
					   PRM_BSF_64_SIZE / MLX5SIG_OCTOWORD), patch->arg);
	for (pi += mlx5sig_wqebbs(octowords); patch->psv && pi != qp->sq.now.pi; pi++)
		patch->psv(mlx5sig_ring_at(ring, pi, MLX5SIG_SEND_OCTOWORDS), patch->arg);
}

int configure(const char *what, struct mlx5sig_mkey *mkey, uint32_t length,
	      const struct mlx5sig_sig_block_attr *sig, const struct patch *patch)
{
	const struct ibv_sge sge = { .addr = (uintptr_t)memory[0], .length = length,
				     .lkey = mr[0]->lkey };
	struct mlx5sig_queue_pair *qp = mlx5sig_qp_of(here->qp);
	int outcome = REFUSED;
	struct ibv_wc wc;
	uint32_t pi;

	mlx5sig_wr_start(here->qp);
	pi = qp->sq.now.pi;
	here->qp->wr_id = 1;
	here->qp->wr_flags = IBV_SEND_SIGNALED;
	mlx5sig_wr_mkey_configure(here->qp, mkey, sig ? 3 : 2, NULL);
	mlx5sig_wr_set_mkey_access_flags(here->qp, IBV_ACCESS_LOCAL_WRITE |
					 IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ);
	mlx5sig_wr_set_mkey_layout_list(here->qp, 1, &sge);
	if (sig)
		mlx5sig_wr_set_mkey_sig_block(here->qp, sig);
	if (patch && qp->sq.now.pi != pi)
		apply(patch, pi);
	if (!mlx5sig_wr_complete(here->qp))
		outcome = next_outcome(here, &wc);
	if (what && outcome)
		printf("%s: key: %s\n", what, outcome_name(outcome));
	if (outcome)
		recover();
	return outcome;
}

int write_out(uint64_t offset, uint32_t length, uint32_t to)
{
	struct ibv_wc wc;

	mlx5sig_wr_start(here->qp);
	here->qp->wr_id = 2;
	here->qp->wr_flags = IBV_SEND_SIGNALED;
	mlx5sig_wr_rdma_write(here->qp, mr[1]->rkey, (uintptr_t)memory[1] + to);
	mlx5sig_wr_set_sge(here->qp, key->lkey, offset, length);
	return mlx5sig_wr_complete(here->qp) ? REFUSED : next_outcome(here, &wc);
}

void recover(void)
{
	struct ibv_qp_attr attr = { .qp_state = IBV_QPS_RESET };
	unsigned int i;

	for (i = 0; i < 2; i++) {
		must(ibv_modify_qp(pair.side[i].ibv_qp, &attr, IBV_QP_STATE), "to RESET");
		mlx5sig_qp_reset(pair.side[i].qp);
		pair_to_init(&pair, pair.side[i].ibv_qp);
	}
	for (i = 0; i < 2; i++)
		pair_connect(&pair, pair.side[i].ibv_qp, pair.side[!i].ibv_qp->qp_num);
}

uint64_t crc_normal(unsigned int bits, uint64_t poly, uint64_t seed, const uint8_t *data,
		    size_t size)
{
	uint64_t top = UINT64_C(1) << (bits - 1), crc = seed, mask = top | (top - 1);
	unsigned int bit;
	size_t i;

	for (i = 0; i < size; i++) {
		crc ^= (uint64_t)data[i] << (bits - 8);
		for (bit = 0; bit < 8; bit++)
			crc = (crc & top ? crc << 1 ^ poly : crc << 1) & mask;
	}
	return crc;
}

uint64_t crc_reflected(uint64_t poly, uint64_t seed, const uint8_t *data, size_t size)
{
	uint64_t crc = seed;
	unsigned int bit;
	size_t i;

	for (i = 0; i < size; i++) {
		crc ^= data[i];
		for (bit = 0; bit < 8; bit++)
			crc = crc & 1 ? crc >> 1 ^ poly : crc >> 1;
	}
	return crc;
}

uint16_t t10dif_crc(uint16_t seed, const uint8_t *data, size_t size)
{
	return (uint16_t)crc_normal(16, 0x8bb7, seed, data, size);
}

static const struct question *find(const char *name)
{
	const struct question *const lists[] = { value_questions, error_questions,
						 object_questions, transaction_questions };
	const struct question *q;
	unsigned int i;

	for (i = 0; i < sizeof(lists) / sizeof(lists[0]); i++)
		for (q = lists[i]; q->name; q++)
			if (!strcmp(q->name, name))
				return q;
	return NULL;
}

static void show_devices(void)
{
	struct ibv_device **list = ibv_get_device_list(NULL);
	unsigned int i;

	for (i = 0; list && list[i]; i++)
		if (mlx5dv_is_supported(list[i]))
			printf("%s\n", ibv_get_device_name(list[i]));
	if (list)
		ibv_free_device_list(list);
}

static void show_device(void)
{
	struct ibv_device_attr attr;
	struct ibv_ah_attr ah;

	must(ibv_query_device(pair.context, &attr), "ibv_query_device");
	pair_find_way(&pair, &ah);
	printf("%s: part %u, firmware %s, port %u", ibv_get_device_name(pair.context->device),
	       attr.vendor_part_id, attr.fw_ver, pair.port);
	if (ah.is_global)
		printf(" (Ethernet, GID %u)\n", ah.grh.sgid_index);
	else
		printf(" (InfiniBand, LID %u)\n", ah.dlid);
}

/* Returns whether the device has the feature of a question. */
static bool can_be_asked(const struct question *question)
{
	struct mlx5sig_context caps = { .comp_mask = MLX5SIG_CONTEXT_MASK_SIGNATURE_OFFLOAD };
	struct ibv_context *context = pair_open_device();
	const char *lack = NULL;

	must(mlx5sig_query_device(context, &caps), "mlx5sig_query_device");
	must(ibv_close_device(context), "ibv_close_device");
	if (!caps.sig_caps.block_prot)
		lack = "block signatures";
	else if (question->with_pipelining && !caps.sig_reported.drain_sigerr)
		lack = "signature pipelining";
	if (lack)
		printf("the device has no %s\n", lack);
	return !lack;
}

enum { CANNOT_BE_ASKED = 77 };

int main(int argc, char **argv)
{
	static const struct question ready = { "--ready", show_device, false };
	const struct question *question = argc == 2 ? find(argv[1]) : NULL;
	unsigned int i;

	if (argc == 2 && !strcmp(argv[1], "--devices")) {
		show_devices();
		return 0;
	}
	if (argc == 2 && !strcmp(argv[1], ready.name))
		question = &ready;
	if (!question) {
		fprintf(stderr, "facts: no such question\n");
		return 2;
	}
	if (!can_be_asked(question))
		return CANNOT_BE_ASKED;
	pair_open(&pair, question->with_pipelining);
	for (i = 0; i < 2; i++)
		memory[i] = pair_memory(&pair, MEMORY, &mr[i]);
	key = make_key(MLX5SIG_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE);
	question->ask();
	must(mlx5sig_destroy_mkey(key), "mlx5sig_destroy_mkey");
	pair_free_memory(mr[0]);
	pair_free_memory(mr[1]);
	pair_close(&pair);
	return 0;
}
