// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Guarded access to the application's memory.
 */
#include <stdint.h>
#include <string.h>

#include "base/guard.h"

__thread struct sm_guard *sm_guard_current __attribute__((tls_model("initial-exec")));

bool sm_copy(void *dst, const void *src, size_t len)
{
	struct sm_guard guard;

	if (!dst || !src)
		return !len;	/* memcpy() requires valid pointers */
	if ((uintptr_t)dst > UINTPTR_MAX - len || (uintptr_t)src > UINTPTR_MAX - len)
		return false;	/* nothing is mapped where addresses wrap around */
	if (sm_guard_enter(&guard))
		return false;
	memcpy(dst, src, len);
	sm_guard_leave(&guard);
	return true;
}

bool sm_read_record(void *dst, const void *record, size_t len)
{
	const size_t word = sizeof(uint32_t);
	struct sm_guard guard;
	size_t at;

	if ((uintptr_t)record % word)	/* no driver has an unaligned record */
		return sm_copy(dst, record, len);
	if (sm_guard_enter(&guard))
		return false;
	for (at = 0; at < len; at += word) {
		const uint32_t value = __atomic_load_n(
			(const uint32_t *)(const void *)((const char *)record + at),
			__ATOMIC_ACQUIRE);

		memcpy((char *)dst + at, &value, word);
	}
	sm_guard_leave(&guard);
	return true;
}
