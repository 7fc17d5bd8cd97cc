// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * CQEs and events that are held back, in order: by fault injection until a time or a number of CQEs is
 * reached, by the adversary until it does late work.
 */
#include <stdlib.h>
#include <string.h>

#include "base/guard.h"
#include "nic/queue/cq.h"
#include "observe/fault.h"
#include "observe/held.h"
#include "observe/late.h"
#include "observe/odd_cqe.h"

struct sm_held_cqe {
	struct prm_cqe64 cqe;
	struct prm_cqe_inline_64 data;
	bool has_data, is_solicited;
};

struct sm_held {
	struct sm_cq *cq;
	/* CQEs, until there are @until of them, or @delay is over. */
	struct sm_held_cqe *cqes;
	uint32_t n, until;
	struct sm_timer delay;
	/* Events; a batch is sent when there have been @events_until CQEs. */
	uint32_t n_events, events_until;
	bool is_event_batch;
	struct sm_timer event_delay;
	struct sm_late late, late_event;	/* the adversary: releases CQEs, or events */
};

static struct sm_held *sm_held_of(struct sm_cq *cq)
{
	if (!cq->held) {
		cq->held = calloc(1, sizeof(*cq->held));
		if (cq->held)
			cq->held->cq = cq;
	}
	return cq->held;
}

void sm_held_forget(struct sm_cq *cq)
{
	struct sm_held *held = cq->held;

	sm_timer_cancel(&held->delay);
	sm_timer_cancel(&held->event_delay);
	sm_late_remove(&held->late);
	sm_late_remove(&held->late_event);
	free(held->cqes);
	free(held);
	cq->held = NULL;
}

/*
 * Events.
 */

static void sm_held_send_events(struct sm_held *held)
{
	const uint32_t n = held->n_events;

	held->n_events = 0;
	sm_timer_cancel(&held->event_delay);
	sm_late_remove(&held->late_event);
	sm_cq_send_events(held->cq, n);
}

static void sm_held_event_delay_over(struct sm_timer *timer)
{
	sm_held_send_events(sm_container_of(timer, struct sm_held, event_delay));
}

static void sm_held_event_late(struct sm_late *late)
{
	sm_held_send_events(sm_container_of(late, struct sm_held, late_event));
}

bool sm_hold_event(struct sm_cq *cq)
{
	struct sm_held *held = cq->held;
	uint64_t value;

	if (!(sm_has_faults || sm_has_adversary))
		return false;
	held = sm_held_of(cq);
	if (!held)
		return false;
	if (!held->n_events) {
		held->event_delay.run = sm_held_event_delay_over;
		held->is_event_batch = sm_inject(cq->obj.dev, SM_INJECT_EVENT_BATCH, cq->obj.id,
						 &value);
		if (held->is_event_batch) {
			held->events_until = cq->pi + (uint32_t)value;
			sm_timer_arm(&held->event_delay, sm_batch_ns());
		} else if (sm_inject(cq->obj.dev, SM_INJECT_EVENT_DELAY, cq->obj.id, &value)) {
			sm_timer_arm(&held->event_delay, value);
		} else if (sm_odd(cq->obj.dev, SM_ODD_LATE_EVENT)) {
			held->late_event.run = sm_held_event_late;
			sm_late_add(cq->obj.dev, &held->late_event);
		} else {
			return false;
		}
	}
	held->n_events++;
	return true;
}

void sm_held_written(struct sm_cq *cq)
{
	const struct sm_held *held = cq->held;

	if (held->n_events && held->is_event_batch && cq->pi == held->events_until)
		sm_held_send_events(cq->held);
}

/*
 * CQEs.
 */

/* Writes the first @n of them. */
static void sm_held_release_some(struct sm_held *held, uint32_t n)
{
	const uint32_t left = held->n - n;
	uint32_t i;

	for (i = 0; i < n; i++) {
		struct sm_held_cqe *first = &held->cqes[i];

		sm_cq_write(held->cq, &first->cqe, first->has_data ? &first->data : NULL,
			    first->is_solicited);
	}
	memmove(held->cqes, held->cqes + n, left * sizeof(*held->cqes));
	held->n = left;
}

void sm_held_release(struct sm_cq *cq)
{
	struct sm_held *held = cq->held;

	held->until = 0;
	sm_timer_cancel(&held->delay);
	sm_late_remove(&held->late);
	if (held->n)
		sm_held_release_some(held, held->n);
}

/* The next CQE without its last byte, which has the owner bit. Only if there is room, as if it were whole. */
static void sm_held_tear(const struct sm_held *held)
{
	struct prm_cqe64 *to = sm_cq_next(held->cq);

	if (to)
		sm_copy(to, &held->cqes[0].cqe, PRM_CQE64_SIZE - 1);
}

/* A program that does nothing gets one CQE after the other, whenever it looks. */
static void sm_held_late(struct sm_late *late)
{
	struct sm_held *held = sm_container_of(late, struct sm_held, late);
	struct sm_dev *dev = held->cq->obj.dev;

	if (sm_odd(dev, SM_ODD_TORN_CQE))
		sm_held_tear(held);
	else
		sm_held_release_some(held, sm_late_is_idle() ? 1 : 1 + sm_odd_below(held->n));
	if (held->n)
		sm_late_add(dev, late);
}

static void sm_held_delay_over(struct sm_timer *timer)
{
	sm_held_release(sm_container_of(timer, struct sm_held, delay)->cq);
}

static bool sm_hold(struct sm_cq *cq, const struct prm_cqe64 *cqe,
		    const struct prm_cqe_inline_64 *data, bool is_solicited)
{
	struct sm_held *held = sm_held_of(cq);
	struct sm_held_cqe *list;
	uint64_t value;

	if (!held)
		return false;
	if (!held->n) {
		held->delay.run = sm_held_delay_over;
		if (sm_inject(cq->obj.dev, SM_INJECT_CQE_BATCH, cq->obj.id, &value)) {
			held->until = (uint32_t)value;
			sm_timer_arm(&held->delay, sm_batch_ns());
		} else if (sm_inject(cq->obj.dev, SM_INJECT_CQE_DELAY, cq->obj.id, &value)) {
			held->until = cq->size;
			sm_timer_arm(&held->delay, value);
		} else if (sm_odd(cq->obj.dev, SM_ODD_LATE_CQE)) {
			held->until = UINT32_MAX;
			held->late.run = sm_held_late;
			sm_late_add(cq->obj.dev, &held->late);
		} else {
			return false;
		}
	}
	list = realloc(held->cqes, (held->n + 1) * sizeof(*list));
	if (!list) {
		sm_held_release(cq);
		return false;
	}
	held->cqes = list;
	list += held->n;
	list->cqe = *cqe;
	list->has_data = data != NULL;
	if (data)
		list->data = *data;
	list->is_solicited = is_solicited;
	if (++held->n >= held->until)
		sm_held_release(cq);
	return true;
}

/*
 * May a report about a request come before this CQE? Not before one of its own queue that was executed locally: it may be
 * of the configuration that the request uses.
 */
static bool sm_cqe_can_wait(const struct prm_cqe64 *cqe, uint32_t qpn)
{
	if (prm_cqe64_get_qpn(cqe) != qpn)
		return true;
	if (prm_cqe64_get_opcode(cqe) != PRM_CQE_OPCODE_REQ)
		return false;
	switch (prm_cqe64_get_s_wqe_opcode(cqe)) {
	case PRM_WQE_OPCODE_RDMA_WRITE:
	case PRM_WQE_OPCODE_RDMA_WRITE_IMM:
	case PRM_WQE_OPCODE_SEND:
	case PRM_WQE_OPCODE_SEND_IMM:
		return true;
	default:
		return false;
	}
}

/* The adversary: the last CQE overtakes some of those before it. */
static void sm_held_overtake(struct sm_held *held, uint32_t qpn)
{
	const struct sm_held_cqe early = held->cqes[held->n - 1];
	uint32_t at = held->n - 1;

	while (at && sm_cqe_can_wait(&held->cqes[at - 1].cqe, qpn) && sm_odd_below(4)) {
		held->cqes[at] = held->cqes[at - 1];
		at--;
	}
	held->cqes[at] = early;
}

bool sm_hold_cqe(struct sm_cq *cq, struct prm_cqe64 *cqe, const struct prm_cqe_inline_64 *data,
		 bool is_solicited, bool is_early)
{
	const uint32_t qpn = prm_cqe64_get_qpn(cqe), before = cq->held ? cq->held->n : 0;

	if (sm_has_adversary)
		sm_cqe_odd_bits(cq->obj.dev, cqe);
	if (!(sm_has_faults || sm_has_adversary) || !sm_hold(cq, cqe, data, is_solicited))
		return false;
	if (is_early && before && cq->held->n == before + 1 &&
	    sm_odd(cq->obj.dev, SM_ODD_EARLY_SIGERR))
		sm_held_overtake(cq->held, qpn);
	return true;
}
