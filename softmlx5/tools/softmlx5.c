// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The lock, tables, timers and the service thread.
 */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tools/softmlx5.h"

static struct {
	pthread_mutex_t lock;
	pthread_cond_t wakeup;		/* of the service thread; on CLOCK_MONOTONIC */
	struct sm_timer *timers;	/* by time */
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
	sm_process.has_thread = false;
	sm_process.timers = NULL;
}

uint64_t sm_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

void sm_table_init(struct sm_table *table, uint32_t first, uint32_t last)
{
	memset(table, 0, sizeof(*table));
	table->first = first;
	table->last = last;
	table->next = first;
}

static int sm_table_grow(struct sm_table *table, uint32_t number)
{
	uint32_t offset = number - table->first, size = table->size ? table->size : 64;
	void **slots;

	while (size <= offset)
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
 * Numbers are assigned in ascending order up to a quarter more than the largest population, then
 * from the start: an old number stays invalid for a while, and the table stays small.
 */
int sm_table_add(struct sm_table *table, void *object, uint32_t *number)
{
	uint64_t room = (uint64_t)table->last - table->first + 1;
	uint64_t turn = (uint64_t)table->count + table->count / 4 + 256;
	uint32_t candidate = table->next;
	uint64_t tried;

	if (table->count >= room)
		return ENOSPC;
	if (turn > room)
		turn = room;
	for (tried = 0; tried <= turn; tried++) {
		if (candidate - table->first >= turn)
			candidate = table->first;
		if (sm_table_grow(table, candidate))
			return ENOMEM;
		if (!table->slots[candidate - table->first]) {
			table->slots[candidate - table->first] = object;
			table->count++;
			table->next = candidate == table->last ? table->first : candidate + 1;
			*number = candidate;
			return 0;
		}
		candidate++;
	}
	return ENOSPC;
}

void *sm_table_get(const struct sm_table *table, uint32_t number)
{
	if (number < table->first || number - table->first >= table->size)
		return NULL;
	return table->slots[number - table->first];
}

void sm_table_remove(struct sm_table *table, uint32_t number)
{
	if (!sm_table_get(table, number))
		return;
	table->slots[number - table->first] = NULL;
	table->count--;
}

void *sm_table_next(const struct sm_table *table, uint32_t *number)
{
	uint32_t offset = *number < table->first ? 0 : *number - table->first;

	for (; offset < table->size; offset++) {
		if (table->slots[offset]) {
			*number = table->first + offset;
			return table->slots[offset];
		}
	}
	return NULL;
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

static void *sm_service(void *unused)
{
	(void)unused;
	sm_lock_blocked();
	for (;;) {
		struct sm_timer *timer = sm_process.timers;

		if (!timer) {
			pthread_cond_wait(&sm_process.wakeup, &sm_process.lock);
		} else if (timer->when > sm_now()) {
			struct timespec until = {
				.tv_sec = (time_t)(timer->when / 1000000000u),
				.tv_nsec = (long)(timer->when % 1000000000u),
			};

			pthread_cond_timedwait(&sm_process.wakeup, &sm_process.lock, &until);
		} else {
			sm_timer_unlink(timer);
			timer->run(timer);
		}
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
	pthread_condattr_t clock;
	int err;

	if (sm_process.has_thread)
		return;
	pthread_condattr_init(&clock);
	pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
	pthread_cond_init(&sm_process.wakeup, &clock);
	pthread_condattr_destroy(&clock);
	err = sm_thread_create(sm_service, NULL);
	if (err) {
		sm_warn("cannot start the service thread: %s", strerror(err));
		abort();
	}
	sm_process.has_thread = true;
}

void sm_timer_arm(struct sm_timer *timer, uint64_t delay_ns)
{
	struct sm_timer **link = &sm_process.timers;

	sm_service_start();
	if (timer->is_armed)
		sm_timer_unlink(timer);
	timer->when = sm_now() + delay_ns;
	while (*link && (*link)->when <= timer->when)
		link = &(*link)->next;
	timer->next = *link;
	*link = timer;
	timer->is_armed = true;
	pthread_cond_signal(&sm_process.wakeup);
}

void sm_timer_cancel(struct sm_timer *timer)
{
	if (timer->is_armed)
		sm_timer_unlink(timer);
}
