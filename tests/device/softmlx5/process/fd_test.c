// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Tests of the device's descriptors under the application's calls. The first argument names the
 * part.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/netlink.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <unistd.h>

#include "stand_in.h"

#include "../../../rig/asleep.h"

#define NODE "/dev/infiniband/uverbs0"

static int device(void)
{
	int fd = open(NODE, O_RDWR | O_CLOEXEC);

	CHECK(fd >= 0);
	return fd;
}

static bool is_open(int fd)
{
	return fcntl(fd, F_GETFD) >= 0;
}

/* A socket of netlink: what is sent goes to the kernel's side, which here gives it back. */
static void test_netlink(void)
{
	const char bytes[] = "a request";
	char back[64];
	struct stat st;
	int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_RDMA);

	CHECK(fd >= 0 && fcntl(fd, F_GETFD) == FD_CLOEXEC && fstat(fd, &st) == 0 && S_ISSOCK(st.st_mode));
	CHECK(send(fd, bytes, sizeof(bytes), 0) == sizeof(bytes));
	CHECK(read(fd, back, sizeof(back)) == sizeof(bytes) && !memcmp(bytes, back, sizeof(bytes)));
	CHECK(dup2(fd, fd + 1) == fd + 1 && write(fd + 1, bytes, 4) == 4 && recv(fd, back, sizeof(back), 0) == 4);
	close(fd + 1);
	CHECK(send(fd, NULL, 1, 0) == -1 && errno == EFAULT);
	close(fd);
	CHECK(dup2(STDERR_FILENO, fd) == fd && send(fd, bytes, 1, 0) == -1 && errno == ENOTSOCK);
	close(fd);
}

/* Tests the device node, which does not exist. */
static void test_node(void)
{
	struct stat64 st64;
	struct stat st;
	int fd = device();

	CHECK(stat(NODE, &st) == 0 && S_ISCHR(st.st_mode) && st.st_rdev == makedev(231, 192));
	CHECK(lstat(NODE, &st) == 0 && S_ISCHR(st.st_mode) && st.st_rdev == makedev(231, 192));
	CHECK(stat64("/dev/infiniband/uverbs1", &st64) == 0 && st64.st_rdev == makedev(231, 193));
	CHECK(fstat(fd, &st) == 0 && S_ISCHR(st.st_mode) && st.st_rdev == makedev(231, 192));
	CHECK(fstat64(fd, &st64) == 0 && st64.st_rdev == makedev(231, 192));
	CHECK(stat("/dev/infiniband/uverbs2", &st) == -1 && errno == ENOENT);
	CHECK(stat("/dev/infiniband/uverbs00", &st) == -1 && errno == ENOENT);
	CHECK(open("/dev/infiniband/uverbs2", O_RDWR) == -1 && errno == ENOENT);
	CHECK(fcntl(fd, F_GETFD) == FD_CLOEXEC);
	close(fd);
	fd = open64(NODE, O_RDWR);
	CHECK(fd >= 0 && fcntl(fd, F_GETFD) == 0);
	CHECK(ioctl(fd, DO_FILE, 0) == 1);
	close(fd);
	fd = openat(AT_FDCWD, "/dev/infiniband/uverbs1", O_RDWR);
	CHECK(fd >= 0 && fstat(fd, &st) == 0 && st.st_rdev == makedev(231, 193));
	close(fd);
	CHECK(stand_in()->opened == 3 && stand_in()->closed == 3);
	fd = socket(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE);
	CHECK(fd >= 0);
	CHECK(ioctl(fd, DO_FILE, 0) == -1 && errno != ENOSPC);
}

static void test_calls(void)
{
	int fd = device(), plain = open("/dev/zero", O_RDWR);
	char byte = 1;

	CHECK(ioctl(fd, DO_ERROR, 0) == -1 && errno == ENOSPC);
	CHECK(ioctl(plain, DO_ERROR, 0) == -1 && errno == ENOTTY);
	CHECK(read(plain, &byte, 1) == 1 && byte == 0);
	CHECK(read(fd, &byte, 1) == -1 && errno == EINVAL);
	CHECK(mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, plain, 0) != MAP_FAILED);
	CHECK(close(1000000) == -1 && errno == EBADF);
	CHECK(close(-1) == -1 && errno == EBADF);
	CHECK(ioctl(-1, DO_ERROR, 0) == -1 && errno == EBADF);
}

/* Copies share the file; the last close closes it. */
static void test_dup(void)
{
	struct stand_in *in = stand_in();
	int first = device(), second = device(), plain = open("/dev/null", O_RDWR), copies[4];

	copies[0] = dup(first);
	copies[1] = fcntl(first, F_DUPFD, 100);
	copies[2] = fcntl(first, F_DUPFD_CLOEXEC, 5000);
	copies[3] = dup3(first, 200, O_CLOEXEC);
	CHECK(copies[1] >= 100 && copies[3] == 200);
	for (int i = 0; i < 4; i++)
		CHECK(copies[i] >= 0 && ioctl(copies[i], DO_FILE, 0) == 0);
	CHECK(fcntl(copies[2], F_GETFD) == FD_CLOEXEC && fcntl(copies[1], F_GETFD) == 0);
	/* Another file over a copy; itself; an ordinary file over a copy. */
	CHECK(dup2(second, copies[0]) == copies[0] && ioctl(copies[0], DO_FILE, 0) == 1);
	CHECK(dup2(second, second) == second && ioctl(second, DO_FILE, 0) == 1);
	CHECK(dup2(plain, copies[1]) == copies[1] && ioctl(copies[1], DO_FILE, 0) == -1);
	CHECK(errno == ENOTTY);
	CHECK(close(first) == 0 && !is_open(first) && in->closed == 0);
	CHECK(ioctl(first, DO_FILE, 0) == -1 && errno == EBADF);
	CHECK(close(copies[2]) == 0 && in->closed == 0);
	CHECK(close(copies[3]) == 0 && in->closed == 1);
	/* The last one is overwritten. */
	CHECK(close(second) == 0 && in->closed == 1);
	CHECK(dup2(plain, copies[0]) == copies[0] && in->closed == 2);
	CHECK(dup2(-1, copies[0]) == -1 && errno == EBADF);
}

static void test_close_range(void)
{
	struct stand_in *in = stand_in();
	int fds[8];

	for (int i = 0; i < 8; i++)
		fds[i] = device();
	CHECK(fcntl(fds[7], F_DUPFD, 3000) >= 3000);
	CHECK(close_range((unsigned int)fds[0], (unsigned int)fds[7], CLOSE_RANGE_CLOEXEC) == 0);
	CHECK(in->closed == 0);
	CHECK(close_range((unsigned int)fds[1], (unsigned int)fds[2], 0) == 0);
	CHECK(in->closed == 2 && !is_open(fds[1]) && !is_open(fds[2]));
	CHECK(ioctl(fds[0], DO_FILE, 0) == 0 && ioctl(fds[3], DO_FILE, 0) == 3);
	CHECK(close_range(5, 4, 0) == -1 && errno == EINVAL);
	CHECK(close_range((unsigned int)fds[0], (unsigned int)fds[7], 1 << 30) == -1 && errno == EINVAL);
	CHECK(in->closed == 2 && ioctl(fds[4], DO_FILE, 0) == 4);
	CHECK(close_range((unsigned int)fds[0], (unsigned int)fds[7], 0) == 0);
	CHECK(in->closed == 7 && ioctl(3000, DO_FILE, 0) == 7);
	closefrom(fds[0]);
	CHECK(in->closed == 8);
	/* A number whose descriptor was closed without the library's knowledge. */
	int fd = device(), other;

	close(fd);
	fd = device();
	CHECK(syscall(SYS_close, fd) == 0);
	other = open("/dev/null", O_RDWR);
	CHECK(other == fd && ioctl(other, DO_FILE, 0) == -1 && errno == ENOTTY);
	/* The file is released at the next call. */
	fd = device();
	CHECK(ioctl(fd, DO_FILE, 0) >= 0 && in->opened == in->closed + 1);
	/* The same with the number of an event descriptor, which is made inside the device. */
	for (int i = 0; i < 10; i++) {
		int events = ioctl(fd, DO_EVENTS, 0);

		CHECK(events == fd + 1 && syscall(SYS_close, events) == 0);
	}
	CHECK(ioctl(fd, DO_PUSH, &(struct push){ .fd = ioctl(fd, DO_EVENTS, 0) }) == 0);
}

/* Several threads open and close repeatedly. */
static void *reopen(void *unused)
{
	(void)unused;
	for (int i = 0; i < 2000; i++) {
		int fd = device(), copy = dup(fd);

		CHECK(ioctl(copy, DO_FILE, 0) == ioctl(fd, DO_FILE, 0));
		CHECK(close(fd) == 0);
		CHECK(ioctl(copy, DO_FILE, 0) >= 0);
		CHECK(close(copy) == 0);
	}
	return NULL;
}

static void test_threads(void)
{
	pthread_t thread[8];

	for (int i = 0; i < 8; i++)
		CHECK(!pthread_create(&thread[i], NULL, reopen, NULL));
	for (int i = 0; i < 8; i++)
		CHECK(!pthread_join(thread[i], NULL));
	CHECK(stand_in()->opened == 16000 && stand_in()->closed == 16000);
}

/*
 * Events.
 */
static bool is_readable(int fd)
{
	struct pollfd state = { .fd = fd, .events = POLLIN };

	return poll(&state, 1, 0) == 1;
}

static uint64_t take(int fd)
{
	uint64_t record = 0;

	CHECK(read(fd, &record, sizeof(record)) == sizeof(record));
	return record;
}

static void push(int fd, int events, uint64_t record, uint64_t object)
{
	CHECK(!ioctl(fd, DO_PUSH,
		     &(struct push){ .fd = events, .record = record, .object = object }));
}

static void purge(int fd, int events, uint64_t object)
{
	CHECK(!ioctl(fd, DO_PURGE, &(struct push){ .fd = events, .object = object }));
}

static void test_events(void)
{
	struct stand_in *in = stand_in();
	int fd = device(), events = ioctl(fd, DO_EVENTS, 0), copy;
	volatile uintptr_t nowhere = 0;
	uint64_t record[2];

	CHECK(events >= 0 && fcntl(events, F_GETFD) == FD_CLOEXEC && !is_readable(events));
	push(fd, events, 11, 1);
	push(fd, events, 12, 100);
	push(fd, events, 13, 1);
	CHECK(is_readable(events) && in->reported == 0);
	CHECK(read(events, record, 7) == -1 && errno == EINVAL);
	CHECK(read(events, (void *)nowhere, 8) == -1 && errno == EFAULT);
	CHECK(read(events, record, sizeof(record)) == 8 && record[0] == 11 && in->reported == 1);
	/* Purged records are neither read nor counted, and poll() does not report them. */
	purge(fd, events, 1);
	CHECK(is_readable(events) && take(events) == 12 && in->reported == 101);
	CHECK(!is_readable(events));
	push(fd, events, 14, 1);
	push(fd, events, 15, 1);
	purge(fd, events, 1);
	CHECK(!is_readable(events) && in->reported == 101);
	push(fd, events, 16, 1);
	push(fd, events, 17, 2);
	push(fd, events, 18, 1);
	purge(fd, events, 1);
	push(fd, events, 19, 2);
	CHECK(take(events) == 17 && take(events) == 19 && !is_readable(events));
	CHECK(fcntl(events, F_SETFL, O_NONBLOCK) == 0);
	CHECK(read(events, record, 8) == -1 && errno == EAGAIN);
	CHECK(fcntl(events, F_SETFL, 0) == 0);
	/* The queue outlives its first descriptor. */
	copy = dup(events);
	CHECK(close(events) == 0);
	push(fd, copy, 20, 1);
	CHECK(is_readable(copy) && take(copy) == 20 && !is_readable(copy));
	CHECK(ioctl(fd, DO_PUSH, &(struct push){ .fd = events }) == -1 && errno == EBADF);
	CHECK(ioctl(fd, DO_PUSH, &(struct push){ .fd = fd }) == -1 && errno == EBADF);
	push(fd, copy, 21, 1);
	CHECK(close(copy) == 0);
}

static void *reader(void *argument)
{
	return (void *)(uintptr_t)take(*(int *)argument);
}

struct sleeper {
	int fd;
	atomic_int tid;
};

static void *sleeping_reader(void *argument)
{
	struct sleeper *sleeper = argument;

	atomic_store(&sleeper->tid, gettid());
	return (void *)(uintptr_t)take(sleeper->fd);
}

/* A read that blocks, is interrupted, is cancelled, whose descriptor is closed. */
static void on_signal(int sig)
{
	(void)sig;
}

static atomic_bool is_interrupted;

static void *interrupted(void *argument)
{
	uint64_t record;

	CHECK(read(*(int *)argument, &record, 8) == -1 && errno == EINTR);
	atomic_store(&is_interrupted, true);
	return NULL;
}

static void test_waiting(void)
{
	struct sigaction act = { .sa_handler = on_signal };
	struct sleeper sleeper[2] = {0};
	int fd = device(), events = ioctl(fd, DO_EVENTS, 0);
	pthread_t thread[4];
	uintptr_t sum = 0;
	void *result;

	for (int i = 0; i < 4; i++)
		CHECK(!pthread_create(&thread[i], NULL, reader, &events));
	for (uint64_t i = 1; i <= 4; i++) {
		usleep(5000);	/* all block now, most likely */
		push(fd, events, i, 0);
	}
	for (int i = 0; i < 4; i++) {
		CHECK(!pthread_join(thread[i], &result));
		sum += (uintptr_t)result;
	}
	CHECK(sum == 10 && !is_readable(events));
	CHECK(!sigaction(SIGUSR1, &act, NULL));
	CHECK(!pthread_create(&thread[0], NULL, interrupted, &events));
	while (!atomic_load(&is_interrupted)) {	/* a signal before the read does nothing */
		usleep(5000);
		CHECK(!pthread_kill(thread[0], SIGUSR1));
	}
	CHECK(!pthread_join(thread[0], NULL));
	CHECK(!pthread_create(&thread[0], NULL, reader, &events));
	usleep(50000);	/* it blocks now, most likely; it can be cancelled before as well */
	CHECK(!pthread_cancel(thread[0]));
	CHECK(!pthread_join(thread[0], &result) && result == PTHREAD_CANCELED);
	/* No lock is left held. */
	push(fd, events, 5, 0);
	CHECK(take(events) == 5);
	/* The read() keeps the queue when its last descriptor is closed, and gets a record. */
	for (int i = 0; i < 2; i++) {
		sleeper[i].fd = events;
		CHECK(!pthread_create(&thread[i], NULL, sleeping_reader, &sleeper[i]));
		until_asleep(&sleeper[i].tid);
	}
	CHECK(close(events) == 0);
	CHECK(!ioctl(fd, DO_PUSH, &(struct push){ .fd = -1, .record = 6, .next = 7 }));
	CHECK(!pthread_join(thread[0], &result));
	sum = (uintptr_t)result;
	CHECK(!pthread_join(thread[1], &result) && sum + (uintptr_t)result == 13);
}

/*
 * A call on a descriptor that is being closed waits for the close, and does not reach the eventfd that the descriptor is, whose
 * error would be ENOTTY.
 */
static void *call_closing(void *argument)
{
	struct sleeper *sleeper = argument;

	atomic_store(&sleeper->tid, gettid());
	CHECK(ioctl(sleeper->fd, DO_FILE, 0) == -1 && errno == EBADF);
	return NULL;
}

static void *close_one(void *argument)
{
	CHECK(close(*(int *)argument) == 0);
	return NULL;
}

static void *close_several(void *argument)
{
	const unsigned int fd = *(unsigned int *)argument;

	CHECK(close_range(fd, fd + 1, 0) == 0);
	return NULL;
}

static void *close_all(void *argument)
{
	closefrom(*(int *)argument);
	return NULL;
}

static void test_closing(void)
{
	void *(*const ways[])(void *) = { close_one, close_several, close_all };

	CHECK(!ioctl(device(), DO_HOLD_CLOSES, 0));
	for (int i = 0; i < 3; i++) {
		struct sleeper sleeper = { .fd = device() };
		pthread_t closer, caller;

		CHECK(!pthread_create(&closer, NULL, ways[i], &sleeper.fd));
		while (!stand_in()->is_closing)
			sched_yield();
		CHECK(!pthread_create(&caller, NULL, call_closing, &sleeper));
		until_asleep(&sleeper.tid);
		stand_in()->is_closing = 0;
		CHECK(!pthread_join(closer, NULL) && !pthread_join(caller, NULL));
	}
}

/*
 * Processes.
 */
static int status_of(pid_t child)
{
	int status;

	CHECK(child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status));
	return WEXITSTATUS(status);
}

static void *hold(void *argument)
{
	CHECK(!ioctl(((int *)argument)[1], DO_HOLD, argument));
	return NULL;
}

/* Has a thread take the lock; returns when it has it. */
static pthread_t held(int *shared)
{
	pthread_t thread;

	CHECK(!pthread_create(&thread, NULL, hold, shared));
	while (!stand_in()->is_changing)
		usleep(1000);
	return thread;
}

static void *release(void *argument)
{
	usleep(50000);	/* the other thread forks meanwhile, most likely */
	__atomic_store_n((int *)argument, 1, __ATOMIC_SEQ_CST);
	return NULL;
}

static void ring(char *page, uint64_t number);
static char *page_of(int fd, uintptr_t number);

/*
 * A child of a process that uses the device gets one message on stderr, and can open the device
 * again.
 */
static void test_fork(void)
{
	int fd = device(), events = ioctl(fd, DO_EVENTS, 0), shared[2] = { 0, fd };
	uint64_t record;
	pthread_t thread, releaser;
	pid_t child;
	char *page;

	CHECK(!ioctl(fd, DO_PAGE, 1));
	CHECK(!ioctl(fd, DO_QP, 1));
	page = mmap(NULL, 4096, PROT_WRITE, MAP_SHARED, fd, 4096);
	CHECK(page != MAP_FAILED);
	push(fd, events, 7, 0);
	/* Another thread has the lock for a moment. */
	thread = held(shared);
	CHECK(!pthread_create(&releaser, NULL, release, shared));
	child = fork();
	if (!child) {
		CHECK(ioctl(fd, DO_FILE, 0) == -1 && errno == EIO);
		CHECK(ioctl(fd, DO_FILE, 0) == -1 && errno == EIO);
		CHECK(mmap(NULL, 4096, PROT_WRITE, MAP_SHARED, fd, 4096) == MAP_FAILED &&
		      errno == EIO);
		CHECK(read(events, &record, 8) == -1 && errno == EIO);
		*(volatile uint64_t *)(page + 0x800) = __builtin_bswap64(0x110);	/* has no effect */
		CHECK(close(fd) == 0 && close(events) == 0 && stand_in()->closed == 0);
		CHECK(stand_in()->sends == 0);
		fd = device();
		CHECK(ioctl(fd, DO_FILE, 0) == 1);
		ring(page_of(fd, 2), 2);
		*(volatile uint64_t *)(page + 0x800) = __builtin_bswap64(0x110);
		CHECK(stand_in()->sends == 1 && close(fd) == 0 && stand_in()->closed == 1);
		_exit(7);
	}
	CHECK(status_of(child) == 7);
	CHECK(!pthread_join(thread, NULL) && !pthread_join(releaser, NULL));
	/* Where doorbells are polled, the page is the parent's, too, and has the last value that the child stored. */
	while (*(volatile uint64_t *)(page + 0x800))
		usleep(1000);
	CHECK(ioctl(fd, DO_FILE, 0) == 0 && take(events) == 7);
	ring(page, 1);
}

/* A child of vfork() shares our memory: descriptors that it closes stay open here. */
static void test_vfork(void)
{
	int fd = device(), copy = dup(fd);
	pid_t child = vfork();

	if (!child) {
		close(fd);
		close_range((unsigned int)copy, ~0u, 0);
		dup2(STDIN_FILENO, copy);
		_exit(8);
	}
	CHECK(status_of(child) == 8);
	CHECK(ioctl(fd, DO_FILE, 0) == 0 && ioctl(copy, DO_FILE, 0) == 0 &&
	      stand_in()->closed == 0);
	CHECK(close(fd) == 0 && close(copy) == 0 && stand_in()->closed == 1);
}

static char *page_of(int fd, uintptr_t number)
{
	char *page;

	CHECK(!ioctl(fd, DO_PAGE, number) && !ioctl(fd, DO_QP, number));
	page = mmap(NULL, 4096, PROT_WRITE, MAP_SHARED, fd, (off_t)number * 4096);
	CHECK(page != MAP_FAILED);
	return page;
}

/* Rings the QP, and waits until the device has handled the doorbell. */
static void ring(char *page, uint64_t number)
{
	int before = stand_in()->sends;

	*(volatile uint64_t *)(page + 0x800) = __builtin_bswap64(number << 8 | 0x10);
	while (stand_in()->sends == before)
		usleep(1000);
	CHECK(stand_in()->sends == before + 1);
}

/* If nothing is open, a child can use the device like its parent. */
static void test_fork_before(void)
{
	int fd = device();
	pid_t child;

	ring(page_of(fd, 1), 1);
	CHECK(!ioctl(fd, DO_PAGE_FREE, 1));
	close(fd);
	child = fork();
	if (!child) {
		fd = device();
		CHECK(ioctl(fd, DO_FILE, 0) == 1);
		ring(page_of(fd, 2), 2);
		_exit(9);
	}
	CHECK(status_of(child) == 9);
}

/* The same, while another thread holds the lock for a moment. */
static void test_fork_locked(void)
{
	int fd = device(), shared[2] = { 0, fd };
	pthread_t thread, releaser;
	pid_t child;

	thread = held(shared);
	CHECK(!close(fd));	/* the ioctl() continues */
	CHECK(!pthread_create(&releaser, NULL, release, shared));
	child = fork();
	if (!child) {
		CHECK(!stand_in()->is_changing);	/* the fork did not interrupt a change */
		CHECK(ioctl(device(), DO_FILE, 0) == 1);
		_exit(10);
	}
	CHECK(status_of(child) == 10);
	CHECK(!pthread_join(thread, NULL) && !pthread_join(releaser, NULL));
	CHECK(stand_in()->closed == 1);
}

static void test_exec(char *self)
{
	int fd = device();
	pid_t child = fork();

	if (!child) {
		execl(self, self, "calls", NULL);
		_exit(1);
	}
	CHECK(status_of(child) == 0);
	CHECK(ioctl(fd, DO_FILE, 0) == 0);
}

int main(int argc, char **argv)
{
	const char *part = argc > 1 ? argv[1] : "";

	if (!strcmp(part, "node"))
		test_node();
	else if (!strcmp(part, "netlink"))
		test_netlink();
	else if (!strcmp(part, "calls"))
		test_calls();
	else if (!strcmp(part, "dup"))
		test_dup();
	else if (!strcmp(part, "close-range"))
		test_close_range();
	else if (!strcmp(part, "threads"))
		test_threads();
	else if (!strcmp(part, "events"))
		test_events();
	else if (!strcmp(part, "waiting"))
		test_waiting();
	else if (!strcmp(part, "closing"))
		test_closing();
	else if (!strcmp(part, "fork"))
		test_fork();
	else if (!strcmp(part, "vfork"))
		test_vfork();
	else if (!strcmp(part, "fork-before"))
		test_fork_before();
	else if (!strcmp(part, "fork-locked"))
		test_fork_locked();
	else if (!strcmp(part, "exec"))
		test_exec(argv[0]);
	else
		return 2;
	printf("%s: done\n", part);
	return 0;
}
