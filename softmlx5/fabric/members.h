/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Multicast groups in the fabric: which processes get what is sent to a group. Within a machine they
 * have files in the fabric's folder (base/membership.h). In a network of IP a group of IPv4 is that of IP,
 * which each process joins by itself; other groups do not leave the machine. All functions are called with the
 * device's lock held.
 */
#ifndef SOFTMLX5_MEMBERS_H
#define SOFTMLX5_MEMBERS_H

#include "base/device.h"
#include "base/gid.h"

/* A process of this machine. */
struct sm_member {
	uint16_t lid;
	uint8_t slot;
	uint8_t gid[SM_GID_SIZE];
};

/* This process gets what is sent to a group, by its port; or does not any more. Failure leaves a warning. */
void sm_fabric_join(const struct sm_dev *dev, const uint8_t gid[SM_GID_SIZE]);
void sm_fabric_leave(const struct sm_dev *dev, const uint8_t gid[SM_GID_SIZE]);

/* Do packets to the group go out as datagrams, to all processes but this one? */
bool sm_group_is_network(const uint8_t gid[SM_GID_SIZE]);

/*
 * The next process that gets what is sent to a group, this one too; the first after NULL. NULL: it was the last
 * one. Valid until the next call with NULL.
 */
const struct sm_member *sm_member_next(const uint8_t gid[SM_GID_SIZE],
				       const struct sm_member *member);

/* A forked child is in no group. */
void sm_groups_forked(void);

#endif
