// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Fault injection. Each specification has its own counter of opportunities and its own random
 * numbers, so that runs with the same seed have the same faults.
 */
#include <stdlib.h>

#include "base/observer.h"
#include "observe/fault.h"

struct sm_injected {
	struct sm_fault_spec spec;
	uint64_t seen, struck;
	uint64_t random;	/* state of the generator, not 0 */
};

static struct {
	struct sm_injected *list;
	size_t n;
	bool is_read;
	uint64_t batch_ns;	/* of the fault that struck last */
} sm_injection;

bool sm_has_faults = true;	/* until the configuration is read */

/* xorshift64*, a number from 0 to 1. */
static double sm_random(uint64_t *state)
{
	*state ^= *state >> 12;
	*state ^= *state << 25;
	*state ^= *state >> 27;
	return (double)((*state * UINT64_C(0x2545f4914f6cdd1d)) >> 11) / 9007199254740992.0;
}

static void sm_injection_read(void)
{
	const struct sm_config *config = sm_config();
	char **text;

	sm_injection.is_read = true;
	for (text = config->faults; text && *text; text++) {
		struct sm_injected *list = realloc(sm_injection.list,
						   (sm_injection.n + 1) * sizeof(*list));
		const char *why;

		if (!list)
			return;
		sm_injection.list = list;
		list += sm_injection.n;
		*list = (struct sm_injected){0};
		why = sm_fault_spec_parse(*text, &list->spec);
		if (why) {
			sm_warn("--fault %s: %s", *text, why);
			continue;
		}
		sm_injection.n++;
		list->random = (config->seed + sm_injection.n) * UINT64_C(0x9e3779b97f4a7c15) | 1;
	}
}

static bool sm_strikes(struct sm_injected *fault, uint32_t detail)
{
	const struct sm_fault_spec *spec = &fault->spec;

	if (spec->has_detail && spec->detail != detail)
		return false;
	fault->seen++;
	if ((spec->nth && fault->seen != spec->nth) ||
	    (spec->every && fault->seen % spec->every) ||
	    (spec->count && fault->struck == spec->count) ||
	    (spec->has_chance && sm_random(&fault->random) >= spec->chance))
		return false;
	fault->struck++;
	return true;
}

bool sm_inject_some(struct sm_dev *dev, enum sm_fault_point point, uint32_t detail,
		    uint64_t *value)
{
	size_t i;

	if (!sm_injection.is_read)
		sm_injection_read();
	for (i = 0; i < sm_injection.n; i++) {
		struct sm_injected *fault = &sm_injection.list[i];

		if (fault->spec.point == point && sm_strikes(fault, detail)) {
			*value = fault->spec.value;
			sm_injection.batch_ns = fault->spec.ns;
			sm_note(dev, "fault %zu strikes", i + 1);
			return true;
		}
	}
	sm_has_faults = sm_injection.n != 0;
	return false;
}

uint64_t sm_batch_ns(void)
{
	return sm_injection.batch_ns;
}
