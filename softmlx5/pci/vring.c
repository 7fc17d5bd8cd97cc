// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The device's side of a split virtqueue.
 */
#include <string.h>
#include <unistd.h>

#include "base/guard.h"
#include "pci/vring.h"

const char *sm_vring_place(struct sm_vring *ring, const struct sm_guest *guest, uint64_t desc,
			   uint64_t avail, uint64_t used)
{
	const uint64_t n = ring->size;

	if (!n)
		return "the ring has an address before it has a size";
	if (desc % VRING_DESC_ALIGN_SIZE || avail % VRING_AVAIL_ALIGN_SIZE ||
	    used % VRING_USED_ALIGN_SIZE)
		return "the parts of the ring are not aligned";
	ring->desc = sm_guest_user(guest, desc, n * sizeof(*ring->desc));
	ring->avail = sm_guest_user(guest, avail, sizeof(*ring->avail) +
				    n * sizeof(ring->avail->ring[0]));
	ring->used = sm_guest_user(guest, used, sizeof(*ring->used) +
				   n * sizeof(ring->used->ring[0]));
	if (ring->desc && ring->avail && ring->used)
		return NULL;
	ring->used = NULL;
	return "the ring is not in the guest's memory";
}

/* Adds a descriptor's memory. NULL, or what is wrong. */
static const char *sm_chain_add(struct sm_chain *chain, const struct sm_guest *guest,
				const struct vring_desc *desc)
{
	struct sm_part part = { .at = sm_guest_at(guest, desc->addr, desc->len), .len = desc->len };

	if (desc->flags & VRING_DESC_F_INDIRECT)
		return "a descriptor is indirect, which was not negotiated";
	if (!part.at)
		return "a descriptor is not in the guest's memory";
	if (desc->flags & VRING_DESC_F_WRITE) {
		chain->write[chain->n_write++] = part;
		return NULL;
	}
	if (chain->n_write)
		return "a descriptor to read follows one to write";
	chain->read[chain->n_read++] = part;
	return NULL;
}

int sm_vring_pop(struct sm_vring *ring, const struct sm_guest *guest, struct sm_chain *chain,
		 const char **wrong)
{
	uint16_t offered, at;
	unsigned int i;

	if (!ring->used)
		return 0;
	offered = __atomic_load_n(&ring->avail->idx, __ATOMIC_ACQUIRE);
	if (offered == ring->next)
		return 0;
	if ((uint16_t)(offered - ring->next) > ring->size) {
		*wrong = "the guest offers more buffers than the ring has";
		return -1;
	}
	memset(chain, 0, sizeof(*chain));
	at = chain->head = ring->avail->ring[ring->next % ring->size];
	for (i = 0; i < SM_CHAIN_MAX; i++) {
		struct vring_desc desc;

		if (at >= ring->size) {
			*wrong = "the number of a descriptor is too large";
			return -1;
		}
		desc = ring->desc[at];	/* the guest may change it */
		*wrong = sm_chain_add(chain, guest, &desc);
		if (*wrong)
			return -1;
		if (!(desc.flags & VRING_DESC_F_NEXT)) {
			ring->next++;
			return 1;
		}
		at = desc.next;
	}
	*wrong = "a buffer has too many descriptors";
	return -1;
}

void sm_vring_push(struct sm_vring *ring, const struct sm_chain *chain, uint32_t len, bool is_called)
{
	struct vring_used *used = ring->used;
	const uint16_t at = used->idx;
	const uint64_t one = 1;
	uint16_t flags;

	used->ring[at % ring->size] = (struct vring_used_elem){ .id = chain->head, .len = len };
	/* The guest sees the buffer, or the device sees that the guest wants an interrupt. */
	__atomic_store_n(&used->idx, (uint16_t)(at + 1), __ATOMIC_SEQ_CST);
	flags = __atomic_load_n(&ring->avail->flags, __ATOMIC_SEQ_CST);
	/* A full pipe has interrupts that the guest has not taken yet. */
	if (is_called && ring->call >= 0 && !(flags & VRING_AVAIL_F_NO_INTERRUPT) &&
	    write(ring->call, &one, sizeof(one)) < 0)
		return;
}

size_t sm_chain_read(const struct sm_chain *chain, size_t from, void *to, size_t len)
{
	size_t done = 0;

	for (unsigned int i = 0; i < chain->n_read && done < len; i++) {
		const struct sm_part *part = &chain->read[i];
		size_t n;

		if (from >= part->len) {
			from -= part->len;
			continue;
		}
		n = part->len - from < len - done ? part->len - from : len - done;
		if (!sm_copy((uint8_t *)to + done, part->at + from, n))
			return done;
		done += n;
		from = 0;
	}
	return done;
}

size_t sm_chain_write(const struct sm_chain *chain, const void *from, size_t len)
{
	size_t done = 0;

	for (unsigned int i = 0; i < chain->n_write && done < len; i++) {
		const struct sm_part *part = &chain->write[i];
		const size_t n = part->len < len - done ? part->len : len - done;

		if (!sm_copy(part->at, (const uint8_t *)from + done, n))
			return done;
		done += n;
	}
	return done;
}

void sm_vring_stop(struct sm_vring *ring)
{
	if (ring->kick.fd >= 0) {
		sm_watch_remove(&ring->kick);
		close(ring->kick.fd);
	}
	if (ring->call >= 0)
		close(ring->call);
	ring->kick.fd = ring->call = -1;
	ring->used = NULL;
	ring->size = 0;
	ring->next = 0;
}
