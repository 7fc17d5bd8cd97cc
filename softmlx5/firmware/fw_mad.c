// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * MAD_IFC: management datagrams to the port itself, which its agents answer. Layouts and values are
 * those of the InfiniBand Architecture Specification, volume 1, chapters 13 to 16.
 */
#include <string.h>

#include "base/caps.h"
#include "firmware/function.h"
#include "prm_vport.h"

struct sm_mad {
	uint8_t base_version, mgmt_class, class_version, method;
	prm_be16 status;
	prm_be16 class_specific;
	prm_be64 tid;
	prm_be16 attr_id;
	prm_be16 reserved;
	prm_be32 attr_mod;
	uint8_t mkey[8];	/* of subnet management; reserved in other classes */
	uint8_t dr_lids[4];
	uint8_t pad[28];
	uint8_t data[64];	/* the attribute: of subnet management and of performance management */
	uint8_t rest[128];
};

_Static_assert(sizeof(struct sm_mad) == 256, "a MAD has 256 bytes");

enum {
	SM_MAD_VERSION = 1,
	SM_MAD_CLASS_SUBN_LID = 0x01,
	SM_MAD_CLASS_SUBN_DIRECTED = 0x81,
	SM_MAD_CLASS_PERFORMANCE = 0x04,
	SM_MAD_GET = 0x01,
	SM_MAD_SET = 0x02,
	SM_MAD_GET_RESP = 0x81,
	SM_MAD_BAD_VERSION = 0x04,
	SM_MAD_BAD_METHOD = 0x08,
	SM_MAD_BAD_ATTRIBUTE = 0x0c,
};

/* Attributes. */
enum {
	SM_ATTR_CLASS_PORT_INFO = 0x0001,
	SM_ATTR_NODE_DESCRIPTION = 0x0010,
	SM_ATTR_NODE_INFO = 0x0011,
	SM_ATTR_PORT_COUNTERS = 0x0012,
};

struct sm_class_port_info {
	uint8_t base_version, class_version;
	prm_be16 capability_mask;
	prm_be32 capability_mask2_resp_time;
	uint8_t redirect[64 - 8];
};

struct sm_node_info {
	uint8_t base_version, class_version, node_type, num_ports;
	uint8_t sys_guid[8], node_guid[8], port_guid[8];
	prm_be16 partition_cap, device_id;
	prm_be32 revision;
	uint8_t local_port, vendor_id[3];
};

#define SM_RESPONSE_TIME 18u	/* 4.096 us * 2^18, about a second */
#define SM_NODE_TYPE_CA 1u

static void sm_put_guid(uint8_t to[8], uint64_t guid)
{
	const prm_be64 value = prm_cpu_to_be64(guid);

	memcpy(to, &value, sizeof(value));
}

static void sm_mad_class_port_info(struct sm_mad *mad)
{
	struct sm_class_port_info info = {
		.base_version = SM_MAD_VERSION, .class_version = mad->class_version,
		.capability_mask2_resp_time = prm_cpu_to_be32(SM_RESPONSE_TIME),
	};

	memcpy(mad->data, &info, sizeof(mad->data));
}

static void sm_mad_node_info(const struct sm_dev *dev, struct sm_mad *mad)
{
	struct sm_node_info info = {
		.base_version = SM_MAD_VERSION, .class_version = SM_MAD_VERSION,
		.node_type = SM_NODE_TYPE_CA, .num_ports = 1, .local_port = 1,
		.partition_cap = prm_cpu_to_be16((uint16_t)sm_caps_pkeys(dev->caps)),
		.device_id = prm_cpu_to_be16(dev->caps->pci_device),
		.vendor_id = { 0x00, 0x02, 0xc9 },
	};

	sm_put_guid(info.sys_guid, dev->guid);
	sm_put_guid(info.node_guid, dev->guid);
	sm_put_guid(info.port_guid, dev->guid);
	memcpy(mad->data, &info, sizeof(info));
}

static bool sm_mad_subnet(const struct sm_dev *dev, struct sm_mad *mad)
{
	switch (prm_be16_to_cpu(mad->attr_id)) {
	case SM_ATTR_NODE_INFO:
		sm_mad_node_info(dev, mad);
		return true;
	case SM_ATTR_NODE_DESCRIPTION:
		if (dev->function)
			memcpy(mad->data, &dev->function->node_desc, sizeof(mad->data));
		return true;
	default:
		return false;
	}
}

/* The device counts nothing that these counters have: they are 0. */
static bool sm_mad_performance(struct sm_mad *mad)
{
	switch (prm_be16_to_cpu(mad->attr_id)) {
	case SM_ATTR_CLASS_PORT_INFO:
		sm_mad_class_port_info(mad);
		return true;
	case SM_ATTR_PORT_COUNTERS:
		return true;
	default:
		return false;
	}
}

/* The status of the answer, which replaces the request. */
static uint16_t sm_mad_answer(const struct sm_dev *dev, struct sm_mad *mad)
{
	bool is_known;

	if (mad->base_version != SM_MAD_VERSION)
		return SM_MAD_BAD_VERSION;
	if (mad->method != SM_MAD_GET)
		return SM_MAD_BAD_METHOD;
	memset(mad->data, 0, sizeof(mad->data));
	switch (mad->mgmt_class) {
	case SM_MAD_CLASS_SUBN_LID:
	case SM_MAD_CLASS_SUBN_DIRECTED:
		is_known = sm_mad_subnet(dev, mad);
		break;
	case SM_MAD_CLASS_PERFORMANCE:
		is_known = sm_mad_performance(mad);
		break;
	default:
		return SM_MAD_BAD_VERSION;
	}
	return is_known ? 0 : SM_MAD_BAD_ATTRIBUTE;
}

static uint8_t sm_mad_ifc(struct sm_cmd *cmd)
{
	struct prm_mad_ifc_in_fields in;
	struct prm_mad_ifc_out_fields out = {0};
	struct sm_mad mad;

	prm_mad_ifc_in_unpack(&in, cmd->in, NULL);
	if (in.port != 1)
		return sm_because(PRM_CMD_STATUS_BAD_PARAM, "port is %u; the device has port 1",
				  in.port);
	memcpy(&mad, in.mad, sizeof(mad));
	mad.status = prm_cpu_to_be16(sm_mad_answer(cmd->dev, &mad));
	mad.method = SM_MAD_GET_RESP;
	memcpy(out.response_mad_packet, &mad, sizeof(mad));
	prm_mad_ifc_out_pack(cmd->out, &out);
	return PRM_CMD_STATUS_OK;
}

const struct sm_cmd_type sm_fw_mad[] = {
	SM_CMD(MAD_IFC, mad_ifc_in, mad_ifc_out, sm_mad_ifc),
	{0},
};
