// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The kernel's side: DEVX. A user's commands reach the firmware unchanged except for the uid of the
 * user's context. What they create becomes an object of the file, with the command that destroys
 * it.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/devx.h"
#include "kernel/uverbs_qp.h"
#include "kernel/uverbs_rss.h"
#include "observe/trace.h"
#include "prm_alloc.h"
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

union sm_devx_destroy {
	struct prm_general_obj_in_cmd_hdr general;
	struct prm_destroy_mkey_in mkey;
	struct prm_destroy_cq_in cq;
	struct prm_destroy_qp_in qp;
	struct prm_destroy_psv_in psv;
	struct prm_destroy_srq_in srq;
	struct prm_destroy_xrc_srq_in xrc_srq;
	struct prm_destroy_rmp_in rmp;
	struct prm_destroy_dct_in dct;
	struct prm_destroy_sq_in sq;
	struct prm_destroy_rq_in rq;
	struct prm_destroy_tis_in tis;
	struct prm_destroy_tir_in tir;
	struct prm_destroy_rqt_in rqt;
	struct prm_dealloc_flow_counter_in flow_counter;
	struct prm_destroy_flow_table_in flow_table;
	struct prm_destroy_flow_group_in flow_group;
	struct prm_delete_fte_in fte;
	struct prm_dealloc_pd_in pd;
	struct prm_dealloc_transport_domain_in td;
	struct prm_dealloc_xrcd_in xrcd;
	struct prm_dealloc_q_counter_in q_counter;
	struct prm_detach_from_mcg_in mcg;
};

struct sm_devx_obj {
	struct sm_uobj uobj;
	struct sm_devx_id id;
	struct sm_devx_source source;
	union sm_devx_destroy destroy;
	size_t destroy_len;	/* bytes that mlx5_ib sends of it */
};

/*
 * Commands.
 */

static void sm_devx_cmd_free(struct sm_devx_cmd *cmd)
{
	free(cmd->in);
	free(cmd->out);
}

/*
 * Large enough for the layout from which the opcode's fields are read; the firmware gets the real
 * length.
 */
#define SM_DEVX_MIN_BUFFER 512u

static int sm_devx_cmd_read(struct sm_devx_cmd *cmd, struct sm_request *req, uint16_t in_attr,
			    uint16_t out_attr)
{
	size_t room;

	memset(cmd, 0, sizeof(*cmd));
	cmd->req = req;
	cmd->out_attr = out_attr;
	cmd->in_len = sm_attr_len(req, in_attr);
	cmd->out_len = sm_attr_len(req, out_attr);
	room = cmd->in_len > SM_DEVX_MIN_BUFFER ? cmd->in_len : SM_DEVX_MIN_BUFFER;
	cmd->in = calloc(1, room);
	room = cmd->out_len > SM_DEVX_MIN_BUFFER ? cmd->out_len : SM_DEVX_MIN_BUFFER;
	cmd->out = calloc(1, room);
	if (!cmd->in || !cmd->out)
		return -ENOMEM;
	if (sm_attr_read(req, in_attr, cmd->in, cmd->in_len))
		return -EFAULT;
	cmd->opcode = (uint16_t)prm_cmd_in_hdr_get_opcode(cmd->in);
	if (req->file->uid)
		prm_cmd_in_hdr_set_uid(cmd->in, req->file->uid);
	else if (sm_devx_is_for_all(cmd->opcode))
		prm_cmd_in_hdr_set_uid(cmd->in, 0);
	else
		return sm_because(-EINVAL, "%s (0x%03x) needs a context that was opened with DEVX",
				  sm_or_unknown(prm_cmd_opcode_str(cmd->opcode)), cmd->opcode);
	return 0;
}

/* Objects of other functions: the kernel lets no commands through a tunnel into objects. */
static bool sm_devx_has_tunnel(const struct sm_devx_cmd *cmd)
{
	return prm_general_obj_in_cmd_hdr_get_vhca_tunnel_id(cmd->in);
}

/* The reason of a command that this method does not take. */
static int sm_devx_is_not(const struct sm_devx_cmd *cmd, const char *what)
{
	return sm_because(
		-EINVAL,
		sm_devx_has_tunnel(cmd) ?
			"%s (0x%03x) has a vhca_tunnel_id, which this method does not take: %s" :
			"%s (0x%03x) is not %s",
		sm_or_unknown(prm_cmd_opcode_str(cmd->opcode)), cmd->opcode, what);
}

static int sm_devx_cmd_exec(struct sm_devx_cmd *cmd)
{
	return sm_fw_exec(cmd->req->file->dev, cmd->in, cmd->in_len, cmd->out, cmd->out_len) ?
	       -EREMOTEIO : 0;
}

/* The application gets the answer whether the firmware succeeded or not. */
static int sm_devx_cmd_finish(struct sm_devx_cmd *cmd)
{
	int err = sm_devx_cmd_exec(cmd);
	int copied = sm_attr_write(cmd->req, cmd->out_attr, cmd->out, cmd->out_len);

	return copied ? copied : err;
}

static int sm_devx_other(struct sm_request *req)
{
	struct sm_devx_cmd cmd;
	int err = sm_devx_cmd_read(&cmd, req, MLX5_IB_ATTR_DEVX_OTHER_CMD_IN,
				   MLX5_IB_ATTR_DEVX_OTHER_CMD_OUT);

	if (!err && !sm_devx_is_general(&cmd))
		err = sm_devx_is_not(&cmd, "a command without an object");
	if (!err)
		err = sm_devx_cmd_finish(&cmd);
	sm_devx_cmd_free(&cmd);
	return err;
}

/*
 * Objects.
 */

struct sm_devx_id sm_devx_of_uobj(struct sm_uobj *uobj)
{
	struct sm_devx_id id = { 0 };

	switch (uobj->type->id) {
	case UVERBS_OBJECT_CQ:
		id.create = PRM_CMD_OPCODE_CREATE_CQ;
		id.number = sm_to_cq(uobj)->cqn;
		break;
	case UVERBS_OBJECT_QP:
		if (sm_is_rss_qp(sm_to_qp(uobj)))
			break;	/* mlx5_ib does not look for its TIR */
		id.create = sm_is_dct(sm_to_qp(uobj)) ? PRM_CMD_OPCODE_CREATE_DCT :
							PRM_CMD_OPCODE_CREATE_QP;
		id.number = sm_to_qp(uobj)->qpn;
		break;
	case UVERBS_OBJECT_WQ:
		id.create = PRM_CMD_OPCODE_CREATE_RQ;
		id.number = sm_to_wq(uobj)->wqn;
		break;
	case UVERBS_OBJECT_RWQ_IND_TBL:
		id.create = PRM_CMD_OPCODE_CREATE_RQT;
		id.number = sm_to_rwq_table(uobj)->rqtn;
		break;
	case UVERBS_OBJECT_SRQ:
		id.create = sm_to_srq(uobj)->is_xrc ? PRM_CMD_OPCODE_CREATE_XRC_SRQ :
						      PRM_CMD_OPCODE_CREATE_RMP;
		id.number = sm_to_srq(uobj)->srqn;
		break;
	case MLX5_IB_OBJECT_DEVX_OBJ:
		id = sm_container_of(uobj, struct sm_devx_obj, uobj)->id;
		break;
	default:
		break;
	}
	return id;
}

static bool sm_devx_names(const struct sm_devx_cmd *cmd, struct sm_uobj *uobj)
{
	struct sm_devx_id named = sm_devx_named(cmd), own = sm_devx_of_uobj(uobj);

	if (uobj->type->id == UVERBS_OBJECT_QP && sm_is_raw_qp(sm_to_qp(uobj)))
		return sm_raw_qp_has(sm_to_qp(uobj), named.create, named.number);
	return named.create && named.create == own.create && named.obj_type == own.obj_type &&
	       named.number == own.number;
}

static void sm_devx_wq_set_umem_valid(struct prm_wq *wq)
{
	prm_wq_set_dbr_umem_valid(wq, true);
	prm_wq_set_wq_umem_valid(wq, true);
}

/* A user's rings and records are always in umems. */
static int sm_devx_set_umem_valid(struct sm_devx_cmd *cmd)
{
	struct prm_create_mkey_in *mkey = cmd->in;
	struct prm_create_cq_in *cq = cmd->in;
	struct prm_create_qp_in *qp = cmd->in;
	struct prm_create_rmp_in *rmp = cmd->in;
	struct prm_create_xrc_srq_in *xrc = cmd->in;
	struct prm_create_rq_in *rq = cmd->in;
	struct prm_create_sq_in *sq = cmd->in;

	switch (cmd->opcode) {
	case PRM_CMD_OPCODE_CREATE_MKEY:
		if (cmd->in_len < offsetof(struct prm_create_mkey_in, memory_key_mkey_entry) +
				  sizeof(mkey->memory_key_mkey_entry))
			return sm_because(-EINVAL, "CREATE_MKEY has %zu bytes, without its context",
					  cmd->in_len);
		if (prm_mkc_get_access_mode_4_2(&mkey->memory_key_mkey_entry) ||
		    prm_mkc_get_access_mode_1_0(&mkey->memory_key_mkey_entry) <
		    PRM_MKC_ACCESS_MODE_KLMS)
			prm_create_mkey_in_set_mkey_umem_valid(mkey, true);
		break;
	case PRM_CMD_OPCODE_CREATE_CQ:
		prm_create_cq_in_set_cq_umem_valid(cq, true);
		prm_cqc_set_dbr_umem_valid(&cq->cq_context, true);
		break;
	case PRM_CMD_OPCODE_CREATE_QP:
		prm_create_qp_in_set_wq_umem_valid(qp, true);
		prm_qpc_set_dbr_umem_valid(&qp->qpc, true);
		break;
	case PRM_CMD_OPCODE_MODIFY_CQ:
		prm_modify_cq_in_set_cq_umem_valid(cmd->in, true);
		break;
	case PRM_CMD_OPCODE_CREATE_RMP:
		sm_devx_wq_set_umem_valid(&rmp->ctx.wq);
		break;
	case PRM_CMD_OPCODE_CREATE_RQ:
		sm_devx_wq_set_umem_valid(&rq->ctx.wq);
		break;
	case PRM_CMD_OPCODE_CREATE_SQ:
		sm_devx_wq_set_umem_valid(&sq->ctx.wq);
		break;
	case PRM_CMD_OPCODE_CREATE_XRC_SRQ:
		prm_create_xrc_srq_in_set_xrc_srq_umem_valid(xrc, true);
		prm_xrc_srqc_set_dbr_umem_valid(&xrc->xrc_srq_context_entry, true);
		break;
	default:
		break;
	}
	return 0;
}

/* Linux looks up the EQ of a new CQ before it executes the command (core/cq.c mlx5_create_cq()). */
static bool sm_devx_has_eq(const struct sm_devx_cmd *cmd)
{
	const struct prm_create_cq_in *cq = cmd->in;

	return cmd->opcode != PRM_CMD_OPCODE_CREATE_CQ ||
		prm_cqc_get_c_eqn(&cq->cq_context) == SM_EQN;
}

/*
 * Objects with commands of their own: creation, layout and field of its answer that has the number;
 * layout of the destruction, its field for the number, and the member of obj->destroy.
 */
#define SM_DEVX_OBJECTS(X) \
	X(CREATE_MKEY, create_mkey, mkey_index, destroy_mkey, mkey_index, mkey) \
	X(CREATE_CQ, create_cq, cqn, destroy_cq, cqn, cq) \
	X(CREATE_QP, create_qp, qpn, destroy_qp, qpn, qp) \
	X(CREATE_PSV, create_psv, psv0_index, destroy_psv, psvn, psv) \
	X(CREATE_SRQ, create_srq, srqn, destroy_srq, srqn, srq) \
	X(CREATE_XRC_SRQ, create_xrc_srq, xrc_srqn, destroy_xrc_srq, xrc_srqn, xrc_srq) \
	X(CREATE_RMP, create_rmp, rmpn, destroy_rmp, rmpn, rmp) \
	X(CREATE_DCT, create_dct, dctn, destroy_dct, dctn, dct) \
	X(CREATE_SQ, create_sq, sqn, destroy_sq, sqn, sq) \
	X(CREATE_RQ, create_rq, rqn, destroy_rq, rqn, rq) \
	X(CREATE_TIS, create_tis, tisn, destroy_tis, tisn, tis) \
	X(CREATE_TIR, create_tir, tirn, destroy_tir, tirn, tir) \
	X(CREATE_RQT, create_rqt, rqtn, destroy_rqt, rqtn, rqt) \
	X(ALLOC_FLOW_COUNTER, alloc_flow_counter, flow_counter_id, dealloc_flow_counter, flow_counter_id, \
	  flow_counter) \
	X(ALLOC_PD, alloc_pd, pd, dealloc_pd, pd, pd) \
	X(ALLOC_TRANSPORT_DOMAIN, alloc_transport_domain, transport_domain, \
	  dealloc_transport_domain, transport_domain, td) \
	X(ALLOC_XRCD, alloc_xrcd, xrcd, dealloc_xrcd, xrcd, xrcd) \
	X(ALLOC_Q_COUNTER, alloc_q_counter, counter_set_id, dealloc_q_counter, counter_set_id, \
	  q_counter)

/* An attachment has no number, and is undone by what made it. */
static void sm_devx_learn_mcg(const struct sm_devx_cmd *cmd, struct sm_devx_obj *obj)
{
	struct prm_attach_to_mcg_in_fields in;
	struct prm_detach_from_mcg_in_fields out;

	prm_attach_to_mcg_in_unpack(&in, cmd->in, NULL);
	prm_detach_from_mcg_in_fields_init(&out);
	out.uid = cmd->req->file->uid;
	out.qpn = in.qpn;
	memcpy(out.multicast_gid, in.multicast_gid, sizeof(out.multicast_gid));
	prm_detach_from_mcg_in_pack(&obj->destroy.mcg, &out);
	obj->destroy_len = sizeof(obj->destroy.mcg);
}

/* Steering: the commands that destroy it also name the table. */

static void sm_devx_learn_table(const struct sm_devx_cmd *cmd, struct sm_devx_obj *obj)
{
	struct prm_create_flow_table_in_fields in;
	struct prm_destroy_flow_table_in_fields out;

	prm_create_flow_table_in_unpack(&in, cmd->in, NULL);
	obj->id.number = prm_create_flow_table_out_get_table_id(cmd->out);
	prm_destroy_flow_table_in_fields_init(&out);
	out.uid = cmd->req->file->uid;
	out.table_type = in.table_type;
	out.other_vport = in.other_vport;
	out.vport_number = in.vport_number;
	out.table_id = obj->id.number;
	prm_destroy_flow_table_in_pack(&obj->destroy.flow_table, &out);
	obj->destroy_len = sizeof(obj->destroy.flow_table);
}

static void sm_devx_learn_group(const struct sm_devx_cmd *cmd, struct sm_devx_obj *obj)
{
	struct prm_create_flow_group_in_fields in;
	struct prm_destroy_flow_group_in_fields out;

	prm_create_flow_group_in_unpack(&in, cmd->in, NULL);
	obj->id.number = prm_create_flow_group_out_get_group_id(cmd->out);
	prm_destroy_flow_group_in_fields_init(&out);
	out.uid = cmd->req->file->uid;
	out.table_type = in.table_type;
	out.other_vport = in.other_vport;
	out.vport_number = in.vport_number;
	out.table_id = in.table_id;
	out.group_id = obj->id.number;
	prm_destroy_flow_group_in_pack(&obj->destroy.flow_group, &out);
	obj->destroy_len = sizeof(obj->destroy.flow_group);
}

static void sm_devx_learn_entry(const struct sm_devx_cmd *cmd, struct sm_devx_obj *obj)
{
	struct prm_set_fte_in_fields in;
	struct prm_delete_fte_in_fields out;

	prm_set_fte_in_unpack(&in, cmd->in, NULL);
	obj->id.number = in.flow_index;
	prm_delete_fte_in_fields_init(&out);
	out.uid = cmd->req->file->uid;
	out.table_type = in.table_type;
	out.other_vport = in.other_vport;
	out.vport_number = in.vport_number;
	out.table_id = in.table_id;
	out.flow_index = in.flow_index;
	prm_delete_fte_in_pack(&obj->destroy.fte, &out);
	obj->destroy_len = sizeof(obj->destroy.fte);
}

/* The command that destroys what @cmd has created, and its number. */
static void sm_devx_learn(const struct sm_devx_cmd *cmd, struct sm_devx_obj *obj)
{
	uint16_t uid = cmd->req->file->uid;
	const void *out = cmd->out;
	uint32_t *number = &obj->id.number;

	obj->id.create = cmd->opcode;
#define SM_LEARN(opcode, create, field, destroy_layout, destroy_field, member) \
	case PRM_CMD_OPCODE_##opcode: { \
		struct prm_##destroy_layout##_in_fields fields; \
		*number = prm_##create##_out_get_##field(out); \
		prm_##destroy_layout##_in_fields_init(&fields); \
		fields.uid = uid; \
		fields.destroy_field = (__typeof__(fields.destroy_field))*number; \
		prm_##destroy_layout##_in_pack(&obj->destroy.member, &fields); \
		break; \
	}

	obj->destroy_len = sizeof(obj->destroy.general);
	switch (cmd->opcode) {
	SM_DEVX_OBJECTS(SM_LEARN)
	case PRM_CMD_OPCODE_ATTACH_TO_MCG:
		sm_devx_learn_mcg(cmd, obj);
		break;
	case PRM_CMD_OPCODE_CREATE_FLOW_TABLE:
		sm_devx_learn_table(cmd, obj);
		break;
	case PRM_CMD_OPCODE_CREATE_FLOW_GROUP:
		sm_devx_learn_group(cmd, obj);
		break;
	case PRM_CMD_OPCODE_SET_FLOW_TABLE_ENTRY:
		sm_devx_learn_entry(cmd, obj);
		break;
	default:
		obj->id.obj_type = (uint16_t)prm_general_obj_in_cmd_hdr_get_obj_type(cmd->in);
		*number = prm_general_obj_out_cmd_hdr_get_obj_id(out);
		prm_general_obj_in_cmd_hdr_set_opcode(&obj->destroy.general,
						      PRM_CMD_OPCODE_DESTROY_GENERAL_OBJECT);
		prm_general_obj_in_cmd_hdr_set_uid(&obj->destroy.general, uid);
		prm_general_obj_in_cmd_hdr_set_obj_type(&obj->destroy.general, obj->id.obj_type);
		prm_general_obj_in_cmd_hdr_set_obj_id(&obj->destroy.general, *number);
		break;
	}
#undef SM_LEARN
}

static int sm_devx_obj_destroy_uobj(struct sm_uobj *uobj)
{
	struct sm_devx_obj *obj = sm_container_of(uobj, struct sm_devx_obj, uobj);
	struct prm_general_obj_out_cmd_hdr out;
	int err = sm_kernel_exec(uobj->file->dev, &obj->destroy, obj->destroy_len, &out,
				 sizeof(out));

	if (!err)
		sm_devx_source_end(&obj->source);
	return err;
}

static void sm_devx_obj_abandon(struct sm_uobj *uobj)
{
	struct sm_devx_obj *obj = sm_container_of(uobj, struct sm_devx_obj, uobj);

	sm_devx_source_listen(&obj->source, uobj->file->dev, &obj->id, false);
	sm_devx_source_end(&obj->source);
}

static const struct sm_uobj_type sm_devx_obj_type = {
	.id = MLX5_IB_OBJECT_DEVX_OBJ,
	.size = sizeof(struct sm_devx_obj),
	.destroy = sm_devx_obj_destroy_uobj,
	.abandon = sm_devx_obj_abandon,
};

struct sm_devx_source *sm_devx_source_of(struct sm_uobj *uobj)
{
	return &sm_container_of(uobj, struct sm_devx_obj, uobj)->source;
}

static int sm_devx_create(struct sm_devx_cmd *cmd)
{
	struct sm_devx_obj *obj;
	int err;

	if (sm_devx_has_tunnel(cmd))
		return sm_devx_is_not(cmd, "a command that makes an object");
	if (sm_devx_is_foreign_create(cmd)) {
		err = sm_devx_cmd_finish(cmd);
		return err ? err : -EINVAL;
	}
	if (!sm_devx_is_create(cmd))
		return sm_devx_is_not(cmd, "a command that makes an object");
	err = sm_devx_set_umem_valid(cmd);
	if (!err && !sm_devx_has_eq(cmd))
		err = sm_because(-ENOENT, "the CQ's c_eqn is no event queue of the device");
	if (err)
		return err;
	obj = sm_uobj_new(cmd->req, &sm_devx_obj_type);
	if (!obj)
		return -ENOMEM;
	err = sm_devx_cmd_finish(cmd);
	/* Also when the answer could not be copied: the object is destroyed then. */
	if (err == -EREMOTEIO || prm_cmd_out_hdr_get_status(cmd->out))
		return err;
	sm_devx_learn(cmd, obj);
	obj->uobj.is_created = true;
	sm_devx_source_listen(&obj->source, cmd->req->file->dev, &obj->id, true);
	if (err)
		return err;
	return sm_attr_write_handle(cmd->req, MLX5_IB_ATTR_DEVX_OBJ_CREATE_HANDLE,
				    obj->uobj.handle);
}

static int sm_devx_obj_create(struct sm_request *req)
{
	struct sm_devx_cmd cmd;
	int err = sm_devx_cmd_read(&cmd, req, MLX5_IB_ATTR_DEVX_OBJ_CREATE_CMD_IN,
				   MLX5_IB_ATTR_DEVX_OBJ_CREATE_CMD_OUT);

	if (!err)
		err = sm_devx_create(&cmd);
	sm_devx_cmd_free(&cmd);
	return err;
}

static int sm_devx_obj_modify(struct sm_request *req)
{
	struct sm_devx_cmd cmd;
	int err = sm_devx_cmd_read(&cmd, req, MLX5_IB_ATTR_DEVX_OBJ_MODIFY_CMD_IN,
				   MLX5_IB_ATTR_DEVX_OBJ_MODIFY_CMD_OUT);

	if (!err && (sm_devx_has_tunnel(&cmd) || !sm_devx_is_modify(&cmd) ||
		     !sm_devx_names(&cmd, sm_attr_uobj(req, MLX5_IB_ATTR_DEVX_OBJ_MODIFY_HANDLE))))
		err = sm_devx_is_not(&cmd, "a command that changes this object");
	if (!err)
		err = sm_devx_set_umem_valid(&cmd);
	if (!err)
		err = sm_devx_cmd_finish(&cmd);
	sm_devx_cmd_free(&cmd);
	return err;
}

static int sm_devx_obj_query(struct sm_request *req)
{
	struct sm_devx_cmd cmd;
	int err = sm_devx_cmd_read(&cmd, req, MLX5_IB_ATTR_DEVX_OBJ_QUERY_CMD_IN,
				   MLX5_IB_ATTR_DEVX_OBJ_QUERY_CMD_OUT);

	if (!err && (sm_devx_has_tunnel(&cmd) || !sm_devx_is_query(&cmd) ||
		     !sm_devx_names(&cmd, sm_attr_uobj(req, MLX5_IB_ATTR_DEVX_OBJ_QUERY_HANDLE))))
		err = sm_devx_is_not(&cmd, "a query of this object");
	if (!err)
		err = sm_devx_cmd_finish(&cmd);
	sm_devx_cmd_free(&cmd);
	return err;
}

static int sm_devx_query_eqn(struct sm_request *req)
{
	uint32_t eqn = SM_EQN;

	if (sm_attr_number(req, MLX5_IB_ATTR_DEVX_QUERY_EQN_USER_VEC) >= SM_NUM_COMP_VECTORS)
		return sm_because(-ENOENT, "the vector is %llu; below %u is allowed",
				  (unsigned long long)sm_attr_number(
					  req, MLX5_IB_ATTR_DEVX_QUERY_EQN_USER_VEC),
				  SM_NUM_COMP_VECTORS);
	return sm_attr_write(req, MLX5_IB_ATTR_DEVX_QUERY_EQN_DEV_EQN, &eqn, sizeof(eqn));
}

const struct sm_method sm_devx_methods[] = {
	{
		.object = MLX5_IB_OBJECT_DEVX,
		.method = MLX5_IB_METHOD_DEVX_OTHER,
		.needs_context = true,
		.run = sm_devx_other,
		.attrs = {
			SM_IN_BYTES(MLX5_IB_ATTR_DEVX_OTHER_CMD_IN,
				    PRM_GENERAL_OBJ_IN_CMD_HDR_SIZE),
			SM_OUT_BYTES(MLX5_IB_ATTR_DEVX_OTHER_CMD_OUT,
				     PRM_GENERAL_OBJ_OUT_CMD_HDR_SIZE),
			SM_ATTRS_END,
		},
	}, {
		.object = MLX5_IB_OBJECT_DEVX,
		.method = MLX5_IB_METHOD_DEVX_QUERY_EQN,
		.needs_context = true,
		.run = sm_devx_query_eqn,
		.attrs = {
			SM_IN(MLX5_IB_ATTR_DEVX_QUERY_EQN_USER_VEC, uint32_t),
			SM_OUT(MLX5_IB_ATTR_DEVX_QUERY_EQN_DEV_EQN, uint32_t),
			SM_ATTRS_END,
		},
	}, {
		.object = MLX5_IB_OBJECT_DEVX_OBJ,
		.method = MLX5_IB_METHOD_DEVX_OBJ_CREATE,
		.needs_context = true,
		.run = sm_devx_obj_create,
		.attrs = {
			SM_NEW(MLX5_IB_ATTR_DEVX_OBJ_CREATE_HANDLE),
			SM_IN_BYTES(MLX5_IB_ATTR_DEVX_OBJ_CREATE_CMD_IN,
				    PRM_GENERAL_OBJ_IN_CMD_HDR_SIZE),
			SM_OUT_BYTES(MLX5_IB_ATTR_DEVX_OBJ_CREATE_CMD_OUT,
				     PRM_GENERAL_OBJ_OUT_CMD_HDR_SIZE),
			SM_ATTRS_END,
		},
	}, {
		.object = MLX5_IB_OBJECT_DEVX_OBJ,
		.method = MLX5_IB_METHOD_DEVX_OBJ_DESTROY,
		.needs_context = true,
		.run = sm_nothing_more,
		.attrs = {
			SM_DESTROY(MLX5_IB_ATTR_DEVX_OBJ_DESTROY_HANDLE, MLX5_IB_OBJECT_DEVX_OBJ),
			SM_ATTRS_END,
		},
	}, {
		.object = MLX5_IB_OBJECT_DEVX_OBJ,
		.method = MLX5_IB_METHOD_DEVX_OBJ_MODIFY,
		.needs_context = true,
		.run = sm_devx_obj_modify,
		.attrs = {
			SM_OBJECT(MLX5_IB_ATTR_DEVX_OBJ_MODIFY_HANDLE, SM_ANY_OBJECT),
			SM_IN_BYTES(MLX5_IB_ATTR_DEVX_OBJ_MODIFY_CMD_IN,
				    PRM_GENERAL_OBJ_IN_CMD_HDR_SIZE),
			SM_OUT_BYTES(MLX5_IB_ATTR_DEVX_OBJ_MODIFY_CMD_OUT,
				     PRM_GENERAL_OBJ_OUT_CMD_HDR_SIZE),
			SM_ATTRS_END,
		},
	}, {
		.object = MLX5_IB_OBJECT_DEVX_OBJ,
		.method = MLX5_IB_METHOD_DEVX_OBJ_QUERY,
		.needs_context = true,
		.run = sm_devx_obj_query,
		.attrs = {
			SM_OBJECT(MLX5_IB_ATTR_DEVX_OBJ_QUERY_HANDLE, SM_ANY_OBJECT),
			SM_IN_BYTES(MLX5_IB_ATTR_DEVX_OBJ_QUERY_CMD_IN,
				    PRM_GENERAL_OBJ_IN_CMD_HDR_SIZE),
			SM_OUT_BYTES(MLX5_IB_ATTR_DEVX_OBJ_QUERY_CMD_OUT,
				     PRM_GENERAL_OBJ_OUT_CMD_HDR_SIZE),
			SM_ATTRS_END,
		},
	},
	{ .run = NULL },
};
