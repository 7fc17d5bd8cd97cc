// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The BAR: the initialization segment, the table of MSI-X, and UARs.
 */
#include <string.h>

#include "base/caps.h"
#include "base/observer.h"
#include "firmware/function.h"
#include "nic/queue/doorbell.h"
#include "observe/trace.h"
#include "pci/function.h"

#define SM_COMMAND_INTERFACE 5u	/* the version that drivers demand */
#define SM_LOG_STRIDE 6u	/* bytes of an entry */
#define SM_HEALTH_NS 1000000u	/* the health counter counts these */

_Static_assert(sizeof(struct prm_initial_seg) <= SM_BAR_TABLE, "before the table of MSI-X");
_Static_assert(PRM_CMD_QUEUE_ENTRY_SIZE == 1 << SM_LOG_STRIDE, "an entry of the command queue");

void sm_bar_init(struct sm_pci *pci)
{
	const struct sm_caps *caps = pci->dev->caps;
	struct prm_initial_seg_fields fields;

	prm_initial_seg_fields_init(&fields);
	fields.fw_rev_major = caps->fw_major;
	fields.fw_rev_minor = caps->fw_minor;
	fields.fw_rev_subminor = caps->fw_sub;
	fields.cmd_interface_rev = SM_COMMAND_INTERFACE;
	fields.log_cmdq_size = SM_LOG_COMMANDS;
	fields.log_cmdq_stride = SM_LOG_STRIDE;
	fields.fw_reset_supported = true;
	fields.nic_interface_supported = 1u << PRM_NIC_INTERFACE_FULL_DRIVER |
					 1u << PRM_NIC_INTERFACE_DISABLED;
	fields.health_buffer.fw_version = (uint32_t)caps->fw_major << 16 | caps->fw_minor;
	fields.cmd_exec_to.to_value = fields.cmd_q_init_to.to_value = caps->time_limit;
	prm_initial_seg_pack(&pci->segment, &fields);
	/* What a driver can write. */
	memset(&pci->segment_mask, 0, sizeof(pci->segment_mask));
	prm_initial_seg_set_cmdq_phy_addr_63_32(&pci->segment_mask, UINT32_MAX);
	prm_initial_seg_set_cmdq_phy_addr_31_12(&pci->segment_mask, 0xfffff);
	prm_initial_seg_set_nic_interface(&pci->segment_mask, PRM_NIC_INTERFACE_SW_RESET);
	prm_initial_seg_set_command_doorbell_vector(&pci->segment_mask, UINT32_MAX);
	sm_command_reset(pci);
}

/* The fields that change by themselves. */
static void sm_segment_refresh(struct sm_pci *pci)
{
	const uint64_t now = sm_now(), ticks = sm_dev_ticks(pci->dev, now);
	const struct sm_health *health = &pci->dev->health;

	prm_initial_seg_set_internal_timer_h(&pci->segment, (uint32_t)(ticks >> 32));
	prm_initial_seg_set_internal_timer_l(&pci->segment, (uint32_t)ticks);
	prm_initial_seg_set_health_syndrome(&pci->segment, health->syndrome);
	if (sm_device_time() >= health->stalled_until)
		prm_initial_seg_set_health_counter(&pci->segment,
						   (uint32_t)(now / SM_HEALTH_NS) & 0xffffff);
	prm_health_buffer_set_synd(&pci->segment.health_buffer, health->syndrome);
	prm_health_buffer_set_rfr(&pci->segment.health_buffer, health->wants_reset);
}

/* Pending bits, as a table of its own. */
static void sm_pending_read(const struct sm_pci *pci, uint64_t at, uint8_t *to, uint32_t size)
{
	for (uint32_t i = 0; i < size && at + i < sizeof(pci->pending); i++)
		to[i] = (uint8_t)(pci->pending >> (at + i) * 8);
}

/* Copies what lies in both: a part of the BAR from @start on, and the access. */
static void sm_bar_copy(uint64_t start, const void *part, size_t len, uint64_t offset, uint8_t *to,
			uint32_t size)
{
	for (uint32_t i = 0; i < size; i++)
		if (offset + i >= start && offset + i - start < len)
			to[i] = ((const uint8_t *)part)[offset + i - start];
}

/* UARs read as 0: their registers are doorbells. */
void sm_bar_read(struct sm_pci *pci, uint64_t offset, uint8_t *to, uint32_t size)
{
	memset(to, 0, size);
	if (offset >= SM_BAR_SIZE || size > SM_BAR_SIZE - offset) {
		memset(to, 0xff, size);
		return;
	}
	if (offset < sizeof(pci->segment)) {
		sm_segment_refresh(pci);
		sm_bar_copy(0, &pci->segment, sizeof(pci->segment), offset, to, size);
	} else if (offset >= SM_BAR_PENDING) {
		sm_pending_read(pci, offset - SM_BAR_PENDING, to, size);
	} else {
		sm_bar_copy(SM_BAR_TABLE, pci->vector, sizeof(pci->vector), offset, to, size);
	}
}

/* The driver has written nic_interface. */
static void sm_interface_written(struct sm_pci *pci, uint32_t before)
{
	const uint32_t state = prm_initial_seg_get_nic_interface(&pci->segment);

	if (state == PRM_NIC_INTERFACE_SW_RESET) {
		sm_function_reset(pci->dev, "the driver resets the firmware");
		sm_bar_init(pci);	/* what belongs to PCI stays */
		prm_initial_seg_set_nic_interface(&pci->segment, PRM_NIC_INTERFACE_DISABLED);
	} else if (state != before) {
		sm_note(pci->dev, "nic_interface is %s",
			      sm_or_unknown(prm_nic_interface_str(state)));
		if (state == PRM_NIC_INTERFACE_DISABLED)
			sm_function_disable(pci->dev);
	}
}

static void sm_segment_write(struct sm_pci *pci, uint64_t offset, const uint8_t *from, uint32_t size)
{
	uint8_t *segment = (uint8_t *)&pci->segment;
	const uint8_t *mask = (const uint8_t *)&pci->segment_mask;
	const uint32_t before = prm_initial_seg_get_nic_interface(&pci->segment);
	uint32_t doorbell;

	for (uint32_t i = 0; i < size && offset + i < sizeof(pci->segment); i++) {
		const uint64_t at = offset + i;

		segment[at] = (uint8_t)((segment[at] & ~mask[at]) | (from[i] & mask[at]));
	}
	doorbell = prm_initial_seg_get_command_doorbell_vector(&pci->segment);
	prm_initial_seg_set_command_doorbell_vector(&pci->segment, 0);
	sm_interface_written(pci, before);
	for (unsigned int slot = 0; doorbell; slot++, doorbell >>= 1)
		if (doorbell & 1)
			sm_command_doorbell(pci, slot);
}

static void sm_table_write(struct sm_pci *pci, uint64_t offset, const uint8_t *from, uint32_t size)
{
	uint8_t *table = (uint8_t *)pci->vector;

	for (uint32_t i = 0; i < size; i++)
		if (offset + i >= SM_BAR_TABLE && offset + i < SM_BAR_TABLE + sizeof(pci->vector))
			table[offset + i - SM_BAR_TABLE] = from[i];
	sm_msix_flush(pci);
}

static void sm_uar_access(struct sm_pci *pci, uint64_t offset, const uint8_t *from, uint32_t size)
{
	const uint32_t number = (uint32_t)(offset / SM_PAGE_SIZE), at = offset % SM_PAGE_SIZE;
	const struct sm_uar *uar = sm_table_get(&pci->dev->uars, number);

	if (uar)
		sm_uar_write(uar->page, at, from, size);
	else
		sm_note(pci->dev, "a write to UAR 0x%x, which does not exist", number);
}

void sm_bar_write(struct sm_pci *pci, uint64_t offset, const uint8_t *from, uint32_t size)
{
	if (offset >= SM_BAR_SIZE || size > SM_BAR_SIZE - offset)
		return;
	if (offset < sizeof(pci->segment))
		sm_segment_write(pci, offset, from, size);
	else if (offset / SM_PAGE_SIZE < SM_BAR_FIRST_UAR)
		sm_table_write(pci, offset, from, size);
	else
		sm_uar_access(pci, offset, from, size);
}
