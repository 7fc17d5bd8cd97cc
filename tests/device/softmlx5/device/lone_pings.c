// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* lone_pings N [abort]: N small SENDs in sequence; then exits, or aborts. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rig.h"

void test_fail(const char *file, int line, const char *format, ...)
{
	(void)format;
	fprintf(stderr, "%s:%d\n", file, line);
	exit(1);
}

int main(int argc, char **argv)
{
	struct ibv_sge from, to;
	struct rig rig;
	int i;

	CHECK(argc > 1);
	rig_open(&rig, NULL);
	from = sge_of(&rig.a, 0, 64);
	to = sge_of(&rig.b, 0, 64);
	for (i = 0; i < atoi(argv[1]); i++) {
		post_recv(&rig.b, 1, &to, 1);
		wr_send(&rig.a, 1, IBV_SEND_SIGNALED, &from, 1);
		good_wc(rig.a.send_cq, 1, IBV_WC_SEND);
		good_wc(rig.b.recv_cq, 1, IBV_WC_RECV);
	}
	if (argc > 2)
		abort();
	rig_close(&rig);
	return 0;
}
