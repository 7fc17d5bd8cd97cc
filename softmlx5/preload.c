// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The functions of the C library that stand before the originals: files of the verbs device and
 * their descriptors, and the signals that the device needs. A descriptor that is not ours costs one
 * look into a table.
 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "doorbell.h"
#include "mem.h"
#include "uverbs.h"

/* NETLINK_RDMA; the name is missing in the headers of older kernels. */
#define SM_NETLINK_RDMA 20

#define SM_EXPORT __attribute__((visibility("default")))

/* Prototypes that headers hide or replace by macros. */
SM_EXPORT int __open_2(const char *path, int flags);
SM_EXPORT int __open64_2(const char *path, int flags);
SM_EXPORT ssize_t __read_chk(int fd, void *buffer, size_t len, size_t size);
SM_EXPORT int __xstat(int version, const char *path, struct stat *st);
SM_EXPORT int __xstat64(int version, const char *path, struct stat64 *st);
SM_EXPORT int __lxstat(int version, const char *path, struct stat *st);
SM_EXPORT int __lxstat64(int version, const char *path, struct stat64 *st);
SM_EXPORT int __fxstat(int version, int fd, struct stat *st);
SM_EXPORT int __fxstat64(int version, int fd, struct stat64 *st);
#undef fcntl64
SM_EXPORT int fcntl64(int fd, int command, ...);

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

static const char *const sm_original_names[] = {
#define X(name) #name,
	SM_ORIGINALS(X)
#undef X
};

static _Atomic(void *) sm_originals[SM_N_ORIGINALS];

static void *sm_original_find(unsigned int i)
{
	void *found = dlsym(RTLD_NEXT, sm_original_names[i]);

	if (!found) {
		sm_warn("the C library has no %s()", sm_original_names[i]);
		abort();
	}
	atomic_store_explicit(&sm_originals[i], found, memory_order_relaxed);
	return found;
}

static inline void *sm_original(unsigned int i)
{
	void *found = atomic_load_explicit(&sm_originals[i], memory_order_relaxed);

	return found ? found : sm_original_find(i);
}

#define SM_REAL(name) ((__typeof__(&name))sm_original(SM_ORIGINAL_##name))

ssize_t sm_real_read(int fd, void *buffer, size_t len)
{
	return SM_REAL(read)(fd, buffer, len);
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

/*
 * Descriptors. The table has two levels, as descriptors may be numbered in the millions. Entries
 * are read without the lock to see whether a descriptor is ours; all else happens under it. It is
 * taken inside sm_lock(), never the other way round.
 */
#define SM_FD_CHUNK 1024u
#define SM_FD_CHUNKS 4096u

struct sm_fd {
	enum sm_fd_kind kind;
	void *object;
	unsigned int node;	/* FILE: which device */
	unsigned int refs;	/* descriptors, and calls at work */
	struct sm_fd *next;	/* of those to release */
};

typedef _Atomic(struct sm_fd *) sm_fd_slot;

static struct {
	pthread_mutex_t lock;
	_Atomic(sm_fd_slot *) chunks[SM_FD_CHUNKS];
	atomic_uint count;	/* descriptors in the table */
	struct sm_fd *pending;	/* to be released when sm_lock() is not held */
	bool is_active;		/* the launcher has started us */
	pid_t pid;		/* differs in a child of vfork(), which shares our memory */
	atomic_bool is_orphan;	/* a forked child of a process that uses the device */
	atomic_flag was_told;
} sm_fds = { .lock = PTHREAD_MUTEX_INITIALIZER, .was_told = ATOMIC_FLAG_INIT };

static inline sm_fd_slot *sm_fd_slot_of(int fd)
{
	unsigned int chunk = (unsigned int)fd / SM_FD_CHUNK;
	sm_fd_slot *slots;

	if (chunk >= SM_FD_CHUNKS)	/* negative ones too */
		return NULL;
	slots = atomic_load_explicit(&sm_fds.chunks[chunk], memory_order_acquire);
	return slots ? &slots[(unsigned int)fd % SM_FD_CHUNK] : NULL;
}

static inline struct sm_fd *sm_fd_look(int fd)
{
	sm_fd_slot *slot = sm_fd_slot_of(fd);

	return slot ? atomic_load_explicit(slot, memory_order_acquire) : NULL;
}

static inline bool sm_fd_is_ours(int fd)
{
	return sm_fd_look(fd) != NULL;
}

/* In a child of vfork() or clone(): the table belongs to the parent. */
static bool sm_fd_is_foreign(void)
{
	return getpid() != sm_fds.pid;
}

/* Tells a child that it has no device; false and EIO then. */
static bool sm_has_device(void)
{
	if (!sm_fds.is_orphan && !sm_fd_is_foreign())
		return true;
	if (!atomic_flag_test_and_set(&sm_fds.was_told))
		sm_warn("process %d was forked from one that uses the device and has no device "
			"itself (EIO); fork before opening the device, or exec a program",
			(int)getpid());
	errno = EIO;
	return false;
}

/* For each doorbell, so without asking the kernel. */
bool sm_is_orphan(void)
{
	return sm_fds.is_orphan && !sm_has_device();
}

static int sm_fd_put_slot(int fd, struct sm_fd *entry)
{
	unsigned int chunk = (unsigned int)fd / SM_FD_CHUNK;

	if (chunk >= SM_FD_CHUNKS) {
		errno = EMFILE;
		return -1;
	}
	if (!atomic_load_explicit(&sm_fds.chunks[chunk], memory_order_relaxed)) {
		sm_fd_slot *slots = calloc(SM_FD_CHUNK, sizeof(*slots));

		if (!slots)
			return -1;
		atomic_store_explicit(&sm_fds.chunks[chunk], slots, memory_order_release);
	}
	atomic_store_explicit(sm_fd_slot_of(fd), entry, memory_order_release);
	entry->refs++;
	sm_fds.count++;
	return 0;
}

/* Takes a descriptor out of the table; what nobody refers to any more goes to @released. */
static void sm_fd_clear_slot(int fd, struct sm_fd **released)
{
	struct sm_fd *entry = sm_fd_look(fd);

	if (!entry)
		return;
	atomic_store_explicit(sm_fd_slot_of(fd), NULL, memory_order_release);
	sm_fds.count--;
	if (!--entry->refs) {
		entry->next = *released;
		*released = entry;
	}
}

static void sm_fd_release(struct sm_fd *released)
{
	while (released) {
		struct sm_fd *entry = released;

		released = entry->next;
		if (sm_fds.is_orphan)
			;	/* the parent's; its memory is a copy */
		else if (entry->kind == SM_FD_FILE)
			sm_file_close(entry->object);
		else
			sm_events_close(entry->object);
		free(entry);
	}
}

/* A thread that is cancelled must not take a lock with it. */
static int sm_fd_lock(void)
{
	int state;

	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
	pthread_mutex_lock(&sm_fds.lock);
	return state;
}

static void sm_fd_unlock(int state, struct sm_fd *released)
{
	int err = errno;

	pthread_mutex_unlock(&sm_fds.lock);
	sm_fd_release(released);
	pthread_setcancelstate(state, NULL);
	errno = err;
}

static int sm_fd_add(int fd, enum sm_fd_kind kind, void *object, unsigned int node)
{
	struct sm_fd *entry = calloc(1, sizeof(*entry));
	int state, err;

	if (!entry)
		return -1;
	entry->kind = kind;
	entry->object = object;
	entry->node = node;
	state = sm_fd_lock();
	sm_fd_clear_slot(fd, &sm_fds.pending);	/* closed behind our back */
	err = sm_fd_put_slot(fd, entry);
	sm_fd_unlock(state, NULL);
	if (err)
		free(entry);
	return err;
}

int sm_fd_register(int fd, enum sm_fd_kind kind, void *object)
{
	return sm_fd_add(fd, kind, object, 0);
}

void *sm_fd_object(int fd, enum sm_fd_kind kind)
{
	int state = sm_fd_lock();
	struct sm_fd *entry = sm_fd_look(fd);
	void *object = entry && entry->kind == kind ? entry->object : NULL;

	sm_fd_unlock(state, NULL);
	return object;
}

static bool sm_fd_is_of(int fd, const void *object)
{
	const struct sm_fd *entry = sm_fd_look(fd);

	return entry && entry->object == object;
}

/* A descriptor of the object, or -1. */
static int sm_fd_find(const void *object)
{
	for (unsigned int chunk = 0; chunk < SM_FD_CHUNKS; chunk++) {
		int first = (int)(chunk * SM_FD_CHUNK);

		if (!sm_fd_slot_of(first))
			continue;
		for (int fd = first; fd < first + (int)SM_FD_CHUNK; fd++)
			if (sm_fd_is_of(fd, object))
				return fd;
	}
	return -1;
}

static void sm_eventfd_set(int fd, bool is_readable)
{
	struct pollfd state = { .fd = fd, .events = POLLIN };
	uint64_t count = 1;

	if (is_readable) {
		if (write(fd, &count, sizeof(count)) < 0)
			sm_warn("event descriptor %d: %s", fd, strerror(errno));
	} else if (poll(&state, 1, 0) == 1) {	/* else read() would wait */
		SM_REAL(read)(fd, &count, sizeof(count));
	}
}

void sm_fd_set_readable(void *object, int *fd, bool is_readable)
{
	/* Under the lock the descriptor can't be closed and its number used again. */
	int state = sm_fd_lock();

	if (!sm_fd_is_of(*fd, object))
		*fd = sm_fd_find(object);
	if (*fd >= 0)
		sm_eventfd_set(*fd, is_readable);
	sm_fd_unlock(state, NULL);
}

/* The entry of a descriptor, with a reference. */
static struct sm_fd *sm_fd_get(int fd)
{
	int state = sm_fd_lock();
	struct sm_fd *entry = sm_fd_look(fd);

	if (entry)
		entry->refs++;
	sm_fd_unlock(state, NULL);
	return entry;
}

static void sm_fd_put(void *pointer)
{
	struct sm_fd *entry = pointer, *released;
	int state = sm_fd_lock();

	released = sm_fds.pending;
	sm_fds.pending = NULL;
	if (!--entry->refs) {
		entry->next = released;
		released = entry;
	}
	sm_fd_unlock(state, released);
}

/* A descriptor that a call has just made, by a number that somebody closed behind our back. */
static int sm_fd_fresh(int fd)
{
	if (sm_fd_is_ours(fd) && !sm_fd_is_foreign()) {
		int state = sm_fd_lock();

		sm_fd_clear_slot(fd, &sm_fds.pending);	/* sm_lock() may be held here */
		sm_fd_unlock(state, NULL);
	}
	return fd;
}

/*
 * Files.
 */

/* The device whose node this is: /dev/infiniband/uverbsN; -1 if it is none. */
static int sm_node(int folder, const char *path)
{
	static const char prefix[] = "/dev/infiniband/uverbs";
	const char *digit = path + sizeof(prefix) - 1;

	(void)folder;	/* an absolute path doesn't need it */
	_Static_assert(SM_MAX_DEVICES < 10, "one digit");
	if (!sm_fds.is_active || !path || strncmp(path, prefix, sizeof(prefix) - 1) ||
	    * digit < '0' || *digit > '9' || digit[1])
		return -1;
	return (unsigned int)(*digit - '0') < sm_config()->devices ? *digit - '0' : -1;
}

/* Opens a device: the descriptor is of /dev/null, and what is done with it comes to us. */
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

/* What stat() tells of a node; the number is the one in sysfs. */
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
 * The names before glibc 2.33. The version says how struct stat looks; on 64 bits there is only
 * one.
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

/*
 * Calls on descriptors.
 */

static int sm_fd_ioctl(int fd, unsigned long request, void *argument)
{
	struct sm_fd *entry;
	int state, result;

	if (!sm_has_device())
		return -1;
	entry = sm_fd_get(fd);
	if (!entry || entry->kind != SM_FD_FILE) {
		if (entry)
			sm_fd_put(entry);
		return SM_REAL(ioctl)(fd, request, argument);
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
				   SM_REAL(ioctl)(fd, request, argument);
}

static void *sm_fd_mmap(int fd, void *addr, size_t len, int prot, int flags, off_t offset)
{
	struct sm_fd *entry;
	void *mapped;
	int state;

	if (!sm_has_device())
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

static ssize_t sm_entry_read(const struct sm_fd *entry, int fd, void *buffer, size_t len)
{
	if (entry->kind == SM_FD_EVENTS)
		return sm_events_read(entry->object, fd, buffer, len);
	errno = EINVAL;
	return -1;
}

static ssize_t sm_fd_read(int fd, void *buffer, size_t len)
{
	struct sm_fd *entry;
	ssize_t result;

	if (!sm_has_device())
		return -1;
	entry = sm_fd_get(fd);
	if (!entry)
		return SM_REAL(read)(fd, buffer, len);
	/* read() waits, and may be cancelled. */
	pthread_cleanup_push(sm_fd_put, entry);
	result = sm_entry_read(entry, fd, buffer, len);
	pthread_cleanup_pop(1);
	return result;
}

SM_EXPORT ssize_t read(int fd, void *buffer, size_t len)
{
	return sm_fd_is_ours(fd) ? sm_fd_read(fd, buffer, len) : SM_REAL(read)(fd, buffer, len);
}

ssize_t __read_chk(int fd, void *buffer, size_t len, size_t size)
{
	if (len > size) {
		sm_warn("read() of %zu bytes into a buffer of %zu", len, size);
		abort();
	}
	return read(fd, buffer, len);
}

/* The number may be used again as soon as the original returns, so it leaves the table before. */
SM_EXPORT int close(int fd)
{
	struct sm_fd *released = NULL;
	int state, result;

	if (!sm_fd_is_ours(fd) || sm_fd_is_foreign())
		return SM_REAL(close)(fd);
	state = sm_fd_lock();
	sm_fd_clear_slot(fd, &released);
	result = SM_REAL(close)(fd);
	sm_fd_unlock(state, released);
	return result;
}

/* Takes those between out of the table. */
static void sm_fd_clear_range(unsigned int first, unsigned int last, struct sm_fd **released)
{
	for (unsigned int chunk = first / SM_FD_CHUNK;
	     chunk < SM_FD_CHUNKS && chunk <= last / SM_FD_CHUNK; chunk++) {
		unsigned int start = chunk * SM_FD_CHUNK;

		if (!sm_fd_slot_of((int)start))
			continue;
		for (unsigned int fd = start; fd < start + SM_FD_CHUNK; fd++)
			if (fd >= first && fd <= last)
				sm_fd_clear_slot((int)fd, released);
	}
}

SM_EXPORT int close_range(unsigned int first, unsigned int last, int flags)
{
	struct sm_fd *released = NULL;
	int state, result;

	if (!sm_fds.count || first > last || (flags & (int)CLOSE_RANGE_CLOEXEC) ||
	    sm_fd_is_foreign())
		return SM_REAL(close_range)(first, last, flags);
	state = sm_fd_lock();
	sm_fd_clear_range(first, last, &released);
	result = SM_REAL(close_range)(first, last, flags);
	sm_fd_unlock(state, released);
	return result;
}

SM_EXPORT void closefrom(int first)
{
	struct sm_fd *released = NULL;
	int state;

	if (!sm_fds.count || sm_fd_is_foreign()) {
		SM_REAL(closefrom)(first);
		return;
	}
	state = sm_fd_lock();
	sm_fd_clear_range(first < 0 ? 0 : (unsigned int)first, UINT32_MAX, &released);
	SM_REAL(closefrom)(first);
	sm_fd_unlock(state, released);
}

/* @fd was duplicated as @copy, which may have been closed by that. */
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

/*
 * Where ib_core is loaded, libibverbs would hear of the machine's real devices and never look at
 * sysfs.
 */
SM_EXPORT int socket(int domain, int type, int protocol)
{
	if (sm_fds.is_active && domain == AF_NETLINK && protocol == SM_NETLINK_RDMA) {
		errno = EPROTONOSUPPORT;
		return -1;
	}
	return sm_fd_fresh(SM_REAL(socket)(domain, type, protocol));
}

/*
 * Signals. The device needs SIGSEGV and SIGBUS (and SIGTRAP, to step over a store). A thread that
 * blocked them would be killed by the first doorbell.
 */
static const sigset_t *sm_without_ours(const sigset_t *set, sigset_t *copy)
{
	if (!set || !sm_fds.is_active)
		return set;
	*copy = *set;
	sigdelset(copy, SIGSEGV);
	sigdelset(copy, SIGBUS);
	sigdelset(copy, SIGTRAP);
	return copy;
}

SM_EXPORT int sigprocmask(int how, const sigset_t *set, sigset_t *old)
{
	sigset_t copy;

	return SM_REAL(sigprocmask)(how, how == SIG_UNBLOCK ? set : sm_without_ours(set, &copy),
				    old);
}

SM_EXPORT int pthread_sigmask(int how, const sigset_t *set, sigset_t *old)
{
	sigset_t copy;

	return SM_REAL(pthread_sigmask)(how, how == SIG_UNBLOCK ? set : sm_without_ours(set, &copy),
					old);
}

SM_EXPORT int sigaction(int sig, const struct sigaction *act, struct sigaction *old)
{
	struct sigaction copy;

	if (sm_chain_action(sig, act, old))
		return 0;
	if (act && sm_fds.is_active) {
		copy = *act;
		sm_without_ours(&act->sa_mask, &copy.sa_mask);
		act = &copy;
	}
	return SM_REAL(sigaction)(sig, act, old);
}

static sighandler_t sm_signal(int sig, sighandler_t handler, int flags)
{
	struct sigaction act = { .sa_handler = handler, .sa_flags = flags }, old;

	if (handler == SIG_ERR) {
		errno = EINVAL;
		return SIG_ERR;
	}
	sigemptyset(&act.sa_mask);
	if (!(flags & SA_NODEFER))
		sigaddset(&act.sa_mask, sig);
	return sigaction(sig, &act, &old) ? SIG_ERR : old.sa_handler;
}

SM_EXPORT sighandler_t signal(int sig, sighandler_t handler)
{
	return sm_signal(sig, handler, SA_RESTART);
}

SM_EXPORT sighandler_t sysv_signal(int sig, sighandler_t handler)
{
	return sm_signal(sig, handler, (int)(SA_RESETHAND | SA_NODEFER));
}

SM_EXPORT sighandler_t __sysv_signal(int sig, sighandler_t handler)
{
	return sysv_signal(sig, handler);
}

/*
 * fork(): both locks are held meanwhile, so that the child finds everything in order.
 */
static void sm_fork_prepare(void)
{
	sm_lock();
	pthread_mutex_lock(&sm_fds.lock);
}

static void sm_fork_parent(void)
{
	pthread_mutex_unlock(&sm_fds.lock);
	sm_unlock();
}

static void sm_fork_child(void)
{
	sm_fds.pid = getpid();
	if (sm_fds.count)
		sm_fds.is_orphan = true;
	atomic_flag_clear(&sm_fds.was_told);
	sm_process_forked();
	sm_doorbell_forked();
	pthread_mutex_unlock(&sm_fds.lock);
	sm_unlock();
}

__attribute__((constructor)) static void sm_start(void)
{
	sigset_t ours;

	for (unsigned int i = 0; i < SM_N_ORIGINALS; i++)
		sm_original(i);
	sm_fds.pid = getpid();
	if (!sm_root())
		return;
	sigemptyset(&ours);
	sigaddset(&ours, SIGSEGV);
	sigaddset(&ours, SIGBUS);
	sigaddset(&ours, SIGTRAP);
	SM_REAL(sigprocmask)(SIG_UNBLOCK, &ours, NULL);
	pthread_atfork(sm_fork_prepare, sm_fork_parent, sm_fork_child);
	sm_fds.is_active = true;
}
