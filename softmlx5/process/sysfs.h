/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * The sysfs tree of the devices, as a kernel with cards shows it: PCI devices with an RDMA device
 * each, and the links of class and bus that lead there. The launcher writes it into its private
 * folder; libibverbs finds it by SYSFS_PATH, other programs by the names below /sys that
 * preload_file.c redirects.
 */
#ifndef SOFTMLX5_SYSFS_H
#define SOFTMLX5_SYSFS_H

#include <stdbool.h>
#include <stdint.h>

struct sm_caps;

/* A folder that is being filled. After a failure nothing more is written, and error says why. */
struct sm_tree {
	const char *root;
	char error[1024];	/* "": none so far */
};

/* Writes a file, and the folders that it lies in. @name is relative to the root. */
__attribute__((format(printf, 3, 4))) void sm_tree_file(struct sm_tree *tree, const char *name,
							const char *format, ...);

/* Writes device @index, of the port with this LID. */
void sm_sysfs_device(struct sm_tree *tree, const struct sm_caps *caps, unsigned int index,
		     uint16_t lid);
/* Files that belong to no device. */
void sm_sysfs_common(struct sm_tree *tree);

#endif
