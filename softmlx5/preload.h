/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * The functions of the C library that stand before the originals, and these.
 */
#ifndef SOFTMLX5_PRELOAD_H
#define SOFTMLX5_PRELOAD_H

#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#define SM_EXPORT __attribute__((visibility("default")))

/*
 * The originals. Looked up when the library is loaded, or earlier if a constructor of another
 * library comes first.
 */
#define SM_ORIGINALS(X) \
	X(ioctl) X(mmap) X(read) X(close) X(open) X(openat) X(stat) X(lstat) X(fstat) X(stat64) \
	X(lstat64) X(fstat64) X(dup) X(dup2) X(dup3) X(fcntl) X(close_range) X(closefrom) \
	X(socket) X(sigaction) X(sigprocmask) X(pthread_sigmask)

enum {
#define X(name) SM_ORIGINAL_##name,
	SM_ORIGINALS(X)
#undef X
	SM_N_ORIGINALS
};

extern _Atomic(void *) sm_originals[SM_N_ORIGINALS];
void *sm_original_find(unsigned int i);

static inline void *sm_original(unsigned int i)
{
	void *found = atomic_load_explicit(&sm_originals[i], memory_order_relaxed);

	return found ? found : sm_original_find(i);
}

#define SM_REAL(name) ((__typeof__(&name))sm_original(SM_ORIGINAL_##name))

/* The launcher has started us: there are devices. */
bool sm_is_active(void);

#endif
