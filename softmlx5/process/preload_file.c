// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Interposed calls of the C library: open() of the devices' nodes, and stat() of them.
 */
#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <string.h>
#include <sys/sysmacros.h>

#include "kernel/fd.h"
#include "kernel/uverbs.h"
#include "process/fault_handler.h"
#include "process/preload.h"

/* Prototypes that headers hide. */
SM_EXPORT int __open_2(const char *path, int flags);
SM_EXPORT int __open64_2(const char *path, int flags);
SM_EXPORT int __xstat(int version, const char *path, struct stat *st);
SM_EXPORT int __xstat64(int version, const char *path, struct stat64 *st);
SM_EXPORT int __lxstat(int version, const char *path, struct stat *st);
SM_EXPORT int __lxstat64(int version, const char *path, struct stat64 *st);
SM_EXPORT int __fxstat(int version, int fd, struct stat *st);
SM_EXPORT int __fxstat64(int version, int fd, struct stat64 *st);

/* The device of the node /dev/infiniband/uverbsN; -1 for another path. */
static int sm_node(int folder, const char *path)
{
	static const char prefix[] = "/dev/infiniband/uverbs";
	const char *digit = path + sizeof(prefix) - 1;

	(void)folder;	/* an absolute path doesn't need it */
	_Static_assert(SM_MAX_DEVICES < 10, "one digit");
	if (!sm_is_active() || !path || strncmp(path, prefix, sizeof(prefix) - 1) ||
	    * digit < '0' || *digit > '9' || digit[1])
		return -1;
	return (unsigned int)(*digit - '0') < sm_config()->devices ? *digit - '0' : -1;
}

/*
 * Opens a device: the descriptor is one of /dev/null, and calls on it reach the interposed
 * functions.
 */
static int sm_node_open(int node, int flags)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	struct sm_file *file;
	struct sm_dev *dev;
	int fd, err;

	if (!sm_has_device())
		return -1;
	pthread_once(&once, sm_faults_install);
	fd = SM_REAL(open)("/dev/null", O_RDWR | (flags & (O_CLOEXEC | O_NONBLOCK)));
	if (fd < 0)
		return -1;
	sm_lock();
	dev = sm_dev_by_index((unsigned int)node);
	sm_unlock();
	file = dev ? sm_file_open(dev) : NULL;
	if (file && !sm_fd_add(fd, SM_FD_FILE, file, (unsigned int)node))
		return fd;
	err = dev ? errno : ENXIO;
	if (file)
		sm_file_close(file);
	sm_real_close(fd);
	errno = err;
	return -1;
}

#define SM_OPEN(folder, path, flags, original) \
	do { \
		int node = sm_node(folder, path); \
		mode_t mode = 0; \
		va_list args; \
		\
		if (node >= 0) \
			return sm_node_open(node, flags); \
		va_start(args, flags); \
		if ((flags) & (O_CREAT | __O_TMPFILE)) \
			mode = va_arg(args, mode_t); \
		va_end(args); \
		return sm_fd_fresh(original); \
	} while (0)

SM_EXPORT int open(const char *path, int flags, ...)
{
	SM_OPEN(AT_FDCWD, path, flags, SM_REAL(open)(path, flags, mode));
}

SM_EXPORT int open64(const char *path, int flags, ...)
{
	SM_OPEN(AT_FDCWD, path, flags, SM_REAL(open)(path, flags | O_LARGEFILE, mode));
}

SM_EXPORT int openat(int folder, const char *path, int flags, ...)
{
	SM_OPEN(folder, path, flags, SM_REAL(openat)(folder, path, flags, mode));
}

SM_EXPORT int openat64(int folder, const char *path, int flags, ...)
{
	SM_OPEN(folder, path, flags, SM_REAL(openat)(folder, path, flags | O_LARGEFILE, mode));
}

int __open_2(const char *path, int flags)
{
	return open(path, flags);
}

int __open64_2(const char *path, int flags)
{
	return open64(path, flags);
}

/* Result of stat() for a node; the device number is the one in sysfs. */
#define SM_STAT(st, node) \
	do { \
		memset(st, 0, sizeof(*(st))); \
		(st)->st_mode = S_IFCHR | 0666; \
		(st)->st_nlink = 1; \
		(st)->st_ino = 1 + (ino_t)(node); \
		(st)->st_blksize = SM_PAGE_SIZE; \
		(st)->st_rdev = makedev(SM_NODE_MAJOR, SM_NODE_MINOR + (unsigned int)(node)); \
	} while (0)

#define SM_STAT_PATH(name, type) \
SM_EXPORT int name(const char *path, struct type *st) \
{ \
	int node = sm_node(AT_FDCWD, path); \
	\
	if (node < 0) \
		return SM_REAL(name)(path, st); \
	SM_STAT(st, node); \
	return 0; \
}

#define SM_STAT_FD(name, type) \
SM_EXPORT int name(int fd, struct type *st) \
{ \
	const struct sm_fd *entry = sm_fd_is_ours(fd) ? sm_fd_get(fd) : NULL; \
	int node = entry && entry->kind == SM_FD_FILE ? (int)entry->node : -1; \
	\
	if (entry) \
		sm_fd_put((void *)(uintptr_t)entry); \
	if (node < 0) \
		return SM_REAL(name)(fd, st); \
	SM_STAT(st, node); \
	return 0; \
}

SM_STAT_PATH(stat, stat)
SM_STAT_PATH(lstat, stat)
SM_STAT_FD(fstat, stat)
SM_STAT_PATH(stat64, stat64)
SM_STAT_PATH(lstat64, stat64)
SM_STAT_FD(fstat64, stat64)

/*
 * The names before glibc 2.33. The version selects a layout of struct stat; on 64 bits there is
 * only one.
 */
#define SM_XSTAT(name, now, type) \
int name(int version, const char *path, struct type *st) \
{ \
	(void)version; \
	return now(path, st); \
}

SM_XSTAT(__xstat, stat, stat)
SM_XSTAT(__lxstat, lstat, stat)
SM_XSTAT(__xstat64, stat64, stat64)
SM_XSTAT(__lxstat64, lstat64, stat64)

int __fxstat(int version, int fd, struct stat *st)
{
	(void)version;
	return fstat(fd, st);
}

int __fxstat64(int version, int fd, struct stat64 *st)
{
	(void)version;
	return fstat64(fd, st);
}
