// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Compares the decoder of stores (store.c) with the processor: each instruction is executed on
 * ordinary memory, and by the decoder on a page that faults. Pages and instruction pointers must be
 * equal afterwards.
 */
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include "process/trap.h"
#include "stand_in.h"

#ifdef __x86_64__

/* The page's address is in rax and, with offsets, in other registers; all others have values. */
#define STORES(X) \
	X("mov %rcx, (%rax)") X("mov %ecx, 4(%rax)") X("mov %cx, 4(%rax)") X("mov %r9, 0x100(%rax)") \
	X("mov %cl, 1(%rax)") X("mov %r15b, 1(%rax)") X("mov %sil, 3(%rax)") \
	X("mov %r9d, (%r12)") X("mov %rdx, 8(%r12)") X("mov %rdx, (%r13)") X("mov %rdx, 8(%rbp)") \
	X("mov %rdx, 0x180(%rbp)") X("mov %rcx, (%r8, %r10, 8)") X("mov %rcx, 16(%r8, %r10, 8)") \
	X("mov %rcx, (%r13, %r10, 2)") X("mov %r14, (%rbp, %r10)") X("mov %rcx, -8(%r11)") \
	X("mov %rcx, 0x7f(%rax)") X("mov %r8, -0x80(%r11)") X("mov %rcx, (, %rbx, 8)") \
	X("mov %rcx, (, %r9, 8)") X("mov %rcx, 0x40(, %rbx, 8)") X("mov %rcx, (%r12, %r10, 4)") \
	X("movq $-2, (%rax)") X("movl $0x12345678, 8(%rax)") X("movw $0x1234, 8(%rax)") \
	X("movb $0x12, 8(%rax)") X("movl $0x12345678, 0x100(%r12)") \
	X("movnti %rcx, (%rax)") X("movnti %r9d, 8(%r12)") X("ds mov %rcx, (%rax)") \
	X("movups %xmm3, 1(%rax)") X("movupd %xmm13, 16(%rax)") X("movss %xmm3, 4(%rax)") \
	X("movsd %xmm9, 8(%rax)") X("movaps %xmm2, 16(%rax)") X("movapd %xmm2, 16(%r12)") \
	X("movdqa %xmm7, 32(%rax)") X("movdqu %xmm8, 33(%rax)") X("movntdq %xmm1, 64(%rax)") \
	X("movntps %xmm1, 64(%rax)") X("movntpd %xmm1, 64(%rax)") X("movq %xmm5, 8(%rax)") \
	X("movd %xmm5, 8(%rax)") X(".byte 0x66, 0x48, 0x0f, 0x7e, 0x10") /* movq xmm2, (rax) */ \
	X("movlps %xmm4, 8(%rax)") X("movhps %xmm4, 8(%rax)") X("movlpd %xmm11, 8(%rax)") \
	X("movhpd %xmm11, 8(%rax)")

#define VECTOR_STORES(X) \
	X("vmovups %ymm3, 1(%rax)") X("vmovdqu %ymm13, 32(%r12)") X("vmovdqa %ymm3, 32(%rax)") \
	X("vmovntdq %ymm2, 64(%rax)") X("vmovups %xmm3, 1(%rax)") X("vmovdqu %xmm14, 3(%r12)") \
	X("vmovq %xmm3, 8(%rax)") X("vmovd %xmm3, 8(%rax)") X("vmovaps %ymm6, (%rax)") \
	X("vmovss %xmm3, 8(%rax)") X("vmovsd %xmm3, 8(%r12)") X("vmovntps %ymm6, (%rax)") \
	X("vmovhps %xmm3, 8(%rax)") X("vmovlps %xmm3, 8(%rax)") X("vmovdqu %ymm4, (%r8, %r10, 8)")

/* Other or undecoded instructions, which the decoder has to refuse. */
#define OTHERS(X) \
	X("mov (%rax), %rcx") X("add %rcx, (%rax)") X("xchg %rcx, (%rax)") X("lock incl (%rax)") \
	X("mov %ah, 8(%rax)") X("movbe %rcx, (%rax)") X("push (%rax)") X("movups (%rax), %xmm1") \
	X("mov %rcx, (%eax)") X("fs mov %rcx, (%rax)") X("cmpxchg %rcx, (%rax)") \
	X("sete (%rax)") X("mov %ds, (%rax)")

#define OTHER_VECTORS(X) X("vpmaskmovd %xmm1, %xmm2, (%rax)") X("vextracti128 $1, %ymm1, (%rax)")

struct instruction {
	const char *text;
	const char *start, *end;
};

extern const struct instruction stores[], vector_stores[], others[], other_vectors[];

#define ONE(text) \
	".text\n1: " text "\n2: ret\n" \
	".section .rodata.text, \"aMS\", @progbits, 1\n3: .asciz \"" text "\"\n" \
	".section .data.rel.ro, \"aw\"\n.quad 3b, 1b, 2b\n"
#define LIST(name, instructions) \
	__asm__(".section .data.rel.ro, \"aw\"\n.globl " #name "\n.p2align 3\n" #name ":\n" \
		instructions(ONE) ".section .data.rel.ro, \"aw\"\n.quad 0\n.text\n");

LIST(stores, STORES)
LIST(vector_stores, VECTOR_STORES)
LIST(others, OTHERS)
LIST(other_vectors, OTHER_VECTORS)

static uint8_t *page, *alias;		/* the same memory: one faults, the other does not */
static uint8_t values[16][32];		/* of the vector registers */
static volatile bool decoded;
static const struct instruction *volatile current;

static void on_fault(int sig, siginfo_t *info, void *context)
{
	greg_t *rip = &((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
	struct sm_store store;

	(void)sig;
	CHECK(*rip == (greg_t)(uintptr_t)current->start);
	memset(&store, 0xee, sizeof(store));
	decoded = sm_store_decode(context, &store);
	*rip = (greg_t)(uintptr_t)current->end;
	if (!decoded)
		return;
	if (store.addr != (uintptr_t)info->si_addr || store.len != current->end - current->start) {
		fprintf(stderr, "%s: address %#lx instead of %p, length %u instead of %td\n",
			current->text, store.addr, info->si_addr, store.len,
			current->end - current->start);
		exit(1);
	}
	memcpy(alias + (store.addr - (uintptr_t)page), store.value, store.size);
}

/* Sets the registers so that every operand of the instructions above is in the page. */
static void execute(const uint8_t *base, bool has_avx)
{
	static uint64_t start, r9, rbp;

	start = (uintptr_t)current->start;
	r9 = ((uintptr_t)base + 0x300) / 8;
	rbp = (uintptr_t)base + 0x100;
	if (has_avx)
		__asm__ volatile(".set i, 0\n.irp n,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15\n"
				 "vmovdqu i(%0), %%ymm\\n\n.set i, i + 32\n.endr" : : "r"(values));
	else
		__asm__ volatile(".set i, 0\n.irp n,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15\n"
				 "movdqu i(%0), %%xmm\\n\n.set i, i + 32\n.endr" : : "r"(values));
	__asm__ volatile("push %%rbp; push %%rbx\n"
			 "mov %%rax, %%r12; lea 0x40(%%rax), %%r13; lea 0x200(%%rax), %%r11\n"
			 "lea 0x20(%%rax), %%r8; mov $3, %%r10; mov %2, %%r9; mov %3, %%rbp\n"
			 "mov $0x1122334455667788, %%rcx; mov $0x99aabbccddeeff01, %%rdx\n"
			 "mov $0x2233445566778899, %%rsi; mov $0x33445566778899aa, %%r14\n"
			 "mov $0x445566778899aabb, %%r15; mov %2, %%rbx\n"
			 "call *%1\n"
			 "pop %%rbx; pop %%rbp"
			 : "+a"(base) : "m"(start), "m"(r9), "m"(rbp)
			 : "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "r12", "r13", "r14",
			   "r15", "memory", "cc");
}

static unsigned int check(const struct instruction *list, bool is_store, bool has_avx)
{
	static uint8_t expected[8192];
	unsigned int n = 0;

	for (current = list; current->text; current++, n++) {
		memset(alias, 0x5a, 8192);
		if (is_store) {
			CHECK(!mprotect(page, 8192, PROT_READ | PROT_WRITE));
			execute(page, has_avx);
			memcpy(expected, alias, 8192);
			CHECK(memchr(expected, 0x5a, 8192) && memcmp(expected, expected + 1, 8191));
			memset(alias, 0x5a, 8192);
		}
		CHECK(!mprotect(page, 8192, PROT_NONE));
		decoded = false;
		execute(page, has_avx);
		if (decoded != is_store) {
			fprintf(stderr, "%s: %s\n", current->text, decoded ? "decoded" : "not decoded");
			exit(1);
		}
		if (is_store && memcmp(alias, expected, 8192)) {
			fprintf(stderr, "%s: stores something else\n", current->text);
			exit(1);
		}
	}
	return n;
}

/* The code ends at the end of the last mapped page: the decoder must not read beyond it. */
static void check_end(void)
{
	static const uint8_t code[] = { 0x48, 0x89, 0x08 };	/* mov %rcx, (%rax) */
	uint8_t *pages = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	static ucontext_t context;
	struct sm_store store;

	CHECK(pages != MAP_FAILED);
	memcpy(pages + 4096 - sizeof(code), code, sizeof(code));
	CHECK(!mprotect(pages + 4096, 4096, PROT_NONE));
	signal(SIGSEGV, SIG_DFL);
	context.uc_mcontext.gregs[REG_RIP] = (greg_t)(uintptr_t)(pages + 4096 - sizeof(code));
	CHECK(sm_store_decode(&context, &store) && store.len == 3 && store.size == 8);
}

int main(void)
{
	struct sigaction act = { .sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_NODEFER };
	bool has_avx = __builtin_cpu_supports("avx2");
	int fd = memfd_create("page", 0);
	unsigned int n;

	CHECK(fd >= 0 && !ftruncate(fd, 8192) && !sigaction(SIGSEGV, &act, NULL));
	/* Below 2 GB, where 32 bits are enough. */
	page = mmap(NULL, 8192, PROT_NONE, MAP_SHARED | MAP_32BIT, fd, 0);
	alias = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	CHECK(page != MAP_FAILED && alias != MAP_FAILED);
	for (size_t i = 0; i < sizeof(values); i++)
		((uint8_t *)values)[i] = (uint8_t)(i * 7 + 1);
	n = check(stores, true, has_avx) + check(others, false, has_avx);
	CHECK(n >= 50);
	if (has_avx)
		n += check(vector_stores, true, true) + check(other_vectors, false, true);
	check_end();
	printf("%u instructions: done\n", n);
	return 0;
}

#else

int main(void)
{
	printf("no traps: done\n");
	return 0;
}

#endif
