/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
#ifndef REPLAY_RULES_H
#define REPLAY_RULES_H

#include "replay.h"

/* The rule for which a post returns @ret instead of @expected; NULL: there is none. */
const char *rule_for_result(const json_t *wrs, int expected, int ret);
/* A byte of a WQE that differs. */
struct difference {
	uint32_t offset;	/* in the WQE */
	uint8_t is, should;
	unsigned int num_errors;	/* of the key that a UMR configures */
};

/* The rule of the difference. */
const char *rule_for_bytes(const json_t *wrs, const json_t *wqe, const struct difference *d,
			   bool sq_sig_all);
/* Requests that must give the same WQEs as @wrs, to which @rule applies; NULL: there are none. */
json_t *twin_of(const json_t *wrs, const char *rule);

#endif
