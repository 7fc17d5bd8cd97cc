/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * The network device of a port of Ethernet, the role of mlx5e: mlx5_0 has softmlx5_0. Programs that
 * use the port by verbs ask it for its MAC, MTU and link, as DPDK's net PMD does. It has no IP
 * address and takes no packets of the machine's network stack, which does not know it: the GIDs are
 * those of another interface (SM_NETDEV of uverbs.h). Its MTU and flags belong to the process, and no
 * frame depends on them.
 */
#ifndef SOFTMLX5_NETDEV_H
#define SOFTMLX5_NETDEV_H

#include <net/if.h>
#include <stdbool.h>
#include <stdio.h>

#define SM_NETDEV_PREFIX "softmlx5_"

/* The index of device mlx5_N's interface. Interfaces of a machine are numbered from 1. */
static inline unsigned int sm_netdev_index(unsigned int device)
{
	return 0x6d350000u + device;
}

static inline void sm_netdev_text(unsigned int device, char name[IF_NAMESIZE])
{
	snprintf(name, IF_NAMESIZE, SM_NETDEV_PREFIX "%u", device);
}

/* The process layer calls these without the lock; they take it. */

/* The index of the interface with this name; 0: there is no such interface of a device. */
unsigned int sm_netdev_find(const char *name);
/* The name of the interface with this index; false: there is no such interface of a device. */
bool sm_netdev_name(unsigned int index, char name[IF_NAMESIZE]);
/*
 * An ioctl on a socket: netdevice(7) and SIOCETHTOOL. false: it does not concern such an interface.
 * Otherwise @result is 0 or -errno. @argument is the pointer of the application.
 */
bool sm_netdev_ioctl(unsigned long request, void *argument, int *result);

#endif
