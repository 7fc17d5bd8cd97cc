// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The kernel's side: commands of DEVX by purpose, as mlx5_ib classifies them.
 */
#include "kernel/devx.h"
#include "prm_cq.h"
#include "prm_dct.h"
#include "prm_flow_counter.h"
#include "prm_flow_table.h"
#include "prm_general_obj.h"
#include "prm_mkey.h"
#include "prm_psv_cmd.h"
#include "prm_q_counter.h"
#include "prm_qp.h"
#include "prm_rmp.h"
#include "prm_rq.h"
#include "prm_sq.h"
#include "prm_srq.h"
#include "prm_tir.h"

/*
 * Opcodes of general commands, which belong to no object. Linux MLX5_CMD_OP_GENERAL_START and
 * _END.
 */
#define SM_GENERAL_FIRST 0xb00
#define SM_GENERAL_END 0xd00

/* Is it the command of an entry of a flow table with this mode? One makes the entry, one changes it. */
static bool sm_devx_is_fte(const struct sm_devx_cmd *cmd, uint32_t op_mod)
{
	return cmd->in_len >= PRM_SET_FTE_IN_SIZE && prm_set_fte_in_get_op_mod(cmd->in) == op_mod;
}

bool sm_devx_is_create(const struct sm_devx_cmd *cmd)
{
	switch (cmd->opcode) {
	case PRM_CMD_OPCODE_CREATE_GENERAL_OBJECT:
	case PRM_CMD_OPCODE_CREATE_MKEY:
	case PRM_CMD_OPCODE_CREATE_CQ:
	case PRM_CMD_OPCODE_ALLOC_PD:
	case PRM_CMD_OPCODE_ALLOC_TRANSPORT_DOMAIN:
	case PRM_CMD_OPCODE_CREATE_RMP:
	case PRM_CMD_OPCODE_ALLOC_Q_COUNTER:
	case PRM_CMD_OPCODE_CREATE_QP:
	case PRM_CMD_OPCODE_CREATE_SRQ:
	case PRM_CMD_OPCODE_CREATE_XRC_SRQ:
	case PRM_CMD_OPCODE_ALLOC_XRCD:
	case PRM_CMD_OPCODE_CREATE_DCT:
	case PRM_CMD_OPCODE_ATTACH_TO_MCG:
	case PRM_CMD_OPCODE_CREATE_SQ:
	case PRM_CMD_OPCODE_CREATE_RQ:
	case PRM_CMD_OPCODE_CREATE_TIS:
	case PRM_CMD_OPCODE_CREATE_TIR:
	case PRM_CMD_OPCODE_CREATE_RQT:
	case PRM_CMD_OPCODE_CREATE_FLOW_TABLE:
	case PRM_CMD_OPCODE_CREATE_FLOW_GROUP:
	case PRM_CMD_OPCODE_ALLOC_FLOW_COUNTER:
		return true;
	case PRM_CMD_OPCODE_SET_FLOW_TABLE_ENTRY:
		return sm_devx_is_fte(cmd, PRM_SET_FTE_OP_MOD_SET);
	case PRM_CMD_OPCODE_CREATE_PSV:
		return cmd->in_len >= PRM_CREATE_PSV_IN_SIZE &&
		       prm_create_psv_in_get_num_psv(cmd->in) == 1;
	default:
		return false;
	}
}

bool sm_devx_is_foreign_create(const struct sm_devx_cmd *cmd)
{
	switch (cmd->opcode) {
	case PRM_CMD_OPCODE_ALLOC_PACKET_REFORMAT_CONTEXT:
	case PRM_CMD_OPCODE_ALLOC_MODIFY_HEADER_CONTEXT:
	case PRM_CMD_OPCODE_CREATE_SCHEDULING_ELEMENT:
	case PRM_CMD_OPCODE_ADD_VXLAN_UDP_DPORT:
	case PRM_CMD_OPCODE_SET_L2_TABLE_ENTRY:
	case PRM_CMD_OPCODE_CREATE_XRQ:
		return true;
	default:
		return false;
	}
}

bool sm_devx_is_modify(const struct sm_devx_cmd *cmd)
{
	switch (cmd->opcode) {
	case PRM_CMD_OPCODE_MODIFY_GENERAL_OBJECT:
	case PRM_CMD_OPCODE_MODIFY_CQ:
	case PRM_CMD_OPCODE_MODIFY_RMP:
	case PRM_CMD_OPCODE_RST2INIT_QP:
	case PRM_CMD_OPCODE_INIT2RTR_QP:
	case PRM_CMD_OPCODE_INIT2INIT_QP:
	case PRM_CMD_OPCODE_RTR2RTS_QP:
	case PRM_CMD_OPCODE_RTS2RTS_QP:
	case PRM_CMD_OPCODE_SQERR2RTS_QP:
	case PRM_CMD_OPCODE_2ERR_QP:
	case PRM_CMD_OPCODE_2RST_QP:
	case PRM_CMD_OPCODE_ARM_XRC_SRQ:
	case PRM_CMD_OPCODE_ARM_RQ:
	case PRM_CMD_OPCODE_ARM_DCT_FOR_KEY_VIOLATION:
	case PRM_CMD_OPCODE_MODIFY_SQ:
	case PRM_CMD_OPCODE_MODIFY_RQ:
	case PRM_CMD_OPCODE_MODIFY_TIS:
	case PRM_CMD_OPCODE_MODIFY_TIR:
	case PRM_CMD_OPCODE_MODIFY_RQT:
	case PRM_CMD_OPCODE_MODIFY_FLOW_TABLE:
		return true;
	case PRM_CMD_OPCODE_SET_FLOW_TABLE_ENTRY:
		return sm_devx_is_fte(cmd, PRM_SET_FTE_OP_MOD_MODIFY);
	default:
		return false;
	}
}

bool sm_devx_is_query(const struct sm_devx_cmd *cmd)
{
	switch (cmd->opcode) {
	case PRM_CMD_OPCODE_QUERY_GENERAL_OBJECT:
	case PRM_CMD_OPCODE_QUERY_MKEY:
	case PRM_CMD_OPCODE_QUERY_CQ:
	case PRM_CMD_OPCODE_QUERY_RMP:
	case PRM_CMD_OPCODE_QUERY_Q_COUNTER:
	case PRM_CMD_OPCODE_QUERY_QP:
	case PRM_CMD_OPCODE_QUERY_SRQ:
	case PRM_CMD_OPCODE_QUERY_XRC_SRQ:
	case PRM_CMD_OPCODE_QUERY_DCT:
	case PRM_CMD_OPCODE_QUERY_SQ:
	case PRM_CMD_OPCODE_QUERY_RQ:
	case PRM_CMD_OPCODE_QUERY_TIS:
	case PRM_CMD_OPCODE_QUERY_TIR:
	case PRM_CMD_OPCODE_QUERY_RQT:
	case PRM_CMD_OPCODE_QUERY_FLOW_TABLE:
	case PRM_CMD_OPCODE_QUERY_FLOW_GROUP:
	case PRM_CMD_OPCODE_QUERY_FLOW_TABLE_ENTRY:
	case PRM_CMD_OPCODE_QUERY_FLOW_COUNTER:
		return true;
	default:
		return false;
	}
}

bool sm_devx_is_general(const struct sm_devx_cmd *cmd)
{
	switch (cmd->opcode) {
	case PRM_CMD_OPCODE_QUERY_HCA_CAP:
	case PRM_CMD_OPCODE_QUERY_HCA_VPORT_CONTEXT:
	case PRM_CMD_OPCODE_QUERY_ESW_VPORT_CONTEXT:
	case PRM_CMD_OPCODE_QUERY_VPORT_STATE:
	case PRM_CMD_OPCODE_QUERY_ADAPTER:
	case PRM_CMD_OPCODE_QUERY_ISSI:
	case PRM_CMD_OPCODE_QUERY_NIC_VPORT_CONTEXT:
	case PRM_CMD_OPCODE_QUERY_ROCE_ADDRESS:
	case PRM_CMD_OPCODE_QUERY_VNIC_ENV:
	case PRM_CMD_OPCODE_QUERY_VPORT_COUNTER:
	case PRM_CMD_OPCODE_GET_DROPPED_PACKET_LOG:
	case PRM_CMD_OPCODE_NOP:
	case PRM_CMD_OPCODE_QUERY_CONG_STATUS:
	case PRM_CMD_OPCODE_QUERY_CONG_PARAMS:
	case PRM_CMD_OPCODE_QUERY_CONG_STATISTICS:
	case PRM_CMD_OPCODE_QUERY_LAG:
	case PRM_CMD_OPCODE_QUERY_ESW_FUNCTIONS:
		return true;
	default:
		return cmd->opcode >= SM_GENERAL_FIRST && cmd->opcode < SM_GENERAL_END;
	}
}

bool sm_devx_is_for_all(uint16_t opcode)
{
	switch (opcode) {
	case PRM_CMD_OPCODE_QUERY_HCA_CAP:
	case PRM_CMD_OPCODE_QUERY_HCA_VPORT_CONTEXT:
	case PRM_CMD_OPCODE_QUERY_ESW_VPORT_CONTEXT:
	case PRM_CMD_OPCODE_QUERY_ESW_FUNCTIONS:
		return true;
	default:
		return false;
	}
}

/* Ethernet queues, their interfaces, and flow tables. */
static void sm_devx_named_of_ethernet(const struct sm_devx_cmd *cmd, struct sm_devx_id *id)
{
	const void *in = cmd->in;

#define SM_NAMED_BY(command, layout, field, creation) \
	case PRM_CMD_OPCODE_##command: \
		id->create = PRM_CMD_OPCODE_##creation; \
		id->number = prm_##layout##_in_get_##field(in); \
		break;
	switch (cmd->opcode) {
	SM_NAMED_BY(QUERY_SQ, query_sq, sqn, CREATE_SQ)
	SM_NAMED_BY(MODIFY_SQ, modify_sq, sqn, CREATE_SQ)
	SM_NAMED_BY(QUERY_RQ, query_rq, rqn, CREATE_RQ)
	SM_NAMED_BY(MODIFY_RQ, modify_rq, rqn, CREATE_RQ)
	SM_NAMED_BY(QUERY_TIS, query_tis, tisn, CREATE_TIS)
	SM_NAMED_BY(MODIFY_TIS, modify_tis, tisn, CREATE_TIS)
	SM_NAMED_BY(QUERY_TIR, query_tir, tirn, CREATE_TIR)
	SM_NAMED_BY(MODIFY_TIR, modify_tir, tirn, CREATE_TIR)
	SM_NAMED_BY(QUERY_RQT, query_rqt, rqtn, CREATE_RQT)
	SM_NAMED_BY(MODIFY_RQT, modify_rqt, rqtn, CREATE_RQT)
	SM_NAMED_BY(QUERY_FLOW_TABLE, query_flow_table, table_id, CREATE_FLOW_TABLE)
	SM_NAMED_BY(MODIFY_FLOW_TABLE, modify_flow_table, table_id, CREATE_FLOW_TABLE)
	SM_NAMED_BY(QUERY_FLOW_GROUP, query_flow_group, group_id, CREATE_FLOW_GROUP)
	SM_NAMED_BY(QUERY_FLOW_TABLE_ENTRY, query_fte, flow_index, SET_FLOW_TABLE_ENTRY)
	SM_NAMED_BY(SET_FLOW_TABLE_ENTRY, set_fte, flow_index, SET_FLOW_TABLE_ENTRY)
	SM_NAMED_BY(QUERY_FLOW_COUNTER, query_flow_counter, flow_counter_id, ALLOC_FLOW_COUNTER)
	default:
		break;
	}
#undef SM_NAMED_BY
}

struct sm_devx_id sm_devx_named(const struct sm_devx_cmd *cmd)
{
	struct sm_devx_id id = { 0 };
	const void *in = cmd->in;

	switch (cmd->opcode) {
	case PRM_CMD_OPCODE_MODIFY_GENERAL_OBJECT:
	case PRM_CMD_OPCODE_QUERY_GENERAL_OBJECT:
		id.create = PRM_CMD_OPCODE_CREATE_GENERAL_OBJECT;
		id.obj_type = (uint16_t)prm_general_obj_in_cmd_hdr_get_obj_type(in);
		id.number = prm_general_obj_in_cmd_hdr_get_obj_id(in);
		break;
	case PRM_CMD_OPCODE_QUERY_MKEY:
		id.create = PRM_CMD_OPCODE_CREATE_MKEY;
		id.number = prm_query_mkey_in_get_mkey_index(in);
		break;
	case PRM_CMD_OPCODE_QUERY_CQ:
		id.create = PRM_CMD_OPCODE_CREATE_CQ;
		id.number = prm_query_cq_in_get_cqn(in);
		break;
	case PRM_CMD_OPCODE_MODIFY_CQ:
		id.create = PRM_CMD_OPCODE_CREATE_CQ;
		id.number = prm_modify_cq_in_get_cqn(in);
		break;
	case PRM_CMD_OPCODE_QUERY_RMP:
		id.create = PRM_CMD_OPCODE_CREATE_RMP;
		id.number = prm_query_rmp_in_get_rmpn(in);
		break;
	case PRM_CMD_OPCODE_MODIFY_RMP:
		id.create = PRM_CMD_OPCODE_CREATE_RMP;
		id.number = prm_modify_rmp_in_get_rmpn(in);
		break;
	case PRM_CMD_OPCODE_QUERY_SRQ:
		id.create = PRM_CMD_OPCODE_CREATE_SRQ;
		id.number = prm_query_srq_in_get_srqn(in);
		break;
	case PRM_CMD_OPCODE_QUERY_XRC_SRQ:
		id.create = PRM_CMD_OPCODE_CREATE_XRC_SRQ;
		id.number = prm_query_xrc_srq_in_get_xrc_srqn(in);
		break;
	case PRM_CMD_OPCODE_ARM_XRC_SRQ:
		id.create = PRM_CMD_OPCODE_CREATE_XRC_SRQ;
		id.number = prm_arm_xrc_srq_in_get_xrc_srqn(in);
		break;
	case PRM_CMD_OPCODE_QUERY_DCT:
		id.create = PRM_CMD_OPCODE_CREATE_DCT;
		id.number = prm_query_dct_in_get_dctn(in);
		break;
	case PRM_CMD_OPCODE_ARM_DCT_FOR_KEY_VIOLATION:
		id.create = PRM_CMD_OPCODE_CREATE_DCT;
		id.number = prm_arm_dct_in_get_dct_number(in);
		break;
	case PRM_CMD_OPCODE_QUERY_Q_COUNTER:
		id.create = PRM_CMD_OPCODE_ALLOC_Q_COUNTER;
		id.number = prm_query_q_counter_in_get_counter_set_id(in);
		break;
	case PRM_CMD_OPCODE_QUERY_QP:
		id.create = PRM_CMD_OPCODE_CREATE_QP;
		id.number = prm_query_qp_in_get_qpn(in);
		break;
	case PRM_CMD_OPCODE_2ERR_QP:
		id.create = PRM_CMD_OPCODE_CREATE_QP;
		id.number = prm_qp_2err_in_get_qpn(in);
		break;
	case PRM_CMD_OPCODE_2RST_QP:
		id.create = PRM_CMD_OPCODE_CREATE_QP;
		id.number = prm_qp_2rst_in_get_qpn(in);
		break;
	case PRM_CMD_OPCODE_RST2INIT_QP:
	case PRM_CMD_OPCODE_INIT2RTR_QP:
	case PRM_CMD_OPCODE_INIT2INIT_QP:
	case PRM_CMD_OPCODE_RTR2RTS_QP:
	case PRM_CMD_OPCODE_RTS2RTS_QP:
	case PRM_CMD_OPCODE_SQERR2RTS_QP:
		/* The number has the same place in all of them. */
		id.create = PRM_CMD_OPCODE_CREATE_QP;
		id.number = prm_rst2init_qp_in_get_qpn(in);
		break;
	default:
		sm_devx_named_of_ethernet(cmd, &id);
		break;
	}
	return id;
}
