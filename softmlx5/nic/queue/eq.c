// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Event queues: EQEs in memory of the host, and interrupts when an EQ is armed.
 */
#include <stdlib.h>
#include <string.h>

#include "base/caps.h"
#include "base/observer.h"
#include "base/reason.h"
#include "nic/queue/cq.h"
#include "nic/queue/doorbell.h"
#include "nic/queue/eq.h"
#include "nic/queue/qp.h"
#include "nic/queue/srq.h"
#include "prm_cmdif.h"

#define SM_EQ_COUNTER_MASK 0xffffffu	/* consumer counters of EQs have 24 bits */

static struct prm_eqe *sm_eqe_at(const struct sm_eq *eq)
{
	return (void *)(eq->ring + (size_t)(eq->pi & (eq->size - 1)) * PRM_EQE_SIZE);
}

/* The owner bit is in the last byte, which is written after all others. */
static bool sm_eqe_write(struct prm_eqe *to, const struct prm_eqe *eqe)
{
	const size_t last = PRM_EQE_SIZE - 1;
	struct sm_guard guard;

	if (sm_guard_enter(&guard))
		return false;
	memcpy(to, eqe, last);
	__atomic_store_n((uint8_t *)to + last, ((const uint8_t *)eqe)[last], __ATOMIC_RELEASE);
	sm_guard_leave(&guard);
	return true;
}

/* A driver that misses events is lost: the device tells it by its health. */
SM_COLD static void sm_eq_fail(struct sm_eq *eq, const char *why)
{
	eq->has_failed = true;
	eq->obj.dev->health.syndrome = PRM_HEALTH_SYNDROME_ASYNCHRONOUS_EQ_BUF_OVERRUN;
	sm_note(eq->obj.dev, "EQ %u is in error: %s", eq->obj.id, why);
	sm_warn("mlx5_%u: EQ %u is in error: %s", eq->obj.dev->index, eq->obj.id, why);
}

static void sm_eq_fire(struct sm_eq *eq)
{
	struct sm_bus *bus = eq->obj.dev->bus;

	eq->is_armed = false;
	bus->interrupt(bus, eq->ctx.intr);
}

void sm_eq_post(struct sm_eq *eq, struct prm_eqe *eqe)
{
	enum sm_eqe_fate fate = SM_EQE_ARRIVES;

	if (eq->has_failed)
		return;
	if (sm_is_observed)
		fate = sm_observer.eqe_due(eq->obj.dev, (uint8_t)prm_eqe_get_event_type(eqe));
	if (fate == SM_EQE_LOST)
		return;
	if (!eq->ctx.oi && ((eq->pi - eq->ci) & SM_EQ_COUNTER_MASK) >= eq->size) {
		sm_eq_fail(eq, "it is full");
		return;
	}
	prm_eqe_set_owner(eqe, (eq->pi & eq->size) != 0);
	if (!sm_eqe_write(sm_eqe_at(eq), eqe)) {
		sm_eq_fail(eq, "its memory is not there");
		return;
	}
	eq->pi++;
	if (eq->is_armed && fate == SM_EQE_SILENT)
		eq->is_armed = false;
	if (eq->is_armed)
		sm_eq_fire(eq);
}

static bool sm_eq_gets(const struct sm_eq *eq, uint8_t type)
{
	return type / 64 < SM_ARRAY_SIZE(eq->events) && (eq->events[type / 64] >> type % 64 & 1);
}

struct sm_eq *sm_eq_of(struct sm_dev *dev, uint8_t event_type)
{
	uint32_t number = dev->eqs.first;
	struct sm_eq *eq;

	for (; (eq = sm_table_next(&dev->eqs, &number)) != NULL; number++)
		if (sm_eq_gets(eq, event_type))
			return eq;
	return NULL;
}

void sm_eq_event(struct sm_dev *dev, struct prm_eqe *eqe)
{
	const uint8_t type = (uint8_t)prm_eqe_get_event_type(eqe);
	uint32_t number = dev->eqs.first;
	struct sm_eq *eq;

	for (; (eq = sm_table_next(&dev->eqs, &number)) != NULL; number++)
		if (sm_eq_gets(eq, type))
			sm_eq_post(eq, eqe);
}

/* The counter tells what has been consumed; an armed EQ that has more fires at once. */
void sm_eq_doorbell(struct sm_uar_page *page, const struct prm_eq_doorbell *doorbell, bool is_arm)
{
	struct prm_eq_doorbell_fields fields;
	struct sm_eq *eq;

	prm_eq_doorbell_unpack(&fields, doorbell, NULL);
	eq = sm_table_get(&page->dev->eqs, fields.eqn);
	if (!eq || eq->uar->page != page) {
		sm_note(page->dev, "doorbell of EQ %u, which UAR 0x%x has not", fields.eqn,
			      page->number);
		return;
	}
	if (((fields.ci - eq->ci) & SM_EQ_COUNTER_MASK) > ((eq->pi - eq->ci) & SM_EQ_COUNTER_MASK))
		sm_note(page->dev, "EQ %u: the counter 0x%x is ahead of the EQEs, 0x%x",
			      fields.eqn, fields.ci, eq->pi & SM_EQ_COUNTER_MASK);
	eq->ci = fields.ci;
	if (!is_arm)
		return;
	eq->is_armed = true;
	if ((eq->pi - eq->ci) & SM_EQ_COUNTER_MASK)
		sm_eq_fire(eq);
}

uint8_t sm_eq_create(struct sm_dev *dev, uint16_t uid, const struct prm_eqc_fields *ctx,
		     struct sm_umem *ring, const uint64_t events[4], struct sm_eq **result)
{
	const uint64_t size = UINT64_C(1) << ctx->log_eq_size;
	struct sm_uar *uar = sm_table_get(&dev->uars, ctx->uar_page);
	struct sm_eq *eq;

	if (!uar)
		return sm_because(PRM_CMD_STATUS_BAD_RES, "there is no UAR 0x%x (uar_page)",
				  ctx->uar_page);
	if (ctx->log_eq_size > prm_cmd_hca_cap_get_log_max_eq_sz(dev->caps->general))
		return sm_because(PRM_CMD_STATUS_LIM,
				  "log_eq_size is %u; at most %u is allowed, "
				  "log_max_eq_sz",
				  ctx->log_eq_size,
				  prm_cmd_hca_cap_get_log_max_eq_sz(dev->caps->general));
	if (!sm_umem_has(ring, 0, size * PRM_EQE_SIZE))
		return sm_because(PRM_CMD_STATUS_BAD_PARAM, "%llu EQEs; the memory has %llu bytes",
				  (unsigned long long)size, (unsigned long long)ring->len);
	eq = calloc(1, sizeof(*eq));
	if (!eq || sm_table_add(&dev->eqs, eq, &eq->obj.id)) {
		free(eq);
		return PRM_CMD_STATUS_NO_RES;
	}
	eq->obj.dev = dev;
	eq->obj.uid = uid;
	eq->ctx = *ctx;
	eq->umem = ring;
	eq->uar = uar;
	eq->ring = (uint8_t *)ring->addr;
	eq->size = (uint32_t)size;
	memcpy(eq->events, events, sizeof(eq->events));
	sm_umem_use(ring, 1);
	uar->obj.users++;
	*result = eq;
	return PRM_CMD_STATUS_OK;
}

uint8_t sm_eq_destroy(struct sm_eq *eq)
{
	if (eq->obj.users)
		return sm_because(PRM_CMD_STATUS_BAD_RES_STATE, "%u CQs use the EQ", eq->obj.users);
	sm_table_remove(&eq->obj.dev->eqs, eq->obj.id);
	eq->uar->obj.users--;
	sm_umem_use(eq->umem, -1);
	free(eq);
	return PRM_CMD_STATUS_OK;
}

void sm_eq_query(const struct sm_eq *eq, struct prm_eqc_fields *ctx)
{
	*ctx = eq->ctx;
	ctx->status = eq->has_failed ? PRM_EQ_STATUS_EQ_WRITE_FAILURE : PRM_EQ_STATUS_OK;
	ctx->st = eq->is_armed ? PRM_EQ_ARM_STATE_ARMED : PRM_EQ_ARM_STATE_FIRED;
	ctx->consumer_counter = eq->ci;
	ctx->producer_counter = eq->pi & SM_EQ_COUNTER_MASK;
}

/*
 * Listeners.
 */

static void sm_eq_completion(void *owner)
{
	const struct sm_cq *cq = owner;
	struct prm_eqe eqe = {0};

	prm_eqe_set_event_type(&eqe, PRM_EVENT_TYPE_COMP);
	prm_eqe_set_completion_cqn(&eqe, cq->obj.id);
	sm_eq_post(cq->eq, &eqe);
}

static void sm_eq_cq_event(void *owner, uint8_t type)
{
	const struct sm_cq *cq = owner;
	struct prm_eqe eqe = {0};

	prm_eqe_set_event_type(&eqe, type);
	prm_eqe_set_cq_error_cqn(&eqe, cq->obj.id);
	prm_eqe_set_cq_error_syndrome(&eqe, cq->error);
	sm_eq_event(cq->obj.dev, &eqe);
}

static void sm_eq_qp_event(void *owner, uint8_t type)
{
	const struct sm_qp *qp = owner;
	struct prm_eqe eqe = {0};

	prm_eqe_set_event_type(&eqe, type);
	switch (type) {
	case PRM_EVENT_TYPE_DCT_DRAINED:
	case PRM_EVENT_TYPE_DCT_KEY_VIOLATION:
		prm_eqe_set_dct_dctn(&eqe, qp->obj.id);
		break;
	default:
		prm_eqe_set_queue_queue_type(&eqe, PRM_EVENT_QUEUE_TYPE_QP);
		prm_eqe_set_queue_qp_srq_n(&eqe, qp->obj.id);
	}
	sm_eq_event(qp->obj.dev, &eqe);
}

static void sm_eq_srq_event(void *owner, uint8_t type)
{
	const struct sm_srq *srq = owner;
	struct prm_eqe eqe = {0};

	prm_eqe_set_event_type(&eqe, type);
	/* Linux looks for the object of a memory pool by this type. */
	prm_eqe_set_queue_queue_type(&eqe, srq->xrcd ? PRM_EVENT_QUEUE_TYPE_QP :
						       PRM_EVENT_QUEUE_TYPE_RQ);
	prm_eqe_set_queue_qp_srq_n(&eqe, srq->obj.id);
	sm_eq_event(srq->obj.dev, &eqe);
}

void sm_eq_listen_cq(struct sm_eq *eq, struct sm_cq *cq)
{
	cq->eq = eq;
	eq->obj.users++;
	cq->listener = (struct sm_listener){ sm_eq_completion, sm_eq_cq_event, cq };
}

void sm_eq_listen_qp(struct sm_qp *qp)
{
	qp->listener = (struct sm_listener){ NULL, sm_eq_qp_event, qp };
}

void sm_eq_listen_srq(struct sm_srq *srq)
{
	srq->listener = (struct sm_listener){ NULL, sm_eq_srq_event, srq };
}
