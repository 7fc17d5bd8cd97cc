/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/* Guests and drivers that do not keep to the rules: the device says so, and serves the next one. */
#ifndef TEST_PCI_HOSTILE_H
#define TEST_PCI_HOSTILE_H

void hostile_delivery(const char *path);
void hostile_checksum(const char *path);	/* of a device with cmdif_checksum */
void hostile_addresses(const char *path);
void hostile_messages(const char *path);
void hostile_rings(const char *path);
void hostile_memory(const char *path);
/* Random commands, accesses and ring contents. */
void hostile_fuzz(const char *path, unsigned long seed);

#endif
