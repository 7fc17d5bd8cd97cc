/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/* Work requests on queues whose memory is lists of pages. */
#ifndef TEST_PCI_DATA_H
#define TEST_PCI_DATA_H

void data_writes(const char *path);

#endif
