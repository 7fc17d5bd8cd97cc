// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Tests of faults that are not doorbells: guarded accesses of the device, and the application's own
 * faults. The first argument names the part.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#include "stand_in.h"

static int device(void)
{
	int fd = open("/dev/infiniband/uverbs0", O_RDWR | O_CLOEXEC);

	CHECK(fd >= 0);
	return fd;
}

static char *none(void)
{
	char *pages = mmap(NULL, 8192, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	CHECK(pages != MAP_FAILED);
	return pages;
}

static int copy(int fd, void *dst, void *src, size_t len)
{
	return ioctl(fd, DO_COPY, &(struct copy){ .dst = dst, .src = src, .len = len });
}

/* The device reads and writes unmapped memory, or a file that is too short: EFAULT, repeatedly. */
static void test_guard(void)
{
	int fd = device(), file = open("/tmp", O_TMPFILE | O_RDWR, 0600);
	char *gone = none(), buffer[64] = "text", *mapped;
	sigset_t before, after;

	CHECK(file >= 0);
	sigprocmask(SIG_BLOCK, NULL, &before);
	CHECK(copy(fd, buffer + 8, buffer, 5) == 0 && !strcmp(buffer + 8, "text"));
	for (int i = 0; i < 1000; i++) {
		CHECK(copy(fd, gone, buffer, 8) == -1 && errno == EFAULT);
		CHECK(copy(fd, buffer, gone, 8) == -1 && errno == EFAULT);
		CHECK(copy(fd, buffer, NULL, 8) == -1 && errno == EFAULT);
	}
	mapped = mmap(NULL, 4096, PROT_READ, MAP_SHARED, file, 0);
	CHECK(mapped != MAP_FAILED);
	CHECK(copy(fd, buffer, mapped, 8) == -1 && errno == EFAULT);	/* SIGBUS */
	CHECK(copy(fd, mapped, buffer, 8) == -1 && errno == EFAULT);
	sigprocmask(SIG_BLOCK, NULL, &after);
	for (int sig = 1; sig < 32; sig++)
		CHECK(sigismember(&before, sig) == sigismember(&after, sig));
	CHECK(copy(fd, buffer + 16, buffer + 8, 5) == 0 && !strcmp(buffer + 16, "text"));
}

/* Tests the application's handler, installed before or after the device is opened. */
static sigjmp_buf env;
static volatile int calls;
static void *volatile fault_addr;
static char *fault_page;

static void on_fault(int sig, siginfo_t *info, void *context)
{
	(void)context;
	CHECK(sig == SIGSEGV || sig == SIGBUS);
	fault_addr = info->si_addr;
	calls++;
	siglongjmp(env, 1);
}

static void mend(int sig, siginfo_t *info, void *context)
{
	sigset_t mask;

	(void)context;
	CHECK(sig == SIGSEGV);
	pthread_sigmask(SIG_BLOCK, NULL, &mask);
	CHECK(sigismember(&mask, SIGUSR1) && !sigismember(&mask, SIGUSR2));
	fault_addr = info->si_addr;
	calls++;
	CHECK(!mprotect(fault_page, 4096, PROT_READ | PROT_WRITE));
}

static void plain(int sig)
{
	CHECK(sig == SIGSEGV);
	calls++;
	CHECK(!mprotect(fault_page, 4096, PROT_READ | PROT_WRITE));
}

static void on_usr1(int sig)
{
	(void)sig;
}

static void test_chain(bool is_before)
{
	struct sigaction act = { .sa_sigaction = on_fault, .sa_flags = SA_SIGINFO }, old, usr1;
	char byte;
	volatile int fd = -1;

	fault_page = none();
	if (!is_before)
		fd = device();
	CHECK(!sigaction(SIGSEGV, NULL, &old) && old.sa_handler == SIG_DFL);
	CHECK(!sigaction(SIGSEGV, &act, NULL));
	if (is_before)
		fd = device();
	CHECK(!sigaction(SIGSEGV, NULL, &old));
	CHECK(old.sa_sigaction == on_fault && (old.sa_flags & SA_SIGINFO));
	for (int i = 0; i < 100; i++)
		if (!sigsetjmp(env, 1))
			*(volatile char *)(fault_page + i) = 1;
	CHECK(calls == 100 && fault_addr == fault_page + 99);
	/* The device's own faults are not the application's. */
	CHECK(copy(fd, &byte, fault_page, 1) == -1 && errno == EFAULT && calls == 100);
	/* A handler that maps the page, with a mask; twenty times. */
	memset(&act, 0, sizeof(act));
	act.sa_sigaction = mend;
	act.sa_flags = SA_SIGINFO;
	sigaddset(&act.sa_mask, SIGUSR1);
	for (int i = 0; i < 20; i++) {
		CHECK(!mprotect(fault_page, 4096, PROT_NONE));
		CHECK(!sigaction(SIGSEGV, &act, &old));
		*(volatile char *)fault_page = 1;
	}
	CHECK(calls == 120 && old.sa_sigaction == mend && sigismember(&old.sa_mask, SIGUSR1));
	CHECK(!mprotect(fault_page, 4096, PROT_NONE));
	CHECK((void *)signal(SIGSEGV, plain) == (void *)mend);
	*(volatile char *)fault_page = 1;
	CHECK(calls == 121 && signal(SIGSEGV, SIG_DFL) == plain);
	/* kill() reaches the handler as well. */
	CHECK(signal(SIGSEGV, plain) == SIG_DFL && !kill(getpid(), SIGSEGV) && calls == 122);
	CHECK(signal(SIGSEGV, SIG_IGN) == plain && !raise(SIGSEGV));
	/* Other signals are not affected. */
	memset(&act, 0, sizeof(act));
	act.sa_handler = on_usr1;
	CHECK(!sigaction(SIGUSR1, &act, NULL) && !sigaction(SIGUSR1, NULL, &usr1));
	CHECK(usr1.sa_handler == on_usr1);
}

static char *doorbell_page(int fd)
{
	char *page;

	CHECK(!ioctl(fd, DO_PAGE, 1) && !ioctl(fd, DO_QP, 1));
	page = mmap(NULL, 4096, PROT_WRITE, MAP_SHARED, fd, 4096);
	CHECK(page != MAP_FAILED);
	return page;
}

/* Under constant signals, no doorbell is lost and no register is changed. */
static volatile sig_atomic_t ticks;

static void on_tick(int sig)
{
	(void)sig;
	ticks++;
}

static void test_storm(void)
{
	struct sigaction act = { .sa_handler = on_tick, .sa_flags = SA_RESTART };
	struct itimerval often = { { 0, 200 }, { 0, 200 } }, never = { { 0, 0 }, { 0, 0 } };
	struct stand_in *in = stand_in();
	char *page = doorbell_page(device());
	int rounds = 0;

	CHECK(!sigaction(SIGALRM, &act, NULL) && !setitimer(ITIMER_REAL, &often, NULL));
	while (ticks < 2000) {
		double value = rounds;

		*(volatile uint64_t *)(page + 0x800) = __builtin_bswap64(0x110);
		CHECK(in->sends == ++rounds && value + 1 == rounds);
	}
	CHECK(!setitimer(ITIMER_REAL, &never, NULL));
}

/*
 * A signal in the device: its handler runs after the doorbell or the call, so it can ring, call,
 * fault, or jump out.
 */
static char *page;
static int device_fd;
static bool leaves;

static void on_device(int sig)
{
	CHECK(sig == SIGUSR1);
	calls++;
	if (leaves)
		siglongjmp(env, 1);
	stand_in()->signal = 0;
	*(volatile uint64_t *)(page + 0x800) = __builtin_bswap64(0x110);
	CHECK(ioctl(device_fd, DO_FILE) == 0);
	CHECK(!mprotect(fault_page, 4096, PROT_NONE));
	*(volatile char *)fault_page = 1;
}

static void in_device(int way)
{
	uint64_t value = __builtin_bswap64(0x110);

	stand_in()->signal = way < 2 ? SIGUSR1 : 0;
	if (way == 0)
		*(volatile uint64_t *)(page + 0x800) = value;
#ifdef __x86_64__
	else if (way == 1)	/* is stepped over */
		__asm__ volatile("xchg %0, (%1)" : "+r"(value) : "r"(page + 0x800) : "memory");
#endif
	else
		CHECK(!ioctl(device_fd, DO_SIGNAL, SIGUSR1));
}

static void test_nested(bool has_alternate)
{
	static char stack[65536];
	stack_t alternate = { .ss_sp = stack, .ss_size = sizeof(stack) };
	struct sigaction act = { .sa_handler = on_device, .sa_flags = SA_ONSTACK };
	struct sigaction mends = { .sa_handler = plain };
	sigset_t mask;

	fault_page = none();
	device_fd = device();
	page = doorbell_page(device_fd);
	CHECK(!has_alternate || !sigaltstack(&alternate, NULL));
	CHECK(!sigaction(SIGUSR1, &act, NULL) && !sigaction(SIGSEGV, &mends, NULL));
	for (int way = 0; way < 3; way++) {
		calls = 0;
		stand_in()->sends = 0;
		leaves = false;
		in_device(way);
		CHECK(calls == 2 && stand_in()->sends == (way < 2 ? 2 : 1));
		leaves = true;
		for (volatile int i = 0; i < 100; i++)
			if (!sigsetjmp(env, 1))
				in_device(way);
		CHECK(calls == 102);
		CHECK(!sigprocmask(SIG_BLOCK, NULL, &mask) && !sigismember(&mask, SIGUSR1));
		stand_in()->signal = 0;
		*(volatile uint64_t *)(page + 0x800) = __builtin_bswap64(0x110);
		CHECK(stand_in()->sends == (way < 2 ? 103 : 2));
	}
}

/* The application's handler maps distant missing pages, but must not fault itself. */
static bool is_broken;

static void fetch(int sig)
{
	sigset_t mask;

	calls++;
	*(volatile uint64_t *)(page + 0x800) = __builtin_bswap64(0x110);
	CHECK(!sigprocmask(SIG_BLOCK, NULL, &mask) && sigismember(&mask, sig));
	CHECK(calls < 5);
	if (is_broken)
		*(volatile char *)fault_page = 1;
	CHECK(!mprotect(fault_page, 4096, PROT_READ | PROT_WRITE));
}

static void test_fetch(bool breaks)
{
	struct sigaction act = { .sa_handler = fetch };

	fault_page = none();
	page = doorbell_page(device());
	sigfillset(&act.sa_mask);
	CHECK(!sigaction(SIGSEGV, &act, NULL));
	for (int i = 1; i < 4; i++) {
		CHECK(!mprotect(fault_page, 4096, PROT_NONE));
		*(volatile char *)fault_page = 1;
		CHECK(calls == i && stand_in()->sends == i);
	}
	is_broken = breaks;
	CHECK(!mprotect(fault_page, 4096, PROT_NONE));
	*(volatile char *)fault_page = 1;
	CHECK(!breaks);
}

/* A store that begins in a doorbell page and ends in an unmapped page. */
static void test_span(void)
{
	struct sigaction act = { .sa_sigaction = on_fault, .sa_flags = SA_SIGINFO };
	char *at = none();
	int fd = device();

	page = doorbell_page(fd);
	CHECK(mmap(at, 4096, PROT_WRITE, MAP_SHARED | MAP_FIXED, fd, 4096) == at);
	CHECK(!sigaction(SIGSEGV, &act, NULL));
	for (volatile int i = 1; i <= 10; i++) {
		if (!sigsetjmp(env, 1)) {
			__asm__ volatile("movq %0, (%1)" : : "r"(1ul), "r"(at + 4092) : "memory");
			CHECK(!"the store has succeeded");
		}
		CHECK(calls == i && fault_addr == at + 4096);
		*(volatile uint64_t *)(at + 0x800) = __builtin_bswap64(0x110);
		CHECK(stand_in()->sends == i);	/* is still noticed */
	}
}

/* A store does not change the thread's signals. */
static void test_mask_after(void)
{
	char *page = doorbell_page(device());
	sigset_t before, after;

	sigemptyset(&before);
	sigaddset(&before, SIGUSR1);
	CHECK(!sigprocmask(SIG_SETMASK, &before, NULL));
	*(volatile uint64_t *)(page + 0x800) = __builtin_bswap64(0x110);
	CHECK(!sigprocmask(SIG_BLOCK, NULL, &after));
	for (int sig = 1; sig < 32; sig++)
		CHECK(sigismember(&before, sig) == sigismember(&after, sig));
}

/*
 * No other handler may run during the handler: it would overwrite the frame below the stack
 * pointer.
 */
static void test_mask(void)
{
	struct {
		void *handler;
		unsigned long flags;
		void *restorer;
		uint64_t mask;
	} act;

	device();
	for (int sig = 1; sig < 32; sig++) {
		bool is_blocked = sig != SIGSEGV && sig != SIGBUS && sig != SIGTRAP &&
				  sig != SIGKILL && sig != SIGSTOP;

		CHECK(!syscall(SYS_rt_sigaction, SIGSEGV, NULL, &act, 8));
		CHECK((act.mask >> (sig - 1) & 1) == is_blocked);
	}
	CHECK((act.flags & (SA_ONSTACK | SA_NODEFER)) == (SA_ONSTACK | SA_NODEFER));
	test_mask_after();
}

/*
 * ThreadSanitizer installs a handler of its own before each handler, and ours has to return to it.
 * This is another one.
 */
struct kernel_action {
	void (*handler)(int sig, siginfo_t *info, void *context);
	unsigned long flags;
	void *restorer;
	uint64_t mask;
};

static struct kernel_action behind;

static void in_front(int sig, siginfo_t *info, void *context)
{
	behind.handler(sig, info, context);
	calls++;
}

static void test_called(void)
{
	char *page = doorbell_page(device());
	struct kernel_action act;

	CHECK(!syscall(SYS_rt_sigaction, SIGSEGV, NULL, &behind, 8));
	act = behind;
	act.handler = in_front;
	CHECK(!syscall(SYS_rt_sigaction, SIGSEGV, &act, NULL, 8));
	for (int i = 1; i <= 10; i++) {
		*(volatile uint64_t *)(page + 0x800) = __builtin_bswap64(0x110);
		CHECK(stand_in()->sends == i && calls == i);
	}
}

/* An access to a page that the device has freed is the application's own fault. */
static void test_gone_page(void)
{
	struct sigaction act = { .sa_sigaction = on_fault, .sa_flags = SA_SIGINFO };
	int fd = device();
	char *page = doorbell_page(fd);

	CHECK(!sigaction(SIGSEGV, &act, NULL));
	CHECK(!ioctl(fd, DO_PAGE_FREE, 1));
	CHECK(mprotect(page, 4096, PROT_READ) == 0);
	if (!sigsetjmp(env, 1))
		*(volatile uint64_t *)(page + 0x800) = __builtin_bswap64(0x110);
	CHECK(calls == 1 && stand_in()->sends == 0);
}

/* Ends of a process. */
static void die(const char *how)
{
	const struct rlimit core = { 0, 0 };

	setrlimit(RLIMIT_CORE, &core);
	device();
	if (!strcmp(how, "die-fault"))
		*(volatile char *)none() = 1;
	else if (!strcmp(how, "die-raise"))
		raise(SIGSEGV);
	else if (!strcmp(how, "die-bus"))
		kill(getpid(), SIGBUS);
	else if (!strcmp(how, "die-trap"))
		raise(SIGTRAP);
	else if (!strcmp(how, "die-again"))
		test_fetch(true);
	else if (!strcmp(how, "die-ignored")) {
		signal(SIGSEGV, SIG_IGN);
		*(volatile char *)none() = 1;
	}
}

int main(int argc, char **argv)
{
	const char *part = argc > 1 ? argv[1] : "";

	if (!strcmp(part, "guard"))
		test_guard();
	else if (!strcmp(part, "chain-before"))
		test_chain(true);
	else if (!strcmp(part, "chain-after"))
		test_chain(false);
	else if (!strcmp(part, "mask"))
		test_mask();
	else if (!strcmp(part, "called"))
		test_called();
	else if (!strcmp(part, "gone-page"))
		test_gone_page();
	else if (!strcmp(part, "storm"))
		test_storm();
	else if (!strcmp(part, "nested") || !strcmp(part, "nested-alternate"))
		test_nested(strcmp(part, "nested"));
	else if (!strcmp(part, "fetch"))
		test_fetch(false);
	else if (!strcmp(part, "span"))
		test_span();
	else if (!strncmp(part, "die-", 4))
		die(part);
	else
		return 2;
	printf("%s: done\n", part);
	return 0;
}
