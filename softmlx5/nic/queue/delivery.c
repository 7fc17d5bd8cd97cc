// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Where the packets of a queue pair go, and which it takes.
 */
#include <string.h>

#include "base/caps.h"
#include "base/gid.h"
#include "base/observer.h"
#include "nic/memory/payload.h"
#include "nic/queue/dc.h"
#include "nic/queue/delivery.h"
#include "nic/queue/group.h"
#include "nic/queue/qp.h"
#include "nic/queue/requester.h"
#include "nic/queue/responder.h"
#include "nic/queue/steering.h"
#include "nic/wire/packet.h"
#include "nic/wire/wire.h"

uint16_t sm_qp_peer_lid(const struct sm_qp *qp)
{
	const struct prm_qpc_fields *ctx = &qp->ctx;

	if (ctx->st == PRM_QP_SERVICE_TYPE_DCI)
		return qp->req.dc.lid;
	if (ctx->primary_address_path.fl)	/* force loopback */
		return qp->obj.dev->lid;
	if (ctx->primary_address_path.grh || sm_dev_is_ethernet(qp->obj.dev))
		return sm_gid_lid(ctx->primary_address_path.rgid_rip);
	return ctx->primary_address_path.rlid;
}

uint16_t sm_qp_mtu(const struct sm_qp *qp)
{
	if (qp->ctx.mtu < PRM_QP_MTU_256_BYTES || qp->ctx.mtu > PRM_QP_MTU_4K_BYTES)
		return SM_MTU_MAX;
	return (uint16_t)(128u << qp->ctx.mtu);
}

void sm_packet_route(const struct sm_qp *qp, struct sm_packet *packet)
{
	const struct prm_ads_fields *path = &qp->ctx.primary_address_path;

	packet->has_grh = path->grh || sm_dev_is_ethernet(qp->obj.dev);
	packet->gid_index = path->src_addr_index;
	packet->tclass = path->tclass;
	packet->hop_limit = path->hop_limit;
	packet->flow_label = path->flow_label;
}

/* A QP that cannot receive drops the packet, and the requester waits in vain. */
static const char *sm_cannot_receive(const struct sm_qp *qp, const struct sm_packet *packet)
{
	switch (qp->state) {
	case PRM_QP_STATE_RTR:
	case PRM_QP_STATE_RTS:
	case PRM_QP_STATE_SQD:
	case PRM_QP_STATE_SQ_DRAINING:
		break;
	default:
		return "its state does not allow it to receive";
	}
	if (qp->dct)
		return packet->service_type == PRM_QP_SERVICE_TYPE_DCI && !sm_is_answer(packet->kind) ?
			NULL : "it is a DCT";
	if (sm_qp_transport(qp) != packet->service_type)
		return "its service type is another";
	if (qp->ctx.st == PRM_QP_SERVICE_TYPE_DCI)
		return sm_is_answer(packet->kind) && qp->req.dc.dctn == packet->src_qpn &&
			qp->req.dc.lid == packet->src_lid ? NULL : "it sends to another DCT";
	if (packet->service_type == PRM_QP_SERVICE_TYPE_UD ||
	    (qp->ctx.remote_qpn == packet->src_qpn && sm_qp_peer_lid(qp) == packet->src_lid))
		return NULL;
	return "it is connected to another QP";
}

/*
 * Packets of another host: values that depend on the QP.
 */

/* PSNs have 24 bits on the wire; inside the device they go on counting. */
static uint32_t sm_psn_near(uint32_t psn, uint32_t known)
{
	const uint32_t ahead = (psn - known) & SM_PSN_MASK;

	return ahead < SM_PSN_LIMIT / 2 ? known + ahead : known + ahead - SM_PSN_LIMIT;
}

/* An atomic's answer is always eight bytes, even for a shorter operation. */
static void sm_complete_old(const struct sm_qp *qp, struct sm_payload *payload)
{
	uint64_t old;
	uint32_t old32;

	if (payload->len != sizeof(old) || qp->req.length != sizeof(old32))
		return;
	memcpy(&old, payload->piece[0].iov_base, sizeof(old));
	old32 = (uint32_t)old;
	memcpy(payload->piece[0].iov_base, &old32, sizeof(old32));
	payload->piece[0].iov_len = payload->len = sizeof(old32);
}

static bool sm_has_message(const struct sm_packet *packet)
{
	return packet->kind == SM_PACKET_SEND || packet->kind == SM_PACKET_WRITE ||
	       packet->kind == SM_PACKET_READ_RESPONSE;
}

/* NULL, or what is wrong with the packet. */
static const char *sm_complete(const struct sm_qp *qp, struct sm_packet *packet)
{
	const uint32_t len = sm_packet_len(packet);

	packet->src_lid = sm_network_lid(packet->grh + SM_GRH_SIZE - 2 * SM_IPV4_SIZE);
	if (packet->service_type != PRM_QP_SERVICE_TYPE_UD) {
		packet->src_qpn = qp->ctx.remote_qpn;
		packet->mtu = sm_qp_mtu(qp);
	}
	if (sm_has_message(packet) && (packet->is_last ? len > packet->mtu : len != packet->mtu))
		return "its length does not fit the MTU";
	if (packet->kind >= SM_PACKET_READ_RESPONSE) {
		packet->psn = sm_psn_near(packet->psn, qp->req.first_psn);
		packet->offset = (packet->psn - qp->req.first_psn) * packet->mtu;
		if (packet->kind == SM_PACKET_ATOMIC_RESPONSE && packet->payload)
			sm_complete_old(qp, packet->payload);
	} else {
		packet->psn = sm_psn_near(packet->psn, qp->resp.psn);
		packet->offset = packet->is_first ? 0 : qp->resp.offset;
		if (!packet->is_first)
			packet->length = packet->offset + len;
	}
	return NULL;
}

/*
 * Deliveries.
 */

SM_COLD static void sm_packet_dropped(struct sm_dev *dev, const struct sm_packet *packet,
				    const char *why)
{
	char from[SM_LID_TEXT];

	sm_note(dev, "QP 0x%06x drops a packet of QP 0x%06x of %s: %s", packet->dst_qpn,
		      packet->src_qpn, sm_lid_text(packet->src_lid, from), why);
}

static bool sm_deliver_to(struct sm_qp *qp, const struct sm_packet *packet)
{
	const char *why = sm_cannot_receive(qp, packet);

	if (why) {
		sm_packet_dropped(qp->obj.dev, packet, why);
		return false;
	}
	if (sm_is_answer(packet->kind))
		sm_requester_receive(qp, packet);
	else if (qp->dct)
		sm_dct_receive(qp, packet);
	else
		sm_responder_receive(qp, packet);
	return true;
}

static void sm_deliver_bare(struct sm_qp *qp, const struct sm_packet *packet)
{
	struct sm_packet complete = *packet;
	const char *wrong = sm_complete(qp, &complete);

	if (wrong)
		sm_packet_dropped(qp->obj.dev, &complete, wrong);
	else
		sm_deliver_to(qp, &complete);
}

static void sm_deliver_member(struct sm_qp *qp, const struct sm_packet *packet)
{
	if (packet->is_bare)
		sm_deliver_bare(qp, packet);
	else
		sm_deliver_to(qp, packet);
}

bool sm_deliver(struct sm_dev *dev, const struct sm_packet *packet)
{
	struct sm_qp *qp;

	if (packet->kind == SM_PACKET_FRAME) {
		sm_steer(dev, packet);
		return true;
	}
	if (packet->is_group) {
		sm_group_deliver(dev, packet, sm_deliver_member);
		return true;
	}
	qp = sm_table_get(&dev->qps, packet->dst_qpn == SM_GENERAL_QPN && dev->general_qpn ?
			  dev->general_qpn : packet->dst_qpn);
	if (qp && !packet->is_bare)
		return sm_deliver_to(qp, packet);
	if (qp)
		sm_deliver_bare(qp, packet);
	else
		sm_wire_lost(dev, packet, sm_table_had(&dev->qps, packet->dst_qpn) ?
			     "the QP has been destroyed" : "there is no such QP");
	return false;
}
