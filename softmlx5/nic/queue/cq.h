/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Completion queues.
 */
#ifndef SOFTMLX5_CQ_H
#define SOFTMLX5_CQ_H

#include "base/device.h"
#include "prm_cq.h"
#include "prm_cqe.h"
#include "prm_doorbell.h"
#include "prm_eqe.h"

struct sm_cq_session;
struct sm_eq;
struct sm_held;

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
	uint32_t solicited_pi;	/* after the last solicited CQE; 0: there was none */
	enum prm_cq_error_syndrome error;	/* no more CQEs are written; 0: none */
	struct sm_timer failure;	/* then its queue pairs fail, too */
	uint32_t strict_ci;	/* strict mode: the consumer's counter when it was last read */
	uint8_t strict_sn;	/* of the last arming */
	bool strict_was_armed;
	struct sm_uar *uar;
	struct sm_eq *eq;	/* NULL: the listener's */
	struct sm_listener listener;
	struct sm_cq_session *session;	/* NULL: its CQEs are not compressed */
	struct sm_held *held;	/* CQEs and events that are held back; NULL: there never were any */
};

/*
 * Posts a CQE of 64 bytes (in its place in a larger one), after setting owner bit and validity;
 * then an event if the CQ is armed.
 */
void sm_cq_post(struct sm_cq *cq, struct prm_cqe64 *cqe, bool is_solicited);
/* The same for a CQE that need not come after those of earlier requests of its send queue. */
void sm_cq_post_early(struct sm_cq *cq, struct prm_cqe64 *cqe, bool is_solicited);
/* The same; @data, if not NULL, are written to the first half of a CQE of 128 bytes. */
void sm_cq_post_data(struct sm_cq *cq, struct prm_cqe64 *cqe,
		     const struct prm_cqe_inline_64 *data, bool is_solicited);
/* Writes the CQEs that are held back. */
void sm_cq_release(struct sm_cq *cq);
/*
 * For what holds CQEs and events back: writes a CQE; its place in the ring, NULL if there is no room;
 * sends events.
 */
void sm_cq_write(struct sm_cq *cq, struct prm_cqe64 *cqe, const struct prm_cqe_inline_64 *data,
		 bool is_solicited);
struct prm_cqe64 *sm_cq_next(struct sm_cq *cq);
void sm_cq_send_events(struct sm_cq *cq, uint32_t n);
/*
 * For cq_session.c. Is there room for a CQE after @n others that are not written yet? Writes the entry
 * of the ring that is @n after the next one; false: the CQ is in error. Writes the next CQE, which
 * counts as @n.
 */
bool sm_cq_has_room_after(struct sm_cq *cq, uint32_t n);
bool sm_cq_write_entry(struct sm_cq *cq, uint32_t n, const struct prm_mini_cqe8 minis[8]);
void sm_cq_write_title(struct sm_cq *cq, struct prm_cqe64 *cqe, uint32_t n);
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

#endif
