// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * lone_exit HOW: posts a request, and ends at once, by exit(), _exit() or _Exit().
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "rig.h"

void test_fail(const char *file, int line, const char *format, ...)
{
	va_list args;

	printf("%s:%d: ", file, line);
	va_start(args, format);
	vprintf(format, args);
	va_end(args);
	abort();
}

int main(int argc, char **argv)
{
	struct ibv_sge sge;
	struct rig rig;

	CHECK_EQ(argc, 2);
	rig_open(&rig, NULL);
	sge = sge_of(&rig.b, 0, 64);
	post_recv(&rig.b, 1, &sge, 1);
	sge = sge_of(&rig.a, 0, 64);
	wr_send(&rig.a, 2, IBV_SEND_SIGNALED, &sge, 1);
	if (!strcmp(argv[1], "exit"))
		exit(0);
	if (!strcmp(argv[1], "_exit"))
		_exit(0);
	_Exit(0);
}
