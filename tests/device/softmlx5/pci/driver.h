/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * A driver for softmlx5-device: the command queue, the boot of a function, an EQ.
 */
#ifndef TEST_PCI_DRIVER_H
#define TEST_PCI_DRIVER_H

#include "guest.h"
#include "prm_alloc.h"
#include "prm_cmd.h"
#include "prm_cmdif.h"
#include "prm_cq.h"
#include "prm_cqe.h"
#include "prm_doorbell.h"
#include "prm_eq.h"
#include "prm_eqe.h"
#include "prm_hca.h"
#include "prm_hca_cap.h"
#include "prm_mkey.h"
#include "prm_qp.h"
#include "prm_query_hca_cap.h"

#define MAILBOXES 16u	/* of each direction */

struct driver {
	struct guest *guest;
	struct prm_cmd_queue_entry *queue;
	struct prm_cmd_if_box *in_box[MAILBOXES], *out_box[MAILBOXES];
	uint64_t in_addr[MAILBOXES], out_addr[MAILBOXES];
	uint8_t token;
	uint64_t pages;		/* given to the device */
	uint32_t uar;
	/* The EQ of asynchronous events and commands. */
	struct prm_eqe *eq;
	uint32_t eqn, eq_ci;
	bool has_checksum;	/* signs, and checks the device's signatures */
	/* To be spoilt by tests, before the doorbell. */
	void (*spoil)(struct driver *driver, struct prm_cmd_queue_entry *entry);
};

#define EQ_ENTRIES 64u

/* The function, with its configuration space set up and the command queue placed. */
void driver_start(struct driver *driver, struct guest *guest);
/* Sends a command; returns its entry. */
struct prm_cmd_queue_entry *driver_send(struct driver *driver, const void *in, uint32_t in_len,
					uint32_t out_len);
/* Waits until the device has executed it. */
void driver_wait(const struct prm_cmd_queue_entry *entry);
/* A command by polling: the delivery status. */
uint8_t driver_deliver(struct driver *driver, const void *in, uint32_t in_len, void *out,
		       uint32_t out_len);
/* The same; its delivery must be right. The status. */
uint8_t driver_command(struct driver *driver, const void *in, uint32_t in_len, void *out,
		       uint32_t out_len);
/* A command whose layouts have names; CHECKs its status. */
#define COMMAND(driver, name, in, out) \
	CHECK_EQ(driver_command(driver, in, PRM_##name##_IN_SIZE, out, PRM_##name##_OUT_SIZE), 0)

void driver_give_pages(struct driver *driver, uint32_t n);
/* Takes back at most @n: how many. */
uint32_t driver_take_pages(struct driver *driver, uint32_t n);
/* ENABLE_HCA to INIT_HCA, as Linux's driver. */
void driver_boot(struct driver *driver);
void driver_make_uar(struct driver *driver);
/* An EQ for these events, vector 0; armed. */
void driver_make_eq(struct driver *driver, uint64_t events);
/* The next EQE, which is copied; false: there is none. Its interrupt must have come if @waits. */
bool driver_next_eqe(struct driver *driver, struct prm_eqe *eqe, bool waits);
void driver_stop(struct driver *driver);

#endif
