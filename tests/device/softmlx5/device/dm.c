// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Device memory: regions of it in every kind of request, its limits, and operations on it by loads
 * and stores.
 */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>

#include "model.h"

#define DM_ACCESS (ALL_ACCESS | IBV_ACCESS_ZERO_BASED)
#define PAGE 4096u
#define DM_TOTAL (256u << 10)	/* of the device */

static struct ibv_dm *new_dm(struct side *side, size_t length, uint32_t log_alignment)
{
	struct ibv_alloc_dm_attr attr = { .length = length, .log_align_req = log_alignment };

	errno = 0;
	return ibv_alloc_dm(side->context, &attr);
}

/* Data of RDMA, sends, atomics and a list of entries, in device memory of b from byte 8 on. */
static void dm_traffic(void)
{
	static uint8_t image[8192], seen[8192];
	struct ibv_sge from, entry, part;
	struct mlx5dv_mkey *mkey;
	struct ibv_mr *mr;
	struct ibv_dm *dm;
	struct rig rig;
	uint64_t old;

	rig_open(&rig, NULL);
	dm = new_dm(&rig.b, sizeof(image), 0);
	CHECK(dm);
	mr = ibv_reg_dm_mr(rig.b.pd, dm, 8, sizeof(image) - 8, DM_ACCESS);
	CHECK(mr);
	fill(image, sizeof(image), 3);
	CHECK_EQ(ibv_memcpy_to_dm(dm, 0, image, sizeof(image)), 0);
	/* A write to the middle, a read of all. */
	from = sge_of(&rig.a, 1000, 3001);
	wr_write(&rig.a, 1, &from, 1, mr->rkey, 501);
	good_wc(rig.a.send_cq, 1, IBV_WC_RDMA_WRITE);
	memcpy(image + 8 + 501, rig.a.buf + 1000, 3001);
	CHECK_EQ(ibv_memcpy_from_dm(seen, dm, 0, sizeof(seen)), 0);
	CHECK_EQ(memcmp(seen, image, sizeof(image)), 0);
	from = sge_of(&rig.a, 10000, sizeof(image) - 8);
	wr_read(&rig.a, 2, &from, 1, mr->rkey, 0);
	good_wc(rig.a.send_cq, 2, IBV_WC_RDMA_READ);
	CHECK_EQ(memcmp(rig.a.buf + 10000, image + 8, sizeof(image) - 8), 0);
	/* b sends from it, and receives into it. */
	part = (struct ibv_sge){ .addr = 100, .length = 600, .lkey = mr->lkey };
	from = sge_of(&rig.a, 50000, 600);
	post_recv(&rig.a, 3, &from, 1);
	wr_send(&rig.b, 4, IBV_SEND_SIGNALED, &part, 1);
	good_wc(rig.b.send_cq, 4, IBV_WC_SEND);
	good_wc(rig.a.recv_cq, 3, IBV_WC_RECV);
	CHECK_EQ(memcmp(rig.a.buf + 50000, image + 108, 600), 0);
	post_recv(&rig.b, 5, &part, 1);
	from = sge_of(&rig.a, 77, 600);
	wr_send(&rig.a, 6, IBV_SEND_SIGNALED, &from, 1);
	good_wc(rig.a.send_cq, 6, IBV_WC_SEND);
	good_wc(rig.b.recv_cq, 5, IBV_WC_RECV);
	memcpy(image + 108, rig.a.buf + 77, 600);
	CHECK_EQ(ibv_memcpy_from_dm(seen, dm, 0, sizeof(seen)), 0);
	CHECK_EQ(memcmp(seen, image, sizeof(image)), 0);
	/* An atomic. */
	from = sge_of(&rig.a, 160, 8);
	ibv_wr_start(rig.a.qpx);
	rig.a.qpx->wr_id = 7;
	rig.a.qpx->wr_flags = IBV_SEND_SIGNALED;
	ibv_wr_atomic_fetch_add(rig.a.qpx, mr->rkey, 4096, 0x123456789);
	ibv_wr_set_sge_list(rig.a.qpx, 1, &from);
	CHECK_EQ(ibv_wr_complete(rig.a.qpx), 0);
	good_wc(rig.a.send_cq, 7, IBV_WC_FETCH_ADD);
	CHECK_EQ(memcmp(rig.a.buf + 160, image + 8 + 4096, 8), 0);
	memcpy(&old, image + 8 + 4096, 8);
	old += 0x123456789;
	memcpy(image + 8 + 4096, &old, 8);
	CHECK_EQ(ibv_memcpy_from_dm(seen, dm, 0, sizeof(seen)), 0);
	CHECK_EQ(memcmp(seen, image, sizeof(image)), 0);
	/* A list of entries over it. */
	mkey = new_mkey(&rig.b, 0, 4);
	entry = (struct ibv_sge){ .addr = 200, .length = 1000, .lkey = mr->lkey };
	wr_list(&rig.b, 8, mkey, ALL_ACCESS, &entry, 1);
	good_wc(rig.b.send_cq, 8, IBV_WC_DRIVER1);
	from = sge_of(&rig.a, 60000, 1000);
	wr_write(&rig.a, 9, &from, 1, mkey->rkey, 0);
	good_wc(rig.a.send_cq, 9, IBV_WC_RDMA_WRITE);
	memcpy(image + 208, rig.a.buf + 60000, 1000);
	CHECK_EQ(ibv_memcpy_from_dm(seen, dm, 0, sizeof(seen)), 0);
	CHECK_EQ(memcmp(seen, image, sizeof(image)), 0);
	CHECK_EQ(mlx5dv_destroy_mkey(mkey), 0);
	CHECK_EQ(ibv_dereg_mr(mr), 0);
	CHECK_EQ(ibv_free_dm(dm), 0);
	rig_close(&rig);
}

/* Limits of allocation and registration, with mlx5_ib's errno values. */
static void dm_limits(void)
{
	struct ibv_device_attr_ex device;
	struct ibv_dm *dm, *all[3];
	struct ibv_mr *mr;
	struct rig rig;

	rig_open(&rig, NULL);
	CHECK_EQ(ibv_query_device_ex(rig.a.context, NULL, &device), 0);
	CHECK_EQ(device.max_dm_size, DM_TOTAL / 2);
	CHECK(!new_dm(&rig.a, 0, 0));
	CHECK_EQ(errno, EINVAL);
	CHECK(!new_dm(&rig.a, 64, 13));		/* alignments end at a page */
	CHECK_EQ(errno, EINVAL);
	CHECK(!new_dm(&rig.a, DM_TOTAL / 2 + 1, 0));
	CHECK_EQ(errno, EINVAL);
	for (unsigned int i = 0; i < 2; i++) {
		all[i] = new_dm(&rig.a, DM_TOTAL / 2, 12);
		CHECK(all[i]);
	}
	all[2] = new_dm(&rig.a, 4, 0);
	CHECK(!all[2]);
	CHECK_EQ(errno, ENOMEM);
	CHECK_EQ(ibv_free_dm(all[0]), 0);
	CHECK_EQ(ibv_free_dm(all[1]), 0);
	dm = new_dm(&rig.a, 100, 12);
	CHECK(dm);
	CHECK(!ibv_reg_dm_mr(rig.a.pd, dm, 0, 101, DM_ACCESS));
	CHECK_EQ(errno, EINVAL);
	CHECK(!ibv_reg_dm_mr(rig.a.pd, dm, 101, 0, DM_ACCESS));
	CHECK_EQ(errno, EINVAL);
	CHECK(!ibv_reg_dm_mr(rig.a.pd, dm, 1, SIZE_MAX, DM_ACCESS));
	CHECK_EQ(errno, EINVAL);
	CHECK(!ibv_reg_dm_mr(rig.a.pd, dm, 0, 100, ALL_ACCESS));	/* not zero-based */
	CHECK_EQ(errno, EINVAL);
	CHECK(!ibv_reg_dm_mr(rig.a.pd, dm, 0, 100, IBV_ACCESS_ZERO_BASED | IBV_ACCESS_REMOTE_WRITE));
	CHECK_EQ(errno, EINVAL);
	mr = ibv_reg_dm_mr(rig.a.pd, dm, 4, 96, DM_ACCESS);
	CHECK(mr);
	CHECK_EQ(ibv_free_dm(dm), EBUSY);
	CHECK_EQ(ibv_rereg_mr(mr, IBV_REREG_MR_CHANGE_ACCESS, NULL, NULL, 0, ALL_ACCESS),
		 IBV_REREG_MR_ERR_CMD);
	CHECK_EQ(ibv_dereg_mr(mr), 0);
	CHECK_EQ(ibv_free_dm(dm), 0);
	rig_close(&rig);
}

/* Accesses that the key does not allow, or that end behind it. */
static void dm_refused(void)
{
	struct ibv_sge from, local;
	struct ibv_mr *mr, *reads;
	struct ibv_dm *dm;
	struct rig rig;

	rig_open(&rig, NULL);
	dm = new_dm(&rig.b, 4096, 0);
	CHECK(dm);
	mr = ibv_reg_dm_mr(rig.b.pd, dm, 0, 128, DM_ACCESS);
	reads = ibv_reg_dm_mr(rig.b.pd, dm, 0, 128, IBV_ACCESS_ZERO_BASED | IBV_ACCESS_REMOTE_READ);
	CHECK(mr && reads);
	from = sge_of(&rig.a, 0, 64);
	wr_write(&rig.a, 1, &from, 1, mr->rkey, 65);
	bad_wc(rig.a.send_cq, 1, IBV_WC_REM_ACCESS_ERR);
	rig_reconnect(&rig);
	wr_write(&rig.a, 2, &from, 1, reads->rkey, 0);
	bad_wc(rig.a.send_cq, 2, IBV_WC_REM_ACCESS_ERR);
	rig_reconnect(&rig);
	local = (struct ibv_sge){ .addr = 100, .length = 64, .lkey = mr->lkey };
	wr_send(&rig.b, 3, IBV_SEND_SIGNALED, &local, 1);
	bad_wc(rig.b.send_cq, 3, IBV_WC_LOC_PROT_ERR);
	CHECK_EQ(ibv_dereg_mr(mr), 0);
	CHECK_EQ(ibv_dereg_mr(reads), 0);
	CHECK_EQ(ibv_free_dm(dm), 0);
	rig_close(&rig);
}

#define LIFE_DMS 12u

/* Many allocations that come and go: each keeps its bytes, at its alignment. */
static void dm_life(void)
{
	static uint8_t bytes[65536], seen[65536];
	struct {
		struct ibv_dm *dm;
		size_t length;
		uint32_t seed;
	} held[LIFE_DMS] = {0};
	uint32_t seed = 9, refused = 0;
	struct rig rig;

	rig_open(&rig, NULL);
	for (uint32_t round = 0; round < 600; round++) {
		const uint32_t i = random_next(&seed) % LIFE_DMS;

		if (held[i].dm) {
			fill(bytes, held[i].length, held[i].seed);
			CHECK_EQ(ibv_memcpy_from_dm(seen, held[i].dm, 0, held[i].length), 0);
			CHECK_EQ(memcmp(seen, bytes, held[i].length), 0);
			CHECK_EQ(ibv_free_dm(held[i].dm), 0);
			held[i].dm = NULL;
			continue;
		}
		held[i].length = 4 * (1 + random_next(&seed) % (sizeof(bytes) / 4));
		held[i].seed = round;
		held[i].dm = new_dm(&rig.a, held[i].length, random_next(&seed) % 13);
		if (!held[i].dm) {
			CHECK_EQ(errno, ENOMEM);
			refused++;
			continue;
		}
		fill(bytes, held[i].length, round);
		CHECK_EQ(ibv_memcpy_to_dm(held[i].dm, 0, bytes, held[i].length), 0);
	}
	CHECK(refused > 5 && refused < 200);
	for (uint32_t i = 0; i < LIFE_DMS; i++)
		if (held[i].dm)
			CHECK_EQ(ibv_free_dm(held[i].dm), 0);
	rig_close(&rig);
}

#ifdef __x86_64__

enum { INCREMENT, TEST_AND_SET };

static sigjmp_buf fault_env;

static void on_fault(int sig)
{
	siglongjmp(fault_env, sig);
}

/* Does a load or a store of one byte fault? */
static bool faults(volatile uint8_t *at, bool is_store)
{
	struct sigaction action = { .sa_handler = on_fault }, old;
	volatile bool has = false;

	CHECK_EQ(sigaction(SIGSEGV, &action, &old), 0);
	if (sigsetjmp(fault_env, 1))
		has = true;
	else if (is_store)
		*at = 1;
	else
		(void)*at;
	CHECK_EQ(sigaction(SIGSEGV, &old, NULL), 0);
	return has;
}

#define OP_LEN 5000u	/* two pages */

static void *increment(void *inc)
{
	for (unsigned int i = 0; i < 1000; i++)
		*(volatile uint32_t *)inc = 3;
	return NULL;
}

/* Operations of each size, next to each other; the memory is as if they had been done one by one. */
static void dm_operations(void)
{
	static uint8_t image[OP_LEN];
	uint8_t *inc, *set;
	pthread_t thread[4];
	struct ibv_dm *dm;
	struct rig rig;
	int8_t small;

	rig_open(&rig, NULL);
	dm = new_dm(&rig.a, OP_LEN, 0);
	CHECK(dm);
	CHECK_EQ(ibv_memcpy_to_dm(dm, 0, image, OP_LEN), 0);
	errno = 0;
	CHECK(!mlx5dv_dm_map_op_addr(dm, 2));
	CHECK_EQ(errno, EOPNOTSUPP);
	inc = mlx5dv_dm_map_op_addr(dm, INCREMENT);
	set = mlx5dv_dm_map_op_addr(dm, TEST_AND_SET);
	CHECK(inc && set);
	*(volatile uint8_t *)inc = 200;
	*(volatile uint8_t *)inc = 57;		/* 257: no carry into the next byte */
	*(volatile uint16_t *)(inc + 4098) = 0xfff0;
	*(volatile uint32_t *)(inc + 8) = 0x80000000;
	*(volatile uint64_t *)(inc + 16) = 0x123456789abcdef0;
	*(volatile uint64_t *)(inc + 16) = 0x10;
	CHECK_EQ(ibv_memcpy_from_dm(image, dm, 0, OP_LEN), 0);
	CHECK_EQ(image[0], 1);
	CHECK_EQ(image[1], 0);
	CHECK_EQ(*(uint64_t *)(void *)(image + 16), 0x123456789abcdf00);
	/* Loads that extend by sign or zeroes, into registers of each width. */
	CHECK_EQ(*(volatile uint8_t *)set, 1);
	CHECK_EQ((int64_t)*(volatile int8_t *)set, -1);
	small = *(volatile int8_t *)(set + 1);
	CHECK_EQ(small, 0);
	CHECK_EQ((int)*(volatile int16_t *)(set + 4098), -16);
	CHECK_EQ(*(volatile uint16_t *)(set + 4098), 0xffff);
	CHECK_EQ((int64_t)*(volatile int32_t *)(set + 8), INT32_MIN);
	CHECK_EQ(*(volatile uint64_t *)(set + 16), 0x123456789abcdf00);
	CHECK_EQ(*(volatile uint64_t *)(set + 16), UINT64_MAX);
	CHECK_EQ(ibv_memcpy_from_dm(image, dm, 0, OP_LEN), 0);
	CHECK_EQ(image[1], 0xff);
	CHECK_EQ(image[2], 0);
	CHECK_EQ(image[12], 0);
	/* Several threads. */
	for (unsigned int i = 0; i < 4; i++)
		CHECK_EQ(pthread_create(&thread[i], NULL, increment, inc + 4096 + 256), 0);
	for (unsigned int i = 0; i < 4; i++)
		CHECK_EQ(pthread_join(thread[i], NULL), 0);
	CHECK_EQ(*(volatile uint32_t *)(set + 4096 + 256), 12000);
	/* The other direction, and an address behind the last page, are the program's own faults. */
	CHECK(faults(inc, false));
	CHECK(faults(set, true));
	CHECK_EQ(munmap(set, 2 * PAGE), 0);
	CHECK(faults(set, false));
	set = mlx5dv_dm_map_op_addr(dm, TEST_AND_SET);
	CHECK(set);
	CHECK_EQ(*(volatile uint8_t *)(set + 8), 0xff);
	CHECK_EQ(ibv_free_dm(dm), 0);
	CHECK(faults(inc, true));	/* the operation has ended with the memory */
	CHECK_EQ(munmap(inc, 2 * PAGE), 0);
	CHECK_EQ(munmap(set, 2 * PAGE), 0);
	rig_close(&rig);
}

#else

/* Loads and stores are only trapped on x86-64. */
static void dm_operations(void)
{
	struct ibv_dm *dm;
	struct rig rig;

	rig_open(&rig, NULL);
	dm = new_dm(&rig.a, 64, 0);
	CHECK(dm);
	CHECK(!mlx5dv_dm_map_op_addr(dm, 0));
	CHECK_EQ(errno, EOPNOTSUPP);
	CHECK_EQ(ibv_free_dm(dm), 0);
	rig_close(&rig);
}

#endif

const struct test dm_tests[] = {
	{ "dm_traffic", dm_traffic, false },
	{ "dm_limits", dm_limits, false },
	{ "dm_refused", dm_refused, false },
	{ "dm_life", dm_life, false },
	{ "dm_operations", dm_operations, false },
	{ NULL, NULL, false },
};
