/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * What launcher and init say to each other over a serial line of the kernel: frames, each with a
 * type, the length of its text in four bytes of this machine's order, and the text.
 */
#ifndef SM_UML_CHANNEL_H
#define SM_UML_CHANNEL_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum {
	/* From the launcher: the command. A string each, without its end. */
	SM_TO_ARGUMENT = 'a',	/* a word of the command */
	SM_TO_VARIABLE = 'v',	/* NAME=VALUE of its environment */
	SM_TO_FOLDER = 'd',	/* its working directory */
	SM_TO_WRITABLE = 'w',	/* a folder of the machine in which it may write */
	SM_TO_HOST = 'n',	/* the machine's name */
	SM_TO_UMASK = 'u',	/* in octal */
	SM_TO_DEVICES = 'm',	/* the number of devices, which must be there */
	SM_TO_RUN = 'r',	/* "1": stdout and stderr are one; "2": they are two */
	/* From the launcher: while the command runs. */
	SM_TO_INPUT = 'i',	/* stdin; no text: its end */
	SM_TO_CLOSE = 'c',	/* nobody reads this output any more: SM_FROM_... */
	SM_TO_SIGNAL = 's',	/* its number in decimal */
	SM_TO_DUMP = 't',	/* the kernel shall log what its processes wait for */
	SM_TO_END = 'q',	/* all output has arrived: turn the machine off */
	/*
	 * From init. It is ready when it has opened the line: User Mode Linux is not interrupted for
	 * what has come before.
	 */
	SM_FROM_READY = 'h',
	SM_FROM_FAILED = 'f',	/* the command cannot be run: a message */
	SM_FROM_STARTED = 'b',	/* the command begins */
	SM_FROM_STDOUT = 'o',
	SM_FROM_STDERR = 'e',
	SM_FROM_READ = 'k',	/* init has read so many bytes of the line, in decimal */
	SM_FROM_TAKEN = 'g',	/* the command has read so many bytes of stdin, in decimal */
	SM_FROM_STATUS = 'x',	/* the command has ended; its status as of wait(), in decimal */
};

#define SM_FRAME_HEAD 5
/*
 * Bytes on the way to init at most. The line's buffer has 4096; when it is nearly full, the kernel
 * stops reading, and does not begin again by itself (line_throttle() in arch/um/drivers/line.c
 * deactivates the descriptor, line_unthrottle() does not activate it).
 */
#define SM_LINE_WINDOW 2048u
/* Bytes of stdin that are under way at most: init keeps them until the command reads. */
#define SM_INPUT_WINDOW 65536u
/* Text of the longest frame: a word of the command may have 128 KiB (MAX_ARG_STRLEN). */
#define SM_FRAME_MAX (256u << 10)

static inline void sm_frame_head(unsigned char *head, int type, uint32_t len)
{
	head[0] = (unsigned char)type;
	memcpy(head + 1, &len, sizeof(len));
}

/* Is a whole frame in these bytes? A length beyond the longest is returned as it is. */
static inline bool sm_frame_whole(const unsigned char *bytes, size_t n, uint32_t *len)
{
	if (n < SM_FRAME_HEAD)
		return false;
	memcpy(len, bytes + 1, sizeof(*len));
	return *len > SM_FRAME_MAX || n - SM_FRAME_HEAD >= *len;
}

#endif
