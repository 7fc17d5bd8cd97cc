// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Messages for the user. A separate file, since the launcher uses them too.
 */
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include "base/softmlx5.h"

void sm_warn(const char *format, ...)
{
	char line[512];
	int head = snprintf(line, sizeof(line), "softmlx5: ");
	va_list args;
	int len;

	va_start(args, format);
	len = head + vsnprintf(line + head, sizeof(line) - (size_t)head - 1, format, args);
	va_end(args);
	if (len > (int)sizeof(line) - 2)
		len = (int)sizeof(line) - 2;
	line[len++] = '\n';
	if (write(STDERR_FILENO, line, (size_t)len) < 0)
		return;	/* an error here cannot be reported */
}
