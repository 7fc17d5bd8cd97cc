// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The kernel's side: work queues, which receive Ethernet frames through tables of them. For the device
 * one is an RQ. Checks and errno values are those of mlx5_ib_create_wq() and mlx5_ib_modify_wq() in
 * mlx5_ib, and of ib_uverbs.
 */
#include <errno.h>
#include <infiniband/verbs.h>

#include "kernel/uverbs_qp.h"
#include "kernel/uverbs_rss.h"
#include "prm_cap_ethernet.h"
#include "prm_doorbell.h"
#include "prm_eqe.h"
#include "prm_rq.h"

#define SM_WQ_FLAGS (IB_UVERBS_WQ_FLAGS_CVLAN_STRIPPING | IB_UVERBS_WQ_FLAGS_SCATTER_FCS | \
		     IB_UVERBS_WQ_FLAGS_DELAY_DROP | IB_UVERBS_WQ_FLAGS_PCI_WRITE_END_PADDING)
#define SM_WQ_ATTRS ((uint32_t)(IBV_WQ_ATTR_STATE | IBV_WQ_ATTR_CURR_STATE | IBV_WQ_ATTR_FLAGS))
#define SM_MAX_LOG_STRIDE 15u	/* the field has 4 bits */

bool sm_has_wqs(struct sm_request *req)
{
	req->is_asked = !sm_dev_is_ethernet(req->file->dev);
	return !req->is_asked;
}

/* enum prm_rq_state of an enum ibv_wq_state. */
static uint8_t sm_wq_prm_state(uint32_t state)
{
	return state == IBV_WQS_ERR ? PRM_RQ_STATE_ERR :
	       state == IBV_WQS_RDY ? PRM_RQ_STATE_RDY : PRM_RQ_STATE_RST;
}

/*
 * Events.
 */

static void sm_wq_event(void *owner, uint8_t type)
{
	struct sm_uverbs_wq *wq = owner;

	if (type == PRM_EVENT_TYPE_WQ_CATAS_ERROR)
		sm_uobj_async_event(&wq->uobj, IBV_EVENT_WQ_FATAL);
}

static void sm_wq_listen(struct sm_uverbs_wq *wq, bool does_listen)
{
	const struct sm_listener listener = { .event = does_listen ? sm_wq_event : NULL,
					      .owner = does_listen ? wq : NULL };

	sm_fw_listen_qp(wq->uobj.file->dev, wq->wqn, &listener);
}

/*
 * Destroy.
 */

static void sm_wq_free_umems(struct sm_uverbs_wq *wq)
{
	if (wq->has_umem)
		sm_umem_destroy(wq->uobj.file, wq->umem);
	if (wq->has_dbr_umem)
		sm_umem_destroy(wq->uobj.file, wq->dbr_umem);
	wq->has_umem = wq->has_dbr_umem = false;
}

static int sm_wq_destroy_uobj(struct sm_uobj *uobj)
{
	struct sm_uverbs_wq *wq = sm_to_wq(uobj);
	struct prm_destroy_rq_in_fields fields;
	struct prm_destroy_rq_out out;
	struct prm_destroy_rq_in in;
	int err;

	prm_destroy_rq_in_fields_init(&fields);
	fields.uid = uobj->file->uid;
	fields.rqn = wq->wqn;
	prm_destroy_rq_in_pack(&in, &fields);
	err = sm_kernel_exec(uobj->file->dev, &in, sizeof(in), &out, sizeof(out));
	if (!err)
		sm_wq_free_umems(wq);
	return err;
}

static void sm_wq_abandon(struct sm_uobj *uobj)
{
	sm_wq_listen(sm_to_wq(uobj), false);
}

static const struct sm_uobj_type sm_wq_type = {
	.id = UVERBS_OBJECT_WQ,
	.size = sizeof(struct sm_uverbs_wq),
	.destroy = sm_wq_destroy_uobj,
	.abandon = sm_wq_abandon,
};

/*
 * Create.
 */

static int sm_wq_check_flags(struct sm_dev *dev, uint64_t flags)
{
	const struct prm_per_protocol_networking_offload_caps *caps = sm_ethernet_caps(dev);

	if (flags & ~(uint64_t)SM_WQ_FLAGS)
		return sm_because(-EINVAL, "create_flags is 0x%llx; 0x%x are known",
				  (unsigned long long)flags, SM_WQ_FLAGS);
	if (flags & IB_UVERBS_WQ_FLAGS_PCI_WRITE_END_PADDING && !SM_CAP(dev, end_pad))
		return sm_because(-EOPNOTSUPP,
				  "create_flags has PCI_WRITE_END_PADDING, which needs the "
				  "capability end_pad");
	if (flags & IB_UVERBS_WQ_FLAGS_CVLAN_STRIPPING && !(caps && SM_ETHERNET_CAP(caps, vlan_cap)))
		return sm_because(-EOPNOTSUPP,
				  "create_flags has CVLAN_STRIPPING, which needs the capability "
				  "vlan_cap");
	if (flags & IB_UVERBS_WQ_FLAGS_SCATTER_FCS && !(caps && SM_ETHERNET_CAP(caps, scatter_fcs)))
		return sm_because(-EOPNOTSUPP,
				  "create_flags has SCATTER_FCS, which needs the capability "
				  "scatter_fcs");
	if (flags & IB_UVERBS_WQ_FLAGS_DELAY_DROP &&
	    !(SM_CAP(dev, rq_delay_drop) && SM_CAP(dev, general_notification_event)))
		return sm_because(-EOPNOTSUPP,
				  "create_flags has DELAY_DROP, which needs the capabilities "
				  "rq_delay_drop and general_notification_event");
	return 0;
}

static int sm_wq_read_driver(struct sm_request *req, struct mlx5_ib_create_wq *driver)
{
	const size_t len = sm_attr_len(req, UVERBS_ATTR_UHW_IN);
	const size_t out_len = sm_attr_len(req, UVERBS_ATTR_UHW_OUT);
	int err;

	if (out_len && out_len < sizeof(struct mlx5_ib_create_wq_resp))
		return sm_because(-EINVAL, "the driver's answer has room for %zu bytes; %zu are needed",
				  out_len, sizeof(struct mlx5_ib_create_wq_resp));
	if (len < offsetof(struct mlx5_ib_create_wq, single_wqe_log_num_of_strides))
		return sm_because(-EINVAL,
				  "the driver's part has %zu bytes, without "
				  "single_stride_log_num_of_bytes", len);
	if (!sm_attr_is_cleared(req, UVERBS_ATTR_UHW_IN, sizeof(*driver)))
		return sm_because(-EOPNOTSUPP, "bytes after the driver's part are not 0");
	err = sm_attr_read(req, UVERBS_ATTR_UHW_IN, driver, sizeof(*driver));
	if (err)
		return err;
	if (driver->comp_mask & ~(uint32_t)MLX5_IB_CREATE_WQ_STRIDING_RQ)
		return sm_because(-EOPNOTSUPP, "comp_mask is 0x%x; 0x%x is known",
				  driver->comp_mask, MLX5_IB_CREATE_WQ_STRIDING_RQ);
	return driver->comp_mask ? sm_because(-EOPNOTSUPP,
					      "comp_mask has STRIDING_RQ; the device has no striding "
					      "RQs (the capability eth_striding_wq)") : 0;
}

static int sm_wq_check_size(struct sm_request *req, const struct mlx5_ib_create_wq *driver)
{
	const uint64_t max_wr = sm_attr_number(req, UVERBS_ATTR_CREATE_WQ_MAX_WR);
	const uint32_t most = sm_power(SM_CAP(req->file->dev, log_max_wq_sz));

	if (max_wr > most)
		return sm_because(-EINVAL, "max_wr is %llu; at most %u is allowed, log_max_wq_sz",
				  (unsigned long long)max_wr, most);
	if (!driver->rq_wqe_count || driver->rq_wqe_shift > SM_MAX_LOG_STRIDE)
		return sm_because(-EINVAL,
				  "rq_wqe_count is %u, which has to be more than 0, and "
				  "rq_wqe_shift %u, of which %u is the largest",
				  driver->rq_wqe_count, driver->rq_wqe_shift, SM_MAX_LOG_STRIDE);
	if (!driver->buf_addr)
		return sm_because(-EINVAL, "buf_addr is 0");
	return sm_check_ring(driver->buf_addr, SM_PAGE_UNIT);
}

static int sm_wq_map(struct sm_uverbs_wq *wq, const struct mlx5_ib_create_wq *driver)
{
	struct sm_file *file = wq->uobj.file;
	int err = sm_umem_create(file, driver->buf_addr,
				 (uint64_t)driver->rq_wqe_count << driver->rq_wqe_shift,
				 IBV_ACCESS_LOCAL_WRITE, &wq->umem);

	wq->has_umem = !err;
	if (err)
		return err;
	err = sm_umem_create(file, driver->db_addr, PRM_QP_DOORBELL_RECORD_SIZE,
			     IBV_ACCESS_LOCAL_WRITE, &wq->dbr_umem);
	wq->has_dbr_umem = !err;
	return err;
}

static void sm_wq_context(const struct sm_uverbs_wq *wq, const struct mlx5_ib_create_wq *driver,
			  uint64_t flags, struct prm_rqc_fields *ctx)
{
	ctx->mem_rq_type = PRM_MEM_RQ_TYPE_MEMORY_RQ_INLINE;
	ctx->ts_format = sm_raw_ts_format((uint8_t)SM_CAP(wq->uobj.file->dev, rq_ts_format));
	ctx->user_index = driver->user_index;
	ctx->cqn = wq->cqn;
	ctx->state = PRM_RQ_STATE_RST;
	ctx->flush_in_error_en = true;
	ctx->vsd = !(flags & IB_UVERBS_WQ_FLAGS_CVLAN_STRIPPING);
	ctx->scatter_fcs = flags & IB_UVERBS_WQ_FLAGS_SCATTER_FCS;
	ctx->delay_drop_en = flags & IB_UVERBS_WQ_FLAGS_DELAY_DROP;
	ctx->wq.wq_type = PRM_WQ_TYPE_CYCLIC;
	if (flags & IB_UVERBS_WQ_FLAGS_PCI_WRITE_END_PADDING)
		ctx->wq.end_padding_mode = PRM_WQ_END_PADDING_MODE_ALIGN;
	ctx->wq.wq_signature = driver->flags & MLX5_WQ_FLAG_SIGNATURE;
	ctx->wq.log_wq_stride = (uint8_t)driver->rq_wqe_shift;
	ctx->wq.log_wq_sz = (uint8_t)(31 - __builtin_clz(driver->rq_wqe_count));
	ctx->wq.pd = wq->pdn;
	ctx->wq.wq_umem_valid = ctx->wq.dbr_umem_valid = true;
	ctx->wq.wq_umem_id = wq->umem;
	ctx->wq.dbr_umem_id = wq->dbr_umem;
}

static int sm_wq_exec_create(struct sm_uverbs_wq *wq, const struct mlx5_ib_create_wq *driver,
			     uint64_t flags)
{
	struct prm_create_rq_in_fields fields;
	struct prm_create_rq_out out;
	struct prm_create_rq_in in;
	int err;

	prm_create_rq_in_fields_init(&fields);
	fields.uid = wq->uobj.file->uid;
	sm_wq_context(wq, driver, flags, &fields.ctx);
	prm_create_rq_in_pack(&in, &fields);
	err = sm_kernel_exec(wq->uobj.file->dev, &in, sizeof(in), &out, sizeof(out));
	if (!err)
		wq->wqn = prm_create_rq_out_get_rqn(&out);
	return err;
}

static int sm_wq_make(struct sm_uverbs_wq *wq, const struct mlx5_ib_create_wq *driver, uint64_t flags)
{
	int err = sm_wq_map(wq, driver);

	if (!err)
		err = sm_wq_exec_create(wq, driver, flags);
	if (err)
		sm_wq_free_umems(wq);
	return err;
}

static int sm_wq_create_answer(struct sm_request *req, const struct sm_uverbs_wq *wq)
{
	const struct mlx5_ib_create_wq_resp driver = {
		.response_length = offsetof(struct mlx5_ib_create_wq_resp, reserved),
	};
	const uint32_t max_wr = (uint32_t)sm_attr_number(req, UVERBS_ATTR_CREATE_WQ_MAX_WR);
	const uint32_t max_sge = (uint32_t)sm_attr_number(req, UVERBS_ATTR_CREATE_WQ_MAX_SGE);
	int err = sm_attr_write(req, UVERBS_ATTR_CREATE_WQ_RESP_MAX_WR, &max_wr, sizeof(max_wr));

	if (!err)
		err = sm_attr_write(req, UVERBS_ATTR_CREATE_WQ_RESP_MAX_SGE, &max_sge,
				    sizeof(max_sge));
	if (!err)
		err = sm_attr_write(req, UVERBS_ATTR_CREATE_WQ_RESP_WQ_NUM, &wq->wqn,
				    sizeof(wq->wqn));
	if (!err)
		err = sm_attr_write(req, UVERBS_ATTR_UHW_OUT, &driver, sizeof(driver));
	return err ? err : sm_attr_write_handle(req, UVERBS_ATTR_CREATE_WQ_HANDLE, wq->uobj.handle);
}

static int sm_wq_check(struct sm_request *req, struct mlx5_ib_create_wq *driver)
{
	int err;

	if (!sm_has_wqs(req))
		return sm_because(-EPROTONOSUPPORT, "the port is one of InfiniBand");
	if (sm_attr_number(req, UVERBS_ATTR_CREATE_WQ_TYPE) != IB_UVERBS_WQT_RQ)
		return sm_because(-EINVAL, "wq_type is %llu; IBV_WQT_RQ (%u) is possible",
				  (unsigned long long)sm_attr_number(req, UVERBS_ATTR_CREATE_WQ_TYPE),
				  IB_UVERBS_WQT_RQ);
	if (!sm_attr_uobj(req, UVERBS_ATTR_CREATE_WQ_CQ_HANDLE))
		return sm_because(-ENOENT, "the CQ is missing");
	err = sm_wq_read_driver(req, driver);
	if (!err)
		err = sm_wq_check_size(req, driver);
	return err ? err : sm_wq_check_flags(req->file->dev,
					     sm_attr_number(req, UVERBS_ATTR_CREATE_WQ_FLAGS));
}

static int sm_wq_create_uobj(struct sm_request *req)
{
	struct sm_uobj *pd = sm_attr_uobj(req, UVERBS_ATTR_CREATE_WQ_PD_HANDLE);
	struct sm_uobj *cq = sm_attr_uobj(req, UVERBS_ATTR_CREATE_WQ_CQ_HANDLE);
	struct mlx5_ib_create_wq driver;
	struct sm_uverbs_wq *wq;
	int err = sm_wq_check(req, &driver);

	if (err)
		return err;
	wq = sm_uobj_new(req, &sm_wq_type);
	if (!wq)
		return -ENOMEM;
	wq->uobj.user_handle = sm_attr_number(req, UVERBS_ATTR_CREATE_WQ_USER_HANDLE);
	wq->pdn = sm_to_pd(pd)->pdn;
	wq->cqn = sm_to_cq(cq)->cqn;
	wq->state = IBV_WQS_RESET;
	err = sm_wq_make(wq, &driver, sm_attr_number(req, UVERBS_ATTR_CREATE_WQ_FLAGS));
	if (err)
		return err;
	wq->uobj.is_created = true;
	sm_uobj_use(&wq->uobj, pd);
	sm_uobj_use(&wq->uobj, cq);
	sm_uobj_set_async(req, &wq->uobj, UVERBS_ATTR_CREATE_WQ_EVENT_FD);
	sm_wq_listen(wq, true);
	return sm_wq_create_answer(req, wq);
}

static int sm_wq_destroyed(struct sm_request *req)
{
	const uint32_t reported = req->async_reported;

	return sm_attr_write(req, UVERBS_ATTR_DESTROY_WQ_RESP, &reported, sizeof(reported));
}

/*
 * Modify.
 */

static int sm_wq_check_modify(struct sm_request *req, const struct ib_uverbs_ex_modify_wq *cmd)
{
	struct mlx5_ib_modify_wq driver;
	int err;

	if (!cmd->attr_mask || cmd->attr_mask > SM_WQ_ATTRS)
		return sm_because(-EINVAL, "attr_mask is 0x%x; at least one of 0x%x is needed",
				  cmd->attr_mask, SM_WQ_ATTRS);
	if ((cmd->attr_mask & IBV_WQ_ATTR_CURR_STATE && cmd->curr_wq_state > IBV_WQS_ERR) ||
	    (cmd->attr_mask & IBV_WQ_ATTR_STATE && cmd->wq_state > IBV_WQS_ERR))
		return sm_because(-EINVAL,
				  "curr_wq_state is %u, and wq_state %u; at most %u (ERR) is allowed",
				  cmd->curr_wq_state, cmd->wq_state, IBV_WQS_ERR);
	if (sm_attr_len(req, UVERBS_ATTR_UHW_IN) < sizeof(driver))
		return sm_because(-EINVAL, "the driver's part has %zu bytes; %zu are needed",
				  sm_attr_len(req, UVERBS_ATTR_UHW_IN), sizeof(driver));
	err = sm_attr_read(req, UVERBS_ATTR_UHW_IN, &driver, sizeof(driver));
	if (err)
		return err;
	if (driver.comp_mask || driver.reserved ||
	    !sm_attr_is_cleared(req, UVERBS_ATTR_UHW_IN, sizeof(driver)))
		return sm_because(-EOPNOTSUPP, "the driver's part of the change is not 0");
	return 0;
}

/* Flags that are not in the mask keep what they are, also those that cannot be changed at all. */
static int sm_wq_modify_flags(struct sm_dev *dev, const struct ib_uverbs_ex_modify_wq *cmd,
			      struct prm_modify_rq_in_fields *fields)
{
	const struct prm_per_protocol_networking_offload_caps *caps = sm_ethernet_caps(dev);

	if (!(cmd->attr_mask & IBV_WQ_ATTR_FLAGS))
		return 0;
	if (cmd->flags_mask & IB_UVERBS_WQ_FLAGS_PCI_WRITE_END_PADDING)
		return sm_because(-EOPNOTSUPP,
				  "flags_mask has PCI_WRITE_END_PADDING, which cannot be changed");
	if (!(cmd->flags_mask & IB_UVERBS_WQ_FLAGS_CVLAN_STRIPPING))
		return 0;
	if (!caps || !SM_ETHERNET_CAP(caps, vlan_cap))
		return sm_because(-EOPNOTSUPP,
				  "flags_mask has CVLAN_STRIPPING, which needs the capability "
				  "vlan_cap");
	fields->modify_bitmask = PRM_MODIFY_RQ_FIELD_VSD;
	fields->ctx.vsd = !(cmd->flags & IB_UVERBS_WQ_FLAGS_CVLAN_STRIPPING);
	return 0;
}

static int sm_wq_exec_modify(struct sm_uverbs_wq *wq, const struct ib_uverbs_ex_modify_wq *cmd)
{
	const uint32_t from = cmd->attr_mask & IBV_WQ_ATTR_CURR_STATE ? cmd->curr_wq_state : wq->state;
	const uint32_t to = cmd->attr_mask & IBV_WQ_ATTR_STATE ? cmd->wq_state : from;
	struct prm_modify_rq_in_fields fields;
	struct prm_modify_rq_out out;
	struct prm_modify_rq_in in;
	int err;

	prm_modify_rq_in_fields_init(&fields);
	fields.uid = wq->uobj.file->uid;
	fields.rqn = wq->wqn;
	fields.rq_state = sm_wq_prm_state(from);
	fields.ctx.state = sm_wq_prm_state(to);
	err = sm_wq_modify_flags(wq->uobj.file->dev, cmd, &fields);
	if (err)
		return err;
	prm_modify_rq_in_pack(&in, &fields);
	err = sm_kernel_exec(wq->uobj.file->dev, &in, sizeof(in), &out, sizeof(out));
	if (!err)
		wq->state = (uint8_t)to;
	return err;
}

static int sm_modify_wq(struct sm_request *req)
{
	struct ib_uverbs_ex_modify_wq cmd;
	struct sm_uobj *uobj;
	int err = sm_command_read(req, &cmd, sizeof(cmd));

	if (err)
		return err;
	if (!sm_has_wqs(req))
		return sm_because(-EOPNOTSUPP, "the port is one of InfiniBand");
	err = sm_wq_check_modify(req, &cmd);
	if (!err)
		err = sm_uobj_find(req->file, UVERBS_OBJECT_WQ, cmd.wq_handle, &uobj);
	return err ? err : sm_wq_exec_modify(sm_to_wq(uobj), &cmd);
}

const struct sm_method sm_uverbs_wq_methods[] = {
	{
		.object = UVERBS_OBJECT_WQ,
		.method = UVERBS_METHOD_WQ_CREATE,
		.needs_context = true,
		.run = sm_wq_create_uobj,
		.attrs = {
			SM_NEW(UVERBS_ATTR_CREATE_WQ_HANDLE),
			SM_OBJECT(UVERBS_ATTR_CREATE_WQ_PD_HANDLE, UVERBS_OBJECT_PD),
			SM_CONST_IN(UVERBS_ATTR_CREATE_WQ_TYPE),
			SM_IN(UVERBS_ATTR_CREATE_WQ_USER_HANDLE, uint64_t),
			SM_IN(UVERBS_ATTR_CREATE_WQ_MAX_WR, uint32_t),
			SM_IN(UVERBS_ATTR_CREATE_WQ_MAX_SGE, uint32_t),
			SM_FLAGS_IN(UVERBS_ATTR_CREATE_WQ_FLAGS),
			SM_OBJECT_OPTIONAL(UVERBS_ATTR_CREATE_WQ_CQ_HANDLE, UVERBS_OBJECT_CQ),
			SM_EVENT_FD(UVERBS_ATTR_CREATE_WQ_EVENT_FD, UVERBS_OBJECT_ASYNC_EVENT),
			SM_OUT(UVERBS_ATTR_CREATE_WQ_RESP_MAX_WR, uint32_t),
			SM_OUT(UVERBS_ATTR_CREATE_WQ_RESP_MAX_SGE, uint32_t),
			SM_OUT_OPTIONAL(UVERBS_ATTR_CREATE_WQ_RESP_WQ_NUM, uint32_t),
			SM_UHW,
			SM_ATTRS_END,
		},
	}, {
		.object = UVERBS_OBJECT_WQ,
		.method = UVERBS_METHOD_WQ_DESTROY,
		.needs_context = true,
		.run = sm_wq_destroyed,
		.attrs = {
			SM_DESTROY(UVERBS_ATTR_DESTROY_WQ_HANDLE, UVERBS_OBJECT_WQ),
			SM_OUT(UVERBS_ATTR_DESTROY_WQ_RESP, uint32_t),
			SM_ATTRS_END,
		},
	},
	{ .run = NULL },
};

const struct sm_write_command sm_uverbs_wq_commands[] = {
	{
		IB_USER_VERBS_CMD_FLAG_EXTENDED | IB_USER_VERBS_EX_CMD_MODIFY_WQ,
		sizeof(struct ib_uverbs_ex_modify_wq), 0, sm_modify_wq,
	},
	{ .run = NULL },
};
