// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Keys in many threads, for the thread sanitizer: some create and destroy them, some configure
 * theirs, one polls signature errors of others and of short-lived keys, some check those.
 *
 *	build/tests/runtime/threads_keys ROUNDS
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "qp.h"

#include "obedient.h"

#define KEYS 8u			/* that have errors */
#define CQES 64u
#define WQEBBS 64u

#define must(is_good) do { if (!(is_good)) { printf("%s:%d: %s\n", __FILE__, __LINE__, #is_good); \
					    exit(1); } } while (0)

static struct mlx5sig_device *device;
static struct mlx5sig_mkey *keys[KEYS];
static unsigned int rounds;
static atomic_uint num_objects, next_index = 1, found, is_over;
static _Alignas(64) uint8_t cqes[CQES * 64];
static uint64_t cq_record;
static struct mlx5sig_cq *cq;
/*
 * The lock between the device and readers of the CQ is the equivalent of a real device's barrier.
 */
static pthread_mutex_t device_lock = PTHREAD_MUTEX_INITIALIZER;

/* Numbers of keys are reused, as on a device. */
static void *obj_create(void *cookie, const void *in, size_t inlen, void *out, size_t outlen)
{
	uint32_t index = atomic_fetch_add(&next_index, 1);

	(void)cookie;
	(void)inlen;
	memset(out, 0, outlen);
	if (prm_cmd_in_hdr_get_opcode(in) == PRM_CMD_OPCODE_CREATE_MKEY)
		prm_create_mkey_out_set_mkey_index(out, index);
	else
		prm_create_psv_out_set_psv0_index(out, index);
	atomic_fetch_add(&num_objects, 1);
	return &num_objects;
}

static int obj_destroy(void *cookie, void *obj)
{
	(void)cookie;
	(void)obj;
	atomic_fetch_sub(&num_objects, 1);
	return 0;
}

static struct mlx5sig_mkey *make_key(void)
{
	struct mlx5sig_mkey_init_attr attr = { .create_flags = 3, .max_entries = 4 };

	return mlx5sig_device_create_mkey(device, 1, &attr);
}

static void *create(void *unused)
{
	struct mlx5sig_mkey *some[16] = { NULL };
	unsigned int i;

	for (i = 0; i < rounds; i++) {
		if (some[i % 16])
			must(!mlx5sig_destroy_mkey(some[i % 16]));
		some[i % 16] = make_key();
		must(some[i % 16]);
	}
	for (i = 0; i < 16; i++)
		if (some[i])
			must(!mlx5sig_destroy_mkey(some[i]));
	return unused;
}

/* A queue pair and a key of its own; the device completes at once. */
static void *configure(void *unused)
{
	static const struct mlx5sig_sig_crc crc = { .type = MLX5SIG_SIG_CRC_TYPE_CRC32C };
	static const struct mlx5sig_sig_block_domain domain = { .sig_type = MLX5SIG_SIG_TYPE_CRC,
								.sig.crc = &crc };
	static const struct mlx5sig_sig_block_attr sig = { .mem = &domain, .check_mask = 0xff };
	static const struct ibv_sge sge = { .length = 516 };
	static atomic_uint qpns = 100;
	struct mlx5sig_qp_attr attr = { .send_cq = cq, .recv_cq = cq };
	uint8_t *ring = aligned_alloc(64, WQEBBS * 64);
	uint64_t record = 0, doorbells[64] = {0};
	struct mlx5sig_raw_qp raw = { .sq_buf = ring, .dbrec = &record, .bf_reg = doorbells,
				      .sq_wqe_cnt = WQEBBS, .sq_max_post = WQEBBS,
				      .qpn = atomic_fetch_add(&qpns, 1), .max_desc_size = 1024 };
	/* One that has errors meanwhile, of which each of these threads has another. */
	static atomic_uint shared;
	struct mlx5sig_mkey *key = keys[atomic_fetch_add(&shared, 1)], *own = make_key();
	struct mlx5sig_qp *qp = NULL;
	unsigned int i;

	must(own && ring);
	for (i = 0; i < rounds; i++) {
		if (i % 4 == 0) {	/* short-lived keys with errors */
			pthread_mutex_lock(&device_lock);
			qp = mlx5sig_device_qp_attach(device, &raw, &attr);
			pthread_mutex_unlock(&device_lock);
			must(qp);
		}
		mlx5sig_wr_start(qp);
		mlx5sig_wr_mkey_configure(qp, i % 3 ? own : key, 2, NULL);
		mlx5sig_wr_set_mkey_layout_list(qp, 1, &sge);
		mlx5sig_wr_set_mkey_sig_block(qp, &sig);
		must(!mlx5sig_wr_complete(qp));
		if (i % 4 != 3 && i + 1 != rounds)
			continue;
		pthread_mutex_lock(&device_lock);
		must(!mlx5sig_qp_detach(qp));
		pthread_mutex_unlock(&device_lock);
	}
	must(!mlx5sig_destroy_mkey(own));
	free(ring);
	return unused;
}

/* Errors of the keys, in turn, and of one that may be destroyed now, or is already. */
static void *poll_errors(void *unused)
{
	struct prm_sig_err_cqe *cqe;
	unsigned int i;
	struct ibv_wc wc;

	for (i = 0; !atomic_load(&is_over) || i < rounds; i++) {
		cqe = (void *)(cqes + i % CQES * 64);
		pthread_mutex_lock(&device_lock);
		memset(cqe, 0, sizeof(*cqe));
		prm_cqe64_set_opcode((void *)cqe, PRM_CQE_OPCODE_SIG_ERR);
		prm_sig_err_cqe_set_mkey(cqe, i % 5 ? keys[i % KEYS]->lkey :
					 (atomic_load(&next_index) - 64 - i % 64) << 8);
		prm_sig_err_cqe_set_owner(cqe, i / CQES % 2);
		pthread_mutex_unlock(&device_lock);
		must(!mlx5sig_poll_cq(cq, 1, &wc));
	}
	return unused;
}

static void *check(void *unused)
{
	struct mlx5sig_mkey_err_ext err;
	unsigned int i;

	for (i = 0; i < rounds; i++) {
		mlx5sig_mkey_check_ext(keys[i % KEYS], &err);
		atomic_fetch_add(&found, err.num_errors);
	}
	return unused;
}

int main(int argc, char **argv)
{
	static const struct mlx5sig_devx_ops ops = {
		.obj_create = obj_create, .obj_destroy = obj_destroy,
		.general_cmd = obedient_all_caps };
	static void *(*const roles[])(void *) = { create, create, configure,  configure,
						  check,  check,  poll_errors };
	enum { THREADS = sizeof(roles) / sizeof(roles[0]) };
	struct mlx5sig_raw_cq raw = { .buf = cqes, .dbrec = &cq_record, .cqe_cnt = CQES,
				      .cqe_size = 64, .cqn = 1 };
	pthread_t threads[THREADS];
	unsigned int i;

	must(argc == 2);
	rounds = (unsigned int)atoi(argv[1]);
	memset(cqes, 0xff, sizeof(cqes));
	device = mlx5sig_device_open(&ops, NULL);
	must(device);
	cq = mlx5sig_device_cq_attach(device, &raw, NULL);
	must(cq);
	for (i = 0; i < KEYS; i++)
		must(keys[i] = make_key());
	for (i = 0; i < THREADS; i++)
		must(!pthread_create(&threads[i], NULL, roles[i], NULL));
	for (i = 0; i < THREADS - 1; i++)
		must(!pthread_join(threads[i], NULL));
	atomic_store(&is_over, 1);
	must(!pthread_join(threads[i], NULL));
	for (i = 0; i < KEYS; i++) {
		struct mlx5sig_mkey_err_ext err;

		mlx5sig_mkey_check_ext(keys[i], &err);
		atomic_fetch_add(&found, err.num_errors);
		must(!mlx5sig_destroy_mkey(keys[i]));
	}
	must(!mlx5sig_cq_detach(cq));
	must(!mlx5sig_device_close(device));
	must(!atomic_load(&num_objects) && atomic_load(&found) >= rounds / 5 * 4);
	printf("done\n");
	return 0;
}
