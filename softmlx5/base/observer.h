/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * What observes the device and what disturbs it: the trace and captures, strict mode, fault injection
 * and the adversary. All of it is in observe/, above the NIC. The device calls it where a request, a
 * completion or a packet begins or ends, through one table, and only if an option asks for any of it.
 */
#ifndef SOFTMLX5_OBSERVER_H
#define SOFTMLX5_OBSERVER_H

#include "base/softmlx5.h"

struct iovec;
struct prm_cq_arm_doorbell;
struct prm_cqe64;
struct prm_cqe_inline_64;
struct prm_send_doorbell;
struct sm_accessor;
struct sm_cq;
struct sm_datagram;
struct sm_dev;
struct sm_packet;
struct sm_qp;
struct sm_sge;
struct sm_uar_page;
struct sm_wqe;

/* What becomes of an EQE: it arrives with its interrupt, or without, or not at all. */
enum sm_eqe_fate { SM_EQE_ARRIVES, SM_EQE_SILENT, SM_EQE_LOST };

struct sm_observer {
	/* Writes a line to the trace. */
	void (*note)(struct sm_dev *dev, const char *text);
	/* Reports a broken rule; see sm_rule_broken(). */
	bool (*rule)(const char *kind, struct sm_dev *dev, struct sm_qp *qp,
		     const struct sm_wqe *wqe, const char *rule, const char *text);

	/* Requests */

	/* The request at the head of the queue is about to be executed. Returns true to pause the queue. */
	bool (*request_starts)(struct sm_qp *qp);
	/* A WQE was fetched, with an enum sm_error. Returns false if strict mode refuses it. */
	bool (*wqe)(struct sm_qp *qp, unsigned int error);
	/* A request is about to access the memory of @n scatter/gather entries. */
	void (*memory)(const struct sm_accessor *by, const struct sm_sge *sge, unsigned int n);
	/* A request's answer, or a receive, goes into the CQE instead of into the memory of its entries. */
	void (*inlined)(struct sm_qp *qp, const struct sm_wqe *wqe, const struct sm_sge *sge,
			unsigned int n);
	/* A request failed, with an enum sm_error and an enum sm_fault. */
	void (*request_fails)(struct sm_qp *qp, unsigned int error, unsigned int fault);
	/* A request that the peer answers is about to be sent. Returns true to fail it as if no answer came. */
	bool (*is_unanswered)(struct sm_qp *qp);
	/* A queue is to stop after the present request. Returns true to let it run on for a while. */
	bool (*drains_late)(struct sm_qp *qp);

	/* Receives */

	/* A message needs a receive. Returns true to answer that the receiver is not ready. */
	bool (*is_not_ready)(struct sm_qp *qp);
	/* A receive WQE was taken. @posted is the record of its queue, NULL for a shared one. */
	void (*receive_wqe)(struct sm_qp *qp, const void *wqe, size_t len, const uint16_t *posted);
	/* A receive of a shared queue was taken. Returns true to report a page fault of its memory. */
	bool (*is_paged_out)(struct sm_qp *qp);

	/* Completions */

	/* A CQE is to be posted. Returns true to hold it and its inline @data back. */
	bool (*cqe_posted)(struct sm_cq *cq, struct prm_cqe64 *cqe,
			   const struct prm_cqe_inline_64 *data, bool is_solicited, bool is_early);
	/* A CQE is about to be written to the ring, at @cq->pi; then it was written. */
	void (*cqe)(struct sm_cq *cq, const struct prm_cqe64 *cqe,
		    const struct prm_cqe_inline_64 *data);
	void (*cqe_written)(struct sm_cq *cq);
	/* An event is due. Returns true to delay it. */
	bool (*event_due)(struct sm_cq *cq);
	/* A CQ was armed, and an event has announced its last CQE. Returns true to announce it again. */
	bool (*event_comes_again)(struct sm_cq *cq);
	/* Posts, or drops, the CQEs that are held back. Called only if @cq->held is not NULL. */
	void (*cq_released)(struct sm_cq *cq);
	void (*cq_destroyed)(struct sm_cq *cq);

	/* Event queues */

	/* An EQE with this event type is due. */
	enum sm_eqe_fate (*eqe_due)(struct sm_dev *dev, uint8_t type);

	/* Doorbells */

	void (*send_doorbell)(struct sm_uar_page *page, const struct prm_send_doorbell *doorbell);
	/* A send doorbell of a QP is about to be served. Returns true to serve it later. */
	bool (*is_rung_late)(struct sm_qp *qp);
	/* A CQ was armed; NULL: there is none with that number. */
	void (*armed)(struct sm_dev *dev, struct sm_cq *cq,
		      const struct prm_cq_arm_doorbell *doorbell);
	/* The consumer index of a CQ's record was read. */
	void (*consumed)(struct sm_cq *cq, uint32_t ci);
	/* The device has done all that its doorbells asked for. */
	void (*turn)(struct sm_dev *dev);
	/* A send queue is reset: doorbells that wait to be served (@qp->req.late) are dropped. */
	void (*qp_reset)(struct sm_qp *qp);

	/* Packets */

	/* Sends a packet by sm_wire_transmit(), later, or never. Returns what sm_wire_send() returns. */
	bool (*packet_sent)(const struct sm_packet *packet);
	/* Payload is about to be delivered. Returns true to corrupt the byte @at of it. */
	bool (*is_corrupted)(const struct sm_packet *packet, uint64_t *at);
	/* A packet of another process was received; a datagram of another host was. */
	void (*packet_received)(struct sm_dev *dev, const struct sm_packet *packet,
				const uint8_t *payload);
	void (*datagram_received)(const struct sm_datagram *datagram);

	/* This process is a child that fork() has just made. */
	void (*forked)(void);
};

extern const struct sm_observer sm_observer;	/* observe/observers.c */
/* False if no option asks for an observer; true until the options have been read. */
extern bool sm_is_observed;

/* Adds a line to the trace. */
SM_COLD __attribute__((format(printf, 2, 3)))
void sm_note(struct sm_dev *dev, const char *format, ...);

/*
 * Reports a broken rule of strict mode, with the WQE decoded if it is not NULL; @qp may be NULL. Gives
 * false in strict mode. @kind is "strict" for a rule whose violation a card may not report, and
 * "refused" for what fails on a card, too.
 */
SM_COLD __attribute__((format(printf, 6, 7)))
bool sm_rule_broken(const char *kind, struct sm_dev *dev, struct sm_qp *qp,
		    const struct sm_wqe *wqe, const char *rule, const char *format, ...);
#define sm_strict(qp, wqe, rule, ...) \
	sm_rule_broken("strict", (qp)->obj.dev, qp, wqe, rule, __VA_ARGS__)
#define sm_strict_at(dev, rule, ...) sm_rule_broken("strict", dev, NULL, NULL, rule, __VA_ARGS__)
#define sm_refused(qp, wqe, rule, ...) \
	sm_rule_broken("refused", (qp)->obj.dev, qp, wqe, rule, __VA_ARGS__)

#endif
