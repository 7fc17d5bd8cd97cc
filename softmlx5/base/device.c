// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The devices of the process.
 */
#include <stdlib.h>
#include <string.h>

#include "base/adversary.h"
#include "base/caps.h"
#include "base/device.h"
#include "base/gid.h"
#include "base/membership.h"

/* Numbers of objects. Keys start high, so that none equals a special key or list operation. */
#define SM_FIRST_MKEY 0x100u
#define SM_LAST_24_BITS 0xfffffeu
/* The kernel's interface has 16 bits for the UAR of a CQ (struct mlx5_ib_create_cq of Linux). */
#define SM_LAST_UAR 0xffffu
#define SM_LAST_EQN 0xffu	/* doorbells of EQs have 8 bits for it */
#define SM_LAST_UID 0xfffeu	/* the next one is for objects that all users share */
#define SM_FIRST_QPN 0x100u
#define SM_QPNS_OF_SLOT (1u << SM_SLOT_SHIFT)
/* Processes start with different keys, so that a peer's key is hardly ever one's own by chance. */
#define SM_KEYS_BETWEEN_SLOTS 0x100u
#define SM_KEYS_BETWEEN_LIDS 0x4000u

static struct sm_dev *sm_devices[SM_MAX_DEVICES];

static void sm_dev_range(struct sm_table *table, uint32_t first, uint32_t last)
{
	sm_table_free(table);
	sm_table_init(table, first, last);
}

/* Numbers for 2^@log objects, limited to 24 bits. */
static void sm_dev_table(struct sm_table *table, uint32_t first, uint32_t log)
{
	const uint64_t last = first + (UINT64_C(1) << log) - 1;

	sm_dev_range(table, first, last < SM_LAST_24_BITS ? (uint32_t)last : SM_LAST_24_BITS);
}

static uint32_t sm_dev_last_flow_counter(const struct prm_cmd_hca_cap *cap)
{
	return prm_cmd_hca_cap_get_max_flow_counter_31_16(cap) * 0x10000u +
	       prm_cmd_hca_cap_get_max_flow_counter_15_0(cap);
}

static uint32_t sm_dev_first_mkey(const struct sm_dev *dev)
{
	const uint32_t port = (uint32_t)(dev->guid >> SM_GUID_PORT_SHIFT);

	return SM_FIRST_MKEY + port % 64 * SM_KEYS_BETWEEN_LIDS +
	       dev->slot % 64u * SM_KEYS_BETWEEN_SLOTS;
}

/* QP numbers of the process: those of its slot. */
static void sm_dev_qpns(struct sm_dev *dev, uint32_t log)
{
	const uint32_t base = (uint32_t)dev->slot << SM_SLOT_SHIFT;

	sm_dev_table(&dev->qps, base + SM_FIRST_QPN, log);
	if (dev->qps.last >= base + SM_QPNS_OF_SLOT)
		dev->qps.last = base + SM_QPNS_OF_SLOT - 1;
}

/* The capabilities limit the number of objects of each kind. */
void sm_dev_limits(struct sm_dev *dev)
{
	const struct prm_cmd_hca_cap *cap = dev->caps->general;
	const void *crypto = dev->caps->image[PRM_HCA_CAP_TYPE_CRYPTO];
	const uint32_t log_max_srq = prm_cmd_hca_cap_get_log_max_srq(cap);
	const uint32_t log_max_rmp = prm_cmd_hca_cap_get_log_max_rmp(cap);

	sm_dev_table(&dev->pds, 1, prm_cmd_hca_cap_get_log_max_pd(cap));
	sm_dev_table(&dev->tds, 1, prm_cmd_hca_cap_get_log_max_transport_domain(cap));
	sm_dev_table(&dev->xrcds, 1, prm_cmd_hca_cap_get_log_max_xrcd(cap));
	sm_dev_table(&dev->mkeys, sm_dev_first_mkey(dev), prm_cmd_hca_cap_get_log_max_mkey(cap));
	sm_dev_table(&dev->cqs, 1, prm_cmd_hca_cap_get_log_max_cq(cap));
	sm_dev_qpns(dev, prm_cmd_hca_cap_get_log_max_qp(cap));
	/* An SRQ of verbs is an RMP, but drivers read the limit of SRQs. */
	sm_dev_table(&dev->srqs, 1, log_max_srq < log_max_rmp ? log_max_srq : log_max_rmp);
	sm_dev_table(&dev->deks, 1, crypto ? prm_crypto_caps_get_log_max_num_deks(crypto) : 0);
	/* The kernel's part creates umems for all rings, for which a kernel would pass pages. */
	sm_dev_range(&dev->umems, 1, SM_LAST_24_BITS);
	sm_dev_range(&dev->uars, dev->bus ? dev->bus->first_uar : 1,
		     dev->bus ? dev->bus->last_uar : SM_LAST_UAR);
	sm_dev_range(&dev->psvs, 1, SM_LAST_24_BITS);
	sm_dev_table(&dev->eqs, 1, prm_cmd_hca_cap_get_log_max_eq(cap));
	if (dev->eqs.last > SM_LAST_EQN)
		dev->eqs.last = SM_LAST_EQN;
	sm_dev_table(&dev->tises, 1, prm_cmd_hca_cap_get_log_max_tis(cap));
	sm_dev_table(&dev->tirs, 1, prm_cmd_hca_cap_get_log_max_tir(cap));
	sm_dev_table(&dev->rqts, 1, prm_cmd_hca_cap_get_log_max_rqt(cap));
	sm_dev_range(&dev->flow_tables, 1, SM_LAST_24_BITS);
	sm_dev_range(&dev->flow_groups, 1, SM_LAST_24_BITS);
	sm_dev_range(&dev->flow_counters, 1, sm_dev_last_flow_counter(cap));
	sm_dev_table(&dev->uctxs, 1, prm_cmd_hca_cap_get_log_max_uctx(cap));
	if (dev->uctxs.last > SM_LAST_UID)
		dev->uctxs.last = SM_LAST_UID;
}

/* Most numbers a table gives out before it wraps. */
#define SM_ODD_START 32u

/* The adversary: numbers of objects have all their 24 bits, and wrap soon. QP numbers have a part of them. */
static void sm_dev_odd_numbers(struct sm_dev *dev)
{
	struct sm_table *const tables[] = {
		&dev->pds, &dev->uars, &dev->umems, &dev->tds, &dev->xrcds, &dev->mkeys,
		&dev->psvs, &dev->cqs, &dev->srqs, &dev->deks, &dev->tises, &dev->tirs,
		&dev->rqts, &dev->flow_tables, &dev->flow_counters,
	};
	struct sm_table *qps = &dev->qps;

	for (size_t i = 0; i < SM_ARRAY_SIZE(tables); i++) {
		struct sm_table *table = tables[i];

		if (table != &dev->uars) {
			table->first += SM_LAST_24_BITS - table->last;
			table->last = SM_LAST_24_BITS;
		}
		sm_table_start(table, table->last - sm_odd_below(table->last - table->first < SM_ODD_START ?
								 1 : SM_ODD_START));
	}
	sm_table_start(qps, qps->last - sm_odd_below(SM_ODD_START));
}

static struct sm_dev *sm_dev_new(unsigned int index)
{
	const struct sm_config *config = sm_config();
	struct sm_dev *dev = calloc(1, sizeof(*dev));
	struct sm_identity identity;
	char error[512];

	if (!dev)
		return NULL;
	dev->caps = sm_caps_load(sm_adversary_preset(config), config->cap_fields, error, sizeof(error));
	if (!dev->caps) {
		sm_warn("%s", error);
		free(dev);
		return NULL;
	}
	dev->index = index;
	identity = sm_identity_take(index);
	dev->lid = identity.lid;
	dev->slot = identity.slot;
	dev->guid = sm_lid_guid(dev->lid);
	sm_dev_limits(dev);
	if (sm_odd(dev, SM_ODD_NUMBERS))
		sm_dev_odd_numbers(dev);
	return dev;
}

struct sm_dev *sm_dev_by_index(unsigned int index)
{
	if (index >= SM_MAX_DEVICES || index >= sm_config()->devices)
		return NULL;
	if (!sm_devices[index])
		sm_devices[index] = sm_dev_new(index);
	return sm_devices[index];
}

void sm_devices_forked(void)
{
	memset(sm_devices, 0, sizeof(sm_devices));
}

struct sm_dev *sm_dev_by_lid(uint16_t lid)
{
	for (unsigned int i = 0; i < SM_MAX_DEVICES && sm_devices[i]; i++)
		if (sm_devices[i]->lid == lid)
			return sm_devices[i];
	for (unsigned int i = 0; i < sm_config()->devices; i++)
		if (sm_identity_take(i).lid == lid)
			return sm_dev_by_index(i);
	return NULL;
}

struct sm_dev *sm_dev_next(const struct sm_dev *dev)
{
	for (unsigned int i = dev ? dev->index + 1 : 0; i < SM_MAX_DEVICES; i++)
		if (sm_devices[i])
			return sm_devices[i];
	return NULL;
}

static void sm_dev_unplugged(struct sm_timer *timer)
{
	struct sm_dev *dev = sm_container_of(timer, struct sm_dev, unplug);

	if (dev->unplugged)
		dev->unplugged(dev);
}

void sm_dev_unplug(struct sm_dev *dev, uint64_t delay_ns)
{
	if (dev->unplug.is_armed)
		return;
	dev->unplug.run = sm_dev_unplugged;
	sm_timer_arm(&dev->unplug, delay_ns);
}

/* Pages that follow each other are memory as they are; others need a view. */
bool sm_umem_map(struct sm_umem *umem, const uint64_t *pages, uint64_t n, uint64_t size,
		 uint64_t offset)
{
	struct sm_bus *bus = umem->obj.dev->bus;
	uint64_t i;
	char *addr;

	if (!n || offset >= size || n > UINT64_MAX / 2 / size)
		return false;
	for (i = 1; i < n && pages[i] == pages[0] + i * size; i++)
		;
	if (i == n) {
		addr = sm_dma(umem->obj.dev, pages[0], n * size);
	} else if (bus) {
		addr = bus->view(bus, pages, n, size);
		umem->view = addr;
		umem->view_len = n * size;
	} else {
		return false;
	}
	if (bus && !addr)
		return false;
	umem->addr = addr + offset;
	umem->len = n * size - offset;
	return true;
}

void sm_umem_free(struct sm_umem *umem)
{
	struct sm_bus *bus = umem->obj.dev->bus;

	if (umem->view)
		bus->unview(bus, umem->view, umem->view_len);
	free(umem);
}

struct sm_umem *sm_memory_pages(struct sm_dev *dev, const uint64_t *pages, uint64_t n,
				uint64_t size, uint64_t offset)
{
	struct sm_umem *memory = calloc(1, sizeof(*memory));

	if (!memory)
		return NULL;
	memory->obj.dev = dev;
	if (sm_umem_map(memory, pages, n, size, offset))
		return memory;
	free(memory);
	return NULL;
}

struct sm_umem *sm_memory_new(struct sm_dev *dev, uint64_t addr, uint64_t len)
{
	return sm_memory_pages(dev, &addr, 1, len, 0);
}

void sm_memory_drop(struct sm_umem *umem)
{
	if (umem && !umem->obj.users && !umem->obj.id)
		sm_umem_free(umem);
}

void sm_umem_use(struct sm_umem *umem, int change)
{
	umem->obj.users += (uint32_t)change;
	sm_memory_drop(umem);
}
