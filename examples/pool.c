// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The I/O path of a storage target: takes a key from a pool, fills in memory and reference tag,
 * transfers, checks, puts the key back. Keys are created in advance, and the signature attributes
 * are prepared once, so the I/O path sends no command to the device. Key and transfer are
 * posted together, with one doorbell and one completion.
 *
 *	build/softmlx5 build/examples/pool [ROUNDS]
 *
 * Exits with 0 if all blocks have the expected reference tags.
 */
#include "pair.h"

#define BLOCKS 8u			/* of an I/O */
#define IN_FLIGHT 4u			/* I/Os in flight at a time */
#define PLAIN (BLOCKS * PAIR_BLOCK)
#define ON_WIRE (BLOCKS * (PAIR_BLOCK + PAIR_DIF))

struct io {
	struct mlx5sig_mkey *key;
	uint32_t lba;			/* address of the first block, which is its reference tag */
	uint8_t *data;
	uint8_t *stored;		/* the target's memory, with T10-DIF */
};

struct target {
	struct pair pair;
	struct mlx5sig_mkey_pool *pool;
	struct mlx5sig_sig_prepared *prepared;
	struct ibv_mr *data, *stored;
	struct io io[IN_FLIGHT];
};

static void prepare(struct target *target)
{
	const struct mlx5sig_sig_t10dif dif = {
		.bg_type = MLX5SIG_SIG_T10DIF_CRC, .flags = MLX5SIG_SIG_T10DIF_FLAG_REF_REMAP,
	};
	const struct mlx5sig_sig_block_domain wire = {
		.sig_type = MLX5SIG_SIG_TYPE_T10DIF, .sig.dif = &dif,
		.block_size = MLX5SIG_BLOCK_SIZE_512,
	};
	const struct mlx5sig_sig_block_attr sig = { .wire = &wire, .check_mask = 0xff };
	struct mlx5sig_mkey_pool_attr attr = {
		.mkey = {
			.pd = target->pair.pd,
			.create_flags = MLX5SIG_MKEY_INIT_ATTR_FLAGS_INDIRECT |
					MLX5SIG_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE,
			.max_entries = 1,
		},
		.initial = IN_FLIGHT,	/* the pool does not grow: EAGAIN when all are in use */
	};
	unsigned int i;

	target->pool = need(mlx5sig_mkey_pool_create(&attr), "mlx5sig_mkey_pool_create");
	target->prepared = need(mlx5sig_sig_prepare(target->pair.context, &sig),
				"mlx5sig_sig_prepare");
	pair_memory(&target->pair, IN_FLIGHT * PLAIN, &target->data);
	pair_memory(&target->pair, IN_FLIGHT * ON_WIRE, &target->stored);
	for (i = 0; i < IN_FLIGHT; i++) {
		target->io[i].data = (uint8_t *)target->data->addr + i * PLAIN;
		target->io[i].stored = (uint8_t *)target->stored->addr + i * ON_WIRE;
	}
}

/* The key is configured without a completion: that of the transfer is enough for both. */
static void start_io(struct target *target, struct io *io, uint32_t lba)
{
	const struct mlx5sig_sig_tags tags = { .wire_app_tag = 0x5347, .wire_ref_tag = lba };
	const struct ibv_sge memory = { .addr = (uintptr_t)io->data, .length = PLAIN,
					.lkey = target->data->lkey };
	struct mlx5sig_qp *qp = target->pair.side[0].qp;

	io->key = need(mlx5sig_mkey_pool_get(target->pool), "mlx5sig_mkey_pool_get");
	io->lba = lba;
	memset(io->data, (int)lba, PLAIN);

	mlx5sig_wr_start(qp);
	qp->wr_id = (uintptr_t)io;
	qp->wr_flags = 0;
	mlx5sig_wr_mkey_configure(qp, io->key, 3, NULL);
	mlx5sig_wr_set_mkey_access_flags(qp, 0);
	mlx5sig_wr_set_mkey_layout_list(qp, 1, &memory);
	mlx5sig_wr_set_mkey_sig_prepared(qp, target->prepared, &tags);
	qp->wr_flags = IBV_SEND_SIGNALED;
	mlx5sig_wr_rdma_write(qp, target->stored->rkey, (uintptr_t)io->stored);
	mlx5sig_wr_set_sge(qp, io->key->lkey, 0, ON_WIRE);
	must(mlx5sig_wr_complete(qp), "key and transfer");
}

static bool has_tags(const struct io *io)
{
	unsigned int i;

	for (i = 0; i < BLOCKS; i++) {
		const uint8_t *block = io->stored + i * (PAIR_BLOCK + PAIR_DIF);
		const uint8_t *tag = block + PAIR_BLOCK + 4;
		uint32_t ref_tag = (uint32_t)tag[0] << 24 | (uint32_t)tag[1] << 16 |
				   (uint32_t)tag[2] << 8 | tag[3];

		if (ref_tag != io->lba + i || memcmp(block, io->data, PAIR_BLOCK) != 0)
			return false;
	}
	return true;
}

static bool finish_io(struct target *target)
{
	struct ibv_wc wc = pair_wait(&target->pair.side[0]);
	struct io *io = (struct io *)(uintptr_t)wc.wr_id;
	struct mlx5sig_mkey_err error;

	must(mlx5sig_mkey_check(io->key, &error), "mlx5sig_mkey_check");
	mlx5sig_mkey_pool_put(target->pool, io->key);
	return error.err_type == MLX5SIG_MKEY_NO_ERR && has_tags(io);
}

/* There is one I/O in flight per key; one more would get no key. */
static bool run(struct target *target, unsigned int rounds)
{
	bool is_good = true;
	unsigned int i, k;

	for (i = 0; i < rounds; i++) {
		for (k = 0; k < IN_FLIGHT; k++)
			start_io(target, &target->io[k], (i * IN_FLIGHT + k) * BLOCKS);
		is_good &= !mlx5sig_mkey_pool_get(target->pool) && errno == EAGAIN;
		for (k = 0; k < IN_FLIGHT; k++)
			is_good &= finish_io(target);
	}
	return is_good;
}

int main(int argc, char **argv)
{
	const unsigned int rounds = argc > 1 ? (unsigned int)strtoul(argv[1], NULL, 0) : 25;
	struct target target = { 0 };
	bool is_good;

	pair_open(&target.pair, false);
	prepare(&target);
	is_good = run(&target, rounds);
	printf("%u I/Os of %u blocks with %u keys: %s\n", rounds * IN_FLIGHT, BLOCKS, IN_FLIGHT,
	       is_good ? "all tags are right" : "WRONG");

	mlx5sig_sig_prepared_free(target.prepared);
	must(mlx5sig_mkey_pool_destroy(target.pool), "mlx5sig_mkey_pool_destroy");
	pair_free_memory(target.data);
	pair_free_memory(target.stored);
	pair_close(&target.pair);
	return is_good ? 0 : 1;
}
