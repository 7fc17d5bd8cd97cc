// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Completion queues: CQEs in the application's ring, and events for armed CQs.
 */
#include <stdlib.h>
#include <string.h>

#include "nic/doorbell.h"
#include "nic/nic.h"
#include "nic/strict.h"
#include "nic/work_trace.h"
#include "tools/fault.h"
#include "tools/trace.h"

#define SM_CI_MASK 0xffffffu	/* consumer counters of CQs have 24 bits */

/*
 * Address of CQE @pi. A CQE of 128 bytes has the actual CQE in its second half and room for data in
 * the first.
 */
static struct prm_cqe64 *sm_cqe_at(const struct sm_cq *cq, uint32_t pi)
{
	return (void *)(cq->ring + (size_t)(pi & (cq->size - 1)) * cq->cqe_size + cq->cqe_size -
			PRM_CQE64_SIZE);
}

/* Queue pairs whose completions cannot be reported any more enter the error state. */
static void sm_cq_fail_users(struct sm_timer *timer)
{
	struct sm_cq *cq = sm_container_of(timer, struct sm_cq, failure);
	struct sm_table *qps = &cq->obj.dev->qps;
	uint32_t number = qps->first;
	struct sm_qp *qp;

	for (; (qp = sm_table_next(qps, &number)) != NULL; number++)
		if ((qp->send_cq == cq || qp->recv_cq == cq) && qp->state != PRM_QP_STATE_RST)
			sm_qp_error(qp, PRM_EVENT_TYPE_WQ_CATAS_ERROR);
	sm_nic_run();
}

/* A CQE is posted from inside a queue pair, which cannot be stopped there: a timer stops it. */
SM_COLD static void sm_cq_fail(struct sm_cq *cq, const char *why)
{
	if (cq->has_overflowed)
		return;
	cq->has_overflowed = true;
	sm_trace_note(cq->obj.dev, "CQ 0x%06x is in error: %s", cq->obj.id, why);
	if (cq->listener.event)
		cq->listener.event(cq->listener.owner, PRM_EVENT_TYPE_CQ_ERROR);
	cq->failure.run = sm_cq_fail_users;
	sm_timer_arm(&cq->failure, 0);
}

/* Is there room? Reads the consumer counter from the doorbell record. */
static bool sm_cq_has_room(struct sm_cq *cq)
{
	struct prm_cq_doorbell_record record;
	uint32_t ci;

	if (!sm_read_record(&record, cq->dbr, sizeof(record)))
		return false;
	ci = prm_cq_doorbell_record_get_ci(&record);
	sm_strict_consumer(cq, ci);
	return cq->ctx.oi || ((cq->pi - ci) & SM_CI_MASK) < cq->size;
}

/*
 * Writes the last byte, which has the owner bit, after all others, so that the consumer never sees
 * an incomplete CQE.
 */
static bool sm_cqe_write(struct prm_cqe64 *to, const struct prm_cqe64 *cqe,
			 const struct prm_cqe_inline_64 *data)
{
	const size_t last = PRM_CQE64_SIZE - 1;
	struct sm_guard guard;

	if (sm_guard_enter(&guard))
		return false;
	if (data)
		((struct prm_cqe_inline_64 *)(void *)to)[-1] = *data;
	memcpy(to, cqe, last);
	__atomic_store_n((uint8_t *)to + last, ((const uint8_t *)cqe)[last], __ATOMIC_RELEASE);
	sm_guard_leave(&guard);
	return true;
}

/*
 * Events. Fault injection delays them, in order, until a time or a number of CQEs is reached.
 */

/* Longest time that a batch waits for its last CQE. */
#define SM_BATCH_TIMEOUT_NS 10000000u

static void sm_cq_send_events(struct sm_cq *cq, uint32_t n)
{
	for (; n && cq->listener.completion; n--)
		cq->listener.completion(cq->listener.owner);
}

static void sm_cq_send_late_events(struct sm_cq *cq)
{
	const uint32_t n = cq->n_late_events;

	cq->n_late_events = 0;
	sm_timer_cancel(&cq->event_delay);
	sm_cq_send_events(cq, n);
}

static void sm_cq_event_delay_over(struct sm_timer *timer)
{
	sm_cq_send_late_events(sm_container_of(timer, struct sm_cq, event_delay));
}

static bool sm_cq_hold_event(struct sm_cq *cq)
{
	uint64_t value;

	if (!cq->n_late_events) {
		cq->event_delay.run = sm_cq_event_delay_over;
		cq->is_event_batch = sm_inject(cq->obj.dev, SM_INJECT_EVENT_BATCH, cq->obj.id,
					       &value);
		if (cq->is_event_batch) {
			cq->events_until = cq->pi + (uint32_t)value;
			sm_timer_arm(&cq->event_delay, SM_BATCH_TIMEOUT_NS);
		} else if (sm_inject(cq->obj.dev, SM_INJECT_EVENT_DELAY, cq->obj.id, &value)) {
			sm_timer_arm(&cq->event_delay, value);
		} else {
			return false;
		}
	}
	cq->n_late_events++;
	return true;
}

static void sm_cq_fire(struct sm_cq *cq)
{
	cq->is_armed = false;
	cq->has_fired = true;
	cq->fired_sn = cq->arm_sn;
	cq->event_pi = cq->pi;
	if (cq->ctx.cq_period)
		cq->period_start = sm_now();
	sm_timer_cancel(&cq->moderation);
	if (!sm_cq_hold_event(cq))
		sm_cq_send_events(cq, 1);
}

/*
 * Moderation: an event is sent when there are cq_max_count CQEs since the last one, or when
 * cq_period is over.
 */

static void sm_cq_period_over(struct sm_timer *timer)
{
	struct sm_cq *cq = sm_container_of(timer, struct sm_cq, moderation);

	if (cq->is_armed)
		sm_cq_fire(cq);
}

/* An armed CQ has a CQE to report. */
static void sm_cq_notify(struct sm_cq *cq)
{
	const uint64_t period = UINT64_C(1000) * cq->ctx.cq_period;
	uint64_t passed;

	if (!period ||
	    (cq->ctx.cq_max_count && cq->pi - cq->event_pi >= cq->ctx.cq_max_count)) {
		sm_cq_fire(cq);
		return;
	}
	passed = sm_now() - cq->period_start;
	if (passed >= period) {
		sm_cq_fire(cq);
		return;
	}
	cq->moderation.run = sm_cq_period_over;
	sm_timer_arm(&cq->moderation, period - passed);
}

void sm_cq_moderate(struct sm_cq *cq)
{
	if (cq->moderation.is_armed)
		sm_cq_notify(cq);
}

/* A CQE was written. */
static void sm_cq_has_more(struct sm_cq *cq, bool is_solicited)
{
	if (cq->pi == cq->event_pi && cq->ctx.cq_period &&
	    cq->ctx.cq_period_mode == PRM_CQ_PERIOD_MODE_START_FROM_CQE)
		cq->period_start = sm_now();
	cq->pi++;
	if (is_solicited)
		cq->solicited_pi = cq->pi;
	if (cq->n_late_events && cq->is_event_batch && cq->pi == cq->events_until)
		sm_cq_send_late_events(cq);
	if (cq->is_armed &&
	    (is_solicited || !cq->armed_solicited || cq->moderation.is_armed))
		sm_cq_notify(cq);
}

static void sm_cq_write(struct sm_cq *cq, struct prm_cqe64 *cqe,
			const struct prm_cqe_inline_64 *data, bool is_solicited)
{
	if (cq->has_overflowed)
		return;
	if (!sm_cq_has_room(cq)) {
		sm_cq_fail(cq, "there is no room for another CQE");
		return;
	}
	prm_cqe64_set_owner(cqe, (cq->pi & cq->size) != 0);
	sm_trace_cqe(cq, cqe, data);
	if (!sm_cqe_write(sm_cqe_at(cq, cq->pi), cqe, data)) {
		sm_cq_fail(cq, "its memory is not mapped");
		return;
	}
	cq->obj.dev->cqes++;
	sm_cq_has_more(cq, is_solicited);
}

/* Fault injection: CQEs that are held back, in order, until a time or a number is reached. */
struct sm_held_cqe {
	struct prm_cqe64 cqe;
	struct prm_cqe_inline_64 data;
	bool has_data, is_solicited;
};

void sm_cq_release(struct sm_cq *cq)
{
	uint32_t i, n = cq->n_held;

	cq->n_held = cq->hold_until = 0;
	sm_timer_cancel(&cq->delay);
	for (i = 0; i < n; i++) {
		struct sm_held_cqe *held = &cq->held[i];

		sm_cq_write(cq, &held->cqe, held->has_data ? &held->data : NULL,
			    held->is_solicited);
	}
}

static void sm_cq_delay_over(struct sm_timer *timer)
{
	sm_cq_release(sm_container_of(timer, struct sm_cq, delay));
}

static bool sm_cq_hold(struct sm_cq *cq, const struct prm_cqe64 *cqe,
		       const struct prm_cqe_inline_64 *data, bool is_solicited)
{
	struct sm_held_cqe *held;
	uint64_t value;

	if (!cq->n_held) {
		cq->delay.run = sm_cq_delay_over;
		if (sm_inject(cq->obj.dev, SM_INJECT_CQE_BATCH, cq->obj.id, &value)) {
			cq->hold_until = (uint32_t)value;
			sm_timer_arm(&cq->delay, SM_BATCH_TIMEOUT_NS);
		} else if (sm_inject(cq->obj.dev, SM_INJECT_CQE_DELAY, cq->obj.id, &value)) {
			cq->hold_until = cq->size;
			sm_timer_arm(&cq->delay, value);
		} else {
			return false;
		}
	}
	held = realloc(cq->held, (cq->n_held + 1) * sizeof(*held));
	if (!held) {
		sm_cq_release(cq);
		return false;
	}
	cq->held = held;
	held += cq->n_held;
	held->cqe = *cqe;
	held->has_data = data != NULL;
	if (data)
		held->data = *data;
	held->is_solicited = is_solicited;
	if (++cq->n_held >= cq->hold_until)
		sm_cq_release(cq);
	return true;
}

void sm_cq_post_data(struct sm_cq *cq, struct prm_cqe64 *cqe,
		     const struct prm_cqe_inline_64 *data, bool is_solicited)
{
	if (!sm_cq_hold(cq, cqe, data, is_solicited))
		sm_cq_write(cq, cqe, data, is_solicited);
}

void sm_cq_post(struct sm_cq *cq, struct prm_cqe64 *cqe, bool is_solicited)
{
	sm_cq_post_data(cq, cqe, NULL, is_solicited);
}

void sm_cq_arm(struct sm_dev *dev, const struct prm_cq_arm_doorbell *doorbell)
{
	struct prm_cq_arm_doorbell_fields arm;
	bool is_untold, is_unseen;
	uint32_t latest;
	struct sm_cq *cq;

	prm_cq_arm_doorbell_unpack(&arm, doorbell, NULL);
	cq = sm_table_get(&dev->cqs, arm.cqn);
	sm_strict_arm(dev, cq, doorbell);
	if (!cq)
		return;
	/* The consumer counts events. This one had not seen the last event yet. */
	if (cq->has_fired && arm.arm_sn == cq->fired_sn)
		return;
	cq->is_armed = true;
	cq->arm_sn = arm.arm_sn;
	cq->armed_solicited = arm.arm_cmd == PRM_CQ_ARM_CMD_SOLICITED;
	/*
	 * Are there CQEs that the consumer had not seen when it armed, and of which no event has
	 * told? One that was woken by an event may arm first and poll then.
	 */
	latest = cq->armed_solicited ? cq->solicited_pi : cq->pi;
	is_untold = (int32_t)(latest - cq->event_pi) > 0;
	is_unseen = ((latest - 1 - arm.ci) & SM_CI_MASK) < cq->size;
	sm_timer_cancel(&cq->moderation);
	if (is_untold && is_unseen)
		sm_cq_notify(cq);
}

uint8_t sm_cq_create(struct sm_dev *dev, uint16_t uid, const struct prm_cqc_fields *ctx,
		     uint32_t umem_id, uint64_t offset, struct sm_cq **result)
{
	struct sm_umem *umem = sm_table_get(&dev->umems, umem_id);
	struct sm_umem *dbr_umem = sm_table_get(&dev->umems, ctx->dbr_umem_id);
	struct sm_uar *uar = sm_table_get(&dev->uars, ctx->uar_page);
	const uint32_t cqe_size = ctx->cqe_sz == PRM_CQE_SIZE_64_BYTES ? 64 : 128;
	const uint64_t size = UINT64_C(1) << ctx->log_cq_size;
	struct sm_cq *cq;

	if (!umem || !dbr_umem || !uar || !ctx->dbr_umem_valid)
		return PRM_CMD_STATUS_BAD_RES;
	if (ctx->log_cq_size > prm_cmd_hca_cap_get_log_max_cq_sz(dev->caps->general))
		return PRM_CMD_STATUS_LIM;
	if (!sm_umem_has(umem, offset, size * cqe_size) ||
	    !sm_umem_has(dbr_umem, ctx->dbr_addr, PRM_CQ_DOORBELL_RECORD_SIZE))
		return PRM_CMD_STATUS_BAD_PARAM;
	cq = calloc(1, sizeof(*cq));
	if (!cq || sm_table_add(&dev->cqs, cq, &cq->obj.id)) {
		free(cq);
		return PRM_CMD_STATUS_NO_RES;
	}
	cq->obj.dev = dev;
	cq->obj.uid = uid;
	cq->ctx = *ctx;
	cq->umem = umem;
	cq->dbr_umem = dbr_umem;
	cq->ring = (uint8_t *)umem->addr + offset;
	cq->dbr = (void *)(dbr_umem->addr + ctx->dbr_addr);
	cq->size = (uint32_t)size;
	cq->cqe_size = cqe_size;
	cq->uar = uar;
	umem->obj.users++;
	dbr_umem->obj.users++;
	uar->obj.users++;
	sm_doorbell_cq_created(cq);
	*result = cq;
	return PRM_CMD_STATUS_OK;
}

uint8_t sm_cq_destroy(struct sm_cq *cq)
{
	if (cq->obj.users)
		return PRM_CMD_STATUS_BAD_RES_STATE;
	sm_timer_cancel(&cq->delay);
	sm_timer_cancel(&cq->failure);
	sm_timer_cancel(&cq->moderation);
	sm_timer_cancel(&cq->event_delay);
	cq->umem->obj.users--;
	cq->dbr_umem->obj.users--;
	cq->uar->obj.users--;
	sm_table_remove(&cq->obj.dev->cqs, cq->obj.id);
	free(cq->held);
	free(cq);
	return PRM_CMD_STATUS_OK;
}

static uint8_t sm_cq_arm_state(const struct sm_cq *cq)
{
	if (!cq->is_armed)
		return PRM_CQ_ARM_STATE_FIRED;
	return cq->armed_solicited ? PRM_CQ_ARM_STATE_SOLICITED_NOTIFICATION_REQUEST_ARMED :
				     PRM_CQ_ARM_STATE_NOTIFICATION_REQUEST_ARMED;
}

void sm_cq_query(const struct sm_cq *cq, struct prm_cqc_fields *ctx)
{
	*ctx = cq->ctx;
	ctx->st = sm_cq_arm_state(cq);
	ctx->producer_counter = cq->pi & SM_CI_MASK;
	ctx->status = cq->has_overflowed ? PRM_CQ_STATUS_CQ_OVERFLOW : PRM_CQ_STATUS_OK;
}
