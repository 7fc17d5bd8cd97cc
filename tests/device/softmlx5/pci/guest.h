/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * A guest for softmlx5-device: memory, the driver's side of its two virtqueues, and accesses to its
 * PCI function, as User Mode Linux's virtio_uml.c and virt-pci.c make them.
 */
#ifndef TEST_PCI_GUEST_H
#define TEST_PCI_GUEST_H

#include <linux/virtio_pcidev.h>
#include <linux/virtio_ring.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define MEMORY_SIZE (16u << 20)
#define MEMORY_BASE 0x10000000u	/* its guest address; programs see it elsewhere */
#define RING_SIZE 64u
#define WINDOW 0xf0000000u	/* of the PCI bus */

enum { QUEUE_COMMANDS, QUEUE_INTERRUPTS, QUEUES };

struct ring {
	struct vring_desc *desc;
	struct vring_avail *avail;
	struct vring_used *used;
	uint16_t seen;		/* of the used ring */
	int kick, call;
};

struct guest {
	int socket, requests, memory_fd;
	uint8_t *memory;
	uint64_t used;		/* bytes that guest_alloc() has given */
	struct ring ring[QUEUES];
	uint8_t *room;		/* of a message and its answer */
	uint64_t room_addr;
	uint32_t raised;	/* MSI vectors since the last look, as a bit mask of their data */
};

/* Prints the place and what is wrong, and ends the program. */
__attribute__((format(printf, 1, 2), noreturn)) void broken(const char *format, ...);
#define CHECK(condition) \
	do { \
		if (!(condition)) \
			broken("%s:%d: %s", __FILE__, __LINE__, #condition); \
	} while (0)
#define CHECK_EQ(a, b) \
	do { \
		const unsigned long long a_ = (unsigned long long)(a), b_ = (unsigned long long)(b); \
		if (a_ != b_) \
			broken("%s:%d: %s is 0x%llx, not 0x%llx", __FILE__, __LINE__, #a, a_, b_); \
	} while (0)

/* Connects, and gives memory and rings. */
void guest_start(struct guest *guest, const char *path);
/* Only connects. */
void guest_connect(struct guest *guest, const char *path);
void guest_end(struct guest *guest);
/* A message; with @fd unless that is -1. The reply's number if one is expected. */
uint64_t guest_message(struct guest *guest, uint32_t request, const void *payload, uint32_t size,
		       const int *fds, unsigned int n_fds, bool has_answer);
/* The same without a check: has the device answered, and not closed the connection? */
bool guest_try(struct guest *guest, const void *message, size_t size, const int *fds,
	       unsigned int n_fds);
void guest_give_memory(struct guest *guest);
void guest_start_rings(struct guest *guest);

/* Zeroed memory of the guest, aligned to @align; *@addr is its guest address. */
void *guest_alloc(struct guest *guest, size_t size, size_t align, uint64_t *addr);

/* Offers a message and waits for its end; with the answer of @in_size bytes. false: closed. */
bool guest_send(struct guest *guest, const void *message, size_t size, void *in, size_t in_size);
uint64_t guest_config_read(struct guest *guest, unsigned int offset, unsigned int size);
void guest_config_write(struct guest *guest, unsigned int offset, unsigned int size, uint64_t value);
void guest_bar_read(struct guest *guest, uint64_t offset, void *to, uint32_t size);
void guest_bar_write(struct guest *guest, uint64_t offset, const void *from, uint32_t size);
/* Has the device raised an interrupt since the last look? */
bool guest_has_interrupt(const struct guest *guest);
/* Waits up to a second for an interrupt with this data. */
bool guest_interrupted(struct guest *guest, uint32_t data);

#endif
