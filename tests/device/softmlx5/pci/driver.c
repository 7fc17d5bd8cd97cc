// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* A driver for softmlx5-device. */
#include <linux/pci_regs.h>
#include <string.h>
#include <time.h>

#include "driver.h"

#define MSIX_TABLE_SIZE_MASK 0x7ffu
#define ENTRIES 32u
#define DATA 512u	/* of a mailbox */

static unsigned int find_capability(struct guest *guest, unsigned int id)
{
	unsigned int at = (unsigned int)guest_config_read(guest, PCI_CAPABILITY_LIST, 1);

	while (at && guest_config_read(guest, at, 1) != id)
		at = (unsigned int)guest_config_read(guest, at + 1, 1);
	CHECK(at);
	return at;
}

/* BAR0 to the start of the window, and MSI-X on, with the number of a vector as its data. */
static void set_up_function(struct guest *guest)
{
	const unsigned int msix = find_capability(guest, PCI_CAP_ID_MSIX);
	const uint32_t table = (uint32_t)guest_config_read(guest, msix + PCI_MSIX_TABLE, 4);

	guest_config_write(guest, PCI_BASE_ADDRESS_0, 4, UINT32_MAX);
	CHECK_EQ(guest_config_read(guest, PCI_BASE_ADDRESS_0, 4) & ~0xfull, 0xfe000000);
	guest_config_write(guest, PCI_BASE_ADDRESS_0, 4, WINDOW);
	guest_config_write(guest, PCI_BASE_ADDRESS_1, 4, 0);
	guest_config_write(guest, PCI_COMMAND, 2, PCI_COMMAND_MEMORY | PCI_COMMAND_MASTER);
	for (uint32_t i = 0; i < 4; i++) {
		const uint32_t entry[4] = { 0xa0000, 0, i, 0 };

		guest_bar_write(guest, table + i * PCI_MSIX_ENTRY_SIZE, entry, sizeof(entry));
	}
	guest_config_write(guest, msix + PCI_MSIX_FLAGS, 2, PCI_MSIX_FLAGS_ENABLE);
}

/* Like Linux: waits for the firmware, writes the address of the queue, upper half first. */
static void place_queue(struct driver *driver, uint64_t addr)
{
	struct guest *guest = driver->guest;
	struct prm_initial_seg segment = {0};

	guest_bar_read(guest, 0, &segment, sizeof(segment));
	CHECK(!prm_initial_seg_get_initializing(&segment));
	CHECK_EQ(prm_initial_seg_get_cmd_interface_rev(&segment), 5);
	CHECK_EQ(1u << prm_initial_seg_get_log_cmdq_size(&segment), ENTRIES);
	CHECK_EQ(1u << prm_initial_seg_get_log_cmdq_stride(&segment), PRM_CMD_QUEUE_ENTRY_SIZE);
	CHECK(prm_health_buffer_get_fw_version(&segment.health_buffer) != UINT32_MAX);
	prm_initial_seg_set_cmdq_phy_addr_63_32(&segment, (uint32_t)(addr >> 32));
	prm_initial_seg_set_cmdq_phy_addr_31_12(&segment, (uint32_t)addr >> 12);
	prm_initial_seg_set_nic_interface(&segment, PRM_NIC_INTERFACE_FULL_DRIVER);
	guest_bar_write(guest, offsetof(struct prm_initial_seg, cmdq_phy_addr_63_32),
			&segment.cmdq_phy_addr_63_32, 4);
	guest_bar_write(guest, offsetof(struct prm_initial_seg, dw_14), &segment.dw_14, 4);
}

void driver_start(struct driver *driver, struct guest *guest)
{
	uint64_t addr;

	memset(driver, 0, sizeof(*driver));
	driver->guest = guest;
	set_up_function(guest);
	driver->queue = guest_alloc(guest, 4096, 4096, &addr);
	for (unsigned int i = 0; i < MAILBOXES; i++) {
		driver->in_box[i] = guest_alloc(guest, 1024, 1024, &driver->in_addr[i]);
		driver->out_box[i] = guest_alloc(guest, 1024, 1024, &driver->out_addr[i]);
	}
	place_queue(driver, addr);
}

static uint8_t sum(const void *bytes, size_t len)
{
	uint8_t x = 0;

	for (size_t i = 0; i < len; i++)
		x ^= ((const uint8_t *)bytes)[i];
	return x;
}

static void sign_box(struct prm_cmd_if_box *box)
{
	prm_cmd_if_box_set_signature(box, 0);
	prm_cmd_if_box_set_ctrl_signature(box, 0);
	prm_cmd_if_box_set_ctrl_signature(
		box, (uint8_t)~sum((uint8_t *)box + DATA, PRM_CMD_IF_BOX_SIZE - DATA));
	prm_cmd_if_box_set_signature(box, (uint8_t)~sum(box, PRM_CMD_IF_BOX_SIZE));
}

/* Chains the mailboxes for @len bytes behind the inline ones. */
static void chain(struct driver *driver, struct prm_cmd_if_box *const *box, const uint64_t *addr,
		  uint32_t len, const uint8_t *bytes)
{
	uint32_t n = len > 16 ? (len - 16 + DATA - 1) / DATA : 0, i;

	CHECK(n <= MAILBOXES);
	for (i = 0; i < n; i++) {
		const uint32_t done = 16 + i * DATA, rest = len - done < DATA ? len - done : DATA;

		memset(box[i], 0, PRM_CMD_IF_BOX_SIZE);
		if (bytes)
			memcpy(box[i]->mailbox_data, bytes + done, rest);
		prm_cmd_if_box_set_block_number(box[i], i);
		prm_cmd_if_box_set_token(box[i], driver->token);
		if (i + 1 < n) {
			prm_cmd_if_box_set_next_pointer_63_32(box[i], (uint32_t)(addr[i + 1] >> 32));
			prm_cmd_if_box_set_next_pointer_31_10(box[i], (uint32_t)addr[i + 1] >> 10);
		}
		if (driver->has_checksum)
			sign_box(box[i]);
	}
}

static void fill_entry(struct driver *driver, struct prm_cmd_queue_entry *entry, const void *in,
		       uint32_t in_len, uint32_t out_len)
{
	struct prm_cmd_queue_entry_fields fields;

	prm_cmd_queue_entry_fields_init(&fields);
	fields.type = PRM_CMD_TRANSPORT_PCI_CMD_XPORT;
	fields.input_length = in_len;
	fields.output_length = out_len;
	fields.token = driver->token;
	memcpy(fields.command_input_inline_data, in, in_len < 16 ? in_len : 16);
	if (in_len > 16) {
		fields.input_mailbox_pointer_63_32 = (uint32_t)(driver->in_addr[0] >> 32);
		fields.input_mailbox_pointer_31_9 = (uint32_t)driver->in_addr[0] >> 9;
	}
	if (out_len > 16) {
		fields.output_mailbox_pointer_63_32 = (uint32_t)(driver->out_addr[0] >> 32);
		fields.output_mailbox_pointer_31_9 = (uint32_t)driver->out_addr[0] >> 9;
	}
	fields.ownership = PRM_CMD_OWNERSHIP_HW;
	prm_cmd_queue_entry_pack(entry, &fields);
	if (driver->has_checksum)
		prm_cmd_queue_entry_set_signature(entry, (uint8_t)~sum(entry, sizeof(*entry)));
}

static void ring(struct driver *driver, unsigned int slot)
{
	struct prm_initial_seg segment = {0};

	prm_initial_seg_set_command_doorbell_vector(&segment, 1u << slot);
	guest_bar_write(driver->guest, offsetof(struct prm_initial_seg, command_doorbell_vector),
			&segment.command_doorbell_vector, 4);
}

struct prm_cmd_queue_entry *driver_send(struct driver *driver, const void *in, uint32_t in_len,
					uint32_t out_len)
{
	const unsigned int slot = driver->token % ENTRIES;
	struct prm_cmd_queue_entry *entry = &driver->queue[slot];

	driver->token = driver->token == 0xff ? 1 : (uint8_t)(driver->token + 1);
	chain(driver, driver->in_box, driver->in_addr, in_len, in);
	chain(driver, driver->out_box, driver->out_addr, out_len, NULL);
	fill_entry(driver, entry, in, in_len, out_len);
	if (driver->spoil)
		driver->spoil(driver, entry);
	ring(driver, slot);
	return entry;
}

void driver_wait(const struct prm_cmd_queue_entry *entry)
{
	while (prm_cmd_queue_entry_get_ownership(entry) != PRM_CMD_OWNERSHIP_SW)
		nanosleep(&(struct timespec){ .tv_nsec = 1000000 }, NULL);
}

uint8_t driver_deliver(struct driver *driver, const void *in, uint32_t in_len, void *out,
		       uint32_t out_len)
{
	const struct prm_cmd_queue_entry *entry = driver_send(driver, in, in_len, out_len);
	uint32_t done = 16;

	CHECK_EQ(prm_cmd_queue_entry_get_ownership(entry), PRM_CMD_OWNERSHIP_SW);
	if (driver->has_checksum)
		CHECK_EQ(sum(entry, sizeof(*entry)), 0xff);
	memcpy(out, entry->command_output_inline_data, out_len < done ? out_len : done);
	for (unsigned int i = 0; done < out_len; done += DATA, i++) {
		const uint32_t rest = out_len - done < DATA ? out_len - done : DATA;

		memcpy((uint8_t *)out + done, driver->out_box[i]->mailbox_data, rest);
		if (driver->has_checksum)
			CHECK_EQ(sum(driver->out_box[i], PRM_CMD_IF_BOX_SIZE), 0xff);
	}
	return (uint8_t)prm_cmd_queue_entry_get_status(entry);
}

uint8_t driver_command(struct driver *driver, const void *in, uint32_t in_len, void *out,
		       uint32_t out_len)
{
	struct prm_cmd_out_hdr head;

	CHECK_EQ(driver_deliver(driver, in, in_len, out, out_len), PRM_CMD_DELIVERY_STATUS_OK);
	memcpy(&head, out, sizeof(head));
	return (uint8_t)prm_cmd_out_hdr_get_status(&head);
}

void driver_give_pages(struct driver *driver, uint32_t n)
{
	struct {
		struct prm_manage_pages_in in;
		prm_be64 pas[64];
	} command = {0};
	struct prm_manage_pages_out out;

	CHECK(n <= 64);
	prm_manage_pages_in_pack(&command.in, &(struct prm_manage_pages_in_fields){
		.op_mod = PRM_MANAGE_PAGES_OP_MOD_ALLOCATION_SUCCESS, .input_num_entries = n });
	for (uint32_t i = 0; i < n; i++) {
		uint64_t addr;

		guest_alloc(driver->guest, 4096, 4096, &addr);
		command.pas[i] = prm_cpu_to_be64(addr);
	}
	CHECK_EQ(driver_command(driver, &command, (uint32_t)(sizeof(command.in) + n * 8), &out,
				sizeof(out)), 0);
	driver->pages += n;
}

uint32_t driver_take_pages(struct driver *driver, uint32_t n)
{
	struct prm_manage_pages_in in;
	struct {
		struct prm_manage_pages_out out;
		prm_be64 pas[64];
	} answer;
	uint32_t taken;

	prm_manage_pages_in_pack(&in, &(struct prm_manage_pages_in_fields){
		.op_mod = PRM_MANAGE_PAGES_OP_MOD_HCA_RETURN_PAGES, .input_num_entries = n });
	CHECK_EQ(driver_command(driver, &in, sizeof(in), &answer,
				(uint32_t)(sizeof(answer.out) + n * 8)), 0);
	taken = prm_manage_pages_out_get_output_num_entries(&answer.out);
	for (uint32_t i = 0; i < taken; i++)
		CHECK(prm_be64_to_cpu(answer.pas[i]) >= MEMORY_BASE);
	driver->pages -= taken;
	return taken;
}

static void give_startup_pages(struct driver *driver, uint8_t stage)
{
	struct prm_query_pages_in in;
	struct prm_query_pages_out out;

	prm_query_pages_in_pack(&in, &(struct prm_query_pages_in_fields){ .op_mod = stage });
	COMMAND(driver, QUERY_PAGES, &in, &out);
	driver_give_pages(driver, prm_query_pages_out_get_num_pages(&out));
}

void driver_boot(struct driver *driver)
{
	struct prm_enable_hca_in enable;
	struct prm_enable_hca_out enable_out;
	struct prm_query_issi_in query_issi;
	struct prm_query_issi_out query_issi_out;
	struct prm_set_issi_in set_issi;
	struct prm_set_issi_out set_issi_out;
	struct prm_init_hca_in init;
	struct prm_init_hca_out init_out;

	prm_enable_hca_in_pack(&enable, &(struct prm_enable_hca_in_fields){0});
	COMMAND(driver, ENABLE_HCA, &enable, &enable_out);
	prm_query_issi_in_pack(&query_issi, &(struct prm_query_issi_in_fields){0});
	COMMAND(driver, QUERY_ISSI, &query_issi, &query_issi_out);
	CHECK(prm_query_issi_out_get_supported_issi_dw0(&query_issi_out) & 1 << 1);
	prm_set_issi_in_pack(&set_issi, &(struct prm_set_issi_in_fields){ .current_issi = 1 });
	COMMAND(driver, SET_ISSI, &set_issi, &set_issi_out);
	give_startup_pages(driver, PRM_QUERY_PAGES_OP_MOD_BOOT_PAGES);
	give_startup_pages(driver, PRM_QUERY_PAGES_OP_MOD_INIT_PAGES);
	prm_init_hca_in_pack(&init, &(struct prm_init_hca_in_fields){0});
	COMMAND(driver, INIT_HCA, &init, &init_out);
}

void driver_make_uar(struct driver *driver)
{
	struct prm_alloc_uar_in in;
	struct prm_alloc_uar_out out;

	prm_alloc_uar_in_pack(&in, &(struct prm_alloc_uar_in_fields){0});
	COMMAND(driver, ALLOC_UAR, &in, &out);
	driver->uar = prm_alloc_uar_out_get_uar(&out);
}

static void eq_doorbell(struct driver *driver)
{
	struct prm_eq_doorbell doorbell;

	prm_eq_doorbell_pack(&doorbell, &(struct prm_eq_doorbell_fields){
		.eqn = (uint8_t)driver->eqn, .ci = driver->eq_ci & 0xffffff });
	guest_bar_write(driver->guest, (uint64_t)driver->uar * 4096 + PRM_UAR_REGISTER_EQ_ARM,
			&doorbell, sizeof(doorbell));
}

void driver_make_eq(struct driver *driver, uint64_t events)
{
	struct {
		struct prm_create_eq_in in;
		prm_be64 pas[1];
	} command = {0};
	struct prm_create_eq_in_fields fields;
	struct prm_create_eq_out out;
	uint64_t addr;

	driver->eq = guest_alloc(driver->guest, 4096, 4096, &addr);
	for (unsigned int i = 0; i < EQ_ENTRIES; i++)
		prm_eqe_set_owner(&driver->eq[i], true);
	prm_create_eq_in_fields_init(&fields);
	fields.eq_context_entry.log_eq_size = 6;
	fields.eq_context_entry.uar_page = driver->uar;
	fields.event_bitmask[0] = events;
	prm_create_eq_in_pack(&command.in, &fields);
	command.pas[0] = prm_cpu_to_be64(addr);
	CHECK_EQ(driver_command(driver, &command, sizeof(command), &out, sizeof(out)), 0);
	driver->eqn = prm_create_eq_out_get_eq_number(&out);
	driver->eq_ci = 0;
	eq_doorbell(driver);
}

bool driver_next_eqe(struct driver *driver, struct prm_eqe *eqe, bool waits)
{
	const struct prm_eqe *at = &driver->eq[driver->eq_ci % EQ_ENTRIES];

	if (waits && !guest_interrupted(driver->guest, 0))
		return false;
	if (prm_eqe_get_owner(at) != (driver->eq_ci / EQ_ENTRIES) % 2)
		return false;
	*eqe = *at;
	driver->eq_ci++;
	eq_doorbell(driver);
	return true;
}

static void destroy_own(struct driver *driver)
{
	struct prm_destroy_eq_in eq;
	struct prm_destroy_eq_out eq_out;
	struct prm_dealloc_uar_in uar;
	struct prm_dealloc_uar_out uar_out;

	if (driver->eq) {
		prm_destroy_eq_in_pack(&eq, &(struct prm_destroy_eq_in_fields){
			.eq_number = (uint8_t)driver->eqn });
		COMMAND(driver, DESTROY_EQ, &eq, &eq_out);
		driver->eq = NULL;
	}
	if (driver->uar) {
		prm_dealloc_uar_in_pack(&uar, &(struct prm_dealloc_uar_in_fields){
			.uar = driver->uar });
		COMMAND(driver, DEALLOC_UAR, &uar, &uar_out);
		driver->uar = 0;
	}
}

void driver_stop(struct driver *driver)
{
	struct prm_teardown_hca_in teardown;
	struct prm_teardown_hca_out teardown_out;
	struct prm_disable_hca_in disable;
	struct prm_disable_hca_out disable_out;

	destroy_own(driver);
	prm_teardown_hca_in_pack(&teardown, &(struct prm_teardown_hca_in_fields){0});
	COMMAND(driver, TEARDOWN_HCA, &teardown, &teardown_out);
	while (driver->pages)
		CHECK(driver_take_pages(driver, 64));
	prm_disable_hca_in_pack(&disable, &(struct prm_disable_hca_in_fields){0});
	COMMAND(driver, DISABLE_HCA, &disable, &disable_out);
}
