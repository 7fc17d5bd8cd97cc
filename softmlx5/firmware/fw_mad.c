// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * MAD_IFC: management datagrams to the port itself, which its agents answer.
 */
#include <string.h>

#include "base/caps.h"
#include "firmware/function.h"
#include "prm_mad.h"
#include "prm_vport.h"

enum { SM_MAD_VERSION = 1 };

/* In the data of subnet and of performance management, whose keys and routes are before it. */
#define SM_MAD_ATTRIBUTE_AT 40
#define SM_MAD_ATTRIBUTE_SIZE 64

/* Attributes of subnet management, and of performance management. */
enum {
	SM_ATTR_NODE_DESCRIPTION = 0x0010,
	SM_ATTR_NODE_INFO = 0x0011,
	SM_ATTR_CLASS_PORT_INFO = 0x0001,
	SM_ATTR_PORT_COUNTERS = 0x0012,
};

#define SM_RESPONSE_TIME 18u	/* 4.096 us * 2^18, about a second */
#define SM_NODE_TYPE_CA 1u
#define SM_VENDOR_MELLANOX 0x0002c9u

static void sm_mad_class_port_info(uint8_t class_version, uint8_t *attribute)
{
	const struct prm_class_port_info_fields info = {
		.base_version = SM_MAD_VERSION, .class_version = class_version,
		.resp_time_value = SM_RESPONSE_TIME,
	};

	prm_class_port_info_pack((void *)attribute, &info);
}

static void sm_mad_node_info(const struct sm_dev *dev, uint8_t *attribute)
{
	const struct prm_smp_node_info_fields info = {
		.base_version = SM_MAD_VERSION, .class_version = SM_MAD_VERSION,
		.node_type = SM_NODE_TYPE_CA, .num_ports = 1, .local_port_num = 1,
		.system_image_guid = dev->guid, .node_guid = dev->guid, .port_guid = dev->guid,
		.partition_cap = (uint16_t)sm_caps_pkeys(dev->caps),
		.device_id = dev->caps->pci_device,
		.vendor_id = SM_VENDOR_MELLANOX,
	};

	prm_smp_node_info_pack((void *)attribute, &info);
}

static bool sm_mad_subnet(const struct sm_dev *dev, uint16_t id, uint8_t *attribute)
{
	switch (id) {
	case SM_ATTR_NODE_INFO:
		sm_mad_node_info(dev, attribute);
		return true;
	case SM_ATTR_NODE_DESCRIPTION:
		if (dev->function)
			memcpy(attribute, &dev->function->node_desc, SM_MAD_ATTRIBUTE_SIZE);
		return true;
	default:
		return false;
	}
}

/* The device counts nothing that these counters have: they are 0. */
static bool sm_mad_performance(const struct prm_mad_fields *mad, uint8_t *attribute)
{
	switch (mad->attribute_id) {
	case SM_ATTR_CLASS_PORT_INFO:
		sm_mad_class_port_info(mad->class_version, attribute);
		return true;
	case SM_ATTR_PORT_COUNTERS:
		return true;
	default:
		return false;
	}
}

/* The status of the answer, which replaces the request. */
static uint16_t sm_mad_answer(const struct sm_dev *dev, struct prm_mad_fields *mad)
{
	uint8_t *attribute = mad->data + SM_MAD_ATTRIBUTE_AT;
	bool is_known;

	if (mad->base_version != SM_MAD_VERSION)
		return PRM_MAD_STATUS_BAD_VERSION;
	if (mad->method != PRM_MAD_METHOD_GET)
		return PRM_MAD_STATUS_UNSUPPORTED_METHOD;
	memset(attribute, 0, SM_MAD_ATTRIBUTE_SIZE);
	switch (mad->mgmt_class) {
	case PRM_MAD_CLASS_SUBN_LID_ROUTED:
	case PRM_MAD_CLASS_SUBN_DIRECTED_ROUTE:
		is_known = sm_mad_subnet(dev, mad->attribute_id, attribute);
		break;
	case PRM_MAD_CLASS_PERF_MGMT:
		is_known = sm_mad_performance(mad, attribute);
		break;
	default:
		return PRM_MAD_STATUS_BAD_VERSION;
	}
	return is_known ? PRM_MAD_STATUS_SUCCESS : PRM_MAD_STATUS_UNSUPPORTED_METHOD_ATTRIBUTE;
}

static uint8_t sm_mad_ifc(struct sm_cmd *cmd)
{
	struct prm_mad_ifc_in_fields in;
	struct prm_mad_ifc_out_fields out = {0};
	struct prm_mad_fields fields;
	struct prm_mad mad;

	prm_mad_ifc_in_unpack(&in, cmd->in, NULL);
	if (in.port != 1)
		return sm_because(PRM_CMD_STATUS_BAD_PARAM, "port is %u; the device has port 1",
				  in.port);
	memcpy(&mad, in.mad, sizeof(mad));
	prm_mad_unpack(&fields, &mad, NULL);
	fields.status = sm_mad_answer(cmd->dev, &fields);
	fields.method = PRM_MAD_METHOD_GET_RESP;
	prm_mad_pack(&mad, &fields);
	memcpy(out.response_mad_packet, &mad, sizeof(mad));
	prm_mad_ifc_out_pack(cmd->out, &out);
	return PRM_CMD_STATUS_OK;
}

const struct sm_cmd_type sm_fw_mad[] = {
	SM_CMD(MAD_IFC, mad_ifc_in, mad_ifc_out, sm_mad_ifc),
	{0},
};
