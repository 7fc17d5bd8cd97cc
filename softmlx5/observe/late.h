/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * The adversary in the NIC: what it does late.
 */
#ifndef SOFTMLX5_LATE_H
#define SOFTMLX5_LATE_H

#include "base/adversary.h"

/*
 * Late work of a queue. The calls of the program are the device's time: with each doorbell and each command some
 * late work is done, in random order. What a program observes so depends on the seed and on what it does itself, and
 * not on the speed of the machine. If it does nothing, one piece of work after the other is done.
 */
struct sm_late {
	void (*run)(struct sm_late *late);	/* with the lock held */
	struct sm_late *next;
	bool is_waiting;
	uint64_t not_before;	/* ns of sm_device_time() */
};

/* Nothing happens if the work is waiting. Zero-initialise, set @run. */
SM_COLD void sm_late_add(struct sm_dev *dev, struct sm_late *late);
SM_COLD void sm_late_remove_some(struct sm_late *late);

static inline void sm_late_remove(struct sm_late *late)
{
	if (late->is_waiting)
		sm_late_remove_some(late);
}

/* Is the work done because the program does nothing? */
bool sm_late_is_idle(void);

SM_COLD void sm_late_turn_some(struct sm_dev *dev);

/* A doorbell was rung, or a command executed. */
static inline void sm_late_turn(struct sm_dev *dev)
{
	if (sm_has_adversary)
		sm_late_turn_some(dev);
}

/* In a child, after fork(): nothing is late. */
void sm_late_forked(void);

#endif
