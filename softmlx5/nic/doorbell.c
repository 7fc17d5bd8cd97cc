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

#include "nic/doorbell.h"
#include "nic/mem.h"
#include "nic/nic.h"
#include "nic/strict.h"
#include "tools/original.h"

/*
 * Registers of a page: the CQ's, and two pairs for sending (each pair alternates with BlueFlame).
 */
static const uint32_t sm_registers[] = {
	PRM_UAR_REGISTER_SEND_0, PRM_UAR_REGISTER_SEND_1, PRM_UAR_REGISTER_SEND_2,
	PRM_UAR_REGISTER_SEND_3, PRM_UAR_REGISTER_CQ_ARM,
};

/*
 * All pages that ever existed. Signal handlers and the polling thread read pages without the lock,
 * so a page is never freed, but reused.
 */
static struct {
	_Atomic(struct sm_uar_page *) pages;
	_Atomic(struct sm_uar_table *) table;
	bool has_thread;
} sm_uars;

/* Addresses of pages in the application: a hash table, which signal handlers read. */
struct sm_uar_table {
	size_t size, used;	/* places, a power of two; places with an address */
	struct sm_uar_place {
		_Atomic(uintptr_t) addr;
		_Atomic(struct sm_uar_page *) page;	/* NULL: unmapped */
	} places[];
};

static size_t sm_uar_hash(const struct sm_uar_table *table, uintptr_t addr)
{
	return (size_t)((uint64_t)(addr / SM_PAGE_SIZE) * 0x9e3779b97f4a7c15u >> 32) &
	       (table->size - 1);
}

struct sm_uar_page *sm_uar_page_at(const void *pointer)
{
	struct sm_uar_table *table = atomic_load(&sm_uars.table);
	uintptr_t addr = (uintptr_t)pointer & ~(uintptr_t)(SM_PAGE_SIZE - 1);

	for (size_t n = 0, i = table ? sm_uar_hash(table, addr) : 0; table && n < table->size;
	     n++) {
		struct sm_uar_place *place = &table->places[(i + n) & (table->size - 1)];
		uintptr_t there = atomic_load(&place->addr);

		if (there == addr)
			return atomic_load(&place->page);
		if (!there)
			return NULL;
	}
	return NULL;
}

/* The table always has a free place: it is at most half full. */
static void sm_uar_table_put(struct sm_uar_table *table, uintptr_t addr, struct sm_uar_page *page)
{
	size_t i = sm_uar_hash(table, addr);

	for (;; i = (i + 1) & (table->size - 1)) {
		struct sm_uar_place *place = &table->places[i];
		uintptr_t there = atomic_load(&place->addr);

		if (there && there != addr)
			continue;
		atomic_store(&place->page, page);
		atomic_store(&place->addr, addr);
		table->used += !there;
		return;
	}
}

/*
 * Mostly the same addresses are added again. A table that is replaced may still be read, so it is
 * not freed.
 */
static bool sm_uar_table_add(uintptr_t addr, struct sm_uar_page *page)
{
	struct sm_uar_table *old = atomic_load(&sm_uars.table), *table = old;

	if (!old || old->used >= old->size / 2) {
		size_t size = old ? old->size * 2 : 256;

		table = calloc(1, sizeof(*table) + size * sizeof(table->places[0]));
		if (!table)
			return false;
		table->size = size;
		for (size_t i = 0; old && i < old->size; i++) {
			struct sm_uar_page *live = atomic_load(&old->places[i].page);

			if (live)
				sm_uar_table_put(table, atomic_load(&old->places[i].addr), live);
		}
	}
	sm_uar_table_put(table, addr, page);
	atomic_store(&sm_uars.table, table);
	return true;
}

static void sm_uar_table_remove(const struct sm_uar_page *page)
{
	struct sm_uar_table *table = atomic_load(&sm_uars.table);

	for (size_t i = 0; table && i < table->size; i++)
		if (atomic_load(&table->places[i].page) == page)
			atomic_store(&table->places[i].page, NULL);
}

static bool sm_is_trapping(void)
{
	return sm_config()->doorbell == SM_DOORBELL_TRAP;
}

static int sm_uar_prot(void)
{
	return sm_is_trapping() ? PROT_READ : PROT_READ | PROT_WRITE;
}

/* Allocates the page's memory. @at is the device's mapping of an earlier page, or NULL. */
static bool sm_uar_page_back(struct sm_uar_page *page, void *at)
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

struct sm_uar_page *sm_uar_page_new(struct sm_dev *dev, uint32_t number)
{
	struct sm_uar_page *page = atomic_load(&sm_uars.pages);
	bool is_new;

	while (page && atomic_load(&page->is_live))
		page = page->next;
	is_new = !page;
	if (is_new)
		page = calloc(1, sizeof(*page));
	if (!page)
		return NULL;
	if (!sm_uar_page_back(page, page->slots)) {
		if (is_new)
			free(page);
		return NULL;
	}
	page->dev = dev;
	page->number = number;
	page->app = NULL;
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
	page->dev = NULL;
	if (page->is_kept) {
		page->is_kept = false;
		return;
	}
	sm_uar_table_remove(page);
	atomic_store(&page->is_live, false);
	if (page->spare)
		munmap(page->spare, SM_PAGE_SIZE);
	page->spare = NULL;
	page->app = NULL;
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
	    (sm_is_trapping() && !sm_uar_table_add((uintptr_t)mapped, page))) {
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
	if (qp->uar && qp->uar->page == page)
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
	sm_strict_doorbell(page, &send);
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
	}
	sm_unlock();
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

void sm_uar_settle(void)
{
	if (sm_is_trapping())
		return;
	for (struct sm_uar_page *page = atomic_load(&sm_uars.pages); page; page = page->next)
		if (atomic_load(&page->is_live) && sm_uar_is_written(page))
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

void sm_doorbell_forked(void)
{
	sm_uars.has_thread = false;
}
