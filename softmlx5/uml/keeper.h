/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * The keeper: a process that starts the device and the kernel, and outlives the launcher for as long
 * as it takes to end them and to remove the private folder, also when the launcher is killed.
 */
#ifndef SM_UML_KEEPER_H
#define SM_UML_KEEPER_H

#include <signal.h>
#include <sys/types.h>

/* What to start. Both programs run in the folder @root, with file names relative to it. */
struct sm_keeper_plan {
	const char *root;	/* the private folder, which the keeper removes */
	unsigned int functions;
	char *const *device;	/* command lines; the first word is a path */
	char *const *kernel;
	char *const *kernel_environment;
	int line;		/* becomes the kernel's descriptor SM_KEEPER_LINE */
	int log;		/* stdout and stderr of the kernel */
	const sigset_t *mask;	/* signals that are blocked in both */
};

#define SM_KEEPER_LINE 3
#define SM_KEEPER_SOCKET "device%u.sock"	/* of each function; the device makes them, in @root */

enum sm_keeper_event {
	SM_KEEPER_KERNEL_ENDED,
	SM_KEEPER_DEVICE_ENDED,
	SM_KEEPER_CANNOT_START,	/* @status is the errno value */
};

/* The keeper writes these to its control socket, a packet each. */
struct sm_keeper_report {
	enum sm_keeper_event event;
	int status;	/* as of wait() */
};

/*
 * Starts the keeper; gives its process id, or -1 and errno. @control becomes a socket with its reports.
 * Closing it, or the launcher's death, ends device and kernel, and then the keeper.
 */
pid_t sm_keeper_start(const struct sm_keeper_plan *plan, int *control);

#endif
