/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Why a command or a call of the kernel's interface is refused: one sentence with the attribute, its
 * value and what is allowed, for --strict and --trace. Called with the lock held.
 */
#ifndef SOFTMLX5_REASON_H
#define SOFTMLX5_REASON_H

#include "base/softmlx5.h"

struct sm_dev;

/* Notes the reason, unless there is one since sm_reason_begin(): the innermost is the best. */
SM_COLD __attribute__((format(printf, 1, 2))) void sm_reason_note(const char *format, ...);

/* Gives @result, a status or -errno, which is not 0. */
#define sm_because(result, ...) (sm_reason_note(__VA_ARGS__), (result))

/* A call begins: there is no reason yet, and nothing is reported. */
void sm_reason_begin(void);
/* A command of the call begins: there is no reason yet. */
void sm_reason_clear(void);
/* Was a refusal reported, of a command of the call? */
bool sm_reason_is_reported(void);
/* What follows is no call of the program: refusals are reported by --trace alone. */
void sm_reason_hush(bool is_hushed);
/* NULL: none was noted. */
const char *sm_reason(void);
/*
 * Reports a refusal: --trace has it as a note, --strict as a line on stderr, the first of each
 * sm_reason_begin(), unless it @is_asked: programs learn by such calls what the device has. @who refuses it.
 */
SM_COLD __attribute__((format(printf, 4, 5)))
void sm_reason_report(struct sm_dev *dev, const char *who, bool is_asked, const char *format, ...);

#endif
