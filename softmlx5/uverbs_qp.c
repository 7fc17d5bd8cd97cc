// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The kernel's side: queue pairs.
 */
#include <errno.h>
#include <infiniband/verbs.h>
#include <string.h>

#include "uverbs_private.h"

#include "prm_ctrl.h"
#include "prm_data.h"
#include "prm_doorbell.h"
#include "prm_eqe.h"
#include "prm_qp.h"

#define SM_WQEBB 64u
#define SM_MAX_QP_WQES 32768u	/* 15 is the largest log_sq_size */
#define SM_ACK_REQ_FREQ 8	/* as mlx5_ib; log2 of packets */
#define SM_UIDX_NONE 0xffffffu	/* CQEs name the QP by its number */
#define SM_UD_LOG_MSG 12
#define SM_RATE_OFFSET 5	/* between enum ibv_rate and the device's code */
#define SM_QP_CREATE_FLAGS (IB_UVERBS_QP_CREATE_BLOCK_MULTICAST_LOOPBACK | \
			    IB_UVERBS_QP_CREATE_SCATTER_FCS | \
			    IB_UVERBS_QP_CREATE_CVLAN_STRIPPING | \
			    IB_UVERBS_QP_CREATE_PCI_WRITE_END_PADDING | \
			    IB_UVERBS_QP_CREATE_SQ_SIG_ALL)
#define SM_QP_ATTRS_STANDARD ((IBV_QP_DEST_QPN << 1) - 1)

#define SM_CAP(dev, name) prm_cmd_hca_cap_get_##name((dev)->caps->general)

/*
 * Events.
 */

static void sm_qp_event(void *owner, uint8_t type)
{
	static const struct {
		uint8_t type;
		uint8_t event;
	} map[] = {
		{ PRM_EVENT_TYPE_PATH_MIG, IBV_EVENT_PATH_MIG },
		{ PRM_EVENT_TYPE_COMM_EST, IBV_EVENT_COMM_EST },
		{ PRM_EVENT_TYPE_SQ_DRAINED, IBV_EVENT_SQ_DRAINED },
		{ PRM_EVENT_TYPE_SRQ_LAST_WQE, IBV_EVENT_QP_LAST_WQE_REACHED },
		{ PRM_EVENT_TYPE_WQ_CATAS_ERROR, IBV_EVENT_QP_FATAL },
		{ PRM_EVENT_TYPE_PATH_MIG_FAILED, IBV_EVENT_PATH_MIG_ERR },
		{ PRM_EVENT_TYPE_WQ_INVAL_REQ_ERROR, IBV_EVENT_QP_REQ_ERR },
		{ PRM_EVENT_TYPE_WQ_ACCESS_ERROR, IBV_EVENT_QP_ACCESS_ERR },
	};
	struct sm_uverbs_qp *qp = owner;
	unsigned int i;

	for (i = 0; i < SM_ARRAY_SIZE(map); i++)
		if (map[i].type == type)
			sm_uobj_async_event(&qp->uobj, map[i].event);
}

/*
 * Destroy.
 */

/* 2ERR and 2RST have no context. */
static int sm_qp_to_reset(struct sm_uverbs_qp *qp)
{
	struct prm_qp_2rst_in_fields fields;
	struct prm_qp_2rst_in in;
	struct prm_qp_2rst_out out;

	prm_qp_2rst_in_fields_init(&fields);
	fields.uid = qp->uobj.file->uid;
	fields.qpn = qp->qpn;
	prm_qp_2rst_in_pack(&in, &fields);
	return sm_kernel_exec(qp->uobj.file->dev, &in, sizeof(in), &out, sizeof(out));
}

static int sm_qp_to_error(struct sm_uverbs_qp *qp)
{
	struct prm_qp_2err_in_fields fields;
	struct prm_qp_2err_in in;
	struct prm_qp_2err_out out;

	prm_qp_2err_in_fields_init(&fields);
	fields.uid = qp->uobj.file->uid;
	fields.qpn = qp->qpn;
	prm_qp_2err_in_pack(&in, &fields);
	return sm_kernel_exec(qp->uobj.file->dev, &in, sizeof(in), &out, sizeof(out));
}

static void sm_qp_free_umems(struct sm_uverbs_qp *qp)
{
	if (qp->has_umem)
		sm_umem_destroy(qp->uobj.file, qp->umem);
	sm_umem_destroy(qp->uobj.file, qp->dbr_umem);
}

static int sm_qp_destroy_uobj(struct sm_uobj *uobj)
{
	struct sm_uverbs_qp *qp = sm_to_qp(uobj);
	struct prm_destroy_qp_in_fields fields;
	struct prm_destroy_qp_in in;
	struct prm_destroy_qp_out out;
	int err;

	if (qp->state != IBV_QPS_RESET)
		sm_qp_to_reset(qp);
	prm_destroy_qp_in_fields_init(&fields);
	fields.uid = uobj->file->uid;
	fields.qpn = qp->qpn;
	prm_destroy_qp_in_pack(&in, &fields);
	err = sm_kernel_exec(uobj->file->dev, &in, sizeof(in), &out, sizeof(out));
	if (!err)
		sm_qp_free_umems(qp);
	return err;
}

static void sm_qp_abandon(struct sm_uobj *uobj)
{
	const struct sm_listener nobody = { 0 };

	sm_fw_listen_qp(uobj->file->dev, sm_to_qp(uobj)->qpn, &nobody);
}

static const struct sm_uobj_type sm_qp_type = {
	.id = UVERBS_OBJECT_QP,
	.size = sizeof(struct sm_uverbs_qp),
	.destroy = sm_qp_destroy_uobj,
	.abandon = sm_qp_abandon,
};

/*
 * Create.
 */

static int sm_service_type(uint8_t type)
{
	switch (type) {
	case IBV_QPT_RC:
		return PRM_QP_SERVICE_TYPE_RC;
	case IBV_QPT_UC:
		return PRM_QP_SERVICE_TYPE_UC;
	default:
		return PRM_QP_SERVICE_TYPE_UD;
	}
}

static int sm_qp_check_type(struct sm_request *req, uint64_t type)
{
	struct sm_dev *dev = req->file->dev;

	switch (type) {
	case IBV_QPT_RC:
		return SM_CAP(dev, rc) ? 0 : -EOPNOTSUPP;
	case IBV_QPT_UC:
		return SM_CAP(dev, uc) ? 0 : -EOPNOTSUPP;
	case IBV_QPT_UD:
		return SM_CAP(dev, ud) ? 0 : -EOPNOTSUPP;
	case IBV_QPT_RAW_PACKET:
	case IBV_QPT_XRC_SEND:
	case IBV_QPT_XRC_RECV:
	case IBV_QPT_DRIVER:
		return -EOPNOTSUPP;	/* not on this device */
	default:
		return -EINVAL;
	}
}

static int sm_qp_check_flags(struct sm_request *req)
{
	uint64_t flags = sm_attr_number(req, UVERBS_ATTR_CREATE_QP_FLAGS);
	struct sm_dev *dev = req->file->dev;

	if (flags & ~(uint64_t)SM_QP_CREATE_FLAGS)
		return -EINVAL;
	if ((flags & IB_UVERBS_QP_CREATE_BLOCK_MULTICAST_LOOPBACK) && !SM_CAP(dev, block_lb_mc))
		return -EOPNOTSUPP;
	if ((flags & IB_UVERBS_QP_CREATE_PCI_WRITE_END_PADDING) && !SM_CAP(dev, end_pad))
		return -EOPNOTSUPP;
	if (flags & (IB_UVERBS_QP_CREATE_SCATTER_FCS | IB_UVERBS_QP_CREATE_CVLAN_STRIPPING))
		return -EOPNOTSUPP;
	return sm_attr(req, UVERBS_ATTR_CREATE_QP_SOURCE_QPN) ? -EOPNOTSUPP : 0;
}

/* SCATTER_CQE is a hint: small data may be put into the CQE, and are not by this device. */
static int sm_qp_check_driver_flags(struct sm_dev *dev, uint32_t flags)
{
	uint32_t known = MLX5_QP_FLAG_SIGNATURE | MLX5_QP_FLAG_SCATTER_CQE |
			 MLX5_QP_FLAG_UAR_PAGE_INDEX;

	if (SM_CAP(dev, sctr_data_cqe))
		known |= MLX5_QP_FLAG_ALLOW_SCATTER_CQE;
	if (SM_CAP(dev, qp_packet_based))
		known |= MLX5_QP_FLAG_PACKET_BASED_CREDIT_MODE;
	if ((flags & ~known) || !(flags & MLX5_QP_FLAG_UAR_PAGE_INDEX))
		return -EINVAL;
	return 0;
}

static bool sm_is_power_of_2(uint32_t number)
{
	return number && !(number & (number - 1));
}

static int sm_qp_check_sizes(struct sm_dev *dev, const struct mlx5_ib_create_qp *driver,
			     bool has_rq, const struct ib_uverbs_qp_cap *cap)
{
	uint32_t max = sm_power(SM_CAP(dev, log_max_qp_sz));

	if (max > SM_MAX_QP_WQES)
		max = SM_MAX_QP_WQES;
	if (cap->max_recv_wr > max || driver->sq_wqe_count > max || driver->rq_wqe_count > max)
		return -EINVAL;
	if (driver->sq_wqe_count && !sm_is_power_of_2(driver->sq_wqe_count))
		return -EINVAL;
	if (!has_rq)
		return driver->rq_wqe_count || driver->rq_wqe_shift ? -EINVAL : 0;
	if (!sm_is_power_of_2(driver->rq_wqe_count))
		return -EINVAL;
	/* From one SGE to what the device reads. */
	if (driver->rq_wqe_shift < 4 || driver->rq_wqe_shift > 11 ||
	    1u << driver->rq_wqe_shift > SM_CAP(dev, max_wqe_sz_rq))
		return -EINVAL;
	return 0;
}

static int sm_qp_read_driver(struct sm_request *req, struct mlx5_ib_create_qp *driver)
{
	size_t len = sm_attr_len(req, UVERBS_ATTR_UHW_IN);
	int err;

	if (len < offsetof(struct mlx5_ib_create_qp, uidx) + sizeof(driver->uidx))
		return -EINVAL;
	if (!sm_attr_is_cleared(req, UVERBS_ATTR_UHW_IN,
				offsetof(struct mlx5_ib_create_qp, reserved)))
		return -EINVAL;
	err = sm_attr_read(req, UVERBS_ATTR_UHW_IN, driver, sizeof(*driver));
	if (err)
		return err;
	if (!req->file->cqe_version)
		driver->uidx = SM_UIDX_NONE;
	else if (driver->uidx >= SM_UIDX_NONE)
		return -EINVAL;
	return sm_qp_check_driver_flags(req->file->dev, driver->flags);
}

static void sm_qp_context(struct sm_request *req, const struct sm_uverbs_qp *qp,
			  const struct mlx5_ib_create_qp *driver, struct prm_qpc_fields *qpc)
{
	uint64_t flags = sm_attr_number(req, UVERBS_ATTR_CREATE_QP_FLAGS);
	struct sm_uobj *srq = sm_attr_uobj(req, UVERBS_ATTR_CREATE_QP_SRQ_HANDLE);

	qpc->st = (uint8_t)sm_service_type(qp->type);
	qpc->pm_state = PRM_QP_PM_STATE_MIGRATED;
	qpc->pd = qp->pdn;
	qpc->wq_signature = driver->flags & MLX5_QP_FLAG_SIGNATURE;
	qpc->block_lb_mc = flags & IB_UVERBS_QP_CREATE_BLOCK_MULTICAST_LOOPBACK;
	qpc->req_e2e_credit_mode =
		driver->flags & MLX5_QP_FLAG_PACKET_BASED_CREDIT_MODE ? 1 : 0;
	if (flags & IB_UVERBS_QP_CREATE_PCI_WRITE_END_PADDING)
		qpc->end_padding_mode = PRM_QP_END_PADDING_MODE_PAD_TO_CACHE_LINE_ALIGNMENT;
	if (qp->rq_wqe_count) {
		qpc->log_rq_stride = (uint8_t)(qp->rq_wqe_shift - 4);
		qpc->log_rq_size = (uint8_t)__builtin_ctz(qp->rq_wqe_count);
	}
	if (qp->sq_wqe_count)
		qpc->log_sq_size = (uint8_t)__builtin_ctz(qp->sq_wqe_count);
	else
		qpc->no_sq = true;
	qpc->rq_type = srq ? PRM_QP_RQ_TYPE_SRQ_RQ :
		       qp->rq_wqe_count ? PRM_QP_RQ_TYPE_NON_ZERO_RQ : PRM_QP_RQ_TYPE_ZERO_LEN_RQ;
	if (srq)
		qpc->srqn_rmpn_xrqn = sm_to_srq(srq)->srqn;
	qpc->cqn_snd = qp->send_cqn;
	qpc->cqn_rcv = qp->recv_cqn;
	qpc->uar_page = driver->bfreg_index;
	qpc->user_index = driver->uidx;
	qpc->dbr_umem_valid = true;
	qpc->dbr_umem_id = qp->dbr_umem;
}

static int sm_qp_exec_create(struct sm_request *req, struct sm_uverbs_qp *qp,
			     const struct mlx5_ib_create_qp *driver)
{
	struct prm_create_qp_in_fields fields;
	struct prm_create_qp_in in;
	struct prm_create_qp_out out;
	int err;

	prm_create_qp_in_fields_init(&fields);
	fields.uid = req->file->uid;
	sm_qp_context(req, qp, driver, &fields.qpc);
	fields.wq_umem_valid = qp->has_umem;
	fields.wq_umem_id = qp->umem;
	prm_create_qp_in_pack(&in, &fields);
	err = sm_kernel_exec(req->file->dev, &in, sizeof(in), &out, sizeof(out));
	if (!err)
		qp->qpn = prm_create_qp_out_get_qpn(&out);
	return err;
}

/* Both queues stand in one buffer, the receive queue first. */
static int sm_qp_make(struct sm_request *req, struct sm_uverbs_qp *qp,
		      const struct mlx5_ib_create_qp *driver)
{
	uint64_t bytes = ((uint64_t)qp->rq_wqe_count << qp->rq_wqe_shift) +
			 (uint64_t)qp->sq_wqe_count * SM_WQEBB;
	int err;

	err = sm_umem_create(req->file, driver->db_addr, PRM_QP_DOORBELL_RECORD_SIZE,
			     IBV_ACCESS_LOCAL_WRITE, &qp->dbr_umem);
	if (err)
		return err;
	if (driver->buf_addr && bytes) {
		err = sm_umem_create(req->file, driver->buf_addr, bytes, IBV_ACCESS_LOCAL_WRITE,
				     &qp->umem);
		qp->has_umem = !err;
	}
	if (!err)
		err = sm_qp_exec_create(req, qp, driver);
	if (err)
		sm_qp_free_umems(qp);
	return err;
}

/* The objects that a QP stands on. */
static int sm_qp_use_objects(struct sm_request *req, struct sm_uverbs_qp *qp)
{
	struct sm_uobj *pd = sm_attr_uobj(req, UVERBS_ATTR_CREATE_QP_PD_HANDLE);
	struct sm_uobj *send = sm_attr_uobj(req, UVERBS_ATTR_CREATE_QP_SEND_CQ_HANDLE);
	struct sm_uobj *recv = sm_attr_uobj(req, UVERBS_ATTR_CREATE_QP_RECV_CQ_HANDLE);

	if (!pd || !send || !recv)
		return -ENOENT;
	qp->pdn = sm_to_pd(pd)->pdn;
	qp->send_cqn = sm_to_cq(send)->cqn;
	qp->recv_cqn = sm_to_cq(recv)->cqn;
	sm_uobj_use(&qp->uobj, pd);
	sm_uobj_use(&qp->uobj, send);
	sm_uobj_use(&qp->uobj, recv);
	sm_uobj_use(&qp->uobj, sm_attr_uobj(req, UVERBS_ATTR_CREATE_QP_SRQ_HANDLE));
	return 0;
}

static int sm_qp_create_answer(struct sm_request *req, struct sm_uverbs_qp *qp,
			       struct ib_uverbs_qp_cap *cap)
{
	struct mlx5_ib_create_qp_resp driver = { .bfreg_index = UINT32_MAX };
	int err;

	if (!qp->rq_wqe_count) {
		cap->max_recv_wr = 0;
		cap->max_recv_sge = 0;
	}
	err = sm_attr_write(req, UVERBS_ATTR_CREATE_QP_RESP_CAP, cap, sizeof(*cap));
	if (!err)
		err = sm_attr_write(req, UVERBS_ATTR_CREATE_QP_RESP_QP_NUM, &qp->qpn,
				    sizeof(qp->qpn));
	if (!err)
		err = sm_attr_write(req, UVERBS_ATTR_UHW_OUT, &driver, sizeof(driver));
	if (!err)
		err = sm_attr_write_handle(req, UVERBS_ATTR_CREATE_QP_HANDLE, qp->uobj.handle);
	return err;
}

static int sm_qp_check(struct sm_request *req, const struct ib_uverbs_qp_cap *cap,
		       struct mlx5_ib_create_qp *driver)
{
	bool has_rq = cap->max_recv_wr && !sm_attr(req, UVERBS_ATTR_CREATE_QP_SRQ_HANDLE);
	int err = sm_qp_check_type(req, sm_attr_number(req, UVERBS_ATTR_CREATE_QP_TYPE));

	if (!err)
		err = sm_qp_check_flags(req);
	if (!err)
		err = sm_qp_read_driver(req, driver);
	if (!err)
		err = sm_qp_check_sizes(req->file->dev, driver, has_rq, cap);
	return err;
}

static int sm_qp_create_uobj(struct sm_request *req)
{
	struct sm_listener listener = { .event = sm_qp_event };
	struct mlx5_ib_create_qp driver;
	struct ib_uverbs_qp_cap cap;
	struct sm_uverbs_qp *qp;
	int err = sm_attr_read(req, UVERBS_ATTR_CREATE_QP_CAP, &cap, sizeof(cap));

	if (!err)
		err = sm_qp_check(req, &cap, &driver);
	if (err)
		return err;
	qp = sm_uobj_new(req, &sm_qp_type);
	if (!qp)
		return -ENOMEM;
	qp->uobj.user_handle = sm_attr_number(req, UVERBS_ATTR_CREATE_QP_USER_HANDLE);
	qp->type = (uint8_t)sm_attr_number(req, UVERBS_ATTR_CREATE_QP_TYPE);
	qp->sq_sig_all = sm_attr_number(req, UVERBS_ATTR_CREATE_QP_FLAGS) &
			 IB_UVERBS_QP_CREATE_SQ_SIG_ALL;
	qp->max_inline_data = cap.max_inline_data;
	qp->state = IBV_QPS_RESET;
	qp->rq_wqe_count = driver.rq_wqe_count;
	qp->rq_wqe_shift = driver.rq_wqe_shift;
	qp->sq_wqe_count = driver.sq_wqe_count;
	err = sm_qp_use_objects(req, qp);
	if (!err)
		err = sm_qp_make(req, qp, &driver);
	if (err)
		return err;
	qp->uobj.is_created = true;
	sm_uobj_set_async(req, &qp->uobj, UVERBS_ATTR_CREATE_QP_EVENT_FD);
	listener.owner = qp;
	sm_fw_listen_qp(req->file->dev, qp->qpn, &listener);
	return sm_qp_create_answer(req, qp, &cap);
}

static int sm_qp_destroyed(struct sm_request *req)
{
	struct ib_uverbs_destroy_qp_resp resp = { .events_reported = req->async_reported };

	return sm_attr_write(req, UVERBS_ATTR_DESTROY_QP_RESP, &resp, sizeof(resp));
}

/*
 * Modify: which attributes a transition needs and takes, in InfiniBand's terms.
 */

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

struct sm_qp_attrs {
	uint32_t rc, uc, ud;
};

struct sm_qp_transition {
	uint8_t from, to;	/* enum ibv_qp_state */
	struct sm_qp_attrs needed, optional;
};

/* To RESET and ERR is possible from everywhere, but from RESET to ERR. */
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

static uint32_t sm_qp_attrs_of(const struct sm_qp_attrs *attrs, uint8_t type)
{
	return type == IBV_QPT_RC ? attrs->rc : type == IBV_QPT_UC ? attrs->uc : attrs->ud;
}

static bool sm_qp_may_modify(uint8_t type, uint8_t from, uint8_t to, uint32_t mask)
{
	const struct sm_qp_transition *row = sm_qp_transitions;
	uint32_t needed, optional;
	unsigned int i;

	if ((mask & IBV_QP_CUR_STATE) && (from < IBV_QPS_RTR || from > IBV_QPS_SQE))
		return false;
	if (to == IBV_QPS_RESET || to == IBV_QPS_ERR)
		return !(mask & ~(uint32_t)IBV_QP_STATE) &&
		       !(from == IBV_QPS_RESET && to == IBV_QPS_ERR);
	for (i = 0; i < SM_ARRAY_SIZE(sm_qp_transitions); i++, row++) {
		if (row->from != from || row->to != to)
			continue;
		needed = sm_qp_attrs_of(&row->needed, type);
		optional = sm_qp_attrs_of(&row->optional, type);
		return (mask & needed) == needed &&
		       !(mask & ~(needed | optional | IBV_QP_STATE));
	}
	return false;
}

/*
 * Modify: in the device's terms.
 */

#define SM_OPT(name) PRM_QP_OPT_PARAM_##name
#define SM_OPT_ACCESS (SM_OPT(RRE) | SM_OPT(RAE) | SM_OPT(RWE))

/* The bits of opt_param_mask that an attribute stands for. */
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

/* The command of a transition, and the bits of opt_param_mask that it takes. */
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

static uint32_t sm_opt_param_mask(uint32_t attr_mask)
{
	uint32_t mask = 0;
	unsigned int i;

	for (i = 0; i < SM_ARRAY_SIZE(sm_opt_params); i++)
		if (attr_mask & sm_opt_params[i].attr)
			mask |= sm_opt_params[i].opt_param;
	return mask;
}

/* The six commands with a context differ in their opcode only. */
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
		fields.uid = qp->uobj.file->uid; \
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

static int sm_qp_path(struct sm_dev *dev, const struct ib_uverbs_qp_dest *dest, uint8_t port,
		      struct prm_ads_fields *path)
{
	if (dest->is_global) {
		if (dest->sgid_index >= sm_gid_count(dev))
			return -EINVAL;
		path->grh = true;
		path->src_addr_index = dest->sgid_index;
		path->hop_limit = dest->hop_limit;
		path->tclass = dest->traffic_class;
		path->flow_label = dest->flow_label;
		memcpy(path->rgid_rip, dest->dgid, sizeof(path->rgid_rip));
	}
	path->rlid = dest->dlid;
	path->mlid = dest->src_path_bits;
	path->sl = dest->sl;
	path->stat_rate = sm_static_rate(dest->static_rate);
	path->vhca_port_num = port;
	return 0;
}

static int sm_qp_access(struct sm_uverbs_qp *qp, const struct ib_uverbs_modify_qp *cmd,
			struct prm_qpc_fields *qpc)
{
	uint32_t access = cmd->attr_mask & IBV_QP_ACCESS_FLAGS ? cmd->qp_access_flags : qp->access;
	uint8_t depth = cmd->attr_mask & IBV_QP_MAX_DEST_RD_ATOMIC ? cmd->max_dest_rd_atomic :
								     qp->resp_depth;

	if (!depth)
		access &= IBV_ACCESS_REMOTE_WRITE;
	qpc->rre = access & IBV_ACCESS_REMOTE_READ;
	qpc->rwe = access & IBV_ACCESS_REMOTE_WRITE;
	if (access & IBV_ACCESS_REMOTE_ATOMIC) {
		qpc->atomic_mode = sm_atomic_mode(qp->uobj.file->dev);
		if (qpc->atomic_mode == PRM_QP_ATOMIC_MODE_NONE)
			return -EOPNOTSUPP;
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
		if (cmd->path_mtu < IBV_MTU_256 || cmd->path_mtu > IBV_MTU_4096)
			return -EINVAL;
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
		err = sm_qp_path(dev, &cmd->dest, mask & IBV_QP_PORT ? cmd->port_num : qp->port,
				 path);
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
	qpc->cqn_snd = qp->send_cqn;
	qpc->cqn_rcv = qp->recv_cqn;
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
		err = sm_qp_modify_context(qp, cmd, &qpc);
		mask = sm_opt_param_mask(cmd->attr_mask) &
		       sm_qp_attrs_of(&row->opt_params, qp->type);
		return err ? err : sm_qp_exec_modify(qp, row->opcode, mask, &qpc);
	}
	return -EINVAL;	/* to SQD: not by command */
}

static bool sm_is_port(uint8_t port)
{
	return port == SM_PORT;
}

/* What ib_uverbs checks, whatever the driver; may add the port to what is changed. */
static int sm_qp_check_ports(const struct sm_uverbs_qp *qp, struct ib_uverbs_modify_qp *cmd)
{
	uint32_t mask = cmd->attr_mask;

	if ((mask & IBV_QP_PORT) && !sm_is_port(cmd->port_num))
		return -EINVAL;
	if ((mask & IBV_QP_ALT_PATH) &&
	    (!sm_is_port(cmd->alt_port_num) || !sm_is_port(cmd->alt_dest.port_num)))
		return -EINVAL;
	if (!(mask & IBV_QP_AV))
		return 0;
	if (!sm_is_port(cmd->dest.port_num))
		return -EINVAL;
	if ((mask & IBV_QP_STATE) && cmd->qp_state == IBV_QPS_RTR)
		return cmd->dest.port_num == qp->port ? 0 : -EINVAL;
	cmd->attr_mask |= IBV_QP_PORT;
	cmd->port_num = cmd->dest.port_num;
	return 0;
}

static int sm_qp_check_limits(struct sm_dev *dev, const struct ib_uverbs_modify_qp *cmd)
{
	uint32_t mask = cmd->attr_mask;

	if ((mask & IBV_QP_PKEY_INDEX) && cmd->pkey_index >= sm_pkey_count(dev))
		return -EINVAL;
	if ((mask & IBV_QP_MAX_QP_RD_ATOMIC) &&
	    cmd->max_rd_atomic > sm_power(SM_CAP(dev, log_max_ra_res_qp)))
		return -EINVAL;
	if ((mask & IBV_QP_MAX_DEST_RD_ATOMIC) &&
	    cmd->max_dest_rd_atomic > sm_power(SM_CAP(dev, log_max_ra_req_qp)))
		return -EINVAL;
	return 0;
}

static int sm_qp_check_modify(struct sm_uverbs_qp *qp, struct ib_uverbs_modify_qp *cmd)
{
	int err = sm_qp_check_ports(qp, cmd);

	if (err)
		return err;
	if ((cmd->attr_mask & IBV_QP_CUR_STATE) && cmd->cur_qp_state > IBV_QPS_ERR)
		return -EINVAL;
	if ((cmd->attr_mask & IBV_QP_STATE) && cmd->qp_state > IBV_QPS_ERR)
		return -EINVAL;
	return 0;
}

static int sm_qp_do_modify(struct sm_uverbs_qp *qp, struct ib_uverbs_modify_qp *cmd)
{
	uint32_t mask;
	uint8_t from, to;
	int err = sm_qp_check_modify(qp, cmd);

	if (err)
		return err;
	mask = cmd->attr_mask;
	from = mask & IBV_QP_CUR_STATE ? cmd->cur_qp_state : qp->state;
	to = mask & IBV_QP_STATE ? cmd->qp_state : from;
	if (!sm_qp_may_modify(qp->type, from, to, mask))
		return -EINVAL;
	err = sm_qp_check_limits(qp->uobj.file->dev, cmd);
	if (err || (from == IBV_QPS_RESET && to == IBV_QPS_RESET))
		return err;
	err = sm_qp_transit(qp, cmd, from, to);
	if (err)
		return err;
	qp->state = to;
	if (mask & IBV_QP_ACCESS_FLAGS)
		qp->access = cmd->qp_access_flags;
	if (mask & IBV_QP_MAX_DEST_RD_ATOMIC)
		qp->resp_depth = cmd->max_dest_rd_atomic;
	if (mask & IBV_QP_PORT)
		qp->port = cmd->port_num;
	return 0;
}

static int sm_modify_qp(struct sm_request *req)
{
	struct ib_uverbs_modify_qp cmd;
	struct sm_uobj *uobj;
	int err = sm_command_read(req, &cmd, sizeof(cmd));

	if (err)
		return err;
	if (cmd.attr_mask & ~(uint32_t)SM_QP_ATTRS_STANDARD)
		return -EOPNOTSUPP;
	err = sm_uobj_find(req->file, UVERBS_OBJECT_QP, cmd.qp_handle, &uobj);
	return err ? err : sm_qp_do_modify(sm_to_qp(uobj), &cmd);
}

/* With a rate limit, which RC has not, or options of enhanced connection establishment. */
static int sm_ex_modify_qp(struct sm_request *req)
{
	struct ib_uverbs_ex_modify_qp_resp resp = { .response_length = sizeof(resp) };
	struct ib_uverbs_ex_modify_qp cmd;
	struct sm_uobj *uobj;
	int err = sm_command_read(req, &cmd, sizeof(cmd));

	if (err)
		return err;
	if (cmd.base.attr_mask & ~(uint32_t)(SM_QP_ATTRS_STANDARD | IBV_QP_RATE_LIMIT))
		return -EOPNOTSUPP;
	err = sm_uobj_find(req->file, UVERBS_OBJECT_QP, cmd.base.qp_handle, &uobj);
	if (!err)
		err = sm_qp_do_modify(sm_to_qp(uobj), &cmd.base);
	return err ? err : sm_command_answer(req, &resp, sizeof(resp));
}

/*
 * Query.
 */

static uint8_t sm_qp_state_of(uint8_t state)
{
	switch (state) {
	case PRM_QP_STATE_RST:
		return IBV_QPS_RESET;
	case PRM_QP_STATE_INIT:
		return IBV_QPS_INIT;
	case PRM_QP_STATE_RTR:
		return IBV_QPS_RTR;
	case PRM_QP_STATE_RTS:
		return IBV_QPS_RTS;
	case PRM_QP_STATE_SQD:
	case PRM_QP_STATE_SQ_DRAINING:
		return IBV_QPS_SQD;
	case PRM_QP_STATE_SQER:
		return IBV_QPS_SQE;
	default:
		return IBV_QPS_ERR;
	}
}

static uint8_t sm_migration_of(uint8_t pm_state)
{
	return pm_state == PRM_QP_PM_STATE_ARMED ? IBV_MIG_ARMED :
	       pm_state == PRM_QP_PM_STATE_REARM ? IBV_MIG_REARM : IBV_MIG_MIGRATED;
}

static void sm_qp_dest(const struct prm_ads_fields *path, struct ib_uverbs_qp_dest *dest)
{
	if (!sm_is_port(path->vhca_port_num))
		return;
	dest->port_num = path->vhca_port_num;
	dest->sl = path->sl;
	dest->dlid = path->rlid;
	dest->src_path_bits = path->mlid;
	if (path->stat_rate >= SM_RATE_OFFSET)
		dest->static_rate = (uint8_t)(path->stat_rate - SM_RATE_OFFSET);
	if (!path->grh)
		return;
	dest->is_global = 1;
	dest->flow_label = path->flow_label;
	dest->sgid_index = path->src_addr_index;
	dest->hop_limit = path->hop_limit;
	dest->traffic_class = path->tclass;
	memcpy(dest->dgid, path->rgid_rip, sizeof(dest->dgid));
}

static void sm_qp_answer_context(const struct prm_qpc_fields *qpc,
				 struct ib_uverbs_query_qp_resp *resp)
{
	const struct prm_ads_fields *path = &qpc->primary_address_path;
	const struct prm_ads_fields *alt = &qpc->secondary_address_path;

	resp->sq_draining = qpc->state == PRM_QP_STATE_SQ_DRAINING;
	resp->path_mtu = qpc->mtu;
	resp->path_mig_state = sm_migration_of(qpc->pm_state);
	resp->qkey = qpc->q_key;
	resp->rq_psn = qpc->next_rcv_psn;
	resp->sq_psn = qpc->next_send_psn;
	resp->dest_qp_num = qpc->remote_qpn;
	resp->qp_access_flags = (qpc->rre ? IBV_ACCESS_REMOTE_READ : 0u) |
				(qpc->rwe ? IBV_ACCESS_REMOTE_WRITE : 0u) |
				(qpc->rae ? IBV_ACCESS_REMOTE_ATOMIC : 0u);
	resp->max_rd_atomic = (uint8_t)(1u << qpc->log_sra_max);
	resp->max_dest_rd_atomic = (uint8_t)(1u << qpc->log_rra_max);
	resp->min_rnr_timer = qpc->min_rnr_nak;
	resp->retry_cnt = qpc->retry_count;
	resp->rnr_retry = qpc->rnr_retry;
	resp->pkey_index = path->pkey_index;
	resp->port_num = path->vhca_port_num;
	resp->timeout = path->ack_timeout;
	resp->alt_timeout = alt->ack_timeout;
	if (qpc->st == PRM_QP_SERVICE_TYPE_UD)
		return;
	sm_qp_dest(path, &resp->dest);
	sm_qp_dest(alt, &resp->alt_dest);
	resp->alt_pkey_index = alt->pkey_index;
	resp->alt_port_num = alt->vhca_port_num;
}

static int sm_qp_exec_query(struct sm_uverbs_qp *qp, struct prm_qpc_fields *qpc)
{
	struct prm_query_qp_in_fields fields;
	struct prm_query_qp_in in;
	struct prm_query_qp_out out;
	int err;

	prm_query_qp_in_fields_init(&fields);
	fields.uid = qp->uobj.file->uid;
	fields.qpn = qp->qpn;
	prm_query_qp_in_pack(&in, &fields);
	err = sm_kernel_exec(qp->uobj.file->dev, &in, sizeof(in), &out, sizeof(out));
	if (!err)
		prm_qpc_unpack(qpc, &out.qpc, NULL);
	return err;
}

static int sm_query_qp(struct sm_request *req)
{
	struct ib_uverbs_query_qp_resp resp = { .reserved = { 0 } };
	struct ib_uverbs_query_qp cmd;
	struct prm_qpc_fields qpc;
	struct sm_uverbs_qp *qp;
	struct sm_uobj *uobj;
	int err = sm_command_read(req, &cmd, sizeof(cmd));

	if (!err)
		err = sm_uobj_find(req->file, UVERBS_OBJECT_QP, cmd.qp_handle, &uobj);
	if (err)
		return err;
	qp = sm_to_qp(uobj);
	err = sm_qp_exec_query(qp, &qpc);
	if (err)
		return err;
	qp->state = sm_qp_state_of(qpc.state);
	sm_qp_answer_context(&qpc, &resp);
	resp.qp_state = qp->state;
	resp.cur_qp_state = qp->state;
	resp.max_recv_wr = qp->rq_wqe_count;
	if (qp->rq_wqe_count)
		resp.max_recv_sge = (1u << qp->rq_wqe_shift) / PRM_DATA_SEG_SIZE;
	resp.max_inline_data = qp->max_inline_data;
	resp.sq_sig_all = qp->sq_sig_all;
	return sm_command_answer(req, &resp, sizeof(resp));
}

const struct sm_method sm_uverbs_qp_methods[] = {
	{
		.object = UVERBS_OBJECT_QP,
		.method = UVERBS_METHOD_QP_CREATE,
		.needs_context = true,
		.run = sm_qp_create_uobj,
		.attrs = {
			SM_NEW(UVERBS_ATTR_CREATE_QP_HANDLE),
			SM_OBJECT_OPTIONAL(UVERBS_ATTR_CREATE_QP_XRCD_HANDLE, UVERBS_OBJECT_XRCD),
			SM_OBJECT_OPTIONAL(UVERBS_ATTR_CREATE_QP_PD_HANDLE, UVERBS_OBJECT_PD),
			SM_OBJECT_OPTIONAL(UVERBS_ATTR_CREATE_QP_SRQ_HANDLE, UVERBS_OBJECT_SRQ),
			SM_OBJECT_OPTIONAL(UVERBS_ATTR_CREATE_QP_SEND_CQ_HANDLE, UVERBS_OBJECT_CQ),
			SM_OBJECT_OPTIONAL(UVERBS_ATTR_CREATE_QP_RECV_CQ_HANDLE, UVERBS_OBJECT_CQ),
			SM_OBJECT_OPTIONAL(UVERBS_ATTR_CREATE_QP_IND_TABLE_HANDLE,
					   UVERBS_OBJECT_RWQ_IND_TBL),
			SM_IN(UVERBS_ATTR_CREATE_QP_USER_HANDLE, uint64_t),
			SM_IN_STRUCT(UVERBS_ATTR_CREATE_QP_CAP, struct ib_uverbs_qp_cap),
			SM_CONST_IN(UVERBS_ATTR_CREATE_QP_TYPE),
			SM_FLAGS_IN(UVERBS_ATTR_CREATE_QP_FLAGS),
			SM_IN_OPTIONAL(UVERBS_ATTR_CREATE_QP_SOURCE_QPN, uint32_t),
			SM_EVENT_FD(UVERBS_ATTR_CREATE_QP_EVENT_FD),
			SM_OUT_STRUCT(UVERBS_ATTR_CREATE_QP_RESP_CAP,
				      sizeof(struct ib_uverbs_qp_cap)),
			SM_OUT(UVERBS_ATTR_CREATE_QP_RESP_QP_NUM, uint32_t),
			SM_UHW,
			SM_ATTRS_END,
		},
	}, {
		.object = UVERBS_OBJECT_QP,
		.method = UVERBS_METHOD_QP_DESTROY,
		.needs_context = true,
		.run = sm_qp_destroyed,
		.attrs = {
			SM_DESTROY(UVERBS_ATTR_DESTROY_QP_HANDLE, UVERBS_OBJECT_QP),
			SM_OUT(UVERBS_ATTR_DESTROY_QP_RESP, struct ib_uverbs_destroy_qp_resp),
			SM_ATTRS_END,
		},
	},
	{ .run = NULL },
};

const struct sm_write_command sm_uverbs_qp_commands[] = {
	{
		IB_USER_VERBS_CMD_MODIFY_QP, sizeof(struct ib_uverbs_modify_qp), 0, sm_modify_qp,
	}, {
		IB_USER_VERBS_CMD_FLAG_EXTENDED | IB_USER_VERBS_EX_CMD_MODIFY_QP,
		sizeof(struct ib_uverbs_modify_qp), sizeof(struct ib_uverbs_ex_modify_qp_resp),
		sm_ex_modify_qp,
	}, {
		IB_USER_VERBS_CMD_QUERY_QP, sizeof(struct ib_uverbs_query_qp),
		sizeof(struct ib_uverbs_query_qp_resp), sm_query_qp,
	},
	{ .run = NULL },
};
