/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * A ring of records in memory that two processes share: one writes records, the other reads them.
 * Neither trusts what the other has written. The memory is mapped twice, one mapping behind the
 * other, so that a record is always contiguous.
 */
#ifndef SOFTMLX5_RING_H
#define SOFTMLX5_RING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SM_RING_SIZE (2u << 20)	/* bytes of records and their heads */
#define SM_RECORD_HEAD 64u	/* records start at multiples of this */
#define SM_RECORD_MAX (SM_RING_SIZE / 4)

struct sm_ring_shared;

struct sm_ring {
	struct sm_ring_shared *shared;
	uint8_t *bytes;
	uint64_t own;		/* this side's count of bytes, which the other side only reads */
	uint32_t reserved;	/* writer: bytes of the record that is being written */
};

/* Creates the memory, sealed against changes of its size: a descriptor, or -1 with errno. */
int sm_ring_create(void);
/* Maps the memory; false with errno. It is refused (EINVAL) if its size is wrong or may change. */
bool sm_ring_map(struct sm_ring *ring, int fd);
void sm_ring_unmap(struct sm_ring *ring);

/*
 * The writer. If there is no room for a record of @len bytes, sm_ring_wait_for_room() asks to be
 * woken; it is false if there is room meanwhile.
 */
bool sm_ring_has_room(const struct sm_ring *ring, uint32_t len);
bool sm_ring_wait_for_room(struct sm_ring *ring, uint32_t len);
/* Room for a record of @len bytes, or NULL. */
void *sm_ring_reserve(struct sm_ring *ring, uint32_t len);
/* Publishes the reserved record. true: the reader sleeps and has to be woken. */
bool sm_ring_publish(struct sm_ring *ring);
/* Has the reader not yet read the bytes in front of @end? */
bool sm_ring_is_unread(const struct sm_ring *ring, uint64_t end);

/*
 * The reader. The oldest record and its length, which stay valid until sm_ring_release(); NULL if
 * there is none. *@is_broken: the writer has written nonsense, and the ring is of no use any more.
 */
const void *sm_ring_peek(struct sm_ring *ring, uint32_t *len, bool *is_broken);
bool sm_ring_is_empty(const struct sm_ring *ring);
/* Frees the record. true: the writer waits for room and has to be woken. */
bool sm_ring_release(struct sm_ring *ring);
/* The reader is going to sleep; false if there is a record meanwhile. */
bool sm_ring_sleep(struct sm_ring *ring);

#endif
