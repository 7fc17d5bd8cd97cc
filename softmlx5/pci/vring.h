/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * The device's side of a split virtqueue (VIRTIO 1.2, 2.7). The guest owns its memory and may write
 * anything: all numbers are checked when they are used.
 */
#ifndef SOFTMLX5_VRING_H
#define SOFTMLX5_VRING_H

#include <linux/virtio_ring.h>
#include <stddef.h>

#include "base/softmlx5.h"
#include "pci/guest.h"

#define SM_VRING_SIZE_MAX 1024u
#define SM_CHAIN_MAX 8u		/* descriptors of a buffer */

struct sm_vring {
	unsigned int index;	/* among its owner's */
	uint32_t size;		/* a power of two; 0: not set */
	struct vring_desc *desc;
	struct vring_avail *avail;
	struct vring_used *used;	/* NULL: the ring does not run */
	uint16_t next;		/* of the buffers that the guest offers */
	struct sm_watch kick;	/* its fd is -1 without one */
	int call;		/* -1: none */
};

/* A buffer: first the parts that the device reads, then those that it writes. */
struct sm_chain {
	uint16_t head;
	unsigned int n_read, n_write;
	struct sm_part {
		uint8_t *at;
		uint32_t len;
	} read[SM_CHAIN_MAX], write[SM_CHAIN_MAX];
};

/* Sets the ring's memory. NULL, or what is wrong. */
const char *sm_vring_place(struct sm_vring *ring, const struct sm_guest *guest, uint64_t desc,
			   uint64_t avail, uint64_t used);
/* Closes its descriptors; it has no memory then. */
void sm_vring_stop(struct sm_vring *ring);
/* 1 and the next buffer, 0: there is none, -1: the ring is broken, with *@wrong. */
int sm_vring_pop(struct sm_vring *ring, const struct sm_guest *guest, struct sm_chain *chain,
		 const char **wrong);
/* Gives a buffer back, with @len bytes written; with an interrupt if the guest wants any. */
void sm_vring_push(struct sm_vring *ring, const struct sm_chain *chain, uint32_t len, bool is_called);

/* Copies from, or to, a buffer's parts. The number of bytes: fewer if the buffer is shorter. */
size_t sm_chain_read(const struct sm_chain *chain, size_t from, void *to, size_t len);
size_t sm_chain_write(const struct sm_chain *chain, const void *from, size_t len);

#endif
