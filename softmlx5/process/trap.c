// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * See trap.h. The signal handler only prepares: it leaves the registers in a frame on the thread's
 * stack and resumes the thread in sm_trap_entry (trap_x86.S). So the device runs on the thread's
 * own stack, not on an alternate one, which may be small, and outside of a signal handler. If the
 * handler runs on the thread's stack already, it need not return first: it jumps there by
 * sm_trap_leave().
 */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

#include "base/original.h"
#include "kernel/fd.h"
#include "nic/memory/memic.h"
#include "nic/queue/doorbell.h"
#include "prm_memic.h"
#include "process/trap.h"

#ifdef __x86_64__

#include <cpuid.h>

#define SM_FLAG_TF 0x100u	/* step a single instruction */
#define SM_FLAG_DF 0x400u
#define SM_FLAG_AC 0x40000u
#define SM_RED_ZONE 128u	/* bytes below the stack pointer that the thread may use */
#define SM_WAY_BACK 24u		/* bytes below the red zone, for trap_x86.S */

/* trap_x86.S uses the offsets. */
struct sm_trap_frame {
	uint64_t rax, rbx, rcx, rdx, rsi, rdi, rbp, r8, r9, r10, r11;
	uint64_t rsp, rip, flags;
	uint64_t back;		/* of trap_x86.S */
	uint64_t r12, r13, r14, r15;	/* for sm_trap_leave() only: C functions keep them */
	/*
	 * The vector and floating-point registers: where they are, and what is restored of them
	 * before the device runs, and behind it. Mask 0: fxrstor.
	 */
	const void *image;
	uint64_t early_mask, mask;
	struct sm_uar_page *page;
	uint64_t value;
	uint64_t signals;	/* the thread's signal mask, in the kernel's form */
	uint32_t offset;
	enum sm_trap_work {
		SM_TRAP_WRITTEN,	/* a register */
		SM_TRAP_SCAN,		/* only the page is known */
		SM_TRAP_OPEN,		/* the store comes again */
	} work;
};

_Static_assert(offsetof(struct sm_trap_frame, r11) == 80, "trap_x86.S");
_Static_assert(offsetof(struct sm_trap_frame, back) == 112, "trap_x86.S");
_Static_assert(offsetof(struct sm_trap_frame, r15) == 144, "trap_x86.S");
_Static_assert(offsetof(struct sm_trap_frame, mask) == 168, "trap_x86.S");
_Static_assert(sizeof(struct sm_trap_frame) <= sizeof(struct sm_trap_room), "trap.h");

void sm_trap_entry(void);
void sm_trap_run(struct sm_trap_frame *frame);

/* For trap_x86.S: the components of vector and floating-point state to save. Mask 0: fxsave. */
uint32_t sm_trap_save_mask;
uint64_t sm_trap_save_size = 512;
bool sm_trap_save_compact;	/* xsavec: components in their initial state are not written */

/* The page whose store this thread single-steps, and its address. */
static __thread struct {
	struct sm_uar_page *page;
	void *addr;
	bool was_stepping;	/* the application had set the flag */
	uint64_t signals;	/* the thread's signal mask, all are blocked meanwhile */
} sm_step __attribute__((tls_model("initial-exec")));

/*
 * x87, SSE, AVX and AVX-512, as far as processor and kernel support them. The tiles of AMX are left
 * out: no code here uses them.
 */
void sm_trap_init(void)
{
	uint32_t eax, ebx, ecx, edx, low, high, mask;

	if (!__get_cpuid(1, &eax, &ebx, &ecx, &edx) || !(ecx & bit_OSXSAVE))
		return;
	__asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
	mask = low & 0xe7;
	/* Size of the standard format: the end of the last component. */
	sm_trap_save_size = 512 + 64;
	for (uint32_t i = 2; i < 8; i++) {
		if (!(mask & 1u << i))
			continue;
		__cpuid_count(0xd, i, eax, ebx, ecx, edx);
		if (ebx + eax > sm_trap_save_size)
			sm_trap_save_size = ebx + eax;
	}
	__cpuid_count(0xd, 1, eax, ebx, ecx, edx);
	sm_trap_save_compact = eax & bit_XSAVEC;
	sm_trap_save_size = (sm_trap_save_size + 63) & ~(uint64_t)63;
	sm_trap_save_mask = mask;
}

/*
 * sm_trap_entry calls it. To the application this is a store: errno does not change, the thread is
 * not cancelled, and signal handlers run before or after it. These may ring doorbells, fault, or
 * leave by longjmp().
 */
void sm_trap_run(struct sm_trap_frame *frame)
{
	const uint64_t kernel_signals = frame->signals;
	const sigset_t signals = sm_signals_of_kernel(&kernel_signals);
	int err = errno, state;

	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
	if (frame->page->is_inherited)
		sm_fd_refuse();
	else if (frame->work == SM_TRAP_SCAN)
		sm_uar_scan(frame->page);
	else if (frame->work == SM_TRAP_OPEN)
		sm_uar_open(frame->page, (const void *)(uintptr_t)frame->value);
	else
		sm_uar_written(frame->page, frame->offset, frame->value);
	pthread_setcancelstate(state, NULL);
	sm_real_sigmask(SIG_SETMASK, &signals);
	errno = err;
}

static bool sm_is_on_alternate(const ucontext_t *context, uintptr_t addr)
{
	return addr - (uintptr_t)context->uc_stack.ss_sp < context->uc_stack.ss_size;
}

/*
 * Address of the frame, on the thread's stack. If the handler runs on that stack too, the signal's
 * own frame is below the red zone and needed until the handler has returned: then the frame is
 * @room, in the handler's own frame. On an alternate stack the memory below the red zone is free.
 */
static struct sm_trap_frame *sm_trap_place(const ucontext_t *context, struct sm_trap_room *room)
{
	uintptr_t stack = (uintptr_t)context->uc_mcontext.gregs[REG_RSP];

	if (sm_is_on_alternate(context, stack) == sm_is_on_alternate(context, (uintptr_t)room))
		return (struct sm_trap_frame *)room;
	stack -= SM_RED_ZONE + SM_WAY_BACK + sizeof(struct sm_trap_frame);
	return (struct sm_trap_frame *)(stack & ~(uintptr_t)63);
}

/* Keeps signals blocked when the handler returns; gives those that were blocked before. */
static uint64_t sm_signals_defer(ucontext_t *context)
{
	uint64_t before;
	sigset_t all;

	_Static_assert(sizeof(before) == _NSIG / 8, "the kernel's form");
	memcpy(&before, &context->uc_sigmask, sizeof(before));
	sm_signals_all(&all);
	memcpy(&context->uc_sigmask, &all, sizeof(before));
	return before;
}

/* Resumes the thread in sm_trap_entry, and then at the interrupted instruction. */
static void sm_trap_redirect(ucontext_t *context, const struct sm_trap_frame *work,
			     struct sm_trap_room *room)
{
	struct sm_trap_frame *frame = sm_trap_place(context, room);
	greg_t *reg = context->uc_mcontext.gregs;

	*frame = *work;
	frame->signals = sm_signals_defer(context);
	frame->rax = (uint64_t)reg[REG_RAX];
	frame->rbx = (uint64_t)reg[REG_RBX];
	frame->rcx = (uint64_t)reg[REG_RCX];
	frame->rdx = (uint64_t)reg[REG_RDX];
	frame->rsi = (uint64_t)reg[REG_RSI];
	frame->rdi = (uint64_t)reg[REG_RDI];
	frame->rbp = (uint64_t)reg[REG_RBP];
	frame->r8 = (uint64_t)reg[REG_R8];
	frame->r9 = (uint64_t)reg[REG_R9];
	frame->r10 = (uint64_t)reg[REG_R10];
	frame->r11 = (uint64_t)reg[REG_R11];
	frame->rsp = (uint64_t)reg[REG_RSP];
	frame->rip = (uint64_t)reg[REG_RIP];
	frame->flags = (uint64_t)reg[REG_EFL];
	reg[REG_RBX] = (greg_t)(uintptr_t)frame;
	reg[REG_RSP] = (greg_t)(uintptr_t)frame;
	reg[REG_RIP] = (greg_t)(uintptr_t)sm_trap_entry;
	reg[REG_EFL] &= ~(greg_t)(SM_FLAG_TF | SM_FLAG_DF | SM_FLAG_AC);
}

/*
 * The vector state that the kernel has saved for the signal, with its description after it (struct
 * _fpstate of asm/sigcontext.h). Everything that the kernel would restore must be restored.
 */
static bool sm_trap_find_image(const ucontext_t *context, struct sm_trap_frame *frame)
{
	const struct _libc_fpstate *image = context->uc_mcontext.fpregs;
	struct _fpx_sw_bytes saved;

	if (!image || !sm_trap_save_mask)
		return false;
	memcpy(&saved, (const char *)(image + 1) - sizeof(saved), sizeof(saved));
	frame->image = image;
	frame->mask = sm_trap_save_mask;
	frame->early_mask = saved.xstate_bv & ~frame->mask;
	return saved.magic1 == FP_XSTATE_MAGIC1 && !(frame->mask & ~saved.xstate_bv);
}

bool sm_trap_can_leave(const void *pointer, struct sm_trap_room *room)
{
	struct sm_trap_frame *frame = (struct sm_trap_frame *)room;
	const ucontext_t *context = pointer;
	const greg_t *reg = context->uc_mcontext.gregs;

	if (reg[REG_RIP] != (greg_t)(uintptr_t)sm_trap_entry ||
	    reg[REG_RSP] != (greg_t)(uintptr_t)frame || (frame->flags & SM_FLAG_AC) ||
	    !sm_trap_find_image(context, frame))
		return false;
	frame->r12 = (uint64_t)reg[REG_R12];
	frame->r13 = (uint64_t)reg[REG_R13];
	frame->r14 = (uint64_t)reg[REG_R14];
	frame->r15 = (uint64_t)reg[REG_R15];
	return true;
}

/*
 * A debugger that steps over the store, or continues from a breakpoint there, has put an int3 in
 * its place when it passes the signal on, and expects that the thread comes back there. It then
 * executes the store itself, and would take a single step of ours for its own.
 */
static bool sm_is_hidden(const ucontext_t *context)
{
	return *(const uint8_t *)(uintptr_t)context->uc_mcontext.gregs[REG_RIP] == 0xcc;
}

static bool sm_trap_store(struct sm_uar_page *page, const siginfo_t *info, ucontext_t *context,
			  struct sm_trap_room *room)
{
	uint32_t offset = (uint32_t)((uintptr_t)info->si_addr % SM_PAGE_SIZE);
	struct sm_trap_frame work = { .page = page };
	struct sm_store store;

	if (sm_is_hidden(context)) {
		work.work = SM_TRAP_OPEN;
		work.value = (uintptr_t)info->si_addr;
		sm_trap_redirect(context, &work, room);
		return true;
	}
	if (!sm_store_decode(context, &store) || store.addr != (uintptr_t)info->si_addr ||
	    store.size > SM_PAGE_SIZE - offset)
		return false;
	context->uc_mcontext.gregs[REG_RIP] += store.len;
	if (sm_uar_store(page, offset, store.value, store.size, &work.offset, &work.value))
		sm_trap_redirect(context, &work, room);
	return true;
}

/* Makes the page writable for one instruction. */
static bool sm_step_start(struct sm_uar_page *page, void *addr, ucontext_t *context)
{
	greg_t *flags = &context->uc_mcontext.gregs[REG_EFL];

	addr = (void *)((uintptr_t)addr & ~(uintptr_t)(SM_PAGE_SIZE - 1));
	if (mprotect(addr, SM_PAGE_SIZE, PROT_READ | PROT_WRITE))
		return false;
	sm_step.addr = addr;
	if (!sm_step.page) {
		sm_step.was_stepping = *flags & SM_FLAG_TF;
		sm_step.signals = sm_signals_defer(context);
	}
	sm_step.page = page;
	*flags |= SM_FLAG_TF;
	return true;
}

/* The instruction has been executed, or the step is given up. */
static void sm_step_stop(ucontext_t *context)
{
	mprotect(sm_step.addr, SM_PAGE_SIZE, PROT_READ);
	sm_step.page = NULL;
	memcpy(&context->uc_sigmask, &sm_step.signals, sizeof(sm_step.signals));
	if (!sm_step.was_stepping)
		context->uc_mcontext.gregs[REG_EFL] &= ~(greg_t)SM_FLAG_TF;
}

/*
 * Another thread may have stored to the page meanwhile: the page becomes read-only again before it
 * is scanned.
 */
static void sm_step_end(ucontext_t *context, struct sm_trap_room *room)
{
	struct sm_trap_frame work = { .page = sm_step.page, .work = SM_TRAP_SCAN };

	sm_step_stop(context);
	sm_trap_redirect(context, &work, room);
}

/*
 * An operation on device memory. A load from the address of an increment, a store to that of a test
 * and set, and instructions other than plain ones are faults: what a card does is unknown.
 */
static bool sm_trap_operation(const siginfo_t *info, ucontext_t *context)
{
	struct sm_memic_access access;
	struct sm_store store;
	struct sm_load load;
	uint64_t value = 0;

	if (!sm_memic_access_at(info->si_addr, &access))
		return false;
	if (access.operation == PRM_MEMIC_OPERATION_TYPE_TEST_AND_SET) {
		if (!sm_load_decode(context, &load) || load.addr != (uintptr_t)info->si_addr ||
		    !sm_memic_execute(&access, load.size, &value))
			return false;
		sm_load_finish(context, &load, value);
		return true;
	}
	if (!sm_store_decode(context, &store) || store.addr != (uintptr_t)info->si_addr ||
	    store.size > sizeof(value))
		return false;
	memcpy(&value, store.value, store.size);
	if (!sm_memic_execute(&access, store.size, &value))
		return false;
	context->uc_mcontext.gregs[REG_RIP] += store.len;
	return true;
}

bool sm_trap_fault(int sig, const siginfo_t *info, void *context, struct sm_trap_room *room)
{
	struct sm_uar_page *page = NULL;

	if (sig == SIGTRAP) {
		if (!sm_step.page || info->si_code != TRAP_TRACE)
			return false;
		sm_step_end(context, room);
		return true;
	}
	if (sig == SIGSEGV && info->si_code == SEGV_ACCERR) {
		page = sm_uar_page_at(info->si_addr);
		if (!page && !sm_step.page)
			return sm_trap_operation(info, context);
	}
	if (!page) {
		/*
		 * The single-stepped instruction faults at another address: the application's
		 * fault.
		 */
		if (sm_step.page)
			sm_step_stop(context);
		return false;
	}
	return sm_trap_store(page, info, context, room) ||
	       sm_step_start(page, info->si_addr, context);
}

#else

void sm_trap_init(void)
{
}

bool sm_trap_can_leave(const void *context, struct sm_trap_room *room)
{
	(void)context;
	(void)room;
	return false;
}

_Noreturn void sm_trap_leave(struct sm_trap_room *room)
{
	(void)room;
	abort();
}

bool sm_trap_fault(int sig, const siginfo_t *info, void *context, struct sm_trap_room *room)
{
	(void)sig;
	(void)info;
	(void)context;
	(void)room;
	return false;
}

#endif
