// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Multicast groups of ids: what an administrator of the subnet, or IP, would tell a program that joins
 * a group. The GIDs of groups are as in drivers/infiniband/core/cma.c of Linux, cma_set_mgid() and
 * cma_iboe_set_mgid(), and in RFC 4391. Joining alone receives nothing: the queue pair has to be
 * attached, as librdmacm does.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/caps.h"
#include "base/reason.h"
#include "kernel/cm.h"

#define SM_CM_GROUP_QPN 0xffffffu
#define SM_CM_HOP_LIMIT 64
#define SM_CM_RATE 16	/* as in a PathRecord */

static struct {
	struct sm_table numbers;
	uint32_t last;	/* group whose GID was given by the subnet */
} sm_cm_multicast = { .numbers = { .last = UINT16_MAX } };

/* Signatures of RFC 4391, and that of rdma_cm for its own groups. */
enum { SM_CM_IPV4_GROUP = 0x40, SM_CM_IPV6_GROUP = 0x60, SM_CM_OWN_GROUP = 0x01,
       SM_CM_IPOIB_GROUP = 0x1b };

/* A GID that an administrator has given: "ff1x:a01b:...". */
static bool sm_cm_is_given(const struct in6_addr *address)
{
	const uint8_t *b = address->s6_addr;

	return b[0] == 0xff && b[1] >> 4 == 1 && b[2] == 0xa0 && b[3] == 0x1b;
}

/* InfiniBand: the link's scope, the default partition, and as much of the address as there is room for. */
static void sm_cm_subnet_group(const struct sm_cm_id *id, const union sm_cm_address *address,
			       uint8_t gid[SM_GID_SIZE])
{
	const bool is_ipv4 = address->any.sa_family == AF_INET;
	const uint8_t head[] = { 0xff, 0x12, is_ipv4 ? SM_CM_IPV4_GROUP : SM_CM_IPV6_GROUP,
				 id->ps == RDMA_PS_UDP ? SM_CM_OWN_GROUP : SM_CM_IPOIB_GROUP,
				 0xff, 0xff };
	const uint8_t given[] = { 0xff, 0x12, 0xa0, 0x1b, 0xff, 0xff };

	memset(gid, 0, SM_GID_SIZE);
	if (sm_cm_address_is_any(address)) {
		const uint32_t number = ++sm_cm_multicast.last;

		memcpy(gid, given, sizeof(given));
		gid[8] = (uint8_t)(id->dev->lid >> 8);
		gid[9] = (uint8_t)id->dev->lid;
		gid[10] = id->dev->slot;
		memcpy(gid + 12, &number, sizeof(number));
	} else if (!is_ipv4 && sm_cm_is_given(&address->v6.sin6_addr)) {
		memcpy(gid, &address->v6.sin6_addr, SM_GID_SIZE);
	} else if (is_ipv4) {
		memcpy(gid, head, sizeof(head));
		memcpy(gid + 12, &address->v4.sin_addr, SM_IPV4_SIZE);
		gid[12] &= 0x0f;
	} else {
		memcpy(gid, head, sizeof(head));
		memcpy(gid + 6, address->v6.sin6_addr.s6_addr + 6, 10);
	}
}

/* The entry of the own GIDs from which packets to the group are sent. */
static uint8_t sm_cm_group_source(const struct sm_cm_id *id)
{
	uint8_t gid[SM_GID_SIZE];
	unsigned int index = 0;

	if (!sm_caps_is_ethernet(id->dev->caps))
		return 0;
	while (sm_gid(id->dev->lid, true, index, gid) != SM_GID_ROCE_V2 || !sm_gid_is_ipv4(gid))
		index++;
	return (uint8_t)index;
}

/* RoCE version 2: the groups of IPv4 themselves. Linux has no others. */
static int sm_cm_group(const struct sm_cm_id *id, const union sm_cm_address *address,
		       uint8_t gid[SM_GID_SIZE])
{
	if (!sm_caps_is_ethernet(id->dev->caps)) {
		sm_cm_subnet_group(id, address, gid);
		return 0;
	}
	if (sm_cm_address_is_any(address))
		return sm_because(EINVAL, "the address is any, and Ethernet gives no groups");
	if (address->any.sa_family != AF_INET)
		return sm_because(EOPNOTSUPP,
				  "the group is of IPv6; groups of RoCE version 2 are of IPv4");
	sm_gid_of_ipv4((const void *)&address->v4.sin_addr, gid);
	return 0;
}

static void sm_cm_joined(struct sm_cm_multicast *multicast, const uint8_t gid[SM_GID_SIZE])
{
	const struct sm_cm_id *id = multicast->id;
	const bool is_ethernet = sm_caps_is_ethernet(id->dev->caps);
	struct rdma_ucm_event_resp *resp = sm_cm_event_multicast(multicast, SM_CM_MULTICAST_JOIN);
	struct ib_uverbs_ah_attr *ah = resp ? &resp->param.ud.ah_attr : NULL;

	if (!resp)
		return;
	resp->param.ud.qp_num = SM_CM_GROUP_QPN;
	resp->param.ud.qkey = sm_cm_qkey(id);
	ah->port_num = SM_CM_PORT_NUM;
	ah->is_global = 1;
	ah->dlid = is_ethernet ? 0 : sm_group_lid(gid);
	ah->static_rate = is_ethernet ? 0 : SM_CM_RATE;
	ah->grh.hop_limit = is_ethernet ? SM_CM_HOP_LIMIT : 0;
	ah->grh.sgid_index = sm_cm_group_source(id);
	memcpy(ah->grh.dgid, gid, SM_GID_SIZE);
}

int sm_cm_join(struct sm_cm_id *id, const void *address, uint64_t uid,
	       struct sm_cm_multicast **result)
{
	const union sm_cm_address *group = address;
	struct sm_cm_multicast *multicast;
	uint8_t gid[SM_GID_SIZE];
	int err;

	if (!sm_cm_address_valid(group))
		return sm_because(EINVAL, "the group's family is not AF_INET or AF_INET6");
	if (!id->dev || (id->state != SM_CM_BOUND && id->state != SM_CM_HAS_ADDR))
		return sm_because(EINVAL, "a group is joined when the own address is bound, or the "
				  "group's is resolved");
	if (!sm_cm_is_ud(id))
		return sm_because(EINVAL, "the id is not of a port space for datagrams");
	err = sm_cm_group(id, group, gid);
	if (err)
		return err;
	multicast = calloc(1, sizeof(*multicast));
	if (!multicast || sm_table_add(&sm_cm_multicast.numbers, multicast, &multicast->number)) {
		free(multicast);
		return ENOMEM;
	}
	multicast->id = id;
	multicast->uid = uid;
	multicast->next = id->multicasts;
	id->multicasts = multicast;
	sm_cm_joined(multicast, gid);
	*result = multicast;
	return 0;
}

struct sm_cm_multicast *sm_cm_multicast_find(uint32_t number)
{
	return sm_table_get(&sm_cm_multicast.numbers, number);
}

void sm_cm_leave(struct sm_cm_multicast *multicast)
{
	struct sm_cm_multicast **at = &multicast->id->multicasts;

	sm_cm_events_drop_multicast(multicast);
	while (*at != multicast)
		at = &(*at)->next;
	*at = multicast->next;
	sm_table_remove(&sm_cm_multicast.numbers, multicast->number);
	free(multicast);
}

void sm_cm_multicasts_forked(void)
{
	sm_table_free(&sm_cm_multicast.numbers);
}
