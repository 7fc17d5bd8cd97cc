// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Asks for signatures of whole transactions, of which SPDK uses CRC32C on the wire only. */
#include "facts.h"

#define BYTES 992u	/* of data under each key; can be encrypted */

static struct mlx5sig_mkey *keys[2];
static struct mlx5sig_psv *psv;
static struct mlx5sig_dek *dek;		/* NULL: transactions are not encrypted */
static const char *const names[] = { "CRC32", "CRC32C", "CRC64_XP10" };
static const char *const domains[] = { "wire", "memory" };

static uint32_t crc_bytes(enum mlx5sig_sig_crc_type type)
{
	return type == MLX5SIG_SIG_CRC_TYPE_CRC64_XP10 ? 8 : 4;
}

static void make_objects(void)
{
	unsigned int i;

	psv = need(mlx5sig_psv_create(pair.pd), "mlx5sig_psv_create");
	for (i = 0; i < 2; i++)
		keys[i] = make_key(MLX5SIG_MKEY_INIT_ATTR_FLAGS_TRANSACTION_SIGNATURE |
				   (dek ? MLX5SIG_MKEY_INIT_ATTR_FLAGS_CRYPTO : 0u));
}

static void destroy_objects(void)
{
	unsigned int i;

	for (i = 0; i < 2; i++)
		must(mlx5sig_destroy_mkey(keys[i]), "mlx5sig_destroy_mkey");
	must(mlx5sig_psv_destroy(psv), "mlx5sig_psv_destroy");
}

static int finish(void)
{
	struct ibv_wc wc;

	if (mlx5sig_wr_complete(here->qp))
		return REFUSED;
	return next_outcome(here, &wc);
}

/* The order that devices have. */
static void set_encryption(enum mlx5sig_sig_domain domain)
{
	const bool on_wire = domain == MLX5SIG_SIG_DOMAIN_WIRE;
	const struct mlx5sig_crypto_attr attr = {
		.encrypt_on_tx = on_wire, .dek = dek, .data_unit_size = MLX5SIG_BLOCK_SIZE_4096,
		.signature_crypto_order = on_wire ?
			MLX5SIG_SIGNATURE_CRYPTO_ORDER_SIGNATURE_AFTER_CRYPTO_ON_TX :
			MLX5SIG_SIGNATURE_CRYPTO_ORDER_SIGNATURE_BEFORE_CRYPTO_ON_TX };

	mlx5sig_wr_set_mkey_crypto(here->qp, &attr);
}

/* The memory of key @i begins at i * BYTES. */
static int set_transaction(unsigned int i, const struct mlx5sig_sig_transaction_attr *attr)
{
	const bool has_crc = attr->domain == MLX5SIG_SIG_DOMAIN_MEM &&
			     attr->flags & MLX5SIG_SIG_TRANSACTION_FLAG_CHECK_GEN;
	const struct ibv_sge sge = {
		.addr = (uintptr_t)memory[0] + i * BYTES, .lkey = mr[0]->lkey,
		.length = BYTES + (has_crc ? crc_bytes(attr->crc->type) : 0) };

	mlx5sig_wr_start(here->qp);
	here->qp->wr_flags = IBV_SEND_SIGNALED;
	mlx5sig_wr_mkey_configure(here->qp, keys[i], dek ? 4 : 3, NULL);
	mlx5sig_wr_set_mkey_access_flags(here->qp, IBV_ACCESS_LOCAL_WRITE);
	mlx5sig_wr_set_mkey_layout_list(here->qp, 1, &sge);
	mlx5sig_wr_set_mkey_sig_transaction(here->qp, attr);
	if (dek)
		set_encryption(attr->domain);
	return finish();
}

/* Writes bytes of a key to the peer, or reads from there. */
static int move(unsigned int i, bool reads, uint32_t length)
{
	mlx5sig_wr_start(here->qp);
	if (reads)
		mlx5sig_wr_rdma_read(here->qp, mr[1]->rkey, (uintptr_t)memory[1]);
	else
		mlx5sig_wr_rdma_write(here->qp, mr[1]->rkey, (uintptr_t)memory[1]);
	mlx5sig_wr_set_sge(here->qp, keys[i]->lkey, 0, length);
	return finish();
}

static int load_psv(const struct mlx5sig_sig_crc *crc)
{
	const struct mlx5sig_psv_attr attr = { .sig_type = MLX5SIG_SIG_TYPE_CRC, .sig.crc = crc };

	mlx5sig_wr_start(here->qp);
	mlx5sig_wr_set_psv(here->qp, psv, &attr);
	return finish();
}

/* Prints an outcome that is no success. */
static bool failed(const char *what, int outcome)
{
	if (!outcome)
		return false;
	printf("%s: %s\n", what, outcome_name(outcome));
	recover();
	return true;
}

/* The CRC that the device generates behind the data of one key, or of two. */
static void generate(const struct mlx5sig_sig_crc *crc, enum mlx5sig_sig_domain domain,
		     unsigned int num)
{
	const bool in_memory = domain == MLX5SIG_SIG_DOMAIN_MEM;
	struct mlx5sig_sig_transaction_attr attr = { .domain = domain, .crc = crc, .psv = psv };
	const uint32_t size = crc_bytes(crc->type);
	uint8_t data[2 * BYTES];
	char what[80];
	unsigned int i;

	snprintf(what, sizeof(what), "%s seed %s, %s, keys %u", names[crc->type],
		 crc->seed ? "ones" : "0", domains[domain], num);
	fill(data, num * BYTES, 9);
	for (i = 0; i < num; i++) {
		const bool is_last = i == num - 1;

		memset(memory[0], 0, 2 * BYTES + 8);
		memset(memory[1], 0, 2 * BYTES + 8);
		memcpy(in_memory ? memory[1] : memory[0] + i * BYTES, data + i * BYTES, BYTES);
		attr.flags = (i ? 0 : MLX5SIG_SIG_TRANSACTION_FLAG_INIT) |
			     (is_last ? MLX5SIG_SIG_TRANSACTION_FLAG_CHECK_GEN : 0);
		if (failed(what, set_transaction(i, &attr)) ||
		    failed(what, move(i, in_memory, BYTES + (is_last && !in_memory ? size : 0))))
			return;
	}
	printf("%s: ", what);
	name_crc(in_memory ? memory[0] + num * BYTES : memory[1] + BYTES, size, data, num * BYTES);
	printf("\n");
}

static void ask_transaction(void)
{
	struct mlx5sig_sig_crc crc = { .type = MLX5SIG_SIG_CRC_TYPE_CRC32C };
	unsigned int i;

	make_objects();
	for (i = 0; i < 2; i++) {
		crc.seed = i ? UINT64_MAX : 0;
		generate(&crc, MLX5SIG_SIG_DOMAIN_WIRE, 1);
		generate(&crc, MLX5SIG_SIG_DOMAIN_WIRE, 2);
	}
	destroy_objects();
}

static void ask_other_transactions(void)
{
	struct mlx5sig_sig_crc crc = { .seed = UINT64_MAX };
	unsigned int i;

	make_objects();
	for (i = 0; i < 6; i++) {
		crc.type = i / 2;
		generate(&crc, i % 2 ? MLX5SIG_SIG_DOMAIN_MEM : MLX5SIG_SIG_DOMAIN_WIRE,
			 1 + i % 2);
	}
	destroy_objects();
}

static void show_error(const char *what)
{
	struct mlx5sig_mkey_err_ext ext;
	int err = mlx5sig_mkey_check_ext(keys[0], &ext);

	if (err)
		printf("%s: an error that cannot be decoded, syndrome %x\n", what, ext.syndrome);
	else if (!ext.num_errors)
		printf("%s: no error\n", what);
	else
		printf("%s: errors %u, syndrome %x, domain %s, offset %llu\n", what, ext.num_errors,
		       ext.syndrome, domains[ext.domain],
		       (unsigned long long)ext.err.err.sig.offset);
}

/* Checks a wrong CRC three times: the PSV is in error from the first on, and loaded before the last. */
static void check_wrong(enum mlx5sig_sig_domain domain)
{
	static const char *const whats[] = { "wrong CRC", "again", "after SET_PSV" };
	const struct mlx5sig_sig_crc crc = { .type = MLX5SIG_SIG_CRC_TYPE_CRC32C,
					     .seed = UINT64_MAX };
	const struct mlx5sig_sig_transaction_attr attr = {
		.domain = domain, .crc = &crc, .psv = psv,
		.flags = MLX5SIG_SIG_TRANSACTION_FLAG_INIT | MLX5SIG_SIG_TRANSACTION_FLAG_CHECK_GEN };
	const bool on_wire = domain == MLX5SIG_SIG_DOMAIN_WIRE;
	unsigned int i;
	char what[80];

	fill(memory[0], BYTES + 4, 3);
	fill(memory[1], BYTES + 4, 3);
	for (i = 0; i < 3; i++) {
		snprintf(what, sizeof(what), "%s, %s", domains[domain], whats[i]);
		if ((i == 2 && failed(what, load_psv(&crc))) ||
		    failed(what, set_transaction(0, &attr)) ||
		    failed(what, move(0, on_wire, BYTES + (on_wire ? 4 : 0))))
			return;
		show_error(what);
	}
	failed("SET_PSV", load_psv(&crc));
}

static void ask_wrong_transactions(void)
{
	make_objects();
	check_wrong(MLX5SIG_SIG_DOMAIN_WIRE);
	check_wrong(MLX5SIG_SIG_DOMAIN_MEM);
	destroy_objects();
}

/*
 * Moves @from through the key, from our memory to the peer's or the reverse. @to gets what is there then,
 * as many bytes as the data and a CRC have.
 */
static bool pass(const char *what, const struct mlx5sig_sig_transaction_attr *attr, bool arrives,
		 const uint8_t *from, uint8_t *to)
{
	const bool on_wire = attr->domain == MLX5SIG_SIG_DOMAIN_WIRE;

	memset(memory[!arrives], 0, BYTES + 4);
	memcpy(memory[arrives], from, BYTES + 4);
	if (failed(what, set_transaction(0, attr)) ||
	    failed(what, move(0, arrives, BYTES + (on_wire ? 4 : 0))))
		return false;
	memcpy(to, memory[!arrives], BYTES + 4);
	return true;
}

/* The encrypted data of the first answer are the input of the others. */
static void ask_encrypted_transactions(void)
{
	struct mlx5sig_dek_init_attr init = { .pd = pair.pd, .key_size = 128 };
	const struct mlx5sig_sig_crc crc = { .type = MLX5SIG_SIG_CRC_TYPE_CRC32C,
					     .seed = UINT32_MAX };
	uint8_t clear[BYTES + 4] = {0}, coded[BYTES + 4], found[BYTES + 4];
	unsigned int i;

	for (i = 0; i < 32; i++)
		init.key[i] = (char)(i + 1);
	dek = mlx5sig_dek_create(pair.context, &init);
	if (!dek) {
		puts("the device has no encryption keys");
		return;
	}
	make_objects();
	fill(clear, BYTES, 5);
	for (i = 0; i < 6; i++) {
		/* Generated, checked, checked with a wrong CRC; of data that leave memory, or arrive. */
		const bool arrives = i >= 3, generates = i % 3 == 0, is_bad = i % 3 == 2;
		const struct mlx5sig_sig_transaction_attr attr = {
			.domain = generates == arrives, .crc = &crc, .psv = psv,
			.flags = MLX5SIG_SIG_TRANSACTION_FLAG_INIT |
				 MLX5SIG_SIG_TRANSACTION_FLAG_CHECK_GEN };
		char what[80];

		snprintf(what, sizeof(what), "%s, data %s%s", domains[attr.domain],
			 arrives ? "arrive" : "leave memory", is_bad ? ", wrong CRC" : "");
		coded[BYTES] ^= is_bad;
		if (!pass(what, &attr, arrives, generates ? clear : coded, found))
			break;
		coded[BYTES] ^= is_bad;
		if (i == 0)
			memcpy(coded, found, sizeof(coded));
		if (!generates) {
			show_error(what);
			printf("%s: data are %s\n", what, memcmp(found, clear, BYTES) ? "wrong" : "right");
		} else {
			printf("%s: %s, ", what, memcmp(found, clear, BYTES) && !memcmp(found, coded, BYTES) ?
				"encrypted" : "data are wrong");
			name_crc(found + BYTES, 4, found, BYTES);
			printf("\n");
		}
		if (is_bad && failed("SET_PSV", load_psv(&crc)))
			break;
	}
	destroy_objects();
	must(mlx5sig_dek_destroy(dek), "mlx5sig_dek_destroy");
	dek = NULL;
}

const struct question transaction_questions[] = {
	{ "encrypted-transactions", ask_encrypted_transactions, false },
	{ "transaction", ask_transaction, false },
	{ "other-transactions", ask_other_transactions, false },
	{ "wrong-transactions", ask_wrong_transactions, false },
	{ NULL, NULL, false },
};
