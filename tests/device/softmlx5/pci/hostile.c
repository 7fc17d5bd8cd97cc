// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/* Guests and drivers that do not keep to the rules. */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "driver.h"
#include "hostile.h"

#define NOWHERE UINT64_C(0x7ffff000)	/* no memory of the guest */

static void start(struct driver *driver, struct guest *guest, const char *path)
{
	guest_start(guest, path);
	driver_start(driver, guest);
}

/* The device works for the next guest. */
static void check_alive(const char *path)
{
	struct driver driver;
	struct guest guest;

	start(&driver, &guest, path);
	driver_boot(&driver);
	driver_stop(&driver);
	guest_end(&guest);
}

/*
 * Entries and mailboxes.
 */

static void spoil_type(struct driver *driver, struct prm_cmd_queue_entry *entry)
{
	(void)driver;
	prm_cmd_queue_entry_set_type(entry, 1);
}

static void spoil_token(struct driver *driver, struct prm_cmd_queue_entry *entry)
{
	(void)entry;
	prm_cmd_if_box_set_token(driver->out_box[0], driver->token + 1);
}

static void spoil_number(struct driver *driver, struct prm_cmd_queue_entry *entry)
{
	(void)entry;
	prm_cmd_if_box_set_block_number(driver->out_box[1], 7);
}

static void spoil_in_length(struct driver *driver, struct prm_cmd_queue_entry *entry)
{
	(void)driver;
	prm_cmd_queue_entry_set_input_length(entry, UINT32_MAX);
}

static void spoil_in_chain(struct driver *driver, struct prm_cmd_queue_entry *entry)
{
	(void)driver;
	prm_cmd_queue_entry_set_input_length(entry, 17);
}

static void spoil_out_length(struct driver *driver, struct prm_cmd_queue_entry *entry)
{
	(void)driver;
	prm_cmd_queue_entry_set_output_length(entry, 4);
}

static void spoil_out_chain(struct driver *driver, struct prm_cmd_queue_entry *entry)
{
	(void)driver;
	prm_cmd_queue_entry_set_output_length(entry, 1 << 20);
}

static void spoil_out_pointer(struct driver *driver, struct prm_cmd_queue_entry *entry)
{
	(void)driver;
	prm_cmd_queue_entry_set_output_mailbox_pointer_31_9(entry, NOWHERE >> 9);
}

static void spoil_next_pointer(struct driver *driver, struct prm_cmd_queue_entry *entry)
{
	(void)entry;
	prm_cmd_if_box_set_next_pointer_63_32(driver->out_box[0], UINT32_MAX);
}

void hostile_delivery(const char *path)
{
	static const struct {
		void (*spoil)(struct driver *driver, struct prm_cmd_queue_entry *entry);
		uint8_t status;
	} tries[] = {
		{ spoil_type, PRM_CMD_DELIVERY_STATUS_CMD_DESCR_ERR },
		{ spoil_token, PRM_CMD_DELIVERY_STATUS_TOK_ERR },
		{ spoil_number, PRM_CMD_DELIVERY_STATUS_BAD_BLK_NUM_ERR },
		{ spoil_in_length, PRM_CMD_DELIVERY_STATUS_IN_LENGTH_ERR },
		{ spoil_in_chain, PRM_CMD_DELIVERY_STATUS_IN_LENGTH_ERR },
		{ spoil_out_length, PRM_CMD_DELIVERY_STATUS_OUT_LENGTH_ERR },
		{ spoil_out_chain, PRM_CMD_DELIVERY_STATUS_OUT_LENGTH_ERR },
		{ spoil_out_pointer, PRM_CMD_DELIVERY_STATUS_FW_ERR },
		{ spoil_next_pointer, PRM_CMD_DELIVERY_STATUS_FW_ERR },
	};
	struct prm_query_hca_cap_in in;
	static uint8_t out[16 + 4096];
	struct driver driver;
	struct guest guest;

	start(&driver, &guest, path);
	driver_boot(&driver);
	prm_query_hca_cap_in_pack(&in, &(struct prm_query_hca_cap_in_fields){0});
	for (unsigned int i = 0; i < sizeof(tries) / sizeof(tries[0]); i++) {
		driver.spoil = tries[i].spoil;
		CHECK_EQ(driver_deliver(&driver, &in, sizeof(in), out, sizeof(out)),
			 tries[i].status);
		driver.spoil = NULL;
		CHECK_EQ(driver_command(&driver, &in, sizeof(in), out, sizeof(out)), 0);
	}
	driver_stop(&driver);
	guest_end(&guest);
}

static void spoil_signature(struct driver *driver, struct prm_cmd_queue_entry *entry)
{
	(void)driver;
	prm_cmd_queue_entry_set_signature(entry, prm_cmd_queue_entry_get_signature(entry) ^ 1);
}

static void spoil_box(struct driver *driver, struct prm_cmd_queue_entry *entry)
{
	(void)entry;
	driver->in_box[0]->mailbox_data[9] ^= 1;
}

static void spoil_control(struct driver *driver, struct prm_cmd_queue_entry *entry)
{
	(void)entry;
	/* Both signatures change, so that only that of the control part is wrong. */
	prm_cmd_if_box_set_ctrl_signature(
		driver->in_box[0], prm_cmd_if_box_get_ctrl_signature(driver->in_box[0]) ^ 1);
	prm_cmd_if_box_set_signature(driver->in_box[0],
				     prm_cmd_if_box_get_signature(driver->in_box[0]) ^ 1);
}

void hostile_checksum(const char *path)
{
	void (*const spoil[])(struct driver *driver, struct prm_cmd_queue_entry *entry) = {
		spoil_signature, spoil_box, spoil_control,
	};
	struct prm_init_hca_in in;
	struct prm_init_hca_out out;
	struct driver driver;
	struct guest guest;

	start(&driver, &guest, path);
	driver.has_checksum = true;
	driver_boot(&driver);
	prm_init_hca_in_pack(&in, &(struct prm_init_hca_in_fields){0});
	for (unsigned int i = 0; i < sizeof(spoil) / sizeof(spoil[0]); i++) {
		driver.spoil = spoil[i];
		CHECK_EQ(driver_deliver(&driver, &in, sizeof(in), &out, sizeof(out)),
			 PRM_CMD_DELIVERY_STATUS_SIGNAT_ERR);
	}
	driver.spoil = NULL;
	driver_stop(&driver);
	guest_end(&guest);
}

/*
 * Addresses that are no memory, in commands and in the initialization segment.
 */

static uint8_t give_page(struct driver *driver, uint64_t addr)
{
	struct {
		struct prm_manage_pages_in in;
		prm_be64 pas[1];
	} command;
	struct prm_manage_pages_out out;

	prm_manage_pages_in_pack(&command.in, &(struct prm_manage_pages_in_fields){
		.op_mod = PRM_MANAGE_PAGES_OP_MOD_ALLOCATION_SUCCESS, .input_num_entries = 1 });
	command.pas[0] = prm_cpu_to_be64(addr);
	return driver_command(driver, &command, sizeof(command), &out, sizeof(out));
}

static uint8_t make_cq(struct driver *driver, uint32_t eqn, uint64_t ring, uint64_t dbr)
{
	struct {
		struct prm_create_cq_in in;
		prm_be64 pas[2];
	} command = {0};
	struct prm_create_cq_in_fields fields;
	struct prm_create_cq_out out;

	prm_create_cq_in_fields_init(&fields);
	fields.cq_context.log_cq_size = 7;	/* two pages */
	fields.cq_context.uar_page = driver->uar;
	fields.cq_context.c_eqn = (uint8_t)eqn;
	fields.cq_context.dbr_addr = dbr;
	prm_create_cq_in_pack(&command.in, &fields);
	command.pas[0] = prm_cpu_to_be64(MEMORY_BASE + MEMORY_SIZE / 2);
	command.pas[1] = prm_cpu_to_be64(ring);
	return driver_command(driver, &command, sizeof(command), &out, sizeof(out));
}

void hostile_addresses(const char *path)
{
	static const uint64_t bad[] = {
		0, NOWHERE, MEMORY_BASE - 4096, MEMORY_BASE + MEMORY_SIZE, UINT64_MAX - 4095,
	};
	const uint64_t good = MEMORY_BASE + MEMORY_SIZE - 4096;
	struct driver driver;
	struct guest guest;

	start(&driver, &guest, path);
	driver_boot(&driver);
	driver_make_uar(&driver);
	driver_make_eq(&driver, 0);
	for (unsigned int i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		CHECK_EQ(give_page(&driver, bad[i]), PRM_CMD_STATUS_BAD_PARAM);
		CHECK_EQ(make_cq(&driver, driver.eqn, bad[i], good), PRM_CMD_STATUS_BAD_PARAM);
		CHECK_EQ(make_cq(&driver, driver.eqn, good, bad[i]), PRM_CMD_STATUS_BAD_PARAM);
	}
	CHECK_EQ(give_page(&driver, good + 8), PRM_CMD_STATUS_BAD_PARAM);
	CHECK_EQ(make_cq(&driver, driver.eqn + 1, good - 4096, good), PRM_CMD_STATUS_BAD_RES);
	CHECK_EQ(make_cq(&driver, driver.eqn, good - 4096, good), 0);	/* scattered pages */
	/* The queue itself: the doorbell has no effect. */
	for (unsigned int i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		const prm_be64 addr = prm_cpu_to_be64(bad[i] & ~UINT64_C(0xfff));
		const prm_be32 doorbell = prm_cpu_to_be32(UINT32_MAX);

		guest_bar_write(&guest, offsetof(struct prm_initial_seg, cmdq_phy_addr_63_32),
				&addr, sizeof(addr));
		guest_bar_write(&guest, offsetof(struct prm_initial_seg, command_doorbell_vector),
				&doorbell, sizeof(doorbell));
	}
	guest_end(&guest);
	check_alive(path);
}

/*
 * Messages of vhost-user.
 */

struct message {
	uint32_t request, flags, size;
	uint8_t payload[600];
};

static void try_message(const char *path, const struct message *message, size_t len,
			unsigned int n_fds)
{
	int fds[16];
	struct guest guest;

	guest_connect(&guest, path);
	for (unsigned int i = 0; i < n_fds; i++)
		fds[i] = guest.memory_fd;
	CHECK(!guest_try(&guest, message, len, fds, n_fds));
	guest_end(&guest);
}

/* A table of one region, with the descriptor of memory. */
static void try_region(const char *path, uint64_t addr, uint64_t size, uint64_t offset)
{
	struct message message = { .request = 5, .flags = 9, .size = 40 };
	const uint64_t table[5] = { 1, addr, size, 0x1000, offset };

	memcpy(message.payload, table, sizeof(table));
	try_message(path, &message, 12 + sizeof(table), 1);
}

void hostile_messages(const char *path)
{
	struct message message = { .request = 5, .flags = 9, .size = 8 };
	struct guest guest;

	try_message(path, &(struct message){ .request = 99, .flags = 9 }, 12, 0);
	try_message(path, &(struct message){ .request = 0, .flags = 9 }, 12, 0);
	try_message(path, &(struct message){ .request = 1, .flags = 2 }, 12, 0);	/* version */
	try_message(path, &(struct message){ .request = 1, .flags = 5 }, 12, 0);	/* a reply */
	try_message(path, &(struct message){ .request = 3, .flags = 9, .size = UINT32_MAX }, 12, 0);
	try_message(path, &(struct message){ .request = 2, .flags = 9, .size = 4 }, 16, 0);
	/* Memory without descriptors, with too many, and outside its file. */
	message.payload[0] = 1;
	try_message(path, &message, 20, 0);
	try_message(path, &message, 20, 1);
	message.payload[0] = 200;
	try_message(path, &message, 20, 16);
	try_region(path, MEMORY_BASE, MEMORY_SIZE + 4096, 0);
	try_region(path, MEMORY_BASE, MEMORY_SIZE, 4096);
	try_region(path, MEMORY_BASE, 100, 0);
	try_region(path, MEMORY_BASE, 0, 0);
	try_region(path, UINT64_MAX - 4095, 8192, 0);
	try_region(path, MEMORY_BASE, UINT64_MAX - 4095, 4096);
	/* Queues that there are not, sizes that are none, kicks without a descriptor. */
	memcpy(message.payload, &(uint32_t[2]){ 2, 64 }, 8);
	message.request = 8;
	try_message(path, &message, 20, 0);
	memcpy(message.payload, &(uint32_t[2]){ 0, 63 }, 8);
	try_message(path, &message, 20, 0);
	memcpy(message.payload, &(uint32_t[2]){ 0, 1 << 20 }, 8);
	try_message(path, &message, 20, 0);
	memcpy(message.payload, &(uint64_t){ 0 }, 8);
	message.request = 12;
	try_message(path, &message, 20, 0);
	message.request = 9;
	message.size = 40;
	try_message(path, &message, 52, 0);	/* an address before the size */
	/* A message in pieces is one. */
	guest_connect(&guest, path);
	message = (struct message){ .request = 1, .flags = 1 };
	CHECK(write(guest.socket, &message, 5) == 5);
	usleep(20000);
	CHECK(guest_try(&guest, (uint8_t *)&message + 5, 7, NULL, 0));
	guest_end(&guest);
	check_alive(path);
}

/*
 * Rings: the guest is disconnected.
 */

static void try_ring(const char *path, struct vring_desc desc, uint16_t head, uint16_t idx)
{
	struct guest guest;
	struct ring *ring = &guest.ring[QUEUE_COMMANDS];
	const uint64_t one = 1;
	uint8_t byte;

	guest_start(&guest, path);
	ring->desc[head] = desc;	/* the page has room for more than the ring has */
	ring->avail->ring[0] = head;
	__atomic_store_n(&ring->avail->idx, idx, __ATOMIC_RELEASE);
	CHECK(write(ring->kick, &one, sizeof(one)) == sizeof(one));
	CHECK(read(guest.socket, &byte, 1) <= 0);
	guest_end(&guest);
}

void hostile_rings(const char *path)
{
	const uint64_t there = MEMORY_BASE + 4096 * 100;

	try_ring(path, (struct vring_desc){ NOWHERE, 64, 0, 0 }, 0, 1);
	try_ring(path, (struct vring_desc){ there, UINT32_MAX, 0, 0 }, 0, 1);
	try_ring(path, (struct vring_desc){ there, 64, VRING_DESC_F_NEXT, 0 }, 0, 1);	/* itself */
	try_ring(path, (struct vring_desc){ there, 64, VRING_DESC_F_NEXT, 999 }, 0, 1);
	try_ring(path, (struct vring_desc){ there, 64, VRING_DESC_F_INDIRECT, 0 }, 0, 1);
	try_ring(path, (struct vring_desc){ there, 64, 0, 0 }, 64, 1);
	try_ring(path, (struct vring_desc){ there, 64, 0, 0 }, 0, 1000);
	check_alive(path);
}

/* The guest truncates its memory: what is in use becomes unreadable. */
void hostile_memory(const char *path)
{
	struct driver driver;
	struct guest guest;
	uint8_t byte;

	start(&driver, &guest, path);
	driver_boot(&driver);
	CHECK(!ftruncate(guest.memory_fd, 0));
	CHECK(write(guest.ring[QUEUE_COMMANDS].kick, &(uint64_t){ 1 }, 8) == 8);
	CHECK(read(guest.socket, &byte, 1) <= 0);
	guest_end(&guest);
	check_alive(path);
}

/*
 * The fuzzer.
 */

static uint64_t state;

static uint64_t any(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state;
}

/* Random bytes in which small numbers and addresses of memory are frequent. */
static void fill(uint8_t *bytes, size_t len)
{
	size_t at = 0;

	memset(bytes, 0, len);
	while (at + 8 <= len) {
		const prm_be64 addr = prm_cpu_to_be64(MEMORY_BASE + any() % (MEMORY_SIZE * 2));

		switch (any() % 8) {
		case 0:
			memcpy(bytes + at, &addr, sizeof(addr));
			break;
		case 1:
			memcpy(bytes + at, &(uint64_t){ any() }, 8);
			break;
		case 2:
			bytes[at + 3] = (uint8_t)(any() % 16);
			bytes[at + 7] = (uint8_t)(any() % 16);
			break;
		case 3:
			bytes[at + any() % 8] = (uint8_t)any();
			break;
		default:
			break;
		}
		at += 8;
	}
}

static void fuzz_command(struct driver *driver)
{
	static uint8_t in[4096], out[4096];
	static const uint16_t bases[] = { 0x100, 0x200, 0x300, 0x400, 0x500, 0x600, 0x700, 0x760,
					  0x800, 0x900, 0xa00 };
	const uint16_t opcode = (uint16_t)(bases[any() % 11] + any() % 0x20);
	const uint32_t in_len = 16 + (uint32_t)(any() % 64) * 8;

	fill(in, sizeof(in));
	in[0] = (uint8_t)(opcode >> 8);
	in[1] = (uint8_t)opcode;
	in[2] = in[3] = in[4] = 0;
	if (opcode == PRM_CMD_OPCODE_TEARDOWN_HCA && any() % 16)
		return;
	driver_deliver(driver, in, in_len, out, 16 + (uint32_t)(any() % 64) * 8);
}

static void fuzz_access(struct guest *guest)
{
	uint8_t bytes[64];
	const uint32_t size = 1 + (uint32_t)(any() % sizeof(bytes));
	const uint64_t places[] = { 0x10, 0x18, 0x4000, 0x5000, 0x10000, 0x10800, 0x11020, 0x10040,
				    SIZE_MAX - 3, (32 << 20) - 2 };
	const uint64_t offset = places[any() % 10] + any() % 16;

	fill(bytes, sizeof(bytes));
	if (any() % 2)
		guest_bar_read(guest, offset, bytes, size);
	else if (offset >= 0x1c && offset + size > offset)	/* the queue stays */
		guest_bar_write(guest, offset, bytes, size);
}

void hostile_fuzz(const char *path, unsigned long seed)
{
	struct driver driver;
	struct guest guest;

	state = seed * UINT64_C(0x9e3779b97f4a7c15) + 1;
	for (int life = 0; life < 4; life++) {
		start(&driver, &guest, path);
		driver_boot(&driver);
		driver_make_uar(&driver);
		driver_make_eq(&driver, any() | any());
		for (int i = 0; i < 400; i++) {
			if (any() % 4)
				fuzz_command(&driver);
			else
				fuzz_access(&guest);
		}
		guest_end(&guest);
	}
	check_alive(path);
}
