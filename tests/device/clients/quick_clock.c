// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Preloaded into perftest: gettimeofday() of a clock that runs 64 times as fast.
 *
 * Before it prints a line, perftest counts the processor's cycles for 219 ms of gettimeofday(), in a loop, and needs it for nothing
 * else: 10 seconds of processor time for two processes with -a. The clock is a steady one, so that cycles still grow with it
 * whenever the loop is interrupted; perftest compares the two, and rejects a measurement in which they do not. Only the printed
 * bandwidths and latencies are wrong, and no test reads them.
 */
#include <stdint.h>
#include <sys/time.h>
#include <time.h>

#define FASTER 64

int gettimeofday(struct timeval *restrict now, void *restrict zone)
{
	struct timespec real;
	uint64_t us;

	(void)zone;
	clock_gettime(CLOCK_MONOTONIC, &real);
	us = ((uint64_t)real.tv_sec * 1000000000 + (uint64_t)real.tv_nsec) * FASTER / 1000;
	now->tv_sec = (time_t)(us / 1000000);
	now->tv_usec = (suseconds_t)(us % 1000000);
	return 0;
}
