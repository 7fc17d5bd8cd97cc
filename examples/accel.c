// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The NIC as an accelerator: it processes data of this process while it copies them, as SPDK's
 * accel_mlx5 does, and with T10-DIF, which that cannot do:
 *
 *	copy and CRC32C		plain		-> the same, and its CRC32C
 *	check CRC32C, copy	the result	-> plain
 *	encrypt, CRC32C		plain		-> AES-XTS, and the CRC32C of that
 *	check, decrypt		the result	-> plain
 *	encrypt and add T10-DIF	plain		-> AES-XTS, T10-DIF after each block
 *	check, strip, decrypt	the result	-> plain
 *
 * Each operation is one batch of a key's configuration and an RDMA write that uses the key. It is
 * committed without a doorbell; the poller rings once for all of them. Those with encryption and CRC32C
 * have a chain of two keys, as accel_mlx5 needs for data that one key cannot have: the PSV carries the CRC
 * from the first to the second.
 *
 *	build/softmlx5 build/examples/accel [SECONDS of each]
 *
 * Without encryption, if the device cannot encrypt several data units under a key; the chains are left out.
 *
 * Exits with 0 if all results are right, and changed bytes are found.
 */
#define _POSIX_C_SOURCE 200809L

#include <time.h>
#include <unistd.h>

#include "pair.h"

#define TASKS 8u			/* operations at a time, each with buffers of its own */
#define BLOCK 4096u			/* of T10-DIF, and data unit of encryption */
#define BLOCKS 16u
#define BYTES (BLOCKS * BLOCK)
#define STORED (BLOCK + 8)		/* block with T10-DIF */
#define BUFFER (BLOCKS * STORED)
#define CHAIN 2u			/* keys */
#define LINK (BYTES / CHAIN)		/* bytes of each */
#define REPORT 0.2			/* seconds */

enum buffer { PLAIN, COPY, WITH_CRC, ENCRYPTED, NUM_BUFFERS };

struct task {
	uint32_t at[NUM_BUFFERS];	/* in the memory */
	struct mlx5sig_psv *psv;
	struct mlx5sig_mkey *mkey;	/* in a chain the last one, which has the CRC */
	struct mlx5sig_mkey *first;	/* of a chain */
};

static struct pair pair;
static struct side *side;
static struct ibv_mr *mr;
static uint8_t *memory;
static struct task tasks[TASKS];
static struct mlx5sig_mkey_pool *crc_keys, *block_keys, *chain_keys;
static struct mlx5sig_dek *dek;		/* NULL: without encryption */
static const struct mlx5sig_sig_crc crc32c = { .type = MLX5SIG_SIG_CRC_TYPE_CRC32C,
					       .seed = UINT32_MAX };

/* Bytes of a buffer of a task. */
static uint8_t *buffer(const struct task *task, enum buffer which)
{
	return memory + task->at[which];
}

/*
 * Operations: each configures the task's key, and writes through it.
 */

static void write_through(const struct task *task, enum buffer to, uint32_t length)
{
	side->qp->wr_id = (uint64_t)(task - tasks);
	side->qp->wr_flags = IBV_SEND_SIGNALED;
	mlx5sig_wr_rdma_write(side->qp, mr->rkey, (uintptr_t)buffer(task, to));
	mlx5sig_wr_set_sge(side->qp, task->mkey->lkey, 0, length);
}

static void set_memory(const struct task *task, enum buffer from, uint32_t length)
{
	const struct ibv_sge sge = { .addr = (uintptr_t)buffer(task, from), .length = length,
				     .lkey = mr->lkey };

	mlx5sig_wr_set_mkey_layout_list(side->qp, 1, &sge);
}

/* The CRC32C is on the wire: generated for data that leave memory, checked for those that arrive. */
static void configure_crc(const struct task *task, enum buffer memory_of_key)
{
	const struct mlx5sig_sig_transaction_attr attr = {
		.domain = MLX5SIG_SIG_DOMAIN_WIRE, .crc = &crc32c, .psv = task->psv,
		.flags = MLX5SIG_SIG_TRANSACTION_FLAG_INIT | MLX5SIG_SIG_TRANSACTION_FLAG_CHECK_GEN };

	side->qp->wr_flags = 0;
	mlx5sig_wr_mkey_configure(side->qp, task->mkey, 3, NULL);
	mlx5sig_wr_set_mkey_access_flags(side->qp, IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE);
	set_memory(task, memory_of_key, BYTES);
	mlx5sig_wr_set_mkey_sig_transaction(side->qp, &attr);
}

static void copy_with_crc(const struct task *task)
{
	configure_crc(task, PLAIN);
	write_through(task, WITH_CRC, BYTES + 4);
}

/* Into the key, which strips the CRC32C. */
static void check_crc(const struct task *task)
{
	configure_crc(task, COPY);
	side->qp->wr_id = (uint64_t)(task - tasks);
	side->qp->wr_flags = IBV_SEND_SIGNALED;
	mlx5sig_wr_rdma_write(side->qp, task->mkey->rkey, 0);
	mlx5sig_wr_set_sge(side->qp, mr->lkey, (uintptr_t)buffer(task, WITH_CRC), BYTES + 4);
}

/* After a wrong CRC: until then the device would report no other one. */
static void check_crc_with_new_psv(const struct task *task)
{
	const struct mlx5sig_psv_attr attr = { .sig_type = MLX5SIG_SIG_TYPE_CRC, .sig.crc = &crc32c };

	side->qp->wr_flags = 0;
	mlx5sig_wr_set_psv(side->qp, task->psv, &attr);
	check_crc(task);
}

/* Key @i of a chain. The CRC32C follows the encrypted data: devices have no other order. */
static void configure_link(const struct task *task, enum buffer from, unsigned int i, bool in_memory)
{
	const bool is_last = i == CHAIN - 1;
	const struct mlx5sig_sig_transaction_attr crc = {
		.domain = in_memory ? MLX5SIG_SIG_DOMAIN_MEM : MLX5SIG_SIG_DOMAIN_WIRE,
		.crc = &crc32c, .psv = task->psv,
		.flags = is_last ? MLX5SIG_SIG_TRANSACTION_FLAG_CHECK_GEN :
			 i == 0 ? MLX5SIG_SIG_TRANSACTION_FLAG_INIT : 0 };
	const struct mlx5sig_crypto_attr crypto = {
		.encrypt_on_tx = !in_memory, .data_unit_size = MLX5SIG_BLOCK_SIZE_4096,
		.signature_crypto_order = in_memory ?
			MLX5SIG_SIGNATURE_CRYPTO_ORDER_SIGNATURE_BEFORE_CRYPTO_ON_TX :
			MLX5SIG_SIGNATURE_CRYPTO_ORDER_SIGNATURE_AFTER_CRYPTO_ON_TX,
		.initial_tweak = { (char)(1 + i * (LINK / BLOCK)) }, .dek = dek };
	const struct ibv_sge sge = { .addr = (uintptr_t)buffer(task, from) + i * LINK, .lkey = mr->lkey,
				     .length = LINK + (is_last && in_memory ? 4 : 0) };

	side->qp->wr_flags = 0;
	mlx5sig_wr_mkey_configure(side->qp, is_last ? task->mkey : task->first, 3, NULL);
	mlx5sig_wr_set_mkey_layout_list(side->qp, 1, &sge);
	mlx5sig_wr_set_mkey_sig_transaction(side->qp, &crc);
	mlx5sig_wr_set_mkey_crypto(side->qp, &crypto);
}

static void write_chain(const struct task *task, enum buffer from, enum buffer to, bool in_memory)
{
	unsigned int i;

	for (i = 0; i < CHAIN; i++) {
		const bool is_last = i == CHAIN - 1;

		configure_link(task, from, i, in_memory);
		side->qp->wr_id = (uint64_t)(task - tasks);
		side->qp->wr_flags = is_last ? IBV_SEND_SIGNALED : 0;
		mlx5sig_wr_rdma_write(side->qp, mr->rkey, (uintptr_t)buffer(task, to) + i * LINK);
		mlx5sig_wr_set_sge(side->qp, is_last ? task->mkey->lkey : task->first->lkey, 0,
				   LINK + (is_last && !in_memory ? 4 : 0));
	}
}

static void encrypt_with_crc(const struct task *task)
{
	write_chain(task, PLAIN, ENCRYPTED, false);
}

static void check_and_decrypt(const struct task *task)
{
	write_chain(task, ENCRYPTED, COPY, true);
}

/* T10-DIF in memory or on the wire; data are encrypted where it is. */
static void configure_blocks(const struct task *task, enum buffer from, bool in_memory)
{
	const struct mlx5sig_sig_t10dif dif = { .app_tag = 0x5347, .ref_tag = 1000,
						.flags = MLX5SIG_SIG_T10DIF_FLAG_REF_REMAP };
	const struct mlx5sig_sig_block_domain domain = {
		.sig_type = MLX5SIG_SIG_TYPE_T10DIF, .sig.dif = &dif,
		.block_size = MLX5SIG_BLOCK_SIZE_4096 };
	const struct mlx5sig_sig_block_attr sig = { .mem = in_memory ? &domain : NULL,
						    .wire = in_memory ? NULL : &domain,
						    .check_mask = 0xff };
	const struct mlx5sig_crypto_attr crypto = {
		.encrypt_on_tx = !in_memory, .data_unit_size = MLX5SIG_BLOCK_SIZE_4096,
		.signature_crypto_order = in_memory ?
			MLX5SIG_SIGNATURE_CRYPTO_ORDER_SIGNATURE_BEFORE_CRYPTO_ON_TX :
			MLX5SIG_SIGNATURE_CRYPTO_ORDER_SIGNATURE_AFTER_CRYPTO_ON_TX,
		.initial_tweak = { 1 }, .dek = dek };

	side->qp->wr_flags = 0;
	mlx5sig_wr_mkey_configure(side->qp, task->mkey, dek ? 3 : 2, NULL);
	set_memory(task, from, BLOCKS * (in_memory ? STORED : BLOCK));
	mlx5sig_wr_set_mkey_sig_block(side->qp, &sig);
	if (dek)
		mlx5sig_wr_set_mkey_crypto(side->qp, &crypto);
}

static void encrypt(const struct task *task)
{
	configure_blocks(task, PLAIN, false);
	write_through(task, ENCRYPTED, BLOCKS * STORED);
}

static void decrypt(const struct task *task)
{
	configure_blocks(task, ENCRYPTED, true);
	write_through(task, COPY, BYTES);
}

/*
 * Running them.
 */

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);	/* the time of day may go back */
	return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* A line that is overwritten, on a terminal. */
static void show_progress(const char *name, uint64_t done, uint32_t bytes, double since)
{
	if (isatty(STDERR_FILENO))
		fprintf(stderr, "\r%-32s %8llu operations, %7.0f MB/s ", name,
			(unsigned long long)done, (double)done * bytes / 1e6 / (now() - since));
}

/* Each task in turn, as many at a time as there are; returns the number of wrong signatures. */
static uint64_t run(const char *name, void (*post)(const struct task *task), uint32_t bytes,
		    double seconds)
{
	const double start = now(), end = start + seconds;
	uint64_t posted = 0, done = 0, bad = 0;
	double report = start + REPORT;
	struct mlx5sig_mkey_err err;
	struct ibv_wc wc[TASKS], unexpected;
	int i, n;

	do {
		while (posted < done + TASKS && (posted < TASKS || now() < end)) {
			mlx5sig_wr_start(side->qp);
			post(&tasks[posted++ % TASKS]);
			must(mlx5sig_wr_commit(side->qp), name);
		}
		mlx5sig_qp_ring(side->qp);
		n = mlx5sig_poll_cq(side->cq, TASKS, wc);
		must(n < 0 ? -n : 0, "mlx5sig_poll_cq");
		/* Errors of data that have arrived in a key are in the CQ of the peer. */
		must(mlx5sig_poll_cq(pair.side[1].cq, 1, &unexpected) ? EIO : 0, "peer");
		for (i = 0; i < n; i++, done++) {
			must(wc[i].status ? EIO : 0, ibv_wc_status_str(wc[i].status));
			must(mlx5sig_mkey_check(tasks[wc[i].wr_id].mkey, &err), "mlx5sig_mkey_check");
			bad += err.err_type != MLX5SIG_MKEY_NO_ERR;
		}
		if (n && now() > report) {
			show_progress(name, done, bytes, start);
			report = now() + REPORT;
		}
	} while (done < posted || now() < end);
	show_progress(name, done, bytes, start);
	if (isatty(STDERR_FILENO))
		fprintf(stderr, "\r");
	printf("%-32s %8llu operations of %u bytes, %7.0f MB/s\n", name, (unsigned long long)done, bytes,
	       (double)done * bytes / 1e6 / (now() - start));
	return bad;
}

/* All tasks have a key of the pool, until they are put back. */
static void get_keys(struct mlx5sig_mkey_pool *pool)
{
	struct mlx5sig_mkey *mkeys[TASKS];
	unsigned int i;

	must(mlx5sig_mkey_pool_get_bulk(pool, mkeys, TASKS), "mlx5sig_mkey_pool_get_bulk");
	for (i = 0; i < TASKS; i++)
		tasks[i].mkey = mkeys[i];
}

static void put_keys(struct mlx5sig_mkey_pool *pool)
{
	unsigned int i;

	for (i = 0; i < TASKS; i++)
		must(mlx5sig_mkey_pool_put(pool, tasks[i].mkey), "mlx5sig_mkey_pool_put");
}

/*
 * What is right.
 */

static bool has_crc(const uint8_t *data)
{
	uint32_t crc = UINT32_MAX, i, bit;

	for (i = 0; i < BYTES; i++) {
		crc ^= data[i];
		for (bit = 0; bit < 8; bit++)
			crc = crc >> 1 ^ (crc & 1 ? 0x82f63b78 : 0);
	}
	crc = ~crc;
	for (i = 0; i < 4; i++)	/* least significant byte first */
		if (data[BYTES + i] != (uint8_t)(crc >> 8 * i))
			return false;
	return true;
}

static bool is_crc_right(const struct task *task)
{
	return has_crc(buffer(task, WITH_CRC)) &&
	       !memcmp(buffer(task, WITH_CRC), buffer(task, PLAIN), BYTES);
}

static bool is_encrypted(const struct task *task)
{
	return has_crc(buffer(task, ENCRYPTED)) &&
	       memcmp(buffer(task, ENCRYPTED), buffer(task, PLAIN), BLOCK) &&
	       memcmp(buffer(task, ENCRYPTED) + LINK, buffer(task, PLAIN) + LINK, BLOCK);
}

static bool is_copied(const struct task *task)
{
	return !memcmp(buffer(task, COPY), buffer(task, PLAIN), BYTES);
}

static bool is_decrypted(const struct task *task)
{
	const bool is_cipher = memcmp(buffer(task, ENCRYPTED), buffer(task, PLAIN), BLOCK);

	return is_cipher == !!dek && is_copied(task);
}

static void check_all(const char *what, bool (*is_right)(const struct task *task))
{
	unsigned int i;

	for (i = 0; i < TASKS; i++)
		must(is_right(&tasks[i]) ? 0 : EILSEQ, what);
}

/*
 * Objects.
 */

static struct mlx5sig_mkey_pool *make_pool(uint32_t flags)
{
	struct mlx5sig_mkey_pool_attr attr = {
		.mkey = { .pd = pair.pd, .max_entries = 1,
			  .create_flags = MLX5SIG_MKEY_INIT_ATTR_FLAGS_INDIRECT |
					  MLX5SIG_MKEY_INIT_ATTR_FLAGS_RELAXED_ORDERING | flags },
		.initial = CHAIN * TASKS };

	return need(mlx5sig_mkey_pool_create(&attr), "mlx5sig_mkey_pool_create");
}

static void make_objects(void)
{
	struct mlx5sig_context caps = { .comp_mask = MLX5SIG_CONTEXT_MASK_CRYPTO_OFFLOAD };
	struct mlx5sig_dek_init_attr attr = { .pd = pair.pd, .key_size = 256 };
	const struct mlx5sig_crypto_caps *crypto = &caps.crypto_caps;
	unsigned int i;

	must(mlx5sig_query_device(pair.context, &caps), "mlx5sig_query_device");
	/* Keys in plain text, and several data units in a key: not all devices have both. */
	if (crypto->flags & MLX5DV_CRYPTO_CAPS_CRYPTO && !crypto->wrapped_import_method &&
	    (crypto->multi_block_le_tweak ||
	     crypto->crypto_engines & MLX5DV_CRYPTO_ENGINES_CAP_AES_XTS_MULTI_BLOCK)) {
		for (i = 0; i < sizeof(attr.key); i++)
			attr.key[i] = (char)(7 * i + 1);
		dek = need(mlx5sig_dek_create(pair.context, &attr), "mlx5sig_dek_create");
	}
	crc_keys = make_pool(MLX5SIG_MKEY_INIT_ATTR_FLAGS_TRANSACTION_SIGNATURE);
	block_keys = make_pool(MLX5SIG_MKEY_INIT_ATTR_FLAGS_BLOCK_SIGNATURE |
			       (dek ? MLX5SIG_MKEY_INIT_ATTR_FLAGS_CRYPTO : 0u));
	if (dek)
		chain_keys = make_pool(MLX5SIG_MKEY_INIT_ATTR_FLAGS_TRANSACTION_SIGNATURE |
				       MLX5SIG_MKEY_INIT_ATTR_FLAGS_CRYPTO);
	memory = pair_memory(&pair, (size_t)TASKS * NUM_BUFFERS * BUFFER, &mr);
	for (i = 0; i < TASKS * NUM_BUFFERS; i++)
		tasks[i / NUM_BUFFERS].at[i % NUM_BUFFERS] = i * BUFFER;
	for (i = 0; i < TASKS * BYTES; i++)
		buffer(&tasks[i / BYTES], PLAIN)[i % BYTES] = (uint8_t)(i * 17 + i / 255);
	for (i = 0; i < TASKS; i++)
		tasks[i].psv = need(mlx5sig_psv_create(pair.pd), "mlx5sig_psv_create");
}

static void destroy_objects(void)
{
	unsigned int i;

	for (i = 0; i < TASKS; i++)
		must(mlx5sig_psv_destroy(tasks[i].psv), "mlx5sig_psv_destroy");
	must(mlx5sig_mkey_pool_destroy(crc_keys), "mlx5sig_mkey_pool_destroy");
	must(mlx5sig_mkey_pool_destroy(block_keys), "mlx5sig_mkey_pool_destroy");
	if (dek) {
		must(mlx5sig_mkey_pool_destroy(chain_keys), "mlx5sig_mkey_pool_destroy");
		must(mlx5sig_dek_destroy(dek), "mlx5sig_dek_destroy");
	}
	pair_free_memory(mr);
}

static void reset_copies(void)
{
	unsigned int i;

	for (i = 0; i < TASKS; i++)
		memset(buffer(&tasks[i], COPY), 0, BYTES);
}

static void run_chains(double seconds)
{
	const struct mlx5sig_psv_attr attr = { .sig_type = MLX5SIG_SIG_TYPE_CRC, .sig.crc = &crc32c };
	unsigned int i;
	uint64_t bad;

	get_keys(chain_keys);
	for (i = 0; i < TASKS; i++)
		tasks[i].first = need(mlx5sig_mkey_pool_get(chain_keys), "mlx5sig_mkey_pool_get");
	bad = run("encrypt, CRC32C", encrypt_with_crc, BYTES, seconds);
	check_all("encryption or CRC32C", is_encrypted);
	bad += run("check CRC32C, decrypt", check_and_decrypt, BYTES, seconds);
	check_all("decryption", is_copied);
	must(bad ? EILSEQ : 0, "CRC32C");
	buffer(&tasks[0], ENCRYPTED)[5] ^= 1;
	bad = run("again, with a changed byte", check_and_decrypt, BYTES, 0);
	must(bad == 1 ? 0 : EILSEQ, "changed byte");
	mlx5sig_wr_start(side->qp);
	side->qp->wr_flags = 0;	/* nobody waits for it: run() counts completions */
	mlx5sig_wr_set_psv(side->qp, tasks[0].psv, &attr);
	must(mlx5sig_wr_complete(side->qp), "SET_PSV");
	for (i = 0; i < TASKS; i++)
		must(mlx5sig_mkey_pool_put(chain_keys, tasks[i].first), "mlx5sig_mkey_pool_put");
	put_keys(chain_keys);
	reset_copies();
}

int main(int argc, char **argv)
{
	const double seconds = argc > 1 ? atof(argv[1]) : 1;
	unsigned int i;
	uint64_t bad;

	pair_open(&pair, false);
	side = &pair.side[0];
	make_objects();
	get_keys(crc_keys);
	bad = run("copy and CRC32C", copy_with_crc, BYTES, seconds);
	check_all("copy or CRC32C", is_crc_right);
	bad += run("check CRC32C, copy", check_crc, BYTES, seconds);
	check_all("copy", is_copied);
	must(bad ? EILSEQ : 0, "CRC32C");
	for (i = 0; i < 2; i++) {	/* the PSV is as good as new after SET_PSV: both runs find it */
		buffer(&tasks[0], WITH_CRC)[5] ^= 1;
		bad = run("again, with a changed byte", check_crc, BYTES, 0);
		must(bad == 1 ? 0 : EILSEQ, "changed byte");
		buffer(&tasks[0], WITH_CRC)[5] ^= 1;
		bad = run("again, after SET_PSV", check_crc_with_new_psv, BYTES, 0);
		must(bad ? EILSEQ : 0, "CRC32C");
	}
	put_keys(crc_keys);
	reset_copies();
	if (dek)
		run_chains(seconds);
	get_keys(block_keys);
	bad = run(dek ? "encrypt and add T10-DIF" : "add T10-DIF", encrypt, BYTES, seconds);
	bad += run(dek ? "check T10-DIF, strip, decrypt" : "check T10-DIF, strip", decrypt,
		   BYTES, seconds);
	check_all("blocks", is_decrypted);
	must(bad ? EILSEQ : 0, "signatures");
	buffer(&tasks[0], ENCRYPTED)[5] ^= 1;
	bad = run("again, with a changed byte", decrypt, BYTES, 0);
	must(bad == 1 ? 0 : EILSEQ, "changed byte");
	put_keys(block_keys);
	puts("all results are right, and the changed bytes were found");
	destroy_objects();
	pair_close(&pair);
	return 0;
}
