/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * The NIC: completion queues, send queues (requester), receive queues (responder) and the wire
 * between them.
 */
#ifndef SOFTMLX5_NIC_H
#define SOFTMLX5_NIC_H

#include "nic/mem.h"
#include "prm_cq.h"
#include "prm_cqe.h"
#include "prm_ctrl.h"
#include "prm_doorbell.h"
#include "prm_eqe.h"
#include "prm_qpc.h"
#include "prm_rdma.h"
#include "prm_rmp.h"
#include "prm_umr.h"
#include "tools/caps.h"
#include "tools/device.h"

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
	uint64_t period_start;	/* ns of sm_now(); see cq_period_mode */
	struct sm_timer moderation;	/* armed: an event waits for the end of the period */
	uint8_t arm_sn, fired_sn;	/* of the last arming, of the last event's */
	struct prm_cq_arm_doorbell
		polled_arm;	/* of doorbell.c: the last arming that polling has seen */
	uint32_t solicited_pi;	/* behind the last solicited CQE; 0: there was none */
	bool has_overflowed;	/* no more CQEs are written */
	struct sm_timer failure;	/* then its queue pairs fail, too */
	uint32_t strict_ci;	/* strict mode: the consumer's counter when it was last read */
	uint8_t strict_sn;	/* of the last arming */
	bool strict_was_armed;
	struct sm_uar *uar;
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
};

/*
 * Posts a CQE of 64 bytes (in its place in a larger one), after setting owner bit and validity;
 * then an event if the CQ is armed.
 */
void sm_cq_post(struct sm_cq *cq, struct prm_cqe64 *cqe, bool is_solicited);
/* The same; @data, if not NULL, are written to the first half of a CQE of 128 bytes. */
void sm_cq_post_data(struct sm_cq *cq, struct prm_cqe64 *cqe,
		     const struct prm_cqe_inline_64 *data, bool is_solicited);
/* Writes the CQEs that fault injection holds back. */
void sm_cq_release(struct sm_cq *cq);
/* An arm doorbell of this CQ was written. */
void sm_cq_arm(struct sm_dev *dev, const struct prm_cq_arm_doorbell *doorbell);

/* CREATE_CQ, DESTROY_CQ and QUERY_CQ (called by firmware/fw_queue.c): enum prm_cmd_status. */
uint8_t sm_cq_create(struct sm_dev *dev, uint16_t uid, const struct prm_cqc_fields *ctx,
		     uint32_t umem_id, uint64_t offset, struct sm_cq **cq);
uint8_t sm_cq_destroy(struct sm_cq *cq);
void sm_cq_query(const struct sm_cq *cq, struct prm_cqc_fields *ctx);
/* The moderation has changed, also for an event that is waiting. */
void sm_cq_moderate(struct sm_cq *cq);

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
	const struct prm_base_av *av;	/* UD */
	const struct prm_grh_av *grh;	/* UD */
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
 * Finds the segments of the @len bytes in @wqe->bytes, by ctrl. NULL, or what is wrong in one
 * sentence; the parts that were found before the error are listed.
 */
const char *sm_wqe_parse(struct sm_wqe *wqe);

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
	uint16_t src_lid, dst_lid;
	uint32_t src_qpn, dst_qpn;
	/*
	 * As a card numbers packets: one for each @mtu bytes of a message. This packet has more than
	 * one such part; its PSN is that of its first byte, which is byte @offset of the message. In
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

static inline uint32_t sm_packet_len(const struct sm_packet *packet)
{
	return packet->payload ? (uint32_t)packet->payload->len : 0;
}

/* How the packets of a connected QP are routed, by its address path. */
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
	uint8_t *ring;
	uint32_t size, stride;	/* WQEs, a power of two; bytes of one */
	prm_be32 *dbr;		/* receive counter */
	struct prm_rmpc_fields rmpc;	/* as created */
	uint16_t ci;		/* WQEs taken */
	uint16_t head;		/* index of the next WQE in the linked list */
	uint16_t limit;		/* an event when fewer are left; 0: none */
	uint32_t user_index;
	struct sm_listener listener;
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

struct sm_qp {
	struct sm_obj obj;
	enum prm_qp_state state;
	struct prm_qpc_fields ctx;	/* as QUERY_QP returns it */
	struct sm_pd *pd;
	struct sm_cq *send_cq, *recv_cq;
	struct sm_srq *srq;
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
		bool has_asked;		/* to repeat what is missing */
		uint64_t arrived_at;	/* the last progress, or the start */
		uint64_t probe_ns;	/* when to repeat without an answer, before the timeout */
		struct sm_timer timer;
		struct sm_waiter waiter;	/* a link has no room for the message */
	} req;

	/* Responder (responder.c). */
	struct {
		uint32_t psn;		/* that is expected, */
		uint32_t offset;	/* and in its message */
		enum sm_packet_kind kind;	/* of the message that has begun */
		uint32_t msn;		/* messages that are complete */
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

	/* Strict mode: a UMR that no fenced request has followed yet. */
	struct {
		bool is_open;
		uint32_t key;
		uint32_t cqe;		/* index of its CQE */
	} strict_umr;
};

/* Parts of state changes: sq.c and responder.c drop everything, or complete it with errors. */
void sm_req_reset(struct sm_qp *qp);
void sm_req_abort(struct sm_qp *qp);
void sm_resp_reset(struct sm_qp *qp);
void sm_resp_abort(struct sm_qp *qp);
/* The send queue has stopped: state SQD, event. */
SM_COLD void sm_qp_drained(struct sm_qp *qp);

/* The doorbell of a send queue was rung: reads its record and runs the queue (sq.c). */
void sm_sq_doorbell(struct sm_qp *qp);
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
		     uint32_t wq_umem, uint64_t wq_offset, struct sm_qp **qp);
uint8_t sm_qp_modify(struct sm_qp *qp, uint16_t opcode, uint32_t opt_param_mask,
		     const struct prm_qpc_fields *ctx);
uint8_t sm_qp_destroy(struct sm_qp *qp);
/* The current context, with counters. */
void sm_qp_query(struct sm_qp *qp, struct prm_qpc_fields *ctx);

/* Memory and sizes of a shared receive queue. Numbers are of objects, offsets in bytes. */
struct sm_srq_place {
	uint32_t pd, umem, dbr_umem;
	uint64_t offset, dbr_offset;
	uint8_t log_size, log_stride;	/* WQEs; bytes of one */
	uint32_t user_index;
};

/* CREATE, DESTROY and ARM of an SRQ or RMP (called by firmware/fw_srq.c): enum prm_cmd_status. */
uint8_t sm_srq_create(struct sm_dev *dev, uint16_t uid, const struct sm_srq_place *place,
		      struct sm_srq **srq);
uint8_t sm_srq_destroy(struct sm_srq *srq);
uint8_t sm_srq_arm(struct sm_srq *srq, uint16_t limit);
/* Sends the event of the limit if fewer WQEs are left: @left are posted and not taken. */
void sm_srq_check_limit(struct sm_srq *srq, uint16_t left);

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
