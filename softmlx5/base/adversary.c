// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * When an oddity happens. Each has its own counter of opportunities and its own random numbers, so that it happens at
 * the same ones when others are switched off.
 */
#include "base/adversary.h"
#include "base/observer.h"
#include "prm_table.h"

static struct {
	bool is_read;
	uint64_t seed;
	struct sm_odd_share share[SM_ODDITIES];
	uint64_t seen[SM_ODDITIES], happened[SM_ODDITIES];
	uint64_t drawn, drawn_bits;	/* numbers by sm_odd_below() and sm_odd_bits() */
} sm_adversary;

bool sm_has_adversary = true;	/* until the configuration is read */

SM_COLD static void sm_adversary_read(void)
{
	const struct sm_config *config = sm_config();

	sm_adversary.is_read = true;
	sm_has_adversary = config->has_adversary;
	sm_adversary.seed = config->adversary;
	sm_oddities_parse(config->oddities, sm_adversary.share);	/* checked by sm_config() */
}

bool sm_odd_some(struct sm_dev *dev, enum sm_oddity oddity, uint32_t *value)
{
	const struct sm_odd_share *share = &sm_adversary.share[oddity];
	uint64_t number, random;

	if (!sm_adversary.is_read)
		sm_adversary_read();
	if (!sm_has_adversary)
		return false;
	random = sm_odd_hash(sm_adversary.seed, oddity, ++sm_adversary.seen[oddity]);
	if (random % 4096 >= sm_odd_rate(sm_adversary.seed, oddity, share->is_named))
		return false;
	number = ++sm_adversary.happened[oddity];
	if (number < share->first || number > share->last)
		return false;
	if (value)
		*value = (uint32_t)(random >> 32);
	if (dev)
		sm_note(dev, "adversary: %s %llu", sm_oddity_name(oddity),
			      (unsigned long long)number);
	return true;
}

uint32_t sm_odd_below(uint32_t n)
{
	return (uint32_t)(sm_odd_hash(sm_adversary.seed, SM_ODD_STREAM_OF_DETAILS, ++sm_adversary.drawn) >> 32) % n;
}

/*
 * Bits without a meaning.
 */

uint32_t sm_odd_bits(uint32_t n)
{
	return (uint32_t)(sm_odd_hash(sm_adversary.seed, SM_ODD_STREAM_OF_BITS, ++sm_adversary.drawn_bits) >> 32) % n;
}

void sm_odd_fill(void *bytes, uint32_t offset, uint32_t width)
{
	uint8_t *image = bytes;

	for (uint32_t end = offset + width; offset < end; offset++) {
		const unsigned int bit = 7 - offset % 8;

		image[offset / 8] = (uint8_t)((image[offset / 8] & ~(1u << bit)) |
					      sm_odd_bits(2) << bit);
	}
}

static void sm_odd_fill_row(const struct prm_row *row, uint8_t *bytes)
{
	const uint32_t n = row->count ? row->count : 1;

	switch (row->kind) {
	case PRM_KIND_RESERVED:
	case PRM_KIND_IGNORED:
		sm_odd_fill(bytes, row->offset, row->width);
		break;
	case PRM_KIND_LAYOUT:
		for (uint32_t i = 0; i < n; i++)
			sm_odd_fill_gaps(row->layout, bytes + (row->offset + i * row->width) / 8);
		break;
	default:
		break;
	}
}

void sm_odd_fill_gaps(const struct prm_layout *layout, void *bytes)
{
	const struct prm_row *row = layout->rows, *end = row + layout->count;
	struct prm_arm arm = PRM_ARM_INIT;

	for (; row < end; row++)
		if (prm_row_holds(&arm, row, bytes))
			sm_odd_fill_row(row, bytes);
}
