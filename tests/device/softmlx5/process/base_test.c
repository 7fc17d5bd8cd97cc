// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Tests of tables and timers of softmlx5.c. */
#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "base/softmlx5.h"
#include "stand_in.h"

static void test_table(void)
{
	static int objects[5000];
	struct sm_table table;
	uint32_t number, first = 0, before;

	sm_table_init(&table, 10, 10 + 4095);
	CHECK(!sm_table_get(&table, 0) && !sm_table_get(&table, 10) && !sm_table_get(&table, ~0u));
	for (uint32_t i = 0; i < 4096; i++) {
		CHECK(!sm_table_add(&table, &objects[i], &number) && number == 10 + i);
		CHECK(sm_table_get(&table, number) == &objects[i]);
	}
	CHECK(sm_table_add(&table, objects, &number) == ENOSPC && table.count == 4096);
	CHECK(!sm_table_get(&table, 9) && !sm_table_get(&table, 10 + 4096));
	/* The only free number is found, at any place. */
	for (uint32_t i = 10; i < 10 + 4096; i += 97) {
		sm_table_remove(&table, i);
		CHECK(!sm_table_get(&table, i) && table.count == 4095);
		sm_table_remove(&table, i);
		CHECK(table.count == 4095);
		CHECK(!sm_table_add(&table, objects, &number) && number == i);
	}
	/* The order is ascending, and each number comes once. */
	number = 0;
	for (uint32_t i = 0; i < 4096; i++, number++)
		CHECK(sm_table_next(&table, &number) && number == 10 + i);
	CHECK(!sm_table_next(&table, &number));
	sm_table_free(&table);
	CHECK(!sm_table_get(&table, 10) && table.count == 0);
	/* A number is not reused at once. */
	CHECK(!sm_table_add(&table, objects, &first));
	for (int i = 0; i < 200; i++) {
		sm_table_remove(&table, first);
		before = first;
		CHECK(!sm_table_add(&table, objects, &first) && first != before);
	}
	CHECK(table.size < 1024);
	sm_table_free(&table);
}

static struct {
	atomic_int n;
	struct sm_timer *order[16];
	uint64_t when[16];
} fired;

static void fire(struct sm_timer *timer)
{
	int n = fired.n;

	CHECK(!timer->is_armed);
	fired.order[n] = timer;
	fired.when[n] = sm_device_time();
	atomic_store(&fired.n, n + 1);
}

static void wait_for(int n)
{
	while (fired.n < n)
		usleep(1000);
	usleep(30000);	/* for one too many */
	CHECK(fired.n == n);
}

static void test_timers(void)
{
	struct sm_timer timer[4] = {
		{ .run = fire }, { .run = fire }, { .run = fire }, { .run = fire }
	};
	uint64_t start;

	sm_lock();
	start = sm_device_time();
	sm_timer_arm(&timer[0], 30000000);
	sm_timer_arm(&timer[1], 10000000);
	sm_timer_arm(&timer[2], 20000000);
	sm_timer_arm(&timer[3], 5000000);
	sm_timer_cancel(&timer[2]);
	sm_timer_arm(&timer[3], 50000000);	/* moves it */
	CHECK(timer[0].is_armed && !timer[2].is_armed);
	sm_unlock();
	wait_for(3);
	CHECK(fired.order[0] == &timer[1] && fired.order[1] == &timer[0] &&
	      fired.order[2] == &timer[3]);
	CHECK(fired.when[0] >= start + 10000000 && fired.when[1] >= start + 30000000 &&
	      fired.when[2] >= start + 50000000);
	/* A timer before the one that the thread waits for, and one that expires at once. */
	sm_lock();
	sm_timer_arm(&timer[0], UINT64_C(10000000000000));
	sm_timer_arm(&timer[1], 1000000);
	sm_timer_arm(&timer[2], 0);
	sm_unlock();
	wait_for(5);
	CHECK(fired.order[3] == &timer[2] && fired.order[4] == &timer[1]);
	sm_lock();
	sm_timer_cancel(&timer[0]);
	sm_timer_cancel(&timer[0]);
	sm_unlock();
}

/* The lock is held for longer than ten of the first timer's times: that is no time of the device. */
static void test_stall(void)
{
	struct sm_timer timer[2] = { { .run = fire }, { .run = fire } };
	const uint64_t start = sm_now();
	uint64_t end, stalled;

	sm_lock();
	end = sm_device_time();
	stalled = sm_now() - end;
	sm_timer_arm(&timer[0], 20000000);
	sm_timer_arm(&timer[1], 20000000 + 5 * SM_TICK_NS);
	while (sm_now() - start < 400000000) {
		const uint64_t now = sm_device_time();

		CHECK(now >= end && now <= timer[0].when + SM_TICK_NS);
		end = now;
		usleep(1000);
	}
	CHECK(end == timer[0].when + SM_TICK_NS && timer[0].is_armed);
	sm_unlock();
	wait_for(7);
	CHECK(fired.order[5] == &timer[0] && fired.order[6] == &timer[1]);
	CHECK(fired.when[5] >= end && fired.when[6] >= timer[1].when);
	/* It does not catch up, and without timers it runs as the clock does. */
	sm_lock();
	end = sm_device_time();
	CHECK(sm_now() - end >= stalled + 300000000);
	for (uint64_t now = sm_now(); sm_now() - now < 3 * SM_TICK_NS;)
		usleep(1000);
	CHECK(sm_device_time() - end >= 3 * SM_TICK_NS);
	sm_unlock();
}

static struct {
	struct sm_watch watch;
	struct sm_timer first, second;
	bool was_received;
	atomic_bool is_over;
} race;

static void receive(struct sm_watch *watch)
{
	uint64_t count;

	CHECK(read(watch->fd, &count, sizeof(count)) == sizeof(count));
	race.was_received = true;
}

/* From now on there is something to receive, and a timer is due. */
static void begin_race(struct sm_timer *timer)
{
	const uint64_t one = 1;

	(void)timer;
	CHECK(write(race.watch.fd, &one, sizeof(one)) == sizeof(one));
	sm_timer_arm(&race.second, 1);
	while (sm_device_time() < race.second.when)
		;
}

static void end_race(struct sm_timer *timer)
{
	(void)timer;
	CHECK(race.was_received);
	atomic_store(&race.is_over, true);
}

/* What has come before a timer is due is received before it runs. */
static void test_receives_first(void)
{
	race.watch = (struct sm_watch){ .fd = eventfd(0, EFD_CLOEXEC), .ready = receive };
	race.first.run = begin_race;
	race.second.run = end_race;
	sm_lock();
	sm_watch_add(&race.watch);
	sm_timer_arm(&race.first, 0);
	sm_unlock();
	while (!race.is_over)
		usleep(1000);
	sm_lock();
	sm_watch_remove(&race.watch);
	sm_unlock();
	close(race.watch.fd);
}

int main(void)
{
	test_table();
	test_timers();
	test_stall();
	test_receives_first();
	printf("done\n");
	return 0;
}
