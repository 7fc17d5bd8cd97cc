/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * The kernel's side of NETLINK_RDMA, the role of ib_core's nldev: which devices, ports and nodes there
 * are. libibverbs, the tool rdma and DPDK ask it.
 */
#ifndef SOFTMLX5_NLDEV_H
#define SOFTMLX5_NLDEV_H

#include <stddef.h>
#include <stdint.h>

/* Takes a datagram for the socket that has asked. */
struct sm_nldev_socket {
	uint32_t port;		/* its own, nl_pid of its address */
	void (*send)(struct sm_nldev_socket *socket, const void *data, size_t len);
};

/*
 * Answers the requests that a program has sent. The process layer calls it without the lock; it takes
 * it. @data is memory of the process.
 */
void sm_nldev_receive(struct sm_nldev_socket *socket, const void *data, size_t len);

#endif
