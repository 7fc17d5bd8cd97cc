// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Capabilities that a driver puts in force with SET_HCA_CAP: at most what the device has.
 */
#include <stdlib.h>
#include <string.h>

#include "base/caps.h"
#include "prm_cap_memory.h"
#include "prm_hca_cap_2.h"

/* Types that drivers set. */
static const struct prm_layout *sm_caps_layout(uint32_t type)
{
	switch (type) {
	case PRM_HCA_CAP_TYPE_GENERAL:
		return &prm_cmd_hca_cap_layout;
	case PRM_HCA_CAP_TYPE_GENERAL_2:
		return &prm_cmd_hca_cap_2_layout;
	case PRM_HCA_CAP_TYPE_ODP:
		return &prm_odp_cap_layout;
	case PRM_HCA_CAP_TYPE_ATOMIC:
		return &prm_atomic_caps_layout;
	case PRM_HCA_CAP_TYPE_ROCE:
		return &prm_roce_cap_layout;
	default:
		return NULL;
	}
}

const uint8_t *sm_caps_image(const struct sm_caps *caps, uint32_t type, bool is_most)
{
	if (type >= SM_CAP_TYPES)
		return NULL;
	return is_most && caps->most[type] ? caps->most[type] : caps->image[type];
}

static bool sm_caps_is_larger(const struct prm_row *row, const uint8_t *set, const uint8_t *most)
{
	const uint64_t value = prm_bits(set, row->offset, row->width);
	const uint64_t limit = prm_bits(most, row->offset, row->width);

	return row->names && row->names->is_flags ? (value & ~limit) != 0 : value > limit;
}

/* The name of a number that is larger in @set than in @most; NULL: there is none. */
static const char *sm_caps_larger(const struct prm_layout *layout, const uint8_t *set,
				  const uint8_t *most)
{
	const struct prm_row *row;
	const char *name;

	for (row = layout->rows; row < layout->rows + layout->count; row++) {
		if (row->kind == PRM_KIND_UINT && sm_caps_is_larger(row, set, most))
			return row->name;
		if (row->kind == PRM_KIND_LAYOUT && !row->count) {
			name = sm_caps_larger(row->layout, set + row->offset / 8,
					      most + row->offset / 8);
			if (name)
				return name;
		}
	}
	return NULL;
}

/*
 * What the driver wants to be in force. Of atomics, only the byte order can be set: Linux leaves all
 * other numbers 0 (core/main.c, handle_hca_cap_atomic()).
 */
static void sm_caps_merge(const struct sm_caps *caps, uint32_t type, const struct prm_layout *layout,
			  const uint8_t *image, uint8_t *merged)
{
	memcpy(merged, caps->image[type], SM_CAP_BYTES);
	if (type == PRM_HCA_CAP_TYPE_ATOMIC)
		prm_atomic_caps_set_atomic_req_8b_endianness_mode(
			(void *)merged,
			prm_atomic_caps_get_atomic_req_8b_endianness_mode((const void *)image));
	else
		memcpy(merged, image, layout->size);
}

const char *sm_caps_put(struct sm_caps *caps, uint32_t type, const uint8_t *image, size_t len)
{
	const struct prm_layout *layout = sm_caps_layout(type);
	const uint8_t *most = sm_caps_image(caps, type, true);
	uint8_t merged[SM_CAP_BYTES];

	if (!layout)
		return "the type cannot be set";
	if (len < layout->size)
		return "the command ends within the capability";
	sm_caps_merge(caps, type, layout, image, merged);
	if (sm_caps_larger(layout, merged, most))
		return sm_caps_larger(layout, merged, most);
	if (!caps->most[type]) {
		caps->most[type] = malloc(SM_CAP_BYTES);
		if (!caps->most[type])
			return "out of memory";
		memcpy(caps->most[type], caps->image[type], SM_CAP_BYTES);
	}
	memcpy(caps->image[type], merged, SM_CAP_BYTES);
	return NULL;
}

void sm_caps_reset(struct sm_caps *caps)
{
	for (unsigned int i = 0; i < SM_CAP_TYPES; i++)
		if (caps->most[i])
			memcpy(caps->image[i], caps->most[i], SM_CAP_BYTES);
}
