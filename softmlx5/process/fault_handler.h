/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * The handler of SIGSEGV, SIGBUS and SIGTRAP, and the application's handlers behind it.
 */
#ifndef SOFTMLX5_FAULT_HANDLER_H
#define SOFTMLX5_FAULT_HANDLER_H

#include <signal.h>
#include <stdbool.h>

/*
 * Installs the handlers, before the first doorbell page is mapped. Handlers that the application
 * has installed, or installs later, are remembered and called for all other signals.
 */
void sm_faults_install(void);
/*
 * The application's sigaction() of one of these signals. false: another signal, or the handlers are
 * not installed.
 */
bool sm_chain_action(int sig, const struct sigaction *act, struct sigaction *old);
/*
 * The application has changed its mask by @set, or queries it. Adds to @old the signals that the
 * application has blocked.
 */
void sm_chain_sigmask(int how, const sigset_t *set, sigset_t *old);

#endif
