// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The memory of a guest.
 */
#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/softmlx5.h"
#include "pci/guest.h"

/* Is [addr, addr + len) inside [start, start + size)? Safe against overflow. */
static bool sm_is_inside(uint64_t addr, uint64_t len, uint64_t start, uint64_t size)
{
	return addr >= start && addr - start <= size && len <= size - (addr - start);
}

static const char *sm_region_check(const struct sm_region *region)
{
	struct stat file;

	if (region->fd < 0)
		return "a region of memory has no file";
	if (!region->size || region->size % SM_PAGE_SIZE || region->addr % SM_PAGE_SIZE ||
	    region->offset % SM_PAGE_SIZE)
		return "a region of memory does not consist of pages";
	if (region->addr + region->size < region->addr ||
	    region->user + region->size < region->user)
		return "a region of memory is longer than the address space";
	if (fstat(region->fd, &file))
		return strerror(errno);
	if (!sm_is_inside(region->offset, region->size, 0, (uint64_t)file.st_size))
		return "a region of memory is longer than its file";
	return NULL;
}

const char *sm_guest_add(struct sm_guest *guest, struct sm_region region)
{
	const char *wrong = sm_region_check(&region);
	void *map;

	if (!wrong && guest->n == SM_GUEST_REGIONS)
		wrong = "there are too many regions of memory";
	if (!wrong) {
		map = mmap(NULL, region.size, PROT_READ | PROT_WRITE, MAP_SHARED, region.fd,
			   (off_t)region.offset);
		if (map == MAP_FAILED)
			wrong = strerror(errno);
	}
	if (wrong) {
		if (region.fd >= 0)
			close(region.fd);
		return wrong;
	}
	region.map = map;
	guest->region[guest->n++] = region;
	return NULL;
}

void sm_guest_clear(struct sm_guest *guest)
{
	for (unsigned int i = 0; i < guest->n; i++) {
		munmap(guest->region[i].map, guest->region[i].size);
		close(guest->region[i].fd);
	}
	guest->n = 0;
}

static const struct sm_region *sm_region_of(const struct sm_guest *guest, uint64_t addr,
					    uint64_t len)
{
	for (unsigned int i = 0; i < guest->n; i++)
		if (sm_is_inside(addr, len, guest->region[i].addr, guest->region[i].size))
			return &guest->region[i];
	return NULL;
}

void *sm_guest_at(const struct sm_guest *guest, uint64_t addr, uint64_t len)
{
	const struct sm_region *region = sm_region_of(guest, addr, len);

	return region ? region->map + (addr - region->addr) : NULL;
}

void *sm_guest_user(const struct sm_guest *guest, uint64_t user, uint64_t len)
{
	const struct sm_region *region = guest->region;

	for (; region < guest->region + guest->n; region++)
		if (sm_is_inside(user, len, region->user, region->size))
			return region->map + (user - region->user);
	return NULL;
}

/* Maps the pages from number @i on that follow each other; the number of these, or 0. */
static uint64_t sm_view_map(const struct sm_guest *guest, char *at, const uint64_t *pages,
			    uint64_t i, uint64_t n, uint64_t size)
{
	const struct sm_region *region;
	uint64_t run = 1;

	while (i + run < n && pages[i + run] == pages[i] + run * size)
		run++;
	region = sm_region_of(guest, pages[i], run * size);
	if (!region || pages[i] % SM_PAGE_SIZE)
		return 0;
	if (mmap(at + i * size, run * size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED,
		 region->fd, (off_t)(region->offset + pages[i] - region->addr)) == MAP_FAILED)
		return 0;
	return run;
}

void *sm_guest_view(const struct sm_guest *guest, const uint64_t *pages, uint64_t n, uint64_t size)
{
	char *view;
	uint64_t i, run;

	for (i = 0; i < n; i++)
		if (!sm_region_of(guest, pages[i], size))
			return NULL;
	view = mmap(NULL, n * size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (view == MAP_FAILED)
		return NULL;
	for (i = 0; i < n; i += run) {
		run = sm_view_map(guest, view, pages, i, n, size);
		if (!run) {
			munmap(view, n * size);
			return NULL;
		}
	}
	return view;
}

void sm_guest_unview(void *view, uint64_t len)
{
	munmap(view, len);
}
