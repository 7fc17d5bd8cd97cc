// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The kernel's side: creation, destruction and events of queue pairs. uverbs_qp_modify.c has the
 * transitions of states, uverbs_qp_query.c the queries; uverbs_dct.c and uverbs_raw_qp.c have the queue
 * pairs that are other objects of the device.
 */
#include <errno.h>
#include <infiniband/verbs.h>

#include "kernel/uverbs_qp.h"
#include "prm_doorbell.h"
#include "prm_eqe.h"
#include "prm_qp.h"

#define SM_WQEBB 64u
#define SM_MAX_QP_WQES 32768u	/* 15 is the largest log_sq_size */
#define SM_UIDX_NONE 0xffffffu	/* CQEs name the QP by its number */
#define SM_QP_CREATE_FLAGS (IB_UVERBS_QP_CREATE_BLOCK_MULTICAST_LOOPBACK | \
			    IB_UVERBS_QP_CREATE_SCATTER_FCS | \
			    IB_UVERBS_QP_CREATE_CVLAN_STRIPPING | \
			    IB_UVERBS_QP_CREATE_PCI_WRITE_END_PADDING | \
			    IB_UVERBS_QP_CREATE_SQ_SIG_ALL)
#define SM_QP_CREATE_FLAGS_RAW \
	(IB_UVERBS_QP_CREATE_SCATTER_FCS | IB_UVERBS_QP_CREATE_CVLAN_STRIPPING)

/*
 * Events.
 */

int sm_qp_event_of(uint8_t type)
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
	unsigned int i;

	for (i = 0; i < SM_ARRAY_SIZE(map); i++)
		if (map[i].type == type)
			return map[i].event;
	return -1;
}

static void sm_qp_event(void *owner, uint8_t type)
{
	struct sm_uverbs_qp *qp = owner;
	const int event = sm_qp_event_of(type);

	if (event >= 0)
		sm_uobj_async_event(&qp->uobj, (uint32_t)event);
}

void sm_qp_listen(struct sm_uverbs_qp *qp, uint32_t number)
{
	const struct sm_listener listener = { .event = sm_qp_event, .owner = qp };

	sm_fw_listen_qp(qp->uobj.file->dev, number, &listener);
}

void sm_qp_unlisten(struct sm_uverbs_qp *qp, uint32_t number)
{
	const struct sm_listener none = { 0 };

	sm_fw_listen_qp(qp->uobj.file->dev, number, &none);
}

/*
 * Destroy.
 */

/* 2ERR and 2RST have no context. */
int sm_qp_to_reset(struct sm_uverbs_qp *qp)
{
	struct prm_qp_2rst_in_fields fields;
	struct prm_qp_2rst_in in;
	struct prm_qp_2rst_out out;

	prm_qp_2rst_in_fields_init(&fields);
	fields.uid = qp->uid;
	fields.qpn = qp->qpn;
	prm_qp_2rst_in_pack(&in, &fields);
	return sm_kernel_exec(qp->uobj.file->dev, &in, sizeof(in), &out, sizeof(out));
}

int sm_qp_to_error(struct sm_uverbs_qp *qp)
{
	struct prm_qp_2err_in_fields fields;
	struct prm_qp_2err_in in;
	struct prm_qp_2err_out out;

	prm_qp_2err_in_fields_init(&fields);
	fields.uid = qp->uid;
	fields.qpn = qp->qpn;
	prm_qp_2err_in_pack(&in, &fields);
	return sm_kernel_exec(qp->uobj.file->dev, &in, sizeof(in), &out, sizeof(out));
}

int sm_qp_exec_destroy(struct sm_uverbs_qp *qp)
{
	struct prm_destroy_qp_in_fields fields;
	struct prm_destroy_qp_in in;
	struct prm_destroy_qp_out out;

	prm_destroy_qp_in_fields_init(&fields);
	fields.uid = qp->uid;
	fields.qpn = qp->qpn;
	prm_destroy_qp_in_pack(&in, &fields);
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
	int err;

	if (qp->known->state != IBV_QPS_RESET)
		sm_qp_to_reset(qp);
	err = sm_qp_exec_destroy(qp);
	if (!err)
		sm_qp_free_umems(qp);
	return err;
}

static void sm_qp_abandon(struct sm_uobj *uobj)
{
	struct sm_uverbs_qp *qp = sm_to_qp(uobj);

	sm_qp_unlisten(qp, qp->qpn);
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

int sm_service_type(uint8_t type)
{
	switch (type) {
	case IBV_QPT_RC:
		return PRM_QP_SERVICE_TYPE_RC;
	case IBV_QPT_UC:
		return PRM_QP_SERVICE_TYPE_UC;
	case IBV_QPT_XRC_SEND:
	case IBV_QPT_XRC_RECV:
		return PRM_QP_SERVICE_TYPE_XRC;
	case IBV_QPT_DRIVER:
		return PRM_QP_SERVICE_TYPE_DCI;
	default:
		return PRM_QP_SERVICE_TYPE_UD;
	}
}

/* XRC and DCI: the driver names no receive queue. */
static bool sm_only_sends(uint64_t type)
{
	return type == IBV_QPT_XRC_SEND || type == IBV_QPT_DRIVER;
}

int sm_qp_check_type(struct sm_request *req, uint64_t type)
{
	struct sm_dev *dev = req->file->dev;
	bool exists = false;

	switch (type) {
	case IBV_QPT_RC:
		exists = SM_CAP(dev, rc);
		break;
	case IBV_QPT_UC:
		exists = SM_CAP(dev, uc);
		break;
	case IBV_QPT_UD:
		exists = SM_CAP(dev, ud);
		break;
	case IBV_QPT_XRC_SEND:
	case IBV_QPT_XRC_RECV:
		exists = SM_CAP(dev, xrc);
		break;
	case IBV_QPT_DRIVER:
		exists = SM_CAP(dev, dct);
		break;
	case IBV_QPT_RAW_PACKET:
		return sm_raw_qp_check(req);
	default:
		return sm_because(-EINVAL, "qp_type is %llu, which is unknown",
				  (unsigned long long)type);
	}
	return exists ? 0 :
			sm_because(-EOPNOTSUPP,
				   "qp_type is %llu, which the device's capabilities "
				   "do not have",
				   (unsigned long long)type);
}

int sm_qp_check_flags(struct sm_request *req)
{
	const uint64_t type = sm_attr_number(req, UVERBS_ATTR_CREATE_QP_TYPE);
	uint64_t flags = sm_attr_number(req, UVERBS_ATTR_CREATE_QP_FLAGS);
	struct sm_dev *dev = req->file->dev;

	if (flags & ~(uint64_t)SM_QP_CREATE_FLAGS)
		return sm_because(-EINVAL, "create_flags is 0x%llx; 0x%x are known",
				  (unsigned long long)flags, SM_QP_CREATE_FLAGS);
	if ((flags & IB_UVERBS_QP_CREATE_BLOCK_MULTICAST_LOOPBACK) && !SM_CAP(dev, block_lb_mc))
		return sm_because(-EOPNOTSUPP,
				  "create_flags has BLOCK_SELF_MCAST_LB, which needs the "
				  "capability block_lb_mc");
	if ((flags & IB_UVERBS_QP_CREATE_PCI_WRITE_END_PADDING) && !SM_CAP(dev, end_pad))
		return sm_because(-EOPNOTSUPP,
				  "create_flags has PCI_WRITE_END_PADDING, which needs the "
				  "capability end_pad");
	if ((flags & SM_QP_CREATE_FLAGS_RAW) && type != IBV_QPT_RAW_PACKET)
		return sm_because(-EINVAL,
				  "create_flags is 0x%llx; 0x%x are for IBV_QPT_RAW_PACKET only",
				  (unsigned long long)flags, SM_QP_CREATE_FLAGS_RAW);
	if (flags & SM_QP_CREATE_FLAGS_RAW & ~sm_raw_qp_create_flags(dev))
		return sm_because(-EOPNOTSUPP,
				  "create_flags is 0x%llx; SCATTER_FCS needs the capability "
				  "scatter_fcs, and CVLAN_STRIPPING vlan_cap",
				  (unsigned long long)flags);
	return !sm_attr(req, UVERBS_ATTR_CREATE_QP_SOURCE_QPN) ?
		       0 :
		       sm_because(-EOPNOTSUPP,
				  "source_qpn is given; the device has no underlay QPs");
}

#define SM_QP_FLAGS_DC (MLX5_QP_FLAG_TYPE_DCT | MLX5_QP_FLAG_TYPE_DCI)

/*
 * Flags for scatter to CQE are ignored if the device cannot do it, as mlx5_ib does. A QP of type DRIVER is
 * either end of dynamic connections, of which a DCT has no doorbell.
 */
static int sm_qp_check_driver_flags(struct sm_dev *dev, uint64_t type, uint32_t flags)
{
	uint32_t known = MLX5_QP_FLAG_SIGNATURE | MLX5_QP_FLAG_SCATTER_CQE |
			 MLX5_QP_FLAG_ALLOW_SCATTER_CQE | MLX5_QP_FLAG_UAR_PAGE_INDEX;

	if (type == IBV_QPT_DRIVER && (flags & SM_QP_FLAGS_DC) == MLX5_QP_FLAG_TYPE_DCT)
		return !(flags & ~(known | MLX5_QP_FLAG_TYPE_DCT)) ?
			       0 :
			       sm_because(-EINVAL,
					  "the driver's flags of a DCT are 0x%x; 0x%x are known",
					  flags, known | MLX5_QP_FLAG_TYPE_DCT);
	if (type == IBV_QPT_DRIVER && (flags & SM_QP_FLAGS_DC) != MLX5_QP_FLAG_TYPE_DCI)
		return sm_because(-EINVAL,
				  "qp_type is IBV_QPT_DRIVER, and dc_type is neither DCT nor DCI");
	if (type == IBV_QPT_DRIVER)
		known |= MLX5_QP_FLAG_TYPE_DCI;
	else if (type == IBV_QPT_RAW_PACKET)
		known |= sm_raw_qp_driver_flags(dev);
	else if (SM_CAP(dev, qp_packet_based))
		known |= MLX5_QP_FLAG_PACKET_BASED_CREDIT_MODE;
	if (flags & ~known)
		return sm_because(-EINVAL, "the driver's flags are 0x%x; 0x%x are known", flags,
				  known);
	if (!(flags & MLX5_QP_FLAG_UAR_PAGE_INDEX))
		return sm_because(-EINVAL,
				  "the driver's flags are 0x%x, without UAR_PAGE_INDEX; the "
				  "kernel allocates no doorbell pages ahead",
				  flags);
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
	if (cap->max_recv_wr > max)
		return sm_because(-EINVAL, "max_recv_wr is %u; at most %u is allowed",
				  cap->max_recv_wr, max);
	if (driver->sq_wqe_count > max || driver->rq_wqe_count > max)
		return sm_because(-EINVAL,
				  "the queues have %u and %u WQEBBs; at most %u are allowed "
				  "(log_max_qp_sz)",
				  driver->sq_wqe_count, driver->rq_wqe_count, max);
	if (driver->sq_wqe_count && !sm_is_power_of_2(driver->sq_wqe_count))
		return sm_because(-EINVAL, "sq_wqe_count is %u, which is no power of two",
				  driver->sq_wqe_count);
	if (!has_rq)
		return !driver->rq_wqe_count && !driver->rq_wqe_shift ?
			       0 :
			       sm_because(-EINVAL,
					  "rq_wqe_count is %u, of a QP without a receive queue",
					  driver->rq_wqe_count);
	if (!sm_is_power_of_2(driver->rq_wqe_count))
		return sm_because(-EINVAL, "rq_wqe_count is %u, which is no power of two",
				  driver->rq_wqe_count);
	/* A segment's worth of the application's SGE in the device's layout. */
	if (driver->rq_wqe_shift < 4 || driver->rq_wqe_shift > 11 ||
	    1u << driver->rq_wqe_shift > SM_CAP(dev, max_wqe_sz_rq))
		return sm_because(-EINVAL,
				  "rq_wqe_shift is %u; 4 to 11 are allowed, and max_wqe_sz_rq is "
				  "%u bytes",
				  driver->rq_wqe_shift, SM_CAP(dev, max_wqe_sz_rq));
	return 0;
}

int sm_qp_read_driver(struct sm_request *req, struct mlx5_ib_create_qp *driver)
{
	size_t len = sm_attr_len(req, UVERBS_ATTR_UHW_IN);
	int err;

	if (len < offsetof(struct mlx5_ib_create_qp, uidx) + sizeof(driver->uidx))
		return sm_because(-EINVAL, "the driver's part has %zu bytes, without uidx", len);
	if (!sm_attr_is_cleared(req, UVERBS_ATTR_UHW_IN,
				offsetof(struct mlx5_ib_create_qp, reserved)))
		return sm_because(-EINVAL, "reserved bytes of the driver's part are not 0");
	err = sm_attr_read(req, UVERBS_ATTR_UHW_IN, driver, sizeof(*driver));
	if (err)
		return err;
	if (!req->file->cqe_version)
		driver->uidx = SM_UIDX_NONE;
	else if (driver->uidx >= SM_UIDX_NONE)
		return sm_because(-EINVAL, "uidx is 0x%x; below 0x%x is allowed", driver->uidx,
				  SM_UIDX_NONE);
	return sm_qp_check_driver_flags(req->file->dev,
					sm_attr_number(req, UVERBS_ATTR_CREATE_QP_TYPE),
					driver->flags);
}

/*
 * Short data are written into CQEs; on the requester's side only if each request has a CQE, or if
 * the application knows which requests have one.
 */
static void sm_qp_scatter_to_cqe(struct sm_request *req, const struct sm_uverbs_qp *qp,
				 uint32_t driver_flags, struct prm_qpc_fields *qpc)
{
	const struct sm_uverbs_cq *send =
		sm_to_cq(sm_attr_uobj(req, UVERBS_ATTR_CREATE_QP_SEND_CQ_HANDLE));
	const struct sm_uobj *recv = sm_attr_uobj(req, UVERBS_ATTR_CREATE_QP_RECV_CQ_HANDLE);

	if (!(driver_flags & MLX5_QP_FLAG_SCATTER_CQE) ||
	    !SM_CAP(req->file->dev, sctr_data_cqe) || qpc->st == PRM_QP_SERVICE_TYPE_UD ||
	    qpc->st == PRM_QP_SERVICE_TYPE_XRC || qpc->st == PRM_QP_SERVICE_TYPE_DCI)
		return;
	qpc->cs_res = sm_to_cq(recv)->cqe_size == 128 ? PRM_QP_CS_RES_UP_TO_64B : PRM_QP_CS_RES_UP_TO_32B;
	if (qpc->st == PRM_QP_SERVICE_TYPE_RC &&
	    (qp->sq_sig_all || (driver_flags & MLX5_QP_FLAG_ALLOW_SCATTER_CQE)))
		qpc->cs_req = send->cqe_size == 128 ? PRM_QP_CS_REQ_UP_TO_64B :
						      PRM_QP_CS_REQ_UP_TO_32B;
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
	sm_qp_scatter_to_cqe(req, qp, driver->flags, qpc);
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
	qpc->rq_type = srq || sm_only_sends(qp->type) ? PRM_QP_RQ_TYPE_SRQ_RQ :
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
	fields.uid = qp->uid;
	sm_qp_context(req, qp, driver, &fields.qpc);
	fields.wq_umem_valid = qp->has_umem;
	fields.wq_umem_id = qp->umem;
	prm_create_qp_in_pack(&in, &fields);
	err = sm_kernel_exec(req->file->dev, &in, sizeof(in), &out, sizeof(out));
	if (!err)
		qp->qpn = prm_create_qp_out_get_qpn(&out);
	return err;
}

/* Both queues are in one buffer, the receive queue first. */
static int sm_qp_make(struct sm_request *req, struct sm_uverbs_qp *qp,
		      const struct mlx5_ib_create_qp *driver)
{
	uint64_t bytes = ((uint64_t)qp->rq_wqe_count << qp->rq_wqe_shift) +
			 (uint64_t)qp->sq_wqe_count * SM_WQEBB;
	int err = sm_check_ring(driver->buf_addr, SM_PAGE_UNIT);

	if (err)
		return err;
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

/* The objects that a QP refers to. */
static int sm_qp_use_objects(struct sm_request *req, struct sm_uverbs_qp *qp)
{
	struct sm_uobj *pd = sm_attr_uobj(req, UVERBS_ATTR_CREATE_QP_PD_HANDLE);
	struct sm_uobj *send = sm_attr_uobj(req, UVERBS_ATTR_CREATE_QP_SEND_CQ_HANDLE);
	struct sm_uobj *recv = qp->type == IBV_QPT_XRC_SEND ? NULL :
		sm_attr_uobj(req, UVERBS_ATTR_CREATE_QP_RECV_CQ_HANDLE);

	if (!pd || !send || (!recv && qp->type != IBV_QPT_XRC_SEND))
		return sm_because(-ENOENT, "%s is missing",
				  !pd	? "the PD" :
				  !send ? "send_cq" :
					  "recv_cq");
	qp->pdn = sm_to_pd(pd)->pdn;
	qp->send_cqn = sm_to_cq(send)->cqn;
	if (recv)
		qp->recv_cqn = sm_to_cq(recv)->cqn;
	sm_uobj_use(&qp->uobj, pd);
	sm_uobj_use(&qp->uobj, send);
	sm_uobj_use(&qp->uobj, recv);
	sm_uobj_use(&qp->uobj, sm_attr_uobj(req, UVERBS_ATTR_CREATE_QP_SRQ_HANDLE));
	return 0;
}

int sm_qp_create_answer(struct sm_request *req, const struct sm_uverbs_qp *qp,
			const struct ib_uverbs_qp_cap *cap)
{
	struct mlx5_ib_create_qp_resp driver = { .bfreg_index = UINT32_MAX };
	int err = sm_attr_write(req, UVERBS_ATTR_CREATE_QP_RESP_CAP, cap, sizeof(*cap));

	if (sm_is_raw_qp(qp))
		sm_raw_qp_answer(qp, &driver);
	if (!err)
		err = sm_attr_write(req, UVERBS_ATTR_CREATE_QP_RESP_QP_NUM, &qp->qpn,
				    sizeof(qp->qpn));
	if (!err)
		err = sm_attr_write(req, UVERBS_ATTR_UHW_OUT, &driver, sizeof(driver));
	if (!err)
		err = sm_attr_write_handle(req, UVERBS_ATTR_CREATE_QP_HANDLE, qp->uobj.handle);
	return err;
}

/* Only targets of XRC are in a domain, and use its SRQs. */
static int sm_qp_check_objects(struct sm_request *req, uint64_t type)
{
	struct sm_uobj *srq = sm_attr_uobj(req, UVERBS_ATTR_CREATE_QP_SRQ_HANDLE);

	if (sm_attr(req, UVERBS_ATTR_CREATE_QP_XRCD_HANDLE))
		return sm_because(-EINVAL, "an xrcd is given, and qp_type is not IBV_QPT_XRC_RECV");
	if (srq && (type == IBV_QPT_XRC_SEND || sm_to_srq(srq)->is_xrc))
		return sm_because(-EINVAL,
				  type == IBV_QPT_XRC_SEND ?
					  "an srq is given, and IBV_QPT_XRC_SEND receives nothing" :
					  "srq is one of XRC, and the QP is not");
	return 0;
}

static int sm_qp_check(struct sm_request *req, const struct ib_uverbs_qp_cap *cap,
		       struct mlx5_ib_create_qp *driver)
{
	const uint64_t type = sm_attr_number(req, UVERBS_ATTR_CREATE_QP_TYPE);
	bool has_rq = cap->max_recv_wr && !sm_attr(req, UVERBS_ATTR_CREATE_QP_SRQ_HANDLE) &&
		      !sm_only_sends(type);
	int err = sm_qp_check_objects(req, type);

	if (!err)
		err = sm_qp_check_type(req, type);
	if (!err)
		err = sm_qp_check_flags(req);
	if (!err)
		err = sm_qp_read_driver(req, driver);
	if (!err && !(driver->flags & MLX5_QP_FLAG_TYPE_DCT))
		err = sm_qp_check_sizes(req->file->dev, driver, has_rq, cap);
	return err;
}

int sm_qp_begin(struct sm_request *req, const struct sm_uobj_type *type,
		const struct ib_uverbs_qp_cap *cap, const struct mlx5_ib_create_qp *driver,
		struct sm_uverbs_qp **result)
{
	struct sm_uverbs_qp *qp = sm_uobj_new(req, type);

	*result = qp;
	if (!qp)
		return -ENOMEM;
	qp->uobj.user_handle = sm_attr_number(req, UVERBS_ATTR_CREATE_QP_USER_HANDLE);
	qp->type = (uint8_t)sm_attr_number(req, UVERBS_ATTR_CREATE_QP_TYPE);
	qp->sq_sig_all = sm_attr_number(req, UVERBS_ATTR_CREATE_QP_FLAGS) &
			 IB_UVERBS_QP_CREATE_SQ_SIG_ALL;
	qp->max_inline_data = cap->max_inline_data;
	qp->uid = qp->type == IBV_QPT_XRC_SEND ? 0 : req->file->uid;
	qp->known = &qp->own_known;
	qp->known->state = IBV_QPS_RESET;
	qp->rq_wqe_count = driver->rq_wqe_count;
	qp->rq_wqe_shift = driver->rq_wqe_shift;
	qp->sq_wqe_count = driver->sq_wqe_count;
	return sm_qp_use_objects(req, qp);
}

static int sm_qp_create_uobj(struct sm_request *req)
{
	struct mlx5_ib_create_qp driver;
	struct ib_uverbs_qp_cap cap;
	struct sm_uverbs_qp *qp;
	int err = sm_attr_read(req, UVERBS_ATTR_CREATE_QP_CAP, &cap, sizeof(cap));

	if (sm_attr(req, UVERBS_ATTR_CREATE_QP_IND_TABLE_HANDLE))
		return err ? err : sm_rss_qp_create_uobj(req, &cap);
	if (sm_attr_number(req, UVERBS_ATTR_CREATE_QP_TYPE) == IBV_QPT_XRC_RECV)
		return err ? err : sm_target_create(req, &cap);
	if (!err)
		err = sm_qp_check(req, &cap, &driver);
	if (err)
		return err;
	if (driver.flags & MLX5_QP_FLAG_TYPE_DCT)
		return sm_dct_create_uobj(req, &cap, &driver);
	if (sm_attr_number(req, UVERBS_ATTR_CREATE_QP_TYPE) == IBV_QPT_RAW_PACKET)
		return sm_raw_qp_create_uobj(req, &cap, &driver);
	err = sm_qp_begin(req, &sm_qp_type, &cap, &driver, &qp);
	if (!err)
		err = sm_qp_make(req, qp, &driver);
	if (err)
		return err;
	qp->uobj.is_created = true;
	sm_uobj_set_async(req, &qp->uobj, UVERBS_ATTR_CREATE_QP_EVENT_FD);
	sm_qp_listen(qp, qp->qpn);
	return sm_qp_create_answer(req, qp, &cap);
}

static int sm_qp_destroyed(struct sm_request *req)
{
	struct ib_uverbs_destroy_qp_resp resp = { .events_reported = req->async_reported };

	return sm_attr_write(req, UVERBS_ATTR_DESTROY_QP_RESP, &resp, sizeof(resp));
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
			SM_EVENT_FD(UVERBS_ATTR_CREATE_QP_EVENT_FD, UVERBS_OBJECT_ASYNC_EVENT),
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
