/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Errors of keys without a device: results of checks for CQEs, for every configuration of the
 * domains, and from many threads. Prints `done`.
 */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <prm_cmd.h>
#include <prm_cqe.h>
#include <prm_mkey.h>
#include <prm_psv.h>
#include <prm_query_hca_cap.h>

#include "cq.h"
#include "mkey.h"

#define CHECK(condition) \
	do { \
		if (!(condition)) { \
			printf("line %d: %s\n", __LINE__, #condition); \
			exit(1); \
		} \
	} while (0)

static uint32_t next_index = 0xabcd00;

static void *obj_create(void *cookie, const void *in, size_t inlen, void *out, size_t outlen)
{
	(void)cookie;
	(void)inlen;
	(void)outlen;
	if (prm_cmd_in_hdr_get_opcode(in) == PRM_CMD_OPCODE_CREATE_MKEY)
		prm_create_mkey_out_set_mkey_index(out, next_index++);
	return &next_index;
}

static int obj_destroy(void *cookie, void *obj)
{
	(void)cookie;
	(void)obj;
	return 0;
}

/* Failure of QUERY_HCA_CAP: the function's result, and the status. */
static int fail_errno, fail_status;

static int general_cmd(void *cookie, const void *in, size_t inlen, void *out, size_t outlen)
{
	struct prm_query_hca_cap_out *answer = out;

	(void)cookie;
	(void)in;
	(void)inlen;
	(void)outlen;
	if (fail_errno || fail_status) {
		prm_cmd_out_hdr_set_status(out, (uint32_t)fail_status);
		return fail_errno;
	}
	prm_cmd_hca_cap_set_sho(&answer->cmd_hca_cap, 1);
	prm_cmd_hca_cap_set_sigerr_domain_and_sig_type(&answer->cmd_hca_cap, 1);
	return 0;
}

static struct mlx5sig_device *device;
static struct mlx5sig_cq *cq;

static struct mlx5sig_key *create(uint32_t flags)
{
	struct mlx5sig_mkey_init_attr attr = { .create_flags = flags, .max_entries = 4 };
	struct mlx5sig_mkey *mkey = mlx5sig_device_create_mkey(device, 1, &attr);

	CHECK(mkey);
	return (struct mlx5sig_key *)mkey;
}

static struct prm_sig_err_cqe cqe_of(uint32_t syndrome, uint32_t domain, uint32_t sig_type)
{
	struct prm_sig_err_cqe cqe;

	memset(&cqe, 0xff, sizeof(cqe));
	prm_sig_err_cqe_set_expected_trans_sig(&cqe, 0x11223344);
	prm_sig_err_cqe_set_expected_ref_tag(&cqe, 0x55667788);
	prm_sig_err_cqe_set_actual_trans_sig(&cqe, 0x99aabbcc);
	prm_sig_err_cqe_set_actual_ref_tag(&cqe, 0xddeeff01);
	prm_sig_err_cqe_set_syndrome(&cqe, syndrome);
	prm_sig_err_cqe_set_domain(&cqe, domain);
	prm_sig_err_cqe_set_sig_type(&cqe, sig_type);
	prm_sig_err_cqe_set_sig_err_offset(&cqe, 0x123456789a00);
	return cqe;
}

static void note(struct mlx5sig_key *key, uint32_t syndrome, uint32_t domain)
{
	struct prm_sig_err_cqe cqe = cqe_of(syndrome, domain, PRM_SIGERR_SIG_TYPE_BLOCK);

	prm_sig_err_cqe_set_mkey(&cqe, key->pub.lkey);
	mlx5sig_note_error(cq, &cqe);
}

/* A configuration with this signature was posted. */
static void set_format(struct mlx5sig_key *key, uint32_t domain, enum mlx5sig_sig_format format)
{
	struct mlx5sig_signature *sig = &key->config->sig;

	*(domain == PRM_SIGERR_DOMAIN_WIRE ? &sig->wire_format : &sig->mem_format) =
		(uint8_t)format;
	mlx5sig_key_publish(key, sig);
}

static void check(struct mlx5sig_key *key, enum mlx5sig_mkey_err_type type, uint64_t expected,
		  uint64_t actual, uint32_t num)
{
	struct mlx5sig_mkey_err_ext ext;

	CHECK(!mlx5sig_mkey_check_ext(&key->pub, &ext));
	CHECK(ext.err.err_type == type && ext.num_errors == num);
	CHECK(ext.err.err.sig.expected_value == expected);
	CHECK(ext.err.err.sig.actual_value == actual);
	CHECK(ext.err.err.sig.offset == (type ? 0x123456789a00 : 0));
}

/* Every form of a value, in each domain. */
static void values(void)
{
	const uint32_t guard = PRM_SIG_SYNDROME_GUARD, app = PRM_SIG_SYNDROME_APPTAG,
		       ref = PRM_SIG_SYNDROME_REFTAG;
	struct mlx5sig_key *key = create(3);
	struct mlx5sig_mkey_err_ext ext;
	uint32_t domain;

	for (domain = PRM_SIGERR_DOMAIN_WIRE; domain <= PRM_SIGERR_DOMAIN_MEMORY; domain++) {
		set_format(key, domain, MLX5SIG_SIG_FORMAT_T10DIF);
		note(key, guard | app | ref, domain);
		check(key, MLX5SIG_MKEY_SIG_BLOCK_BAD_GUARD, 0x1122, 0x99aa, 1);
		note(key, app | ref, domain);
		check(key, MLX5SIG_MKEY_SIG_BLOCK_BAD_APPTAG, 0x3344, 0xbbcc, 1);
		note(key, ref, domain);
		check(key, MLX5SIG_MKEY_SIG_BLOCK_BAD_REFTAG, 0x55667788, 0xddeeff01, 1);
		set_format(key, domain, MLX5SIG_SIG_FORMAT_CRC32);
		note(key, guard, domain);
		check(key, MLX5SIG_MKEY_SIG_BLOCK_BAD_GUARD, 0x11223344, 0x99aabbcc, 1);
		set_format(key, domain, MLX5SIG_SIG_FORMAT_CRC64);
		note(key, guard, domain);
		check(key, MLX5SIG_MKEY_SIG_BLOCK_BAD_GUARD, 0x1122334455667788,
		      0x99aabbccddeeff01, 1);
		note(key, guard | app | 1, domain);
		CHECK(!mlx5sig_mkey_check_ext(&key->pub, &ext));
		CHECK(ext.syndrome == (guard | app | 1));
		CHECK(ext.domain == (domain == PRM_SIGERR_DOMAIN_WIRE ? MLX5SIG_SIG_DOMAIN_WIRE :
									MLX5SIG_SIG_DOMAIN_MEM));
		set_format(key, domain, MLX5SIG_SIG_FORMAT_NONE);
	}
	CHECK(!mlx5sig_destroy_mkey(&key->pub));
}

/* Errors of transactions, under a key with transactions only. */
static void transactions(void)
{
	struct mlx5sig_key *key = create(MLX5SIG_MKEY_INIT_ATTR_FLAGS_TRANSACTION_SIGNATURE);
	struct prm_sig_err_cqe cqe = cqe_of(PRM_SIG_SYNDROME_GUARD, PRM_SIGERR_DOMAIN_WIRE,
					    PRM_SIGERR_SIG_TYPE_TRANSACTION);
	struct mlx5sig_mkey_err err;

	key->config->sig.is_transaction = true;
	set_format(key, PRM_SIGERR_DOMAIN_WIRE, MLX5SIG_SIG_FORMAT_CRC64);
	prm_sig_err_cqe_set_mkey(&cqe, key->pub.lkey);
	mlx5sig_note_error(cq, &cqe);
	check(key, MLX5SIG_MKEY_SIG_BLOCK_BAD_GUARD, 0x1122334455667788, 0x99aabbccddeeff01, 1);
	note(key, PRM_SIG_SYNDROME_GUARD, PRM_SIGERR_DOMAIN_WIRE);	/* of a block */
	CHECK(mlx5sig_mkey_check(&key->pub, &err) == EINVAL);
	CHECK(!mlx5sig_destroy_mkey(&key->pub));
}

/* An error that cannot be decoded is reported once, and yields to one that can. */
static void undecodable(void)
{
	static const uint32_t bad[][3] = {	/* syndrome, domain, type */
		{ 1 << 14, PRM_SIGERR_DOMAIN_WIRE, PRM_SIGERR_SIG_TYPE_BLOCK },
		{ PRM_SIG_SYNDROME_GUARD, 2, PRM_SIGERR_SIG_TYPE_BLOCK },
		{ PRM_SIG_SYNDROME_GUARD, PRM_SIGERR_DOMAIN_MEMORY, PRM_SIGERR_SIG_TYPE_BLOCK },
		{ PRM_SIG_SYNDROME_GUARD, PRM_SIGERR_DOMAIN_WIRE, PRM_SIGERR_SIG_TYPE_TRANSACTION },
	};
	struct mlx5sig_key *key = create(3);
	struct mlx5sig_mkey_err err;
	size_t i;

	set_format(key, PRM_SIGERR_DOMAIN_WIRE, MLX5SIG_SIG_FORMAT_T10DIF);
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct prm_sig_err_cqe cqe = cqe_of(bad[i][0], bad[i][1], bad[i][2]);

		prm_sig_err_cqe_set_mkey(&cqe, key->pub.lkey);
		mlx5sig_note_error(cq, &cqe);
		CHECK(mlx5sig_mkey_check(&key->pub, &err) == EINVAL);
		check(key, MLX5SIG_MKEY_NO_ERR, 0, 0, 0);
		mlx5sig_note_error(cq, &cqe);
		note(key, PRM_SIG_SYNDROME_REFTAG, PRM_SIGERR_DOMAIN_WIRE);
		note(key, PRM_SIG_SYNDROME_GUARD, PRM_SIGERR_DOMAIN_WIRE);
		mlx5sig_note_error(cq, &cqe);
		check(key, MLX5SIG_MKEY_SIG_BLOCK_BAD_REFTAG, 0x55667788, 0xddeeff01, 4);
		check(key, MLX5SIG_MKEY_NO_ERR, 0, 0, 0);
	}
	CHECK(!mlx5sig_destroy_mkey(&key->pub));
}

/* An error belongs to the key's signature at the time of the error. */
static void reconfigured(void)
{
	struct mlx5sig_key *key = create(3);
	unsigned int count = atomic_load(&key->errors.count);

	set_format(key, PRM_SIGERR_DOMAIN_WIRE, MLX5SIG_SIG_FORMAT_T10DIF);
	note(key, PRM_SIG_SYNDROME_GUARD, PRM_SIGERR_DOMAIN_WIRE);
	set_format(key, PRM_SIGERR_DOMAIN_WIRE, MLX5SIG_SIG_FORMAT_CRC64);
	check(key, MLX5SIG_MKEY_SIG_BLOCK_BAD_GUARD, 0x1122, 0x99aa, 1);
	CHECK(count == 1 && atomic_load(&key->errors.count) == 2);
	CHECK(!mlx5sig_destroy_mkey(&key->pub));
}

static void without_signature(void)
{
	struct mlx5sig_key *key = create(1);
	struct mlx5sig_mkey_err err;

	note(key, PRM_SIG_SYNDROME_GUARD, PRM_SIGERR_DOMAIN_WIRE);
	CHECK(atomic_load(&key->errors.count) == 1 && !mlx5sig_cq_next_bad_mkey(cq));
	CHECK(mlx5sig_mkey_check(&key->pub, &err) == EINVAL);
	CHECK(!mlx5sig_destroy_mkey(&key->pub));
}

static struct mlx5sig_cq *open_cq(uint32_t cqn)
{
	static _Alignas(64) uint8_t cqes[2][4 * 64];
	static _Alignas(8) uint64_t records[2];
	struct mlx5sig_raw_cq raw = { .buf = cqes[cqn], .dbrec = &records[cqn], .cqe_cnt = 4,
				      .cqe_size = 64, .cqn = cqn };
	struct mlx5sig_cq *made;

	memset(cqes[cqn], 0xff, sizeof(cqes[cqn]));
	records[cqn] = 0;
	made = mlx5sig_device_cq_attach(device, &raw, NULL);
	CHECK(made);
	return made;
}

static void note_guard(struct mlx5sig_key *key)
{
	note(key, PRM_SIG_SYNDROME_GUARD, PRM_SIGERR_DOMAIN_WIRE);
}

static void check_num(struct mlx5sig_key *key, uint32_t num)
{
	struct mlx5sig_mkey_err_ext ext;

	CHECK(!mlx5sig_mkey_check_ext(&key->pub, &ext) && ext.num_errors == num);
}

/*
 * The list of keys with errors: in the order of the errors, each once for an error report, and not
 * after a check.
 */
static void list(void)
{
	struct mlx5sig_key *keys[4];
	struct mlx5sig_cq *first = cq, *second = open_cq(1);
	int i;

	for (i = 0; i < 4; i++) {
		keys[i] = create(3);
		set_format(keys[i], PRM_SIGERR_DOMAIN_WIRE, MLX5SIG_SIG_FORMAT_T10DIF);
		keys[i]->pub.mkey_context = &keys[i];
	}
	CHECK(!mlx5sig_cq_next_bad_mkey(cq));
	note_guard(keys[2]);
	note_guard(keys[0]);
	note_guard(keys[2]);	/* stays where it is */
	note_guard(keys[3]);
	CHECK(mlx5sig_cq_next_bad_mkey(cq) == &keys[2]->pub);
	CHECK(keys[2]->pub.mkey_context == &keys[2]);
	/* A further error lists it again, although the first one has not been checked. */
	note_guard(keys[2]);
	CHECK(mlx5sig_cq_next_bad_mkey(cq) == &keys[0]->pub);
	CHECK(mlx5sig_cq_next_bad_mkey(cq) == &keys[3]->pub);
	CHECK(mlx5sig_cq_next_bad_mkey(cq) == &keys[2]->pub);
	CHECK(!mlx5sig_cq_next_bad_mkey(cq));
	check_num(keys[2], 3);
	check_num(keys[0], 1);
	check_num(keys[3], 1);
	CHECK(!mlx5sig_cq_next_bad_mkey(cq));

	/* A check takes the key out, at the start, in the middle and at the end of the list. */
	for (i = 0; i < 4; i++)
		note_guard(keys[i]);
	check_num(keys[1], 1);
	check_num(keys[3], 1);
	check_num(keys[0], 1);
	CHECK(mlx5sig_cq_next_bad_mkey(cq) == &keys[2]->pub && !mlx5sig_cq_next_bad_mkey(cq));
	check_num(keys[2], 1);

	/* So does its destruction. */
	for (i = 0; i < 4; i++)
		note_guard(keys[i]);
	CHECK(!mlx5sig_destroy_mkey(&keys[3]->pub) && !mlx5sig_destroy_mkey(&keys[0]->pub));
	CHECK(mlx5sig_cq_next_bad_mkey(cq) == &keys[1]->pub);
	CHECK(mlx5sig_cq_next_bad_mkey(cq) == &keys[2]->pub);
	CHECK(!mlx5sig_cq_next_bad_mkey(cq));
	check_num(keys[1], 1);
	check_num(keys[2], 1);

	/* Two CQs: each returns the keys whose first error it had. */
	note_guard(keys[1]);
	cq = second;
	note_guard(keys[2]);
	note_guard(keys[1]);
	CHECK(mlx5sig_cq_next_bad_mkey(second) == &keys[2]->pub);
	CHECK(!mlx5sig_cq_next_bad_mkey(second));
	CHECK(mlx5sig_cq_next_bad_mkey(first) == &keys[1]->pub);
	CHECK(!mlx5sig_cq_next_bad_mkey(first));
	check_num(keys[1], 2);
	check_num(keys[2], 1);

	/* A detached CQ leaves no trace in its keys, and they keep their errors. */
	note_guard(keys[1]);
	note_guard(keys[2]);
	CHECK(!mlx5sig_cq_detach(second));
	cq = first;
	check_num(keys[1], 1);
	note_guard(keys[2]);
	CHECK(mlx5sig_cq_next_bad_mkey(cq) == &keys[2]->pub && !mlx5sig_cq_next_bad_mkey(cq));
	check_num(keys[2], 2);
	for (i = 1; i < 3; i++)
		CHECK(!mlx5sig_destroy_mkey(&keys[i]->pub));
}

static struct mlx5sig_key *key_of(uint32_t lkey)
{
	return mlx5sig_table_find(device->keys, mlx5sig_key_index(lkey));
}

/* Keys are found by their index, independent of the tag, until they are destroyed. */
static void find(void)
{
	struct mlx5sig_key *keys[3];
	uint32_t lkey;
	int i;

	for (i = 0; i < 3; i++) {
		next_index = i == 2 ? 0xffffff : (uint32_t)i * 4095;	/* pages of the table */
		keys[i] = create(3);
	}
	for (i = 0; i < 3; i++) {
		lkey = keys[i]->pub.lkey;
		CHECK(key_of(lkey) == keys[i]);
		CHECK(key_of(lkey | 0xff) == keys[i]);
		CHECK(key_of(lkey ^ 0x100) == NULL);
		CHECK(mlx5sig_device_close(device) == EBUSY);
		CHECK(!mlx5sig_destroy_mkey(&keys[i]->pub));
		CHECK(!key_of(lkey));
	}
	/* A key that gets the number of one that is being destroyed stays. */
	next_index = 77;
	keys[0] = create(3);
	next_index = 77;
	keys[1] = create(3);
	CHECK(!mlx5sig_destroy_mkey(&keys[0]->pub));
	CHECK(key_of(77 << 8) == keys[1]);
	CHECK(!mlx5sig_destroy_mkey(&keys[1]->pub));
}

enum { NOTES = 20000, NOTERS = 2, CHECKERS = 2 };

static atomic_uint counted;
static atomic_int noters_left;

static void *note_many(void *arg)
{
	int i;

	for (i = 0; i < NOTES; i++)
		note(arg, PRM_SIG_SYNDROME_GUARD, PRM_SIGERR_DOMAIN_WIRE);
	atomic_fetch_sub(&noters_left, 1);
	return NULL;
}

static void *check_many(void *arg)
{
	struct mlx5sig_key *key = arg;
	struct mlx5sig_mkey_err_ext ext;
	bool is_last;

	do {
		is_last = !atomic_load(&noters_left);
		CHECK(!mlx5sig_mkey_check_ext(&key->pub, &ext));
		CHECK(!ext.num_errors == !ext.err.err_type);
		CHECK(!ext.num_errors || ext.err.err.sig.actual_value == 0x99aa);
		atomic_fetch_add(&counted, ext.num_errors);
	} while (!is_last);
	return NULL;
}

static void threads(void)
{
	pthread_t thread[NOTERS + CHECKERS];
	struct mlx5sig_key *key = create(3);
	int i;

	set_format(key, PRM_SIGERR_DOMAIN_WIRE, MLX5SIG_SIG_FORMAT_T10DIF);
	atomic_store(&noters_left, NOTERS);
	for (i = 0; i < NOTERS + CHECKERS; i++)
		CHECK(!pthread_create(&thread[i], NULL, i < NOTERS ? note_many : check_many, key));
	for (i = 0; i < NOTERS + CHECKERS; i++)
		CHECK(!pthread_join(thread[i], NULL));
	CHECK(atomic_load(&counted) == NOTES * NOTERS);
	CHECK(atomic_load(&key->errors.count) == NOTES * NOTERS + 1);
	CHECK(!mlx5sig_destroy_mkey(&key->pub));
}

static void *note_one(void *key)
{
	note(key, PRM_SIG_SYNDROME_GUARD, PRM_SIGERR_DOMAIN_WIRE);
	return NULL;
}

/*
 * An error is polled while another thread destroys its key: the poller, which waits for the lock,
 * must not hold the key already.
 */
static void destroyed_meanwhile(void)
{
	struct mlx5sig_key *key = create(3);
	pthread_t poller;

	mlx5sig_lock(&device->error_lock);
	CHECK(!pthread_create(&poller, NULL, note_one, key));
	usleep(50000);
	mlx5sig_table_remove(device->keys, key->index, key);
	mlx5sig_unlock(&device->error_lock);
	CHECK(!pthread_join(poller, NULL));
	CHECK(mlx5sig_key_is_good(key));
	CHECK(!mlx5sig_cq_next_bad_mkey(cq));
	CHECK(!mlx5sig_destroy_mkey(&key->pub));
}

/* The status is more specific than the errno value of all refused commands. */
static void refused(const struct mlx5sig_devx_ops *ops)
{
	static const int cases[][3] = {	/* errno, status, and the result */
		{ EREMOTEIO, PRM_CMD_STATUS_LIM, ENOMEM }, { EREMOTEIO, 0, EREMOTEIO },
		{ 0, PRM_CMD_STATUS_BAD_OP, EINVAL }, { EREMOTEIO, 0xff, EIO },
		{ EPERM, 0, EPERM }, { EPERM, PRM_CMD_STATUS_LIM, EPERM },
	};
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		fail_errno = cases[i][0];
		fail_status = cases[i][1];
		CHECK(!mlx5sig_device_open(ops, NULL) && errno == cases[i][2]);
	}
	fail_errno = fail_status = 0;
}

int main(void)
{
	static const struct mlx5sig_devx_ops ops = {
		.obj_create = obj_create, .obj_destroy = obj_destroy, .general_cmd = general_cmd,
	}, none = { .obj_create = obj_create }, unknown = {
		.obj_create = obj_create, .obj_destroy = obj_destroy, .general_cmd = general_cmd,
		.comp_mask = 1,
	};

	CHECK(!mlx5sig_device_open(&none, NULL) && errno == EINVAL);
	CHECK(!mlx5sig_device_open(&unknown, NULL) && errno == EINVAL);
	refused(&ops);
	device = mlx5sig_device_open(&ops, NULL);
	CHECK(device);
	cq = open_cq(0);
	values();
	transactions();
	undecodable();
	reconfigured();
	without_signature();
	find();
	list();
	threads();
	destroyed_meanwhile();
	CHECK(!mlx5sig_cq_detach(cq));
	CHECK(!mlx5sig_device_close(device));
	puts("done");
	return 0;
}
