/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * The C library's own functions, for which process/preload*.c has interposed ones.
 */
#ifndef SOFTMLX5_ORIGINAL_H
#define SOFTMLX5_ORIGINAL_H

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/xattr.h>
#include <unistd.h>

/*
 * Looked up when the library is loaded, or earlier if a constructor of another
 * library comes first.
 */
#define SM_ORIGINALS(X) \
	X(ioctl) X(mmap) X(read) X(write) X(close) X(open) X(openat) X(stat) X(lstat) X(fstat) X(stat64) \
	X(lstat64) X(fstat64) X(dup) X(dup2) X(dup3) X(fcntl) X(close_range) X(closefrom) \
	X(socket) X(sendmsg) X(sendto) X(if_nametoindex) X(if_indextoname) X(sigaction) X(sigprocmask) X(pthread_sigmask) X(access) X(euidaccess) \
	X(faccessat) X(fstatat) X(statx) X(fopen) X(opendir) X(readlink) X(readlinkat) X(realpath) \
	X(getxattr) X(lgetxattr) X(chroot) X(_exit)

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

/* The same as functions, for the layers below the process. */
ssize_t sm_real_read(int fd, void *buffer, size_t len);
ssize_t sm_real_write(int fd, const void *data, size_t len);
int sm_real_close(int fd);
int sm_real_sigaction(int sig, const struct sigaction *act, struct sigaction *old);
void sm_real_sigmask(int how, const sigset_t *set);	/* of this thread */

#endif
