// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Interposed calls of the C library on descriptors. For a descriptor that is not the device's this
 * costs one table lookup.
 */
#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>

#include "base/softmlx5.h"
#include "kernel/cm.h"
#include "kernel/event.h"
#include "kernel/fd.h"
#include "kernel/uverbs.h"
#include "process/preload.h"

/* Prototypes that headers hide or replace by macros. */
SM_EXPORT ssize_t __read_chk(int fd, void *buffer, size_t len, size_t size);
#undef fcntl64
SM_EXPORT int fcntl64(int fd, int command, ...);

static int sm_fd_ioctl(int fd, unsigned long request, void *argument)
{
	struct sm_fd *entry;
	int state, result;

	if (!sm_fd_is_usable(fd))
		return -1;
	entry = sm_fd_get(fd);
	if (!entry || entry->kind != SM_FD_FILE) {
		if (entry)
			sm_fd_put(entry);
		return sm_ioctl_plain(fd, request, argument);
	}
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
	result = sm_file_ioctl(entry->object, request, argument);
	sm_fd_put(entry);
	pthread_setcancelstate(state, NULL);
	if (result >= 0)
		return result;
	errno = -result;
	return -1;
}

SM_EXPORT int ioctl(int fd, unsigned long request, ...)
{
	va_list args;
	void *argument;

	va_start(args, request);
	argument = va_arg(args, void *);
	va_end(args);
	return sm_fd_is_ours(fd) ? sm_fd_ioctl(fd, request, argument) :
				   sm_ioctl_plain(fd, request, argument);
}

static void *sm_fd_mmap(int fd, void *addr, size_t len, int prot, int flags, off_t offset)
{
	struct sm_fd *entry;
	void *mapped;
	int state;

	if (!sm_fd_is_usable(fd))
		return MAP_FAILED;
	entry = sm_fd_get(fd);
	if (!entry || entry->kind != SM_FD_FILE) {
		if (entry)
			sm_fd_put(entry);
		return SM_REAL(mmap)(addr, len, prot, flags, fd, offset);
	}
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
	mapped = sm_file_mmap(entry->object, addr, len, prot, flags, offset);
	sm_fd_put(entry);
	pthread_setcancelstate(state, NULL);
	return mapped;
}

SM_EXPORT void *mmap(void *addr, size_t len, int prot, int flags, int fd, off_t offset)
{
	if ((flags & MAP_ANONYMOUS) || !sm_fd_is_ours(fd))
		return SM_REAL(mmap)(addr, len, prot, flags, fd, offset);
	return sm_fd_mmap(fd, addr, len, prot, flags, offset);
}

_Static_assert(sizeof(off_t) == sizeof(off64_t), "mmap64 is mmap");
SM_EXPORT void *mmap64(void *addr, size_t len, int prot, int flags, int fd, off64_t offset)
{
	return mmap(addr, len, prot, flags, fd, offset);
}

static ssize_t sm_entry_read(const struct sm_fd *entry, int fd, bool may_wait, void *buffer,
			     size_t len)
{
	switch (entry->kind) {
	case SM_FD_EVENTS:
		return sm_events_read(entry->object, may_wait, buffer, len);
	case SM_FD_NETLINK:
		return SM_REAL(read)(fd, buffer, len);
	default:
		errno = EINVAL;
		return -1;
	}
}

static ssize_t sm_entry_write(const struct sm_fd *entry, int fd, bool may_wait, const void *data,
			      size_t len)
{
	struct iovec part = { .iov_base = (void *)(uintptr_t)data, .iov_len = len };
	const struct msghdr message = { .msg_iov = &part, .msg_iovlen = 1 };

	switch (entry->kind) {
	case SM_FD_CM:
		return sm_cm_write(entry->object, may_wait, data, len);
	case SM_FD_NETLINK:
		return sm_netlink_sendmsg(fd, &message);
	default:
		return SM_REAL(write)(fd, data, len);
	}
}

static ssize_t sm_fd_read(int fd, void *buffer, size_t len)
{
	struct sm_fd *entry;
	ssize_t result;
	bool may_wait;

	if (!sm_fd_is_usable(fd))
		return -1;
	entry = sm_fd_get_waiting(fd, &may_wait);
	if (!entry)
		return SM_REAL(read)(fd, buffer, len);
	/* read() may block, and be cancelled. */
	pthread_cleanup_push(sm_fd_put, entry);
	result = sm_entry_read(entry, fd, may_wait, buffer, len);
	pthread_cleanup_pop(1);
	return result;
}

SM_EXPORT ssize_t read(int fd, void *buffer, size_t len)
{
	return sm_fd_is_ours(fd) ? sm_fd_read(fd, buffer, len) : SM_REAL(read)(fd, buffer, len);
}

static ssize_t sm_fd_write(int fd, const void *data, size_t len)
{
	struct sm_fd *entry;
	ssize_t result;
	bool may_wait;

	if (!sm_fd_is_usable(fd))
		return -1;
	entry = sm_fd_get_waiting(fd, &may_wait);
	if (!entry)
		return SM_REAL(write)(fd, data, len);
	/* A command that waits for an event may be cancelled. */
	pthread_cleanup_push(sm_fd_put, entry);
	result = sm_entry_write(entry, fd, may_wait, data, len);
	pthread_cleanup_pop(1);
	return result;
}

SM_EXPORT ssize_t write(int fd, const void *data, size_t len)
{
	return sm_fd_is_ours(fd) ? sm_fd_write(fd, data, len) : SM_REAL(write)(fd, data, len);
}

ssize_t __read_chk(int fd, void *buffer, size_t len, size_t size)
{
	if (len > size) {
		sm_warn("read() of %zu bytes into a buffer of %zu", len, size);
		abort();
	}
	return read(fd, buffer, len);
}

/*
 * The number leaves the table after the original, under the lock that all calls on our descriptors
 * take: one that comes in between waits and gets EBADF, or what the number has been reused for. The
 * other order would let it through to the eventfd.
 */
SM_EXPORT int close(int fd)
{
	struct sm_fd *released = NULL;
	int state, result;

	if (!sm_fd_is_ours(fd) || sm_fd_is_foreign())
		return SM_REAL(close)(fd);
	state = sm_fd_lock();
	result = SM_REAL(close)(fd);
	sm_fd_clear_slot(fd, &released);
	sm_fd_unlock(state, released);
	return result;
}

SM_EXPORT int close_range(unsigned int first, unsigned int last, int flags)
{
	struct sm_fd *released = NULL;
	int state, result;

	if (!sm_fd_count() || first > last || (flags & (int)CLOSE_RANGE_CLOEXEC) ||
	    sm_fd_is_foreign())
		return SM_REAL(close_range)(first, last, flags);
	state = sm_fd_lock();
	result = SM_REAL(close_range)(first, last, flags);
	if (!result)	/* else nothing is closed: an unknown flag, or a kernel without the call */
		sm_fd_clear_range(first, last, &released);
	sm_fd_unlock(state, released);
	return result;
}

SM_EXPORT void closefrom(int first)
{
	struct sm_fd *released = NULL;
	int state;

	if (!sm_fd_count() || sm_fd_is_foreign()) {
		SM_REAL(closefrom)(first);
		return;
	}
	state = sm_fd_lock();
	SM_REAL(closefrom)(first);
	sm_fd_clear_range(first < 0 ? 0 : (unsigned int)first, UINT32_MAX, &released);
	sm_fd_unlock(state, released);
}

/* @fd was duplicated as @copy; the call may have closed an older @copy. */
static void sm_fd_copied(int fd, int copy, struct sm_fd **released)
{
	struct sm_fd *entry = sm_fd_look(fd);

	if (fd == copy)
		return;
	sm_fd_clear_slot(copy, released);
	if (entry && sm_fd_put_slot(copy, entry))
		sm_warn("descriptor %d is not known as that of a device: %s", copy,
			strerror(errno));
}

#define SM_DUP(fd, copy, original) \
	do { \
		struct sm_fd *released = NULL; \
		int state, result; \
		\
		if ((!sm_fd_is_ours(fd) && !sm_fd_is_ours(copy)) || sm_fd_is_foreign()) \
			return original; \
		state = sm_fd_lock(); \
		result = original; \
		if (result >= 0) \
			sm_fd_copied(fd, result, &released); \
		sm_fd_unlock(state, released); \
		return result; \
	} while (0)

SM_EXPORT int dup(int fd)
{
	SM_DUP(fd, -1, SM_REAL(dup)(fd));
}

SM_EXPORT int dup2(int fd, int copy)
{
	SM_DUP(fd, copy, SM_REAL(dup2)(fd, copy));
}

SM_EXPORT int dup3(int fd, int copy, int flags)
{
	SM_DUP(fd, copy, SM_REAL(dup3)(fd, copy, flags));
}

static int sm_fcntl(int fd, int command, void *argument)
{
	if (command == F_DUPFD || command == F_DUPFD_CLOEXEC)
		SM_DUP(fd, -1, SM_REAL(fcntl)(fd, command, argument));
	return SM_REAL(fcntl)(fd, command, argument);
}

SM_EXPORT int fcntl(int fd, int command, ...)
{
	va_list args;
	void *argument;

	va_start(args, command);
	argument = va_arg(args, void *);
	va_end(args);
	return sm_fcntl(fd, command, argument);
}

int fcntl64(int fd, int command, ...)
{
	va_list args;
	void *argument;

	va_start(args, command);
	argument = va_arg(args, void *);
	va_end(args);
	return sm_fcntl(fd, command, argument);
}
