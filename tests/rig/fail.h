/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * One way to fail: the place, the reason and errno on standard error, and exit status 1. A program
 * that fails in another way defines RIG_OWN_FAIL and rig_fail().
 */
#ifndef RIG_FAIL_H
#define RIG_FAIL_H

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__attribute__((noreturn, format(printf, 3, 4)))
void rig_fail(const char *file, int line, const char *format, ...);

#ifndef RIG_OWN_FAIL
__attribute__((weak)) void rig_fail(const char *file, int line, const char *format, ...)
{
	int err = errno;
	va_list args;

	fflush(stdout);
	fprintf(stderr, "%s:%d: ", file, line);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fprintf(stderr, " (errno %d)\n", err);
	exit(1);
}
#endif

#define FAIL(...) rig_fail(__FILE__, __LINE__, __VA_ARGS__)
#define CHECK(condition) \
	do { if (!(condition)) FAIL("%s", #condition); } while (0)
#define CHECK_EQ(a, b) \
	do { \
		const long long a_ = (long long)(a), b_ = (long long)(b); \
		if (a_ != b_) \
			FAIL("%s is %lld (0x%llx), not %s = %lld", #a, a_, (unsigned long long)a_, \
			     #b, b_); \
	} while (0)

#ifndef EXAMPLES_PAIR_H		/* which has the same, and is included first */
/* For functions that return an error number. */
#define must(err, what) \
	do { \
		const int err_ = (err); \
		if (err_) \
			FAIL("%s: %s", what, strerror(err_)); \
	} while (0)

/* For functions that return NULL and set errno. */
static inline void *need(void *made, const char *what)
{
	if (!made)
		FAIL("%s: %s", what, strerror(errno));
	return made;
}
#endif

#endif
