// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Commands of the interfaces by which Ethernet frames are received (TIR), and of the tables of RQs that
 * receive side scaling selects from (RQT).
 */
#include <stdlib.h>
#include <string.h>

#include "base/caps.h"
#include "firmware/fw.h"
#include "nic/queue/ethernet.h"
#include "prm_cap_ethernet.h"

/* The RQ with this number; NULL: there is none that the command may name. */
static struct sm_qp *sm_cmd_rq(const struct sm_cmd *cmd, uint32_t number)
{
	struct sm_qp *rq = sm_table_get(&cmd->dev->qps, number);

	return rq && rq->eth && rq->eth->is_rq && sm_cmd_may_name(cmd, &rq->obj) ? rq : NULL;
}

/*
 * Tables of RQs.
 */

void sm_rqt_release(struct sm_obj *obj)
{
	struct sm_rqt *rqt = sm_container_of(obj, struct sm_rqt, obj);

	sm_table_remove(&obj->dev->rqts, obj->id);
	sm_rqt_refer(rqt->rqs, rqt->ctx.rqt_actual_size, -1);
	free(rqt->rqs);
	free(rqt);
}

static bool sm_is_power_of_2(uint32_t number)
{
	return number && !(number & (number - 1));
}

static uint8_t sm_rqt_check(const struct sm_dev *dev, const struct prm_rqtc_fields *ctx)
{
	const uint32_t most = UINT32_C(1) << prm_cmd_hca_cap_get_log_max_rqt_size(dev->caps->general);

	if (!sm_dev_is_ethernet(dev) || !prm_cmd_hca_cap_get_log_max_rqt(dev->caps->general))
		return sm_because(PRM_CMD_STATUS_BAD_OP,
				  "the port is one of InfiniBand, or the device has no RQTs");
	if (ctx->list_q_type != PRM_RQT_LIST_Q_TYPE_RQ || ctx->rq_vhca_id_format)
		return sm_because(PRM_CMD_STATUS_BAD_PARAM,
				  "list_q_type is %u, RQ (%u) is possible; or rq_vhca_id_format is "
				  "set, which needs the capability cross_vhca_rqt",
				  ctx->list_q_type, PRM_RQT_LIST_Q_TYPE_RQ);
	if (ctx->rqt_max_size > most)
		return sm_because(PRM_CMD_STATUS_LIM,
				  "rqt_max_size is %u; at most %u is allowed, log_max_rqt_size",
				  ctx->rqt_max_size, most);
	if (!sm_is_power_of_2(ctx->rqt_max_size))
		return sm_because(PRM_CMD_STATUS_BAD_PARAM,
				  "rqt_max_size is %u, which is no power of two",
				  ctx->rqt_max_size);
	return PRM_CMD_STATUS_OK;
}

/* The entries follow the fixed part of the command, which has @start bytes; *@rqs belongs to the caller. */
static uint8_t sm_rqt_read(const struct sm_cmd *cmd, size_t start, uint32_t n, struct sm_qp ***rqs)
{
	const struct prm_rq_num *numbers = (const void *)((const char *)cmd->in + start);
	struct sm_qp **list;

	if (n > (cmd->in_len - start) / sizeof(*numbers))
		return sm_because(PRM_CMD_STATUS_BAD_INP_LEN,
				  "rqt_actual_size is %u, and the command has %zu bytes", n,
				  cmd->in_len);
	list = calloc(n, sizeof(*list));
	if (!list)
		return PRM_CMD_STATUS_NO_RES;
	for (uint32_t i = 0; i < n; i++) {
		const uint32_t number = prm_rq_num_get_rq_num(&numbers[i]);

		list[i] = sm_cmd_rq(cmd, number);
		if (!list[i]) {
			free(list);
			return sm_cmd_no_object("rq_num", number);
		}
	}
	*rqs = list;
	return PRM_CMD_STATUS_OK;
}

/* Gives the table these entries, and takes them from the command. */
static uint8_t sm_rqt_fill(const struct sm_cmd *cmd, size_t start, uint32_t n, struct sm_rqt *rqt)
{
	struct sm_qp **rqs = NULL;
	uint8_t status;

	if (!sm_is_power_of_2(n) || n > rqt->ctx.rqt_max_size)
		return sm_because(PRM_CMD_STATUS_BAD_PARAM,
				  "rqt_actual_size is %u; a power of two up to rqt_max_size, which is "
				  "%u, is allowed", n, rqt->ctx.rqt_max_size);
	status = sm_rqt_read(cmd, start, n, &rqs);
	if (status)
		return status;
	sm_rqt_refer(rqs, n, 1);
	sm_rqt_refer(rqt->rqs, rqt->rqs ? rqt->ctx.rqt_actual_size : 0, -1);
	free(rqt->rqs);
	rqt->rqs = rqs;
	rqt->ctx.rqt_actual_size = (uint16_t)n;
	return PRM_CMD_STATUS_OK;
}

static uint8_t sm_create_rqt(struct sm_cmd *cmd)
{
	struct prm_create_rqt_in_fields in;
	struct sm_rqt *rqt;
	uint8_t status;

	prm_create_rqt_in_unpack(&in, cmd->in, NULL);
	status = sm_rqt_check(cmd->dev, &in.rqt_context);
	if (status)
		return status;
	rqt = sm_obj_new(cmd, &cmd->dev->rqts, sizeof(*rqt));
	if (!rqt)
		return PRM_CMD_STATUS_NO_RES;
	rqt->ctx = in.rqt_context;
	status = sm_rqt_fill(cmd, PRM_CREATE_RQT_IN_SIZE, in.rqt_context.rqt_actual_size, rqt);
	if (status) {
		sm_table_remove(&cmd->dev->rqts, rqt->obj.id);
		free(rqt);
		return status;
	}
	prm_create_rqt_out_set_rqtn(cmd->out, rqt->obj.id);
	return PRM_CMD_STATUS_OK;
}

static struct sm_rqt *sm_own_rqt(struct sm_cmd *cmd, uint32_t number)
{
	struct sm_rqt *rqt = sm_table_get(&cmd->dev->rqts, number);

	if (rqt && sm_cmd_owns(cmd, &rqt->obj))
		return rqt;
	sm_cmd_no_object("rqtn", number);
	return NULL;
}

/* Frames that have come go where the old entries sent them; also those that wait there for a WQE. */
static uint8_t sm_modify_rqt(struct sm_cmd *cmd)
{
	struct prm_modify_rqt_in_fields in;
	struct sm_rqt *rqt;

	prm_modify_rqt_in_unpack(&in, cmd->in, NULL);
	rqt = sm_own_rqt(cmd, in.rqtn);
	if (!rqt)
		return PRM_CMD_STATUS_BAD_RES;
	if (!in.bitmask.rqn_list)
		return PRM_CMD_STATUS_OK;
	if (in.ctx.list_q_type != rqt->ctx.list_q_type || in.ctx.rq_vhca_id_format)
		return sm_because(PRM_CMD_STATUS_BAD_PARAM,
				  "list_q_type is %u, and the table's is %u; or rq_vhca_id_format is "
				  "set, which needs the capability cross_vhca_rqt",
				  in.ctx.list_q_type, rqt->ctx.list_q_type);
	return sm_rqt_fill(cmd, PRM_MODIFY_RQT_IN_SIZE, in.ctx.rqt_actual_size, rqt);
}

static uint8_t sm_query_rqt(struct sm_cmd *cmd)
{
	const struct sm_rqt *rqt = sm_own_rqt(cmd, prm_query_rqt_in_get_rqtn(cmd->in));
	struct prm_query_rqt_out_fields out = {0};
	struct prm_rq_num *numbers = (void *)((char *)cmd->out + PRM_QUERY_RQT_OUT_SIZE);
	uint32_t n;

	if (!rqt)
		return PRM_CMD_STATUS_BAD_RES;
	n = rqt->ctx.rqt_actual_size;
	if (cmd->out_len < PRM_QUERY_RQT_OUT_SIZE + n * sizeof(*numbers))
		return sm_because(PRM_CMD_STATUS_BAD_OUTP_LEN,
				  "the table has %u entries, and the answer %zu bytes", n,
				  cmd->out_len);
	out.rqt_context = rqt->ctx;
	prm_query_rqt_out_pack(cmd->out, &out);
	for (uint32_t i = 0; i < n; i++)
		prm_rq_num_set_rq_num(&numbers[i], rqt->rqs[i]->obj.id);
	return PRM_CMD_STATUS_OK;
}

static uint8_t sm_destroy_rqt(struct sm_cmd *cmd)
{
	uint8_t status;
	struct sm_obj *obj = sm_obj_to_destroy(cmd, &cmd->dev->rqts,
					       prm_destroy_rqt_in_get_rqtn(cmd->in), &status);

	if (obj)
		sm_rqt_release(obj);
	return status;
}

/*
 * Interfaces.
 */

static struct sm_obj *sm_tir_target(const struct sm_tir *tir)
{
	return tir->rqt ? &tir->rqt->obj : &tir->rq->obj;
}

void sm_tir_release(struct sm_obj *obj)
{
	struct sm_tir *tir = sm_container_of(obj, struct sm_tir, obj);

	sm_table_remove(&obj->dev->tirs, obj->id);
	if (tir->td)
		tir->td->obj.users--;
	sm_tir_target(tir)->users--;
	free(tir);
}

/*
 * What a card hashes with rx_hash_symmetric is not published, and libmlx5 and DPDK do not set it; nor
 * does the device find the SPI of IPsec.
 */
static uint8_t sm_tir_check_hash(const struct prm_tirc_fields *ctx)
{
	if (ctx->rx_hash_fn > PRM_RX_HASH_FN_TOEPLITZ || ctx->rx_hash_symmetric)
		return sm_because(PRM_CMD_STATUS_BAD_PARAM,
				  "rx_hash_fn is %u, up to TOEPLITZ (%u) is possible; or "
				  "rx_hash_symmetric is set, which the device does not have",
				  ctx->rx_hash_fn, PRM_RX_HASH_FN_TOEPLITZ);
	if ((ctx->rx_hash_field_selector_outer.selected_fields |
	     ctx->rx_hash_field_selector_inner.selected_fields) & ~SM_RSS_FIELDS)
		return sm_because(PRM_CMD_STATUS_BAD_PARAM,
				  "selected_fields are 0x%x outside and 0x%x inside of a tunnel; the "
				  "device hashes 0x%x",
				  ctx->rx_hash_field_selector_outer.selected_fields,
				  ctx->rx_hash_field_selector_inner.selected_fields, SM_RSS_FIELDS);
	return PRM_CMD_STATUS_OK;
}

static bool sm_has_tunnel_offloads(const struct sm_dev *dev)
{
	const void *caps = dev->caps->image[PRM_HCA_CAP_TYPE_ETHERNET_OFFLOADS];

	return caps && prm_cmd_hca_cap_get_eth_net_offloads(dev->caps->general) &&
	       prm_per_protocol_networking_offload_caps_get_tunnel_stateless_vxlan(caps);
}

static uint8_t sm_tir_check(const struct sm_dev *dev, const struct prm_tirc_fields *ctx)
{
	if (ctx->disp_type > PRM_TIR_DISP_TYPE_INDIRECT)
		return sm_because(PRM_CMD_STATUS_BAD_PARAM,
				  "disp_type is %u; DIRECT (%u) and INDIRECT (%u) are possible",
				  ctx->disp_type, PRM_TIR_DISP_TYPE_DIRECT,
				  PRM_TIR_DISP_TYPE_INDIRECT);
	if (ctx->tls_en || ctx->packet_merge_mask ||
	    (ctx->tunneled_offload_en && !sm_has_tunnel_offloads(dev)))
		return sm_because(PRM_CMD_STATUS_BAD_PARAM,
				  "a field asks for what the device's capabilities do not have: "
				  "tls_en, packet_merge_mask, tunneled_offload_en");
	return sm_tir_check_hash(ctx);
}

static struct sm_rqt *sm_cmd_rqt(const struct sm_cmd *cmd, uint32_t number)
{
	struct sm_rqt *rqt = sm_table_get(&cmd->dev->rqts, number);

	if (rqt && sm_cmd_may_name(cmd, &rqt->obj))
		return rqt;
	sm_cmd_no_object("indirect_table", number);
	return NULL;
}

/* Finds where the frames of a new TIR go. */
static uint8_t sm_tir_find(struct sm_cmd *cmd, const struct prm_tirc_fields *ctx, struct sm_tir *tir)
{
	if (ctx->disp_type == PRM_TIR_DISP_TYPE_INDIRECT) {
		tir->rqt = sm_cmd_rqt(cmd, ctx->indirect_table);
		return tir->rqt ? PRM_CMD_STATUS_OK : PRM_CMD_STATUS_BAD_RES;
	}
	tir->rq = sm_cmd_rq(cmd, ctx->inline_rqn);
	return tir->rq ? PRM_CMD_STATUS_OK : sm_cmd_no_object("inline_rqn", ctx->inline_rqn);
}

/* Cards take a TIR without a transport domain: rdma-core's tests of mlx5dv_dr make one. It blocks nothing. */
static uint8_t sm_create_tir(struct sm_cmd *cmd)
{
	struct prm_create_tir_in_fields in;
	struct sm_tir found = { .rq = NULL }, *tir;
	uint8_t status;

	prm_create_tir_in_unpack(&in, cmd->in, NULL);
	status = sm_tir_check(cmd->dev, &in.ctx);
	if (status)
		return status;
	found.td = in.ctx.transport_domain ? sm_cmd_td(cmd, in.ctx.transport_domain) : NULL;
	if (!found.td && in.ctx.transport_domain)
		return PRM_CMD_STATUS_BAD_RES;
	status = sm_tir_find(cmd, &in.ctx, &found);
	if (status)
		return status;
	tir = sm_obj_new(cmd, &cmd->dev->tirs, sizeof(*tir));
	if (!tir)
		return PRM_CMD_STATUS_NO_RES;
	tir->ctx = in.ctx;
	tir->td = found.td;
	tir->rq = found.rq;
	tir->rqt = found.rqt;
	if (tir->td)
		tir->td->obj.users++;
	sm_tir_target(tir)->users++;
	prm_create_tir_out_set_tirn(cmd->out, tir->obj.id);
	return PRM_CMD_STATUS_OK;
}

static struct sm_tir *sm_own_tir(struct sm_cmd *cmd, uint32_t number)
{
	struct sm_tir *tir = sm_table_get(&cmd->dev->tirs, number);

	if (tir && sm_cmd_owns(cmd, &tir->obj))
		return tir;
	sm_cmd_no_object("tirn", number);
	return NULL;
}

/* The context with the fields of the command that its mask selects. */
static struct prm_tirc_fields sm_tir_changed(const struct sm_tir *tir,
					     const struct prm_modify_tir_in_fields *in)
{
	struct prm_tirc_fields ctx = tir->ctx;

	if (in->bitmask.self_lb_en)
		ctx.self_lb_block = in->ctx.self_lb_block;
	if (in->bitmask.indirect_table)
		ctx.indirect_table = in->ctx.indirect_table;
	if (!in->bitmask.hash)
		return ctx;
	ctx.rx_hash_fn = in->ctx.rx_hash_fn;
	ctx.rx_hash_symmetric = in->ctx.rx_hash_symmetric;
	memcpy(ctx.rx_hash_toeplitz_key, in->ctx.rx_hash_toeplitz_key, sizeof(ctx.rx_hash_toeplitz_key));
	ctx.rx_hash_field_selector_outer = in->ctx.rx_hash_field_selector_outer;
	ctx.rx_hash_field_selector_inner = in->ctx.rx_hash_field_selector_inner;
	return ctx;
}

/* All that the command changes is changed, or nothing. */
static uint8_t sm_modify_tir(struct sm_cmd *cmd)
{
	struct prm_modify_tir_in_fields in;
	struct prm_tirc_fields ctx;
	struct sm_rqt *rqt;
	struct sm_tir *tir;
	uint8_t status;

	prm_modify_tir_in_unpack(&in, cmd->in, NULL);
	tir = sm_own_tir(cmd, in.tirn);
	if (!tir)
		return PRM_CMD_STATUS_BAD_RES;
	if (in.bitmask.packet_merge || (in.bitmask.indirect_table && !tir->rqt))
		return sm_because(PRM_CMD_STATUS_BAD_PARAM,
				  "the mask has packet_merge, and the device has no LRO; or it has "
				  "indirect_table, and the TIR's disp_type is DIRECT");
	ctx = sm_tir_changed(tir, &in);
	status = sm_tir_check_hash(&ctx);
	if (status)
		return status;
	rqt = in.bitmask.indirect_table ? sm_cmd_rqt(cmd, ctx.indirect_table) : tir->rqt;
	if (!rqt && tir->rqt)
		return PRM_CMD_STATUS_BAD_RES;
	tir->ctx = ctx;
	sm_tir_target(tir)->users--;
	tir->rqt = rqt;
	sm_tir_target(tir)->users++;
	return PRM_CMD_STATUS_OK;
}

static uint8_t sm_query_tir(struct sm_cmd *cmd)
{
	const struct sm_tir *tir = sm_own_tir(cmd, prm_query_tir_in_get_tirn(cmd->in));
	struct prm_query_tir_out_fields out = {0};

	if (!tir)
		return PRM_CMD_STATUS_BAD_RES;
	out.tir_context = tir->ctx;
	prm_query_tir_out_pack(cmd->out, &out);
	return PRM_CMD_STATUS_OK;
}

static uint8_t sm_destroy_tir(struct sm_cmd *cmd)
{
	uint8_t status;
	struct sm_obj *obj = sm_obj_to_destroy(cmd, &cmd->dev->tirs,
					       prm_destroy_tir_in_get_tirn(cmd->in), &status);

	if (obj)
		sm_tir_release(obj);
	return status;
}

const struct sm_cmd_type sm_fw_receive[] = {
	SM_CMD(CREATE_RQT, create_rqt_in, create_rqt_out, sm_create_rqt),
	SM_CMD(MODIFY_RQT, modify_rqt_in, modify_rqt_out, sm_modify_rqt),
	SM_CMD(QUERY_RQT, query_rqt_in, query_rqt_out, sm_query_rqt),
	SM_CMD(DESTROY_RQT, destroy_rqt_in, destroy_rqt_out, sm_destroy_rqt),
	SM_CMD(CREATE_TIR, create_tir_in, create_tir_out, sm_create_tir),
	SM_CMD(MODIFY_TIR, modify_tir_in, modify_tir_out, sm_modify_tir),
	SM_CMD(QUERY_TIR, query_tir_in, query_tir_out, sm_query_tir),
	SM_CMD(DESTROY_TIR, destroy_tir_in, destroy_tir_out, sm_destroy_tir),
	{0},
};
