/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/* Adapts the generated C's report to the harness; the tables need only names besides. */
#ifndef PROOF_API_H
#define PROOF_API_H

#include "harness.h"

#ifdef __cplusplus
#define PROOF_ALIGNOF(type) alignof(type)
#else
#define PROOF_ALIGNOF(type) _Alignof(type)
#endif

static void proof_report(struct proof_said *said, const struct prm_report *r)
{
	uint32_t i;

	said->n = r->count;
	said->n_listed = r->count < PRM_REPORT_MAX ? r->count : PRM_REPORT_MAX;
	for (i = 0; i < said->n_listed; i++) {
		switch (r->list[i].kind) {
		case PRM_COMPLAINT_RESERVED:
			said->item[i].kind = PROOF_RESERVED;
			break;
		case PRM_COMPLAINT_ENUM:
			said->item[i].kind = PROOF_ENUM;
			break;
		case PRM_COMPLAINT_FLAGS:
			said->item[i].kind = PROOF_FLAGS;
			break;
		case PRM_COMPLAINT_FIXED:
			said->item[i].kind = PROOF_FIXED;
			break;
		}
		said->item[i].field = r->list[i].field;
		said->item[i].at = r->list[i].offset_bits;
		said->item[i].width = r->list[i].width_bits;
		said->item[i].value = r->list[i].value;
	}
}

PRM_STATIC_ASSERT(PRM_REPORT_MAX == PROOF_MAX_COMPLAINTS, "PROOF_MAX_COMPLAINTS");

#endif
