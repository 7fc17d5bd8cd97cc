/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Guarded access to the application's memory, which may have been unmapped since it was registered.
 */
#ifndef SOFTMLX5_GUARD_H
#define SOFTMLX5_GUARD_H

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>

/*
 * Usage:
 *
 *	struct sm_guard guard;
 *
 *	if (sm_guard_enter(&guard)) {
 *		... guard.addr could not be accessed ...
 *	}
 *	...
 *	sm_guard_leave(&guard);
 *
 * On SIGSEGV or SIGBUS (process/fault_handler.c) sm_guard_enter() returns a second time, with true;
 * the guard has been left then. As with setjmp, locals that change in between must be volatile.
 * Guards nest.
 */
struct sm_guard {
	sigjmp_buf env;
	struct sm_guard *outer;
	void *addr;
};

extern __thread struct sm_guard *sm_guard_current __attribute__((tls_model("initial-exec")));

#define sm_guard_enter(guard) \
	((guard)->outer = sm_guard_current, sm_guard_current = (guard), \
	 sigsetjmp((guard)->env, 0) != 0)
static inline void sm_guard_leave(struct sm_guard *guard)
{
	sm_guard_current = guard->outer;
}

/*
 * memcpy() of memory that may be unmapped on either side; false if it is. Part of @dst may be
 * written then.
 */
bool sm_copy(void *dst, const void *src, size_t len);
/*
 * Reads a doorbell record of 4 or 8 bytes. Everything that the application wrote before the record
 * is visible then, as to a card that reads the record first.
 */
bool sm_read_record(void *dst, const void *record, size_t len);

#endif
