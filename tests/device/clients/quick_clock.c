// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Preloaded into perftest: gettimeofday() of a clock that runs about 50 times as fast.
 *
 * Before it prints a line, perftest counts the processor's cycles for 219 ms of gettimeofday(), in a loop, and needs it for nothing
 * else: 10 seconds of processor time for two processes with -a. perftest compares the two, and rejects a measurement in which they
 * do not grow together. So on x86 this clock is the counter that perftest reads: what interrupts the loop interrupts both. Only
 * the printed bandwidths and latencies are wrong, and no test reads them.
 */
#include <stdint.h>
#include <sys/time.h>
#include <time.h>

#define FASTER 50 /* divides 1000 */

/* Returns a steady time in nanoseconds, or something near them. */
static uint64_t steady(void)
{
#if defined(__x86_64__) || defined(__i386__)
	return __builtin_ia32_rdtsc() / 2;
#else
	struct timespec real;

	clock_gettime(CLOCK_MONOTONIC, &real);
	return (uint64_t)real.tv_sec * 1000000000 + (uint64_t)real.tv_nsec;
#endif
}

int gettimeofday(struct timeval *restrict now, void *restrict zone)
{
	uint64_t us = steady() / (1000 / FASTER);

	(void)zone;
	now->tv_sec = (time_t)(us / 1000000);
	now->tv_usec = (suseconds_t)(us % 1000000);
	return 0;
}
