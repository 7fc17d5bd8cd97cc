// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Interposed calls of the C library: signals that the device needs, fork(), and the start.
 * preload_file.c, preload_fd.c and preload_net.c have the calls on files, descriptors and sockets.
 */
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

#include "base/device.h"
#include "base/membership.h"
#include "base/softmlx5.h"
#include "fabric/link.h"
#include "fabric/udp.h"
#include "kernel/cm.h"
#include "kernel/fd.h"
#include "nic/queue/doorbell.h"
#include "nic/wire/wire.h"
#include "process/fault_handler.h"
#include "process/preload.h"

static bool sm_active;	/* there are devices */

bool sm_is_active(void)
{
	return sm_active;
}

/*
 * A doorbell that was rung before the end of the process reaches the device, though the polling
 * thread may not have seen it yet, and peers of rdma_cm on other hosts notice the end. A child of
 * vfork() shares the memory of its parent.
 */
static void sm_settle(void)
{
	if (!sm_active || sm_fd_is_foreign())
		return;
	sm_lock();
	sm_uar_settle();
	sm_cm_end();
	sm_unlock();
}

__attribute__((destructor)) static void sm_at_exit(void)
{
	sm_settle();
}

SM_EXPORT void _exit(int status)
{
	sm_settle();
	SM_REAL(_exit)(status);
	__builtin_unreachable();
}

SM_EXPORT void _Exit(int status)
{
	_exit(status);
}

/*
 * Signals. The device needs SIGSEGV and SIGBUS (and SIGTRAP, to step over a store). The first
 * doorbell would kill a thread that has blocked them.
 */
static const sigset_t *sm_without_ours(const sigset_t *set, sigset_t *copy)
{
	sigset_t others;

	if (!set || !sm_active)
		return set;
	sm_signals_all(&others);
	sigandset(copy, set, &others);
	return copy;
}

static int sm_sigmask(int (*original)(int how, const sigset_t *set, sigset_t *old), int how,
		      const sigset_t *set, sigset_t *old)
{
	sigset_t wanted, copy;
	int result;

	if (!sm_active)
		return original(how, set, old);
	if (set)
		wanted = *set;	/* @old may be the same */
	result = original(how, how == SIG_UNBLOCK ? set : sm_without_ours(set, &copy), old);
	if (!result)
		sm_chain_sigmask(how, set ? &wanted : NULL, old);
	return result;
}

SM_EXPORT int sigprocmask(int how, const sigset_t *set, sigset_t *old)
{
	return sm_sigmask(SM_REAL(sigprocmask), how, set, old);
}

SM_EXPORT int pthread_sigmask(int how, const sigset_t *set, sigset_t *old)
{
	return sm_sigmask(SM_REAL(pthread_sigmask), how, set, old);
}

SM_EXPORT int sigaction(int sig, const struct sigaction *act, struct sigaction *old)
{
	struct sigaction copy;

	if (sm_chain_action(sig, act, old))
		return 0;
	if (act && sm_active) {
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

/* Older functions with the same purpose, which in the C library do not call those above. */
SM_EXPORT sighandler_t ssignal(int sig, sighandler_t handler)
{
	return signal(sig, handler);
}

SM_EXPORT int sigignore(int sig)
{
	return signal(sig, SIG_IGN) == SIG_ERR ? -1 : 0;
}

static int sm_change_one(int how, int sig, sigset_t *old)
{
	sigset_t one;

	sigemptyset(&one);
	return sigaddset(&one, sig) ? -1 : sigprocmask(how, &one, old);
}

SM_EXPORT int sighold(int sig)
{
	return sm_change_one(SIG_BLOCK, sig, NULL);
}

SM_EXPORT sighandler_t sigset(int sig, sighandler_t handler)
{
	struct sigaction act = { .sa_handler = handler }, old;
	bool holds = handler == SIG_HOLD;
	sigset_t before;

	if (sigaction(sig, holds ? NULL : &act, &old) ||
	    sm_change_one(holds ? SIG_BLOCK : SIG_UNBLOCK, sig, &before))
		return SIG_ERR;
	return sigismember(&before, sig) == 1 ? SIG_HOLD : old.sa_handler;
}

/* Masks of the signals up to 32, bit 0 is signal 1. */
static int sm_short_mask(int how, int mask)
{
	sigset_t set, before;
	int result = 0;

	sigemptyset(&set);
	for (int sig = 1; sig <= 32; sig++)
		if ((uint32_t)mask >> (sig - 1) & 1)
			sigaddset(&set, sig);
	if (sigprocmask(how, &set, &before))
		return -1;
	for (int sig = 1; sig <= 32; sig++)
		if (sigismember(&before, sig) == 1)
			result |= (int)(UINT32_C(1) << (sig - 1));
	return result;
}

SM_EXPORT int sigblock(int mask)
{
	return sm_short_mask(SIG_BLOCK, mask);
}

SM_EXPORT int sigsetmask(int mask)
{
	return sm_short_mask(SIG_SETMASK, mask);
}

/* Some C libraries lack the function: it is looked up when it is called. */
SM_EXPORT int pthread_attr_setsigmask_np(pthread_attr_t *attr, const sigset_t *set)
{
	int (*original)(pthread_attr_t *, const sigset_t *);
	sigset_t copy;

	*(void **)&original = dlsym(RTLD_NEXT, "pthread_attr_setsigmask_np");
	return original ? original(attr, sm_without_ours(set, &copy)) : ENOSYS;
}

/* fork() takes both locks, so that the child finds consistent data. */
static void sm_fork_prepare(void)
{
	sm_lock();
	sm_fd_fork_prepare();
}

static void sm_fork_parent(void)
{
	sm_fd_fork_parent();
	sm_unlock();
}

static void sm_fork_child(void)
{
	sm_fd_fork_child();
	sm_process_forked();
	sm_devices_forked();
	sm_doorbell_forked();
	sm_wire_forked();
	sm_cm_forked();
	sm_link_forked();
	sm_udp_forked();
	sm_membership_forked();
	sm_unlock();
}

__attribute__((constructor)) static void sm_start(void)
{
	sigset_t ours;

	for (unsigned int i = 0; i < SM_N_ORIGINALS; i++)
		sm_original(i);
	sm_fd_start();
	if (!sm_root())
		return;
	sigemptyset(&ours);
	sigaddset(&ours, SIGSEGV);
	sigaddset(&ours, SIGBUS);
	sigaddset(&ours, SIGTRAP);
	SM_REAL(sigprocmask)(SIG_UNBLOCK, &ours, NULL);
	sm_cm_start();
	pthread_atfork(sm_fork_prepare, sm_fork_parent, sm_fork_child);
	sm_active = true;
}
