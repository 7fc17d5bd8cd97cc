// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The oddities of the adversary: their names and rates, and lists of them as softmlx5(1) describes them.
 */
#include <stdlib.h>
#include <string.h>

#include "base/adversary.h"

/*
 * A seed has each oddity at one of these rates, of 4096 opportunities: programs that rarely see one fail in other ways
 * than those that see it always. The first of two rates is never 0 for an oddity that was asked for by name.
 */
static const uint16_t sm_often[] = { 512, 0, 128, 2048 }, sm_sometimes[] = { 64, 0, 16, 256 },
		      sm_rarely[] = { 2, 0, 1, 8 }, sm_seldom[] = { 1, 0, 1, 4 }, sm_once[] = { 4096, 0, 0, 4096 };

static const struct {
	const char *name;
	const uint16_t *rates;
	bool is_failure;
} sm_oddities[SM_ODDITIES] = {
	[SM_ODD_CQE_BITS] = { "cqe-bits", sm_once, false },
	[SM_ODD_SIGERR_BITS] = { "sigerr-bits", sm_once, false },
	[SM_ODD_ANSWER_BITS] = { "answer-bits", sm_once, false },
	[SM_ODD_NUMBERS] = { "numbers", sm_once, false },
	[SM_ODD_SLOT] = { "slot", sm_once, false },
	[SM_ODD_KEY_TAGS] = { "key-tags", sm_once, false },
	[SM_ODD_LONG_CQES] = { "long-cqes", sm_once, false },
	[SM_ODD_OLD_CQES] = { "old-cqes", sm_once, false },
	[SM_ODD_PRESET] = { "preset", sm_once, false },
	[SM_ODD_LATE_CQE] = { "late-cqe", sm_often, false },
	[SM_ODD_TORN_CQE] = { "torn-cqe", sm_often, false },
	[SM_ODD_EARLY_SIGERR] = { "early-sigerr", sm_often, false },
	[SM_ODD_LATE_EVENT] = { "late-event", sm_often, false },
	[SM_ODD_AGAIN_EVENT] = { "again-event", sm_often, false },
	[SM_ODD_LATE_DOORBELL] = { "late-doorbell", sm_often, false },
	[SM_ODD_EARLY_RECORD] = { "early-record", sm_often, false },
	[SM_ODD_PAUSE] = { "pause", sm_sometimes, false },
	[SM_ODD_STALL] = { "stall", sm_seldom, false },
	[SM_ODD_LATE_DRAIN] = { "late-drain", sm_often, false },
	[SM_ODD_COMMAND] = { "command", sm_sometimes, true },
	[SM_ODD_QP_ERROR] = { "qp-error", sm_rarely, true },
	[SM_ODD_REQUEST_ERROR] = { "request-error", sm_rarely, true },
	[SM_ODD_PAGE_FAULT] = { "page-fault", sm_often, true },
	[SM_ODD_RNR] = { "rnr", sm_sometimes, true },
};

static const char *const sm_groups[] = { "quiet", "failures" };

/* splitmix64: a number that looks random, for each counter of each stream. */
uint64_t sm_odd_hash(uint64_t seed, uint32_t stream, uint64_t counter)
{
	uint64_t x = (seed * SM_ODD_STREAMS + stream) * UINT64_C(0xd1342543de82ef95) +
		     counter * UINT64_C(0x9e3779b97f4a7c15);

	x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
	return x ^ x >> 31;
}

uint32_t sm_odd_rate(uint64_t seed, enum sm_oddity oddity, bool is_named)
{
	const uint64_t chosen = sm_odd_hash(seed, SM_ODD_STREAM_OF_RATES, oddity) % 4;
	const uint16_t rate = sm_oddities[oddity].rates[chosen];

	return is_named && !rate ? sm_oddities[oddity].rates[0] : rate;
}

/*
 * The list of --oddities.
 */

const char *sm_oddity_name(unsigned int i)
{
	if (i < SM_ODDITIES)
		return sm_oddities[i].name;
	i -= SM_ODDITIES;
	return i < SM_ARRAY_SIZE(sm_groups) ? sm_groups[i] : NULL;
}

static bool sm_is_named(enum sm_oddity oddity, const char *name)
{
	return !strcmp(name, sm_oddities[oddity].name) ||
	       !strcmp(name, sm_groups[sm_oddities[oddity].is_failure]);
}

/* "-7", "3-7", "3-": the first and the last one. */
static bool sm_parse_share(const char *text, struct sm_odd_share *share)
{
	char *end;

	share->first = share->last = strtoull(text, &end, 10);
	if (end == text && *end != '-')
		return false;
	if (end == text)
		share->first = 1;
	if (*end == '-') {
		const char *second = end + 1;

		share->last = strtoull(second, &end, 10);
		if (end == second)
			share->last = UINT64_MAX;
	}
	return !*end && share->first && share->first <= share->last;
}

static const char *sm_parse_oddity(char *word, struct sm_odd_share shares[SM_ODDITIES])
{
	const bool is_off = *word == '-';
	struct sm_odd_share share = { is_off ? 0 : 1, is_off ? 0 : UINT64_MAX, !is_off };
	char *name = word + is_off, *colon = strchr(name, ':');
	bool any = false;

	if (colon) {
		*colon++ = '\0';
		if (is_off || !sm_parse_share(colon, &share))
			return "after the colon there must be N, N-M, N- or -M, counted from 1";
	}
	for (unsigned int i = 0; i < SM_ODDITIES; i++)
		if (sm_is_named(i, name)) {
			shares[i] = share;
			shares[i].is_named = !is_off && !strcmp(name, sm_oddities[i].name);
			any = true;
		}
	return any ? NULL : "there is no such oddity; docs/adversary.md lists them";
}

const char *sm_oddities_parse(const char *list, struct sm_odd_share shares[SM_ODDITIES])
{
	char copy[1024], *rest = copy, *word;
	const bool starts_with_all = !list || *list == '-';

	for (unsigned int i = 0; i < SM_ODDITIES; i++)
		shares[i] = (struct sm_odd_share){
			starts_with_all && !sm_oddities[i].is_failure,
			starts_with_all && !sm_oddities[i].is_failure ? UINT64_MAX : 0, false };
	if (!list)
		return NULL;
	if (strlen(list) >= sizeof(copy))
		return "the list is too long";
	strcpy(copy, list);
	while ((word = strsep(&rest, ",")) != NULL) {
		const char *why = sm_parse_oddity(word, shares);

		if (why)
			return why;
	}
	return NULL;
}

const char *sm_oddities_check(const char *list)
{
	struct sm_odd_share shares[SM_ODDITIES];

	return sm_oddities_parse(list, shares);
}

/* Does an oddity of the whole device happen? For the launcher, which takes no part in later decisions. */
static bool sm_is_odd(const struct sm_config *config, enum sm_oddity oddity)
{
	struct sm_odd_share shares[SM_ODDITIES], *share = &shares[oddity];

	if (!config->has_adversary)
		return false;
	sm_oddities_parse(config->oddities, shares);
	return share->first == 1 && sm_odd_rate(config->adversary, oddity, share->is_named);
}

const char *sm_adversary_preset(const struct sm_config *config)
{
	static const char *const presets[] = { "connectx5", "connectx6dx", "connectx7" };

	if (config->has_caps || !sm_is_odd(config, SM_ODD_PRESET))
		return config->caps;
	return presets[sm_odd_hash(config->adversary, SM_ODD_PRESET, 0) % SM_ARRAY_SIZE(presets)];
}

bool sm_adversary_has_long_cqes(const struct sm_config *config)
{
	return sm_is_odd(config, SM_ODD_LONG_CQES);
}
