/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Messages of InfiniBand's communication management, and what carries them: within a machine the
 * socket of the connection, between hosts datagrams to queue pair 1 (cm_remote.c), as which
 * cm_mad.c writes them.
 */
#ifndef SOFTMLX5_CM_MESSAGE_H
#define SOFTMLX5_CM_MESSAGE_H

#include "kernel/cm.h"
#include "prm_cm.h"
#include "prm_mad.h"

/*
 * Private data of each message. That of a request starts with 36 bytes for the IP addresses. The
 * receiver cannot see how much of the rest the sender has used.
 */
#define SM_CM_REQ_DATA (92 - PRM_CM_IP_DATA_SIZE)
#define SM_CM_SIDR_REQ_DATA (216 - PRM_CM_IP_DATA_SIZE)
#define SM_CM_REP_DATA 196
#define SM_CM_SIDR_REP_DATA 136
#define SM_CM_REJ_DATA 148

/* Time for an answer, 4.096 us * 2^N, and repetitions: those of rdma_cm in Linux. */
#define SM_CM_RESPONSE_TIMEOUT 20
#define SM_CM_RETRIES 15

/* The messages of datagrams have the same kinds: SIDR_REQ is a REQ, SIDR_REP a REP or REJ. */
enum sm_cm_kind { SM_CM_REQ = 1, SM_CM_REP, SM_CM_RTU, SM_CM_REJ, SM_CM_DREQ, SM_CM_DREP, SM_CM_MRA };

struct sm_cm_message {
	uint32_t magic;
	uint8_t version, kind, is_ud;
	uint8_t transport;		/* REQ: enum prm_cm_transport */
	uint16_t lid;			/* the sender's */
	uint16_t reason;		/* of a REJ; the status of a SIDR_REP */
	uint8_t responder_resources, initiator_depth, flow_control, retry_count, rnr_retry_count;
	uint8_t srq;
	uint8_t mtu;			/* of the path, enum ibv_mtu */
	uint8_t timeout;		/* REQ: for the answer; MRA: for that which is to come */
	uint8_t ack_timeout;
	uint8_t about;			/* REJ and MRA: enum prm_cm_message */
	uint16_t ps;
	uint32_t qpn, psn, qkey;	/* DREQ: the receiver's QPN */
	struct rdma_ucm_ece ece;
	union sm_cm_address src, dst;
	uint8_t data[RDMA_MAX_PRIVATE_DATA];
	/* Between hosts: */
	uint32_t local_id, remote_id;	/* communication IDs of sender and receiver */
	uint64_t transaction, guid;
};

/* cm_connection.c. A message of an id, without the parameters of its kind. */
struct sm_cm_message sm_cm_message(const struct sm_cm_id *id, enum sm_cm_kind kind);
/* What a new id was made for: a request for a connection. It may be refused, and the id be freed. */
void sm_cm_receive_req(struct sm_cm_id *id, const struct sm_cm_message *message);
/* A message for an id that has a file. false: there is no such message. */
bool sm_cm_receive(struct sm_cm_id *id, const struct sm_cm_message *message);
/* The peer has a new connection with the same queue pair: this one has ended. */
void sm_cm_stale(struct sm_cm_id *id);

/* cm_mad.c. Of a MAD: NULL, or what is wrong with it. */
void sm_cm_mad_pack(struct prm_mad *mad, const struct sm_cm_message *message);
const char *sm_cm_mad_unpack(struct sm_cm_message *message, const struct prm_mad *mad);

/*
 * cm_remote.c. Ids whose peer is on another host: they get their communication ID when they start a
 * connection. Sends a message, which is kept: it can be sent again.
 */
void sm_cm_remote_open(struct sm_cm_id *id);
void sm_cm_remote_send(struct sm_cm_id *id, const struct sm_cm_message *message);
void sm_cm_remote_repeat(const struct sm_cm_id *id, enum sm_cm_kind kind);
/* Has a message sent if the process ends without a word; NULL: none. */
void sm_cm_remote_keep(const struct sm_cm_id *id, const struct sm_cm_message *message);

#endif
