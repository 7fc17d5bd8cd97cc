/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Membership in a fabric: the folder in which launchers take LIDs for their devices, and processes
 * take slots. A LID is a port: all processes of one launcher share it, as they would share a card.
 * A slot is the part of the port's QP numbers that a process gives out.
 *
 * Locks are those of flock(): they end with their owner, however that ends. Files of the folder:
 *
 *	lock		held while LIDs are taken or given back
 *	L		LID L is in use; shared by the launcher and each process that uses it
 *	L.SLOT		slot SLOT of LID L; locked by its process
 *	L.SLOT.socket	to which other processes connect
 *	L.SLOT.group.GID	a queue pair of the process is attached to the multicast group
 *	L.SLOT.farewell.N	a datagram that is sent when the process has ended (fabric/farewell.h)
 *	L.at.IP		the launcher of LID L has this IP address
 *	L.udp		locked by the process that receives from the network, with --fabric udp:ADDRESS
 *	port.HOST.SPACE.N	socket of the process that has bound port N of rdma_cm
 */
#ifndef SOFTMLX5_MEMBERSHIP_H
#define SOFTMLX5_MEMBERSHIP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/softmlx5.h"

/* A QP number is the slot of its process, in the upper 8 bits, and a number of the process. */
#define SM_SLOT_BITS 8
#define SM_SLOTS (1u << SM_SLOT_BITS)
#define SM_SLOT_SHIFT (24 - SM_SLOT_BITS)

#define SM_ADDRESS_INFIX ".at."
#define SM_PORT_PREFIX "port."

/* LIDs that the launcher has taken. */
struct sm_ports {
	char folder[3072];	/* of the fabric; "" if the devices are not connected to others */
	uint16_t lid[SM_MAX_DEVICES];
	int locks[SM_MAX_DEVICES];	/* descriptors of their files */
	unsigned int n;
	bool is_path;		/* the folder is the user's, and stays */
};

/* The start of the name of a host in a network of IP. All its launchers share its one port. */
#define SM_FABRIC_UDP "udp:"

/*
 * Takes @n LIDs of the fabric with this name: "none", "udp:" and an address, a name, or a path with a
 * slash. The first has the IP address @address, if that is not NULL. NULL, or what is wrong in one sentence; the devices
 * are then those of "none".
 */
const char *sm_ports_take(struct sm_ports *ports, const char *name, unsigned int n,
			  const char *address);
/* Gives them back, and removes the folder if it is empty. */
void sm_ports_give_back(struct sm_ports *ports);
/* Writes and reads the file "ports" of SOFTMLX5_ROOT, from which processes take their ports. */
bool sm_ports_write(const struct sm_ports *ports, const char *path);

/*
 * Locks a file of the fabric's folder, which is made if necessary: @how is that of flock(). A
 * descriptor, or -1 with errno.
 */
int sm_lock_file(int folder, const char *name, int how);

/* NULL, or what is wrong with the name of a fabric. */
const char *sm_fabric_name_check(const char *name);

/*
 * In a process: the identity of device @index. Takes a slot on the first call. A process without a
 * launcher has the LIDs from 1 on; it and one of a fabric "none" have slot 0.
 */
struct sm_identity {
	uint16_t lid;
	uint8_t slot;
};
struct sm_identity sm_identity_take(unsigned int index);
/* The fabric's folder, open; -1: this process is not connected to others. */
int sm_fabric_folder(void);
/* A forked child has not taken the parent's slots. */
void sm_membership_forked(void);

#endif
