/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * The adversary: a device that does what a card may do. An oddity is one such liberty; docs/adversary.md has the
 * reason why a card may take it. A seed decides at each opportunity whether the device takes it.
 */
#ifndef SOFTMLX5_ADVERSARY_H
#define SOFTMLX5_ADVERSARY_H

#include "base/device.h"

struct prm_layout;

enum sm_oddity {
	/* What the device writes. */
	SM_ODD_CQE_BITS,	/* bits of a CQE without a meaning */
	SM_ODD_SIGERR_BITS,	/* of SIG_ERR, which libmlx5 before 2024-09 took for a part of fields */
	SM_ODD_ANSWER_BITS,	/* reserved bits in answers to commands */
	/* These concern the whole device, once. */
	SM_ODD_NUMBERS,		/* numbers of objects start near their last one */
	SM_ODD_SLOT,		/* upper 8 bits of QP numbers */
	SM_ODD_KEY_TAGS,	/* the lower 8 bits of keys that the kernel registers */
	SM_ODD_LONG_CQES,	/* libmlx5 asks for CQEs of 128 bytes */
	SM_ODD_OLD_CQES,	/* CQE version 0 */
	SM_ODD_PRESET,		/* another model's capabilities */
	/* When. */
	SM_ODD_LATE_CQE,	/* CQEs of queues come late, in batches, in any order of the queues */
	SM_ODD_TORN_CQE,	/* the owner bit comes later than the rest of its CQE */
	SM_ODD_EARLY_SIGERR,	/* SIG_ERR comes before CQEs of earlier requests */
	SM_ODD_LATE_EVENT,	/* a completion event comes late */
	SM_ODD_AGAIN_EVENT,	/* arming gives an event for CQEs that an event has reported */
	SM_ODD_LATE_DOORBELL,	/* the record of a send queue is read late */
	SM_ODD_EARLY_RECORD,	/* and without a new doorbell */
	SM_ODD_PAUSE,		/* other queues run between two requests of a queue */
	SM_ODD_STALL,		/* more than a second passes */
	SM_ODD_LATE_DRAIN,	/* a signature error stops the send queue some requests late */
	/* Failures. */
	SM_ODD_COMMAND,		/* a command that makes an object finds no resources */
	SM_ODD_QP_ERROR,	/* a queue pair enters the error state */
	SM_ODD_REQUEST_ERROR,	/* the peer does not answer a request */
	SM_ODD_PAGE_FAULT,	/* of a WQE of an SRQ */
	SM_ODD_RNR,		/* the receiver is not ready, though a WQE is posted */
	SM_ODDITIES,
};

/* The occurrences of an oddity that happen, counted from 1; none if @last is 0. */
struct sm_odd_share {
	uint64_t first, last;
	bool is_named;	/* it happens with each seed */
};

/*
 * A list of --oddities; NULL means all those that a right program does not notice. Gives NULL, or what is wrong in one
 * sentence; sm_oddities_check() only that.
 */
const char *sm_oddities_parse(const char *list, struct sm_odd_share shares[SM_ODDITIES]);
const char *sm_oddities_check(const char *list);
/* A seed has each oddity at another rate, of 4096 opportunities. */
uint32_t sm_odd_rate(uint64_t seed, enum sm_oddity oddity, bool is_named);
/* Random numbers by their counter, in independent streams. */
#define SM_ODD_STREAM_OF_RATES SM_ODDITIES	/* those before it are the oddities' own */
#define SM_ODD_STREAM_OF_DETAILS (SM_ODDITIES + 1)
#define SM_ODD_STREAM_OF_BITS (SM_ODDITIES + 2)
#define SM_ODD_STREAMS (SM_ODDITIES + 3)
uint64_t sm_odd_hash(uint64_t seed, uint32_t stream, uint64_t counter);
/* Name of the @i-th oddity or group; NULL after the last one. */
const char *sm_oddity_name(unsigned int i);

/*
 * The preset of capabilities of a configuration. It depends on nothing else, so that the launcher and the device agree.
 */
const char *sm_adversary_preset(const struct sm_config *config);
/* Does the launcher set libmlx5's MLX5_CQE_SIZE to 128? */
bool sm_adversary_has_long_cqes(const struct sm_config *config);

/* false: there is no --adversary. Points of frequent work test it first. */
extern bool sm_has_adversary;

/* @dev is for the trace, and may be NULL. */
SM_COLD bool sm_odd_some(struct sm_dev *dev, enum sm_oddity oddity, uint32_t *value);

/* Does the device take this liberty here and now? */
static inline bool sm_odd(struct sm_dev *dev, enum sm_oddity oddity)
{
	return sm_has_adversary && sm_odd_some(dev, oddity, NULL);
}

/* The same; *@value becomes a random number. */
static inline bool sm_odd_value(struct sm_dev *dev, enum sm_oddity oddity, uint32_t *value)
{
	return sm_has_adversary && sm_odd_some(dev, oddity, value);
}

/* A random number that decides how something odd happens, below @n. */
uint32_t sm_odd_below(uint32_t n);
/* The same for bits without a meaning, of which there are many; they do not change what happens. */
uint32_t sm_odd_bits(uint32_t n);
/* Fills bits from bit @offset on, as prm_bits() counts them, with random ones. */
void sm_odd_fill(void *bytes, uint32_t offset, uint32_t width);
/* The same for all reserved and ignored bits of an image that has this layout. */
void sm_odd_fill_gaps(const struct prm_layout *layout, void *bytes);

#endif
