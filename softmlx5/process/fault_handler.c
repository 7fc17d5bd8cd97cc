// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Page faults: SIGSEGV and SIGBUS, and the SIGTRAP of single steps. The handler checks, in this
 * order, for an access to the application's memory under a guard and for a store to a doorbell
 * page. Any other fault belongs to the application: its handler is called, or the process dies as
 * it would without softmlx5.
 */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include "base/guard.h"
#include "base/original.h"
#include "base/softmlx5.h"
#include "process/fault_handler.h"
#include "process/preload.h"
#include "process/trap.h"

/*
 * The application's handler of a signal that the device uses. sigaction(), which may be called in a
 * signal handler, writes it, and our handler reads it: instead of a lock each value gets a new
 * slot. A slot is reused after 15 other values.
 */
#define SM_CHAIN_PLACES 16u

struct sm_chain {
	int sig;
	atomic_bool is_installed;
	atomic_uint next, current;
	struct sigaction act[SM_CHAIN_PLACES];
};

static struct sm_chain sm_chains[] = { { .sig = SIGSEGV }, { .sig = SIGBUS }, { .sig = SIGTRAP } };

static struct sm_chain *sm_chain_of(int sig)
{
	for (unsigned int i = 0; i < SM_ARRAY_SIZE(sm_chains); i++)
		if (sm_chains[i].sig == sig)
			return &sm_chains[i];
	return NULL;
}

static void sm_chain_set(struct sm_chain *chain, const struct sigaction *act)
{
	unsigned int place = atomic_fetch_add(&chain->next, 1) % SM_CHAIN_PLACES;

	chain->act[place] = *act;
	atomic_store(&chain->current, place);
}

static struct sigaction sm_chain_get(const struct sm_chain *chain)
{
	return chain->act[atomic_load(&chain->current)];
}

bool sm_chain_action(int sig, const struct sigaction *act, struct sigaction *old)
{
	struct sm_chain *chain = sm_chain_of(sig);
	struct sigaction before;

	if (!chain || !atomic_load(&chain->is_installed))
		return false;
	before = sm_chain_get(chain);
	if (act)
		sm_chain_set(chain, act);
	if (old)
		*old = before;
	return true;
}

void softmlx5_fault(int sig, const void *addr);

/* For debuggers, see softmlx5.gdb: the process is going to die of a fault of its own. */
SM_EXPORT __attribute__((noinline)) void softmlx5_fault(int sig, const void *addr)
{
	__asm__ volatile("" : : "r"(sig), "r"(addr) : "memory");
}

/*
 * The default action: the process dies of the signal. A fault is raised again when the handler
 * returns, with the registers that the core dump should show. Any other signal is sent again and
 * stays pending until then.
 */
static void sm_die(int sig, siginfo_t *info)
{
	struct sigaction act = { .sa_handler = SIG_DFL };
	sigset_t one;

	if (info->si_code > 0)
		softmlx5_fault(sig, info->si_addr);
	sm_real_sigaction(sig, &act, NULL);
	if (sig != SIGTRAP && info->si_code > 0)
		return;
	sigemptyset(&one);
	sigaddset(&one, sig);
	sm_real_sigmask(SIG_BLOCK, &one);
	syscall(SYS_rt_tgsigqueueinfo, getpid(), syscall(SYS_gettid), sig, info);
}

/*
 * Bits of those signals that this thread would have blocked, since the application's handler runs:
 * the next fault kills the process. They are not really blocked, or a doorbell in the handler would
 * kill it too. The bits are valid while SIGRTMAX is blocked, which siglongjmp() undoes.
 */
static __thread unsigned int sm_chain_blocked __attribute__((tls_model("initial-exec")));

static unsigned int sm_chain_bits(const sigset_t *set)
{
	unsigned int bits = 0;

	for (unsigned int i = 0; i < SM_ARRAY_SIZE(sm_chains); i++)
		if (sigismember(set, sm_chains[i].sig) == 1)
			bits |= 1u << sm_chains[i].sig;
	return bits;
}

void sm_chain_sigmask(int how, const sigset_t *set, sigset_t *old)
{
	for (unsigned int i = 0; old && i < SM_ARRAY_SIZE(sm_chains); i++)
		if (sigismember(old, SIGRTMAX) == 1 && (sm_chain_blocked & 1u << sm_chains[i].sig))
			sigaddset(old, sm_chains[i].sig);
	if (!set)
		return;
	if (how == SIG_UNBLOCK)
		sm_chain_blocked &= ~sm_chain_bits(set);
	else if (how == SIG_SETMASK)
		sm_chain_blocked &= sm_chain_bits(set);
}

/* Does what the kernel would do with the signal if the application's handler were installed. */
static void sm_chain_run(struct sm_chain *chain, siginfo_t *info, ucontext_t *context)
{
	int sig = chain->sig;
	struct sigaction act = sm_chain_get(chain);
	bool is_sent = info->si_code <= 0;	/* by kill() or the like */
	sigset_t mask = sm_signals_of_kernel(&context->uc_sigmask), may_run;
	unsigned int blocked = sigismember(&mask, SIGRTMAX) == 1 ? sm_chain_blocked : 0;

	if (act.sa_handler == SIG_IGN && is_sent)
		return;
	if (act.sa_handler == SIG_DFL || act.sa_handler == SIG_IGN ||
	    (!is_sent && (blocked & 1u << sig))) {
		sm_die(sig, info);
		return;
	}
	if (act.sa_flags & (int)SA_RESETHAND) {
		struct sigaction normal = { .sa_handler = SIG_DFL };

		sm_chain_set(chain, &normal);
	}
	sigorset(&mask, &mask, &act.sa_mask);
	if (!(act.sa_flags & SA_NODEFER))
		sigaddset(&mask, sig);
	sm_chain_blocked = blocked | sm_chain_bits(&mask);
	sigaddset(&mask, SIGRTMAX);
	sm_signals_all(&may_run);
	sigandset(&mask, &mask, &may_run);
	sm_real_sigmask(SIG_SETMASK, &mask);	/* until the return from our handler */
	if (act.sa_flags & SA_SIGINFO)
		act.sa_sigaction(sig, info, context);
	else
		act.sa_handler(sig);
	sm_chain_blocked = blocked;
}

/*
 * A handler that the kernel has called returns to the address before the context.
 * ThreadSanitizer's handler calls ours, which must return to it.
 */
static bool sm_is_called_by_kernel(const void *context, const void *return_address)
{
	return ((const void *const *)context)[-1] == return_address;
}

/*
 * Runs with all signals blocked, so that @room is unchanged until the handler has returned. A
 * thread that leaves the handler by sm_trap_leave() keeps them blocked, see sm_trap_run(); one that
 * jumps to a guard had them blocked before, since guards are used under the lock. Sanitizers do not
 * instrument this function: they might move @room off the stack.
 */
__attribute__((no_sanitize("address", "thread", "undefined")))
static void sm_fault_handler(int sig, siginfo_t *info, void *context)
{
	struct sm_trap_room room;
	struct sm_chain *chain = sm_chain_of(sig);
	struct sm_guard *guard = sm_guard_current;
	int err = errno;

	if (guard && sig != SIGTRAP && info->si_code > 0) {
		guard->addr = info->si_addr;
		sm_guard_current = guard->outer;
		siglongjmp(guard->env, 1);
	}
	if (!sm_trap_fault(sig, info, context, &room)) {
		if (chain)
			sm_chain_run(chain, info, context);
	} else if (sm_is_called_by_kernel(context, __builtin_return_address(0)) &&
		   sm_trap_can_leave(context, &room)) {
		errno = err;
		sm_trap_leave(&room);
	}
	errno = err;
}

/*
 * The handler runs on the thread's alternate stack if there is one, since the application's handler
 * may rely on that. The signals are not blocked: a second fault need not kill the process.
 */
static void sm_handlers_install(void)
{
	struct sigaction act = { .sa_sigaction = sm_fault_handler,
				 .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER };

	sm_signals_all(&act.sa_mask);
	for (unsigned int i = 0; i < SM_ARRAY_SIZE(sm_chains); i++) {
		struct sm_chain *chain = &sm_chains[i];
		struct sigaction old;

		sm_real_sigaction(chain->sig, NULL, &old);
		sm_chain_set(chain, &old);
		atomic_store(&chain->is_installed, true);
		sm_real_sigaction(chain->sig, &act, NULL);
	}
}

void sm_faults_install(void)
{
	sm_trap_init();
	sm_handlers_install();
}
