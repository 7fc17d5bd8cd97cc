// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Completion queues: CQEs in the application's ring, and events for armed CQs.
 */
#include <stdlib.h>
#include <string.h>

#include "base/caps.h"
#include "base/observer.h"
#include "base/reason.h"
#include "nic/queue/cq.h"
#include "nic/queue/cq_session.h"
#include "nic/queue/doorbell.h"
#include "nic/queue/eq.h"
#include "nic/queue/qp.h"
#include "nic/wire/wire.h"

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

/* The owner bit of the next CQE: it turns with each round. */
static bool sm_cq_owner(const struct sm_cq *cq)
{
	return (cq->pi & cq->size) != 0;
}

/* Queue pairs whose completions cannot be reported any more enter the error state. */
static void sm_cq_fail_users(struct sm_timer *timer)
{
	struct sm_cq *cq = sm_container_of(timer, struct sm_cq, failure);
	struct sm_table *qps = &cq->obj.dev->qps;
	uint32_t number = qps->first;
	struct sm_qp *qp;

	for (; (qp = sm_table_next(qps, &number)) != NULL; number++)
		if ((qp->send_cq == cq || qp->recv_cq == cq || qp->resp.to.cq == cq) &&
		    qp->state != PRM_QP_STATE_RST)
			sm_qp_error(qp, PRM_EVENT_TYPE_WQ_CATAS_ERROR);
	sm_nic_run();
}

/* A CQE is posted from inside a queue pair, which cannot be stopped there: a timer stops it. */
SM_COLD static void sm_cq_fail(struct sm_cq *cq, enum prm_cq_error_syndrome error, const char *why)
{
	if (cq->error)
		return;
	cq->error = error;
	sm_note(cq->obj.dev, "CQ 0x%06x is in error: %s", cq->obj.id, why);
	if (cq->listener.event)
		cq->listener.event(cq->listener.owner, PRM_EVENT_TYPE_CQ_ERROR);
	cq->failure.run = sm_cq_fail_users;
	sm_timer_arm(&cq->failure, 0);
}

/* There is no room, as far as the doorbell record tells. */
SM_COLD static void sm_cq_fail_full(struct sm_cq *cq)
{
	struct prm_cq_doorbell_record record;

	if (sm_read_record(&record, cq->dbr, sizeof(record)))
		sm_cq_fail(cq, PRM_CQ_ERROR_SYNDROME_CQ_OVERRUN, "there is no room for another CQE");
	else
		sm_cq_fail(cq, PRM_CQ_ERROR_SYNDROME_CQ_ACCESS_VIOLATION_ERROR,
			   "its doorbell record is not mapped");
}

/* Reads the consumer counter from the doorbell record. */
bool sm_cq_has_room_after(struct sm_cq *cq, uint32_t n)
{
	struct prm_cq_doorbell_record record;
	uint32_t ci;

	if (!sm_read_record(&record, cq->dbr, sizeof(record)))
		return false;
	ci = prm_cq_doorbell_record_get_ci(&record);
	if (sm_is_observed)
		sm_observer.consumed(cq, ci);
	return cq->ctx.oi || ((cq->pi + n - ci) & SM_CI_MASK) < cq->size;
}

struct prm_cqe64 *sm_cq_next(struct sm_cq *cq)
{
	return !cq->error && sm_cq_has_room_after(cq, 0) ? sm_cqe_at(cq, cq->pi) : NULL;
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

void sm_cq_send_events(struct sm_cq *cq, uint32_t n)
{
	for (; n && cq->listener.completion; n--)
		cq->listener.completion(cq->listener.owner);
}

static void sm_cq_fire(struct sm_cq *cq)
{
	cq->is_armed = false;
	cq->has_fired = true;
	cq->fired_sn = cq->arm_sn;
	cq->event_pi = cq->pi;
	if (cq->ctx.cq_period)
		cq->period_start = sm_device_time();
	sm_timer_cancel(&cq->moderation);
	if (!sm_is_observed || !sm_observer.event_due(cq))
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
	passed = sm_device_time() - cq->period_start;
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
		cq->period_start = sm_device_time();
	cq->pi++;
	if (is_solicited)
		cq->solicited_pi = cq->pi;
	if (cq->held)
		sm_observer.cqe_written(cq);
	if (cq->is_armed &&
	    (is_solicited || !cq->armed_solicited || cq->moderation.is_armed))
		sm_cq_notify(cq);
}

SM_COLD static void sm_cq_fail_unmapped(struct sm_cq *cq)
{
	sm_cq_fail(cq, PRM_CQ_ERROR_SYNDROME_CQ_ACCESS_VIOLATION_ERROR, "its memory is not mapped");
}

/* Writes the CQE to the next entry; false: the CQ is in error. */
static bool sm_cq_write_next(struct sm_cq *cq, struct prm_cqe64 *cqe,
			     const struct prm_cqe_inline_64 *data)
{
	prm_cqe64_set_owner(cqe, sm_cq_owner(cq));
	if (sm_is_observed)
		sm_observer.cqe(cq, cqe, data);
	if (sm_cqe_write(sm_cqe_at(cq, cq->pi), cqe, data))
		return true;
	sm_cq_fail_unmapped(cq);
	return false;
}

void sm_cq_write(struct sm_cq *cq, struct prm_cqe64 *cqe, const struct prm_cqe_inline_64 *data,
		 bool is_solicited)
{
	if (cq->session)
		sm_cq_session_end(cq->session);
	if (cq->error)
		return;
	if (!sm_cq_has_room_after(cq, 0))
		sm_cq_fail_full(cq);
	else if (sm_cq_write_next(cq, cqe, data))
		sm_cq_has_more(cq, is_solicited);
}

bool sm_cq_write_entry(struct sm_cq *cq, uint32_t n, const struct prm_mini_cqe8 minis[8])
{
	if (cq->error)
		return false;
	if (sm_copy(sm_cqe_at(cq, cq->pi + n), minis, PRM_CQE64_SIZE))
		return true;
	sm_cq_fail_unmapped(cq);
	return false;
}

void sm_cq_write_title(struct sm_cq *cq, struct prm_cqe64 *cqe, uint32_t n)
{
	if (cq->error || !sm_cq_write_next(cq, cqe, NULL))
		return;
	while (n--)
		sm_cq_has_more(cq, false);
}

void sm_cq_release(struct sm_cq *cq)
{
	if (cq->session)
		sm_cq_session_end(cq->session);
	if (cq->held)
		sm_observer.cq_released(cq);
}

static void sm_cq_post_at(struct sm_cq *cq, struct prm_cqe64 *cqe,
			  const struct prm_cqe_inline_64 *data, bool is_solicited, bool is_early)
{
	if (!sm_is_observed || !sm_observer.cqe_posted(cq, cqe, data, is_solicited, is_early))
		sm_cq_write(cq, cqe, data, is_solicited);
}

void sm_cq_post_data(struct sm_cq *cq, struct prm_cqe64 *cqe,
		     const struct prm_cqe_inline_64 *data, bool is_solicited)
{
	sm_cq_post_at(cq, cqe, data, is_solicited, false);
}

void sm_cq_post(struct sm_cq *cq, struct prm_cqe64 *cqe, bool is_solicited)
{
	sm_cq_post_at(cq, cqe, NULL, is_solicited, false);
}

void sm_cq_post_early(struct sm_cq *cq, struct prm_cqe64 *cqe, bool is_solicited)
{
	sm_cq_post_at(cq, cqe, NULL, is_solicited, true);
}

void sm_cq_arm(struct sm_dev *dev, const struct prm_cq_arm_doorbell *doorbell)
{
	struct prm_cq_arm_doorbell_fields arm;
	bool is_untold, is_unseen;
	uint32_t latest;
	struct sm_cq *cq;

	prm_cq_arm_doorbell_unpack(&arm, doorbell, NULL);
	cq = sm_table_get(&dev->cqs, arm.cqn);
	if (sm_is_observed)
		sm_observer.armed(dev, cq, doorbell);
	if (!cq)
		return;
	/* The consumer counts events. This one had not seen the last event yet. */
	if (cq->has_fired && arm.arm_sn == cq->fired_sn)
		return;
	cq->is_armed = true;
	cq->arm_sn = arm.arm_sn;
	cq->armed_solicited = arm.arm_cmd == PRM_CQ_ARM_CMD_SOLICITED;
	/*
	 * True if CQEs have arrived since the consumer last looked and no event announced them. A
	 * consumer that an event woke may arm before it polls.
	 */
	latest = cq->armed_solicited ? cq->solicited_pi : cq->pi;
	is_untold = (int32_t)(latest - cq->event_pi) > 0;
	is_unseen = ((latest - 1 - arm.ci) & SM_CI_MASK) < cq->size;
	sm_timer_cancel(&cq->moderation);
	if (is_unseen && (is_untold || (sm_is_observed && sm_observer.event_comes_again(cq))))
		sm_cq_notify(cq);
}

uint8_t sm_cq_create(struct sm_dev *dev, uint16_t uid, const struct prm_cqc_fields *ctx,
		     const struct sm_place *place, struct sm_cq **result)
{
	struct sm_umem *umem = place->umem, *dbr_umem = place->dbr_umem;
	struct sm_eq *eq = sm_table_get(&dev->eqs, ctx->c_eqn);
	struct sm_uar *uar = sm_table_get(&dev->uars, ctx->uar_page);
	const uint32_t cqe_size = ctx->cqe_sz == PRM_CQE_SIZE_64_BYTES ? 64 : 128;
	const uint64_t size = UINT64_C(1) << ctx->log_cq_size;
	struct sm_cq *cq;

	if (!umem || !dbr_umem || !uar || (dev->bus && !eq))
		return sm_because(PRM_CMD_STATUS_BAD_RES,
				  "one of uar_page 0x%x, c_eqn 0x%x, the ring and the "
				  "record does not exist",
				  ctx->uar_page, ctx->c_eqn);
	if (ctx->log_cq_size > prm_cmd_hca_cap_get_log_max_cq_sz(dev->caps->general))
		return sm_because(PRM_CMD_STATUS_LIM,
				  "log_cq_size is %u; at most %u is allowed, "
				  "log_max_cq_sz",
				  ctx->log_cq_size,
				  prm_cmd_hca_cap_get_log_max_cq_sz(dev->caps->general));
	if (!sm_umem_has(umem, place->offset, size * cqe_size) ||
	    !sm_umem_has(dbr_umem, place->dbr_offset, PRM_CQ_DOORBELL_RECORD_SIZE))
		return sm_because(PRM_CMD_STATUS_BAD_PARAM,
				  "%llu CQEs of %u bytes from offset %llu on; the "
				  "memory has %llu bytes, or the record is outside of its own",
				  (unsigned long long)size, cqe_size,
				  (unsigned long long)place->offset, (unsigned long long)umem->len);
	if (!sm_cq_session_is_possible(dev, ctx))
		return sm_because(PRM_CMD_STATUS_BAD_PARAM,
				  "the device cannot compress CQEs with cqe_sz %u, "
				  "cqe_compression_layout %u and mini_cqe_res_format %u",
				  ctx->cqe_sz, ctx->cqe_compression_layout,
				  ctx->mini_cqe_res_format_ext << 2 | ctx->mini_cqe_res_format);
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
	cq->ring = (uint8_t *)umem->addr + place->offset;
	cq->dbr = (void *)(dbr_umem->addr + place->dbr_offset);
	cq->size = (uint32_t)size;
	cq->cqe_size = cqe_size;
	cq->uar = uar;
	sm_umem_use(umem, 1);
	sm_umem_use(dbr_umem, 1);
	uar->obj.users++;
	if (eq)
		sm_eq_listen_cq(eq, cq);
	sm_doorbell_cq_created(cq);
	if (ctx->cqe_comp_en)
		cq->session = sm_cq_session_new(cq);
	*result = cq;
	return PRM_CMD_STATUS_OK;
}

uint8_t sm_cq_destroy(struct sm_cq *cq)
{
	if (cq->obj.users)
		return sm_because(PRM_CMD_STATUS_BAD_RES_STATE, "%u queues use the CQ",
				  cq->obj.users);
	sm_timer_cancel(&cq->failure);
	sm_timer_cancel(&cq->moderation);
	sm_cq_session_free(cq->session);
	if (cq->held)
		sm_observer.cq_destroyed(cq);
	sm_umem_use(cq->umem, -1);
	sm_umem_use(cq->dbr_umem, -1);
	cq->uar->obj.users--;
	if (cq->eq)
		cq->eq->obj.users--;
	sm_table_remove(&cq->obj.dev->cqs, cq->obj.id);
	free(cq);
	return PRM_CMD_STATUS_OK;
}

/* Tells the consumer to go on in the new ring. It is no completion, so events do not count it. */
static bool sm_cq_write_resize(struct sm_cq *cq)
{
	struct prm_cqe64_fields fields;
	struct prm_cqe64 cqe;

	prm_cqe64_fields_init(&fields);
	fields.opcode = PRM_CQE_OPCODE_RESIZE_CQ;
	fields.owner = sm_cq_owner(cq);
	prm_cqe64_pack(&cqe, &fields);
	if (sm_is_observed)
		sm_observer.cqe(cq, &cqe, NULL);
	if (!sm_cqe_write(sm_cqe_at(cq, cq->pi), &cqe, NULL))
		return false;
	cq->pi++;
	cq->event_pi++;
	return true;
}

uint8_t sm_cq_resize(struct sm_cq *cq, const struct prm_cqc_fields *ctx, struct sm_umem *ring)
{
	const uint32_t cqe_size = ctx->cqe_sz == PRM_CQE_SIZE_64_BYTES ? 64 : 128;
	const uint64_t size = UINT64_C(1) << ctx->log_cq_size;
	struct prm_cq_doorbell_record record;
	uint32_t there;

	if (ctx->log_cq_size > prm_cmd_hca_cap_get_log_max_cq_sz(cq->obj.dev->caps->general))
		return sm_because(PRM_CMD_STATUS_LIM,
				  "log_cq_size is %u; at most %u is allowed, "
				  "log_max_cq_sz",
				  ctx->log_cq_size,
				  prm_cmd_hca_cap_get_log_max_cq_sz(cq->obj.dev->caps->general));
	/* QPs may rely on the room for data. */
	if (cqe_size != cq->cqe_size || !sm_umem_has(ring, 0, size * cqe_size))
		return sm_because(PRM_CMD_STATUS_BAD_PARAM,
				  "%llu CQEs of %u bytes; they had %u, and the new "
				  "memory has %llu bytes",
				  (unsigned long long)size, cqe_size, cq->cqe_size,
				  (unsigned long long)ring->len);
	sm_cq_release(cq);
	if (cq->error || !sm_read_record(&record, cq->dbr, sizeof(record)))
		return sm_because(PRM_CMD_STATUS_BAD_RES_STATE,
				  "the CQ has overflowed, or its doorbell "
				  "record is not mapped");
	there = (cq->pi - prm_cq_doorbell_record_get_ci(&record)) & SM_CI_MASK;
	if (!cq->ctx.oi && there >= size)
		return sm_because(PRM_CMD_STATUS_BAD_SIZE_OUTS_CQES,
				  "%u CQEs have not been polled, and the "
				  "new ring has %llu",
				  there, (unsigned long long)size);
	if ((!cq->ctx.oi && there >= cq->size) || !sm_cq_write_resize(cq))
		return sm_because(PRM_CMD_STATUS_BAD_RES_STATE,
				  "the old ring is full: it has no place for the CQE RESIZE_CQ");
	sm_umem_use(cq->umem, -1);
	sm_umem_use(ring, 1);
	cq->umem = ring;
	cq->ring = (uint8_t *)ring->addr;
	cq->size = (uint32_t)size;
	cq->ctx.log_cq_size = ctx->log_cq_size;
	cq->ctx.log_page_size = ctx->log_page_size;
	cq->ctx.page_offset = ctx->page_offset;
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
	ctx->status = cq->error ? PRM_CQ_STATUS_CQ_OVERFLOW : PRM_CQ_STATUS_OK;
}
