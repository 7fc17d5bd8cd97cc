// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Doorbell pages. A page is mapped twice: the device has a mapping of its own, and the application
 * another one, which it may unmap. When stores are trapped, the application's is read-only.
 */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#include "base/observer.h"
#include "base/original.h"
#include "nic/memory/page_map.h"
#include "nic/queue/cq.h"
#include "nic/queue/doorbell.h"
#include "nic/queue/eq.h"
#include "nic/queue/qp.h"
#include "nic/queue/sq.h"
#include "nic/wire/wire.h"

/*
 * Registers of a page: the CQ's, and four pairs for sending (each pair alternates with BlueFlame).
 */
static const uint32_t sm_registers[] = {
	PRM_UAR_REGISTER_SEND_0, PRM_UAR_REGISTER_SEND_1, PRM_UAR_REGISTER_SEND_2,
	PRM_UAR_REGISTER_SEND_3, PRM_UAR_REGISTER_SEND_4, PRM_UAR_REGISTER_SEND_5,
	PRM_UAR_REGISTER_SEND_6, PRM_UAR_REGISTER_SEND_7, PRM_UAR_REGISTER_CQ_ARM,
};

/*
 * All pages that ever existed. Signal handlers and the polling thread read pages without the lock,
 * so a page is never freed, but reused.
 */
static struct {
	_Atomic(struct sm_uar_page *) pages;
	struct sm_page_map map;	/* of the application's mappings */
	bool has_thread;
} sm_uars;

struct sm_uar_page *sm_uar_page_at(const void *addr)
{
	return sm_page_map_get(&sm_uars.map, addr);
}

static bool sm_is_trapping(void)
{
	return sm_config()->doorbell == SM_DOORBELL_TRAP;
}

static int sm_uar_prot(void)
{
	return sm_is_trapping() ? PROT_READ : PROT_READ | PROT_WRITE;
}

/*
 * A page that is not in use; NULL: there is none. One of a bus keeps its memory at @slots, in the BAR,
 * since the polling thread may be reading it.
 */
static struct sm_uar_page *sm_uar_page_unused(const uint64_t *slots)
{
	struct sm_uar_page *page = atomic_load(&sm_uars.pages);

	while (page && (atomic_load(&page->is_live) || (slots && page->slots != slots)))
		page = page->next;
	return page;
}

static void sm_uar_page_clear(struct sm_uar_page *page)
{
	for (unsigned int i = 0; i < SM_ARRAY_SIZE(sm_registers); i++)
		__atomic_store_n(&page->slots[sm_registers[i] / 8], 0, __ATOMIC_RELAXED);
}

/* Allocates the page's memory. @at is the device's mapping of an earlier page, or NULL. */
static bool sm_uar_page_alloc(struct sm_uar_page *page, void *at)
{
	int fd = memfd_create("softmlx5-uar", MFD_CLOEXEC);
	void *slots = MAP_FAILED, *app = MAP_FAILED;
	int err;

	if (fd >= 0 && !ftruncate(fd, SM_PAGE_SIZE)) {
		app = mmap(NULL, SM_PAGE_SIZE, sm_uar_prot(), MAP_SHARED, fd, 0);
		if (app != MAP_FAILED)
			slots = mmap(at, SM_PAGE_SIZE, PROT_READ | PROT_WRITE,
				     at ? MAP_SHARED | MAP_FIXED : MAP_SHARED, fd, 0);
	}
	err = errno;
	if (fd >= 0)
		sm_real_close(fd);
	if (slots != MAP_FAILED) {
		page->slots = slots;
		page->spare = app;
		return true;
	}
	if (app != MAP_FAILED)
		munmap(app, SM_PAGE_SIZE);
	errno = err;
	return false;
}

static void sm_uar_poll_start(void);
static void sm_uar_closing(struct sm_timer *timer);

struct sm_uar_page *sm_uar_page_new(struct sm_dev *dev, uint32_t number)
{
	uint64_t *slots = dev->bus ? dev->bus->uar(dev->bus, number) : NULL;
	struct sm_uar_page *page;
	bool is_new;

	if (dev->bus && !slots)
		return NULL;
	page = sm_uar_page_unused(slots);
	is_new = !page;
	if (is_new)
		page = calloc(1, sizeof(*page));
	if (!page)
		return NULL;
	if (is_new && slots)
		page->slots = slots;
	if (slots) {
		sm_uar_page_clear(page);
	} else if (!sm_uar_page_alloc(page, page->slots)) {
		if (is_new)
			free(page);
		return NULL;
	}
	page->dev = dev;
	page->number = number;
	page->app = NULL;
	page->closing.run = sm_uar_closing;
	atomic_store(&page->is_live, true);
	if (is_new) {
		page->next = atomic_load(&sm_uars.pages);
		atomic_store(&sm_uars.pages, page);
	}
	if (!sm_is_trapping())
		sm_uar_poll_start();
	return page;
}

/* The device's mapping stays, with unused memory, since the polling thread may be reading it. */
void sm_uar_page_free(struct sm_uar_page *page)
{
	const bool has_bus = page->dev && page->dev->bus;	/* a page that was kept has no device */

	page->dev = NULL;
	if (page->is_kept) {
		page->is_kept = false;
		return;
	}
	sm_timer_cancel(&page->closing);
	sm_page_map_remove(&sm_uars.map, page);
	atomic_store(&page->is_live, false);
	if (page->spare)
		munmap(page->spare, SM_PAGE_SIZE);
	page->spare = NULL;
	page->app = NULL;
	if (!has_bus)
		mmap(page->slots, SM_PAGE_SIZE, PROT_READ | PROT_WRITE,
		     MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
}

void sm_uar_page_keep(struct sm_uar_page *page)
{
	page->is_kept = true;
}

/* Gives the mapping that was made with the page, or another mapping of the same memory. */
static void *sm_uar_mapping(struct sm_uar_page *page, void *addr, int flags)
{
	void *from = page->spare ? page->spare : (void *)page->slots;
	size_t len = page->spare ? SM_PAGE_SIZE : 0;	/* 0: the old mapping remains */
	void *mapped;

	if (page->spare && !(flags & (MAP_FIXED | MAP_FIXED_NOREPLACE)))
		mapped = page->spare;
	else if (flags & MAP_FIXED)
		mapped = mremap(from, len, SM_PAGE_SIZE, MREMAP_MAYMOVE | MREMAP_FIXED, addr);
	else
		mapped = mremap(from, len, SM_PAGE_SIZE, MREMAP_MAYMOVE);
	if (mapped != MAP_FAILED)
		page->spare = NULL;
	return mapped;
}

void *sm_uar_page_map(struct sm_uar_page *page, void *addr, size_t len, int prot, int flags)
{
	char *mapped;

	(void)prot;	/* a driver needs to write, whatever it asks for */
	if (len != SM_PAGE_SIZE || !(flags & MAP_SHARED) ||
	    ((flags & MAP_FIXED) && (uintptr_t)addr % SM_PAGE_SIZE)) {
		errno = EINVAL;
		return MAP_FAILED;
	}
	mapped = sm_uar_mapping(page, addr, flags);
	if (mapped == MAP_FAILED)
		return MAP_FAILED;
	if (mprotect(mapped, SM_PAGE_SIZE, sm_uar_prot()) ||
	    (sm_is_trapping() && !sm_page_map_add(&sm_uars.map, (uintptr_t)mapped, page))) {
		munmap(mapped, SM_PAGE_SIZE);
		errno = ENOMEM;
		return MAP_FAILED;
	}
	page->app = mapped;
	return mapped;
}

/*
 * Doorbells.
 */

/* The register whose last byte is one of these; 0 if there is none. */
static uint32_t sm_uar_completes(uint32_t offset, unsigned int size)
{
	for (unsigned int i = 0; i < SM_ARRAY_SIZE(sm_registers); i++) {
		uint32_t end = sm_registers[i] + (uint32_t)sizeof(uint64_t);

		if (offset < end && end <= offset + size)
			return sm_registers[i];
	}
	return 0;
}

bool sm_uar_store(struct sm_uar_page *page, uint32_t offset, const void *bytes, unsigned int size,
		  uint32_t *completed, uint64_t *value)
{
	uint32_t at = sm_uar_completes(offset, size);

	if (offset == at && size == sizeof(*value)) {	/* one store of a whole register */
		memcpy(value, bytes, size);
	} else {
		memcpy((char *)page->slots + offset, bytes, size);
		if (at)
			*value = atomic_exchange((_Atomic(uint64_t) *)&page->slots[at / 8], 0);
	}
	*completed = at;
	return at != 0;
}

static void sm_ring(struct sm_qp *qp, const struct sm_uar_page *page)
{
	if (!qp->uar || qp->uar->page != page)
		return;
	if (!sm_is_observed || !sm_observer.is_rung_late(qp))
		sm_sq_doorbell(qp);
}

/* Reads the doorbell record of each QP that uses the page. */
static void sm_ring_all(struct sm_uar_page *page)
{
	uint32_t number = 0;
	struct sm_qp *qp;

	for (; page->dev && (qp = sm_table_next(&page->dev->qps, &number)); number++)
		sm_ring(qp, page);
}

static void sm_ring_register(struct sm_uar_page *page, uint32_t offset, uint64_t value)
{
	struct prm_cq_arm_doorbell arm;
	struct prm_send_doorbell send;
	struct sm_qp *qp;

	if (offset == PRM_UAR_REGISTER_CQ_ARM) {
		memcpy(&arm, &value, sizeof(arm));
		sm_cq_arm(page->dev, &arm);
		return;
	}
	memcpy(&send, &value, sizeof(send));
	if (sm_is_observed)
		sm_observer.send_doorbell(page, &send);
	qp = sm_table_get(&page->dev->qps, prm_send_doorbell_get_qpn(&send));
	if (qp)
		sm_ring(qp, page);
}

void sm_uar_written(struct sm_uar_page *page, uint32_t offset, uint64_t value)
{
	sm_lock_blocked();
	if (page->dev) {
		sm_ring_register(page, offset, value);
		sm_nic_run();
		if (sm_is_observed)
			sm_observer.turn(page->dev);
	}
	sm_unlock();
}

void sm_uar_write(struct sm_uar_page *page, uint32_t offset, const void *bytes, uint64_t size)
{
	struct prm_eq_doorbell eq;
	uint64_t value;

	if ((offset == PRM_UAR_REGISTER_EQ_ARM || offset == PRM_UAR_REGISTER_EQ_CI) &&
	    size == sizeof(eq)) {
		memcpy(&eq, bytes, sizeof(eq));
		sm_eq_doorbell(page, &eq, offset == PRM_UAR_REGISTER_EQ_ARM);
		return;
	}
	for (unsigned int i = 0; i < SM_ARRAY_SIZE(sm_registers); i++) {
		if (offset != sm_registers[i] || size < sizeof(value))
			continue;
		memcpy(&value, bytes, sizeof(value));
		sm_ring_register(page, offset, value);
		sm_nic_run();
		return;
	}
	sm_note(page->dev, "a write of %llu bytes to 0x%x of UAR 0x%x has no effect",
		      (unsigned long long)size, offset, page->number);
}

static _Atomic(uint64_t) *sm_uar_slot(struct sm_uar_page *page, unsigned int i)
{
	return (_Atomic(uint64_t) *)&page->slots[sm_registers[i] / 8];
}

/* Has a register been written? */
static bool sm_uar_is_written(struct sm_uar_page *page)
{
	for (unsigned int i = 0; i < SM_ARRAY_SIZE(sm_registers); i++)
		if (atomic_load_explicit(sm_uar_slot(page, i), memory_order_relaxed))
			return true;
	return false;
}

/* Reads the last arming from a CQ's record. */
static bool sm_arm_read(const struct sm_cq *cq, struct prm_cq_arm_doorbell *arm)
{
	struct prm_cq_doorbell_record_fields fields;
	struct prm_cq_doorbell_record record;

	if (!sm_read_record(&record, cq->dbr, sizeof(record)))
		return false;
	prm_cq_doorbell_record_unpack(&fields, &record, NULL);
	prm_cq_arm_doorbell_pack(arm, &(struct prm_cq_arm_doorbell_fields){
		.arm_sn = fields.arm_sn,
		.arm_cmd = fields.arm_cmd,
		.ci = fields.arm_ci,
		.cqn = cq->obj.id,
	});
	return true;
}

/*
 * Arms a CQ whose doorbell the polling thread may have missed because another one followed: the
 * record differs from the last one.
 */
static void sm_arm_polled(struct sm_dev *dev, struct sm_cq *cq)
{
	struct prm_cq_arm_doorbell arm;

	if (!sm_arm_read(cq, &arm) || !memcmp(&arm, &cq->polled_arm, sizeof(arm)))
		return;
	cq->polled_arm = arm;
	sm_cq_arm(dev, &arm);
}

/* Arms the CQ of the register in any case, since the same arming may be repeated. */
static void sm_arm_all(struct sm_uar_page *page, uint64_t value)
{
	struct prm_cq_arm_doorbell arm;
	uint32_t number = 0;
	struct sm_cq *cq;

	memcpy(&arm, &value, sizeof(arm));
	cq = sm_table_get(&page->dev->cqs, prm_cq_arm_doorbell_get_cqn(&arm));
	if (cq)
		sm_arm_read(cq, &cq->polled_arm);
	sm_cq_arm(page->dev, &arm);
	for (; (cq = sm_table_next(&page->dev->cqs, &number)); number++)
		if (cq->uar && cq->uar->page == page)
			sm_arm_polled(page->dev, cq);
}

/*
 * The first arming writes zeroes, which the record has already. To detect it as a change, the
 * record gets a value that no driver starts with: as if an event had been sent, after which the
 * count is 0.
 */
void sm_doorbell_cq_created(struct sm_cq *cq)
{
	struct prm_cq_doorbell_record record;

	if (sm_is_trapping() || !sm_read_record(&record, cq->dbr, sizeof(record)))
		return;
	prm_cq_doorbell_record_set_arm_sn(&record, 3);
	prm_cq_doorbell_record_set_arm_cmd(&record, PRM_CQ_ARM_CMD_NEXT);
	prm_cq_doorbell_record_set_arm_ci(&record, 0xffffff);
	if (sm_copy(cq->dbr, &record, sizeof(record)))
		sm_arm_read(cq, &cq->polled_arm);
}

/*
 * A register may have been written several times since the last scan, so all QPs of the page are
 * rung; the record of each limits how far it runs. CQs are armed last, since drivers arm after
 * posting.
 */
static void sm_uar_ring_taken(struct sm_uar_page *page,
			      const uint64_t value[SM_ARRAY_SIZE(sm_registers)])
{
	bool is_send = false;

	for (unsigned int i = 0; i < SM_ARRAY_SIZE(sm_registers); i++)
		is_send |= value[i] && sm_registers[i] != PRM_UAR_REGISTER_CQ_ARM;
	if (is_send)
		sm_ring_all(page);
	for (unsigned int i = 0; i < SM_ARRAY_SIZE(sm_registers); i++)
		if (page->dev && value[i] && sm_registers[i] == PRM_UAR_REGISTER_CQ_ARM)
			sm_arm_all(page, value[i]);
	sm_nic_run();
	if (page->dev && sm_is_observed)
		sm_observer.turn(page->dev);
}

/*
 * Takes the values of the registers; a value that is written again is noticed again. This happens
 * under the lock: a thread that finds a register empty and then waits for the lock finds the work
 * done.
 */
static void sm_uar_take(struct sm_uar_page *page)
{
	uint64_t value[SM_ARRAY_SIZE(sm_registers)];

	for (unsigned int i = 0; i < SM_ARRAY_SIZE(sm_registers); i++)
		value[i] = atomic_exchange(sm_uar_slot(page, i), 0);
	sm_uar_ring_taken(page, value);
}

void sm_uar_scan(struct sm_uar_page *page)
{
	if (!sm_uar_is_written(page))
		return;
	sm_lock_blocked();
	sm_uar_take(page);
	sm_unlock();
}

#define SM_OPEN_NS 1000000u

/* Stores that come later trap again: the page is read-only before it is scanned. */
static void sm_uar_close(struct sm_uar_page *page)
{
	mprotect(page->open, SM_PAGE_SIZE, PROT_READ);
	if (sm_uar_is_written(page))
		sm_uar_take(page);
}

static void sm_uar_closing(struct sm_timer *timer)
{
	sm_uar_close(sm_container_of(timer, struct sm_uar_page, closing));
}

void sm_uar_open(struct sm_uar_page *page, const void *addr)
{
	sm_lock_blocked();
	if (page->closing.is_armed)
		sm_uar_close(page);
	page->open = (void *)((uintptr_t)addr & ~(uintptr_t)(SM_PAGE_SIZE - 1));
	if (atomic_load(&page->is_live)) {
		mprotect(page->open, SM_PAGE_SIZE, PROT_READ | PROT_WRITE);
		sm_timer_arm(&page->closing, SM_OPEN_NS);
	}
	sm_unlock();
}

void sm_uar_settle(void)
{
	for (struct sm_uar_page *page = atomic_load(&sm_uars.pages); page; page = page->next)
		if (atomic_load(&page->is_live) && (!sm_is_trapping() || page->closing.is_armed) &&
		    sm_uar_is_written(page))
			sm_uar_take(page);
}

/*
 * The polling thread.
 */
#define SM_SPIN_NS 50000u		/* without a doorbell, before the thread sleeps */
#define SM_SLEEP_MIN_NS 20000u
#define SM_SLEEP_MAX_NS 500000u

static bool sm_poll_pages(void)
{
	struct sm_uar_page *page;
	bool any = false;

	for (page = atomic_load(&sm_uars.pages); page; page = page->next) {
		if (!atomic_load_explicit(&page->is_live, memory_order_acquire) ||
		    !sm_uar_is_written(page))
			continue;
		sm_uar_scan(page);
		any = true;
	}
	return any;
}

/* Spinning is useless if the application has no second processor. */
static uint64_t sm_spin_time(void)
{
	cpu_set_t set;

	return !sched_getaffinity(0, sizeof(set), &set) && CPU_COUNT(&set) == 1 ? 0 : SM_SPIN_NS;
}

static void *sm_poll_thread(void *unused)
{
	uint64_t spin = sm_spin_time(), last = sm_now(), sleep = SM_SLEEP_MIN_NS;

	(void)unused;
	prctl(PR_SET_TIMERSLACK, 1000);
	for (;;) {
		struct timespec pause = { .tv_nsec = (long)sleep };

		if (sm_poll_pages()) {
			last = sm_now();
			sleep = SM_SLEEP_MIN_NS;
		} else if (sm_now() - last > spin) {
			nanosleep(&pause, NULL);
			sleep = sleep * 2 < SM_SLEEP_MAX_NS ? sleep * 2 : SM_SLEEP_MAX_NS;
		}
	}
	return NULL;
}

static void sm_uar_poll_start(void)
{
	int err;

	if (sm_uars.has_thread)
		return;
	err = sm_thread_create(sm_poll_thread, NULL);
	if (err) {
		sm_warn("cannot start the polling thread: %s", strerror(err));
		abort();
	}
	sm_uars.has_thread = true;
}

/* Trapped stores to the parent's pages have no effect here, and do not reach the parent. */
void sm_doorbell_forked(void)
{
	struct sm_uar_page *page;

	for (page = atomic_load(&sm_uars.pages); page; page = page->next) {
		page->is_inherited = atomic_load(&page->is_live);
		mmap(page->slots, SM_PAGE_SIZE, PROT_READ | PROT_WRITE,
		     MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
	}
	sm_uars.has_thread = false;
	if (sm_is_observed)
		sm_observer.forked();
}
