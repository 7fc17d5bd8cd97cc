// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Connections between ids: the messages of InfiniBand's communication management (chapter 12), their
 * states as in drivers/infiniband/core/cm.c of Linux, and the events that core/cma.c there makes of
 * them.
 */
#include <errno.h>
#include <string.h>
#include <sys/socket.h>

#include <infiniband/verbs.h>

#include "base/caps.h"
#include "base/original.h"
#include "base/reason.h"
#include "kernel/cm_message.h"
#include "kernel/uverbs.h"

#define SM_CM_MAGIC UINT32_C(0x6d63786d)	/* "mxcm" */
#define SM_CM_VERSION 2u
#define SM_CM_LAST_LID 0xbfffu
#define SM_CM_24_BITS 0xffffffu
#define SM_CM_HOP_LIMIT 64
#define SM_CM_QKEY 0x01234567u	/* RDMA_UDP_QKEY of Linux */
#define SM_CM_QKEY_IPOIB 0x0b1bu	/* of the broadcast group that OpenSM makes */

/*
 * Sending.
 */

/* The message that the peer gets no answer to, if this one ends the connection. */
static enum prm_cm_message sm_cm_about(const struct sm_cm_id *id)
{
	if (id->link == SM_CM_REQ_RCVD)
		return PRM_CM_MESSAGE_REQ;
	return id->link == SM_CM_REP_RCVD ? PRM_CM_MESSAGE_REP : PRM_CM_MESSAGE_OTHER;
}

struct sm_cm_message sm_cm_message(const struct sm_cm_id *id, enum sm_cm_kind kind)
{
	struct sm_cm_message message;

	memset(&message, 0, sizeof(message));
	message.magic = SM_CM_MAGIC;
	message.version = SM_CM_VERSION;
	message.kind = (uint8_t)kind;
	message.is_ud = sm_cm_is_ud(id);
	message.lid = id->dev ? id->dev->lid : 0;
	message.ps = id->ps;
	message.mtu = id->mtu;
	message.about = (uint8_t)sm_cm_about(id);
	message.local_id = id->comm_id;
	message.remote_id = id->peer_comm_id;
	message.transaction = id->transaction;
	message.guid = id->dev ? id->dev->guid : 0;
	return message;
}

/* The end of a connection within the machine is noticed by its watch. */
static void sm_cm_send(struct sm_cm_id *id, const struct sm_cm_message *message)
{
	if (id->is_remote)
		sm_cm_remote_send(id, message);
	else if (id->watch.fd >= 0)
		(void)!send(id->watch.fd, message, sizeof(*message), MSG_DONTWAIT | MSG_NOSIGNAL);
}

static void sm_cm_send_kind(struct sm_cm_id *id, enum sm_cm_kind kind)
{
	const struct sm_cm_message message = sm_cm_message(id, kind);

	sm_cm_send(id, &message);
}

static struct sm_cm_message sm_cm_dreq(const struct sm_cm_id *id)
{
	struct sm_cm_message message = sm_cm_message(id, SM_CM_DREQ);

	message.transaction = id->comm_id;
	message.qpn = id->remote_qpn;
	return message;
}

static void sm_cm_send_rej(struct sm_cm_id *id, uint16_t reason)
{
	struct sm_cm_message message = sm_cm_message(id, SM_CM_REJ);

	message.reason = reason;
	sm_cm_send(id, &message);
}

static void sm_cm_set_param(struct sm_cm_id *id, struct sm_cm_message *message,
			    const struct rdma_ucm_conn_param *param, const struct rdma_ucm_ece *ece)
{
	id->responder_resources = param->responder_resources;
	id->initiator_depth = param->initiator_depth;
	id->qpn = param->qp_num & SM_CM_24_BITS;
	message->qpn = id->qpn;
	message->srq = param->srq;
	message->responder_resources = param->responder_resources;
	message->initiator_depth = param->initiator_depth;
	message->flow_control = param->flow_control;
	message->retry_count = param->retry_count & 7;
	message->rnr_retry_count = param->rnr_retry_count & 7;
	message->ece = *ece;
	memcpy(message->data, param->private_data, param->private_data_len);
}

/* What the peer on another host is told when the id is destroyed in its state. false: nothing. */
static bool sm_cm_farewell(const struct sm_cm_id *id, struct sm_cm_message *message)
{
	switch (id->is_remote ? id->link : SM_CM_NONE) {
	case SM_CM_REQ_SENT:
		*message = sm_cm_message(id, SM_CM_REJ);
		message->reason = PRM_CM_REJ_REASON_TIMEOUT;
		return !sm_cm_is_ud(id);
	case SM_CM_REQ_RCVD:
	case SM_CM_REP_SENT:
	case SM_CM_REP_RCVD:
		*message = sm_cm_message(id, SM_CM_REJ);
		message->reason = sm_cm_is_ud(id) ? PRM_CM_SIDR_STATUS_REJECT :
						    PRM_CM_REJ_REASON_CONSUMER_DEFINED;
		return true;
	case SM_CM_CONNECTED:
		*message = sm_cm_dreq(id);
		return true;
	case SM_CM_DREQ_RCVD:
		*message = sm_cm_message(id, SM_CM_DREP);
		return true;
	default:
		return false;
	}
}

/* Comes before the message that makes the state known: from then on the process may be killed. */
static void sm_cm_set_link(struct sm_cm_id *id, enum sm_cm_link link)
{
	struct sm_cm_message farewell;

	id->link = link;
	if (id->comm_id)
		sm_cm_remote_keep(id, sm_cm_farewell(id, &farewell) ? &farewell : NULL);
}

static void sm_cm_timer(struct sm_timer *timer);
static void sm_cm_ready(struct sm_watch *watch);

static void sm_cm_wait(struct sm_cm_id *id, enum sm_cm_link link, uint64_t ns)
{
	sm_cm_set_link(id, link);
	id->timer.run = sm_cm_timer;
	sm_timer_arm(&id->timer, ns);
}

/* Time in the encoding of InfiniBand, which has no more than 5 bits. */
static uint64_t sm_cm_ns(uint8_t timeout)
{
	return UINT64_C(4096) << (timeout & 31);
}

/* Within a machine nothing is lost: the time is that of all repetitions. */
static void sm_cm_wait_for_answer(struct sm_cm_id *id, enum sm_cm_link link)
{
	id->tries = SM_CM_RETRIES + 1;
	sm_cm_wait(id, link, sm_cm_ns(id->response_timeout));
}

static void sm_cm_open(struct sm_cm_id *id, int fd)
{
	id->watch.fd = fd;
	id->watch.ready = sm_cm_ready;
	sm_watch_add(&id->watch);
}

void sm_cm_close(struct sm_cm_id *id)
{
	sm_timer_cancel(&id->timer);
	if (id->watch.ready)
		sm_watch_remove(&id->watch);
	if (id->watch.fd >= 0)
		sm_real_close(id->watch.fd);
	id->watch.ready = NULL;
	id->watch.fd = -1;
	sm_cm_set_link(id, SM_CM_NONE);
}

void sm_cm_leave_peer(struct sm_cm_id *id)
{
	struct sm_cm_message farewell;

	if (sm_cm_farewell(id, &farewell))
		sm_cm_send(id, &farewell);
	sm_cm_close(id);
}

uint8_t sm_cm_timeout(const struct sm_cm_id *id)
{
	return id->ack_timeout ? id->ack_timeout : SM_CM_LIFE_TIME + 1;
}

static void sm_cm_enter_timewait(struct sm_cm_id *id)
{
	const uint8_t timeout = sm_cm_timeout(id);

	sm_cm_close(id);
	sm_cm_wait(id, SM_CM_TIMEWAIT, UINT64_C(4096) << timeout);
}

/*
 * Commands.
 */

static uint8_t sm_cm_transport(uint8_t qp_type)
{
	switch (qp_type) {
	case IBV_QPT_UC:
		return PRM_CM_TRANSPORT_UC;
	case IBV_QPT_XRC_SEND:
	case IBV_QPT_XRC_RECV:
		return PRM_CM_TRANSPORT_EXTENDED;
	default:
		return PRM_CM_TRANSPORT_RC;
	}
}

int sm_cm_connect(struct sm_cm_id *id, const struct rdma_ucm_conn_param *param,
		  const struct rdma_ucm_ece *ece)
{
	struct sm_cm_message message;
	int fd;

	if (!param->valid || id->state != SM_CM_HAS_ROUTE ||
	    param->private_data_len > (sm_cm_is_ud(id) ? SM_CM_SIDR_REQ_DATA : SM_CM_REQ_DATA))
		return sm_because(EINVAL,
				  "private_data_len is %u, and at most %u is allowed, after the "
				  "route is resolved",
				  param->private_data_len,
				  (unsigned int)(sm_cm_is_ud(id) ? SM_CM_SIDR_REQ_DATA :
								   SM_CM_REQ_DATA));
	if (id->is_remote)
		sm_cm_remote_open(id);
	id->mtu = sm_port_mtu();
	id->response_timeout = SM_CM_RESPONSE_TIMEOUT;
	message = sm_cm_message(id, SM_CM_REQ);
	sm_cm_set_param(id, &message, param, ece);
	message.src = id->src;
	message.dst = id->dst;
	message.transport = sm_cm_transport(id->qp_type);
	message.timeout = id->response_timeout;
	message.ack_timeout = sm_cm_timeout(id);
	message.psn = id->rq_psn = (uint32_t)(sm_now() >> 7) & SM_CM_24_BITS;
	id->retry_count = message.retry_count;
	id->state = SM_CM_CONNECT;
	if (id->is_remote) {
		sm_cm_wait_for_answer(id, SM_CM_REQ_SENT);
		sm_cm_send(id, &message);
		return 0;
	}
	fd = sm_cm_port_connect(id->host, id->ps, sm_cm_address_port(&id->dst));
	if (fd >= 0) {
		sm_cm_open(id, fd);
		sm_cm_send(id, &message);
		sm_cm_wait_for_answer(id, SM_CM_REQ_SENT);
	} else if (errno != ECONNREFUSED && errno != ENOENT) {
		sm_cm_event(id, SM_CM_UNREACHABLE, -errno);
	} else if (sm_cm_is_ud(id)) {
		sm_cm_event(id, SM_CM_UNREACHABLE, PRM_CM_SIDR_STATUS_UNSUPPORTED);
	} else {
		sm_cm_event(id, SM_CM_REJECTED, PRM_CM_REJ_REASON_INVALID_SERVICE_ID);
	}
	return 0;
}

int sm_cm_accept(struct sm_cm_id *id, const struct rdma_ucm_conn_param *param,
		 const struct rdma_ucm_ece *ece)
{
	struct sm_cm_message message = sm_cm_message(id, SM_CM_REP);

	if (id->state != SM_CM_CONNECT || id->link != SM_CM_REQ_RCVD)
		return sm_because(EINVAL, "the id has no request of a connection");
	if (param->private_data_len > (sm_cm_is_ud(id) ? SM_CM_SIDR_REP_DATA : SM_CM_REP_DATA)) {
		sm_cm_reject(id, 0, NULL, 0);
		return sm_because(EINVAL, "private_data_len is %u, which is too long for an answer",
				  param->private_data_len);
	}
	sm_cm_set_param(id, &message, param, ece);
	message.psn = id->rq_psn;
	message.qkey = sm_cm_qkey(id);
	if (sm_cm_is_ud(id))
		sm_cm_set_link(id, SM_CM_NONE);
	else
		sm_cm_wait_for_answer(id, SM_CM_REP_SENT);
	sm_cm_send(id, &message);
	if (sm_cm_is_ud(id))
		sm_cm_close(id);
	return 0;
}

int sm_cm_establish(struct sm_cm_id *id)
{
	if (id->state != SM_CM_CONNECT || id->link != SM_CM_REP_RCVD)
		return sm_because(EINVAL, "the peer has not accepted, or this was said before");
	sm_cm_set_link(id, SM_CM_CONNECTED);
	sm_cm_send_kind(id, SM_CM_RTU);
	return 0;
}

int sm_cm_reject(struct sm_cm_id *id, uint8_t reason, const void *data, uint8_t len)
{
	struct sm_cm_message message = sm_cm_message(id, SM_CM_REJ);

	if ((id->link != SM_CM_REQ_RCVD && id->link != SM_CM_REP_RCVD) ||
	    len > (sm_cm_is_ud(id) ? SM_CM_SIDR_REP_DATA : SM_CM_REJ_DATA))
		return sm_because(EINVAL, "there is no request or answer to reject, or its %u "
				  "bytes are more than %u", len,
				  sm_cm_is_ud(id) ? SM_CM_SIDR_REP_DATA : SM_CM_REJ_DATA);
	message.reason = sm_cm_is_ud(id) ? PRM_CM_SIDR_STATUS_REJECT :
			 reason ? reason : PRM_CM_REJ_REASON_CONSUMER_DEFINED;
	if (len)
		memcpy(message.data, data, len);
	sm_cm_send(id, &message);
	sm_cm_close(id);
	return 0;
}

/* There is no error, as in Linux, when the connection has ended. */
int sm_cm_disconnect(struct sm_cm_id *id)
{
	struct sm_cm_message message;

	if (id->state != SM_CM_CONNECT && id->state != SM_CM_DISCONNECT)
		return sm_because(EINVAL, "the id is not connected");
	if (id->link == SM_CM_CONNECTED) {
		message = sm_cm_dreq(id);
		sm_cm_send(id, &message);
		sm_cm_wait_for_answer(id, SM_CM_DREQ_SENT);
	} else if (id->link == SM_CM_DREQ_RCVD) {
		sm_cm_send_kind(id, SM_CM_DREP);
		sm_cm_enter_timewait(id);
	}
	return 0;
}

static void sm_cm_established(struct sm_cm_id *id)
{
	sm_timer_cancel(&id->timer);
	sm_cm_set_link(id, SM_CM_CONNECTED);
	sm_cm_event(id, SM_CM_ESTABLISHED, 0);
}

int sm_cm_notify(struct sm_cm_id *id, uint32_t event)
{
	if (event != IBV_EVENT_COMM_EST)
		return sm_because(EINVAL, "event is %u; IBV_EVENT_COMM_EST (%u) is allowed", event,
				  IBV_EVENT_COMM_EST);
	if (id->link == SM_CM_CONNECTED)
		return sm_because(EISCONN, "the id is connected");
	if (id->link != SM_CM_REP_SENT)
		return sm_because(EINVAL, "the id has accepted no connection");
	sm_cm_established(id);
	return 0;
}

static bool sm_cm_knows_peer(const struct sm_cm_id *id)
{
	return id->link >= SM_CM_REQ_RCVD && id->link <= SM_CM_CONNECTED;
}

uint32_t sm_cm_qkey(const struct sm_cm_id *id)
{
	return id->ps == RDMA_PS_IPOIB ? SM_CM_QKEY_IPOIB : SM_CM_QKEY;
}

static void sm_cm_init_attr(const struct sm_cm_id *id, struct ib_uverbs_qp_attr *attr)
{
	attr->qp_attr_mask = IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT;
	attr->port_num = SM_CM_PORT_NUM;
	if (sm_cm_is_ud(id)) {
		attr->qp_attr_mask |= IBV_QP_QKEY;
		attr->qkey = sm_cm_qkey(id);
		return;
	}
	attr->qp_attr_mask |= IBV_QP_ACCESS_FLAGS;
	if (id->link == SM_CM_NONE)
		return;
	attr->qp_access_flags = IBV_ACCESS_REMOTE_WRITE;
	if (id->responder_resources)
		attr->qp_access_flags |= IBV_ACCESS_REMOTE_READ | IBV_ACCESS_REMOTE_ATOMIC;
}

unsigned int sm_cm_gid(const struct sm_dev *dev, uint16_t lid, uint8_t gid[SM_GID_SIZE])
{
	const bool is_ethernet = sm_caps_is_ethernet(dev->caps);
	unsigned int index = 0;

	while (sm_gid(lid, is_ethernet, index, gid) == SM_GID_ROCE_V1 ||
	       (sm_is_network() && !sm_gid_is_ipv4(gid)))
		index++;
	return index;
}

/* Packets of RoCE have a global header, those inside a subnet of InfiniBand do not need it. */
static void sm_cm_set_ah(const struct sm_dev *dev, uint16_t lid, struct ib_uverbs_ah_attr *ah)
{
	ah->port_num = SM_CM_PORT_NUM;
	if (!sm_caps_is_ethernet(dev->caps)) {
		ah->dlid = lid;
		return;
	}
	ah->is_global = 1;
	ah->grh.hop_limit = SM_CM_HOP_LIMIT;
	ah->grh.sgid_index = (uint8_t)sm_cm_gid(dev, lid, ah->grh.dgid);
}

static void sm_cm_rtr_attr(const struct sm_cm_id *id, struct ib_uverbs_qp_attr *attr)
{
	attr->qp_attr_mask = IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN |
			     IBV_QP_RQ_PSN;
	sm_cm_set_ah(id->dev, id->remote_lid, &attr->ah_attr);
	attr->path_mtu = id->mtu;
	attr->dest_qp_num = id->remote_qpn;
	attr->rq_psn = id->rq_psn;
	if (id->qp_type == IBV_QPT_UC)
		return;
	attr->qp_attr_mask |= IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER;
	attr->max_dest_rd_atomic = id->responder_resources;
}

static void sm_cm_rts_attr(const struct sm_cm_id *id, struct ib_uverbs_qp_attr *attr)
{
	attr->qp_attr_mask = IBV_QP_STATE | IBV_QP_SQ_PSN;
	attr->sq_psn = id->sq_psn;
	if (id->qp_type == IBV_QPT_UC)
		return;
	attr->qp_attr_mask |= IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY |
			      IBV_QP_MAX_QP_RD_ATOMIC;
	attr->timeout = sm_cm_timeout(id);
	attr->retry_cnt = id->retry_count;
	attr->rnr_retry = id->rnr_retry_count;
	attr->max_rd_atomic = id->initiator_depth;
}

int sm_cm_qp_attr(const struct sm_cm_id *id, uint32_t state, struct ib_uverbs_qp_attr *attr)
{
	attr->qp_state = state;
	if (!id->dev)
		return sm_because(EINVAL, "the id has no device before its address is bound or "
				  "resolved");
	if (state == IBV_QPS_INIT)
		sm_cm_init_attr(id, attr);
	else if (state == IBV_QPS_RTR && sm_cm_knows_peer(id))
		sm_cm_rtr_attr(id, attr);
	else if (state == IBV_QPS_RTS && sm_cm_knows_peer(id))
		sm_cm_rts_attr(id, attr);
	else
		return sm_because(EINVAL, "qp_state is %u; INIT (%u) is allowed, and RTR and RTS "
				  "when the peer is known", state, IBV_QPS_INIT);
	return 0;
}

/*
 * Receiving.
 */

/* Sets the parameters of the peer, with its resources as the receiver sees them. */
static void sm_cm_set_event(struct rdma_ucm_event_resp *resp, const struct sm_cm_message *message,
			    uint8_t data_len)
{
	struct rdma_ucm_conn_param *conn = &resp->param.conn;

	resp->ece = message->ece;
	conn->qp_num = message->qpn;
	conn->srq = message->srq;
	conn->responder_resources = message->initiator_depth;
	conn->initiator_depth = message->responder_resources;
	conn->flow_control = message->flow_control;
	conn->retry_count = message->retry_count;
	conn->rnr_retry_count = message->rnr_retry_count;
	conn->private_data_len = data_len;
	memcpy(conn->private_data, message->data, data_len);
}

static void sm_cm_set_ud_event(const struct sm_cm_id *id, struct rdma_ucm_event_resp *resp,
			       const struct sm_cm_message *message, uint8_t data_len)
{
	struct rdma_ucm_ud_param *ud = &resp->param.ud;

	ud->private_data_len = data_len;
	memcpy(ud->private_data, message->data, data_len);
	if (message->kind != SM_CM_REP)
		return;
	ud->qp_num = message->qpn;
	ud->qkey = message->qkey;
	sm_cm_set_ah(id->dev, message->lid, &ud->ah_attr);
}

static void sm_cm_set_peer(struct sm_cm_id *id, const struct sm_cm_message *message)
{
	id->remote_lid = message->lid;
	id->remote_qpn = message->qpn;
	id->sq_psn = message->psn;
	id->responder_resources = message->initiator_depth;
	id->initiator_depth = message->responder_resources;
	id->rnr_retry_count = message->rnr_retry_count;
}

/* Answers a request without an id for it. */
static void sm_cm_refuse(struct sm_cm_id *id, uint8_t rej, uint8_t sidr)
{
	sm_cm_send_rej(id, sm_cm_is_ud(id) ? sidr : rej);
	sm_cm_close(id);
	sm_cm_id_free(id);
}

void sm_cm_receive_req(struct sm_cm_id *id, const struct sm_cm_message *message)
{
	struct sm_cm_id *listener = sm_cm_port_listener(id->port, &message->dst);
	struct rdma_ucm_event_resp resp = { .status = 0 };

	id->qp_type = message->is_ud ? IBV_QPT_UD : IBV_QPT_RC;
	if (!listener || sm_cm_is_ud(listener) != sm_cm_is_ud(id)) {
		sm_cm_refuse(id, PRM_CM_REJ_REASON_INVALID_SERVICE_ID,
			     PRM_CM_SIDR_STATUS_UNSUPPORTED);
		return;
	}
	if (!message->is_ud && message->transport != sm_cm_transport(listener->qp_type)) {
		sm_cm_refuse(id, PRM_CM_REJ_REASON_CONSUMER_DEFINED, 0);
		return;
	}
	id->port = NULL;
	id->ps = listener->ps;
	id->qp_type = listener->qp_type;
	id->src = message->dst;
	id->dst = message->src;
	id->dev = sm_dev_by_index(0);
	id->rq_psn = message->psn;
	id->mtu = message->mtu < sm_port_mtu() ? message->mtu : sm_port_mtu();
	id->response_timeout = message->timeout;
	id->retry_count = message->retry_count;
	sm_cm_set_peer(id, message);
	id->state = SM_CM_CONNECT;
	sm_cm_set_link(id, SM_CM_REQ_RCVD);
	if (message->is_ud)
		sm_cm_set_ud_event(id, &resp, message, SM_CM_SIDR_REQ_DATA);
	else
		sm_cm_set_event(&resp, message, SM_CM_REQ_DATA);
	if (!listener->backlog || !sm_cm_event_request(listener, id, &resp))
		sm_cm_refuse(id, PRM_CM_REJ_REASON_CONSUMER_DEFINED, PRM_CM_SIDR_STATUS_REJECT);
}

static void sm_cm_receive_rep(struct sm_cm_id *id, const struct sm_cm_message *message)
{
	struct rdma_ucm_event_resp *resp;

	if (id->link == SM_CM_CONNECTED)	/* the RTU may be lost */
		sm_cm_remote_repeat(id, SM_CM_RTU);
	if (id->link != SM_CM_REQ_SENT)
		return;
	sm_timer_cancel(&id->timer);
	if (sm_cm_is_ud(id)) {
		sm_cm_close(id);
		resp = sm_cm_event(id, SM_CM_ESTABLISHED, 0);
		if (resp)
			sm_cm_set_ud_event(id, resp, message, SM_CM_SIDR_REP_DATA);
		return;
	}
	sm_cm_set_peer(id, message);
	sm_cm_set_link(id, SM_CM_REP_RCVD);
	resp = sm_cm_event(id, SM_CM_CONNECT_RESPONSE, 0);
	if (resp)
		sm_cm_set_event(resp, message, SM_CM_REP_DATA);
}

static void sm_cm_receive_rej(struct sm_cm_id *id, const struct sm_cm_message *message)
{
	struct rdma_ucm_event_resp *resp;

	sm_cm_close(id);
	if (sm_cm_is_ud(id)) {
		resp = sm_cm_event(id, SM_CM_UNREACHABLE, message->reason);
		if (resp)
			sm_cm_set_ud_event(id, resp, message, SM_CM_SIDR_REP_DATA);
		return;
	}
	resp = sm_cm_event(id, SM_CM_REJECTED, message->reason);
	if (!resp)
		return;
	resp->param.conn.private_data_len = SM_CM_REJ_DATA;
	memcpy(resp->param.conn.private_data, message->data, SM_CM_REJ_DATA);
}

static void sm_cm_disconnected(struct sm_cm_id *id, int status)
{
	if (id->state != SM_CM_CONNECT)
		return;
	id->state = SM_CM_DISCONNECT;
	sm_cm_event(id, SM_CM_DISCONNECTED, status);
}

/*
 * The peer's id is gone, or its process: what the kernel sends when it destroys an id in the peer's
 * state.
 */
static void sm_cm_ended(struct sm_cm_id *id)
{
	struct sm_cm_message gone = sm_cm_message(id, SM_CM_REJ);
	const enum sm_cm_link link = id->link;

	sm_cm_close(id);
	switch (link) {
	case SM_CM_REQ_SENT:
	case SM_CM_REQ_RCVD:
	case SM_CM_REP_SENT:
	case SM_CM_REP_RCVD:
		gone.reason = sm_cm_is_ud(id) ? PRM_CM_SIDR_STATUS_REJECT :
						PRM_CM_REJ_REASON_CONSUMER_DEFINED;
		sm_cm_receive_rej(id, &gone);
		break;
	case SM_CM_CONNECTED:
		sm_cm_set_link(id, SM_CM_DREQ_RCVD);
		sm_cm_disconnected(id, 0);
		break;
	case SM_CM_DREQ_SENT:
	case SM_CM_DREQ_RCVD:
		sm_cm_enter_timewait(id);
		sm_cm_disconnected(id, 0);
		break;
	default:
		break;
	}
}

void sm_cm_stale(struct sm_cm_id *id)
{
	if (id->link != SM_CM_CONNECTED) {
		sm_cm_ended(id);
		return;
	}
	sm_cm_disconnect(id);
}

static void sm_cm_timer(struct sm_timer *timer)
{
	struct sm_cm_id *id = sm_container_of(timer, struct sm_cm_id, timer);

	if (id->link != SM_CM_TIMEWAIT && --id->tries) {
		sm_cm_remote_repeat(id, id->sent_kind);
		sm_timer_arm(timer, sm_cm_ns(id->response_timeout));
		return;
	}
	switch (id->link) {
	case SM_CM_REQ_SENT:
	case SM_CM_REP_SENT:
		sm_cm_close(id);
		sm_cm_event(id, SM_CM_UNREACHABLE, -ETIMEDOUT);
		break;
	case SM_CM_DREQ_SENT:
		sm_cm_enter_timewait(id);
		sm_cm_disconnected(id, -ETIMEDOUT);
		break;
	case SM_CM_TIMEWAIT:
		sm_cm_set_link(id, SM_CM_NONE);
		sm_cm_event(id, SM_CM_TIMEWAIT_EXIT, 0);
		break;
	default:
		break;
	}
}

static bool sm_cm_is_ours(const struct sm_cm_message *message, ssize_t len)
{
	if (len < (ssize_t)sizeof(message->magic) + 1 || message->magic != SM_CM_MAGIC)
		return false;
	if (message->version != SM_CM_VERSION) {
		sm_warn("a process of another version of softmlx5 wants to connect; it is not heard");
		return false;
	}
	return len == (ssize_t)sizeof(*message) && message->lid && message->lid <= SM_CM_LAST_LID &&
	       message->qpn <= SM_CM_24_BITS && message->psn <= SM_CM_24_BITS &&
	       (message->kind != SM_CM_REQ ||
		(message->mtu >= IBV_MTU_256 && message->mtu <= IBV_MTU_4096)) &&
	       message->retry_count < 8 && message->rnr_retry_count < 8;
}

/* The answer takes longer than the sender of the message expects. */
static void sm_cm_receive_mra(struct sm_cm_id *id, const struct sm_cm_message *message)
{
	if (id->link == SM_CM_REQ_SENT || id->link == SM_CM_REP_SENT)
		sm_timer_arm(&id->timer, sm_cm_ns(message->timeout));
}

bool sm_cm_receive(struct sm_cm_id *id, const struct sm_cm_message *message)
{
	switch (message->kind) {
	case SM_CM_REP:
		sm_cm_receive_rep(id, message);
		return true;
	case SM_CM_RTU:
		if (id->link == SM_CM_REP_SENT)
			sm_cm_established(id);
		return true;
	case SM_CM_REJ:
		if (id->link >= SM_CM_REQ_SENT && id->link <= SM_CM_REP_RCVD)
			sm_cm_receive_rej(id, message);
		return true;
	case SM_CM_DREQ:
		if (id->link == SM_CM_TIMEWAIT)
			sm_cm_remote_repeat(id, SM_CM_DREP);
		if (id->link != SM_CM_REP_SENT && id->link != SM_CM_CONNECTED &&
		    id->link != SM_CM_DREQ_SENT)
			return true;
		sm_timer_cancel(&id->timer);
		sm_cm_set_link(id, SM_CM_DREQ_RCVD);
		sm_cm_disconnected(id, 0);
		return true;
	case SM_CM_DREP:
		if (id->link != SM_CM_DREQ_SENT)
			return true;
		sm_cm_enter_timewait(id);
		sm_cm_disconnected(id, 0);
		return true;
	case SM_CM_MRA:
		sm_cm_receive_mra(id, message);
		return true;
	default:
		return false;
	}
}

/* On the socket of a connection. false: it is of no use any more. */
static bool sm_cm_receive_local(struct sm_cm_id *id, const struct sm_cm_message *message)
{
	if (id->file)
		return sm_cm_receive(id, message);
	if (message->kind != SM_CM_REQ || !sm_cm_address_valid(&message->src) ||
	    !sm_cm_address_valid(&message->dst))
		return false;
	sm_cm_receive_req(id, message);
	return true;
}

static void sm_cm_ready(struct sm_watch *watch)
{
	struct sm_cm_id *id = sm_container_of(watch, struct sm_cm_id, watch);
	struct sm_cm_message message;
	ssize_t len = watch->fd < 0 ? 0 : recv(watch->fd, &message, sizeof(message),
					       MSG_DONTWAIT | MSG_TRUNC);

	if (len < 0 && errno == EAGAIN)
		return;
	if (len > 0 && sm_cm_is_ours(&message, len) && sm_cm_receive_local(id, &message))
		return;
	if (id->file)
		sm_cm_ended(id);
	else
		sm_cm_id_free(id);
}

void sm_cm_connected(struct sm_cm_port *port, int fd)
{
	struct sm_cm_id *id = sm_cm_id_new(NULL);

	if (!id) {
		sm_real_close(fd);
		return;
	}
	id->port = port;
	id->dev = sm_dev_by_index(0);
	sm_cm_open(id, fd);
}
