/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * A device and the objects that firmware commands create, numbered as the commands return them. The
 * layer that runs an object defines its structure.
 */
#ifndef SOFTMLX5_DEVICE_H
#define SOFTMLX5_DEVICE_H

#include "base/softmlx5.h"

struct sm_caps;
struct sm_trace;
struct sm_faults;
struct sm_memic;
struct sm_function;
struct sm_group;
struct sm_flow_table;

/*
 * The bus of a device that is not in its host's process (pci/): the memory behind the addresses in
 * commands and lists of pages, and interrupts. A device without a bus is part of its host's process,
 * where an address is a pointer. Called with the lock held.
 */
struct sm_bus {
	/* Memory of @len bytes; NULL: there is none, or not all of it. Valid until the next reset. */
	void *(*memory)(struct sm_bus *bus, uint64_t addr, uint64_t len);
	/*
	 * @n pages of @size bytes, one after the other, with memory that unview() gives back. NULL:
	 * a page is no memory, or the process has no room for the view.
	 */
	void *(*view)(struct sm_bus *bus, const uint64_t *pages, uint64_t n, uint64_t size);
	void (*unview)(struct sm_bus *bus, void *view, uint64_t len);
	/* UARs of the function, and the page of one, which the host's programs write to. */
	uint32_t first_uar, last_uar;
	void *(*uar)(struct sm_bus *bus, uint32_t number);
	void (*interrupt)(struct sm_bus *bus, uint32_t vector);
};

/* The health of a function's firmware. */
struct sm_health {
	uint8_t syndrome;	/* enum prm_health_syndrome */
	bool wants_reset;	/* it asks the driver for one */
	uint64_t stalled_until;	/* ns of sm_device_time(): it executes no command and counts nothing until then */
};

struct sm_dev {
	unsigned int index;	/* 0 is mlx5_0 */
	uint64_t guid;		/* of node and port */
	uint16_t lid;
	uint8_t slot;		/* of this process in the port, see base/membership.h */
	struct sm_caps *caps;

	/* By number: */
	struct sm_table pds, uars, umems, tds, xrcds, mkeys, psvs, cqs, qps, srqs, deks, eqs, uctxs;
	struct sm_table tises, tirs, rqts, flow_tables, flow_groups, flow_counters;
	uint32_t special_lkey;	/* "the whole address space", QUERY_SPECIAL_CONTEXTS */
	uint32_t kernel_pd;	/* of the kernel's part; 0: not yet needed */
	uint32_t general_qpn;	/* that queue pair 1 has in commands and doorbells; 0: there is none */
	struct sm_group *groups;	/* multicast (nic/queue/group.c) */
	struct sm_flow_table *flow_root;	/* of frames (nic/queue/steering.c); NULL: it receives none */
	struct sm_memic *memic;	/* its memory (nic/memory/memic.c); NULL: not yet needed */
	bool memic_pages[256];	/* that the kernel's part has allocated */

	struct sm_bus *bus;	/* NULL: in the process of its host */
	struct sm_function *function;	/* its life, see firmware/function.h; NULL without a bus */
	struct sm_health health;	/* of a device with a bus */

	/*
	 * Fault injection unplugs the device. In the process it is available again at once: the
	 * kernel's part is called and destroys all objects of its files. On a bus it is gone.
	 */
	struct sm_timer unplug;
	void (*unplugged)(struct sm_dev *dev);
};

/*
 * The device of this process with this index or LID; NULL if there is none. Devices are created
 * when they are first needed.
 */
struct sm_dev *sm_dev_by_index(unsigned int index);
struct sm_dev *sm_dev_by_lid(uint16_t lid);
/* The next of those that there are already; the first after NULL. NULL: it was the last one. */
struct sm_dev *sm_dev_next(const struct sm_dev *dev);
/* Sets the limits of its tables, which are empty, by the capabilities that are in force. */
void sm_dev_limits(struct sm_dev *dev);
/* In a child, after fork(): the devices are the parent's. */
void sm_devices_forked(void);
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

struct sm_xrcd {		/* XRC domain */
	struct sm_obj obj;
};

/* Memory of the host for rings, records and keys. */
struct sm_umem {
	struct sm_obj obj;
	char *addr;
	uint64_t len;
	uint32_t access;	/* IBV_ACCESS_* */
	void *view;		/* of the bus, or NULL */
	uint64_t view_len;
};

/* Memory behind an address in a command. NULL: there is none; without a bus nobody knows. */
static inline void *sm_dma(const struct sm_dev *dev, uint64_t addr, uint64_t len)
{
	return dev->bus ? dev->bus->memory(dev->bus, addr, len) : (void *)(uintptr_t)addr;
}

/*
 * Sets the memory of an umem: @n pages of @size bytes, without the first @offset bytes. Without a bus
 * they have to follow each other. false: that is not possible.
 */
bool sm_umem_map(struct sm_umem *umem, const uint64_t *pages, uint64_t n, uint64_t size,
		 uint64_t offset);
/* Frees an umem that has no number any more. */
void sm_umem_free(struct sm_umem *umem);

/*
 * Memory that a command gives by its address or pages: no object, freed with its last user. NULL: no
 * memory.
 */
struct sm_umem *sm_memory_new(struct sm_dev *dev, uint64_t addr, uint64_t len);
struct sm_umem *sm_memory_pages(struct sm_dev *dev, const uint64_t *pages, uint64_t n,
				uint64_t size, uint64_t offset);
/* Frees such memory if it has no user; leaves umems and NULL. */
void sm_memory_drop(struct sm_umem *umem);
/* One user more, or less. */
void sm_umem_use(struct sm_umem *umem, int change);

/* Are @len bytes from @offset on inside of it? */
static inline bool sm_umem_has(const struct sm_umem *umem, uint64_t offset, uint64_t len)
{
	return offset <= umem->len && len <= umem->len - offset;
}

/* Rings and doorbell record of a queue. */
struct sm_place {
	struct sm_umem *umem, *dbr_umem;
	uint64_t offset, dbr_offset;
};

/* Permissions of a user; its number is a uid. */
struct sm_uctx {
	struct sm_obj obj;
	uint32_t cap;
};

/* A doorbell page; see nic/queue/doorbell.h. */
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
	void *cipher;		/* owned by nic/signature/crypto.c */
};

#endif
