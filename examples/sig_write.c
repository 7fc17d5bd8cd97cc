// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The shortest signature write: blocks leave plain memory, get their T10-DIF on the wire, and the
 * other side checks and strips it. This takes two keys, each of which describes its own side:
 *
 *	plain memory -> sender's key -> wire with T10-DIF -> receiver's key -> plain memory
 *
 *	build/softmlx5 build/examples/sig_write
 *
 * Exits with 0 if data arrived and the check found no error, with 2 if it found one.
 */
#include "pair.h"

#define BLOCKS 64u
#define BLOCK 512u			/* bytes of data */
#define PLAIN (BLOCKS * BLOCK)
#define ON_WIRE (BLOCKS * (BLOCK + 8))	/* T10-DIF has 8 bytes */

/* One request that configures all of a key: access rights, memory and signature. */
static void configure(struct side *side, struct mlx5sig_mkey *key, uint32_t access,
		      const struct ibv_mr *mr)
{
	const struct mlx5sig_sig_t10dif dif = {
		.bg_type = MLX5SIG_SIG_T10DIF_CRC,
		.app_tag = 0x5347,
		.ref_tag = 1000,	/* of the first block, such as its address on the disk */
		.flags = MLX5SIG_SIG_T10DIF_FLAG_REF_REMAP,
	};
	const struct mlx5sig_sig_block_domain wire = {
		.sig_type = MLX5SIG_SIG_TYPE_T10DIF, .sig.dif = &dif,
		.block_size = MLX5SIG_BLOCK_SIZE_512,
	};
	const struct mlx5sig_sig_block_attr sig = {
		.wire = &wire,		/* and none in memory */
		.check_mask = MLX5SIG_SIG_MASK_T10DIF_GUARD | MLX5SIG_SIG_MASK_T10DIF_APPTAG |
			      MLX5SIG_SIG_MASK_T10DIF_REFTAG,
	};
	const struct ibv_sge memory = { .addr = (uintptr_t)mr->addr, .length = PLAIN,
					.lkey = mr->lkey };

	mlx5sig_wr_start(side->qp);
	side->qp->wr_id = 1;
	side->qp->wr_flags = IBV_SEND_SIGNALED;
	mlx5sig_wr_mkey_configure(side->qp, key, 3, NULL);
	mlx5sig_wr_set_mkey_access_flags(side->qp, access);
	mlx5sig_wr_set_mkey_layout_list(side->qp, 1, &memory);
	mlx5sig_wr_set_mkey_sig_block(side->qp, &sig);
	must(mlx5sig_wr_complete(side->qp), "configuration of a key");
	pair_wait(side);
}

/* Keys are used from address 0 on; the length is that on the wire. */
static void write_blocks(struct side *side, const struct mlx5sig_mkey *from,
			 const struct mlx5sig_mkey *to)
{
	mlx5sig_wr_start(side->qp);
	side->qp->wr_id = 2;
	side->qp->wr_flags = IBV_SEND_SIGNALED;
	mlx5sig_wr_rdma_write(side->qp, to->rkey, 0);
	mlx5sig_wr_set_sge(side->qp, from->lkey, 0, ON_WIRE);
	must(mlx5sig_wr_complete(side->qp), "RDMA write");
	pair_wait(side);
}

/* Signature errors are completions, which polling records. */
static bool is_sound(struct side *side, struct mlx5sig_mkey *key)
{
	struct mlx5sig_mkey_err error;
	struct ibv_wc wc;

	must(mlx5sig_poll_cq(side->cq, 1, &wc) ? EIO : 0, "nothing should be in the CQ");
	must(mlx5sig_mkey_check(key, &error), "mlx5sig_mkey_check");
	if (error.err_type == MLX5SIG_MKEY_NO_ERR)
		return true;
	printf("signature error %d at byte %llu: expected 0x%llx, actual 0x%llx\n", error.err_type,
	       (unsigned long long)error.err.sig.offset,
	       (unsigned long long)error.err.sig.expected_value,
	       (unsigned long long)error.err.sig.actual_value);
	return false;
}

int main(void)
{
	struct mlx5sig_mkey_init_attr attr = {
		.create_flags = MLX5SIG_MKEY_INIT_ATTR_FLAGS_INDIRECT |
				MLX5SIG_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE,
		.max_entries = 1,
	};
	struct side *sender, *receiver;
	struct mlx5sig_mkey *from, *to;
	struct ibv_mr *here, *there;
	uint8_t *data, *arrived;
	struct pair pair = { 0 };
	bool sound, same;
	unsigned int i;

	pair_open(&pair, false);
	sender = &pair.side[0];
	receiver = &pair.side[1];
	attr.pd = pair.pd;
	from = need(mlx5sig_create_mkey(&attr), "mlx5sig_create_mkey");
	to = need(mlx5sig_create_mkey(&attr), "mlx5sig_create_mkey");
	data = pair_memory(&pair, PLAIN, &here);
	arrived = pair_memory(&pair, PLAIN, &there);
	for (i = 0; i < PLAIN; i++)
		data[i] = (uint8_t)(i / BLOCK + i);

	configure(sender, from, 0, here);
	configure(receiver, to, IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE, there);
	write_blocks(sender, from, to);
	sound = is_sound(receiver, to);
	same = !memcmp(data, arrived, PLAIN);
	if (sound)
		printf("%u blocks written, T10-DIF added on the wire, checked and stripped: data are %s\n",
		       BLOCKS, same ? "right" : "wrong");

	pair_free_memory(here);
	pair_free_memory(there);
	must(mlx5sig_destroy_mkey(from), "mlx5sig_destroy_mkey");
	must(mlx5sig_destroy_mkey(to), "mlx5sig_destroy_mkey");
	pair_close(&pair);
	return !sound ? 2 : same ? 0 : 1;
}
