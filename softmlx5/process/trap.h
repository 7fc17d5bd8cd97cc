/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Traps of stores to a doorbell page, which is mapped read-only: the instruction is decoded and
 * executed for the application, and the device runs in the storing thread, on its stack, before the
 * next instruction. Loads and stores that start operations on device memory are executed in the
 * handler.
 */
#ifndef SOFTMLX5_TRAP_H
#define SOFTMLX5_TRAP_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Space for state that the thread needs after the handler; a local variable of the handler. */
struct sm_trap_room {
	uint8_t bytes[256] __attribute__((aligned(64)));
};

/*
 * Handles a signal that may come from a store to a doorbell page, or from the end of a single step
 * (trap.c). true: it did, and the thread continues correctly when the handler returns. All signals
 * are blocked.
 */
bool sm_trap_fault(int sig, const siginfo_t *info, void *context, struct sm_trap_room *room);
/*
 * After sm_trap_fault() has returned true: can the handler resume the thread without returning to
 * the kernel? This saves a system call and a second save of the registers. Only for a handler that
 * the kernel has called. sm_trap_leave() needs errno.
 */
bool sm_trap_can_leave(const void *context, struct sm_trap_room *room);
_Noreturn void sm_trap_leave(struct sm_trap_room *room);
/* Detects features of the processor. Called before the first trap. */
void sm_trap_init(void);

/* A decoded store. */
struct sm_store {
	unsigned int len;	/* bytes of the instruction */
	unsigned int size;	/* bytes that it stores */
	uint64_t addr;
	uint8_t value[32];
};

/*
 * Decodes the instruction at the instruction pointer of a ucontext_t. false: it is no plain store,
 * or an unknown one.
 */
bool sm_store_decode(const void *context, struct sm_store *store);

/* A decoded load of a general register. */
struct sm_load {
	unsigned int len;	/* bytes of the instruction */
	unsigned int size;	/* bytes that it loads */
	unsigned int width;	/* bytes of the register that it sets */
	unsigned int reg;
	bool is_signed;		/* the value is extended by its sign */
	uint64_t addr;
};

bool sm_load_decode(const void *context, struct sm_load *load);
/* Sets the register to the loaded value, and continues after the instruction. */
void sm_load_finish(void *context, const struct sm_load *load, uint64_t value);

#endif
