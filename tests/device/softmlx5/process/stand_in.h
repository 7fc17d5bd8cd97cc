/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/* Requests of the test programs to the stand-in for the device (stand_in.c), by ioctl(). */
#ifndef STAND_IN_H
#define STAND_IN_H

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "../../../rig/fail.h"

enum {
	DO_ERROR = 0x7001, /* fails with ENOSPC */
	DO_FILE,	   /* gives the number of the file */
	DO_PAGE,	   /* makes the UAR page with this number; mmap offset is number * 4096 */
	DO_PAGE_FREE,
	DO_EVENTS, /* gives an event descriptor */
	DO_PUSH,   /* struct push; fd -1: the last event queue, if a descriptor or call has it */
	DO_PURGE,  /* struct push */
	DO_COPY,   /* struct copy, by sm_copy() */
	DO_QP,	   /* makes the QP with this number on the page of the same number */
	DO_SIGNAL, /* raises the signal of this number */
	DO_HOLD,   /* keeps the lock until *(atomic_int *)argument is not 0 */
	DO_HOLD_CLOSES,	/* from now on closing waits, just before it, until is_closing is 0 */
};

struct push {
	int fd;
	uint64_t record, object;
	uint64_t next;	/* another record, which comes at the same moment; 0: there is none */
};

struct copy {
	void *dst, *src;
	size_t len;
};

/* Counts of events in the device. */
struct stand_in {
	atomic_int opened, closed;	/* files */
	atomic_int reported;		/* events that were read */
	atomic_int sends, arms;		/* doorbells */
	atomic_int is_changing;		/* DO_HOLD is running */
	atomic_int is_closing;		/* see DO_HOLD_CLOSES */
	atomic_uint last_qpn, last_cqn;
	atomic_int qp_sends[64], cq_arms[64];	/* by QP, by CQ */
	atomic_uint on_stack_of; /* distance of the device's stack from the storing function's, in
				    pages */
	_Atomic(void *) store_stack;	/* set by the test */
	void *records;			/* doorbell records of the CQs */
	/* Additional effects of a doorbell: */
	atomic_int is_destructive;	/* changes all registers, errno, and uses much stack */
	atomic_int signal;		/* raises it */
};

static inline struct stand_in *stand_in(void)
{
	struct stand_in *found = dlsym(RTLD_DEFAULT, "sm_stand_in");

	if (!found) {
		fprintf(stderr, "libsoftmlx5.so is not loaded\n");
		exit(1);
	}
	return found;
}

#endif
