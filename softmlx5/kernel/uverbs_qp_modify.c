// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The kernel's side: transitions of queue pairs between states.
 */
#include <endian.h>
#include <errno.h>
#include <infiniband/verbs.h>
#include <stdio.h>
#include <string.h>

#include "kernel/uverbs_qp.h"
#include "prm_qp.h"

#define SM_ACK_REQ_FREQ 8	/* log2 of packets, as in mlx5_ib */
#define SM_UD_LOG_MSG 12
/* The largest numbers of InfiniBand's fields. */
#define SM_MAX_TIMEOUT 31u
#define SM_MAX_RETRIES 7u
#define SM_MAX_RNR_TIMER 31u
#define SM_MAX_QPN 0xffffffu
#define SM_MAX_SL 15u
#define SM_FLOW_LABEL 0xfffffu
#define SM_QP_ATTRS_STANDARD ((IBV_QP_DEST_QPN << 1) - 1)

/* Modify in InfiniBand's terms: attributes that a transition requires and accepts. */

#define SM_ACCESS_PKEY_PORT (IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS)
#define SM_QKEY_PKEY_PORT (IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_QKEY)
#define SM_UC_RTR (IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN)
#define SM_RC_RTR (SM_UC_RTR | IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER)
#define SM_RC_RTS (IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY | IBV_QP_SQ_PSN | \
		   IBV_QP_MAX_QP_RD_ATOMIC)
#define SM_RTR_OPTIONAL (IBV_QP_ALT_PATH | IBV_QP_ACCESS_FLAGS | IBV_QP_PKEY_INDEX)
#define SM_UC_RTS_OPTIONAL (IBV_QP_CUR_STATE | IBV_QP_ALT_PATH | IBV_QP_ACCESS_FLAGS | \
			    IBV_QP_PATH_MIG_STATE)
#define SM_RC_RTS_OPTIONAL (SM_UC_RTS_OPTIONAL | IBV_QP_MIN_RNR_TIMER)
#define SM_UD_RTS_OPTIONAL (IBV_QP_CUR_STATE | IBV_QP_QKEY)
#define SM_UC_SQD_OPTIONAL (IBV_QP_AV | IBV_QP_ALT_PATH | IBV_QP_ACCESS_FLAGS | \
			    IBV_QP_PKEY_INDEX | IBV_QP_PATH_MIG_STATE)
#define SM_RC_SQD_OPTIONAL (SM_UC_SQD_OPTIONAL | IBV_QP_PORT | IBV_QP_TIMEOUT | \
			    IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY | IBV_QP_MAX_QP_RD_ATOMIC | \
			    IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER)
/* XRC: a QP that sends has no attributes of receiving, and a target none of sending. */
#define SM_XRC_SEND_ONLY (IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY | IBV_QP_MAX_QP_RD_ATOMIC)
#define SM_XRC_RECV_ONLY (IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER)

struct sm_qp_attrs {
	uint32_t rc, uc, ud;
};

struct sm_qp_transition {
	uint8_t from, to;	/* enum ibv_qp_state */
	struct sm_qp_attrs needed, optional;
};

/* Every state has a transition to RESET, and all but RESET one to ERR. */
static const struct sm_qp_transition sm_qp_transitions[] = {
	{
		IBV_QPS_RESET, IBV_QPS_INIT,
		{ SM_ACCESS_PKEY_PORT, SM_ACCESS_PKEY_PORT, SM_QKEY_PKEY_PORT }, { 0, 0, 0 },
	}, {
		IBV_QPS_INIT, IBV_QPS_INIT,
		{ 0, 0, 0 }, { SM_ACCESS_PKEY_PORT, SM_ACCESS_PKEY_PORT, SM_QKEY_PKEY_PORT },
	}, {
		IBV_QPS_INIT, IBV_QPS_RTR,
		{ SM_RC_RTR, SM_UC_RTR, 0 },
		{ SM_RTR_OPTIONAL, SM_RTR_OPTIONAL, IBV_QP_PKEY_INDEX | IBV_QP_QKEY },
	}, {
		IBV_QPS_RTR, IBV_QPS_RTS,
		{ SM_RC_RTS, IBV_QP_SQ_PSN, IBV_QP_SQ_PSN },
		{ SM_RC_RTS_OPTIONAL, SM_UC_RTS_OPTIONAL, SM_UD_RTS_OPTIONAL },
	}, {
		IBV_QPS_RTS, IBV_QPS_RTS,
		{ 0, 0, 0 }, { SM_RC_RTS_OPTIONAL, SM_UC_RTS_OPTIONAL, SM_UD_RTS_OPTIONAL },
	}, {
		IBV_QPS_RTS, IBV_QPS_SQD,
		{ 0, 0, 0 },
		{ IBV_QP_EN_SQD_ASYNC_NOTIFY, IBV_QP_EN_SQD_ASYNC_NOTIFY,
		  IBV_QP_EN_SQD_ASYNC_NOTIFY },
	}, {
		IBV_QPS_SQD, IBV_QPS_RTS,
		{ 0, 0, 0 }, { SM_RC_RTS_OPTIONAL, SM_UC_RTS_OPTIONAL, SM_UD_RTS_OPTIONAL },
	}, {
		IBV_QPS_SQD, IBV_QPS_SQD,
		{ 0, 0, 0 },
		{ SM_RC_SQD_OPTIONAL, SM_UC_SQD_OPTIONAL, IBV_QP_PKEY_INDEX | IBV_QP_QKEY },
	}, {
		IBV_QPS_SQE, IBV_QPS_RTS,
		{ 0, 0, 0 },
		{ 0, IBV_QP_CUR_STATE | IBV_QP_ACCESS_FLAGS, SM_UD_RTS_OPTIONAL },
	},
};

/* What a QP of XRC does not have; as in Linux, it is ignored if it is given. */
static uint32_t sm_qp_attrs_ignored(uint8_t type)
{
	return type == IBV_QPT_XRC_SEND ? SM_XRC_RECV_ONLY :
	       type == IBV_QPT_XRC_RECV ? SM_XRC_SEND_ONLY : 0;
}

static uint32_t sm_qp_attrs_of(const struct sm_qp_attrs *attrs, uint8_t type)
{
	switch (type) {
	case IBV_QPT_RC:
	case IBV_QPT_XRC_SEND:
	case IBV_QPT_XRC_RECV:
		return attrs->rc & ~sm_qp_attrs_ignored(type);
	case IBV_QPT_UC:
		return attrs->uc;
	default:
		return attrs->ud;
	}
}

#define SM_DCI_RTS (IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY | \
		    IBV_QP_MAX_QP_RD_ATOMIC | IBV_QP_SQ_PSN)

/* Names for reasons. */
static const char *sm_state_name(uint32_t state)
{
	static const char *const names[] = {
		[IBV_QPS_RESET] = "RESET", [IBV_QPS_INIT] = "INIT", [IBV_QPS_RTR] = "RTR",
		[IBV_QPS_RTS] = "RTS",	   [IBV_QPS_SQD] = "SQD",   [IBV_QPS_SQE] = "SQE",
		[IBV_QPS_ERR] = "ERR",
	};

	return state < SM_ARRAY_SIZE(names) ? names[state] : "an unknown state";
}

/* The names of the bits of attr_mask, in a buffer of the caller. */
static const char *sm_attr_names(uint32_t mask, char *text, size_t size)
{
	static const struct {
		uint32_t bit;
		const char *name;
	} names[] = {
#define SM_ATTR_NAME(name) { name, #name }
		SM_ATTR_NAME(IBV_QP_STATE),
		SM_ATTR_NAME(IBV_QP_CUR_STATE),
		SM_ATTR_NAME(IBV_QP_EN_SQD_ASYNC_NOTIFY),
		SM_ATTR_NAME(IBV_QP_ACCESS_FLAGS),
		SM_ATTR_NAME(IBV_QP_PKEY_INDEX),
		SM_ATTR_NAME(IBV_QP_PORT),
		SM_ATTR_NAME(IBV_QP_QKEY),
		SM_ATTR_NAME(IBV_QP_AV),
		SM_ATTR_NAME(IBV_QP_PATH_MTU),
		SM_ATTR_NAME(IBV_QP_TIMEOUT),
		SM_ATTR_NAME(IBV_QP_RETRY_CNT),
		SM_ATTR_NAME(IBV_QP_RNR_RETRY),
		SM_ATTR_NAME(IBV_QP_RQ_PSN),
		SM_ATTR_NAME(IBV_QP_MAX_QP_RD_ATOMIC),
		SM_ATTR_NAME(IBV_QP_ALT_PATH),
		SM_ATTR_NAME(IBV_QP_MIN_RNR_TIMER),
		SM_ATTR_NAME(IBV_QP_SQ_PSN),
		SM_ATTR_NAME(IBV_QP_MAX_DEST_RD_ATOMIC),
		SM_ATTR_NAME(IBV_QP_PATH_MIG_STATE),
		SM_ATTR_NAME(IBV_QP_CAP),
		SM_ATTR_NAME(IBV_QP_DEST_QPN),
		SM_ATTR_NAME(IBV_QP_RATE_LIMIT),
#undef SM_ATTR_NAME
	};
	int len = 0;

	snprintf(text, size, "unknown bits");
	for (size_t i = 0; i < SM_ARRAY_SIZE(names) && (size_t)len < size; i++)
		if (mask & names[i].bit)
			len += snprintf(text + len, size - (size_t)len, "%s%s", len ? ", " : "",
					names[i].name);
	return text;
}

/* Does the mask have what a transition needs, and nothing that it does not take? */
static bool sm_mask_is_right(uint8_t from, uint8_t to, uint32_t mask, uint32_t needed,
			     uint32_t optional)
{
	const uint32_t missing = needed & ~mask, excess = mask & ~(needed | optional);
	char text[256];

	if (missing)
		sm_reason_note("attr_mask lacks %s, which %s to %s needs",
			       sm_attr_names(missing, text, sizeof(text)), sm_state_name(from),
			       sm_state_name(to));
	else if (excess)
		sm_reason_note("attr_mask has %s, which %s to %s does not take",
			       sm_attr_names(excess, text, sizeof(text)), sm_state_name(from),
			       sm_state_name(to));
	return !missing && !excess;
}

/* Initiators of dynamic connections; see modify_dci_qp_is_ok() in mlx5_ib. */
static bool sm_dci_may_modify(uint8_t from, uint8_t to, uint32_t mask)
{
	static const struct {
		uint8_t from, to;
		uint32_t needed, optional;
	} rows[] = {
		{ IBV_QPS_RESET, IBV_QPS_INIT, IBV_QP_PKEY_INDEX | IBV_QP_PORT, 0 },
		{ IBV_QPS_INIT, IBV_QPS_INIT, 0, IBV_QP_PKEY_INDEX | IBV_QP_PORT },
		{ IBV_QPS_INIT, IBV_QPS_RTR, IBV_QP_PATH_MTU, IBV_QP_PKEY_INDEX | IBV_QP_AV },
		{ IBV_QPS_RTR, IBV_QPS_RTS, SM_DCI_RTS, IBV_QP_MIN_RNR_TIMER },
		{ IBV_QPS_RTS, IBV_QPS_RTS, 0, IBV_QP_MIN_RNR_TIMER },
	};

	if (!(mask & IBV_QP_STATE))
		return sm_mask_is_right(from, to, mask, IBV_QP_STATE, ~0u);
	mask &= ~(uint32_t)IBV_QP_STATE;
	if (to == IBV_QPS_RESET || (to == IBV_QPS_ERR && from != IBV_QPS_RESET))
		return sm_mask_is_right(from, to, mask, 0, 0);
	for (unsigned int i = 0; i < SM_ARRAY_SIZE(rows); i++)
		if (rows[i].from == from && rows[i].to == to)
			return sm_mask_is_right(from, to, mask, rows[i].needed, rows[i].optional);
	sm_reason_note("there is no transition from %s to %s", sm_state_name(from),
		       sm_state_name(to));
	return false;
}

/* Raw packets have no address, only a port and a rate. */
static void sm_raw_qp_attrs(const struct sm_qp_transition *row, uint32_t *needed,
			    uint32_t *optional)
{
	const bool may_pace = row->to == IBV_QPS_RTS &&
			      (row->from == IBV_QPS_RTR || row->from == IBV_QPS_RTS);

	*needed = row->from == IBV_QPS_RESET ? IBV_QP_PORT : 0;
	*optional = may_pace ? IBV_QP_RATE_LIMIT : 0;
}

static bool sm_qp_may_modify(uint8_t type, uint8_t from, uint8_t to, uint32_t mask)
{
	const struct sm_qp_transition *row = sm_qp_transitions;
	uint32_t needed, optional;
	unsigned int i;

	if ((mask & IBV_QP_CUR_STATE) && (from < IBV_QPS_RTR || from > IBV_QPS_SQE)) {
		sm_reason_note("cur_qp_state is %s; RTR, RTS, SQD and SQE are allowed",
			       sm_state_name(from));
		return false;
	}
	if (to == IBV_QPS_RESET || (to == IBV_QPS_ERR && from != IBV_QPS_RESET))
		return sm_mask_is_right(from, to, mask, 0, IBV_QP_STATE);
	for (i = 0; i < SM_ARRAY_SIZE(sm_qp_transitions); i++, row++) {
		if (row->from != from || row->to != to)
			continue;
		needed = sm_qp_attrs_of(&row->needed, type);
		optional = sm_qp_attrs_of(&row->optional, type);
		if (type == IBV_QPT_RAW_PACKET)
			sm_raw_qp_attrs(row, &needed, &optional);
		return sm_mask_is_right(from, to, mask, needed, optional | IBV_QP_STATE);
	}
	sm_reason_note("there is no transition from %s to %s", sm_state_name(from),
		       sm_state_name(to));
	return false;
}

/* Modify in the device's terms. */

#define SM_OPT(name) PRM_QP_OPT_PARAM_##name
#define SM_OPT_ACCESS (SM_OPT(RRE) | SM_OPT(RAE) | SM_OPT(RWE))

/* The bits of opt_param_mask for an attribute. */
static const struct {
	uint32_t attr, opt_param;
} sm_opt_params[] = {
	{ IBV_QP_ACCESS_FLAGS, SM_OPT_ACCESS },
	{ IBV_QP_PKEY_INDEX, SM_OPT(PKEY_INDEX) },
	{ IBV_QP_PORT, SM_OPT(PRI_PORT) },
	{ IBV_QP_QKEY, SM_OPT(Q_KEY) },
	{ IBV_QP_AV, SM_OPT(PRIMARY_ADDR_PATH) | SM_OPT(PRI_PORT) },
	{ IBV_QP_TIMEOUT, SM_OPT(ACK_TIMEOUT) },
	{ IBV_QP_RETRY_CNT, SM_OPT(RETRY_COUNT) },
	{ IBV_QP_RNR_RETRY, SM_OPT(RNR_RETRY) },
	{ IBV_QP_MAX_QP_RD_ATOMIC, SM_OPT(SRA_MAX) },
	{ IBV_QP_ALT_PATH, SM_OPT(ALT_ADDR_PATH) },
	{ IBV_QP_MIN_RNR_TIMER, SM_OPT(RNR_TIMEOUT) },
	{ IBV_QP_MAX_DEST_RD_ATOMIC, SM_OPT(RRA_MAX) | SM_OPT_ACCESS },
	{ IBV_QP_PATH_MIG_STATE, SM_OPT(PM_STATE) },
};

/* The command of a transition, and the bits of opt_param_mask that it accepts. */
static const struct sm_qp_command {
	uint8_t from, to;
	uint16_t opcode;
	struct sm_qp_attrs opt_params;
} sm_qp_commands[] = {
	{ IBV_QPS_RESET, IBV_QPS_INIT, PRM_CMD_OPCODE_RST2INIT_QP, { 0, 0, 0 } },
	{
		IBV_QPS_INIT, IBV_QPS_INIT, PRM_CMD_OPCODE_INIT2INIT_QP,
		{
			SM_OPT_ACCESS | SM_OPT(PKEY_INDEX) | SM_OPT(PRI_PORT),
			SM_OPT(RWE) | SM_OPT(PKEY_INDEX) | SM_OPT(PRI_PORT),
			SM_OPT(PKEY_INDEX) | SM_OPT(Q_KEY) | SM_OPT(PRI_PORT),
		},
	}, {
		IBV_QPS_INIT, IBV_QPS_RTR, PRM_CMD_OPCODE_INIT2RTR_QP,
		{
			SM_OPT(ALT_ADDR_PATH) | SM_OPT_ACCESS | SM_OPT(PKEY_INDEX),
			SM_OPT(ALT_ADDR_PATH) | SM_OPT(RWE) | SM_OPT(PKEY_INDEX),
			SM_OPT(PKEY_INDEX) | SM_OPT(Q_KEY),
		},
	}, {
		IBV_QPS_RTR, IBV_QPS_RTS, PRM_CMD_OPCODE_RTR2RTS_QP,
		{
			SM_OPT(ALT_ADDR_PATH) | SM_OPT_ACCESS | SM_OPT(PM_STATE) |
				SM_OPT(RNR_TIMEOUT),
			SM_OPT(ALT_ADDR_PATH) | SM_OPT(RWE) | SM_OPT(PM_STATE),
			SM_OPT(Q_KEY),
		},
	}, {
		IBV_QPS_RTS, IBV_QPS_RTS, PRM_CMD_OPCODE_RTS2RTS_QP,
		{
			SM_OPT_ACCESS | SM_OPT(RNR_TIMEOUT) | SM_OPT(PM_STATE) |
				SM_OPT(ALT_ADDR_PATH),
			SM_OPT(RWE) | SM_OPT(PM_STATE) | SM_OPT(ALT_ADDR_PATH),
			SM_OPT(Q_KEY) | SM_OPT(SRQN) | SM_OPT(CQN_RCV),
		},
	}, {
		IBV_QPS_SQE, IBV_QPS_RTS, PRM_CMD_OPCODE_SQERR2RTS_QP,
		{ SM_OPT(RNR_TIMEOUT) | SM_OPT_ACCESS, SM_OPT(RWE), SM_OPT(Q_KEY) },
	}, {
		IBV_QPS_SQD, IBV_QPS_RTS, PRM_CMD_OPCODE_SQD2RTS_QP,
		{ SM_OPT(RNR_TIMEOUT) | SM_OPT_ACCESS, SM_OPT(RWE), SM_OPT(Q_KEY) },
	},
};

/* XRC accepts those of RC, except when it leaves SQD. */
static uint32_t sm_opt_params_of(const struct sm_qp_command *row, uint8_t type)
{
	switch (sm_service_type(type)) {
	case PRM_QP_SERVICE_TYPE_RC:
		return row->opt_params.rc;
	case PRM_QP_SERVICE_TYPE_XRC:
		return row->opcode == PRM_CMD_OPCODE_SQD2RTS_QP ? 0 : row->opt_params.rc;
	case PRM_QP_SERVICE_TYPE_UC:
		return row->opt_params.uc;
	case PRM_QP_SERVICE_TYPE_DCI:
		return 0;
	default:
		return row->opt_params.ud;
	}
}

static uint32_t sm_opt_param_mask(uint32_t attr_mask)
{
	uint32_t mask = 0;
	unsigned int i;

	for (i = 0; i < SM_ARRAY_SIZE(sm_opt_params); i++)
		if (attr_mask & sm_opt_params[i].attr)
			mask |= sm_opt_params[i].opt_param;
	return mask;
}

/* The six commands with a context have the same layout and differ in the opcode. */
static int sm_qp_exec_modify(struct sm_uverbs_qp *qp, uint16_t opcode, uint32_t opt_param_mask,
			     const struct prm_qpc_fields *qpc)
{
	union {
		struct prm_rst2init_qp_in rst2init;
		struct prm_init2init_qp_in init2init;
		struct prm_init2rtr_qp_in init2rtr;
		struct prm_rtr2rts_qp_in rtr2rts;
		struct prm_rts2rts_qp_in rts2rts;
		struct prm_sqerr2rts_qp_in sqerr2rts;
		struct prm_sqd2rts_qp_in sqd2rts;
	} in;
	struct prm_rst2init_qp_out out;

#define SM_PACK(name) do { \
		struct prm_##name##_qp_in_fields fields; \
		prm_##name##_qp_in_fields_init(&fields); \
		fields.uid = qp->uid; \
		fields.qpn = qp->qpn; \
		fields.opt_param_mask = opt_param_mask; \
		fields.qpc = *qpc; \
		prm_##name##_qp_in_pack(&in.name, &fields); \
	} while (0)

	switch (opcode) {
	case PRM_CMD_OPCODE_RST2INIT_QP:
		SM_PACK(rst2init);
		break;
	case PRM_CMD_OPCODE_INIT2INIT_QP:
		SM_PACK(init2init);
		break;
	case PRM_CMD_OPCODE_INIT2RTR_QP:
		SM_PACK(init2rtr);
		break;
	case PRM_CMD_OPCODE_RTR2RTS_QP:
		SM_PACK(rtr2rts);
		break;
	case PRM_CMD_OPCODE_RTS2RTS_QP:
		SM_PACK(rts2rts);
		break;
	case PRM_CMD_OPCODE_SQERR2RTS_QP:
		SM_PACK(sqerr2rts);
		break;
	default:
		SM_PACK(sqd2rts);
		break;
	}
#undef SM_PACK
	return sm_kernel_exec(qp->uobj.file->dev, &in, sizeof(in), &out, sizeof(out));
}

static uint8_t sm_static_rate(uint8_t rate)
{
	/*
	 * Rates beyond 120 Gb/s have no code in InfiniBand's order; the device is never that
	 * slow.
	 */
	return rate < IBV_RATE_2_5_GBPS || rate > IBV_RATE_120_GBPS ?
	       PRM_ADS_STAT_RATE_NO_LIMIT : (uint8_t)(rate + SM_RATE_OFFSET);
}

/*
 * Checks and resolves an address as ib_core does for RoCE: there is a GRH, the own address exists, and
 * the MAC of the peer is known.
 */
int sm_ethernet_resolve(struct sm_dev *dev, bool is_global, uint8_t sgid_index,
			const uint8_t dgid[SM_GID_SIZE], uint8_t mac[SM_MAC_SIZE])
{
	uint8_t sgid[SM_GID_SIZE];
	uint16_t lid;

	if (!is_global)
		return sm_because(-EINVAL,
				  "is_global is 0; a path of an Ethernet port needs a GRH");
	if (sgid_index >= sm_gid_count(dev) || sm_dev_gid(dev, sgid_index, sgid) == SM_GID_NONE)
		return sm_because(-EINVAL,
				  "sgid_index is %u; the port has no GID there, and %u at most",
				  sgid_index, sm_gid_count(dev));
	if (sm_gid_is_group(dgid)) {
		sm_group_mac(dgid, mac);
		return 0;
	}
	lid = sm_gid_lid(dgid);
	if (!lid)
		return sm_because(-EHOSTUNREACH, "no port in the fabric has the GID dgid");
	sm_lid_mac(lid, mac);
	return 0;
}

static int sm_qp_ethernet_path(struct sm_dev *dev, const struct ib_uverbs_qp_dest *dest,
			       struct prm_ads_fields *path)
{
	uint8_t mac[SM_MAC_SIZE];
	int err = sm_ethernet_resolve(dev, dest->is_global, dest->sgid_index, dest->dgid, mac);
	uint16_t high;
	uint32_t low;

	if (err)
		return err;
	memcpy(&high, mac, sizeof(high));
	memcpy(&low, mac + sizeof(high), sizeof(low));
	path->rmac_47_32 = be16toh(high);
	path->rmac_31_0 = be32toh(low);
	path->eth_prio = dest->sl;
	return 0;
}

static int sm_qp_path(struct sm_dev *dev, const struct ib_uverbs_qp_dest *dest, uint8_t port,
		      struct prm_ads_fields *path)
{
	int err;

	if (dest->is_global) {
		if (dest->sgid_index >= sm_gid_count(dev))
			return sm_because(-EINVAL, "sgid_index is %u; the port has %u GIDs",
					  dest->sgid_index, sm_gid_count(dev));
		path->grh = !sm_dev_is_ethernet(dev);
		path->src_addr_index = dest->sgid_index;
		path->hop_limit = dest->hop_limit;
		path->tclass = dest->traffic_class;
		path->flow_label = dest->flow_label & SM_FLOW_LABEL; /* Linux cuts it, too */
		memcpy(path->rgid_rip, dest->dgid, sizeof(path->rgid_rip));
	}
	if (sm_dev_is_ethernet(dev)) {
		err = sm_qp_ethernet_path(dev, dest, path);
		if (err)
			return err;
	} else {
		path->rlid = dest->dlid;
		path->mlid = dest->src_path_bits;
		path->sl = dest->sl;
	}
	path->stat_rate = sm_static_rate(dest->static_rate);
	path->vhca_port_num = port;
	return 0;
}

static int sm_qp_access(struct sm_uverbs_qp *qp, const struct ib_uverbs_modify_qp *cmd,
			struct prm_qpc_fields *qpc)
{
	uint32_t access = cmd->attr_mask & IBV_QP_ACCESS_FLAGS ? cmd->qp_access_flags :
								 qp->known->access;
	uint8_t depth = cmd->attr_mask & IBV_QP_MAX_DEST_RD_ATOMIC ? cmd->max_dest_rd_atomic :
								     qp->known->resp_depth;

	if (!depth)
		access &= IBV_ACCESS_REMOTE_WRITE;
	qpc->rre = access & IBV_ACCESS_REMOTE_READ;
	qpc->rwe = access & IBV_ACCESS_REMOTE_WRITE;
	if (access & IBV_ACCESS_REMOTE_ATOMIC) {
		qpc->atomic_mode = sm_atomic_mode(qp->uobj.file->dev, false);
		if (qpc->atomic_mode == PRM_QP_ATOMIC_MODE_NONE)
			return sm_because(-EOPNOTSUPP,
					  "qp_access_flags has IBV_ACCESS_REMOTE_ATOMIC, "
					  "and the device has no atomics");
		qpc->rae = true;
	}
	return 0;
}

static uint8_t sm_log2_up(uint8_t number)
{
	uint8_t log = 0;

	while (1u << log < number)
		log++;
	return log;
}

static int sm_qp_mtu(struct sm_uverbs_qp *qp, const struct ib_uverbs_modify_qp *cmd,
		     struct prm_qpc_fields *qpc)
{
	if (qp->type == IBV_QPT_UD) {
		qpc->mtu = PRM_QP_MTU_4K_BYTES;
		qpc->log_msg_max = SM_UD_LOG_MSG;
	} else if (cmd->attr_mask & IBV_QP_PATH_MTU) {
		if (cmd->path_mtu < IBV_MTU_256 || cmd->path_mtu > sm_port_mtu())
			return sm_because(-EINVAL,
					  "path_mtu is %u; %u (256 bytes) to %u, the port's "
					  "active_mtu, are allowed",
					  cmd->path_mtu, IBV_MTU_256, sm_port_mtu());
		qpc->mtu = cmd->path_mtu;
		qpc->log_msg_max = (uint8_t)SM_CAP(qp->uobj.file->dev, log_max_msg);
	}
	return 0;
}

static void sm_qp_migration(const struct ib_uverbs_modify_qp *cmd, struct prm_qpc_fields *qpc)
{
	qpc->pm_state = PRM_QP_PM_STATE_MIGRATED;
	if (!(cmd->attr_mask & IBV_QP_PATH_MIG_STATE))
		return;
	if (cmd->path_mig_state == IBV_MIG_REARM)
		qpc->pm_state = PRM_QP_PM_STATE_REARM;
	else if (cmd->path_mig_state == IBV_MIG_ARMED)
		qpc->pm_state = PRM_QP_PM_STATE_ARMED;
}

static int sm_qp_paths(struct sm_uverbs_qp *qp, const struct ib_uverbs_modify_qp *cmd,
		       struct prm_qpc_fields *qpc)
{
	struct prm_ads_fields *path = &qpc->primary_address_path;
	struct sm_dev *dev = qp->uobj.file->dev;
	uint32_t mask = cmd->attr_mask;
	int err = 0;

	if (mask & IBV_QP_AV)
		err = sm_qp_path(dev, &cmd->dest,
				 mask & IBV_QP_PORT ? cmd->port_num : qp->known->port, path);
	if (mask & IBV_QP_PKEY_INDEX)
		path->pkey_index = cmd->pkey_index;
	if (mask & IBV_QP_PORT)
		path->vhca_port_num = cmd->port_num;
	if (mask & IBV_QP_TIMEOUT)
		path->ack_timeout = cmd->timeout;
	if (err || !(mask & IBV_QP_ALT_PATH))
		return err;
	path = &qpc->secondary_address_path;
	path->pkey_index = cmd->alt_pkey_index;
	path->ack_timeout = cmd->alt_timeout;
	return sm_qp_path(dev, &cmd->alt_dest, cmd->alt_port_num, path);
}

static int sm_qp_modify_context(struct sm_uverbs_qp *qp, const struct ib_uverbs_modify_qp *cmd,
				struct prm_qpc_fields *qpc)
{
	uint32_t mask = cmd->attr_mask;
	int err;

	prm_qpc_fields_init(qpc);
	qpc->st = (uint8_t)sm_service_type(qp->type);
	qpc->pd = qp->pdn;
	if (qp->type != IBV_QPT_DRIVER) {	/* get_cqs() in mlx5_ib knows no CQs of a DCI */
		qpc->cqn_snd = qp->send_cqn;
		qpc->cqn_rcv = qp->recv_cqn;
	}
	qpc->log_ack_req_freq = SM_ACK_REQ_FREQ;
	sm_qp_migration(cmd, qpc);
	if (mask & IBV_QP_DEST_QPN)
		qpc->remote_qpn = cmd->dest_qp_num;
	if (mask & IBV_QP_RNR_RETRY)
		qpc->rnr_retry = cmd->rnr_retry;
	if (mask & IBV_QP_RETRY_CNT)
		qpc->retry_count = cmd->retry_cnt;
	if (mask & IBV_QP_MAX_QP_RD_ATOMIC)
		qpc->log_sra_max = sm_log2_up(cmd->max_rd_atomic);
	if (mask & IBV_QP_MAX_DEST_RD_ATOMIC)
		qpc->log_rra_max = sm_log2_up(cmd->max_dest_rd_atomic);
	if (mask & IBV_QP_SQ_PSN)
		qpc->next_send_psn = cmd->sq_psn;
	if (mask & IBV_QP_RQ_PSN)
		qpc->next_rcv_psn = cmd->rq_psn;
	if (mask & IBV_QP_MIN_RNR_TIMER)
		qpc->min_rnr_nak = cmd->min_rnr_timer;
	if (mask & IBV_QP_QKEY)
		qpc->q_key = cmd->qkey;
	err = sm_qp_mtu(qp, cmd, qpc);
	if (!err)
		err = sm_qp_paths(qp, cmd, qpc);
	if (!err && (mask & (IBV_QP_ACCESS_FLAGS | IBV_QP_MAX_DEST_RD_ATOMIC)))
		err = sm_qp_access(qp, cmd, qpc);
	return err;
}

static int sm_qp_transit(struct sm_uverbs_qp *qp, const struct ib_uverbs_modify_qp *cmd,
			 uint8_t from, uint8_t to)
{
	const struct sm_qp_command *row = sm_qp_commands;
	struct prm_qpc_fields qpc;
	unsigned int i;
	uint32_t mask;
	int err;

	if (to == IBV_QPS_RESET)
		return sm_qp_to_reset(qp);
	if (to == IBV_QPS_ERR)
		return sm_qp_to_error(qp);
	for (i = 0; i < SM_ARRAY_SIZE(sm_qp_commands); i++, row++) {
		if (row->from != from || row->to != to)
			continue;
		if (row->opcode == PRM_CMD_OPCODE_SQD2RTS_QP &&
		    qp->uobj.file->dev->caps->kernel.no_sqd2rts)
			break;
		err = sm_qp_modify_context(qp, cmd, &qpc);
		mask = sm_opt_param_mask(cmd->attr_mask) & sm_opt_params_of(row, qp->type);
		return err ? err : sm_qp_exec_modify(qp, row->opcode, mask, &qpc);
	}
	/* SQD is entered without a command. */
	return sm_because(-EINVAL, "the device does not go from %s to %s by a request",
			  sm_state_name(from), sm_state_name(to));
}

bool sm_is_port(uint8_t port)
{
	return port == SM_PORT;
}

/* The checks of ib_uverbs, for all drivers; they may add the port to the changed attributes. */
static int sm_qp_check_ports(const struct sm_uverbs_qp *qp, struct ib_uverbs_modify_qp *cmd)
{
	uint32_t mask = cmd->attr_mask;

	if ((mask & IBV_QP_PORT) && !sm_is_port(cmd->port_num))
		return sm_because(-EINVAL, "port_num is %u; the device has port %u", cmd->port_num,
				  SM_PORT);
	if ((mask & IBV_QP_ALT_PATH) &&
	    (!sm_is_port(cmd->alt_port_num) || !sm_is_port(cmd->alt_dest.port_num)))
		return sm_because(-EINVAL,
				  "alt_port_num is %u, and alt_ah_attr.port_num %u; the device "
				  "has port %u",
				  cmd->alt_port_num, cmd->alt_dest.port_num, SM_PORT);
	if (!(mask & IBV_QP_AV))
		return 0;
	if (!sm_is_port(cmd->dest.port_num))
		return sm_because(-EINVAL, "ah_attr.port_num is %u; the device has port %u",
				  cmd->dest.port_num, SM_PORT);
	if ((mask & IBV_QP_STATE) && cmd->qp_state == IBV_QPS_RTR)
		return cmd->dest.port_num == qp->known->port ?
			       0 :
			       sm_because(-EINVAL,
					  "ah_attr.port_num is %u, and the QP was given port %u",
					  cmd->dest.port_num, qp->known->port);
	cmd->attr_mask |= IBV_QP_PORT;
	cmd->port_num = cmd->dest.port_num;
	return 0;
}

/*
 * The largest number that an attribute may have, if its bit is in the mask. mlx5_ib cuts numbers to the
 * bits of their register, which gives another timeout or count without a word; these are refused.
 * PSNs are cut, too: both sides cut them alike.
 */
static int sm_qp_check_limits(struct sm_dev *dev, const struct ib_uverbs_modify_qp *cmd)
{
	const struct {
		uint32_t attr, value, max;
		const char *name, *of;
	} rows[] = {
		{ IBV_QP_PKEY_INDEX, cmd->pkey_index, sm_pkey_count(dev) - 1, "pkey_index",
		  "the last entry of the port's table" },
		{ IBV_QP_MAX_QP_RD_ATOMIC, cmd->max_rd_atomic,
		  sm_power(SM_CAP(dev, log_max_ra_res_qp)), "max_rd_atomic",
		  "max_qp_init_rd_atom of the device" },
		{ IBV_QP_MAX_DEST_RD_ATOMIC, cmd->max_dest_rd_atomic,
		  sm_power(SM_CAP(dev, log_max_ra_req_qp)), "max_dest_rd_atomic",
		  "max_qp_rd_atom of the device" },
		{ IBV_QP_TIMEOUT, cmd->timeout, SM_MAX_TIMEOUT, "timeout", "5 bits" },
		{ IBV_QP_RETRY_CNT, cmd->retry_cnt, SM_MAX_RETRIES, "retry_cnt", "3 bits" },
		{ IBV_QP_RNR_RETRY, cmd->rnr_retry, SM_MAX_RETRIES, "rnr_retry", "3 bits" },
		{ IBV_QP_MIN_RNR_TIMER, cmd->min_rnr_timer, SM_MAX_RNR_TIMER, "min_rnr_timer",
		  "5 bits" },
		{ IBV_QP_DEST_QPN, cmd->dest_qp_num, SM_MAX_QPN, "dest_qp_num", "24 bits" },
		{ IBV_QP_AV, cmd->dest.sl, SM_MAX_SL, "ah_attr.sl", "4 bits" },
		{ IBV_QP_AV, cmd->dest.static_rate, IBV_RATE_1200_GBPS, "ah_attr.static_rate",
		  "IBV_RATE_1200_GBPS" },
		{ IBV_QP_ALT_PATH, cmd->alt_timeout, SM_MAX_TIMEOUT, "alt_timeout", "5 bits" },
		{ IBV_QP_ALT_PATH, cmd->alt_dest.sl, SM_MAX_SL, "alt_ah_attr.sl", "4 bits" },
	};

	for (size_t i = 0; i < SM_ARRAY_SIZE(rows); i++)
		if ((cmd->attr_mask & rows[i].attr) && rows[i].value > rows[i].max)
			return sm_because(-EINVAL, "%s is %u; at most %u is allowed, %s",
					  rows[i].name, rows[i].value, rows[i].max, rows[i].of);
	return 0;
}

static int sm_qp_check_modify(struct sm_uverbs_qp *qp, struct ib_uverbs_modify_qp *cmd)
{
	int err = sm_qp_check_ports(qp, cmd);

	if (err)
		return err;
	if ((cmd->attr_mask & IBV_QP_CUR_STATE) && cmd->cur_qp_state > IBV_QPS_ERR)
		return sm_because(-EINVAL, "cur_qp_state is %u; at most %u (ERR) is allowed",
				  cmd->cur_qp_state, IBV_QPS_ERR);
	if ((cmd->attr_mask & IBV_QP_STATE) && cmd->qp_state > IBV_QPS_ERR)
		return sm_because(-EINVAL, "qp_state is %u; at most %u (ERR) is allowed",
				  cmd->qp_state, IBV_QPS_ERR);
	return 0;
}

/* @rate: of packets, in kbit/s; 0 is no limit. */
static int sm_qp_do_modify(struct sm_request *req, struct sm_uverbs_qp *qp,
			   struct ib_uverbs_modify_qp *cmd, uint32_t rate)
{
	uint32_t mask;
	uint8_t from, to;
	int err = sm_qp_check_modify(qp, cmd);

	if (err)
		return err;
	if (sm_is_dct(qp))
		return sm_dct_modify(req, qp, cmd);
	if (sm_is_rss_qp(qp))
		return sm_because(-ENOSYS, "a QP of RSS has no states; its work queues have");
	cmd->attr_mask &= ~sm_qp_attrs_ignored(qp->type);
	mask = cmd->attr_mask;
	from = mask & IBV_QP_CUR_STATE ? cmd->cur_qp_state : qp->known->state;
	to = mask & IBV_QP_STATE ? cmd->qp_state : from;
	if (qp->type == IBV_QPT_DRIVER ? !sm_dci_may_modify(from, to, mask) :
					 !sm_qp_may_modify(qp->type, from, to, mask))
		return -EINVAL;
	if ((mask & IBV_QP_RATE_LIMIT) && rate)
		return sm_because(-EOPNOTSUPP,
				  "rate_limit is %u; the device has no packet pacing", rate);
	err = sm_qp_check_limits(qp->uobj.file->dev, cmd);
	if (err || (from == IBV_QPS_RESET && to == IBV_QPS_RESET))
		return err;
	err = sm_is_raw_qp(qp) ? sm_raw_qp_transit(qp, from, to) : sm_qp_transit(qp, cmd, from, to);
	if (err)
		return err;
	qp->known->state = to;
	if (mask & IBV_QP_ACCESS_FLAGS)
		qp->known->access = cmd->qp_access_flags;
	if (mask & IBV_QP_MAX_DEST_RD_ATOMIC)
		qp->known->resp_depth = cmd->max_dest_rd_atomic;
	if (mask & IBV_QP_PORT)
		qp->known->port = cmd->port_num;
	return 0;
}

int sm_modify_qp(struct sm_request *req)
{
	struct ib_uverbs_modify_qp cmd;
	struct sm_uobj *uobj;
	int err = sm_command_read(req, &cmd, sizeof(cmd));

	if (err)
		return err;
	if (cmd.attr_mask & ~(uint32_t)SM_QP_ATTRS_STANDARD)
		return sm_because(-EOPNOTSUPP, "attr_mask is 0x%x; bits up to 0x%x are known",
				  cmd.attr_mask, SM_QP_ATTRS_STANDARD);
	err = sm_uobj_find(req->file, UVERBS_OBJECT_QP, cmd.qp_handle, &uobj);
	return err ? err : sm_qp_do_modify(req, sm_to_qp(uobj), &cmd, 0);
}

/*
 * Modify with a rate limit, which RC does not have, or with options of enhanced connection
 * establishment.
 */
int sm_ex_modify_qp(struct sm_request *req)
{
	struct ib_uverbs_ex_modify_qp_resp resp = { .response_length = sizeof(resp) };
	struct ib_uverbs_ex_modify_qp cmd;
	struct sm_uobj *uobj;
	int err = sm_command_read(req, &cmd, sizeof(cmd));

	if (err)
		return err;
	if (cmd.base.attr_mask & ~(uint32_t)(SM_QP_ATTRS_STANDARD | IBV_QP_RATE_LIMIT))
		return sm_because(-EOPNOTSUPP, "attr_mask is 0x%x; 0x%x are known",
				  cmd.base.attr_mask, SM_QP_ATTRS_STANDARD | IBV_QP_RATE_LIMIT);
	err = sm_uobj_find(req->file, UVERBS_OBJECT_QP, cmd.base.qp_handle, &uobj);
	if (!err)
		err = sm_qp_do_modify(req, sm_to_qp(uobj), &cmd.base, cmd.rate_limit);
	return err ? err : sm_command_answer(req, &resp, sizeof(resp));
}
