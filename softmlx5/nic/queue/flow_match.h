/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * What flow tables compare of a frame.
 */
#ifndef SOFTMLX5_FLOW_MATCH_H
#define SOFTMLX5_FLOW_MATCH_H

#include "nic/wire/eth_head.h"
#include "prm_flow_match.h"

/* The frame's values of all fields that the device knows. */
void sm_match_read(struct prm_fte_match_param *match, const struct sm_eth_head *head);
/* Has the mask only bits of fields that the device knows? */
bool sm_match_is_known(const struct prm_fte_match_param *mask);
/* Is the frame equal to the value in all bits of the mask, in the parts that @criteria selects? */
bool sm_match_is_equal(const struct prm_fte_match_param *match, const struct prm_fte_match_param *mask,
		       const struct prm_fte_match_param *value, uint8_t criteria);
/* Has the value bits that the mask does not have? */
bool sm_match_exceeds(const struct prm_fte_match_param *value, const struct prm_fte_match_param *mask);

#endif
