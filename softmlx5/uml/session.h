/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * The session: the launcher's end of the serial line, and what it passes between the command inside
 * and its own descriptors.
 */
#ifndef SM_UML_SESSION_H
#define SM_UML_SESSION_H

#include <stdbool.h>
#include <stddef.h>

/* Frames for init, in the order of sending. */
struct sm_frames {
	unsigned char *bytes;
	size_t n, room;
};

/* Adds a frame; gives false when there is no memory. */
bool sm_frames_add(struct sm_frames *frames, int type, const void *text, size_t len);

/* Statuses besides those of the command. */
enum sm_session_end {
	SM_SESSION_COMMAND,	/* the command has ended, and the kernel after it */
	SM_SESSION_FAILED,	/* device, kernel or init have failed */
	SM_SESSION_LIMIT,	/* the time is over */
	SM_SESSION_SIGNAL,	/* the user has given up */
};

struct sm_session {
	int line, control;
	unsigned int limit;	/* seconds, or 0 */
	struct sm_frames frames;	/* at first, the command */
	int status;		/* as of wait(), or the signal */
	char why[1200];		/* what has failed */
};

/*
 * Runs the command to its end. The signals that the launcher passes on must be blocked; they, SIGCHLD
 * excepted, go to the command.
 */
enum sm_session_end sm_session_run(struct sm_session *session, const int *signals,
				   size_t n_signals);

#endif
