/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * The memory of a guest: regions of files that the guest shares, mapped into this process where there
 * is room. Every address of the guest is checked against them.
 */
#ifndef SOFTMLX5_GUEST_H
#define SOFTMLX5_GUEST_H

#include <stdbool.h>
#include <stdint.h>

#define SM_GUEST_REGIONS 8u

struct sm_region {
	uint64_t addr;		/* in the guest */
	uint64_t user;		/* in the address space of the guest's program */
	uint64_t size;
	uint64_t offset;	/* in the file */
	int fd;
	char *map;
};

struct sm_guest {
	struct sm_region region[SM_GUEST_REGIONS];
	unsigned int n;
};

/* Adds a region, whose @map is set here; takes the descriptor. NULL, or what is wrong. */
const char *sm_guest_add(struct sm_guest *guest, struct sm_region region);
/* Unmaps all regions. Views of them have to be gone. */
void sm_guest_clear(struct sm_guest *guest);

/* @len bytes at a guest address; NULL: they are not all in one region. */
void *sm_guest_at(const struct sm_guest *guest, uint64_t addr, uint64_t len);
/* The same by addresses of the guest's program, which rings of virtio have. */
void *sm_guest_user(const struct sm_guest *guest, uint64_t user, uint64_t len);

/* Pages of @size bytes, mapped again one after the other; NULL: that is impossible. */
void *sm_guest_view(const struct sm_guest *guest, const uint64_t *pages, uint64_t n, uint64_t size);
void sm_guest_unview(void *view, uint64_t len);

#endif
