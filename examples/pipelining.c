// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * A storage target that answers early: it posts the transfer of the blocks and the good response
 * together, without waiting for the signature check in between. If a block is bad, the
 * device stops the send queue before the response, which is fenced, and the target takes the four
 * steps of mlx5dv_qp_cancel_posted_send_wrs(3).
 *
 * Blocks are stored on the target with T10-DIF, which is checked and stripped on the way to the
 * initiator.
 *
 *	build/softmlx5 build/examples/pipelining
 *
 * Exits with 0 if the initiator got the expected responses.
 */
#include "pair.h"

#define BLOCKS 64u
#define STORED (BLOCKS * (PAIR_BLOCK + PAIR_DIF))
#define PLAIN (BLOCKS * PAIR_BLOCK)
#define BAD_BLOCK 41u

enum request {
	REQUEST_TRANSFER = 1,
	REQUEST_RESPONSE,
	REQUEST_BAD_RESPONSE,
};

struct response {
	uint32_t is_good;
	uint32_t bad_block;
};

struct world {
	struct pair pair;
	struct side *target, *initiator;
	struct mlx5sig_mkey *key;	/* of the blocks on the target */
	struct ibv_mr *disk, *buffer;
	struct ibv_mr *answer;		/* memory of the initiator for a response */
};

static void post_receive(struct world *world)
{
	struct ibv_sge sge = { .addr = (uintptr_t)world->answer->addr,
			       .length = sizeof(struct response), .lkey = world->answer->lkey };
	struct ibv_recv_wr *bad, wr = { .sg_list = &sge, .num_sge = 1 };

	must(mlx5sig_post_recv(world->initiator->qp, &wr, &bad), "mlx5sig_post_recv");
}

static void add_response(struct mlx5sig_qp *qp, uint64_t id, unsigned int flags,
			 const struct response *response)
{
	qp->wr_id = id;
	qp->wr_flags = IBV_SEND_SIGNALED | flags;
	mlx5sig_wr_send(qp);
	mlx5sig_wr_set_inline_data(qp, response, sizeof(*response));
}

/*
 * Posts transfer and good response with one doorbell. The device stops at the fence at the latest.
 */
static void answer_early(struct world *world)
{
	const struct response good = { .is_good = 1 };
	struct mlx5sig_qp *qp = world->target->qp;

	mlx5sig_wr_start(qp);
	qp->wr_id = REQUEST_TRANSFER;
	qp->wr_flags = IBV_SEND_SIGNALED;
	mlx5sig_wr_rdma_write(qp, world->buffer->rkey, (uintptr_t)world->buffer->addr);
	mlx5sig_wr_set_sge(qp, world->key->lkey, 0, PLAIN);
	add_response(qp, REQUEST_RESPONSE, IBV_SEND_FENCE, &good);
	must(mlx5sig_wr_complete(qp), "transfer and response");
}

static void wait_until_stopped(struct world *world)
{
	struct ibv_async_event event;

	must(ibv_get_async_event(world->pair.context, &event) ? errno : 0, "ibv_get_async_event");
	must(event.event_type == IBV_EVENT_SQ_DRAINED ? 0 : EIO, "event SQ_DRAINED");
	ibv_ack_async_event(&event);
	printf("  the device has stopped the send queue (SQ_DRAINED)\n");
}

static void back_to_rts(struct ibv_qp *qp)
{
	struct ibv_qp_attr attr = { .qp_state = IBV_QPS_RTS, .cur_qp_state = IBV_QPS_SQD };

	must(ibv_modify_qp(qp, &attr, IBV_QP_STATE | IBV_QP_CUR_STATE), "back to RTS");
}

/* Takes the four steps; returns the response to send. */
static struct response handle_stop(struct world *world)
{
	struct side *target = world->target;
	struct mlx5sig_mkey_err error;
	struct response bad = { 0 };
	struct mlx5sig_mkey *key;
	struct ibv_wc wc;
	int n;

	while ((n = mlx5sig_poll_cq(target->cq, 1, &wc)) > 0)
		printf("  1. polled: request %llu, %s\n", (unsigned long long)wc.wr_id,
		       ibv_wc_status_str(wc.status));
	must(n ? EIO : 0, "mlx5sig_poll_cq");

	/* A target with many transactions finds this one by key->mkey_context. */
	key = need(mlx5sig_cq_next_bad_mkey(target->cq), "a key should have an error");
	must(mlx5sig_mkey_check(key, &error), "mlx5sig_mkey_check");
	must(error.err_type == MLX5SIG_MKEY_NO_ERR ? EIO : 0, "the key should have an error");
	bad.bad_block = (uint32_t)(error.err.sig.offset / (PAIR_BLOCK + PAIR_DIF));
	printf("  2. checked the key: block %u, %s, expected 0x%04llx, actual 0x%04llx\n",
	       bad.bad_block, pair_error_name(error.err_type),
	       (unsigned long long)error.err.sig.expected_value,
	       (unsigned long long)error.err.sig.actual_value);

	n = mlx5sig_qp_cancel_posted_send_wrs(target->qp, REQUEST_RESPONSE);
	must(n < 0 ? -n : 0, "mlx5sig_qp_cancel_posted_send_wrs");
	printf("  3. cancelled the good response: %d request\n", n);

	back_to_rts(target->ibv_qp);
	printf("  4. back to RTS\n");
	return bad;
}

static bool is_received(struct world *world, bool is_good, uint32_t bad_block)
{
	const struct response *response = world->answer->addr;

	pair_wait(world->initiator);
	if (response->is_good)
		printf("  initiator: good response\n");
	else
		printf("  initiator: bad response, for block %u\n", response->bad_block);
	return response->is_good == is_good && response->bad_block == bad_block;
}

static bool transfer_sound_blocks(struct world *world)
{
	struct mlx5sig_mkey_err error;

	printf("Sound blocks: transfer and good response, posted together\n");
	pair_configure(world->target, world->key, PAIR_DIF_IN_MEMORY, BLOCKS, world->disk->addr,
		       world->disk);
	post_receive(world);
	answer_early(world);
	pair_wait(world->target);
	pair_wait(world->target);
	must(mlx5sig_mkey_check(world->key, &error), "mlx5sig_mkey_check");
	return is_received(world, true, 0) && error.err_type == MLX5SIG_MKEY_NO_ERR;
}

static bool transfer_bad_block(struct world *world)
{
	struct mlx5sig_qp *qp = world->target->qp;
	struct response bad;

	printf("One byte of block %u has changed on the disk: the same again\n", BAD_BLOCK);
	((uint8_t *)world->disk->addr)[BAD_BLOCK * (PAIR_BLOCK + PAIR_DIF) + 100] ^= 1;
	pair_configure(world->target, world->key, PAIR_DIF_IN_MEMORY, BLOCKS, world->disk->addr,
		       world->disk);
	post_receive(world);
	answer_early(world);
	wait_until_stopped(world);
	bad = handle_stop(world);
	printf("  the cancelled request completes: request %llu\n",
	       (unsigned long long)pair_wait(world->target).wr_id);
	mlx5sig_wr_start(qp);
	add_response(qp, REQUEST_BAD_RESPONSE, 0, &bad);
	must(mlx5sig_wr_complete(qp), "bad response");
	pair_wait(world->target);
	return is_received(world, false, BAD_BLOCK);
}

/* The initiator writes the blocks to the disk; T10-DIF is added where they arrive. */
static void fill_disk(struct world *world)
{
	struct mlx5sig_qp *qp = world->initiator->qp;
	uint8_t *data = world->buffer->addr;
	unsigned int i;

	for (i = 0; i < PLAIN; i++)
		data[i] = (uint8_t)(i / PAIR_BLOCK + i);
	pair_configure(world->target, world->key, PAIR_DIF_IN_MEMORY, BLOCKS, world->disk->addr,
		       world->disk);
	mlx5sig_wr_start(qp);
	qp->wr_flags = IBV_SEND_SIGNALED;
	mlx5sig_wr_rdma_write(qp, world->key->rkey, 0);
	mlx5sig_wr_set_sge(qp, world->buffer->lkey, (uintptr_t)data, PLAIN);
	must(mlx5sig_wr_complete(qp), "write to the disk");
	pair_wait(world->initiator);
}

int main(void)
{
	struct world world = { 0 };
	struct pair *pair = &world.pair;
	bool is_good;

	pair_open(pair, true);
	world.target = &pair->side[0];
	world.initiator = &pair->side[1];
	world.key = pair_key(pair);
	pair_memory(pair, STORED, &world.disk);
	pair_memory(pair, PLAIN, &world.buffer);
	pair_memory(pair, sizeof(struct response), &world.answer);

	fill_disk(&world);
	is_good = transfer_sound_blocks(&world);
	is_good &= transfer_bad_block(&world);

	must(mlx5sig_destroy_mkey(world.key), "mlx5sig_destroy_mkey");
	pair_free_memory(world.disk);
	pair_free_memory(world.buffer);
	pair_free_memory(world.answer);
	pair_close(pair);
	return is_good ? 0 : 1;
}
