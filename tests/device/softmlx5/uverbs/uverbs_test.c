// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Tests of the kernel's part alone, on a firmware that only keeps a list of objects: errno values,
 * commands to the firmware, events, and that no object is left. `uverbs_test` lists the tests,
 * `uverbs_test NAME` runs one.
 */
#include "tests.h"

static const struct {
	const char *name;
	void (*run)(void);
} tests[] = {
	{ "ioctl", test_ioctl },
	{ "context", test_context },
	{ "clock", test_clock },
	{ "mr", test_mr },
	{ "cq_events", test_cq_events },
	{ "cq_limits", test_cq_limits },
	{ "qp_modify", test_qp_modify },
	{ "qp_events", test_qp_events },
	{ "qp_query", test_qp_query },
	{ "srq", test_srq },
	{ "devx_objects", test_devx_objects },
	{ "close_order", test_close_order },
	{ "refused_destroy", test_refused_destroy },
	{ "no_devx", test_no_devx },
	{ "many_files", test_many_files },
	{ "raw_qp", test_raw_qp },
	{ "flows", test_flows },
	{ "noise", test_noise },
	{ "flow_noise", test_flow_noise },
};

int main(int argc, char **argv)
{
	unsigned int i;

	for (i = 0; i < SM_ARRAY_SIZE(tests); i++) {
		if (argc < 2) {
			puts(tests[i].name);
		} else if (!strcmp(argv[1], tests[i].name)) {
			tests[i].run();
			return 0;
		}
	}
	return argc < 2 ? 0 : 2;
}
