// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The ring of records between two processes. Counts of bytes never wrap: 2^64 bytes are more than a
 * process lives for.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/original.h"
#include "base/softmlx5.h"
#include "fabric/ring.h"

#define SM_SEALS (F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL)

/* The first page. Each side writes its own cache line, and takes the flag of the other's. */
struct sm_ring_shared {
	struct {
		_Atomic(uint64_t) count;	/* bytes written */
		atomic_uint waits;		/* for room */
	} writer __attribute__((aligned(64)));
	struct {
		_Atomic(uint64_t) count;	/* bytes read */
		atomic_uint sleeps;
	} reader __attribute__((aligned(64)));
};

/* In front of each record. */
struct sm_record_head {
	uint32_t len;
} __attribute__((aligned(SM_RECORD_HEAD)));

static uint32_t sm_record_size(uint32_t len)
{
	return SM_RECORD_HEAD + (len + SM_RECORD_HEAD - 1) / SM_RECORD_HEAD * SM_RECORD_HEAD;
}

static struct sm_record_head *sm_record_at(const struct sm_ring *ring, uint64_t count)
{
	return (void *)(ring->bytes + count % SM_RING_SIZE);
}

int sm_ring_create(void)
{
	int fd = memfd_create("softmlx5-ring", MFD_CLOEXEC | MFD_ALLOW_SEALING), err;

	if (fd < 0)
		return -1;
	if (!ftruncate(fd, SM_PAGE_SIZE + SM_RING_SIZE) && !fcntl(fd, F_ADD_SEALS, SM_SEALS))
		return fd;
	err = errno;
	sm_real_close(fd);
	errno = err;
	return -1;
}

/* A writer that made the memory smaller would kill its reader by SIGBUS. */
static bool sm_ring_is_sealed(int fd)
{
	struct stat info;

	return fcntl(fd, F_GET_SEALS) == SM_SEALS && !fstat(fd, &info) &&
	       info.st_size == SM_PAGE_SIZE + SM_RING_SIZE;
}

bool sm_ring_map(struct sm_ring *ring, int fd)
{
	const int prot = PROT_READ | PROT_WRITE;
	uint8_t *at;

	memset(ring, 0, sizeof(*ring));
	if (!sm_ring_is_sealed(fd)) {
		errno = EINVAL;
		return false;
	}
	at = SM_REAL(mmap)(NULL, SM_PAGE_SIZE + 2 * SM_RING_SIZE, PROT_NONE,
			   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (at == MAP_FAILED)
		return false;
	if (SM_REAL(mmap)(at, SM_PAGE_SIZE + SM_RING_SIZE, prot, MAP_SHARED | MAP_FIXED, fd, 0) ==
		    MAP_FAILED ||
	    SM_REAL(mmap)(at + SM_PAGE_SIZE + SM_RING_SIZE, SM_RING_SIZE, prot,
			  MAP_SHARED | MAP_FIXED, fd, SM_PAGE_SIZE) == MAP_FAILED) {
		int err = errno;

		munmap(at, SM_PAGE_SIZE + 2 * SM_RING_SIZE);
		errno = err;
		return false;
	}
	ring->shared = (void *)at;
	ring->bytes = at + SM_PAGE_SIZE;
	return true;
}

void sm_ring_unmap(struct sm_ring *ring)
{
	if (ring->shared)
		munmap(ring->shared, SM_PAGE_SIZE + 2 * SM_RING_SIZE);
	memset(ring, 0, sizeof(*ring));
}

/*
 * The writer.
 */

bool sm_ring_has_room(const struct sm_ring *ring, uint32_t len)
{
	const uint64_t used = ring->own - atomic_load_explicit(&ring->shared->reader.count,
							       memory_order_acquire);

	/* A reader that claims to have read what was never written gives no room. */
	return used <= SM_RING_SIZE && sm_record_size(len) <= SM_RING_SIZE - used;
}

void *sm_ring_reserve(struct sm_ring *ring, uint32_t len)
{
	struct sm_record_head *head = sm_record_at(ring, ring->own);

	if (!sm_ring_has_room(ring, len))
		return NULL;
	head->len = len;
	ring->reserved = sm_record_size(len);
	return head + 1;
}

bool sm_ring_wait_for_room(struct sm_ring *ring, uint32_t len)
{
	atomic_store(&ring->shared->writer.waits, 1);
	return !sm_ring_has_room(ring, len);
}

bool sm_ring_publish(struct sm_ring *ring)
{
	ring->own += ring->reserved;
	ring->reserved = 0;
	atomic_store(&ring->shared->writer.count, ring->own);
	return atomic_load(&ring->shared->reader.sleeps) &&
	       atomic_exchange(&ring->shared->reader.sleeps, 0);
}

bool sm_ring_is_unread(const struct sm_ring *ring, uint64_t end)
{
	return atomic_load_explicit(&ring->shared->reader.count, memory_order_acquire) < end;
}

/*
 * The reader.
 */

const void *sm_ring_peek(struct sm_ring *ring, uint32_t *len, bool *is_broken)
{
	const uint64_t written = atomic_load_explicit(&ring->shared->writer.count,
						      memory_order_acquire);
	const uint64_t there = written - ring->own;
	const struct sm_record_head *head = sm_record_at(ring, ring->own);

	*is_broken = false;
	if (!there)
		return NULL;
	*len = *(const volatile uint32_t *)&head->len;	/* read once: the writer may change it */
	*is_broken = there > SM_RING_SIZE || *len > SM_RECORD_MAX || sm_record_size(*len) > there;
	if (*is_broken)
		return NULL;
	ring->reserved = sm_record_size(*len);
	return head + 1;
}

bool sm_ring_is_empty(const struct sm_ring *ring)
{
	return atomic_load_explicit(&ring->shared->writer.count, memory_order_acquire) == ring->own;
}

bool sm_ring_release(struct sm_ring *ring)
{
	ring->own += ring->reserved;
	ring->reserved = 0;
	atomic_store(&ring->shared->reader.count, ring->own);
	return atomic_load(&ring->shared->writer.waits) &&
	       atomic_exchange(&ring->shared->writer.waits, 0);
}

bool sm_ring_sleep(struct sm_ring *ring)
{
	atomic_store(&ring->shared->reader.sleeps, 1);
	return atomic_load(&ring->shared->writer.count) == ring->own;
}
