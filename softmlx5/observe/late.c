// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The adversary in the NIC: what it does late.
 */
#include <time.h>

#include "nic/queue/qp.h"
#include "nic/queue/sq.h"
#include "nic/wire/wire.h"
#include "observe/late.h"

/*
 * A program waits for the device if it has rung no doorbell in so much time of its processor, or has not used one for
 * so long. Time alone does not count: a busy machine may just not run it.
 */
#define SM_IDLE_NS 1000000u
#define SM_BLOCKED_NS 10000000u
#define SM_STALL_NS 1100000000u

static struct {
	struct sm_late *first;
	struct sm_timer idle;
	uint64_t since, used;	/* at the start of this wait: time, and the processor's of the program */
	bool is_idle;
} sm_lates;

static uint64_t sm_processor_ns(void)
{
	struct timespec time;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
	return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static void sm_late_idle(struct sm_timer *timer);

static void sm_late_wait(void)
{
	uint64_t now, delay = UINT64_MAX;

	if (!sm_lates.first)
		return;
	now = sm_device_time();
	for (const struct sm_late *late = sm_lates.first; late; late = late->next) {
		const uint64_t left = late->not_before > now ? late->not_before - now : 0;

		if (left < delay)
			delay = left;
	}
	sm_lates.since = now;
	sm_lates.used = sm_processor_ns();
	sm_lates.idle.run = sm_late_idle;
	sm_timer_arm(&sm_lates.idle, delay > SM_IDLE_NS ? delay : SM_IDLE_NS);
}

void sm_late_add(struct sm_dev *dev, struct sm_late *late)
{
	struct sm_late **link = &sm_lates.first;

	if (late->is_waiting)
		return;
	late->is_waiting = true;
	late->not_before = sm_odd(dev, SM_ODD_STALL) ? sm_device_time() + SM_STALL_NS : 0;
	late->next = NULL;
	while (*link)
		link = &(*link)->next;
	*link = late;
	sm_late_wait();
}

void sm_late_remove_some(struct sm_late *late)
{
	struct sm_late **link = &sm_lates.first;

	while (*link != late)
		link = &(*link)->next;
	*link = late->next;
	late->is_waiting = false;
}

static bool sm_late_is_ready(const struct sm_late *late)
{
	return !late->not_before || late->not_before <= sm_device_time();
}

/* One piece of work at random; false: there is none now. */
static bool sm_late_run_one(void)
{
	struct sm_late *late;
	uint32_t n = 0, chosen;

	for (late = sm_lates.first; late; late = late->next)
		n += sm_late_is_ready(late);
	if (!n)
		return false;
	chosen = sm_odd_below(n);
	for (late = sm_lates.first; !sm_late_is_ready(late) || chosen--; late = late->next)
		;
	sm_late_remove(late);
	late->run(late);
	return true;
}

static void sm_late_idle(struct sm_timer *timer)
{
	if (sm_processor_ns() - sm_lates.used < SM_IDLE_NS &&
	    sm_device_time() - sm_lates.since < SM_BLOCKED_NS) {
		sm_timer_arm(timer, SM_IDLE_NS / 4);
		return;
	}
	sm_lates.is_idle = true;
	sm_late_run_one();
	sm_nic_run();
	sm_lates.is_idle = false;
	sm_late_wait();
}

bool sm_late_is_idle(void)
{
	return sm_lates.is_idle;
}

/* Any queue pair whose record may be ahead of its doorbells. */
static void sm_late_read_record(struct sm_dev *dev)
{
	uint32_t number = 0, chosen = dev->qps.count ? sm_odd_below(dev->qps.count) : 0;
	struct sm_qp *qp = sm_table_next(&dev->qps, &number);

	for (; qp && chosen; chosen--) {
		number++;
		qp = sm_table_next(&dev->qps, &number);
	}
	if (qp && qp->state == PRM_QP_STATE_RTS && qp->sq_size)
		sm_sq_doorbell(qp);
}

/* An even chance that more work is done, as long as there is any. */
void sm_late_turn_some(struct sm_dev *dev)
{
	while (sm_lates.first && sm_odd_below(2) && sm_late_run_one())
		sm_nic_run();
	if (sm_odd(dev, SM_ODD_EARLY_RECORD)) {
		sm_late_read_record(dev);
		sm_nic_run();
	}
	sm_late_wait();
}

void sm_late_forked(void)
{
	sm_lates.first = NULL;
	sm_lates.is_idle = false;
}
