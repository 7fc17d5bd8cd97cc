// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * On-demand paging: keys of memory that comes, changes and goes after they were made.
 */
#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#include "model.h"

#define PAGE 4096u
#define PAGES 16u
#define ON_DEMAND (ALL_ACCESS | IBV_ACCESS_ON_DEMAND)

/* Address space without memory. */
static uint8_t *new_space(size_t pages)
{
	uint8_t *space = mmap(NULL, pages * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	CHECK(space != MAP_FAILED);
	return space;
}

static void put_page(uint8_t *at, int prot)
{
	CHECK(mmap(at, PAGE, prot, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == at);
}

/* A write of a to the address, which must end like this. */
static void write_to(struct rig *rig, uint32_t rkey, const uint8_t *to, uint32_t len,
		     enum ibv_wc_status status)
{
	struct ibv_sge from = sge_of(&rig->a, 100, len);

	wr_write(&rig->a, 1, &from, 1, rkey, (uintptr_t)to);
	if (status == IBV_WC_SUCCESS) {
		good_wc(rig->a.send_cq, 1, IBV_WC_RDMA_WRITE);
		CHECK_EQ(memcmp(to, rig->a.buf + 100, len), 0);
		return;
	}
	bad_wc(rig->a.send_cq, 1, status);
	rig_reconnect(rig);
}

static void read_from(struct rig *rig, uint32_t rkey, const uint8_t *at, uint32_t len,
		      enum ibv_wc_status status)
{
	struct ibv_sge to = sge_of(&rig->a, 50000, len);

	wr_read(&rig->a, 2, &to, 1, rkey, (uintptr_t)at);
	if (status == IBV_WC_SUCCESS) {
		good_wc(rig->a.send_cq, 2, IBV_WC_RDMA_READ);
		CHECK_EQ(memcmp(at, rig->a.buf + 50000, len), 0);
		return;
	}
	bad_wc(rig->a.send_cq, 2, status);
	rig_reconnect(rig);
}

/* A key sees what is mapped at the time of each access. */
static void odp_pages(void)
{
	uint8_t *space = new_space(PAGES), *other = new_space(1);
	struct ibv_sge part;
	struct ibv_mr *mr;
	struct rig rig;

	rig_open(&rig, NULL);
	CHECK(!ibv_reg_mr(rig.b.pd, space, PAGES * PAGE, ALL_ACCESS));
	CHECK_EQ(errno, EFAULT);
	mr = ibv_reg_mr(rig.b.pd, space, PAGES * PAGE, ON_DEMAND);
	CHECK(mr);
	write_to(&rig, mr->rkey, space, 64, IBV_WC_REM_ACCESS_ERR);
	put_page(space, PROT_READ | PROT_WRITE);
	write_to(&rig, mr->rkey, space + 17, 64, IBV_WC_SUCCESS);
	read_from(&rig, mr->rkey, space + 5, 200, IBV_WC_SUCCESS);
	/* The next page is missing. */
	write_to(&rig, mr->rkey, space + PAGE - 10, 64, IBV_WC_REM_ACCESS_ERR);
	put_page(space + PAGE, PROT_READ | PROT_WRITE);
	write_to(&rig, mr->rkey, space + PAGE - 10, 64, IBV_WC_SUCCESS);
	/* Read-only, and not readable either. */
	CHECK_EQ(mprotect(space, PAGE, PROT_READ), 0);
	read_from(&rig, mr->rkey, space, 64, IBV_WC_SUCCESS);
	write_to(&rig, mr->rkey, space, 64, IBV_WC_REM_ACCESS_ERR);
	CHECK_EQ(mprotect(space, PAGE, PROT_NONE), 0);
	read_from(&rig, mr->rkey, space, 64, IBV_WC_REM_ACCESS_ERR);
	/* Another page in its place. */
	put_page(other, PROT_READ | PROT_WRITE);
	fill(other, PAGE, 77);
	CHECK(mremap(other, PAGE, PAGE, MREMAP_MAYMOVE | MREMAP_FIXED, space) == space);
	read_from(&rig, mr->rkey, space, PAGE, IBV_WC_SUCCESS);
	/* b itself: a source and a receive buffer that are not there. */
	CHECK_EQ(munmap(space + PAGE, PAGE), 0);
	part = sge_of(&rig.a, 70000, 64);
	post_recv(&rig.a, 9, &part, 1);
	part = (struct ibv_sge){ .addr = (uintptr_t)space + PAGE, .length = 64, .lkey = mr->lkey };
	wr_send(&rig.b, 3, IBV_SEND_SIGNALED, &part, 1);
	bad_wc(rig.b.send_cq, 3, IBV_WC_LOC_PROT_ERR);
	rig_reconnect(&rig);
	post_recv(&rig.b, 4, &part, 1);
	part = sge_of(&rig.a, 0, 64);
	wr_send(&rig.a, 5, IBV_SEND_SIGNALED, &part, 1);
	bad_wc(rig.b.recv_cq, 4, IBV_WC_LOC_PROT_ERR);
	bad_wc(rig.a.send_cq, 5, IBV_WC_REM_OP_ERR);
	CHECK_EQ(ibv_dereg_mr(mr), 0);
	munmap(space, PAGES * PAGE);
	rig_close(&rig);
}

/* One key for all memory of the process. */
static void odp_implicit(void)
{
	uint8_t *late;
	struct ibv_sge from;
	struct ibv_mr *mr;
	struct rig rig;

	rig_open(&rig, NULL);
	CHECK(!ibv_reg_mr(rig.b.pd, NULL, SIZE_MAX, ALL_ACCESS));
	CHECK(!ibv_reg_mr_iova(rig.b.pd, NULL, SIZE_MAX, PAGE, ON_DEMAND));
	CHECK_EQ(errno, EINVAL);
	mr = ibv_reg_mr(rig.b.pd, NULL, SIZE_MAX, ON_DEMAND);
	CHECK(mr);
	late = new_space(3);
	put_page(late + PAGE, PROT_READ | PROT_WRITE);
	write_to(&rig, mr->rkey, late + PAGE, PAGE, IBV_WC_SUCCESS);
	read_from(&rig, mr->rkey, late + PAGE, PAGE, IBV_WC_SUCCESS);
	write_to(&rig, mr->rkey, late + PAGE + 1, PAGE, IBV_WC_REM_ACCESS_ERR);
	write_to(&rig, mr->rkey, NULL, 1, IBV_WC_REM_ACCESS_ERR);
	write_to(&rig, mr->rkey, (uint8_t *)UINTPTR_MAX - 63, 64, IBV_WC_REM_ACCESS_ERR);
	read_from(&rig, mr->rkey, (uint8_t *)((uintptr_t)1 << 63), 64, IBV_WC_REM_ACCESS_ERR);
	/* The stack. */
	from = (struct ibv_sge){ .addr = (uintptr_t)&rig, .length = sizeof(rig), .lkey = mr->lkey };
	struct ibv_sge to = sge_of(&rig.a, 0, sizeof(rig));

	post_recv(&rig.a, 7, &to, 1);
	wr_send(&rig.b, 8, IBV_SEND_SIGNALED, &from, 1);
	good_wc(rig.b.send_cq, 8, IBV_WC_SEND);
	good_wc(rig.a.recv_cq, 7, IBV_WC_RECV);
	CHECK_EQ(memcmp(rig.a.buf, &rig, sizeof(rig)), 0);
	CHECK_EQ(ibv_dereg_mr(mr), 0);
	munmap(late, 3 * PAGE);
	rig_close(&rig);
}

static int advise(struct rig *rig, enum ib_uverbs_advise_mr_advice advice, uint32_t flags,
		  uint32_t lkey, const uint8_t *at, uint32_t len)
{
	struct ibv_sge sge = { .addr = (uintptr_t)at, .length = len, .lkey = lkey };

	return ibv_advise_mr(rig->b.pd, advice, flags, &sge, 1);
}

static bool is_present(uint8_t *page)
{
	unsigned char vector = 0;

	return !mincore(page, PAGE, &vector) && (vector & 1);
}

/* Prefetches, with mlx5_ib's errno values. */
static void odp_prefetch(void)
{
	uint8_t *space = new_space(PAGES);
	struct ibv_mr *mr, *reads;
	struct ibv_pd *pd;
	struct rig rig;

	rig_open(&rig, NULL);
	CHECK_EQ(mprotect(space, 4 * PAGE, PROT_READ | PROT_WRITE), 0);
	mr = ibv_reg_mr(rig.b.pd, space, PAGES * PAGE, ON_DEMAND);
	reads = ibv_reg_mr(rig.b.pd, space, PAGES * PAGE, IBV_ACCESS_ON_DEMAND);
	CHECK(mr && reads);
	CHECK(!is_present(space) && !is_present(space + PAGE));
	CHECK_EQ(advise(&rig, IBV_ADVISE_MR_ADVICE_PREFETCH_WRITE, IBV_ADVISE_MR_FLAG_FLUSH,
			mr->lkey, space + 10, PAGE), 0);
	CHECK(is_present(space) && is_present(space + PAGE) && !is_present(space + 2 * PAGE));
	CHECK_EQ(advise(&rig, IBV_ADVISE_MR_ADVICE_PREFETCH_NO_FAULT, IBV_ADVISE_MR_FLAG_FLUSH,
			mr->lkey, space, PAGES * PAGE), 0);
	CHECK(!is_present(space + 2 * PAGE));
	/* Pages that are not there: an error only if the prefetch is waited for. */
	CHECK_EQ(advise(&rig, IBV_ADVISE_MR_ADVICE_PREFETCH, IBV_ADVISE_MR_FLAG_FLUSH, mr->lkey,
			space, 5 * PAGE), EFAULT);
	CHECK_EQ(advise(&rig, IBV_ADVISE_MR_ADVICE_PREFETCH, 0, mr->lkey, space, 5 * PAGE), 0);
	CHECK_EQ(advise(&rig, IBV_ADVISE_MR_ADVICE_PREFETCH, IBV_ADVISE_MR_FLAG_FLUSH, mr->lkey,
			space + PAGE, PAGES * PAGE), EFAULT);
	CHECK_EQ(advise(&rig, IBV_ADVISE_MR_ADVICE_PREFETCH, IBV_ADVISE_MR_FLAG_FLUSH, mr->lkey,
			space - PAGE, PAGE), EFAULT);
	/* Keys that cannot be prefetched so. */
	CHECK_EQ(advise(&rig, IBV_ADVISE_MR_ADVICE_PREFETCH_WRITE, 0, reads->lkey, space, 1), EPERM);
	CHECK_EQ(advise(&rig, IBV_ADVISE_MR_ADVICE_PREFETCH, 0, rig.b.mr->lkey, rig.b.buf, 1),
		 ENOENT);
	pd = ibv_alloc_pd(rig.b.context);
	CHECK(pd);
	CHECK_EQ(ibv_advise_mr(pd, IBV_ADVISE_MR_ADVICE_PREFETCH, 0,
			       &(struct ibv_sge){ .addr = (uintptr_t)space, .length = 1,
						  .lkey = mr->lkey }, 1), EPERM);
	CHECK_EQ(ibv_dealloc_pd(pd), 0);
	CHECK_EQ(advise(&rig, (enum ib_uverbs_advise_mr_advice)7, 0, mr->lkey, space, 1), EOPNOTSUPP);
	CHECK_EQ(advise(&rig, IBV_ADVISE_MR_ADVICE_PREFETCH, 2, mr->lkey, space, 1), EINVAL);
	CHECK_EQ(ibv_dereg_mr(mr), 0);
	CHECK_EQ(ibv_dereg_mr(reads), 0);
	munmap(space, PAGES * PAGE);
	rig_close(&rig);
}

/* Other rights and other memory of a key that exists. */
static void odp_rereg(void)
{
	uint8_t *space = new_space(PAGES);
	struct ibv_mr *mr;
	struct rig rig;

	rig_open(&rig, NULL);
	mr = ibv_reg_mr(rig.b.pd, space, PAGE, IBV_ACCESS_ON_DEMAND | IBV_ACCESS_REMOTE_READ);
	CHECK(mr);
	put_page(space, PROT_READ | PROT_WRITE);
	write_to(&rig, mr->rkey, space, 64, IBV_WC_REM_ACCESS_ERR);
	CHECK_EQ(ibv_rereg_mr(mr, IBV_REREG_MR_CHANGE_ACCESS, NULL, NULL, 0, ON_DEMAND), 0);
	write_to(&rig, mr->rkey, space, 64, IBV_WC_SUCCESS);
	write_to(&rig, mr->rkey, space + PAGE, 64, IBV_WC_REM_ACCESS_ERR);
	CHECK_EQ(ibv_rereg_mr(mr, IBV_REREG_MR_CHANGE_TRANSLATION, NULL, space, 3 * PAGE, 0), 0);
	put_page(space + 2 * PAGE, PROT_READ | PROT_WRITE);
	write_to(&rig, mr->rkey, space + 2 * PAGE, 64, IBV_WC_SUCCESS);
	CHECK_EQ(ibv_dereg_mr(mr), 0);
	munmap(space, PAGES * PAGE);
	rig_close(&rig);
}

static void odp_caps(void)
{
	struct ibv_device_attr_ex device;
	struct rig rig;

	rig_open(&rig, NULL);
	CHECK_EQ(ibv_query_device_ex(rig.a.context, NULL, &device), 0);
	CHECK_EQ(device.odp_caps.general_caps, IBV_ODP_SUPPORT | IBV_ODP_SUPPORT_IMPLICIT);
	CHECK_EQ(device.odp_caps.per_transport_caps.rc_odp_caps, 0x3f);
	CHECK_EQ(device.odp_caps.per_transport_caps.uc_odp_caps, 0);
	CHECK_EQ(device.odp_caps.per_transport_caps.ud_odp_caps,
		 IBV_ODP_SUPPORT_SEND | IBV_ODP_SUPPORT_SRQ_RECV);
	CHECK_EQ(device.xrc_odp_caps, 0x3f & ~IBV_ODP_SUPPORT_RECV);
	rig_close(&rig);
}

const struct test odp_tests[] = {
	{ "odp_pages", odp_pages, false },
	{ "odp_implicit", odp_implicit, false },
	{ "odp_prefetch", odp_prefetch, false },
	{ "odp_rereg", odp_rereg, false },
	{ "odp_caps", odp_caps, false },
	{ NULL, NULL, false },
};
