/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * The life of a function: enabled, given pages, initialized, and back. Only devices with a bus have
 * one; the kernel's part of a device without a bus starts with an initialized function.
 */
#ifndef SOFTMLX5_FUNCTION_H
#define SOFTMLX5_FUNCTION_H

#include "firmware/fw.h"
#include "prm_host_reg.h"

enum sm_function_state {
	SM_FUNCTION_DISABLED,	/* after a reset */
	SM_FUNCTION_ENABLED,	/* ENABLE_HCA: takes commands that prepare it */
	SM_FUNCTION_INITIALIZED,	/* INIT_HCA: takes all commands */
};

/*
 * Pages of 4096 bytes that the driver has given. A card keeps its contexts there; this device keeps
 * only a mark in each, which shows a driver that uses a page it has given away.
 */
struct sm_pages {
	uint64_t *addr;
	uint32_t n, room;
	uint32_t asked;		/* by PAGE_REQUEST, and neither given nor refused */
	uint32_t demanded;	/* by fault injection, beside what objects need */
	bool is_refused;	/* the driver had none when it was asked last */
};

struct sm_function {
	enum sm_function_state state;
	uint16_t issi;
	bool is_prepared;	/* PREPARE_FAST_TEARDOWN: it ends when nic_interface is DISABLED */
	bool is_big_endian;	/* HOST_ENDIANNESS */
	struct prm_node_desc_reg node_desc;
	uint32_t port_capabilities;	/* of those that the driver may change */
	struct sm_pages pages;
};

/* The function of a device, disabled. NULL: no memory. */
struct sm_function *sm_function_new(void);
/*
 * A reset, by the driver or the bus: no objects, no pages, capabilities as at the start. @why is for
 * the trace.
 */
void sm_function_reset(struct sm_dev *dev, const char *why);
/* The driver has written DISABLED to nic_interface: ends a function that has prepared for it. */
void sm_function_disable(struct sm_dev *dev);
/* Does the function take this command now? PRM_CMD_STATUS_OK, or the status that refuses it. */
uint8_t sm_function_accepts(const struct sm_dev *dev, uint16_t opcode);

/* Asks the driver for pages, or offers some back, when the number of objects has changed. */
void sm_pages_balance(struct sm_dev *dev);
/* Are there too few for another object, and the driver has refused more? */
bool sm_pages_are_short(const struct sm_dev *dev);
/* The function needs @n pages more from now on. */
void sm_pages_demand(struct sm_dev *dev, uint32_t n);
void sm_pages_free(struct sm_pages *pages);

#endif
