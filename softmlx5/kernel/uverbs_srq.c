// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The kernel's side: shared receive queues. In the device a basic SRQ is a receive memory pool.
 */
#include <errno.h>
#include <infiniband/verbs.h>
#include <string.h>

#include "kernel/uverbs_srq.h"
#include "prm_data.h"
#include "prm_doorbell.h"
#include "prm_eqe.h"
#include "prm_recv.h"
#include "prm_rmp.h"

#define SM_MIN_STRIDE 32u	/* bytes of a WQE */
#define SM_UIDX_NONE 0xffffffu	/* CQEs name the SRQ by its number */
#define SM_SRQ_DBR_SIZE 4	/* a counter */

#define SM_CAP(dev, name) prm_cmd_hca_cap_get_##name((dev)->caps->general)

static void sm_srq_event(void *owner, uint8_t type)
{
	struct sm_uverbs_srq *srq = owner;

	if (type == PRM_EVENT_TYPE_SRQ_RQ_LIMIT)
		sm_uobj_async_event(&srq->uobj, IBV_EVENT_SRQ_LIMIT_REACHED);
	else if (type == PRM_EVENT_TYPE_SRQ_CATAS_ERROR)
		sm_uobj_async_event(&srq->uobj, IBV_EVENT_SRQ_ERR);
}

static struct sm_domain *sm_srq_domain(const struct sm_uverbs_srq *srq)
{
	return sm_to_xrcd(srq->uobj.uses[0])->domain;
}

static int sm_srq_destroy_xrc(struct sm_uverbs_srq *srq)
{
	int err = sm_xrc_srq_destroy(srq->uobj.file->dev, srq->srqn);

	if (!err)
		sm_domain_use(sm_srq_domain(srq), -1);
	return err;
}

static int sm_srq_destroy_uobj(struct sm_uobj *uobj)
{
	struct sm_uverbs_srq *srq = sm_to_srq(uobj);
	struct prm_destroy_rmp_in_fields fields;
	struct prm_destroy_rmp_in in;
	struct prm_destroy_rmp_out out;
	int err;

	if (srq->is_xrc)
		return sm_srq_destroy_xrc(srq);
	prm_destroy_rmp_in_fields_init(&fields);
	fields.uid = uobj->file->uid;
	fields.rmpn = srq->srqn;
	prm_destroy_rmp_in_pack(&in, &fields);
	err = sm_kernel_exec(uobj->file->dev, &in, sizeof(in), &out, sizeof(out));
	if (err)
		return err;
	sm_umem_destroy(uobj->file, srq->umem);
	sm_umem_destroy(uobj->file, srq->dbr_umem);
	return 0;
}

static void sm_srq_abandon(struct sm_uobj *uobj)
{
	const struct sm_listener none = { 0 };

	sm_fw_listen_srq(uobj->file->dev, sm_to_srq(uobj)->srqn, &none);
}

static const struct sm_uobj_type sm_srq_type = {
	.id = UVERBS_OBJECT_SRQ,
	.size = sizeof(struct sm_uverbs_srq),
	.destroy = sm_srq_destroy_uobj,
	.abandon = sm_srq_abandon,
};

static uint32_t sm_power_of_2_up(uint32_t number)
{
	uint32_t power = 1;

	while (power < number)
		power *= 2;
	return power;
}

static int sm_srq_exec_create(struct sm_uverbs_srq *srq, uint32_t pdn, uint32_t stride,
			      const struct mlx5_ib_create_srq *driver)
{
	struct sm_file *file = srq->uobj.file;
	struct prm_create_rmp_in_fields fields;
	struct prm_wq_fields *wq = &fields.ctx.wq;
	struct prm_create_rmp_in in;
	struct prm_create_rmp_out out;
	int err;

	prm_create_rmp_in_fields_init(&fields);
	fields.uid = file->uid;
	fields.ctx.state = PRM_RMP_STATE_RDY;
	wq->wq_type = PRM_WQ_TYPE_LINKED_LIST;
	wq->wq_signature = driver->flags & MLX5_SRQ_FLAG_SIGNATURE;
	wq->pd = pdn;
	wq->log_wq_stride = (uint8_t)__builtin_ctz(stride);
	wq->log_wq_sz = (uint8_t)__builtin_ctz(srq->max);
	wq->wq_umem_valid = true;
	wq->wq_umem_id = srq->umem;
	wq->dbr_umem_valid = true;
	wq->dbr_umem_id = srq->dbr_umem;
	prm_create_rmp_in_pack(&in, &fields);
	err = sm_kernel_exec(file->dev, &in, sizeof(in), &out, sizeof(out));
	if (!err)
		srq->srqn = prm_create_rmp_out_get_rmpn(&out);
	return err;
}

static int sm_srq_make(struct sm_uverbs_srq *srq, uint32_t pdn, uint32_t stride,
		       const struct mlx5_ib_create_srq *driver)
{
	struct sm_file *file = srq->uobj.file;
	int err = sm_check_ring(driver->buf_addr, SM_PAGE_UNIT);

	if (err)
		return err;
	err = sm_umem_create(file, driver->buf_addr, (uint64_t)srq->max * stride,
			     IBV_ACCESS_LOCAL_WRITE, &srq->umem);
	if (err)
		return err;
	err = sm_umem_create(file, driver->db_addr, SM_SRQ_DBR_SIZE, IBV_ACCESS_LOCAL_WRITE,
			     &srq->dbr_umem);
	if (err)
		goto no_dbr;
	err = sm_srq_exec_create(srq, pdn, stride, driver);
	if (!err)
		return 0;
	sm_umem_destroy(file, srq->dbr_umem);
no_dbr:
	sm_umem_destroy(file, srq->umem);
	return err;
}

/* The SRQ refers to its domain first; see sm_srq_domain(). */
static int sm_srq_make_xrc(struct sm_request *req, struct sm_uverbs_srq *srq, uint32_t pdn,
			   uint32_t stride, const struct mlx5_ib_create_srq *driver)
{
	struct sm_uobj *xrcd = sm_attr_uobj(req, UVERBS_ATTR_CREATE_SRQ_XRCD_HANDLE);
	struct sm_uobj *cq = sm_attr_uobj(req, UVERBS_ATTR_CREATE_SRQ_CQ_HANDLE);
	const struct sm_xrc_srq_attr attr = {
		.buf = driver->buf_addr, .len = (uint64_t)srq->max * stride, .dbr = driver->db_addr,
		.xrcdn = sm_domain_use(sm_to_xrcd(xrcd)->domain, 1), .cqn = sm_to_cq(cq)->cqn,
		.pdn = pdn,
		.user_index = req->file->cqe_version ? driver->uidx : SM_UIDX_NONE,
		.log_size = (uint8_t)__builtin_ctz(srq->max),
		.log_stride = (uint8_t)__builtin_ctz(stride),
		.has_signature = driver->flags & MLX5_SRQ_FLAG_SIGNATURE,
	};
	int err = sm_xrc_srq_create(req->file->dev, &attr, &srq->srqn);

	if (err) {
		sm_domain_use(sm_to_xrcd(xrcd)->domain, -1);
		return err;
	}
	sm_uobj_use(&srq->uobj, xrcd);
	sm_uobj_use(&srq->uobj, cq);
	return 0;
}

static int sm_srq_read_driver(struct sm_request *req, bool is_xrc,
			      struct mlx5_ib_create_srq *driver)
{
	int err = sm_attr_read(req, UVERBS_ATTR_UHW_IN, driver, sizeof(*driver));

	if (err)
		return err;
	if (driver->reserved0 || driver->reserved1 ||
	    !sm_attr_is_cleared(req, UVERBS_ATTR_UHW_IN, sizeof(*driver)))
		return sm_because(-EINVAL, "reserved bytes of the driver's part are not 0");
	return !is_xrc || !req->file->cqe_version || driver->uidx < SM_UIDX_NONE ?
		       0 :
		       sm_because(-EINVAL, "uidx is 0x%x; below 0x%x is allowed", driver->uidx,
				  SM_UIDX_NONE);
}

static int sm_srq_check(struct sm_request *req)
{
	const uint64_t max_wr = sm_attr_number(req, UVERBS_ATTR_CREATE_SRQ_MAX_WR);
	const uint64_t max_sge = sm_attr_number(req, UVERBS_ATTR_CREATE_SRQ_MAX_SGE);
	struct sm_dev *dev = req->file->dev;

	switch (sm_attr_number(req, UVERBS_ATTR_CREATE_SRQ_TYPE)) {
	case IB_UVERBS_SRQT_BASIC:
		break;
	case IB_UVERBS_SRQT_XRC:
		if (!SM_CAP(dev, xrc))
			return sm_because(-EOPNOTSUPP, "the device lacks the capability xrc");
		if (!sm_attr_uobj(req, UVERBS_ATTR_CREATE_SRQ_CQ_HANDLE) ||
		    !sm_attr_uobj(req, UVERBS_ATTR_CREATE_SRQ_XRCD_HANDLE))
			return sm_because(-ENOENT, "an SRQ of XRC needs a cq and an xrcd");
		break;
	case IB_UVERBS_SRQT_TM:
		return sm_because(-EOPNOTSUPP,
				  "srq_type is IBV_SRQT_TM; the device has no tag matching");
	default:
		return sm_because(
			-EINVAL, "srq_type is %llu, which is unknown",
			(unsigned long long)sm_attr_number(req, UVERBS_ATTR_CREATE_SRQ_TYPE));
	}
	if (max_wr >= sm_power(SM_CAP(dev, log_max_srq_sz)))
		return sm_because(-EINVAL, "max_wr is %llu; at most %u is allowed",
				  (unsigned long long)max_wr,
				  sm_power(SM_CAP(dev, log_max_srq_sz)) - 1);
	if (max_sge > SM_CAP(dev, max_wqe_sz_rq) / PRM_DATA_SEG_SIZE)
		return sm_because(-EINVAL, "max_sge is %llu; at most %u is allowed",
				  (unsigned long long)max_sge,
				  (unsigned int)(SM_CAP(dev, max_wqe_sz_rq) / PRM_DATA_SEG_SIZE));
	return 0;
}

static int sm_srq_create_answer(struct sm_request *req, struct sm_uverbs_srq *srq)
{
	struct mlx5_ib_create_srq_resp driver = { .srqn = srq->srqn };
	uint32_t max_wr = srq->max - 1;
	int err;

	err = sm_attr_write(req, UVERBS_ATTR_CREATE_SRQ_RESP_MAX_WR, &max_wr, sizeof(max_wr));
	if (!err)
		err = sm_attr_write(req, UVERBS_ATTR_CREATE_SRQ_RESP_MAX_SGE, &srq->max_gs,
				    sizeof(srq->max_gs));
	if (!err && srq->is_xrc)
		err = sm_attr_write(req, UVERBS_ATTR_CREATE_SRQ_RESP_SRQ_NUM, &srq->srqn,
				    sizeof(srq->srqn));
	if (!err)
		err = sm_attr_write(req, UVERBS_ATTR_UHW_OUT, &driver, sizeof(driver));
	if (!err)
		err = sm_attr_write_handle(req, UVERBS_ATTR_CREATE_SRQ_HANDLE, srq->uobj.handle);
	return err;
}

static int sm_srq_create_uobj(struct sm_request *req)
{
	struct sm_listener listener = { .event = sm_srq_event };
	struct sm_uobj *pd = sm_attr_uobj(req, UVERBS_ATTR_CREATE_SRQ_PD_HANDLE);
	const bool is_xrc = sm_attr_number(req, UVERBS_ATTR_CREATE_SRQ_TYPE) == IB_UVERBS_SRQT_XRC;
	struct mlx5_ib_create_srq driver;
	struct sm_uverbs_srq *srq;
	uint32_t max_wr, stride;
	int err = sm_srq_check(req);

	if (!err)
		err = sm_srq_read_driver(req, is_xrc, &driver);
	if (err)
		return err;
	srq = sm_uobj_new(req, &sm_srq_type);
	if (!srq)
		return -ENOMEM;
	srq->uobj.user_handle = sm_attr_number(req, UVERBS_ATTR_CREATE_SRQ_USER_HANDLE);
	srq->is_xrc = is_xrc;
	max_wr = (uint32_t)sm_attr_number(req, UVERBS_ATTR_CREATE_SRQ_MAX_WR);
	srq->max = sm_power_of_2_up(max_wr + 1);
	srq->max_gs = (uint32_t)sm_attr_number(req, UVERBS_ATTR_CREATE_SRQ_MAX_SGE);
	stride = sm_power_of_2_up(PRM_SRQ_NEXT_SEG_SIZE + srq->max_gs * PRM_DATA_SEG_SIZE);
	if (stride < SM_MIN_STRIDE)
		stride = SM_MIN_STRIDE;
	err = is_xrc ? sm_srq_make_xrc(req, srq, sm_to_pd(pd)->pdn, stride, &driver) :
		       sm_srq_make(srq, sm_to_pd(pd)->pdn, stride, &driver);
	if (err)
		return err;
	srq->uobj.is_created = true;
	sm_uobj_use(&srq->uobj, pd);
	sm_uobj_set_async(req, &srq->uobj, UVERBS_ATTR_CREATE_SRQ_EVENT_FD);
	listener.owner = srq;
	sm_fw_listen_srq(req->file->dev, srq->srqn, &listener);
	return sm_srq_create_answer(req, srq);
}

static int sm_srq_destroyed(struct sm_request *req)
{
	struct ib_uverbs_destroy_srq_resp resp = { .events_reported = req->async_reported };

	return sm_attr_write(req, UVERBS_ATTR_DESTROY_SRQ_RESP, &resp, sizeof(resp));
}

/* Sets the limit, the only attribute that can be changed. */
static int sm_srq_arm_limit(struct sm_uverbs_srq *srq, uint32_t limit)
{
	struct prm_modify_rmp_in_fields fields;
	struct prm_modify_rmp_in in;
	struct prm_modify_rmp_out out;

	if (srq->is_xrc)
		return sm_xrc_srq_arm(srq->uobj.file->dev, srq->srqn, limit);
	prm_modify_rmp_in_fields_init(&fields);
	fields.uid = srq->uobj.file->uid;
	fields.rmpn = srq->srqn;
	fields.rmp_state = PRM_RMP_STATE_RDY;
	fields.bitmask.lwm = true;
	fields.ctx.state = PRM_RMP_STATE_RDY;
	fields.ctx.wq.lwm = (uint16_t)limit;
	prm_modify_rmp_in_pack(&in, &fields);
	return sm_kernel_exec(srq->uobj.file->dev, &in, sizeof(in), &out, sizeof(out));
}

static int sm_modify_srq(struct sm_request *req)
{
	struct ib_uverbs_modify_srq cmd;
	struct sm_uverbs_srq *srq;
	struct sm_uobj *uobj;
	int err = sm_command_read(req, &cmd, sizeof(cmd));

	if (!err)
		err = sm_uobj_find(req->file, UVERBS_OBJECT_SRQ, cmd.srq_handle, &uobj);
	if (err)
		return err;
	srq = sm_to_srq(uobj);
	if (cmd.attr_mask & IBV_SRQ_MAX_WR)
		return sm_because(-EINVAL, "attr_mask has IBV_SRQ_MAX_WR; SRQs are not resized");
	if (!(cmd.attr_mask & IBV_SRQ_LIMIT))
		return 0;
	return cmd.srq_limit < srq->max ?
		       sm_srq_arm_limit(srq, cmd.srq_limit) :
		       sm_because(-EINVAL, "srq_limit is %u; below %u, the SRQ's size, is allowed",
				  cmd.srq_limit, srq->max);
}

static int sm_srq_limit(const struct sm_uverbs_srq *srq, uint32_t *limit)
{
	struct prm_query_rmp_in_fields fields;
	struct prm_query_rmp_in in;
	struct prm_query_rmp_out out;
	int err;

	prm_query_rmp_in_fields_init(&fields);
	fields.uid = srq->uobj.file->uid;
	fields.rmpn = srq->srqn;
	prm_query_rmp_in_pack(&in, &fields);
	err = sm_kernel_exec(srq->uobj.file->dev, &in, sizeof(in), &out, sizeof(out));
	if (!err)
		*limit = prm_wq_get_lwm(&out.rmp_context.wq);
	return err;
}

static int sm_query_srq(struct sm_request *req)
{
	struct ib_uverbs_query_srq_resp resp = { 0 };
	struct ib_uverbs_query_srq cmd;
	struct sm_uverbs_srq *srq;
	struct sm_uobj *uobj;
	int err = sm_command_read(req, &cmd, sizeof(cmd));

	if (!err)
		err = sm_uobj_find(req->file, UVERBS_OBJECT_SRQ, cmd.srq_handle, &uobj);
	if (err)
		return err;
	srq = sm_to_srq(uobj);
	err = srq->is_xrc ? sm_xrc_srq_limit(req->file->dev, srq->srqn, &resp.srq_limit) :
			    sm_srq_limit(srq, &resp.srq_limit);
	if (err)
		return err;
	resp.max_wr = srq->max - 1;
	resp.max_sge = srq->max_gs;
	return sm_command_answer(req, &resp, sizeof(resp));
}

const struct sm_method sm_uverbs_srq_methods[] = {
	{
		.object = UVERBS_OBJECT_SRQ,
		.method = UVERBS_METHOD_SRQ_CREATE,
		.needs_context = true,
		.run = sm_srq_create_uobj,
		.attrs = {
			SM_NEW(UVERBS_ATTR_CREATE_SRQ_HANDLE),
			SM_OBJECT(UVERBS_ATTR_CREATE_SRQ_PD_HANDLE, UVERBS_OBJECT_PD),
			SM_CONST_IN(UVERBS_ATTR_CREATE_SRQ_TYPE),
			SM_IN(UVERBS_ATTR_CREATE_SRQ_USER_HANDLE, uint64_t),
			SM_IN(UVERBS_ATTR_CREATE_SRQ_MAX_WR, uint32_t),
			SM_IN(UVERBS_ATTR_CREATE_SRQ_MAX_SGE, uint32_t),
			SM_IN(UVERBS_ATTR_CREATE_SRQ_LIMIT, uint32_t),
			SM_OBJECT_OPTIONAL(UVERBS_ATTR_CREATE_SRQ_XRCD_HANDLE, UVERBS_OBJECT_XRCD),
			SM_OBJECT_OPTIONAL(UVERBS_ATTR_CREATE_SRQ_CQ_HANDLE, UVERBS_OBJECT_CQ),
			SM_IN_OPTIONAL(UVERBS_ATTR_CREATE_SRQ_MAX_NUM_TAGS, uint32_t),
			SM_EVENT_FD(UVERBS_ATTR_CREATE_SRQ_EVENT_FD, UVERBS_OBJECT_ASYNC_EVENT),
			SM_OUT(UVERBS_ATTR_CREATE_SRQ_RESP_MAX_WR, uint32_t),
			SM_OUT(UVERBS_ATTR_CREATE_SRQ_RESP_MAX_SGE, uint32_t),
			SM_OUT_OPTIONAL(UVERBS_ATTR_CREATE_SRQ_RESP_SRQ_NUM, uint32_t),
			SM_UHW,
			SM_ATTRS_END,
		},
	}, {
		.object = UVERBS_OBJECT_SRQ,
		.method = UVERBS_METHOD_SRQ_DESTROY,
		.needs_context = true,
		.run = sm_srq_destroyed,
		.attrs = {
			SM_DESTROY(UVERBS_ATTR_DESTROY_SRQ_HANDLE, UVERBS_OBJECT_SRQ),
			SM_OUT(UVERBS_ATTR_DESTROY_SRQ_RESP, struct ib_uverbs_destroy_srq_resp),
			SM_ATTRS_END,
		},
	},
	{ .run = NULL },
};

const struct sm_write_command sm_uverbs_srq_commands[] = {
	{
		IB_USER_VERBS_CMD_MODIFY_SRQ, sizeof(struct ib_uverbs_modify_srq), 0, sm_modify_srq,
	}, {
		IB_USER_VERBS_CMD_QUERY_SRQ, sizeof(struct ib_uverbs_query_srq),
		sizeof(struct ib_uverbs_query_srq_resp), sm_query_srq,
	},
	{ .run = NULL },
};
