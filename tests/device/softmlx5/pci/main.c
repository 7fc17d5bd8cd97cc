// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Plays the guest and driver of softmlx5-device: `driver SOCKET CASE [SEED]`. Prints "done", or what is wrong.
 */
#include <linux/pci_regs.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "data.h"
#include "driver.h"
#include "hostile.h"

#define EVENT(type) (UINT64_C(1) << PRM_EVENT_TYPE_##type)

static void start(struct driver *driver, struct guest *guest, const char *path)
{
	guest_start(guest, path);
	driver_start(driver, guest);
}

/* A function lives, ends, and lives again. */
static void boot(const char *path)
{
	struct driver driver;
	struct guest guest;

	start(&driver, &guest, path);
	CHECK_EQ(guest_config_read(&guest, PCI_VENDOR_ID, 2), 0x15b3);
	CHECK_EQ(guest_config_read(&guest, 4096, 4), UINT32_MAX);
	for (int i = 0; i < 3; i++) {
		driver_boot(&driver);
		driver_make_uar(&driver);
		driver_make_eq(&driver, EVENT(CMD));
		driver_stop(&driver);
	}
	guest_end(&guest);
}

static uint32_t health_counter(struct guest *guest)
{
	struct prm_initial_seg segment = {0};

	guest_bar_read(guest, 0, &segment, sizeof(segment));
	CHECK_EQ(prm_initial_seg_get_health_syndrome(&segment), 0);
	return prm_initial_seg_get_health_counter(&segment);
}

static void health(const char *path)
{
	struct prm_initial_seg segment = {0};
	const size_t at = offsetof(struct prm_initial_seg, dw_14);
	struct driver driver;
	struct guest guest;
	uint32_t before;

	start(&driver, &guest, path);
	before = health_counter(&guest);
	while (health_counter(&guest) == before)
		nanosleep(&(struct timespec){ .tv_nsec = 1000000 }, NULL);
	/* The driver resets the firmware: a disabled interface, until there is another command queue. */
	driver_boot(&driver);
	prm_initial_seg_set_nic_interface(&segment, PRM_NIC_INTERFACE_SW_RESET);
	guest_bar_write(&guest, at, &segment.dw_14, 4);
	guest_bar_read(&guest, at, &segment.dw_14, 4);
	CHECK_EQ(prm_initial_seg_get_nic_interface(&segment), PRM_NIC_INTERFACE_DISABLED);
	CHECK_EQ(guest_config_read(&guest, PCI_BASE_ADDRESS_0, 4) & ~0xfull, WINDOW);
	CHECK(guest_config_read(&guest, PCI_COMMAND, 2) & PCI_COMMAND_MASTER);
	driver_start(&driver, &guest);
	driver_boot(&driver);
	driver_stop(&driver);
	guest_end(&guest);
}

static uint8_t query_caps(struct driver *driver, struct prm_query_hca_cap_out *out)
{
	struct prm_query_hca_cap_in in;

	prm_query_hca_cap_in_pack(&in, &(struct prm_query_hca_cap_in_fields){ .current = true });
	return driver_command(driver, &in, sizeof(in), out, sizeof(*out));
}

/* What a function takes depends on its state. */
static void states(const char *path)
{
	struct prm_enable_hca_in enable;
	struct prm_enable_hca_out enable_out;
	struct prm_init_hca_in init;
	struct prm_init_hca_out init_out;
	struct prm_alloc_uar_in uar;
	struct prm_alloc_uar_out uar_out;
	struct prm_query_hca_cap_out caps;
	struct driver driver;
	struct guest guest;

	start(&driver, &guest, path);
	prm_enable_hca_in_pack(&enable, &(struct prm_enable_hca_in_fields){0});
	prm_init_hca_in_pack(&init, &(struct prm_init_hca_in_fields){0});
	prm_alloc_uar_in_pack(&uar, &(struct prm_alloc_uar_in_fields){0});
	CHECK_EQ(query_caps(&driver, &caps), PRM_CMD_STATUS_BAD_SYS_STATE);
	COMMAND(&driver, ENABLE_HCA, &enable, &enable_out);
	CHECK_EQ(driver_command(&driver, &enable, sizeof(enable), &enable_out, sizeof(enable_out)),
		 PRM_CMD_STATUS_BAD_SYS_STATE);
	CHECK_EQ(query_caps(&driver, &caps), PRM_CMD_STATUS_OK);
	CHECK_EQ(driver_command(&driver, &uar, sizeof(uar), &uar_out, sizeof(uar_out)),
		 PRM_CMD_STATUS_BAD_SYS_STATE);
	/* It has no pages yet. */
	CHECK_EQ(driver_command(&driver, &init, sizeof(init), &init_out, sizeof(init_out)),
		 PRM_CMD_STATUS_NO_RES);
	driver_give_pages(&driver, 48);
	COMMAND(&driver, INIT_HCA, &init, &init_out);
	COMMAND(&driver, ALLOC_UAR, &uar, &uar_out);
	CHECK_EQ(driver_take_pages(&driver, 64), 0);	/* it needs them */
	/* A function level reset: as new, and the driver's pages are its own again. */
	guest_config_write(&guest, 0x60 + PCI_EXP_DEVCTL, 2, PCI_EXP_DEVCTL_BCR_FLR);
	CHECK_EQ(guest_config_read(&guest, PCI_COMMAND, 2), 0);
	driver_start(&driver, &guest);
	CHECK_EQ(query_caps(&driver, &caps), PRM_CMD_STATUS_BAD_SYS_STATE);
	driver_boot(&driver);
	driver_stop(&driver);
	guest_end(&guest);
}

/* SET_HCA_CAP: less than the device has, not more; until the next reset. */
static void capabilities(const char *path)
{
	struct {
		struct prm_set_hca_cap_in in;
		uint8_t caps[4096];
	} set = {0};
	struct prm_set_hca_cap_out set_out;
	struct prm_enable_hca_in enable;
	struct prm_enable_hca_out enable_out;
	struct {
		struct prm_query_hca_cap_in in;
	} query;
	static uint8_t answer[PRM_QUERY_HCA_CAP_IN_SIZE + 4096];
	struct prm_cmd_hca_cap *caps = (void *)set.caps;
	struct driver driver;
	struct guest guest;
	uint32_t log_max_qp;

	start(&driver, &guest, path);
	prm_enable_hca_in_pack(&enable, &(struct prm_enable_hca_in_fields){0});
	COMMAND(&driver, ENABLE_HCA, &enable, &enable_out);
	prm_query_hca_cap_in_pack(&query.in, &(struct prm_query_hca_cap_in_fields){ .current = true });
	CHECK_EQ(driver_command(&driver, &query.in, sizeof(query.in), answer, sizeof(answer)), 0);
	memcpy(set.caps, answer + 16, sizeof(set.caps));
	log_max_qp = prm_cmd_hca_cap_get_log_max_qp(caps);
	prm_set_hca_cap_in_pack(&set.in, &(struct prm_set_hca_cap_in_fields){0});
	prm_cmd_hca_cap_set_log_max_qp(caps, log_max_qp + 1);
	CHECK_EQ(driver_command(&driver, &set, sizeof(set), &set_out, sizeof(set_out)),
		 PRM_CMD_STATUS_BAD_PARAM);
	prm_cmd_hca_cap_set_log_max_qp(caps, log_max_qp - 1);
	CHECK_EQ(driver_command(&driver, &set, sizeof(set), &set_out, sizeof(set_out)), 0);
	CHECK_EQ(driver_command(&driver, &query.in, sizeof(query.in), answer, sizeof(answer)), 0);
	CHECK_EQ(prm_cmd_hca_cap_get_log_max_qp((void *)(answer + 16)), log_max_qp - 1);
	prm_query_hca_cap_in_set_current(&query.in, false);
	CHECK_EQ(driver_command(&driver, &query.in, sizeof(query.in), answer, sizeof(answer)), 0);
	CHECK_EQ(prm_cmd_hca_cap_get_log_max_qp((void *)(answer + 16)), log_max_qp);
	guest_end(&guest);
}

/* Completions of commands, with interrupts, around the ring; masks and pending bits. */
static void events(const char *path)
{
	struct prm_query_hca_cap_out caps;
	const uint32_t mask = 1, unmask = 0;
	struct driver driver;
	struct guest guest;
	struct prm_eqe eqe;
	uint32_t pending;

	start(&driver, &guest, path);
	driver_boot(&driver);
	driver_make_uar(&driver);
	driver_make_eq(&driver, EVENT(CMD));
	/* One interrupt until the EQ is armed again, then one for what is there. */
	CHECK_EQ(query_caps(&driver, &caps), 0);
	CHECK(guest_interrupted(&guest, 0));
	CHECK_EQ(query_caps(&driver, &caps), 0);
	CHECK(!guest_has_interrupt(&guest));
	CHECK(driver_next_eqe(&driver, &eqe, false));
	CHECK(driver_next_eqe(&driver, &eqe, true));
	CHECK(!guest_has_interrupt(&guest));
	for (unsigned int i = 0; i < 3 * EQ_ENTRIES; i++) {
		const unsigned int slot = driver.token % 32;

		CHECK_EQ(query_caps(&driver, &caps), 0);
		CHECK(driver_next_eqe(&driver, &eqe, true));
		CHECK_EQ(prm_eqe_get_event_type(&eqe), PRM_EVENT_TYPE_CMD);
		CHECK_EQ(prm_eqe_get_cmd_command_completion_vector(&eqe), 1u << slot);
		CHECK(!driver_next_eqe(&driver, &eqe, false));
	}
	guest_bar_write(&guest, 0x4000 + 12, &mask, 4);
	CHECK_EQ(query_caps(&driver, &caps), 0);
	guest_bar_read(&guest, 0x5000, &pending, 4);
	CHECK_EQ(pending, 1);
	guest_bar_write(&guest, 0x4000 + 12, &unmask, 4);
	CHECK(driver_next_eqe(&driver, &eqe, true));
	guest_bar_read(&guest, 0x5000, &pending, 4);
	CHECK_EQ(pending, 0);
	driver_stop(&driver);
	guest_end(&guest);
}

/* Its index in *@index. */
static uint8_t make_key(struct driver *driver, uint32_t pd, uint32_t *index)
{
	struct prm_create_mkey_in_fields fields;
	struct prm_create_mkey_in in;
	struct prm_create_mkey_out out;
	uint8_t status;

	prm_create_mkey_in_fields_init(&fields);
	fields.memory_key_mkey_entry.access_mode_1_0 = PRM_MKC_ACCESS_MODE_MTT;
	fields.memory_key_mkey_entry.free = true;
	fields.memory_key_mkey_entry.umr_en = true;
	fields.memory_key_mkey_entry.pd = pd;
	prm_create_mkey_in_pack(&in, &fields);
	status = driver_command(driver, &in, sizeof(in), &out, sizeof(out));
	*index = status ? 0 : prm_create_mkey_out_get_mkey_index(&out);
	return status;
}

static void destroy_key(struct driver *driver, uint32_t index)
{
	struct prm_destroy_mkey_in in;
	struct prm_destroy_mkey_out out;

	prm_destroy_mkey_in_pack(&in, &(struct prm_destroy_mkey_in_fields){ .mkey_index = index });
	COMMAND(driver, DESTROY_MKEY, &in, &out);
}

/* The device asks for pages when there are many objects; without them there are no more objects. */
static void pages(const char *path)
{
	struct prm_manage_pages_in refuse;
	struct prm_manage_pages_out refuse_out;
	struct prm_alloc_pd_in pd_in;
	struct prm_alloc_pd_out pd;
	struct driver driver;
	struct guest guest;
	struct prm_eqe eqe;
	uint32_t n, more, keys[4096], n_keys = 0;
	uint8_t status = 0;

	start(&driver, &guest, path);
	driver_boot(&driver);
	driver_make_uar(&driver);
	driver_make_eq(&driver, EVENT(PAGE_REQUEST));
	prm_alloc_pd_in_pack(&pd_in, &(struct prm_alloc_pd_in_fields){0});
	COMMAND(&driver, ALLOC_PD, &pd_in, &pd);
	for (n = 0; !driver_next_eqe(&driver, &eqe, false); n++)
		CHECK(n < 1000 && !make_key(&driver, prm_alloc_pd_out_get_pd(&pd),
					    &keys[n_keys++]));
	CHECK_EQ(prm_eqe_get_event_type(&eqe), PRM_EVENT_TYPE_PAGE_REQUEST);
	more = prm_eqe_get_page_request_num_pages(&eqe);
	CHECK(more && more <= 64);
	prm_manage_pages_in_pack(&refuse, &(struct prm_manage_pages_in_fields){
		.op_mod = PRM_MANAGE_PAGES_OP_MOD_ALLOCATION_FAIL });
	COMMAND(&driver, MANAGE_PAGES, &refuse, &refuse_out);
	for (n = 0; n < 1000 && !status; n++)
		status = make_key(&driver, prm_alloc_pd_out_get_pd(&pd), &keys[n_keys++]);
	CHECK_EQ(status, PRM_CMD_STATUS_NO_RES);
	n_keys--;
	driver_give_pages(&driver, more);
	CHECK_EQ(make_key(&driver, prm_alloc_pd_out_get_pd(&pd), &keys[n_keys++]), 0);
	/* Pages that it does not need any more are offered back. */
	for (n = 0; n < 1200; n++) {
		CHECK_EQ(make_key(&driver, prm_alloc_pd_out_get_pd(&pd), &keys[n_keys++]), 0);
		if (driver_next_eqe(&driver, &eqe, false))
			driver_give_pages(&driver, prm_eqe_get_page_request_num_pages(&eqe));
	}
	while (n_keys && !driver_next_eqe(&driver, &eqe, false))
		destroy_key(&driver, keys[--n_keys]);
	more = -prm_eqe_get_page_request_num_pages(&eqe);
	CHECK(more && more <= 64);
	CHECK_EQ(driver_take_pages(&driver, more), more);
	while (n_keys)
		destroy_key(&driver, keys[--n_keys]);
	driver_stop(&driver);
	guest_end(&guest);
}

/* What strict mode reports: objects and pages that a driver leaves, pages that it uses. */
static void leftovers(const char *path)
{
	struct prm_teardown_hca_in teardown;
	struct prm_teardown_hca_out teardown_out;
	struct prm_disable_hca_in disable;
	struct prm_disable_hca_out disable_out;
	struct driver driver;
	struct guest guest;
	uint32_t key;

	start(&driver, &guest, path);
	driver_boot(&driver);
	memset(guest.memory + guest.used - 4096, 1, 4096);	/* the last page that it gave */
	driver_make_uar(&driver);
	driver_make_eq(&driver, EVENT(CMD));
	make_key(&driver, 1, &key);	/* there is no such PD */
	driver_make_uar(&driver);
	prm_teardown_hca_in_pack(&teardown, &(struct prm_teardown_hca_in_fields){0});
	COMMAND(&driver, TEARDOWN_HCA, &teardown, &teardown_out);
	CHECK_EQ(driver_take_pages(&driver, 1), 1);
	driver_give_pages(&driver, 1);
	prm_disable_hca_in_pack(&disable, &(struct prm_disable_hca_in_fields){0});
	COMMAND(&driver, DISABLE_HCA, &disable, &disable_out);
	guest_end(&guest);
}

/*
 * The end of a machine, on a device with --cap force_teardown=1 --cap fast_teardown=1: the driver destroys nothing and takes no
 * page back, and the next one begins anew.
 */
static void machine_ends(const char *path)
{
	const uint8_t profiles[] = { PRM_TEARDOWN_PROFILE_FORCE_CLOSE, PRM_TEARDOWN_PROFILE_PREPARE_FAST_TEARDOWN };
	struct prm_initial_seg segment = {0};
	struct prm_teardown_hca_in teardown;
	struct prm_teardown_hca_out teardown_out;
	struct prm_alloc_pd_out pd_out;
	struct prm_alloc_pd_in pd;
	struct driver driver;
	struct guest guest;
	uint64_t pages;

	start(&driver, &guest, path);
	prm_alloc_pd_in_pack(&pd, &(struct prm_alloc_pd_in_fields){0});
	for (unsigned int i = 0; i < sizeof(profiles); i++) {
		driver_boot(&driver);
		driver_make_uar(&driver);
		driver_make_eq(&driver, EVENT(CMD));
		pages = driver.pages;
		prm_teardown_hca_in_pack(&teardown, &(struct prm_teardown_hca_in_fields){ .profile = profiles[i] });
		COMMAND(&driver, TEARDOWN_HCA, &teardown, &teardown_out);
		CHECK_EQ(prm_teardown_hca_out_get_state(&teardown_out), PRM_TEARDOWN_STATE_SUCCESS);
		if (profiles[i] == PRM_TEARDOWN_PROFILE_PREPARE_FAST_TEARDOWN) {
			COMMAND(&driver, ALLOC_PD, &pd, &pd_out);	/* it is not the end yet */
			prm_initial_seg_set_nic_interface(&segment, PRM_NIC_INTERFACE_DISABLED);
			guest_bar_write(&guest, offsetof(struct prm_initial_seg, dw_14), &segment.dw_14, 4);
			guest_bar_read(&guest, 0, &segment, sizeof(segment));
			CHECK_EQ(prm_initial_seg_get_nic_interface(&segment), PRM_NIC_INTERFACE_DISABLED);
		}
		driver_start(&driver, &guest);
		CHECK_EQ(driver_command(&driver, &pd, sizeof(pd), &pd_out, sizeof(pd_out)), PRM_CMD_STATUS_BAD_SYS_STATE);
	}
	driver_boot(&driver);
	CHECK_EQ(driver.pages, pages);	/* the device has none of those before */
	driver_stop(&driver);
	guest_end(&guest);
}

/* What strict mode reports of the command interface; all of it is executed, or refused, as without. */
static void sloppy(const char *path)
{
	struct prm_alloc_pd_in in;
	struct prm_alloc_pd_out out;
	struct driver driver;
	struct guest guest;

	start(&driver, &guest, path);
	driver_boot(&driver);
	prm_alloc_pd_in_pack(&in, &(struct prm_alloc_pd_in_fields){0});
	memset((uint8_t *)&in + 12, 0xa5, 4);	/* reserved */
	COMMAND(&driver, ALLOC_PD, &in, &out);
	prm_cmd_in_hdr_set_opcode((void *)&in, 0xfff);
	CHECK_EQ(driver_command(&driver, &in, sizeof(in), &out, sizeof(out)), PRM_CMD_STATUS_BAD_OP);
	prm_alloc_pd_in_pack(&in, &(struct prm_alloc_pd_in_fields){0});
	CHECK_EQ(driver_command(&driver, &in, 8, &out, sizeof(out)), PRM_CMD_STATUS_BAD_INP_LEN);
	CHECK_EQ(driver_command(&driver, &in, sizeof(in), &out, 8), PRM_CMD_STATUS_OK);
	guest_end(&guest);
}

/*
 * The device has --fault command-lost:opcode=ALLOC_PD,nth=1, command-delay:opcode=ALLOC_UAR,nth=2,ns=300000000,
 * eqe-lost:type=CMD,nth=1, interrupt-lost:type=CMD,nth=2 and page-request:opcode=ALLOC_XRCD,nth=1,pages=80.
 */
static void faults(const char *path)
{
	const struct prm_cmd_queue_entry *lost, *late;
	struct prm_query_hca_cap_out caps;
	struct prm_alloc_xrcd_out xrcd_out;
	struct prm_alloc_xrcd_in xrcd;
	struct prm_alloc_uar_in uar;
	struct prm_alloc_pd_in pd;
	struct driver driver;
	struct guest guest;
	struct prm_eqe eqe;

	start(&driver, &guest, path);
	driver_boot(&driver);
	driver_make_uar(&driver);
	driver_make_eq(&driver, EVENT(CMD) | EVENT(PAGE_REQUEST));
	CHECK_EQ(query_caps(&driver, &caps), 0);	/* its EQE is lost */
	CHECK(!driver_next_eqe(&driver, &eqe, false) && !guest_has_interrupt(&guest));
	CHECK_EQ(query_caps(&driver, &caps), 0);
	CHECK(driver_next_eqe(&driver, &eqe, true));
	CHECK_EQ(query_caps(&driver, &caps), 0);	/* its interrupt is lost */
	CHECK(!guest_has_interrupt(&guest) && driver_next_eqe(&driver, &eqe, false));
	prm_alloc_pd_in_pack(&pd, &(struct prm_alloc_pd_in_fields){0});
	lost = driver_send(&driver, &pd, sizeof(pd), sizeof(struct prm_alloc_pd_out));
	prm_alloc_uar_in_pack(&uar, &(struct prm_alloc_uar_in_fields){0});
	late = driver_send(&driver, &uar, sizeof(uar), sizeof(struct prm_alloc_uar_out));
	CHECK_EQ(prm_cmd_queue_entry_get_ownership(late), PRM_CMD_OWNERSHIP_HW);
	CHECK(!driver_next_eqe(&driver, &eqe, false));
	driver_wait(late);
	CHECK(driver_next_eqe(&driver, &eqe, true));
	CHECK_EQ(prm_eqe_get_event_type(&eqe), PRM_EVENT_TYPE_CMD);
	prm_alloc_xrcd_in_pack(&xrcd, &(struct prm_alloc_xrcd_in_fields){0});
	COMMAND(&driver, ALLOC_XRCD, &xrcd, &xrcd_out);
	CHECK(driver_next_eqe(&driver, &eqe, true));
	CHECK_EQ(prm_eqe_get_event_type(&eqe), PRM_EVENT_TYPE_PAGE_REQUEST);
	CHECK_EQ(prm_eqe_get_page_request_num_pages(&eqe), 80);
	CHECK(driver_next_eqe(&driver, &eqe, false));
	CHECK_EQ(prm_cmd_queue_entry_get_ownership(lost), PRM_CMD_OWNERSHIP_HW);
	guest_end(&guest);
}

static const struct {
	const char *name;
	void (*run)(const char *path);
} cases[] = {
	{ "boot", boot }, { "health", health }, { "states", states },
	{ "capabilities", capabilities }, { "events", events }, { "pages", pages }, { "data", data_writes },
	{ "leftovers", leftovers }, { "machine_ends", machine_ends }, { "sloppy", sloppy }, { "faults", faults }, { "data_faults", data_faults },
	{ "delivery", hostile_delivery }, { "checksum", hostile_checksum },
	{ "addresses", hostile_addresses }, { "messages", hostile_messages },
	{ "rings", hostile_rings }, { "truncated", hostile_memory },
};

int main(int argc, char **argv)
{
	if (argc == 4 && !strcmp(argv[2], "fuzz")) {
		hostile_fuzz(argv[1], strtoul(argv[3], NULL, 0));
		printf("done\n");
		return 0;
	}
	for (unsigned int i = 0; argc == 3 && i < sizeof(cases) / sizeof(cases[0]); i++) {
		if (strcmp(argv[2], cases[i].name))
			continue;
		cases[i].run(argv[1]);
		printf("done\n");
		return 0;
	}
	printf("usage: driver SOCKET CASE, or driver SOCKET fuzz SEED\n");
	return 2;
}
