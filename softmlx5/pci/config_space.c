// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The configuration space, by the PCI Express Base Specification; names are those of
 * linux/pci_regs.h. All of it is little-endian.
 */
#include <endian.h>
#include <linux/pci_regs.h>
#include <string.h>

#include "base/caps.h"
#include "pci/function.h"

#define SM_VENDOR_MELLANOX 0x15b3u
#define SM_CLASS_INFINIBAND 0x020700u
#define SM_CLASS_ETHERNET 0x020000u
/* Offsets of the capabilities. */
#define SM_CAP_EXPRESS 0x60u
#define SM_CAP_MSIX 0x9cu
#define SM_LINK_WIDTH 16u

static void sm_put8(struct sm_pci *pci, unsigned int at, unsigned int value)
{
	pci->config[at] = (uint8_t)value;
}

static void sm_put16(struct sm_pci *pci, unsigned int at, unsigned int value)
{
	const uint16_t little = htole16((uint16_t)value);

	memcpy(pci->config + at, &little, sizeof(little));
}

static void sm_put32(struct sm_pci *pci, unsigned int at, uint32_t value)
{
	const uint32_t little = htole32(value);

	memcpy(pci->config + at, &little, sizeof(little));
}

static unsigned int sm_get16(const struct sm_pci *pci, unsigned int at)
{
	uint16_t little;

	memcpy(&little, pci->config + at, sizeof(little));
	return le16toh(little);
}

static void sm_writable(struct sm_pci *pci, unsigned int at, unsigned int size, uint64_t bits)
{
	const uint64_t little = htole64(bits);

	memcpy(pci->config_mask + at, &little, size);
}

static void sm_config_header(struct sm_pci *pci)
{
	const struct sm_caps *caps = pci->dev->caps;
	const uint32_t class = sm_caps_is_ethernet(caps) ? SM_CLASS_ETHERNET : SM_CLASS_INFINIBAND;

	sm_put16(pci, PCI_VENDOR_ID, SM_VENDOR_MELLANOX);
	sm_put16(pci, PCI_DEVICE_ID, caps->pci_device);
	sm_put16(pci, PCI_STATUS, PCI_STATUS_CAP_LIST);
	sm_put32(pci, PCI_CLASS_REVISION, class << 8);
	sm_put32(pci, PCI_BASE_ADDRESS_0,
		 PCI_BASE_ADDRESS_MEM_TYPE_64 | PCI_BASE_ADDRESS_MEM_PREFETCH);
	sm_put16(pci, PCI_SUBSYSTEM_VENDOR_ID, SM_VENDOR_MELLANOX);
	sm_put16(pci, PCI_SUBSYSTEM_ID, caps->pci_subsystem);
	sm_put8(pci, PCI_CAPABILITY_LIST, SM_CAP_EXPRESS);
	sm_writable(pci, PCI_COMMAND, 2, PCI_COMMAND_MEMORY | PCI_COMMAND_MASTER |
		    PCI_COMMAND_PARITY | PCI_COMMAND_SERR | PCI_COMMAND_INTX_DISABLE);
	sm_writable(pci, PCI_BASE_ADDRESS_0, 8, ~(uint64_t)(SM_BAR_SIZE - 1));
	sm_writable(pci, PCI_INTERRUPT_LINE, 1, 0xff);
}

static void sm_config_capabilities(struct sm_pci *pci)
{
	sm_put8(pci, SM_CAP_EXPRESS + PCI_CAP_LIST_ID, PCI_CAP_ID_EXP);
	sm_put8(pci, SM_CAP_EXPRESS + PCI_CAP_LIST_NEXT, SM_CAP_MSIX);
	sm_put16(pci, SM_CAP_EXPRESS + PCI_EXP_FLAGS, 2 | PCI_EXP_TYPE_ENDPOINT << 4);
	sm_put32(pci, SM_CAP_EXPRESS + PCI_EXP_DEVCAP, PCI_EXP_DEVCAP_RBER | PCI_EXP_DEVCAP_FLR |
		 PCI_EXP_DEVCAP_EXT_TAG | 2);	/* payloads of up to 512 bytes */
	sm_put32(pci, SM_CAP_EXPRESS + PCI_EXP_LNKCAP,
		 PCI_EXP_LNKCAP_SLS_16_0GB | SM_LINK_WIDTH << 4);
	sm_put16(pci, SM_CAP_EXPRESS + PCI_EXP_LNKSTA,
		 PCI_EXP_LNKSTA_CLS_16_0GB | SM_LINK_WIDTH << PCI_EXP_LNKSTA_NLW_SHIFT);
	sm_writable(pci, SM_CAP_EXPRESS + PCI_EXP_DEVCTL, 2, 0xffff);
	sm_put8(pci, SM_CAP_MSIX + PCI_CAP_LIST_ID, PCI_CAP_ID_MSIX);
	sm_put16(pci, SM_CAP_MSIX + PCI_MSIX_FLAGS, SM_VECTORS - 1);
	sm_put32(pci, SM_CAP_MSIX + PCI_MSIX_TABLE, SM_BAR_TABLE);
	sm_put32(pci, SM_CAP_MSIX + PCI_MSIX_PBA, SM_BAR_PENDING);
	sm_writable(pci, SM_CAP_MSIX + PCI_MSIX_FLAGS, 2,
		    PCI_MSIX_FLAGS_ENABLE | PCI_MSIX_FLAGS_MASKALL);
}

void sm_config_space_init(struct sm_pci *pci)
{
	memset(pci->config, 0, sizeof(pci->config));
	memset(pci->config_mask, 0, sizeof(pci->config_mask));
	sm_config_header(pci);
	sm_config_capabilities(pci);
}

/* Nothing is beyond the end: such reads give all ones, as on a bus. */
void sm_config_space_read(const struct sm_pci *pci, uint64_t offset, void *to, uint32_t size)
{
	memset(to, 0xff, size);
	if (offset < SM_CONFIG_SIZE && size <= SM_CONFIG_SIZE - offset)
		memcpy(to, pci->config + offset, size);
}

void sm_config_space_write(struct sm_pci *pci, uint64_t offset, const uint8_t *from, uint32_t size)
{
	uint32_t i;

	if (offset >= SM_CONFIG_SIZE || size > SM_CONFIG_SIZE - offset)
		return;
	for (i = 0; i < size; i++) {
		const uint8_t mask = pci->config_mask[offset + i];

		pci->config[offset + i] = (uint8_t)((pci->config[offset + i] & ~mask) |
						    (from[i] & mask));
	}
	if (sm_get16(pci, SM_CAP_EXPRESS + PCI_EXP_DEVCTL) & PCI_EXP_DEVCTL_BCR_FLR)
		sm_pci_reset(pci, "a function level reset");
	else
		sm_msix_flush(pci);
}

uint64_t sm_config_space_bar(const struct sm_pci *pci)
{
	uint64_t little;

	memcpy(&little, pci->config + PCI_BASE_ADDRESS_0, sizeof(little));
	return le64toh(little) & PCI_BASE_ADDRESS_MEM_MASK;
}

bool sm_msix_is_enabled(const struct sm_pci *pci)
{
	const unsigned int flags = sm_get16(pci, SM_CAP_MSIX + PCI_MSIX_FLAGS);

	return (flags & PCI_MSIX_FLAGS_ENABLE) && !(flags & PCI_MSIX_FLAGS_MASKALL);
}
