// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The C library's own functions, which dlsym() finds behind this library's functions of the same
 * names.
 */
#include <dlfcn.h>
#include <stdlib.h>

#include "base/original.h"
#include "base/softmlx5.h"

static const char *const sm_original_names[] = {
#define X(name) #name,
	SM_ORIGINALS(X)
#undef X
};

_Atomic(void *) sm_originals[SM_N_ORIGINALS];

void *sm_original_find(unsigned int i)
{
	void *found = dlsym(RTLD_NEXT, sm_original_names[i]);

	if (!found) {
		sm_warn("the C library has no %s()", sm_original_names[i]);
		abort();
	}
	atomic_store_explicit(&sm_originals[i], found, memory_order_relaxed);
	return found;
}

ssize_t sm_real_read(int fd, void *buffer, size_t len)
{
	return SM_REAL(read)(fd, buffer, len);
}

ssize_t sm_real_write(int fd, const void *data, size_t len)
{
	return SM_REAL(write)(fd, data, len);
}

int sm_real_close(int fd)
{
	return SM_REAL(close)(fd);
}

int sm_real_sigaction(int sig, const struct sigaction *act, struct sigaction *old)
{
	return SM_REAL(sigaction)(sig, act, old);
}

void sm_real_sigmask(int how, const sigset_t *set)
{
	SM_REAL(pthread_sigmask)(how, set, NULL);
}
