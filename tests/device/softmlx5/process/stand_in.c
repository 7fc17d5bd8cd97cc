// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Stand-in for the kernel's part, the firmware and the NIC, to test the process side alone: files
 * that obey stand_in.h, QPs and CQs that count their doorbells.
 */
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/adversary.h"
#include "base/caps.h"
#include "base/observer.h"
#include "base/original.h"
#include "fabric/udp.h"
#include "kernel/cm.h"
#include "kernel/event.h"
#include "kernel/netdev.h"
#include "kernel/nldev.h"
#include "kernel/uverbs.h"
#include "nic/queue/cq.h"
#include "nic/queue/doorbell.h"
#include "nic/queue/eq.h"
#include "nic/queue/qp.h"
#include "nic/queue/sq.h"
#include "nic/wire/wire.h"
#include "stand_in.h"

__attribute__((visibility("default"))) struct stand_in sm_stand_in;

struct sm_file {
	struct sm_dev *dev;
	int number;
};

static struct sm_dev devices[SM_MAX_DEVICES];
static struct sm_uar uars[64];
static struct sm_qp qps[64];
static struct sm_cq cqs[64];
static struct prm_cq_doorbell_record records[64];

/* There is no adversary. */
bool sm_has_adversary;

bool sm_odd_some(struct sm_dev *dev, enum sm_oddity oddity, uint32_t *value)
{
	(void)dev;
	(void)oddity;
	(void)value;
	return false;
}

struct sm_dev *sm_dev_by_index(unsigned int index)
{
	struct sm_dev *dev = &devices[index];

	if (!dev->qps.last) {
		sm_table_init(&dev->qps, 0, 1000);
		sm_table_init(&dev->cqs, 0, 1000);
		dev->index = index;
	}
	return dev;
}

struct sm_file *sm_file_open(struct sm_dev *dev)
{
	struct sm_file *file = calloc(1, sizeof(*file));

	if (!file)
		abort();
	file->dev = dev;
	file->number = atomic_fetch_add(&sm_stand_in.opened, 1);
	return file;
}

void sm_file_close(struct sm_file *file)
{
	free(file);
	atomic_fetch_add(&sm_stand_in.closed, 1);
}

/* rdma_cm, which no test here opens. */
struct sm_cm_file *sm_cm_file_open(void)
{
	errno = ENXIO;
	return NULL;
}

void sm_cm_file_close(struct sm_cm_file *file)
{
	(void)file;
}

ssize_t sm_cm_write(struct sm_cm_file *file, bool may_wait, const void *data, size_t len)
{
	(void)file;
	(void)may_wait;
	(void)data;
	(void)len;
	errno = ENXIO;
	return -1;
}

void sm_nldev_receive(struct sm_nldev_socket *socket, const void *data, size_t len)
{
	socket->send(socket, data, len);
}

unsigned int sm_netdev_find(const char *name)
{
	(void)name;
	return 0;
}

bool sm_netdev_name(unsigned int index, char name[IF_NAMESIZE])
{
	(void)index;
	(void)name;
	return false;
}

bool sm_netdev_ioctl(unsigned long request, void *argument, int *result)
{
	(void)request;
	(void)argument;
	(void)result;
	return false;
}

void sm_cm_forked(void)
{
}

void sm_cm_start(void)
{
}

void sm_cm_end(void)
{
}

void sm_wire_forked(void)
{
}

void sm_devices_forked(void)
{
}

static int make_page(struct sm_dev *dev, uintptr_t number)
{
	uars[number].page = sm_uar_page_new(dev, (uint32_t)number);
	return uars[number].page ? 0 : -errno;
}

static int make_qp(struct sm_dev *dev, uintptr_t number)
{
	struct sm_qp *qp = &qps[number];
	struct sm_cq *cq = &cqs[number];

	dev->qps.next = dev->cqs.next = (uint32_t)number;
	qp->obj.dev = cq->obj.dev = dev;
	qp->uar = cq->uar = &uars[number % 32];
	cq->dbr = &records[number];
	sm_stand_in.records = records;
	if (sm_table_add(&dev->qps, qp, &qp->obj.id) || sm_table_add(&dev->cqs, cq, &cq->obj.id) ||
	    qp->obj.id != number || cq->obj.id != number)
		abort();
	sm_doorbell_cq_created(cq);
	return 0;
}

static void on_read(void *object)
{
	atomic_fetch_add(&sm_stand_in.reported, (int)(uintptr_t)object);
}

static struct sm_events *last_events;

static void push_record(struct sm_events *events, const uint64_t *record, uint64_t object)
{
	sm_events_push(events, record, sizeof(*record), on_read, (void *)(uintptr_t)object);
}

static int push(const struct push *push, bool is_purge)
{
	struct sm_events *events = push->fd == -1 ? last_events : sm_events_get(push->fd);

	if (!events)
		return -EBADF;
	if (is_purge)
		sm_events_purge(events, (void *)(uintptr_t)push->object);
	else
		push_record(events, &push->record, push->object);
	if (push->next)
		push_record(events, &push->next, push->object);
	if (push->fd != -1)
		sm_events_put(events);
	return 0;
}

/* The C library's functions that close, held up. */
static __typeof__(&close) real_close;
static __typeof__(&close_range) real_close_range;
static __typeof__(&closefrom) real_closefrom;

static void hold_close(void)
{
	sm_stand_in.is_closing = 1;
	while (sm_stand_in.is_closing)
		sched_yield();
}

static int held_close(int fd)
{
	hold_close();
	return real_close(fd);
}

static int held_close_range(unsigned int first, unsigned int last, int flags)
{
	hold_close();
	return real_close_range(first, last, flags);
}

static void held_closefrom(int first)
{
	hold_close();
	real_closefrom(first);
}

static void hold_closes(void)
{
	real_close = SM_REAL(close);
	real_close_range = SM_REAL(close_range);
	real_closefrom = SM_REAL(closefrom);
	sm_originals[SM_ORIGINAL_close] = (void *)held_close;
	sm_originals[SM_ORIGINAL_close_range] = (void *)held_close_range;
	sm_originals[SM_ORIGINAL_closefrom] = (void *)held_closefrom;
}

static int locked_ioctl(struct sm_file *file, unsigned long request, void *argument)
{
	const struct copy *copy = argument;
	const struct sm_events_use use = { 0 };
	uintptr_t number = (uintptr_t)argument;
	int fd;

	switch (request) {
	case DO_FILE:
		return file->number;
	case DO_PAGE:
		return make_page(file->dev, number);
	case DO_PAGE_FREE:
		sm_uar_page_free(uars[number].page);
		uars[number].page = NULL;
		return 0;
	case DO_EVENTS:
		last_events = sm_events_open(&fd, &use);
		return last_events ? fd : -errno;
	case DO_PUSH:
	case DO_PURGE:
		return push(argument, request == DO_PURGE);
	case DO_COPY:
		return sm_copy(copy->dst, copy->src, copy->len) ? 0 : -EFAULT;
	case DO_QP:
		return make_qp(file->dev, number);
	case DO_SIGNAL:
		return raise((int)number) ? -errno : 0;
	case DO_HOLD:
		sm_stand_in.is_changing = 1;
		while (!atomic_load((atomic_int *)argument))
			sched_yield();
		sm_stand_in.is_changing = 0;
		return 0;
	case DO_HOLD_CLOSES:
		hold_closes();
		return 0;
	}
	return -ENOSPC;
}

int sm_file_ioctl(struct sm_file *file, unsigned long request, void *argument)
{
	int result;

	sm_lock();
	result = locked_ioctl(file, request, argument);
	sm_unlock();
	return result;
}

void *sm_file_mmap(struct sm_file *file, void *addr, size_t len, int prot, int flags, off_t offset)
{
	void *mapped;

	(void)file;
	sm_lock();
	mapped = sm_uar_page_map(uars[offset / 4096].page, addr, len, prot, flags);
	sm_unlock();
	return mapped;
}

/* Changes all registers that C may change, and uses more stack than an alternate one has. */
__attribute__((noinline)) static void destroy(void)
{
	volatile char much[128 << 10];

	for (size_t i = 0; i < sizeof(much); i += 4096)
		much[i] = 1;
	errno = EBADF;
#ifdef __x86_64__
	uint32_t mxcsr = 0x9fc0;

	__asm__ volatile("ldmxcsr %0\n\t"
			 "fninit; fld1; fld1; fld1; fld1; fld1; fld1; fld1; fld1\n\t"
			 "fninit" : : "m"(mxcsr));
	if (__builtin_cpu_supports("avx512f")) {
		__asm__ volatile(
			"vpternlogd $0xff, %%zmm0, %%zmm0, %%zmm0\n\t"
			".irp n,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,"
			"25,26,27,28,29,30,31\n\t"
			"vmovdqa64 %%zmm0, %%zmm\\n\n\t"
			".endr\n\t"
			".irp n,0,1,2,3,4,5,6,7\n\t"
			"kxnorw %%k\\n, %%k\\n, %%k\\n\n\t"
			".endr"
			:
			:
			: "memory");
	} else if (__builtin_cpu_supports("avx")) {
		__asm__ volatile("vzeroall");
	} else {
		__asm__ volatile(".irp n,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15\n\t"
				 "xorps %%xmm\\n, %%xmm\\n\n\t"
				 ".endr" : : : "memory");
	}
	mxcsr = 0x1f80;
	__asm__ volatile("ldmxcsr %0" : : "m"(mxcsr));
#endif
}

static void rung(void)
{
	char here;
	void *there = atomic_load(&sm_stand_in.store_stack);
	uintptr_t distance = (uintptr_t)there - (uintptr_t)&here;

	atomic_store(&sm_stand_in.on_stack_of, (unsigned int)(distance / 4096));
	if (atomic_load(&sm_stand_in.is_destructive))
		destroy();
	if (atomic_load(&sm_stand_in.signal))
		raise(sm_stand_in.signal);
}

/*
 * Nothing is observed; some tests have the options.
 */

static void see_doorbell(struct sm_uar_page *page, const struct prm_send_doorbell *doorbell)
{
	(void)page;
	(void)doorbell;
}

static bool is_rung_late(struct sm_qp *qp)
{
	(void)qp;
	return false;
}

static void turn(struct sm_dev *dev)
{
	(void)dev;
}

static void forked(void)
{
}

const struct sm_observer sm_observer = {
	.send_doorbell = see_doorbell,
	.is_rung_late = is_rung_late,
	.turn = turn,
	.forked = forked,
};

void sm_sq_doorbell(struct sm_qp *qp)
{
	rung();
	atomic_store(&sm_stand_in.last_qpn, qp->obj.id);
	atomic_fetch_add(&sm_stand_in.qp_sends[qp->obj.id], 1);
	atomic_fetch_add(&sm_stand_in.sends, 1);
}

/* A device without a bus has no EQs, and no host that writes to its UARs. */
void sm_eq_doorbell(struct sm_uar_page *page, const struct prm_eq_doorbell *doorbell, bool is_arm)
{
	(void)page;
	(void)doorbell;
	(void)is_arm;
	abort();
}

void sm_note(struct sm_dev *dev, const char *format, ...)
{
	(void)dev;
	(void)format;
	abort();
}

void sm_reason_note(const char *format, ...)
{
	(void)format;
	abort();
}

void sm_cq_arm(struct sm_dev *dev, const struct prm_cq_arm_doorbell *doorbell)
{
	(void)dev;
	rung();
	atomic_store(&sm_stand_in.last_cqn, prm_cq_arm_doorbell_get_cqn(doorbell));
	atomic_fetch_add(&sm_stand_in.cq_arms[prm_cq_arm_doorbell_get_cqn(doorbell)], 1);
	atomic_fetch_add(&sm_stand_in.arms, 1);
}

void sm_nic_run(void)
{
}

void sm_udp_forked(void)
{
}

/* Tests of a process have no network. */
void sm_network_join(const char *address)
{
	(void)address;
}
