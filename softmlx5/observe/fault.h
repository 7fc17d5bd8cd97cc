/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Fault injection: its specifications and the points where faults can strike.
 */
#ifndef SOFTMLX5_FAULT_H
#define SOFTMLX5_FAULT_H

#include "base/device.h"

/* Points where a fault can strike; *@value of sm_inject() is the parameter of its kind. */
enum sm_fault_point {
	SM_INJECT_COMMAND,	/* @detail: opcode. Value: status */
	SM_INJECT_WIRE,		/* a byte of a payload is flipped. Value: which */
	SM_INJECT_LOSS,		/* of a packet */
	SM_INJECT_DUPLICATE,	/* a packet comes twice */
	SM_INJECT_REORDER,	/* a packet comes after the next one */
	SM_INJECT_PACKET_DELAY,	/* others overtake the packet. Value: ns */
	SM_INJECT_CQE_DELAY,	/* value: ns */
	SM_INJECT_CQE_BATCH,	/* value: CQEs that are held back together */
	SM_INJECT_EVENT_DELAY,	/* of completions. Value: ns */
	SM_INJECT_EVENT_BATCH,	/* of completions. Value: CQEs that it waits for */
	SM_INJECT_LATE_DRAIN,	/* the send queue stops late. Value: WQEs */
	SM_INJECT_RNR,		/* the receiver says that it is not ready */
	SM_INJECT_PAGE_FAULT,	/* of a WQE of an SRQ */
	SM_INJECT_QP_ERROR,
	SM_INJECT_EVENT,	/* value: event type */
	SM_INJECT_UNPLUG,	/* value: ns */
	/* Of a PCI function alone: */
	SM_INJECT_COMMAND_LOST,	/* @detail: opcode */
	SM_INJECT_COMMAND_DELAY,	/* @detail: opcode. Value: ns */
	SM_INJECT_PAGE_REQUEST,	/* @detail: opcode. Value: pages */
	SM_INJECT_EQE_LOST,	/* @detail: event type */
	SM_INJECT_INTERRUPT_LOST,	/* @detail: event type of the EQE that it announces */
	SM_INJECT_STALL,	/* of the firmware. Value: ns */
	SM_INJECT_HEALTH,	/* value: syndrome, which is reported */
	SM_INJECT_FATAL,	/* value: syndrome, with the request of a reset */
};

struct sm_fault_spec {
	enum sm_fault_point point;
	uint64_t value;
	bool needs_function;	/* only a PCI function has the point */
	uint64_t ns;		/* of a batch: the longest time that it waits */
	uint64_t detail;	/* only for this opcode, QP, CQ or event, if has_detail */
	bool has_detail;
	uint64_t nth;		/* only the n-th time; 0: any */
	uint64_t every;		/* each n-th time; 0: any */
	uint64_t count;		/* at most this many times; 0: no limit */
	double chance;		/* with this probability, if has_chance */
	bool has_chance;
};

/* Parses a specification. NULL, or what is wrong with it in one sentence. */
const char *sm_fault_spec_parse(const char *text, struct sm_fault_spec *spec);

/* The longest time that a batch waits by default. */
#define SM_BATCH_NS UINT64_C(10000000)

/* false: the configuration has no faults. Points of frequent work test it first. */
extern bool sm_has_faults;

SM_COLD bool sm_inject_some(struct sm_dev *dev, enum sm_fault_point point, uint32_t detail,
			    uint64_t *value);

/*
 * Does a fault of the configuration strike here and now? @detail is an opcode, an event type or the
 * number of a QP or CQ; see enum sm_fault_point.
 */
static inline bool sm_inject(struct sm_dev *dev, enum sm_fault_point point, uint32_t detail,
			     uint64_t *value)
{
	return sm_has_faults && sm_inject_some(dev, point, detail, value);
}

/* The longest time that the batch waits which has just been injected. */
uint64_t sm_batch_ns(void);

#endif
