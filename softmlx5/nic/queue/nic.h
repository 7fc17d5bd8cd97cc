/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * The NIC: completion queues, send queues (requester), receive queues (responder) and the wire
 * between them.
 */
#ifndef SOFTMLX5_NIC_H
#define SOFTMLX5_NIC_H

#include "base/device.h"
#include "base/reason.h"
#include "nic/memory/mem.h"
#include "nic/queue/error.h"
#include "observe/late.h"
#include "prm_cq.h"
#include "prm_cqe.h"
#include "prm_ctrl.h"
#include "prm_dct.h"
#include "prm_doorbell.h"
#include "prm_eq.h"
#include "prm_eqe.h"
#include "prm_mmo.h"
#include "prm_qpc.h"
#include "prm_rdma.h"
#include "prm_rmp.h"
#include "prm_srq.h"
#include "prm_umr.h"

/*
 * Completion queues (cq.c).
 */
struct sm_cq {
	struct sm_obj obj;
	struct prm_cqc_fields ctx;	/* as created */
	struct sm_umem *umem, *dbr_umem;
	uint8_t *ring;		/* CQEs */
	uint32_t size;		/* CQEs, a power of two */
	uint32_t cqe_size;	/* 64 or 128 */
	struct prm_cq_doorbell_record *dbr;
	uint32_t pi;		/* CQEs written so far */
	bool is_armed, armed_solicited, has_fired;
	/* Moderation: since the last event. */
	uint32_t event_pi;	/* CQEs before it */
	uint64_t period_start;	/* ns of sm_device_time(); see cq_period_mode */
	struct sm_timer moderation;	/* armed: an event waits for the end of the period */
	uint8_t arm_sn, fired_sn;	/* of the last arming, of the last event's */
	struct prm_cq_arm_doorbell
		polled_arm;	/* of doorbell.c: the last arming that polling has seen */
	uint32_t solicited_pi;	/* behind the last solicited CQE; 0: there was none */
	enum prm_cq_error_syndrome error;	/* no more CQEs are written; 0: none */
	struct sm_timer failure;	/* then its queue pairs fail, too */
	uint32_t strict_ci;	/* strict mode: the consumer's counter when it was last read */
	uint8_t strict_sn;	/* of the last arming */
	bool strict_was_armed;
	struct sm_uar *uar;
	struct sm_eq *eq;	/* NULL: the listener's */
	struct sm_listener listener;
	/*
	 * Fault injection: CQEs that are held back until there are @hold_until of them, or @delay
	 * is over.
	 */
	struct sm_held_cqe *held;
	uint32_t n_held, hold_until;
	struct sm_timer delay;
	/*
	 * The same for events; a batch of events is sent when there have been @events_until CQEs.
	 */
	uint32_t n_late_events, events_until;
	bool is_event_batch;
	struct sm_timer event_delay;
	struct sm_late late, late_event;	/* the adversary: releases CQEs, or events */
};

/*
 * Posts a CQE of 64 bytes (in its place in a larger one), after setting owner bit and validity;
 * then an event if the CQ is armed.
 */
void sm_cq_post(struct sm_cq *cq, struct prm_cqe64 *cqe, bool is_solicited);
/* The same for a CQE that need not come behind those of earlier requests of its send queue. */
void sm_cq_post_early(struct sm_cq *cq, struct prm_cqe64 *cqe, bool is_solicited);
/* The same; @data, if not NULL, are written to the first half of a CQE of 128 bytes. */
void sm_cq_post_data(struct sm_cq *cq, struct prm_cqe64 *cqe,
		     const struct prm_cqe_inline_64 *data, bool is_solicited);
/* Writes the CQEs that fault injection holds back. */
void sm_cq_release(struct sm_cq *cq);
/* An arm doorbell of this CQ was written. */
void sm_cq_arm(struct sm_dev *dev, const struct prm_cq_arm_doorbell *doorbell);

/* CREATE_CQ, DESTROY_CQ and QUERY_CQ (called by firmware/fw_queue.c): enum prm_cmd_status. */
uint8_t sm_cq_create(struct sm_dev *dev, uint16_t uid, const struct prm_cqc_fields *ctx,
		     const struct sm_place *place, struct sm_cq **cq);
uint8_t sm_cq_destroy(struct sm_cq *cq);
/*
 * Further CQEs go to a ring of another size in @ring, which the CQ keeps; the last one in the old ring
 * says so.
 */
uint8_t sm_cq_resize(struct sm_cq *cq, const struct prm_cqc_fields *ctx, struct sm_umem *ring);
void sm_cq_query(const struct sm_cq *cq, struct prm_cqc_fields *ctx);
/* The moderation has changed, also for an event that is waiting. */
void sm_cq_moderate(struct sm_cq *cq);

/*
 * Event queues (eq.c). Only devices with a bus have any; the listeners of others' objects are in the
 * same process.
 */
struct sm_srq;
struct sm_eq {
	struct sm_obj obj;
	struct prm_eqc_fields ctx;	/* as created */
	struct sm_umem *umem;
	struct sm_uar *uar;
	uint8_t *ring;		/* EQEs */
	uint32_t size;		/* EQEs, a power of two */
	uint32_t pi, ci;	/* EQEs written, and consumed by doorbells */
	bool is_armed;
	bool has_failed;	/* it was full; no more EQEs are written */
	uint64_t events[4];	/* bit mask of its event types */
};

/* CREATE, DESTROY and QUERY of an EQ (called by firmware/fw_eq.c): enum prm_cmd_status. */
uint8_t sm_eq_create(struct sm_dev *dev, uint16_t uid, const struct prm_eqc_fields *ctx,
		     struct sm_umem *ring, const uint64_t events[4], struct sm_eq **eq);
uint8_t sm_eq_destroy(struct sm_eq *eq);
void sm_eq_query(const struct sm_eq *eq, struct prm_eqc_fields *ctx);
/* An EQ doorbell was written to a UAR; ignored if the EQ has another one. */
void sm_eq_doorbell(struct sm_uar_page *page, const struct prm_eq_doorbell *doorbell, bool is_arm);
/* The EQ that gets events of this type; NULL: none does. */
struct sm_eq *sm_eq_of(struct sm_dev *dev, uint8_t event_type);
/* Writes an EQE; its owner bit is set here. */
void sm_eq_post(struct sm_eq *eq, struct prm_eqe *eqe);
/* The same, to all EQs that get the event. */
void sm_eq_event(struct sm_dev *dev, struct prm_eqe *eqe);
/* Events of the objects go to EQs: those of a CQ's completions to its own. */
void sm_eq_listen_cq(struct sm_eq *eq, struct sm_cq *cq);
void sm_eq_listen_qp(struct sm_qp *qp);
void sm_eq_listen_srq(struct sm_srq *srq);

/*
 * A parsed WQE (wqe.c): linear copy of the ring, and pointers to its segments. Pointers of segments
 * that the opcode does not have are NULL.
 */
#define SM_WQE_MAX 1024u		/* bytes, by ctrl.ds */

struct sm_wqe {
	uint8_t bytes[SM_WQE_MAX] __attribute__((aligned(64)));
	size_t len;			/* ctrl.ds * 16 */
	uint8_t service_type; /* enum prm_qp_service_type of the QP; set before the parsing */
	struct prm_ctrl_seg_fields ctrl;
	const struct prm_ctrl_seg *ctrl_seg;
	const struct prm_base_av *av;	/* UD, DC */
	const struct prm_grh_av *grh;	/* UD, DC; NULL without av.ext */
	const struct prm_xrc_seg *xrc;	/* XRC */
	const struct prm_raddr_seg *raddr;
	const struct prm_atomic_seg *atomic;
	const void *masked;		/* operands of an extended atomic, by ctrl.opmod */
	uint32_t masked_len;
	const struct prm_umr_ctrl_seg *umr;
	const struct prm_mkc *mkc;
	const uint8_t *xlt;		/* inline translations */
	uint32_t xlt_len;
	const struct prm_data_seg *xlt_pointer;	/* or their memory */
	const uint8_t *bsf;
	uint32_t bsf_len;
	const struct prm_set_psv_seg *set_psv;
	const struct prm_get_psv_seg *get_psv;
	const struct prm_mmo_metadata_seg *mmo;	/* sge[0] is its source, sge[1] the destination */
	struct sm_sge sge[SM_MAX_SGE];	/* data segments, inline ones too */
	unsigned int n_sge;
	/* For trace and strict mode: */
	struct sm_wqe_part {
		const char *layout;	/* name in the spec */
		uint16_t offset, len;
	} part[72];
	unsigned int n_parts;
};

/*
 * Finds the segments of the @len bytes in @wqe->bytes, by ctrl. SM_ERROR_NONE, or what is wrong; the
 * parts that were found before the error are listed.
 */
enum sm_error sm_wqe_parse(struct sm_wqe *wqe);
/*
 * When libmlx5 binds or invalidates a memory window, it writes only a part of the context and
 * leaves old bytes of the ring in the rest. Such a UMR has a translation offset, of 0.
 */
bool sm_is_window(const struct sm_wqe *wqe);
/* Is the list of a UMR, in the WQE or in memory, padded to 64 bytes? */
bool sm_is_padded(const struct sm_wqe *wqe);

/*
 * UMR (umr.c): changes a key as the WQE asks. Everything is checked before anything is changed.
 * SM_ERROR_NONE, or the error of the completion; *@fault is then its reason.
 */
enum sm_error sm_umr(struct sm_qp *qp, const struct sm_wqe *wqe, enum sm_fault *fault);

/*
 * Packets (wire.c) between a requester and a responder. They have no pointers into either side's
 * objects, and a payload by value: a transport to another process would have to carry just this.
 */
enum sm_packet_kind {
	SM_PACKET_SEND,
	SM_PACKET_WRITE,
	SM_PACKET_READ,			/* request */
	SM_PACKET_ATOMIC,		/* request */
	SM_PACKET_READ_RESPONSE,
	SM_PACKET_ATOMIC_RESPONSE,
	SM_PACKET_ACK,
	SM_PACKET_NAK,
	SM_PACKET_RNR,			/* receiver not ready; @rnr_timer is the delay */
};

enum sm_nak {
	SM_NAK_INVALID_REQUEST,
	SM_NAK_REMOTE_ACCESS,
	SM_NAK_REMOTE_OPERATION,
	SM_NAK_SEQUENCE,	/* a packet is missing; the answer has its PSN */
};

#define SM_GRH_SIZE 40u
#define SM_PSN_LIMIT (UINT32_C(1) << 24)	/* they have 24 bits on a wire */

struct sm_packet {
	enum sm_packet_kind kind;
	uint8_t service_type;	/* enum prm_qp_service_type; both QPs are of this one */
	uint32_t srqn;			/* XRC requests: shared receive queue at the peer */
	uint64_t dc_key;		/* DC requests: access key of the target, */
	uint64_t dc_connection;		/* and number of the connection, larger than of older ones */
	uint16_t src_lid, dst_lid;
	uint32_t src_qpn, dst_qpn;
	/*
	 * PSNs are a card's: one for each @mtu bytes of a message. This packet may have several such
	 * parts; its PSN is that of its first byte, which is byte @offset of the message. In
	 * an answer to a READ the message is the answer, which starts with the PSN of the request.
	 */
	uint32_t psn;
	uint32_t offset;
	uint16_t mtu;			/* bytes, a power of two, by the requester's QP */
	uint32_t msn;			/* answers: messages that the responder has completed */
	bool is_first, is_last;		/* of its message */
	bool is_solicited, has_imm, has_inv;
	bool asks_ack;			/* its receiver acknowledges it, even if others follow */
	/*
	 * From another host, so it has no more than packets have on a wire: the receiving QP gives
	 * source, MTU and offset; its PSN has 24 bits (sm_roce_complete()).
	 */
	bool is_bare;
	uint32_t imm;			/* immediate data, or the key to invalidate */
	uint32_t rkey;
	uint64_t raddr;
	uint32_t length;		/* of the message, in its first packet */
	uint8_t atomic_opcode, atomic_opmod;	/* of the WQE */
	uint8_t operands[32] __attribute__((aligned(8)));	/* as in the WQE */
	uint8_t operands_len;
	enum sm_nak nak;
	uint8_t rnr_timer;		/* encoded as in the QP context */
	uint32_t qkey;			/* UD */
	uint8_t sl;
	bool has_grh;			/* a global route header, with these: */
	uint8_t gid_index, tclass, hop_limit;
	uint32_t flow_label;
	uint8_t grh[SM_GRH_SIZE];	/* UD: as the receiver gets it */
	struct sm_payload *payload;	/* NULL: none. Valid until the receiver returns */
};

/* Does the responder acknowledge messages, and the requester repeat them? */
static inline bool sm_is_reliable(uint8_t service_type)
{
	return service_type == PRM_QP_SERVICE_TYPE_RC ||
	       service_type == PRM_QP_SERVICE_TYPE_XRC || service_type == PRM_QP_SERVICE_TYPE_DCI;
}

static inline uint32_t sm_packet_len(const struct sm_packet *packet)
{
	return packet->payload ? (uint32_t)packet->payload->len : 0;
}

/* Sets the route of a packet of a connected QP, from its address path. */
void sm_packet_route(const struct sm_qp *qp, struct sm_packet *packet);
/* PSNs that are taken behind the packet's, until its message has more bytes for the last of them. */
uint32_t sm_packet_psns(const struct sm_packet *packet);

#define SM_MTU_MAX 4096u	/* of the port */
/* Bytes; the largest if the context has none. */
uint16_t sm_qp_mtu(const struct sm_qp *qp);

/*
 * Sends a packet. The receiver may answer before this returns, so the sender's state must be
 * complete. With serialise_wire the packet is converted into bytes and back, and delivered when the
 * sender has returned to sm_nic_run(). false: there is no such port or QP, so the requester need
 * not wait for more packets to be lost. With serialise_wire, and for QPs of other processes, that
 * is never known: the other side only sends packets, or nothing.
 */
bool sm_wire_send(const struct sm_packet *packet);
/*
 * Most bytes of payload that a packet to this destination may have now. 0: a link to another
 * process has no room; sm_wire_wait() then calls @resume, with the device's lock held, when it may
 * have, or when it has ended.
 */
size_t sm_wire_room(const struct sm_packet *packet);
/* Is the packet's receiver in this process? */
bool sm_wire_is_local(const struct sm_packet *packet);
/*
 * Asks the packet's receiver, another process of this machine, whether it runs, if *@asked is 0; and
 * tells whether it has not yet received that and all that was sent before. When it has, its answers
 * are among what this process has to receive. false if it has ended.
 */
bool sm_wire_is_unread(const struct sm_packet *packet, uint64_t *asked);
struct sm_waiter {
	void (*resume)(struct sm_waiter *waiter);
	struct sm_waiter *next;
	bool is_waiting;
};
void sm_wire_wait(struct sm_waiter *waiter);
/* All that wait try again. */
void sm_wire_resume(void);
void sm_wire_unwait(struct sm_waiter *waiter);
/* Lets other processes send to the QPs of a device. */
void sm_wire_attach(struct sm_dev *dev);
/* In a child, after fork(): nothing is under way. */
void sm_wire_forked(void);

/*
 * LID of the port that a connected QP is connected to, by its address path; 0: there is no such
 * port.
 */
uint16_t sm_qp_peer_lid(const struct sm_qp *qp);

/* Deliveries of the wire. */
void sm_responder_receive(struct sm_qp *qp, const struct sm_packet *packet);	/* requests */
void sm_requester_receive(struct sm_qp *qp, const struct sm_packet *packet);	/* answers */

/*
 * Queue pairs.
 */
struct sm_srq {
	struct sm_obj obj;
	struct sm_pd *pd;
	struct sm_umem *umem, *dbr_umem;
	struct sm_xrcd *xrcd;	/* NULL: a receive memory pool */
	struct sm_cq *cq;	/* of an XRC SRQ */
	uint8_t *ring;
	uint32_t size, stride;	/* WQEs, a power of two; bytes of one */
	prm_be32 *dbr;		/* receive counter */
	bool is_cyclic;		/* WQEs are used in order; no list */
	uint16_t ci;		/* WQEs taken */
	uint16_t head;		/* index of the next WQE in the linked list */
	uint16_t limit;		/* an event when fewer are left; 0: none */
	uint32_t user_index;	/* in CQEs of an XRC SRQ; SM_NO_USER_INDEX: its number */
	struct sm_listener listener;
	union {			/* as created */
		struct prm_rmpc_fields rmpc;
		struct prm_xrc_srqc_fields xrc_srqc;
	};
};

/* CQEs have object numbers (CQE version 0): of the SRQ, or 0. */
#define SM_NO_USER_INDEX 0xffffffu

static inline uint32_t sm_cqe_user_index(uint32_t user_index, const struct sm_srq *srq)
{
	if (user_index != SM_NO_USER_INDEX)
		return user_index;
	return srq ? srq->obj.id : 0;
}

/*
 * The receiver of a message: objects of the QP, or of the SRQ that a request of XRC names. @srq is
 * NULL for a QP with a receive queue of its own.
 */
struct sm_receiver {
	struct sm_pd *pd;
	struct sm_srq *srq;
	struct sm_cq *cq;
	uint32_t user_index;
};

/*
 * Scatter to CQE (scatter.c): short data are written into the completion instead of memory. Keys
 * and addresses of the list are not checked; the driver copies the data to the addresses.
 */
struct sm_inline {
	uint32_t room;		/* 32 or 64 bytes; 0: the data go to memory */
	uint32_t len;
	struct prm_cqe_inline_64 data;
};

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
		uint16_t done;		/* WQEBB behind the last finished WQE */
		bool is_running;	/* sm_sq_run() is running on this queue */
		bool is_busy;		/* a WQE is in progress, in @wqe */
		bool is_waiting;	/* for @timer: RNR, retry */
		bool drain_after;	/* a signature error wants the SQ drained behind this WQE */
		bool is_drain_late;	/* fault injection: behind @drain_left more WQEs */
		uint32_t drain_left;
		struct sm_wqe wqe;
		struct sm_stream stream;
		bool has_stream;
		struct sm_inline answer;	/* instead of the stream */
		struct sm_payload *payload;
		uint64_t length;	/* of the message, or of what is read */
		uint64_t attempt;	/* counts attempts to send a message */
		uint32_t psn;		/* behind what was sent */
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
		bool has_asked;		/* to repeat what is missing */
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
		struct sm_late late;	/* the adversary: reads the record again and runs the queue */
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

/* A QP of the kernel's for UMRs, which has no PD and changes the keys of all. */
static inline bool sm_is_umr_qp(const struct sm_qp *qp)
{
	return qp->ctx.st == PRM_QP_SERVICE_TYPE_REG_UMR;
}

/* Gives a queue pair or DCT its number: a status. */
uint8_t sm_qp_number(struct sm_dev *dev, struct sm_qp *qp);

/* Parts of state changes: sq.c and responder.c drop everything, or complete it with errors. */
void sm_req_reset(struct sm_qp *qp);
void sm_req_abort(struct sm_qp *qp);
void sm_resp_reset(struct sm_qp *qp);
void sm_resp_abort(struct sm_qp *qp);
/* The send queue has stopped: state SQD, event. */
SM_COLD void sm_qp_drained(struct sm_qp *qp);

/* The doorbell of a send queue was rung: reads its record and runs the queue (sq.c). */
void sm_sq_doorbell(struct sm_qp *qp);
/* The same, at a random time. */
SM_COLD void sm_sq_doorbell_late(struct sm_qp *qp);
/* Runs the queue as far as possible; also after a change of state, and when a delay is over. */
void sm_sq_run(struct sm_qp *qp);
/* Delivers packets on the wire until there are none left. */
void sm_nic_run(void);
/*
 * The QP enters the error state, by a failed WQE or another cause: flushes both queues, and again
 * when doorbells announce more. @event: enum prm_event_type to report, or -1.
 */
SM_COLD void sm_qp_error(struct sm_qp *qp, int event);
/* RESET: drops all entries of the queues. */
void sm_qp_reset(struct sm_qp *qp);
/*
 * Reports a mismatch that the signature engine has found for a QP (sig_report.c): SIG_ERR CQE on
 * the send CQ (requester) or receive CQ (responder); state of the PSV, toggle, drain.
 */
struct sm_sig_error;
SM_COLD void sm_sig_report(struct sm_qp *qp, bool is_responder, struct sm_mkey *mkey,
			   struct sm_psv *psv, const struct sm_sig_error *error);

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

/* Memory and sizes of a shared receive queue. Numbers are of objects. */
struct sm_srq_place {
	struct sm_place memory;
	uint32_t pd;
	uint8_t log_size, log_stride;	/* WQEs; bytes of one */
	uint32_t xrcd, cqn;		/* 0: a receive memory pool */
	uint32_t user_index;
};

/* CREATE, DESTROY and ARM of an SRQ or RMP (called by firmware/fw_srq.c): enum prm_cmd_status. */
uint8_t sm_srq_create(struct sm_dev *dev, uint16_t uid, const struct sm_srq_place *place,
		      struct sm_srq **srq);
uint8_t sm_srq_destroy(struct sm_srq *srq);
uint8_t sm_srq_arm(struct sm_srq *srq, uint16_t limit);
/* Sends the event of the limit if fewer WQEs are left: @left are posted and not taken. */
void sm_srq_check_limit(struct sm_srq *srq, uint16_t left);

/*
 * XRC (xrc.c). Selects the SRQ that a request names as the receiver of its message; false: the QP's
 * domain has no such SRQ.
 */
bool sm_xrc_select(struct sm_qp *qp, uint32_t srqn);
/* The SRQ is about to be destroyed: no message of a QP uses it any more. */
void sm_xrc_forget(struct sm_srq *srq);
/* Drops the message that a QP is receiving, without a completion (responder.c). */
void sm_resp_drop(struct sm_qp *qp);
/* Refuses a request for which there is no message. */
SM_COLD void sm_resp_nak(const struct sm_qp *qp, const struct sm_packet *request, enum sm_nak nak);

/*
 * Dynamic connections (dc.c). A target (DCT) has a number of its own among the QPs, and a responder
 * for each initiator (DCI) that it hears of.
 */
uint8_t sm_dct_create(struct sm_dev *dev, uint16_t uid, const struct prm_dctc_fields *ctx,
		      struct sm_qp **dct);
void sm_dct_destroy(struct sm_qp *dct);
void sm_dct_query(const struct sm_qp *dct, struct prm_dctc_fields *ctx);
/* The next violation of the access key sends an event. */
void sm_dct_arm(struct sm_qp *dct);
/* No more requests are received. */
void sm_dct_drain(struct sm_qp *dct);
void sm_dct_receive(struct sm_qp *dct, const struct sm_packet *packet);
/* A request of a DCI starts; another target than before is another connection. */
void sm_dci_connect(struct sm_qp *dci);
/* Sets the address of a DCI's request. */
void sm_dci_address(const struct sm_qp *dci, struct sm_packet *packet);
/* A QP without queues and references, and its end (qp.c). */
struct sm_qp *sm_qp_new(void);
void sm_qp_free(struct sm_qp *qp);

/* Do the QP's CQs have room for the data that its context asks for? (scatter.c) */
bool sm_inline_is_possible(const struct sm_qp *qp);
/* Room for data in the CQE of a message, or of an answer; 0: the data are written to memory. */
uint32_t sm_inline_message_room(const struct sm_qp *qp);
uint32_t sm_inline_answer_room(const struct sm_qp *qp);
/* @len bytes follow; they are collected for the CQE if there is @room for them. */
void sm_inline_begin(struct sm_inline *data, uint32_t room, uint64_t len);
/* Adds to the data; SM_FAULT_RANGE, or SM_FAULT_SOURCE as sm_stream_scatter(). */
enum sm_fault sm_inline_add(struct sm_inline *data, struct sm_payload *payload);
/* Posts a CQE with the data, if there are any. */
void sm_inline_post(struct sm_cq *cq, struct prm_cqe64_fields *cqe, const struct sm_inline *data,
		    bool is_solicited);
/*
 * Atomics (atomic.c). Bytes of the operand; the operation itself, false if the memory is not
 * mapped.
 */
size_t sm_atomic_len(uint8_t opcode, uint8_t opmod);
/* Bytes of the operands in the WQE; 0: it is no atomic. */
size_t sm_atomic_operands_len(uint8_t opcode, uint8_t opmod);
bool sm_atomic(const struct sm_packet *packet, void *memory, uint64_t *old);

#endif
