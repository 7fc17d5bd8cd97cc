// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Requests that break a rule of strict mode each.
 */
#include "rig.h"

const struct test defect_tests[] = {
	{ NULL, NULL, false },
};
