// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The kernel's side: raw packet queue pairs, which send and receive Ethernet frames. For the device one
 * is up to four objects: an SQ with its TIS, and an RQ with the TIR that flows send packets to. Checks,
 * errno values and transitions are those of create_raw_packet_qp(), modify_raw_packet_qp() and
 * query_raw_packet_qp_state() in mlx5_ib.
 */
#include <errno.h>
#include <infiniband/verbs.h>

#include "kernel/uverbs_raw_qp.h"
#include "prm_cap_ethernet.h"
#include "prm_doorbell.h"
#include "prm_rq.h"
#include "prm_sq.h"

#define SM_WQEBB 64u
#define SM_KEEP 0xff	/* instead of a state: the queue keeps its own */

/* enum prm_sq_state and enum prm_rq_state have the same values. */
_Static_assert(PRM_SQ_STATE_RST == (int)PRM_RQ_STATE_RST && PRM_SQ_STATE_RDY == (int)PRM_RQ_STATE_RDY &&
	       PRM_SQ_STATE_ERR == (int)PRM_RQ_STATE_ERR, "the states of both queues are the same");

static struct sm_uverbs_raw_qp *sm_to_raw_qp(const struct sm_uverbs_qp *qp)
{
	return sm_container_of(qp, struct sm_uverbs_raw_qp, qp);
}

/*
 * Destroy.
 */

static int sm_raw_destroy_receiver(struct sm_uverbs_raw_qp *raw)
{
	int err = 0;

	if (raw->receives == SM_RAW_BOTH)
		err = sm_tir_exec_destroy(raw);
	if (err || raw->receives == SM_RAW_NONE)
		return err;
	raw->receives = SM_RAW_FIRST;
	err = sm_rq_exec_destroy(raw);
	if (!err)
		raw->receives = SM_RAW_NONE;
	return err;
}

static int sm_raw_destroy_sender(struct sm_uverbs_raw_qp *raw)
{
	int err = 0;

	if (raw->sends == SM_RAW_BOTH)
		err = sm_sq_exec_destroy(raw);
	if (err || raw->sends == SM_RAW_NONE)
		return err;
	raw->sends = SM_RAW_FIRST;
	err = sm_tis_exec_destroy(raw);
	if (!err)
		raw->sends = SM_RAW_NONE;
	return err;
}

static void sm_raw_free_umems(struct sm_uverbs_raw_qp *raw)
{
	struct sm_file *file = raw->qp.uobj.file;

	if (raw->has_sq_umem)
		sm_umem_destroy(file, raw->sq_umem);
	if (raw->qp.has_umem)
		sm_umem_destroy(file, raw->qp.umem);
	sm_umem_destroy(file, raw->qp.dbr_umem);
}

/* If the firmware refuses one of the commands, a second attempt goes on there. */
static int sm_raw_destroy(struct sm_uverbs_raw_qp *raw)
{
	int err = sm_raw_destroy_receiver(raw);

	if (!err)
		err = sm_raw_destroy_sender(raw);
	if (!err)
		sm_raw_free_umems(raw);
	return err;
}

static int sm_raw_modify(struct sm_uverbs_raw_qp *raw, uint8_t rq_state, uint8_t sq_state);

static int sm_raw_qp_destroy_uobj(struct sm_uobj *uobj)
{
	struct sm_uverbs_raw_qp *raw = sm_to_raw_qp(sm_to_qp(uobj));

	if (raw->qp.known->state != IBV_QPS_RESET)
		sm_raw_modify(raw, PRM_RQ_STATE_RST, PRM_SQ_STATE_RST);
	return sm_raw_destroy(raw);
}

static void sm_raw_qp_abandon(struct sm_uobj *uobj)
{
	struct sm_uverbs_raw_qp *raw = sm_to_raw_qp(sm_to_qp(uobj));

	if (raw->sends == SM_RAW_BOTH)
		sm_qp_unlisten(&raw->qp, raw->sqn);
	if (raw->receives != SM_RAW_NONE)
		sm_qp_unlisten(&raw->qp, raw->rqn);
}

static const struct sm_uobj_type sm_raw_qp_type = {
	.id = UVERBS_OBJECT_QP,
	.size = sizeof(struct sm_uverbs_raw_qp),
	.destroy = sm_raw_qp_destroy_uobj,
	.abandon = sm_raw_qp_abandon,
};

bool sm_is_raw_qp(const struct sm_uverbs_qp *qp)
{
	return qp->uobj.type == &sm_raw_qp_type;
}

/*
 * Create.
 */

/* Linux leaves it to the firmware whether the port has Ethernet, and the device such queues. */
int sm_raw_qp_check(struct sm_request *req)
{
	if (!sm_dev_is_ethernet(req->file->dev))
		return sm_because(-EINVAL,
				  "qp_type is IBV_QPT_RAW_PACKET, and the port is one of InfiniBand");
	return req->file->cqe_version ?
		       0 :
		       sm_because(-EINVAL,
				  "qp_type is IBV_QPT_RAW_PACKET, which needs CQEs of version 1");
}

uint32_t sm_raw_qp_driver_flags(struct sm_dev *dev)
{
	const struct prm_per_protocol_networking_offload_caps *caps = sm_ethernet_caps(dev);
	uint32_t flags = MLX5_QP_FLAG_TIR_ALLOW_SELF_LB_UC | MLX5_QP_FLAG_TIR_ALLOW_SELF_LB_MC;

	if (caps && (SM_ETHERNET_CAP(caps, tunnel_stateless_vxlan) ||
		     SM_ETHERNET_CAP(caps, tunnel_stateless_gre) ||
		     SM_ETHERNET_CAP(caps, tunnel_stateless_geneve_rx)))
		flags |= MLX5_QP_FLAG_TUNNEL_OFFLOADS;
	return flags;
}

uint64_t sm_raw_qp_create_flags(struct sm_dev *dev)
{
	const struct prm_per_protocol_networking_offload_caps *caps = sm_ethernet_caps(dev);
	uint64_t flags = 0;

	if (caps && SM_ETHERNET_CAP(caps, scatter_fcs))
		flags |= IB_UVERBS_QP_CREATE_SCATTER_FCS;
	if (caps && SM_ETHERNET_CAP(caps, vlan_cap))
		flags |= IB_UVERBS_QP_CREATE_CVLAN_STRIPPING;
	return flags;
}

/* Each queue has a buffer of its own; the device only reads the send queue. */
static int sm_raw_map(struct sm_uverbs_raw_qp *raw, const struct mlx5_ib_create_qp *driver)
{
	const uint64_t rq_bytes = (uint64_t)raw->qp.rq_wqe_count << raw->qp.rq_wqe_shift;
	const uint64_t sq_bytes = (uint64_t)raw->qp.sq_wqe_count * SM_WQEBB;
	struct sm_file *file = raw->qp.uobj.file;
	int err = 0;

	if (rq_bytes) {
		err = sm_umem_create(file, driver->buf_addr, rq_bytes, IBV_ACCESS_LOCAL_WRITE,
				     &raw->qp.umem);
		raw->qp.has_umem = !err;
	}
	if (!err && sq_bytes) {
		err = sm_umem_create(file, driver->sq_buf_addr, sq_bytes, 0, &raw->sq_umem);
		raw->has_sq_umem = !err;
	}
	return err;
}

static int sm_raw_make_sender(struct sm_uverbs_raw_qp *raw, const struct mlx5_ib_create_qp *driver)
{
	int err = sm_tis_exec_create(raw);

	if (err)
		return err;
	raw->sends = SM_RAW_FIRST;
	err = sm_sq_exec_create(raw, driver);
	if (!err)
		raw->sends = SM_RAW_BOTH;
	return err;
}

static int sm_raw_make_receiver(struct sm_uverbs_raw_qp *raw, const struct mlx5_ib_create_qp *driver,
				uint64_t flags)
{
	int err = sm_rq_exec_create(raw, driver, flags);

	if (err)
		return err;
	raw->receives = SM_RAW_FIRST;
	err = sm_tir_exec_create(raw, driver->flags);
	if (!err)
		raw->receives = SM_RAW_BOTH;
	return err;
}

static int sm_raw_make(struct sm_uverbs_raw_qp *raw, const struct mlx5_ib_create_qp *driver,
		       uint64_t flags)
{
	int err = sm_umem_create(raw->qp.uobj.file, driver->db_addr, PRM_QP_DOORBELL_RECORD_SIZE,
				 IBV_ACCESS_LOCAL_WRITE, &raw->qp.dbr_umem);

	if (err)
		return err;
	err = sm_raw_map(raw, driver);
	if (!err && raw->qp.sq_wqe_count)
		err = sm_raw_make_sender(raw, driver);
	if (!err && raw->qp.rq_wqe_count)
		err = sm_raw_make_receiver(raw, driver, flags);
	if (err)
		sm_raw_destroy(raw);
	return err;
}

static int sm_raw_check_rings(const struct mlx5_ib_create_qp *driver)
{
	int err = 0;

	if (!driver->sq_wqe_count && !driver->rq_wqe_count)
		return sm_because(-EINVAL,
				  "the QP has neither a send queue nor a receive queue");
	if (driver->rq_wqe_count)
		err = sm_check_ring(driver->buf_addr, SM_PAGE_UNIT);
	if (!err && driver->sq_wqe_count && driver->sq_buf_addr % SM_PAGE_UNIT)
		return sm_because(-EINVAL, "sq_buf_addr is 0x%llx, which is no multiple of %u",
				  (unsigned long long)driver->sq_buf_addr, SM_PAGE_UNIT);
	return err;
}

int sm_raw_qp_create_uobj(struct sm_request *req, const struct ib_uverbs_qp_cap *cap,
			  const struct mlx5_ib_create_qp *driver)
{
	struct sm_uverbs_raw_qp *raw;
	struct sm_uverbs_qp *qp;
	int err = sm_raw_check_rings(driver);

	if (err)
		return err;
	err = sm_qp_begin(req, &sm_raw_qp_type, cap, driver, &qp);
	if (err)
		return err;
	raw = sm_to_raw_qp(qp);
	err = sm_raw_make(raw, driver, sm_attr_number(req, UVERBS_ATTR_CREATE_QP_FLAGS));
	if (err)
		return err;
	qp->qpn = raw->sends ? raw->sqn : raw->rqn;
	qp->uobj.is_created = true;
	sm_uobj_set_async(req, &qp->uobj, UVERBS_ATTR_CREATE_QP_EVENT_FD);
	if (raw->sends)
		sm_qp_listen(qp, raw->sqn);
	if (raw->receives)
		sm_qp_listen(qp, raw->rqn);
	return sm_qp_create_answer(req, qp, cap);
}

void sm_raw_qp_answer(const struct sm_uverbs_qp *qp, struct mlx5_ib_create_qp_resp *resp)
{
	const struct sm_uverbs_raw_qp *raw = sm_to_raw_qp(qp);

	if (!qp->uid)
		return;
	if (raw->sends) {
		resp->tisn = raw->tisn;
		resp->sqn = raw->sqn;
		resp->comp_mask |= MLX5_IB_CREATE_QP_RESP_MASK_TISN |
				   MLX5_IB_CREATE_QP_RESP_MASK_SQN;
	}
	if (raw->receives) {
		resp->rqn = raw->rqn;
		resp->tirn = raw->tirn;
		resp->comp_mask |= MLX5_IB_CREATE_QP_RESP_MASK_RQN |
				   MLX5_IB_CREATE_QP_RESP_MASK_TIRN;
	}
}

bool sm_raw_qp_has(const struct sm_uverbs_qp *qp, uint16_t create, uint32_t number)
{
	const struct sm_uverbs_raw_qp *raw = sm_to_raw_qp(qp);

	switch (create) {
	case PRM_CMD_OPCODE_CREATE_SQ:
		return raw->sends && raw->sqn == number;
	case PRM_CMD_OPCODE_CREATE_TIS:
		return raw->sends && raw->tisn == number;
	case PRM_CMD_OPCODE_CREATE_RQ:
		return raw->receives && raw->rqn == number;
	case PRM_CMD_OPCODE_CREATE_TIR:
		return raw->receives && raw->tirn == number;
	default:
		return false;
	}
}

bool sm_raw_qp_tirn(const struct sm_uverbs_qp *qp, uint32_t *tirn)
{
	const struct sm_uverbs_raw_qp *raw = sm_to_raw_qp(qp);

	*tirn = sm_is_rss_qp(qp) ? sm_rss_qp_tirn(qp) : raw->tirn;
	return sm_is_rss_qp(qp) || raw->receives;
}

/*
 * States.
 */

static int sm_raw_modify(struct sm_uverbs_raw_qp *raw, uint8_t rq_state, uint8_t sq_state)
{
	int err = 0;

	if (raw->receives && rq_state != SM_KEEP)
		err = sm_rq_exec_modify(raw, rq_state);
	if (!err && raw->sends && sq_state != SM_KEEP)
		err = sm_sq_exec_modify(raw, sq_state);
	return err;
}

/* The receive queue is ready from INIT on, the send queue in RTS. */
int sm_raw_qp_transit(struct sm_uverbs_qp *qp, uint8_t from, uint8_t to)
{
	struct sm_uverbs_raw_qp *raw = sm_to_raw_qp(qp);

	if (to == IBV_QPS_RESET)
		return sm_raw_modify(raw, PRM_RQ_STATE_RST, PRM_SQ_STATE_RST);
	if (to == IBV_QPS_ERR)
		return sm_raw_modify(raw, PRM_RQ_STATE_ERR, PRM_SQ_STATE_ERR);
	if (from == IBV_QPS_RESET)
		return sm_raw_modify(raw, PRM_RQ_STATE_RDY, PRM_SQ_STATE_RST);
	if (from == IBV_QPS_INIT)
		return 0;
	if (to == IBV_QPS_RTS && (from == IBV_QPS_RTR || from == IBV_QPS_RTS))
		return sm_raw_modify(raw, SM_KEEP, PRM_SQ_STATE_RDY);
	return sm_because(-EINVAL,
			  "a raw packet QP is not stopped for changes: it goes from RTS to ERR or "
			  "RESET only");
}

/* Between RESET and ERR the queues' states do not tell the QP's: it is the last one that was set. */
int sm_raw_qp_query_state(struct sm_uverbs_qp *qp, uint8_t *state)
{
	struct sm_uverbs_raw_qp *raw = sm_to_raw_qp(qp);
	int err = raw->sends ? sm_sq_exec_query(raw) : 0;

	if (!err && raw->receives)
		err = sm_rq_exec_query(raw);
	if (err || !raw->receives)
		return err;	/* as in Linux: what a send queue alone says is not asked */
	if (raw->rq_state == PRM_RQ_STATE_RDY) {
		if (raw->sends && raw->sq_state == PRM_SQ_STATE_ERR)
			*state = IBV_QPS_SQE;
		return 0;
	}
	if (raw->sends && raw->sq_state != raw->rq_state)
		return sm_because(-EINVAL, "the send queue is in state %u, the receive queue in %u",
				  raw->sq_state, raw->rq_state);
	*state = raw->rq_state == PRM_RQ_STATE_RST ? IBV_QPS_RESET : IBV_QPS_ERR;
	return 0;
}
