/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
#ifndef REPLAY_RULES_H
#define REPLAY_RULES_H

#include "replay.h"

/* The rule by which a post gives @ret instead of @expected; NULL: there is none. */
const char *rule_for_result(const json_t *wrs, int expected, int ret, bool is_rts);
/* The rule by which a byte of a WQE differs. */
const char *rule_for_bytes(const json_t *wrs, unsigned int opcode, uint32_t offset,
			   bool sq_sig_all);

#endif
