/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Tests of requests, by file. A failure ends the test, and the program goes on.
 */
#ifndef TESTS_SOFTMLX5_TESTS_H
#define TESTS_SOFTMLX5_TESTS_H

#define RIG_OWN_FAIL
#include "../../../rig/verbs.h"

struct test {
	const char *name;
	void (*run)(void);
	bool is_defect;		/* breaks a rule on purpose: only runs by name */
};

extern const struct test data_tests[], atomic_tests[], key_tests[], error_tests[], event_tests[],
	datagram_tests[], xrc_tests[], dc_tests[], scatter_tests[], devx_event_tests[],
	query_tests[], dm_tests[], odp_tests[], mmo_tests[], defect_tests[];

extern bool defects_are_strict;	/* the device is in strict mode */
extern bool defects_are_polled;	/* a thread of the device polls for doorbells */

#endif
