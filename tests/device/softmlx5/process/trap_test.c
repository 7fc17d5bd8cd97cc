// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Tests of an application's stores to doorbell pages. The first argument names the part. */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "prm_doorbell.h"
#include "stand_in.h"

static int device(void)
{
	int fd = open("/dev/infiniband/uverbs0", O_RDWR | O_CLOEXEC);

	CHECK(fd >= 0);
	return fd;
}

static char *page(int fd, uintptr_t number)
{
	char *mapped;

	CHECK(!ioctl(fd, DO_PAGE, number));
	mapped = mmap(NULL, 4096, PROT_WRITE, MAP_SHARED, fd, (off_t)number * 4096);
	CHECK(mapped != MAP_FAILED);
	return mapped;
}

static uint64_t doorbell(uint32_t qpn)
{
	struct prm_send_doorbell packed;
	struct prm_send_doorbell_fields fields = { .qpn = qpn, .ds = 16 };
	uint64_t value;

	prm_send_doorbell_pack(&packed, &fields);
	memcpy(&value, &packed, sizeof(value));
	return value;
}

static uint64_t arm(uint32_t cqn)
{
	struct prm_cq_arm_doorbell packed;
	struct prm_cq_arm_doorbell_fields fields = { .cqn = cqn };
	uint64_t value;

	prm_cq_arm_doorbell_pack(&packed, &fields);
	memcpy(&value, &packed, sizeof(value));
	return value;
}

static void store(char *page, uint32_t offset, uint64_t value)
{
	*(volatile uint64_t *)(page + offset) = value;
}

/* Waits for the polling thread; with traps the value is there at once. */
static void until_at_least(atomic_int *counter, int value)
{
	while (atomic_load(counter) < value)
		usleep(1000);
}

static void until(atomic_int *counter, int value)
{
	until_at_least(counter, value);
	CHECK(atomic_load(counter) == value);
}

/* Tests which object each register rings. */
static void test_registers(bool is_poll)
{
	struct stand_in *in = stand_in();
	int fd = device();
	char *first = page(fd, 1), *second = page(fd, 2);

	ioctl(fd, DO_QP, 1);
	ioctl(fd, DO_QP, 2);
	store(first, PRM_UAR_REGISTER_SEND_0, doorbell(1));
	until(&in->sends, 1);
	CHECK(in->last_qpn == 1);
	store(second, PRM_UAR_REGISTER_SEND_3, doorbell(2));
	until(&in->sends, 2);
	CHECK(in->last_qpn == 2);
	store(second, PRM_UAR_REGISTER_CQ_ARM, arm(2));
	until(&in->arms, 1);
	CHECK(in->last_cqn == 2);
	store(second, 0x30, arm(2));
	store(second, 0x808, doorbell(2));
	store(second, 0xff8, doorbell(2));
	if (is_poll)
		usleep(20000);	/* for one too many */
	CHECK(in->sends == 2 && in->arms == 1);
	if (!is_poll) {
		store(second, PRM_UAR_REGISTER_SEND_0, doorbell(1));	/* another QP's page */
		store(first, PRM_UAR_REGISTER_SEND_0, doorbell(77));	/* no such QP */
		CHECK(in->sends == 2);
	}
	/* A repeated value is another doorbell. */
	store(first, PRM_UAR_REGISTER_SEND_0, doorbell(1));
	until(&in->sends, 3);
	store(first, PRM_UAR_REGISTER_SEND_0, doorbell(1));
	until(&in->sends, 4);
	/* The two halves of a register. */
	if (!is_poll) {
		uint64_t value = doorbell(1);
		uint32_t half[2];

		memcpy(half, &value, sizeof(half));
		*(volatile uint32_t *)(first + 0x800) = half[0];
		CHECK(in->sends == 4);
		*(volatile uint32_t *)(first + 0x804) = half[1];
		CHECK(in->sends == 5 && in->last_qpn == 1);
	}
	/* Pages that are unmapped and mapped again. */
	for (int i = 0; i < (is_poll ? 200 : 3000); i++) {
		int sends = in->sends;
		char *mapped;

		CHECK(!ioctl(fd, DO_PAGE_FREE, (uintptr_t)1));
		CHECK(!munmap(first, 4096));
		first = page(fd, 1);
		mapped = first;
		store(mapped, PRM_UAR_REGISTER_SEND_0, doorbell(1));
		until(&in->sends, sends + 1);
	}
	/* A second mapping, at a fixed address. */
	char *fixed = mmap(NULL, 8192, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	int sends = in->sends;

	CHECK(mmap(fixed + 4096, 4096, PROT_WRITE, MAP_SHARED | MAP_FIXED, fd, 4096) ==
	      fixed + 4096);
	store(fixed + 4096, PRM_UAR_REGISTER_SEND_0, doorbell(1));
	until(&in->sends, sends + 1);
	CHECK(mmap(NULL, 8192, PROT_WRITE, MAP_SHARED, fd, 4096) == MAP_FAILED && errno == EINVAL);
	CHECK(mmap(NULL, 4096, PROT_WRITE, MAP_PRIVATE, fd, 4096) == MAP_FAILED && errno == EINVAL);
}

/*
 * Waits until all earlier doorbells of QP 1's page were taken. The pass that takes the first one here
 * may have read another register before that was written; the next pass reads it.
 */
static void until_taken(struct stand_in *in, char *mapped)
{
	for (int i = 0; i < 2; i++) {
		const int before = in->qp_sends[1];

		store(mapped, PRM_UAR_REGISTER_SEND_0, doorbell(1));
		until_at_least(&in->qp_sends[1], before + 1);
	}
}

/* CQs that share a page are all armed at any rate of doorbells, and nothing else is. */
static void test_arms(void)
{
	static const uint32_t numbers[] = { 33, 1 };
	struct prm_cq_doorbell_record *records;
	struct stand_in *in = stand_in();
	int fd = device(), armed;
	char *mapped = page(fd, 1);

	ioctl(fd, DO_QP, 1);
	ioctl(fd, DO_QP, 33);
	records = in->records;
	for (int round = 0; round < 300; round++) {
		struct prm_cq_doorbell_record_fields fields = {
			.arm_sn = (uint8_t)(round & 3), .arm_ci = (uint32_t)round / 4 };
		int before[2];

		for (int i = 0; i < 2; i++) {
			before[i] = in->cq_arms[numbers[i]];
			prm_cq_doorbell_record_pack(&records[numbers[i]], &fields);
			store(mapped, PRM_UAR_REGISTER_CQ_ARM, arm(numbers[i]));
		}
		/*
		 * The polling thread may read a record before the register has its CQ, and then
		 * arm it a second time, which changes nothing.
		 */
		for (int i = 0; i < 2; i++)
			until_at_least(&in->cq_arms[numbers[i]], before[i] + 1);
	}
	/* A record that has not changed arms nothing. */
	until_taken(in, mapped);
	armed = in->cq_arms[1];
	store(mapped, PRM_UAR_REGISTER_CQ_ARM, arm(33));
	until_taken(in, mapped);
	CHECK(in->cq_arms[1] == armed);
}

/* The device runs on the thread's own stack, after the handler; errno is preserved. */
static void *on_small_stack(void *mapped)
{
	errno = ENOTTY;
	store(mapped, PRM_UAR_REGISTER_SEND_0, doorbell(1));
	CHECK(errno == ENOTTY);
	return NULL;
}

static void test_stack(void)
{
	struct stand_in *in = stand_in();
	int fd = device();
	char *mapped = page(fd, 1), here;
	static char small[16384];
	stack_t alternate = { .ss_sp = small, .ss_size = sizeof(small) };
	pthread_t thread;

	ioctl(fd, DO_QP, 1);
	CHECK(!sigaltstack(&alternate, NULL));
	in->is_destructive = true;
	in->store_stack = &here;
	on_small_stack(mapped);
	CHECK(in->sends == 1 && in->on_stack_of < 16);
	CHECK(!pthread_create(&thread, NULL, on_small_stack, mapped));
	CHECK(!pthread_join(thread, NULL));
	CHECK(in->sends == 2);
}

/* Threads with pages and QPs of their own, and one page for all. */
static char *shared;

static void *post(void *argument)
{
	uint32_t number = (uint32_t)(uintptr_t)argument;
	int fd = device();
	char *mapped = page(fd, number);
	struct stand_in *in = stand_in();

	ioctl(fd, DO_QP, (uintptr_t)number);
	for (int i = 0; i < 2000; i++) {
		store(mapped, PRM_UAR_REGISTER_SEND_0, doorbell(number));
		CHECK(in->qp_sends[number] == i + 1);
		store(shared, PRM_UAR_REGISTER_SEND_0, doorbell(30));
	}
	close(fd);
	return NULL;
}

static void test_threads(void)
{
	pthread_t thread[24];
	int fd = device();

	shared = page(fd, 30);
	ioctl(fd, DO_QP, (uintptr_t)30);
	for (uintptr_t i = 0; i < 24; i++)
		CHECK(!pthread_create(&thread[i], NULL, post, (void *)(i + 1)));
	for (int i = 0; i < 24; i++)
		CHECK(!pthread_join(thread[i], NULL));
	CHECK(stand_in()->qp_sends[30] == 24 * 2000);
	CHECK(stand_in()->sends == 24 * 4000);
}

/* The polling thread may miss a value, but not a QP. */
static void *post_polled(void *argument)
{
	uint32_t number = (uint32_t)(uintptr_t)argument;
	struct stand_in *in = stand_in();

	for (int i = 0; i < 100; i++) {
		int before = in->qp_sends[number];

		store(shared, PRM_UAR_REGISTER_SEND_0, doorbell(number));
		while (in->qp_sends[number] == before)
			usleep(100);
	}
	return NULL;
}

static void test_polled_threads(void)
{
	pthread_t thread[8];
	int fd = device();

	shared = page(fd, 1);
	/* QPs 1 and 33 are on page 1. */
	ioctl(fd, DO_QP, (uintptr_t)1);
	ioctl(fd, DO_QP, (uintptr_t)33);
	for (uintptr_t i = 0; i < 8; i++)
		CHECK(!pthread_create(&thread[i], NULL, post_polled, (void *)(i % 2 ? 33ul : 1ul)));
	for (int i = 0; i < 8; i++)
		CHECK(!pthread_join(thread[i], NULL));
}

/* A thread that blocks all signals would die of its first doorbell. */
static void test_blocked(void)
{
	int fd = device();
	char *mapped = page(fd, 1);
	sigset_t all;

	ioctl(fd, DO_QP, 1);
	sigfillset(&all);
	CHECK(!pthread_sigmask(SIG_SETMASK, &all, NULL));
	store(mapped, PRM_UAR_REGISTER_SEND_0, doorbell(1));
	CHECK(!sigprocmask(SIG_BLOCK, &all, NULL));
	store(mapped, PRM_UAR_REGISTER_SEND_0, doorbell(1));
	CHECK(stand_in()->sends == 2);
	CHECK(!sigprocmask(SIG_SETMASK, NULL, &all));
	CHECK(sigismember(&all, SIGTERM) && !sigismember(&all, SIGSEGV));
}

/* The same with the older functions; their handlers do not prevent a doorbell. */
static void *store_once(void *mapped)
{
	store(mapped, PRM_UAR_REGISTER_SEND_0, doorbell(1));
	return NULL;
}

static void never(int sig)
{
	(void)sig;
	CHECK(!"a handler was called for a doorbell");
}

#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
static void test_blocked_otherwise(void)
{
	int fd = device(), term = 1 << (SIGTERM - 1);
	char *mapped = page(fd, 1);
	pthread_attr_t attr;
	pthread_t thread;
	sigset_t all;

	ioctl(fd, DO_QP, 1);
	sigfillset(&all);
	CHECK(!sighold(SIGSEGV) && !sighold(SIGTERM));
	store_once(mapped);
	CHECK(sigblock(1 << (SIGSEGV - 1)) == term);
	store_once(mapped);
	CHECK(sigsetmask(-1) == term && (sigsetmask(-1) & term));
	store_once(mapped);
	CHECK(sigsetmask(term) & 1 << (SIGINT - 1));
	CHECK(sigset(SIGTERM, never) == SIG_HOLD && sigset(SIGTERM, SIG_HOLD) == never);
	CHECK(sigset(SIGSEGV, never) == SIG_DFL && sigset(SIGSEGV, SIG_HOLD) == never);
	store_once(mapped);
	CHECK(ssignal(SIGSEGV, never) == never && ssignal(SIGSEGV, SIG_DFL) == never);
	store_once(mapped);
	CHECK(!sigignore(SIGSEGV) && !raise(SIGSEGV));
	store_once(mapped);
	CHECK(!pthread_attr_init(&attr) && !pthread_attr_setsigmask_np(&attr, &all));
	CHECK(!pthread_create(&thread, &attr, store_once, mapped) && !pthread_join(thread, NULL));
	CHECK(stand_in()->sends == 7);
}

#ifdef __x86_64__
/*
 * Compares all registers before and after a store. The program fills them from @in, stores, and
 * writes them to @out.
 */
struct registers {
	uint64_t general[15];	/* rax rbx rcx rdx rsi rdi rbp r8 .. r15 */
	uint64_t flags;
	uint64_t red_zone[16];
	uint8_t vector[16384] __attribute__((aligned(64)));
};

struct registers reg_in, reg_out;
uint32_t reg_mask;

#define RUN(name, instruction) \
	extern void name(void); \
	__asm__(".text\n.globl " #name "\n.type " #name ", @function\n" #name ":\n" \
		"push %rbx; push %rbp; push %r12; push %r13; push %r14; push %r15\n" \
		"mov reg_mask(%rip), %eax; xor %edx, %edx\n" \
		"lea reg_in(%rip), %rdi\n" \
		"xrstor64 256(%rdi)\n" \
		"push 120(%rdi); popfq\n" \
		".set i, 0\n.rept 16\n" \
		"mov 128+i*8(%rdi), %rax; mov %rax, -128+i*8(%rsp)\n.set i, i+1\n.endr\n" \
		"mov 0(%rdi), %rax; mov 8(%rdi), %rbx; mov 16(%rdi), %rcx; mov 24(%rdi), %rdx\n" \
		"mov 32(%rdi), %rsi; mov 48(%rdi), %rbp; mov 56(%rdi), %r8; mov 64(%rdi), %r9\n" \
		"mov 72(%rdi), %r10; mov 80(%rdi), %r11; mov 88(%rdi), %r12; mov 96(%rdi), %r13\n" \
		"mov 104(%rdi), %r14; mov 112(%rdi), %r15; mov 40(%rdi), %rdi\n" \
		instruction "\n" \
		"mov %rdi, reg_out+40(%rip); lea reg_out(%rip), %rdi\n" \
		"mov %rax, 0(%rdi); mov %rbx, 8(%rdi); mov %rcx, 16(%rdi); mov %rdx, 24(%rdi)\n" \
		"mov %rsi, 32(%rdi); mov %rbp, 48(%rdi); mov %r8, 56(%rdi); mov %r9, 64(%rdi)\n" \
		"mov %r10, 72(%rdi); mov %r11, 80(%rdi); mov %r12, 88(%rdi); mov %r13, 96(%rdi)\n" \
		"mov %r14, 104(%rdi); mov %r15, 112(%rdi)\n" \
		".set i, 0\n.rept 16\n" \
		"mov -128+i*8(%rsp), %rax; mov %rax, 128+i*8(%rdi)\n.set i, i+1\n.endr\n" \
		"pushfq; pop 120(%rdi); cld\n" \
		"mov reg_mask(%rip), %eax; xor %edx, %edx\n" \
		"xsave64 256(%rdi)\n" \
		"fninit; push $0x1f80; ldmxcsr (%rsp); pop %rax\n" \
		"pop %r15; pop %r14; pop %r13; pop %r12; pop %rbp; pop %rbx\n" \
		"ret\n");

_Static_assert(offsetof(struct registers, vector) == 256, "the instructions above");

RUN(run_rax, "mov %rcx, (%rax)")
RUN(run_r13, "mov %r9, 0x7f8(%r13, %r14, 8)")
RUN(run_rbp, "mov %rsi, (%rbp)")
RUN(run_xmm, "movq %xmm3, (%rbx)")
RUN(run_step, "xchg %rcx, (%rax)")	/* not decoded */
RUN(run_movbe, "movnti %rdx, (%rdi)")

static void fill(void *bytes, size_t len, unsigned int seed)
{
	for (size_t i = 0; i < len; i++)
		((uint8_t *)bytes)[i] = (uint8_t)(i * 7 + i / 256 * 3 + seed);
}

/* Values for all vector registers; x87 registers in use, rounding modes changed. */
static void fill_vector(unsigned int seed)
{
	uint64_t parts = reg_mask;
	uint16_t control = 0x0f7f, status = 3 << 11;
	uint32_t mxcsr = 0x7f80 | 0x21;

	memset(reg_in.vector, 0, sizeof(reg_in.vector));
	__asm__ volatile("xsave64 %0" : "=m"(reg_in.vector) : "a"(reg_mask), "d"(0) : "memory");
	memcpy(reg_in.vector, &control, 2);
	memcpy(reg_in.vector + 2, &status, 2);
	reg_in.vector[4] = 0xf8;	/* tags */
	memcpy(reg_in.vector + 24, &mxcsr, 4);
	for (int i = 0; i < 8; i++) {
		fill(reg_in.vector + 32 + 16 * i, 10, seed + (unsigned int)i);
		reg_in.vector[32 + 16 * i + 7] |= 0x80;		/* a normal number */
	}
	fill(reg_in.vector + 160, 256, seed);
	for (uint32_t i = 2; i < 8; i++) {
		uint32_t size, offset, c, d;

		if (!(reg_mask & 1u << i))
			continue;
		__asm__("cpuid" : "=a"(size), "=b"(offset), "=c"(c), "=d"(d) : "0"(0xd), "2"(i));
		fill(reg_in.vector + offset, size, seed + i);
	}
	memcpy(reg_in.vector + 512, &parts, 8);
}

static void compare(const char *name)
{
	static const char *const names[] = { "rax", "rbx", "rcx", "rdx", "rsi", "rdi", "rbp", "r8",
					     "r9", "r10", "r11", "r12", "r13", "r14", "r15" };
	bool is_right = true;

	for (int i = 0; i < 15; i++) {
		if (reg_in.general[i] != reg_out.general[i]) {
			fprintf(stderr, "%s: %s was %#lx and is %#lx\n", name, names[i],
				reg_in.general[i], reg_out.general[i]);
			is_right = false;
		}
	}
	if ((reg_in.flags ^ reg_out.flags) & ~0x200ul) {
		fprintf(stderr, "%s: flags were %#lx and are %#lx\n", name, reg_in.flags,
			reg_out.flags);
		is_right = false;
	}
	if (memcmp(reg_in.red_zone, reg_out.red_zone, sizeof(reg_in.red_zone))) {
		fprintf(stderr, "%s: the red zone has changed\n", name);
		is_right = false;
	}
	for (size_t i = 0; i < sizeof(reg_in.vector); i++) {
		/* last x87 instruction and operand, space for software */
		if ((i >= 6 && i < 24) || (i >= 464 && i < 512))
			continue;
		if (reg_in.vector[i] != reg_out.vector[i]) {
			fprintf(stderr, "%s: byte %zu of the vector state was %#x and is %#x\n",
				name, i, reg_in.vector[i], reg_out.vector[i]);
			is_right = false;
			break;
		}
	}
	CHECK(is_right);
}

static void run(const char *name, void (*function)(void), int base, uint64_t addr, int value,
		bool is_vector, bool changes_value)
{
	struct stand_in *in = stand_in();
	int sends = in->sends;
	uint64_t bell = doorbell(1);

	for (unsigned int seed = 0; seed < 4; seed++) {
		/* CF PF AF ZF SF DF OF, all or none. */
		reg_in.flags = seed % 2 ? 0xcd7 : 0x202;
		fill(reg_in.general, sizeof(reg_in.general), seed);
		fill(reg_in.red_zone, sizeof(reg_in.red_zone), seed + 1);
		fill_vector(seed);
		reg_in.general[base] = addr;
		if (function == run_r13)
			reg_in.general[13] = 1;		/* r14, times 8 */
		if (is_vector)
			memcpy(reg_in.vector + 160 + 16 * value, &bell, 8);
		else
			reg_in.general[value] = bell;
		memset(&reg_out, 0, sizeof(reg_out));
		function();
		CHECK(in->sends == ++sends);
		CHECK(in->last_qpn == 1);
		if (changes_value)
			reg_out.general[value] = bell;
		compare(name);
	}
}

static void test_all_registers(bool has_alternate)
{
	static char stack[65536];
	stack_t alternate = { .ss_sp = stack, .ss_size = sizeof(stack) };
	uint32_t low, high;
	int fd = device();
	char *mapped = page(fd, 1);
	uint64_t addr = (uintptr_t)mapped + PRM_UAR_REGISTER_SEND_0;

	__asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
	reg_mask = low & 0xe7;
	ioctl(fd, DO_QP, 1);
	stand_in()->is_destructive = true;
	CHECK(!has_alternate || !sigaltstack(&alternate, NULL));
	run("mov (%rax)", run_rax, 0, addr, 2, false, false);
	run("mov disp(%r13,%r14,8)", run_r13, 12, addr - 0x7f8 - 8, 8, false, false);
	run("mov (%rbp)", run_rbp, 6, addr, 4, false, false);
	run("movq xmm", run_xmm, 1, addr, 3, true, false);
	run("movnti", run_movbe, 5, addr, 3, false, false);
	run("xchg, by a single step", run_step, 0, addr, 2, false, true);
}

/* Single-stepped stores do not lose doorbells of other threads. */
static void *step(void *mapped)
{
	for (int i = 0; i < 500; i++) {
		uint64_t value = doorbell(33);

		__asm__ volatile("xchg %0, 0x100(%1)" : "+r"(value)
				 : "r"((char *)mapped + PRM_UAR_REGISTER_SEND_0) : "memory");
		CHECK(stand_in()->qp_sends[33] >= i + 1);
	}
	return NULL;
}

static void test_step_threads(void)
{
	int fd = device();
	pthread_t thread;

	shared = page(fd, 1);
	ioctl(fd, DO_QP, 1);
	ioctl(fd, DO_QP, 33);
	CHECK(!pthread_create(&thread, NULL, step, shared));
	for (int i = 0; i < 20000; i++) {
		int before = stand_in()->qp_sends[1];

		store(shared, PRM_UAR_REGISTER_SEND_0, doorbell(1));
		/* During a step nothing traps; its end rings for both. */
		while (stand_in()->qp_sends[1] == before)
			usleep(100);
	}
	CHECK(!pthread_join(thread, NULL));
}
#endif

int main(int argc, char **argv)
{
	const char *part = argc > 1 ? argv[1] : "";

	if (!strcmp(part, "registers"))
		test_registers(false);
	else if (!strcmp(part, "registers-poll"))
		test_registers(true);
	else if (!strcmp(part, "arms"))
		test_arms();
	else if (!strcmp(part, "stack"))
		test_stack();
	else if (!strcmp(part, "threads"))
		test_threads();
	else if (!strcmp(part, "threads-poll"))
		test_polled_threads();
	else if (!strcmp(part, "blocked"))
		test_blocked();
	else if (!strcmp(part, "blocked-otherwise"))
		test_blocked_otherwise();
#ifdef __x86_64__
	else if (!strcmp(part, "all-registers"))
		test_all_registers(false);
	else if (!strcmp(part, "all-registers-alternate"))
		test_all_registers(true);
	else if (!strcmp(part, "steps"))
		test_step_threads();
#endif
	else
		return 2;
	printf("%s: done\n", part);
	return 0;
}
