// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Atomics on the responder's memory. Values in memory are in host order, operands big-endian.
 */
#include <string.h>

#include "base/guard.h"
#include "nic/data/atomic.h"
#include "prm_ctrl.h"
#include "prm_rdma.h"

size_t sm_atomic_len(uint8_t opcode, uint8_t opmod)
{
	const bool is_masked = opcode == PRM_WQE_OPCODE_ATOMIC_MASKED_CS ||
			       opcode == PRM_WQE_OPCODE_ATOMIC_MASKED_FA;

	return is_masked && opmod == PRM_EXTENDED_ATOMIC_OPMOD_BYTES_4 ? 4 : 8;
}

size_t sm_atomic_operands_len(uint8_t opcode, uint8_t opmod)
{
	const bool is_32 = sm_atomic_len(opcode, opmod) == 4;

	switch (opcode) {
	case PRM_WQE_OPCODE_ATOMIC_CS:
	case PRM_WQE_OPCODE_ATOMIC_FA:
		return PRM_ATOMIC_SEG_SIZE;
	case PRM_WQE_OPCODE_ATOMIC_MASKED_CS:
		return is_32 ? PRM_MASKED_ATOMIC_CS32_SEG_SIZE : PRM_MASKED_ATOMIC_CS64_SEG_SIZE;
	case PRM_WQE_OPCODE_ATOMIC_MASKED_FA:
		return is_32 ? PRM_MASKED_ATOMIC_FA32_SEG_SIZE : PRM_MASKED_ATOMIC_FA64_SEG_SIZE;
	default:
		return 0;
	}
}

/* The operands of any of the atomics, in 64 bits. */
struct sm_operands {
	uint64_t value;		/* to write or to add */
	uint64_t compare;
	uint64_t value_mask;	/* bits that are written */
	uint64_t compare_mask;
	uint64_t boundary;	/* bits that end a field */
	bool is_add;
};

static void sm_operands_of(uint8_t opcode, uint8_t opmod, const void *raw, struct sm_operands *op)
{
	const bool is_32 = sm_atomic_len(opcode, opmod) == 4;

	memset(op, 0, sizeof(*op));
	op->value_mask = op->compare_mask = UINT64_MAX;
	switch (opcode) {
	case PRM_WQE_OPCODE_ATOMIC_FA:
		op->is_add = true;
		op->value = prm_atomic_seg_get_swap_add(raw);
		break;
	case PRM_WQE_OPCODE_ATOMIC_CS:
		op->value = prm_atomic_seg_get_swap_add(raw);
		op->compare = prm_atomic_seg_get_compare(raw);
		break;
	case PRM_WQE_OPCODE_ATOMIC_MASKED_FA:
		op->is_add = true;
		op->value = is_32 ? prm_masked_atomic_fa32_seg_get_add(raw) :
			prm_masked_atomic_fa64_seg_get_add(raw);
		op->boundary = is_32 ? prm_masked_atomic_fa32_seg_get_field_boundary(raw) :
			prm_masked_atomic_fa64_seg_get_field_boundary(raw);
		break;
	default:
		op->value = is_32 ? prm_masked_atomic_cs32_seg_get_swap(raw) :
			prm_masked_atomic_cs64_seg_get_swap(raw);
		op->compare = is_32 ? prm_masked_atomic_cs32_seg_get_compare(raw) :
			prm_masked_atomic_cs64_seg_get_compare(raw);
		op->value_mask = is_32 ? prm_masked_atomic_cs32_seg_get_swap_mask(raw) :
			prm_masked_atomic_cs64_seg_get_swap_mask(raw);
		op->compare_mask = is_32 ? prm_masked_atomic_cs32_seg_get_compare_mask(raw) :
			prm_masked_atomic_cs64_seg_get_compare_mask(raw);
	}
}

/*
 * Adds fields without carrying from one into the next; each bit of @boundary is the highest of a
 * field.
 */
static uint64_t sm_add_fields(uint64_t a, uint64_t b, uint64_t boundary)
{
	const uint64_t low = (a & ~boundary) + (b & ~boundary);

	return low ^ ((a ^ b) & boundary);
}

static uint64_t sm_atomic_result(const struct sm_operands *op, uint64_t old)
{
	if (op->is_add)
		return sm_add_fields(old, op->value, op->boundary);
	if ((old ^ op->compare) & op->compare_mask)
		return old;
	return (old & ~op->value_mask) | (op->value & op->value_mask);
}

bool sm_atomic(uint8_t opcode, uint8_t opmod, const void *operands, void *memory, uint64_t *result)
{
	struct sm_guard guard;
	struct sm_operands op;

	sm_operands_of(opcode, opmod, operands, &op);
	if (sm_guard_enter(&guard))
		return false;
	if (sm_atomic_len(opcode, opmod) == 4) {
		uint32_t old = __atomic_load_n((uint32_t *)memory, __ATOMIC_RELAXED);

		while (!__atomic_compare_exchange_n((uint32_t *)memory, &old,
						    (uint32_t)sm_atomic_result(&op, old), false,
						    __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
			;
		memcpy(result, &old, sizeof(old));
	} else {
		uint64_t old = __atomic_load_n((uint64_t *)memory, __ATOMIC_RELAXED);

		while (!__atomic_compare_exchange_n((uint64_t *)memory, &old,
						    sm_atomic_result(&op, old), false,
						    __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
			;
		*result = old;
	}
	sm_guard_leave(&guard);
	return true;
}
