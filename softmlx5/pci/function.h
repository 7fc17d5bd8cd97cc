/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * A PCI function: what the driver of a guest sees of a device.
 */
#ifndef SOFTMLX5_PCI_FUNCTION_H
#define SOFTMLX5_PCI_FUNCTION_H

#include "base/device.h"
#include "pci/vhost.h"
#include "prm_cmdif.h"

#define SM_BAR_SIZE (32u << 20)
#define SM_CONFIG_SIZE 4096u
#define SM_VECTORS 32u		/* of MSI-X */
#define SM_LOG_COMMANDS 5u
#define SM_COMMANDS (1u << SM_LOG_COMMANDS)	/* entries of the command queue */
/*
 * The pages of the BAR: the initialization segment, then the table of MSI-X and its pending bits. UARs
 * follow.
 */
#define SM_BAR_TABLE 0x4000u
#define SM_BAR_PENDING 0x5000u
#define SM_BAR_FIRST_UAR 0x10u

struct sm_vector {
	uint32_t addr_low, addr_high, data, control;	/* as in the table, little-endian */
};

/* A command that waits for its execution. */
struct sm_late_command {
	struct sm_timer timer;
	struct sm_pci *pci;
	unsigned int slot;
};

struct sm_pci {
	struct sm_vhost vhost;
	struct sm_bus bus;
	struct sm_dev *dev;
	struct sm_pci_bar_file *file;
	uint8_t config[SM_CONFIG_SIZE], config_mask[SM_CONFIG_SIZE];	/* mask: bits that can be written */
	struct prm_initial_seg segment, segment_mask;
	struct sm_vector vector[SM_VECTORS];
	uint32_t pending;		/* a bit for each vector */
	struct sm_late_command late[SM_COMMANDS];
	bool is_unplugged;		/* until the next guest */
};

/*
 * The file that User Mode Linux has as `iomem=pci,FILE`: the window of its PCI bus, in which stores of
 * its programs to BARs arrive. One for all functions of the process.
 */
struct sm_pci_bar_file {
	char *map;
	uint64_t size;
};

/* The function's BAR in the window; NULL: the guest has placed it elsewhere, or nowhere. */
char *sm_pci_window(const struct sm_pci *pci);

/* A function for a device, with its socket. NULL, or what is wrong. */
const char *sm_pci_start(struct sm_pci *pci, struct sm_dev *dev, struct sm_pci_bar_file *file,
			 const char *socket);
void sm_pci_end(struct sm_pci *pci);
/* As after power on: also the configuration space, which a reset of the firmware leaves. */
void sm_pci_reset(struct sm_pci *pci, const char *why);

/* The configuration space (config_space.c). */
void sm_config_space_init(struct sm_pci *pci);
void sm_config_space_read(const struct sm_pci *pci, uint64_t offset, void *to, uint32_t size);
void sm_config_space_write(struct sm_pci *pci, uint64_t offset, const uint8_t *from, uint32_t size);
uint64_t sm_config_space_bar(const struct sm_pci *pci);	/* address of the BAR */

/* MSI-X (msix.c). */
void sm_msix_init(struct sm_pci *pci);
void sm_msix_raise(struct sm_pci *pci, uint32_t vector);
/* Sends what is pending and allowed: a mask is gone, or there are buffers again. */
void sm_msix_flush(struct sm_pci *pci);
bool sm_msix_is_enabled(const struct sm_pci *pci);

/* The BAR (bar.c). */
void sm_bar_init(struct sm_pci *pci);
void sm_bar_read(struct sm_pci *pci, uint64_t offset, uint8_t *to, uint32_t size);
void sm_bar_write(struct sm_pci *pci, uint64_t offset, const uint8_t *from, uint32_t size);

/* The command queue (command_queue.c): a doorbell has named an entry, which is executed now or later. */
void sm_command_doorbell(struct sm_pci *pci, unsigned int slot);
/* Commands that wait are dropped. */
void sm_command_reset(struct sm_pci *pci);

/* Strict mode (command_check.c): reports what is wrong with an entry, a mailbox, a command. */
void sm_command_check_entry(struct sm_pci *pci, const struct prm_cmd_queue_entry *entry);
void sm_command_check_box(struct sm_pci *pci, const struct prm_cmd_if_box *box);
void sm_command_check(struct sm_pci *pci, const void *in, size_t in_len, size_t out_len);

#endif
