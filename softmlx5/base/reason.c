// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The reason of a refusal, from where it is found to where it is reported.
 */
#include <stdarg.h>
#include <stdio.h>

#include "base/device.h"
#include "base/observer.h"
#include "base/reason.h"

static struct {
	char text[384];		/* "": none yet */
	bool is_reported, is_hushed;
} sm_reason_now;

void sm_reason_note(const char *format, ...)
{
	va_list args;

	if (sm_reason_now.text[0] || !sm_is_observed)
		return;
	va_start(args, format);
	vsnprintf(sm_reason_now.text, sizeof(sm_reason_now.text), format, args);
	va_end(args);
}

void sm_reason_begin(void)
{
	sm_reason_now.text[0] = 0;
	sm_reason_now.is_reported = false;
}

void sm_reason_clear(void)
{
	sm_reason_now.text[0] = 0;
}

bool sm_reason_is_reported(void)
{
	return sm_reason_now.is_reported;
}

void sm_reason_hush(bool is_hushed)
{
	sm_reason_now.is_hushed = is_hushed;
}

const char *sm_reason(void)
{
	return sm_reason_now.text[0] ? sm_reason_now.text : NULL;
}

void sm_reason_report(struct sm_dev *dev, const char *who, bool is_asked, const char *format, ...)
{
	char text[512];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	sm_note(dev, "%s: %s %s", who, is_asked ? "is asked for" : "refuses", text);
	if (sm_config()->strict && !is_asked && !sm_reason_now.is_reported &&
	    !sm_reason_now.is_hushed)
		sm_warn("refused: mlx5_%u: %s: %s", dev->index, who, text);
	sm_reason_now.is_reported = true;
}
