// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * The command queue: takes commands from its entries and mailboxes, has the firmware execute them,
 * and writes the output. What cannot be delivered gets a delivery status (enum
 * prm_cmd_delivery_status) instead.
 */
#include <stdlib.h>
#include <string.h>

#include "base/caps.h"
#include "base/guard.h"
#include "base/observer.h"
#include "base/rules.h"
#include "firmware/fw.h"
#include "nic/queue/doorbell.h"
#include "nic/queue/eq.h"
#include "observe/fault.h"
#include "observe/trace.h"
#include "pci/function.h"

#define SM_COMMAND_MAX (32u << 20)	/* bytes; CREATE_MKEY with a list of 4 million pages */

/* A command on its way. */
struct sm_delivery {
	struct sm_pci *pci;
	unsigned int slot;
	struct prm_cmd_queue_entry *at, entry;	/* in the guest, and as it was read */
	struct prm_cmd_queue_entry_fields fields;
	bool has_checksum;
	uint8_t *in, *out;
};

static uint8_t sm_xor(const void *bytes, size_t len)
{
	uint8_t sum = 0;

	for (size_t i = 0; i < len; i++)
		sum ^= ((const uint8_t *)bytes)[i];
	return sum;
}

#define SM_RIGHT_SUM 0xff	/* XOR of bytes and signature, which is inverted */

/* The part of a mailbox after the data has a signature of its own. */
static const uint8_t *sm_box_control(const struct prm_cmd_if_box *box)
{
	return (const uint8_t *)box + sizeof(box->mailbox_data);
}

#define SM_BOX_CONTROL_SIZE (PRM_CMD_IF_BOX_SIZE - sizeof(((struct prm_cmd_if_box *)0)->mailbox_data))

static bool sm_box_is_signed(const struct prm_cmd_if_box *box)
{
	/* The signature of the whole box is not part of what ctrl_signature covers. */
	return sm_xor(box, sizeof(*box)) == SM_RIGHT_SUM &&
		(sm_xor(sm_box_control(box), SM_BOX_CONTROL_SIZE) ^
		 prm_cmd_if_box_get_signature(box)) == SM_RIGHT_SUM;
}

static void sm_box_sign(struct prm_cmd_if_box *box)
{
	prm_cmd_if_box_set_signature(box, 0);
	prm_cmd_if_box_set_ctrl_signature(box, 0);
	prm_cmd_if_box_set_ctrl_signature(
		box, (uint8_t)~sm_xor(sm_box_control(box), SM_BOX_CONTROL_SIZE));
	prm_cmd_if_box_set_signature(box, (uint8_t)~sm_xor(box, sizeof(*box)));
}

static uint64_t sm_box_next(const struct prm_cmd_if_box *box)
{
	struct prm_cmd_if_box pointer = {0};
	prm_be64 next;

	prm_cmd_if_box_set_next_pointer_63_32(&pointer, prm_cmd_if_box_get_next_pointer_63_32(box));
	prm_cmd_if_box_set_next_pointer_31_10(&pointer, prm_cmd_if_box_get_next_pointer_31_10(box));
	memcpy(&next, &pointer.next_pointer_63_32, sizeof(next));
	return prm_be64_to_cpu(next);
}

/* Reads mailbox @number of a list and checks it: a delivery status. */
static uint8_t sm_box_read(const struct sm_delivery *delivery, uint64_t addr, uint32_t number,
			   bool is_signed, struct prm_cmd_if_box *box)
{
	const void *from = sm_dma(delivery->pci->dev, addr, sizeof(*box));

	if (!sm_copy(box, from, sizeof(*box)))
		return PRM_CMD_DELIVERY_STATUS_FW_ERR;
	if (is_signed && !sm_box_is_signed(box))
		return PRM_CMD_DELIVERY_STATUS_SIGNAT_ERR;
	if (prm_cmd_if_box_get_token(box) != delivery->fields.token)
		return PRM_CMD_DELIVERY_STATUS_TOK_ERR;
	if (prm_cmd_if_box_get_block_number(box) != number)
		return PRM_CMD_DELIVERY_STATUS_BAD_BLK_NUM_ERR;
	return PRM_CMD_DELIVERY_STATUS_OK;
}

/* Addresses of the first mailboxes. */
static uint64_t sm_input_boxes(const struct sm_delivery *delivery)
{
	struct prm_cmd_queue_entry pointer = {0};
	prm_be64 addr;

	prm_cmd_queue_entry_set_input_mailbox_pointer_63_32(
		&pointer, delivery->fields.input_mailbox_pointer_63_32);
	prm_cmd_queue_entry_set_input_mailbox_pointer_31_9(
		&pointer, delivery->fields.input_mailbox_pointer_31_9);
	memcpy(&addr, &pointer.input_mailbox_pointer_63_32, sizeof(addr));
	return prm_be64_to_cpu(addr);
}

static uint64_t sm_output_boxes(const struct sm_delivery *delivery)
{
	struct prm_cmd_queue_entry pointer = {0};
	prm_be64 addr;

	prm_cmd_queue_entry_set_output_mailbox_pointer_63_32(
		&pointer, delivery->fields.output_mailbox_pointer_63_32);
	prm_cmd_queue_entry_set_output_mailbox_pointer_31_9(
		&pointer, delivery->fields.output_mailbox_pointer_31_9);
	memcpy(&addr, &pointer.output_mailbox_pointer_63_32, sizeof(addr));
	return prm_be64_to_cpu(addr);
}

static uint8_t sm_delivery_take_input(struct sm_delivery *delivery)
{
	const size_t len = delivery->fields.input_length;
	size_t done = sizeof(delivery->fields.command_input_inline_data);
	uint64_t next = sm_input_boxes(delivery);
	struct prm_cmd_if_box box;
	uint32_t number;

	memcpy(delivery->in, delivery->fields.command_input_inline_data, len < done ? len : done);
	for (number = 0; done < len; number++) {
		const size_t n = len - done < sizeof(box.mailbox_data) ? len - done :
									 sizeof(box.mailbox_data);
		uint8_t status;

		if (!next)
			return PRM_CMD_DELIVERY_STATUS_IN_LENGTH_ERR;
		status = sm_box_read(delivery, next, number, delivery->has_checksum, &box);
		if (status)
			return status;
		sm_command_check_box(delivery->pci, &box);
		memcpy(delivery->in + done, box.mailbox_data, n);
		done += n;
		next = sm_box_next(&box);
	}
	return PRM_CMD_DELIVERY_STATUS_OK;
}

/* Before the command is executed: is there room for its output? */
static uint8_t sm_delivery_check_output(const struct sm_delivery *delivery)
{
	const size_t len = delivery->fields.output_length;
	size_t done = sizeof(delivery->fields.command_output_inline_data);
	uint64_t next = sm_output_boxes(delivery);
	struct prm_cmd_if_box box;
	uint32_t number;

	for (number = 0; done < len; number++) {
		uint8_t status;

		if (!next)
			return PRM_CMD_DELIVERY_STATUS_OUT_LENGTH_ERR;
		/* Drivers sign what the device shall read only. */
		status = sm_box_read(delivery, next, number, false, &box);
		if (status)
			return status;
		done += sizeof(box.mailbox_data);
		next = sm_box_next(&box);
	}
	return PRM_CMD_DELIVERY_STATUS_OK;
}

/* The mailboxes were checked, but the guest may have changed them since. */
static uint8_t sm_delivery_give_output(const struct sm_delivery *delivery)
{
	const size_t len = delivery->fields.output_length;
	size_t done = sizeof(delivery->fields.command_output_inline_data);
	uint64_t next = sm_output_boxes(delivery);
	struct prm_cmd_if_box box;
	uint32_t number;

	for (number = 0; done < len; number++) {
		const size_t n = len - done < sizeof(box.mailbox_data) ? len - done :
									 sizeof(box.mailbox_data);
		uint8_t status = next ? sm_box_read(delivery, next, number, false, &box) :
					PRM_CMD_DELIVERY_STATUS_OUT_LENGTH_ERR;

		if (status)
			return status;
		memset(box.mailbox_data, 0, sizeof(box.mailbox_data));
		memcpy(box.mailbox_data, delivery->out + done, n);
		if (delivery->has_checksum)
			sm_box_sign(&box);
		if (!sm_copy(sm_dma(delivery->pci->dev, next, sizeof(box)), &box, sizeof(box)))
			return PRM_CMD_DELIVERY_STATUS_FW_ERR;
		done += n;
		next = sm_box_next(&box);
	}
	return PRM_CMD_DELIVERY_STATUS_OK;
}

/* Is the entry as it should be? */
static uint8_t sm_delivery_check(struct sm_delivery *delivery)
{
	const struct prm_cmd_queue_entry_fields *fields = &delivery->fields;

	if (delivery->has_checksum &&
	    sm_xor(&delivery->entry, sizeof(delivery->entry)) != SM_RIGHT_SUM)
		return PRM_CMD_DELIVERY_STATUS_SIGNAT_ERR;
	if (fields->type != PRM_CMD_TRANSPORT_PCI_CMD_XPORT)
		return PRM_CMD_DELIVERY_STATUS_CMD_DESCR_ERR;
	if (fields->input_length < PRM_CMD_IN_HDR_SIZE || fields->input_length > SM_COMMAND_MAX)
		return PRM_CMD_DELIVERY_STATUS_IN_LENGTH_ERR;
	if (fields->output_length < PRM_CMD_OUT_HDR_SIZE || fields->output_length > SM_COMMAND_MAX)
		return PRM_CMD_DELIVERY_STATUS_OUT_LENGTH_ERR;
	return PRM_CMD_DELIVERY_STATUS_OK;
}

static uint8_t sm_delivery_run(struct sm_delivery *delivery)
{
	const struct prm_cmd_queue_entry_fields *fields = &delivery->fields;
	uint8_t status = sm_delivery_check(delivery);

	if (status)
		return status;
	/* The inline part is always there. */
	delivery->in = calloc(1, fields->input_length + sizeof(fields->command_input_inline_data));
	delivery->out = calloc(1, fields->output_length +
			       sizeof(fields->command_output_inline_data));
	if (!delivery->in || !delivery->out)
		return PRM_CMD_DELIVERY_STATUS_FW_ERR;
	status = sm_delivery_take_input(delivery);
	if (!status)
		status = sm_delivery_check_output(delivery);
	if (status)
		return status;
	sm_command_check(delivery->pci, delivery->in, fields->input_length, fields->output_length);
	sm_uar_settle();
	sm_reason_begin();
	sm_fw_exec(delivery->pci->dev, delivery->in, fields->input_length, delivery->out,
		   fields->output_length);
	return sm_delivery_give_output(delivery);
}

/* Output and status, then the ownership, in the last byte, which gives the entry to the driver. */
static void sm_delivery_end(struct sm_delivery *delivery, uint8_t status)
{
	struct prm_cmd_queue_entry *entry = &delivery->entry;
	const size_t last = sizeof(*entry) - 1;
	struct sm_guard guard;

	if (delivery->out)
		memcpy(entry->command_output_inline_data, delivery->out,
		       sizeof(entry->command_output_inline_data));
	prm_cmd_queue_entry_set_status(entry, status);
	prm_cmd_queue_entry_set_ownership(entry, PRM_CMD_OWNERSHIP_SW);
	if (delivery->has_checksum) {
		prm_cmd_queue_entry_set_signature(entry, 0);
		prm_cmd_queue_entry_set_signature(entry, (uint8_t)~sm_xor(entry, sizeof(*entry)));
	}
	if (sm_guard_enter(&guard))
		return;
	memcpy(delivery->at, entry, last);
	__atomic_store_n((uint8_t *)delivery->at + last, ((const uint8_t *)entry)[last],
			 __ATOMIC_RELEASE);
	sm_guard_leave(&guard);
}

/* A driver that waits for events has an EQ for commands. */
static void sm_delivery_event(struct sm_dev *dev, unsigned int slot)
{
	struct prm_eqe eqe = {0};

	prm_eqe_set_event_type(&eqe, PRM_EVENT_TYPE_CMD);
	prm_eqe_set_cmd_command_completion_vector(&eqe, UINT32_C(1) << slot);
	sm_eq_event(dev, &eqe);
}

/* The address of the command queue, in the initialization segment. */
static uint64_t sm_queue_address(const struct sm_pci *pci)
{
	struct prm_initial_seg pointer = {0};
	prm_be64 addr;

	prm_initial_seg_set_cmdq_phy_addr_63_32(
		&pointer, prm_initial_seg_get_cmdq_phy_addr_63_32(&pci->segment));
	prm_initial_seg_set_cmdq_phy_addr_31_12(
		&pointer, prm_initial_seg_get_cmdq_phy_addr_31_12(&pci->segment));
	memcpy(&addr, &pointer.cmdq_phy_addr_63_32, sizeof(addr));
	return prm_be64_to_cpu(addr);
}

/* Reads the entry. false: there is nothing to execute. */
static bool sm_delivery_begin(struct sm_delivery *delivery)
{
	struct sm_pci *pci = delivery->pci;
	const uint64_t offset = (uint64_t)delivery->slot <<
		prm_initial_seg_get_log_cmdq_stride(&pci->segment);
	const char *wrong = NULL;

	delivery->at = sm_dma(pci->dev, sm_queue_address(pci) + offset, sizeof(delivery->entry));
	if (prm_initial_seg_get_nic_interface(&pci->segment) != PRM_NIC_INTERFACE_FULL_DRIVER)
		wrong = "the interface is disabled";
	else if (!sm_queue_address(pci) ||
		 !sm_copy(&delivery->entry, delivery->at, sizeof(delivery->entry)))
		wrong = "the command queue is not in the guest's memory";
	else if (prm_cmd_queue_entry_get_ownership(&delivery->entry) != PRM_CMD_OWNERSHIP_HW)
		wrong = "the entry is the driver's";
	if (wrong) {
		sm_note(pci->dev, "doorbell of command queue entry %u: %s", delivery->slot,
			      wrong);
		sm_strict_at(pci->dev, SM_RULE_COMMAND, "doorbell of command queue entry %u: %s",
			     delivery->slot, wrong);
		return false;
	}
	prm_cmd_queue_entry_unpack(&delivery->fields, &delivery->entry, NULL);
	sm_command_check_entry(pci, &delivery->entry);
	return true;
}

/* Executes an entry. */
static void sm_command_execute(struct sm_delivery delivery)
{
	struct sm_dev *dev = delivery.pci->dev;
	const bool has_event = sm_eq_of(dev, PRM_EVENT_TYPE_CMD) != NULL;
	const unsigned int slot = delivery.slot;
	uint8_t status = sm_delivery_run(&delivery);

	if (status) {
		sm_note(dev, "command queue entry %u: delivery status %s", slot,
			      sm_or_unknown(prm_cmd_delivery_status_str(status)));
		sm_strict_at(dev, SM_RULE_COMMAND, "entry %u of the command queue: delivery status %s",
			     slot, sm_or_unknown(prm_cmd_delivery_status_str(status)));
	}
	sm_delivery_end(&delivery, status);
	free(delivery.in);
	free(delivery.out);
	/* The command that made the EQ is polled for. */
	if (has_event)
		sm_delivery_event(dev, slot);
}

static struct sm_delivery sm_command_at(struct sm_pci *pci, unsigned int slot)
{
	return (struct sm_delivery){
		.pci = pci, .slot = slot,
		.has_checksum = prm_cmd_hca_cap_get_cmdif_checksum(pci->dev->caps->general) != 0,
	};
}

static void sm_command_late(struct sm_timer *timer)
{
	const struct sm_late_command *late = sm_container_of(timer, struct sm_late_command, timer);
	struct sm_delivery delivery = sm_command_at(late->pci, late->slot);

	if (sm_delivery_begin(&delivery))
		sm_command_execute(delivery);
}

/* By how many ns fault injection delays the command. */
static uint64_t sm_command_delay(struct sm_dev *dev, uint32_t opcode)
{
	const uint64_t now = sm_device_time(), until = dev->health.stalled_until;
	uint64_t ns = 0;

	if (!sm_inject(dev, SM_INJECT_COMMAND_DELAY, opcode, &ns))
		ns = 0;
	return until > now && until - now > ns ? until - now : ns;
}

void sm_command_doorbell(struct sm_pci *pci, unsigned int slot)
{
	struct sm_delivery delivery = sm_command_at(pci, slot);
	struct sm_late_command *late = &pci->late[slot];
	const void *in = delivery.fields.command_input_inline_data;
	uint64_t ns;
	uint32_t opcode;

	if (late->timer.is_armed || !sm_delivery_begin(&delivery))
		return;
	opcode = prm_cmd_in_hdr_get_opcode(in);
	if (sm_inject(pci->dev, SM_INJECT_COMMAND_LOST, opcode, &ns)) {
		sm_note(pci->dev, "command queue entry %u, %s, is never executed", slot,
			sm_or_unknown(prm_cmd_opcode_str(opcode)));
		return;
	}
	ns = sm_command_delay(pci->dev, opcode);
	if (!ns) {
		sm_command_execute(delivery);
		return;
	}
	sm_note(pci->dev, "command queue entry %u, %s, is executed %llu ns later", slot,
		sm_or_unknown(prm_cmd_opcode_str(opcode)), (unsigned long long)ns);
	*late = (struct sm_late_command){ .timer.run = sm_command_late, .pci = pci, .slot = slot };
	sm_timer_arm(&late->timer, ns);
}

void sm_command_reset(struct sm_pci *pci)
{
	for (unsigned int slot = 0; slot < SM_COMMANDS; slot++)
		sm_timer_cancel(&pci->late[slot].timer);
}
