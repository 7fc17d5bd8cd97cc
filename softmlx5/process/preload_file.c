// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Interposed calls of the C library on names: the devices' nodes, and sysfs.
 */
#include <errno.h>
#include <pthread.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/sysmacros.h>

#include "kernel/cm.h"
#include "kernel/fd.h"
#include "kernel/netdev.h"
#include "kernel/uverbs.h"
#include "process/fault_handler.h"
#include "process/preload.h"
#include "process/sysfs.h"

/* Prototypes that headers hide. */
SM_EXPORT int __open_2(const char *path, int flags);
SM_EXPORT int __open64_2(const char *path, int flags);
SM_EXPORT int __xstat(int version, const char *path, struct stat *st);
SM_EXPORT int __xstat64(int version, const char *path, struct stat64 *st);
SM_EXPORT int __lxstat(int version, const char *path, struct stat *st);
SM_EXPORT int __lxstat64(int version, const char *path, struct stat64 *st);
SM_EXPORT int __fxstat(int version, int fd, struct stat *st);
SM_EXPORT int __fxstat64(int version, int fd, struct stat64 *st);
SM_EXPORT int __fxstatat(int version, int folder, const char *path, struct stat *st, int flags);
SM_EXPORT int __fxstatat64(int version, int folder, const char *path, struct stat64 *st, int flags);
SM_EXPORT ssize_t __readlink_chk(const char *path, char *text, size_t len, size_t size);
SM_EXPORT ssize_t __readlinkat_chk(int folder, const char *path, char *text, size_t len,
				   size_t size);
SM_EXPORT char *__realpath_chk(const char *path, char *resolved, size_t size);

/*
 * The node of a path: N for /dev/infiniband/uverbsN, SM_NODE_CM for /dev/infiniband/rdma_cm, -1 for
 * another path.
 */
static int sm_node(const char *path)
{
	static const char prefix[] = "/dev/infiniband/uverbs";
	const char *digit = path + sizeof(prefix) - 1;

	_Static_assert(SM_MAX_DEVICES < 10, "one digit");
	if (!sm_is_active() || !path)
		return -1;
	if (!strcmp(path, "/dev/infiniband/rdma_cm"))
		return SM_NODE_CM;
	if (strncmp(path, prefix, sizeof(prefix) - 1) || *digit < '0' || *digit > '9' || digit[1])
		return -1;
	return (unsigned int)(*digit - '0') < sm_config()->devices ? *digit - '0' : -1;
}

/* The descriptor is an eventfd, which is readable when there are events. */
static int sm_cm_open(int flags)
{
	int fd = eventfd(0, (flags & O_CLOEXEC ? EFD_CLOEXEC : 0) |
			    (flags & O_NONBLOCK ? EFD_NONBLOCK : 0));
	struct sm_cm_file *file;
	int err;

	if (fd < 0)
		return -1;
	file = sm_cm_file_open();
	if (file && !sm_fd_add(fd, SM_FD_CM, file, SM_NODE_CM))
		return fd;
	err = errno;
	if (file)
		sm_cm_file_close(file);
	sm_real_close(fd);
	errno = err;
	return -1;
}

/*
 * Paths below /sys that the launcher replaces. What else the machine has there, such as a real card,
 * is not seen.
 */
static const char *const sm_sysfs_names[] = {
	"/sys/class/infiniband", "/sys/class/infiniband_verbs", "/sys/bus/pci/devices/" SM_PCI_DOMAIN ":",
	"/sys/devices/pci" SM_PCI_DOMAIN ":00", "/sys/class/net/" SM_NETDEV_PREFIX,
};

static bool sm_is_below(const char *path, const char *name)
{
	size_t len = strlen(name);

	return !strncmp(path, name, len) &&
	       (strchr(":_", name[len - 1]) || path[len] == '/' || !path[len]);
}

/* The name of a file for the C library: that in the launcher's tree, in @buffer, or @path. */
static const char *sm_path(const char *path, char buffer[PATH_MAX])
{
	if (!sm_is_active() || !path || strncmp(path, "/sys/", 5))
		return path;
	for (unsigned int i = 0; i < SM_ARRAY_SIZE(sm_sysfs_names); i++)
		if (sm_is_below(path, sm_sysfs_names[i]) &&
		    snprintf(buffer, PATH_MAX, "%s/sysfs%s", sm_root(), path + 4) < PATH_MAX)
			return buffer;
	return path;
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

	if (sm_fd_is_foreign()) {
		sm_fd_refuse();
		return -1;
	}
	pthread_once(&once, sm_faults_install);
	if (node == SM_NODE_CM)
		return sm_cm_open(flags);
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

#define SM_OPEN(path, flags, original) \
	do { \
		int node = sm_node(path); \
		char buffer[PATH_MAX]; \
		mode_t mode = 0; \
		va_list args; \
		\
		if (node >= 0) \
			return sm_node_open(node, flags); \
		va_start(args, flags); \
		if ((flags) & (O_CREAT | __O_TMPFILE)) \
			mode = va_arg(args, mode_t); \
		va_end(args); \
		path = sm_path(path, buffer); \
		return sm_fd_fresh(original); \
	} while (0)

SM_EXPORT int open(const char *path, int flags, ...)
{
	SM_OPEN(path, flags, SM_REAL(open)(path, flags, mode));
}

SM_EXPORT int open64(const char *path, int flags, ...)
{
	SM_OPEN(path, flags, SM_REAL(open)(path, flags | O_LARGEFILE, mode));
}

SM_EXPORT int openat(int folder, const char *path, int flags, ...)
{
	SM_OPEN(path, flags, SM_REAL(openat)(folder, path, flags, mode));
}

SM_EXPORT int openat64(int folder, const char *path, int flags, ...)
{
	SM_OPEN(path, flags, SM_REAL(openat)(folder, path, flags | O_LARGEFILE, mode));
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
	int node = sm_node(path); \
	char buffer[PATH_MAX]; \
	\
	if (node < 0) \
		return SM_REAL(name)(sm_path(path, buffer), st); \
	SM_STAT(st, node); \
	return 0; \
}

#define SM_STAT_FD(name, type) \
SM_EXPORT int name(int fd, struct type *st) \
{ \
	const struct sm_fd *entry = sm_fd_is_ours(fd) ? sm_fd_get(fd) : NULL; \
	int node = entry && (entry->kind == SM_FD_FILE || entry->kind == SM_FD_CM) ? \
			   (int)entry->node : -1; \
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

_Static_assert(sizeof(struct stat) == sizeof(struct stat64), "fstatat64 is fstatat");
SM_EXPORT int fstatat(int folder, const char *path, struct stat *st, int flags)
{
	int node = sm_node(path);
	char buffer[PATH_MAX];

	if (node < 0)
		return SM_REAL(fstatat)(folder, sm_path(path, buffer), st, flags);
	SM_STAT(st, node);
	return 0;
}

SM_EXPORT int fstatat64(int folder, const char *path, struct stat64 *st, int flags)
{
	return fstatat(folder, path, (struct stat *)st, flags);
}

SM_EXPORT int statx(int folder, const char *path, int flags, unsigned int mask, struct statx *st)
{
	int node = sm_node(path);
	char buffer[PATH_MAX];
	struct stat simple;

	if (node < 0)
		return SM_REAL(statx)(folder, sm_path(path, buffer), flags, mask, st);
	SM_STAT(&simple, node);
	memset(st, 0, sizeof(*st));
	st->stx_mask = STATX_BASIC_STATS;
	st->stx_mode = (uint16_t)simple.st_mode;
	st->stx_nlink = (uint32_t)simple.st_nlink;
	st->stx_ino = simple.st_ino;
	st->stx_blksize = (uint32_t)simple.st_blksize;
	st->stx_rdev_major = major(simple.st_rdev);
	st->stx_rdev_minor = minor(simple.st_rdev);
	return 0;
}

/* Everyone may read and write a node. */
static int sm_node_access(int mode)
{
	if (mode & ~(R_OK | W_OK | X_OK))
		errno = EINVAL;
	else if (mode & X_OK)
		errno = EACCES;
	else
		return 0;
	return -1;
}

SM_EXPORT int access(const char *path, int mode)
{
	char buffer[PATH_MAX];

	return sm_node(path) < 0 ? SM_REAL(access)(sm_path(path, buffer), mode) :
				   sm_node_access(mode);
}

SM_EXPORT int euidaccess(const char *path, int mode)
{
	char buffer[PATH_MAX];

	return sm_node(path) < 0 ? SM_REAL(euidaccess)(sm_path(path, buffer), mode) :
				   sm_node_access(mode);
}

SM_EXPORT int eaccess(const char *path, int mode)
{
	return euidaccess(path, mode);
}

SM_EXPORT int faccessat(int folder, const char *path, int mode, int flags)
{
	char buffer[PATH_MAX];

	return sm_node(path) < 0 ?
		       SM_REAL(faccessat)(folder, sm_path(path, buffer), mode, flags) :
		       sm_node_access(mode);
}

/* Calls that can only lead to sysfs. */

SM_EXPORT FILE *fopen(const char *path, const char *mode)
{
	char buffer[PATH_MAX];

	return SM_REAL(fopen)(sm_path(path, buffer), mode);
}

SM_EXPORT FILE *fopen64(const char *path, const char *mode)
{
	return fopen(path, mode);
}

SM_EXPORT DIR *opendir(const char *path)
{
	char buffer[PATH_MAX];

	return SM_REAL(opendir)(sm_path(path, buffer));
}

SM_EXPORT ssize_t readlink(const char *path, char *text, size_t len)
{
	char buffer[PATH_MAX];

	return SM_REAL(readlink)(sm_path(path, buffer), text, len);
}

SM_EXPORT ssize_t readlinkat(int folder, const char *path, char *text, size_t len)
{
	char buffer[PATH_MAX];

	return SM_REAL(readlinkat)(folder, sm_path(path, buffer), text, len);
}

SM_EXPORT ssize_t getxattr(const char *path, const char *name, void *value, size_t size)
{
	char buffer[PATH_MAX];

	return SM_REAL(getxattr)(sm_path(path, buffer), name, value, size);
}

SM_EXPORT ssize_t lgetxattr(const char *path, const char *name, void *value, size_t size)
{
	char buffer[PATH_MAX];

	return SM_REAL(lgetxattr)(sm_path(path, buffer), name, value, size);
}

/* A name in the tree becomes one below /sys again. */
SM_EXPORT char *realpath(const char *path, char *resolved)
{
	char buffer[PATH_MAX], tree[PATH_MAX], *found;
	const char *name = sm_path(path, buffer);
	size_t len;

	found = SM_REAL(realpath)(name, resolved);
	if (name == path || !found ||
	    snprintf(buffer, sizeof(buffer), "%s/sysfs", sm_root()) >= PATH_MAX ||
	    !SM_REAL(realpath)(buffer, tree))
		return found;
	len = strlen(tree);
	if (!strncmp(found, tree, len)) {
		memcpy(found, "/sys", 4);
		memmove(found + 4, found + len, strlen(found + len) + 1);
	}
	return found;
}

char *__realpath_chk(const char *path, char *resolved, size_t size)
{
	(void)size;	/* that of a buffer which the compiler could not check: at least PATH_MAX */
	return realpath(path, resolved);
}

ssize_t __readlink_chk(const char *path, char *text, size_t len, size_t size)
{
	return readlink(path, text, len < size ? len : size);
}

ssize_t __readlinkat_chk(int folder, const char *path, char *text, size_t len, size_t size)
{
	return readlinkat(folder, path, text, len < size ? len : size);
}

/*
 * A device that is open keeps working. To find one, a program needs the launcher's folder, whose
 * name leads nowhere in another root.
 */
SM_EXPORT int chroot(const char *path)
{
	int result = SM_REAL(chroot)(path);

	if (!result && sm_is_active() && SM_REAL(access)(sm_root(), F_OK))
		sm_warn("process %d has %s as its root, where %s does not exist: it finds no device "
			"there; mount that folder in it, or run softmlx5 inside",
			(int)getpid(), path, sm_root());
	return result;
}

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

int __fxstatat(int version, int folder, const char *path, struct stat *st, int flags)
{
	(void)version;
	return fstatat(folder, path, st, flags);
}

int __fxstatat64(int version, int folder, const char *path, struct stat64 *st, int flags)
{
	(void)version;
	return fstatat64(folder, path, st, flags);
}
