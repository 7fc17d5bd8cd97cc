// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * A PCI function: the bus of its device, messages of the guest, reset.
 */
#include <linux/virtio_pcidev.h>
#include <stdlib.h>
#include <string.h>

#include "base/caps.h"
#include "firmware/function.h"
#include "pci/function.h"

#define SM_QUEUE_COMMANDS 0u
#define SM_ACCESS_MAX 65536u	/* bytes of an access to a BAR; one of the driver has a page at most */
#define SM_WINDOW 0xf0000000u	/* where User Mode Linux has its window: arch/um/drivers/virt-pci.c */

/*
 * The bus.
 */

static struct sm_pci *sm_bus_pci(struct sm_bus *bus)
{
	return sm_container_of(bus, struct sm_pci, bus);
}

static void *sm_bus_memory(struct sm_bus *bus, uint64_t addr, uint64_t len)
{
	return sm_guest_at(&sm_bus_pci(bus)->vhost.guest, addr, len);
}

static void *sm_bus_view(struct sm_bus *bus, const uint64_t *pages, uint64_t n, uint64_t size)
{
	return sm_guest_view(&sm_bus_pci(bus)->vhost.guest, pages, n, size);
}

static void sm_bus_unview(struct sm_bus *bus, void *view, uint64_t len)
{
	(void)bus;
	sm_guest_unview(view, len);
}

static void *sm_bus_uar(struct sm_bus *bus, uint32_t number)
{
	char *window = sm_pci_window(sm_bus_pci(bus));

	return window ? window + (uint64_t)number * SM_PAGE_SIZE : NULL;
}

static void sm_bus_interrupt(struct sm_bus *bus, uint32_t vector)
{
	sm_msix_raise(sm_bus_pci(bus), vector);
}

char *sm_pci_window(const struct sm_pci *pci)
{
	const uint64_t bar = sm_config_space_bar(pci);

	if (bar < SM_WINDOW || bar - SM_WINDOW > pci->file->size ||
	    SM_BAR_SIZE > pci->file->size - (bar - SM_WINDOW))
		return NULL;
	return pci->file->map + (bar - SM_WINDOW);
}

/*
 * Reset.
 */

void sm_pci_reset(struct sm_pci *pci, const char *why)
{
	pci->is_unplugged = false;
	sm_function_reset(pci->dev, why);
	sm_bar_init(pci);
	sm_msix_init(pci);
	sm_config_space_init(pci);
}

/* The memory goes, and all objects with it. A guest that boots finds the function as new. */
static void sm_pci_guest_gone(struct sm_vhost *vhost, const char *why)
{
	sm_pci_reset(sm_container_of(vhost, struct sm_pci, vhost), why);
}

/* The function answers no more, and its objects are gone. */
static void sm_pci_unplugged(struct sm_dev *dev)
{
	struct sm_pci *pci = sm_bus_pci(dev->bus);

	sm_pci_reset(pci, "the device is unplugged");
	pci->is_unplugged = true;
}

/*
 * Messages of the guest: accesses to the configuration space and to the BAR.
 */

static void sm_pci_read(struct sm_pci *pci, const struct virtio_pcidev_msg *head, uint8_t *data)
{
	memset(data, 0xff, head->size);
	if (pci->is_unplugged)
		return;
	if (head->op == VIRTIO_PCIDEV_OP_CFG_READ)
		sm_config_space_read(pci, head->addr, data, head->size);
	else if (!head->bar)
		sm_bar_read(pci, head->addr, data, head->size);
}

static void sm_pci_write(struct sm_pci *pci, const struct virtio_pcidev_msg *head,
			 const uint8_t *data)
{
	if (pci->is_unplugged)
		return;
	if (head->op == VIRTIO_PCIDEV_OP_CFG_WRITE)
		sm_config_space_write(pci, head->addr, data, head->size);
	else if (!head->bar)
		sm_bar_write(pci, head->addr, data, head->size);
}

/* Executes a message. The bytes that were written to the buffer, or what is wrong in *@wrong. */
static uint32_t sm_pci_access(struct sm_pci *pci, const struct sm_chain *chain, uint8_t *data,
			      const struct virtio_pcidev_msg *head, const char **wrong)
{
	const size_t start = sizeof(*head);

	switch (head->op) {
	case VIRTIO_PCIDEV_OP_CFG_READ:
	case VIRTIO_PCIDEV_OP_MMIO_READ:
		sm_pci_read(pci, head, data);
		if (sm_chain_write(chain, data, head->size) < head->size)
			*wrong = "the buffer has no room for what is read";
		return head->size;
	case VIRTIO_PCIDEV_OP_CFG_WRITE:
	case VIRTIO_PCIDEV_OP_MMIO_WRITE:
		if (sm_chain_read(chain, start, data, head->size) < head->size)
			*wrong = "the buffer does not have what is written";
		else
			sm_pci_write(pci, head, data);
		return 0;
	case VIRTIO_PCIDEV_OP_MMIO_MEMSET:
		if (sm_chain_read(chain, start, data, 1) < 1)
			*wrong = "the buffer does not have what is written";
		memset(data, data[0], head->size);
		if (!*wrong)
			sm_pci_write(pci, head, data);
		return 0;
	default:
		*wrong = "the operation is none that a guest can ask for";
		return 0;
	}
}

static uint32_t sm_pci_message(struct sm_pci *pci, const struct sm_chain *chain)
{
	struct virtio_pcidev_msg head;
	const char *wrong = NULL;
	uint8_t small[64], *data = small;
	uint32_t len = 0;

	if (sm_chain_read(chain, 0, &head, sizeof(head)) < sizeof(head)) {
		wrong = "it is shorter than its head";
		head = (struct virtio_pcidev_msg){0};
	} else if (head.size > SM_ACCESS_MAX) {
		wrong = "it accesses too much at once";
	} else {
		if (head.size > sizeof(small))
			data = malloc(head.size);
		if (data)
			len = sm_pci_access(pci, chain, data, &head, &wrong);
		else
			wrong = "out of memory";
	}
	if (wrong)
		sm_warn("%s: message %u of the guest (BAR %u, address 0x%llx, %u bytes): %s",
			pci->vhost.path, head.op, head.bar, (unsigned long long)head.addr,
			head.size, wrong);
	if (data != small)
		free(data);
	return len;
}

/* A guest polls for what it reads; buffers of writes are its again after an interrupt. */
static void sm_pci_kicked(struct sm_vhost *vhost, unsigned int queue)
{
	struct sm_pci *pci = sm_container_of(vhost, struct sm_pci, vhost);
	struct sm_chain chain;

	if (queue != SM_QUEUE_COMMANDS) {
		sm_msix_flush(pci);
		return;
	}
	while (sm_vhost_pop(vhost, SM_QUEUE_COMMANDS, &chain)) {
		const uint32_t len = sm_pci_message(pci, &chain);

		sm_vhost_push(vhost, SM_QUEUE_COMMANDS, &chain, len, !chain.n_write);
	}
}

/* What the NIC does in the process of its host only: BAR pages of device memory, and page faults. */
static void sm_pci_restrict(struct sm_dev *dev)
{
	struct prm_cmd_hca_cap *cap = (void *)dev->caps->image[PRM_HCA_CAP_TYPE_GENERAL];

	prm_cmd_hca_cap_set_device_memory(cap, 0);
	prm_cmd_hca_cap_set_pg(cap, 0);
}

const char *sm_pci_start(struct sm_pci *pci, struct sm_dev *dev, struct sm_pci_bar_file *file,
			 const char *socket)
{
	pci->dev = dev;
	pci->file = file;
	pci->bus = (struct sm_bus){
		.memory = sm_bus_memory, .view = sm_bus_view, .unview = sm_bus_unview,
		.uar = sm_bus_uar, .interrupt = sm_bus_interrupt,
		.first_uar = SM_BAR_FIRST_UAR, .last_uar = SM_BAR_SIZE / SM_PAGE_SIZE - 1,
	};
	dev->bus = &pci->bus;
	dev->unplugged = sm_pci_unplugged;
	sm_pci_restrict(dev);
	dev->function = sm_function_new();
	if (!dev->function)
		return "out of memory";
	pci->vhost.kicked = sm_pci_kicked;
	pci->vhost.reset = sm_pci_guest_gone;
	sm_pci_reset(pci, "the device starts");
	return sm_vhost_listen(&pci->vhost, socket);
}

void sm_pci_end(struct sm_pci *pci)
{
	sm_vhost_end(&pci->vhost);
}
