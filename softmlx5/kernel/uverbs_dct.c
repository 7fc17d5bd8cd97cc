// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The kernel's side: targets of dynamic connections (DCT), which verbs call QPs of type DRIVER. The
 * device has one from its transition to RTR on. Checks and errno values are those of mlx5_ib's
 * create_dct(), mlx5_ib_modify_dct() and mlx5_ib_dct_query_qp().
 */
#include <errno.h>
#include <infiniband/verbs.h>

#include "kernel/uverbs_qp.h"
#include "prm_dct.h"

#define SM_DCT_INIT (IBV_QP_STATE | IBV_QP_ACCESS_FLAGS | IBV_QP_PKEY_INDEX | IBV_QP_PORT)
#define SM_DCT_RTR (IBV_QP_STATE | IBV_QP_MIN_RNR_TIMER | IBV_QP_AV | IBV_QP_PATH_MTU)
#define SM_DCT_QUERY (SM_DCT_INIT | SM_DCT_RTR)

struct sm_uverbs_dct {
	struct sm_uverbs_qp qp;
	struct prm_dctc_fields ctx;
};

static struct sm_uverbs_dct *sm_to_dct(struct sm_uverbs_qp *qp)
{
	return sm_container_of(qp, struct sm_uverbs_dct, qp);
}

/* The DCT stops receiving, then it is gone. */
static int sm_dct_exec_destroy(const struct sm_uverbs_qp *qp)
{
	struct sm_dev *dev = qp->uobj.file->dev;
	struct prm_drain_dct_in_fields drain_fields;
	struct prm_destroy_dct_in_fields fields;
	struct prm_destroy_dct_out out;
	struct prm_drain_dct_out drained;
	struct prm_drain_dct_in drain;
	struct prm_destroy_dct_in in;
	int err;

	prm_drain_dct_in_fields_init(&drain_fields);
	drain_fields.uid = qp->uid;
	drain_fields.dctn = qp->qpn;
	prm_drain_dct_in_pack(&drain, &drain_fields);
	err = sm_kernel_exec(dev, &drain, sizeof(drain), &drained, sizeof(drained));
	if (err)
		return err;
	prm_destroy_dct_in_fields_init(&fields);
	fields.uid = qp->uid;
	fields.dctn = qp->qpn;
	prm_destroy_dct_in_pack(&in, &fields);
	return sm_kernel_exec(dev, &in, sizeof(in), &out, sizeof(out));
}

/* The device has nothing before RTR. */
static int sm_dct_destroy_uobj(struct sm_uobj *uobj)
{
	const struct sm_uverbs_qp *qp = sm_to_qp(uobj);

	return qp->known->state == IBV_QPS_RTR ? sm_dct_exec_destroy(qp) : 0;
}

static const struct sm_uobj_type sm_dct_type = {
	.id = UVERBS_OBJECT_QP,
	.size = sizeof(struct sm_uverbs_dct),
	.destroy = sm_dct_destroy_uobj,
};

bool sm_is_dct(const struct sm_uverbs_qp *qp)
{
	return qp->uobj.type == &sm_dct_type;
}

int sm_dct_create_uobj(struct sm_request *req, const struct ib_uverbs_qp_cap *cap,
		       const struct mlx5_ib_create_qp *driver)
{
	struct sm_uobj *pd = sm_attr_uobj(req, UVERBS_ATTR_CREATE_QP_PD_HANDLE);
	struct sm_uobj *srq = sm_attr_uobj(req, UVERBS_ATTR_CREATE_QP_SRQ_HANDLE);
	struct sm_uobj *cq = sm_attr_uobj(req, UVERBS_ATTR_CREATE_QP_RECV_CQ_HANDLE);
	struct sm_uverbs_dct *dct;

	if (!pd || !cq || !sm_attr_uobj(req, UVERBS_ATTR_CREATE_QP_SEND_CQ_HANDLE))
		return sm_because(-ENOENT, "a DCT needs a PD and CQs");
	if (!srq)
		return sm_because(-EINVAL, "a DCT needs an srq");
	dct = sm_uobj_new(req, &sm_dct_type);
	if (!dct)
		return -ENOMEM;
	dct->qp.uobj.user_handle = sm_attr_number(req, UVERBS_ATTR_CREATE_QP_USER_HANDLE);
	dct->qp.type = IBV_QPT_DRIVER;
	dct->qp.uid = req->file->uid;
	dct->qp.known = &dct->qp.own_known;
	dct->qp.known->state = IBV_QPS_RESET;
	prm_dctc_fields_init(&dct->ctx);
	dct->ctx.pd = sm_to_pd(pd)->pdn;
	dct->ctx.srqn_xrqn = sm_to_srq(srq)->srqn;
	dct->ctx.cqn = sm_to_cq(cq)->cqn;
	dct->ctx.dc_access_key = driver->access_key;
	dct->ctx.user_index = driver->uidx;
	if ((driver->flags & MLX5_QP_FLAG_SCATTER_CQE) && sm_to_cq(cq)->cqe_size == 128)
		dct->ctx.cs_res = PRM_DCT_CS_RES_UP_TO_64B;
	dct->qp.uobj.is_created = true;
	sm_uobj_use(&dct->qp.uobj, pd);
	sm_uobj_use(&dct->qp.uobj, srq);
	sm_uobj_use(&dct->qp.uobj, cq);
	return sm_qp_create_answer(req, &dct->qp, cap);
}

static int sm_dct_to_init(struct sm_uverbs_dct *dct, const struct ib_uverbs_modify_qp *cmd)
{
	const uint32_t access = cmd->qp_access_flags;

	if (cmd->attr_mask != SM_DCT_INIT || !sm_is_port(cmd->port_num))
		return sm_because(-EINVAL,
				  "attr_mask is 0x%x, and RESET to INIT of a DCT needs 0x%x; "
				  "port_num is %u, the device has port %u",
				  cmd->attr_mask, SM_DCT_INIT, cmd->port_num, SM_PORT);
	if (access & IBV_ACCESS_REMOTE_ATOMIC) {
		dct->ctx.atomic_mode = sm_atomic_mode(dct->qp.uobj.file->dev, true);
		if (dct->ctx.atomic_mode == PRM_QP_ATOMIC_MODE_NONE)
			return sm_because(-EOPNOTSUPP,
					  "qp_access_flags has IBV_ACCESS_REMOTE_ATOMIC, "
					  "and the device has no atomics");
		dct->ctx.rae = true;
	}
	dct->ctx.rre = access & IBV_ACCESS_REMOTE_READ;
	dct->ctx.rwe = access & IBV_ACCESS_REMOTE_WRITE;
	dct->ctx.pkey_index = cmd->pkey_index;
	dct->ctx.port = cmd->port_num;
	dct->qp.known->port = cmd->port_num;
	return 0;
}

static int sm_dct_exec_create(struct sm_uverbs_dct *dct)
{
	struct prm_create_dct_in_fields fields;
	struct prm_create_dct_out out;
	struct prm_create_dct_in in;
	int err;

	prm_create_dct_in_fields_init(&fields);
	fields.uid = dct->qp.uid;
	fields.dct_context_entry = dct->ctx;
	prm_create_dct_in_pack(&in, &fields);
	err = sm_kernel_exec(dct->qp.uobj.file->dev, &in, sizeof(in), &out, sizeof(out));
	if (!err)
		dct->qp.qpn = prm_create_dct_out_get_dctn(&out);
	return err;
}

/* The answer has the DCT's number. */
static int sm_dct_to_rtr(struct sm_request *req, struct sm_uverbs_dct *dct,
			 const struct ib_uverbs_modify_qp *cmd)
{
	const size_t least = offsetof(struct mlx5_ib_modify_qp_resp, ece_options);
	const size_t room = sm_attr_len(req, UVERBS_ATTR_UHW_OUT);
	struct mlx5_ib_modify_qp_resp resp = { 0 };
	int err;

	if (room < least || cmd->attr_mask != SM_DCT_RTR)
		return sm_because(-EINVAL,
				  "attr_mask is 0x%x, and INIT to RTR of a DCT needs 0x%x; the "
				  "driver's answer has room for %zu bytes, and needs %zu",
				  cmd->attr_mask, SM_DCT_RTR, room, least);
	dct->ctx.min_rnr_nak = cmd->min_rnr_timer;
	dct->ctx.tclass = cmd->dest.traffic_class;
	dct->ctx.flow_label = cmd->dest.flow_label;
	dct->ctx.mtu = cmd->path_mtu;
	dct->ctx.my_addr_index = cmd->dest.sgid_index;
	dct->ctx.hop_limit = cmd->dest.hop_limit;
	if (sm_dev_is_ethernet(req->file->dev))
		dct->ctx.eth_prio = cmd->dest.sl & 7;
	err = sm_dct_exec_create(dct);
	if (err)
		return err;
	resp.response_length = (uint32_t)(room < sizeof(resp) ? least : sizeof(resp));
	resp.dctn = dct->qp.qpn;
	err = sm_attr_write(req, UVERBS_ATTR_UHW_OUT, &resp, resp.response_length);
	if (err)
		sm_dct_exec_destroy(&dct->qp);	/* the program does not know its number */
	return err;
}

int sm_dct_modify(struct sm_request *req, struct sm_uverbs_qp *qp,
		  const struct ib_uverbs_modify_qp *cmd)
{
	int err;

	if (!(cmd->attr_mask & IBV_QP_STATE))
		return sm_because(-EINVAL, "attr_mask lacks IBV_QP_STATE");
	if (qp->known->state == IBV_QPS_RESET && cmd->qp_state == IBV_QPS_INIT)
		err = sm_dct_to_init(sm_to_dct(qp), cmd);
	else if (qp->known->state == IBV_QPS_INIT && cmd->qp_state == IBV_QPS_RTR)
		err = sm_dct_to_rtr(req, sm_to_dct(qp), cmd);
	else
		return sm_because(-EINVAL, "a DCT in state %u has no transition to %u",
				  qp->known->state, cmd->qp_state);
	if (!err)
		qp->known->state = cmd->qp_state;
	return err;
}

int sm_dct_query_uobj(struct sm_request *req, struct sm_uverbs_qp *qp, uint32_t attr_mask)
{
	struct ib_uverbs_query_qp_resp resp = { .reserved = { 0 } };
	struct prm_query_dct_in_fields fields;
	struct prm_dctc_fields ctx;
	struct prm_query_dct_out out;
	struct prm_query_dct_in in;
	int err;

	if ((attr_mask & ~(uint32_t)SM_DCT_QUERY) || qp->known->state != IBV_QPS_RTR)
		return sm_because(-EINVAL,
				  "attr_mask is 0x%x, 0x%x are known of a DCT, whose state is %u "
				  "and has to be RTR",
				  attr_mask, SM_DCT_QUERY, qp->known->state);
	prm_query_dct_in_fields_init(&fields);
	fields.uid = qp->uid;
	fields.dctn = qp->qpn;
	prm_query_dct_in_pack(&in, &fields);
	err = sm_kernel_exec(req->file->dev, &in, sizeof(in), &out, sizeof(out));
	if (err)
		return err;
	prm_dctc_unpack(&ctx, &out.dct_context_entry, NULL);
	resp.qp_state = IBV_QPS_RTR;
	resp.qp_access_flags = (ctx.rre ? IBV_ACCESS_REMOTE_READ : 0u) |
			       (ctx.rwe ? IBV_ACCESS_REMOTE_WRITE : 0u) |
			       (ctx.rae ? IBV_ACCESS_REMOTE_ATOMIC : 0u);
	resp.port_num = qp->known->port;
	resp.min_rnr_timer = ctx.min_rnr_nak;
	resp.dest.traffic_class = ctx.tclass;
	resp.dest.flow_label = ctx.flow_label;
	resp.dest.sgid_index = ctx.my_addr_index;
	resp.dest.hop_limit = ctx.hop_limit;
	resp.path_mtu = ctx.mtu;
	resp.pkey_index = ctx.pkey_index;
	return sm_command_answer(req, &resp, sizeof(resp));
}
