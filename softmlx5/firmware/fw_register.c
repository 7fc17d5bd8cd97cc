// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * ACCESS_REG: the registers that a driver reads or writes.
 */
#include <stdio.h>
#include <string.h>

#include "base/caps.h"
#include "firmware/function.h"
#include "nic/wire/packet.h"
#include "prm_access_reg.h"
#include "prm_port_reg.h"

/* A register: @is_write stores what the driver has sent, and both give what is in force then. */
struct sm_register {
	uint16_t id;
	size_t size;
	uint8_t (*access)(struct sm_dev *dev, bool is_write, const void *in, void *out);
};

static uint8_t sm_reg_host_endianness(struct sm_dev *dev, bool is_write, const void *in, void *out)
{
	bool big = dev->function && dev->function->is_big_endian;

	if (is_write)
		big = prm_host_endianness_reg_get_he(in) == PRM_HOST_ENDIANNESS_BIG_ENDIAN;
	if (dev->function)
		dev->function->is_big_endian = big;
	prm_host_endianness_reg_set_he(out, big ? PRM_HOST_ENDIANNESS_BIG_ENDIAN :
						  PRM_HOST_ENDIANNESS_LITTLE_ENDIAN);
	return PRM_CMD_STATUS_OK;
}

/* The description that the driver has written, or a name of the device. */
static uint8_t sm_reg_node_desc(struct sm_dev *dev, bool is_write, const void *in, void *out)
{
	struct prm_node_desc_reg none = {0}, *kept = dev->function ? &dev->function->node_desc : &none;

	if (is_write)
		memcpy(kept, in, sizeof(*kept));
	if (dev->function && memcmp(kept, &none, sizeof(none)))
		memcpy(out, kept, sizeof(*kept));
	else
		snprintf(out, sizeof(none), "softmlx5 mlx5_%u", dev->index);
	return PRM_CMD_STATUS_OK;
}

/* One speed of each link layer: 100 Gb/s. */
static uint8_t sm_reg_ptys(struct sm_dev *dev, bool is_write, const void *in, void *out)
{
	const uint8_t own = sm_caps_is_ethernet(dev->caps) ? PRM_PTYS_PROTO_MASK_EN :
							     PRM_PTYS_PROTO_MASK_IB;
	struct prm_ptys_reg_fields ptys;

	prm_ptys_reg_unpack(&ptys, in, NULL);
	if (is_write || ptys.local_port != 1 || ptys.proto_mask != own)
		return sm_because(
			PRM_CMD_STATUS_BAD_PARAM,
			"PTYS of port %u, proto_mask %u; port 1 can be read, with proto_mask %u",
			ptys.local_port, ptys.proto_mask, own);
	ptys = (struct prm_ptys_reg_fields){
		.local_port = 1, .proto_mask = own, .an_status = PRM_PTYS_AN_STATUS_COMPLETE,
	};
	if (own == PRM_PTYS_PROTO_MASK_EN) {
		ptys.eth_proto_capability = ptys.eth_proto_admin = ptys.eth_proto_oper =
			PRM_PTYS_ETH_PROTO_100GBASE_CR4;
	} else {
		ptys.ib_link_width_capability = PRM_PTYS_IB_WIDTH_1X | PRM_PTYS_IB_WIDTH_4X;
		ptys.ib_proto_capability = PRM_PTYS_IB_PROTO_SDR | PRM_PTYS_IB_PROTO_EDR;
		ptys.ib_link_width_admin = ptys.ib_link_width_capability;
		ptys.ib_proto_admin = ptys.ib_proto_capability;
		ptys.ib_link_width_oper = PRM_PTYS_IB_WIDTH_4X;
		ptys.ib_proto_oper = PRM_PTYS_IB_PROTO_EDR;
	}
	prm_ptys_reg_pack(out, &ptys);
	return PRM_CMD_STATUS_OK;
}

static uint8_t sm_reg_pmtu(struct sm_dev *dev, bool is_write, const void *in, void *out)
{
	(void)dev;
	if (is_write || prm_pmtu_reg_get_local_port(in) != 1)
		return sm_because(PRM_CMD_STATUS_BAD_PARAM,
				  "PMTU of port %u; that of port 1 can be read",
				  prm_pmtu_reg_get_local_port(in));
	prm_pmtu_reg_pack(out, &(struct prm_pmtu_reg_fields){
		.local_port = 1, .max_mtu = SM_MTU_MAX, .admin_mtu = SM_MTU_MAX,
		.oper_mtu = SM_MTU_MAX,
	});
	return PRM_CMD_STATUS_OK;
}

static uint8_t sm_reg_pvlc(struct sm_dev *dev, bool is_write, const void *in, void *out)
{
	(void)dev;
	if (is_write || prm_pvlc_reg_get_local_port(in) != 1)
		return sm_because(PRM_CMD_STATUS_BAD_PARAM,
				  "PVLC of port %u; that of port 1 can be read",
				  prm_pvlc_reg_get_local_port(in));
	prm_pvlc_reg_pack(out, &(struct prm_pvlc_reg_fields){
		.local_port = 1, .vl_hw_cap = PRM_PORT_VLS_VL0_3, .vl_admin = PRM_PORT_VLS_VL0_3,
		.vl_operational = PRM_PORT_VLS_VL0_3,
	});
	return PRM_CMD_STATUS_OK;
}

/* Linux has a time of its own for each that is 0. */
static uint8_t sm_reg_dtor(struct sm_dev *dev, bool is_write, const void *in, void *out)
{
	const struct prm_default_timeout_fields limit = {
		.to_multiplier = PRM_TIMEOUT_MULTIPLIER_MILLISECONDS,
		.to_value = dev->caps->time_limit,
	};

	(void)in;
	if (is_write)
		return sm_because(PRM_CMD_STATUS_BAD_PARAM, "DTOR can be read");
	prm_dtor_reg_pack(out, &(struct prm_dtor_reg_fields){
		.pcie_toggle_to = limit, .health_poll_to = limit, .full_crdump_to = limit,
		.fw_reset_to = limit, .flush_on_err_to = limit, .pci_sync_update_to = limit,
		.tear_down_to = limit, .fsm_reactivate_to = limit, .reclaim_pages_to = limit,
		.reclaim_vfs_pages_to = limit, .reset_unload_to = limit,
		.embedded_cpu_os_shutdown_to = limit,
	});
	return PRM_CMD_STATUS_OK;
}

static const struct sm_register sm_registers[] = {
	{ PRM_REGISTER_ID_HOST_ENDIANNESS, PRM_HOST_ENDIANNESS_REG_SIZE, sm_reg_host_endianness },
	{ PRM_REGISTER_ID_NODE_DESC, PRM_NODE_DESC_REG_SIZE, sm_reg_node_desc },
	{ PRM_REGISTER_ID_DTOR, PRM_DTOR_REG_SIZE, sm_reg_dtor },
	{ PRM_REGISTER_ID_PTYS, PRM_PTYS_REG_SIZE, sm_reg_ptys },
	{ PRM_REGISTER_ID_PMTU, PRM_PMTU_REG_SIZE, sm_reg_pmtu },
	{ PRM_REGISTER_ID_PVLC, PRM_PVLC_REG_SIZE, sm_reg_pvlc },
};

static uint8_t sm_access_reg(struct sm_cmd *cmd)
{
	const uint8_t *in = (const uint8_t *)cmd->in + PRM_ACCESS_REGISTER_IN_SIZE;
	uint8_t *out = (uint8_t *)cmd->out + PRM_ACCESS_REGISTER_OUT_SIZE;
	struct prm_access_register_in_fields head;
	const struct sm_register *reg;

	prm_access_register_in_unpack(&head, cmd->in, NULL);
	for (reg = sm_registers; reg < sm_registers + SM_ARRAY_SIZE(sm_registers); reg++) {
		if (reg->id != head.register_id)
			continue;
		if (cmd->in_len - PRM_ACCESS_REGISTER_IN_SIZE < reg->size)
			return sm_because(PRM_CMD_STATUS_BAD_INP_LEN,
					  "register 0x%x has %u bytes, the command fewer",
					  head.register_id, (unsigned int)reg->size);
		if (cmd->out_len - PRM_ACCESS_REGISTER_OUT_SIZE < reg->size)
			return sm_because(PRM_CMD_STATUS_BAD_OUTP_LEN,
					  "register 0x%x has %u bytes, the answer has no room",
					  head.register_id, (unsigned int)reg->size);
		return reg->access(cmd->dev, head.op_mod == PRM_ACCESS_REG_OP_MOD_WRITE, in, out);
	}
	return sm_because(PRM_CMD_STATUS_BAD_PARAM, "the device has no register 0x%x",
			  head.register_id);
}

const struct sm_cmd_type sm_fw_register[] = {
	SM_CMD(ACCESS_REG, access_register_in, access_register_out, sm_access_reg),
	{0},
};
