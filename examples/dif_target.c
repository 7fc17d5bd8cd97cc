// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * A target for a namespace that is formatted with protection information (PI), for a host that has
 * none: PI is inserted on a write, checked and stripped on a read. docs/storage.md has the formats.
 *
 *	write	RDMA READ of the host's memory into the key, then the response, fenced
 *	read	RDMA WRITE of the key to the host's memory, then the response, fenced
 *
 * Several commands are in flight, each of which is one batch: key, transfer and good response. If a
 * block is bad, the device stops before the response, which the target cancels and replaces.
 *
 *	build/softmlx5 build/examples/dif_target [BLOCK METADATA TYPE [WHERE [IMAGE]]]
 *
 * BLOCK and METADATA are bytes, TYPE is 1 to 3. WHERE has s for separate metadata, f for PI in their
 * first 8 bytes, not the last. IMAGE is a file that gets the disk as the writes have left it.
 *
 * Exits with 0 if the host got the data, and the response that it should have for each command.
 */
#include "pair.h"

#define COMMANDS 32u			/* of each kind */
#define BLOCKS 8u			/* of a command */
#define IN_FLIGHT 4u
#define PI 8u				/* bytes of protection information */
#define FIRST_LBA 0xfffffff0u		/* tags of types 1 and 2 wrap */
#define APP_TAG 0x5347u
#define TYPE_3_TAG 0xc0ffeeu
#define BAD_BLOCK 83u			/* one byte of its data changes */
#define BAD_TAG 170u			/* one bit of its reference tag changes */
#define DEALLOCATED 201u		/* its metadata become all ones, as after a deallocation */
#define TRANSFER UINT64_MAX		/* wr_id; that of a response is the slot of its command */
#define GOOD UINT32_MAX
#define BYTE(i) ((uint8_t)((i) * 7 + (i) / 251))	/* the host's data */

struct format {
	uint32_t data, metadata;	/* bytes of a block */
	unsigned int type;
	bool is_separate, is_first;	/* metadata; PI within the metadata */
};

struct response {
	uint32_t command;
	uint32_t bad_block;		/* of the namespace, or GOOD */
};

struct command {
	bool is_busy, must_respond;	/* the bad response is to be sent */
	struct mlx5sig_mkey *key;
	struct response response;
};

struct target {
	struct pair pair;
	struct format format;
	uint32_t guarded;		/* bytes of a block that the guard covers: those on the wire */
	uint32_t moved;			/* bytes of the metadata that are transferred, with PI */
	struct mlx5sig_sig_prepared *prepared;
	struct command commands[IN_FLIGHT];
	struct ibv_mr *disk, *host, *responses;
	uint32_t bad_blocks[COMMANDS];	/* as the host was told */
};

static uint8_t *data_of(const struct target *target, uint32_t block)
{
	const struct format *format = &target->format;

	return (uint8_t *)target->disk->addr +
	       block * (format->data + (format->is_separate ? 0 : format->metadata));
}

static uint8_t *metadata_of(const struct target *target, uint32_t block)
{
	const struct format *format = &target->format;

	return format->is_separate ? data_of(target, COMMANDS * BLOCKS) + block * format->metadata :
				     data_of(target, block) + format->data;
}

static uint8_t *pi_of(const struct target *target, uint32_t block)
{
	return metadata_of(target, block) +
	       (target->format.is_first ? 0 : target->format.metadata - PI);
}

/*
 * From the format to the attributes of a key.
 */

static enum mlx5sig_block_size block_size(uint32_t bytes)
{
	static const uint32_t sizes[] = { 512, 520, 4048, 4096, 4160 };
	unsigned int i = 0;

	while (i < 5 && sizes[i] != bytes)
		i++;
	must(i == 5 ? EINVAL : 0, "the guard would cover a number of bytes that is no block size");
	return (enum mlx5sig_block_size)i;
}

static void prepare(struct target *target)
{
	const struct format *format = &target->format;
	const bool is_type_3 = format->type == 3;
	const struct mlx5sig_sig_t10dif dif = {
		.bg_type = MLX5SIG_SIG_T10DIF_CRC,
		.flags = is_type_3 ? MLX5SIG_SIG_T10DIF_FLAG_APP_REF_ESCAPE :
				     MLX5SIG_SIG_T10DIF_FLAG_REF_REMAP |
					     MLX5SIG_SIG_T10DIF_FLAG_APP_ESCAPE };
	const struct mlx5sig_sig_block_domain mem = { .sig_type = MLX5SIG_SIG_TYPE_T10DIF,
						      .sig.dif = &dif,
						      .block_size = block_size(target->guarded) };
	const struct mlx5sig_sig_block_attr attr = {
		.mem = &mem,
		.check_mask = MLX5SIG_SIG_MASK_T10DIF_GUARD | MLX5SIG_SIG_MASK_T10DIF_APPTAG |
			      (is_type_3 ? 0 : MLX5SIG_SIG_MASK_T10DIF_REFTAG) };

	target->prepared = need(mlx5sig_sig_prepare(target->pair.context, &attr), "mlx5sig_sig_prepare");
}

/* Metadata of their own are a second stream; metadata that are not transferred are skipped. */
static void set_layout(const struct target *target, uint32_t block)
{
	const struct format *format = &target->format;
	const bool is_separate = format->is_separate;
	const uint32_t lkey = target->disk->lkey, skipped = format->metadata - target->moved;
	const uint32_t together = format->data + (is_separate ? 0 : target->moved);
	const struct mlx5sig_mr_interleaved streams[] = {
		{ (uintptr_t)data_of(target, block), together, is_separate ? 0 : skipped, lkey },
		{ (uintptr_t)metadata_of(target, block), target->moved, skipped, lkey } };
	const struct ibv_sge list = { streams[0].addr, BLOCKS * together, lkey };
	struct mlx5sig_qp *qp = target->pair.side[0].qp;

	if (is_separate || skipped)
		mlx5sig_wr_set_mkey_layout_interleaved(qp, BLOCKS, is_separate ? 2 : 1, streams);
	else
		mlx5sig_wr_set_mkey_layout_list(qp, 1, &list);
}

static void add_response(struct target *target, const struct command *command)
{
	struct mlx5sig_qp *qp = target->pair.side[0].qp;

	qp->wr_id = (uint64_t)(command - target->commands);
	qp->wr_flags = IBV_SEND_SIGNALED | IBV_SEND_FENCE;
	mlx5sig_wr_send(qp);
	mlx5sig_wr_set_inline_data(qp, &command->response, sizeof(command->response));
}

static void start(struct target *target, struct command *command, uint32_t number, bool is_write)
{
	const uint32_t bytes = BLOCKS * target->guarded;
	const uint64_t at = (uintptr_t)target->host->addr + number * bytes;
	const struct mlx5sig_sig_tags tags = {
		.mem_app_tag = APP_TAG,
		.mem_ref_tag = target->format.type == 3 ? TYPE_3_TAG : FIRST_LBA + number * BLOCKS };
	struct mlx5sig_qp *qp = target->pair.side[0].qp;

	command->is_busy = true;
	command->response = (struct response) { number, GOOD };
	mlx5sig_wr_start(qp);
	qp->wr_id = TRANSFER;
	qp->wr_flags = 0;
	mlx5sig_wr_mkey_configure(qp, command->key, 3, NULL);
	mlx5sig_wr_set_mkey_access_flags(qp, IBV_ACCESS_LOCAL_WRITE);
	set_layout(target, number * BLOCKS);
	mlx5sig_wr_set_mkey_sig_prepared(qp, target->prepared, &tags);
	if (is_write)
		mlx5sig_wr_rdma_read(qp, target->host->rkey, at);
	else
		mlx5sig_wr_rdma_write(qp, target->host->rkey, at);
	mlx5sig_wr_set_sge(qp, command->key->lkey, 0, bytes);
	add_response(target, command);
	must(mlx5sig_wr_complete(qp), "command");
}

/* A response that was cancelled completes, too; then the bad one is sent. */
static void poll_target(struct target *target)
{
	struct side *side = &target->pair.side[0];
	struct command *command;
	struct ibv_wc wc;
	int n;

	while ((n = mlx5sig_poll_cq(side->cq, 1, &wc)) > 0) {
		must(wc.status || wc.wr_id == TRANSFER ? EIO : 0, ibv_wc_status_str(wc.status));
		command = &target->commands[wc.wr_id];
		command->is_busy = command->must_respond;
		if (!command->must_respond)
			continue;
		command->must_respond = false;
		mlx5sig_wr_start(side->qp);
		add_response(target, command);
		must(mlx5sig_wr_complete(side->qp), "bad response");
	}
	must(-n, "mlx5sig_poll_cq");
}

/* A key has an error: the device stops the queue, at the latest before the response. */
static void handle_stop(struct target *target, struct mlx5sig_mkey *key)
{
	struct ibv_qp_attr attr = { .qp_state = IBV_QPS_RTS, .cur_qp_state = IBV_QPS_SQD };
	struct side *side = &target->pair.side[0];
	struct command *command = key->mkey_context;
	const uint64_t slot = (uint64_t)(command - target->commands);
	struct ibv_async_event event;
	struct mlx5sig_mkey_err error;

	must(ibv_get_async_event(target->pair.context, &event) ? errno : 0, "ibv_get_async_event");
	must(event.event_type == IBV_EVENT_SQ_DRAINED ? 0 : EIO, "event SQ_DRAINED");
	ibv_ack_async_event(&event);
	must(mlx5sig_mkey_check(key, &error), "mlx5sig_mkey_check");
	command->response.bad_block = command->response.command * BLOCKS +
				      (uint32_t)error.err.sig.offset / (target->guarded + PI);
	command->must_respond = true;
	printf("block %u: %s\n", command->response.bad_block, pair_error_name(error.err_type));
	must(mlx5sig_qp_cancel_posted_send_wrs(side->qp, slot) != 1 ? EIO : 0, "cancelling");
	must(ibv_modify_qp(side->ibv_qp, &attr, IBV_QP_STATE | IBV_QP_CUR_STATE), "back to RTS");
}

/*
 * The host, which has memory and gets responses.
 */

static void post_receive(struct target *target, uint32_t slot)
{
	struct response *response = (struct response *)target->responses->addr + slot;
	struct ibv_sge sge = { (uintptr_t)response, sizeof(*response), target->responses->lkey };
	struct ibv_recv_wr *bad, wr = { .wr_id = slot, .sg_list = &sge, .num_sge = 1 };

	must(mlx5sig_post_recv(target->pair.side[1].qp, &wr, &bad), "mlx5sig_post_recv");
}

/* Returns the number of responses. */
static uint32_t poll_host(struct target *target)
{
	const struct response *response;
	uint32_t received = 0;
	struct ibv_wc wc;

	while (mlx5sig_poll_cq(target->pair.side[1].cq, 1, &wc) > 0) {
		must(wc.status ? EIO : 0, ibv_wc_status_str(wc.status));
		response = (const struct response *)target->responses->addr + wc.wr_id;
		target->bad_blocks[response->command] = response->bad_block;
		post_receive(target, (uint32_t)wc.wr_id);
		received++;
	}
	return received;
}

/* All commands of a kind. */
static void run(struct target *target, bool is_write)
{
	struct mlx5sig_mkey *key;
	uint32_t next = 0, done = 0, busy = 0, i;

	while (done < COMMANDS || busy) {
		for (i = 0; i < IN_FLIGHT && next < COMMANDS; i++)
			if (!target->commands[i].is_busy)
				start(target, &target->commands[i], next++, is_write);
		poll_target(target);
		key = mlx5sig_cq_next_bad_mkey(target->pair.side[0].cq);
		if (key)
			handle_stop(target, key);
		done += poll_host(target);
		for (i = busy = 0; i < IN_FLIGHT; i++)
			busy += target->commands[i].is_busy;
	}
}

/* The reference tag of type 3 is not checked, deallocated blocks are not checked at all. */
static void check_reads(const struct target *target)
{
	const uint32_t bytes = BLOCKS * target->guarded;
	const uint8_t *data = target->host->addr;
	uint32_t i, expected;

	for (i = 0; i < COMMANDS; i++) {
		expected = i == BAD_BLOCK / BLOCKS ? BAD_BLOCK :
			   i == BAD_TAG / BLOCKS && target->format.type != 3 ? BAD_TAG : GOOD;
		must(target->bad_blocks[i] != expected ? EIO : 0, "response");
	}
	for (i = 0; i < COMMANDS * bytes; i++)
		must(target->bad_blocks[i / bytes] == GOOD && data[i] != BYTE(i) ? EIO : 0, "data");
}

static void make(struct target *target, uint32_t disk_bytes)
{
	struct mlx5sig_mkey_init_attr attr = {
		.create_flags = MLX5SIG_MKEY_INIT_ATTR_FLAGS_INDIRECT |
				MLX5SIG_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE,
		.max_entries = 3 };	/* two streams, and their number */
	uint32_t i;

	pair_open(&target->pair, true);
	attr.pd = target->pair.pd;
	prepare(target);
	pair_memory(&target->pair, disk_bytes, &target->disk);
	pair_memory(&target->pair, COMMANDS * BLOCKS * target->guarded, &target->host);
	pair_memory(&target->pair, IN_FLIGHT * sizeof(struct response), &target->responses);
	for (i = 0; i < IN_FLIGHT; i++) {
		target->commands[i].key = need(mlx5sig_create_mkey(&attr), "mlx5sig_create_mkey");
		target->commands[i].key->mkey_context = &target->commands[i];
		post_receive(target, i);
	}
}

int main(int argc, char **argv)
{
	struct target target = { .format = {
		.data = argc > 1 ? (uint32_t)atoi(argv[1]) : 4096,
		.metadata = argc > 2 ? (uint32_t)atoi(argv[2]) : PI,
		.type = argc > 3 ? (unsigned int)atoi(argv[3]) : 1,
		.is_separate = argc > 4 && strchr(argv[4], 's'),
		.is_first = argc > 4 && strchr(argv[4], 'f') } };
	const struct format *format = &target.format;
	const uint32_t disk_bytes = COMMANDS * BLOCKS * (format->data + format->metadata);
	uint8_t *data;
	FILE *image;
	uint32_t i;

	must(format->metadata < PI || format->type - 1 > 2 ? EINVAL : 0, "format");
	/* The guard covers what precedes the PI; metadata after it stay on the disk. */
	target.moved = format->is_first ? PI : format->metadata;
	target.guarded = format->data + target.moved - PI;
	make(&target, disk_bytes);
	data = target.host->addr;
	for (i = 0; i < COMMANDS * BLOCKS * target.guarded; i++)
		data[i] = BYTE(i);
	run(&target, true);
	if (argc > 5) {
		image = need(fopen(argv[5], "w"), argv[5]);
		must(fwrite(target.disk->addr, disk_bytes, 1, image) != 1 || fclose(image) ? EIO : 0, argv[5]);
	}
	memset(data, 0, COMMANDS * BLOCKS * target.guarded);
	data_of(&target, BAD_BLOCK)[100] ^= 1;
	pi_of(&target, BAD_TAG)[7] ^= 1;
	memset(pi_of(&target, DEALLOCATED), 0xff, PI);
	run(&target, false);
	check_reads(&target);
	printf("%u writes and reads of %u blocks are as they should be\n", COMMANDS, BLOCKS);

	for (i = 0; i < IN_FLIGHT; i++)
		must(mlx5sig_destroy_mkey(target.commands[i].key), "mlx5sig_destroy_mkey");
	mlx5sig_sig_prepared_free(target.prepared);
	pair_free_memory(target.disk);
	pair_free_memory(target.host);
	pair_free_memory(target.responses);
	pair_close(&target.pair);
	return 0;
}
