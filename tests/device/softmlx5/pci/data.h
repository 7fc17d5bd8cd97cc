/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/* Work requests on queues whose memory is lists of pages. */
#ifndef TEST_PCI_DATA_H
#define TEST_PCI_DATA_H

void data_writes(const char *path);
/* The device has --fault health:nth=1, fatal:nth=2 and stall:nth=3,ns=300000000. */
void data_faults(const char *path);

#endif
