// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Commands that query the port: its state, addresses and partitions.
 */
#include <string.h>

#include "base/caps.h"
#include "base/gid.h"
#include "firmware/function.h"
#include "prm_vport.h"

#define SM_PORT_ACTIVE 4	/* InfiniBand, PortInfo */
#define SM_PORT_LINK_UP 5

/* The one port of the one function. */
static uint8_t sm_query_hca_vport_context(struct sm_cmd *cmd)
{
	struct prm_query_hca_vport_context_in_fields in;
	struct prm_query_hca_vport_context_out_fields out = {0};
	struct prm_hca_vport_context_fields *vport = &out.hca_vport_context;

	prm_query_hca_vport_context_in_unpack(&in, cmd->in, NULL);
	if (in.other_vport || in.vport_number || in.port_num > 1)
		return sm_because(
			PRM_CMD_STATUS_BAD_PARAM,
			"port_num is %u and vport_number %u; the device has port 1 of one function",
			in.port_num, in.vport_number);
	vport->port_physical_state = SM_PORT_LINK_UP;
	vport->port_state = SM_PORT_ACTIVE;
	vport->vport_state = SM_PORT_ACTIVE;
	vport->system_image_guid = cmd->dev->guid;
	vport->port_guid = cmd->dev->guid;
	vport->node_guid = cmd->dev->guid;
	vport->lid = cmd->dev->lid;
	vport->sm_lid = SM_SUBNET_LID;
	/*
	 * In the process the kernel's part is a driver that has done this: of ports of InfiniBand
	 * (linux drivers/infiniband/hw/mlx5/main.c mlx5_ib_modify_port()).
	 */
	if (cmd->dev->function)
		vport->cap_mask1 = cmd->dev->function->port_capabilities;
	else if (!sm_dev_is_ethernet(cmd->dev))
		vport->cap_mask1 = PRM_PORT_CAPABILITY_COMMUNICATION_MANAGEMENT;
	vport->cap_mask1_field_select = PRM_PORT_CAPABILITY_ALL;
	prm_query_hca_vport_context_out_pack(cmd->out, &out);
	return PRM_CMD_STATUS_OK;
}

/* Agents of the driver announce themselves in the port's capabilities; all else is fixed. */
static uint8_t sm_modify_hca_vport_context(struct sm_cmd *cmd)
{
	struct prm_modify_hca_vport_context_in_fields in;
	const struct prm_hca_vport_context_fields *vport = &in.hca_vport_context;
	struct sm_function *function = cmd->dev->function;

	prm_modify_hca_vport_context_in_unpack(&in, cmd->in, NULL);
	if (in.other_vport || in.vport_number || in.port_num > 1 || !function)
		return sm_because(
			PRM_CMD_STATUS_BAD_PARAM,
			"port_num is %u and vport_number %u; the device has port 1 of one function",
			in.port_num, in.vport_number);
	if (vport->field_select || vport->cap_mask1_field_select & ~PRM_PORT_CAPABILITY_ALL ||
	    vport->cap_mask2_field_select)
		return sm_because(
			PRM_CMD_STATUS_BAD_PARAM,
			"field_select is 0x%x, cap_mask1_field_select 0x%x and cap_mask2_field_select "
			"0x%x; bits 0x%x of cap_mask1 can be changed",
			vport->field_select, vport->cap_mask1_field_select,
			vport->cap_mask2_field_select, PRM_PORT_CAPABILITY_ALL);
	function->port_capabilities &= ~vport->cap_mask1_field_select;
	function->port_capabilities |= vport->cap_mask1 & vport->cap_mask1_field_select;
	return PRM_CMD_STATUS_OK;
}

/* The Ethernet side: SPDK reads here whether RoCE is enabled. The lists of addresses and VLANs are empty. */
static uint8_t sm_query_nic_vport_context(struct sm_cmd *cmd)
{
	struct prm_nic_vport_context_fields vport = {0};
	struct prm_query_nic_vport_context_in_fields in;
	struct prm_query_nic_vport_context_out *out = cmd->out;
	uint8_t mac[SM_MAC_SIZE];

	prm_query_nic_vport_context_in_unpack(&in, cmd->in, NULL);
	if (in.other_vport || in.vport_number || !sm_caps_is_ethernet(cmd->dev->caps))
		return sm_because(PRM_CMD_STATUS_BAD_PARAM,
				  "vport_number is %u, 0 is possible, of an Ethernet port",
				  in.vport_number);
	sm_lid_mac(cmd->dev->lid, mac);
	vport.roce_en = true;
	vport.system_image_guid = cmd->dev->guid;
	vport.port_guid = cmd->dev->guid;
	vport.node_guid = cmd->dev->guid;
	vport.permanent_address.mac_addr_47_32 = (uint32_t)mac[0] << 8 | mac[1];
	vport.permanent_address.mac_addr_31_0 = (uint32_t)mac[2] << 24 | (uint32_t)mac[3] << 16 |
						(uint32_t)mac[4] << 8 | mac[5];
	prm_nic_vport_context_pack(&out->nic_vport_context, &vport);
	return PRM_CMD_STATUS_OK;
}

#define SM_WHOLE_TABLE 0xffffu	/* as the index of an entry */

/* Entries that a query asks for: *@first and the number, 0 if the table has no such entry. */
static uint32_t sm_entries(uint32_t index, uint32_t size, uint32_t *first)
{
	*first = index == SM_WHOLE_TABLE ? 0 : index;
	if (index == SM_WHOLE_TABLE)
		return size;
	return index < size ? 1 : 0;
}

static uint8_t sm_query_hca_vport_gid(struct sm_cmd *cmd)
{
	struct prm_query_hca_vport_gid_in_fields in;
	struct prm_gid *out = prm_query_hca_vport_gid_out_gid(cmd->out);
	uint32_t first, n, i;

	prm_query_hca_vport_gid_in_unpack(&in, cmd->in, NULL);
	n = sm_entries(in.gid_index, sm_caps_gids(cmd->dev->caps), &first);
	if (in.other_vport || in.vport_number || in.port_num > 1 || !n)
		return sm_because(
			PRM_CMD_STATUS_BAD_PARAM,
			"port_num is %u, vport_number %u and gid_index %u; the device has port 1 of "
			"one function, and %u GIDs",
			in.port_num, in.vport_number, in.gid_index, sm_caps_gids(cmd->dev->caps));
	if (cmd->out_len < PRM_QUERY_HCA_VPORT_GID_OUT_SIZE + (size_t)n * PRM_GID_SIZE)
		return sm_because(PRM_CMD_STATUS_BAD_OUTP_LEN, "%u GIDs do not fit into %zu bytes",
				  n, cmd->out_len);
	for (i = 0; i < n; i++) {
		uint8_t gid[SM_GID_SIZE];

		memset(gid, 0, sizeof(gid));
		sm_dev_gid(cmd->dev, first + i, gid);
		memcpy(&out[i], gid, sizeof(gid));
	}
	prm_query_hca_vport_gid_out_set_gids_num(cmd->out, n);
	return PRM_CMD_STATUS_OK;
}

/* The default partition, with full membership; the other entries are free. */
static uint8_t sm_query_hca_vport_pkey(struct sm_cmd *cmd)
{
	struct prm_query_hca_vport_pkey_in_fields in;
	struct prm_pkey *out = prm_query_hca_vport_pkey_out_pkey(cmd->out);
	uint32_t first, n;

	prm_query_hca_vport_pkey_in_unpack(&in, cmd->in, NULL);
	n = sm_entries(in.pkey_index, sm_caps_pkeys(cmd->dev->caps), &first);
	if (in.other_vport || in.vport_number || in.port_num > 1 || !n)
		return sm_because(
			PRM_CMD_STATUS_BAD_PARAM,
			"port_num is %u, vport_number %u and pkey_index %u; the device has port 1 of "
			"one function, and %u P_Keys",
			in.port_num, in.vport_number, in.pkey_index, sm_caps_pkeys(cmd->dev->caps));
	if (cmd->out_len < PRM_QUERY_HCA_VPORT_PKEY_OUT_SIZE + (size_t)n * PRM_PKEY_SIZE)
		return sm_because(PRM_CMD_STATUS_BAD_OUTP_LEN,
				  "%u P_Keys do not fit into %zu bytes", n, cmd->out_len);
	if (!first)
		prm_pkey_set_pkey(out, SM_PORT_PKEY);
	return PRM_CMD_STATUS_OK;
}

static uint8_t sm_query_vport_state(struct sm_cmd *cmd)
{
	struct prm_query_vport_state_in_fields in;

	prm_query_vport_state_in_unpack(&in, cmd->in, NULL);
	if (in.other_vport || in.vport_number || in.op_mod == PRM_VPORT_STATE_OP_MOD_ESW_VPORT)
		return sm_because(PRM_CMD_STATUS_BAD_PARAM,
				  "op_mod is %u and vport_number %u; the device has one function",
				  in.op_mod, in.vport_number);
	prm_query_vport_state_out_set_admin_state(cmd->out, PRM_VPORT_ADMIN_STATE_AUTO);
	prm_query_vport_state_out_set_state(cmd->out, PRM_VPORT_STATE_UP);
	return PRM_CMD_STATUS_OK;
}

const struct sm_cmd_type sm_fw_port[] = {
	SM_CMD(QUERY_HCA_VPORT_CONTEXT, query_hca_vport_context_in, query_hca_vport_context_out,
	       sm_query_hca_vport_context),
	SM_CMD(MODIFY_HCA_VPORT_CONTEXT, modify_hca_vport_context_in, modify_hca_vport_context_out,
	       sm_modify_hca_vport_context),
	SM_CMD(QUERY_HCA_VPORT_GID, query_hca_vport_gid_in, query_hca_vport_gid_out,
	       sm_query_hca_vport_gid),
	SM_CMD(QUERY_HCA_VPORT_PKEY, query_hca_vport_pkey_in, query_hca_vport_pkey_out,
	       sm_query_hca_vport_pkey),
	SM_CMD(QUERY_NIC_VPORT_CONTEXT, query_nic_vport_context_in, query_nic_vport_context_out,
	       sm_query_nic_vport_context),
	SM_CMD(QUERY_VPORT_STATE, query_vport_state_in, query_vport_state_out,
	       sm_query_vport_state),
	{0},
};
