// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Strict mode of the command interface: what a card may reject, or what a driver cannot have meant.
 */
#include "base/observer.h"
#include "base/rules.h"
#include "firmware/fw.h"
#include "observe/trace.h"
#include "pci/function.h"

static void sm_check_bits(struct sm_pci *pci, const struct prm_layout *layout, const void *image)
{
	struct prm_report report = {0};
	const struct prm_complaint *first = &report.list[0];

	if (!prm_check_layout(layout, image, &report))
		return;
	sm_strict_at(pci->dev, SM_RULE_COMMAND, "%s, bit 0x%x (%s): %s, 0x%llx", layout->name,
		     first->offset_bits, first->field ? first->field : "reserved",
		     first->kind == PRM_COMPLAINT_RESERVED ? "reserved bits are set" :
		     first->kind == PRM_COMPLAINT_FIXED ? "not the only legal value" :
		     "unknown value", (unsigned long long)first->value);
}

void sm_command_check_entry(struct sm_pci *pci, const struct prm_cmd_queue_entry *entry)
{
	if (sm_config()->strict)
		sm_check_bits(pci, &prm_cmd_queue_entry_layout, entry);
}

void sm_command_check_box(struct sm_pci *pci, const struct prm_cmd_if_box *box)
{
	if (sm_config()->strict)
		sm_check_bits(pci, &prm_cmd_if_box_layout, box);
}

void sm_command_check(struct sm_pci *pci, const void *in, size_t in_len, size_t out_len)
{
	const uint32_t opcode = prm_cmd_in_hdr_get_opcode(in);
	const struct sm_cmd_type *type;

	if (!sm_config()->strict)
		return;
	type = sm_fw_find((uint16_t)opcode);
	if (!type || in_len < type->in_size)
		return; /* the firmware refuses it, with the reason */
	if (out_len < type->out_size)
		sm_strict_at(pci->dev, SM_RULE_COMMAND,
			     "%s: the output has %u bytes, the driver has room "
			     "for %zu",
			     sm_or_unknown(prm_cmd_opcode_str(opcode)), type->out_size, out_len);
	else
		sm_check_bits(pci, type->in_layout, in);
}
