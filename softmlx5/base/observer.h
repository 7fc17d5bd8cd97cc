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

struct sm_observer {
	/* For the trace. */
	void (*note)(struct sm_dev *dev, const char *text);
	/* See sm_rule_broken(). */
	bool (*rule)(const char *kind, struct sm_dev *dev, struct sm_qp *qp,
		     const struct sm_wqe *wqe, const char *rule, const char *text);

	/*
	 * Requests. One starts: what disturbs it; true: its queue pauses before it. It was fetched, and has
	 * this enum sm_error; false: strict mode refuses it. It reads or writes this memory; its data
	 * go into its CQE instead. It fails, with an enum sm_error and an enum sm_fault.
	 */
	bool (*request_starts)(struct sm_qp *qp);
	bool (*wqe)(struct sm_qp *qp, unsigned int error);
	void (*memory)(const struct sm_accessor *by, const struct sm_sge *sge, unsigned int n);
	void (*inlined)(struct sm_qp *qp, const struct sm_wqe *wqe, const struct sm_sge *sge,
			unsigned int n);
	void (*request_fails)(struct sm_qp *qp, unsigned int error, unsigned int fault);
	/* Is it not answered? Does its queue, which is to stop after it, go on for a while? */
	bool (*is_unanswered)(struct sm_qp *qp);
	bool (*drains_late)(struct sm_qp *qp);
	/*
	 * Receives. Does the receiver say that it is not ready? A WQE was taken, of a receive queue
	 * whose record has @posted, or of a shared one (NULL). Is its memory not present?
	 */
	bool (*is_not_ready)(struct sm_qp *qp);
	void (*receive_wqe)(struct sm_qp *qp, const void *wqe, size_t len, const uint16_t *posted);
	bool (*is_paged_out)(struct sm_qp *qp);

	/*
	 * Completions. One is posted; true: it is held back, and its @data. It is written to the ring,
	 * as number @cq->pi; it was written. An event is due; true: it comes later. Does one come again?
	 */
	bool (*cqe_posted)(struct sm_cq *cq, struct prm_cqe64 *cqe,
			   const struct prm_cqe_inline_64 *data, bool is_solicited, bool is_early);
	void (*cqe)(struct sm_cq *cq, const struct prm_cqe64 *cqe,
		    const struct prm_cqe_inline_64 *data);
	void (*cqe_written)(struct sm_cq *cq);
	bool (*event_due)(struct sm_cq *cq);
	bool (*event_comes_again)(struct sm_cq *cq);
	/* All that is held back comes now; it never comes. Only if @cq->held is not NULL. */
	void (*cq_released)(struct sm_cq *cq);
	void (*cq_destroyed)(struct sm_cq *cq);

	/*
	 * Doorbells: of a send queue; of a QP, and true if its record is read later; of an arming, @cq may be
	 * NULL; a CQ's record was read. The device has done all that a doorbell asks for.
	 */
	void (*send_doorbell)(struct sm_uar_page *page, const struct prm_send_doorbell *doorbell);
	bool (*is_rung_late)(struct sm_qp *qp);
	void (*armed)(struct sm_dev *dev, struct sm_cq *cq,
		      const struct prm_cq_arm_doorbell *doorbell);
	void (*consumed)(struct sm_cq *cq, uint32_t ci);
	void (*turn)(struct sm_dev *dev);
	/* Its send queue is reset: what is late, @qp->req.late, never comes. */
	void (*qp_reset)(struct sm_qp *qp);

	/*
	 * Packets. One is sent, by sm_wire_transmit() or not; false: as from sm_wire_send(). Is a byte of its
	 * payload flipped, and which? One of another process has come; a datagram has.
	 */
	bool (*packet_sent)(const struct sm_packet *packet);
	bool (*is_corrupted)(const struct sm_packet *packet, uint64_t *at);
	void (*packet_received)(struct sm_dev *dev, const struct sm_packet *packet,
				const uint8_t *payload);
	void (*datagram_received)(const struct sm_datagram *datagram);

	/* In a child, after fork(). */
	void (*forked)(void);
};

extern const struct sm_observer sm_observer;	/* observe/observers.c */
extern bool sm_is_observed;	/* false: by no option. True until they are read */

/* A line of the trace. */
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
