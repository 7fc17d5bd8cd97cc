// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * What fault injection and the adversary do to a queue pair, to the firmware and to event queues.
 */
#include <stdlib.h>

#include "nic/queue/ethernet.h"
#include "nic/queue/qp.h"
#include "nic/queue/sq.h"
#include "observe/disturb.h"
#include "observe/fault.h"
#include "observe/late.h"

struct sm_late_doorbell {
	struct sm_late late;	/* reads the record again and runs the queue */
	struct sm_qp *qp;
};

static void sm_late_doorbell(struct sm_late *late)
{
	sm_sq_doorbell(sm_container_of(late, struct sm_late_doorbell, late)->qp);
}

/* The doorbell is rung at a random time. false: out of memory. */
static bool sm_ring_late(struct sm_qp *qp)
{
	if (!qp->req.late) {
		qp->req.late = calloc(1, sizeof(*qp->req.late));
		if (!qp->req.late)
			return false;
		qp->req.late->late.run = sm_late_doorbell;
		qp->req.late->qp = qp;
	}
	sm_late_add(qp->obj.dev, &qp->req.late->late);
	return true;
}

void sm_disturb_reset(struct sm_qp *qp)
{
	sm_late_remove(&qp->req.late->late);
	free(qp->req.late);
	qp->req.late = NULL;
}

bool sm_disturb_doorbell(struct sm_qp *qp)
{
	return sm_odd(qp->obj.dev, SM_ODD_LATE_DOORBELL) && sm_ring_late(qp);
}

/* A PCI function alone has health. */
static void sm_disturb_health(struct sm_dev *dev, uint32_t qpn)
{
	uint64_t value;

	if (sm_inject(dev, SM_INJECT_STALL, qpn, &value))
		dev->health.stalled_until = sm_device_time() + value;
	if (sm_inject(dev, SM_INJECT_HEALTH, qpn, &value))
		dev->health.syndrome = (uint8_t)value;
	if (sm_inject(dev, SM_INJECT_FATAL, qpn, &value)) {
		dev->health.syndrome = (uint8_t)value;
		dev->health.wants_reset = true;
	}
}

enum sm_eqe_fate sm_disturb_eqe(struct sm_dev *dev, uint8_t type)
{
	uint64_t ignored;

	if (sm_inject(dev, SM_INJECT_EQE_LOST, type, &ignored))
		return SM_EQE_LOST;
	return sm_inject(dev, SM_INJECT_INTERRUPT_LOST, type, &ignored) ? SM_EQE_SILENT :
									  SM_EQE_ARRIVES;
}

/*
 * An SQ without TIS has no requests of programs: Linux looks for BlueFlame by 255 NOPs on one, which
 * would make the numbers of all others larger.
 */
static bool sm_is_counted(const struct sm_qp *qp)
{
	return !qp->eth || qp->eth->tis;
}

bool sm_disturb_request(struct sm_qp *qp)
{
	struct sm_dev *dev = qp->obj.dev;
	uint64_t value;

	if (!sm_is_counted(qp))
		return false;
	if (sm_inject(dev, SM_INJECT_EVENT, qp->obj.id, &value) && qp->listener.event)
		qp->listener.event(qp->listener.owner, (uint8_t)value);
	if (sm_inject(dev, SM_INJECT_UNPLUG, qp->obj.id, &value))
		sm_dev_unplug(dev, value);
	sm_disturb_health(dev, qp->obj.id);
	if (sm_odd(dev, SM_ODD_PAUSE) && sm_ring_late(qp))
		return true;
	if (sm_inject(dev, SM_INJECT_QP_ERROR, qp->obj.id, &value) || sm_odd(dev, SM_ODD_QP_ERROR))
		sm_qp_error(qp, PRM_EVENT_TYPE_WQ_CATAS_ERROR);
	return false;
}

bool sm_disturb_answer(struct sm_qp *qp)
{
	return sm_odd(qp->obj.dev, SM_ODD_REQUEST_ERROR);
}

bool sm_disturb_drain(struct sm_qp *qp)
{
	uint64_t late = 0;

	if (!qp->req.is_drain_late &&
	    sm_inject(qp->obj.dev, SM_INJECT_LATE_DRAIN, qp->obj.id, &late)) {
		qp->req.is_drain_late = true;
		qp->req.drain_left = (uint32_t)late;
	} else if (!qp->req.is_drain_late && sm_odd(qp->obj.dev, SM_ODD_LATE_DRAIN)) {
		qp->req.is_drain_late = true;
		qp->req.drain_left = 1 + sm_odd_below(4);
	}
	return qp->req.is_drain_late && qp->req.drain_left--;
}

bool sm_disturb_receive(struct sm_qp *qp)
{
	uint64_t ignored;

	return sm_inject(qp->obj.dev, SM_INJECT_RNR, qp->obj.id, &ignored) ||
	       sm_odd(qp->obj.dev, SM_ODD_RNR);
}

bool sm_disturb_received(struct sm_qp *qp)
{
	uint64_t ignored;

	return sm_inject(qp->obj.dev, SM_INJECT_PAGE_FAULT, qp->obj.id, &ignored) ||
	       sm_odd(qp->obj.dev, SM_ODD_PAGE_FAULT);
}
