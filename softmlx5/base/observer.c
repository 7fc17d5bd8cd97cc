// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Sentences for the observers.
 */
#include <stdarg.h>
#include <stdio.h>

#include "base/observer.h"

void sm_note(struct sm_dev *dev, const char *format, ...)
{
	char text[512];
	va_list args;

	if (!sm_is_observed)
		return;
	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	sm_observer.note(dev, text);
}

bool sm_rule_broken(const char *kind, struct sm_dev *dev, struct sm_qp *qp,
		    const struct sm_wqe *wqe, const char *rule, const char *format, ...)
{
	char text[512];
	va_list args;

	if (!sm_is_observed)
		return true;
	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	return sm_observer.rule(kind, dev, qp, wqe, rule, text);
}
