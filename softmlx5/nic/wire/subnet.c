// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Subnet administration, as far as Linux asks it: paths, and members of multicast groups. It keeps
 * nothing: the LID of a port or group is computed from its GID, and the values of a path or group are
 * those of this subnet, or those that the request asks for. All members of a group on Linux ask for the
 * same.
 */
#include <string.h>

#include "base/gid.h"
#include "base/observer.h"
#include "nic/wire/subnet.h"
#include "nic/wire/wire.h"
#include "prm_mad.h"
#include "prm_sa.h"

enum { SM_MAD_VERSION = 1, SM_SA_CLASS_VERSION = 2 };
#define SM_MAD_RESPONSE 0x80u	/* bit of an answer's method */

/* The values of this subnet. */
enum {
	SM_SUBNET_MTU = 5,		/* 4096 */
	SM_SUBNET_RATE = 16,		/* 100 Gb/s */
	SM_SUBNET_LIFE_TIME = 18,	/* about a second, as subnet managers usually say */
	SM_SUBNET_NUMB_PATH = 1,
};
#define SM_SA_PKEY_MASK 0x7fffu	/* without the bit of full members */
#define SM_IPOIB_QKEY 0x0b1bu		/* of groups whose first member has not asked for one */

static bool sm_sa_has(uint64_t mask, uint64_t components)
{
	return (mask & components) == components;
}

static bool sm_sa_is_partition(uint16_t pkey)
{
	return (pkey & SM_SA_PKEY_MASK) == (SM_PORT_PKEY & SM_SA_PKEY_MASK);
}

/* Chooses the MTU; false: none satisfies the request. */
static bool sm_sa_mtu(bool is_asked, uint8_t *selector, uint8_t *mtu)
{
	if (is_asked && *selector == PRM_SA_SELECTOR_GT && *mtu >= SM_SUBNET_MTU)
		return false;
	if (is_asked && *selector == PRM_SA_SELECTOR_LT && *mtu <= 1)
		return false;
	if (is_asked && *selector == PRM_SA_SELECTOR_LT && *mtu <= SM_SUBNET_MTU)
		*mtu = (uint8_t)(*mtu - 1);
	else if (!is_asked || *selector != PRM_SA_SELECTOR_EQ)
		*mtu = SM_SUBNET_MTU;
	*selector = PRM_SA_SELECTOR_EQ;
	return *mtu && *mtu <= SM_SUBNET_MTU;
}

/* A rate or time that is asked for exactly, or that of the subnet. */
static void sm_sa_value(bool is_asked, uint8_t *selector, uint8_t *value, uint8_t of_subnet)
{
	if (!is_asked || *selector != PRM_SA_SELECTOR_EQ)
		*value = of_subnet;
	*selector = PRM_SA_SELECTOR_EQ;
}

/* A port by GID, LID or both. 0: there is none, or they are of two ports. */
static uint16_t sm_sa_port(bool has_gid, const uint8_t gid[SM_GID_SIZE], bool has_lid, uint16_t lid)
{
	const uint16_t of_gid = has_gid ? sm_gid_lid(gid) : lid;

	return has_lid && of_gid != lid ? 0 : of_gid;
}

static uint16_t sm_sa_get_path(const struct sm_packet *packet, uint64_t mask, uint8_t *record)
{
	const bool has_dgid = sm_sa_has(mask, PRM_SA_PATH_COMPONENT_DGID);
	const bool has_dlid = sm_sa_has(mask, PRM_SA_PATH_COMPONENT_DLID);
	const bool has_sgid = sm_sa_has(mask, PRM_SA_PATH_COMPONENT_SGID);
	const bool has_slid = sm_sa_has(mask, PRM_SA_PATH_COMPONENT_SLID);
	struct prm_sa_path_record_fields path;

	prm_sa_path_record_unpack(&path, (const void *)record, NULL);
	if (!sm_sa_has(mask, PRM_SA_PATH_COMPONENT_TCLASS))
		path.tclass = 0;
	if (!sm_sa_has(mask, PRM_SA_PATH_COMPONENT_FLOW_LABEL))
		path.flow_label = 0;
	if (!sm_sa_has(mask, PRM_SA_PATH_COMPONENT_QOS_CLASS))
		path.qos_class = 0;
	if (!sm_sa_has(mask, PRM_SA_PATH_COMPONENT_SL))
		path.sl = 0;
	if (!has_dgid && !has_dlid)
		return PRM_SA_STATUS_INSUFFICIENT_COMPONENTS;
	path.dlid = sm_sa_port(has_dgid, path.dgid, has_dlid, path.dlid);
	path.slid = has_sgid || has_slid ? sm_sa_port(has_sgid, path.sgid, has_slid, path.slid) :
					   packet->src_lid;
	if (!path.dlid || !path.slid)
		return PRM_SA_STATUS_NO_RECORDS;
	if (sm_sa_has(mask, PRM_SA_PATH_COMPONENT_PKEY) && !sm_sa_is_partition(path.pkey))
		return PRM_SA_STATUS_NO_RECORDS;
	if (!sm_sa_mtu(sm_sa_has(mask, PRM_SA_PATH_COMPONENT_MTU | PRM_SA_PATH_COMPONENT_MTU_SELECTOR),
		       &path.mtu_selector, &path.mtu))
		return PRM_SA_STATUS_NO_RECORDS;
	sm_sa_value(sm_sa_has(mask, PRM_SA_PATH_COMPONENT_RATE | PRM_SA_PATH_COMPONENT_RATE_SELECTOR),
		    &path.rate_selector, &path.rate, SM_SUBNET_RATE);
	sm_sa_value(sm_sa_has(mask, PRM_SA_PATH_COMPONENT_PACKET_LIFE_TIME |
				    PRM_SA_PATH_COMPONENT_PACKET_LIFE_SELECTOR),
		    &path.packet_life_time_selector, &path.packet_life_time, SM_SUBNET_LIFE_TIME);
	sm_gid(path.dlid, false, 0, path.dgid);
	sm_gid(path.slid, false, 0, path.sgid);
	path.hop_limit = 0;	/* no routers */
	path.raw_traffic = false;
	path.reversible = true;
	path.numb_path = SM_SUBNET_NUMB_PATH;
	path.pkey = SM_PORT_PKEY;
	path.preference = 0;
	prm_sa_path_record_pack((void *)record, &path);
	return PRM_MAD_STATUS_SUCCESS;
}

/* What the members of a group share. */
static uint16_t sm_sa_get_member(uint64_t mask, uint8_t *record)
{
	struct prm_sa_mc_member_record_fields member;

	prm_sa_mc_member_record_unpack(&member, (const void *)record, NULL);
	if (!sm_sa_has(mask, PRM_SA_MC_COMPONENT_MGID))
		return PRM_SA_STATUS_INSUFFICIENT_COMPONENTS;
	if (!sm_gid_is_group(member.mgid))
		return PRM_SA_STATUS_REQ_INVALID;
	if (sm_sa_has(mask, PRM_SA_MC_COMPONENT_PKEY) && !sm_sa_is_partition(member.pkey))
		return PRM_SA_STATUS_REQ_INVALID;
	if (!sm_sa_mtu(sm_sa_has(mask, PRM_SA_MC_COMPONENT_MTU | PRM_SA_MC_COMPONENT_MTU_SELECTOR),
		       &member.mtu_selector, &member.mtu))
		return PRM_SA_STATUS_REQ_INVALID;
	sm_sa_value(sm_sa_has(mask, PRM_SA_MC_COMPONENT_RATE | PRM_SA_MC_COMPONENT_RATE_SELECTOR),
		    &member.rate_selector, &member.rate, SM_SUBNET_RATE);
	sm_sa_value(sm_sa_has(mask, PRM_SA_MC_COMPONENT_PACKET_LIFE_TIME |
				    PRM_SA_MC_COMPONENT_PACKET_LIFE_SELECTOR),
		    &member.packet_life_time_selector, &member.packet_life_time, SM_SUBNET_LIFE_TIME);
	if (!sm_sa_has(mask, PRM_SA_MC_COMPONENT_QKEY))
		member.qkey = SM_IPOIB_QKEY;
	member.mlid = sm_group_lid(member.mgid);
	member.pkey = SM_PORT_PKEY;
	member.scope = member.mgid[1] & 0xf;
	prm_sa_mc_member_record_pack((void *)record, &member);
	return PRM_MAD_STATUS_SUCCESS;
}

/* Joining and leaving name the member, too. */
static uint16_t sm_sa_change_member(uint64_t mask, uint8_t *record)
{
	const uint64_t needed = PRM_SA_MC_COMPONENT_PORT_GID | PRM_SA_MC_COMPONENT_JOIN_STATE;
	struct prm_sa_mc_member_record_fields member;

	prm_sa_mc_member_record_unpack(&member, (const void *)record, NULL);
	if (!sm_sa_has(mask, needed))
		return PRM_SA_STATUS_INSUFFICIENT_COMPONENTS;
	if (!sm_gid_lid(member.port_gid))
		return PRM_SA_STATUS_REQ_INVALID_GID;
	if (!member.join_state)
		return PRM_SA_STATUS_REQ_INVALID;
	return sm_sa_get_member(mask, record);
}

static void sm_sa_class_port_info(uint8_t *record)
{
	const struct prm_class_port_info_fields info = {
		.base_version = SM_MAD_VERSION, .class_version = SM_SA_CLASS_VERSION,
		.resp_time_value = SM_SUBNET_LIFE_TIME,
	};

	prm_class_port_info_pack((void *)record, &info);
}

/* Answers a request in its place; returns the answer's status. */
static uint16_t sm_sa_answer(const struct sm_packet *packet, const struct prm_mad_fields *mad,
			     uint64_t mask, uint8_t *record)
{
	const bool is_get = mad->method == PRM_MAD_METHOD_GET;

	if (mad->base_version != SM_MAD_VERSION || mad->class_version != SM_SA_CLASS_VERSION)
		return PRM_MAD_STATUS_BAD_VERSION;
	if (!is_get && mad->method != PRM_MAD_METHOD_SET && mad->method != PRM_MAD_METHOD_DELETE)
		return PRM_MAD_STATUS_UNSUPPORTED_METHOD;
	if (mad->attribute_id == PRM_SA_ATTRIBUTE_MC_MEMBER_REC)
		return is_get ? sm_sa_get_member(mask, record) : sm_sa_change_member(mask, record);
	if (mad->attribute_id == PRM_SA_ATTRIBUTE_PATH_RECORD && is_get)
		return sm_sa_get_path(packet, mask, record);
	if (mad->attribute_id != PRM_SA_ATTRIBUTE_CLASS_PORT_INFO || !is_get)
		return PRM_MAD_STATUS_UNSUPPORTED_METHOD_ATTRIBUTE;
	sm_sa_class_port_info(record);
	return PRM_MAD_STATUS_SUCCESS;
}

static void sm_sa_send(const struct sm_packet *request, struct prm_mad *mad)
{
	struct sm_payload payload;
	const struct sm_packet packet = {
		.kind = SM_PACKET_SEND, .service_type = PRM_QP_SERVICE_TYPE_UD,
		.src_lid = SM_SUBNET_LID, .dst_lid = request->src_lid,
		.src_qpn = SM_GENERAL_QPN, .dst_qpn = request->src_qpn, .qkey = SM_GENERAL_QKEY,
		.mtu = SM_MTU_MAX, .length = sizeof(*mad), .is_first = true, .is_last = true,
		.sl = request->sl, .payload = &payload,
	};

	sm_payload_begin(&payload);
	sm_payload_add(&payload, mad, sizeof(*mad));
	sm_wire_send(&packet);
}

bool sm_subnet_receive(struct sm_dev *dev, const struct sm_packet *packet)
{
	struct prm_sa_mad_fields sa;
	struct prm_mad_fields fields;
	struct prm_mad mad;

	if (packet->service_type != PRM_QP_SERVICE_TYPE_UD || packet->dst_qpn != SM_GENERAL_QPN) {
		sm_wire_lost(dev, packet, "the subnet manager has queue pair 1 only");
		return false;
	}
	if (packet->qkey != SM_GENERAL_QKEY || sm_packet_len(packet) != sizeof(mad) ||
	    !sm_payload_read(packet->payload, &mad)) {
		sm_note(dev, "the subnet manager drops a datagram that is no MAD to queue pair 1");
		return true;
	}
	prm_mad_unpack(&fields, &mad, NULL);
	if (fields.mgmt_class != PRM_MAD_CLASS_SUBN_ADM || fields.method & SM_MAD_RESPONSE) {
		sm_note(dev, "the subnet manager drops a MAD of class 0x%02x, method 0x%02x",
			fields.mgmt_class, fields.method);
		return true;
	}
	prm_sa_mad_unpack(&sa, (const void *)fields.data, NULL);
	fields.status = sm_sa_answer(packet, &fields, sa.component_mask, sa.record);
	fields.method = fields.method == PRM_MAD_METHOD_SET ?
		PRM_MAD_METHOD_GET_RESP : fields.method | SM_MAD_RESPONSE;
	sm_note(dev, "the subnet manager answers a request of attribute 0x%04x with status 0x%04x",
		fields.attribute_id, fields.status);
	prm_sa_mad_pack((void *)fields.data, &sa);
	prm_mad_pack(&mad, &fields);
	sm_sa_send(packet, &mad);
	return true;
}
