/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Queue pairs.
 */
#ifndef SOFTMLX5_QP_H
#define SOFTMLX5_QP_H

#include "nic/queue/cq.h"
#include "nic/queue/scatter.h"
#include "nic/queue/srq.h"
#include "nic/queue/wqe.h"
#include "nic/wire/wire.h"
#include "prm_doorbell.h"
#include "prm_qpc.h"

#define SM_STRICT_UMRS 16u	/* that strict mode remembers, of a queue */

struct sm_qp {
	struct sm_obj obj;
	enum prm_qp_state state;
	struct prm_qpc_fields ctx;	/* as QUERY_QP returns it */
	bool has_mmo;		/* memory to memory work may be posted, see qpc_ext.mmo */
	struct sm_pd *pd;
	struct sm_cq *send_cq, *recv_cq;	/* NULL: of an XRC QP, which only receives */
	struct sm_srq *srq;
	struct sm_xrcd *xrcd;	/* XRC target */
	struct sm_dct *dct;	/* it is a target of dynamic connections, or one of these */
	struct sm_eth *eth;	/* it is an SQ or RQ of Ethernet (ethernet.c) */
	struct sm_uar *uar;
	struct sm_umem *umem, *dbr_umem;
	struct prm_qp_doorbell_record *dbr;
	uint8_t *sq, *rq;
	uint32_t sq_size;	/* WQEBBs, a power of two; 0: no send queue */
	uint32_t rq_size, rq_stride;	/* WQEs, a power of two; bytes of one */
	struct sm_listener listener;

	/* Send queue and requester (sq.c, requester.c). */
	struct {
		uint16_t pi;		/* WQEBBs announced by doorbells */
		uint16_t ci;		/* WQEBB of the next WQE to start */
		uint16_t done;		/* WQEBB after the last finished WQE */
		bool is_running;	/* sm_sq_run() is running on this queue */
		bool is_busy;		/* a WQE is in progress, in @wqe */
		bool is_waiting;	/* for @timer: RNR, retry */
		bool drain_after;	/* a signature error wants the SQ drained after this WQE */
		bool is_drain_late;	/* fault injection: after @drain_left more WQEs */
		uint32_t drain_left;
		struct sm_wqe wqe;
		struct sm_stream stream;
		bool has_stream;
		enum sm_fault read_fault;	/* of a READ's own list, which the response meets */
		struct sm_inline answer;	/* instead of the stream */
		struct sm_payload *payload;
		uint64_t length;	/* of the message, or of what is read */
		uint64_t attempt;	/* counts attempts to send a message */
		uint32_t psn;		/* after what was sent */
		uint32_t first_psn;	/* of the request's first packet */
		uint8_t rnr_left, retry_left;
		/*
		 * Across a network: bytes of the message that have been sent (or asked for), and that
		 * have arrived; those in between are counted as on the way to the peer. An earlier
		 * attempt may have sent more, which the peer may have.
		 */
		uint64_t sent, arrived, most_sent;
		uint32_t on_way;
		uint16_t on_way_to;	/* LID */
		struct {		/* DCI: the target of the last request */
			uint16_t lid;
			uint32_t dctn;
			uint64_t connection;
		} dc;
		bool has_asked;		/* a retransmission was requested */
		uint64_t arrived_at;	/* the last progress, or the start */
		uint64_t probe_ns;	/* when to repeat, or to ask again, without an answer */
		/*
		 * Within this machine: the peer was asked whether it runs, see sm_wire_is_unread();
		 * rounds of the service thread since it has received that.
		 */
		uint64_t asked;
		uint16_t looks;
		struct sm_timer timer;
		struct sm_waiter waiter;	/* a link has no room for the message */
		struct sm_late_doorbell *late;	/* of observe/; NULL: there never was one */
	} req;

	/* Responder (responder.c). */
	struct {
		uint32_t psn;		/* that is expected, */
		uint32_t offset;	/* and in its message */
		enum sm_packet_kind kind;	/* of the message that has begun */
		uint32_t msn;		/* messages that are complete */
		struct sm_receiver to;	/* of the message; see sm_xrc_select() */
		uint16_t rq_ci;		/* receive WQEs taken */
		bool has_heard;		/* a packet has come, COMM_EST is reported */
		bool has_nakked;	/* a gap in the sequence is reported, and still there */
		struct {		/* the last atomic, which may be asked for again */
			bool is_valid;
			uint32_t psn;
			uint64_t old;
			size_t len;
		} atomic;
		bool has_wqe;		/* a receive WQE is taken for the current message */
		uint16_t wqe_counter;	/* of that WQE: its counter, or index in the SRQ */
		struct sm_stream stream;	/* of the message, or of what is read */
		bool has_stream;
		struct sm_inline message;	/* instead of the stream */
		struct sm_payload *payload;	/* of answers to reads */
		struct sm_packet read;		/* the request that is being answered */
		struct sm_waiter waiter;	/* a link has no room for the answer */
		struct sm_timer flush_timer;	/* polls for receive WQEs in error state */
	} resp;

	uint64_t sig_errors;	/* reported so far */

	/* Strict mode: UMRs that no fenced request has followed yet, the last of which has index @n - 1. */
	struct {
		uint32_t n;
		uint32_t keys[SM_STRICT_UMRS];	/* by index modulo the array's size */
		uint32_t cqe;			/* index of the last one's CQE */
	} strict_umr;
};

/* The transport of a QP: QP0 and QP1 send and receive datagrams. */
static inline uint8_t sm_qp_transport(const struct sm_qp *qp)
{
	return qp->ctx.st == PRM_QP_SERVICE_TYPE_QP0 || qp->ctx.st == PRM_QP_SERVICE_TYPE_QP1 ?
		PRM_QP_SERVICE_TYPE_UD : qp->ctx.st;
}

/* QP1 has this number for all other ports; commands and doorbells have another one. */
static inline uint32_t sm_qpn_on_wire(const struct sm_qp *qp)
{
	return qp->ctx.st == PRM_QP_SERVICE_TYPE_QP1 ? SM_GENERAL_QPN : qp->obj.id;
}

/* For QPs that have none. */
extern struct sm_pd sm_no_pd;

/* A QP of the kernel's for UMRs, which has no PD and changes the keys of all. */
static inline bool sm_is_umr_qp(const struct sm_qp *qp)
{
	return qp->ctx.st == PRM_QP_SERVICE_TYPE_REG_UMR;
}

/* Gives a queue pair or DCT its number: a status. */
uint8_t sm_qp_number(struct sm_dev *dev, struct sm_qp *qp);

/* The send queue has stopped: state SQD, event. */
SM_COLD void sm_qp_drained(struct sm_qp *qp);

/*
 * The QP enters the error state, by a failed WQE or another cause: flushes both queues, and again
 * when doorbells announce more. @event: enum prm_event_type to report, or -1.
 */
SM_COLD void sm_qp_error(struct sm_qp *qp, int event);
/* RESET: drops all entries of the queues. */
void sm_qp_reset(struct sm_qp *qp);

/*
 * State changes of QPs, called by firmware/fw_queue.c: checks the transition and executes it. enum
 * prm_cmd_status.
 */
uint8_t sm_qp_create(struct sm_dev *dev, uint16_t uid, const struct prm_qpc_fields *ctx,
		     const struct sm_place *place, struct sm_qp **qp);
uint8_t sm_qp_modify(struct sm_qp *qp, uint16_t opcode, uint32_t opt_param_mask,
		     const struct prm_qpc_fields *ctx);
uint8_t sm_qp_destroy(struct sm_qp *qp);
/* The current context, with counters. */
void sm_qp_query(struct sm_qp *qp, struct prm_qpc_fields *ctx);

/* A QP without queues and references, what it refers to, and its end (qp.c). */
struct sm_qp *sm_qp_new(void);
void sm_qp_refer(struct sm_qp *qp, int change);
void sm_qp_free(struct sm_qp *qp);

#endif
