// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Device memory, see memic.h. It is shared memory of the process, which is mapped once for the
 * device and again for each mapping of the application, and stays when it is freed.
 */
#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "base/caps.h"
#include "base/reason.h"
#include "nic/memory/memic.h"
#include "nic/memory/page_map.h"
#include "prm_cap_memory.h"
#include "prm_cmd.h"
#include "prm_memic.h"

#define SM_MEMIC_UNIT 64u	/* of alignments */

struct sm_memic_part {		/* an allocation */
	uint64_t start, size;	/* addresses in the BAR */
	uint32_t operations;	/* bits: these have addresses */
	struct sm_memic_part *next;
};

/* A page of an operation, which signal handlers read. */
struct sm_memic_page {
	char *memory;
	uint32_t sizes;
	uint8_t operation;
};

/* Never freed, as a child of fork() may still use the mappings of its parent. */
struct sm_memic {
	char *base;		/* the device's mapping */
	uint64_t start, size;	/* addresses in the BAR */
	struct sm_memic_part *parts;
	struct sm_memic_page *pages[SM_MEMIC_OPS];	/* of the whole memory */
};

/* All pages of operations that the process has mapped. */
static struct sm_page_map sm_memic_pages;

static const struct prm_device_mem_cap *sm_memic_caps(const struct sm_dev *dev)
{
	const struct prm_device_mem_cap *caps =
		(const void *)dev->caps->image[PRM_HCA_CAP_TYPE_DEVICE_MEMORY];

	return prm_cmd_hca_cap_get_device_memory(dev->caps->general) && caps &&
	       prm_device_mem_cap_get_memic(caps) ? caps : NULL;
}

/* The device's memory, which is made when it is first used; NULL: no memory, or none at all. */
static struct sm_memic *sm_memic(struct sm_dev *dev)
{
	const struct prm_device_mem_cap *caps = sm_memic_caps(dev);
	struct sm_memic *memic = dev->memic;

	if (memic || !caps)
		return memic;
	memic = calloc(1, sizeof(*memic));
	if (!memic)
		return NULL;
	memic->start = prm_device_mem_cap_get_memic_bar_start_addr(caps);
	memic->size = prm_device_mem_cap_get_memic_bar_size(caps);
	memic->base = mmap(NULL, memic->size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
			   -1, 0);
	if (memic->base == MAP_FAILED) {
		free(memic);
		return NULL;
	}
	dev->memic = memic;
	return memic;
}

static bool sm_lies_in(uint64_t addr, uint64_t len, uint64_t start, uint64_t size)
{
	return addr >= start && addr - start <= size && len <= size - (addr - start);
}

static struct sm_memic_part *sm_memic_part(const struct sm_memic *memic, uint64_t start)
{
	struct sm_memic_part *part = memic ? memic->parts : NULL;

	while (part && part->start != start)
		part = part->next;
	return part;
}

/* The end of an allocation that overlaps @size bytes from @start on; 0: none does. */
static uint64_t sm_memic_taken(const struct sm_memic *memic, uint64_t start, uint64_t size)
{
	const struct sm_memic_part *part;

	for (part = memic->parts; part; part = part->next)
		if (part->start < start + size && start < part->start + part->size)
			return part->start + part->size;
	return 0;
}

static uint8_t sm_memic_add(struct sm_memic *memic, uint64_t start, uint64_t size)
{
	struct sm_memic_part *part = calloc(1, sizeof(*part));

	if (!part)
		return PRM_CMD_STATUS_NO_RES;
	part->start = start;
	part->size = size;
	part->next = memic->parts;
	memic->parts = part;
	return PRM_CMD_STATUS_OK;
}

uint8_t sm_memic_alloc(struct sm_dev *dev, uint64_t range_start, uint64_t range_size,
		       uint32_t log_alignment, uint64_t size, uint64_t *start)
{
	const struct prm_device_mem_cap *caps = sm_memic_caps(dev);
	struct sm_memic *memic = sm_memic(dev);
	uint64_t alignment, at, end;

	if (!caps)
		return sm_because(PRM_CMD_STATUS_BAD_OP, "the device has no device memory (memic)");
	if (!memic)
		return PRM_CMD_STATUS_NO_RES;
	if (log_alignment > prm_device_mem_cap_get_log_max_memic_addr_alignment(caps) ||
	    size < UINT64_C(1) << prm_device_mem_cap_get_log_min_memic_alloc_size(caps) ||
	    size > prm_device_mem_cap_get_max_memic_size(caps) || size % SM_MEMIC_UNIT ||
	    !sm_lies_in(range_start, range_size, memic->start, memic->size))
		return sm_because(
			PRM_CMD_STATUS_BAD_PARAM,
			"%llu bytes, aligned to 2^%u units, of the range "
			"0x%llx, %llu bytes: the capabilities allow up to %u bytes, and the range "
			"is 0x%llx, %llu bytes",
			(unsigned long long)size, log_alignment, (unsigned long long)range_start,
			(unsigned long long)range_size,
			(unsigned int)prm_device_mem_cap_get_max_memic_size(caps),
			(unsigned long long)memic->start, (unsigned long long)memic->size);
	alignment = (uint64_t)SM_MEMIC_UNIT << log_alignment;
	for (at = range_start;; at = end) {
		at = (at + alignment - 1) / alignment * alignment;
		if (!sm_lies_in(at, size, range_start, range_size))
			return PRM_CMD_STATUS_NO_RES;
		end = sm_memic_taken(memic, at, size);
		if (!end)
			break;
	}
	*start = at;
	return sm_memic_add(memic, at, size);
}

static struct sm_memic_page *sm_memic_page(const struct sm_memic *memic, uint8_t operation,
					   uint64_t offset)
{
	return &memic->pages[operation][offset / SM_PAGE_SIZE];
}

/* The application's mappings of the operation have no effect any more. */
static void sm_memic_forget(const struct sm_memic *memic, struct sm_memic_part *part,
			    uint8_t operation)
{
	uint64_t first = part->start - memic->start, offset;

	if (!(part->operations & 1u << operation))
		return;
	for (offset = first / SM_PAGE_SIZE * SM_PAGE_SIZE; offset < first + part->size;
	     offset += SM_PAGE_SIZE)
		sm_page_map_remove(&sm_memic_pages, sm_memic_page(memic, operation, offset));
	part->operations &= ~(1u << operation);
}

uint8_t sm_memic_free(struct sm_dev *dev, uint64_t start, uint64_t size)
{
	struct sm_memic *memic = dev->memic;
	struct sm_memic_part *part = sm_memic_part(memic, start), **link;
	uint8_t i;

	if (!part)
		return sm_because(PRM_CMD_STATUS_BAD_RES, "nothing is allocated at 0x%llx",
				  (unsigned long long)start);
	if (part->size != size)
		return sm_because(PRM_CMD_STATUS_BAD_PARAM,
				  "size is %llu; %llu bytes were allocated",
				  (unsigned long long)size, (unsigned long long)part->size);
	for (i = 0; i < SM_MEMIC_OPS; i++)
		sm_memic_forget(memic, part, i);
	for (link = &memic->parts; *link != part;)
		link = &(*link)->next;
	*link = part->next;
	free(part);
	return PRM_CMD_STATUS_OK;
}

/* Sizes of the accesses that start an operation. */
static uint32_t sm_memic_sizes(const struct sm_dev *dev, uint8_t operation)
{
	const struct prm_device_mem_cap *caps = sm_memic_caps(dev);

	return operation == PRM_MEMIC_OPERATION_TYPE_INCREMENT ?
		       prm_device_mem_cap_get_memic_atomic_increment(caps) :
		       prm_device_mem_cap_get_memic_atomic_test_and_set(caps);
}

static bool sm_memic_pages_make(const struct sm_dev *dev, struct sm_memic *memic, uint8_t operation)
{
	const uint64_t n = memic->size / SM_PAGE_SIZE;
	struct sm_memic_page *pages = memic->pages[operation];

	if (pages)
		return true;
	pages = calloc(n, sizeof(*pages));
	for (uint64_t i = 0; pages && i < n; i++)
		pages[i] = (struct sm_memic_page){
			.memory = memic->base + i * SM_PAGE_SIZE, .operation = operation,
			.sizes = sm_memic_sizes(dev, operation),
		};
	memic->pages[operation] = pages;
	return pages != NULL;
}

uint8_t sm_memic_operation(struct sm_dev *dev, uint64_t start, uint8_t operation, uint64_t *addr)
{
	const struct prm_device_mem_cap *caps = sm_memic_caps(dev);
	struct sm_memic *memic = dev->memic;
	struct sm_memic_part *part = sm_memic_part(memic, start);

	if (!part)
		return sm_because(PRM_CMD_STATUS_BAD_RES, "no allocation starts at 0x%llx",
				  (unsigned long long)start);
	if (operation >= SM_MEMIC_OPS ||
	    !(prm_device_mem_cap_get_memic_operations(caps) & 1u << operation))
		return sm_because(PRM_CMD_STATUS_BAD_PARAM,
				  "operation is %u; the bits of memic_operations, 0x%x, are allowed",
				  operation, prm_device_mem_cap_get_memic_operations(caps));
	if (part->operations & 1u << operation)
		return sm_because(PRM_CMD_STATUS_BAD_RES_STATE,
				  "operation %u of this memory has an address", operation);
	if (!sm_memic_pages_make(dev, memic, operation))
		return PRM_CMD_STATUS_NO_RES;
	part->operations |= 1u << operation;
	*addr = start + (operation + 1u) * memic->size;
	return PRM_CMD_STATUS_OK;
}

uint8_t sm_memic_operation_free(struct sm_dev *dev, uint64_t start, uint8_t operation)
{
	struct sm_memic_part *part = sm_memic_part(dev->memic, start);

	if (!part || operation >= SM_MEMIC_OPS || !(part->operations & 1u << operation))
		return sm_because(PRM_CMD_STATUS_BAD_RES,
				  "operation %u of the memory at 0x%llx has no address", operation,
				  (unsigned long long)start);
	sm_memic_forget(dev->memic, part, operation);
	return PRM_CMD_STATUS_OK;
}

char *sm_memic_at(struct sm_dev *dev, uint64_t start, uint64_t len)
{
	const struct sm_memic *memic = dev->memic;
	const struct sm_memic_part *part = memic ? memic->parts : NULL;

	while (part && !sm_lies_in(start, len, part->start, part->size))
		part = part->next;
	return part ? memic->base + (start - memic->start) : NULL;
}

/* Pages without access, whose faults the handler finds by their addresses. */
static void *sm_memic_map_pages(const struct sm_memic *memic, uint8_t operation, uint64_t offset,
				void *addr, size_t len, int flags)
{
	char *mapped;

	if (!memic->pages[operation]) {
		errno = EINVAL;
		return MAP_FAILED;
	}
	mapped = mmap(addr, len, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | (flags & MAP_FIXED), -1,
		      0);
	for (size_t at = 0; mapped != MAP_FAILED && at < len; at += SM_PAGE_SIZE)
		if (!sm_page_map_add(&sm_memic_pages, (uintptr_t)mapped + at,
				     sm_memic_page(memic, operation, offset + at))) {
			munmap(mapped, len);
			errno = ENOMEM;
			return MAP_FAILED;
		}
	return mapped;
}

void *sm_memic_map(struct sm_dev *dev, uint64_t start, void *addr, size_t len, int flags)
{
	const struct sm_memic *memic = dev->memic;
	const uint64_t range = memic ? (start - memic->start) / memic->size : 0;
	const uint64_t offset = memic ? (start - memic->start) % memic->size : 0;

	if (!memic || start < memic->start || range > SM_MEMIC_OPS || offset % SM_PAGE_SIZE ||
	    !len || len % SM_PAGE_SIZE || !sm_lies_in(offset, len, 0, memic->size)) {
		errno = EINVAL;
		return MAP_FAILED;
	}
	if (range)
		return sm_memic_map_pages(memic, (uint8_t)(range - 1), offset, addr, len, flags);
	/* An old length of 0 maps shared memory once more. */
	if (flags & MAP_FIXED)
		return mremap(memic->base + offset, 0, len, MREMAP_MAYMOVE | MREMAP_FIXED, addr);
	return mremap(memic->base + offset, 0, len, MREMAP_MAYMOVE);
}

bool sm_memic_access_at(const void *addr, struct sm_memic_access *access)
{
	const struct sm_memic_page *page = sm_page_map_get(&sm_memic_pages, addr);

	if (!page)
		return false;
	access->memory = page->memory + (uintptr_t)addr % SM_PAGE_SIZE;
	access->operation = page->operation;
	access->sizes = page->sizes;
	return true;
}

#define SM_MEMIC_ATOMIC(type, memory, is_add, value) \
	(is_add ? __atomic_fetch_add((type *)(memory), (type)(value), __ATOMIC_SEQ_CST) : \
		  __atomic_exchange_n((type *)(memory), (type)UINT64_MAX, __ATOMIC_SEQ_CST))

bool sm_memic_execute(const struct sm_memic_access *access, unsigned int size, uint64_t *value)
{
	const bool is_add = access->operation == PRM_MEMIC_OPERATION_TYPE_INCREMENT;

	/* The bits of enum prm_memic_atomic_size are the sizes. */
	if (!(access->sizes & size) || (uintptr_t)access->memory % size)
		return false;
	switch (size) {
	case 1:
		*value = SM_MEMIC_ATOMIC(uint8_t, access->memory, is_add, *value);
		return true;
	case 2:
		*value = SM_MEMIC_ATOMIC(uint16_t, access->memory, is_add, *value);
		return true;
	case 4:
		*value = SM_MEMIC_ATOMIC(uint32_t, access->memory, is_add, *value);
		return true;
	case 8:
		*value = SM_MEMIC_ATOMIC(uint64_t, access->memory, is_add, *value);
		return true;
	default:
		return false;
	}
}
