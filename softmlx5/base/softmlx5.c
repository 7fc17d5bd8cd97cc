// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The lock, tables, timers and the service thread.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/original.h"
#include "base/softmlx5.h"

#define SM_NEVER UINT64_MAX
#define SM_NOT_POLLED UINT32_MAX
#define SM_FIRST_HIGH_FD 512
#define SM_SERVICE_SLICE_NS 100000u	/* the kernel's minimum */

static struct {
	pthread_mutex_t lock;
	struct sm_timer *timers;	/* by time */
	struct sm_watch *watches;
	struct sm_watch wakeup;		/* an eventfd that ends the service thread's sleep */
	uint64_t stalled;		/* ns in which the device could not run */
	uint64_t sleeps_until;		/* the service thread, in its time; 0: it is awake */
	bool is_again;			/* sm_watch_again() was called */
	bool has_thread;
	bool has_blocked;		/* the owner of the lock; its signals were: */
	sigset_t signals;
} sm_process = { .lock = PTHREAD_MUTEX_INITIALIZER };

void sm_signals_all(sigset_t *set)
{
	sigfillset(set);
	sigdelset(set, SIGSEGV);
	sigdelset(set, SIGBUS);
	sigdelset(set, SIGTRAP);
}

void sm_signals_block(sigset_t *before)
{
	sigset_t all;

	sm_signals_all(&all);
	pthread_sigmask(SIG_BLOCK, &all, before);
}

sigset_t sm_signals_of_kernel(const void *kernel_set)
{
	sigset_t set;

	sigemptyset(&set);
	memcpy(&set, kernel_set, _NSIG / 8);
	return set;
}

void sm_lock(void)
{
	sigset_t before;

	sm_signals_block(&before);
	pthread_mutex_lock(&sm_process.lock);
	sm_process.has_blocked = true;
	sm_process.signals = before;
}

void sm_lock_blocked(void)
{
	pthread_mutex_lock(&sm_process.lock);
	sm_process.has_blocked = false;
}

void sm_unlock(void)
{
	sigset_t before;

	if (!sm_process.has_blocked) {
		pthread_mutex_unlock(&sm_process.lock);
		return;
	}
	before = sm_process.signals;
	pthread_mutex_unlock(&sm_process.lock);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void sm_process_forked(void)
{
	if (sm_process.has_thread)
		sm_real_close(sm_process.wakeup.fd);
	sm_process.has_thread = false;
	sm_process.timers = NULL;
	sm_process.watches = NULL;
	sm_process.stalled = 0;
	sm_process.sleeps_until = 0;
}

uint64_t sm_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* A timer that was armed is not before the time then, so the limit never decreases. */
uint64_t sm_device_time(void)
{
	const uint64_t time = sm_now() - sm_process.stalled;
	const uint64_t most = sm_process.timers ? sm_process.timers->when + SM_TICK_NS : SM_NEVER;

	if (time <= most)
		return time;
	sm_process.stalled += time - most;
	return most;
}

void sm_table_init(struct sm_table *table, uint32_t first, uint32_t last)
{
	memset(table, 0, sizeof(*table));
	table->first = first;
	table->last = last;
	table->start = first;
}

void sm_table_start(struct sm_table *table, uint32_t start)
{
	table->start = start;
}

/* The slot of a number, of which @first follows @last; UINT32_MAX: it is not one of the table. */
static inline uint32_t sm_table_slot(const struct sm_table *table, uint32_t number)
{
	const uint32_t slot = number - table->start, last = table->last - table->start;

	if (slot <= last)
		return slot;
	return number >= table->first && number < table->start ? last + 1 + number - table->first : UINT32_MAX;
}

static uint32_t sm_table_number(const struct sm_table *table, uint32_t slot)
{
	const uint32_t before = table->last - table->start + 1;

	return slot < before ? table->start + slot : table->first + (slot - before);
}

static int sm_table_grow(struct sm_table *table, uint32_t slot)
{
	uint32_t size = table->size ? table->size : 64;
	void **slots;

	while (size <= slot)
		size *= 2;
	if (size == table->size)
		return 0;
	slots = realloc(table->slots, size * sizeof(*slots));
	if (!slots)
		return ENOMEM;
	memset(slots + table->size, 0, (size - table->size) * sizeof(*slots));
	table->slots = slots;
	table->size = size;
	return 0;
}

/*
 * Slots are assigned in ascending order up to a quarter more than the largest population, then
 * from the start: an old number stays invalid for a while, and the table stays small.
 */
int sm_table_add(struct sm_table *table, void *object, uint32_t *number)
{
	const uint64_t room = (uint64_t)table->last - table->first + 1;
	uint64_t turn = (uint64_t)table->count + table->count / 4 + 256;
	uint32_t candidate = table->next;
	uint64_t tried;

	if (table->count >= room)
		return ENOSPC;
	if (turn > room)
		turn = room;
	for (tried = 0; tried <= turn; tried++) {
		if (candidate >= turn)
			candidate = 0;
		if (sm_table_grow(table, candidate))
			return ENOMEM;
		if (!table->slots[candidate]) {
			table->slots[candidate] = object;
			table->count++;
			table->next = candidate + 1;
			*number = sm_table_number(table, candidate);
			if (candidate >= table->behind)
				table->behind = candidate + 1;
			return 0;
		}
		candidate++;
	}
	return ENOSPC;
}

void *sm_table_get(const struct sm_table *table, uint32_t number)
{
	const uint32_t slot = sm_table_slot(table, number);

	return slot < table->size ? table->slots[slot] : NULL;
}

bool sm_table_had(const struct sm_table *table, uint32_t number)
{
	return sm_table_slot(table, number) < table->behind;
}

void sm_table_remove(struct sm_table *table, uint32_t number)
{
	if (!sm_table_get(table, number))
		return;
	table->slots[sm_table_slot(table, number)] = NULL;
	table->count--;
}

/* The first object from *@number on, in slots before @end. */
static void *sm_table_search(const struct sm_table *table, uint32_t *number, uint32_t end)
{
	uint32_t slot;

	for (slot = sm_table_slot(table, *number); slot < end && slot < table->size; slot++) {
		if (table->slots[slot]) {
			*number = sm_table_number(table, slot);
			return table->slots[slot];
		}
	}
	return NULL;
}

/* The numbers below table->start are after the others. */
void *sm_table_next(const struct sm_table *table, uint32_t *number)
{
	void *object = NULL;

	if (*number < table->first)
		*number = table->first;
	if (*number < table->start) {
		object = sm_table_search(table, number, UINT32_MAX);
		if (!object)
			*number = table->start;
	}
	if (!object && *number <= table->last)
		object = sm_table_search(table, number, table->last - table->start + 1);
	return object;
}

void sm_table_free(struct sm_table *table)
{
	free(table->slots);
	sm_table_init(table, table->first, table->last);
}

static void sm_timer_unlink(struct sm_timer *timer)
{
	struct sm_timer **link = &sm_process.timers;

	while (*link && *link != timer)
		link = &(*link)->next;
	if (*link)
		*link = timer->next;
	timer->is_armed = false;
}

/* Timers that these arm wait for the next round, which receives before. */
static void sm_timers_run(void)
{
	const uint64_t now = sm_device_time();

	while (sm_process.timers && sm_process.timers->when <= now) {
		struct sm_timer *timer = sm_process.timers;

		sm_timer_unlink(timer);
		timer->run(timer);
	}
}

/* Ends the sleep of the service thread, for a timer that is earlier or a watch that is new. */
static void sm_service_wake(void)
{
	const uint64_t one = 1;

	sm_process.sleeps_until = 0;
	if (sm_real_write(sm_process.wakeup.fd, &one, sizeof(one)) < 0)
		sm_warn("cannot wake the service thread: %s", strerror(errno));
}

static int sm_wakeup_fd(void)
{
	return sm_fd_high(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
}

static void sm_service_woken(struct sm_watch *watch)
{
	uint64_t count;

	if (watch->fd < 0)
		watch->fd = sm_wakeup_fd();
	else
		sm_real_read(watch->fd, &count, sizeof(count));
}

/* One entry for each watch. Their number, or 0 if memory is short. */
static unsigned int sm_poll_list(struct pollfd **list, unsigned int *size)
{
	unsigned int n = 0;

	for (struct sm_watch *watch = sm_process.watches; watch; watch = watch->next) {
		if (n == *size) {
			struct pollfd *longer = realloc(*list, (*size + 16) * sizeof(**list));

			if (!longer)
				return 0;
			*list = longer;
			*size += 16;
		}
		watch->place = n;
		(*list)[n++] = (struct pollfd){ .fd = watch->fd, .events = POLLIN };
	}
	return n;
}

/*
 * Calls the watches that were polled and are readable. A call may remove any of them, so the search
 * starts again; each place is called once.
 */
static void sm_watches_run(struct pollfd *list, unsigned int n)
{
	struct sm_watch *watch = sm_process.watches;

	for (; watch; watch = watch->next) {
		if (watch->place < n && watch->is_again)
			list[watch->place].revents |= POLLIN;
		watch->is_again = false;
	}
	watch = sm_process.watches;
	while (watch) {
		if (watch->place < n && list[watch->place].revents) {
			if (list[watch->place].revents & POLLNVAL)
				watch->fd = -1;
			list[watch->place].revents = 0;
			watch->ready(watch);
			watch = sm_process.watches;
		} else {
			watch = watch->next;
		}
	}
}

/* Sleeps, without the lock, until a watch is readable or the first timer is due. */
static void sm_service_sleep(struct pollfd *list, unsigned int n)
{
	const uint64_t now = sm_device_time();
	const uint64_t until = sm_process.is_again ? now :
			       sm_process.timers ? sm_process.timers->when : SM_NEVER;
	const uint64_t left = until > now ? until - now : 0;
	const struct timespec timeout = {
		.tv_sec = (time_t)(left / 1000000000u),
		.tv_nsec = (long)(left % 1000000000u),
	};

	sm_process.is_again = false;
	sm_process.sleeps_until = until;
	sm_unlock();
	if (ppoll(list, n, until == SM_NEVER ? NULL : &timeout, NULL) < 0)
		for (unsigned int i = 0; i < n; i++)
			list[i].revents = 0;
	sm_lock_blocked();
	sm_process.sleeps_until = 0;
}

/* struct sched_attr of Linux 3.14; the C library has neither this nor the call. */
struct sm_sched_attr {
	uint32_t size, policy;
	uint64_t flags;
	int32_t nice;
	uint32_t priority;
	uint64_t runtime, deadline, period;
};

/*
 * Programs poll their CQs without end. A thread that asks for short slices preempts them when it
 * wakes (since Linux 6.12; older kernels ignore it).
 */
static void sm_service_prefer(void)
{
	struct sm_sched_attr attr = { .size = sizeof(attr), .runtime = SM_SERVICE_SLICE_NS };

	errno = 0;
	attr.nice = getpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid));
	if (!errno)
		syscall(SYS_sched_setattr, 0, &attr, 0);
}

/* What has been received is handled before timers that are due: an answer wins over its timeout. */
static void *sm_service(void *unused)
{
	struct pollfd *list = NULL;
	unsigned int size = 0, n;

	(void)unused;
	sm_service_prefer();
	sm_lock_blocked();
	for (;;) {
		n = sm_poll_list(&list, &size);
		sm_service_sleep(list, n);
		sm_watches_run(list, n);
		sm_timers_run();
	}
	return NULL;
}

int sm_thread_create(void *(*run)(void *argument), void *argument)
{
	sigset_t old;
	pthread_t thread;
	int err;

	sm_signals_block(&old);
	err = pthread_create(&thread, NULL, run, argument);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	if (!err)
		pthread_detach(thread);
	return err;
}

static void sm_service_start(void)
{
	int err;

	if (sm_process.has_thread)
		return;
	sm_process.wakeup.ready = sm_service_woken;
	sm_process.wakeup.fd = sm_wakeup_fd();
	err = sm_process.wakeup.fd < 0 ? errno : sm_thread_create(sm_service, NULL);
	if (err) {
		sm_warn("cannot start the service thread: %s", strerror(err));
		abort();
	}
	sm_process.has_thread = true;
	sm_watch_add(&sm_process.wakeup);
}

void sm_timer_arm(struct sm_timer *timer, uint64_t delay_ns)
{
	struct sm_timer **link = &sm_process.timers;

	sm_service_start();
	if (timer->is_armed)
		sm_timer_unlink(timer);
	timer->when = sm_device_time() + delay_ns;
	while (*link && (*link)->when <= timer->when)
		link = &(*link)->next;
	timer->next = *link;
	*link = timer;
	timer->is_armed = true;
	if (timer->when < sm_process.sleeps_until)
		sm_service_wake();
}

void sm_timer_cancel(struct sm_timer *timer)
{
	if (timer->is_armed)
		sm_timer_unlink(timer);
}

void sm_watch_add(struct sm_watch *watch)
{
	sm_service_start();
	watch->place = SM_NOT_POLLED;
	watch->is_again = false;
	watch->next = sm_process.watches;
	sm_process.watches = watch;
	if (sm_process.sleeps_until)
		sm_service_wake();
}

void sm_watch_again(struct sm_watch *watch)
{
	watch->is_again = sm_process.is_again = true;
}

void sm_watch_remove(struct sm_watch *watch)
{
	struct sm_watch **link = &sm_process.watches;

	while (*link && *link != watch)
		link = &(*link)->next;
	if (*link)
		*link = watch->next;
}

/* Programs use low numbers, for select(), or expect a certain one next. */
int sm_fd_high(int fd)
{
	int high;

	if (fd < 0)
		return fd;
	high = fcntl(fd, F_DUPFD_CLOEXEC, SM_FIRST_HIGH_FD);
	if (high < 0)	/* the process may have so few descriptors only */
		return fd;
	sm_real_close(fd);
	return high;
}
