// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The devices of the process.
 */
#include <stdlib.h>
#include <string.h>

#include "caps.h"
#include "device.h"

/*
 * Numbers of objects. Keys start high, so that none is mistaken for a special key or list
 * operation.
 */
#define SM_FIRST_MKEY 0x100u
#define SM_LAST_24_BITS 0xfffffeu
#define SM_FIRST_QPN 0x100u

static struct sm_dev *sm_devices[SM_MAX_DEVICES];

static struct sm_dev *sm_dev_new(unsigned int index)
{
	const struct sm_config *config = sm_config();
	struct sm_dev *dev = calloc(1, sizeof(*dev));
	char error[512];

	if (!dev)
		return NULL;
	dev->caps = sm_caps_load(config->caps, config->cap_fields, error, sizeof(error));
	if (!dev->caps) {
		sm_warn("%s", error);
		free(dev);
		return NULL;
	}
	dev->index = index;
	dev->guid = sm_dev_guid(index);
	dev->lid = (uint16_t)(index + 1);
	sm_table_init(&dev->pds, 1, SM_LAST_24_BITS);
	sm_table_init(&dev->uars, 1, SM_LAST_24_BITS);
	sm_table_init(&dev->umems, 1, SM_LAST_24_BITS);
	sm_table_init(&dev->tds, 1, SM_LAST_24_BITS);
	sm_table_init(&dev->mkeys, SM_FIRST_MKEY, SM_LAST_24_BITS);
	sm_table_init(&dev->psvs, 1, SM_LAST_24_BITS);
	sm_table_init(&dev->cqs, 1, SM_LAST_24_BITS);
	sm_table_init(&dev->qps, SM_FIRST_QPN, SM_LAST_24_BITS);
	sm_table_init(&dev->srqs, 1, SM_LAST_24_BITS);
	sm_table_init(&dev->deks, 1, SM_LAST_24_BITS);
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

struct sm_dev *sm_dev_by_lid(uint16_t lid)
{
	return lid ? sm_dev_by_index(lid - 1u) : NULL;
}

void sm_dev_gid(const struct sm_dev *dev, uint8_t gid[16])
{
	static const uint8_t link_local[8] = { 0xfe, 0x80 };
	const prm_be64 guid = prm_cpu_to_be64(dev->guid);

	memcpy(gid, link_local, sizeof(link_local));
	memcpy(gid + sizeof(link_local), &guid, sizeof(guid));
}

struct sm_dev *sm_dev_by_gid(const uint8_t gid[16])
{
	unsigned int i;

	for (i = 0; i < sm_config()->devices; i++) {
		struct sm_dev *dev = sm_dev_by_index(i);
		uint8_t own[16];

		if (!dev)
			continue;
		sm_dev_gid(dev, own);
		if (!memcmp(own, gid, sizeof(own)))
			return dev;
	}
	return NULL;
}
