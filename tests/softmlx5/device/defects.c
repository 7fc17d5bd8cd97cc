// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Requests that break a rule of strict mode each. How they end without strict mode stands here too.
 */
#include <string.h>

#include "prm_ctrl.h"
#include "rig.h"

/* A NOP with bits set that must be zero: a card does not look at them. */
static void set_reserved(void *wqe)
{
	((uint8_t *)wqe)[7] |= 0x80;
}

static void reserved_bits(void)
{
	uint8_t wqe[16] __attribute__((aligned(16))) = {0};
	struct rig rig;

	rig_open(&rig, NULL);
	wr_raw_changed(&rig.a, 1, wqe, sizeof(wqe), set_reserved);
	good_wc(rig.a.send_cq, 1, IBV_WC_DRIVER2);
	rig_close(&rig);
}

const struct test defect_tests[] = {
	{ "reserved_bits", reserved_bits, true },
	{ NULL, NULL, false },
};
