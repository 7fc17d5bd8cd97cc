// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Messages of communication management as management datagrams, with the values that
 * drivers/infiniband/core/cm.c of Linux gives fields which rdma_cm does not use.
 */
#include <string.h>

#include <infiniband/verbs.h>

#include "kernel/cm_message.h"

enum { SM_MAD_VERSION = 1, SM_CM_CLASS_VERSION = 2 };
#define SM_CM_PERMISSIVE_LID 0xffffu	/* the path has no LIDs */
#define SM_CM_RATE 16			/* as in a PathRecord */
#define SM_CM_HOP_LIMIT 64

/*
 * Addresses.
 */

static void sm_cm_ip_set(uint8_t to[SM_GID_SIZE], const union sm_cm_address *address)
{
	memset(to, 0, SM_GID_SIZE);
	if (address->any.sa_family == AF_INET)
		memcpy(to + SM_GID_SIZE - SM_IPV4_SIZE, &address->v4.sin_addr, SM_IPV4_SIZE);
	else
		memcpy(to, &address->v6.sin6_addr, SM_GID_SIZE);
}

static void sm_cm_ip_get(union sm_cm_address *address, bool is_ipv4, const uint8_t from[SM_GID_SIZE],
			 uint16_t port)
{
	memset(address, 0, sizeof(*address));
	address->any.sa_family = is_ipv4 ? AF_INET : AF_INET6;
	if (is_ipv4)
		memcpy(&address->v4.sin_addr, from + SM_GID_SIZE - SM_IPV4_SIZE, SM_IPV4_SIZE);
	else
		memcpy(&address->v6.sin6_addr, from, SM_GID_SIZE);
	sm_cm_address_set_port(address, port);
}

/* The start of a request's private data, which @size bytes of the program follow. */
static void sm_cm_ip_pack(uint8_t *private_data, const struct sm_cm_message *message, size_t size)
{
	struct prm_cm_ip_data_fields ip = {
		.ip_version = message->src.any.sa_family == AF_INET ? 4 : 6,
		.port = sm_cm_address_port(&message->src),
	};
	struct prm_cm_ip_data data;

	sm_cm_ip_set(ip.src_address, &message->src);
	sm_cm_ip_set(ip.dst_address, &message->dst);
	prm_cm_ip_data_pack(&data, &ip);
	memcpy(private_data, &data, sizeof(data));
	memcpy(private_data + sizeof(data), message->data, size);
}

static const char *sm_cm_ip_unpack(struct sm_cm_message *message, const uint8_t *private_data,
				   size_t size, uint64_t service_id)
{
	struct prm_cm_ip_data_fields ip;
	struct prm_cm_ip_data data;

	if (service_id >> 32)	/* not of rdma_cm: it stays port 0, where nothing listens */
		return NULL;
	memcpy(&data, private_data, sizeof(data));
	prm_cm_ip_data_unpack(&ip, &data, NULL);
	if (ip.version || (ip.ip_version != 4 && ip.ip_version != 6))
		return "its private data have no IP addresses";
	message->ps = (uint16_t)(service_id >> 16);
	sm_cm_ip_get(&message->src, ip.ip_version == 4, ip.src_address, ip.port);
	sm_cm_ip_get(&message->dst, ip.ip_version == 4, ip.dst_address, (uint16_t)service_id);
	memcpy(message->data, private_data + sizeof(data), size);
	return NULL;
}

static uint64_t sm_cm_service_id(const struct sm_cm_message *message)
{
	return (uint64_t)message->ps << 16 | sm_cm_address_port(&message->dst);
}

/*
 * Messages of connections.
 */

static void sm_cm_pack_req(void *data, const struct sm_cm_message *message)
{
	const bool is_xrc = message->transport == PRM_CM_TRANSPORT_EXTENDED;
	struct prm_cm_req_fields req = {
		.local_comm_id = message->local_id,
		.vendor_id = message->ece.vendor_id & 0xffffff,
		.service_id = sm_cm_service_id(message),
		.local_ca_guid = message->guid,
		.local_qpn = message->qpn,
		.responder_resources = message->responder_resources,
		.initiator_depth = message->initiator_depth,
		.remote_cm_response_timeout = message->timeout,
		.transport_service_type = message->transport,
		.end_to_end_flow_control = message->flow_control,
		.starting_psn = message->psn,
		.local_cm_response_timeout = message->timeout,
		.retry_count = message->retry_count,
		.partition_key = SM_PORT_PKEY,
		.path_packet_payload_mtu = message->mtu,
		.rnr_retry_count = message->rnr_retry_count,
		.max_cm_retries = SM_CM_RETRIES,
		.srq = message->srq,
		.extended_transport = is_xrc ? PRM_CM_EXTENDED_TRANSPORT_XRC : 0,
		.primary_local_port_lid = SM_CM_PERMISSIVE_LID,
		.primary_remote_port_lid = SM_CM_PERMISSIVE_LID,
		.primary_packet_rate = SM_CM_RATE,
		.primary_hop_limit = SM_CM_HOP_LIMIT,
		.primary_local_ack_timeout = message->ack_timeout,
	};

	sm_gid_of_ipv4((const void *)&message->src.v4.sin_addr, req.primary_local_port_gid);
	sm_gid_of_ipv4((const void *)&message->dst.v4.sin_addr, req.primary_remote_port_gid);
	sm_cm_ip_pack(req.private_data, message, SM_CM_REQ_DATA);
	prm_cm_req_pack(data, &req);
}

static const char *sm_cm_unpack_req(struct sm_cm_message *message, const void *data)
{
	struct prm_cm_req_fields req;

	prm_cm_req_unpack(&req, data, NULL);
	message->local_id = req.local_comm_id;
	message->ece.vendor_id = req.vendor_id;
	message->guid = req.local_ca_guid;
	message->qpn = req.local_qpn;
	message->responder_resources = req.responder_resources;
	message->initiator_depth = req.initiator_depth;
	message->transport = req.transport_service_type;
	message->flow_control = req.end_to_end_flow_control;
	message->psn = req.starting_psn;
	message->timeout = req.local_cm_response_timeout;
	message->retry_count = req.retry_count;
	message->mtu = req.path_packet_payload_mtu;
	message->rnr_retry_count = req.rnr_retry_count;
	message->srq = req.srq;
	message->ack_timeout = req.primary_local_ack_timeout;
	if (message->transport == PRM_CM_TRANSPORT_RD ||
	    (message->transport == PRM_CM_TRANSPORT_EXTENDED &&
	     req.extended_transport != PRM_CM_EXTENDED_TRANSPORT_XRC))
		return "its transport is unknown";
	if (message->mtu < IBV_MTU_256 || message->mtu > IBV_MTU_4096)
		return "its MTU is unknown";
	return sm_cm_ip_unpack(message, req.private_data, SM_CM_REQ_DATA, req.service_id);
}

static void sm_cm_pack_rep(void *data, const struct sm_cm_message *message)
{
	const prm_be64 guid = prm_cpu_to_be64(message->guid);
	struct prm_cm_rep_fields rep = {
		.local_comm_id = message->local_id,
		.remote_comm_id = message->remote_id,
		.local_qpn = message->qpn,
		.vendor_id_h = (uint8_t)(message->ece.vendor_id >> 16),
		.vendor_id_m = (uint8_t)(message->ece.vendor_id >> 8),
		.starting_psn = message->psn,
		.vendor_id_l = (uint8_t)message->ece.vendor_id,
		.responder_resources = message->responder_resources,
		.initiator_depth = message->initiator_depth,
		.end_to_end_flow_control = message->flow_control,
		.rnr_retry_count = message->rnr_retry_count,
		.srq = message->srq,
	};

	memcpy(rep.local_ca_guid, &guid, sizeof(guid));
	memcpy(rep.private_data, message->data, sizeof(rep.private_data));
	prm_cm_rep_pack(data, &rep);
}

static void sm_cm_unpack_rep(struct sm_cm_message *message, const void *data)
{
	struct prm_cm_rep_fields rep;

	prm_cm_rep_unpack(&rep, data, NULL);
	message->local_id = rep.local_comm_id;
	message->remote_id = rep.remote_comm_id;
	message->qpn = rep.local_qpn;
	message->ece.vendor_id = (uint32_t)rep.vendor_id_h << 16 | (uint32_t)rep.vendor_id_m << 8 |
				 rep.vendor_id_l;
	message->psn = rep.starting_psn;
	message->responder_resources = rep.responder_resources;
	message->initiator_depth = rep.initiator_depth;
	message->flow_control = rep.end_to_end_flow_control;
	message->rnr_retry_count = rep.rnr_retry_count;
	message->srq = rep.srq;
	memcpy(message->data, rep.private_data, sizeof(rep.private_data));
}

static void sm_cm_pack_rej(void *data, const struct sm_cm_message *message)
{
	const prm_be64 guid = prm_cpu_to_be64(message->guid);
	struct prm_cm_rej_fields rej = {
		.local_comm_id = message->local_id,
		.remote_comm_id = message->remote_id,
		.message_rejected = message->about,
		.reason = message->reason,
	};

	if (message->reason == PRM_CM_REJ_REASON_TIMEOUT) {
		rej.rejected_info_length = sizeof(guid);
		memcpy(rej.additional_info, &guid, sizeof(guid));
	}
	memcpy(rej.private_data, message->data, sizeof(rej.private_data));
	prm_cm_rej_pack(data, &rej);
}

static void sm_cm_unpack_rej(struct sm_cm_message *message, const void *data)
{
	struct prm_cm_rej_fields rej;

	prm_cm_rej_unpack(&rej, data, NULL);
	message->local_id = rej.local_comm_id;
	message->remote_id = rej.remote_comm_id;
	message->about = rej.message_rejected;
	message->reason = rej.reason;
	memcpy(message->data, rej.private_data, sizeof(rej.private_data));
}

static void sm_cm_unpack_mra(struct sm_cm_message *message, const void *data)
{
	struct prm_cm_mra_fields mra;

	prm_cm_mra_unpack(&mra, data, NULL);
	message->local_id = mra.local_comm_id;
	message->remote_id = mra.remote_comm_id;
	message->about = mra.message_mraed;
	message->timeout = mra.service_timeout;
}

/* RTU and DREP have the same layout. */
static void sm_cm_pack_rtu(void *data, const struct sm_cm_message *message)
{
	struct prm_cm_rtu_fields rtu = {
		.local_comm_id = message->local_id, .remote_comm_id = message->remote_id,
	};

	prm_cm_rtu_pack(data, &rtu);
}

static void sm_cm_unpack_rtu(struct sm_cm_message *message, const void *data)
{
	struct prm_cm_rtu_fields rtu;

	prm_cm_rtu_unpack(&rtu, data, NULL);
	message->local_id = rtu.local_comm_id;
	message->remote_id = rtu.remote_comm_id;
}

static void sm_cm_pack_dreq(void *data, const struct sm_cm_message *message)
{
	struct prm_cm_dreq_fields dreq = {
		.local_comm_id = message->local_id, .remote_comm_id = message->remote_id,
		.remote_qpn = message->qpn,
	};

	prm_cm_dreq_pack(data, &dreq);
}

static void sm_cm_unpack_dreq(struct sm_cm_message *message, const void *data)
{
	struct prm_cm_dreq_fields dreq;

	prm_cm_dreq_unpack(&dreq, data, NULL);
	message->local_id = dreq.local_comm_id;
	message->remote_id = dreq.remote_comm_id;
	message->qpn = dreq.remote_qpn;
}

/*
 * Messages of datagrams. The request's number is the communication ID of its sender.
 */

static void sm_cm_pack_sidr_req(void *data, const struct sm_cm_message *message)
{
	struct prm_cm_sidr_req_fields req = {
		.request_id = message->local_id, .partition_key = SM_PORT_PKEY,
		.service_id = sm_cm_service_id(message),
	};

	sm_cm_ip_pack(req.private_data, message, SM_CM_SIDR_REQ_DATA);
	prm_cm_sidr_req_pack(data, &req);
}

static const char *sm_cm_unpack_sidr_req(struct sm_cm_message *message, const void *data)
{
	struct prm_cm_sidr_req_fields req;

	prm_cm_sidr_req_unpack(&req, data, NULL);
	message->local_id = req.request_id;
	message->mtu = IBV_MTU_4096;
	return sm_cm_ip_unpack(message, req.private_data, SM_CM_SIDR_REQ_DATA, req.service_id);
}

static void sm_cm_pack_sidr_rep(void *data, const struct sm_cm_message *message)
{
	const prm_be64 service_id = prm_cpu_to_be64(sm_cm_service_id(message));
	struct prm_cm_sidr_rep_fields rep = {
		.request_id = message->remote_id,
		.status = message->kind == SM_CM_REP ? PRM_CM_SIDR_STATUS_VALID :
						       (uint8_t)message->reason,
		.vendor_id_h = (uint16_t)(message->ece.vendor_id >> 8 & 0xffff),
		.qpn = message->qpn,
		.vendor_id_l = (uint8_t)message->ece.vendor_id,
		.qkey = message->qkey,
	};

	memcpy(rep.service_id, &service_id, sizeof(service_id));
	memcpy(rep.private_data, message->data, sizeof(rep.private_data));
	prm_cm_sidr_rep_pack(data, &rep);
}

static void sm_cm_unpack_sidr_rep(struct sm_cm_message *message, const void *data)
{
	struct prm_cm_sidr_rep_fields rep;

	prm_cm_sidr_rep_unpack(&rep, data, NULL);
	message->kind = rep.status == PRM_CM_SIDR_STATUS_VALID ? SM_CM_REP : SM_CM_REJ;
	message->reason = rep.status;
	message->remote_id = rep.request_id;
	message->qpn = rep.qpn;
	message->qkey = rep.qkey;
	message->ece.vendor_id = (uint32_t)rep.vendor_id_h << 8 | rep.vendor_id_l;
	memcpy(message->data, rep.private_data, sizeof(rep.private_data));
}

/*
 * All of them.
 */

void sm_cm_mad_pack(struct prm_mad *mad, const struct sm_cm_message *message)
{
	static const struct {
		uint16_t attribute;
		void (*pack)(void *data, const struct sm_cm_message *message);
	} connections[] = {
		[SM_CM_REQ] = { PRM_CM_ATTRIBUTE_REQ, sm_cm_pack_req },
		[SM_CM_REP] = { PRM_CM_ATTRIBUTE_REP, sm_cm_pack_rep },
		[SM_CM_RTU] = { PRM_CM_ATTRIBUTE_RTU, sm_cm_pack_rtu },
		[SM_CM_REJ] = { PRM_CM_ATTRIBUTE_REJ, sm_cm_pack_rej },
		[SM_CM_DREQ] = { PRM_CM_ATTRIBUTE_DREQ, sm_cm_pack_dreq },
		[SM_CM_DREP] = { PRM_CM_ATTRIBUTE_DREP, sm_cm_pack_rtu },
	}, datagrams[] = {
		[SM_CM_REQ] = { PRM_CM_ATTRIBUTE_SIDR_REQ, sm_cm_pack_sidr_req },
		[SM_CM_REP] = { PRM_CM_ATTRIBUTE_SIDR_REP, sm_cm_pack_sidr_rep },
		[SM_CM_REJ] = { PRM_CM_ATTRIBUTE_SIDR_REP, sm_cm_pack_sidr_rep },
	};
	const bool is_ud = message->is_ud;
	struct prm_mad_fields fields = {
		.base_version = SM_MAD_VERSION, .mgmt_class = PRM_MAD_CLASS_CM,
		.class_version = SM_CM_CLASS_VERSION, .method = PRM_MAD_METHOD_SEND,
		.transaction_id = message->transaction,
		.attribute_id = is_ud ? datagrams[message->kind].attribute :
					connections[message->kind].attribute,
	};

	if (message->kind == SM_CM_REQ || message->kind == SM_CM_REP)
		fields.attribute_modifier = message->ece.attr_mod;
	if (is_ud)
		datagrams[message->kind].pack(fields.data, message);
	else
		connections[message->kind].pack(fields.data, message);
	prm_mad_pack(mad, &fields);
}

static const char *sm_cm_unpack_as(struct sm_cm_message *message, enum sm_cm_kind kind,
				   void (*unpack)(struct sm_cm_message *message, const void *data),
				   const void *data)
{
	message->kind = (uint8_t)kind;
	unpack(message, data);
	return NULL;
}

const char *sm_cm_mad_unpack(struct sm_cm_message *message, const struct prm_mad *mad)
{
	struct prm_mad_fields fields;

	memset(message, 0, sizeof(*message));
	prm_mad_unpack(&fields, mad, NULL);
	if (fields.base_version != SM_MAD_VERSION || fields.mgmt_class != PRM_MAD_CLASS_CM ||
	    fields.class_version != SM_CM_CLASS_VERSION)
		return "it is not of communication management, version 2";
	if (fields.method != PRM_MAD_METHOD_SEND)
		return "its method is unknown";
	message->transaction = fields.transaction_id;
	message->ece.attr_mod = fields.attribute_modifier;
	switch (fields.attribute_id) {
	case PRM_CM_ATTRIBUTE_REQ:
		message->kind = SM_CM_REQ;
		return sm_cm_unpack_req(message, mad->data);
	case PRM_CM_ATTRIBUTE_SIDR_REQ:
		message->kind = SM_CM_REQ;
		message->is_ud = true;
		return sm_cm_unpack_sidr_req(message, mad->data);
	case PRM_CM_ATTRIBUTE_SIDR_REP:
		message->is_ud = true;
		sm_cm_unpack_sidr_rep(message, mad->data);
		return NULL;
	case PRM_CM_ATTRIBUTE_REP:
		return sm_cm_unpack_as(message, SM_CM_REP, sm_cm_unpack_rep, mad->data);
	case PRM_CM_ATTRIBUTE_REJ:
		return sm_cm_unpack_as(message, SM_CM_REJ, sm_cm_unpack_rej, mad->data);
	case PRM_CM_ATTRIBUTE_MRA:
		return sm_cm_unpack_as(message, SM_CM_MRA, sm_cm_unpack_mra, mad->data);
	case PRM_CM_ATTRIBUTE_RTU:
		return sm_cm_unpack_as(message, SM_CM_RTU, sm_cm_unpack_rtu, mad->data);
	case PRM_CM_ATTRIBUTE_DREQ:
		return sm_cm_unpack_as(message, SM_CM_DREQ, sm_cm_unpack_dreq, mad->data);
	case PRM_CM_ATTRIBUTE_DREP:
		return sm_cm_unpack_as(message, SM_CM_DREP, sm_cm_unpack_rtu, mad->data);
	default:
		return "its attribute is unknown";
	}
}
