/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Device memory (MEMIC): a part of the BAR, which programs map, and which keys name by its
 * addresses in the BAR. Operations on it are accesses to other addresses of the BAR, one range of
 * them for each operation.
 */
#ifndef SOFTMLX5_MEMIC_H
#define SOFTMLX5_MEMIC_H

#include "base/device.h"

#define SM_MEMIC_OPS 2u		/* enum prm_memic_operation_type */

/*
 * Commands (called by firmware/fw_memic.c): enum prm_cmd_status. NO_RES: the range is in use.
 * @operation: enum prm_memic_operation_type; *@addr is its address in the BAR.
 */
uint8_t sm_memic_alloc(struct sm_dev *dev, uint64_t range_start, uint64_t range_size,
		       uint32_t log_alignment, uint64_t size, uint64_t *start);
uint8_t sm_memic_free(struct sm_dev *dev, uint64_t start, uint64_t size);
uint8_t sm_memic_operation(struct sm_dev *dev, uint64_t start, uint8_t operation, uint64_t *addr);
uint8_t sm_memic_operation_free(struct sm_dev *dev, uint64_t start, uint8_t operation);

/* The memory behind addresses of the BAR; NULL: they are not all of one allocation. */
char *sm_memic_at(struct sm_dev *dev, uint64_t start, uint64_t len);
/*
 * Maps whole pages of the BAR into the application: of memory, or of an operation, whose accesses
 * are trapped. MAP_FAILED with errno. The application may unmap them at any time.
 */
void *sm_memic_map(struct sm_dev *dev, uint64_t start, void *addr, size_t len, int flags);

/* Memory whose operation an access to @addr starts. */
struct sm_memic_access {
	void *memory;
	uint8_t operation;	/* enum prm_memic_operation_type */
	uint32_t sizes;		/* enum prm_memic_atomic_size, of the access */
};

/* false: no such page is mapped there. For signal handlers. */
bool sm_memic_access_at(const void *addr, struct sm_memic_access *access);
/*
 * Executes it for an access of @size bytes: INCREMENT adds *@value, TEST_AND_SET gives it. false: a
 * card does not support this size. For signal handlers.
 */
bool sm_memic_execute(const struct sm_memic_access *access, unsigned int size, uint64_t *value);

#endif
