/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * UAR pages. Doorbells reach the device by trapping the store, or by polling the pages.
 */
#ifndef SOFTMLX5_DOORBELL_H
#define SOFTMLX5_DOORBELL_H

#include "base/device.h"

struct sm_uar_page {
	struct sm_dev *dev;
	uint32_t number;	/* UAR number; also the mmap offset in pages */
	uint64_t *slots;	/* the device's own mapping */
	char *app;		/* the application's mapping, or NULL */
	void *spare;		/* a mapping that the application has not asked for yet */
	_Atomic(bool) is_live;	/* pages are never freed, but reused */
	bool is_kept;
	bool is_inherited;	/* from the process that has forked this one */
	struct sm_uar_page *next_kept;	/* of the file */
	void *open;		/* a mapping of the application that is writable for a moment */
	struct sm_timer closing;	/* armed: there is one */
	struct sm_uar_page *next;
};

/* A page of a UAR; NULL with errno. */
struct sm_uar_page *sm_uar_page_new(struct sm_dev *dev, uint32_t number);
void sm_uar_page_free(struct sm_uar_page *page);
/*
 * The next sm_uar_page_free() leaves the page to the application, whose doorbells have no effect
 * from then on. The page needs another UAR.
 */
void sm_uar_page_keep(struct sm_uar_page *page);
/*
 * Maps the page into the application, by doorbell mode; MAP_FAILED with errno. The application may
 * unmap it at any time.
 */
void *sm_uar_page_map(struct sm_uar_page *page, void *addr, size_t len, int prot, int flags);

/* The page that is mapped at this address into the application, or NULL. For signal handlers. */
struct sm_uar_page *sm_uar_page_at(const void *addr);
/*
 * Stores bytes into the page for the application. true: that has completed the register at
 * *@completed, whose value is *@value. For signal handlers.
 */
bool sm_uar_store(struct sm_uar_page *page, uint32_t offset, const void *bytes, unsigned int size,
		  uint32_t *completed, uint64_t *value);
/* An unknown part of the page was written: rings every written register. Takes the lock. */
void sm_uar_scan(struct sm_uar_page *page);
/*
 * Makes the application's mapping at this address writable for a moment, and scans the page at its
 * end. Takes the lock.
 */
void sm_uar_open(struct sm_uar_page *page, const void *addr);
/*
 * A command follows: what the application has written before reaches the device before it, even if
 * the polling thread has not seen it yet. With the lock held.
 */
void sm_uar_settle(void);

/*
 * The trap calls this, without the lock: a register of the page was written. Takes the lock, and
 * rings the queue that the value names.
 */
void sm_uar_written(struct sm_uar_page *page, uint32_t offset, uint64_t value);

/*
 * The host wrote to the page through the bus: 4 bytes for an EQ, 8 for other registers. Other writes
 * are ignored. With the lock held.
 */
void sm_uar_write(struct sm_uar_page *page, uint32_t offset, const void *bytes, uint64_t size);

struct sm_cq;
/*
 * A CQ was created: if pages are polled, prepares its record so that each arming differs from the
 * one before.
 */
void sm_doorbell_cq_created(struct sm_cq *cq);

/* In the child, after fork(), with the lock held: there is no polling thread. */
void sm_doorbell_forked(void);

#endif
