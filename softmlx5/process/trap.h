/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Stores to a doorbell page that is mapped read-only: the instruction is decoded and carried out
 * for the application, and the device runs in its thread, on its stack, before the next
 * instruction.
 */
#ifndef SOFTMLX5_TRAP_H
#define SOFTMLX5_TRAP_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * A place for what the thread needs when the handler has returned; a local variable of the handler
 * itself.
 */
struct sm_trap_room {
	uint8_t bytes[256] __attribute__((aligned(64)));
};

/*
 * A signal that may be a store to a doorbell page, or the end of a step over one (trap.c). true: it
 * was, and the thread goes on as it should when the handler returns. For signal handlers with all
 * signals blocked.
 */
bool sm_trap_fault(int sig, const siginfo_t *info, void *context, struct sm_trap_room *room);
/*
 * After sm_trap_fault() has given true: can the handler let the thread go on by itself, without the
 * kernel? It saves the kernel's work, and that the registers are saved twice. For the handler that
 * the kernel has called. sm_trap_leave() needs errno.
 */
bool sm_trap_can_leave(const void *context, struct sm_trap_room *room);
_Noreturn void sm_trap_leave(struct sm_trap_room *room);
/* Looks at the processor. Before the first trap. */
void sm_trap_init(void);

/* A store that was decoded. */
struct sm_store {
	unsigned int len;	/* bytes of the instruction */
	unsigned int size;	/* bytes that it stores */
	uint64_t addr;
	uint8_t value[32];
};

/*
 * Decodes the instruction at the instruction pointer of a ucontext_t. false: not a plain store,
 * or one that is not known here.
 */
bool sm_store_decode(const void *context, struct sm_store *store);

#endif
