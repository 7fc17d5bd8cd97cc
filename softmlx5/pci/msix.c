// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * MSI-X: interrupts as messages to the guest. One that is masked, or for which the guest has no
 * buffer, stays pending.
 */
#include <endian.h>
#include <linux/pci_regs.h>
#include <linux/virtio_pcidev.h>
#include <string.h>

#include "base/observer.h"
#include "pci/function.h"

#define SM_QUEUE_INTERRUPTS 1u

_Static_assert(SM_VECTORS <= 32, "a bit for each");
_Static_assert(sizeof(struct sm_vector) == PCI_MSIX_ENTRY_SIZE, "an entry of the table");

void sm_msix_init(struct sm_pci *pci)
{
	pci->pending = 0;
	memset(pci->vector, 0, sizeof(pci->vector));
	for (unsigned int i = 0; i < SM_VECTORS; i++)
		pci->vector[i].control = htole32(PCI_MSIX_ENTRY_CTRL_MASKBIT);
}

/* false: the guest has no buffer. */
static bool sm_msix_send(struct sm_pci *pci, unsigned int vector)
{
	const struct sm_vector *entry = &pci->vector[vector];
	const struct virtio_pcidev_msg head = {
		.op = VIRTIO_PCIDEV_OP_MSI, .size = sizeof(entry->data),
		.addr = le32toh(entry->addr_low) | (uint64_t)le32toh(entry->addr_high) << 32,
	};
	uint8_t message[sizeof(head) + sizeof(entry->data)];
	const uint32_t len = sizeof(message);
	struct sm_chain chain;

	memcpy(message, &head, sizeof(head));
	memcpy(message + sizeof(head), &entry->data, sizeof(entry->data));
	if (!sm_vhost_pop(&pci->vhost, SM_QUEUE_INTERRUPTS, &chain))
		return false;
	if (sm_chain_write(&chain, message, len) < len)
		sm_warn("%s: a buffer for interrupts is too short", pci->vhost.path);
	sm_vhost_push(&pci->vhost, SM_QUEUE_INTERRUPTS, &chain, len, true);
	return true;
}

void sm_msix_flush(struct sm_pci *pci)
{
	unsigned int i;

	for (i = 0; pci->pending && i < SM_VECTORS && sm_msix_is_enabled(pci); i++) {
		if (!(pci->pending >> i & 1) ||
		    le32toh(pci->vector[i].control) & PCI_MSIX_ENTRY_CTRL_MASKBIT)
			continue;
		if (!sm_msix_send(pci, i))
			return;
		pci->pending &= ~(UINT32_C(1) << i);
	}
}

void sm_msix_raise(struct sm_pci *pci, uint32_t vector)
{
	if (vector >= SM_VECTORS) {
		sm_note(pci->dev, "there is no interrupt vector %u", vector);
		return;
	}
	pci->pending |= UINT32_C(1) << vector;
	sm_msix_flush(pci);
}
