/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * The kernel's side: files of the verbs device, the role of ib_uverbs and mlx5_ib.
 */
#ifndef SOFTMLX5_UVERBS_H
#define SOFTMLX5_UVERBS_H

#include <rdma/ib_user_ioctl_verbs.h>
#include <sys/types.h>

#include "base/device.h"

/* An open verbs device: what one or more file descriptors (dup) refer to. */
struct sm_file;

/* The process layer (preload_*.c) calls these without the lock; they take it. */

/* Opens a device's node: a new file. NULL with errno. */
struct sm_file *sm_file_open(struct sm_dev *dev);
/* The last descriptor was closed: destroys all objects of the file. */
void sm_file_close(struct sm_file *file);
/* ioctl; gives 0 or -errno. @argument is the pointer of the application. */
int sm_file_ioctl(struct sm_file *file, unsigned long request, void *argument);
/* mmap; MAP_FAILED with errno. */
void *sm_file_mmap(struct sm_file *file, void *addr, size_t len, int prot, int flags, off_t offset);

/* The node /dev/infiniband/uverbs0, which need not exist on the machine. */
#define SM_NODE_MAJOR 231u
#define SM_NODE_MINOR 192u
/* After those of all devices: /dev/infiniband/rdma_cm. */
#define SM_NODE_CM SM_MAX_DEVICES

/* A domain of the PCI bus that no machine has. Device N is 9005:0N:00.0, counted from 1. */
#define SM_PCI_DOMAIN "9005"

/* device_cap_flags */
uint64_t sm_device_flags(struct sm_dev *dev);

/* The port, as its queries, netlink and sysfs show it. */
#define SM_PORT 1		/* the only port */
#define SM_PORT_LINK_UP 5	/* phys_state */
#define SM_NETDEV "lo"	/* of the GIDs of Ethernet: every machine has it */
/* enum ibv_mtu, of the packets that the port's network takes. */
uint8_t sm_port_mtu(void);

static inline uint32_t sm_port_capabilities(bool is_ethernet)
{
	if (is_ethernet)
		return IB_UVERBS_PCF_CM_SUP | IB_UVERBS_PCF_IP_BASED_GIDS;
	return IB_UVERBS_PCF_SL_MAP_SUP | IB_UVERBS_PCF_SYS_IMAGE_GUID_SUP |
	       IB_UVERBS_PCF_EXTENDED_SPEEDS_SUP | IB_UVERBS_PCF_CM_SUP;
}

#endif
