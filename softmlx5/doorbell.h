/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * UAR pages: what the application stores there reaches the device, by trapping the store or by
 * looking at the pages again and again.
 */
#ifndef SOFTMLX5_DOORBELL_H
#define SOFTMLX5_DOORBELL_H

#include "device.h"

struct sm_uar_page {
	struct sm_dev *dev;
	uint32_t number;	/* UAR number; also the mmap offset in pages */
	uint64_t *slots;	/* the device's own mapping */
	char *app;		/* the application's mapping, or NULL */
};

/* A page of a UAR; NULL with errno. */
struct sm_uar_page *sm_uar_page_new(struct sm_dev *dev, uint32_t number);
void sm_uar_page_free(struct sm_uar_page *page);
/* mmap of the page into the application, by doorbell mode; MAP_FAILED with errno. */
void *sm_uar_page_map(struct sm_uar_page *page, void *addr, size_t len, int prot, int flags);

/*
 * Called (without the lock) by the trap or the polling thread: the 8 bytes at this offset of the
 * page were written. Takes the lock, and rings what they name.
 */
void sm_uar_written(struct sm_uar_page *page, uint32_t offset, uint64_t value);

/*
 * Installs the handler of SIGSEGV and SIGBUS (guards; traps of stores) and, in polling mode, starts
 * the thread. Later sigaction() calls of the application for these signals are remembered and chained to.
 */
void sm_faults_install(void);

#endif
