/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * A device and the objects that firmware commands create, numbered as the commands return them. The
 * layer that runs an object defines its structure.
 */
#ifndef SOFTMLX5_DEVICE_H
#define SOFTMLX5_DEVICE_H

#include "tools/softmlx5.h"

struct sm_caps;
struct sm_trace;
struct sm_faults;

struct sm_dev {
	unsigned int index;	/* 0 is mlx5_0 */
	uint64_t guid;		/* of node and port */
	uint16_t lid;
	uint8_t slot;		/* of this process in the port, see tools/membership.h */
	struct sm_caps *caps;

	/* By number: */
	struct sm_table pds, uars, umems, tds, mkeys, psvs, cqs, qps, srqs, deks;
	uint32_t special_lkey;	/* "the whole address space", QUERY_SPECIAL_CONTEXTS */

	/*
	 * Fault injection unplugs the device, which is available again at once. The kernel's part
	 * is called and destroys all objects of its files.
	 */
	struct sm_timer unplug;
	void (*unplugged)(struct sm_dev *dev);

	/* Counts of events, which fault injection uses. */
	uint64_t commands, wqes, cqes;
};

/*
 * The device of this process with this index or LID; NULL if there is none. Devices are created
 * when they are first needed.
 */
struct sm_dev *sm_dev_by_index(unsigned int index);
struct sm_dev *sm_dev_by_lid(uint16_t lid);
/* Unplugs it later, not now, since the caller's objects may be destroyed by it. */
void sm_dev_unplug(struct sm_dev *dev, uint64_t delay_ns);
/* The start of every object that a command creates. */
struct sm_obj {
	struct sm_dev *dev;
	uint32_t id;
	uint32_t users;		/* objects that refer to it; not 0: busy */
	uint16_t uid;		/* of the command that made it; 0: the kernel */
};

/* Receives the events of an object: the kernel. Both functions may be NULL. */
struct sm_listener {
	void (*completion)(void *owner);		/* the armed CQ has a new CQE */
	void (*event)(void *owner, uint8_t type);	/* enum prm_event_type */
	void *owner;
};

struct sm_pd {
	struct sm_obj obj;
};

struct sm_td {			/* transport domain */
	struct sm_obj obj;
};

/* Memory of the process for rings, records and keys. */
struct sm_umem {
	struct sm_obj obj;
	char *addr;
	uint64_t len;
	uint32_t access;	/* IBV_ACCESS_* */
};

/* Are @len bytes from @offset on inside of it? */
static inline bool sm_umem_has(const struct sm_umem *umem, uint64_t offset, uint64_t len)
{
	return offset <= umem->len && len <= umem->len - offset;
}

/* A doorbell page; see nic/doorbell.h. */
struct sm_uar {
	struct sm_obj obj;
	struct sm_uar_page *page;
};

struct sm_psv {
	struct sm_obj obj;
	struct sm_pd *pd;
	uint16_t syndrome;	/* not 0: in error, no mismatch is reported */
	uint64_t transient_signature;
};

/* A data encryption key of AES-XTS. */
struct sm_dek {
	struct sm_obj obj;
	struct sm_pd *pd;
	bool has_keytag;
	uint8_t key[64];	/* data key, then tweak key */
	unsigned int key_len;	/* bytes of both together: 32 or 64 */
	uint8_t keytag[8];
	uint8_t opaque[8];	/* of the owner */
	void *cipher;		/* owned by nic/crypto.c */
};

#endif
