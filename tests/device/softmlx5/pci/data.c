// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * A queue pair that writes to itself. Its ring, the CQ's and the data are lists of pages, in descending
 * order in memory; the doorbell goes through the BAR, the completion comes with an event.
 */
#include <string.h>

#include "data.h"
#include "driver.h"
#include "prm_ctrl.h"
#include "prm_data.h"
#include "prm_rdma.h"

#define PAGE 4096u
#define DATA_PAGES 4u
#define LENGTH 6000u	/* across two ends of pages */
#define FROM 100u
#define TO (2 * PAGE + 50)
#define IOVA UINT64_C(0x123456000)

/* Pages that a list has in descending order; at[i] is page @i of the list. */
struct pages {
	uint8_t *at[DATA_PAGES];
	prm_be64 list[DATA_PAGES];
};

static void make_pages(struct guest *guest, struct pages *pages, unsigned int n)
{
	uint64_t addr;
	uint8_t *at = guest_alloc(guest, n * PAGE, PAGE, &addr);

	for (unsigned int i = 0; i < n; i++) {
		pages->at[i] = at + (n - 1 - i) * PAGE;
		pages->list[i] = prm_cpu_to_be64(addr + (uint64_t)(n - 1 - i) * PAGE);
	}
}

struct world {
	struct driver driver;
	struct guest guest;
	struct pages cq, qp, data;
	struct prm_cq_doorbell_record *cq_record;
	struct prm_qp_doorbell_record *qp_record;
	uint32_t pd, cqn, qpn, key;
};

static void make_pd(struct world *world)
{
	struct prm_alloc_pd_in in;
	struct prm_alloc_pd_out out;

	prm_alloc_pd_in_pack(&in, &(struct prm_alloc_pd_in_fields){0});
	COMMAND(&world->driver, ALLOC_PD, &in, &out);
	world->pd = prm_alloc_pd_out_get_pd(&out);
}

static void make_cq(struct world *world)
{
	struct {
		struct prm_create_cq_in in;
		prm_be64 pas[2];
	} command;
	struct prm_create_cq_in_fields fields;
	struct prm_create_cq_out out;

	make_pages(&world->guest, &world->cq, 2);
	for (unsigned int i = 0; i < 2; i++)
		memset(world->cq.at[i], 0xf0, PAGE);	/* all CQEs are invalid */
	prm_create_cq_in_fields_init(&fields);
	world->cq_record = guest_alloc(&world->guest, 64, 64, &fields.cq_context.dbr_addr);
	fields.cq_context.log_cq_size = 7;
	fields.cq_context.uar_page = world->driver.uar;
	fields.cq_context.c_eqn = (uint8_t)world->driver.eqn;
	prm_create_cq_in_pack(&command.in, &fields);
	memcpy(command.pas, world->cq.list, sizeof(command.pas));
	CHECK_EQ(driver_command(&world->driver, &command, sizeof(command), &out, sizeof(out)), 0);
	world->cqn = prm_create_cq_out_get_cqn(&out);
}

static void make_key(struct world *world)
{
	struct {
		struct prm_create_mkey_in in;
		prm_be64 list[DATA_PAGES];
	} command;
	struct prm_create_mkey_in_fields fields;
	struct prm_mkc_fields *mkc = &fields.memory_key_mkey_entry;
	struct prm_create_mkey_out out;

	make_pages(&world->guest, &world->data, DATA_PAGES);
	prm_create_mkey_in_fields_init(&fields);
	mkc->access_mode_1_0 = PRM_MKC_ACCESS_MODE_MTT;
	mkc->lr = mkc->lw = mkc->rw = true;
	mkc->qpn = 0xffffff;
	mkc->pd = world->pd;
	mkc->start_addr = IOVA;
	mkc->len = DATA_PAGES * PAGE;
	mkc->log_page_size = 12;
	mkc->mkey_7_0 = 0x42;
	mkc->translations_octword_size = fields.translations_octword_actual_size = DATA_PAGES / 2;
	prm_create_mkey_in_pack(&command.in, &fields);
	memcpy(command.list, world->data.list, sizeof(command.list));
	CHECK_EQ(driver_command(&world->driver, &command, sizeof(command), &out, sizeof(out)), 0);
	world->key = prm_create_mkey_out_get_mkey_index(&out) << 8 | 0x42;
}

static void make_qp(struct world *world)
{
	struct {
		struct prm_create_qp_in in;
		prm_be64 pas[2];
	} command;
	struct prm_create_qp_in_fields fields;
	struct prm_create_qp_out out;

	make_pages(&world->guest, &world->qp, 2);
	prm_create_qp_in_fields_init(&fields);
	world->qp_record = guest_alloc(&world->guest, 64, 64, &fields.qpc.dbr_addr);
	fields.qpc.st = PRM_QP_SERVICE_TYPE_RC;
	fields.qpc.pd = world->pd;
	fields.qpc.cqn_snd = fields.qpc.cqn_rcv = world->cqn;
	fields.qpc.uar_page = world->driver.uar;
	fields.qpc.rq_type = PRM_QP_RQ_TYPE_ZERO_LEN_RQ;
	fields.qpc.log_sq_size = 7;
	prm_create_qp_in_pack(&command.in, &fields);
	memcpy(command.pas, world->qp.list, sizeof(command.pas));
	CHECK_EQ(driver_command(&world->driver, &command, sizeof(command), &out, sizeof(out)), 0);
	world->qpn = prm_create_qp_out_get_qpn(&out);
}

/* All state changes have the same layout. */
static void change(struct world *world, uint16_t opcode)
{
	struct prm_rst2init_qp_in_fields fields;
	struct prm_rst2init_qp_in in;
	struct prm_rst2init_qp_out out;

	prm_rst2init_qp_in_fields_init(&fields);
	fields.qpn = world->qpn;
	fields.qpc.rwe = true;
	fields.qpc.mtu = PRM_QP_MTU_1K_BYTES;
	fields.qpc.log_msg_max = 30;
	fields.qpc.remote_qpn = world->qpn;
	fields.qpc.primary_address_path.fl = true;
	prm_rst2init_qp_in_pack(&in, &fields);
	prm_cmd_in_hdr_set_opcode((void *)&in, opcode);
	CHECK_EQ(driver_command(&world->driver, &in, sizeof(in), &out, sizeof(out)), 0);
}

static void arm_cq(struct world *world)
{
	struct prm_cq_arm_doorbell doorbell;

	prm_cq_doorbell_record_set_arm_sn(world->cq_record, 1);
	prm_cq_arm_doorbell_pack(&doorbell, &(struct prm_cq_arm_doorbell_fields){
		.arm_sn = 1, .cqn = world->cqn });
	guest_bar_write(&world->guest, (uint64_t)world->driver.uar * PAGE + PRM_UAR_REGISTER_CQ_ARM,
			&doorbell, sizeof(doorbell));
}

/* RDMA WRITE as WQE @index, which is one WQEBB of 64 bytes. */
static void post(struct world *world, uint16_t index)
{
	uint8_t *wqe = world->qp.at[index * 64u / PAGE] + index * 64u % PAGE;
	struct prm_ctrl_seg_fields ctrl;
	struct prm_raddr_seg_fields raddr;
	struct prm_data_seg_fields data;

	prm_ctrl_seg_fields_init(&ctrl);
	ctrl.opcode = PRM_WQE_OPCODE_RDMA_WRITE;
	ctrl.wqe_index = index;
	ctrl.qpn = world->qpn;
	ctrl.ds = 3;
	ctrl.ce = PRM_COMPLETION_MODE_ALWAYS;
	prm_ctrl_seg_pack((void *)wqe, &ctrl);
	prm_raddr_seg_fields_init(&raddr);
	raddr.raddr = IOVA + TO;
	raddr.rkey = world->key;
	prm_raddr_seg_pack((void *)(wqe + 16), &raddr);
	prm_data_seg_fields_init(&data);
	data.byte_count = LENGTH;
	data.lkey = world->key;
	data.addr = IOVA + FROM;
	prm_data_seg_pack((void *)(wqe + 32), &data);
	prm_qp_doorbell_record_set_send_counter(world->qp_record, index + 1u);
	guest_bar_write(&world->guest, (uint64_t)world->driver.uar * PAGE + PRM_UAR_REGISTER_SEND_4,
			wqe, 8);
}

static uint8_t *byte_at(struct world *world, unsigned int at)
{
	return &world->data.at[at / PAGE][at % PAGE];
}

static void begin(struct world *world, const char *path)
{
	guest_start(&world->guest, path);
	driver_start(&world->driver, &world->guest);
	driver_boot(&world->driver);
	driver_make_uar(&world->driver);
	driver_make_eq(&world->driver, 0);
	make_pd(world);
	make_cq(world);
	make_key(world);
	make_qp(world);
	change(world, PRM_CMD_OPCODE_RST2INIT_QP);
	change(world, PRM_CMD_OPCODE_INIT2RTR_QP);
	change(world, PRM_CMD_OPCODE_RTR2RTS_QP);
}

/* The syndrome in the initialisation segment, and whether the device asks for a reset. */
static void check_health(struct world *world, unsigned int syndrome, bool wants_reset)
{
	struct prm_initial_seg segment = {0};

	guest_bar_read(&world->guest, 0, &segment, sizeof(segment));
	CHECK_EQ(prm_initial_seg_get_health_syndrome(&segment), syndrome);
	CHECK_EQ(prm_health_buffer_get_synd(&segment.health_buffer), syndrome);
	CHECK_EQ(prm_health_buffer_get_rfr(&segment.health_buffer), wants_reset);
}

void data_faults(const char *path)
{
	static struct world world;
	const struct prm_cmd_queue_entry *entry;
	struct prm_alloc_pd_in in;

	begin(&world, path);
	check_health(&world, 0, false);
	post(&world, 0);
	check_health(&world, PRM_HEALTH_SYNDROME_HIGH_TEMP_ERR, false);
	post(&world, 1);
	check_health(&world, PRM_HEALTH_SYNDROME_FW_INTERNAL_ERR, true);
	post(&world, 2);
	prm_alloc_pd_in_pack(&in, &(struct prm_alloc_pd_in_fields){0});
	entry = driver_send(&world.driver, &in, sizeof(in), sizeof(struct prm_alloc_pd_out));
	CHECK_EQ(prm_cmd_queue_entry_get_ownership(entry), PRM_CMD_OWNERSHIP_HW);
	driver_wait(entry);
	CHECK_EQ(prm_cmd_queue_entry_get_status(entry), PRM_CMD_DELIVERY_STATUS_OK);
	guest_end(&world.guest);
}

void data_writes(const char *path)
{
	static struct world world;
	struct prm_eqe eqe;

	begin(&world, path);
	/* More WQEs and CQEs than a page of either ring has. */
	for (uint16_t index = 0; index < 100; index++) {
		const struct prm_cqe64 *cqe = (void *)(world.cq.at[index * 64u / PAGE] +
						       index * 64u % PAGE);

		for (unsigned int i = 0; i < LENGTH; i++) {
			*byte_at(&world, FROM + i) = (uint8_t)(i * 7 + index);
			*byte_at(&world, TO + i) = 0;
		}
		if (!index)
			arm_cq(&world);
		post(&world, index);
		CHECK_EQ(prm_cqe64_get_opcode(cqe), PRM_CQE_OPCODE_REQ);
		CHECK_EQ(prm_cqe64_get_owner(cqe), 0);
		for (unsigned int i = 0; i < LENGTH; i++)
			CHECK_EQ(*byte_at(&world, TO + i), (uint8_t)(i * 7 + index));
		prm_cq_doorbell_record_set_ci(world.cq_record, index + 1u);
	}
	CHECK(driver_next_eqe(&world.driver, &eqe, true));
	CHECK_EQ(prm_eqe_get_event_type(&eqe), PRM_EVENT_TYPE_COMP);
	CHECK_EQ(prm_eqe_get_completion_cqn(&eqe), world.cqn);
	CHECK(!driver_next_eqe(&world.driver, &eqe, false));
	guest_end(&world.guest);
}
