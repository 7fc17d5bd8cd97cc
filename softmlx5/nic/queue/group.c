// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Multicast groups of a device; see group.h. A packet to a group reaches all QPs that are attached to
 * it, on the sender's port too (InfiniBand Architecture Specification, volume 1, 10.5).
 */
#include <stdlib.h>
#include <string.h>

#include "base/caps.h"
#include "base/reason.h"
#include "fabric/members.h"
#include "nic/queue/group.h"
#include "nic/wire/packet.h"

struct sm_group {
	struct sm_group *next;
	uint8_t gid[SM_GID_SIZE];
	struct sm_qp **qps;
	uint32_t n;
};

static struct sm_group **sm_group_at(struct sm_dev *dev, const uint8_t gid[SM_GID_SIZE])
{
	struct sm_group **at = &dev->groups;

	while (*at && memcmp((*at)->gid, gid, SM_GID_SIZE))
		at = &(*at)->next;
	return at;
}

/* The index of the QP in the group; @n if it is not attached. */
static uint32_t sm_group_index(const struct sm_group *group, const struct sm_qp *qp)
{
	uint32_t i = 0;

	while (i < group->n && group->qps[i] != qp)
		i++;
	return i;
}

static uint8_t sm_group_new(struct sm_dev *dev, const uint8_t gid[SM_GID_SIZE],
			    struct sm_group **group)
{
	const uint32_t log_max = prm_cmd_hca_cap_get_log_max_mcg(dev->caps->general);
	uint64_t n = 1;

	for (const struct sm_group *at = dev->groups; at; at = at->next)
		n++;
	if (n > UINT64_C(1) << log_max)
		return sm_because(PRM_CMD_STATUS_NO_RES,
				  "the device has %llu groups, as many as log_max_mcg allows",
				  (unsigned long long)n - 1);
	*group = calloc(1, sizeof(**group));
	if (!*group)
		return PRM_CMD_STATUS_NO_RES;
	memcpy((*group)->gid, gid, SM_GID_SIZE);
	(*group)->next = dev->groups;
	dev->groups = *group;
	sm_fabric_join(dev, gid);
	return PRM_CMD_STATUS_OK;
}

/* A group without members ends. */
static void sm_group_end(struct sm_dev *dev, struct sm_group **at)
{
	struct sm_group *group = *at;

	if (group->n)
		return;
	*at = group->next;
	sm_fabric_leave(dev, group->gid);
	free(group->qps);
	free(group);
}

static void sm_group_remove(struct sm_dev *dev, struct sm_group **at, uint32_t index)
{
	struct sm_group *group = *at;

	group->qps[index] = group->qps[--group->n];
	sm_group_end(dev, at);
}

uint8_t sm_group_attach(struct sm_qp *qp, const uint8_t gid[SM_GID_SIZE])
{
	struct sm_dev *dev = qp->obj.dev;
	const uint32_t max = prm_cmd_hca_cap_get_max_qp_mcg(dev->caps->general);
	struct sm_group *group = *sm_group_at(dev, gid);
	struct sm_qp **qps;
	uint8_t status;

	if (qp->ctx.st != PRM_QP_SERVICE_TYPE_UD)
		return sm_because(PRM_CMD_STATUS_BAD_PARAM,
				  "st of the QP is %u; QPs of UD (%u) are attached to groups",
				  qp->ctx.st, PRM_QP_SERVICE_TYPE_UD);
	if (!sm_gid_is_group(gid))
		return sm_because(PRM_CMD_STATUS_BAD_PARAM,
				  "multicast_gid is no GID of a group: ff00::/8, or an IPv4 group");
	if (group && sm_group_index(group, qp) < group->n)
		return sm_because(PRM_CMD_STATUS_BAD_RES_STATE,
				  "the QP is attached to the group already");
	if ((group ? group->n : 0) >= max)
		return sm_because(PRM_CMD_STATUS_NO_RES,
				  "the group has %u QPs, as many as max_qp_mcg allows", max);
	status = group ? PRM_CMD_STATUS_OK : sm_group_new(dev, gid, &group);
	if (status)
		return status;
	qps = realloc(group->qps, (group->n + 1) * sizeof(struct sm_qp *));
	if (!qps) {
		sm_group_end(dev, sm_group_at(dev, gid));
		return PRM_CMD_STATUS_NO_RES;
	}
	group->qps = qps;
	qps[group->n++] = qp;
	return PRM_CMD_STATUS_OK;
}

uint8_t sm_group_detach(struct sm_qp *qp, const uint8_t gid[SM_GID_SIZE])
{
	struct sm_group **at = sm_group_at(qp->obj.dev, gid);
	const uint32_t index = *at ? sm_group_index(*at, qp) : 0;

	if (!*at || index == (*at)->n)
		return sm_because(PRM_CMD_STATUS_BAD_RES, "the QP is not attached to the group");
	sm_group_remove(qp->obj.dev, at, index);
	return PRM_CMD_STATUS_OK;
}

void sm_group_forget(struct sm_qp *qp)
{
	struct sm_group **at = &qp->obj.dev->groups;

	while (*at) {
		struct sm_group *group = *at;
		const uint32_t index = sm_group_index(group, qp);

		if (index < group->n)
			sm_group_remove(qp->obj.dev, at, index);
		if (*at == group)
			at = &group->next;
	}
}

void sm_group_deliver(struct sm_dev *dev, const struct sm_packet *packet,
		      void (*deliver)(struct sm_qp *qp, const struct sm_packet *packet))
{
	struct sm_group *group = *sm_group_at(dev, packet->group);

	for (uint32_t i = 0; group && i < group->n; i++) {
		struct sm_qp *qp = group->qps[i];
		const bool is_own = packet->src_lid == dev->lid && packet->src_qpn == qp->obj.id;

		if (!is_own || !qp->ctx.block_lb_mc)
			deliver(qp, packet);
	}
}
