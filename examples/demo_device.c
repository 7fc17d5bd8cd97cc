// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The part of `ninja demo` that uses the device: its capabilities, a signature write, and a
 * corrupted block. Every printed line reports something that has just happened.
 *
 *	build/softmlx5 build/examples/demo_device
 */
#include "pair.h"

#define BLOCKS 64u
#define ON_WIRE_BLOCK (PAIR_BLOCK + PAIR_DIF)
#define PLAIN (BLOCKS * PAIR_BLOCK)
#define ON_WIRE (BLOCKS * ON_WIRE_BLOCK)
#define BAD_BLOCK 38u

struct world {
	struct pair pair;
	struct side *sender, *receiver;
	struct mlx5sig_mkey *from, *to;
	struct ibv_mr *data;	/* the sender's data, plain */
	struct ibv_mr *arrived;	/* the receiver's data, plain */
	struct ibv_mr *seen;	/* the bytes on the wire */
};

static void show_bits(const char *what, uint64_t bits, const char *const *name, unsigned int num)
{
	unsigned int i;

	printf("  %-12s", what);
	for (i = 0; i < num; i++)
		if (bits >> i & 1)
			printf(" %s", name[i]);
	printf("\n");
}

#define SHOW_BITS(what, bits, ...) do { \
	static const char *const name[] = { __VA_ARGS__ }; \
	show_bits(what, bits, name, sizeof(name) / sizeof(name[0])); \
} while (0)

static void show_capabilities(struct ibv_context *context)
{
	struct mlx5sig_context attrs = { .comp_mask = MLX5SIG_CONTEXT_MASK_SIGNATURE_OFFLOAD };
	const struct mlx5sig_sig_caps *caps = &attrs.sig_caps;

	must(mlx5sig_query_device(context, &attrs), "mlx5sig_query_device");
	printf("What %s can sign:\n", ibv_get_device_name(context->device));
	SHOW_BITS("signatures", caps->block_prot, "T10-DIF", "CRC");
	SHOW_BITS("block sizes", caps->block_size, "512", "520", "4048", "4096", "4160");
	SHOW_BITS("T10-DIF by", caps->t10dif_bg, "CRC", "checksum");
	SHOW_BITS("CRC types", caps->crc_type, "CRC32", "CRC32C", "CRC64-XP10");
	printf("  pipelining   %s\n", attrs.sig_reported.drain_sigerr ? "yes" : "no");
}

static void write_to(struct side *side, uint32_t lkey, const void *here, uint32_t rkey,
		     const void *there)
{
	mlx5sig_wr_start(side->qp);
	side->qp->wr_id = 1;
	side->qp->wr_flags = IBV_SEND_SIGNALED;
	mlx5sig_wr_rdma_write(side->qp, rkey, (uintptr_t)there);
	mlx5sig_wr_set_sge(side->qp, lkey, (uintptr_t)here, ON_WIRE);
	must(mlx5sig_wr_complete(side->qp), "RDMA write");
	pair_wait(side);
}

/* Returns the check of the receiver's key, after polling its CQ, which records signature errors. */
static struct mlx5sig_mkey_err check(struct world *world)
{
	struct mlx5sig_mkey_err error;
	struct ibv_wc wc;

	must(mlx5sig_poll_cq(world->receiver->cq, 1, &wc) ? EIO : 0, "polling");
	must(mlx5sig_mkey_check(world->to, &error), "mlx5sig_mkey_check");
	return error;
}

static void configure_receiver(struct world *world)
{
	pair_configure(world->receiver, world->to, PAIR_DIF_ON_WIRE, BLOCKS, world->arrived->addr,
		       world->arrived);
}

static bool write_sound_blocks(struct world *world)
{
	struct mlx5sig_mkey_err error;
	bool is_same;

	printf("\n%u blocks of %u bytes, plain in memory: T10-DIF is added on the wire, checked and\n"
	       "stripped at the far side.\n",
	       BLOCKS, PAIR_BLOCK);
	pair_configure(world->sender, world->from, PAIR_DIF_ON_WIRE, BLOCKS, world->data->addr,
		       world->data);
	configure_receiver(world);
	write_to(world->sender, world->from->lkey, NULL, world->to->rkey, NULL);
	error = check(world);
	is_same = !memcmp(world->data->addr, world->arrived->addr, PLAIN);
	printf("  %u bytes left memory, %u were on the wire, %u arrived: %s\n", PLAIN, ON_WIRE,
	       PLAIN, is_same ? "the same data" : "OTHER data");
	printf("  check of the key: %s\n", pair_error_name(error.err_type));
	return is_same && error.err_type == MLX5SIG_MKEY_NO_ERR;
}

/* The same write to memory without a signature key, which shows the wire's bytes. */
static void show_wire(struct world *world)
{
	const uint8_t *seen = world->seen->addr;
	unsigned int block;

	write_to(world->sender, world->from->lkey, NULL, world->seen->rkey, seen);
	printf("\nThe same on the wire, seen in memory without such a key:\n");
	for (block = BAD_BLOCK; block < BAD_BLOCK + 3; block++) {
		const uint8_t *dif = seen + block * ON_WIRE_BLOCK + PAIR_BLOCK;

		printf("  block %u: guard %02x%02x, application tag %02x%02x, reference tag %u\n",
		       block, dif[0], dif[1], dif[2], dif[3],
		       (unsigned int)dif[4] << 24 | (unsigned int)dif[5] << 16 |
		       (unsigned int)dif[6] << 8 | dif[7]);
	}
}

static bool write_bad_block(struct world *world)
{
	const uint32_t at = BAD_BLOCK * ON_WIRE_BLOCK + 100;
	struct mlx5sig_mkey_err error;
	uint64_t block;

	printf("\nOne bit of block %u is flipped on its way.\n", BAD_BLOCK);
	((uint8_t *)world->seen->addr)[at] ^= 1;
	configure_receiver(world);
	write_to(world->sender, world->seen->lkey, world->seen->addr, world->to->rkey, NULL);
	printf("  the write completes: success, since the transport was all right\n");
	error = check(world);
	block = error.err.sig.offset / ON_WIRE_BLOCK;
	printf("  check of the key: %s in block %llu, expected %04llx (in the T10-DIF),\n"
	       "  actual %04llx (of the data)\n", pair_error_name(error.err_type),
	       (unsigned long long)block, (unsigned long long)error.err.sig.expected_value,
	       (unsigned long long)error.err.sig.actual_value);
	return error.err_type == MLX5SIG_MKEY_SIG_BLOCK_BAD_GUARD && block == BAD_BLOCK;
}

int main(void)
{
	struct world world = { 0 };
	struct pair *pair = &world.pair;
	bool is_good;
	unsigned int i;

	pair_open(pair, false);
	world.sender = &pair->side[0];
	world.receiver = &pair->side[1];
	show_capabilities(pair->context);
	world.from = pair_key(pair);
	world.to = pair_key(pair);
	pair_memory(pair, PLAIN, &world.data);
	pair_memory(pair, PLAIN, &world.arrived);
	pair_memory(pair, ON_WIRE, &world.seen);
	for (i = 0; i < PLAIN; i++)
		((uint8_t *)world.data->addr)[i] = (uint8_t)(i / PAIR_BLOCK + i);

	is_good = write_sound_blocks(&world);
	show_wire(&world);
	is_good &= write_bad_block(&world);

	must(mlx5sig_destroy_mkey(world.from), "mlx5sig_destroy_mkey");
	must(mlx5sig_destroy_mkey(world.to), "mlx5sig_destroy_mkey");
	pair_free_memory(world.data);
	pair_free_memory(world.arrived);
	pair_free_memory(world.seen);
	pair_close(pair);
	return is_good ? 0 : 1;
}
