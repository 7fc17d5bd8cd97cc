/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Atomics on the responder's memory.
 */
#ifndef SOFTMLX5_ATOMIC_H
#define SOFTMLX5_ATOMIC_H

#include "base/softmlx5.h"

/* Bytes of the operand. @opcode and @opmod are the WQE's. */
size_t sm_atomic_len(uint8_t opcode, uint8_t opmod);
/* Bytes of the operands in the WQE; 0: it is no atomic. */
size_t sm_atomic_operands_len(uint8_t opcode, uint8_t opmod);
/* Executes it; *@old becomes the value before. false: the memory is not mapped. */
bool sm_atomic(uint8_t opcode, uint8_t opmod, const void *operands, void *memory, uint64_t *old);

#endif
