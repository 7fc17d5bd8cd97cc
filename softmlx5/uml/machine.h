/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * `softmlx5 --kernel`: a command in a Linux kernel with the real driver, on a device process.
 */
#ifndef SM_UML_MACHINE_H
#define SM_UML_MACHINE_H

#include <signal.h>
#include <stddef.h>

struct sm_config;

struct sm_machine {
	const struct sm_config *config;
	const char *options;	/* those of the device, a line each, as in the file "options" */
	char *const *command;
	const char *root;	/* a private folder; may be removed when the launcher is killed */
	const sigset_t *mask;	/* signals that were blocked at the start of the launcher */
	const int *signals;	/* these go to the command, and are blocked now */
	size_t n_signals;
};

/* Gives NULL, or why no kernel can be started here, with the remedy. */
const char *sm_machine_check(const struct sm_config *config);

/*
 * Runs the command, and gives its status as of wait(). What fails is reported on stderr, with the
 * kernel's log; the status is then that of exit(125), or of exit(124) at the time limit.
 */
int sm_machine_run(const struct sm_machine *machine);

#endif
