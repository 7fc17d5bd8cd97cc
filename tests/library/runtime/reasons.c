// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * mlx5sig_qp_last_error() for batches that fail: index and id of the request, the error and a
 * reason as text. Each batch has good requests before and after the one that fails.
 *
 *	build/tests/runtime/reasons
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <mlx5sig/mlx5sig.h>

#include "obedient.h"

#define CHECK(is_good) do { if (!(is_good)) { printf("line %d: %s\n", __LINE__, #is_good); \
					      exit(1); } } while (0)

static _Alignas(64) uint8_t sq[64 * 64], cqes[16 * 64];
static _Alignas(8) uint8_t uar[1024], record[8], cq_record[8];
static struct mlx5sig_device *device, *other;
static struct mlx5sig_mkey *plain, *signing, *transacting;
static struct mlx5sig_psv *psv, *foreign;	/* @foreign: of another device */
static enum ibv_qp_state state = IBV_QPS_RTS;
static struct mlx5sig_cq *cq;
static struct mlx5sig_qp *qp;
static const struct ibv_sge list[64];

static void configure(struct mlx5sig_mkey *mkey, uint8_t num)
{
	mlx5sig_wr_mkey_configure(qp, mkey, num, NULL);
}

static void too_many_sges(void)
{
	mlx5sig_wr_send(qp);
	mlx5sig_wr_set_sge_list(qp, 5, list);
}

static void too_much_inline(void)
{
	static const uint8_t data[200];

	mlx5sig_wr_send(qp);
	mlx5sig_wr_set_inline_data(qp, data, sizeof(data));
}

static void too_long_sge(void)
{
	mlx5sig_wr_send(qp);
	mlx5sig_wr_set_sge(qp, 1, 2, UINT32_MAX);
}

static void no_data(void)
{
	mlx5sig_wr_send(qp);
	mlx5sig_wr_nop(qp);
}

static void no_request(void)
{
	mlx5sig_wr_set_sge(qp, 1, 2, 3);
}

static void no_size(void)
{
	static const uint8_t wqe[64];

	mlx5sig_wr_raw_wqe(qp, wqe);
}

static void setter_twice(void)
{
	configure(plain, 3);
	mlx5sig_wr_set_mkey_access_flags(qp, 0);
	mlx5sig_wr_set_mkey_access_flags(qp, 0);
}

static void too_few_setters(void)
{
	configure(plain, 2);
	mlx5sig_wr_set_mkey_access_flags(qp, 0);
	mlx5sig_wr_nop(qp);
}

static void too_many_entries(void)
{
	configure(plain, 1);
	mlx5sig_wr_set_mkey_layout_list(qp, 5, list);
}

static void unknown_access(void)
{
	configure(plain, 1);
	mlx5sig_wr_set_mkey_access_flags(qp, 1 << 20);
}

static void unknown_flag(void)
{
	const struct mlx5sig_mkey_conf_attr attr = { .conf_flags = 2 };

	mlx5sig_wr_mkey_configure(qp, plain, 0, &attr);
}

static void changed_tag(void)
{
	struct mlx5sig_mkey saved = *plain;

	plain->lkey |= 7;
	configure(plain, 0);
	*plain = saved;
}

static void no_stream(void)
{
	configure(plain, 1);
	mlx5sig_wr_set_mkey_layout_interleaved(qp, 1, 0, NULL);
}

static void no_bytes(void)
{
	const struct mlx5sig_mr_interleaved data = { .bytes_skip = 1 };

	configure(plain, 1);
	mlx5sig_wr_set_mkey_layout_interleaved(qp, 1, 1, &data);
}

static void set_crc(struct mlx5sig_mkey *mkey, uint64_t seed)
{
	const struct mlx5sig_sig_crc crc = { .seed = seed };
	const struct mlx5sig_sig_block_domain domain = { .sig_type = MLX5SIG_SIG_TYPE_CRC,
							 .sig.crc = &crc };
	const struct mlx5sig_sig_block_attr attr = { .mem = &domain };

	configure(mkey, 1);
	mlx5sig_wr_set_mkey_sig_block(qp, &attr);
}

static void unsigned_key(void)
{
	set_crc(plain, 0);
}

static void bad_seed(void)
{
	set_crc(signing, 5);
}

static void set_transaction(struct mlx5sig_mkey *mkey, uint8_t num,
			    struct mlx5sig_sig_transaction_attr attr)
{
	static const struct mlx5sig_sig_crc crc = { .type = MLX5SIG_SIG_CRC_TYPE_CRC32C };

	if (!attr.crc)
		attr.crc = &crc;
	if (!attr.psv)
		attr.psv = psv;
	configure(mkey, num);
	mlx5sig_wr_set_mkey_sig_transaction(qp, &attr);
}

#define TRANSACTION(...) (struct mlx5sig_sig_transaction_attr) { __VA_ARGS__ }

static void no_transactions(void)
{
	set_transaction(signing, 1, TRANSACTION(0));
}

static void no_psv(void)
{
	configure(transacting, 1);
	mlx5sig_wr_set_mkey_sig_transaction(qp, &(struct mlx5sig_sig_transaction_attr) {0});
}

static void foreign_psv(void)
{
	set_transaction(transacting, 1, TRANSACTION(.psv = foreign));
}

static void unknown_domain(void)
{
	set_transaction(transacting, 1, TRANSACTION(.domain = 2));
}

static void unknown_transaction_flag(void)
{
	set_transaction(transacting, 1, TRANSACTION(.flags = 4));
}

static void transaction_comp_mask(void)
{
	set_transaction(transacting, 1, TRANSACTION(.comp_mask = 1));
}

static void bad_transaction_seed(void)
{
	const struct mlx5sig_sig_crc crc = { .type = MLX5SIG_SIG_CRC_TYPE_CRC64_XP10,
					     .seed = UINT32_MAX };

	set_transaction(transacting, 1, TRANSACTION(.crc = &crc));
}

static void two_signatures(void)
{
	set_transaction(transacting, 2, TRANSACTION(0));
	mlx5sig_wr_set_mkey_sig_transaction(qp, &TRANSACTION(0));
}

/* Three bytes of data and CRC. */
static void too_short(void)
{
	const struct ibv_sge sge = { .length = 3 };

	set_transaction(transacting, 2, TRANSACTION(
		.domain = MLX5SIG_SIG_DOMAIN_MEM,
		.flags = MLX5SIG_SIG_TRANSACTION_FLAG_CHECK_GEN));
	mlx5sig_wr_set_mkey_layout_list(qp, 1, &sge);
}

static void transaction_of_4_gib(void)
{
	const struct ibv_sge sge[2] = { { .length = UINT32_MAX }, { .length = 1 } };

	set_transaction(transacting, 2, TRANSACTION(0));
	mlx5sig_wr_set_mkey_layout_list(qp, 2, sge);
}

/* The batch is not undone before its end. */
static void kept_transaction(void)
{
	const struct ibv_sge sge = { .length = 3 };

	set_transaction(transacting, 2, TRANSACTION(0));
	mlx5sig_wr_set_mkey_layout_list(qp, 1, &sge);
	configure(transacting, 1);
	mlx5sig_wr_set_mkey_layout_list(qp, 1, &sge);
}

static void set_psv(const struct mlx5sig_psv *which, const struct mlx5sig_psv_attr *attr)
{
	mlx5sig_wr_set_psv(qp, which, attr);
}

static void foreign_set_psv(void)
{
	const struct mlx5sig_sig_crc crc = {0};

	set_psv(foreign, &(struct mlx5sig_psv_attr) { .sig_type = MLX5SIG_SIG_TYPE_CRC,
						      .sig.crc = &crc });
}

static void psv_of_unknown_type(void)
{
	set_psv(psv, &(struct mlx5sig_psv_attr) { .sig_type = 2 });
}

static void psv_comp_mask(void)
{
	set_psv(psv, &(struct mlx5sig_psv_attr) { .comp_mask = 1 });
}

static void psv_without_attributes(void)
{
	set_psv(psv, &(struct mlx5sig_psv_attr) { .sig_type = MLX5SIG_SIG_TYPE_T10DIF });
}

static void psv_with_bad_seed(void)
{
	const struct mlx5sig_sig_crc crc = { .seed = 1 };

	set_psv(psv, &(struct mlx5sig_psv_attr) { .sig_type = MLX5SIG_SIG_TYPE_CRC,
						  .sig.crc = &crc });
}

static void psv_within_configuration(void)
{
	configure(signing, 1);
	set_psv(psv, &(struct mlx5sig_psv_attr) {0});
}

static void no_crypto(void)
{
	struct mlx5sig_crypto_attr attr = {0};

	configure(plain, 1);
	mlx5sig_wr_set_mkey_crypto(qp, &attr);
}

static void too_many_requests(void)
{
	unsigned int i;

	for (i = 0; i < 100; i++)
		mlx5sig_wr_nop(qp);
}

static const struct {
	void (*fail)(void);
	int err;
	uint32_t wqebbs;	/* that its requests fill, of one each, before it fails */
	const char *reason;	/* a part of it */
} cases[] = {
	{ too_many_sges, E2BIG, 0, "SGEs" },
	{ too_much_inline, E2BIG, 0, "max_inline_data" },
	{ too_long_sge, EINVAL, 0, "2 GiB" },
	{ no_data, EINVAL, 0, "data" },
	{ no_request, EINVAL, 0, "without its request" },
	{ no_size, EINVAL, 0, "raw" },
	{ setter_twice, EINVAL, 0, "twice" },
	{ too_few_setters, EINVAL, 0, "fewer setters" },
	{ too_many_entries, E2BIG, 0, "more entries" },
	{ unknown_access, EINVAL, 0, "access" },
	{ unknown_flag, EOPNOTSUPP, 0, "unknown flag" },
	{ changed_tag, EOPNOTSUPP, 0, "tag" },
	{ no_stream, EINVAL, 0, "stream" },
	{ no_bytes, EINVAL, 0, "65535" },
	{ unsigned_key, EINVAL, 0, "BLOCK_SIGNATURE" },
	{ bad_seed, EINVAL, 0, "seed" },
	{ no_crypto, EINVAL, 0, "CRYPTO" },
	{ no_transactions, EINVAL, 0, "TRANSACTION_SIGNATURE" },
	{ no_psv, EINVAL, 0, "no PSV" },
	{ foreign_psv, EINVAL, 0, "another device" },
	{ unknown_domain, EINVAL, 0, "unknown domain" },
	{ unknown_transaction_flag, EINVAL, 0, "unknown flag" },
	{ transaction_comp_mask, EINVAL, 0, "comp_mask" },
	{ bad_transaction_seed, EINVAL, 0, "seed" },
	{ two_signatures, EINVAL, 0, "twice" },
	{ too_short, EINVAL, 0, "shorter than the CRC" },
	{ transaction_of_4_gib, EINVAL, 0, "4 GiB" },
	{ kept_transaction, EINVAL, 0, "not set again" },
	{ foreign_set_psv, EINVAL, 0, "another device" },
	{ psv_of_unknown_type, EINVAL, 0, "unknown type" },
	{ psv_comp_mask, EINVAL, 0, "comp_mask" },
	{ psv_without_attributes, EINVAL, 0, "no attributes" },
	{ psv_with_bad_seed, EINVAL, 0, "seed" },
	{ psv_within_configuration, EINVAL, 0, "fewer setters" },
	{ too_many_requests, ENOMEM, 64, "full" },
};

static void check(unsigned int i, uint32_t before, uint32_t after)
{
	struct mlx5sig_wr_error error, again;
	uint32_t k, index;

	mlx5sig_wr_start(qp);
	for (k = 0; k < before; k++) {
		qp->wr_id = k;
		mlx5sig_wr_local_inv(qp, 1);	/* of two WQEBBs */
	}
	qp->wr_id = 1000 + i;
	cases[i].fail();
	for (k = 0; k < after; k++) {
		qp->wr_id = 2000 + k;
		mlx5sig_wr_nop(qp);
		mlx5sig_wr_set_sge(qp, 1, 2, 3);	/* a further error does not count */
	}
	CHECK(mlx5sig_wr_complete(qp) == cases[i].err);
	memset(&error, 0xff, sizeof(error));
	memset(&again, 0xff, sizeof(again));
	mlx5sig_qp_last_error(qp, &error);
	index = before + (cases[i].fail == kept_transaction) + (cases[i].wqebbs ? cases[i].wqebbs - 2 * before : 0);
	if (error.err != cases[i].err || error.index != index ||
	    error.wr_id != 1000 + i || !strstr(error.reason, cases[i].reason)) {
		printf("case %u: %d, request %u, id %llu: %s\n", i, error.err, error.index,
		       (unsigned long long)error.wr_id, error.reason);
		exit(1);
	}
	/* A batch that succeeds leaves it as it is. */
	mlx5sig_wr_start(qp);
	CHECK(!mlx5sig_wr_complete(qp));
	mlx5sig_qp_last_error(qp, &again);
	CHECK(!memcmp(&again, &error, sizeof(error)));
}

/* A state before RTS fails every batch. */
static void check_state(void)
{
	struct mlx5sig_wr_error error;

	state = IBV_QPS_INIT;
	mlx5sig_wr_start(qp);
	mlx5sig_wr_nop(qp);
	CHECK(mlx5sig_wr_complete(qp) == EINVAL);
	mlx5sig_qp_last_error(qp, &error);
	CHECK(error.err == EINVAL && strstr(error.reason, "state"));
	state = IBV_QPS_RTS;
}

int main(void)
{
	static const struct mlx5sig_devx_ops ops = {
		.obj_create = obedient_create, .obj_destroy = obedient_destroy,
		.general_cmd = obedient_signing };
	struct mlx5sig_raw_cq raw_cq = { .buf = cqes, .dbrec = cq_record, .cqe_cnt = 16,
					 .cqe_size = 64, .cqn = 1 };
	struct mlx5sig_raw_qp raw = {
		.sq_buf = sq, .dbrec = record, .bf_reg = uar, .sq_wqe_cnt = 64, .sq_max_post = 64,
		.sq_max_gs = 4, .sq_max_inline = 100, .qpn = 7, .max_desc_size = 1024,
		.state = &state };
	struct mlx5sig_mkey_init_attr init = { .create_flags = 1, .max_entries = 4 };
	struct mlx5sig_qp_attr attr = {0};
	unsigned int i;

	CHECK(mlx5sig_version() == MLX5SIG_VERSION && MLX5SIG_VERSION == 0x20000);
	memset(cqes, 0xff, sizeof(cqes));
	device = mlx5sig_device_open(&ops, NULL);
	other = mlx5sig_device_open(&ops, NULL);
	CHECK(device && other);
	cq = mlx5sig_device_cq_attach(device, &raw_cq, NULL);
	CHECK(cq);
	attr.send_cq = attr.recv_cq = cq;
	qp = mlx5sig_device_qp_attach(device, &raw, &attr);
	plain = mlx5sig_device_create_mkey(device, 1, &init);
	init.create_flags = 3;
	signing = mlx5sig_device_create_mkey(device, 1, &init);
	init.create_flags = MLX5SIG_MKEY_INIT_ATTR_FLAGS_TRANSACTION_SIGNATURE;
	transacting = mlx5sig_device_create_mkey(device, 1, &init);
	psv = mlx5sig_device_psv_create(device, 1);
	foreign = mlx5sig_device_psv_create(other, 1);
	CHECK(transacting && psv && foreign);
	CHECK(!mlx5sig_device_psv_create(device, 1 << 24) && errno == EINVAL);
	CHECK(mlx5sig_device_close(other) == EBUSY);
	CHECK(qp && plain && signing && !plain->mkey_context && !signing->mkey_context);
	signing->mkey_context = &sq;
	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		check(i, 0, 0);
		check(i, 3, 2);
	}
	check_state();
	CHECK(signing->mkey_context == &sq);
	CHECK(!mlx5sig_destroy_mkey(plain) && !mlx5sig_destroy_mkey(signing));
	CHECK(!mlx5sig_destroy_mkey(transacting) && !mlx5sig_psv_destroy(psv));
	CHECK(!mlx5sig_psv_destroy(foreign) && !mlx5sig_device_close(other));
	CHECK(!mlx5sig_qp_detach(qp) && !mlx5sig_cq_detach(cq) && !mlx5sig_device_close(device));
	puts("done");
	return 0;
}
