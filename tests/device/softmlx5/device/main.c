// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * device_test [--two] [--strict] [NAME...]: runs tests on the device that libibverbs finds; those
 * that break no rule if none is named. A line for each: "ok NAME", or "FAIL NAME: place: why".
 * --two: between two devices.
 * --strict: the device is in strict mode, for tests that break a rule.
 */
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "rig.h"

#define LIMIT_S 600	/* tests/run/patience.py */

static const struct test *const lists[] = {
	data_tests, atomic_tests, key_tests, error_tests, event_tests, datagram_tests, xrc_tests, dc_tests, scatter_tests,
	devx_event_tests, query_tests, dm_tests, odp_tests, mmo_tests, defect_tests,
};

static sigjmp_buf test_end;
static const char *volatile current;
static unsigned int failed;

void test_fail(const char *file, int line, const char *format, ...)
{
	const char *slash = strrchr(file, '/');
	va_list args;

	printf("FAIL %s: %s:%d: ", current, slash ? slash + 1 : file, line);
	va_start(args, format);
	vprintf(format, args);
	va_end(args);
	printf("\n");
	fflush(stdout);
	siglongjmp(test_end, 1);
}

static void too_long(int sig)
{
	static const char text[] = "FAIL: the time is over\n";

	(void)sig;
	if (write(1, text, sizeof(text) - 1))
		_exit(1);
	_exit(1);
}

static void run(const struct test *test)
{
	current = test->name;
	alarm(LIMIT_S);
	if (sigsetjmp(test_end, 1)) {
		failed++;
		return;
	}
	test->run();
	printf("ok %s\n", test->name);
	fflush(stdout);
}

static bool is_wanted(const struct test *test, int argc, char **argv)
{
	int i;

	if (!argc)
		return !test->is_defect;
	for (i = 0; i < argc; i++)
		if (!strcmp(argv[i], test->name))
			return true;
	return false;
}

int main(int argc, char **argv)
{
	bool is_list = false;
	size_t i, n = 0;

	argc--;
	argv++;
	if (argc && !strcmp(*argv, "--list")) {
		is_list = true;
		argc--;
		argv++;
	}
	for (; argc && !strncmp(*argv, "--", 2); argc--, argv++) {
		rig_two_devices |= !strcmp(*argv, "--two");
		defects_are_strict |= !strcmp(*argv, "--strict");
		defects_are_polled |= !strcmp(*argv, "--polled");
	}
	signal(SIGALRM, too_long);
	for (i = 0; i < sizeof(lists) / sizeof(lists[0]); i++) {
		const struct test *test;

		for (test = lists[i]; test->name; test++) {
			if (is_list)
				printf("%s%s\n", test->name, test->is_defect ? " defect" : "");
			else if (is_wanted(test, argc, argv))
				run(test), n++;
		}
	}
	return is_list || (n && !failed) ? 0 : 1;
}
