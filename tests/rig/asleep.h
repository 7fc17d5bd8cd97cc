/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Waits until another thread of the process sleeps in a call. Include fail.h before, or something else with CHECK().
 */
#ifndef RIG_ASLEEP_H
#define RIG_ASLEEP_H

#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

/* @tid: what gettid() gives the thread, which it stores just before the call; 0 before. */
static inline void until_asleep(const atomic_int *tid)
{
	char path[64], line[256], state = 0;
	FILE *stat;

	while (!atomic_load(tid))
		sched_yield();
	snprintf(path, sizeof(path), "/proc/self/task/%d/stat", atomic_load(tid));
	while (state != 'S') {
		sched_yield();
		stat = fopen(path, "r");
		CHECK(stat && fgets(line, sizeof(line), stat) && strrchr(line, ')'));
		fclose(stat);
		state = strrchr(line, ')')[2];
	}
}

#endif
