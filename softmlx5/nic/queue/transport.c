// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * What requests are sent through: memory of this machine, or datagrams to another host.
 */
#include "base/gid.h"
#include "fabric/link.h"
#include "nic/queue/delivery.h"
#include "nic/queue/qp.h"
#include "nic/queue/transport.h"
#include "nic/wire/packet.h"
#include "nic/wire/roce.h"
#include "nic/wire/wire.h"

/*
 * The first time without an answer after which a peer in this machine is asked whether it runs, or
 * something is sent again to another host; it doubles.
 */
#define SM_PROBE_NS 10000000u
/*
 * InfiniBand lets a requester detect a timeout after one to four times the QP's (volume 1, 9.7.6.1.3).
 * A receiver that is software may get no processor for a while.
 */
#define SM_TIMES_TO_HOSTS 4u

static uint32_t sm_qp_peer_qpn(const struct sm_qp *qp)
{
	return qp->ctx.st == PRM_QP_SERVICE_TYPE_DCI ? qp->req.dc.dctn : qp->ctx.remote_qpn;
}

/* The QP's time for an answer. 0: it waits forever. */
static uint64_t sm_ack_timeout_ns(const struct sm_qp *qp)
{
	const uint8_t timeout = qp->ctx.primary_address_path.ack_timeout;

	return timeout ? UINT64_C(4096) << timeout : 0;
}

/*
 * Memory. A request is lost only by fault injection, or if no QP receives it. So time counts from
 * when the peer has received what was sent before: until then, its process gets no processor, is
 * stopped, or has ended, which closes the link.
 */

static void sm_memory_expect(struct sm_qp *qp)
{
	const uint64_t ns = sm_ack_timeout_ns(qp);

	qp->req.asked = 0;
	qp->req.looks = 0;
	qp->req.probe_ns = SM_PROBE_NS;
	if (ns)
		sm_timer_arm(&qp->req.timer, ns);
}

/* Waits longer each time, but not so long that the end of the peer would be noticed late. */
static enum sm_timeout sm_memory_ask_again(struct sm_qp *qp)
{
	const uint64_t most = sm_ack_timeout_ns(qp), next = 2 * qp->req.probe_ns;

	sm_timer_arm(&qp->req.timer, qp->req.probe_ns);
	if (next <= most)
		qp->req.probe_ns = next;
	return SM_TIMEOUT_WAIT;
}

/*
 * When the peer has received all, its answer may still be among what this process has to receive. A
 * peer in this process answers at once, or never.
 */
static enum sm_timeout sm_memory_timeout(struct sm_qp *qp)
{
	const struct sm_packet to = { .dst_lid = sm_qp_peer_lid(qp), .dst_qpn = sm_qp_peer_qpn(qp) };

	if (sm_wire_is_local(&to))
		return SM_TIMEOUT_RETRY;
	if (!qp->req.looks && sm_wire_is_unread(&to, &qp->req.asked))
		return sm_memory_ask_again(qp);
	if (!qp->req.looks || (sm_link_is_behind() && qp->req.looks < SM_LINK_ROUNDS)) {
		qp->req.looks++;
		sm_timer_arm(&qp->req.timer, 1);	/* in the next round */
		return SM_TIMEOUT_WAIT;
	}
	return SM_TIMEOUT_RETRY;
}

static void sm_memory_sent(struct sm_qp *qp, uint64_t sent)
{
	(void)qp;
	(void)sent;
}

static void sm_memory_no_account(struct sm_qp *qp)
{
	(void)qp;
}

/*
 * Datagrams. Networks lose packets. The end of a message that is lost leaves no gap which the peer
 * would report, and timeouts are long: until then the requester repeats now and then by itself.
 */

static void sm_datagram_begin(struct sm_qp *qp)
{
	qp->req.arrived_at = sm_device_time();
	qp->req.probe_ns = SM_PROBE_NS;
}

static void sm_datagram_expect(struct sm_qp *qp)
{
	const uint64_t most = SM_TIMES_TO_HOSTS * sm_ack_timeout_ns(qp);
	const uint64_t passed = sm_device_time() - qp->req.arrived_at;
	const uint64_t left = most > passed ? most - passed : 0;

	sm_timer_arm(&qp->req.timer, !most || left > qp->req.probe_ns ? qp->req.probe_ns : left);
}

static enum sm_timeout sm_datagram_timeout(struct sm_qp *qp)
{
	const uint64_t most = SM_TIMES_TO_HOSTS * sm_ack_timeout_ns(qp);

	if (qp->req.waiter.is_waiting && !qp->req.on_way) {
		sm_datagram_begin(qp);
		return SM_TIMEOUT_RESUME;
	}
	if (most && sm_device_time() - qp->req.arrived_at >= most)
		return SM_TIMEOUT_RETRY;
	qp->req.probe_ns *= 2;
	return SM_TIMEOUT_PROBE;
}

/* Counts what is on the way. */
static void sm_datagram_count(struct sm_qp *qp)
{
	const uint64_t left = qp->req.sent > qp->req.arrived ? qp->req.sent - qp->req.arrived : 0;

	if (left == qp->req.on_way)
		return;
	if (!qp->req.on_way)
		qp->req.on_way_to = sm_qp_peer_lid(qp);
	sm_network_count(qp->req.on_way_to, qp->req.on_way, (uint32_t)left);
	qp->req.on_way = (uint32_t)left;
}

static void sm_datagram_sent(struct sm_qp *qp, uint64_t sent)
{
	qp->req.sent = sent;
	if (sent > qp->req.most_sent)
		qp->req.most_sent = sent;
	sm_datagram_count(qp);
}

static void sm_datagram_lost(struct sm_qp *qp)
{
	sm_network_lost(sm_qp_peer_lid(qp));
}

void sm_transport_arrived(struct sm_qp *qp, uint64_t arrived)
{
	sm_network_arrived(sm_qp_peer_lid(qp), (uint32_t)(arrived - qp->req.arrived));
	qp->req.arrived = arrived;
	qp->req.retry_left = qp->ctx.retry_count;
	qp->req.rnr_left = qp->ctx.rnr_retry;
	qp->req.has_asked = false;
	sm_datagram_begin(qp);
	sm_datagram_count(qp);
}

void sm_transport_forget(struct sm_qp *qp)
{
	qp->req.sent = qp->req.arrived;
	sm_datagram_count(qp);
}

static const struct sm_transport sm_memory = {
	.begin = sm_memory_no_account,
	.expect = sm_memory_expect,
	.timeout = sm_memory_timeout,
	.sent = sm_memory_sent,
	.lost = sm_memory_no_account,
};

static const struct sm_transport sm_datagrams = {
	.is_lossy = true,
	.begin = sm_datagram_begin,
	.expect = sm_datagram_expect,
	.timeout = sm_datagram_timeout,
	.sent = sm_datagram_sent,
	.lost = sm_datagram_lost,
};

const struct sm_transport *sm_transport_of(const struct sm_qp *qp)
{
	return sm_is_network() && sm_is_reliable(qp->ctx.st) && sm_is_remote(sm_qp_peer_lid(qp)) ?
		&sm_datagrams : &sm_memory;
}
